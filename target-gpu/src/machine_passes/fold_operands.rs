//! Folds constants into the operands of their users, and scalar registers into those of vector instructions.
//!
//! Requires: SSA, after `fix_copies`. Preserves: SSA, control flow. Inline constants fit wherever the description
//! allows them; each instruction can have one literal if the encoding has room, which uses the constant bus. A copy of
//! a scalar register to a vector register is bypassed if the bus is free, and so is one of a register that the trap handler has
//! set for the whole program.

use super::constant_bus::{ConstantBus, Scalar};
use super::expand_wide::half;
use super::shrink::shrink;
use super::single_defs::SingleDefs;
use crate::constants::{is_inline, is_inline_32, is_one_move_64};
use crate::facts::lane_masks::LaneMasks;
use crate::function_info::subtarget;
use crate::registers::{HALVES, is_scalar_class, is_vector_class};
use cranelift_entity::{PrimaryMap, SecondaryMap};
use smallvec::SmallVec;
use wavec_codegen::mir::{Inst, MachineBuilder, MachineFunction, MachineOperand, RegOperand, Register, VReg};
use wavec_gpu_mc::encode::{constant_type, kind_desc};
use wavec_gpu_mc::{Subtarget, classes, maps, opcodes, target_flags};
use wavec_mc::{InstrFlags, Opcode, OperandFlags, OperandInfo, Reg, SubRegIndex, generic};

/// Number of users that each get a separate literal by using a short encoding. That saves an instruction, and with two
/// users costs no more bytes; each further user costs four bytes.
const MAX_LITERALS: u32 = 3;

/// Folds; returns how many operands changed.
pub fn run(func: &mut MachineFunction) -> u64 {
    let values = Values::compute(func);
    let mut folded = 0;
    let mut next_block = Some(func.entry());
    while let Some(block) = next_block {
        next_block = func.layout.next_block(block);
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if func.opcode(inst) == generic::COPY {
                folded += u64::from(fold_copy(func, &values, inst));
                continue;
            }
            if !values.has_moved(func, inst) || func.desc(inst).is(InstrFlags::META) {
                continue;
            }
            for index in 0..func.num_operands(inst) {
                match fold_operand(func, &values, inst, index) {
                    Fold::None => {}
                    Fold::Operand => folded += 1,
                    Fold::Instruction => {
                        folded += 1;
                        break;
                    }
                }
            }
        }
    }
    folded
}

/// Definitions of values and how often they are read.
struct Values {
    defs: SingleDefs,
    /// Registers defined by moves or a copy: nothing else is folded.
    moved: SecondaryMap<VReg, bool>,
    uses: SecondaryMap<VReg, u32>,
    /// The processor, which says where literals may be.
    subtarget: Subtarget,
}

impl Values {
    fn compute(func: &MachineFunction) -> Values {
        let mut uses: SecondaryMap<VReg, u32> = SecondaryMap::new();
        uses.resize(PrimaryMap::len(&func.vregs));
        for block in func.layout.blocks() {
            for inst in func.block_insts(block) {
                for (_, operand) in func.uses(inst) {
                    if let Some(vreg) = operand.reg.as_virtual() {
                        uses[vreg] += 1;
                    }
                }
            }
        }
        let defs = SingleDefs::compute(func);
        let is_move = |def: Inst| MOVES.contains(&func.opcode(def));
        let is_moved = |&vreg: &VReg| {
            defs.of(func, vreg).is_some_and(|def| match func.opcode(def) {
                generic::COPY => true,
                generic::REG_SEQUENCE => {
                    let mut parts = func.uses(def).filter_map(|(_, part)| part.reg.as_virtual());
                    parts.any(|part| defs.of(func, part).is_some_and(is_move))
                }
                _ => is_move(def),
            })
        };
        let mut moved: SecondaryMap<VReg, bool> = SecondaryMap::new();
        moved.resize(PrimaryMap::len(&func.vregs));
        for vreg in func.vregs.keys().filter(is_moved) {
            moved[vreg] = true;
        }
        Values {
            defs,
            moved,
            uses,
            subtarget: subtarget(func),
        }
    }
}

