//! Program points: every instruction and block start has an index, every index four slots, packed in one `u32`.
//!
//! ```text
//!   index 128 Block  start of the instruction: where a value that comes in over the block border begins
//!            Early   early-clobber definitions begin here, before the uses end
//!            Reg     uses end here, definitions begin here
//!            Dead    a definition that is never read ends here
//! ```
//!
//! Consecutive entries are `GAP` apart, so that there is room for spill code; when a gap is full, everything is
//! renumbered, and live ranges are mapped with [`Renumbering`].

use crate::mir::{Block, Inst, MachineFunction};
use crate::regalloc::live_range::LiveRange;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use fxhash::FxHashMap;
use std::fmt;

/// Distance of consecutive instructions after (re)numbering: room for two dozen insertions at one position, and numbers
/// for eight million instructions.
pub const GAP: u32 = 128;

/// At a position of earlier insertions, the next one leaves all but this fraction of the room to later ones.
const PART_OF_ROOM: u32 = 8;

/// Slot of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Slot {
    /// Before everything the instruction does.
    Block = 0,
    /// Early-clobber definitions.
    Early = 1,
    /// Uses end, definitions begin.
    Reg = 2,
    /// Dead definitions end.
    Dead = 3,
}

/// A program point: instruction index and slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SlotIndex(u32);

const _: () = assert!(size_of::<SlotIndex>() == 4);

impl SlotIndex {
    /// Beyond every program point.
    pub const MAX: SlotIndex = SlotIndex(u32::MAX);
    /// The first program point.
    pub const ZERO: SlotIndex = SlotIndex(0);

    /// The start of instruction number `index`.
    #[cfg(test)]
    pub fn at(index: u32) -> SlotIndex {
        SlotIndex::new(index, Slot::Block)
    }

    fn new(index: u32, slot: Slot) -> SlotIndex {
        SlotIndex(index << 2 | slot as u32)
    }

    /// Number of the instruction or block start among all, if there were no insertions.
    pub fn place(self) -> usize {
        (self.index() / GAP) as usize
    }

    /// The point right before `point`.
    pub fn before(point: SlotIndex) -> SlotIndex {
        SlotIndex(point.0.saturating_sub(1))
    }

    /// Number of the instruction.
    pub fn index(self) -> u32 {
        self.0 >> 2
    }

    /// The `Block` slot of the same instruction.
    pub fn base(self) -> SlotIndex {
        SlotIndex(self.0 & !3)
    }

    /// The `Early` slot of the same instruction.
    pub fn early(self) -> SlotIndex {
        SlotIndex(self.0 & !3 | Slot::Early as u32)
    }

    /// The `Reg` slot of the same instruction.
    pub fn reg(self) -> SlotIndex {
        SlotIndex(self.0 & !3 | Slot::Reg as u32)
    }

    /// The `Dead` slot of the same instruction.
    pub fn dead(self) -> SlotIndex {
        SlotIndex(self.0 | 3)
    }

    /// Whether this is a `Block` slot.
    pub fn is_block(self) -> bool {
        self.0 & 3 == 0
    }

    /// Approximate distance in instructions (full gaps count more).
    pub fn distance(self, end: SlotIndex) -> u32 {
        end.index().saturating_sub(self.index()).div_ceil(GAP)
    }
}

impl fmt::Debug for SlotIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            self.index(),
            ["B", "e", "r", "d"][(self.0 & 3) as usize]
        )
    }
}

/// Index of every instruction and block border.
#[derive(Clone, Default)]
pub struct SlotIndexes {
    /// Index by instruction, 0 if it has none (index 0 belongs to the entry block's start).
    of_inst: SecondaryMap<Inst, u32>,
    /// By number divided by [`GAP`]: the instruction there, none for block starts.
    inst_at: Vec<PackedOption<Inst>>,
    /// Inserted instructions, which have other numbers.
    inserted: FxHashMap<u32, Inst>,
    /// Start and end of each block.
    of_block: SecondaryMap<Block, (SlotIndex, SlotIndex)>,
    /// Number of blocks before each.
    position: SecondaryMap<Block, u32>,
    /// By number divided by [`GAP`]: the block there. Blocks begin at multiples of it, also after insertions.
    block_at: Vec<Block>,
}

/// Maps old program points to new ones.
pub struct Renumbering {
    /// Old and new numbers of everything, in order.
    numbers: Vec<(u32, u32)>,
    /// By old number divided by [`GAP`]: the first entry of `numbers` there or after it.
    first: Vec<u32>,
    /// The new number after all.
    end: u32,
}

impl Renumbering {
    /// The new point for an old one; a point of a removed instruction moves to the next remaining entry, keeping the
    /// order.
    pub fn map(&self, point: SlotIndex) -> SlotIndex {
        if point == SlotIndex::MAX {
            return point;
        }
        let number = point.index();
        let first = self
            .first
            .get(point.place())
            .map_or(self.numbers.len(), |&at| at as usize);
        match self.numbers[first..].iter().find(|&&(old, _)| old >= number) {
            Some(&(old, new)) => SlotIndex(new << 2 | if old == number { point.0 & 3 } else { 0 }),
            None => SlotIndex(self.end << 2),
        }
    }
}

