//! Barriers that only some work-items of a work-group reach: those under conditions that differ between work-items. OpenCL
//! C leaves undefined what happens then (The OpenCL C Specification, 6.15.8); on the processor the group may wait forever.
//!
//! One walk over the tree in the order of evaluation. It knows which variables differ between the work-items of a group,
//! and which conditions that differ decide whether control is here. What differs comes from the functions that number
//! work-items, through operators, variables and loads of global memory. Everything else counts as equal, so that what is
//! not understood gets no warning: results of other functions, local memory, quotients that may be numbers of groups.
//! Loops are walked twice, first to learn what an iteration leaves behind.

mod statements;
mod values;

use super::super::Sema;
use super::start_of;
use crate::ast::{FnId, VarId, VarKind};
use crate::warnings::Warning;
use fxhash::{FxHashMap, FxHashSet};
use wavec_support::{Diagnostic, Span};

/// How deep loops are walked twice; the time grows by a factor of two with each.
const MAX_LOOP_DEPTH: u32 = 4;

/// Why a value differs between the work-items of a work-group.
#[derive(Clone, Copy, Debug)]
struct Cause {
    /// The variable that it comes from, and where it got the value.
    variable: Option<(VarId, Span)>,
    /// Whether it comes from the numbers of work-items in their group alone. Numbers in the grid may be equal in a group
    /// after a division, and comparisons of them hold for whole groups if the grid has the right size.
    is_local: bool,
}

/// A condition that differs between work-items.
#[derive(Clone, Copy, Debug)]
struct Condition {
    span: Span,
    cause: Cause,
}

/// How an assignment changes a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    /// By a constant that is the same for all work-items; `None` if it is not known here.
    Step(Option<u64>),
    Other,
}

/// A loop or a `switch` that the walk is in.
#[derive(Clone, Copy, Default)]
struct Target {
    is_loop: bool,
    /// Some work-items have left it because of this condition.
    left: Option<Condition>,
    /// Some work-items are already at the end of the iteration.
    skipped: Option<Condition>,
}

/// What all work-items of a group have to call together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Collective {
    /// A function of the library.
    Function(FnId),
    /// The target's barrier.
    Builtin,
}

/// What callers have to know of a function.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sema) struct Summary {
    /// What it calls that all work-items have to call together.
    collective: Option<Collective>,
    /// Whether its result differs even if its arguments do not, and only by the numbers in the group.
    result: Option<bool>,
}

/// The functions with summaries.
pub(in crate::sema) type Summaries = FxHashMap<FnId, Summary>;

struct Divergence<'s, 'c, 'a> {
    sema: &'s mut Sema<'c, 'a>,
    /// Sizes of the work-group, if the kernel requires them.
    size: Option<[u32; 3]>,
    /// The variables that differ.
    variables: FxHashMap<VarId, Cause>,
    /// The conditions around the place where the walk is.
    conditions: Vec<Condition>,
    targets: Vec<Target>,
    /// Some work-items have returned.
    returned: Option<Condition>,
    /// How many loops around this place are walked for the first time. Nothing is reported then.
    quiet: u32,
    /// Changes of variables, in the order of the walk.
    changes: Vec<(VarId, Change)>,
    /// Where something was reported.
    told: FxHashSet<Span>,
    summary: Summary,
}

impl<'a> Sema<'_, 'a> {
    /// Checks that all work-items of a group reach the barriers of a function.
    pub(super) fn check_divergence(&mut self, id: FnId) {
        if !self.warns(Warning::DivergentBarrier) {
            return;
        }
        let function = self.function(id);
        let Some(body) = function.body else { return };
        // Most functions have neither barriers nor results that depend on work-items.
        let matters = |callee: &FnId| {
            self.collective(*callee).is_some() || !function.kernel && self.differs(*callee).is_some()
        };
        if function.labels > 0 || !function.has_barrier && !function.callees.iter().any(matters) {
            return;
        }
        let size = function.attributes.required_size;
        let mut walk = Divergence {
            sema: self,
            size,
            variables: FxHashMap::default(),
            conditions: Vec::new(),
            targets: Vec::new(),
            returned: None,
            quiet: 0,
            changes: Vec::new(),
            told: FxHashSet::default(),
            summary: Summary::default(),
        };
        walk.statements(body);
        let summary = walk.summary;
        self.summaries.insert(id, summary);
    }

    /// What all work-items of a group have to call together: this function, or what it calls.
    fn collective(&self, id: FnId) -> Option<Collective> {
        let function = self.function(id);
        if !function.library {
            return self.summaries.get(&id)?.collective;
        }
        let name = self.text(function.name);
        let name = name.strip_prefix("__").unwrap_or(name);
        (name == "barrier" || name.starts_with("work_group_") || name.starts_with("async_"))
            .then_some(Collective::Function(id))
    }

    /// Whether the result of a function differs between work-items whatever its arguments are; and if so, whether it
    /// depends on their numbers in the group alone.
    fn differs(&self, id: FnId) -> Option<bool> {
        let function = self.function(id);
        if !function.library {
            return self.summaries.get(&id)?.result;
        }
        let name = self.text(function.name);
        let name = name.strip_prefix("__").unwrap_or(name);
        match name.strip_prefix("get_")?.trim_end_matches(['x', 'y', 'z']) {
            "local_id" | "local_id_" | "local_linear_id" | "sub_group_local_id" | "sub_group_id" => {
                Some(true)
            }
            "global_id" | "global_id_" | "global_linear_id" => Some(false),
            _ => None,
        }
    }
}

