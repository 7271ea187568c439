//! Hoists integer computations that several conditional blocks repeat to the block that dominates these.
//!
//! ```text
//!        br %c, a, next                              %m = mul i32 %y, 132
//!   a:    %m = mul i32 %y, 132                       br %c, a, next
//!         store i32 0, ptr (%t + %m)          ->  a:    store i32 0, ptr (%t + %m)
//!   next: br %d, b, end                           next: br %d, b, end
//!   b:    %n = mul i32 %y, 132                    b:    store i32 1, ptr (%t + %m + 8)
//!         store i32 1, ptr (%t + %n + 8)
//! ```
//!
//! Guarded accesses, such as those at the border of an image or those of an unrolled loop with a condition, have their
//! addresses in common. Lanes that diverge execute all of the blocks, so one computation before them is less work than
//! one in each. Blocks that exclude each other because their condition is uniform are left alone.
//!
//! Requires: what dominates its repetition has replaced it (`gvn`), and constant offsets are separate
//! (`separate-offset`). Preserves: the control-flow graph. Cost: linear, and a search of at most `MAX_SEARCH` blocks for
//! each repetition. Only integers and addresses are hoisted, at most `MOST_WORDS` registers. Source: the idea of
//! LLVM's GVNHoist, without its condition that all paths compute the value.

use super::opt_sroa::gep_offset;
use crate::analysis::{Cfg, DivergenceAnalysis, LoopForest, TargetTransformInfo};
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::Opcode;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Maximum number of registers in a function that hoisted values take.
const MOST_WORDS: u64 = 24;
/// Maximum number of blocks in the search for a path between two repetitions.
const MAX_SEARCH: usize = 64;

/// What an instruction computes, but for types that are not operands.
type Key = (Opcode, Type, SmallVec<[Value; 3]>);

/// Hoists. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let (cfg, tree) = (func.cfg(), func.dominators());
    // Blocks that dominate whatever follows have no repetitions that GVN leaves.
    let is_common = |&block: &Block| {
        cfg.single_pred(block)
            .is_none_or(|pred| cfg.succs(pred).len() == 1)
    };
    let first = cfg
        .rpo()
        .iter()
        .take_while(|block| cfg.preds(**block).len() <= 1 && is_common(block));
    let rest = &cfg.rpo()[first.count()..];
    if rest.len() < 2 {
        return false;
    }
    let loops = func.loops();
    let mut divergence = None;
    let mut seen: FxHashMap<Key, Inst> = FxHashMap::default();
    let mut hoisted: FxHashSet<Inst> = FxHashSet::default();
    let mut words = 0;
    let mut changed = false;
    for &block in rest {
        let mut next = func.first_inst(block);
        while let Some(inst) = next {
            next = func.next_inst(inst);
            if !is_candidate(func, ctx, inst) {
                continue;
            }
            let args = func.args(inst).iter().map(|&arg| func.resolve(arg)).collect();
            let key = (func.opcode(inst), func.inst(inst).ty, args);
            let Some(&leader) = seen.get(&key) else {
                seen.insert(key, inst);
                continue;
            };
            let from = func.inst_block(leader).expect("a placed instruction");
            if func.inst(leader).aux != func.inst(inst).aux || from == block {
                continue;
            }
            let to = tree.nearest_common(from, block);
            if to != from {
                let size = ctx.layout.bits(&ctx.types, func.inst(inst).ty).div_ceil(32);
                let new = if hoisted.contains(&leader) { 0 } else { size };
                let is_outside = loops
                    .loop_of(to)
                    .is_none_or(|id| loops.contains(id, from) && loops.contains(id, block));
                let divergence =
                    divergence.get_or_insert_with(|| DivergenceAnalysis::compute(func, ctx, target));
                let are_both_executed =
                    divergence.is_divergent_branch(to) || is_reached(&cfg, &loops, from, block, to);
                if !is_outside || words + new > MOST_WORDS || !are_both_executed {
                    continue;
                }
                words += new;
                hoisted.insert(leader);
                let end = func.terminator(to).expect("a branch");
                func.hoist_inst(leader, end);
            }
            let flags = func.inst(leader).flags & func.inst(inst).flags;
            func.inst_mut(leader).flags = flags;
            let values = func.result(inst).zip(func.result(leader));
            let (old, new) = values.expect("results");
            func.replace_uses_with_alias(old, new);
            func.remove_inst(inst);
            changed = true;
        }
    }
    func.resolve_aliases();
    changed
}

/// Whether `inst` computes an integer or an address, with an instruction of its own, and may do so anywhere.
fn is_candidate(func: &Function, ctx: &Context, inst: Inst) -> bool {
    use Opcode::*;
    let index_of_address = |index: usize| func.args(inst).get(index).and_then(|&arg| func.def_inst(arg));
    match func.opcode(inst) {
        Add | Sub | Mul | Shl | LShr | AShr | And | Or | Xor | SExt => ctx
            .types
            .int_bits(func.inst(inst).ty)
            .is_some_and(|bits| bits > 1),
        // Accesses encode constant offsets, and indices of 32 bits without sign.
        GetElementPtr => {
            gep_offset(func, ctx, inst).is_none()
                && index_of_address(1).is_none_or(|index| func.opcode(index) != ZExt)
                && ctx.types.address_space(func.inst(inst).ty).is_some()
        }
        _ => false,
    }
}

/// Whether `to` is reached from `from`, without going through `common` or around a loop.
fn is_reached(cfg: &Cfg, loops: &LoopForest, from: Block, to: Block, common: Block) -> bool {
    let end = cfg.rpo_index(to);
    let mut left: SmallVec<[Block; 16]> = SmallVec::from_slice(&[from]);
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    while let Some(block) = left.pop() {
        if block == to {
            return true;
        }
        let is_ahead =
            |next: &Block| *next != common && cfg.rpo_index(*next) <= end && !loops.is_header(*next);
        if seen.insert(block) && seen.len() <= MAX_SEARCH {
            left.extend(cfg.succs(block).filter(is_ahead));
        }
    }
    false
}
