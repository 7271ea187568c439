//! Promotes allocas that are only loaded and stored whole to SSA values.
//!
//! Requires: nothing. Preserves: the control-flow graph, but unreachable blocks are removed.
//! Cost: O(instructions + phis).
//! Source: Cytron et al., "Efficiently Computing Static Single Assignment Form" (1991), pruned by liveness; phis are
//! placed with Sreedhar and Gao's algorithm. A load before any store gives `undef`, as in LLVM.

use super::util::blocks::{remove_unreachable_blocks, trivial_phi};
use crate::analysis::memory_effects::{is_lifetime_marker, is_volatile_or_atomic};
use crate::analysis::{DominatorTree, IteratedFrontier};
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::function::annotations::DebugRecord;
use crate::inst::{Aux, InstFlags, Opcode};
use cranelift_entity::EntityRef;
use fxhash::FxHashMap;
use smallvec::SmallVec;

const NONE: u32 = u32::MAX;

/// Promotes what can be promoted. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    if !has_alloca(func) {
        return false;
    }
    func.resolve_aliases();
    remove_unreachable_blocks(func);
    let mut promotion = Promotion::new(func);
    promotion.find_candidates(func, ctx);
    if promotion.variables.is_empty() {
        return false;
    }
    promotion.promote(func, ctx);
    true
}

fn has_alloca(func: &Function) -> bool {
    func.block_order()
        .iter()
        .any(|&b| func.block_insts(b).any(|i| func.opcode(i) == Opcode::Alloca))
}

struct Variable {
    alloca: Inst,
    ty: Type,
    /// Blocks that store, each once.
    defs: SmallVec<[Block; 4]>,
    /// Blocks that load before they store.
    upward: SmallVec<[Block; 4]>,
}

struct Promotion {
    /// Variable of an alloca's value; `NONE` if it is not a candidate.
    variable_of: Vec<u32>,
    variables: Vec<Variable>,
}

impl Promotion {
    fn new(func: &Function) -> Promotion {
        Promotion {
            variable_of: vec![NONE; func.value_count()],
            variables: Vec::new(),
        }
    }

