//! Ids of values; the most common values are encoded in their ids.

use crate::intern::Symbol;
use crate::record::RecordId;
use crate::types::TypeId;
use crate::value::Node;

/// An interned value. The highest bit says that resolving could change the value. The most common values are encoded in
/// their ids, which two bits tell; others are in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ValueId(pub(crate) u32);

/// The bits of an id from here up tell its kind. The bit above these is not used, so that users of ids may.
const KIND_SHIFT: u32 = 28;
const KIND_MASK: u32 = 3 << KIND_SHIFT;
/// A value in the store, by position.
const STORED: u32 = 0;
/// A string by symbol; in an unresolved id, the name of an anonymous record.
const STRING: u32 = 1 << KIND_SHIFT;
const DEF: u32 = 2 << KIND_SHIFT;
const INT: u32 = 3 << KIND_SHIFT;
/// The bits below the kind.
const REST: u32 = STRING - 1;
/// In an id of a string: its symbol is [qualified](Symbol::is_qualified).
const QUALIFIED: u32 = 1 << (KIND_SHIFT - 1);

impl ValueId {
    /// A dense number for values in the store; those of other values are large.
    #[inline]
    pub(crate) fn index(self) -> usize {
        (self.0 & !ValueId::OPEN) as usize
    }

    /// Whether the value is in the store.
    #[inline]
    pub(crate) fn is_stored(self) -> bool {
        self.0 & KIND_MASK == STORED
    }

    /// The id of a node that is encoded in its id.
    #[inline]
    pub(crate) fn of_node(node: &Node) -> Option<ValueId> {
        let id = match *node {
            Node::Str(symbol) if symbol.index() < QUALIFIED as usize => {
                let qualified = if symbol.is_qualified() { QUALIFIED } else { 0 };
                STRING | qualified | symbol.index() as u32
            }
            // Ids of drafts are large.
            Node::Def(record) if record.0 <= REST => DEF | record.0,
            Node::Int(int) if (0..=i64::from(REST)).contains(&int) => INT | int as u32,
            Node::AnonymousName(number) if number <= REST => ValueId::OPEN | STRING | number,
            _ => return None,
        };
        Some(ValueId(id))
    }

    /// The value of a small number.
    #[inline]
    pub(crate) fn small_int(self) -> Option<i64> {
        (self.0 & !REST == INT).then_some(i64::from(self.0 & REST))
    }

    /// The record of a def that has been read.
    #[inline]
    pub(crate) fn def(self) -> Option<RecordId> {
        (self.0 & !REST == DEF).then_some(RecordId(self.0 & REST))
    }

    /// The type of bits, small numbers and strings.
    #[inline]
    pub(crate) fn simple_type(self) -> Option<TypeId> {
        match self.0 & !REST {
            STORED if self == ValueId::FALSE || self == ValueId::TRUE => Some(TypeId::BIT),
            STRING => Some(TypeId::STRING),
            INT => Some(TypeId::INT),
            _ => None,
        }
    }

    /// The range of ids whose [`simple_type`](Self::simple_type) this is: the first one, and the count.
    pub(crate) fn of_simple_type(ty: TypeId) -> (u32, u32) {
        match ty {
            TypeId::BIT => (ValueId::FALSE.0, 2),
            TypeId::STRING => (STRING, REST + 1),
            TypeId::INT => (INT, REST + 1),
            _ => (0, 0),
        }
    }

    /// Whether two strings, defs or small numbers are equal; `None` for other values or different kinds.
    #[inline]
    pub(crate) fn equals(self, other: ValueId) -> Option<bool> {
        let kind = self.0 & !REST;
        let is_comparable = kind == other.0 & !REST && matches!(kind, STRING | DEF | INT);
        is_comparable.then_some(self == other)
    }

    /// The node of an id that is not in the store.
    #[inline]
    pub(crate) fn to_node(self) -> Node {
        let rest = self.0 & REST;
        match self.0 & KIND_MASK {
            STRING if self.is_unresolved() => Node::AnonymousName(rest),
            STRING => Node::Str(Symbol::new(rest & !QUALIFIED, rest & QUALIFIED != 0)),
            DEF => Node::Def(RecordId(rest)),
            _ => Node::Int(i64::from(rest)),
        }
    }

    /// The bit of ids of values that contain a variable or an operator.
    pub(crate) const OPEN: u32 = 1 << 31;

    /// Whether resolving could change the value: it contains a variable or an operator.
    #[inline]
    pub(crate) fn is_unresolved(self) -> bool {
        self.0 & ValueId::OPEN != 0
    }

    /// `?`
    pub(crate) const UNSET: ValueId = ValueId(0);
    /// The id of no value.
    pub(crate) const NONE: ValueId = ValueId(u32::MAX);
    /// `0` of type `bit`.
    pub(crate) const FALSE: ValueId = ValueId(1);
    /// `1` of type `bit`.
    pub(crate) const TRUE: ValueId = ValueId(2);

    /// The bit value.
    pub(crate) fn bit(value: bool) -> ValueId {
        if value { ValueId::TRUE } else { ValueId::FALSE }
    }
}
