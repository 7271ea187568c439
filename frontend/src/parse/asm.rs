//! Assembly statements: `asm volatile ("template" : outputs : inputs : clobbers);`, GCC's extended form.
//!
//! Template and constraints are rewritten as LLVM has them: `%0` is `$0`, `%[name]` the operand's number, `%%` and `%=` are
//! `%` and `${:uid}`, `{a|b}` is `$(a$|b$)`; an operand that is read and written is an output and an input tied to it.

use super::{Failed, Parsed, Parser};
use crate::ast::{AsmInput, AsmLabel, AsmOutput, AsmStatement, Expr, Stmt};
use crate::literal;
use crate::token::{Symbol, TokenKind};
use std::fmt::Write;
use wavec_ir::module::ModuleAsm;
use wavec_support::Span;

/// Maximum number of operands of one statement.
const MAX_OPERANDS: usize = 30;

/// Constraint letters that accept only constants.
const CONSTANTS: [&str; 9] = ["i", "n", "I", "J", "A", "B", "C", "^DA", "^DB"];

/// An operand as written.
struct Operand<'a> {
    name: Option<Symbol>,
    constraint: String,
    constraint_span: Span,
    expr: &'a Expr<'a>,
}

impl<'a> Parser<'_, '_, 'a> {
    /// `asm("text");` outside functions.
    pub(super) fn file_assembly(&mut self) -> Parsed<()> {
        self.bump();
        let open = self.expect(TokenKind::LParen, "expected '(' after 'asm'")?.span;
        let (text, place) = self.asm_string()?;
        self.expect_close(TokenKind::RParen, open)?;
        self.expect(TokenKind::Semi, "expected ';' after top-level asm block")?;
        let text = text.trim_end_matches('\n').to_string();
        self.sema.file_assembly.push(ModuleAsm { text, place });
        Ok(())
    }

    /// asm-statement: `asm` (`volatile` | `inline`)* `(` template [`:` outputs [`:` inputs [`:` clobbers]]] `)` `;`
    pub(super) fn asm_statement(&mut self) -> Parsed<Stmt<'a>> {
        let start = self.bump().span;
        let mut volatile = false;
        loop {
            match self.kind() {
                TokenKind::Volatile => volatile = true,
                TokenKind::Inline => {}
                TokenKind::Goto => {
                    let span = self.span();
                    self.error(span, "'asm goto' is not supported");
                    return Err(Failed);
                }
                _ => break,
            }
            self.bump();
        }
        let open = self.expect(TokenKind::LParen, "expected '(' after 'asm'")?.span;
        let (template, template_span) = self.asm_string()?;
        let is_extended = self.kind() == TokenKind::Colon;
        let (mut outputs, mut inputs, mut clobbers) = (Vec::new(), Vec::new(), Vec::new());
        if self.eat(TokenKind::Colon) {
            outputs = self.asm_operands()?;
        }
        if self.eat(TokenKind::Colon) {
            inputs = self.asm_operands()?;
        }
        if self.eat(TokenKind::Colon) {
            while self.kind() == TokenKind::Str {
                clobbers.push(self.asm_string()?.0);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        let close = self.expect_close(TokenKind::RParen, open)?;
        self.expect(TokenKind::Semi, "expected ';' after asm statement")?;
        if outputs.len() + inputs.len() > MAX_OPERANDS {
            self.error(
                start,
                format!("asm statement has more than {MAX_OPERANDS} operands"),
            );
            return Err(Failed);
        }
        let names: Vec<Option<Symbol>> = outputs.iter().chain(&inputs).map(|o| o.name).collect();
        let text = match is_extended {
            true => self.asm_template(&template, template_span, &names),
            false => Ok(template.replace('$', "$$")),
        };
        let span = start.to(close.span);
        let checked =
            text.and_then(|text| self.asm_checked(span, volatile, &text, (outputs, inputs, clobbers)));
        // It has been read to its end, so the next statement is found.
        Ok(checked.map_or(Stmt::Empty, |statement| {
            Stmt::Asm(self.sema.arena.alloc(statement))
        }))
    }

    /// simple-asm-expr: [`asm` `(` string `)`] after a declarator.
    pub(super) fn asm_label(&mut self) -> Parsed<Option<AsmLabel<'a>>> {
        if self.kind() != TokenKind::Asm {
            return Ok(None);
        }
        self.bump();
        if matches!(
            self.kind(),
            TokenKind::Volatile | TokenKind::Inline | TokenKind::Goto
        ) {
            let token = self.token();
            let word = self.ident_text(&token).to_string();
            self.error(
                token.span,
                format!("meaningless '{word}' on asm outside function"),
            );
            return Err(Failed);
        }
        let open = self.expect(TokenKind::LParen, "expected '(' after 'asm'")?.span;
        let (text, span) = self.asm_string()?;
        self.expect_close(TokenKind::RParen, open)?;
        if text.is_empty() {
            self.error(span, "cannot use an empty string literal in 'asm'");
            return Ok(None);
        }
        let text = self.sema.arena.alloc_str(&text);
        Ok(Some(AsmLabel { text, span }))
    }

