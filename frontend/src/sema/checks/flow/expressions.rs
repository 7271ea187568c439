//! Walks expressions in the order of evaluation.

use super::{Flow, State, Status, merge, no_branch};
use crate::ast::operations::Op;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, UnaryOp};

/// The value of a constant condition.
fn constant(condition: &Expr<'_>) -> Option<bool> {
    match condition.kind {
        ExprKind::Int(value) => Some(value != 0),
        _ => None,
    }
}

impl<'a> Flow<'_, '_, 'a> {
    /// Evaluates a condition: the states if it is true and if it is false.
    pub(super) fn condition(&mut self, condition: &'a Expr<'a>) -> (State, State) {
        match condition.kind {
            ExprKind::Binary(op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), ..) => {
                self.short_circuit(op, condition)
            }
            ExprKind::Unary(UnaryOp::LogicalNot, operand) => {
                let (if_true, if_false) = self.condition(operand);
                (if_false, if_true)
            }
            _ => {
                self.evaluate(condition);
                let unreachable = State {
                    is_reachable: false,
                    ..self.state.clone()
                };
                match constant(condition) {
                    Some(true) => (self.state.clone(), unreachable),
                    Some(false) => (unreachable, self.state.clone()),
                    None => (self.state.clone(), self.state.clone()),
                }
            }
        }
    }

    /// Evaluates a chain of `&&` or of `||`, which may be thousands long: the states if it is true and if it is false.
    fn short_circuit(&mut self, op: BinaryOp, chain: &'a Expr<'a>) -> (State, State) {
        let mut operands = Vec::new();
        let mut first = chain;
        while let ExprKind::Binary(inner, left, right) = first.kind
            && inner == op
        {
            operands.push(right);
            first = left;
        }
        let is_and = op == BinaryOp::LogicalAnd;
        let text = match is_and {
            true => ["'&&' condition is true", "'&&' condition is false"],
            false => ["'||' condition is false", "'||' condition is true"],
        };
        // The state that leads on to the next operand, and the one that ends the evaluation.
        let sort = |(if_true, if_false)| {
            if is_and {
                (if_true, if_false)
            } else {
                (if_false, if_true)
            }
        };
        let (mut go_on, mut end) = sort(self.condition(first));
        let mut before = first;
        for &operand in operands.iter().rev() {
            self.state = go_on;
            let mut after = None;
            self.in_region(|flow| after = Some(flow.condition(operand)));
            let (next, ends) = sort(after.expect("the operand was evaluated"));
            let branch = self.branch(before.span, text);
            end = merge(ends, end, |goes_on| Some(branch + u32::from(!goes_on)));
            go_on = next;
            before = operand;
        }
        if is_and { (go_on, end) } else { (end, go_on) }
    }

    /// Evaluates an expression for its value. The first operands of operators may be thousands deep.
    pub(super) fn evaluate(&mut self, expr: &'a Expr<'a>) {
        let mut others = Vec::new();
        let mut expr = expr;
        loop {
            expr = match expr.kind {
                ExprKind::AddressOf(object) | ExprKind::Cast(CastKind::Decay, object) => match object.kind {
                    // Others may write to it from now on.
                    ExprKind::Var(id) => {
                        self.set(id, Status::Assigned);
                        break;
                    }
                    _ => object,
                },
                // A variable that is cast to void is named to say that it is known.
                ExprKind::Cast(CastKind::ToVoid, operand) if matches!(operand.kind, ExprKind::Var(_)) => {
                    break;
                }
                ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, ..) => {
                    let (if_true, if_false) = self.condition(expr);
                    self.state = merge(if_true, if_false, no_branch);
                    break;
                }
                ExprKind::Binary(_, first, second)
                | ExprKind::VectorIndex(first, second)
                | ExprKind::Comma(first, second) => {
                    others.push(second);
                    first
                }
                // Whether all members have values is not followed: one that is named has one, as clang takes it.
                ExprKind::Member(
                    Expr {
                        kind: ExprKind::Var(id),
                        ..
                    },
                    _,
                ) => {
                    self.set(*id, Status::Assigned);
                    break;
                }
                ExprKind::Member(operand, _)
                | ExprKind::Swizzle(operand, _)
                | ExprKind::Deref(operand)
                | ExprKind::Unary(_, operand)
                | ExprKind::Cast(_, operand)
                | ExprKind::Increment(_, _, operand)
                | ExprKind::Convert(operand, ..) => operand,
                _ => {
                    self.evaluate_innermost(expr);
                    break;
                }
            };
        }
        others
            .into_iter()
            .rev()
            .for_each(|operand| self.evaluate(operand));
    }

    /// Evaluates an expression whose operands are as deep as brackets may be.
    fn evaluate_innermost(&mut self, expr: &'a Expr<'a>) {
        match expr.kind {
            ExprKind::Var(id) => self.read(id, expr.span),
            ExprKind::CompoundLiteral(id) => self.declare(id),
            ExprKind::Statement(stmts) => self.statements(stmts),
            ExprKind::Assign(target, value) => {
                self.evaluate(value);
                self.assign(target);
            }
            ExprKind::CompoundAssign(_, target, value, _) => {
                self.evaluate(target);
                self.evaluate(value);
                self.assign(target);
            }
            ExprKind::Conditional(parts) => {
                let (if_true, if_false) = self.condition(&parts[0]);
                self.state = if_true;
                self.in_region(|flow| flow.evaluate(&parts[1]));
                let after_first = std::mem::replace(&mut self.state, if_false);
                self.in_region(|flow| flow.evaluate(&parts[2]));
                let after_second = self.state.clone();
                let first = self.branch(
                    parts[0].span,
                    ["'?:' condition is true", "'?:' condition is false"],
                );
                self.state = merge(after_first, after_second, |is_true| {
                    Some(first + u32::from(!is_true))
                });
            }
            ExprKind::VectorSelect(parts) => parts.iter().for_each(|part| self.evaluate(part)),
            ExprKind::Call(_, args) | ExprKind::VectorLiteral(args) => {
                args.iter().for_each(|arg| self.evaluate(arg));
            }
            ExprKind::Builtin(op, args) => {
                args.iter().for_each(|arg| self.evaluate(arg));
                if matches!(op, Op::Trap | Op::Unreachable) {
                    self.unreachable();
                }
            }
            _ => {}
        }
    }

    /// An object gets a value; the place is evaluated.
    pub(super) fn assign(&mut self, target: &'a Expr<'a>) {
        let mut target = target;
        // Whether all parts have values is not followed.
        while let ExprKind::Swizzle(base, _) | ExprKind::Member(base, _) | ExprKind::VectorIndex(base, _) =
            target.kind
        {
            if let ExprKind::VectorIndex(_, index) = target.kind {
                self.evaluate(index);
            }
            target = base;
        }
        match target.kind {
            ExprKind::Var(id) => self.set(id, Status::Assigned),
            _ => self.evaluate(target),
        }
    }
}
