//! Reverse post order of the control-flow graph.

use crate::mir::{Block, MachineFunction};
use cranelift_entity::SecondaryMap;

/// Reachable blocks, each (except loop headers) after its predecessors.
#[derive(Clone, Debug)]
pub struct ReversePostOrder {
    /// The blocks in order; the entry block is first.
    pub blocks: Vec<Block>,
    positions: SecondaryMap<Block, u32>,
}

const UNREACHABLE: u32 = u32::MAX;

impl ReversePostOrder {
    /// Walks the graph depth first, without recursion; linear.
    pub fn compute(func: &MachineFunction) -> ReversePostOrder {
        let mut positions = SecondaryMap::with_default(UNREACHABLE);
        positions.resize(func.blocks.len());
        let mut blocks = Vec::with_capacity(func.blocks.len());
        let mut stack: Vec<(Block, usize)> = Vec::with_capacity(func.blocks.len());
        let mut seen = cranelift_entity::EntitySet::with_capacity(func.blocks.len());
        if let Some(entry) = func.layout.entry() {
            seen.insert(entry);
            stack.push((entry, 0));
        }
        while let Some((block, next)) = stack.last_mut() {
            // From the last successor: then fall-through chains keep the order of the layout.
            let successors = func.successors(*block);
            if *next < successors.len() {
                let successor = successors[successors.len() - 1 - *next];
                *next += 1;
                if seen.insert(successor) {
                    stack.push((successor, 0));
                }
            } else {
                blocks.push(*block);
                stack.pop();
            }
        }
        blocks.reverse();
        for (position, &block) in blocks.iter().enumerate() {
            positions[block] = position as u32;
        }
        ReversePostOrder { blocks, positions }
    }

    /// Position of `block`; `None` if it is unreachable.
    pub fn position(&self, block: Block) -> Option<usize> {
        match self.positions[block] {
            UNREACHABLE => None,
            position => Some(position as usize),
        }
    }

    /// Whether `block` is reachable.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.positions[block] != UNREACHABLE
    }
}
