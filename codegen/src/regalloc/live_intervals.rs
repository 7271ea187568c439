//! Live intervals: where each virtual register, and each part of it that is accessed on its own, is live.
//!
//! Liveness is precise per *lane* (register unit of the tuple). Lanes that are always accessed together share a range: a
//! tuple that is built part by part and used whole has one range per part, so that `REG_SEQUENCE` does not reserve the
//! whole tuple from its first part on. A lane is live where some definition of it reaches (forward) and some use of it
//! is reached (backward): lanes that are undefined on a path take no register there, with or without `undef` flags.
//!
//! [`RangeBuilder`] computes a range from the lane's definitions and uses alone.

use crate::mir::{Inst, MachineFunction, OperandRef, RegOperand, VReg};
use crate::regalloc::live_range::{LiveRange, Segment};
use crate::regalloc::range_builder::{Access, RangeBuilder};
use crate::regalloc::slot_indexes::{Renumbering, SlotIndex, SlotIndexes};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use std::ops::{Index, IndexMut};
use wavec_mc::InstrFlags;

/// Range of some lanes of a register.
#[derive(Clone, Debug)]
pub struct SubRange {
    /// The lanes: bit per unit of the tuple.
    pub lanes: u32,
    /// Where they are live.
    pub range: LiveRange,
}

/// Liveness of one virtual register.
#[derive(Clone, Debug, Default)]
pub struct LiveInterval {
    /// Where any lane is live; value numbers only if `subranges` is empty.
    pub main: LiveRange,
    /// Ranges of parts that are accessed on their own, disjoint lanes; empty if the register is always accessed whole.
    pub subranges: Vec<SubRange>,
}

impl LiveInterval {
    /// Lanes that are live at `point`; `all` are the lanes of the register's class.
    pub fn live_lanes(&self, point: SlotIndex, all: u32) -> u32 {
        if self.subranges.is_empty() {
            return if self.main.live_at(point) { all } else { 0 };
        }
        self.subranges
            .iter()
            .filter(|sub| sub.range.live_at(point))
            .fold(0, |lanes, sub| lanes | sub.lanes)
    }

    /// The ranges with their lanes.
    pub fn lane_ranges(&self, all: u32) -> impl Iterator<Item = (u32, &LiveRange)> {
        let whole = self.subranges.is_empty().then_some((all, &self.main));
        whole
            .into_iter()
            .chain(self.subranges.iter().map(|sub| (sub.lanes, &sub.range)))
    }

    /// Maps everything to new program points.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        self.main.renumber(renumbering);
        for sub in &mut self.subranges {
            sub.range.renumber(renumbering);
        }
    }
}

/// Mask of the lanes of a register of `size` units.
pub fn all_lanes(size: u8) -> u32 {
    ((1u64 << size) - 1) as u32
}

/// The effect of an operand on the lanes it names: (lanes, reads, point of the access).
pub fn operand_access(
    func: &MachineFunction,
    indexes: &SlotIndexes,
    inst: Inst,
    operand: &RegOperand,
    size: u8,
) -> (u32, Access) {
    let lanes = func.registers().lane_mask(operand.sub, size);
    let base = indexes.of(inst);
    let point = if operand.is_def() && operand.is_early_clobber() {
        base.early()
    } else {
        base.reg()
    };
    (
        lanes,
        Access {
            point,
            is_def: operand.is_def(),
        },
    )
}

/// Per-register data; grows when a new register is written.
///
/// Unlike a `SecondaryMap`, it creates new entries instead of copying one, which costs ten times as much for entries
/// that contain small vectors.
pub struct VRegMap<T>(Vec<T>);

impl<T: Default> VRegMap<T> {
    /// Defaults for that many registers.
    pub fn new(len: usize) -> VRegMap<T> {
        VRegMap(std::iter::repeat_with(T::default).take(len).collect())
    }
}

impl<T> Index<VReg> for VRegMap<T> {
    type Output = T;

    fn index(&self, vreg: VReg) -> &T {
        &self.0[vreg.index()]
    }
}

impl<T: Default> IndexMut<VReg> for VRegMap<T> {
    fn index_mut(&mut self, vreg: VReg) -> &mut T {
        if vreg.index() >= self.0.len() {
            self.0.resize_with(vreg.index() + 1, T::default);
        }
        &mut self.0[vreg.index()]
    }
}