    /// Adjacent string literals.
    fn asm_string(&mut self) -> Parsed<(String, Span)> {
        let mut span = self.span();
        if self.kind() != TokenKind::Str {
            self.error(span, "expected string literal in 'asm'");
            return Err(Failed);
        }
        let mut bytes = Vec::new();
        while self.kind() == TokenKind::Str {
            let part = self.bump();
            span = span.to(part.span);
            match literal::string(self.ident_text(&part)) {
                Ok(more) => bytes.extend(more),
                Err(message) => self.error(part.span, message),
            }
        }
        match String::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => Ok((text, span)),
            _ => {
                self.error(
                    span,
                    "the text of an asm statement has characters that are invalid in assembly",
                );
                Err(Failed)
            }
        }
    }

    /// `[name] "constraint" (expression)`, separated by commas; the list may be empty.
    fn asm_operands(&mut self) -> Parsed<Vec<Operand<'a>>> {
        let mut operands = Vec::new();
        while matches!(self.kind(), TokenKind::Str | TokenKind::LBracket) {
            let mut name = None;
            if self.eat(TokenKind::LBracket) {
                name = Some(self.expect(TokenKind::Ident, "expected identifier")?.symbol);
                self.expect(TokenKind::RBracket, "expected ']'")?;
            }
            let (constraint, constraint_span) = self.asm_string()?;
            let open = self
                .expect(TokenKind::LParen, "expected '(' after the constraint")?
                .span;
            let expr = self.expression()?;
            self.expect_close(TokenKind::RParen, open)?;
            operands.push(Operand {
                name,
                constraint,
                constraint_span,
                expr,
            });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(operands)
    }

    /// The number of the operand called `name`.
    fn operand_number(&mut self, name: &str, names: &[Option<Symbol>], span: Span) -> Parsed<usize> {
        let is_it = |known: &Option<Symbol>| known.is_some_and(|symbol| self.sema.text(symbol) == name);
        match names.iter().position(is_it) {
            Some(number) => Ok(number),
            None => {
                self.error(
                    span,
                    format!("unknown symbolic operand name '{name}' in inline assembly string"),
                );
                Err(Failed)
            }
        }
    }

    fn asm_template(&mut self, text: &str, span: Span, names: &[Option<Symbol>]) -> Parsed<String> {
        let mut out = String::with_capacity(text.len() + 8);
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            match c {
                '$' => out.push_str("$$"),
                '{' => out.push_str("$("),
                '|' => out.push_str("$|"),
                '}' => out.push_str("$)"),
                '%' => {}
                c => out.push(c),
            }
            if c != '%' {
                continue;
            }
            let mut modifier = None;
            let mut letter = rest.next();
            match letter {
                Some(c @ ('%' | '{' | '|' | '}')) => {
                    out.push(c);
                    continue;
                }
                Some('=') => {
                    out.push_str("${:uid}");
                    continue;
                }
                Some(c) if c.is_ascii_alphabetic() => {
                    modifier = Some(c);
                    letter = rest.next();
                }
                _ => {}
            }
            let number = match letter {
                Some('[') => {
                    let after = rest.as_str();
                    let Some(end) = after.find(']') else {
                        self.error(
                            span,
                            "unterminated symbolic operand name in inline assembly string",
                        );
                        return Err(Failed);
                    };
                    rest = after[end + 1..].chars();
                    self.operand_number(&after[..end], names, span)?
                }
                Some(digit @ '0'..='9') => {
                    let after = rest.as_str();
                    let more = after.bytes().take_while(u8::is_ascii_digit).count();
                    let digits = format!("{digit}{}", &after[..more]);
                    rest = after[more..].chars();
                    match digits.parse() {
                        Ok(number) if number < names.len() => number,
                        _ => {
                            self.error(span, "invalid operand number in inline asm string");
                            return Err(Failed);
                        }
                    }
                }
                _ => {
                    self.error(span, "invalid % escape in inline assembly string");
                    return Err(Failed);
                }
            };
            let _ = match modifier {
                Some(modifier) => write!(out, "${{{number}:{modifier}}}"),
                None => write!(out, "${number}"),
            };
            // A following digit would be read as part of the number.
            if modifier.is_none() && rest.as_str().starts_with(|c: char| c.is_ascii_digit()) {
                let tail = number.to_string().len();
                out.truncate(out.len() - tail);
                let _ = write!(out, "{{{number}}}");
            }
        }
        Ok(out)
    }

    /// A constraint in LLVM's notation, without the modifiers before the codes; and whether it accepts only constants.
    fn asm_codes(&mut self, text: &str, span: Span, names: &[Option<Symbol>]) -> Parsed<(String, bool)> {
        let mut out = String::new();
        let mut constants = true;
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let length = match c {
                ' ' | '\t' | '%' => {
                    rest = &rest[1..];
                    continue;
                }
                '{' => rest.find('}').map_or(rest.len(), |end| end + 1),
                '[' => {
                    let Some(end) = rest.find(']') else {
                        self.error(span, format!("invalid constraint '{text}' in asm"));
                        return Err(Failed);
                    };
                    let number = self.operand_number(&rest[1..end], names, span)?;
                    let _ = write!(out, "{number}");
                    constants = false;
                    rest = &rest[end + 1..];
                    continue;
                }
                'D' | 'V' if rest.as_bytes().get(1).is_some_and(u8::is_ascii_uppercase) => 2,
                'm' | 'o' => {
                    self.error(span, "operands in memory are not supported in inline assembly");
                    return Err(Failed);
                }
                c if c.is_ascii_alphanumeric() => 1,
                _ => {
                    self.error(span, format!("invalid constraint '{text}' in asm"));
                    return Err(Failed);
                }
            };
            let code = match length {
                2 => format!("^{}", &rest[..2]),
                _ => rest[..length].to_string(),
            };
            constants &= CONSTANTS.contains(&code.as_str());
            out += &code;
            rest = &rest[length..];
        }
        if out.is_empty() {
            self.error(span, format!("invalid constraint '{text}' in asm"));
            return Err(Failed);
        }
        Ok((out, constants))
    }

    fn asm_checked(
        &mut self,
        span: Span,
        volatile: bool,
        template: &str,
        (outputs, inputs, clobbers): (Vec<Operand<'a>>, Vec<Operand<'a>>, Vec<String>),
    ) -> Parsed<AsmStatement<'a>> {
        let names: Vec<Option<Symbol>> = outputs.iter().chain(&inputs).map(|o| o.name).collect();
        let mut constraints: Vec<String> = Vec::new();
        let (mut targets, mut values, mut tied) = (Vec::new(), Vec::new(), Vec::new());
        for (number, output) in outputs.iter().enumerate() {
            let at = output.constraint_span;
            let (read, codes) = match output.constraint.as_bytes().first() {
                Some(b'=') => (false, &output.constraint[1..]),
                Some(b'+') => (true, &output.constraint[1..]),
                _ => {
                    self.error(
                        at,
                        format!("invalid output constraint '{}' in asm", output.constraint),
                    );
                    return Err(Failed);
                }
            };
            let early = codes.contains('&');
            let (codes, _) = self.asm_codes(&codes.replace('&', ""), at, &[])?;
            constraints.push(format!("={}{codes}", if early { "&" } else { "" }));
            if !self.sema.is_asm_output(output.expr) {
                return Err(Failed);
            }
            if read {
                tied.push(number);
            }
            targets.push(AsmOutput {
                place: output.expr,
                is_read: read,
            });
        }
        for input in &inputs {
            let at = input.constraint_span;
            let (codes, constants) = self.asm_codes(&input.constraint, at, &names)?;
            let mut value = self.sema.rvalue(input.expr);
            if !self.sema.is_asm_operand(value) {
                return Err(Failed);
            }
            if constants && let Some(known) = self.sema.eval_int(value) {
                value = self.sema.int_literal(known, value.ty.ty, value.span);
            }
            constraints.push(codes);
            values.push(AsmInput { value });
        }
        constraints.extend(tied.iter().map(ToString::to_string));
        for clobber in &clobbers {
            let name = clobber.trim_matches(|c| c == '{' || c == '}' || c == '%');
            if name.is_empty() || name.contains([',', '{', '}']) {
                self.error(span, format!("unknown register name '{clobber}' in asm"));
                return Err(Failed);
            }
            constraints.push(format!("~{{{name}}}"));
        }
        let arena = self.sema.arena;
        Ok(AsmStatement {
            template: arena.alloc_str(template),
            constraints: arena.alloc_str(&constraints.join(",")),
            outputs: arena.alloc_slice_copy(&targets),
            inputs: arena.alloc_slice_copy(&values),
            volatile: volatile || outputs.is_empty(),
            clobbers_memory: clobbers.iter().any(|name| name == "memory"),
            span,
        })
    }
}
