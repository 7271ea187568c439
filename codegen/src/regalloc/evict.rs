//! Making room: registers in which copies would vanish, eviction of cheaper registers, and recoloring as the last
//! resort for registers that cannot be spilled.

use crate::mir::VReg;
use crate::regalloc::greedy::{AllocStage, Greedy, NAME};
use fxhash::FxHashSet;
use smallvec::SmallVec;
use std::cmp::Reverse;
use wavec_mc::{Reg, generic};

/// Maximum number of registers that one eviction pushes out, unless it is unavoidable or the new occupant is used very
/// often.
const MAX_EVICTED: usize = 10;
/// This many operands justify pushing out one more register, up to [`MOST_EVICTED`].
const OPERANDS_PER_EVICTED: usize = 2;
const MOST_EVICTED: usize = 200;

/// Maximum number of registers moved so that a copy vanishes.
const MAX_EVICTED_FOR_HINT: usize = 2;

/// Maximum number of attempts to place a register in one search for a recoloring: without a bound it would be
/// exponential in the depth.
pub(super) const RECOLOR_BUDGET: u32 = 1000;

/// Maximum number of registers that are reassigned together.
const MAX_REPACKED: usize = 512;

/// Maximum number of times that one register is moved this way. A source of a thousand copies would be moved for each
/// of them.
const MAX_MOVED_FOR_HINTS: u8 = 2;

/// Maximum number of operands that are evaluated as hints when a register is moved this way. A source of a thousand
/// copies would be evaluated for each of them, and agrees with most of them.
const MAX_HINTS_OF_MOVED: usize = 256;