/// Live intervals of virtual registers, with their operands.
pub struct LiveIntervals {
    /// Program points.
    pub indexes: SlotIndexes,
    /// By register; empty for registers that are not tracked.
    pub intervals: VRegMap<LiveInterval>,
    /// Operands that name each register, in no particular order.
    pub operands: VRegMap<SmallVec<[OperandRef; 4]>>,
    builder: RangeBuilder,
}

impl LiveIntervals {
    /// Computes the intervals of all virtual registers for which `wanted` holds.
    pub fn compute(func: &MachineFunction, wanted: impl Fn(VReg) -> bool) -> LiveIntervals {
        let mut this = LiveIntervals {
            indexes: SlotIndexes::compute(func),
            intervals: VRegMap(Vec::with_capacity(func.vregs.len())),
            operands: VRegMap::new(func.vregs.len()),
            builder: RangeBuilder::new(func),
        };
        for block in func.layout.blocks() {
            for inst in func.block_insts(block) {
                for (index, operand) in func.reg_operands(inst) {
                    if let Some(vreg) = operand.reg.as_virtual()
                        && wanted(vreg)
                    {
                        let index = index as u32;
                        this.operands[vreg].push(OperandRef { inst, index });
                    }
                }
            }
        }
        for vreg in func.vregs.keys() {
            let interval = match wanted(vreg) {
                true => this.interval(func, vreg),
                false => LiveInterval::default(),
            };
            this.intervals.0.push(interval);
        }
        this
    }

    /// Computes `vreg`'s interval again from its operands.
    pub fn recompute(&mut self, func: &MachineFunction, vreg: VReg) {
        self.intervals[vreg] = self.interval(func, vreg);
    }

    fn interval(&mut self, func: &MachineFunction, vreg: VReg) -> LiveInterval {
        let size = func.registers().class(func.class(vreg)).size_in_units;
        let all = all_lanes(size);
        if let Some(range) = self.local_range(func, vreg) {
            return LiveInterval {
                main: range,
                subranges: Vec::new(),
            };
        }
        let mut accesses: SmallVec<[(u32, Access); 16]> = SmallVec::new();
        let mut loads: SmallVec<[SlotIndex; 4]> = SmallVec::new();
        let mut is_whole = true;
        for place in &self.operands[vreg] {
            let operand = place.get(func);
            let (lanes, access) = operand_access(func, &self.indexes, place.inst, &operand, size);
            if access.is_def || !operand.is_undef() {
                is_whole &= lanes == all;
                accesses.push((lanes, access));
            }
            if access.is_def && func.desc(place.inst).is(InstrFlags::MAY_LOAD) {
                loads.push(access.point);
            }
        }
        accesses.sort_unstable_by_key(|&(_, access)| access);
        let mut interval = LiveInterval::default();
        let mut list: SmallVec<[Access; 16]> = SmallVec::new();
        if is_whole {
            list.extend(accesses.iter().map(|&(_, access)| access));
            interval.main = self.builder.compute(&self.indexes, &list);
        } else {
            // Refine the set of all lanes by each mask: lanes that no access distinguishes stay together.
            let mut groups: SmallVec<[u32; 8]> = SmallVec::from_slice(&[all]);
            for &(lanes, _) in &accesses {
                for index in 0..groups.len() {
                    let (inside, outside) = (groups[index] & lanes, groups[index] & !lanes);
                    if inside != 0 && outside != 0 {
                        groups[index] = inside;
                        groups.push(outside);
                    }
                }
            }
            groups.sort_unstable_by_key(|lanes| lanes.trailing_zeros());
            interval.subranges.reserve_exact(groups.len());
            for &lanes in &groups {
                list.clear();
                let touching = accesses.iter().filter(|(mask, _)| mask & lanes != 0);
                list.extend(touching.map(|&(_, access)| access));
                let mut range = self.builder.compute(&self.indexes, &list);
                if !range.is_empty() {
                    self.keep_until_loaded(&mut range, &loads, &accesses);
                    interval.main.union_segments(&range);
                    interval.subranges.push(SubRange { lanes, range });
                }
            }
        }
        interval
    }

