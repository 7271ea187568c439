//! Floating-point operations in modes other than round-to-nearest with denormals preserved.

use super::float::{self, FloatKind};
use super::intrinsics::{Arg, Results, Scalar, scalar_intrinsic};
use super::scalar::{Outcome, sign_extend};
use super::{cast_scalar, reduce};
use crate::inst::{FloatPredicate, InstFlags, Opcode};
use crate::intrinsics::{IntrinsicId, id};
use wavec_support::softfloat::Round;

/// The mode of operations on a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mode {
    /// Rounding of results.
    pub round: Round,
    /// Denormal operands are flushed to zero of their sign.
    pub flush_operands: bool,
    /// Denormal results are flushed to zero of their sign.
    pub flush_results: bool,
}

/// The modes of a thread: one for `float`, one for `half` and `double`. They do not affect `bfloat`, which is computed
/// in integers, nor rounding to integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Environment {
    /// Of `float`.
    pub single: Mode,
    /// Of `half` and `double`.
    pub others: Mode,
}

impl Environment {
    fn mode(&self, kind: FloatKind) -> Mode {
        match kind {
            FloatKind::Float => self.single,
            FloatKind::Half | FloatKind::Double => self.others,
            FloatKind::BFloat => Mode::default(),
        }
    }

    fn operand(&self, kind: FloatKind, bits: u64) -> u64 {
        match self.mode(kind).flush_operands {
            true => kind.format().flush(bits),
            false => bits,
        }
    }

    fn result(&self, kind: FloatKind, bits: u64) -> u64 {
        match self.mode(kind).flush_results {
            true => kind.format().flush(bits),
            false => bits,
        }
    }

    /// As [`float::float_binary`].
    pub fn binary(&self, opcode: Opcode, kind: FloatKind, a: u64, b: u64) -> u64 {
        let (format, round) = (kind.format(), self.mode(kind).round);
        let (a, b) = (self.operand(kind, a), self.operand(kind, b));
        let bits = match opcode {
            Opcode::FAdd => format.add(a, b, round),
            Opcode::FSub => format.sub(a, b, round),
            Opcode::FMul => format.mul(a, b, round),
            Opcode::FDiv => format.div(a, b, round),
            _ => float::float_binary(opcode, kind, a, b),
        };
        self.result(kind, bits)
    }

    /// As [`float::float_compare`].
    pub fn compare(&self, predicate: FloatPredicate, kind: FloatKind, a: u64, b: u64) -> bool {
        float::float_compare(predicate, kind, self.operand(kind, a), self.operand(kind, b))
    }

    /// As [`cast_scalar`].
    pub fn cast(
        &self,
        opcode: Opcode,
        flags: InstFlags,
        from: Scalar,
        to: Scalar,
        value: u128,
    ) -> Option<Outcome> {
        let bits = match (opcode, from, to) {
            (Opcode::FPTrunc | Opcode::FPExt, Scalar::Float(from), Scalar::Float(to)) => {
                let value = self.operand(from, value as u64);
                let round = self.mode(to).round;
                self.result(to, from.format().convert(to.format(), value, round))
            }
            (Opcode::SIToFP, Scalar::Int(width), Scalar::Float(to)) => {
                let value = sign_extend(width, value);
                let round = self.mode(to).round;
                to.format().of_integer(value < 0, value.unsigned_abs(), round)
            }
            (Opcode::UIToFP, Scalar::Int(_), Scalar::Float(to)) if !flags.contains(InstFlags::NNEG) => {
                to.format().of_integer(false, value, self.mode(to).round)
            }
            _ => return cast_scalar(opcode, flags, from, to, value),
        };
        Some(Outcome::Value(u128::from(bits)))
    }

    /// As [`scalar_intrinsic`].
    pub fn intrinsic(&self, intrinsic: IntrinsicId, ret: Scalar, args: &[Arg]) -> Option<Results> {
        let &(Scalar::Float(kind), _) = args.first()? else {
            return scalar_intrinsic(intrinsic, ret, args);
        };
        if matches!(
            intrinsic,
            id::FABS
                | id::COPYSIGN
                | id::IS_FPCLASS
                | id::ARITHMETIC_FENCE
                | id::SSA_COPY
                | id::EXPECT
                | id::EXPECT_WITH_PROBABILITY
        ) {
            return scalar_intrinsic(intrinsic, ret, args);
        }
        let operand = |&(scalar, bits): &Arg| match scalar {
            Scalar::Float(kind) => (scalar, u128::from(self.operand(kind, bits as u64))),
            Scalar::Int(_) => (scalar, bits),
        };
        let args: smallvec::SmallVec<[Arg; 4]> = args.iter().map(operand).collect();
        let arg = |index: usize| args.get(index).map(|arg| arg.1 as u64);
        let (format, round) = (kind.format(), self.mode(kind).round);
        let bits = match intrinsic {
            id::FMA | id::FMULADD => format.fma(arg(0)?, arg(1)?, arg(2)?, round),
            id::SQRT => format.sqrt(arg(0)?, round),
            id::LDEXP => {
                let &(exponent, power) = args.get(1)?;
                let power = sign_extend(exponent.bits(), power).clamp(-8192, 8192);
                format.scale(arg(0)?, power as i32, round)
            }
            _ => {
                let flushed = |bits: u128, scalar: Scalar| match scalar {
                    Scalar::Float(kind) => u128::from(self.result(kind, bits as u64)),
                    Scalar::Int(_) => bits,
                };
                return Some(match scalar_intrinsic(intrinsic, ret, &args)? {
                    Results::One(Outcome::Value(bits)) => Results::One(Outcome::Value(flushed(bits, ret))),
                    // The second member of a pair that begins with a number is also one, or an exponent.
                    Results::Two(a, b) if intrinsic != id::FREXP => {
                        Results::Two(flushed(a, ret), flushed(b, ret))
                    }
                    other => other,
                });
            }
        };
        Some(Results::One(Outcome::Value(u128::from(self.result(kind, bits)))))
    }

