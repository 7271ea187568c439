//! Generic intrinsics on scalar bit patterns, shared by the constant folder and the interpreter.

use super::float::{
    FloatKind, MinMax, float_binary_function, float_class, float_frexp, float_ldexp, float_min_max,
    float_to_int_saturating, float_unary, fused_multiply_add,
};
use super::scalar::{Outcome, mask, sign_extend};
use crate::intrinsics::{IntrinsicId, id};

/// The type of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// An integer or pointer of this many bits.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
}

impl Scalar {
    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) => bits,
            Scalar::Float(kind) => kind.bits(),
        }
    }
}

/// A scalar argument: its type and bits.
pub type Arg = (Scalar, u128);

/// Results of an intrinsic: one, or the two members of a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Results {
    /// One result.
    One(Outcome),
    /// Two members.
    Two(u128, u128),
}

fn one(value: u128) -> Option<Results> {
    Some(Results::One(Outcome::Value(value)))
}

/// Whether [`scalar_intrinsic`] knows `intrinsic`, which applies element by element to vectors.
pub fn is_elementwise(intrinsic: IntrinsicId) -> bool {
    unary_function(intrinsic).is_some()
        || matches!(
            intrinsic,
            id::FMA
                | id::FMULADD
                | id::POW
                | id::ATAN2
                | id::POWI
                | id::LDEXP
                | id::FREXP
                | id::MODF
                | id::SINCOS
                | id::COPYSIGN
                | id::FABS
                | id::CANONICALIZE
                | id::ARITHMETIC_FENCE
                | id::MINNUM
                | id::MAXNUM
                | id::MINIMUM
                | id::MAXIMUM
                | id::MINIMUMNUM
                | id::MAXIMUMNUM
                | id::IS_FPCLASS
                | id::FPTOSI_SAT
                | id::FPTOUI_SAT
                | id::LRINT
                | id::LLRINT
                | id::LROUND
                | id::LLROUND
                | id::CTPOP
                | id::CTLZ
                | id::CTTZ
                | id::BITREVERSE
                | id::BSWAP
                | id::FSHL
                | id::FSHR
                | id::SMIN
                | id::SMAX
                | id::UMIN
                | id::UMAX
                | id::SADD_SAT
                | id::UADD_SAT
                | id::SSUB_SAT
                | id::USUB_SAT
                | id::SSHL_SAT
                | id::USHL_SAT
                | id::ABS
                | id::UCMP
                | id::SCMP
                | id::SADD_WITH_OVERFLOW
                | id::UADD_WITH_OVERFLOW
                | id::SSUB_WITH_OVERFLOW
                | id::USUB_WITH_OVERFLOW
                | id::SMUL_WITH_OVERFLOW
                | id::UMUL_WITH_OVERFLOW
                | id::SMUL_FIX
                | id::UMUL_FIX
                | id::SMUL_FIX_SAT
                | id::UMUL_FIX_SAT
                | id::EXPECT
                | id::EXPECT_WITH_PROBABILITY
                | id::SSA_COPY
                | id::PTRMASK
        )
}

/// Functions of one number that are computed in double and rounded.
fn unary_function(intrinsic: IntrinsicId) -> Option<fn(f64) -> f64> {
    Some(match intrinsic {
        id::SQRT => |x: f64| if x < 0.0 { f64::NAN } else { libm::sqrt(x) },
        id::SIN => libm::sin,
        id::COS => libm::cos,
        id::TAN => libm::tan,
        id::ASIN => libm::asin,
        id::ACOS => libm::acos,
        id::ATAN => libm::atan,
        id::SINH => libm::sinh,
        id::COSH => libm::cosh,
        id::TANH => libm::tanh,
        id::EXP => libm::exp,
        id::EXP2 => libm::exp2,
        id::EXP10 => libm::exp10,
        id::LOG => libm::log,
        id::LOG2 => libm::log2,
        id::LOG10 => libm::log10,
        id::FLOOR => f64::floor,
        id::CEIL => f64::ceil,
        id::TRUNC => f64::trunc,
        id::RINT | id::NEARBYINT | id::ROUNDEVEN => f64::round_ties_even,
        id::ROUND => f64::round,
        _ => return None,
    })
}

