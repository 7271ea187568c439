//! The `llvm.amdgcn.*` intrinsics and the `__builtin_amdgcn_*` functions, from `td/IntrinsicsAMDGPU.td`, which includes
//! `td/intrinsics/`, and `td/BuiltinsAMDGPU.td`.

pub mod buffer_access;
pub mod formats;

pub use generated::{BUILTINS, INTRINSICS, id};

use wavec_ir::intrinsics::{GENERIC, IntrinsicRegistry};
use wavec_ir::{Context, Type, TypeData};

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

/// Whether there is an instruction, or a sequence, for an overloaded intrinsic if its first argument is of type `ty`.
pub fn is_for_type(ctx: &Context, name: &str, ty: Type) -> bool {
    match name {
        "div.scale" | "div.fmas" => matches!(ty, Type::F32 | Type::F64),
        "inverse.ballot" => ty == Type::I64 || ty == Type::I32,
        "class" => !ctx.types.is_vector(ty),
        "ds.append" | "ds.consume" => matches!(ctx.types.data(ty), TypeData::Ptr(3)),
        _ => match name.strip_prefix("wave.reduce.") {
            Some("fadd" | "fsub" | "fmin" | "fmax") => matches!(ty, Type::F32 | Type::F64),
            Some(_) => ctx.types.int_bits(ty).is_some(),
            None => true,
        },
    }
}

#[cfg(test)]
mod tests;
