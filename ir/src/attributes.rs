//! Attributes of functions, return values, parameters and call sites: kept as written, uniqued in sets.

use crate::entities::{AttributeSet, Symbol, Type};
use cranelift_entity::PrimaryMap;
use fxhash::FxHashMap;

/// The value of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttributeValue {
    /// `nounwind`, or `"key"` alone.
    None,
    /// `align 4`, `dereferenceable(8)`: key and number.
    Int(u64),
    /// `byref(i32)`: key and type.
    Type(Type),
    /// `"key"="value"`
    String(Symbol),
    /// Text in parentheses after the key, kept as written: `memory(argmem: read)`, `range(i32 0, 1024)`.
    Raw(Symbol),
}

/// One attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attribute {
    /// Name, without quotes.
    pub key: Symbol,
    /// Whether the name is a quoted string.
    pub quoted: bool,
    /// Its value.
    pub value: AttributeValue,
}

/// All attribute sets of a context.
#[derive(Clone, Debug)]
pub struct AttributeTable {
    sets: PrimaryMap<AttributeSet, Box<[Attribute]>>,
    index: FxHashMap<Box<[Attribute]>, AttributeSet>,
}

impl Default for AttributeTable {
    fn default() -> Self {
        let mut table = AttributeTable {
            sets: PrimaryMap::new(),
            index: FxHashMap::default(),
        };
        table.intern(&[]);
        table
    }
}

impl AttributeSet {
    /// No attributes.
    pub const EMPTY: AttributeSet = AttributeSet(0);
}

impl AttributeTable {
    /// The set of these attributes, in this order.
    pub fn intern(&mut self, attributes: &[Attribute]) -> AttributeSet {
        if let Some(&set) = self.index.get(attributes) {
            return set;
        }
        let set = self.sets.push(attributes.into());
        self.index.insert(attributes.into(), set);
        set
    }

    /// The attributes of `set`.
    pub fn get(&self, set: AttributeSet) -> &[Attribute] {
        &self.sets[set]
    }

    /// The attribute `key` of `set`.
    pub fn find(&self, set: AttributeSet, key: Symbol) -> Option<&Attribute> {
        self.sets[set].iter().find(|a| a.key == key)
    }
}
