//! `llvm.get.fpenv` and `llvm.set.fpenv` become reads and writes of hardware registers.
//!
//! The floating-point environment is 64 bits: MODE in the low half, the exceptions noted in TRAPSTS in the high half. It
//! belongs to the wave, so what is set is the environment of its first lane that is switched on.

use super::{amdgcn, call_amdgcn};
use wavec_ir::inst::InstFlags;
use wavec_ir::{Builder, Context, Function, Inst, Opcode, Type};

/// `hwreg(HW_REG_MODE, 0, 23)`: rounding, denormals, exceptions that trap.
const MODE: i32 = 1 | (23 - 1) << 11;
/// `hwreg(HW_REG_TRAPSTS, 0, 5)`: exceptions that happened.
const TRAPSTS: i32 = 3 | (5 - 1) << 11;

/// Expands all of them in `func`.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let mut found: Vec<(Inst, bool)> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let name = func
                .called_intrinsic(inst, ctx)
                .map(|id| ctx.intrinsics.get(id).name);
            match name {
                Some("llvm.get.fpenv") => found.push((inst, true)),
                Some("llvm.set.fpenv") => found.push((inst, false)),
                _ => {}
            }
        }
    }
    for &(inst, reads) in &found {
        if reads {
            expand_read(func, ctx, inst);
        } else {
            expand_write(func, ctx, inst);
        }
        func.remove_inst(inst);
    }
    func.resolve_aliases();
    !found.is_empty()
}

fn expand_read(func: &mut Function, ctx: &mut Context, inst: Inst) {
    let result = func.result(inst).expect("a read has a result");
    let ty = func.ty(result);
    let mut b = Builder::before(func, ctx, inst);
    let [low, high] = [MODE, TRAPSTS].map(|register| {
        let register = b.i32(register);
        let word = call_amdgcn(&mut b, "s.getreg", &[], &[register]);
        b.cast(Opcode::ZExt, word, Type::I64)
    });
    let amount = b.int(Type::I64, 32);
    let high = b.binary(Opcode::Shl, high, amount);
    let mut env = b.binary_flags(Opcode::Or, high, low, InstFlags::DISJOINT);
    if ty != Type::I64 {
        let bits = b.ctx.types.int_bits(ty).unwrap_or(64);
        let opcode = if bits < 64 { Opcode::Trunc } else { Opcode::ZExt };
        env = b.cast(opcode, env, ty);
    }
    func.replace_uses_with_alias(result, env);
}

fn expand_write(func: &mut Function, ctx: &mut Context, inst: Inst) {
    let mut env = func.arg(inst, 1);
    let ty = func.ty(env);
    let mut b = Builder::before(func, ctx, inst);
    if ty != Type::I64 {
        let bits = b.ctx.types.int_bits(ty).unwrap_or(64);
        let opcode = if bits > 64 { Opcode::Trunc } else { Opcode::ZExt };
        env = b.cast(opcode, env, Type::I64);
    }
    let set = amdgcn(b.ctx, "s.setreg");
    for (register, shift) in [(MODE, 0), (TRAPSTS, 32)] {
        let amount = b.int(Type::I64, shift);
        let word = b.binary(Opcode::LShr, env, amount);
        let word = b.cast(Opcode::Trunc, word, Type::I32);
        let word = call_amdgcn(&mut b, "readfirstlane", &[Type::I32], &[word]);
        let register = b.i32(register);
        b.call_intrinsic(set, &[], &[register, word]);
    }
}
