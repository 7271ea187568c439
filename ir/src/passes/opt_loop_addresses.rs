//! Replaces addresses that grow by a constant amount in each iteration by pointers that are incremented, instead of
//! computing them from counters again.
//!
//! ```text
//!   %i = phi i32 [0, %before], [%next, %latch]         %p = phi ptr [%in + 4 * %x, %before], [%q, %latch]
//!   %s = add nsw i32 %i, %x                      ->    %v = load float, ptr %p
//!   %w = sext i32 %s to i64                            %q = getelementptr i8, ptr %p, i64 4
//!   %a = getelementptr float, ptr %in, i64 %w
//!   %v = load float, ptr %a
//! ```
//!
//! Requires: nothing; runs late, because a pointer that is a phi tells analyses less. Preserves: loops; splits edges
//! before them. Cost: linear in the loops, for a limited number of addresses in each. Source: loop strength reduction
//! as in LLVM and every textbook. Addresses that differ by constants share a pointer, as long as accesses can encode
//! the distance; so do addresses that differ by a uniform value. It is done where it saves more instructions than it
//! adds.

use super::opt_dce;
use super::util::address_sums::{Counter, Extension, Forms, Sum, Term, Wide, cost};
use super::util::blocks::{order_blocks, split_edge, split_predecessors};
use super::util::loops::LoopAnalyses;
use crate::analysis::{DivergenceAnalysis, LoopId, TargetTransformInfo, Uses};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::fold::scalar::sign_extend;
use crate::function::Function;
use crate::inst::{Aux, InstFlags, Opcode};
use crate::types::TypeData;
use smallvec::SmallVec;

/// Maximum number of pointers in one loop: each takes two registers.
const MAX_POINTERS: usize = 8;
/// Maximum number of accesses of a loop, and of instructions that compute their addresses, that are examined.
const MAX_ACCESSES: usize = 256;
const MAX_INSTS: usize = 512;

/// Rewrites addresses. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() || func.loops().is_empty() {
        return false;
    }
    let analyses = LoopAnalyses::of(func);
    let divergence = DivergenceAnalysis::compute(func, ctx, target);
    let uses = Uses::compute(func);
    let plans: Vec<Plan> = analyses
        .loops
        .inner_first()
        .filter_map(|id| {
            let planner = Planner {
                func,
                ctx,
                target,
                analyses: &analyses,
                divergence: &divergence,
                uses: &uses,
            };
            planner.plan(id)
        })
        .collect();
    if plans.is_empty() {
        return false;
    }
    for plan in plans {
        apply(func, ctx, &plan);
    }
    order_blocks(func);
    opt_dce::run(func, ctx);
    true
}

/// An access through an address of a group.
#[derive(Clone, Copy)]
struct Member {
    access: Inst,
    /// The index of its address operand.
    operand: usize,
    offset: i64,
}

/// Addresses that differ by constants.
struct Group {
    base: Value,
    /// Without the constant.
    sum: Sum,
    members: SmallVec<[Member; 4]>,
    /// Instructions that compute the addresses in each iteration.
    insts: SmallVec<[Inst; 8]>,
    is_divergent: bool,
    /// The constant offset of the pointer.
    origin: i64,
    /// If set, it is this much after the pointer of the group with this number.
    after: Option<(usize, Sum)>,
}

impl Group {
    /// Instructions executed per iteration.
    fn cost(&self) -> u32 {
        if self.is_divergent { 1 } else { 2 }
    }
}

/// The state for one loop.
struct Plan {
    header: Block,
    latch: Block,
    outside: SmallVec<[Block; 2]>,
    groups: Vec<Group>,
    counters: Vec<Counter>,
}

struct Planner<'a> {
    func: &'a Function,
    ctx: &'a Context,
    target: &'a dyn TargetTransformInfo,
    analyses: &'a LoopAnalyses,
    divergence: &'a DivergenceAnalysis,
    uses: &'a Uses,
}