    /// Loaded values arrive late: overwriting a lane that nobody reads would wait for the whole load. So such a lane is
    /// kept until another lane of the same load is read in the block.
    fn keep_until_loaded(&self, range: &mut LiveRange, loads: &[SlotIndex], accesses: &[(u32, Access)]) {
        for index in 0..range.segments.len() {
            let Segment { start, end, .. } = range.segments[index];
            if end != start.dead() || !loads.contains(&start) {
                continue;
            }
            let block_end = self.indexes.block_end(self.indexes.block_at(start));
            let next = range
                .segments
                .get(index + 1)
                .map_or(SlotIndex::MAX, |next| next.start);
            let mut after = accesses
                .iter()
                .map(|(_, access)| access)
                .filter(|access| access.point > start);
            if let Some(read) = after.find(|access| !access.is_def)
                && read.point < block_end
            {
                range.segments[index].end = read.point.reg().min(next);
            }
        }
    }

    /// The range of a register with one definition and uses only after it in the same block, always accessed as a
    /// whole; most registers are such, and need no data flow.
    fn local_range(&self, func: &MachineFunction, vreg: VReg) -> Option<LiveRange> {
        let mut block = None;
        let mut def = None;
        let (mut first_use, mut last_use) = (SlotIndex::MAX, SlotIndex::ZERO);
        for place in &self.operands[vreg] {
            let operand = func.operands(place.inst)[place.index as usize].as_reg()?;
            if operand.is_use() && operand.is_undef() {
                continue;
            }
            let here = func.inst_block(place.inst);
            if operand.sub.is_some() || *block.get_or_insert(here) != here {
                return None;
            }
            let base = self.indexes.of(place.inst);
            if operand.is_use() {
                first_use = first_use.min(base);
                last_use = last_use.max(base.reg());
            } else {
                let point = if operand.is_early_clobber() {
                    base.early()
                } else {
                    base.reg()
                };
                if def.replace(point).is_some() {
                    return None;
                }
            }
        }
        let def = def?;
        if first_use <= def {
            return None;
        }
        let mut range = LiveRange::default();
        range.values.push(def);
        range.push(Segment {
            start: def,
            end: last_use.max(def.dead()),
            value: 0,
        });
        Some(range)
    }

    /// Assigns an inserted instruction an index; maps all intervals if everything was renumbered, and returns the map
    /// for other holders of program points.
    pub fn insert_inst(&mut self, func: &MachineFunction, inst: Inst) -> Option<Renumbering> {
        let renumbering = self.indexes.insert(func, inst)?;
        for interval in &mut self.intervals.0 {
            interval.renumber(&renumbering);
        }
        Some(renumbering)
    }

    /// Calls `visit` with the ranges of physical register units that instructions use, by ascending unit, for the units
    /// for which `wanted` holds.
    pub fn each_fixed(
        &mut self,
        func: &MachineFunction,
        wanted: impl Fn(u16) -> bool,
        mut visit: impl FnMut(u16, &LiveRange),
    ) {
        let registers = func.registers();
        let mut fixed = FixedAccesses::new(registers.num_units.into());
        if let Some(entry) = func.layout.entry() {
            let point = self.indexes.block_start(entry);
            for &(reg, _) in &func.live_ins {
                for unit in registers.units(reg).filter(|&unit| wanted(unit)) {
                    fixed.add(unit, Access { point, is_def: true });
                }
            }
        }
        for block in func.layout.blocks() {
            for inst in func.block_insts(block) {
                for (_, operand) in func.reg_operands(inst) {
                    let Some(reg) = operand.reg.as_physical() else {
                        continue;
                    };
                    if operand.is_use() && operand.is_undef() {
                        continue;
                    }
                    for unit in registers.units(reg).filter(|&unit| wanted(unit)) {
                        let size = registers.size_in_units(reg);
                        let (_, access) = operand_access(func, &self.indexes, inst, &operand, size);
                        fixed.add(unit, access);
                    }
                }
            }
        }
        let FixedAccesses { mut lists, .. } = fixed;
        lists.sort_unstable_by_key(|list| list.0);
        // Adjacent units are mostly accessed together, especially by calls.
        let mut last: Option<(SmallVec<[Access; 16]>, LiveRange)> = None;
        for (unit, mut list) in lists {
            list.sort_unstable();
            let same = last.take().filter(|(others, _)| *others == list);
            let (_, range) = last.insert(same.unwrap_or_else(|| {
                let range = self.builder.compute(&self.indexes, &list);
                (list, range)
            }));
            visit(unit, range);
        }
    }
}

