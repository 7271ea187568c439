//! Which values may differ between the lanes that execute an instruction together, and at which branches lanes may
//! diverge.
//!
//! A value is divergent if an operand is (data dependence), if it is a phi where lanes that parted at a divergent branch
//! meet (sync dependence), or if it is used outside a loop that lanes leave in different iterations (temporal
//! divergence; then the user is divergent, the value inside the loop is not).
//!
//! Cost: linear, times the nesting depth (and times the number of branches that skip over each other, where the part of
//! the graph dominated by one block leads to several). Sources: J. Rosemann, S. Moll, S. Hack, "An Abstract
//! Interpretation for SPMD Divergence on Reducible Control Flow Graphs" (POPL 2021); LLVM's UniformityAnalysis for the
//! sources of divergence. Irreducible cycles make everything reachable from a divergent branch divergent.

use super::cfg::Cfg;
use super::dominators::DominatorTree;
use super::loops::{LoopForest, LoopId};
use super::target_info::DivergenceInfo;
use super::uses::Uses;
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::Opcode;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

const NONE: u32 = u32::MAX;

/// The result of the analysis.
#[derive(Clone, Debug)]
pub struct DivergenceAnalysis {
    values: Vec<bool>,
    branches: Vec<bool>,
    /// By loop of `loops`: lanes may leave it in different iterations.
    divergent_loops: Vec<bool>,
    loops: Arc<LoopForest>,
}

impl DivergenceAnalysis {
    /// Computes it.
    pub fn compute(func: &Function, ctx: &Context, info: &dyn DivergenceInfo) -> DivergenceAnalysis {
        let (cfg, loops) = (func.cfg(), func.loops());
        let mut solver = Solver::new(func, ctx, &cfg, loops);
        solver.seed(info);
        solver.solve();
        solver.result
    }

    /// Whether `value` may differ between lanes, where it is defined.
    pub fn is_divergent(&self, value: Value) -> bool {
        self.values.get(value.index()).copied().unwrap_or(false)
    }

    /// Whether `value` may differ between lanes at a use in `block`: also if the use is outside a loop that lanes leave
    /// in different iterations.
    pub fn is_divergent_use(&self, func: &Function, value: Value, block: Block) -> bool {
        if self.is_divergent(value) {
            return true;
        }
        let Some(def_block) = func.def_inst(value).and_then(|i| func.inst_block(i)) else {
            return false;
        };
        let mut at = self.loops.loop_of(def_block);
        while let Some(id) = at {
            if self.loops.contains(id, block) {
                return false;
            }
            if self.divergent_loops[id.index()] {
                return true;
            }
            at = self.loops.get(id).parent.expand();
        }
        false
    }

    /// Whether lanes may take different branches at the end of `block`.
    pub fn is_divergent_branch(&self, block: Block) -> bool {
        self.branches.get(block.index()).copied().unwrap_or(false)
    }

    /// Whether there is any divergent branch.
    pub fn has_divergent_branch(&self) -> bool {
        self.branches.contains(&true)
    }

    /// Whether lanes may leave the innermost loop around `block` in different iterations.
    pub fn has_divergent_exit(&self, block: Block) -> bool {
        self.loops
            .loop_of(block)
            .is_some_and(|id| self.divergent_loops[id.index()])
    }
}

/// The targets of the edges that leave each loop.
fn exits_of_loops(cfg: &Cfg, loops: &LoopForest) -> Vec<SmallVec<[Block; 2]>> {
    let mut exits = vec![SmallVec::new(); loops.inner_first().len()];
    for &block in cfg.rpo() {
        for succ in cfg.succs(block) {
            let mut at = loops.loop_of(block);
            while let Some(id) = at.filter(|&id| !loops.contains(id, succ)) {
                exits[id.index()].push(succ);
                at = loops.get(id).parent.expand();
            }
        }
    }
    exits
}

