//! Register coalescing: joins the two registers of a copy into one, so that the copy disappears.
//!
//! Works on whole registers and on parts (`d.sub1 = COPY s`): a joined register is a run of lanes inside its leader. Two
//! registers may be joined if, lane by lane, no two *different* values live at the same time. Values are compared as in
//! Boissinot et al., "Revisiting Out-of-SSA Translation" (2009): the value a copy defines is the value it copies, so a
//! source that is live beyond its copy does not conflict; neither do equal constants in one block. Unlike in the paper,
//! this runs after PHI elimination, on live intervals with value numbers, and handles copies of parts.
//!
//! Copies are tried by descending block frequency. Joined ranges are the unions of their parts' ranges and keep their
//! value names, so nothing is recomputed. The function is rewritten once at the end.
//!
//! Registers that occur in no copy, which are most, are skipped.
//!
//! Requires [`Stage::TwoAddress`]; keeps it. Invalidates live intervals. Cost: linear in the segments compared.

mod constants;
mod groups;
mod named_range;

use crate::analysis::{BlockFrequency, Dominators, LoopInfo, ReversePostOrder};
use crate::mir::{Inst, MachineFunction, MachineOperand, RegFlags, RegOperand, Register, Stage, VReg};
use crate::regalloc::live_intervals::{LiveIntervals, all_lanes};
use crate::regalloc::slot_indexes::{SlotIndex, SlotIndexes};
use crate::target::TargetMachineInfo;
use cranelift_entity::{EntityRef, SecondaryMap};
use fxhash::FxHashMap;
use groups::{Group, Groups};
use named_range::{NamedRange, NamedSegment, ValueName, lane_numbers, span};
use wavec_mc::{RegClassId, SubRegIndex, generic};
use wavec_support::stats::Stats;

/// Name of the pass.
pub const NAME: &str = "register-coalescing";

/// A class with fewer members than this is not forced on a joined register: it would be hard to allocate.
const MIN_CLASS_SIZE: usize = 8;

struct Coalescer<'a> {
    func: &'a MachineFunction,
    target: &'a dyn TargetMachineInfo,
    live: LiveIntervals,
    groups: Groups,
    /// Leader and lane offset inside it.
    leader: SecondaryMap<VReg, Option<(VReg, u8)>>,
    super_class: FxHashMap<(RegClassId, RegClassId, SubRegIndex), Option<RegClassId>>,
}

/// A copy between virtual registers.
#[derive(Clone, Copy)]
struct CopyInst {
    inst: Inst,
    dst: RegOperand,
    src: RegOperand,
}

/// Joins as many as possible; returns whether the function changed.
pub fn coalesce_registers(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    stats: &mut Stats,
) -> bool {
    debug_assert_eq!(func.stage, Stage::TwoAddress);
    let mut copies = collect_copies(func);
    if copies.is_empty() {
        return false;
    }
    let order = ReversePostOrder::compute(func);
    let dominators = Dominators::compute(func, &order);
    let loops = LoopInfo::compute(func, &order, &dominators);
    let frequency = BlockFrequency::compute(func, &order, &loops);
    let groups = Groups::new(func, &copies);
    let twins = constants::find_twins(func, target, &groups);
    let mut coalescer = Coalescer {
        func,
        target,
        live: LiveIntervals::compute(func, |vreg| groups.contains(vreg)),
        groups,
        leader: SecondaryMap::with_capacity(func.vregs.len()),
        super_class: FxHashMap::default(),
    };
    coalescer.leader.resize(func.vregs.len());
    coalescer.init_groups(&copies, &twins);
    // Frequent copies first; in program order among equals.
    let weight = |copy: &CopyInst| {
        func.inst_block(copy.inst)
            .map_or(0.0, |block| frequency.of(block))
    };
    copies.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let mut joined = 0;
    let mut failed: Vec<CopyInst> = Vec::new();
    for &copy in &copies {
        if coalescer.join(&copy) {
            joined += 1;
        } else {
            failed.push(copy);
        }
    }
    // One join may enable another (both sides are already in one register).
    for copy in &failed {
        joined += u64::from(coalescer.join(copy));
    }
    for index in 0..coalescer.groups.copied.len() {
        coalescer.find(coalescer.groups.copied[index]);
    }
    let Coalescer {
        leader,
        mut groups,
        live,
        ..
    } = coalescer;
    for (_, range) in groups.groups.iter_mut().flat_map(|group| &mut group.ranges) {
        range.settle();
    }
    for (&vreg, group) in groups.copied.iter().zip(&groups.groups) {
        if leader[vreg].is_none() {
            func.vregs[vreg].class = group.class;
        }
    }
    let removed = rewrite(func, &leader, &groups, &live.indexes) + constants::remove_twins(func, &twins);
    stats.add(NAME, "copies joined", joined);
    stats.add(NAME, "copies removed", removed);
    joined > 0 || removed > 0
}

