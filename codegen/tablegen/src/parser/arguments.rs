//! Template arguments as classes and multiclasses are given them.

use super::Parser;
use crate::eval::{Arguments, Eval, Fail};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::token::Tok;
use crate::value::{Node, ValueId};
use smallvec::SmallVec;
use wavec_support::Span;

/// A template argument as it is written.
struct GivenArgument {
    /// Its full name.
    name: Symbol,
    value: ValueId,
    span: Span,
    /// Whether it is given by name.
    is_named: bool,
}

impl Parser<'_> {
    /// `ArgValueList ::= (Value ,)* (ID = Value ,)* >` with values of the arguments' types; the `<` has been read.
    pub(super) fn argument_values(
        &mut self,
        current: Option<RecordId>,
        owner: RecordId,
        scoper: &str,
    ) -> Eval<Arguments> {
        let given = self.given_arguments(current, owner, scoper)?;
        // Every argument of a wrong type is told.
        let mut args = SmallVec::new();
        for argument in &given {
            if let Ok(value) = self.check_argument(argument.value, argument.span, owner, argument.name) {
                args.push(self.passed(argument, value));
            }
        }
        if args.len() < given.len() {
            return Err(Fail);
        }
        Ok(args)
    }

    /// The same with values as they are written: what a multiclass passes on to one that it is derived from keeps its
    /// type, so that a -1 is less than 0 there even if the argument is `bits`.
    pub(super) fn unconverted_argument_values(
        &mut self,
        current: Option<RecordId>,
        owner: RecordId,
        scoper: &str,
    ) -> Eval<Arguments> {
        let given = self.given_arguments(current, owner, scoper)?;
        Ok(given
            .iter()
            .map(|argument| self.passed(argument, argument.value))
            .collect())
    }

    /// The value as an element of [`Arguments`].
    fn passed(&mut self, argument: &GivenArgument, value: ValueId) -> ValueId {
        match argument.is_named {
            false => value,
            true => self.eval.value(Node::NamedArgument {
                name: argument.name,
                value,
            }),
        }
    }

    fn given_arguments(
        &mut self,
        current: Option<RecordId>,
        owner: RecordId,
        scoper: &str,
    ) -> Eval<SmallVec<[GivenArgument; 8]>> {
        let mut given: SmallVec<[GivenArgument; 8]> = SmallVec::new();
        let mut has_named = false;
        while !self.consume(Tok::Greater) {
            if !given.is_empty() {
                self.expect(Tok::Comma, "Expected comma before next argument")?;
            }
            let index = given.len();
            let names = self.eval.record(owner).template_args();
            let Some(&name) = names.get(index) else {
                let (count, owner) = (names.len(), self.eval.name_text(owner));
                let message = format!(
                    "Too many template arguments: {}; '{owner}' has {count}",
                    index + 1
                );
                return self.token_error(message);
            };
            let span = self.token.span;
            let ty = self.eval.record(owner).type_of(name);
            let value = self.value(current, if has_named { None } else { ty })?;
            if self.consume(Tok::Equal) {
                has_named = true;
                given.push(self.named_argument(value, span, current, owner, scoper)?);
            } else {
                if has_named {
                    let message = "Positional argument should be put before named argument";
                    return self.eval.error(span, message);
                }
                given.push(GivenArgument {
                    name,
                    value,
                    span,
                    is_named: false,
                });
            }
        }
        Ok(given)
    }

    /// `= Value` of an argument that is given by name.
    fn named_argument(
        &mut self,
        name: ValueId,
        span: Span,
        current: Option<RecordId>,
        owner: RecordId,
        scoper: &str,
    ) -> Eval<GivenArgument> {
        let Node::Str(name) = self.eval.node(name) else {
            return self
                .eval
                .error(span, "The name of named argument should be a valid identifier");
        };
        let full = self.eval.qualified(owner, scoper, name);
        let Some(ty) = self.eval.record(owner).type_of(full) else {
            let text = self.eval.str(name).to_string();
            return self
                .eval
                .error(span, format!("Argument \"{text}\" doesn't exist"));
        };
        let span = self.token.span;
        let value = self.value(current, Some(ty))?;
        if self.eval.is_unset(value) {
            let message = "The value of named argument should be initialized, but we got '?'";
            return self.eval.error(span, message);
        }
        Ok(GivenArgument {
            name: full,
            value,
            span,
            is_named: true,
        })
    }

    /// The value as the template argument's type.
    fn check_argument(&mut self, value: ValueId, span: Span, owner: RecordId, name: Symbol) -> Eval<ValueId> {
        let (Some(own), Some(wanted)) = (self.eval.type_of(value), self.eval.record(owner).type_of(name))
        else {
            return Ok(value);
        };
        if let Some(value) = self.eval.cast_to(value, wanted)? {
            return Ok(value);
        }
        let (own, wanted) = (self.eval.type_text(own), self.eval.type_text(wanted));
        let (name, value) = (self.eval.str(name).to_string(), self.eval.to_text(value));
        let message = format!(
            "Value specified for template argument '{name}' is of type {own}; expected type {wanted}: {value}"
        );
        self.eval.error(span, message)
    }
}
