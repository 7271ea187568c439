//! Changing blocks and edges while keeping phis correct.

use crate::builder::Builder;
use crate::context::Context;
use crate::entities::Type;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

/// Removes unreachable blocks and their entries in phis. Values they define become poison where they were used (only in
/// other unreachable blocks, or in entries that are removed). Returns whether there were any.
pub fn remove_unreachable_blocks(func: &mut Function) -> bool {
    // Called often, and rarely successful: cheaper than computing a whole control-flow graph.
    let Some(entry) = func.entry() else { return false };
    let mut reachable = vec![false; func.block_count()];
    let mut work: SmallVec<[Block; 32]> = SmallVec::from_slice(&[entry]);
    reachable[entry.index()] = true;
    let mut count = 1;
    while let Some(block) = work.pop() {
        for &succ in func.successors(block) {
            if !reachable[succ.index()] {
                reachable[succ.index()] = true;
                count += 1;
                work.push(succ);
            }
        }
    }
    if count == func.block_order().len() {
        return false;
    }
    let (kept, dead): (Vec<Block>, Vec<Block>) = func
        .block_order()
        .iter()
        .partition(|block| reachable[block.index()]);
    for &block in &dead {
        let succs: SmallVec<[Block; 4]> = func.successors(block).into();
        for succ in succs {
            if reachable[succ.index()] {
                func.remove_phi_edges(succ, block, true);
            }
        }
    }
    for &block in &dead {
        clear_block(func, block);
    }
    func.set_block_order(kept);
    true
}

/// Removes all instructions of `block`.
pub fn clear_block(func: &mut Function, block: Block) {
    while let Some(inst) = func.last_inst(block) {
        func.remove_inst(inst);
    }
}

/// Makes the terminator of `block` an unconditional branch to `to`. The phis of former successors are not changed.
pub fn set_branch(func: &mut Function, block: Block, to: Block) -> Inst {
    set_terminator(func, block, Opcode::Br, &[], &[to])
}

/// Makes the terminator of `block` a conditional branch. The phis of former successors are not changed.
pub fn set_cond_branch(
    func: &mut Function,
    block: Block,
    condition: Value,
    then: Block,
    else_: Block,
) -> Inst {
    set_terminator(func, block, Opcode::CondBr, &[condition], &[then, else_])
}

/// The new terminator has the location of the old one.
fn set_terminator(
    func: &mut Function,
    block: Block,
    opcode: Opcode,
    args: &[Value],
    blocks: &[Block],
) -> Inst {
    let inst = func.make_inst(opcode, Type::VOID, args, blocks, InstFlags::empty(), Aux::None);
    if let Some(old) = func.terminator(block) {
        func.set_location(inst, func.location(old));
        func.remove_inst(old);
    }
    func.append_inst(inst, block);
    inst
}

/// Moves `inst` and what follows it to a new block right after its own, which is left without a terminator; phis of the
/// successors name the new block. Returns the new block.
pub fn split_block_before(func: &mut Function, inst: Inst) -> Block {
    let head = func.inst_block(inst).expect("an instruction in a block");
    let tail = func.make_block();
    func.insert_block_after(tail, head);
    func.split_block_tail(inst, tail);
    let succs: SmallVec<[Block; 4]> = func.successors(tail).into();
    for succ in succs {
        func.replace_phi_pred(succ, head, tail);
    }
    tail
}

/// Runs `body` `count` times (an integer, unsigned, perhaps zero) before `inst`, for the indices from zero up. `body` is
/// called once, to build the instructions; it must not branch.
pub fn insert_counted_loop(
    func: &mut Function,
    ctx: &mut Context,
    inst: Inst,
    count: Value,
    body: &mut dyn FnMut(&mut Builder, Value),
) {
    let ty = func.ty(count);
    let head = func.inst_block(inst).expect("an instruction in a block");
    let tail = split_block_before(func, inst);
    let repeated = func.make_block();
    func.insert_block_after(repeated, head);
    let mut b = Builder::at_end(func, ctx, head);
    let zero = b.int(ty, 0);
    let any = b.icmp(IntPredicate::Ne, count, zero);
    b.cond_br(any, repeated, tail);
    let mut b = Builder::at_end(func, ctx, repeated);
    let index = b.phi(ty);
    body(&mut b, index);
    let one = b.int(ty, 1);
    let next = b.binary_flags(Opcode::Add, index, one, InstFlags::NUW);
    let again = b.icmp(IntPredicate::Ult, next, count);
    b.cond_br(again, repeated, tail);
    let phi = func.def_inst(index).expect("a phi");
    func.add_incoming(phi, zero, head);
    func.add_incoming(phi, next, repeated);
}

