//! Errors that the hardware does not detect are reported as faults with their location; correct variants of the same
//! code run.

mod common;

use common::*;
use wavec_runtime::{Arg, CodeObject, Emulator, LaunchOptions, Strictness};

#[test]
fn a_value_is_used_after_its_wait() {
    let add = "v_add_u32_e32 v2, s6, v2 | 06040468";
    let start = [LOAD_BUFFER, LOAD_VALUE, OFFSETS, WAIT_LGKM, LOAD];
    expect_words(&[&start[..], &[WAIT_VM, add, STORE, END]].concat(), |_| 5);
    expect_fault(
        &[&start[..], &[add, STORE, END]].concat(),
        "kernel 'k': v2 is used before s_waitcnt vmcnt (pending: global_load_dword v2, v1, s[4:5])\n  \
         at k+0x20: v_add_u32_e32 v2, s6, v2\n  workgroup (0, 0, 0)",
    );
    expect_fault(
        &[LOAD_BUFFER, OFFSETS, LOAD, END],
        "kernel 'k': s4 is used before s_waitcnt lgkmcnt (pending: s_load_dwordx2 s[4:5], s[0:1], 0x0)\n  \
         at k+0xc: global_load_dword v2, v1, s[4:5]\n  workgroup (0, 0, 0)",
    );
    // Overwriting is as wrong as reading.
    expect_fault(
        &[&start[..], &["v_mov_b32_e32 v2, 7 | 8702047e", END]].concat(),
        "kernel 'k': v2 is used before s_waitcnt vmcnt (pending: global_load_dword v2, v1, s[4:5])\n  \
         at k+0x20: v_mov_b32_e32 v2, 7\n  workgroup (0, 0, 0)",
    );
    // A later load follows it; the wait for the first one does not cover the later one.
    let twice = [&start[..], &[LOAD]].concat();
    expect_words(&[&twice[..], &[WAIT_VM, add, STORE, END]].concat(), |_| 5);
    expect_fault(
        &[&twice[..], &["s_waitcnt vmcnt(1) | 710f8cbf", add, STORE, END]].concat(),
        "kernel 'k': v2 is used before s_waitcnt vmcnt (pending: global_load_dword v2, v1, s[4:5])\n  \
         at k+0x2c: v_add_u32_e32 v2, s6, v2\n  workgroup (0, 0, 0)",
    );
}

#[test]
fn registers_are_written_before_they_are_seen() {
    let start = [LOAD_BUFFER, OFFSETS, WAIT_LGKM];
    // Copying and computing with such a value is not a fault, storing it is.
    let use_it = [
        "v_add_u32_e32 v2, v5, v2 | 05050468",
        "v_add_u32_e32 v2, 1, v2 | 81040468",
    ];
    expect_fault(
        &[&start[..], &use_it, &[STORE, END]].concat(),
        "kernel 'k': v2 is read but was never written\n  at k+0x18: global_store_dword v1, v2, s[4:5]\n  \
         work-item (0, 0, 0)\n  workgroup (0, 0, 0)",
    );
    expect_words(
        &[
            &start[..],
            &use_it,
            &["v_mov_b32_e32 v2, 7 | 8702047e", STORE, END],
        ]
        .concat(),
        |_| 7,
    );
    expect_fault(
        &["s_mov_b64 exec, s[10:11] | 0a01febe", END],
        "kernel 'k': part of a mask written to exec is read but was never written\n  \
         at k+0x0: s_mov_b64 exec, s[10:11]\n  workgroup (0, 0, 0)",
    );
    expect_fault(
        &["s_cbranch_scc1 0 | 000085bf", END],
        "kernel 'k': scc is read but was never written\n  at k+0x0: s_cbranch_scc1 0\n  workgroup (0, 0, 0)",
    );
    let relaxed = LaunchOptions {
        strict: Strictness::NONE,
        ..LaunchOptions::default()
    };
    assert!(
        run_with(&Kernel::assemble(&["s_cbranch_scc1 0 | 000085bf", END]), &relaxed)
            .result
            .is_ok()
    );
}

