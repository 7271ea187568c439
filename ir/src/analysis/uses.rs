//! Def-use information, computed on demand: operands name values, but values do not know their users.

use super::graph::Rows;
use crate::entities::{Inst, Value};
use crate::function::Function;
use cranelift_entity::EntityRef;

/// The users of every value.
#[derive(Clone, Debug)]
pub struct Uses {
    users: Rows,
}

impl Uses {
    /// Computes it for the instructions in the layout. Aliases are followed.
    pub fn compute(func: &Function) -> Uses {
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(func.inst_count() * 2);
        let has_aliases = func.has_aliases();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let named = |&arg| current(func, arg, has_aliases);
                let of_inst = func.args(inst).iter().map(named);
                pairs.extend(of_inst.map(|arg| (arg.as_u32(), inst.as_u32())));
            }
        }
        Uses {
            users: Rows::from_pairs(func.value_count(), pairs.iter().copied()),
        }
    }

    /// Instructions that use `value`, in layout order, one entry per operand.
    pub fn of(&self, value: Value) -> impl ExactSizeIterator<Item = Inst> + DoubleEndedIterator + Clone + '_ {
        self.users.row(value.as_u32()).iter().map(|&i| Inst::from_u32(i))
    }

    /// One of the instructions of [`Uses::of`].
    pub fn nth(&self, value: Value, index: usize) -> Inst {
        Inst::from_u32(self.users.row(value.as_u32())[index])
    }

    /// How many operands name `value`.
    pub fn count(&self, value: Value) -> usize {
        self.users.row(value.as_u32()).len()
    }

    /// How many values there were: only these may be looked up.
    pub fn len(&self) -> usize {
        self.users.len()
    }

    /// Whether there were no values.
    pub fn is_empty(&self) -> bool {
        self.users.is_empty()
    }

    /// Whether nothing uses `value`.
    pub fn is_unused(&self, value: Value) -> bool {
        self.count(value) == 0
    }
}

/// The value that `arg` names; free where there are no aliases.
#[inline(always)]
fn current(func: &Function, arg: Value, has_aliases: bool) -> Value {
    debug_assert!(
        has_aliases || func.resolve(arg) == arg,
        "an alias that was resolved"
    );
    if has_aliases { func.resolve(arg) } else { arg }
}

/// Only the number of uses; cheap to update while a pass changes operands.
#[derive(Clone, Debug)]
pub struct UseCounts {
    counts: Vec<u32>,
}

impl UseCounts {
    /// Counts the uses by instructions in the layout.
    pub fn compute(func: &Function) -> UseCounts {
        let mut counts = vec![0; func.value_count()];
        let has_aliases = func.has_aliases();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                for &arg in func.args(inst) {
                    let arg = current(func, arg, has_aliases);
                    counts[arg.index()] += 1;
                }
            }
        }
        UseCounts { counts }
    }

    /// The uses of `value`.
    pub fn get(&self, value: Value) -> u32 {
        self.counts.get(value.index()).copied().unwrap_or(0)
    }

    /// Adds a use.
    pub fn add(&mut self, value: Value) {
        self.add_many(value, 1);
    }

    /// Adds `n` uses.
    pub fn add_many(&mut self, value: Value, n: u32) {
        if value.index() >= self.counts.len() {
            self.counts.resize(value.index() + 1, 0);
        }
        self.counts[value.index()] += n;
    }

    /// Removes a use; returns how many are left.
    pub fn remove(&mut self, value: Value) -> u32 {
        let Some(count) = self.counts.get_mut(value.index()) else {
            return 0;
        };
        *count = count.saturating_sub(1);
        *count
    }

    /// All uses of `old` become uses of `new`.
    pub fn replace(&mut self, old: Value, new: Value) {
        let n = self.get(old);
        if n > 0 {
            self.counts[old.index()] = 0;
            self.add_many(new, n);
        }
    }
}
