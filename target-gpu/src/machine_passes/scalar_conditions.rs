//! Places uniform comparisons, which set SCC, directly before the branch or select that reads it.
//!
//! Requires: SSA, after `fix_copies`. Preserves: SSA; SCC is never live beyond the next instruction. A condition is
//! materialized as 0 or 1 in an SGPR only if it has users other than branches and selects. Combinations of conditions, and
//! masked bits that are compared with 0, set SCC themselves.

use super::single_defs::SingleDefs;
use crate::registers::is_scalar_class;
use fxhash::FxHashMap;
use std::cell::OnceCell;
use wavec_codegen::mir::{
    Block, Inst, MachineBuilder, MachineFunction, MachineOperand, RegOperand, RegUses, Register, VReg,
};
use wavec_gpu_mc::opcodes;
use wavec_mc::{Opcode, generic};

/// Scalar comparisons by their pseudos.
const COMPARES: &[(Opcode, Opcode)] = &[
    (opcodes::SI_CMP_EQ_U32, opcodes::S_CMP_EQ_U32),
    (opcodes::SI_CMP_LG_U32, opcodes::S_CMP_LG_U32),
    (opcodes::SI_CMP_GT_I32, opcodes::S_CMP_GT_I32),
    (opcodes::SI_CMP_GE_I32, opcodes::S_CMP_GE_I32),
    (opcodes::SI_CMP_LT_I32, opcodes::S_CMP_LT_I32),
    (opcodes::SI_CMP_LE_I32, opcodes::S_CMP_LE_I32),
    (opcodes::SI_CMP_GT_U32, opcodes::S_CMP_GT_U32),
    (opcodes::SI_CMP_GE_U32, opcodes::S_CMP_GE_U32),
    (opcodes::SI_CMP_LT_U32, opcodes::S_CMP_LT_U32),
    (opcodes::SI_CMP_LE_U32, opcodes::S_CMP_LE_U32),
    (opcodes::SI_CMP_EQ_U64, opcodes::S_CMP_EQ_U64),
    (opcodes::SI_CMP_LG_U64, opcodes::S_CMP_LG_U64),
];

/// What is known of virtual registers before conditions are rewritten.
struct Values {
    defs: SingleDefs,
    uses: OnceCell<RegUses>,
}

impl Values {
    fn has_several_uses(&self, func: &MachineFunction, vreg: VReg) -> bool {
        let uses = self.uses.get_or_init(|| RegUses::compute(func));
        // One of the operands is the definition.
        uses.of(vreg).len() > 2
    }
}

fn compare(opcode: Opcode) -> Option<Opcode> {
    COMPARES.iter().find(|c| c.0 == opcode).map(|c| c.1)
}

/// Expands the condition pseudos of `func`.
pub fn run(func: &mut MachineFunction) {
    let values = Values {
        defs: SingleDefs::compute(func),
        uses: OnceCell::new(),
    };
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let insts: Vec<Inst> = blocks.iter().flat_map(|&b| func.block_insts(b)).collect();
    let mut masks = FxHashMap::default();
    // Users first: they inspect the definition of their condition.
    for &inst in &insts {
        match func.opcode(inst) {
            opcodes::SI_BRCOND_UNIFORM => branch(func, &values, inst),
            opcodes::SI_SELECT_B32 => select(func, &values, inst, opcodes::S_CSELECT_B32),
            opcodes::SI_SELECT_B64 => select(func, &values, inst, opcodes::S_CSELECT_B64),
            opcodes::SI_BOOL_TO_MASK => share_mask(func, &values, &mut masks, inst),
            _ => {}
        }
    }
    // Materialize what is still used; check before rewriting, which moves operands.
    let uses = RegUses::compute(func);
    let conditions: Vec<(Inst, bool)> = insts
        .iter()
        .rev()
        .copied()
        .filter(|&inst| func.layout.inst_block(inst).is_some())
        .filter(|&inst| {
            let opcode = func.opcode(inst);
            matches!(opcode, opcodes::SI_MASK_TO_BOOL | opcodes::SI_UNDEFINED_BOOL)
                || compare(opcode).is_some()
        })
        .map(|inst| {
            let result = func.operands(inst)[0].register();
            (
                inst,
                result
                    .as_virtual()
                    .is_some_and(|v| uses.uses(func, v).next().is_some()),
            )
        })
        .collect();
    for (inst, used) in conditions {
        if used {
            let operands = func.operands(inst).to_vec();
            let result = operands[0].register();
            let mut builder = MachineBuilder::before(func, inst);
            if func_opcode(&builder, inst) == opcodes::SI_UNDEFINED_BOOL {
                builder.build(opcodes::S_MOV_B32).def(result).imm(0).inst();
                builder.func.remove_inst(inst);
                continue;
            }
            match compare(func_opcode(&builder, inst)) {
                Some(real) => builder
                    .build(real)
                    .operand(operands[1])
                    .operand(operands[2])
                    .inst(),
                None => test_mask(&mut builder, operands[1]),
            };
            builder
                .build(opcodes::S_CSELECT_B32)
                .def(result)
                .imm(1)
                .imm(0)
                .inst();
        }
        func.remove_inst(inst);
    }
}

