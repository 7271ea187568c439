//! Restores SSA form: variables with several definitions, phis whose predecessors changed, values whose definition no
//! longer dominates every use.
//!
//! All of it rests on one fact: per lane, the order in which instructions execute has not changed, only the blocks
//! between them. So "the last value assigned" is right everywhere, and paths on which nothing has been assigned yet
//! (which no lane that reads the variable takes) may give poison.

use super::blocks::trivial_phi;
use crate::analysis::{Cfg, DominatorTree, IteratedFrontier};
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, Opcode};
use cranelift_entity::EntityRef;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::sync::Arc;

/// The graph before edges changed, and where the current variable was live in it. A variable that was dead at a block
/// of that graph is still dead there, since each lane executes the same blocks in the same order. Without this, every
/// value would be carried through each block that other lanes may execute, and around every loop that they do not
/// leave.
struct Before<'a> {
    cfg: &'a Cfg,
    /// `generation` of the builder if the variable was live at the block's start.
    live_in: Vec<u32>,
    /// The blocks of the phis that were split off into new blocks, by value.
    homes: FxHashMap<Value, Block>,
}

impl Before<'_> {
    fn contains(&self, block: Block) -> bool {
        block.index() < self.live_in.len()
    }
}

/// Computes the value of one variable after another; buffers are reused.
pub struct SsaBuilder<'a> {
    cfg: Arc<Cfg>,
    before: Option<Before<'a>>,
    tree: Arc<DominatorTree>,
    frontier: IteratedFrontier,
    generation: u32,
    live_in: Vec<u32>,
    def_mark: Vec<u32>,
    def_value: Vec<Option<Value>>,
    phi_mark: Vec<u32>,
    phi_value: Vec<Option<Value>>,
    end_mark: Vec<u32>,
    end_value: Vec<Option<Value>>,
    stack: Vec<Block>,
    ty: Type,
    new_phis: Vec<Inst>,
    /// Phis that are rebuilt without the last value where it is not needed: what is the same in all lanes that need it
    /// stays uniform. Other values are in one register if they have the last value everywhere.
    open: FxHashSet<Value>,
    /// Whether the current variable is one of them.
    is_open: bool,
}

