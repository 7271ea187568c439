//! Types of OpenCL C: interned, compared by index.

mod image;
mod layout;
mod scalar;
mod spelling;

pub use image::{Access, ImageShape};
pub use scalar::Scalar;

use crate::target::DescriptorType;
use crate::token::{Interner, Symbol};
use fxhash::FxHashMap;
use std::hash::{Hash, Hasher};
use wavec_support::Span;

/// A type without qualifiers. Types are equal if they differ only in alignments that typedefs give to them, to what they
/// point to or to their elements: the language does not tell such types apart.
#[derive(Clone, Copy, Debug)]
pub struct Ty {
    index: u32,
    /// The index of the equal type in which all alignments are natural.
    canonical: u32,
}

impl PartialEq for Ty {
    fn eq(&self, other: &Ty) -> bool {
        self.canonical == other.canonical
    }
}

impl Eq for Ty {}

impl Hash for Ty {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.canonical.hash(state);
    }
}

/// An address space of OpenCL.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[allow(missing_docs)]
pub enum Space {
    #[default]
    Private,
    Global,
    Constant,
    Local,
    Generic,
}

impl Space {
    /// Its qualifier.
    pub fn name(self) -> &'static str {
        match self {
            Space::Private => "__private",
            Space::Global => "__global",
            Space::Constant => "__constant",
            Space::Local => "__local",
            Space::Generic => "__generic",
        }
    }
}

/// `const`, `volatile`, `restrict`.
pub mod quals {
    /// `const`
    pub const CONST: u8 = 1;
    /// `volatile`
    pub const VOLATILE: u8 = 2;
    /// `restrict`
    pub const RESTRICT: u8 = 4;
}

/// A type with qualifiers and, for objects, their address space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QualType {
    /// The type.
    pub ty: Ty,
    /// See [`quals`].
    pub quals: u8,
    /// The address space of an object of this type; private for values.
    pub space: Space,
}

impl QualType {
    /// `ty` without qualifiers.
    pub fn new(ty: Ty) -> QualType {
        QualType {
            ty,
            quals: 0,
            space: Space::Private,
        }
    }

    /// The type of a value loaded from such an object.
    pub fn unqualified(self) -> QualType {
        QualType::new(self.ty)
    }

    /// Whether it is `const` or in constant memory.
    pub fn is_const(self) -> bool {
        self.quals & quals::CONST != 0 || self.space == Space::Constant
    }

    /// Whether it is `volatile`.
    pub fn is_volatile(self) -> bool {
        self.quals & quals::VOLATILE != 0
    }
}

/// A typedef.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypedefId(pub u32);

/// A struct or union.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordId(pub u32);

/// An enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnumId(pub u32);

/// A function type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FunctionTypeId(pub u32);

/// The kind of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// The type of an expression with an error; compatible with everything.
    Error,
    /// `void`
    Void,
    /// An arithmetic scalar.
    Scalar(Scalar),
    /// A vector of this many elements.
    Vector(Scalar, u32),
    /// A pointer.
    Pointer(QualType),
    /// An array.
    Array(QualType, u64),
    /// An array whose size is not known (yet).
    IncompleteArray(QualType),
    /// A struct or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
    /// A function.
    Function(FunctionTypeId),
    /// `event_t`
    Event,
    /// An image.
    Image(ImageShape, Access),
    /// `sampler_t`
    Sampler,
    /// An opaque type of the target.
    Descriptor(&'static DescriptorType),
    /// An opaque type of OpenCL that this compiler parses but cannot use, such as `queue_t`.
    Opaque(&'static str),
}

/// A member of a struct or union.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name; none if it is an unnamed struct, union or bit-field.
    pub name: Option<Symbol>,
    /// Its type.
    pub ty: QualType,
    /// The typedef that its declaration names.
    pub named: Option<TypedefId>,
    /// Byte offset; of the storage for a bit-field.
    pub offset: u64,
    /// For a bit-field.
    pub bits: Option<BitField>,
}

