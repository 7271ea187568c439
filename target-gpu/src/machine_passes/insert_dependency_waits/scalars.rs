//! Waits for scalar registers that were written again after a vector instruction had read them: the next read may see the old
//! value.
//!
//! Three sets of registers flow through the blocks: those that vector instructions have read, and of these the ones that a
//! scalar or a vector instruction has written since. A wait stands before what reads one of the latter, and is for all of
//! its kind.
//!
//! Source: what LLVM 22 inserts between such instructions on gfx1200.

use super::{NOTHING, SCALAR_RESULTS, VECTOR_SCALARS, VECTOR_VCC, has, leaves_function};
use crate::function_info::GpuFunctionInfo;
use crate::machine_passes::lane_masks;
use crate::registers::is_lane_mask_class;
use cranelift_entity::SecondaryMap;
use wavec_codegen::analysis::ReversePostOrder;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand};
use wavec_gpu_mc::register_files::is_scalar;
use wavec_gpu_mc::{opcodes, regs, target_flags};
use wavec_mc::{InstrFlags, Reg, VariantKind};

/// Which registers are lost.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// All that vector instructions read. Scalar instructions wait for what vector instructions write.
    All,
    /// Those that they read as masks of lanes.
    Masks,
}

/// A bit for each unit of a scalar register, from s0 to VCC.
type Units = u128;

/// What has happened to scalar registers.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct State {
    /// Vector instructions have read them.
    read: Units,
    /// Scalar instructions have written them after that.
    by_scalar: Units,
    /// Vector instructions have.
    by_vector: Units,
}

impl State {
    fn join(self, other: State) -> State {
        State {
            read: self.read | other.read,
            by_scalar: self.by_scalar | other.by_scalar,
            by_vector: self.by_vector | other.by_vector,
        }
    }

    /// The state after the wait with this immediate.
    fn awaited(self, immediate: i64, vcc: Units) -> State {
        let (mut by_scalar, mut by_vector) = (self.by_scalar, self.by_vector);
        if immediate & (NOTHING ^ SCALAR_RESULTS) == 0 {
            by_scalar = 0;
        }
        if immediate & (NOTHING ^ VECTOR_VCC) == 0 {
            by_vector &= !vcc;
        }
        if immediate & (NOTHING ^ VECTOR_SCALARS) == 0 {
            by_vector &= vcc;
        }
        State {
            by_scalar,
            by_vector,
            ..self
        }
    }
}

/// Inserts the waits; how many.
pub(super) fn run(func: &mut MachineFunction, kind: Kind) -> usize {
    // A caller may have read any register.
    let is_called = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.callable);
    let at_start = State {
        read: if is_called { read_elsewhere(kind) } else { 0 },
        ..State::default()
    };
    let order = ReversePostOrder::compute(func);
    let mut before: SecondaryMap<Block, State> = SecondaryMap::new();
    before[func.entry()] = at_start;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order.blocks {
            let mut state = before[block];
            for inst in func.block_insts(block) {
                state = step(func, inst, kind, state).1;
            }
            for &next in func.successors(block) {
                // It only grows, so this ends.
                let joined = before[next].join(state);
                changed |= joined != before[next];
                before[next] = joined;
            }
        }
    }
    let mut inserted = 0;
    for &block in &order.blocks {
        let mut state = before[block];
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            let (immediate, after) = step(func, inst, kind, state);
            state = after;
            if immediate != NOTHING {
                MachineBuilder::before(func, inst)
                    .build(opcodes::S_WAITCNT_DEPCTR)
                    .imm(immediate)
                    .inst();
                move_distances(func, inst);
                inserted += 1;
            }
        }
    }
    inserted
}

/// What another function may have read.
fn read_elsewhere(kind: Kind) -> Units {
    match kind {
        Kind::All => Units::MAX,
        Kind::Masks => 0,
    }
}

/// The immediate of the wait before an instruction, and the state after it.
fn step(func: &MachineFunction, inst: Inst, kind: Kind, mut state: State) -> (i64, State) {
    let vcc = scalar_units(func, regs::VCC);
    let body = func.asm_instructions(inst);
    let alone = [inst];
    let mut immediate = NOTHING;
    // Inline assembly is awaited as a whole.
    for &part in if body.is_empty() { &alone } else { body } {
        let needed = wait_before(func, part, kind, state);
        immediate &= needed;
        state = after(func, part, kind, state.awaited(needed, vcc), vcc);
    }
    (immediate, state)
}

/// What an instruction has to wait for.
fn wait_before(func: &MachineFunction, inst: Inst, kind: Kind, state: State) -> i64 {
    let is_vector = has(func, inst, target_flags::VALU);
    let (scalar, vector) = if leaves_function(func, inst) {
        (state.by_scalar, state.by_vector)
    } else if is_vector || has(func, inst, target_flags::SALU) {
        let read = scalars_read(func, inst);
        let waits_for_vectors = is_vector || kind == Kind::Masks;
        (
            state.by_scalar & read,
            if waits_for_vectors {
                state.by_vector & read
            } else {
                0
            },
        )
    } else {
        return NOTHING;
    };
    let vcc = scalar_units(func, regs::VCC);
    let mut immediate = NOTHING;
    if scalar != 0 {
        immediate &= SCALAR_RESULTS;
    }
    if vector & vcc != 0 {
        immediate &= VECTOR_VCC;
    }
    if vector & !vcc != 0 {
        immediate &= VECTOR_SCALARS;
    }
    immediate
}

