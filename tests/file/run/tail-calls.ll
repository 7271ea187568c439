; Tail calls with registers to restore, in divergent control flow, with kernel inputs, and a call that receives a pointer
; to the frame and cannot be one.
; RUN: wavec run %s -O0 --verify-each --kernel k --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:8 | FileCheck %s
; RUN: wavec run %s -O2 --verify-each --kernel k --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:8 | FileCheck %s
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck --check-prefix=ASM %s
; CHECK: 1251 31 3365 2761 6039 7195 6457 9925
target triple = "amdgcn-amd-amdhsa"

define internal i32 @leaf(i32 %a, i32 %b) noinline {
  %r = mul i32 %a, %b
  %s = xor i32 %r, 1234
  ret i32 %s
}

; Registers are restored after the arguments, and no wait is needed.
; ASM-LABEL: middle:
; ASM: s_swappc_b64
; ASM: scratch_load_dword v40, off, s32
; ASM-NEXT: s_mov_b64 exec, vcc
; ASM-NEXT: s_setpc_b64 s[{{[0-9]}}:{{[0-9]}}]
define internal i32 @middle(i32 %a, i32 %b) noinline {
  %x = call i32 @leaf(i32 %b, i32 %a)
  %c = add i32 %x, %b
  %r = tail call i32 @leaf(i32 %c, i32 %a)
  ret i32 %r
}

define internal i32 @count(i32 %n, i32 %s) noinline {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %done, label %more
more:
  %m = sub i32 %n, 1
  %t = add i32 %s, %n
  %r = tail call i32 @count(i32 %m, i32 %t)
  br label %done
done:
  %p = phi i32 [ %s, %0 ], [ %r, %more ]
  ret i32 %p
}

define internal i32 @read(ptr addrspace(5) %p) noinline {
  %v = load i32, ptr addrspace(5) %p
  ret i32 %v
}

; ASM-LABEL: frame:
; ASM: s_swappc_b64
; ASM: s_setpc_b64 s[30:31]
define internal i32 @frame(i32 %v) noinline {
  %x = alloca [4 x i32], addrspace(5)
  %i = and i32 %v, 3
  %p = getelementptr [4 x i32], ptr addrspace(5) %x, i32 0, i32 %i
  %s = add i32 %v, 11
  store i32 %s, ptr addrspace(5) %p
  %r = call i32 @read(ptr addrspace(5) %p)
  ret i32 %r
}

; ASM-LABEL: put:
define internal void @put(ptr addrspace(1) %p, i32 %v) noinline {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %id
  store i32 %v, ptr addrspace(1) %g
  ret void
}

; ASM-LABEL: forward:
; ASM: s_setpc_b64 s[{{[0-9]}}:{{[0-9]}}]
define internal void @forward(i32 %v, ptr addrspace(1) %p) noinline {
  %w = call i32 @middle(i32 %v, i32 7)
  %u = call i32 @count(i32 3, i32 %w)
  %f = call i32 @frame(i32 %u)
  call void @put(ptr addrspace(1) %p, i32 %f)
  ret void
}

; A stack argument is where the callee's frame begins.
define internal void @deep(<32 x i32> %a, i32 %b, ptr addrspace(1) %p) noinline {
  %x = extractelement <32 x i32> %a, i32 5
  %s = add i32 %x, %b
  tail call void @forward(i32 %s, ptr addrspace(1) %p)
  ret void
}

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %a = insertelement <32 x i32> zeroinitializer, i32 %id, i32 5
  call void @deep(<32 x i32> %a, i32 0, ptr addrspace(1) %p)
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
