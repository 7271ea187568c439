//! Moves conversions, parts of vectors and operations with constants to the block that uses them, where selection, which
//! sees one block at a time, makes them part of what uses them: shifts and masks become permutations, constants in addresses
//! offsets.
//!
//! Requires: nothing. Preserves: the control-flow graph, loop-closed form. Cost: O(instructions and operands).
//! What moves has one operand that is no constant, no more registers than its result, so that moving costs none; it stays in
//! its loop, and where lanes look at each other's values, as in a call that converges, it stays too. An address that an
//! access holds as an offset costs nothing wherever it is: it goes to each block that accesses it, into loops, too. Source:
//! the idea of LLVM's CodeGenPrepare.

use super::opt_sroa::gep_offset;
use super::util::clone::clone_inst;
use crate::analysis::{LoopForest, TargetTransformInfo, Uses};
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, Opcode};
use smallvec::SmallVec;

/// Sinks. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &Context, target: &dyn TargetTransformInfo) -> bool {
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
                func.detach_inst(inst);
                insert_at_start(func, inst, to);
                changed = true;
            } else if is_offset(func, ctx, target, inst) {
                changed |= copy_to_accesses(func, &uses, &loops, inst, block);
            }
        }
    }
    changed
}

fn insert_at_start(func: &mut Function, inst: Inst, block: Block) {
    let at = func.first_non_phi(block).expect("a terminator");
    func.insert_inst_before(inst, at);
}

/// Whether `inst` is an address that an access holds as another address and an offset.
fn is_offset(func: &Function, ctx: &Context, target: &dyn TargetTransformInfo, inst: Inst) -> bool {
    let (Opcode::GetElementPtr, Aux::SourceType(element)) = (func.opcode(inst), func.inst(inst).aux) else {
        return false;
    };
    let Some(space) = ctx.types.address_space(func.inst(inst).ty) else {
        return false;
    };
    match (func.as_const(func.arg(inst, 0)), func.args(inst)) {
        (None, _) => gep_offset(func, ctx, inst)
            .and_then(|offset| i64::try_from(offset).ok())
            .is_some_and(|offset| target.is_legal_offset(space, offset)),
        (Some(_), &[_, index]) => {
            let is_whole = ctx.types.int_bits(func.ty(index)) == Some(ctx.layout.pointer(space).index_bits);
            let has_bytes = ctx.layout.size(&ctx.types, element) == 1;
            is_whole && has_bytes && func.as_const(index).is_none() && target.are_addresses_offsets(space)
        }
        _ => false,
    }
}

/// Copies an address to the blocks that access it, if all that uses it are accesses.
fn copy_to_accesses(func: &mut Function, uses: &Uses, loops: &LoopForest, inst: Inst, block: Block) -> bool {
    let Some(address) = func.result(inst) else {
        return false;
    };
    let own_loop = loops.loop_of(block);
    let is_reached = |func: &Function, user: Inst| {
        let to = func.inst_block(user);
        to.is_some_and(|to| own_loop.is_none_or(|own| loops.contains(own, to)))
    };
    let all = uses
        .of(address)
        .all(|user| is_access(func, user, address) && is_reached(func, user));
    if !all {
        return false;
    }
    let mut copies: SmallVec<[(Block, Value); 4]> = SmallVec::new();
    for user in uses.of(address) {
        let to = func.inst_block(user).expect("a placed access");
        if to == block {
            continue;
        }
        let copy = match copies.iter().find(|(copied, _)| *copied == to) {
            Some(&(_, copy)) => copy,
            None => {
                let copy = clone_inst(func, inst);
                insert_at_start(func, copy, to);
                let copy = func.result(copy).expect("an address");
                copies.push((to, copy));
                copy
            }
        };
        for arg in func.args_mut(user) {
            if *arg == address {
                *arg = copy;
            }
        }
    }
    if uses.of(address).all(|user| func.inst_block(user) != Some(block)) {
        func.remove_inst(inst);
    }
    !copies.is_empty()
}

/// Whether `user` accesses memory at `address` and does nothing else with it.
fn is_access(func: &Function, user: Inst, address: Value) -> bool {
    let pointer = match func.opcode(user) {
        Opcode::Load | Opcode::AtomicRmw | Opcode::CmpXchg => 0,
        Opcode::Store => 1,
        _ => return false,
    };
    let mut args = func.args(user).iter().enumerate();
    args.all(|(i, &arg)| (arg == address) == (i == pointer))
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

/// Whether `inst` only moves bits, computes with integers or extends a float, which no rounding mode changes, and takes no
/// more registers than it gives.
fn is_movable(func: &Function, ctx: &Context, inst: Inst, value: Value) -> bool {
    use Opcode::*;
    let is_simple = matches!(
        func.opcode(inst),
        Trunc | ZExt | SExt | FPExt | FNeg | BitCast | PtrToInt | IntToPtr | ExtractElement | GetElementPtr
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
