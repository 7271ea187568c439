//! Lvalues: the location that an lvalue denotes, reading and writing it.

use super::function::FunctionLowerer;
use crate::ast::{CastKind, Expr, ExprKind, Lanes};
use crate::types::{BitField, Scalar, Space, Ty};
use std::cmp::Ordering;
use wavec_ir::{Align, InstFlags, Opcode, Type, Value};

/// Objects up to this size are initialized by stores, larger ones by copying a constant.
pub(super) const MAX_STORED_BYTES: u64 = 64;

/// The location denoted by an lvalue.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// An object in memory.
    Memory(Spot),
    /// Elements of a vector in memory.
    Lanes(Spot, &'a Lanes, Scalar, u32),
    /// An element of a vector in memory, by index.
    Element(Spot, Value, Scalar, u32),
    /// A bit-field of this type; its storage is at the address.
    Bits(Spot, BitField, Scalar),
}

/// An address and what is known about it.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub pointer: Value,
    pub align: u64,
    pub volatile: bool,
    /// On the stack: passes promote it to a register if it is accessed as a whole.
    pub private: bool,
}

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    fn memory_flags(volatile: bool) -> InstFlags {
        if volatile {
            InstFlags::VOLATILE
        } else {
            InstFlags::empty()
        }
    }

    /// The location denoted by an lvalue.
    pub(super) fn place(&mut self, expr: &Expr<'a>) -> Place<'a> {
        match expr.kind {
            ExprKind::Swizzle(base, lanes) => {
                let Some((scalar, count)) = self.l.sema.types.as_vector(base.ty.ty) else {
                    return Place::Memory(self.spot(expr));
                };
                match self.place(base) {
                    Place::Memory(spot) => Place::Lanes(spot, lanes, scalar, count),
                    _ => Place::Memory(self.spot(expr)),
                }
            }
            ExprKind::VectorIndex(base, index) => {
                let Some((scalar, count)) = self.l.sema.types.as_vector(base.ty.ty) else {
                    return Place::Memory(self.spot(expr));
                };
                let spot = self.spot(base);
                let index = self.rvalue(index);
                Place::Element(spot, index, scalar, count)
            }
            ExprKind::Member(base, index) => {
                let field = self
                    .l
                    .sema
                    .types
                    .as_record(base.ty.ty)
                    .and_then(|id| self.l.sema.types.record(id).fields.get(index as usize).copied());
                match field {
                    Some(field) if let Some(bits) = field.bits => {
                        let spot = self.spot(base);
                        let scalar = self.l.sema.types.as_scalar(field.ty.ty).unwrap_or(Scalar::Int);
                        let pointer = self.b().byte_offset(spot.pointer, field.offset as i64);
                        let align = common_align(spot.align, field.offset);
                        Place::Bits(
                            Spot {
                                pointer,
                                align: align.min(u64::from(bits.storage).next_power_of_two()),
                                ..spot
                            },
                            bits,
                            scalar,
                        )
                    }
                    _ => Place::Memory(self.spot(expr)),
                }
            }
            _ => Place::Memory(self.spot(expr)),
        }
    }

    /// The address of an lvalue that is a whole object.
    pub(super) fn spot(&mut self, expr: &Expr<'a>) -> Spot {
        let volatile = expr.ty.is_volatile();
        let private = expr.ty.space == Space::Private;
        match expr.kind {
            ExprKind::Var(id) => {
                let pointer = self.variable(id);
                Spot {
                    pointer,
                    align: self.var_align(id),
                    volatile,
                    private,
                }
            }
            ExprKind::CompoundLiteral(id) => {
                let pointer = self.variable(id);
                let var = self.l.sema.var(id).clone();
                if var.kind == crate::ast::VarKind::Local
                    && let Some(init) = var.init
                {
                    let align = self.var_align(id);
                    self.initialize(pointer, align, var.ty.ty, init);
                }
                Spot {
                    pointer,
                    align: self.var_align(id),
                    volatile,
                    private,
                }
            }
            ExprKind::Str(id) => Spot {
                pointer: self.string_value(id),
                align: 1,
                volatile,
                private: false,
            },
            ExprKind::Deref(pointer) => {
                let align = self.lvalue_align(expr);
                // `*&array[i]` and the like keep what is known about the array.
                let pointer_value = self.rvalue(pointer);
                let private = private && is_object_address(pointer);
                Spot {
                    pointer: pointer_value,
                    align,
                    volatile,
                    private,
                }
            }
            ExprKind::Member(base, index) => {
                let outer = self.spot(base);
                let pointer = self.member_address(outer.pointer, base.ty.ty, index);
                let field = self
                    .l
                    .sema
                    .types
                    .as_record(base.ty.ty)
                    .and_then(|id| self.l.sema.types.record(id).fields.get(index as usize).copied());
                let align = field.map_or(1, |field| common_align(outer.align, field.offset));
                Spot {
                    pointer,
                    align,
                    volatile,
                    private: outer.private,
                }
            }
            ExprKind::Swizzle(base, lanes) if lanes.count == 1 => {
                let outer = self.spot(base);
                let size = self.l.sema.types.size_of(expr.ty.ty);
                let offset = lanes.lanes[0] as u64 * size;
                let pointer = self.b().byte_offset(outer.pointer, offset as i64);
                Spot {
                    pointer,
                    align: common_align(outer.align, offset),
                    ..outer
                }
            }
            ExprKind::Cast(CastKind::Same, inner) if inner.lvalue => self.spot(inner),
            ExprKind::Comma(left, right) => {
                self.effects(left);
                self.spot(right)
            }
            _ => {
                // A value that must be in memory: give it a temporary.
                let (pointer, align) = self.temporary(expr.ty.ty);
                if self.l.sema.types.is_aggregate(expr.ty.ty) {
                    self.aggregate_into(expr, pointer, align);
                } else {
                    let value = self.rvalue(expr);
                    self.store_scalar(value, expr.ty.ty, pointer, align, false);
                }
                Spot {
                    pointer,
                    align,
                    volatile: false,
                    private: true,
                }
            }
        }
    }

    /// The alignment of an lvalue: what its type says, or less if it is part of an object that has less.
    fn lvalue_align(&self, expr: &Expr<'a>) -> u64 {
        let types = &self.l.sema.types;
        let natural = types.align_of(expr.ty.ty);
        match expr.kind {
            ExprKind::Var(id) | ExprKind::CompoundLiteral(id) => self.var_align(id),
            ExprKind::Deref(pointer) => match self.object_align(pointer) {
                Some(align) => align.min(natural),
                None => natural,
            },
            ExprKind::Member(base, index) => {
                let fields = types.as_record(base.ty.ty).map(|id| &types.record(id).fields);
                let field = fields.and_then(|fields| fields.get(index as usize));
                let offset = field.map_or(1, |field| field.offset);
                common_align(self.lvalue_align(base), offset)
            }
            ExprKind::Cast(CastKind::Same, inner) if inner.lvalue => self.lvalue_align(inner),
            ExprKind::Comma(_, right) => self.lvalue_align(right),
            _ => natural,
        }
    }

    /// The alignment of the object that a pointer is computed from, if it is an lvalue of this expression.
    fn object_align(&self, pointer: &Expr<'a>) -> Option<u64> {
        match pointer.kind {
            ExprKind::Cast(CastKind::Decay, inner) | ExprKind::AddressOf(inner) => {
                Some(self.lvalue_align(inner))
            }
            ExprKind::Cast(CastKind::Same | CastKind::Pointer, inner) => self.object_align(inner),
            ExprKind::Binary(_, left, right) => {
                let (pointer, step) = match self.l.sema.types.as_pointer(left.ty.ty) {
                    Some(to) => (left, to),
                    None => (right, self.l.sema.types.as_pointer(right.ty.ty)?),
                };
                let align = self.object_align(pointer)?;
                Some(common_align(align, self.l.sema.types.size_of(step.ty)))
            }
            _ => None,
        }
    }

    /// The address of field `index` of a record at `base`.
    pub(super) fn member_address(&mut self, base: Value, ty: Ty, index: u32) -> Value {
        let Some(id) = self.l.sema.types.as_record(ty) else {
            return base;
        };
        let offset = self
            .l
            .sema
            .types
            .record(id)
            .fields
            .get(index as usize)
            .map_or(0, |f| f.offset);
        let is_union = self.l.sema.types.record(id).is_union;
        if is_union {
            return base;
        }
        let layout = self.l.record_layout(ty);
        let (record, member) = (layout.ty, layout.members.get(index as usize).copied().flatten());
        match member {
            Some(member) => {
                let zero = self.int(Type::I32, 0);
                let member = self.int(Type::I32, member as u64);
                self.b().gep(
                    record,
                    base,
                    &[zero, member],
                    InstFlags::INBOUNDS | InstFlags::NUW,
                )
            }
            None => self.b().byte_offset(base, offset as i64),
        }
    }

    /// Loads a scalar or vector.
    pub(super) fn load_scalar(&mut self, ty: Ty, pointer: Value, align: u64, volatile: bool) -> Value {
        let flags = Self::memory_flags(volatile);
        let align = Align::from_bytes(align);
        if ty == Ty::BOOL {
            let byte = self.b().load(Type::I8, pointer, align, flags);
            return self.b().cast(Opcode::Trunc, byte, Type::I1);
        }
        let memory = self.l.value_type(ty);
        self.b().load(memory, pointer, align, flags)
    }

    /// Stores a scalar or vector.
    pub(super) fn store_scalar(&mut self, value: Value, ty: Ty, pointer: Value, align: u64, volatile: bool) {
        let flags = Self::memory_flags(volatile);
        let value = if ty == Ty::BOOL {
            self.extend_bool(value, Type::I8)
        } else {
            value
        };
        self.b().store(value, pointer, Align::from_bytes(align), flags);
    }

    /// An `i1` as a wider integer, 0 or 1.
    pub(super) fn extend_bool(&mut self, value: Value, ty: Type) -> Value {
        if let Some(known) = self.func.as_int(value, &self.l.module.ctx) {
            return self.int(ty, known as u64 & 1);
        }
        self.b().cast(Opcode::ZExt, value, ty)
    }

    /// Reads a location whose value has type `ty`.
    pub(super) fn load(&mut self, place: Place<'a>, ty: Ty) -> Value {
        match place {
            Place::Memory(spot) => self.load_scalar(ty, spot.pointer, spot.align, spot.volatile),
            Place::Lanes(spot, lanes, scalar, count) => {
                if lanes.count == 1 && !spot.private && lanes.lanes[0] != u8::MAX {
                    let (pointer, align) = self.element_address(spot, scalar, lanes.lanes[0]);
                    return self.load_scalar(Ty::scalar(scalar), pointer, align, spot.volatile);
                }
                let vector_ty = self.l.sema.types.vector(scalar, count);
                let vector = self.load_scalar(vector_ty, spot.pointer, spot.align, spot.volatile);
                self.pick_lanes(vector, lanes)
            }
            Place::Element(spot, index, scalar, count) => {
                if spot.private {
                    let vector_ty = self.l.sema.types.vector(scalar, count);
                    let vector = self.load_scalar(vector_ty, spot.pointer, spot.align, spot.volatile);
                    return self.b().extract_element(vector, index);
                }
                let element = Ty::scalar(scalar);
                let pointer = self.indexed_address(spot.pointer, element, index);
                let align = common_align(spot.align, scalar.size());
                self.load_scalar(element, pointer, align, spot.volatile)
            }
            Place::Bits(spot, field, scalar) => {
                let bits = u32::from(field.storage) * 8;
                let memory = self.l.module.ctx.types.int(bits);
                let align = Align::from_bytes(spot.align);
                let flags = Self::memory_flags(spot.volatile);
                let whole = self.b().load(memory, spot.pointer, align, flags);
                let above = bits - u32::from(field.first) - u32::from(field.width);
                let up = self.int(memory, above.into());
                let down = self.int(memory, u64::from(bits) - u64::from(field.width));
                let shifted = self.b().binary(Opcode::Shl, whole, up);
                let (shift, extend) = match scalar.is_signed() {
                    true => (Opcode::AShr, Opcode::SExt),
                    false => (Opcode::LShr, Opcode::ZExt),
                };
                let value = self.b().binary(shift, shifted, down);
                let ty = match scalar {
                    Scalar::Bool => Type::I1,
                    scalar => self.l.scalars[scalar as usize],
                };
                match bits.cmp(&scalar_bits(scalar)) {
                    Ordering::Less => self.b().cast(extend, value, ty),
                    Ordering::Equal => value,
                    Ordering::Greater => self.b().cast(Opcode::Trunc, value, ty),
                }
            }
        }
    }

    /// Writes a location.
    pub(super) fn store(&mut self, place: Place<'a>, value: Value, ty: Ty) {
        match place {
            Place::Memory(spot) => self.store_scalar(value, ty, spot.pointer, spot.align, spot.volatile),
            Place::Lanes(spot, lanes, scalar, count) => {
                let element_ty = Ty::scalar(scalar);
                if !spot.private {
                    // Writes only the named elements: others may be stored by other work-items.
                    for (from, lane) in written_lanes(lanes) {
                        let element = if lanes.count == 1 {
                            value
                        } else {
                            let index = self.int(Type::I32, from as u64);
                            self.b().extract_element(value, index)
                        };
                        let (pointer, align) = self.element_address(spot, scalar, lane);
                        self.store_scalar(element, element_ty, pointer, align, spot.volatile);
                    }
                    return;
                }
                let vector_ty = self.l.sema.types.vector(scalar, count);
                let mut vector = self.load_scalar(vector_ty, spot.pointer, spot.align, spot.volatile);
                for (from, lane) in written_lanes(lanes) {
                    let element = if lanes.count == 1 {
                        value
                    } else {
                        let index = self.int(Type::I32, from as u64);
                        self.b().extract_element(value, index)
                    };
                    let lane = self.int(Type::I32, lane as u64);
                    vector = self.b().insert_element(vector, element, lane);
                }
                self.store_scalar(vector, vector_ty, spot.pointer, spot.align, spot.volatile);
            }
            Place::Element(spot, index, scalar, count) => {
                if spot.private {
                    let vector_ty = self.l.sema.types.vector(scalar, count);
                    let vector = self.load_scalar(vector_ty, spot.pointer, spot.align, spot.volatile);
                    let vector = self.b().insert_element(vector, value, index);
                    self.store_scalar(vector, vector_ty, spot.pointer, spot.align, spot.volatile);
                    return;
                }
                let element = Ty::scalar(scalar);
                let pointer = self.indexed_address(spot.pointer, element, index);
                let align = common_align(spot.align, scalar.size());
                self.store_scalar(value, element, pointer, align, spot.volatile);
            }
            Place::Bits(spot, field, scalar) => {
                let bits = u32::from(field.storage) * 8;
                let memory = self.l.module.ctx.types.int(bits);
                let flags = Self::memory_flags(spot.volatile);
                let align = Align::from_bytes(spot.align);
                let mask = (1u128 << field.width) - 1;
                let value = match bits.cmp(&scalar_bits(scalar)) {
                    Ordering::Less => self.b().cast(Opcode::Trunc, value, memory),
                    Ordering::Equal => value,
                    Ordering::Greater => self.b().cast(Opcode::ZExt, value, memory),
                };
                let old = self.b().load(memory, spot.pointer, align, flags);
                let keep = self.b().int(memory, !(mask << field.first));
                let kept = self.b().binary(Opcode::And, old, keep);
                let low = self.b().int(memory, mask);
                let cut = self.b().binary(Opcode::And, value, low);
                let amount = self.int(memory, field.first.into());
                let moved = self.b().binary(Opcode::Shl, cut, amount);
                let both = self.b().binary(Opcode::Or, kept, moved);
                self.b().store(both, spot.pointer, align, flags);
            }
        }
    }

    /// The value of a location after `value` was written to it: a bit-field keeps only its low bits.
    pub(super) fn stored(&mut self, place: Place<'a>, value: Value) -> Value {
        let Place::Bits(_, field, scalar) = place else {
            return value;
        };
        let bits = scalar_bits(scalar);
        if u32::from(field.width) == bits {
            return value;
        }
        let ty = self.func.ty(value);
        let up = self.int(ty, u64::from(bits) - u64::from(field.width));
        let high = self.b().binary(Opcode::Shl, value, up);
        let shift = match scalar.is_signed() {
            true => Opcode::AShr,
            false => Opcode::LShr,
        };
        self.b().binary(shift, high, up)
    }

    fn element_address(&mut self, spot: Spot, scalar: Scalar, lane: u8) -> (Value, u64) {
        let offset = lane as u64 * scalar.size();
        let pointer = self.b().byte_offset(spot.pointer, offset as i64);
        (pointer, common_align(spot.align, offset))
    }

    /// The address of element `index` (any integer type) after `pointer`.
    pub(super) fn indexed_address(&mut self, pointer: Value, element: Ty, index: Value) -> Value {
        let memory = self.l.memory_type(element);
        let index_ty = self.func.ty(index);
        let index = if index_ty == Type::I64 || index_ty == Type::I32 {
            index
        } else {
            self.b().cast(Opcode::SExt, index, Type::I64)
        };
        self.b().gep(memory, pointer, &[index], InstFlags::INBOUNDS)
    }

    /// Elements of a vector value.
    pub(super) fn pick_lanes(&mut self, vector: Value, lanes: &Lanes) -> Value {
        if lanes.count == 1 {
            let lane = if lanes.lanes[0] == u8::MAX {
                0
            } else {
                lanes.lanes[0]
            };
            let lane = self.int(Type::I32, lane as u64);
            return self.b().extract_element(vector, lane);
        }
        let mask: Vec<u32> = lanes
            .as_slice()
            .iter()
            .map(|&lane| if lane == u8::MAX { u32::MAX } else { lane as u32 })
            .collect();
        let ty = self.func.ty(vector);
        let poison = self.b().poison(ty);
        self.b().shuffle(vector, poison, &mask)
    }

    // Objects in memory.
}

