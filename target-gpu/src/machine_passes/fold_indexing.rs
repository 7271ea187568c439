//! Folds indexed accesses of vector registers into the operations next to them, whose operands then are relative.
//!
//! ```text
//! v33 = V_INDIRECT_READ v[0:31], s13, 0          s_set_gpr_idx_on s13, gpr_idx(SRC0,DST)
//! v33 = V_MUL_F32 v33, v32                  ▶    v_mul_f32 v0, v0, v32
//! v[0:31] = V_INDIRECT_WRITE v33, s13, 0         s_set_gpr_idx_off
//! ```
//!
//! Requires: physical registers, instructions that enable indexing of operands by kind, and that `expand_indexing` expands
//! the remaining accesses afterwards. Preserves: control flow. The registers between that the accesses went through must be
//! dead. Cost: O(instructions), and a liveness analysis if there are indexed accesses. All operands share one index: a
//! written element's, else the first source's. Sums of products keep three sources: the accumulating form reads the
//! register that it writes without naming it as a source.

use crate::indexed_registers::{Access, access_of};
use crate::registers::word_index;
use smallvec::SmallVec;
use std::cell::OnceCell;
use wavec_codegen::analysis::PhysicalLiveness;
use wavec_codegen::mir::{
    Block, Inst, MachineBuilder, MachineFunction, MachineOperand, RegFlags, RegOperand, Register,
};
use wavec_gpu_mc::{maps, opcodes, operand_names as names, register_files, regs, target_flags};
use wavec_mc::{OperandName, Reg};

/// Maximum number of instructions between an access and the operation.
const MAX_DISTANCE: usize = 8;
/// The sources, with the bits of the mode that make them relative.
const SOURCES: [(OperandName, i64); 3] = [(names::SRC0, 1), (names::SRC1, 2), (names::SRC2, 4)];
const RELATIVE_DESTINATION: i64 = 8;

/// An access that can become an operand.
#[derive(Clone, Copy)]
struct Part {
    access: Inst,
    index: Register,
    tuple: Reg,
    /// The register at index 0.
    first: Reg,
    /// The operand of the operation that names `first` instead.
    operand: usize,
    mode: i64,
}

/// Liveness at the ends of blocks, which folding does not change for registers of other blocks.
pub type Liveness = OnceCell<PhysicalLiveness>;

/// Folds accesses of `block`.
pub fn run(func: &mut MachineFunction, block: Block, liveness: &Liveness) {
    let is_vector = |access: Access| access.is_vector;
    if !func
        .block_insts(block)
        .any(|inst| access_of(func.opcode(inst)).is_some_and(is_vector))
    {
        return;
    }
    let operations: Vec<Inst> = func
        .block_insts(block)
        .filter(|&inst| access_of(func.opcode(inst)).is_none())
        .collect();
    for operation in operations {
        if is_candidate(func, operation) {
            fold(func, operation, liveness);
        }
    }
}

/// Whether operands of `inst` are relative: then it has a tuple among its implicit operands.
pub fn is_relative(func: &MachineFunction, inst: Inst) -> bool {
    func.reg_operands(inst).any(|(_, operand)| {
        let is_implicit = operand.flags.contains(RegFlags::IMPLICIT);
        is_implicit && operand.reg.as_physical().is_some_and(register_files::is_vector)
    })
}

/// Whether `inst` is an operation of the vector unit, on registers of lanes, whose operands are all named.
fn is_candidate(func: &MachineFunction, inst: Inst) -> bool {
    let opcode = func.opcode(inst);
    let desc = func.desc(inst);
    desc.target_flags() & target_flags::VALU != 0
        && (opcode == opcodes::V_FMA_F32_E64 || maps::e32_of(opcode).is_some())
        && func.defs(inst).count() == 1
        && func
            .reg_operands(inst)
            .all(|(_, operand)| operand.tied_to().is_none() && operand.reg != regs::M0.into())
}

