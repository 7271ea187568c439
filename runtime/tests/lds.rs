//! Local memory instructions against an independent implementation: every atomic in both widths with and without
//! result, addresses of every form, and the lane permutations.

mod assembly;

use assembly::{Program, assemble_kernel, launch, try_launch};
use half::{bf16, f16};
use std::fmt::Write;
use wavec_runtime::Strictness;

/// The new contents from the old ones and two operands.
type Meaning = fn(u64, u64, u64) -> u64;

fn low(value: u64) -> u32 {
    value as u32
}

fn single(value: u64) -> f32 {
    f32::from_bits(value as u32)
}

fn wide(value: u32) -> u64 {
    u64::from(value)
}

fn packed(old: u64, data: u64, add: impl Fn(u16, u16) -> u16) -> u64 {
    let sum = |shift: u32| wide(add((old >> shift) as u16, (data >> shift) as u16).into()) << shift;
    sum(0) | sum(16)
}

/// Name without `ds_` and type, 32-bit and 64-bit types, operands, semantics in both widths.
type Atomic = (
    &'static str,
    &'static str,
    &'static str,
    usize,
    Option<Meaning>,
    Option<Meaning>,
);

#[rustfmt::skip]
const ATOMICS: &[Atomic] = &[
    ("add", "u32", "u64", 1, Some(|m, d, _| wide(low(m).wrapping_add(low(d)))), Some(|m, d, _| m.wrapping_add(d))),
    ("sub", "u32", "u64", 1, Some(|m, d, _| wide(low(m).wrapping_sub(low(d)))), Some(|m, d, _| m.wrapping_sub(d))),
    ("rsub", "u32", "u64", 1, Some(|m, d, _| wide(low(d).wrapping_sub(low(m)))), Some(|m, d, _| d.wrapping_sub(m))),
    ("inc", "u32", "u64", 1, Some(|m, d, _| if low(m) >= low(d) { 0 } else { m + 1 }), Some(|m, d, _| if m >= d { 0 } else { m + 1 })),
    ("dec", "u32", "u64", 1, Some(|m, d, _| if low(m) == 0 || low(m) > low(d) { d } else { m - 1 }),
        Some(|m, d, _| if m == 0 || m > d { d } else { m - 1 })),
    ("min", "i32", "i64", 1, Some(|m, d, _| wide((low(m) as i32).min(low(d) as i32) as u32)), Some(|m, d, _| (m as i64).min(d as i64) as u64)),
    ("max", "i32", "i64", 1, Some(|m, d, _| wide((low(m) as i32).max(low(d) as i32) as u32)), Some(|m, d, _| (m as i64).max(d as i64) as u64)),
    ("min", "u32", "u64", 1, Some(|m, d, _| wide(low(m).min(low(d)))), Some(|m, d, _| m.min(d))),
    ("max", "u32", "u64", 1, Some(|m, d, _| wide(low(m).max(low(d)))), Some(|m, d, _| m.max(d))),
    ("and", "b32", "b64", 1, Some(|m, d, _| m & d), Some(|m, d, _| m & d)),
    ("or", "b32", "b64", 1, Some(|m, d, _| m | d), Some(|m, d, _| m | d)),
    ("xor", "b32", "b64", 1, Some(|m, d, _| m ^ d), Some(|m, d, _| m ^ d)),
    ("mskor", "b32", "b64", 2, Some(|m, d, e| m & !d | e), Some(|m, d, e| m & !d | e)),
    ("cmpst", "b32", "b64", 2, Some(|m, d, e| if m == d { e } else { m }), Some(|m, d, e| if m == d { e } else { m })),
    ("cmpst", "f32", "f64", 2, Some(|m, d, e| if single(m) == single(d) { e } else { m }),
        Some(|m, d, e| if f64::from_bits(m) == f64::from_bits(d) { e } else { m })),
    ("add", "f32", "f64", 1, Some(|m, d, _| wide((single(m) + single(d)).to_bits())),
        Some(|m, d, _| (f64::from_bits(m) + f64::from_bits(d)).to_bits())),
    ("min", "f32", "f64", 1, Some(|m, d, _| wide(single(m).min(single(d)).to_bits())),
        Some(|m, d, _| f64::from_bits(m).min(f64::from_bits(d)).to_bits())),
    ("max", "f32", "f64", 1, Some(|m, d, _| wide(single(m).max(single(d)).to_bits())),
        Some(|m, d, _| f64::from_bits(m).max(f64::from_bits(d)).to_bits())),
    ("pk_add", "f16", "", 1, Some(|m, d, _| packed(m, d, |x, y| {
        f16::from_f64(f16::from_bits(x).to_f64() + f16::from_bits(y).to_f64()).to_bits()
    })), None),
    ("pk_add", "bf16", "", 1, Some(|m, d, _| packed(m, d, |x, y| {
        bf16::from_f32(bf16::from_bits(x).to_f32() + bf16::from_bits(y).to_f32()).to_bits()
    })), None),
];

