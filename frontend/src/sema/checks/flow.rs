//! Where control goes: the end of a function that returns a value, code that nothing reaches, variables that are read
//! before they have a value.
//!
//! One walk over the tree in the order of evaluation, with the state of each variable that is declared without a value.
//! The body of a loop is walked twice, first to learn what it assigns.

use super::super::Sema;
use super::start_of;
use crate::ast::operations::Op;
use crate::ast::{
    BinaryOp, CastKind, Expr, ExprKind, FnId, ForLoop, Init, Stmt, Switch, UnaryOp, VarId, VarKind,
};
use crate::types::Ty;
use crate::warnings::Warning;
use fxhash::FxHashMap;
use wavec_support::{Diagnostic, Span};

/// Maximum number of variables that are followed, since each branch copies their states.
const MAX_VARIABLES: usize = 256;

/// Whether a variable has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Assigned,
    Unassigned,
    /// On some paths only; the number of the branch that decides it, if there is one.
    Maybe(Option<u32>),
}

/// The state at a point of the program.
#[derive(Clone)]
struct State {
    variables: Vec<Status>,
    is_reachable: bool,
}

/// A branch on one side of which a variable has no value.
struct Branch {
    /// What the message says about it.
    condition: Span,
    text: String,
    /// The statement list after it, and the jumps before it.
    region: u32,
    jumps: u32,
}

/// Where `break` and `continue` lead.
#[derive(Default)]
struct Target {
    breaks: Option<State>,
    continues: Option<State>,
    /// The state at the `switch`, for its cases.
    switch: Option<State>,
}

struct Flow<'s, 'c, 'a> {
    sema: &'s mut Sema<'c, 'a>,
    numbers: FxHashMap<VarId, usize>,
    state: State,
    branches: Vec<Branch>,
    targets: Vec<Target>,
    /// The conditional part of the function that the walk is in, each with a number of its own.
    region: u32,
    /// By number, the part that it leads to for certain; none after a loop, which may be repeated.
    parents: Vec<Option<u32>>,
    jumps: u32,
    /// Nothing is reported while a loop is walked for the first time.
    quiet: bool,
    has_return: bool,
    /// Whether unreachable code was reported since something was reachable.
    is_told: bool,
}

impl<'a> Sema<'_, 'a> {
    /// Checks where the control flow of a function goes.
    pub(super) fn check_flow(&mut self, id: FnId) {
        let wanted = [
            Warning::ReturnType,
            Warning::Uninitialized,
            Warning::SometimesUninitialized,
            Warning::ConditionalUninitialized,
            Warning::UnreachableCode,
        ];
        let function = self.function(id);
        let (body, end, ret) = (function.body, function.end, function.ret);
        let Some(body) = body else { return };
        // Most functions return nothing, and nothing else is on by default.
        let needs_value = ret.ty != Ty::VOID && ret.ty != Ty::ERROR;
        if !wanted[1..].iter().any(|&warning| self.warns(warning)) && !needs_value {
            return;
        }
        let mut flow = Flow {
            sema: self,
            numbers: FxHashMap::default(),
            state: State {
                variables: Vec::new(),
                is_reachable: true,
            },
            branches: Vec::new(),
            targets: Vec::new(),
            region: 0,
            parents: vec![None],
            jumps: 0,
            quiet: false,
            has_return: false,
            is_told: false,
        };
        flow.find_variables(body);
        flow.statements(body);
        let (falls_through, has_return) = (flow.state.is_reachable, flow.has_return);
        if needs_value && falls_through {
            let message = if has_return {
                "non-void function does not return a value in all control paths"
            } else {
                "non-void function does not return a value"
            };
            self.warning(Warning::ReturnType, end, message);
        }
    }
}

