//! Walks statements: which conditions decide where control goes.

use super::values::constant;
use super::{Cause, Change, Condition, Divergence, MAX_LOOP_DEPTH, Target};
use crate::ast::{BinaryOp, Expr, ExprKind, ForLoop, Stmt, Switch, VarId};
use wavec_support::Span;

/// A loop, with what is absent in its kind.
#[derive(Clone, Copy)]
struct Loop<'a, 's> {
    condition: Option<&'a Expr<'a>>,
    step: Option<&'a Expr<'a>>,
    body: &'s Stmt<'a>,
    /// The condition comes after the body.
    is_do: bool,
}

impl<'a> Divergence<'_, '_, 'a> {
    pub(super) fn statements(&mut self, stmts: &[Stmt<'a>]) {
        stmts.iter().for_each(|stmt| self.statement(stmt));
    }

    fn statement(&mut self, stmt: &Stmt<'a>) {
        match *stmt {
            Stmt::Expr(expr) => {
                self.value(expr);
            }
            Stmt::Block(stmts) => self.statements(stmts),
            Stmt::Declare(vars) => vars.iter().for_each(|&var| self.declare(var)),
            Stmt::If(arms, otherwise) => self.if_chain(arms, otherwise),
            Stmt::While(condition, body, _) => self.any_loop(Loop {
                condition: Some(condition),
                step: None,
                body,
                is_do: false,
            }),
            Stmt::DoWhile(body, condition, _) => self.any_loop(Loop {
                condition: Some(condition),
                step: None,
                body,
                is_do: true,
            }),
            Stmt::For(&ForLoop {
                init,
                condition,
                step,
                ref body,
                ..
            }) => {
                self.statement(&init);
                self.any_loop(Loop {
                    condition,
                    step,
                    body,
                    is_do: false,
                });
            }
            Stmt::Switch(switch) => self.switch(switch),
            Stmt::Break => {
                let decisive = self.decisive();
                if let Some(target) = self.targets.last_mut() {
                    target.left = target.left.or(decisive);
                }
            }
            Stmt::Continue => {
                let decisive = self.decisive();
                if let Some(target) = self.targets.iter_mut().rev().find(|target| target.is_loop) {
                    target.skipped = target.skipped.or(decisive);
                }
            }
            Stmt::Return(value) => {
                let cause = value.and_then(|value| self.value(value));
                if let Some(cause) = cause {
                    let others = self.summary.result.unwrap_or(true);
                    self.summary.result = Some(cause.is_local && others);
                }
                // Whole groups may be beyond the end of the data.
                let decisive = self.decisive().filter(|condition| condition.cause.is_local);
                self.returned = self.returned.or(decisive);
            }
            Stmt::Asm(asm) => {
                asm.inputs.iter().for_each(|input| {
                    self.value(input.value);
                });
            }
            Stmt::Empty
            | Stmt::Case(_)
            | Stmt::Default
            | Stmt::Goto(_)
            | Stmt::Label(_)
            | Stmt::Contract(_) => {}
        }
    }

    fn if_chain(&mut self, arms: &[(&'a Expr<'a>, Stmt<'a>)], otherwise: Option<&'a Stmt<'a>>) {
        let depth = self.conditions.len();
        let mut ends = Vec::with_capacity(arms.len());
        for (condition, then) in arms {
            let cause = self.value(condition);
            // The arms after it are executed if it is false.
            self.conditions.extend(cause.map(|cause| Condition {
                span: condition.span,
                cause,
            }));
            let before = self.variables.clone();
            self.statement(then);
            ends.push(std::mem::replace(&mut self.variables, before));
        }
        if let Some(stmt) = otherwise {
            self.statement(stmt);
        }
        self.conditions.truncate(depth);
        ends.into_iter().for_each(|end| self.merge(end));
    }

    fn switch(&mut self, switch: &Switch<'a>) {
        let cause = self.value(switch.value);
        let before = self.variables.clone();
        self.targets.push(Target::default());
        self.under(switch.value.span, cause, |walk| walk.statement(&switch.body));
        self.targets.pop();
        self.merge(before);
    }

    fn any_loop(&mut self, parts: Loop<'a, '_>) {
        self.targets.push(Target {
            is_loop: true,
            ..Target::default()
        });
        let before = self.variables.clone();
        let mut is_known = self.quiet < MAX_LOOP_DEPTH;
        if is_known {
            let first_change = self.changes.len();
            self.quiet += 1;
            let cause = self.iteration(parts, true);
            self.quiet -= 1;
            self.merge(before.clone());
            let changes = self.changes[first_change..].to_vec();
            is_known = !self.may_agree(parts.condition, cause, &changes);
            if !is_known {
                // What the first walk concluded from the condition does not hold.
                self.variables = before.clone();
                if let Some(target) = self.targets.last_mut() {
                    (target.left, target.skipped) = (None, None);
                }
            }
        }
        self.iteration(parts, is_known);
        self.merge(before);
        self.targets.pop();
    }

    /// Walks a loop once: why its condition differs, if it does.
    fn iteration(&mut self, parts: Loop<'a, '_>, obeys_condition: bool) -> Option<Cause> {
        let mut cause = None;
        let span = parts.condition.map_or(Span::NONE, |condition| condition.span);
        if !parts.is_do {
            cause = parts.condition.and_then(|condition| self.value(condition));
        }
        self.under(span, cause.filter(|_| obeys_condition), |walk| {
            walk.statement(parts.body);
            if let Some(target) = walk.targets.last_mut() {
                target.skipped = None;
            }
            if let Some(step) = parts.step {
                walk.value(step);
            }
        });
        if parts.is_do {
            cause = parts.condition.and_then(|condition| self.value(condition));
            if let (Some(cause), Some(target), true) = (cause, self.targets.last_mut(), obeys_condition) {
                // In the next iteration some work-items are not there.
                target.left = target.left.or(Some(Condition { span, cause }));
            }
        }
        cause
    }

    /// Whether all work-items may repeat a loop equally often although its condition differs: in `for (i = local id; i <
    /// n; i += size)` it depends on the sizes.
    fn may_agree(
        &self,
        condition: Option<&'a Expr<'a>>,
        cause: Option<Cause>,
        changes: &[(VarId, Change)],
    ) -> bool {
        let Some((counter, _)) = cause.and_then(|cause| cause.variable) else {
            return false;
        };
        let mut steps = changes
            .iter()
            .filter(|(id, _)| *id == counter)
            .map(|(_, change)| change)
            .peekable();
        if steps.peek().is_none() {
            return false;
        }
        let limit = match condition.map(|condition| condition.kind) {
            Some(ExprKind::Binary(BinaryOp::Less, _, limit)) => constant(limit),
            _ => None,
        };
        steps.all(|step| match (*step, limit) {
            (Change::Other, _) => false,
            (Change::Step(Some(1)), _) => false,
            (Change::Step(Some(step)), Some(limit)) => step != 0 && limit.is_multiple_of(step),
            (Change::Step(_), _) => true,
        })
    }
}
