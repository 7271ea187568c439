//! Programs in assembly for RDNA 4: work-group ids in registers of the trap handler, counters of their own, split barriers.

use wavec_gpu_mc::assembler::{AssembleOptions, assemble};
use wavec_gpu_mc::code_object::link;
use wavec_gpu_mc::{GpuTarget, Subtarget, TargetId};
use wavec_runtime::{Arg, CodeObject, Emulator, LaunchOptions};
use wavec_support::SourceMap;

/// Runs the lines on two work-groups of two waves; the first words of the buffer whose address is in s[0:1] if they load it.
fn run(lines: &str, words: usize) -> Result<Vec<u32>, String> {
    let text = format!(
        "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx1200\"\n\t.amdhsa_code_object_version 6\n\t.text\n\t.globl k\n\
         \t.p2align 8\n\t.type k,@function\nk:\n{lines}\ts_endpgm\n\t.size k, .-k\n\
         \t.section .rodata,\"a\",@progbits\n\t.p2align 6\n\t.amdhsa_kernel k\n\
         \t.amdhsa_group_segment_fixed_size 256\n\t.amdhsa_kernarg_size 8\n\
         \t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_user_sgpr_count 2\n\t.amdhsa_next_free_vgpr 16\n\
         \t.amdhsa_next_free_sgpr 32\n\t.end_amdhsa_kernel\n\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .args:\n\
         \x20     - .address_space: global\n        .offset: 0\n        .size: 8\n        .value_kind: global_buffer\n\
         \x20   .group_segment_fixed_size: 256\n    .kernarg_segment_align: 8\n    .kernarg_segment_size: 8\n\
         \x20   .max_flat_workgroup_size: 64\n    .name: k\n    .private_segment_fixed_size: 0\n    .sgpr_count: 34\n\
         \x20   .symbol: k.kd\n    .vgpr_count: 16\n    .wavefront_size: 32\n\
         amdhsa.target: amdgcn-amd-amdhsa--gfx1200\namdhsa.version:\n  - 1\n  - 2\n...\n\t.end_amdgpu_metadata\n"
    );
    let mut sources = SourceMap::default();
    let file = sources.add("kernel.s", text.as_str());
    let options = AssembleOptions {
        target: GpuTarget {
            subtarget: Subtarget::of(TargetId::parse("gfx1200").expect("a processor")),
            ..GpuTarget::default()
        },
        ..AssembleOptions::default()
    };
    let module = match assemble(&sources, file, &options) {
        Ok(module) => module,
        Err(problems) => panic!("{}", problems.render(&sources)),
    };
    let bytes = link(&module).expect("the module links");
    let code = CodeObject::load(&bytes).expect("the code object loads");
    let mut emulator = Emulator::new();
    let buffer = emulator.alloc(4 * words);
    let result = emulator.launch(
        &code,
        "k",
        [128, 1, 1],
        [64, 1, 1],
        &[Arg::Buffer(buffer)],
        &LaunchOptions::default(),
    );
    result.map_err(|fault| fault.to_string())?;
    let words = emulator.read(buffer).as_chunks::<4>().0.iter();
    Ok(words.map(|four| u32::from_le_bytes(*four)).collect())
}

/// The address of the buffer in s[0:1], four times the number of the work-item in its group in v1, in all groups in v4.
const START: &str = "\
	s_load_b64 s[0:1], s[0:1], 0x0
	v_and_b32_e32 v0, 0x3ff, v0
	v_lshlrev_b32_e32 v1, 2, v0
	s_lshl_b32 s4, ttmp9, 6
	v_add_lshl_u32 v4, v0, s4, 2
";

