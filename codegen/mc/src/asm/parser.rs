//! Statements: labels, assignments, instructions; what every target has and what a target adds.

use super::cursor::{Cursor, ExprFunction, ParseError};
use super::includes::{Included, Missing};
use super::lexer::{Token, TokenKind, lex_statement};
use super::macros::{Condition, Macro};
use crate::inst::{MCExpr, MCInst, MCOperand};
use crate::object_module::SectionSpec;
use crate::streamer::Streamer;
use fxhash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use wavec_support::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

/// The target's part of reading assembly.
pub trait TargetAsmParser<S: Streamer> {
    /// Reads the instruction whose mnemonic was just passed, up to the end of the statement.
    fn instruction(
        &mut self,
        mnemonic: Token,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<MCInst, ParseError>;

    /// Reads a directive whose name was just passed; `None` if it is not one of the target's. It may read further
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

/// Reads one file, or the text that a macro stands for.
pub struct AsmParser<'a> {
    pub(super) text: &'a str,
    pub(super) file: FileId,
    pub(super) position: usize,
    /// Of the text of a macro: where it was called.
    pub(super) place: Option<Span>,
    /// Conditions that began outside of this text.
    pub(super) outer_conditions: usize,
    /// What all texts share.
    pub state: ParserState,
}

/// What is known after the statements read so far.
pub struct ParserState {
    pub(super) sections: Vec<SectionSpec>,
    pub(super) current: SectionSpec,
    pub(super) previous: Option<SectionSpec>,
    /// Sections by name and number.
    pub(super) known_sections: FxHashMap<(String, Option<u32>), SectionSpec>,
    pub(super) macros: FxHashMap<String, Rc<Macro>>,
    pub(super) conditions: Vec<Condition>,
    /// Macros that are being expanded.
    pub(super) depth: usize,
    /// Whether `.altmacro` holds.
    pub(super) alternate_macros: bool,
    /// Expansions so far, and their size.
    pub(super) expansions: usize,
    pub(super) expanded_bytes: usize,
    /// Files that are being included, and the bytes of all that were.
    pub(super) files: usize,
    pub(super) included_bytes: usize,
    /// What was left out so far, each said once.
    pub(super) left_out: Vec<&'static str>,
    /// Whether `.end` was read.
    pub(super) has_ended: bool,
    /// What was wrong so far.
    pub errors: Diagnostics,
    /// Functions of the target in expressions.
    pub functions: Option<ExprFunction>,
    /// Files that are at hand.
    pub included: Option<Arc<Included>>,
    /// Files that were named and are not.
    pub missing: Vec<Missing>,
    /// Values that a directive needed before its symbols had any: see [`AsmParser::late`].
    pub late: LateValues,
}

/// Most errors of one file.
const MAX_ERRORS: usize = 100_000;

impl Default for ParserState {
    fn default() -> ParserState {
        ParserState {
            sections: Vec::new(),
            current: SectionSpec::text(),
            previous: None,
            known_sections: FxHashMap::default(),
            macros: FxHashMap::default(),
            conditions: Vec::new(),
            depth: 0,
            alternate_macros: false,
            expansions: 0,
            expanded_bytes: 0,
            files: 0,
            included_bytes: 0,
            left_out: Vec::new(),
            has_ended: false,
            errors: Diagnostics::with_limit(MAX_ERRORS),
            functions: None,
            included: None,
            missing: Vec::new(),
            late: LateValues::default(),
        }
    }
}

/// Values of directives that depend on symbols which the file sets further down. A first reading collects the
/// expressions, the next one is given their values.
#[derive(Clone, Default, Debug)]
pub struct LateValues {
    /// What was not known where it was needed, in the order of the file.
    pub needed: Vec<MCExpr>,
    /// The values that these had at the end of the reading before, if there was one; `None` where there was none.
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

    /// A parser of text that has no file: what is wrong with it is reported at `place`, with the line.
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

    /// A reader of a statement's tokens.
    pub fn cursor<'t>(&self, tokens: &'t [Token]) -> Cursor<'t>
    where
        'a: 't,
    {
        Cursor::new(self.text, tokens).with_functions(self.state.functions)
    }

    /// The file that is read.
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

    /// Goes on after byte `position`.
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

    /// Notes an error.
    pub fn report(&mut self, error: ParseError) {
        let diagnostic = self.diagnostic(error);
        self.state.errors.push(diagnostic);
    }

    /// An error, with its line if it stands in the text of a macro.
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

    /// The place of a token in the file: where the macro was called, if it stands in one.
    pub fn place_of(&self, token: Token) -> Span {
        self.place.unwrap_or_else(|| token.span(self.file))
    }

    /// Reads all statements. Goes on after a wrong one with the next line.
    pub fn run<S: Streamer, T: TargetAsmParser<S>>(&mut self, target: &mut T, out: &mut S) {
        self.statements(target, out);
        if let Err(message) = target.finish(out) {
            let end = self.text.len() as u32;
            self.state.errors.error(Span::new(self.file, end, end), message);
        }
    }

    /// Reads the statements of this text.
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

    /// An expression whose value is known here.
    pub fn absolute<S: Streamer>(&mut self, cursor: &mut Cursor<'_>, out: &mut S) -> Result<i64, ParseError> {
        let token = cursor.token();
        let expr = self.expression(cursor, out)?;
        out.evaluate(&expr)
            .ok_or_else(|| cursor.error_at(token, "expected an absolute expression"))
    }

    /// A number that is known at the end of the file at the latest, and the expression if it is not known before; no
    /// number if this reading only collects what is missing.
    ///
    /// # Errors
    /// It is no number at the end either.
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

    /// [`AsmParser::late`] where only the number counts, 0 while it is not known.
    pub(super) fn late_number<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<i64, ParseError> {
        Ok(self.late(cursor, out)?.0.unwrap_or(0))
    }

    /// `.` in the operands of an instruction is where that starts.
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
                    let name = format!(".Ltmp{}", out.symbols().len());
                    let place = out.symbols_mut().intern(&name);
                    out.label(place)?;
                    *label.insert(place)
                }
            };
            **expr = replace(std::mem::replace(expr, MCExpr::Constant(0)), here, place);
        }
        Ok(())
    }

    /// An expression in which `.` is the current place.
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
        let label = {
            let name = format!(".Ltmp{}", out.symbols().len());
            out.symbols_mut().intern(&name)
        };
        out.label(label).map_err(|message| cursor.error(message))?;
        Ok(replace(expr, here, label))
    }
}

/// Whether `expr` names a symbol.
fn uses(expr: &MCExpr, symbol: crate::SymbolId) -> bool {
    match expr {
        MCExpr::Constant(_) => false,
        MCExpr::Symbol(name, _) => *name == symbol,
        MCExpr::Unary(_, inner) => uses(inner, symbol),
        MCExpr::Binary(_, a, b) => uses(a, symbol) || uses(b, symbol),
    }
}

/// `expr` with one symbol replaced by another.
fn replace(expr: MCExpr, from: crate::SymbolId, to: crate::SymbolId) -> MCExpr {
    match expr {
        MCExpr::Symbol(symbol, variant) if symbol == from => MCExpr::Symbol(to, variant),
        MCExpr::Unary(op, inner) => MCExpr::Unary(op, Box::new(replace(*inner, from, to))),
        MCExpr::Binary(op, a, b) => MCExpr::Binary(
            op,
            Box::new(replace(*a, from, to)),
            Box::new(replace(*b, from, to)),
        ),
        other => other,
    }
}