/// Accesses of register units, few of which are used.
struct FixedAccesses {
    /// By unit: index among `lists`, plus 1.
    places: Vec<u32>,
    lists: Vec<(u16, SmallVec<[Access; 16]>)>,
}

impl FixedAccesses {
    fn new(num_units: usize) -> FixedAccesses {
        FixedAccesses {
            places: vec![0; num_units],
            lists: Vec::new(),
        }
    }

    fn add(&mut self, unit: u16, access: Access) {
        let place = &mut self.places[usize::from(unit)];
        if *place == 0 {
            self.lists.push((unit, SmallVec::new()));
            *place = self.lists.len() as u32;
        }
        self.lists[*place as usize - 1].1.push(access);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::parse_function;
    use crate::test_target::tables;

    /// Ranges as text: instruction numbers (block starts included) instead of slots.
    fn show(text: &str) -> Vec<String> {
        let func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        let live = LiveIntervals::compute(&func, |_| true);
        let range = |range: &LiveRange| -> String {
            let point = |p: SlotIndex| format!("{}{}", p.place(), if p.is_block() { "B" } else { "" });
            let parts: Vec<String> = range
                .segments
                .iter()
                .map(|s| format!("{}..{}={}", point(s.start), point(s.end), s.value))
                .collect();
            parts.join(" ")
        };
        func.vregs
            .keys()
            .map(|vreg| {
                let interval = &live.intervals[vreg];
                if interval.subranges.is_empty() {
                    return format!("{vreg}: {}", range(&interval.main));
                }
                let parts: Vec<String> = interval
                    .subranges
                    .iter()
                    .map(|sub| format!("L{:x}: {}", sub.lanes, range(&sub.range)))
                    .collect();
                format!("{vreg}: {}", parts.join("; "))
            })
            .collect()
    }

    #[test]
    fn loops_make_joined_values() {
        // 0 bb.0, 1 movi, 2 bb.1, 3 add, 4 branch, 5 bb.2, 6 cmp, 7 end
        let text = "--- f\nstage: no-phis\nbb.0:\n  %0:s32 = S_MOVI 0\nbb.1:\n  %0:s32 = S_ADD %0, %0, implicit-def $scc\n  S_CBRANCH %bb.1, implicit $scc\nbb.2:\n  S_CMP %0, %0, implicit-def dead $scc\n  S_ENDPGM\n";
        assert_eq!(show(text), ["%0: 1..2B=0 2B..3=2 3..6=1"]);
    }

    #[test]
    fn parts_of_tuples_live_on_their_own() {
        // 1 movi, 2 movi, 3 store
        let text = "--- f\nstage: no-phis\nbb.0:\n  undef %0.sub0:v64 = V_MOVI 0, implicit $exec\n  %0.sub1:v64 = V_MOVI 1, implicit $exec\n  %1:v64 = V_ADD64 %0, %0, implicit $exec\n  V_STORE %1.sub0, %1.sub0, implicit $exec\n  S_ENDPGM\n";
        assert_eq!(
            show(text),
            ["%0: L1: 1..3=0; L2: 2..3=0", "%1: L1: 3..4=0; L2: 3..3=0"]
        );
    }

    #[test]
    fn undefined_paths_take_no_register() {
        // 0 bb.0 1 cmp 2 branch 3 bb.1 4 movi 5 bb.2 6 cmp 7 end
        let text = "--- f\nstage: no-phis\nbb.0:\n  S_CMP $s0, $s0, implicit-def $scc\n  S_CBRANCH %bb.2, implicit $scc\nbb.1:\n  %0:s32 = S_MOVI 0\nbb.2:\n  S_CMP %0, %0, implicit-def dead $scc\n  S_ENDPGM\n";
        assert_eq!(show(text), ["%0: 4..6=0"]);
    }
}
