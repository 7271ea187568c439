//! Region splits: the largest set of block borders at which a candidate register is worth having, found by a Hopfield
//! network over edge bundles as in LLVM's `SpillPlacement`; the rest of the range is meant for the stack.

use super::{BlockUse, HYSTERESIS, Plan, STACK, Span, Uses};
use crate::mir::VReg;
use crate::regalloc::greedy::{AllocStage, Greedy, NAME};
use crate::regalloc::slot_indexes::SlotIndex;
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;
use wavec_mc::Reg;

/// Number of a region split's part in the register.
const REGION: u32 = 1;
/// Physical registers looked at for region splits.
const MAX_CANDIDATES: usize = 12;

impl Greedy<'_> {
    pub(super) fn split_region(&mut self, vreg: VReg, uses: &Uses, order: &[Reg]) -> bool {
        // What memory would cost.
        let spill_cost: f32 = uses
            .insts
            .iter()
            .map(|&(point, _, reads, writes)| {
                let frequency = self.frequency.of(self.live.indexes.block_at(point));
                frequency * (f32::from(u8::from(reads)) + f32::from(u8::from(writes)))
            })
            .sum();
        let mut best: Option<(f32, Reg, Vec<bool>, Vec<Interference>)> = None;
        for &reg in order.iter().take(MAX_CANDIDATES) {
            let interference = self.block_interference(reg, uses);
            let Some(in_register) = self.place_region(uses, &interference) else {
                continue;
            };
            let cost = self.region_cost(uses, &interference, &in_register);
            if best.as_ref().is_none_or(|(known, ..)| cost < *known) {
                best = Some((cost, reg, in_register, interference));
            }
        }
        let Some((cost, reg, in_register, interference)) = best else {
            return false;
        };
        if cost >= spill_cost * HYSTERESIS {
            return false;
        }
        self.stats.add(NAME, "region splits", 1);
        let plan = self.region_plan(vreg, uses, &interference, &in_register);
        self.apply(vreg, plan, Some(reg));
        true
    }

    /// First and last point of each block of `uses` at which `reg` is taken.
    fn block_interference(&self, reg: Reg, uses: &Uses) -> Vec<Interference> {
        let mut found = vec![Interference::NONE; uses.blocks.len()];
        let indexes = &self.live.indexes;
        // Interference anywhere in the blocks counts, live there or not: parts begin and end at other points.
        let first_unit = self.registers.units(reg).start as usize;
        let size = self.registers.size_in_units(reg) as usize;
        for union in &self.unions[first_unit..first_unit + size] {
            let mut at = 0;
            for (slot, block) in found.iter_mut().zip(&uses.blocks) {
                let (start, end) = (indexes.block_start(block.block), indexes.block_end(block.block));
                if let Some((first, last)) = union.extent(start, end, &mut at) {
                    slot.first = slot.first.min(first);
                    slot.last = slot.last.max(last);
                }
            }
        }
        found
    }

    /// Decides for each bundle whether the value should be in the register there.
    fn place_region(&self, uses: &Uses, interference: &[Interference]) -> Option<Vec<bool>> {
        let count = self.bundles.len();
        let mut nodes = vec![Node::default(); count];
        let mut touched: Vec<usize> = Vec::new();
        let mut links: Vec<(usize, usize, f32)> = Vec::new();
        let mut touch = |nodes: &mut Vec<Node>, bundle: usize| {
            if !nodes[bundle].touched {
                nodes[bundle].touched = true;
                touched.push(bundle);
            }
        };
        for (block, taken) in uses.blocks.iter().zip(interference) {
            let frequency = self.frequency.of(block.block);
            let list = &uses.insts[block.uses.clone()];
            let (start, end) = (self.bundles.start(block.block), self.bundles.end(block.block));
            let block_start = self.live.indexes.block_start(block.block);
            let bottom = block.bottom;
            if block.live_in {
                touch(&mut nodes, start);
                let node = &mut nodes[start];
                if taken.first <= block_start.dead() {
                    node.must_spill = true;
                } else if !list.is_empty() {
                    if list.first().is_some_and(|first| taken.first <= first.0.reg()) {
                        node.spill += frequency;
                    } else {
                        node.register += frequency;
                    }
                }
            }
            if block.live_out {
                touch(&mut nodes, end);
                let node = &mut nodes[end];
                if taken.last > bottom {
                    node.must_spill = true;
                } else if !list.is_empty() {
                    if list.last().is_some_and(|last| taken.last > last.0.reg()) {
                        node.spill += frequency;
                    } else {
                        node.register += frequency;
                    }
                }
            }
            if block.live_in && block.live_out && list.is_empty() {
                if taken.is_none() {
                    if start != end {
                        links.push((start, end, frequency));
                    }
                } else {
                    nodes[start].spill += frequency;
                    nodes[end].spill += frequency;
                }
            }
        }
        // Neighbours by bundle.
        let mut neighbours: SecondaryMap<Bundle, SmallVec<[(u32, f32); 4]>> = SecondaryMap::new();
        for &(a, b, weight) in &links {
            neighbours[Bundle::new(a)].push((b as u32, weight));
            neighbours[Bundle::new(b)].push((a as u32, weight));
        }
        for &bundle in &touched {
            let node = &mut nodes[bundle];
            node.value = if node.must_spill {
                -1
            } else {
                (node.register > node.spill) as i8 - (node.spill > node.register) as i8
            };
        }
        for _ in 0..10 {
            let mut changed = false;
            for &bundle in &touched {
                if nodes[bundle].must_spill {
                    continue;
                }
                let (mut register, mut spill) = (nodes[bundle].register, nodes[bundle].spill);
                for &(other, weight) in &neighbours[Bundle::new(bundle)] {
                    match nodes[other as usize].value {
                        1 => register += weight,
                        -1 => spill += weight,
                        _ => {}
                    }
                }
                let value = (register > spill + 1e-4) as i8 - (spill > register + 1e-4) as i8;
                if value != nodes[bundle].value {
                    nodes[bundle].value = value;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let any = touched.iter().any(|&bundle| nodes[bundle].value > 0);
        any.then(|| nodes.iter().map(|node| node.value > 0).collect())
    }

    fn borders(&self, block: &BlockUse, in_register: &[bool]) -> (bool, bool) {
        (
            block.live_in && in_register[self.bundles.start(block.block)],
            block.live_out && in_register[self.bundles.end(block.block)],
        )
    }

    /// Copies (to become loads and stores) that a placement needs, by frequency.
    fn region_cost(&self, uses: &Uses, interference: &[Interference], in_register: &[bool]) -> f32 {
        let mut cost = 0.0;
        for (block, taken) in uses.blocks.iter().zip(interference) {
            let frequency = self.frequency.of(block.block);
            let (enters, leaves) = self.borders(block, in_register);
            let list = &uses.insts[block.uses.clone()];
            let mut copies = 0;
            if list.is_empty() {
                copies += if enters && leaves && !taken.is_none() {
                    2
                } else {
                    (enters != leaves) as i32
                };
            } else {
                let reads_first = list[0].2;
                let writes = list.iter().any(|&(.., writes)| writes);
                copies += (block.live_in && !enters && (reads_first || leaves)) as i32;
                copies += (block.live_out && !leaves && (writes || enters)) as i32;
                copies += 2 * (enters && leaves && !taken.is_none()) as i32;
            }
            cost += frequency * copies as f32;
        }
        cost
    }

    fn region_plan(
        &self,
        vreg: VReg,
        uses: &Uses,
        interference: &[Interference],
        in_register: &[bool],
    ) -> Plan {
        let mut plan = Plan {
            parts: vec![AllocStage::Spill, AllocStage::SplitProduct],
            ..Plan::default()
        };
        for (block, taken) in uses.blocks.iter().zip(interference) {
            let (enters, leaves) = self.borders(block, in_register);
            let id = block.block;
            let list = &uses.insts[block.uses.clone()];
            let mut spans: SmallVec<[Span; 3]> = SmallVec::new();
            spans.push(Span {
                start: self.live.indexes.block_start(id),
                before: None,
                part: if enters { REGION } else { STACK },
                copy: false,
            });
            if enters && leaves && taken.is_none() {
                plan.blocks.push((id, spans));
                continue;
            }
            // Accesses that the region's part serves at the front and at the back.
            let front = if enters {
                list.partition_point(|&(point, ..)| point.reg() < taken.first)
            } else {
                0
            };
            let back = if leaves {
                list.partition_point(|&(point, ..)| point < taken.last).max(front)
            } else {
                list.len()
            };
            if enters {
                let end = match front.checked_sub(1) {
                    Some(last) => self.behind(id, list[last].1),
                    None => self.top_of(vreg, id),
                };
                spans.push(self.span(id, end, STACK, true));
            }
            let middle = block.uses.start + front..block.uses.start + back;
            if middle.len() > 1 {
                self.isolate(vreg, uses, block, middle, &mut plan, &mut spans);
            }
            if leaves {
                let start = match list.get(back) {
                    Some(first) => self.ahead(vreg, id, first.1),
                    None => self.bottom_of(id),
                };
                spans.push(self.span(id, start, REGION, true));
            }
            plan.blocks.push((id, spans));
        }
        // Without a definition inside, what leaves the region is still in the part outside.
        let writes_inside = plan.blocks.iter().zip(&uses.blocks).any(|((_, spans), block)| {
            uses.insts[block.uses.clone()]
                .iter()
                .any(|&(point, _, _, writes)| {
                    let at = spans.partition_point(|span| span.start <= point).max(1) - 1;
                    writes && spans[at].part == REGION
                })
        });
        if !writes_inside {
            for (_, spans) in &mut plan.blocks {
                for index in 1..spans.len() {
                    if spans[index].part == STACK && spans[index - 1].part == REGION {
                        spans[index].copy = false;
                    }
                }
            }
        }
        plan
    }
}

/// Where in a block a physical register is taken; `first > last` if nowhere.
#[derive(Clone, Copy, Debug)]
struct Interference {
    first: SlotIndex,
    last: SlotIndex,
}

impl Interference {
    const NONE: Interference = Interference {
        first: SlotIndex::MAX,
        last: SlotIndex::ZERO,
    };

    fn is_none(&self) -> bool {
        self.first > self.last
    }
}

#[derive(Clone, Copy, Default)]
struct Node {
    register: f32,
    spill: f32,
    value: i8,
    must_spill: bool,
    touched: bool,
}

/// Bundle number as a map key.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bundle(u32);
cranelift_entity::entity_impl!(Bundle);
