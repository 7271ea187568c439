//! Floating-point literals that are not the bits of a double, rounded to nearest in the type of their place (LangRef,
//! "Simple Constants"): decimal ones, hexadecimal ones as C has them (`0x1.8p3`), `f0x3F800000` with the bits of the type
//! itself, infinities and NaNs (`+inf`, `-qnan`, `+nan(0x3F)`, `-snan(0x1)`).

use crate::fold::float::FloatKind;
use std::cmp::Ordering;

/// Bits of the literal `text` in the format; `None` if it is malformed or does not fit.
pub fn read(kind: FloatKind, text: &str) -> Option<u64> {
    if let Some(digits) = text.strip_prefix("f0x") {
        let bits = u64::from_str_radix(digits, 16).ok()?;
        return (kind.bits() == 64 || bits >> kind.bits() == 0).then_some(bits);
    }
    let (is_negative, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let bits = match magnitude.as_bytes().first()? {
        b'0'..=b'9' => match magnitude.strip_prefix("0x") {
            Some(digits) => hexadecimal(kind, digits)?,
            None => decimal(kind, magnitude)?,
        },
        _ => special(kind, magnitude)?,
    };
    Some(bits | if is_negative { kind.sign() } else { 0 })
}

/// An infinity or a NaN; the quiet bit is not part of a payload.
fn special(kind: FloatKind, text: &str) -> Option<u64> {
    let quiet_bit = 1 << (kind.fraction_bits() - 1);
    let payload = |prefix: &str| -> Option<u64> {
        let digits = text.strip_prefix(prefix)?.strip_suffix(')')?;
        let payload = u64::from_str_radix(digits, 16).ok()?;
        (payload < quiet_bit).then_some(payload)
    };
    match text {
        "inf" => Some(kind.infinity()),
        "qnan" => Some(kind.infinity() | quiet_bit),
        _ => match payload("nan(0x") {
            Some(payload) => Some(kind.infinity() | quiet_bit | payload),
            // Without payload it would be the infinity.
            None => payload("snan(0x")
                .filter(|&payload| payload != 0)
                .map(|payload| kind.infinity() | payload),
        },
    }
}

/// A decimal number without sign.
fn decimal(kind: FloatKind, text: &str) -> Option<u64> {
    let value: f64 = text.parse().ok()?;
    match kind {
        FloatKind::Double => return Some(value.to_bits()),
        FloatKind::Float => return Some(u64::from(text.parse::<f32>().ok()?.to_bits())),
        FloatKind::Half | FloatKind::BFloat => {}
    }
    let nearest = kind.from_f64(value);
    let rounded = kind.to_f64(nearest);
    if rounded == value || rounded.is_infinite() && value.is_infinite() {
        return Some(nearest);
    }
    // The double may be in the middle of two numbers where the text is not: that says which of them is nearer.
    let (low, high) = match rounded < value {
        true => (nearest, nearest + 1),
        false => (nearest - 1, nearest),
    };
    let end = match kind.to_f64(high).is_infinite() {
        true => 2.0 * value - kind.to_f64(low),
        false => kind.to_f64(high),
    };
    let is_middle = value - kind.to_f64(low) == end - value;
    Some(match compare_with(text, value) {
        Ordering::Less if is_middle => low,
        Ordering::Greater if is_middle => high,
        _ => nearest,
    })
}

/// How the number that `text` says compares with `value`, which is positive.
fn compare_with(text: &str, value: f64) -> Ordering {
    // All digits of every double in the middle of two numbers of 16 bits.
    let exact = format!("{value:.160}");
    let ((digits, exponent), (exact_digits, exact_exponent)) = (significant(text), significant(&exact));
    exponent
        .cmp(&exact_exponent)
        .then_with(|| digits.cmp(&exact_digits))
}

/// The digits from the first to the last that are not zero, and the power of ten of the first.
fn significant(text: &str) -> (Vec<u8>, i64) {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().unwrap_or(0);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    let first = digits.iter().position(|&digit| digit != b'0').unwrap_or(0);
    let end = digits
        .iter()
        .rposition(|&digit| digit != b'0')
        .map_or(first, |last| last + 1);
    let power = exponent + whole.len() as i64 - first as i64;
    (digits[first..end].to_vec(), power)
}

/// `1.8p3`: hexadecimal digits, and a power of two in decimal.
fn hexadecimal(kind: FloatKind, text: &str) -> Option<u64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let exponent: i64 = exponent.parse::<i32>().ok()?.into();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (mut bits, mut scale, mut is_inexact, mut any) = (0u128, exponent, false, false);
    for (is_fraction, digits) in [(false, whole), (true, fraction)] {
        for digit in digits.chars() {
            let digit = u128::from(digit.to_digit(16)?);
            any = true;
            if bits >> 120 == 0 {
                bits = bits << 4 | digit;
                scale -= if is_fraction { 4 } else { 0 };
            } else {
                is_inexact |= digit != 0;
                scale += if is_fraction { 0 } else { 4 };
            }
        }
    }
    any.then(|| rounded(kind, bits, scale, is_inexact))
}

