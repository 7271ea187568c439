//! Vector comparisons: a lane mask to VCC or a scalar pair, and to EXEC for `v_cmpx`.

use super::lanes::collect;
use super::{Core, Semantics};
use crate::num;
use crate::op::{Handler, Op, Step};
use crate::stats::InstructionClass;

/// Set in [`Op::aux`] when EXEC is written too.
const WRITE_EXEC: u32 = 16;

/// A bit for each lane in which the condition holds: bit 0 of its number stands for less, bit 1 for equal, bit 2 for
/// greater, bit 3 (of floating-point comparisons only) for unordered.
#[inline(always)]
fn compare<T: PartialOrd>(condition: u32, a: impl Fn(usize) -> T, b: impl Fn(usize) -> T) -> u64 {
    // With "unordered", a condition is the opposite of one without.
    let (condition, flipped) = match condition {
        0..8 => (condition, 0),
        _ => (15 - condition, u64::MAX),
    };
    let lanes = match condition {
        0 => 0,
        1 => collect(|lane| a(lane) < b(lane)),
        2 => collect(|lane| a(lane) == b(lane)),
        3 => collect(|lane| a(lane) <= b(lane)),
        4 => collect(|lane| a(lane) > b(lane)),
        5 => collect(|lane| (a(lane) < b(lane)) | (a(lane) > b(lane))),
        6 => collect(|lane| a(lane) >= b(lane)),
        _ => collect(|lane| (a(lane) <= b(lane)) | (a(lane) > b(lane))),
    };
    lanes ^ flipped
}

fn finish(c: &mut Core<'_>, o: &Op, result: u64) -> Step {
    c.write_mask(o.sdst, result);
    if o.aux & WRITE_EXEC != 0 {
        let mask = result & c.mask;
        c.wave.set_exec(mask);
    }
    Ok(())
}

/// Of sources that may be looked at where they are.
macro_rules! compare_words {
    ($name:ident, $prepare:ident, $convert:expr) => {
        fn $name(c: &mut Core<'_>, o: &Op) -> Step {
            c.wide(
                #[inline(always)]
                move |c, _| {
                    let places = c.$prepare(o);
                    let [a, b] = c.view(places);
                    let convert = $convert;
                    let result = compare(o.aux & 15, |lane| convert(a[lane]), |lane| convert(b[lane]));
                    finish(c, o, result)
                },
            )
        }
    };
}

macro_rules! compare {
    ($name:ident, $fetch:ident, $convert:expr) => {
        fn $name(c: &mut Core<'_>, o: &Op) -> Step {
            c.wide(
                #[inline(always)]
                move |c, _| {
                    let (a, b) = (c.$fetch(o, 0), c.$fetch(o, 1));
                    let convert = $convert;
                    let result = compare(o.aux & 15, |lane| convert(a[lane]), |lane| convert(b[lane]));
                    finish(c, o, result)
                },
            )
        }
    };
}

compare!(compare_f16, src_f16, num::f16_to_f32);
compare_words!(compare_f32, prepare_f32, f32::from_bits);
compare!(compare_f64, src_f64, f64::from_bits);
compare!(compare_i16, src_16, |value: u32| value as i16);
compare!(compare_u16, src_16, |value: u32| value as u16);
compare_words!(compare_i32, prepare, |value: u32| value as i32);
compare_words!(compare_u32, prepare, |value: u32| value);
compare!(compare_i64, src64, |value: u64| value as i64);
compare!(compare_u64, src64, |value: u64| value);

/// The bit of the class mask for a floating-point number.
fn class_bit(negative: bool, exponent: u32, exponent_max: u32, mantissa: u64, quiet_bit: u64) -> u32 {
    if exponent == exponent_max && mantissa != 0 {
        return (mantissa & quiet_bit != 0) as u32;
    }
    let (below, above) = if exponent == exponent_max {
        (2, 9)
    } else if exponent != 0 {
        (3, 8)
    } else if mantissa != 0 {
        (4, 7)
    } else {
        (5, 6)
    };
    if negative { below } else { above }
}

