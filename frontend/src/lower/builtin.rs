//! Operations of builtin functions.

use super::function::FunctionLowerer;
use crate::ast::operations::Op;
use crate::ast::{Expr, FnId, Rounding};
use crate::types::{Scalar, Space, Ty};
use wavec_ir::inst::IntPredicate;
use wavec_ir::{Align, Opcode, Type, Value};

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    /// The value of a builtin call of type `ty`; none if it has no value.
    pub(super) fn builtin(&mut self, op: Op, args: &'a [Expr<'a>], ty: Ty) -> Option<Value> {
        match op {
            Op::Library(id, pointers) => return self.library_elements(id, pointers, args, ty),
            Op::Select => return Some(self.select_elements(args)),
            Op::Nothing => {
                for arg in args {
                    self.effects(arg);
                }
                return None;
            }
            Op::WithOverflow(name) => return Some(self.with_overflow(name, args)),
            Op::AnyOverflow(operation) => return Some(self.any_overflow(operation, args)),
            Op::WithCarry(operation) => return Some(self.with_carry(operation, args)),
            Op::Alloca(align) => {
                let bytes = self.rvalue(&args[0]);
                return Some(
                    self.b()
                        .alloca_array(Type::I8, bytes, Align::from_bytes(align.into())),
                );
            }
            Op::Trap => {
                self.intrinsic_call("llvm.trap", &[], &[]);
                self.b().unreachable();
                self.ended = true;
                self.reopen();
                return None;
            }
            Op::Unreachable => {
                self.b().unreachable();
                self.ended = true;
                self.reopen();
                return None;
            }
            Op::Assume => {
                let condition = self.condition(&args[0]);
                self.intrinsic_call("llvm.assume", &[], &[condition]);
                return None;
            }
            Op::Fence(order, scope) => {
                let scope = self.scope(scope, Space::Generic);
                self.fence(order, scope);
                return None;
            }
            Op::NamedFence(order, name) => {
                let scope = self.named_scope(name);
                self.fence(order, scope);
                return None;
            }
            _ => {}
        }
        let values: Vec<Value> = args.iter().map(|arg| self.rvalue(arg)).collect();
        let ir = self.l.value_type(ty);
        match op {
            Op::Intrinsic(name, by_operand) => {
                let overload = if by_operand { self.func.ty(values[0]) } else { ir };
                if values.is_empty() {
                    return self.intrinsic_call(name, &[], &values);
                }
                return self.intrinsic_call(name, &[overload], &values);
            }
            Op::Target(builtin) => return self.target_builtin(builtin, &values, ir),
            Op::Atomic(op, order, scope) => {
                let space = self.pointer_space(&args[0]);
                let scope = self.scope(scope, space);
                return Some(self.atomic(op, order, scope, &values, args, false));
            }
            Op::AtomicThen(op, order, scope) => {
                let space = self.pointer_space(&args[0]);
                let scope = self.scope(scope, space);
                let old = self.atomic(op, order, scope, &values, args, false);
                return Some(self.atomic_then(op, old, values[1], ty));
            }
            Op::NamedAtomic(op, order, name) => {
                let scope = self.named_scope(name);
                let pointee = self.l.sema.types.as_pointer(args[0].ty.ty);
                let volatile = pointee.is_some_and(|to| to.is_volatile());
                return Some(self.atomic(op, order, scope, &values, args, volatile));
            }
            Op::CompareExchange(..) | Op::CompareExchangeTest(..) | Op::CompareExchangeInto(..) => {
                return Some(self.compare_exchange(op, &values, args));
            }
            Op::AtomicLoad(order, scope) => return Some(self.atomic_load(order, scope, values[0], args, ty)),
            Op::AtomicStore(order, scope) => {
                self.atomic_store(order, scope, &values, args);
                return None;
            }
            Op::MemCopy | Op::MemMove => {
                let types = [self.func.ty(values[0]), self.func.ty(values[1]), Type::I64];
                let plain = self.int(Type::I1, 0);
                let operands = [values[0], values[1], values[2], plain];
                let name = if op == Op::MemMove {
                    "llvm.memmove"
                } else {
                    "llvm.memcpy"
                };
                self.memory_call(name, &types, &operands, &[]);
                return Some(values[0]);
            }
            Op::MemSet => {
                let types = [self.func.ty(values[0]), Type::I64];
                let plain = self.int(Type::I1, 0);
                let operands = [values[0], values[1], values[2], plain];
                self.memory_call("llvm.memset", &types, &operands, &[]);
                return Some(values[0]);
            }
            Op::Align(is_up) if self.l.sema.types.as_pointer(ty).is_some() => {
                return Some(self.align_pointer(is_up, &values));
            }
            Op::VLoad => return Some(self.vector_load(&values, args, ty)),
            Op::VStore => {
                self.vector_store(&values, args);
                return None;
            }
            Op::VLoadHalf(aligned) => return Some(self.half_load(&values, aligned, ty)),
            Op::VStoreHalf(aligned, rounding) => {
                self.half_store(&values, args, aligned, rounding);
                return None;
            }
            Op::Shuffle | Op::Shuffle2 | Op::ShuffleConstant => {
                return Some(self.shuffle_elements(op, &values, args, ty));
            }
            _ => {}
        }
        let (scalar, count) = self.l.sema.types.lanes(args[0].ty.ty).unwrap_or((Scalar::Int, 1));
        Some(if scalar.is_float() {
            self.float_operation(op, &values, scalar, count, ir)
        } else {
            self.int_operation(op, &values, scalar, count, ir)
        })
    }

    // Elements.

    pub(super) fn element(&mut self, vector: Value, index: u32, count: u32) -> Value {
        if count == 1 {
            return vector;
        }
        let index = self.int(Type::I32, index as u64);
        self.b().extract_element(vector, index)
    }

    pub(super) fn gather(&mut self, elements: &[Value], ty: Type) -> Value {
        if let [one] = elements {
            return *one;
        }
        let mut vector = self.b().poison(ty);
        for (index, &element) in elements.iter().enumerate() {
            let index = self.int(Type::I32, index as u64);
            vector = self.b().insert_element(vector, element, index);
        }
        vector
    }

    /// A scalar library function for each element.
    fn library_elements(&mut self, id: FnId, pointers: u8, args: &'a [Expr<'a>], ty: Ty) -> Option<Value> {
        let count = self.l.sema.types.lanes(ty).map_or(1, |l| l.1);
        let count = args
            .iter()
            .enumerate()
            .filter(|(i, _)| pointers >> i & 1 == 0)
            .filter_map(|(_, arg)| self.l.sema.types.lanes(arg.ty.ty))
            .map(|l| l.1)
            .fold(count, u32::max);
        let values: Vec<Value> = args.iter().map(|arg| self.rvalue(arg)).collect();
        let callee = self.callee(id);
        let params = self.l.sema.function(id).param_types;
        // The function writes to temporaries through its pointers, whatever address space the caller's are in.
        let mut temporaries: Vec<Option<(Value, u64, Ty)>> = Vec::new();
        for (index, param) in params.iter().enumerate() {
            let pointee = self
                .l
                .sema
                .types
                .as_pointer(param.ty)
                .filter(|_| pointers >> index & 1 == 1);
            temporaries.push(pointee.map(|to| {
                let (pointer, align) = self.temporary(to.ty);
                (pointer, align, to.ty)
            }));
        }
        let mut results = Vec::new();
        let mut stored: Vec<Vec<Value>> = vec![Vec::new(); args.len()];
        for lane in 0..count {
            let mut operands = Vec::with_capacity(args.len());
            for (index, &value) in values.iter().enumerate() {
                operands.push(match temporaries.get(index).copied().flatten() {
                    Some((pointer, ..)) => pointer,
                    None => {
                        let own = self.l.sema.types.lanes(args[index].ty.ty).map_or(1, |l| l.1);
                        let element = self.element(value, lane, own);
                        self.fit(element, params[index].ty)
                    }
                });
            }
            if let Some(result) = self.call(callee, &operands) {
                results.push(result);
            }
            for (index, temporary) in temporaries.iter().enumerate() {
                if let &Some((pointer, align, pointee)) = temporary {
                    let value = self.load_scalar(pointee, pointer, align, false);
                    stored[index].push(value);
                }
            }
        }
        for (index, elements) in stored.iter().enumerate() {
            if elements.is_empty() {
                continue;
            }
            let Some(to) = self.l.sema.types.as_pointer(args[index].ty.ty) else {
                continue;
            };
            let ir = self.l.value_type(to.ty);
            let element_ty = self.l.module.ctx.types.scalar(ir);
            let fitted: Vec<Value> = elements.iter().map(|&e| self.fit_type(e, element_ty)).collect();
            let vector = self.gather(&fitted, ir);
            let align = self.l.sema.types.align_of(to.ty);
            self.store_scalar(vector, to.ty, values[index], align, to.is_volatile());
        }
        let ir = self.l.value_type(ty);
        if results.is_empty() {
            return None;
        }
        let element_ty = self.l.module.ctx.types.scalar(ir);
        let fitted: Vec<Value> = results.iter().map(|&r| self.fit_type(r, element_ty)).collect();
        Some(self.gather(&fitted, ir))
    }

    /// A floating-point element in a width for which there is a library function.
    fn fit(&mut self, value: Value, ty: Ty) -> Value {
        let ir = self.l.value_type(ty);
        self.fit_type(value, ir)
    }

    pub(super) fn fit_type(&mut self, value: Value, ir: Type) -> Value {
        let from = self.func.ty(value);
        let bits = |ty: Type| match ty {
            Type::F16 | Type::BF16 => Some(16),
            Type::F32 => Some(32),
            Type::F64 => Some(64),
            _ => None,
        };
        match (bits(from), bits(ir)) {
            (Some(a), Some(b)) if a < b => self.b().cast(Opcode::FPExt, value, ir),
            (Some(a), Some(b)) if a > b => self.b().cast(Opcode::FPTrunc, value, ir),
            _ => value,
        }
    }

    fn select_elements(&mut self, args: &'a [Expr<'a>]) -> Value {
        let a = self.rvalue(&args[0]);
        let b = self.rvalue(&args[1]);
        let vector = self.l.sema.types.as_vector(args[2].ty.ty).is_some();
        let condition = if vector {
            let mask = self.rvalue(&args[2]);
            let ty = self.func.ty(mask);
            let zero = self.b().zero(ty);
            self.b().icmp(IntPredicate::Slt, mask, zero)
        } else {
            self.condition(&args[2])
        };
        self.b().select(condition, b, a)
    }

    // Floating point.

    // Integers.

    // Vectors in memory.

    fn vector_load(&mut self, v: &[Value], args: &'a [Expr<'a>], ty: Ty) -> Value {
        let (scalar, count) = self.l.sema.types.lanes(ty).unwrap_or((Scalar::Int, 1));
        let volatile = self
            .l
            .sema
            .types
            .as_pointer(args[1].ty.ty)
            .is_some_and(|to| to.is_volatile());
        let pointer = self.vector_address(v[1], v[0], scalar, count);
        self.load_scalar(ty, pointer, scalar.size(), volatile)
    }

    fn vector_store(&mut self, v: &[Value], args: &'a [Expr<'a>]) {
        let (scalar, count) = self.l.sema.types.lanes(args[0].ty.ty).unwrap_or((Scalar::Int, 1));
        let volatile = self
            .l
            .sema
            .types
            .as_pointer(args[2].ty.ty)
            .is_some_and(|to| to.is_volatile());
        let pointer = self.vector_address(v[2], v[1], scalar, count);
        self.store_scalar(v[0], args[0].ty.ty, pointer, scalar.size(), volatile);
    }

    /// The address of vector number `offset` of `count` elements without padding.
    fn vector_address(&mut self, pointer: Value, offset: Value, scalar: Scalar, count: u32) -> Value {
        let factor = self.int(Type::I64, count as u64);
        let index = match self.func.as_int(offset, &self.l.module.ctx) {
            Some(known) => self.int(Type::I64, (known as u64).wrapping_mul(count as u64)),
            None => self.b().binary(Opcode::Mul, offset, factor),
        };
        self.indexed_address(pointer, Ty::scalar(scalar), index)
    }

    fn half_load(&mut self, v: &[Value], aligned: bool, ty: Ty) -> Value {
        let count = self.l.sema.types.lanes(ty).map_or(1, |l| l.1);
        let stride = if aligned && count == 3 { 4 } else { count };
        let pointer = self.vector_address(v[1], v[0], Scalar::Half, stride);
        let half_ty = self.l.sema.types.vector(Scalar::Half, count);
        let align = if aligned { 2 * stride as u64 } else { 2 };
        let halves = self.load_scalar(half_ty, pointer, align, false);
        let ir = self.l.value_type(ty);
        self.b().cast(Opcode::FPExt, halves, ir)
    }

    fn half_store(&mut self, v: &[Value], args: &'a [Expr<'a>], aligned: bool, rounding: Rounding) {
        let (scalar, count) = self
            .l
            .sema
            .types
            .lanes(args[0].ty.ty)
            .unwrap_or((Scalar::Float, 1));
        let stride = if aligned && count == 3 { 4 } else { count };
        let half_ty = self.l.sema.types.vector(Scalar::Half, count);
        let ir = self.l.value_type(half_ty);
        let halves = self.round_to_float(v[0], scalar, Scalar::Half, ir, rounding);
        let pointer = self.vector_address(v[2], v[1], Scalar::Half, stride);
        let align = if aligned { 2 * stride as u64 } else { 2 };
        self.store_scalar(halves, half_ty, pointer, align, false);
    }

    fn shuffle_elements(&mut self, op: Op, v: &[Value], args: &'a [Expr<'a>], ty: Ty) -> Value {
        if op == Op::ShuffleConstant {
            let mask: Vec<u32> = args[2..]
                .iter()
                .map(|arg| self.l.sema.eval_int(arg).map_or(u32::MAX, |n| n as u32))
                .collect();
            return self.b().shuffle(v[0], v[1], &mask);
        }
        let two = op == Op::Shuffle2;
        let count = self.l.sema.types.lanes(args[0].ty.ty).map_or(1, |l| l.1);
        // Vectors of three are indexed like vectors of four.
        let span = count.next_power_of_two();
        let limit = if two { 2 * span - 1 } else { span - 1 };
        let mask_expr = &args[args.len() - 1];
        if let Some(known) = self.l.sema.eval_lanes(mask_expr) {
            let mask: Vec<u32> = known
                .iter()
                .map(|lane| match lane {
                    crate::ast::ScalarValue::Int(value) => {
                        let index = *value as u32 & limit;
                        let (vector, lane) = (index / span, index % span);
                        if lane < count {
                            vector * count + lane
                        } else {
                            u32::MAX
                        }
                    }
                    crate::ast::ScalarValue::Float(_) => u32::MAX,
                })
                .collect();
            let second = if two {
                v[1]
            } else {
                let ir = self.func.ty(v[0]);
                self.b().poison(ir)
            };
            return self.b().shuffle(v[0], second, &mask);
        }
        let mask = v[v.len() - 1];
        let lanes = self.l.sema.types.lanes(ty).map_or(1, |l| l.1);
        let mut elements = Vec::new();
        for lane in 0..lanes {
            let index = self.element(mask, lane, lanes);
            let index_ty = self.func.ty(index);
            let low = self.int(index_ty, span as u64 - 1);
            let inside = self.b().binary(Opcode::And, index, low);
            let mut element = self.b().extract_element(v[0], inside);
            if two {
                let other = self.b().extract_element(v[1], inside);
                let bit = self.int(index_ty, span as u64);
                let which = self.b().binary(Opcode::And, index, bit);
                let zero = self.int(index_ty, 0);
                let first = self.b().icmp(IntPredicate::Eq, which, zero);
                element = self.b().select(first, element, other);
            }
            elements.push(element);
        }
        let ir = self.l.value_type(ty);
        self.gather(&elements, ir)
    }

    // Atomics.

    // The target's own.
}