#[test]
fn a_shift_by_more_than_a_word_drops_a_word() {
    let start = [LOAD_BUFFER, OFFSETS, WAIT_LGKM, "v_mov_b32_e32 v2, 7 | 8702047e"];
    let high = "v_mov_b32_e32 v2, v5 | 0503047e";
    let far = "v_lshlrev_b64 v[4:5], 37, v[2:3] | 04008fd2a5040200";
    expect_words(&[&start[..], &[far, high, STORE, END]].concat(), |_| 7 << 5);
    let near = "v_lshlrev_b64 v[4:5], 5, v[2:3] | 04008fd285040200";
    expect_fault(
        &[&start[..], &[near, high, STORE, END]].concat(),
        "kernel 'k': v2 is read but was never written\n  at k+0x20: global_store_dword v1, v2, s[4:5]\n  \
         work-item (0, 0, 0)\n  workgroup (0, 0, 0)",
    );
    // To the right, by amounts that differ between lanes: amounts below 32 need the low word.
    let start = [LOAD_BUFFER, OFFSETS, WAIT_LGKM, "v_mov_b32_e32 v3, 7 | 8702067e"];
    let low = "v_mov_b32_e32 v2, v4 | 0403047e";
    let shift = "v_ashrrev_i64 v[4:5], v6, v[2:3] | 040091d206050200";
    let far = "v_mov_b32_e32 v6, 32 | a0020c7e";
    expect_words(&[&start[..], &[far, shift, low, STORE, END]].concat(), |_| 7);
    let by_lane = "v_mov_b32_e32 v6, v0 | 00030c7e";
    expect_fault(
        &[&start[..], &[by_lane, shift, low, STORE, END]].concat(),
        "kernel 'k': v2 is read but was never written\n  at k+0x24: global_store_dword v1, v2, s[4:5]\n  \
         work-item (0, 0, 0)\n  workgroup (0, 0, 0)",
    );
}

#[test]
fn accesses_stay_in_their_buffer() {
    let start = [LOAD_BUFFER, OFFSETS, WAIT_LGKM, "v_mov_b32_e32 v2, 7 | 8702047e"];
    let fault = run(&Kernel::assemble(
        &[
            &start[..],
            &[
                "global_store_dword v1, v2, s[4:5] offset:4 | 048070dc01020400",
                END,
            ],
        ]
        .concat(),
    ));
    assert_eq!(
        fault.result.unwrap_err(),
        "kernel 'k': global write of 4 bytes at 0x7f0000000100 is out of bounds (offset 256 of buffer 0 of 256 \
         bytes)\n  at k+0x14: global_store_dword v1, v2, s[4:5] offset:4\n  work-item (63, 0, 0)\n  \
         workgroup (0, 0, 0)"
    );
    expect_words(&[&start[..], &[STORE, END]].concat(), |_| 7);
}

#[test]
fn wait_states_are_kept() {
    let start = [
        LOAD_BUFFER,
        OFFSETS,
        WAIT_LGKM,
        "v_cmp_lt_u32_e32 vcc, 3, v0 | 8300927d",
    ];
    let select = ["v_cndmask_b32_e32 v2, 0, v1, vcc | 80020400", STORE, END];
    expect_words(&[&start[..], &["s_nop 1 | 010080bf"], &select].concat(), |i| {
        if i > 3 { 4 * i } else { 0 }
    });
    expect_fault(
        &[&start[..], &["s_nop 0 | 000080bf"], &select].concat(),
        "kernel 'k': hazard: vcc_lo written by VALU, then read by VALU needs 2 wait states, found 1\n  \
         at k+0x18: v_cndmask_b32_e32 v2, 0, v1, vcc\n  workgroup (0, 0, 0)",
    );
    // Results of scalar instructions since then are available at once.
    expect_words(
        &[&start[..], &["s_mov_b64 vcc, exec | 7e01eabe"], &select].concat(),
        |i| 4 * i,
    );
    let lanes = [LOAD_BUFFER, OFFSETS, WAIT_LGKM, "v_mov_b32_e32 v1, 0 | 8002027e"];
    expect_fault(
        &[&lanes[..], &["v_readfirstlane_b32 s7, v1 | 01050e7e", END]].concat(),
        "kernel 'k': hazard: v1 written by VALU, then a lane of it is read needs 1 wait states, found 0\n  \
         at k+0x14: v_readfirstlane_b32 s7, v1\n  workgroup (0, 0, 0)",
    );
    expect_fault(
        &[
            "v_mov_b32_e32 v1, 0 | 8002027e",
            "v_rcp_f32_e32 v2, v1 | 0145047e",
            "v_add_f32_e32 v2, v2, v2 | 02050402",
            END,
        ],
        "kernel 'k': hazard: v2 written by a transcendental instruction, then read by VALU needs 1 wait states, \
         found 0\n  at k+0x8: v_add_f32_e32 v2, v2, v2\n  workgroup (0, 0, 0)",
    );
}

