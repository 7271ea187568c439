//! Bang operators that bind variables: `!foreach`, `!filter`, `!foldl`; and `!cond`.

use super::{Parser, ScopeKind};
use crate::eval::Eval;
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::token::{Bang, Tok};
use crate::types::TypeId;
use crate::value::{Node, TernaryOp, ValueId};

impl Parser<'_> {
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
    pub(super) fn foreach_operation(
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
    pub(super) fn cond_operation(
        &mut self,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
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
    pub(super) fn foldl_operation(&mut self, current: Option<RecordId>) -> Eval<ValueId> {
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
