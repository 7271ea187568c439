//! Sinks integer computations to the nearest block that dominates their uses: addresses and masks of conditional
//! accesses are skipped with them, and take no registers before them.
//!
//! Requires: nothing. Preserves: the control-flow graph, loop-closed form. Cost: O(instructions and operands).
//! A computation stays in its loop, outside of inner ones, and moves only if this keeps no more vector registers in
//! use. One that depends on loaded values stays, too: what it would move past, such as stores, would be waited for
//! together with the load.
//! Source: the idea of LLVM's MachineSink.

use super::opt_sink::{insert_at_start, moves_bits};
use super::util::clone::clone_inst;
use crate::analysis::memory_effects::effects;
use crate::analysis::{DivergenceAnalysis, TargetTransformInfo, Uses};
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::flow::{DominatorTree, LoopForest};
use crate::function::Function;
use crate::inst::Opcode;
use cranelift_entity::EntitySet;

/// Sinks. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let (cfg, tree, loops) = (func.cfg(), func.dominators(), func.loops());
    if cfg.rpo().len() == 1 {
        return false;
    }
    let divergence = DivergenceAnalysis::compute(func, ctx, target);
    let uses = Uses::compute(func);
    let loaded = loaded_values(func, ctx, &divergence);
    let mut changed = false;
    // Users before operands: chains move as a whole.
    for &block in cfg.rpo().iter().rev() {
        let mut next = func.last_inst(block);
        while let Some(inst) = next {
            next = func.prev_inst(inst);
            let Some(value) = func.result(inst).filter(|_| is_integer(func, inst)) else {
                continue;
            };
            if !loaded.contains(value)
                && let Some(users) = using_block(func, &uses, &tree, value)
                && let to = around_loops(&tree, &loops, users, block)
                && to != block
                && saves_registers(func, ctx, &uses, &divergence, inst)
            {
                func.detach_inst(inst);
                insert_at_start(func, inst, to);
                copy_extensions(func, inst, to);
                changed = true;
            }
        }
    }
    changed
}

/// Copies the extensions of integers that `inst`, which has moved to `to`, reads: selection, which sees one block at a
/// time, makes of them 32-bit multiplications and offsets.
fn copy_extensions(func: &mut Function, inst: Inst, to: Block) {
    for index in 0..func.args(inst).len() {
        let extension = func.def_inst(func.arg(inst, index));
        if let Some(extension) = extension
            && matches!(func.opcode(extension), Opcode::SExt | Opcode::ZExt)
            && func.as_const(func.arg(extension, 0)).is_none()
            && func.inst_block(extension) != Some(to)
        {
            let copy = clone_inst(func, extension);
            insert_at_start(func, copy, to);
            func.args_mut(inst)[index] = func.result(copy).expect("an integer");
        }
    }
}

/// Whether `inst` computes with integers or addresses, or makes a number of a condition.
fn is_integer(func: &Function, inst: Inst) -> bool {
    let opcode = func.opcode(inst);
    moves_bits(func, inst)
        || matches!(
            opcode,
            Opcode::ICmp | Opcode::Select | Opcode::UIToFP | Opcode::SIToFP
        )
}

/// Values that depend on ones that vector instructions load.
fn loaded_values(func: &Function, ctx: &Context, divergence: &DivergenceAnalysis) -> EntitySet<Value> {
    let mut loaded = EntitySet::new();
    for &block in func.cfg().rpo() {
        for inst in func.block_insts(block) {
            let Some(value) = func.result(inst) else {
                continue;
            };
            let is_load = divergence.is_divergent(value) && effects(func, ctx, inst).accesses_memory();
            if is_load || func.args(inst).iter().any(|&arg| loaded.contains(arg)) {
                loaded.insert(value);
            }
        }
    }
    loaded
}

/// The block that dominates all users of `value`, none of which is a phi.
fn using_block(func: &Function, uses: &Uses, tree: &DominatorTree, value: Value) -> Option<Block> {
    let mut found = None;
    for user in uses.of(value) {
        let own = func.inst_block(user)?;
        if func.opcode(user) == Opcode::Phi || !tree.is_reachable(own) {
            return None;
        }
        found = Some(found.map_or(own, |other| tree.nearest_common(other, own)));
    }
    found
}

/// The lowest block that dominates `to` and is in the loop of `block`, which dominates `to`; or `block`, if that is in
/// a loop that `to` is not in.
fn around_loops(tree: &DominatorTree, loops: &LoopForest, to: Block, block: Block) -> Block {
    let mut at = to;
    while loops.loop_of(at) != loops.loop_of(block) {
        let inner = loops.loop_of(at).filter(|&inner| !loops.contains(inner, block));
        let above = inner.and_then(|inner| tree.idom(loops.get(inner).header));
        match above {
            Some(above) => at = above,
            None => return block,
        }
    }
    at
}

/// Whether no more vector registers are in use if `inst` moves. Operands with other users count as needed after it
/// anyhow, and what can move itself is weighed when it does.
fn saves_registers(
    func: &Function,
    ctx: &Context,
    uses: &Uses,
    divergence: &DivergenceAnalysis,
    inst: Inst,
) -> bool {
    let words = |value: Value| ctx.layout.bits(&ctx.types, func.ty(value)).div_ceil(32);
    let stays = |value: Value| func.def_inst(value).is_none_or(|def| !is_integer(func, def));
    let is_new = |value: Value| uses.count(value) == 1 && divergence.is_divergent(value);
    let new = func.args(inst).iter().filter(|&&arg| stays(arg) && is_new(arg));
    let taken: u64 = new.map(|&arg| words(arg)).sum();
    func.result(inst).is_some_and(|result| taken <= words(result))
}
