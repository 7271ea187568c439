//! The builtin library of OpenCL: which names are builtin functions and what they stand for, and library functions in
//! OpenCL C. Generic functions are in a table, families are known by the form of their names (`vload4`, `atomic_add`),
//! the target's are in its own table.
//!
//! A front end finds here what a name means; it makes the call by its own rules, as `sema::builtins` does for OpenCL C.

pub mod atomics;
pub mod compiler;
pub mod elementwise;
pub mod families;
pub mod gnu_atomics;
pub mod images;
pub mod library;
pub mod mangled;
pub mod memory;
pub mod overflow;
pub mod printf;
#[cfg(test)]
mod real;
pub mod target_index;

/// Finding definitions in library texts.
pub mod index {
    include!("index.rs");
}

/// Tables generated at build time.
#[allow(unreachable_pub)] // generated
mod tables {
    use super::{Generic, Implementation};
    use crate::ast::operations::Op;
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

use crate::ast::operations::Op;
use crate::target::TargetDescription;

/// How a generic builtin is implemented.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Implementation {
    /// An intrinsic.
    Intrinsic(&'static str),
    /// A library function for each element type.
    Library(&'static str),
    /// An operation of `lower`.
    Op(Op),
}

/// A generic builtin; see `lib/builtins.txt`.
#[derive(Debug)]
pub struct Generic {
    /// Its name.
    pub name: &'static str,
    /// Class of its generic type.
    pub class: u8,
    /// Types of its result and parameters.
    pub signature: &'static [u8],
    /// Its implementation.
    pub implementation: Implementation,
}

/// Names of the generic builtins.
pub fn generic_names() -> impl Iterator<Item = &'static str> {
    tables::GENERIC.iter().map(|entry| entry.name)
}

/// The generic builtin of this name.
pub fn generic(name: &str) -> Option<&'static Generic> {
    let index = tables::GENERIC
        .binary_search_by(|entry| entry.name.cmp(name))
        .ok()?;
    Some(&tables::GENERIC[index])
}

/// Whether `name` is a builtin (for `__has_builtin`).
pub fn is_builtin_name(name: &str, target: &TargetDescription) -> bool {
    name.starts_with("__builtin_") && (compiler::is_compiler_builtin(name) || target.builtin(name).is_some())
}
