//! Whole quad mode of pixel shaders, and pixels that are killed.
//!
//! Derivatives are differences between the pixels of a quad, so what they are computed from must be there for pixels, too,
//! that are not covered: *helper lanes*. From its start up to the last instruction that needs whole quads on some path, a
//! shader runs with EXEC widened to whole quads; only what has effects (stores, atomics, exports, its results) runs under the
//! *exact* mask, one such group of instructions at a time. A register has the mask of *live* lanes, those of covered pixels
//! that were not killed:
//!
//! ```text
//! $live = S_MOV_B64 $exec                          $saved = S_AND_SAVEEXEC_B64 $live
//! $exec = S_WQM_B64 $exec                          GLOBAL_STORE_DWORD ...
//! ...                                              $exec = S_MOV_B64 $saved
//! $exec = S_AND_B64 $exec, $live    (the last derivative follows)
//! IMAGE_SAMPLE ...
//! ```
//!
//! What is killed (`SI_KILL`) leaves the mask and EXEC; what is demoted (`SI_DEMOTE`) stays a helper lane. If no lane is live, the
//! wave ends, with an export if the hardware waits for one. Masks saved before cannot contain these lanes any longer:
//! restoring one combines it with the mask of live lanes.
//!
//! Requires: physical registers; EXEC is written between blocks, except for whole wave mode, within which nothing is inserted;
//! `live_lanes` reserved registers. All copies and spills are there, so that each runs under the mask of the code around
//! it. Preserves: everything else. Cost: nothing but for shaders, else linear, and liveness of SCC if it keeps
//! track of lanes.
//! Source: LLVM's documentation of the intrinsics (`wqm`, `softwqm`, `kill`, `wqm.demote`). Deviation from its
//! SIWholeQuadMode: that chooses a mode for each instruction before register allocation; here whole quads end at one point of a
//! path, after allocation, so nothing that is inserted later can run under the wrong mask.

mod block;

use crate::function_info::GpuFunctionInfo;
use cranelift_entity::SecondaryMap;
use wavec_codegen::analysis::PhysicalLiveness;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction};
use wavec_gpu_mc::tables::operand_names;
use wavec_gpu_mc::{INSTR_INFO, features, opcodes, target_flags};
use wavec_mc::{InstrFlags, Opcode, Reg};

/// Up to where an instruction needs whole quads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// What it reads was computed in them.
    Operands,
    /// It runs in them.
    Itself,
}

/// Whether `inst` needs whole quads.
pub(super) fn needs_quads(func: &MachineFunction, inst: Inst) -> Option<Need> {
    if func.opcode(inst) == opcodes::SI_WQM {
        return Some(Need::Itself);
    }
    let desc = func.desc(inst);
    if desc.target_flags() & target_flags::MIMG == 0 || !is_pixel_shader(func) {
        return None;
    }
    // What is between selection and emission names the instruction that it will be.
    let base = desc.operand_index(operand_names::BASE);
    let base = base.and_then(|index| func.operand(inst, index).as_imm());
    let flags = match base {
        Some(base) => INSTR_INFO.desc(Opcode(base as u16)).target_flags(),
        None => desc.target_flags(),
    };
    (flags & target_flags::WQM != 0).then_some(Need::Operands)
}

fn is_pixel_shader(func: &MachineFunction) -> bool {
    let gpu = func.target_info::<GpuFunctionInfo>();
    gpu.is_some_and(|gpu| gpu.is_pixel_shader)
}

/// Whether an instruction ends lanes.
pub(super) fn is_kill(opcode: Opcode) -> bool {
    matches!(opcode, opcodes::SI_KILL | opcodes::SI_DEMOTE)
}

/// Whether `inst` must not run in helper lanes: it has an effect outside of the lane's registers and scratch memory.
fn has_effect(func: &MachineFunction, inst: Inst) -> bool {
    let desc = func.desc(inst);
    if func.opcode(inst) == opcodes::SI_RETURN_TO_EPILOG || desc.is(InstrFlags::CALL) {
        return true;
    }
    let flags = desc.target_flags();
    let is_cache_control = flags & (target_flags::BUFFER_INVALIDATE | target_flags::BUFFER_WRITEBACK) != 0;
    let is_access = flags & (target_flags::VMEM | target_flags::DS | target_flags::EXPORT) != 0;
    if !is_access || !desc.is(InstrFlags::MAY_STORE) || is_cache_control {
        return false;
    }
    // Each lane has its own scratch memory.
    let mut accesses = func.mem_operands(inst).peekable();
    accesses.peek().is_none() || accesses.any(|access| access.address_space != SCRATCH)
}

/// The address space of scratch memory.
const SCRATCH: u16 = 5;

/// Registers and properties of the function.
struct Quads {
    /// The mask of live lanes; EXEC has it if there is none.
    live: Option<Reg>,
    /// A mask that is saved while another one is in EXEC.
    saved: Option<Reg>,
    /// A scalar register in which SCC is saved.
    condition: Option<Reg>,
    /// Whether some code runs in whole quads.
    widens: bool,
    /// Whether lanes can be killed.
    kills: bool,
    /// By block: whether whole quads are needed at its start, or after it.
    wide_at_start: SecondaryMap<Block, bool>,
    wide_at_end: SecondaryMap<Block, bool>,
    /// Whether a branch at the end of a block leaves a part of a mask in EXEC that an earlier block saved, or that was made
    /// before whole quads end.
    ends_with_old_mask: SecondaryMap<Block, bool>,
    /// Where a wave goes whose lanes are all killed.
    end: Option<Block>,
    liveness: PhysicalLiveness,
}

