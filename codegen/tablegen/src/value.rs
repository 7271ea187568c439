//! Values as the evaluator keeps them: uniqued nodes, resolved or not.
//!
//! Equal values have equal [`ValueId`]s. A value that still depends on template arguments, iteration variables or
//! fields stays an expression node and is folded when it is resolved; emitters see finished values only, through
//! [`crate::view`].

mod facts;

use crate::id_table::{IdTable, hash_of};
use crate::intern::Symbol;
pub(crate) use crate::operator::{BinaryOp, TernaryOp, UnaryOp};
use crate::record::RecordId;
use crate::types::TypeId;
pub use crate::value_id::ValueId;
use facts::Extent;

/// An interned sequence of values (or of symbols, where a node says so): its start in the pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SliceId(pub(crate) u32);

/// One value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    /// `?`
    Unset,
    Bit(bool),
    Int(i64),
    Str(Symbol),
    Code(Symbol),
    /// Elements from bit 0 up.
    Bits(SliceId),
    List {
        element: TypeId,
        items: SliceId,
    },
    Def(RecordId),
    /// `names` holds a symbol index plus one for each argument, 0 for none.
    Dag {
        operator: ValueId,
        name: Option<Symbol>,
        args: SliceId,
        names: SliceId,
    },
    /// A field, template argument or iteration variable by name.
    Var {
        name: Symbol,
        ty: TypeId,
    },
    /// One bit of a value that is not known yet.
    VarBit {
        value: ValueId,
        bit: u32,
    },
    /// `record.name` of a record that is not known yet.
    Field {
        record: ValueId,
        name: Symbol,
        ty: TypeId,
    },
    Unary {
        op: UnaryOp,
        a: ValueId,
        ty: TypeId,
    },
    Binary {
        op: BinaryOp,
        a: ValueId,
        b: ValueId,
        ty: TypeId,
    },
    Ternary {
        op: TernaryOp,
        a: ValueId,
        b: ValueId,
        c: ValueId,
        ty: TypeId,
    },
    /// Conditions and values alternate.
    Cond {
        arms: SliceId,
        ty: TypeId,
    },
    /// start, list, accumulator variable, item variable, body.
    Foldl {
        parts: SliceId,
        ty: TypeId,
    },
    IsA {
        check: TypeId,
        value: ValueId,
    },
    Exists {
        check: TypeId,
        name: ValueId,
    },
    Instances {
        class: TypeId,
        regex: ValueId,
    },
    /// The name of a record without one, before it becomes `anonymous_N`.
    AnonymousName(u32),
    /// `Class<args>` with arguments that are not known yet.
    AnonymousRecord {
        class: RecordId,
        args: SliceId,
    },
    /// A template argument of an [`Node::AnonymousRecord`] by its full name. Those before it are by position.
    NamedArgument {
        name: Symbol,
        value: ValueId,
    },
}

impl Node {
    /// The declared type of an expression; other nodes derive theirs from their parts.
    pub(crate) fn own_type(&self) -> Option<TypeId> {
        match *self {
            Node::Var { ty, .. }
            | Node::Field { ty, .. }
            | Node::Unary { ty, .. }
            | Node::Binary { ty, .. }
            | Node::Ternary { ty, .. }
            | Node::Cond { ty, .. }
            | Node::Foldl { ty, .. } => Some(ty),
            _ => None,
        }
    }
}

/// Marks values that the final resolution changes without any variable: lookups of records by name.
pub(crate) const FINAL_BIT: u64 = 1 << 63;
/// Marks the names of anonymous records.
pub(crate) const ANONYMOUS_NAME_BIT: u64 = 1 << 62;

/// Marks values that depend on which records exist so far, so that the result may change.
pub(crate) const LOOKUP_BIT: u64 = 1 << 61;

/// Marks values whose resolution cannot be deferred: it creates records, or the value must be resolved by arguments alone
/// because it may stay a reference when fields are resolved.
pub(crate) const IN_TURN_BIT: u64 = 1 << 60;
/// Marks operators that bind variables.
pub(crate) const BINDING_BIT: u64 = 1 << 59;

/// Marks values that may be an error or create records: they are resolved even if the result is not used.
pub(crate) const NEEDED_BIT: u64 = 1 << 58;

/// Marks values that any resolution changes.
pub(crate) const NEXT_BIT: u64 = 1 << 57;

