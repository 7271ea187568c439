//! What code asked for last: the records of `Class<args>`, texts that were pasted, and what converts to what.

use crate::record::RecordId;
use crate::types::TypeId;
use crate::value::ValueId;

/// Entries of the tables; a newer one displaces an older one.
const INSTANCES: usize = 1 << 10;
const TEXTS: usize = 1 << 9;
const CONVERSIONS: usize = 1 << 8;
/// Most operands of an entry.
const OPERANDS: usize = 6;
/// Stands for pasting texts where a class could.
const PASTED: u32 = u32::MAX - 1;

/// A class with arguments and its record, or parts of a text and the text.
#[derive(Clone, Copy)]
struct Entry {
    what: u32,
    count: u32,
    operands: [u32; OPERANDS],
    result: ValueId,
}

/// Results by operands. The size is a power of two.
struct Table(Vec<Entry>);

impl Table {
    fn new(size: usize) -> Table {
        let none = Entry {
            what: u32::MAX,
            count: 0,
            operands: [0; OPERANDS],
            result: ValueId::NONE,
        };
        Table(vec![none; size])
    }

    #[inline]
    fn place(&self, what: u32, operands: &[u32]) -> usize {
        let hash = operands.iter().fold(u64::from(what), |hash, &operand| {
            (hash.rotate_left(29) ^ u64::from(operand)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        (hash >> 40) as usize & (self.0.len() - 1)
    }

    #[inline]
    fn get(&self, what: u32, operands: &[u32]) -> Option<ValueId> {
        let entry = self.0.get(self.place(what, operands))?;
        let is_same = entry.what == what
            && entry.count as usize == operands.len()
            && entry.operands.iter().zip(operands).all(|(a, b)| a == b);
        is_same.then_some(entry.result)
    }

    fn put(&mut self, what: u32, given: &[u32], result: ValueId) {
        let mut operands = [0; OPERANDS];
        let Some(places) = operands.get_mut(..given.len()) else {
            return;
        };
        places.copy_from_slice(given);
        let place = self.place(what, given);
        self.0[place] = Entry {
            what,
            count: given.len() as u32,
            operands,
            result,
        };
    }
}

/// See the module.
pub(super) struct Instances {
    instances: Table,
    texts: Table,
    /// Whether records of one type are records of another.
    conversions: Vec<(TypeId, TypeId, bool)>,
}

impl Default for Instances {
    fn default() -> Instances {
        Instances {
            instances: Table::new(INSTANCES),
            texts: Table::new(TEXTS),
            conversions: vec![(TypeId::INT, TypeId::INT, true); CONVERSIONS],
        }
    }
}

impl Instances {
    /// The record, if it is known.
    #[inline]
    pub(super) fn get(&self, class: RecordId, arguments: &[u32]) -> Option<ValueId> {
        self.instances.get(class.0, arguments)
    }

    pub(super) fn put(&mut self, class: RecordId, arguments: &[u32], record: ValueId) {
        self.instances.put(class.0, arguments, record);
    }

    /// The text that these were pasted to, if it is known.
    #[inline]
    pub(super) fn text(&self, parts: &[u32]) -> Option<ValueId> {
        self.texts.get(PASTED, parts)
    }

    pub(super) fn put_text(&mut self, parts: &[u32], text: ValueId) {
        self.texts.put(PASTED, parts, text);
    }

    fn conversion(from: TypeId, to: TypeId) -> usize {
        (from.0.wrapping_mul(0x9e37_79b1) ^ to.0) as usize % CONVERSIONS
    }

    /// Whether a record of one type is one of another, if that is known.
    #[inline]
    pub(super) fn converts(&self, from: TypeId, to: TypeId) -> Option<bool> {
        let known = self.conversions[Instances::conversion(from, to)];
        (known.0 == from && known.1 == to).then_some(known.2)
    }

    pub(super) fn put_conversion(&mut self, from: TypeId, to: TypeId, converts: bool) {
        self.conversions[Instances::conversion(from, to)] = (from, to, converts);
    }
}
