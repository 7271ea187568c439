//! Matrix instructions of every shape, on integers, whose sums are exact in any order: the layout of A, B, C and D, and
//! what the immediates select.
//!
//! Layouts are written from the point of view of a lane, as AMD's matrix instruction calculator prints them: the row,
//! column and block that a register of a lane holds.

mod assembly;

use assembly::{Program, assemble_for, launch};
use std::fmt::Write;

/// An instruction: name, rows, depth, blocks, and how elements are stored.
struct Shape {
    name: &'static str,
    rows: usize,
    depth: usize,
    blocks: usize,
    a: Kind,
    b: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    F64,
    F32,
    F16,
    Bf16,
    I8,
    /// 4 bits of exponent with bias 8, 3 of fraction.
    Fp8,
    /// 5 bits of exponent with bias 16, 2 of fraction.
    Bf8,
}

use Kind::*;

impl Kind {
    fn bits(self) -> usize {
        match self {
            F64 => 64,
            F32 => 32,
            F16 | Bf16 => 16,
            I8 | Fp8 | Bf8 => 8,
        }
    }

    /// A small integer in this format.
    fn encode(self, value: i64) -> u64 {
        let small = |fraction: u32, bias: i64, bits: usize| small_code((bits, fraction, bias), value);
        match self {
            F64 => (value as f64).to_bits(),
            F32 => u64::from((value as f32).to_bits()),
            F16 => small(10, 15, 16),
            Bf16 => small(7, 127, 16),
            I8 => value as u8 as u64,
            Fp8 => small(3, 8, 8),
            Bf8 => small(2, 16, 8),
        }
    }
}

const fn shape(name: &'static str, rows: usize, depth: usize, blocks: usize, a: Kind, b: Kind) -> Shape {
    Shape {
        name,
        rows,
        depth,
        blocks,
        a,
        b,
    }
}

#[rustfmt::skip]
const DENSE: &[Shape] = &[
    shape("v_mfma_f32_32x32x1_2b_f32", 32, 1, 2, F32, F32),
    shape("v_mfma_f32_16x16x1_4b_f32", 16, 1, 4, F32, F32),
    shape("v_mfma_f32_4x4x1_16b_f32", 4, 1, 16, F32, F32),
    shape("v_mfma_f32_32x32x2_f32", 32, 2, 1, F32, F32),
    shape("v_mfma_f32_16x16x4_f32", 16, 4, 1, F32, F32),
    shape("v_mfma_f32_32x32x4_2b_f16", 32, 4, 2, F16, F16),
    shape("v_mfma_f32_16x16x4_4b_f16", 16, 4, 4, F16, F16),
    shape("v_mfma_f32_4x4x4_16b_f16", 4, 4, 16, F16, F16),
    shape("v_mfma_f32_32x32x8_f16", 32, 8, 1, F16, F16),
    shape("v_mfma_f32_16x16x16_f16", 16, 16, 1, F16, F16),
    shape("v_mfma_f32_32x32x4_2b_bf16", 32, 4, 2, Bf16, Bf16),
    shape("v_mfma_f32_16x16x4_4b_bf16", 16, 4, 4, Bf16, Bf16),
    shape("v_mfma_f32_4x4x4_16b_bf16", 4, 4, 16, Bf16, Bf16),
    shape("v_mfma_f32_32x32x8_bf16", 32, 8, 1, Bf16, Bf16),
    shape("v_mfma_f32_16x16x16_bf16", 16, 16, 1, Bf16, Bf16),
    shape("v_mfma_i32_32x32x4_2b_i8", 32, 4, 2, I8, I8),
    shape("v_mfma_i32_16x16x4_4b_i8", 16, 4, 4, I8, I8),
    shape("v_mfma_i32_4x4x4_16b_i8", 4, 4, 16, I8, I8),
    shape("v_mfma_i32_32x32x16_i8", 32, 16, 1, I8, I8),
    shape("v_mfma_i32_16x16x32_i8", 16, 32, 1, I8, I8),
    shape("v_mfma_f32_16x16x8_xf32", 16, 8, 1, F32, F32),
    shape("v_mfma_f32_32x32x4_xf32", 32, 4, 1, F32, F32),
    shape("v_mfma_f32_16x16x32_fp8_fp8", 16, 32, 1, Fp8, Fp8),
    shape("v_mfma_f32_16x16x32_fp8_bf8", 16, 32, 1, Fp8, Bf8),
    shape("v_mfma_f32_16x16x32_bf8_fp8", 16, 32, 1, Bf8, Fp8),
    shape("v_mfma_f32_16x16x32_bf8_bf8", 16, 32, 1, Bf8, Bf8),
    shape("v_mfma_f32_32x32x16_fp8_fp8", 32, 16, 1, Fp8, Fp8),
    shape("v_mfma_f32_32x32x16_fp8_bf8", 32, 16, 1, Fp8, Bf8),
    shape("v_mfma_f32_32x32x16_bf8_fp8", 32, 16, 1, Bf8, Fp8),
    shape("v_mfma_f32_32x32x16_bf8_bf8", 32, 16, 1, Bf8, Bf8),
    shape("v_mfma_f64_16x16x4_f64", 16, 4, 1, F64, F64),
    shape("v_mfma_f64_4x4x4_4b_f64", 4, 4, 4, F64, F64),
];

