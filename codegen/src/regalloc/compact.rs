//! Compaction: what lies in the last registers is moved to gaps in front of them, as long as that costs nothing. Registers are
//! placed one after the other, large ones first, and stay off what would cost an instruction, so that there may be a few more
//! of them than values that live at once.
//!
//! A register moves to where as many copies vanish, as many instructions are short and as few runs are broken as before; what
//! is in its way there moves under the same conditions. Cost: [`PLACES`] for each register.

use crate::mir::VReg;
use crate::regalloc::greedy::{Greedy, NAME};
use smallvec::SmallVec;
use wavec_mc::Reg;

/// Places that are looked at in a function, for each of its registers.
const PLACES: usize = 2;
/// The most that are.
const MAX_PLACES: usize = 256;
/// Most registers that make room for one.
const MAX_MOVED: usize = 8;
/// Longest chain of moves.
const MAX_DEPTH: usize = 1;

/// What makes a place good: copies that vanish there, by frequency, short instructions, and runs that break.
#[derive(Clone, Copy, Debug)]
struct Merit {
    identities: f32,
    short_forms: usize,
    broken_runs: usize,
}

impl Merit {
    fn is_no_worse_than(&self, other: &Merit) -> bool {
        self.identities >= other.identities
            && self.short_forms >= other.short_forms
            && self.broken_runs <= other.broken_runs
    }
}

struct Compaction {
    /// By unit whether it counts and is not to be left.
    is_usable: Vec<bool>,
    /// Places that may still be looked at.
    budget: u32,
    /// What was moved, and from where.
    moves: Vec<(VReg, Reg)>,
    /// What is being placed: it does not move for what makes room for it.
    chain: SmallVec<[VReg; 4]>,
}

impl Greedy<'_> {
    /// Moves registers of `file` to the front, once all are assigned.
    pub(super) fn compact(&mut self, file: usize) {
        let Some(counted) = self.target.counted_registers(self.func, file) else {
            return;
        };
        let mut is_usable = vec![false; self.unions.len()];
        let mut end = 0;
        for range in self.registers.class(counted).ranges {
            let units = self.registers.units(range.first).start..self.registers.units(range.last).end;
            for unit in units.map(usize::from) {
                is_usable[unit] = !self.reserved[unit];
                if !self.unions[unit].is_empty() {
                    end = end.max(unit + 1);
                }
            }
        }
        is_usable[end..].fill(false);
        let mut compaction = Compaction {
            budget: (PLACES * self.func.vregs.len()).min(MAX_PLACES) as u32,
            is_usable,
            moves: Vec::new(),
            chain: SmallVec::new(),
        };
        for unit in (0..end).rev() {
            if !std::mem::take(&mut compaction.is_usable[unit]) || self.unions[unit].is_empty() {
                continue;
            }
            while let Some(owner) = self.unions[unit].last_owner() {
                // What is fixed stays.
                let Some(vreg) = owner.vreg() else { return };
                let old = self.assignment[vreg];
                self.unassign(vreg);
                compaction.moves.clear();
                if !self.move_from(vreg, old, &mut compaction) {
                    self.assign(vreg, old);
                    return;
                }
            }
            self.stats.add(NAME, "registers saved by moves", 1);
        }
    }

    /// Finds a place for `vreg`, which was in `old`, that is no worse. Nothing is changed if there is none.
    fn move_from(&mut self, vreg: VReg, old: Reg, compaction: &mut Compaction) -> bool {
        let order = self.order(self.func.class(vreg));
        let hints = self.weighed_hints(vreg);
        let avoided = self.avoided(vreg);
        let short_forms: SmallVec<[Reg; 4]> = self.short_forms(vreg).collect();
        let merit = |greedy: &Self, reg: Reg| {
            let identities = hints.iter().find(|&&(hint, _)| hint == reg);
            let broken = |&&other: &&Reg| greedy.registers.overlap(other, reg);
            Merit {
                identities: identities.map_or(0.0, |&(_, weight)| weight),
                short_forms: short_forms.iter().filter(|&&wanted| wanted == reg).count(),
                broken_runs: avoided.iter().filter(broken).count(),
            }
        };
        let least = merit(self, old);
        let mut places: SmallVec<[Reg; 32]> = SmallVec::new();
        for &reg in order.iter() {
            let units = self.registers.units(reg);
            if reg == old
                || compaction.is_usable[units.start.into()..units.end.into()].contains(&false)
                || !merit(self, reg).is_no_worse_than(&least)
            {
                continue;
            }
            compaction.budget = compaction.budget.saturating_sub(1);
            if compaction.budget == 0 {
                return false;
            }
            if self.is_free(vreg, reg) {
                self.assign(vreg, reg);
                compaction.moves.push((vreg, old));
                return true;
            }
            places.push(reg);
        }
        if compaction.chain.len() == MAX_DEPTH {
            return false;
        }
        compaction.chain.push(vreg);
        let found = places.iter().any(|&reg| self.make_room(vreg, reg, compaction));
        compaction.chain.pop();
        if found {
            compaction.moves.push((vreg, old));
        }
        found
    }

    /// Puts `vreg` in `reg` if what is there finds other places.
    fn make_room(&mut self, vreg: VReg, reg: Reg, compaction: &mut Compaction) -> bool {
        let Some(others) = self.interfering(vreg, reg, MAX_MOVED) else {
            return false;
        };
        if others.iter().any(|other| compaction.chain.contains(other)) {
            return false;
        }
        let before = compaction.moves.len();
        let places: SmallVec<[Reg; MAX_MOVED]> = others.iter().map(|&other| self.assignment[other]).collect();
        others.iter().for_each(|&other| self.unassign(other));
        self.assign(vreg, reg);
        let has_moved = |(&other, &place): (&VReg, &Reg)| self.move_from(other, place, compaction);
        if others.iter().zip(&places).all(has_moved) {
            return true;
        }
        self.unassign(vreg);
        // What moved twice goes back to where it was first.
        let mut first_places: SmallVec<[(VReg, Reg); 8]> = others.into_iter().zip(places).collect();
        for (moved, place) in compaction.moves.drain(before..) {
            if self.assignment[moved].is_some() {
                self.unassign(moved);
            }
            if first_places.iter().all(|&(known, _)| known != moved) {
                first_places.push((moved, place));
            }
        }
        for (moved, place) in first_places {
            self.assign(moved, place);
        }
        false
    }
}
