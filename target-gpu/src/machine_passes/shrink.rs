//! VOP3 instructions in their 32-bit encodings, where operands allow it.
//!
//! The short encodings have no modifiers, take a vector register as second source, and write and read VCC where VOP3 names a
//! scalar pair.

use super::fix_copies::is_vector_class;
use super::verify_operands::is_inline_32;
use wavec_codegen::mir::{Inst, MachineBuilder, MachineFunction, MachineOperand};
use wavec_gpu_mc::{INSTR_INFO, REGISTER_INFO, regs};
use wavec_mc::{Desc, Opcode};

fn name_of(desc: Desc, index: usize) -> &'static str {
    desc.operands()
        .get(index)
        .map_or("", |o| INSTR_INFO.operand_names[usize::from(o.name.0)])
}

fn is_vgpr(func: &MachineFunction, operand: &MachineOperand) -> bool {
    let reg = operand.register();
    match (reg.as_physical(), reg.as_virtual()) {
        (Some(reg), _) => REGISTER_INFO.encoding(reg) >= 256,
        (_, Some(vreg)) => is_vector_class(&REGISTER_INFO, func.class(vreg)),
        _ => false,
    }
}

/// Replaces `inst` by its short form `short`, if its operands fit; whether they did. Registers may be virtual; then
/// carries and comparisons, whose results would have to be VCC, do not fit.
pub fn shrink(func: &mut MachineFunction, inst: Inst, short: Opcode) -> bool {
    let desc = func.desc(inst);
    let short_desc = func.instrs().desc(short);
    let operands = func.operands(inst).to_vec();
    let find = |name: &str| (0..desc.operands().len()).find(|&i| name_of(desc, i) == name);
    // Modifiers must be neutral; scalar results and carries must be VCC.
    for (index, operand) in operands.iter().enumerate().take(desc.operands().len()) {
        let name = name_of(desc, index);
        match name {
            "clamp" | "omod" | "src0_modifiers" | "src1_modifiers" | "src2_modifiers"
                if *operand != MachineOperand::Imm(0) =>
            {
                return false;
            }
            "sdst" if operand.register() != regs::VCC.into() => {
                return false;
            }
            "src2" => {
                let tied = name_of(short_desc, short_desc.operands().len().saturating_sub(1)) == "src2";
                if !tied && operand.register() != regs::VCC.into() {
                    return false;
                }
            }
            _ => {}
        }
    }
    let (Some(src0), src1) = (find("src0"), find("src1")) else {
        return false;
    };
    let (mut first, mut second) = (operands[src0], src1.map(|i| operands[i]));
    let mut opcode = short;
    if let Some(other) = second
        && !is_vgpr(func, &other)
    {
        // The sources exchanged, if there is an instruction for it.
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
    let mut list: Vec<MachineOperand> = Vec::new();
    for index in 0..short_desc.operands().len() {
        match name_of(short_desc, index) {
            "src0" => list.push(first),
            "src1" => list.extend(second),
            name => match find(name) {
                Some(i) => list.push(operands[i]),
                None => return false,
            },
        }
    }
    let mut builder = MachineBuilder::before(func, inst);
    let mut build = builder.build(opcode);
    for operand in list {
        build = build.operand(operand);
    }
    build.inst();
    func.remove_inst(inst);
    true
}
