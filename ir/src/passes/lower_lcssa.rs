//! Loop-closed SSA: a value that is defined in a loop and used outside goes through a phi in an exit block.
//!
//! Requires: nothing. Preserves: dominance between the old blocks; exit blocks have predecessors in their loop only.
//! Cost: linear, times the nesting depth.
//! Selection needs it after structurizing: when lanes leave a loop in different iterations, a value that is uniform
//! inside differs between lanes after it, and the phi is where it moves from a scalar to a vector register.

use super::util::blocks::split_predecessors;
use super::util::loops::LoopAnalyses;
use super::util::ssa::SsaBuilder;
use crate::analysis::{Cfg, LoopForest, LoopId};
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, Opcode};
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

type Use = (Inst, u32);

/// Closes all loops. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() {
        return false;
    }
    let mut changed = false;
    let mut analyses = LoopAnalyses::of(func);
    let LoopAnalyses { cfg, loops, .. } = &analyses;
    if loops.is_empty() {
        return false;
    }
    let mut moved: FxHashSet<(Block, Block)> = FxHashSet::default();
    let mut made: Vec<(Block, SmallVec<[Block; 4]>)> = Vec::new();
    for id in loops.inner_first() {
        changed |= dedicate_exits(func, ctx, cfg, loops, id, &mut moved, &mut made);
    }
    place_after_others(func, &made);
    if changed {
        analyses = LoopAnalyses::of(func);
    }
    let LoopAnalyses { cfg, tree, loops } = analyses;
    let mut outside = uses_outside(func, &loops);
    // (value, its block, its uses)
    let mut work: Vec<(Value, Block, SmallVec<[Use; 4]>)> = Vec::new();
    if !outside.is_empty() {
        for &block in cfg.rpo().iter().filter(|&&block| loops.loop_of(block).is_some()) {
            for inst in func.block_insts(block) {
                let Some(value) = func.result(inst) else { continue };
                if let Some(list) = outside.remove(&value) {
                    work.push((value, block, list));
                }
            }
        }
    }
    changed |= !work.is_empty();
    let mut builder = SsaBuilder::with_analyses(func, cfg, tree);
    while let Some((value, block, list)) = work.pop() {
        let Some(id) = loops.loop_of(block) else { continue };
        let outside: SmallVec<[Use; 4]> = list
            .into_iter()
            .filter(|&u| use_block(func, u).is_some_and(|b| !loops.contains(id, b)))
            .collect();
        if !outside.is_empty() {
            close(
                func,
                ctx,
                &mut builder,
                &loops,
                id,
                (value, block),
                &outside,
                &mut work,
            );
        }
    }
    changed
}

fn use_block(func: &Function, (inst, index): Use) -> Option<Block> {
    if func.opcode(inst) == Opcode::Phi {
        Some(func.inst_blocks(inst)[index as usize])
    } else {
        func.inst_block(inst)
    }
}

/// The uses of each value outside the innermost loop in which it is defined.
fn uses_outside(func: &Function, loops: &LoopForest) -> FxHashMap<Value, SmallVec<[Use; 4]>> {
    let mut outside: FxHashMap<Value, SmallVec<[Use; 4]>> = FxHashMap::default();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            for (index, &arg) in func.args(inst).iter().enumerate() {
                let def_block = func.def_inst(arg).and_then(|def| func.inst_block(def));
                let Some(id) = def_block.and_then(|block| loops.loop_of(block)) else {
                    continue;
                };
                let read = (inst, index as u32);
                if use_block(func, read).is_some_and(|block| !loops.contains(id, block)) {
                    outside.entry(arg).or_default().push(read);
                }
            }
        }
    }
    outside
}

