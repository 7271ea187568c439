//! Classes, defs and their bodies.

use super::{IdMode, Parser, ScopeKind};
use crate::eval::{Arguments, ClassReference, Entry, Eval, Fail, Substitutions};
use crate::intern::Symbol;
use crate::record::{Assertion, Dump, FieldKind, Record, RecordId};
use crate::token::{Keyword, Tok};
use crate::types::TypeId;
use crate::value::{Node, UnaryOp, ValueId};
use wavec_support::{Diagnostic, Span};

impl Parser<'_> {
    /// `ClassInst ::= class ID TemplateArgList? ObjectBody`
    pub(super) fn class(&mut self) -> Eval<()> {
        self.advance();
        let (name, span) = self.identifier("expected class name after 'class' keyword")?;
        if self.type_aliases.contains_key(&name) {
            let message = format!("there is already a defined type alias '{}'", self.eval.str(name));
            return self.eval.error(span, message);
        }
        let class = match self.eval.keeper.class_by_name.get(&name) {
            Some(&class) => {
                let known = self.eval.record(class);
                if known.fields.len() > 0
                    || !known.superclasses().is_empty()
                    || !known.template_args().is_empty()
                {
                    let previous = known.span;
                    let message = format!("Class '{}' already defined", self.eval.str(name));
                    self.eval.diagnostics.push(
                        Diagnostic::error(span, message).with_note(previous, "previous definition is here"),
                    );
                    return Err(Fail);
                }
                self.eval.record_mut(class).span = span;
                class
            }
            None => {
                let name_value = self.eval.value(Node::Str(name));
                let mut record = Record::new(name, name_value, span);
                record.is_class = true;
                let class = RecordId(self.eval.keeper.records.len() as u32);
                self.eval.keeper.records.push(record);
                self.eval.keeper.classes.push(class);
                self.eval.keeper.class_by_name.insert(name, class);
                class
            }
        };
        let result = self.class_rest(class);
        if result.is_err() {
            self.broken.insert(name);
            self.eval.keeper.class_by_name.remove(&name);
        }
        result
    }

    fn class_rest(&mut self, class: RecordId) -> Eval<()> {
        self.push_scope(ScopeKind::Record(class));
        if self.at(Tok::Less) {
            self.template_arg_list(class, ":")?;
        }
        self.object_body(class)?;
        self.check_unused_arguments(class);
        let contents = self.eval.record_mut(class);
        contents.fields.finish();
        contents.is_complete = !contents.fields.values().is_empty();
        self.pop_scope();
        Ok(())
    }

    /// `TemplateArgList ::= < Declaration (, Declaration)* >`
    pub(super) fn template_arg_list(&mut self, owner: RecordId, scoper: &str) -> Eval<()> {
        self.advance();
        loop {
            let span = self.token.span();
            let name = self.declaration(owner, Some(scoper))?;
            if self.eval.record(owner).template_args().contains(&name) {
                let message = "template argument with the same name has already been defined";
                return self.eval.error(span, message);
            }
            self.eval.record_mut(owner).details_mut().template_args.push(name);
            if !self.consume(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::Greater, "expected '>' at end of template argument list")
    }

    /// `Declaration ::= field? Type ID (= Value)?`; `scoper` is given for template arguments.
    fn declaration(&mut self, record: RecordId, scoper: Option<&str>) -> Eval<Symbol> {
        let mut kind = if self.consume_keyword(Keyword::Field) {
            FieldKind::NonConcrete
        } else {
            FieldKind::Normal
        };
        let ty = self.nested(Self::ty)?;
        let Tok::Id(mut name) = self.token.kind else {
            return self.token_error("Expected identifier in declaration");
        };
        if name == self.name_symbol {
            return self.token_error("'NAME' is a reserved variable name");
        }
        let span = self.token.span();
        let spelled = name;
        match scoper {
            None => {
                if self.is_defined_here(name) {
                    return self.token_error("local variable of this name already exists");
                }
            }
            Some(scoper) => {
                name = self.eval.qualified(record, scoper, name);
                kind = FieldKind::TemplateArgument;
            }
        }
        self.advance();
        self.eval.declare_field(record, name, ty, kind, span)?;
        if self.consume(Tok::Equal) {
            let value_span = self.token.span();
            // Defaults of a multiclass's arguments see no record.
            let current = if scoper == Some("::") { None } else { Some(record) };
            let open = (self.scopes.len(), self.operators.len(), self.nesting);
            let value = match self.value(current, Some(ty)) {
                Ok(value) => value,
                // An error in the value of a complete declaration does not prevent parsing the next one.
                Err(Fail) if scoper.is_none() && self.at(Tok::Semi) && !self.eval.gave_up => {
                    self.scopes.truncate(open.0);
                    self.operators.truncate(open.1);
                    self.nesting = open.2;
                    return Ok(name);
                }
                Err(Fail) => return Err(Fail),
            };
            // The place of the field is where it was declared first.
            let fields = &self.eval.record(record).fields;
            let place = fields.index_of(name).map(|index| (index, fields.get(index).span));
            // After a value of the wrong type, the other declarations are checked, too.
            let _: Eval<()> = self.eval.set_field(record, name, &[], value, value_span);
            if let Some((index, place)) = place {
                self.eval.record_mut(record).fields.set_place(index, place);
            }
        }
        // A template argument is not visible in its own default.
        if scoper.is_some() {
            self.arguments.insert((record, spelled), name);
        }
        Ok(name)
    }

    /// `ObjectBody ::= (: SubClassRef (, SubClassRef)*)? Body`
    fn object_body(&mut self, record: RecordId) -> Eval<()> {
        self.push_scope(ScopeKind::Record(record));
        if self.consume(Tok::Colon) {
            loop {
                let reference = self.class_reference(Some(record))?;
                self.eval.add_superclass(record, &reference)?;
                if !self.consume(Tok::Comma) {
                    break;
                }
            }
        }
        self.apply_lets(record)?;
        self.body_of(record)?;
        self.pop_scope();
        Ok(())
    }

    /// `SubClassRef ::= ClassID (< ArgValueList)?`
    pub(super) fn class_reference(&mut self, current: Option<RecordId>) -> Eval<ClassReference> {
        let span = self.token.span();
        let class = self.class_id()?;
        let args = if self.at(Tok::Less) {
            self.class_arguments(current, class)?
        } else {
            Arguments::new()
        };
        Ok(ClassReference {
            record: class,
            args,
            span,
        })
    }

    /// Applies the assignments of the open `let ... in`.
    pub(super) fn apply_lets(&mut self, record: RecordId) -> Eval<()> {
        for item in self.lets.iter().flatten() {
            self.eval
                .set_field(record, item.name, &item.bits, item.value, item.span)?;
        }
        Ok(())
    }

    /// `Body ::= ; | { BodyItem* }`
    fn body_of(&mut self, record: RecordId) -> Eval<()> {
        if self.consume(Tok::Semi) {
            return Ok(());
        }
        if !self.at(Tok::LBrace) {
            return self.token_error("Expected '{' to start body or ';' for declaration only");
        }
        self.advance();
        while !self.at(Tok::RBrace) {
            self.body_item(record)?;
        }
        self.advance();
        if self.at(Tok::Semi) {
            self.ignore_semicolon("A class or def body should not end with a semicolon");
        }
        Ok(())
    }

    /// Reports an extra semicolon and skips it.
    pub(super) fn ignore_semicolon(&mut self, message: &str) {
        let error = Diagnostic::error(self.token.span(), message);
        self.eval
            .diagnostics
            .push(error.with_note(Span::NONE, "Semicolon ignored; remove to eliminate this error"));
        self.advance();
    }

    /// `BodyItem ::= Declaration ; | let ID OptionalBitList = Value ; | Defvar | Dump | Assert`
    fn body_item(&mut self, record: RecordId) -> Eval<()> {
        match self.token.kind {
            Tok::Keyword(Keyword::Assert) => {
                let assertion = self.assertion(Some(record))?;
                self.eval
                    .record_mut(record)
                    .details_mut()
                    .assertions
                    .push(assertion);
                Ok(())
            }
            Tok::Keyword(Keyword::Dump) => {
                let dump = self.dump_statement(Some(record))?;
                self.eval.record_mut(record).details_mut().dumps.push(dump);
                Ok(())
            }
            Tok::Keyword(Keyword::Defvar) => self.defvar(Some(record)),
            Tok::Keyword(Keyword::Let) => {
                self.advance();
                let (name, span) = self.identifier("expected field identifier after let")?;
                let bits = self.optional_bits(Tok::LBrace, Tok::RBrace, "expected '}' at end of bit list")?;
                self.expect(Tok::Equal, "expected '=' in let expression")?;
                let Some(mut ty) = self.eval.record(record).type_of(name) else {
                    let name = self.eval.str(name).to_string();
                    return self.eval.error(span, format!("Value '{name}' unknown!"));
                };
                if !bits.is_empty() && self.eval.bits_width(ty).is_some() {
                    ty = self.eval.keeper.types.bits(bits.len() as u32);
                }
                let value = self.value(Some(record), Some(ty))?;
                self.expect(Tok::Semi, "expected ';' after let expression")?;
                self.eval.set_field(record, name, &bits, value, span)
            }
            _ => {
                self.declaration(record, None)?;
                self.expect(Tok::Semi, "expected ';' after declaration")
            }
        }
    }

    /// `assert condition , message ;`
    pub(super) fn assertion(&mut self, current: Option<RecordId>) -> Eval<Assertion> {
        self.advance();
        let span = self.token.span();
        let condition = self.value(current, None)?;
        self.expect(Tok::Comma, "expected ',' in assert statement")?;
        let message = self.value(current, None)?;
        self.expect(Tok::Semi, "expected ';'")?;
        Ok(Assertion {
            span,
            condition,
            message,
        })
    }

    /// `dump message ;`, where a record stands for its text
    pub(super) fn dump_statement(&mut self, current: Option<RecordId>) -> Eval<Dump> {
        let span = self.token.span();
        self.advance();
        let mut message = self.value(current, None)?;
        self.expect(Tok::Semi, "expected ';'")?;
        if self.eval.as_def(message).is_some() {
            message = self
                .eval
                .unary(UnaryOp::Repr, message, TypeId::STRING, current, false)?;
        }
        Ok(Dump { span, message })
    }

    /// `ObjectName ::= Value?`; `None` for a record without a name. `span` is the place of the record.
    pub(super) fn object_name(&mut self, span: Span) -> Eval<Option<ValueId>> {
        if self.at_body_start_of_record() {
            return Ok(None);
        }
        let current = self.multiclass_record();
        let name = self.value_or_name(current, Some(TypeId::STRING), IdMode::Name)?;
        if self.eval.is_unset(name) && current.is_none() {
            return Ok(None);
        }
        if self.eval.type_of(name) != Some(TypeId::STRING) {
            let name = self.eval.to_text(name);
            return self
                .eval
                .error(span, format!("Record name '{name}' is not a string!"));
        }
        let Some(multiclass) = current else {
            return Ok(Some(name));
        };
        let implicit = self.eval.implicit_name(multiclass, "::");
        if self.eval.refers_to(name, implicit) {
            return Ok(Some(name));
        }
        let implicit = self.eval.var(implicit, TypeId::STRING);
        self.eval.string_concat(implicit, name).map(Some)
    }

    fn at_body_start_of_record(&self) -> bool {
        matches!(self.token.kind, Tok::Colon | Tok::Semi | Tok::LBrace)
    }

    /// `DefInst ::= def ObjectName ObjectBody`
    pub(super) fn def(&mut self) -> Eval<()> {
        let def_span = self.token.span();
        self.advance();
        let name_span = if matches!(self.token.kind, Tok::Id(_)) {
            self.token.span()
        } else {
            def_span
        };
        let spelled = match self.token.kind {
            Tok::Id(name) => Some(name),
            _ => None,
        };
        let result = self.def_rest(def_span, name_span);
        if result.is_err() {
            self.broken.extend(spelled);
        }
        result
    }

    fn def_rest(&mut self, def_span: Span, name_span: Span) -> Eval<()> {
        let name = self.object_name(name_span)?;
        let empty = Symbol(0);
        let record = match name {
            Some(name) => Record::new(self.eval.as_string(name).unwrap_or(empty), name, name_span),
            None => {
                let name = self.eval.new_anonymous_name();
                let mut record = Record::new(empty, name, def_span);
                record.is_anonymous = true;
                record
            }
        };
        let id = self.eval.new_draft(record);
        let result = self.object_body(id);
        let record = self.eval.take_draft(id);
        result?;
        self.eval.place = name_span;
        if self.loops.is_empty() && self.current_multiclass.is_none() {
            return self.eval.add_def(record);
        }
        self.add_entry(Entry::Record(Box::new(record)))
    }

    /// Executes an entry, or adds it to the loop or multiclass that is being parsed.
    pub(super) fn add_entry(&mut self, entry: Entry) -> Eval<()> {
        if let Some(foreach) = self.loops.last_mut() {
            foreach.entries.push(entry);
            return Ok(());
        }
        if let Entry::Loop(foreach) = entry {
            let mut substitutions = Substitutions::new();
            return match self.current_multiclass {
                Some(index) => {
                    let mut entries = std::mem::take(&mut self.multiclasses[index].entries);
                    let result =
                        self.eval
                            .expand_loop(&foreach, &mut substitutions, false, Some(&mut entries));
                    self.multiclasses[index].entries = entries;
                    result
                }
                None => self.eval.expand_loop(&foreach, &mut substitutions, true, None),
            };
        }
        if let Some(index) = self.current_multiclass {
            self.multiclasses[index].entries.push(entry);
            return Ok(());
        }
        match entry {
            Entry::Assertion(assertion) => self.eval.check_assertion(assertion, None),
            Entry::Dump(dump) => self.eval.run_dump(dump),
            Entry::Record(record) => return self.eval.add_def(*record),
            Entry::Loop(_) => {}
        }
        Ok(())
    }
}