/// The intrinsic on scalars (the caller handles poison arguments); `None` if it is not one of those that work
/// element by element. `ret` is the (first) result's type.
pub fn scalar_intrinsic(intrinsic: IntrinsicId, ret: Scalar, args: &[Arg]) -> Option<Results> {
    let (&(first_ty, a), rest) = args.split_first()?;
    let b = rest.first().map_or(0, |arg| arg.1);
    let c = rest.get(1).map_or(0, |arg| arg.1);
    match first_ty {
        Scalar::Float(kind) => float_intrinsic(intrinsic, ret, kind, args),
        Scalar::Int(bits) => int_intrinsic(intrinsic, ret.bits(), bits, a, b, c),
    }
}

fn float_intrinsic(intrinsic: IntrinsicId, ret: Scalar, kind: FloatKind, args: &[Arg]) -> Option<Results> {
    let arg = |index: usize| args.get(index).map(|a| a.1 as u64);
    let a = arg(0)?;
    if let Some(function) = unary_function(intrinsic) {
        return one(u128::from(float_unary(kind, a, function)));
    }
    let min_max = |rule, max| Some(float_min_max(rule, max, kind, a, arg(1)?));
    let to_int = |value: f64| {
        let limit = 2f64.powi(ret.bits() as i32 - 1);
        if -limit <= value && value < limit {
            one(value as i128 as u128 & mask(ret.bits()))
        } else {
            Some(Results::One(Outcome::Poison))
        }
    };
    let value = match intrinsic {
        id::FMA | id::FMULADD => fused_multiply_add(kind, a, arg(1)?, arg(2)?),
        id::FABS => a & !kind.sign(),
        id::COPYSIGN => a & !kind.sign() | arg(1)? & kind.sign(),
        id::ARITHMETIC_FENCE | id::SSA_COPY | id::EXPECT => a,
        id::CANONICALIZE => float_unary(kind, a, |x| x),
        id::MINNUM => min_max(MinMax::Num, false)?,
        id::MAXNUM => min_max(MinMax::Num, true)?,
        id::MINIMUM => min_max(MinMax::Ieee2019, false)?,
        id::MAXIMUM => min_max(MinMax::Ieee2019, true)?,
        id::MINIMUMNUM => min_max(MinMax::Ieee2019Num, false)?,
        id::MAXIMUMNUM => min_max(MinMax::Ieee2019Num, true)?,
        id::POW => float_binary_function(kind, a, arg(1)?, libm::pow),
        id::ATAN2 => float_binary_function(kind, a, arg(1)?, libm::atan2),
        id::POWI => {
            let power = sign_extend(args.get(1)?.0.bits(), args[1].1) as f64;
            float_unary(kind, a, |x| libm::pow(x, power))
        }
        id::LDEXP => float_ldexp(kind, a, sign_extend(args.get(1)?.0.bits(), args[1].1)),
        id::IS_FPCLASS => u64::from(u64::from(float_class(kind, a)) & arg(1)? != 0),
        id::FPTOSI_SAT => return one(float_to_int_saturating(true, kind, ret.bits(), a)),
        id::FPTOUI_SAT => return one(float_to_int_saturating(false, kind, ret.bits(), a)),
        id::LRINT | id::LLRINT => return to_int(kind.to_f64(a).round_ties_even()),
        id::LROUND | id::LLROUND => return to_int(kind.to_f64(a).round()),
        id::FREXP => {
            let (fraction, exponent) = float_frexp(kind, a);
            // The caller chooses the width of the exponent and truncates.
            return Some(Results::Two(u128::from(fraction), i128::from(exponent) as u128));
        }
        id::MODF => {
            let integral = float_unary(kind, a, f64::trunc);
            let fraction = float_unary(kind, a, |x| {
                if x.is_infinite() {
                    0f64.copysign(x)
                } else {
                    (x - x.trunc()).copysign(x)
                }
            });
            return Some(Results::Two(u128::from(fraction), u128::from(integral)));
        }
        id::SINCOS => {
            let (sin, cos) = (float_unary(kind, a, libm::sin), float_unary(kind, a, libm::cos));
            return Some(Results::Two(u128::from(sin), u128::from(cos)));
        }
        _ => return None,
    };
    one(u128::from(value))
}

