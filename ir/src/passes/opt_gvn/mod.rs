//! Removes redundant computations: common subexpressions over the dominator tree, loads of values loaded or stored
//! before, identical phis; and propagates conditions to the blocks they dominate.
//!
//! Requires: nothing. Preserves: the control-flow graph. Cost: O(instructions), with a limit per load on how far
//! writes in between are looked for.
//! Source: the dominator-scoped hashing of LLVM's EarlyCSE; loads are checked against the writes on all paths in
//! between, instead of a memory SSA form.
//!
//! Convergent operations are only merged within a block, where the same lanes execute both.

mod computations;
mod elements;

use crate::analysis::alias::{Location, access_size, is_invariant_load, location_of, may_clobber};
use crate::analysis::dominators::InstOrder;
use crate::analysis::memory_effects::{Effects, effects, is_simple_access};
use crate::analysis::{Cfg, DominatorTree, TargetTransformInfo};
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};
use computations::{Available, Computation};
use cranelift_entity::EntityRef;
use fxhash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// Maximum number of writes and blocks examined for a load.
const MAX_WRITES: usize = 128;
const MAX_BLOCKS: usize = 64;
/// In phis with more entries, those of a predecessor are found by binary search.
const MAX_SEARCHED_ENTRIES: usize = 16;

/// Removes redundancies. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() {
        return false;
    }
    let cfg = func.cfg();
    let tree = func.dominators();
    let mut writes: Vec<SmallVec<[Inst; 2]>> = vec![SmallVec::new(); func.block_count()];
    for &block in cfg.rpo() {
        for inst in func.block_insts(block) {
            let opcode = func.opcode(inst);
            let candidate = matches!(
                opcode,
                Opcode::Store
                    | Opcode::Call
                    | Opcode::AtomicRmw
                    | Opcode::CmpXchg
                    | Opcode::Fence
                    | Opcode::Load
            );
            if candidate
                && (effects(func, ctx, inst).intersects(Effects::WRITE | Effects::ORDERS_MEMORY)
                    || target.is_barrier(func, ctx, inst))
            {
                writes[block.index()].push(inst);
            }
        }
    }
    let computed = Available::new(func.inst_count());
    let mut gvn = Gvn {
        order: InstOrder::compute(func),
        func,
        ctx,
        target,
        cfg,
        tree,
        writes,
        computed,
        loads: FxHashMap::default(),
        has_vectors: false,
        leaders: FxHashMap::default(),
        sorted_entries: FxHashMap::default(),
        undo: Vec::new(),
        changed: false,
    };
    gvn.walk();
    let changed = gvn.changed;
    func.resolve_aliases();
    changed
}

/// A value known to be in memory.
#[derive(Clone, Copy)]
struct Known {
    value: Value,
    /// The load or store that establishes it.
    inst: Inst,
    block: Block,
}

enum Undo {
    Load((Value, u64), Option<Known>),
    Leader(Value, Option<Value>),
}

struct Gvn<'a> {
    func: &'a mut Function,
    ctx: &'a mut Context,
    target: &'a dyn TargetTransformInfo,
    cfg: Arc<Cfg>,
    tree: Arc<DominatorTree>,
    /// Positions from the start: no load or store is added.
    order: InstOrder,
    /// By block: instructions that may write, in order.
    writes: Vec<SmallVec<[Inst; 2]>>,
    /// Computations on the path from the root of the tree.
    computed: Available,
    /// By address and size.
    loads: FxHashMap<(Value, u64), Known>,
    /// Whether a vector has been found in memory.
    has_vectors: bool,
    /// Values that a dominating condition determines.
    leaders: FxHashMap<Value, Value>,
    /// Entries of phis and switches with more than [`MAX_SEARCHED_ENTRIES`], sorted by block.
    sorted_entries: FxHashMap<Inst, Vec<(Block, u32)>>,
    /// Entries to undo when the walk leaves a subtree, with its last preorder index.
    undo: Vec<(u32, Undo)>,
    changed: bool,
}

