; Half-precision arithmetic is native: modifiers, constants and the clamp are in the instructions.
; RUN: wavec %s -S -o - | FileCheck %s

; CHECK-LABEL: sums:
; CHECK: v_add_f16_e32 v0, v0, v1
; CHECK-NEXT: v_sub_f16_e64 v0, v2, |v0|
; CHECK-NEXT: v_mul_f16_e32 v0, 0x4248, v0
; CHECK-NEXT: v_fma_f16 v0, v0, v1, -v2
; CHECK-NEXT: v_add_f16_e64 v0, v0, 0.5 clamp
define half @sums(half %a, half %b, half %c) {
  %sum = fadd half %a, %b
  %size = call half @llvm.fabs.f16(half %sum)
  %difference = fsub half %c, %size
  %product = fmul half %difference, 0xH4248
  %negative = fneg half %c
  %fused = call half @llvm.fma.f16(half %product, half %b, half %negative)
  %more = fadd half %fused, 0xH3800
  %above = call half @llvm.maxnum.f16(half %more, half 0xH0000)
  %within = call half @llvm.minnum.f16(half %above, half 0xH3C00)
  ret half %within
}

; CHECK-LABEL: orders:
; CHECK: v_min3_f16 [[LEAST:v[0-9]+]], v0, v1, v2
; CHECK: v_cmp_lt_f16_e64 {{.*}}, [[LEAST]], |v1|
; CHECK: v_cndmask_b32_e32
define half @orders(half %a, half %b, half %c) {
  %less = call half @llvm.minnum.f16(half %a, half %b)
  %least = call half @llvm.minnum.f16(half %less, half %c)
  %size = call half @llvm.fabs.f16(half %b)
  %test = fcmp olt half %least, %size
  %result = select i1 %test, half %least, half %c
  ret half %result
}

; CHECK-LABEL: between:
; CHECK: v_med3_f16 v0, v0, 2.0, 4.0
define half @between(half %a) {
  %above = call half @llvm.maxnum.f16(half %a, half 0xH4000)
  %within = call half @llvm.minnum.f16(half %above, half 0xH4400)
  ret half %within
}

; Quieted first: otherwise a signaling NaN would be the result.
; CHECK-LABEL: numbers:
; CHECK-DAG: v_max_f16_e32 v0, v0, v0
; CHECK-DAG: v_max_f16_e32 v1, v1, v1
; CHECK: v_min_f16_e32 v0, v0, v1
define half @numbers(half %a, half %b) {
  %least = call half @llvm.minimumnum.f16(half %a, half %b)
  ret half %least
}

; CHECK-LABEL: functions:
; CHECK: v_sqrt_f16_e32
; CHECK: v_rndne_f16_e32
; CHECK: v_exp_f16_e32
; CHECK: v_log_f16_e32
; CHECK: v_med3_i32
; CHECK: v_ldexp_f16_e32
define half @functions(half %a, i32 %n) {
  %root = call half @llvm.sqrt.f16(half %a)
  %whole = call half @llvm.rint.f16(half %root)
  %power = call half @llvm.exp2.f16(half %whole)
  %log = call half @llvm.log2.f16(half %power)
  %scaled = call half @llvm.ldexp.f16.i32(half %log, i32 %n)
  ret half %scaled
}

; The instruction takes an exponent of 16 bits.
; CHECK-LABEL: small_scale:
; CHECK-NOT: v_med3_i32
; CHECK: v_ldexp_f16_e32
; CHECK: s_setpc_b64
define half @small_scale(half %a, i16 %n) {
  %exponent = sext i16 %n to i32
  %scaled = call half @llvm.ldexp.f16.i32(half %a, i32 %exponent)
  ret half %scaled
}

; The quotient in single precision, and its special cases in half precision.
; CHECK-LABEL: quotient:
; CHECK: v_rcp_f32_e32
; CHECK: v_cvt_f16_f32_e32
; CHECK-NEXT: v_div_fixup_f16
define half @quotient(half %a, half %b) {
  %q = fdiv half %a, %b
  ret half %q
}

; CHECK-LABEL: reciprocal:
; CHECK: v_rcp_f16_e32 v0, v0
define half @reciprocal(half %a) {
  %q = fdiv half 0xH3C00, %a
  ret half %q
}

; CHECK-LABEL: conversions:
; CHECK: v_cvt_f16_i16_e32
; CHECK: v_cvt_f32_f16_e32
; CHECK-NEXT: v_cvt_i32_f32_e32
; CHECK-NEXT: v_ashrrev_i32_e32
define i64 @conversions(i16 %n, half %a) {
  %half = sitofp i16 %n to half
  %sum = fadd half %half, %a
  %int = fptosi half %sum to i64
  ret i64 %int
}

; A pair of results needs no byte selector.
; CHECK-LABEL: pair:
; CHECK: v_pack_b32_f16 v0, v{{[0-9]+}}, v{{[0-9]+}}
define <2 x half> @pair(float %a, float %b) {
  %x = fptrunc float %a to half
  %y = fptrunc float %b to half
  %low = insertelement <2 x half> poison, half %x, i32 0
  %both = insertelement <2 x half> %low, half %y, i32 1
  ret <2 x half> %both
}

declare half @llvm.fabs.f16(half)
declare half @llvm.fma.f16(half, half, half)
declare half @llvm.maxnum.f16(half, half)
declare half @llvm.minnum.f16(half, half)
declare half @llvm.minimumnum.f16(half, half)
declare half @llvm.sqrt.f16(half)
declare half @llvm.rint.f16(half)
declare half @llvm.exp2.f16(half)
declare half @llvm.log2.f16(half)
declare half @llvm.ldexp.f16.i32(half, i32)
