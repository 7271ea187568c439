//! Bang operators: `!name<Type>(operands)`.

use super::{Parser, ScopeKind};
use crate::eval::Eval;
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::token::{Bang, Tok};
use crate::types::TypeId;
use crate::value::{BinaryOp, Node, TernaryOp, UnaryOp, ValueId};
use wavec_support::Span;

/// The operator of a bang operator with two operands.
fn binary_op(bang: Bang) -> Option<BinaryOp> {
    Some(match bang {
        Bang::Add => BinaryOp::Add,
        Bang::And => BinaryOp::And,
        Bang::Con => BinaryOp::Concat,
        Bang::Div => BinaryOp::Div,
        Bang::Eq => BinaryOp::Eq,
        Bang::Ge => BinaryOp::Ge,
        Bang::GetDagArg => BinaryOp::GetDagArg,
        Bang::GetDagName => BinaryOp::GetDagName,
        Bang::Gt => BinaryOp::Gt,
        Bang::Interleave => BinaryOp::Interleave,
        Bang::Le => BinaryOp::Le,
        Bang::ListConcat => BinaryOp::ListConcat,
        Bang::ListRemove => BinaryOp::ListRemove,
        Bang::ListSplat => BinaryOp::ListSplat,
        Bang::Lt => BinaryOp::Lt,
        Bang::Match => BinaryOp::Match,
        Bang::Mul => BinaryOp::Mul,
        Bang::Ne => BinaryOp::Ne,
        Bang::Or => BinaryOp::Or,
        Bang::SetDagOp => BinaryOp::SetDagOp,
        Bang::SetDagOpName => BinaryOp::SetDagOpName,
        Bang::Shl => BinaryOp::Shl,
        Bang::Sra => BinaryOp::Sra,
        Bang::Srl => BinaryOp::Srl,
        Bang::StrConcat => BinaryOp::StrConcat,
        Bang::Sub => BinaryOp::Sub,
        Bang::Xor => BinaryOp::Xor,
        _ => return None,
    })
}

