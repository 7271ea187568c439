; RUN: sed -e 's/OS/-amdpal/' %s | wavec -x ir - -mcpu=gfx900 -S -o - | FileCheck %s --check-prefixes=PAL,PAL9
; RUN: sed -e 's/OS/-amdpal/' %s | wavec -x ir - -mcpu=gfx1030 -S -o - | FileCheck %s --check-prefixes=PAL,PAL10
; RUN: sed -e 's/OS/mesa-mesa3d/' %s | wavec -x ir - -mcpu=gfx90a -S -o - | FileCheck %s --check-prefixes=MESA
; RUN: sed -e 's/OS/mesa-mesa3d/' %s | wavec -x ir - -mcpu=gfx1100 -S -o - | FileCheck %s --check-prefixes=MESA11
; RUN: sed -e 's/OS/mesa-mesa3d/' %s | wavec -x ir - -mcpu=gfx1030 -mattr=+wavefrontsize64 --stop-after=frame -o %t.mir
; RUN: wavec %t.mir -mcpu=gfx1030 -mattr=+wavefrontsize64 -S -o - | FileCheck %s --check-prefixes=MIR
; Where the hardware does not know a wave's scratch memory, shaders find it as their driver says: through a table whose address is
; an argument (AMD's platform abstraction library), or through an address in front of all arguments (Mesa). The wave's offset is
; after the arguments.

target triple = "amdgcn-OS"

; PAL-LABEL:  {{^}}pixels:
; PAL-NEXT:   s_getpc_b64 vcc
; PAL-NEXT:   s_mov_b32 vcc_lo, s0
; PAL-NEXT:   s_load_dwordx2 vcc, vcc, 0x0
; PAL-NEXT:   s_waitcnt lgkmcnt(0)
; PAL-NEXT:   s_and_b32 vcc_hi, vcc_hi, 0xffff
; PAL9-NEXT:  s_add_u32 flat_scratch_lo, vcc_lo, s2
; PAL9-NEXT:  s_addc_u32 flat_scratch_hi, vcc_hi, 0
; PAL10-NEXT: s_add_u32 vcc_lo, vcc_lo, s2
; PAL10-NEXT: s_addc_u32 vcc_hi, vcc_hi, 0
; PAL10-NEXT: s_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO), vcc_lo
; PAL10-NEXT: s_setreg_b32 hwreg(HW_REG_FLAT_SCR_HI), vcc_hi
; MESA-LABEL: {{^}}pixels:
; MESA-NEXT:  s_load_dwordx2 vcc, s[0:1], 0x0
; MESA:       s_add_u32 flat_scratch_lo, vcc_lo, s4
; MIR-LABEL:  {{^}}pixels:
; MIR-NEXT:   s_load_dwordx2 vcc, s[0:1], 0x0
; MIR:        s_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO), vcc_lo
; MESA11-LABEL: {{^}}pixels:
; MESA11-NOT: vcc
; MESA11:     scratch_store
define amdgpu_ps float @pixels(i32 inreg %table, i32 inreg %n, float %x, i32 %i) {
  %a = alloca [64 x float], addrspace(5)
  %p = getelementptr [64 x float], ptr addrspace(5) %a, i32 0, i32 %i
  store volatile float %x, ptr addrspace(5) %p
  %q = getelementptr [64 x float], ptr addrspace(5) %a, i32 0, i32 %n
  %r = load volatile float, ptr addrspace(5) %q
  ret float %r
}

; Stages that share waves with another one are given the wave's offset, and more, before what the driver gives.
; PAL-LABEL:  {{^}}merged:
; PAL:        s_mov_b32 vcc_lo, s8
; PAL:        s_load_dwordx2 vcc, vcc, 0x0
; PAL:        s_add_u32 {{vcc_lo|flat_scratch_lo}}, vcc_lo, s5
; MESA-LABEL: {{^}}merged:
; MESA:       s_add_u32 flat_scratch_lo, vcc_lo, s5
define amdgpu_hs float @merged([9 x i32] inreg %s, float %x, i32 %i) {
  %a = alloca [64 x float], addrspace(5)
  %p = getelementptr [64 x float], ptr addrspace(5) %a, i32 0, i32 %i
  store volatile float %x, ptr addrspace(5) %p
  %r = load volatile float, ptr addrspace(5) %a
  ret float %r
}

; Compute shaders have another table; its high half may be known.
; PAL-LABEL:  {{^}}compute:
; PAL:        s_mov_b32 vcc_hi, 0x1234
; PAL-NEXT:   s_mov_b32 vcc_lo, s0
; PAL-NEXT:   s_load_dwordx2 vcc, vcc, 0x10
define amdgpu_cs float @compute(i32 inreg %s, float %x, i32 %i) "amdgpu-git-ptr-high"="0x1234" {
  %a = alloca [64 x float], addrspace(5)
  %p = getelementptr [64 x float], ptr addrspace(5) %a, i32 0, i32 %i
  store volatile float %x, ptr addrspace(5) %p
  %r = load volatile float, ptr addrspace(5) %a
  ret float %r
}

; Functions that shaders call have a stack, and nothing to set up.
; PAL-LABEL:  {{^}}caller:
; PAL:        s_getpc_b64 vcc
; PAL:        s_mov_b32 s32, 0
; PAL:        s_swappc_b64 s[30:31]
; PAL-LABEL:  {{^}}callee:
; PAL-NOT:    vcc
; PAL:        scratch_store_dword
; PAL:        s_setpc_b64 s[30:31]
define amdgpu_vs float @caller(i32 inreg %s, float %x) {
  %r = call amdgpu_gfx float @callee(float %x)
  ret float %r
}
define amdgpu_gfx float @callee(float %x) noinline {
  %a = alloca float, addrspace(5)
  store volatile float %x, ptr addrspace(5) %a
  %r = load volatile float, ptr addrspace(5) %a
  ret float %r
}

; Mesa's arguments are after the address, whether there is a stack or not.
; MESA-LABEL: {{^}}arguments:
; MESA:       v_add_f32_e32 v0, s2, v0
; MESA11-LABEL: {{^}}arguments:
; MESA11:     v_add_f32_e32 v0, s2, v0
; PAL-LABEL:  {{^}}arguments:
; PAL:        v_add_f32_e32 v0, s0, v0
define amdgpu_vs float @arguments(float inreg %s, float %x) {
  %r = fadd float %x, %s
  ret float %r
}
