//! Types of values in the selection DAG.

use std::fmt;

/// Type of a value: an integer of 1 to 128 bits, a float, a vector of up to 255 of them, a chain, glue.
///
/// Pointers are integers of their address space's width. Packed: bits 0-7 are the element (the width of an integer, or
/// a code above 128), bits 8-15 the number of elements, 0 for scalars.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueType(u16);

const F16: u16 = 129;
const BF16: u16 = 130;
const F32: u16 = 131;
const F64: u16 = 132;
const OTHER: u16 = 240;
const GLUE: u16 = 241;
const UNTYPED: u16 = 242;

/// Elements of simple types, in the order of [`ValueType::simple_index`].
const SIMPLE_ELEMENTS: [u16; 10] = [1, 8, 16, 32, 64, 128, F16, BF16, F32, F64];

/// Element counts of simple types; 0 is scalar.
const SIMPLE_COUNTS: [u8; 15] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 32];

/// Number of simple types: the size of tables indexed by [`ValueType::simple_index`].
pub const NUM_SIMPLE_TYPES: usize = SIMPLE_ELEMENTS.len() * SIMPLE_COUNTS.len() + 3;

/// The simple types by [`ValueType::simple_index`].
pub(crate) static SIMPLE_TYPES: [ValueType; NUM_SIMPLE_TYPES] = {
    let mut types = [ValueType::OTHER; NUM_SIMPLE_TYPES];
    let mut index = 0;
    while index < NUM_SIMPLE_TYPES {
        types[index] = ValueType::from_simple_index(index);
        index += 1;
    }
    types
};

const NOT_SIMPLE: u8 = u8::MAX;

/// By element: the index of its first simple type. Types that are not data follow those that are.
static SIMPLE_ROWS: [u8; 256] = {
    let mut rows = [NOT_SIMPLE; 256];
    let mut element = 0;
    while element < SIMPLE_ELEMENTS.len() {
        rows[SIMPLE_ELEMENTS[element] as usize] = (element * SIMPLE_COUNTS.len()) as u8;
        element += 1;
    }
    rows[OTHER as usize] = NUM_SIMPLE_TYPES as u8 - 3;
    rows[GLUE as usize] = NUM_SIMPLE_TYPES as u8 - 2;
    rows[UNTYPED as usize] = NUM_SIMPLE_TYPES as u8 - 1;
    rows
};

/// By element count: the index among the simple types of an element.
static SIMPLE_PLACES: [u8; 256] = {
    let mut places = [NOT_SIMPLE; 256];
    let mut place = 0;
    while place < SIMPLE_COUNTS.len() {
        places[SIMPLE_COUNTS[place] as usize] = place as u8;
        place += 1;
    }
    places
};

macro_rules! value_types {
    ($($name:ident = $element:expr, $count:literal;)*) => {
        #[allow(missing_docs)] // the type's usual name
        impl ValueType { $(pub const $name: ValueType = ValueType($element | $count << 8);)* }
    };
}

value_types! {
    I1 = 1, 0; I8 = 8, 0; I16 = 16, 0; I32 = 32, 0; I64 = 64, 0; I128 = 128, 0;
    F16 = F16, 0; BF16 = BF16, 0; F32 = F32, 0; F64 = F64, 0;
    V2I1 = 1, 2; V4I1 = 1, 4;
    V2I8 = 8, 2; V4I8 = 8, 4; V8I8 = 8, 8; V16I8 = 8, 16;
    V2I16 = 16, 2; V3I16 = 16, 3; V4I16 = 16, 4; V8I16 = 16, 8; V16I16 = 16, 16; V32I16 = 16, 32;
    V2F16 = F16, 2; V3F16 = F16, 3; V4F16 = F16, 4; V8F16 = F16, 8; V16F16 = F16, 16; V32F16 = F16, 32;
    V2BF16 = BF16, 2; V3BF16 = BF16, 3; V4BF16 = BF16, 4; V8BF16 = BF16, 8; V16BF16 = BF16, 16; V32BF16 = BF16, 32;
    V1I32 = 32, 1; V2I32 = 32, 2; V3I32 = 32, 3; V4I32 = 32, 4; V5I32 = 32, 5; V6I32 = 32, 6; V7I32 = 32, 7;
    V8I32 = 32, 8; V9I32 = 32, 9; V10I32 = 32, 10; V11I32 = 32, 11; V12I32 = 32, 12; V16I32 = 32, 16;
    V32I32 = 32, 32;
    V1F32 = F32, 1; V2F32 = F32, 2; V3F32 = F32, 3; V4F32 = F32, 4; V5F32 = F32, 5; V6F32 = F32, 6; V7F32 = F32, 7;
    V8F32 = F32, 8; V9F32 = F32, 9; V10F32 = F32, 10; V11F32 = F32, 11; V12F32 = F32, 12; V16F32 = F32, 16;
    V32F32 = F32, 32;
    V2I64 = 64, 2; V3I64 = 64, 3; V4I64 = 64, 4; V8I64 = 64, 8; V16I64 = 64, 16;
    V2F64 = F64, 2; V3F64 = F64, 3; V4F64 = F64, 4; V8F64 = F64, 8; V16F64 = F64, 16;
}

