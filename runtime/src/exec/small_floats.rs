//! Floats of 8, 6 and 4 bits with a scale: the conversions of gfx950. Formats: "OCP Microscaling Formats (MX) Specification".
//!
//! What rounds elements by chance is missing: no document says where the random bits are added.

use super::convert::{BF8_OCP, FP8_OCP, narrow8, widen8};
use super::lanes::map1;
use super::lanes::per_lane;
use super::{Core, Semantics};
use crate::num::{self, Round};
use crate::op::{Op, Src, Step};
use crate::stats::InstructionClass;
use crate::wave::{LANES, Lanes};

/// A format of fewer than 8 bits: a sign, an exponent and a fraction, without infinities and NaNs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SmallFloat {
    exponent: u32,
    fraction: u32,
}

/// 6 bits, of which two are the exponent.
pub(super) const FP6: SmallFloat = SmallFloat {
    exponent: 2,
    fraction: 3,
};
/// 6 bits, of which three are the exponent.
pub(super) const BF6: SmallFloat = SmallFloat {
    exponent: 3,
    fraction: 2,
};
/// 4 bits.
pub(super) const FP4: SmallFloat = SmallFloat {
    exponent: 2,
    fraction: 1,
};

impl SmallFloat {
    /// The power of two of the last bit of the smallest numbers.
    fn least_unit(self) -> i32 {
        2 - (1 << (self.exponent - 1)) - self.fraction as i32
    }

    /// The value of a code; higher bits are ignored.
    pub(super) fn widen(self, code: u32) -> f32 {
        let exponent = code >> self.fraction & ((1 << self.exponent) - 1);
        let fraction = code & ((1 << self.fraction) - 1);
        let significand = if exponent == 0 {
            fraction
        } else {
            fraction | 1 << self.fraction
        };
        let power = self.least_unit() + exponent.max(1) as i32 - 1;
        let magnitude = (f64::from(significand) * num::exp2i(power)) as f32;
        if code >> (self.exponent + self.fraction) & 1 != 0 {
            -magnitude
        } else {
            magnitude
        }
    }

    /// The code of the nearest number, or of the largest one for numbers beyond it and for NaN.
    pub(super) fn narrow(self, x: f64) -> u32 {
        let largest = (1 << (self.exponent + self.fraction)) - 1;
        let sign = u32::from(x.is_sign_negative()) << (self.exponent + self.fraction);
        if x.is_nan() || x.abs() >= f64::from(self.widen(largest)) {
            return sign | largest;
        }
        let least = self.least_unit();
        let unit = if x == 0.0 {
            least
        } else {
            (num::frexp64(x).1 - 1 - self.fraction as i32).max(least)
        };
        let units = (x.abs() * num::exp2i(-unit)).round_ties_even() as u32;
        // Rounding carries into the exponent by itself.
        sign | ((((unit - least) as u32) << self.fraction) + units)
    }
}

/// A format of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Fp8,
    Bf8,
    Fp6,
    Bf6,
    Fp4,
    F32,
    F16,
    Bf16,
}

const FORMATS: [(&str, Format); 8] = [
    ("fp8", Format::Fp8),
    ("bf8", Format::Bf8),
    ("fp6", Format::Fp6),
    ("bf6", Format::Bf6),
    ("fp4", Format::Fp4),
    ("f32", Format::F32),
    ("f16", Format::F16),
    ("bf16", Format::Bf16),
];

impl Format {
    fn bits(self) -> usize {
        match self {
            Format::Fp8 | Format::Bf8 => 8,
            Format::Fp6 | Format::Bf6 => 6,
            Format::Fp4 => 4,
            Format::F32 => 32,
            Format::F16 | Format::Bf16 => 16,
        }
    }

    fn widen(self, code: u32) -> f64 {
        f64::from(match self {
            Format::Fp8 => widen8(code, FP8_OCP),
            Format::Bf8 => widen8(code, BF8_OCP),
            Format::Fp6 => FP6.widen(code),
            Format::Bf6 => BF6.widen(code),
            Format::Fp4 => FP4.widen(code),
            Format::F32 => f32::from_bits(code),
            Format::F16 => num::f16_to_f32(code & 0xffff),
            Format::Bf16 => num::bf16_to_f32(code & 0xffff),
        })
    }

