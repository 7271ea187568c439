//! Tables of builtin functions (`__builtin_*`): their types, and the intrinsic or recipe that a call becomes.

use super::IntrinsicId;

/// Where the overloaded type of an intrinsic comes from in a call of a builtin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverloadSource {
    /// The type of the builtin's result.
    Result,
    /// The type of an argument, counted from 0.
    Argument(u8),
}

/// What a call becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuiltinLowering {
    /// A call of an intrinsic with the same arguments.
    Intrinsic {
        /// Which.
        id: IntrinsicId,
        /// Its overloaded types, in slot order.
        overloads: &'static [OverloadSource],
    },
    /// The frontend implements it; the words identify the implementation.
    Recipe(&'static str),
}

/// A builtin function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltinDesc {
    /// Its name.
    pub name: &'static str,
    /// Its type in clang's notation, the result first: `fiIi`; see `ir/td/BuiltinsBase.td`.
    pub ty: &'static str,
    /// Letters: `n` does not unwind, `c` no effects and no memory, `r` does not return, `t` arguments of any type.
    pub attributes: &'static str,
    /// Features that the processor must have: alternatives (`|`) separated by commas.
    pub features: &'static str,
    /// What a call becomes.
    pub lowering: BuiltinLowering,
}

impl BuiltinDesc {
    /// The first of the required features, or alternatives, that a processor with these does not have.
    pub fn missing_feature(&self, features: &[&str]) -> Option<&'static str> {
        let mut required = self.features.split(',').filter(|required| !required.is_empty());
        required.find(|required| required.split('|').all(|feature| !features.contains(&feature)))
    }
}

/// Builtin functions, sorted by name.
#[derive(Debug)]
pub struct BuiltinTable {
    /// Sorted by name.
    pub entries: &'static [BuiltinDesc],
}

impl BuiltinTable {
    /// The builtin of this name.
    pub fn lookup(&self, name: &str) -> Option<&'static BuiltinDesc> {
        let index = self.entries.binary_search_by(|e| e.name.cmp(name)).ok()?;
        Some(&self.entries[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intrinsics::{GENERIC_BUILTINS, id};

    #[test]
    fn lookup_finds_all() {
        for entry in GENERIC_BUILTINS.entries {
            assert_eq!(GENERIC_BUILTINS.lookup(entry.name), Some(entry));
        }
        let fma = GENERIC_BUILTINS.lookup("__builtin_fmaf").unwrap();
        assert_eq!(fma.ty, "ffff");
        assert_eq!(
            fma.lowering,
            BuiltinLowering::Intrinsic {
                id: id::FMA,
                overloads: &[OverloadSource::Result]
            }
        );
        assert!(GENERIC_BUILTINS.lookup("__builtin_fmaz").is_none());
    }
}
