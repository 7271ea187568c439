//! Derives addresses from another address at a uniform distance by a single addition.
//!
//! ```text
//!   %p = getelementptr float, ptr %in, i64 (sext %i)        %p = getelementptr float, ptr %in, i64 (sext %i)
//!   %j = add nsw i32 %i, %width                       ->    %d = shl i64 (sext %width), 2
//!   %q = getelementptr float, ptr %in, i64 (sext %j)        %q = getelementptr i8, ptr %p, i64 %d
//! ```
//!
//! Requires: nothing; runs late, because addresses relative to their objects tell analyses more. Preserves: the
//! control-flow graph. Cost: linear, with a limited number of addresses to compare each with. Source: LLVM's
//! StraightLineStrengthReduce. A loop-invariant distance is computed before the loop, once for all addresses that are
//! this far apart.

use super::opt_dce;
use super::opt_sroa::gep_offset;
use super::util::address_sums::{Extension, Forms, Sum, Term, cost};
use crate::analysis::{Cfg, DivergenceAnalysis, DominatorTree, LoopForest, TargetTransformInfo, Uses};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, Opcode};
use crate::types::TypeData;
use fxhash::FxHashSet;
use smallvec::SmallVec;

/// Number of previous addresses that an address is compared with.
const WINDOW: usize = 12;

/// Rewrites addresses. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let addresses = addresses(func, ctx, target);
    let mut bases = FxHashSet::default();
    if addresses.iter().all(|&gep| bases.insert(root(func, gep))) {
        return false;
    }
    let divergence = DivergenceAnalysis::compute(func, ctx, target);
    let uses = Uses::compute(func);
    let (cfg, tree, loops) = (func.cfg(), func.dominators(), func.loops());
    let mut known: Vec<Known> = Vec::new();
    let mut distances: Vec<(Sum, Block, Value)> = Vec::new();
    let mut changed = false;
    for gep in addresses {
        let pointer = func.result(gep).expect("an address");
        let is_fixed = |value: Value| !divergence.is_divergent(value);
        let forms = Forms {
            func,
            ctx,
            is_fixed: &is_fixed,
            counters: SmallVec::new(),
            keeps_others: true,
        };
        let Some((base, sum, insts)) = forms.of_address(pointer).filter(|_| !is_fixed(pointer)) else {
            continue;
        };
        let block = func.inst_block(gep).expect("a placed address");
        let mut one = Known {
            pointer,
            base,
            sum,
            block,
        };
        let saved = saved(func, ctx, &divergence, &uses, &insts, gep);
        let near = known.iter().rev().take(WINDOW).filter_map(|other| {
            let is_before = other.base == base && tree.dominates(other.block, block);
            let distance = one.sum.minus(&other.sum);
            let is_uniform = |term: &Term| is_fixed(term.value.0);
            if !is_before || distance.terms.is_empty() || !distance.terms.iter().all(is_uniform) {
                return None;
            }
            let place = place(func, &cfg, &tree, &loops, &distance, block);
            let found = distances
                .iter()
                .rev()
                .take(WINDOW)
                .find(|(sum, at, _)| *sum == distance && tree.dominates(*at, block));
            let effort = match found {
                Some(_) => 0,
                // A distance computed before a loop costs little.
                None if place != block => effort(&distance) / 4,
                None => effort(&distance),
            };
            Some((
                effort,
                other.pointer,
                distance,
                place,
                found.map(|&(.., value)| value),
            ))
        });
        let best = near
            .min_by_key(|near| near.0)
            .filter(|near| saved > 0 && saved >= near.0);
        if let Some((_, other, distance, place, value)) = best {
            let ty = index_type(func, ctx, pointer);
            let value = value.unwrap_or_else(|| {
                let at = match place == block {
                    true => gep,
                    false => func.terminator(place).expect("a branch"),
                };
                let value = distance.build(&mut Builder::before(func, ctx, at), ty);
                value.expect("different addresses")
            });
            let flags = InstFlags::empty();
            func.rewrite_inst(
                gep,
                Opcode::GetElementPtr,
                &[other, value],
                flags,
                Aux::SourceType(Type::I8),
            );
            distances.push((distance, place, value));
            changed = true;
        }
        one.sum.sort();
        known.push(one);
    }
    if changed {
        opt_dce::run(func, ctx);
    }
    changed
}

/// An address from which others can be derived.
struct Known {
    pointer: Value,
    base: Value,
    sum: Sum,
    block: Block,
}

