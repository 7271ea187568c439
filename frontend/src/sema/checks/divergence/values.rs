//! Walks expressions: which values differ between work-items.

use super::super::operators::without_conversions;
use super::{Cause, Change, Collective, Divergence};
use crate::ast::operations::Op;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, FnId, Init, VarId};
use crate::types::Space;
use wavec_support::Span;

/// How deep the operands of comparisons are looked into.
const MAX_PLAIN_DEPTH: u32 = 8;

/// Whether what is loaded from here is another value for another address. Local memory holds what work-items agree on, and
/// the elements of private arrays are not followed.
fn is_data(space: Space) -> bool {
    matches!(space, Space::Global | Space::Constant)
}

/// The variable of which an object is a part, and whether it is the whole of it.
fn variable_of(mut object: &Expr<'_>) -> Option<(VarId, bool)> {
    let mut is_whole = true;
    loop {
        match object.kind {
            ExprKind::Var(id) => return Some((id, is_whole)),
            ExprKind::Member(base, _) | ExprKind::Swizzle(base, _) | ExprKind::VectorIndex(base, _) => {
                is_whole = false;
                object = base;
            }
            _ => return None,
        }
    }
}

impl<'a> Divergence<'_, '_, 'a> {
    /// Evaluates an expression: why its value differs, if it does. First operands may be thousands deep.
    pub(super) fn value(&mut self, expr: &'a Expr<'a>) -> Option<Cause> {
        let mut outer = Vec::new();
        let mut innermost = expr;
        while let ExprKind::Binary(_, operand, _)
        | ExprKind::Comma(operand, _)
        | ExprKind::VectorIndex(operand, _)
        | ExprKind::Member(operand, _)
        | ExprKind::Swizzle(operand, _)
        | ExprKind::Deref(operand)
        | ExprKind::Unary(_, operand)
        | ExprKind::Cast(_, operand)
        | ExprKind::Convert(operand, ..) = innermost.kind
            && !matches!(innermost.kind, ExprKind::Cast(CastKind::Decay, _))
        {
            outer.push(innermost);
            innermost = operand;
        }
        let mut cause = self.innermost(innermost);
        for expr in outer.into_iter().rev() {
            cause = self.operator(expr, cause);
        }
        cause
    }

    /// The value of an operator whose first operand has been evaluated.
    fn operator(&mut self, expr: &'a Expr<'a>, first: Option<Cause>) -> Option<Cause> {
        match expr.kind {
            ExprKind::Binary(op, left, right) => self.binary(op, left, right, first),
            ExprKind::Comma(_, last) => self.value(last),
            ExprKind::VectorIndex(_, index) => {
                let index = self.value(index);
                first.or(index)
            }
            ExprKind::Deref(_) => first.filter(|_| is_data(expr.ty.space)),
            ExprKind::Cast(CastKind::ToVoid, _) => None,
            _ => first,
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
        first: Option<Cause>,
    ) -> Option<Cause> {
        if matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr) {
            let second = self.under(left.span, first, |walk| walk.value(right));
            return first.or(second);
        }
        let second = self.value(right);
        let constant = match without_conversions(right).kind {
            ExprKind::Int(value) => Some(value),
            _ => None,
        };
        match op {
            // The number in the grid less the number in the group is the same for the whole group.
            BinaryOp::Sub if first.is_some() && second.is_some() => None,
            // So is the number in the grid by the size of groups. Parts of groups have numbers in the group.
            BinaryOp::Div | BinaryOp::Shr => {
                let first = first.filter(|first| first.is_local && self.is_part_of_group(op, constant));
                first.or(second)
            }
            // The lowest bit of a number differs, what higher bits do depends on sizes.
            BinaryOp::And if constant.is_some_and(|mask| mask & 1 == 0) => None,
            BinaryOp::Rem if constant == Some(1) => None,
            // What is computed may be equal for all work-items: numbers of the first group, or sums up to each of them.
            BinaryOp::Equal | BinaryOp::NotEqual => match (first, second) {
                (Some(_), None) => first.filter(|_| self.is_plain(right, MAX_PLAIN_DEPTH)),
                (None, Some(_)) => second.filter(|_| self.is_plain(left, MAX_PLAIN_DEPTH)),
                _ => None,
            },
            _ => first.or(second),
        }
    }

