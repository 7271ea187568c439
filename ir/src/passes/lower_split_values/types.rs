//! Which types are split, into what, and how types that contain them change.

use super::FatPointers;
use crate::context::Context;
use crate::entities::Type;
use crate::types::TypeData;
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// Bits of a digit, the part of a wide integer, lowest first; the highest part has the remaining bits.
pub(super) const DIGIT: u32 = 64;

/// Bits of the widest integer that is not split.
pub(super) const WHOLE_BITS: u32 = 128;

/// A scalar type that is split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaf {
    /// An integer of this many bits: digits and the remaining bits.
    Wide(u32),
    /// A fat pointer: a resource, an offset.
    Fat,
}

/// A scalar that is split, or a vector of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) leaf: Leaf,
    /// One for scalars.
    pub(super) lanes: u32,
    pub(super) is_vector: bool,
}

/// Replacements of types.
pub(super) struct TypeMap<'a> {
    fat: Option<&'a dyn FatPointers>,
    /// As values.
    values: FxHashMap<Type, Type>,
    /// In memory.
    memory: FxHashMap<Type, Type>,
}

impl<'a> TypeMap<'a> {
    pub(super) fn new(fat: Option<&'a dyn FatPointers>) -> TypeMap<'a> {
        TypeMap {
            fat,
            values: FxHashMap::default(),
            memory: FxHashMap::default(),
        }
    }

    /// The target's part; fat pointers were found.
    pub(super) fn fat(&self) -> &'a dyn FatPointers {
        self.fat.expect("fat pointers belong to a target")
    }

    /// Whether any type of the module is split.
    pub(super) fn has_candidates(&self, ctx: &Context) -> bool {
        ctx.types.iter().any(|(_, data)| self.leaf_of(data).is_some())
    }

    fn leaf_of(&self, data: &TypeData) -> Option<Leaf> {
        match *data {
            TypeData::Int(bits) if bits > WHOLE_BITS => Some(Leaf::Wide(bits)),
            TypeData::Ptr(space) if self.fat.is_some_and(|fat| fat.address_space() == space) => {
                Some(Leaf::Fat)
            }
            _ => None,
        }
    }

    /// Whether a scalar or vector is split.
    pub(super) fn shape(&self, ctx: &Context, ty: Type) -> Option<Shape> {
        let parts = ctx.types.vector_parts(ty);
        let (scalar, lanes) = parts.unwrap_or((ty, 1));
        Some(Shape {
            leaf: self.leaf_of(ctx.types.data(scalar))?,
            lanes,
            is_vector: parts.is_some(),
        })
    }

    /// Whether a type is split, or contains one that is.
    pub(super) fn contains(&mut self, ctx: &mut Context, ty: Type) -> bool {
        self.value(ctx, ty) != ty
    }

    /// Types of the parts of a scalar.
    pub(super) fn parts(&self, ctx: &mut Context, leaf: Leaf) -> SmallVec<[Type; 8]> {
        match leaf {
            Leaf::Wide(bits) => (0..bits.div_ceil(DIGIT))
                .map(|index| ctx.types.int((bits - DIGIT * index).min(DIGIT)))
                .collect(),
            Leaf::Fat => {
                let resource = ctx.types.ptr(self.fat().resource_space());
                SmallVec::from_slice(&[resource, Type::I32])
            }
        }
    }

    /// The type of a split value where it must be one value: parameters, results, members. A struct of the parts in
    /// order, which is how the calling convention passes them: for a vector of fat pointers all resources, then all
    /// offsets.
    pub(super) fn value(&mut self, ctx: &mut Context, ty: Type) -> Type {
        if is_plain(ctx, ty) {
            return ty;
        }
        if let Some(&known) = self.values.get(&ty) {
            return known;
        }
        let new = match self.shape(ctx, ty) {
            Some(Shape {
                leaf,
                lanes,
                is_vector,
            }) => {
                let mut parts = self.parts(ctx, leaf);
                match (leaf, is_vector) {
                    (_, false) => ctx.types.struct_(&parts, false),
                    (Leaf::Wide(_), true) => {
                        let element = ctx.types.struct_(&parts, false);
                        ctx.types.array(element, u64::from(lanes))
                    }
                    (Leaf::Fat, true) => {
                        for part in &mut parts {
                            *part = ctx.types.array(*part, u64::from(lanes));
                        }
                        ctx.types.struct_(&parts, false)
                    }
                }
            }
            None => self.members(ctx, ty, Self::value),
        };
        self.values.insert(ty, new);
        new
    }

    /// The type in memory, with the same size and alignment. Fat pointers stay: only their size matters.
    pub(super) fn memory(&mut self, ctx: &mut Context, ty: Type) -> Type {
        if is_plain(ctx, ty) {
            return ty;
        }
        if let Some(&known) = self.memory.get(&ty) {
            return known;
        }
        let new = match self.shape(ctx, ty) {
            Some(Shape { leaf: Leaf::Fat, .. }) => ty,
            Some(Shape {
                leaf: Leaf::Wide(bits),
                lanes,
                is_vector,
            }) => match is_vector {
                false => {
                    let parts = self.parts(ctx, Leaf::Wide(bits));
                    ctx.types.struct_(&parts, false)
                }
                true => match bits.is_multiple_of(8) {
                    true => ctx.types.vector(Type::I8, bits / 8 * lanes),
                    false => ctx.types.vector(Type::I1, bits * lanes),
                },
            },
            None => self.members(ctx, ty, Self::memory),
        };
        self.memory.insert(ty, new);
        new
    }

    /// Bits of a fat pointer.
    pub(super) fn fat_bits(&self, ctx: &Context) -> u32 {
        ctx.layout.pointer(self.fat().address_space()).bits
    }

    /// An aggregate or function type with other members.
    fn members(
        &mut self,
        ctx: &mut Context,
        ty: Type,
        map: fn(&mut Self, &mut Context, Type) -> Type,
    ) -> Type {
        if let Some((element, count)) = ctx.types.array_parts(ty) {
            let element = map(self, ctx, element);
            return ctx.types.array(element, count);
        }
        if let Some((ret, params, variadic)) = ctx.types.signature(ty) {
            let params = params.to_vec();
            let ret = map(self, ctx, ret);
            let params: Vec<Type> = params.into_iter().map(|param| map(self, ctx, param)).collect();
            return ctx.types.function(ret, &params, variadic);
        }
        let Some((fields, packed)) = ctx.types.struct_fields(ty) else {
            return ty;
        };
        let fields = fields.to_vec();
        let new: Vec<Type> = fields.iter().map(|&field| map(self, ctx, field)).collect();
        match new == fields {
            true => ty,
            false => ctx.types.struct_(&new, packed),
        }
    }
}

/// Whether a type contains nothing that could be split, by its own kind alone.
fn is_plain(ctx: &Context, ty: Type) -> bool {
    match *ctx.types.data(ty) {
        TypeData::Int(bits) => bits <= WHOLE_BITS,
        TypeData::Vector(element, _) => is_plain(ctx, element),
        TypeData::Ptr(_)
        | TypeData::Array(..)
        | TypeData::Struct(..)
        | TypeData::NamedStruct(_)
        | TypeData::Function(..) => false,
        _ => true,
    }
}