/// These always return a result: exchanges and the wrapping one.
#[rustfmt::skip]
const RETURNING: &[(&str, bool, usize, Meaning)] = &[
    ("ds_wrxchg_rtn_b32", false, 1, |_, d, _| d),
    ("ds_wrxchg_rtn_b64", true, 1, |_, d, _| d),
    ("ds_wrap_rtn_b32", false, 2, |m, d, e| if low(m) >= low(d) { m - d } else { wide(low(m).wrapping_add(low(e))) }),
];

/// Contents and operands of each lane. No number is a NaN in any format, and no two zeros differ in sign.
fn operands() -> Vec<[u64; 3]> {
    let special: [u64; 8] = [
        0,
        1,
        2,
        0x3c00_3f80_3c00_3f80,
        0x4248_4049_4248_4049,
        0xc100_c0a0_c100_c0a0,
        0x7000_7000_7000_7000,
        0x8765_4321_8765_4321,
    ];
    (0..64u64)
        .map(|lane| {
            let old = special[lane as usize % 8];
            let data = if lane % 5 == 0 {
                old
            } else {
                special[lane as usize / 8]
            };
            [old, data, special[(lane as usize + 3) % 8] ^ 0x10]
        })
        .collect()
}

/// Runs `instruction` on the pair of words at offset 40 of each lane's 16 bytes, with `$d` for the result registers and
/// v[4:5] and v[6:7] as operands; returns the result and the new contents.
fn run_atomic(instruction: &str) -> Vec<[u64; 2]> {
    let mut text = String::from("\tv_mul_u32_u24_e32 v1, 24, v0\n");
    for register in 0..6 {
        let _ = writeln!(
            text,
            "\tglobal_load_dword v{}, v1, s[4:5] offset:{}",
            2 + register,
            4 * register
        );
    }
    text += "\tv_mov_b32_e32 v8, 0\n\tv_mov_b32_e32 v9, 0\n\tv_lshlrev_b32_e32 v14, 4, v0\n\ts_waitcnt vmcnt(0)\n\
             \tds_write_b64 v14, v[2:3] offset:40\n\ts_waitcnt lgkmcnt(0)\n";
    let _ = writeln!(
        text,
        "\t{instruction}\n\ts_waitcnt lgkmcnt(0)\n\tds_read_b64 v[10:11], v14 offset:40"
    );
    text += "\tv_lshlrev_b32_e32 v1, 4, v0\n\ts_waitcnt lgkmcnt(0)\n\
             \tglobal_store_dwordx4 v1, v[8:11], s[6:7]\n";
    let program = Program {
        text: &text,
        vgprs: 16,
        lds: 2048,
    };
    let input: Vec<u32> = operands()
        .iter()
        .flat_map(|values| values.iter().flat_map(|&value| [low(value), low(value >> 32)]))
        .collect();
    let output = launch(&assemble_kernel(&program), &input, 256);
    let lanes = output.as_chunks::<4>().0.iter();
    lanes
        .map(|words| [0, 2].map(|at| wide(words[at]) | wide(words[at + 1]) << 32))
        .collect()
}

