//! Which calls are inlined, and in what order.

use crate::constant::ConstantData;
use crate::context::Context;
use crate::context::Linkage;
use crate::entities::{Constant, FuncRef, Inst, Value};
use crate::function::Function;
use crate::module::Module;
use crate::passes::opt_global_dce::{constants_outside_functions, is_kernel, visit_constants};
use cranelift_entity::EntitySet;
use fxhash::{FxHashMap, FxHashSet};
/// A function of at most this many instructions is inlined at every call.
const SMALL: usize = 400;
/// Maximum number of instructions of all copies of one function together.
const MAX_COPIES: usize = 24_000;
/// A function that has grown to this many instructions inlines only small callees.
const LARGE_CALLER: usize = 100_000;
/// Maximum number of instructions of all copies of functions that are not small in a module, ...
pub(super) const MAX_GROWTH: usize = 1_000_000;
/// ... or this multiple of its original size.
const MAX_GROWTH_FACTOR: usize = 16;

/// The data for inlining decisions.
pub(super) struct Policy {
    /// Functions that call themselves.
    recursive: FxHashSet<FuncRef>,
    /// Number of calls of each function before inlining.
    calls: FxHashMap<FuncRef, usize>,
    /// Instruction counts of the finished functions.
    sizes: FxHashMap<FuncRef, usize>,
    /// Functions that use variables of local memory, which must be in kernels.
    names_local: FxHashSet<FuncRef>,
    /// Functions with a single call, which is inlined: nothing is left of them.
    absorbed: FxHashSet<FuncRef>,
    /// Remaining budget of instructions for copies of functions that are not small.
    growth_left: usize,
}

impl Policy {
    pub(super) fn new(module: &Module, recursive: FxHashSet<FuncRef>) -> Policy {
        let mut policy = Policy {
            recursive,
            calls: FxHashMap::default(),
            sizes: FxHashMap::default(),
            names_local: FxHashSet::default(),
            absorbed: FxHashSet::default(),
            growth_left: 0,
        };
        let functions = module.defined_functions();
        let bodies = functions.iter().filter_map(|&func| module.body(func));
        let size: usize = bodies.map(|body| body.inst_count()).sum();
        policy.growth_left = MAX_GROWTH.max(MAX_GROWTH_FACTOR * size);
        policy.count_calls(module);
        policy
    }

    /// Counts calls, and finds the functions with a single call.
    fn count_calls(&mut self, module: &Module) {
        let ctx = &module.ctx;
        let mut last_calls: Vec<(FuncRef, FuncRef, Inst)> = Vec::new();
        let mut named: Vec<Constant> = constants_outside_functions(ctx);
        let mut seen = EntitySet::new();
        for func in module.defined_functions() {
            let body = module.body(func).expect("a defined function");
            let blocks = body.block_order().iter();
            for inst in blocks.flat_map(|&block| body.block_insts(block)) {
                let callee = body.callee(inst, ctx);
                if let Some(callee) = callee {
                    *self.calls.entry(callee).or_insert(0) += 1;
                    if self.calls[&callee] == 1 {
                        last_calls.push((callee, func, inst));
                    }
                }
                let others = &body.args(inst)[usize::from(callee.is_some())..];
                named.extend(others.iter().filter_map(|&arg| body.as_const(arg)));
            }
        }
        let (mut addressed, mut new) = (FxHashSet::default(), Vec::new());
        visit_constants(ctx, &mut named, &mut seen, &mut addressed, &mut new);
        for (callee, caller, call) in last_calls {
            let Some(caller) = module.body(caller) else {
                continue;
            };
            let is_only = self.calls[&callee] == 1 && is_own(ctx, callee) && !addressed.contains(&callee);
            if is_only && can_inline(caller, module, call, callee) && self.wants(caller, ctx, call, callee) {
                self.absorbed.insert(callee);
            }
        }
    }

    /// Whether the only call of the function is inlined.
    pub(super) fn is_absorbed(&self, func: FuncRef) -> bool {
        self.absorbed.contains(&func)
    }

    /// Accounts for a copy of `func`, which has this many instructions.
    pub(super) fn note_copy(&mut self, func: FuncRef, insts: usize) {
        if !self.is_small(func) {
            self.growth_left = self.growth_left.saturating_sub(insts);
        }
    }

    fn is_small(&self, func: FuncRef) -> bool {
        self.sizes.get(&func).is_none_or(|&size| size <= SMALL)
    }

    /// A function is finished.
    pub(super) fn note(&mut self, func: FuncRef, body: &Function, ctx: &Context) {
        let mut size = 0;
        for &block in body.block_order() {
            for inst in body.block_insts(block) {
                size += 1;
                let local = |&arg: &Value| {
                    let constant = body.as_const(arg);
                    constant.is_some_and(|constant| names_local_variable(ctx, constant))
                };
                if body.args(inst).iter().any(local) {
                    self.names_local.insert(func);
                }
            }
        }
        self.sizes.insert(func, size);
    }

