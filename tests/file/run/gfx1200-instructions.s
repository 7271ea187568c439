// Work-group ids in registers of the trap handler, counters of their own, split barriers, and instructions that RDNA 4 adds.
// RUN: wavec run %s --mcpu=gfx1200 --global 128 --local 64 --arg 'buf:u32[640]:zero' --dump 0:640 | FileCheck %s
// Each work-item of the first group reads what one of the other wave wrote; 100 times the group is added.
// CHECK: 63 62 61 60
// CHECK-SAME: 3 2 1 0 163 162 161 160
// CHECK-SAME: 103 102 101 100
// The upper word of a product; minimum with a NaN; minimum of numbers; a byte of memory with its sign.
// CHECK-SAME: 6 6 6
// CHECK-SAME: 2143289344 2143289344
// CHECK-SAME: 1065353216 1065353216
// CHECK-SAME: 4294967168 4294967168
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1200"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_b64 s[0:1], s[0:1], 0x0
	v_and_b32_e32 v0, 0x3ff, v0
	v_lshlrev_b32_e32 v1, 2, v0
	// Through local memory, in the opposite order.
	ds_store_b32 v1, v0
	s_wait_dscnt 0x0
	s_barrier_signal -1
	v_sub_nc_u32_e32 v2, 252, v1
	s_barrier_wait -1
	ds_load_b32 v3, v2
	// The place of the group and of the work-item.
	s_lshl_b32 s4, ttmp9, 6
	s_mul_i32 s5, ttmp9, 100
	v_add_lshl_u32 v4, v0, s4, 2
	s_wait_dscnt 0x0
	v_add_nc_u32_e32 v3, s5, v3
	s_wait_kmcnt 0x0
	global_store_b32 v4, v3, s[0:1] scope:SCOPE_DEV
	// 0x300000000 * 2 + ...
	s_mov_b32 s6, 1
	s_mov_b32 s7, 3
	s_mov_b64 s[8:9], 2
	s_mul_u64 s[10:11], s[6:7], s[8:9]
	v_mov_b32_e32 v5, s11
	global_store_b32 v4, v5, s[0:1] offset:512
	v_mov_b32_e32 v6, 0x7fc00000
	v_minimum_f32 v7, v6, 1.0
	global_store_b32 v4, v7, s[0:1] offset:1024 th:TH_STORE_NT
	v_min_num_f32_e32 v7, 1.0, v6
	global_store_b32 v4, v7, s[0:1] offset:1536
	s_getpc_b64 s[12:13]
.Lhere:
	s_add_co_u32 s12, s12, .Lbytes-.Lhere
	s_add_co_ci_u32 s13, s13, 0
	s_load_i8 s14, s[12:13], 0x1
	s_wait_kmcnt 0x0
	v_mov_b32_e32 v7, s14
	global_store_b32 v4, v7, s[0:1] offset:2048
	s_endpgm
.Lbytes:
	.long 0x8001
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