#[rustfmt::skip]
const SPARSE: &[Shape] = &[
    shape("v_smfmac_f32_16x16x32_f16", 16, 32, 1, F16, F16),
    shape("v_smfmac_f32_32x32x16_f16", 32, 16, 1, F16, F16),
    shape("v_smfmac_f32_16x16x32_bf16", 16, 32, 1, Bf16, Bf16),
    shape("v_smfmac_f32_32x32x16_bf16", 32, 16, 1, Bf16, Bf16),
    shape("v_smfmac_i32_16x16x64_i8", 16, 64, 1, I8, I8),
    shape("v_smfmac_i32_32x32x32_i8", 32, 32, 1, I8, I8),
    shape("v_smfmac_f32_16x16x64_fp8_fp8", 16, 64, 1, Fp8, Fp8),
    shape("v_smfmac_f32_16x16x64_bf8_fp8", 16, 64, 1, Bf8, Fp8),
    shape("v_smfmac_f32_32x32x32_fp8_bf8", 32, 32, 1, Fp8, Bf8),
    shape("v_smfmac_f32_32x32x32_bf8_bf8", 32, 32, 1, Bf8, Bf8),
];

/// Position of an element of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Element {
    block: usize,
    /// Row of A or column of B.
    line: usize,
    depth: usize,
}

impl Shape {
    /// Elements of B that a lane holds.
    fn held(&self) -> usize {
        self.rows * self.depth * self.blocks / 64
    }

    /// Element `index` that `lane` holds of A (if not sparse) or B.
    fn source(&self, lane: usize, index: usize) -> Element {
        let (line, rest) = (lane % self.rows, lane / self.rows);
        let (block, group) = match (self.a, self.blocks) {
            // Four blocks of four lanes, and again for the next depth.
            (F64, 4) => (rest % 4, rest / 4),
            _ => {
                let groups = 64 / self.rows / self.blocks;
                (rest / groups, rest % groups)
            }
        };
        let depth = group * self.held() + index;
        Element { block, line, depth }
    }

    /// Registers of C and D in elements.
    fn results(&self) -> usize {
        self.rows * self.rows * self.blocks / 64
    }

    /// Block, row and column of element `index` that `lane` holds of C and D.
    fn result(&self, lane: usize, index: usize) -> (usize, usize, usize) {
        match (self.a, self.rows) {
            (F64, 4) => (lane / 4 % 4, lane / 16, lane % 4),
            (F64, _) => (0, 4 * index + lane / 16, lane % 16),
            // Groups of four rows for each half of the wave, one below the other.
            (_, 32) => (
                index / 16,
                index % 16 / 4 * 8 + lane / 32 * 4 + index % 4,
                lane % 32,
            ),
            (_, 16) => (index / 4, lane / 16 * 4 + index % 4, lane % 16),
            _ => (lane / 4, index, lane % 4),
        }
    }

    fn is_integer(&self) -> bool {
        self.a == I8
    }