/// The state after an instruction that has waited for what it reads.
fn after(func: &MachineFunction, inst: Inst, kind: Kind, state: State, vcc: Units) -> State {
    if func.opcode(inst) == opcodes::S_WAITCNT_DEPCTR {
        let immediate = func.operands(inst)[0].as_imm().unwrap_or(NOTHING);
        return state.awaited(immediate, vcc);
    }
    if func.desc(inst).is(InstrFlags::CALL) {
        return State {
            read: state.read | read_elsewhere(kind),
            ..State::default()
        };
    }
    let written = scalars_written(func, inst);
    let mut state = state;
    if has(func, inst, target_flags::VALU) {
        state.read |= match kind {
            Kind::All => in_pairs(scalars_read(func, inst)),
            Kind::Masks => masks_read(func, inst),
        };
        state.by_vector |= written & state.read;
    } else if has(func, inst, target_flags::SALU) {
        if kind == Kind::All {
            state.by_vector &= !awaited_by_reading(scalars_read(func, inst), vcc);
        }
        state.by_scalar |= written & state.read;
    } else if kind == Kind::All && has(func, inst, target_flags::SMEM) {
        // It waits for all that was written before.
        (state.by_scalar, state.by_vector) = (0, 0);
    } else {
        // What memory writes is awaited in any case.
        state.by_scalar &= !written;
        state.by_vector &= !written;
    }
    state
}

/// What of the results of vector instructions a scalar instruction has waited for that reads these registers: VCC, and all
/// others together.
fn awaited_by_reading(read: Units, vcc: Units) -> Units {
    let of_vcc = if read & vcc != 0 { vcc } else { 0 };
    of_vcc | if read & !vcc != 0 { !vcc } else { 0 }
}

/// The units of a scalar register; none of another.
fn scalar_units(func: &MachineFunction, reg: Reg) -> Units {
    if !is_scalar(reg) {
        return 0;
    }
    let units = |reg| func.registers().units(reg);
    let (first, end) = (units(regs::SGPR0).start, units(regs::VCC).end);
    units(reg)
        .filter(|&unit| (first..end).contains(&unit))
        .fold(0, |all, unit| all | 1 << (unit - first))
}

/// Registers, and the others of the pairs that they are in.
fn in_pairs(read: Units) -> Units {
    /// The first of each pair.
    const FIRSTS: Units = Units::MAX / 3;
    let firsts = (read | read >> 1) & FIRSTS;
    firsts | firsts << 1
}

/// Masks that a vector instruction reads.
fn masks_read(func: &MachineFunction, inst: Inst) -> Units {
    let described = func.desc(inst).operands();
    let vcc = lane_masks(func).vcc;
    let mut all = 0;
    for (place, operand) in func.operands(inst).iter().enumerate() {
        let Some(operand) = operand
            .as_reg()
            .filter(|operand| operand.is_use() && !operand.is_undef())
        else {
            continue;
        };
        let Some(reg) = operand.reg.as_physical() else {
            continue;
        };
        let is_mask = described.get(place).is_some_and(|info| {
            info.reg_class.is_some() && is_lane_mask_class(func.registers(), info.reg_class)
        });
        if is_mask || operand.is_implicit() && reg == vcc {
            all |= scalar_units(func, reg);
        }
    }
    all
}

fn scalars_read(func: &MachineFunction, inst: Inst) -> Units {
    let registers = func.operands(inst).iter().filter_map(|operand| operand.as_reg());
    registers
        .filter(|operand| operand.is_use() && !operand.is_undef())
        .filter_map(|operand| operand.reg.as_physical())
        .fold(0, |all, reg| all | scalar_units(func, reg))
}

fn scalars_written(func: &MachineFunction, inst: Inst) -> Units {
    let operands = func.operands(inst).iter().filter_map(|operand| operand.as_reg());
    let written = operands.filter(|operand| operand.is_def());
    written
        .filter_map(|operand| operand.reg.as_physical())
        .fold(0, |all, reg| all | scalar_units(func, reg))
}

/// Parts of the distance to a symbol.
const DISTANCES: [VariantKind; 4] = [
    VariantKind::Rel32Lo,
    VariantKind::Rel32Hi,
    VariantKind::GotPcRel32Lo,
    VariantKind::GotPcRel32Hi,
];
/// Bytes of a wait.
const WAIT_BYTES: i32 = 4;

/// Sums of the program counter and the distance to a symbol, before the first of which, at `inst`, a wait was inserted.
fn move_distances(func: &mut MachineFunction, inst: Inst) {
    let mut next = Some(inst);
    while let Some(inst) = next {
        // The sign of the program counter may be extended first.
        let is_part = [opcodes::S_SEXT_I32_I16, opcodes::S_ADD_U32, opcodes::S_ADDC_U32];
        if !is_part.contains(&func.opcode(inst)) {
            return;
        }
        for operand in func.operands_mut(inst) {
            if let MachineOperand::Global { offset, kind, .. } = operand
                && DISTANCES.contains(kind)
            {
                *offset += WAIT_BYTES;
            }
        }
        next = func.layout.next_inst(inst);
    }
}
