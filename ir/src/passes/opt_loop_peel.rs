//! Peels the first iterations of loops in which something is decided only there.
//!
//! ```text
//!   loop: %i = phi [0, before], [%n, latch]           first: body with %i = 0, the condition known to hold
//!         %c = icmp eq %i, 0                     ▶    loop:  %i = phi [1, first], [%n, latch]
//!         br %c, ...                                         br false, ...
//! ```
//!
//! Two things are: comparisons of a counter with a constant that have one result in the first iterations and the other
//! one in all later ones, and PHIs whose value no longer changes after them. Conditions at which the loop is left say
//! nothing: such loops are unrolled instead.
//!
//! Requires: nothing (loops are simplified and closed first); handles innermost loops with one latch. Invalidates
//! everything. Cost: linear in the result. Source: LLVM's LoopPeel.

use super::lower_lcssa;
use super::util::blocks::order_blocks;
use super::util::clone::{CloneMap, ExitEntries, clone_blocks};
use super::util::elements::lowered_size;
use super::util::loops::{LoopAnalyses, simplify_loops, unroll_hints};
use crate::analysis::memory_effects::{Effects, effects};
use crate::analysis::{Cfg, LoopForest, LoopId, TargetTransformInfo, Uses};
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::fold::scalar::sign_extend;
use crate::function::{Function, ValueDef};
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};
use smallvec::SmallVec;

/// Maximum number of iterations that are peeled.
const MAX_PEELED: u64 = 4;

/// Peels, as long as all copies of a body have at most `budget` instructions. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo, budget: u64) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() {
        return false;
    }
    let LoopAnalyses { cfg, loops, .. } = LoopAnalyses::of(func);
    if loops.is_empty() || !loops.inner_first().any(|id| may_pay(func, ctx, &cfg, &loops, id)) {
        return false;
    }
    let (mut changed, mut analyses) = simplify_loops(func, ctx);
    if lower_lcssa::run(func, ctx) {
        changed = true;
        analyses = LoopAnalyses::of(func);
    }
    let LoopAnalyses { cfg, loops, .. } = analyses;
    let uses = Uses::compute(func);
    // Innermost loops are disjoint: what is computed here stays valid for the others.
    let plans: Vec<(LoopId, Plan)> = loops
        .inner_first()
        .filter_map(|id| Some((id, plan(func, ctx, &cfg, &loops, &uses, id, budget)?)))
        .collect();
    if plans.is_empty() {
        return changed;
    }
    for (id, plan) in plans {
        if plan.count > 0 {
            peel(func, &cfg, &loops, id, &plan);
        }
        for &(value, later) in &plan.known {
            let Some(comparison) = func.def_inst(value) else {
                continue;
            };
            let later = func.int_value(Type::I1, u128::from(later), ctx);
            func.replace_uses_with_alias(value, later);
            func.remove_inst(comparison);
        }
    }
    func.resolve_aliases();
    order_blocks(func);
    super::opt_simplify::sweep(func, ctx, target);
    super::opt_simplify_cfg::run(func, ctx, target);
    true
}

/// What a loop gains.
struct Plan {
    preheader: Block,
    latch: Block,
    /// Iterations to peel, none if the comparisons have one result in all.
    count: u64,
    /// Comparisons, and their results in the iterations that stay in the loop.
    known: SmallVec<[(Value, bool); 4]>,
}

/// A quick look: whether an innermost loop compares a counter or has a PHI with an invariant next value.
fn may_pay(func: &Function, ctx: &Context, cfg: &Cfg, loops: &LoopForest, id: LoopId) -> bool {
    let data = loops.get(id);
    let ([latch], Some(preheader), true) = (
        &data.latches[..],
        loops.preheader(cfg, id),
        data.children.is_empty(),
    ) else {
        // Perhaps after the loop is simplified.
        return data.children.is_empty() && data.latches.len() > 1;
    };
    let is_phi_decided = func.phis(data.header).any(|phi| {
        let next = func.incoming(phi, *latch);
        next.is_some_and(|next| iterations_to_invariance(func, loops, id, *latch, next, 1).is_some())
    });
    is_phi_decided
        || data.blocks.iter().any(|&block| {
            let mut insts = func.block_insts(block);
            insts.any(|inst| decided(func, ctx, loops, id, preheader, *latch, inst).is_some())
        })
}

