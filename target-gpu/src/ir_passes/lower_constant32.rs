//! Extends 32-bit addresses of constant memory (address space 6) to 64 bits (address space 4) where they are used: the
//! upper half is the function attribute `amdgpu-32bit-address-high-bits`, zero by default.
//!
//! Requires: nothing. Preserves: control flow. Cost: linear; none if a module has no such pointer.
//! Source: LLVM, "User Guide for AMDGPU Backend", address spaces.

use crate::address_spaces::{CONSTANT, CONSTANT_32BIT};
use std::ops::Range;
use wavec_ir::passes::lower_memory_intrinsics::{call_overload_of_arguments, num_pointers};
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
    // An instruction, and the arguments that are addresses; none is a cast.
    let mut found: Vec<(Inst, Range<usize>)> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let addresses = match func.opcode(inst) {
                Opcode::Load => 0..1,
                Opcode::Store => 1..2,
                Opcode::Call => {
                    let intrinsic = func.called_intrinsic(inst, ctx);
                    1..1 + intrinsic.map_or(0, num_pointers)
                }
                Opcode::AddrSpaceCast => {
                    let result = func.result(inst).expect("a cast has a result");
                    if is_narrow(func, ctx, func.arg(inst, 0)) || is_narrow(func, ctx, result) {
                        found.push((inst, 0..0));
                    }
                    continue;
                }
                _ => continue,
            };
            if addresses
                .clone()
                .any(|index| is_narrow(func, ctx, func.arg(inst, index)))
            {
                found.push((inst, addresses));
            }
        }
    }
    let is_any = !found.is_empty();
    for (inst, addresses) in found {
        for index in addresses.clone() {
            let address = func.arg(inst, index);
            if is_narrow(func, ctx, address) {
                let wide = widened(func, ctx, inst, address);
                func.args_mut(inst)[index] = wide;
            }
        }
        if !addresses.is_empty() {
            if func.opcode(inst) == Opcode::Call {
                call_overload_of_arguments(func, ctx, inst);
            }
            continue;
        }
        let address = func.arg(inst, 0);
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
    is_any
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
