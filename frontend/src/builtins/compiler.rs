//! Names of the `__builtin_*` functions of GNU C and clang that are available for every target.

use super::elementwise::is_elementwise;
use super::overflow::is_overflow_builtin;
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
    "bitreverse8",
    "bswap16",
    "bswap32",
    "bswap64",
    "clrsb",
    "clrsbl",
    "clrsbll",
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
    "launder",
    "llabs",
    "load_half",
    "load_halff",
    "memcpy",
    "memcpy_inline",
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
    "rotateleft16",
    "rotateleft32",
    "rotateleft64",
    "rotateleft8",
    "rotateright16",
    "rotateright32",
    "rotateright64",
    "rotateright8",
    "signbit",
    "signbitf",
    "store_half",
    "store_halff",
    "trap",
    "unpredictable",
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
        || is_overflow_builtin(rest)
        || math_name(rest).is_some()
        || is_elementwise(rest)
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
