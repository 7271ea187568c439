; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx942 -S -o - | FileCheck %s
; RUN: not wavec %s -mcpu=gfx1030 -S -o - 2>&1 | FileCheck %s --check-prefix=NONE
; Functions that shaders call: uniform arguments from s4 on, others from v0 on; registers from s4 to s31 are preserved.

; NONE: error: 'a call in a shader' is not supported on gfx1030 without an operating system 'amdpal' or 'mesa3d' in the target triple

; CHECK-LABEL: {{^}}callee:
; CHECK:      v_cvt_f32_i32_e32 [[F:v[0-9]+]], s4
; CHECK:      v_add_f32_e32 v0, v0, [[F]]
; CHECK:      s_setpc_b64 s[30:31]
define amdgpu_gfx float @callee(float %x, i32 inreg %y) noinline {
  %z = sitofp i32 %y to float
  %w = fadd float %x, %z
  ret float %w
}

; Arguments after s29 and v31 are on the stack.
; CHECK-LABEL: {{^}}many:
; CHECK-DAG:  scratch_load_{{b32|dword}} [[A:v[0-9]+]], off, s32 offset:4
; CHECK-DAG:  scratch_load_{{b32|dword}} [[B:v[0-9]+]], off, s32 offset:20
; CHECK:      s29
; CHECK:      s_setpc_b64 s[30:31]
define amdgpu_gfx i32 @many([28 x i32] inreg %a, [36 x i32] %b) noinline {
  %x = extractvalue [28 x i32] %a, 25
  %y = extractvalue [28 x i32] %a, 27
  %z = extractvalue [36 x i32] %b, 31
  %w = extractvalue [36 x i32] %b, 35
  %p = add i32 %x, %y
  %q = add i32 %z, %w
  %r = add i32 %p, %q
  ret i32 %r
}

; What is live across a call is in a register that the callee preserves, among them v40 to v47.
; CHECK-LABEL: {{^}}shader:
; CHECK-DAG:  v_cvt_f32_i32_e32 [[KEPT:v4[0-7]]], s0
; CHECK-DAG:  s_mov_b32 s4, s0
; CHECK:      s_mov_b32 s32, 0
; CHECK:      s_swappc_b64 s[30:31], s[{{[0-9:]+}}]
; CHECK:      v_add_f32_e32 v0, v0, [[KEPT]]
define amdgpu_ps float @shader(float %x, i32 inreg %y) {
  %z = call amdgpu_gfx float @callee(float %x, i32 inreg %y)
  %i = sitofp i32 %y to float
  %v = fadd float %z, %i
  ret float %v
}
