//! The parser, which evaluates statements as it reads them.
//!
//! Each grammar rule has a function, which is named after it and documented with it. After an error, the parser continues
//! at the next statement that starts a line, so that a run reports several errors. The names that an erroneous statement
//! would have defined are remembered, so that statements that refer to them cause no further messages.

mod arguments;
mod multiclasses;
mod operators;
mod operators_binary;
mod operators_binding;
mod ranges;
mod records;
mod repeated_texts;
mod statements;
mod types;
mod values;

use crate::eval::{Entry, Eval, Evaluator, Fail, ForeachLoop};
use crate::intern::Symbol;
use crate::lexer::Lexer;
use crate::record::{FieldKind, RecordId};
use crate::token::{KEYWORDS, Keyword, Tok, Token};
use crate::types::TypeId;
use crate::value::ValueId;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use wavec_support::Span;

/// Deepest nesting of statements, types and values in the text.
pub(crate) const MAX_NESTING: usize = 8000;
/// Errors after which a run stops.
const MAX_ERRORS: usize = 20;

/// One assignment of a `let ... in`.
#[derive(Clone)]
struct LetItem {
    name: Symbol,
    bits: Vec<u32>,
    value: ValueId,
    span: Span,
}

/// A multiclass: its name, template arguments and entries.
#[derive(Clone)]
struct MultiClass {
    record: RecordId,
    entries: Vec<Entry>,
}

/// The names that a scope makes visible besides its own variables.
#[derive(Clone, Copy)]
enum ScopeKind {
    Local,
    /// Fields, and for a class template arguments.
    Record(RecordId),
    /// The iteration variable.
    Loop(Option<(Symbol, TypeId)>),
    /// Template arguments.
    MultiClass(RecordId),
}

struct Scope {
    kind: ScopeKind,
    variables: SmallVec<[(Symbol, ValueId); 4]>,
}

/// The treatment of an undefined identifier.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IdMode {
    /// As an error.
    Value,
    /// As a string: it is (part of) the name of a new record.
    Name,
}

pub(crate) struct Parser<'s> {
    lexer: Lexer<'s>,
    token: Token,
    pub(crate) eval: Evaluator,
    scopes: Vec<Scope>,
    loops: Vec<ForeachLoop>,
    lets: Vec<Vec<LetItem>>,
    texts: repeated_texts::RepeatedTexts,
    multiclasses: Vec<MultiClass>,
    multiclass_by_name: FxHashMap<Symbol, usize>,
    current_multiclass: Option<usize>,
    type_aliases: FxHashMap<Symbol, TypeId>,
    /// The full names of template arguments, by class or multiclass and short name.
    arguments: FxHashMap<(RecordId, Symbol), Symbol>,
    /// Template arguments that were referred to.
    used_arguments: FxHashSet<Symbol>,
    /// The names that statements with errors would have defined.
    broken: FxHashSet<Symbol>,
    nesting: usize,
    /// Open bang operators, for the places of errors in folding them.
    operators: Vec<Span>,
    /// Open bodies of operators that bind variables.
    bodies: usize,
    name_symbol: Symbol,
    warn_unused: bool,
}

