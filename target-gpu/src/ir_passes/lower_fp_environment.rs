//! Lowers `llvm.get.fpenv`, `llvm.set.fpenv`, their `fpmode` variants, `llvm.get.rounding` and `llvm.set.rounding` to
//! reads and writes of hardware registers. Modes are 32 bits: MODE including its other fields.
//!
//! The floating-point environment is 64 bits: MODE in the low half, the exception flags of TRAPSTS in the high half. It
//! belongs to the wave, so setting it uses the value of the first active lane.

use super::{amdgcn, call_amdgcn};
use crate::fp_mode::ROUNDINGS;
use wavec_ir::inst::{InstFlags, IntPredicate};
use wavec_ir::intrinsics::id;
use wavec_ir::{Builder, Context, Function, Inst, Opcode, Type, Value};

/// `hwreg(HW_REG_MODE, 0, 23)`: rounding, denormals, exceptions that trap.
const MODE: i32 = 1 | (23 - 1) << 11;
/// `hwreg(HW_REG_MODE, 0, 24)`: the same and the behaviour at clauses.
const MODE_AND_CLAUSES: i32 = 1 | (24 - 1) << 11;
/// `hwreg(HW_REG_MODE, 0, 4)`: rounding of f32, rounding of f16 and f64.
const ROUNDING: i32 = 1 | (4 - 1) << 11;
/// `hwreg(HW_REG_TRAPSTS, 0, 5)`: exception flags.
const TRAPSTS: i32 = 3 | (5 - 1) << 11;

/// Expands all of them in `func`.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let mut found = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let expand = match func.called_intrinsic(inst, ctx) {
                Some(id::GET_FPENV) => expand_read,
                Some(id::SET_FPENV) => expand_write,
                Some(id::GET_FPMODE) => expand_mode_read,
                Some(id::SET_FPMODE) => expand_mode_write,
                Some(id::GET_ROUNDING) => expand_rounding_read,
                Some(id::SET_ROUNDING) => expand_rounding_write,
                _ => continue,
            };
            found.push((inst, expand));
        }
    }
    for &(inst, expand) in &found {
        expand(func, ctx, inst);
        func.remove_inst(inst);
    }
    func.resolve_aliases();
    !found.is_empty()
}

/// The four bits for `rounding`: LLVM's numbers 0 to 3, then AMD's from 8 on.
fn short(rounding: u32) -> u32 {
    if rounding < 4 { rounding } else { rounding - 4 }
}

/// Four bits at `index` of the table, as the low bits of an i32 with others above.
fn look_up(b: &mut Builder<'_>, table: u64, index: Value) -> Value {
    let two = b.i32(2);
    let amount = b.binary(Opcode::Shl, index, two);
    let amount = b.cast(Opcode::ZExt, amount, Type::I64);
    let table = b.int(Type::I64, table.into());
    let bits = b.binary(Opcode::LShr, table, amount);
    b.cast(Opcode::Trunc, bits, Type::I32)
}

/// By the four bits of MODE.
fn expand_rounding_read(func: &mut Function, ctx: &mut Context, inst: Inst) {
    let result = func.result(inst).expect("a read has a result");
    let table = (0..16).fold(0, |table, mode| {
        table | u64::from(short(ROUNDINGS[mode])) << (4 * mode)
    });
    let mut b = Builder::before(func, ctx, inst);
    let register = b.i32(ROUNDING);
    let mode = call_amdgcn(&mut b, "s.getreg", &[], &[register]);
    let found = look_up(&mut b, table, mode);
    let (mask, four) = (b.i32(15), b.i32(4));
    let found = b.binary(Opcode::And, found, mask);
    let others = b.binary(Opcode::Add, found, four);
    let common = b.icmp(IntPredicate::Ult, found, four);
    let rounding = b.select(common, found, others);
    func.replace_uses_with_alias(result, rounding);
}

fn expand_rounding_write(func: &mut Function, ctx: &mut Context, inst: Inst) {
    let rounding = func.arg(inst, 1);
    let place = |mode: usize| (mode as u64) << (4 * short(ROUNDINGS[mode]));
    let table = (0..16).fold(0, |table, mode| table | place(mode));
    let mut b = Builder::before(func, ctx, inst);
    let four = b.i32(4);
    let others = b.binary(Opcode::Sub, rounding, four);
    let common = b.icmp(IntPredicate::Ult, rounding, four);
    let index = b.select(common, rounding, others);
    let mode = look_up(&mut b, table, index);
    let mode = call_amdgcn(&mut b, "readfirstlane", &[Type::I32], &[mode]);
    let register = b.i32(ROUNDING);
    let set = amdgcn(b.ctx, "s.setreg");
    b.call_intrinsic(set, &[], &[register, mode]);
}

/// `value` of `from` bits converted to the width of `ty`.
fn resized(b: &mut Builder<'_>, value: Value, from: u32, ty: Type) -> Value {
    match b.ctx.types.int_bits(ty).unwrap_or(from) {
        bits if bits < from => b.cast(Opcode::Trunc, value, ty),
        bits if bits > from => b.cast(Opcode::ZExt, value, ty),
        _ => value,
    }
}

fn expand_mode_read(func: &mut Function, ctx: &mut Context, inst: Inst) {
    let result = func.result(inst).expect("a read has a result");
    let ty = func.ty(result);
    let mut b = Builder::before(func, ctx, inst);
    let register = b.i32(MODE_AND_CLAUSES);
    let mode = call_amdgcn(&mut b, "s.getreg", &[], &[register]);
    let mode = resized(&mut b, mode, 32, ty);
    func.replace_uses_with_alias(result, mode);
}

fn expand_mode_write(func: &mut Function, ctx: &mut Context, inst: Inst) {
    let mode = func.arg(inst, 1);
    let bits = ctx.types.int_bits(func.ty(mode)).unwrap_or(32);
    let mut b = Builder::before(func, ctx, inst);
    let mode = resized(&mut b, mode, bits, Type::I32);
    let mode = call_amdgcn(&mut b, "readfirstlane", &[Type::I32], &[mode]);
    let register = b.i32(MODE_AND_CLAUSES);
    let set = amdgcn(b.ctx, "s.setreg");
    b.call_intrinsic(set, &[], &[register, mode]);
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
    env = resized(&mut b, env, 64, ty);
    func.replace_uses_with_alias(result, env);
}

fn expand_write(func: &mut Function, ctx: &mut Context, inst: Inst) {
    let mut env = func.arg(inst, 1);
    let ty = func.ty(env);
    let mut b = Builder::before(func, ctx, inst);
    let bits = b.ctx.types.int_bits(ty).unwrap_or(64);
    env = resized(&mut b, env, bits, Type::I64);
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
