//! Liveness of physical registers: which register units hold values that are still read, per block and per point.
//! Needed after register allocation (waits, hazards, scavenging) and for flags before it.

use crate::mir::{Block, Inst, MachineFunction, MachineOperand};
use cranelift_entity::SecondaryMap;
use wavec_mc::{Reg, RegisterInfo};

/// A set of register units.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitSet {
    words: Vec<u64>,
}

impl UnitSet {
    /// The empty set for a target with `num_units` units.
    pub fn new(num_units: usize) -> UnitSet {
        UnitSet {
            words: vec![0; num_units.div_ceil(64)],
        }
    }

    /// The set of all units.
    pub fn full(num_units: usize) -> UnitSet {
        UnitSet {
            words: vec![u64::MAX; num_units.div_ceil(64)],
        }
    }

    /// Adds a unit.
    pub fn insert(&mut self, unit: u16) {
        self.words[unit as usize / 64] |= 1 << (unit % 64);
    }

    /// Removes a unit.
    pub fn remove(&mut self, unit: u16) {
        self.words[unit as usize / 64] &= !(1 << (unit % 64));
    }

    /// Whether the unit is in the set.
    pub fn contains(&self, unit: u16) -> bool {
        self.words[unit as usize / 64] & (1 << (unit % 64)) != 0
    }

    /// Adds the units of `reg`.
    pub fn insert_reg(&mut self, info: &RegisterInfo, reg: Reg) {
        for (word, bits) in words_of(info.units(reg)) {
            self.words[word] |= bits;
        }
    }

    /// Removes the units of `reg`.
    pub fn remove_reg(&mut self, info: &RegisterInfo, reg: Reg) {
        for (word, bits) in words_of(info.units(reg)) {
            self.words[word] &= !bits;
        }
    }

    /// Whether any unit of `reg` is in the set.
    pub fn contains_any(&self, info: &RegisterInfo, reg: Reg) -> bool {
        words_of(info.units(reg)).any(|(word, bits)| self.words[word] & bits != 0)
    }

    /// Adds all of `other`; returns whether that changed anything.
    pub fn union_with(&mut self, other: &UnitSet) -> bool {
        let mut changed = false;
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            changed |= *b & !*a != 0;
            *a |= b;
        }
        changed
    }

    /// Intersects with `other`; returns whether that changed anything.
    pub fn intersect_with(&mut self, other: &UnitSet) -> bool {
        let mut changed = false;
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            changed |= *a & !*b != 0;
            *a &= b;
        }
        changed
    }

    /// Removes what is in `other`.
    pub fn subtract(&mut self, other: &UnitSet) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= !b;
        }
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Units in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Some((i as u32 * 64 + bit) as u16)
            })
        })
    }

    /// Number of units.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }
}

/// The words of the set that a run of units covers, with its bits there. For most registers it is one word.
#[inline]
fn words_of(units: std::ops::Range<u16>) -> impl Iterator<Item = (usize, u64)> {
    let (mut start, end) = (usize::from(units.start), usize::from(units.end));
    std::iter::from_fn(move || {
        if start >= end {
            return None;
        }
        let word = start / 64;
        let after = end.min(64 * (word + 1));
        let bits = (u64::MAX >> (64 - (after - start))) << (start % 64);
        start = after;
        Some((word, bits))
    })
}

/// Live physical register units at the borders of blocks.
#[derive(Clone, Debug)]
pub struct PhysicalLiveness {
    live_in: SecondaryMap<Block, UnitSet>,
    live_out: SecondaryMap<Block, UnitSet>,
}

impl PhysicalLiveness {
    /// Backward data flow over blocks to a fixed point.
    pub fn compute(func: &MachineFunction) -> PhysicalLiveness {
        let units = func.registers().num_units as usize;
        let empty = UnitSet::new(units);
        let mut live_in: SecondaryMap<Block, UnitSet> = SecondaryMap::with_default(empty.clone());
        live_in.resize(func.blocks.len());
        let mut live_out: SecondaryMap<Block, UnitSet> = SecondaryMap::with_default(empty);
        live_out.resize(func.blocks.len());
        let order = crate::analysis::ReversePostOrder::compute(func);
        // The units that a block reads before writing them; the first visit adds those live after it. Also the units it
        // writes.
        let mut written: SecondaryMap<Block, UnitSet> = SecondaryMap::with_default(UnitSet::default());
        written.resize(func.blocks.len());
        for &block in &order.blocks {
            let (read, writes) = block_effects(func, block);
            live_in[block] = read;
            written[block] = writes;
        }
        let mut work: Vec<Block> = order.blocks.clone();
        let mut queued = cranelift_entity::EntitySet::with_capacity(func.blocks.len());
        for &block in &work {
            queued.insert(block);
        }
        let mut live = UnitSet::new(units);
        while let Some(block) = work.pop() {
            queued.remove(block);
            live.clear();
            for &successor in func.successors(block) {
                live.union_with(&live_in[successor]);
            }
            if !live_out[block].union_with(&live) {
                continue;
            }
            live.subtract(&written[block]);
            if live_in[block].union_with(&live) {
                for &predecessor in func.predecessors(block) {
                    if order.is_reachable(predecessor) && queued.insert(predecessor) {
                        work.push(predecessor);
                    }
                }
            }
        }
        PhysicalLiveness { live_in, live_out }
    }