impl SlotIndexes {
    /// Numbers the whole function.
    pub fn compute(func: &MachineFunction) -> SlotIndexes {
        let mut indexes = SlotIndexes::default();
        indexes.number(func);
        indexes
    }

    fn number(&mut self, func: &MachineFunction) {
        let mut next = 0u32;
        let most = func.num_insts() + func.blocks.len() + 1;
        self.block_at.clear();
        self.block_at.reserve(most);
        self.inst_at.clear();
        self.inst_at.reserve(most);
        self.inserted.clear();
        self.of_inst.resize(func.num_insts());
        self.of_block.resize(func.blocks.len());
        self.position.resize(func.blocks.len());
        for (position, block) in func.layout.blocks().enumerate() {
            self.position[block] = position as u32;
            let start = SlotIndex::new(next, Slot::Block);
            next += GAP;
            self.inst_at.push(None.into());
            for inst in func.block_insts(block) {
                self.of_inst[inst] = next;
                self.inst_at.push(inst.into());
                next += GAP;
            }
            assert!(
                next < 1 << 30,
                "the function is too large for the register allocator"
            );
            self.of_block[block] = (start, SlotIndex::new(next, Slot::Block));
            self.block_at.resize((next / GAP) as usize, block);
        }
    }

    /// The `Block` slot of `inst`.
    ///
    /// # Panics
    /// In debug builds, if `inst` has no index.
    pub fn of(&self, inst: Inst) -> SlotIndex {
        let index = self.of_inst[inst];
        debug_assert!(index != 0, "{inst} has no slot index");
        SlotIndex::new(index, Slot::Block)
    }

    /// Whether `inst` has an index.
    pub fn has(&self, inst: Inst) -> bool {
        self.of_inst[inst] != 0
    }

    /// The instruction at `point`, if it is not a block's start and the instruction was not removed.
    pub fn inst_at(&self, point: SlotIndex) -> Option<Inst> {
        let index = point.index();
        match index.is_multiple_of(GAP) {
            true => self.inst_at.get(point.place())?.expand(),
            false => self.inserted.get(&index).copied(),
        }
    }

    /// Sets the entry at `index`.
    fn set_inst_at(&mut self, index: u32, inst: Option<Inst>) {
        if index.is_multiple_of(GAP) {
            self.inst_at[(index / GAP) as usize] = inst.into();
        } else if let Some(inst) = inst {
            self.inserted.insert(index, inst);
        } else {
            self.inserted.remove(&index);
        }
    }

    /// An upper bound of all instructions and block starts.
    pub fn num_places(&self) -> usize {
        self.block_at.len()
    }

    /// Start of `block`.
    pub fn block_start(&self, block: Block) -> SlotIndex {
        self.of_block[block].0
    }

    /// End of `block`, which is the start of the next.
    pub fn block_end(&self, block: Block) -> SlotIndex {
        self.of_block[block].1
    }

    /// Start and end of `block`.
    #[inline(always)]
    pub fn block_bounds(&self, block: Block) -> (SlotIndex, SlotIndex) {
        self.of_block[block]
    }

    /// The number of blocks before that around `point`.
    #[inline(always)]
    pub fn block_number(&self, point: SlotIndex) -> u32 {
        self.position[self.block_at(point)]
    }

    /// The block around `point`; a border belongs to the block that starts there.
    pub fn block_at(&self, point: SlotIndex) -> Block {
        let place = (point.index() / GAP) as usize;
        self.block_at[place.min(self.block_at.len() - 1)]
    }

    /// The number of blocks in which `range` is live.
    pub fn count_blocks(&self, range: &LiveRange) -> usize {
        let mut count = 0;
        let mut counted = 0;
        for segment in &range.segments {
            let first = self.position[self.block_at(segment.start)];
            let end = self.position[self.block_at(SlotIndex::before(segment.end))] + 1;
            count += end.saturating_sub(first.max(counted)) as usize;
            counted = counted.max(end);
        }
        count
    }

    /// Removes the entry of `inst`, which is about to be removed; its index stays a valid point.
    pub fn remove(&mut self, inst: Inst) {
        let index = std::mem::replace(&mut self.of_inst[inst], 0);
        if index != 0 {
            self.set_inst_at(index, None);
        }
    }

    /// Gives `new` the index of `old`, which is about to be removed.
    pub fn replace(&mut self, old: Inst, new: Inst) {
        let index = std::mem::replace(&mut self.of_inst[old], 0);
        debug_assert!(index != 0);
        self.of_inst[new] = index;
        self.set_inst_at(index, Some(new));
    }

