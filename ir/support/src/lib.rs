//! The foundations of all readers and pipelines of wavec: source files and spans, diagnostics that print with a caret,
//! pass timing and statistics, bit-exact floating-point arithmetic.
//!
//! This crate must never know a language, an IR or a target.

pub mod diagnostic;
pub mod output_file;
pub mod progress;
pub mod softfloat;
pub mod source;
pub mod stats;
pub mod suggest;
pub mod timing;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use source::{FileId, SourceMap, SourceText, Span};
