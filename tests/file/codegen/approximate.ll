; Approximations that fast-math flags allow are used.
; RUN: wavec -O2 -S %s -o - | FileCheck %s

; CHECK-LABEL: {{^}}remainder:
; CHECK: v_div_fixup_f32 [[QUOTIENT:v[0-9]+]]
; CHECK: v_trunc_f32_e32 [[CUT:v[0-9]+]], [[QUOTIENT]]
; CHECK: v_fma_f32 v0, -[[CUT]], v{{[0-9]+}}, v{{[0-9]+}}
; CHECK-NOT: s_cbranch
; CHECK: s_setpc_b64
define float @remainder(float %a, float %b) {
  %r = frem afn float %a, %b
  ret float %r
}

; CHECK-LABEL: {{^}}no_nans:
; CHECK: v_min_f32_e32 v0, v0, v1
; CHECK-NOT: v_cndmask
; CHECK: s_setpc_b64
define float @no_nans(float %a, float %b) {
  %r = call nnan float @llvm.minimum.f32(float %a, float %b)
  ret float %r
}
