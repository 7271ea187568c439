//! What a function declares and does not use, values that nothing takes, and places in memory that do not exist.

use super::super::Sema;
use super::start_of;
use crate::ast::operations::Op;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, FnId, ForLoop, Init, Stmt, VarId, VarKind};
use crate::types::{Space, TypeKind, quals};
use crate::warnings::Warning;
use fxhash::{FxHashMap, FxHashSet};
use wavec_support::{Diagnostic, Span};

/// What happens to an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Its value is used.
    Value,
    /// It is evaluated for its effect.
    Effect,
    /// It is assigned to.
    Target,
    /// Its address is taken.
    Address,
}

/// The variables of a function, and what is done with them.
#[derive(Default)]
struct Usage<'a> {
    declared: Vec<VarId>,
    /// How often each is only assigned to.
    targets: FxHashMap<VarId, u32>,
    /// Expressions to visit, reused from one statement to the next.
    work: Vec<(&'a Expr<'a>, Use)>,
}

impl<'a> Sema<'_, 'a> {
    /// Checks what a function does with its variables, values and memory.
    pub(super) fn check_usage(&mut self, id: FnId) {
        let function = self.function(id);
        let Some(body) = function.body else { return };
        let params = function.params;
        let mut usage = Usage::default();
        self.visit_statements(body, false, &mut usage);
        for &param in params {
            let var = self.var(param);
            if var.uses == 0 && !var.is_unused && !self.text(var.name).is_empty() {
                let message = format!("unused parameter '{}'", self.text(var.name));
                self.warning(Warning::UnusedParameter, var.span, message);
            }
        }
        for &id in &usage.declared {
            let var = self.var(id);
            let (name, span) = (self.text(var.name), var.span);
            if name.is_empty() || var.is_unused || var.is_extern {
                continue;
            }
            if var.uses == 0 {
                self.warning(Warning::UnusedVariable, span, format!("unused variable '{name}'"));
            } else if usage.targets.get(&id) == Some(&var.uses) {
                let message = format!("variable '{name}' set but not used");
                self.warning(Warning::UnusedButSetVariable, span, message);
            }
        }
    }

    /// Visits statements; the value of the last one is used in a statement expression.
    fn visit_statements(&mut self, stmts: &[Stmt<'a>], has_value: bool, usage: &mut Usage<'a>) {
        for (index, stmt) in stmts.iter().enumerate() {
            match *stmt {
                Stmt::Expr(value) if has_value && index + 1 == stmts.len() => self.visit(value, usage),
                _ => self.visit_statement(stmt, usage),
            }
        }
    }

    fn visit_statement(&mut self, stmt: &Stmt<'a>, usage: &mut Usage<'a>) {
        match *stmt {
            Stmt::Expr(expr) => {
                self.check_unused_value(expr);
                self.visit_as(expr, Use::Effect, usage);
            }
            Stmt::Block(stmts) => self.visit_statements(stmts, false, usage),
            Stmt::Declare(vars) => {
                for &id in vars {
                    usage.declared.push(id);
                    let init = self.var(id).init;
                    init.iter().for_each(|init| self.visit_initializer(init, usage));
                }
            }
            Stmt::If(arms, otherwise) => {
                for (condition, then) in arms {
                    self.visit(condition, usage);
                    self.visit_statement(then, usage);
                }
                otherwise
                    .into_iter()
                    .for_each(|stmt| self.visit_statement(stmt, usage));
            }
            Stmt::While(condition, body, _) | Stmt::DoWhile(body, condition, _) => {
                self.visit(condition, usage);
                self.visit_statement(body, usage);
            }
            Stmt::For(&ForLoop {
                init,
                condition,
                step,
                body,
                ..
            }) => {
                self.visit_statement(&init, usage);
                condition
                    .into_iter()
                    .for_each(|condition| self.visit(condition, usage));
                if let Some(step) = step {
                    self.check_unused_value(step);
                    self.visit_as(step, Use::Effect, usage);
                }
                self.visit_statement(&body, usage);
            }
            Stmt::Switch(switch) => {
                self.visit(switch.value, usage);
                self.visit_statement(&switch.body, usage);
            }
            Stmt::Return(value) => value.into_iter().for_each(|value| self.visit(value, usage)),
            Stmt::Asm(asm) => {
                for output in asm.outputs {
                    let how = if output.is_read { Use::Value } else { Use::Target };
                    self.visit_as(output.place, how, usage);
                }
                asm.inputs.iter().for_each(|input| self.visit(input.value, usage));
            }
            Stmt::Empty
            | Stmt::Case(_)
            | Stmt::Default
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Goto(_)
            | Stmt::Label(_)
            | Stmt::Contract(_) => {}
        }
    }

    fn visit_initializer(&mut self, init: &Init<'a>, usage: &mut Usage<'a>) {
        match *init {
            Init::Expr(expr) => self.visit(expr, usage),
            Init::Members(members) => {
                members
                    .iter()
                    .for_each(|(_, member)| self.visit_initializer(member, usage));
            }
            Init::Str(_) => {}
        }
    }

    fn visit(&mut self, expr: &'a Expr<'a>, usage: &mut Usage<'a>) {
        self.visit_as(expr, Use::Value, usage);
    }

    /// Visits an expression and its operands, in no order that matters.
    fn visit_as(&mut self, expr: &'a Expr<'a>, how: Use, usage: &mut Usage<'a>) {
        let mut work = std::mem::take(&mut usage.work);
        work.push((expr, how));
        while let Some((expr, how)) = work.pop() {
            match expr.kind {
                ExprKind::Error
                | ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::Str(_)
                | ExprKind::Function(_)
                | ExprKind::BuiltinName(_) => {}
                ExprKind::Var(id) => {
                    if how == Use::Target {
                        *usage.targets.entry(id).or_default() += 1;
                    }
                }
                ExprKind::CompoundLiteral(id) => {
                    let init = self.var(id).init;
                    init.iter().for_each(|init| self.visit_initializer(init, usage));
                }
                ExprKind::Statement(stmts) => self.visit_statements(stmts, true, usage),
                ExprKind::Member(base, _) | ExprKind::Swizzle(base, _) => work.push((base, part(how))),
                ExprKind::VectorIndex(base, index) => work.extend([(base, part(how)), (index, Use::Value)]),
                ExprKind::Deref(pointer) => {
                    self.check_access(expr, pointer, how);
                    work.push((pointer, Use::Value));
                }
                ExprKind::AddressOf(object) => work.push((object, Use::Address)),
                ExprKind::Cast(CastKind::Decay, array) => work.push((array, Use::Value)),
                ExprKind::Cast(CastKind::ToVoid, operand) => work.push((operand, Use::Effect)),
                ExprKind::Unary(_, operand) | ExprKind::Cast(_, operand) | ExprKind::Convert(operand, ..) => {
                    work.push((operand, Use::Value));
                }
                // A variable that only gets values is not used, unless the value of the assignment is.
                ExprKind::Increment(_, _, target) => work.push((target, changed(how))),
                ExprKind::Assign(target, value) | ExprKind::CompoundAssign(_, target, value, _) => {
                    work.extend([(target, changed(how)), (value, Use::Value)]);
                }
                ExprKind::Binary(_, left, right) => work.extend([(left, Use::Value), (right, Use::Value)]),
                ExprKind::Comma(left, right) => {
                    self.check_unused_value(left);
                    work.extend([(left, Use::Effect), (right, how)]);
                }
                ExprKind::Conditional(parts) | ExprKind::VectorSelect(parts) => {
                    work.push((&parts[0], Use::Value));
                    work.extend(parts[1..].iter().map(|part| (part, how)));
                }
                ExprKind::Call(_, args) | ExprKind::Builtin(_, args) | ExprKind::VectorLiteral(args) => {
                    work.extend(args.iter().map(|arg| (arg, Use::Value)));
                }
            }
        }
        usage.work = work;
    }

    /// Checks `&*pointer`.
    pub(in crate::sema) fn check_element_address(&mut self, object: &Expr<'a>, pointer: &Expr<'a>) {
        self.check_access(object, pointer, Use::Address);
    }

    /// Checks an access to the object that a pointer refers to.
    fn check_access(&mut self, access: &Expr<'a>, pointer: &Expr<'a>, how: Use) {
        let is_null = |expr: &Expr<'_>| {
            matches!(expr.kind, ExprKind::Cast(CastKind::NullToPointer, _))
                || matches!(expr.kind, ExprKind::Cast(CastKind::IntToPointer, value)
                    if matches!(value.kind, ExprKind::Int(0)))
        };
        let is_volatile = access.ty.quals & quals::VOLATILE != 0;
        if is_null(pointer) && !is_volatile && how != Use::Address && access.ty.space != Space::Local {
            let place = start_of(access.span);
            let diagnostic = Diagnostic::warning(
                place,
                "indirection of non-volatile null pointer will be deleted, not trap",
            )
            .with_note(
                place,
                "consider using __builtin_trap() or qualifying pointer with 'volatile'",
            );
            self.warn(Warning::NullDereference, diagnostic);
        }
        if !self.warns(Warning::ArrayBounds) {
            return;
        }
        let Some((array, Some(index))) = element_of_array(pointer) else {
            return;
        };
        let TypeKind::Array(_, count) = self.kind(array.ty.ty) else {
            return;
        };
        let Some(index) = self.eval_int_literal(super::operators::without_conversions(index)) else {
            return;
        };
        // One past the end is an address too, and a member of one element may be the start of more.
        let last = i128::from(count) - i128::from(how != Use::Address);
        let is_open = count <= 1 && matches!(array.kind, ExprKind::Member(..));
        if (0..=last).contains(&index) || is_open && index >= 0 {
            return;
        }
        let name = self.type_name(array.ty);
        let message = if index < 0 {
            format!("array index {index} is before the beginning of the array")
        } else {
            format!("array index {index} is past the end of the array (that has type '{name}')")
        };
        let mut diagnostic = Diagnostic::warning(start_of(access.span), message);
        if let ExprKind::Var(id) = array.kind {
            let var = self.var(id);
            let note = format!("array '{}' declared here", self.text(var.name));
            diagnostic = diagnostic.with_note(var.span, note);
        }
        self.warn(Warning::ArrayBounds, diagnostic);
    }

    /// Checks a statement that is an expression.
    fn check_unused_value(&mut self, expr: &'a Expr<'a>) {
        let mut expr = expr;
        loop {
            match expr.kind {
                ExprKind::Comma(_, right) => expr = right,
                ExprKind::Cast(CastKind::Arithmetic | CastKind::Same | CastKind::Decay, inner)
                    if inner.span == expr.span =>
                {
                    expr = inner;
                }
                _ => break,
            }
        }
        let place = match expr.kind {
            // Operands with effects are a short `if`.
            ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, left, right)
                if has_effect(left) || has_effect(right) =>
            {
                return;
            }
            ExprKind::Conditional(parts) if parts[1..].iter().any(has_effect) => return,
            ExprKind::Conditional(parts) => start_of(parts[2].span),
            ExprKind::Binary(op, left, right) => {
                let at = self.operator_between(left, right);
                if op.is_comparison() {
                    let word = match op {
                        BinaryOp::Equal => "equality",
                        BinaryOp::NotEqual => "inequality",
                        _ => "relational",
                    };
                    let mut diagnostic = Diagnostic::warning(at, format!("{word} comparison result unused"));
                    if op == BinaryOp::Equal && left.lvalue {
                        diagnostic = diagnostic
                            .with_note(at, "use '=' to turn this equality comparison into an assignment");
                    }
                    self.warn(Warning::UnusedComparison, diagnostic);
                    return;
                }
                at
            }
            // A volatile object is read for its own sake.
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Member(..) | ExprKind::Swizzle(..)
                if expr.ty.quals & quals::VOLATILE != 0 =>
            {
                return;
            }
            ExprKind::Call(id, _) => return self.check_ignored_result(id, expr.span),
            ExprKind::Builtin(..) if !has_effect(expr) => return self.warn_ignored("const", expr.span),
            _ if has_effect(expr) => return,
            _ => self.place_of_value(expr),
        };
        self.warning(Warning::UnusedValue, place, "expression result unused");
    }

    /// Checks a call of a function whose result is ignored.
    fn check_ignored_result(&mut self, id: FnId, span: Span) {
        match self.function(id).attributes.result_matters {
            _ if self.is_work_item_query(id) => self.warn_ignored("const", span),
            Some(attribute) => self.warn_ignored(attribute, span),
            None => {}
        }
    }

    /// Reports that the result of a call is ignored although the function has an attribute.
    fn warn_ignored(&mut self, attribute: &str, span: Span) {
        let (warning, quote) = match attribute {
            "const" | "pure" => (Warning::UnusedValue, ""),
            _ => (Warning::UnusedResult, "'"),
        };
        let message =
            format!("ignoring return value of function declared with {quote}{attribute}{quote} attribute");
        self.warning(warning, start_of(span), message);
    }

    /// Where an unused value is reported: its first character after parentheses, and of an element the last one.
    fn place_of_value(&self, expr: &Expr<'a>) -> Span {
        let span = expr.span;
        let text: &str = &self.sources.file(span.file).text;
        let text = text
            .get(span.start as usize..span.end as usize)
            .unwrap_or_default();
        let inner = if expr.in_parentheses {
            text.trim_start_matches(['(', ' '])
        } else {
            text
        };
        let start = span.end - inner.len() as u32;
        match inner.ends_with(']') && !inner.starts_with('*') {
            true => Span {
                start: span.end - 1,
                ..span
            },
            false => start_of(Span { start, ..span }),
        }
    }

    /// Whether a function of the library says where the work-item is.
    fn is_work_item_query(&self, id: FnId) -> bool {
        let function = self.function(id);
        let name = self.text(function.name).trim_start_matches('_');
        let queries = [
            "get_global_",
            "get_local_",
            "get_group_",
            "get_num_groups",
            "get_work_dim",
            "get_enqueued_",
        ];
        function.library && queries.iter().any(|query| name.starts_with(query))
    }

    /// Reports internal functions that nothing calls, when everything is parsed.
    pub(crate) fn check_unused_functions(&mut self) {
        if !self.warns(Warning::UnusedFunction) {
            return;
        }
        let called: FxHashSet<FnId> = self
            .functions
            .iter()
            .filter(|function| !function.library)
            .flat_map(|function| function.callees.iter().copied())
            .collect();
        for (index, number) in (0..self.functions.len()).zip(0..) {
            let function = &self.functions[index];
            let is_candidate = function.is_meant_for_use && !function.library;
            if is_candidate && !called.contains(&FnId(number)) {
                let message = format!("unused function '{}'", self.text(function.name));
                let span = function.span;
                self.warning(Warning::UnusedFunction, span, message);
            }
        }
    }

    /// Reports a local declaration that hides an older variable.
    pub(crate) fn check_shadow(&mut self, symbol: crate::token::Symbol, span: Span) {
        if !self.warns(Warning::Shadow) || self.at_file_scope() || self.lookup_here(symbol).is_some() {
            return;
        }
        let Some(super::super::names::Binding::Var(old)) = self.lookup_declared(symbol) else {
            return;
        };
        let old = self.var(old);
        let what = match old.kind {
            VarKind::Global if old.function.is_none() => "variable in the global scope",
            _ => "a local variable",
        };
        let message = match what {
            "a local variable" => "declaration shadows a local variable".to_string(),
            _ => format!("declaration shadows a {what}"),
        };
        let diagnostic =
            Diagnostic::warning(span, message).with_note(old.span, "previous declaration is here");
        self.warn(Warning::Shadow, diagnostic);
    }
}

