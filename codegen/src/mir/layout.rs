//! The order of blocks, and of the instructions inside each: doubly linked lists with O(1) insertion and removal.

use crate::mir::entities::{Block, Inst};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap};

#[derive(Clone, Copy, Default)]
struct BlockNode {
    prev: PackedOption<Block>,
    next: PackedOption<Block>,
    first: PackedOption<Inst>,
    last: PackedOption<Inst>,
    inserted: bool,
}

#[derive(Clone, Copy, Default)]
struct InstNode {
    prev: PackedOption<Inst>,
    next: PackedOption<Inst>,
    block: PackedOption<Block>,
}

/// Order of blocks and instructions.
#[derive(Clone, Default)]
pub struct Layout {
    blocks: SecondaryMap<Block, BlockNode>,
    insts: PrimaryMap<Inst, InstNode>,
    first_block: PackedOption<Block>,
    last_block: PackedOption<Block>,
}

impl Layout {
    /// Makes room for one more instruction, which is in no block.
    pub(super) fn add_inst(&mut self) {
        self.insts.push(InstNode::default());
    }

    /// The entry block.
    pub fn entry(&self) -> Option<Block> {
        self.first_block.expand()
    }

    /// The last block.
    pub fn last_block(&self) -> Option<Block> {
        self.last_block.expand()
    }

    /// The block after `block`.
    pub fn next_block(&self, block: Block) -> Option<Block> {
        self.blocks[block].next.expand()
    }

    /// The block before `block`.
    pub fn prev_block(&self, block: Block) -> Option<Block> {
        self.blocks[block].prev.expand()
    }

    /// Whether `block` is in the function.
    pub fn is_block_inserted(&self, block: Block) -> bool {
        self.blocks[block].inserted
    }

    /// Appends `block`, which must not be in the function yet.
    pub fn append_block(&mut self, block: Block) {
        debug_assert!(!self.blocks[block].inserted);
        let prev = self.last_block;
        self.blocks[block].prev = prev;
        self.blocks[block].next = None.into();
        self.blocks[block].inserted = true;
        match prev.expand() {
            Some(prev) => self.blocks[prev].next = block.into(),
            None => self.first_block = block.into(),
        }
        self.last_block = block.into();
    }

    /// Inserts `block` after `after`.
    pub fn insert_block_after(&mut self, block: Block, after: Block) {
        debug_assert!(!self.blocks[block].inserted);
        let next = self.blocks[after].next;
        self.blocks[block].prev = after.into();
        self.blocks[block].next = next;
        self.blocks[block].inserted = true;
        self.blocks[after].next = block.into();
        match next.expand() {
            Some(next) => self.blocks[next].prev = block.into(),
            None => self.last_block = block.into(),
        }
    }

    /// Removes `block` from the order; its instructions stay in it.
    pub fn remove_block(&mut self, block: Block) {
        let node = self.blocks[block];
        match node.prev.expand() {
            Some(prev) => self.blocks[prev].next = node.next,
            None => self.first_block = node.next,
        }
        match node.next.expand() {
            Some(next) => self.blocks[next].prev = node.prev,
            None => self.last_block = node.prev,
        }
        let node = &mut self.blocks[block];
        node.prev = None.into();
        node.next = None.into();
        node.inserted = false;
    }

