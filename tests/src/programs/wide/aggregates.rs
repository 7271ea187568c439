//! Structs and unions of the generated programs.

use super::types::{INT, Type, UINT};
use super::{Generator, Space, Variable};

/// The kind of a field.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    Value(Type),
    /// A bit-field of this width, `int` or `uint`.
    Bits(Type, u32),
    Array(Type, usize),
    Record(usize),
}

/// A struct, or a union whose members have the same size.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub name: String,
    pub is_union: bool,
    pub fields: Vec<Field>,
}

impl Generator {
    /// Defines a type.
    pub(super) fn record_type(&mut self) {
        let is_union = self.random.chance(25);
        let fields = match is_union {
            true => self.union_fields(),
            false => (0..self.random.below(5) + 1).map(|_| self.field()).collect(),
        };
        let name = self.fresh(if is_union { "Union" } else { "Struct" });
        self.line(&format!("typedef {}", if is_union { "union" } else { "struct" }));
        self.open();
        for (i, field) in fields.iter().enumerate() {
            let text = match *field {
                Field::Value(ty) => format!("{} f{i};", ty.text()),
                Field::Bits(ty, bits) => format!("{} f{i} : {bits};", ty.text()),
                Field::Array(ty, len) => format!("{} f{i}[{len}];", ty.text()),
                Field::Record(record) => format!("{} f{i};", self.records[record].name),
            };
            self.line(&text);
        }
        self.indent -= 1;
        self.line(&format!("}} {name};"));
        self.records.push(Record {
            name,
            is_union,
            fields,
        });
    }

    fn field(&mut self) -> Field {
        match self.random.below(10) {
            0 | 1 => Field::Bits(self.random.pick(&[INT, UINT]), self.random.below(32) as u32 + 1),
            2 | 3 => Field::Array(self.any_type(), self.random.below(5) + 1),
            4 if !self.records.is_empty() => Field::Record(self.random.below(self.records.len())),
            _ => Field::Value(self.any_type()),
        }
    }

    /// Views of the same bytes, all of which cover the same ones.
    fn union_fields(&mut self) -> Vec<Field> {
        let size = self.random.pick(&[4, 8, 16]);
        let mut fields = Vec::new();
        for _ in 0..self.random.below(3) + 2 {
            let ty = self.int_type();
            let bytes = ty.scalar.bits as usize / 8;
            fields.push(match size / bytes {
                0 => Field::Array(UINT, size / 4),
                1 => Field::Value(ty),
                count if self.random.chance(50) => Field::Value(ty.with_lanes(count)),
                count => Field::Array(ty, count),
            });
        }
        fields
    }

    pub(super) fn declare_object(&mut self, name: &str, record: usize) {
        self.objects.push((name.to_string(), record));
        self.declare_leaves(name, record, Space::Private);
    }

    /// Everything that can be read and assigned of an object.
    pub(super) fn declare_leaves(&mut self, name: &str, record: usize, space: Space) {
        let fields = self.records[record].fields.clone();
        for (i, field) in fields.into_iter().enumerate() {
            let name = format!("{name}.f{i}");
            match field {
                Field::Value(ty) => self.declare(&name, ty, true, space),
                Field::Array(ty, len) => self.declare_array(&name, ty, len, true, space),
                Field::Record(inner) => self.declare_leaves(&name, inner, space),
                Field::Bits(ty, bits) => {
                    let field_bits = Some(bits);
                    self.variables.push(Variable {
                        name,
                        ty,
                        mutable: true,
                        space: Space::None,
                        len: 0,
                        field_bits,
                    });
                }
            }
        }
    }

    /// An initializer list.
    fn initializer(&mut self, record: usize, depth: usize) -> String {
        let Record { is_union, fields, .. } = self.records[record].clone();
        let count = if is_union { 1 } else { fields.len() };
        let values: Vec<String> = fields[..count]
            .iter()
            .map(|&field| match field {
                Field::Value(ty) | Field::Bits(ty, _) => self.value(ty, depth),
                Field::Record(inner) => self.initializer(inner, depth),
                Field::Array(ty, len) => {
                    // The remaining members are zero.
                    let given = if self.random.chance(20) { 1 } else { len };
                    let values: Vec<String> = (0..given).map(|_| self.value(ty, depth.min(1))).collect();
                    format!("{{{}}}", values.join(", "))
                }
            })
            .collect();
        format!("{{{}}}", values.join(", "))
    }

    /// The names of the objects of this struct or union type.
    pub(super) fn objects_of(&self, record: usize) -> Vec<String> {
        let objects = self.objects.iter().filter(|object| object.1 == record);
        objects.map(|object| object.0.clone()).collect()
    }

    /// A value of a struct or union.
    pub(super) fn record_value(&mut self, record: usize, depth: usize) -> String {
        let same = self.objects_of(record);
        match self.one_of(&same) {
            Some(name) if self.random.chance(60) => name,
            _ => {
                let call = match depth > 0 && self.random.chance(60) {
                    true => self.record_call(record, depth - 1),
                    false => None,
                };
                call.unwrap_or_else(|| {
                    let list = self.initializer(record, depth.min(2));
                    format!("(({}){list})", self.records[record].name)
                })
            }
        }
    }

    /// A new object.
    pub(super) fn object(&mut self) {
        let record = self.random.below(self.records.len());
        let type_name = self.records[record].name.clone();
        let value = match self.random.chance(50) {
            true => self.initializer(record, 2),
            false => self.record_value(record, 2),
        };
        let name = self.fresh("s");
        self.line(&format!("{type_name} {name} = {value};"));
        self.declare_object(&name, record);
        if self.random.chance(40) {
            let pointer = self.fresh("q");
            self.line(&format!("private {type_name} *{pointer} = &{name};"));
            self.declare_object(&format!("(*{pointer})"), record);
        }
    }

    /// Copies one object to another, or assigns it new contents.
    pub(super) fn object_assignment(&mut self) {
        let Some((name, record)) = self.one_of(&self.objects.clone()) else {
            return self.declaration();
        };
        let value = self.record_value(record, 2);
        self.line(&format!("{name} = {value};"));
    }
}
