//! Types of OpenCL C: interned, compared by index.

use crate::token::{Interner, Symbol};
use fxhash::FxHashMap;

/// A type without qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty(u32);

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

    /// Cuts `value` to this integer type and extends it back to 64 bits.
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
    /// Where an object of this type lives; private for values.
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

    /// Whether it is `const` or lives in constant memory.
    pub fn is_const(self) -> bool {
        self.quals & quals::CONST != 0 || self.space == Space::Constant
    }

    /// Whether it is `volatile`.
    pub fn is_volatile(self) -> bool {
        self.quals & quals::VOLATILE != 0
    }
}

/// A struct or union.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordId(pub u32);

/// An enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnumId(pub u32);

/// A function type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FunctionTypeId(pub u32);

/// What a type is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// The type of what was wrong already; agrees with everything.
    Error,
    /// `void`
    Void,
    /// An arithmetic scalar.
    Scalar(Scalar),
    /// A vector of so many elements.
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
    /// An opaque type of OpenCL that this compiler parses but cannot use, such as `image2d_t`.
    Opaque(&'static str),
}

/// A member of a struct or union.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name; none if it is an unnamed struct, union or bit-field.
    pub name: Option<Symbol>,
    /// Its type.
    pub ty: QualType,
    /// Byte offset; of the storage unit for a bit-field.
    pub offset: u64,
    /// First bit in the storage unit and width, for a bit-field.
    pub bits: Option<(u8, u8)>,
    /// Alignment that may be assumed of it, relative to an aligned struct.
    pub align: u64,
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
    /// `packed`
    pub packed: bool,
    /// Members in order.
    pub fields: Vec<Field>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// How deep arrays and structs are nested in it.
    pub depth: u32,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// Its tag.
    pub name: Option<Symbol>,
    /// Integer type of its values.
    pub scalar: Scalar,
}

/// A function type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub ret: QualType,
    /// Parameter types without top-level qualifiers.
    pub params: Vec<QualType>,
    /// `...` at the end.
    pub variadic: bool,
}

/// Vector sizes that have fixed type indices.
const VECTOR_SIZES: [u32; 5] = [2, 3, 4, 8, 16];
const FIRST_SCALAR: u32 = 2;
const FIRST_VECTOR: u32 = 16;

impl Ty {
    /// See [`TypeKind::Error`].
    pub const ERROR: Ty = Ty(0);
    /// `void`
    pub const VOID: Ty = Ty(1);
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
    pub const EVENT: Ty = Ty(15);

    /// The type of a scalar.
    pub const fn scalar(scalar: Scalar) -> Ty {
        Ty(FIRST_SCALAR + scalar as u32)
    }
}

