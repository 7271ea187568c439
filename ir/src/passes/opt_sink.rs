//! Sinks conversions, parts of vectors and operations with constants to the block of their uses, where selection, which
//! sees one block at a time, can fold them: shifts and masks become permutations, constants in addresses offsets.
//!
//! Requires: nothing. Preserves: the control-flow graph, loop-closed form. Cost: O(instructions and operands).
//! An instruction that moves has one operand that is not constant, with no more registers than its result, so that
//! moving is free; it stays in its loop, and does not move across convergent operations. An address that an access can
//! encode as an offset is free anywhere: it is copied to each block that accesses it, or an offset from it, even into
//! loops. Computations
//! with loaded values move even at the cost of registers, up to a limit, if there are other loads on the way, which
//! then need not wait for the first. For that purpose, values used by several blocks move to the block that dominates
//! these. They also move to a block that is executed conditionally, such as a masked store. None of this moves past a
//! store: in a sequence of masked stores, each would compute its own value, one after the other.
//! Source: the idea of LLVM's CodeGenPrepare.

use super::opt_sroa::gep_offset;
use super::util::clone::clone_inst;
use crate::analysis::memory_effects::effects;
use crate::analysis::{Cfg, DominatorTree, LoopForest, TargetTransformInfo, Uses};
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, Opcode};
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Maximum number of registers in a function spent on letting loads overlap.
const MOST_WORDS: i64 = 64;
/// How far back a load is searched for.
const MAX_CHAIN: usize = 8;
/// Number of operations examined in that search.
const MAX_LOOKS: usize = 64;

/// Sinks. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let (cfg, tree, loops) = (func.cfg(), func.dominators(), func.loops());
    let uses = Uses::compute(func);
    let mut ways = Ways::default();
    let mut dead = FxHashSet::default();
    let mut copies = Copies::default();
    let mut changed = false;
    // Users before operands: chains move as a whole.
    for &block in cfg.rpo().iter().rev() {
        let mut next = func.last_inst(block);
        while let Some(inst) = next {
            next = func.prev_inst(inst);
            // Unused instructions, such as elements of a vector used as a whole, would keep their operands in place.
            if is_simple(func, ctx, inst) && users(func, &uses, &dead, inst).next().is_none() {
                func.remove_inst(inst);
                dead.insert(inst);
                changed = true;
            } else if let Some(users) = using_block(func, ctx, &uses, &dead, &tree, &loops, inst, block)
                && (users.are_together && is_movable(func, ctx, inst)
                    || ways.are_worth(func, ctx, cfg.as_ref(), &loops, inst, block, users.block))
            {
                ways.note_moved(func, ctx, &loops, inst, block);
                func.detach_inst(inst);
                insert_at_start(func, inst, users.block);
                changed = true;
            } else if is_offset(func, ctx, target, inst) {
                changed |= copy_to_accesses(func, ctx, target, &uses, &loops, &mut copies, inst);
            }
        }
    }
    changed
}

pub(super) fn insert_at_start(func: &mut Function, inst: Inst, block: Block) {
    let at = func.first_non_phi(block).expect("a terminator");
    func.insert_inst_before(inst, at);
}

/// Whether `inst` is an address that an access can encode as another address plus an offset.
fn is_offset(func: &Function, ctx: &Context, target: &dyn TargetTransformInfo, inst: Inst) -> bool {
    let (Opcode::GetElementPtr, Aux::SourceType(element)) = (func.opcode(inst), func.inst(inst).aux) else {
        return false;
    };
    let Some(space) = ctx.types.address_space(func.inst(inst).ty) else {
        return false;
    };
    match (func.as_const(func.arg(inst, 0)), func.args(inst)) {
        (None, _) => gep_offset(func, ctx, inst)
            .and_then(|offset| i64::try_from(offset).ok())
            .is_some_and(|offset| target.is_legal_offset(space, offset)),
        (Some(_), &[_, index]) => {
            let is_whole = ctx.types.int_bits(func.ty(index)) == Some(ctx.layout.pointer(space).index_bits);
            let has_bytes = ctx.layout.size(&ctx.types, element) == 1;
            is_whole && has_bytes && func.as_const(index).is_none() && target.are_addresses_offsets(space)
        }
        _ => false,
    }
}

