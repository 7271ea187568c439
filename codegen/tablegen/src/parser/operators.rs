//! Bang operators: `!name<Type>(operands)`.

use super::Parser;
use super::operators_binary::binary_op;
use crate::eval::Eval;
use crate::record::RecordId;
use crate::token::{Bang, Tok};
use crate::types::TypeId;
use crate::value::{Node, TernaryOp, UnaryOp, ValueId};
use wavec_support::Span;

impl Parser<'_> {
    /// `BangValue ::= BANG ( < Type > )? ( operands )`
    pub(super) fn operation(
        &mut self,
        bang: Bang,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
        self.texts.note_changeable();
        self.operators.push(self.token.span());
        let value = self.operation_here(bang, current, expected);
        self.operators.pop();
        value
    }

    fn operation_here(
        &mut self,
        bang: Bang,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
        match bang {
            Bang::IsA => self.is_a_operation(current),
            Bang::Exists => self.exists_operation(current),
            Bang::Instances => self.instances_operation(current),
            Bang::Foreach | Bang::Filter => self.foreach_operation(bang, current, expected),
            Bang::Range => self.range_operation(current),
            Bang::SetDagArg | Bang::SetDagName | Bang::Dag | Bang::If | Bang::Subst => {
                self.ternary_operation(bang, current, expected)
            }
            Bang::Substr | Bang::Find => self.substr_operation(bang, current, expected),
            Bang::Cond => self.cond_operation(current, expected),
            Bang::Foldl => self.foldl_operation(current),
            _ => match binary_op(bang) {
                Some(op) => self.binary_operation(op, current, expected),
                None => self.unary_operation(bang, current),
            },
        }
    }

    pub(super) fn open_operands(&mut self, after: &str) -> Eval<()> {
        if self.consume(Tok::LParen) {
            return Ok(());
        }
        self.token_error(format!("expected '(' after {after}"))
    }

    pub(super) fn close_operands(&mut self, of: &str) -> Eval<()> {
        if !self.consume(Tok::RParen) {
            return self.token_error(format!("expected ')' in {of}"));
        }
        self.at_operator();
        Ok(())
    }

    /// Sets the place of errors to the innermost open operator, before it is folded.
    pub(super) fn at_operator(&mut self) {
        if let Some(&span) = self.operators.last() {
            self.eval.place = span;
        }
    }

    pub(super) fn comma(&mut self, of: &str) -> Eval<()> {
        if self.consume(Tok::Comma) {
            return Ok(());
        }
        self.token_error(format!("expected ',' in {of}"))
    }

    /// An error that a value has the wrong type: `expected` ends in what comes before the type.
    pub(super) fn wrong_type<T>(&mut self, span: Span, expected: &str, got: TypeId) -> Eval<T> {
        let got = self.eval.type_text(got);
        self.eval.error(span, format!("{expected} '{got}'"))
    }

    fn unary_operation(&mut self, bang: Bang, current: Option<RecordId>) -> Eval<ValueId> {
        self.advance();
        let (op, mut ty) = match bang {
            Bang::Cast => (UnaryOp::Cast, self.operator_type()?),
            Bang::Repr => (UnaryOp::Repr, TypeId::STRING),
            Bang::ToLower => (UnaryOp::ToLower, TypeId::STRING),
            Bang::ToUpper => (UnaryOp::ToUpper, TypeId::STRING),
            Bang::Not => (UnaryOp::Not, TypeId::INT),
            Bang::Log2 => (UnaryOp::Log2, TypeId::INT),
            Bang::Head => (UnaryOp::Head, TypeId::INT),
            Bang::Tail => (UnaryOp::Tail, TypeId::INT),
            Bang::Size => (UnaryOp::Size, TypeId::INT),
            Bang::Empty => (UnaryOp::Empty, TypeId::INT),
            Bang::ListFlatten => (UnaryOp::ListFlatten, TypeId::INT),
            Bang::Initialized => (UnaryOp::Initialized, TypeId::INT),
            Bang::GetDagOpName => (UnaryOp::GetDagOpName, TypeId::STRING),
            _ => {
                let mut ty = TypeId::ANY_RECORD;
                if self.at(Tok::Less) {
                    ty = self.operator_type()?;
                    if !self.is_record(ty) {
                        return self.token_error("type for !getdagop must be a record type");
                    }
                }
                (UnaryOp::GetDagOp, ty)
            }
        };
        self.open_operands("unary operator")?;
        let span = self.token.span();
        let a = self.value(current, None)?;
        let own = self.eval.type_of(a);
        match op {
            UnaryOp::Size | UnaryOp::Empty => match own {
                Some(own)
                    if own == TypeId::STRING
                        || own == TypeId::DAG
                        || self.eval.element_type(own).is_some() => {}
                _ => {
                    return self.token_error("expected string, list, or dag type argument in unary operator");
                }
            },
            UnaryOp::Head | UnaryOp::Tail | UnaryOp::ListFlatten => {
                let Some(own) = own else {
                    return self.token_error("expected list type argument in unary operator");
                };
                let Some(mut element) = self.eval.element_type(own) else {
                    return self.token_error("expected list type argument in unary operator");
                };
                // A list that is written out has the type of its first element here.
                if let Node::List { items, .. } = self.eval.node(a) {
                    let Some(&first) = self.eval.items(items).first() else {
                        return self.token_error("empty list argument in unary operator");
                    };
                    let Some(first) = self.eval.type_of(ValueId(first)) else {
                        return self.token_error("untyped list element in unary operator");
                    };
                    element = first;
                }
                ty = match op {
                    UnaryOp::Head => element,
                    // A list of lists loses one level, any other list stays.
                    UnaryOp::ListFlatten if self.eval.element_type(element).is_some() => element,
                    _ => self.eval.keeper.types.list(element),
                };
            }
            UnaryOp::GetDagOpName | UnaryOp::GetDagOp => {
                if let Some(own) = own.filter(|&own| own != TypeId::DAG) {
                    return self.wrong_type(span, "expected dag type argument, got value of type", own);
                }
            }
            _ => {}
        }
        self.close_operands("unary operator")?;
        self.eval.unary(op, a, ty, current, false)
    }

    /// `!isa<Type>(value)`
    fn is_a_operation(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
        self.advance();
        let ty = self.operator_type()?;
        self.open_operands("type of !isa")?;
        let value = self.value(current, None)?;
        self.close_operands("!isa")?;
        Ok(self.eval.is_a_value(ty, value))
    }

    /// `!exists<Type>(name)`
    fn exists_operation(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
        self.advance();
        let ty = self.operator_type()?;
        self.open_operands("type of !exists")?;
        let span = self.token.span();
        let name = self.value(current, None)?;
        let Some(own) = self.eval.type_of(name) else {
            return self
                .eval
                .error(span, "expected string type argument in !exists operator");
        };
        if self.is_record(own) {
            let message = "expected string type argument in !exists operator, please use !isa instead";
            return self.eval.error(span, message);
        }
        if own != TypeId::STRING {
            return self
                .eval
                .error(span, "expected string type argument in !exists operator");
        }
        self.close_operands("!exists")?;
        self.eval.exists(ty, name, current, false)
    }

    /// `!instances<Class>(regex?)`
    fn instances_operation(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
        self.advance();
        let span = self.token.span();
        let ty = self.operator_type()?;
        if !self.is_record(ty) {
            return self.wrong_type(span, "expected a class, got type", ty);
        }
        self.open_operands("type of !instances")?;
        let regex = if self.at(Tok::RParen) {
            self.eval.string(".*")
        } else {
            let span = self.token.span();
            let regex = self.value(current, None)?;
            if self.eval.type_of(regex) != Some(TypeId::STRING) {
                let message = "expected string type argument in !instances operator";
                return self.eval.error(span, message);
            }
            regex
        };
        self.close_operands("!instances")?;
        // In the body of an operator, as in a record, the defs are listed at the final resolution.
        if self.bodies > 0 {
            return Ok(self.eval.value(Node::Instances { class: ty, regex }));
        }
        self.eval.instances(ty, regex, current, false)
    }

    /// `!range(list) | !range(end) | !range(start, end) | !range(start, end, step)`
    fn range_operation(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
        let operator = self.token.span();
        self.advance();
        self.open_operands("!range operator")?;
        let mut args: Vec<ValueId> = Vec::new();
        let mut is_list = false;
        loop {
            if args.len() >= 3 {
                return self.token_error("expected at most three values of integer");
            }
            let span = self.token.span();
            let (value, ty) = self.typed_value_in(operator, current, None)?;
            if is_list {
                return self.wrong_type(span, "expected one list, got extra value of type", ty);
            }
            if args.is_empty() && self.eval.element_type(ty).is_some() {
                is_list = true;
            } else if ty != TypeId::INT {
                let expected = if args.is_empty() {
                    "expected list or int, got value of type"
                } else {
                    "expected value of type 'int', got"
                };
                return self.wrong_type(span, expected, ty);
            }
            args.push(value);
            if !self.consume(Tok::Comma) {
                break;
            }
        }
        self.close_operands("operator")?;
        let (zero, one) = (self.eval.int(0), self.eval.int(1));
        let (start, end, step) = match args[..] {
            [list] if is_list => (
                zero,
                self.eval
                    .unary(UnaryOp::Size, list, TypeId::INT, current, false)?,
                one,
            ),
            [end] => (zero, end, one),
            [start, end] => (start, end, one),
            [start, end, step] => (start, end, step),
            _ => return self.token_error("expected values in !range"),
        };
        let list = self.eval.keeper.types.list(TypeId::INT);
        self.eval
            .ternary(TernaryOp::Range, start, end, step, list, current)
    }

    /// `!if(c, a, b)`, `!dag`, `!subst`, `!setdagarg`, `!setdagname`
    fn ternary_operation(
        &mut self,
        bang: Bang,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
        self.advance();
        let expected = if matches!(bang, Bang::If | Bang::Subst) {
            expected
        } else {
            None
        };
        self.open_operands("ternary operator")?;
        let a = self.value(current, None)?;
        self.comma("ternary operator")?;
        let b_span = self.token.span();
        let b = self.value(current, expected)?;
        self.comma("ternary operator")?;
        let c_span = self.token.span();
        let c = self.value(current, expected)?;
        self.close_operands("binary operator")?;
        let (b_type, c_type) = (self.eval.type_of(b), self.eval.type_of(c));
        let (op, ty) = match bang {
            Bang::Dag => {
                if let Some(ty) = b_type.filter(|&ty| self.eval.element_type(ty).is_none()) {
                    return self.wrong_type(b_span, "expected list of children, got type", ty);
                }
                let names = self.eval.keeper.types.list(TypeId::STRING);
                if let Some(ty) = c_type.filter(|&ty| ty != names) {
                    return self.wrong_type(c_span, "expected list<string>, got type", ty);
                }
                if b_type.is_none() && c_type.is_none() {
                    let message = "cannot have both unset children and unset names in !dag";
                    return self.eval.error(b_span, message);
                }
                (TernaryOp::Dag, TypeId::DAG)
            }
            Bang::If => {
                let (Some(first), Some(second)) = (b_type.or(c_type), c_type.or(b_type)) else {
                    return self.token_error("could not get type for !if");
                };
                let Some(ty) = self.eval.common_type(first, second) else {
                    let (first, second) = (self.eval.type_text(first), self.eval.type_text(second));
                    let message = format!("inconsistent types '{first}' and '{second}' for !if");
                    return self.token_error(message);
                };
                (TernaryOp::If, ty)
            }
            Bang::Subst => match c_type {
                Some(ty) => (TernaryOp::Subst, ty),
                None => return self.token_error("could not get type for !subst"),
            },
            _ => {
                match b_type {
                    Some(TypeId::INT | TypeId::STRING) => {}
                    Some(ty) => {
                        let expected = "expected integer index or string name, got type";
                        return self.wrong_type(b_span, expected, ty);
                    }
                    None => {
                        return self
                            .eval
                            .error(b_span, "expected integer index or string name, got '?'");
                    }
                }
                if bang == Bang::SetDagArg {
                    (TernaryOp::SetDagArg, TypeId::DAG)
                } else {
                    if let Some(ty) = c_type.filter(|&ty| ty != TypeId::STRING) {
                        return self.wrong_type(c_span, "expected string or unset name, got type", ty);
                    }
                    (TernaryOp::SetDagName, TypeId::DAG)
                }
            }
        };
        self.eval.ternary(op, a, b, c, ty, current)
    }

    /// `!substr(string, start, length?)`, `!find(string, wanted, start?)`
    fn substr_operation(
        &mut self,
        bang: Bang,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
        self.advance();
        let is_substr = bang == Bang::Substr;
        let (operator, result) = if is_substr {
            ("!substr operator", TypeId::STRING)
        } else {
            ("!find operator", TypeId::INT)
        };
        self.open_operands(operator)?;
        let mut operands = vec![self.value(current, None)?];
        self.comma(operator)?;
        let second_span = self.token.span();
        operands.push(self.value(current, None)?);
        let end_span = self.token.span();
        if self.consume(Tok::Comma) {
            operands.push(self.value(current, None)?);
        }
        self.close_operands(operator)?;
        if let Some(expected) = expected
            && !self.eval.is_convertible(result, expected)
        {
            let expected = self.eval.type_text(expected);
            let message = format!("expected value of type '{expected}', got");
            return self.wrong_type(end_span, &message, result);
        }
        let second = if is_substr { TypeId::INT } else { TypeId::STRING };
        let here = self.token.span();
        let checks = [(TypeId::STRING, here), (second, second_span), (TypeId::INT, here)];
        for (&operand, (wanted, span)) in operands.iter().zip(checks) {
            if let Some(ty) = self.eval.type_of(operand).filter(|&ty| ty != wanted) {
                let wanted = self.eval.type_text(wanted);
                return self.wrong_type(span, &format!("expected {wanted}, got type"), ty);
            }
        }
        let last = match operands.get(2) {
            Some(&last) => last,
            None => self.eval.int(if is_substr { i64::MAX } else { 0 }),
        };
        let op = if is_substr {
            TernaryOp::Substr
        } else {
            TernaryOp::Find
        };
        self.eval
            .ternary(op, operands[0], operands[1], last, result, current)
    }
}
