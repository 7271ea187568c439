//! Scalar arithmetic types.

/// A scalar arithmetic type; signed and unsigned alternate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Scalar {
    Bool,
    Char,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    Int128,
    UInt128,
    Half,
    BFloat,
    Float,
    Double,
}

impl Scalar {
    /// All of them in order of rank.
    pub const ALL: [Scalar; 15] = {
        use Scalar::*;
        [
            Bool, Char, UChar, Short, UShort, Int, UInt, Long, ULong, Int128, UInt128, Half, BFloat, Float,
            Double,
        ]
    };

    /// Size in bytes.
    pub fn size(self) -> u64 {
        match self {
            Scalar::Bool | Scalar::Char | Scalar::UChar => 1,
            Scalar::Short | Scalar::UShort | Scalar::Half | Scalar::BFloat => 2,
            Scalar::Int | Scalar::UInt | Scalar::Float => 4,
            Scalar::Long | Scalar::ULong | Scalar::Double => 8,
            Scalar::Int128 | Scalar::UInt128 => 16,
        }
    }

    /// Value bits of an integer: 1 for `bool`.
    pub fn bits(self) -> u32 {
        if self == Scalar::Bool {
            1
        } else {
            self.size() as u32 * 8
        }
    }

    /// Whether it is floating point.
    pub fn is_float(self) -> bool {
        self >= Scalar::Half
    }

    /// Whether it is an integer, `bool` included.
    pub fn is_int(self) -> bool {
        self < Scalar::Half
    }

    /// Whether it is a signed integer.
    pub fn is_signed(self) -> bool {
        matches!(
            self,
            Scalar::Char | Scalar::Short | Scalar::Int | Scalar::Long | Scalar::Int128
        )
    }

    /// The unsigned integer of the same size.
    pub fn to_unsigned(self) -> Scalar {
        match self {
            Scalar::Char => Scalar::UChar,
            Scalar::Short | Scalar::Half | Scalar::BFloat => Scalar::UShort,
            Scalar::Int | Scalar::Float => Scalar::UInt,
            Scalar::Long | Scalar::Double => Scalar::ULong,
            Scalar::Int128 => Scalar::UInt128,
            other => other,
        }
    }

    /// The signed integer of the same size.
    pub fn to_signed(self) -> Scalar {
        match self {
            Scalar::Bool | Scalar::UChar => Scalar::Char,
            Scalar::UShort | Scalar::Half | Scalar::BFloat => Scalar::Short,
            Scalar::UInt | Scalar::Float => Scalar::Int,
            Scalar::ULong | Scalar::Double => Scalar::Long,
            Scalar::UInt128 => Scalar::Int128,
            other => other,
        }
    }

    /// Its OpenCL name.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Char => "char",
            Scalar::UChar => "uchar",
            Scalar::Short => "short",
            Scalar::UShort => "ushort",
            Scalar::Int => "int",
            Scalar::UInt => "uint",
            Scalar::Long => "long",
            Scalar::ULong => "ulong",
            Scalar::Int128 => "__int128",
            Scalar::UInt128 => "unsigned __int128",
            Scalar::Half => "half",
            Scalar::BFloat => "__bf16",
            Scalar::Float => "float",
            Scalar::Double => "double",
        }
    }

    /// The scalar of this OpenCL name.
    pub fn from_name(name: &str) -> Option<Scalar> {
        Scalar::ALL
            .into_iter()
            .find(|s| s.name() == name && !matches!(s, Scalar::BFloat | Scalar::Int128 | Scalar::UInt128))
    }

    /// Truncates `value` to this integer type and extends it back to 128 bits.
    pub fn wrap(self, value: u128) -> u128 {
        match self {
            Scalar::Bool => (value != 0) as u128,
            Scalar::Char => value as i8 as u128,
            Scalar::UChar => value as u8 as u128,
            Scalar::Short => value as i16 as u128,
            Scalar::UShort => value as u16 as u128,
            Scalar::Int => value as i32 as u128,
            Scalar::UInt => value as u32 as u128,
            Scalar::Long => value as i64 as u128,
            Scalar::ULong => value as u64 as u128,
            _ => value,
        }
    }

    /// The value of a literal of this type, which is kept in 64 bits, extended to 128 bits.
    pub fn widen(self, literal: u64) -> u128 {
        match self.is_signed() {
            true => literal as i64 as u128,
            false => literal as u128,
        }
    }

    /// The opposite of [`Scalar::widen`]: none if 64 bits cannot hold the value.
    pub fn narrow(self, value: u128) -> Option<u64> {
        (self.widen(value as u64) == value).then_some(value as u64)
    }
}
