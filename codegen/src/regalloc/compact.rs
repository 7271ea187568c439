//! Compaction: moves registers from the highest physical registers to gaps below them, as long as that costs nothing.
//! Registers are assigned one after the other, large ones first, and avoid locations that would cost an instruction, so
//! there may be a few more of them than values live at once.
//!
//! A register moves where as many copies vanish, as many instructions are short and as few runs are broken as before;
//! registers in the way move to free ones under the same conditions. Cost: [`PLACES`] for each register.

use crate::mir::VReg;
use crate::regalloc::greedy::{Greedy, NAME};
use smallvec::SmallVec;
use wavec_mc::Reg;

/// Number of locations tried in a function per register.
const PLACES: usize = 2;
/// Maximum number of locations tried.
const MAX_PLACES: usize = 256;
/// Maximum number of registers moved to make room for one.
const MAX_MOVED: usize = 8;

/// The quality of a location: vanishing copies, by frequency, short instructions, and broken runs.
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
    /// By unit: whether it counts and must not be vacated.
    is_usable: Vec<bool>,
    /// Remaining budget of locations to try.
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
                // Fixed registers stay.
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

    /// Finds a location for `vreg`, which was in `old`, that is no worse. Changes nothing if there is none.
    fn move_from(&mut self, vreg: VReg, old: Reg, compaction: &mut Compaction) -> bool {
        match self.free_place(vreg, old, compaction) {
            Ok(reg) => {
                self.assign(vreg, reg);
                true
            }
            Err(taken) => taken.iter().any(|&reg| self.make_room(vreg, reg, compaction)),
        }
    }

    /// A free register that is no worse than `old`, or else the occupied candidates.
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

    /// Assigns `reg` to `vreg` if its occupants find free locations.
    fn make_room(&mut self, vreg: VReg, reg: Reg, compaction: &mut Compaction) -> bool {
        let Some(others) = self.interfering(vreg, reg, MAX_MOVED) else {
            return false;
        };
        let places: SmallVec<[Reg; MAX_MOVED]> = others.iter().map(|&other| self.assignment[other]).collect();
        others.iter().for_each(|&other| self.unassign(other));
        self.assign(vreg, reg);
        for (moved, (&other, &place)) in others.iter().zip(&places).enumerate() {
            let Ok(free) = self.free_place(other, place, compaction) else {
                // Undo all moves.
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
