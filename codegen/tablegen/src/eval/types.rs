//! Types of values, conversion between types, common types.

use super::Evaluator;
use crate::intern::Symbol;
use crate::record::{FieldKind, RecordId};
use crate::types::{Type, TypeId};
use crate::value::{Node, ValueId};

impl Evaluator {
    /// The type of a value; `?` and template arguments have none.
    pub(crate) fn type_of(&mut self, value: ValueId) -> Option<TypeId> {
        Some(match self.node(value) {
            Node::Unset | Node::NamedArgument { .. } => return None,
            Node::Bit(_) | Node::VarBit { .. } => TypeId::BIT,
            Node::Int(_) | Node::IsA { .. } | Node::Exists { .. } => TypeId::INT,
            Node::Str(_) | Node::Code(_) | Node::AnonymousName(_) => TypeId::STRING,
            Node::Bits(items) => {
                let width = self.keeper.values.slice(items).len() as u32;
                self.keeper.types.bits(width)
            }
            Node::List { element, .. } => self.keeper.types.list(element),
            Node::Def(record) => self.record_type(record),
            Node::Dag { .. } => TypeId::DAG,
            Node::Instances { class, .. } => self.keeper.types.list(class),
            Node::AnonymousRecord { class, .. } => self.class_type(class),
            node => return node.own_type(),
        })
    }

    /// The type of a value that is a record of the class.
    pub(crate) fn class_type(&mut self, class: RecordId) -> TypeId {
        self.keeper.types.record(class)
    }

    pub(super) fn record_type_of_classes(&mut self, mut classes: Vec<RecordId>) -> TypeId {
        match classes[..] {
            [] => return TypeId::ANY_RECORD,
            [class] => return self.class_type(class),
            _ => {}
        }
        classes.sort_by(|&a, &b| self.keeper.name(a).cmp(self.keeper.name(b)));
        self.keeper.types.intern(Type::Record(classes.into_boxed_slice()))
    }

    /// The type of a record: its direct superclasses.
    pub(crate) fn record_type(&self, record: RecordId) -> TypeId {
        self.record(record).own_type()
    }

    /// Whether `class` is one of the classes of a record type or a superclass of one.
    fn is_type_derived(&self, classes: &[RecordId], class: RecordId) -> bool {
        classes
            .iter()
            .any(|&own| own == class || self.record(own).superclasses().contains(&class))
    }

    /// Whether values of type `from` can be converted to type `to`.
    pub(crate) fn is_convertible(&self, from: TypeId, to: TypeId) -> bool {
        if from == to {
            return true;
        }
        match (self.keeper.types.get(from), self.keeper.types.get(to)) {
            (Type::Bit, Type::Int) => true,
            (Type::Bit, Type::Bits(width)) => *width == 1,
            (Type::Bits(width), Type::Bit) => *width == 1,
            (Type::Bits(_), Type::Int) => true,
            (Type::Int, Type::Bit | Type::Bits(_)) => true,
            (Type::List(from), Type::List(to)) => self.is_convertible(*from, *to),
            (Type::Record(own), Type::Record(wanted)) => {
                wanted.iter().all(|&class| self.is_type_derived(own, class))
            }
            _ => false,
        }
    }

    /// Whether a value of type `from` is a value of type `to` as it stands.
    pub(crate) fn is_a(&self, from: TypeId, to: TypeId) -> bool {
        if from == to {
            return true;
        }
        match (self.keeper.types.get(from), self.keeper.types.get(to)) {
            (Type::List(from), Type::List(to)) => self.is_a(*from, *to),
            (Type::Record(_), Type::Record(_)) => self.is_convertible(from, to),
            _ => false,
        }
    }

    /// The type that holds values of both types.
    pub(crate) fn common_type(&mut self, a: TypeId, b: TypeId) -> Option<TypeId> {
        if a == b {
            return Some(a);
        }
        if let (Type::Record(first), Type::Record(second)) =
            (self.keeper.types.get(a), self.keeper.types.get(b))
        {
            let mut stack: Vec<RecordId> = first.to_vec();
            let mut common = Vec::new();
            while let Some(class) = stack.pop() {
                if self.is_type_derived(second, class) {
                    if !common.contains(&class) {
                        common.push(class);
                    }
                } else {
                    stack.extend(self.record(class).direct_superclasses().iter().rev());
                }
            }
            return Some(self.record_type_of_classes(common));
        }
        if self.is_convertible(a, b) {
            return Some(b);
        }
        if self.is_convertible(b, a) {
            return Some(a);
        }
        if let (&Type::List(first), &Type::List(second)) =
            (self.keeper.types.get(a), self.keeper.types.get(b))
        {
            let element = self.common_type(first, second)?;
            return Some(self.keeper.types.list(element));
        }
        None
    }

    /// The element type of a list type.
    pub(crate) fn element_type(&self, ty: TypeId) -> Option<TypeId> {
        match self.keeper.types.get(ty) {
            Type::List(element) => Some(*element),
            _ => None,
        }
    }

    pub(crate) fn is_record_type(&self, ty: TypeId) -> bool {
        matches!(self.keeper.types.get(ty), Type::Record(_))
    }

    pub(crate) fn bits_width(&self, ty: TypeId) -> Option<u32> {
        match self.keeper.types.get(ty) {
            Type::Bits(width) => Some(*width),
            _ => None,
        }
    }

    /// The type of field `name` of a value, if its type says it is a record with that field.
    pub(crate) fn field_type(&mut self, value: ValueId, name: Symbol) -> Option<TypeId> {
        if let Node::Def(record) = self.node(value) {
            return self.record(record).type_of(name);
        }
        let ty = self.type_of(value)?;
        let Type::Record(classes) = self.keeper.types.get(ty) else {
            return None;
        };
        let mut fields = classes
            .iter()
            .filter_map(|&class| self.record(class).declared(name));
        fields
            .find(|field| field.kind != FieldKind::TemplateArgument)
            .map(|field| field.ty)
    }
}
