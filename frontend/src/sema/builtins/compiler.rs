//! Calls of the `__builtin_*` functions of GNU C and clang.

use crate::ast::operations::Op;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind};
use crate::builtins::compiler::{NAMES, math_name};
use crate::builtins::elementwise::{Way, way};
use crate::builtins::generic;
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Space, Ty, TypeKind};
use wavec_support::Span;

/// The unsigned integer of the size that a name ends with.
fn sized(name: &str) -> Scalar {
    match name.trim_start_matches(|c: char| !c.is_ascii_digit()) {
        "8" => Scalar::UChar,
        "16" => Scalar::UShort,
        "32" => Scalar::UInt,
        _ => Scalar::ULong,
    }
}

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
            if let Some(call) = self.arithmetic_call(name, rest, args, span) {
                return Some(call);
            }
            if let Some((entry, scalar)) = math_name(rest) {
                return Some(self.generic_builtin(entry, args, span, Some(scalar)));
            }
            return self.elementwise_call(name, rest, args, span);
        }
        if let Some(call) = self.bits_call(name, rest, args, span) {
            return Some(call);
        }
        if let Some(call) = self.float_class_call(name, rest, args, span) {
            return Some(call);
        }
        let counts = match rest {
            "LINE" | "COLUMN" | "FILE" | "FUNCTION" | "flt_rounds" | "infl" | "huge_vall" => 0..=0,
            "memmove" | "memset_inline" => 3..=3,
            "assume_separate_storage" | "verbose_trap" => 2..=2,
            "trap" | "unreachable" | "inf" | "inff" | "huge_val" | "huge_valf" | "readcyclecounter" => 0..=0,
            "expect" => 2..=2,
            _ if rest.starts_with("rotate") => 2..=2,
            "expect_with_probability" | "memcpy" | "memcpy_inline" | "memset" => 3..=3,
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
            "inf" | "huge_val" | "infl" | "huge_vall" => {
                self.value(ExprKind::Float(f64::INFINITY), Ty::DOUBLE, span)
            }
            "inff" | "huge_valf" => self.value(ExprKind::Float(f64::INFINITY), Ty::FLOAT, span),
            "nan" => self.value(ExprKind::Float(f64::NAN), Ty::DOUBLE, span),
            "nanf" => self.value(ExprKind::Float(f64::NAN), Ty::FLOAT, span),
            "expect" | "expect_with_probability" | "unpredictable" => {
                let value = self.rvalue(&args[0]);
                self.arithmetic(value, Ty::LONG)
            }
            "assume_aligned" | "launder" => self.rvalue(&args[0]),
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
            "trap" | "verbose_trap" => self.operation(Op::Trap, &[], Ty::VOID, span),
            "unreachable" => self.operation(Op::Unreachable, &[], Ty::VOID, span),
            "assume" => {
                let condition = self.condition(&args[0]);
                self.operation(Op::Assume, &[*condition], Ty::VOID, span)
            }
            "prefetch" | "assume_separate_storage" => self.operation(Op::Nothing, args, Ty::VOID, span),
            "memcpy" | "memcpy_inline" | "memmove" | "memset" | "memset_inline" => {
                let is_fill = rest.starts_with("memset");
                let to = *self.rvalue(&args[0]);
                let second = if is_fill {
                    convert(self, 1, Scalar::UChar)
                } else {
                    *self.rvalue(&args[1])
                };
                let bytes = convert(self, 2, Scalar::ULong);
                let pointers = self.types.as_pointer(to.ty.ty).is_some()
                    && (is_fill || self.types.as_pointer(second.ty.ty).is_some());
                if !pointers {
                    return Some(self.no_match(name, args, span));
                }
                let op = match rest {
                    "memmove" => Op::MemMove,
                    _ if is_fill => Op::MemSet,
                    _ => Op::MemCopy,
                };
                self.operation(op, &[to, second, bytes], to.ty.ty, span)
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
            _ if rest.starts_with("bitreverse") || rest.starts_with("bswap") => {
                let scalar = sized(rest);
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
            _ if rest.starts_with("rotate") => {
                let scalar = sized(rest);
                let (value, amount) = (convert(self, 0, scalar), convert(self, 1, scalar));
                let op = match rest.starts_with("rotateleft") {
                    true => Op::Rotate,
                    false => Op::RotateRight,
                };
                self.operation(op, &[value, amount], Ty::scalar(scalar), span)
            }
            "clrsb" | "clrsbl" | "clrsbll" => {
                let scalar = if rest == "clrsb" {
                    Scalar::Int
                } else {
                    Scalar::Long
                };
                let operand = convert(self, 0, scalar);
                let count = self.operation(Op::RedundantSignBits, &[operand], Ty::scalar(scalar), span);
                self.arithmetic(count, Ty::INT)
            }
            "LINE" | "COLUMN" => {
                let place = self.sources.file(span.file).line_column(span.start);
                let number = if rest == "LINE" { place.0 } else { place.1 };
                self.int_literal(u64::from(number), Ty::UINT, span)
            }
            "FILE" | "FUNCTION" => {
                let name = match rest {
                    "FILE" => self.sources.file(span.file).name.clone(),
                    _ => {
                        let name = self.current.map(|id| self.function(id).name);
                        name.map_or(String::new(), |name| self.text(name).to_string())
                    }
                };
                let literal = self.string_literal(name.into_bytes(), span);
                self.rvalue(literal)
            }
            // What clang answers without the passes that decide otherwise.
            "allow_runtime_check" => self.value(ExprKind::Int(1), Ty::BOOL, span),
            "nondeterministic_value" => self.rvalue(&args[0]),
            "flt_rounds" => self.operation(Op::Intrinsic("llvm.get.rounding", false), &[], Ty::INT, span),
            "nans" | "nansf" => {
                let (bits, integer, float) = match rest {
                    "nans" => (0x7ff4_0000_0000_0000, Ty::ULONG, Ty::DOUBLE),
                    _ => (0x7fa0_0000, Ty::UINT, Ty::FLOAT),
                };
                let bits = self.int_literal(bits, integer, span);
                self.value(ExprKind::Cast(CastKind::Bits, bits), float, span)
            }
            "strlen" => match args[0].kind {
                ExprKind::Str(id) => {
                    let bytes = &self.strings[id.0 as usize];
                    let length = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
                    self.int_literal(length as u64, Ty::ULONG, span)
                }
                _ => {
                    self.error(
                        args[0].span,
                        format!("argument to '{name}' must be a string literal"),
                    );
                    self.error_expr(span)
                }
            },
            "lround" | "lroundf" | "llround" | "llroundf" | "lrint" | "lrintf" | "llrint" | "llrintf" => {
                let base = rest.trim_start_matches('l').trim_end_matches('f');
                let base = if base.starts_with("round") {
                    "round"
                } else {
                    "rint"
                };
                let scalar = if rest.ends_with('f') {
                    Scalar::Float
                } else {
                    Scalar::Double
                };
                let entry = generic(base).expect("a function of the table");
                let rounded = self.generic_builtin(entry, args, span, Some(scalar));
                self.arithmetic(rounded, Ty::LONG)
            }
            // The numbers of GNU C.
            "classify_type" => {
                let value = self.rvalue(&args[0]);
                let class = match self.kind(value.ty.ty) {
                    TypeKind::Void => 0,
                    TypeKind::Scalar(Scalar::Bool) => 4,
                    TypeKind::Scalar(scalar) if scalar.is_float() => 8,
                    TypeKind::Pointer(_) => 5,
                    TypeKind::Vector(..) => 19,
                    TypeKind::Record(id) if self.types.record(id).is_union => 13,
                    TypeKind::Record(_) => 12,
                    _ => 1,
                };
                self.int_literal(class, Ty::INT, span)
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

    /// A call of `full_name`, which is `__builtin_NAME`; `None` if it is not one of these.
    fn elementwise_call(
        &mut self,
        full_name: &str,
        name: &str,
        args: &'a [Expr<'a>],
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        let (way, count) = way(name)?;
        if !self.check_count(args, count, span) {
            return Some(self.error_expr(span));
        }
        let operands: Vec<Expr<'a>> = args.iter().map(|arg| *self.rvalue(arg)).collect();
        let ty = operands[0].ty.ty;
        let lanes = self.types.lanes(ty);
        let is_same = operands.iter().all(|operand| operand.ty.ty == ty);
        let (intrinsic, result) = match (way, lanes) {
            (Way::Table("fabs"), Some((scalar, _))) if scalar.is_int() => {
                return Some(self.operation(Op::Abs, &operands, ty, span));
            }
            (Way::Table(name), _) => {
                let entry = generic(name)?;
                return Some(self.generic_builtin(entry, args, span, None));
            }
            (Way::Integer(intrinsic), Some((scalar, _))) if scalar.is_int() => (intrinsic, ty),
            (Way::Float(intrinsic), Some((scalar, _))) if scalar.is_float() => (intrinsic, ty),
            (Way::Reduce(names), Some((scalar, count))) if count > 1 => {
                let which = match (scalar.is_float(), scalar.is_signed()) {
                    (true, _) => 2,
                    (false, is_signed) => usize::from(!is_signed),
                };
                (names[which], Ty::scalar(scalar))
            }
            _ => ("", ty),
        };
        if intrinsic.is_empty() || !is_same {
            return Some(self.no_match(full_name, args, span));
        }
        Some(self.operation(Op::Intrinsic(intrinsic, true), &operands, result, span))
    }

    fn count_bits(&mut self, name: &str, operand: Expr<'a>, span: Span) -> &'a Expr<'a> {
        let ty = operand.ty.ty;
        let op = match name {
            "clz" => Op::Clz,
            "ctz" => Op::Ctz,
            "ffs" => Op::FirstSet,
            _ => Op::Intrinsic("llvm.ctpop", false),
        };
        let count = self.operation(op, &[operand], ty, span);
        let count = self.arithmetic(count, Ty::INT);
        match name {
            "parity" => {
                let one = self.int_literal(1, Ty::INT, span);
                self.binary(BinaryOp::And, count, one, span)
            }
            _ => self.value(ExprKind::Cast(CastKind::Same, count), Ty::INT, span),
        }
    }
}
