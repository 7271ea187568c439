//! Statements: `let`, `foreach`, `if`, `defset`, `deftype`, `defvar`, `assert`, `dump`.

use super::{LetItem, Parser, ScopeKind};
use crate::eval::{Defset, Entry, Eval, Fail, ForeachLoop, MapResolver};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::token::{Keyword, Tok};
use crate::types::TypeId;
use crate::value::{TernaryOp, ValueId};
use wavec_support::{Diagnostic, Span};

impl Parser<'_> {
    /// `Object ::= Assert | Class | Def | Defm | Defset | Deftype | Defvar | Dump | Foreach | If | Let | MultiClass`
    pub(super) fn object(&mut self) -> Eval<()> {
        self.nested(Self::object_here)
    }

    fn object_here(&mut self) -> Eval<()> {
        let Tok::Keyword(keyword) = self.token.kind else {
            return self.token_error("Expected assert, class, def, defm, defset, dump, foreach, if, or let");
        };
        let in_multiclass = self.current_multiclass.is_some();
        match keyword {
            Keyword::Assert => {
                let assertion = self.assertion(None)?;
                self.add_entry(Entry::Assertion(assertion))
            }
            Keyword::Dump => {
                let mut dump = self.dump_statement(None)?;
                // It is evaluated now, not when its multiclass or loop is executed.
                let mut resolver = MapResolver::new(None);
                resolver.set_final();
                dump.message = self.eval.resolve(dump.message, &mut resolver)?;
                self.add_entry(Entry::Dump(dump))
            }
            Keyword::Def => self.def(),
            Keyword::Defm => self.defm(),
            Keyword::Defvar => self.defvar(None),
            Keyword::Foreach => self.foreach(),
            Keyword::If => self.if_statement(),
            Keyword::Let => self.let_statement(),
            Keyword::Defset if in_multiclass => self.token_error("defset is not allowed inside multiclass"),
            Keyword::Defset => self.defset(),
            Keyword::Deftype => self.deftype(),
            Keyword::Class if in_multiclass => self.token_error("class is not allowed inside multiclass"),
            Keyword::Class if !self.loops.is_empty() => {
                self.token_error("class is not allowed inside foreach loop")
            }
            Keyword::Class => self.class(),
            Keyword::Multiclass if !self.loops.is_empty() => {
                self.token_error("multiclass is not allowed inside foreach loop")
            }
            Keyword::Multiclass => self.multiclass(),
            _ => self.token_error("Expected assert, class, def, defm, defset, dump, foreach, if, or let"),
        }
    }

    /// `Object | { Object* }`
    fn block(&mut self, message: &str) -> Eval<()> {
        let opened = self.token.span();
        if !self.at(Tok::LBrace) {
            return self.object();
        }
        self.advance();
        while self.is_object_start() {
            self.object()?;
        }
        self.expect_close(Tok::RBrace, opened, message)
    }

    /// `let LetItem (, LetItem)* in Block`
    fn let_statement(&mut self) -> Eval<()> {
        self.advance();
        let mut items = Vec::new();
        loop {
            let (name, span) = self.identifier("expected identifier in let definition")?;
            let bits = self.optional_bits(Tok::Less, Tok::Greater, "expected '>' at end of range list")?;
            self.expect(Tok::Equal, "expected '=' in let expression")?;
            let value = self.value(None, None)?;
            items.push(LetItem {
                name,
                bits,
                value,
                span,
            });
            if !self.consume(Tok::Comma) {
                break;
            }
        }
        if !self.consume_keyword(Keyword::In) {
            return self.token_error("expected 'in' at end of top-level 'let'");
        }
        self.lets.push(items);
        // Variables of a block are local to it; a single statement has none of its own.
        let is_block = self.at(Tok::LBrace);
        if is_block {
            self.push_scope(ScopeKind::Local);
        }
        let result = self.block("expected '}' at end of top level let command");
        if is_block {
            self.pop_scope();
        }
        self.lets.pop();
        result
    }

    /// `foreach ID = (List | RangePiece | { RangeList }) in Block`
    fn foreach(&mut self) -> Eval<()> {
        let span = self.token.span();
        self.advance();
        let (name, _) = self.identifier("Expected identifier in foreach declaration")?;
        self.expect(Tok::Equal, "Expected '=' in foreach declaration")?;
        let Ok((list, element)) = self.foreach_list() else {
            return self.token_error("expected declaration in for");
        };
        if !self.consume_keyword(Keyword::In) {
            return self.token_error("Unknown tok");
        }
        self.push_scope(ScopeKind::Loop(Some((name, element))));
        self.run_loop(span, Some(name), list, "expected '}' at end of foreach command")
    }

    /// Reads the body of a loop whose scope is open and executes the loop.
    fn run_loop(&mut self, span: Span, variable: Option<Symbol>, list: ValueId, message: &str) -> Eval<()> {
        self.loops.push(ForeachLoop {
            span,
            variable,
            list,
            entries: Vec::new(),
        });
        let result = self.block(message);
        self.pop_scope();
        let foreach = self.loops.pop();
        result?;
        self.eval.place = span;
        match foreach {
            Some(foreach) => self.add_entry(Entry::Loop(foreach)),
            None => Ok(()),
        }
    }

    fn foreach_list(&mut self) -> Eval<(ValueId, TypeId)> {
        let mut ranges = Vec::new();
        let opened = self.token.span();
        if self.consume(Tok::LBrace) {
            ranges = self.range_list()?;
            self.expect_close(Tok::RBrace, opened, "expected '}' at end of bit range list")?;
        } else {
            let value = self.value(None, None)?;
            let Some(ty) = self.eval.type_of(value) else {
                let value = self.eval.to_text(value);
                let error = Diagnostic::error(opened, format!("expected a list, got '{value}'"));
                self.eval.diagnostics.push(match self.current_multiclass {
                    Some(_) => error.with_note(
                        Span::NONE,
                        "references to multiclass template arguments cannot be resolved at this time",
                    ),
                    None => error,
                });
                return Err(Fail);
            };
            if let Some(element) = self.eval.element_type(ty) {
                return Ok((value, element));
            }
            self.range_piece(&mut ranges, Some(value))?;
        }
        let items: Vec<u32> = ranges
            .iter()
            .map(|&int| self.eval.int(i64::from(int)).0)
            .collect();
        Ok((self.eval.list(TypeId::INT, &items), TypeId::INT))
    }

    /// `if Value then Block (else Block)?`: loops over a list of one element or none, so that conditions may depend
    /// on what is known only when a multiclass is instantiated.
    fn if_statement(&mut self) -> Eval<()> {
        let span = self.token.span();
        self.advance();
        let condition = self.value(None, None)?;
        if !self.consume_keyword(Keyword::Then) {
            return self.token_error("Unknown tok");
        }
        let empty = self.eval.list(TypeId::BIT, &[]);
        let single = self.eval.list(TypeId::BIT, &[ValueId::TRUE.0]);
        let ty = self.eval.keeper.types.list(TypeId::BIT);
        let list = self
            .eval
            .ternary(TernaryOp::If, condition, single, empty, ty, None)?;
        self.push_scope(ScopeKind::Local);
        self.run_loop(span, None, list, "expected '}' at end of 'then' clause")?;
        if self.consume_keyword(Keyword::Else) {
            let list = self
                .eval
                .ternary(TernaryOp::If, condition, empty, single, ty, None)?;
            self.push_scope(ScopeKind::Local);
            self.run_loop(span, None, list, "expected '}' at end of 'else' clause")?;
        }
        Ok(())
    }

    /// `defset Type ID = { Object* }`
    fn defset(&mut self) -> Eval<()> {
        self.advance();
        let span = self.token.span();
        let ty = self.nested(Self::ty)?;
        let Some(element) = self.eval.element_type(ty) else {
            return self.eval.error(span, "expected list type");
        };
        let (name, name_span) = self.identifier("expected identifier")?;
        if self.global(name).is_some() {
            return self
                .eval
                .error(name_span, "def or global variable of this name already exists");
        }
        self.expect(Tok::Equal, "expected '='")?;
        let opened = self.token.span();
        if !self.at(Tok::LBrace) {
            return self.token_error("expected '{'");
        }
        self.advance();
        self.eval.defsets.push(Defset {
            span,
            element,
            elements: Vec::new(),
        });
        while self.is_object_start() {
            self.object()?;
        }
        self.expect_close(Tok::RBrace, opened, "expected '}' at end of defset")?;
        if let Some(defset) = self.eval.defsets.pop() {
            let list = self.eval.list(element, &defset.elements);
            self.eval.keeper.globals.insert(name, list);
        }
        Ok(())
    }

    /// `deftype ID = Type ;`
    fn deftype(&mut self) -> Eval<()> {
        self.advance();
        let (name, span) = self.identifier("expected identifier")?;
        if self.type_aliases.contains_key(&name) || self.eval.keeper.class_by_name.contains_key(&name) {
            let message = format!("type of this name '{}' already exists", self.eval.str(name));
            return self.eval.error(span, message);
        }
        self.expect(Tok::Equal, "expected '='")?;
        let type_span = self.token.span();
        let ty = self.nested(Self::ty)?;
        if self.is_record(ty) {
            let ty = self.eval.type_text(ty);
            let message = format!("cannot define type alias for class type '{ty}'");
            return self.eval.error(type_span, message);
        }
        self.type_aliases.insert(name, ty);
        self.expect(Tok::Semi, "expected ';'")
    }

    /// `defvar ID = Value ;`
    pub(super) fn defvar(&mut self, current: Option<RecordId>) -> Eval<()> {
        self.advance();
        let (name, span) = self.identifier("expected identifier")?;
        if self.is_defined_here(name) {
            return self
                .eval
                .error(span, "local variable of this name already exists");
        }
        if current.is_some_and(|record| self.has_field(record, name)) {
            return self.eval.error(span, "field of this name already exists");
        }
        if self.is_outermost() && self.global(name).is_some() {
            return self
                .eval
                .error(span, "def or global variable of this name already exists");
        }
        self.expect(Tok::Equal, "expected '='")?;
        let value = self.value(current, None);
        if value.is_err() {
            self.broken.insert(name);
        }
        let value = value?;
        self.expect(Tok::Semi, "expected ';'")?;
        if self.is_outermost() {
            self.eval.keeper.globals.insert(name, value);
        } else {
            self.define(name, value);
        }
        Ok(())
    }
}
