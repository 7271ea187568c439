//! Coalesces values that one or both sides of an if-else modify into one variable.
//!
//! ```text
//! G:    br %c, %then, %F                         G:    br %c, %then, %F
//! then: %b = f(%a)                               then: %b = f(%a)
//! F:    %v = phi [poison, G], [%b, then]    ▶    F:    %v = phi [%a, G], [%b, then]
//!       br %not_c, %else, %J                           br %not_c, %else, %J
//! else: g(%a)                                    else: g(%v)
//! J:    %p = phi [%v, F], [%a, else]                   (%v)
//! ```
//!
//! Lanes reach the else side from G only, where `%v` may have any value: choosing `%a` lets one register hold `%a`,
//! `%b` and their join, and neither side copies it. Values that the else side computes from `%a` are handled alike.
//! A value that the then side only passes on needs no variable.
//! Requires: the structured form. Preserves: control flow. Cost: linear in instructions and uses of the values.

use crate::analysis::{DominatorTree, Uses};
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::Opcode;
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// How many values of the else side are followed to find the earlier value that they are computed from.
const MAX_STEPS: usize = 8;

/// Maximum number of uses of a value that are examined.
const MAX_USES: usize = 64;

/// Maximum number of phis of a block that are compared with each other.
const MAX_PHIS: usize = 32;

/// The join of a then side that ends in the branch to an else side.
struct Else {
    /// Where lanes that go to the else side come from.
    guard: Block,
    flow: Block,
    /// The first block of the else side.
    start: Block,
    /// Where both sides meet, and the last block of the else side.
    join: Block,
    end: Block,
}

/// Coalesces them. `is_divergent`: whether a value may differ between lanes; uniform values stay in scalar registers.
pub(super) fn join_sides(func: &mut Function, ctx: &Context, is_divergent: &dyn Fn(Value) -> bool) {
    let mut sides: Vec<Else> = func
        .block_order()
        .iter()
        .filter_map(|&flow| find_else(func, ctx, flow))
        .collect();
    if sides.is_empty() {
        return;
    }
    let tree = func.dominators();
    // A latch whose condition is such a phi looks the same, but joins with values from before the loop.
    sides.retain(|side| tree.dominates(side.start, side.end));
    if sides.is_empty() {
        return;
    }
    // Enclosing sides first: what they rename is not used there any more.
    sides.sort_by_key(|side| tree.preorder_index(side.guard));
    let uses = Uses::compute(func);
    // By first block of an else side: which value replaces which.
    let mut renamed: FxHashMap<Block, Vec<(Value, Value)>> = FxHashMap::default();
    // By value: the first blocks of the else sides where it is renamed.
    let mut gone: FxHashMap<Value, SmallVec<[Block; 4]>> = FxHashMap::default();
    for side in &sides {
        let phis: SmallVec<[Inst; 8]> = func.phis(side.join).collect();
        for phi in phis {
            let (Some(first), Some(last)) = (func.incoming(phi, side.flow), func.incoming(phi, side.end))
            else {
                continue;
            };
            let Some(joined) = func
                .def_inst(first)
                .filter(|&def| func.opcode(def) == Opcode::Phi && func.inst_block(def) == Some(side.flow))
            else {
                continue;
            };
            let is_free = func
                .incoming(joined, side.guard)
                .is_some_and(|value| is_poison(func, ctx, value));
            if !is_free {
                continue;
            }
            let is_same = is_known_in(func, &tree, last, side.guard);
            let can_rename = |before: Value| {
                let starts = gone.get(&before).map_or(&[][..], |starts| &starts[..]);
                func.as_const(before).is_none()
                    && is_divergent(before)
                    && ends_at(func, &tree, &uses, side, before, starts)
            };
            let (before, is_renamed) = if is_same {
                (last, can_rename(last))
            } else {
                match origin(func, &tree, side, last).filter(|&before| can_rename(before)) {
                    Some(before) => (before, true),
                    None => continue,
                }
            };
            set_incoming(func, joined, side.guard, before);
            if is_renamed {
                gone.entry(before).or_default().push(side.start);
                let list = renamed.entry(side.start).or_default();
                if list.iter().all(|&(old, _)| old != before) {
                    list.push((before, first));
                }
            }
            if is_same {
                let result = func.result(phi).expect("a phi has a result");
                func.replace_uses_with_alias(result, first);
                func.remove_inst(phi);
            }
        }
    }
    func.resolve_aliases();
    if !renamed.is_empty() {
        rename(func, &tree, &renamed);
    }
    drop_equal_phis(func, ctx, &tree, &sides);
}

