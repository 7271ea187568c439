; Floats are rounded to 16 bits in pairs; the least and largest of three values; dot products of bf16; swaps of rows.
; RUN: wavec %s -mcpu=gfx950 -O2 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx950 -O0 -S -o /dev/null
; RUN: sed -n '/^; OTHERS/,$p' %s | not wavec - -x ir -mcpu=gfx942 -O2 -S -o - 2>&1 | FileCheck %s --check-prefix=OTHER

; CHECK-LABEL: pair_of_bf16:
; CHECK: v_cvt_pk_bf16_f32 v0, v0, v1
; CHECK-NOT: v_perm
define <2 x bfloat> @pair_of_bf16(<2 x float> %a) {
  %r = fptrunc <2 x float> %a to <2 x bfloat>
  ret <2 x bfloat> %r
}

; CHECK-LABEL: negated_sum:
; CHECK: v_cvt_pk_bf16_f32 v0, {{-?}}v{{[0-9]+}}, 0
define bfloat @negated_sum(float %a, float %b) {
  %s = fadd float %a, %b
  %n = fneg float %s
  %r = fptrunc float %n to bfloat
  ret bfloat %r
}

; CHECK-LABEL: pair_of_f16:
; CHECK: v_cvt_pk_f16_f32 v0, |v0|, v1
define <2 x half> @pair_of_f16(float %a, float %b) {
  %p = call float @llvm.fabs.f32(float %a)
  %v0 = insertelement <2 x float> poison, float %p, i32 0
  %v1 = insertelement <2 x float> %v0, float %b, i32 1
  %r = fptrunc <2 x float> %v1 to <2 x half>
  ret <2 x half> %r
}

; CHECK-LABEL: least_of_three:
; CHECK: v_minimum3_f32 v0, v0, v1, -v2
define float @least_of_three(float %a, float %b, float %c) {
  %m = call float @llvm.minimum.f32(float %a, float %b)
  %n = fneg float %c
  %r = call float @llvm.minimum.f32(float %m, float %n)
  ret float %r
}

; CHECK-LABEL: larger:
; CHECK: v_maximum3_f32 v0, v0, v1, v1
define float @larger(float %a, float %b) {
  %r = call float @llvm.maximum.f32(float %a, float %b)
  ret float %r
}

; CHECK-LABEL: random_half:
; CHECK: v_cvt_sr_f16_f32 v0, v1, v2 op_sel:[0,0,1]
; CHECK: v_cvt_sr_f16_f32 v0, v1, v2{{$}}
define <2 x half> @random_half(<2 x half> %old, float %a, i32 %seed) {
  %r = call <2 x half> @llvm.amdgcn.cvt.sr.f16.f32(<2 x half> %old, float %a, i32 %seed, i1 true)
  %s = call <2 x half> @llvm.amdgcn.cvt.sr.f16.f32(<2 x half> %r, float %a, i32 %seed, i1 false)
  ret <2 x half> %s
}

; CHECK-LABEL: bytes:
; CHECK: v_ashr_pk_u8_i32 v{{[0-9]+}}, v0, v1, v2
define i16 @bytes(i32 %a, i32 %b, i32 %n) {
  %r = call i16 @llvm.amdgcn.ashr.pk.u8.i32(i32 %a, i32 %b, i32 %n)
  ret i16 %r
}

; OTHERS
declare float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat>, <2 x bfloat>, float, i1)
declare { i32, i32 } @llvm.amdgcn.permlane32.swap(i32, i32, i1, i1)

; CHECK-LABEL: dot:
; CHECK: v_dot2{{c?}}_f32_bf16
; OTHER: error: 'llvm.amdgcn.fdot2.f32.bf16' is not supported on gfx942
define float @dot(<2 x bfloat> %a, <2 x bfloat> %b, float %c) {
  %r = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %a, <2 x bfloat> %b, float %c, i1 false)
  ret float %r
}

; CHECK-LABEL: swapped:
; CHECK: v_permlane32_swap_b32_e32 v0, v1
; OTHER: error: 'llvm.amdgcn.permlane32.swap' is not supported on gfx942
define { i32, i32 } @swapped(i32 %a, i32 %b) {
  %r = call { i32, i32 } @llvm.amdgcn.permlane32.swap(i32 %a, i32 %b, i1 false, i1 false)
  ret { i32, i32 } %r
}

; CHECK-LABEL: with_flags:
; CHECK: v_permlane32_swap_b32_e64 v0, v1 bound_ctrl:1 fi:1
define { i32, i32 } @with_flags(i32 %a, i32 %b) {
  %r = call { i32, i32 } @llvm.amdgcn.permlane32.swap(i32 %a, i32 %b, i1 true, i1 true)
  ret { i32, i32 } %r
}