impl Planner<'_> {
    fn plan(&self, id: LoopId) -> Option<Plan> {
        let LoopAnalyses { cfg, loops, .. } = self.analyses;
        let data = loops.get(id);
        let &[latch] = &data.latches[..] else { return None };
        let outside: SmallVec<[Block; 2]> = cfg
            .preds(data.header)
            .filter(|&pred| !loops.contains(id, pred))
            .collect();
        let is_fixed = |value: Value| {
            let block = self
                .func
                .def_inst(value)
                .and_then(|def| self.func.inst_block(def));
            block.is_none_or(|block| !loops.contains(id, block))
        };
        let forms = Forms::of_loop(self.func, self.ctx, &is_fixed, data.header, latch);
        if forms.counters.is_empty() {
            return None;
        }
        let mut groups = self.groups(id, &forms);
        groups.truncate(MAX_POINTERS);
        self.keep_what_pays(&mut groups, latch);
        if groups.is_empty() {
            return None;
        }
        self.find_distances(&mut groups, &forms);
        Some(Plan {
            header: data.header,
            latch,
            outside,
            groups,
            counters: forms.counters.into_vec(),
        })
    }

    fn groups(&self, id: LoopId, forms: &Forms<'_>) -> Vec<Group> {
        let loops = &self.analyses.loops;
        let mut groups: Vec<Group> = Vec::new();
        let own = loops
            .get(id)
            .blocks
            .iter()
            .filter(|&&block| loops.loop_of(block) == Some(id));
        let accesses = own.flat_map(|&block| self.func.block_insts(block));
        for (access, operand) in accesses
            .filter_map(|inst| Some((inst, self.address_operand(inst)?)))
            .take(MAX_ACCESSES)
        {
            let pointer = self.func.arg(access, operand);
            let Some((base, mut sum, insts)) = forms.of_address(pointer) else {
                continue;
            };
            if !sum
                .terms
                .iter()
                .any(|term| forms.counter_of(term.value.0).is_some())
            {
                continue;
            }
            let member = Member {
                access,
                operand,
                offset: std::mem::take(&mut sum.offset),
            };
            let fits = |group: &&mut Group| {
                group.base == base && group.sum == sum && self.room(group, member).is_some()
            };
            if let Some(group) = groups.iter_mut().find(fits) {
                group.origin = self.room(group, member).expect("it fits");
                group.members.push(member);
                group.insts.extend(insts);
                continue;
            }
            groups.push(Group {
                base,
                sum,
                members: SmallVec::from_slice(&[member]),
                insts,
                is_divergent: self.divergence.is_divergent(pointer),
                origin: member.offset,
                after: None,
            });
        }
        groups
    }

    /// The operand that is an address of shared memory, of the width of most address arithmetic.
    fn address_operand(&self, inst: Inst) -> Option<usize> {
        let operand = match self.func.opcode(inst) {
            Opcode::Load | Opcode::AtomicRmw | Opcode::CmpXchg => 0,
            Opcode::Store => 1,
            _ => return None,
        };
        let TypeData::Ptr(space) = *self.ctx.types.data(self.func.ty(self.func.arg(inst, operand))) else {
            return None;
        };
        let is_wide = self.ctx.layout.pointer(space).index_bits == 64;
        (is_wide && !self.target.is_private_address_space(space)).then_some(operand)
    }

    /// The pointer offset from which all members of the group and this one reach their accesses.
    fn room(&self, group: &Group, member: Member) -> Option<i64> {
        let TypeData::Ptr(space) = *self.ctx.types.data(self.func.ty(group.base)) else {
            return None;
        };
        let offsets = || group.members.iter().map(|m| m.offset).chain([member.offset]);
        let reaches = |&origin: &i64| {
            offsets().all(|offset| self.target.is_legal_offset(space, offset.wrapping_sub(origin)))
        };
        [Some(0), Some(group.origin), offsets().min()]
            .into_iter()
            .flatten()
            .find(reaches)
    }

    /// Keeps the groups that reduce the number of executed instructions.
    fn keep_what_pays(&self, groups: &mut Vec<Group>, latch: Block) {
        let pays = |some: &[&Group]| {
            let often = some.iter().flat_map(|group| &group.members).any(|member| {
                let block = self.func.inst_block(member.access);
                block.is_some_and(|block| self.analyses.tree.dominates(block, latch))
            });
            let cost: u32 = some.iter().map(|group| group.cost()).sum();
            self.saved(some) > if often { cost } else { 2 * cost }
        };
        if pays(&groups.iter().collect::<Vec<_>>()) {
            return;
        }
        let mut kept: Vec<bool> = groups.iter().map(|group| pays(&[group])).collect();
        groups.retain(|_| kept.remove(0));
    }

    /// The instructions saved in each iteration if these groups become pointers.
    fn saved(&self, groups: &[&Group]) -> u32 {
        let mut dead: SmallVec<[Inst; 32]> = groups
            .iter()
            .flat_map(|group| group.insts.iter().copied())
            .collect();
        dead.sort_unstable();
        dead.dedup();
        if dead.len() > MAX_INSTS {
            return 0;
        }
        let is_member = |user: Inst, value: Value| {
            let mut members = groups.iter().flat_map(|group| &group.members);
            members.any(|m| m.access == user && self.func.arg(user, m.operand) == value)
                && self.func.args(user).iter().filter(|&&arg| arg == value).count() == 1
        };
        loop {
            let before = dead.len();
            let all = dead.clone();
            dead.retain(|inst| {
                let value = self.func.result(*inst).expect("it is computed");
                self.uses
                    .of(value)
                    .all(|user| all.binary_search(&user).is_ok() || is_member(user, value))
            });
            if dead.len() == before {
                break;
            }
        }
        dead.iter()
            .map(|&inst| cost(self.func, self.ctx, self.divergence, inst))
            .sum()
    }

    /// Addresses that differ by a uniform value share a pointer, too.
    fn find_distances(&self, groups: &mut [Group], forms: &Forms<'_>) {
        for at in 1..groups.len() {
            let group = &groups[at];
            let Some(first) = self.func.inst_block(group.members[0].access) else {
                continue;
            };
            let dominates = |block: Block| self.analyses.tree.dominates(first, block);
            let mut blocks = group
                .members
                .iter()
                .filter_map(|m| self.func.inst_block(m.access));
            if !group.is_divergent || !blocks.all(dominates) {
                continue;
            }
            let is_same = |&(value, _): &Wide| !self.divergence.is_divergent(value);
            let found = (0..at).rev().find_map(|other| {
                let near = &groups[other];
                let reaches = match near.after {
                    None => true,
                    Some(_) => {
                        let block = self.func.inst_block(near.members[0].access)?;
                        self.analyses.tree.dominates(block, first)
                    }
                };
                let mut distance = group.sum.minus(&near.sum);
                distance.offset = group.origin.wrapping_sub(near.origin);
                let is_uniform = distance.terms.iter().all(|term| {
                    (forms.is_fixed)(term.value.0)
                        && is_same(&term.value)
                        && term.factors.iter().flatten().all(is_same)
                });
                (reaches && near.is_divergent && near.base == group.base && is_uniform)
                    .then_some((other, distance))
            });
            groups[at].after = found;
        }
    }
}