impl<'a> SsaBuilder<'a> {
    /// For the current control-flow graph, which must not change while the builder is used.
    pub fn new(func: &Function) -> SsaBuilder<'a> {
        let cfg = func.cfg();
        let tree = func.dominators();
        SsaBuilder::with_analyses(func, cfg, tree)
    }

    /// The same, where `before` is the graph before edges were redirected through new blocks.
    pub fn after_changes(func: &Function, before: &'a Cfg) -> SsaBuilder<'a> {
        let mut builder = SsaBuilder::new(func);
        builder.before = Some(Before {
            cfg: before,
            live_in: vec![0; before.block_count()],
            homes: FxHashMap::default(),
        });
        builder
    }

    /// Lanes that do not need the value of one of these phis get poison.
    pub fn leave_open(&mut self, phis: &FxHashSet<Value>) {
        self.open.clone_from(phis);
    }

    /// A builder for callers that have the current control-flow graph and its dominators.
    pub fn with_analyses(func: &Function, cfg: Arc<Cfg>, tree: Arc<DominatorTree>) -> SsaBuilder<'a> {
        let n = func.block_count();
        SsaBuilder {
            cfg,
            before: None,
            tree,
            frontier: IteratedFrontier::new(n),
            generation: 0,
            live_in: vec![0; n],
            def_mark: vec![0; n],
            def_value: vec![None; n],
            phi_mark: vec![0; n],
            phi_value: vec![None; n],
            end_mark: vec![0; n],
            end_value: vec![None; n],
            stack: Vec::new(),
            ty: Type::VOID,
            new_phis: Vec::new(),
            open: FxHashSet::default(),
            is_open: false,
        }
    }

    /// The control-flow graph.
    pub fn cfg(&self) -> &Cfg {
        &self.cfg
    }

    /// The phis created since the last call, if any: the caller handles them.
    pub fn take_new_phis(&mut self) -> Vec<Inst> {
        std::mem::take(&mut self.new_phis)
    }

    /// The dominator tree.
    pub fn tree(&self) -> &DominatorTree {
        &self.tree
    }

    /// Starts a variable: `defs` are the values it has at the end of blocks (a later entry for a block counts),
    /// `reads_at_start` and `reads_at_end` the blocks where it is read. Then ask [`SsaBuilder::at_start`] and
    /// [`SsaBuilder::at_end`] for exactly these.
    pub fn variable(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        ty: Type,
        defs: &[(Block, Value)],
        reads_at_start: &[Block],
        reads_at_end: &[Block],
    ) {
        self.generation += 1;
        self.place(func, ctx, ty, defs, reads_at_start, reads_at_end, false);
    }

    /// The same for the variable of this generation; if it `may_die`, [`Before::live_in`] says where it was live.
    #[allow(clippy::too_many_arguments)] //  the arguments of `variable`
    fn place(
        &mut self,
        func: &mut Function,
        ctx: &mut Context,
        ty: Type,
        defs: &[(Block, Value)],
        reads_at_start: &[Block],
        reads_at_end: &[Block],
        may_die: bool,
    ) {
        let mark = self.generation;
        self.ty = ty;
        let mut def_blocks: SmallVec<[Block; 8]> = SmallVec::new();
        for &(block, value) in defs {
            if self.def_mark[block.index()] != mark {
                self.def_mark[block.index()] = mark;
                def_blocks.push(block);
            }
            self.def_value[block.index()] = Some(value);
        }
        for &block in reads_at_start {
            self.need(block);
        }
        for &block in reads_at_end {
            if self.def_mark[block.index()] != mark {
                self.need(block);
            }
        }
        while let Some(block) = self.stack.pop() {
            let mut next: SmallVec<[Block; 8]> = SmallVec::new();
            let is_needed = |p: &Block| self.def_mark[p.index()] != mark && !(may_die && self.is_dead(*p));
            next.extend(self.cfg.preds(block).filter(is_needed));
            for pred in next {
                self.need(pred);
            }
        }
        let live_in = &self.live_in;
        let places = self
            .frontier
            .compute(&self.cfg, &self.tree, &def_blocks, |b| live_in[b.index()] == mark);
        let mut made: SmallVec<[(Block, Inst); 8]> = SmallVec::new();
        for block in places {
            let phi = func.make_inst(Opcode::Phi, ty, &[], &[], InstFlags::empty(), Aux::None);
            func.prepend_inst(phi, block);
            self.phi_mark[block.index()] = mark;
            self.phi_value[block.index()] = func.result(phi);
            made.push((block, phi));
        }
        for &(block, phi) in &made {
            let preds: SmallVec<[Block; 8]> = self.cfg.preds(block).collect();
            for pred in preds {
                let is_dead = may_die && self.def_mark[pred.index()] != mark && self.is_dead(pred);
                let value = match is_dead && self.is_open {
                    true => self.poison(func, ctx),
                    false => self.at_end(func, ctx, pred),
                };
                func.add_incoming(phi, value, pred);
            }
            self.new_phis.push(phi);
        }
    }

    /// Whether the variable was dead at the start of `block` in the graph before.
    fn is_dead(&self, block: Block) -> bool {
        let is_dead =
            |before: &Before| before.contains(block) && before.live_in[block.index()] != self.generation;
        self.before.as_ref().is_some_and(is_dead)
    }

    fn poison(&self, func: &mut Function, ctx: &mut Context) -> Value {
        let poison = ctx.const_poison(self.ty);
        func.const_value(poison, ctx)
    }

    fn need(&mut self, block: Block) {
        if self.live_in[block.index()] != self.generation {
            self.live_in[block.index()] = self.generation;
            self.stack.push(block);
        }
    }

    /// The variable at the end of `block`; poison if nothing was assigned on any path.
    pub fn at_end(&mut self, func: &mut Function, ctx: &mut Context, block: Block) -> Value {
        let mark = self.generation;
        let mut path: SmallVec<[Block; 16]> = SmallVec::new();
        let mut at = Some(block);
        let value = loop {
            let Some(here) = at else {
                break self.poison(func, ctx);
            };
            let index = here.index();
            let known = if self.end_mark[index] == mark {
                self.end_value[index]
            } else if self.def_mark[index] == mark {
                self.def_value[index]
            } else if self.phi_mark[index] == mark {
                self.phi_value[index]
            } else {
                None
            };
            if let Some(value) = known {
                break value;
            }
            path.push(here);
            at = self.tree.idom(here);
        };
        for passed in path {
            self.end_mark[passed.index()] = mark;
            self.end_value[passed.index()] = Some(value);
        }
        value
    }

    /// The variable at the start of `block`, after its phis.
    pub fn at_start(&mut self, func: &mut Function, ctx: &mut Context, block: Block) -> Value {
        if self.phi_mark[block.index()] == self.generation
            && let Some(value) = self.phi_value[block.index()]
        {
            return value;
        }
        match self.tree.idom(block) {
            Some(idom) => self.at_end(func, ctx, idom),
            None => self.poison(func, ctx),
        }
    }

    /// Rebuilds the phis whose incoming blocks are no longer exactly the predecessors: their entries still give the
    /// value at the end of each former predecessor.
    pub fn rebuild_phis(&mut self, func: &mut Function, ctx: &mut Context) {
        let blocks: Vec<Block> = self.cfg.rpo().to_vec();
        let mut stale: Vec<(Inst, Block)> = Vec::new();
        for &block in &blocks {
            let Some(first) = func.first_inst(block).filter(|&i| func.opcode(i) == Opcode::Phi) else {
                continue;
            };
            let mut now: SmallVec<[Block; 8]> = self.cfg.preds(block).collect();
            let mut before: SmallVec<[Block; 8]> = func.inst_blocks(first).into();
            now.sort_unstable();
            before.sort_unstable();
            if now != before {
                stale.extend(func.phis(block).map(|phi| (phi, block)));
            }
        }
        // All entries are read before any phi is replaced: a phi may be another's entry.
        let entries: Vec<SmallVec<[(Block, Value); 4]>> = stale
            .iter()
            .map(|&(phi, _)| {
                (0..func.args(phi).len())
                    .map(|i| (func.inst_blocks(phi)[i], func.arg(phi, i)))
                    .collect()
            })
            .collect();
        for (&(phi, block), defs) in stale.iter().zip(&entries) {
            let result = func.result(phi).expect("a phi has a result");
            let (ty, name) = (func.inst(phi).ty, func.value_names[result]);
            let flags = func.inst(phi).flags;
            let first_new = self.new_phis.len();
            // Between an assignment and the phi, a lane executes no other original code.
            self.generation += 1;
            self.is_open = self.open.contains(&result);
            self.place(func, ctx, ty, defs, &[block], &[], true);
            self.is_open = false;
            for &made in &self.new_phis[first_new..] {
                func.inst_mut(made).flags = flags;
            }
            let value = self.at_start(func, ctx, block);
            if name.is_some() && func.value_names[value].is_none() && func.as_const(value).is_none() {
                func.value_names[value] = name;
            }
            let mut value = func.resolve(value);
            if value == result {
                // Only phis that feed each other and have no other use.
                let poison = ctx.const_poison(ty);
                value = func.const_value(poison, ctx);
            }
            if let Some(before) = &mut self.before {
                let made_in = func.def_inst(value).and_then(|d| func.inst_block(d));
                if made_in.is_some_and(|b| !before.contains(b)) {
                    before.homes.entry(value).or_insert(block);
                }
            }
            func.replace_uses_with_alias(result, value);
            func.remove_inst(phi);
        }
        func.resolve_aliases();
    }

    /// Marks where a value of `def_block` read at these locations was live in the graph before; false if unknown.
    /// known.
    fn mark_live_before(
        &mut self,
        value: Value,
        def_block: Block,
        at_start: &[Block],
        at_end: &[Block],
    ) -> bool {
        let mark = self.generation;
        let Some(before) = &mut self.before else {
            return false;
        };
        let home = if before.contains(def_block) {
            Some(def_block)
        } else {
            before.homes.get(&value).copied()
        };
        let Some(home) = home.filter(|_| at_start.iter().chain(at_end).all(|&b| before.contains(b))) else {
            return false;
        };
        if home != def_block {
            // It became a phi of a block before its home, where it is live-in.
            before.live_in[home.index()] = mark;
        }
        let mut work: SmallVec<[Block; 16]> = at_start.iter().chain(at_end).copied().collect();
        while let Some(block) = work.pop() {
            let live = &mut before.live_in[block.index()];
            if block != home && *live != mark {
                *live = mark;
                work.extend(before.cfg.preds(block));
            }
        }
        true
    }

    /// Repairs uses that their definitions no longer dominate.
    pub fn repair_values(&mut self, func: &mut Function, ctx: &mut Context) {
        func.resolve_aliases();
        // (value, user, operand, block where it is read, whether at its end)
        let mut broken: Vec<(Value, Inst, u32, Block, bool)> = Vec::new();
        for &block in self.cfg.rpo() {
            for inst in func.block_insts(block) {
                let is_phi = func.opcode(inst) == Opcode::Phi;
                for (index, &arg) in func.args(inst).iter().enumerate() {
                    let Some(def_block) = func.def_inst(arg).and_then(|d| func.inst_block(d)) else {
                        continue;
                    };
                    let at = if is_phi {
                        func.inst_blocks(inst)[index]
                    } else {
                        block
                    };
                    if def_block != at && !self.tree.dominates(def_block, at) {
                        broken.push((arg, inst, index as u32, at, is_phi));
                    }
                }
            }
        }
        broken.sort_by_key(|b| b.0);
        let mut start = 0;
        while start < broken.len() {
            let value = broken[start].0;
            let end = start + broken[start..].iter().take_while(|b| b.0 == value).count();
            let group = &broken[start..end];
            start = end;
            let def_block = func
                .def_inst(value)
                .and_then(|d| func.inst_block(d))
                .expect("checked above");
            let at_start: SmallVec<[Block; 8]> = group.iter().filter(|b| !b.4).map(|b| b.3).collect();
            let at_end: SmallVec<[Block; 8]> = group.iter().filter(|b| b.4).map(|b| b.3).collect();
            let ty = func.ty(value);
            self.generation += 1;
            let may_die = self.mark_live_before(value, def_block, &at_start, &at_end);
            self.place(func, ctx, ty, &[(def_block, value)], &at_start, &at_end, may_die);
            for &(_, user, index, at, is_phi) in group {
                let new = if is_phi {
                    self.at_end(func, ctx, at)
                } else {
                    self.at_start(func, ctx, at)
                };
                func.args_mut(user)[index as usize] = new;
            }
        }
    }

    /// Removes new phis that merge a single value, as far as that value dominates them (a phi of a value and poison is
    /// kept: the value need not be available). Ends the use of the builder.
    pub fn finish(self, func: &mut Function) {
        let mut again = true;
        let mut phis = self.new_phis;
        while again {
            again = false;
            phis.retain(|&phi| {
                if func.inst_block(phi).is_none() {
                    return false;
                }
                match trivial_phi(func, phi) {
                    Some(value) => {
                        let result = func.result(phi).expect("a phi has a result");
                        func.replace_uses_with_alias(result, value);
                        func.remove_inst(phi);
                        again = true;
                        false
                    }
                    None => true,
                }
            });
        }
        func.resolve_aliases();
        remove_unused_phis(func, &phis);
    }
}

