//! Initialization of objects.

use super::function::FunctionLowerer;
use super::memory::{MAX_STORED_BYTES, Place, Spot, common_align};
use crate::ast::{CastKind, Expr, ExprKind, Init};
use crate::types::{Scalar, Ty, TypeKind};
use wavec_ir::inst::Aux;
use wavec_ir::{InstFlags, Type, Value};

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    /// `llvm.memcpy` of `size` bytes.
    pub(super) fn copy_memory(
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
    pub(super) fn memory_call(&mut self, name: &'static str, types: &[Type], args: &[Value], aligns: &[u64]) {
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
    pub(super) fn aggregate_into(&mut self, expr: &Expr<'a>, pointer: Value, align: u64) {
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

    /// Initializes the object of type `ty` at `pointer`.
    pub(super) fn initialize(&mut self, pointer: Value, align: u64, ty: Ty, init: Init<'a>) {
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
                if let (Some(bits), Init::Expr(expr)) = (field.bits, init) {
                    let scalar = self.l.sema.types.as_scalar(field.ty.ty).unwrap_or(Scalar::Int);
                    let value = self.rvalue(expr);
                    let at = self.b().byte_offset(pointer, field.offset as i64);
                    let align = common_align(align, field.offset);
                    let spot = Spot {
                        pointer: at,
                        align: align.min(u64::from(bits.storage).next_power_of_two()),
                        volatile: false,
                        private: true,
                    };
                    self.store(Place::Bits(spot, bits, scalar), value, field.ty.ty);
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
