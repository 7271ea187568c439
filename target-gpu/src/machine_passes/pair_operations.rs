//! Makes one instruction of two vector operations (VOPD), in waves of 32 lanes.
//!
//! Requires: physical registers, real instructions, no waits. Preserves: everything else. Cost: each instruction is compared with
//! the few after it. Source: "RDNA 3" instruction set reference, chapter on dual issue; which registers a pair may have says
//! `wavec_gpu_mc::dual::violation`.
//!
//! The second operation moves up to the first, across instructions that have nothing to do with it. Both read registers as they
//! were before, so the second may not read what the first writes, and may write what the first reads.

use crate::function_info::subtarget;
use smallvec::SmallVec;
use wavec_codegen::mir::{
    Inst, MachineBuilder, MachineFunction, MachineOperand, RegFlags, RegOperand, Register,
};
use wavec_gpu_mc::constants::inline_code;
use wavec_gpu_mc::dual::{self, Half, OPERATIONS, Operation};
use wavec_gpu_mc::encode::{constant_type, kind_desc};
use wavec_gpu_mc::{opcodes, operand_names as names, register_files};
use wavec_mc::{InstrFlags, MCInst, MCOperand, Reg, generic};

/// How far ahead the second operation is looked for, in instructions.
const WINDOW: usize = 6;
/// Scalar values that a pair can read, a literal included.
const MOST_SCALARS: usize = 2;

/// How many pairs were made.
pub fn run(func: &mut MachineFunction) -> usize {
    if !subtarget(func).has_instruction(opcodes::V_DUAL) {
        return 0;
    }
    let blocks: Vec<_> = func.layout.blocks().collect();
    let mut made = 0;
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            let Some((second, pair)) = pair_of(func, inst) else {
                continue;
            };
            let mut builder = MachineBuilder::before(func, inst);
            let mut built = builder.build_with(opcodes::V_DUAL, &pair.operands);
            if let Some(vcc) = pair.mask {
                built = built.implicit_use(vcc);
            }
            let made_inst = built.inst();
            func.remove_inst(inst);
            func.remove_inst(second);
            next = func.layout.next_inst(made_inst);
            made += 1;
        }
    }
    made
}

/// An operation that can be part of a pair.
struct Single {
    operation: &'static Operation,
    vdst: Reg,
    /// The second one only if the operation has it.
    sources: [Option<MachineOperand>; 2],
    constant: Option<i64>,
}

impl Single {
    fn of(func: &MachineFunction, inst: Inst) -> Option<Single> {
        let opcode = func.opcode(inst);
        let operation = OPERATIONS.iter().find(|operation| operation.opcode == opcode)?;
        let desc = func.desc(inst);
        let named = |name| desc.operand_index(name).map(|index| func.operands(inst)[index]);
        let first = named(names::SRC0)?;
        let is_value = matches!(first, MachineOperand::Reg(_) | MachineOperand::Imm(_));
        // Constants of dot products are halves, as which a pair does not have them.
        let is_dot = operation.accumulates() && operation.opcode != opcodes::V_FMAC_F32_E32;
        if !is_value || is_dot && first.as_imm().is_some() {
            return None;
        }
        let constant = match named(names::IMM) {
            Some(constant) => Some(constant.as_imm()?),
            None => None,
        };
        Some(Single {
            operation,
            vdst: named(names::VDST)?.register().as_physical()?,
            sources: [Some(first), named(names::SRC1)],
            constant,
        })
    }

    /// The literal that follows it.
    fn literal(&self) -> Option<i64> {
        let first = self.sources[0].and_then(|source| source.as_imm());
        let kind = kind_desc(
            wavec_gpu_mc::INSTR_INFO.desc(opcodes::V_DUAL).operands()[dual::halves()[0].sources[0]].kind,
        );
        let is_literal = |value: &i64| inline_code(*value, constant_type(kind)).is_none();
        first.filter(is_literal).map(|value| value & 0xffff_ffff)
    }

    /// The literals that it needs.
    fn literals(&self) -> impl Iterator<Item = i64> {
        let constant = self.constant.map(|value| value & 0xffff_ffff);
        [self.literal(), constant].into_iter().flatten()
    }

    fn scalar(&self) -> Option<Reg> {
        let source = self.sources[0].and_then(|source| source.register().as_physical());
        source.filter(|&reg| !register_files::is_vector(reg))
    }
}

/// The operands of a pair.
struct Pair {
    operands: SmallVec<[MachineOperand; 12]>,
    /// The mask that one of the operations reads.
    mask: Option<Reg>,
}

