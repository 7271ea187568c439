//! Programs in assembly, assembled and linked by wavec-gpu-mc: the loader reads what the assembler and linker write.

use wavec_gpu_mc::assembler::{AssembleOptions, assemble};
use wavec_gpu_mc::code_object::link;
use wavec_runtime::{Arg, CodeObject, Emulator, LaunchOptions, ValueKind};
use wavec_support::SourceMap;

const TABLE: &str = r#"
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.globl	table_lookup
	.p2align	8
	.type	table_lookup,@function
table_lookup:
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, table@rel32@lo+4
	s_addc_u32 s7, s7, table@rel32@hi+12
	v_and_b32_e32 v1, 3, v0
	v_lshlrev_b32_e32 v1, 2, v1
	v_lshlrev_b32_e32 v2, 2, v0
	global_load_dword v3, v1, s[6:7]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	global_store_dword v2, v3, s[4:5]
	s_endpgm
	.size	table_lookup, .-table_lookup
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel table_lookup
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_count 2
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 4
	.end_amdhsa_kernel
	.p2align	2
	.type	table,@object
table:
	.long	10
	.long	20
	.long	30
	.long	40
	.size	table, 16
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .name:           out
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 256
    .name:           table_lookup
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .symbol:         table_lookup.kd
    .vgpr_count:     4
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
"#;

#[test]
fn assembled_code_object_runs() {
    let mut sources = SourceMap::default();
    let file = sources.add("table.s", TABLE);
    let module = match assemble(&sources, file, &AssembleOptions::default()) {
        Ok(module) => module,
        Err(problems) => panic!("{}", problems.render(&sources)),
    };
    let bytes = link(&module).expect("the module links");
    let code = CodeObject::load(&bytes).expect("the code object loads");
    let kernel = code.kernel("table_lookup").expect("the kernel is there");
    let args: Vec<_> = kernel
        .explicit_args()
        .map(|arg| (arg.name.as_str(), arg.size, arg.kind.clone()))
        .collect();
    assert_eq!(args, [("out", 8, ValueKind::GlobalBuffer)]);
    let mut emulator = Emulator::new();
    let out = emulator.alloc(4 * 128);
    let options = LaunchOptions::default();
    let result = emulator.launch(
        &code,
        "table_lookup",
        [128, 1, 1],
        [128, 1, 1],
        &[Arg::Buffer(out)],
        &options,
    );
    if let Err(fault) = result {
        panic!("{fault}");
    }
    let words = emulator
        .read(out)
        .as_chunks::<4>()
        .0
        .iter()
        .map(|four| u32::from_le_bytes(*four));
    assert!(words.enumerate().all(|(i, word)| word == 10 * (i as u32 % 4 + 1)));
}
