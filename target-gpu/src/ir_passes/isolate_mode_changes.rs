//! Isolates calls that change floating-point modes, or end lanes of a shader, in blocks of their own: selection works on a block
//! and may freely order operations without effects, such as additions and questions about lanes. After selection, the MODE
//! register keeps the former in order, and EXEC changes between blocks only.
//!
//! Requires prepared IR; the control flow of lanes is unchanged.

use crate::intrinsics::id;
use wavec_ir::passes::util::blocks::split_block_before;
use wavec_ir::{Builder, Context, Function, Inst};

/// Number of the MODE register, and its bits for rounding and denormals.
const MODE: u128 = 1;
const ARITHMETIC: u128 = 0xff;

/// Splits the blocks of `func` around each call; returns whether there is one.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let mut found: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        let changes = |&inst: &Inst| changes_mode(func, inst, ctx);
        found.extend(func.block_insts(block).filter(changes));
    }
    for &inst in &found {
        let next = func.next_inst(inst).expect("a call is no terminator");
        for start in [next, inst] {
            let block = func.inst_block(start).expect("an instruction in a block");
            let tail = split_block_before(func, start);
            Builder::at_end(func, ctx, block).br(tail);
        }
    }
    !found.is_empty()
}

fn changes_mode(func: &Function, inst: Inst, ctx: &Context) -> bool {
    match func.called_intrinsic(inst, ctx) {
        Some(id::AMDGCN_S_SETREG) => {}
        Some(id::AMDGCN_KILL | id::AMDGCN_WQM_DEMOTE) => return true,
        _ => return false,
    }
    // Number, first bit and size of the field.
    let field = func.as_int(func.arg(inst, 1), ctx).unwrap_or(MODE);
    let (register, offset, size) = (field & 63, field >> 6 & 31, (field >> 11 & 31) + 1);
    register == MODE && ((1u128 << size) - 1) << offset & ARITHMETIC != 0
}
