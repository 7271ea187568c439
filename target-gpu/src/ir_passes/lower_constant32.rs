//! Extends 32-bit addresses of constant memory (address space 6) to 64 bits (address space 4) where they are used: the
//! upper half is the function attribute `amdgpu-32bit-address-high-bits`, zero by default.
//!
//! Requires: nothing. Preserves: control flow. Cost: linear; none if a module has no such pointer.
//! Source: LLVM, "User Guide for AMDGPU Backend", address spaces.

use crate::address_spaces::{CONSTANT, CONSTANT_32BIT};
use wavec_ir::{Builder, Context, Function, Inst, Opcode, Type, TypeData, Value};

/// Widens the addresses in `func`.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    if !ctx
        .types
        .iter()
        .any(|(_, data)| matches!(data, TypeData::Ptr(CONSTANT_32BIT)))
    {
        return false;
    }
    let is_narrow = |func: &Function, ctx: &Context, value: Value| {
        ctx.types.address_space(func.ty(value)) == Some(CONSTANT_32BIT)
    };
    let mut found: Vec<(Inst, Opcode)> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let opcode = func.opcode(inst);
            let concerns = match opcode {
                Opcode::Load => is_narrow(func, ctx, func.arg(inst, 0)),
                Opcode::AddrSpaceCast => {
                    let result = func.result(inst).expect("a cast has a result");
                    is_narrow(func, ctx, func.arg(inst, 0)) || is_narrow(func, ctx, result)
                }
                _ => false,
            };
            if concerns {
                found.push((inst, opcode));
            }
        }
    }
    for &(inst, opcode) in &found {
        let address = func.arg(inst, 0);
        if opcode == Opcode::Load {
            let wide = widened(func, ctx, inst, address);
            func.args_mut(inst)[0] = wide;
            continue;
        }
        let result = func.result(inst).expect("a cast has a result");
        let ty = func.ty(result);
        let new = if is_narrow(func, ctx, address) {
            let wide = widened(func, ctx, inst, address);
            let mut b = Builder::before(func, ctx, inst);
            if b.func.ty(wide) == ty {
                wide
            } else {
                b.cast(Opcode::AddrSpaceCast, wide, ty)
            }
        } else {
            let mut b = Builder::before(func, ctx, inst);
            let number = b.cast(Opcode::PtrToInt, address, Type::I64);
            let low = b.cast(Opcode::Trunc, number, Type::I32);
            b.cast(Opcode::IntToPtr, low, ty)
        };
        func.replace_uses_with_alias(result, new);
        func.remove_inst(inst);
    }
    func.resolve_aliases();
    !found.is_empty()
}

/// The same address in 64 bits.
fn widened(func: &mut Function, ctx: &mut Context, inst: Inst, address: Value) -> Value {
    let attrs = ctx.functions[func.func].attrs;
    let high = ctx
        .string_attribute(attrs, "amdgpu-32bit-address-high-bits")
        .and_then(|text| match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        })
        .unwrap_or(0);
    let wide = ctx.types.ptr(CONSTANT);
    let mut b = Builder::before(func, ctx, inst);
    let low = b.cast(Opcode::PtrToInt, address, Type::I32);
    let mut number = b.cast(Opcode::ZExt, low, Type::I64);
    if high != 0 {
        let high = b.int(Type::I64, u128::from(high) << 32);
        number = b.binary(Opcode::Or, number, high);
    }
    b.cast(Opcode::IntToPtr, number, wide)
}
