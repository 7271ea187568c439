; Intrinsics of instructions that RDNA 4 has in another form than processors before.
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s

declare float @llvm.amdgcn.cvt.f32.fp8(i32, i32)
declare <2 x float> @llvm.amdgcn.cvt.pk.f32.bf8(i32, i1)
declare i32 @llvm.amdgcn.cvt.pk.fp8.f32(float, float, i32, i1)
declare i32 @llvm.amdgcn.cvt.sr.bf8.f32(float, i32, i32, i32)
declare void @llvm.amdgcn.s.barrier.signal(i32)
declare void @llvm.amdgcn.s.barrier.wait(i16)
declare i64 @llvm.readcyclecounter()

; CHECK-LABEL: byte:
; CHECK: v_cvt_f32_fp8_e64 v0, v0 byte_sel:2
define float @byte(i32 %x) {
  %r = call float @llvm.amdgcn.cvt.f32.fp8(i32 %x, i32 2)
  ret float %r
}

; CHECK-LABEL: pair:
; CHECK: v_cvt_pk_f32_bf8_e64 v[0:1], v0 op_sel:[1,0]
define <2 x float> @pair(i32 %x) {
  %r = call <2 x float> @llvm.amdgcn.cvt.pk.f32.bf8(i32 %x, i1 true)
  ret <2 x float> %r
}

; CHECK-LABEL: to_pair:
; CHECK: v_cvt_pk_fp8_f32 v2, v0, v1 op_sel:[0,0,1]
define i32 @to_pair(float %x, float %y, i32 %old) {
  %r = call i32 @llvm.amdgcn.cvt.pk.fp8.f32(float %x, float %y, i32 %old, i1 true)
  ret i32 %r
}

; CHECK-LABEL: to_byte:
; CHECK: v_cvt_sr_bf8_f32 v2, v0, v1 byte_sel:3
define i32 @to_byte(float %x, i32 %seed, i32 %old) {
  %r = call i32 @llvm.amdgcn.cvt.sr.bf8.f32(float %x, i32 %seed, i32 %old, i32 3)
  ret i32 %r
}

; CHECK-LABEL: halves_of_a_barrier:
; CHECK: s_barrier_signal -1
; CHECK: s_barrier_wait -1
define void @halves_of_a_barrier() {
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  ret void
}

; CHECK-LABEL: cycles:
; CHECK: s_getreg_b32 [[AGAIN:s[0-9]+]], hwreg(HW_REG_SHADER_CYCLES_HI)
; CHECK: s_getreg_b32 [[LOW:s[0-9]+]], hwreg(HW_REG_SHADER_CYCLES_LO)
; CHECK: s_getreg_b32 [[HIGH:s[0-9]+]], hwreg(HW_REG_SHADER_CYCLES_HI)
; CHECK: s_cmp_eq_u32 [[AGAIN]], [[HIGH]]
; CHECK: s_cselect_b32 [[LOW]], [[LOW]], 0
define i64 @cycles() {
  %r = call i64 @llvm.readcyclecounter()
  ret i64 %r
}
