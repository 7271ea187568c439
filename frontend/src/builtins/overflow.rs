//! Names of `__builtin_sadd_overflow` and its relatives.

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