fn fold(func: &mut MachineFunction, mut operation: Inst, liveness: &Liveness) {
    if !neighbours_access(func, operation) {
        return;
    }
    // Shrinking exchanges sources: it comes before they are numbered.
    if let Some(short) = maps::e32_of(func.opcode(operation))
        && super::subtarget(func).has_instruction(short)
    {
        let next = func.layout.next_inst(operation);
        if super::shrink::shrink(func, operation, short) {
            let replacement = next.and_then(|next| func.layout.prev_inst(next));
            operation = replacement.expect("the short form, before an access or a branch");
        }
    }
    let mut parts: SmallVec<[Part; 4]> = SmallVec::new();
    parts.extend(written_element(func, operation, liveness));
    for (name, mode) in SOURCES {
        if let Some(operand) = func.desc(operation).operand_index(name) {
            parts.extend(read_element(func, operation, operand, mode, liveness));
        }
    }
    let Some(&leading) = parts.first() else { return };
    parts.retain(|part| part.index == leading.index);
    let mode = parts.iter().fold(0, |mode, part| mode | part.mode);
    let implicit = |operand: RegOperand| operand.with_flags(RegFlags::IMPLICIT).into();
    for part in &parts {
        let named = match part.mode {
            RELATIVE_DESTINATION => RegOperand::new_def(part.first),
            // The tuple, which is read in its place, has a value.
            _ => RegOperand::new_use(part.first).with_flags(RegFlags::UNDEF),
        };
        func.operands_mut(operation)[part.operand] = MachineOperand::Reg(named);
        func.push_operand(operation, implicit(RegOperand::new_use(part.tuple)));
        if part.mode == RELATIVE_DESTINATION {
            func.push_operand(operation, implicit(RegOperand::new_def(part.tuple)));
        }
        func.remove_inst(part.access);
    }
    let on = MachineBuilder::before(func, operation)
        .build(opcodes::S_SET_GPR_IDX_ON)
        .use_(leading.index)
        .imm(mode)
        .inst();
    super::expand_indexing::ignore_old_index(func, on);
    MachineBuilder::after(func, operation)
        .build(opcodes::S_SET_GPR_IDX_OFF)
        .inst();
}

/// The vector register that `operation` writes: short forms of comparisons write VCC, which they do not name.
fn result(func: &MachineFunction, operation: Inst) -> Option<Reg> {
    let result = func.operands(operation)[0].as_reg()?;
    let reg = result.reg.as_physical().filter(|_| result.is_def())?;
    register_files::is_vector(reg).then_some(reg)
}

/// Whether the operation is near an indexed access of vector registers.
fn neighbours_access(func: &MachineFunction, operation: Inst) -> bool {
    let is_access = |inst: Inst| access_of(func.opcode(inst)).is_some_and(|access| access.is_vector);
    let before = std::iter::successors(func.layout.prev_inst(operation), |&inst| {
        func.layout.prev_inst(inst)
    });
    let after = std::iter::successors(func.layout.next_inst(operation), |&inst| {
        func.layout.next_inst(inst)
    });
    before.take(MAX_DISTANCE).any(is_access) || after.take(MAX_DISTANCE).any(is_access)
}

/// The write of an element that takes the result of `operation`, if it can be done there.
fn written_element(func: &MachineFunction, operation: Inst, liveness: &Liveness) -> Option<Part> {
    let result = result(func, operation)?;
    let mut next = func.layout.next_inst(operation);
    for _ in 0..MAX_DISTANCE {
        let inst = next?;
        let is_write = access_of(func.opcode(inst)).is_some_and(|access| access.is_vector && !access.is_read);
        let list = func.operands(inst);
        if is_write && list[2].register() == result.into() {
            let (index, tuple, first) = element(func, inst, 1)?;
            let untouched = between(func, operation, inst).all(|other| {
                !touches(func, other, tuple)
                    && !writes(func, other, index)
                    && !writes(func, other, regs::EXEC)
            });
            let is_free = untouched && is_dead_after(func, inst, result, liveness);
            return is_free.then_some(Part {
                access: inst,
                index: index.into(),
                tuple,
                first,
                operand: 0,
                mode: RELATIVE_DESTINATION,
            });
        }
        if touches(func, inst, result) {
            return None;
        }
        next = func.layout.next_inst(inst);
    }
    None
}

