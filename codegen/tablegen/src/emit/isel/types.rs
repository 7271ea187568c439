//! Sets of value types, for type inference. Numbers are those of `ValueType::simple_index` in `codegen/src/dag/types.rs`.

use std::fmt;

/// Elements of simple types, in the order of their numbers: name, bits, whether a float.
const ELEMENTS: [(&str, u32, bool); 10] = [
    ("i1", 1, false),
    ("i8", 8, false),
    ("i16", 16, false),
    ("i32", 32, false),
    ("i64", 64, false),
    ("i128", 128, false),
    ("f16", 16, true),
    ("bf16", 16, true),
    ("f32", 32, true),
    ("f64", 64, true),
];

/// Element counts of simple types; 0 is scalar.
const COUNTS: [u32; 15] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 32];

const NUM_DATA: usize = ELEMENTS.len() * COUNTS.len();
const OTHER: u8 = NUM_DATA as u8;
const GLUE: u8 = OTHER + 1;
const UNTYPED: u8 = OTHER + 2;
const NUM_TYPES: usize = NUM_DATA + 3;

/// A simple type by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SimpleType(pub u8);

impl SimpleType {
    pub const OTHER: SimpleType = SimpleType(OTHER);

    /// The type of a `ValueType` record by its name; `None` for types that stand for several, or that are not simple.
    pub fn from_record_name(name: &str) -> Option<SimpleType> {
        match name {
            "OtherVT" => return Some(SimpleType(OTHER)),
            "FlagVT" => return Some(SimpleType(GLUE)),
            "untyped" => return Some(SimpleType(UNTYPED)),
            _ => {}
        }
        let (count, element) = match name.strip_prefix('v') {
            Some(rest) => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                (rest[..digits].parse().ok()?, &rest[digits..])
            }
            None => (0, name),
        };
        let element = ELEMENTS.iter().position(|known| known.0 == element)?;
        let count = COUNTS.iter().position(|&known| known == count)?;
        Some(SimpleType((element * COUNTS.len() + count) as u8))
    }

    fn is_data(self) -> bool {
        self.0 < OTHER
    }

    fn element(self) -> (&'static str, u32, bool) {
        ELEMENTS[self.0 as usize / COUNTS.len()]
    }

    fn count(self) -> u32 {
        COUNTS[self.0 as usize % COUNTS.len()]
    }

    /// The element type.
    pub fn scalar(self) -> SimpleType {
        if self.is_data() {
            SimpleType(self.0 - self.0 % COUNTS.len() as u8)
        } else {
            self
        }
    }

    fn is_vector(self) -> bool {
        self.is_data() && self.count() != 0
    }

    fn is_int(self) -> bool {
        self.is_data() && !self.element().2
    }

    fn is_float(self) -> bool {
        self.is_data() && self.element().2
    }

    /// Bits of an element.
    pub fn scalar_bits(self) -> u32 {
        if self.is_data() { self.element().1 } else { 0 }
    }

    fn bits(self) -> u32 {
        self.scalar_bits() * self.count().max(1)
    }

    /// Name of the constant in Rust's `ValueType`.
    pub fn rust_name(self) -> String {
        match self.0 {
            OTHER => "OTHER".to_string(),
            GLUE => "GLUE".to_string(),
            UNTYPED => "UNTYPED".to_string(),
            _ => self.to_string().to_ascii_uppercase(),
        }
    }
}

impl fmt::Display for SimpleType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            OTHER => f.write_str("Other"),
            GLUE => f.write_str("glue"),
            UNTYPED => f.write_str("untyped"),
            _ if self.count() == 0 => f.write_str(self.element().0),
            _ => write!(f, "v{}{}", self.count(), self.element().0),
        }
    }
}

/// A set of simple types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TypeSet([u64; 3]);

impl TypeSet {
    pub const EMPTY: TypeSet = TypeSet([0; 3]);

    pub fn of(ty: SimpleType) -> TypeSet {
        let mut set = TypeSet::EMPTY;
        set.insert(ty);
        set
    }

    /// All types.
    pub fn all() -> TypeSet {
        TypeSet::EMPTY.filled(|_| true)
    }

    /// All types that are data.
    pub fn data() -> TypeSet {
        TypeSet::EMPTY.filled(SimpleType::is_data)
    }

    /// The types that pointers may have.
    pub fn pointers() -> TypeSet {
        TypeSet::EMPTY.filled(|ty| ty.is_int() && !ty.is_vector() && matches!(ty.bits(), 32 | 64))
    }

    /// Integers of whole dwords that lowering may put in the place of a type whose elements are 8 or 16 bits wide: such
    /// types need not have registers of their own.
    pub fn integers_for(ty: SimpleType) -> TypeSet {
        if !matches!(ty.scalar_bits(), 8 | 16) {
            return TypeSet::EMPTY;
        }
        let name = match ty.bits() {
            0..=32 => "i32",
            64 => "i64",
            96 => "v3i32",
            128 => "v4i32",
            _ => return TypeSet::EMPTY,
        };
        SimpleType::from_record_name(name).map_or(TypeSet::EMPTY, TypeSet::of)
    }

    fn filled(mut self, mut keep: impl FnMut(SimpleType) -> bool) -> TypeSet {
        for number in 0..NUM_TYPES as u8 {
            if keep(SimpleType(number)) {
                self.insert(SimpleType(number));
            }
        }
        self
    }