#[test]
fn waves_meet_at_split_barriers() {
    let exchange = "\
	ds_store_b32 v1, v0
	s_wait_dscnt 0x0
	s_barrier_signal -1
	v_sub_nc_u32_e32 v2, 252, v1
	s_barrier_wait -1
	ds_load_b32 v3, v2
	s_mul_i32 s6, ttmp9, 100
	s_wait_dscnt 0x0
	v_add_nc_u32_e32 v3, s6, v3
	s_wait_kmcnt 0x0
	global_store_b32 v4, v3, s[0:1] scope:SCOPE_DEV
";
    let words = run(&format!("{START}{exchange}"), 128).expect("no fault");
    let expected: Vec<u32> = (0..128).map(|item| 63 - item % 64 + 100 * (item / 64)).collect();
    assert_eq!(words, expected);
}

#[test]
fn a_barrier_is_signalled_once_before_each_wait() {
    let wait_alone = "\ts_barrier_signal -1\n\ts_barrier_wait -1\n\ts_barrier_wait -1\n";
    let fault = run(wait_alone, 1).expect_err("a fault");
    assert!(fault.contains("a barrier that it has not signalled"), "{fault}");
    let twice = "\ts_barrier_signal -1\n\ts_barrier_signal -1\n\ts_barrier_wait -1\n";
    let fault = run(twice, 1).expect_err("a fault");
    assert!(fault.contains("twice"), "{fault}");
    let other = run("\ts_barrier_signal 3\n", 1).expect_err("a fault");
    assert!(other.contains("named barrier that is not initialized"), "{other}");
}

/// Each counter is awaited by its own instruction only.
#[test]
fn counters_are_apart() {
    let scalar =
        format!("{START}\ts_wait_dscnt 0x0\n\ts_wait_loadcnt 0x0\n\tglobal_store_b32 v4, v0, s[0:1]\n");
    let fault = run(&scalar, 128).expect_err("a fault");
    assert!(fault.contains("kmcnt"), "{fault}");
    let local = "\tds_store_b32 v1, v0\n\tds_load_b32 v3, v1\n\ts_wait_kmcnt 0x0\n\ts_wait_storecnt_dscnt 0x1\n\
                 \tglobal_store_b32 v4, v3, s[0:1]\n";
    let fault = run(&format!("{START}{local}"), 128).expect_err("a fault");
    assert!(fault.contains("dscnt"), "{fault}");
    let vector = "\ts_wait_kmcnt 0x0\n\tglobal_load_b32 v3, v4, s[0:1]\n\ts_wait_storecnt 0x0\n\
                  \tglobal_store_b32 v4, v3, s[0:1]\n";
    let fault = run(&format!("{START}{vector}"), 128).expect_err("a fault");
    assert!(fault.contains("loadcnt"), "{fault}");
    let both = "\ts_wait_kmcnt 0x0\n\tds_store_b32 v1, v0\n\tglobal_load_b32 v3, v4, s[0:1]\n\tds_load_b32 v5, v1\n\
                \ts_wait_loadcnt_dscnt 0x0\n\tv_add_nc_u32_e32 v3, v3, v5\n\tglobal_store_b32 v4, v3, s[0:1]\n";
    let words = run(&format!("{START}{both}"), 128).expect("no fault");
    assert!((0..128).all(|item| words[item] == item as u32 % 64));
}

/// One word for each work-item.
fn results(lines: &str) -> u32 {
    let text = format!("{START}{lines}\ts_wait_kmcnt 0x0\n\tglobal_store_b32 v4, v7, s[0:1]\n");
    let words = run(&text, 128).expect("no fault");
    assert!(words.iter().all(|&word| word == words[0]), "{words:?}");
    words[0]
}

