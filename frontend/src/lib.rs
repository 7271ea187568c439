//! OpenCL C 1.2 (and what real code uses of 2.0 and 3.0) to wavec IR.
//!
//! ```text
//!  text ──lexer──▶ tokens ──preprocess──▶ expanded tokens ──parse + sema──▶ typed tree ──lower──▶ IR module
//!                                                              ▲
//!                                   library functions, parsed on demand (lib/*.cl and the target's)
//! ```
//!
//! The parser asks `sema` to build every node, so the tree is typed and all conversions are explicit before `lower`
//! sees it; `lower` cannot fail on a tree without errors. Trees live in an arena and die with the compilation.
//!
//! This crate must never know a target: sizes, address-space numbers, `__builtin_TARGET_*` functions and the work-item
//! library come in a [`TargetDescription`].

pub mod options;
pub mod target;

pub use options::{CLStandard, Options};
pub use target::{AddressSpaces, LibrarySource, TargetDescription};
