//! Read-modify-write operations, shared by local, global, flat and buffer instructions.

use super::Core;
use super::access::Place;
use super::{float16, float32, float64};
use crate::fault::{FaultKind, Space};
use crate::num::{self, NanRule, Round};
use crate::op::{Op, Src, Step};
use crate::wave::{LANES, Lanes};

/// The operation on the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Kind {
    Swap,
    CompareSwap,
    CompareSwapFloat,
    Add,
    Sub,
    ReverseSub,
    MinSigned,
    MinUnsigned,
    MaxSigned,
    MaxUnsigned,
    And,
    Or,
    Xor,
    Increment,
    Decrement,
    MaskOr,
    Wrap,
    AddFloat,
    MinFloat,
    MaxFloat,
    AddPackedF16,
    AddPackedBf16,
    /// Subtraction down to zero at most.
    SubClamped,
    /// Subtraction of no more than there is, or none.
    SubConditional,
}

const KINDS: [Kind; 24] = [
    Kind::Swap,
    Kind::CompareSwap,
    Kind::CompareSwapFloat,
    Kind::Add,
    Kind::Sub,
    Kind::ReverseSub,
    Kind::MinSigned,
    Kind::MinUnsigned,
    Kind::MaxSigned,
    Kind::MaxUnsigned,
    Kind::And,
    Kind::Or,
    Kind::Xor,
    Kind::Increment,
    Kind::Decrement,
    Kind::MaskOr,
    Kind::Wrap,
    Kind::AddFloat,
    Kind::MinFloat,
    Kind::MaxFloat,
    Kind::AddPackedF16,
    Kind::AddPackedBf16,
    Kind::SubClamped,
    Kind::SubConditional,
];

/// Packs the operation for [`Op::aux`].
pub(super) fn encode(kind: Kind, wide: bool) -> u32 {
    kind as u32 | (wide as u32) << 8
}

/// Unpacks the operation from [`Op::aux`].
pub(super) fn decode(aux: u32) -> (Kind, bool) {
    (KINDS[aux as usize & 0xff], aux >> 8 & 1 != 0)
}

/// Parses kind and width of the global, flat and buffer instructions from the name after `atomic_`.
pub(super) fn parse(name: &str) -> Option<(Kind, bool)> {
    match name {
        "add_f32" => return Some((Kind::AddFloat, false)),
        "add_f64" => return Some((Kind::AddFloat, true)),
        "min_f64" => return Some((Kind::MinFloat, true)),
        "max_f64" => return Some((Kind::MaxFloat, true)),
        "fmin" => return Some((Kind::MinFloat, false)),
        "fmax" => return Some((Kind::MaxFloat, false)),
        "csub" | "sub_clamp_u32" => return Some((Kind::SubClamped, false)),
        "cond_sub_u32" => return Some((Kind::SubConditional, false)),
        "pk_add_f16" => return Some((Kind::AddPackedF16, false)),
        "pk_add_bf16" => return Some((Kind::AddPackedBf16, false)),
        _ => {}
    }
    let (name, wide) = match name.strip_suffix("_x2") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let kind = match name {
        "swap" => Kind::Swap,
        "cmpswap" => Kind::CompareSwap,
        "add" => Kind::Add,
        "sub" => Kind::Sub,
        "smin" => Kind::MinSigned,
        "umin" => Kind::MinUnsigned,
        "smax" => Kind::MaxSigned,
        "umax" => Kind::MaxUnsigned,
        "and" => Kind::And,
        "or" => Kind::Or,
        "xor" => Kind::Xor,
        "inc" => Kind::Increment,
        "dec" => Kind::Decrement,
        _ => return None,
    };
    Some((kind, wide))
}

/// New contents from the old ones; `other` is the compare value (or second operand).
pub(super) fn apply(kind: Kind, wide: bool, old: u64, data: u64, other: u64) -> u64 {
    let sign = |value: u64| if wide { value as i64 } else { value as i32 as i64 };
    let mask = if wide { u64::MAX } else { 0xffff_ffff };
    let f32_of = |value: u64| f32::from_bits(value as u32);
    let result = match kind {
        Kind::Swap => data,
        Kind::CompareSwap => {
            if old == other {
                data
            } else {
                old
            }
        }
        Kind::CompareSwapFloat => {
            let equal = if wide {
                f64::from_bits(old) == f64::from_bits(other)
            } else {
                f32_of(old) == f32_of(other)
            };
            if equal { data } else { old }
        }
        Kind::Add => old.wrapping_add(data),
        Kind::Sub => old.wrapping_sub(data),
        Kind::SubClamped => (old & mask).saturating_sub(data & mask),
        Kind::SubConditional => match old & mask >= data & mask {
            true => old.wrapping_sub(data),
            false => old,
        },
        Kind::ReverseSub => data.wrapping_sub(old),
        Kind::MinSigned => {
            if sign(data) < sign(old) {
                data
            } else {
                old
            }
        }
        Kind::MinUnsigned => data.min(old),
        Kind::MaxSigned => {
            if sign(data) >= sign(old) {
                data
            } else {
                old
            }
        }
        Kind::MaxUnsigned => data.max(old),
        Kind::And => old & data,
        Kind::Or => old | data,
        Kind::Xor => old ^ data,
        Kind::Increment => {
            if old >= data {
                0
            } else {
                old + 1
            }
        }
        Kind::Decrement => {
            if old == 0 || old > data {
                data
            } else {
                old - 1
            }
        }
        Kind::MaskOr => (old & !data) | other,
        Kind::Wrap => {
            if old >= data {
                old - data
            } else {
                old.wrapping_add(other)
            }
        }
        Kind::AddFloat if wide => {
            let sum = f64::from_bits(old) + f64::from_bits(data);
            if sum.is_nan() {
                num::nan_result64(&[old, data])
            } else {
                sum.to_bits()
            }
        }
        Kind::AddFloat => {
            let sum = f32_of(old) + f32_of(data);
            if sum.is_nan() {
                num::nan_result32(&[old as u32, data as u32]) as u64
            } else {
                sum.to_bits() as u64
            }
        }
        Kind::MinFloat if wide => float64::min_max_bits(old, data, NanRule::SignallingWins, false),
        Kind::MaxFloat if wide => float64::min_max_bits(old, data, NanRule::SignallingWins, true),
        Kind::MinFloat => float32::min_bits(old as u32, data as u32, NanRule::SignallingWins) as u64,
        Kind::MaxFloat => float32::max_bits(old as u32, data as u32, NanRule::SignallingWins) as u64,
        Kind::AddPackedF16 => {
            let half = |shift: u64| {
                let (a, b) = ((old >> shift) as u32 & 0xffff, (data >> shift) as u32 & 0xffff);
                (float16::add(a, b, Round::Nearest) as u64) << shift
            };
            half(0) | half(16)
        }
        Kind::AddPackedBf16 => {
            let half = |shift: u64| {
                let widen = |value: u64| num::bf16_to_f32((value >> shift) as u32 & 0xffff);
                (num::f32_to_bf16(widen(old) + widen(data), Round::Nearest) as u64) << shift
            };
            half(0) | half(16)
        }
    };
    result & mask
}