#[test]
fn later_matrix_instructions_hide_earlier_ones() {
    // v[6:7] of the first are overwritten; the addend of the third is exactly the result of the second.
    let chain = [
        "v_mfma_f32_16x16x16_bf16 v[6:9], v[10:11], v[12:13], 0 | 0600e1d30a190202",
        "v_mfma_f32_16x16x16_bf16 v[4:7], v[10:11], v[12:13], v[6:9] | 0400e1d30a191a04",
    ];
    let exact = "v_mfma_f32_16x16x16_bf16 v[4:7], v[10:11], v[12:13], v[4:7] | 0400e1d30a191204";
    let part = "v_mfma_f32_16x16x16_bf16 v[4:7], v[10:11], v[12:13], v[6:9] | 0400e1d30a191a04";
    let start = [LOAD_BUFFER, OFFSETS, WAIT_LGKM];
    let end = ["v_mov_b32_e32 v2, 7 | 8702047e", STORE, END];
    expect_words(&[&start[..], &chain, &[exact, exact], &end].concat(), |_| 7);
    expect_fault(
        &[&start[..], &chain, &[part], &end].concat(),
        "kernel 'k': hazard: v4 of a matrix instruction, then added to needs 5 wait states, found 0\n  \
         at k+0x20: v_mfma_f32_16x16x16_bf16 v[4:7], v[10:11], v[12:13], v[6:9]\n  workgroup (0, 0, 0)",
    );
}

#[test]
fn local_memory_is_written_before_it_is_read() {
    let start = [LOAD_BUFFER, OFFSETS, WAIT_LGKM];
    let end = [WAIT_LGKM, STORE, END];
    let mut kernel = Kernel::assemble(
        &[
            &start[..],
            &[
                "ds_write_b32 v1, v0 | 00001ad801000000",
                "ds_read_b32 v2, v1 | 00006cd801000002",
            ],
            &end,
        ]
        .concat(),
    );
    kernel.lds = 256;
    let good = run(&kernel);
    assert_eq!(
        (good.result.as_ref().map(|stats| stats.lds_bytes), good.words()[9]),
        (Ok(256), 9)
    );
    kernel.lds = 128;
    assert_eq!(
        run(&kernel).result.unwrap_err(),
        "kernel 'k': local write of 4 bytes at 0x80 is out of bounds (the workgroup has 128 bytes)\n  \
         at k+0x10: ds_write_b32 v1, v0\n  work-item (32, 0, 0)\n  workgroup (0, 0, 0)"
    );
    let mut kernel =
        Kernel::assemble(&[&start[..], &["ds_read_b32 v2, v1 | 00006cd801000002"], &end].concat());
    kernel.lds = 256;
    assert_eq!(
        run(&kernel).result.unwrap_err(),
        "kernel 'k': v2 (local read of 4 bytes at 0x0 returned such a value) is read but was never written\n  \
         at k+0x1c: global_store_dword v1, v2, s[4:5]\n  work-item (0, 0, 0)\n  workgroup (0, 0, 0)"
    );
}

