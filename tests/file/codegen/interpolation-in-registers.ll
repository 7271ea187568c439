; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX11
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX12
; RUN: not wavec %s -mcpu=gfx1030 -S -o - 2>&1 | FileCheck %s --check-prefix=NONE
; Attributes are loaded into the lanes of whole quads; what interpolates them waits for the loads by a field.

; NONE: error: 'llvm.amdgcn.lds.param.load' is not supported on

; CHECK-LABEL: {{^}}floats:
; CHECK:      s_wqm_b32 [[QUADS:s[0-9]+]], exec_lo
; CHECK:      s_mov_b32 m0, s0
; CHECK:      s_mov_b32 [[SAVED:s[0-9]+]], exec_lo
; CHECK:      s_mov_b32 exec_lo, [[QUADS]]
; GFX11-NEXT: lds_param_load [[P0:v[0-9]+]], attr0.x wait_vdst:15
; GFX11-NEXT: lds_param_load [[P1:v[0-9]+]], attr3.y wait_vdst:15
; GFX12-NEXT: ds_param_load [[P0:v[0-9]+]], attr0.x wait_va_vdst:15 wait_vm_vsrc:1
; GFX12-NEXT: ds_param_load [[P1:v[0-9]+]], attr3.y wait_va_vdst:15 wait_vm_vsrc:1
; CHECK-NEXT: s_mov_b32 exec_lo, [[SAVED]]
; CHECK:      v_interp_p10_f32 [[A:v[0-9]+]], [[P0]], v0, [[P0]] wait_exp:1
; CHECK:      v_interp_p10_f32 [[B:v[0-9]+]], [[P1]], v0, [[P1]] wait_exp:0
; CHECK:      v_interp_p2_f32 {{v[0-9]+}}, [[P0]], v1, [[A]] wait_exp:7
; CHECK:      v_interp_p2_f32 {{v[0-9]+}}, [[P1]], v1, [[B]] wait_exp:7
define amdgpu_ps void @floats(<2 x float> %ij, i32 inreg %m0) {
  %i = extractelement <2 x float> %ij, i32 0
  %j = extractelement <2 x float> %ij, i32 1
  %p0 = call float @llvm.amdgcn.lds.param.load(i32 0, i32 0, i32 %m0)
  %p1 = call float @llvm.amdgcn.lds.param.load(i32 1, i32 3, i32 %m0)
  %a = call float @llvm.amdgcn.interp.inreg.p10(float %p0, float %i, float %p0)
  %b = call float @llvm.amdgcn.interp.inreg.p2(float %p0, float %j, float %a)
  %c = call float @llvm.amdgcn.interp.inreg.p10(float %p1, float %i, float %p1)
  %d = call float @llvm.amdgcn.interp.inreg.p2(float %p1, float %j, float %c)
  call void @llvm.amdgcn.exp.f32(i32 0, i32 15, float %b, float %d, float 1.0, float 1.0, i1 true, i1 true)
  ret void
}

; Of halves, the attribute's can be the upper one of its register.
; CHECK-LABEL: {{^}}halves:
; GFX12:      ds_param_load [[P:v[0-9]+]], attr0.x
; GFX12:      v_interp_p10_f16_f32 [[A:v[0-9]+]], [[P]], v0, [[P]] wait_exp:0
; GFX12:      v_interp_p10_rtz_f16_f32 [[B:v[0-9]+]], [[P]], v0, [[P]] op_sel:[1,0,1,0] wait_exp:7
; GFX12:      v_interp_p2_f16_f32 {{v[0-9]+}}, [[P]], v1, [[A]] wait_exp:7
; GFX12:      v_interp_p2_rtz_f16_f32 {{v[0-9]+}}, [[P]], v1, [[B]] op_sel:[1,0,0,0] wait_exp:7
; GFX11:      lds_param_load [[P:v[0-9]+]], attr0.x
; GFX11:      v_interp_p10_f16_f32 [[A:v[0-9]+]], [[P]].l, v0, [[P]].l wait_exp:0
; GFX11:      v_interp_p10_rtz_f16_f32 [[B:v[0-9]+]], [[P]].h, v0, [[P]].h op_sel:[1,0,1,0] wait_exp:7
; GFX11:      v_interp_p2_f16_f32 {{v[0-9]+}}.l, [[P]].l, v1, [[A]] wait_exp:7
; GFX11:      v_interp_p2_rtz_f16_f32 {{v[0-9]+}}.l, [[P]].h, v1, [[B]] op_sel:[1,0,0,0] wait_exp:7
define amdgpu_ps half @halves(<2 x float> %ij, i32 inreg %m0) {
  %i = extractelement <2 x float> %ij, i32 0
  %j = extractelement <2 x float> %ij, i32 1
  %p0 = call float @llvm.amdgcn.lds.param.load(i32 0, i32 0, i32 %m0)
  %l0 = call float @llvm.amdgcn.interp.inreg.p10.f16(float %p0, float %i, float %p0, i1 false)
  %l1 = call half @llvm.amdgcn.interp.inreg.p2.f16(float %p0, float %j, float %l0, i1 false)
  %h0 = call float @llvm.amdgcn.interp.p10.rtz.f16(float %p0, float %i, float %p0, i1 true)
  %h1 = call half @llvm.amdgcn.interp.p2.rtz.f16(float %p0, float %j, float %h0, i1 true)
  %r = fadd half %l1, %h1
  ret half %r
}

; A word of LDS for all lanes; what is not interpolated waits with an instruction.
; CHECK-LABEL: {{^}}direct:
; CHECK:      s_mov_b32 m0, s0
; GFX11:      lds_direct_load [[A:v[0-9]+]] wait_vdst:15
; GFX12:      ds_direct_load [[A:v[0-9]+]] wait_va_vdst:15 wait_vm_vsrc:1
; CHECK:      s_mov_b32 m0, s1
; GFX11:      lds_direct_load [[B:v[0-9]+]] wait_vdst:15
; GFX12:      ds_direct_load [[B:v[0-9]+]] wait_va_vdst:15 wait_vm_vsrc:1
; GFX11:      s_waitcnt expcnt(0)
; GFX12:      s_wait_expcnt 0x0
; CHECK:      v_add_nc_u32_e32 v0, [[A]], [[B]]
define amdgpu_ps float @direct(i32 inreg %m0, i32 inreg %m1) {
  %a = call i32 @llvm.amdgcn.lds.direct.load.i32(i32 %m0)
  %b = call i32 @llvm.amdgcn.lds.direct.load.i32(i32 %m1)
  %c = add i32 %a, %b
  %f = bitcast i32 %c to float
  ret float %f
}
declare float @llvm.amdgcn.lds.param.load(i32, i32, i32)
declare i32 @llvm.amdgcn.lds.direct.load.i32(i32)
declare float @llvm.amdgcn.interp.inreg.p10(float, float, float)
declare float @llvm.amdgcn.interp.inreg.p2(float, float, float)
declare float @llvm.amdgcn.interp.inreg.p10.f16(float, float, float, i1)
declare half @llvm.amdgcn.interp.inreg.p2.f16(float, float, float, i1)
declare float @llvm.amdgcn.interp.p10.rtz.f16(float, float, float, i1)
declare half @llvm.amdgcn.interp.p2.rtz.f16(float, float, float, i1)
declare void @llvm.amdgcn.exp.f32(i32, i32, float, float, float, float, i1, i1)
