// A wait for local memory is none for scalar memory.
// RUN: not wavec run %s --mcpu=gfx1200 --global 32 --local 32 --arg 'buf:u32[32]:zero' 2>&1 | FileCheck %s
// CHECK: kmcnt
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1200"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_b64 s[0:1], s[0:1], 0x0
	v_mov_b32_e32 v0, 0
	s_wait_dscnt 0x0
	s_wait_loadcnt 0x0
	global_store_b32 v0, v0, s[0:1]
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.target: amdgcn-amd-amdhsa--gfx1200
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 256
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 18
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
...
	.end_amdgpu_metadata