impl Values {
    /// Whether `inst` reads a register that a move or a copy defines.
    fn has_moved(&self, func: &MachineFunction, inst: Inst) -> bool {
        let registers = func.operands(inst).iter().filter_map(MachineOperand::as_reg);
        registers
            .filter_map(|operand| operand.reg.as_virtual())
            .any(|vreg| self.moved[vreg])
    }
}

/// Instructions that materialize constants.
const MOVES: [Opcode; 4] = [
    opcodes::S_MOV_B32,
    opcodes::S_MOV_B64,
    opcodes::SI_MOV_B64,
    opcodes::V_MOV_B32_E32,
];

/// A constant read by an operand.
struct Constant {
    value: i64,
    /// 32 or 64.
    bits: u8,
    /// The register that was materialized for it.
    vreg: VReg,
}

impl Values {
    /// The constant in `vreg`, or in its part `sub`.
    fn constant(&self, func: &MachineFunction, vreg: VReg, sub: SubRegIndex) -> Option<Constant> {
        let def = self.defs.of(func, vreg)?;
        let constant = |value, bits| Constant { value, bits, vreg };
        let moved = || func.operands(def).get(1)?.as_imm();
        match func.opcode(def) {
            opcodes::S_MOV_B32 | opcodes::V_MOV_B32_E32 if sub.is_none() => Some(constant(moved()?, 32)),
            opcodes::S_MOV_B64 | opcodes::SI_MOV_B64 if sub.is_none() => Some(constant(moved()?, 64)),
            opcodes::S_MOV_B64 | opcodes::SI_MOV_B64 => {
                let half = HALVES.iter().position(|&half| half == sub)?;
                Some(constant(i64::from((moved()? >> (32 * half)) as i32), 32))
            }
            generic::REG_SEQUENCE if sub.is_some() => {
                let mut parts = func.operands(def)[1..].chunks_exact(2);
                let part =
                    parts.find(|part| part[1] == MachineOperand::Imm(i64::from(sub.0)))?[0].as_reg()?;
                let whole = part.reg.as_virtual().filter(|_| part.sub.is_none())?;
                let is_move = MOVES.contains(&func.opcode(self.defs.of(func, whole)?));
                is_move.then(|| self.constant(func, whole, part.sub))?
            }
            _ => None,
        }
    }
}

/// The result for an operand.
enum Fold {
    /// It is unchanged.
    None,
    /// It was replaced.
    Operand,
    /// The instruction was replaced by another one.
    Instruction,
}

/// Turns an argument of a call or return into a constant in a vector register, which may become the argument register.
/// It stays a copy, because argument setup must not move away from the call.
fn fold_argument(func: &mut MachineFunction, def: Inst, to: Option<Reg>, inst: Inst) -> bool {
    let info = func.registers();
    let is_vector = to.is_some_and(|to| info.class(classes::VGPR_32).contains(to));
    if !is_vector || func.opcode(def) != opcodes::S_MOV_B32 {
        return false;
    }
    let Some(value) = func.operands(def).get(1).and_then(MachineOperand::as_imm) else {
        return false;
    };
    let fresh = func.create_vreg(classes::VGPR_32);
    MachineBuilder::before(func, inst)
        .build(opcodes::V_MOV_B32_E32)
        .def(fresh)
        .imm(value)
        .inst();
    func.operands_mut(inst)[1] = RegOperand::new_use(fresh).into();
    false
}

