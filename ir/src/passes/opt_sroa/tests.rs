use super::*;
use crate::analysis::testing::{context, function};
use crate::inst::InstFlags;

fn count(func: &Function, opcode: Opcode) -> usize {
    func.block_order()
        .iter()
        .map(|&b| func.block_insts(b).filter(|&i| func.opcode(i) == opcode).count())
        .sum()
}

#[test]
fn a_struct_copy_disappears() {
    let mut ctx = context();
    let pair = ctx.types.struct_(&[Type::F32, Type::I32], false);
    let mut func = function(&mut ctx, "f", Type::F32, &[Type::F32, Type::I32]);
    let (x, n) = (func.params[0], func.params[1]);
    let block = func.append_new_block();
    let align = Align::from_bytes(4);
    let none = InstFlags::empty();
    let mut b = Builder::at_end(&mut func, &mut ctx, block);
    let (from, to) = (b.alloca(pair, align), b.alloca(pair, align));
    b.store(x, from, align, none);
    let second = b.byte_offset(from, 4);
    b.store(n, second, align, none);
    let (size, no) = (b.int(Type::I64, 8), b.int(Type::I1, 0));
    let types = [b.func.ty(to), b.func.ty(from), Type::I64];
    b.call_intrinsic(id::MEMCPY, &types, &[to, from, size, no]);
    let first = b.load(Type::F32, to, align, none);
    let second = b.byte_offset(to, 4);
    let bits = b.load(Type::F32, second, align, none);
    let sum = b.binary(Opcode::FAdd, first, bits);
    b.ret(sum);
    assert!(run(&mut func, &mut ctx));
    super::super::opt_dce::run(&mut func, &ctx);
    assert_eq!(
        [Opcode::Alloca, Opcode::Load, Opcode::Store, Opcode::Call].map(|o| count(&func, o)),
        [0; 4]
    );
    assert_eq!(count(&func, Opcode::BitCast), 1);
}

#[test]
fn elements_of_a_vector() {
    let mut ctx = context();
    let vector = ctx.types.vector(Type::F32, 4);
    let mut func = function(&mut ctx, "f", vector, &[vector, Type::F32]);
    let (v, x) = (func.params[0], func.params[1]);
    let block = func.append_new_block();
    let none = InstFlags::empty();
    let mut b = Builder::at_end(&mut func, &mut ctx, block);
    let slot = b.alloca(vector, Align::from_bytes(16));
    b.store(v, slot, Align::from_bytes(16), none);
    let third = b.byte_offset(slot, 8);
    b.store(x, third, Align::from_bytes(4), none);
    let all = b.load(vector, slot, Align::from_bytes(16), none);
    b.ret(all);
    assert!(run(&mut func, &mut ctx));
    super::super::opt_dce::run(&mut func, &ctx);
    let ops: Vec<Opcode> = func.block_insts(block).map(|i| func.opcode(i)).collect();
    assert_eq!(ops, [Opcode::InsertElement, Opcode::Ret]);
}

#[test]
fn an_escaping_object_stays() {
    let mut ctx = context();
    let private = ctx.types.ptr(5);
    let mut func = function(&mut ctx, "f", private, &[]);
    let block = func.append_new_block();
    let mut b = Builder::at_end(&mut func, &mut ctx, block);
    let slot = b.alloca(Type::I64, Align::from_bytes(8));
    let zero = b.i32(0);
    b.store(zero, slot, Align::from_bytes(4), InstFlags::empty());
    b.ret(slot);
    assert!(!run(&mut func, &mut ctx));
}
