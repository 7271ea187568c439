//! Matrix multiplication: D = A * B + C on small matrices spread over the lanes and registers of a wave.
//!
//! Layouts are those of AMD's matrix instruction calculator. An instruction computes `blocks` independent products; A
//! is M x K, B is K x N with M = N. A lane holds `per_lane` consecutive elements along K of a row of A (a column of B).
//! Products are accumulated in order along K, each by a fused multiply-add.

use super::convert::{BF8, BF8_OCP, FP8, FP8_OCP, widen8};
use super::small_floats::{BF6, FP4, FP6};
use super::{Core, Semantics};
use crate::hazards::{MatrixKind, WaitStates};
use crate::num::{self, Format, Round};
use crate::op::{Handler, Op, Src, Step};
use crate::stats::InstructionClass;
use crate::wave::LANES;

/// Element type of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Element {
    F64,
    F32,
    Xf32,
    F16,
    Bf16,
    I8,
    Fp8,
    Bf8,
    Fp8Ocp,
    Bf8Ocp,
    Fp6,
    Bf6,
    Fp4,
    /// One of five, by an immediate.
    Chosen,
}

/// What immediates choose from.
const CHOICES: [Element; 5] = [
    Element::Fp8Ocp,
    Element::Bf8Ocp,
    Element::Fp6,
    Element::Bf6,
    Element::Fp4,
];

const ELEMENTS: [Element; 14] = [
    Element::F64,
    Element::F32,
    Element::Xf32,
    Element::F16,
    Element::Bf16,
    Element::I8,
    Element::Fp8,
    Element::Bf8,
    Element::Fp8Ocp,
    Element::Bf8Ocp,
    Element::Fp6,
    Element::Bf6,
    Element::Fp4,
    Element::Chosen,
];

impl Element {
    /// The type of this name; `is_ocp` says which formats of 8 bits the processor has.
    fn parse(name: &str, is_ocp: bool) -> Option<Element> {
        Some(match name {
            "f64" => Element::F64,
            "f32" => Element::F32,
            "xf32" => Element::Xf32,
            "f16" => Element::F16,
            "bf16" => Element::Bf16,
            "i8" => Element::I8,
            "fp8" if is_ocp => Element::Fp8Ocp,
            "bf8" if is_ocp => Element::Bf8Ocp,
            "fp8" => Element::Fp8,
            "bf8" => Element::Bf8,
            "f8f6f4" => Element::Chosen,
            _ => return None,
        })
    }

    fn bits(self) -> usize {
        match self {
            Element::F64 => 64,
            Element::F32 | Element::Xf32 => 32,
            Element::F16 | Element::Bf16 => 16,
            Element::I8 | Element::Fp8 | Element::Bf8 | Element::Fp8Ocp | Element::Bf8Ocp => 8,
            Element::Fp6 | Element::Bf6 => 6,
            Element::Fp4 => 4,
            Element::Chosen => 0,
        }
    }

    /// The value of an element that f32 represents exactly.
    fn to_f32(self, bits: u32) -> f32 {
        /// f32 with the mantissa of f16.
        const XF32: Format = Format {
            fraction: 10,
            exponent: 8,
        };
        match self {
            Element::F16 => num::f16_to_f32(bits & 0xffff),
            Element::Bf16 => num::bf16_to_f32(bits & 0xffff),
            Element::Fp8 => widen8(bits, FP8),
            Element::Bf8 => widen8(bits, BF8),
            Element::Fp8Ocp => widen8(bits, FP8_OCP),
            Element::Bf8Ocp => widen8(bits, BF8_OCP),
            Element::Fp6 => FP6.widen(bits),
            Element::Bf6 => BF6.widen(bits),
            Element::Fp4 => FP4.widen(bits),
            Element::Xf32 => {
                let rounded = num::round_to(f32::from_bits(bits) as f64, XF32, Round::Nearest);
                f32::from_bits(rounded << 13)
            }
            _ => f32::from_bits(bits),
        }
    }
}

/// The operation of a matrix instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Product {
    /// Rows of A and columns of B: 4, 16 or 32.
    size: usize,
    /// Columns of A and rows of B.
    depth: usize,
    /// Independent products.
    blocks: usize,
    a: Element,
    b: Element,
    /// Sparse: half of A's elements are zero and not stored.
    sparse: bool,
}

