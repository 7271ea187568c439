//! A position in the tokens of one statement, and the expressions that start there.

use super::lexer::{Token, TokenKind, unescape};
use crate::inst::{BinaryOp, MCExpr, SymbolTable, UnaryOp, VariantKind};

/// Maximum nesting of expressions.
const MAX_DEPTH: u32 = 256;

/// An error and its token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// First byte of its span.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// One line, lower case.
    pub message: String,
}

/// A target's function in expressions: its value for these arguments; `None` if there is no such function with as many.
pub type ExprFunction = fn(name: &str, args: &[MCExpr]) -> Option<MCExpr>;

/// A reader of the tokens of one statement. Copying it saves the position.
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    text: &'a str,
    tokens: &'a [Token],
    position: usize,
    functions: Option<ExprFunction>,
    reserved: fn(&str) -> bool,
}

impl<'a> Cursor<'a> {
    /// At the first of `tokens`, the last of which is [`TokenKind::End`]; `text` is the whole file.
    pub fn new(text: &'a str, tokens: &'a [Token]) -> Cursor<'a> {
        Cursor {
            text,
            tokens,
            position: 0,
            functions: None,
            reserved: |_| false,
        }
    }

    /// The same with names that are not symbols in expressions: registers.
    pub fn with_reserved(self, reserved: fn(&str) -> bool) -> Cursor<'a> {
        Cursor { reserved, ..self }
    }

    /// The same with functions of the target.
    pub fn with_functions(self, functions: Option<ExprFunction>) -> Cursor<'a> {
        Cursor { functions, ..self }
    }

    /// The current token.
    pub fn token(&self) -> Token {
        self.tokens[self.position.min(self.tokens.len() - 1)]
    }

    /// The token `ahead` tokens after the current one.
    pub fn peek(&self, ahead: usize) -> Token {
        self.tokens[(self.position + ahead).min(self.tokens.len() - 1)]
    }

    /// Number of tokens consumed; compares the progress of readers.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Consumes the current token (the end is never consumed).
    pub fn advance(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.position += 1;
        }
        token
    }

    /// Whether the statement ends here.
    pub fn at_end(&self) -> bool {
        self.token().kind == TokenKind::End
    }

    /// Text of a token.
    pub fn text_of(&self, token: Token) -> &'a str {
        &self.text[token.start as usize..token.end as usize]
    }

    /// The current token's name, if it is one.
    pub fn ident(&self) -> Option<&'a str> {
        (self.token().kind == TokenKind::Ident).then(|| self.text_of(self.token()))
    }

    /// Whether the current token is this punctuation.
    pub fn is_punct(&self, punct: u8) -> bool {
        self.token().kind == TokenKind::Punct(punct)
    }

    /// Consumes this punctuation if it is there.
    pub fn eat(&mut self, punct: u8) -> bool {
        let found = self.is_punct(punct);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes this name if it is there.
    pub fn eat_ident(&mut self, name: &str) -> bool {
        let found = self.ident() == Some(name);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes this punctuation or fails.
    pub fn expect(&mut self, punct: u8) -> Result<(), ParseError> {
        if self.eat(punct) {
            return Ok(());
        }
        Err(self.error(format!("expected '{}'", char::from(punct))))
    }

    /// Fails unless the statement ends here.
    pub fn expect_end(&self) -> Result<(), ParseError> {
        if self.at_end() {
            Ok(())
        } else {
            Err(self.error("expected the end of the statement"))
        }
    }

    /// An error at the current token.
    pub fn error(&self, message: impl Into<String>) -> ParseError {
        if let TokenKind::Error(why) = self.token().kind {
            return self.error_at(self.token(), why);
        }
        self.error_at(self.token(), message)
    }

    /// An error at `token`.
    pub fn error_at(&self, token: Token, message: impl Into<String>) -> ParseError {
        ParseError {
            start: token.start,
            end: token.end,
            message: message.into(),
        }
    }

    /// A name, perhaps in quotes: symbols and sections.
    pub fn name(&mut self) -> Result<String, ParseError> {
        match self.token().kind {
            TokenKind::Ident => {
                let token = self.advance();
                Ok(self.text_of(token).to_string())
            }
            TokenKind::String => {
                let bytes = self.string()?;
                String::from_utf8(bytes).map_err(|_| self.error("the name is not UTF-8"))
            }
            _ => Err(self.error("expected a name")),
        }
    }

    /// A string's bytes.
    pub fn string(&mut self) -> Result<Vec<u8>, ParseError> {
        if self.token().kind != TokenKind::String {
            return Err(self.error("expected a string"));
        }
        let token = self.advance();
        unescape(self.text_of(token)).map_err(|why| self.error_at(token, why))
    }

    /// An expression.
    pub fn expression(&mut self, symbols: &mut SymbolTable) -> Result<MCExpr, ParseError> {
        self.binary(symbols, 0, 0)
    }

    /// An expression without binary operators outside parentheses.
    pub fn unary_expression(&mut self, symbols: &mut SymbolTable) -> Result<MCExpr, ParseError> {
        self.unary(symbols, 0)
    }

    /// An expression with a known value.
    pub fn absolute(&mut self, symbols: &mut SymbolTable) -> Result<i64, ParseError> {
        let token = self.token();
        match self.expression(symbols)? {
            MCExpr::Constant(value) => Ok(value),
            _ => Err(self.error_at(token, "expected an absolute expression")),
        }
    }

    fn binary_op(&self) -> Option<(BinaryOp, u32)> {
        Some(match self.token().kind {
            TokenKind::OrOr => (BinaryOp::LogicalOr, 1),
            TokenKind::AndAnd => (BinaryOp::LogicalAnd, 2),
            TokenKind::EqEq => (BinaryOp::Eq, 3),
            TokenKind::NotEq => (BinaryOp::Ne, 3),
            TokenKind::Punct(b'<') => (BinaryOp::Lt, 3),
            TokenKind::LessEq => (BinaryOp::Le, 3),
            TokenKind::Punct(b'>') => (BinaryOp::Gt, 3),
            TokenKind::GreaterEq => (BinaryOp::Ge, 3),
            TokenKind::Punct(b'+') => (BinaryOp::Add, 4),
            TokenKind::Punct(b'-') => (BinaryOp::Sub, 4),
            TokenKind::Punct(b'|') => (BinaryOp::Or, 5),
            TokenKind::Punct(b'^') => (BinaryOp::Xor, 5),
            TokenKind::Punct(b'&') => (BinaryOp::And, 5),
            TokenKind::Punct(b'*') => (BinaryOp::Mul, 6),
            TokenKind::Punct(b'/') => (BinaryOp::Div, 6),
            TokenKind::Punct(b'%') => (BinaryOp::Rem, 6),
            TokenKind::Shl => (BinaryOp::Shl, 6),
            TokenKind::Shr => (BinaryOp::Shr, 6),
            _ => return None,
        })
    }

    fn binary(&mut self, symbols: &mut SymbolTable, lowest: u32, depth: u32) -> Result<MCExpr, ParseError> {
        let mut left = self.unary(symbols, depth)?;
        let mut operators = 0;
        while let Some((op, precedence)) = self.binary_op() {
            if precedence <= lowest {
                break;
            }
            let token = self.advance();
            // A chain of operators becomes a tree of that depth.
            operators += 1;
            if operators > MAX_DEPTH {
                return Err(self.error_at(token, "the expression is too long"));
            }
            let right = self.binary(symbols, precedence, depth + 1)?;
            if matches!(op, BinaryOp::Div | BinaryOp::Rem) && right == MCExpr::Constant(0) {
                return Err(self.error_at(token, "division by zero"));
            }
            left = fold(op, left, right);
        }
        Ok(left)
    }

    fn unary(&mut self, symbols: &mut SymbolTable, depth: u32) -> Result<MCExpr, ParseError> {
        if depth > MAX_DEPTH {
            return Err(self.error("the expression is nested too deeply"));
        }
        let op = match self.token().kind {
            TokenKind::Punct(b'-') => UnaryOp::Neg,
            TokenKind::Punct(b'~') => UnaryOp::Not,
            TokenKind::Punct(b'!') => UnaryOp::LogicalNot,
            TokenKind::Punct(b'+') => {
                self.advance();
                return self.unary(symbols, depth + 1);
            }
            _ => return self.primary(symbols, depth),
        };
        self.advance();
        Ok(match (op, self.unary(symbols, depth + 1)?) {
            (UnaryOp::Neg, MCExpr::Constant(value)) => MCExpr::Constant(value.wrapping_neg()),
            (UnaryOp::Not, MCExpr::Constant(value)) => MCExpr::Constant(!value),
            (UnaryOp::LogicalNot, MCExpr::Constant(value)) => MCExpr::Constant(i64::from(value == 0)),
            (op, inner) => MCExpr::Unary(op, Box::new(inner)),
        })
    }

    fn primary(&mut self, symbols: &mut SymbolTable, depth: u32) -> Result<MCExpr, ParseError> {
        match self.token().kind {
            TokenKind::Int(value) => {
                self.advance();
                Ok(MCExpr::Constant(value as i64))
            }
            TokenKind::NumericLabel(number, is_forward) => {
                let Some(symbol) = symbols.numeric(number, is_forward) else {
                    return Err(self.error(format!("label {number} has no previous definition")));
                };
                self.advance();
                Ok(MCExpr::Symbol(symbol, VariantKind::None))
            }
            TokenKind::Punct(b'(') => {
                self.advance();
                let inner = self.binary(symbols, 0, depth + 1)?;
                self.expect(b')')?;
                Ok(inner)
            }
            TokenKind::Ident if self.peek(1).kind == TokenKind::Punct(b'(') => self.function(symbols, depth),
            TokenKind::Ident | TokenKind::String => {
                if self.ident().is_some_and(self.reserved) {
                    return Err(self.error("a register cannot be part of an expression"));
                }
                let name = self.name()?;
                let symbol = symbols.intern(&name);
                let variant = self.variant()?;
                if let (Some(value), VariantKind::None) = (symbols.constant(symbol), variant) {
                    return Ok(MCExpr::Constant(value));
                }
                Ok(MCExpr::Symbol(symbol, variant))
            }
            _ => Err(self.error("expected an expression")),
        }
    }

    /// `max(a, b, ...)`, `or(a, b, ...)`, `alignto(a, n)`, and functions of the target.
    fn function(&mut self, symbols: &mut SymbolTable, depth: u32) -> Result<MCExpr, ParseError> {
        let name = self.advance();
        let mut args = Vec::new();
        self.expect(b'(')?;
        while !self.is_punct(b')') || !args.is_empty() {
            if args.len() as u32 > MAX_DEPTH {
                return Err(self.error("the expression is too long"));
            }
            args.push(self.binary(symbols, 0, depth + 1)?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        let text = self.text_of(name);
        let value = match (text, &mut args[..]) {
            ("max", [_, ..]) => args.into_iter().reduce(|a, b| fold(BinaryOp::Max, a, b)),
            ("or", [_, ..]) => args.into_iter().reduce(|a, b| fold(BinaryOp::Or, a, b)),
            ("alignto", [value, MCExpr::Constant(unit @ 1..=0x1_0000)]) => {
                Some(align_to(std::mem::replace(value, MCExpr::Constant(0)), *unit))
            }
            (_, args) => self.functions.and_then(|functions| functions(text, args)),
        };
        value.ok_or_else(|| self.error_at(name, "unknown function of so many arguments"))
    }

    /// `@rel32@lo`
    fn variant(&mut self) -> Result<VariantKind, ParseError> {
        if !self.is_punct(b'@') {
            return Ok(VariantKind::None);
        }
        let first = self.token();
        let mut suffix = String::new();
        while self.eat(b'@') {
            let Some(word) = self.ident() else {
                return Err(self.error("expected a relocation specifier"));
            };
            suffix.push('@');
            suffix.push_str(&word.to_ascii_lowercase());
            self.advance();
        }
        VariantKind::ALL
            .into_iter()
            .find(|kind| kind.suffix() == suffix)
            .ok_or_else(|| self.error_at(first, format!("unknown relocation specifier '{suffix}'")))
    }
}

/// The next multiple of `unit`, which is positive.
pub fn align_to(value: MCExpr, unit: i64) -> MCExpr {
    let units = fold(BinaryOp::Add, value, MCExpr::Constant(unit - 1));
    let units = fold(BinaryOp::Div, units, MCExpr::Constant(unit));
    fold(BinaryOp::Mul, units, MCExpr::Constant(unit))
}

/// `op` on two expressions, folded if both are numbers.
pub fn fold(op: BinaryOp, left: MCExpr, right: MCExpr) -> MCExpr {
    if let (MCExpr::Constant(a), MCExpr::Constant(b)) = (&left, &right)
        && let Some(value) = compute(op, *a, *b)
    {
        return MCExpr::Constant(value);
    }
    MCExpr::Binary(op, Box::new(left), Box::new(right))
}

/// `op` on two numbers; `None` for division by zero. Comparisons are -1 if true, as in the GNU assembler.
pub fn compute(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    let truth = |value: bool| if value { -1 } else { 0 };
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if b == 0 => return None,
        BinaryOp::Div => a.wrapping_div(b),
        BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Rem => a.wrapping_rem(b),
        BinaryOp::Shl => u32::try_from(b).ok().and_then(|b| a.checked_shl(b)).unwrap_or(0),
        BinaryOp::Shr => u32::try_from(b)
            .ok()
            .and_then(|b| (a as u64).checked_shr(b))
            .unwrap_or(0) as i64,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::LogicalAnd => i64::from(a != 0 && b != 0),
        BinaryOp::LogicalOr => i64::from(a != 0 || b != 0),
        BinaryOp::Max => a.max(b),
    })
}

#[cfg(test)]
mod tests {
    use super::super::lexer::lex_statement;
    use super::*;

    fn evaluate(text: &str) -> Result<MCExpr, ParseError> {
        let mut tokens = Vec::new();
        lex_statement(text, 0, &mut tokens);
        Cursor::new(text, &tokens).expression(&mut SymbolTable::new())
    }

    #[test]
    fn precedence() {
        assert_eq!(evaluate("1+2*3-4/2"), Ok(MCExpr::Constant(5)));
        assert_eq!(evaluate("-(1<<4)|3"), Ok(MCExpr::Constant(-13)));
        assert_eq!(evaluate("max(3, 7)"), Ok(MCExpr::Constant(7)));
        assert_eq!(evaluate("or(1, 4, 8)"), Ok(MCExpr::Constant(13)));
        assert_eq!(evaluate("alignto(9, 4) + 1"), Ok(MCExpr::Constant(13)));
        assert_eq!(
            evaluate("min(1, 2)").unwrap_err().message,
            "unknown function of so many arguments"
        );
        assert!(evaluate("alignto(1, 0)").is_err());
        assert!(evaluate("1/0").is_err());
    }

    #[test]
    fn deep_nesting_is_an_error() {
        let text = "(".repeat(100_000);
        assert!(evaluate(&text).unwrap_err().message.contains("too deeply"));
        let text = "-".repeat(100_000);
        assert!(evaluate(&text).unwrap_err().message.contains("too deeply"));
    }

    #[test]
    fn variants() {
        let mut tokens = Vec::new();
        let text = "foo@rel32@lo+4";
        lex_statement(text, 0, &mut tokens);
        let mut symbols = SymbolTable::new();
        let expr = Cursor::new(text, &tokens).expression(&mut symbols).unwrap();
        let symbol = symbols.get("foo").unwrap();
        assert_eq!(expr, MCExpr::symbol_offset(symbol, VariantKind::Rel32Lo, 4));
    }
}
