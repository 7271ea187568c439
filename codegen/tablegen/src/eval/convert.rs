//! Conversion of values to types, bits of values, concreteness.

use super::{Eval, Evaluator};
use crate::types::{Type, TypeId};
use crate::value::{Node, UnaryOp, ValueId};

/// Whether an integer can initialize `width` bits: as an unsigned number or as a signed one.
fn fits(value: i64, width: u32) -> bool {
    width >= 64 || value >> width == 0 || (width > 0 && value >> (width - 1) == -1)
}

impl Evaluator {
    /// The value converted to `ty`; a cast expression if it is unresolved, `None` if the types do not permit it.
    pub(crate) fn cast_to(&mut self, value: ValueId, ty: TypeId) -> Eval<Option<ValueId>> {
        let Some(own) = self.type_of(value) else {
            return Ok(Some(value));
        };
        if own == ty || self.is_a(own, ty) {
            return Ok(Some(value));
        }
        if let Some(converted) = self.convert(value, ty) {
            return Ok(Some(converted));
        }
        if !self.is_convertible(own, ty) {
            return Ok(None);
        }
        self.unary(UnaryOp::Cast, value, ty, None, false).map(Some)
    }

    /// The value converted to `ty`, if that is possible now.
    pub(crate) fn convert(&mut self, value: ValueId, ty: TypeId) -> Option<ValueId> {
        let target = self.keeper.types.get(ty);
        match self.node(value) {
            Node::Unset => Some(value),
            Node::Bit(bit) => match target {
                Type::Bit => Some(value),
                Type::Int => Some(self.int(i64::from(bit))),
                Type::Bits(1) => Some(self.bits(&[value.0])),
                _ => None,
            },
            Node::Bits(items) => {
                let width = self.keeper.values.slice(items).len();
                match target {
                    Type::Bit => (width == 1).then(|| ValueId(self.keeper.values.slice(items)[0])),
                    Type::Bits(wanted) => (*wanted as usize == width).then_some(value),
                    Type::Int => {
                        let int = self.bits_as_int(value)?;
                        Some(self.int(int))
                    }
                    _ => None,
                }
            }
            Node::Int(int) => match *target {
                Type::Int => Some(value),
                Type::Bit => (int == 0 || int == 1).then(|| ValueId::bit(int != 0)),
                Type::Bits(width) => {
                    if !fits(int, width) {
                        return None;
                    }
                    let bits: Vec<u32> = (0..width)
                        .map(|i| ValueId::bit(i < 64 && int >> i & 1 != 0).0)
                        .collect();
                    Some(self.bits(&bits))
                }
                _ => None,
            },
            Node::Str(_) | Node::Code(_) => (*target == Type::String).then_some(value),
            Node::List { element, items } => {
                let Type::List(wanted) = *target else {
                    return None;
                };
                if wanted == element {
                    return Some(value);
                }
                let items = self.items(items);
                let mut changed = false;
                let mut converted = Vec::with_capacity(items.len());
                for &item in &items {
                    let new = self.convert(ValueId(item), wanted)?;
                    changed |= new.0 != item;
                    converted.push(new.0);
                }
                if changed {
                    Some(self.list(wanted, &converted))
                } else {
                    Some(value)
                }
            }
            Node::Def(record) => {
                if !self.is_record_type(ty) {
                    return None;
                }
                let own = self.record_type(record);
                self.is_convertible(own, ty).then_some(value)
            }
            _ => {
                let own = self.type_of(value)?;
                if own == ty || self.is_a(own, ty) {
                    return Some(value);
                }
                if own == TypeId::BIT && self.bits_width(ty) == Some(1) {
                    return Some(self.bits(&[value.0]));
                }
                None
            }
        }
    }

    /// The integer of a bits value all of whose bits are known.
    fn bits_as_int(&self, value: ValueId) -> Option<i64> {
        let Node::Bits(items) = self.node(value) else {
            return None;
        };
        let mut int = 0i64;
        for (i, &item) in self.keeper.values.slice(items).iter().enumerate() {
            match self.node(ValueId(item)) {
                Node::Bit(bit) => {
                    if i < 64 {
                        int |= i64::from(bit) << i;
                    }
                }
                _ => return None,
            }
        }
        Some(int)
    }

    /// The integer that a bit, bits or int value converts to.
    pub(crate) fn to_int(&self, value: ValueId) -> Option<i64> {
        match self.node(value) {
            Node::Int(int) => Some(int),
            Node::Bit(bit) => Some(i64::from(bit)),
            Node::Bits(_) => self.bits_as_int(value),
            _ => None,
        }
    }

