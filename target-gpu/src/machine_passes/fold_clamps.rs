//! Folds `v_max_f32 x, x clamp`, and its half-precision form, into the clamp modifier of the instruction that computes
//! x, if x has no other use.
//!
//! Requires: SSA. Preserves: SSA, control flow. Cost: one scan. The modifier is applied to the rounded result, as the separate
//! instruction would be.

use super::single_defs::SingleDefs;
use wavec_codegen::mir::{Inst, MachineFunction, MachineOperand, RegUses};
use wavec_gpu_mc::{opcodes, operand_names};
use wavec_mc::{InstrFlags, Opcode, OperandName};

/// Folds; returns how many instructions were removed.
pub fn run(func: &mut MachineFunction) -> u64 {
    let clamps: Vec<Inst> = func
        .layout
        .blocks()
        .flat_map(|block| func.block_insts(block))
        .filter(|&inst| is_clamp(func, inst))
        .collect();
    if clamps.is_empty() {
        return 0;
    }
    let defs = SingleDefs::compute(func);
    let uses = RegUses::compute(func);
    // Check all candidates before rewriting.
    let folds: Vec<(Inst, Inst, usize)> = clamps
        .into_iter()
        .filter_map(|inst| {
            let (def, clamp) = clamped_by(func, &defs, &uses, inst)?;
            Some((inst, def, clamp))
        })
        .collect();
    for &(inst, def, clamp) in &folds {
        let result = func.operands(inst)[0];
        func.operands_mut(def)[clamp] = MachineOperand::Imm(1);
        func.operands_mut(def)[0] = result;
        func.remove_inst(inst);
    }
    folds.len() as u64
}

/// The instruction whose result `inst` clamps, with the index of its modifier, if the result has no other use.
fn clamped_by(
    func: &MachineFunction,
    defs: &SingleDefs,
    uses: &RegUses,
    inst: Inst,
) -> Option<(Inst, usize)> {
    let to = func.operands(inst)[0].register().as_virtual()?;
    let from = func.operands(inst)[2].register().as_virtual()?;
    let def = defs.of(func, from)?;
    let clamp = operand_named(func, def, operand_names::CLAMP)?;
    let fits = arithmetic(func.opcode(inst)).contains(&func.opcode(def))
        && func.operands(def)[clamp] == MachineOperand::Imm(0)
        && func.inst_block(def) == func.inst_block(inst)
        && func.class(to) == func.class(from)
        && uses.uses(func, from).all(|place| place.inst == inst);
    fits.then_some((def, clamp))
}

/// `v_max x, x clamp` without other modifiers.
fn is_clamp(func: &MachineFunction, inst: Inst) -> bool {
    if arithmetic(func.opcode(inst)).is_empty() {
        return false;
    }
    let o = func.operands(inst);
    let imm = |index: usize, value: i64| o.get(index) == Some(&MachineOperand::Imm(value));
    let same = o[2]
        .as_reg()
        .zip(o[4].as_reg())
        .is_some_and(|(a, b)| a.reg == b.reg && a.sub == b.sub);
    same && imm(1, 0) && imm(3, 0) && imm(5, 1) && imm(6, 0) && o[2].as_reg().is_some_and(|a| a.sub.is_none())
}

fn operand_named(func: &MachineFunction, inst: Inst, name: OperandName) -> Option<usize> {
    let desc = func.desc(inst);
    if desc.is(InstrFlags::META) {
        return None;
    }
    desc.operand_index(name)
}

/// Instructions whose clamp modifier clamps to [0, 1] in the type of `maximum`; none if `maximum` is a different
/// instruction.
fn arithmetic(maximum: Opcode) -> &'static [Opcode] {
    use opcodes::*;
    match maximum {
        V_MAX_F32_E64 => &[
            V_ADD_F32_E64,
            V_SUB_F32_E64,
            V_MUL_F32_E64,
            V_FMA_F32_E64,
            V_MIN_F32_E64,
            V_MAX_F32_E64,
            V_MIN3_F32_E64,
            V_MAX3_F32_E64,
            V_RCP_F32_E64,
            V_SQRT_F32_E64,
            V_EXP_F32_E64,
            V_CVT_F32_I32_E64,
            V_CVT_F32_U32_E64,
        ],
        V_MAX_F16_E64 => &[
            V_ADD_F16_E64,
            V_SUB_F16_E64,
            V_MUL_F16_E64,
            V_FMA_F16_E64,
            V_MIN_F16_E64,
            V_MAX_F16_E64,
            V_MIN3_F16_E64,
            V_MAX3_F16_E64,
            V_RCP_F16_E64,
            V_SQRT_F16_E64,
            V_EXP_F16_E64,
            V_CVT_F16_F32_E64,
        ],
        _ => &[],
    }
}
