; Branches over inline assembly take its length into account, including directives.
; RUN: wavec run %s -O0 --branch-bits=7 --kernel k --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:5 --dump 0:4 | FileCheck %s
; RUN: wavec run %s -O2 --branch-bits=7 --kernel k --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:5 --dump 0:4 | FileCheck %s
; CHECK: 5 5 5 5
; RUN: wavec %s -O2 --branch-bits=7 -S -o - | FileCheck %s --check-prefix=ASM
; ASM: s_setpc_b64
; RUN: wavec %s -O2 -S -o - | FileCheck %s --check-prefix=NEAR
; NEAR-NOT: s_setpc_b64

declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %n) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void asm sideeffect ".rept 60\0As_nop 0\0A.endr", ""()
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done

done:
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %next, ptr addrspace(1) %place
  ret void
}
