//! Waits for scalar registers that were written again after a vector instruction had read them: the next read may see the old
//! value.
//!
//! Three sets of registers flow through the blocks: those that vector instructions have read, and of these the ones that a
//! scalar or a vector instruction has written since. A wait stands before what reads one of the latter, and is for all of
//! its kind.
//!
//! Source: what LLVM 22 inserts between such instructions on gfx1200.

use super::{NOTHING, SCALAR_RESULTS, VECTOR_SCALARS, VECTOR_VCC, has, leaves_function, tell};
use crate::facts::dependencies::Lost;
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

/// Instructions before which the hardware waits for writes of scalar registers.
const MEMORY: u64 = target_flags::SMEM | target_flags::MUBUF | target_flags::MTBUF | target_flags::MIMG;

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

/// What an instruction does with scalar registers.
#[derive(Clone, Copy)]
struct Effect {
    unit: Unit,
    read: Units,
    /// Those it reads that are lost if they are written then.
    tracked: Units,
    written: Units,
    /// The immediate of a wait.
    awaits: i64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Vector,
    Scalar,
    /// Scalar memory, buffers and images.
    Memory,
    Other,
    /// Goes to another function, and comes back if it is a call.
    Leaves {
        is_call: bool,
    },
}

/// The registers, and which of them are lost.
struct Registers {
    kind: Kind,
    first: u16,
    end: u16,
    vcc: Units,
    vcc_register: Reg,
}