/// Where the bits of a bit-field are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// The first bit in the storage.
    pub first: u8,
    /// How many bits.
    pub width: u8,
    /// The bytes that are read and written as a whole: 1 to 9.
    pub storage: u8,
}

impl BitField {
    /// A bit-field of this width that has no place yet.
    pub fn new(width: u8) -> BitField {
        BitField {
            first: 0,
            width,
            storage: 0,
        }
    }
}

/// What attributes say about the place of a record or of a member of one.
#[derive(Clone, Copy, Default, Debug)]
pub struct Placement {
    /// `aligned`, in bytes.
    pub align: Option<u64>,
    /// `packed`
    pub packed: bool,
}

/// A typedef of the program: types do not keep which of them declarations name, which debug information tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Typedef {
    /// Its name.
    pub name: Symbol,
    /// What it stands for.
    pub ty: QualType,
    /// Where it is declared.
    pub span: Span,
    /// The typedef that its own declaration names, if there is one.
    pub named: Option<TypedefId>,
}

/// A struct or union.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Its tag, or the name of the typedef that names it.
    pub name: Option<Symbol>,
    /// Whether it is a union.
    pub is_union: bool,
    /// Whether its members are known.
    pub complete: bool,
    /// Members in order.
    pub fields: Vec<Field>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Nesting depth of arrays and structs in it.
    pub depth: u32,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// Its tag.
    pub name: Option<Symbol>,
    /// Integer type of its values.
    pub scalar: Scalar,
    /// Whether its enumerators are known.
    pub complete: bool,
    /// Its enumerators and their values, for debug information.
    pub enumerators: Vec<(Symbol, i64)>,
}

/// A function type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// Its return type.
    pub ret: QualType,
    /// Parameter types without top-level qualifiers.
    pub params: Vec<QualType>,
    /// `...` at the end.
    pub variadic: bool,
}

/// Vector sizes that have fixed type indices.
const VECTOR_SIZES: [u32; 5] = [2, 3, 4, 8, 16];
const FIRST_SCALAR: u32 = 2;
const FIRST_VECTOR: u32 = FIRST_SCALAR + Scalar::ALL.len() as u32 + 1;

impl Ty {
    /// See [`TypeKind::Error`].
    pub const ERROR: Ty = Ty::at(0);
    /// `void`
    pub const VOID: Ty = Ty::at(1);
    /// `bool`
    pub const BOOL: Ty = Ty::scalar(Scalar::Bool);
    /// `char`
    pub const CHAR: Ty = Ty::scalar(Scalar::Char);
    /// `int`
    pub const INT: Ty = Ty::scalar(Scalar::Int);
    /// `uint`
    pub const UINT: Ty = Ty::scalar(Scalar::UInt);
    /// `long`
    pub const LONG: Ty = Ty::scalar(Scalar::Long);
    /// `ulong`, which is `size_t`
    pub const ULONG: Ty = Ty::scalar(Scalar::ULong);
    /// `half`
    pub const HALF: Ty = Ty::scalar(Scalar::Half);
    /// `float`
    pub const FLOAT: Ty = Ty::scalar(Scalar::Float);
    /// `double`
    pub const DOUBLE: Ty = Ty::scalar(Scalar::Double);
    /// `event_t`
    pub const EVENT: Ty = Ty::at(FIRST_VECTOR - 1);

    /// A type with natural alignments.
    const fn at(index: u32) -> Ty {
        Ty {
            index,
            canonical: index,
        }
    }

    /// The equal type with natural alignments.
    fn naturally_aligned(self) -> Ty {
        Ty::at(self.canonical)
    }

    /// The type of a scalar.
    pub const fn scalar(scalar: Scalar) -> Ty {
        Ty::at(FIRST_SCALAR + scalar as u32)
    }
}