impl Product {
    fn encode(self) -> u32 {
        let element =
            |element: Element| ELEMENTS.iter().position(|&other| other == element).unwrap_or(0) as u32;
        self.size as u32
            | (self.depth as u32) << 6
            | (self.blocks as u32) << 14
            | element(self.a) << 19
            | element(self.b) << 23
            | (self.sparse as u32) << 27
    }

    fn decode(aux: u32) -> Product {
        Product {
            size: aux as usize & 63,
            depth: aux as usize >> 6 & 255,
            blocks: aux as usize >> 14 & 31,
            a: ELEMENTS[aux as usize >> 19 & 15],
            b: ELEMENTS[aux as usize >> 23 & 15],
            sparse: aux >> 27 & 1 != 0,
        }
    }

    /// Parses the name after `v_mfma_f32_`: `32x32x4_2b_f16`, `16x16x32_bf8_fp8`, `32x32x8f16`, `4x4x4bf16_1k`.
    fn parse(name: &str, sparse: bool, is_ocp: bool) -> Option<Product> {
        let mut parts = name.splitn(3, 'x');
        let size: usize = parts.next()?.parse().ok()?;
        if parts.next()?.parse::<usize>().ok()? != size {
            return None;
        }
        let rest = parts.next()?;
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let depth: usize = rest[..digits].parse().ok()?;
        let rest = rest[digits..].trim_start_matches('_').trim_end_matches("_1k");
        let (blocks, types) = match rest.split_once("b_") {
            Some((count, types)) if count.parse::<usize>().is_ok() => (count.parse().ok(), types),
            _ => (None, rest),
        };
        let (a, b) = types.split_once('_').unwrap_or((types, types));
        let (a, b) = (Element::parse(a, is_ocp)?, Element::parse(b, is_ocp)?);
        let product = Product {
            size,
            depth,
            blocks: 1,
            a,
            b,
            sparse,
        };
        let blocks = match blocks {
            Some(blocks) => blocks,
            // Old names do not give the number of blocks: it is the one that uses every lane.
            None if name.contains('_') && !name.ends_with("_1k") => 1,
            None => product.blocks_of_old_name(name.ends_with("_1k")),
        };
        (matches!(size, 4 | 16 | 32) && blocks <= 16 && depth < 256).then_some(Product { blocks, ..product })
    }

    /// `_1k` tells products of four bfloats a lane from those of two.
    fn blocks_of_old_name(&self, is_1k: bool) -> usize {
        let per_lane = match self.a {
            Element::Bf16 if !is_1k => 2,
            Element::F64 | Element::F32 => 1,
            Element::F16 | Element::Bf16 | Element::I8 => 4,
            _ => 8,
        };
        (LANES / self.size / self.depth.div_ceil(per_lane)).max(1)
    }

    /// Elements of B along K in each lane.
    fn per_lane(&self) -> usize {
        (self.depth * self.size * self.blocks / LANES).max(1)
    }
}

/// Lane that holds row `i`, group `k` of a source in block `b`.
fn source_lane(product: &Product, groups: usize, b: usize, i: usize, group: usize) -> usize {
    if product.a == Element::F64 && product.blocks > 1 {
        // The blocks are inside the groups here.
        return i + product.size * (b + product.blocks * group);
    }
    i + product.size * (group + groups * b)
}

/// Lane and register (in elements) of an element of C and D.
fn result_place(product: &Product, b: usize, i: usize, j: usize) -> (usize, usize) {
    match (product.a, product.size) {
        (Element::F64, 4) => (j + 4 * b + 16 * i, 0),
        (Element::F64, _) => (j + 16 * (i % 4), i / 4),
        (_, 32) => (j + 32 * (i / 4 % 2), 4 * (i / 8) + i % 4 + 16 * b),
        (_, 16) => (j + 16 * (i / 4), i % 4 + 4 * b),
        _ => (j + 4 * b, i),
    }
}

/// Lane permutation of B by the immediate.
fn permuted_lane(blgp: u32, lane: usize) -> usize {
    match blgp {
        1 => lane % 32,
        2 => 32 + lane % 32,
        3 => (lane + 16) % 64,
        4..=7 => 16 * (blgp as usize - 4) + lane % 16,
        _ => lane,
    }
}

