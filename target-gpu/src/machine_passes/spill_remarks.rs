//! What is spilled to memory, value by value: `-Rpass-missed=regalloc`.

use crate::spill_opcodes::spill_kind;
use fxhash::FxHashMap;
use wavec_codegen::analysis::{Dominators, LoopInfo, ReversePostOrder};
use wavec_codegen::mir::{FrameIndex, Inst, MachineFunction, MachineRemark, SlotKind};
use wavec_support::remarks::{Remark, RemarkKind};

/// How far before a store the instruction is looked for that made the value.
const MOST_STEPS: usize = 64;

/// What happens to the values of a slot.
#[derive(Default)]
struct Spill {
    first_store: Option<Inst>,
    words: u8,
    is_scalar: bool,
    stores: u32,
    reloads: u32,
    /// Reloads in loops.
    in_loops: u32,
}

/// Tells of all spills that are still there, before the frame is laid out.
pub(super) fn tell(func: &mut MachineFunction) {
    if func.remarks.is_none()
        || !func
            .frame
            .objects
            .values()
            .any(|object| object.kind == SlotKind::Spill)
    {
        return;
    }
    let order = ReversePostOrder::compute(func);
    let dominators = Dominators::compute(func, &order);
    let loops = LoopInfo::compute(func, &order, &dominators);
    let mut spills: FxHashMap<FrameIndex, Spill> = FxHashMap::default();
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            let Some((words, is_scalar, restores)) = spill_kind(func.opcode(inst)) else {
                continue;
            };
            let Some(slot) = func.operands(inst)[1].as_frame_index() else {
                continue;
            };
            let spill = spills.entry(slot).or_default();
            if restores {
                spill.reloads += 1;
                spill.in_loops += u32::from(loops.depth(block) > 0);
            } else {
                spill.stores += 1;
                spill.first_store.get_or_insert(inst);
                spill.words = words.max(spill.words);
                spill.is_scalar = is_scalar;
            }
        }
    }
    let mut spills: Vec<(FrameIndex, Spill)> = spills.into_iter().collect();
    spills.sort_unstable_by_key(|&(slot, _)| slot);
    for (_, spill) in spills {
        let Some(store) = spill.first_store else {
            continue;
        };
        func.remark(|func| {
            let remark = Remark::new(RemarkKind::Missed, "regalloc", "Spill");
            MachineRemark::new(func, maker(func, store), remark)
                .text("value in ")
                .value("Registers", spill.words)
                .text(match (spill.is_scalar, spill.words) {
                    (true, 1) => " scalar register spilled to memory: ",
                    (true, _) => " scalar registers spilled to memory: ",
                    (false, 1) => " vector register spilled to memory: ",
                    (false, _) => " vector registers spilled to memory: ",
                })
                .value("NumSpills", spill.stores)
                .text(" stores, ")
                .value("NumReloads", spill.reloads)
                .text(" reloads, of them ")
                .value("NumReloadsInLoops", spill.in_loops)
                .text(" in loops")
        });
    }
}

/// The instruction that made what `store` spills, if it has a line and stands shortly before; else the store.
fn maker(func: &MachineFunction, store: Inst) -> Inst {
    let Some(reg) = func.operands(store)[0]
        .as_reg()
        .and_then(|operand| operand.reg.as_physical())
    else {
        return store;
    };
    let unit = func.registers().units(reg).start;
    let defines = |&inst: &Inst| {
        func.defs(inst).any(|(_, operand)| {
            let defined = operand.reg.as_physical();
            defined.is_some_and(|defined| func.registers().units(defined).contains(&unit))
        })
    };
    let before = std::iter::successors(func.layout.prev_inst(store), |&inst| func.layout.prev_inst(inst));
    let found = before.take(MOST_STEPS).find(defines);
    found
        .filter(|&inst| func.inst(inst).debug_location.is_some())
        .unwrap_or(store)
}
