//! Inlines calls of defined functions: those that are small, called once, or marked for inlining. Calls are expensive
//! on this kind of machine, so the limit is generous; but copies of a large function in many places cost time and code,
//! and remain calls.
//!
//! Requires: nothing. Invalidates everything in functions with calls. Cost: linear in the result.
//! Callees come first, so a body is copied only when nothing is left to inline in it. A function with a single call is
//! moved as it was, and calls are inlined in the copy: in a chain of such functions none is copied twice. A recursive
//! function, direct or indirect, is not inlined.

mod copy;
mod policy;
mod remarks;
#[cfg(test)]
mod tests;

use super::runner::PassContext;
use super::util::allocas::hoist_static_allocas;
use crate::entities::{Block, FuncRef, Inst};
use crate::function::Function;
use crate::module::Module;
use copy::inline_call;
use policy::{Policy, bottom_up, can_inline};
use smallvec::SmallVec;

/// A function that grows beyond this many instructions is an error rather than an endless compilation.
const MAX_INSTRUCTIONS: usize = 4_000_000;

/// Inlines calls of defined functions. Returns whether anything changed; errors go to the context.
pub fn run(module: &mut Module, passes: &mut PassContext<'_>) -> bool {
    let (order, recursive) = bottom_up(module);
    let mut policy = Policy::new(module, recursive);
    let mut changed = false;
    for func in order {
        if policy.is_absorbed(func) {
            continue;
        }
        let Some(mut body) = module.bodies[func].take() else {
            continue;
        };
        match inline_calls(func, &mut body, module, &mut policy) {
            Ok(count) => {
                changed |= count > 0;
                passes.runner.stats.add("inline", "calls inlined", count);
            }
            Err(()) => {
                let name = module.ctx.text(module.ctx.functions[func].name);
                passes.diagnostics.error(
                    module.ctx.place_of_function(func),
                    format!("function '{name}' is too large after inlining: more than {MAX_INSTRUCTIONS} instructions"),
                );
                // Its body is incomplete, and its callers would be larger still.
                module.bodies[func] = Some(body);
                break;
            }
        }
        policy.note(func, &body, &module.ctx);
        module.bodies[func] = Some(body);
    }
    changed
}

/// A block whose calls are still to be inlined, with the instructions after an inlined call taken out of it.
struct Pending {
    block: Block,
    /// In reverse order.
    rest: Vec<Inst>,
    /// The block whose end it was: the successors' phis refer to it.
    origin: Block,
}

impl Pending {
    fn whole(block: Block) -> Pending {
        Pending {
            block,
            rest: Vec::new(),
            origin: block,
        }
    }
}

fn inline_calls(
    caller: FuncRef,
    func: &mut Function,
    module: &mut Module,
    policy: &mut Policy,
) -> Result<u64, ()> {
    func.resolve_aliases();
    // The next block last.
    let mut pending: Vec<Pending> = func
        .block_order()
        .iter()
        .rev()
        .copied()
        .map(Pending::whole)
        .collect();
    let mut order: Vec<Block> = Vec::with_capacity(pending.len());
    let mut count = 0;
    let mut too_large = false;
    while let Some(mut next) = pending.pop() {
        order.push(next.block);
        let found = match too_large {
            true => None,
            false => find_call(caller, func, module, policy, &mut next),
        };
        let Some((call, callee, reason)) = found else {
            next.finish(func);
            continue;
        };
        if func.inst_count() > MAX_INSTRUCTIONS {
            too_large = true;
            next.finish(func);
            continue;
        }
        let body = module.bodies[callee].take().expect("a body that can be inlined");
        if count == 0 {
            hoist_static_allocas(func, &module.ctx);
        }
        remarks::inlined(func, &mut module.ctx, caller, call, callee, reason);
        next.take_after(func, call);
        let (copies, after) = inline_call(func, &mut module.ctx, call, next.block, &body);
        next.block = after;
        pending.push(next);
        if policy.is_absorbed(callee) {
            pending.extend(copies.into_iter().rev().map(Pending::whole));
        } else {
            policy.note_copy(callee, body.inst_count());
            order.extend(copies);
        }
        module.bodies[callee] = Some(body);
        count += 1;
    }
    if count > 0 {
        func.set_block_order(order);
        func.resolve_aliases();
    }
    if too_large { Err(()) } else { Ok(count) }
}

/// The next call of the block to inline, and why; the instructions before it are put back.
fn find_call(
    caller: FuncRef,
    func: &mut Function,
    module: &mut Module,
    policy: &Policy,
    next: &mut Pending,
) -> Option<(Inst, FuncRef, &'static str)> {
    let is_call = |func: &Function, module: &mut Module, inst: Inst| -> Option<(FuncRef, &'static str)> {
        let callee = func.callee(inst, &module.ctx)?;
        if !can_inline(func, module, inst, callee) {
            return None;
        }
        match policy.decide(func, &module.ctx, inst, callee) {
            Ok(reason) => Some((callee, reason)),
            Err(obstacle) => {
                if module.ctx.remarks.is_some()
                    && let Some(missed) = remarks::missed(func, &module.ctx, caller, inst, callee, obstacle)
                {
                    module.ctx.remark(|_| missed);
                }
                None
            }
        }
    };
    if next.block == next.origin {
        let mut calls = func
            .block_insts(next.block)
            .filter_map(|inst| is_call(func, module, inst).map(|(callee, reason)| (inst, callee, reason)));
        return calls.next();
    }
    while let Some(inst) = next.rest.pop() {
        func.append_inst(inst, next.block);
        if let Some((callee, reason)) = is_call(func, module, inst) {
            return Some((inst, callee, reason));
        }
    }
    None
}

impl Pending {
    /// Takes the instructions after the call out of the block, if they are still there.
    fn take_after(&mut self, func: &mut Function, call: Inst) {
        if self.block != self.origin {
            return;
        }
        while let Some(last) = func.last_inst(self.block).filter(|&last| last != call) {
            func.detach_with_records(last);
            self.rest.push(last);
        }
    }

    /// Puts the remaining instructions back. Successors are now reached from the current block.
    fn finish(mut self, func: &mut Function) {
        while let Some(inst) = self.rest.pop() {
            func.append_inst(inst, self.block);
        }
        if self.block != self.origin {
            let succs: SmallVec<[Block; 4]> = func.successors(self.block).into();
            for succ in succs {
                func.replace_phi_pred(succ, self.origin, self.block);
            }
        }
    }
}
