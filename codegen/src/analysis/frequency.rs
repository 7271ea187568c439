//! Static block frequencies: how often a block runs relative to the entry block.

use crate::analysis::loops::LoopInfo;
use crate::analysis::order::ReversePostOrder;
use crate::mir::{Block, MachineFunction};
use cranelift_entity::SecondaryMap;

/// Assumed number of iterations of a loop.
const LOOP_FACTOR: f32 = 8.0;
/// Deepest loop nest that still increases the frequency; keeps weights finite.
const MAX_DEPTH: u32 = 8;

/// Frequencies; the entry block has 1.
#[derive(Clone, Debug)]
pub struct BlockFrequency {
    frequency: SecondaryMap<Block, f32>,
}

impl BlockFrequency {
    /// Branches split evenly; a loop iterates eight times; it is left as often as it is entered. Linear.
    pub fn compute(func: &MachineFunction, order: &ReversePostOrder, loops: &LoopInfo) -> BlockFrequency {
        // Mass per iteration of the enclosing loops; the factor of the loops is applied by depth afterwards.
        let mut mass: SecondaryMap<Block, f32> = SecondaryMap::with_default(0.0);
        mass.resize(func.blocks.len());
        for (position, &block) in order.blocks.iter().enumerate() {
            let is_forward = |p: Block| order.position(p).is_some_and(|at| at < position);
            let mut total = if position == 0 { 1.0 } else { 0.0 };
            for &predecessor in func.predecessors(block) {
                if !is_forward(predecessor) {
                    continue;
                }
                let at = order.position(predecessor);
                let ways = func
                    .successors(predecessor)
                    .iter()
                    .filter(|&&s| order.position(s) > at)
                    .count();
                let leaves = loops
                    .innermost(predecessor)
                    .filter(|&this| !loops.contains(this, block));
                total += match leaves {
                    // Everything that entered leaves; several exits share it.
                    Some(this) => mass[loops.header(this)] / ways.max(1) as f32,
                    None => mass[predecessor] / ways.max(1) as f32,
                };
            }
            mass[block] = total.clamp(1e-3, 1.0);
        }
        let mut frequency = SecondaryMap::with_default(0.0);
        frequency.resize(func.blocks.len());
        for &block in &order.blocks {
            let depth = loops.depth(block).min(MAX_DEPTH);
            frequency[block] = mass[block] * LOOP_FACTOR.powi(depth as i32);
        }
        BlockFrequency { frequency }
    }

    /// Frequency of `block`, 0 if it is unreachable.
    pub fn of(&self, block: Block) -> f32 {
        self.frequency[block]
    }
}
