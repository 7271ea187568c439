//! Values of number, character and string literals.

use std::borrow::Cow;

/// A number literal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An integer.
    Int {
        /// Its value.
        value: u64,
        /// Suffix `u`.
        unsigned: bool,
        /// Suffix `l` or `ll`.
        long: bool,
        /// Written in decimal, so never implicitly unsigned.
        decimal: bool,
    },
    /// A floating-point number.
    Float {
        /// Its value, rounded once to the format of its suffix.
        value: f64,
        /// Its value rounded once to f32, for when a literal without suffix is `float`.
        single: f32,
        /// Suffix `f`, `h`, or none.
        suffix: FloatSuffix,
    },
}

/// Suffix of a floating-point literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatSuffix {
    /// `double`.
    None,
    /// `float`.
    F,
    /// `half`.
    H,
}

/// Parses a number; the error is a message.
pub fn number(text: &str) -> Result<Number, String> {
    let lower = match text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::from(text.to_ascii_lowercase()),
        false => Cow::from(text),
    };
    let hex = lower.strip_prefix("0x");
    let is_float = match hex {
        Some(digits) => digits.contains(['.', 'p']),
        None => lower.contains(['.', 'e']) || (lower.contains('f') && !lower.starts_with("0b")),
    };
    if is_float {
        float(&lower, hex)
    } else {
        integer(text, &lower)
    }
}

fn integer(text: &str, lower: &str) -> Result<Number, String> {
    let (radix, digits) = if let Some(digits) = lower.strip_prefix("0x") {
        (16, digits)
    } else if let Some(digits) = lower.strip_prefix("0b") {
        (2, digits)
    } else if lower.len() > 1 && lower.starts_with('0') && lower.as_bytes()[1].is_ascii_digit() {
        (8, &lower[1..])
    } else {
        (10, lower)
    };
    let end = digits
        .find(|c: char| !c.is_digit(if radix == 8 { 10 } else { radix }))
        .unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let (unsigned, long) = match suffix {
        "" => (false, false),
        "u" => (true, false),
        "l" | "ll" | "z" => (false, true),
        "ul" | "ull" | "lu" | "llu" | "uz" => (true, true),
        _ => {
            let shown = &text[text.len() - suffix.len()..];
            return Err(format!("invalid suffix '{shown}' on integer constant"));
        }
    };
    if digits.is_empty() {
        return Err(format!("invalid suffix '{}' on integer constant", &text[1..]));
    }
    if let Some(bad) = digits.chars().find(|c| !c.is_digit(radix)) {
        return Err(format!("invalid digit '{bad}' in octal constant"));
    }
    match u64::from_str_radix(digits, radix) {
        Ok(value) => Ok(Number::Int {
            value,
            unsigned,
            long,
            decimal: radix == 10,
        }),
        Err(_) => Err("integer literal is too large to be represented in any integer type".into()),
    }
}

fn float(lower: &str, hex: Option<&str>) -> Result<Number, String> {
    let (body, suffix) = match lower.as_bytes().last() {
        Some(b'f') if hex.is_none() || lower.contains('p') => (&lower[..lower.len() - 1], FloatSuffix::F),
        Some(b'h') => (&lower[..lower.len() - 1], FloatSuffix::H),
        Some(b'l') => (&lower[..lower.len() - 1], FloatSuffix::None),
        _ => (lower, FloatSuffix::None),
    };
    let bad = || format!("invalid floating-point constant '{lower}'");
    if hex.is_some() {
        let (mantissa, exponent) = body[2..]
            .split_once('p')
            .ok_or("hexadecimal floating constant requires an exponent")?;
        let (value, sticky, scale) = hex_digits(mantissa).ok_or_else(bad)?;
        let exponent: i64 = exponent
            .parse::<i64>()
            .map_err(|_| "exponent has no digits".to_string())?;
        let exponent = exponent.clamp(-100_000, 100_000) + scale;
        let single = round_binary(value, sticky, exponent, 24, -149, 127);
        let value = match suffix {
            FloatSuffix::None => round_binary(value, sticky, exponent, 53, -1074, 1023),
            FloatSuffix::F => single,
            FloatSuffix::H => round_binary(value, sticky, exponent, 11, -24, 15),
        };
        return Ok(Number::Float {
            value,
            single: single as f32,
            suffix,
        });
    }
    if let Some((_, exponent)) = body.split_once('e')
        && !exponent
            .trim_start_matches(['+', '-'])
            .starts_with(|c: char| c.is_ascii_digit())
    {
        return Err("exponent has no digits".into());
    }
    if !body
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'+' | b'-'))
    {
        return Err(bad());
    }
    let single: f32 = body.parse().map_err(|_| bad())?;
    let double: f64 = body.parse().map_err(|_| bad())?;
    let value = match suffix {
        FloatSuffix::None => double,
        FloatSuffix::F => single as f64,
        FloatSuffix::H => crate::literal::round_to_half(double),
    };
    Ok(Number::Float {
        value,
        single,
        suffix,
    })
}

