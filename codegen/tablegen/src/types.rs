//! Types of the language, interned.

use crate::id_table::{IdTable, hash_of};
use crate::record::RecordId;
use fxhash::FxHashMap;

/// An interned [`Type`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub(crate) u32);

/// A type. `code` is another spelling of `string` and has no type of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `bit`
    Bit,
    /// `int`, 64 bits wide.
    Int,
    /// `string` and `code`.
    String,
    /// `dag`
    Dag,
    /// `bits<n>`
    Bits(u32),
    /// `list<T>`
    List(TypeId),
    /// A record that is derived from all these classes (none: any record), which are ordered by name and none of
    /// which is a superclass of another.
    Record(Box<[RecordId]>),
}

impl TypeId {
    /// `bit`
    pub const BIT: TypeId = TypeId(0);
    /// `int`
    pub const INT: TypeId = TypeId(1);
    /// `string`
    pub const STRING: TypeId = TypeId(2);
    /// `dag`
    pub const DAG: TypeId = TypeId(3);
    /// The record type without any class: any record.
    pub const ANY_RECORD: TypeId = TypeId(4);

    /// Whether this is `bit`, `int`, `string` or `dag`.
    pub(crate) fn is_simple(self) -> bool {
        self < TypeId::ANY_RECORD
    }
}

/// All types of a run.
#[derive(Clone, Debug)]
pub(crate) struct TypeInterner {
    types: Vec<Type>,
    table: IdTable,
    /// The list type of each type, where it was asked for.
    lists: Vec<Option<TypeId>>,
    /// `bits<n>` of each small `n` that was asked for.
    bits: Vec<Option<TypeId>>,
    /// The type of the records of each class that was asked for.
    records: FxHashMap<RecordId, TypeId>,
}

impl Default for TypeInterner {
    fn default() -> TypeInterner {
        let mut interner = TypeInterner {
            types: Vec::new(),
            table: IdTable::default(),
            lists: Vec::new(),
            bits: Vec::new(),
            records: FxHashMap::default(),
        };
        for ty in [
            Type::Bit,
            Type::Int,
            Type::String,
            Type::Dag,
            Type::Record(Box::new([])),
        ] {
            interner.intern(ty);
        }
        interner
    }
}

impl TypeInterner {
    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        let hash = hash_of(&ty);
        let place = match self.table.find(hash, |i| self.types[i as usize] == ty) {
            Ok(index) => return TypeId(index),
            Err(place) => place,
        };
        let index = self.types.len() as u32;
        self.types.push(ty);
        self.table.insert(place, hash, index);
        TypeId(index)
    }

    /// `list<element>`
    pub(crate) fn list(&mut self, element: TypeId) -> TypeId {
        let index = element.0 as usize;
        if let Some(Some(list)) = self.lists.get(index) {
            return *list;
        }
        let list = self.intern(Type::List(element));
        self.lists.resize(self.types.len(), None);
        self.lists[index] = Some(list);
        list
    }

    /// The records of a class.
    pub(crate) fn record(&mut self, class: RecordId) -> TypeId {
        if let Some(&ty) = self.records.get(&class) {
            return ty;
        }
        let ty = self.intern(Type::Record(Box::new([class])));
        self.records.insert(class, ty);
        ty
    }

    /// `bits<width>`
    pub(crate) fn bits(&mut self, width: u32) -> TypeId {
        let index = width as usize;
        if let Some(Some(bits)) = self.bits.get(index) {
            return *bits;
        }
        let bits = self.intern(Type::Bits(width));
        if index < 1024 {
            self.bits.resize(self.bits.len().max(index + 1), None);
            self.bits[index] = Some(bits);
        }
        bits
    }

    pub(crate) fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }
}
