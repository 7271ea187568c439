//! Instructions with rarely used operands and modifiers, against results computed by hand.

mod common;

use common::*;

/// Loads the buffer's address to s[4:5] and the value 5 to s6, and sets v1 to 4 * lane.
const START: &[&str] = &[LOAD_BUFFER, LOAD_VALUE, OFFSETS, WAIT_LGKM];
/// Stores v2 for every lane.
const FINISH: &[&str] = &["s_nop 7 | 070080bf", STORE, END];
const NOP: &str = "s_nop 7 | 070080bf";
const SEVEN: &str = "v_mov_b32_e32 v2, 7 | 8702047e";

#[track_caller]
fn expect(lines: &[&str], expected: impl Fn(u32) -> u32) {
    expect_words(&[START, lines, FINISH].concat(), expected);
}

#[test]
fn sub_dword_operands() {
    let add = "v_add_u32_sdwa v2, v1, v0 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0 src1_sel:WORD_0 \
               | f900046801150004";
    expect(&[SEVEN, NOP, add], |i| 7 | (5 * i) << 16);
    let mov =
        "v_mov_b32_sdwa v2, sext(v1) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 | f902047e01060800";
    expect(&[mov], |i| (4 * i) as u8 as i8 as u32);
}

#[test]
fn sub_dword_constants() {
    let and = "v_and_b32_sdwa v2, 63, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0 \
               | f9020426bf068600";
    expect(&[and], |i| (4 * i) & 63);
    let add = "v_add_u16_sdwa v2, -1, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:WORD_0 \
               | f900044cc1068404";
    expect(&[add], |i| u32::from((i as u16).wrapping_sub(1)));
    let convert = "v_cvt_f32_u32_e32 v3, v0 | 000d067e";
    let float = "v_add_f32_sdwa v2, -|1.0|, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD \
                 | f9060402f206b606";
    expect(&[convert, float], |i| (i as f32 - 1.0).to_bits());
}

#[test]
fn halves_are_added_before_rounding_down() {
    let convert = "v_cvt_rpi_i32_f32_e32 v2, v3 | 0319047e";
    expect(
        &["v_mov_b32_e32 v3, 0x3effffff | ff02067effffff3e", convert],
        |_| 1,
    );
    expect(
        &["v_mov_b32_e32 v3, 0x4b000001 | ff02067e0100004b", convert],
        |_| 8_388_610,
    );
}

#[test]
fn packed_operands() {
    // Low: high half of v1 (zero) + low half of v0; high: low half of v1 + low half of v0.
    let add = "v_pk_add_u16 v2, v1, v0 op_sel:[1,0] op_sel_hi:[0,0] | 02488ad301010200";
    expect(&[add], |i| i | (5 * i) << 16);
}

#[test]
fn rounding_modes() {
    let set = |up: bool| {
        if up {
            "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0x1 | 010800ba01000000"
        } else {
            "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0x3 | 010800ba03000000"
        }
    };
    let add = [
        "v_mov_b32_e32 v3, 0x33000000 | ff02067e00000033",
        "v_add_f32_e32 v2, 1.0, v3 | f2060402",
    ];
    expect(&add, |_| 0x3f80_0000);
    expect(&[&[set(true)], &add[..]].concat(), |_| 0x3f80_0001);
    expect(&[&[set(false)], &add[..]].concat(), |_| 0x3f80_0000);
}

#[test]
fn output_modifiers() {
    let float = |x: f32| x.to_bits();
    let convert = "v_cvt_f32_u32_e32 v3, v0 | 000d067e";
    expect(
        &[convert, "v_mul_f32_e64 v2, v3, v3 mul:2 | 020005d103070208"],
        |i| float(2.0 * (i * i) as f32),
    );
    expect(
        &[convert, "v_mul_f32_e64 v2, -v3, |v3| clamp | 028205d103070220"],
        |_| 0,
    );
    expect(
        &[convert, "v_max_f32_e64 v2, v3, v3 clamp | 02800bd103070200"],
        |i| float(i.min(1) as f32),
    );
}

#[test]
fn execution_mask() {
    let lines = [
        SEVEN,
        "v_cmpx_lt_u32_e32 vcc, 31, v0 | 9f00b27d",
        "v_mov_b32_e32 v2, 0 | 8002047e",
    ];
    let back = "s_mov_b64 exec, -1 | c101febe";
    expect(&[&lines[..], &[back]].concat(), |i| if i < 32 { 7 } else { 0 });
}

#[test]
fn local_atomics() {
    // Every lane adds its number to its own word.
    let zero = [
        "v_mov_b32_e32 v2, 0 | 8002047e",
        "ds_write_b32 v1, v2 | 00001ad801020000",
    ];
    let add = [
        "ds_add_u32 v1, v0 | 000000d801000000",
        "ds_add_rtn_u32 v2, v1, v0 | 000040d801000002",
        WAIT_LGKM,
    ];
    expect(&[&zero[..], &add].concat(), |i| i);
    let append = [
        "s_mov_b32 m0, 16 | 9000fcbe",
        NOP,
        "ds_append v2 | 00007cd900000002",
        WAIT_LGKM,
    ];
    expect(&[&zero[..], &append].concat(), |_| 0);
    let twice = [
        "s_mov_b32 m0, 16 | 9000fcbe",
        NOP,
        append[2],
        WAIT_LGKM,
        append[2],
        WAIT_LGKM,
    ];
    expect(&[&zero[..], &twice].concat(), |_| 64);
}

