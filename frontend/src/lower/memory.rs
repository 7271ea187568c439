//! Places: what an lvalue names, reading and writing it.

use super::function::FunctionLowerer;
use crate::ast::{CastKind, Expr, ExprKind, Init, Lanes};
use crate::types::{Scalar, Space, Ty, TypeKind};
use wavec_ir::inst::Aux;
use wavec_ir::{Align, InstFlags, Opcode, Type, Value};

/// Objects up to this size are initialized by stores, larger ones by copying a constant.
const MAX_STORED_BYTES: u64 = 64;

/// What an lvalue names.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// An object in memory.
    Memory(Spot),
    /// Elements of a vector in memory.
    Lanes(Spot, &'a Lanes, Scalar, u32),
    /// An element of a vector in memory, by index.
    Element(Spot, Value, Scalar, u32),
    /// Bits of a storage unit: first bit, width, type of the unit.
    Bits(Spot, u8, u8, Scalar),
}

/// An address and what is known of it.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub pointer: Value,
    pub align: u64,
    pub volatile: bool,
    /// On the stack: passes turn it into a register if it is accessed whole.
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

    /// The place an lvalue names.
    pub fn place(&mut self, expr: &Expr<'a>) -> Place<'a> {
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
                    Some(field) if let Some((first, width)) = field.bits => {
                        let spot = self.spot(base);
                        let unit = self.l.sema.types.as_scalar(field.ty.ty).unwrap_or(Scalar::Int);
                        let pointer = self.b().byte_offset(spot.pointer, field.offset as i64);
                        let align = common_align(spot.align, field.offset).min(unit.size());
                        Place::Bits(
                            Spot {
                                pointer,
                                align,
                                ..spot
                            },
                            first,
                            width,
                            unit,
                        )
                    }
                    _ => Place::Memory(self.spot(expr)),
                }
            }
            _ => Place::Memory(self.spot(expr)),
        }
    }

    /// The address of an lvalue that is an object of its own.
    pub fn spot(&mut self, expr: &Expr<'a>) -> Spot {
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
                let align = self.l.sema.types.align_of(expr.ty.ty);
                // `*&array[i]` and the like keep what is known of the array.
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

    /// The address of field `index` of a record at `base`.
    pub fn member_address(&mut self, base: Value, ty: Ty, index: u32) -> Value {
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
    pub fn load_scalar(&mut self, ty: Ty, pointer: Value, align: u64, volatile: bool) -> Value {
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
    pub fn store_scalar(&mut self, value: Value, ty: Ty, pointer: Value, align: u64, volatile: bool) {
        let flags = Self::memory_flags(volatile);
        let value = if ty == Ty::BOOL {
            self.extend_bool(value, Type::I8)
        } else {
            value
        };
        self.b().store(value, pointer, Align::from_bytes(align), flags);
    }

    /// An `i1` as a wider integer, 0 or 1.
    pub fn extend_bool(&mut self, value: Value, ty: Type) -> Value {
        if let Some(known) = self.func.as_int(value, &self.l.module.ctx) {
            return self.int(ty, known as u64 & 1);
        }
        self.b().cast(Opcode::ZExt, value, ty)
    }

    /// Reads a place whose value has type `ty`.
    pub fn load(&mut self, place: Place<'a>, ty: Ty) -> Value {
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
                self.load_scalar(element, pointer, scalar.size(), spot.volatile)
            }
            Place::Bits(spot, first, width, unit) => {
                let bits = unit.size() as u32 * 8;
                let memory = if unit == Scalar::Bool {
                    Type::I8
                } else {
                    self.l.scalars[unit as usize]
                };
                let whole = self.b().load(
                    memory,
                    spot.pointer,
                    Align::from_bytes(spot.align),
                    Self::memory_flags(spot.volatile),
                );
                let up = self.int(memory, (bits - first as u32 - width as u32) as u64);
                let down = self.int(memory, (bits - width as u32) as u64);
                let shifted = self.b().binary(Opcode::Shl, whole, up);
                let opcode = if unit.is_signed() {
                    Opcode::AShr
                } else {
                    Opcode::LShr
                };
                let value = self.b().binary(opcode, shifted, down);
                if unit == Scalar::Bool {
                    self.b().cast(Opcode::Trunc, value, Type::I1)
                } else {
                    value
                }
            }
        }
    }

    /// Writes a place.
    pub fn store(&mut self, place: Place<'a>, value: Value, ty: Ty) {
        match place {
            Place::Memory(spot) => self.store_scalar(value, ty, spot.pointer, spot.align, spot.volatile),
            Place::Lanes(spot, lanes, scalar, count) => {
                let element_ty = Ty::scalar(scalar);
                if !spot.private {
                    // Only the named elements are written: others may belong to other work-items' stores.
                    for (from, &lane) in lanes.as_slice().iter().enumerate() {
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
                for (from, &lane) in lanes.as_slice().iter().enumerate() {
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
                self.store_scalar(value, element, pointer, scalar.size(), spot.volatile);
            }
            Place::Bits(spot, first, width, unit) => {
                let memory = if unit == Scalar::Bool {
                    Type::I8
                } else {
                    self.l.scalars[unit as usize]
                };
                let flags = Self::memory_flags(spot.volatile);
                let align = Align::from_bytes(spot.align);
                let mask = if width == 64 {
                    u64::MAX
                } else {
                    (1u64 << width) - 1
                };
                let value = if unit == Scalar::Bool {
                    self.extend_bool(value, memory)
                } else {
                    value
                };
                let old = self.b().load(memory, spot.pointer, align, flags);
                let keep = self.int(memory, !(mask << first));
                let kept = self.b().binary(Opcode::And, old, keep);
                let low = self.int(memory, mask);
                let cut = self.b().binary(Opcode::And, value, low);
                let amount = self.int(memory, first as u64);
                let moved = self.b().binary(Opcode::Shl, cut, amount);
                let both = self.b().binary(Opcode::Or, kept, moved);
                self.b().store(both, spot.pointer, align, flags);
            }
        }
    }

    fn element_address(&mut self, spot: Spot, scalar: Scalar, lane: u8) -> (Value, u64) {
        let offset = lane as u64 * scalar.size();
        let pointer = self.b().byte_offset(spot.pointer, offset as i64);
        (pointer, common_align(spot.align, offset))
    }

    /// The address of element `index` (any integer type) behind `pointer`.
    pub fn indexed_address(&mut self, pointer: Value, element: Ty, index: Value) -> Value {
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
    pub fn pick_lanes(&mut self, vector: Value, lanes: &Lanes) -> Value {
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

    /// `llvm.memcpy` of `size` bytes.
    pub fn copy_memory(
        &mut self,
        to: Value,
        to_align: u64,
        from: Value,
        from_align: u64,
        size: u64,
        volatile: bool,
    ) {
        if size == 0 || to == from {
            return;
        }
        let types = [self.func.ty(to), self.func.ty(from), Type::I64];
        let size = self.int(Type::I64, size);
        let volatile = self.int(Type::I1, volatile as u64);
        self.memory_call(
            "llvm.memcpy",
            &types,
            &[to, from, size, volatile],
            &[to_align, from_align],
        );
    }

    /// A memory intrinsic with the alignment of its pointer operands.
    pub fn memory_call(&mut self, name: &'static str, types: &[Type], args: &[Value], aligns: &[u64]) {
        use wavec_ir::AttributeSet;
        use wavec_ir::attributes::AttributeValue;
        let id = self.intrinsic_id(name);
        let callee = self.l.module.ctx.declare_intrinsic(id, types);
        let inst = self.b().call(callee, args);
        let sets: Vec<AttributeSet> = aligns
            .iter()
            .map(|&align| {
                self.l
                    .module
                    .ctx
                    .with_attribute(AttributeSet::EMPTY, "align", AttributeValue::Int(align))
            })
            .collect();
        let index = self.func.make_param_attrs(&sets);
        if let Aux::Call(aux) = &mut self.func.inst_mut(inst).aux {
            aux.param_attrs = index;
        }
    }

    /// Evaluates a struct or array into memory at `pointer`.
    pub fn aggregate_into(&mut self, expr: &Expr<'a>, pointer: Value, align: u64) {
        let size = self.l.sema.types.size_of(expr.ty.ty);
        match expr.kind {
            ExprKind::Call(id, args) => self.call_aggregate(id, args, pointer, align),
            ExprKind::Conditional(parts) => {
                let (then, otherwise, end) = (self.new_block(), self.new_block(), self.new_block());
                self.branch_on(&parts[0], then, otherwise);
                self.start(then);
                self.aggregate_into(&parts[1], pointer, align);
                self.branch(end);
                self.start(otherwise);
                self.aggregate_into(&parts[2], pointer, align);
                self.branch(end);
                self.start(end);
            }
            ExprKind::Comma(left, right) => {
                self.effects(left);
                self.aggregate_into(right, pointer, align);
            }
            ExprKind::Cast(CastKind::Same, inner) => self.aggregate_into(inner, pointer, align),
            ExprKind::Assign(target, value) => {
                let spot = self.spot(target);
                self.aggregate_into(value, spot.pointer, spot.align);
                self.copy_memory(pointer, align, spot.pointer, spot.align, size, false);
            }
            ExprKind::Statement(items) => {
                if let Some((crate::ast::Stmt::Expr(last), rest)) = items.split_last() {
                    self.statements(rest);
                    self.aggregate_into(last, pointer, align);
                }
            }
            ExprKind::Error => {}
            _ => {
                let spot = self.spot(expr);
                self.copy_memory(pointer, align, spot.pointer, spot.align, size, spot.volatile);
            }
        }
    }

    /// Gives the object of type `ty` at `pointer` its first value.
    pub fn initialize(&mut self, pointer: Value, align: u64, ty: Ty, init: Init<'a>) {
        match init {
            Init::Expr(expr) if !self.l.sema.types.is_aggregate(ty) => {
                let value = self.rvalue(expr);
                self.store_scalar(value, ty, pointer, align, false);
            }
            Init::Expr(expr) => self.aggregate_into(expr, pointer, align),
            Init::Str(_) => self.copy_constant(pointer, align, ty, init),
            Init::Members(members) => {
                let size = self.l.sema.types.size_of(ty);
                if size > MAX_STORED_BYTES && self.is_constant_init(&init) && !members.is_empty() {
                    self.copy_constant(pointer, align, ty, init);
                    return;
                }
                let bit_fields = self.l.sema.types.as_record(ty).is_some_and(|id| {
                    self.l
                        .sema
                        .types
                        .record(id)
                        .fields
                        .iter()
                        .any(|f| f.bits.is_some())
                });
                let all = match self.l.sema.types.kind(ty) {
                    TypeKind::Array(_, count) => members.len() as u64 == count,
                    TypeKind::Record(id) => {
                        let record = self.l.sema.types.record(id);
                        !bit_fields && !record.is_union && members.len() == record.fields.len()
                    }
                    _ => false,
                };
                if !all && size > 0 {
                    let pointer_ty = self.func.ty(pointer);
                    let zero = self.int(Type::I8, 0);
                    let count = self.int(Type::I64, size);
                    let plain = self.int(Type::I1, 0);
                    self.memory_call(
                        "llvm.memset",
                        &[pointer_ty, Type::I64],
                        &[pointer, zero, count, plain],
                        &[align],
                    );
                }
                for &(index, member) in members {
                    self.initialize_member(pointer, align, ty, index, member);
                }
            }
        }
    }

    fn initialize_member(&mut self, pointer: Value, align: u64, ty: Ty, index: u64, init: Init<'a>) {
        match self.l.sema.types.kind(ty) {
            TypeKind::Array(of, _) => {
                let memory = self.l.memory_type(ty);
                let zero = self.int(Type::I32, 0);
                let number = self.int(Type::I32, index);
                let element = self
                    .b()
                    .gep(memory, pointer, &[zero, number], InstFlags::INBOUNDS);
                let offset = index.wrapping_mul(self.l.sema.types.size_of(of.ty));
                self.initialize(element, common_align(align, offset), of.ty, init);
            }
            TypeKind::Record(id) => {
                let Some(field) = self.l.sema.types.record(id).fields.get(index as usize).copied() else {
                    return;
                };
                if let (Some((first, width)), Init::Expr(expr)) = (field.bits, init) {
                    let unit = self.l.sema.types.as_scalar(field.ty.ty).unwrap_or(Scalar::Int);
                    let value = self.rvalue(expr);
                    let at = self.b().byte_offset(pointer, field.offset as i64);
                    let align = common_align(align, field.offset).min(unit.size());
                    let spot = Spot {
                        pointer: at,
                        align,
                        volatile: false,
                        private: true,
                    };
                    self.store(Place::Bits(spot, first, width, unit), value, field.ty.ty);
                    return;
                }
                let member = self.member_address(pointer, ty, index as u32);
                self.initialize(member, common_align(align, field.offset), field.ty.ty, init);
            }
            _ => {}
        }
    }

    fn is_constant_init(&self, init: &Init<'a>) -> bool {
        match init {
            Init::Str(_) => true,
            Init::Expr(expr) => {
                self.l.sema.is_constant_value(expr) && !matches!(expr.kind, ExprKind::CompoundLiteral(_))
            }
            Init::Members(members) => members.iter().all(|(_, member)| self.is_constant_init(member)),
        }
    }

    fn copy_constant(&mut self, pointer: Value, align: u64, ty: Ty, init: Init<'a>) {
        let constant = self.l.constant_init(ty, init);
        let size = self.l.sema.types.size_of(ty);
        if self.l.module.ctx.is_zero(constant) {
            let pointer_ty = self.func.ty(pointer);
            let zero = self.int(Type::I8, 0);
            let count = self.int(Type::I64, size);
            let plain = self.int(Type::I1, 0);
            self.memory_call(
                "llvm.memset",
                &[pointer_ty, Type::I64],
                &[pointer, zero, count, plain],
                &[align],
            );
            return;
        }
        let global = self.l.private_constant("__const", constant, align);
        let from = self.global_value(global);
        self.copy_memory(pointer, align, from, align, size, false);
    }
}

/// Alignment of an address `offset` bytes behind one of alignment `align`.
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
