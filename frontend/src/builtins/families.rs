//! Builtins whose names follow a pattern: conversions, reinterpretations, vector loads and stores, shuffles, atomics,
//! asynchronous copies.

use super::{AtomicOp, MemoryOrder, MemoryScope, Op};
use crate::ast::{CastKind, Expr, ExprKind, Rounding};
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Space, Ty};
use wavec_support::Span;

/// Families that are known by a whole name.
const NAMES: &[&str] = &[
    "select",
    "shuffle",
    "shuffle2",
    "upsample",
    "nan",
    "prefetch",
    "printf",
    "vec_step",
    "async_work_group_copy",
    "async_work_group_strided_copy",
    "wait_group_events",
    "atomic_work_item_fence",
];

/// An atomic function by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Atomic {
    /// OpenCL 1.x: (pointer, value)
    Old(AtomicOp),
    /// OpenCL 1.x: (pointer)
    Step(AtomicOp),
    /// OpenCL 1.x: (pointer, compare, value)
    OldCompare,
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

fn atomic(name: &str) -> Option<Atomic> {
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
pub fn memory_order(number: u64) -> Option<MemoryOrder> {
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
pub fn memory_scope(number: u64) -> Option<MemoryScope> {
    Some(match number {
        0 => MemoryScope::WorkItem,
        1 => MemoryScope::WorkGroup,
        2 => MemoryScope::Device,
        3 => MemoryScope::System,
        4 => MemoryScope::SubGroup,
        _ => return None,
    })
}

/// `_rte` and the like at the end of a name.
fn rounding_suffix(name: &str) -> (&str, Rounding) {
    for (suffix, rounding) in [
        ("_rte", Rounding::NearestEven),
        ("_rtz", Rounding::Zero),
        ("_rtp", Rounding::Positive),
        ("_rtn", Rounding::Negative),
    ] {
        if let Some(rest) = name.strip_suffix(suffix) {
            return (rest, rounding);
        }
    }
    (name, Rounding::Default)
}

/// The count behind `prefix`: "" is 1.
fn count_suffix(name: &str, prefix: &str) -> Option<u32> {
    match name.strip_prefix(prefix)? {
        "" => Some(1),
        "2" => Some(2),
        "3" => Some(3),
        "4" => Some(4),
        "8" => Some(8),
        "16" => Some(16),
        _ => None,
    }
}

impl<'a> Sema<'_, 'a> {
    /// The type named by what stands behind `convert_` or `as_`.
    fn named_arithmetic_type(&mut self, name: &str) -> Option<Ty> {
        match Scalar::from_name(name) {
            Some(scalar) => Some(Ty::scalar(scalar)),
            None => match name {
                "size_t" | "uintptr_t" => Some(Ty::ULONG),
                "ptrdiff_t" | "intptr_t" => Some(Ty::LONG),
                _ => self.vector_type_name(name),
            },
        }
    }

    /// Whether `name` belongs to a family.
    pub(super) fn is_family_name(&mut self, name: &str) -> bool {
        if let Some(rest) = name.strip_prefix("convert_") {
            let rest = rounding_suffix(rest).0;
            let rest = rest.strip_suffix("_sat").unwrap_or(rest);
            return self.named_arithmetic_type(rest).is_some();
        }
        if let Some(rest) = name.strip_prefix("as_") {
            return self.named_arithmetic_type(rest).is_some();
        }
        if name.starts_with('v') && memory_family(name).is_some() {
            return true;
        }
        atomic(name).is_some() || NAMES.contains(&name)
    }

    /// A call of a function of a family.
    pub(super) fn family_builtin(&mut self, name: &'a str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        if let Some(rest) = name.strip_prefix("convert_") {
            let (rest, rounding) = rounding_suffix(rest);
            let (rest, saturate) = match rest.strip_suffix("_sat") {
                Some(rest) => (rest, true),
                None => (rest, false),
            };
            if let Some(ty) = self.named_arithmetic_type(rest) {
                if !self.check_count(args, 1, span) {
                    return self.error_expr(span);
                }
                return self.convert_function(&args[0], ty, saturate, rounding, span);
            }
        }
        if let Some(ty) = name
            .strip_prefix("as_")
            .and_then(|rest| self.named_arithmetic_type(rest))
        {
            if !self.check_count(args, 1, span) {
                return self.error_expr(span);
            }
            return self.astype(&args[0], QualType::new(ty), span);
        }
        if let Some(family) = memory_family(name).filter(|_| name.starts_with('v')) {
            return self.vector_memory(name, family, args, span);
        }
        if let Some(atomic) = atomic(name) {
            return self.atomic_builtin(name, atomic, args, span);
        }
        match name {
            "select" => self.select_builtin(args, span),
            "shuffle" | "shuffle2" => self.shuffle_builtin(name, args, span),
            "upsample" => self.upsample_builtin(args, span),
            "nan" => self.nan_builtin(args, span),
            "prefetch" => self.operation(Op::Nothing, args, Ty::VOID, span),
            "vec_step" => {
                if !self.check_count(args, 1, span) {
                    return self.error_expr(span);
                }
                let lanes = self.types.lanes(args[0].ty.ty).map_or(1, |l| l.1);
                self.int_literal(lanes.next_power_of_two() as u64, Ty::INT, span)
            }
            "wait_group_events" => {
                // Copies are done by all work-items at once: waiting is a barrier for all memory.
                let Some(barrier) = self.library_function_named("barrier") else {
                    return self.no_match(name, args, span);
                };
                let flags = *self.int_literal(3, Ty::UINT, span);
                self.note_call(barrier);
                let flags = self.arena.alloc_slice_copy(&[flags]);
                self.value(ExprKind::Call(barrier, flags), Ty::VOID, span)
            }
            "async_work_group_copy" | "async_work_group_strided_copy" => self.async_copy(name, args, span),
            "atomic_work_item_fence" => {
                if !self.check_count(args, 3, span) {
                    return self.error_expr(span);
                }
                let order = self.constant_operand(&args[1]).and_then(memory_order);
                let scope = self.constant_operand(&args[2]).and_then(memory_scope);
                match (order, scope) {
                    (Some(order), Some(scope)) => {
                        self.operation(Op::Fence(order, scope), &[], Ty::VOID, span)
                    }
                    _ => {
                        self.error(span, "memory order and scope must be constants");
                        self.error_expr(span)
                    }
                }
            }
            _ => {
                self.error(span, format!("'{name}' is not supported"));
                self.error_expr(span)
            }
        }
    }

    fn constant_operand(&self, arg: &Expr<'a>) -> Option<u64> {
        self.eval_int(arg)
    }

    /// select(a, b, c)
    fn select_builtin(&mut self, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        if !self.check_count(args, 3, span) {
            return self.error_expr(span);
        }
        let (a, b, c) = (
            self.rvalue(&args[0]),
            self.rvalue(&args[1]),
            self.rvalue(&args[2]),
        );
        let lanes = (
            self.types.lanes(a.ty.ty),
            self.types.lanes(b.ty.ty),
            self.types.lanes(c.ty.ty),
        );
        let (Some((_, n)), Some((_, m)), Some((condition, k))) = lanes else {
            return self.no_match("select", args, span);
        };
        if !condition.is_int() || (k > 1 && n.max(m) != k) || (k == 1 && n.max(m) > 1) {
            return self.no_match("select", args, span);
        }
        let Some((a, b, ty)) = self.usual_operands(a, b) else {
            return self.no_match("select", args, span);
        };
        let Some((element, _)) = self.types.lanes(ty) else {
            return self.no_match("select", args, span);
        };
        if k > 1 && element.size() != condition.size() {
            return self.no_match("select", args, span);
        }
        self.operation(Op::Select, &[*a, *b, *c], ty, span)
    }

    /// Brings two operands to one type without promoting small integers.
    fn usual_operands(
        &mut self,
        a: &'a Expr<'a>,
        b: &'a Expr<'a>,
    ) -> Option<(&'a Expr<'a>, &'a Expr<'a>, Ty)> {
        if a.ty.ty == b.ty.ty {
            return Some((a, b, a.ty.ty));
        }
        self.usual_arithmetic(a, b)
    }

    fn shuffle_builtin(&mut self, name: &str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        let two = name == "shuffle2";
        if !self.check_count(args, 2 + two as usize, span) {
            return self.error_expr(span);
        }
        let mask = &args[args.len() - 1];
        let same = !two || args[0].ty.ty == args[1].ty.ty;
        let (Some((scalar, _)), Some((index, count))) = (
            self.types.as_vector(args[0].ty.ty).filter(|_| same),
            self.types.as_vector(mask.ty.ty),
        ) else {
            return self.no_match(name, args, span);
        };
        if !index.is_int() || index.is_signed() || index.size() != scalar.size() {
            return self.no_match(name, args, span);
        }
        let ty = self.types.vector(scalar, count);
        self.operation(if two { Op::Shuffle2 } else { Op::Shuffle }, args, ty, span)
    }

    /// upsample(hi, lo)
    fn upsample_builtin(&mut self, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        if !self.check_count(args, 2, span) {
            return self.error_expr(span);
        }
        let (hi, lo) = (self.types.lanes(args[0].ty.ty), self.types.lanes(args[1].ty.ty));
        let (Some((a, n)), Some((b, m))) = (hi, lo) else {
            return self.no_match("upsample", args, span);
        };
        if n != m || !a.is_int() || !b.is_int() || a.size() != b.size() || a.size() > 4 {
            return self.no_match("upsample", args, span);
        }
        let wide = match (a.size(), a.is_signed()) {
            (1, true) => Scalar::Short,
            (1, false) => Scalar::UShort,
            (2, true) => Scalar::Int,
            (2, false) => Scalar::UInt,
            (_, true) => Scalar::Long,
            (_, false) => Scalar::ULong,
        };
        let ty = self.types.vector(wide, n);
        self.operation(Op::Upsample, args, ty, span)
    }

    /// nan(code): a quiet NaN with this payload.
    fn nan_builtin(&mut self, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        if !self.check_count(args, 1, span) {
            return self.error_expr(span);
        }
        let Some((scalar, count)) = self.types.lanes(args[0].ty.ty) else {
            return self.no_match("nan", args, span);
        };
        let (float, quiet) = match scalar {
            Scalar::UInt | Scalar::Int => (Scalar::Float, 0x7fc0_0000u64),
            Scalar::ULong | Scalar::Long => (Scalar::Double, 0x7ff8_0000_0000_0000),
            Scalar::UShort | Scalar::Short => (Scalar::Half, 0x7e00),
            _ => return self.no_match("nan", args, span),
        };
        let bits = self.int_literal(quiet, Ty::scalar(scalar), span);
        let bits = self.arithmetic(bits, args[0].ty.ty);
        let code = self.arena.alloc(args[0]);
        let both = self.value(
            ExprKind::Binary(crate::ast::BinaryOp::Or, code, bits),
            args[0].ty.ty,
            span,
        );
        let ty = self.types.vector(float, count);
        self.value(ExprKind::Cast(CastKind::Bits, both), ty, span)
    }

    fn vector_memory(
        &mut self,
        name: &str,
        family: MemoryFamily,
        args: &'a [Expr<'a>],
        span: Span,
    ) -> &'a Expr<'a> {
        let expected = if family.store { 3 } else { 2 };
        if !self.check_count(args, expected, span) {
            return self.error_expr(span);
        }
        let first = family.store as usize;
        let pointer = self.rvalue(&args[first + 1]);
        let Some(pointee) = self.types.as_pointer(pointer.ty.ty) else {
            return self.no_match(name, args, span);
        };
        let Some(element) = self.types.as_scalar(pointee.ty) else {
            return self.no_match(name, args, span);
        };
        if !self.types.is_int_scalar(args[first].ty.ty) || (family.half && element != Scalar::Half) {
            return self.no_match(name, args, span);
        }
        let offset = self.arithmetic(&args[first], Ty::ULONG);
        if !family.store {
            let scalar = if family.half { Scalar::Float } else { element };
            let ty = self.types.vector(scalar, family.count);
            let op = if family.half {
                Op::VLoadHalf(family.aligned)
            } else {
                Op::VLoad
            };
            return self.operation(op, &[*offset, *pointer], ty, span);
        }
        if pointee.is_const() && !self.in_library {
            self.error(pointer.span, "read-only variable is not assignable");
            return self.error_expr(span);
        }
        let value = self.rvalue(&args[0]);
        let Some((scalar, count)) = self.types.lanes(value.ty.ty) else {
            return self.no_match(name, args, span);
        };
        let wanted = if family.half {
            if count == 1 && !scalar.is_float() {
                Scalar::Float
            } else {
                scalar
            }
        } else {
            element
        };
        if count != family.count || (count > 1 && scalar != wanted) || (family.half && !wanted.is_float()) {
            return self.no_match(name, args, span);
        }
        let value = self.arithmetic(
            value,
            if count == 1 {
                Ty::scalar(wanted)
            } else {
                value.ty.ty
            },
        );
        let op = if family.half {
            Op::VStoreHalf(family.aligned, family.rounding)
        } else {
            Op::VStore
        };
        self.operation(op, &[*value, *offset, *pointer], Ty::VOID, span)
    }

    fn atomic_builtin(
        &mut self,
        name: &str,
        atomic: Atomic,
        args: &'a [Expr<'a>],
        span: Span,
    ) -> &'a Expr<'a> {
        // How many operands come before order and scope.
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
        if explicit {
            let first = self.constant_operand(&args[base]).and_then(memory_order);
            let second = if orders == 2 {
                self.constant_operand(&args[base + 1]).and_then(memory_order)
            } else {
                first
            };
            let last = match args.get(base + orders) {
                Some(arg) => self.constant_operand(arg).and_then(memory_scope),
                None => Some(MemoryScope::Device),
            };
            let (Some(first), Some(second), Some(last)) = (first, second, last) else {
                self.error(span, "memory order and scope must be constants");
                return self.error_expr(span);
            };
            (order, failure, scope) = (first, second, last);
        }
        let ty = Ty::scalar(scalar);
        let value_operand =
            |sema: &mut Self, index: usize| sema.convert_to(&args[index], QualType::new(ty), Why::Pass);
        match atomic {
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
        }
    }

    /// async_work_group[_strided]_copy: a library loop over units of at most 16 bytes.
    fn async_copy(&mut self, name: &str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        let strided = name == "async_work_group_strided_copy";
        if !self.check_count(args, 4 + strided as usize, span) {
            return self.error_expr(span);
        }
        let (to, from) = (self.rvalue(&args[0]), self.rvalue(&args[1]));
        let pointees = (self.types.as_pointer(to.ty.ty), self.types.as_pointer(from.ty.ty));
        let (Some(to_pointee), Some(from_pointee)) = pointees else {
            return self.no_match(name, args, span);
        };
        let direction = match (to_pointee.space, from_pointee.space) {
            (Space::Local, Space::Global) => "g2l",
            (Space::Global, Space::Local) => "l2g",
            _ => return self.no_match(name, args, span),
        };
        if to_pointee.ty != from_pointee.ty || self.types.lanes(to_pointee.ty).is_none() {
            return self.no_match(name, args, span);
        }
        let size = self.types.size_of(to_pointee.ty);
        let unit = size.min(16);
        if strided && size > 16 {
            self.error(
                span,
                "strided copies of elements larger than 16 bytes are not supported",
            );
            return self.error_expr(span);
        }
        let (scalar, count) = match unit {
            1 => (Scalar::UChar, 1),
            2 => (Scalar::UShort, 1),
            4 => (Scalar::UInt, 1),
            8 => (Scalar::UInt, 2),
            _ => (Scalar::UInt, 4),
        };
        let kind = if strided { "strided" } else { "copy" };
        let Some(id) = self.library_function_named(&format!("__async_{kind}_{direction}_{unit}")) else {
            return self.no_match(name, args, span);
        };
        let element = self.types.vector(scalar, count);
        let (to, from) = (
            self.retype_pointer(to, element),
            self.retype_pointer(from, element),
        );
        let mut number = self.convert_to(&args[2], QualType::new(Ty::ULONG), Why::Pass);
        if size > unit {
            let factor = self.int_literal(size / unit, Ty::ULONG, span);
            number = self.binary(crate::ast::BinaryOp::Mul, number, factor, span);
        }
        let mut operands = vec![*to, *from, *number];
        if strided {
            operands.push(*self.convert_to(&args[3], QualType::new(Ty::ULONG), Why::Pass));
        }
        self.note_call(id);
        let operands = self.arena.alloc_slice_copy(&operands);
        let call = self.value(ExprKind::Call(id, operands), Ty::VOID, span);
        // The event that was given is the event that is returned.
        let event = self.convert_to(&args[3 + strided as usize], QualType::new(Ty::EVENT), Why::Pass);
        self.value(ExprKind::Comma(call, event), Ty::EVENT, span)
    }
}

/// A function of the `vload`/`vstore` family.
#[derive(Clone, Copy, Debug)]
struct MemoryFamily {
    store: bool,
    half: bool,
    aligned: bool,
    count: u32,
    rounding: Rounding,
}

fn memory_family(name: &str) -> Option<MemoryFamily> {
    let (base, rounding) = rounding_suffix(name);
    let family = |store, half, aligned, count| {
        Some(MemoryFamily {
            store,
            half,
            aligned,
            count,
            rounding,
        })
    };
    if let Some(count) = count_suffix(base, "vload_half") {
        return family(false, true, false, count);
    }
    if let Some(count) = count_suffix(base, "vloada_half") {
        return family(false, true, true, count);
    }
    if let Some(count) = count_suffix(base, "vstore_half") {
        return family(true, true, false, count);
    }
    if let Some(count) = count_suffix(base, "vstorea_half") {
        return family(true, true, true, count);
    }
    if rounding != Rounding::Default {
        return None;
    }
    if let Some(count) = count_suffix(base, "vload").filter(|&n| n > 1) {
        return family(false, false, false, count);
    }
    if let Some(count) = count_suffix(base, "vstore").filter(|&n| n > 1) {
        return family(true, false, false, count);
    }
    None
}