struct Solver<'a> {
    func: &'a Function,
    ctx: &'a Context,
    cfg: &'a Cfg,
    uses: Uses,
    result: DivergenceAnalysis,
    always_uniform: Vec<bool>,
    worklist: Vec<Value>,
    /// For each block, where the path that reaches it diverged: the first block on that path. Cleared through
    /// `labelled`.
    labels: Vec<u32>,
    labelled: Vec<Block>,
    /// Positions in reverse post-order.
    heap: BinaryHeap<Reverse<u32>>,
    /// By block, computed at the first divergence.
    ways_out: Vec<WaysOut>,
    /// By loop, computed at the same time: the targets of its exit edges.
    exits: Vec<SmallVec<[Block; 2]>>,
    /// Blocks whose phis were visited because lanes meet there.
    joined: Vec<bool>,
    /// Blocks after which everything was marked, in irreducible control flow.
    all_divergent: Vec<bool>,
}

/// Where control leaves the region that a block dominates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Frontier {
    Nowhere,
    To(Block),
    Several,
}

/// A block's dominance frontier if it has only one block, and the innermost loop around everything it dominates.
#[derive(Clone, Copy, Debug)]
struct WaysOut {
    frontier: Frontier,
    inside: Option<LoopId>,
}

impl Frontier {
    fn add(&mut self, other: Frontier) {
        *self = match (*self, other) {
            (known, Frontier::Nowhere) => known,
            (Frontier::Nowhere, other) => other,
            (known, other) if known == other => known,
            _ => Frontier::Several,
        };
    }
}

impl WaysOut {
    /// For all blocks.
    fn compute(cfg: &Cfg, tree: &DominatorTree, loops: &LoopForest) -> Vec<WaysOut> {
        let unknown = WaysOut {
            frontier: Frontier::Several,
            inside: None,
        };
        let mut all = vec![unknown; cfg.block_count()];
        for block in tree.preorder().rev() {
            let mut frontier = Frontier::Nowhere;
            let mut inside = loops.loop_of(block);
            for succ in cfg.succs(block).filter(|&succ| tree.idom(succ) != Some(block)) {
                frontier.add(Frontier::To(succ));
            }
            for child in tree.children(block) {
                let below = all[child.index()];
                match below.frontier {
                    Frontier::To(to) if tree.idom(to) == Some(block) => {}
                    other => frontier.add(other),
                }
                inside = loops.innermost_common(inside, below.inside);
            }
            all[block.index()] = WaysOut { frontier, inside };
        }
        all
    }
}

/// How diverging control reaches the exits of a loop.
#[derive(Default)]
struct Ends {
    exits: SmallVec<[u32; 4]>,
    header: SmallVec<[u32; 2]>,
}