impl Greedy<'_> {
    /// Takes `reg`, where a copy of `vreg` would vanish, from registers that are as well off elsewhere.
    pub(super) fn evict_from_hint(&mut self, vreg: VReg, reg: Reg) -> bool {
        if self.state[vreg].stage != AllocStage::New {
            return false;
        }
        let Some(others) = self.interfering(vreg, reg, MAX_EVICTED_FOR_HINT) else {
            return false;
        };
        let cascade = match self.state[vreg].cascade {
            0 => self.next_cascade,
            known => known,
        };
        let all_movable = others.iter().all(|&other| {
            let state = &self.state[other];
            state.stage == AllocStage::New
                && state.cascade < cascade
                && state.moved_for_hints < MAX_MOVED_FOR_HINTS
                && (state.weight.is_finite() || self.is_free_beside(other, reg))
                && self.notable_operands(other).len() <= MAX_HINTS_OF_MOVED
                && self.hints(other).first() != Some(&self.assignment[other])
        });
        if !all_movable {
            return false;
        }
        self.state[vreg].cascade = cascade;
        self.next_cascade = self.next_cascade.max(cascade + 1);
        for other in others {
            self.unassign(other);
            self.state[other].cascade = cascade;
            self.state[other].moved_for_hints += 1;
            self.enqueue(other);
            self.stats.add(NAME, "evictions for hints", 1);
        }
        true
    }

    /// Whether a register that cannot be spilled finds a location that does not overlap `reg`.
    fn is_free_beside(&mut self, vreg: VReg, reg: Reg) -> bool {
        let order = self.order(self.func.class(vreg));
        let mut others = order
            .iter()
            .copied()
            .filter(|&other| !self.registers.overlap(other, reg));
        others.any(|other| self.is_free(vreg, other))
    }

    /// Registers that turn copies from or to `vreg` into identities, best first.
    pub(super) fn hints(&self, vreg: VReg) -> SmallVec<[Reg; 4]> {
        self.weighed_hints(vreg).iter().map(|&(reg, _)| reg).collect()
    }

    /// The same with the execution frequency of the copies.
    pub(super) fn weighed_hints(&self, vreg: VReg) -> SmallVec<[(Reg, f32); 4]> {
        let mut found: SmallVec<[(Reg, f32); 4]> = SmallVec::new();
        let mut add = |reg: Option<Reg>, weight: f32| {
            let Some(reg) = reg else { return };
            match found.iter_mut().find(|(known, _)| *known == reg) {
                Some((_, sum)) => *sum += weight,
                None => found.push((reg, weight)),
            }
        };
        if self.state[vreg].preferred.is_some() {
            add(Some(self.state[vreg].preferred), f32::INFINITY);
        }
        add(self.func.vregs[vreg].hint.as_physical(), 1e-3);
        let class = self.registers.class(self.func.class(vreg));
        for place in self.notable_operands(vreg) {
            if self.func.opcode(place.inst) != generic::COPY || place.index > 1 {
                continue;
            }
            let mine = place.get(self.func);
            let Some(other) = self
                .func
                .operand(place.inst, 1 - place.index as usize)
                .as_reg()
                .copied()
            else {
                continue;
            };
            let other_reg = match (other.reg.as_physical(), other.reg.as_virtual()) {
                (Some(reg), _) => reg,
                (_, Some(other)) if self.assignment[other].is_some() => self.assignment[other],
                _ => continue,
            };
            let unit =
                self.registers.units(other_reg).start + self.registers.sub_reg_offset(other.sub) as u16;
            let first = unit.checked_sub(self.registers.sub_reg_offset(mine.sub) as u16);
            let weight = self
                .func
                .inst_block(place.inst)
                .map_or(0.0, |block| self.frequency.of(block));
            add(
                first.and_then(|first| class.register_at(self.registers, first)),
                weight,
            );
        }
        // Heavier first; the lower register among equals.
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found
    }

    /// Takes a register away from cheaper ones.
    pub(super) fn try_evict(&mut self, vreg: VReg, order: &[Reg]) -> Option<Reg> {
        let weight = self.state[vreg].weight;
        let is_urgent = weight.is_infinite();
        let most = (self.live.operands[vreg].len() / OPERANDS_PER_EVICTED).clamp(MAX_EVICTED, MOST_EVICTED);
        let mut cascade = self.state[vreg].cascade;
        if cascade == 0 {
            cascade = self.next_cascade;
        }
        let mut best: Option<(f32, Reg)> = None;
        let mut others: SmallVec<[VReg; MAX_EVICTED]> = SmallVec::new();
        for &reg in order {
            others.clear();
            let mut cost = 0.0f32;
            let possible = self.each_unit(vreg, reg, |union, range| {
                union.overlaps(range, |occupied| {
                    let Some(other) = occupied.owner.vreg() else {
                        return false;
                    };
                    if others.contains(&other) {
                        return true;
                    }
                    let state = &self.state[other];
                    others.push(other);
                    cost += state.weight;
                    state.weight.is_finite()
                        && (is_urgent
                            || (state.cascade < cascade
                                && state.weight < weight
                                && others.len() < most
                                && best.is_none_or(|(known, _)| cost < known)))
                })
            });
            if possible && best.is_none_or(|(known, _)| cost < known) {
                best = Some((cost, reg));
            }
        }
        let (_, reg) = best?;
        self.state[vreg].cascade = cascade;
        self.next_cascade = self.next_cascade.max(cascade + 1);
        for other in self.interfering(vreg, reg, usize::MAX)? {
            self.unassign(other);
            self.state[other].cascade = cascade;
            self.enqueue(other);
            self.stats.add(NAME, "evictions", 1);
        }
        Some(reg)
    }

    /// Reassigns `vreg` and all registers around it that cannot be spilled, large tuples first: assignment one after
    /// the other may leave gaps that are too small. Spillable registers make room. Undoes everything on failure.
    pub(super) fn repack(&mut self, vreg: VReg) -> bool {
        let mut group = self.urgent_neighbours(vreg);
        let old: Vec<(VReg, Reg)> = group
            .iter()
            .map(|&member| (member, self.assignment[member]))
            .collect();
        for &(member, place) in &old {
            if place.is_some() {
                self.unassign(member);
            }
        }
        // Among tuples of a size those with the least choice go first.
        group.sort_by_cached_key(|&member| {
            let class = self.func.class(member);
            let size = self.registers.class(class).size_in_units.next_multiple_of(2);
            (Reverse(size), self.order(class).len(), member)
        });
        let placed = group.iter().all(|&member| self.place_urgent(member));
        if placed {
            return true;
        }
        for &member in &group {
            if self.assignment[member].is_some() {
                self.unassign(member);
            }
        }
        for (member, place) in old {
            if place.is_some() {
                self.assign(member, place);
            }
        }
        false
    }

    /// `vreg` and the registers that cannot be spilled and overlap it, or overlap one of them.
    fn urgent_neighbours(&mut self, vreg: VReg) -> Vec<VReg> {
        let mut group = vec![vreg];
        let mut known: FxHashSet<VReg> = group.iter().copied().collect();
        let mut next = 0;
        while next < group.len() && group.len() < MAX_REPACKED {
            let member = group[next];
            next += 1;
            let order = self.order(self.func.class(member));
            for &reg in order.iter() {
                self.each_unit(member, reg, |union, range| {
                    union.overlaps(range, |occupied| {
                        if let Some(other) = occupied.owner.vreg()
                            && self.state[other].weight.is_infinite()
                            && known.insert(other)
                        {
                            group.push(other);
                        }
                        true
                    })
                });
            }
        }
        group
    }

    /// Assigns `vreg` the first register where only spillable registers are in the way.
    fn place_urgent(&mut self, vreg: VReg) -> bool {
        let order = self.order(self.func.class(vreg));
        for &reg in order.iter() {
            let Some(others) = self.interfering(vreg, reg, usize::MAX) else {
                continue;
            };
            if others.iter().any(|&other| self.state[other].weight.is_infinite()) {
                continue;
            }
            for other in others {
                self.unassign(other);
                self.enqueue(other);
                self.stats.add(NAME, "evictions", 1);
            }
            self.assign(vreg, reg);
            return true;
        }
        false
    }

    /// Maximum depth of moves that make room for a register that cannot be spilled.
    const RECOLOR_DEPTH: usize = 4;

    /// Makes room by moving other registers, recursively. Undoes everything on failure.
    pub(super) fn recolor(
        &mut self,
        vreg: VReg,
        depth: usize,
        fixed: &mut SmallVec<[VReg; 8]>,
        budget: &mut u32,
    ) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let order = self.order(self.func.class(vreg));
        if let Some(reg) = self.free_register(vreg, &order) {
            self.assign(vreg, reg);
            return true;
        }
        if depth == Self::RECOLOR_DEPTH {
            return false;
        }
        fixed.push(vreg);
        for &reg in order.iter() {
            let Some(others) = self.interfering(vreg, reg, 8) else {
                continue;
            };
            if others.iter().any(|other| fixed.contains(other)) {
                continue;
            }
            let old: SmallVec<[(VReg, Reg); 8]> = others
                .iter()
                .map(|&other| (other, self.assignment[other]))
                .collect();
            for &other in &others {
                self.unassign(other);
            }
            self.assign(vreg, reg);
            let before = fixed.len();
            let mut moved = 0;
            for &other in &others {
                if !self.recolor(other, depth + 1, fixed, budget) {
                    break;
                }
                fixed.push(other);
                moved += 1;
            }
            if moved == others.len() {
                fixed.truncate(before - 1);
                return true;
            }
            // Successful deeper moves are kept only if they are not in the way of the old locations.
            fixed.truncate(before);
            for &other in &others[..moved] {
                self.unassign(other);
            }
            self.unassign(vreg);
            for &(other, place) in &old {
                match self.interfering(other, place, usize::MAX) {
                    Some(blocking) if blocking.is_empty() => self.assign(other, place),
                    Some(blocking) => {
                        for blocker in blocking {
                            self.unassign(blocker);
                            self.enqueue(blocker);
                        }
                        self.assign(other, place);
                    }
                    None => self.enqueue(other),
                }
            }
        }
        fixed.pop();
        false
    }
}
