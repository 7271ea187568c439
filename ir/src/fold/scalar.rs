//! Integer operations on bit patterns, with LLVM's poison and undefined behaviour made explicit.

use crate::inst::{InstFlags, IntPredicate, Opcode};

/// The result of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A value, zero-extended from its width.
    Value(u128),
    /// Poison.
    Poison,
    /// Undefined behaviour; says why.
    Undefined(&'static str),
}

impl Outcome {
    /// The value, if it is one.
    pub fn value(self) -> Option<u128> {
        match self {
            Outcome::Value(value) => Some(value),
            _ => None,
        }
    }
}

/// The low `bits` bits, all ones; `bits` from 1 to 128.
pub fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits.clamp(1, 128))
}

/// `value`, of `bits` bits, as a signed number.
pub fn sign_extend(bits: u32, value: u128) -> i128 {
    let shift = 128 - bits.clamp(1, 128);
    ((value << shift) as i128) >> shift
}

/// A value that must fit in signed `bits` bits.
fn signed_fits(bits: u32, value: Option<i128>) -> bool {
    value.is_some_and(|v| sign_extend(bits, v as u128) == v)
}

fn unsigned_fits(bits: u32, value: Option<u128>) -> bool {
    value.is_some_and(|v| v & mask(bits) == v)
}

/// An integer binary operation on `bits`-bit patterns.
pub fn int_binary(opcode: Opcode, flags: InstFlags, bits: u32, a: u128, b: u128) -> Outcome {
    let all = mask(bits);
    let (sa, sb) = (sign_extend(bits, a), sign_extend(bits, b));
    let nuw = flags.contains(InstFlags::NUW);
    let nsw = flags.contains(InstFlags::NSW);
    let exact = flags.contains(InstFlags::EXACT);
    let value = match opcode {
        Opcode::Add => {
            if nuw && !unsigned_fits(bits, a.checked_add(b)) || nsw && !signed_fits(bits, sa.checked_add(sb))
            {
                return Outcome::Poison;
            }
            a.wrapping_add(b)
        }
        Opcode::Sub => {
            if nuw && a < b || nsw && !signed_fits(bits, sa.checked_sub(sb)) {
                return Outcome::Poison;
            }
            a.wrapping_sub(b)
        }
        Opcode::Mul => {
            if nuw && !unsigned_fits(bits, a.checked_mul(b)) || nsw && !signed_fits(bits, sa.checked_mul(sb))
            {
                return Outcome::Poison;
            }
            a.wrapping_mul(b)
        }
        Opcode::UDiv | Opcode::URem | Opcode::SDiv | Opcode::SRem if b == 0 => {
            return Outcome::Undefined("division by zero");
        }
        Opcode::SDiv | Opcode::SRem if sb == -1 && a == 1 << (bits - 1) => {
            return Outcome::Undefined("overflow in signed division");
        }
        Opcode::UDiv => {
            if exact && !a.is_multiple_of(b) {
                return Outcome::Poison;
            }
            a / b
        }
        Opcode::SDiv => {
            if exact && sa % sb != 0 {
                return Outcome::Poison;
            }
            (sa / sb) as u128
        }
        Opcode::URem => a % b,
        Opcode::SRem => (sa % sb) as u128,
        Opcode::Shl | Opcode::LShr | Opcode::AShr if b >= u128::from(bits) => return Outcome::Poison,
        Opcode::Shl => {
            let value = a << b & all;
            if nuw && value >> b != a || nsw && sign_extend(bits, value) >> b != sa {
                return Outcome::Poison;
            }
            value
        }
        Opcode::LShr => {
            if exact && a >> b << b != a {
                return Outcome::Poison;
            }
            a >> b
        }
        Opcode::AShr => {
            if exact && a >> b << b != a {
                return Outcome::Poison;
            }
            (sa >> b) as u128
        }
        Opcode::And => a & b,
        Opcode::Or => {
            if flags.contains(InstFlags::DISJOINT) && a & b != 0 {
                return Outcome::Poison;
            }
            a | b
        }
        Opcode::Xor => a ^ b,
        _ => return Outcome::Undefined("not an integer operation"),
    };
    Outcome::Value(value & all)
}