    fn result_kind(&self) -> Kind {
        if self.a == F64 { F64 } else { F32 }
    }
}

/// Small numbers that differ between positions.
fn number(seed: usize, a: usize, b: usize, c: usize) -> i64 {
    let mixed = (seed * 7919 + a * 104_729 + b * 1_299_709 + c * 15_485_863).wrapping_mul(0x9e37_79b9) >> 7;
    // Numbers of three digits are representable in every format.
    [-6, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, -7, -4, 0, 6, -5][mixed % 16]
}

/// Words of a register file of one source: `words[lane][register]`.
type Words = Vec<Vec<u32>>;

fn pack(kind: Kind, held: usize, value: impl Fn(usize, usize) -> u64) -> Words {
    let lane = |lane: usize| {
        let mut words = vec![0u32; (held * kind.bits()).div_ceil(32)];
        for index in 0..held {
            let (bits, at) = (value(lane, index), index * kind.bits());
            words[at / 32] |= (bits << (at % 32)) as u32;
            if kind.bits() == 64 {
                words[at / 32 + 1] = (bits >> 32) as u32;
            }
        }
        words
    };
    (0..64).map(lane).collect()
}

/// Runs `name d, a, b, c modifiers` and returns D.
fn run(instruction: &str, d: usize, sources: &[&Words]) -> Words {
    run_on("gfx942", instruction, d, sources)
}

/// The same on another processor.
fn run_on(processor: &str, instruction: &str, d: usize, sources: &[&Words]) -> Words {
    let mut text = String::new();
    // Each source is loaded from the buffer, lane by lane, to registers from v8.
    let mut register = 8;
    let mut offset = 0;
    let mut input = Vec::new();
    let mut names = Vec::new();
    for words in sources {
        let count = words[0].len();
        let _ = writeln!(text, "\tv_mul_u32_u24_e32 v1, {}, v0", 4 * count);
        let _ = writeln!(text, "\tv_add_u32_e32 v1, {offset:#x}, v1");
        for word in 0..count {
            let _ = writeln!(
                text,
                "\tglobal_load_dword v{}, v1, s[4:5] offset:{}",
                register + word,
                4 * word
            );
        }
        names.push(match count {
            1 => format!("v{register}"),
            _ => format!("v[{register}:{}]", register + count - 1),
        });
        input.extend(words.iter().flatten().copied());
        offset += 64 * 4 * count;
        register = (register + count).next_multiple_of(2);
    }
    let result = format!("v[{register}:{}]", register + d - 1);
    let mut instruction = instruction.to_string();
    for (index, name) in names.iter().enumerate() {
        instruction = instruction.replace(&format!("${}", index + 1), name);
    }
    let in_place = instruction.contains("$=");
    let result = if in_place { names[0].clone() } else { result };
    let first = if in_place { 8 } else { register };
    instruction = instruction.replace("$=", &result).replace("$0", &result);
    text += "\ts_waitcnt vmcnt(0)\n\ts_nop 7\n";
    let _ = writeln!(text, "\t{instruction}");
    text += "\ts_nop 15\n\ts_nop 15\n";
    let _ = writeln!(text, "\tv_mul_u32_u24_e32 v1, {}, v0", 4 * d);
    for word in 0..d {
        let _ = writeln!(
            text,
            "\tglobal_store_dword v1, v{}, s[6:7] offset:{}",
            first + word,
            4 * word
        );
    }
    let program = Program {
        text: &text,
        vgprs: register + d.max(2),
        lds: 0,
    };
    let output = launch(&assemble_for(processor, &program), &input, 64 * d);
    output.chunks(d).map(<[u32]>::to_vec).collect()
}

/// The lane that B is read from for `lane`.
fn b_lane(blgp: usize, lane: usize) -> usize {
    match blgp {
        1 => lane & 31,
        2 => lane & 31 | 32,
        3 => (lane + 16) & 63,
        4..=7 => lane & 15 | (blgp - 4) << 4,
        _ => lane,
    }
}

