//! Expands 64-bit arithmetic that selection leaves whole to operations on halves; moves division's flags to VCC.
//!
//! Requires: SSA, right after selection (before `fix_copies`, which makes the new operands legal). Preserves: SSA.

use crate::registers::HALVES;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand, RegOperand};
use wavec_gpu_mc::{classes, opcodes};
use wavec_mc::Opcode;

/// Expands the pseudos of `func`.
pub fn run(func: &mut MachineFunction) {
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            match func.opcode(inst) {
                opcodes::S_ADD_U64_PSEUDO => scalar(func, inst, opcodes::S_ADD_U32, opcodes::S_ADDC_U32),
                opcodes::S_SUB_U64_PSEUDO => scalar(func, inst, opcodes::S_SUB_U32, opcodes::S_SUBB_U32),
                opcodes::V_ADD_U64_PSEUDO => {
                    vector(func, inst, opcodes::V_ADD_CO_U32_E64, opcodes::V_ADDC_CO_U32_E64)
                }
                opcodes::V_SUB_U64_PSEUDO => {
                    vector(func, inst, opcodes::V_SUB_CO_U32_E64, opcodes::V_SUBB_CO_U32_E64)
                }
                opcodes::SI_DIV_FMAS_F32 => div_fmas(func, inst, opcodes::V_DIV_FMAS_F32_E64),
                opcodes::SI_DIV_FMAS_F64 => div_fmas(func, inst, opcodes::V_DIV_FMAS_F64_E64),
                _ => {}
            }
        }
    }
}

/// Half `index` of a 64-bit operand.
pub(super) fn half(operand: MachineOperand, index: usize) -> MachineOperand {
    match operand {
        MachineOperand::Imm(value) => {
            let word = if index == 0 {
                value as i32
            } else {
                (value >> 32) as i32
            };
            MachineOperand::Imm(i64::from(word))
        }
        MachineOperand::Reg(reg) => RegOperand {
            sub: HALVES[index],
            ..reg
        }
        .into(),
        other => other,
    }
}

fn scalar(func: &mut MachineFunction, inst: Inst, low: Opcode, high: Opcode) {
    let operands = func.operands(inst).to_vec();
    let parts = [
        func.create_vreg(classes::SREG_32),
        func.create_vreg(classes::SREG_32),
    ];
    let mut builder = MachineBuilder::before(func, inst);
    for (index, opcode) in [low, high].into_iter().enumerate() {
        let build = builder.build(opcode).def(parts[index]);
        build
            .operand(half(operands[1], index))
            .operand(half(operands[2], index))
            .inst();
    }
    builder.reg_sequence(
        operands[0].register(),
        &[(parts[0].into(), HALVES[0]), (parts[1].into(), HALVES[1])],
    );
    func.remove_inst(inst);
}

fn vector(func: &mut MachineFunction, inst: Inst, low: Opcode, high: Opcode) {
    let operands = func.operands(inst).to_vec();
    let parts = [
        func.create_vreg(classes::VGPR_32),
        func.create_vreg(classes::VGPR_32),
    ];
    let mask = super::lane_masks(func).class_without_exec;
    let (carry, unused) = (func.create_vreg(mask), func.create_vreg(mask));
    let mut builder = MachineBuilder::before(func, inst);
    builder
        .build(low)
        .def(parts[0])
        .def(carry)
        .operand(half(operands[1], 0))
        .operand(half(operands[2], 0))
        .imm(0)
        .inst();
    builder
        .build(high)
        .def(parts[1])
        .def(unused)
        .operand(half(operands[1], 1))
        .operand(half(operands[2], 1))
        .use_(carry)
        .imm(0)
        .inst();
    builder.reg_sequence(
        operands[0].register(),
        &[(parts[0].into(), HALVES[0]), (parts[1].into(), HALVES[1])],
    );
    func.remove_inst(inst);
}

fn div_fmas(func: &mut MachineFunction, inst: Inst, opcode: Opcode) {
    let vcc = super::lane_masks(func).vcc;
    let operands = func.operands(inst).to_vec();
    let mut builder = MachineBuilder::before(func, inst);
    builder
        .build(wavec_mc::generic::COPY)
        .def(vcc)
        .operand(operands[4])
        .inst();
    let mut build = builder.build(opcode).def(operands[0].register());
    for &source in &operands[1..4] {
        build = build.imm(0).operand(source);
    }
    build.imm(0).imm(0).inst();
    func.remove_inst(inst);
}
