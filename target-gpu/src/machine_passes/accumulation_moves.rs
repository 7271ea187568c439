//! Shortens what the allocator's copies to and from AGPRs became: constants are written there directly, values that were
//! there already do not go through a VGPR or stay where they are, and moves whose results nothing reads are removed.
//!
//! Requires: physical registers, copies are expanded, unified registers (else AGPRs cannot be moved). Preserves:
//! everything else. Looks at each block alone, because all moves in one run under the same mask until an instruction
//! changes EXEC. Cost: linear.

use super::defines_exec;
use crate::function_info::GpuFunctionInfo;
use fxhash::FxHashMap;
use wavec_codegen::analysis::liveness::step_backward;
use wavec_codegen::analysis::{PhysicalLiveness, UnitSet};
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, RegFlags};
use wavec_gpu_mc::constants::{is_inline_32, is_inline_integer};
use wavec_gpu_mc::register_files::{is_accumulation, is_vector};
use wavec_gpu_mc::subtarget::Accumulation;
use wavec_gpu_mc::{REGISTER_INFO, opcodes};
use wavec_mc::{InstrFlags, Reg};

/// What a VGPR is known to hold.
#[derive(Clone, Copy)]
enum Held {
    /// A constant that an instruction can name.
    Constant(i64),
    /// The same as the AGPR, which had been written so many times.
    SameAs(u16, u32),
}

/// Shortens the moves of all blocks; returns how many moves fewer there are.
pub fn run(func: &mut MachineFunction) -> u64 {
    let gpu = func.target_info::<GpuFunctionInfo>();
    if gpu.is_none_or(|gpu| gpu.subtarget.accumulation() != Accumulation::Unified) {
        return 0;
    }
    let mut insts = func.layout.blocks().flat_map(|block| func.block_insts(block));
    if !insts.any(|inst| func.opcode(inst) == opcodes::V_ACCVGPR_WRITE_B32_E64) {
        return 0;
    }
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut removed = blocks.iter().map(|&block| forward(func, block)).sum();
    let liveness = PhysicalLiveness::compute(func);
    for block in blocks {
        removed += remove_dead(func, block, liveness.live_out(block).clone());
    }
    removed
}

/// Values that registers hold at a point of a block.
#[derive(Default)]
struct Values {
    /// By unit of a VGPR.
    held: FxHashMap<u16, Held>,
    /// By unit of an AGPR: how often it has been written.
    writes: FxHashMap<u16, u32>,
}

impl Values {
    fn writes(&self, unit: u16) -> u32 {
        self.writes.get(&unit).copied().unwrap_or_default()
    }

    fn same_as(&self, accumulation: u16) -> Held {
        Held::SameAs(accumulation, self.writes(accumulation))
    }

    /// The AGPR whose present value the VGPR holds.
    fn accumulation(&self, unit: u16) -> Option<u16> {
        match self.held.get(&unit) {
            Some(&Held::SameAs(other, writes)) if self.writes(other) == writes => Some(other),
            _ => None,
        }
    }

    fn overwrite(&mut self, reg: Reg) {
        for unit in REGISTER_INFO.units(reg) {
            if is_accumulation(reg) {
                *self.writes.entry(unit).or_default() += 1;
            } else {
                self.held.remove(&unit);
            }
        }
    }
}

fn forward(func: &mut MachineFunction, block: Block) -> u64 {
    let mut values = Values::default();
    let mut removed = 0;
    let mut next = func.layout.first_inst(block);
    while let Some(inst) = next {
        next = func.layout.next_inst(inst);
        let inst = match func.opcode(inst) {
            opcodes::V_ACCVGPR_WRITE_B32_E64 | opcodes::V_ACCVGPR_READ_B32_E64 => {
                match shorten(func, inst, &values) {
                    Some(inst) => inst,
                    None => {
                        removed += 1;
                        continue;
                    }
                }
            }
            _ => inst,
        };
        note(func, inst, &mut values);
    }
    removed
}

/// The first unit of the vector register of an operand.
fn unit_of(func: &MachineFunction, inst: Inst, index: usize) -> Option<u16> {
    let reg = func.operand(inst, index).as_reg()?.reg.as_physical()?;
    is_vector(reg).then(|| REGISTER_INFO.units(reg).start)
}