#[test]
fn instructions_that_are_new() {
    let wide = "\ts_mov_b32 s6, 1\n\ts_mov_b32 s7, 3\n\ts_mov_b64 s[8:9], 2\n\ts_mul_u64 s[10:11], s[6:7], s[8:9]\n\
                \ts_add_nc_u64 s[10:11], s[10:11], -3\n\tv_mov_b32_e32 v7, s11\n";
    assert_eq!(results(wide), 5);
    let nan = "\tv_mov_b32_e32 v6, 0x7fa00000\n";
    let minimum = format!("{nan}\tv_minimum_f32 v7, v6, 1.0\n");
    assert!(f32::from_bits(results(&minimum)).is_nan());
    // Even a signalling NaN loses against a number.
    let number = format!("{nan}\tv_min_num_f32_e32 v7, 1.0, v6\n");
    assert_eq!(results(&number), 1.0f32.to_bits());
    let quiet = format!("{nan}\tv_max_num_f32_e32 v7, v6, v6\n");
    assert_eq!(results(&quiet), 0x7fe0_0000);
    let scalar = "\ts_mov_b32 s6, 4.0\n\tv_s_sqrt_f32 s7, s6\n\tv_mov_b32_e32 v7, s7\n";
    assert_eq!(results(scalar), 2.0f32.to_bits());
    let bytes = "\ts_getpc_b64 s[12:13]\n.Lhere:\n\ts_branch .Lafter\n.Lbytes:\n\t.long 0x8001\n.Lafter:\n\
                 \ts_add_nc_u64 s[12:13], s[12:13], 4\n\ts_load_i8 s14, s[12:13], 0x1\n\
                 \ts_wait_kmcnt 0x0\n\tv_mov_b32_e32 v7, s14\n";
    assert_eq!(results(bytes), -128i32 as u32);
}

#[test]
fn results_of_matrix_instructions_are_not_multiplied_at_once() {
    let program = |between: &str| {
        format!(
            "\tv_mov_b32_e32 v8, 1\n\tv_mov_b32_e32 v9, 1\n\tv_wmma_i32_16x16x16_iu4 v[0:7], v8, v9, 0\n{between}\
             \tv_wmma_i32_16x16x16_iu4 v[8:15], v0, v9, 0\n"
        )
    };
    assert_eq!(run(&program("\tv_nop\n"), 1), Ok(vec![0]));
    let fault = run(&program("\ts_nop 0\n"), 1).unwrap_err();
    assert!(
        fault.contains("v0 written by a matrix instruction, then multiplied by the next one"),
        "{fault}"
    );
    // What is added to may be such a result.
    let sum = "\tv_mov_b32_e32 v8, 1\n\tv_wmma_i32_16x16x16_iu4 v[0:7], v8, v8, 0\n\
               \tv_wmma_i32_16x16x16_iu4 v[0:7], v8, v8, v[0:7]\n";
    assert_eq!(run(sum, 1), Ok(vec![0]));
}

#[test]
fn scalars_that_are_written_again_are_awaited() {
    // s20 is read by a vector instruction, written again, and read.
    let program = |written: &str, between: &str| {
        let lines = format!(
            "{START}\ts_wait_kmcnt 0x0\n\ts_mov_b32 s20, 1\n\tv_mov_b32_e32 v2, s20\n{written}{between}\tv_mov_b32_e32 v3, s20\n\
             \ts_wait_kmcnt 0x0\n\tglobal_store_b32 v4, v3, s[0:1]\n"
        );
        run(&lines, 128)
    };
    let by_move = "\ts_mov_b32 s20, 7\n";
    let lost = program(by_move, "").expect_err("a fault");
    assert!(lost.contains("s20 is read after it was written again"), "{lost}");
    let awaited = [
        "\ts_wait_alu depctr_sa_sdst(0)\n",
        "\ts_load_b32 s6, s[0:1], 0x0\n",
        "\ts_mov_b64 s[8:9], 0\n\ts_mov_b64 s[10:11], 0\n\tbuffer_load_b32 v5, v1, s[8:11], null offen\n",
    ];
    for between in awaited {
        assert_eq!(
            program(by_move, between).expect("no fault"),
            [7; 128],
            "{between}"
        );
    }
    let other = "\tglobal_load_b32 v5, v4, s[0:1]\n";
    assert!(program(by_move, other).is_err());
    // Neither does LLVM wait for a return address.
    let call = "\ts_getpc_b64 s[8:9]\n\ts_add_co_u32 s8, s8, 12\n\ts_add_co_ci_u32 s9, s9, 0\n\ts_swappc_b64 s[20:21], s[8:9]\n";
    program(call, "").expect("no fault");
}
