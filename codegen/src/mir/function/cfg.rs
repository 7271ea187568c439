//! Blocks of a machine function and the edges between them.

use super::MachineFunction;
use crate::mir::block::BlockData;
use crate::mir::entities::{Block, Inst};
use crate::mir::layout::Insts;
use crate::mir::operand::MachineOperand;
use wavec_mc::{InstrFlags, generic};

impl MachineFunction {
    /// A new block at the end of the function.
    pub fn create_block(&mut self) -> Block {
        let block = self.blocks.push(BlockData::default());
        self.layout.append_block(block);
        block
    }

    /// A new block that is not yet in the layout.
    pub fn create_detached_block(&mut self) -> Block {
        self.blocks.push(BlockData::default())
    }

    /// A new block after `after` in the layout.
    pub fn create_block_after(&mut self, after: Block) -> Block {
        let block = self.blocks.push(BlockData::default());
        self.layout.insert_block_after(block, after);
        block
    }

    /// The entry block.
    ///
    /// # Panics
    /// If the function has no block.
    pub fn entry(&self) -> Block {
        self.layout
            .entry()
            .expect("a machine function has an entry block")
    }

    /// Successors of `block`.
    pub fn successors(&self, block: Block) -> &[Block] {
        &self.blocks[block].successors
    }

    /// Predecessors of `block`.
    pub fn predecessors(&self, block: Block) -> &[Block] {
        &self.blocks[block].predecessors
    }

    /// Adds the edge `from -> to` unless it exists.
    pub fn add_edge(&mut self, from: Block, to: Block) {
        if !self.blocks[from].successors.contains(&to) {
            self.blocks[from].successors.push(to);
            self.blocks[to].predecessors.push(from);
        }
    }

    /// Removes the edge `from -> to`. The caller updates the PHIs of `to`.
    pub fn remove_edge(&mut self, from: Block, to: Block) {
        self.blocks[from].successors.retain(|&mut block| block != to);
        self.blocks[to].predecessors.retain(|&mut block| block != from);
    }

    /// Redirects `from`'s edge from `old` to `new`, in the same position. The caller updates terminators and PHIs.
    pub fn replace_edge(&mut self, from: Block, old: Block, new: Block) {
        if self.blocks[from].successors.contains(&new) {
            self.remove_edge(from, old);
            return;
        }
        for successor in &mut self.blocks[from].successors {
            if *successor == old {
                *successor = new;
            }
        }
        self.blocks[old].predecessors.retain(|&mut block| block != from);
        self.blocks[new].predecessors.push(from);
    }

    /// Moves all outgoing edges of `from` to `to` and renames `from` to `to` in the PHIs of the successors (for
    /// splitting a block after an instruction).
    pub fn transfer_successors(&mut self, from: Block, to: Block) {
        let successors = std::mem::take(&mut self.blocks[from].successors);
        for &successor in &successors {
            for predecessor in &mut self.blocks[successor].predecessors {
                if *predecessor == from {
                    *predecessor = to;
                }
            }
            self.replace_phi_block(successor, from, to);
        }
        debug_assert!(self.blocks[to].successors.is_empty());
        self.blocks[to].successors = successors;
    }

    /// In the PHIs of `block`, renames incoming block `old` to `new`.
    pub fn replace_phi_block(&mut self, block: Block, old: Block, new: Block) {
        let mut next = self.layout.first_inst(block);
        while let Some(inst) = next {
            if !self.is_phi(inst) {
                break;
            }
            for operand in self.operands_mut(inst) {
                if *operand == MachineOperand::Block(old) {
                    *operand = MachineOperand::Block(new);
                }
            }
            next = self.layout.next_inst(inst);
        }
    }

    /// Splits `block` before `inst`: `inst` and everything after it move to a new block, which gets the outgoing edges.
    /// No edge between the two is added.
    pub fn split_block_before(&mut self, inst: Inst) -> Block {
        let block = self
            .layout
            .inst_block(inst)
            .expect("the instruction is in a block");
        let rest = self.create_block_after(block);
        let mut next = Some(inst);
        while let Some(inst) = next {
            next = self.layout.next_inst(inst);
            self.layout.remove_inst(inst);
            self.layout.append_inst(inst, rest);
        }
        self.transfer_successors(block, rest);
        rest
    }

    /// Removes `block`, its instructions and its edges. The caller updates the PHIs of successors.
    pub fn remove_block(&mut self, block: Block) {
        while let Some(inst) = self.layout.first_inst(block) {
            self.remove_inst(inst);
        }
        for successor in std::mem::take(&mut self.blocks[block].successors) {
            self.blocks[successor]
                .predecessors
                .retain(|&mut predecessor| predecessor != block);
        }
        for predecessor in std::mem::take(&mut self.blocks[block].predecessors) {
            self.blocks[predecessor]
                .successors
                .retain(|&mut successor| successor != block);
        }
        self.layout.remove_block(block);
    }

    /// Instructions of `block` in order.
    pub fn block_insts(&self, block: Block) -> Insts<'_> {
        self.layout.insts(block)
    }

    /// The first terminator of `block`; `None` if control falls through.
    pub fn first_terminator(&self, block: Block) -> Option<Inst> {
        let mut first = None;
        for inst in self.layout.insts(block).rev() {
            if self.desc(inst).is(InstrFlags::TERMINATOR) {
                first = Some(inst);
            } else if !self.desc(inst).is(InstrFlags::META) && !self.is_terminator_copy(inst) {
                break;
            }
        }
        first
    }

    /// Copies may stand between terminators (for a value that a terminator defines).
    fn is_terminator_copy(&self, inst: Inst) -> bool {
        self.insts[inst].opcode == generic::COPY
            && self
                .layout
                .prev_inst(inst)
                .is_some_and(|prev| self.desc(prev).is(InstrFlags::TERMINATOR))
    }

    /// The first instruction of `block` that is not a PHI.
    pub fn first_non_phi(&self, block: Block) -> Option<Inst> {
        self.layout.insts(block).find(|&inst| !self.is_phi(inst))
    }
}