fn plan(
    func: &Function,
    ctx: &Context,
    cfg: &Cfg,
    loops: &LoopForest,
    uses: &Uses,
    id: LoopId,
    budget: u64,
) -> Option<Plan> {
    let data = loops.get(id);
    let [latch] = data.latches[..] else { return None };
    let preheader = loops.preheader(cfg, id)?;
    let hints = unroll_hints(func, ctx, func.terminator(latch)?);
    if !data.children.is_empty() || hints != Default::default() {
        return None;
    }
    let mut size: u64 = 0;
    for &block in &data.blocks {
        for inst in func.block_insts(block) {
            let what = effects(func, ctx, inst);
            if what.intersects(Effects::NO_DUPLICATE | Effects::CONVERGENT)
                || func.opcode(inst) == Opcode::Alloca
            {
                return None;
            }
            size += match func.opcode(inst) {
                Opcode::Phi | Opcode::Br | Opcode::BitCast => 0,
                _ => lowered_size(func, ctx, inst),
            };
        }
    }
    let most = (budget / size.max(1)).saturating_sub(1).min(MAX_PEELED);
    let mut count = 0;
    // Without branches inside, it is better to have several iterations at once.
    let phis = func.phis(data.header).filter(|_| data.blocks.len() > 1);
    for phi in phis {
        let next = func.incoming(phi, latch)?;
        if let Some(iterations) = iterations_to_invariance(func, loops, id, latch, next, 1)
            && iterations <= most
        {
            count = count.max(iterations);
        }
    }
    let decided: SmallVec<[(Value, u64, bool); 4]> = data
        .blocks
        .iter()
        .flat_map(|&block| func.block_insts(block))
        .filter_map(|inst| {
            let (iterations, later) = decided(func, ctx, loops, id, preheader, latch, inst)?;
            let result = func.result(inst)?;
            (iterations <= most && steers(func, loops, id, uses, result))
                .then_some((result, iterations, later))
        })
        .collect();
    for &(_, iterations, _) in &decided {
        count = count.max(iterations);
    }
    (count > 0 || !decided.is_empty()).then(|| Plan {
        preheader,
        latch,
        count,
        known: decided.iter().map(|&(value, _, later)| (value, later)).collect(),
    })
}

/// Whether a comparison chooses a way or a value inside the loop, and does not end it.
fn steers(func: &Function, loops: &LoopForest, id: LoopId, uses: &Uses, condition: Value) -> bool {
    let leaves = |user: Inst| func.inst_blocks(user).iter().any(|&to| !loops.contains(id, to));
    let mut users = uses.of(condition);
    users.all(|user| func.opcode(user) != Opcode::CondBr || !leaves(user)) && uses.count(condition) > 0
}

/// After how many iterations a value from the latch is the same in all later ones.
fn iterations_to_invariance(
    func: &Function,
    loops: &LoopForest,
    id: LoopId,
    latch: Block,
    next: Value,
    depth: u64,
) -> Option<u64> {
    let ValueDef::Inst(def) = func.def(next) else {
        return Some(depth);
    };
    let block = func.inst_block(def)?;
    if !loops.contains(id, block) {
        return Some(depth);
    }
    if depth == MAX_PEELED || func.opcode(def) != Opcode::Phi || block != loops.get(id).header {
        return None;
    }
    let next = func.incoming(def, latch)?;
    iterations_to_invariance(func, loops, id, latch, next, depth + 1)
}