fn collect_copies(func: &MachineFunction) -> Vec<CopyInst> {
    let mut copies = Vec::new();
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            if let Some((dst, src)) = func.as_copy(inst)
                && dst.reg.is_virtual()
                && src.reg.is_virtual()
                && !src.is_undef()
            {
                copies.push(CopyInst { inst, dst, src });
            }
        }
    }
    copies
}

impl Coalescer<'_> {
    fn size(&self, vreg: VReg) -> u8 {
        self.func.registers().class(self.func.class(vreg)).size_in_units
    }

    /// One group per register that is copied, with the names of its values.
    fn init_groups(&mut self, copies: &[CopyInst], twins: &[[Inst; 2]]) {
        let func = self.func;
        // Values of all ranges and lanes get consecutive numbers; then copies' values get the names of what they copy.
        let mut first_name: SecondaryMap<VReg, u32> = SecondaryMap::new();
        first_name.resize(func.vregs.len());
        let mut count = 0u32;
        for &vreg in &self.groups.copied {
            first_name[vreg] = count;
            for (lanes, range) in self.live.intervals[vreg].lane_ranges(all_lanes(self.size(vreg))) {
                count += range.values.len() as u32 * span(lanes);
            }
        }
        let mut names: Vec<ValueName> = (0..count).collect();
        self.name_constants(twins, &first_name, &mut names);
        self.name_copied_values(copies, &first_name, &mut names);
        for index in 0..self.groups.copied.len() {
            let vreg = self.groups.copied[index];
            let size = self.size(vreg);
            let mut base = first_name[vreg];
            let mut group = Group {
                class: func.class(vreg),
                size,
                ..Group::default()
            };
            for (lanes, range) in self.live.intervals[vreg].lane_ranges(all_lanes(size)) {
                // From here on, lanes that copy unrelated values have different names.
                let mut rest = lanes;
                while rest != 0 {
                    let name = |lane: u32, value: u32| {
                        let number = base + value * span(lanes) + lane - lanes.trailing_zeros();
                        names[number as usize] as i64 - lane as i64
                    };
                    let first = rest.trailing_zeros();
                    let mut alike = 0;
                    for lane in lane_numbers(rest) {
                        let values = 0..range.values.len() as u32;
                        if lane == first || values.clone().all(|v| name(lane, v) == name(first, v)) {
                            alike |= 1 << lane;
                        }
                    }
                    let segments = range
                        .segments
                        .iter()
                        .map(|segment| NamedSegment {
                            start: segment.start,
                            end: segment.end,
                            name: name(first, segment.value),
                        })
                        .collect();
                    group.ranges.push((alike, segments));
                    rest &= !alike;
                }
                base += range.values.len() as u32 * span(lanes);
            }
            for place in &self.live.operands[vreg] {
                let sub = place.get(func).sub;
                let run = (
                    func.registers().sub_reg_offset(sub),
                    func.registers().sub_reg_size(sub).unwrap_or(size),
                );
                if !group.runs.contains(&run) {
                    group.runs.push(run);
                }
            }
            self.groups.groups.push(group);
        }
    }

    /// Number of the value that lives in `lane` of `vreg` before `point`, or that is defined at `point`.
    fn value_number(
        &self,
        first_name: &SecondaryMap<VReg, u32>,
        vreg: VReg,
        lane: u8,
        point: SlotIndex,
        is_def: bool,
    ) -> Option<u32> {
        let mut base = first_name[vreg];
        for (lanes, range) in self.live.intervals[vreg].lane_ranges(all_lanes(self.size(vreg))) {
            if lanes & 1 << lane != 0 {
                let point = if is_def { point.reg() } else { point };
                let value = range.value_at(point)?;
                if is_def && range.values[value as usize].base() != point.base() {
                    return None;
                }
                return Some(base + value * span(lanes) + lane as u32 - lanes.trailing_zeros());
            }
            base += range.values.len() as u32 * span(lanes);
        }
        None
    }

    /// The name of a constant is that of its first twin.
    fn name_constants(
        &self,
        twins: &[[Inst; 2]],
        first_name: &SecondaryMap<VReg, u32>,
        names: &mut [ValueName],
    ) {
        let registers = self.func.registers();
        for &pair in twins {
            let [from, to] = pair.map(|inst| {
                let (_, def) = self.func.defs(inst).next()?;
                Some((def.reg.as_virtual()?, def.sub, self.live.indexes.of(inst)))
            });
            let (Some(from), Some(to)) = (from, to) else {
                continue;
            };
            let size = registers.sub_reg_size(to.1).unwrap_or(self.size(to.0));
            let number = |(vreg, sub, point): (VReg, SubRegIndex, SlotIndex), lane: u8| {
                let lane = registers.sub_reg_offset(sub) + lane;
                self.value_number(first_name, vreg, lane, point.reg(), true)
            };
            for lane in 0..size {
                if let (Some(to), Some(from)) = (number(to, lane), number(from, lane)) {
                    names[to as usize] = from;
                }
            }
        }
    }

    /// Follows copies: a copied value has the name of the source's value.
    fn name_copied_values(
        &self,
        copies: &[CopyInst],
        first_name: &SecondaryMap<VReg, u32>,
        names: &mut [ValueName],
    ) {
        let registers = self.func.registers();
        for &CopyInst { inst, dst, src } in copies {
            let (Some(d), Some(s)) = (dst.reg.as_virtual(), src.reg.as_virtual()) else {
                continue;
            };
            let point = self.live.indexes.of(inst);
            let size = registers.sub_reg_size(dst.sub).unwrap_or(self.size(d));
            let (d0, s0) = (
                registers.sub_reg_offset(dst.sub),
                registers.sub_reg_offset(src.sub),
            );
            for lane in 0..size {
                let to = self.value_number(first_name, d, d0 + lane, point.reg(), true);
                let from = self.value_number(first_name, s, s0 + lane, point, false);
                if let (Some(to), Some(from)) = (to, from) {
                    names[to as usize] = from;
                }
            }
        }
        // Chains of copies. A value cannot copy itself around a loop without a join, but do not rely on it.
        for start in 0..names.len() as u32 {
            let mut name = start;
            let mut steps = names.len();
            while names[name as usize] != name && steps > 0 {
                name = names[name as usize];
                steps -= 1;
            }
            let mut at = start;
            while names[at as usize] != name && at != name {
                at = std::mem::replace(&mut names[at as usize], name);
            }
        }
    }

    fn find(&mut self, vreg: VReg) -> (VReg, u8) {
        let (mut leader, mut offset) = (vreg, 0);
        while let Some((up, by)) = self.leader[leader] {
            leader = up;
            offset += by;
        }
        // Path compression: all values on the chain now refer to the end directly.
        let (mut at, mut left) = (vreg, offset);
        while let Some((up, by)) = self.leader[at]
            && up != leader
        {
            self.leader[at] = Some((leader, left));
            (at, left) = (up, left - by);
        }
        (leader, offset)
    }

    fn join(&mut self, copy: &CopyInst) -> bool {
        let registers = self.func.registers();
        let (Some(d), Some(s)) = (copy.dst.reg.as_virtual(), copy.src.reg.as_virtual()) else {
            return false;
        };
        let ((dst, dst_offset), (src, src_offset)) = (self.find(d), self.find(s));
        let d0 = (dst_offset + registers.sub_reg_offset(copy.dst.sub)) as i32;
        let s0 = (src_offset + registers.sub_reg_offset(copy.src.sub)) as i32;
        if dst == src {
            return d0 == s0;
        }
        // Lane x of the source's group is lane x + delta of the destination's.
        let delta = d0 - s0;
        let (dst_size, src_size) = (self.groups[dst].size as i32, self.groups[src].size as i32);
        let (outer, inner, offset) = if delta >= 0 && delta + src_size <= dst_size {
            (dst, src, delta)
        } else if delta <= 0 && dst_size - delta <= src_size {
            (src, dst, -delta)
        } else {
            return false;
        };
        let offset = offset as u8;
        let Some(class) = self.joined_class(outer, inner, offset) else {
            return false;
        };
        if self.interfere(outer, inner, offset) {
            return false;
        }
        self.merge(outer, inner, offset, class);
        true
    }

    /// The class of the joined register, if there is one for all parts and all accesses can be named.
    fn joined_class(&mut self, outer: VReg, inner: VReg, offset: u8) -> Option<RegClassId> {
        let registers = self.func.registers();
        let (out, inn) = (&self.groups[outer], &self.groups[inner]);
        if self.target.allocation_phase(out.class) != self.target.allocation_phase(inn.class)
            || self.target.register_file(out.class) != self.target.register_file(inn.class)
        {
            return None;
        }
        let index = if out.size == inn.size {
            SubRegIndex::NONE
        } else {
            registers.index_of_run(offset, inn.size)?
        };
        for &(run_offset, run_size) in &inn.runs {
            if offset + run_offset != 0 || run_size != out.size {
                registers.index_of_run(offset + run_offset, run_size)?;
            }
        }
        let (out_class, inn_class) = (out.class, inn.class);
        let class = *self
            .super_class
            .entry((out_class, inn_class, index))
            .or_insert_with(|| registers.matching_super_class(out_class, inn_class, index));
        let class = class?;
        let len = registers.class(class).len();
        let is_narrower = len < registers.class(out_class).len() || len < registers.class(inn_class).len();
        (!is_narrower || len >= MIN_CLASS_SIZE).then_some(class)
    }

    fn interfere(&self, outer: VReg, inner: VReg, offset: u8) -> bool {
        let (out, inn) = (&self.groups[outer], &self.groups[inner]);
        inn.ranges.iter().any(|(lanes, a)| {
            out.ranges
                .iter()
                .any(|(other, b)| other & (lanes << offset) != 0 && a.conflicts(b, offset))
        })
    }

    fn merge(&mut self, outer: VReg, inner: VReg, offset: u8, class: RegClassId) {
        let mut inn = std::mem::take(&mut self.groups[inner]);
        let out = &mut self.groups[outer];
        out.class = class;
        // Merge the smaller one into the larger: without an offset, the direction does not matter.
        let count = |ranges: &[(u32, NamedRange)]| ranges.iter().map(|(_, range)| range.len()).sum::<usize>();
        if offset == 0 && out.size == inn.size && count(&inn.ranges) > count(&out.ranges) {
            std::mem::swap(&mut inn.ranges, &mut out.ranges);
        }
        for &(run_offset, size) in &inn.runs {
            let run = (run_offset + offset, size);
            if !out.runs.contains(&run) {
                out.runs.push(run);
            }
        }
        for (lanes, mut range) in inn.ranges {
            range.shift_names(offset);
            let mut rest = lanes << offset;
            for index in 0..out.ranges.len() {
                let common = out.ranges[index].0 & rest;
                if common == 0 {
                    continue;
                }
                let others = out.ranges[index].0 & !common;
                if others != 0 {
                    let copy = out.ranges[index].1.clone();
                    out.ranges.push((others, copy));
                    out.ranges[index].0 = common;
                }
                rest &= !common;
                if rest == 0 {
                    out.ranges[index].1.merge(std::mem::take(&mut range));
                    break;
                }
                out.ranges[index].1.merge(range.clone());
            }
            if rest != 0 {
                out.ranges.push((rest, range));
            }
        }
        self.leader[inner] = Some((outer, offset));
    }
}

