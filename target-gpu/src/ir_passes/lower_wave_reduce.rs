//! Expands `llvm.amdgcn.wave.reduce.*` to a loop over the active lanes.
//!
//! Requires: nothing. Changes: control flow. The loop is uniform: the mask of remaining lanes, the current lane and the
//! result are the same in all lanes. Lanes are processed from the lowest up, so that sums of floats are reproducible. A
//! tree of DPP moves would be faster, but it needs inactive lanes to participate.

use super::{call_amdgcn, call_generic};
use crate::intrinsics::is_for_type;
use wavec_ir::inst::{InstFlags, IntPredicate};
use wavec_ir::passes::util::blocks::split_block_before;
use wavec_ir::{Aux, Builder, Context, Function, Inst, Opcode, Type, Value};

/// Expands all of them in `func`; `mask` has a bit for each lane.
pub fn run(func: &mut Function, ctx: &mut Context, mask: Type) -> bool {
    let mut found: Vec<(Inst, &'static str)> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let name = func
                .called_intrinsic(inst, ctx)
                .map(|id| ctx.intrinsics.get(id).name);
            let Some(name) = name.and_then(|name| name.strip_prefix("llvm.amdgcn.")) else {
                continue;
            };
            // Unsupported reductions are rejected by selection.
            if let Some(kind) = name.strip_prefix("wave.reduce.")
                && is_for_type(ctx, name, func.ty(func.arg(inst, 1)))
            {
                found.push((inst, kind));
            }
        }
    }
    for &(inst, kind) in &found {
        expand(func, ctx, inst, kind, mask);
    }
    func.resolve_aliases();
    !found.is_empty()
}

/// The identity element.
fn identity(b: &mut Builder, kind: &str, ty: Type) -> Value {
    if let Some(bits) = b.ctx.types.int_bits(ty) {
        let ones = u128::MAX >> (128 - bits);
        let value = match kind {
            "and" | "umin" => ones,
            "min" => ones >> 1,
            "max" => 1 << (bits - 1),
            _ => 0,
        };
        return b.int(ty, value);
    }
    let is_double = ty == Type::F64;
    let bits = match (kind, is_double) {
        // -0 + x is x even for x = -0; 0 - x; the minimum of NaN and a number is the number.
        ("fadd", true) => 1 << 63,
        ("fadd", false) => 1 << 31,
        ("fsub", _) => 0,
        (_, true) => 0x7ff8_0000_0000_0000,
        (_, false) => 0x7fc0_0000,
    };
    let constant = b.ctx.const_float_bits(ty, bits);
    b.func.const_value(constant, b.ctx)
}

fn combine(b: &mut Builder, kind: &str, ty: Type, acc: Value, value: Value) -> Value {
    match kind {
        "add" => b.binary(Opcode::Add, acc, value),
        "sub" => b.binary(Opcode::Sub, acc, value),
        "and" => b.binary(Opcode::And, acc, value),
        "or" => b.binary(Opcode::Or, acc, value),
        "xor" => b.binary(Opcode::Xor, acc, value),
        "min" => call_generic(b, "smin", &[ty], &[acc, value]),
        "max" => call_generic(b, "smax", &[ty], &[acc, value]),
        "umin" | "umax" => call_generic(b, kind, &[ty], &[acc, value]),
        "fadd" => b.binary(Opcode::FAdd, acc, value),
        "fsub" => b.binary(Opcode::FSub, acc, value),
        "fmin" => call_generic(b, "minnum", &[ty], &[acc, value]),
        _ => call_generic(b, "maxnum", &[ty], &[acc, value]),
    }
}

fn expand(func: &mut Function, ctx: &mut Context, inst: Inst, kind: &str, mask_type: Type) {
    let value = func.arg(inst, 1);
    let ty = func.ty(value);
    let result = func.result(inst).expect("a reduction has a result");
    let before = func.inst_block(inst).expect("a placed instruction");
    // before: the mask; lanes: one lane; after: what followed.
    let after = split_block_before(func, inst);
    let lanes = func.make_block();
    func.insert_block_after(lanes, before);
    let mut b = Builder::at_end(func, ctx, before);
    let all = b.int(Type::I1, 1);
    let mask = call_amdgcn(&mut b, "ballot", &[mask_type], &[all]);
    let start = identity(&mut b, kind, ty);
    b.br(lanes);
    let mut b = Builder::at_end(func, ctx, lanes);
    let make_phi = |b: &mut Builder, ty| {
        let phi = b
            .func
            .make_inst(Opcode::Phi, ty, &[], &[], InstFlags::empty(), Aux::None);
        b.func.append_inst(phi, lanes);
        (phi, b.func.result(phi).expect("a phi has a result"))
    };
    let (mask_phi, left) = make_phi(&mut b, mask_type);
    let (acc_phi, acc) = make_phi(&mut b, ty);
    let poison_if_zero = b.int(Type::I1, 1);
    let lane = call_generic(&mut b, "cttz", &[mask_type], &[left, poison_if_zero]);
    let lane = match mask_type {
        Type::I32 => lane,
        _ => b.cast(Opcode::Trunc, lane, Type::I32),
    };
    let one_value = call_amdgcn(&mut b, "readlane", &[ty], &[value, lane]);
    let next_acc = combine(&mut b, kind, ty, acc, one_value);
    let bits = b.ctx.types.int_bits(mask_type).expect("a mask is an integer");
    let minus_one = b.int(mask_type, u128::MAX >> (u128::BITS - bits));
    let lower = b.binary(Opcode::Add, left, minus_one);
    let next = b.binary(Opcode::And, left, lower);
    let zero = b.int(mask_type, 0);
    let is_done = b.icmp(IntPredicate::Eq, next, zero);
    b.cond_br(is_done, after, lanes);
    for (phi, first, again) in [(mask_phi, mask, next), (acc_phi, start, next_acc)] {
        func.add_incoming(phi, first, before);
        func.add_incoming(phi, again, lanes);
    }
    func.replace_uses_with_alias(result, next_acc);
    func.remove_inst(inst);
}