/// The copies of addresses, in other blocks.
type Copies = FxHashMap<Inst, SmallVec<[Inst; 4]>>;

/// Copies an address to the blocks that access it or an offset from it, if it has no other uses.
fn copy_to_accesses(
    func: &mut Function,
    ctx: &Context,
    target: &dyn TargetTransformInfo,
    uses: &Uses,
    loops: &LoopForest,
    copies: &mut Copies,
    inst: Inst,
) -> bool {
    let (Some(address), Some(block)) = (func.result(inst), func.inst_block(inst)) else {
        return false;
    };
    let own_loop = loops.loop_of(block);
    let mut users: SmallVec<[(Inst, Block); 8]> = SmallVec::new();
    for user in uses.of(address) {
        // An offset may have been copied to the blocks that access it, and be gone from its own.
        let is_gone = func.inst_block(user).is_none();
        let is_base = || func.arg(user, 0) == address && is_offset(func, ctx, target, user);
        if !is_gone && !is_base() && !is_access(func, user, address) {
            return false;
        }
        let others = copies.get(&user).into_iter().flatten();
        for &user in std::iter::once(&user).chain(others) {
            match func.inst_block(user) {
                Some(to) if own_loop.is_none_or(|own| loops.contains(own, to)) => users.push((user, to)),
                Some(_) => return false,
                None => {}
            }
        }
    }
    let mut made: SmallVec<[(Block, Value); 4]> = SmallVec::new();
    for &(user, to) in &users {
        if to == block {
            continue;
        }
        let copy = match made.iter().find(|(copied, _)| *copied == to) {
            Some(&(_, copy)) => copy,
            None => {
                let copy = clone_inst(func, inst);
                insert_at_start(func, copy, to);
                copies.entry(inst).or_default().push(copy);
                let copy = func.result(copy).expect("an address");
                made.push((to, copy));
                copy
            }
        };
        for arg in func.args_mut(user) {
            if *arg == address {
                *arg = copy;
            }
        }
    }
    if users.iter().all(|&(_, to)| to != block) {
        func.remove_inst(inst);
    }
    !made.is_empty()
}

/// Whether `user` accesses memory at `address` and has no other use of it.
fn is_access(func: &Function, user: Inst, address: Value) -> bool {
    let pointer = match func.opcode(user) {
        Opcode::Load | Opcode::AtomicRmw | Opcode::CmpXchg => 0,
        Opcode::Store => 1,
        _ => return false,
    };
    let mut args = func.args(user).iter().enumerate();
    args.all(|(i, &arg)| (arg == address) == (i == pointer))
}

/// The positions of an instruction's users.
struct UsingBlock {
    /// The block that dominates them.
    block: Block,
    /// Whether all users are in it.
    are_together: bool,
}

/// The block that `inst` is moved to.
#[expect(clippy::too_many_arguments)]
fn using_block(
    func: &Function,
    ctx: &Context,
    uses: &Uses,
    dead: &FxHashSet<Inst>,
    tree: &DominatorTree,
    loops: &LoopForest,
    inst: Inst,
    block: Block,
) -> Option<UsingBlock> {
    let value = func.result(inst)?;
    let is_mask = ctx.types.scalar(func.ty(value)) == Type::I1;
    if !is_simple(func, ctx, inst) || is_mask && func.opcode(inst) != Opcode::FCmp {
        return None;
    }
    let mut found: Option<UsingBlock> = None;
    for user in users(func, uses, dead, inst) {
        let own = func.inst_block(user)?;
        let stays = match func.opcode(user) {
            Opcode::Phi => true,
            Opcode::Call => !effects(func, ctx, user).is_pure(),
            _ => false,
        };
        if stays || own == block {
            return None;
        }
        found = Some(match found {
            Some(UsingBlock { block, are_together }) if block == own => UsingBlock { block, are_together },
            Some(other) if tree.is_reachable(own) && tree.is_reachable(other.block) => UsingBlock {
                block: tree.nearest_common(other.block, own),
                are_together: false,
            },
            Some(_) => return None,
            None => UsingBlock {
                block: own,
                are_together: true,
            },
        });
    }
    found.filter(|to| to.block != block && loops.loop_of(to.block) == loops.loop_of(block))
}