/// The array and the index of `array[index]` and `*array`, given the pointer.
fn element_of_array<'a>(pointer: &Expr<'a>) -> Option<(&'a Expr<'a>, Option<&'a Expr<'a>>)> {
    match pointer.kind {
        ExprKind::Cast(CastKind::Decay, array) => Some((array, None)),
        ExprKind::Binary(BinaryOp::Add, base, index) => match base.kind {
            ExprKind::Cast(CastKind::Decay, array) => Some((array, Some(index))),
            _ => None,
        },
        _ => None,
    }
}

/// What is done with an object of which a part is used in this way: of an assignment to a part, the whole is more than a
/// target.
fn part(how: Use) -> Use {
    if how == Use::Address { how } else { Use::Value }
}

/// What an assignment whose value is used in this way does with its target.
fn changed(how: Use) -> Use {
    if how == Use::Effect {
        Use::Target
    } else {
        Use::Value
    }
}

/// Whether the evaluation of an expression does something, at its outermost operator.
fn has_effect(expr: &Expr<'_>) -> bool {
    match expr.kind {
        ExprKind::Assign(..)
        | ExprKind::CompoundAssign(..)
        | ExprKind::Increment(..)
        | ExprKind::Call(..)
        | ExprKind::Error
        | ExprKind::Statement(_)
        | ExprKind::Cast(CastKind::ToVoid, _) => true,
        ExprKind::Builtin(op, args) => !is_pure(op) || args.iter().any(|arg| is_address(arg)),
        ExprKind::Cast(_, operand) if operand.span == expr.span => has_effect(operand),
        _ => false,
    }
}

/// Whether an expression is an address, which a result may be stored at.
fn is_address(expr: &Expr<'_>) -> bool {
    matches!(
        expr.kind,
        ExprKind::AddressOf(_)
            | ExprKind::Cast(CastKind::Decay | CastKind::Pointer | CastKind::AddressSpace, _)
    )
}

/// Whether an operation has no effect but its result.
fn is_pure(op: Op) -> bool {
    !matches!(
        op,
        Op::Alloca(_)
            | Op::AnyOverflow(_)
            | Op::Assume
            | Op::Atomic(..)
            | Op::AtomicLoad(..)
            | Op::AtomicStore(..)
            | Op::AtomicThen(..)
            | Op::CompareExchange(..)
            | Op::CompareExchangeInto(..)
            | Op::CompareExchangeTest(..)
            | Op::Fence(..)
            | Op::Library(..)
            | Op::MemCopy
            | Op::MemMove
            | Op::MemSet
            | Op::NamedAtomic(..)
            | Op::NamedFence(..)
            | Op::Nothing
            | Op::Target(_)
            | Op::Trap
            | Op::Unreachable
            | Op::VStore
            | Op::VStoreHalf(..)
            | Op::WithCarry(_)
            | Op::WithOverflow(_)
    )
}
