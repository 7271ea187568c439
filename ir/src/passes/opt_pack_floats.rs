//! Computes sums that are accumulated in the same loop, and neighbouring elements of stored vectors, in pairs, if the
//! target has packed float instructions.
//!
//! ```text
//!   %s = phi float [0, ..], [%s1, ..]                   %st = phi <2 x float> [zero, ..], [%st1, ..]
//!   %t = phi float [0, ..], [%t1, ..]                   %b = shufflevector <4 x float> %v, poison, <0, 1>
//!   %b0 = extractelement <4 x float> %v, 0
//!   %b1 = extractelement <4 x float> %v, 1       ->     %st1 = fmuladd(<%a, %a>, %b, %st)
//!   %s1 = fmuladd(%a, %b0, %s)
//!   %t1 = fmuladd(%a, %b1, %t)
//! ```
//!
//! Starts from pairs of PHIs of one loop, or of stored elements, and follows their operands: two operations of the same
//! kind without other uses become one, down to operands that form a pair for free (one value twice, neighbouring elements of a vector) or that
//! must be assembled at a cost. It pays if the operations saved outweigh that cost.
//!
//! Requires: wide loads are merged. Preserves the control-flow graph. Cost: a constant number of partners for each PHI,
//! each linear in the size of the operand trees. Source: superword-level parallelism (Larsen and Amarasinghe, 2000),
//! with PHIs as further seeds.

use crate::analysis::alias::decompose;
use crate::analysis::dominators::InstOrder;
use crate::analysis::memory_effects::is_simple_access;
use crate::analysis::{LoopForest, TargetTransformInfo, Uses};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::{Function, ValueDef};
use crate::inst::{Aux, InstFlags, Opcode};
use crate::intrinsics::id;
use crate::passes::util::loops::LoopAnalyses;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Number of partners tried for a PHI: those that follow it.
const MAX_PARTNERS: usize = 4;
/// Maximum number of pairs examined for one pair of PHIs.
const MAX_PAIRS: usize = 2048;
/// Maximum depth of an operand tree.
const MAX_DEPTH: u32 = 160;

/// Saving per removed operation, in quarters of an instruction.
const GAIN: i32 = 4;
/// Cost of assembling a pair from values without other uses: usually they can be computed in place.
const PRICE_IN_PLACE: i32 = 1;
/// Cost of assembling other pairs.
const PRICE_OF_COPIES: i32 = 8;
/// Cost of elements in other than their own order; in order they are free.
const PRICE_OF_ORDER: i32 = 1;

/// Packs sums. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    if !target.has_packed_floats() {
        return false;
    }
    func.resolve_aliases();
    let sums = |func: &Function, block: Block| -> SmallVec<[Inst; 16]> {
        func.phis(block)
            .filter(|&phi| func.inst(phi).ty == Type::F32)
            .collect()
    };
    let blocks = func.block_order().to_vec();
    let stored = stored_elements(func, ctx, &blocks);
    if stored.is_empty() && !blocks.iter().any(|&block| sums(func, block).len() > 1) {
        return false;
    }
    let LoopAnalyses { loops, .. } = LoopAnalyses::of(func);
    let uses = Uses::compute(func);
    let order = InstOrder::compute(func);
    let mut search = Search {
        func,
        ctx,
        target,
        loops: &loops,
        uses: &uses,
        order: &order,
        tree: Tree::default(),
        limit: 0,
    };
    // Outer loops first: the sums of inner loops continue theirs.
    for &header in &blocks {
        if loops
            .loop_of(header)
            .is_none_or(|id| loops.get(id).header != header)
        {
            continue;
        }
        let mut left: Vec<Value> = sums(func, header)
            .into_iter()
            .filter_map(|phi| func.result(phi))
            .collect();
        left.reverse();
        while let Some(first) = left.pop() {
            let partners = left.iter().rev().copied().take(MAX_PARTNERS);
            let best = partners.filter_map(|second| search.gain([first, second]).map(|gain| (gain, second)));
            // If several are equally good, the next one first.
            if let Some((gain, second)) = best.reduce(|a, b| if b.0 > a.0 { b } else { a }) {
                let swapped = [second, first];
                let is_better = search.gain(swapped).is_some_and(|other| other > gain);
                search.add(if is_better { swapped } else { [first, second] });
                left.retain(|&other| other != second);
            }
        }
    }
    for pair in stored {
        if search.are_seeds(pair) && search.gain(pair).is_some() {
            search.add(pair);
        }
    }
    let tree = search.tree;
    if tree.order.is_empty() {
        return false;
    }
    build(func, ctx, &tree);
    func.resolve_aliases();
    true
}