/// Users of the result of `inst` other than the `dead` ones. Other removed users have been copied.
fn users<'a>(
    func: &Function,
    uses: &'a Uses,
    dead: &'a FxHashSet<Inst>,
    inst: Inst,
) -> impl Iterator<Item = Inst> + Clone + 'a {
    let users = func.result(inst).into_iter().flat_map(|value| uses.of(value));
    users.filter(|user| !dead.contains(user))
}

/// Whether `inst` is pure, and its computation with loaded values can be delayed.
fn is_simple(func: &Function, ctx: &Context, inst: Inst) -> bool {
    moves_bits(func, inst)
        || match func.opcode(inst) {
            Opcode::Select | Opcode::FCmp | Opcode::FDiv | Opcode::FPTrunc => true,
            Opcode::SIToFP | Opcode::UIToFP | Opcode::FPToSI | Opcode::FPToUI => true,
            Opcode::Call => effects(func, ctx, inst).is_pure(),
            _ => is_float(func, inst),
        }
}

/// Whether `inst` only moves bits, or does simple arithmetic with integers.
pub(super) fn moves_bits(func: &Function, inst: Inst) -> bool {
    use Opcode::*;
    matches!(
        func.opcode(inst),
        Trunc
            | ZExt
            | SExt
            | FPExt
            | FNeg
            | BitCast
            | PtrToInt
            | IntToPtr
            | ExtractElement
            | InsertElement
            | GetElementPtr
            | Add
            | Sub
            | Mul
            | Shl
            | LShr
            | AShr
            | And
            | Or
            | Xor
    )
}

/// Whether `inst` is a floating-point computation, which depends on the rounding mode.
fn is_float(func: &Function, inst: Inst) -> bool {
    matches!(func.opcode(inst), Opcode::FAdd | Opcode::FSub | Opcode::FMul)
}

fn words(func: &Function, ctx: &Context, value: Value) -> i64 {
    ctx.layout.bits(&ctx.types, func.ty(value)).div_ceil(32) as i64
}

/// Whether `inst` only moves bits and its operands take no more registers than its result.
fn is_movable(func: &Function, ctx: &Context, inst: Inst) -> bool {
    let mut variable = func
        .args(inst)
        .iter()
        .filter(|&&arg| func.as_const(arg).is_none());
    match (variable.next(), variable.next(), func.result(inst)) {
        (Some(&operand), None, Some(value)) => {
            moves_bits(func, inst)
                && ctx.types.scalar(func.ty(operand)) != Type::I1
                && words(func, ctx, operand) <= words(func, ctx, value)
        }
        _ => false,
    }
}

/// Summary of the instructions on the paths between blocks.
#[derive(Default)]
struct Ways {
    /// By position in reverse post-order: loads, and stores or calls with side effects, in all blocks before.
    before: Vec<(u32, u32)>,
    /// Operands of moved instructions.
    needed: FxHashSet<Value>,
    words: i64,
}