/// `bits`-bit wrapped result and whether the exact result did not fit.
fn overflowing(intrinsic: IntrinsicId, bits: u32, a: u128, b: u128) -> (u128, bool) {
    let (sa, sb) = (sign_extend(bits, a), sign_extend(bits, b));
    let signed = |wrapped: i128, exact: Option<i128>| {
        let value = wrapped as u128 & mask(bits);
        (value, exact != Some(sign_extend(bits, value)))
    };
    let unsigned = |wrapped: u128, exact: Option<u128>| {
        let value = wrapped & mask(bits);
        (value, exact != Some(value))
    };
    match intrinsic {
        id::SADD_WITH_OVERFLOW | id::SADD_SAT => signed(sa.wrapping_add(sb), sa.checked_add(sb)),
        id::SSUB_WITH_OVERFLOW | id::SSUB_SAT => signed(sa.wrapping_sub(sb), sa.checked_sub(sb)),
        id::SMUL_WITH_OVERFLOW => signed(sa.wrapping_mul(sb), sa.checked_mul(sb)),
        id::UADD_WITH_OVERFLOW | id::UADD_SAT => unsigned(a.wrapping_add(b), a.checked_add(b)),
        id::USUB_WITH_OVERFLOW | id::USUB_SAT => unsigned(a.wrapping_sub(b), a.checked_sub(b)),
        _ => unsigned(a.wrapping_mul(b), a.checked_mul(b)),
    }
}

/// Fixed-point multiplication; `None` for widths whose product is wider than 128 bits.
fn multiply_fixed(intrinsic: IntrinsicId, bits: u32, a: u128, b: u128, scale: u128) -> Option<u128> {
    if bits > 64 || scale > u128::from(bits) {
        return None;
    }
    let signed = matches!(intrinsic, id::SMUL_FIX | id::SMUL_FIX_SAT);
    let saturate = matches!(intrinsic, id::SMUL_FIX_SAT | id::UMUL_FIX_SAT);
    if signed {
        let product = (sign_extend(bits, a) * sign_extend(bits, b)) >> scale;
        let max = (mask(bits) >> 1) as i128;
        Some(
            if saturate {
                product.clamp(-max - 1, max)
            } else {
                product
            } as u128
                & mask(bits),
        )
    } else {
        let product = (a * b) >> scale;
        Some(if saturate {
            product.min(mask(bits))
        } else {
            product & mask(bits)
        })
    }
}

