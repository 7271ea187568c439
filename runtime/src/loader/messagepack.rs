//! A reader of MessagePack documents, limited in depth and size.

/// A value of the document.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// Nothing.
    Nil,
    /// True or false.
    Bool(bool),
    /// Any integer.
    Int(i128),
    /// A floating-point number.
    Float(f64),
    /// A string, or binary data that is read as one.
    Str(String),
    /// Values in order.
    Array(Vec<Value>),
    /// Pairs in order.
    Map(Vec<(Value, Value)>),
}

/// Deepest nesting that is accepted; metadata has four levels.
const MAX_DEPTH: u32 = 32;

impl Value {
    /// Value of `key` in a map.
    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Map(pairs) => pairs
                .iter()
                .find(|(k, _)| k.as_str() == Some(key))
                .map(|(_, value)| value),
            _ => None,
        }
    }

    /// The string.
    pub(super) fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The integer, if it is an unsigned 32-bit one.
    pub(super) fn as_u32(&self) -> Option<u32> {
        match self {
            Value::Int(value) => u32::try_from(*value).ok(),
            _ => None,
        }
    }

    /// The elements of an array.
    pub(super) fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(values) => Some(values),
            _ => None,
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8], String> {
        if count > self.bytes.len() {
            return Err("the document is cut short".into());
        }
        let (head, rest) = self.bytes.split_at(count);
        self.bytes = rest;
        Ok(head)
    }

    /// A big-endian number of `size` bytes.
    fn number(&mut self, size: usize) -> Result<u64, String> {
        Ok(self
            .take(size)?
            .iter()
            .fold(0, |value, &byte| value << 8 | byte as u64))
    }

    fn string(&mut self, length: u64) -> Result<Value, String> {
        let length = usize::try_from(length).map_err(|_| "a string is too long")?;
        Ok(Value::Str(
            String::from_utf8_lossy(self.take(length)?).into_owned(),
        ))
    }

    fn array(&mut self, count: u64, depth: u32) -> Result<Value, String> {
        // Every element takes a byte, so a count larger than the remaining input is rejected before memory is
        // allocated.
        if count > self.bytes.len() as u64 {
            return Err("an array is cut short".into());
        }
        (0..count)
            .map(|_| self.value(depth))
            .collect::<Result<_, _>>()
            .map(Value::Array)
    }

    fn map(&mut self, count: u64, depth: u32) -> Result<Value, String> {
        if count > self.bytes.len() as u64 / 2 {
            return Err("a map is cut short".into());
        }
        let mut pairs = Vec::new();
        for _ in 0..count {
            let key = self.value(depth)?;
            pairs.push((key, self.value(depth)?));
        }
        Ok(Value::Map(pairs))
    }

    fn value(&mut self, depth: u32) -> Result<Value, String> {
        if depth == 0 {
            return Err(format!("nested deeper than {MAX_DEPTH} levels"));
        }
        let depth = depth - 1;
        let tag = self.number(1)? as u8;
        match tag {
            0x00..=0x7f => Ok(Value::Int(tag as i128)),
            0x80..=0x8f => self.map(tag as u64 & 15, depth),
            0x90..=0x9f => self.array(tag as u64 & 15, depth),
            0xa0..=0xbf => self.string(tag as u64 & 31),
            0xc0 => Ok(Value::Nil),
            0xc2 | 0xc3 => Ok(Value::Bool(tag == 0xc3)),
            0xc4..=0xc6 => {
                let length = self.number(1 << (tag - 0xc4))?;
                self.string(length)
            }
            0xca => Ok(Value::Float(f32::from_bits(self.number(4)? as u32) as f64)),
            0xcb => Ok(Value::Float(f64::from_bits(self.number(8)?))),
            0xcc..=0xcf => Ok(Value::Int(self.number(1 << (tag - 0xcc))? as i128)),
            0xd0..=0xd3 => {
                let size = 1 << (tag - 0xd0);
                let shift = 64 - 8 * size as u32;
                Ok(Value::Int(
                    (((self.number(size)? << shift) as i64) >> shift) as i128,
                ))
            }
            0xd9..=0xdb => {
                let length = self.number(1 << (tag - 0xd9))?;
                self.string(length)
            }
            0xdc | 0xdd => {
                let count = self.number(2 << (tag - 0xdc))?;
                self.array(count, depth)
            }
            0xde | 0xdf => {
                let count = self.number(2 << (tag - 0xde))?;
                self.map(count, depth)
            }
            0xe0..=0xff => Ok(Value::Int(tag as i8 as i128)),
            _ => Err(format!("type {tag:#04x} is not supported")),
        }
    }
}

/// Reads a document.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, String> {
    Reader { bytes }.value(MAX_DEPTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_size_of_numbers() {
        assert_eq!(parse(&[0xcd, 1, 2]), Ok(Value::Int(258)));
        assert_eq!(parse(&[0xd0, 0xff]), Ok(Value::Int(-1)));
        assert_eq!(parse(&[0xd1, 0xff, 0xfe]), Ok(Value::Int(-2)));
        assert_eq!(parse(&[0xe0]), Ok(Value::Int(-32)));
        assert_eq!(
            parse(&[0x81, 0xa1, b'a', 0x92, 1, 0xc3])
                .unwrap()
                .get("a")
                .unwrap()
                .as_array()
                .unwrap()
                .len(),
            2
        );
    }

    #[test]
    fn refuses_lies_and_depth() {
        assert!(parse(&[0xdd, 0xff, 0xff, 0xff, 0xff]).is_err());
        assert!(parse(&[0xa5, b'a']).is_err());
        assert!(parse(&[0x91; 1000]).unwrap_err().contains("deeper"));
    }
}
