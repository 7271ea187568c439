// Dependencies that RDNA 3 loses in waves of 64 lanes unless code waits for them; the argument says which code runs.
// RUN: not wavec run %s --mcpu=gfx1100 --mwavefrontsize64 --kernel k --global 64 --local 64 --arg i32:2 2>&1 | FileCheck %s --check-prefix=EXEC
// RUN: wavec run %s --mcpu=gfx1100 --mwavefrontsize64 --kernel k --global 64 --local 64 --arg i32:3
// RUN: wavec run %s --mcpu=gfx1100 --mwavefrontsize64 --kernel k --global 64 --local 64 --arg i32:4
// EXEC: v1 and v2 are read soon after they were written before and after a change of exec, without s_waitcnt_depctr
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.macro case number, label
	s_cmp_eq_u32 s2, \number
	s_cbranch_scc1 \label
	.endm
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_b32 s2, s[0:1], 0x0
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 0
	s_waitcnt lgkmcnt(0)
	case 2, exec_changes
	case 3, exec_waits
	case 4, far
	s_endpgm
exec_changes:
	v_mov_b32_e32 v1, 1
	s_mov_b64 exec, -1
	v_mov_b32_e32 v2, 1
	v_add_f32_e32 v3, v1, v2
	s_endpgm
exec_waits:
	v_mov_b32_e32 v1, 1
	s_mov_b64 exec, -1
	v_mov_b32_e32 v2, 1
	s_waitcnt_depctr 0xfff
	v_add_f32_e32 v3, v1, v2
	s_endpgm
far:
	v_mov_b32_e32 v1, 1
	v_mov_b32_e32 v3, 1
	v_mov_b32_e32 v3, 1
	s_mov_b64 exec, -1
	v_mov_b32_e32 v3, 1
	v_mov_b32_e32 v2, 1
	v_add_f32_e32 v3, v1, v2
	s_endpgm
	.size k, .-k
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 15
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_wavefront_size32 0
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 20
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
    .wavefront_size: 64
    .sgpr_count: 20
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args:
      - .offset: 0
        .size: 4
        .value_kind: by_value
...
	.end_amdgpu_metadata
