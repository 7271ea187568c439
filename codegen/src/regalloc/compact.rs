//! Compaction: what lies in the last registers is moved to gaps in front of them, as long as that costs nothing. Registers are
//! placed one after the other, large ones first, and stay off what would cost an instruction, so that there may be a few more
//! of them than values that live at once.
//!
//! A register moves to where as many copies vanish, as many instructions are short and as few runs are broken as before; what
//! is in its way there moves to free ones under the same conditions. Cost: [`PLACES`] for each register.

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
        match self.free_place(vreg, old, compaction) {
            Ok(reg) => {
                self.assign(vreg, reg);
                true
            }
            Err(taken) => taken.iter().any(|&reg| self.make_room(vreg, reg, compaction)),
        }
    }

    /// A free register that is no worse than `old`, or those that are not free.
    fn free_place(
        &mut self,
        vreg: VReg,
        old: Reg,
        compaction: &mut Compaction,
    ) -> Result<Reg, SmallVec<[Reg; 32]>> {
        let order = self.order(self.func.class(vreg));
        let hints = self.weighed_hints(vreg);
        let avoided = self.avoided(vreg);
        let short_forms: SmallVec<[Reg; 4]> = self.short_forms(vreg).collect();
        let merit = |reg: Reg| {
            let identities = hints.iter().find(|&&(hint, _)| hint == reg);
            let broken = |&&other: &&Reg| self.registers.overlap(other, reg);
            Merit {
                identities: identities.map_or(0.0, |&(_, weight)| weight),
                short_forms: short_forms.iter().filter(|&&wanted| wanted == reg).count(),
                broken_runs: avoided.iter().filter(broken).count(),
            }
        };
        let least = merit(old);
        let mut taken = SmallVec::new();
        for &reg in order.iter() {
            let units = self.registers.units(reg);
            if reg == old
                || compaction.is_usable[units.start.into()..units.end.into()].contains(&false)
                || !merit(reg).is_no_worse_than(&least)
            {
                continue;
            }
            compaction.budget = compaction.budget.saturating_sub(1);
            if compaction.budget == 0 {
                return Err(SmallVec::new());
            }
            if self.is_free(vreg, reg) {
                return Ok(reg);
            }
            taken.push(reg);
        }
        Err(taken)
    }

    /// Puts `vreg` in `reg` if what is there finds free places.
    fn make_room(&mut self, vreg: VReg, reg: Reg, compaction: &mut Compaction) -> bool {
        let Some(others) = self.interfering(vreg, reg, MAX_MOVED) else {
            return false;
        };
        let places: SmallVec<[Reg; MAX_MOVED]> = others.iter().map(|&other| self.assignment[other]).collect();
        others.iter().for_each(|&other| self.unassign(other));
        self.assign(vreg, reg);
        for (moved, (&other, &place)) in others.iter().zip(&places).enumerate() {
            let Ok(free) = self.free_place(other, place, compaction) else {
                // All go back.
                self.unassign(vreg);
                others[..moved].iter().for_each(|&other| self.unassign(other));
                for (&other, &place) in others.iter().zip(&places) {
                    self.assign(other, place);
                }
                return false;
            };
            self.assign(other, free);
        }
        true
    }
}
