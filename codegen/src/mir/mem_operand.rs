//! Memory accesses of instructions: for scheduling, alias queries, waits and the printer.

use crate::mir::entities::FrameIndex;
use bitflags::bitflags;
use cranelift_entity::entity_impl;

/// A memory operand of a [`SelectionDag`](crate::dag::SelectionDag).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemRef(u32);
entity_impl!(MemRef, "mem");

bitflags! {
    /// Properties of a memory access.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct MemFlags: u16 {
        /// Reads.
        const LOAD = 1 << 0;
        /// Writes.
        const STORE = 1 << 1;
        /// Volatile.
        const VOLATILE = 1 << 2;
        /// Streaming data.
        const NON_TEMPORAL = 1 << 3;
        /// The memory does not change while the function runs.
        const INVARIANT = 1 << 4;
        /// The address may be accessed speculatively.
        const DEREFERENCEABLE = 1 << 5;
        /// Not written since the function was entered; later stores may write it.
        const NO_CLOBBER = 1 << 6;
        /// The loaded value belongs in vector registers, though it is uniform: nothing needs it in scalar registers.
        /// Used during selection only.
        const IN_LANES = 1 << 7;
    }
}

/// Ordering of an atomic access, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum AtomicOrdering {
    /// Not atomic.
    #[default]
    NotAtomic,
    /// LLVM's `unordered`.
    Unordered,
    /// Relaxed.
    Monotonic,
    /// Acquire.
    Acquire,
    /// Release.
    Release,
    /// Acquire and release.
    AcquireRelease,
    /// Sequentially consistent.
    SequentiallyConsistent,
}

impl AtomicOrdering {
    /// Whether later accesses must stay after it.
    pub const fn is_acquire_or_stronger(self) -> bool {
        matches!(
            self,
            AtomicOrdering::Acquire | AtomicOrdering::AcquireRelease | AtomicOrdering::SequentiallyConsistent
        )
    }

    /// Whether earlier accesses must stay before it.
    pub const fn is_release_or_stronger(self) -> bool {
        matches!(
            self,
            AtomicOrdering::Release | AtomicOrdering::AcquireRelease | AtomicOrdering::SequentiallyConsistent
        )
    }

    /// The word of the text form.
    pub const fn name(self) -> &'static str {
        match self {
            AtomicOrdering::NotAtomic => "not_atomic",
            AtomicOrdering::Unordered => "unordered",
            AtomicOrdering::Monotonic => "monotonic",
            AtomicOrdering::Acquire => "acquire",
            AtomicOrdering::Release => "release",
            AtomicOrdering::AcquireRelease => "acq_rel",
            AtomicOrdering::SequentiallyConsistent => "seq_cst",
        }
    }

    /// All orderings, weakest first.
    pub const ALL: [AtomicOrdering; 7] = [
        AtomicOrdering::NotAtomic,
        AtomicOrdering::Unordered,
        AtomicOrdering::Monotonic,
        AtomicOrdering::Acquire,
        AtomicOrdering::Release,
        AtomicOrdering::AcquireRelease,
        AtomicOrdering::SequentiallyConsistent,
    ];
}

/// The base of the address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MemBase {
    /// Unknown.
    #[default]
    Unknown,
    /// An IR value, by its number in the IR function; different numbers may alias.
    Value(u32),
    /// A frame object; different ones do not alias.
    FrameIndex(FrameIndex),
}

/// The object in memory that an access is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MemObject {
    /// Unknown.
    #[default]
    Unknown,
    /// A global variable, by its number in the module; different ones do not alias.
    Global(u32),
    /// A frame object; different ones do not alias.
    Frame(FrameIndex),
    /// What an IR value points to, by its number in the IR function; different ones may alias.
    Value(u32),
}

/// Where in an object an access is: [`MemOperand::offset`] plus `phase`, plus any multiple of `stride`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MemPlace {
    /// The object.
    pub object: MemObject,
    /// Bytes; 0 if the place is known.
    pub stride: u32,
    /// Bytes between the offset from the base and that from the object.
    pub phase: i64,
}

impl MemPlace {
    /// Somewhere in the same object.
    pub fn anywhere(self) -> MemPlace {
        MemPlace {
            stride: 1,
            phase: 0,
            ..self
        }
    }