fn class_f16(c: &mut Core<'_>, o: &Op) -> Step {
    // Only sign modifiers apply: the class is that of the number itself.
    let (a, mask) = (c.src_f16(o, 0), c.src(o, 1));
    let result = collect(|lane| {
        let bits = a[lane];
        let class = class_bit(
            bits & 0x8000 != 0,
            bits >> 10 & 31,
            31,
            (bits & 0x3ff) as u64,
            0x200,
        );
        mask[lane] >> class & 1 != 0
    });
    finish(c, o, result)
}

fn class_f32(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, mask) = (c.src_f32_raw(o, 0), c.src(o, 1));
    let result = collect(|lane| {
        let bits = a[lane];
        let class = class_bit(
            bits >> 31 != 0,
            bits >> 23 & 255,
            255,
            (bits & 0x7f_ffff) as u64,
            1 << 22,
        );
        mask[lane] >> class & 1 != 0
    });
    finish(c, o, result)
}

fn class_f64(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, mask) = (c.src_f64(o, 0), c.src(o, 1));
    let result = collect(|lane| {
        let bits = a[lane];
        let exponent = (bits >> 52) as u32 & 0x7ff;
        let class = class_bit(bits >> 63 != 0, exponent, 0x7ff, bits & ((1 << 52) - 1), 1 << 51);
        mask[lane] >> class & 1 != 0
    });
    finish(c, o, result)
}

fn condition_number(name: &str, float: bool) -> Option<u32> {
    let number = match name {
        "f" => 0,
        "lt" => 1,
        "eq" => 2,
        "le" => 3,
        "gt" => 4,
        "lg" | "ne" => 5,
        "ge" => 6,
        "t" | "tru" => {
            if float {
                15
            } else {
                7
            }
        }
        "o" => 7,
        "u" => 8,
        "nge" => 9,
        "nlg" => 10,
        "ngt" => 11,
        "nle" => 12,
        "neq" => 13,
        "nlt" => 14,
        _ => return None,
    };
    Some(number)
}

/// Meaning of a comparison.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let (rest, exec) = match mnemonic.strip_prefix("v_cmpx_") {
        Some(rest) => (rest, WRITE_EXEC),
        None => (mnemonic.strip_prefix("v_cmp_")?, 0),
    };
    let (condition, kind) = rest.rsplit_once('_')?;
    if condition == "class" {
        let handler: Handler = match kind {
            "f16" => class_f16,
            "f32" => class_f32,
            "f64" => class_f64,
            _ => return None,
        };
        return Some(Semantics::with(InstructionClass::Valu, handler, exec));
    }
    let handler: Handler = match kind {
        "f16" => compare_f16,
        "f32" => compare_f32,
        "f64" => compare_f64,
        "i16" => compare_i16,
        "u16" => compare_u16,
        "i32" => compare_i32,
        "u32" => compare_u32,
        "i64" => compare_i64,
        "u64" => compare_u64,
        _ => return None,
    };
    let condition = condition_number(condition, kind.starts_with('f'))?;
    Some(Semantics::with(InstructionClass::Valu, handler, condition | exec))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_conditions_and_nan() {
        let check = |name: &str, x: f32, y: f32| {
            let lanes = compare(condition_number(name, true).unwrap(), |_| x, |_| y);
            assert!(matches!(lanes, 0 | u64::MAX));
            lanes != 0
        };
        assert!(check("nlt", f32::NAN, 1.0) && check("neq", f32::NAN, 1.0) && check("u", f32::NAN, 0.0));
        assert!(!check("lg", f32::NAN, 1.0) && check("nlg", f32::NAN, 1.0) && check("nlg", 1.0, 1.0));
        assert!(check("nge", 1.0, 2.0) && !check("nge", 2.0, 2.0) && check("o", 1.0, 1.0));
        assert!(check("tru", f32::NAN, 1.0) && !check("f", 1.0, 1.0));
        assert!(!check("o", f32::NAN, 1.0) && !check("u", 1.0, 2.0));
    }

    #[test]
    fn classes() {
        let class = |x: f32| {
            let bits = x.to_bits();
            class_bit(
                bits >> 31 != 0,
                bits >> 23 & 255,
                255,
                (bits & 0x7f_ffff) as u64,
                1 << 22,
            )
        };
        assert_eq!(
            [
                class(f32::NAN),
                class(-1.0),
                class(-0.0),
                class(1e-40),
                class(f32::INFINITY)
            ],
            [1, 3, 5, 7, 9]
        );
    }
}
