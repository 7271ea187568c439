//! Finished values, as emitters read them: cheap views into a [`RecordKeeper`].

use crate::intern::Symbol;
use crate::record::{RecordId, RecordKeeper};
use crate::types::TypeId;
use crate::value::{Node, SliceId, ValueId};

/// A field's value.
#[derive(Clone, Copy, Debug)]
pub enum Value<'k> {
    /// `?`
    Unset,
    /// `bit`
    Bit(bool),
    /// `bits<n>`
    Bits(Bits<'k>),
    /// `int`
    Int(i64),
    /// `string`
    String(&'k str),
    /// `code`: a string written `[{...}]`.
    Code(&'k str),
    /// `list<T>`
    List(List<'k>),
    /// A record, by name or anonymous.
    Def(RecordId),
    /// `dag`
    Dag(Dag<'k>),
    /// An expression that could not be resolved, in the language's syntax as the record dump prints it
    /// (see [`RecordKeeper::value_to_string`]). Rare in records: a reference to another field that is `?`.
    Unresolved(ValueId),
}

/// One bit of a `bits<n>` value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BitElement {
    /// `?`
    Unset,
    /// 0 or 1.
    Known(bool),
    /// Bit `index` of the field `field` of the same record, which is itself `?`: an operand's place in an encoding.
    Var {
        /// The field's name.
        field: Symbol,
        /// Bit of the field, from the lowest; 0 for a field of type `bit`.
        index: u32,
    },
    /// An expression that has no value, such as a condition between fields of different widths.
    Unresolved,
}

/// A `bits<n>` value; bit 0 is the lowest.
#[derive(Clone, Copy, Debug)]
pub struct Bits<'k> {
    pub(crate) keeper: &'k RecordKeeper,
    pub(crate) items: SliceId,
}

impl<'k> Bits<'k> {
    /// Width in bits.
    pub fn len(self) -> usize {
        self.keeper.values.slice(self.items).len()
    }

    /// Whether the width is 0.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The bits from the lowest up.
    pub fn iter(self) -> impl Iterator<Item = BitElement> + 'k {
        let keeper = self.keeper;
        keeper
            .values
            .slice(self.items)
            .iter()
            .map(move |&item| keeper.bit_element(ValueId(item)))
    }

    /// The value if every bit is known and there are at most 64.
    pub fn known(self) -> Option<u64> {
        if self.len() > 64 {
            return None;
        }
        self.iter()
            .enumerate()
            .try_fold(0u64, |value, (i, bit)| match bit {
                BitElement::Known(b) => Some(value | u64::from(b) << i),
                _ => None,
            })
    }
}

/// A `list<T>` value.
#[derive(Clone, Copy, Debug)]
pub struct List<'k> {
    pub(crate) keeper: &'k RecordKeeper,
    pub(crate) element: TypeId,
    pub(crate) items: SliceId,
}

impl<'k> List<'k> {
    /// The type of the elements.
    pub fn element_type(self) -> TypeId {
        self.element
    }

    /// Number of elements.
    pub fn len(self) -> usize {
        self.keeper.values.slice(self.items).len()
    }

    /// Whether there are no elements.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Element `index`, from 0.
    pub fn get(self, index: usize) -> Option<Value<'k>> {
        let items = self.keeper.values.slice(self.items);
        items.get(index).map(|&item| self.keeper.value(ValueId(item)))
    }

    /// The elements in order.
    pub fn iter(self) -> impl Iterator<Item = Value<'k>> + 'k {
        let keeper = self.keeper;
        let items = keeper.values.slice(self.items);
        items.iter().map(move |&item| keeper.value(ValueId(item)))
    }
}

/// A `dag` value: `(operator:$name arg:$name, ...)`.
#[derive(Clone, Copy, Debug)]
pub struct Dag<'k> {
    pub(crate) keeper: &'k RecordKeeper,
    pub(crate) id: ValueId,
    pub(crate) operator: ValueId,
    pub(crate) name: Option<Symbol>,
    pub(crate) args: SliceId,
    pub(crate) names: SliceId,
}

impl<'k> Dag<'k> {
    /// The value's identity: equal dags have equal ids.
    pub fn id(self) -> ValueId {
        self.id
    }

    /// The operator, nearly always [`Value::Def`].
    pub fn operator(self) -> Value<'k> {
        self.keeper.value(self.operator)
    }

    /// The operator's record.
    pub fn operator_def(self) -> Option<RecordId> {
        match self.operator() {
            Value::Def(record) => Some(record),
            _ => None,
        }
    }

    /// The name of the operator's record, empty if the operator is not a record.
    pub fn operator_record_name(self) -> &'k str {
        self.operator_def().map_or("", |record| self.keeper.name(record))
    }

    /// The `$name` of the operator.
    pub fn operator_name(self) -> Option<&'k str> {
        self.name.map(|name| self.keeper.strings.get(name))
    }

    /// Number of arguments.
    pub fn len(self) -> usize {
        self.keeper.values.slice(self.args).len()
    }

    /// Whether there are no arguments.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Argument `index` from 0: its value ([`Value::Unset`] for `$name` alone) and its `$name`.
    pub fn arg(self, index: usize) -> Option<(Value<'k>, Option<&'k str>)> {
        let value = *self.keeper.values.slice(self.args).get(index)?;
        let name = self.keeper.values.slice(self.names)[index];
        let name = name.checked_sub(1).map(|n| self.keeper.strings.get(Symbol(n)));
        Some((self.keeper.value(ValueId(value)), name))
    }

    /// The arguments in order.
    pub fn args(self) -> impl Iterator<Item = (Value<'k>, Option<&'k str>)> + 'k {
        (0..self.len()).filter_map(move |i| self.arg(i))
    }
}

impl RecordKeeper {
    /// The view of a value.
    pub fn value(&self, id: ValueId) -> Value<'_> {
        match self.values.node(id) {
            Node::Unset => Value::Unset,
            Node::Bit(bit) => Value::Bit(bit),
            Node::Int(int) => Value::Int(int),
            Node::Str(text) => Value::String(self.strings.get(text)),
            Node::Code(text) => Value::Code(self.strings.get(text)),
            Node::Bits(items) => Value::Bits(Bits { keeper: self, items }),
            Node::List { element, items } => Value::List(List {
                keeper: self,
                element,
                items,
            }),
            Node::Def(record) => Value::Def(record),
            Node::Dag {
                operator,
                name,
                args,
                names,
            } => Value::Dag(Dag {
                keeper: self,
                id,
                operator,
                name,
                args,
                names,
            }),
            _ => Value::Unresolved(id),
        }
    }

    pub(crate) fn bit_element(&self, id: ValueId) -> BitElement {
        match self.values.node(id) {
            Node::Bit(bit) => BitElement::Known(bit),
            Node::Var { name, .. } => BitElement::Var {
                field: name,
                index: 0,
            },
            Node::VarBit { value, bit } => match self.values.node(value) {
                Node::Var { name, .. } => BitElement::Var {
                    field: name,
                    index: bit,
                },
                Node::Unset => BitElement::Unset,
                _ => BitElement::Unresolved,
            },
            Node::Unset => BitElement::Unset,
            _ => BitElement::Unresolved,
        }
    }
}
