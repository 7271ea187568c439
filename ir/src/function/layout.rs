//! The order of blocks and of the instructions in them.

use super::{Function, InstNode};
use crate::entities::{Block, Inst};
use crate::inst::Opcode;

impl Function {
    /// How many blocks there are, removed ones included: the size of dense maps by block.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Creates a block that is not yet in the order.
    pub fn make_block(&mut self) -> Block {
        self.forget_flow();
        self.blocks.push(())
    }

    /// Creates a block at the end of the order.
    pub fn append_new_block(&mut self) -> Block {
        let block = self.make_block();
        self.order.push(block);
        block
    }

    /// Blocks in order; the first is the entry.
    pub fn block_order(&self) -> &[Block] {
        &self.order
    }

    /// Replaces the order of blocks. Blocks left out are removed from the function (their instructions stay linked to
    /// them and are dead).
    pub fn set_block_order(&mut self, order: Vec<Block>) {
        if self.order.first() != order.first() {
            self.forget_flow();
        }
        self.order = order;
    }

    /// Puts `block` at the end of the order.
    pub fn append_block(&mut self, block: Block) {
        self.forget_flow();
        self.order.push(block);
    }

    /// Puts `block` into the order after `after`. O(blocks).
    pub fn insert_block_after(&mut self, block: Block, after: Block) {
        let at = self
            .order
            .iter()
            .position(|&b| b == after)
            .expect("a block of the order");
        self.order.insert(at + 1, block);
    }

    /// Puts the second block of each pair into the order after the first, which is there already; those with one
    /// predecessor follow each other as given. O(blocks) for all together.
    pub fn insert_blocks_after(&mut self, mut pairs: Vec<(Block, Block)>) {
        pairs.sort_by_key(|&(after, _)| after);
        let mut order = Vec::with_capacity(self.order.len() + pairs.len());
        for &block in &self.order {
            order.push(block);
            let first = pairs.partition_point(|&(after, _)| after < block);
            let followers = pairs[first..].iter().take_while(|&&(after, _)| after == block);
            order.extend(followers.map(|&(_, new)| new));
        }
        self.order = order;
    }

    /// The entry block.
    pub fn entry(&self) -> Option<Block> {
        self.order.first().copied()
    }

    /// First instruction of `block`.
    pub fn first_inst(&self, block: Block) -> Option<Inst> {
        self.block_nodes[block].first.expand()
    }

    /// Last instruction of `block`.
    pub fn last_inst(&self, block: Block) -> Option<Inst> {
        self.block_nodes[block].last.expand()
    }