    /// Blocks in order.
    pub fn blocks(&self) -> Blocks<'_> {
        Blocks {
            layout: self,
            next: self.first_block,
        }
    }

    /// First instruction of `block`.
    pub fn first_inst(&self, block: Block) -> Option<Inst> {
        self.blocks[block].first.expand()
    }

    /// Last instruction of `block`.
    pub fn last_inst(&self, block: Block) -> Option<Inst> {
        self.blocks[block].last.expand()
    }

    /// Instruction after `inst` in its block.
    pub fn next_inst(&self, inst: Inst) -> Option<Inst> {
        self.insts[inst].next.expand()
    }

    /// Instruction before `inst` in its block.
    pub fn prev_inst(&self, inst: Inst) -> Option<Inst> {
        self.insts[inst].prev.expand()
    }

    /// Block of `inst`, if it is in one.
    pub fn inst_block(&self, inst: Inst) -> Option<Block> {
        self.insts[inst].block.expand()
    }

    /// Instructions of `block` in order; double-ended.
    pub fn insts(&self, block: Block) -> Insts<'_> {
        let node = self.blocks[block];
        Insts {
            layout: self,
            front: node.first,
            back: node.last,
        }
    }

    /// Appends `inst` to `block`.
    pub fn append_inst(&mut self, inst: Inst, block: Block) {
        debug_assert!(self.insts[inst].block.is_none());
        let prev = self.blocks[block].last;
        self.insts[inst] = InstNode {
            prev,
            next: None.into(),
            block: block.into(),
        };
        match prev.expand() {
            Some(prev) => self.insts[prev].next = inst.into(),
            None => self.blocks[block].first = inst.into(),
        }
        self.blocks[block].last = inst.into();
    }

    /// Inserts `inst` as the first of `block`.
    pub fn prepend_inst(&mut self, inst: Inst, block: Block) {
        match self.first_inst(block) {
            Some(first) => self.insert_before(inst, first),
            None => self.append_inst(inst, block),
        }
    }

    /// Inserts `inst` before `before`.
    pub fn insert_before(&mut self, inst: Inst, before: Inst) {
        debug_assert!(self.insts[inst].block.is_none());
        let node = self.insts[before];
        let block = node
            .block
            .expand()
            .expect("the reference instruction is in a block");
        self.insts[inst] = InstNode {
            prev: node.prev,
            next: before.into(),
            block: block.into(),
        };
        self.insts[before].prev = inst.into();
        match node.prev.expand() {
            Some(prev) => self.insts[prev].next = inst.into(),
            None => self.blocks[block].first = inst.into(),
        }
    }

    /// Inserts `inst` after `after`.
    pub fn insert_after(&mut self, inst: Inst, after: Inst) {
        match self.next_inst(after) {
            Some(next) => self.insert_before(inst, next),
            None => {
                let block = self
                    .inst_block(after)
                    .expect("the reference instruction is in a block");
                self.append_inst(inst, block);
            }
        }
    }

    /// Removes `inst` from its block.
    pub fn remove_inst(&mut self, inst: Inst) {
        let node = self.insts[inst];
        let block = node.block.expand().expect("a removed instruction is in a block");
        match node.prev.expand() {
            Some(prev) => self.insts[prev].next = node.next,
            None => self.blocks[block].first = node.next,
        }
        match node.next.expand() {
            Some(next) => self.insts[next].prev = node.prev,
            None => self.blocks[block].last = node.prev,
        }
        self.insts[inst] = InstNode::default();
    }
}

/// Iterator over blocks in layout order.
#[derive(Clone)]
pub struct Blocks<'a> {
    layout: &'a Layout,
    next: PackedOption<Block>,
}

impl Iterator for Blocks<'_> {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        let block = self.next.expand()?;
        self.next = self.layout.blocks[block].next;
        Some(block)
    }
}

/// Iterator over the instructions of a block.
#[derive(Clone)]
pub struct Insts<'a> {
    layout: &'a Layout,
    front: PackedOption<Inst>,
    back: PackedOption<Inst>,
}

impl Iterator for Insts<'_> {
    type Item = Inst;

    fn next(&mut self) -> Option<Inst> {
        let inst = self.front.expand()?;
        if self.front == self.back {
            self.front = None.into();
            self.back = None.into();
        } else {
            self.front = self.layout.insts[inst].next;
        }
        Some(inst)
    }
}

impl DoubleEndedIterator for Insts<'_> {
    fn next_back(&mut self) -> Option<Inst> {
        let inst = self.back.expand()?;
        if self.front == self.back {
            self.front = None.into();
            self.back = None.into();
        } else {
            self.back = self.layout.insts[inst].prev;
        }
        Some(inst)
    }
}