fn check_dense(shape: &Shape, cbsz: usize, abid: usize, blgp: usize) {
    let seed = shape.name.len() + 16 * cbsz + abid + 64 * blgp;
    let value = |which: usize, at: Element| number(seed + which, at.block, at.line, at.depth);
    let a = pack(shape.a, shape.held(), |lane, index| {
        shape.a.encode(value(1, shape.source(lane, index)))
    });
    let b = pack(shape.b, shape.held(), |lane, index| {
        shape.b.encode(value(2, shape.source(lane, index)))
    });
    let addend = |block: usize, row: usize, column: usize| number(seed + 3, block, row, column);
    let kind = shape.result_kind();
    let encode = |value: i64| {
        if shape.is_integer() {
            u64::from(value as u32)
        } else {
            kind.encode(value)
        }
    };
    let c = pack(kind, shape.results(), |lane, index| {
        let (block, row, column) = shape.result(lane, index);
        encode(addend(block, row, column))
    });
    // Numbers of A and B by position, permuted by the immediates.
    let double = shape.a == F64;
    let signs = |bit: usize| if double && blgp >> bit & 1 != 0 { -1 } else { 1 };
    let swizzle = if double { 0 } else { blgp };
    let find = |wanted: Element| {
        let place = |lane: usize| (0..shape.held()).map(move |index| (lane, index));
        (0..64)
            .flat_map(place)
            .find(|&(lane, index)| shape.source(lane, index) == wanted)
            .expect("a place")
    };
    let expected = pack(kind, shape.results(), |lane, index| {
        let (block, row, column) = shape.result(lane, index);
        let of_a = match cbsz {
            0 => block,
            // Group sizes larger than the number of blocks share the blocks that exist.
            _ => {
                let group = (1 << cbsz).min(shape.blocks);
                block / group * group + abid % group
            }
        };
        let sum: i64 = (0..shape.depth)
            .map(|depth| {
                let a = value(
                    1,
                    Element {
                        block: of_a,
                        line: row,
                        depth,
                    },
                );
                let (lane, index) = find(Element {
                    block,
                    line: column,
                    depth,
                });
                let b = value(2, shape.source(b_lane(swizzle, lane), index));
                signs(0) * a * signs(1) * b
            })
            .sum();
        encode(sum + signs(2) * addend(block, row, column))
    });
    let mut text = format!("{} $0, $1, $2, $3", shape.name);
    if cbsz != 0 {
        let _ = write!(text, " cbsz:{cbsz} abid:{abid}");
    }
    match (double, blgp) {
        (_, 0) => {}
        (true, _) => {
            let _ = write!(text, " neg:[{},{},{}]", blgp & 1, blgp >> 1 & 1, blgp >> 2);
        }
        (false, _) => {
            let _ = write!(text, " blgp:{blgp}");
        }
    }
    let found = run(&text, c[0].len(), &[&a, &b, &c]);
    for lane in 0..64 {
        assert_eq!(found[lane], expected[lane], "{text}: lane {lane}");
    }
}

#[test]
fn elements_are_where_they_belong() {
    DENSE.iter().for_each(|shape| check_dense(shape, 0, 0, 0));
}

#[test]
fn blocks_of_a_are_broadcast() {
    for shape in DENSE.iter().filter(|shape| shape.a != F64) {
        let sizes: &[usize] = if shape.blocks > 1 { &[1, 2, 3, 4] } else { &[3] };
        for &cbsz in sizes {
            for abid in [0, 1, (1 << cbsz) - 1] {
                check_dense(shape, cbsz, abid, 0);
            }
        }
    }
}

#[test]
fn lanes_of_b_are_permuted() {
    let names = [
        "32x32x1_2b_f32",
        "4x4x1_16b_f32",
        "16x16x4_f32",
        "32x32x8_f16",
        "16x16x4_4b_bf16",
    ];
    for name in names {
        let shape = DENSE
            .iter()
            .find(|shape| shape.name.ends_with(name))
            .expect("a shape");
        (1..8).for_each(|blgp| check_dense(shape, 0, 0, blgp));
    }
    // With double precision the same bits negate A, B and C.
    for shape in DENSE.iter().filter(|shape| shape.a == F64) {
        (1..8).for_each(|signs| check_dense(shape, 0, 0, signs));
    }
}

