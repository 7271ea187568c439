//! Correct programs that strict mode accepts, each next to a wrong variant that it rejects: which parts of registers an
//! instruction reads, in which order memory operations complete, what scalar loads see.

mod assembly;

use assembly::{Program, assemble_kernel, try_launch};
use wavec_runtime::Strictness;

/// Runs the lines, which leave a result in v2, on input 0, 1, 2, ...; the first results.
fn results(lines: &str) -> Result<Vec<u32>, String> {
    let mut text = String::from("\tv_lshlrev_b32_e32 v1, 2, v0\n");
    for line in lines.split(';') {
        text += &format!("\t{}\n", line.trim());
    }
    text += "\ts_nop 7\n\tglobal_store_dword v1, v2, s[6:7]\n";
    let code = assemble_kernel(&Program {
        text: &text,
        vgprs: 32,
        lds: 512,
    });
    let input: Vec<u32> = (0..64).collect();
    try_launch(&code, &input, 64, Strictness::ALL)
}

#[track_caller]
fn gives(lines: &str, expected: impl Fn(u32) -> u32) {
    let found = results(lines).unwrap_or_else(|fault| panic!("{lines}: {fault}"));
    assert_eq!(found, (0..64).map(expected).collect::<Vec<_>>(), "{lines}");
}

#[track_caller]
fn faults(lines: &str, expected: &str) {
    let fault = results(lines)
        .err()
        .unwrap_or_else(|| panic!("{lines}: no fault"));
    assert!(fault.contains(expected), "{lines}: {fault}");
}

const UNWRITTEN: &str = "v2 is read but was never written";

#[test]
fn addresses_of_local_memory_wrap() {
    let write = "v_mov_b32_e32 v5, -1; v_mov_b32_e32 v6, 7; v_mov_b32_e32 v7, 0; ";
    for (store, load) in [
        ("ds_write_b8 v7, v6 offset:62", "ds_read_u8 v2, v5 offset:63"),
        ("ds_write_b8 v5, v6 offset:63", "ds_read_u8 v2, v7 offset:62"),
    ] {
        let lines = format!("{write}{store}; s_waitcnt lgkmcnt(0); {load}; s_waitcnt lgkmcnt(0)");
        gives(&lines, |_| 7);
    }
    let pairs = "v_mov_b32_e32 v5, -8; v_mov_b32_e32 v6, 7; v_mov_b32_e32 v7, 9; \
                 ds_write2_b32 v5, v6, v7 offset0:2 offset1:3; s_waitcnt lgkmcnt(0); \
                 ds_read2_b32 v[2:3], v5 offset0:3 offset1:2; s_waitcnt lgkmcnt(0)";
    gives(pairs, |_| 9);
    let atomic = "v_mov_b32_e32 v5, -8; v_mov_b32_e32 v6, 1; ds_write_b32 v5, v6 offset:8; s_waitcnt lgkmcnt(0); \
                  ds_add_u32 v5, v6 offset:8; s_waitcnt lgkmcnt(0); ds_read_b32 v2, v5 offset:8; s_waitcnt lgkmcnt(0)";
    gives(atomic, |_| 65);
    faults(
        "v_mov_b32_e32 v5, -1; ds_read_u8 v2, v5 offset:0; s_waitcnt lgkmcnt(0)",
        "out of bounds",
    );
}

#[test]
fn words_that_are_not_selected_are_not_read() {
    // v3 and v5 are never written.
    let low = "v_mov_b32_e32 v2, 1.0; v_mov_b32_e32 v4, 2.0; ";
    let sum = |modifiers: &str, result: &str| {
        format!("{low}v_pk_add_f32 v[6:7], v[2:3], v[4:5] {modifiers}; v_mov_b32_e32 v2, {result}")
    };
    let three = 3f32.to_bits();
    gives(&sum("op_sel_hi:[0,0]", "v7"), |_| three);
    gives(&sum("op_sel_hi:[0,1]", "v6"), |_| three);
    gives(&sum("", "v6"), |_| three);
    faults(&sum("op_sel_hi:[0,1]", "v7"), UNWRITTEN);
    faults(&sum("op_sel:[1,0] op_sel_hi:[0,0]", "v6"), UNWRITTEN);
    let product = "v_pk_fma_f32 v[6:7], v[2:3], v[4:5], v[2:3] op_sel_hi:[0,0,0]; v_mov_b32_e32 v2, v7";
    gives(&format!("{low}{product}"), |_| three);
    let product = "v_pk_fma_f32 v[6:7], v[2:3], v[4:5], v[2:3] op_sel_hi:[0,0,1]; v_mov_b32_e32 v2, v7";
    faults(&format!("{low}{product}"), UNWRITTEN);
    // Scalar pairs as well.
    let scalar = "s_mov_b32 s9, 1.0; v_pk_mul_f32 v[6:7], s[8:9], 1.0 op_sel:[1,0] op_sel_hi:[";
    gives(&format!("{scalar}1,0]; v_mov_b32_e32 v2, v7"), |_| 1f32.to_bits());
    faults(&format!("{scalar}0,0]; v_mov_b32_e32 v2, v7"), UNWRITTEN);
}

