//! Operations of builtin functions.

use super::function::FunctionLowerer;
use crate::ast::{Expr, FnId, Rounding};
use crate::builtins::{AtomicOp, MemoryOrder, MemoryScope, Op};
use crate::types::{Scalar, Space, Ty};
use wavec_ir::inst::{FloatPredicate, IntPredicate, MemoryAux, Ordering, RmwOp, SyncScope};
use wavec_ir::intrinsics::builtins::{BuiltinDesc, BuiltinLowering, OverloadSource};
use wavec_ir::{Align, Aux, InstFlags, Opcode, Type, Value};

/// Classes of floating-point values in `llvm.is.fpclass`.
mod class {
    pub const INF: u32 = 0x204;
    pub const NORMAL: u32 = 0x108;
    pub const FINITE: u32 = 0x1f8;
}

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    /// The value of a builtin call of type `ty`; none if it has no value.
    pub fn builtin(&mut self, op: Op, args: &'a [Expr<'a>], ty: Ty) -> Option<Value> {
        match op {
            Op::Library(id, pointers) => return self.library_elements(id, pointers, args, ty),
            Op::Select => return Some(self.select_elements(args)),
            Op::Nothing => {
                for arg in args {
                    self.effects(arg);
                }
                return None;
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
            Op::NamedAtomic(op, order, name) => {
                let scope = self.named_scope(name);
                return Some(self.atomic(op, order, scope, &values, args, true));
            }
            Op::CompareExchange(..) | Op::CompareExchangeInto(..) => {
                return Some(self.compare_exchange(op, &values, args));
            }
            Op::AtomicLoad(order, scope) => return Some(self.atomic_load(order, scope, values[0], args, ty)),
            Op::AtomicStore(order, scope) => {
                self.atomic_store(order, scope, &values, args);
                return None;
            }
            Op::MemCopy => {
                let types = [self.func.ty(values[0]), self.func.ty(values[1]), Type::I64];
                let plain = self.int(Type::I1, 0);
                let operands = [values[0], values[1], values[2], plain];
                self.memory_call("llvm.memcpy", &types, &operands, &[]);
                return None;
            }
            Op::MemSet => {
                let types = [self.func.ty(values[0]), Type::I64];
                let plain = self.int(Type::I1, 0);
                let operands = [values[0], values[1], values[2], plain];
                self.memory_call("llvm.memset", &types, &operands, &[]);
                return None;
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

    fn element(&mut self, vector: Value, index: u32, count: u32) -> Value {
        if count == 1 {
            return vector;
        }
        let index = self.int(Type::I32, index as u64);
        self.b().extract_element(vector, index)
    }

    fn gather(&mut self, elements: &[Value], ty: Type) -> Value {
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
        // Through its pointers the function writes to temporaries, whatever address space the caller's are in.
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

    /// A floating-point element in the width a library function has.
    fn fit(&mut self, value: Value, ty: Ty) -> Value {
        let ir = self.l.value_type(ty);
        self.fit_type(value, ir)
    }

    fn fit_type(&mut self, value: Value, ir: Type) -> Value {
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

    /// A truth value (or vector of them) as the integers OpenCL gives: 1 for a scalar, -1 for elements.
    fn truth_value(&mut self, truth: Value, ir: Type) -> Value {
        let opcode = if self.l.module.ctx.types.is_vector(ir) {
            Opcode::SExt
        } else {
            Opcode::ZExt
        };
        self.b().cast(opcode, truth, ir)
    }

    fn is_class(&mut self, value: Value, mask: u32) -> Value {
        let ty = self.func.ty(value);
        let mask = self.int(Type::I32, mask as u64);
        self.intrinsic("llvm.is.fpclass", &[ty], &[value, mask])
    }

    // Floating point.

    fn float_operation(&mut self, op: Op, v: &[Value], scalar: Scalar, count: u32, ir: Type) -> Value {
        let ty = self.func.ty(v[0]);
        let compare = match op {
            Op::IsEqual => Some(FloatPredicate::Oeq),
            Op::IsNotEqual => Some(FloatPredicate::Une),
            Op::IsGreater => Some(FloatPredicate::Ogt),
            Op::IsGreaterEqual => Some(FloatPredicate::Oge),
            Op::IsLess => Some(FloatPredicate::Olt),
            Op::IsLessEqual => Some(FloatPredicate::Ole),
            Op::IsLessGreater => Some(FloatPredicate::One),
            Op::IsOrdered => Some(FloatPredicate::Ord),
            Op::IsUnordered => Some(FloatPredicate::Uno),
            _ => None,
        };
        if let Some(predicate) = compare {
            let truth = self.b().fcmp(predicate, v[0], v[1]);
            return self.truth_value(truth, ir);
        }
        match op {
            Op::IsNan => {
                let truth = self.b().fcmp(FloatPredicate::Uno, v[0], v[0]);
                self.truth_value(truth, ir)
            }
            Op::IsInf | Op::IsFinite | Op::IsNormal => {
                let mask = match op {
                    Op::IsInf => class::INF,
                    Op::IsFinite => class::FINITE,
                    _ => class::NORMAL,
                };
                let truth = self.is_class(v[0], mask);
                self.truth_value(truth, ir)
            }
            Op::SignBit => {
                let int_scalar = self.l.scalars[scalar.to_unsigned() as usize];
                let int_ty = self.l.module.ctx.types.with_scalar(ty, int_scalar);
                let bits = self.bits(v[0], int_ty);
                let zero = self.int(int_ty, 0);
                let truth = self.b().icmp(IntPredicate::Slt, bits, zero);
                self.truth_value(truth, ir)
            }
            Op::Sqrt => {
                let value = self.intrinsic("llvm.sqrt", &[ty], v);
                if scalar == Scalar::Float && !self.l.sema.options.correctly_rounded_divide_sqrt {
                    let node = self.l.metadata_accuracy(3.0);
                    self.attach(value, "fpmath", node);
                }
                value
            }
            Op::Ldexp => {
                let exponent = self.func.ty(v[1]);
                self.intrinsic("llvm.ldexp", &[ty, exponent], v)
            }
            Op::Fdim => {
                let difference = self.b().binary(Opcode::FSub, v[0], v[1]);
                let zero = self.float(ty, 0.0);
                // Not greater covers unordered too; then the difference is NaN already.
                let less = self.b().fcmp(FloatPredicate::Ole, v[0], v[1]);
                self.b().select(less, zero, difference)
            }
            Op::NativeDivide => {
                let value = self.b().binary(Opcode::FDiv, v[0], v[1]);
                if let Some(inst) = self.func.def_inst(value) {
                    self.func.inst_mut(inst).flags |= InstFlags::ARCP | InstFlags::AFN;
                }
                value
            }
            Op::Max => self.intrinsic("llvm.maxnum", &[ty], v),
            Op::Min => self.intrinsic("llvm.minnum", &[ty], v),
            Op::Clamp => {
                let low = self.intrinsic("llvm.maxnum", &[ty], &[v[0], v[1]]);
                self.intrinsic("llvm.minnum", &[ty], &[low, v[2]])
            }
            Op::Degrees => {
                let factor = self.float(ty, 57.295_779_513_082_32);
                self.b().binary(Opcode::FMul, v[0], factor)
            }
            Op::Radians => {
                let factor = self.float(ty, 0.017_453_292_519_943_295);
                self.b().binary(Opcode::FMul, v[0], factor)
            }
            Op::Mix => {
                let range = self.b().binary(Opcode::FSub, v[1], v[0]);
                self.intrinsic("llvm.fma", &[ty], &[range, v[2], v[0]])
            }
            Op::Step => {
                let (zero, one) = (self.float(ty, 0.0), self.float(ty, 1.0));
                let less = self.b().fcmp(FloatPredicate::Olt, v[1], v[0]);
                self.b().select(less, zero, one)
            }
            Op::SmoothStep => {
                let (zero, one) = (self.float(ty, 0.0), self.float(ty, 1.0));
                let above = self.b().binary(Opcode::FSub, v[2], v[0]);
                let range = self.b().binary(Opcode::FSub, v[1], v[0]);
                let t = self.b().binary(Opcode::FDiv, above, range);
                let t = self.intrinsic("llvm.maxnum", &[ty], &[t, zero]);
                let t = self.intrinsic("llvm.minnum", &[ty], &[t, one]);
                let (two, three) = (self.float(ty, -2.0), self.float(ty, 3.0));
                let slope = self.intrinsic("llvm.fma", &[ty], &[t, two, three]);
                let square = self.b().binary(Opcode::FMul, t, t);
                self.b().binary(Opcode::FMul, square, slope)
            }
            Op::Sign => {
                let one = self.float(ty, 1.0);
                let zero = self.float(ty, 0.0);
                let unit = self.intrinsic("llvm.copysign", &[ty], &[one, v[0]]);
                let is_zero = self.b().fcmp(FloatPredicate::Oeq, v[0], zero);
                let value = self.b().select(is_zero, v[0], unit);
                let nan = self.b().fcmp(FloatPredicate::Uno, v[0], v[0]);
                self.b().select(nan, zero, value)
            }
            Op::Dot => self.dot(v[0], v[1], count),
            Op::Cross => self.cross(v[0], v[1], count, ir),
            Op::FastLength | Op::FastDistance => {
                let value = if op == Op::FastDistance {
                    self.b().binary(Opcode::FSub, v[0], v[1])
                } else {
                    v[0]
                };
                let square = self.dot(value, value, count);
                let ty = self.func.ty(square);
                self.fast_intrinsic("llvm.sqrt", ty, square)
            }
            Op::FastNormalize => {
                let square = self.dot(v[0], v[0], count);
                let element = self.func.ty(square);
                let root = self.fast_intrinsic("llvm.sqrt", element, square);
                let one = self.float(element, 1.0);
                let inverse = self.b().binary(Opcode::FDiv, one, root);
                if let Some(inst) = self.func.def_inst(inverse) {
                    self.func.inst_mut(inst).flags |= InstFlags::ARCP | InstFlags::AFN | InstFlags::CONTRACT;
                }
                let zero = self.float(element, 0.0);
                let is_zero = self.b().fcmp(FloatPredicate::Oeq, square, zero);
                let factor = self.b().select(is_zero, one, inverse);
                let factor = if count > 1 {
                    self.b().splat(factor, count)
                } else {
                    factor
                };
                self.b().binary(Opcode::FMul, v[0], factor)
            }
            Op::LengthWith(id) => {
                let callee = self.callee(id);
                let operands = self.four_elements(v[0], count, id);
                let result = match self.call(callee, &operands) {
                    Some(value) => value,
                    None => v[0],
                };
                self.fit_type(result, ir)
            }
            Op::NormalizeWith(scale, factor) => {
                let mut value = v[0];
                for id in [scale, factor] {
                    let callee = self.callee(id);
                    let operands = self.four_elements(value, count, id);
                    let Some(result) = self.call(callee, &operands) else {
                        return value;
                    };
                    let element = self.l.module.ctx.types.scalar(ty);
                    let result = self.fit_type(result, element);
                    let result = if count > 1 {
                        self.b().splat(result, count)
                    } else {
                        result
                    };
                    value = self.b().binary(Opcode::FMul, value, result);
                }
                value
            }
            Op::BitSelect => {
                let int_scalar = self.l.scalars[scalar.to_unsigned() as usize];
                let int_ty = self.l.module.ctx.types.with_scalar(ty, int_scalar);
                let bits: Vec<Value> = v.iter().map(|&x| self.bits(x, int_ty)).collect();
                let mixed = self.bit_select(&bits);
                self.bits(mixed, ty)
            }
            _ => v[0],
        }
    }

    fn fast_intrinsic(&mut self, name: &'static str, ty: Type, operand: Value) -> Value {
        let value = self.intrinsic(name, &[ty], &[operand]);
        if let Some(inst) = self.func.def_inst(value) {
            self.func.inst_mut(inst).flags |= InstFlags::AFN;
        }
        value
    }

    /// The elements of a vector of up to four, zeros after them, in the width of the helper's parameters.
    fn four_elements(&mut self, vector: Value, count: u32, helper: FnId) -> Vec<Value> {
        let params = self.l.sema.function(helper).param_types;
        let mut operands = Vec::with_capacity(4);
        for (index, param) in params.iter().enumerate() {
            let ir = self.l.value_type(param.ty);
            operands.push(if (index as u32) < count {
                let element = self.element(vector, index as u32, count);
                self.fit_type(element, ir)
            } else {
                self.float(ir, 0.0)
            });
        }
        operands
    }

    fn dot(&mut self, a: Value, b: Value, count: u32) -> Value {
        let x = self.element(a, 0, count);
        let y = self.element(b, 0, count);
        let mut sum = self.b().binary(Opcode::FMul, x, y);
        let ty = self.func.ty(x);
        for index in 1..count {
            let x = self.element(a, index, count);
            let y = self.element(b, index, count);
            sum = self.intrinsic("llvm.fma", &[ty], &[x, y, sum]);
        }
        sum
    }

    fn cross(&mut self, a: Value, b: Value, count: u32, ir: Type) -> Value {
        let mut elements = Vec::new();
        for index in 0..3u32 {
            let (next, last) = ((index + 1) % 3, (index + 2) % 3);
            let (a1, b1) = (self.element(a, next, count), self.element(b, last, count));
            let (a2, b2) = (self.element(a, last, count), self.element(b, next, count));
            let ty = self.func.ty(a1);
            let second = self.b().binary(Opcode::FMul, a2, b2);
            let second = self.b().fneg(second);
            elements.push(self.intrinsic("llvm.fma", &[ty], &[a1, b1, second]));
        }
        if count == 4 {
            let element = self.l.module.ctx.types.scalar(ir);
            elements.push(self.float(element, 0.0));
        }
        self.gather(&elements, ir)
    }

    // Integers.

    fn bit_select(&mut self, v: &[Value]) -> Value {
        // a where the mask is 0, b where it is 1.
        let both = self.b().binary(Opcode::Xor, v[0], v[1]);
        let chosen = self.b().binary(Opcode::And, both, v[2]);
        self.b().binary(Opcode::Xor, v[0], chosen)
    }

    fn int_operation(&mut self, op: Op, v: &[Value], scalar: Scalar, count: u32, ir: Type) -> Value {
        let ty = self.func.ty(v[0]);
        let signed = scalar.is_signed();
        let pick = |s: &'static str, u: &'static str| if signed { s } else { u };
        match op {
            Op::Abs if !signed => v[0],
            Op::Abs => {
                let keep = self.int(Type::I1, 0);
                self.intrinsic("llvm.abs", &[ty], &[v[0], keep])
            }
            Op::AbsDiff => {
                let high = self.intrinsic(pick("llvm.smax", "llvm.umax"), &[ty], v);
                let low = self.intrinsic(pick("llvm.smin", "llvm.umin"), &[ty], v);
                self.b().binary(Opcode::Sub, high, low)
            }
            Op::Max => self.intrinsic(pick("llvm.smax", "llvm.umax"), &[ty], v),
            Op::Min => self.intrinsic(pick("llvm.smin", "llvm.umin"), &[ty], v),
            Op::Clamp => {
                let low = self.intrinsic(pick("llvm.smax", "llvm.umax"), &[ty], &[v[0], v[1]]);
                self.intrinsic(pick("llvm.smin", "llvm.umin"), &[ty], &[low, v[2]])
            }
            Op::AddSat => self.intrinsic(pick("llvm.sadd.sat", "llvm.uadd.sat"), &[ty], v),
            Op::SubSat => self.intrinsic(pick("llvm.ssub.sat", "llvm.usub.sat"), &[ty], v),
            Op::Clz | Op::Ctz => {
                let name = if op == Op::Clz { "llvm.ctlz" } else { "llvm.cttz" };
                let defined = self.int(Type::I1, 0);
                self.intrinsic(name, &[ty], &[v[0], defined])
            }
            Op::Rotate => self.intrinsic("llvm.fshl", &[ty], &[v[0], v[0], v[1]]),
            Op::Hadd | Op::Rhadd => {
                // Half of each, and what the low bits carry.
                let shift = pick_opcode(signed);
                let one = self.int(ty, 1);
                let (a, b) = (
                    self.b().binary(shift, v[0], one),
                    self.b().binary(shift, v[1], one),
                );
                let sum = self.b().binary(Opcode::Add, a, b);
                let low = if op == Op::Hadd { Opcode::And } else { Opcode::Or };
                let carry = self.b().binary(low, v[0], v[1]);
                let carry = self.b().binary(Opcode::And, carry, one);
                self.b().binary(Opcode::Add, sum, carry)
            }
            Op::Mul24 => self.b().binary(Opcode::Mul, v[0], v[1]),
            Op::Mad24 => {
                let product = self.b().binary(Opcode::Mul, v[0], v[1]);
                self.b().binary(Opcode::Add, product, v[2])
            }
            Op::MulHi => self.multiply_high(v[0], v[1], scalar),
            Op::MadHi => {
                let high = self.multiply_high(v[0], v[1], scalar);
                self.b().binary(Opcode::Add, high, v[2])
            }
            Op::MadSat => self.multiply_add_saturated(v, scalar),
            Op::Upsample => {
                let bits = scalar.bits() as u64;
                let high = self.b().cast(Opcode::ZExt, v[0], ir);
                let low = self.b().cast(Opcode::ZExt, v[1], ir);
                let amount = self.int(ir, bits);
                let high = self.b().binary(Opcode::Shl, high, amount);
                self.b().binary(Opcode::Or, high, low)
            }
            Op::BitSelect => self.bit_select(v),
            Op::Any | Op::All => {
                // The most significant bit of each element.
                let zero = self.int(ty, 0);
                let mut all = v[0];
                if count > 1 {
                    let opcode = if op == Op::Any { Opcode::Or } else { Opcode::And };
                    all = self.element(v[0], 0, count);
                    for index in 1..count {
                        let element = self.element(v[0], index, count);
                        all = self.b().binary(opcode, all, element);
                    }
                }
                let element = self.func.ty(all);
                let zero = if count > 1 { self.int(element, 0) } else { zero };
                let truth = self.b().icmp(IntPredicate::Slt, all, zero);
                self.b().cast(Opcode::ZExt, truth, ir)
            }
            _ => v[0],
        }
    }

    /// The upper half of the full product.
    fn multiply_high(&mut self, a: Value, b: Value, scalar: Scalar) -> Value {
        let ty = self.func.ty(a);
        let bits = scalar.bits();
        let wide = self.l.module.ctx.types.int(bits * 2);
        let wide = self.l.module.ctx.types.with_scalar(ty, wide);
        let extend = if scalar.is_signed() {
            Opcode::SExt
        } else {
            Opcode::ZExt
        };
        let a = self.b().cast(extend, a, wide);
        let b = self.b().cast(extend, b, wide);
        let product = self.b().binary(Opcode::Mul, a, b);
        let amount = self.int(wide, bits as u64);
        let high = self.b().binary(Opcode::LShr, product, amount);
        self.b().cast(Opcode::Trunc, high, ty)
    }

    /// a * b + c, held inside the type.
    fn multiply_add_saturated(&mut self, v: &[Value], scalar: Scalar) -> Value {
        let ty = self.func.ty(v[0]);
        let bits = scalar.bits();
        let signed = scalar.is_signed();
        if bits < 64 {
            // Twice the width holds the exact value.
            let wide = self.l.module.ctx.types.int(bits * 2);
            let wide = self.l.module.ctx.types.with_scalar(ty, wide);
            let extend = if signed { Opcode::SExt } else { Opcode::ZExt };
            let parts: Vec<Value> = v.iter().map(|&x| self.b().cast(extend, x, wide)).collect();
            let product = self.b().binary(Opcode::Mul, parts[0], parts[1]);
            let sum = self.b().binary(Opcode::Add, product, parts[2]);
            let clamped = if signed {
                let high = self.int(wide, (1u64 << (bits - 1)) - 1);
                let low = self.int(wide, (-(1i64 << (bits - 1))) as u64);
                let below = self.intrinsic("llvm.smin", &[wide], &[sum, high]);
                self.intrinsic("llvm.smax", &[wide], &[below, low])
            } else {
                let high = self.int(wide, (1u64 << bits) - 1);
                self.intrinsic("llvm.umin", &[wide], &[sum, high])
            };
            return self.b().cast(Opcode::Trunc, clamped, ty);
        }
        let low = self.b().binary(Opcode::Mul, v[0], v[1]);
        let high = self.multiply_high(v[0], v[1], scalar);
        if !signed {
            let zero = self.int(ty, 0);
            let fits = self.b().icmp(IntPredicate::Eq, high, zero);
            let sum = self.intrinsic("llvm.uadd.sat", &[ty], &[low, v[2]]);
            let ones = self.int(ty, u64::MAX);
            return self.b().select(fits, sum, ones);
        }
        // 128-bit sum in two halves: low + c, carry and sign of c into high.
        let sum = self.b().binary(Opcode::Add, low, v[2]);
        let carry = self.b().icmp(IntPredicate::Ult, sum, low);
        let carry = self.b().cast(Opcode::ZExt, carry, ty);
        let top = self.int(ty, 63);
        let sign = self.b().binary(Opcode::AShr, v[2], top);
        let high = self.b().binary(Opcode::Add, high, sign);
        let high = self.b().binary(Opcode::Add, high, carry);
        let own_sign = self.b().binary(Opcode::AShr, sum, top);
        let fits = self.b().icmp(IntPredicate::Eq, high, own_sign);
        let high_sign = self.b().binary(Opcode::AShr, high, top);
        let greatest = self.int(ty, i64::MAX as u64);
        let limit = self.b().binary(Opcode::Xor, high_sign, greatest);
        self.b().select(fits, sum, limit)
    }

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
        // Three elements are indexed like four.
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

    fn pointer_space(&self, pointer: &Expr<'a>) -> Space {
        self.l
            .sema
            .types
            .as_pointer(pointer.ty.ty)
            .map_or(Space::Generic, |to| to.space)
    }

    fn scope(&mut self, scope: MemoryScope, space: Space) -> SyncScope {
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

    fn named_scope(&mut self, name: crate::token::Symbol) -> SyncScope {
        let text = self.l.sema.text(name);
        self.l.module.ctx.sync_scope(text).unwrap_or(SyncScope::SYSTEM)
    }

    fn fence(&mut self, order: MemoryOrder, scope: SyncScope) {
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

    fn atomic(
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
        if float && rmw != RmwOp::Xchg {
            for key in self.l.sema.target.float_atomic_metadata {
                let node = self.l.metadata_empty();
                self.attach(value, key, node);
            }
        }
        value
    }

    fn compare_exchange(&mut self, op: Op, v: &[Value], args: &'a [Expr<'a>]) -> Value {
        let (order, failure, scope, into) = match op {
            Op::CompareExchangeInto(order, failure, scope) => (order, failure, scope, true),
            Op::CompareExchange(order, failure, scope) => (order, failure, scope, false),
            _ => return v[0],
        };
        // A failure cannot release.
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
        let old = self.b().extract_value(pair, &[0]);
        let old = self.bits(old, ir);
        if !into {
            return old;
        }
        let done = self.b().extract_value(pair, &[1]);
        self.store_scalar(old, value_ty, v[1], scalar.size(), false);
        done
    }

    fn atomic_load(
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

    fn atomic_store(&mut self, order: MemoryOrder, scope: MemoryScope, v: &[Value], args: &'a [Expr<'a>]) {
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

    // The target's own.

    fn target_builtin(&mut self, builtin: &'static BuiltinDesc, v: &[Value], ir: Type) -> Option<Value> {
        let (id, overloads) = match builtin.lowering {
            BuiltinLowering::Intrinsic { id, overloads } => (id, overloads),
            BuiltinLowering::Recipe(recipe) => return self.recipe(recipe, v, ir),
        };
        let types: Vec<Type> = overloads
            .iter()
            .map(|source| match *source {
                OverloadSource::Result => ir,
                OverloadSource::Argument(index) => self.func.ty(v[index as usize]),
            })
            .collect();
        let callee = self.l.module.ctx.declare_intrinsic(id, &types);
        let callee_ty = self.l.module.ctx.functions[callee].ty;
        let (ret, params) = match self.l.module.ctx.types.signature(callee_ty) {
            Some((ret, params, _)) => (ret, params.to_vec()),
            None => return None,
        };
        let mut operands: Vec<Value> = Vec::with_capacity(v.len());
        for (&value, &param) in v.iter().zip(&params) {
            operands.push(self.adapt(value, param));
        }
        let inst = self.b().call(callee, &operands);
        let result = self.func.result(inst)?;
        if ret == ir {
            Some(result)
        } else {
            Some(self.adapt(result, ir))
        }
    }

    /// A value in a type of the same meaning: other bits of the same size, other address space, `i1` and wider.
    fn adapt(&mut self, value: Value, ty: Type) -> Value {
        let from = self.func.ty(value);
        if from == ty || ty == Type::VOID {
            return value;
        }
        let types = &self.l.module.ctx.types;
        if types.is_ptr(from) && types.is_ptr(ty) {
            return self.b().cast(Opcode::AddrSpaceCast, value, ty);
        }
        if let (Some(a), Some(b)) = (types.int_bits(from), types.int_bits(ty)) {
            if let Some(known) = self.func.as_int(value, &self.l.module.ctx) {
                return self.b().int(ty, known);
            }
            return self
                .b()
                .cast(if a > b { Opcode::Trunc } else { Opcode::ZExt }, value, ty);
        }
        self.b().cast(Opcode::BitCast, value, ty)
    }

    /// The target's intrinsic whose name ends in `word`, dots for underscores.
    fn target_intrinsic(&mut self, word: &str, overloads: &[Type], args: &[Value]) -> Option<Value> {
        let name = format!(
            "{}{}",
            self.l.sema.target.intrinsic_prefix,
            word.replace('_', ".")
        );
        let id = match self.l.module.ctx.intrinsics.lookup(&name) {
            Some(id) => id,
            None => panic!("the intrinsic {name} is not described"),
        };
        self.b().call_intrinsic(id, overloads, args)
    }

    fn recipe(&mut self, recipe: &'static str, v: &[Value], ir: Type) -> Option<Value> {
        match recipe {
            "div_scale" => {
                // (numerator, denominator, which, pointer to the flag)
                let ty = self.func.ty(v[0]);
                let pair = self.target_intrinsic(recipe, &[ty], &v[..3])?;
                let flag = self.b().extract_value(pair, &[1]);
                self.store_scalar(flag, Ty::BOOL, v[3], 1, false);
                Some(self.b().extract_value(pair, &[0]))
            }
            "ds_append" | "ds_consume" => {
                let ty = self.func.ty(v[0]);
                let volatile = self.int(Type::I1, 0);
                self.target_intrinsic(recipe, &[ty], &[v[0], volatile])
            }
            "mov_dpp" => {
                let ty = self.func.ty(v[0]);
                let poison = self.b().poison(ty);
                let mut operands = vec![poison];
                operands.extend_from_slice(v);
                self.target_intrinsic("update_dpp", &[ty], &operands)
            }
            "get_fpenv" => self.intrinsic_call("llvm.get.fpenv", &[Type::I64], &[]),
            "set_fpenv" => self.intrinsic_call("llvm.set.fpenv", &[Type::I64], v),
            _ => Some(self.b().poison(if ir == Type::VOID { Type::I32 } else { ir })),
        }
    }
}

fn pick_opcode(signed: bool) -> Opcode {
    if signed { Opcode::AShr } else { Opcode::LShr }
}

fn ordering(order: MemoryOrder) -> Ordering {
    match order {
        MemoryOrder::Relaxed => Ordering::Monotonic,
        MemoryOrder::Acquire => Ordering::Acquire,
        MemoryOrder::Release => Ordering::Release,
        MemoryOrder::AcquireRelease => Ordering::AcqRel,
        MemoryOrder::SequentiallyConsistent => Ordering::SeqCst,
    }
}