fn int_intrinsic(
    intrinsic: IntrinsicId,
    ret_bits: u32,
    bits: u32,
    a: u128,
    b: u128,
    c: u128,
) -> Option<Results> {
    let (sa, sb) = (sign_extend(bits, a), sign_extend(bits, b));
    let all = mask(bits);
    let (min, max) = (1u128 << (bits - 1), all >> 1);
    let value = match intrinsic {
        id::CTPOP => u128::from(a.count_ones()),
        id::CTLZ | id::CTTZ if a == 0 => {
            if b != 0 {
                return Some(Results::One(Outcome::Poison));
            }
            u128::from(bits) & all
        }
        id::CTLZ => u128::from(a.leading_zeros() - (128 - bits)) & all,
        id::CTTZ => u128::from(a.trailing_zeros()) & all,
        id::BITREVERSE => a.reverse_bits() >> (128 - bits),
        id::BSWAP => a.swap_bytes() >> (128 - bits),
        id::FSHL | id::FSHR => {
            let shift = (c % u128::from(bits)) as u32;
            match (intrinsic, shift) {
                (id::FSHL, 0) => a,
                (_, 0) => b,
                (id::FSHL, _) => (a << shift | b >> (bits - shift)) & all,
                _ => (a << (bits - shift) | b >> shift) & all,
            }
        }
        id::SMIN => {
            if sa < sb {
                a
            } else {
                b
            }
        }
        id::SMAX => {
            if sa > sb {
                a
            } else {
                b
            }
        }
        id::UMIN => a.min(b),
        id::UMAX => a.max(b),
        id::ABS => {
            if a == min && b != 0 {
                return Some(Results::One(Outcome::Poison));
            }
            sa.unsigned_abs() & all
        }
        id::UCMP => (a > b) as i128 as u128 | if a < b { mask(ret_bits) } else { 0 },
        id::SCMP => (sa > sb) as i128 as u128 | if sa < sb { mask(ret_bits) } else { 0 },
        id::SADD_SAT | id::SSUB_SAT => match overflowing(intrinsic, bits, a, b) {
            (value, false) => value,
            _ => {
                if sa < 0 {
                    min
                } else {
                    max
                }
            }
        },
        id::UADD_SAT => match overflowing(intrinsic, bits, a, b) {
            (value, false) => value,
            _ => all,
        },
        id::USUB_SAT => a.saturating_sub(b),
        id::USHL_SAT | id::SSHL_SAT if b >= u128::from(bits) => return Some(Results::One(Outcome::Poison)),
        id::USHL_SAT => {
            let value = a << b & all;
            if value >> b == a { value } else { all }
        }
        id::SSHL_SAT => {
            let value = a << b & all;
            if sign_extend(bits, value) >> b == sa {
                value
            } else if sa < 0 {
                min
            } else {
                max
            }
        }
        id::SADD_WITH_OVERFLOW
        | id::UADD_WITH_OVERFLOW
        | id::SSUB_WITH_OVERFLOW
        | id::USUB_WITH_OVERFLOW
        | id::SMUL_WITH_OVERFLOW
        | id::UMUL_WITH_OVERFLOW => {
            let (value, overflow) = overflowing(intrinsic, bits, a, b);
            return Some(Results::Two(value, u128::from(overflow)));
        }
        id::SMUL_FIX | id::UMUL_FIX | id::SMUL_FIX_SAT | id::UMUL_FIX_SAT => {
            multiply_fixed(intrinsic, bits, a, b, c)?
        }
        id::PTRMASK => a & b,
        id::EXPECT | id::EXPECT_WITH_PROBABILITY | id::SSA_COPY => a,
        _ => return None,
    };
    one(value)
}

