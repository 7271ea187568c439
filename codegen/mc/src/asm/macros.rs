//! Conditional assembly, macros and repetition: transformations of the text before statements are read.

use super::arguments::{argument, bracketed, substitute};
use super::cursor::{Cursor, ParseError};
use super::lexer::{Token, TokenKind};
use super::parser::{AsmParser, TargetAsmParser};
use crate::streamer::Streamer;
use std::rc::Rc;

/// Maximum nesting of macros and conditions.
const MAX_DEPTH: usize = 64;
/// Maximum size in bytes of all expansions of a file.
const MAX_EXPANDED: usize = 1 << 24;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    parameters: Vec<Parameter>,
    body: String,
}

#[derive(Debug)]
struct Parameter {
    name: String,
    default: String,
    is_required: bool,
    /// A parameter that takes all remaining arguments.
    is_variadic: bool,
}

/// One level of `.if`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    /// Its position.
    start: Token,
    /// Whether statements are active here.
    is_active: bool,
    /// Whether a branch was taken already, or none may be because the whole is skipped.
    is_decided: bool,
    has_else: bool,
}

impl AsmParser<'_> {
    /// Whether the statements here are skipped.
    fn is_skipping(&self) -> bool {
        self.state
            .conditions
            .last()
            .is_some_and(|condition| !condition.is_active)
    }

    /// Handles a directive of this module, or skips a statement excluded by a condition; `None` if it is neither.
    pub(super) fn preprocess<S: Streamer, T: TargetAsmParser<S>>(
        &mut self,
        target: &mut T,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Option<Result<(), ParseError>> {
        let first = cursor.token();
        let word = cursor.ident();
        if let Some(word) = word.filter(|word| word.starts_with(".if") || word.starts_with(".e"))
            && let Some(result) = self.conditional(word, first, cursor, out)
        {
            return Some(result);
        }
        if self.is_skipping() {
            return Some(Ok(()));
        }
        let word = word?;
        if let Some(called) = self.state.macros.get(word).cloned() {
            cursor.advance();
            return Some(self.call(&called, first, cursor, target, out));
        }
        Some(match word {
            ".macro" => {
                cursor.advance();
                self.define(first, cursor)
            }
            ".purgem" => {
                cursor.advance();
                self.purge(cursor)
            }
            ".rept" | ".rep" => {
                cursor.advance();
                self.repeat(first, cursor, target, out)
            }
            ".irp" | ".irpc" => {
                let each_character = word == ".irpc";
                cursor.advance();
                self.repeat_for(first, each_character, cursor, target, out)
            }
            ".exitm" if self.place.is_some() => {
                self.skip_to(self.text().len());
                let outer = self.outer_conditions;
                self.state.conditions.truncate(outer);
                Ok(())
            }
            ".endm" | ".endmacro" | ".endr" | ".exitm" => {
                Err(cursor.error_at(first, format!("unexpected '{word}', no current macro definition")))
            }
            ".altmacro" | ".noaltmacro" => {
                cursor.advance();
                self.state.alternate_macros = word == ".altmacro";
                cursor.expect_end()
            }
            ".include" => {
                cursor.advance();
                self.include(cursor, target, out)
            }
            ".end" => {
                self.state.has_ended = true;
                Ok(())
            }
            _ => return None,
        })
    }

    /// Directives from `.if` to `.endif`.
    fn conditional<S: Streamer>(
        &mut self,
        word: &str,
        first: Token,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Option<Result<(), ParseError>> {
        let is_if = word.starts_with(".if");
        if !is_if && !matches!(word, ".else" | ".elseif" | ".endif") {
            return None;
        }
        cursor.advance();
        if is_if {
            if self.state.conditions.len() >= MAX_DEPTH {
                return Some(Err(cursor.error_at(first, "conditions are nested too deeply")));
            }
            let is_skipped = self.is_skipping();
            let (holds, result) = match is_skipped {
                true => (false, Ok(())),
                false => match self.condition(word, first, cursor, out) {
                    Ok(holds) => (holds, Ok(())),
                    Err(error) => (false, Err(error)),
                },
            };
            self.state.conditions.push(Condition {
                start: first,
                is_active: holds,
                is_decided: holds || is_skipped,
                has_else: false,
            });
            return Some(result);
        }
        let Some(mut condition) = self.state.conditions.pop() else {
            return Some(Err(cursor.error_at(first, format!("'{word}' without .if"))));
        };
        Some(match word {
            ".endif" => cursor.expect_end(),
            _ if condition.has_else => Err(cursor.error_at(first, format!("'{word}' after .else"))),
            _ => {
                let holds = match word {
                    ".elseif" if !condition.is_decided => self.condition(".if", first, cursor, out),
                    _ => Ok(true),
                };
                condition.has_else = word == ".else";
                condition.is_active = !condition.is_decided && *holds.as_ref().unwrap_or(&false);
                condition.is_decided |= condition.is_active;
                self.state.conditions.push(condition);
                holds.map(|_| ())
            }
        })
    }

    /// The condition of an `.if` directive.
    fn condition<S: Streamer>(
        &mut self,
        word: &str,
        first: Token,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<bool, ParseError> {
        let holds = match word {
            ".ifdef" | ".ifndef" | ".ifnotdef" => {
                let name = cursor.name()?;
                let symbol = out.symbols().get(&name);
                let is_defined = symbol.is_some_and(|symbol| out.symbols().is_defined(symbol));
                is_defined == (word == ".ifdef")
            }
            ".ifb" | ".ifnb" => {
                let is_blank = cursor.at_end();
                while !cursor.at_end() {
                    cursor.advance();
                }
                is_blank == (word == ".ifb")
            }
            ".ifc" | ".ifnc" | ".ifeqs" | ".ifnes" => {
                let mut parts = [String::new(), String::new()];
                let mut index = 0;
                while !cursor.at_end() {
                    if index == 0 && cursor.eat(b',') {
                        index = 1;
                        continue;
                    }
                    let token = cursor.advance();
                    parts[index].push_str(cursor.text_of(token));
                }
                if index == 0 {
                    return Err(cursor.error("expected two strings"));
                }
                (parts[0] == parts[1]) == matches!(word, ".ifc" | ".ifeqs")
            }
            ".if" | ".ifne" | ".ifeq" | ".ifgt" | ".ifge" | ".iflt" | ".ifle" => {
                let value = self.absolute(cursor, out)?;
                match word {
                    ".ifeq" => value == 0,
                    ".ifgt" => value > 0,
                    ".ifge" => value >= 0,
                    ".iflt" => value < 0,
                    ".ifle" => value <= 0,
                    _ => value != 0,
                }
            }
            _ => return Err(cursor.error_at(first, format!("unknown directive '{word}'"))),
        };
        cursor.expect_end()?;
        Ok(holds)
    }

    /// Fails if a condition that began in this text is not closed, and drops it.
    pub(super) fn finish_conditions(&mut self) {
        let outer = self.outer_conditions;
        if let Some(open) = self.state.conditions.get(outer).copied() {
            self.state.conditions.truncate(outer);
            self.report(ParseError {
                start: open.start.start,
                end: open.start.end,
                message: "a condition without .endif".to_string(),
            });
        }
    }

    /// The lines up to the directive that ends the block, including nested blocks; continues after it.
    fn block(&mut self, first: Token, cursor: &Cursor<'_>, is_macro: bool) -> Result<String, ParseError> {
        let rest = &self.text()[self.position().min(self.text().len())..];
        let (mut depth, mut offset) = (0usize, 0);
        for line in rest.split_inclusive('\n') {
            let word = line.split_whitespace().next().unwrap_or("");
            let (begins, ends) = match is_macro {
                true => (word == ".macro", matches!(word, ".endm" | ".endmacro")),
                false => (
                    matches!(word, ".rept" | ".rep" | ".irp" | ".irpc"),
                    word == ".endr",
                ),
            };
            depth += usize::from(begins);
            if ends && depth == 0 {
                let position = self.position() + offset + line.len();
                let body = rest[..offset].to_string();
                self.skip_to(position);
                return Ok(body);
            }
            depth -= usize::from(ends);
            offset += line.len();
        }
        self.skip_to(self.text().len());
        let end = if is_macro { ".endm" } else { ".endr" };
        Err(cursor.error_at(first, format!("no matching '{end}' in definition")))
    }

    fn define(&mut self, first: Token, cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
        let header = read_header(cursor);
        let body = self.block(first, cursor, true)?;
        let (name, parameters) = header?;
        if self.state.macros.contains_key(&name) {
            return Err(cursor.error_at(first, format!("macro '{name}' is already defined")));
        }
        self.state
            .macros
            .insert(name, Rc::new(Macro { parameters, body }));
        Ok(())
    }

    fn purge(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
        loop {
            let token = cursor.token();
            let name = cursor.name()?;
            if self.state.macros.remove(&name).is_none() {
                return Err(cursor.error_at(token, format!("macro '{name}' is not defined")));
            }
            if !cursor.eat(b',') {
                return cursor.expect_end();
            }
        }
    }

    fn call<S: Streamer, T: TargetAsmParser<S>>(
        &mut self,
        called: &Macro,
        first: Token,
        cursor: &mut Cursor<'_>,
        target: &mut T,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let mut values: Vec<Option<String>> = vec![None; called.parameters.len()];
        let mut next = 0;
        while !cursor.at_end() {
            let token = cursor.token();
            let named = cursor
                .ident()
                .filter(|_| cursor.peek(1).kind == TokenKind::Punct(b'='));
            let index = match named {
                Some(name) => {
                    let index = called
                        .parameters
                        .iter()
                        .position(|parameter| parameter.name == name);
                    cursor.advance();
                    cursor.advance();
                    index.ok_or_else(|| {
                        cursor.error_at(token, format!("the macro has no parameter '{name}'"))
                    })?
                }
                None => next,
            };
            let Some(parameter) = called.parameters.get(index) else {
                return Err(cursor.error_at(token, "too many positional arguments"));
            };
            values[index] = Some(self.argument(parameter.is_variadic, cursor, out)?);
            next = index + 1;
            cursor.eat(b',');
        }
        for (parameter, value) in called.parameters.iter().zip(&mut values) {
            if parameter.is_required && value.as_deref().unwrap_or("").is_empty() {
                let message = format!("missing value for required parameter '{}'", parameter.name);
                return Err(cursor.error_at(first, message));
            }
            let is_empty = value.as_deref().unwrap_or("").is_empty();
            if is_empty {
                *value = Some(parameter.default.clone());
            }
        }
        let names: Vec<(&str, &str)> = called
            .parameters
            .iter()
            .zip(&values)
            .map(|(parameter, value)| (parameter.name.as_str(), value.as_deref().unwrap_or("")))
            .collect();
        let number = self.state.expansions;
        let mut text = String::new();
        substitute(
            &called.body,
            &names,
            number,
            self.state.alternate_macros,
            &mut text,
        );
        self.expand(text, first, cursor, target, out)
    }

    /// An argument of a call. With `.altmacro`, `%` begins an expression that is evaluated here, and text between `<`
    /// and `>` is one argument, in which `!` escapes the next character.
    fn argument<S: Streamer>(
        &mut self,
        is_variadic: bool,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<String, ParseError> {
        let token = cursor.token();
        if !self.state.alternate_macros {
            return Ok(argument(cursor, is_variadic));
        }
        if cursor.eat(b'%') {
            return Ok(self.absolute(cursor, out)?.to_string());
        }
        let rest = self.text.get(token.start as usize..).unwrap_or("");
        if let Some((value, length)) = bracketed(rest) {
            let end = token.start + length as u32;
            while !cursor.at_end() && cursor.token().start < end {
                cursor.advance();
            }
            return Ok(value);
        }
        Ok(argument(cursor, is_variadic))
    }

    fn repeat<S: Streamer, T: TargetAsmParser<S>>(
        &mut self,
        first: Token,
        cursor: &mut Cursor<'_>,
        target: &mut T,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let count = self.absolute(cursor, out).and_then(|count| {
            cursor.expect_end()?;
            usize::try_from(count).map_err(|_| cursor.error_at(first, "the count is negative"))
        });
        let body = self.block(first, cursor, false)?;
        let count = count?;
        if body.len().saturating_mul(count) > MAX_EXPANDED {
            return Err(cursor.error_at(first, "expansions are too long"));
        }
        self.expand(body.repeat(count), first, cursor, target, out)
    }

    fn repeat_for<S: Streamer, T: TargetAsmParser<S>>(
        &mut self,
        first: Token,
        each_character: bool,
        cursor: &mut Cursor<'_>,
        target: &mut T,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let header = read_values(cursor, each_character);
        let body = self.block(first, cursor, false)?;
        let (name, values) = header?;
        if body.len().saturating_mul(values.len()) > MAX_EXPANDED {
            return Err(cursor.error_at(first, "expansions are too long"));
        }
        let mut text = String::new();
        for value in &values {
            let number = self.state.expansions;
            substitute(
                &body,
                &[(&name, value)],
                number,
                self.state.alternate_macros,
                &mut text,
            );
        }
        self.expand(text, first, cursor, target, out)
    }

    /// Parses `text` in place of the statement that begins with `first`.
    fn expand<S: Streamer, T: TargetAsmParser<S>>(
        &mut self,
        text: String,
        first: Token,
        cursor: &Cursor<'_>,
        target: &mut T,
        out: &mut S,
    ) -> Result<(), ParseError> {
        self.state.expanded_bytes = self.state.expanded_bytes.saturating_add(text.len() + 1);
        if self.state.depth >= MAX_DEPTH {
            return Err(cursor.error_at(first, "macros are nested too deeply"));
        }
        if self.state.expanded_bytes > MAX_EXPANDED {
            return Err(cursor.error_at(first, "expansions are too long"));
        }
        self.state.expansions += 1;
        self.state.depth += 1;
        let mut inner = AsmParser {
            text: &text,
            file: self.file,
            position: 0,
            place: Some(self.place_of(first)),
            outer_conditions: self.state.conditions.len(),
            state: std::mem::take(&mut self.state),
        };
        inner.statements(target, out);
        self.state = inner.state;
        self.state.depth -= 1;
        Ok(())
    }
}

/// `NAME a, b=1, c:req, d:vararg`
fn read_header(cursor: &mut Cursor<'_>) -> Result<(String, Vec<Parameter>), ParseError> {
    let name = cursor.name()?;
    let mut parameters: Vec<Parameter> = Vec::new();
    cursor.eat(b',');
    while !cursor.at_end() {
        let token = cursor.token();
        let mut parameter = Parameter {
            name: cursor.name()?,
            default: String::new(),
            is_required: false,
            is_variadic: false,
        };
        if parameters.iter().any(|known| known.name == parameter.name) {
            let message = format!("macro '{name}' has two parameters '{}'", parameter.name);
            return Err(cursor.error_at(token, message));
        }
        if parameters.last().is_some_and(|last| last.is_variadic) {
            return Err(cursor.error_at(token, "a vararg parameter must be the last"));
        }
        if cursor.eat(b':') {
            match cursor.ident() {
                Some("req") => parameter.is_required = true,
                Some("vararg") => parameter.is_variadic = true,
                _ => return Err(cursor.error("expected 'req' or 'vararg'")),
            }
            cursor.advance();
        }
        if cursor.eat(b'=') {
            parameter.default = argument(cursor, false);
        }
        parameters.push(parameter);
        cursor.eat(b',');
    }
    Ok((name, parameters))
}

/// The name and the values of `.irp` and `.irpc`.
fn read_values(cursor: &mut Cursor<'_>, each_character: bool) -> Result<(String, Vec<String>), ParseError> {
    let name = cursor.name()?;
    cursor.expect(b',')?;
    let mut values = Vec::new();
    while !cursor.at_end() {
        let value = argument(cursor, false);
        if each_character {
            values.extend(value.trim_matches('"').chars().map(String::from));
        } else {
            values.push(value);
        }
        cursor.eat(b',');
    }
    Ok((name, values))
}
