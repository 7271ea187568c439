//! Bang operators that bind variables: `!foreach`, `!filter`, `!foldl`; and `!cond`.

use super::{Parser, ScopeKind};
use crate::eval::Eval;
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::token::{Bang, Tok};
use crate::types::TypeId;
use crate::value::{Node, TernaryOp, ValueId};

impl Parser<'_> {
    /// Whether a variable that an operator binds would hide a field, or a variable that an enclosing operator binds.
    fn is_bound(&self, name: Symbol, current: Option<RecordId>) -> bool {
        let is_field = current.is_some_and(|record| self.eval.record(record).declared(name).is_some());
        is_field
            || self
                .scopes
                .iter()
                .rev()
                .take_while(|scope| matches!(scope.kind, ScopeKind::Local))
                .any(|scope| {
                    scope.variables.iter().any(|&(known, value)| {
                        known == name
                            && matches!(self.eval.node(value), Node::Var { name: own, .. } if own == name)
                    })
                })
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
        self.bodies += 1;
        let body = self.value(current, expected);
        self.bodies -= 1;
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
        let operator_span = self.token.span();
        let is_filter = bang == Bang::Filter;
        self.advance();
        self.open_operands("!foreach/!filter")?;
        let (name, _) = self.identifier("first argument of !foreach/!filter must be an identifier")?;
        if self.is_bound(name, current) {
            let message = format!(
                "iteration variable '\"{}\"' is already defined",
                self.eval.str(name)
            );
            return self.token_error(message);
        }
        self.comma("!foreach/!filter")?;
        let sequence = self.value(current, None)?;
        self.comma("!foreach/!filter")?;
        let Some(ty) = self.eval.type_of(sequence) else {
            return self.token_error("could not get type of !foreach/!filter list or dag");
        };
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
                return self.token_error(if is_filter {
                    "!filter must have a list argument"
                } else {
                    "!foreach must have a list or dag argument"
                });
            }
        }
        let variable = element.unwrap_or(TypeId::DAG);
        let body = self.body(&[(name, variable)], current, body_type)?;
        self.close_operands("!foreach/!filter")?;
        let ty = if is_dag {
            TypeId::DAG
        } else if is_filter {
            self.eval.keeper.types.list(variable)
        } else {
            match self.eval.type_of(body) {
                Some(body) => self.eval.keeper.types.list(body),
                None => return self.token_error("could not get type of !foreach result expression"),
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
        self.open_operands("!cond operator")?;
        let mut arms: Vec<u32> = Vec::new();
        while !self.consume(Tok::RParen) {
            arms.push(self.value(current, None)?.0);
            self.expect(
                Tok::Colon,
                "expected ':'  following a condition in !cond operator",
            )?;
            let value = self.value(current, expected)?;
            arms.push(value.0);
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
        let mut ty: Option<TypeId> = None;
        for arm in arms.chunks_exact(2) {
            let Some(own) = self.eval.type_of(ValueId(arm[1])) else {
                continue;
            };
            let known = ty.unwrap_or(own);
            ty = self.eval.common_type(known, own);
            if ty.is_none() {
                let (known, own) = (self.eval.type_text(known), self.eval.type_text(own));
                return self.token_error(format!("inconsistent types '{known}' and '{own}' for !cond"));
            }
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
        self.open_operands("!foldl")?;
        let start = self.value(current, None)?;
        let Some(start_type) = self.eval.type_of(start) else {
            let start = self.eval.to_text(start);
            return self.token_error(format!("could not get type of !foldl start: '{start}'"));
        };
        self.comma("!foldl")?;
        let list = self.value(current, None)?;
        let Some(list_type) = self.eval.type_of(list) else {
            let list = self.eval.to_text(list);
            return self.token_error(format!("could not get type of !foldl list: '{list}'"));
        };
        let Some(element) = self.eval.element_type(list_type) else {
            let ty = self.eval.type_text(list_type);
            return self.token_error(format!("!foldl list must be a list, but is of type '{ty}"));
        };
        self.comma("!foldl")?;
        let a = self.foldl_variable(current, "third", "left")?;
        let b = self.foldl_variable(current, "fourth", "right")?;
        let body = self.body(&[(a, start_type), (b, element)], current, None)?;
        match self.eval.type_of(body) {
            Some(ty) if ty == start_type => {}
            Some(ty) => {
                let (start, ty) = (self.eval.type_text(start_type), self.eval.type_text(ty));
                let message =
                    format!("!foldl expression must be of same type as start ({start}), but is of type {ty}");
                return self.token_error(message);
            }
            None => return self.token_error("could not get type of !foldl expression"),
        }
        self.close_operands("fold operator")?;
        let a = self.eval.value(Node::Str(a));
        let b = self.eval.value(Node::Str(b));
        self.eval.foldl([start, list, a, b, body], start_type, current)
    }
    /// The name of a variable of `!foldl`, and the comma after it.
    fn foldl_variable(&mut self, current: Option<RecordId>, position: &str, side: &str) -> Eval<Symbol> {
        let Tok::Id(name) = self.token.kind else {
            return self.token_error(format!("{position} argument of !foldl must be an identifier"));
        };
        if self.is_bound(name, current) {
            let message = format!(
                "{side} !foldl variable '\"{}\"' already defined",
                self.eval.str(name)
            );
            return self.token_error(message);
        }
        self.advance();
        self.comma("!foldl")?;
        Ok(name)
    }
}
