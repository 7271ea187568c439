//! Isolates calls that change floating-point modes, or end lanes of a shader, in blocks of their own: selection works on a block
//! and may freely order operations without effects, such as additions and questions about lanes. After selection, the MODE
//! register keeps the former in order, and EXEC changes between blocks only.
//!
//! Interpolation to halves rounds towards zero, which these instructions leave to the mode; it is changed around them first.
//! Source: LLVM's SIModeRegister.
//!
//! Requires prepared IR; the control flow of lanes is unchanged.

use super::amdgcn;
use crate::intrinsics::id;
use wavec_ir::passes::util::blocks::split_block_before;
use wavec_ir::{Builder, Context, Function, Inst};

/// Number of the MODE register, and its bits for rounding and denormals.
const MODE: u128 = 1;
const ARITHMETIC: u128 = 0xff;

/// `hwreg(HW_REG_MODE, 2, 2)`: the rounding of halves and doubles, and its values.
const HALF_ROUNDING: i32 = 1 | 2 << 6 | (2 - 1) << 11;
const TO_NEAREST: i32 = 0;
const TOWARDS_ZERO: i32 = 3;

/// Splits the blocks of `func` around each call; returns whether there is one.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let mut found: Vec<Inst> = Vec::new();
    let mut interpolations: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let Some(called) = func.called_intrinsic(inst, ctx) else {
                continue;
            };
            match called {
                id::AMDGCN_KILL | id::AMDGCN_WQM_DEMOTE => found.push(inst),
                id::AMDGCN_S_SETREG if changes_arithmetic(func, inst, ctx) => found.push(inst),
                id::AMDGCN_INTERP_P1_F16 | id::AMDGCN_INTERP_P2_F16 => interpolations.push(inst),
                _ => {}
            }
        }
    }
    found.extend(round_interpolations(func, ctx, &interpolations));
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

/// Changes the rounding before each run of interpolations to halves, and back after it. Returns the changes.
fn round_interpolations(func: &mut Function, ctx: &mut Context, interpolations: &[Inst]) -> Vec<Inst> {
    let mut changes = Vec::new();
    let mut first = 0;
    for (index, &inst) in interpolations.iter().enumerate() {
        let next = func.next_inst(inst).expect("a call is no terminator");
        if interpolations.get(index + 1) == Some(&next) {
            continue;
        }
        for (place, rounding) in [(interpolations[first], TOWARDS_ZERO), (next, TO_NEAREST)] {
            let set = amdgcn(ctx, "s.setreg");
            let mut builder = Builder::before(func, ctx, place);
            let [register, rounding] = [HALF_ROUNDING, rounding].map(|number| builder.i32(number));
            builder.call_intrinsic(set, &[], &[register, rounding]);
            changes.extend(func.prev_inst(place));
        }
        first = index + 1;
    }
    changes
}

/// Whether a write of a hardware register changes rounding or denormals.
fn changes_arithmetic(func: &Function, inst: Inst, ctx: &Context) -> bool {
    // Number, first bit and size of the field.
    let field = func.as_int(func.arg(inst, 1), ctx).unwrap_or(MODE);
    let (register, offset, size) = (field & 63, field >> 6 & 31, (field >> 11 & 31) + 1);
    register == MODE && ((1u128 << size) - 1) << offset & ARITHMETIC != 0
}
