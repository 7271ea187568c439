//! Requirements on calls of intrinsics on vectors of addresses, and on matrices in vectors.
//!
//! Source: LLVM Language Reference, "Masked Vector Gather and Scatter Intrinsics", "Matrix Intrinsics".

use super::function::Verifier;
use crate::entities::{Inst, Type};

impl Verifier<'_> {
    /// The error in a call of `llvm.NAME`, whose types are valid.
    pub(super) fn vector_problem(&self, name: &str, inst: Inst) -> Option<&'static str> {
        let (func, types) = (self.func, &self.ctx.types);
        let args = &func.args(inst)[1..];
        let ty = |index: usize| func.ty(func.resolve(args[index]));
        let result = func.inst(inst).ty;
        let parts = |ty: Type| types.vector_parts(ty);
        let number = |index: usize| func.as_int(args[index], self.ctx);
        let holds = |ty: Type, rows: usize, columns: usize| {
            let wanted = number(rows).zip(number(columns));
            wanted.is_none_or(|(rows, columns)| {
                parts(ty).is_some_and(|(_, lanes)| rows.checked_mul(columns) == Some(u128::from(lanes)))
            })
        };
        let fits = |ty: Type, rows: usize, columns: usize| {
            (!holds(ty, rows, columns)).then_some("a matrix does not fit its vector")
        };
        match name {
            "masked.gather" | "masked.scatter" => {
                let (value, addresses) = match name {
                    "masked.gather" => (result, ty(0)),
                    _ => (ty(0), ty(1)),
                };
                let lanes = |ty| parts(ty).map(|parts| parts.1);
                let fits = types.is_ptr(types.scalar(addresses)) && lanes(addresses) == lanes(value);
                (!fits).then_some("the addresses are no vector of one pointer for each element")
            }
            "matrix.transpose" => fits(result, 1, 2),
            "matrix.multiply" => {
                let element = |ty| parts(ty).map(|parts| parts.0);
                if element(ty(0)) != element(result) || element(ty(1)) != element(result) {
                    return Some("the matrices have elements of different types");
                }
                fits(ty(0), 2, 3)
                    .or_else(|| fits(ty(1), 3, 4))
                    .or_else(|| fits(result, 2, 4))
            }
            "matrix.column.major.load" | "matrix.column.major.store" => {
                let (matrix, stride) = match name {
                    "matrix.column.major.load" => (result, 1),
                    _ => (ty(0), 2),
                };
                let rows = stride + 2;
                if let (Some(stride), Some(rows)) = (number(stride), number(rows))
                    && stride < rows
                {
                    return Some("the stride must be at least the number of rows");
                }
                fits(matrix, rows, rows + 1)
            }
            _ => None,
        }
    }
}
