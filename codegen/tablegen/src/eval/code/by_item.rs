//! Bodies of loops that depend on nothing but the item: their results are kept, and most are had without running
//! anything.

use super::super::Evaluator;
use super::{Frame, Known, Loop};
use crate::types::TypeId;
use crate::value::{Node, ValueId};

/// Entries of a table at first, and at most.
const SIZES: std::ops::RangeInclusive<usize> = 1 << 4..=1 << 10;

/// Results of a body by item. A newer one displaces an older one.
#[derive(Default)]
pub(super) struct ItemTable {
    /// Items and results, both as ids. The size is a power of two, or 0 before anything is kept.
    entries: Vec<(u32, u32)>,
    /// How many entries displaced others since the table is as large as it is.
    displaced: usize,
}

/// An entry that is no result.
const NONE: (u32, u32) = (ValueId::NONE.0, 0);

impl ItemTable {
    #[inline]
    fn slot(item: u32, size: usize) -> usize {
        // Items are often numbers that follow each other, or records that were made one after the other.
        (item ^ item >> 11) as usize & (size - 1)
    }

    #[inline]
    fn get(&self, item: u32) -> Option<u32> {
        let &(known, result) = self
            .entries
            .get(ItemTable::slot(item, self.entries.len().max(1)))?;
        (known == item).then_some(result)
    }

    fn put(&mut self, item: u32, result: u32) {
        if self.entries.is_empty() {
            self.entries.resize(*SIZES.start(), NONE);
        }
        if self.displaced * 2 > self.entries.len() && self.entries.len() < *SIZES.end() {
            let size = 4 * self.entries.len();
            for (item, result) in std::mem::replace(&mut self.entries, vec![NONE; size]) {
                self.entries[ItemTable::slot(item, size)] = (item, result);
            }
            self.displaced = 0;
        }
        let slot = ItemTable::slot(item, self.entries.len());
        self.displaced += usize::from(self.entries[slot] != NONE);
        self.entries[slot] = (item, result);
    }

    /// Replaces items by their results up to the first one whose result is not known; returns how many.
    #[inline]
    fn replace(&self, items: &mut [u32]) -> usize {
        let unknown = items.iter_mut().position(|item| match self.get(*item) {
            Some(result) => {
                *item = result;
                false
            }
            None => true,
        });
        unknown.unwrap_or(items.len())
    }

    /// Moves items whose results are true to the position `kept`, up to the first one whose result is not known. Returns
    /// where that is, and how many are kept then.
    #[inline]
    fn filter(&self, items: &mut [u32], first: usize, mut kept: usize) -> (usize, usize) {
        for i in first..items.len() {
            let item = items[i];
            match self.get(item) {
                None => return (i, kept),
                Some(result) => {
                    items[kept] = item;
                    kept += usize::from(result == ValueId::TRUE.0);
                }
            }
        }
        (items.len(), kept)
    }
}

impl Evaluator {
    /// A table for the results of a body.
    pub(super) fn add_item_table(&mut self) -> u32 {
        self.codes.item_tables.push(ItemTable::default());
        (self.codes.item_tables.len() - 1) as u32
    }

    /// Puts what a `!foreach` or `!filter` makes of the items on the stack from `start` on into their place.
    #[inline(never)]
    pub(super) fn run_by_item(
        &mut self,
        inner: &Loop,
        table: u32,
        start: usize,
        is_filter: bool,
        frame: &mut Frame<'_>,
    ) -> Known<TypeId> {
        let (table, slot) = (table as usize, inner.slot as usize);
        let mut at = start;
        if !is_filter {
            loop {
                at += self.codes.item_tables[table].replace(&mut self.stack[at..]);
                let Some(&item) = self.stack.get(at) else {
                    return Some(inner.element);
                };
                frame.slots[slot] = ValueId(item);
                let result = self.operand(inner.body, frame)?.id();
                self.keep_for_item(table, item, result);
                self.stack[at] = result.0;
                at += 1;
            }
        }
        let mut kept = start;
        loop {
            (at, kept) = self.codes.item_tables[table].filter(&mut self.stack, at, kept);
            let Some(&item) = self.stack.get(at) else {
                self.stack.truncate(kept);
                return Some(inner.element);
            };
            frame.slots[slot] = ValueId(item);
            let holds = self.holds(inner.body, frame)?;
            self.keep_for_item(table, item, ValueId::bit(holds));
            self.stack[kept] = item;
            kept += usize::from(holds);
            at += 1;
        }
    }

    fn keep_for_item(&mut self, table: usize, item: u32, result: ValueId) {
        // A record that is being read, whose id needs a place in the store, gives way to another of the same number.
        let value = ValueId(item);
        let may_change = value.is_stored() && matches!(self.node(value), Node::Def(_));
        if !may_change && !result.is_unresolved() {
            self.codes.item_tables[table].put(item, result.0);
        }
    }
}
