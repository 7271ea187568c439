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
            arguments: [0; ARGUMENTS],
            record: ValueId::NONE,
        };
        Instances {
            instances: vec![none; INSTANCES],
            conversions: vec![(TypeId::INT, TypeId::INT, true); CONVERSIONS],
        }
    }
}

/// Where the record of a class with arguments is looked for.
#[derive(Clone, Copy)]
pub(super) struct Place {
    at: usize,
    class: RecordId,
    arguments: [u32; ARGUMENTS],
}

impl Instances {
    /// Where the record is, `None` if there are too many arguments.
    #[inline]
    pub(super) fn place(class: RecordId, given: &[u32]) -> Option<Place> {
        if given.len() > ARGUMENTS {
            return None;
        }
        let mut arguments = [u32::MAX; ARGUMENTS];
        for (argument, &given) in arguments.iter_mut().zip(given) {
            *argument = given;
        }
        let hash = arguments.iter().fold(u64::from(class.0), |hash, &argument| {
            (hash ^ u64::from(argument))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        });
        Some(Place {
            at: hash as usize % INSTANCES,
            class,
            arguments,
        })
    }

    /// The record, if it is known.
    #[inline]
    pub(super) fn get(&self, place: Place) -> Option<ValueId> {
        let entry = &self.instances[place.at];
        (entry.class == place.class && entry.arguments == place.arguments).then_some(entry.record)
    }

    pub(super) fn put(&mut self, place: Place, record: ValueId) {
        self.instances[place.at] = Instance {
            class: place.class,
            arguments: place.arguments,
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
