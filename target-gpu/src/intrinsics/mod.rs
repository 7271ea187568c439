//! The `llvm.amdgcn.*` intrinsics and the `__builtin_amdgcn_*` functions, from `td/IntrinsicsAMDGPU.td`, which includes
//! `td/intrinsics/`, and `td/BuiltinsAMDGPU.td`.

pub mod buffer_access;
pub mod formats;

pub use generated::{BUILTINS, INTRINSICS, id};

use crate::address_spaces::{LOCAL, REGION};
use wavec_ir::data_layout::TargetLayout;
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

/// The layout string of LLVM 22 for amdgcn.
pub const LAYOUT: &str = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9";

/// The generic intrinsics and those of the target: for modules of this target.
pub static REGISTRY: IntrinsicRegistry = IntrinsicRegistry {
    generic: GENERIC,
    target: Some(&INTRINSICS),
    layout: TargetLayout {
        architecture: "amdgcn",
        text: LAYOUT,
        types: &["amdgcn.named.barrier"],
    },
};

/// Whether there is an instruction, or a sequence, for an overloaded intrinsic if its first argument is of type `ty`.
pub fn is_for_type(ctx: &Context, name: &str, ty: Type) -> bool {
    match name {
        "div.scale" | "div.fmas" => matches!(ty, Type::F32 | Type::F64),
        "inverse.ballot" => ty == Type::I64 || ty == Type::I32,
        "class" => !ctx.types.is_vector(ty),
        "ds.append" | "ds.consume" => {
            matches!(ctx.types.data(ty), TypeData::Ptr(LOCAL | REGION))
        }
        _ => match name.strip_prefix("wave.reduce.") {
            Some("fadd" | "fsub" | "fmin" | "fmax") => matches!(ty, Type::F32 | Type::F64),
            Some(_) => ctx.types.int_bits(ty).is_some(),
            None => true,
        },
    }
}

#[cfg(test)]
mod tests;
