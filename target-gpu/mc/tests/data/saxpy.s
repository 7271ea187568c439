	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.globl	saxpy
	.protected	saxpy
	.p2align	8
	.type	saxpy,@function
saxpy:
	s_load_dword s7, s[0:1], 0x14
	s_load_dwordx4 s[8:11], s[0:1], 0x0
	s_load_dword s6, s[0:1], 0x10
	s_lshl_b32 s2, s2, 8
	v_add_u32_e32 v0, s2, v0
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s7, v0
	s_and_saveexec_b64 s[4:5], vcc
	s_cbranch_execz .LBB0_2
	v_lshlrev_b32_e32 v0, 2, v0
	global_load_dword v1, v0, s[8:9]
	global_load_dword v2, v0, s[10:11]
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, table@rel32@lo+4
	s_addc_u32 s1, s1, table@rel32@hi+12
	s_waitcnt vmcnt(0)
	v_fmac_f32_e32 v2, s6, v1
	global_store_dword v0, v2, s[10:11]
.LBB0_2:
	s_endpgm
.Lfunc_end0:
	.size	saxpy, .Lfunc_end0-saxpy
	.section	.rodata.cst,"a",@progbits
	.p2align	3
	.type	table,@object
table:
	.quad	saxpy
	.long	1, 2, 0x3f800000
	.size	table, .-table
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel saxpy
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 3
		.amdhsa_next_free_sgpr 12
		.amdhsa_accum_offset 4
		.amdhsa_float_denorm_mode_32 3
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .name:           a
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .name:           saxpy
    .private_segment_fixed_size: 0
    .sgpr_count:     18
    .symbol:         saxpy.kd
    .vgpr_count:     3
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
