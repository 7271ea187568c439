//! The assembler: tokens, expressions, statements and the directives common to all targets.

mod arguments;
pub mod cursor;
mod data;
mod directives;
mod frames;
mod includes;
pub mod lexer;
mod lines;
mod macros;
pub mod parser;
mod sections;

pub use cursor::{Cursor, ExprFunction, ParseError};
pub use includes::{Included, Missing};
pub use lexer::{Token, TokenKind};
pub use parser::{AsmParser, LateValues, RegisterNumbers, TargetAsmParser};
