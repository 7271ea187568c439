// Each lane reads its own bit of a mask: those of other lanes need not have been written.
// RUN: wavec run %s --mcpu=gfx942 --kernel written_bits --global 64 --local 64 --arg 'buf:i32[64]:zero' --dump 0:4 | FileCheck %s --check-prefix=WRITTEN
// RUN: not wavec run %s --mcpu=gfx942 --kernel other_bits --global 64 --local 64 --arg 'buf:i32[64]:zero' 2>&1 | FileCheck %s --check-prefix=OTHER
// WRITTEN: 1 1 1 1
// OTHER: v5 is read but was never written
// OTHER: work-item (32, 0, 0)
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl written_bits
	.p2align 8
	.type written_bits,@function
written_bits:
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	s_mov_b64 exec, 0xffffffff
	v_mov_b32_e32 v1, -1
	s_mov_b64 exec, -1
	v_mov_b32_e32 v2, 0
	v_add_co_u32_e32 v3, vcc, 1, v1
	v_add_co_u32_e64 v3, s[4:5], 1, v1
	s_nop 1
	v_addc_co_u32_e32 v4, vcc, v2, v2, vcc
	v_addc_co_u32_e64 v5, s[4:5], v2, v2, s[4:5]
	v_min_u32_e32 v5, v4, v5
	s_mov_b64 exec, 0xffffffff
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v5, s[0:1]
	s_endpgm
	.text
	.globl other_bits
	.p2align 8
	.type other_bits,@function
other_bits:
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	s_mov_b64 exec, 0xffffffff
	v_mov_b32_e32 v1, -1
	s_mov_b64 exec, -1
	v_mov_b32_e32 v2, 0
	v_add_co_u32_e32 v3, vcc, 1, v1
	s_nop 1
	v_addc_co_u32_e32 v5, vcc, v2, v2, vcc
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v5, s[0:1]
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel written_bits
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.end_amdhsa_kernel
	.amdhsa_kernel other_bits
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .name: written_bits
    .symbol: written_bits.kd
    .kernarg_segment_size: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .wavefront_size: 64
    .sgpr_count: 14
    .vgpr_count: 8
    .max_flat_workgroup_size: 256
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: other_bits
    .symbol: other_bits.kd
    .kernarg_segment_size: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .wavefront_size: 64
    .sgpr_count: 14
    .vgpr_count: 8
    .max_flat_workgroup_size: 256
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
amdhsa.target: amdgcn-amd-amdhsa--gfx942
amdhsa.version: [1, 2]
...
	.end_amdgpu_metadata
