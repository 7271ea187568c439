//! Legalizes register operands: moves values to the file and form that instructions read, with as many scalar values per
//! VALU instruction as the constant bus carries.
//!
//! Requires: SSA as selection leaves it. Preserves: SSA, control flow. Cost: one scan. Selection chooses instructions
//! by the divergence of their results, so operands may be in the other register file, and conditions in the other form
//! (a uniform `i1` is 0 or 1 in an SGPR, a divergent `i1` is a lane mask, in a class of its own). Here:
//! - vector to scalar: the value is uniform, so `v_readfirstlane_b32` of each dword;
//! - 0/1 to mask and mask to 0/1: `SI_BOOL_TO_MASK`, `SI_MASK_TO_BOOL`;
//! - operations on masks become the instructions of the wave size;
//! - scalar sources of a VALU instruction beyond what the constant bus carries are copied to vector registers.

use super::constant_bus::{self, ConstantBus};
use crate::registers::{File, file, is_lane_mask_class, scalar_class, vector_class, word_index};
use cranelift_entity::EntitySet;
use fxhash::FxHashMap;
use smallvec::SmallVec;
use wavec_codegen::mir::{
    Block, Cursor, Inst, MachineBuilder, MachineFunction, MachineOperand, RegOperand, Register, VReg,
};
use wavec_gpu_mc::{classes, opcodes, target_flags};
use wavec_mc::{InstrFlags, OperandFlags, RegClassId, RegisterInfo, SubRegIndex, generic};

/// Fixes copies, PHIs, sequences and operands of `func`.
pub fn run(func: &mut MachineFunction) {
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let masks = super::lane_masks(func);
    let most = constant_bus::most_values(func);
    let mut first_lanes = FirstLanes::default();
    let mut undefined = EntitySet::new();
    for inst in blocks.iter().flat_map(|&block| func.block_insts(block)) {
        if func.opcode(inst) == generic::IMPLICIT_DEF
            && let Some(vreg) = func.operands(inst)[0].register().as_virtual()
        {
            undefined.insert(vreg);
        }
    }
    for block in blocks {
        first_lanes.clear();
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            match func.opcode(inst) {
                generic::COPY => fix_copy(func, &mut undefined, &mut first_lanes, inst),
                generic::PHI => fix_phi(func, &undefined, inst),
                generic::REG_SEQUENCE | generic::INSERT_SUBREG => fix_sequence(func, &mut first_lanes, inst),
                opcode => {
                    fix_operands(func, &mut first_lanes, most, inst);
                    if matches!(
                        opcode,
                        opcodes::SI_INVERSE_BALLOT | opcodes::SI_INVERSE_BALLOT_B32
                    ) {
                        func.inst_mut(inst).opcode = generic::COPY;
                    } else if let Some(operation) = masks.instruction(opcode) {
                        func.inst_mut(inst).opcode = operation;
                    }
                }
            }
        }
    }
}

/// Scalar registers of the current block that hold a dword of a vector register that is the same in all lanes.
type FirstLanes = FxHashMap<(Register, SubRegIndex), Register>;

/// Class of the register of `operand`, including its sub-register index.
#[inline]
fn class_of(func: &MachineFunction, operand: &RegOperand) -> Option<RegClassId> {
    let info = func.registers();
    if let Some(vreg) = operand.reg.as_virtual() {
        let class = func.vregs[vreg].class;
        if operand.sub.is_none() {
            return Some(class);
        }
        let words = info.sub_reg_size(operand.sub)?;
        return Some(if file(info, class) == File::Scalar {
            scalar_class(words)
        } else {
            vector_class(words)
        });
    }
    let reg = operand.reg.as_physical()?;
    let class = info.minimal_class(reg)?;
    // What is a mask in other waves is a number here.
    match is_lane_mask_class(info, class) && !super::lane_masks(func).is_mask(class) {
        true => Some(scalar_class(info.size_in_units(reg))),
        false => Some(class),
    }
}

fn words(info: &RegisterInfo, class: RegClassId) -> u8 {
    info.class(class).size_in_units
}