/// Merges equal phis: what a lane leaves a loop with is often what it would continue with, and is then carried in one
/// register.
pub(super) fn merge_equal_phis(func: &mut Function) {
    for block in func.block_order().to_vec() {
        let phis: SmallVec<[Inst; 8]> = func.phis(block).take(MAX_PHIS).collect();
        for (index, &phi) in phis.iter().enumerate().skip(1) {
            let is_equal = |other: &&Inst| {
                let of = |inst: Inst| func.args(inst).iter().map(|&arg| func.resolve(arg));
                func.inst_block(**other).is_some()
                    && func.inst(**other).ty == func.inst(phi).ty
                    && func.inst_blocks(**other) == func.inst_blocks(phi)
                    && of(**other).eq(of(phi))
            };
            let Some(&other) = phis[..index].iter().find(is_equal) else {
                continue;
            };
            let results = func.result(phi).zip(func.result(other));
            let (old, new) = results.expect("phis have results");
            func.replace_uses_with_alias(old, new);
            func.remove_inst(phi);
        }
    }
    func.resolve_aliases();
}

/// Replaces PHIs of Flow blocks by the one value that the then side passes on, if it is from before the if.
fn drop_equal_phis(func: &mut Function, ctx: &Context, tree: &DominatorTree, sides: &[Else]) {
    for side in sides {
        let phis: SmallVec<[Inst; 8]> = func.phis(side.flow).collect();
        for phi in phis {
            let mut values = (0..func.args(phi).len()).map(|index| func.arg(phi, index));
            let Some(only) = values.find(|&value| !is_poison(func, ctx, value)) else {
                continue;
            };
            let is_same = values.all(|value| value == only || is_poison(func, ctx, value));
            if is_same && func.as_const(only).is_none() && is_known_in(func, tree, only, side.guard) {
                let result = func.result(phi).expect("a phi has a result");
                func.replace_uses_with_alias(result, only);
                func.remove_inst(phi);
            }
        }
    }
    func.resolve_aliases();
}

/// The else side that `flow` branches to, if each of its predecessors determines whether lanes go there, and only one
/// of them sends lanes.
fn find_else(func: &Function, ctx: &Context, flow: Block) -> Option<Else> {
    let terminator = func.terminator(flow)?;
    if func.opcode(terminator) != Opcode::CondBr {
        return None;
    }
    let condition = func.def_inst(func.arg(terminator, 0))?;
    if func.opcode(condition) != Opcode::Phi || func.inst_block(condition) != Some(flow) {
        return None;
    }
    let mut guard = None;
    for (index, &pred) in func.inst_blocks(condition).iter().enumerate() {
        match func.as_int(func.arg(condition, index), ctx)? {
            0 => {}
            _ if guard.is_some() => return None,
            _ => guard = Some(pred),
        }
    }
    let guard = guard?;
    let [start, join] = *func.inst_blocks(terminator) else {
        return None;
    };
    let cfg = func.cfg();
    let mut ends = cfg.preds(join).filter(|&pred| pred != flow);
    let end = ends.next()?;
    let is_else = start != join && ends.next().is_none() && cfg.single_pred(start) == Some(flow);
    is_else.then_some(Else {
        guard,
        flow,
        start,
        join,
        end,
    })
}

pub(super) fn is_poison(func: &Function, ctx: &Context, value: Value) -> bool {
    func.as_const(value)
        .is_some_and(|constant| ctx.is_undef_or_poison(constant))
}

fn set_incoming(func: &mut Function, phi: Inst, pred: Block, value: Value) {
    let index = func.incoming_index(phi, pred);
    func.args_mut(phi)[index.expect("an edge of the phi")] = value;
}

/// Whether `value` is available at the end of `block`.
fn is_known_in(func: &Function, tree: &DominatorTree, value: Value, block: Block) -> bool {
    let def = func.def_inst(value).and_then(|def| func.inst_block(def));
    def.is_none_or(|def| tree.dominates(def, block))
}

