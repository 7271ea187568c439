; RUN: wavec %s -mcpu=gfx900 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX9
; RUN: wavec %s -mcpu=gfx1030 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX10
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX11
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX12
; Exports: words that the mask leaves out take no register.

; CHECK-LABEL: {{^}}colors:
; GFX9:       exp mrt0 v0, off, [[ONE:v[0-9]+]], off{{$}}
; GFX9:       exp mrt1 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v2 done vm
; GFX10:      exp mrt0 v0, off, [[ONE:v[0-9]+]], off{{$}}
; GFX10:      exp mrt1 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v2 done vm
; GFX11:      exp mrt0 v0, off, [[ONE:v[0-9]+]], off{{$}}
; GFX11:      exp mrt1 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v2 done{{$}}
; GFX12:      export mrt0 v0, off, [[ONE:v[0-9]+]], off{{$}}
; GFX12:      export mrt1 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v2 done{{$}}
; CHECK-NEXT: s_endpgm
define amdgpu_ps void @colors(float %a, float %b, float %c) {
  call void @llvm.amdgcn.exp.f32(i32 0, i32 5, float %a, float %b, float 1.0, float poison, i1 false, i1 false)
  %x = fadd float %a, 2.0
  %y = fadd float %b, 2.0
  call void @llvm.amdgcn.exp.f32(i32 1, i32 15, float %x, float %y, float %x, float %c, i1 true, i1 true)
  ret void
}

; Scalars are moved to vector registers. Integers are exported, too.
; CHECK-LABEL: {{^}}vertices:
; CHECK:      v_mov_b32_e32 [[S:v[0-9]+]], s0
; GFX9:       exp pos0 v0, v1, [[S]], v0 done{{$}}
; GFX10:      exp pos0 v0, v1, [[S]], v0 done{{$}}
; GFX11:      exp pos0 v0, v1, [[S]], v0 done{{$}}
; GFX12:      export pos0 v0, v1, [[S]], v0 done{{$}}
; GFX9-NEXT:  exp prim v0, off, off, off{{$}}
; GFX10-NEXT: exp prim v0, off, off, off{{$}}
; GFX11-NEXT: exp prim v0, off, off, off{{$}}
; GFX12-NEXT: export prim v0, off, off, off{{$}}
; CHECK-NEXT: s_endpgm
define amdgpu_vs void @vertices(i32 %a, i32 %b, i32 inreg %c) {
  call void @llvm.amdgcn.exp.i32(i32 12, i32 15, i32 %a, i32 %b, i32 %c, i32 %a, i1 true, i1 false)
  call void @llvm.amdgcn.exp.i32(i32 20, i32 1, i32 %a, i32 %b, i32 %c, i32 %a, i1 false, i1 false)
  ret void
}

; RDNA 3 and 4 have no parameters.
; CHECK-LABEL: {{^}}parameters:
; GFX9:       exp param3 off, v0, off, off{{$}}
; GFX10:      exp param3 off, v0, off, off{{$}}
; GFX11:      exp invalid_target_35 off, v0, off, off{{$}}
define amdgpu_vs void @parameters(i32 %a) {
  call void @llvm.amdgcn.exp.i32(i32 35, i32 2, i32 poison, i32 %a, i32 poison, i32 poison, i1 false, i1 false)
  ret void
}

; What overwrites a register waits until the export has read it; a branch that changes EXEC does, too.
; CHECK-LABEL: {{^}}overwritten:
; GFX9:       s_waitcnt expcnt(0)
; GFX9-NEXT:  v_{{add_f32|mov_b32}}_e32 v0
; GFX10:      s_waitcnt expcnt(0)
; GFX10-NEXT: v_{{add_f32|mov_b32}}_e32 v0
; GFX11:      s_waitcnt expcnt(0)
; GFX11:      v_{{add_f32|mov_b32}}_e32 v0
; GFX12:      s_wait_expcnt 0x0
; GFX12:      v_{{add_f32|mov_b32}}_e32 v0
; CHECK:      .size overwritten
define amdgpu_ps float @overwritten(float %a, float %b) {
  call void @llvm.amdgcn.exp.f32(i32 0, i32 3, float %a, float %b, float %a, float %a, i1 true, i1 true)
  %x = fadd float %a, %b
  ret float %x
}
declare void @llvm.amdgcn.exp.f32(i32, i32, float, float, float, float, i1, i1)
declare void @llvm.amdgcn.exp.i32(i32, i32, i32, i32, i32, i32, i1, i1)
