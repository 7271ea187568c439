//! Moves conversions, parts of vectors and operations with constants to the block that uses them, where selection, which
//! sees one block at a time, makes them part of what uses them: addresses become offsets, shifts and masks permutations.
//!
//! Requires: nothing. Preserves: the control-flow graph, loop-closed form. Cost: O(instructions and operands).
//! What moves has one operand that is no constant, no more registers than its result, so that moving costs none; it stays in
//! its loop, and where lanes look at each other's values, as in a call that converges, it stays too. Source: the idea of
//! LLVM's CodeGenPrepare.

use crate::analysis::{LoopForest, Uses};
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::Opcode;

/// Sinks. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &Context) -> bool {
    func.resolve_aliases();
    let (cfg, loops) = (func.cfg(), func.loops());
    let uses = Uses::compute(func);
    let mut changed = false;
    // Users before operands: chains move as a whole.
    for &block in cfg.rpo().iter().rev() {
        let mut next = func.last_inst(block);
        while let Some(inst) = next {
            next = func.prev_inst(inst);
            if let Some(to) = using_block(func, ctx, &uses, &loops, inst, block) {
                let at = func.first_non_phi(to).expect("a terminator");
                func.detach_inst(inst);
                func.insert_inst_before(inst, at);
                changed = true;
            }
        }
    }
    changed
}

/// The block that `inst` moves to.
fn using_block(
    func: &Function,
    ctx: &Context,
    uses: &Uses,
    loops: &LoopForest,
    inst: Inst,
    block: Block,
) -> Option<Block> {
    let value = func.result(inst)?;
    if !is_movable(func, ctx, inst, value) {
        return None;
    }
    let mut users = uses.of(value);
    let to = func.inst_block(users.clone().next()?)?;
    let stays = to == block
        || loops.loop_of(to) != loops.loop_of(block)
        || users.any(|user| {
            func.inst_block(user) != Some(to)
                || func.opcode(user) == Opcode::Phi
                || func.opcode(user) == Opcode::Call
        });
    (!stays).then_some(to)
}

/// Whether `inst` only moves bits or computes with integers, and takes no more registers than it gives.
fn is_movable(func: &Function, ctx: &Context, inst: Inst, value: Value) -> bool {
    use Opcode::*;
    let is_simple = matches!(
        func.opcode(inst),
        Trunc | ZExt | SExt | BitCast | PtrToInt | IntToPtr | ExtractElement | GetElementPtr
    ) || matches!(
        func.opcode(inst),
        Add | Sub | Mul | Shl | LShr | AShr | And | Or | Xor
    );
    if !is_simple || ctx.types.scalar(func.ty(value)) == Type::I1 {
        return false;
    }
    let words = |value: Value| ctx.layout.bits(&ctx.types, func.ty(value)).div_ceil(32);
    let mut variable = func
        .args(inst)
        .iter()
        .filter(|&&arg| func.as_const(arg).is_none());
    match (variable.next(), variable.next()) {
        (Some(&operand), None) => {
            ctx.types.scalar(func.ty(operand)) != Type::I1 && words(operand) <= words(value)
        }
        _ => false,
    }
}