impl ValueType {
    /// A chain, or the type operand of a few nodes: `ch` in dumps.
    pub const OTHER: ValueType = ValueType(OTHER);
    /// The same as [`ValueType::OTHER`].
    pub const CHAIN: ValueType = ValueType(OTHER);
    /// Keeps two nodes adjacent.
    pub const GLUE: ValueType = ValueType(GLUE);
    /// A register whose contents have no type.
    pub const UNTYPED: ValueType = ValueType(UNTYPED);

    /// The integer of `bits` (1 to 128) bits.
    pub const fn int(bits: u32) -> ValueType {
        assert!(bits >= 1 && bits <= 128);
        ValueType(bits as u16)
    }

    /// `count` (1 to 255) elements of the scalar type `element`.
    pub const fn vector(element: ValueType, count: u32) -> ValueType {
        assert!(count >= 1 && count <= 255);
        ValueType((element.0 & 0xff) | (count as u16) << 8)
    }

    /// `count` elements of `element`, or `element` itself if `count` is 1.
    pub const fn vector_or_scalar(element: ValueType, count: u32) -> ValueType {
        if count == 1 {
            element
        } else {
            ValueType::vector(element, count)
        }
    }

    /// The packed bits.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Number of elements of a vector, 1 of a scalar.
    pub const fn num_elements(self) -> u32 {
        if self.0 >> 8 == 0 { 1 } else { (self.0 >> 8) as u32 }
    }

    /// Whether it is a vector.
    pub const fn is_vector(self) -> bool {
        self.0 >> 8 != 0
    }

    /// The element type of a vector, the type itself of a scalar.
    pub const fn scalar(self) -> ValueType {
        ValueType(self.0 & 0xff)
    }

    /// The vector with as many elements of type `scalar`, or `scalar` if this is a scalar.
    pub const fn with_scalar(self, scalar: ValueType) -> ValueType {
        ValueType((self.0 & 0xff00) | (scalar.0 & 0xff))
    }

    /// Whether it is an integer or a vector of integers.
    pub const fn is_integer(self) -> bool {
        self.0 & 0xff <= 128
    }

    /// Whether it is a float or a vector of floats.
    pub const fn is_float(self) -> bool {
        let element = self.0 & 0xff;
        element >= F16 && element <= F64
    }

    /// Whether it is a scalar integer.
    pub const fn is_scalar_integer(self) -> bool {
        self.0 <= 128
    }

    /// Whether it is a scalar float.
    pub const fn is_scalar_float(self) -> bool {
        self.0 >= F16 && self.0 <= F64
    }

    /// Whether it is an integer, a float or a vector of these.
    pub const fn is_data(self) -> bool {
        self.0 & 0xff < OTHER
    }

    /// Bits of the scalar or of one element; 0 if it is not data.
    pub const fn scalar_bits(self) -> u32 {
        match self.0 & 0xff {
            F16 | BF16 => 16,
            F32 => 32,
            F64 => 64,
            bits if bits <= 128 => bits as u32,
            _ => 0,
        }
    }

    /// Bits of the whole.
    pub const fn size_in_bits(self) -> u32 {
        self.scalar_bits() * self.num_elements()
    }

    /// Bytes that a store of it writes.
    pub const fn store_size(self) -> u32 {
        self.size_in_bits().div_ceil(8)
    }

