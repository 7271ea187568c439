//! The `llvm.amdgcn.*` intrinsics and the `__builtin_amdgcn_*` functions, from `td/IntrinsicsAMDGPU.td`, which includes
//! `td/intrinsics/`, and `td/BuiltinsAMDGPU.td`.

pub mod formats;

pub use generated::{BUILTINS, INTRINSICS, id};

use wavec_ir::intrinsics::{GENERIC, IntrinsicRegistry};

// Some of these names are used by formats only.
#[allow(unused_imports, unreachable_pub, clippy::all)] // generated
#[rustfmt::skip]
mod generated {
    use wavec_ir::intrinsics::builtins::{BuiltinDesc, BuiltinLowering, BuiltinTable, OverloadSource};
    use wavec_ir::intrinsics::{
        ArgDesc, FieldKind, FormatCase, FormatField, ImmFormat, IntrinsicDesc, IntrinsicId, IntrinsicProperties,
        IntrinsicTable, TypePattern,
    };
    include!(concat!(env!("OUT_DIR"), "/intrinsics.rs"));
    include!(concat!(env!("OUT_DIR"), "/builtins.rs"));
}

/// The generic intrinsics and those of the target: for modules of this target.
pub static REGISTRY: IntrinsicRegistry = IntrinsicRegistry {
    generic: GENERIC,
    target: Some(&INTRINSICS),
};

#[cfg(test)]
mod tests;
