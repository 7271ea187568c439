; A predicate of floats for integers, or one of integers for floats: the lanes are undefined, as in LLVM.
; RUN: wavec %s -O0 -S -o - | FileCheck %s
; RUN: wavec %s -O2 -S -o - | FileCheck %s

; CHECK-LABEL: integers:
; CHECK-NOT: v_cmp
; CHECK: s_endpgm
define amdgpu_kernel void @integers(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %lanes = call i64 @llvm.amdgcn.icmp.i64.i32(i32 %a, i32 %b, i32 1)
  store i64 %lanes, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: floats:
; CHECK-NOT: v_cmp
; CHECK: s_endpgm
define amdgpu_kernel void @floats(ptr addrspace(1) %out, float %a, float %b) {
  %lanes = call i64 @llvm.amdgcn.fcmp.i64.f32(float %a, float %b, i32 33)
  store i64 %lanes, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: both:
; CHECK-DAG: s_cmp_lg_u32
; CHECK-DAG: v_cmp_eq_f32
; CHECK: s_endpgm
define amdgpu_kernel void @both(ptr addrspace(1) %out, i32 %a, i32 %b, float %x, float %y) {
  %lanes = call i64 @llvm.amdgcn.icmp.i64.i32(i32 %a, i32 %b, i32 33)
  %others = call i64 @llvm.amdgcn.fcmp.i64.f32(float %x, float %y, i32 1)
  %all = or i64 %lanes, %others
  store i64 %all, ptr addrspace(1) %out
  ret void
}
