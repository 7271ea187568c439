//! Matrix multiplication of RDNA 3 and 4: D = A * B + C, where C and D are 16 by 16.
//!
//! Sixteen lanes are a group. A lane of a group has elements of a row of A, and of a column of B, packed from the lowest bits
//! on. On RDNA 3 all groups must have the same, which is all of the row; on RDNA 4 they share it. Elements that fit in
//! fewer lanes than the wave has are in the first ones. C and D have a column in each lane of a group: on RDNA 3 the
//! rows go around the groups, on RDNA 4 each group has some that follow each other. A sparse A has two of four
//! elements, whose positions are in the bits of the third source. Products are accumulated in order, each by a fused
//! multiply-add; AMD does not document the order.

use super::convert::{BF8_OCP, FP8_OCP, widen8};
use super::{Core, Semantics};
use crate::num;
use crate::op::{Op, Src, Step};
use crate::stats::InstructionClass;
use crate::wave::LANES;

/// Rows and columns of D, and lanes of a group.
const SIZE: usize = 16;

/// What elements of A and B are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Element {
    F16,
    Bf16,
    Fp8,
    Bf8,
    Int8,
    Int4,
}

const ELEMENTS: [Element; 6] = [
    Element::F16,
    Element::Bf16,
    Element::Fp8,
    Element::Bf8,
    Element::Int8,
    Element::Int4,
];

impl Element {
    fn parse(name: &str) -> Option<Element> {
        Some(match name {
            "f16" => Element::F16,
            "bf16" => Element::Bf16,
            "fp8" => Element::Fp8,
            "bf8" => Element::Bf8,
            "iu8" => Element::Int8,
            "iu4" => Element::Int4,
            _ => return None,
        })
    }

    fn bits(self) -> usize {
        match self {
            Element::F16 | Element::Bf16 => 16,
            Element::Fp8 | Element::Bf8 | Element::Int8 => 8,
            Element::Int4 => 4,
        }
    }

    fn to_f32(self, bits: u32) -> f32 {
        match self {
            Element::Bf16 => num::bf16_to_f32(bits),
            Element::Fp8 => widen8(bits, FP8_OCP),
            Element::Bf8 => widen8(bits, BF8_OCP),
            _ => num::f16_to_f32(bits),
        }
    }
}

/// What elements of C and D are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sum {
    F32,
    F16,
    Bf16,
    I32,
}

const SUMS: [Sum; 4] = [Sum::F32, Sum::F16, Sum::Bf16, Sum::I32];

/// The operation of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Product {
    sum: Sum,
    /// Columns of A and rows of B.
    depth: usize,
    a: Element,
    b: Element,
    /// A has two of four elements.
    sparse: bool,
    /// All groups have the same elements of A and B: RDNA 3.
    repeats: bool,
}

impl Product {
    /// From `v_wmma_f32_16x16x16_fp8_bf8`.
    fn parse(mnemonic: &str, repeats: bool) -> Option<Product> {
        let (sparse, rest) = match mnemonic.strip_prefix("v_swmmac_") {
            Some(rest) => (true, rest),
            None => (false, mnemonic.strip_prefix("v_wmma_")?),
        };
        let (sum, rest) = rest.split_once("_16x16x")?;
        let (depth, elements) = rest.split_once('_')?;
        let (a, b) = elements.split_once('_').unwrap_or((elements, elements));
        Some(Product {
            sum: match sum {
                "f32" => Sum::F32,
                "f16" => Sum::F16,
                "bf16" => Sum::Bf16,
                "i32" => Sum::I32,
                _ => return None,
            },
            depth: depth.parse().ok()?,
            a: Element::parse(a)?,
            b: Element::parse(b)?,
            sparse,
            repeats,
        })
    }

    fn encode(self) -> u32 {
        let element = |element| ELEMENTS.iter().position(|&other| other == element).unwrap_or(0) as u32;
        let sum = SUMS.iter().position(|&other| other == self.sum).unwrap_or(0) as u32;
        self.depth as u32
            | sum << 8
            | element(self.a) << 12
            | element(self.b) << 16
            | u32::from(self.sparse) << 20
            | u32::from(self.repeats) << 21
    }

    fn decode(aux: u32) -> Product {
        Product {
            depth: aux as usize & 0xff,
            sum: SUMS[aux as usize >> 8 & 15],
            a: ELEMENTS[aux as usize >> 12 & 15],
            b: ELEMENTS[aux as usize >> 16 & 15],
            sparse: aux >> 20 & 1 != 0,
            repeats: aux >> 21 & 1 != 0,
        }
    }

