//! Turns loops that test at the top into loops that test at the bottom: `while (c) body` becomes `if (c) do body while
//! (c)`. Then the body is known to execute when the loop is entered, the latch is the only exit, and one branch per
//! iteration is saved.
//!
//! Requires: nothing (loops are simplified first). Preserves: nothing of the control-flow graph.
//! Cost: O(instructions + size of the tests). Source: LLVM's LoopRotation; SSA is rebuilt once for all loops.
//! Headers with convergent operations stay: the copy would be executed by other lanes.

use super::util::blocks::{set_cond_branch, split_edge};
use super::util::clone::clone_inst;
use super::util::loops::{LoopAnalyses, simplify_loops};
use super::util::ssa::SsaBuilder;
use crate::analysis::memory_effects::{Effects, effects};
use crate::analysis::{Cfg, LoopForest, LoopId, TargetTransformInfo, Uses};
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::fold::fold_inst;
use crate::function::Function;
use crate::inst::{Aux, InstFlags, Opcode};
use cranelift_entity::EntityRef;
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// Maximum cost of a test that is copied.
const MAX_TEST_COST: u32 = 24;

/// Rotates loops. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() {
        return false;
    }
    let mut changed = false;
    // Loops that share a block with a rotated loop wait for the next round.
    for _ in 0..3 {
        let (simplified, LoopAnalyses { cfg, loops, .. }) = simplify_loops(func, ctx);
        changed |= simplified;
        let mut rotated: Vec<Rotated> = Vec::new();
        let mut waiting = false;
        let mut taken = vec![false; cfg.block_count()];
        for id in loops.inner_first() {
            let header = loops.get(id).header;
            let Some(preheader) = loops.preheader(&cfg, id) else {
                continue;
            };
            if taken[header.index()] || taken[preheader.index()] {
                waiting = true;
                continue;
            }
            if let Some(one) = rotate(func, ctx, target, &cfg, &loops, id) {
                taken[one.header.index()] = true;
                taken[one.preheader.index()] = true;
                rotated.push(one);
            } else {
                // The latch may be the header of an inner loop that no longer is one.
                waiting |= !rotated.is_empty() && !loops.get(id).children.is_empty();
            }
        }
        if rotated.is_empty() {
            return changed;
        }
        changed = true;
        repair(func, ctx, &rotated);
        if !waiting {
            break;
        }
    }
    simplify_loops(func, ctx);
    changed
}

/// A loop whose header was copied into its preheader.
struct Rotated {
    preheader: Block,
    header: Block,
    /// Values of the header and their counterparts at the end of the preheader.
    values: Vec<(Value, Value)>,
    /// Placeholders for the initial values of phis, to be removed.
    copies: Vec<Inst>,
    /// The other instructions in the preheader.
    clones: Vec<Inst>,
}

fn rotate(
    func: &mut Function,
    ctx: &mut Context,
    target: &dyn TargetTransformInfo,
    cfg: &Cfg,
    loops: &LoopForest,
    id: LoopId,
) -> Option<Rotated> {
    let data = loops.get(id);
    let header = data.header;
    let [latch] = data.latches[..] else { return None };
    let preheader = loops.preheader(cfg, id)?;
    if latch == header || func.opcode(func.terminator(latch)?) != Opcode::Br {
        return None;
    }
    let test = func.terminator(header)?;
    if func.opcode(test) != Opcode::CondBr || func.opcode(func.terminator(preheader)?) != Opcode::Br {
        return None;
    }
    let [first, second] = *func.inst_blocks(test) else {
        return None;
    };
    let (mut body, exit) = match (loops.contains(id, first), loops.contains(id, second)) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => return None,
    };
    if !may_copy(func, ctx, target, header) {
        return None;
    }
    if cfg.pred_count(body) != 1 {
        body = split_edge(func, header, body);
    }
    let mut map: FxHashMap<Value, Value> = FxHashMap::default();
    let mut values: Vec<(Value, Value)> = Vec::new();
    let mut copies: Vec<Inst> = Vec::new();
    let mut clones: Vec<Inst> = Vec::new();
    let end = func.terminator(preheader)?;
    let insts: SmallVec<[Inst; 16]> = func.block_insts(header).collect();
    for &inst in &insts {
        let result = func.result(inst);
        if func.opcode(inst) == Opcode::Phi {
            let index = func.incoming_index(inst, preheader)?;
            let initial = func.arg(inst, index);
            let ty = func.inst(inst).ty;
            // Uses of the initial value must count as uses when other loops are repaired.
            let copy = func.make_inst(
                Opcode::BitCast,
                ty,
                &[initial],
                &[],
                InstFlags::empty(),
                Aux::None,
            );
            func.insert_inst_before(copy, end);
            copies.push(copy);
            let copy = func.result(copy)?;
            map.insert(result?, copy);
            values.push((result?, copy));
            func.remove_incoming(inst, index);
            continue;
        }
        if inst == test {
            break;
        }
        let new = clone_inst(func, inst);
        for index in 0..func.args(new).len() {
            let arg = func.args(new)[index];
            if let Some(&mapped) = map.get(&arg) {
                func.args_mut(new)[index] = mapped;
            }
        }
        func.insert_inst_before(new, end);
        func.copy_records(inst, new, |_, value| map.get(&value).copied().unwrap_or(value));
        clones.push(new);
        if let (Some(old), Some(copy)) = (result, func.result(new)) {
            map.insert(old, copy);
            values.push((old, copy));
        }
    }
    let mapped = |v: Value| map.get(&v).copied().unwrap_or(v);
    for to in [body, exit] {
        let phis: SmallVec<[Inst; 8]> = func.phis(to).collect();
        for phi in phis {
            let value = mapped(func.incoming(phi, header)?);
            func.add_incoming(phi, value, preheader);
        }
    }
    let condition = mapped(func.arg(test, 0));
    let targets: SmallVec<[Block; 2]> = func.inst_blocks(test).into();
    set_cond_branch(func, preheader, condition, targets[0], targets[1]);
    // The hints move to the branch that is now the latch.
    let old = func.terminator(latch)?;
    if let Some(hints) = func.attachments.remove(&old) {
        func.attachments.insert(test, hints);
    }
    Some(Rotated {
        preheader,
        header,
        values,
        copies,
        clones,
    })
}

