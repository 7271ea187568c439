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
    Half,
    BFloat,
    Float,
    Double,
}

impl Scalar {
    /// All of them in order of rank.
    pub const ALL: [Scalar; 13] = {
        use Scalar::*;
        [
            Bool, Char, UChar, Short, UShort, Int, UInt, Long, ULong, Half, BFloat, Float, Double,
        ]
    };

    /// Size in bytes.
    pub fn size(self) -> u64 {
        match self {
            Scalar::Bool | Scalar::Char | Scalar::UChar => 1,
            Scalar::Short | Scalar::UShort | Scalar::Half | Scalar::BFloat => 2,
            Scalar::Int | Scalar::UInt | Scalar::Float => 4,
            Scalar::Long | Scalar::ULong | Scalar::Double => 8,
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
        matches!(self, Scalar::Char | Scalar::Short | Scalar::Int | Scalar::Long)
    }

    /// The unsigned integer of the same size.
    pub fn to_unsigned(self) -> Scalar {
        match self {
            Scalar::Char => Scalar::UChar,
            Scalar::Short | Scalar::Half | Scalar::BFloat => Scalar::UShort,
            Scalar::Int | Scalar::Float => Scalar::UInt,
            Scalar::Long | Scalar::Double => Scalar::ULong,
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
            .find(|s| s.name() == name && *s != Scalar::BFloat)
    }

    /// Truncates `value` to this integer type and extends it back to 64 bits.
    pub fn wrap(self, value: u64) -> u64 {
        match self {
            Scalar::Bool => (value != 0) as u64,
            Scalar::Char => value as i8 as u64,
            Scalar::UChar => value as u8 as u64,
            Scalar::Short => value as i16 as u64,
            Scalar::UShort => value as u16 as u64,
            Scalar::Int => value as i32 as u64,
            Scalar::UInt => value as u32 as u64,
            _ => value,
        }
    }
}
