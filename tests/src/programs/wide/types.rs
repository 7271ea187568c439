//! Types of the generated programs, and constants of them.

use super::Generator;

/// An element type.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Scalar {
    pub name: &'static str,
    /// The unsigned and the signed type of the same width: results of vector comparisons.
    pub unsigned: &'static str,
    pub signed: &'static str,
    pub bits: u32,
    pub is_signed: bool,
    /// Width of the integers that a float represents exactly, none for integers.
    pub exact: Option<u32>,
}

const fn int(
    name: &'static str,
    unsigned: &'static str,
    signed: &'static str,
    bits: u32,
    is_signed: bool,
) -> Scalar {
    Scalar {
        name,
        unsigned,
        signed,
        bits,
        is_signed,
        exact: None,
    }
}

const fn float(
    name: &'static str,
    unsigned: &'static str,
    signed: &'static str,
    bits: u32,
    exact: u32,
) -> Scalar {
    Scalar {
        name,
        unsigned,
        signed,
        bits,
        is_signed: true,
        exact: Some(exact),
    }
}

/// Integer types.
pub(super) static INTS: [Scalar; 8] = [
    int("uint", "uint", "int", 32, false),
    int("int", "uint", "int", 32, true),
    int("ulong", "ulong", "long", 64, false),
    int("long", "ulong", "long", 64, true),
    int("ushort", "ushort", "short", 16, false),
    int("short", "ushort", "short", 16, true),
    int("uchar", "uchar", "char", 8, false),
    int("char", "uchar", "char", 8, true),
];

/// Floating-point types.
pub(super) static FLOATS: [Scalar; 3] = [
    float("float", "uint", "int", 32, 24),
    float("double", "ulong", "long", 64, 53),
    float("half", "ushort", "short", 16, 11),
];

/// A scalar or a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Type {
    pub scalar: &'static Scalar,
    pub lanes: usize,
}

pub(super) const UINT: Type = scalar(&INTS[0]);
pub(super) const INT: Type = scalar(&INTS[1]);
pub(super) const ULONG: Type = scalar(&INTS[2]);

pub(super) const fn scalar(scalar: &'static Scalar) -> Type {
    Type { scalar, lanes: 1 }
}

/// A name with a vector's number of lanes.
pub(super) fn with_lanes(name: &str, lanes: usize) -> String {
    match lanes {
        1 => name.to_string(),
        _ => format!("{name}{lanes}"),
    }
}

impl Type {
    pub(super) fn text(self) -> String {
        with_lanes(self.scalar.name, self.lanes)
    }

    pub(super) fn unsigned(self) -> String {
        with_lanes(self.scalar.unsigned, self.lanes)
    }

    pub(super) fn element(self) -> Type {
        scalar(self.scalar)
    }

    pub(super) fn with_lanes(self, lanes: usize) -> Type {
        Type { lanes, ..self }
    }

    pub(super) fn is_float(self) -> bool {
        self.scalar.exact.is_some()
    }

    /// The integers with as many bits, without or with a sign.
    pub(super) fn integer(self, is_signed: bool) -> Type {
        let same = |s: &&Scalar| s.bits == self.scalar.bits && s.is_signed == is_signed;
        let scalar = INTS.iter().find(same).expect("there are integers of every width");
        Type { scalar, ..self }
    }

    /// Bytes in memory.
    pub(super) fn size(self) -> usize {
        let lanes = if self.lanes == 3 { 4 } else { self.lanes };
        lanes * self.scalar.bits as usize / 8
    }

    /// One lane of a value as a `uint` that contains all its bits.
    pub(super) fn as_word(self, name: &str, lane: usize) -> String {
        let value = match self.lanes {
            1 => name.to_string(),
            _ => format!("{name}.s{lane:x}"),
        };
        if self.is_float() {
            return format!("(uint)(int)({value})");
        }
        match self.scalar.bits {
            64 => format!("((uint){value} ^ (uint)({value} >> 32))"),
            _ => format!("(uint){value}"),
        }
    }
}

impl Generator {
    pub(super) fn int_scalar(&mut self) -> &'static Scalar {
        match self.random.chance(20) {
            true => &INTS[0],
            false => &INTS[self.random.below(INTS.len())],
        }
    }

    pub(super) fn lanes(&mut self) -> usize {
        self.random.pick(&[2, 3, 4, 2, 4, 8, 16])
    }

    pub(super) fn int_type(&mut self) -> Type {
        scalar(self.int_scalar())
    }

    pub(super) fn any_type(&mut self) -> Type {
        let scalar = match self.random.chance(12) {
            true => &FLOATS[self.random.below(FLOATS.len())],
            false => self.int_scalar(),
        };
        let lanes = match self.random.chance(30) {
            true => self.lanes(),
            false => 1,
        };
        Type { scalar, lanes }
    }

    /// A constant expression of a type.
    pub(super) fn constant(&mut self, ty: Type) -> String {
        if ty.lanes > 1 {
            let count = if self.random.chance(25) { 1 } else { ty.lanes };
            let elements: Vec<String> = (0..count).map(|_| self.constant(ty.element())).collect();
            return format!("({})({})", ty.text(), elements.join(", "));
        }
        if ty.is_float() {
            let value =
                self.random.below(2 << Generator::float_bits(ty)) as i64 - (1 << Generator::float_bits(ty));
            return format!("({})({value})", ty.text());
        }
        let bits = ty.scalar.bits;
        let value = match self.random.below(5) {
            0 => self.random.below(10) as u64,
            1 => 1 << self.random.below(bits as usize),
            2 => (1u64 << self.random.below(bits as usize)).wrapping_sub(1),
            3 => !(self.random.below(10) as u64),
            _ => self.random.word(),
        };
        let value = value & (u64::MAX >> (64 - bits));
        format!("({}){value:#x}{}", ty.text(), if bits == 64 { "ul" } else { "u" })
    }
}