impl<'a> Solver<'a> {
    fn new(func: &'a Function, ctx: &'a Context, cfg: &'a Cfg, loops: Arc<LoopForest>) -> Solver<'a> {
        Solver {
            func,
            ctx,
            cfg,
            uses: Uses::compute(func),
            result: DivergenceAnalysis {
                values: vec![false; func.value_count()],
                branches: vec![false; func.block_count()],
                divergent_loops: vec![false; loops.inner_first().len()],
                loops,
            },
            always_uniform: vec![false; func.inst_count()],
            worklist: Vec::new(),
            labels: vec![NONE; func.block_count()],
            labelled: Vec::new(),
            heap: BinaryHeap::new(),
            ways_out: Vec::new(),
            exits: Vec::new(),
            joined: vec![false; func.block_count()],
            all_divergent: Vec::new(),
        }
    }

    fn seed(&mut self, info: &dyn DivergenceInfo) {
        let (func, ctx) = (self.func, self.ctx);
        for (index, &param) in func.params.iter().enumerate() {
            if info.is_divergent_param(func, ctx, index as u32) {
                self.mark(param);
            }
        }
        for &block in self.cfg.rpo() {
            for inst in func.block_insts(block) {
                // The divergence of any other instruction follows from its operands.
                use Opcode::{AtomicRmw, Call, CmpXchg, Load};
                if !matches!(func.opcode(inst), Call | Load | AtomicRmw | CmpXchg) {
                    continue;
                }
                let Some(result) = func.result(inst) else { continue };
                if info.is_always_uniform(func, ctx, inst) {
                    self.always_uniform[inst.index()] = true;
                } else if info.is_source_of_divergence(func, ctx, inst) {
                    self.mark(result);
                }
            }
        }
    }

    #[inline(always)]
    fn mark(&mut self, value: Value) {
        if !std::mem::replace(&mut self.result.values[value.index()], true) {
            self.worklist.push(value);
        }
    }

    #[inline(always)]
    fn mark_inst(&mut self, inst: Inst) {
        let opcode = self.func.opcode(inst);
        if matches!(opcode, Opcode::CondBr | Opcode::Switch) {
            if let Some(block) = self.func.inst_block(inst) {
                self.mark_branch(block);
            }
        } else if let Some(result) = self.func.result(inst)
            && !self.always_uniform[inst.index()]
        {
            self.mark(result);
        }
    }

    fn solve(&mut self) {
        while let Some(value) = self.worklist.pop() {
            for index in 0..self.uses.count(value) {
                let user = self.uses.nth(value, index);
                let reachable = self
                    .func
                    .inst_block(user)
                    .is_some_and(|b| self.cfg.is_reachable(b));
                if reachable {
                    self.mark_inst(user);
                }
            }
        }
    }

    fn look_at_the_graph(&mut self) {
        self.ways_out = WaysOut::compute(self.cfg, &self.func.dominators(), &self.result.loops);
        self.exits = exits_of_loops(self.cfg, &self.result.loops);
    }

    #[inline(never)] //  large and rarely needed
    fn mark_branch(&mut self, block: Block) {
        if std::mem::replace(&mut self.result.branches[block.index()], true) {
            return;
        }
        let succs: SmallVec<[Block; 4]> = self.cfg.succs(block).collect();
        if self.result.loops.is_irreducible {
            self.mark_everything_after(&succs);
            return;
        }
        if self.ways_out.is_empty() {
            self.look_at_the_graph();
        }
        self.part(&succs, self.result.loops.loop_of(block));
    }

    /// Lanes diverge to `succs`, in the loop `context` (none: outside loops). Finds where they meet.
    fn part(&mut self, succs: &[Block], context: Option<LoopId>) {
        let mut context = context;
        let mut succs: SmallVec<[Block; 4]> = succs.into();
        // A loop that lanes leave in different iterations makes them diverge again at its exits.
        loop {
            let mut ends = Ends::default();
            let mut joins: SmallVec<[Block; 4]> = SmallVec::new();
            for &succ in &succs {
                self.reach(succ, succ.as_u32(), context, &mut ends, &mut joins);
            }
            while let Some(Reverse(index)) = self.heap.pop() {
                // Whatever is left is reached on one path only: it meets nothing but lanes that left the loop or
                // started it again.
                let exits_matter = context.is_some_and(|id| !self.result.divergent_loops[id.index()])
                    && !ends.exits.is_empty();
                if self.heap.is_empty() && !exits_matter && ends.header.is_empty() {
                    break;
                }
                let block = self.cfg.rpo()[index as usize];
                let label = self.labels[block.index()];
                match self.inner_loop(block, context) {
                    Some(inner) => {
                        for index in 0..self.exits[inner.index()].len() {
                            let to = self.exits[inner.index()][index];
                            self.reach(to, label, context, &mut ends, &mut joins);
                        }
                    }
                    // No other path leads into the dominated region, so no lanes meet there.
                    None => match self.ways_out[block.index()] {
                        ways if ways.inside == context && ways.frontier == Frontier::Nowhere => {}
                        WaysOut {
                            frontier: Frontier::To(to),
                            inside,
                        } if inside == context => self.reach(to, label, context, &mut ends, &mut joins),
                        _ => {
                            let next: SmallVec<[Block; 4]> = self.cfg.succs(block).collect();
                            for to in next {
                                self.reach(to, label, context, &mut ends, &mut joins);
                            }
                        }
                    },
                }
            }
            self.heap.clear();
            for block in self.labelled.drain(..) {
                self.labels[block.index()] = NONE;
            }
            for block in joins {
                self.mark_phis(block);
            }
            let Some(id) = context else { return };
            let first = ends.exits.first().or(ends.header.first()).copied();
            let same = ends.exits.iter().chain(&ends.header).all(|&l| Some(l) == first);
            if ends.exits.is_empty() || same {
                return;
            }
            if std::mem::replace(&mut self.result.divergent_loops[id.index()], true) {
                return;
            }
            self.mark_uses_outside(id);
            succs.clear();
            for index in 0..self.exits[id.index()].len() {
                let to = self.exits[id.index()][index];
                if !succs.contains(&to) {
                    succs.push(to);
                } else {
                    // Lanes that left by one exit meet those that left by the other.
                    self.mark_phis(to);
                }
            }
            context = self.result.loops.get(id).parent.expand();
        }
    }

    /// The loop directly inside `context` that `block`, its header, begins.
    fn inner_loop(&self, block: Block, context: Option<LoopId>) -> Option<LoopId> {
        let loops = &self.result.loops;
        let mut at = loops.loop_of(block);
        while let Some(id) = at {
            if Some(id) == context {
                return None;
            }
            let parent = loops.get(id).parent.expand();
            if parent == context {
                return Some(id);
            }
            at = parent;
        }
        None
    }

    fn reach(
        &mut self,
        to: Block,
        label: u32,
        context: Option<LoopId>,
        ends: &mut Ends,
        joins: &mut SmallVec<[Block; 4]>,
    ) {
        if let Some(id) = context {
            if !self.result.loops.contains(id, to) {
                if !ends.exits.contains(&label) {
                    ends.exits.push(label);
                }
                return;
            }
            if self.result.loops.get(id).header == to {
                if !ends.header.contains(&label) {
                    ends.header.push(label);
                    if ends.header.len() == 2 {
                        joins.push(to);
                    }
                }
                return;
            }
        }
        let old = self.labels[to.index()];
        if old == NONE {
            self.labels[to.index()] = label;
            self.labelled.push(to);
            self.heap.push(Reverse(self.cfg.rpo_index(to)));
        } else if old != label && old != to.as_u32() {
            self.labels[to.index()] = to.as_u32();
            joins.push(to);
        } else if old != label && !joins.contains(&to) {
            // A successor of the branch that another path also leads to.
            joins.push(to);
        }
    }

    /// Lanes meet at `block`: its phis are divergent, except those with a single value. Undefined entries do not count:
    /// the lanes that come from there accept any value.
    fn mark_phis(&mut self, block: Block) {
        if std::mem::replace(&mut self.joined[block.index()], true) {
            return;
        }
        let phis: SmallVec<[Inst; 8]> = self.func.phis(block).collect();
        for phi in phis {
            let mut only = None;
            let mut same = true;
            for index in 0..self.func.args(phi).len() {
                let value = self.func.arg(phi, index);
                let undefined = self.func.as_const(value).is_some_and(|c| {
                    matches!(
                        self.ctx.constants.data(c),
                        ConstantData::Undef(_) | ConstantData::Poison(_)
                    )
                });
                if undefined || Some(value) == self.func.result(phi) {
                    continue;
                }
                same &= only.is_none_or(|v| v == value);
                only = Some(value);
            }
            if !same {
                self.mark_inst(phi);
            }
        }
    }

    fn mark_uses_outside(&mut self, id: LoopId) {
        let blocks = self.result.loops.get(id).blocks.clone();
        let mut users: SmallVec<[Inst; 16]> = SmallVec::new();
        for block in blocks {
            for inst in self.func.block_insts(block) {
                let Some(result) = self.func.result(inst) else {
                    continue;
                };
                for user in self.uses.of(result) {
                    let outside = self
                        .func
                        .inst_block(user)
                        .is_some_and(|b| self.cfg.is_reachable(b) && !self.result.loops.contains(id, b));
                    if outside {
                        users.push(user);
                    }
                }
            }
        }
        for user in users {
            self.mark_inst(user);
        }
    }

    fn mark_everything_after(&mut self, succs: &[Block]) {
        self.all_divergent.resize(self.func.block_count(), false);
        let mut stack: Vec<Block> = succs.to_vec();
        while let Some(block) = stack.pop() {
            if std::mem::replace(&mut self.all_divergent[block.index()], true) {
                continue;
            }
            stack.extend(self.cfg.succs(block));
            let insts: Vec<Inst> = self.func.block_insts(block).collect();
            for inst in insts {
                if let Some(result) = self.func.result(inst)
                    && !self.always_uniform[inst.index()]
                {
                    self.mark(result);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::{DivergentParams, context, function, graph_function};
    use crate::builder::Builder;
    use crate::entities::Type;
    use crate::inst::IntPredicate;

    #[test]
    fn phis_where_lanes_meet_are_divergent() {
        let mut ctx = context();
        let mut func = function(&mut ctx, "f", Type::I32, &[Type::I1]);
        let c = func.params[0];
        let blocks: Vec<Block> = (0..4).map(|_| func.append_new_block()).collect();
        Builder::at_end(&mut func, &mut ctx, blocks[0]).cond_br(c, blocks[1], blocks[2]);
        Builder::at_end(&mut func, &mut ctx, blocks[1]).br(blocks[3]);
        Builder::at_end(&mut func, &mut ctx, blocks[2]).br(blocks[3]);
        let mut b = Builder::at_end(&mut func, &mut ctx, blocks[3]);
        let (phi, same) = (b.phi(Type::I32), b.phi(Type::I32));
        let (one, two) = (b.i32(1), b.i32(2));
        b.ret(phi);
        for (value, from) in [(one, blocks[1]), (two, blocks[2])] {
            func.add_incoming(func.def_inst(phi).unwrap(), value, from);
            func.add_incoming(func.def_inst(same).unwrap(), one, from);
        }
        let divergence = DivergenceAnalysis::compute(&func, &ctx, &DivergentParams(&[0]));
        assert!(divergence.is_divergent(phi) && !divergence.is_divergent(same));
        assert!(divergence.is_divergent_branch(blocks[0]));
        let uniform = DivergenceAnalysis::compute(&func, &ctx, &DivergentParams(&[]));
        assert!(!uniform.is_divergent(phi));
    }

    #[test]
    fn a_counter_is_divergent_only_after_a_divergent_loop() {
        let mut ctx = context();
        let mut func = function(&mut ctx, "f", Type::I32, &[Type::I32]);
        let n = func.params[0];
        let blocks: Vec<Block> = (0..3).map(|_| func.append_new_block()).collect();
        Builder::at_end(&mut func, &mut ctx, blocks[0]).br(blocks[1]);
        let mut b = Builder::at_end(&mut func, &mut ctx, blocks[1]);
        let i = b.phi(Type::I32);
        let (zero, one) = (b.i32(0), b.i32(1));
        let next = b.binary(Opcode::Add, i, one);
        let more = b.icmp(IntPredicate::Slt, next, n);
        b.cond_br(more, blocks[1], blocks[2]);
        let mut b = Builder::at_end(&mut func, &mut ctx, blocks[2]);
        let twice = b.binary(Opcode::Add, next, next);
        b.ret(twice);
        let phi = func.def_inst(i).unwrap();
        func.add_incoming(phi, zero, blocks[0]);
        func.add_incoming(phi, next, blocks[1]);
        let divergence = DivergenceAnalysis::compute(&func, &ctx, &DivergentParams(&[0]));
        assert!(!divergence.is_divergent(next) && divergence.is_divergent(twice));
        assert!(divergence.is_divergent_use(&func, next, blocks[2]));
        assert!(!divergence.is_divergent_use(&func, next, blocks[1]));
    }

    #[test]
    fn lanes_that_leave_a_loop_in_two_ways_to_one_block_meet_there() {
        // 1 -uniform-> 2 | 3; 2 -divergent-> 1 | 3: some lanes leave through 2, and the rest later through 1.
        let (mut func, mut ctx) = graph_function(&[&[1], &[2, 3], &[1, 3], &[]]);
        let b = func.block_order().to_vec();
        let word = func.params[1];
        let mut builder = Builder::at_end(&mut func, &mut ctx, b[3]);
        let (phi, same) = (builder.phi(Type::I32), builder.phi(Type::I32));
        let one = builder.i32(1);
        for (value, values) in [(phi, [word, one]), (same, [one, one])] {
            let inst = func.def_inst(value).unwrap();
            func.detach_inst(inst);
            func.prepend_inst(inst, b[3]);
            for (value, from) in values.into_iter().zip([b[1], b[2]]) {
                func.add_incoming(inst, value, from);
            }
        }
        let terminator = func.terminator(b[1]).unwrap();
        let bit = func.int_value(Type::I1, 1, &mut ctx);
        func.set_args(terminator, &[bit]);
        let divergence = DivergenceAnalysis::compute(&func, &ctx, &DivergentParams(&[0]));
        assert!(divergence.is_divergent_branch(b[2]) && !divergence.is_divergent_branch(b[1]));
        assert!(divergence.is_divergent(phi) && !divergence.is_divergent(same));
        assert!(!DivergenceAnalysis::compute(&func, &ctx, &DivergentParams(&[])).is_divergent(phi));
    }

    #[test]
    fn a_join_behind_a_uniform_branch_is_uniform() {
        // 0 -uniform-> 1 | 5; 1 -divergent-> 2 | 3 -> 4 -> 6; 5 -> 6
        let (mut func, mut ctx) = graph_function(&[&[1, 5], &[2, 3], &[4], &[4], &[6], &[6], &[]]);
        let b = func.block_order().to_vec();
        let word = func.params[1];
        let mut builder = Builder::at_end(&mut func, &mut ctx, b[6]);
        let phi = builder.phi(Type::I32);
        let one = builder.i32(1);
        let phi_inst = func.def_inst(phi).unwrap();
        func.detach_inst(phi_inst);
        func.prepend_inst(phi_inst, b[6]);
        func.add_incoming(phi_inst, one, b[4]);
        func.add_incoming(phi_inst, word, b[5]);
        // The branch of block 0 tests a constant that is uniform.
        let terminator = func.terminator(b[0]).unwrap();
        let bit = func.int_value(Type::I1, 1, &mut ctx);
        func.set_args(terminator, &[bit]);
        let divergence = DivergenceAnalysis::compute(&func, &ctx, &DivergentParams(&[0]));
        assert!(divergence.is_divergent_branch(b[1]) && !divergence.is_divergent_branch(b[0]));
        assert!(!divergence.is_divergent(phi));
    }

    /// Shortcuts do not change the result: random graphs, with and without them, with phis wherever paths meet.
    #[test]
    fn ways_out_are_shortcuts() {
        let mut seed = 7u64;
        let mut random = move |n: usize| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) as usize % n
        };
        let mut divergent_phis = 0;
        for _ in 0..600 {
            let n = 4 + random(12);
            let mut edges: Vec<Vec<usize>> =
                (0..n - 1).map(|i| vec![(i + 1 + random(3)).min(n - 1)]).collect();
            edges.push(Vec::new());
            for (i, to) in edges.iter_mut().enumerate().take(n - 1) {
                match random(6) {
                    0 => to.push(1 + random(i + 1).min(n - 2)),
                    1..4 => to.push((i + 1 + random(n - i)).min(n - 1)),
                    _ => {}
                }
                to.dedup();
            }
            let edges: Vec<&[usize]> = edges.iter().map(Vec::as_slice).collect();
            let (mut func, mut ctx) = graph_function(&edges);
            let blocks = func.block_order().to_vec();
            let cfg = func.cfg();
            for &block in &blocks {
                let branch = func.terminator(block).unwrap();
                if func.opcode(branch) == Opcode::CondBr && random(2) == 0 {
                    let uniform = func.int_value(Type::I1, 1, &mut ctx);
                    func.set_args(branch, &[uniform]);
                }
                let preds: Vec<Block> = cfg.preds(block).collect();
                let phi = func.make_inst(
                    Opcode::Phi,
                    Type::I32,
                    &[],
                    &[],
                    Default::default(),
                    crate::inst::Aux::None,
                );
                for &pred in &preds {
                    let value = func.int_value(Type::I32, u128::from(pred.as_u32()), &mut ctx);
                    func.add_incoming(phi, value, pred);
                }
                if preds.len() > 1 {
                    func.prepend_inst(phi, block);
                }
            }
            let (cfg, loops) = (func.cfg(), func.loops());
            let info = DivergentParams(&[0]);
            let results = [false, true].map(|jumps| {
                let mut solver = Solver::new(&func, &ctx, &cfg, loops.clone());
                solver.look_at_the_graph();
                if !jumps {
                    let frontier = Frontier::Several;
                    solver.ways_out.fill(WaysOut {
                        frontier,
                        inside: None,
                    });
                }
                solver.seed(&info);
                solver.solve();
                solver.result
            });
            divergent_phis += results[0].values.iter().filter(|&&v| v).count();
            assert_eq!(results[0].values, results[1].values, "{edges:?}");
            assert_eq!(
                results[0].divergent_loops, results[1].divergent_loops,
                "{edges:?}"
            );
        }
        assert!(divergent_phis > 1000);
    }
}
