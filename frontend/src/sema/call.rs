//! Calls.

use super::Sema;
use super::convert::Why;
use crate::ast::{Expr, ExprKind, FnId};
use crate::types::{QualType, Scalar, Space, Ty, TypeKind};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// `callee(args)`; the positions of `(` and `)`.
    pub fn call(
        &mut self,
        callee: &'a Expr<'a>,
        args: &'a [Expr<'a>],
        (open, close): (Span, Span),
    ) -> &'a Expr<'a> {
        let span = callee.span.to(close);
        if callee.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        match callee.kind {
            ExprKind::Function(id) => self.call_function(id, args, span, close),
            ExprKind::BuiltinName(symbol) => {
                if args.iter().any(|arg| arg.ty.ty == Ty::ERROR) {
                    return self.error_expr(span);
                }
                self.call_builtin(symbol, args, span)
            }
            _ => self.type_error(
                open,
                span,
                (
                    "called object type ",
                    callee.ty.unqualified(),
                    " is not a function or function pointer",
                ),
            ),
        }
    }

    /// A call of a function; `close` is the position of `)`.
    pub(crate) fn call_function(
        &mut self,
        id: FnId,
        args: &'a [Expr<'a>],
        span: Span,
        close: Span,
    ) -> &'a Expr<'a> {
        let mut id = id;
        if self.function(id).next_overload.is_some() {
            if args.iter().any(|arg| arg.ty.ty == Ty::ERROR) {
                return self.error_expr(span);
            }
            match self.choose_overload(id, args) {
                Ok(chosen) => id = chosen,
                Err(word) => {
                    let name = self.text(self.function(id).name);
                    let message = if word == "ambiguous" {
                        format!("call to '{name}' is ambiguous")
                    } else {
                        format!("no matching function for call to '{name}'")
                    };
                    self.error(span, message);
                    return self.error_expr(span);
                }
            }
        }
        if let TypeKind::Opaque(name) = self.kind(self.function(id).ret.ty) {
            self.error(span, format!("'{name}' is not supported by this target"));
            return self.error_expr(span);
        }
        let function = self.function(id);
        let (params, variadic, ret, declared) = (
            function.param_types,
            function.variadic,
            function.ret,
            function.span,
        );
        if args.len() < params.len() || (args.len() > params.len() && !variadic) {
            let word = if args.len() < params.len() { "few" } else { "many" };
            let place = if args.len() < params.len() {
                close
            } else {
                args[params.len()].span
            };
            let name = self.text(self.function(id).name);
            let message = format!(
                "too {word} arguments to function call, expected {}, have {}",
                params.len(),
                args.len()
            );
            let note = if self.function(id).library {
                Span::NONE
            } else {
                declared
            };
            self.error_note(place, message, note, format!("'{name}' declared here"));
            return self.error_expr(span);
        }
        if self.function(id).library
            && let Some(call) = self.call_by_element(id, args, span)
        {
            return call;
        }
        let mut converted: Vec<Expr<'a>> = Vec::with_capacity(args.len());
        let mut wrong = false;
        for (index, arg) in args.iter().enumerate() {
            let arg = match params.get(index) {
                Some(&param) => self.convert_to(arg, param, Why::Pass),
                None => {
                    let arg = self.rvalue(arg);
                    self.promote(arg)
                }
            };
            wrong |= arg.ty.ty == Ty::ERROR;
            converted.push(*arg);
        }
        if wrong {
            // The type is known nevertheless, so that nothing is reported twice.
            return self.value(ExprKind::Error, ret.ty, span);
        }
        // A work-item function with a constant dimension is a separate function, without the selection.
        if let [
            Expr {
                kind: ExprKind::Int(dimension @ 0..=2),
                ..
            },
        ] = converted[..]
            && self.function(id).library
            && let Some(special) = self.dimension_function(id, dimension)
        {
            self.note_call(special);
            return self.value(ExprKind::Call(special, &[]), ret.ty, span);
        }
        self.note_call(id);
        let args = self.arena.alloc_slice_copy(&converted);
        self.value(ExprKind::Call(id, args), ret.ty, span)
    }

    /// A scalar library function called with vectors is applied element by element.
    fn call_by_element(&mut self, id: FnId, args: &'a [Expr<'a>], span: Span) -> Option<&'a Expr<'a>> {
        let count = args
            .iter()
            .filter_map(|arg| self.types.as_vector(arg.ty.ty))
            .map(|v| v.1)
            .max()?;
        let params = self.function(id).param_types;
        let ret = self.types.as_scalar(self.function(id).ret.ty)?;
        let mut operands = Vec::with_capacity(args.len());
        for (arg, param) in args.iter().zip(params) {
            let scalar = self.types.as_scalar(param.ty)?;
            let (element, lanes) = self.types.lanes(arg.ty.ty)?;
            if lanes > 1
                && (lanes != count
                    || element.size() != scalar.size()
                    || element.is_float() != scalar.is_float())
            {
                return None;
            }
            let ty = self.types.vector(scalar, count);
            operands.push(*self.arithmetic(arg, ty));
        }
        self.note_call(id);
        let ty = self.types.vector(ret, count);
        Some(self.operation(crate::ast::operations::Op::Library(id, 0), &operands, ty, span))
    }

    /// `get_global_id(0)` is `__get_global_id_x()`.
    fn dimension_function(&mut self, id: FnId, dimension: u64) -> Option<FnId> {
        let name = self.text(self.function(id).name);
        if !name.starts_with("get_") {
            return None;
        }
        let axis = ["x", "y", "z"][dimension as usize];
        self.library_function_named(&format!("__{name}_{axis}"))
    }

    /// The best overload; the error says why there is none.
    fn choose_overload(&mut self, first: FnId, args: &[Expr<'a>]) -> Result<FnId, &'static str> {
        let mut best: Option<(u32, FnId)> = None;
        let mut tie = false;
        let mut next = Some(first);
        while let Some(id) = next {
            next = self.function(id).next_overload;
            let params = self.function(id).param_types;
            if params.len() != args.len() {
                continue;
            }
            let costs: Option<Vec<u32>> = args
                .iter()
                .zip(params)
                .map(|(arg, &param)| self.conversion_cost(arg, param))
                .collect();
            let Some(costs) = costs else { continue };
            let cost = costs.iter().sum();
            match best {
                Some((least, _)) if least < cost => {}
                Some((least, _)) if least == cost => tie = true,
                _ => {
                    best = Some((cost, id));
                    tie = false;
                }
            }
        }
        match best {
            Some(_) if tie => Err("ambiguous"),
            Some((_, id)) => Ok(id),
            None => Err("none"),
        }
    }

    /// The conversion distance from an argument to a parameter: 0 is the same type, `None` is impossible.
    fn conversion_cost(&mut self, arg: &Expr<'a>, param: QualType) -> Option<u32> {
        let from = match self.kind(arg.ty.ty) {
            TypeKind::Array(of, _) => self.types.pointer(QualType {
                quals: of.quals | arg.ty.quals,
                space: arg.ty.space,
                ..of
            }),
            _ => arg.ty.ty,
        };
        if from == param.ty {
            return Some(0);
        }
        match (self.kind(from), self.kind(param.ty)) {
            (TypeKind::Scalar(a), TypeKind::Scalar(b)) => {
                let promotion =
                    super::convert::promoted(a) == b || (a == Scalar::Float && b == Scalar::Double);
                Some(if promotion { 10 } else { 100 })
            }
            (TypeKind::Enum(_), TypeKind::Scalar(b)) => Some(if b == Scalar::Int || b == Scalar::UInt {
                10
            } else {
                100
            }),
            (TypeKind::Scalar(_), TypeKind::Vector(..)) => Some(1000),
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
                if a.space != b.space && (b.space != Space::Generic || a.space == Space::Constant) {
                    return None;
                }
                let space = if a.space == b.space { 0 } else { 5 };
                if a.ty == b.ty {
                    return Some(1 + space + (a.quals ^ b.quals) as u32);
                }
                (b.ty == Ty::VOID).then_some(200 + space)
            }
            (TypeKind::Scalar(_), TypeKind::Pointer(_)) if self.is_null_constant(arg) => Some(100),
            _ => None,
        }
    }
}