/// Switches EXEC between whole quads and live lanes, and expands what kills lanes or asks for live ones.
pub fn run(func: &mut MachineFunction) {
    let is_shader = |gpu: &GpuFunctionInfo| gpu.role.is_of_driver();
    if !func.target_info::<GpuFunctionInfo>().is_some_and(is_shader) {
        return;
    }
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let Some(mut quads) = Quads::compute(func, &blocks) else {
        return;
    };
    quads.find_wide_blocks(func, &blocks);
    quads.find_old_masks(func, &blocks);
    for &block in &blocks {
        quads.start_block(func, block);
        quads.walk(func, block);
    }
}

impl Quads {
    /// `None` if there is nothing to do.
    fn compute(func: &MachineFunction, blocks: &[Block]) -> Option<Quads> {
        let (mut widens, mut kills, mut other) = (false, false, false);
        for inst in blocks.iter().flat_map(|&block| func.block_insts(block)) {
            let opcode = func.opcode(inst);
            widens |= needs_quads(func, inst).is_some();
            kills |= is_kill(opcode);
            other |= matches!(opcode, opcodes::SI_SOFT_WQM | opcodes::SI_LIVE_MASK);
        }
        let lanes = func.target_info::<GpuFunctionInfo>()?.live_lanes;
        (widens || kills || other).then(|| Quads {
            live: lanes.map(|lanes| lanes.live),
            saved: lanes.map(|lanes| lanes.saved),
            condition: lanes.map(|lanes| lanes.condition),
            widens,
            kills,
            wide_at_start: SecondaryMap::with_default(false),
            wide_at_end: SecondaryMap::with_default(false),
            ends_with_old_mask: SecondaryMap::with_default(false),
            end: None,
            liveness: PhysicalLiveness::compute(func),
        })
    }

    /// Up to where `inst` needs whole quads. Some need them only if others do.
    fn need(&self, func: &MachineFunction, inst: Inst) -> Option<Need> {
        let is_soft = self.widens && func.opcode(inst) == opcodes::SI_SOFT_WQM;
        match is_soft {
            true => Some(Need::Itself),
            false => needs_quads(func, inst),
        }
    }

    /// Backward from the instructions that need whole quads: all code from which one can be reached.
    fn find_wide_blocks(&mut self, func: &MachineFunction, blocks: &[Block]) {
        let needs = |&block: &Block| {
            func.block_insts(block)
                .any(|inst| self.need(func, inst).is_some())
        };
        let mut work: Vec<Block> = blocks.iter().copied().filter(needs).collect();
        for &block in &work {
            self.wide_at_start[block] = true;
        }
        while let Some(block) = work.pop() {
            for &predecessor in func.predecessors(block) {
                self.wide_at_end[predecessor] = true;
                if !std::mem::replace(&mut self.wide_at_start[predecessor], true) {
                    work.push(predecessor);
                }
            }
        }
    }

    fn find_old_masks(&mut self, func: &MachineFunction, blocks: &[Block]) {
        for &block in blocks {
            let writes =
                |inst: Inst| func.desc(inst).is(InstrFlags::TERMINATOR) && super::defines_exec(func, inst);
            let is_old = self.wide_at_start[block] && !self.wide_at_end[block]
                || block::last_restoration(func, block).is_some();
            self.ends_with_old_mask[block] = is_old && func.block_insts(block).rev().any(writes);
        }
    }

    /// The block in which a wave without live lanes ends.
    fn end_block(&mut self, func: &mut MachineFunction) -> Block {
        if let Some(end) = self.end {
            return end;
        }
        let end = func.create_block();
        self.end = Some(end);
        let masks = super::lane_masks(func);
        let export = last_export(func);
        let mut builder = MachineBuilder::at_end(func, end);
        if let Some((opcode, target)) = export {
            // It is of no lane, and of no word.
            builder.build(masks.mov).def(masks.exec).imm(0).inst();
            let mut export = builder.build(opcode).imm(target);
            for _ in 0..4 {
                export = export.use_(Reg::NONE);
            }
            let modifiers: &[i64] = match opcode {
                opcodes::EXP => &[0, 1, 0, 1],
                _ => &[0, 1, 0],
            };
            for &modifier in modifiers {
                export = export.imm(modifier);
            }
            export.inst();
        }
        builder.build(opcodes::SI_END_KERNEL).inst();
        end
    }
}

/// Numbers of targets of exports: the first color, depths, and none.
const COLOR_0: i64 = 0;
const DEPTH: i64 = 8;
const NULL: i64 = 9;

/// The instruction and the target of the last export of a pixel shader, for which the hardware waits.
fn last_export(func: &MachineFunction) -> Option<(Opcode, i64)> {
    let subtarget = super::subtarget(func);
    let gpu = func.target_info::<GpuFunctionInfo>()?;
    let [colors, depths] = gpu.pixel_exports;
    // Vega waits in any case.
    let waits = gpu.is_pixel_shader && (colors || depths || subtarget.has(features::GFX9));
    if !waits {
        return None;
    }
    if subtarget.has_instruction(opcodes::EXP) {
        return Some((opcodes::EXP, NULL));
    }
    let target = if colors { COLOR_0 } else { DEPTH };
    let has_rows = subtarget.has_instruction(opcodes::EXP_ROW);
    has_rows.then_some((opcodes::EXP_ROW, target))
}
