//! Types: LLVM's, with opaque pointers; uniqued per context.

use crate::entities::{Symbol, Type};
use cranelift_entity::{EntityRef, PrimaryMap};
use fxhash::{FxBuildHasher, FxHashMap};

/// Bits of the widest integer: code for wider ones would be too large.
pub const MAX_INT_BITS: u32 = 2048;

/// What a [`Type`] is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeData {
    /// No value.
    Void,
    /// `iN`, 1 to [`MAX_INT_BITS`] bits. Passes see at most 128: `lower_split_values` runs before all others.
    Int(u32),
    /// `bN`, raw memory of 1 to [`MAX_INT_BITS`] bits: each bit may be a number's, a pointer's, or poison (LLVM Language
    /// Reference, "Byte Type"). `lower_bytes` makes integers of them before code is generated.
    Byte(u32),
    /// IEEE binary16.
    Half,
    /// bfloat16.
    BFloat,
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// `ptr addrspace(N)`.
    Ptr(u32),
    /// `<count x element>`.
    Vector(Type, u32),
    /// `[count x element]`.
    Array(Type, u64),
    /// A literal struct `{ .. }`, or `<{ .. }>` when packed.
    Struct(Box<[Type]>, bool),
    /// A named struct `%name`; its fields are in [`TypeTable::named_struct`].
    NamedStruct(Symbol),
    /// `ret (params...)`.
    Function(Type, Box<[Type]>, bool),
    /// A basic block label.
    Label,
    /// A metadata operand.
    Metadata,
    /// A token.
    Token,
    /// `target("name", ...)`: what a target keeps in an object of 16 bytes, which no instruction loads or stores.
    Target(Symbol, Box<[u32]>),
}

/// Bytes of an object of a [`TypeData::Target`], and its alignment.
pub const TARGET_TYPE_BYTES: u32 = 16;

/// The body of a named struct.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StructBody {
    /// Field types; `None` while the struct is opaque.
    pub fields: Option<Box<[Type]>>,
    /// Whether it has no padding.
    pub packed: bool,
}

/// All types of a context. The first ones are fixed (see the constants of [`Type`]).
#[derive(Clone, Debug)]
pub struct TypeTable {
    data: PrimaryMap<Type, TypeData>,
    index: FxHashMap<TypeData, Type>,
    named: FxHashMap<Symbol, StructBody>,
    /// Named structs in the order of their first mention.
    named_order: Vec<Symbol>,
}

