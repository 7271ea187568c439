//! Fields of the metadata, written directly as MessagePack or as a document.

use super::{Argument, KernelMetadata};
use rmp::encode::{self, ValueWriteError};
use rmpv::Value;

/// Writing to memory cannot fail.
pub(super) type Packed = Result<(), ValueWriteError>;

/// The value of a key.
pub(super) enum Field<'a> {
    Text(&'a str),
    Number(u32),
    Flag(bool),
    Pair([u32; 2]),
    Triple([u32; 3]),
    Texts(&'a [String]),
    Arguments(&'a [Argument]),
    Kernels(&'a [KernelMetadata]),
}

impl<'a> From<&'a str> for Field<'a> {
    fn from(text: &'a str) -> Field<'a> {
        Field::Text(text)
    }
}

impl From<u32> for Field<'_> {
    fn from(number: u32) -> Self {
        Field::Number(number)
    }
}

impl From<bool> for Field<'_> {
    fn from(flag: bool) -> Self {
        Field::Flag(flag)
    }
}

impl From<[u32; 3]> for Field<'_> {
    fn from(numbers: [u32; 3]) -> Self {
        Field::Triple(numbers)
    }
}

fn array<T>(items: &[T], value: impl Fn(&T) -> Value) -> Value {
    Value::Array(items.iter().map(value).collect())
}

impl Field<'_> {
    fn to_value(&self) -> Value {
        match *self {
            Field::Text(text) => Value::from(text),
            Field::Number(number) => Value::from(number),
            Field::Flag(flag) => Value::from(flag),
            Field::Pair(ref numbers) => array(numbers, |&number| Value::from(number)),
            Field::Triple(ref numbers) => array(numbers, |&number| Value::from(number)),
            Field::Texts(texts) => array(texts, |text| Value::from(text.as_str())),
            Field::Arguments(args) => array(args, |arg| arg.fields().to_value()),
            Field::Kernels(kernels) => array(kernels, |kernel| kernel.fields().to_value()),
        }
    }

    fn pack(&self, out: &mut Vec<u8>) -> Packed {
        let number = |out: &mut Vec<u8>, &number: &u32| encode::write_uint(out, number.into()).map(drop);
        match *self {
            Field::Text(text) => encode::write_str(out, text),
            Field::Number(ref value) => number(out, value),
            Field::Flag(flag) => encode::write_bool(out, flag).map_err(ValueWriteError::InvalidMarkerWrite),
            Field::Pair(ref numbers) => pack_array(out, numbers, number),
            Field::Triple(ref numbers) => pack_array(out, numbers, number),
            Field::Texts(texts) => pack_array(out, texts, |out, text| encode::write_str(out, text)),
            Field::Arguments(args) => pack_array(out, args, |out, arg| arg.fields().pack(out)),
            Field::Kernels(kernels) => pack_array(out, kernels, |out, kernel| kernel.fields().pack(out)),
        }
    }
}

fn pack_array<T>(out: &mut Vec<u8>, items: &[T], pack: impl Fn(&mut Vec<u8>, &T) -> Packed) -> Packed {
    encode::write_array_len(out, items.len() as u32)?;
    items.iter().try_for_each(|item| pack(out, item))
}

/// A map without absent entries; keys are sorted.
pub(super) struct Map<'a>(Vec<(&'static str, Field<'a>)>);

impl<'a> Map<'a> {
    /// Capacity for the fields of a kernel.
    pub(super) fn new() -> Map<'a> {
        Map(Vec::with_capacity(21))
    }

    pub(super) fn put(&mut self, key: &'static str, value: impl Into<Field<'a>>) {
        debug_assert!(
            self.0.last().is_none_or(|last| last.0 < key),
            "'{key}' is not in order"
        );
        self.0.push((key, value.into()));
    }

    pub(super) fn put_some<T: Into<Field<'a>>>(&mut self, key: &'static str, value: Option<T>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    pub(super) fn put_true(&mut self, key: &'static str, value: bool) {
        if value {
            self.put(key, true);
        }
    }

    pub(super) fn to_value(&self) -> Value {
        let entry = |(key, value): &(&str, Field<'_>)| (Value::from(*key), value.to_value());
        Value::Map(self.0.iter().map(entry).collect())
    }

    /// As MessagePack.
    pub(super) fn pack(&self, out: &mut Vec<u8>) -> Packed {
        encode::write_map_len(out, self.0.len() as u32)?;
        self.0.iter().try_for_each(|(key, value)| {
            encode::write_str(out, key)?;
            value.pack(out)
        })
    }
}