/// Removes those of `phis` that nothing except such phis uses.
fn remove_unused_phis(func: &mut Function, phis: &[Inst]) {
    if phis.is_empty() {
        return;
    }
    let index: FxHashMap<Inst, usize> = phis.iter().enumerate().map(|(i, &p)| (p, i)).collect();
    let mut needed = vec![false; phis.len()];
    let mut stack: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            if index.contains_key(&inst) {
                continue;
            }
            for &arg in func.args(inst) {
                if let Some(def) = func.def_inst(arg)
                    && let Some(&i) = index.get(&def)
                    && !std::mem::replace(&mut needed[i], true)
                {
                    stack.push(def);
                }
            }
        }
    }
    while let Some(phi) = stack.pop() {
        for &arg in func.args(phi) {
            if let Some(def) = func.def_inst(arg)
                && let Some(&i) = index.get(&def)
                && !std::mem::replace(&mut needed[i], true)
            {
                stack.push(def);
            }
        }
    }
    for (i, &phi) in phis.iter().enumerate() {
        if !needed[i] {
            func.remove_inst(phi);
        }
    }
}

/// After edges were redirected without touching phis: rebuilds phis and repairs values.
pub fn repair_after_edge_changes(func: &mut Function, ctx: &mut Context) {
    let mut builder = SsaBuilder::new(func);
    builder.rebuild_phis(func, ctx);
    builder.repair_values(func, ctx);
    builder.finish(func);
}
