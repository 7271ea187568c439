//! Calls of the `__builtin_*` functions of GNU C and clang.

use crate::ast::operations::Op;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind};
use crate::builtins::compiler::{NAMES, elementwise, math_name};
use crate::builtins::generic;
use crate::builtins::overflow::overflow_builtin;
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Space, Ty};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// A call of `__builtin_...`; `None` if it is not one of these.
    pub(super) fn compiler_builtin(
        &mut self,
        name: &'a str,
        args: &'a [Expr<'a>],
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        let rest = name.strip_prefix("__builtin_")?;
        if NAMES.binary_search(&rest).is_err() {
            // In the library they are the intrinsics that library functions use.
            if self.in_library && self.target.builtin(name).is_some() {
                return None;
            }
            if let Some(kind) = overflow_builtin(rest) {
                return Some(self.overflow_call(name, kind, args, span));
            }
            if let Some((entry, scalar)) = math_name(rest) {
                return Some(self.generic_builtin(entry, args, span, Some(scalar)));
            }
            let entry = generic(elementwise(rest)?)?;
            return Some(self.generic_builtin(entry, args, span, None));
        }
        let counts = match rest {
            "trap" | "unreachable" | "inf" | "inff" | "huge_val" | "huge_valf" | "readcyclecounter" => 0..=0,
            "expect" | "rotateleft32" | "rotateleft64" | "rotateright32" | "rotateright64" => 2..=2,
            "expect_with_probability" | "memcpy" | "memset" => 3..=3,
            "nontemporal_store" | "store_half" | "store_halff" => 2..=2,
            "isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater" | "isunordered" => {
                2..=2
            }
            "assume_aligned" => 2..=3,
            "alloca_with_align" | "alloca_with_align_uninitialized" => 2..=2,
            "prefetch" => 1..=3,
            _ => 1..=1,
        };
        if !counts.contains(&args.len()) {
            self.check_count(
                args,
                if args.len() < *counts.start() {
                    *counts.start()
                } else {
                    *counts.end()
                },
                span,
            );
            return Some(self.error_expr(span));
        }
        let convert = |sema: &mut Self, index: usize, scalar: Scalar| {
            *sema.convert_to(&args[index], QualType::new(Ty::scalar(scalar)), Why::Pass)
        };
        Some(match rest {
            "isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater" | "isunordered" => {
                let is_double = |arg: &Expr<'a>| self.types.as_scalar(arg.ty.ty) == Some(Scalar::Double);
                let scalar = match args.iter().any(is_double) {
                    true => Scalar::Double,
                    false => Scalar::Float,
                };
                let entry = generic(rest).expect("a function of the table");
                self.generic_builtin(entry, args, span, Some(scalar))
            }
            "inf" | "huge_val" => self.value(ExprKind::Float(f64::INFINITY), Ty::DOUBLE, span),
            "inff" | "huge_valf" => self.value(ExprKind::Float(f64::INFINITY), Ty::FLOAT, span),
            "nan" => self.value(ExprKind::Float(f64::NAN), Ty::DOUBLE, span),
            "nanf" => self.value(ExprKind::Float(f64::NAN), Ty::FLOAT, span),
            "expect" | "expect_with_probability" => {
                let value = self.rvalue(&args[0]);
                self.arithmetic(value, Ty::LONG)
            }
            "assume_aligned" => self.rvalue(&args[0]),
            "constant_p" => {
                let known = self.eval(&args[0]).is_some();
                self.int_literal(known as u64, Ty::INT, span)
            }
            "alloca" | "alloca_uninitialized" | "alloca_with_align" | "alloca_with_align_uninitialized" => {
                // The alignment is in bits; the default is the largest alignment of any type.
                let bits = args.get(1).map_or(Some(64), |arg| self.eval_int(arg));
                let Some(bits) = bits.filter(|&bits| (8..1 << 32).contains(&bits) && bits.count_ones() == 1)
                else {
                    self.error(args[1].span, "requested alignment is not a power of 2");
                    return Some(self.error_expr(span));
                };
                let bytes = convert(self, 0, Scalar::ULong);
                let object = QualType {
                    space: Space::Private,
                    ..QualType::new(Ty::VOID)
                };
                let ty = self.types.pointer(object);
                self.operation(Op::Alloca(bits as u32 / 8), &[bytes], ty, span)
            }
            "trap" => self.operation(Op::Trap, &[], Ty::VOID, span),
            "unreachable" => self.operation(Op::Unreachable, &[], Ty::VOID, span),
            "assume" => {
                let condition = self.condition(&args[0]);
                self.operation(Op::Assume, &[*condition], Ty::VOID, span)
            }
            "prefetch" => self.operation(Op::Nothing, args, Ty::VOID, span),
            "memcpy" | "memset" => {
                let to = *self.rvalue(&args[0]);
                let second = if rest == "memcpy" {
                    *self.rvalue(&args[1])
                } else {
                    convert(self, 1, Scalar::UChar)
                };
                let bytes = convert(self, 2, Scalar::ULong);
                let pointers = self.types.as_pointer(to.ty.ty).is_some()
                    && (rest == "memset" || self.types.as_pointer(second.ty.ty).is_some());
                if !pointers {
                    return Some(self.no_match(name, args, span));
                }
                let op = if rest == "memcpy" { Op::MemCopy } else { Op::MemSet };
                let call = self.operation(op, &[to, second, bytes], Ty::VOID, span);
                let again = self.arena.alloc(to);
                self.value(ExprKind::Comma(call, again), to.ty.ty, span)
            }
            // The non-temporal hint does not change the meaning.
            "nontemporal_load" => {
                let object = self.dereference(&args[0], span);
                self.value(ExprKind::Cast(CastKind::Same, object), object.ty.ty, span)
            }
            "nontemporal_store" => {
                let object = self.dereference(&args[1], span);
                let store = self.assign(object, &args[0], span);
                self.value(ExprKind::Cast(CastKind::ToVoid, store), Ty::VOID, span)
            }
            "load_half" | "load_halff" => {
                let object = self.dereference(&args[0], span);
                if object.ty.ty != Ty::HALF {
                    return Some(self.no_match(name, args, span));
                }
                let ty = if rest == "load_half" {
                    Ty::DOUBLE
                } else {
                    Ty::FLOAT
                };
                self.arithmetic(object, ty)
            }
            "store_half" | "store_halff" => {
                let object = self.dereference(&args[1], span);
                if object.ty.ty != Ty::HALF {
                    return Some(self.no_match(name, args, span));
                }
                let from = if rest == "store_half" {
                    Scalar::Double
                } else {
                    Scalar::Float
                };
                let value = convert(self, 0, from);
                let value = self.arena.alloc(value);
                let store = self.assign(object, value, span);
                self.value(ExprKind::Cast(CastKind::ToVoid, store), Ty::VOID, span)
            }
            "clz" | "ctz" | "popcount" | "parity" | "ffs" => {
                let operand = convert(self, 0, Scalar::UInt);
                self.count_bits(rest, operand, span)
            }
            "clzl" | "clzll" | "ctzl" | "ctzll" | "popcountl" | "popcountll" | "ffsl" | "ffsll"
            | "parityl" | "parityll" => {
                let operand = convert(self, 0, Scalar::ULong);
                self.count_bits(rest.trim_end_matches('l'), operand, span)
            }
            "clzs" | "ctzs" => {
                let operand = convert(self, 0, Scalar::UShort);
                self.count_bits(rest.trim_end_matches('s'), operand, span)
            }
            "abs" | "labs" | "llabs" => {
                let scalar = if rest == "abs" { Scalar::Int } else { Scalar::Long };
                let operand = convert(self, 0, scalar);
                let ty = Ty::scalar(scalar.to_unsigned());
                let result = self.operation(Op::Abs, &[operand], ty, span);
                self.arithmetic(result, Ty::scalar(scalar))
            }
            "bitreverse16" | "bitreverse32" | "bitreverse64" | "bswap16" | "bswap32" | "bswap64" => {
                let scalar = match &rest[rest.len() - 2..] {
                    "16" => Scalar::UShort,
                    "32" => Scalar::UInt,
                    _ => Scalar::ULong,
                };
                let operand = convert(self, 0, scalar);
                let intrinsic = if rest.starts_with("bswap") {
                    "llvm.bswap"
                } else {
                    "llvm.bitreverse"
                };
                self.operation(
                    Op::Intrinsic(intrinsic, false),
                    &[operand],
                    Ty::scalar(scalar),
                    span,
                )
            }
            "rotateleft32" | "rotateleft64" | "rotateright32" | "rotateright64" => {
                let scalar = if rest.ends_with("32") {
                    Scalar::UInt
                } else {
                    Scalar::ULong
                };
                let value = convert(self, 0, scalar);
                let amount = convert(self, 1, scalar);
                let intrinsic = if rest.starts_with("rotateleft") {
                    "llvm.fshl"
                } else {
                    "llvm.fshr"
                };
                self.operation(
                    Op::Intrinsic(intrinsic, false),
                    &[value, value, amount],
                    Ty::scalar(scalar),
                    span,
                )
            }
            "readcyclecounter" => self.operation(
                Op::Intrinsic("llvm.readcyclecounter", false),
                &[],
                Ty::ULONG,
                span,
            ),
            "isnan" | "isinf" | "isfinite" | "isnormal" | "signbit" | "signbitf" => {
                match generic(rest.trim_end_matches("bitf")) {
                    Some(entry) => self.generic_builtin(entry, args, span, None),
                    None => match generic("signbit") {
                        Some(entry) => self.generic_builtin(entry, args, span, None),
                        None => return None,
                    },
                }
            }
            _ => return None,
        })
    }

    fn count_bits(&mut self, name: &str, operand: Expr<'a>, span: Span) -> &'a Expr<'a> {
        let ty = operand.ty.ty;
        let op = match name {
            "clz" => Op::Clz,
            "ctz" => Op::Ctz,
            "ffs" => Op::Ctz,
            _ => Op::Intrinsic("llvm.ctpop", false),
        };
        let count = self.operation(op, &[operand], ty, span);
        let count = self.arithmetic(count, Ty::INT);
        match name {
            "parity" => {
                let one = self.int_literal(1, Ty::INT, span);
                self.binary(BinaryOp::And, count, one, span)
            }
            "ffs" => {
                // One more than the lowest set bit; 0 if none is set.
                let one = self.int_literal(1, Ty::INT, span);
                let position = self.binary(BinaryOp::Add, count, one, span);
                let zero = self.int_literal(0, Ty::INT, span);
                let value = self.arena.alloc(operand);
                self.conditional(value, position, zero, span)
            }
            _ => self.value(ExprKind::Cast(CastKind::Same, count), Ty::INT, span),
        }
    }
}