    /// As [`reduce`].
    pub fn reduce(&self, intrinsic: IntrinsicId, ty: Scalar, a: u128, b: u128) -> Option<u128> {
        let (opcode, kind) = match (intrinsic, ty) {
            (id::VECTOR_REDUCE_FADD, Scalar::Float(kind)) => (Opcode::FAdd, kind),
            (id::VECTOR_REDUCE_FMUL, Scalar::Float(kind)) => (Opcode::FMul, kind),
            _ => return reduce(intrinsic, ty, a, b),
        };
        Some(u128::from(self.binary(opcode, kind, a as u64, b as u64)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_modes_are_those_of_the_folder() {
        let env = Environment::default();
        let mut state = 1u64;
        for _ in 0..20_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let (a, b) = (state >> 32, state.rotate_left(17) >> 32);
            for kind in [FloatKind::Half, FloatKind::Float] {
                let mask = kind.sign() | (kind.sign() - 1);
                let (a, b) = (a & mask, b & mask);
                for opcode in [Opcode::FAdd, Opcode::FSub, Opcode::FMul, Opcode::FDiv] {
                    let (here, there) = (
                        env.binary(opcode, kind, a, b),
                        float::float_binary(opcode, kind, a, b),
                    );
                    assert_eq!(here, there, "{opcode:?} {kind:?} {a:x} {b:x}");
                }
                let arg = |bits: u64| (Scalar::Float(kind), u128::from(bits));
                let args = [arg(a), arg(b), arg(a)];
                let ret = Scalar::Float(kind);
                for intrinsic in [id::FMA, id::SQRT, id::MAXNUM, id::FLOOR, id::CANONICALIZE] {
                    let there = scalar_intrinsic(intrinsic, ret, &args);
                    assert_eq!(env.intrinsic(intrinsic, ret, &args), there, "{a:x} {b:x}");
                }
            }
            let double = |opcode| {
                let (from, to) = (Scalar::Float(FloatKind::Float), Scalar::Float(FloatKind::Half));
                let value = u128::from(a & 0xffff_ffff);
                assert_eq!(
                    env.cast(opcode, InstFlags::empty(), from, to, value),
                    cast_scalar(opcode, InstFlags::empty(), from, to, value)
                );
            };
            double(Opcode::FPTrunc);
            for (opcode, to) in [
                (Opcode::SIToFP, FloatKind::Float),
                (Opcode::UIToFP, FloatKind::Double),
            ] {
                let (from, to) = (Scalar::Int(64), Scalar::Float(to));
                assert_eq!(
                    env.cast(opcode, InstFlags::empty(), from, to, u128::from(state)),
                    cast_scalar(opcode, InstFlags::empty(), from, to, u128::from(state))
                );
            }
        }
    }

    #[test]
    fn denormals_are_flushed_where_they_enter_and_leave() {
        let mode = |flush_operands, flush_results| Environment {
            single: Mode {
                flush_operands,
                flush_results,
                ..Mode::default()
            },
            ..Environment::default()
        };
        let tiny = 0x8000_0001;
        let add = |env: Environment| env.binary(Opcode::FAdd, FloatKind::Float, tiny, tiny);
        assert_eq!(add(mode(false, false)), 0x8000_0002);
        assert_eq!(add(mode(true, false)), 0x8000_0000);
        assert_eq!(add(mode(false, true)), 0x8000_0000);
        let equal = |env: Environment| env.compare(FloatPredicate::Oeq, FloatKind::Float, tiny, 0);
        assert!(!equal(mode(false, true)) && equal(mode(true, false)));
        let half = mode(true, true).binary(Opcode::FAdd, FloatKind::Half, 1, 1);
        assert_eq!(half, 2);
    }
}
