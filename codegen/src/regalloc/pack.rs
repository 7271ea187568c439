//! Packing: because registers are assigned one after the other, gaps may cost more registers than the values live at
//! once need. If fewer are worthwhile, all are reassigned in another order; the old assignment is kept if that fails.
//!
//! Nothing is split or spilled for it. Cost: a few assignments, and only in functions of moderate size beyond the
//! target's first limit.

use crate::mir::VReg;
use crate::options::CodegenOptions;
use crate::regalloc::greedy::{Greedy, NAME, reserved_units};
use std::cmp::Reverse;
use wavec_mc::Reg;

/// Maximum number of registers that are reassigned.
const MAX_PACKED: usize = 20_000;

impl Greedy<'_> {
    /// Looks for an assignment with fewer registers of `file`, all of whose registers are assigned.
    pub(super) fn pack(&mut self, options: &CodegenOptions, file: usize) {
        let mut limit = self.target.pressure_limit(self.func, options, file);
        let Some(least) = self.target.limited_to(self.func, options, file, limit) else {
            return;
        };
        let mut vregs: Vec<VReg> = (self.assignment.iter())
            .filter(|&(vreg, reg)| reg.is_some() && self.target.register_file(self.func.class(vreg)) == file)
            .map(|(vreg, _)| vreg)
            .collect();
        if vregs.is_empty() || vregs.len() > MAX_PACKED {
            return;
        }
        let reserved = reserved_units(self.func, self.target, &least);
        if self.fits(&vregs, &reserved) {
            return;
        }
        let peak = self.peak(&vregs);
        limit = self.target.next_pressure_limit(file, peak).max(limit);
        while let Some(options) = self.target.limited_to(self.func, options, file, limit) {
            let reserved = reserved_units(self.func, self.target, &options);
            if self.fits(&vregs, &reserved) {
                return;
            }
            let outer = std::mem::replace(&mut self.reserved, reserved);
            self.forget_orders();
            if self.place_anew(&mut vregs) {
                self.stats.add(NAME, "functions packed", 1);
                return;
            }
            self.reserved = outer;
            self.forget_orders();
            let next = self.target.next_pressure_limit(file, limit + 1);
            if next <= limit {
                return;
            }
            limit = next;
        }
    }

    fn fits(&self, vregs: &[VReg], reserved: &[bool]) -> bool {
        vregs.iter().all(|&vreg| {
            let units = self.registers.units(self.assignment[vreg]);
            !reserved[usize::from(units.start)..usize::from(units.end)].contains(&true)
        })
    }

    /// The largest number of units occupied at once.
    fn peak(&self, vregs: &[VReg]) -> u32 {
        let mut changes = Vec::new();
        for &vreg in vregs {
            for (lanes, range) in self.live.intervals[vreg].lane_ranges(self.lanes_of(vreg)) {
                let lanes = lanes.count_ones() as i32;
                for segment in &range.segments {
                    changes.push((segment.start, lanes));
                    changes.push((segment.end, -lanes));
                }
            }
        }
        // Ends make room for starts at the same point.
        changes.sort_unstable();
        let (mut now, mut peak) = (0, 0);
        for (_, change) in changes {
            now += change;
            peak = now.max(peak);
        }
        peak as u32
    }

    fn place_anew(&mut self, vregs: &mut [VReg]) -> bool {
        let old: Vec<(VReg, Reg)> = vregs.iter().map(|&vreg| (vreg, self.assignment[vreg])).collect();
        let start = |greedy: &Self, vreg: VReg| {
            let segments = &greedy.live.intervals[vreg].main.segments;
            segments.first().map(|segment| segment.start)
        };
        for by_size in [true, false] {
            for &(vreg, _) in &old {
                if self.assignment[vreg].is_some() {
                    self.unassign(vreg);
                }
            }
            vregs.sort_by_cached_key(|&vreg| {
                let size = self.registers.class(self.func.class(vreg)).size_in_units;
                let first = if by_size { size.next_multiple_of(2) } else { 0 };
                (Reverse(first), start(self, vreg), Reverse(size), vreg)
            });
            if vregs.iter().all(|&vreg| self.place(vreg)) {
                return true;
            }
        }
        for &(vreg, _) in &old {
            if self.assignment[vreg].is_some() {
                self.unassign(vreg);
            }
        }
        for (vreg, reg) in old {
            self.assign(vreg, reg);
        }
        false
    }

    fn place(&mut self, vreg: VReg) -> bool {
        let order = self.order(self.func.class(vreg));
        let hints = self.hints(vreg);
        let free = (hints.iter().copied().filter(|hint| order.contains(hint)))
            .chain(order.iter().copied())
            .find(|&reg| self.is_free(vreg, reg));
        if let Some(reg) = free {
            self.assign(vreg, reg);
        }
        free.is_some()
    }
}