#[test]
fn copies_pass_on_each_word() {
    let low = "v_mov_b32_e32 v10, 5; v_mov_b64_e32 v[6:7], v[10:11]; v_mov_b32_e32 v2, ";
    gives(&format!("{low}v6"), |_| 5);
    faults(&format!("{low}v7"), UNWRITTEN);
    for (written, register, other) in [("s8", "v6", "v7"), ("s9", "v7", "v6")] {
        let copy = format!("s_mov_b32 {written}, 5; v_mov_b64_e32 v[6:7], s[8:9]; v_mov_b32_e32 v2, ");
        gives(&format!("{copy}{register}"), |_| 5);
        faults(&format!("{copy}{other}"), UNWRITTEN);
    }
    let packed = "v_mov_b32_e32 v10, 5; v_pk_mov_b32 v[6:7], v[10:11], v[10:11] op_sel:[";
    gives(&format!("{packed}0,1]; v_mov_b32_e32 v2, v6"), |_| 5);
    gives(&format!("{packed}1,0]; v_mov_b32_e32 v2, v7"), |_| 5);
    faults(&format!("{packed}0,1]; v_mov_b32_e32 v2, v7"), UNWRITTEN);
}

#[test]
fn narrow_results_fill_a_part_of_a_register() {
    // The other bits are never written; reading them is accepted, as they cannot be told apart.
    gives(
        "v_cvt_pk_u8_f32 v2, 1.0, 0, v10; s_nop 1; v_and_b32_e32 v2, 0xff, v2",
        |_| 1,
    );
    gives(
        "v_cvt_pkrtz_f16_f32 v2, 1.0, v10; s_nop 1; v_and_b32_e32 v2, 0xffff, v2",
        |_| 0x3c00,
    );
    gives(
        "v_cvt_pk_fp8_f32 v2, 1.0, 1.0 op_sel:[0,0,1]; s_nop 1; v_lshrrev_b32_e32 v2, 16, v2",
        |_| 0x4040,
    );
    // The old value is preserved: a part that is never written does not make it undefined.
    gives(
        "v_mov_b32_e32 v2, 7; v_cvt_pk_fp8_f32 v2, v10, v11 op_sel:[0,0,1]; s_nop 1; v_and_b32_e32 v2, 0xffff, v2",
        |_| 7,
    );
    gives(
        "v_cvt_sr_fp8_f32 v2, 1.0, 0 op_sel:[0,0,0,1]; s_nop 1; v_lshrrev_b32_e32 v2, 16, v2; v_and_b32_e32 v2, 0xff, v2",
        |_| 0x40,
    );
    faults("v_cvt_sr_fp8_f32 v2, v10, 0", UNWRITTEN);
    faults("v_cvt_pkrtz_f16_f32 v2, v10, v11", UNWRITTEN);
    gives(
        "s_mov_b32 s8, 5; v_and_b32_e32 v10, 0xffff0000, v10; v_or_b32_e32 v2, s8, v10; v_and_b32_e32 v2, 15, v2",
        |_| 5,
    );
    gives(
        "v_and_b32_e32 v10, -16, v10; v_lshl_or_b32 v2, 5, 0, v10; v_and_b32_e32 v2, 15, v2",
        |_| 5,
    );
    faults("v_bfi_b32 v2, 15, v10, v11", UNWRITTEN);
    faults("v_and_or_b32 v2, v10, 15, v11", UNWRITTEN);
    faults("v_and_or_b32 v2, 15, v10, v11", UNWRITTEN);
    faults("v_cvt_pk_u8_f32 v2, v10, 0, v11", UNWRITTEN);
}