/// Redirects every edge of `block`'s terminator from `from` to `to`. Phis are not changed.
pub fn redirect_edges(func: &mut Function, block: Block, from: Block, to: Block) {
    if let Some(terminator) = func.terminator(block) {
        for target in func.inst_blocks_mut(terminator) {
            if *target == from {
                *target = to;
            }
        }
    }
}

/// Puts a new block on all edges from `from` to `to` (phis of `to` that had several entries from `from` keep one). The
/// new block comes after `from` in the order.
pub fn split_edge(func: &mut Function, from: Block, to: Block) -> Block {
    let middle = func.make_block();
    func.insert_block_after(middle, from);
    redirect_edges(func, from, to, middle);
    set_branch(func, middle, to);
    let phis: SmallVec<[Inst; 8]> = func.phis(to).collect();
    for phi in phis {
        let mut first = true;
        let mut index = 0;
        while index < func.inst_blocks(phi).len() {
            if func.inst_blocks(phi)[index] != from {
                index += 1;
            } else if first {
                first = false;
                func.inst_blocks_mut(phi)[index] = middle;
                index += 1;
            } else {
                func.remove_incoming(phi, index);
            }
        }
    }
    middle
}

/// Puts a new block before `to` that takes over the edges from `preds`; the phis of `to` are split accordingly. The new
/// block is appended to the order's end; the caller may reorder.
pub fn split_predecessors(func: &mut Function, ctx: &Context, to: Block, preds: &[Block]) -> Block {
    let middle = func.append_new_block();
    for &pred in preds {
        redirect_edges(func, pred, to, middle);
    }
    let phis: SmallVec<[Inst; 8]> = func.phis(to).collect();
    for phi in phis {
        let mut values: SmallVec<[(Value, Block); 4]> = SmallVec::new();
        let mut index = 0;
        while index < func.inst_blocks(phi).len() {
            let from = func.inst_blocks(phi)[index];
            if preds.contains(&from) {
                values.push((func.arg(phi, index), from));
                func.remove_incoming(phi, index);
            } else {
                index += 1;
            }
        }
        let Some(&(first, _)) = values.first() else {
            continue;
        };
        let value = if values.iter().all(|&(v, _)| v == first) {
            first
        } else {
            let ty = func.inst(phi).ty;
            let inst = func.make_inst(Opcode::Phi, ty, &[], &[], InstFlags::empty(), Aux::None);
            for &(value, from) in &values {
                func.add_incoming(inst, value, from);
            }
            func.append_inst(inst, middle);
            func.result(inst).expect("a phi has a result")
        };
        func.add_incoming(phi, value, middle);
    }
    let _ = ctx;
    set_branch(func, middle, to);
    middle
}

/// If all entries of a phi are one value (or the phi itself), that value.
pub fn trivial_phi(func: &Function, phi: Inst) -> Option<Value> {
    let result = func.result(phi);
    let mut only = None;
    for index in 0..func.args(phi).len() {
        let value = func.arg(phi, index);
        if Some(value) == result || Some(value) == only {
            continue;
        }
        if only.is_some() {
            return None;
        }
        only = Some(value);
    }
    only
}

/// Orders the blocks in reverse post-order with loops kept together and the first successor of a branch first; removes
/// unreachable blocks.
pub fn order_blocks(func: &mut Function) {
    remove_unreachable_blocks(func);
    let cfg = func.cfg();
    if cfg.rpo().is_empty() {
        return;
    }
    let loops = func.loops();
    let mut seen = vec![false; func.block_count()];
    let mut order: Vec<Block> = Vec::with_capacity(cfg.rpo().len());
    // Visited first means placed last: loop exits, then later successors.
    let next = |block: Block| -> SmallVec<[Block; 4]> {
        let mut succs: SmallVec<[Block; 4]> = cfg.succs(block).collect();
        succs.sort_by_key(|&s| std::cmp::Reverse(loops.depth(s)));
        succs
    };
    let entry = cfg.rpo()[0];
    let mut stack = vec![(entry, next(entry))];
    seen[entry.index()] = true;
    while let Some((block, left)) = stack.last_mut() {
        match left.pop() {
            Some(succ) => {
                if !std::mem::replace(&mut seen[succ.index()], true) {
                    stack.push((succ, next(succ)));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    func.set_block_order(order);
}