/// Where both paths lead.
fn merge(a: State, b: State, branch: impl Fn(bool) -> Option<u32>) -> State {
    if !a.is_reachable {
        return b;
    }
    if !b.is_reachable {
        return a;
    }
    let pairs = a.variables.iter().zip(&b.variables);
    let variables = pairs.map(|(&a, &b)| match (a, b) {
        _ if a == b => a,
        // An older branch still decides.
        (Status::Assigned, Status::Maybe(branch)) | (Status::Maybe(branch), Status::Assigned) => {
            Status::Maybe(branch)
        }
        (Status::Assigned, Status::Unassigned) => Status::Maybe(branch(false)),
        (Status::Unassigned, Status::Assigned) => Status::Maybe(branch(true)),
        _ => Status::Maybe(None),
    });
    State {
        variables: variables.collect(),
        is_reachable: true,
    }
}

fn no_branch(_: bool) -> Option<u32> {
    None
}

/// Adds a path to those that lead to a target.
fn add_path(paths: &mut Option<State>, state: State) {
    *paths = Some(match paths.take() {
        None => state,
        Some(others) => merge(others, state, no_branch),
    });
}

/// The value of a constant condition.
fn constant(condition: &Expr<'_>) -> Option<bool> {
    match condition.kind {
        ExprKind::Int(value) => Some(value != 0),
        _ => None,
    }
}

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
    /// Numbers the variables that are followed: scalars, vectors and pointers without an initializer. None are in a
    /// function with `goto`.
    fn find_variables(&mut self, stmts: &[Stmt<'a>]) {
        let mut work: Vec<&Stmt<'a>> = stmts.iter().collect();
        while let Some(stmt) = work.pop() {
            match *stmt {
                Stmt::Block(stmts) => work.extend(stmts),
                Stmt::Declare(vars) => vars.iter().for_each(|&var| self.find_variable(var)),
                Stmt::If(arms, otherwise) => {
                    work.extend(arms.iter().map(|(_, then)| then));
                    work.extend(otherwise);
                }
                Stmt::While(_, body, _) | Stmt::DoWhile(body, _, _) => work.push(body),
                Stmt::For(for_loop) => work.extend([&for_loop.init, &for_loop.body]),
                Stmt::Switch(switch) => work.push(&switch.body),
                Stmt::Goto(_) => {
                    self.numbers.clear();
                    break;
                }
                _ => {}
            }
        }
        self.state.variables = vec![Status::Assigned; self.numbers.len()];
    }

    fn find_variable(&mut self, id: VarId) {
        let var = self.sema.var(id);
        let types = &self.sema.types;
        let is_plain = types.lanes(var.ty.ty).is_some() || types.as_pointer(var.ty.ty).is_some();
        let own = matches!(var.init, Some(Init::Expr(init)) if matches!(init.kind, ExprKind::Var(other) if other == id));
        if is_plain
            && var.kind == VarKind::Local
            && (var.init.is_none() || own)
            && self.numbers.len() < MAX_VARIABLES
        {
            let number = self.numbers.len();
            self.numbers.insert(id, number);
        }
    }

    fn set(&mut self, id: VarId, status: Status) {
        if let Some(&number) = self.numbers.get(&id) {
            self.state.variables[number] = status;
        }
    }

    fn warn(&mut self, warning: Warning, diagnostic: Diagnostic) {
        if !self.quiet {
            self.sema.warn(warning, diagnostic);
        }
    }

    /// A new branch at `condition`, for each outcome after which a variable has no value.
    fn branch(&mut self, condition: Span, text: [&str; 2]) -> u32 {
        let (region, jumps) = (self.region, self.jumps);
        for text in text {
            self.branches.push(Branch {
                condition: start_of(condition),
                text: text.to_string(),
                region,
                jumps,
            });
        }
        self.branches.len() as u32 - 2
    }

    /// A part of the function that leads to `parent`.
    fn new_region(&mut self, parent: Option<u32>) -> u32 {
        self.parents.push(parent);
        self.parents.len() as u32 - 1
    }

    /// Walks a part that is not always executed.
    fn in_region(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = self.region;
        self.region = self.new_region(Some(outer));
        walk(self);
        self.region = outer;
    }

    /// Walks the body of a loop.
    fn in_loop(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = self.region;
        self.region = self.new_region(None);
        walk(self);
        self.region = outer;
    }

    /// Whether control comes from one part to another for certain, unless it jumps.
    fn leads_to(&self, from: u32, to: u32) -> bool {
        let mut region = Some(from);
        while let Some(number) = region {
            if number == to {
                return true;
            }
            region = self.parents[number as usize];
        }
        false
    }

    /// Control leaves the statement list.
    fn jump(&mut self) {
        self.jumps += 1;
        self.is_told &= !self.state.is_reachable;
    }

    fn unreachable(&mut self) {
        self.state.is_reachable = false;
    }

    /// Code at `span` is about to be executed.
    fn reach(&mut self, span: Span) {
        if self.state.is_reachable {
            self.is_told = false;
        } else if !self.is_told && !self.quiet {
            self.is_told = true;
            let diagnostic = Diagnostic::warning(start_of(span), "code will never be executed");
            self.warn(Warning::UnreachableCode, diagnostic);
        }
    }

    fn statements(&mut self, stmts: &[Stmt<'a>]) {
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
            Stmt::Case(_) | Stmt::Default => {
                if let Some(entry) = self.targets.iter().rev().find_map(|target| target.switch.clone()) {
                    let before = self.state.clone();
                    self.state = merge(before, entry, no_branch);
                }
            }
            Stmt::Break => {
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

    fn declare(&mut self, id: VarId) {
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
            // Code under a constant condition is switched off on purpose.
            self.is_told = true;
            self.in_region(|flow| flow.statement(then));
            let end = std::mem::replace(&mut self.state, if_false);
            ends.push((condition, self.region, end));
            self.is_told = true;
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

    /// Evaluates a condition: the states if it is true and if it is false.
    fn condition(&mut self, condition: &'a Expr<'a>) -> (State, State) {
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
            flow.is_told = true;
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

    fn do_while(&mut self, body: &Stmt<'a>, condition: &'a Expr<'a>) {
        self.targets.push(Target::default());
        let at_exit = std::cell::RefCell::new(None);
        self.repeated(|flow| {
            flow.in_loop(|flow| flow.statement(body));
            flow.join_continues();
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
            ..Target::default()
        });
        // Only cases are reached.
        self.unreachable();
        self.in_region(|flow| flow.statement(&switch.body));
        let breaks = self.targets.pop().and_then(|target| target.breaks);
        self.join(breaks);
        self.join((!switch.has_default).then_some(entry));
    }

    /// Evaluates an expression for its value. The first operands of operators may be thousands deep.
    fn evaluate(&mut self, expr: &'a Expr<'a>) {
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
    fn assign(&mut self, target: &'a Expr<'a>) {
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

    /// A variable is read.
    fn read(&mut self, id: VarId, span: Span) {
        let Some(&number) = self.numbers.get(&id) else {
            return;
        };
        if !self.state.is_reachable || self.quiet {
            return;
        }
        let status = self.state.variables[number];
        if status == Status::Assigned {
            return;
        }
        let var = self.sema.var(id);
        let (name, declared) = (self.sema.text(var.name), var.span);
        let note = format!("initialize the variable '{name}' to silence this warning");
        let place = start_of(span);
        let decisive = match status {
            Status::Maybe(Some(branch)) => {
                let branch = &self.branches[branch as usize];
                (self.leads_to(branch.region, self.region)
                    && branch.jumps == self.jumps
                    && !branch.condition.is_none())
                .then_some((branch.condition, branch.text.clone()))
            }
            _ => None,
        };
        let (warning, diagnostic) = match (status, decisive) {
            (Status::Unassigned, _) => {
                let message = format!("variable '{name}' is uninitialized when used here");
                (Warning::Uninitialized, Diagnostic::warning(place, message))
            }
            (_, Some((condition, text))) => {
                let message = format!("variable '{name}' is used uninitialized whenever {text}");
                let diagnostic =
                    Diagnostic::warning(condition, message).with_note(place, "uninitialized use occurs here");
                (Warning::SometimesUninitialized, diagnostic)
            }
            _ => {
                let message = format!("variable '{name}' may be uninitialized when used here");
                (
                    Warning::ConditionalUninitialized,
                    Diagnostic::warning(place, message),
                )
            }
        };
        self.warn(warning, diagnostic.with_note(declared, note));
        // Once is enough.
        self.state.variables[number] = Status::Assigned;
    }
}