macro_rules! fixed_types {
    ($($(#[$doc:meta])* $name:ident = $index:literal, $data:expr;)*) => {
        impl Type {
            $($(#[$doc])* pub const $name: Type = Type($index);)*
        }
        const FIXED: &[TypeData] = &[$($data),*];
    };
}

fixed_types! {
    /// `void`
    VOID = 0, TypeData::Void;
    /// `i1`
    I1 = 1, TypeData::Int(1);
    /// `i8`
    I8 = 2, TypeData::Int(8);
    /// `i16`
    I16 = 3, TypeData::Int(16);
    /// `i32`
    I32 = 4, TypeData::Int(32);
    /// `i64`
    I64 = 5, TypeData::Int(64);
    /// `half`
    F16 = 6, TypeData::Half;
    /// `bfloat`
    BF16 = 7, TypeData::BFloat;
    /// `float`
    F32 = 8, TypeData::Float;
    /// `double`
    F64 = 9, TypeData::Double;
    /// `ptr` (address space 0)
    PTR = 10, TypeData::Ptr(0);
    /// `label`
    LABEL = 11, TypeData::Label;
    /// `metadata`
    METADATA = 12, TypeData::Metadata;
    /// `token`
    TOKEN = 13, TypeData::Token;
}

impl Default for TypeTable {
    fn default() -> Self {
        TypeTable::new()
    }
}

/// Types of a small module.
const FIRST_TYPES: usize = 48;

impl TypeTable {
    /// A table of the fixed types only.
    pub fn new() -> TypeTable {
        let mut table = TypeTable {
            data: PrimaryMap::with_capacity(FIRST_TYPES),
            index: FxHashMap::with_capacity_and_hasher(FIRST_TYPES, FxBuildHasher),
            named: FxHashMap::default(),
            named_order: Vec::new(),
        };
        for data in FIXED {
            table.intern(data.clone());
        }
        table
    }

    /// The type with this data.
    pub fn intern(&mut self, data: TypeData) -> Type {
        if let Some(&ty) = self.index.get(&data) {
            return ty;
        }
        if let TypeData::NamedStruct(name) = data
            && !self.named.contains_key(&name)
        {
            self.named.insert(name, StructBody::default());
            self.named_order.push(name);
        }
        let ty = self.data.push(data.clone());
        self.index.insert(data, ty);
        ty
    }

    /// What `ty` is.
    pub fn data(&self, ty: Type) -> &TypeData {
        &self.data[ty]
    }

    /// `iN`.
    pub fn int(&mut self, bits: u32) -> Type {
        self.intern(TypeData::Int(bits))
    }

    /// `bN`.
    pub fn byte(&mut self, bits: u32) -> Type {
        self.intern(TypeData::Byte(bits))
    }

    /// `ptr addrspace(N)`.
    pub fn ptr(&mut self, address_space: u32) -> Type {
        self.intern(TypeData::Ptr(address_space))
    }

    /// `<count x element>`.
    pub fn vector(&mut self, element: Type, count: u32) -> Type {
        self.intern(TypeData::Vector(element, count))
    }

    /// `[count x element]`.
    pub fn array(&mut self, element: Type, count: u64) -> Type {
        self.intern(TypeData::Array(element, count))
    }

    /// A literal struct.
    pub fn struct_(&mut self, fields: &[Type], packed: bool) -> Type {
        self.intern(TypeData::Struct(fields.into(), packed))
    }

    /// The named struct `name`, opaque until [`TypeTable::set_struct_body`].
    pub fn named_struct_type(&mut self, name: Symbol) -> Type {
        self.intern(TypeData::NamedStruct(name))
    }

    /// Gives a named struct its fields.
    pub fn set_struct_body(&mut self, name: Symbol, fields: &[Type], packed: bool) {
        self.intern(TypeData::NamedStruct(name));
        self.named.insert(
            name,
            StructBody {
                fields: Some(fields.into()),
                packed,
            },
        );
    }

    /// The body of a named struct, if it was ever mentioned.
    pub fn named_struct(&self, name: Symbol) -> Option<&StructBody> {
        self.named.get(&name)
    }

    /// Named structs in the order of their first mention.
    pub fn named_structs(&self) -> &[Symbol] {
        &self.named_order
    }

    /// `target("name", numbers...)`.
    pub fn target(&mut self, name: Symbol, numbers: &[u32]) -> Type {
        self.intern(TypeData::Target(name, numbers.into()))
    }

    /// Whether objects of a type are or have parts that no instruction loads or stores.
    pub fn has_target_type(&self, ty: Type) -> bool {
        match &self.data[ty] {
            TypeData::Target(..) => true,
            TypeData::Array(element, _) => self.has_target_type(*element),
            _ => {
                let fields = self.struct_fields(ty).map_or(&[][..], |(fields, _)| fields);
                fields.iter().any(|&field| self.has_target_type(field))
            }
        }
    }

    /// A function type.
    pub fn function(&mut self, ret: Type, params: &[Type], variadic: bool) -> Type {
        self.intern(TypeData::Function(ret, params.into(), variadic))
    }

    /// Field types and packedness of a literal or named struct; `None` for other types and opaque structs.
    pub fn struct_fields(&self, ty: Type) -> Option<(&[Type], bool)> {
        match &self.data[ty] {
            TypeData::Struct(fields, packed) => Some((fields, *packed)),
            TypeData::NamedStruct(name) => {
                let body = self.named.get(name)?;
                Some((body.fields.as_deref()?, body.packed))
            }
            _ => None,
        }
    }

    /// Return type, parameter types and variadic flag of a function type.
    pub fn signature(&self, ty: Type) -> Option<(Type, &[Type], bool)> {
        match &self.data[ty] {
            TypeData::Function(ret, params, variadic) => Some((*ret, params, *variadic)),
            _ => None,
        }
    }

    /// The element type of a vector, the type itself otherwise.
    pub fn scalar(&self, ty: Type) -> Type {
        match self.data[ty] {
            TypeData::Vector(element, _) => element,
            _ => ty,
        }
    }

    /// Element type and count of a vector.
    pub fn vector_parts(&self, ty: Type) -> Option<(Type, u32)> {
        match self.data[ty] {
            TypeData::Vector(element, count) => Some((element, count)),
            _ => None,
        }
    }

    /// Element type and count of an array.
    pub fn array_parts(&self, ty: Type) -> Option<(Type, u64)> {
        match self.data[ty] {
            TypeData::Array(element, count) => Some((element, count)),
            _ => None,
        }
    }

    /// Width of an integer type (not of a vector of them).
    pub fn int_bits(&self, ty: Type) -> Option<u32> {
        match self.data[ty] {
            TypeData::Int(bits) => Some(bits),
            _ => None,
        }
    }

    /// Width of a byte type `bN` (not of a vector of them).
    pub fn byte_bits(&self, ty: Type) -> Option<u32> {
        match self.data[ty] {
            TypeData::Byte(bits) => Some(bits),
            _ => None,
        }
    }

    /// Address space of a pointer type (not of a vector of them).
    pub fn address_space(&self, ty: Type) -> Option<u32> {
        match self.data[ty] {
            TypeData::Ptr(space) => Some(space),
            _ => None,
        }
    }

    /// Whether it is `iN`.
    pub fn is_int(&self, ty: Type) -> bool {
        matches!(self.data[ty], TypeData::Int(_))
    }

    /// Width of `iN` or `bN`: the types of integer constants.
    pub fn int_or_byte_bits(&self, ty: Type) -> Option<u32> {
        self.int_bits(ty).or(self.byte_bits(ty))
    }

    /// Whether it is `bN`.
    pub fn is_byte(&self, ty: Type) -> bool {
        matches!(self.data[ty], TypeData::Byte(_))
    }

    /// Whether it is a floating-point scalar.
    pub fn is_float(&self, ty: Type) -> bool {
        matches!(
            self.data[ty],
            TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double
        )
    }

    /// Whether it is a pointer.
    pub fn is_ptr(&self, ty: Type) -> bool {
        matches!(self.data[ty], TypeData::Ptr(_))
    }

    /// Whether it is a vector.
    pub fn is_vector(&self, ty: Type) -> bool {
        matches!(self.data[ty], TypeData::Vector(..))
    }

    /// Whether it is an array or a struct.
    pub fn is_aggregate(&self, ty: Type) -> bool {
        matches!(
            self.data[ty],
            TypeData::Array(..) | TypeData::Struct(..) | TypeData::NamedStruct(_)
        )
    }

    /// Type of the member `index` of a struct, array or vector.
    pub fn member(&self, ty: Type, index: u64) -> Option<Type> {
        match &self.data[ty] {
            TypeData::Array(element, count) => (index < *count).then_some(*element),
            TypeData::Vector(element, count) => (index < u64::from(*count)).then_some(*element),
            _ => self
                .struct_fields(ty)?
                .0
                .get(usize::try_from(index).ok()?)
                .copied(),
        }
    }

    /// What an index of a `getelementptr` into an array or vector leads to, whose length does not limit indices.
    pub fn element(&self, ty: Type) -> Option<Type> {
        match self.data[ty] {
            TypeData::Array(element, _) | TypeData::Vector(element, _) => Some(element),
            _ => None,
        }
    }

    /// How many members a struct, array or vector has; none for others.
    pub fn member_count(&self, ty: Type) -> u64 {
        match self.data[ty] {
            TypeData::Array(_, count) => count,
            TypeData::Vector(_, count) => u64::from(count),
            _ => self
                .struct_fields(ty)
                .map_or(0, |(fields, _)| fields.len() as u64),
        }
    }

    /// `i1`, or a vector of `i1` as long as the vector `ty`: the type of a comparison of `ty`.
    pub fn comparison_result(&mut self, ty: Type) -> Type {
        match self.data[ty] {
            TypeData::Vector(_, count) => self.vector(Type::I1, count),
            _ => Type::I1,
        }
    }

    /// `scalar`, or a vector of it as long as the vector `like`.
    pub fn with_scalar(&mut self, like: Type, scalar: Type) -> Type {
        match self.data[like] {
            TypeData::Vector(_, count) => self.vector(scalar, count),
            _ => scalar,
        }
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Never empty: the fixed types are always there.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// All types, in index order.
    pub fn iter(&self) -> impl Iterator<Item = (Type, &TypeData)> {
        (0..self.data.len()).map(|i| (Type::new(i), &self.data[Type::new(i)]))
    }
}
