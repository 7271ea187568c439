//! Local splits: inside one block, a sequence of accesses between which a register is free or cheaply occupied becomes
//! a part.

use super::{ALL_LANES, Access, HYSTERESIS, Plan, Span, Uses};
use crate::mir::VReg;
use crate::regalloc::greedy::{AllocStage, Greedy, NAME};
use crate::regalloc::segment_list::Place;
use smallvec::SmallVec;
use wavec_mc::Reg;

/// Maximum length of a chain of splits that ends inside a block. Each adds a move.
const MAX_LOCAL_DEPTH: u8 = 2;

impl Greedy<'_> {
    pub(super) fn split_local(&mut self, vreg: VReg, uses: &Uses, order: &[Reg]) -> bool {
        let list = &uses.insts;
        if list.len() <= 2 || self.state[vreg].depth >= MAX_LOCAL_DEPTH {
            return false;
        }
        let block = uses.blocks[0].block;
        let frequency = self.frequency.of(block);
        let gaps = list.len() - 1;
        let must_progress = self.state[vreg].stage >= AllocStage::SplitProduct;
        let mut best: Option<(f32, usize, usize, Reg)> = None;
        for &reg in order {
            let weights = self.gap_weights(vreg, reg, list, frequency);
            // The span `before..=after` of accesses, grown and shrunk at both ends.
            let (mut before, mut after) = (0, 1);
            let mut heaviest = weights[0];
            loop {
                let live_before = before != 0;
                let live_after = after != gaps;
                let new_gaps = live_before as usize + (after - before) + live_after as usize;
                let mut shrink = true;
                if heaviest.is_finite() && (!must_progress || new_gaps < gaps) {
                    let accesses = (after - before + 1 + live_before as usize + live_after as usize) as f32;
                    let size = list[before].point.distance(list[after].point) as f32;
                    let weight = frequency * accesses / (size + 25.0);
                    if weight * HYSTERESIS >= heaviest && (before, after) != (0, gaps) {
                        shrink = false;
                        let gain = weight - heaviest;
                        if best.is_none_or(|(known, ..)| gain > known) {
                            best = Some((gain, before, after, reg));
                        }
                    }
                }
                if shrink {
                    before += 1;
                    if before < after {
                        // Recompute only if the heaviest gap was dropped.
                        if weights[before - 1] >= heaviest {
                            heaviest = weights[before..after].iter().copied().fold(0.0, f32::max);
                        }
                        continue;
                    }
                }
                if after >= gaps {
                    break;
                }
                if before >= after {
                    before = after;
                }
                heaviest = if before == after {
                    weights[after]
                } else {
                    heaviest.max(weights[after])
                };
                after += 1;
            }
        }
        let Some((_, before, after, reg)) = best else {
            return false;
        };
        let mut plan = Plan {
            parts: vec![AllocStage::New, AllocStage::New],
            ..Plan::default()
        };
        let live_before = before != 0;
        let live_after = after != gaps;
        let new_gaps = live_before as usize + (after - before) + live_after as usize;
        if new_gaps >= gaps {
            plan.parts[1] = AllocStage::SplitProduct;
        }
        let mut spans: SmallVec<[Span; 3]> = SmallVec::new();
        spans.push(Span {
            start: self.live.indexes.block_start(block),
            before: None,
            part: if live_before { 0 } else { 1 },
            lanes: 0,
        });
        if live_before {
            let place = self.ahead(vreg, block, list[before].inst);
            spans.push(self.span(block, place, 1, ALL_LANES));
        }
        if live_after {
            let place = self.next_after(block, list[after].inst);
            spans.push(self.span(block, place, 0, ALL_LANES));
        }
        plan.blocks.push((block, spans));
        self.stats.add(NAME, "local splits", 1);
        self.apply(vreg, plan, Some(reg));
        true
    }

    /// The heaviest weight in `reg` between adjacent accesses; infinite for a fixed register, and for anything heavier
    /// than every part with that gap could be.
    fn gap_weights(&self, vreg: VReg, reg: Reg, list: &[Access], frequency: f32) -> SmallVec<[f32; 8]> {
        let gaps = list.len() - 1;
        let mut weights: SmallVec<[f32; 8]> = SmallVec::from_elem(0.0, gaps);
        let first = self.registers.units(reg).start as usize;
        let lanes = self.lanes_of(vreg).count_ones() as usize;
        for union in &self.unions[first..first + lanes] {
            // There are many interfering registers and few gaps: each gap is examined only until it is hopeless.
            let mut at = Place::default();
            for gap in 0..gaps {
                // Gap i lies between access i and access i + 1, both included.
                let (start, end) = (list[gap].point.early(), list[gap + 1].point.dead());
                let length = list[gap].point.distance(list[gap + 1].point) as f32;
                let limit = frequency * (list.len() + 2) as f32 / (length + 25.0);
                let slot = &mut weights[gap];
                union.each_in(start, end, &mut at, |occupied| {
                    if !slot.is_infinite() {
                        let weight = match occupied.owner.vreg() {
                            Some(owner) => self.state[owner].weight,
                            None => f32::INFINITY,
                        };
                        *slot = slot.max(if weight > limit { f32::INFINITY } else { weight });
                    }
                    !slot.is_infinite()
                });
            }
        }
        weights
    }
}