/// An integer comparison of `bits`-bit patterns.
pub fn int_compare(predicate: IntPredicate, bits: u32, a: u128, b: u128) -> bool {
    use IntPredicate::*;
    let (sa, sb) = (sign_extend(bits, a), sign_extend(bits, b));
    match predicate {
        Eq => a == b,
        Ne => a != b,
        Ugt => a > b,
        Uge => a >= b,
        Ult => a < b,
        Ule => a <= b,
        Sgt => sa > sb,
        Sge => sa >= sb,
        Slt => sa < sb,
        Sle => sa <= sb,
    }
}

/// `trunc`, `zext` and `sext` between integers.
pub fn int_cast(opcode: Opcode, flags: InstFlags, from: u32, to: u32, value: u128) -> Outcome {
    let signed = sign_extend(from, value);
    match opcode {
        Opcode::Trunc => {
            let result = value & mask(to);
            let lost = flags.contains(InstFlags::NUW) && result != value
                || flags.contains(InstFlags::NSW) && sign_extend(to, result) != signed;
            if lost {
                Outcome::Poison
            } else {
                Outcome::Value(result)
            }
        }
        Opcode::ZExt if flags.contains(InstFlags::NNEG) && signed < 0 => Outcome::Poison,
        Opcode::ZExt => Outcome::Value(value),
        Opcode::SExt => Outcome::Value(signed as u128 & mask(to)),
        _ => Outcome::Undefined("not an integer cast"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn op(opcode: Opcode, flags: InstFlags, bits: u32, a: u128, b: u128) -> Outcome {
        int_binary(opcode, flags, bits, a, b)
    }

    #[test]
    fn wrapping_and_poison() {
        use Outcome::*;
        let none = InstFlags::empty();
        assert_eq!(op(Opcode::Add, none, 8, 200, 100), Value(44));
        assert_eq!(op(Opcode::Add, InstFlags::NUW, 8, 200, 100), Poison);
        assert_eq!(op(Opcode::Add, InstFlags::NSW, 8, 100, 100), Poison);
        assert_eq!(op(Opcode::Add, InstFlags::NSW, 8, 200, 100), Value(44));
        assert_eq!(op(Opcode::Mul, InstFlags::NUW, 128, u128::MAX, 2), Poison);
        assert_eq!(
            op(
                Opcode::Mul,
                InstFlags::NSW,
                64,
                u64::MAX as u128,
                u64::MAX as u128
            ),
            Value(1)
        );
        assert_eq!(op(Opcode::Sub, none, 128, 0, 1), Value(u128::MAX));
        assert_eq!(op(Opcode::Shl, none, 32, 1, 32), Poison);
        assert_eq!(op(Opcode::Shl, InstFlags::NSW, 8, 0x40, 1), Poison);
        assert_eq!(op(Opcode::AShr, none, 8, 0x80, 7), Value(0xff));
        assert_eq!(op(Opcode::AShr, none, 8, 0x80, u128::MAX >> 1), Poison);
        assert_eq!(op(Opcode::LShr, InstFlags::EXACT, 8, 3, 1), Poison);
        assert_eq!(op(Opcode::SDiv, none, 8, 0xf9, 2), Value(0xfd));
        assert_eq!(op(Opcode::SRem, none, 8, 0xf9, 2), Value(0xff));
        assert!(matches!(op(Opcode::SDiv, none, 8, 0x80, 0xff), Undefined(_)));
        assert!(matches!(op(Opcode::URem, none, 8, 1, 0), Undefined(_)));
        assert_eq!(op(Opcode::Or, InstFlags::DISJOINT, 8, 1, 1), Poison);
    }

    #[test]
    fn casts() {
        use Outcome::*;
        assert_eq!(
            int_cast(Opcode::SExt, InstFlags::empty(), 8, 16, 0x80),
            Value(0xff80)
        );
        assert_eq!(
            int_cast(Opcode::Trunc, InstFlags::NSW, 16, 8, 0xff80),
            Value(0x80)
        );
        assert_eq!(int_cast(Opcode::Trunc, InstFlags::NUW, 16, 8, 0xff80), Poison);
        assert_eq!(int_cast(Opcode::ZExt, InstFlags::NNEG, 1, 8, 1), Poison);
    }
}