/// What tells a type with alignments of typedefs from those that equal it.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Realigned {
    /// The index of a type and the alignment that it is given.
    Aligned(u32, u64),
    /// The index of the pointer or array with natural alignments, and that of what it points to or of its elements.
    Derived(u32, u32),
    /// The index of the function type with natural alignments, and those of its result and parameters.
    Function(u32, Vec<u32>),
}

/// All types of a compilation.
pub struct Types {
    kinds: Vec<TypeKind>,
    /// Types with natural alignments.
    index: FxHashMap<TypeKind, Ty>,
    /// Types with others.
    realigned: FxHashMap<Realigned, Ty>,
    /// By index of a type that a typedef aligns: its alignment in bytes.
    alignments: FxHashMap<u32, u64>,
    /// Structs and unions.
    pub records: Vec<Record>,
    /// Enumerations.
    pub enums: Vec<Enumeration>,
    /// Typedefs.
    pub typedefs: Vec<Typedef>,
    functions: Vec<FunctionType>,
    function_index: FxHashMap<FunctionType, FunctionTypeId>,
    /// Size and alignment of pointers to each address space, in bytes.
    pub pointer_sizes: [u64; 5],
}

impl Types {
    /// The built-in types; `pointer_sizes` by address space, in bytes.
    pub fn new(pointer_sizes: [u64; 5]) -> Types {
        let mut kinds = Vec::with_capacity(128);
        kinds.push(TypeKind::Error);
        kinds.push(TypeKind::Void);
        kinds.extend(Scalar::ALL.map(TypeKind::Scalar));
        kinds.push(TypeKind::Event);
        for scalar in Scalar::ALL {
            kinds.extend(VECTOR_SIZES.map(|count| TypeKind::Vector(scalar, count)));
        }
        Types {
            kinds,
            index: FxHashMap::default(),
            realigned: FxHashMap::default(),
            alignments: FxHashMap::default(),
            records: Vec::new(),
            enums: Vec::new(),
            typedefs: Vec::new(),
            functions: Vec::new(),
            function_index: FxHashMap::default(),
            pointer_sizes,
        }
    }

    /// The kind of `ty`.
    pub fn kind(&self, ty: Ty) -> TypeKind {
        self.kinds[ty.index as usize]
    }

    fn intern(&mut self, kind: TypeKind) -> Ty {
        if let Some(&ty) = self.index.get(&kind) {
            return ty;
        }
        let ty = Ty::at(self.kinds.len() as u32);
        self.kinds.push(kind);
        self.index.insert(kind, ty);
        ty
    }

    /// A pointer or an array, where `kind` makes one of what it points to or of its elements.
    fn intern_derived(&mut self, of: QualType, kind: impl Fn(QualType) -> TypeKind) -> Ty {
        let ty = of.ty.naturally_aligned();
        let canonical = self.intern(kind(QualType { ty, ..of }));
        if of.ty.index == of.ty.canonical {
            return canonical;
        }
        self.realign(
            canonical,
            kind(of),
            Realigned::Derived(canonical.index, of.ty.index),
        )
    }

    /// A type that equals `like`.
    fn realign(&mut self, like: Ty, kind: TypeKind, key: Realigned) -> Ty {
        let index = self.kinds.len() as u32;
        let canonical = like.canonical;
        let ty = *self.realigned.entry(key).or_insert(Ty { index, canonical });
        if ty.index == index {
            self.kinds.push(kind);
        }
        ty
    }

    /// `ty` with an alignment in bytes, as a typedef with the attribute `aligned` has it: it may be less than natural.
    pub fn aligned(&mut self, ty: Ty, align: u64) -> Ty {
        let aligned = self.realign(ty, self.kind(ty), Realigned::Aligned(ty.index, align));
        self.alignments.insert(aligned.index, align);
        aligned
    }

    /// A vector type; `count` 1 gives the scalar.
    pub fn vector(&mut self, scalar: Scalar, count: u32) -> Ty {
        if count == 1 {
            return Ty::scalar(scalar);
        }
        match VECTOR_SIZES.iter().position(|&size| size == count) {
            Some(index) => Ty::at(FIRST_VECTOR + scalar as u32 * VECTOR_SIZES.len() as u32 + index as u32),
            None => self.intern(TypeKind::Vector(scalar, count)),
        }
    }

