//! The control-flow graph of a function: predecessors, successors, reverse post-order, reachability.

use super::graph::{Digraph, NONE};
use crate::entities::Block;
use crate::function::Function;
use cranelift_entity::EntityRef;

/// Control flow as given by the terminators; edges from unreachable blocks are omitted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cfg {
    /// The edges by block index; repeated edges (a switch) are repeated.
    pub graph: Digraph,
    rpo: Vec<Block>,
    rpo_index: Vec<u32>,
}

impl Cfg {
    /// Computes it. O(blocks + edges).
    pub fn compute(func: &Function) -> Cfg {
        let n = func.block_count();
        let Some(entry) = func.entry() else {
            return Cfg {
                graph: Digraph::new(n, &[]),
                rpo: Vec::new(),
                rpo_index: vec![NONE; n],
            };
        };
        // Reachable blocks first, in reverse post-order: the first successor of a branch comes first.
        let mut rpo_index = vec![NONE; n];
        let mut rpo = Vec::with_capacity(func.block_order().len());
        let mut stack = Vec::with_capacity(func.block_order().len());
        stack.push((entry, func.successors(entry).len()));
        // Any number says that a block has been seen; the right one follows.
        rpo_index[entry.index()] = 0;
        let mut edge_count = 0;
        while let Some((block, left)) = stack.last_mut() {
            if *left == 0 {
                rpo.push(*block);
                stack.pop();
                continue;
            }
            *left -= 1;
            edge_count += 1;
            let next = func.successors(*block)[*left];
            if rpo_index[next.index()] == NONE {
                rpo_index[next.index()] = 0;
                stack.push((next, func.successors(next).len()));
            }
        }
        rpo.reverse();
        for (i, block) in rpo.iter().enumerate() {
            rpo_index[block.index()] = i as u32;
        }
        let mut edges = Vec::with_capacity(edge_count);
        for &block in &rpo {
            for &succ in func.successors(block) {
                edges.push((block.as_u32(), succ.as_u32()));
            }
        }
        Cfg {
            graph: Digraph::new(n, &edges),
            rpo,
            rpo_index,
        }
    }

    /// Reachable blocks in reverse post-order.
    pub fn rpo(&self) -> &[Block] {
        &self.rpo
    }

    /// Position of `block` in the reverse post-order; `u32::MAX` if it is not reachable.
    pub fn rpo_index(&self, block: Block) -> u32 {
        self.rpo_index[block.index()]
    }

    /// Whether `block` is reachable.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.rpo_index.get(block.index()).is_some_and(|&i| i != NONE)
    }

    /// Predecessors of `block`, one entry per edge, in reverse post-order of the predecessors.
    pub fn preds(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + '_ {
        self.graph
            .preds
            .row(block.as_u32())
            .iter()
            .map(|&b| Block::from_u32(b))
    }

    /// Successors of `block`, one entry per edge.
    pub fn succs(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + '_ {
        self.graph
            .succs
            .row(block.as_u32())
            .iter()
            .map(|&b| Block::from_u32(b))
    }

    /// How many edges come into `block`.
    pub fn pred_count(&self, block: Block) -> usize {
        self.graph.preds.row(block.as_u32()).len()
    }

    /// The one predecessor of `block`, if all edges come from it.
    pub fn single_pred(&self, block: Block) -> Option<Block> {
        let row = self.graph.preds.row(block.as_u32());
        let first = *row.first()?;
        row.iter().all(|&p| p == first).then(|| Block::from_u32(first))
    }

    /// Size of maps by block.
    pub fn block_count(&self) -> usize {
        self.rpo_index.len()
    }
}
