; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX11
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s --check-prefixes=CHECK,GFX12
; RUN: not wavec %s -mcpu=gfx1030 -S -o - 2>&1 | FileCheck %s --check-prefix=NONE
; Rows of primitives: the number of the row is in M0.

; NONE:       [[@LINE+9]]:3: error: 'llvm.amdgcn.exp.row' is not supported on

; CHECK-LABEL: {{^}}row:
; CHECK:      s_mov_b32 m0, s0
; GFX11:      exp pos0 v0, v1, off, off done row_en
; GFX12:      export pos0 v0, v1, off, off done row_en
; CHECK:      v_readfirstlane_b32 [[R:s[0-9]+]], v2
; CHECK:      s_mov_b32 m0, [[R]]
define amdgpu_gs void @row(i32 %a, i32 %b, i32 inreg %row, i32 %other) {
  call void @llvm.amdgcn.exp.row.i32(i32 12, i32 3, i32 %a, i32 %b, i32 poison, i32 poison, i1 true, i32 %row)
  call void @llvm.amdgcn.exp.row.i32(i32 20, i32 1, i32 %a, i32 %b, i32 poison, i32 poison, i1 true, i32 %other)
  ret void
}
declare void @llvm.amdgcn.exp.row.i32(i32, i32, i32, i32, i32, i32, i1, i32)
