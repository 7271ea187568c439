//! Names of the `__builtin_*` functions of GNU C and clang that are available for every target.

use super::overflow::overflow_builtin;
use super::{Generic, generic};
use crate::types::Scalar;

/// Those with a form of their own, without `__builtin_`.
pub const NAMES: &[&str] = &[
    "abs",
    "alloca",
    "alloca_uninitialized",
    "alloca_with_align",
    "alloca_with_align_uninitialized",
    "assume",
    "assume_aligned",
    "bitreverse16",
    "bitreverse32",
    "bitreverse64",
    "bswap16",
    "bswap32",
    "bswap64",
    "clz",
    "clzl",
    "clzll",
    "clzs",
    "constant_p",
    "ctz",
    "ctzl",
    "ctzll",
    "ctzs",
    "expect",
    "expect_with_probability",
    "ffs",
    "ffsl",
    "ffsll",
    "huge_val",
    "huge_valf",
    "inf",
    "inff",
    "isfinite",
    "isgreater",
    "isgreaterequal",
    "isinf",
    "isless",
    "islessequal",
    "islessgreater",
    "isnan",
    "isnormal",
    "isunordered",
    "labs",
    "llabs",
    "load_half",
    "load_halff",
    "memcpy",
    "memset",
    "nan",
    "nanf",
    "nontemporal_load",
    "nontemporal_store",
    "parity",
    "parityl",
    "parityll",
    "popcount",
    "popcountl",
    "popcountll",
    "prefetch",
    "readcyclecounter",
    "rotateleft32",
    "rotateleft64",
    "rotateright32",
    "rotateright64",
    "signbit",
    "signbitf",
    "store_half",
    "store_halff",
    "trap",
    "unreachable",
];

/// The table's builtin denoted by `__builtin_NAME[f]`, and its element type.
pub fn math_name(rest: &str) -> Option<(&'static Generic, Scalar)> {
    let allowed =
        |name: &str| generic(name).filter(|entry| entry.class == b'F' && !entry.signature.contains(&b'r'));
    if let Some(entry) = allowed(rest) {
        return Some((entry, Scalar::Double));
    }
    let base = rest.strip_suffix('f')?;
    Some((allowed(base)?, Scalar::Float))
}

/// Whether `name`, with its `__builtin_`, is one of these.
pub fn is_compiler_builtin(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("__builtin_") else {
        return false;
    };
    NAMES.binary_search(&rest).is_ok()
        || overflow_builtin(rest).is_some()
        || math_name(rest).is_some()
        || elementwise(rest).is_some()
}

/// `__builtin_elementwise_*`: the table's builtin of another name.
pub fn elementwise(rest: &str) -> Option<&'static str> {
    Some(match rest.strip_prefix("elementwise_")? {
        "abs" => "fabs",
        "max" => "max",
        "min" => "min",
        "ceil" => "ceil",
        "floor" => "floor",
        "trunc" => "trunc",
        "rint" | "roundeven" | "nearbyint" => "rint",
        "round" => "round",
        "fma" => "fma",
        "copysign" => "copysign",
        "sqrt" => "sqrt",
        "add_sat" => "add_sat",
        "sub_sat" => "sub_sat",
        "popcount" => "popcount",
        "exp2" => "exp2",
        "log2" => "log2",
        "sin" => "sin",
        "cos" => "cos",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_known() {
        assert!(NAMES.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(is_compiler_builtin("__builtin_sqrtf") && is_compiler_builtin("__builtin_fma"));
        assert!(is_compiler_builtin("__builtin_popcount") && !is_compiler_builtin("__builtin_nothing"));
    }
}
