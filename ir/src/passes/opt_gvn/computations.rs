//! Finds equal pure instructions.

use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, Opcode};
use fxhash::FxHasher;
use std::hash::{Hash, Hasher};

/// What makes two pure instructions equal: everything except flags that are mere promises. Operands are compared in the
/// instructions themselves, in canonical order if commutative.
#[derive(Clone, Copy)]
pub(super) struct Computation {
    opcode: Opcode,
    ty: Type,
    extra: Extra,
    /// Whether the first two operands are compared in reverse order.
    swapped: bool,
    /// Whether equal instructions are only merged within a block.
    is_local: bool,
}

/// Other properties of an instruction, except lists, which are compared in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Extra {
    None,
    Predicate(u8),
    Type(Type),
    Indices,
}

impl Computation {
    /// `None` for instructions that are not compared. `is_local` says whether one may be merged within a block only.
    pub(super) fn of(func: &Function, inst: Inst, is_local: bool) -> Option<Computation> {
        let data = func.inst(inst);
        let is_commutative = match data.opcode {
            Opcode::ICmp | Opcode::FCmp => true,
            Opcode::Phi => false,
            opcode => opcode.is_commutative(),
        };
        let swapped = is_commutative && func.arg(inst, 1) < func.arg(inst, 0);
        let extra = match data.aux {
            Aux::None | Aux::Call(_) => Extra::None,
            Aux::IntPredicate(p) => Extra::Predicate(if swapped { p.swapped() } else { p } as u8),
            Aux::FloatPredicate(p) => Extra::Predicate(if swapped { p.swapped() } else { p } as u8),
            Aux::SourceType(ty) => Extra::Type(ty),
            Aux::Indices(_) => Extra::Indices,
            _ => return None,
        };
        Some(Computation {
            opcode: data.opcode,
            ty: data.ty,
            extra,
            swapped,
            is_local: is_local || data.opcode == Opcode::Phi,
        })
    }

    /// Operand `index` of `inst`, which has this computation, in the order of comparison.
    fn arg(self, func: &Function, inst: Inst, index: usize) -> Value {
        func.arg(
            inst,
            if self.swapped && index < 2 {
                1 - index
            } else {
                index
            },
        )
    }

    pub(super) fn hash(self, func: &Function, inst: Inst, block: Block) -> u32 {
        let mut hasher = FxHasher::default();
        (self.opcode, self.ty, self.extra).hash(&mut hasher);
        for index in 0..func.args(inst).len() {
            self.arg(func, inst, index).hash(&mut hasher);
        }
        if self.is_local {
            block.hash(&mut hasher);
        }
        let hash = hasher.finish();
        (hash ^ (hash >> 32)) as u32
    }

    /// Whether `earlier` computes the same as `inst` in `block`, which has this computation.
    pub(super) fn is_same(self, func: &Function, inst: Inst, earlier: Inst, block: Block) -> bool {
        let Some(other) = Computation::of(func, earlier, self.is_local) else {
            return false;
        };
        let args = func.args(inst).len();
        (self.opcode, self.ty, self.extra) == (other.opcode, other.ty, other.extra)
            && (!self.is_local || func.inst_block(earlier) == Some(block))
            && func.args(earlier).len() == args
            && (0..args).all(|index| self.arg(func, inst, index) == other.arg(func, earlier, index))
            && (self.extra != Extra::Indices || func.indices(inst) == func.indices(earlier))
            && (self.opcode != Opcode::Phi || func.inst_blocks(inst) == func.inst_blocks(earlier))
    }
}

/// Instructions by hash, scoped by the dominator tree: a stack, from which a subtree's entries are popped when the walk
/// leaves it, with lists of equal hashes.
pub(super) struct Available {
    /// By hash: index of the last entry of the list plus one; the length is a power of two.
    heads: Vec<u32>,
    entries: Vec<Entry>,
}

struct Entry {
    hash: u32,
    /// Like `heads`: the previous entry of the list.
    next: u32,
    inst: Inst,
    /// The last preorder index of the subtree where it is valid.
    end: u32,
}

impl Available {
    /// For a function of about this many instructions.
    pub(super) fn new(insts: usize) -> Available {
        let lists = insts.clamp(32, 1 << 16).next_power_of_two() / 2;
        Available {
            heads: vec![0; lists],
            entries: Vec::with_capacity(insts / 4),
        }
    }

    fn list(&self, hash: u32) -> usize {
        hash as usize & (self.heads.len() - 1)
    }

    /// The last entry with this hash for which `equal` holds.
    pub(super) fn find(&self, hash: u32, equal: impl Fn(Inst) -> bool) -> Option<Inst> {
        let mut at = self.heads[self.list(hash)];
        while let Some(index) = at.checked_sub(1) {
            let entry = &self.entries[index as usize];
            if entry.hash == hash && equal(entry.inst) {
                return Some(entry.inst);
            }
            at = entry.next;
        }
        None
    }

    pub(super) fn insert(&mut self, hash: u32, inst: Inst, end: u32) {
        let list = self.list(hash);
        let next = self.heads[list];
        self.entries.push(Entry {
            hash,
            next,
            inst,
            end,
        });
        self.heads[list] = self.entries.len() as u32;
    }

    /// Drops entries that are not valid at the preorder index `position`.
    pub(super) fn leave(&mut self, position: u32) {
        while let Some(entry) = self.entries.pop_if(|entry| entry.end < position) {
            let list = self.list(entry.hash);
            self.heads[list] = entry.next;
        }
    }
}
