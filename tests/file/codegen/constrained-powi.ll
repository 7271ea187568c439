; An integer power is multiplied out in functions with strict floating point, too.
; RUN: wavec %s -S -o - | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

declare float @llvm.experimental.constrained.powi.f32(float, i32, metadata, metadata)

; CHECK-LABEL: cube:
; CHECK: v_mul_f32_e32 [[SQUARE:v[0-9]+]], v0, v0
; CHECK-NEXT: v_mul_f32_e32 v0, {{v0, .*|v[0-9]+, v0}}
; CHECK: s_setpc_b64
define float @cube(float %x) strictfp {
  %r = call float @llvm.experimental.constrained.powi.f32(float %x, i32 3, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  ret float %r
}

; CHECK-LABEL: power:
; CHECK: v_mul_f32
; CHECK: s_cbranch
define float @power(float %x, i32 %n) strictfp {
  %r = call float @llvm.experimental.constrained.powi.f32(float %x, i32 %n, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  ret float %r
}
