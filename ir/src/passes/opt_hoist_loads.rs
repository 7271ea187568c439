//! Hoists a load that all paths from a branch execute, on some of them in different places, before the branch.
//!
//! ```text
//!   br %c, a, join                              %x = load i32, %p
//!   a:    %x = load i32, %p              ->     br %c, a, join
//!         ...                                   a:    ...
//!   join: %y = load i32, %p                     join: (uses %x)
//! ```
//!
//! Requires: nothing. Preserves: the control-flow graph. Cost: linear, for a limited number of different addresses, and GVN
//! Where lanes diverge, each side waits for its load separately; before the branch they wait once, and sides with
//! nothing but arithmetic left become selects. No path from the branch to its first load contains an instruction that
//! may write, wait or not return, so nothing is loaded speculatively. Source: very busy expressions, as in LLVM's
//! GVNHoist; `hoist_twins` does the same for any instructions at the start of two sides.

use super::opt_gvn;
use super::util::clone::clone_inst;
use crate::analysis::memory_effects::{effects, is_simple_access};
use crate::analysis::{DominatorTree, TargetTransformInfo};
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::{Function, ValueDef};
use crate::inst::Opcode;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

/// Maximum number of different loads: as many as a set has bits.
const MAX_LOADS: usize = 64;
/// Maximum number of equal loads examined.
const MAX_SAME: usize = 16;
/// Maximum depth at which addresses are compared.
const MAX_DEPTH: u32 = 6;

/// Hoists. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let cfg = func.cfg();
    if !cfg.rpo().iter().any(|&block| func.successors(block).len() == 2) {
        return false;
    }
    let tree = func.dominators();
    let mut loads = Loads::default();
    // For each block, the loads that all its paths execute before anything that stops them.
    let mut busy: Vec<u64> = vec![0; cfg.block_count()];
    let mut branches: Vec<(Block, u64)> = Vec::new();
    for &block in cfg.rpo().iter().rev() {
        let (own, is_open) = loads.of_block(func, ctx, block);
        let successors = func.successors(block);
        let after = match successors {
            [] => 0,
            // Back edges are not followed: their targets have not been computed.
            some => some.iter().fold(u64::MAX, |all, next| all & busy[next.index()]),
        };
        if let [a, b] = successors
            && a != b
            && after != 0
        {
            branches.push((block, after));
        }
        busy[block.index()] = if is_open { own | after } else { own };
    }
    let mut changed = false;
    for (block, mut keys) in branches {
        while keys != 0 {
            let key = keys.trailing_zeros() as usize;
            keys &= keys - 1;
            changed |= loads.hoist(func, &tree, block, key);
        }
    }
    if changed {
        opt_gvn::run(func, ctx, target);
    }
    changed
}

/// Loads of the same type from the same address.
#[derive(Default)]
struct Loads {
    keys: SmallVec<[SmallVec<[Inst; 4]>; 8]>,
}

impl Loads {
    /// Loads of the block that precede anything that stops them, and whether nothing does.
    fn of_block(&mut self, func: &Function, ctx: &Context, block: Block) -> (u64, bool) {
        let (mut set, end) = (0, func.terminator(block));
        for inst in func.block_insts(block).filter(|&inst| Some(inst) != end) {
            if func.opcode(inst) == Opcode::Load && is_simple_access(func, inst) {
                if let Some(key) = self.key(func, inst) {
                    set |= 1 << key;
                }
            } else if effects(func, ctx, inst).stops_hoisting() {
                return (set, false);
            }
        }
        (set, true)
    }

    fn key(&mut self, func: &Function, load: Inst) -> Option<usize> {
        let is_same = |other: Inst| {
            let (a, b) = (func.inst(load), func.inst(other));
            a.ty == b.ty && a.aux == b.aux && are_same(func, func.arg(load, 0), func.arg(other, 0), 0)
        };
        if let Some(key) = self.keys.iter().position(|some| is_same(some[0])) {
            if self.keys[key].len() < MAX_SAME {
                self.keys[key].push(load);
            }
            return Some(key);
        }
        (self.keys.len() < MAX_LOADS).then(|| {
            self.keys.push(SmallVec::from_slice(&[load]));
            self.keys.len() - 1
        })
    }

