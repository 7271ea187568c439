//! Atomic operations and fences.

use super::function::FunctionLowerer;
use crate::ast::Expr;
use crate::ast::operations::{AtomicOp, MemoryOrder, MemoryScope, Op};
use crate::types::{Scalar, Space, Ty};
use wavec_ir::inst::{MemoryAux, Ordering, RmwOp, SyncScope};
use wavec_ir::{Align, Aux, InstFlags, Opcode, Type, Value};

fn ordering(order: MemoryOrder) -> Ordering {
    match order {
        MemoryOrder::Relaxed => Ordering::Monotonic,
        MemoryOrder::Acquire => Ordering::Acquire,
        MemoryOrder::Release => Ordering::Release,
        MemoryOrder::AcquireRelease => Ordering::AcqRel,
        MemoryOrder::SequentiallyConsistent => Ordering::SeqCst,
    }
}

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    pub(super) fn pointer_space(&self, pointer: &Expr<'a>) -> Space {
        self.l
            .sema
            .types
            .as_pointer(pointer.ty.ty)
            .map_or(Space::Generic, |to| to.space)
    }

    pub(super) fn scope(&mut self, scope: MemoryScope, space: Space) -> SyncScope {
        let names = self.l.sema.target.sync_scopes;
        let name = match scope {
            MemoryScope::WorkItem => names.work_item,
            MemoryScope::SubGroup => names.sub_group,
            MemoryScope::WorkGroup => names.work_group,
            MemoryScope::Device => names.device,
            MemoryScope::System => names.system,
            MemoryScope::Default if space == Space::Local => names.work_group,
            MemoryScope::Default => names.device,
        };
        self.l.module.ctx.sync_scope(name).unwrap_or(SyncScope::SYSTEM)
    }

    pub(super) fn named_scope(&mut self, name: crate::token::Symbol) -> SyncScope {
        let text = self.l.sema.text(name);
        self.l.module.ctx.sync_scope(text).unwrap_or(SyncScope::SYSTEM)
    }

    pub(super) fn fence(&mut self, order: MemoryOrder, scope: SyncScope) {
        if order != MemoryOrder::Relaxed {
            self.b().fence(ordering(order), scope);
        }
    }

    fn memory_aux(&self, order: MemoryOrder, scope: SyncScope, size: u64) -> MemoryAux {
        MemoryAux {
            align: Align::from_bytes(size),
            ordering: Some(ordering(order)),
            scope,
        }
    }

    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        order: MemoryOrder,
        scope: SyncScope,
        v: &[Value],
        args: &'a [Expr<'a>],
        volatile: bool,
    ) -> Value {
        let (scalar, count) = self.l.sema.types.lanes(args[1].ty.ty).unwrap_or((Scalar::Int, 1));
        let (float, signed) = (scalar.is_float(), scalar.is_signed());
        let rmw = match op {
            AtomicOp::Exchange => RmwOp::Xchg,
            AtomicOp::Add if float => RmwOp::FAdd,
            AtomicOp::Add => RmwOp::Add,
            AtomicOp::Sub if float => RmwOp::FSub,
            AtomicOp::Sub => RmwOp::Sub,
            AtomicOp::And => RmwOp::And,
            AtomicOp::Or => RmwOp::Or,
            AtomicOp::Xor => RmwOp::Xor,
            AtomicOp::Nand => RmwOp::Nand,
            AtomicOp::Min if float => RmwOp::FMin,
            AtomicOp::Min if signed => RmwOp::Min,
            AtomicOp::Min => RmwOp::UMin,
            AtomicOp::Max if float => RmwOp::FMax,
            AtomicOp::Max if signed => RmwOp::Max,
            AtomicOp::Max => RmwOp::UMax,
            AtomicOp::IncWrap => RmwOp::UIncWrap,
            AtomicOp::DecWrap => RmwOp::UDecWrap,
        };
        let size = scalar.size() * count.next_power_of_two() as u64;
        let aux = self.memory_aux(order, scope, size);
        let flags = if volatile {
            InstFlags::VOLATILE
        } else {
            InstFlags::empty()
        };
        let value = self.b().atomic_rmw(rmw, v[0], v[1], aux, flags);
        let target = self.l.sema.target;
        let of_floats = match float && rmw != RmwOp::Xchg {
            true => target.float_atomic_metadata,
            false => &[],
        };
        for key in target.atomic_metadata.iter().chain(of_floats) {
            let node = self.l.metadata_empty();
            self.attach(value, key, node);
        }
        self.attach_space(value, v[0]);
        value
    }

    /// Says that the address of the atomic operation `value` is not private where it is generic: then the behaviour would
    /// be undefined (OpenCL C, 6.15.12).
    fn attach_space(&mut self, value: Value, pointer: Value) {
        let pointer = self.func.ty(pointer);
        let spaces = &self.l.sema.target.address_spaces;
        if self.l.module.ctx.types.address_space(pointer) == Some(spaces.generic) {
            let node = self.l.metadata_private_space();
            self.attach(value, "noalias.addrspace", node);
        }
    }

    /// What an atomic operation stored, computed again from the old value.
    pub(super) fn atomic_then(&mut self, op: AtomicOp, old: Value, operand: Value, ty: Ty) -> Value {
        let scalar = self.l.sema.types.as_scalar(ty).unwrap_or(Scalar::Int);
        let (float, signed) = (scalar.is_float(), scalar.is_signed());
        let ir = self.func.ty(old);
        let opcode = match op {
            AtomicOp::Add if float => Opcode::FAdd,
            AtomicOp::Add => Opcode::Add,
            AtomicOp::Sub if float => Opcode::FSub,
            AtomicOp::Sub => Opcode::Sub,
            AtomicOp::And | AtomicOp::Nand => Opcode::And,
            AtomicOp::Or => Opcode::Or,
            AtomicOp::Xor => Opcode::Xor,
            _ => {
                let name = match (op, float, signed) {
                    (AtomicOp::Min, true, _) => "llvm.minnum",
                    (AtomicOp::Min, _, true) => "llvm.smin",
                    (AtomicOp::Min, ..) => "llvm.umin",
                    (_, true, _) => "llvm.maxnum",
                    (_, _, true) => "llvm.smax",
                    _ => "llvm.umax",
                };
                return self.intrinsic(name, &[ir], &[old, operand]);
            }
        };
        let result = self.b().binary(opcode, old, operand);
        match op {
            AtomicOp::Nand => {
                let ones = self.int(ir, u64::MAX);
                self.b().binary(Opcode::Xor, result, ones)
            }
            _ => result,
        }
    }

    pub(super) fn compare_exchange(&mut self, op: Op, v: &[Value], args: &'a [Expr<'a>]) -> Value {
        let (order, failure, scope) = match op {
            Op::CompareExchangeInto(order, failure, scope) | Op::CompareExchange(order, failure, scope) => {
                (order, failure, scope)
            }
            Op::CompareExchangeTest(order, scope) => (order, order, scope),
            _ => return v[0],
        };
        // The failure ordering cannot be release.
        let failure = match failure {
            MemoryOrder::Release => MemoryOrder::Relaxed,
            MemoryOrder::AcquireRelease => MemoryOrder::Acquire,
            other => other,
        };
        let space = self.pointer_space(&args[0]);
        let scope = self.scope(scope, space);
        let value_ty = args[2].ty.ty;
        let scalar = self.l.sema.types.as_scalar(value_ty).unwrap_or(Scalar::Int);
        // cmpxchg takes integers.
        let int = self.l.scalars[scalar.to_unsigned() as usize];
        let ir = self.l.value_type(value_ty);
        let into = matches!(op, Op::CompareExchangeInto(..));
        let expected = if into {
            self.load_scalar(value_ty, v[1], scalar.size(), false)
        } else {
            v[1]
        };
        let expected = self.bits(expected, int);
        let desired = self.bits(v[2], int);
        let aux = self.memory_aux(order, scope, scalar.size());
        let pair = self.b().cmpxchg(
            v[0],
            expected,
            desired,
            aux,
            ordering(failure),
            InstFlags::empty(),
        );
        self.attach_space(pair, v[0]);
        let old = self.b().extract_value(pair, &[0]);
        let old = self.bits(old, ir);
        if matches!(op, Op::CompareExchange(..)) {
            return old;
        }
        let done = self.b().extract_value(pair, &[1]);
        if into {
            self.store_scalar(old, value_ty, v[1], scalar.size(), false);
        }
        done
    }

    pub(super) fn atomic_load(
        &mut self,
        order: MemoryOrder,
        scope: MemoryScope,
        pointer: Value,
        args: &'a [Expr<'a>],
        ty: Ty,
    ) -> Value {
        let order = match order {
            MemoryOrder::Release => MemoryOrder::Relaxed,
            MemoryOrder::AcquireRelease => MemoryOrder::Acquire,
            other => other,
        };
        let space = self.pointer_space(&args[0]);
        let scope = self.scope(scope, space);
        let scalar = self.l.sema.types.as_scalar(ty).unwrap_or(Scalar::Int);
        let int = self.l.scalars[scalar.to_unsigned() as usize];
        let aux = self.memory_aux(order, scope, scalar.size());
        let inst = self.b().insert(
            Opcode::Load,
            int,
            &[pointer],
            &[],
            InstFlags::empty(),
            Aux::Memory(aux),
        );
        let ir = self.l.value_type(ty);
        match self.func.result(inst) {
            Some(value) => self.bits(value, ir),
            None => pointer,
        }
    }

    pub(super) fn atomic_store(
        &mut self,
        order: MemoryOrder,
        scope: MemoryScope,
        v: &[Value],
        args: &'a [Expr<'a>],
    ) {
        let order = match order {
            MemoryOrder::Acquire => MemoryOrder::Relaxed,
            MemoryOrder::AcquireRelease => MemoryOrder::Release,
            other => other,
        };
        let space = self.pointer_space(&args[0]);
        let scope = self.scope(scope, space);
        let scalar = self.l.sema.types.as_scalar(args[1].ty.ty).unwrap_or(Scalar::Int);
        let int = self.l.scalars[scalar.to_unsigned() as usize];
        let value = self.bits(v[1], int);
        let aux = self.memory_aux(order, scope, scalar.size());
        self.b().insert(
            Opcode::Store,
            Type::VOID,
            &[value, v[0]],
            &[],
            InstFlags::empty(),
            Aux::Memory(aux),
        );
    }
}