    /// A pointer type.
    pub fn pointer(&mut self, to: QualType) -> Ty {
        self.intern_derived(to, TypeKind::Pointer)
    }

    /// An array type.
    pub fn array(&mut self, of: QualType, count: u64) -> Ty {
        self.intern_derived(of, |of| TypeKind::Array(of, count))
    }

    /// An array type of unknown size.
    pub fn incomplete_array(&mut self, of: QualType) -> Ty {
        self.intern_derived(of, TypeKind::IncompleteArray)
    }

    /// An opaque type.
    pub fn opaque(&mut self, name: &'static str) -> Ty {
        self.intern(TypeKind::Opaque(name))
    }

    /// An image type.
    pub fn image(&mut self, shape: ImageShape, access: Access) -> Ty {
        self.intern(TypeKind::Image(shape, access))
    }

    /// `sampler_t`
    pub fn sampler(&mut self) -> Ty {
        self.intern(TypeKind::Sampler)
    }

    /// An opaque type of the target.
    pub fn descriptor(&mut self, descriptor: &'static DescriptorType) -> Ty {
        self.intern(TypeKind::Descriptor(descriptor))
    }

    /// A function type.
    pub fn function(&mut self, function: FunctionType) -> Ty {
        let natural = |of: &QualType| QualType {
            ty: of.ty.naturally_aligned(),
            ..*of
        };
        let canonical = FunctionType {
            ret: natural(&function.ret),
            params: function.params.iter().map(natural).collect(),
            ..function
        };
        let id = match self.function_index.get(&canonical) {
            Some(&id) => id,
            None => {
                let id = self.new_function(canonical.clone());
                self.function_index.insert(canonical, id);
                id
            }
        };
        let canonical = self.intern(TypeKind::Function(id));
        let parts = std::iter::once(&function.ret).chain(&function.params);
        if parts.clone().all(|part| part.ty.index == part.ty.canonical) {
            return canonical;
        }
        let parts = parts.map(|part| part.ty.index).collect();
        let key = Realigned::Function(canonical.index, parts);
        if let Some(&ty) = self.realigned.get(&key) {
            return ty;
        }
        let id = self.new_function(function);
        self.realign(canonical, TypeKind::Function(id), key)
    }

    fn new_function(&mut self, function: FunctionType) -> FunctionTypeId {
        self.functions.push(function);
        FunctionTypeId(self.functions.len() as u32 - 1)
    }

    /// The parts of a function type.
    pub fn function_type(&self, id: FunctionTypeId) -> &FunctionType {
        &self.functions[id.0 as usize]
    }

    /// A new struct or union.
    pub fn new_record(&mut self, name: Option<Symbol>, is_union: bool) -> (RecordId, Ty) {
        let id = RecordId(self.records.len() as u32);
        self.records.push(Record {
            name,
            is_union,
            align: 1,
            ..Record::default()
        });
        (id, self.intern(TypeKind::Record(id)))
    }

    /// A new enumeration.
    pub fn new_enum(&mut self, name: Option<Symbol>) -> (EnumId, Ty) {
        let id = EnumId(self.enums.len() as u32);
        self.enums.push(Enumeration {
            name,
            scalar: Scalar::UInt,
            complete: false,
            enumerators: Vec::new(),
        });
        (id, self.intern(TypeKind::Enum(id)))
    }

    /// The record.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// The scalar of a scalar type; an enumeration's integer type.
    pub fn as_scalar(&self, ty: Ty) -> Option<Scalar> {
        match self.kind(ty) {
            TypeKind::Scalar(scalar) => Some(scalar),
            TypeKind::Enum(id) => Some(self.enums[id.0 as usize].scalar),
            _ => None,
        }
    }