#[test]
fn buffer_descriptors() {
    let descriptor = [
        "s_mov_b32 s8, s4 | 040088be",
        "s_mov_b32 s9, s5 | 050089be",
        "s_mov_b32 s10, 0x80 | ff008abe80000000",
        "s_mov_b32 s11, 0x20000 | ff008bbe00000200",
    ];
    // The descriptor covers the first 32 words: stores beyond have no effect, loads beyond give zero.
    let store = [
        "v_mov_b32_e32 v2, 7 | 8702047e",
        "buffer_store_dword v2, v1, s[8:11], 0 offen | 001070e001020280",
    ];
    let load = [
        "buffer_load_dword v2, v1, s[8:11], 0 offen | 001050e001020280",
        WAIT_VM,
    ];
    expect(&[&descriptor[..], &store, &load].concat(), |i| {
        if i < 32 { 7 } else { 0 }
    });
    let atomic = ["buffer_atomic_add v2, v1, s[8:11], 0 offen | 001008e101020280"];
    expect(&[&descriptor[..], &store, &atomic, &load].concat(), |i| {
        if i < 32 { 14 } else { 0 }
    });
}

#[test]
fn wide_integers() {
    let mad = "v_mad_u64_u32 v[2:3], s[8:9], v0, v0, 5 | 0208e8d100011602";
    expect(&[mad], |i| i * i + 5);
    let carry = [
        "v_mov_b32_e32 v3, -1 | c102067e",
        "v_add_co_u32_e32 v2, vcc, v3, v1 | 03030432",
        NOP,
        "v_addc_co_u32_e32 v2, vcc, 0, v0, vcc | 80000438",
    ];
    expect(&carry, |i| if i == 0 { 0 } else { i + 1 });
}

#[test]
fn scalars() {
    let copy = "v_mov_b32_e32 v2, s7 | 0702047e";
    expect(&["s_movk_i32 s7, 0xfff0 | f0ff07b0", copy], |_| -16i32 as u32);
    expect(&["s_bfe_u32 s7, s6, 0x20001 | 06ff879201000200", copy], |_| 2);
    expect(&["s_mul_hi_u32 s7, s6, -1 | 06c10796", copy], |_| 4);
    expect(&["v_readlane_b32 s7, v0, 9 | 070089d200130100", NOP, copy], |_| 9);
    expect(
        &[SEVEN, NOP, "v_writelane_b32 v2, s6, 3 | 02008ad206060100"],
        |i| if i == 3 { 5 } else { 7 },
    );
}

#[test]
fn jumps() {
    let jump = [
        SEVEN,
        "s_getpc_b64 s[8:9] | 001c88be",
        "s_add_u32 s8, s8, 16 | 08900880",
        "s_addc_u32 s9, s9, 0 | 09800982",
        "s_setpc_b64 s[8:9] | 081d80be",
        "s_trap 1 | 010092bf",
    ];
    expect(&jump, |_| 7);
}

#[test]
fn lanes_below() {
    let count = [
        "v_mbcnt_lo_u32_b32 v2, -1, 0 | 02008cd2c1000100",
        "v_mbcnt_hi_u32_b32 v2, -1, v2 | 02008dd2c1040200",
    ];
    expect(&count, |i| i);
}

#[test]
fn accumulation_registers() {
    let there_and_back = [
        "v_accvgpr_write_b32 a3, v0 | 0340d9d300010018",
        "v_accvgpr_read_b32 v2, a3 | 0240d8d303010018",
    ];
    expect(&there_and_back, |i| i);
}

#[test]
fn flat_atomics() {
    let address = [
        "v_mov_b32_e32 v5, 0 | 80020a7e",
        "v_lshlrev_b32_e32 v4, 2, v0 | 82000824",
        "v_lshl_add_u64 v[4:5], s[4:5], 0, v[4:5] | 040008d204001104",
    ];
    let add = "flat_atomic_add v2, v[4:5], v0 sc0 | 000009dd04000002";
    let wait = "s_waitcnt vmcnt(0) lgkmcnt(0) | 70008cbf";
    expect(&[&address[..], &[add, wait, add, wait]].concat(), |i| i);
}

#[test]
fn products_saturate() {
    // Lane numbers are in the upper six of 24 bits.
    let high = "v_lshlrev_b32_e32 v3, 18, v0 | 92000624";
    let minus_one = "v_mov_b32_e32 v4, -1 | c102087e";
    let signed = |i: u32| ((i << 26) as i32) >> 8;
    expect(
        &[high, "v_mul_u32_u24_e64 v2, v3, v3 clamp | 028008d103070200"],
        |i| {
            if i == 0 { 0 } else { u32::MAX }
        },
    );
    expect(
        &[high, "v_mul_i32_i24_e64 v2, v3, v3 clamp | 028006d103070200"],
        |i| {
            if i == 0 { 0 } else { i32::MAX as u32 }
        },
    );
    let negated = "v_mul_i32_i24_e64 v2, v3, v4 clamp | 028006d103090200";
    expect(&[high, minus_one, negated], |i| signed(i).wrapping_neg() as u32);
    let unsigned_sum = [
        high,
        minus_one,
        "v_mov_b32_e32 v5, -1 | c1020a7e",
        "v_mad_u64_u32 v[6:7], s[8:9], v0, v3, v[4:5] clamp | 0688e8d100071204",
        "v_mov_b32_e32 v2, v6 | 0603047e",
    ];
    expect(&unsigned_sum, |_| u32::MAX);
    let signed_sum = [
        high,
        minus_one,
        "v_bfrev_b32_e32 v5, -2 | c2580a7e",
        "v_mad_i64_i32 v[6:7], s[8:9], v0, v3, v[4:5] clamp | 0688e9d100071204",
        "v_mov_b32_e32 v2, v7 | 0703047e",
    ];
    expect(&signed_sum, |_| i32::MAX as u32);
}