    /// Assigns an index to `inst`, which was just inserted in the layout. If there was no room, everything is
    /// renumbered and the caller must map all its program points.
    #[must_use]
    pub fn insert(&mut self, func: &MachineFunction, inst: Inst) -> Option<Renumbering> {
        let block = func
            .inst_block(inst)
            .expect("an inserted instruction is in a block");
        let before = match func.layout.prev_inst(inst) {
            Some(previous) => self.of_inst[previous],
            None => self.of_block[block].0.index(),
        };
        // The next instruction with an index (several may be inserted before they are numbered).
        let mut next = func.layout.next_inst(inst);
        while let Some(candidate) = next {
            if self.of_inst[candidate] != 0 {
                break;
            }
            next = func.layout.next_inst(candidate);
        }
        let after = match next {
            Some(next) => self.of_inst[next],
            None => self.of_block[block].1.index(),
        };
        let room = after - before;
        if room < 2 {
            return Some(self.renumber(func));
        }
        // Repeated insertions at one position are mostly in order, either all before or all after an existing
        // instruction.
        let part = (room / PART_OF_ROOM).max(1);
        let index = match (before.is_multiple_of(GAP), after.is_multiple_of(GAP)) {
            (false, true) => before + part,
            (true, false) => after - part,
            _ => before + room / 2,
        };
        self.of_inst[inst] = index;
        self.set_inst_at(index, Some(inst));
        None
    }

    fn renumber(&mut self, func: &MachineFunction) -> Renumbering {
        let mut numbers: Vec<(u32, u32)> = Vec::with_capacity(self.inst_at.len() + self.inserted.len());
        let mut first: Vec<u32> = Vec::with_capacity(self.inst_at.len());
        let mut next = 0;
        for block in func.layout.blocks() {
            let start = self.of_block[block].0.index();
            let insts = func.block_insts(block).map(|inst| (self.of_inst[inst], true));
            for (old, is_inst) in std::iter::once((start, false)).chain(insts) {
                // An instruction that found no room has no old index: nothing refers to it, but it takes a position.
                if old != 0 || !is_inst {
                    // Entries removed in between move here.
                    let place = (old / GAP) as usize;
                    if first.len() <= place {
                        first.resize(place + 1, numbers.len() as u32);
                    }
                    numbers.push((old, next));
                }
                next += GAP;
            }
        }
        self.number(func);
        Renumbering {
            numbers,
            first,
            end: next,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{MachineBuilder, parse_function};
    use crate::test_target::{S_MOVI, s, tables};

    #[test]
    fn insertion_keeps_the_order_and_renumbers_when_full() {
        for before_second in [true, false] {
            let text = "--- f\nbb.0:\n  $s0 = S_MOVI 0\n  $s1 = S_MOVI 1\n  S_ENDPGM\n";
            let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
            let mut indexes = SlotIndexes::compute(&func);
            let entry = func.entry();
            let insts: Vec<Inst> = func.block_insts(entry).collect();
            let (first, second) = (insts[0], insts[1]);
            let mut point = indexes.of(second).reg();
            let mut renumbered = 0;
            for _ in 0..100 {
                let builder = match before_second {
                    true => MachineBuilder::before(&mut func, second),
                    false => MachineBuilder::after(&mut func, first),
                };
                let inst = insert_move(builder);
                if let Some(renumbering) = indexes.insert(&func, inst) {
                    renumbered += 1;
                    point = renumbering.map(point);
                }
                assert_eq!(point, indexes.of(second).reg());
                assert_eq!(indexes.inst_at(point), Some(second));
                let order: Vec<SlotIndex> = func.block_insts(entry).map(|i| indexes.of(i)).collect();
                assert!(order.is_sorted_by(|a, b| a < b), "{order:?}");
            }
            assert!((2..=6).contains(&renumbered), "{renumbered}");
            assert_eq!(indexes.block_at(point), entry);
        }
    }

    fn insert_move(mut builder: MachineBuilder) -> Inst {
        builder.build(S_MOVI).def(s(3)).imm(0).inst()
    }

    #[test]
    fn points_of_removed_instructions_move_to_what_is_left() {
        let text = "--- f\nbb.0:\n  $s0 = S_MOVI 0\n  $s1 = S_MOVI 1\n  $s2 = S_MOVI 2\n  S_ENDPGM\n";
        let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        let mut indexes = SlotIndexes::compute(&func);
        let entry = func.entry();
        let insts: Vec<Inst> = func.block_insts(entry).collect();
        let inserted = insert_move(MachineBuilder::before(&mut func, insts[1]));
        assert!(indexes.insert(&func, inserted).is_none());
        let gone = [indexes.of(inserted).reg(), indexes.of(insts[1]).reg()];
        let end = indexes.block_end(entry);
        for inst in [inserted, insts[1]] {
            indexes.remove(inst);
            func.remove_inst(inst);
        }
        let renumbering = indexes.renumber(&func);
        let next = indexes.of(insts[2]);
        assert_eq!(gone.map(|point| renumbering.map(point)), [next, next]);
        assert_eq!(renumbering.map(end), indexes.block_end(entry));
        assert_eq!(renumbering.map(SlotIndex::MAX), SlotIndex::MAX);
    }
}