impl Parser<'_> {
    /// `BangValue ::= BANG ( < Type > )? ( operands )`
    pub(super) fn operation(
        &mut self,
        bang: Bang,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
        self.operators.push(self.token.span);
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
            Bang::Substr | Bang::Find => self.substr_operation(bang, current),
            Bang::Cond => self.cond_operation(current, expected),
            Bang::Foldl => self.foldl_operation(current),
            _ => match binary_op(bang) {
                Some(op) => self.binary_operation(op, current, expected),
                None => self.unary_operation(bang, current),
            },
        }
    }

    fn open_operands(&mut self) -> Eval<()> {
        self.expect(Tok::LParen, "expected '(' after operator")
    }

    fn close_operands(&mut self) -> Eval<()> {
        self.expect(Tok::RParen, "expected ')' in operator")?;
        self.at_operator();
        Ok(())
    }

    /// What is folded now stands where the operator stands.
    fn at_operator(&mut self) {
        if let Some(&span) = self.operators.last() {
            self.eval.place = span;
        }
    }

    fn comma(&mut self) -> Eval<()> {
        self.expect(Tok::Comma, "expected ',' in operator")
    }

    /// An error that a value has the wrong type.
    fn wrong_type<T>(&mut self, span: Span, wanted: &str, got: TypeId) -> Eval<T> {
        let got = self.eval.type_text(got);
        self.eval
            .error(span, format!("expected {wanted}, got value of type '{got}'"))
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
                    let span = self.token.span;
                    ty = self.operator_type()?;
                    if !self.is_record(ty) {
                        return self.eval.error(span, "type for !getdagop must be a record type");
                    }
                }
                (UnaryOp::GetDagOp, ty)
            }
        };
        self.open_operands()?;
        let span = self.token.span;
        let a = self.value(current, None)?;
        let own = self.eval.type_of(a);
        match op {
            UnaryOp::Size | UnaryOp::Empty => match own {
                Some(own)
                    if own == TypeId::STRING
                        || own == TypeId::DAG
                        || self.eval.element_type(own).is_some() => {}
                Some(own) => return self.wrong_type(span, "string, list, or dag type argument", own),
                None => {
                    return self
                        .eval
                        .error(span, "expected string, list, or dag type argument, got '?'");
                }
            },
            UnaryOp::Head | UnaryOp::Tail | UnaryOp::ListFlatten => {
                let Some(own) = own else {
                    return self.eval.error(span, "expected list type argument, got '?'");
                };
                let Some(element) = self.eval.element_type(own) else {
                    return self.wrong_type(span, "list type argument", own);
                };
                ty = match op {
                    UnaryOp::Head => element,
                    UnaryOp::Tail => own,
                    // A list of lists loses one level, any other list stays.
                    _ => {
                        if self.eval.element_type(element).is_some() {
                            element
                        } else {
                            own
                        }
                    }
                };
                if let (Node::List { items, .. }, UnaryOp::Head | UnaryOp::Tail) = (self.eval.node(a), op)
                    && self.eval.items(items).is_empty()
                {
                    return self.eval.error(span, "empty list argument in unary operator");
                }
            }
            UnaryOp::GetDagOpName | UnaryOp::GetDagOp => {
                if let Some(own) = own.filter(|&own| own != TypeId::DAG) {
                    return self.wrong_type(span, "dag type argument", own);
                }
            }
            _ => {}
        }
        self.close_operands()?;
        self.eval.unary(op, a, ty, current, false)
    }

    /// `!isa<Type>(value)`
    fn is_a_operation(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
        self.advance();
        let ty = self.operator_type()?;
        self.open_operands()?;
        let value = self.value(current, None)?;
        self.close_operands()?;
        Ok(self.eval.is_a_value(ty, value))
    }

    /// `!exists<Type>(name)`
    fn exists_operation(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
        self.advance();
        let ty = self.operator_type()?;
        self.open_operands()?;
        let span = self.token.span;
        let (name, own) = self.typed_value(current, None)?;
        if self.is_record(own) {
            let message = "expected string type argument in !exists operator, please use !isa instead";
            return self.eval.error(span, message);
        }
        if own != TypeId::STRING {
            return self.wrong_type(span, "string type argument in !exists operator", own);
        }
        self.close_operands()?;
        self.eval.exists(ty, name, current, false)
    }

    /// `!instances<Class>(regex?)`
    fn instances_operation(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
        self.advance();
        let span = self.token.span;
        let ty = self.operator_type()?;
        if !self.is_record(ty) {
            return self.wrong_type(span, "a class", ty);
        }
        self.open_operands()?;
        let regex = if self.at(Tok::RParen) {
            self.eval.string(".*")
        } else {
            let span = self.token.span;
            let (regex, own) = self.typed_value(current, None)?;
            if own != TypeId::STRING {
                return self.wrong_type(span, "string type argument in !instances operator", own);
            }
            regex
        };
        self.close_operands()?;
        self.eval.instances(ty, regex, current, false)
    }

    /// The type that all operands of the operator have, where one is known before they are read, and the result's.
    fn binary_types(
        &mut self,
        op: BinaryOp,
        expected: Option<TypeId>,
    ) -> Eval<(Option<TypeId>, Option<TypeId>)> {
        Ok(match op {
            BinaryOp::Concat | BinaryOp::SetDagOp | BinaryOp::SetDagOpName => {
                (Some(TypeId::DAG), Some(TypeId::DAG))
            }
            BinaryOp::GetDagArg => (Some(TypeId::DAG), Some(self.operator_type()?)),
            BinaryOp::GetDagName => (Some(TypeId::DAG), Some(TypeId::STRING)),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::Sra
            | BinaryOp::Srl => (Some(TypeId::INT), Some(TypeId::INT)),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Le | BinaryOp::Lt | BinaryOp::Ge | BinaryOp::Gt => {
                (None, Some(TypeId::BIT))
            }
            BinaryOp::Match => (Some(TypeId::STRING), Some(TypeId::BIT)),
            BinaryOp::ListConcat | BinaryOp::ListRemove => (expected, None),
            BinaryOp::StrConcat => (Some(TypeId::STRING), Some(TypeId::STRING)),
            BinaryOp::Interleave => (None, Some(TypeId::STRING)),
            _ => (None, None),
        })
    }

    /// Whether `!eq` and friends compare values of this type.
    fn is_comparable(&self, ty: TypeId, records_too: bool) -> bool {
        self.eval.is_convertible(ty, TypeId::INT)
            || ty == TypeId::STRING
            || (records_too && self.is_record(ty))
    }

    /// Checks an operand whose type was not known before; returns the type of the next.
    fn check_operand(
        &mut self,
        op: BinaryOp,
        index: usize,
        ty: TypeId,
        expected: Option<TypeId>,
        span: Span,
    ) -> Eval<Option<TypeId>> {
        let int_list = self.eval.keeper.types.list(TypeId::INT);
        let string_list = self.eval.keeper.types.list(TypeId::STRING);
        match op {
            BinaryOp::ListConcat | BinaryOp::ListRemove if self.eval.element_type(ty).is_none() => {
                self.wrong_type(span, "a list", ty)
            }
            BinaryOp::ListSplat => {
                if index == 0
                    && let Some(expected) = expected
                {
                    let Some(element) = self.eval.element_type(expected) else {
                        let expected = self.eval.type_text(expected);
                        let message = format!("expected output type to be a list, got type '{expected}'");
                        return self.eval.error(span, message);
                    };
                    if !self.eval.is_convertible(ty, element) {
                        let element = self.eval.type_text(element);
                        return self.wrong_type(span, &format!("a first argument of type '{element}'"), ty);
                    }
                }
                if index == 1 && ty != TypeId::INT {
                    return self.wrong_type(span, "second parameter to be an int", ty);
                }
                Ok(None)
            }
            BinaryOp::Eq | BinaryOp::Ne if !self.is_comparable(ty, true) => {
                self.wrong_type(span, "bit, bits, int, string, or record", ty)
            }
            BinaryOp::Le | BinaryOp::Lt | BinaryOp::Ge | BinaryOp::Gt | BinaryOp::GetDagArg
                if !self.is_comparable(ty, false) =>
            {
                self.wrong_type(span, "bit, bits, int, or string", ty)
            }
            BinaryOp::Interleave => {
                if index == 0 && ty != string_list && !self.eval.is_convertible(ty, int_list) {
                    return self.wrong_type(span, "list of string, int, bits, or bit", ty);
                }
                if index == 1 && ty != TypeId::STRING {
                    return self.wrong_type(span, "second argument to be a string", ty);
                }
                Ok(None)
            }
            _ => Ok(Some(ty)),
        }
    }

    /// `!op(a, b, ...)`; operators that are associative take more than two operands.
    fn binary_operation(
        &mut self,
        op: BinaryOp,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
        let operator_span = self.token.span;
        self.advance();
        let (mut operand, mut ty) = self.binary_types(op, expected)?;
        if let (Some(ty), Some(expected)) = (ty, expected)
            && !self.eval.is_convertible(ty, expected)
        {
            let (expected, ty) = (self.eval.type_text(expected), self.eval.type_text(ty));
            let message = format!("expected value of type '{expected}', got '{ty}'");
            return self.eval.error(operator_span, message);
        }
        let keeps_type = ty == Some(TypeId::INT);
        self.open_operands()?;
        let mut operands: Vec<ValueId> = Vec::new();
        loop {
            let span = self.token.span;
            let (value, own) = self.typed_value(current, operand)?;
            operands.push(value);
            match operand {
                None => operand = self.check_operand(op, operands.len() - 1, own, expected, span)?,
                Some(wanted) => match self.eval.common_type(wanted, own) {
                    Some(common) => {
                        if !keeps_type {
                            operand = Some(common);
                        }
                    }
                    None => {
                        let (wanted, own) = (self.eval.type_text(wanted), self.eval.type_text(own));
                        let message = format!("expected value of type '{wanted}', got '{own}'");
                        return self.eval.error(span, message);
                    }
                },
            }
            match op {
                BinaryOp::SetDagOp => operand = Some(TypeId::ANY_RECORD),
                BinaryOp::SetDagOpName => operand = Some(TypeId::STRING),
                BinaryOp::GetDagArg => operand = None,
                BinaryOp::GetDagName => operand = Some(TypeId::INT),
                _ => {}
            }
            if !self.consume(Tok::Comma) {
                break;
            }
        }
        self.close_operands()?;
        match op {
            BinaryOp::ListConcat | BinaryOp::ListRemove => ty = operand,
            BinaryOp::ListSplat => {
                if let Some(element) = self.eval.type_of(operands[0]) {
                    ty = Some(self.eval.keeper.types.list(element));
                }
            }
            _ => {}
        }
        let ty = ty.unwrap_or(TypeId::INT);
        let is_associative = matches!(
            op,
            BinaryOp::StrConcat
                | BinaryOp::ListConcat
                | BinaryOp::Concat
                | BinaryOp::Add
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Mul
        );
        if is_associative {
            while operands.len() > 2
                && let Some(last) = operands.pop()
            {
                let index = operands.len() - 1;
                operands[index] = self.eval.binary(op, operands[index], last, ty, current)?;
            }
        }
        match operands[..] {
            [a, b] => self.eval.binary(op, a, b, ty, current),
            _ => self
                .eval
                .error(operator_span, "expected two operands to operator"),
        }
    }

    /// `!range(list) | !range(end) | !range(start, end) | !range(start, end, step)`
    fn range_operation(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
        self.advance();
        self.open_operands()?;
        let mut args: Vec<ValueId> = Vec::new();
        let mut is_list = false;
        loop {
            if args.len() >= 3 {
                return self.token_error("expected at most three values of integer");
            }
            let span = self.token.span;
            let (value, ty) = self.typed_value(current, None)?;
            if is_list {
                return self.wrong_type(span, "one list", ty);
            }
            if args.is_empty() && self.eval.element_type(ty).is_some() {
                is_list = true;
            } else if ty != TypeId::INT {
                return self.wrong_type(span, if args.is_empty() { "list or int" } else { "int" }, ty);
            }
            args.push(value);
            if !self.consume(Tok::Comma) {
                break;
            }
        }
        self.close_operands()?;
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
        self.open_operands()?;
        let a = self.value(current, None)?;
        self.comma()?;
        let b_span = self.token.span;
        let b = self.value(current, expected)?;
        self.comma()?;
        let c_span = self.token.span;
        let c = self.value(current, expected)?;
        self.close_operands()?;
        let (b_type, c_type) = (self.eval.type_of(b), self.eval.type_of(c));
        let (op, ty) = match bang {
            Bang::Dag => {
                if let Some(ty) = b_type.filter(|&ty| self.eval.element_type(ty).is_none()) {
                    return self.wrong_type(b_span, "list of children", ty);
                }
                let names = self.eval.keeper.types.list(TypeId::STRING);
                if let Some(ty) = c_type.filter(|&ty| ty != names) {
                    return self.wrong_type(c_span, "list<string>", ty);
                }
                if b_type.is_none() && c_type.is_none() {
                    let message = "cannot have both unset children and unset names in !dag";
                    return self.eval.error(b_span, message);
                }
                (TernaryOp::Dag, TypeId::DAG)
            }
            Bang::If => {
                let (Some(first), Some(second)) = (b_type.or(c_type), c_type.or(b_type)) else {
                    return self.eval.error(b_span, "could not get type for !if");
                };
                let Some(ty) = self.eval.common_type(first, second) else {
                    let (first, second) = (self.eval.type_text(first), self.eval.type_text(second));
                    let message = format!("inconsistent types '{first}' and '{second}' for !if");
                    return self.eval.error(c_span, message);
                };
                (TernaryOp::If, ty)
            }
            Bang::Subst => match c_type {
                Some(ty) => (TernaryOp::Subst, ty),
                None => return self.eval.error(c_span, "could not get type for !subst"),
            },
            _ => {
                match b_type {
                    Some(TypeId::INT | TypeId::STRING) => {}
                    Some(ty) => return self.wrong_type(b_span, "integer index or string name", ty),
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
                        return self.wrong_type(c_span, "string or unset name", ty);
                    }
                    (TernaryOp::SetDagName, TypeId::DAG)
                }
            }
        };
        self.eval.ternary(op, a, b, c, ty, current)
    }

    /// `!substr(string, start, length?)`, `!find(string, wanted, start?)`
    fn substr_operation(&mut self, bang: Bang, current: Option<RecordId>) -> Eval<ValueId> {
        self.advance();
        self.open_operands()?;
        let is_substr = bang == Bang::Substr;
        let wanted = [
            TypeId::STRING,
            if is_substr { TypeId::INT } else { TypeId::STRING },
            TypeId::INT,
        ];
        let mut operands = Vec::new();
        for (i, wanted) in wanted.into_iter().enumerate() {
            if i == 1 {
                self.comma()?;
            } else if i == 2 && !self.consume(Tok::Comma) {
                break;
            }
            let span = self.token.span;
            let value = self.value(current, None)?;
            if let Some(ty) = self.eval.type_of(value).filter(|&ty| ty != wanted) {
                let wanted = self.eval.type_text(wanted);
                return self.wrong_type(span, &wanted, ty);
            }
            operands.push(value);
        }
        self.close_operands()?;
        let last = match operands.get(2) {
            Some(&last) => last,
            None => self.eval.int(if is_substr { i64::MAX } else { 0 }),
        };
        let (op, ty) = if is_substr {
            (TernaryOp::Substr, TypeId::STRING)
        } else {
            (TernaryOp::Find, TypeId::INT)
        };
        self.eval.ternary(op, operands[0], operands[1], last, ty, current)
    }

    /// The name of a variable that an operator binds.
    fn bound_variable(&mut self, current: Option<RecordId>, operator: &str) -> Eval<Symbol> {
        let span = self.token.span;
        let (name, _) = self.identifier(&format!("expected the name of a variable in {operator}"))?;
        let is_field = current.is_some_and(|record| self.eval.record(record).field(name).is_some());
        // Variables of enclosing operators count as defined too.
        let is_bound = self
            .scopes
            .iter()
            .rev()
            .take_while(|scope| matches!(scope.kind, ScopeKind::Local))
            .any(|scope| {
                scope.variables.iter().any(|&(known, value)| {
                    known == name
                        && matches!(self.eval.node(value), Node::Var { name: own, .. } if own == name)
                })
            });
        if is_field || is_bound {
            let name = self.eval.str(name).to_string();
            return self.eval.error(
                span,
                format!("variable '{name}' of {operator} is already defined"),
            );
        }
        Ok(name)
    }

    /// Reads the body of an operator that binds variables.
    fn body(
        &mut self,
        variables: &[(Symbol, TypeId)],
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
        self.push_scope(ScopeKind::Local);
        for &(name, ty) in variables {
            let variable = self.eval.var(name, ty);
            self.define(name, variable);
        }
        let body = self.value(current, expected);
        self.pop_scope();
        body
    }

    /// `!foreach(ID, list-or-dag, expr)`, `!filter(ID, list, predicate)`
    fn foreach_operation(
        &mut self,
        bang: Bang,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
        let operator_span = self.token.span;
        let is_filter = bang == Bang::Filter;
        self.advance();
        self.open_operands()?;
        let name = self.bound_variable(current, if is_filter { "!filter" } else { "!foreach" })?;
        self.comma()?;
        let span = self.token.span;
        let (sequence, ty) = self.typed_value(current, None)?;
        self.comma()?;
        let element = self.eval.element_type(ty);
        let is_dag = ty == TypeId::DAG;
        let mut body_type = None;
        match element {
            Some(_) => {
                if let Some(expected) = expected {
                    let Some(wanted) = self.eval.element_type(expected) else {
                        let expected = self.eval.type_text(expected);
                        let message = format!("expected value of type '{expected}', but got list type");
                        return self.eval.error(operator_span, message);
                    };
                    body_type = Some(if is_filter { TypeId::INT } else { wanted });
                }
            }
            None if is_dag && !is_filter => {
                if let Some(expected) = expected.filter(|&expected| expected != TypeId::DAG) {
                    let expected = self.eval.type_text(expected);
                    let message = format!("expected value of type '{expected}', but got dag type");
                    return self.eval.error(operator_span, message);
                }
            }
            None => {
                let wanted = if is_filter {
                    "a list argument"
                } else {
                    "a list or dag argument"
                };
                return self.wrong_type(span, wanted, ty);
            }
        }
        let variable = element.unwrap_or(TypeId::DAG);
        let body_span = self.token.span;
        let body = self.body(&[(name, variable)], current, body_type)?;
        self.close_operands()?;
        let ty = if is_dag {
            TypeId::DAG
        } else if is_filter {
            self.eval.keeper.types.list(variable)
        } else {
            match self.eval.type_of(body) {
                Some(body) => self.eval.keeper.types.list(body),
                None => {
                    return self
                        .eval
                        .error(body_span, "could not get type of !foreach result expression");
                }
            }
        };
        let name = self.eval.value(Node::Str(name));
        let op = if is_filter {
            TernaryOp::Filter
        } else {
            TernaryOp::ForEach
        };
        self.eval.ternary(op, name, sequence, body, ty, current)
    }

    /// `!cond((condition : value),+)`
    fn cond_operation(&mut self, current: Option<RecordId>, expected: Option<TypeId>) -> Eval<ValueId> {
        self.advance();
        self.open_operands()?;
        let mut arms: Vec<u32> = Vec::new();
        let mut ty: Option<TypeId> = None;
        while !self.consume(Tok::RParen) {
            arms.push(self.value(current, None)?.0);
            self.expect(Tok::Colon, "expected ':' following a condition in !cond operator")?;
            let span = self.token.span;
            let value = self.value(current, expected)?;
            arms.push(value.0);
            if let Some(own) = self.eval.type_of(value) {
                let known = ty.unwrap_or(own);
                match self.eval.common_type(known, own) {
                    Some(common) => ty = Some(common),
                    None => {
                        let (known, own) = (self.eval.type_text(known), self.eval.type_text(own));
                        let message = format!("inconsistent types '{known}' and '{own}' for !cond");
                        return self.eval.error(span, message);
                    }
                }
            }
            if self.consume(Tok::RParen) {
                break;
            }
            self.expect(
                Tok::Comma,
                "expected ',' or ')' following a value in !cond operator",
            )?;
        }
        if arms.is_empty() {
            return self.token_error("there should be at least 1 'condition : value' in the !cond operator");
        }
        self.at_operator();
        match ty {
            Some(ty) => self.eval.cond(&arms, ty, current),
            None => self.token_error("could not determine type for !cond from its arguments"),
        }
    }

    /// `!foldl(start, list, a, b, expr)`
    fn foldl_operation(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
        self.advance();
        self.open_operands()?;
        let (start, start_type) = self.typed_value(current, None)?;
        self.comma()?;
        let span = self.token.span;
        let (list, list_type) = self.typed_value(current, None)?;
        let Some(element) = self.eval.element_type(list_type) else {
            return self.wrong_type(span, "a list for !foldl", list_type);
        };
        self.comma()?;
        let a = self.bound_variable(current, "!foldl")?;
        self.comma()?;
        let b = self.bound_variable(current, "!foldl")?;
        self.comma()?;
        let span = self.token.span;
        let body = self.body(&[(a, start_type), (b, element)], current, None)?;
        match self.eval.type_of(body) {
            Some(ty) if ty == start_type => {}
            Some(ty) => {
                let (start, ty) = (self.eval.type_text(start_type), self.eval.type_text(ty));
                let message =
                    format!("!foldl expression must be of same type as start ({start}), but is of type {ty}");
                return self.eval.error(span, message);
            }
            None => return self.eval.error(span, "could not get type of !foldl expression"),
        }
        self.close_operands()?;
        let a = self.eval.value(Node::Str(a));
        let b = self.eval.value(Node::Str(b));
        self.eval.foldl([start, list, a, b, body], start_type, current)
    }
}