#[test]
fn private_memory_is_the_work_items_own() {
    let mut kernel = Kernel::assemble(&[
        LOAD_BUFFER,
        OFFSETS,
        "scratch_store_dword off, v0, off | 004070dc00007f00",
        "scratch_load_dword v2, off, off | 004050dc00007f02",
        WAIT_LGKM,
        WAIT_VM,
        STORE,
        END,
    ]);
    kernel.scratch = 4;
    let good = run(&kernel);
    assert!(good.result.is_ok(), "{:?}", good.result);
    assert_eq!(good.words()[63], 63);
    let mut kernel = Kernel::assemble(&["scratch_load_dword v2, off, off offset:4 | 044050dc00007f02", END]);
    kernel.scratch = 4;
    assert_eq!(
        run(&kernel).result.unwrap_err(),
        "kernel 'k': private read of 4 bytes at 0x4 is out of bounds (the work-item has 4 bytes)\n  \
         at k+0x0: scratch_load_dword v2, off, off offset:4\n  work-item (0, 0, 0)\n  workgroup (0, 0, 0)"
    );
}

#[test]
fn programs_end() {
    let options = LaunchOptions {
        instruction_limit: 100_000,
        ..LaunchOptions::default()
    };
    let fault = run_with(&Kernel::assemble(&["s_branch 65535 | ffff82bf", END]), &options)
        .result
        .unwrap_err();
    assert!(
        fault.starts_with("kernel 'k': more than 100000 instructions executed (endless loop?)"),
        "{fault}"
    );
    expect_fault(
        &["s_trap 2 | 020092bf", END],
        "kernel 'k': trap 2: the program ended itself (llvm.trap)\n  at k+0x0: s_trap 2\n  workgroup (0, 0, 0)",
    );
    expect_fault(
        &["s_nop 0 | 000080bf"],
        "kernel 'k': execution left the code of the code object\n  at k+0x4: an unknown instruction\n  \
         workgroup (0, 0, 0)",
    );
    let mut kernel = Kernel::assemble(&["v_mov_b32_e32 v9, 0 | 8002127e", END]);
    kernel.vgprs = 8;
    assert!(
        run(&kernel)
            .result
            .unwrap_err()
            .contains("v9 is used, but the kernel descriptor allocates 8")
    );
}

#[test]
fn waves_meet_at_one_barrier() {
    let code = |lines: &[&str]| CodeObject::load(&Kernel::assemble(lines).code_object()).unwrap();
    let launch = |code: &CodeObject| {
        let mut emulator = Emulator::new();
        let buffer = emulator.alloc(4);
        let args = [Arg::Buffer(buffer), Arg::Bytes(vec![0; 4])];
        let result = emulator.launch(
            code,
            "k",
            [128, 1, 1],
            [128, 1, 1],
            &args,
            &LaunchOptions::default(),
        );
        result
            .map(|stats| stats.total())
            .map_err(|fault| fault.to_string())
    };
    let barrier = "s_barrier | 00008abf";
    assert_eq!(launch(&code(&[barrier, barrier, END])), Ok(6));
    let second_wave_skips = [
        "v_readfirstlane_b32 s7, v0 | 00050e7e",
        "s_cmp_lg_u32 s7, 0 | 078007bf",
        "s_cbranch_scc1 1 | 010085bf",
        barrier,
        barrier,
        END,
    ];
    assert_eq!(
        launch(&code(&second_wave_skips)).unwrap_err(),
        "kernel 'k': barrier divergence: wave 1 waits here, wave 0 at offset 0xc; in total they pass 1 and 2 barriers\n  \
         at k+0x10: s_barrier\n  workgroup (0, 0, 0)"
    );
    // Waves that alternate wait at different barriers and pass equally many.
    let in_turns = [
        &second_wave_skips[..5],
        &["s_cbranch_scc0 1 | 010084bf", barrier, END],
    ]
    .concat();
    assert_eq!(launch(&code(&in_turns)), Ok(14));
    // A wave that has ended is not waited for.
    assert_eq!(
        launch(&code(&[
            second_wave_skips[0],
            second_wave_skips[1],
            second_wave_skips[2],
            barrier,
            END
        ])),
        Ok(9)
    );
}