impl<'s> Parser<'s> {
    pub(crate) fn new(lexer: Lexer<'s>, mut eval: Evaluator, warn_unused: bool) -> Parser<'s> {
        for (word, _) in KEYWORDS {
            eval.keeper.strings.intern(word);
        }
        let name_symbol = eval.keeper.strings.intern("NAME");
        Parser {
            lexer,
            token: Token::new(Tok::Eof, Span::NONE),
            eval,
            scopes: Vec::new(),
            loops: Vec::new(),
            lets: Vec::new(),
            texts: repeated_texts::RepeatedTexts::default(),
            multiclasses: Vec::new(),
            multiclass_by_name: FxHashMap::default(),
            current_multiclass: None,
            type_aliases: FxHashMap::default(),
            arguments: FxHashMap::default(),
            used_arguments: FxHashSet::default(),
            broken: FxHashSet::default(),
            nesting: 0,
            operators: Vec::new(),
            bodies: 0,
            name_symbol,
            warn_unused,
        }
    }

    /// Reads everything; errors are in the evaluator's diagnostics.
    pub(crate) fn parse_file(&mut self) {
        self.advance();
        self.push_scope(ScopeKind::Local);
        while self.token.kind != Tok::Eof && !self.eval.gave_up {
            if self.is_object_start() {
                let start = self.token.span();
                if self.object().is_err() && !self.recover(start) {
                    break;
                }
            } else {
                let start = self.token.span();
                if self.token.kind != Tok::Error {
                    self.eval
                        .diagnostics
                        .error(start, "Unexpected token at top level");
                }
                self.advance();
                if !self.recover(start) {
                    break;
                }
            }
        }
        // Check the limits once more: a value that has not been used yet may be too large to print.
        let _: Eval<()> = self.eval.check_now();
    }

    /// The evaluation, and the files that were read.
    pub(crate) fn finish(self) -> (Evaluator, Vec<std::path::PathBuf>) {
        (self.eval, self.lexer.files_read)
    }

    /// After an error: continues at the next statement at the start of a line. False if parsing should stop.
    fn recover(&mut self, start: Span) -> bool {
        self.scopes.truncate(1);
        self.texts = repeated_texts::RepeatedTexts::default();
        self.loops.clear();
        self.lets.clear();
        self.eval.defsets.clear();
        self.eval.instantiations.clear();
        self.current_multiclass = None;
        self.nesting = 0;
        self.operators.clear();
        if self.eval.gave_up || self.eval.diagnostics.error_count() >= MAX_ERRORS {
            return false;
        }
        while self.token.kind != Tok::Eof {
            let (_, column) = self
                .lexer
                .sources
                .file(self.token.span().file)
                .line_column(self.token.span().start);
            if column == 1 && self.is_object_start() && self.token.span() != start {
                return true;
            }
            self.advance();
        }
        false
    }

    /// Goes to the next token.
    #[inline(never)]
    fn advance(&mut self) {
        let (strings, diagnostics) = (&mut self.eval.keeper.strings, &mut self.eval.diagnostics);
        self.lexer.next(&mut self.token, strings, diagnostics);
        self.eval.place = self.token.span();
    }

    #[inline]
    fn at(&self, kind: Tok) -> bool {
        self.token.kind == kind
    }

    fn at_keyword(&self, keyword: Keyword) -> bool {
        self.token.kind == Tok::Keyword(keyword)
    }

    /// Takes the token if it is of this kind.
    #[inline]
    fn consume(&mut self, kind: Tok) -> bool {
        let found = self.at(kind);
        if found {
            self.advance();
        }
        found
    }

    fn consume_keyword(&mut self, keyword: Keyword) -> bool {
        self.consume(Tok::Keyword(keyword))
    }

    /// An error at the token.
    #[cold]
    #[inline(never)]
    fn token_error<T>(&mut self, message: impl Into<String>) -> Eval<T> {
        // A lexical error has been reported.
        if self.token.kind == Tok::Error {
            return Err(Fail);
        }
        self.eval.error(self.token.span(), message)
    }

    #[inline]
    fn expect(&mut self, kind: Tok, message: &str) -> Eval<()> {
        if self.consume(kind) {
            Ok(())
        } else {
            self.token_error(message)
        }
    }

    /// Takes `close`, which matches the `open` at `opened`.
    fn expect_close(&mut self, close: Tok, opened: Span, message: &str) -> Eval<()> {
        if self.consume(close) {
            return Ok(());
        }
        if self.token.kind != Tok::Error {
            let opening = match close {
                Tok::RBrace => '{',
                Tok::RSquare => '[',
                Tok::Greater => '<',
                _ => '(',
            };
            let diagnostics = &mut self.eval.diagnostics;
            diagnostics.error(self.token.span(), message);
            diagnostics.error(opened, format!("to match this '{opening}'"));
        }
        Err(Fail)
    }

    fn identifier(&mut self, message: &str) -> Eval<(Symbol, Span)> {
        match self.token.kind {
            Tok::Id(name) => {
                let span = self.token.span();
                self.advance();
                Ok((name, span))
            }
            _ => self.token_error(message),
        }
    }

    /// Runs a rule one level deeper.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Eval<T>) -> Eval<T> {
        if self.nesting >= MAX_NESTING {
            return self.eval.give_up(format!("nested more than {MAX_NESTING} deep"));
        }
        self.nesting += 1;
        let result = rule(self);
        self.nesting -= 1;
        result
    }