/// The bits of a value of a bit-field's type.
fn scalar_bits(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Bool => 1,
        scalar => scalar.bits(),
    }
}

/// Alignment of an address `offset` bytes after one of alignment `align`.
pub(super) fn common_align(align: u64, offset: u64) -> u64 {
    if offset == 0 {
        align
    } else {
        align.min(1 << offset.trailing_zeros())
    }
}

/// Whether a pointer expression is the address of a variable or of an element of one.
fn is_object_address(pointer: &Expr) -> bool {
    match pointer.kind {
        ExprKind::Cast(CastKind::Decay | CastKind::Pointer, inner) => match inner.kind {
            ExprKind::Var(_) | ExprKind::Member(..) => true,
            ExprKind::Deref(inner) => is_object_address(inner),
            _ => false,
        },
        ExprKind::AddressOf(inner) => matches!(inner.kind, ExprKind::Var(_) | ExprKind::Member(..)),
        ExprKind::Binary(_, left, _) => is_object_address(left),
        _ => false,
    }
}

/// The elements that a store through a swizzle writes, each with its index in the stored value.
fn written_lanes(lanes: &Lanes) -> impl Iterator<Item = (usize, u8)> + '_ {
    let lanes = lanes.as_slice().iter().copied().enumerate();
    lanes.filter(|&(_, lane)| lane != u8::MAX)
}