fn check_atomic(name: &str, is_wide: bool, returns: bool, count: usize, meaning: Meaning) {
    let pair = |first: usize| match is_wide {
        true => format!("v[{first}:{}]", first + 1),
        false => format!("v{first}"),
    };
    let result = if returns {
        format!("{}, ", pair(8))
    } else {
        String::new()
    };
    let second = if count > 1 {
        format!(", {}", pair(6))
    } else {
        String::new()
    };
    let instruction = format!("{name} {result}v14, {}{second} offset:40", pair(4));
    let mask = if is_wide { u64::MAX } else { 0xffff_ffff };
    for (lane, (found, [old, data, other])) in run_atomic(&instruction).iter().zip(operands()).enumerate() {
        let new = meaning(old & mask, data & mask, other & mask);
        let before = if returns { old & mask } else { 0 };
        let expected = [before, old & !mask | new & mask];
        assert_eq!(
            *found, expected,
            "{instruction}: lane {lane}, {old:x} {data:x} {other:x}"
        );
    }
}

#[test]
fn atomics() {
    for &(name, narrow, double, count, on_narrow, on_double) in ATOMICS {
        for (is_wide, ty, meaning) in [(false, narrow, on_narrow), (true, double, on_double)] {
            let Some(meaning) = meaning else { continue };
            check_atomic(&format!("ds_{name}_{ty}"), is_wide, false, count, meaning);
            let returning = format!("ds_{name}_rtn_{ty}");
            check_atomic(&returning, is_wide, true, count, meaning);
        }
    }
    for &(name, is_wide, count, meaning) in RETURNING {
        check_atomic(name, is_wide, true, count, meaning);
    }
}

/// Fills 4096 words of local memory with their numbers, starting at `base`, runs `text` and returns v[8:11] of each
/// lane, then the words of memory.
fn run_on_filled(text: &str) -> (Vec<[u32; 4]>, Vec<u32>) {
    let mut whole = String::from("\tv_lshlrev_b32_e32 v2, 2, v0\n\ts_mov_b32 m0, 64\n");
    for block in 0..64 {
        let _ = writeln!(whole, "\tv_add_u32_e32 v3, {:#x}, v0", 0x1000 + 64 * block);
        let _ = writeln!(whole, "\tds_write_b32 v2, v3 offset:{}", 256 * block);
    }
    whole += "\ts_waitcnt lgkmcnt(0)\n";
    for register in 8..12 {
        let _ = writeln!(whole, "\tv_mov_b32_e32 v{register}, -1");
    }
    whole += text;
    whole += "\ts_mov_b64 exec, -1\n\ts_waitcnt lgkmcnt(0)\n\tv_lshlrev_b32_e32 v1, 4, v0\n\
              \tglobal_store_dwordx4 v1, v[8:11], s[6:7]\n\ts_add_u32 s6, s6, 1024\n\ts_addc_u32 s7, s7, 0\n";
    for block in 0..64 {
        let _ = writeln!(
            whole,
            "\tds_read_b32 v3, v2 offset:{}\n\ts_waitcnt lgkmcnt(0)",
            256 * block
        );
        let _ = writeln!(whole, "\tglobal_store_dword v2, v3, s[6:7]\n\ts_waitcnt vmcnt(0)");
        whole += "\ts_add_u32 s6, s6, 256\n\ts_addc_u32 s7, s7, 0\n";
    }
    let program = Program {
        text: &whole,
        vgprs: 40,
        lds: 16384,
    };
    let output = launch(&assemble_kernel(&program), &[0], 256 + 4096);
    let lanes = output[..256].as_chunks::<4>().0.to_vec();
    (lanes, output[256..].to_vec())
}

/// The byte of filled memory.
fn byte(at: u32) -> u32 {
    (0x1000 + at / 4) >> (8 * (at % 4)) & 255
}

fn word(at: u32) -> u32 {
    (0..4).fold(0, |word, index| word | byte(at + index) << (8 * index))
}

