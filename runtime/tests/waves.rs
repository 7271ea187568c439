//! Forks, skipped vector instructions, scalar scratch and traps, against results computed by hand.

mod common;

use common::*;

/// Loads the buffer's address to s[4:5] and the value 5 to s6, and sets v1 to 4 * lane.
const START: &[&str] = &[LOAD_BUFFER, LOAD_VALUE, OFFSETS, WAIT_LGKM];
/// Stores v2 for every lane.
const FINISH: &[&str] = &["s_nop 7 | 070080bf", STORE, END];
const ZERO: &str = "v_mov_b32_e32 v2, 0 | 8002047e";
const SEVEN: &str = "v_mov_b32_e32 v2, 7 | 8702047e";

#[track_caller]
fn expect(lines: &[&str], expected: impl Fn(u32) -> u32) {
    expect_words(&[START, lines, FINISH].concat(), expected);
}

/// The lanes whose number is below 5.
const CONDITION: &str = "v_cmp_gt_u32_e64 s[20:21], 5, v0 | 1400ccd085000200";
/// The other lanes.
const OPPOSITE: &str = "v_cmp_le_u32_e64 s[20:21], 5, v0 | 1400cbd085000200";
const NO_FORK_OPEN: &str = "s_mov_b32 s24, 0 | 800098be";
const FORK: &str = "s_cbranch_i_fork s[20:21], 2 | 020014b8";
/// The register at the fall-through side of a fork, and at the target.
const SIDES: &[&str] = &[
    "v_add_u32_e32 v2, 32, v0 | a0000468",
    "s_branch 1 | 010082bf",
    "v_add_u32_e32 v2, 64, v0 | c0000468",
    "s_cbranch_join s24 | 182e80be",
];
const ALL: &str = "s_mov_b64 exec, -1 | c101febe";

#[test]
fn both_sides_of_a_fork_run() {
    let side = |below: u32, others: u32| move |i: u32| i + if i < 5 { below } else { others };
    let fork = |condition| [&[ZERO, NO_FORK_OPEN, condition, FORK], SIDES, &[ALL]].concat();
    expect(&fork(CONDITION), side(64, 32));
    expect(&fork(OPPOSITE), side(32, 64));
    // The target may be in registers: 20 bytes after s_getpc_b64.
    let target = [
        "s_getpc_b64 s[22:23] | 001c96be",
        "s_add_u32 s22, s22, 20 | 16941680",
        "s_addc_u32 s23, s23, 0 | 17801782",
        "s_cbranch_g_fork s[20:21], s[22:23] | 14168094",
    ];
    let lines = [&[ZERO, NO_FORK_OPEN, CONDITION], &target[..], SIDES, &[ALL]].concat();
    expect(&lines, side(64, 32));
}

#[test]
fn a_fork_that_all_lanes_agree_on_is_a_branch() {
    let all = "s_mov_b64 s[20:21], -1 | c10194be";
    let none = "s_mov_b64 s[20:21], 0 | 800194be";
    expect(&[&[ZERO, NO_FORK_OPEN, all, FORK], SIDES].concat(), |i| 64 + i);
    expect(&[&[ZERO, NO_FORK_OPEN, none, FORK], SIDES].concat(), |i| 32 + i);
    expect_fault(
        &[
            "s_mov_b32 s24, 1 | 810098be",
            "s_cbranch_join s24 | 182e80be",
            END,
        ],
        "kernel 'k': a join without a fork\n  at k+0x4: s_cbranch_join s24\n  workgroup (0, 0, 0)",
    );
}

#[test]
fn the_first_side_has_fewer_lanes() {
    // Each side adds to s6, which is 5, and saves it: 6 on the first one, 7 on the second one.
    let sides = [
        "s_cbranch_i_fork s[20:21], 0 | 000014b8",
        "s_add_u32 s6, s6, 1 | 06810680",
        "v_mov_b32_e32 v2, s6 | 0602047e",
        "s_cbranch_join s24 | 182e80be",
        ALL,
    ];
    for (condition, first_is_below) in [(CONDITION, true), (OPPOSITE, true)] {
        let lines = [&[ZERO, NO_FORK_OPEN, condition], &sides[..]].concat();
        expect(&lines, |i| if (i < 5) == first_is_below { 6 } else { 7 });
    }
}

