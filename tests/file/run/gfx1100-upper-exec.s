// In waves of 32 lanes the upper half of EXEC is 0, which code reads as part of a ballot of 64 bits.
// RUN: wavec run %s --mcpu=gfx1100 --global 32 --local 32 --arg 'buf:u32[2]:zero' --dump 0:2 | FileCheck %s
// CHECK: 4294967295 0
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_b64 s[0:1], s[0:1], 0x0
	s_mov_b64 s[2:3], exec
	v_mov_b32_e32 v0, 0
	v_dual_mov_b32 v2, s2 :: v_dual_mov_b32 v3, s3
	s_waitcnt lgkmcnt(0)
	global_store_b64 v0, v[2:3], s[0:1]
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 15
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 3
		.amdhsa_next_free_sgpr 24
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
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 24
    .vgpr_count: 3
    .max_flat_workgroup_size: 32
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
...
	.end_amdgpu_metadata