    fn push_scope(&mut self, kind: ScopeKind) {
        self.scopes.push(Scope {
            kind,
            variables: SmallVec::new(),
        });
    }

    fn pop_scope(&mut self) {
        self.scopes.pop();
    }

    fn is_outermost(&self) -> bool {
        self.scopes.len() <= 1
    }

    /// The innermost scope has a variable of this name.
    fn is_defined_here(&self, name: Symbol) -> bool {
        self.scopes
            .last()
            .is_some_and(|scope| scope.variables.iter().any(|&(known, _)| known == name))
    }

    fn define(&mut self, name: Symbol, value: ValueId) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.variables.push((name, value));
        }
    }

    /// The template argument `name` of a class or multiclass, or its implicit `NAME`.
    fn argument(&mut self, owner: RecordId, scoper: &str, name: Symbol) -> Option<ValueId> {
        if name != self.name_symbol && self.eval.record(owner).template_args().is_empty() {
            return None;
        }
        if let Some(&full) = self.arguments.get(&(owner, name)) {
            let ty = self.eval.record(owner).type_of(full)?;
            self.used_arguments.insert(full);
            return Some(self.eval.var(full, ty));
        }
        if name != self.name_symbol {
            return None;
        }
        let full = self.eval.implicit_name(owner, scoper);
        Some(self.eval.var(full, TypeId::STRING))
    }

    /// The meaning of an identifier in the scopes.
    fn variable(&mut self, name: Symbol) -> Option<ValueId> {
        for i in (0..self.scopes.len()).rev() {
            let scope = &self.scopes[i];
            if let Some(&(_, value)) = scope.variables.iter().find(|&&(known, _)| known == name) {
                return Some(value);
            }
            match scope.kind {
                ScopeKind::Local => {}
                ScopeKind::Record(record) => {
                    let contents = self.eval.record(record);
                    if let Some(ty) = contents.type_of(name) {
                        return Some(self.eval.var(name, ty));
                    }
                    if contents.is_class
                        && let Some(value) = self.argument(record, ":", name)
                    {
                        return Some(value);
                    }
                }
                ScopeKind::Loop(variable) => {
                    if let Some((known, ty)) = variable
                        && known == name
                    {
                        return Some(self.eval.var(name, ty));
                    }
                }
                ScopeKind::MultiClass(record) => {
                    if let Some(value) = self.argument(record, "::", name) {
                        return Some(value);
                    }
                }
            }
        }
        None
    }

    /// The def or global variable of this name.
    fn global(&mut self, name: Symbol) -> Option<ValueId> {
        if let Some(def) = self.eval.keeper.def_by_name.get(name) {
            return Some(self.eval.value(crate::value::Node::Def(def)));
        }
        self.eval.keeper.globals.get(&name).copied()
    }

    /// The record that holds the name and arguments of the multiclass that is being read.
    fn multiclass_record(&self) -> Option<RecordId> {
        self.current_multiclass
            .map(|index| self.multiclasses[index].record)
    }

    /// Warns of template arguments that nothing referred to.
    fn check_unused_arguments(&mut self, owner: RecordId) {
        if !self.warn_unused {
            return;
        }
        for i in 0..self.eval.record(owner).template_args().len() {
            let name = self.eval.record(owner).template_args()[i];
            if self.used_arguments.contains(&name) {
                continue;
            }
            if let Some(field) = self.eval.record(owner).field(name) {
                let span = field.span;
                let message = format!("unused template argument: {}", self.eval.str(name));
                self.eval.diagnostics.warning(span, message);
            }
        }
    }

    /// Whether a record has a field that is not a template argument.
    fn has_field(&self, record: RecordId, name: Symbol) -> bool {
        let field = self.eval.record(record).declared(name);
        field.is_some_and(|field| field.kind != FieldKind::TemplateArgument)
    }

    fn is_object_start(&self) -> bool {
        matches!(
            self.token.kind,
            Tok::Keyword(
                Keyword::Assert
                    | Keyword::Class
                    | Keyword::Def
                    | Keyword::Defm
                    | Keyword::Defset
                    | Keyword::Deftype
                    | Keyword::Defvar
                    | Keyword::Dump
                    | Keyword::Foreach
                    | Keyword::If
                    | Keyword::Let
                    | Keyword::Multiclass
            )
        )
    }
}