fn func_opcode(builder: &MachineBuilder<'_>, inst: Inst) -> Opcode {
    builder.func.opcode(inst)
}

/// SCC = some active lane's bit of `mask` is set.
fn test_mask(builder: &mut MachineBuilder<'_>, mask: MachineOperand) -> Inst {
    let masks = super::lane_masks(builder.func);
    let active = builder.func.create_vreg(masks.class);
    builder
        .build(masks.and)
        .def(active)
        .use_(masks.exec)
        .operand(mask)
        .inst()
}

/// What defines the virtual register of `operand`.
fn definition(func: &MachineFunction, values: &Values, operand: &MachineOperand) -> Option<Inst> {
    let reg = operand.as_reg()?;
    if reg.sub.is_some() {
        return None;
    }
    values.defs.of(func, reg.reg.as_virtual()?)
}

/// Sets SCC to the condition before `before`; returns whether it is inverted.
fn set_scc(func: &mut MachineFunction, values: &Values, condition: MachineOperand, before: Inst) -> bool {
    let mut condition = condition;
    let mut inverted = false;
    for _ in 0..8 {
        let Some(def) = definition(func, values, &condition) else {
            break;
        };
        let operands = func.operands(def).to_vec();
        match func.opcode(def) {
            opcodes::SI_CMP_LG_U32 | opcodes::SI_CMP_EQ_U32
                if operands[2] == MachineOperand::Imm(0)
                    && test_combination(func, values, &operands[1], before, Uses::One) =>
            {
                return inverted != (func.opcode(def) == opcodes::SI_CMP_EQ_U32);
            }
            opcode if compare(opcode).is_some() => {
                let real = compare(opcode).expect("checked");
                let mut builder = MachineBuilder::before(func, before);
                builder
                    .build(real)
                    .operand(unkilled(operands[1]))
                    .operand(unkilled(operands[2]))
                    .inst();
                return inverted;
            }
            opcodes::SI_MASK_TO_BOOL => {
                let mut builder = MachineBuilder::before(func, before);
                test_mask(&mut builder, unkilled(operands[1]));
                return inverted;
            }
            // not x, of a condition
            opcodes::S_XOR_B32 if operands[2] == MachineOperand::Imm(1) => {
                condition = operands[1];
                inverted = !inverted;
            }
            generic::COPY => {
                let source = *operands[1].as_reg().expect("a copy's source");
                let is_scalar_dword = source.sub.is_none()
                    && source.reg.as_virtual().is_some_and(|v| {
                        let class = func.vregs[v].class;
                        is_scalar_class(func.registers(), class)
                            && func.registers().class(class).size_in_units == 1
                    });
                if !is_scalar_dword {
                    break;
                }
                condition = operands[1];
            }
            _ => break,
        }
    }
    if test_combination(func, values, &condition, before, Uses::Any) {
        return inverted;
    }
    let mut builder = MachineBuilder::before(func, before);
    builder
        .build(opcodes::S_CMP_LG_U32)
        .operand(unkilled(condition))
        .imm(0)
        .inst();
    inverted
}

/// How many uses of a combination there may be. Those of conditions are conditions as a rule, which do not need the value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Uses {
    One,
    Any,
}

