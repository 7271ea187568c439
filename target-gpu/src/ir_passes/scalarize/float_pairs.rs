//! Computes sums and products of `float` vectors two elements at a time: a packed instruction takes the time of one.

use super::dword_parts::element_of;
use super::{Elements, Scalarizer, same_operation};
use smallvec::SmallVec;
use wavec_ir::{Builder, Context, Function, Inst, Opcode, Type, Value};

impl Scalarizer {
    /// Rewrites `inst` in pairs, if there is a packed instruction.
    pub(super) fn visit_float_pairs(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) -> bool {
        let Some((Type::F32, count @ 2..)) = ctx.types.vector_parts(func.inst(inst).ty) else {
            return false;
        };
        let (opcode, intrinsic) = (func.opcode(inst), func.called_intrinsic(inst, ctx));
        let first = match (opcode, intrinsic) {
            (Opcode::FAdd | Opcode::FSub | Opcode::FMul, _) => 0,
            (_, Some(id)) if matches!(ctx.intrinsics.get(id).name, "llvm.fma" | "llvm.fmuladd") => 1,
            _ => return false,
        };
        let args: SmallVec<[Elements; 3]> = (first..func.args(inst).len())
            .map(|i| self.elements(func, ctx, func.arg(inst, i)))
            .collect();
        let mut elements = Elements::new();
        for start in (0..count as usize).step_by(2) {
            let mut b = Builder::before(func, ctx, inst);
            let is_pair = start + 1 < count as usize;
            let ty = match is_pair {
                true => b.ctx.types.vector(Type::F32, 2),
                false => Type::F32,
            };
            let operands: SmallVec<[Value; 3]> = args
                .iter()
                .map(|list| match is_pair {
                    true => pair(&mut b, ty, list[start], list[start + 1]),
                    false => list[start],
                })
                .collect();
            let value = same_operation(func, ctx, inst, ty, &operands);
            let mut b = Builder::before(func, ctx, inst);
            match is_pair {
                true => elements.extend([0, 1].map(|place| {
                    let index = b.i32(place);
                    b.extract_element(value, index)
                })),
                false => elements.push(value),
            }
        }
        self.define(func, inst, elements);
        true
    }
}

/// A pair of two values: an existing one with these elements, or a new one.
fn pair(b: &mut Builder, ty: Type, low: Value, high: Value) -> Value {
    if let (Some((vector, 0)), Some((other, 1))) = (element_of(b, low), element_of(b, high))
        && vector == other
        && b.func.ty(vector) == ty
    {
        return vector;
    }
    let poison = b.poison(ty);
    let (zero, one) = (b.i32(0), b.i32(1));
    let pair = b.insert_element(poison, low, zero);
    b.insert_element(pair, high, one)
}
