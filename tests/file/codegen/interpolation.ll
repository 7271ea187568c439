; RUN: wavec %s -mcpu=gfx900 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX9
; RUN: wavec %s -mcpu=gfx1030 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX10
; RUN: not wavec %s -mcpu=gfx942 -S -o - 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not wavec %s -mcpu=gfx1100 -S -o - 2>&1 | FileCheck %s --check-prefix=NONE
; Attributes are read by the instructions that interpolate them; M0 says where they are.

; NONE: error: 'llvm.amdgcn.interp.p1' is not supported on

; CHECK-LABEL: {{^}}floats:
; CHECK-NOT:  readfirstlane
; CHECK:      s_mov_b32 m0, s0
; CHECK-NOT:  m0
; GFX9:       s_nop 0
; CHECK:      v_interp_p1_f32_e32 [[A:v[0-9]+]], v0, attr0.x
; CHECK:      v_interp_p2_f32_e32 [[A]], v1, attr0.x
; CHECK:      v_interp_p1_f32_e32 [[B:v[0-9]+]], v0, attr31.w
; CHECK:      v_interp_p2_f32_e32 [[B]], v1, attr31.w
; CHECK:      v_interp_mov_f32_e32 [[C:v[0-9]+]], p0, attr4.z
; CHECK:      exp mrt0 [[A]], [[B]], [[C]], [[C]] done vm
define amdgpu_ps void @floats(<2 x float> %ij, i32 inreg %m0) {
  %i = extractelement <2 x float> %ij, i32 0
  %j = extractelement <2 x float> %ij, i32 1
  %a = call float @llvm.amdgcn.interp.p1(float %i, i32 0, i32 0, i32 %m0)
  %b = call float @llvm.amdgcn.interp.p2(float %a, float %j, i32 0, i32 0, i32 %m0)
  %c = call float @llvm.amdgcn.interp.p1(float %i, i32 3, i32 31, i32 %m0)
  %d = call float @llvm.amdgcn.interp.p2(float %c, float %j, i32 3, i32 31, i32 %m0)
  %e = call float @llvm.amdgcn.interp.mov(i32 2, i32 2, i32 4, i32 %m0)
  call void @llvm.amdgcn.exp.f32(i32 0, i32 15, float %b, float %d, float %e, float %e, i1 true, i1 true)
  ret void
}

; Halves are rounded towards zero, and only these.
; CHECK-LABEL: {{^}}halves:
; CHECK:      s_setreg{{.*}} hwreg(HW_REG_MODE, 2, 2)
; CHECK:      v_interp_p1ll_f16 [[A:v[0-9]+]], v{{[0-9]+}}, attr2.y high
; GFX9:       v_interp_p2_legacy_f16 [[B:v[0-9]+]], v{{[0-9]+}}, attr2.y, [[A]] high
; GFX10:      v_interp_p2_f16 [[B:v[0-9]+]], v{{[0-9]+}}, attr2.y, [[A]] high
; CHECK:      s_setreg{{.*}} hwreg(HW_REG_MODE, 2, 2)
; CHECK:      v_add_f16
define amdgpu_ps half @halves(float inreg %i, float inreg %j, i32 inreg %m0, half %x) {
  %a = call float @llvm.amdgcn.interp.p1.f16(float %i, i32 1, i32 2, i1 true, i32 %m0)
  %b = call half @llvm.amdgcn.interp.p2.f16(float %a, float %j, i32 1, i32 2, i1 true, i32 %m0)
  %r = fadd half %b, %x
  ret half %r
}
declare float @llvm.amdgcn.interp.p1(float, i32, i32, i32)
declare float @llvm.amdgcn.interp.p2(float, float, i32, i32, i32)
declare float @llvm.amdgcn.interp.mov(i32, i32, i32, i32)
declare float @llvm.amdgcn.interp.p1.f16(float, i32, i32, i1, i32)
declare half @llvm.amdgcn.interp.p2.f16(float, float, i32, i32, i1, i32)
declare void @llvm.amdgcn.exp.f32(i32, i32, float, float, float, float, i1, i1)
