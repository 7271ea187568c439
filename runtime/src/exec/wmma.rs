//! Matrix multiplication of RDNA 3: D = A * B + C on matrices of 16 by 16 and a depth of 16.
//!
//! A row of A, and a column of B, is in a lane of sixteen, elements of the row packed from the lowest bits on; the
//! other groups of sixteen lanes must have the same. Registers of C and D have as many rows as there are such groups, a
//! row in sixteen lanes. Products are accumulated in order, each by a fused multiply-add.

use super::{Core, Semantics};
use crate::num;
use crate::op::{Op, Src, Step};
use crate::stats::InstructionClass;

const SIZE: usize = 16;

/// What elements are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    F16,
    Bf16,
    /// Integers of so many bits.
    Int(usize),
}

/// What a result is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sum {
    F32,
    F16,
    Bf16,
    I32,
}

fn register(c: &Core<'_>, source: Src, number: usize, lane: usize) -> u32 {
    match source {
        Src::Vector(first) => c.wave.v[usize::from(first) + number][lane],
        Src::Imm(value) => value as u32,
        _ => 0,
    }
}

/// The bits of element `place` of row `row` of A, or of that column of B; `None` if lanes disagree about it.
fn bits(c: &Core<'_>, source: Src, row: usize, place: usize, width: usize) -> Option<u32> {
    let per_word = 32 / width;
    let word = |lane: usize| register(c, source, place / per_word, lane);
    let first = word(row);
    let is_same = (row..c.wave.lanes).step_by(SIZE).all(|lane| word(lane) == first);
    let shifted = first >> (width * (place % per_word));
    is_same.then_some(shifted & (u32::MAX >> (32 - width)))
}

fn multiply(c: &mut Core<'_>, o: &Op, element: Element, sum: Sum) -> Step {
    if c.mask != c.wave.all_lanes() {
        return c.undefined("a matrix instruction while lanes are off");
    }
    let width = match element {
        Element::Int(width) => width,
        _ => 16,
    };
    // Of sources: whether the low, and the high element of a word is negated, or integers are signed.
    let sign = |index: usize, place: usize| match element {
        Element::Int(_) => o.neg >> index & 1 != 0,
        _ => (if place.is_multiple_of(2) { o.neg } else { o.abs }) >> index & 1 != 0,
    };
    let float = |bits: u32, negate: bool| {
        let value = match element {
            Element::Bf16 => num::bf16_to_f32(bits),
            _ => num::f16_to_f32(bits),
        };
        if negate { -value } else { value }
    };
    let integer = |bits: u32, signed: bool| match signed {
        true => i64::from((bits << (32 - width)) as i32 >> (32 - width)),
        false => i64::from(bits),
    };
    let groups = c.wave.lanes / SIZE;
    let (round32, round16) = (c.round32(), c.round64());
    let is_high = o.op_sel & 4 != 0;
    let half = |word: u32| if is_high { word >> 16 } else { word & 0xffff };
    let mut results = vec![[0; crate::wave::LANES]; SIZE / groups];
    for row in 0..SIZE {
        for column in 0..SIZE {
            let (number, lane) = (row / groups, row % groups * SIZE + column);
            let addend = register(c, o.src[2], number, lane);
            let mut pairs = [(0, 0); SIZE];
            for (place, pair) in pairs.iter_mut().enumerate() {
                let a = bits(c, o.src[0], row, place, width);
                let b = bits(c, o.src[1], column, place, width);
                let (Some(a), Some(b)) = (a, b) else {
                    return c.undefined("a matrix whose elements differ between groups of sixteen lanes");
                };
                *pair = (a, b);
            }
            let of_c = |bits: u32, top: u32| {
                let magnitude = if o.abs & 4 != 0 { bits & !top } else { bits };
                magnitude ^ if o.neg & 4 != 0 { top } else { 0 }
            };
            let fused = |start: f32| {
                pairs.iter().enumerate().fold(start, |sum, (place, &(a, b))| {
                    num::fma32(float(a, sign(0, place)), float(b, sign(1, place)), sum, round32)
                })
            };
            let is_constant = matches!(o.src[2], Src::Imm(_));
            let half_of_c = of_c(
                if is_constant {
                    addend & 0xffff
                } else {
                    half(addend)
                },
                0x8000,
            );
            let old = register(c, Src::Vector(o.vdst), number, lane);
            let placed = |bits: u32| match is_high {
                true => old & 0xffff | bits << 16,
                false => old & 0xffff_0000 | bits & 0xffff,
            };
            results[number][lane] = match sum {
                Sum::F32 => fused(f32::from_bits(of_c(addend, 0x8000_0000))).to_bits(),
                Sum::F16 => placed(num::f32_to_f16(fused(num::f16_to_f32(half_of_c)), round16)),
                Sum::Bf16 => placed(num::f32_to_bf16(fused(num::bf16_to_f32(half_of_c)), round32)),
                Sum::I32 => {
                    let total = pairs.iter().fold(i64::from(addend as i32), |total, &(a, b)| {
                        total + integer(a, sign(0, 0)) * integer(b, sign(1, 0))
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

/// Meaning of a matrix instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let handler: crate::op::Handler = match mnemonic {
        "v_wmma_f32_16x16x16_f16" => |c, o| multiply(c, o, Element::F16, Sum::F32),
        "v_wmma_f32_16x16x16_bf16" => |c, o| multiply(c, o, Element::Bf16, Sum::F32),
        "v_wmma_f16_16x16x16_f16" => |c, o| multiply(c, o, Element::F16, Sum::F16),
        "v_wmma_bf16_16x16x16_bf16" => |c, o| multiply(c, o, Element::Bf16, Sum::Bf16),
        "v_wmma_i32_16x16x16_iu8" => |c, o| multiply(c, o, Element::Int(8), Sum::I32),
        "v_wmma_i32_16x16x16_iu4" => |c, o| multiply(c, o, Element::Int(4), Sum::I32),
        _ => return None,
    };
    Some(Semantics::new(InstructionClass::Matrix, handler))
}