/// A copy of a constant to a whole register is a move of the constant.
fn fold_copy(func: &mut MachineFunction, values: &Values, inst: Inst) -> bool {
    let (Some(&to), Some(&from)) = (func.operands(inst)[0].as_reg(), func.operands(inst)[1].as_reg()) else {
        return false;
    };
    let Some(from_vreg) = from.reg.as_virtual().filter(|_| to.sub.is_none()) else {
        return false;
    };
    let info = func.registers();
    let Some(to_vreg) = to.reg.as_virtual() else {
        let def = values.defs.of(func, from_vreg).filter(|_| from.sub.is_none());
        return def.is_some_and(|def| fold_argument(func, def, to.reg.as_physical(), inst));
    };
    let vector = is_vector_class(info, func.class(to_vreg));
    if !vector && !is_scalar_class(info, func.class(to_vreg)) {
        return false;
    }
    let Some(Constant { value, bits, .. }) = values.constant(func, from_vreg, from.sub) else {
        return false;
    };
    // A copy between forms turns a 0/1 value into a mask, or back.
    let masks = LaneMasks::of(&values.subtarget);
    if masks.is_mask(func.class(to_vreg)) != masks.is_mask(func.class(from_vreg)) {
        return false;
    }
    if u32::from(info.class(func.class(to_vreg)).size_in_units) * 32 != u32::from(bits) {
        return false;
    }
    let opcode = match (bits, vector) {
        (32, true) => {
            // Accumulation registers are written by an instruction that takes no literal.
            if func.constrain_class(to_vreg, classes::VGPR_32) {
                opcodes::V_MOV_B32_E32
            } else if is_inline_32(value) {
                opcodes::V_ACCVGPR_WRITE_B32_E64
            } else {
                return false;
            }
        }
        (32, false) => opcodes::S_MOV_B32,
        (_, true) => {
            if !func.constrain_class(to_vreg, classes::VREG_64) {
                return false;
            }
            if !is_one_move_64(value) || !subtarget(func).has_instruction(opcodes::V_MOV_B64_E32) {
                return move_halves(func, inst, to_vreg, value);
            }
            opcodes::V_MOV_B64_E32
        }
        (_, false) if is_one_move_64(value) => opcodes::S_MOV_B64,
        (_, false) => opcodes::SI_MOV_B64,
    };
    MachineBuilder::before(func, inst)
        .build(opcode)
        .def(to.reg)
        .imm(value)
        .inst();
    func.remove_inst(inst);
    true
}

/// Materializes a constant that does not fit a literal in both halves of a pair of vector registers.
fn move_halves(func: &mut MachineFunction, inst: Inst, to: VReg, value: i64) -> bool {
    let parts = HALVES.map(|sub| (func.create_vreg(classes::VGPR_32), sub));
    let mut builder = MachineBuilder::before(func, inst);
    for (index, (part, _)) in parts.into_iter().enumerate() {
        let build = builder.build(opcodes::V_MOV_B32_E32).def(part);
        build.operand(half(MachineOperand::Imm(value), index)).inst();
    }
    builder.reg_sequence(to, &parts.map(|(part, sub)| (part.into(), sub)));
    func.remove_inst(inst);
    true
}

fn fold_operand(func: &mut MachineFunction, values: &Values, inst: Inst, index: usize) -> Fold {
    let Some(&operand) = func.operands(inst)[index].as_reg() else {
        return Fold::None;
    };
    if operand.is_def() || operand.is_implicit() || operand.tied_to().is_some() {
        return Fold::None;
    }
    let Some(vreg) = operand.reg.as_virtual().filter(|&vreg| values.moved[vreg]) else {
        return Fold::None;
    };
    let Some(def) = values.defs.of(func, vreg) else {
        return Fold::None;
    };
    let desc = func.desc(inst);
    let Some(&described) = desc.operands().get(index) else {
        return Fold::None;
    };
    if let Some(constant) = values.constant(func, vreg, operand.sub) {
        return fold_constant(func, values, inst, index, &constant);
    }
    match func.opcode(def) {
        generic::COPY => {
            let Some(&source) = func.operands(def)[1].as_reg() else {
                return Fold::None;
            };
            let Some(from) = source.reg.as_virtual() else {
                return fold_fixed(func, inst, index, operand, source, &described);
            };
            let info = func.registers();
            let scalar = is_scalar_class(info, func.vregs[from].class);
            let vector = is_vector_class(info, func.vregs[vreg].class);
            let accepts_scalar = described.reg_class.is_some()
                && described.flags.contains(OperandFlags::CONSTANT_BUS)
                && !is_vector_class(info, described.reg_class)
                && !is_scalar_class(info, described.reg_class);
            if !scalar
                || !vector
                || !accepts_scalar
                || operand.sub.is_some()
                || !bus_is_free(func, values, inst, index, source)
            {
                return Fold::None;
            }
            // Lanes that left a loop keep their values: a value of the loop used outside it must stay in a vector
            // register.
            if func.layout.inst_block(def) != func.layout.inst_block(inst) {
                return Fold::None;
            }
            func.operands_mut(inst)[index] = RegOperand {
                sub: source.sub,
                ..RegOperand::new_use(source.reg)
            }
            .into();
            Fold::Operand
        }
        _ => Fold::None,
    }
}

