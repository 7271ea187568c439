//! Hoists invariants out of loops, and promotes memory that a loop reads and writes at one address to a register.
//!
//! Requires: nothing (loops are simplified first; more effective on rotated loops). Preserves: the control-flow graph
//! apart from preheaders, latches and exits. Cost: O(instructions × depth + accesses × writes of the loop), with limits.
//! Convergent operations never move: outside the loop, other lanes would participate.

use super::util::blocks::split_predecessors;
use super::util::loops::{LoopAnalyses, simplify_loops};
use crate::analysis::alias::{Location, access_size, is_invariant_load, location_of, may_clobber, may_read};
use crate::analysis::memory_effects::{Effects, effects, is_simple_access, is_speculatable};
use crate::analysis::{Cfg, DominatorTree, LoopForest, LoopId, TargetTransformInfo};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Align, Aux, InstFlags, Opcode};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use std::sync::Arc;

/// In loops with more writes than this, loads are hoisted only if nothing can write their memory.
const MAX_WRITES: usize = 64;

/// Maximum number of restarts because exit blocks were created.
const MAX_ROUNDS: usize = 8;

/// Moves invariants out of loops. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() {
        return false;
    }
    let mut changed = false;
    for round in 1.. {
        let (simplified, LoopAnalyses { cfg, tree, loops }) = simplify_loops(func, ctx);
        changed |= simplified;
        if loops.is_empty() {
            return changed;
        }
        let mut hoister = Hoister {
            func,
            ctx,
            target,
            cfg,
            tree,
            loops,
            promoted: false,
            may_make_exits: round < MAX_ROUNDS,
            made_exits: false,
        };
        for id in hoister.loops.inner_first() {
            changed |= hoister.hoist(id);
            changed |= hoister.promote(id);
            // They belong to the outer loops, whose block lists do not contain them.
            if hoister.made_exits {
                break;
            }
        }
        let (promoted, made_exits) = (hoister.promoted, hoister.made_exits);
        func.resolve_aliases();
        if promoted {
            super::opt_mem2reg::run(func, ctx);
        }
        if !made_exits {
            break;
        }
    }
    changed
}

struct Hoister<'a> {
    func: &'a mut Function,
    ctx: &'a mut Context,
    target: &'a dyn TargetTransformInfo,
    cfg: Arc<Cfg>,
    tree: Arc<DominatorTree>,
    loops: Arc<LoopForest>,
    promoted: bool,
    /// Whether loops may get dedicated exits, and whether one did.
    may_make_exits: bool,
    made_exits: bool,
}