#[test]
fn sparse_elements_are_where_the_index_says() {
    for shape in SPARSE {
        // A lane holds half as many elements of A as of B; eight bits of the index cover four 16-bit elements, sixteen
        // cover eight 8-bit ones.
        let held = shape.held() / 2;
        let sets = 32 / (2 * held);
        for set in 0..sets {
            let seed = shape.name.len() + set;
            // Of every four elements along the depth, two positions in order, different for each row.
            let pair = |lane: usize, group: usize| {
                [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]][(lane * 5 + group * 3 + set) % 6]
            };
            let stored =
                |lane: usize, index: usize| number(seed, lane % shape.rows, lane / shape.rows, index);
            let a = pack(shape.a, held, |lane, index| shape.a.encode(stored(lane, index)));
            let b_value = |at: Element| number(seed + 2, at.line, at.depth, 0);
            let b = pack(shape.b, shape.held(), |lane, index| {
                shape.b.encode(b_value(shape.source(lane, index)))
            });
            let index: Words = (0..64)
                .map(|lane| {
                    let bits = (0..held).fold(0u32, |bits, index| {
                        bits | pair(lane, index / 2)[index % 2] << (2 * index)
                    });
                    // The other index sets hold something else.
                    let others = 0x4e1b_93c6 & !((((1u64 << (2 * held)) - 1) as u32) << (2 * held * set));
                    vec![others | bits << (2 * held * set)]
                })
                .collect();
            let encode = |value: i64| {
                if shape.is_integer() {
                    u64::from(value as u32)
                } else {
                    F32.encode(value)
                }
            };
            let addend = |row: usize, column: usize| number(seed + 3, row, column, 0);
            let c = pack(F32, shape.results(), |lane, index| {
                let (_, row, column) = shape.result(lane, index);
                encode(addend(row, column))
            });
            let expected = pack(F32, shape.results(), |lane, index| {
                let (_, row, column) = shape.result(lane, index);
                let mut sum = addend(row, column);
                for group_lane in 0..64 / shape.rows {
                    let lane = row + shape.rows * group_lane;
                    for index in 0..held {
                        let place = pair(lane, index / 2)[index % 2] as usize;
                        let depth = group_lane * shape.held() + index / 2 * 4 + place;
                        sum += stored(lane, index)
                            * b_value(Element {
                                block: 0,
                                line: column,
                                depth,
                            });
                    }
                }
                encode(sum)
            });
            let text = format!("{} $=, $2, $3, $4 abid:{set}", shape.name);
            let text = if set == 0 {
                text.replace(" abid:0", "")
            } else {
                text
            };
            let found = run(&text, c[0].len(), &[&c, &a, &b, &index]);
            for lane in 0..64 {
                assert_eq!(found[lane], expected[lane], "{text}: lane {lane}");
            }
        }
    }
}

/// Formats that immediates choose: bits, bits of the fraction, bias of the exponent.
const CHOSEN: [(usize, u32, i64); 5] = [(8, 3, 7), (8, 2, 15), (6, 3, 1), (6, 2, 3), (4, 1, 1)];

/// The code of a number that all of these formats have.
fn small_code((bits, fraction, bias): (usize, u32, i64), value: i64) -> u64 {
    if value == 0 {
        return 0;
    }
    let magnitude = value.unsigned_abs();
    let exponent = 63 - magnitude.leading_zeros();
    let digits = (magnitude << fraction >> exponent) & ((1 << fraction) - 1);
    let field = (i64::from(exponent) + bias) as u64;
    u64::from(value < 0) << (bits - 1) | field << fraction | digits
}

fn small_number(seed: usize, row: usize, k: usize) -> i64 {
    let number = number(seed, row, k, 1);
    if number.abs() > 4 {
        6 * number.signum()
    } else {
        number
    }
}

/// Bits of lanes, which may cross registers.
fn pack_small(bits: usize, value: impl Fn(usize, usize) -> u64) -> Words {
    let lane = |lane: usize| {
        let mut words = vec![0u32; bits];
        for index in 0..32 {
            for bit in 0..bits {
                let at = index * bits + bit;
                words[at / 32] |= ((value(lane, index) >> bit & 1) as u32) << (at % 32);
            }
        }
        words
    };
    (0..64).map(lane).collect()
}

