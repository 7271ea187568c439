; RUN: wavec %s -mcpu=gfx900 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx1030 -S -o - | FileCheck %s
; RUN: not wavec %s -mcpu=gfx1100 -S -o - 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not wavec %s -mcpu=gfx942 -S -o - 2>&1 | FileCheck %s --check-prefix=NONE
; Pairs of halves in two words, where exports can be compressed.

; NONE:       [[@LINE+12]]:3: error: 'llvm.amdgcn.exp.compr' is not supported on

; CHECK-LABEL: {{^}}halves:
; CHECK:      v_mov_b32_e32 v1, s0
; CHECK-NEXT: exp mrt0 v0, off, v1, off compr{{$}}
; CHECK-NEXT: exp mrt1 v0, v0, v1, v1 done compr vm
; CHECK-NEXT: exp mrt2 v0, v0, off, off done compr vm
; CHECK-NEXT: exp mrt3 off, off, v1, v1 done compr vm
; CHECK-NEXT: exp mrtz off, off, off, off compr
; CHECK-NEXT: s_endpgm
define amdgpu_ps void @halves(<2 x half> %a, <2 x half> inreg %b, <2 x i16> %c) {

  call void @llvm.amdgcn.exp.compr.v2f16(i32 0, i32 5, <2 x half> %a, <2 x half> %b, i1 false, i1 false)
  call void @llvm.amdgcn.exp.compr.v2f16(i32 1, i32 15, <2 x half> %a, <2 x half> %b, i1 true, i1 true)
  call void @llvm.amdgcn.exp.compr.v2f16(i32 2, i32 3, <2 x half> %a, <2 x half> %b, i1 true, i1 true)
  call void @llvm.amdgcn.exp.compr.v2f16(i32 3, i32 12, <2 x half> %a, <2 x half> %b, i1 true, i1 true)
  call void @llvm.amdgcn.exp.compr.v2i16(i32 8, i32 0, <2 x i16> %c, <2 x i16> %c, i1 false, i1 false)
  ret void
}
declare void @llvm.amdgcn.exp.compr.v2f16(i32, i32, <2 x half>, <2 x half>, i1, i1)
declare void @llvm.amdgcn.exp.compr.v2i16(i32, i32, <2 x i16>, <2 x i16>, i1, i1)
