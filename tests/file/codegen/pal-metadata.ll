; What graphics drivers read of shaders: for amdpal PAL metadata and no descriptors, for mesa3d a section of registers.
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s
; RUN: wavec %s -mcpu=gfx900 -S -o - | FileCheck %s --check-prefixes=GFX9
; RUN: wavec %s -mcpu=gfx1200 -S -o %t.s
; RUN: wavec mc %t.s -mcpu=gfx1200 -triple=amdgcn-amd-amdpal -o - | FileCheck %s --check-prefixes=AGAIN
target triple = "amdgcn-amd-amdpal"

; CHECK: .amdgcn_target "amdgcn-amd-amdpal--gfx1100"
; CHECK-NOT: amdhsa
; CHECK-LABEL: ps:
define amdgpu_ps float @ps(float inreg %a, float %b) #0 {
  %r = fadd float %a, %b
  ret float %r
}

define amdgpu_cs void @cs(i32 inreg %x, i32 %y) {
  %p = alloca [16 x i32], addrspace(5)
  %q = getelementptr i32, ptr addrspace(5) %p, i32 %y
  store volatile i32 %x, ptr addrspace(5) %q
  ret void
}

define amdgpu_gfx i32 @f(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

attributes #0 = { "InitialPSInputAddr"="3" }

; The front end knows the version, the interface, a limit and a register.
!amdgpu.pal.metadata.msgpack = !{!0}
!0 = !{!"\82\AEamdpal.version\92\02\03\B0amdpal.pipelines\91\83\A4.api\A6Vulkan\B0.hardware_stages\81\A3.ps\81\AB.vgpr_limit\CD\01\00\AA.registers\81\CD\2C\0A\CD\10\00"}

; CHECK: .amd_amdgpu_isa "amdgcn-amd-amdpal--gfx1100"
; CHECK-NEXT: .amdgpu_pal_metadata
; CHECK-NEXT: ---
; CHECK-NEXT: amdpal.pipelines:
; CHECK-NEXT:   - .api:            Vulkan
; CHECK-NEXT:     .hardware_stages:
; CHECK-NEXT:       .cs:
; CHECK-NEXT:         .entry_point:    _amdgpu_cs_main
; CHECK-NEXT:         .entry_point_symbol: cs
; CHECK-NEXT:         .scratch_memory_size: 0x40
; CHECK-NEXT:         .sgpr_count:     0x2
; CHECK-NEXT:         .vgpr_count:     0x2
; CHECK-NEXT:       .ps:
; CHECK-NEXT:         .entry_point:    _amdgpu_ps_main
; CHECK-NEXT:         .entry_point_symbol: ps
; CHECK-NEXT:         .scratch_memory_size: 0
; CHECK-NEXT:         .sgpr_count:     0x1
; CHECK-NEXT:         .vgpr_count:     0x1
; CHECK-NEXT:         .vgpr_limit:     0x100
; CHECK-NEXT:     .registers:
; CHECK-NEXT:       '0x2c0a (SPI_SHADER_PGM_RSRC1_PS)': 0x22f1000
; CHECK-NEXT:       '0x2c0b (SPI_SHADER_PGM_RSRC2_PS)': 0
; CHECK-NEXT:       '0x2e00 (COMPUTE_DISPATCH_INITIATOR)': 0x8000
; CHECK-NEXT:       '0x2e12 (COMPUTE_PGM_RSRC1)': 0xe0af0000
; CHECK-NEXT:       '0x2e13 (COMPUTE_PGM_RSRC2)': 0x1
; CHECK-NEXT:       '0xa1b3 (SPI_PS_INPUT_ENA)': 0x1
; CHECK-NEXT:       '0xa1b4 (SPI_PS_INPUT_ADDR)': 0x3
; CHECK-NEXT:       '0xa1b6 (SPI_PS_IN_CONTROL)': 0x8000
; CHECK-NEXT:     .shader_functions:
; CHECK-NEXT:       f:
; CHECK-NEXT:         .backend_stack_size: 0
; CHECK-NEXT:         .lds_size:       0
; CHECK-NEXT:         .sgpr_count:     0x20
; CHECK-NEXT:         .stack_frame_size_in_bytes: 0
; CHECK-NEXT:         .vgpr_count:     0x1
; CHECK-NEXT: amdpal.version:
; CHECK-NEXT:   - 0x2
; CHECK-NEXT:   - 0x3
; CHECK-NEXT: ...
; CHECK-NEXT: .end_amdgpu_pal_metadata

; Waves of 64 lanes, and no modes of memory.
; GFX9: .registers:
; GFX9-NEXT: '0x2c0a (SPI_SHADER_PGM_RSRC1_PS)': 0x2f1000
; GFX9-NEXT: '0x2c0b (SPI_SHADER_PGM_RSRC2_PS)': 0
; GFX9-NEXT: '0x2e12 (COMPUTE_PGM_RSRC1)':
; GFX9-NEXT: '0x2e13 (COMPUTE_PGM_RSRC2)': 0x1
; GFX9-NEXT: '0xa1b3 (SPI_PS_INPUT_ENA)': 0x1
; GFX9-NEXT: '0xa1b4 (SPI_PS_INPUT_ADDR)': 0x3
; GFX9-NEXT: .shader_functions:

; The assembler reads it. Compute shaders of gfx12 have work-group identifiers in registers of their own.
; AGAIN: .amd_amdgpu_isa "amdgcn-amd-amdpal--gfx1200"
; AGAIN: '0x2c0a (SPI_SHADER_PGM_RSRC1_PS)': 0x20f1000
; AGAIN: '0x2e12 (COMPUTE_PGM_RSRC1)': 0xe00f0000
; AGAIN-NEXT: '0x2e13 (COMPUTE_PGM_RSRC2)': 0x381
; AGAIN: .end_amdgpu_pal_metadata