    /// Whether its size is a multiple of 8 bits.
    pub const fn is_byte_sized(self) -> bool {
        self.size_in_bits().is_multiple_of(8)
    }

    /// The integer (or vector of integers) of the same shape.
    pub const fn to_integer(self) -> ValueType {
        if self.is_float() {
            self.with_scalar(ValueType(self.scalar_bits() as u16))
        } else {
            self
        }
    }

    /// The vector of half as many elements (a scalar for two); an even number of elements is required.
    pub const fn half_elements(self) -> ValueType {
        ValueType::vector_or_scalar(self.scalar(), self.num_elements() / 2)
    }

    /// Number in tables, if the type is simple: one of the common elements and element counts, or not data. The
    /// generated matcher table uses these numbers.
    #[inline]
    pub const fn simple_index(self) -> Option<usize> {
        let first = SIMPLE_ROWS[(self.0 & 0xff) as usize];
        let place = SIMPLE_PLACES[(self.0 >> 8) as usize];
        if first == NOT_SIMPLE || place == NOT_SIMPLE {
            return None;
        }
        Some(first as usize + place as usize)
    }

    /// The type of a [`ValueType::simple_index`].
    pub const fn from_simple_index(index: usize) -> ValueType {
        let data = SIMPLE_ELEMENTS.len() * SIMPLE_COUNTS.len();
        if index >= data {
            return ValueType([OTHER, GLUE, UNTYPED][index - data]);
        }
        let count = SIMPLE_COUNTS[index % SIMPLE_COUNTS.len()];
        ValueType(SIMPLE_ELEMENTS[index / SIMPLE_COUNTS.len()] | (count as u16) << 8)
    }

    /// The type spelled `name`: `i32`, `v4f32`, `bf16`, `ch`, `glue`, `untyped`.
    pub fn from_name(name: &str) -> Option<ValueType> {
        let scalar = |name: &str| match name {
            "f16" => Some(ValueType::F16),
            "bf16" => Some(ValueType::BF16),
            "f32" => Some(ValueType::F32),
            "f64" => Some(ValueType::F64),
            _ => {
                let bits: u32 = name.strip_prefix('i')?.parse().ok()?;
                (1..=128).contains(&bits).then(|| ValueType::int(bits))
            }
        };
        match name {
            "ch" | "Other" => return Some(ValueType::OTHER),
            "glue" => return Some(ValueType::GLUE),
            "untyped" => return Some(ValueType::UNTYPED),
            _ => {}
        }
        if let Some(rest) = name.strip_prefix('v') {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let count: u32 = rest[..digits].parse().ok()?;
            if !(1..=255).contains(&count) {
                return None;
            }
            return Some(ValueType::vector(scalar(&rest[digits..])?, count));
        }
        scalar(name)
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_vector() {
            write!(f, "v{}", self.num_elements())?;
        }
        match self.0 & 0xff {
            F16 => f.write_str("f16"),
            BF16 => f.write_str("bf16"),
            F32 => f.write_str("f32"),
            F64 => f.write_str("f64"),
            OTHER => f.write_str("ch"),
            GLUE => f.write_str("glue"),
            UNTYPED => f.write_str("untyped"),
            bits => write!(f, "i{bits}"),
        }
    }
}

impl fmt::Debug for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_simple_indices_round_trip() {
        for index in 0..NUM_SIMPLE_TYPES {
            let ty = ValueType::from_simple_index(index);
            assert_eq!(ty.simple_index(), Some(index), "{ty}");
            assert_eq!(ValueType::from_name(&ty.to_string()), Some(ty));
        }
        assert_eq!(ValueType::from_name("i129"), None);
        assert_eq!(ValueType::int(48).to_string(), "i48");
        assert_eq!(ValueType::int(48).simple_index(), None);
    }

    #[test]
    fn sizes() {
        assert_eq!(ValueType::V3F32.size_in_bits(), 96);
        assert_eq!(ValueType::V4F32.half_elements(), ValueType::V2F32);
        assert_eq!(ValueType::V2I64.half_elements(), ValueType::I64);
        assert_eq!(ValueType::V2F16.to_integer(), ValueType::V2I16);
        assert_eq!(ValueType::I1.store_size(), 1);
    }
}
