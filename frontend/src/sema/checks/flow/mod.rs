//! Where control goes: the end of a function that returns a value, code that nothing reaches, variables that are read
//! before they have a value.
//!
//! One walk over the tree in the order of evaluation, with the state of each variable that is declared without a value.
//! The body of a loop is walked twice, first to learn what it assigns.

mod expressions;
mod statements;

use super::super::Sema;
use super::start_of;
use crate::ast::{ExprKind, FnId, Init, Stmt, VarId, VarKind};
use crate::types::{Ty, TypeKind};
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
    /// On some paths only.
    Maybe(Branches),
}

/// The numbers of the first branches on one side of which a variable has no value, as far as they are known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Branches([Option<u32>; 4]);

impl Branches {
    fn with(mut self, branch: Option<u32>) -> Branches {
        if let Some(branch) = branch
            && !self.0.contains(&Some(branch))
            && let Some(free) = self.0.iter_mut().find(|known| known.is_none())
        {
            *free = Some(branch);
        }
        self
    }

    fn join(self, other: Branches) -> Branches {
        other.0.into_iter().fold(self, Branches::with)
    }
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
    /// Whether it is a case of a `switch`.
    is_case: bool,
}

/// A case that control has come to from its `switch` alone.
#[derive(Clone, Copy)]
struct Case {
    branch: u32,
    /// As they were there.
    jumps: u32,
    region: u32,
}

/// Where `break` and `continue` lead.
#[derive(Default)]
struct Target<'a> {
    breaks: Option<State>,
    continues: Option<State>,
    /// The state at the `switch`, for its cases.
    switch: Option<State>,
    /// Positions of its cases' values, and of `default`.
    labels: Option<(&'a [Span], Span)>,
    /// The case that the statements belong to, and the first branch that is one.
    case: Option<Case>,
    first_branch: usize,
}

struct Flow<'s, 'c, 'a> {
    sema: &'s mut Sema<'c, 'a>,
    numbers: FxHashMap<VarId, usize>,
    state: State,
    branches: Vec<Branch>,
    targets: Vec<Target<'a>>,
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
        // Older branches still decide.
        (Status::Assigned, Status::Maybe(branches)) | (Status::Maybe(branches), Status::Assigned) => {
            Status::Maybe(branches)
        }
        (Status::Maybe(a), Status::Maybe(b)) => Status::Maybe(a.join(b)),
        (Status::Assigned, _) => Status::Maybe(Branches::default().with(branch(false))),
        (_, Status::Assigned) => Status::Maybe(Branches::default().with(branch(true))),
        (Status::Maybe(branches), _) => Status::Maybe(branches.with(branch(false))),
        (_, Status::Maybe(branches)) => Status::Maybe(branches.with(branch(true))),
        _ => a,
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

impl<'a> Flow<'_, '_, 'a> {
    /// Numbers the variables that are followed: scalars, vectors, pointers, structures and unions without an initializer.
    /// None are in a function with `goto`.
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
        let is_plain = types.lanes(var.ty.ty).is_some()
            || types.as_pointer(var.ty.ty).is_some()
            || matches!(types.kind(var.ty.ty), TypeKind::Record(_));
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
                is_case: false,
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
        // A variable that is followed and has an initializer is initialized by itself.
        let own = match var.init {
            Some(Init::Expr(init)) => Some(init.span),
            _ => None,
        };
        let note = format!("initialize the variable '{name}' to silence this warning");
        let place = start_of(span);
        let branches = match status {
            Status::Maybe(Branches(branches)) => branches,
            _ => Default::default(),
        };
        let decides = |branch: &&Branch| {
            self.leads_to(branch.region, self.region)
                && branch.jumps == self.jumps
                && !branch.condition.is_none()
        };
        let decisive: Vec<(Span, String)> = branches
            .into_iter()
            .flatten()
            .map(|branch| &self.branches[branch as usize])
            .filter(decides)
            .map(|branch| (branch.condition, branch.text.clone()))
            .collect();
        for (condition, text) in &decisive {
            let message = format!("variable '{name}' is used uninitialized whenever {text}");
            let diagnostic = Diagnostic::warning(*condition, message)
                .with_note(place, "uninitialized use occurs here")
                .with_note(declared, note.clone());
            self.warn(Warning::SometimesUninitialized, diagnostic);
        }
        if !decisive.is_empty() {
            self.state.variables[number] = Status::Assigned;
            return;
        }
        let (warning, diagnostic) = match status {
            Status::Unassigned if own.is_some() => {
                let message =
                    format!("variable '{name}' is uninitialized when used within its own initialization");
                let place = start_of(own.unwrap_or(span));
                (Warning::Uninitialized, Diagnostic::warning(place, message))
            }
            Status::Unassigned => {
                let message = format!("variable '{name}' is uninitialized when used here");
                (Warning::Uninitialized, Diagnostic::warning(place, message))
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