/// Inserts the waits; how many.
pub(super) fn run(func: &mut MachineFunction, lost: Lost, kind: Kind) -> usize {
    let units = |reg| func.registers().units(reg);
    let mut registers = Registers {
        kind,
        first: units(regs::SGPR0).start,
        end: units(regs::VCC).end,
        vcc: 0,
        vcc_register: lane_masks(func).vcc,
    };
    registers.vcc = registers.units(func, regs::VCC);
    // A caller may have read any register, also as a mask, and so may a function that is called.
    let is_called = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.follows_code());
    let at_start = State {
        read: if is_called { Units::MAX } else { 0 },
        ..State::default()
    };
    let order = ReversePostOrder::compute(func);
    let mut effects: Vec<Effect> = Vec::with_capacity(func.num_insts());
    // By block: its place in the list, and that of the next one.
    let mut places: Vec<(usize, usize)> = Vec::with_capacity(order.blocks.len());
    for &block in &order.blocks {
        let start = effects.len();
        for inst in func.block_insts(block) {
            let body = func.asm_instructions(inst);
            let alone = [inst];
            let parts = if body.is_empty() { &alone } else { body };
            effects.extend(parts.iter().map(|&part| registers.effect(func, part)));
        }
        places.push((start, effects.len()));
    }
    let mut before: SecondaryMap<Block, State> = SecondaryMap::new();
    before[func.entry()] = at_start;
    // One block alone is gone through once, below.
    let mut changed = order.blocks.len() > 1;
    while changed {
        changed = false;
        for (&block, &(start, end)) in order.blocks.iter().zip(&places) {
            let mut state = before[block];
            for effect in &effects[start..end] {
                state = registers.step(effect, state).1;
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
    let mut effects = effects.iter();
    for &block in &order.blocks {
        let mut state = before[block];
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            // Inline assembly is awaited as a whole.
            let mut immediate = NOTHING;
            for effect in effects.by_ref().take(func.asm_instructions(inst).len().max(1)) {
                let (needed, after) = registers.step(effect, state);
                immediate &= needed;
                state = after;
            }
            if immediate != NOTHING {
                MachineBuilder::before(func, inst)
                    .build(opcodes::S_WAITCNT_DEPCTR)
                    .imm(immediate)
                    .inst();
                tell(func, inst, lost);
                move_distances(func, inst);
                inserted += 1;
            }
        }
    }
    inserted
}

impl Registers {
    /// The units of a scalar register; none of another.
    fn units(&self, func: &MachineFunction, reg: Reg) -> Units {
        if !is_scalar(reg) {
            return 0;
        }
        let own = func.registers().units(reg);
        match own.start >= self.first && own.end <= self.end {
            true => ((1 << (own.end - own.start)) - 1) << (own.start - self.first),
            false => 0,
        }
    }

    fn effect(&self, func: &MachineFunction, inst: Inst) -> Effect {
        let is_call = func.desc(inst).is(InstrFlags::CALL);
        let unit = if leaves_function(func, inst) {
            Unit::Leaves { is_call }
        } else if has(func, inst, target_flags::VALU) {
            Unit::Vector
        } else if has(func, inst, target_flags::SALU) {
            Unit::Scalar
        } else if has(func, inst, MEMORY) {
            Unit::Memory
        } else {
            Unit::Other
        };
        let mut effect = Effect {
            unit,
            read: 0,
            tracked: 0,
            written: 0,
            awaits: NOTHING,
        };
        if func.opcode(inst) == opcodes::S_WAITCNT_DEPCTR {
            effect.awaits = func.operands(inst)[0].as_imm().unwrap_or(NOTHING);
        }
        let described = func.desc(inst).operands();
        for (place, operand) in func.operands(inst).iter().enumerate() {
            let Some(operand) = operand.as_reg().filter(|operand| !operand.is_undef()) else {
                continue;
            };
            let Some(reg) = operand.reg.as_physical() else {
                continue;
            };
            let units = self.units(func, reg);
            if units == 0 {
                continue;
            }
            if operand.is_def() {
                effect.written |= units;
                continue;
            }
            effect.read |= units;
            let is_tracked = match self.kind {
                Kind::All => true,
                Kind::Masks => {
                    operand.is_implicit() && reg == self.vcc_register
                        || described.get(place).is_some_and(|info| {
                            info.reg_class.is_some() && is_lane_mask_class(func.registers(), info.reg_class)
                        })
                }
            };
            if is_tracked && unit == Unit::Vector {
                effect.tracked |= units;
            }
        }
        if self.kind == Kind::All {
            effect.tracked = in_pairs(effect.tracked);
        }
        effect
    }

    /// The immediate of the wait before an instruction, and the state after it.
    fn step(&self, effect: &Effect, mut state: State) -> (i64, State) {
        let lost = match effect.unit {
            Unit::Leaves { .. } => (state.by_scalar, state.by_vector),
            Unit::Vector => (state.by_scalar & effect.read, state.by_vector & effect.read),
            Unit::Scalar if self.kind == Kind::Masks => {
                (state.by_scalar & effect.read, state.by_vector & effect.read)
            }
            Unit::Scalar => (state.by_scalar & effect.read, 0),
            Unit::Memory | Unit::Other => (0, 0),
        };
        let mut immediate = NOTHING;
        if lost.0 != 0 {
            immediate &= SCALAR_RESULTS;
        }
        if lost.1 & self.vcc != 0 {
            immediate &= VECTOR_VCC;
        }
        if lost.1 & !self.vcc != 0 {
            immediate &= VECTOR_SCALARS;
        }
        state = state.awaited(immediate & effect.awaits, self.vcc);
        match effect.unit {
            Unit::Leaves { is_call: true } => {
                state = State {
                    read: Units::MAX,
                    ..State::default()
                };
            }
            Unit::Leaves { is_call: false } => {}
            Unit::Vector => {
                state.read |= effect.tracked;
                state.by_vector |= effect.written & state.read;
            }
            Unit::Scalar => {
                if self.kind == Kind::All {
                    state.by_vector &= !awaited_by_reading(effect.read, self.vcc);
                }
                state.by_scalar |= effect.written & state.read;
            }
            // It waits for all that was written before.
            Unit::Memory if self.kind == Kind::All => (state.by_scalar, state.by_vector) = (0, 0),
            // What memory writes is awaited in any case.
            Unit::Memory | Unit::Other => {
                state.by_scalar &= !effect.written;
                state.by_vector &= !effect.written;
            }
        }
        (immediate, state)
    }
}

/// What of the results of vector instructions a scalar instruction has waited for that reads these registers: VCC, and all
/// others together.
fn awaited_by_reading(read: Units, vcc: Units) -> Units {
    let of_vcc = if read & vcc != 0 { vcc } else { 0 };
    of_vcc | if read & !vcc != 0 { !vcc } else { 0 }
}

/// Registers, and the others of the pairs that they are in.
fn in_pairs(read: Units) -> Units {
    /// The first of each pair.
    const FIRSTS: Units = Units::MAX / 3;
    let firsts = (read | read >> 1) & FIRSTS;
    firsts | firsts << 1
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
