//! Calls of builtins of the target's table: their types are strings in clang's notation, their implementation an intrinsic or a
//! recipe.

use crate::ast::operations::{AtomicOp, MemoryOrder, MemoryScope, Op};
use crate::ast::{CastKind, Expr, ExprKind};
use crate::builtins::atomics::memory_order;
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::token::Symbol;
use crate::types::{QualType, Scalar, Space, Ty, quals};
use wavec_ir::intrinsics::builtins::{BuiltinDesc, BuiltinLowering};
use wavec_support::Span;

/// A type of a type string.
#[derive(Clone, Copy, Debug)]
struct Described {
    ty: QualType,
    /// The operand must be a constant.
    constant: bool,
    /// It points to an unspecified address space.
    any_space: bool,
}

impl<'a> Sema<'_, 'a> {
    /// A call of a builtin of the target's table.
    pub(super) fn target_builtin(&mut self, name: &'a str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        let Some(builtin) = self.target.builtin(name) else {
            self.error(span, format!("use of unknown builtin '{name}'"));
            return self.error_expr(span);
        };
        if let Some(feature) = builtin
            .missing_feature(&self.target.features)
            .filter(|_| !self.in_library)
        {
            let cpu = &self.target.cpu;
            let message = format!("'{name}' is not available on {cpu}: it needs target feature {feature}");
            self.error(span, message);
            return self.error_expr(span);
        }
        let mut text = builtin.ty.as_bytes();
        let Some(ret) = self.described_type(&mut text) else {
            self.error(span, format!("'{name}' has a type that is not supported"));
            return self.error_expr(span);
        };
        let mut params = Vec::new();
        let mut variadic = false;
        while !text.is_empty() {
            if text == b"." {
                variadic = true;
                break;
            }
            match self.described_type(&mut text) {
                Some(param) => params.push(param),
                None => {
                    self.error(span, format!("'{name}' has a type that is not supported"));
                    return self.error_expr(span);
                }
            }
        }
        if args.len() < params.len() || !variadic {
            // Operands such as the sync scope string are not optional.
            let optional =
                matches!(builtin.lowering, BuiltinLowering::Recipe(recipe) if recipe.starts_with("atomic"));
            let left_out = optional && args.len() + 1 == params.len();
            if !left_out && !self.check_count(args, params.len(), span) {
                return self.error_expr(span);
            }
        }
        if let BuiltinLowering::Recipe(recipe) = builtin.lowering
            && let Some(expr) = self.ordered_recipe(recipe, args, ret.ty.ty, span)
        {
            return expr;
        }
        // The intrinsic may require a constant even if the type string does not say so.
        let described = match builtin.lowering {
            BuiltinLowering::Intrinsic { id, .. } => self.target.intrinsics.get(id).args,
            BuiltinLowering::Recipe(recipe) => {
                let name = format!("{}{}", self.target.intrinsic_prefix, recipe.replace('_', "."));
                match self.target.intrinsics.lookup(&name) {
                    Some(id) => self.target.intrinsics.get(id).args,
                    None => &[],
                }
            }
        };
        let mut operands: Vec<Expr<'a>> = Vec::with_capacity(args.len());
        for (index, (arg, &param)) in args.iter().zip(&params).enumerate() {
            let operand = self.target_operand(arg, param);
            if operand.ty.ty == Ty::ERROR {
                return self.error_expr(span);
            }
            if param.constant || described.get(index).is_some_and(|arg| arg.immarg) {
                match self.eval(operand) {
                    Some(crate::ast::ScalarValue::Int(value)) => {
                        operands.push(*self.int_literal(value as u64, operand.ty.ty, operand.span));
                        continue;
                    }
                    Some(_) => {}
                    None => {
                        self.error(
                            arg.span,
                            format!("argument to '{name}' must be a constant integer"),
                        );
                        return self.error_expr(span);
                    }
                }
            }
            operands.push(*operand);
        }
        if let BuiltinLowering::Recipe(recipe) = builtin.lowering {
            return self.recipe(builtin, recipe, &operands, ret.ty.ty, span);
        }
        if builtin.name == self.target.barrier_builtin
            && !self.in_library
            && let Some(current) = self.current
        {
            self.functions[current.0 as usize].has_barrier = true;
        }
        self.operation(Op::Target(builtin), &operands, ret.ty.ty, span)
    }

    fn target_operand(&mut self, arg: &'a Expr<'a>, param: Described) -> &'a Expr<'a> {
        let arg = self.rvalue(arg);
        if arg.ty.ty == param.ty.ty {
            return arg;
        }
        // Vectors with elements of one size are interchangeable: halves pass as shorts, ints as floats.
        if let (Some((a, n)), Some((b, m))) =
            (self.types.as_vector(arg.ty.ty), self.types.as_vector(param.ty.ty))
            && n == m
            && a.size() == b.size()
        {
            return self.value(ExprKind::Cast(CastKind::Bits, arg), param.ty.ty, arg.span);
        }
        if let (Some(a), Some(b)) = (
            self.types.as_pointer(arg.ty.ty),
            self.types.as_pointer(param.ty.ty),
        ) && (param.any_space || a.space == b.space || b.space == Space::Generic)
            && (param.any_space || self.in_library || self.same_elements(a.ty, b.ty))
        {
            if param.any_space {
                return self.retype_pointer(arg, b.ty);
            }
            let mut pointer = arg;
            if a.space != b.space {
                let ty = self.types.pointer(QualType { space: b.space, ..a });
                pointer = self.value(ExprKind::Cast(CastKind::AddressSpace, arg), ty, arg.span);
            }
            return self.value(ExprKind::Cast(CastKind::Pointer, pointer), param.ty.ty, arg.span);
        }
        self.convert_to(arg, param.ty, Why::Pass)
    }

    /// Whether memory of elements `a` is equivalent to memory of elements `b` for an instruction.
    fn same_elements(&self, a: Ty, b: Ty) -> bool {
        let vectors = || {
            let (a, n) = self.types.as_vector(a)?;
            let (b, m) = self.types.as_vector(b)?;
            Some(n == m && a.size() == b.size())
        };
        let void = a == Ty::VOID || b == Ty::VOID;
        void || a == b || self.same_representation(a, b) || vectors() == Some(true)
    }

    /// The text of a string literal operand.
    fn string_operand(&mut self, arg: &Expr<'a>) -> Option<Symbol> {
        let mut inner = arg;
        while let ExprKind::Cast(_, operand) = inner.kind {
            inner = operand;
        }
        let ExprKind::Str(id) = inner.kind else {
            return None;
        };
        let bytes = &self.strings[id.0 as usize];
        let text = String::from_utf8_lossy(&bytes[..bytes.len() - 1]).into_owned();
        Some(self.interner.intern(&text))
    }

    /// Recipes with a memory order and the name of a scope as operands.
    fn ordered_recipe(
        &mut self,
        recipe: &str,
        args: &'a [Expr<'a>],
        ret: Ty,
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        let (first, atomic) = match recipe {
            "fence" => (0, None),
            "atomic uinc_wrap" => (2, Some(AtomicOp::IncWrap)),
            "atomic udec_wrap" => (2, Some(AtomicOp::DecWrap)),
            _ => return None,
        };
        let order = args
            .get(first)
            .and_then(|arg| self.eval_int(arg))
            .and_then(memory_order);
        let scope = args.get(first + 1).and_then(|arg| self.string_operand(arg));
        let (Some(order), Some(scope)) = (order, scope) else {
            self.error(
                span,
                "memory order must be a constant and synchronization scope a string literal",
            );
            return Some(self.error_expr(span));
        };
        let Some(op) = atomic else {
            if order == MemoryOrder::Relaxed {
                self.error(span, "memory order argument to atomic operation is invalid");
                return Some(self.error_expr(span));
            }
            return Some(self.operation(Op::NamedFence(order, scope), &[], Ty::VOID, span));
        };
        let pointer = self.rvalue(&args[0]);
        if self.types.as_pointer(pointer.ty.ty).is_none() {
            return Some(self.no_match(recipe, args, span));
        }
        let value = self.convert_to(&args[1], QualType::new(ret), Why::Pass);
        Some(self.operation(Op::NamedAtomic(op, order, scope), &[*pointer, *value], ret, span))
    }

    /// The other recipes: words that describe the operation, or the name of a library function `__WORD`.
    fn recipe(
        &mut self,
        builtin: &'static BuiltinDesc,
        recipe: &str,
        operands: &[Expr<'a>],
        ret: Ty,
        span: Span,
    ) -> &'a Expr<'a> {
        if let Some(rmw) = recipe.strip_prefix("rmw ") {
            return self.rmw_recipe(rmw, operands, ret, span);
        }
        match recipe {
            "alignbit" => return self.operation(Op::Intrinsic("llvm.fshr", false), operands, ret, span),
            "ldexp" => {
                // The exponent of a half is a short.
                let mut operands = [operands[0], operands[1]];
                if ret == Ty::HALF {
                    let exponent = self.arena.alloc(operands[1]);
                    operands[1] = *self.arithmetic(exponent, Ty::scalar(Scalar::Short));
                }
                return self.operation(Op::Ldexp, &operands, ret, span);
            }
            "div_scale"
            | "ds_append"
            | "ds_consume"
            | "mov_dpp"
            | "wmma_f16_16x16x16_f16"
            | "wmma_bf16_16x16x16_bf16" => {
                return self.operation(Op::Target(builtin), operands, ret, span);
            }
            "get_fpenv" | "set_fpenv" => {
                let name = if recipe == "get_fpenv" {
                    "llvm.get.fpenv"
                } else {
                    "llvm.set.fpenv"
                };
                if self.target.intrinsics.lookup(name).is_some() {
                    return self.operation(Op::Target(builtin), operands, ret, span);
                }
            }
            _ => {}
        }
        match self.library_function_named(&format!("__{recipe}")) {
            Some(id) => {
                self.note_call(id);
                let operands = self.arena.alloc_slice_copy(operands);
                let ret_ty = self.function(id).ret.ty;
                let call = self.value(ExprKind::Call(id, operands), ret_ty, span);
                self.arithmetic(call, ret)
            }
            None => {
                let name = builtin.name;
                self.error(span, format!("'{name}' is not supported"));
                self.error_expr(span)
            }
        }
    }

    /// `fadd agent`, `fadd agent bf16`, `fmax ds`: (pointer, value, ...)
    fn rmw_recipe(&mut self, words: &str, operands: &[Expr<'a>], ret: Ty, span: Span) -> &'a Expr<'a> {
        let mut words = words.split(' ');
        let op = match words.next() {
            Some("fmax") => AtomicOp::Max,
            Some("fmin") => AtomicOp::Min,
            _ => AtomicOp::Add,
        };
        let scope = if words.next() == Some("agent") {
            MemoryScope::Device
        } else {
            MemoryScope::System
        };
        let (mut pointer, mut value) = (
            self.arena.alloc(operands[0]) as &Expr,
            self.arena.alloc(operands[1]) as &Expr,
        );
        let mut ty = ret;
        if words.next() == Some("bf16")
            && let Some((_, count)) = self.types.as_vector(ret)
        {
            ty = self.types.vector(Scalar::BFloat, count);
            pointer = self.retype_pointer(pointer, ty);
            value = self.value(ExprKind::Cast(CastKind::Bits, value), ty, span);
        }
        let result = self.operation(
            Op::Atomic(op, MemoryOrder::Relaxed, scope),
            &[*pointer, *value],
            ty,
            span,
        );
        if ty == ret {
            return result;
        }
        self.value(ExprKind::Cast(CastKind::Bits, result), ret, span)
    }

    /// Parses one type at the start of a type string.
    fn described_type(&mut self, text: &mut &[u8]) -> Option<Described> {
        let mut constant = false;
        let (mut unsigned, mut longs) = (false, 0);
        let mut word = None;
        let (mut vector, mut opencl_vector) = (None, false);
        loop {
            let (&letter, rest) = text.split_first()?;
            match letter {
                b'I' => constant = true,
                b'U' => unsigned = true,
                b'S' => {}
                b'L' => longs += 1,
                b'W' => word = Some(64),
                b'Z' | b'N' => word = Some(32),
                b'O' => word = Some(64),
                b'V' | b'E' => {
                    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
                    let count: u32 = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
                    vector = Some(count);
                    opencl_vector = letter == b'E';
                    *text = &rest[digits..];
                    continue;
                }
                _ => break,
            }
            *text = rest;
        }
        let (&letter, rest) = text.split_first()?;
        *text = rest;
        let mut opaque = None;
        let pick = |signed: Scalar, other: Scalar| Some(if unsigned { other } else { signed });
        let scalar = match letter {
            b'b' => Some(Scalar::Bool),
            b'c' => pick(Scalar::Char, Scalar::UChar),
            b's' => pick(Scalar::Short, Scalar::UShort),
            // OpenCL has no 128-bit types.
            b'i' if longs > 2 => return None,
            b'i' if word == Some(64) || longs > 0 => pick(Scalar::Long, Scalar::ULong),
            b'i' => pick(Scalar::Int, Scalar::UInt),
            b'f' => Some(Scalar::Float),
            b'd' => Some(Scalar::Double),
            b'h' | b'x' => Some(Scalar::Half),
            b'y' => Some(Scalar::BFloat),
            b'z' => Some(Scalar::ULong),
            b'Y' => Some(Scalar::Long),
            b'w' => Some(Scalar::Int),
            b'v' => None,
            b'Q' => {
                let (&second, rest) = text.split_first()?;
                *text = rest;
                let mut types = self.target.descriptor_types.iter();
                let descriptor = types.find(|ty| ty.code.as_bytes() == [letter, second])?;
                opaque = Some(self.types.descriptor(descriptor));
                None
            }
            _ => return None,
        };
        let mut ty = match scalar {
            Some(scalar) => QualType::new(self.types.vector(scalar, vector.unwrap_or(1))),
            None => QualType::new(opaque.unwrap_or(Ty::VOID)),
        };
        // Clang's rule: a pointer to a vector of the compiler's own kind (V, not E) is never the user's type, so that
        // the conversion only concerns the pointee.
        let own_vector = vector.is_some() && !opencl_vector;
        let mut any_space = false;
        while let Some((&letter, rest)) = text.split_first() {
            match letter {
                b'*' => {
                    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
                    let number: Option<u32> = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok();
                    *text = &rest[digits..];
                    any_space = number.is_none() || number == Some(0) && own_vector;
                    let spaces = [
                        Space::Generic,
                        Space::Global,
                        Space::Constant,
                        Space::Local,
                        Space::Private,
                    ];
                    let space = match number {
                        Some(number) => spaces
                            .into_iter()
                            .find(|&s| self.target.space_number(s) == number)?,
                        None => Space::Generic,
                    };
                    ty = QualType::new(self.types.pointer(QualType { space, ..ty }));
                }
                b'C' => {
                    ty.quals |= quals::CONST;
                    *text = rest;
                }
                b'D' => {
                    ty.quals |= quals::VOLATILE;
                    *text = rest;
                }
                b'R' => *text = rest,
                _ => break,
            }
        }
        Some(Described {
            ty,
            constant,
            any_space,
        })
    }
}
