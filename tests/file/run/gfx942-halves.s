// Where registers have error correction, a load into half of a register does not leave the other half.
// RUN: wavec run %s --mcpu=gfx942 --global 1 --local 1 --arg 'buf:u32[4]:const=61183' --dump 0:4 | FileCheck %s
// CHECK: 61183 61183 4009689088 4294901760
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 0x12345678
	v_mov_b32_e32 v2, 0x12345678
	v_mov_b32_e32 v3, 0x12345678
	s_waitcnt lgkmcnt(0)
	global_load_short_d16 v1, v0, s[0:1]
	global_load_short_d16_hi v2, v0, s[0:1]
	global_load_sbyte_d16_hi v3, v0, s[0:1]
	s_waitcnt vmcnt(0)
	global_store_dword v0, v1, s[0:1] offset:4
	global_store_dword v0, v2, s[0:1] offset:8
	global_store_dword v0, v3, s[0:1] offset:12
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 12
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.target: amdgcn-amd-amdhsa--gfx942
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
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