fn apply(func: &mut Function, ctx: &mut Context, plan: &Plan) {
    let before = match plan.outside[..] {
        [only] if func.successors(only).len() == 1 => only,
        [only] => split_edge(func, only, plan.header),
        _ => split_predecessors(func, ctx, plan.header, &plan.outside),
    };
    let mut pointers: SmallVec<[Value; 8]> = SmallVec::new();
    let mut distances: SmallVec<[(&Sum, Value); 8]> = SmallVec::new();
    for group in &plan.groups {
        let space = func.ty(group.base);
        let TypeData::Ptr(number) = *ctx.types.data(space) else {
            unreachable!("a base is a pointer")
        };
        let ty = ctx.types.int(ctx.layout.pointer(number).index_bits);
        let pointer = match &group.after {
            Some((other, distance)) => {
                let known = distances.iter().find(|(sum, _)| *sum == distance);
                let bytes = match known {
                    Some(&(_, value)) => value,
                    None => {
                        let end = func.terminator(before).expect("a branch");
                        let value = distance.build(&mut Builder::before(func, ctx, end), ty);
                        let value = value.expect("different addresses");
                        distances.push((distance, value));
                        value
                    }
                };
                let mut b = Builder::before(func, ctx, group.members[0].access);
                b.gep(Type::I8, pointers[*other], &[bytes], InstFlags::empty())
            }
            None => grow(func, ctx, plan, before, group, ty),
        };
        pointers.push(pointer);
        for member in &group.members {
            let distance = member.offset.wrapping_sub(group.origin);
            let mut address = pointer;
            if distance != 0 {
                let mut b = Builder::before(func, ctx, member.access);
                let distance = b.int(ty, i128::from(distance) as u128);
                address = b.gep(Type::I8, pointer, &[distance], InstFlags::empty());
            }
            func.args_mut(member.access)[member.operand] = address;
        }
    }
    for counter in plan.counters.iter().filter(|counter| counter.insts.len() > 2) {
        add_at_once(func, ctx, before, counter);
    }
}

