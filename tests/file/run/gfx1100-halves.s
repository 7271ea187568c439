// A load into half of a register leaves the other half, as no registers here have error correction. Loads into both
// halves come back in order, so that the second one need not wait for the first.
// RUN: wavec run %s --mcpu=gfx1100 --global 1 --local 1 --arg 'buf:u32[6]:const=61183' --dump 0:6 | FileCheck %s
// CHECK: 61183 305458943 4009711224 4294923896 4009750271 4009711224
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_b64 s[0:1], s[0:1], 0x0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 0x12345678
	v_mov_b32_e32 v2, 0x12345678
	v_mov_b32_e32 v3, 0x12345678
	s_waitcnt lgkmcnt(0)
	global_load_d16_b16 v1, v0, s[0:1]
	global_load_d16_hi_b16 v2, v0, s[0:1]
	global_load_d16_hi_i8 v3, v0, s[0:1]
	global_load_d16_b16 v4, v0, s[0:1]
	global_load_d16_hi_b16 v4, v0, s[0:1]
	s_waitcnt vmcnt(0)
	global_store_b32 v0, v1, s[0:1] offset:4
	global_store_b32 v0, v2, s[0:1] offset:8
	global_store_b32 v0, v3, s[0:1] offset:12
	global_store_b32 v0, v4, s[0:1] offset:16
	scratch_store_b32 off, v2, off
	scratch_load_d16_b16 v5, off, off
	scratch_load_d16_hi_b16 v5, off, off offset:2
	s_waitcnt vmcnt(0)
	global_store_b32 v0, v5, s[0:1] offset:20
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_kernarg_size 8
		.amdhsa_private_segment_fixed_size 4
		.amdhsa_enable_private_segment 1
		.amdhsa_user_sgpr_count 15
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 16
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.target: amdgcn-amd-amdhsa--gfx1100
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 4
    .wavefront_size: 32
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
