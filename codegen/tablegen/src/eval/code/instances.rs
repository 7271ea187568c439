//! Caches of recent results for compiled code: records of `Class<args>`, concatenated strings, and conversions between
//! types.

use crate::record::RecordId;
use crate::types::TypeId;
use crate::value::ValueId;

/// Entries of the caches; a newer one replaces an older one.
const INSTANCES: usize = 1 << 10;
const TEXTS: usize = 1 << 9;
const CONVERSIONS: usize = 1 << 8;
/// The most operands of a cached result.
pub(super) const OPERANDS: usize = 6;
/// Takes the place of a class in the key of a concatenation.
const PASTED: u32 = u32::MAX - 1;

/// A class and arguments, or the parts of a string.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    what: u32,
    count: u32,
    /// 0 after the last one.
    operands: [u32; OPERANDS],
}

impl Key {
    /// The key for a class or a concatenation; `None` if there are too many operands.
    #[inline]
    pub(super) fn new(class: Option<RecordId>, count: usize) -> Option<Key> {
        (count <= OPERANDS).then_some(Key {
            what: class.map_or(PASTED, |class| class.0),
            count: count as u32,
            operands: [0; OPERANDS],
        })
    }

    #[inline]
    pub(super) fn operands(&self) -> &[u32] {
        &self.operands[..self.count as usize]
    }

    #[inline]
    pub(super) fn operands_mut(&mut self) -> &mut [u32] {
        &mut self.operands[..self.count as usize]
    }

    #[inline]
    fn hash(&self) -> u64 {
        let mix = |hash: u64, low: u32, high: u32| {
            let both = u64::from(low) | u64::from(high) << 32;
            (hash.rotate_left(29) ^ both).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        let [a, b, c, d, e, f] = self.operands;
        mix(mix(mix(u64::from(self.what), a, b), c, d), e, f)
    }
}

/// Results by operands. The size is a power of two.
struct Table(Vec<(Key, ValueId)>);

impl Table {
    fn new(size: usize) -> Table {
        let none = Key {
            what: u32::MAX,
            count: 0,
            operands: [0; OPERANDS],
        };
        Table(vec![(none, ValueId::NONE); size])
    }

    #[inline]
    fn place(&self, key: &Key) -> usize {
        (key.hash() >> 40) as usize & (self.0.len() - 1)
    }

    #[inline]
    fn get(&self, key: &Key) -> Option<ValueId> {
        let (known, result) = self.0.get(self.place(key))?;
        (known == key).then_some(*result)
    }

    fn put(&mut self, key: Key, result: ValueId) {
        let place = self.place(&key);
        self.0[place] = (key, result);
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
    /// The cached record.
    #[inline]
    pub(super) fn get(&self, key: &Key) -> Option<ValueId> {
        self.instances.get(key)
    }

    pub(super) fn put(&mut self, key: Key, record: ValueId) {
        self.instances.put(key, record);
    }

    /// The cached string.
    #[inline]
    pub(super) fn text(&self, key: &Key) -> Option<ValueId> {
        self.texts.get(key)
    }

    pub(super) fn put_text(&mut self, key: Key, text: ValueId) {
        self.texts.put(key, text);
    }

    fn conversion(from: TypeId, to: TypeId) -> usize {
        (from.0.wrapping_mul(0x9e37_79b1) ^ to.0) as usize % CONVERSIONS
    }

    /// The cached answer whether a record of one type is also of another.
    #[inline]
    pub(super) fn converts(&self, from: TypeId, to: TypeId) -> Option<bool> {
        let known = self.conversions[Instances::conversion(from, to)];
        (known.0 == from && known.1 == to).then_some(known.2)
    }

    pub(super) fn put_conversion(&mut self, from: TypeId, to: TypeId, converts: bool) {
        self.conversions[Instances::conversion(from, to)] = (from, to, converts);
    }
}