    /// Inserts a load at the end of `block` if paths from there have separate loads, which GVN then removes.
    fn hoist(&mut self, func: &mut Function, tree: &DominatorTree, block: Block, key: usize) -> bool {
        let loads = &self.keys[key];
        let parted = loads.iter().enumerate().any(|(i, &a)| {
            loads[..i].iter().any(|&b| {
                let (a, b) = (func.inst_block(a), func.inst_block(b));
                a.zip(b)
                    .is_some_and(|(a, b)| tree.nearest_common(a, b) == block && a != block && b != block)
            })
        });
        let (first, end) = (loads[0], func.terminator(block).expect("a branch"));
        if !parted || !is_available(func, tree, func.arg(first, 0), block, 0) {
            return false;
        }
        let address = copy_to(func, tree, func.arg(first, 0), block, end);
        let copy = clone_inst(func, first);
        func.args_mut(copy)[0] = address;
        // Metadata of one of them need not hold for all.
        if loads.len() == MAX_SAME
            || !loads
                .iter()
                .all(|load| func.attachments.get(load) == func.attachments.get(&first))
        {
            func.attachments.remove(&copy);
        }
        func.hoist_inst(copy, end);
        true
    }
}

/// Whether `inst` computes an address and can be moved.
fn is_arithmetic(func: &Function, inst: Inst) -> bool {
    use Opcode::{Add, BitCast, GetElementPtr, Mul, Or, SExt, Shl, Sub, ZExt};
    matches!(
        func.opcode(inst),
        GetElementPtr | BitCast | SExt | ZExt | Add | Sub | Mul | Shl | Or
    )
}

fn are_same(func: &Function, a: Value, b: Value, depth: u32) -> bool {
    let (a, b) = (func.resolve(a), func.resolve(b));
    if a == b || depth > MAX_DEPTH {
        return a == b;
    }
    let (Some(x), Some(y)) = (func.def_inst(a), func.def_inst(b)) else {
        return false;
    };
    let (first, second) = (func.inst(x), func.inst(y));
    first.opcode == second.opcode
        && first.ty == second.ty
        && first.aux == second.aux
        && first.flags == second.flags
        && is_arithmetic(func, x)
        && func.args(x).len() == func.args(y).len()
        && func
            .args(x)
            .iter()
            .zip(func.args(y))
            .all(|(&x, &y)| are_same(func, x, y, depth + 1))
}

fn is_there(func: &Function, tree: &DominatorTree, value: Value, block: Block) -> bool {
    let def = func.def_inst(value).and_then(|inst| func.inst_block(inst));
    match func.def(value) {
        ValueDef::Inst(_) => def.is_some_and(|def| tree.dominates(def, block)),
        _ => true,
    }
}

/// Whether `value` is available at the end of `block`, or can be computed there.
fn is_available(func: &Function, tree: &DominatorTree, value: Value, block: Block, depth: u32) -> bool {
    let value = func.resolve(value);
    if is_there(func, tree, value, block) {
        return true;
    }
    func.def_inst(value).is_some_and(|inst| {
        depth <= MAX_DEPTH
            && is_arithmetic(func, inst)
            && func
                .args(inst)
                .iter()
                .all(|&arg| is_available(func, tree, arg, block, depth + 1))
    })
}

/// `value`, computed before `end`, the last of `block`.
fn copy_to(func: &mut Function, tree: &DominatorTree, value: Value, block: Block, end: Inst) -> Value {
    let value = func.resolve(value);
    if is_there(func, tree, value, block) {
        return value;
    }
    let inst = func.def_inst(value).expect("it can be computed");
    let copy = clone_inst(func, inst);
    for index in 0..func.args(copy).len() {
        let arg = func.arg(copy, index);
        let arg = copy_to(func, tree, arg, block, end);
        func.args_mut(copy)[index] = arg;
    }
    func.hoist_inst(copy, end);
    func.result(copy).expect("it has a value")
}