impl Gvn<'_> {
    fn walk(&mut self) {
        let order: Vec<Block> = self.tree.preorder().collect();
        for block in order {
            let position = self.tree.preorder_index(block);
            while self.undo.last().is_some_and(|u| u.0 < position) {
                let (_, undo) = self.undo.pop().expect("looked at above");
                self.take_back(undo);
            }
            self.computed.leave(position);
            self.learn_from_branch(block);
            let mut cursor = self.func.first_inst(block);
            while let Some(inst) = cursor {
                cursor = self.func.next_inst(inst);
                self.visit(inst, block);
            }
            self.replace_in_successors(block);
        }
    }

    fn take_back(&mut self, undo: Undo) {
        match undo {
            Undo::Load(key, Some(old)) => {
                self.loads.insert(key, old);
            }
            Undo::Load(key, None) => {
                self.loads.remove(&key);
            }
            Undo::Leader(value, Some(old)) => {
                self.leaders.insert(value, old);
            }
            Undo::Leader(value, None) => {
                self.leaders.remove(&value);
            }
        }
    }

    // Conditions.

    fn learn_from_branch(&mut self, block: Block) {
        if self.cfg.pred_count(block) != 1 {
            return;
        }
        let Some(pred) = self.cfg.single_pred(block) else {
            return;
        };
        let Some(branch) = self.func.terminator(pred) else {
            return;
        };
        let end = self.tree.subtree_end(block);
        match self.func.opcode(branch) {
            Opcode::CondBr => {
                let taken = self.func.inst_blocks(branch)[0] == block;
                let condition = self.func.arg(branch, 0);
                self.learn(condition, taken, end, 4);
            }
            Opcode::Switch => {
                // Not the default, whose number is 0.
                if let [case] = self.entries_of(branch, block)[..]
                    && case > 0
                {
                    let (on, value) = (self.func.arg(branch, 0), self.func.arg(branch, case));
                    self.lead(on, value, end);
                }
            }
            _ => {}
        }
    }

    fn learn(&mut self, condition: Value, holds: bool, end: u32, depth: u32) {
        if self.func.as_const(condition).is_some() || depth == 0 {
            return;
        }
        let value = self.func.int_value(Type::I1, u128::from(holds), self.ctx);
        self.lead(condition, value, end);
        let Some(def) = self.func.def_inst(condition) else {
            return;
        };
        match self.func.opcode(def) {
            Opcode::And if holds => {
                for i in 0..2 {
                    let part = self.func.arg(def, i);
                    self.learn(part, true, end, depth - 1);
                }
            }
            Opcode::Or if !holds => {
                for i in 0..2 {
                    let part = self.func.arg(def, i);
                    self.learn(part, false, end, depth - 1);
                }
            }
            Opcode::Select => {
                // a && b is select a, b, false; a || b is select a, true, b
                let (a, x, y) = (
                    self.func.arg(def, 0),
                    self.func.arg(def, 1),
                    self.func.arg(def, 2),
                );
                if holds && self.func.as_int(y, self.ctx) == Some(0) {
                    self.learn(a, true, end, depth - 1);
                    self.learn(x, true, end, depth - 1);
                } else if !holds && self.func.as_int(x, self.ctx) == Some(1) {
                    self.learn(a, false, end, depth - 1);
                    self.learn(y, false, end, depth - 1);
                }
            }
            Opcode::Xor if self.func.as_int(self.func.arg(def, 1), self.ctx) == Some(1) => {
                let inner = self.func.arg(def, 0);
                self.learn(inner, !holds, end, depth - 1);
            }
            Opcode::ICmp => {
                let equal = match self.func.inst(def).aux {
                    Aux::IntPredicate(IntPredicate::Eq) => holds,
                    Aux::IntPredicate(IntPredicate::Ne) => !holds,
                    _ => false,
                };
                let (x, y) = (self.func.arg(def, 0), self.func.arg(def, 1));
                // An integer: pointers that compare equal may belong to different objects.
                if equal
                    && self.func.as_int(y, self.ctx).is_some()
                    && self.ctx.types.is_int(self.func.ty(x))
                    && self.func.as_const(x).is_none()
                {
                    self.lead(x, y, end);
                }
            }
            _ => {}
        }
    }

    fn lead(&mut self, value: Value, leader: Value, end: u32) {
        // Edges of a branch on a constant that are never taken establish nothing, least of all for other uses of the
        // constant.
        if self.func.as_const(value).is_some() {
            return;
        }
        let old = self.leaders.insert(value, leader);
        self.undo.push((end, Undo::Leader(value, old)));
    }

    fn replace_in_successors(&mut self, block: Block) {
        if self.leaders.is_empty() {
            return;
        }
        let mut succs: SmallVec<[Block; 4]> = self.func.successors(block).into();
        succs.sort_unstable();
        succs.dedup();
        for succ in succs {
            let phis: SmallVec<[Inst; 8]> = self.func.phis(succ).collect();
            for phi in phis {
                for index in self.entries_of(phi, block) {
                    let value = self.func.arg(phi, index);
                    if let Some(&leader) = self.leaders.get(&value) {
                        self.func.args_mut(phi)[index] = leader;
                        self.changed = true;
                    }
                }
            }
        }
    }

    /// The entries of a phi for the predecessor `of`, or the numbers of a switch's edges to the target `of`.
    fn entries_of(&mut self, inst: Inst, of: Block) -> SmallVec<[usize; 2]> {
        let blocks = self.func.inst_blocks(inst);
        if blocks.len() <= MAX_SEARCHED_ENTRIES {
            let entries = blocks.iter().enumerate();
            return entries
                .filter_map(|(index, &block)| (block == of).then_some(index))
                .collect();
        }
        let sorted = self.sorted_entries.entry(inst).or_insert_with(|| {
            let mut entries: Vec<(Block, u32)> = blocks.iter().copied().zip(0..).collect();
            entries.sort_unstable();
            entries
        });
        let first = sorted.partition_point(|&(block, _)| block < of);
        let entries = sorted[first..].iter().take_while(|&&(block, _)| block == of);
        entries.map(|&(_, index)| index as usize).collect()
    }

    // Instructions.

    fn visit(&mut self, inst: Inst, block: Block) {
        let is_phi = self.func.opcode(inst) == Opcode::Phi;
        for index in 0..self.func.args(inst).len() {
            let value = self.func.arg(inst, index);
            let new = match self.leaders.get(&value) {
                Some(&leader) if !is_phi => {
                    self.changed = true;
                    leader
                }
                _ => value,
            };
            self.func.args_mut(inst)[index] = new;
        }
        match self.func.opcode(inst) {
            Opcode::Load => self.load(inst, block),
            Opcode::Store => self.store(inst, block),
            _ => self.pure(inst, block),
        }
    }

    fn pure(&mut self, inst: Inst, block: Block) {
        let Some(result) = self.func.result(inst) else {
            return;
        };
        let opcode = self.func.opcode(inst);
        if opcode == Opcode::Alloca || opcode.is_terminator() {
            return;
        }
        let effects = effects(self.func, self.ctx, inst);
        if !effects.is_removable() || effects.contains(Effects::READ) {
            return;
        }
        // Divisions trap in theory only: where one was executed, the other may be, too. Freezes of one value may
        // differ, and making them equal is allowed.
        let local = effects.contains(Effects::CONVERGENT);
        let Some(computation) = Computation::of(self.func, inst, local) else {
            return;
        };
        let hash = computation.hash(self.func, inst, block);
        let equal = |earlier| {
            self.func.result(earlier).is_some() && computation.is_same(self.func, inst, earlier, block)
        };
        if let Some(earlier) = self.computed.find(hash, equal)
            && let Some(value) = self.func.result(earlier)
        {
            let both = self.func.inst(earlier).flags & self.func.inst(inst).flags;
            self.func.inst_mut(earlier).flags = both;
            self.replace(inst, result, value);
            return;
        }
        self.computed.insert(hash, inst, self.tree.subtree_end(block));
    }

    fn replace(&mut self, inst: Inst, result: Value, value: Value) {
        if self.func.value_names[value].is_none() {
            self.func.value_names[value] = self.func.value_names[result];
        }
        self.func.replace_uses_with_alias(result, value);
        self.func.remove_inst(inst);
        self.changed = true;
    }

    // Memory.

    fn load(&mut self, inst: Inst, block: Block) {
        if !is_simple_access(self.func, inst) {
            return;
        }
        let result = self.func.result(inst).expect("a load has a result");
        let ty = self.func.inst(inst).ty;
        let pointer = self.func.arg(inst, 0);
        let key = (pointer, access_size(self.ctx, ty));
        if let Some(&known) = self.loads.get(&key)
            && let Some(value) = self.usable(known, inst, block, ty)
        {
            self.replace(inst, result, value);
            return;
        }
        if let Some(value) = self.element(inst, block, ty, pointer) {
            self.replace(inst, result, value);
            return;
        }
        self.remember(key, result, inst, block);
    }

    fn store(&mut self, inst: Inst, block: Block) {
        if !is_simple_access(self.func, inst) {
            return;
        }
        let (value, pointer) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        let ty = self.func.ty(value);
        let key = (pointer, access_size(self.ctx, ty));
        // Storing a value that is there already.
        if let Some(&known) = self.loads.get(&key)
            && self.func.resolve(known.value) == value
            && !self.is_clobbered(known, inst, block)
        {
            self.forget_write(inst, block);
            self.func.remove_inst(inst);
            self.changed = true;
            return;
        }
        self.remember(key, value, inst, block);
    }

    fn forget_write(&mut self, inst: Inst, block: Block) {
        self.writes[block.index()].retain(|w| *w != inst);
    }

    fn remember(&mut self, key: (Value, u64), value: Value, inst: Inst, block: Block) {
        self.has_vectors |= self.ctx.types.is_vector(self.func.ty(value));
        let end = self.tree.subtree_end(block);
        let old = self.loads.insert(key, Known { value, inst, block });
        self.undo.push((end, Undo::Load(key, old)));
    }

    /// The known value converted to type `ty`, if memory still holds it at `load`.
    fn usable(&mut self, known: Known, load: Inst, block: Block, ty: Type) -> Option<Value> {
        let value = self.func.resolve(known.value);
        let from = self.func.ty(value);
        if from != ty && !is_castable(self.ctx, from, ty) {
            return None;
        }
        if !is_invariant_load(self.func, self.ctx, self.target, load) && self.is_clobbered(known, load, block)
        {
            return None;
        }
        if from == ty {
            return Some(value);
        }
        let cast = self
            .func
            .make_inst(Opcode::BitCast, ty, &[value], &[], InstFlags::empty(), Aux::None);
        self.func.insert_inst_before(cast, load);
        self.func.result(cast)
    }

    /// Whether an instruction between `known` and `inst`, on some path, may write the memory that `inst` accesses.
    fn is_clobbered(&mut self, known: Known, inst: Inst, block: Block) -> bool {
        let Some(location) = location_of(self.func, self.ctx, inst) else {
            return true;
        };
        let mut budget = MAX_WRITES;
        if known.block == block {
            return self.writes_between(block, Some(known.inst), Some(inst), location, &mut budget);
        }
        // Backward from the block to that of the known value, which dominates it.
        if self.writes_between(block, None, Some(inst), location, &mut budget)
            || self.writes_between(known.block, Some(known.inst), None, location, &mut budget)
        {
            return true;
        }
        let mut seen: SmallVec<[Block; 16]> = SmallVec::new();
        let mut stack: SmallVec<[Block; 16]> = self.cfg.preds(block).collect();
        while let Some(at) = stack.pop() {
            if at == known.block || seen.contains(&at) {
                continue;
            }
            if seen.len() == MAX_BLOCKS || self.writes_between(at, None, None, location, &mut budget) {
                return true;
            }
            seen.push(at);
            stack.extend(self.cfg.preds(at));
        }
        false
    }

    /// Whether a write of `block` after `after` and before `before` may touch the location.
    fn writes_between(
        &self,
        block: Block,
        after: Option<Inst>,
        before: Option<Inst>,
        location: Location,
        budget: &mut usize,
    ) -> bool {
        let writes = &self.writes[block.index()];
        if writes.is_empty() {
            return false;
        }
        let end = before.map_or(writes.len(), |inst| {
            let position = self.order.position(inst);
            writes.partition_point(|&w| self.order.position(w) < position)
        });
        let start = after.map_or(0, |inst| {
            let position = self.order.position(inst);
            writes.partition_point(|&w| self.order.position(w) <= position)
        });
        for &write in writes.get(start..end).unwrap_or(&[]).iter().rev() {
            if *budget == 0 {
                return true;
            }
            *budget -= 1;
            if may_clobber(self.func, self.ctx, self.target, write, location) {
                return true;
            }
        }
        false
    }
}

