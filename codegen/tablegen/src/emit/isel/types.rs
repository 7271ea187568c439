//! Sets of value types, for type inference. The first numbers are those of `ValueType::simple_index` in
//! `codegen/src/dag/types.rs`, the types that generated code can name; after them are the others that LLVM's descriptions
//! know, which a listing shows.

use fxhash::FxHashMap;
use std::fmt;
use std::sync::LazyLock;

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

/// Elements and counts of types that only listings can show.
const MORE_ELEMENTS: [(&str, u32, bool); 7] = [
    ("i2", 2, false),
    ("i4", 4, false),
    ("i256", 256, false),
    ("i512", 512, false),
    ("f80", 80, true),
    ("f128", 128, true),
    ("ppcf128", 128, true),
];
const MORE_COUNTS: [u32; 6] = [64, 128, 256, 512, 1024, 2048];
const SCALABLE_COUNTS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// Types that are neither numbers nor vectors of numbers, with their sizes in bits.
const OPAQUE: [(&str, u32); 11] = [
    ("x86mmx", 64),
    ("x86amx", 8192),
    ("aarch64svcount", 16),
    ("i64x8", 512),
    ("funcref", 0),
    ("externref", 0),
    ("exnref", 0),
    ("spirvbuiltin", 0),
    ("amdgpuBufferFatPointer", 160),
    ("amdgpuBufferStridedPointer", 192),
    ("MetadataVT", 0),
];

const NUM_DATA: usize = ELEMENTS.len() * COUNTS.len();
const OTHER: u16 = NUM_DATA as u16;
const GLUE: u16 = OTHER + 1;
const UNTYPED: u16 = OTHER + 2;
/// Types that generated code can name.
const NUM_NAMEABLE: u16 = UNTYPED + 1;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Float,
    Opaque,
    /// Not data: a chain or glue.
    None,
}

struct Info {
    name: String,
    kind: Kind,
    /// Bits of an element.
    bits: u32,
    /// 0: a scalar. Scalable vectors have a bit above all counts.
    count: u32,
    scalar: SimpleType,
}

const SCALABLE: u32 = 1 << 16;

struct Table {
    types: Vec<Info>,
    by_name: FxHashMap<String, SimpleType>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut types: Vec<Info> = Vec::new();
    let add = |types: &mut Vec<Info>, element: (&str, u32, bool), count: u32, scalar: usize| {
        let name = match count {
            0 => element.0.to_string(),
            _ if count & SCALABLE != 0 => format!("nxv{}{}", count & !SCALABLE, element.0),
            _ => format!("v{count}{}", element.0),
        };
        types.push(Info {
            name,
            kind: if element.2 { Kind::Float } else { Kind::Int },
            bits: element.1,
            count,
            scalar: SimpleType(scalar as u16),
        });
    };
    for element in ELEMENTS {
        let scalar = types.len();
        COUNTS
            .iter()
            .for_each(|&count| add(&mut types, element, count, scalar));
    }
    let opaque = |types: &mut Vec<Info>, name: String, kind, bits| {
        let scalar = SimpleType(types.len() as u16);
        types.push(Info {
            name,
            kind,
            bits,
            count: 0,
            scalar,
        });
    };
    opaque(&mut types, "Other".to_string(), Kind::None, 0);
    opaque(&mut types, "glue".to_string(), Kind::None, 0);
    opaque(&mut types, "untyped".to_string(), Kind::None, 0);
    for (name, bits) in OPAQUE {
        opaque(&mut types, name.to_string(), Kind::Opaque, bits);
    }
    for registers in [1, 2, 4, 8, 16, 32] {
        for fields in 2..=8 {
            if registers * fields <= 64 {
                let name = format!("riscv_nxv{registers}i8x{fields}");
                opaque(&mut types, name, Kind::Opaque, registers * fields * 8);
            }
        }
    }
    for element in MORE_ELEMENTS {
        let scalar = types.len();
        COUNTS
            .iter()
            .for_each(|&count| add(&mut types, element, count, scalar));
    }
    for (number, element) in ELEMENTS.into_iter().enumerate() {
        let scalar = number * COUNTS.len();
        MORE_COUNTS
            .iter()
            .for_each(|&count| add(&mut types, element, count, scalar));
        SCALABLE_COUNTS
            .iter()
            .for_each(|&count| add(&mut types, element, count | SCALABLE, scalar));
    }
    let mut by_name: FxHashMap<String, SimpleType> = FxHashMap::default();
    for (number, info) in types.iter().enumerate() {
        by_name.insert(info.name.clone(), SimpleType(number as u16));
    }
    by_name.insert("OtherVT".to_string(), SimpleType(OTHER));
    by_name.insert("FlagVT".to_string(), SimpleType(GLUE));
    Table { types, by_name }
});