impl Core<'_> {
    fn element(&self, src: Src, element: Element, lane: usize, index: usize) -> u64 {
        let Src::Vector(first) = src else {
            return match src {
                Src::Imm(value) => value,
                _ => 0,
            };
        };
        let bits = element.bits();
        let register = first as usize + index * bits / 32;
        let low = self.wave.v[register][lane];
        let start = index * bits % 32;
        match bits {
            // Across two registers.
            6 if start > 26 => {
                let both = u64::from(low) | u64::from(self.wave.v[register + 1][lane]) << 32;
                both >> start & 0x3f
            }
            64 => low as u64 | (self.wave.v[register + 1][lane] as u64) << 32,
            32 => low as u64,
            _ => (low >> start) as u64 & ((1 << bits) - 1),
        }
    }
}

/// Immediates of the instruction: `imm` is cbsz; the low byte of `imm2` is abid, the next one blgp.
fn multiply(c: &mut Core<'_>, o: &Op) -> Step {
    let product = Product::decode(o.aux);
    let (cbsz, abid, blgp) = (o.imm as usize & 7, o.imm2 as usize & 15, o.imm2 >> 8 & 7);
    let per_lane = product.per_lane();
    let groups = product.depth / per_lane;
    let wide = product.a == Element::F64;
    let mut results: Vec<(usize, usize, u64)> =
        Vec::with_capacity(product.size * product.size * product.blocks);
    let addend = if product.sparse {
        Src::Vector(o.vdst)
    } else {
        o.src[2]
    };
    for b in 0..product.blocks {
        // Groups of 2^cbsz blocks share one block of A: number abid of the group.
        let group = (1usize << cbsz).min(product.blocks);
        let a_block = match group {
            1 => b,
            _ => b & !(group - 1) | abid & (group - 1),
        };
        for i in 0..product.size {
            let row: Vec<(usize, u64)> = (0..product.depth)
                .filter_map(|k| {
                    if product.sparse {
                        return sparse_element(c, o, &product, i, k);
                    }
                    let lane = source_lane(&product, groups, a_block, i, k / per_lane);
                    Some((k, c.element(o.src[0], product.a, lane, k % per_lane)))
                })
                .collect();
            for j in 0..product.size {
                let (lane, register) = result_place(&product, b, i, j);
                let start = match addend {
                    Src::Imm(value) => value,
                    _ => c.element(
                        addend,
                        if wide { Element::F64 } else { Element::F32 },
                        lane,
                        register,
                    ),
                };
                let column = |k: usize| {
                    let lane = source_lane(&product, groups, b, j, k / per_lane);
                    let lane = if wide { lane } else { permuted_lane(blgp, lane) };
                    c.element(o.src[1], product.b, lane, k % per_lane)
                };
                let value = match product.a {
                    Element::F64 => {
                        let sign = |bit: u32, value: u64| value ^ ((blgp >> bit & 1) as u64) << 63;
                        let sum = row.iter().fold(f64::from_bits(sign(2, start)), |sum, &(k, a)| {
                            f64::from_bits(sign(0, a)).mul_add(f64::from_bits(sign(1, column(k))), sum)
                        });
                        if sum.is_nan() { 0x7ff8 << 48 } else { sum.to_bits() }
                    }
                    Element::I8 => row.iter().fold(start as u32, |sum, &(k, a)| {
                        let product = a as u8 as i8 as i32 * column(k) as u8 as i8 as i32;
                        sum.wrapping_add(product as u32)
                    }) as u64,
                    _ => {
                        let sum = row.iter().fold(f32::from_bits(start as u32), |sum, &(k, a)| {
                            let (a, b) = (product.a.to_f32(a as u32), product.b.to_f32(column(k) as u32));
                            num::fma32_nearest(a, b, sum)
                        });
                        (if sum.is_nan() {
                            num::DEFAULT_NAN32
                        } else {
                            sum.to_bits()
                        }) as u64
                    }
                };
                results.push((lane, register, value));
            }
        }
    }
    // Matrix instructions ignore EXEC.
    for (lane, register, value) in results {
        if wide {
            c.write_lane(o.vdst + 2 * register as u16, lane, value as u32);
            c.write_lane(o.vdst + 2 * register as u16 + 1, lane, (value >> 32) as u32);
        } else {
            c.write_lane(o.vdst + register as u16, lane, value as u32);
        }
    }
    Ok(())
}

