//! Template arguments of references to classes and multiclasses.

use super::Parser;
use super::repeated_texts::{Known, Role};
use crate::eval::{Arguments, Eval};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::token::Tok;
use crate::types::TypeId;
use crate::value::{Node, ValueId};
use smallvec::SmallVec;
use wavec_support::Span;

/// A template argument as it is written.
struct GivenArgument {
    /// Its position among the given ones.
    index: usize,
    /// Its full name.
    name: Symbol,
    value: ValueId,
    span: Span,
    /// Whether it is given by name.
    is_named: bool,
}

/// Arguments that must still be converted to their types.
type Others = SmallVec<[GivenArgument; 4]>;

impl Parser<'_> {
    /// `< ArgValueList` of a class.
    pub(super) fn class_arguments(&mut self, current: Option<RecordId>, class: RecordId) -> Eval<Arguments> {
        let may_keep = match self.known_class_text(class, Role::arguments(class)) {
            Known::As(values) => return Ok(SmallVec::from_slice(&self.texts.values[values])),
            Known::Not { may_keep } => may_keep,
        };
        let result = self.argument_values(current, class, ":");
        match result {
            Ok((args, close)) => {
                self.keep_text(may_keep, Some(close), &args);
                Ok(args)
            }
            Err(fail) => {
                self.keep_text(may_keep, None, &[]);
                Err(fail)
            }
        }
    }

    /// `< ArgValueList`, `ArgValueList ::= (Value ,)* (ID = Value ,)* >` with values of the arguments' types, and the
    /// place of the `>`.
    pub(super) fn argument_values(
        &mut self,
        current: Option<RecordId>,
        owner: RecordId,
        scoper: &str,
    ) -> Eval<(Arguments, Span)> {
        let mut others = Others::new();
        let (mut args, close) = self.given_arguments(current, owner, scoper, Some(&mut others))?;
        // Report every argument of a wrong type.
        let mut result = Ok(());
        for mut argument in others {
            match self.convert_argument(&argument, owner) {
                Ok(value) => {
                    argument.value = value;
                    args[argument.index] = self.passed(&argument);
                }
                Err(fail) => result = Err(fail),
            }
        }
        result.map(|()| (args, close))
    }

    /// The same without conversions: an argument that a multiclass passes to a parent multiclass keeps its type, so that -1
    /// is less than 0 there even if the argument is `bits`.
    pub(super) fn unconverted_argument_values(
        &mut self,
        current: Option<RecordId>,
        owner: RecordId,
        scoper: &str,
    ) -> Eval<Arguments> {
        let (args, _) = self.given_arguments(current, owner, scoper, None)?;
        Ok(args)
    }

    /// The arguments without conversions, and the place of the `>`. Those of other types than declared are also added to
    /// `others`.
    fn given_arguments(
        &mut self,
        current: Option<RecordId>,
        owner: RecordId,
        scoper: &str,
        mut others: Option<&mut Others>,
    ) -> Eval<(Arguments, Span)> {
        self.advance();
        let mut args = Arguments::new();
        let mut has_named = false;
        while !self.at(Tok::Greater) {
            if !args.is_empty() {
                self.expect(Tok::Comma, "Expected comma before next argument")?;
            }
            let index = args.len();
            let contents = self.eval.record(owner);
            let names = contents.template_args();
            let Some(&name) = names.get(index) else {
                let (count, owner) = (names.len(), self.eval.name_text(owner));
                let message = format!(
                    "Too many template arguments: {}; '{owner}' has {count}",
                    index + 1
                );
                return self.token_error(message);
            };
            // Template arguments are the first fields.
            let ty = contents.fields.ty(index);
            let span = self.token.span();
            let value = self.value(current, if has_named { None } else { Some(ty) })?;
            let mut argument = GivenArgument {
                index,
                name,
                value,
                span,
                is_named: false,
            };
            let mut wanted = ty;
            if self.consume(Tok::Equal) {
                has_named = true;
                (argument, wanted) = self.named_argument(argument, current, owner, scoper)?;
            } else if has_named {
                let message = "Positional argument should be put before named argument";
                return self.eval.error(span, message);
            }
            args.push(self.passed(&argument));
            if let Some(others) = &mut others
                && self.eval.type_of(argument.value) != Some(wanted)
            {
                others.push(argument);
            }
        }
        let close = self.token.span();
        self.advance();
        Ok((args, close))
    }

    /// The argument as an element of [`Arguments`].
    #[inline]
    fn passed(&mut self, argument: &GivenArgument) -> ValueId {
        let &GivenArgument { name, value, .. } = argument;
        if argument.is_named {
            self.eval.value(Node::NamedArgument { name, value })
        } else {
            value
        }
    }

    /// `= Value` of a named argument, whose name has been parsed as a value. Returns the type, too.
    fn named_argument(
        &mut self,
        argument: GivenArgument,
        current: Option<RecordId>,
        owner: RecordId,
        scoper: &str,
    ) -> Eval<(GivenArgument, TypeId)> {
        let Node::Str(name) = self.eval.node(argument.value) else {
            return self.eval.error(
                argument.span,
                "The name of named argument should be a valid identifier",
            );
        };
        let full = self.eval.qualified(owner, scoper, name);
        let Some(ty) = self.eval.record(owner).type_of(full) else {
            let text = self.eval.str(name).to_string();
            return self
                .eval
                .error(argument.span, format!("Argument \"{text}\" doesn't exist"));
        };
        let span = self.token.span();
        let value = self.value(current, Some(ty))?;
        if self.eval.is_unset(value) {
            let message = "The value of named argument should be initialized, but we got '?'";
            return self.eval.error(span, message);
        }
        let argument = GivenArgument {
            index: argument.index,
            name: full,
            value,
            span,
            is_named: true,
        };
        Ok((argument, ty))
    }

    /// The value converted to the type of the template argument.
    fn convert_argument(&mut self, argument: &GivenArgument, owner: RecordId) -> Eval<ValueId> {
        let &GivenArgument {
            name, value, span, ..
        } = argument;
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

    /// Looks up the text of class arguments; nothing is cached while the class may still get other template arguments.
    pub(super) fn known_class_text(&mut self, class: RecordId, role: Role) -> Known {
        if self.eval.record(class).is_complete {
            return self.known_text(role);
        }
        self.texts.note_changeable();
        Known::Not { may_keep: false }
    }
}
