//! Walks statements, and loops twice.

use super::super::operators::without_conversions;
use super::super::start_of;
use super::{Branch, Branches, Case, Flow, State, Status, Target, add_path, merge, no_branch};
use crate::ast::{CastKind, Expr, ExprKind, ForLoop, Init, Stmt, Switch, VarId};
use crate::types::TypeKind;
use wavec_support::Span;

/// The operand that is evaluated first: the value of an assignment.
fn first_evaluated<'a>(mut expr: &'a Expr<'a>) -> &'a Expr<'a> {
    while let ExprKind::Assign(_, value)
    | ExprKind::CompoundAssign(_, _, value, _)
    | ExprKind::Cast(_, value) = expr.kind
    {
        expr = value;
    }
    expr
}

impl<'a> Flow<'_, '_, 'a> {
    pub(super) fn statements(&mut self, stmts: &[Stmt<'a>]) {
        stmts.iter().for_each(|stmt| self.statement(stmt));
    }

    fn statement(&mut self, stmt: &Stmt<'a>) {
        match *stmt {
            Stmt::Empty | Stmt::Contract(_) => {}
            Stmt::Expr(expr) => {
                self.reach(first_evaluated(expr).span);
                self.evaluate(expr);
            }
            Stmt::Block(stmts) => self.statements(stmts),
            Stmt::Declare(vars) => vars.iter().for_each(|&var| self.declare(var)),
            Stmt::If(arms, otherwise) => self.if_chain(arms, otherwise),
            Stmt::While(condition, body, _) => {
                self.any_loop("while", Some(condition), None, body);
            }
            Stmt::DoWhile(body, condition, _) => self.do_while(body, condition),
            Stmt::For(&ForLoop {
                init,
                condition,
                step,
                body,
                ..
            }) => {
                self.statement(&init);
                self.any_loop("for", condition, step, &body);
            }
            Stmt::Switch(switch) => self.switch(switch),
            Stmt::Case(number) => self.case(Some(number as usize)),
            Stmt::Default => self.case(None),
            Stmt::Break => {
                self.leave_case();
                self.jump();
                let state = self.state.clone();
                if let Some(target) = self.targets.last_mut().filter(|_| state.is_reachable) {
                    add_path(&mut target.breaks, state);
                }
                self.unreachable();
            }
            Stmt::Continue => {
                self.jump();
                let state = self.state.clone();
                let mut loops = self
                    .targets
                    .iter_mut()
                    .rev()
                    .filter(|target| target.switch.is_none());
                if let Some(target) = loops.next().filter(|_| state.is_reachable) {
                    add_path(&mut target.continues, state);
                }
                self.unreachable();
            }
            Stmt::Return(value) => {
                self.jump();
                self.has_return = true;
                value.into_iter().for_each(|value| self.evaluate(value));
                self.unreachable();
            }
            Stmt::Goto(_) => {
                self.jump();
                self.unreachable();
            }
            Stmt::Label(_) => self.state.is_reachable = true,
            Stmt::Asm(asm) => {
                asm.inputs.iter().for_each(|input| self.evaluate(input.value));
                for output in asm.outputs {
                    if output.is_read {
                        self.evaluate(output.place);
                    }
                    self.assign(output.place);
                }
            }
        }
    }

    pub(super) fn declare(&mut self, id: VarId) {
        let init = self.sema.var(id).init;
        if self.numbers.contains_key(&id) {
            // A variable that is initialized by itself is left without a value on purpose.
            self.set(id, Status::Unassigned);
            return;
        }
        if let Some(init) = init {
            let mut work = vec![init];
            while let Some(init) = work.pop() {
                match init {
                    Init::Expr(expr) => {
                        self.reach(expr.span);
                        self.evaluate(expr);
                    }
                    Init::Members(members) => work.extend(members.iter().rev().map(|(_, member)| *member)),
                    Init::Str(_) => {}
                }
            }
        }
    }

    fn if_chain(&mut self, arms: &[(&'a Expr<'a>, Stmt<'a>)], otherwise: Option<&'a Stmt<'a>>) {
        let outer = self.region;
        let mut ends = Vec::with_capacity(arms.len());
        for (condition, then) in arms {
            self.reach(condition.span);
            let (if_true, if_false) = self.condition(condition);
            self.state = if_true;
            // Code under a condition that is constant by its configuration is switched off on purpose.
            let is_number = self.is_plain_number(condition);
            self.is_told |= !is_number;
            self.in_region(|flow| flow.statement(then));
            let end = std::mem::replace(&mut self.state, if_false);
            ends.push((condition, self.region, end));
            self.is_told = !is_number;
            // The next condition is evaluated if this one is false.
            self.region = self.new_region(Some(self.region));
        }
        if let Some(stmt) = otherwise {
            self.statement(stmt);
        }
        for (condition, region, end) in ends.into_iter().rev() {
            self.region = region;
            let first = self.branch(
                condition.span,
                ["'if' condition is true", "'if' condition is false"],
            );
            let after_else = self.state.clone();
            self.state = merge(end, after_else, |is_true| Some(first + u32::from(!is_true)));
        }
        self.region = outer;
    }

    /// Walks the parts of a loop that are repeated, with `enter` to evaluate the condition.
    fn repeated(&mut self, walk: impl Fn(&mut Self)) {
        if self.quiet || self.numbers.is_empty() {
            return walk(self);
        }
        // What one iteration leaves unassigned the next one finds so.
        let entry = self.state.clone();
        let (jumps, has_return, is_told) = (self.jumps, self.has_return, self.is_told);
        self.quiet = true;
        self.targets.push(Target::default());
        walk(self);
        let mut back = self.state.clone();
        if let Some(continues) = self.targets.pop().and_then(|target| target.continues) {
            back = merge(back, continues, no_branch);
        }
        self.quiet = false;
        (self.jumps, self.has_return, self.is_told) = (jumps, has_return, is_told);
        self.state = merge(entry, back, no_branch);
        walk(self);
    }

    fn any_loop(
        &mut self,
        word: &str,
        condition: Option<&'a Expr<'a>>,
        step: Option<&'a Expr<'a>>,
        body: &Stmt<'a>,
    ) {
        let span = condition.map_or(Span::NONE, |condition| condition.span);
        self.targets.push(Target::default());
        let at_exit = std::cell::RefCell::new(None);
        self.repeated(|flow| {
            let (if_true, if_false) = match condition {
                Some(condition) => {
                    flow.reach(condition.span);
                    flow.condition(condition)
                }
                None => (
                    flow.state.clone(),
                    State {
                        is_reachable: false,
                        ..flow.state.clone()
                    },
                ),
            };
            at_exit.replace(Some(if_false));
            flow.state = if_true;
            flow.is_told |= !condition.is_some_and(|condition| flow.is_plain_number(condition));
            flow.in_loop(|flow| {
                flow.statement(body);
                flow.join_continues();
                if let Some(step) = step {
                    flow.evaluate(step);
                }
            });
        });
        let breaks = self.targets.pop().and_then(|target| target.breaks);
        let after_body = State {
            // The end of the body leads back to the condition.
            is_reachable: at_exit.borrow().as_ref().is_some_and(|exit| exit.is_reachable)
                && self.state.is_reachable,
            ..self.state.clone()
        };
        let first = self.branch(
            span,
            [
                &format!("'{word}' loop is entered"),
                &format!("'{word}' loop exits because its condition is false"),
            ],
        );
        let exit = at_exit.into_inner().unwrap_or_else(|| after_body.clone());
        self.state = merge(after_body, exit, |is_true| Some(first + u32::from(!is_true)));
        self.join(breaks);
    }

    fn do_while(&mut self, body: &Stmt<'a>, condition: &'a Expr<'a>) {
        self.targets.push(Target::default());
        let at_exit = std::cell::RefCell::new(None);
        self.repeated(|flow| {
            flow.in_loop(|flow| flow.statement(body));
            flow.join_continues();
            // The condition of a statement that runs once is there for the syntax.
            let is_literal = matches!(
                without_conversions(condition).kind,
                ExprKind::Int(_) | ExprKind::Float(_)
            );
            flow.is_told |= is_literal && !flow.state.is_reachable;
            flow.reach(condition.span);
            let (if_true, if_false) = flow.condition(condition);
            at_exit.replace(Some(if_false));
            flow.state = if_true;
        });
        let breaks = self.targets.pop().and_then(|target| target.breaks);
        if let Some(exit) = at_exit.into_inner() {
            self.state = exit;
        }
        self.join(breaks);
    }

    fn switch(&mut self, switch: &Switch<'a>) {
        self.reach(switch.value.span);
        self.evaluate(switch.value);
        let entry = self.state.clone();
        self.targets.push(Target {
            switch: Some(entry.clone()),
            labels: Some(switch.labels),
            first_branch: self.branches.len(),
            ..Target::default()
        });
        // Only cases are reached.
        self.unreachable();
        let mut region = self.region;
        self.in_region(|flow| {
            region = flow.region;
            flow.statement(&switch.body);
            flow.leave_case();
        });
        let target = self.targets.pop().unwrap_or_default();
        // The cases that are named lead here for certain.
        let jumps = self.jumps;
        let named = self.branches[target.first_branch..].iter_mut();
        named
            .filter(|branch| branch.is_case && branch.region == region)
            .for_each(|branch| branch.jumps = jumps);
        self.join(target.breaks);
        let skips = !switch.has_default && !self.covers_enumeration(switch);
        self.join(skips.then_some(entry));
    }

    /// A case, or `default`.
    fn case(&mut self, number: Option<usize>) {
        let Some(index) = self.targets.iter().rposition(|target| target.switch.is_some()) else {
            return;
        };
        let target = &self.targets[index];
        let (Some(entry), Some((spans, default))) = (target.switch.clone(), target.labels) else {
            return;
        };
        let (span, text) = match number {
            Some(number) => (spans.get(number).copied(), "switch case is taken"),
            None => (Some(default), "switch default is taken"),
        };
        let falls_through = self.state.is_reachable;
        let case = span.filter(|_| !falls_through).map(|span| {
            self.branches.push(Branch {
                condition: start_of(span),
                text: text.to_string(),
                region: self.region,
                jumps: self.jumps,
                is_case: true,
            });
            Case {
                branch: self.branches.len() as u32 - 1,
                jumps: self.jumps,
                region: self.region,
            }
        });
        self.targets[index].case = case;
        let before = self.state.clone();
        self.state = merge(before, entry, no_branch);
    }

    /// Control leaves a `switch`: variables without a value have none because of the case, if nothing but it led here.
    fn leave_case(&mut self) {
        let case = self.targets.last().and_then(|target| target.case);
        let Some(case) = case.filter(|case| case.jumps == self.jumps && case.region == self.region) else {
            return;
        };
        for status in &mut self.state.variables {
            if *status == Status::Unassigned {
                *status = Status::Maybe(Branches::default().with(Some(case.branch)));
            }
        }
    }

    /// Whether there is a case for each enumerator of the enumeration that a `switch` is of: as in clang, its values are those.
    fn covers_enumeration(&self, switch: &Switch<'a>) -> bool {
        let mut value = switch.value;
        // The promotion, which has no text of its own.
        while let ExprKind::Cast(CastKind::Arithmetic | CastKind::Same, inner) = value.kind
            && inner.span == value.span
        {
            value = inner;
        }
        let types = &self.sema.types;
        let TypeKind::Enum(id) = types.kind(value.ty.ty) else {
            return false;
        };
        let enumeration = &types.enums[id.0 as usize];
        let is_case = |value: i64| {
            let mut cases = switch.cases.iter();
            cases.any(|&(first, last)| (first as i64..=last as i64).contains(&value))
        };
        enumeration.complete && enumeration.enumerators.iter().all(|&(_, value)| is_case(value))
    }

    /// Whether a condition is a number as it stands in the source: parentheses, names of macros, and operators show that a
    /// configuration decides.
    fn is_plain_number(&self, condition: &Expr<'a>) -> bool {
        let number = without_conversions(condition);
        let begins_with_digit = || {
            self.sema
                .spelled(number.span)
                .starts_with(|c: char| c.is_ascii_digit())
        };
        matches!(number.kind, ExprKind::Int(_))
            && number.folded.is_none()
            && !number.in_parentheses
            && begins_with_digit()
    }

    /// Another path leads here.
    fn join(&mut self, state: Option<State>) {
        if let Some(state) = state {
            let here = self.state.clone();
            self.state = merge(here, state, no_branch);
        }
    }

    /// The paths of `continue` in the innermost loop lead here.
    fn join_continues(&mut self) {
        let continues = self.targets.last_mut().and_then(|target| target.continues.take());
        self.join(continues);
    }
}