/// All types of a compilation.
pub struct Types {
    kinds: Vec<TypeKind>,
    index: FxHashMap<TypeKind, Ty>,
    /// Structs and unions.
    pub records: Vec<Record>,
    /// Enumerations.
    pub enums: Vec<Enumeration>,
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
            records: Vec::new(),
            enums: Vec::new(),
            functions: Vec::new(),
            function_index: FxHashMap::default(),
            pointer_sizes,
        }
    }

    /// What `ty` is.
    pub fn kind(&self, ty: Ty) -> TypeKind {
        self.kinds[ty.0 as usize]
    }

    fn intern(&mut self, kind: TypeKind) -> Ty {
        if let Some(&ty) = self.index.get(&kind) {
            return ty;
        }
        let ty = Ty(self.kinds.len() as u32);
        self.kinds.push(kind);
        self.index.insert(kind, ty);
        ty
    }

    /// A vector type; `count` 1 gives the scalar.
    pub fn vector(&mut self, scalar: Scalar, count: u32) -> Ty {
        if count == 1 {
            return Ty::scalar(scalar);
        }
        match VECTOR_SIZES.iter().position(|&size| size == count) {
            Some(index) => Ty(FIRST_VECTOR + scalar as u32 * VECTOR_SIZES.len() as u32 + index as u32),
            None => self.intern(TypeKind::Vector(scalar, count)),
        }
    }

    /// A pointer type.
    pub fn pointer(&mut self, to: QualType) -> Ty {
        self.intern(TypeKind::Pointer(to))
    }

    /// An array type.
    pub fn array(&mut self, of: QualType, count: u64) -> Ty {
        self.intern(TypeKind::Array(of, count))
    }

    /// An array type of unknown size.
    pub fn incomplete_array(&mut self, of: QualType) -> Ty {
        self.intern(TypeKind::IncompleteArray(of))
    }

    /// An opaque type.
    pub fn opaque(&mut self, name: &'static str) -> Ty {
        self.intern(TypeKind::Opaque(name))
    }

    /// A function type.
    pub fn function(&mut self, function: FunctionType) -> Ty {
        let id = match self.function_index.get(&function) {
            Some(&id) => id,
            None => {
                let id = FunctionTypeId(self.functions.len() as u32);
                self.functions.push(function.clone());
                self.function_index.insert(function, id);
                id
            }
        };
        self.intern(TypeKind::Function(id))
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

    /// What a pointer points to.
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

    /// Whether values of it are kept in memory: arrays, structs, unions.
    pub fn is_aggregate(&self, ty: Ty) -> bool {
        matches!(
            self.kind(ty),
            TypeKind::Record(_) | TypeKind::Array(..) | TypeKind::IncompleteArray(_)
        )
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
            _ => true,
        }
    }

    /// How deep arrays and structs are nested in a type.
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

    /// Size in bytes; 0 for what has none.
    pub fn size_of(&self, ty: Ty) -> u64 {
        match self.kind(ty) {
            TypeKind::Error | TypeKind::Void | TypeKind::Function(_) | TypeKind::IncompleteArray(_) => 0,
            TypeKind::Scalar(scalar) => scalar.size(),
            TypeKind::Vector(scalar, count) => scalar.size() * count.next_power_of_two() as u64,
            TypeKind::Pointer(to) => self.pointer_sizes[to.space as usize],
            TypeKind::Array(of, count) => self.size_of(of.ty).saturating_mul(count),
            TypeKind::Record(id) => self.record(id).size,
            TypeKind::Enum(id) => self.enums[id.0 as usize].scalar.size(),
            TypeKind::Event | TypeKind::Opaque(_) => 8,
        }
    }

    /// Alignment in bytes, at least 1.
    pub fn align_of(&self, ty: Ty) -> u64 {
        match self.kind(ty) {
            TypeKind::Error | TypeKind::Void | TypeKind::Function(_) => 1,
            TypeKind::Array(of, _) | TypeKind::IncompleteArray(of) => self.align_of(of.ty),
            TypeKind::Record(id) => self.record(id).align,
            _ => self.size_of(ty).max(1),
        }
    }

    /// Lays out the members of a record: offsets, size, alignment. `aligns` are the members' `aligned` attributes.
    pub fn lay_out(&mut self, id: RecordId, aligns: &[Option<u64>], own_align: Option<u64>) {
        let record = &self.records[id.0 as usize];
        let (is_union, packed) = (record.is_union, record.packed);
        let mut fields = record.fields.clone();
        let (mut offset, mut align, mut size) = (0u64, 1u64, 0u64);
        // Bits used so far, counted from the start of the record, while in a row of bit-fields.
        let mut bit_offset = 0u64;
        let mut in_bits = false;
        for (index, field) in fields.iter_mut().enumerate() {
            let requested = aligns.get(index).copied().flatten();
            let natural = if packed { 1 } else { self.align_of(field.ty.ty) };
            let field_align = requested.map_or(natural, |requested| requested.max(natural));
            let field_size = self.size_of(field.ty.ty);
            if let Some((_, width)) = field.bits {
                let unit = field_size * 8;
                if is_union {
                    bit_offset = 0;
                } else if !in_bits {
                    bit_offset = offset.saturating_mul(8);
                }
                in_bits = true;
                if width == 0 {
                    bit_offset = bit_offset.next_multiple_of(unit.max(8));
                    offset = bit_offset / 8;
                    continue;
                }
                // A bit-field does not straddle its storage unit.
                let unit_start = bit_offset / unit.max(1) * unit;
                if bit_offset + width as u64 > unit_start + unit {
                    bit_offset = bit_offset.next_multiple_of(unit);
                }
                field.offset = bit_offset / unit * field_size;
                field.bits = Some(((bit_offset % unit) as u8, width));
                field.align = field_size;
                bit_offset += width as u64;
                offset = bit_offset.div_ceil(8);
                size = size.max(offset);
                // The unit is read and written whole.
                size = size.max(field.offset + field_size);
                align = align.max(if packed { 1 } else { field_size });
                continue;
            }
            in_bits = false;
            offset = if is_union {
                0
            } else {
                next_multiple(offset, field_align)
            };
            field.offset = offset;
            field.align = field_align;
            align = align.max(field_align);
            offset = offset.saturating_add(field_size);
            size = size.max(offset);
        }
        align = align.max(own_align.unwrap_or(1));
        let record = &mut self.records[id.0 as usize];
        record.fields = fields;
        record.align = align;
        record.size = next_multiple(size, align);
        record.complete = true;
    }

    /// The way to the member `name` of a record, through unnamed members: field indices.
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

    /// The type as C writes it.
    pub fn name(&self, ty: QualType, names: &Interner) -> String {
        let mut text = String::new();
        self.write(ty, "", names, &mut text, 0);
        text
    }

    fn write(&self, ty: QualType, declarator: &str, names: &Interner, out: &mut String, depth: u32) {
        if depth > 40 {
            out.push_str("...");
            return;
        }
        match self.kind(ty.ty) {
            TypeKind::Pointer(to) => {
                let mut inner = String::from("*");
                for (bit, word) in [
                    (quals::CONST, "const"),
                    (quals::VOLATILE, "volatile"),
                    (quals::RESTRICT, "restrict"),
                ] {
                    if ty.quals & bit != 0 {
                        if inner.len() > 1 {
                            inner.push(' ');
                        }
                        inner.push_str(word);
                    }
                }
                let is_array = matches!(
                    self.kind(to.ty),
                    TypeKind::Array(..) | TypeKind::IncompleteArray(_) | TypeKind::Function(_)
                );
                inner.push_str(declarator);
                if is_array {
                    inner = format!("({inner})");
                }
                self.write(to, &inner, names, out, depth + 1);
            }
            TypeKind::Array(of, count) => {
                let of = QualType {
                    quals: of.quals | ty.quals,
                    space: ty.space,
                    ..of
                };
                self.write(of, &format!("{declarator}[{count}]"), names, out, depth + 1);
            }
            TypeKind::IncompleteArray(of) => {
                let of = QualType {
                    quals: of.quals | ty.quals,
                    space: ty.space,
                    ..of
                };
                self.write(of, &format!("{declarator}[]"), names, out, depth + 1);
            }
            TypeKind::Function(id) => {
                let function = self.function_type(id);
                let params: Vec<String> = function.params.iter().map(|&p| self.name(p, names)).collect();
                let list = if params.is_empty() {
                    "void".to_string()
                } else {
                    params.join(", ")
                };
                let separator = if declarator.is_empty() { " " } else { "" };
                self.write(
                    function.ret,
                    &format!("{separator}{declarator}({list})"),
                    names,
                    out,
                    depth + 1,
                );
            }
            kind => {
                if ty.space != Space::Private {
                    out.push_str(ty.space.name());
                    out.push(' ');
                }
                if ty.quals & quals::CONST != 0 {
                    out.push_str("const ");
                }
                if ty.quals & quals::VOLATILE != 0 {
                    out.push_str("volatile ");
                }
                match kind {
                    TypeKind::Error => out.push_str("<error>"),
                    TypeKind::Void => out.push_str("void"),
                    TypeKind::Scalar(scalar) => out.push_str(scalar.name()),
                    TypeKind::Vector(scalar, count) => {
                        out.push_str(scalar.name());
                        out.push_str(&count.to_string());
                    }
                    TypeKind::Record(id) => {
                        let record = self.record(id);
                        let word = if record.is_union { "union" } else { "struct" };
                        match record.name {
                            Some(name) => {
                                out.push_str(word);
                                out.push(' ');
                                out.push_str(names.text(name));
                            }
                            None => {
                                out.push_str("unnamed ");
                                out.push_str(word);
                            }
                        }
                    }
                    TypeKind::Enum(id) => {
                        out.push_str("enum ");
                        out.push_str(
                            self.enums[id.0 as usize]
                                .name
                                .map_or("(unnamed)", |n| names.text(n)),
                        );
                    }
                    TypeKind::Event => out.push_str("event_t"),
                    TypeKind::Opaque(name) => out.push_str(name),
                    _ => {}
                }
                if !declarator.is_empty() {
                    if declarator.starts_with(['*', '(']) {
                        out.push(' ');
                    }
                    out.push_str(declarator);
                }
            }
        }
    }
}

