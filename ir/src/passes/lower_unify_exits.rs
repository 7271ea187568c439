//! Gives the function exactly one exit, a return: returns are merged, `unreachable` falls through to the return, and
//! infinite loops get an edge to it that is never taken. A `musttail` call that is no longer followed by its return
//! becomes `tail`: lanes on other paths wait at the end.
//!
//! Requires: no `switch` in infinite loops (run `lower_switch` first). Preserves: dominance between the old blocks.
//! Cost: O(blocks). Structurizing needs this: lanes that end in different places meet at the end.

use super::util::blocks::{remove_unreachable_blocks, set_branch, set_cond_branch};
use crate::analysis::Cfg;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{InstFlags, Opcode};
use cranelift_entity::EntityRef;

/// Unifies the exits. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    remove_unreachable_blocks(func);
    let (ret_ty, _, _) = ctx
        .types
        .signature(ctx.functions[func.func].ty)
        .expect("a function type");
    let mut returns: Vec<Block> = Vec::new();
    let mut dead_ends: Vec<Block> = Vec::new();
    for &block in func.block_order() {
        match func.terminator(block).map(|t| func.opcode(t)) {
            Some(Opcode::Ret) => returns.push(block),
            Some(Opcode::Unreachable) => dead_ends.push(block),
            _ => {}
        }
    }
    let cfg = func.cfg();
    let endless = endless_blocks(func, &cfg, &returns, &dead_ends);
    if returns.len() == 1 && dead_ends.is_empty() && endless.is_empty() {
        return false;
    }
    if returns.is_empty() && dead_ends.len() == 1 && endless.is_empty() && func.block_order().len() == 1 {
        return false;
    }
    let exit = func.append_new_block();
    let mut incoming: Vec<(Value, Block)> = Vec::new();
    let poison = |func: &mut Function, ctx: &mut Context| {
        let poison = ctx.const_poison(ret_ty);
        func.const_value(poison, ctx)
    };
    for block in returns {
        release_tail_call(func, block);
        if ret_ty != Type::VOID {
            let terminator = func.terminator(block).expect("a return");
            incoming.push((func.arg(terminator, 0), block));
        }
        set_branch(func, block, exit);
    }
    for block in dead_ends {
        if ret_ty != Type::VOID {
            let value = poison(func, ctx);
            incoming.push((value, block));
        }
        set_branch(func, block, exit);
    }
    for block in endless {
        let terminator = func.terminator(block).expect("a branch");
        let always = func.int_value(Type::I1, 1, ctx);
        let from = if func.opcode(terminator) == Opcode::Br {
            let to = func.inst_blocks(terminator)[0];
            set_cond_branch(func, block, always, to, exit);
            block
        } else {
            let to = func.inst_blocks(terminator)[0];
            let middle = super::util::blocks::split_edge(func, block, to);
            set_cond_branch(func, middle, always, to, exit);
            middle
        };
        if ret_ty != Type::VOID {
            let value = poison(func, ctx);
            incoming.push((value, from));
        }
    }
    let mut b = Builder::at_end(func, ctx, exit);
    if ret_ty == Type::VOID {
        b.ret_void();
        return true;
    }
    let phi = b.phi(ret_ty);
    b.ret(phi);
    let phi = func.def_inst(phi).expect("a phi");
    for (value, from) in incoming {
        func.add_incoming(phi, value, from);
    }
    true
}

/// Turns the `musttail` call before a return into one that may return.
fn release_tail_call(func: &mut Function, block: Block) {
    let is_call = |func: &Function, inst: Inst| func.inst(inst).flags.contains(InstFlags::MUSTTAIL);
    // A cast of the result may be in between.
    let before = std::iter::successors(func.last_inst(block), |&inst| func.prev_inst(inst));
    if let Some(call) = before.take(3).find(|&inst| is_call(func, inst)) {
        let flags = &mut func.inst_mut(call).flags;
        *flags -= InstFlags::MUSTTAIL;
        *flags |= InstFlags::TAIL;
    }
}

/// One block of each part of the graph that cannot reach an exit.
fn endless_blocks(func: &Function, cfg: &Cfg, returns: &[Block], dead_ends: &[Block]) -> Vec<Block> {
    let mut reaches = vec![false; func.block_count()];
    let mut stack: Vec<Block> = Vec::new();
    let mut result = Vec::new();
    let mut mark = |roots: &[Block], reaches: &mut Vec<bool>| {
        for &root in roots {
            reaches[root.index()] = true;
            stack.push(root);
        }
        while let Some(block) = stack.pop() {
            for pred in cfg.preds(block) {
                if !std::mem::replace(&mut reaches[pred.index()], true) {
                    stack.push(pred);
                }
            }
        }
    };
    mark(returns, &mut reaches);
    mark(dead_ends, &mut reaches);
    for &block in cfg.rpo().iter().rev() {
        if !reaches[block.index()] {
            result.push(block);
            mark(&[block], &mut reaches);
        }
    }
    result
}
