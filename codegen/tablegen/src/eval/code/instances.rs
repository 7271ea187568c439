//! The records of `Class<args>` that code asked for last.

use crate::record::RecordId;
use crate::types::TypeId;
use crate::value::ValueId;

/// Entries of the tables; a newer one displaces an older one.
const INSTANCES: usize = 1 << 10;
const CONVERSIONS: usize = 1 << 8;
/// Most arguments of an entry.
const ARGUMENTS: usize = 6;

/// A class with arguments, and its record.
#[derive(Clone, Copy)]
struct Instance {
    class: RecordId,
    count: u32,
    arguments: [u32; ARGUMENTS],
    record: ValueId,
}

/// See the module.
pub(super) struct Instances {
    instances: Vec<Instance>,
    /// Whether records of one type are records of another.
    conversions: Vec<(TypeId, TypeId, bool)>,
}

impl Default for Instances {
    fn default() -> Instances {
        let none = Instance {
            class: RecordId(u32::MAX),
            count: 0,
            arguments: [0; ARGUMENTS],
            record: ValueId::NONE,
        };
        Instances {
            instances: vec![none; INSTANCES],
            conversions: vec![(TypeId::INT, TypeId::INT, true); CONVERSIONS],
        }
    }
}

impl Instances {
    #[inline]
    fn place(class: RecordId, arguments: &[u32]) -> usize {
        let hash = arguments.iter().fold(u64::from(class.0), |hash, &argument| {
            (hash.rotate_left(29) ^ u64::from(argument)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        (hash >> 40) as usize % INSTANCES
    }

    /// The record, if it is known.
    #[inline]
    pub(super) fn get(&self, class: RecordId, arguments: &[u32]) -> Option<ValueId> {
        let entry = &self.instances[Instances::place(class, arguments)];
        let is_same = entry.class == class
            && entry.count as usize == arguments.len()
            && entry.arguments.iter().zip(arguments).all(|(a, b)| a == b);
        is_same.then_some(entry.record)
    }

    pub(super) fn put(&mut self, class: RecordId, given: &[u32], record: ValueId) {
        if given.len() > ARGUMENTS {
            return;
        }
        let mut arguments = [0; ARGUMENTS];
        arguments[..given.len()].copy_from_slice(given);
        self.instances[Instances::place(class, given)] = Instance {
            class,
            count: given.len() as u32,
            arguments,
            record,
        };
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
