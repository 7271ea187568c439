//! LLVM assembly, the dialect of LLVM 22: [`write_module`] prints a module.
//!
//! LLVM 22's `opt -passes=verify` accepts the raw form; reading it back and printing it again gives the same text. The
//! formatted form adds names and meanings of intrinsic arguments in comments, for people.

mod debug_nodes;
pub mod escape;
pub mod float;
mod float_literal;
pub mod keywords;
pub mod lexer;
mod parser;
mod writer;

pub use parser::{LayoutChoice, ReadOptions, parse_module, parse_module_text};

pub use writer::{
    FunctionNames, InstPrinter, WriteOptions, constant_to_string, function_to_string, inst_to_string,
    type_to_string, write_module,
};