    fn narrow(self, x: f64) -> u32 {
        match self {
            Format::Fp8 => narrow8(x as f32, FP8_OCP),
            Format::Bf8 => narrow8(x as f32, BF8_OCP),
            Format::Fp6 => FP6.narrow(x),
            Format::Bf6 => BF6.narrow(x),
            Format::Fp4 => FP4.narrow(x),
            Format::F32 => (x as f32).to_bits(),
            Format::F16 => num::to_f16(x, Round::Nearest),
            Format::Bf16 => num::f32_to_bf16(x as f32, Round::Nearest),
        }
    }
}

/// A conversion of `count` elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Conversion {
    to: Format,
    from: Format,
    count: usize,
}

impl Conversion {
    fn encode(self) -> u32 {
        let number = |format| FORMATS.iter().position(|row| row.1 == format).unwrap_or(0) as u32;
        number(self.to) | number(self.from) << 3 | (self.count as u32) << 6
    }

    fn decode(aux: u32) -> Conversion {
        Conversion {
            to: FORMATS[aux as usize & 7].1,
            from: FORMATS[aux as usize >> 3 & 7].1,
            count: aux as usize >> 6,
        }
    }
}

/// Bits of consecutive registers of a lane.
struct Registers<'a> {
    core: &'a Core<'a>,
    first: usize,
    lane: usize,
}

impl Registers<'_> {
    fn element(&self, bits: usize, index: usize) -> u32 {
        let (word, start) = (bits * index / 32, bits * index % 32);
        let mut value = u64::from(self.core.wave.v[self.first + word][self.lane]) >> start;
        if start + bits > 32 {
            value |= u64::from(self.core.wave.v[self.first + word + 1][self.lane]) << (32 - start);
        }
        (value & ((1 << bits) - 1)) as u32
    }
}

/// 32 elements, in consecutive registers; of two sources, they take turns.
fn convert_32(c: &mut Core<'_>, o: &Op) -> Step {
    let Conversion { to, from, count } = Conversion::decode(o.aux);
    let sources = 32 / count;
    let mut first = [0; 2];
    for (first, source) in first.iter_mut().zip(&o.src[..sources]) {
        let &Src::Vector(register) = source else {
            return c.undefined("a conversion of 32 elements needs them in vector registers");
        };
        *first = usize::from(register);
    }
    let factors = factors(c, o, sources, from);
    let words = to.bits();
    let mut results = vec![[0u32; LANES]; words];
    for lane in 0..LANES {
        for index in 0..32 {
            let source = Registers {
                core: c,
                first: first[index % sources],
                lane,
            };
            let element = source.element(from.bits(), index / sources);
            let value = from.widen(element) * factors[lane];
            let (code, at) = (u64::from(to.narrow(value)), to.bits() * index);
            let placed = code << (at % 32);
            results[at / 32][lane] |= placed as u32;
            if placed >> 32 != 0 {
                results[at / 32 + 1][lane] |= (placed >> 32) as u32;
            }
        }
    }
    for (word, result) in results.iter().enumerate() {
        c.write(o.vdst + word as u16, result);
    }
    Ok(())
}

/// What elements are multiplied by: the power of two in the exponent of the scale, or, from a wide format, its inverse.
fn factors(c: &Core<'_>, o: &Op, scale: usize, from: Format) -> [f64; LANES] {
    let narrows = from.bits() >= 16;
    c.src(o, scale).map(|scale| match scale >> 23 & 0xff {
        255 => f64::NAN,
        exponent if narrows => num::exp2i(127 - exponent as i32),
        exponent => num::exp2i(exponent as i32 - 127),
    })
}

/// One or two elements of a register, by op_sel, to wide ones.
fn to_wide(c: &mut Core<'_>, o: &Op) -> Step {
    let Conversion { to, from, count } = Conversion::decode(o.aux);
    let factors = factors(c, o, 1, from);
    let source = c.src(o, 0);
    // Two bits number a byte; one the half that has two bytes.
    let shift = match from.bits() * count {
        16 => 16 * u32::from(o.op_sel & 1),
        _ => 8 * u32::from(o.op_sel & 3),
    };
    let element = |index: usize| -> Lanes {
        per_lane(|lane| {
            to.narrow(from.widen(source[lane] >> (shift + (from.bits() * index) as u32)) * factors[lane])
        })
    };
    let low = element(0);
    match (to, count) {
        (Format::F32, 1) => c.dst(o, &low),
        (_, 1) => c.dst_16(o, &low, true),
        (Format::F32, _) => {
            let high = element(1);
            c.dst64(
                o,
                &per_lane(|lane| u64::from(low[lane]) | u64::from(high[lane]) << 32),
            )
        }
        _ => {
            let high = element(1);
            c.dst(o, &per_lane(|lane| low[lane] | high[lane] << 16))
        }
    }
}

