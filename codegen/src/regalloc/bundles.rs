//! Edge bundles: the sets of block borders at which a value must be in the same place. The end of a block and the
//! starts of all its successors are in one bundle, transitively.

use crate::mir::{Block, MachineFunction};
use cranelift_entity::SecondaryMap;

/// Bundles of a function.
#[derive(Clone, Debug, Default)]
pub struct EdgeBundles {
    /// Bundles of the start and the end of each block.
    of_block: SecondaryMap<Block, (u32, u32)>,
    count: usize,
}

impl EdgeBundles {
    /// Union-find over block borders; nearly linear.
    pub fn compute(func: &MachineFunction) -> EdgeBundles {
        let mut parent: Vec<u32> = (0..func.blocks.len() as u32 * 2).collect();
        fn find(parent: &mut [u32], mut at: u32) -> u32 {
            while parent[at as usize] != at {
                parent[at as usize] = parent[parent[at as usize] as usize];
                at = parent[at as usize];
            }
            at
        }
        for block in func.layout.blocks() {
            for &successor in func.successors(block) {
                let a = find(&mut parent, block.as_u32() * 2 + 1);
                let b = find(&mut parent, successor.as_u32() * 2);
                let (low, high) = (a.min(b), a.max(b));
                parent[high as usize] = low;
            }
        }
        // Dense numbers in the order of the layout.
        let mut number = vec![u32::MAX; parent.len()];
        let mut count = 0;
        let mut of_block = SecondaryMap::new();
        for block in func.layout.blocks() {
            let mut dense = |border: u32| {
                let root = find(&mut parent, border) as usize;
                if number[root] == u32::MAX {
                    number[root] = count;
                    count += 1;
                }
                number[root]
            };
            of_block[block] = (dense(block.as_u32() * 2), dense(block.as_u32() * 2 + 1));
        }
        EdgeBundles {
            of_block,
            count: count as usize,
        }
    }

    /// Number of bundles.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Bundle of the start of `block`.
    pub fn start(&self, block: Block) -> usize {
        self.of_block[block].0 as usize
    }

    /// Bundle of the end of `block`.
    pub fn end(&self, block: Block) -> usize {
        self.of_block[block].1 as usize
    }
}
