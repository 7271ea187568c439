; One divided by a square root is one operation if both allow contraction and 1 ulp is sufficient.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --arg buf:f32[4]:zero --dump 0:4 | FileCheck --check-prefix=VALUES %s
target triple = "amdgcn-amd-amdhsa"
; VALUES: 36893490000000000000 0.25 0.25 0.25

; CHECK-LABEL: scaled:
; CHECK-NOT: v_div
; CHECK-NOT: v_sqrt
; CHECK: v_ldexp_f32
; CHECK-NEXT: v_rsq_f32
; CHECK: v_ldexp_f32
; CHECK-NOT: v_div
; CHECK: s_setpc_b64
define float @scaled(float %x) {
  %s = call contract float @llvm.sqrt.f32(float %x), !fpmath !0
  %d = fdiv contract float 1.0, %s, !fpmath !0
  ret float %d
}

; CHECK-LABEL: negative:
; CHECK: v_rsq_f32
; CHECK: v_ldexp_f32 v0, -v0
; CHECK: s_setpc_b64
define float @negative(float %x) {
  %s = call contract float @llvm.sqrt.f32(float %x)
  %d = fdiv contract float -1.0, %s, !fpmath !0
  ret float %d
}

; CHECK-LABEL: approximate:
; CHECK: v_rsq_f32_e32 v0, v0
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define float @approximate(float %x) {
  %s = call afn contract float @llvm.sqrt.f32(float %x)
  %d = fdiv afn contract float 1.0, %s
  ret float %d
}

; CHECK-LABEL: exact:
; CHECK: v_sqrt_f32
; CHECK: v_div_fixup_f32
define float @exact(float %x) {
  %s = call contract float @llvm.sqrt.f32(float %x)
  %d = fdiv contract float 1.0, %s
  ret float %d
}

; The root of a denormal, 2^-130, and of 16.
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %small = icmp eq i32 %i, 0
  %bits = select i1 %small, i32 524288, i32 1098907648
  %x = bitcast i32 %bits to float
  %r = call float @scaled(float %x)
  %g = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float %r, ptr addrspace(1) %g
  ret void
}
declare float @llvm.sqrt.f32(float)
declare i32 @llvm.amdgcn.workitem.id.x()
!0 = !{float 1.0}