/// Two elements, of two registers or of one, to bytes of the destination.
fn to_small(c: &mut Core<'_>, o: &Op) -> Step {
    let Conversion { to, from, .. } = Conversion::decode(o.aux);
    let wide = from == Format::F32;
    if !wide && (o.neg | o.abs) & 1 != 0 {
        return c.undefined("a conversion of halves changes their signs");
    }
    let factors = factors(c, o, if wide { 2 } else { 1 }, from);
    let (low, high) = match wide {
        true => (c.src_f32(o, 0), c.src_f32(o, 1)),
        false => {
            let both = c.src(o, 0);
            (both, map1(&both, |both| both >> 16))
        }
    };
    let result: Lanes = per_lane(|lane| {
        let code = |value: u32| to.narrow(from.widen(value) * factors[lane]);
        code(low[lane]) | code(high[lane]) << to.bits()
    });
    match to {
        Format::Fp4 => {
            let shift = 8 * u32::from(o.op_sel >> 2 & 3);
            let old = c.wave.v[usize::from(o.vdst)];
            let merged: Lanes = per_lane(|lane| old[lane] & !(0xff << shift) | result[lane] << shift);
            c.dst(o, &merged)
        }
        _ => c.dst_16(o, &result, true),
    }
}

/// Meaning of a conversion with a scale.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let rest = mnemonic.strip_prefix("v_cvt_scalef32_")?;
    let (count, names) = match rest.split_once('_')? {
        ("pk", names) => (2, names),
        ("pk32", names) => (32, names),
        ("2xpk16", names) => (16, names),
        _ => (1, rest),
    };
    let (to, from) = names.split_once('_')?;
    let format = |name: &str| FORMATS.iter().find(|row| row.0 == name).map(|row| row.1);
    let (to, from) = (format(to)?, format(from)?);
    let handler = match (count, to.bits() < 16) {
        (16 | 32, _) => convert_32,
        (_, true) => to_small,
        _ => to_wide,
    };
    let conversion = Conversion { to, from, count };
    Some(Semantics::with(
        InstructionClass::Valu,
        handler,
        conversion.encode(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_the_nearest_of_its_value() {
        for (format, bits) in [(FP6, 6), (BF6, 6), (FP4, 4)] {
            for code in 0..1 << bits {
                assert_eq!(format.narrow(f64::from(format.widen(code))), code, "{format:?}");
            }
        }
        assert_eq!((FP4.widen(7), FP6.widen(31), BF6.widen(31)), (6.0, 7.5, 28.0));
        assert_eq!((FP4.widen(1), FP6.widen(1), BF6.widen(1)), (0.5, 0.125, 0.0625));
    }

    #[test]
    fn ties_go_to_even_codes_and_large_numbers_to_the_largest() {
        assert_eq!(
            [0.25, 0.75, 1.25, 2.5, 3.5, 5.0].map(|x| FP4.narrow(x)),
            [0, 2, 2, 4, 6, 6]
        );
        assert_eq!([5.5, 7.0, 1e30, f64::INFINITY].map(|x| FP4.narrow(x)), [7; 4]);
        assert_eq!(FP4.narrow(-5.5), 15);
    }

    #[test]
    fn names() {
        let conversion = |name: &str| lookup(name).map(|found| Conversion::decode(found.aux));
        let wanted = |to, from, count| Some(Conversion { to, from, count });
        assert_eq!(
            conversion("v_cvt_scalef32_pk_fp8_bf16"),
            wanted(Format::Fp8, Format::Bf16, 2)
        );
        assert_eq!(
            conversion("v_cvt_scalef32_f32_bf8"),
            wanted(Format::F32, Format::Bf8, 1)
        );
        assert_eq!(
            conversion("v_cvt_scalef32_pk32_f16_fp6"),
            wanted(Format::F16, Format::Fp6, 32)
        );
        assert_eq!(conversion("v_cvt_scalef32_sr_pk32_fp6_f16"), None);
        assert_eq!(
            conversion("v_cvt_scalef32_2xpk16_fp6_f32"),
            wanted(Format::Fp6, Format::F32, 16)
        );
    }
}