#[test]
fn loads() {
    /// The value that a lane reads at its address 4 * lane, by register.
    type Loaded = fn(u32) -> [u32; 4];
    const OLD: u32 = u32::MAX;
    #[rustfmt::skip]
    let cases: &[(&str, Loaded)] = &[
        ("ds_read_b32 v8, v2 offset:4096", |a| [word(a + 4096), OLD, OLD, OLD]),
        ("ds_read_b64 v[8:9], v2 offset:72", |a| [word(a + 72), word(a + 76), OLD, OLD]),
        ("ds_read_b96 v[8:10], v2 offset:16", |a| [word(a + 16), word(a + 20), word(a + 24), OLD]),
        ("ds_read_b128 v[8:11], v2 offset:20", |a| [word(a + 20), word(a + 24), word(a + 28), word(a + 32)]),
        ("ds_read2_b32 v[8:9], v2 offset0:3 offset1:255", |a| [word(a + 12), word(a + 1020), OLD, OLD]),
        ("ds_read2_b32 v[8:9], v2 offset1:1", |a| [word(a), word(a + 4), OLD, OLD]),
        ("ds_read2st64_b32 v[8:9], v2 offset0:2 offset1:9", |a| [word(a + 512), word(a + 2304), OLD, OLD]),
        ("ds_read2_b64 v[8:11], v2 offset0:5 offset1:2", |a| [word(a + 40), word(a + 44), word(a + 16), word(a + 20)]),
        ("ds_read2st64_b64 v[8:11], v2 offset0:1 offset1:7", |a| [word(a + 512), word(a + 516), word(a + 3584), word(a + 3588)]),
        ("ds_read_u8 v8, v2 offset:1", |a| [byte(a + 1), OLD, OLD, OLD]),
        ("ds_read_i8 v8, v2 offset:640", |a| [byte(a + 640) as i8 as u32, OLD, OLD, OLD]),
        ("ds_read_u16 v8, v2 offset:2", |a| [word(a) >> 16, OLD, OLD, OLD]),
        ("ds_read_i16 v8, v2 offset:4", |a| [word(a + 4) as i16 as u32, OLD, OLD, OLD]),
        // M0 is 64.
        ("ds_read_addtid_b32 v8 offset:128", |a| [word(a + 192), OLD, OLD, OLD]),
        // If the sum of address and offset is not aligned, the bytes come from two words.
        ("ds_read_b32 v8, v2 offset:5", |a| [word(a + 5), OLD, OLD, OLD]),
        ("ds_read_b64 v[8:9], v2 offset:3", |a| [word(a + 3), word(a + 7), OLD, OLD]),
    ];
    for &(text, expected) in cases {
        let (lanes, _) = run_on_filled(&format!("\t{text}\n"));
        for (lane, found) in lanes.iter().enumerate() {
            assert_eq!(*found, expected(4 * lane as u32), "{text}: lane {lane}");
        }
    }
    // The half that is read; the other half is ignored.
    let halves: &[(&str, u32, Loaded)] = &[
        ("ds_read_u16_d16 v8, v2 offset:2", 0, |a| [word(a) >> 16, 0, 0, 0]),
        ("ds_read_u8_d16_hi v8, v2 offset:1", 16, |a| {
            [byte(a + 1), 0, 0, 0]
        }),
        ("ds_read_i8_d16 v8, v2 offset:640", 0, |a| {
            [byte(a + 640) as i8 as u16 as u32, 0, 0, 0]
        }),
    ];
    for &(text, shift, expected) in halves {
        let (lanes, _) = run_on_filled(&format!("\t{text}\n"));
        for (lane, found) in lanes.iter().enumerate() {
            assert_eq!(
                found[0] >> shift & 0xffff,
                expected(4 * lane as u32)[0],
                "{text}: lane {lane}"
            );
        }
    }
}

