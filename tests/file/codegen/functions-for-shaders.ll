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

; Results of up to 136 registers, some of which are preserved otherwise. Larger ones are in memory, the address of which is the
; first argument.
; CHECK-LABEL: {{^}}registers:
; CHECK-NOT:  scratch
; CHECK:      v40, 9
; CHECK-NOT:  scratch
; CHECK:      s_setpc_b64 s[30:31]
define amdgpu_gfx [44 x i32] @registers(i32 %x) noinline {
  %r = insertvalue [44 x i32] poison, i32 9, 40
  ret [44 x i32] %r
}

; CHECK-LABEL: {{^}}memory:
; CHECK-DAG:  v_mul_lo_u32 [[V:v[0-9]+]], v1, {{3|s[0-9]+}}
; CHECK:      scratch_store_{{b32|dword}} v0, [[V]], off offset:556
; CHECK:      s_setpc_b64 s[30:31]
define amdgpu_gfx [140 x i32] @memory(i32 %x) noinline {
  %y = mul i32 %x, 3
  %r = insertvalue [140 x i32] poison, i32 %y, 139
  ret [140 x i32] %r
}

; The last call is a jump if arguments in registers that are preserved are this function's own.
; CHECK-LABEL: {{^}}jump:
; CHECK-NOT:  v_writelane_b32
; CHECK:      s_setpc_b64 s[36:37]
define amdgpu_gfx float @jump(float %x, i32 inreg %y) noinline {
  %z = fadd float %x, %x
  %r = tail call amdgpu_gfx float @callee(float %z, i32 inreg %y)
  ret float %r
}

; CHECK-LABEL: {{^}}other_argument:
; CHECK:      s_swappc_b64 s[30:31]
define amdgpu_gfx float @other_argument(float %x, i32 inreg %y) noinline {
  %r = tail call amdgpu_gfx float @callee(float %x, i32 inreg 1)
  ret float %r
}

; CHECK-LABEL: {{^}}other_place:
; CHECK:      s_swappc_b64 s[30:31]
define amdgpu_gfx float @other_place(float %x, i32 inreg %y, i32 inreg %z) noinline {
  %r = tail call amdgpu_gfx float @callee(float %x, i32 inreg %z)
  ret float %r
}
