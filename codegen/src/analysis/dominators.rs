//! Dominator tree, by the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm").

use crate::analysis::order::ReversePostOrder;
use crate::mir::{Block, MachineFunction};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// Dominators of reachable blocks.
#[derive(Clone, Debug)]
pub struct Dominators {
    immediate: SecondaryMap<Block, PackedOption<Block>>,
    /// Interval of the pre-order numbers of the block's sub-tree; empty for unreachable blocks.
    intervals: SecondaryMap<Block, (u32, u32)>,
    preorder: Vec<Block>,
}

impl Dominators {
    /// Computes the tree; nearly linear.
    pub fn compute(func: &MachineFunction, order: &ReversePostOrder) -> Dominators {
        let count = order.blocks.len();
        const UNKNOWN: usize = usize::MAX;
        let mut idom = vec![UNKNOWN; count];
        if count > 0 {
            idom[0] = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (index, &block) in order.blocks.iter().enumerate().skip(1) {
                let mut new = UNKNOWN;
                for predecessor in func.predecessors(block).iter().filter_map(|&p| order.position(p)) {
                    if idom[predecessor] == UNKNOWN {
                        continue;
                    }
                    new = if new == UNKNOWN {
                        predecessor
                    } else {
                        let (mut a, mut b) = (new, predecessor);
                        while a != b {
                            while a > b {
                                a = idom[a];
                            }
                            while b > a {
                                b = idom[b];
                            }
                        }
                        a
                    };
                }
                if idom[index] != new {
                    idom[index] = new;
                    changed = true;
                }
            }
        }
        // Sub-tree sizes bottom-up, then pre-order numbers top-down.
        let mut sizes = vec![1u32; count];
        for index in (1..count).rev() {
            sizes[idom[index]] += sizes[index];
        }
        let mut starts = vec![0u32; count];
        let mut next_free: Vec<u32> = vec![0; count];
        let mut preorder = order.blocks.clone();
        let mut immediate = SecondaryMap::new();
        let mut intervals = SecondaryMap::new();
        immediate.resize(func.blocks.len());
        intervals.resize(func.blocks.len());
        for index in 0..count {
            if index > 0 {
                let parent = idom[index];
                starts[index] = next_free[parent];
                next_free[parent] += sizes[index];
                immediate[order.blocks[index]] = Some(order.blocks[parent]).into();
            }
            next_free[index] = starts[index] + 1;
            intervals[order.blocks[index]] = (starts[index], starts[index] + sizes[index]);
            preorder[starts[index] as usize] = order.blocks[index];
        }
        Dominators {
            immediate,
            intervals,
            preorder,
        }
    }

    /// Immediate dominator; `None` for the entry block and unreachable blocks.
    pub fn immediate(&self, block: Block) -> Option<Block> {
        self.immediate[block].expand()
    }

    /// Whether every path to `b` goes through `a` (true if they are equal). An unreachable `b` is dominated by every
    /// block.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let (a, b) = (self.intervals[a], self.intervals[b]);
        b.0 == b.1 || (a.0 <= b.0 && b.1 <= a.1)
    }

    /// Reachable blocks, each after its immediate dominator, with sub-trees kept together.
    pub fn preorder(&self) -> &[Block] {
        &self.preorder
    }

    /// The nearest block that dominates both (reachable) blocks.
    pub fn common(&self, a: Block, b: Block) -> Block {
        let mut a = a;
        while !self.dominates(a, b) {
            match self.immediate(a) {
                Some(up) => a = up,
                None => break,
            }
        }
        a
    }
}
