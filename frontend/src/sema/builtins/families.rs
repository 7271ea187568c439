//! Calls of builtins whose names follow a pattern: conversions, reinterpretations, shuffles, ...

use crate::ast::operations::Op;
use crate::ast::{CastKind, Expr, ExprKind};
use crate::builtins::atomics::atomic;
use crate::builtins::families::{NAMES, rounding_suffix};
use crate::builtins::generic;
use crate::builtins::images::image_function;
use crate::builtins::memory::memory_family;
use crate::sema::Sema;
use crate::types::{QualType, Scalar, Space, Ty};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// The type named by the text after `convert_` or `as_`.
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
        image_function(name).is_some()
            || atomic(name).is_some()
            || NAMES.contains(&name)
            || self.is_template_name(name)
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
        if let Some(function) = image_function(name) {
            return self.image_builtin(name, function, args, span);
        }
        if let Some(atomic) = atomic(name) {
            return self.atomic_builtin(name, atomic, args, span);
        }
        if !NAMES.contains(&name) {
            return self.template_builtin(name, args, span);
        }
        match name {
            "printf" => self.printf_builtin(args, span),
            "select" => self.select_builtin(args, span),
            "shuffle" | "shuffle2" => self.shuffle_builtin(name, args, span),
            "upsample" => self.upsample_builtin(args, span),
            "nan" => self.nan_builtin(args, span),
            "prefetch" => self.operation(Op::Nothing, args, Ty::VOID, span),
            "wait_group_events" => {
                // All work-items copy together: waiting is a barrier for all memory and for copies (256).
                let Some(barrier) = self.library_function_named("barrier") else {
                    return self.no_match(name, args, span);
                };
                let flags = *self.int_literal(0x103, Ty::UINT, span);
                self.note_call(barrier);
                let flags = self.arena.alloc_slice_copy(&[flags]);
                self.value(ExprKind::Call(barrier, flags), Ty::VOID, span)
            }
            "to_global" | "to_local" | "to_private" => self.address_space_test(name, args, span),
            "work_group_barrier" | "sub_group_barrier" => self.scoped_barrier(name, args, span),
            "dot" | "dot_acc_sat" => self.integer_dot(name, args, span),
            "async_work_group_copy" | "async_work_group_strided_copy" => self.async_copy(name, args, span),
            "atomic_work_item_fence" => {
                if !self.check_count(args, 3, span) {
                    return self.error_expr(span);
                }
                let (order, order_value) = self.order_operand(&args[1]);
                let (scope, scope_value) = self.scope_operand(&args[2]);
                let fence = self.operation(Op::Fence(order, scope), &[], Ty::VOID, span);
                match order_value.or(scope_value) {
                    Some(operand) => self.after_effects(operand, fence),
                    None => fence,
                }
            }
            _ => {
                self.error(span, format!("'{name}' is not supported"));
                self.error_expr(span)
            }
        }
    }

    /// work_group_barrier(flags[, scope]): always orders memory for the whole group, whatever the scope.
    fn scoped_barrier(&mut self, name: &str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        if !(1..=2).contains(&args.len()) {
            self.check_count(args, if args.is_empty() { 1 } else { 2 }, span);
            return self.error_expr(span);
        }
        let Some(barrier) = self.library_function_named(&format!("__{name}")) else {
            return self.no_match(name, args, span);
        };
        let call = self.call_function(barrier, &args[..1], span, span);
        match args.get(1) {
            Some(scope) => self.after_effects(scope, call),
            None => call,
        }
    }

    /// to_global(pointer): the pointer in that address space, or null if it points elsewhere.
    fn address_space_test(&mut self, name: &str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        if !self.check_count(args, 1, span) {
            return self.error_expr(span);
        }
        let pointer = self.rvalue(&args[0]);
        let Some(pointee) = self.types.as_pointer(pointer.ty.ty) else {
            return self.no_match(name, args, span);
        };
        let space = match name {
            "to_global" => Space::Global,
            "to_local" => Space::Local,
            _ => Space::Private,
        };
        if pointee.space == Space::Constant {
            return self.no_match(name, args, span);
        }
        let ty = self.types.pointer(QualType { space, ..pointee });
        if pointee.space == space {
            return pointer;
        }
        let null = self.null_pointer(ty, span);
        if pointee.space != Space::Generic {
            return self.after_effects(pointer, null);
        }
        let Some(test) = self.library_function_named(&format!("__is_{}", &name[3..])) else {
            return self.no_match(name, args, span);
        };
        let inside = self.call_function(test, std::slice::from_ref(pointer), span, span);
        let cast = self.value(ExprKind::Cast(CastKind::AddressSpace, pointer), ty, span);
        self.conditional(inside, cast, null, span)
    }

    /// dot(a, b) and dot_acc_sat(a, b, c) of four bytes each.
    fn integer_dot(&mut self, name: &str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        let accumulate = name == "dot_acc_sat";
        if !self.check_count(args, 2 + accumulate as usize, span) {
            return self.error_expr(span);
        }
        let sign = |sema: &Self, arg: &Expr<'a>| match sema.types.as_vector(arg.ty.ty) {
            Some((Scalar::Char, 4)) => Some('s'),
            Some((Scalar::UChar, 4)) => Some('u'),
            _ => None,
        };
        let (Some(a), Some(b)) = (sign(self, &args[0]), sign(self, &args[1])) else {
            return match generic(name) {
                Some(entry) => self.generic_builtin(entry, args, span, None),
                None => self.no_match(name, args, span),
            };
        };
        let result = if a == 'u' && b == 'u' { "uint" } else { "int" };
        let Some(id) = self.library_function_named(&format!("{name}_4x8packed_{a}{b}_{result}")) else {
            return self.no_match(name, args, span);
        };
        let mut operands = args.to_vec();
        for operand in &mut operands[..2] {
            let packed = self.arena.alloc(*operand);
            *operand = *self.value(ExprKind::Cast(CastKind::Bits, packed), Ty::UINT, span);
        }
        let operands = self.arena.alloc_slice_copy(&operands);
        self.call_function(id, operands, span, span)
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

    /// Converts two operands to one type without promoting small integers.
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
}
