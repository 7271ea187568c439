//! Floating-point literals other than the bits of a double, rounded to nearest in the type of their context (LangRef,
//! "Simple Constants"): decimal ones, hexadecimal ones as in C (`0x1.8p3`), `f0x3F800000` with the bits of the type
//! itself, infinities and NaNs (`+inf`, `-qnan`, `+nan(0x3F)`, `-snan(0x1)`).

use crate::fold::float::FloatKind;
use rustc_apfloat::{Float, Round, ieee};

/// Maximum length; the exact value of the smallest double has a quarter of this. Parsing takes quadratic time.
const MAX_LENGTH: usize = 4096;

/// Bits of the literal `text` in the format; `None` if it is malformed, does not fit, or has more than
/// [`MAX_LENGTH`] characters.
pub(super) fn read(kind: FloatKind, text: &str) -> Option<u64> {
    if let Some(digits) = text.strip_prefix("f0x") {
        let bits = u64::from_str_radix(digits, 16).ok()?;
        return (kind.bits() == 64 || bits >> kind.bits() == 0).then_some(bits);
    }
    let (is_negative, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let bits = match magnitude.as_bytes().first()? {
        b'0'..=b'9' => number(kind, magnitude)?,
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
            // Without a payload it would be infinity.
            None => payload("snan(0x")
                .filter(|&payload| payload != 0)
                .map(|payload| kind.infinity() | payload),
        },
    }
}

/// A decimal or hexadecimal number without sign.
fn number(kind: FloatKind, text: &str) -> Option<u64> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let round = Round::NearestTiesToEven;
    let bits = match kind {
        FloatKind::Half => ieee::Half::from_str_r(text, round).ok()?.value.to_bits(),
        FloatKind::BFloat => ieee::BFloat::from_str_r(text, round).ok()?.value.to_bits(),
        FloatKind::Float => ieee::Single::from_str_r(text, round).ok()?.value.to_bits(),
        FloatKind::Double => ieee::Double::from_str_r(text, round).ok()?.value.to_bits(),
    };
    u64::try_from(bits).ok()
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
        // Between 1 and the next half: the nearest double to all three is the midpoint.
        assert_eq!(read(Half, "1.00048828125"), Some(0x3c00));
        assert_eq!(read(Half, "1.0004882812500000000000001"), Some(0x3c01));
        assert_eq!(read(Half, "1.00146484375"), Some(0x3c02));
        assert_eq!(read(Half, "1.0014648437499999999999999"), Some(0x3c01));
        assert_eq!(read(Half, "0.100048828125000000000000001e1"), Some(0x3c01));
        assert_eq!(read(Half, "65520.0"), Some(0x7c00));
        assert_eq!(read(Half, "65519.99999999999999999999999"), Some(0x7bff));
        assert_eq!(read(Float, "1.0e+400"), Some(0x7f80_0000));
        assert_eq!(read(Double, "1.0e+99999999999999999999"), Some(0x7ff0 << 48));
        assert_eq!(read(Double, "1.0e-99999999999999999999"), Some(0));
        assert_eq!(read(BFloat, "0.0e+99999999999999999999"), Some(0));
        assert_eq!(read(Half, &"1".repeat(5000)), None);
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