/// Whether the block is small and can be copied.
fn may_copy(func: &Function, ctx: &Context, target: &dyn TargetTransformInfo, block: Block) -> bool {
    let mut cost = 0;
    for inst in func.block_insts(block) {
        let what = effects(func, ctx, inst);
        if func.opcode(inst) == Opcode::Alloca || what.intersects(Effects::CONVERGENT | Effects::NO_DUPLICATE)
        {
            return false;
        }
        cost += target.cost(ctx, func.opcode(inst), func.inst(inst).ty);
        if cost > MAX_TEST_COST {
            return false;
        }
    }
    true
}

/// Every value of a header now has two definitions: its copy in the preheader and itself.
fn repair(func: &mut Function, ctx: &mut Context, rotated: &[Rotated]) {
    let mut builder = SsaBuilder::new(func);
    let uses = Uses::compute(func);
    let mut extra: FxHashMap<Value, Vec<Inst>> = FxHashMap::default();
    for one in rotated {
        for &(value, copy) in &one.values {
            let mut places: Vec<(Inst, u32, Block, bool)> = Vec::new();
            let known = (value.as_u32() as usize) < uses.len();
            let mut users: SmallVec<[Inst; 8]> =
                known.then(|| uses.of(value)).into_iter().flatten().collect();
            users.extend(extra.get(&value).into_iter().flatten().copied());
            users.sort_unstable();
            users.dedup();
            for user in users {
                let is_phi = func.opcode(user) == Opcode::Phi;
                let Some(block) = func.inst_block(user) else {
                    continue;
                };
                for index in 0..func.args(user).len() {
                    if func.args(user)[index] != value {
                        continue;
                    }
                    let at = if is_phi {
                        func.inst_blocks(user)[index]
                    } else {
                        block
                    };
                    if at != one.header {
                        places.push((user, index as u32, at, is_phi));
                    }
                }
            }
            if places.is_empty() {
                continue;
            }
            let at_start: SmallVec<[Block; 8]> = places.iter().filter(|p| !p.3).map(|p| p.2).collect();
            let at_end: SmallVec<[Block; 8]> = places.iter().filter(|p| p.3).map(|p| p.2).collect();
            let ty = func.ty(value);
            let defs = [(one.preheader, copy), (one.header, value)];
            builder.variable(func, ctx, ty, &defs, &at_start, &at_end);
            for (user, index, at, is_phi) in places {
                let new = if is_phi {
                    builder.at_end(func, ctx, at)
                } else {
                    builder.at_start(func, ctx, at)
                };
                func.args_mut(user)[index as usize] = new;
                extra.entry(new).or_default().push(user);
            }
            for phi in builder.take_new_phis() {
                for &arg in func.args(phi) {
                    extra.entry(arg).or_default().push(phi);
                }
            }
        }
    }
    for one in rotated {
        // The old header has one predecessor now.
        let phis: SmallVec<[Inst; 8]> = func.phis(one.header).collect();
        for phi in phis {
            if let [value] = *func.args(phi) {
                let result = func.result(phi).expect("a phi has a result");
                if func.resolve(value) != result {
                    func.replace_uses_with_alias(result, value);
                    func.remove_inst(phi);
                }
            }
        }
    }
    for one in rotated {
        for &copy in &one.copies {
            let initial = func.arg(copy, 0);
            let result = func.result(copy).expect("a copy has a result");
            func.replace_uses_with_alias(result, initial);
            func.remove_inst(copy);
        }
    }
    func.resolve_aliases();
    for one in rotated {
        fold_clones(func, ctx, &one.clones);
    }
    func.resolve_aliases();
}

/// Folds the first test if its operands are constants: many counters start with one.
fn fold_clones(func: &mut Function, ctx: &mut Context, clones: &[Inst]) {
    for &clone in clones {
        if let Some(constant) = fold_inst(func, ctx, clone)
            && let Some(result) = func.result(clone)
        {
            let value = func.const_value(constant, ctx);
            func.replace_uses_with_alias(result, value);
            func.remove_inst(clone);
        }
    }
}