/// Improves a move from or to an AGPR; `None` if it was removed, because its result was already there.
fn shorten(func: &mut MachineFunction, inst: Inst, values: &Values) -> Option<Inst> {
    let (Some(to), Some(from)) = (unit_of(func, inst, 0), unit_of(func, inst, 1)) else {
        return Some(inst);
    };
    let is_write = func.opcode(inst) == opcodes::V_ACCVGPR_WRITE_B32_E64;
    let (vgpr, accumulation) = if is_write { (from, to) } else { (to, from) };
    if values.accumulation(vgpr) == Some(accumulation) {
        func.remove_inst(inst);
        return None;
    }
    if !is_write {
        return Some(inst);
    }
    let to = func.operand(inst, 0).register().as_physical()?;
    if let Some(other) = values.accumulation(vgpr) {
        let other = REGISTER_INFO.register_at(other, 1).expect("an AGPR");
        let builder = &mut MachineBuilder::before(func, inst);
        let build = builder.build(opcodes::V_ACCVGPR_MOV_B32);
        let moved = build.def(to).use_flags(other, RegFlags::RENAMABLE).inst();
        func.remove_inst(inst);
        return Some(moved);
    }
    if let Some(&Held::Constant(value)) = values.held.get(&vgpr) {
        let builder = &mut MachineBuilder::before(func, inst);
        let build = builder.build(opcodes::V_ACCVGPR_WRITE_B32_E64);
        let moved = build.def(to).imm(value).inst();
        func.remove_inst(inst);
        return Some(moved);
    }
    Some(inst)
}

/// Records the effect of an instruction.
fn note(func: &MachineFunction, inst: Inst, values: &mut Values) {
    if func.desc(inst).is(InstrFlags::CALL) || defines_exec(func, inst) {
        values.held.clear();
    }
    for (_, def) in func.defs(inst) {
        if let Some(reg) = def.reg.as_physical().filter(|&reg| is_vector(reg)) {
            values.overwrite(reg);
        }
    }
    let opcode = func.opcode(inst);
    match opcode {
        opcodes::V_MOV_B32_E32 | opcodes::V_MOV_B64_E32 => {
            let (Some(to), Some(value)) = (unit_of(func, inst, 0), func.operand(inst, 1).as_imm()) else {
                return;
            };
            if opcode == opcodes::V_MOV_B32_E32 && is_inline_32(value) {
                values.held.insert(to, Held::Constant(value));
            } else if opcode == opcodes::V_MOV_B64_E32 && is_inline_integer(value) {
                values.held.insert(to, Held::Constant(value));
                values.held.insert(to + 1, Held::Constant(value >> 63));
            }
        }
        opcodes::V_ACCVGPR_READ_B32_E64 | opcodes::V_ACCVGPR_WRITE_B32_E64 => {
            let (Some(to), Some(from)) = (unit_of(func, inst, 0), unit_of(func, inst, 1)) else {
                return;
            };
            let is_write = opcode == opcodes::V_ACCVGPR_WRITE_B32_E64;
            let (vgpr, accumulation) = if is_write { (from, to) } else { (to, from) };
            values.held.insert(vgpr, values.same_as(accumulation));
        }
        _ => {}
    }
}

/// Removes moves to vector registers that nothing reads.
fn remove_dead(func: &mut MachineFunction, block: Block, mut live: UnitSet) -> u64 {
    let mut removed = 0;
    let mut next = func.layout.last_inst(block);
    while let Some(inst) = next {
        next = func.layout.prev_inst(inst);
        let is_move = matches!(
            func.opcode(inst),
            opcodes::V_MOV_B32_E32
                | opcodes::V_MOV_B64_E32
                | opcodes::V_ACCVGPR_READ_B32_E64
                | opcodes::V_ACCVGPR_WRITE_B32_E64
                | opcodes::V_ACCVGPR_MOV_B32
        );
        let is_dead = |reg: Option<Reg>| reg.is_some_and(|reg| !live.contains_any(&REGISTER_INFO, reg));
        if is_move && is_dead(func.operand(inst, 0).register().as_physical()) {
            func.remove_inst(inst);
            removed += 1;
        } else {
            step_backward(func, inst, &mut live);
        }
    }
    removed
}