#[test]
fn padding_is_copied_in_pieces() {
    let copy = "v_lshlrev_b32_e32 v5, 3, v0; v_mov_b32_e32 v6, 7; ds_write_b8 v5, v6 offset:OFF; s_waitcnt lgkmcnt(0); \
                ds_read_u16 v7, v5 offset:2; ds_read_u8 v8, v5; s_waitcnt lgkmcnt(0); ds_write_b16 v5, v7 offset:6; \
                ds_write_b8 v5, v8 offset:4; s_waitcnt lgkmcnt(0); ds_read_u8 v2, v5 offset:4; s_waitcnt lgkmcnt(0)";
    gives(&copy.replace("OFF", "0"), |_| 7);
    faults(&copy.replace("OFF", "4"), "v2 (local read of");
    // Whole undefined words are stored as well.
    for store in [
        "ds_write_b64 v5, v[10:11]",
        "ds_write2_b32 v5, v10, v11 offset1:1",
    ] {
        let padding = format!(
            "v_lshlrev_b32_e32 v5, 3, v0; v_mov_b32_e32 v6, 7; {store}; ds_write_b32 v5, v6 offset:4; s_waitcnt lgkmcnt(0); ds_read_b32 v2, v5"
        );
        gives(&format!("{padding} offset:4; s_waitcnt lgkmcnt(0)"), |_| 7);
        faults(&format!("{padding}; s_waitcnt lgkmcnt(0)"), "v2 (local read of");
    }
    // To global memory, before or after a defined store beside it.
    let value = "v_mov_b32_e32 v2, 7; ";
    gives(
        &format!("{value}global_store_byte v1, v10, s[6:7] offset:1"),
        |_| 7,
    );
    let before = "v_mov_b32_e32 v5, 1; global_store_byte v1, v5, s[6:7] offset:3; s_waitcnt vmcnt(0); \
                  global_store_short v1, v10, s[6:7]; s_waitcnt vmcnt(0)";
    gives(&format!("{value}{before}"), |_| 7);
    // A store of another lane counts only for that lane.
    let unwritten = "v10 is read but was never written";
    let elsewhere = "v_xor_b32_e32 v5, 16, v1; global_store_dword v5, v10, s[6:7]; s_waitcnt vmcnt(0)";
    faults(&format!("{value}{elsewhere}"), unwritten);
    let whole = "v_and_b32_e32 v5, 0x3f0, v1; global_store_dwordx4 v5, v[10:13], s[6:7]; s_waitcnt vmcnt(0)";
    faults(&format!("{value}{whole}"), unwritten);
    // Through local memory as well.
    let local = "v_lshlrev_b32_e32 v5, 3, v0; ds_write_b32 v5, v2; s_waitcnt lgkmcnt(0); \
                 ds_read_b32 v6, v5; ds_read_b32 v7, v5 offset:4; s_waitcnt lgkmcnt(0); \
                 v_and_b32_e32 v8, 0x78, v5; global_store_dword v8, v6, s[6:7]; s_waitcnt vmcnt(0); \
                 global_store_dword v8, v7, s[6:7] offset:4; s_waitcnt vmcnt(0)";
    gives(&format!("{value}{local}"), |_| 7);
}

#[test]
fn scalar_fields_depend_on_their_bits() {
    // s9 is never written; all of s8 and the lower half of s10 are.
    let start = "s_mov_b32 s8, 0x12345678; s_and_b32 s10, s9, 0xffff0000; ";
    let value = |lines: &str| format!("{start}{lines}; v_mov_b32_e32 v2, s14");
    gives(&value("s_bfe_i64 s[14:15], s[8:9], 0x100000"), |_| 0x5678);
    gives(&value("s_bfe_i64 s[14:15], s[8:9], 0x200000"), |_| 0x1234_5678);
    gives(&value("s_bfe_u64 s[14:15], s[8:9], 0x80004"), |_| 0x67);
    gives(&value("s_bfe_i64 s[14:15], s[8:9], 0x210000"), |_| 0x1234_5678);
    faults(
        &value("s_bfe_i64 s[14:15], s[8:9], 0x210000; s_mov_b32 s14, s15"),
        UNWRITTEN,
    );
    gives(&value("s_bfe_u32 s14, s10, 0x100000"), |_| 0);
    gives(&value("s_sext_i32_i16 s14, s10"), |_| 0);
    gives(&value("s_sext_i32_i8 s14, s10"), |_| 0);
    faults(&value("s_sext_i32_i16 s14, s9"), UNWRITTEN);
    gives(&value("s_pack_ll_b32_b16 s14, s10, s8"), |_| 0x5678_0000);
    gives(&value("s_pack_lh_b32_b16 s14, s10, s8"), |_| 0x1234_0000);
    faults(&value("s_pack_hh_b32_b16 s14, s10, s8"), UNWRITTEN);
    gives(
        &value("s_mul_i32 s14, s10, s8; s_and_b32 s14, s14, 0xffff"),
        |_| 0,
    );
    faults(&value("s_mul_i32 s14, s10, s8"), UNWRITTEN);
    gives(
        &value("s_lshl2_add_u32 s14, s10, 5; s_and_b32 s14, s14, 0xffff"),
        |_| 5,
    );
    gives(&value("s_brev_b32 s14, s10; s_lshr_b32 s14, s14, 16"), |_| 0);
    gives(&value("s_brev_b64 s[14:15], s[8:9]; s_mov_b32 s14, s15"), |_| {
        0x1e6a_2c48
    });
}