/// Replaces a copy of a register that nothing writes by that register.
fn fold_fixed(
    func: &mut MachineFunction,
    inst: Inst,
    index: usize,
    operand: RegOperand,
    source: RegOperand,
    described: &OperandInfo,
) -> Fold {
    let info = func.registers();
    let is_fixed = |reg: Reg| info.class(classes::TTMP_32).contains(reg);
    let Some(reg) = source.reg.as_physical().filter(|&reg| is_fixed(reg)) else {
        return Fold::None;
    };
    let fits = described.reg_class.is_some() && info.class(described.reg_class).contains(reg);
    if !fits || operand.sub.is_some() || func.desc(inst).is(InstrFlags::PSEUDO) {
        return Fold::None;
    }
    func.operands_mut(inst)[index] = RegOperand::new_use(reg).into();
    Fold::Operand
}

fn fold_constant(
    func: &mut MachineFunction,
    values: &Values,
    inst: Inst,
    index: usize,
    &Constant { value, bits, vreg }: &Constant,
) -> Fold {
    let desc = func.desc(inst);
    let described = desc.operands()[index];
    let wide = bits == 64;
    // SDWA sources are registers.
    if described.constant_bits == 0
        || (described.constant_bits == 64) != wide
        || desc.target_flags() & target_flags::SDWA != 0
    {
        return Fold::None;
    }
    let inline = is_inline(&described, value);
    let takes_inline = OperandFlags::INLINE_CONSTANT | OperandFlags::LITERAL;
    let fits = match inline {
        true => described.flags.intersects(takes_inline),
        false => {
            values.subtarget.operand_kind(described.kind).allow_literal
                && fits_as_literal(&described, value)
                && literal_fits(func, values, inst, index, value)
        }
    };
    if fits {
        func.operands_mut(inst)[index] = MachineOperand::Imm(value);
        return Fold::Operand;
    }
    if !inline && !wide && values.uses[vreg] <= MAX_LITERALS {
        return shrink_around_literal(func, inst, index, value);
    }
    Fold::None
}

/// The long encodings of most processors have no room for literals; if the short one fits otherwise, the literal is used there.
fn shrink_around_literal(func: &mut MachineFunction, inst: Inst, index: usize, value: i64) -> Fold {
    if func.opcode(inst) == opcodes::V_FMA_F32_E64 {
        return multiply_add_with_literal(func, inst, index, value);
    }
    let Some(short) = maps::e32_of(func.opcode(inst)) else {
        return Fold::None;
    };
    if !fits_as_literal(&func.desc(inst).operands()[index], value) {
        return Fold::None;
    }
    let kept = std::mem::replace(&mut func.operands_mut(inst)[index], MachineOperand::Imm(value));
    if shrink(func, inst, short) {
        return Fold::Instruction;
    }
    func.operands_mut(inst)[index] = kept;
    Fold::None
}

