//! Scheduling hints: the masks of `llvm.amdgcn.sched.barrier` and `llvm.amdgcn.sched.group.barrier`, and the orders of
//! `llvm.amdgcn.iglp.opt`.

use wavec_codegen::mir::{Inst, MachineFunction, MachineOperand};
use wavec_codegen::sched::SchedulingHint;
use wavec_gpu_mc::{opcodes, target_flags};
use wavec_mc::{InstrFlags, Opcode};

/// Arithmetic of all kinds.
const ALU: u32 = 1 << 0;
/// Vector arithmetic except for the matrix unit and transcendental functions.
const VALU: u32 = 1 << 1;
const SALU: u32 = 1 << 2;
const MATRIX: u32 = 1 << 3;
const VMEM: u32 = 1 << 4;
const VMEM_READ: u32 = 1 << 5;
const VMEM_WRITE: u32 = 1 << 6;
const LDS: u32 = 1 << 7;
const LDS_READ: u32 = 1 << 8;
const LDS_WRITE: u32 = 1 << 9;
const TRANSCENDENTAL: u32 = 1 << 10;

/// By strategy of `llvm.amdgcn.iglp.opt`.
const STRATEGIES: [&[(u32, u32)]; 4] = [
    // Small matrix products.
    &[(LDS, 2), (MATRIX, 1)],
    // Small matrix products of one wave, which prefetches.
    &[
        (LDS_READ, 4),
        (MATRIX, 1),
        (LDS_WRITE, 1),
        (MATRIX, 1),
        (VMEM_READ, 1),
        (MATRIX, 1),
    ],
    // Exponentials of attention, with their operands.
    &[(LDS, 1), (VALU, 2), (TRANSCENDENTAL, 1), (MATRIX, 1)],
    // Exponentials alone.
    &[(TRANSCENDENTAL, 1), (MATRIX, 1)],
];

/// Whether the program's order around the instruction is significant.
pub fn keeps_source_order(opcode: Opcode) -> bool {
    is_hint(opcode) || opcode == opcodes::S_SETPRIO
}

/// Whether the instruction is a hint, which generates no code.
pub fn is_hint(opcode: Opcode) -> bool {
    matches!(
        opcode,
        opcodes::SI_SCHED_BARRIER | opcodes::SI_SCHED_GROUP_BARRIER | opcodes::SI_SCHED_STRATEGY
    )
}

/// The hint expressed by `inst`.
pub fn hint(func: &MachineFunction, inst: Inst) -> Option<SchedulingHint> {
    let opcode = func.opcode(inst);
    if !is_hint(opcode) {
        return None;
    }
    let immediate = |index: usize| {
        let operand: Option<&MachineOperand> = func.operands(inst).get(index);
        operand.and_then(MachineOperand::as_imm).unwrap_or(0) as u32
    };
    Some(match opcode {
        opcodes::SI_SCHED_BARRIER => SchedulingHint::Barrier(immediate(0)),
        opcodes::SI_SCHED_GROUP_BARRIER => SchedulingHint::Group {
            classes: immediate(0),
            size: immediate(1),
            pipeline: immediate(2),
        },
        _ => SchedulingHint::Pattern(STRATEGIES.get(immediate(0) as usize).copied().unwrap_or(&[])),
    })
}

/// The classes of `inst`; `None` for copies, which may be removed later.
pub fn classes(func: &MachineFunction, inst: Inst) -> Option<u32> {
    if func.as_copy(inst).is_some() {
        return None;
    }
    let desc = func.desc(inst);
    let (loads, stores) = (desc.is(InstrFlags::MAY_LOAD), desc.is(InstrFlags::MAY_STORE));
    let flags = desc.target_flags();
    let has = |flag: u64| flags & flag != 0;
    let when = |condition: bool, class: u32| if condition { class } else { 0 };
    if loads || stores {
        let vector = when(
            has(target_flags::VMEM),
            VMEM | when(loads, VMEM_READ) | when(stores, VMEM_WRITE),
        );
        let local = when(
            has(target_flags::DS),
            LDS | when(loads, LDS_READ) | when(stores, LDS_WRITE),
        );
        return Some(vector | local | when(has(target_flags::LDSDMA), LDS));
    }
    let unit = if has(target_flags::MAI) {
        MATRIX
    } else if has(target_flags::TRANS) {
        TRANSCENDENTAL
    } else {
        when(has(target_flags::VALU), VALU) | when(has(target_flags::SALU), SALU)
    };
    Some(when(unit != 0, unit | ALU))
}
