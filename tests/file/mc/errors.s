; RUN: not wavec mc %s 2>&1 | FileCheck %s
; Every bad line is reported.

v_add_f32 v0, v1, v2
; CHECK: errors.s:6:1: error:
v_nonsense v0
v_mov_b32 v0, v1
; CHECK: errors.s:
v_add_f32 v0, v1, v999