/// Digits with an optional point: the value of the leading 60 bits, whether anything was truncated, and the scale.
fn hex_digits(text: &str) -> Option<(u64, bool, i64)> {
    let (mut value, mut sticky, mut scale) = (0u64, false, 0i64);
    let mut point = false;
    let mut any = false;
    for c in text.chars() {
        if c == '.' {
            if point {
                return None;
            }
            point = true;
            continue;
        }
        let digit = c.to_digit(16)?;
        any = true;
        if value >> 56 == 0 {
            value = value << 4 | digit as u64;
            scale -= if point { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            scale += if point { 0 } else { 4 };
        }
    }
    any.then_some((value, sticky, scale))
}

/// `mantissa * 2^exponent`, rounded to nearest even in a format with `bits` of precision whose smallest denormal is
/// `2^least` and whose largest exponent is `greatest`.
fn round_binary(mantissa: u64, sticky: bool, exponent: i64, bits: u32, least: i64, greatest: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let top = 63 - mantissa.leading_zeros() as i64 + exponent;
    let unit = (top - bits as i64 + 1).max(least);
    let shift = unit - exponent;
    let rounded = if shift <= 0 {
        (mantissa as u128) << (-shift).min(63)
    } else if shift > 64 {
        0
    } else {
        let wide = (mantissa as u128) << 1 | sticky as u128;
        let kept = wide >> (shift + 1);
        let half = 1u128 << shift;
        let rest = wide & ((half << 1) - 1);
        kept + (rest > half || (rest == half && kept & 1 == 1)) as u128
    };
    if rounded == 0 {
        return 0.0;
    }
    let top = 127 - rounded.leading_zeros() as i64 + unit;
    if top > greatest {
        return f64::INFINITY;
    }
    // At most 53 bits and in range: both steps are exact.
    let half = unit / 2;
    rounded as f64 * 2f64.powi(half as i32) * 2f64.powi((unit - half) as i32)
}

/// Rounds to the nearest half-precision value, ties to even.
pub fn round_to_half(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let bits = value.abs().to_bits();
    let (mantissa, exponent) = match bits >> 52 {
        0 => (bits, -1074),
        e => (bits & ((1 << 52) - 1) | 1 << 52, e as i64 - 1075),
    };
    round_binary(mantissa, false, exponent, 11, -24, 15).copysign(value)
}

/// A character literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Character {
    /// Its value, of type `int`.
    pub value: i32,
    /// The number of characters between its quotes, at least 1.
    pub count: usize,
}

/// Reads a character literal with its quotes, `L` in front included. Of several characters, the last ones are the bytes of the
/// value, as in clang.
pub fn character(text: &str) -> Result<Character, String> {
    let narrow = text.trim_start_matches('L');
    let is_wide = narrow.len() < text.len();
    let units = units(inside(narrow), if is_wide { u32::MAX } else { 0xff })?;
    let count = units.len();
    let value = match units[..] {
        [] => return Err("empty character constant".into()),
        [unit] if is_wide => unit.value() as i32,
        _ if is_wide => return Err("wide character literals may not contain multiple characters".into()),
        _ if units
            .iter()
            .any(|unit| matches!(unit, Unit::Char(char) if !char.is_ascii())) =>
        {
            return Err("character too large for enclosing character literal type".into());
        }
        [unit] => i32::from(unit.value() as u8 as i8),
        _ => units.iter().fold(0, |value: u32, unit| value << 8 | unit.value()) as i32,
    };
    Ok(Character { value, count })
}