    /// How many of `count` elements of a row or column a lane has, if the wave has `lanes`.
    fn per_lane(self, count: usize, width: usize, lanes: usize) -> usize {
        match self.repeats {
            true => count,
            false => (count * SIZE / lanes).max(32 / width),
        }
    }

    /// Register, lane, and half of it that holds an element of C and D, if these have 16 bits.
    fn place(self, row: usize, column: usize, lanes: usize) -> (usize, usize, usize) {
        let groups = lanes / SIZE;
        if self.repeats {
            return (row / groups, row % groups * SIZE + column, 0);
        }
        let rows = SIZE / groups;
        let (number, lane) = (row % rows, row / rows * SIZE + column);
        match self.sum {
            Sum::F32 | Sum::I32 => (number, lane, 0),
            Sum::F16 | Sum::Bf16 => (number / 2, lane, number % 2),
        }
    }
}

fn register(c: &Core<'_>, source: Src, number: usize, lane: usize) -> u32 {
    match source {
        Src::Vector(first) => c.wave.v[usize::from(first) + number][lane],
        Src::Imm(value) => value as u32,
        _ => 0,
    }
}

/// The bits of all `count` elements of a row of A or a column of B; `None` if groups that must have the same differ.
fn row_bits(
    c: &Core<'_>,
    product: Product,
    source: Src,
    row: usize,
    count: usize,
    width: usize,
) -> Option<Vec<u32>> {
    let lanes = c.wave.lanes;
    let per_lane = product.per_lane(count, width, lanes);
    let per_word = 32 / width;
    let mut bits = Vec::with_capacity(count);
    for place in 0..count {
        let (group, slot) = (place / per_lane, place % per_lane);
        let word = |lane: usize| register(c, source, slot / per_word, lane);
        let first = word(row + SIZE * group);
        if product.repeats && (row..lanes).step_by(SIZE).any(|lane| word(lane) != first) {
            return None;
        }
        bits.push(first >> (width * (slot % per_word)) & (u32::MAX >> (32 - width)));
    }
    Some(bits)
}

/// The row of B that element `place` of row `row` of a sparse A is multiplied with.
fn sparse_place(c: &Core<'_>, o: &Op, product: Product, row: usize, place: usize) -> usize {
    let per_lane = product.per_lane(product.depth / 2, product.a.bits(), c.wave.lanes);
    let (group, slot) = (place / per_lane, place % per_lane);
    let positions = register(c, o.src[2], 0, row + SIZE * group);
    let set = o.imm as usize * 2 * per_lane;
    let position = positions >> ((set + 2 * slot) % 32) & 3;
    place / 2 * 4 + position as usize
}