/// Neighbouring elements of float vectors that are put together to be stored.
fn stored_elements(func: &Function, ctx: &Context, blocks: &[Block]) -> Vec<[Value; 2]> {
    let mut pairs = Vec::new();
    let stores = blocks.iter().flat_map(|&block| func.block_insts(block));
    for store in stores.filter(|&inst| func.opcode(inst) == Opcode::Store) {
        let mut vector = func.resolve(func.arg(store, 0));
        let Some((Type::F32, count)) = ctx.types.vector_parts(func.ty(vector)) else {
            continue;
        };
        let mut elements = vec![None; count as usize];
        while let Some(insert) = func.def_inst(vector)
            && func.opcode(insert) == Opcode::InsertElement
            && let Some(index) = func.as_int(func.arg(insert, 2), ctx)
            && let Some(element) = elements.get_mut(index as usize)
        {
            element.get_or_insert(func.resolve(func.arg(insert, 1)));
            vector = func.resolve(func.arg(insert, 0));
        }
        pairs.extend(
            elements
                .chunks_exact(2)
                .filter_map(|pair| Some([pair[0]?, pair[1]?])),
        );
    }
    pairs
}

/// How a pair is formed.
#[derive(Clone, Debug)]
enum Pair {
    /// One value twice.
    Splat(Value),
    /// Elements of a vector.
    Elements(Value, [u32; 2]),
    /// Two values, assembled before an instruction or where they are used.
    Gathered,
    /// A PHI of pairs from the same predecessors as those of the first.
    Phi(Vec<(Block, [Value; 2])>),
    /// An operation on pairs, at the position of the later of the two.
    Operation(SmallVec<[[Value; 2]; 3]>),
}

/// A tree of pairs.
#[derive(Default)]
struct Tree {
    pairs: FxHashMap<[Value; 2], Pair>,
    /// Their keys, in the order in which they were found.
    keys: Vec<[Value; 2]>,
    /// Results of PHIs and operations: no value is in two of these.
    taken: FxHashSet<Value>,
    /// PHIs and operations, each after its user.
    order: Vec<[Value; 2]>,
    gain: i32,
}

struct Search<'a> {
    func: &'a Function,
    ctx: &'a Context,
    target: &'a dyn TargetTransformInfo,
    loops: &'a LoopForest,
    uses: &'a Uses,
    order: &'a InstOrder,
    tree: Tree,
    /// Remaining budget of pairs to examine.
    limit: usize,
}