/// Sets SCC to whether `value` is not 0, if a bitwise operation of the same block, or a field of a word, computes it: by repeating that, as it
/// sets SCC itself.
fn test_combination(
    func: &mut MachineFunction,
    values: &Values,
    value: &MachineOperand,
    before: Inst,
    most: Uses,
) -> bool {
    let Some(def) = definition(func, values, value) else {
        return false;
    };
    let opcode = func.opcode(def);
    let sets_scc = matches!(
        opcode,
        opcodes::S_AND_B32 | opcodes::S_OR_B32 | opcodes::S_XOR_B32 | opcodes::S_BFE_U32 | opcodes::S_BFE_I32
    );
    let operands = func.operands(def).to_vec();
    let Some(result) = operands[0].register().as_virtual() else {
        return false;
    };
    if !sets_scc
        || func.inst_block(def) != func.inst_block(before)
        || most == Uses::One && values.has_several_uses(func, result)
    {
        return false;
    }
    let again = func.create_vreg(func.vregs[result].class);
    MachineBuilder::before(func, before)
        .build(opcode)
        .def(again)
        .operand(unkilled(operands[1]))
        .operand(unkilled(operands[2]))
        .inst();
    true
}

fn unkilled(operand: MachineOperand) -> MachineOperand {
    match operand {
        MachineOperand::Reg(reg) => RegOperand {
            flags: reg.flags & wavec_codegen::mir::RegFlags::UNDEF,
            ..reg
        }
        .into(),
        other => other,
    }
}

fn branch(func: &mut MachineFunction, values: &Values, inst: Inst) {
    let operands = func.operands(inst).to_vec();
    let inverted = set_scc(func, values, operands[0], inst);
    let target = operands[1].as_block().expect("a branch target");
    let opcode = if inverted {
        opcodes::S_CBRANCH_SCC0
    } else {
        opcodes::S_CBRANCH_SCC1
    };
    MachineBuilder::before(func, inst)
        .build(opcode)
        .block(target)
        .inst();
    func.remove_inst(inst);
}

fn select(func: &mut MachineFunction, values: &Values, inst: Inst, opcode: Opcode) {
    let operands = func.operands(inst).to_vec();
    let inverted = set_scc(func, values, operands[1], inst);
    let (a, b) = if inverted {
        (operands[3], operands[2])
    } else {
        (operands[2], operands[3])
    };
    let result = operands[0].register();
    MachineBuilder::before(func, inst)
        .build(opcode)
        .def(result)
        .operand(a)
        .operand(b)
        .inst();
    func.remove_inst(inst);
}

/// Creates a mask of a condition, or reuses one created earlier in the block.
fn share_mask(
    func: &mut MachineFunction,
    values: &Values,
    masks: &mut FxHashMap<(Block, VReg), Register>,
    inst: Inst,
) {
    let condition = func.operands(inst)[1]
        .as_reg()
        .and_then(|operand| operand.reg.as_virtual());
    let (Some(block), Some(condition)) = (func.inst_block(inst), condition) else {
        return bool_to_mask(func, values, inst);
    };
    let result = func.operands(inst)[0].register();
    match masks.get(&(block, condition)) {
        Some(&made) => {
            let dst = result.as_virtual().expect("a virtual register in SSA form");
            MachineBuilder::before(func, inst).copy(dst, made);
            func.remove_inst(inst);
        }
        None => {
            masks.insert((block, condition), result);
            bool_to_mask(func, values, inst);
        }
    }
}

fn bool_to_mask(func: &mut MachineFunction, values: &Values, inst: Inst) {
    let masks = super::lane_masks(func);
    let operands = func.operands(inst).to_vec();
    let result: Register = operands[0].register();
    if let Some(def) = definition(func, values, &operands[1]) {
        let source = func.operands(def).to_vec();
        match func.opcode(def) {
            opcodes::S_MOV_B32 => {
                if let Some(bit) = source[1].as_imm() {
                    let mask = if bit & 1 == 0 { 0 } else { -1 };
                    MachineBuilder::before(func, inst)
                        .build(masks.mov)
                        .def(result)
                        .imm(mask)
                        .inst();
                    func.remove_inst(inst);
                    return;
                }
            }
            generic::IMPLICIT_DEF | opcodes::SI_UNDEFINED_BOOL => {
                MachineBuilder::before(func, inst).implicit_def(result);
                func.remove_inst(inst);
                return;
            }
            _ => {}
        }
    }
    let inverted = set_scc(func, values, operands[1], inst);
    let (yes, no) = if inverted { (0, -1) } else { (-1, 0) };
    MachineBuilder::before(func, inst)
        .build(masks.select)
        .def(result)
        .imm(yes)
        .imm(no)
        .inst();
    func.remove_inst(inst);
}