impl Hoister<'_> {
    fn is_inside(&self, id: LoopId, value: Value) -> bool {
        self.func
            .def_inst(value)
            .and_then(|inst| self.func.inst_block(inst))
            .is_some_and(|block| self.loops.contains(id, block))
    }

    /// Blocks that execute whenever the loop is entered: they dominate the latch and every exit.
    fn always_executed(&self, id: LoopId) -> Vec<bool> {
        let data = self.loops.get(id);
        let exits = self.loops.exits(&self.cfg, id);
        let mut set = vec![false; self.cfg.block_count()];
        // An instruction that may not return makes everything after it conditional.
        let stuck = data.blocks.iter().any(|&b| {
            self.func
                .block_insts(b)
                .any(|i| effects(self.func, self.ctx, i).contains(Effects::MAY_NOT_RETURN))
        });
        if stuck {
            return set;
        }
        for &block in &data.blocks {
            set[block.index()] = data.latches.iter().all(|&l| self.tree.dominates(block, l))
                && exits.iter().all(|&(from, _)| self.tree.dominates(block, from));
        }
        set
    }

    fn writes(&self, id: LoopId) -> Vec<Inst> {
        let mut writes = Vec::new();
        for &block in &self.loops.get(id).blocks {
            for inst in self.func.block_insts(block) {
                let orders =
                    effects(self.func, self.ctx, inst).intersects(Effects::WRITE | Effects::ORDERS_MEMORY);
                if orders || self.target.is_barrier(self.func, self.ctx, inst) {
                    writes.push(inst);
                }
            }
        }
        writes
    }

    fn hoist(&mut self, id: LoopId) -> bool {
        let Some(preheader) = self.loops.preheader(&self.cfg, id) else {
            return false;
        };
        let Some(end) = self.func.terminator(preheader) else {
            return false;
        };
        let always = self.always_executed(id);
        let writes = self.writes(id);
        let blocks = self.loops.get(id).blocks.clone();
        let mut changed = false;
        for block in blocks {
            // Invariants of inner loops were moved to their preheaders, which are blocks of this loop.
            if self.loops.loop_of(block) != Some(id) {
                continue;
            }
            let mut cursor = self.func.first_inst(block);
            while let Some(inst) = cursor {
                cursor = self.func.next_inst(inst);
                if self.may_hoist(id, inst, always[block.index()], &writes) {
                    self.func.hoist_inst(inst, end);
                    if !always[block.index()] {
                        // Metadata only holds where the program executes the instruction.
                        self.func.attachments.remove(&inst);
                    }
                    changed = true;
                }
            }
        }
        changed
    }

    fn may_hoist(&self, id: LoopId, inst: Inst, always: bool, writes: &[Inst]) -> bool {
        let func = &*self.func;
        let opcode = func.opcode(inst);
        if matches!(opcode, Opcode::Phi | Opcode::Alloca | Opcode::Store) || opcode.is_terminator() {
            return false;
        }
        if func
            .args(inst)
            .iter()
            .any(|&arg| self.is_inside(id, func.resolve(arg)))
        {
            return false;
        }
        if opcode == Opcode::Load {
            if !is_simple_access(func, inst) || !always {
                return false;
            }
            if is_invariant_load(func, self.ctx, self.target, inst) {
                return true;
            }
            let Some(location) = location_of(func, self.ctx, inst) else {
                return false;
            };
            return writes.len() <= MAX_WRITES
                && !writes
                    .iter()
                    .any(|&w| may_clobber(func, self.ctx, self.target, w, location));
        }
        let effects = effects(func, self.ctx, inst);
        if !effects.is_pure() {
            return false;
        }
        always || is_speculatable(func, self.ctx, inst)
    }

    // Promotion of memory to registers.

    /// An invariant address at which the loop stores in every iteration, and which nothing else in the loop accesses:
    /// loaded before, stored after the loop.
    fn promote(&mut self, id: LoopId) -> bool {
        let Some(preheader) = self.loops.preheader(&self.cfg, id) else {
            return false;
        };
        if !self.may_make_exits && !self.has_own_exits(id) {
            return false;
        }
        let always = self.always_executed(id);
        let mut memory: Vec<Inst> = Vec::new();
        let mut candidates: Vec<(Value, Type)> = Vec::new();
        for &block in &self.loops.get(id).blocks {
            for inst in self.func.block_insts(block) {
                let what = effects(self.func, self.ctx, inst);
                if what.accesses_memory() || what.contains(Effects::ORDERS_MEMORY) {
                    memory.push(inst);
                    if memory.len() > MAX_WRITES {
                        return false;
                    }
                }
                if self.func.opcode(inst) == Opcode::Store
                    && is_simple_access(self.func, inst)
                    && always[block.index()]
                {
                    let pointer = self.func.arg(inst, 1);
                    let ty = self.func.ty(self.func.arg(inst, 0));
                    if !self.is_inside(id, pointer) && !candidates.contains(&(pointer, ty)) {
                        candidates.push((pointer, ty));
                    }
                }
            }
        }
        let mut changed = false;
        for (pointer, ty) in candidates {
            if let Some(accesses) = self.exclusive_accesses(pointer, ty, &memory) {
                self.promote_one(id, preheader, pointer, ty, &accesses);
                memory.retain(|m| !accesses.contains(m));
                changed = true;
            }
        }
        changed
    }

    /// The loads and stores at `pointer`, if no other instruction of `memory` accesses it.
    fn exclusive_accesses(&self, pointer: Value, ty: Type, memory: &[Inst]) -> Option<Vec<Inst>> {
        let func = &*self.func;
        let location = Location {
            pointer,
            size: access_size(self.ctx, ty),
        };
        let mut accesses = Vec::new();
        for &inst in memory {
            let same = match func.opcode(inst) {
                Opcode::Load => func.arg(inst, 0) == pointer && func.inst(inst).ty == ty,
                Opcode::Store => func.arg(inst, 1) == pointer && func.ty(func.arg(inst, 0)) == ty,
                _ => false,
            };
            if same && is_simple_access(func, inst) {
                accesses.push(inst);
            } else if may_clobber(func, self.ctx, self.target, inst, location)
                || may_read(func, self.ctx, self.target, inst, location)
            {
                return None;
            }
        }
        Some(accesses)
    }

    fn promote_one(&mut self, id: LoopId, preheader: Block, pointer: Value, ty: Type, accesses: &[Inst]) {
        let align = accesses
            .iter()
            .map(|&a| match self.func.inst(a).aux {
                Aux::Memory(memory) => memory.align,
                _ => Align::default(),
            })
            .min()
            .unwrap_or_default();
        let natural = Align::from_bytes(self.ctx.layout.align(&self.ctx.types, ty));
        let none = InstFlags::empty();
        let entry = self.func.entry().expect("a body");
        let first = self.func.first_inst(entry).expect("a terminator");
        let slot = Builder::before(self.func, self.ctx, first).alloca(ty, natural);
        let end = self.func.terminator(preheader).expect("a branch");
        let mut b = Builder::before(self.func, self.ctx, end);
        let initial = b.load(ty, pointer, align, none);
        b.store(initial, slot, natural, none);
        for &access in accesses {
            let index = usize::from(self.func.opcode(access) == Opcode::Store);
            self.func.args_mut(access)[index] = slot;
            self.func.inst_mut(access).aux = Aux::Memory(crate::inst::MemoryAux::aligned(natural));
            self.func.attachments.remove(&access);
        }
        for exit in self.dedicated_exits(id) {
            let place = self.func.first_non_phi(exit).expect("a terminator");
            let mut b = Builder::before(self.func, self.ctx, place);
            let last = b.load(ty, slot, natural, none);
            b.store(last, pointer, align, none);
        }
        self.promoted = true;
    }

    /// Whether all exit blocks are reached only from the loop.
    fn has_own_exits(&self, id: LoopId) -> bool {
        self.loops
            .exits(&self.cfg, id)
            .iter()
            .all(|&(_, exit)| self.cfg.preds(exit).all(|pred| self.loops.contains(id, pred)))
    }

    /// Exit blocks that are reached only from the loop, created where there are none.
    fn dedicated_exits(&mut self, id: LoopId) -> SmallVec<[Block; 4]> {
        let mut exits: SmallVec<[Block; 4]> = SmallVec::new();
        // The cached graph may predate exits created for another address: use the terminators.
        for block in self.loops.get(id).blocks.clone() {
            for &succ in self.func.successors(block) {
                if !self.loops.contains(id, succ) && !exits.contains(&succ) {
                    exits.push(succ);
                }
            }
        }
        let mut result: SmallVec<[Block; 4]> = SmallVec::new();
        for exit in exits {
            let made_here = exit.index() >= self.cfg.block_count();
            let outside = !made_here && self.cfg.preds(exit).any(|p| !self.loops.contains(id, p));
            if outside {
                let inside: SmallVec<[Block; 4]> = self
                    .cfg
                    .preds(exit)
                    .filter(|&p| self.loops.contains(id, p))
                    .collect();
                result.push(split_predecessors(self.func, self.ctx, exit, &inside));
                self.made_exits = true;
            } else {
                result.push(exit);
            }
        }
        result
    }
}