/// Inserts phis for `value` in exit blocks and rewrites the uses outside.
#[allow(clippy::too_many_arguments)] // one step of `run`, with its state
fn close(
    func: &mut Function,
    ctx: &mut Context,
    builder: &mut SsaBuilder,
    loops: &LoopForest,
    id: LoopId,
    (value, block): (Value, Block),
    outside: &[Use],
    work: &mut Vec<(Value, Block, SmallVec<[Use; 4]>)>,
) {
    let ty = func.ty(value);
    let mut exits: SmallVec<[Block; 4]> = loops.exits(builder.cfg(), id).iter().map(|e| e.1).collect();
    exits.sort_unstable();
    exits.dedup();
    exits.retain(|e| builder.tree().dominates(block, *e));
    let mut defs: SmallVec<[(Block, Value); 4]> = SmallVec::new();
    for &exit in &exits {
        let phi = func.make_inst(Opcode::Phi, ty, &[], &[], InstFlags::empty(), Aux::None);
        func.prepend_inst(phi, exit);
        let preds: SmallVec<[Block; 4]> = builder.cfg().preds(exit).collect();
        for pred in preds {
            func.add_incoming(phi, value, pred);
        }
        defs.push((exit, func.result(phi).expect("a phi has a result")));
    }
    let mut at_start: SmallVec<[Block; 4]> = SmallVec::new();
    let mut at_end: SmallVec<[Block; 4]> = SmallVec::new();
    for &read in outside {
        let here = use_block(func, read).expect("a use in a block");
        if func.opcode(read.0) == Opcode::Phi {
            at_end.push(here);
        } else if !exits.contains(&here) {
            at_start.push(here);
        }
    }
    builder.variable(func, ctx, ty, &defs, &at_start, &at_end);
    let mut readers: FxHashMap<Value, SmallVec<[Use; 4]>> = FxHashMap::default();
    let mut fresh: SmallVec<[(Value, Block); 4]> = defs.iter().map(|&(b, v)| (v, b)).collect();
    for phi in builder.take_new_phis() {
        let result = func.result(phi).expect("a phi has a result");
        fresh.push((result, func.inst_block(phi).expect("a phi in a block")));
        for (index, &arg) in func.args(phi).iter().enumerate() {
            readers.entry(arg).or_default().push((phi, index as u32));
        }
    }
    for &(user, index) in outside {
        let here = use_block(func, (user, index)).expect("a use in a block");
        let new = if func.opcode(user) == Opcode::Phi {
            builder.at_end(func, ctx, here)
        } else if let Some(&(_, phi)) = defs.iter().find(|d| d.0 == here) {
            phi
        } else {
            builder.at_start(func, ctx, here)
        };
        func.args_mut(user)[index as usize] = new;
        readers.entry(new).or_default().push((user, index));
    }
    for (value, block) in fresh {
        if let Some(list) = readers.remove(&value) {
            work.push((value, block, list));
        }
    }
}

/// Moves each block of `made` right after the last of its predecessors in the order, so that control falls through to
/// it.
fn place_after_others(func: &mut Function, made: &[(Block, SmallVec<[Block; 4]>)]) {
    if made.is_empty() {
        return;
    }
    let moved: FxHashSet<Block> = made.iter().map(|m| m.0).collect();
    let kept: Vec<Block> = func
        .block_order()
        .iter()
        .copied()
        .filter(|block| !moved.contains(block))
        .collect();
    let places: FxHashMap<Block, usize> = kept.iter().enumerate().map(|(at, &block)| (block, at)).collect();
    let mut after: Vec<(usize, Block)> = made
        .iter()
        .map(|(block, from)| {
            (
                from.iter().map(|b| places[b]).max().unwrap_or(kept.len() - 1),
                *block,
            )
        })
        .collect();
    after.sort_by_key(|b| b.0);
    let mut after = after.into_iter().peekable();
    let mut order = Vec::with_capacity(kept.len() + made.len());
    for (at, block) in kept.into_iter().enumerate() {
        order.push(block);
        while let Some((_, block)) = after.next_if(|b| b.0 == at) {
            order.push(block);
        }
    }
    func.set_block_order(order);
}

/// Splits exit blocks so that they have no predecessors outside the loop. `cfg` may predate the splits for inner loops;
/// `moved` has the edges that these redirected.
fn dedicate_exits(
    func: &mut Function,
    ctx: &Context,
    cfg: &Cfg,
    loops: &LoopForest,
    id: LoopId,
    moved: &mut FxHashSet<(Block, Block)>,
    made: &mut Vec<(Block, SmallVec<[Block; 4]>)>,
) -> bool {
    let mut exits: SmallVec<[Block; 4]> = loops.exits(cfg, id).iter().map(|e| e.1).collect();
    exits.sort_unstable();
    exits.dedup();
    let mut changed = false;
    for exit in exits {
        let (mut inside, outside): (SmallVec<[Block; 4]>, SmallVec<[Block; 4]>) =
            cfg.preds(exit).partition(|&p| loops.contains(id, p));
        let before = inside.len();
        inside.retain(|p| !moved.contains(&(*p, exit)));
        if inside.is_empty() || (outside.is_empty() && inside.len() == before) {
            continue;
        }
        let middle = split_predecessors(func, ctx, exit, &inside);
        moved.extend(inside.iter().map(|&p| (p, exit)));
        made.push((middle, inside));
        changed = true;
    }
    changed
}
