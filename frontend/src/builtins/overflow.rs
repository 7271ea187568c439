//! Names of `__builtin_sadd_overflow` and `__builtin_addc` and their relatives.

use crate::ast::operations::Arithmetic;
use crate::types::Scalar;

/// The intrinsic and the type of `__builtin_NAME`: `s` or `u`, the operation, `l` for 64 bits, `_overflow`.
pub fn overflow_builtin(name: &str) -> Option<(&'static str, Scalar)> {
    let rest = name.strip_suffix("_overflow")?;
    let (intrinsic, length) = match rest.get(..4)? {
        "sadd" => ("llvm.sadd.with.overflow", &rest[4..]),
        "ssub" => ("llvm.ssub.with.overflow", &rest[4..]),
        "smul" => ("llvm.smul.with.overflow", &rest[4..]),
        "uadd" => ("llvm.uadd.with.overflow", &rest[4..]),
        "usub" => ("llvm.usub.with.overflow", &rest[4..]),
        "umul" => ("llvm.umul.with.overflow", &rest[4..]),
        _ => return None,
    };
    let scalar = match (rest.starts_with('s'), length) {
        (true, "") => Scalar::Int,
        (true, "l") => Scalar::Long,
        (false, "") => Scalar::UInt,
        (false, "l") => Scalar::ULong,
        _ => return None,
    };
    Some((intrinsic, scalar))
}

/// The operation of `__builtin_NAME` on integers of any types: `add_overflow`, `sub_overflow`, `mul_overflow`.
pub fn any_overflow(name: &str) -> Option<Arithmetic> {
    Some(match name {
        "add_overflow" => Arithmetic::Add,
        "sub_overflow" => Arithmetic::Subtract,
        "mul_overflow" => Arithmetic::Multiply,
        _ => return None,
    })
}

/// The operation and type of `__builtin_NAME` with a carry: `addc` or `subc`, then the type's letters.
pub fn with_carry(name: &str) -> Option<(Arithmetic, Scalar)> {
    let (operation, letters) = match name.strip_prefix("addc") {
        Some(letters) => (Arithmetic::Add, letters),
        None => (Arithmetic::Subtract, name.strip_prefix("subc")?),
    };
    let scalar = match letters {
        "b" => Scalar::UChar,
        "s" => Scalar::UShort,
        "" => Scalar::UInt,
        "l" | "ll" => Scalar::ULong,
        _ => return None,
    };
    Some((operation, scalar))
}

/// Whether `__builtin_NAME` is one of these.
pub fn is_overflow_builtin(name: &str) -> bool {
    overflow_builtin(name).is_some() || any_overflow(name).is_some() || with_carry(name).is_some()
}
