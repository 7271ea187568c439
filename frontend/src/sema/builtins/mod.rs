//! Calls of builtin functions: checks and converts the operands, and makes the node of an operation or the call of a
//! library function.

mod atomics;
mod bits;
mod compiler;
mod families;
mod float_class;
mod generic;
mod gnu_atomics;
mod images;
mod library;
mod memory;
mod overflow;
mod printf;
mod target;
mod templates;

pub use library::{LIBRARY_FILE, Library};

use super::Sema;
use crate::ast::operations::Op;
use crate::ast::{CastKind, Expr, ExprKind};
use crate::builtins::gnu_atomics::gnu_atomic;
use crate::builtins::{generic, is_builtin_name};
use crate::token::Symbol;
use crate::types::{QualType, Ty};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// Whether an undeclared name is a builtin.
    pub fn names_builtin(&mut self, symbol: Symbol) -> bool {
        let text = self.text(symbol);
        if text.starts_with("__builtin_") {
            return is_builtin_name(text, self.target);
        }
        generic(text).is_some() || gnu_atomic(text).is_some() || self.is_family_name(text)
    }

    /// A call of a builtin; the operands contain no errors.
    pub fn call_builtin(&mut self, symbol: Symbol, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        let text = self.text(symbol);
        if text.starts_with("__builtin_") {
            return match self.compiler_builtin(text, args, span) {
                Some(expr) => expr,
                None => self.target_builtin(text, args, span),
            };
        }
        if let Some(entry) = generic(text).filter(|_| text != "dot") {
            return self.generic_builtin(entry, args, span, None);
        }
        if let Some(function) = gnu_atomic(text) {
            return self.gnu_atomic_call(text, function, args, span);
        }
        self.family_builtin(text, args, span)
    }

    /// An operation on operands that have the right types.
    pub fn operation(&mut self, op: Op, args: &[Expr<'a>], ty: Ty, span: Span) -> &'a Expr<'a> {
        let args = self.arena.alloc_slice_copy(args);
        self.value(ExprKind::Builtin(op, args), ty, span)
    }

    /// Reports that no overload of a builtin takes these operands.
    pub fn no_match(&mut self, name: &str, args: &[Expr<'a>], span: Span) -> &'a Expr<'a> {
        let types: Vec<String> = args
            .iter()
            .map(|arg| format!("'{}'", self.type_name(arg.ty.unqualified())))
            .collect();
        let list = if types.is_empty() {
            String::new()
        } else {
            format!(" with operands {}", types.join(", "))
        };
        self.error(span, format!("no matching function for call to '{name}'{list}"));
        self.error_expr(span)
    }

    /// Reports a wrong number of operands; true if there are `expected`.
    pub fn check_count(&mut self, args: &[Expr<'a>], expected: usize, span: Span) -> bool {
        if args.len() != expected {
            let word = if args.len() < expected { "few" } else { "many" };
            self.error(
                span,
                format!(
                    "too {word} arguments to function call, expected {expected}, have {}",
                    args.len()
                ),
            );
            return false;
        }
        true
    }

    /// `__builtin_shufflevector(a, b, indices...)`
    pub fn shuffle_vector(&mut self, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        if args.iter().any(|arg| arg.ty.ty == Ty::ERROR) {
            return self.error_expr(span);
        }
        let [a, b, indices @ ..] = args else {
            self.error(span, "too few arguments to function call, expected at least 3");
            return self.error_expr(span);
        };
        let Some((scalar, count)) = self
            .types
            .as_vector(a.ty.ty)
            .filter(|_| a.ty.ty == b.ty.ty && !indices.is_empty())
        else {
            self.error(
                span,
                "first two arguments to '__builtin_shufflevector' must be vectors of the same type",
            );
            return self.error_expr(span);
        };
        for index in indices {
            match self.eval_int(index) {
                Some(value) if value == u64::MAX || value < 2 * count as u64 => {}
                Some(_) => {
                    self.error(index.span, "index for '__builtin_shufflevector' is out of range");
                    return self.error_expr(span);
                }
                None => {
                    self.error(
                        index.span,
                        "index for '__builtin_shufflevector' must be a constant integer",
                    );
                    return self.error_expr(span);
                }
            }
        }
        let ty = self.types.vector(scalar, indices.len() as u32);
        self.operation(Op::ShuffleConstant, args, ty, span)
    }

    /// A pointer with another element type, in the same address space.
    pub fn retype_pointer(&mut self, pointer: &'a Expr<'a>, element: Ty) -> &'a Expr<'a> {
        let Some(pointee) = self.types.as_pointer(pointer.ty.ty) else {
            return pointer;
        };
        let ty = self.types.pointer(QualType {
            ty: element,
            ..pointee
        });
        self.value(ExprKind::Cast(CastKind::Pointer, pointer), ty, pointer.span)
    }
}
