//! Calls of the atomic functions of GNU C, clang and HIP.

use crate::ast::operations::{AtomicOp, MemoryOrder, MemoryScope, Op};
use crate::ast::{CastKind, Expr, ExprKind};
use crate::builtins::gnu_atomics::{GnuAtomic, Orders};
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Space, Ty};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// A call of such a function.
    pub(super) fn gnu_atomic_call(
        &mut self,
        name: &str,
        (kind, orders): (GnuAtomic, Orders),
        args: &'a [Expr<'a>],
        span: Span,
    ) -> &'a Expr<'a> {
        use GnuAtomic::*;
        if kind == IsLockFree {
            return self.is_lock_free(name, args, span);
        }
        let operands = match kind {
            Fence | SignalFence | IsLockFree => 0,
            Load | TestAndSet | Clear | Release => 1,
            Fetch(_) | FetchThen(_) | Store | LoadInto | StoreFrom | Init => 2,
            ExchangeInto | Compare | CompareTest | CompareInto(false, _) => 3,
            CompareInto(true, _) => 4,
        };
        let order_count = match (orders, kind) {
            (Orders::Implicit, _) | (_, Init) => 0,
            (_, CompareInto(..)) => 2,
            _ => 1,
        };
        let is_scoped = matches!(orders, Orders::Scoped(_));
        if !self.check_count(args, operands + order_count + usize::from(is_scoped), span) {
            return self.error_expr(span);
        }
        let mut evaluated = Vec::new();
        let mut order = [MemoryOrder::SequentiallyConsistent; 2];
        for (index, arg) in args[operands..operands + order_count].iter().enumerate() {
            let computed;
            (order[index], computed) = self.order_operand(arg);
            evaluated.extend(computed);
        }
        let mut scope = match kind {
            SignalFence => MemoryScope::WorkItem,
            _ => MemoryScope::System,
        };
        if let Orders::Scoped(numbering) = orders {
            match self.eval_int(&args[args.len() - 1]).map(numbering) {
                Some(Some(known)) => scope = known,
                Some(None) => {
                    let message = "synchronization scope argument to atomic operation is invalid";
                    self.error(args[args.len() - 1].span, message);
                    return self.error_expr(span);
                }
                None => evaluated.push(self.rvalue(&args[args.len() - 1])),
            }
        }
        let result = match kind {
            Fence | SignalFence => self.operation(Op::Fence(order[0], scope), &[], Ty::VOID, span),
            _ => match self.atomic_access(name, kind, args, (order, scope), span) {
                Some(result) => result,
                None => return self.no_match(name, args, span),
            },
        };
        evaluated
            .into_iter()
            .rev()
            .fold(result, |result, operand| self.after_effects(operand, result))
    }

    /// The operation on an object, whose type the pointer determines; `None` if the operands do not fit.
    fn atomic_access(
        &mut self,
        name: &str,
        kind: GnuAtomic,
        args: &'a [Expr<'a>],
        ([order, failure], scope): ([MemoryOrder; 2], MemoryScope),
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        use GnuAtomic::*;
        let mut pointer = self.rvalue(&args[0]);
        let mut pointee = self.types.as_pointer(pointer.ty.ty)?;
        if pointee.is_const() && !matches!(kind, Load | LoadInto) || pointee.space == Space::Constant {
            return None;
        }
        if matches!(kind, TestAndSet | Clear) {
            pointee.ty = Ty::scalar(Scalar::UChar);
            pointer = self.retype_pointer(pointer, pointee.ty);
        }
        let ty = pointee.ty;
        if let Some(to) = self.types.as_pointer(ty) {
            return self.atomic_pointer(name, kind, args, (pointer, to), ([order, failure], scope), span);
        }
        let scalar = self.types.as_scalar(ty).filter(|scalar| scalar.size() <= 8)?;
        // Booleans are bytes in memory.
        if scalar == Scalar::Bool {
            return None;
        }
        let value =
            |sema: &mut Self, index: usize| *sema.convert_to(&args[index], QualType::new(ty), Why::Pass);
        let store = |sema: &mut Self, value: Expr<'a>| {
            sema.operation(Op::AtomicStore(order, scope), &[*pointer, value], Ty::VOID, span)
        };
        Some(match kind {
            Fetch(op) | FetchThen(op) => {
                let words = name.strip_prefix("__sync_fetch_and_");
                // Their names determine signedness.
                let other_sign = words.is_some_and(|words| {
                    let is_bound = matches!(op, AtomicOp::Min | AtomicOp::Max);
                    is_bound && words.starts_with('u') == scalar.is_signed()
                });
                let bits_only = matches!(op, AtomicOp::And | AtomicOp::Or | AtomicOp::Xor | AtomicOp::Nand);
                let integers_only = bits_only || name.starts_with("__sync_");
                if scalar.is_float() && integers_only || other_sign {
                    return None;
                }
                let operation = match kind {
                    FetchThen(_) => Op::AtomicThen(op, order, scope),
                    _ => Op::Atomic(op, order, scope),
                };
                let operand = value(self, 1);
                self.operation(operation, &[*pointer, operand], ty, span)
            }
            Load => self.operation(Op::AtomicLoad(order, scope), &[*pointer], ty, span),
            Store => {
                let operand = value(self, 1);
                store(self, operand)
            }
            Init => {
                let operand = value(self, 1);
                let relaxed = Op::AtomicStore(MemoryOrder::Relaxed, MemoryScope::WorkItem);
                self.operation(relaxed, &[*pointer, operand], Ty::VOID, span)
            }
            LoadInto => {
                let loaded = self.operation(Op::AtomicLoad(order, scope), &[*pointer], ty, span);
                self.store_through(&args[1], loaded, span)?
            }
            StoreFrom => {
                let operand = self.load_through(&args[1], ty, span)?;
                store(self, *operand)
            }
            ExchangeInto => {
                let operand = self.load_through(&args[1], ty, span)?;
                let exchange = Op::Atomic(AtomicOp::Exchange, order, scope);
                let old = self.operation(exchange, &[*pointer, *operand], ty, span);
                self.store_through(&args[2], old, span)?
            }
            Compare | CompareTest => {
                let operands = [*pointer, value(self, 1), value(self, 2)];
                match kind {
                    Compare => {
                        let op = Op::CompareExchange(order, failure, scope);
                        self.operation(op, &operands, ty, span)
                    }
                    _ => self.operation(Op::CompareExchangeTest(order, scope), &operands, Ty::BOOL, span),
                }
            }
            CompareInto(_, by_pointer) => {
                let expected = self.rvalue(&args[1]);
                if self.types.as_pointer(expected.ty.ty).is_none_or(|to| to.ty != ty) {
                    return None;
                }
                let desired = match by_pointer {
                    true => *self.load_through(&args[2], ty, span)?,
                    false => value(self, 2),
                };
                let op = Op::CompareExchangeInto(order, failure, scope);
                self.operation(op, &[*pointer, *expected, desired], Ty::BOOL, span)
            }
            TestAndSet => {
                let one = self.int_literal(1, ty, span);
                let exchange = Op::Atomic(AtomicOp::Exchange, order, scope);
                let old = self.operation(exchange, &[*pointer, *one], ty, span);
                self.arithmetic(old, Ty::BOOL)
            }
            Clear | Release => {
                let zero = self.int_literal(0, Ty::INT, span);
                let zero = *self.arithmetic(zero, ty);
                store(self, zero)
            }
            Fence | SignalFence | IsLockFree => return None,
        })
    }

    /// An operation on a pointer in memory: as on an integer of its size.
    fn atomic_pointer(
        &mut self,
        name: &str,
        kind: GnuAtomic,
        args: &'a [Expr<'a>],
        (pointer, to): (&'a Expr<'a>, QualType),
        ordering: ([MemoryOrder; 2], MemoryScope),
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        use GnuAtomic::*;
        let own = self.types.pointer(to);
        let integer = match self.types.size_of(own) {
            4 => Ty::UINT,
            _ => Ty::ULONG,
        };
        let number = |sema: &mut Self, arg: &'a Expr<'a>| {
            let arg = sema.convert_to(arg, QualType::new(own), Why::Pass);
            *sema.value(ExprKind::Cast(CastKind::PointerToInt, arg), integer, span)
        };
        let mut operands = args.to_vec();
        operands[0] = *self.retype_pointer(pointer, integer);
        match kind {
            Load => {}
            Store | Init | Fetch(AtomicOp::Exchange) => operands[1] = number(self, &args[1]),
            Fetch(AtomicOp::Add | AtomicOp::Sub) | FetchThen(AtomicOp::Add | AtomicOp::Sub) => {
                // C11 counts in elements, GNU C in bytes.
                let offset = *self.convert_to(&args[1], QualType::new(Ty::LONG), Why::Pass);
                let size = match name.starts_with("__c11_") || name.starts_with("__hip_") {
                    true => self.types.size_of(to.ty).max(1),
                    false => 1,
                };
                let offset = self.arena.alloc(offset);
                let size = self.int_literal(size, Ty::LONG, span);
                operands[1] = *self.binary(crate::ast::BinaryOp::Mul, offset, size, span);
            }
            Compare | CompareTest => {
                operands[1] = number(self, &args[1]);
                operands[2] = number(self, &args[2]);
            }
            CompareInto(_, by_pointer) => {
                let expected = self.rvalue(&args[1]);
                if self
                    .types
                    .as_pointer(expected.ty.ty)
                    .is_none_or(|to| to.ty != own)
                {
                    return None;
                }
                operands[1] = *self.retype_pointer(expected, integer);
                operands[2] = match by_pointer {
                    true => {
                        let desired = self.rvalue(&args[2]);
                        self.types.as_pointer(desired.ty.ty).filter(|to| to.ty == own)?;
                        *self.retype_pointer(desired, integer)
                    }
                    false => number(self, &args[2]),
                };
            }
            LoadInto | StoreFrom | ExchangeInto => {
                let others = if kind == ExchangeInto { 1..3 } else { 1..2 };
                for index in others {
                    let place = self.rvalue(&args[index]);
                    self.types.as_pointer(place.ty.ty).filter(|to| to.ty == own)?;
                    operands[index] = *self.retype_pointer(place, integer);
                }
            }
            _ => return None,
        }
        let operands = self.arena.alloc_slice_copy(&operands);
        let result = self.atomic_access(name, kind, operands, ordering, span)?;
        match result.ty.ty == integer {
            true => Some(self.value(ExprKind::Cast(CastKind::IntToPointer, result), own, span)),
            false => Some(result),
        }
    }

    /// `*pointer` as a value of type `ty`.
    fn load_through(&mut self, pointer: &'a Expr<'a>, ty: Ty, span: Span) -> Option<&'a Expr<'a>> {
        let pointer = self.rvalue(pointer);
        self.types.as_pointer(pointer.ty.ty).filter(|to| to.ty == ty)?;
        let object = self.dereference(pointer, span);
        Some(self.value(ExprKind::Cast(CastKind::Same, object), ty, span))
    }

    /// `(void)(*pointer = value)`
    fn store_through(
        &mut self,
        pointer: &'a Expr<'a>,
        value: &'a Expr<'a>,
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        let pointer = self.rvalue(pointer);
        self.types
            .as_pointer(pointer.ty.ty)
            .filter(|to| to.ty == value.ty.ty)?;
        let object = self.dereference(pointer, span);
        let store = self.assign(object, value, span);
        Some(self.value(ExprKind::Cast(CastKind::ToVoid, store), Ty::VOID, span))
    }

    /// Sizes up to 8 bytes have atomic instructions.
    fn is_lock_free(&mut self, name: &str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        let expected = if name.starts_with("__c11_") { 1 } else { 2 };
        if !self.check_count(args, expected, span) {
            return self.error_expr(span);
        }
        let Some(size) = self.eval_int(&args[0]) else {
            self.error(
                args[0].span,
                format!("argument to '{name}' must be a constant integer"),
            );
            return self.error_expr(span);
        };
        let free = matches!(size, 1 | 2 | 4 | 8);
        self.int_literal(free.into(), Ty::INT, span)
    }
}
