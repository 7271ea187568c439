//! Calls of functions.

use super::Form;
use super::function::FunctionLowerer;
use crate::ast::{Expr, FnId};
use crate::types::QualType;
use wavec_ir::{FuncRef, Value};

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    fn arguments(&mut self, args: &'a [Expr<'a>], values: &mut Vec<Value>) {
        for arg in args {
            if self.l.sema.types.is_aggregate(arg.ty.ty) {
                // The callee may change its copy.
                let (pointer, align) = self.temporary(arg.ty.ty);
                self.aggregate_into(arg, pointer, align);
                values.push(pointer);
            } else {
                values.push(self.rvalue(arg));
            }
        }
    }

    /// The IR function for calls of `id`.
    pub fn callee(&mut self, id: FnId) -> FuncRef {
        self.l.function_ref(id, Form::Function)
    }

    /// A call whose result, if any, is no struct.
    pub fn call_function(&mut self, id: FnId, args: &'a [Expr<'a>]) -> Option<Value> {
        let mut values = Vec::with_capacity(args.len());
        self.arguments(args, &mut values);
        let callee = self.callee(id);
        self.call(callee, &values)
    }

    /// A call whose struct result goes to `pointer`.
    pub fn call_aggregate(&mut self, id: FnId, args: &'a [Expr<'a>], pointer: Value, align: u64) {
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
