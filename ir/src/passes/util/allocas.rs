//! Static stack objects at the beginning of functions.

use crate::analysis::allocas::is_static;
use crate::context::Context;
use crate::function::Function;
use crate::inst::Opcode;

/// Moves static allocas to the top, so that they stay in the entry block when that is split.
pub fn hoist_static_allocas(func: &mut Function, ctx: &Context) {
    let Some(entry) = func.entry() else { return };
    // The first other instruction: allocas after it move before it.
    let Some(place) = func
        .block_insts(entry)
        .find(|&inst| func.opcode(inst) != Opcode::Alloca)
    else {
        return;
    };
    let mut next = func.next_inst(place);
    while let Some(inst) = next {
        next = func.next_inst(inst);
        if func.opcode(inst) == Opcode::Alloca && is_static(func, ctx, inst) {
            func.detach_inst(inst);
            func.insert_inst_before(inst, place);
        }
    }
}