impl Ways {
    /// Whether `inst` of `block` should be computed in `to`, its users' block: it depends on a load, and other loads on
    /// the way then need not wait for it, or `to` is executed conditionally. There must be no store or call on the way.
    #[expect(clippy::too_many_arguments)]
    fn are_worth(
        &mut self,
        func: &Function,
        ctx: &Context,
        cfg: &Cfg,
        loops: &LoopForest,
        inst: Inst,
        block: Block,
        to: Block,
    ) -> bool {
        let is_free = is_movable(func, ctx, inst);
        let computes = !moves_bits(func, inst) || func.opcode(inst) == Opcode::InsertElement;
        if !computes && !is_free || !is_loaded(func, ctx, inst, MAX_CHAIN, &mut 0) {
            return false;
        }
        if self.before.is_empty() {
            self.count(func, ctx, cfg);
        }
        if !cfg.is_reachable(block) || !cfg.is_reachable(to) {
            return false;
        }
        let [from, after, end] = [cfg.rpo_index(block), cfg.rpo_index(block) + 1, cfg.rpo_index(to)]
            .map(|place| self.before[place as usize]);
        let is_skipped = cfg
            .single_pred(to)
            .and_then(|pred| func.terminator(pred))
            .is_some_and(|end| func.opcode(end) == Opcode::CondBr);
        if end.0 <= after.0 && !is_skipped || end.1 != from.1 {
            return false;
        }
        is_free || self.words + self.taken(func, ctx, loops, inst, block) <= MOST_WORDS
    }

    /// The number of registers occupied if `inst` of `block` moves to its use: those of operands that are not live
    /// there yet, minus its own result.
    fn taken(&self, func: &Function, ctx: &Context, loops: &LoopForest, inst: Inst, block: Block) -> i64 {
        let operands = func.args(inst).iter();
        let new = operands.filter(|&&arg| self.is_new(func, loops, arg, block));
        new.map(|&arg| words(func, ctx, arg)).sum::<i64>()
            - func.result(inst).map_or(0, |value| words(func, ctx, value))
    }

    /// Whether `value`, an operand of an instruction of `block` that moves, is not live anywhere else so far.
    fn is_new(&self, func: &Function, loops: &LoopForest, value: Value, block: Block) -> bool {
        let def = func.def_inst(value).and_then(|def| func.inst_block(def));
        def.is_some_and(|def| loops.loop_of(def) == loops.loop_of(block)) && !self.needed.contains(&value)
    }

    /// Records that `inst` moves from `block`. Instructions that are free anywhere count where their users have moved.
    fn note_moved(&mut self, func: &Function, ctx: &Context, loops: &LoopForest, inst: Inst, block: Block) {
        let is_needed = func
            .result(inst)
            .is_some_and(|value| self.needed.contains(&value));
        if !is_needed && is_movable(func, ctx, inst) {
            return;
        }
        self.words += self.taken(func, ctx, loops, inst, block);
        for index in 0..func.args(inst).len() {
            let arg = func.arg(inst, index);
            if self.is_new(func, loops, arg, block) {
                self.needed.insert(arg);
            }
        }
    }

    fn count(&mut self, func: &Function, ctx: &Context, cfg: &Cfg) {
        let mut sum = (0, 0);
        self.before.push(sum);
        for &block in cfg.rpo() {
            for inst in func.block_insts(block) {
                sum.0 += u32::from(func.opcode(inst) == Opcode::Load);
                let is_pure = func.opcode(inst).is_terminator() || effects(func, ctx, inst).is_removable();
                sum.1 += u32::from(!is_pure);
            }
            self.before.push(sum);
        }
    }
}

/// Whether an operand of `inst` was loaded on some path, perhaps with arithmetic after the load.
fn is_loaded(func: &Function, ctx: &Context, inst: Inst, depth: usize, looks: &mut usize) -> bool {
    *looks += 1;
    if *looks > MAX_LOOKS {
        return false;
    }
    let mut operands = func.args(inst).iter().filter_map(|&arg| func.def_inst(arg));
    operands.any(|def| match func.opcode(def) {
        Opcode::Load => true,
        Opcode::Phi => depth > 0 && func.args(def).len() <= 2 && is_loaded(func, ctx, def, depth - 1, looks),
        _ => depth > 0 && is_simple(func, ctx, def) && is_loaded(func, ctx, def, depth - 1, looks),
    })
}
