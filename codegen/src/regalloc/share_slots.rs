//! Assigns the same memory to spill slots that are never live at the same time.
//!
//! Slots have liveness like registers: a store of the whole slot defines it, a load uses it, a store of some words
//! keeps the others.
//! On a machine with lane masks the argument is that for registers (see DESIGN.md): code that reuses a slot between two
//! accesses under a narrower mask touches only lanes whose value is not needed.
//!
//! Runs after each run of the allocator, on its slots only, so that lane spills are packed before the target lowers
//! them. Cost: linear in accesses and in blocks per slot; disjoint slots are tried in order of creation.

use crate::mir::{Block, FrameIndex, MachineFunction, MachineOperand, MemBase, MemObject};
use crate::regalloc::greedy::NAME;
use crate::regalloc::interference::{Owner, UnitUnion};
use crate::regalloc::range_builder::{Access, RangeBuilder};
use crate::regalloc::slot_indexes::SlotIndexes;
use crate::target::TargetMachineInfo;
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;
use wavec_support::stats::Stats;

/// Maximum number of shared slots that one slot is compared with.
const MAX_COMPARED: usize = 64;

/// Merges slots from number `first` on.
pub(super) fn share_slots(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    first: usize,
    stats: &mut Stats,
) {
    let count = func.frame.objects.len();
    if count < first + 2 {
        return;
    }
    let indexes = SlotIndexes::compute(func);
    let mut accesses: SecondaryMap<FrameIndex, SmallVec<[Access; 8]>> = SecondaryMap::new();
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            let Some(access) = target.slot_access(func, inst) else {
                // A slot with any other reference stays unchanged.
                for operand in func.operands(inst) {
                    if let Some(slot) = operand.as_frame_index() {
                        accesses[slot].clear();
                        accesses[slot].push(Access {
                            point: crate::regalloc::SlotIndex::MAX,
                            is_def: true,
                        });
                    }
                }
                continue;
            };
            let words = func.size_in_units(func.operand(inst, access.operand).register()) as u32;
            let whole = access.word == 0 && words * 4 >= func.frame.objects[access.slot].size;
            let point = indexes.of(inst).reg();
            let list = &mut accesses[access.slot];
            if !access.is_store || !whole {
                list.push(Access { point, is_def: false });
            }
            if access.is_store {
                list.push(Access { point, is_def: true });
            }
        }
    }
    let mut builder = RangeBuilder::new(func);
    let mut groups: Vec<(FrameIndex, UnitUnion)> = Vec::new();
    let mut replacement: SecondaryMap<FrameIndex, Option<FrameIndex>> = SecondaryMap::new();
    let mut merged = 0;
    for number in first..count {
        let slot = FrameIndex::new(number);
        let list = &mut accesses[slot];
        if list
            .iter()
            .any(|access| access.point == crate::regalloc::SlotIndex::MAX)
        {
            continue;
        }
        if list.is_empty() {
            func.frame.objects[slot].dead = true;
            continue;
        }
        list.sort_unstable();
        let range = builder.compute(&indexes, list);
        let object = func.frame.objects[slot];
        let home = groups.iter().rev().take(MAX_COMPARED).position(|(other, union)| {
            func.frame.objects[*other].kind == object.kind && union.is_free(&range)
        });
        match home.map(|back| groups.len() - 1 - back) {
            Some(position) => {
                let (other, union) = &mut groups[position];
                union.insert(&range, Owner::FIXED);
                replacement[slot] = Some(*other);
                let kept = &mut func.frame.objects[*other];
                kept.size = kept.size.max(object.size);
                kept.align = kept.align.max(object.align);
                func.frame.objects[slot].dead = true;
                merged += 1;
            }
            None => {
                let mut union = UnitUnion::default();
                union.insert(&range, Owner::FIXED);
                groups.push((slot, union));
            }
        }
    }
    if merged > 0 {
        rename(func, &replacement);
    }
    stats.add(NAME, "spill slots shared", merged);
}

fn rename(func: &mut MachineFunction, replacement: &SecondaryMap<FrameIndex, Option<FrameIndex>>) {
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            for operand in func.operands_mut(inst) {
                if let MachineOperand::FrameIndex(slot) = operand
                    && let Some(new) = replacement[*slot]
                {
                    *slot = new;
                }
            }
        }
    }
    for operand in func.mem_operands.values_mut() {
        if let MemBase::FrameIndex(slot) = &mut operand.base
            && let Some(new) = replacement[*slot]
        {
            *slot = new;
        }
        if let MemObject::Frame(slot) = &mut operand.place.object
            && let Some(new) = replacement[*slot]
        {
            *slot = new;
        }
    }
}