/// Bytes of a string literal with its quotes, without the terminating zero.
pub fn string(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len());
    for unit in units(inside(text), 0xff)? {
        match unit {
            Unit::Escape(value) => bytes.push(value as u8),
            Unit::Char(char) => bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Ok(bytes)
}

/// What is between the quotes.
fn inside(text: &str) -> &str {
    text.get(1..text.len().max(2) - 1).unwrap_or("")
}

/// What a literal is made of.
#[derive(Clone, Copy)]
enum Unit {
    /// The value of an escape sequence.
    Escape(u32),
    /// A character, by itself or by its universal name.
    Char(char),
}

impl Unit {
    fn value(self) -> u32 {
        match self {
            Unit::Escape(value) => value,
            Unit::Char(char) => char.into(),
        }
    }
}

/// The characters of a literal without its quotes. Escape sequences have at most the value `most`.
fn units(text: &str, most: u32) -> Result<Vec<Unit>, String> {
    let mut units = Vec::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if char != '\\' {
            units.push(Unit::Char(char));
            continue;
        }
        let Some(escape) = chars.next() else { break };
        let mut digits = |radix, longest| {
            let (mut value, mut count) = (0u64, 0);
            while count < longest
                && let Some(digit) = chars.peek().and_then(|char| char.to_digit(radix))
            {
                value = value.saturating_mul(radix.into()).saturating_add(digit.into());
                count += 1;
                chars.next();
            }
            (value, count)
        };
        units.push(match escape {
            'n' => Unit::Escape(10),
            't' => Unit::Escape(9),
            'r' => Unit::Escape(13),
            'a' => Unit::Escape(7),
            'b' => Unit::Escape(8),
            'f' => Unit::Escape(12),
            'v' => Unit::Escape(11),
            'e' | 'E' => Unit::Escape(27),
            '0'..='7' => {
                let (rest, count) = digits(8, 2);
                let first = u64::from(escape as u32 - '0' as u32);
                match first << (3 * count) | rest {
                    value if value <= most.into() => Unit::Escape(value as u32),
                    _ => return Err("octal escape sequence out of range".into()),
                }
            }
            'x' => match digits(16, usize::MAX) {
                (_, 0) => return Err("\\x used with no following hex digits".into()),
                (value, _) if value <= most.into() => Unit::Escape(value as u32),
                _ => return Err("hex escape sequence out of range".into()),
            },
            'u' | 'U' => {
                let length = if escape == 'u' { 4 } else { 8 };
                let (value, count) = digits(16, length);
                if count < length {
                    return Err("incomplete universal character name".into());
                }
                let char = u32::try_from(value).ok().and_then(char::from_u32);
                Unit::Char(char.ok_or("invalid universal character")?)
            }
            // The line goes on.
            '\n' => continue,
            '\r' => {
                chars.next_if_eq(&'\n');
                continue;
            }
            other => Unit::Char(other),
        });
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> f64 {
        match number(text) {
            Ok(Number::Float { value, .. }) => value,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers() {
        let int = |t: &str| match number(t) {
            Ok(Number::Int {
                value,
                unsigned,
                long,
                ..
            }) => (value, unsigned, long),
            other => panic!("{t}: {other:?}"),
        };
        assert_eq!(int("0x1Ful"), (31, true, true));
        assert_eq!(int("017"), (15, false, false));
        assert_eq!(int("0b101"), (5, false, false));
        assert_eq!(int("0"), (0, false, false));
        assert!(number("08").is_err());
        assert_eq!(
            number("12abc"),
            Err("invalid suffix 'abc' on integer constant".into())
        );
        assert!(number("99999999999999999999").is_err());
    }

    #[test]
    fn floats() {
        assert_eq!(double("1.5f"), 1.5);
        assert_eq!(double("0.1f"), 0.1f32 as f64);
        assert_eq!(double("1f"), 1.0);
        assert_eq!(double("1e3"), 1000.0);
        assert_eq!(double("0x1.8p1"), 3.0);
        assert_eq!(double("0x1.fffffep127f"), f32::MAX as f64);
        assert_eq!(double("0x1p-149f"), f32::from_bits(1) as f64);
        assert_eq!(double("0x1.0p-1074"), f64::from_bits(1));
        assert_eq!(double("0x1.fffffffffffffp1023"), f64::MAX);
        assert_eq!(double("0x1.0000010000001p0f"), f32::from_bits(0x3f80_0001) as f64);
        assert_eq!(double("65504.0h"), 65504.0);
        assert!(number("1e").is_err());
        assert!(number("0x1.0").is_err());
        assert!(number("1.2.3").is_err());
    }

    #[test]
    fn characters_and_strings() {
        let value = |text| character(text).map(|character| character.value);
        assert_eq!(value("'\\n'"), Ok(10));
        assert_eq!(value("'\\x41'"), Ok(65));
        assert_eq!(value("'\\xff'"), Ok(-1));
        assert_eq!(value("'\\0'"), Ok(0));
        assert_eq!(value("'ab'"), Ok(0x6162));
        assert_eq!(value("'abcde'"), Ok(0x6263_6465));
        assert_eq!(value("L'\\xff'"), Ok(255));
        assert_eq!(value("L'\u{e9}'"), Ok(0xe9));
        for wrong in [
            "''",
            "L''",
            "L'ab'",
            "'\u{e9}'",
            "'\\u00e9'",
            "'\\x100'",
            "'\\400'",
            "'\\u12'",
        ] {
            assert!(character(wrong).is_err(), "{wrong}");
        }
        assert_eq!(string("\"\\u00e9\\xe9\""), Ok(b"\xc3\xa9\xe9".to_vec()));
        assert_eq!(string("\"a\\101\\\"\""), Ok(b"aA\"".to_vec()));
    }
}
