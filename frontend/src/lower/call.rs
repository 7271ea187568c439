//! Calls of functions.

use super::Form;
use super::function::FunctionLowerer;
use crate::ast::{Expr, FnId, Function, Stmt, VarKind};
use crate::types::QualType;
use wavec_ir::{FuncRef, InstFlags, Value};

/// Maximum length, in statements, of a library function that is expanded in place of its calls.
const MAX_EXPANDED: usize = 8;

/// Maximum nesting of such expansions.
const MAX_EXPANSION_DEPTH: u32 = 16;

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    fn arguments(&mut self, args: &'a [Expr<'a>], values: &mut Vec<Value>) {
        for arg in args {
            if self.l.sema.types.is_aggregate(arg.ty.ty) {
                // The callee may modify its copy.
                let (pointer, align) = self.temporary(arg.ty.ty);
                self.aggregate_into(arg, pointer, align);
                values.push(pointer);
            } else {
                values.push(self.rvalue(arg));
            }
        }
    }

    /// The IR function for calls of `id`.
    pub(super) fn callee(&mut self, id: FnId) -> FuncRef {
        self.l.function_ref(id, Form::Function)
    }

    /// A call whose result, if any, is not a struct.
    pub(super) fn call_function(&mut self, id: FnId, args: &'a [Expr<'a>]) -> Option<Value> {
        let mut values = Vec::with_capacity(args.len());
        self.arguments(args, &mut values);
        if let Some(body) = self.expanded_body(id) {
            return self.expand_call(id, body, &values);
        }
        let callee = self.callee(id);
        self.call(callee, &values)
    }

    /// Expands the body of a library function that is as short as a macro in place of the call. Most functions that
    /// programs call are such; emitting them as functions only to inline them at every level would be a good part of a
    /// small compilation.
    fn expanded_body(&self, id: FnId) -> Option<&'a [Stmt<'a>]> {
        let function = self.l.sema.function(id);
        let plain = function.library
            && !function.variadic
            && !function.attributes.no_inline
            && !self.l.sema.options.for_checks;
        let body = function.body.filter(|body| plain && body.len() <= MAX_EXPANDED)?;
        let types = &self.l.sema.types;
        let is_scalar = |ty: &QualType| !types.is_aggregate(ty.ty);
        let fits = is_scalar(&function.ret)
            && function.param_types.iter().all(is_scalar)
            && self.is_straight(body)
            && self.expansion_depth < MAX_EXPANSION_DEPTH;
        fits.then_some(body)
    }

    /// Whether control goes straight through `body` to its last statement, which may be a `return`.
    fn is_straight(&self, body: &[Stmt<'a>]) -> bool {
        split_return(body).0.iter().all(|stmt| match stmt {
            Stmt::Empty | Stmt::Expr(_) => true,
            Stmt::Declare(vars) => vars
                .iter()
                .all(|&var| self.l.sema.var(var).kind == VarKind::Local),
            _ => false,
        })
    }

    /// Lowers a straight body in place of a call with arguments `values`.
    fn expand_call(&mut self, id: FnId, body: &'a [Stmt<'a>], values: &[Value]) -> Option<Value> {
        let Function { params, .. } = *self.l.sema.function(id);
        let (before, returned) = split_return(body);
        self.forget_locals(before);
        for (&param, &value) in params.iter().zip(values) {
            self.vars.remove(&param);
            let place = self.variable(param);
            let (ty, align) = (self.l.sema.var(param).ty.ty, self.var_align(param));
            self.store_scalar(value, ty, place, align, false);
        }
        // Definitions of the library keep their semantics, whatever floating-point options the program has.
        let fast_math = std::mem::replace(&mut self.fast_math, InstFlags::empty());
        let contract = std::mem::replace(&mut self.contract, false);
        self.expansion_depth += 1;
        self.statements(before);
        let result = returned.map(|value| self.rvalue(value));
        self.expansion_depth -= 1;
        (self.fast_math, self.contract) = (fast_math, contract);
        result
    }

    /// Creates new variables for a body that is expanded again.
    fn forget_locals(&mut self, body: &[Stmt<'a>]) {
        for stmt in body {
            if let Stmt::Declare(vars) = stmt {
                for var in *vars {
                    self.vars.remove(var);
                }
            }
        }
    }

    /// A call whose struct result goes to `pointer`.
    pub(super) fn call_aggregate(&mut self, id: FnId, args: &'a [Expr<'a>], pointer: Value, align: u64) {
        let ret: QualType = self.l.sema.function(id).ret;
        // Through a temporary: an argument may be the object that is written.
        let (temporary, temporary_align) = self.temporary(ret.ty);
        let mut values = vec![temporary];
        self.arguments(args, &mut values);
        let callee = self.callee(id);
        self.call(callee, &values);
        let size = self.l.sema.types.size_of(ret.ty);
        self.copy_memory(pointer, align, temporary, temporary_align, size, false);
    }
}

/// The statements before a `return` at the end of `body`, and the returned expression.
fn split_return<'b, 'a>(body: &'b [Stmt<'a>]) -> (&'b [Stmt<'a>], Option<&'a Expr<'a>>) {
    match body.split_last() {
        Some((&Stmt::Return(value), before)) => (before, value),
        _ => (body, None),
    }
}