    /// Finds allocas whose every use is a simple load or store of one type, or a lifetime marker.
    fn find_candidates(&mut self, func: &Function, ctx: &Context) {
        let mut types: Vec<Type> = Vec::new();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                if func.opcode(inst) == Opcode::Alloca
                    && let Some(value) = func.result(inst)
                    && func.as_int(func.args(inst)[0], ctx) == Some(1)
                {
                    self.variable_of[value.index()] = types.len() as u32;
                    types.push(Type::VOID);
                }
            }
        }
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                for (index, &arg) in func.args(inst).iter().enumerate() {
                    let variable = self.variable_of[arg.index()];
                    if variable == NONE {
                        continue;
                    }
                    let accessed = match (func.opcode(inst), index) {
                        (Opcode::Load, 0) => Some(func.inst(inst).ty),
                        (Opcode::Store, 1) => Some(func.ty(func.args(inst)[0])),
                        (Opcode::Call, _) if is_lifetime_marker(func, ctx, inst) => continue,
                        _ => None,
                    };
                    let known = &mut types[variable as usize];
                    match accessed.filter(|_| !is_volatile_or_atomic(func, inst)) {
                        Some(ty) if *known == Type::VOID || *known == ty => *known = ty,
                        _ => self.variable_of[arg.index()] = NONE,
                    }
                }
            }
        }
        // Number the remaining ones, and record where they are stored and loaded.
        let mut last_seen: Vec<u32> = Vec::new();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                if func.opcode(inst) == Opcode::Alloca
                    && let Some(value) = func.result(inst)
                    && self.variable_of[value.index()] != NONE
                {
                    let ty = types[self.variable_of[value.index()] as usize];
                    // A type too small for the alloca is fine; one too large would read beyond it.
                    let Aux::Alloca(allocated, _) = func.inst(inst).aux else {
                        self.variable_of[value.index()] = NONE;
                        continue;
                    };
                    if ctx.layout.size(&ctx.types, ty) > ctx.layout.size(&ctx.types, allocated).max(1) {
                        self.variable_of[value.index()] = NONE;
                        continue;
                    }
                    self.variable_of[value.index()] = self.variables.len() as u32;
                    self.variables.push(Variable {
                        alloca: inst,
                        ty,
                        defs: SmallVec::new(),
                        upward: SmallVec::new(),
                    });
                    last_seen.push(NONE);
                }
            }
        }
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let (pointer, is_store) = match func.opcode(inst) {
                    Opcode::Load => (func.args(inst)[0], false),
                    Opcode::Store => (func.args(inst)[1], true),
                    _ => continue,
                };
                let variable = self.variable_of[pointer.index()];
                if variable == NONE {
                    continue;
                }
                let entry = &mut self.variables[variable as usize];
                let defined = entry.defs.last() == Some(&block);
                if is_store && !defined {
                    entry.defs.push(block);
                } else if !is_store && !defined && last_seen[variable as usize] != block.as_u32() {
                    entry.upward.push(block);
                }
                last_seen[variable as usize] = block.as_u32();
            }
        }
    }

    fn promote(&mut self, func: &mut Function, ctx: &mut Context) {
        let cfg = func.cfg();
        let tree = func.dominators();
        let mut frontier = IteratedFrontier::new(func.block_count());
        let mut live_in = vec![NONE; func.block_count()];
        let mut has_def = vec![NONE; func.block_count()];
        // (phi, variable) by block, in compressed form later: phis are few.
        let mut phis: Vec<SmallVec<[(Inst, u32); 2]>> = vec![SmallVec::new(); func.block_count()];
        let mut stack: Vec<Block> = Vec::new();
        for (index, variable) in self.variables.iter().enumerate() {
            let mark = index as u32;
            for &block in &variable.defs {
                has_def[block.index()] = mark;
            }
            for &block in &variable.upward {
                live_in[block.index()] = mark;
                stack.push(block);
            }
            while let Some(block) = stack.pop() {
                for pred in cfg.preds(block) {
                    if has_def[pred.index()] != mark && live_in[pred.index()] != mark {
                        live_in[pred.index()] = mark;
                        stack.push(pred);
                    }
                }
            }
            let places = frontier.compute(&cfg, &tree, &variable.defs, |b| live_in[b.index()] == mark);
            for block in places {
                let phi = func.make_inst(Opcode::Phi, variable.ty, &[], &[], InstFlags::empty(), Aux::None);
                func.prepend_inst(phi, block);
                phis[block.index()].push((phi, mark));
            }
        }
        self.rename(func, ctx, &tree, &phis);
        for variable in &self.variables {
            func.remove_inst(variable.alloca);
        }
        // Phis that turned out to merge one value.
        let all: Vec<Inst> = phis.iter().flatten().map(|&(phi, _)| phi).collect();
        for &phi in &all {
            if let Some(value) = trivial_phi(func, phi) {
                let result = func.result(phi).expect("a phi has a result");
                func.replace_uses_with_alias(result, value);
                func.remove_inst(phi);
            }
        }
        func.resolve_aliases();
    }

    /// Walks the dominator tree with the current value of every variable.
    fn rename(
        &self,
        func: &mut Function,
        ctx: &mut Context,
        tree: &DominatorTree,
        phis: &[SmallVec<[(Inst, u32); 2]>],
    ) {
        let declared = self.take_declarations(func, ctx);
        let mut current: Vec<Option<Value>> = vec![None; self.variables.len()];
        // What to restore when the walk leaves a subtree: (preorder end of subtree, variable, old value).
        let mut undo: Vec<(u32, u32, Option<Value>)> = Vec::new();
        let order: Vec<Block> = tree.preorder().collect();
        for block in order {
            let position = tree.preorder_index(block);
            while let Some(&(end, variable, old)) = undo.last() {
                if end >= position {
                    break;
                }
                current[variable as usize] = old;
                undo.pop();
            }
            let end = tree.subtree_end(block);
            let mut set = |current: &mut Vec<Option<Value>>, variable: u32, value: Value| {
                undo.push((end, variable, current[variable as usize]));
                current[variable as usize] = Some(value);
            };
            for &(phi, variable) in &phis[block.index()] {
                let value = func.result(phi).expect("a phi has a result");
                set(&mut current, variable, value);
                if let Some(records) = declared.get(&variable)
                    && let Some(start) = func.first_non_phi(block)
                {
                    add_value(func, start, records, value);
                }
            }
            let mut cursor = func.first_inst(block);
            while let Some(inst) = cursor {
                cursor = func.next_inst(inst);
                match func.opcode(inst) {
                    Opcode::Load => {
                        let variable = self.variable_of(func.args(inst)[0]);
                        if variable == NONE {
                            continue;
                        }
                        let value = match current[variable as usize] {
                            Some(value) => func.resolve(value),
                            None => undef(func, ctx, self.variables[variable as usize].ty),
                        };
                        let result = func.result(inst).expect("a load has a result");
                        func.replace_uses_with_alias(result, value);
                        func.remove_inst(inst);
                    }
                    Opcode::Store => {
                        let variable = self.variable_of(func.args(inst)[1]);
                        if variable == NONE {
                            continue;
                        }
                        let value = func.arg(inst, 0);
                        set(&mut current, variable, value);
                        if let Some(records) = declared.get(&variable) {
                            add_value(func, inst, records, value);
                        }
                        func.remove_inst(inst);
                    }
                    Opcode::Call => {
                        let touches = |func: &Function| {
                            func.args(inst)[1..].iter().any(|&a| self.variable_of(a) != NONE)
                        };
                        if touches(func) {
                            func.remove_inst(inst);
                        }
                    }
                    _ => {}
                }
            }
            let succs: SmallVec<[Block; 4]> = func.successors(block).into();
            for succ in succs {
                for &(phi, variable) in &phis[succ.index()] {
                    let value = match current[variable as usize] {
                        Some(value) => value,
                        None => undef(func, ctx, self.variables[variable as usize].ty),
                    };
                    func.add_incoming(phi, value, block);
                }
            }
        }
    }

    /// Removes the debug records that say which variable of the program is in a stack object, and returns them by object,
    /// as records of values.
    fn take_declarations(&self, func: &mut Function, ctx: &mut Context) -> FxHashMap<u32, Vec<DebugRecord>> {
        let mut declared: FxHashMap<u32, Vec<DebugRecord>> = FxHashMap::default();
        let Some(mut annotations) = func.annotations.take() else {
            return declared;
        };
        let (declare, value) = (ctx.symbol("dbg_declare"), ctx.symbol("dbg_value"));
        let mut places: Vec<Inst> = annotations.records.keys().copied().collect();
        places.sort_unstable();
        for place in places {
            let records = annotations.records.entry(place).or_default();
            records.retain_mut(|record| {
                let object = record
                    .value()
                    .map_or(NONE, |value| self.variable_of(func.resolve(value)));
                if object == NONE {
                    return true;
                }
                // Its address is gone. Records of values that are addresses say nothing any more.
                if record.kind == declare {
                    record.kind = value;
                    declared.entry(object).or_default().push(record.clone());
                }
                false
            });
        }
        func.annotations = Some(annotations);
        declared
    }

    fn variable_of(&self, value: Value) -> u32 {
        self.variable_of.get(value.index()).copied().unwrap_or(NONE)
    }
}