/// Copies `from` to `to`, converted to its file and form; they differ in one of them. A value that the block has
/// already read into scalar registers is not read again.
fn convert(
    func: &mut MachineFunction,
    first_lanes: &mut FirstLanes,
    cursor: Cursor,
    to: RegOperand,
    to_class: RegClassId,
    from: RegOperand,
    from_class: RegClassId,
) {
    let info = func.registers();
    let (to_file, from_file) = (file(info, to_class), file(info, from_class));
    let (to_words, from_words) = (words(info, to_class), words(info, from_class));
    let is_to_mask = is_lane_mask_class(info, to_class);
    let differ_in_form = is_to_mask != is_lane_mask_class(info, from_class);
    let mut builder = MachineBuilder::new(func, cursor);
    if differ_in_form {
        let (boolean_file, boolean_words) = match is_to_mask {
            true => (from_file, from_words),
            false => (to_file, to_words),
        };
        assert!(
            boolean_file == File::Scalar && boolean_words == 1,
            "a lane mask is converted to or from a boolean only, not between classes {to_class:?} and {from_class:?}"
        );
        let opcode = match is_to_mask {
            true => opcodes::SI_BOOL_TO_MASK,
            false => opcodes::SI_MASK_TO_BOOL,
        };
        builder
            .build(opcode)
            .operand(to.into())
            .operand(from.into())
            .inst();
        return;
    }
    debug_assert_eq!(to_words, from_words, "a copy between sizes");
    if to_file == File::Scalar && from_file != File::Scalar {
        if to_words == 1 {
            if let Some(&known) = first_lanes.get(&(from.reg, from.sub)) {
                builder.build(generic::COPY).operand(to.into()).use_(known).inst();
                return;
            }
            builder
                .build(opcodes::V_READFIRSTLANE_B32)
                .operand(to.into())
                .operand(from.into())
                .inst();
            if to.reg.is_virtual() && to.sub.is_none() && from.reg.is_virtual() {
                first_lanes.insert((from.reg, from.sub), to.reg);
            }
            return;
        }
        let mut parts: SmallVec<[(Register, SubRegIndex); 8]> = SmallVec::new();
        for word in 0..to_words {
            let sub = word_index(info, word);
            let source = if from.sub.is_none() {
                sub
            } else {
                info.compose(from.sub, sub).expect("a part of a part")
            };
            let key = (from.reg, source);
            let part = first_lanes.get(&key).copied().unwrap_or_else(|| {
                let part = builder.func.create_vreg(classes::SREG_32);
                builder
                    .build(opcodes::V_READFIRSTLANE_B32)
                    .def(part)
                    .operand(from.with_sub(source).into())
                    .inst();
                part.into()
            });
            if from.reg.is_virtual() {
                first_lanes.insert(key, part);
            }
            parts.push((part, sub));
        }
        if to.sub.is_none() {
            builder.reg_sequence(to.reg, &parts);
        } else {
            let whole = builder.func.create_vreg(to_class);
            builder.reg_sequence(whole, &parts);
            builder.build(generic::COPY).operand(to.into()).use_(whole).inst();
        }
        return;
    }
    builder
        .build(generic::COPY)
        .operand(to.into())
        .operand(from.into())
        .inst();
}

fn needs_conversion(func: &MachineFunction, to: RegClassId, from: RegClassId) -> bool {
    let info = func.registers();
    let (to_file, from_file) = (file(info, to), file(info, from));
    is_lane_mask_class(info, to) != is_lane_mask_class(info, from)
        || (to_file == File::Scalar && from_file == File::Vector)
}

