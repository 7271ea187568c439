//! Loops in simplified form, for loop passes.

use super::blocks::split_predecessors;
use crate::analysis::{Cfg, DominatorTree, LoopForest};
use crate::context::Context;
use crate::entities::{Block, Inst, Symbol};
use crate::function::Function;
use crate::metadata::Metadata;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use std::sync::Arc;

/// Analyses of loops.
pub struct LoopAnalyses {
    /// The graph.
    pub cfg: Arc<Cfg>,
    /// The dominator tree.
    pub tree: Arc<DominatorTree>,
    /// The loops.
    pub loops: Arc<LoopForest>,
}

impl LoopAnalyses {
    /// The current analyses.
    pub fn of(func: &Function) -> LoopAnalyses {
        LoopAnalyses {
            cfg: func.cfg(),
            tree: func.dominators(),
            loops: func.loops(),
        }
    }
}

/// Gives every loop a preheader and a single latch. Returns whether anything changed, and the current analyses.
pub fn simplify_loops(func: &mut Function, ctx: &Context) -> (bool, LoopAnalyses) {
    let analyses = LoopAnalyses::of(func);
    let changed = simplify_known_loops(func, ctx, &analyses);
    let analyses = if changed { LoopAnalyses::of(func) } else { analyses };
    (changed, analyses)
}

/// The same for loops that are known.
fn simplify_known_loops(func: &mut Function, ctx: &Context, analyses: &LoopAnalyses) -> bool {
    let LoopAnalyses { cfg, loops, .. } = analyses;
    let mut changed = false;
    for id in loops.inner_first() {
        let header = loops.get(id).header;
        let (inside, outside): (SmallVec<[Block; 4]>, SmallVec<[Block; 4]>) =
            cfg.preds(header).partition(|&p| loops.contains(id, p));
        let has_preheader = outside.len() == 1 && func.successors(outside[0]).len() == 1;
        if !has_preheader && !outside.is_empty() {
            split_predecessors(func, ctx, header, &outside);
            changed = true;
        }
        if inside.len() > 1 {
            // The hints of one of the latches apply to the loop.
            let hints = inside
                .iter()
                .filter_map(|&b| func.terminator(b))
                .find_map(|t| func.attachments.get(&t).cloned());
            let latch = split_predecessors(func, ctx, header, &inside);
            if let (Some(hints), Some(branch)) = (hints, func.terminator(latch)) {
                func.attachments.insert(branch, hints);
            }
            changed = true;
        }
    }
    changed
}

/// Unrolling hints of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnrollHints {
    /// Not at all.
    pub disable: bool,
    /// Completely.
    pub full: bool,
    /// If possible.
    pub enable: bool,
    /// This many times.
    pub count: Option<u64>,
}

/// Whether a branch carries hints for the loop whose latch it is, so that it must not be removed.
pub fn has_loop_hints(func: &Function, ctx: &Context, branch: Inst) -> bool {
    let kind = ctx.symbols.find("llvm.loop");
    kind.is_some_and(|kind| func.attachment(branch, kind).is_some())
}

/// The hints in the `!llvm.loop` attachment of a latch's terminator.
pub fn unroll_hints(func: &Function, ctx: &Context, latch_branch: Inst) -> UnrollHints {
    let mut hints = UnrollHints::default();
    let Some(kind) = ctx.symbols.find("llvm.loop") else {
        return hints;
    };
    let Some(node) = func.attachment(latch_branch, kind) else {
        return hints;
    };
    let Metadata::Node { operands, .. } = &ctx.metadata.nodes[node] else {
        return hints;
    };
    for hint in operands.iter().flatten() {
        let Metadata::Node { operands, .. } = &ctx.metadata.nodes[*hint] else {
            continue;
        };
        let Some(Some(first)) = operands.first() else {
            continue;
        };
        let Metadata::String(name) = ctx.metadata.nodes[*first] else {
            continue;
        };
        match hint_name(ctx, name) {
            "llvm.loop.unroll.disable" => hints.disable = true,
            "llvm.loop.unroll.full" => hints.full = true,
            "llvm.loop.unroll.enable" => hints.enable = true,
            "llvm.loop.unroll.count" => {
                if let Some(Some(value)) = operands.get(1)
                    && let Metadata::Constant(_, constant) = ctx.metadata.nodes[*value]
                {
                    hints.count = ctx.int_value(constant).and_then(|v| u64::try_from(v).ok());
                }
            }
            _ => {}
        }
    }
    hints
}

fn hint_name(ctx: &Context, name: Symbol) -> &str {
    ctx.text(name)
}

/// A set of blocks by index.
pub fn block_set(func: &Function, blocks: &[Block]) -> Vec<bool> {
    let mut set = vec![false; func.block_count()];
    for &block in blocks {
        set[block.index()] = true;
    }
    set
}
