//! Sinks an operation into the side of an if that decides whether it changes anything: on the other path, one operand is
//! neutral.
//!
//! ```text
//!         br %c, side, join                                  br %c, side, join
//!   side: %v = load i32, %p                            side: %v = load i32, %p
//!         br join                                 ▶          %y = xor i32 %x, %v
//!   join: %u = phi [%v, side], [0, ..]                       br join
//!         %z = xor i32 %x, %u                          join: %z = phi [%y, side], [%x, ..]
//! ```
//!
//! Requires: nothing. Preserves: the control-flow graph. Cost: O(instructions), and a list of uses if there is a
//! candidate. Neither the operation nor the neutral element is then needed where the condition does not hold. Loads of a
//! few cheap sides have become selects before. Source: LLVM's InstCombine folds binary operations into phis that way.

use crate::analysis::Uses;
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::Opcode;

/// Sinks. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &Context) -> bool {
    func.resolve_aliases();
    let cfg = func.cfg();
    let mut candidates: Vec<(Inst, Block)> = Vec::new();
    for &join in cfg.rpo() {
        if cfg.pred_count(join) != 2 {
            continue;
        }
        for phi in func.phis(join) {
            // Conditions are combined with masks.
            if ctx.types.int_bits(func.inst(phi).ty).is_some_and(|bits| bits > 1) {
                candidates.push((phi, join));
            }
        }
    }
    candidates.retain(|&(phi, _)| (0..2).any(|entry| func.as_int(func.arg(phi, entry), ctx).is_some()));
    if candidates.is_empty() {
        return false;
    }
    let uses = Uses::compute(func);
    let mut changed = false;
    for (phi, join) in candidates {
        let result = func.result(phi).expect("a phi has a result");
        let mut users = uses.of(result);
        let (Some(operation), None) = (users.next(), users.next()) else {
            continue;
        };
        let Some((entry, other)) = sinkable(func, ctx, phi, join, operation, result) else {
            continue;
        };
        sink(func, phi, operation, entry, other);
        changed = true;
    }
    if changed {
        func.resolve_aliases();
    }
    changed
}

/// The entry of `phi` that matters, and the operation's other operand, if the operation can be done in that side.
fn sinkable(
    func: &Function,
    ctx: &Context,
    phi: Inst,
    join: Block,
    operation: Inst,
    result: Value,
) -> Option<(usize, Value)> {
    if func.inst_block(operation) != Some(join) || !func.opcode(operation).is_binary() {
        return None;
    }
    let cfg = func.cfg();
    let sides = func.inst_blocks(phi);
    let [left, right] = [func.arg(operation, 0), func.arg(operation, 1)];
    if left == right {
        return None;
    }
    let other = if left == result { right } else { left };
    let neutral = neutral_element(func, ctx, operation, right == result)?;
    let entry = (0..2).find(|&entry| func.as_int(func.arg(phi, 1 - entry), ctx) == Some(neutral))?;
    // A block that is executed only if the condition holds, and goes nowhere else.
    let side = sides[entry];
    let is_side = func.opcode(func.terminator(side)?) == Opcode::Br
        && cfg
            .single_pred(side)
            .is_some_and(|head| func.successors(head).len() > 1);
    // What is not computed where the sides join is available before them.
    let is_known = func
        .def_inst(other)
        .is_none_or(|def| func.inst_block(def) != Some(join));
    (is_side && is_known && func.as_const(func.arg(phi, entry)).is_none()).then_some((entry, other))
}

/// The operand that makes `operation` return the other one, if it is the right or a commuted one.
fn neutral_element(func: &Function, ctx: &Context, operation: Inst, is_right: bool) -> Option<u128> {
    let bits = ctx.types.int_bits(func.inst(operation).ty)?;
    match func.opcode(operation) {
        Opcode::Add | Opcode::Or | Opcode::Xor => Some(0),
        Opcode::Sub | Opcode::Shl | Opcode::LShr | Opcode::AShr if is_right => Some(0),
        Opcode::And => Some(u128::MAX >> (128 - bits)),
        Opcode::Mul => Some(1),
        _ => None,
    }
}

/// Moves `operation` to the side of `entry`; the phi then chooses between its result and `other`.
fn sink(func: &mut Function, phi: Inst, operation: Inst, entry: usize, other: Value) {
    let result = func.result(phi).expect("a phi has a result");
    let side = func.inst_blocks(phi)[entry];
    let value = func.arg(phi, entry);
    let updated = func.result(operation).expect("an operation has a result");
    let end = func.terminator(side).expect("a branch");
    func.replace_uses_with_alias(updated, result);
    let data = func.inst(operation);
    let (opcode, ty, flags, aux) = (data.opcode, data.ty, data.flags, data.aux);
    let args: [Value; 2] = [0, 1].map(|index| match func.arg(operation, index) {
        arg if arg == result => value,
        arg => arg,
    });
    let location = func.location(operation);
    func.remove_inst(operation);
    let moved = func.make_inst(opcode, ty, &args, &[], flags, aux);
    func.insert_inst_before(moved, end);
    func.set_location(moved, location);
    let moved = func.result(moved).expect("an operation has a result");
    func.args_mut(phi)[entry] = moved;
    func.args_mut(phi)[1 - entry] = other;
}