/// A simple type by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SimpleType(pub u16);

impl SimpleType {
    pub const OTHER: SimpleType = SimpleType(OTHER);
    pub const UNTYPED: SimpleType = SimpleType(UNTYPED);

    /// The type of a `ValueType` record by its name; `None` for wildcards and types that are not simple.
    pub fn from_record_name(name: &str) -> Option<SimpleType> {
        TABLE.by_name.get(name).copied()
    }

    fn info(self) -> &'static Info {
        &TABLE.types[usize::from(self.0)]
    }

    /// Its number in byte code; `None` if generated code cannot name it.
    pub fn byte(self) -> Option<u8> {
        (self.0 < NUM_NAMEABLE).then_some(self.0 as u8)
    }

    fn is_data(self) -> bool {
        self.info().kind != Kind::None
    }

    /// The element type.
    pub fn scalar(self) -> SimpleType {
        self.info().scalar
    }

    fn is_vector(self) -> bool {
        self.info().count != 0
    }

    fn is_int(self) -> bool {
        self.info().kind == Kind::Int
    }

    fn is_float(self) -> bool {
        self.info().kind == Kind::Float
    }

    /// The first criterion for the order in which patterns of a root are tried, before their complexity: scalars before vectors,
    /// integers before floats.
    pub fn order(self) -> (bool, bool) {
        (self.is_vector(), self.is_float())
    }

    /// Bits of an element.
    pub fn scalar_bits(self) -> u32 {
        self.info().bits
    }

    /// Elements, 0 for a scalar; scalable counts differ from all others.
    fn count(self) -> u32 {
        self.info().count
    }

    /// The kind of a type; only types of one kind are compared by size: scalars, vectors, scalable vectors.
    fn shape(self) -> (bool, bool) {
        (self.is_vector(), self.count() & SCALABLE != 0)
    }

    fn size(self) -> (u32, u64) {
        (self.scalar_bits(), self.bits())
    }

    /// Size in bits; for a scalable vector its minimum, which counts as more than the size of any other type.
    fn bits(self) -> u64 {
        let scalable = u64::from(self.count() & SCALABLE) << 32;
        u64::from(self.scalar_bits()) * u64::from((self.count() & !SCALABLE).max(1)) + scalable
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
        f.write_str(&self.info().name)
    }
}

const WORDS: usize = 8;

/// A set for each type.
fn by_type(set: impl Fn(SimpleType) -> TypeSet) -> Vec<TypeSet> {
    (0..TABLE.types.len() as u16)
        .map(|number| set(SimpleType(number)))
        .collect()
}

/// A set of simple types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TypeSet([u64; WORDS]);

impl TypeSet {
    pub const EMPTY: TypeSet = TypeSet([0; WORDS]);

    pub fn of(ty: SimpleType) -> TypeSet {
        let mut set = TypeSet::EMPTY;
        set.insert(ty);
        set
    }

    /// All types.
    pub fn all() -> TypeSet {
        static ALL: LazyLock<TypeSet> = LazyLock::new(|| TypeSet::EMPTY.filled(|_| true));
        *ALL
    }

    /// All types that are data.
    pub fn data() -> TypeSet {
        static DATA: LazyLock<TypeSet> = LazyLock::new(|| TypeSet::EMPTY.filled(SimpleType::is_data));
        *DATA
    }

