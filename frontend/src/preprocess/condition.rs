//! Expressions of `#if` and `#elif`.

use super::Preprocessor;
use crate::literal::{self, Number};
use crate::token::{Symbol, Token, TokenKind};
use wavec_support::Span;

/// Maximum nesting of parentheses and operators in a condition.
const MAX_DEPTH: usize = 256;

#[derive(Clone, Copy)]
struct Value {
    bits: i64,
    unsigned: bool,
}

impl Value {
    fn signed(bits: i64) -> Value {
        Value {
            bits,
            unsigned: false,
        }
    }
}

/// Parses the tokens of one condition; after the first error every value is 0 and no further errors are reported.
struct Evaluator<'p, 'c, 'a> {
    pp: &'p mut Preprocessor<'c, 'a>,
    tokens: Vec<Token>,
    pos: usize,
    depth: usize,
    failed: bool,
    /// Number of enclosing operands whose value does not matter.
    skipping: u32,
    end: Span,
}

impl Preprocessor<'_, '_> {
    /// The truth of a condition; false after an error.
    pub(super) fn evaluate_condition(&mut self, tokens: Vec<Token>, span: Span) -> bool {
        let end = tokens.last().map_or(span, |t| t.span);
        if tokens.is_empty() {
            self.error(span, "expected value in expression");
            return false;
        }
        let resolved = self.resolve_defined(tokens);
        let expanded = self.expand_tokens(resolved);
        // A macro may also expand to `defined`.
        let expanded = self.resolve_defined(expanded);
        let mut evaluator = Evaluator {
            pp: self,
            tokens: expanded,
            pos: 0,
            depth: 0,
            failed: false,
            skipping: 0,
            end,
        };
        let value = evaluator.conditional();
        if evaluator.pos < evaluator.tokens.len() {
            let span = evaluator.tokens[evaluator.pos].span;
            evaluator.fail(
                span,
                "token is not a valid binary operator in a preprocessor subexpression",
            );
        }
        !evaluator.failed && value.bits != 0
    }

    /// Replaces `defined X`, `defined(X)` and `__has_...(X)` by 0 or 1.
    fn resolve_defined(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        let mut out = Vec::with_capacity(tokens.len());
        let mut index = 0;
        while index < tokens.len() {
            let token = tokens[index];
            index += 1;
            if token.kind != TokenKind::Ident {
                out.push(token);
                continue;
            }
            let text = self.interner.text(token.symbol);
            let value;
            if token.symbol == self.defined {
                let paren = tokens.get(index).is_some_and(|t| t.kind == TokenKind::LParen);
                let name = tokens
                    .get(index + paren as usize)
                    .filter(|t| t.kind == TokenKind::Ident)
                    .copied();
                let Some(name) = name else {
                    self.error(token.span, "macro name missing");
                    out.push(self.number(token, false));
                    continue;
                };
                index += 1 + paren as usize;
                if paren {
                    if tokens.get(index).is_some_and(|t| t.kind == TokenKind::RParen) {
                        index += 1;
                    } else {
                        self.error(name.span, "missing ')' after 'defined'");
                    }
                }
                value = self.is_defined(name.symbol);
            } else if text.starts_with("__has_")
                && tokens.get(index).is_some_and(|t| t.kind == TokenKind::LParen)
            {
                let close = tokens[index..]
                    .iter()
                    .position(|t| t.kind == TokenKind::RParen)
                    .map(|n| n + index);
                let inner: Vec<Token> = tokens[index + 1..close.unwrap_or(tokens.len())].to_vec();
                index = close.map_or(tokens.len(), |n| n + 1);
                value = self.has_feature(text, &inner);
            } else {
                out.push(token);
                continue;
            }
            out.push(self.number(token, value));
        }
        out
    }

    fn has_feature(&mut self, function: &str, inner: &[Token]) -> bool {
        let name: String = inner.iter().map(|t| self.spelling(t)).collect();
        match function {
            "__has_builtin" => crate::builtins::is_builtin_name(&name, self.target),
            "__has_attribute" => crate::attribute_names::is_known(&name),
            "__has_include" => match name.strip_prefix('<') {
                Some(angled) => self.include_exists(angled.trim_end_matches('>'), true),
                None => self.include_exists(name.trim_matches('"'), false),
            },
            _ => false,
        }
    }

    fn number(&mut self, like: Token, value: bool) -> Token {
        let symbol = self.interner.intern(if value { "1" } else { "0" });
        Token {
            kind: TokenKind::Number,
            symbol,
            ..like
        }
    }
}

/// Precedence of a binary operator of conditions; higher binds tighter.
fn precedence(kind: TokenKind) -> Option<u8> {
    use TokenKind::*;
    Some(match kind {
        Star | Slash | Percent => 10,
        Plus | Minus => 9,
        LessLess | GreaterGreater => 8,
        Less | Greater | LessEqual | GreaterEqual => 7,
        EqualEqual | ExclaimEqual => 6,
        Amp => 5,
        Caret => 4,
        Pipe => 3,
        AmpAmp => 2,
        PipePipe => 1,
        _ => return None,
    })
}

