//! Kernels in assembly that run on one wave with an input and an output buffer.

// Not every test file uses all of this.
#![allow(dead_code)]

use wavec_gpu_mc::assembler::{AssembleOptions, assemble};
use wavec_gpu_mc::code_object::link;
use wavec_gpu_mc::{Subtarget, TargetId};
use wavec_runtime::{Arg, CodeObject, Emulator, LaunchOptions, Strictness};
use wavec_support::SourceMap;

/// The body of a kernel. The work-item's number is in v0, the address of the input in s[4:5], that of the output in
/// s[6:7].
pub(crate) struct Program<'a> {
    pub text: &'a str,
    pub vgprs: usize,
    /// Bytes of local memory.
    pub lds: usize,
}

pub(crate) fn assemble_kernel(program: &Program<'_>) -> CodeObject {
    assemble_for("gfx942", program)
}

/// The same for another processor.
pub(crate) fn assemble_for(processor: &str, program: &Program<'_>) -> CodeObject {
    let Program { text, vgprs, lds } = program;
    let vgprs = (*vgprs).next_multiple_of(8);
    let source = format!(
        "\t.amdgcn_target \"amdgcn-amd-amdhsa--{processor}\"\n\t.amdhsa_code_object_version 6\n\t.text\n\t.globl k\n\
         \t.p2align 8\n\t.type k,@function\nk:\n\ts_load_dwordx4 s[4:7], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n{text}\
         \ts_endpgm\n\t.size k, .-k\n\t.section .rodata,\"a\",@progbits\n\t.p2align 6\n\t.amdhsa_kernel k\n\
         \t.amdhsa_group_segment_fixed_size {lds}\n\t.amdhsa_kernarg_size 16\n\
         \t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_user_sgpr_count 2\n\t.amdhsa_next_free_vgpr {vgprs}\n\
         \t.amdhsa_next_free_sgpr 32\n\t.amdhsa_accum_offset {vgprs}\n\t.amdhsa_float_denorm_mode_32 3\n\
         \t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n\
         \x20     - .address_space: global\n        .offset: 0\n        .size: 8\n        .value_kind: global_buffer\n\
         \x20     - .address_space: global\n        .offset: 8\n        .size: 8\n        .value_kind: global_buffer\n\
         \x20   .group_segment_fixed_size: {lds}\n    .kernarg_segment_align: 8\n    .kernarg_segment_size: 16\n\
         \x20   .max_flat_workgroup_size: 64\n    .name: k\n    .private_segment_fixed_size: 0\n    .sgpr_count: 38\n\
         \x20   .symbol: k.kd\n    .vgpr_count: {vgprs}\n    .wavefront_size: 64\n\
         amdhsa.target: amdgcn-amd-amdhsa--{processor}\namdhsa.version:\n  - 1\n  - 2\n...\n\t.end_amdgpu_metadata\n"
    );
    let mut sources = SourceMap::default();
    let file = sources.add("kernel.s", source.as_str());
    let mut options = AssembleOptions::default();
    options.target.subtarget = Subtarget::of(TargetId::parse(processor).expect("a processor"));
    let module = match assemble(&sources, file, &options) {
        Ok(module) => module,
        Err(problems) => panic!("{}", problems.render(&sources)),
    };
    CodeObject::load(&link(&module).expect("the module links")).expect("the code object loads")
}

/// Runs the kernel on 64 work-items with these input words and returns `results` output words.
#[track_caller]
pub(crate) fn launch(code: &CodeObject, input: &[u32], results: usize) -> Vec<u32> {
    match try_launch(code, input, results, Strictness::ALL) {
        Ok(words) => words,
        Err(fault) => panic!("{fault}"),
    }
}

/// As above, but returns a fault.
pub(crate) fn try_launch(
    code: &CodeObject,
    input: &[u32],
    results: usize,
    strict: Strictness,
) -> Result<Vec<u32>, String> {
    let mut emulator = Emulator::new();
    let bytes: Vec<u8> = input.iter().flat_map(|word| word.to_le_bytes()).collect();
    let (input, output) = (emulator.alloc_with(&bytes), emulator.alloc(4 * results));
    let options = LaunchOptions {
        strict,
        ..LaunchOptions::default()
    };
    let sizes = [64, 1, 1];
    let args = [Arg::Buffer(input), Arg::Buffer(output)];
    let result = emulator.launch(code, "k", sizes, sizes, &args, &options);
    result.map_err(|fault| fault.to_string())?;
    let words = emulator.read(output).as_chunks::<4>().0.iter();
    Ok(words.map(|four| u32::from_le_bytes(*four)).collect())
}
