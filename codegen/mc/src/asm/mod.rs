//! Reading assembly: tokens, expressions, statements and the directives that every target has.

pub mod cursor;
pub mod lexer;
pub mod parser;

pub use cursor::{Cursor, ExprFunction, ParseError};
pub use lexer::{Token, TokenKind};
pub use parser::{AsmParser, LateValues, TargetAsmParser};
