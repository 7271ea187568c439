// Dependencies that RDNA 4 loses unless code waits for them, and clauses; the argument says which code runs.
// RUN: not wavec run %s --mcpu=gfx1200 --kernel k --global 32 --local 32 --arg i32:0 2>&1 | FileCheck %s --check-prefix=SCALAR
// RUN: wavec run %s --mcpu=gfx1200 --kernel k --global 32 --local 32 --arg i32:1
// RUN: not wavec run %s --mcpu=gfx1200 --kernel k --global 32 --local 32 --arg i32:2 2>&1 | FileCheck %s --check-prefix=SCALAR
// RUN: wavec run %s --mcpu=gfx1200 --kernel k --global 32 --local 32 --arg i32:3
// RUN: not wavec run %s --mcpu=gfx1200 --kernel k --global 32 --local 32 --arg i32:4 2>&1 | FileCheck %s --check-prefix=PERMUTE
// RUN: not wavec run %s --mcpu=gfx1200 --kernel k --global 32 --local 32 --arg i32:5 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not wavec run %s --mcpu=gfx1200 --kernel k --global 32 --local 32 --arg i32:6 2>&1 | FileCheck %s --check-prefix=LENGTH
// RUN: wavec run %s --mcpu=gfx1200 --kernel k --global 32 --local 32 --arg i32:7
// SCALAR: s9 is read after it was written again, without s_waitcnt_depctr
// PERMUTE: lanes are permuted right after a vector instruction wrote exec
// KIND: another kind of instruction stands in a clause
// LENGTH: a clause of 33 instructions, which may have 2 to 32
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1200"
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
	s_mov_b32 s8, 1
	s_mov_b32 s9, 1
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 0
	s_wait_kmcnt 0x0
	case 0, scalar
	case 1, scalar_waits
	case 2, vector
	case 3, vector_waits
	case 4, permute
	case 5, kind
	case 6, length
	case 7, right
	s_endpgm
// s9 is lost because s8 of the same pair was read.
scalar:
	v_mov_b32_e32 v1, s8
	s_mov_b32 s9, 2
	s_mov_b32 s10, s9
	s_endpgm
scalar_waits:
	v_mov_b32_e32 v1, s8
	s_mov_b32 s9, 2
	s_wait_alu 0xfffe
	s_mov_b32 s10, s9
	s_endpgm
// A scalar instruction waits for the vector instruction by itself, a vector instruction does not.
vector:
	v_mov_b32_e32 v1, s9
	v_readfirstlane_b32 s9, v2
	s_mov_b32 s10, 1
	v_mov_b32_e32 v1, s9
	s_endpgm
vector_waits:
	v_mov_b32_e32 v1, s9
	v_readfirstlane_b32 s9, v2
	s_wait_alu 0xf1ff
	v_mov_b32_e32 v1, s9
	v_readfirstlane_b32 s9, v2
	s_mov_b32 s10, s9
	v_mov_b32_e32 v1, s9
	s_endpgm
permute:
	v_cmpx_eq_u32_e32 v1, v2
	v_nop
	v_permlanex16_b32 v1, v2, s8, s9
	s_endpgm
kind:
	s_clause 0x1
	s_load_b32 s10, s[0:1], 0x0
	v_mov_b32_e32 v1, 0
	s_endpgm
length:
	s_clause 0x20
	s_endpgm
right:
	s_clause 0x2
	s_load_b32 s10, s[0:1], 0x0
	s_nop 0
	s_load_b32 s11, s[0:1], 0x0
	v_mov_b32_e32 v1, 0
	s_wait_kmcnt 0x0
	s_endpgm
	.size k, .-k
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 20
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
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 20
    .vgpr_count: 8
    .max_flat_workgroup_size: 64
    .args:
      - .offset: 0
        .size: 4
        .value_kind: by_value
...
	.end_amdgpu_metadata