/// Element `k` of row `i` of a sparse A: of every four elements two are stored; two bits each in the index register
/// (third source) give their positions.
fn sparse_element(c: &Core<'_>, o: &Op, product: &Product, i: usize, k: usize) -> Option<(usize, u64)> {
    let per_lane = product.per_lane() / 2;
    let bits_per_set = 2 * per_lane;
    let set = if o.imm & 7 == 0 {
        o.imm2 as usize & (32 / bits_per_set - 1)
    } else {
        0
    };
    for half in 0..2 {
        let stored = k / 4 * 2 + half;
        let lane = i + product.size * (stored / per_lane);
        let index = stored % per_lane;
        let indices = c.element(o.src[2], Element::F32, lane, 0) as u32 >> (set * bits_per_set);
        if (indices >> (2 * index) & 3) as usize == k % 4 {
            return Some((k, c.element(o.src[0], product.a, lane, index)));
        }
    }
    None
}

/// Register, in which it begins, and lane of element `k` of row `i` of a matrix in a chosen format, of 128 or 64 columns. A
/// lane has 32 elements: 16 consecutive ones, and as many from the second half of the matrix, if they have 8 bits, and
/// otherwise all of a block of 32.
fn chosen_place(element: Element, size: usize, i: usize, k: usize) -> (usize, usize) {
    let groups = LANES / size;
    let (group, index) = match element.bits() {
        8 => (k / 16 % groups, k / (16 * groups) * 16 + k % 16),
        _ => (k / 32, k % 32),
    };
    (i + size * group, index)
}

/// The scale of row `i` of a block of 32 elements: two to the power of a byte less 127, or NaN.
fn scale(c: &Core<'_>, register: Src, byte: u32, lane: usize) -> f64 {
    let word = c.element(register, Element::F32, lane, 0) as u32;
    match word >> (8 * byte) & 0xff {
        255 => f64::NAN,
        exponent => num::exp2i(exponent as i32 - 127),
    }
}

/// In [`Op::imm2`] of products with scales: the register of B's scales, and the bits of both bytes' numbers.
pub(crate) const SCALE_OF_B: u32 = 16;
pub(crate) const SCALE_LOW: u32 = 24;
pub(crate) const SCALE_HIGH: u32 = 26;

/// A product whose formats are chosen by `imm` (A) and the second byte of `imm2` (B), with or without scales.
fn multiply_chosen(c: &mut Core<'_>, o: &Op, is_scaled: bool) -> Step {
    let product = Product::decode(o.aux);
    let formats = [o.imm as usize, o.imm2 as usize >> 8 & 7].map(|number| CHOICES.get(number));
    let [Some(&a), Some(&b)] = formats else {
        return c.undefined("a matrix has a format that does not exist");
    };
    let (size, blocks) = (product.size, product.depth / 32);
    let byte = |matrix: u32| o.imm2 >> (SCALE_LOW + matrix) & 1 | (o.imm2 >> (SCALE_HIGH + matrix) & 1) << 1;
    let scales = [o.src[3], Src::Vector((o.imm2 >> SCALE_OF_B & 0xff) as u16)];
    // Rows of A and columns of B.
    let read = |matrix: usize, element: Element| {
        let row = |i: usize| {
            let value = |k: usize| {
                let (lane, index) = chosen_place(element, size, i, k);
                f64::from(element.to_f32(c.element(o.src[matrix], element, lane, index) as u32))
            };
            let factor = |block: usize| match is_scaled {
                true => scale(c, scales[matrix], byte(matrix as u32), i + size * block),
                false => 1.0,
            };
            let factors: Vec<f64> = (0..blocks).map(factor).collect();
            (0..product.depth)
                .map(|k| value(k) * factors[k / 32])
                .collect::<Vec<f64>>()
        };
        (0..size).map(row).collect::<Vec<_>>()
    };
    let (rows, columns) = (read(0, a), read(1, b));
    let mut results = Vec::with_capacity(size * size);
    for (i, row) in rows.iter().enumerate() {
        for (j, column) in columns.iter().enumerate() {
            let (lane, register) = result_place(&product, 0, i, j);
            let start = match o.src[2] {
                Src::Imm(value) => value as u32,
                addend => c.element(addend, Element::F32, lane, register) as u32,
            };
            // Products are exact.
            let sum = row.iter().zip(column).fold(f32::from_bits(start), |sum, (a, b)| {
                num::add_odd(a * b, f64::from(sum)) as f32
            });
            results.push((
                lane,
                register,
                if sum.is_nan() {
                    num::DEFAULT_NAN32
                } else {
                    sum.to_bits()
                },
            ));
        }
    }
    for (lane, register, value) in results {
        c.write_lane(o.vdst + register as u16, lane, value);
    }
    Ok(())
}

