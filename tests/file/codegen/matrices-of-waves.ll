; Products of matrices on RDNA 3 and 4: what is added to is in the registers of the result, or a constant.
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s

declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half>, <16 x half>, <8 x float>)
declare <16 x half> @llvm.amdgcn.wmma.f16.16x16x16.f16.v16f16.v16f16(<16 x half>, <16 x half>, <16 x half>, i1)
declare <8 x i32> @llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v4i32(i1, <4 x i32>, i1, <4 x i32>, <8 x i32>, i1)

; CHECK-LABEL: twice:
; CHECK: v_wmma_f32_16x16x16_f16 [[D:v\[[0-9]+:[0-9]+\]]], [[A:v\[[0-9]+:[0-9]+\]]], [[B:v\[[0-9]+:[0-9]+\]]], 1.0
; CHECK-NEXT: s_delay_alu
; CHECK-NEXT: v_wmma_f32_16x16x16_f16 [[D]], [[A]], [[B]], [[D]]
define <8 x float> @twice(<16 x half> %a, <16 x half> %b) {
  %one = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %a, <16 x half> %b, <8 x float> splat (float 1.0))
  %two = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %a, <16 x half> %b, <8 x float> %one)
  ret <8 x float> %two
}

; CHECK-LABEL: multiplied:
; CHECK: v_wmma_f32_16x16x16_f16
; CHECK-NEXT: v_nop
; CHECK-NEXT: s_delay_alu
; CHECK-NEXT: v_wmma_f32_16x16x16_f16 {{.*}}, 0
define <8 x float> @multiplied(<16 x half> %a, <16 x half> %b) {
  %one = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %a, <16 x half> %b, <8 x float> zeroinitializer)
  %c = bitcast <8 x float> %one to <16 x half>
  %two = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %c, <16 x half> %b, <8 x float> zeroinitializer)
  ret <8 x float> %two
}

; CHECK-LABEL: halves:
; CHECK: v_wmma_f16_16x16x16_f16 {{.*}} op_sel:[0,0,1]
define <16 x half> @halves(<16 x half> %a, <16 x half> %b, <16 x half> %c) {
  %d = call <16 x half> @llvm.amdgcn.wmma.f16.16x16x16.f16.v16f16.v16f16(<16 x half> %a, <16 x half> %b, <16 x half> %c, i1 true)
  ret <16 x half> %d
}

; CHECK-LABEL: integers:
; CHECK: v_wmma_i32_16x16x16_iu8 {{.*}} neg_lo:[1,0,0] clamp
define <8 x i32> @integers(<4 x i32> %a, <4 x i32> %b, <8 x i32> %c) {
  %d = call <8 x i32> @llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v4i32(i1 true, <4 x i32> %a, i1 false, <4 x i32> %b, <8 x i32> %c, i1 true)
  ret <8 x i32> %d
}