    /// The place if it is in this object, otherwise an unknown one: what holds of accesses to several objects.
    pub fn if_in(self, object: MemObject) -> MemPlace {
        match self.object == object {
            true => self,
            false => MemPlace::default(),
        }
    }
}

/// One memory access of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemOperand {
    /// Bytes accessed; [`MemOperand::UNKNOWN_SIZE`] if unknown.
    pub size: u64,
    /// Alignment of the address in bytes, a power of two.
    pub align: u32,
    /// LLVM address space.
    pub address_space: u16,
    /// Properties.
    pub flags: MemFlags,
    /// Ordering if atomic.
    pub ordering: AtomicOrdering,
    /// Ordering of a failed compare-exchange.
    pub failure_ordering: AtomicOrdering,
    /// Synchronization scope of an atomic, numbered by the target; 0 is the whole system.
    pub scope: u8,
    /// Base of the address.
    pub base: MemBase,
    /// Bytes added to the base.
    pub offset: i64,
    /// Where it is in an object, if more is known than the base and the offset say.
    pub place: MemPlace,
    /// In the graph of a block: the memory operand first created for the program's access that this is (part of).
    pub access: Option<MemRef>,
}

impl MemOperand {
    /// Size of an access of unknown size.
    pub const UNKNOWN_SIZE: u64 = u64::MAX;

    /// A load of `size` bytes from address space `address_space`.
    pub fn load(size: u64, align: u32, address_space: u16) -> MemOperand {
        MemOperand::with_flags(size, align, address_space, MemFlags::LOAD)
    }

    /// A store of `size` bytes to address space `address_space`.
    pub fn store(size: u64, align: u32, address_space: u16) -> MemOperand {
        MemOperand::with_flags(size, align, address_space, MemFlags::STORE)
    }

    /// An access with the given flags.
    pub fn with_flags(size: u64, align: u32, address_space: u16, flags: MemFlags) -> MemOperand {
        MemOperand {
            size,
            align,
            address_space,
            flags,
            ordering: AtomicOrdering::NotAtomic,
            failure_ordering: AtomicOrdering::NotAtomic,
            scope: 0,
            base: MemBase::Unknown,
            offset: 0,
            place: MemPlace::default(),
            access: None,
        }
    }

    /// Whether it reads.
    pub fn is_load(&self) -> bool {
        self.flags.contains(MemFlags::LOAD)
    }

    /// Whether it writes.
    pub fn is_store(&self) -> bool {
        self.flags.contains(MemFlags::STORE)
    }

    /// Whether it is volatile.
    pub fn is_volatile(&self) -> bool {
        self.flags.contains(MemFlags::VOLATILE)
    }

    /// Whether it is atomic.
    pub fn is_atomic(&self) -> bool {
        self.ordering != AtomicOrdering::NotAtomic
    }

    /// Whether it may not be reordered with other accesses: volatile, or atomic above `unordered`.
    pub fn is_ordered(&self) -> bool {
        self.is_volatile() || self.ordering > AtomicOrdering::Unordered
    }

    /// Whether the two may touch the same byte. Two loads also alias: check first whether one of them stores.
    pub fn may_alias(&self, other: &MemOperand) -> bool {
        use MemBase::*;
        if (self.is_invariant() && !self.is_store() && other.is_store())
            || (other.is_invariant() && !other.is_store() && self.is_store())
        {
            return false;
        }
        if self.is_apart(other) {
            return false;
        }
        match (self.base, other.base) {
            (Unknown, _) | (_, Unknown) => true,
            (a, b) if a == b => {
                if self.size == MemOperand::UNKNOWN_SIZE || other.size == MemOperand::UNKNOWN_SIZE {
                    return true;
                }
                let (a, b) = (self.offset as i128, other.offset as i128);
                a < b + other.size as i128 && b < a + self.size as i128
            }
            (FrameIndex(_), FrameIndex(_)) => false,
            // A pointer value may be the address of a frame object.
            (Value(_), _) | (_, Value(_)) => true,
        }
    }