fn fix_copy(
    func: &mut MachineFunction,
    undefined: &mut EntitySet<VReg>,
    first_lanes: &mut FirstLanes,
    inst: Inst,
) {
    let Some((to, from)) = func.as_copy(inst) else {
        return;
    };
    // An undefined value stays undefined.
    if let (Some(to), Some(from)) = (to.reg.as_virtual(), from.reg.as_virtual())
        && undefined.contains(from)
        && func.operands(inst)[0].as_reg().is_some_and(|to| to.sub.is_none())
    {
        MachineBuilder::before(func, inst).implicit_def(to);
        func.remove_inst(inst);
        undefined.insert(to);
        return;
    }
    let (Some(to_class), Some(from_class)) = (class_of(func, &to), class_of(func, &from)) else {
        return;
    };
    if needs_conversion(func, to_class, from_class) {
        convert(
            func,
            first_lanes,
            Cursor::Before(inst),
            to,
            to_class,
            from,
            from_class,
        );
        func.remove_inst(inst);
    }
}

/// A use of `from` as a register of `class`, converted at `cursor`.
fn converted(
    func: &mut MachineFunction,
    first_lanes: &mut FirstLanes,
    cursor: Cursor,
    class: RegClassId,
    from: RegOperand,
    from_class: RegClassId,
) -> MachineOperand {
    let scalar = file(func.registers(), class) == File::Scalar;
    if let Some(&known) = first_lanes.get(&(from.reg, from.sub))
        && scalar
        && words(func.registers(), class) == 1
    {
        return RegOperand::new_use(known).into();
    }
    let fresh = func.create_vreg(class);
    let to = RegOperand::new_def(fresh);
    convert(func, first_lanes, cursor, to, class, from, from_class);
    RegOperand::new_use(fresh).into()
}

fn fix_phi(func: &mut MachineFunction, undefined: &EntitySet<VReg>, phi: Inst) {
    let Some(result) = func.operands(phi)[0].register().as_virtual() else {
        return;
    };
    let class = func.vregs[result].class;
    for index in (1..func.num_operands(phi)).step_by(2) {
        let Some(&from) = func.operands(phi)[index].as_reg() else {
            continue;
        };
        let Some(from_class) = class_of(func, &from) else {
            continue;
        };
        let info = func.registers();
        let other_file = file(info, class) == File::Vector && file(info, from_class) == File::Scalar;
        if !needs_conversion(func, class, from_class) && !other_file {
            continue;
        }
        let pred = func.operands(phi)[index + 1].as_block().expect("a PHI's block");
        // An undefined value is undefined in the other file, too.
        let undefined = from.reg.as_virtual().is_some_and(|vreg| undefined.contains(vreg));
        if undefined {
            let fresh = func.create_vreg(class);
            let mut builder = match func.first_terminator(pred) {
                Some(terminator) => MachineBuilder::before(func, terminator),
                None => MachineBuilder::at_end(func, pred),
            };
            builder.implicit_def(fresh);
            func.operands_mut(phi)[index] = RegOperand::new_use(fresh).into();
            continue;
        }
        let cursor = match func.first_terminator(pred) {
            Some(terminator) => Cursor::Before(terminator),
            None => Cursor::AtEnd(pred),
        };
        let operand = converted(func, &mut FirstLanes::default(), cursor, class, from, from_class);
        func.operands_mut(phi)[index] = operand;
    }
}

/// Parts of scalar tuples must be scalar; parts of vector tuples may be either (they are copied into place).
fn fix_sequence(func: &mut MachineFunction, first_lanes: &mut FirstLanes, inst: Inst) {
    let Some(result) = func.operands(inst)[0].register().as_virtual() else {
        return;
    };
    let info = func.registers();
    if file(info, func.vregs[result].class) != File::Scalar {
        return;
    }
    for index in 1..func.num_operands(inst) {
        let Some(&from) = func.operands(inst)[index].as_reg() else {
            continue;
        };
        let Some(from_class) = class_of(func, &from) else {
            continue;
        };
        if file(info, from_class) == File::Vector {
            let class = scalar_class(words(info, from_class));
            let operand = converted(func, first_lanes, Cursor::Before(inst), class, from, from_class);
            func.operands_mut(inst)[index] = operand;
        }
    }
}

