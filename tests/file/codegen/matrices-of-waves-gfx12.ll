; Products of matrices on RDNA 4: a shift of the positions of elements is which part of the register they are in.
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s

declare <8 x float> @llvm.amdgcn.swmmac.f32.16x16x32.f16.v8f32.v8f16.v16f16.i32(<8 x half>, <16 x half>, <8 x float>, i32)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v8f16(<8 x half>, <8 x half>, <8 x float>)

; CHECK-LABEL: parts:
; CHECK: v_swmmac_f32_16x16x32_f16 [[D:v\[[0-9]+:[0-9]+\]]], [[A:v\[[0-9]+:[0-9]+\]]], [[B:v\[[0-9]+:[0-9]+\]]], [[INDEX:v[0-9]+]]{{$}}
; CHECK-NEXT: s_delay_alu
; CHECK-NEXT: v_swmmac_f32_16x16x32_f16 [[D]], [[A]], [[B]], [[INDEX]] index_key:1
define <8 x float> @parts(<8 x half> %a, <16 x half> %b, <8 x float> %c, i32 %index) {
  %one = call <8 x float> @llvm.amdgcn.swmmac.f32.16x16x32.f16.v8f32.v8f16.v16f16.i32(<8 x half> %a, <16 x half> %b, <8 x float> %c, i32 %index)
  %high = lshr i32 %index, 16
  %two = call <8 x float> @llvm.amdgcn.swmmac.f32.16x16x32.f16.v8f32.v8f16.v16f16.i32(<8 x half> %a, <16 x half> %b, <8 x float> %one, i32 %high)
  ret <8 x float> %two
}

; Positions may not be the result of the instruction before.
; CHECK-LABEL: positions:
; CHECK: v_wmma_f32_16x16x16_f16
; CHECK-NEXT: v_nop
; CHECK-NEXT: s_delay_alu
; CHECK-NEXT: v_swmmac_f32_16x16x32_f16
define <8 x float> @positions(<8 x half> %a, <16 x half> %b, <8 x half> %half, <8 x float> %c) {
  %d = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v8f16(<8 x half> %a, <8 x half> %half, <8 x float> zeroinitializer)
  %e = extractelement <8 x float> %d, i32 3
  %index = bitcast float %e to i32
  %r = call <8 x float> @llvm.amdgcn.swmmac.f32.16x16x32.f16.v8f32.v8f16.v16f16.i32(<8 x half> %a, <16 x half> %b, <8 x float> %c, i32 %index)
  ret <8 x float> %r
}