    /// The terminator of `block`; none while it is being built.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        self.last_inst(block).filter(|&i| self.opcode(i).is_terminator())
    }

    /// The instruction after `inst`.
    pub fn next_inst(&self, inst: Inst) -> Option<Inst> {
        self.inst_nodes[inst].next.expand()
    }

    /// The instruction before `inst`.
    pub fn prev_inst(&self, inst: Inst) -> Option<Inst> {
        self.inst_nodes[inst].prev.expand()
    }

    /// The block that `inst` is in; none if it was removed.
    pub fn inst_block(&self, inst: Inst) -> Option<Block> {
        self.inst_nodes[inst].block.expand()
    }

    /// The instructions of `block`, in order.
    pub fn block_insts(&self, block: Block) -> BlockInsts<'_> {
        BlockInsts {
            function: self,
            next: self.first_inst(block),
        }
    }

    /// Successors of `block`, by its terminator; repeated ones are repeated.
    pub fn successors(&self, block: Block) -> &[Block] {
        self.terminator(block).map_or(&[], |t| self.inst_blocks(t))
    }

    /// The phis of `block`.
    pub fn phis(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        self.block_insts(block)
            .take_while(|&i| self.opcode(i) == Opcode::Phi)
    }

    /// The first instruction of `block` that is not a phi.
    pub fn first_non_phi(&self, block: Block) -> Option<Inst> {
        self.block_insts(block).find(|&i| self.opcode(i) != Opcode::Phi)
    }

    /// Puts `inst` at the end of `block`.
    pub fn append_inst(&mut self, inst: Inst, block: Block) {
        let last = self.block_nodes[block].last;
        if self.opcode(inst).is_terminator() || last.expand().is_some_and(|i| self.opcode(i).is_terminator())
        {
            self.forget_flow();
        }
        self.inst_nodes[inst] = InstNode {
            prev: last,
            next: None.into(),
            block: Some(block).into(),
        };
        match last.expand() {
            Some(last) => self.inst_nodes[last].next = Some(inst).into(),
            None => self.block_nodes[block].first = Some(inst).into(),
        }
        self.block_nodes[block].last = Some(inst).into();
        if self.annotations.is_some() {
            self.receive_records(inst, block);
        }
    }

    /// Puts `inst` before `before`, of which it gets the location unless it has one.
    pub fn insert_inst_before(&mut self, inst: Inst, before: Inst) {
        let node = self.inst_nodes[before];
        let block = node.block.expand().expect("an instruction in a block");
        self.inst_nodes[inst] = InstNode {
            prev: node.prev,
            next: Some(before).into(),
            block: node.block,
        };
        self.inst_nodes[before].prev = Some(inst).into();
        match node.prev.expand() {
            Some(prev) => self.inst_nodes[prev].next = Some(inst).into(),
            None => self.block_nodes[block].first = Some(inst).into(),
        }
        self.inherit_location(inst, before);
    }

    /// Puts `inst` at the start of `block`.
    pub fn prepend_inst(&mut self, inst: Inst, block: Block) {
        match self.first_inst(block) {
            Some(first) => self.insert_inst_before(inst, first),
            None => self.append_inst(inst, block),
        }
    }

    /// Removes `inst` from its block; it can be inserted elsewhere. Debug records before it stay where they are.
    pub fn detach_inst(&mut self, inst: Inst) {
        if self.annotations.is_some()
            && let Some(block) = self.inst_block(inst)
        {
            self.leave_records(inst, self.next_inst(inst), block);
        }
        self.detach_with_records(inst);
    }

    /// The same with the debug records before it: code moves as a whole.
    pub(crate) fn detach_with_records(&mut self, inst: Inst) {
        let node = self.inst_nodes[inst];
        let Some(block) = node.block.expand() else { return };
        let ends = |inst: Option<Inst>| inst.is_some_and(|inst| self.opcode(inst).is_terminator());
        if node.next.is_none() && (ends(Some(inst)) || ends(node.prev.expand())) {
            self.forget_flow();
        }
        match node.prev.expand() {
            Some(prev) => self.inst_nodes[prev].next = node.next,
            None => self.block_nodes[block].first = node.next,
        }
        match node.next.expand() {
            Some(next) => self.inst_nodes[next].prev = node.prev,
            None => self.block_nodes[block].last = node.prev,
        }
        self.inst_nodes[inst] = InstNode::default();
    }

    /// Removes `inst` from its block for good and drops its operands.
    pub fn remove_inst(&mut self, inst: Inst) {
        self.detach_inst(inst);
        let data = &mut self.insts[inst];
        data.args.clear(&mut self.value_lists);
        data.blocks.clear(&mut self.block_lists);
        if !self.attachments.is_empty() {
            self.attachments.remove(&inst);
        }
    }

    /// Moves `inst` and all that follow it in its block to the end of `to`. The phis of successors are not changed.
    pub fn split_block_tail(&mut self, inst: Inst, to: Block) {
        let mut cursor = Some(inst);
        while let Some(moved) = cursor {
            cursor = self.next_inst(moved);
            self.detach_with_records(moved);
            self.append_inst(moved, to);
        }
    }

    /// In the phis of `block`, entries from `from` now come from `to`.
    pub fn replace_phi_pred(&mut self, block: Block, from: Block, to: Block) {
        let mut cursor = self.first_inst(block);
        while let Some(phi) = cursor.filter(|&i| self.opcode(i) == Opcode::Phi) {
            for pred in self.inst_blocks_mut(phi) {
                if *pred == from {
                    *pred = to;
                }
            }
            cursor = self.next_inst(phi);
        }
    }
}

/// Iterator over the instructions of a block.
#[derive(Clone)]
pub struct BlockInsts<'a> {
    function: &'a Function,
    next: Option<Inst>,
}

impl Iterator for BlockInsts<'_> {
    type Item = Inst;

    fn next(&mut self) -> Option<Inst> {
        let inst = self.next?;
        self.next = self.function.next_inst(inst);
        Some(inst)
    }
}