/// `bits` times two to the power of `scale`, and a little more if `is_inexact`, to nearest, ties to even.
fn rounded(kind: FloatKind, bits: u128, scale: i64, is_inexact: bool) -> u64 {
    if bits == 0 {
        return 0;
    }
    let fraction_bits = i64::from(kind.fraction_bits());
    let exponent_bits = i64::from(kind.bits()) - 1 - fraction_bits;
    let least = 2 - (1 << (exponent_bits - 1));
    let top = 127 - i64::from(bits.leading_zeros());
    let exponent = (top + scale).max(least);
    // Bits of the input below the last one of the result.
    let dropped = exponent - fraction_bits - scale;
    let quotient = match dropped {
        ..=0 => bits << (-dropped).min(127),
        1..=127 => {
            let rest = bits & ((1 << dropped) - 1);
            let half = 1u128 << (dropped - 1);
            let quotient = bits >> dropped;
            let is_up = rest > half || rest == half && (is_inexact || quotient & 1 == 1);
            quotient + u128::from(is_up)
        }
        128 => u128::from(bits > 1 << 127 || bits == 1 << 127 && is_inexact),
        _ => 0,
    };
    if exponent > -least + 1 {
        return kind.infinity();
    }
    // The implied bit of a normal number counts one in the exponent.
    let number = ((exponent - least) as u64) << fraction_bits;
    (number + quotient as u64).min(kind.infinity())
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::fold::float::FloatKind::{BFloat, Double, Float, Half};

    #[test]
    fn bits_and_special_values() {
        assert_eq!(read(Float, "f0x3FB8AA3B"), Some(0x3fb8_aa3b));
        assert_eq!(read(Half, "f0x3C00"), Some(0x3c00));
        assert_eq!(read(Half, "f0x13C00"), None);
        assert_eq!(read(Double, "f0xFFF0000000000001"), Some(0xfff0_0000_0000_0001));
        assert_eq!(read(Float, "+inf"), Some(0x7f80_0000));
        assert_eq!(read(Double, "-inf"), Some(0xfff0_0000_0000_0000));
        assert_eq!(read(Half, "-qnan"), Some(0xfe00));
        assert_eq!(read(BFloat, "+nan(0x3F)"), Some(0x7fff));
        assert_eq!(read(BFloat, "+nan(0x40)"), None);
        assert_eq!(read(Float, "-snan(0x1)"), Some(0xff80_0001));
        assert_eq!(read(Float, "+snan(0x0)"), None);
        assert_eq!(read(Float, "+nan"), None);
    }

    #[test]
    fn decimal_numbers_are_rounded_once() {
        assert_eq!(read(Float, "0.1"), Some(u64::from(0.1f32.to_bits())));
        assert_eq!(read(Double, "-0.1"), Some((-0.1f64).to_bits()));
        assert_eq!(read(Half, "0.1"), Some(0x2e66));
        assert_eq!(read(BFloat, "3.14"), Some(0x4049));
        // Between 1 and the next half: the double nearest to all three is the middle.
        assert_eq!(read(Half, "1.00048828125"), Some(0x3c00));
        assert_eq!(read(Half, "1.0004882812500000000000001"), Some(0x3c01));
        assert_eq!(read(Half, "1.00146484375"), Some(0x3c02));
        assert_eq!(read(Half, "1.0014648437499999999999999"), Some(0x3c01));
        assert_eq!(read(Half, "0.100048828125000000000000001e1"), Some(0x3c01));
        assert_eq!(read(Half, "65520.0"), Some(0x7c00));
        assert_eq!(read(Half, "65519.99999999999999999999999"), Some(0x7bff));
        assert_eq!(read(Float, "1.0e+400"), Some(0x7f80_0000));
    }

    #[test]
    fn hexadecimal_numbers() {
        assert_eq!(read(Float, "0x1.8p3"), Some(u64::from(12.0f32.to_bits())));
        assert_eq!(read(Double, "-0x1p-1074"), Some(1 << 63 | 1));
        assert_eq!(read(Double, "0x1p-1075"), Some(0));
        assert_eq!(read(Double, "0x1.8p-1075"), Some(1));
        assert_eq!(read(Float, "0x1.ffffffp127"), Some(0x7f80_0000));
        assert_eq!(read(Float, "0x1.fffffep127"), Some(0x7f7f_ffff));
        assert_eq!(read(Half, "0x1.002p0"), Some(0x3c00));
        assert_eq!(
            read(Half, "0x1.00200000000000000000000000000000001p0"),
            Some(0x3c01)
        );
        assert_eq!(read(Float, "0x1p2000000000"), Some(0x7f80_0000));
        assert_eq!(read(Float, "0x1p-2000000000"), Some(0));
        assert_eq!(read(Float, "0x1.8"), None);
    }
}
