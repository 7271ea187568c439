; Changes of sign of whole matrices are modifiers on RDNA 4: of A and B of 16-bit elements, and of C.
; RUN: wavec %s -mcpu=gfx1200 -O2 -S -o - | FileCheck %s

; CHECK-LABEL: factors:
; CHECK-NOT:     v_xor
; CHECK:         v_wmma_f32_16x16x16_f16 {{.*}} neg_lo:[1,1,0] neg_hi:[1,1,0]
define amdgpu_ps <8 x float> @factors(<8 x half> %a, <8 x half> %b, <8 x float> %c) {
  %x = fneg <8 x half> %a
  %y = fneg <8 x half> %b
  %r = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v8f16(<8 x half> %x, <8 x half> %y, <8 x float> %c)
  ret <8 x float> %r
}

; CHECK-LABEL: negated:
; CHECK:         v_wmma_f32_16x16x16_f16 {{.*}} neg_lo:[0,0,1]{{$}}
define amdgpu_ps <8 x float> @negated(<8 x half> %a, <8 x half> %b, <8 x float> %c) {
  %z = fneg <8 x float> %c
  %r = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v8f16(<8 x half> %a, <8 x half> %b, <8 x float> %z)
  ret <8 x float> %r
}

; CHECK-LABEL: negative_magnitudes:
; CHECK:         v_wmma_f32_16x16x16_fp8_bf8 {{.*}} neg_lo:[0,0,1] neg_hi:[0,0,1]
define amdgpu_ps <8 x float> @negative_magnitudes(<2 x i32> %a, <2 x i32> %b, <8 x float> %c) {
  %m = call <8 x float> @llvm.fabs.v8f32(<8 x float> %c)
  %z = fneg <8 x float> %m
  %r = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.fp8.bf8.v8f32.v2i32(<2 x i32> %a, <2 x i32> %b, <8 x float> %z)
  ret <8 x float> %r
}

; CHECK-LABEL: halves:
; CHECK-NOT:     v_{{and|xor}}
; CHECK:         v_wmma_f16_16x16x16_f16 {{.*}} neg_lo:[1,0,0] neg_hi:[1,0,1]
define amdgpu_ps <8 x half> @halves(<8 x half> %a, <8 x half> %b, <8 x half> %c) {
  %x = fneg <8 x half> %a
  %z = call <8 x half> @llvm.fabs.v8f16(<8 x half> %c)
  %r = call <8 x half> @llvm.amdgcn.wmma.f16.16x16x16.f16.v8f16.v8f16(<8 x half> %x, <8 x half> %b, <8 x half> %z, i1 false)
  ret <8 x half> %r
}

; A magnitude of a factor is no modifier, and neither is the sign of a sparse product's addend, or of some of the elements.
; CHECK-LABEL: magnitudes:
; CHECK:         v_and_b32
; CHECK:         v_wmma_f32_16x16x16_f16 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]{{$}}
define amdgpu_ps <8 x float> @magnitudes(<8 x half> %a, <8 x half> %b, <8 x float> %c) {
  %x = call <8 x half> @llvm.fabs.v8f16(<8 x half> %a)
  %r = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v8f16(<8 x half> %x, <8 x half> %b, <8 x float> %c)
  ret <8 x float> %r
}

; CHECK-LABEL: some:
; CHECK:         v_xor_b32
; CHECK:         v_wmma_f32_16x16x16_f16 v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}], v[{{[0-9:]+}}]{{$}}
define amdgpu_ps <8 x float> @some(<8 x half> %a, <8 x half> %b, <8 x float> %c) {
  %e = extractelement <8 x float> %c, i32 3
  %n = fneg float %e
  %z = insertelement <8 x float> %c, float %n, i32 3
  %r = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v8f16(<8 x half> %a, <8 x half> %b, <8 x float> %z)
  ret <8 x float> %r
}

; CHECK-LABEL: sparse:
; CHECK-COUNT-8: v_xor_b32
; CHECK:         v_swmmac_f32_16x16x32_f16 {{.*}} neg_lo:[1,1,0] neg_hi:[1,1,0]
define amdgpu_ps <8 x float> @sparse(<8 x half> %a, <16 x half> %b, <8 x float> %c, i16 %i) {
  %x = fneg <8 x half> %a
  %y = fneg <16 x half> %b
  %z = fneg <8 x float> %c
  %r = call <8 x float> @llvm.amdgcn.swmmac.f32.16x16x32.f16.v8f32.v8f16.v16f16.v8f32.i16(<8 x half> %x, <16 x half> %y, <8 x float> %z, i16 %i)
  ret <8 x float> %r
}