fn next_multiple(value: u64, align: u64) -> u64 {
    value
        .checked_next_multiple_of(align)
        .unwrap_or(u64::MAX / align * align)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bumpalo::Bump;

    #[test]
    fn names_read_like_c() {
        let arena = Bump::new();
        let names = Interner::new(&arena);
        let mut types = Types::new([4, 8, 8, 4, 8]);
        let float4 = types.vector(Scalar::Float, 4);
        let global = QualType {
            ty: float4,
            quals: quals::CONST,
            space: Space::Global,
        };
        let pointer = QualType::new(types.pointer(global));
        assert_eq!(types.name(pointer, &names), "__global const float4 *");
        let array = types.array(pointer, 3);
        assert_eq!(
            types.name(QualType::new(array), &names),
            "__global const float4 *[3]"
        );
        let ints = QualType::new(types.array(QualType::new(Ty::INT), 4));
        let to_array = QualType::new(types.pointer(ints));
        assert_eq!(types.name(to_array, &names), "int (*)[4]");
        assert_eq!(types.size_of(to_array.ty), 4);
    }

    #[test]
    fn layout_follows_c() {
        let mut types = Types::new([4, 8, 8, 4, 8]);
        let (id, ty) = types.new_record(None, false);
        let float3 = types.vector(Scalar::Float, 3);
        for member in [Ty::CHAR, Ty::INT, float3, Ty::CHAR] {
            let field = Field {
                name: None,
                ty: QualType::new(member),
                offset: 0,
                bits: None,
                align: 1,
            };
            types.records[id.0 as usize].fields.push(field);
        }
        types.lay_out(id, &[], None);
        let offsets: Vec<u64> = types.record(id).fields.iter().map(|f| f.offset).collect();
        assert_eq!(offsets, [0, 4, 16, 32]);
        assert_eq!((types.size_of(ty), types.align_of(ty)), (48, 16));
    }

    #[test]
    fn bit_fields_share_units() {
        let mut types = Types::new([4, 8, 8, 4, 8]);
        let (id, ty) = types.new_record(None, false);
        for (member, width) in [(Ty::INT, 5), (Ty::INT, 20), (Ty::UINT, 10), (Ty::CHAR, 3)] {
            let field = Field {
                name: None,
                ty: QualType::new(member),
                offset: 0,
                bits: Some((0, width)),
                align: 1,
            };
            types.records[id.0 as usize].fields.push(field);
        }
        types.lay_out(id, &[], None);
        let places: Vec<_> = types
            .record(id)
            .fields
            .iter()
            .map(|f| (f.offset, f.bits))
            .collect();
        assert_eq!(
            places,
            [
                (0, Some((0, 5))),
                (0, Some((5, 20))),
                (4, Some((0, 10))),
                (5, Some((2, 3)))
            ]
        );
        assert_eq!(types.size_of(ty), 8);
    }
}