/// Renames joined registers and removes copies that became identities. Returns how many were removed. A definition of a
/// part is `undef` if no other part holds a value beyond it: which parts do has changed.
fn rewrite(
    func: &mut MachineFunction,
    leader: &SecondaryMap<VReg, Option<(VReg, u8)>>,
    groups: &Groups,
    indexes: &SlotIndexes,
) -> u64 {
    let registers = func.registers();
    let resolve = |vreg: VReg| -> (VReg, u8) {
        let (mut at, mut offset) = (vreg, 0);
        while let Some((up, by)) = leader[at] {
            at = up;
            offset += by;
        }
        (at, offset)
    };
    let old_sizes: Vec<u8> = func
        .vregs
        .values()
        .map(|data| registers.class(data.class).size_in_units)
        .collect();
    let mut removed = 0;
    let mut defined: SecondaryMap<VReg, u32> = SecondaryMap::new();
    let mut reads_of_parts: Vec<(Inst, usize)> = Vec::new();
    let blocks: Vec<_> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            for operand in func.operands_mut(inst) {
                let MachineOperand::Reg(reg) = operand else {
                    continue;
                };
                let Some(vreg) = reg.reg.as_virtual() else {
                    continue;
                };
                let (at, offset) = resolve(vreg);
                // Joined registers live on after their former ends.
                reg.flags.remove(RegFlags::KILL);
                let run_offset = offset + registers.sub_reg_offset(reg.sub);
                let run_size = registers.sub_reg_size(reg.sub).unwrap_or(old_sizes[vreg.index()]);
                if at != vreg {
                    reg.reg = Register::from(at);
                    reg.sub = if run_offset == 0 && run_size == old_sizes[at.index()] {
                        SubRegIndex::NONE
                    } else {
                        registers
                            .index_of_run(run_offset, run_size)
                            .expect("joined_class checked every run")
                    };
                }
                if reg.is_def() && groups.contains(at) {
                    let others = !registers.lane_mask(reg.sub, old_sizes[at.index()]);
                    let keeps_others = reg.sub.is_some() && groups[at].lives_across(others, indexes.of(inst));
                    reg.flags.set(RegFlags::UNDEF, reg.sub.is_some() && !keeps_others);
                }
            }
            if func.opcode(inst) == generic::COPY
                && let Some((dst, src)) = func.as_copy(inst)
                && dst.reg.is_virtual()
                && (dst.reg, dst.sub) == (src.reg, src.sub)
            {
                func.remove_inst(inst);
                removed += 1;
                continue;
            }
            for (place, operand) in func.operands(inst).iter().enumerate() {
                let MachineOperand::Reg(reg) = operand else {
                    continue;
                };
                match reg.reg.as_virtual().filter(|&vreg| groups.contains(vreg)) {
                    Some(vreg) if reg.is_def() => {
                        defined[vreg] |= registers.lane_mask(reg.sub, old_sizes[vreg.index()]);
                    }
                    Some(_) if reg.sub.is_some() => reads_of_parts.push((inst, place)),
                    _ => {}
                }
            }
        }
    }
    // A copy of the whole that is gone may have been all that defined a part, of nothing.
    for (inst, place) in reads_of_parts {
        if let MachineOperand::Reg(reg) = &mut func.operands_mut(inst)[place]
            && let Some(vreg) = reg.reg.as_virtual()
            && registers.lane_mask(reg.sub, old_sizes[vreg.index()]) & defined[vreg] == 0
        {
            reg.flags.insert(RegFlags::UNDEF);
        }
    }
    removed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{parse_function, verify_function};
    use crate::passes::{phi_elimination, two_address};
    use crate::test_target::{TestTarget, tables};

    fn run(text: &str) -> String {
        let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        let mut stats = Stats::new();
        if func.stage == Stage::SelectedSsa {
            phi_elimination::eliminate_phis(&mut func, &TestTarget, &mut stats);
        }
        if func.stage == Stage::NoPhis {
            two_address::lower_two_address(&mut func, &TestTarget, &mut stats);
        }
        coalesce_registers(&mut func, &TestTarget, &mut stats);
        verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
        func.to_string()
    }

    #[test]
    fn loop_and_tuple_copies_disappear() {
        let out = run("--- f
livein: $v0
livein: $s0
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = V_MOVI 1, implicit $exec
bb.1:
  %2:v32 = PHI %0, %bb.0, %3, %bb.1
  %3:v32 = V_MAC %1, %1, %2(tied-def 0), implicit $exec
  S_CMP $s0, $s0, implicit-def $scc
  S_CBRANCH %bb.1, implicit $scc
bb.2:
  %5:v32 = V_ADD %3, %1, implicit $exec
  %6:v128 = REG_SEQUENCE %1, %subreg.sub0, %3, %subreg.sub1, %5, %subreg.sub2, %5, %subreg.sub3
  %7:v64 = EXTRACT_SUBREG %6, %subreg.sub2_sub3
  %8:v64 = V_ADD64 %7, %7, implicit $exec
  V_STORE4 %6, %8.sub0, implicit $exec
  S_ENDPGM
");
        // The live-in copy and one of the two copies of %5 remain (two lanes need two registers).
        assert_eq!(out.matches("COPY").count(), 2, "{out}");
        assert!(out.contains("COPY $v0"), "{out}");
    }

    #[test]
    fn equal_constants_are_made_once_for_each_lane_mask() {
        let moves = |between: &str| {
            let out = run(&format!(
                "--- f
stage: no-phis
bb.0:
  %0:v32 = V_MOVI 1, implicit $exec
  %1:v32 = COPY %0
  V_STORE %1, %1, implicit $exec
  {between}
  %2:v32 = V_MOVI 1, implicit $exec
  %1:v32 = COPY %2
  V_STORE %1, %1, implicit $exec
  S_ENDPGM
"
            ));
            out.matches("V_MOVI").count()
        };
        assert_eq!(moves("%3:s32 = S_MOVI 0"), 1);
        assert_eq!(moves("%3:s64 = S_GETEXEC implicit $exec, implicit-def $exec"), 2);
    }

    #[test]
    fn parts_that_only_a_copy_defined_are_undefined() {
        let out = run("--- f
stage: two-address
livein: $v0
bb.0:
  undef %0.sub0:v64 = COPY $v0
  %1:v64 = COPY %0
  %2:v32 = V_ADD %1.sub0, %1.sub1, implicit $exec
  V_STORE %2, %2, implicit $exec
  S_ENDPGM
");
        assert!(out.contains("V_ADD %1.sub0, undef %1.sub1"), "{out}");
    }

    #[test]
    fn values_that_differ_stay_apart() {
        // A swap in a loop needs one temporary.
        let out = run("--- f
livein: $v0
livein: $s0
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = V_MOVI 1, implicit $exec
  S_CMP $s0, $s0, implicit-def $scc
bb.1:
  %2:v32 = PHI %0, %bb.0, %3, %bb.1
  %3:v32 = PHI %1, %bb.0, %2, %bb.1
  S_CBRANCH %bb.1, implicit $scc
bb.2:
  V_STORE %2, %3, implicit $exec
  S_ENDPGM
");
        let body = out.split_once("bb.1:").unwrap().1;
        assert!((2..=3).contains(&body.matches("COPY").count()), "{out}");
        // The source lives on and changes: no join.
        let out = run("--- f
stage: two-address
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = COPY %0
  %0:v32 = V_MAC %1, %1, %0(tied-def 0), implicit $exec
  V_STORE %0, %1, implicit $exec
  S_ENDPGM
");
        assert!(out.contains("%1:v32 = COPY %0"), "{out}");
    }
}
