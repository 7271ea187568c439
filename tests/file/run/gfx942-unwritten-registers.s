// Registers that were not written are found where instructions were executed before, and are not asked for one by one: in
// lanes that were inactive when a register was written, and in registers that are numbers in others.
// RUN: not wavec run %s --mcpu=gfx942 --kernel other_lane --global 64 --local 64 --arg 'buf:i32[64]:zero' 2>&1 | FileCheck %s --check-prefix=LANE
// RUN: wavec run %s --mcpu=gfx942 --kernel active_lane --global 64 --local 64 --arg 'buf:i32[64]:zero' --dump 0:2 | FileCheck %s --check-prefix=ACTIVE
// RUN: not wavec run %s --mcpu=gfx942 --kernel more_lanes --global 64 --local 64 --arg 'buf:i32[64]:zero' 2>&1 | FileCheck %s --check-prefix=LANE
// RUN: not wavec run %s --mcpu=gfx942 --kernel relative --global 64 --local 64 --arg 'buf:i32[64]:zero' 2>&1 | FileCheck %s --check-prefix=LANE
// RUN: wavec run %s --mcpu=gfx942 --kernel relative_written --global 64 --local 64 --arg 'buf:i32[64]:zero' --dump 0:2 | FileCheck %s --check-prefix=WRITTEN
// LANE: v2 is read but was never written
// ACTIVE: 29 29
// WRITTEN: 10 10
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl other_lane
	.p2align 8
	.type other_lane,@function
other_lane:
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	v_mov_b32_e32 v3, 0
	s_mov_b32 s2, 3
	s_mov_b64 exec, 0xffffffff
	v_mov_b32_e32 v1, 7
other_lane_loop:
	v_add_u32_e32 v3, v1, v3
	v_readlane_b32 s4, v1, 40
	s_add_u32 s5, s4, 1
	v_add_u32_e32 v2, s5, v3
	s_sub_u32 s2, s2, 1
	s_cmp_lg_u32 s2, 0
	s_cbranch_scc1 other_lane_loop
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v2, s[0:1]
	s_endpgm
	.text
	.globl active_lane
	.p2align 8
	.type active_lane,@function
active_lane:
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	v_mov_b32_e32 v3, 0
	s_mov_b32 s2, 3
	s_mov_b64 exec, 0xffffffff
	v_mov_b32_e32 v1, 7
active_lane_loop:
	v_add_u32_e32 v3, v1, v3
	v_readlane_b32 s4, v1, 20
	s_add_u32 s5, s4, 1
	v_add_u32_e32 v2, s5, v3
	s_sub_u32 s2, s2, 1
	s_cmp_lg_u32 s2, 0
	s_cbranch_scc1 active_lane_loop
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v2, s[0:1]
	s_endpgm
	.text
	.globl more_lanes
	.p2align 8
	.type more_lanes,@function
more_lanes:
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	v_mov_b32_e32 v3, 0
	s_mov_b32 s2, 3
	s_mov_b64 exec, 0xffffffff
	v_mov_b32_e32 v1, 7
more_lanes_loop:
	v_add_u32_e32 v3, v1, v3
	s_mov_b64 exec, -1
	v_add_u32_e32 v2, v1, v1
	s_sub_u32 s2, s2, 1
	s_cmp_lg_u32 s2, 0
	s_cbranch_scc1 more_lanes_loop
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v2, s[0:1]
	s_endpgm
	.text
	.globl relative
	.p2align 8
	.type relative,@function
relative:
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	v_mov_b32_e32 v3, 0
	s_mov_b32 s2, 3
	s_mov_b32 s8, 5
	s_mov_b32 m0, 1
relative_loop:
	v_add_u32_e32 v3, 1, v3
	s_movrels_b32 s4, s8
	s_add_u32 s5, s4, 1
	v_add_u32_e32 v2, s5, v3
	s_sub_u32 s2, s2, 1
	s_cmp_lg_u32 s2, 0
	s_cbranch_scc1 relative_loop
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v2, s[0:1]
	s_endpgm
	.text
	.globl relative_written
	.p2align 8
	.type relative_written,@function
relative_written:
	s_load_dwordx2 s[0:1], s[0:1], 0x0
	v_lshlrev_b32_e32 v0, 2, v0
	v_mov_b32_e32 v3, 0
	s_mov_b32 s2, 3
	s_mov_b32 s8, 5
	s_mov_b32 s9, 6
	s_mov_b32 m0, 1
relative_written_loop:
	v_add_u32_e32 v3, 1, v3
	s_movrels_b32 s4, s8
	s_add_u32 s5, s4, 1
	v_add_u32_e32 v2, s5, v3
	s_sub_u32 s2, s2, 1
	s_cmp_lg_u32 s2, 0
	s_cbranch_scc1 relative_written_loop
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v2, s[0:1]
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel other_lane
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
	.p2align 6
	.amdhsa_kernel active_lane
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
	.p2align 6
	.amdhsa_kernel more_lanes
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
	.p2align 6
	.amdhsa_kernel relative
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
	.p2align 6
	.amdhsa_kernel relative_written
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.target: amdgcn-amd-amdhsa--gfx942
amdhsa.kernels:
  - .name: other_lane
    .symbol: other_lane.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: active_lane
    .symbol: active_lane.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: more_lanes
    .symbol: more_lanes.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: relative
    .symbol: relative.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: relative_written
    .symbol: relative_written.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
...
	.end_amdgpu_metadata
