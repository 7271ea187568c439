// Matrices of 16 by 16 on RDNA 3: a row of the result is in sixteen lanes of a register.
// RUN: wavec run %s --mcpu=gfx1100 --global 32 --local 32 --arg 'buf:u32[64]:zero' --dump 0:64 | FileCheck %s
// CHECK: 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 48 48 48 48 48 48 48 48 48 48 48 48 48 48 48 48
// CHECK-SAME: 1056964608 1056964608 1056964608 1056964608 1056964608 1056964608 1056964608 1056964608 1056964608 1056964608 1056964608 1056964608 1056964608 1056964608 1056964608 1056964608 1099169792 1099169792 1099169792 1099169792 1099169792 1099169792 1099169792 1099169792 1099169792 1099169792 1099169792 1099169792 1099169792 1099169792 1099169792 1099169792
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_b64 s[0:1], s[0:1], 0x0
	v_and_b32_e32 v0, 0x3ff, v0
	v_lshlrev_b32_e32 v1, 2, v0
	// A has the number of its row everywhere, and B is 1: a row of the product is 16 times its number; C is 0.5.
	v_and_b32_e32 v2, 15, v0
	v_cvt_f16_u16_e32 v2.l, v2.l
	v_mov_b16_e32 v2.h, v2.l
	v_mov_b32_e32 v8, v2
	v_mov_b32_e32 v16, 0x3c003c00
	v_mov_b32_e32 v9, v2
	v_mov_b32_e32 v17, 0x3c003c00
	v_mov_b32_e32 v10, v2
	v_mov_b32_e32 v18, 0x3c003c00
	v_mov_b32_e32 v11, v2
	v_mov_b32_e32 v19, 0x3c003c00
	v_mov_b32_e32 v12, v2
	v_mov_b32_e32 v20, 0x3c003c00
	v_mov_b32_e32 v13, v2
	v_mov_b32_e32 v21, 0x3c003c00
	v_mov_b32_e32 v14, v2
	v_mov_b32_e32 v22, 0x3c003c00
	v_mov_b32_e32 v15, v2
	v_mov_b32_e32 v23, 0x3c003c00
	v_wmma_f32_16x16x16_f16 v[24:31], v[8:15], v[16:23], 0.5
	v_cvt_u32_f32_e32 v25, v25
	s_waitcnt lgkmcnt(0)
	global_store_b32 v1, v25, s[0:1] offset:0
	global_store_b32 v1, v24, s[0:1] offset:128
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 15
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 40
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
    .vgpr_count: 40
    .max_flat_workgroup_size: 32
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
...
	.end_amdgpu_metadata
