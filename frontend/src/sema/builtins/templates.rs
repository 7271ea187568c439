//! Functions that are templates of the library: `sub_group_reduce_add` is instantiated from `T
//! __sub_group_reduce_OP__T(T x)` for the type of its first operand.

use crate::ast::Expr;
use crate::builtins::library::library_template;
use crate::sema::Sema;
use crate::types::{Scalar, Ty};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// Whether `name` is a template of the library.
    pub(super) fn is_template_name(&mut self, name: &str) -> bool {
        name.contains('_') && !name.starts_with('_') && library_template(self.target, name).is_some()
    }

    /// A call of the instantiated function.
    pub(super) fn template_builtin(&mut self, name: &str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        // The first vector determines the type, or else the first operand.
        let lanes = |sema: &Self, arg: &Expr<'a>| sema.types.lanes(arg.ty.ty);
        let vector = args.iter().find_map(|arg| lanes(self, arg).filter(|l| l.1 > 1));
        let first = args.first().and_then(|arg| lanes(self, arg));
        let (Some((scalar, count)), Some(operation)) =
            (vector.or(first), library_template(self.target, name))
        else {
            return self.no_match(name, args, span);
        };
        let scalar = if scalar == Scalar::Bool {
            Scalar::Int
        } else {
            scalar
        };
        if operation {
            let last = name.rsplit('_').next().unwrap_or(name);
            let fits = match last {
                _ if name.contains("_logical_") => scalar == Scalar::Int,
                "and" | "or" | "xor" => scalar.is_int(),
                _ => true,
            };
            if !fits || count > 1 {
                return self.no_match(name, args, span);
            }
        }
        let Some(id) = self.library_function_named(&format!("__{name}__{}", scalar.name())) else {
            return self.no_match(name, args, span);
        };
        // The position of a work-item may be given in fewer dimensions.
        let params = self.function(id).param_types.len();
        if name == "work_group_broadcast" && (2..params).contains(&args.len()) {
            let mut all = args.to_vec();
            let zero = *self.int_literal(0, Ty::INT, span);
            all.resize(params, zero);
            let all = self.arena.alloc_slice_copy(&all);
            return self.call_function(id, all, span, span);
        }
        self.call_function(id, args, span, span)
    }
}
