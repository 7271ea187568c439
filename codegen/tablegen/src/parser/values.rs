//! Values.

use super::repeated_texts::{Known, Role};
use super::{IdMode, Parser};
use crate::eval::{ClassReference, Eval, Fail};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::token::{Bang, Keyword, Tok};
use crate::types::{Type, TypeId};
use crate::value::{BinaryOp, Node, UnaryOp, ValueId};
use smallvec::SmallVec;
use wavec_support::Span;

impl Parser<'_> {
    /// `Value ::= SimpleValue ValueSuffix*`; `expected` is the type that is wanted, if there is one.
    pub(super) fn value(&mut self, current: Option<RecordId>, expected: Option<TypeId>) -> Eval<ValueId> {
        self.value_or_name(current, expected, IdMode::Value)
    }

    /// A value that has a type (`?` has none); `place` is where an error is reported.
    pub(super) fn typed_value_in(
        &mut self,
        place: Span,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<(ValueId, TypeId)> {
        let value = self.value(current, expected)?;
        match self.eval.type_of(value) {
            Some(ty) => Ok((value, ty)),
            None => {
                let value = self.eval.to_text(value);
                let message = format!("expected value to be a typed value, got '{value}'");
                self.eval.error(place, message)
            }
        }
    }

    /// `ValueSuffix ::= { BitList } | [ SliceElements ] | . ID | # Value`
    pub(super) fn value_or_name(
        &mut self,
        current: Option<RecordId>,
        expected: Option<TypeId>,
        mode: IdMode,
    ) -> Eval<ValueId> {
        let span = self.token.span();
        let mut value = self.nested(|parser| parser.simple_value(current, expected, mode))?;
        loop {
            match self.token.kind {
                // The body of the record whose name this is.
                Tok::LBrace if mode == IdMode::Name => return Ok(value),
                Tok::LBrace => {
                    let opened = self.token.span();
                    self.advance();
                    let mut bits = self.nested(Self::range_list)?;
                    bits.reverse();
                    let Some(range) = self.eval.bit_range(value, &bits) else {
                        return self.eval.error(opened, "Invalid bit range for value");
                    };
                    value = range;
                    self.expect_close(Tok::RBrace, opened, "expected '}' at end of bit range list")?;
                }
                Tok::LSquare => value = self.subscript(value, span, current)?,
                Tok::Dot => {
                    self.advance();
                    let Tok::Id(name) = self.token.kind else {
                        return self.token_error("expected field identifier after '.'");
                    };
                    let Some(ty) = self.eval.field_type(value, name) else {
                        let (name, value) = (self.eval.str(name).to_string(), self.eval.to_text(value));
                        return self.token_error(format!("Cannot access field '{name}' of value '{value}'"));
                    };
                    value = self.eval.field(value, name, ty, current)?;
                    self.advance();
                }
                Tok::Paste => value = self.paste(value, current, expected)?,
                _ => return Ok(value),
            }
        }
    }

    fn subscript(&mut self, value: ValueId, span: Span, current: Option<RecordId>) -> Eval<ValueId> {
        let Some(ty) = self.eval.type_of(value) else {
            return self.eval.error(span, "Invalid value, list expected");
        };
        let Some(element) = self.eval.element_type(ty) else {
            let ty = self.eval.type_text(ty);
            return self
                .eval
                .error(span, format!("Type '{ty}' is invalid, list expected"));
        };
        let opened = self.token.span();
        self.advance();
        let (index, is_single) = self.nested(|parser| parser.slice_elements(current))?;
        let value = if is_single {
            self.eval
                .binary(BinaryOp::ListElement, value, index, element, current)?
        } else {
            self.eval.binary(BinaryOp::ListSlice, value, index, ty, current)?
        };
        self.expect_close(Tok::RSquare, opened, "expected ']' at end of list slice")?;
        Ok(value)
    }

    /// Whether the token starts the body of a record, so that a `#` before it pastes nothing.
    fn at_body_start(&self) -> bool {
        matches!(self.token.kind, Tok::Colon | Tok::Semi | Tok::LBrace)
    }

    /// `a # b`: lists are joined, everything else as strings.
    fn paste(&mut self, left: ValueId, current: Option<RecordId>, expected: Option<TypeId>) -> Eval<ValueId> {
        let span = self.token.span();
        let Some(ty) = self.eval.type_of(left) else {
            return self.eval.error(span, "LHS of paste is not typed!");
        };
        if self.eval.element_type(ty).is_some() {
            self.advance();
            if self.at_body_start() {
                return Ok(left);
            }
            let right = self.nested(|parser| parser.value(current, expected))?;
            return self.eval.list_concat(left, right, ty);
        }
        let left = self.paste_operand(left, ty, span, current)?;
        self.advance();
        let right = if self.at_body_start() {
            self.eval.string("")
        } else {
            let right = self.nested(|parser| parser.value_or_name(current, None, IdMode::Name))?;
            let Some(ty) = self.eval.type_of(right) else {
                return self.eval.error(span, "RHS of paste is not typed!");
            };
            self.paste_operand(right, ty, span, current)?
        };
        self.eval.string_concat(left, right)
    }

    fn paste_operand(
        &mut self,
        value: ValueId,
        ty: TypeId,
        span: Span,
        current: Option<RecordId>,
    ) -> Eval<ValueId> {
        if ty == TypeId::STRING {
            return Ok(value);
        }
        let text = self
            .eval
            .unary(UnaryOp::Cast, value, TypeId::STRING, current, false)?;
        if self.eval.type_of(text).is_none() {
            let value = self.eval.to_text(value);
            return self.eval.error(span, format!("can't cast '{value}' to string"));
        }
        Ok(text)
    }

    /// `SimpleValue ::= INT | STRING+ | CODE | ? | { ValueList } | [ ValueList ] <Type>? | ( DagArg DagArgList ) |
    /// ID | ID < ArgValueList > | BANG ...`
    fn simple_value(
        &mut self,
        current: Option<RecordId>,
        expected: Option<TypeId>,
        mode: IdMode,
    ) -> Eval<ValueId> {
        match self.token.kind {
            Tok::Bang(bang) => self.operation(bang, current, expected),
            Tok::Keyword(Keyword::True) => self.take(Node::Int(1)),
            Tok::Keyword(Keyword::False) => self.take(Node::Int(0)),
            Tok::Int(int) => self.take(Node::Int(int)),
            Tok::Code(text) => self.take(Node::Code(text)),
            Tok::Question => self.take(Node::Unset),
            Tok::Binary(int, width) => {
                let bits: Vec<u32> = (0..width)
                    .map(|i| ValueId::bit(i < 64 && int >> i & 1 != 0).0)
                    .collect();
                self.advance();
                Ok(self.eval.bits(&bits))
            }
            Tok::Str(text) => {
                self.advance();
                if !matches!(self.token.kind, Tok::Str(_)) {
                    return Ok(self.eval.value(Node::Str(text)));
                }
                let mut joined = self.eval.str(text).to_string();
                while let Tok::Str(text) = self.token.kind {
                    joined.push_str(self.eval.str(text));
                    self.advance();
                }
                Ok(self.eval.string(&joined))
            }
            Tok::Id(name) => self.id_or_class_value(name, current, mode),
            Tok::LBrace => self.bits_value(current),
            Tok::LSquare => self.list_value(current, expected),
            Tok::LParen => self.dag_value(current),
            _ => self.token_error("Unknown or reserved token when parsing a value"),
        }
    }

    fn take(&mut self, node: Node) -> Eval<ValueId> {
        self.advance();
        Ok(self.eval.value(node))
    }

    fn id_or_class_value(&mut self, name: Symbol, current: Option<RecordId>, mode: IdMode) -> Eval<ValueId> {
        let span = self.token.span();
        self.advance();
        match self.token.kind {
            // The name of a named template argument.
            Tok::Equal => Ok(self.eval.value(Node::Str(name))),
            Tok::Less => {
                let Some(&class) = self.eval.keeper.class_by_name.get(&name) else {
                    if self.broken.contains(&name) {
                        return Err(Fail);
                    }
                    let message = format!("Expected a class name, got '{}'", self.eval.str(name));
                    return self.eval.error(span, message);
                };
                self.class_value(class, span, current)
            }
            _ => self.id_value(name, span, current, mode),
        }
    }

    /// `ID < ArgValueList`, at the `<`.
    fn class_value(&mut self, class: RecordId, span: Span, current: Option<RecordId>) -> Eval<ValueId> {
        let may_keep = match self.known_class_text(class, Role::record(class)) {
            Known::As(values) => return Ok(self.texts.values[values.start]),
            Known::Not { may_keep } => may_keep,
        };
        let result = self.read_class_value(class, span, current);
        self.keep_value(may_keep, result)
    }

    /// Says what a text was read as, if it is to be kept, and where its last bracket is.
    fn keep_value(&mut self, may_keep: bool, result: Eval<(ValueId, Option<Span>)>) -> Eval<ValueId> {
        match result {
            Ok((value, close)) => {
                self.keep_text(may_keep, close, &[value]);
                Ok(value)
            }
            Err(fail) => {
                self.keep_text(may_keep, None, &[]);
                Err(fail)
            }
        }
    }

    /// The same token by token.
    fn read_class_value(
        &mut self,
        class: RecordId,
        span: Span,
        current: Option<RecordId>,
    ) -> Eval<(ValueId, Option<Span>)> {
        let (args, close) = self.argument_values(current, class, ":")?;
        let reference = ClassReference {
            record: class,
            args,
            span,
        };
        self.eval.place = span;
        self.eval.resolve_arguments(&reference)?;
        let items: SmallVec<[u32; 8]> = reference.args.iter().map(|arg| arg.0).collect();
        let args = self.eval.slice(&items);
        let value = self.eval.value(Node::AnonymousRecord { class, args });
        self.eval.anonymous_record(value, Some(span));
        let mut has_free_variables = false;
        for item in items {
            has_free_variables |= self.eval.has_free_variables(ValueId(item))?;
        }
        let value = if has_free_variables {
            value
        } else {
            self.eval.instantiate(value)?
        };
        Ok((value, Some(close)))
    }

    /// The value of an identifier.
    fn id_value(
        &mut self,
        name: Symbol,
        span: Span,
        current: Option<RecordId>,
        mode: IdMode,
    ) -> Eval<ValueId> {
        let variable = self.variable(name);
        if let Some(value) = variable {
            self.texts.note_changeable();
            return Ok(value);
        }
        self.texts.note_global(name);
        if mode == IdMode::Name {
            return Ok(self.eval.value(Node::Str(name)));
        }
        if let Some(value) = self.global(name) {
            return Ok(value);
        }
        // A def may refer to itself; its type is known only at the end.
        if let Some(current) = current
            && !self.eval.record(current).is_class
            && self.current_multiclass.is_none()
            && self.eval.node(self.eval.record(current).name_value) == Node::Str(name)
        {
            self.texts.note_changeable();
            let ty = self.eval.record_type(current);
            let name = self.eval.value(Node::Str(name));
            return Ok(self.eval.value(Node::Unary {
                op: UnaryOp::Cast,
                a: name,
                ty,
            }));
        }
        if self.broken.contains(&name) {
            return Err(Fail);
        }
        let message = format!("Variable not defined: '{}'", self.eval.str(name));
        self.eval.error(span, message)
    }

    /// `{ ValueList }`: the first value is the highest bit.
    fn bits_value(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
        let opened = self.token.span();
        self.advance();
        let values = if self.at(Tok::RBrace) {
            Vec::new()
        } else {
            self.value_list(current, None, Tok::RBrace)?
        };
        self.expect_close(Tok::RBrace, opened, "expected '}' at end of bit list value")?;
        let mut bits: Vec<u32> = Vec::new();
        for (i, &value) in values.iter().enumerate() {
            match self.eval.node(value) {
                Node::Bits(items) => {
                    let items = self.eval.items(items);
                    bits.extend(items.iter().rev());
                    continue;
                }
                Node::Var { ty, .. } => {
                    if let Some(width) = self.eval.bits_width(ty) {
                        for bit in (0..width).rev() {
                            let bit = self.eval.value(Node::VarBit { value, bit });
                            bits.push(bit.0);
                        }
                        continue;
                    }
                }
                _ => {}
            }
            match self.eval.cast_to(value, TypeId::BIT)? {
                Some(bit) => bits.push(bit.0),
                None => {
                    let value = self.eval.to_text(value);
                    let message = format!("Element #{i} ({value}) is not convertable to a bit");
                    return self.eval.error(opened, message);
                }
            }
        }
        bits.reverse();
        Ok(self.eval.bits(&bits))
    }

    /// `[ ValueList ] ( < Type > )?`
    fn list_value(&mut self, current: Option<RecordId>, expected: Option<TypeId>) -> Eval<ValueId> {
        let may_keep = match self.known_text(Role::list(expected)) {
            Known::As(values) => return Ok(self.texts.values[values.start]),
            Known::Not { may_keep } => may_keep,
        };
        let result = self.read_list(current, expected);
        self.keep_value(may_keep, result)
    }

    /// The same token by token. Where there is no type, also the place of the `]`.
    fn read_list(
        &mut self,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<(ValueId, Option<Span>)> {
        let opened = self.token.span();
        self.advance();
        let given = match expected {
            None => None,
            Some(ty) => match self.eval.element_type(ty) {
                Some(element) => Some(element),
                None => {
                    let ty = self.eval.type_text(ty);
                    return self.token_error(format!("Encountered a list when expecting a {ty}"));
                }
            },
        };
        let values = if self.at(Tok::RSquare) {
            Vec::new()
        } else {
            self.value_list(current, given, Tok::RSquare)?
        };
        let close = self.token.span();
        self.expect_close(Tok::RSquare, opened, "expected ']' at end of list value")?;
        let annotated = if self.at(Tok::Less) {
            self.advance();
            let ty = self.nested(Self::ty)?;
            self.expect(Tok::Greater, "expected '>' at end of list element type")?;
            Some(ty)
        } else {
            None
        };
        let mut element: Option<TypeId> = None;
        for &value in &values {
            let Some(ty) = self.eval.type_of(value) else {
                continue;
            };
            element = match element {
                None => Some(ty),
                Some(known) => match self.eval.common_type(known, ty) {
                    Some(common) => Some(common),
                    None => {
                        let (known, ty) = (self.eval.type_text(known), self.eval.type_text(ty));
                        let message = format!("Incompatible types in list elements: '{known}' and '{ty}'");
                        return self.token_error(message);
                    }
                },
            };
        }
        if let Some(annotated) = annotated {
            if element.is_some_and(|element| !self.eval.is_convertible(element, annotated)) {
                return self.token_error("Incompatible types in list elements");
            }
            element = Some(annotated);
        }
        let element = match (element, given) {
            (Some(element), Some(given)) if !self.eval.is_convertible(element, given) => {
                let (element, given) = (self.eval.type_text(element), self.eval.type_text(given));
                let message = format!(
                    "Element type mismatch for list: element type '{element}' not convertible to '{given}'"
                );
                return self.token_error(message);
            }
            (Some(element), _) => element,
            (None, Some(given)) => given,
            (None, None) => return self.token_error("No type for list"),
        };
        let items: Vec<u32> = values.iter().map(|value| value.0).collect();
        let close = annotated.is_none().then_some(close);
        Ok((self.eval.list(element, &items), close))
    }

    /// `( DagOperator (: $NAME)? DagArgList? )`; the operator is a record, `?` or a list of value types
    fn dag_value(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
        let opened = self.token.span();
        self.advance();
        if !matches!(
            self.token.kind,
            Tok::Id(_) | Tok::Bang(Bang::Cast | Bang::GetDagOp) | Tok::Question | Tok::LSquare
        ) {
            return self.token_error("expected identifier or list of value types in dag init");
        }
        let operator = self.value(current, None)?;
        let name = if self.consume(Tok::Colon) {
            Some(self.var_name("expected variable name in dag operator")?)
        } else {
            None
        };
        let (mut args, mut names): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        if !self.at(Tok::RParen) {
            loop {
                if let Tok::VarName(name) = self.token.kind {
                    self.advance();
                    args.push(ValueId::UNSET.0);
                    names.push(name.0 + 1);
                } else {
                    args.push(self.value(current, None)?.0);
                    let name = if self.consume(Tok::Colon) {
                        self.var_name("expected variable name in dag literal")?.0 + 1
                    } else {
                        0
                    };
                    names.push(name);
                }
                if !self.consume(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect_close(Tok::RParen, opened, "expected ')' in dag init")?;
        let (args, names) = (self.eval.slice(&args), self.eval.slice(&names));
        Ok(self.eval.value(Node::Dag {
            operator,
            name,
            args,
            names,
        }))
    }

    fn var_name(&mut self, message: &str) -> Eval<Symbol> {
        match self.token.kind {
            Tok::VarName(name) => {
                self.advance();
                Ok(name)
            }
            _ => self.token_error(message),
        }
    }

    /// `ValueList ::= Value (, Value)*`, in lists with an optional comma at the end.
    fn value_list(
        &mut self,
        current: Option<RecordId>,
        element: Option<TypeId>,
        close: Tok,
    ) -> Eval<Vec<ValueId>> {
        let mut values = Vec::with_capacity(8);
        values.push(self.value(current, element)?);
        while self.consume(Tok::Comma) {
            if close == Tok::RSquare && self.at(close) {
                break;
            }
            values.push(self.value(current, element)?);
        }
        Ok(values)
    }

    /// Whether a type is the type of records.
    pub(super) fn is_record(&self, ty: TypeId) -> bool {
        matches!(self.eval.keeper.ty(ty), Type::Record(_))
    }
}