const SKIP: &str = "s_setvskip 1, 0 | 818010bf";
const RUN: &str = "s_setvskip 0, 0 | 808010bf";
const WAIT_STATES: &str = "s_nop 1 | 010080bf";

#[test]
fn vector_instructions_are_skipped() {
    let lines = [
        SEVEN,
        SKIP,
        WAIT_STATES,
        "v_mov_b32_e32 v2, 1 | 8102047e",
        "global_load_dword v2, v1, s[4:5] | 008050dc01000402",
        "ds_read_b32 v2, v1 | 00006cd801000002",
        "s_mov_b32 s7, 9 | 890087be",
        "v_readfirstlane_b32 s7, v0 | 00050e7e",
        RUN,
        WAIT_STATES,
        "v_add_u32_e32 v2, s7, v2 | 07040468",
    ];
    expect(&lines, |_| 16);
    // Bit 2 of 5 is set, bit 1 is not.
    let by_bit = |bit| [SEVEN, bit, WAIT_STATES, ZERO, RUN, WAIT_STATES];
    expect(&by_bit("s_setvskip s6, 2 | 068210bf"), |_| 7);
    expect(&by_bit("s_setvskip s6, 1 | 068110bf"), |_| 0);
}

#[test]
fn skipping_is_a_field_of_the_mode() {
    let read = "s_getreg_b32 s7, hwreg(HW_REG_MODE, 28, 1) | 010787b8";
    let copy = "v_mov_b32_e32 v2, s7 | 0702047e";
    expect(&[SKIP, read, RUN, WAIT_STATES, copy], |_| 1);
    expect(&[SKIP, RUN, read, WAIT_STATES, copy], |_| 0);
}

#[test]
fn skipping_needs_wait_states() {
    expect_fault(
        &[SKIP, "s_nop 0 | 000080bf", SEVEN, END],
        "kernel 'k': hazard: VSKIP written, then a vector instruction needs 2 wait states, found 1\n  \
         at k+0x8: v_mov_b32_e32 v2, 7\n  workgroup (0, 0, 0)",
    );
}

#[test]
fn scalar_scratch_counts_the_lanes() {
    let lines = [
        "s_mov_b32 s8, 1 | 810088be",
        // A register counts 64 bytes, an immediate bytes.
        "s_scratch_store_dword s6, s[4:5], s8 | 820154c008000000",
        "s_scratch_store_dword s8, s[4:5], 0x44 | 020256c044000000",
        WAIT_LGKM,
        "s_scratch_load_dword s9, s[4:5], 0x40 | 420216c040000000",
        "s_scratch_load_dword s10, s[4:5], s8 offset:0x4 | 824216c004000010",
        WAIT_LGKM,
        "s_add_u32 s9, s9, s10 | 090a0980",
        "v_mov_b32_e32 v2, s9 | 0902047e",
    ];
    expect(&lines, |_| 6);
}

#[test]
fn traps() {
    let trap = |line: &str, text: &str| {
        let instruction = line.split_once(" | ").unwrap().0;
        expect_fault(
            &[line, END],
            &format!("kernel 'k': {text}\n  at k+0x0: {instruction}\n  workgroup (0, 0, 0)"),
        );
    };
    trap(
        "s_trap 2 | 020092bf",
        "trap 2: the program ended itself (llvm.trap)",
    );
    trap("s_trap 7 | 070092bf", "trap 7, for which there is no handler");
    expect(&[SEVEN, "s_trap 3 | 030092bf"], |_| 7);
    expect_fault(
        &[LOAD_BUFFER, WAIT_LGKM, "s_rfe_b64 s[4:5] | 041f80be"],
        "kernel 'k': a return from a trap handler outside of one\n  at k+0xc: s_rfe_b64 s[4:5]\n  workgroup (0, 0, 0)",
    );
}
