//! What every reader and every pipeline of wavec shares: source files and spans, diagnostics that print with a
//! caret, the runner of passes with timing and statistics, floating-point arithmetic bit by bit.
//!
//! This crate must never know a language, an IR or a target.

pub mod diagnostic;
pub mod diff;
pub mod message;
pub mod option_table;
pub mod output_file;
pub mod passes;
pub mod progress;
pub mod remarks;
pub mod softfloat;
pub mod source;
pub mod stats;
pub mod suggest;
pub mod timing;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use message::Message;
pub use source::{FileId, SourceMap, SourceText, Span};
