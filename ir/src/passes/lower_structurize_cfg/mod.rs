//! Structures control flow wherever lanes may diverge, so that execution masks can express it.
//!
//! Requires: nothing (switches, several exits and irreducible cycles are lowered first). Invalidates everything.
//! Cost: linear, times the nesting depth.
//!
//! Afterwards every divergent conditional branch of a block G is one of
//! - an *if*: `br %c, %then, %join`. `%then` has G as its only predecessor, dominates everything that runs up to
//!   `%join`, and nothing else leads to `%join`. `%join` belongs to this branch alone and is not a loop header. If `%join`
//!   itself ends in an if whose condition is a phi `[true, G], [false, ...]`, it is the *else* of this one;
//! - a *loop latch*: `br %c, %exit, %header`, the only edge back to `%header` and the only way out of the loop.
//!
//! Regions without a divergent branch keep their uniform branches. In any case, blocks end up in reverse post-order
//! with loops kept together: selection places them so.
//!
//! How: the function is a tree of regions with one entry and one exit. A region with a divergent branch is laid out
//! again: its loops nest as they are, and in each loop the blocks (inner regions and inner loops counting as one) are an
//! acyclic graph. In a topological order, following the dominator tree, a block that is executed whenever its dominator
//! is follows it directly; any other is guarded by a flag "this one is next" that its predecessors assign. Since a
//! lane executes the same blocks in the same order as before, a flag, a phi, or any value may be rebuilt as "last value
//! assigned" ([`SsaBuilder`]).
//!
//! Sources: the flags and Flow blocks of LLVM's StructurizeCFG; nesting by dominator tree from N. Ramsey, "Beyond
//! Relooper" (ICFP 2022). Deviation from LLVM: levels are written from dominator and post-dominator trees of the
//! acyclic graphs instead of from predicate sets, and SSA is rebuilt once at the end.

mod check;
mod emit;
mod empty_sides;
mod graph;
mod joins;
#[cfg(test)]
mod tests;

pub use check::check_structured;

use super::util::blocks::{order_blocks, set_branch, split_predecessors};
use super::util::ssa::SsaBuilder;
use super::{lower_irreducible, lower_switch, lower_unify_exits};
use crate::analysis::{Cfg, DivergenceAnalysis, DivergenceInfo, PostDominatorTree, RegionTree};
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::Opcode;
use cranelift_entity::EntityRef;
use fxhash::FxHashSet;
use smallvec::SmallVec;
use wavec_support::remarks::{Remark, RemarkKind};

/// Structurizes. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, info: &dyn DivergenceInfo) -> bool {
    func.resolve_aliases();
    let mut changed = lower_switch::run(func, ctx);
    if func.entry().is_none() {
        return changed;
    }
    let mut divergence = DivergenceAnalysis::compute(func, ctx, info);
    if !divergence.has_divergent_branch() {
        order_blocks(func);
        return changed;
    }
    let mut prepared = lower_unify_exits::run(func, ctx);
    prepared |= lower_irreducible::run(func, ctx);
    prepared |= merge_double_edges(func);
    prepared |= split_shared_headers(func, ctx);
    if prepared {
        changed = true;
        divergence = DivergenceAnalysis::compute(func, ctx, info);
        if !divergence.has_divergent_branch() {
            order_blocks(func);
            return changed;
        }
    }
    let mut divergent: Vec<bool> = vec![false; func.block_count()];
    for &block in func.block_order() {
        divergent[block.index()] = divergence.is_divergent_branch(block);
    }
    if ctx.remarks.is_some() {
        tell_divergent_branches(func, ctx, &divergent);
    }
    let cfg = func.cfg();
    let tree = func.dominators();
    let post = PostDominatorTree::compute(&cfg);
    let mut regions = RegionTree::compute(&cfg, &tree, &post);
    // Branches that are kept: their regions have no divergent branch.
    let kept = |regions: &RegionTree, divergent: &[bool]| -> Vec<Block> {
        let is_kept = |&block: &Block| {
            let region = &regions.regions[regions.region_of(block) as usize];
            cfg.succs(block).len() > 1 && !region.blocks.iter().any(|b| divergent[b.index()])
        };
        cfg.rpo().iter().copied().filter(is_kept).collect()
    };
    // Blocks created from here on join lanes.
    let known = func.value_count();
    let differs = divergence;
    let join_sides = |func: &mut Function, ctx: &mut Context| {
        let is_divergent = |value: Value| value.index() >= known || differs.is_divergent(value);
        joins::join_sides(func, ctx, &is_divergent);
        joins::merge_equal_phis(func);
        empty_sides::fold_constant_sides(func, ctx);
        true
    };
    let indices = uniform_indices(func, ctx, &differs);
    // A copy for a second attempt, which only a kept branch can make necessary.
    let original = (!kept(&regions, &divergent).is_empty()).then(|| func.clone());
    loop {
        if !structurize(func, ctx, &divergent, &cfg, &regions, &indices) {
            // Regions that do not nest as required: the whole function as one region always works.
            regions = RegionTree::trivial(&cfg);
            let done = structurize(func, ctx, &divergent, &cfg, &regions, &indices);
            assert!(
                done,
                "structurize_cfg: control flow is reducible, so one region always works"
            );
        }
        // A value that is uniform at a branch may, on its new path to a kept branch, pass a join with lanes that do not
        // need it, and then counts as divergent. Such a branch must be structured too.
        let (mut again, Some(original)) = (kept(&regions, &divergent), &original) else {
            return join_sides(func, ctx);
        };
        if again.is_empty() {
            return join_sides(func, ctx);
        }
        let after = DivergenceAnalysis::compute(func, ctx, info);
        again.retain(|&block| after.is_divergent_branch(block));
        if again.is_empty() {
            return join_sides(func, ctx);
        }
        for block in again {
            divergent[block.index()] = true;
        }
        func.clone_from(original);
    }
}

