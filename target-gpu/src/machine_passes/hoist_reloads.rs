//! Hoists reloads of spilled vector registers from directly before their use to where the register becomes free.
//!
//! Requires: registers are allocated, spills are pseudo-instructions. Preserves: everything else. The allocator inserts
//! a reload directly before its reader, which then waits for memory. A reload moves up across instructions that neither
//! use its register nor write its slot, in the same block and under the same EXEC. Functions with calls move the stack
//! pointer and are skipped. Cost: linear, with a limit on how far each reload moves.

use crate::function_info::GpuFunctionInfo;
use crate::spill_opcodes::spill_kind;
use wavec_codegen::mir::{Block, FrameIndex, Inst, MachineFunction, SlotKind};
use wavec_gpu_mc::{REGISTER_INFO, regs, target_flags};
use wavec_mc::{InstrFlags, Reg};

/// Number of instructions that hide the latency of a scratch access.
const FARTHEST: usize = 128;

/// Hoists reloads; returns how many.
pub fn run(func: &mut MachineFunction) -> u64 {
    let spills = |kind, dead: bool| kind == SlotKind::Spill && !dead;
    let any = func
        .frame
        .objects
        .values()
        .any(|object| spills(object.kind, object.dead));
    let calls = func
        .target_info::<GpuFunctionInfo>()
        .is_none_or(|gpu| gpu.calls || gpu.dynamic_stack);
    if !any || calls {
        return 0;
    }
    let mut moved = 0;
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if let Some(place) = earliest(func, inst) {
                func.layout.remove_inst(inst);
                func.layout.insert_before(inst, place);
                moved += 1;
            }
        }
    }
    moved
}

/// The instruction before which the reload `inst` of vector registers may be moved, if any.
fn earliest(func: &MachineFunction, inst: Inst) -> Option<Inst> {
    let (_, is_scalar, restores) = spill_kind(func.opcode(inst))?;
    if is_scalar || !restores {
        return None;
    }
    let operands = func.operands(inst);
    let reg = operands[0].as_reg()?.reg.as_physical()?;
    let slot = operands[1].as_frame_index()?;
    let mut place = None;
    let mut before = func.layout.prev_inst(inst);
    for _ in 0..FARTHEST {
        let Some(other) = before.filter(|&other| may_pass(func, reg, slot, other)) else {
            break;
        };
        // Moving it above another reload gains nothing.
        if spill_kind(func.opcode(other)).is_none() {
            place = Some(other);
        }
        before = func.layout.prev_inst(other);
    }
    place
}

/// Whether the reload of `reg` from `slot` may move above `other`.
fn may_pass(func: &MachineFunction, reg: Reg, slot: FrameIndex, other: Inst) -> bool {
    let desc = func.desc(other);
    let stays = desc.is(InstrFlags::TERMINATOR)
        || desc.is(InstrFlags::CALL)
        || desc.target_flags() & target_flags::WRITES_EXEC != 0
        || spill_kind(func.opcode(other)).is_some_and(|(_, _, restores)| !restores)
            && func.operands(other)[1].as_frame_index() == Some(slot);
    let blocks = |is_def: bool, named: Reg| {
        REGISTER_INFO.overlap(named, reg) || is_def && REGISTER_INFO.overlap(named, regs::EXEC)
    };
    !stays
        && !func.reg_operands(other).any(|(_, operand)| {
            let named = operand.reg.as_physical();
            named.is_some_and(|named| blocks(operand.is_def(), named))
        })
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::function_info::GpuFunctionInfo;
    use crate::registers::TABLES;
    use wavec_codegen::mir::{PrintOptions, parse_function, print_function};

    /// The lines of a block after the pass, without spaces around them.
    fn hoist(body: &[&str]) -> Vec<String> {
        let text = format!(
            "--- f\nstage: allocated\nstack: %stack.0 size 4 align 4 spill\nstack: %stack.1 size 4 align 4 spill\n\
             livein: $vgpr0\nlivein: $vgpr1\nlivein: $sgpr0_sgpr1\nbb.0:\n  {}\n  S_ENDPGM 0\n",
            body.join("\n  ")
        );
        let mut func = parse_function(&text, TABLES).unwrap_or_else(|error| panic!("{error}\n{text}"));
        func.set_target_info(GpuFunctionInfo::default());
        run(&mut func);
        let out = print_function(&func, &PrintOptions::default());
        let lines = out.lines().skip_while(|line| !line.starts_with("bb.0"));
        let lines = lines.skip(1).map(|line| line.trim().to_string());
        lines.take(body.len()).collect()
    }

    const SAVE: &str = "SI_SPILL_V32_SAVE $vgpr0, %stack.0, 0";
    const SAVE_OTHER: &str = "SI_SPILL_V32_SAVE $vgpr0, %stack.1, 0";
    const RESTORE: &str = "$vgpr0 = SI_SPILL_V32_RESTORE %stack.0, 0";
    const READ: &str = "$vgpr2 = V_MOV_B32_e32 $vgpr0, implicit $exec";
    const OTHER: &str = "$vgpr3 = V_MOV_B32_e32 $vgpr1, implicit $exec";
    const MASK: &str = "$exec = S_MOV_B64 $sgpr0_sgpr1";

    #[test]
    fn reloads_move_to_where_the_register_is_free() {
        assert_eq!(
            hoist(&[SAVE, READ, SAVE_OTHER, OTHER, RESTORE, READ]),
            [SAVE, READ, SAVE_OTHER, RESTORE, OTHER, READ]
        );
    }

    #[test]
    fn reloads_stay_behind_their_saves_and_masks() {
        for order in [
            [OTHER, SAVE, RESTORE, READ],
            [SAVE, MASK, RESTORE, READ],
            [SAVE, READ, RESTORE, READ],
        ] {
            assert_eq!(hoist(&order), order);
        }
    }
}