/// Kind, number of passes and sparseness of a matrix instruction.
pub(crate) fn timing(op: &Op, states: &WaitStates) -> (MatrixKind, u8, bool) {
    let product = Product::decode(op.aux);
    // Elements of 8 bits take twice as long.
    let is_long = product.a == Element::Chosen && (op.imm < 2 || op.imm2 >> 8 & 7 < 2);
    let kind = match (product.a, product.size) {
        (Element::F64, 4) => MatrixKind::DoubleSmall,
        (Element::F64, _) => MatrixKind::DoubleLarge,
        (Element::F32, _) => MatrixKind::Single,
        _ => MatrixKind::Xdl,
    };
    let passes = match (product.size, product.blocks) {
        (4, _) => 2,
        (size, 1) if is_long => 2 * states.block_passes(size),
        (size, 1) if product.a != Element::F32 => states.block_passes(size),
        (16, _) => 8,
        _ => 16,
    };
    (kind, passes, product.sparse)
}

/// Meaning of a matrix instruction; `is_ocp` says which formats of 8 bits the processor has.
pub(super) fn lookup(mnemonic: &str, is_ocp: bool) -> Option<Semantics> {
    let (rest, sparse) = match mnemonic.strip_prefix("v_smfmac_") {
        Some(rest) => (rest, true),
        None => (mnemonic.strip_prefix("v_mfma_")?, false),
    };
    let (rest, is_scaled) = match rest.strip_prefix("scale_") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let (_, shape) = rest.split_once('_')?;
    let product = Product::parse(shape, sparse, is_ocp)?;
    let handler: Handler = match (product.a, is_scaled) {
        (Element::Chosen, true) => |c, o| multiply_chosen(c, o, true),
        (Element::Chosen, false) => |c, o| multiply_chosen(c, o, false),
        _ => multiply,
    };
    Some(Semantics::with(
        InstructionClass::Matrix,
        handler,
        product.encode(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let parse = |name| Product::parse(name, false, false).unwrap();
        let product = parse("32x32x4_2b_f16");
        assert_eq!(
            (product.size, product.depth, product.blocks, product.per_lane()),
            (32, 4, 2, 4)
        );
        assert_eq!(Product::decode(product.encode()), product);
        assert_eq!(parse("32x32x4f16"), product);
        assert_eq!(parse("32x32x8f16"), parse("32x32x8_f16"));
        assert_eq!(parse("16x16x32_bf8_fp8").b, Element::Fp8);
        assert_eq!(parse("4x4x4bf16_1k").blocks, 16);
        assert_eq!(
            (parse("16x16x8bf16").blocks, parse("16x16x8bf16").per_lane()),
            (1, 2)
        );
        assert_eq!(parse("32x32x2bf16").blocks, 2);
        assert_eq!(parse("32x32x1f32").blocks, 2);
        assert_eq!(parse("16x16x8_xf32").per_lane(), 2);
    }

    #[test]
    fn every_lane_and_register_of_a_result_is_used_once() {
        for name in [
            "32x32x8_f16",
            "16x16x16_f16",
            "4x4x4_16b_f16",
            "32x32x1_2b_f32",
            "16x16x4_f64",
            "4x4x4_4b_f64",
        ] {
            let product = Product::parse(name, false, false).unwrap();
            let mut seen = std::collections::BTreeSet::new();
            for b in 0..product.blocks {
                for i in 0..product.size {
                    for j in 0..product.size {
                        assert!(seen.insert(result_place(&product, b, i, j)), "{name}");
                    }
                }
            }
            let registers = product.size * product.size * product.blocks / LANES;
            assert!(
                seen.iter()
                    .all(|&(lane, register)| lane < LANES && register < registers),
                "{name}"
            );
        }
    }
}