    /// Units that are live at the start of `block`.
    pub fn live_in(&self, block: Block) -> &UnitSet {
        &self.live_in[block]
    }

    /// Units that are live at the end of `block`.
    pub fn live_out(&self, block: Block) -> &UnitSet {
        &self.live_out[block]
    }

    /// Units that are live right before `inst`; linear in the rest of its block.
    pub fn live_before(&self, func: &MachineFunction, inst: Inst) -> UnitSet {
        let block = func.inst_block(inst).expect("the instruction is in a block");
        let mut live = self.live_out[block].clone();
        for other in func.block_insts(block).rev() {
            step_backward(func, other, &mut live);
            if other == inst {
                break;
            }
        }
        live
    }
}

/// The units that `block` reads before writing them, and those that it writes.
fn block_effects(func: &MachineFunction, block: Block) -> (UnitSet, UnitSet) {
    let registers = func.registers();
    let mut read = UnitSet::new(registers.num_units as usize);
    let mut written = read.clone();
    for inst in func.block_insts(block).rev() {
        step(func, inst, &mut read, |reg| written.insert_reg(registers, reg));
    }
    (read, written)
}

/// From the units live after `inst` to those live before it.
pub fn step_backward(func: &MachineFunction, inst: Inst, live: &mut UnitSet) {
    step(func, inst, live, |_| {});
}

/// The same, and calls `visit` with each register that is written.
fn step(func: &MachineFunction, inst: Inst, live: &mut UnitSet, mut visit: impl FnMut(Reg)) {
    let registers = func.registers();
    let operands = func.operands(inst);
    let mut reads = false;
    for operand in operands {
        if let MachineOperand::Reg(operand) = operand
            && let Some(reg) = operand.reg.as_physical()
        {
            if operand.is_def() {
                live.remove_reg(registers, reg);
                visit(reg);
            } else {
                reads |= !operand.is_undef();
            }
        }
    }
    if !reads {
        return;
    }
    for operand in operands {
        if let MachineOperand::Reg(operand) = operand
            && operand.is_use()
            && !operand.is_undef()
            && let Some(reg) = operand.reg.as_physical()
        {
            live.insert_reg(registers, reg);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::*;
    use crate::mir::{Block, parse_function};
    use crate::test_target::tables;
    use cranelift_entity::EntityRef;

    #[test]
    fn nested_loops_and_liveness() {
        let func = parse_function(
            "--- f
livein: $s0
bb.0:
  $s1 = S_MOVI 0
bb.1:
  $s2 = S_MOVI 0
bb.2:
  $s2 = S_ADD $s2, $s0, implicit-def $scc
  S_CBRANCH %bb.2, implicit $scc
bb.3:
  S_CMP $s1, $s2, implicit-def $scc
  S_CBRANCH %bb.1, implicit $scc
bb.4:
  S_ENDPGM
",
            tables(),
        )
        .unwrap_or_else(|e| panic!("{e}"));
        let order = ReversePostOrder::compute(&func);
        let dominators = Dominators::compute(&func, &order);
        let loops = LoopInfo::compute(&func, &order, &dominators);
        let block = Block::new;
        let depths: Vec<u32> = (0..5).map(|i| loops.depth(block(i))).collect();
        assert_eq!(depths, [0, 1, 2, 1, 0]);
        assert!(dominators.dominates(block(1), block(4)));
        assert!(!dominators.dominates(block(4), block(1)));
        let frequency = BlockFrequency::compute(&func, &order, &loops);
        let values: Vec<f32> = (0..5).map(|i| frequency.of(block(i))).collect();
        assert_eq!(values, [1.0, 8.0, 64.0, 8.0, 1.0]);
        let liveness = PhysicalLiveness::compute(&func);
        let live: Vec<u16> = liveness.live_in(block(2)).iter().collect();
        assert_eq!(live, [0, 1, 2]);
        assert_eq!(liveness.live_in(block(0)).iter().collect::<Vec<_>>(), [0]);
        assert!(liveness.live_in(block(4)).is_empty());
    }
}
