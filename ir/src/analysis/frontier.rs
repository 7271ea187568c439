//! Iterated dominance frontiers: where a variable assigned in some blocks needs phis.
//!
//! Source: V. Sreedhar and G. Gao, "A Linear Time Algorithm for Placing φ-Nodes" (1995), with a heap by tree level.

use super::cfg::Cfg;
use super::dominators::DominatorTree;
use crate::entities::Block;
use cranelift_entity::EntityRef;
use std::collections::BinaryHeap;

/// Computes iterated dominance frontiers; its buffers are reused from one variable to the next.
#[derive(Debug, Default)]
pub struct IteratedFrontier {
    /// Generation marks, so that clearing costs nothing.
    in_frontier: Vec<u32>,
    visited: Vec<u32>,
    generation: u32,
    heap: BinaryHeap<(u32, u32)>,
    worklist: Vec<Block>,
}

impl IteratedFrontier {
    /// Buffers for a function of this many blocks.
    pub fn new(block_count: usize) -> IteratedFrontier {
        IteratedFrontier {
            in_frontier: vec![0; block_count],
            visited: vec![0; block_count],
            ..IteratedFrontier::default()
        }
    }

    /// The blocks where definitions in `defs` meet (or meet "no definition"), for which `is_live_in` holds; in reverse
    /// post-order. Unreachable definitions are ignored. Cost: linear in the blocks where the variable is live.
    pub fn compute(
        &mut self,
        cfg: &Cfg,
        tree: &DominatorTree,
        defs: &[Block],
        is_live_in: impl Fn(Block) -> bool,
    ) -> Vec<Block> {
        self.generation += 1;
        let generation = self.generation;
        let mut result = Vec::new();
        self.heap.clear();
        for &block in defs {
            if cfg.is_reachable(block) {
                self.heap.push((tree.depth(block), block.as_u32()));
            }
        }
        while let Some((level, root)) = self.heap.pop() {
            // Walk the subtree of `root`, looking for edges that leave it upwards.
            let root = Block::from_u32(root);
            if self.visited[root.index()] == generation {
                continue;
            }
            self.visited[root.index()] = generation;
            self.worklist.push(root);
            while let Some(block) = self.worklist.pop() {
                for succ in cfg.succs(block) {
                    if tree.idom(succ) == Some(block) || tree.depth(succ) > level {
                        continue;
                    }
                    if self.in_frontier[succ.index()] == generation || !is_live_in(succ) {
                        continue;
                    }
                    self.in_frontier[succ.index()] = generation;
                    result.push(succ);
                    if self.visited[succ.index()] != generation {
                        self.heap.push((tree.depth(succ), succ.as_u32()));
                    }
                }
                // Where it is dead, other definitions lie in between; these are deeper and have been processed already.
                for child in tree.children(block) {
                    if self.visited[child.index()] != generation && is_live_in(child) {
                        self.visited[child.index()] = generation;
                        self.worklist.push(child);
                    }
                }
            }
        }
        result.sort_unstable_by_key(|&b| cfg.rpo_index(b));
        result
    }
}