    /// The place, or what the base says of it.
    fn full_place(&self) -> MemPlace {
        let object = match (self.place.object, self.base) {
            (MemObject::Unknown, MemBase::Value(value)) => MemObject::Value(value),
            (MemObject::Unknown, MemBase::FrameIndex(index)) => MemObject::Frame(index),
            _ => return self.place,
        };
        MemPlace {
            object,
            ..MemPlace::default()
        }
    }

    /// Whether the two are in different objects, or at different places of one.
    fn is_apart(&self, other: &MemOperand) -> bool {
        use MemObject::*;
        let (a, b) = (self.full_place(), other.full_place());
        match (a.object, b.object) {
            (Unknown, _) | (_, Unknown) => return false,
            (Global(_) | Frame(_), Global(_) | Frame(_)) if a.object != b.object => return true,
            _ if a.object != b.object => return false,
            _ => {}
        }
        if self.size == MemOperand::UNKNOWN_SIZE || other.size == MemOperand::UNKNOWN_SIZE {
            return false;
        }
        let (size, other_size) = (i128::from(self.size), i128::from(other.size));
        let start =
            |access: &MemOperand, place: MemPlace| i128::from(access.offset) + i128::from(place.phase);
        let distance = start(other, b) - start(self, a);
        match gcd(a.stride, b.stride) {
            0 => distance >= size || -distance >= other_size,
            stride => {
                let stride = i128::from(stride);
                let rest = distance.rem_euclid(stride);
                rest >= size && stride - rest >= other_size
            }
        }
    }

    /// Whether the memory is constant.
    pub fn is_invariant(&self) -> bool {
        self.flags.contains(MemFlags::INVARIANT)
    }
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(object: MemObject, stride: u32, start: i64, size: u64) -> MemOperand {
        let mut operand = MemOperand::store(size, 4, 3);
        // Part of the distance is from the base, as for the parts of a split access.
        operand.offset = 4;
        let phase = start - 4;
        operand.place = MemPlace {
            object,
            stride,
            phase,
        };
        operand
    }

    #[test]
    fn different_globals_and_frame_objects_do_not_alias() {
        let [a, b] = [MemObject::Global(0), MemObject::Global(1)];
        let frame = MemObject::Frame(FrameIndex::from_u32(0));
        let value = MemObject::Value(7);
        for (x, y, expected) in [
            (a, a, true),
            (a, b, false),
            (a, frame, false),
            (a, value, true),
            (frame, value, true),
            (value, MemObject::Value(8), true),
            (a, MemObject::Unknown, true),
        ] {
            let (x, y) = (at(x, 1, 0, 4), at(y, 1, 0, 4));
            assert_eq!(x.may_alias(&y), expected, "{x:?} {y:?}");
            assert_eq!(y.may_alias(&x), expected, "{y:?} {x:?}");
        }
    }

    #[test]
    fn places_differ_modulo_the_common_stride() {
        let value = MemObject::Value(7);
        for (x, y, expected) in [
            ((0, 8, 4), (0, 12, 4), false),
            ((0, 8, 8), (0, 12, 4), true),
            ((40, 8, 8), (0, 24, 8), false),
            ((40, 8, 8), (0, 88, 4), true),
            ((40, 8, 20), (0, 24, 8), true),
            ((40, 36, 8), (40, 0, 4), true),
            ((40, 0, 4), (24, 4, 4), false),
            ((40, 0, 4), (24, 8, 4), true),
            ((40, 0, MemOperand::UNKNOWN_SIZE), (40, 20, 4), true),
        ] {
            let [x, y] = [x, y].map(|(stride, start, size)| at(value, stride, start, size));
            assert_eq!(x.may_alias(&y), expected, "{x:?} {y:?}");
            assert_eq!(y.may_alias(&x), expected, "{y:?} {x:?}");
        }
    }

    #[test]
    fn a_base_is_an_object_too() {
        let mut exact = MemOperand::load(8, 4, 1);
        exact.base = MemBase::Value(7);
        exact.offset = 24;
        assert!(!exact.may_alias(&at(MemObject::Value(7), 40, 8, 8)));
        assert!(exact.may_alias(&at(MemObject::Value(7), 40, 8, 24)));
        assert!(exact.may_alias(&at(MemObject::Value(8), 40, 8, 8)));
    }
}
