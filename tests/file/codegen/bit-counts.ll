; Leading zeros of 64 bits are counted by halves: the instructions give -1 for zero, so the unsigned minimum is the result.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec run %s -O2 --kernel counts --global 8 --local 8 --arg buf:u64[16]:zero --dump 0:16 | FileCheck --check-prefix=COUNTS %s
; RUN: wavec run %s -O0 --kernel counts --global 8 --local 8 --arg buf:u64[16]:zero --dump 0:16 | FileCheck --check-prefix=COUNTS %s
; COUNTS: 0 63 9 54 18 45 27 36 36 27 45 18 54 9 64 64
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: trailing:
; CHECK: v_ffbl_b32
; CHECK-NEXT: v_ffbl_b32
; CHECK-NEXT: v_add_u32_e64 {{.*}}, 32 clamp
; CHECK-NEXT: v_min3_u32 {{.*}}, 64
define i64 @trailing(i64 %x) {
  %n = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  ret i64 %n
}

; CHECK-LABEL: leading:
; CHECK-NOT: v_cndmask
; CHECK: v_min_u32
; CHECK-NOT: v_cndmask
; CHECK: s_setpc_b64
define i64 @leading(i64 %x) {
  %n = call i64 @llvm.ctlz.i64(i64 %x, i1 true)
  ret i64 %n
}

; CHECK-LABEL: uniform:
; CHECK: s_ff1_i32_b64
; CHECK-NOT: s_cselect
; CHECK: s_min_u32 {{.*}}, 64
; CHECK-NOT: s_cselect
; CHECK: s_endpgm
define amdgpu_kernel void @uniform(i64 %x, ptr addrspace(1) %p) {
  %n = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  store i64 %n, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @counts(ptr addrspace(1) %q) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %w = zext i32 %i to i64
  %n = mul i64 %w, 9
  %bit = shl i64 1, %n
  %last = icmp eq i32 %i, 7
  %x = select i1 %last, i64 0, i64 %bit
  %a = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  %b = call i64 @llvm.ctlz.i64(i64 %x, i1 false)
  %j = shl i32 %i, 1
  %h = getelementptr i64, ptr addrspace(1) %q, i32 %j
  store i64 %a, ptr addrspace(1) %h
  %h1 = getelementptr i64, ptr addrspace(1) %h, i32 1
  store i64 %b, ptr addrspace(1) %h1
  ret void
}
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i32 @llvm.amdgcn.workitem.id.x()
