//! wavec's IR: LLVM's, with opaque pointers, in dense tables.
//!
//! A [`module::Module`] is a [`context::Context`] (types, constants, strings, attributes, metadata, globals, function
//! declarations: what functions share) and one [`function::Function`] per defined function. A pass over a function takes
//! `(&mut Function, &mut Context)`.
//!
//! This crate must never know a target's names: a target hands in its intrinsics as a table.

pub mod analysis;
pub mod attributes;
pub mod builder;
pub mod constant;
pub mod context;
pub mod data_layout;
pub mod debug_info;
pub mod entities;
pub mod flow;
pub mod fold;
pub mod function;
pub mod inline_asm;
pub mod inst;
pub mod interp;
pub mod intrinsics;
pub mod metadata;
pub mod module;
pub mod passes;
pub mod places;
pub mod reduce;
pub mod remarks;
pub mod text;
pub mod types;
pub mod verify;

pub use builder::Builder;
pub use constant::ConstantData;
pub use context::Context;
pub use entities::{
    AttributeSet, Block, Constant, FuncRef, GlobalVar, Inst, MetadataId, Symbol, Type, Value,
};
pub use function::{Function, ValueDef};
pub use inst::{Align, Aux, InstFlags, Opcode};
pub use module::Module;
pub use types::TypeData;
