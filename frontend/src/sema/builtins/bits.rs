//! Calls of builtins of GNU C and clang about bits and addresses: counts of bits of any integers, alignment of integers
//! and pointers, sizes of objects.

use crate::ast::operations::Op;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind};
use crate::sema::Sema;
use crate::types::{QualType, Scalar, Ty, TypeKind};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// A call of `full_name`, which is `__builtin_NAME`; `None` if it is not one of these.
    pub(super) fn bits_call(
        &mut self,
        full_name: &str,
        name: &str,
        args: &'a [Expr<'a>],
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        Some(match name {
            "clzg" | "ctzg" | "popcountg" | "elementwise_clzg" | "elementwise_ctzg" => {
                self.any_count(full_name, name, args, span)
            }
            "align_up" | "align_down" | "is_aligned" => self.align_call(full_name, name, args, span),
            "object_size" | "dynamic_object_size" => self.object_size(full_name, args, span),
            _ => return None,
        })
    }

    /// `clzg(value[, result for zero])` and its relatives.
    fn any_count(&mut self, full_name: &str, name: &str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        let most = if name == "popcountg" { 1 } else { 2 };
        if args.is_empty() || args.len() > most {
            self.check_count(args, if args.is_empty() { 1 } else { most }, span);
            return self.error_expr(span);
        }
        let value = *self.rvalue(&args[0]);
        let ty = value.ty.ty;
        let by_element = name.starts_with("elementwise_");
        let (Some((scalar, _)), is_vector) = (self.types.lanes(ty), self.types.as_vector(ty).is_some())
        else {
            return self.no_match(full_name, args, span);
        };
        if !scalar.is_int() || scalar == Scalar::Bool || is_vector && !by_element {
            return self.no_match(full_name, args, span);
        }
        let result = if by_element { ty } else { Ty::INT };
        let is_leading = name.ends_with("clzg");
        if let Some(fallback) = args.get(1) {
            let fallback = *self.convert_to(fallback, QualType::new(result), crate::sema::convert::Why::Pass);
            return self.operation(Op::CountOr(is_leading), &[value, fallback], result, span);
        }
        let op = match name {
            "popcountg" => Op::Intrinsic("llvm.ctpop", false),
            _ if is_leading => Op::Clz,
            _ => Op::Ctz,
        };
        let count = self.operation(op, &[value], ty, span);
        self.arithmetic(count, result)
    }

    /// `align_up(value, alignment)` and its relatives on integers and pointers.
    fn align_call(&mut self, full_name: &str, name: &str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        if !self.check_count(args, 2, span) {
            return self.error_expr(span);
        }
        let value = self.rvalue(&args[0]);
        let is_pointer = self.types.as_pointer(value.ty.ty).is_some();
        let integer = match self.kind(value.ty.ty) {
            TypeKind::Pointer(_) if self.types.size_of(value.ty.ty) == 4 => Ty::UINT,
            TypeKind::Pointer(_) => Ty::ULONG,
            TypeKind::Scalar(scalar) if scalar.is_int() && scalar != Scalar::Bool => value.ty.ty,
            _ => return self.no_match(full_name, args, span),
        };
        if !self.types.is_int_scalar(args[1].ty.ty) {
            return self.no_match(full_name, args, span);
        }
        if self
            .eval_int(&args[1])
            .is_some_and(|alignment| alignment.count_ones() != 1)
        {
            self.error(args[1].span, "requested alignment is not a power of 2");
            return self.error_expr(span);
        }
        let alignment = self.arithmetic(&args[1], integer);
        if name == "is_aligned" {
            let number = match is_pointer {
                true => self.value(ExprKind::Cast(CastKind::PointerToInt, value), integer, span),
                false => value,
            };
            return self.operation(Op::IsAligned, &[*number, *alignment], Ty::BOOL, span);
        }
        let is_up = name == "align_up";
        let Some(to) = self.types.as_pointer(value.ty.ty) else {
            return self.operation(Op::Align(is_up), &[*value, *alignment], integer, span);
        };
        let bytes = self.retype_pointer(value, Ty::CHAR);
        let moved = self.operation(Op::Align(is_up), &[*bytes, *alignment], bytes.ty.ty, span);
        self.retype_pointer(moved, to.ty)
    }

    /// `object_size(pointer, mode)`: how many bytes there are from the address to the end of the object (of the member
    /// if bit 0 of the mode is set); if that is not known, 0 if bit 1 is set, and the maximum otherwise.
    fn object_size(&mut self, full_name: &str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        if !self.check_count(args, 2, span) {
            return self.error_expr(span);
        }
        let pointer = self.rvalue(&args[0]);
        let Some(mode) = self.eval_int(&args[1]).filter(|mode| *mode <= 3) else {
            self.error(args[1].span, "argument value is outside the valid range [0, 3]");
            return self.error_expr(span);
        };
        if self.types.as_pointer(pointer.ty.ty).is_none() {
            return self.no_match(full_name, args, span);
        }
        let unknown = if mode & 2 != 0 { 0 } else { u64::MAX };
        let size = match self.address_extent(pointer, mode & 1 != 0) {
            Some((size, offset)) => u64::try_from(offset).map_or(0, |offset| size.saturating_sub(offset)),
            None => unknown,
        };
        self.int_literal(size, Ty::ULONG, span)
    }

    /// The size of the object that a pointer points into, and the offset in it.
    fn address_extent(&self, pointer: &Expr<'a>, members: bool) -> Option<(u64, i64)> {
        match pointer.kind {
            ExprKind::Cast(CastKind::Decay, object) | ExprKind::AddressOf(object) => {
                self.object_extent(object, members)
            }
            ExprKind::Cast(CastKind::Pointer | CastKind::AddressSpace | CastKind::Same, inner) => {
                self.address_extent(inner, members)
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), base, index) => {
                let size = self.types.size_of(self.types.as_pointer(base.ty.ty)?.ty).max(1) as i64;
                let bytes = (self.eval_int(index)? as i64).checked_mul(size)?;
                let (object, offset) = self.address_extent(base, members)?;
                let bytes = if op == BinaryOp::Sub {
                    bytes.checked_neg()?
                } else {
                    bytes
                };
                Some((object, offset.checked_add(bytes)?))
            }
            _ => None,
        }
    }

    fn object_extent(&self, object: &Expr<'a>, members: bool) -> Option<(u64, i64)> {
        match object.kind {
            ExprKind::Var(_) | ExprKind::CompoundLiteral(_) | ExprKind::Str(_) => self
                .types
                .is_complete(object.ty.ty)
                .then(|| (self.types.size_of(object.ty.ty), 0)),
            ExprKind::Member(base, index) => {
                if members {
                    return Some((self.types.size_of(object.ty.ty), 0));
                }
                let record = self.types.as_record(base.ty.ty)?;
                let field = self.types.record(record).fields.get(index as usize)?;
                let (size, offset) = self.object_extent(base, members)?;
                Some((size, offset.checked_add(field.offset as i64)?))
            }
            ExprKind::Deref(pointer) => self.address_extent(pointer, members),
            _ => None,
        }
    }

    /// `__real__ value` of a real number, or `__imag__ value`, which is zero.
    pub fn real_part(&mut self, is_real: bool, operand: &'a Expr<'a>, span: Span) -> &'a Expr<'a> {
        let operand = self.rvalue(operand);
        if operand.ty.ty == Ty::ERROR {
            return operand;
        }
        if self.types.as_scalar(operand.ty.ty).is_none() {
            let word = if is_real { "__real" } else { "__imag" };
            let name = self.type_name(operand.ty.unqualified());
            self.error(span, format!("invalid type '{name}' to {word} operator"));
            return self.error_expr(span);
        }
        if is_real {
            return self.unary(None, operand, span);
        }
        let zero = self.int_literal(0, Ty::INT, span);
        let zero = self.arithmetic(zero, operand.ty.ty);
        self.after_effects(operand, zero)
    }
}
