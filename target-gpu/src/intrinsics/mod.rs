//! The `llvm.amdgcn.*` intrinsics and the `__builtin_amdgcn_*` functions, from `td/IntrinsicsAMDGPU.td` and
//! `td/BuiltinsAMDGPU.td`.

pub mod formats;

pub use generated::{BUILTINS, INTRINSICS, id};

use wavec_ir::intrinsics::builtins;
use wavec_ir::intrinsics::{
    ArgDesc, FieldKind, FormatCase, FormatField, GENERIC, ImmFormat, IntrinsicDesc, IntrinsicId,
    IntrinsicProperties, IntrinsicRegistry, IntrinsicTable, TypePattern,
};

#[rustfmt::skip]
mod generated;

/// The generic intrinsics and those of the target: what modules for this target are made with.
pub static REGISTRY: IntrinsicRegistry = IntrinsicRegistry {
    generic: GENERIC,
    target: Some(&INTRINSICS),
};

#[cfg(test)]
mod tests;