    /// Whether a value that is not known to differ is the same for all work-items: no function computes it that may know
    /// the work-item.
    fn is_plain(&self, expr: &Expr<'_>, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        match expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Var(_) => true,
            ExprKind::Unary(_, operand)
            | ExprKind::Cast(_, operand)
            | ExprKind::Member(operand, _)
            | ExprKind::Swizzle(operand, _)
            | ExprKind::Deref(operand) => self.is_plain(operand, depth),
            ExprKind::Binary(_, left, right) => self.is_plain(left, depth) && self.is_plain(right, depth),
            // Sizes and numbers of groups.
            ExprKind::Call(id, args) => {
                let function = self.sema.function(id);
                let name = self.sema.text(function.name);
                let is_query = name.trim_start_matches("__").starts_with("get_");
                function.library && is_query && args.iter().all(|arg| self.is_plain(arg, depth))
            }
            _ => false,
        }
    }

    /// Whether a number in the group, divided or shifted by a constant, still differs.
    fn is_part_of_group(&self, op: BinaryOp, constant: Option<u64>) -> bool {
        let Some(constant) = constant else { return false };
        let Some(size) = self.size else { return true };
        let divisor = match op {
            BinaryOp::Shr => 1u64.checked_shl(constant as u32).unwrap_or(u64::MAX),
            _ => constant,
        };
        size.iter().map(|&size| u64::from(size)).product::<u64>() > divisor
    }

    /// Evaluates an expression whose operands are as deep as brackets may be.
    fn innermost(&mut self, expr: &'a Expr<'a>) -> Option<Cause> {
        match expr.kind {
            ExprKind::Var(id) => self.variables.get(&id).copied(),
            ExprKind::AddressOf(object) | ExprKind::Cast(CastKind::Decay, object) => self.address(object),
            ExprKind::Increment(_, _, target) => {
                let cause = self.value(target);
                self.change(target, Change::Step(Some(1)));
                self.store(target, expr.span, cause);
                cause
            }
            ExprKind::Assign(target, value) => {
                let cause = self.value(value);
                self.place(target);
                let change = self.change_by(target, value);
                self.change(target, change);
                self.store(target, expr.span, cause);
                cause
            }
            ExprKind::CompoundAssign(op, target, value, _) => {
                let old = self.value(target);
                let step = self.value(value);
                let change = match op {
                    BinaryOp::Add | BinaryOp::Sub if step.is_none() => Change::Step(constant(value)),
                    _ => Change::Other,
                };
                self.change(target, change);
                let cause = match op {
                    BinaryOp::Div | BinaryOp::Shr => step,
                    _ => old.or(step),
                };
                self.store(target, expr.span, cause);
                cause
            }
            ExprKind::Conditional(parts) => {
                let condition = self.value(&parts[0]);
                let before = self.variables.clone();
                let first = self.under(parts[0].span, condition, |walk| walk.value(&parts[1]));
                let after_first = std::mem::replace(&mut self.variables, before);
                let second = self.under(parts[0].span, condition, |walk| walk.value(&parts[2]));
                self.merge(after_first);
                condition.or(first).or(second)
            }
            ExprKind::VectorSelect(parts) => self.any(parts),
            ExprKind::VectorLiteral(args) => self.any(args),
            ExprKind::Call(id, args) => self.call(id, args, expr.span),
            ExprKind::Builtin(op, args) => {
                let cause = self.any(args);
                match op {
                    Op::Target(builtin) if builtin.name == self.sema.target.barrier_builtin => {
                        self.reach(Collective::Builtin, None, expr.span);
                        None
                    }
                    Op::Mad24 | Op::Mul24 | Op::Abs => cause,
                    Op::VLoad => cause.filter(|_| {
                        let pointee = args.last().and_then(|arg| self.sema.types.as_pointer(arg.ty.ty));
                        pointee.is_some_and(|pointee| is_data(pointee.space))
                    }),
                    _ => None,
                }
            }
            ExprKind::CompoundLiteral(id) => {
                self.declare(id);
                None
            }
            ExprKind::Statement(stmts) => {
                self.statements(stmts);
                None
            }
            _ => None,
        }
    }

    /// Evaluates all operands.
    fn any(&mut self, operands: &'a [Expr<'a>]) -> Option<Cause> {
        operands
            .iter()
            .fold(None, |cause, operand| cause.or(self.value(operand)))
    }

    fn call(&mut self, id: FnId, args: &'a [Expr<'a>], span: Span) -> Option<Cause> {
        self.any(args);
        if let Some(collective) = self.sema.collective(id) {
            self.reach(collective, Some(id), span);
        }
        let is_local = self.sema.differs(id)?;
        (!self.is_single(id, args)).then_some(Cause {
            variable: None,
            is_local,
        })
    }

    /// Whether a function numbers the work-items of a dimension in which the group has only one.
    fn is_single(&self, id: FnId, args: &[Expr<'_>]) -> bool {
        let Some(size) = self.size else { return false };
        let name = self.sema.text(self.sema.function(id).name);
        let axis = match (name.strip_prefix("__get_"), args) {
            (Some(name), _) => ["x", "y", "z"].iter().position(|axis| name.ends_with(axis)),
            (None, [axis]) => constant(axis).map(|axis| axis as usize),
            _ => None,
        };
        axis.is_some_and(|axis| size.get(axis).is_none_or(|&size| size == 1))
            || size.iter().all(|&size| size == 1)
    }

    /// Evaluates what says where an object is: why its address differs.
    fn address(&mut self, object: &'a Expr<'a>) -> Option<Cause> {
        if let Some((id, _)) = variable_of(object) {
            // Others may write to it from now on.
            self.variables.remove(&id);
        }
        self.place(object)
    }

    /// The same for an object that is assigned to.
    fn place(&mut self, mut object: &'a Expr<'a>) -> Option<Cause> {
        let mut cause = None;
        while let ExprKind::Member(base, _) | ExprKind::Swizzle(base, _) | ExprKind::VectorIndex(base, _) =
            object.kind
        {
            if let ExprKind::VectorIndex(_, index) = object.kind {
                cause = cause.or(self.value(index));
            }
            object = base;
        }
        match object.kind {
            ExprKind::Var(_) => cause,
            ExprKind::Deref(pointer) => cause.or(self.value(pointer)),
            _ => cause.or(self.value(object)),
        }
    }

    fn store(&mut self, target: &Expr<'a>, place: Span, cause: Option<Cause>) {
        if let Some((id, is_whole)) = variable_of(target) {
            self.assign(id, place, cause, is_whole);
        }
    }

    fn change(&mut self, target: &Expr<'a>, change: Change) {
        if let Some((id, _)) = variable_of(target) {
            self.changes.push((id, change));
        }
    }

    /// What `target = value` does: `i = i + step` is a step.
    fn change_by(&mut self, target: &'a Expr<'a>, value: &'a Expr<'a>) -> Change {
        let Some((id, true)) = variable_of(target) else {
            return Change::Other;
        };
        let ExprKind::Binary(BinaryOp::Add, left, right) = without_conversions(value).kind else {
            return Change::Other;
        };
        let is_target = |operand: &Expr<'_>| matches!(without_conversions(operand).kind, ExprKind::Var(other) if other == id);
        let step = match (is_target(left), is_target(right)) {
            (true, false) => right,
            (false, true) => left,
            _ => return Change::Other,
        };
        match self.value(step) {
            None => Change::Step(constant(step)),
            Some(_) => Change::Other,
        }
    }

    pub(super) fn declare(&mut self, id: VarId) {
        let Some(init) = self.sema.var(id).init else {
            return;
        };
        let mut cause = None;
        let mut work = vec![init];
        while let Some(init) = work.pop() {
            match init {
                Init::Expr(expr) => cause = cause.or(self.value(expr)),
                Init::Members(members) => work.extend(members.iter().map(|(_, member)| *member)),
                Init::Str(_) => {}
            }
        }
        let place = self.sema.var(id).span;
        self.assign(id, place, cause, true);
    }
}

/// The value of an integer constant.
pub(super) fn constant(expr: &Expr<'_>) -> Option<u64> {
    match without_conversions(expr).kind {
        ExprKind::Int(value) => Some(value),
        _ => None,
    }
}
