// The address of scratch memory in a buffer wraps at 32 bits: a part of it may be negative, as nothing checks the range.
// RUN: wavec run %s --mcpu=gfx900 --global 1 --local 1 --arg 'buf:u32[1]:zero' --dump 0:1 | FileCheck %s
// CHECK: 305419896
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_dwordx2 s[4:5], s[4:5], 0x0
	s_add_u32 s0, s0, s6
	s_addc_u32 s1, s1, 0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 0x12345678
	v_mov_b32_e32 v2, -16
	buffer_store_dword v1, off, s[0:3], 0 offset:4
	buffer_load_dword v3, v2, s[0:3], 0 offen offset:20
	s_waitcnt vmcnt(0) lgkmcnt(0)
	global_store_dword v0, v3, s[4:5]
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_kernarg_size 8
		.amdhsa_private_segment_fixed_size 16
		.amdhsa_user_sgpr_count 6
		.amdhsa_system_sgpr_workgroup_id_x 0
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 16
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 16
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 12
    .max_flat_workgroup_size: 32
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
...
	.end_amdgpu_metadata