/// Whether a bit cast converts one to the other.
fn is_castable(ctx: &Context, from: Type, to: Type) -> bool {
    let scalars = [ctx.types.scalar(from), ctx.types.scalar(to)];
    let has_aggregates = ctx.types.is_aggregate(from) || ctx.types.is_aggregate(to);
    // Pointers are no numbers, but bytes may be pointers.
    let fits =
        scalars.iter().any(|&ty| ctx.types.is_byte(ty)) || !scalars.iter().any(|&ty| ctx.types.is_ptr(ty));
    !has_aggregates && fits && ctx.layout.bits(&ctx.types, from) == ctx.layout.bits(&ctx.types, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::UniformTarget;
    use crate::analysis::testing::REGISTRY;
    use crate::text::parse_module_text;

    fn loads_left(text: &str) -> usize {
        let mut module = parse_module_text(text, &REGISTRY).unwrap();
        let func = module.ctx.function_named("f").unwrap();
        module
            .with_body(func, |f, ctx| {
                run(f, ctx, &UniformTarget);
                f.block_order()
                    .iter()
                    .map(|&b| f.block_insts(b).filter(|&i| f.opcode(i) == Opcode::Load).count())
                    .sum()
            })
            .unwrap()
    }

    #[test]
    fn a_store_is_forwarded_unless_something_may_write() {
        let text = |middle: &str| {
            format!(
                "define float @f(ptr noalias %p, ptr noalias %q, ptr %r) {{\n store float 1.0, ptr %p\n {middle}\n %x = load float, ptr %p\n ret float %x\n}}"
            )
        };
        assert_eq!(loads_left(&text("")), 0);
        assert_eq!(loads_left(&text("store float 2.0, ptr %q")), 0);
        assert_eq!(loads_left(&text("store float 2.0, ptr %p")), 0);
        assert_eq!(loads_left(&text("fence acquire")), 1);
        assert_eq!(loads_left(&text("store volatile i32 0, ptr %p")), 1);
    }

    #[test]
    fn a_loop_that_writes_keeps_its_load() {
        let text = |store: &str| {
            format!(
                "define i32 @f(ptr %p, i1 %c) {{\nentry:\n %a = load i32, ptr %p\n br label %loop\nloop:\n %b = load i32, ptr %p\n {store}\n br i1 %c, label %loop, label %exit\nexit:\n %s = add i32 %a, %b\n ret i32 %s\n}}"
            )
        };
        assert_eq!(loads_left(&text("")), 1);
        assert_eq!(loads_left(&text("store i32 0, ptr %p")), 2);
    }
}