/// Combines two elements of a vector reduction; `None` if `intrinsic` is not a reduction.
pub fn reduce(intrinsic: IntrinsicId, ty: Scalar, a: u128, b: u128) -> Option<u128> {
    use crate::inst::Opcode;
    let bits = ty.bits();
    let pairwise = |intrinsic| match scalar_intrinsic(intrinsic, ty, &[(ty, a), (ty, b)]) {
        Some(Results::One(outcome)) => outcome.value(),
        _ => None,
    };
    let float = |opcode| match ty {
        Scalar::Float(kind) => Some(u128::from(super::float::float_binary(
            opcode, kind, a as u64, b as u64,
        ))),
        Scalar::Int(_) => None,
    };
    match intrinsic {
        id::VECTOR_REDUCE_ADD => Some(a.wrapping_add(b) & mask(bits)),
        id::VECTOR_REDUCE_MUL => Some(a.wrapping_mul(b) & mask(bits)),
        id::VECTOR_REDUCE_AND => Some(a & b),
        id::VECTOR_REDUCE_OR => Some(a | b),
        id::VECTOR_REDUCE_XOR => Some(a ^ b),
        id::VECTOR_REDUCE_SMAX => pairwise(id::SMAX),
        id::VECTOR_REDUCE_SMIN => pairwise(id::SMIN),
        id::VECTOR_REDUCE_UMAX => pairwise(id::UMAX),
        id::VECTOR_REDUCE_UMIN => pairwise(id::UMIN),
        id::VECTOR_REDUCE_FMAX => pairwise(id::MAXNUM),
        id::VECTOR_REDUCE_FMIN => pairwise(id::MINNUM),
        id::VECTOR_REDUCE_FMAXIMUM => pairwise(id::MAXIMUM),
        id::VECTOR_REDUCE_FMINIMUM => pairwise(id::MINIMUM),
        id::VECTOR_REDUCE_FADD => float(Opcode::FAdd),
        id::VECTOR_REDUCE_FMUL => float(Opcode::FMul),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(intrinsic: IntrinsicId, bits: u32, args: &[u128]) -> Option<Results> {
        let args: Vec<Arg> = args.iter().map(|&a| (Scalar::Int(bits), a)).collect();
        scalar_intrinsic(intrinsic, Scalar::Int(bits), &args)
    }

    #[test]
    fn integers() {
        assert_eq!(int(id::CTLZ, 32, &[1, 0]), one(31));
        assert_eq!(int(id::CTLZ, 8, &[0, 0]), one(8));
        assert_eq!(int(id::CTTZ, 8, &[0, 1]), Some(Results::One(Outcome::Poison)));
        assert_eq!(int(id::BITREVERSE, 8, &[0x13]), one(0xc8));
        assert_eq!(int(id::BSWAP, 32, &[0x0102_0304]), one(0x0403_0201));
        assert_eq!(int(id::FSHL, 8, &[0x12, 0x34, 12]), one(0x23));
        assert_eq!(int(id::FSHR, 8, &[0x12, 0x34, 4]), one(0x23));
        assert_eq!(int(id::SADD_SAT, 8, &[0x7f, 1]), one(0x7f));
        assert_eq!(int(id::SSUB_SAT, 8, &[0x80, 1]), one(0x80));
        assert_eq!(
            int(id::SADD_WITH_OVERFLOW, 8, &[0x7f, 1]),
            Some(Results::Two(0x80, 1))
        );
        assert_eq!(
            int(id::UMUL_WITH_OVERFLOW, 128, &[u128::MAX, 2]),
            Some(Results::Two(u128::MAX - 1, 1))
        );
        assert_eq!(int(id::SCMP, 8, &[0x80, 1]), one(0xff));
        assert_eq!(int(id::SSHL_SAT, 8, &[0x40, 1]), one(0x7f));
        assert_eq!(int(id::ABS, 8, &[0x80, 0]), one(0x80));
        assert_eq!(int(id::SMUL_FIX, 8, &[0xfd, 2, 1]), one(0xfd));
    }

    #[test]
    fn floats() {
        let f = |v: f32| (Scalar::Float(FloatKind::Float), u128::from(v.to_bits()));
        let ret = Scalar::Float(FloatKind::Float);
        let bits = |v: f32| one(u128::from(v.to_bits()));
        assert_eq!(scalar_intrinsic(id::RINT, ret, &[f(2.5)]), bits(2.0));
        assert_eq!(scalar_intrinsic(id::ROUND, ret, &[f(2.5)]), bits(3.0));
        assert_eq!(scalar_intrinsic(id::SQRT, ret, &[f(2.0)]), bits(2f32.sqrt()));
        assert_eq!(
            scalar_intrinsic(id::COPYSIGN, ret, &[f(2.0), f(-0.0)]),
            bits(-2.0)
        );
        assert_eq!(
            scalar_intrinsic(id::POWI, ret, &[f(2.0), (Scalar::Int(32), 0xffff_ffff)]),
            bits(0.5)
        );
        assert_eq!(
            scalar_intrinsic(id::FREXP, ret, &[f(8.0)]),
            Some(Results::Two(u128::from(0.5f32.to_bits()), 4))
        );
        assert_eq!(
            scalar_intrinsic(
                id::IS_FPCLASS,
                Scalar::Int(1),
                &[f(-0.0), (Scalar::Int(32), 0x20)]
            ),
            one(1)
        );
    }
}