#[test]
fn lanes_without_source_keep_their_value() {
    let lines = [
        LOAD_BUFFER,
        OFFSETS,
        "v_mov_b32_e32 v2, 7 | 8702047e",
        "s_nop 1 | 010080bf",
        "v_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf | fa02047e011101ff",
        WAIT_LGKM,
        STORE,
        END,
    ];
    expect_words(&lines, |i| if i % 16 == 0 { 7 } else { 4 * (i - 1) });
}

#[test]
fn launches_are_checked() {
    let kernel = Kernel::assemble(&[END]);
    let code = CodeObject::load(&kernel.code_object()).unwrap();
    let mut emulator = Emulator::new();
    let buffer = emulator.alloc(4);
    let good = [Arg::Buffer(buffer), Arg::Bytes(vec![0; 4])];
    let mut launch = |name: &str, global: u32, local: u32, args: &[Arg]| {
        let options = LaunchOptions::default();
        emulator
            .launch(&code, name, [global, 1, 1], [local, 1, 1], args, &options)
            .map_err(|fault| fault.to_string())
    };
    assert_eq!(launch("k", 64, 64, &good).unwrap().waves, 1);
    assert_eq!(launch("k", 256, 128, &good).unwrap().total(), 4);
    let cases = [
        (
            launch("q", 64, 64, &good),
            "kernel 'q': cannot launch: no kernel 'q' (there is: k)",
        ),
        (
            launch("k", 100, 64, &good),
            "kernel 'k': cannot launch: workgroup size 64 does not divide the grid size 100 in dimension 0",
        ),
        (
            launch("k", 512, 512, &good),
            "kernel 'k': cannot launch: workgroup 512x1x1 has 512 work-items, the kernel allows 256",
        ),
        (
            launch("k", 64, 64, &good[..1]),
            "kernel 'k': cannot launch: the kernel has 2 arguments, 1 are given",
        ),
        (
            launch("k", 64, 64, &[good[0].clone(), Arg::Bytes(vec![0; 8])]),
            "kernel 'k': cannot launch: argument 1 has 4 bytes, 8 are given",
        ),
        (
            launch("k", 64, 64, &[Arg::Local(4), good[1].clone()]),
            "kernel 'k': cannot launch: argument 0 is a buffer, not local memory",
        ),
    ];
    for (got, want) in cases {
        assert_eq!(got.unwrap_err(), want);
    }
}

#[test]
fn damaged_files_never_panic() {
    let good = Kernel::assemble(&[
        LOAD_BUFFER,
        LOAD_VALUE,
        OFFSETS,
        WAIT_LGKM,
        LOAD,
        WAIT_VM,
        STORE,
        END,
    ])
    .code_object();
    let options = LaunchOptions {
        instruction_limit: 1000,
        ..LaunchOptions::default()
    };
    let mut state = 1u64;
    let mut loaded = 0;
    let used: Vec<usize> = (0..good.len()).filter(|&i| good[i] != 0).collect();
    for _ in 0..4000 {
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        let mut bytes = good.clone();
        for _ in 0..1 + next() % 3 {
            let at = used[next() % used.len()] + next() % 3;
            if at < bytes.len() {
                bytes[at] = next() as u8;
            }
        }
        if next() % 8 == 0 {
            bytes.truncate(next() % good.len());
        }
        let Ok(code) = CodeObject::load(&bytes) else {
            continue;
        };
        loaded += 1;
        for kernel in code.kernels() {
            let mut emulator = Emulator::new();
            let buffer = emulator.alloc(256);
            let args = [Arg::Buffer(buffer), Arg::Bytes(vec![5, 0, 0, 0])];
            let _ = emulator.launch(&code, &kernel.name, [64, 1, 1], [64, 1, 1], &args, &options);
        }
    }
    assert!(loaded > 500, "{loaded}");
    for end in 0..good.len().min(2000) {
        assert!(CodeObject::load(&good[..end]).is_err());
    }
}