impl Search<'_> {
    /// The saving for a pair of PHIs or stored elements, if positive, with its tree.
    fn gain(&mut self, seeds: [Value; 2]) -> Option<i32> {
        let (keys, made, gain) = (self.tree.keys.len(), self.tree.order.len(), self.tree.gain);
        let is_possible = !seeds.iter().any(|seed| self.tree.taken.contains(seed));
        let is_found = is_possible && self.add(seeds);
        let found = self.tree.gain - gain;
        for key in self.tree.keys.drain(keys..) {
            self.tree.pairs.remove(&key);
        }
        for value in self.tree.order.drain(made..).flatten() {
            self.tree.taken.remove(&value);
        }
        self.tree.gain = gain;
        (is_found && found > 0).then_some(found)
    }

    /// Adds a pair of PHIs or stored elements to the tree. Returns whether they can be paired.
    fn add(&mut self, seeds: [Value; 2]) -> bool {
        self.limit = MAX_PAIRS;
        let is_made = |pair: &Pair| matches!(pair, Pair::Phi(_) | Pair::Operation(_));
        self.pair(seeds, 0).is_some() && self.tree.pairs.get(&seeds).is_some_and(is_made)
    }

    /// Whether all users of `value` come after both of two instructions of one block.
    fn is_used_after(&self, value: Value, insts: [Inst; 2]) -> bool {
        let [a, b] = insts;
        let later = if self.order.before(a, b) { b } else { a };
        self.uses.of(value).all(|user| {
            self.func.opcode(user) == Opcode::Phi
                || self.func.inst_block(user) != self.func.inst_block(later)
                || self.order.before(later, user)
        })
    }

    /// Whether two stored elements are computed in one block before either is used: a pair has one position.
    fn are_seeds(&self, values: [Value; 2]) -> bool {
        let [Some(a), Some(b)] = values.map(|value| self.func.def_inst(value)) else {
            return false;
        };
        self.func.inst_block(a) == self.func.inst_block(b)
            && values.iter().all(|&value| self.is_used_after(value, [a, b]))
    }

    /// Adds a pair and its operands to the tree; `None` if it becomes too large.
    fn pair(&mut self, values: [Value; 2], depth: u32) -> Option<()> {
        let values = values.map(|value| self.func.resolve(value));
        if self.tree.pairs.contains_key(&values) {
            return Some(());
        }
        self.limit = self.limit.checked_sub(1)?;
        let pair = if depth < MAX_DEPTH {
            self.kind(values)
        } else {
            Pair::Gathered
        };
        let inner: Vec<([Value; 2], bool)> = match &pair {
            Pair::Phi(incoming) => {
                let block = self.home(values[0]);
                let inside = |from: Block| {
                    let of = block.and_then(|block| self.loops.loop_of(block));
                    of.is_some_and(|id| self.loops.contains(id, from))
                };
                incoming
                    .iter()
                    .map(|&(from, pair)| (pair, inside(from)))
                    .collect()
            }
            Pair::Operation(args) => args.iter().map(|&pair| (pair, true)).collect(),
            Pair::Gathered => {
                self.tree.gain -= self.price(values);
                Vec::new()
            }
            Pair::Elements(_, [first, second]) if first > second => {
                self.tree.gain -= PRICE_OF_ORDER;
                Vec::new()
            }
            _ => Vec::new(),
        };
        if matches!(pair, Pair::Operation(_)) {
            self.tree.gain += GAIN;
        }
        let is_made = matches!(pair, Pair::Phi(_) | Pair::Operation(_));
        self.tree.pairs.insert(values, pair);
        self.tree.keys.push(values);
        if is_made {
            self.tree.order.push(values);
            self.tree.taken.extend(values);
        }
        for (pair, is_inside) in inner {
            let before = self.tree.gain;
            self.pair(pair, depth + 1)?;
            if !is_inside {
                // Work outside the loop is done once.
                self.tree.gain = self.tree.gain.max(before - 1);
            }
        }
        Some(())
    }

    fn home(&self, value: Value) -> Option<Block> {
        self.func
            .def_inst(value)
            .and_then(|inst| self.func.inst_block(inst))
    }

    fn price(&self, values: [Value; 2]) -> i32 {
        let is_own = |value: Value| {
            let def = self.func.def_inst(value);
            self.uses.count(value) == 1 && def.is_some_and(|def| self.func.opcode(def) != Opcode::Phi)
        };
        let is_constant = |value: Value| self.func.as_const(value).is_some();
        match values {
            [a, b] if self.are_read_together(a, b) => PRICE_IN_PLACE,
            [a, b] if is_own(a) && is_own(b) && self.home(a) == self.home(b) => PRICE_IN_PLACE,
            [a, b] if is_constant(a) && is_constant(b) => PRICE_IN_PLACE,
            _ => PRICE_OF_COPIES,
        }
    }

    /// Whether two loads of neighbouring elements become one, though not of a vector because of its alignment: that of
    /// two words at a time, into neighbouring registers.
    fn are_read_together(&self, a: Value, b: Value) -> bool {
        let func = self.func;
        let (Some(first), Some(second)) = (func.def_inst(a), func.def_inst(b)) else {
            return false;
        };
        let is_load = |inst: Inst| func.opcode(inst) == Opcode::Load && is_simple_access(func, inst);
        if !is_load(first) || !is_load(second) || func.inst_block(first) != func.inst_block(second) {
            return false;
        }
        let [from, to] = [first, second].map(|inst| func.arg(inst, 0));
        let space = self.ctx.types.address_space(func.ty(from));
        if !space.is_some_and(|space| self.target.reads_pairs_of_words(space)) {
            return false;
        }
        let [from, to] = [from, to].map(|pointer| decompose(func, self.ctx, pointer));
        from.base == to.base && from.terms == to.terms && to.offset == from.offset + 4
    }

    fn kind(&self, values: [Value; 2]) -> Pair {
        let func = self.func;
        if values[0] == values[1] {
            return Pair::Splat(values[0]);
        }
        let (ValueDef::Inst(a), ValueDef::Inst(b)) = (func.def(values[0]), func.def(values[1])) else {
            return Pair::Gathered;
        };
        if func.opcode(a) != func.opcode(b) {
            return Pair::Gathered;
        }
        if func.opcode(a) == Opcode::ExtractElement {
            return self.elements(a, b).unwrap_or(Pair::Gathered);
        }
        if func.inst_block(a) != func.inst_block(b)
            || values.iter().any(|value| self.tree.taken.contains(value))
        {
            return Pair::Gathered;
        }
        let pair = match func.opcode(a) {
            Opcode::Phi => self.phis(a, b),
            _ => self.operations(values, a, b),
        };
        pair.unwrap_or(Pair::Gathered)
    }

    /// Elements in one pair of registers.
    fn elements(&self, a: Inst, b: Inst) -> Option<Pair> {
        let func = self.func;
        let vector = func.resolve(func.arg(a, 0));
        if vector != func.resolve(func.arg(b, 0)) {
            return None;
        }
        let index = |inst: Inst| {
            let index = func.as_int(func.arg(inst, 1), self.ctx)?;
            u32::try_from(index).ok()
        };
        let (first, second) = (index(a)?, index(b)?);
        let (_, count) = self.ctx.types.vector_parts(func.ty(vector))?;
        (first / 2 == second / 2 && first < count && second < count)
            .then_some(Pair::Elements(vector, [first, second]))
    }

    fn phis(&self, a: Inst, b: Inst) -> Option<Pair> {
        let func = self.func;
        let from: FxHashSet<Block> = func.inst_blocks(a).iter().copied().collect();
        if from.len() != func.inst_blocks(a).len() || func.inst_blocks(b).len() != from.len() {
            return None;
        }
        let entries = func.inst_blocks(a).iter().zip(func.args(a));
        let incoming = entries.map(|(&block, &value)| Some((block, [value, func.incoming(b, block)?])));
        Some(Pair::Phi(incoming.collect::<Option<_>>()?))
    }

    /// Two operations that can be merged: same kind, and nothing between them uses the first.
    fn operations(&self, values: [Value; 2], a: Inst, b: Inst) -> Option<Pair> {
        let func = self.func;
        let commutes = match func.opcode(a) {
            Opcode::FAdd | Opcode::FMul => true,
            Opcode::FSub => false,
            Opcode::Call => {
                let called = [a, b].map(|inst| func.called_intrinsic(inst, self.ctx));
                if called[0] != called[1] || !matches!(called[0], Some(id::FMULADD | id::FMA)) {
                    return None;
                }
                true
            }
            _ => return None,
        };
        // Users outside the tree extract their element after the pair; users in the tree move to a later position
        // themselves.
        let is_free = |value: Value| self.uses.count(value) == 1 || self.is_used_after(value, [a, b]);
        if !values.iter().all(|&value| is_free(value)) {
            return None;
        }
        let is_call = func.opcode(a) == Opcode::Call;
        let args = |inst: Inst| -> SmallVec<[Value; 3]> {
            func.args(inst)[usize::from(is_call)..]
                .iter()
                .map(|&arg| func.resolve(arg))
                .collect()
        };
        let (x, mut y) = (args(a), args(b));
        if commutes
            && self.fit([x[0], y[1]]) + self.fit([x[1], y[0]])
                > self.fit([x[0], y[0]]) + self.fit([x[1], y[1]])
        {
            y.swap(0, 1);
        }
        Some(Pair::Operation(x.iter().zip(&y).map(|(&x, &y)| [x, y]).collect()))
    }

    /// A quick estimate of how well two values pair.
    fn fit(&self, values: [Value; 2]) -> u32 {
        if self.tree.pairs.contains_key(&values) {
            return 4;
        }
        self.fit_of_others(values).unwrap_or(0)
    }

    fn fit_of_others(&self, values: [Value; 2]) -> Option<u32> {
        let func = self.func;
        if values[0] == values[1] {
            return Some(3);
        }
        let (a, b) = (func.def_inst(values[0])?, func.def_inst(values[1])?);
        if func.opcode(a) != func.opcode(b) {
            return None;
        }
        match func.opcode(a) {
            Opcode::ExtractElement => Some(if self.elements(a, b).is_some() { 3 } else { 0 }),
            Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::Call | Opcode::Phi => Some(2),
            _ => Some(1),
        }
    }
}