    /// One bit of a value that is, or will be, a bit, bits or int.
    pub(crate) fn get_bit(&mut self, value: ValueId, bit: u32) -> ValueId {
        match self.node(value) {
            Node::Unset | Node::Bit(_) | Node::VarBit { .. } => value,
            Node::Bits(items) => {
                let items = self.keeper.values.slice(items);
                items
                    .get(bit as usize)
                    .map_or(ValueId::UNSET, |&item| ValueId(item))
            }
            Node::Int(int) => ValueId::bit(bit < 64 && int >> bit & 1 != 0),
            Node::Foldl { .. } | Node::Cond { .. } | Node::IsA { .. } | Node::Exists { .. } => {
                self.value(Node::VarBit { value, bit })
            }
            _ if self.type_of(value) == Some(TypeId::BIT) => value,
            _ => self.value(Node::VarBit { value, bit }),
        }
    }

    /// `value{bits}`, lowest bit first; `None` if the value has no such bits.
    pub(crate) fn bit_range(&mut self, value: ValueId, bits: &[u32]) -> Option<ValueId> {
        let width = match self.node(value) {
            Node::Int(_) => 64,
            Node::Unset | Node::Bit(_) => return None,
            _ => {
                let ty = self.type_of(value)?;
                self.bits_width(ty)?
            }
        };
        if bits.iter().any(|&bit| bit >= width) {
            return None;
        }
        let is_known = matches!(self.node(value), Node::Int(_) | Node::Bits(_));
        let mut items = Vec::with_capacity(bits.len());
        for &bit in bits {
            let item = if is_known {
                self.get_bit(value, bit)
            } else {
                self.value(Node::VarBit { value, bit })
            };
            items.push(item.0);
        }
        Some(self.bits(&items))
    }

    /// Whether a field of type `ty` stores the value unchanged; false for rare kinds of values.
    fn has_field_form(&self, value: ValueId, ty: TypeId) -> bool {
        match self.node(value) {
            Node::Bit(_) => ty == TypeId::BIT,
            Node::Int(_) => ty == TypeId::INT,
            Node::Str(_) | Node::Code(_) => ty == TypeId::STRING,
            Node::Dag { .. } => ty == TypeId::DAG,
            Node::Bits(items) => self.bits_width(ty) == Some(self.keeper.values.slice(items).len() as u32),
            Node::List { element, .. } => self.element_type(ty) == Some(element),
            Node::Def(record) => self.record(record).ty == Some(ty),
            _ => false,
        }
    }

    /// The value in the form that a field of type `ty` stores: converted, and bits always as a sequence.
    #[inline]
    pub(crate) fn field_form(&mut self, value: ValueId, ty: TypeId) -> Eval<Option<ValueId>> {
        if value.simple_type() == Some(ty) {
            Ok(Some(value))
        } else {
            self.other_field_form(value, ty)
        }
    }

    fn other_field_form(&mut self, value: ValueId, ty: TypeId) -> Eval<Option<ValueId>> {
        if self.has_field_form(value, ty) {
            return Ok(Some(value));
        }
        let Some(value) = self.cast_to(value, ty)? else {
            return Ok(None);
        };
        let Some(width) = self.bits_width(ty) else {
            return Ok(Some(value));
        };
        if matches!(self.node(value), Node::Bits(_)) {
            return Ok(Some(value));
        }
        let items: Vec<u32> = (0..width).map(|bit| self.get_bit(value, bit).0).collect();
        Ok(Some(self.bits(&items)))
    }

    /// Whether the value is fully resolved (`?` is not).
    pub(crate) fn is_concrete(&self, value: ValueId) -> bool {
        if !self.keeper.values.is_unresolved(value) {
            return true;
        }
        let all = |slice| {
            self.keeper
                .values
                .slice(slice)
                .iter()
                .all(|&item| self.is_concrete(ValueId(item)))
        };
        match self.node(value) {
            Node::Bits(items) | Node::List { items, .. } => all(items),
            Node::Dag { operator, args, .. } => self.is_concrete(operator) && all(args),
            Node::Cond { arms, .. } => all(arms),
            Node::Field { record, name, .. } => match self.node(record) {
                Node::Def(record) => self
                    .record(record)
                    .value_of(name)
                    .is_some_and(|value| self.is_concrete(value)),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the value can be the default of a template argument: it contains neither `?` nor anything that only the
    /// final resolution decides.
    pub(crate) fn is_complete(&self, value: ValueId) -> bool {
        let all = |slice| {
            self.keeper
                .values
                .slice(slice)
                .iter()
                .all(|&item| self.is_complete(ValueId(item)))
        };
        match self.node(value) {
            Node::Unset
            | Node::Foldl { .. }
            | Node::IsA { .. }
            | Node::Exists { .. }
            | Node::Instances { .. } => false,
            Node::Bits(items) | Node::List { items, .. } => all(items),
            Node::Cond { arms, .. } => all(arms),
            Node::Ternary { a, b, c, .. } => [a, b, c].into_iter().all(|part| self.is_complete(part)),
            _ => true,
        }
    }
}