/// A value added to a counter in several steps is added in one, if nothing needs the steps.
fn add_at_once(func: &mut Function, ctx: &mut Context, before: Block, counter: &Counter) {
    let ty = func.ty(counter.phi);
    let end = func.terminator(before).expect("a branch");
    let Some(step) = counter.step.build(&mut Builder::before(func, ctx, end), ty) else {
        return;
    };
    let last = counter.insts[1];
    func.rewrite_inst(
        last,
        Opcode::Add,
        &[counter.phi, step],
        InstFlags::empty(),
        Aux::None,
    );
}

/// The pointer of a group: a phi.
fn grow(
    func: &mut Function,
    ctx: &mut Context,
    plan: &Plan,
    before: Block,
    group: &Group,
    ty: Type,
) -> Value {
    let mut first = Sum {
        offset: group.origin,
        ..Sum::default()
    };
    let mut step = Sum::default();
    for term in &group.sum.terms {
        match plan.counters.iter().find(|counter| counter.phi == term.value.0) {
            Some(counter) => {
                let phi = func.def_inst(counter.phi).expect("a phi");
                let start = func.incoming(phi, before).expect("an entry for the block");
                let start = func.resolve(start);
                add_in_place(func, ctx, &mut first, term, start, 1);
                for by in &counter.step.terms {
                    add_in_place(func, ctx, &mut step, term, by.value.0, by.scale);
                }
            }
            None => first.add(*term),
        }
    }
    let end = func.terminator(before).expect("a branch");
    let mut b = Builder::before(func, ctx, end);
    let initial = match first.build(&mut b, ty) {
        Some(offset) => b.gep(Type::I8, group.base, &[offset], InstFlags::empty()),
        None => group.base,
    };
    let step = step.build(&mut b, ty);
    let pointer_ty = b.func.ty(group.base);
    let phi = func.make_inst(
        Opcode::Phi,
        pointer_ty,
        &[initial],
        &[before],
        InstFlags::empty(),
        Aux::None,
    );
    let front = func.first_inst(plan.header).expect("a terminator");
    func.insert_inst_before(phi, front);
    let pointer = func.result(phi).expect("a phi has a result");
    let end = func.terminator(plan.latch).expect("a branch");
    let next = match step {
        Some(step) => Builder::before(func, ctx, end).gep(Type::I8, pointer, &[step], InstFlags::empty()),
        None => pointer,
    };
    func.add_incoming(phi, next, plan.latch);
    pointer
}

/// Adds `term` expressed as a multiple of another value.
fn add_in_place(func: &Function, ctx: &Context, sum: &mut Sum, term: &Term, value: Value, times: i64) {
    let scale = term.scale.wrapping_mul(times);
    let Some(constant) = func.as_int(value, ctx) else {
        return sum.add(Term {
            value: (value, term.value.1),
            scale,
            ..*term
        });
    };
    let bits = ctx.types.int_bits(func.ty(value)).unwrap_or(64);
    let number = match term.value.1 {
        Extension::Unsigned => constant as i64,
        _ => sign_extend(bits, constant) as i64,
    };
    let scale = scale.wrapping_mul(number);
    sum.add_number(term.factors, scale);
}
