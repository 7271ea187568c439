//! Moves waits from loops to their entries.
//!
//! A loop that uses values loaded before it waits in every iteration: from the second one on for operations of the
//! previous iteration, although the load completed long ago. So a loop that only stores waits at its entry instead.
//! Cost: linear in the instructions times the depth of loops; the states at block entries are recomputed for each depth
//! at which something was inserted.

use super::{
    COUNTERS, EXPORTS, LGKM, NO_WAIT, OF_RESULTS, SCALAR, State, Units, VM, block_index, build_waits,
    entry_states, required, step, written_units,
};
use wavec_codegen::analysis::{Dominators, LoopInfo, ReversePostOrder};
use wavec_codegen::mir::{Block, Cursor, Inst, MachineBuilder, MachineFunction};
use wavec_gpu_mc::target_flags;

/// Inserts them, given the states at block entries, which are updated. Returns how many.
pub(super) fn run(
    func: &mut MachineFunction,
    order: &ReversePostOrder,
    entry: &mut Vec<Option<State>>,
    units: Units,
) -> usize {
    let loops = LoopInfo::compute(func, order, &Dominators::compute(func, order));
    let blocks = loops.blocks_by_loop(order);
    let depth_of = |this| loops.depth(loops.header(this));
    let deepest = loops.loops().map(depth_of).max().unwrap_or(0);
    let mut inserted = 0;
    // Outer loops first: inner loops need not wait for what they have awaited.
    for depth in 1..=deepest {
        let mut waits: Vec<(Block, [u32; COUNTERS])> = Vec::new();
        for this in loops.loops().filter(|&this| depth_of(this) == depth) {
            let header = loops.header(this);
            let reachable = func
                .predecessors(header)
                .iter()
                .filter(|&&p| order.is_reachable(p));
            let (latches, outside): (Vec<Block>, Vec<Block>) =
                reachable.partition(|&&p| loops.contains(this, p));
            let around = Loop {
                blocks: &blocks[this],
                latches: &latches,
            };
            waits.extend(around.waits(func, entry, &outside));
        }
        for &(block, wait) in &waits {
            let cursor = match func.first_terminator(block) {
                Some(branch) => Cursor::Before(branch),
                None => Cursor::AtEnd(block),
            };
            build_waits(&mut MachineBuilder::new(func, cursor), wait);
        }
        if !waits.is_empty() {
            inserted += waits.len();
            *entry = entry_states(func, order, units);
        }
    }
    inserted
}

struct Loop<'a> {
    blocks: &'a [Block],
    latches: &'a [Block],
}

impl Loop<'_> {
    /// The waits at the ends of the blocks that enter the loop.
    fn waits(
        &self,
        func: &MachineFunction,
        entry: &[Option<State>],
        outside: &[Block],
    ) -> Vec<(Block, [u32; COUNTERS])> {
        let ends: Vec<(Block, State)> = outside
            .iter()
            .filter_map(|&block| Some((block, exit_state(func, entry, block)?)))
            .filter(|(_, state)| state.outstanding != [0; COUNTERS])
            .collect();
        if ends.is_empty() {
            return Vec::new();
        }
        // Without counted operations, a wait in the loop takes effect only once. A loop waits for its own loads anyway,
        // and thereby for older ones: then it is better to issue them first.
        let counts = |flag: u64| {
            let counted = |inst: &Inst| func.desc(*inst).target_flags() & flag != 0;
            let mut operations = self.insts(func).filter(counted).peekable();
            operations.peek().is_some() && operations.all(|inst| written_units(func, inst).next().is_none())
        };
        let flags = [
            (VM, target_flags::VM_CNT),
            (LGKM, target_flags::LGKM_CNT),
            (SCALAR, target_flags::LGKM_CNT),
        ];
        let counters: Vec<usize> = flags
            .into_iter()
            .filter(|&(_, flag)| counts(flag))
            .map(|(counter, _)| counter)
            .collect();
        let backs: Vec<State> = self
            .latches
            .iter()
            .filter_map(|&block| exit_state(func, entry, block))
            .collect();
        let mut waits = Vec::new();
        for (block, state) in ends {
            let mut once = state.clone();
            // The program says where it waits for these.
            once.forget_asynchronous_loads();
            once.exports.fill(0);
            once.outstanding[EXPORTS] = 0;
            once.kinds[EXPORTS] = 0;
            for counter in 0..OF_RESULTS {
                let is_counted = counters.contains(&counter);
                for (unit, age) in once.age[counter].iter_mut().enumerate() {
                    if !is_counted || backs.iter().any(|back| back.age[counter][unit] > 0) {
                        *age = 0;
                    }
                }
            }
            let mut wait = NO_WAIT;
            for inst in self.insts(func) {
                let needed = required(func, inst, &once);
                for counter in 0..COUNTERS {
                    wait[counter] = wait[counter].min(needed[counter]);
                }
            }
            if wait != NO_WAIT {
                waits.push((block, wait));
            }
        }
        waits
    }

    fn insts<'a>(&'a self, func: &'a MachineFunction) -> impl Iterator<Item = Inst> + 'a {
        self.blocks.iter().flat_map(|&block| func.block_insts(block))
    }
}

/// What is outstanding at the end of a block.
fn exit_state(func: &MachineFunction, entry: &[Option<State>], block: Block) -> Option<State> {
    let mut state = entry[block_index(block)].clone()?;
    for inst in func.block_insts(block) {
        let wait = required(func, inst, &state);
        step(func, inst, &mut state, wait);
    }
    Some(state)
}