impl Core<'_> {
    /// Reads a word or a pair of words of a lane's registers.
    #[inline]
    pub(crate) fn register_value(&self, src: Src, offset: u16, wide: bool, lane: usize) -> u64 {
        let Src::Vector(register) = src else { return 0 };
        let register = (register + offset) as usize;
        let low = self.wave.v[register][lane] as u64;
        if wide {
            low | (self.wave.v[register + 1][lane] as u64) << 32
        } else {
            low
        }
    }

    /// Performs the atomic operation in [`Op::aux`] for every lane, in lane order.
    pub(crate) fn atomic_lanes(
        &mut self,
        op: &Op,
        place: impl Fn(&Self, usize) -> Place,
        operands: impl Fn(&Self, usize) -> (u64, u64),
    ) -> Step {
        let (kind, wide) = decode(op.aux);
        let size = if wide { 8 } else { 4 };
        let mut results: [Lanes; 2] = [[0; LANES]; 2];
        self.each_lane(|core, lane| {
            let at = place(core, lane);
            let (space, address) = match at {
                Place::Global(address) => (Space::Global, address),
                Place::Local(offset) => (Space::Local, offset),
                Place::Private(offset) => (Space::Private, offset),
            };
            if address % size as u64 != 0 {
                return Err(Box::new(FaultKind::Misaligned {
                    space,
                    address,
                    align: size as u32,
                }));
            }
            if wide && space == Space::Private {
                let text = "an atomic operation on 64 bits of private memory, whose words are apart";
                return Err(Box::new(FaultKind::Undefined(text.into())));
            }
            let mut bytes = [0u8; 8];
            if core.read_place(at, lane, size, &mut bytes)? != u8::MAX {
                core.demand_words(at, size, 0)?;
            }
            let old = u64::from_le_bytes(bytes);
            let (data, other) = operands(core, lane);
            let new = apply(kind, wide, old, data, other);
            core.write_place(at, lane, &new.to_le_bytes()[..size], u8::MAX)?;
            results[0][lane] = old as u32;
            results[1][lane] = (old >> 32) as u32;
            Ok(())
        })?;
        if op.returns {
            self.write(op.vdst, &results[0]);
            if wide {
                self.write(op.vdst + 1, &results[1]);
            }
        }
        Ok(())
    }

    /// Operands of global, flat and buffer atomics: data first, then the compare value in the next registers.
    #[inline]
    pub(crate) fn memory_atomic(
        &mut self,
        op: &Op,
        index: usize,
        place: impl Fn(&Self, usize) -> Place,
    ) -> Step {
        let (kind, wide) = decode(op.aux);
        let data = op.src[index];
        self.atomic_lanes(op, place, |core, lane| {
            let first = core.register_value(data, 0, wide, lane);
            let second = if kind == Kind::CompareSwap {
                core.register_value(data, if wide { 2 } else { 1 }, wide, lane)
            } else {
                0
            };
            (first, second)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_numbered_in_order() {
        for (index, &kind) in KINDS.iter().enumerate() {
            assert_eq!(decode(encode(kind, true)), (KINDS[index], true));
        }
    }

    #[test]
    fn operations() {
        let int = |kind, old: u32, data: u32| apply(kind, false, old as u64, data as u64, 0) as u32;
        assert_eq!(int(Kind::Add, u32::MAX, 2), 1);
        assert_eq!(int(Kind::MinSigned, 1, u32::MAX), u32::MAX);
        assert_eq!(int(Kind::MaxUnsigned, 1, u32::MAX), u32::MAX);
        assert_eq!(int(Kind::Increment, 5, 5), 0);
        assert_eq!(int(Kind::Decrement, 0, 7), 7);
        assert_eq!(apply(Kind::CompareSwap, true, 5, 6, 5), 6);
        assert_eq!(apply(Kind::CompareSwap, true, 4, 6, 5), 4);
        assert_eq!(
            int(Kind::AddFloat, 1f32.to_bits(), 2f32.to_bits()),
            3f32.to_bits()
        );
        assert_eq!(int(Kind::AddPackedF16, 0x3c00_3c00, 0x3c00_4000), 0x4000_4200);
        assert_eq!(int(Kind::AddPackedBf16, 0x3f80_3f80, 0x3f80_4000), 0x4000_4040);
    }
}
