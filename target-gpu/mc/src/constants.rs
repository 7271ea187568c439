//! Constants in source operands: inline constants, which have a code, and literals.
//!
//! Codes: 128 is 0, 129..=192 are 1..=64, 193..=208 are -1..=-16, 240..=248 are 0.5, -0.5, 1, -1, 2, -2, 4, -4 and
//! 1/(2 pi) in the type of the operand, 255 says that a literal follows.

/// Code of a source field that is followed by a literal.
pub const LITERAL: u64 = 255;
/// Code of inline constant 0.
const ZERO: u64 = 128;
/// Code of inline constant 64, the largest integer.
const LARGEST: u64 = 192;
/// Code of inline constant -16.
const SMALLEST: u64 = 208;
/// Code of inline constant 0.5, the first of the floating-point ones.
const HALF: u64 = 240;

/// Whether operands hold an integer without a literal.
pub fn is_inline_integer(value: i64) -> bool {
    (-16..=64).contains(&value)
}

/// Bit patterns of the codes from 240 up.
const F16: [u16; 9] = [
    0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118,
];
const BF16: [u16; 9] = [
    0x3f00, 0xbf00, 0x3f80, 0xbf80, 0x4000, 0xc000, 0x4080, 0xc080, 0x3e22,
];
const F32: [u32; 9] = [
    0x3f00_0000,
    0xbf00_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x4000_0000,
    0xc000_0000,
    0x4080_0000,
    0xc080_0000,
    0x3e22_f983,
];
const F64: [u64; 9] = [
    0x3fe0_0000_0000_0000,
    0xbfe0_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x4000_0000_0000_0000,
    0xc000_0000_0000_0000,
    0x4010_0000_0000_0000,
    0xc010_0000_0000_0000,
    0x3fc4_5f30_6dc9_c882,
];

/// Whether a 32-bit constant is an inline constant: -16 to 64, or one of a few floats.
pub fn is_inline_32(value: i64) -> bool {
    let bits = value as u32;
    is_inline_integer(i64::from(bits as i32)) || F32.contains(&bits)
}

/// The same for 64-bit operands.
pub fn is_inline_64(value: i64) -> bool {
    is_inline_integer(value) || F64.contains(&(value as u64))
}
const TEXTS: [&str; 8] = ["0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0"];

/// The type of the constants of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstantType {
    /// Size in bits: 16, 32 or 64.
    pub bits: u8,
    /// Whether it is floating-point.
    pub is_float: bool,
    /// Whether there are two of 16 bits: literals contain both, inline constants the low one.
    pub is_packed: bool,
    /// Whether floating-point numbers of 16 bits are bfloats.
    pub is_bfloat: bool,
}

impl ConstantType {
    /// Bit patterns of the codes from 240 up, of 16-bit floating-point numbers.
    fn halves(self) -> &'static [u16; 9] {
        if self.is_bfloat { &BF16 } else { &F16 }
    }
}

/// The code of `value` if it is an inline constant of the type.
///
/// `value` is the bit pattern, sign- or zero-extended. Floating-point constants of 16-bit integer operands are given
/// as f32 patterns, as LLVM does.
pub fn inline_code(value: i64, ty: ConstantType) -> Option<u64> {
    let small = |value: i64| match value {
        0..=64 => Some(ZERO + value as u64),
        -16..=-1 => Some(LARGEST + value.unsigned_abs()),
        _ => None,
    };
    let position = |index: Option<usize>| index.map(|index| HALF + index as u64);
    match ty.bits {
        64 => small(value).or_else(|| position(F64.iter().position(|&bits| bits == value as u64))),
        32 => {
            let value = truncated(value, 32)?;
            small(i64::from(value as i32))
                .or_else(|| position(F32.iter().position(|&bits| bits == value as u32)))
        }
        16 if ty.is_packed => {
            let word = truncated(value, 32)?;
            let small = small(i64::from(word as i32));
            let float = match ty.is_float {
                true => ty.halves().iter().position(|&bits| i64::from(bits) == word),
                false => F32.iter().position(|&bits| i64::from(bits) == word),
            };
            small.or_else(|| position(float))
        }
        16 if ty.is_float => {
            let value = truncated(value, 16)?;
            small(i64::from(value as i16))
                .or_else(|| position(ty.halves().iter().position(|&bits| bits == value as u16)))
        }
        16 => {
            if let Some(float) = F32
                .iter()
                .position(|&bits| i64::from(bits) == value & 0xffff_ffff)
            {
                return position(Some(float));
            }
            small(i64::from(truncated(value, 16)? as i16))
        }
        _ => None,
    }
}

