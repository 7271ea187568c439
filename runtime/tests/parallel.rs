//! Launches on several cores give what they give on one: buffers, statistics, faults.

use wavec_gpu_mc::assembler::{AssembleOptions, assemble};
use wavec_gpu_mc::code_object::link;
use wavec_runtime::{Arg, CodeObject, Emulator, LaunchOptions, LaunchStats};
use wavec_support::SourceMap;

/// Workgroups of one wave.
const GROUPS: u32 = 256;
/// Bytes of the work-items' results; a word that all workgroups share follows.
const RESULTS: usize = GROUPS as usize * 256;

/// Computes for a while, so that other cores are worth it, then does what `body` says, and stores v2 at v1.
fn kernel(body: &str) -> CodeObject {
    let text = format!(
        "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n\t.amdhsa_code_object_version 6\n\t.text\n\t.globl k\n\
         \t.p2align 8\n\t.type k,@function\n\
         k:\n\
         \ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\
         \ts_movk_i32 s6, 1000\n\
         \tv_mov_b32_e32 v2, 0\n\
         loop:\n\
         \tv_add_u32_e32 v2, s6, v2\n\
         \tv_xor_b32_e32 v2, s2, v2\n\
         \ts_sub_u32 s6, s6, 1\n\
         \ts_cmp_lg_u32 s6, 0\n\
         \ts_cbranch_scc1 loop\n\
         \ts_lshl_b32 s8, s2, 6\n\
         \tv_add_u32_e32 v1, s8, v0\n\
         \tv_lshlrev_b32_e32 v1, 2, v1\n\
         \tv_mov_b32_e32 v3, {RESULTS:#x}\n\
         \ts_waitcnt lgkmcnt(0)\n\
         {body}\n\
         \tglobal_store_dword v1, v2, s[4:5]\n\
         \ts_endpgm\n\
         \t.section .rodata,\"a\"\n\t.p2align 6\n\t.amdhsa_kernel k\n\t\t.amdhsa_kernarg_size 8\n\
         \t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t\t.amdhsa_next_free_vgpr 8\n\
         \t\t.amdhsa_next_free_sgpr 16\n\t\t.amdhsa_accum_offset 8\n\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\n\
         amdhsa.kernels:\n  - .args:\n      - .offset: 0\n        .size: 8\n        .value_kind: global_buffer\n\
         \x20   .group_segment_fixed_size: 0\n    .kernarg_segment_align: 8\n    .kernarg_segment_size: 8\n\
         \x20   .max_flat_workgroup_size: 64\n    .name: k\n    .private_segment_fixed_size: 0\n    .sgpr_count: 16\n\
         \x20   .symbol: k.kd\n    .vgpr_count: 8\n    .wavefront_size: 64\n\
         amdhsa.target: amdgcn-amd-amdhsa--gfx942\namdhsa.version: [1, 2]\n...\n\t.end_amdgpu_metadata\n"
    );
    let mut sources = SourceMap::default();
    let file = sources.add("kernel.s", text.as_str());
    let module = match assemble(&sources, file, &AssembleOptions::default()) {
        Ok(module) => module,
        Err(problems) => panic!("{}", problems.render(&sources)),
    };
    let linked = link(&module).expect("the code object links");
    CodeObject::load(&linked).expect("the code object loads")
}

type Results = (Result<LaunchStats, String>, Vec<u8>);

fn run(code: &CodeObject, threads: usize) -> Results {
    let mut emulator = Emulator::new();
    let buffer = emulator.alloc(RESULTS + 4);
    let options = LaunchOptions {
        threads,
        ..LaunchOptions::default()
    };
    let args = [Arg::Buffer(buffer)];
    let result = emulator.launch(code, "k", [64 * GROUPS, 1, 1], [64, 1, 1], &args, &options);
    let result = result.map_err(|fault| fault.to_string());
    (result, emulator.read(buffer).to_vec())
}

/// On any number of cores the same; returns what comes out.
#[track_caller]
fn check(body: &str) -> Results {
    let code = kernel(body);
    let alone = run(&code, 1);
    for threads in [2, 3, 8] {
        let together = run(&code, threads);
        assert_eq!(together.0, alone.0, "{threads} threads");
        assert!(together.1 == alone.1, "{threads} threads: other contents");
    }
    alone
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.as_chunks::<4>().0.iter();
    words.map(|four| u32::from_le_bytes(*four)).collect()
}

/// What each work-item of a workgroup computes.
fn computed(group: u32) -> u32 {
    (1..=1000)
        .rev()
        .fold(0u32, |value, step| value.wrapping_add(step) ^ group)
}

#[test]
fn independent_workgroups() {
    let (result, bytes) = check("");
    assert_eq!(result.expect("no fault").workgroups, u64::from(GROUPS));
    let words = words(&bytes);
    assert!((0..GROUPS).all(|group| words[64 * group as usize + 63] == computed(group)));
}

#[test]
fn workgroups_that_read_what_the_one_before_wrote() {
    let (result, bytes) = check(
        "\ts_cmp_eq_u32 s2, 0\n\
         \ts_cbranch_scc1 first\n\
         \tv_add_u32_e32 v4, 0xffffff00, v1\n\
         \tglobal_load_dword v4, v4, s[4:5]\n\
         \ts_waitcnt vmcnt(0)\n\
         \tv_add_u32_e32 v2, v4, v2\n\
         first:",
    );
    result.expect("no fault");
    let all = (0..GROUPS).fold(0u32, |sum, group| sum.wrapping_add(computed(group)));
    assert_eq!(words(&bytes)[64 * GROUPS as usize - 1], all);
}

#[test]
fn counters_that_all_workgroups_share() {
    let (result, bytes) = check(
        "\tv_mov_b32_e32 v4, 1\n\
         \tglobal_atomic_add v2, v3, v4, s[4:5] sc0\n\
         \ts_waitcnt vmcnt(0)",
    );
    result.expect("no fault");
    assert!(
        words(&bytes)
            .iter()
            .copied()
            .eq((0..64 * GROUPS).chain([64 * GROUPS]))
    );
}

#[test]
fn a_fault_ends_the_launch_where_it_happens() {
    let (result, bytes) = check(
        "\ts_cmp_lt_u32 s2, 0xc8\n\
         \ts_cbranch_scc1 inside\n\
         \tv_mov_b32_e32 v1, 0x10000000\n\
         inside:",
    );
    let fault = result.expect_err("a fault");
    assert!(fault.contains("workgroup (200, 0, 0)"), "{fault}");
    let words = words(&bytes);
    assert!(words[64 * 199] == computed(199) && words[64 * 200] == 0);
}

#[test]
fn workgroups_that_wait_for_the_one_before() {
    let (result, bytes) = check(
        "\ts_cmp_eq_u32 s2, 0\n\
         \ts_cbranch_scc1 go\n\
         wait:\n\
         \tglobal_load_dword v4, v3, s[4:5] sc0 sc1\n\
         \ts_waitcnt vmcnt(0)\n\
         \tv_readfirstlane_b32 s9, v4\n\
         \ts_cmp_lg_u32 s9, s2\n\
         \ts_cbranch_scc1 wait\n\
         go:\n\
         \ts_add_u32 s9, s2, 1\n\
         \tv_mov_b32_e32 v4, s9\n\
         \tglobal_store_dword v3, v4, s[4:5]",
    );
    result.expect("no fault");
    assert_eq!(words(&bytes)[64 * GROUPS as usize], GROUPS);
}
