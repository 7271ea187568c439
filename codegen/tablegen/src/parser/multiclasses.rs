//! Multiclasses and `defm`.

use super::{MultiClass, Parser, ScopeKind};
use crate::eval::{Arguments, ClassReference, Entry, Eval, Fail, Substitutions};
use crate::intern::Symbol;
use crate::record::{Record, RecordId};
use crate::token::{Keyword, Tok};
use crate::types::TypeId;
use crate::value::{Node, ValueId};
use wavec_support::{Diagnostic, Span};

impl Parser<'_> {
    /// `MultiClassInst ::= multiclass ID TemplateArgList? (: MultiClassRef (, MultiClassRef)*)? { Object+ }`
    pub(super) fn multiclass(&mut self) -> Eval<()> {
        self.advance();
        let (name, span) = self.identifier("expected identifier after multiclass for name")?;
        if let Some(&index) = self.multiclass_by_name.get(&name) {
            let previous = self.eval.record(self.multiclasses[index].record).span;
            let message = format!("multiclass '{}' already defined", self.eval.str(name));
            self.eval
                .diagnostics
                .push(Diagnostic::error(span, message).with_note(previous, "previous definition is here"));
            return Err(Fail);
        }
        if self.current_multiclass.is_some() {
            return self
                .eval
                .error(span, "multiclass is not allowed inside multiclass");
        }
        let name_value = self.eval.value(Node::Str(name));
        let record = self.eval.new_draft(Record::new(name, name_value, span));
        let index = self.multiclasses.len();
        self.multiclasses.push(MultiClass {
            record,
            entries: Vec::new(),
        });
        self.multiclass_by_name.insert(name, index);
        self.current_multiclass = Some(index);
        let result = self.multiclass_rest(index, record);
        self.current_multiclass = None;
        if result.is_err() {
            self.broken.insert(name);
            self.multiclass_by_name.remove(&name);
        }
        result
    }

    fn multiclass_rest(&mut self, index: usize, record: RecordId) -> Eval<()> {
        self.push_scope(ScopeKind::MultiClass(record));
        if self.at(Tok::Less) {
            self.template_arg_list(record, "::")?;
        }
        let mut inherits = false;
        if self.consume(Tok::Colon) {
            inherits = true;
            loop {
                let (base, reference) = self.multiclass_reference(Some(record))?;
                let implicit = self.eval.implicit_name(record, "::");
                let name = self.eval.var(implicit, TypeId::STRING);
                let mut entries = std::mem::take(&mut self.multiclasses[index].entries);
                let result = self.instantiate_multiclass(base, &reference, name, false, &mut entries, None);
                self.multiclasses[index].entries = entries;
                result?;
                if !self.consume(Tok::Comma) {
                    break;
                }
            }
        }
        if !self.at(Tok::LBrace) {
            if !inherits {
                return self.token_error("expected '{' in multiclass definition");
            }
            self.expect(Tok::Semi, "expected ';' in multiclass definition")?;
        } else {
            self.advance();
            if self.at(Tok::RBrace) {
                return self.token_error("multiclass must contain at least one def");
            }
            while !self.at(Tok::RBrace) {
                match self.token.kind {
                    Tok::Keyword(
                        Keyword::Assert
                        | Keyword::Def
                        | Keyword::Defm
                        | Keyword::Defvar
                        | Keyword::Dump
                        | Keyword::Foreach
                        | Keyword::If
                        | Keyword::Let,
                    ) => self.object()?,
                    _ => {
                        return self.token_error(
                            "expected 'assert', 'def', 'defm', 'defvar', 'dump', 'foreach', 'if', or 'let' in multiclass body",
                        );
                    }
                }
            }
            self.advance();
            if self.at(Tok::Semi) {
                self.ignore_semicolon("A multiclass body should not end with a semicolon");
            }
        }
        self.check_unused_arguments(record);
        self.pop_scope();
        Ok(())
    }

    /// Adds the entries of a multiclass, under the name `name`, to `entries`.
    fn instantiate_multiclass(
        &mut self,
        index: usize,
        reference: &ClassReference,
        name: ValueId,
        is_final: bool,
        entries: &mut Vec<Entry>,
        place: Option<Span>,
    ) -> Eval<()> {
        let implicit = self.eval.implicit_name(reference.record, "::");
        let mut substitutions: Substitutions = vec![(implicit, name)];
        substitutions.extend(self.eval.resolve_arguments(reference)?);
        let source = std::mem::take(&mut self.multiclasses[index].entries);
        self.eval.instantiations.extend(place);
        let result = self
            .eval
            .expand(&source, &mut substitutions, is_final, Some(entries), place);
        if place.is_some() {
            self.eval.instantiations.pop();
        }
        // A multiclass that instantiates itself sees what it has defined so far.
        let added = std::mem::replace(&mut self.multiclasses[index].entries, source);
        self.multiclasses[index].entries.extend(added);
        result
    }

    /// `DefMInst ::= defm ObjectName : MultiClassRef (, MultiClassRef)* (, SubClassRef)* ;`
    pub(super) fn defm(&mut self) -> Eval<()> {
        self.advance();
        let name = match self.object_name(self.token.span())? {
            Some(name) => name,
            None => {
                let name = self.eval.new_anonymous_name();
                match self.multiclass_record() {
                    None => name,
                    Some(multiclass) => {
                        let implicit = self.eval.implicit_name(multiclass, "::");
                        let implicit = self.eval.var(implicit, TypeId::STRING);
                        self.eval.string_concat(implicit, name)?
                    }
                }
            }
        };
        self.expect(Tok::Colon, "expected ':' after defm identifier")?;
        let mut entries = Vec::new();
        let is_final = self.current_multiclass.is_none() && self.loops.is_empty();
        let place = self.token.span();
        let mut inherits_class = false;
        loop {
            let span = self.token.span();
            let (index, reference) = self.multiclass_reference(None)?;
            self.eval.may_wait = is_final && self.lets.is_empty();
            let result =
                self.instantiate_multiclass(index, &reference, name, is_final, &mut entries, Some(span));
            self.eval.may_wait = false;
            result?;
            if !self.consume(Tok::Comma) {
                break;
            }
            if let Tok::Id(name) = self.token.kind
                && self.eval.keeper.class_by_name.contains_key(&name)
            {
                inherits_class = true;
                break;
            }
        }
        if inherits_class {
            loop {
                let reference = self.class_reference(None)?;
                for entry in &mut entries {
                    self.add_superclass_to(entry, &reference)?;
                }
                if !self.consume(Tok::Comma) {
                    break;
                }
            }
        }
        self.eval.instantiations.push(place);
        self.eval.place = place;
        let mut result = Ok(());
        for mut entry in entries {
            result = self
                .apply_lets_to(&mut entry)
                .and_then(|()| self.add_entry(entry));
            if result.is_err() {
                break;
            }
        }
        self.eval.instantiations.pop();
        result?;
        self.expect(Tok::Semi, "expected ';' at end of defm")
    }

    /// Changes the record of an entry, or all records of a loop.
    fn edit(
        &mut self,
        entry: &mut Entry,
        change: &mut dyn FnMut(&mut Self, RecordId) -> Eval<()>,
    ) -> Eval<()> {
        match entry {
            Entry::Record(record) => {
                let empty = Record::new(Symbol(0), ValueId::UNSET, Span::NONE);
                let id = self.eval.new_draft(std::mem::replace(&mut **record, empty));
                let result = change(self, id);
                **record = self.eval.take_draft(id);
                result
            }
            Entry::Loop(foreach) => foreach
                .entries
                .iter_mut()
                .try_for_each(|entry| self.edit(entry, change)),
            Entry::Assertion(_) | Entry::Dump(_) => Ok(()),
        }
    }

    fn add_superclass_to(&mut self, entry: &mut Entry, reference: &ClassReference) -> Eval<()> {
        self.edit(entry, &mut |parser, record| {
            parser.eval.resolve_pending(record)?;
            parser.eval.add_superclass(record, reference)
        })
    }

    fn apply_lets_to(&mut self, entry: &mut Entry) -> Eval<()> {
        if self.lets.is_empty() {
            return Ok(());
        }
        self.edit(entry, &mut |parser, record| parser.apply_lets(record))
    }

    /// A multiclass with arguments: in the parent list of the multiclass `current`, or after `defm`.
    fn multiclass_reference(&mut self, current: Option<RecordId>) -> Eval<(usize, ClassReference)> {
        let span = self.token.span();
        let index = self.multiclass_id()?;
        let record = self.multiclasses[index].record;
        let args = match self.at(Tok::Less) {
            false => Arguments::new(),
            true if current.is_some() => self.unconverted_argument_values(current, record, "::")?,
            true => self.argument_values(current, record, "::")?.0,
        };
        Ok((index, ClassReference { record, args, span }))
    }
}