/// Whether a constant that is not inline can be the literal of an operand: a dword, a half whose upper bits are zero,
/// or a 64-bit integer whose upper word is zero.
fn fits_as_literal(described: &OperandInfo, value: i64) -> bool {
    match described.constant_bits {
        32 => true,
        16 => !kind_desc(described.kind).is_packed() && (0..=0xffff).contains(&value),
        64 => !constant_type(kind_desc(described.kind)).is_float && value >> 32 == 0,
        _ => false,
    }
}

/// Sums of products have separate forms with a literal factor or addend; all other sources must be in vector registers,
/// without modifiers.
fn multiply_add_with_literal(func: &mut MachineFunction, inst: Inst, index: usize, value: i64) -> Fold {
    let o: SmallVec<[MachineOperand; 12]> = func.operands(inst).into();
    let neutral = [1, 3, 5, 7, 8].iter().all(|&i| o[i] == MachineOperand::Imm(0));
    let in_vector = |operand: &MachineOperand| {
        operand
            .as_reg()
            .and_then(|reg| reg.reg.as_virtual())
            .is_some_and(|vreg| is_vector_class(func.registers(), func.class(vreg)))
    };
    let others: SmallVec<[MachineOperand; 2]> =
        [2, 4, 6].iter().filter(|&&i| i != index).map(|&i| o[i]).collect();
    let factor = index != 6;
    let opcode = if factor {
        opcodes::V_FMAMK_F32
    } else {
        opcodes::V_FMAAK_F32
    };
    if !neutral || !others.iter().all(in_vector) || !subtarget(func).has_instruction(opcode) {
        return Fold::None;
    }
    let mut builder = MachineBuilder::before(func, inst);
    let build = builder.build(opcode).operand(o[0]).operand(others[0]);
    if factor {
        build.imm(value).operand(others[1]).inst();
    } else {
        build.operand(others[1]).imm(value).inst();
    }
    func.remove_inst(inst);
    Fold::Instruction
}

/// Whether the constant bus carries `source`, too, besides what the other operands of `inst` use it for.
fn bus_is_free(
    func: &MachineFunction,
    values: &Values,
    inst: Inst,
    index: usize,
    source: RegOperand,
) -> bool {
    let desc = func.desc(inst);
    if desc.target_flags() & target_flags::VALU == 0 {
        return true;
    }
    let info = func.registers();
    let mut bus = ConstantBus::of(func, inst, values.subtarget.family.constant_bus);
    let mut fits = bus.take((source.reg, source.sub));
    for (i, (operand, described)) in func.operands(inst).iter().zip(desc.operands()).enumerate() {
        if i == index {
            continue;
        }
        match operand {
            MachineOperand::Reg(reg) if reg.is_use() => {
                let is_scalar = match reg.reg.as_virtual() {
                    Some(vreg) => is_scalar_class(info, func.vregs[vreg].class),
                    None => true,
                };
                fits &= !is_scalar || bus.take((reg.reg, reg.sub));
            }
            MachineOperand::Imm(value) if described.constant_bits != 0 && !is_inline(described, *value) => {
                fits &= bus.take(LITERAL);
            }
            _ => {}
        }
    }
    fits
}

/// Stands for the literal of an instruction on the constant bus.
const LITERAL: Scalar = (Register::NONE, SubRegIndex::NONE);

fn literal_fits(func: &MachineFunction, values: &Values, inst: Inst, index: usize, value: i64) -> bool {
    let desc = func.desc(inst);
    let one_literal =
        func.operands(inst)
            .iter()
            .zip(desc.operands())
            .enumerate()
            .all(|(i, (operand, described))| {
                let MachineOperand::Imm(other) = operand else {
                    return true;
                };
                i == index || described.constant_bits == 0 || is_inline(described, *other) || *other == value
            });
    one_literal
        && bus_is_free(
            func,
            values,
            inst,
            index,
            RegOperand {
                sub: LITERAL.1,
                ..RegOperand::new_use(LITERAL.0)
            },
        )
}