/// A product of matrices in formats of the table, with scales in byte `bytes` of registers, or without.
fn check_chosen(rows: usize, formats: [usize; 2], bytes: Option<[usize; 2]>) {
    let (groups, d) = (64 / rows, rows * rows / 64);
    let depth = 32 * groups;
    let place = |bits: usize, lane: usize, index: usize| match bits {
        8 => index / 16 * 16 * groups + 16 * (lane / rows) + index % 16,
        _ => 32 * (lane / rows) + index,
    };
    let matrix = |which: usize| {
        let format = CHOSEN[formats[which]];
        pack_small(format.0, |lane, index| {
            small_code(
                format,
                small_number(which, lane % rows, place(format.0, lane, index)),
            )
        })
    };
    // Powers of two from -1 to 2.
    let power = |which: usize, row: usize, block: usize| number(which + 5, row, block, 2).rem_euclid(4) - 1;
    let scale = |which: usize, byte: usize| -> Words {
        let word = |lane: usize| {
            let exponent = (127 + power(which, lane % rows, lane / rows)) as u32;
            exponent << (8 * byte) | 0x5a5a_5a5a & !(0xff << (8 * byte))
        };
        (0..64).map(|lane| vec![word(lane)]).collect()
    };
    let start = |row: usize, column: usize| number(3, row, column, 3);
    // The row and the column that a register of a lane holds.
    let result = |lane: usize, register: usize| {
        (
            register / 4 * 8 * (rows / 32) + 4 * (lane / rows) + register % 4,
            lane % rows,
        )
    };
    let c: Words = (0..64)
        .map(|lane| {
            let value = |register: usize| {
                let (row, column) = result(lane, register);
                (start(row, column) as f32).to_bits()
            };
            (0..d).map(value).collect()
        })
        .collect();
    let (a, b) = (matrix(0), matrix(1));
    let [cbsz, blgp] = formats;
    let shape = format!("{rows}x{rows}x{depth}");
    let output = match bytes {
        None => run_on(
            "gfx950",
            &format!("v_mfma_f32_{shape}_f8f6f4 $0, $1, $2, $3 cbsz:{cbsz} blgp:{blgp}"),
            d,
            &[&a, &b, &c],
        ),
        Some([x, y]) => run_on(
            "gfx950",
            &format!(
                "v_mfma_scale_f32_{shape}_f8f6f4 $0, $1, $2, $3, $4, $5 op_sel:[{},{},0] op_sel_hi:[{},{},0] \
                 cbsz:{cbsz} blgp:{blgp}",
                x & 1,
                y & 1,
                x >> 1,
                y >> 1
            ),
            d,
            &[&a, &b, &c, &scale(0, x), &scale(1, y)],
        ),
    };
    for (lane, registers) in output.iter().enumerate() {
        for (register, &found) in registers.iter().enumerate() {
            let (row, column) = result(lane, register);
            let term = |k: usize| {
                let product = small_number(0, row, k) * small_number(1, column, k);
                let power = bytes.map_or(0, |_| power(0, row, k / 32) + power(1, column, k / 32));
                product as f32 * (power as f32).exp2()
            };
            let wanted = (0..depth).map(term).sum::<f32>() + start(row, column) as f32;
            let found = f32::from_bits(found);
            assert_eq!(found, wanted, "{shape} {formats:?} {bytes:?}: {row}, {column}");
        }
    }
}

#[test]
fn formats_are_chosen_by_immediates() {
    for rows in [16, 32] {
        for a in 0..5 {
            for b in 0..5 {
                check_chosen(rows, [a, b], None);
            }
        }
    }
}

#[test]
fn blocks_have_scales() {
    for rows in [16, 32] {
        for (formats, bytes) in [
            ([0, 0], [0, 0]),
            ([4, 1], [1, 2]),
            ([2, 4], [3, 1]),
            ([3, 0], [2, 3]),
        ] {
            check_chosen(rows, formats, Some(bytes));
        }
    }
}