/// Tells where lanes part.
fn tell_divergent_branches(func: &Function, ctx: &mut Context, divergent: &[bool]) {
    for &block in func.block_order() {
        if !divergent[block.index()] {
            continue;
        }
        let location = func.terminator(block).and_then(|branch| func.location(branch));
        let Some(place) = ctx.remark_place(location) else {
            continue;
        };
        ctx.remark(|_| {
            Remark::new(RemarkKind::Analysis, "structurizecfg", "DivergentBranch")
                .at(Some(place))
                .text("lanes of a wave may differ in this condition: both sides are executed, under masks")
        });
    }
}

/// Structurizes the regions that need it; false, with nothing changed, if one of them does not fit.
fn structurize(
    func: &mut Function,
    ctx: &mut Context,
    divergent: &[bool],
    cfg: &Cfg,
    regions: &RegionTree,
    indices: &FxHashSet<Value>,
) -> bool {
    let is_divergent = |block: &Block| divergent[block.index()];
    let needed: Vec<bool> = regions
        .regions
        .iter()
        .map(|r| r.blocks.iter().any(is_divergent))
        .collect();
    let mut node_of = vec![u32::MAX; cfg.block_count()];
    let mut graphs = Vec::new();
    for (id, &is_needed) in needed.iter().enumerate() {
        if !is_needed {
            graphs.push(None);
            continue;
        }
        match graph::RegionGraph::build(func, regions, id as u32, &mut node_of) {
            Ok(graph) => graphs.push(Some(graph)),
            Err(_) => return false,
        }
    }
    let mut emitter = emit::Emitter::new(func, ctx, regions);
    // Inner regions come after outer ones.
    for id in (0..regions.regions.len()).rev() {
        match &graphs[id] {
            Some(graph) => emitter.emit_region(id as u32, graph),
            None => emitter.keep_region(id as u32),
        }
    }
    let flags = emitter.into_flags();
    let mut builder = SsaBuilder::after_changes(func, cfg);
    builder.leave_open(indices);
    builder.rebuild_phis(func, ctx);
    for flag in flags {
        flag.resolve(func, ctx, &mut builder);
    }
    builder.repair_values(func, ctx);
    builder.finish(func);
    order_blocks(func);
    true
}

/// The uniform phis that give the index of an element: only scalar registers address elements of a tuple.
fn uniform_indices(func: &Function, ctx: &Context, divergence: &DivergenceAnalysis) -> FxHashSet<Value> {
    /// Maximum number of operations from a phi to the index.
    const MAX_STEPS: usize = 4;
    let mut found = FxHashSet::default();
    for inst in func
        .block_order()
        .iter()
        .flat_map(|&block| func.block_insts(block))
    {
        let mut index = match func.opcode(inst) {
            Opcode::ExtractElement => func.arg(inst, 1),
            Opcode::InsertElement => func.arg(inst, 2),
            _ => continue,
        };
        for _ in 0..MAX_STEPS {
            let Some(def) = func.def_inst(index) else { break };
            if func.opcode(def) == Opcode::Phi {
                if !divergence.is_divergent(index) {
                    found.insert(index);
                }
                break;
            }
            let is_step = func.opcode(def).is_cast()
                || func.opcode(def).is_binary() && func.as_int(func.arg(def, 1), ctx).is_some();
            if !is_step {
                break;
            }
            index = func.arg(def, 0);
        }
    }
    found
}

/// Separates two loops with one header, if the inner one is in a region that does not contain the outer one.
fn split_shared_headers(func: &mut Function, ctx: &mut Context) -> bool {
    let mut changed = false;
    loop {
        let cfg = func.cfg();
        let tree = func.dominators();
        let post = PostDominatorTree::compute(&cfg);
        let regions = RegionTree::compute(&cfg, &tree, &post);
        let mut splits: Vec<(Block, SmallVec<[Block; 4]>)> = Vec::new();
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        for (id, region) in regions.regions.iter().enumerate() {
            let header = region.entry;
            let latches = cfg.preds(header).filter(|&p| tree.dominates(header, p));
            let (inside, outside): (SmallVec<[Block; 4]>, SmallVec<[Block; 4]>) =
                latches.partition(|&p| regions.contains(id as u32, p));
            // Another region of the same header has to wait for the new graph.
            if !inside.is_empty() && !outside.is_empty() && seen.insert(header) {
                let all_outside = cfg.preds(header).filter(|&p| !regions.contains(id as u32, p));
                splits.push((header, all_outside.collect()));
            }
        }
        if splits.is_empty() {
            return changed;
        }
        for (header, preds) in splits {
            split_predecessors(func, ctx, header, &preds);
        }
        changed = true;
    }
}

/// A branch with two equal targets becomes unconditional.
fn merge_double_edges(func: &mut Function) -> bool {
    let blocks = func.block_order().to_vec();
    let mut changed = false;
    for block in blocks {
        let Some(terminator) = func.terminator(block) else {
            continue;
        };
        if func.opcode(terminator) == Opcode::CondBr
            && let [a, b] = *func.inst_blocks(terminator)
            && a == b
        {
            let phis: SmallVec<[Inst; 8]> = func.phis(a).collect();
            for phi in phis {
                let from = |func: &Function| func.inst_blocks(phi).iter().rposition(|&p| p == block);
                if let Some(index) = from(func) {
                    func.remove_incoming(phi, index);
                }
            }
            set_branch(func, block, a);
            changed = true;
        }
    }
    changed
}