    /// Whether a call of `callee` is inlined.
    pub(super) fn wants(&self, func: &Function, ctx: &Context, call: Inst, callee: FuncRef) -> bool {
        self.decide(func, ctx, call, callee).is_ok()
    }

    /// Why a call of `callee` is inlined, or why it is not.
    pub(super) fn decide(
        &self,
        func: &Function,
        ctx: &Context,
        call: Inst,
        callee: FuncRef,
    ) -> Result<&'static str, Obstacle> {
        let decl = &ctx.functions[callee];
        if self.recursive.contains(&callee) {
            return Err(Obstacle::Recursive);
        }
        if is_kernel(ctx, callee) || func.call_has_attribute(call, "alwaysinline", ctx) {
            return Ok("it is always inlined");
        }
        if func.call_has_attribute(call, "noinline", ctx) || ctx.has_attribute(decl.attrs, "optnone") {
            return Err(Obstacle::Forbidden);
        }
        let size = self.sizes.get(&callee).copied().unwrap_or(0);
        let calls = self.calls.get(&callee).copied().unwrap_or(0);
        if calls <= 1 && is_own(ctx, callee) {
            return Ok("it is called once");
        }
        if self.names_local.contains(&callee) {
            return Ok("it uses variables in local memory");
        }
        if size <= SMALL {
            return Ok("it is small");
        }
        let is_affordable = size.saturating_mul(calls) <= MAX_COPIES
            && size <= self.growth_left
            && func.inst_count() <= LARGE_CALLER;
        match is_affordable {
            true => Ok("its copies together are small enough"),
            false => Err(Obstacle::TooLarge { size, calls }),
        }
    }
}

/// Why a call is not inlined.
#[derive(Clone, Copy, Debug)]
pub(super) enum Obstacle {
    Recursive,
    Forbidden,
    TooLarge { size: usize, calls: usize },
}

/// Whether the function is invisible to other modules.
fn is_own(ctx: &Context, func: FuncRef) -> bool {
    let linkage = ctx.functions[func].linking.linkage;
    matches!(linkage, Linkage::Internal | Linkage::Private)
}

/// Whether a constant is or contains the address of a variable in local memory.
fn names_local_variable(ctx: &Context, constant: Constant) -> bool {
    match ctx.constants.data(constant) {
        ConstantData::Global(_, global) => ctx.globals[*global].address_space == 3,
        ConstantData::Expr(expr) => expr.args.iter().any(|&arg| names_local_variable(ctx, arg)),
        _ => false,
    }
}

/// Defined functions, callees before callers; and for each cycle of calls the functions that close it.
pub(super) fn bottom_up(module: &Module) -> (Vec<FuncRef>, FxHashSet<FuncRef>) {
    let mut recursive = FxHashSet::default();
    let functions = module.defined_functions();
    let mut state: FxHashMap<FuncRef, bool> = FxHashMap::default();
    let mut order = Vec::with_capacity(functions.len());
    for root in functions {
        if state.contains_key(&root) {
            continue;
        }
        let mut stack = vec![(root, callees(module, root))];
        state.insert(root, false);
        while let Some((func, left)) = stack.last_mut() {
            let func = *func;
            match left.pop() {
                Some(callee) => match state.get(&callee) {
                    Some(true) => {}
                    Some(false) => {
                        recursive.insert(callee);
                    }
                    None => {
                        state.insert(callee, false);
                        stack.push((callee, callees(module, callee)));
                    }
                },
                None => {
                    state.insert(func, true);
                    order.push(func);
                    stack.pop();
                }
            }
        }
    }
    (order, recursive)
}

fn callees(module: &Module, func: FuncRef) -> Vec<FuncRef> {
    let Some(body) = module.body(func) else {
        return Vec::new();
    };
    let mut list = Vec::new();
    for &block in body.block_order() {
        for inst in body.block_insts(block) {
            if let Some(callee) = body.callee(inst, &module.ctx)
                && module.bodies[callee].is_some()
                && list.last() != Some(&callee)
            {
                list.push(callee);
            }
        }
    }
    list.reverse();
    list
}

/// Whether a copy of `callee` could replace the call.
pub(super) fn can_inline(func: &Function, module: &Module, call: Inst, callee: FuncRef) -> bool {
    let (Some(aux), Some(body)) = (func.call_aux(call), module.body(callee)) else {
        return false;
    };
    // A call with a type other than the function's is undefined and has no replacement.
    aux.function_ty == module.ctx.functions[callee].ty
        && body.entry().is_some()
        && body.params.len() + 1 == func.args(call).len()
}
