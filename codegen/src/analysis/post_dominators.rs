//! Immediate post-dominators of machine blocks.
//!
//! Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm", on the reversed graph with a virtual exit after
//! all blocks without successors. Blocks from which no exit is reached have no post-dominator.

use crate::analysis::ReversePostOrder;
use crate::mir::{Block, MachineFunction};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// The post-dominator tree of a function.
pub struct PostDominators {
    parents: SecondaryMap<Block, PackedOption<Block>>,
}

impl PostDominators {
    /// Computes it. `order` need not be of the reversed graph: the iteration runs to a fixed point.
    pub fn compute(func: &MachineFunction, order: &ReversePostOrder) -> PostDominators {
        // Post order of the reversed graph, by a search from the exits; node 0 is the virtual exit.
        let mut number: SecondaryMap<Block, u32> = SecondaryMap::new();
        let mut post = Vec::new();
        let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
        for &exit in order.blocks.iter().filter(|&&b| func.successors(b).is_empty()) {
            let mut stack = vec![(exit, 0)];
            seen[exit] = true;
            while let Some((block, next)) = stack.pop() {
                match func.predecessors(block).get(next) {
                    Some(&pred) => {
                        stack.push((block, next + 1));
                        if !seen[pred] {
                            seen[pred] = true;
                            stack.push((pred, 0));
                        }
                    }
                    None => post.push(block),
                }
            }
        }
        post.reverse();
        for (i, &block) in post.iter().enumerate() {
            number[block] = i as u32 + 1;
        }
        let mut parent: Vec<u32> = vec![u32::MAX; post.len() + 1];
        parent[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &post {
                let mut new = if func.successors(block).is_empty() {
                    0
                } else {
                    u32::MAX
                };
                for &successor in func.successors(block) {
                    let node = number[successor];
                    if node == 0 || parent[node as usize] == u32::MAX {
                        continue;
                    }
                    if new == u32::MAX {
                        new = node;
                        continue;
                    }
                    let (mut a, mut b) = (new, node);
                    while a != b {
                        if a > b {
                            a = parent[a as usize];
                        } else {
                            b = parent[b as usize];
                        }
                    }
                    new = a;
                }
                let own = number[block] as usize;
                if new != u32::MAX && parent[own] != new {
                    parent[own] = new;
                    changed = true;
                }
            }
        }
        let mut parents: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
        for &block in &post {
            let node = parent[number[block] as usize];
            if node != 0 && node != u32::MAX {
                parents[block] = Some(post[node as usize - 1]).into();
            }
        }
        PostDominators { parents }
    }

    /// The immediate post-dominator of `block`; `None` if it is the virtual exit or `block` reaches no exit.
    pub fn immediate(&self, block: Block) -> Option<Block> {
        self.parents[block].expand()
    }
}