#[test]
fn stores() {
    /// Words at the byte addresses that a lane with address 16 * lane writes; its data is 0xa0000000, ... plus its
    /// number.
    type Stored = fn(u32, [u32; 4]) -> Vec<(u32, u32)>;
    #[rustfmt::skip]
    let cases: &[(&str, Stored)] = &[
        ("ds_write_b32 v4, v12 offset:8192", |a, d| vec![(a + 8192, d[0])]),
        ("ds_write_b64 v4, v[12:13] offset:8", |a, d| vec![(a + 8, d[0]), (a + 12, d[1])]),
        ("ds_write_b96 v4, v[12:14] offset:4", |a, d| vec![(a + 4, d[0]), (a + 8, d[1]), (a + 12, d[2])]),
        ("ds_write_b128 v4, v[12:15]", |a, d| vec![(a, d[0]), (a + 4, d[1]), (a + 8, d[2]), (a + 12, d[3])]),
        ("ds_write2_b32 v4, v12, v15 offset0:2 offset1:1", |a, d| vec![(a + 8, d[0]), (a + 4, d[3])]),
        ("ds_write2st64_b32 v4, v12, v14 offset0:4 offset1:20", |a, d| vec![(a + 1024, d[0]), (a + 5120, d[2])]),
        ("ds_write2_b64 v4, v[12:13], v[14:15] offset1:1", |a, d| vec![(a, d[0]), (a + 4, d[1]), (a + 8, d[2]), (a + 12, d[3])]),
        ("ds_write2st64_b64 v4, v[12:13], v[14:15] offset0:2 offset1:8",
            |a, d| vec![(a + 1024, d[0]), (a + 1028, d[1]), (a + 4096, d[2]), (a + 4100, d[3])]),
        ("ds_write_b8 v4, v12 offset:1", |a, d| vec![(a, word(a) & !0xff00 | (d[0] & 255) << 8)]),
        ("ds_write_b8_d16_hi v4, v12 offset:2", |a, d| vec![(a, word(a) & !0xff_0000 | d[0] & 0xff_0000)]),
        ("ds_write_b16 v4, v12", |a, d| vec![(a, word(a) & !0xffff | d[0] & 0xffff)]),
        ("ds_write_b16_d16_hi v4, v12 offset:2", |a, d| vec![(a, word(a) & 0xffff | d[0] & 0xffff_0000)]),
        ("ds_write_addtid_b32 v12 offset:4096", |a, d| vec![(a / 4 + 4160, d[0])]),
        ("ds_wrxchg2_rtn_b32 v[8:9], v4, v12, v13 offset0:1 offset1:3", |a, d| vec![(a + 4, d[0]), (a + 12, d[1])]),
        ("ds_wrxchg2st64_rtn_b32 v[8:9], v4, v12, v13 offset0:5 offset1:30", |a, d| vec![(a + 1280, d[0]), (a + 7680, d[1])]),
        ("ds_wrxchg2_rtn_b64 v[8:11], v4, v[12:13], v[14:15] offset1:1",
            |a, d| vec![(a, d[0]), (a + 4, d[1]), (a + 8, d[2]), (a + 12, d[3])]),
        // Words whose data is negative, without the sign.
        ("ds_condxchg32_rtn_b64 v[8:9], v4, v[12:13] offset:8", |a, d| vec![(a + 8, d[0] & 0x7fff_ffff), (a + 12, d[1] & 0x7fff_ffff)]),
    ];
    // Every second lane is inactive.
    let mut before = String::from("\tv_lshlrev_b32_e32 v4, 4, v0\n");
    for register in 0..4 {
        let _ = writeln!(
            before,
            "\tv_add_u32_e32 v{}, {:#x}, v0",
            12 + register,
            0xa123_4500u32 + 0x1011_0000 * register
        );
    }
    before += "\ts_mov_b32 exec_lo, 0x55555555\n\ts_mov_b32 exec_hi, 0x55555555\n";
    for &(text, stored) in cases {
        let (lanes, memory) = run_on_filled(&format!("{before}\t{text}\n"));
        let mut expected: Vec<u32> = (0..4096).map(|index| word(4 * index)).collect();
        for lane in (0..64u32).step_by(2) {
            let data = [0, 1, 2, 3].map(|register| 0xa123_4500u32 + 0x1011_0000 * register + lane);
            let words = stored(16 * lane, data);
            if text.contains("_rtn_") {
                for (index, &(at, _)) in words.iter().enumerate() {
                    assert_eq!(lanes[lane as usize][index], word(at), "{text}: lane {lane}");
                }
                assert_eq!(lanes[lane as usize + 1], [u32::MAX; 4], "{text}");
            }
            words
                .iter()
                .for_each(|&(at, value)| expected[at as usize / 4] = value);
        }
        assert_eq!(memory, expected, "{text}");
    }
}

#[test]
fn counters_count_lanes() {
    // M0 is the address; some lanes are inactive.
    let mask = "\ts_mov_b32 exec_lo, 0xf0f0\n\ts_mov_b32 exec_hi, 7\n";
    for (text, change) in [
        ("ds_append v8 offset:12", 11u32),
        ("ds_consume v8 offset:12", 11u32.wrapping_neg()),
    ] {
        let (lanes, memory) = run_on_filled(&format!("{mask}\t{text}\n"));
        let old = word(76);
        assert_eq!(memory[19], old.wrapping_add(change), "{text}");
        let active = |lane: usize| 0x7_0000_f0f0u64 >> lane & 1 != 0;
        for (lane, found) in lanes.iter().enumerate() {
            assert_eq!(
                found[0],
                if active(lane) { old } else { u32::MAX },
                "{text}: lane {lane}"
            );
        }
    }
}