    /// The types that pointers may have.
    pub fn pointers() -> TypeSet {
        static POINTERS: LazyLock<TypeSet> = LazyLock::new(|| {
            TypeSet::EMPTY.filled(|ty| ty.is_int() && !ty.is_vector() && matches!(ty.bits(), 16 | 32 | 64))
        });
        *POINTERS
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
            256 => "v8i32",
            512 => "v16i32",
            _ => return TypeSet::EMPTY,
        };
        SimpleType::from_record_name(name).map_or(TypeSet::EMPTY, TypeSet::of)
    }

    fn filled(mut self, mut keep: impl FnMut(SimpleType) -> bool) -> TypeSet {
        for number in 0..TABLE.types.len() as u16 {
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

    /// A short text that identifies the set, for comparisons.
    pub fn write_key(&self, out: &mut String) {
        use fmt::Write;
        for word in self.0.iter().enumerate().filter(|(_, word)| **word != 0) {
            let _ = write!(out, "{}:{:x},", word.0, word.1);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
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
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let rest = |word: u64| (word != 0).then_some(word);
            // Each step drops the lowest bit.
            std::iter::successors(rest(word), move |&word| rest(word & (word - 1)))
                .map(move |word| SimpleType(index as u16 * 64 + word.trailing_zeros() as u16))
        })
    }

    fn retain(self, mut keep: impl FnMut(SimpleType) -> bool) -> TypeSet {
        let mut out = TypeSet::EMPTY;
        for ty in self.iter().filter(|&ty| keep(ty)) {
            out.insert(ty);
        }
        out
    }

    pub fn ints(self) -> TypeSet {
        static SET: LazyLock<TypeSet> = LazyLock::new(|| TypeSet::EMPTY.filled(SimpleType::is_int));
        self.intersection(*SET)
    }

    pub fn floats(self) -> TypeSet {
        static SET: LazyLock<TypeSet> = LazyLock::new(|| TypeSet::EMPTY.filled(SimpleType::is_float));
        self.intersection(*SET)
    }

    pub fn vectors(self) -> TypeSet {
        static SET: LazyLock<TypeSet> = LazyLock::new(|| TypeSet::EMPTY.filled(SimpleType::is_vector));
        self.intersection(*SET)
    }

    /// Vectors whose element is in `elements`.
    pub fn with_elements(self, elements: TypeSet) -> TypeSet {
        static VECTORS: LazyLock<Vec<TypeSet>> = LazyLock::new(|| {
            by_type(|element| TypeSet::EMPTY.filled(|ty| ty.is_vector() && ty.scalar() == element))
        });
        self.related(elements, &VECTORS)
    }

    /// Members that are related to a member of `other`: `related` is what each type is related to.
    fn related(self, other: TypeSet, related: &[TypeSet]) -> TypeSet {
        let mut found = TypeSet::EMPTY;
        for ty in other.iter() {
            found = found.union(related[usize::from(ty.0)]);
            // All types are related already.
            if self.0.iter().zip(&found.0).all(|(own, found)| own & !found == 0) {
                return self;
            }
        }
        self.intersection(found)
    }

    /// Scalars that are the element of a vector in `vectors`.
    pub fn elements_of(self, vectors: TypeSet) -> TypeSet {
        self.retain(|ty| !ty.is_vector() && vectors.iter().any(|v| v.is_vector() && v.scalar() == ty))
    }

    /// Members that are smaller than some member of `larger`. Scalars are compared with scalars and vectors with vectors, if
    /// there are any, by the size of an element and then by the total size.
    pub fn smaller_than(self, larger: TypeSet) -> TypeSet {
        self.retain(|ty| {
            let mut alike = larger.iter().filter(|big| big.shape() == ty.shape()).peekable();
            alike.peek().is_none() || alike.any(|big| big.size() > ty.size())
        })
    }

    /// Members that are larger than some member of `smaller`, in the same manner.
    pub fn larger_than(self, smaller: TypeSet) -> TypeSet {
        self.retain(|ty| {
            let mut alike = smaller
                .iter()
                .filter(|small| small.shape() == ty.shape())
                .peekable();
            alike.peek().is_none() || alike.any(|small| small.size() < ty.size())
        })
    }

    /// Members of the shape of a type that are larger; those whose size the processor says may be.
    pub fn larger_than_type(self, smaller: SimpleType) -> TypeSet {
        self.retain(|ty| ty.bits() == 0 || ty.shape() == smaller.shape() && ty.size() > smaller.size())
    }

    /// Members with as many elements as some member of `other`.
    pub fn same_count(self, other: TypeSet) -> TypeSet {
        static ALIKE: LazyLock<Vec<TypeSet>> =
            LazyLock::new(|| by_type(|one| TypeSet::EMPTY.filled(|ty| ty.count() == one.count())));
        self.related(other, &ALIKE)
    }

    /// Members with as many bits as some member of `other`.
    pub fn same_size(self, other: TypeSet) -> TypeSet {
        static ALIKE: LazyLock<Vec<TypeSet>> = LazyLock::new(|| {
            by_type(|one| {
                TypeSet::EMPTY.filled(|ty| one.is_data() && ty.is_data() && one.bits() == ty.bits())
            })
        });
        self.related(other, &ALIKE)
    }

    /// Vectors that are a part of a vector in `whole`.
    pub fn parts_of(self, whole: TypeSet) -> TypeSet {
        self.retain(|ty| {
            ty.is_vector()
                && whole
                    .iter()
                    .any(|w| w.shape() == ty.shape() && w.scalar() == ty.scalar() && w.count() > ty.count())
        })
    }

    /// Vectors of which a member of `part` is a part.
    pub fn wholes_of(self, part: TypeSet) -> TypeSet {
        self.retain(|ty| {
            ty.is_vector()
                && part
                    .iter()
                    .any(|p| p.shape() == ty.shape() && p.scalar() == ty.scalar() && ty.count() > p.count())
        })
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
            set(&["i1", "i16", "i64", "v2i16"]).smaller_than(set(&["i32", "v2i16"])),
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
