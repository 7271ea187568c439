//! Intrinsics: functions whose names start with `llvm.` and whose meaning the compiler knows. They are described in
//! TableGen; the generic ones here (`ir/td/Intrinsics.td`), a target's in the target. A registry holds both.

pub mod table;

pub use table::{
    ArgDesc, IntrinsicDesc, IntrinsicId, IntrinsicProperties, IntrinsicRegistry, IntrinsicTable, TypePattern,
};