/// All classes of variables; see [`variable_bit`].
pub(crate) const VARIABLE_BITS: u64 = (1 << 48) - 1;

/// The class of a variable in a set of variables. Template arguments have separate classes, so that values that refer to
/// fields alone are skipped when arguments are substituted.
#[inline]
pub(crate) fn variable_bit(name: Symbol) -> u64 {
    if name.is_qualified() {
        1 << (32 + name.0 % 16)
    } else {
        1 << (name.0 % 32)
    }
}

/// Deepest nesting of a value.
pub(crate) const MAX_VALUE_DEPTH: u16 = 16_000;
/// Largest value, in nodes as a tree.
pub(crate) const MAX_VALUE_SIZE: u32 = 1 << 26;

/// A node, and what every visitor needs to know first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) node: Node,
    /// The variables that the node refers to, as a set of classes; see [`variable_bit`].
    pub(crate) variables: u64,
}

/// All values of a run.
#[derive(Clone, Debug)]
pub(crate) struct ValueStore {
    slots: Vec<Slot>,
    extents: Vec<Extent>,
    too_deep: bool,
    too_large: bool,
    /// Some value has [`NEXT_BIT`].
    has_next: bool,
    table: IdTable,
    /// Sequences, each preceded by the first value that has it as its [`main_slice`], and by its length.
    pool: Vec<u32>,
    slice_table: IdTable,
}

/// The sequence that makes up most of a node.
#[inline]
fn main_slice(node: &Node) -> Option<SliceId> {
    match *node {
        Node::Bits(items)
        | Node::List { items, .. }
        | Node::Dag { args: items, .. }
        | Node::Cond { arms: items, .. }
        | Node::Foldl { parts: items, .. }
        | Node::AnonymousRecord { args: items, .. } => Some(items),
        _ => None,
    }
}

/// A simple loop, as most sequences are short.
#[inline]
fn hash_of_items(items: &[u32]) -> u64 {
    let add = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    let (pairs, last) = items.as_chunks::<2>();
    let hash = pairs.iter().fold(items.len() as u64, |hash, &[a, b]| {
        add(hash, u64::from(a) | u64::from(b) << 32)
    });
    last.iter().fold(hash, |hash, &item| add(hash, u64::from(item)))
}

/// The items of the sequence that starts at this position of the pool.
#[inline]
fn items_at(pool: &[u32], start: u32) -> &[u32] {
    match pool[start as usize + 1..].split_first() {
        Some((&length, items)) => &items[..length as usize],
        None => &[],
    }
}

/// A simple loop for short sequences, as most are.
#[inline]
fn are_equal(a: &[u32], b: &[u32]) -> bool {
    match (a.len(), b.len()) {
        (long, other) if long > 16 || long != other => a == b,
        _ => a.iter().zip(b).all(|(a, b)| a == b),
    }
}

impl Default for ValueStore {
    fn default() -> ValueStore {
        let mut store = ValueStore {
            slots: Vec::new(),
            extents: Vec::new(),
            too_deep: false,
            too_large: false,
            has_next: false,
            table: IdTable::default(),
            pool: Vec::new(),
            slice_table: IdTable::default(),
        };
        for node in [Node::Unset, Node::Bit(false), Node::Bit(true)] {
            store.intern(node);
        }
        store
    }
}

impl ValueStore {
    /// Reserves room for this many values and their sequences.
    pub(crate) fn reserve(&mut self, values: usize) {
        self.slots.reserve(values);
        self.extents.reserve(values);
        self.pool.reserve(4 * values);
    }

    /// The id of a node.
    #[inline]
    pub(crate) fn intern(&mut self, node: Node) -> ValueId {
        match ValueId::of_node(&node) {
            Some(id) => id,
            None => self.intern_stored(node),
        }
    }

    #[inline]
    fn intern_stored(&mut self, node: Node) -> ValueId {
        match main_slice(&node) {
            Some(slice) => self.intern_of_slice(node, slice),
            None => self.intern_hashed(node),
        }
    }

    /// A sequence stores the first value that was created from it; for most it is the only one.
    fn intern_of_slice(&mut self, node: Node, slice: SliceId) -> ValueId {
        let first = ValueId(self.pool[slice.0 as usize]);
        if first == ValueId::NONE {
            let id = self.add(node);
            self.pool[slice.0 as usize] = id.0;
            return id;
        }
        if self.slots[first.index()].node == node {
            first
        } else {
            self.intern_hashed(node)
        }
    }

