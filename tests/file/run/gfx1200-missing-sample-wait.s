// A wait for loads is none for what is read through a sampler.
// RUN: not wavec run %s --mcpu=gfx1200 --global 32 --local 32 --arg image1d:r_float,8:iota --arg sampler:nearest,normalized,clamp_to_edge --arg 'buf:f32[32]:zero' 2>&1 | FileCheck %s
// CHECK: v2
// CHECK-SAME: samplecnt
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1200"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_b128 s[4:7], s[0:1], 0x0
	s_load_b64 s[2:3], s[0:1], 0x10
	s_wait_kmcnt 0x0
	s_load_b256 s[8:15], s[4:5], 0x0
	s_load_b128 s[16:19], s[6:7], 0x0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 0.5
	s_wait_kmcnt 0x0
	image_sample_lz v2, v1, s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_1D
	s_wait_loadcnt 0x0
	global_store_b32 v0, v2, s[2:3]
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 24
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.target: amdgcn-amd-amdhsa--gfx1200
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 26
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args:
      - .offset: 0
        .size: 8
        .value_kind: image
        .address_space: global
      - .offset: 8
        .size: 8
        .value_kind: sampler
        .address_space: constant
      - .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
...
	.end_amdgpu_metadata