/// Creates the pairs of a tree, and extracts elements for other users.
fn build(func: &mut Function, ctx: &mut Context, tree: &Tree) {
    let mut maker = Maker {
        made: FxHashMap::default(),
        pair_type: ctx.types.vector(Type::F32, 2),
        func,
        ctx,
        tree,
    };
    maker.make_all();
}

struct Maker<'a> {
    func: &'a mut Function,
    ctx: &'a mut Context,
    tree: &'a Tree,
    pair_type: Type,
    /// PHIs and operations.
    made: FxHashMap<[Value; 2], Value>,
}

impl Maker<'_> {
    fn make_all(&mut self) {
        let mut later: Vec<([Value; 2], Inst)> = Vec::new();
        // Create the instructions first, with placeholder operands, as they depend on each other.
        for &values in &self.tree.order {
            let insts = values.map(|value| self.func.def_inst(value).expect("an instruction"));
            let new = match &self.tree.pairs[&values] {
                Pair::Phi(_) => {
                    let phi = self.func.make_inst(
                        Opcode::Phi,
                        self.pair_type,
                        &[],
                        &[],
                        InstFlags::empty(),
                        Aux::None,
                    );
                    self.func.insert_inst_before(phi, insts[0]);
                    phi
                }
                _ => self.operation(insts),
            };
            let pair = self.func.result(new).expect("a result");
            self.made.insert(values, pair);
            later.push((values, new));
        }
        for (values, new) in later {
            match &self.tree.pairs[&values] {
                Pair::Phi(incoming) => {
                    for &(from, values) in incoming {
                        let end = self.func.terminator(from).expect("a branch");
                        let pair = self.operand(values, end);
                        self.func.add_incoming(new, pair, from);
                    }
                }
                Pair::Operation(args) => {
                    let first = usize::from(self.func.opcode(new) == Opcode::Call);
                    for (index, &values) in args.iter().enumerate() {
                        let pair = self.operand(values, new);
                        self.func.args_mut(new)[first + index] = pair;
                    }
                }
                _ => unreachable!("only PHIs and operations are made"),
            }
        }
        // Other uses of the values: extract elements.
        for &values in &self.tree.order {
            let pair = self.made[&values];
            let inst = self.func.def_inst(pair).expect("an instruction");
            let block = self.func.inst_block(inst).expect("in a block");
            let before = match self.func.opcode(inst) {
                Opcode::Phi => {
                    let mut insts = self.func.block_insts(block);
                    insts.find(|&inst| self.func.opcode(inst) != Opcode::Phi)
                }
                _ => {
                    let mut insts = self.func.block_insts(block).skip_while(|&at| at != inst);
                    insts.nth(1)
                }
            };
            let before = before.expect("a terminator");
            let elements = [0, 1].map(|index| {
                let mut b = Builder::before(self.func, self.ctx, before);
                let index = b.i32(index);
                b.extract_element(pair, index)
            });
            for (value, element) in values.into_iter().zip(elements) {
                let old = self.func.def_inst(value).expect("an instruction");
                self.func.replace_uses_with_alias(value, element);
                self.func.remove_inst(old);
            }
        }
    }

    /// Creates the merged operation, without operands yet, at the position of the later one.
    fn operation(&mut self, insts: [Inst; 2]) -> Inst {
        let block = self.func.inst_block(insts[0]).expect("in a block");
        let last = self
            .func
            .block_insts(block)
            .filter(|inst| insts.contains(inst))
            .last()
            .expect("both are there");
        let flags = self.func.inst(insts[0]).flags & self.func.inst(insts[1]).flags;
        let opcode = self.func.opcode(insts[0]);
        let called = self.func.called_intrinsic(insts[0], self.ctx);
        let ty = self.pair_type;
        let mut b = Builder::before(self.func, self.ctx, last);
        let any = b.poison(ty);
        let pair = match called {
            Some(id) => b.call_intrinsic(id, &[ty], &[any, any, any]).expect("a result"),
            None => b.binary_flags(opcode, any, any, flags),
        };
        let inst = self.func.def_inst(pair).expect("an instruction");
        self.func.inst_mut(inst).flags = flags;
        inst
    }

    /// A pair as an operand of `user`, or at the end of a block.
    fn operand(&mut self, values: [Value; 2], user: Inst) -> Value {
        let values = values.map(|value| self.func.resolve(value));
        if let Some(&pair) = self.made.get(&values) {
            return pair;
        }
        let ty = self.pair_type;
        let mut b = Builder::before(self.func, self.ctx, user);
        match &self.tree.pairs[&values] {
            &Pair::Splat(value) => b.splat(value, 2),
            Pair::Elements(vector, indices) => {
                let any = b.func.ty(*vector);
                let any = b.poison(any);
                b.shuffle(*vector, any, indices)
            }
            _ => {
                let mut pair = b.poison(ty);
                for (index, value) in values.into_iter().enumerate() {
                    let index = b.i32(index as i32);
                    pair = b.insert_element(pair, value, index);
                }
                pair
            }
        }
    }
}
