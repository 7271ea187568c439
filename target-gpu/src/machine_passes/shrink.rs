//! Shrinks VOP3 instructions to their 32-bit encodings, where operands allow it.
//!
//! The short encodings have no modifiers, take a vector register as second source, and write and read VCC where VOP3 names a
//! scalar pair.

use crate::constants::is_inline_32;
use crate::registers::is_vector_class;
use smallvec::SmallVec;
use wavec_codegen::mir::{Inst, MachineBuilder, MachineFunction, MachineOperand};
use wavec_gpu_mc::{REGISTER_INFO, operand_names as names, register_files};
use wavec_mc::{Opcode, OperandInfo, OperandName};

fn is_vgpr(func: &MachineFunction, operand: &MachineOperand) -> bool {
    let reg = operand.register();
    match (reg.as_physical(), reg.as_virtual()) {
        (Some(reg), _) => register_files::is_vector(reg),
        (_, Some(vreg)) => is_vector_class(&REGISTER_INFO, func.class(vreg)),
        _ => false,
    }
}

/// Whether the field of an operand names a register: those of halves reach only half of the registers, so one that is not
/// known yet may be out of reach.
fn is_reached(func: &MachineFunction, operand: &MachineOperand, described: &OperandInfo) -> bool {
    let kind = super::subtarget(func).operand_kind(described.kind);
    if !kind.is_half {
        return true;
    }
    let reg = operand.register();
    match reg.as_physical() {
        Some(reg) => REGISTER_INFO.class(kind.asm_class).contains(reg),
        None => reg.as_virtual().is_none(),
    }
}

/// Whether an instruction has operands whose fields do not reach all registers.
pub(super) fn has_short_fields(func: &MachineFunction, opcode: Opcode) -> bool {
    let subtarget = super::subtarget(func);
    let operands = func.instrs().desc(opcode).operands();
    operands
        .iter()
        .any(|described| subtarget.operand_kind(described.kind).is_half)
}

/// Replaces `inst` by its short form `short`, if its operands fit; returns whether they did. Registers may be virtual;
/// then carries and comparisons, whose results would have to be in VCC, do not fit.
pub fn shrink(func: &mut MachineFunction, inst: Inst, short: Opcode) -> bool {
    let desc = func.desc(inst);
    let short_desc = func.instrs().desc(short);
    let operands: SmallVec<[MachineOperand; 12]> = func.operands(inst).into();
    // Scalar results and carries must be VCC; modifiers, which the short form lacks, neutral.
    let vcc = super::lane_masks(func).vcc.into();
    let fits = |(operand, described): (&MachineOperand, &OperandInfo)| match described.name {
        names::SDST => operand.register() == vcc,
        names::SRC2 => {
            let last = short_desc.operands().last();
            last.is_some_and(|last| last.name == names::SRC2) || operand.register() == vcc
        }
        name => short_desc.operand_index(name).is_some() || *operand == MachineOperand::Imm(0),
    };
    if !operands.iter().zip(desc.operands()).all(fits) {
        return false;
    }
    let find = |name: OperandName| desc.operand_index(name);
    let (Some(src0), src1) = (find(names::SRC0), find(names::SRC1)) else {
        return false;
    };
    let (mut first, mut second) = (operands[src0], src1.map(|i| operands[i]));
    let mut opcode = short;
    if let Some(other) = second
        && !is_vgpr(func, &other)
    {
        // With exchanged sources, if there is an instruction for it.
        let itself = short_desc.is(wavec_mc::InstrFlags::COMMUTABLE).then_some(short);
        let Some(commuted) = wavec_gpu_mc::maps::commuted(short)
            .or(itself)
            .filter(|_| is_vgpr(func, &first))
        else {
            return false;
        };
        opcode = commuted;
        (first, second) = (other, Some(first));
    }
    if let MachineOperand::Imm(value) = first
        && !is_inline_32(value)
        && desc.operands()[src0].constant_bits == 64
    {
        return false;
    }
    let short_desc = func.instrs().desc(opcode);
    let mut list: SmallVec<[MachineOperand; 8]> = SmallVec::new();
    for described in short_desc.operands() {
        match described.name {
            names::SRC0 => list.push(first),
            names::SRC1 => list.extend(second),
            name => match find(name) {
                Some(i) => list.push(operands[i]),
                None => return false,
            },
        }
    }
    let reached =
        |(operand, described): (&MachineOperand, &OperandInfo)| is_reached(func, operand, described);
    if !list.iter().zip(short_desc.operands()).all(reached) {
        return false;
    }
    MachineBuilder::before(func, inst)
        .build_with(opcode, &list)
        .inst();
    func.remove_inst(inst);
    true
}