    pub fn insert(&mut self, ty: SimpleType) {
        self.0[ty.0 as usize / 64] |= 1 << (ty.0 % 64);
    }

    pub fn contains(&self, ty: SimpleType) -> bool {
        self.0[ty.0 as usize / 64] >> (ty.0 % 64) & 1 != 0
    }

    pub fn union(self, other: TypeSet) -> TypeSet {
        TypeSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub fn intersection(self, other: TypeSet) -> TypeSet {
        TypeSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; 3]
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The only member.
    pub fn single(&self) -> Option<SimpleType> {
        if self.len() != 1 {
            return None;
        }
        self.iter().next()
    }

    pub fn iter(&self) -> impl Iterator<Item = SimpleType> + '_ {
        (0..NUM_TYPES as u8)
            .map(SimpleType)
            .filter(|&ty| self.contains(ty))
    }

    fn retain(self, mut keep: impl FnMut(SimpleType) -> bool) -> TypeSet {
        let mut out = TypeSet::EMPTY;
        for ty in self.iter().filter(|&ty| keep(ty)) {
            out.insert(ty);
        }
        out
    }

    pub fn ints(self) -> TypeSet {
        self.retain(SimpleType::is_int)
    }

    pub fn floats(self) -> TypeSet {
        self.retain(SimpleType::is_float)
    }

    pub fn vectors(self) -> TypeSet {
        self.retain(SimpleType::is_vector)
    }

    /// Vectors whose element is in `elements`.
    pub fn with_elements(self, elements: TypeSet) -> TypeSet {
        self.retain(|ty| ty.is_vector() && elements.contains(ty.scalar()))
    }

    /// Scalars that are the element of a vector in `vectors`.
    pub fn elements_of(self, vectors: TypeSet) -> TypeSet {
        self.retain(|ty| !ty.is_vector() && vectors.iter().any(|v| v.is_vector() && v.scalar() == ty))
    }

    /// Members with fewer bits in an element (or in all, for different counts) than some member of `larger`.
    pub fn smaller_than(self, larger: TypeSet) -> TypeSet {
        self.retain(|ty| {
            larger
                .iter()
                .any(|big| big.count_or_zero() == ty.count_or_zero() && big.scalar_bits() > ty.scalar_bits())
        })
    }

    /// Members with more bits than some member of `smaller`.
    pub fn larger_than(self, smaller: TypeSet) -> TypeSet {
        self.retain(|ty| {
            smaller.iter().any(|small| {
                small.count_or_zero() == ty.count_or_zero() && small.scalar_bits() < ty.scalar_bits()
            })
        })
    }

    /// Members with as many elements as some member of `other`.
    pub fn same_count(self, other: TypeSet) -> TypeSet {
        self.retain(|ty| other.iter().any(|o| o.count_or_zero() == ty.count_or_zero()))
    }

    /// Members with as many bits as some member of `other`.
    pub fn same_size(self, other: TypeSet) -> TypeSet {
        self.retain(|ty| {
            other
                .iter()
                .any(|o| o.is_data() && ty.is_data() && o.bits() == ty.bits())
        })
    }

    /// Vectors that are a part of a vector in `whole`.
    pub fn parts_of(self, whole: TypeSet) -> TypeSet {
        self.retain(|ty| {
            whole
                .iter()
                .any(|w| w.is_vector() && w.scalar() == ty.scalar() && w.count() > ty.count_or_zero())
        })
    }

    /// Vectors of which a member of `part` is a part.
    pub fn wholes_of(self, part: TypeSet) -> TypeSet {
        self.retain(|ty| {
            ty.is_vector()
                && part
                    .iter()
                    .any(|p| p.scalar() == ty.scalar() && ty.count() > p.count_or_zero())
        })
    }
}

impl SimpleType {
    fn count_or_zero(self) -> u32 {
        if self.is_data() { self.count() } else { 0 }
    }
}

impl fmt::Display for TypeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.len();
        for (i, ty) in self.iter().take(8).enumerate() {
            write!(f, "{}{ty}", if i == 0 { "" } else { ", " })?;
        }
        if count > 8 { f.write_str(", ...") } else { Ok(()) }
    }
}

impl fmt::Debug for TypeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> TypeSet {
        let mut set = TypeSet::EMPTY;
        for name in names {
            set.insert(SimpleType::from_record_name(name).unwrap());
        }
        set
    }

    #[test]
    fn relations() {
        let all = TypeSet::data();
        assert_eq!(set(&["i1", "i32", "f32"]).ints(), set(&["i1", "i32"]));
        assert_eq!(
            set(&["i1", "i16", "i64", "v2i16"]).smaller_than(set(&["i32"])),
            set(&["i1", "i16"])
        );
        assert_eq!(
            set(&["f32", "i32", "f64"]).elements_of(set(&["v4f32"])),
            set(&["f32"])
        );
        assert_eq!(
            all.with_elements(set(&["f32"]))
                .same_size(set(&["v2i64", "i128"])),
            set(&["v4f32"])
        );
        assert_eq!(
            set(&["v2i32", "v8i32", "v2f32"]).parts_of(set(&["v4i32"])),
            set(&["v2i32"])
        );
        assert_eq!(SimpleType::from_record_name("iPTR"), None);
        assert_eq!(set(&["v4f32"]).single().unwrap().rust_name(), "V4F32");
        assert_eq!(set(&["v4f32"]).single().unwrap().0, 8 * 15 + 4);
    }
}