/// The variables of `records` have `value` from `place` on.
fn add_value(func: &mut Function, place: Inst, records: &[DebugRecord], value: Value) {
    for record in records {
        func.add_record(place, record.mapped(|_| value));
    }
}

fn undef(func: &mut Function, ctx: &mut Context, ty: Type) -> Value {
    let constant = ctx.const_undef(ty);
    func.const_value(constant, ctx)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::{context, function};
    use crate::builder::Builder;
    use crate::inst::{Align, IntPredicate};

    #[test]
    fn a_loop_counter_gets_one_phi() {
        let mut ctx = context();
        let mut func = function(&mut ctx, "f", Type::I32, &[Type::I32]);
        let n = func.params[0];
        let blocks: Vec<Block> = (0..4).map(|_| func.append_new_block()).collect();
        let align = Align::from_bytes(4);
        let none = InstFlags::empty();
        let mut b = Builder::at_end(&mut func, &mut ctx, blocks[0]);
        let slot = b.alloca(Type::I32, align);
        let zero = b.i32(0);
        b.store(zero, slot, align, none);
        b.br(blocks[1]);
        let mut b = Builder::at_end(&mut func, &mut ctx, blocks[1]);
        let i = b.load(Type::I32, slot, align, none);
        let more = b.icmp(IntPredicate::Slt, i, n);
        b.cond_br(more, blocks[2], blocks[3]);
        let mut b = Builder::at_end(&mut func, &mut ctx, blocks[2]);
        let i = b.load(Type::I32, slot, align, none);
        let one = b.i32(1);
        let next = b.binary(Opcode::Add, i, one);
        b.store(next, slot, align, none);
        b.br(blocks[1]);
        let mut b = Builder::at_end(&mut func, &mut ctx, blocks[3]);
        let i = b.load(Type::I32, slot, align, none);
        b.ret(i);
        assert!(run(&mut func, &mut ctx));
        let all: Vec<Inst> = blocks
            .iter()
            .flat_map(|&b| func.block_insts(b).collect::<Vec<_>>())
            .collect();
        let count = |opcode| all.iter().filter(|&&i| func.opcode(i) == opcode).count();
        assert_eq!(
            (count(Opcode::Phi), count(Opcode::Load), count(Opcode::Store)),
            (1, 0, 0)
        );
        let phi = func.first_inst(blocks[1]).unwrap();
        assert_eq!(
            func.args(func.last_inst(blocks[3]).unwrap()),
            [func.result(phi).unwrap()]
        );
        assert_eq!(func.args(phi), [zero, next]);
    }
}