/// What makes a pair with `inst`, and the pair.
fn pair_of(func: &MachineFunction, inst: Inst) -> Option<(Inst, Pair)> {
    let first = Single::of(func, inst)?;
    let mut between: SmallVec<[Inst; 8]> = SmallVec::new();
    let mut cursor = func.layout.next_inst(inst);
    while let Some(candidate) = cursor.filter(|_| between.len() < WINDOW) {
        if stops(func, candidate) {
            return None;
        }
        if let Some(second) = Single::of(func, candidate)
            && !reads(func, candidate, first.vdst)
            && between.iter().all(|&other| is_apart(func, other, candidate))
            && let Some(pair) = combine(func, &first, &second)
        {
            return Some((candidate, pair));
        }
        between.push(candidate);
        cursor = func.layout.next_inst(candidate);
    }
    None
}

/// Instructions that nothing moves across: what it reads may not have arrived behind a memory access.
fn stops(func: &MachineFunction, inst: Inst) -> bool {
    let desc = func.desc(inst);
    func.opcode(inst) == generic::INLINEASM
        || [
            InstrFlags::CALL,
            InstrFlags::TERMINATOR,
            InstrFlags::MAY_LOAD,
            InstrFlags::MAY_STORE,
        ]
        .iter()
        .any(|&flag| desc.is(flag))
}

fn registers(func: &MachineFunction, inst: Inst, written: bool) -> impl Iterator<Item = Reg> + '_ {
    let operands = func.operands(inst).iter().filter_map(|operand| operand.as_reg());
    operands
        .filter(move |operand| operand.is_def() == written)
        .filter_map(|operand| operand.reg.as_physical())
}

fn reads(func: &MachineFunction, inst: Inst, reg: Reg) -> bool {
    registers(func, inst, false).any(|read| func.registers().overlap(read, reg))
}

/// Whether `moved` may be before `other`.
fn is_apart(func: &MachineFunction, other: Inst, moved: Inst) -> bool {
    registers(func, moved, true).all(|written| {
        !reads(func, other, written)
            && !registers(func, other, true).any(|reg| func.registers().overlap(reg, written))
    }) && registers(func, other, true).all(|written| !reads(func, moved, written))
}

/// The pair of two operations, in either order; `None` if there is none.
fn combine(func: &MachineFunction, first: &Single, second: &Single) -> Option<Pair> {
    let mut literals: SmallVec<[i64; 4]> = first.literals().chain(second.literals()).collect();
    literals.sort_unstable();
    literals.dedup();
    let vcc = super::lane_masks(func).vcc;
    let mask = [first, second]
        .iter()
        .any(|single| single.operation.reads_vcc())
        .then_some(vcc);
    let mut scalars: SmallVec<[Reg; 4]> = [first.scalar(), second.scalar(), mask]
        .into_iter()
        .flatten()
        .collect();
    scalars.sort_unstable_by_key(|reg| reg.0);
    scalars.dedup();
    if literals.len() > 1 || scalars.len() + literals.len() > MOST_SCALARS {
        return None;
    }
    [[first, second], [second, first]].into_iter().find_map(|both| {
        let operands = operands_of(both)?;
        let mut pair = MCInst::new(opcodes::V_DUAL);
        for operand in &operands {
            pair.operands.push(match operand {
                MachineOperand::Reg(reg) => MCOperand::Reg(reg.reg.as_physical().unwrap_or(Reg::NONE)),
                MachineOperand::Imm(value) => MCOperand::Imm(*value),
                _ => return None,
            });
        }
        dual::violation(&pair)
            .is_none()
            .then_some(Pair { operands, mask })
    })
}

/// The operands with the first of both as X; `None` if it is an operation of Y only.
fn operands_of(both: [&Single; 2]) -> Option<SmallVec<[MachineOperand; 12]>> {
    let none = MachineOperand::Reg(RegOperand::new_use(Register::NONE).with_flags(RegFlags::UNDEF));
    let count = wavec_gpu_mc::INSTR_INFO.desc(opcodes::V_DUAL).operands().len();
    let mut operands: SmallVec<[MachineOperand; 12]> = SmallVec::from_elem(none, count);
    operands[dual::constant_index()] =
        MachineOperand::Imm(both.iter().find_map(|single| single.constant).unwrap_or(0));
    for (half, single) in dual::halves().into_iter().zip(both) {
        let number = i64::from(single.operation.number);
        Operation::of_number(number, half.is_x)?;
        let Half {
            vdst, op, sources, ..
        } = half;
        let register = |reg: Reg, flags| MachineOperand::Reg(RegOperand::new_use(reg).with_flags(flags));
        operands[vdst] = register(single.vdst, RegFlags::DEF);
        operands[op] = MachineOperand::Imm(number);
        for (place, source) in sources.into_iter().zip(single.sources) {
            let Some(source) = source else { continue };
            operands[place] = match source.as_reg() {
                // What is read last may be another instruction now.
                Some(reg) => MachineOperand::Reg(RegOperand {
                    flags: reg.flags - RegFlags::KILL,
                    tied: 0,
                    ..*reg
                }),
                None => source,
            };
        }
        if single.operation.accumulates() {
            operands[sources[2]] = register(single.vdst, RegFlags::empty());
        }
    }
    Some(operands)
}