#[test]
fn lanes_are_permuted() {
    // v5 is the lane's number plus 100, v6 an address.
    let address = "\tv_add_u32_e32 v5, 0x64, v0\n\tv_mul_u32_u24_e32 v6, 20, v0\n";
    let mask = "\ts_mov_b32 exec_lo, 0x7fff7fff\n\ts_mov_b32 exec_hi, 0xfffffff0\n";
    let active = |lane: u32| 0xffff_fff0_7fff_7fffu64 >> (lane & 63) & 1 != 0;
    let run = |text: &str| run_on_filled(&format!("{address}{mask}\t{text}\n")).0;
    // Every lane fetches.
    let lanes = run("ds_bpermute_b32 v8, v6, v5 offset:8");
    for lane in 0..64u32 {
        let from = (20 * lane + 8) / 4 % 64;
        let fetched = if active(from) { from + 100 } else { 0 };
        assert_eq!(
            lanes[lane as usize][0],
            if active(lane) { fetched } else { u32::MAX },
            "fetch {lane}"
        );
    }
    // Every lane sends; of several senders the last one wins.
    let lanes = run("ds_permute_b32 v8, v6, v5 offset:260");
    let mut expected = [0u32; 64];
    for lane in (0..64u32).filter(|&lane| active(lane)) {
        expected[((20 * lane + 260) / 4 % 64) as usize] = lane + 100;
    }
    for lane in 0..64u32 {
        let received = if active(lane) {
            expected[lane as usize]
        } else {
            u32::MAX
        };
        assert_eq!(lanes[lane as usize][0], received, "send {lane}");
    }
    type Source = fn(u32) -> u32;
    #[rustfmt::skip]
    let patterns: &[(u32, Source)] = &[
        // Lanes of each group of four: 3, 1, 0, 2.
        (0x8000 | 2 << 6 | 1 << 2 | 3, |lane| lane & !3 | [3, 1, 0, 2][(lane & 3) as usize]),
        // And, or, exclusive or on the five bits in a half wave.
        (0x1a << 10 | 0x04 << 5 | 0x13, |lane| lane & 32 | ((lane & 0x13) | 4) ^ 0x1a),
        (0xc000 | 9 << 5, |lane| lane & 32 | (lane + 9) & 31),
        (0xc400 | 9 << 5 | 0x10, |lane| lane & 48 | (lane + 32 - 9) & 15),
        (0xe000, |lane| lane & 32 | (lane & 31).reverse_bits() >> 27),
        (0xe01c, |lane| lane & 60 | (lane & 3) >> 1 & 1 | (lane & 1) << 1),
    ];
    for &(pattern, source) in patterns {
        let lanes = run(&format!("ds_swizzle_b32 v8, v5 offset:{pattern:#x}"));
        for lane in 0..64u32 {
            let from = source(lane);
            let moved = if active(from) { from + 100 } else { 0 };
            let expected = if active(lane) { moved } else { u32::MAX };
            assert_eq!(
                lanes[lane as usize][0], expected,
                "{pattern:#x}: lane {lane} from {from}"
            );
        }
    }
}

#[test]
fn what_is_wrong_is_a_fault() {
    let fault = |text: &str| {
        let text = format!(
            "\tv_lshlrev_b32_e32 v2, 2, v0\n\tv_mov_b32_e32 v3, 1\n\tds_write_b32 v2, v3\n\ts_waitcnt lgkmcnt(0)\n\t{text}\n"
        );
        let program = Program {
            text: &text,
            vgprs: 8,
            lds: 256,
        };
        try_launch(&assemble_kernel(&program), &[0], 64, Strictness::ALL).expect_err("a fault")
    };
    let outside = fault("ds_read_b32 v4, v2 offset:256");
    assert!(
        outside.contains("local read of 4 bytes at 0x100 is out of bounds"),
        "{outside}"
    );
    assert!(fault("ds_write_b64 v2, v[2:3] offset:8").contains("local write of 8 bytes"));
    let crooked = fault("ds_add_u32 v2, v3 offset:2");
    assert!(crooked.contains("align"), "{crooked}");
}
