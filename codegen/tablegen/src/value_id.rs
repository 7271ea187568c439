//! Ids of values: the commonest values are nowhere but in them.

use crate::intern::Symbol;
use crate::record::RecordId;
use crate::types::TypeId;
use crate::value::Node;

/// An interned value. The highest bit says that resolving could change the value. The commonest values are nowhere but in
/// their ids, which say so by two bits; others stand in a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ValueId(pub(crate) u32);

/// The bits of an id from here up tell its kind; the next one is free, for others who keep ids.
const KIND_SHIFT: u32 = 28;
const KIND_MASK: u32 = 3 << KIND_SHIFT;
/// A value of the store, by position.
const STORED: u32 = 0;
/// A string by symbol, or where the id is open the name of a record without one.
const STRING: u32 = 1 << KIND_SHIFT;
const DEF: u32 = 2 << KIND_SHIFT;
const INT: u32 = 3 << KIND_SHIFT;
/// What is after the kind.
const REST: u32 = STRING - 1;
/// In an id of a string: its symbol is [qualified](Symbol::is_qualified).
const QUALIFIED: u32 = 1 << (KIND_SHIFT - 1);

impl ValueId {
    /// A dense number of a value of the store; others have large ones.
    #[inline]
    pub(crate) fn index(self) -> usize {
        (self.0 & !ValueId::OPEN) as usize
    }

    /// Whether the value stands in the store.
    #[inline]
    pub(crate) fn is_stored(self) -> bool {
        self.0 & KIND_MASK == STORED
    }

    /// The id of a node that needs no place in the store.
    #[inline]
    pub(crate) fn of_node(node: &Node) -> Option<ValueId> {
        let id = match *node {
            Node::Str(symbol) if symbol.index() < QUALIFIED as usize => {
                let qualified = if symbol.is_qualified() { QUALIFIED } else { 0 };
                STRING | qualified | symbol.index() as u32
            }
            // Ids of records that are still being read are large.
            Node::Def(record) if record.0 <= REST => DEF | record.0,
            Node::Int(int) if (0..=i64::from(REST)).contains(&int) => INT | int as u32,
            Node::AnonymousName(number) if number <= REST => ValueId::OPEN | STRING | number,
            _ => return None,
        };
        Some(ValueId(id))
    }

    /// The number, if it is a small one.
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

    /// The ids of values whose [`simple_type`](Self::simple_type) this is: the first one, and how many.
    pub(crate) fn of_simple_type(ty: TypeId) -> (u32, u32) {
        match ty {
            TypeId::BIT => (ValueId::FALSE.0, 2),
            TypeId::STRING => (STRING, REST + 1),
            TypeId::INT => (INT, REST + 1),
            _ => (0, 0),
        }
    }

    /// Whether strings, defs or small numbers are equal, if both values are such and of one kind.
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

    /// Marks ids of values that hold a variable or an operator.
    pub(crate) const OPEN: u32 = 1 << 31;

    /// Whether resolving could change the value: it holds a variable or an operator.
    #[inline]
    pub(crate) fn is_unresolved(self) -> bool {
        self.0 & ValueId::OPEN != 0
    }

    /// `?`
    pub(crate) const UNSET: ValueId = ValueId(0);
    /// No value has this id.
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
