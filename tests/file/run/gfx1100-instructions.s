// Halves of registers, pairs of operations, and others that RDNA 3 adds.
// RUN: wavec run %s --mcpu=gfx1100 --global 32 --local 32 --arg 'buf:u32[256]:zero' --dump 0:256 | FileCheck %s
// Each result is that of 32 lanes.
// CHECK: 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032 1450727032
// CHECK-SAME: 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263 1107296263
// CHECK-SAME: 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2
// CHECK-SAME: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
// CHECK-SAME: 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18
// CHECK-SAME: 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40 40
// CHECK-SAME: 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408 17408
// CHECK-SAME: 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721 858984721
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_b64 s[0:1], s[0:1], 0x0
	v_and_b32_e32 v0, 0x3ff, v0
	v_lshlrev_b32_e32 v1, 2, v0
	// The half of a register that is written; the other one stays.
	v_mov_b32_e32 v2, 0x12345678
	v_mov_b16_e32 v2.h, v2.l
	v_mov_b32_e32 v3, 0x40003c00
	v_mov_b32_e32 v4, 7
	v_add_f16_e32 v4.h, v3.l, v3.h
	// Both halves of a pair read what was there before.
	v_mov_b32_e32 v6, 1
	v_mov_b32_e32 v7, 2
	v_dual_mov_b32 v6, v7 :: v_dual_mov_b32 v7, v6
	// Bytes of the first source are signed.
	v_mov_b32_e32 v8, 0xff020304
	v_mov_b32_e32 v9, 0x01010101
	v_dot4_i32_iu8 v8, v8, v9, 10 neg_lo:[1,0,0]
	v_mov_b32_e32 v9, 50
	v_minmax_u32 v9, v9, 30, 40
	// A constant between the sources.
	v_mov_b32_e32 v10, 0
	v_mov_b32_e32 v11, 0x3c003e00
	v_fmamk_f16 v10.l, v11.l, 0x4000, v11.h
	s_mov_b32 s4, 0x11112222
	s_pack_hl_b32_b16 s4, s4, 0x3333
	v_mov_b32_e32 v12, s4
	s_waitcnt lgkmcnt(0)
	global_store_b32 v1, v2, s[0:1] offset:0
	global_store_b32 v1, v4, s[0:1] offset:128
	global_store_b32 v1, v6, s[0:1] offset:256
	global_store_b32 v1, v7, s[0:1] offset:384
	global_store_b32 v1, v8, s[0:1] offset:512
	global_store_b32 v1, v9, s[0:1] offset:640
	global_store_b32 v1, v10, s[0:1] offset:768
	global_store_b32 v1, v12, s[0:1] offset:896
	s_endpgm
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_count 15
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 13
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
    .vgpr_count: 13
    .max_flat_workgroup_size: 32
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
...
	.end_amdgpu_metadata
