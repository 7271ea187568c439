//! Expands indexed accesses of tuples to moves with register numbers relative to M0.
//!
//! ```text
//! v1 = V_INDIRECT_READ v[8:23], s4, 0      s_set_gpr_idx_on s4, gpr_idx(SRC0)
//!                                     ▶    v_mov_b32 v1, v8
//!                                          s_set_gpr_idx_off
//! ```
//!
//! Operations next to accesses have been made relative themselves (`fold_indexing`). Processors without these switches have moves that are always relative, `v_movrels_b32` and `v_movreld_b32`.
//!
//! Runs after passes that move instructions: every vector instruction between the two switching instructions would be
//! relative, too. Consecutive accesses with the same index and direction share one pair. The moves also name the whole
//! tuple, for later passes that inspect registers.

use crate::indexed_registers::{Access, access_of};
use crate::registers::word_index;
use wavec_codegen::mir::{
    Block, Inst, MachineBuilder, MachineFunction, MachineOperand, RegFlags, RegOperand, Register,
};
use wavec_gpu_mc::{opcodes, regs};

/// `gpr_idx(SRC0)`, `gpr_idx(DST)`
const RELATIVE_SOURCE: i64 = 1;
const RELATIVE_DESTINATION: i64 = 8;

/// The accesses between the last two switching instructions.
#[derive(Clone, Copy)]
struct Switched {
    off: Inst,
    index: Register,
    mode: i64,
}

/// Expands the accesses of `block`.
pub fn run(func: &mut MachineFunction, block: Block) {
    let has_switches = super::subtarget(func).has_instruction(opcodes::S_SET_GPR_IDX_ON);
    let mut switched: Option<Switched> = None;
    // What M0 holds for moves that are always relative.
    let mut in_m0: Option<Register> = None;
    let mut next = func.layout.first_inst(block);
    while let Some(inst) = next {
        next = func.layout.next_inst(inst);
        match access_of(func.opcode(inst)) {
            Some(Access {
                is_vector: true,
                is_read,
            }) if !has_switches => {
                let opcode = match is_read {
                    true => opcodes::V_MOVRELS_B32_E32,
                    false => opcodes::V_MOVRELD_B32_E32,
                };
                move_relative_to_m0(func, inst, is_read, opcode, &mut in_m0);
            }
            Some(Access {
                is_vector: true,
                is_read,
            }) => expand(func, inst, is_read, &mut switched),
            Some(Access {
                is_vector: false,
                is_read,
            }) => {
                switched = None;
                let opcode = match is_read {
                    true => opcodes::S_MOVRELS_B32,
                    false => opcodes::S_MOVRELD_B32,
                };
                move_relative_to_m0(func, inst, is_read, opcode, &mut None);
                in_m0 = None;
            }
            None => {
                switched = None;
                in_m0 = None;
            }
        }
    }
}

/// The operands: result, tuple, written value, index, dword.
struct Operands {
    result: Register,
    tuple: Register,
    value: Option<MachineOperand>,
    index: Register,
    first: Register,
}

fn operands(func: &MachineFunction, inst: Inst, is_read: bool) -> Operands {
    let list = func.operands(inst);
    let shift = usize::from(!is_read);
    let tuple = list[1].register();
    let word = list[3 + shift].as_imm().expect("the number of a dword");
    let info = func.registers();
    let reg = tuple.as_physical().expect("registers are allocated");
    let first = info.sub_reg(reg, word_index(info, word as u8));
    Operands {
        result: list[0].register(),
        tuple,
        value: (!is_read).then(|| list[2]),
        index: list[2 + shift].register(),
        first: first.expect("a dword of the tuple").into(),
    }
}

fn expand(func: &mut MachineFunction, inst: Inst, is_read: bool, switched: &mut Option<Switched>) {
    let o = operands(func, inst, is_read);
    let mode = if is_read {
        RELATIVE_SOURCE
    } else {
        RELATIVE_DESTINATION
    };
    match *switched {
        Some(last) if (last.index, last.mode) == (o.index, mode) => func.remove_inst(last.off),
        _ => {
            let on = MachineBuilder::before(func, inst)
                .build(opcodes::S_SET_GPR_IDX_ON)
                .use_(o.index)
                .imm(mode)
                .inst();
            ignore_old_index(func, on);
        }
    }
    relative_move(func, inst, opcodes::V_MOV_B32_E32, &o);
    let off = MachineBuilder::before(func, inst)
        .build(opcodes::S_SET_GPR_IDX_OFF)
        .inst();
    *switched = Some(Switched {
        off,
        index: o.index,
        mode,
    });
    func.remove_inst(inst);
}

/// Notes that the bits of M0 which enabling indexing keeps are never read.
pub(super) fn ignore_old_index(func: &mut MachineFunction, on: Inst) {
    for operand in func.operands_mut(on) {
        if let Some(operand) = operand.as_reg_mut().filter(|operand| operand.is_use())
            && operand.reg == regs::M0.into()
        {
            operand.flags |= RegFlags::UNDEF;
        }
    }
}

/// A move that is always relative to M0, which may hold the index already.
fn move_relative_to_m0(
    func: &mut MachineFunction,
    inst: Inst,
    is_read: bool,
    opcode: wavec_mc::Opcode,
    in_m0: &mut Option<Register>,
) {
    let o = operands(func, inst, is_read);
    if *in_m0 != Some(o.index) {
        MachineBuilder::before(func, inst)
            .build(opcodes::S_MOV_B32)
            .def(regs::M0)
            .use_(o.index)
            .inst();
        *in_m0 = Some(o.index);
    }
    relative_move(func, inst, opcode, &o);
    func.remove_inst(inst);
}

/// The move, which reads and writes any register of the tuple.
fn relative_move(func: &mut MachineFunction, inst: Inst, opcode: wavec_mc::Opcode, o: &Operands) {
    let mut builder = MachineBuilder::before(func, inst);
    // What is read is a part of the tuple; the one that is named may have no value.
    let named = RegOperand::new_use(o.first).with_flags(RegFlags::UNDEF);
    let relative = match o.value {
        None => builder.build(opcode).def(o.result).operand(named.into()).inst(),
        Some(value) => builder.build(opcode).def(o.first).operand(value).inst(),
    };
    let implicit = |operand: RegOperand| operand.with_flags(RegFlags::IMPLICIT).into();
    func.push_operand(relative, implicit(RegOperand::new_use(o.tuple)));
    if o.value.is_some() {
        func.push_operand(relative, implicit(RegOperand::new_def(o.tuple)));
    }
}