/// The value from before the if that `last`, in the else side, is computed from.
fn origin(func: &Function, tree: &DominatorTree, side: &Else, last: Value) -> Option<Value> {
    let ty = func.ty(last);
    let mut work: SmallVec<[Value; 8]> = SmallVec::from_slice(&[last]);
    let mut seen: SmallVec<[Value; 8]> = SmallVec::new();
    while let Some(value) = work.pop() {
        let Some(def) = func.def_inst(value) else { continue };
        if is_known_in(func, tree, value, side.guard) {
            return Some(value);
        }
        if seen.contains(&value) || seen.len() == MAX_STEPS {
            continue;
        }
        seen.push(value);
        let args = (0..func.args(def).len()).map(|index| func.arg(def, index));
        match func.opcode(def) {
            Opcode::Phi => work.extend(args),
            opcode if opcode.is_binary() || opcode == Opcode::InsertElement || opcode == Opcode::Select => {
                work.extend(args.filter(|&arg| func.ty(arg) == ty));
            }
            _ => {}
        }
    }
    None
}

/// Whether `value` is unused after both sides, or used only where it is renamed: in else sides that begin with `gone`.
fn ends_at(
    func: &Function,
    tree: &DominatorTree,
    uses: &Uses,
    side: &Else,
    value: Value,
    gone: &[Block],
) -> bool {
    if value.as_u32() as usize >= uses.len() || uses.count(value) > MAX_USES {
        return false;
    }
    // In an else side that renames it, only the uses there are of that name.
    let enclosing = gone.iter().filter(|&&start| tree.dominates(start, side.guard));
    let enclosing = enclosing.copied().max_by_key(|&start| tree.preorder_index(start));
    let is_inside = |block: Block| {
        let is_before = tree.dominates(block, side.guard);
        let is_then = tree.dominates(side.guard, block) && !tree.dominates(side.flow, block);
        is_before
            || is_then
            || tree.dominates(side.start, block)
            || match enclosing {
                Some(start) => !tree.dominates(start, block),
                None => gone.iter().any(|&start| tree.dominates(start, block)),
            }
    };
    uses.of(value).all(|user| {
        let Some(block) = func.inst_block(user) else {
            return true;
        };
        if func.opcode(user) != Opcode::Phi {
            return is_inside(block);
        }
        let edges = func.inst_blocks(user).iter().enumerate();
        edges
            .filter(|&(index, _)| func.arg(user, index) == value)
            .all(|(_, &pred)| pred == side.flow || is_inside(pred))
    })
}

/// Renames the uses in each else side, innermost names first.
fn rename(func: &mut Function, tree: &DominatorTree, renamed: &FxHashMap<Block, Vec<(Value, Value)>>) {
    // The current names, each with the end of the dominator subtree in which it is valid.
    let mut names: FxHashMap<Value, SmallVec<[(u32, Value); 2]>> = FxHashMap::default();
    let order: Vec<Block> = tree.preorder().collect();
    for block in order {
        for &(old, new) in renamed.get(&block).into_iter().flatten() {
            let new = func.resolve(new);
            names.entry(old).or_default().push((tree.subtree_end(block), new));
        }
        if names.is_empty() {
            continue;
        }
        let position = tree.preorder_index(block);
        let mut name = |value: Value| {
            let list = names.get_mut(&value)?;
            while list.last().is_some_and(|&(end, _)| end < position) {
                list.pop();
            }
            list.last().map(|&(_, new)| new)
        };
        let mut next = func.first_inst(block);
        while let Some(inst) = next {
            next = func.next_inst(inst);
            if func.opcode(inst) == Opcode::Phi {
                continue;
            }
            for index in 0..func.args(inst).len() {
                if let Some(new) = name(func.arg(inst, index)) {
                    func.args_mut(inst)[index] = new;
                }
            }
        }
        let successors: SmallVec<[Block; 2]> = func.successors(block).into();
        for successor in successors {
            let phis: SmallVec<[Inst; 8]> = func.phis(successor).collect();
            for phi in phis {
                if let Some(new) = func.incoming(phi, block).and_then(&mut name) {
                    set_incoming(func, phi, block, new);
                }
            }
        }
    }
}