/// For a comparison of a counter with a constant: after how many iterations it has the same result in all later ones,
/// and which.
fn decided(
    func: &Function,
    ctx: &Context,
    loops: &LoopForest,
    id: LoopId,
    preheader: Block,
    latch: Block,
    inst: Inst,
) -> Option<(u64, bool)> {
    let Aux::IntPredicate(predicate) = func.inst(inst).aux else {
        return None;
    };
    if func.opcode(inst) != Opcode::ICmp {
        return None;
    }
    let (left, right) = (func.arg(inst, 0), func.arg(inst, 1));
    let ty = func.ty(left);
    let width = ctx.types.int_bits(ty).filter(|&bits| (2..=64).contains(&bits))?;
    let constant = |value: Value| Some(sign_extend(width, func.as_int(value, ctx)?));
    let limit = constant(right)?;
    // The counter, perhaps with a constant added.
    let (def, offset) = match func.def_inst(left)? {
        add if func.opcode(add) == Opcode::Add && func.inst(add).flags.contains(InstFlags::NSW) => {
            (func.def_inst(func.arg(add, 0))?, constant(func.arg(add, 1))?)
        }
        phi => (phi, 0),
    };
    if func.opcode(def) != Opcode::Phi || func.inst_block(def) != Some(loops.get(id).header) {
        return None;
    }
    let start = constant(func.incoming(def, preheader)?)?;
    let add = func.def_inst(func.incoming(def, latch)?)?;
    if func.opcode(add) != Opcode::Add || func.def_inst(func.arg(add, 0)) != Some(def) {
        return None;
    }
    let step = constant(func.arg(add, 1))?;
    // It grows from a number that is not negative, so that both orders agree, and does not wrap.
    let first = start + offset;
    let is_unsigned = matches!(
        predicate,
        IntPredicate::Ult | IntPredicate::Ule | IntPredicate::Ugt | IntPredicate::Uge
    );
    if step <= 0 || !func.inst(add).flags.contains(InstFlags::NSW) || (is_unsigned && first.min(limit) < 0) {
        return None;
    }
    // The number of iterations before the counter is at least, or more than, the limit.
    let reaches = |limit: i128| (limit - first + step - 1).div_euclid(step).max(0);
    let (at_least, beyond) = (reaches(limit), reaches(limit + 1));
    let (iterations, later) = match predicate {
        IntPredicate::Slt | IntPredicate::Ult => (at_least, false),
        IntPredicate::Sge | IntPredicate::Uge => (at_least, true),
        IntPredicate::Sle | IntPredicate::Ule => (beyond, false),
        IntPredicate::Sgt | IntPredicate::Ugt => (beyond, true),
        // It is reached at most once.
        IntPredicate::Eq => (beyond, false),
        IntPredicate::Ne => (beyond, true),
    };
    let iterations = u64::try_from(iterations).ok()?;
    (iterations <= MAX_PEELED).then_some((iterations, later))
}

fn peel(func: &mut Function, cfg: &Cfg, loops: &LoopForest, id: LoopId, plan: &Plan) {
    let data = loops.get(id);
    let (header, latch) = (data.header, plan.latch);
    let phis: SmallVec<[Inst; 8]> = func.phis(header).collect();
    let incoming = |func: &Function, phi: Inst, from: Block| -> Value {
        func.incoming(phi, from).expect("an entry for the block")
    };
    let exit_entries = ExitEntries::of(func, loops.exits(cfg, id));
    let mut maps: Vec<CloneMap> = Vec::with_capacity(plan.count as usize);
    for copy in 0..plan.count as usize {
        let mut map = CloneMap::default();
        for &phi in &phis {
            let value = match copy {
                0 => incoming(func, phi, plan.preheader),
                _ => maps[copy - 1].value(func, incoming(func, phi, latch)),
            };
            map.values
                .insert(func.result(phi).expect("a PHI has a result"), value);
        }
        clone_blocks(func, &data.blocks, &mut map);
        exit_entries.add(func, &map);
        maps.push(map);
    }
    // Each copy leads to the next one, the last one to the loop.
    redirect(func, plan.preheader, header, maps[0].block(header));
    for (copy, map) in maps.iter().enumerate() {
        let next = maps.get(copy + 1).map_or(header, |next| next.block(header));
        redirect(func, map.block(latch), map.block(header), next);
        if let Some(branch) = func.terminator(map.block(latch)) {
            func.attachments.remove(&branch);
        }
    }
    let last = maps.last().expect("at least one copy");
    for &phi in &phis {
        let value = last.value(func, incoming(func, phi, latch));
        let index = func.incoming_index(phi, plan.preheader);
        func.remove_incoming(phi, index.expect("an entry for the preheader"));
        func.add_incoming(phi, value, last.block(latch));
    }
}

/// Points the edges of `from` that lead to `old` at `new`.
fn redirect(func: &mut Function, from: Block, old: Block, new: Block) {
    let branch = func.terminator(from).expect("a branch");
    for target in func.inst_blocks_mut(branch) {
        if *target == old {
            *target = new;
        }
    }
}