    /// Element and element count of a vector.
    pub fn as_vector(&self, ty: Ty) -> Option<(Scalar, u32)> {
        match self.kind(ty) {
            TypeKind::Vector(scalar, count) => Some((scalar, count)),
            _ => None,
        }
    }

    /// Element and element count of a vector; a scalar counts as one element.
    pub fn lanes(&self, ty: Ty) -> Option<(Scalar, u32)> {
        self.as_vector(ty)
            .or_else(|| self.as_scalar(ty).map(|scalar| (scalar, 1)))
    }

    /// The pointee of a pointer.
    pub fn as_pointer(&self, ty: Ty) -> Option<QualType> {
        match self.kind(ty) {
            TypeKind::Pointer(to) => Some(to),
            _ => None,
        }
    }

    /// The record of a struct or union type.
    pub fn as_record(&self, ty: Ty) -> Option<RecordId> {
        match self.kind(ty) {
            TypeKind::Record(id) => Some(id),
            _ => None,
        }
    }

    /// The element of a struct that has just one and nothing else, in structs and arrays of one if need be.
    pub fn single_element(&self, ty: Ty) -> Option<Ty> {
        let TypeKind::Record(id) = self.kind(ty) else {
            return None;
        };
        let record = self.record(id);
        let mut members = record.fields.iter().filter(|field| self.size_of(field.ty.ty) > 0);
        let (member, None, false) = (members.next()?, members.next(), record.is_union) else {
            return None;
        };
        let mut element = member.ty.ty;
        while let TypeKind::Array(of, 1) = self.kind(element) {
            element = of.ty;
        }
        if self.is_aggregate(element) {
            element = self.single_element(element)?;
        }
        Some(element).filter(|&element| self.size_of(element) == record.size && member.bits.is_none())
    }

    /// Whether its values are kept in memory: arrays, structs, unions.
    pub fn is_aggregate(&self, ty: Ty) -> bool {
        matches!(
            self.kind(ty),
            TypeKind::Record(_) | TypeKind::Array(..) | TypeKind::IncompleteArray(_)
        )
    }

    /// Whether it is an image or a sampler.
    pub fn is_image_or_sampler(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Image(..) | TypeKind::Sampler)
    }

    /// Whether it is an integer scalar.
    pub fn is_int_scalar(&self, ty: Ty) -> bool {
        self.as_scalar(ty).is_some_and(Scalar::is_int)
    }

    /// Whether it is a scalar that can be tested for zero: arithmetic or pointer.
    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.as_scalar(ty).is_some() || matches!(self.kind(ty), TypeKind::Pointer(_) | TypeKind::Event)
    }

    /// Whether size and members are known.
    pub fn is_complete(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::IncompleteArray(_) | TypeKind::Function(_) => false,
            TypeKind::Array(of, _) => self.is_complete(of.ty),
            TypeKind::Record(id) => self.record(id).complete,
            TypeKind::Enum(id) => self.enums[id.0 as usize].complete,
            _ => true,
        }
    }

    /// Nesting depth of arrays and structs in a type.
    pub fn depth(&self, mut ty: Ty) -> u32 {
        let mut depth = 0;
        loop {
            match self.kind(ty) {
                TypeKind::Array(of, _) | TypeKind::IncompleteArray(of) => {
                    depth += 1;
                    ty = of.ty;
                }
                TypeKind::Record(id) => return depth + self.record(id).depth,
                _ => return depth,
            }
        }
    }

    /// The path to the member `name` of a record, through unnamed members: field indices.
    pub fn find_field(&self, id: RecordId, name: Symbol) -> Option<Vec<u32>> {
        let fields = &self.record(id).fields;
        if let Some(index) = fields.iter().position(|field| field.name == Some(name)) {
            return Some(vec![index as u32]);
        }
        for (index, field) in fields.iter().enumerate() {
            if field.name.is_none()
                && let Some(inner) = self.as_record(field.ty.ty)
                && let Some(mut path) = self.find_field(inner, name)
            {
                path.insert(0, index as u32);
                return Some(path);
            }
        }
        None
    }
}