impl Divergence<'_, '_, '_> {
    /// The condition because of which not all work-items are here.
    fn decisive(&self) -> Option<Condition> {
        let innermost = self.conditions.last().copied();
        let mut targets = self.targets.iter().rev();
        innermost
            .or_else(|| targets.find_map(|target| target.skipped.or(target.left)))
            .or(self.returned)
    }

    /// Walks a part that is executed if a condition allows it.
    fn under<T>(&mut self, span: Span, cause: Option<Cause>, walk: impl FnOnce(&mut Self) -> T) -> T {
        let condition = cause.map(|cause| Condition { span, cause });
        let depth = self.conditions.len();
        self.conditions.extend(condition);
        let result = walk(self);
        self.conditions.truncate(depth);
        result
    }

    /// A variable gets a value at `place`.
    fn assign(&mut self, id: VarId, place: Span, value: Option<Cause>, is_whole: bool) {
        if !matches!(self.sema.var(id).kind, VarKind::Local | VarKind::Parameter) {
            return;
        }
        let control = self.decisive().map(|condition| condition.cause);
        match value.or(control) {
            Some(cause) => {
                let variable = Some((id, place));
                self.variables.insert(id, Cause { variable, ..cause });
            }
            None if is_whole => {
                self.variables.remove(&id);
            }
            None => {}
        }
    }

    /// The place reaches here from two sides.
    fn merge(&mut self, others: FxHashMap<VarId, Cause>) {
        for (id, cause) in others {
            self.variables.entry(id).or_insert(cause);
        }
    }

    /// Something is called that all work-items have to call together, by the function `callee` if that is another one.
    fn reach(&mut self, collective: Collective, callee: Option<FnId>, span: Span) {
        self.summary.collective = self.summary.collective.or(Some(collective));
        let Some(Condition { span: place, cause }) = self.decisive() else {
            return;
        };
        if self.quiet > 0 || !self.told.insert(span) {
            return;
        }
        let name = |id: FnId| {
            let name = self.sema.text(self.sema.function(id).name);
            name.trim_start_matches("__").split("__").next().unwrap_or(name)
        };
        let collective_name = match collective {
            Collective::Function(id) => name(id),
            Collective::Builtin => self.sema.target.barrier_builtin,
        };
        let message = match callee.filter(|&callee| collective != Collective::Function(callee)) {
            // As the user calls it: the library has one function for each type.
            None => {
                let call = self.sema.spelled(span);
                let end = call.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let called = Some(&call[..end.unwrap_or(call.len())]).filter(|name| !name.is_empty());
                format!(
                    "not all work-items of the work-group may reach '{}'",
                    called.unwrap_or(collective_name)
                )
            }
            Some(callee) => format!(
                "not all work-items of the work-group may reach '{collective_name}', which '{}' calls",
                name(callee)
            ),
        };
        let mut diagnostic = Diagnostic::warning(start_of(span), message)
            .with_note(place, "this condition depends on the work-item");
        if let Some((id, place)) = cause.variable {
            let name = self.sema.text(self.sema.var(id).name);
            diagnostic = diagnostic.with_note(
                start_of(place),
                format!("'{name}' gets a value that depends on the work-item here"),
            );
        }
        self.sema.warn(Warning::DivergentBarrier, diagnostic);
    }
}
