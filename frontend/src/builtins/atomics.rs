//! Atomic functions: OpenCL 1.x's and C11's.

use super::{AtomicOp, MemoryOrder, MemoryScope, Op};
use crate::ast::Expr;
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Space, Ty};
use wavec_support::Span;

/// An atomic function by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Atomic {
    /// OpenCL 1.x: (pointer, value)
    Old(AtomicOp),
    /// OpenCL 1.x: (pointer)
    Step(AtomicOp),
    /// OpenCL 1.x: (pointer, compare, value)
    OldCompare,
    /// GNU C: (pointer, value)
    Sync(AtomicOp),
    /// GNU C: (pointer, compare, value)
    SyncCompare,
    /// C11: (pointer, value[, order[, scope]]); explicit if `.1`
    Fetch(AtomicOp, bool),
    Load(bool),
    Store(bool),
    Init,
    /// (pointer, expected, desired[, success, failure[, scope]])
    Compare(bool),
    TestAndSet(bool),
    Clear(bool),
}

pub(super) fn atomic(name: &str) -> Option<Atomic> {
    if let Some(rest) = name.strip_prefix("__opencl_atomic_") {
        // Clang's names: order and scope are always explicit.
        return c11_atomic(rest, rest != "init");
    }
    if let Some(rest) = name.strip_prefix("__sync_") {
        return sync_atomic(rest);
    }
    let rest = name.strip_prefix("atomic_").or(name.strip_prefix("atom_"))?;
    let c11 = name.starts_with("atomic_");
    let old = match rest {
        "add" => Some(Atomic::Old(AtomicOp::Add)),
        "sub" => Some(Atomic::Old(AtomicOp::Sub)),
        "xchg" => Some(Atomic::Old(AtomicOp::Exchange)),
        "min" => Some(Atomic::Old(AtomicOp::Min)),
        "max" => Some(Atomic::Old(AtomicOp::Max)),
        "and" => Some(Atomic::Old(AtomicOp::And)),
        "or" => Some(Atomic::Old(AtomicOp::Or)),
        "xor" => Some(Atomic::Old(AtomicOp::Xor)),
        "inc" => Some(Atomic::Step(AtomicOp::Add)),
        "dec" => Some(Atomic::Step(AtomicOp::Sub)),
        "cmpxchg" => Some(Atomic::OldCompare),
        _ => None,
    };
    if old.is_some() || !c11 {
        return old;
    }
    let (rest, explicit) = match rest.strip_suffix("_explicit") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    c11_atomic(rest, explicit)
}

/// A function of GNU C without its prefix; the operand size may follow its name.
fn sync_atomic(rest: &str) -> Option<Atomic> {
    let rest = ["_4", "_8"]
        .iter()
        .find_map(|size| rest.strip_suffix(size))
        .unwrap_or(rest);
    Some(match rest {
        "fetch_and_add" => Atomic::Sync(AtomicOp::Add),
        "fetch_and_sub" => Atomic::Sync(AtomicOp::Sub),
        "fetch_and_and" => Atomic::Sync(AtomicOp::And),
        "fetch_and_or" => Atomic::Sync(AtomicOp::Or),
        "fetch_and_xor" => Atomic::Sync(AtomicOp::Xor),
        "fetch_and_min" | "fetch_and_umin" => Atomic::Sync(AtomicOp::Min),
        "fetch_and_max" | "fetch_and_umax" => Atomic::Sync(AtomicOp::Max),
        "swap" | "lock_test_and_set" => Atomic::Sync(AtomicOp::Exchange),
        "val_compare_and_swap" => Atomic::SyncCompare,
        _ => return None,
    })
}

/// A function of C11 without its prefix and `_explicit`.
fn c11_atomic(rest: &str, explicit: bool) -> Option<Atomic> {
    Some(match rest {
        "load" => Atomic::Load(explicit),
        "store" => Atomic::Store(explicit),
        "init" if !explicit => Atomic::Init,
        "exchange" => Atomic::Fetch(AtomicOp::Exchange, explicit),
        "fetch_add" => Atomic::Fetch(AtomicOp::Add, explicit),
        "fetch_sub" => Atomic::Fetch(AtomicOp::Sub, explicit),
        "fetch_and" => Atomic::Fetch(AtomicOp::And, explicit),
        "fetch_or" => Atomic::Fetch(AtomicOp::Or, explicit),
        "fetch_xor" => Atomic::Fetch(AtomicOp::Xor, explicit),
        "fetch_min" => Atomic::Fetch(AtomicOp::Min, explicit),
        "fetch_max" => Atomic::Fetch(AtomicOp::Max, explicit),
        "compare_exchange_strong" | "compare_exchange_weak" => Atomic::Compare(explicit),
        "flag_test_and_set" => Atomic::TestAndSet(explicit),
        "flag_clear" => Atomic::Clear(explicit),
        _ => return None,
    })
}

/// The memory order with this number in C11.
pub(super) fn memory_order(number: u64) -> Option<MemoryOrder> {
    Some(match number {
        0 => MemoryOrder::Relaxed,
        1 | 2 => MemoryOrder::Acquire,
        3 => MemoryOrder::Release,
        4 => MemoryOrder::AcquireRelease,
        5 => MemoryOrder::SequentiallyConsistent,
        _ => return None,
    })
}

/// The scope with this number in OpenCL's `memory_scope`.
pub(super) fn memory_scope(number: u64) -> Option<MemoryScope> {
    Some(match number {
        0 => MemoryScope::WorkItem,
        1 => MemoryScope::WorkGroup,
        2 => MemoryScope::Device,
        3 => MemoryScope::System,
        4 => MemoryScope::SubGroup,
        _ => return None,
    })
}

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
            Atomic::Old(_) | Atomic::Sync(_) => (2, false),
            Atomic::Step(_) => (1, false),
            Atomic::OldCompare | Atomic::SyncCompare => (3, false),
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
            scope = match atomic {
                Atomic::Sync(_) | Atomic::SyncCompare => MemoryScope::System,
                _ => MemoryScope::Device,
            };
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
            Atomic::Old(op) | Atomic::Sync(op) | Atomic::Fetch(op, _) => {
                let bitwise = matches!(op, AtomicOp::And | AtomicOp::Or | AtomicOp::Xor);
                let integers_only = bitwise || matches!(atomic, Atomic::Sync(_));
                // Their names determine signedness.
                let other_sign = match name.strip_prefix("__sync_fetch_and_") {
                    Some(rest) if matches!(op, AtomicOp::Min | AtomicOp::Max) => {
                        rest.starts_with('u') == scalar.is_signed()
                    }
                    _ => false,
                };
                if scalar.is_float() && integers_only || other_sign {
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
            Atomic::OldCompare | Atomic::SyncCompare => {
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
            Some(operand) => self.comma(operand, result),
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
                    self.warning(arg.span, "memory order argument to atomic operation is invalid");
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
