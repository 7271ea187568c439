//! Typed access to fields for emitters: each getter returns the value or a diagnostic that names record and field.

use crate::record::{RecordId, RecordKeeper};
use crate::view::{BitElement, Dag, List, Value};
use wavec_support::Diagnostic;

/// What a value is, for messages.
fn kind_of(value: &Value<'_>) -> &'static str {
    match value {
        Value::Unset => "is not set",
        Value::Bit(_) => "is a bit",
        Value::Bits(_) => "is a sequence of bits",
        Value::Int(_) => "is an integer",
        Value::String(_) | Value::Code(_) => "is a string",
        Value::List(_) => "is a list",
        Value::Def(_) => "is a record",
        Value::Dag(_) => "is a dag",
        Value::Unresolved(_) => "is an unresolved expression",
    }
}

impl RecordKeeper {
    /// The field's value, an error if the record has no such field.
    pub fn get_value(&self, record: RecordId, field: &str) -> Result<Value<'_>, Diagnostic> {
        self.field_value(record, field).ok_or_else(|| {
            Diagnostic::error(
                self.record(record).span,
                format!("record '{}' has no field '{field}'", self.name(record)),
            )
        })
    }

    /// An error about a field of a record: at the place where the record sets it, or at the record if it has the value from
    /// a class, whose arguments are what is wrong then.
    pub fn field_error(&self, record: RecordId, field: &str, what: &str) -> Diagnostic {
        let contents = self.record(record);
        let message = format!("field '{field}' of record '{}' {what}", self.name(record));
        let Some(found) = self.symbol(field).and_then(|name| contents.field(name)) else {
            return Diagnostic::error(contents.span, message);
        };
        let is_inherited = contents.superclasses().iter().any(|&class| {
            let inherited = self.record(class).field(found.name);
            inherited.is_some_and(|inherited| inherited.span == found.span)
        });
        let mut diagnostic = if is_inherited {
            Diagnostic::error(contents.span, message).with_note(found.span, "the field is set here")
        } else {
            Diagnostic::error(found.span, message).with_note(contents.span, "record defined here")
        };
        for &place in contents.instantiated_at() {
            diagnostic = diagnostic.with_note(place, "instantiated from multiclass");
        }
        diagnostic
    }

    fn mismatch(&self, record: RecordId, field: &str, value: &Value<'_>, wanted: &str) -> Diagnostic {
        self.field_error(
            record,
            field,
            &format!("{}, but {wanted} is needed", kind_of(value)),
        )
    }

    /// A string or code field.
    pub fn get_string(&self, record: RecordId, field: &str) -> Result<&str, Diagnostic> {
        match self.get_value(record, field)? {
            Value::String(text) | Value::Code(text) => Ok(text),
            other => Err(self.mismatch(record, field, &other, "a string")),
        }
    }

    /// A string or code field; `None` if it is absent or `?`.
    pub fn get_string_opt(&self, record: RecordId, field: &str) -> Result<Option<&str>, Diagnostic> {
        match self.field_value(record, field) {
            None | Some(Value::Unset) => Ok(None),
            Some(_) => self.get_string(record, field).map(Some),
        }
    }

    /// An integer field; a `bit` or a fully known `bits` of at most 64 counts as one.
    pub fn get_int(&self, record: RecordId, field: &str) -> Result<i64, Diagnostic> {
        let value = self.get_value(record, field)?;
        match value {
            Value::Int(int) => return Ok(int),
            Value::Bit(bit) => return Ok(i64::from(bit)),
            Value::Bits(bits) => {
                if let Some(known) = bits.known() {
                    return Ok(known as i64);
                }
            }
            _ => {}
        }
        Err(self.mismatch(record, field, &value, "an integer"))
    }

    /// A bit field.
    pub fn get_bit(&self, record: RecordId, field: &str) -> Result<bool, Diagnostic> {
        match self.get_value(record, field)? {
            Value::Bit(bit) => Ok(bit),
            other => Err(self.mismatch(record, field, &other, "a bit")),
        }
    }

    /// A bit field; false if it is absent or `?`.
    pub fn get_bit_or_false(&self, record: RecordId, field: &str) -> bool {
        matches!(self.field_value(record, field), Some(Value::Bit(true)))
    }

    /// A bits field, from the lowest bit up; a `bit` counts as one.
    pub fn get_bits(&self, record: RecordId, field: &str) -> Result<Vec<BitElement>, Diagnostic> {
        match self.get_value(record, field)? {
            Value::Bits(bits) => Ok(bits.iter().collect()),
            Value::Bit(bit) => Ok(vec![BitElement::Known(bit)]),
            other => Err(self.mismatch(record, field, &other, "a sequence of bits")),
        }
    }

    /// The value of a bits field of at most 64 bits, all of them known; `None` if it is absent or any is not.
    pub fn get_bits_known(&self, record: RecordId, field: &str) -> Option<u64> {
        match self.field_value(record, field)? {
            Value::Bits(bits) => bits.known(),
            Value::Bit(bit) => Some(u64::from(bit)),
            _ => None,
        }
    }

    /// A list field.
    pub fn get_list(&self, record: RecordId, field: &str) -> Result<List<'_>, Diagnostic> {
        match self.get_value(record, field)? {
            Value::List(list) => Ok(list),
            other => Err(self.mismatch(record, field, &other, "a list")),
        }
    }

    fn get_list_map<'k, T>(
        &'k self,
        record: RecordId,
        field: &str,
        wanted: &str,
        each: impl Fn(Value<'k>) -> Option<T>,
    ) -> Result<Vec<T>, Diagnostic> {
        let list = self.get_list(record, field)?;
        let mut items = Vec::with_capacity(list.len());
        for (index, item) in list.iter().enumerate() {
            match each(item) {
                Some(item) => items.push(item),
                None => {
                    let what = format!(
                        "has element {index} which {}, but {wanted} is needed",
                        kind_of(&item)
                    );
                    return Err(self.field_error(record, field, &what));
                }
            }
        }
        Ok(items)
    }

    /// A list of records.
    pub fn get_list_of_defs(&self, record: RecordId, field: &str) -> Result<Vec<RecordId>, Diagnostic> {
        self.get_list_map(record, field, "a record", |item| match item {
            Value::Def(def) => Some(def),
            _ => None,
        })
    }

    /// A list of integers.
    pub fn get_list_of_ints(&self, record: RecordId, field: &str) -> Result<Vec<i64>, Diagnostic> {
        self.get_list_map(record, field, "an integer", |item| match item {
            Value::Int(int) => Some(int),
            Value::Bit(bit) => Some(i64::from(bit)),
            Value::Bits(bits) => bits.known().map(|known| known as i64),
            _ => None,
        })
    }

    /// A list of strings.
    pub fn get_list_of_strings(&self, record: RecordId, field: &str) -> Result<Vec<&str>, Diagnostic> {
        self.get_list_map(record, field, "a string", |item| match item {
            Value::String(text) | Value::Code(text) => Some(text),
            _ => None,
        })
    }

    /// A dag field.
    pub fn get_dag(&self, record: RecordId, field: &str) -> Result<Dag<'_>, Diagnostic> {
        match self.get_value(record, field)? {
            Value::Dag(dag) => Ok(dag),
            other => Err(self.mismatch(record, field, &other, "a dag")),
        }
    }

    /// A field that holds a record.
    pub fn get_def(&self, record: RecordId, field: &str) -> Result<RecordId, Diagnostic> {
        match self.get_value(record, field)? {
            Value::Def(def) => Ok(def),
            other => Err(self.mismatch(record, field, &other, "a record")),
        }
    }

    /// A field that holds a record; `None` if it is absent or `?`.
    pub fn get_def_opt(&self, record: RecordId, field: &str) -> Result<Option<RecordId>, Diagnostic> {
        match self.field_value(record, field) {
            None | Some(Value::Unset) => Ok(None),
            Some(_) => self.get_def(record, field).map(Some),
        }
    }
}
