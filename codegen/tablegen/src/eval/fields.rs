//! Names and fields of records that are being parsed.

use super::{Eval, Evaluator};
use crate::intern::Symbol;
use crate::record::{Field, FieldKind, RecordId};
use crate::types::TypeId;
use crate::value::{Node, ValueId};
use wavec_support::Span;

impl Evaluator {
    /// A name as it is printed, without quotes.
    pub(crate) fn name_text(&self, record: RecordId) -> String {
        self.keeper.value_to_unquoted(self.record(record).name_value)
    }

    /// The full name of a template argument, or of the implicit `NAME`.
    pub(crate) fn qualified(&mut self, owner: RecordId, scoper: &str, name: Symbol) -> Symbol {
        let owner = self.record(owner).name;
        let full = format!("{}{scoper}{}", self.str(owner), self.str(name));
        self.keeper.strings.intern(&full)
    }

    /// The full name of the `NAME` of a class or multiclass.
    pub(crate) fn implicit_name(&mut self, owner: RecordId, scoper: &str) -> Symbol {
        // The name after one colon is a class's, after two a multiclass's.
        let key = (self.record(owner).name, scoper.len() == 1);
        if let Some(&name) = self.implicit_names.get(&key) {
            return name;
        }
        let name = self.keeper.strings.intern("NAME");
        let name = self.qualified(owner, scoper, name);
        self.implicit_names.insert(key, name);
        name
    }

    /// Adds a field, or sets the value of the field with this name.
    pub(crate) fn add_field(&mut self, record: RecordId, field: Field, span: Span) -> Eval<()> {
        let Some(index) = self.record(record).fields.index_of(field.name) else {
            self.record_mut(record).fields.push(field);
            return Ok(());
        };
        let old_type = self.record(record).fields.ty(index);
        match self.field_form(field.value, old_type)? {
            Some(value) => {
                self.record_mut(record).fields.set_value(index, value);
                Ok(())
            }
            None => {
                let name = self.str(field.name).to_string();
                let (new, old) = (self.type_text(field.ty), self.type_text(old_type));
                let message = format!(
                    "New definition of '{name}' of type '{new}' is incompatible with previous definition of type '{old}'"
                );
                self.error(span, message)
            }
        }
    }

    /// Adds a field with a fresh value of type `ty`.
    pub(crate) fn declare_field(
        &mut self,
        record: RecordId,
        name: Symbol,
        ty: TypeId,
        kind: FieldKind,
        span: Span,
    ) -> Eval<()> {
        let value = self.field_form(ValueId::UNSET, ty)?.unwrap_or(ValueId::UNSET);
        self.add_field(
            record,
            Field {
                name,
                ty,
                value,
                kind,
                span,
            },
            span,
        )
    }

    /// `let name{bits} = value`; no bits: all of the field.
    pub(crate) fn set_field(
        &mut self,
        record: RecordId,
        name: Symbol,
        bits: &[u32],
        value: ValueId,
        span: Span,
    ) -> Eval<()> {
        let fields = &self.record(record).fields;
        let Some(index) = fields.index_of(name) else {
            let field = self.str(name).to_string();
            return self.error(span, format!("Value '{field}' unknown!"));
        };
        let (ty, old) = (fields.ty(index), fields.values()[index]);
        let mut value = value;
        if bits.is_empty() {
            if matches!(self.node(value), Node::Var { name: own, .. } if own == name) {
                return self.error(span, "Recursion / self-assignment forbidden");
            }
        } else {
            value = self.replace_bits(name, old, bits, value, span)?;
        }
        match self.field_form(value, ty)? {
            Some(value) => {
                let fields = &mut self.record_mut(record).fields;
                fields.set_value(index, value);
                fields.set_place(index, span);
                Ok(())
            }
            None => {
                let value_type = match self.node(value) {
                    Node::Bits(items) => {
                        let length = self.keeper.values.slice(items).len();
                        format!(" of type bit initializer with length {length}")
                    }
                    _ => match self.type_of(value) {
                        Some(ty) => format!(" of type '{}'", self.type_text(ty)),
                        None => String::new(),
                    },
                };
                let (name, ty, value) = (
                    self.str(name).to_string(),
                    self.type_text(ty),
                    self.to_text(value),
                );
                let message =
                    format!("Field '{name}' of type '{ty}' is incompatible with value '{value}'{value_type}");
                self.error(span, message)
            }
        }
    }

    fn replace_bits(
        &mut self,
        name: Symbol,
        old: ValueId,
        bits: &[u32],
        value: ValueId,
        span: Span,
    ) -> Eval<ValueId> {
        let Node::Bits(items) = self.node(old) else {
            let name = self.str(name).to_string();
            return self.error(span, format!("Value '{name}' is not a bits type"));
        };
        let ty = self.keeper.types.bits(bits.len() as u32);
        let Some(value) = self.cast_to(value, ty)? else {
            return self.error(span, "Initializer is not compatible with bit range");
        };
        let mut items = self.items(items);
        let mut is_set = vec![false; items.len()];
        for (i, &bit) in bits.iter().enumerate() {
            let Some(set) = is_set.get_mut(bit as usize) else {
                let (name, width) = (self.str(name).to_string(), items.len());
                return self.error(
                    span,
                    format!("bit {bit} is out of range: '{name}' has {width} bits"),
                );
            };
            if std::mem::replace(set, true) {
                let name = self.str(name).to_string();
                return self.error(
                    span,
                    format!("Cannot set bit #{bit} of value '{name}' more than once"),
                );
            }
            items[bit as usize] = self.get_bit(value, i as u32).0;
        }
        Ok(self.bits(&items))
    }
}
