; RUN: wavec %s -mcpu=gfx1030 -S -o - | FileCheck %s --check-prefix=GFX10
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s --check-prefix=GFX11
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s --check-prefix=GFX11
; RUN: not wavec %s -mcpu=gfx900 -S -o - 2>&1 | FileCheck %s --check-prefix=NONE
; NONE: error: 'llvm.amdgcn.fma.legacy' is not supported on gfx900
; GFX10: v_fma_legacy_f32 v0, v0, -v1, s0
; GFX11: v_fma_dx9_zero_f32 v0, v0, -v1, s0
define amdgpu_ps float @f(float %a, float %b, float inreg %c) {
  %n = fneg float %b
  %m = call float @llvm.amdgcn.fma.legacy(float %a, float %n, float %c)
  ret float %m
}
declare float @llvm.amdgcn.fma.legacy(float, float, float)
