// A transcendental result that is read soon is lost on RDNA 3 unless it is awaited or five other instructions are between.
// RUN: not wavec run %s --mcpu=gfx1100 --kernel lost --global 32 --local 32 --arg 'buf:f32[32]:zero' 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: wavec run %s --mcpu=gfx1100 --kernel awaited --global 32 --local 32 --arg 'buf:f32[32]:zero' --dump 0:2 | FileCheck %s --check-prefix=FOUR
// RUN: not wavec run %s --mcpu=gfx1100 --kernel near --global 32 --local 32 --arg 'buf:f32[32]:zero' 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: wavec run %s --mcpu=gfx1100 --kernel far --global 32 --local 32 --arg 'buf:f32[32]:zero' --dump 0:2 | FileCheck %s --check-prefix=FOUR
// LOST: v1 is read before a transcendental instruction has written it, without s_waitcnt_depctr
// FOUR: 4 4
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl lost
	.p2align 8
	.type lost,@function
lost:
	s_load_b64 s[0:1], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	v_mov_b32_e32 v2, 1.0
	v_exp_f32_e32 v1, v2
	v_add_f32_e32 v1, v1, v1
	s_waitcnt lgkmcnt(0)
	global_store_b32 v0, v1, s[0:1]
	s_endpgm
	.globl awaited
	.p2align 8
	.type awaited,@function
awaited:
	s_load_b64 s[0:1], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	v_mov_b32_e32 v2, 1.0
	v_exp_f32_e32 v1, v2
	s_waitcnt_depctr 0xfff
	v_add_f32_e32 v1, v1, v1
	s_waitcnt lgkmcnt(0)
	global_store_b32 v0, v1, s[0:1]
	s_endpgm
	.globl near
	.p2align 8
	.type near,@function
near:
	s_load_b64 s[0:1], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	v_mov_b32_e32 v2, 1.0
	v_exp_f32_e32 v1, v2
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v3, 0
	v_add_f32_e32 v1, v1, v1
	s_waitcnt lgkmcnt(0)
	global_store_b32 v0, v1, s[0:1]
	s_endpgm
	.globl far
	.p2align 8
	.type far,@function
far:
	s_load_b64 s[0:1], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	v_mov_b32_e32 v2, 1.0
	v_exp_f32_e32 v1, v2
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v3, 0
	v_add_f32_e32 v1, v1, v1
	s_waitcnt lgkmcnt(0)
	global_store_b32 v0, v1, s[0:1]
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel lost
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 15
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 20
	.end_amdhsa_kernel
	.amdhsa_kernel awaited
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 15
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 20
	.end_amdhsa_kernel
	.amdhsa_kernel near
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 15
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 20
	.end_amdhsa_kernel
	.amdhsa_kernel far
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 15
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 20
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.target: amdgcn-amd-amdhsa--gfx1100
amdhsa.kernels:
  - .name: lost
    .symbol: lost.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
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
  - .name: awaited
    .symbol: awaited.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
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
  - .name: near
    .symbol: near.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
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
  - .name: far
    .symbol: far.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
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