fn fix_operands(func: &mut MachineFunction, first_lanes: &mut FirstLanes, most: usize, inst: Inst) {
    let desc = func.desc(inst);
    if desc.is(InstrFlags::META) || desc.operands().is_empty() {
        return;
    }
    let info = func.registers();
    let is_valu = desc.target_flags() & target_flags::VALU != 0;
    if are_right(func, most, inst) {
        return;
    }
    let mut bus = ConstantBus::of(func, inst, most);
    if most > 1 {
        bus.take_literal(func, inst);
    }
    let count = func.num_operands(inst).min(desc.operands().len());
    // Masks first: they cannot be moved to a vector register.
    let is_scalar_only = |index: &usize| {
        let class = desc.operands()[*index].reg_class;
        class.is_some() && file(info, class) == File::Scalar
    };
    let masks = (0..count).filter(is_scalar_only);
    let others = (0..count).filter(|index| !is_scalar_only(index));
    for index in masks.chain(others) {
        let described = desc.operands()[index];
        let Some(&operand) = func.operands(inst)[index].as_reg() else {
            continue;
        };
        if operand.is_def() || described.reg_class.is_none() || operand.reg.is_none() {
            continue;
        }
        let Some(from_class) = class_of(func, &operand) else {
            continue;
        };
        let wanted = described.reg_class;
        if needs_conversion(func, wanted, from_class) {
            let new = converted(
                func,
                first_lanes,
                Cursor::Before(inst),
                wanted,
                operand,
                from_class,
            );
            func.operands_mut(inst)[index] = new;
            continue;
        }
        if file(info, from_class) != File::Scalar {
            continue;
        }
        if file(info, wanted) == File::Vector {
            let class = vector_class(words(info, from_class));
            let new = converted(
                func,
                first_lanes,
                Cursor::Before(inst),
                class,
                operand,
                from_class,
            );
            func.operands_mut(inst)[index] = new;
            continue;
        }
        let uses_bus =
            described.flags.contains(OperandFlags::CONSTANT_BUS) || file(info, wanted) == File::Scalar;
        if is_valu && uses_bus {
            match bus.take((operand.reg, operand.sub)) {
                true => {}
                false if file(info, wanted) == File::Any => {
                    let class = vector_class(words(info, from_class));
                    let new = converted(
                        func,
                        first_lanes,
                        Cursor::Before(inst),
                        class,
                        operand,
                        from_class,
                    );
                    func.operands_mut(inst)[index] = new;
                }
                // The lane of `v_writelane_b32` may be in M0, which does not use the constant bus.
                false if func.opcode(inst) == opcodes::V_WRITELANE_B32 => {
                    MachineBuilder::before(func, inst)
                        .build(opcodes::SI_INIT_M0)
                        .operand(operand.into())
                        .inst();
                    func.operands_mut(inst)[index] = RegOperand::new_use(wavec_gpu_mc::regs::M0).into();
                }
                false => {}
            }
        }
    }
}

/// Whether every operand is in the required file and form, and the constant bus carries all that it must.
fn are_right(func: &MachineFunction, most: usize, inst: Inst) -> bool {
    let info = func.registers();
    let desc = func.desc(inst);
    let is_valu = desc.target_flags() & target_flags::VALU != 0;
    let mut bus = ConstantBus::of(func, inst, most);
    for (operand, described) in func.operands(inst).iter().zip(desc.operands()) {
        let MachineOperand::Reg(operand) = operand else {
            continue;
        };
        let wanted = described.reg_class;
        if operand.is_def() || wanted.is_none() || operand.reg.is_none() {
            continue;
        }
        let Some(from) = class_of(func, operand) else {
            continue;
        };
        let (wanted_file, from_file) = (file(info, wanted), file(info, from));
        let in_other_file = wanted_file != File::Any && from_file != File::Any && wanted_file != from_file;
        if in_other_file || is_lane_mask_class(info, wanted) != is_lane_mask_class(info, from) {
            return false;
        }
        let uses_bus = wanted_file == File::Scalar || described.flags.contains(OperandFlags::CONSTANT_BUS);
        if is_valu && from_file == File::Scalar && uses_bus && !bus.take((operand.reg, operand.sub)) {
            return false;
        }
    }
    most == 1 || bus.take_literal(func, inst)
}
