//! Statements: labels, assignments, instructions and directives; the common part, and the interface to the target's
//! part.

use super::cursor::{Cursor, ExprFunction, ParseError};
use super::includes::{Included, Missing};
use super::lexer::{Token, TokenKind, lex_statement};
use super::macros::{Condition, Macro};
use crate::inst::{MCExpr, MCInst, MCOperand};
use crate::object_module::{SectionKey, SectionSpec};
use crate::streamer::Streamer;
use fxhash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use wavec_support::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

/// The target's part of the assembler.
pub trait TargetAsmParser<S: Streamer> {
    /// Parses the instruction whose mnemonic was just consumed, up to the end of the statement.
    fn instruction(
        &mut self,
        mnemonic: Token,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<MCInst, ParseError>;

    /// Parses a directive whose name was just consumed; `None` if it is not one of the target's. It may read further
    /// statements with [`AsmParser::next_statement`].
    fn directive(
        &mut self,
        name: &str,
        parser: &mut AsmParser<'_>,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Option<Result<(), ParseError>>;

    /// Called after the last statement.
    fn finish(&mut self, _out: &mut S) -> Result<(), String> {
        Ok(())
    }
}

/// Parses one file, or the text of a macro expansion.
pub struct AsmParser<'a> {
    pub(super) text: &'a str,
    pub(super) file: FileId,
    pub(super) position: usize,
    /// For the text of a macro: the position of its call.
    pub(super) place: Option<Span>,
    /// Conditions that began outside this text.
    pub(super) outer_conditions: usize,
    /// State shared by all texts.
    pub state: ParserState,
}

/// The number of a register of this name in debug information; an error says why it has none.
pub type RegisterNumbers = fn(&str) -> Result<u32, &'static str>;

/// State after the statements parsed so far.
pub struct ParserState {
    pub(super) sections: Vec<SectionSpec>,
    pub(super) current: SectionSpec,
    pub(super) previous: Option<SectionSpec>,
    /// The sections so far.
    pub(super) known_sections: FxHashMap<SectionKey, SectionSpec>,
    pub(super) macros: FxHashMap<String, Rc<Macro>>,
    pub(super) conditions: Vec<Condition>,
    /// Macros currently being expanded.
    pub(super) depth: usize,
    /// Whether `.altmacro` is in effect.
    pub(super) alternate_macros: bool,
    /// Expansions so far, and their size.
    pub(super) expansions: usize,
    pub(super) expanded_bytes: usize,
    /// Files currently being included, and the bytes of all included so far.
    pub(super) files: usize,
    pub(super) included_bytes: usize,
    /// Kinds of directives ignored so far, each reported once.
    pub(super) left_out: Vec<&'static str>,
    /// The `is_stmt` of the last `.loc`, which stays until it is changed.
    pub(super) is_statement: bool,
    /// Whether `.end` was read.
    pub(super) has_ended: bool,
    /// Errors so far.
    pub errors: Diagnostics,
    /// Functions of the target in expressions.
    pub functions: Option<ExprFunction>,
    /// Numbers of the target's registers in debug information, by their names.
    pub register_numbers: Option<RegisterNumbers>,
    /// Available files.
    pub included: Option<Arc<Included>>,
    /// Files that were named but are not available.
    pub missing: Vec<Missing>,
    /// Values that directives need before they are known: see [`AsmParser::late`].
    pub late: LateValues,
}

/// Maximum number of errors of one file.
const MAX_ERRORS: usize = 100_000;

impl Default for ParserState {
    fn default() -> ParserState {
        ParserState {
            sections: Vec::new(),
            current: SectionSpec::text(),
            previous: None,
            known_sections: std::iter::once(SectionSpec::text())
                .map(|text| (text.key(), text))
                .collect(),
            macros: FxHashMap::default(),
            conditions: Vec::new(),
            depth: 0,
            alternate_macros: false,
            expansions: 0,
            expanded_bytes: 0,
            files: 0,
            included_bytes: 0,
            left_out: Vec::new(),
            is_statement: true,
            has_ended: false,
            errors: Diagnostics::with_limit(MAX_ERRORS),
            functions: None,
            register_numbers: None,
            included: None,
            missing: Vec::new(),
            late: LateValues::default(),
        }
    }
}

/// Values in directives that depend on later symbols. A first pass collects the expressions; the next one is given
/// their values.
#[derive(Clone, Default, Debug)]
pub struct LateValues {
    /// Expressions whose values were unknown when needed, in the order of the file.
    pub needed: Vec<MCExpr>,
    /// Their values at the end of the previous pass, if there was one; `None` if still unknown.
    pub known: Option<Vec<Option<i64>>>,
}

impl<'a> AsmParser<'a> {
    /// A parser at the start of a file.
    pub fn new(sources: &'a SourceMap, file: FileId) -> AsmParser<'a> {
        AsmParser {
            text: &sources.file(file).text,
            file,
            position: 0,
            place: None,
            outer_conditions: 0,
            state: ParserState::default(),
        }
    }

    /// A parser of text without a file: errors are reported at `place`, with the line.
    pub fn of_text(text: &'a str, place: Span) -> AsmParser<'a> {
        AsmParser {
            text,
            file: place.file,
            position: 0,
            place: Some(place),
            outer_conditions: 0,
            state: ParserState::default(),
        }
    }

    /// A cursor over a statement's tokens.
    pub fn cursor<'t>(&self, tokens: &'t [Token]) -> Cursor<'t>
    where
        'a: 't,
    {
        Cursor::new(self.text, tokens).with_functions(self.state.functions)
    }

    /// The current file.
    pub fn file(&self) -> FileId {
        self.file
    }

    /// The whole text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Where the next statement starts.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Continues after byte `position`.
    pub fn skip_to(&mut self, position: usize) {
        self.position = position.min(self.text.len());
    }

    /// Reads the tokens of the next statement; false at the end of the file.
    pub fn next_statement(&mut self, tokens: &mut Vec<Token>) -> bool {
        if self.position >= self.text.len() {
            return false;
        }
        self.position = lex_statement(self.text, self.position, tokens);
        true
    }

    /// Records an error.
    pub fn report(&mut self, error: ParseError) {
        let diagnostic = self.diagnostic(error);
        self.state.errors.push(diagnostic);
    }

    /// An error, with its line if it is in the text of a macro.
    fn diagnostic(&self, error: ParseError) -> Diagnostic {
        let Some(place) = self.place else {
            return Diagnostic::error(Span::new(self.file, error.start, error.end), error.message);
        };
        let before = self.text.get(..error.start as usize).unwrap_or("");
        let line = self.text[before.rfind('\n').map_or(0, |end| end + 1)..]
            .lines()
            .next();
        Diagnostic::error(place, error.message)
            .with_note(Span::NONE, format!("expanded: {}", line.unwrap_or("").trim()))
    }

    /// The position of a token in the file: that of the call, if it is in a macro.
    pub fn place_of(&self, token: Token) -> Span {
        self.place.unwrap_or_else(|| token.span(self.file))
    }

    /// Parses all statements. After an error, continues with the next line.
    pub fn run<S: Streamer, T: TargetAsmParser<S>>(&mut self, target: &mut T, out: &mut S) {
        self.statements(target, out);
        if let Err(message) = target.finish(out) {
            let end = self.text.len() as u32;
            self.state.errors.error(Span::new(self.file, end, end), message);
        }
    }

    /// Parses the statements of this text.
    pub(super) fn statements<S: Streamer, T: TargetAsmParser<S>>(&mut self, target: &mut T, out: &mut S) {
        let mut tokens = Vec::new();
        while !self.state.has_ended && self.next_statement(&mut tokens) {
            let mut cursor = self.cursor(&tokens);
            if let Err(error) = self.statement(target, &mut cursor, out) {
                self.report(error);
            }
        }
        self.finish_conditions();
    }

    fn statement<S: Streamer, T: TargetAsmParser<S>>(
        &mut self,
        target: &mut T,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        loop {
            if cursor.at_end() {
                return Ok(());
            }
            let first = cursor.token();
            if let Some(result) = self.preprocess(target, cursor, out) {
                return result;
            }
            out.set_location(self.place_of(first));
            if let (TokenKind::Int(number), TokenKind::Punct(b':')) = (first.kind, cursor.peek(1).kind) {
                cursor.advance();
                cursor.advance();
                let symbol = out.symbols_mut().define_numeric(number);
                out.label(symbol)
                    .map_err(|message| cursor.error_at(first, message))?;
                continue;
            }
            let is_name = matches!(first.kind, TokenKind::Ident | TokenKind::String);
            if is_name && cursor.peek(1).kind == TokenKind::Punct(b':') {
                let name = cursor.name()?;
                cursor.advance();
                let symbol = out.symbols_mut().intern(&name);
                out.label(symbol)
                    .map_err(|message| cursor.error_at(first, message))?;
                out.symbols_mut().set_defined(symbol);
                continue;
            }
            if is_name && cursor.peek(1).kind == TokenKind::Punct(b'=') {
                let name = cursor.name()?;
                cursor.advance();
                return self.assignment(first, &name, cursor, out);
            }
            let Some(word) = cursor.ident() else {
                return Err(cursor.error("unexpected token at start of statement"));
            };
            cursor.advance();
            if word.starts_with('.') {
                if let Some(result) = target.directive(word, self, cursor, out) {
                    return result;
                }
                return self.directive(first, word, cursor, out);
            }
            let mut inst = target.instruction(first, cursor, out)?;
            cursor.expect_end()?;
            self.place_operands(&mut inst, out)
                .map_err(|message| cursor.error_at(first, message))?;
            return out
                .instruction(&inst)
                .map_err(|message| cursor.error_at(first, message));
        }
    }

    pub(super) fn assignment<S: Streamer>(
        &mut self,
        first: Token,
        name: &str,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let value = self.expression(cursor, out)?;
        cursor.expect_end()?;
        if name == "." {
            return out
                .org(value, 0)
                .map_err(|message| cursor.error_at(first, message));
        }
        let symbol = out.symbols_mut().intern(name);
        let number = match value {
            MCExpr::Constant(number) => Some(number),
            _ => None,
        };
        out.symbols_mut().set_constant(symbol, number);
        out.symbols_mut().set_defined(symbol);
        out.assign(symbol, value)
            .map_err(|message| cursor.error_at(first, message))
    }

    /// An expression with a known value.
    pub fn absolute<S: Streamer>(&mut self, cursor: &mut Cursor<'_>, out: &mut S) -> Result<i64, ParseError> {
        let token = cursor.token();
        let expr = self.expression(cursor, out)?;
        out.evaluate(&expr)
            .ok_or_else(|| cursor.error_at(token, "expected an absolute expression"))
    }

    /// A number that is known by the end of the file, and the expression if it is not known yet; no number in the pass
    /// that collects unknown values.
    ///
    /// # Errors
    /// The value is not a number at the end either.
    pub fn late<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(Option<i64>, Option<MCExpr>), ParseError> {
        let token = cursor.token();
        let expr = self.expression(cursor, out)?;
        if let Some(value) = out.evaluate(&expr) {
            return Ok((Some(value), None));
        }
        let late = &mut self.state.late;
        late.needed.push(expr.clone());
        let Some(known) = &late.known else {
            return Ok((None, None));
        };
        match known.get(late.needed.len() - 1) {
            Some(Some(value)) => Ok((Some(*value), Some(expr))),
            _ => Err(cursor.error_at(token, "expected an absolute expression")),
        }
    }

    /// [`AsmParser::late`] for callers that only need the number; 0 while it is unknown.
    pub(super) fn late_number<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<i64, ParseError> {
        Ok(self.late(cursor, out)?.0.unwrap_or(0))
    }

    /// `.` in the operands of an instruction is the instruction's start.
    fn place_operands<S: Streamer>(&mut self, inst: &mut MCInst, out: &mut S) -> Result<(), String> {
        let Some(here) = out.symbols().get(".") else {
            return Ok(());
        };
        let mut label = None;
        for operand in &mut inst.operands {
            let MCOperand::Expr(expr) = operand else {
                continue;
            };
            if !uses(expr, here) {
                continue;
            }
            let place = match label {
                Some(place) => place,
                None => {
                    let place = out.symbols_mut().location();
                    out.label(place)?;
                    *label.insert(place)
                }
            };
            **expr = replace(expr, here, place);
        }
        Ok(())
    }

    /// An expression in which `.` is the current position.
    pub(super) fn expression<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<MCExpr, ParseError> {
        let uses_here = {
            let mut probe = *cursor;
            let mut found = false;
            while !probe.at_end() {
                found |= probe.ident() == Some(".");
                probe.advance();
            }
            found
        };
        let expr = cursor.expression(out.symbols_mut())?;
        if !uses_here {
            return Ok(expr);
        }
        let here = out.symbols_mut().intern(".");
        let label = out.symbols_mut().location();
        out.label(label).map_err(|message| cursor.error(message))?;
        Ok(replace(&expr, here, label))
    }
}

/// Whether `expr` refers to a symbol.
fn uses(expr: &MCExpr, symbol: crate::SymbolId) -> bool {
    match expr {
        MCExpr::Constant(_) => false,
        MCExpr::Symbol(name, _) => *name == symbol,
        MCExpr::Unary(_, inner) => uses(inner, symbol),
        MCExpr::Binary(_, a, b) => uses(a, symbol) || uses(b, symbol),
    }
}

/// `expr` with one symbol replaced by another.
fn replace(expr: &MCExpr, from: crate::SymbolId, to: crate::SymbolId) -> MCExpr {
    expr.map_symbols(&|symbol| if symbol == from { to } else { symbol })
}
