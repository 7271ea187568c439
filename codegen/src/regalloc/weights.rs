//! Spill costs, by which the allocator chooses which registers stay in physical registers.

use crate::mir::{Inst, VReg};
use crate::regalloc::greedy::Greedy;
use crate::regalloc::slot_indexes::{GAP, SlotIndex};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

impl Greedy<'_> {
    /// Cost of keeping `vreg` in memory per instruction that it covers; infinite if memory does not help.
    pub(super) fn spill_weight(&self, vreg: VReg) -> f32 {
        match self.is_tiny(vreg) {
            true => f32::INFINITY,
            false => self.weight_in_memory(vreg),
        }
    }

    /// Cost of keeping `vreg` in memory per instruction that it covers.
    pub(super) fn weight_in_memory(&self, vreg: VReg) -> f32 {
        let range = &self.live.intervals[vreg].main;
        let mut total = 0.0;
        let mut previous: Option<Inst> = None;
        for place in &self.live.operands[vreg] {
            let operand = place.get(self.func);
            if operand.is_use() && operand.is_undef() {
                continue;
            }
            let frequency = self
                .func
                .inst_block(place.inst)
                .map_or(0.0, |block| self.frequency.of(block));
            // Several reads by one instruction need one reload.
            if operand.is_def() || previous != Some(place.inst) {
                total += frequency;
            }
            previous = operand.is_use().then_some(place.inst);
        }
        if self.state[vreg].is_repeatable {
            total *= 0.5;
        }
        total / (range.size() as f32 + 25.0)
    }

    /// Increases the weight of registers from which others can be rematerialized: without it they would have to be
    /// loaded.
    pub(super) fn weigh_sources(&mut self) {
        let mut repeats: Vec<(SlotIndex, VReg)> = Vec::new();
        for index in 0..self.func.vregs.len() {
            let vreg = VReg::new(index);
            if !self.live.operands[vreg].is_empty()
                && self.state[vreg].weight.is_finite()
                && self.state[vreg].is_repeatable
                && let Some(def) = self.repeat_of(vreg)
            {
                repeats.push((self.live.indexes.of(def), vreg));
            }
        }
        // Registers computed from others come before these.
        repeats.sort_unstable_by(|a, b| b.cmp(a));
        for (point, vreg) in repeats {
            let length = |vreg: VReg| self.live.intervals[vreg].main.size() as f32 + 25.0;
            let total = self.state[vreg].weight * length(vreg);
            let inst = self.live.indexes.inst_at(point).expect("it was found there");
            let sources: SmallVec<[(VReg, f32); 2]> = self
                .func
                .uses(inst)
                .filter_map(|(_, operand)| Some((operand.reg.as_virtual()?, total)))
                .map(|(source, total)| (source, total / length(source)))
                .collect();
            for (source, more) in sources {
                self.state[source].weight += more;
            }
        }
    }

    /// The instruction that computes `vreg`, if it may be repeated before every use.
    pub(super) fn repeat_of(&self, vreg: VReg) -> Option<Inst> {
        let repeat = self.repeatable_def(vreg)?;
        let operands = self.live.operands[vreg].iter();
        let mut uses = operands.filter(|place| place.get(self.func).is_use());
        uses.all(|place| self.is_available(&repeat, place.inst))
            .then_some(repeat.def)
    }

    /// Whether nothing is between `vreg`'s definitions and uses, so that spill code would be live as long.
    fn is_tiny(&self, vreg: VReg) -> bool {
        let indexes = &self.live.indexes;
        let interval = &self.live.intervals[vreg];
        interval.main.segments.iter().all(|segment| {
            if segment.end.index() - segment.start.index() > 4 * GAP {
                return false;
            }
            let block_end = indexes.block_end(indexes.block_at(segment.start));
            if segment.start.is_block() || segment.end >= block_end {
                return false;
            }
            let Some(first) = indexes.inst_at(segment.start) else {
                return false;
            };
            segment.end == segment.start.dead()
                || self
                    .func
                    .layout
                    .next_inst(first)
                    .is_some_and(|next| indexes.has(next) && indexes.of(next) == segment.end.base())
        })
    }
}
