; From version 3 on, PAL metadata names fields in place of registers. The older form is pairs of register and value.
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s
; RUN: sed -e "s/^!named = /!amdgpu.pal.metadata = /" -e "/msgpack/d" %s > %t.ll
; RUN: wavec %t.ll -mcpu=gfx900 -S -o %t.s
; RUN: FileCheck %s --check-prefixes=PAIRS < %t.s
; RUN: wavec mc %t.s -mcpu=gfx900 -triple=amdgcn-amd-amdpal -o - | FileCheck %s --check-prefixes=PAIRS
target triple = "amdgcn-amd-amdpal"

define amdgpu_ps float @ps(float inreg %a, float %b) #0 {
  %r = fadd float %a, %b
  ret float %r
}

attributes #0 = { "InitialPSInputAddr"="0x22" }

!amdgpu.pal.metadata.msgpack = !{!0}
!named = !{!1}
!0 = !{!"\82\AEamdpal.version\92\03\00\B0amdpal.pipelines\91\81\A4.api\A6Vulkan"}
; A bit of PGM_RSRC1, what the driver knows by itself, an input of pixels.
!1 = !{i32 11274, i32 4096, i32 268435536, i32 123, i32 41395, i32 8}

; CHECK: .graphics_registers:
; CHECK-NEXT: .ps_extra_lds_size: 0
; CHECK-NEXT: .spi_ps_input_addr:
; CHECK: .linear_center_ena: true
; CHECK: .persp_center_ena: true
; CHECK: .persp_sample_ena: true
; CHECK: .spi_ps_input_ena:
; CHECK: .linear_center_ena: false
; CHECK: .persp_center_ena: false
; CHECK: .persp_sample_ena: true
; CHECK: .hardware_stages:
; CHECK-NEXT: .ps:
; CHECK-NEXT: .debug_mode:     false
; CHECK-NEXT: .entry_point:    _amdgpu_ps_main
; CHECK-NEXT: .entry_point_symbol: ps
; CHECK-NEXT: .forward_progress: true
; CHECK-NEXT: .ieee_mode:      false
; CHECK-NEXT: .lds_size:       0
; CHECK-NEXT: .mem_ordered:    true
; CHECK-NEXT: .scratch_en:     false
; CHECK-NEXT: .scratch_memory_size: 0
; CHECK-NEXT: .sgpr_count:     0x1
; CHECK-NEXT: .vgpr_count:     0x1
; CHECK-NEXT: .wgp_mode:       true
; CHECK-NEXT: .registers:      {}

; PAIRS: .amd_amdgpu_pal_metadata 0x2c0a,0x2f1000,0x2c0b,0x0,0xa1b3,0x9,0xa1b4,0x23,0x10000026,0x1,0x1000002d,0x5,0x10000049,0x0,0x10000050,0x7b
