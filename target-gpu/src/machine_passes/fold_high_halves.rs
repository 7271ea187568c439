//! Folds a shift right by 16 into stores of its result, which can store the upper half of a register directly; the dead
//! shift is removed later.
//!
//! Requires: SSA, after `fold_operands`, which turns shift amounts into constants. Preserves: SSA. Only shifts in the
//! same block are considered, through copies, so that the same lanes are active. Cost: one scan.

use super::single_defs::SingleDefs;
use wavec_codegen::mir::{Inst, MachineFunction, MachineOperand};
use wavec_gpu_mc::{opcodes, operand_names as names};
use wavec_mc::Opcode;

/// Stores of the lowest bits, and the corresponding stores from bit 16 on.
const FORMS: &[(Opcode, Opcode)] = &[
    (opcodes::DS_WRITE_B16, opcodes::DS_WRITE_B16_D16_HI),
    (opcodes::DS_WRITE_B8, opcodes::DS_WRITE_B8_D16_HI),
    (opcodes::GLOBAL_STORE_SHORT, opcodes::GLOBAL_STORE_SHORT_D16_HI),
    (
        opcodes::GLOBAL_STORE_SHORT_SADDR,
        opcodes::GLOBAL_STORE_SHORT_D16_HI_SADDR,
    ),
    (opcodes::GLOBAL_STORE_BYTE, opcodes::GLOBAL_STORE_BYTE_D16_HI),
    (
        opcodes::GLOBAL_STORE_BYTE_SADDR,
        opcodes::GLOBAL_STORE_BYTE_D16_HI_SADDR,
    ),
    (opcodes::FLAT_STORE_SHORT, opcodes::FLAT_STORE_SHORT_D16_HI),
    (opcodes::FLAT_STORE_BYTE, opcodes::FLAT_STORE_BYTE_D16_HI),
];

/// Rewrites stores; returns how many.
pub fn run(func: &mut MachineFunction) -> u64 {
    let stores: Vec<(Inst, Opcode)> = func
        .layout
        .blocks()
        .flat_map(|block| func.block_insts(block))
        .filter_map(|inst| {
            let form = FORMS.iter().find(|form| form.0 == func.opcode(inst))?;
            Some((inst, form.1))
        })
        .collect();
    if stores.is_empty() {
        return 0;
    }
    let defs = SingleDefs::compute(func);
    let mut folded = 0;
    for (store, form) in stores {
        if let Some((data, value)) = shifted_data(func, &defs, store) {
            func.operands_mut(store)[data] = value;
            func.inst_mut(store).opcode = form;
            folded += 1;
        }
    }
    folded
}

/// The index of the stored operand of `store`, and the value that it is shifted down from by 16 bits.
fn shifted_data(func: &MachineFunction, defs: &SingleDefs, store: Inst) -> Option<(usize, MachineOperand)> {
    let desc = func.desc(store);
    let data = desc
        .operand_index(names::VDATA)
        .or_else(|| desc.operand_index(names::DATA0))?;
    let stored = *func.operand(store, data).as_reg()?;
    let mut shift = defs.of(func, stored.reg.as_virtual().filter(|_| stored.sub.is_none())?)?;
    while let Some((_, source)) = func.as_copy(shift) {
        shift = defs.of(func, source.reg.as_virtual().filter(|_| source.sub.is_none())?)?;
    }
    let is_shift = matches!(
        func.opcode(shift),
        opcodes::V_LSHRREV_B32_E64 | opcodes::V_LSHRREV_B32_E32
    );
    let is_here = func.layout.inst_block(shift) == func.layout.inst_block(store);
    if !is_shift || !is_here || func.operand(shift, 1).as_imm() != Some(16) {
        return None;
    }
    let value = func.operand(shift, 2);
    let register = value.as_reg()?;
    let vreg = register.reg.as_virtual()?;
    let is_vector = crate::registers::is_vector_class(func.registers(), func.class(vreg));
    is_vector.then_some((data, value))
}
