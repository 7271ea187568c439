//! Calls of atomic functions.

use crate::ast::Expr;
use crate::ast::operations::{AtomicOp, MemoryOrder, MemoryScope, Op};
use crate::builtins::atomics::{Atomic, memory_order, memory_scope};
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Space, Ty};
use crate::warnings::Warning;
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// A call of an atomic function.
    pub(super) fn atomic_builtin(
        &mut self,
        name: &str,
        atomic: Atomic,
        args: &'a [Expr<'a>],
        span: Span,
    ) -> &'a Expr<'a> {
        // Number of operands before order and scope.
        let (base, explicit) = match atomic {
            Atomic::Old(_) => (2, false),
            Atomic::Step(_) => (1, false),
            Atomic::OldCompare => (3, false),
            Atomic::Fetch(_, explicit) => (2, explicit),
            Atomic::Load(explicit) => (1, explicit),
            Atomic::Store(explicit) => (2, explicit),
            Atomic::Init => (2, false),
            Atomic::Compare(explicit) => (3, explicit),
            Atomic::TestAndSet(explicit) | Atomic::Clear(explicit) => (1, explicit),
        };
        let orders = match atomic {
            Atomic::Compare(_) => 2,
            _ => 1,
        };
        let (least, most) = if explicit {
            (base + orders, base + orders + 1)
        } else {
            (base, base)
        };
        if args.len() < least || args.len() > most {
            let expected = if args.len() < least { least } else { most };
            self.check_count(args, expected, span);
            return self.error_expr(span);
        }
        let pointer = self.rvalue(&args[0]);
        let Some(pointee) = self.types.as_pointer(pointer.ty.ty) else {
            return self.no_match(name, args, span);
        };
        let Some(scalar) = self
            .types
            .as_scalar(pointee.ty)
            .filter(|s| matches!(s.size(), 4 | 8))
        else {
            return self.no_match(name, args, span);
        };
        if pointee.space == Space::Constant {
            return self.no_match(name, args, span);
        }
        let mut order = MemoryOrder::Relaxed;
        let mut failure = MemoryOrder::Relaxed;
        let mut scope = MemoryScope::Default;
        let c11 = !matches!(
            atomic,
            Atomic::Old(_) | Atomic::Step(_) | Atomic::OldCompare | Atomic::Init
        );
        if c11 && !explicit {
            (order, failure) = (
                MemoryOrder::SequentiallyConsistent,
                MemoryOrder::SequentiallyConsistent,
            );
            scope = MemoryScope::Device;
        }
        let mut computed = None;
        if explicit {
            (order, computed) = self.order_operand(&args[base]);
            failure = order;
            if orders == 2 {
                let second;
                (failure, second) = self.order_operand(&args[base + 1]);
                computed = computed.or(second);
            }
            scope = match args.get(base + orders) {
                Some(arg) => {
                    let third;
                    (scope, third) = self.scope_operand(arg);
                    computed = computed.or(third);
                    scope
                }
                None => MemoryScope::Device,
            };
        }
        let ty = Ty::scalar(scalar);
        // OpenCL 1.x's functions are overloaded: a floating-point operand converts to all integer types equally well.
        let old = matches!(atomic, Atomic::Old(_) | Atomic::OldCompare);
        let float_operand = args[1..]
            .iter()
            .any(|arg| self.types.as_scalar(arg.ty.ty).is_some_and(Scalar::is_float));
        let exchange = matches!(atomic, Atomic::Old(AtomicOp::Exchange));
        if old && !(scalar == Scalar::Float && exchange) && (scalar.is_float() || float_operand) {
            self.error(span, format!("call to '{name}' is ambiguous"));
            return self.error_expr(span);
        }
        let value_operand =
            |sema: &mut Self, index: usize| sema.convert_to(&args[index], QualType::new(ty), Why::Pass);
        let result = match atomic {
            Atomic::Old(op) | Atomic::Fetch(op, _) => {
                let bitwise = matches!(op, AtomicOp::And | AtomicOp::Or | AtomicOp::Xor);
                if scalar.is_float() && bitwise {
                    return self.no_match(name, args, span);
                }
                let value = value_operand(self, 1);
                self.operation(Op::Atomic(op, order, scope), &[*pointer, *value], ty, span)
            }
            Atomic::Step(op) => {
                if scalar.is_float() {
                    return self.no_match(name, args, span);
                }
                let one = self.int_literal(1, ty, span);
                self.operation(Op::Atomic(op, order, scope), &[*pointer, *one], ty, span)
            }
            Atomic::OldCompare => {
                if scalar.is_float() {
                    return self.no_match(name, args, span);
                }
                let (compare, value) = (value_operand(self, 1), value_operand(self, 2));
                self.operation(
                    Op::CompareExchange(order, failure, scope),
                    &[*pointer, *compare, *value],
                    ty,
                    span,
                )
            }
            Atomic::Load(_) => self.operation(Op::AtomicLoad(order, scope), &[*pointer], ty, span),
            Atomic::Store(_) | Atomic::Init => {
                let value = value_operand(self, 1);
                self.operation(Op::AtomicStore(order, scope), &[*pointer, *value], Ty::VOID, span)
            }
            Atomic::Compare(_) => {
                let expected = self.rvalue(&args[1]);
                if self.types.as_pointer(expected.ty.ty).is_none_or(|to| to.ty != ty) {
                    return self.no_match(name, args, span);
                }
                let value = value_operand(self, 2);
                let op = Op::CompareExchangeInto(order, failure, scope);
                self.operation(op, &[*pointer, *expected, *value], Ty::BOOL, span)
            }
            Atomic::TestAndSet(_) => {
                let one = self.int_literal(1, ty, span);
                let old = self.operation(
                    Op::Atomic(AtomicOp::Exchange, order, scope),
                    &[*pointer, *one],
                    ty,
                    span,
                );
                self.arithmetic(old, Ty::BOOL)
            }
            Atomic::Clear(_) => {
                let zero = self.int_literal(0, ty, span);
                self.operation(Op::AtomicStore(order, scope), &[*pointer, *zero], Ty::VOID, span)
            }
        };
        match computed {
            Some(operand) => self.after_effects(operand, result),
            None => result,
        }
    }

    /// The memory order of an operand. One that is not constant becomes the strongest order; the operand is evaluated
    /// nevertheless.
    pub(super) fn order_operand(&mut self, arg: &'a Expr<'a>) -> (MemoryOrder, Option<&'a Expr<'a>>) {
        match self.eval_int(arg) {
            Some(number) => match memory_order(number) {
                Some(order) => (order, None),
                None => {
                    self.warning(
                        Warning::AtomicMemoryOrdering,
                        arg.span,
                        "memory order argument to atomic operation is invalid",
                    );
                    (MemoryOrder::SequentiallyConsistent, None)
                }
            },
            None => (MemoryOrder::SequentiallyConsistent, Some(self.rvalue(arg))),
        }
    }

    /// The memory scope of an operand; the widest one if it is not constant.
    pub(super) fn scope_operand(&mut self, arg: &'a Expr<'a>) -> (MemoryScope, Option<&'a Expr<'a>>) {
        match self.eval_int(arg) {
            Some(number) => match memory_scope(number) {
                Some(scope) => (scope, None),
                None => {
                    self.error(
                        arg.span,
                        "synchronization scope argument to atomic operation is invalid",
                    );
                    (MemoryScope::System, None)
                }
            },
            None => (MemoryScope::System, Some(self.rvalue(arg))),
        }
    }
}