/// The read of an element that makes an operand of `operation`, if it can be done there.
fn read_element(
    func: &MachineFunction,
    operation: Inst,
    operand: usize,
    mode: i64,
    liveness: &Liveness,
) -> Option<Part> {
    let MachineOperand::Reg(source) = func.operands(operation)[operand] else {
        return None;
    };
    let source = source
        .reg
        .as_physical()
        .filter(|&reg| register_files::is_vector(reg))?;
    let info = func.registers();
    let mut previous = func.layout.prev_inst(operation);
    for _ in 0..MAX_DISTANCE {
        let inst = previous?;
        let is_read = access_of(func.opcode(inst)).is_some_and(|access| access.is_vector && access.is_read);
        if is_read && func.operands(inst)[0].register() == source.into() {
            let (index, tuple, first) = element(func, inst, 0)?;
            let untouched = between(func, inst, operation).all(|other| {
                !writes(func, other, tuple) && !writes(func, other, index) && !writes(func, other, regs::EXEC)
            });
            let uses = func.uses(operation).filter(|(_, other)| {
                other
                    .reg
                    .as_physical()
                    .is_some_and(|reg| info.overlap(reg, source))
            });
            let is_replaced = result(func, operation) == Some(source);
            let is_free = untouched
                && uses.count() == 1
                && (is_replaced || is_dead_after(func, operation, source, liveness));
            return is_free.then_some(Part {
                access: inst,
                index: index.into(),
                tuple,
                first,
                operand,
                mode,
            });
        }
        if touches(func, inst, source) {
            return None;
        }
        previous = func.layout.prev_inst(inst);
    }
    None
}

/// Index, tuple and the dword at index 0 of an access; `shift` operands stand between the tuple and the index.
fn element(func: &MachineFunction, access: Inst, shift: usize) -> Option<(Reg, Reg, Reg)> {
    let list = func.operands(access);
    let tuple = list[1].register().as_physical()?;
    let index = list[2 + shift].register().as_physical()?;
    let word = list[3 + shift].as_imm()?;
    let info = func.registers();
    let first = info.sub_reg(tuple, word_index(info, word as u8))?;
    Some((index, tuple, first))
}

/// The instructions after `first` and before `last`, in the same block.
fn between(func: &MachineFunction, first: Inst, last: Inst) -> impl Iterator<Item = Inst> + '_ {
    std::iter::successors(func.layout.next_inst(first), |&inst| func.layout.next_inst(inst))
        .take_while(move |&inst| inst != last)
}

fn touches(func: &MachineFunction, inst: Inst, reg: Reg) -> bool {
    let info = func.registers();
    func.reg_operands(inst).any(|(_, operand)| {
        operand
            .reg
            .as_physical()
            .is_some_and(|other| info.overlap(other, reg))
    })
}

fn writes(func: &MachineFunction, inst: Inst, reg: Reg) -> bool {
    let info = func.registers();
    func.defs(inst).any(|(_, operand)| {
        operand
            .reg
            .as_physical()
            .is_some_and(|other| info.overlap(other, reg))
    })
}

/// Whether nothing reads `reg`, which is one register, after `inst`.
fn is_dead_after(func: &MachineFunction, inst: Inst, reg: Reg, liveness: &Liveness) -> bool {
    let info = func.registers();
    let mut next = func.layout.next_inst(inst);
    while let Some(inst) = next {
        let overlaps = |operand: &RegOperand| {
            operand
                .reg
                .as_physical()
                .is_some_and(|other| info.overlap(other, reg))
        };
        if func
            .uses(inst)
            .any(|(_, operand)| !operand.is_undef() && overlaps(&operand))
        {
            return false;
        }
        if func.defs(inst).any(|(_, operand)| overlaps(&operand)) {
            return true;
        }
        next = func.layout.next_inst(inst);
    }
    let block = func.layout.inst_block(inst).expect("a placed instruction");
    let liveness = liveness.get_or_init(|| PhysicalLiveness::compute(func));
    !liveness.live_out(block).contains_any(info, reg)
}
