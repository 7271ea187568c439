//! Names of the `__builtin_*` functions of GNU C and clang that are available for every target.

use super::elementwise::is_elementwise;
use super::overflow::is_overflow_builtin;
use super::{Generic, generic};
use crate::types::Scalar;

/// Those with a form of their own, without `__builtin_`.
pub const NAMES: &[&str] = &[
    "COLUMN",
    "FILE",
    "FUNCTION",
    "LINE",
    "abs",
    "align_down",
    "align_up",
    "alloca",
    "alloca_uninitialized",
    "alloca_with_align",
    "alloca_with_align_uninitialized",
    "allow_runtime_check",
    "assume",
    "assume_aligned",
    "assume_separate_storage",
    "bitreverse16",
    "bitreverse32",
    "bitreverse64",
    "bitreverse8",
    "bswap16",
    "bswap32",
    "bswap64",
    "classify_type",
    "clrsb",
    "clrsbl",
    "clrsbll",
    "clz",
    "clzg",
    "clzl",
    "clzll",
    "clzs",
    "constant_p",
    "ctz",
    "ctzg",
    "ctzl",
    "ctzll",
    "ctzs",
    "dynamic_object_size",
    "elementwise_clzg",
    "elementwise_ctzg",
    "expect",
    "expect_with_probability",
    "ffs",
    "ffsl",
    "ffsll",
    "flt_rounds",
    "fpclassify",
    "huge_val",
    "huge_valf",
    "huge_vall",
    "inf",
    "inff",
    "infl",
    "is_aligned",
    "isfinite",
    "isfpclass",
    "isgreater",
    "isgreaterequal",
    "isinf",
    "isinf_sign",
    "isless",
    "islessequal",
    "islessgreater",
    "isnan",
    "isnormal",
    "issignaling",
    "issubnormal",
    "isunordered",
    "iszero",
    "labs",
    "launder",
    "llabs",
    "llrint",
    "llrintf",
    "llround",
    "llroundf",
    "load_half",
    "load_halff",
    "lrint",
    "lrintf",
    "lround",
    "lroundf",
    "memcpy",
    "memcpy_inline",
    "memmove",
    "memset",
    "memset_inline",
    "nan",
    "nanf",
    "nans",
    "nansf",
    "nondeterministic_value",
    "nontemporal_load",
    "nontemporal_store",
    "object_size",
    "parity",
    "parityl",
    "parityll",
    "popcount",
    "popcountg",
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
    "strlen",
    "trap",
    "unpredictable",
    "unreachable",
    "verbose_trap",
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