fn multiply(c: &mut Core<'_>, o: &Op) -> Step {
    if c.mask != c.wave.all_lanes() {
        return c.undefined("a matrix instruction while lanes are off");
    }
    let product = Product::decode(o.aux);
    let Product { a, b, depth, .. } = product;
    let lanes = c.wave.lanes;
    let stored = if product.sparse { depth / 2 } else { depth };
    let (mut rows, mut columns) = (Vec::with_capacity(SIZE), Vec::with_capacity(SIZE));
    for index in 0..SIZE {
        let row = row_bits(c, product, o.src[0], index, stored, a.bits());
        let column = row_bits(c, product, o.src[1], index, depth, b.bits());
        let (Some(row), Some(column)) = (row, column) else {
            return c.undefined("a matrix whose elements differ between groups of sixteen lanes");
        };
        let places: Vec<usize> = (0..stored)
            .map(|place| match product.sparse {
                true => sparse_place(c, o, product, index, place),
                false => place,
            })
            .collect();
        rows.push((row, places));
        columns.push(column);
    }
    // Of sources: whether the low, and the high element of a word is negated.
    let negated =
        |index: usize, place: usize| (if place.is_multiple_of(2) { o.neg } else { o.abs }) >> index & 1 != 0;
    let float = |element: Element, bits: u32, is_negated: bool| {
        let value = element.to_f32(bits);
        if is_negated { -value } else { value }
    };
    let integer = |element: Element, bits: u32, is_signed: bool| match is_signed {
        true => i64::from((bits << (32 - element.bits())) as i32 >> (32 - element.bits())),
        false => i64::from(bits),
    };
    let has_signs = |element: Element| element.bits() == 16;
    let (round32, round16) = (c.round32(), c.round64());
    // Without repetition both halves of a register are used.
    let is_high = o.op_sel & 4 != 0;
    let addends = if product.sparse {
        Src::Vector(o.vdst)
    } else {
        o.src[2]
    };
    let groups = lanes / SIZE;
    let is_narrow = matches!(product.sum, Sum::F16 | Sum::Bf16);
    let count = SIZE / groups / if is_narrow && !product.repeats { 2 } else { 1 };
    let mut results = vec![[0; LANES]; count];
    for (number, result) in results.iter_mut().enumerate() {
        for (lane, word) in result.iter_mut().enumerate().take(lanes) {
            *word = register(c, Src::Vector(o.vdst), number, lane);
        }
    }
    for (row, (values, places)) in rows.iter().enumerate() {
        for (column, others) in columns.iter().enumerate() {
            let (number, lane, half) = product.place(row, column, lanes);
            let addend = register(c, addends, number, lane);
            let pairs = || {
                let pairs = values.iter().zip(places).enumerate();
                pairs.map(|(slot, (&value, &place))| (slot, value, place, others[place]))
            };
            let of_c = |bits: u32, top: u32| match product.sparse {
                true => bits,
                false => {
                    let magnitude = if o.abs & 4 != 0 { bits & !top } else { bits };
                    magnitude ^ if o.neg & 4 != 0 { top } else { 0 }
                }
            };
            let fused = |start: f32| {
                pairs().fold(start, |sum, (slot, value, place, other)| {
                    let x = float(a, value, has_signs(a) && negated(0, slot));
                    let y = float(b, other, has_signs(b) && negated(1, place));
                    num::fma32(x, y, sum, round32)
                })
            };
            let half = if product.repeats {
                usize::from(is_high)
            } else {
                half
            };
            let is_constant = matches!(addends, Src::Imm(_));
            let narrow = of_c(
                if is_constant {
                    addend
                } else {
                    addend >> (16 * half)
                } & 0xffff,
                0x8000,
            );
            let kept = results[number][lane] & !(0xffff << (16 * half));
            results[number][lane] = match product.sum {
                Sum::F32 => fused(f32::from_bits(of_c(addend, 0x8000_0000))).to_bits(),
                Sum::F16 => {
                    let sum = num::f32_to_f16(fused(num::f16_to_f32(narrow)), round16);
                    kept | (sum & 0xffff) << (16 * half)
                }
                Sum::Bf16 => {
                    let sum = num::f32_to_bf16(fused(num::bf16_to_f32(narrow)), round32);
                    kept | (sum & 0xffff) << (16 * half)
                }
                Sum::I32 => {
                    let signed = |index: u8| o.neg >> index & 1 != 0;
                    let total = pairs().fold(i64::from(addend as i32), |total, (_, value, _, other)| {
                        total + integer(a, value, signed(0)) * integer(b, other, signed(1))
                    });
                    match o.clamp {
                        true => total.clamp(i32::MIN.into(), i32::MAX.into()) as u32,
                        false => total as u32,
                    }
                }
            };
        }
    }
    for (number, result) in results.iter().enumerate() {
        c.write(o.vdst + number as u16, result);
    }
    Ok(())
}

/// Meaning of a matrix instruction; `repeats`: as on RDNA 3.
pub(super) fn lookup(mnemonic: &str, repeats: bool) -> Option<Semantics> {
    let product = Product::parse(mnemonic, repeats)?;
    Some(Semantics::with(
        InstructionClass::Matrix,
        multiply,
        product.encode(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let product = Product::parse("v_swmmac_f32_16x16x32_fp8_bf8", false).unwrap();
        assert_eq!(
            (product.depth, product.a, product.b, product.sparse),
            (32, Element::Fp8, Element::Bf8, true)
        );
        assert_eq!(Product::decode(product.encode()), product);
        let product = Product::parse("v_wmma_i32_16x16x16_iu4", true).unwrap();
        assert_eq!(Product::decode(product.encode()), product);
        assert_eq!(Product::parse("v_wmma_f64_16x16x16_f16", true), None);
    }

    #[test]
    fn every_place_of_a_result_is_used_once() {
        for (name, repeats) in [
            ("v_wmma_f32_16x16x16_f16", true),
            ("v_wmma_f32_16x16x16_f16", false),
            ("v_wmma_f16_16x16x16_f16", true),
            ("v_wmma_f16_16x16x16_f16", false),
        ] {
            let product = Product::parse(name, repeats).unwrap();
            for lanes in [32, 64] {
                let places = (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (row, column)));
                let seen: std::collections::BTreeSet<_> = places
                    .map(|(row, column)| product.place(row, column, lanes))
                    .collect();
                assert_eq!(seen.len(), SIZE * SIZE, "{name}");
            }
        }
    }
}