/// Instructions that compute addresses of shared memory, other than constant offsets, in program order.
fn addresses(func: &Function, ctx: &Context, target: &dyn TargetTransformInfo) -> Vec<Inst> {
    let mut wanted: FxHashSet<Inst> = FxHashSet::default();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let operand = match func.opcode(inst) {
                Opcode::Load | Opcode::AtomicRmw | Opcode::CmpXchg => 0,
                Opcode::Store => 1,
                _ => continue,
            };
            let pointer = func.arg(inst, operand);
            let TypeData::Ptr(space) = *ctx.types.data(func.ty(pointer)) else {
                continue;
            };
            if ctx.layout.pointer(space).index_bits != 64 || target.is_private_address_space(space) {
                continue;
            }
            let mut gep = address(func, pointer);
            while let Some(inst) = gep
                && gep_offset(func, ctx, inst).is_some()
            {
                gep = address(func, func.arg(inst, 0));
            }
            wanted.extend(gep);
        }
    }
    if wanted.len() < 2 {
        return Vec::new();
    }
    let cfg = func.cfg();
    let insts = cfg.rpo().iter().flat_map(|&block| func.block_insts(block));
    insts.filter(|inst| wanted.contains(inst)).collect()
}

fn address(func: &Function, pointer: Value) -> Option<Inst> {
    func.def_inst(func.resolve(pointer))
        .filter(|&inst| func.opcode(inst) == Opcode::GetElementPtr)
}

/// The inputs of an address computation.
fn root(func: &Function, gep: Inst) -> Value {
    let mut value = func.resolve(func.arg(gep, 0));
    while let Some(inst) = address(func, value) {
        value = func.resolve(func.arg(inst, 0));
    }
    value
}

fn index_type(func: &Function, ctx: &mut Context, pointer: Value) -> Type {
    let TypeData::Ptr(space) = *ctx.types.data(func.ty(pointer)) else {
        unreachable!("an address is a pointer")
    };
    ctx.types.int(ctx.layout.pointer(space).index_bits)
}

/// Number of instructions saved if `gep` becomes one addition.
fn saved(
    func: &Function,
    ctx: &Context,
    divergence: &DivergenceAnalysis,
    uses: &Uses,
    insts: &[Inst],
    gep: Inst,
) -> u32 {
    let mut dead: SmallVec<[Inst; 8]> = SmallVec::from_slice(insts);
    dead.sort_unstable();
    dead.dedup();
    loop {
        let all = dead.clone();
        dead.retain(|&mut inst| {
            let value = func.result(inst).expect("it is computed");
            inst == gep || uses.of(value).all(|user| all.binary_search(&user).is_ok())
        });
        if dead.len() == all.len() {
            break;
        }
    }
    let costs = dead.iter().map(|&inst| cost(func, ctx, divergence, inst));
    costs.sum::<u32>().saturating_sub(1)
}

/// Approximate number of scalar instructions that compute a distance.
fn effort(distance: &Sum) -> u32 {
    let extension = |kind: Extension| u32::from(kind == Extension::Signed);
    let of_term = |term: &Term| {
        let products = term
            .factors
            .iter()
            .flatten()
            .map(|factor| 4 + extension(factor.1));
        let multiple = match term.scale {
            1 => 0,
            scale if scale > 0 && scale & (scale - 1) == 0 => 1,
            _ => 4,
        };
        extension(term.value.1) + products.sum::<u32>() + multiple
    };
    let terms: u32 = distance.terms.iter().map(of_term).sum();
    let sums = distance.terms.len() - 1 + usize::from(distance.offset != 0);
    terms + 2 * sums as u32
}

/// The block in which a distance can be computed: outside the loops around `block` in which it is invariant.
fn place(
    func: &Function,
    cfg: &Cfg,
    tree: &DominatorTree,
    loops: &LoopForest,
    distance: &Sum,
    mut block: Block,
) -> Block {
    let values = || {
        distance
            .terms
            .iter()
            .flat_map(|term| term.factors.iter().flatten().chain([&term.value]))
    };
    while let Some(id) = loops.loop_of(block)
        && let Some(before) = loops.preheader(cfg, id)
        && values().all(|&(value, _)| {
            let def = func.def_inst(value).and_then(|def| func.inst_block(def));
            def.is_none_or(|def| !loops.contains(id, def) && tree.dominates(def, before))
        })
    {
        block = before;
    }
    block
}
