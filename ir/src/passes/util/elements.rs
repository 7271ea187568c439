//! Operations on vectors, element by element.

use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Value};
use crate::function::Function;
use crate::inst::Opcode;

/// Applies `compute` to the operands `args` of `inst`: to `args` themselves if its result is a scalar, else to each
/// element, and reassembles the result. `compute` may change the control flow before `inst`.
pub fn by_element(
    func: &mut Function,
    ctx: &mut Context,
    inst: Inst,
    args: &[Value],
    compute: &mut dyn FnMut(&mut Function, &mut Context, &[Value]) -> Value,
) -> Value {
    let ty = func.inst(inst).ty;
    let Some((_, count)) = ctx.types.vector_parts(ty) else {
        return compute(func, ctx, args);
    };
    let mut vector = Builder::before(func, ctx, inst).poison(ty);
    for i in 0..count {
        let mut b = Builder::before(func, ctx, inst);
        let index = b.i32(i as i32);
        let elements: Vec<Value> = args.iter().map(|&a| b.extract_element(a, index)).collect();
        let element = compute(func, ctx, &elements);
        vector = Builder::before(func, ctx, inst).insert_element(vector, element, index);
    }
    vector
}

/// Number of instructions that `inst` expands to where it needs one comparison per choice: of a variable index with the
/// numbers of all elements, of a switch with its cases. One for everything else.
pub fn lowered_size(func: &Function, ctx: &Context, inst: Inst) -> u64 {
    let index = match func.opcode(inst) {
        Opcode::ExtractElement => func.arg(inst, 1),
        Opcode::InsertElement => func.arg(inst, 2),
        Opcode::Switch => return 2 * func.inst_blocks(inst).len() as u64,
        _ => return 1,
    };
    let count = ctx
        .types
        .vector_parts(func.ty(func.arg(inst, 0)))
        .map_or(1, |parts| parts.1);
    match func.as_const(index) {
        Some(_) => 1,
        None => 2 * u64::from(count),
    }
}