/// The value of an inline constant's code, in the form accepted by [`inline_code`].
pub fn inline_value(code: u64, ty: ConstantType) -> Option<i64> {
    match code {
        ZERO..=LARGEST => return Some((code - ZERO) as i64),
        193..=SMALLEST => return Some(LARGEST as i64 - code as i64),
        _ => {}
    }
    let index = usize::try_from(code.checked_sub(HALF)?).ok()?;
    match ty.bits {
        64 => F64.get(index).map(|&bits| bits as i64),
        16 if ty.is_float => ty.halves().get(index).map(|&bits| i64::from(bits)),
        16 | 32 => F32.get(index).map(|&bits| i64::from(bits)),
        _ => None,
    }
}

/// The 32-bit literal for `value`; `None` if it cannot be represented.
pub fn literal(value: i64, ty: ConstantType) -> Option<u32> {
    match ty.bits {
        // The literal is the high half.
        64 if ty.is_float => (value & 0xffff_ffff == 0).then_some((value >> 32) as u32),
        // The literal is zero-extended.
        64 => u32::try_from(value).ok(),
        // The literal has 32 bits, of which the instruction uses 16.
        16 if !ty.is_float || ty.is_packed => truncated(value, 32).map(|value| value as u32),
        bits => truncated(value, u32::from(bits)).map(|value| value as u32),
    }
}

/// The value of a literal.
pub fn literal_value(literal: u32, ty: ConstantType) -> i64 {
    match ty.bits {
        64 if ty.is_float => i64::from(literal) << 32,
        16 if ty.is_packed => i64::from(literal),
        16 if ty.is_float => i64::from(literal & 0xffff),
        16 if literal >= 0xffff_8000 => i64::from(literal as i32),
        _ => i64::from(literal),
    }
}

/// The text of an inline constant that is not an integer.
pub fn inline_float_text(code: u64, ty: ConstantType) -> Option<&'static str> {
    let index = usize::try_from(code.checked_sub(HALF)?).ok()?;
    match TEXTS.get(index) {
        Some(text) => Some(text),
        None if index == 8 => Some(match ty.bits {
            64 => "0.15915494309189532",
            _ => "0.15915494",
        }),
        None => None,
    }
}

/// The low bits of `value`, if `value` is their sign or zero extension.
pub fn truncated(value: i64, bits: u32) -> Option<i64> {
    let range = 1i64 << bits;
    (-(range >> 1)..range)
        .contains(&value)
        .then_some(value & (range - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const I32: ConstantType = ConstantType {
        bits: 32,
        is_float: false,
        is_packed: false,
        is_bfloat: false,
    };
    const F16_TYPE: ConstantType = ConstantType {
        bits: 16,
        is_float: true,
        is_packed: false,
        is_bfloat: false,
    };
    const F64_TYPE: ConstantType = ConstantType {
        bits: 64,
        is_float: true,
        is_packed: false,
        is_bfloat: false,
    };
    const I64: ConstantType = ConstantType {
        bits: 64,
        is_float: false,
        is_packed: false,
        is_bfloat: false,
    };

    #[test]
    fn codes_and_values_are_inverse() {
        for ty in [
            I32,
            F16_TYPE,
            F64_TYPE,
            I64,
            ConstantType {
                bits: 16,
                is_float: false,
                is_packed: false,
                is_bfloat: false,
            },
        ] {
            for code in (128..=208).chain(240..=248) {
                let value = inline_value(code, ty).unwrap();
                assert_eq!(inline_code(value, ty), Some(code), "code {code} of {ty:?}");
            }
            assert_eq!(inline_value(249, ty), None);
        }
    }

    #[test]
    fn literals() {
        assert_eq!(inline_code(0xffff_ffff, I32), Some(193));
        assert_eq!(literal(-17, I32), Some(0xffff_ffef));
        assert_eq!(literal(-17, I64), None, "a literal is zero-extended");
        assert_eq!(literal(0x3ff8_0000_0000_0000, F64_TYPE), Some(0x3ff8_0000));
        assert_eq!(literal(0x3ff8_0000_0000_0001, F64_TYPE), None);
        assert_eq!(literal(0x12345, F16_TYPE), None);
    }
}