impl Evaluator<'_, '_, '_> {
    fn fail(&mut self, span: Span, message: &str) -> Value {
        if !self.failed {
            self.pp.error(span, message);
        }
        self.failed = true;
        self.pos = self.tokens.len();
        Value::signed(0)
    }

    fn peek(&self) -> Token {
        let end = Token {
            kind: TokenKind::EndOfLine,
            flags: 0,
            symbol: Symbol(0),
            span: self.end,
            depth: 0,
        };
        self.tokens.get(self.pos).copied().unwrap_or(end)
    }

    fn conditional(&mut self) -> Value {
        self.depth += 1;
        let condition = self.binary(1);
        let mut result = condition;
        if self.peek().kind == TokenKind::Question {
            self.pos += 1;
            if self.depth > MAX_DEPTH {
                return self.fail(self.peek().span, "bracket nesting level exceeded maximum of 256");
            }
            self.skipping += (condition.bits == 0) as u32;
            let first = self.conditional();
            self.skipping -= (condition.bits == 0) as u32;
            if self.peek().kind != TokenKind::Colon {
                return self.fail(self.peek().span, "expected ':' in preprocessor expression");
            }
            self.pos += 1;
            self.skipping += (condition.bits != 0) as u32;
            let second = self.conditional();
            self.skipping -= (condition.bits != 0) as u32;
            let chosen = if condition.bits != 0 { first } else { second };
            result = Value {
                bits: chosen.bits,
                unsigned: first.unsigned || second.unsigned,
            };
        }
        self.depth -= 1;
        result
    }

    fn binary(&mut self, least: u8) -> Value {
        let mut left = self.unary();
        loop {
            let operator = self.peek();
            let Some(level) = precedence(operator.kind).filter(|&level| level >= least) else {
                return left;
            };
            self.pos += 1;
            // The operand after a decided && or || is parsed but not evaluated.
            let skipped = match operator.kind {
                TokenKind::AmpAmp => left.bits == 0,
                TokenKind::PipePipe => left.bits != 0,
                _ => false,
            };
            self.skipping += skipped as u32;
            let right = self.binary(level + 1);
            self.skipping -= skipped as u32;
            if self.failed {
                return Value::signed(0);
            }
            left = self.apply(operator, left, right);
        }
    }

    fn apply(&mut self, operator: Token, a: Value, b: Value) -> Value {
        use TokenKind::*;
        let unsigned = a.unsigned || b.unsigned;
        let (x, y) = (a.bits, b.bits);
        let truth = |value: bool| Value::signed(value as i64);
        let less = |p: i64, q: i64| if unsigned { (p as u64) < q as u64 } else { p < q };
        let bits = match operator.kind {
            Star => x.wrapping_mul(y),
            Slash | Percent => {
                if y == 0 {
                    return if self.skipping > 0 {
                        Value::signed(0)
                    } else {
                        self.fail(operator.span, "division by zero in preprocessor expression")
                    };
                }
                match (operator.kind, unsigned) {
                    (Slash, true) => (x as u64 / y as u64) as i64,
                    (Slash, false) => x.wrapping_div(y),
                    (_, true) => (x as u64 % y as u64) as i64,
                    (_, false) => x.wrapping_rem(y),
                }
            }
            Plus => x.wrapping_add(y),
            Minus => x.wrapping_sub(y),
            LessLess => {
                return Value {
                    bits: x.wrapping_shl(y as u32),
                    unsigned: a.unsigned,
                };
            }
            GreaterGreater if a.unsigned => {
                return Value {
                    bits: (x as u64).wrapping_shr(y as u32) as i64,
                    unsigned: true,
                };
            }
            GreaterGreater => return Value::signed(x.wrapping_shr(y as u32)),
            Less => return truth(less(x, y)),
            Greater => return truth(less(y, x)),
            LessEqual => return truth(!less(y, x)),
            GreaterEqual => return truth(!less(x, y)),
            EqualEqual => return truth(x == y),
            ExclaimEqual => return truth(x != y),
            Amp => x & y,
            Caret => x ^ y,
            Pipe => x | y,
            AmpAmp => return truth(x != 0 && y != 0),
            _ => return truth(x != 0 || y != 0),
        };
        Value { bits, unsigned }
    }

    fn unary(&mut self) -> Value {
        // Consecutive prefix operators are collected, so that their number does not matter for the stack.
        let start = self.pos;
        while matches!(
            self.peek().kind,
            TokenKind::Exclaim | TokenKind::Tilde | TokenKind::Minus | TokenKind::Plus
        ) {
            self.pos += 1;
        }
        let operators = start..self.pos;
        let mut value = self.primary();
        for index in operators.rev() {
            value = match self.tokens[index].kind {
                TokenKind::Exclaim => Value::signed((value.bits == 0) as i64),
                TokenKind::Tilde => Value {
                    bits: !value.bits,
                    ..value
                },
                TokenKind::Minus => Value {
                    bits: value.bits.wrapping_neg(),
                    ..value
                },
                _ => value,
            };
        }
        value
    }

    fn primary(&mut self) -> Value {
        let token = self.peek();
        self.pos += 1;
        match token.kind {
            TokenKind::LParen => {
                if self.depth > MAX_DEPTH {
                    return self.fail(token.span, "bracket nesting level exceeded maximum of 256");
                }
                let value = self.conditional();
                if self.peek().kind != TokenKind::RParen {
                    return self.fail(self.peek().span, "expected ')' in preprocessor expression");
                }
                self.pos += 1;
                value
            }
            TokenKind::Number => match literal::number(self.pp.interner.text(token.symbol)) {
                Ok(Number::Int { value, unsigned, .. }) => Value {
                    bits: value as i64,
                    unsigned: unsigned || value > i64::MAX as u64,
                },
                Ok(_) => self.fail(token.span, "floating point literal in preprocessor expression"),
                Err(message) => self.fail(token.span, &message),
            },
            TokenKind::Char => match literal::character(self.pp.interner.text(token.symbol)) {
                Ok(character) => Value::signed(character.value.into()),
                Err(message) => self.fail(token.span, &message),
            },
            TokenKind::Ident => Value::signed((self.pp.interner.text(token.symbol) == "true") as i64),
            TokenKind::EndOfLine => self.fail(token.span, "expected value in expression"),
            _ => self.fail(token.span, "invalid token at start of a preprocessor expression"),
        }
    }
}