/// A FLAT operation counts in both counters, and may be overtaken in either while it is outstanding in both.
#[test]
fn the_rest_of_a_flat_operation_is_in_order() {
    let lines = |waits: &str| {
        format!(
            "v_mov_b32_e32 v12, s4; v_mov_b32_e32 v13, s5; v_mov_b32_e32 v6, 9; ds_write_b32 v1, v6; \
             flat_load_dword v14, v[12:13]; ds_read_b32 v15, v1; ds_read_b32 v16, v1; {waits}; v_mov_b32_e32 v2, v15; \
             s_waitcnt vmcnt(0) lgkmcnt(0)"
        )
    };
    gives(&lines("s_waitcnt vmcnt(0); s_waitcnt lgkmcnt(1)"), |_| 9);
    gives(&lines("s_waitcnt vmcnt(0) lgkmcnt(1)"), |_| 9);
    faults(
        &lines("s_waitcnt lgkmcnt(1)"),
        "v15 is used before s_waitcnt lgkmcnt",
    );
    faults(
        &lines("s_waitcnt vmcnt(0); s_waitcnt lgkmcnt(2)"),
        "v15 is used before s_waitcnt lgkmcnt",
    );
    let loads = |waits: &str| {
        format!(
            "v_mov_b32_e32 v12, s4; v_mov_b32_e32 v13, s5; flat_load_dword v14, v[12:13]; \
             global_load_dword v15, v1, s[4:5]; global_load_dword v16, v1, s[4:5]; {waits}; v_mov_b32_e32 v2, v15; \
             s_waitcnt vmcnt(0) lgkmcnt(0)"
        )
    };
    gives(&loads("s_waitcnt lgkmcnt(0); s_waitcnt vmcnt(1)"), |i| i);
    faults(&loads("s_waitcnt vmcnt(1)"), "v15 is used before s_waitcnt vmcnt");
}

#[test]
fn scalar_loads_see_what_is_complete() {
    let store = "v_mov_b32_e32 v3, 9; global_store_dword v1, v3, s[6:7]; ";
    let load = "s_load_dword s8, s[6:7], 0x8; s_waitcnt lgkmcnt(0); v_mov_b32_e32 v2, s8";
    faults(
        &format!("{store}{load}"),
        "of data that the wave stored before s_waitcnt vmcnt (pending: global_store_dword v1, v3, s[6:7])",
    );
    gives(&format!("{store}s_waitcnt vmcnt(0); {load}"), |_| 9);
    // Other addresses.
    gives(
        &format!("{store}s_load_dword s8, s[4:5], 0x8; s_waitcnt lgkmcnt(0); v_mov_b32_e32 v2, s8"),
        |_| 2,
    );
    let buffer = "s_mov_b32 s8, s6; s_mov_b32 s9, s7; s_mov_b32 s10, 256; s_mov_b32 s11, 0x27000; v_mov_b32_e32 v3, 9; \
                  buffer_store_dword v3, v1, s[8:11], 0 offen; ";
    let load_buffer = "s_buffer_load_dword s12, s[8:11], 0x8; s_waitcnt lgkmcnt(0); v_mov_b32_e32 v2, s12";
    faults(
        &format!("{buffer}{load}"),
        "before s_waitcnt vmcnt (pending: buffer_store_dword",
    );
    faults(
        &format!("{buffer}{load_buffer}"),
        "before s_waitcnt vmcnt (pending: buffer_store_dword",
    );
    gives(&format!("{buffer}s_waitcnt vmcnt(0); {load_buffer}"), |_| 9);
    // The scalar cache still holds the data from before the store.
    let early = format!("s_load_dword s8, s[6:7], 0x8; {store}s_waitcnt vmcnt(0) lgkmcnt(0); ");
    faults(&format!("{early}{load}"), "with no s_dcache_inv in between");
    gives(&format!("{early}s_dcache_inv; {load}"), |_| 9);
    let elsewhere = early
        .replace("v1, v3, s[6:7]", "v1, v3, s[6:7] offset:4")
        .replace("v_mov", "v_cmpx_gt_u32_e32 63, v0; s_nop 4; v_mov");
    let other =
        "s_load_dword s8, s[6:7], 0x0; s_waitcnt lgkmcnt(0); s_mov_b64 exec, -1; v_mov_b32_e32 v2, s8";
    gives(&format!("{elsewhere}{other}"), |_| 0);
}