    fn intern_hashed(&mut self, node: Node) -> ValueId {
        let hash = hash_of(&node);
        let is_same = |id: u32| self.slots[ValueId(id).index()].node == node;
        match self.table.find(hash, is_same) {
            Ok(id) => ValueId(id),
            Err(place) => {
                let id = self.add(node);
                self.table.insert(place, hash, id.0);
                id
            }
        }
    }

    /// Adds a node that is not in the store yet.
    fn add(&mut self, node: Node) -> ValueId {
        let index = self.slots.len() as u32;
        let (extent, is_unresolved) = self.measure(&node);
        self.too_deep |= extent.depth >= MAX_VALUE_DEPTH;
        self.too_large |= extent.size > MAX_VALUE_SIZE;
        self.extents.push(extent);
        let variables = if is_unresolved {
            self.variables_of(&node)
        } else {
            0
        };
        self.has_next |= variables & NEXT_BIT != 0;
        self.slots.push(Slot { node, variables });
        ValueId(if is_unresolved {
            index | ValueId::OPEN
        } else {
            index
        })
    }

    /// Whether there is a value that any resolution changes.
    pub(crate) fn has_next(&self) -> bool {
        self.has_next
    }

    /// The node of an id.
    #[inline]
    pub(crate) fn node(&self, id: ValueId) -> Node {
        if id.is_stored() {
            self.slots[id.index()].node
        } else {
            id.to_node()
        }
    }

    /// The stored node of a value, with its variables.
    #[inline]
    pub(crate) fn stored(&self, id: ValueId) -> Option<&Slot> {
        if id.is_stored() {
            self.slots.get(id.index())
        } else {
            None
        }
    }

    /// The items of a list.
    #[inline]
    pub(crate) fn list_items(&self, id: ValueId) -> Option<&[u32]> {
        Some(self.list(id)?.1)
    }

    /// The type of a list's items, and the items.
    #[inline]
    pub(crate) fn list(&self, id: ValueId) -> Option<(TypeId, &[u32])> {
        match self.slots.get(id.index())?.node {
            Node::List { element, items } => Some((element, self.slice(items))),
            _ => None,
        }
    }

    /// Whether resolving could change the value: it holds a variable or an operator.
    pub(crate) fn is_unresolved(&self, id: ValueId) -> bool {
        id.is_unresolved()
    }

    /// Whether any value is nested too deep to work with.
    pub(crate) fn is_too_deep(&self) -> bool {
        self.too_deep
    }

    /// Whether any value is larger than [`MAX_VALUE_SIZE`].
    pub(crate) fn is_too_large(&self) -> bool {
        self.too_large
    }

    #[inline]
    fn extent(&self, id: ValueId) -> Extent {
        if id.is_stored() {
            self.extents[id.index()]
        } else {
            Extent::LEAF
        }
    }

    /// How many nodes a value has as a tree.
    pub(crate) fn written_size(&self, id: ValueId) -> u32 {
        self.extent(id).size
    }

    /// The nesting of a value, 1 for one without parts.
    pub(crate) fn depth(&self, id: ValueId) -> u16 {
        self.extent(id).depth
    }

    /// The variables that a value refers to, or a superset.
    #[inline]
    pub(crate) fn variables(&self, id: ValueId) -> u64 {
        match id.is_stored() {
            true => self.slots[id.index()].variables,
            false if id.is_unresolved() => ANONYMOUS_NAME_BIT,
            false => 0,
        }
    }

    /// The id of a sequence.
    pub(crate) fn intern_slice(&mut self, items: &[u32]) -> SliceId {
        let hash = hash_of_items(items);
        let is_same = |i: u32| are_equal(self.slice(SliceId(i)), items);
        let place = match self.slice_table.find(hash, is_same) {
            Ok(start) => return SliceId(start),
            Err(place) => place,
        };
        let start = self.pool.len() as u32;
        self.pool.extend([ValueId::NONE.0, items.len() as u32]);
        self.pool.extend_from_slice(items);
        self.slice_table.insert(place, hash, start);
        SliceId(start)
    }

    /// The items of a sequence.
    #[inline]
    pub(crate) fn slice(&self, id: SliceId) -> &[u32] {
        items_at(&self.pool, id.0)
    }

    /// How many nodes and pooled items exist: what memory limits count.
    pub(crate) fn size(&self) -> usize {
        self.slots.len() + self.pool.len()
    }
}
