//! Intrinsics: functions whose names start with `llvm.` and whose meaning the compiler knows. They are described in
//! TableGen; the generic ones here (`ir/td/Intrinsics.td`), a target's in the target. A registry holds both.

pub mod builtins;
pub mod format;
pub mod table;
pub mod upgrade;

pub use format::{FieldKind, FormatCase, FormatField, ImmFormat};
pub use generic::id;
pub use table::{
    ArgDesc, IntrinsicDesc, IntrinsicId, IntrinsicProperties, IntrinsicRegistry, IntrinsicTable, TypePattern,
};

use crate::data_layout::TargetLayout;

// Some of these names are used by formats only.
#[allow(unused_imports, unreachable_pub)] // generated
#[rustfmt::skip]
mod generic {
    use super::builtins::{BuiltinDesc, BuiltinLowering, BuiltinTable, OverloadSource};
    use super::{
        ArgDesc, FieldKind, FormatCase, FormatField, ImmFormat, IntrinsicDesc, IntrinsicId, IntrinsicProperties,
        IntrinsicTable, TypePattern,
    };
    include!(concat!(env!("OUT_DIR"), "/intrinsics.rs"));
    include!(concat!(env!("OUT_DIR"), "/builtins.rs"));
}

/// The generic intrinsics.
pub static GENERIC: &IntrinsicTable = &generic::INTRINSICS;

/// A registry of the generic intrinsics only, for uses without a target.
pub static GENERIC_REGISTRY: IntrinsicRegistry = IntrinsicRegistry {
    generic: &generic::INTRINSICS,
    target: None,
    layout: TargetLayout {
        architecture: "",
        text: "",
        types: &[],
    },
};

/// Builtin functions of every target.
pub static GENERIC_BUILTINS: &builtins::BuiltinTable = &generic::BUILTINS;
