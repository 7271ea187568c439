//! Dynamic stack objects (of unknown size, or outside the entry block) take the same number of bytes in all lanes:
//! those of the lane that needs most.
//!
//! The stack pointer is a scalar register: all lanes allocate an object at the same offset. An alloca becomes one of a
//! uniform number of bytes, a multiple of the stack's alignment. A saved stack pointer that differs between lanes is
//! restored to the highest, which frees nothing that a lane still uses.
//!
//! Requires: nothing; runs before blocks are split. Static allocas move to the top of the entry block, so that they
//! stay there. Invalidates only uses. Cost: linear.

use super::call_amdgcn;
use crate::call_abi::STACK_ALIGN;
use crate::transform_info::TRANSFORM_INFO;
use wavec_ir::analysis::DivergenceAnalysis;
use wavec_ir::analysis::allocas::dynamic_allocas;
use wavec_ir::intrinsics::id;
use wavec_ir::passes::util::allocas::hoist_static_allocas;
use wavec_ir::{Aux, Builder, Context, Function, Inst, Opcode, Type, Value};

/// Rewrites all of them in `func`. Returns whether there are any.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    hoist_static_allocas(func, ctx);
    let allocas: Vec<Inst> = dynamic_allocas(func, ctx).collect();
    if allocas.is_empty() {
        return false;
    }
    let blocks = func.block_order().iter();
    let restores: Vec<Inst> = blocks
        .flat_map(|&block| func.block_insts(block))
        .filter(|&inst| func.called_intrinsic(inst, ctx) == Some(id::STACKRESTORE))
        .collect();
    let divergence = DivergenceAnalysis::compute(func, ctx, &TRANSFORM_INFO);
    let divergent_operand = |func: &Function, inst: Inst, index: usize| {
        let block = func.inst_block(inst).expect("a placed instruction");
        divergence.is_divergent_use(func, func.arg(inst, index), block)
    };
    let allocas: Vec<(Inst, bool)> = allocas
        .into_iter()
        .map(|inst| (inst, divergent_operand(func, inst, 0)))
        .collect();
    let restores: Vec<Inst> = restores
        .into_iter()
        .filter(|&inst| divergent_operand(func, inst, 1))
        .collect();
    for (inst, is_divergent) in allocas {
        expand(func, ctx, inst, is_divergent);
    }
    for inst in restores {
        let pointer = func.arg(inst, 1);
        let mut b = Builder::before(func, ctx, inst);
        let address = b.cast(Opcode::PtrToInt, pointer, Type::I32);
        let highest = highest(&mut b, address);
        let ty = b.func.ty(pointer);
        let pointer = b.cast(Opcode::IntToPtr, highest, ty);
        func.args_mut(inst)[1] = pointer;
    }
    true
}

/// The largest value of a lane.
fn highest(b: &mut Builder, value: Value) -> Value {
    let strategy = b.i32(0);
    call_amdgcn(b, "wave.reduce.umax", &[Type::I32], &[value, strategy])
}

fn expand(func: &mut Function, ctx: &mut Context, inst: Inst, is_divergent: bool) {
    let Aux::Alloca(ty, align) = func.inst(inst).aux else {
        unreachable!("an alloca")
    };
    let size = ctx.layout.size(&ctx.types, ty);
    let count = func.arg(inst, 0);
    let mut b = Builder::before(func, ctx, inst);
    // Private addresses have 32 bits; a count that does not fit exceeds all memory.
    let bits = b.ctx.types.int_bits(b.func.ty(count)).unwrap_or(32);
    let count = match bits {
        32 => count,
        0..32 => b.cast(Opcode::ZExt, count, Type::I32),
        _ => b.cast(Opcode::Trunc, count, Type::I32),
    };
    let size = b.int(Type::I32, u128::from(size));
    let bytes = b.binary(Opcode::Mul, count, size);
    let round = b.i32(STACK_ALIGN as i32 - 1);
    let bytes = b.binary(Opcode::Add, bytes, round);
    let mask = b.i32(-(STACK_ALIGN as i32));
    let mut bytes = b.binary(Opcode::And, bytes, mask);
    if is_divergent {
        bytes = highest(&mut b, bytes);
    }
    func.args_mut(inst)[0] = bytes;
    func.inst_mut(inst).aux = Aux::Alloca(Type::I8, align);
}
