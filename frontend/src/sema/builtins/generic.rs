//! Calls of the functions of the table lib/builtins.txt.

use crate::ast::operations::Op;
use crate::ast::{Expr, ExprKind};
use crate::builtins::{Generic, Implementation};
use crate::sema::Sema;
use crate::sema::convert::{common_scalar, is_literal};
use crate::types::{QualType, Scalar, Ty};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// A call of a builtin of the table. `forced` is the element type if the name determines it (`__builtin_sqrtf`).
    pub(super) fn generic_builtin(
        &mut self,
        entry: &'static Generic,
        args: &'a [Expr<'a>],
        span: Span,
        forced: Option<Scalar>,
    ) -> &'a Expr<'a> {
        let params = &entry.signature[1..];
        if !self.check_count(args, params.len(), span) {
            return self.error_expr(span);
        }
        let Some((scalar, count)) = self.deduce(entry, args, forced) else {
            return self.no_match(entry.name, args, span);
        };
        let mut operands: Vec<Expr<'a>> = Vec::with_capacity(args.len() + 1);
        let mut pointers = 0u8;
        for (index, (arg, &code)) in args.iter().zip(params).enumerate() {
            let Some(operand) = self.match_operand(arg, code, scalar, count) else {
                return self.no_match(entry.name, args, span);
            };
            if matches!(code, b'p' | b'q') {
                pointers |= 1 << index;
            }
            operands.push(*operand);
        }
        let ret = self.code_type(entry.signature[0], scalar, count);
        match entry.implementation {
            Implementation::Intrinsic(name) => {
                self.operation(Op::Intrinsic(name, false), &operands, ret, span)
            }
            Implementation::Library(name) => self.library_call(name, &operands, pointers, scalar, ret, span),
            Implementation::Op(op) => self.special_operation(entry, op, operands, scalar, count, ret, span),
        }
    }

    /// Operations implemented with helpers or other operations.
    #[allow(clippy::too_many_arguments)]
    fn special_operation(
        &mut self,
        entry: &'static Generic,
        op: Op,
        operands: Vec<Expr<'a>>,
        scalar: Scalar,
        count: u32,
        ret: Ty,
        span: Span,
    ) -> &'a Expr<'a> {
        match op {
            Op::Length | Op::Distance | Op::Normalize | Op::Cross | Op::Dot if count > 4 => {
                self.no_match(entry.name, &operands, span)
            }
            Op::Cross if count != 3 && count != 4 => self.no_match(entry.name, &operands, span),
            Op::Length | Op::Distance | Op::Normalize => {
                let operand = if op == Op::Distance {
                    let (a, b) = (self.arena.alloc(operands[0]), self.arena.alloc(operands[1]));
                    let ty = a.ty.ty;
                    *self.value(ExprKind::Binary(crate::ast::BinaryOp::Sub, a, b), ty, span)
                } else {
                    operands[0]
                };
                // Halves are computed as floats, whose range is large enough.
                let suffix = if scalar == Scalar::Double { "f64" } else { "f32" };
                if op == Op::Normalize {
                    let scale = self.library_function_named(&format!("__normalize_scale_{suffix}"));
                    let factor = self.library_function_named(&format!("__normalize_factor_{suffix}"));
                    let (Some(scale), Some(factor)) = (scale, factor) else {
                        return self.no_match(entry.name, &operands, span);
                    };
                    self.note_call(scale);
                    self.note_call(factor);
                    return self.operation(Op::NormalizeWith(scale, factor), &[operand], ret, span);
                }
                let Some(length) = self.library_function_named(&format!("__length_{suffix}")) else {
                    return self.no_match(entry.name, &operands, span);
                };
                self.note_call(length);
                self.operation(Op::LengthWith(length), &[operand], ret, span)
            }
            Op::Mul24 | Op::Mad24 => {
                // A target may have an instruction; the plain product is also right wherever the result is defined.
                let name = format!("__mul24_{}", if scalar == Scalar::Int { "i32" } else { "u32" });
                match self.library_function_named(&name) {
                    Some(id) => {
                        self.note_call(id);
                        let product = self.operation(Op::Library(id, 0), &operands[..2], ret, span);
                        if op == Op::Mul24 {
                            return product;
                        }
                        let addend = self.arena.alloc(operands[2]);
                        self.value(
                            ExprKind::Binary(crate::ast::BinaryOp::Add, product, addend),
                            ret,
                            span,
                        )
                    }
                    None => self.operation(op, &operands, ret, span),
                }
            }
            Op::FastLength | Op::FastDistance | Op::FastNormalize if count > 4 => {
                self.no_match(entry.name, &operands, span)
            }
            _ => self.operation(op, &operands, ret, span),
        }
    }

    /// A library function for each element.
    fn library_call(
        &mut self,
        name: &str,
        operands: &[Expr<'a>],
        pointers: u8,
        scalar: Scalar,
        ret: Ty,
        span: Span,
    ) -> &'a Expr<'a> {
        let suffix = match scalar {
            Scalar::Double => "f64",
            _ => "f32",
        };
        let Some(id) = self.library_function_named(&format!("__{name}_{suffix}")) else {
            let word = if scalar == Scalar::Double {
                "double"
            } else {
                "float"
            };
            self.error(
                span,
                format!("'{}' is not available for '{word}'", name.trim_start_matches('_')),
            );
            return self.error_expr(span);
        };
        self.note_call(id);
        if scalar != Scalar::Half {
            return self.operation(Op::Library(id, pointers), operands, ret, span);
        }
        // Half is computed as float.
        if pointers != 0 {
            return self.operation(Op::Library(id, pointers), operands, ret, span);
        }
        let mut wide: Vec<Expr<'a>> = Vec::with_capacity(operands.len());
        for operand in operands {
            let operand = self.arena.alloc(*operand);
            wide.push(match self.types.lanes(operand.ty.ty) {
                Some((Scalar::Half, count)) => {
                    let ty = self.types.vector(Scalar::Float, count);
                    *self.arithmetic(operand, ty)
                }
                _ => *operand,
            });
        }
        let ret_lanes = self.types.lanes(ret);
        let wide_ret = match ret_lanes {
            Some((Scalar::Half, count)) => self.types.vector(Scalar::Float, count),
            _ => ret,
        };
        let result = self.operation(Op::Library(id, 0), &wide, wide_ret, span);
        self.arithmetic(result, ret)
    }

    /// The element type and count of a builtin's generic type for these operands.
    fn deduce(&self, entry: &Generic, args: &[Expr<'a>], forced: Option<Scalar>) -> Option<(Scalar, u32)> {
        let params = &entry.signature[1..];
        let mut vector: Option<(Scalar, u32)> = None;
        let mut scalar: Option<(Scalar, bool)> = None;
        for (arg, &code) in args.iter().zip(params) {
            match code {
                b'g' | b'G' => {
                    let (element, count) = self.types.lanes(arg.ty.ty)?;
                    if count > 1 {
                        if vector.is_some_and(|v| v != (element, count)) {
                            return None;
                        }
                        vector = Some((element, count));
                    } else {
                        // A literal takes the type of the other operands if possible.
                        let literal = is_literal(arg);
                        scalar = Some(match scalar {
                            None => (element, literal),
                            Some((old, old_literal)) if old == element => (old, old_literal && literal),
                            Some((old, true)) if !literal && (element.is_float() || old.is_int()) => {
                                (element, false)
                            }
                            Some((old, false)) if literal && (old.is_float() || element.is_int()) => {
                                (old, false)
                            }
                            Some((old, old_literal)) => (common_scalar(old, element), old_literal && literal),
                        });
                    }
                }
                b'p' if vector.is_none() && scalar.is_none() => {
                    let pointee = self.types.as_pointer(arg.ty.ty)?;
                    vector = self.types.lanes(pointee.ty);
                }
                _ => {}
            }
        }
        let (mut element, count) = vector.or(scalar.map(|(s, _)| (s, 1)))?;
        if element.is_int() && element.size() > 8 {
            return None;
        }
        if let Some(forced) = forced {
            element = forced;
        }
        let float = match element {
            Scalar::Half | Scalar::Float | Scalar::Double => element,
            Scalar::BFloat => Scalar::Float,
            // Integer vectors are not valid operands of floating-point functions; integer scalars are converted.
            _ if count == 1 => Scalar::Float,
            _ if matches!(entry.class, b'F' | b'f') => return None,
            _ => element,
        };
        let int = if element == Scalar::Bool {
            Scalar::Int
        } else {
            element
        };
        let element = match entry.class {
            b'F' => float,
            b'f' if count == 1 => Scalar::Float,
            b'f' if element != Scalar::Float => return None,
            b'f' => Scalar::Float,
            b'I' if element.is_float() => return None,
            b'i' if count == 1 => self.word_of(args)?,
            b'i' if !matches!(element, Scalar::Int | Scalar::UInt) => return None,
            _ => int,
        };
        Some((element, count))
    }

    /// The overload of a function on `int` and `uint` chosen by scalar operands: the type that more of them have
    /// without a value-changing conversion, and in case of a tie the one that is not a literal's.
    fn word_of(&self, args: &[Expr<'a>]) -> Option<Scalar> {
        let (mut signed, mut unsigned) = (0, 0);
        for arg in args {
            let scalar = self.types.as_scalar(arg.ty.ty)?;
            // A literal counts less than the others, but more than nothing.
            let weight = if is_literal(arg) { 1 } else { 4 };
            match scalar {
                Scalar::UInt => unsigned += weight,
                scalar if scalar.is_int() && scalar.size() <= 4 => signed += weight,
                _ => {}
            }
        }
        Some(if unsigned > signed || (signed == 0 && unsigned == 0) {
            Scalar::UInt
        } else {
            Scalar::Int
        })
    }

    fn code_type(&mut self, code: u8, scalar: Scalar, count: u32) -> Ty {
        match code {
            b'g' | b'G' => self.types.vector(scalar, count),
            b's' => Ty::scalar(scalar),
            b'u' => self.types.vector(scalar.to_unsigned(), count),
            b'i' | b'I' => self.types.vector(Scalar::Int, count),
            b'r' if count == 1 => Ty::INT,
            b'r' => self.types.vector(scalar.to_signed(), count),
            _ => Ty::INT,
        }
    }

    /// Converts an operand to the type in a signature; `None` if it does not fit.
    fn match_operand(
        &mut self,
        arg: &'a Expr<'a>,
        code: u8,
        scalar: Scalar,
        count: u32,
    ) -> Option<&'a Expr<'a>> {
        let arg = self.rvalue(arg);
        if matches!(code, b'p' | b'q') {
            let pointee = self.types.as_pointer(arg.ty.ty)?;
            let element = if code == b'p' { scalar } else { Scalar::Int };
            let (found, lanes) = self.types.lanes(pointee.ty)?;
            let fits = found == element || (element == Scalar::Int && found == Scalar::UInt);
            return (fits && lanes == count).then_some(arg);
        }
        let target = self.code_type(code, scalar, count);
        let (_, lanes) = self.types.lanes(arg.ty.ty)?;
        if lanes > 1 && arg.ty.ty != target {
            return None;
        }
        self.check_conversion(arg, QualType::new(target));
        Some(self.arithmetic(arg, target))
    }
}
