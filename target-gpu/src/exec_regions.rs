//! Regions of code in which some lanes may be off: from where EXEC is saved to where it is restored.
//!
//! Requires: physical registers. Cost: linear per round, a round or two more than the depth of loops. Saves and restores are
//! those of `machine_passes/lower_control_flow.rs`; code of others that narrows EXEC otherwise begins a region that ends
//! with the one around it.

use cranelift_entity::SecondaryMap;
use wavec_codegen::analysis::ReversePostOrder;
use wavec_codegen::mir::{Block, Inst, MachineFunction};
use wavec_gpu_mc::register_files::is_scalar;
use wavec_gpu_mc::regs;
use wavec_mc::{InstrFlags, Reg};

/// A region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExecRegion {
    /// The instruction that begins it.
    pub start: Inst,
    /// The registers that hold EXEC as it was before, while they do.
    saved: Option<Reg>,
}

/// The regions around each reachable block, the outermost first: without those that its first instruction ends.
pub fn compute(func: &MachineFunction) -> SecondaryMap<Block, Vec<ExecRegion>> {
    let order = ReversePostOrder::compute(func);
    let mut entry: SecondaryMap<Block, Option<Vec<ExecRegion>>> = SecondaryMap::new();
    entry[func.entry()] = Some(Vec::new());
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order.blocks {
            let Some(mut regions) = entry[block].clone() else {
                continue;
            };
            for inst in func.block_insts(block) {
                step(func, inst, &mut regions);
            }
            for &successor in func.successors(block) {
                let slot = &mut entry[successor];
                match slot {
                    None => {
                        *slot = Some(regions.clone());
                        changed = true;
                    }
                    // Regions only become fewer, and lose what is saved, so this ends.
                    Some(known) => changed |= join(known, &regions),
                }
            }
        }
    }
    let mut found = SecondaryMap::new();
    for &block in &order.blocks {
        let mut regions = entry[block].take().unwrap_or_default();
        let mut insts = func.block_insts(block);
        if let Some(first) = insts.find(|&inst| !func.desc(inst).is(InstrFlags::META)) {
            let around = regions.clone();
            step(func, first, &mut regions);
            if regions.len() > around.len() {
                regions = around;
            }
        }
        found[block] = regions;
    }
    found
}

/// Keeps the regions that both paths are in; whether that changed anything.
fn join(known: &mut Vec<ExecRegion>, other: &[ExecRegion]) -> bool {
    let common = known
        .iter()
        .zip(other)
        .take_while(|(known, other)| known.start == other.start)
        .count();
    let mut changed = common < known.len();
    known.truncate(common);
    for (known, other) in known.iter_mut().zip(other) {
        if known.saved.is_some() && known.saved != other.saved {
            known.saved = None;
            changed = true;
        }
    }
    changed
}

fn step(func: &MachineFunction, inst: Inst, regions: &mut Vec<ExecRegion>) {
    if func.desc(inst).is(InstrFlags::CALL) {
        return;
    }
    let overlaps = |reg: Reg, other: Reg| func.registers().overlap(reg, other);
    let defs = func.defs(inst).filter_map(|(_, def)| def.reg.as_physical());
    let defs: smallvec::SmallVec<[Reg; 4]> = defs.collect();
    let uses = || {
        let operands = func.operands(inst).iter().filter_map(|operand| operand.as_reg());
        operands
            .filter(|operand| operand.is_use() && !operand.is_undef())
            .filter_map(|operand| operand.reg.as_physical())
    };
    let writes_exec = defs.iter().any(|&reg| overlaps(reg, regs::EXEC));
    let reads_exec = uses().any(|reg| overlaps(reg, regs::EXEC));
    // A restore names what was saved.
    if writes_exec
        && let Some(at) = regions
            .iter()
            .rposition(|region| region.saved.is_some_and(|saved| uses().any(|reg| reg == saved)))
    {
        regions.truncate(at);
        return;
    }
    let is_mask = |reg: &&Reg| is_scalar(**reg) && !overlaps(**reg, regs::EXEC);
    let is_scalar_code = !defs.is_empty() && !func.desc(inst).flags().intersects(InstrFlags::MAY_LOAD);
    let saved = defs
        .iter()
        .find(is_mask)
        .copied()
        .filter(|_| is_scalar_code && writes_exec && reads_exec);
    for region in regions.iter_mut() {
        let is_lost = |saved: Reg| defs.iter().any(|&reg| overlaps(reg, saved));
        if region.saved.is_some_and(is_lost) {
            region.saved = None;
        }
    }
    if writes_exec {
        // In a loop, the lanes that stay become fewer each time.
        if let Some(at) = regions.iter().position(|region| region.start == inst) {
            regions.truncate(at);
        }
        regions.push(ExecRegion { start: inst, saved });
    } else if reads_exec && is_copy_of_exec(func, inst) {
        if let Some(at) = regions.iter().position(|region| region.start == inst) {
            regions.truncate(at);
        }
        let saved = defs.iter().find(is_mask).copied();
        regions.push(ExecRegion { start: inst, saved });
    }
}

/// Whether an instruction moves EXEC to a register.
fn is_copy_of_exec(func: &MachineFunction, inst: Inst) -> bool {
    let masks = crate::facts::lane_masks::LaneMasks::of(&crate::function_info::subtarget(func));
    let is_move = func.opcode(inst) == masks.mov;
    let source = func.operands(inst).get(1).and_then(|operand| operand.as_reg());
    is_move
        && source
            .and_then(|source| source.reg.as_physical())
            .is_some_and(|reg| func.registers().overlap(reg, regs::EXEC))
}
