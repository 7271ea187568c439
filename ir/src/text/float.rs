//! Floating-point constants as text: decimal where six digits are exact, hexadecimal bits otherwise.

use crate::entities::Type;
use crate::fold::float::f32_bits_as_f64_bits;
use std::fmt::Write;

/// Appends the constant with these bits of the floating-point type `ty`, as LLVM writes it.
pub fn write_float(out: &mut String, ty: Type, bits: u64) {
    match ty {
        Type::F16 => {
            let _ = write!(out, "0xH{:04X}", bits as u16);
        }
        Type::BF16 => {
            let _ = write!(out, "0xR{:04X}", bits as u16);
        }
        Type::F32 => write_double(out, f32_bits_as_f64_bits(bits as u32)),
        _ => write_double(out, bits),
    }
}

/// The bits of the `float` that equals the value of a `double`; `None` if there is none.
pub fn f64_bits_as_f32_bits(bits: u64) -> Option<u32> {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let fraction = bits & ((1 << 52) - 1);
        if fraction & ((1 << 29) - 1) != 0 {
            return None;
        }
        return Some(((bits >> 63) as u32) << 31 | 0xff << 23 | (fraction >> 29) as u32);
    }
    let narrow = value as f32;
    (f64::from(narrow).to_bits() == bits).then_some(narrow.to_bits())
}

fn write_double(out: &mut String, bits: u64) {
    let value = f64::from_bits(bits);
    if value.is_finite() {
        let start = out.len();
        let _ = write!(out, "{value:.5e}");
        let text = &out[start..];
        if text.parse::<f64>().is_ok_and(|v| v.to_bits() == bits) {
            // Six digits, written with seven: Rust writes `1.50000e0`, LLVM `1.500000e+00`.
            let at = start + text.find('e').expect("an exponent");
            let exponent: i32 = out[at + 1..].parse().expect("a number");
            out.truncate(at);
            let sign = if exponent < 0 { '-' } else { '+' };
            let _ = write!(out, "0e{sign}{:02}", exponent.abs());
            return;
        }
        out.truncate(start);
    }
    let _ = write!(out, "0x{bits:X}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(ty: Type, bits: u64) -> String {
        let mut out = String::new();
        write_float(&mut out, ty, bits);
        out
    }

    #[test]
    fn as_llvm_writes_them() {
        let f = |v: f32| text(Type::F32, u64::from(v.to_bits()));
        assert_eq!(f(1.0), "1.000000e+00");
        assert_eq!(f(-0.0), "-0.000000e+00");
        assert_eq!(f(0.1), "0x3FB99999A0000000");
        assert_eq!(f(1e10), "1.000000e+10");
        assert_eq!(f(8388608.0), "0x4160000000000000");
        assert_eq!(text(Type::F64, 1), "4.940660e-324");
        assert_eq!(text(Type::F64, 0xf_ffff_ffff_ffff), "0xFFFFFFFFFFFFF");
        assert_eq!(f(f32::INFINITY), "0x7FF0000000000000");
        assert_eq!(text(Type::F64, 1e300f64.to_bits()), "1.000000e+300");
        assert_eq!(text(Type::F32, 0x7f80_0001), "0x7FF0000020000000");
        assert_eq!(text(Type::F16, 0x3c00), "0xH3C00");
        assert_eq!(f64_bits_as_f32_bits(0x7ff0_0000_2000_0000), Some(0x7f80_0001));
        assert_eq!(f64_bits_as_f32_bits(0.1f64.to_bits()), None);
    }
}
