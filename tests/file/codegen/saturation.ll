; Divergent saturating sums and differences are one instruction with clamp.
; RUN: wavec -O2 -S %s -o - | FileCheck %s

; CHECK-LABEL: {{^}}words:
; CHECK-DAG: v_add_i32 v{{[0-9]+}}, v0, v1 clamp
; CHECK-DAG: v_sub_i32 v{{[0-9]+}}, v0, v1 clamp
; CHECK-DAG: v_add_u32_e64 v{{[0-9]+}}, v0, v1 clamp
; CHECK-DAG: v_sub_u32_e64 v{{[0-9]+}}, v0, v1 clamp
define <4 x i32> @words(i32 %a, i32 %b) {
  %1 = call i32 @llvm.sadd.sat.i32(i32 %a, i32 %b)
  %2 = call i32 @llvm.ssub.sat.i32(i32 %a, i32 %b)
  %3 = call i32 @llvm.uadd.sat.i32(i32 %a, i32 %b)
  %4 = call i32 @llvm.usub.sat.i32(i32 %a, i32 %b)
  %v1 = insertelement <4 x i32> poison, i32 %1, i64 0
  %v2 = insertelement <4 x i32> %v1, i32 %2, i64 1
  %v3 = insertelement <4 x i32> %v2, i32 %3, i64 2
  %v4 = insertelement <4 x i32> %v3, i32 %4, i64 3
  ret <4 x i32> %v4
}

; CHECK-LABEL: {{^}}half_word:
; CHECK: v_pk_sub_u16 v0, v0, v1 clamp
; CHECK-NOT: v_
; CHECK: s_setpc_b64
define i16 @half_word(i16 %a, i16 %b) {
  %r = call i16 @llvm.usub.sat.i16(i16 %a, i16 %b)
  ret i16 %r
}

; CHECK-LABEL: {{^}}byte:
; CHECK-COUNT-2: v_lshlrev_b32{{.*}}, 8,
; CHECK: v_pk_add_i16 [[SUM:v[0-9]+]], {{.*}} clamp
; CHECK: v_lshrrev_b32{{.*}}, 8, [[SUM]]
define i8 @byte(i8 %a, i8 %b) {
  %r = call i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

; Ranges that several share are one instruction each, with one constant in a vector register.
; CHECK-LABEL: {{^}}ranges:
; CHECK-COUNT-4: v_med3_i32
; CHECK-NOT: v_m
; CHECK: s_setpc_b64
define <4 x i32> @ranges(<4 x i32> %a) {
  %most = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %a, <4 x i32> <i32 -32768, i32 -32768, i32 -32768, i32 -32768>)
  %r = call <4 x i32> @llvm.smin.v4i32(<4 x i32> %most, <4 x i32> <i32 32767, i32 32767, i32 32767, i32 32767>)
  ret <4 x i32> %r
}

; One alone is two instructions with a constant each.
; CHECK-LABEL: {{^}}range:
; CHECK-NOT: v_med3_i32
; CHECK: s_setpc_b64
define i32 @range(i32 %a) {
  %most = call i32 @llvm.smax.i32(i32 %a, i32 -32768)
  %r = call i32 @llvm.smin.i32(i32 %most, i32 32767)
  ret i32 %r
}
