//! 64-bit divisions whose operands may be small: tests the upper halves at run time.
//!
//! Indices and sizes are 64 bits wide and rarely need them, and a 64-bit division costs five times a 32-bit one. A
//! quotient and a remainder of the same operands in one block share a division.

use super::{Division, expand, is_remainder, is_signed, resize, unsigned_32};
use fxhash::FxHashMap;
use wavec_ir::inst::IntPredicate;
use wavec_ir::passes::util::blocks::split_block_before;
use wavec_ir::{Block, Builder, Context, Function, Inst, Opcode, Type, Value};

/// Expands divisions of `i64`, which are in block order.
pub(super) fn run(func: &mut Function, ctx: &mut Context, divisions: &[Division]) {
    // Those of a block that differ only in the requested result; facts about one apply to all.
    let mut groups: Vec<(Vec<Inst>, bool)> = Vec::new();
    let mut group_of: FxHashMap<(Option<Block>, Value, Value, bool), usize> = FxHashMap::default();
    for division in divisions {
        let inst = division.inst;
        let signed = is_signed(func.opcode(inst));
        let key = (
            func.inst_block(inst),
            func.arg(inst, 0),
            func.arg(inst, 1),
            signed,
        );
        let group = *group_of.entry(key).or_insert_with(|| {
            groups.push((Vec::new(), division.is_dividend_small));
            groups.len() - 1
        });
        groups[group].0.push(inst);
    }
    for (group, is_less) in groups {
        expand_group(func, ctx, &group, is_less);
    }
}

/// `is_less`: the dividend is less than any divisor that is not small.
fn expand_group(func: &mut Function, ctx: &mut Context, group: &[Inst], is_less: bool) {
    let first = group[0];
    let opcodes: Vec<Opcode> = group.iter().map(|&inst| func.opcode(inst)).collect();
    let (n, d) = (func.arg(first, 0), func.arg(first, 1));
    let head = func.inst_block(first).expect("an instruction in a block");
    let tail = split_block_before(func, first);
    let (small, large) = (func.make_block(), func.make_block());
    func.insert_block_after(small, head);
    func.insert_block_after(large, small);

    let mut b = Builder::at_end(func, ctx, head);
    let thirty_two = b.int(Type::I64, 32);
    let [upper_n, upper_d] = [n, d].map(|value| {
        let upper = b.binary(Opcode::LShr, value, thirty_two);
        b.cast(Opcode::Trunc, upper, Type::I32)
    });
    let (either, zero) = (b.binary(Opcode::Or, upper_n, upper_d), b.i32(0));
    let are_small = b.icmp(IntPredicate::Eq, either, zero);
    b.cond_br(are_small, small, large);

    // Numbers with zero upper halves are not negative.
    let mut b = Builder::at_end(func, ctx, small);
    let low_n = b.cast(Opcode::Trunc, n, Type::I32);
    let low_d = b.cast(Opcode::Trunc, d, Type::I32);
    let (q, r) = unsigned_32(&mut b, low_n, low_d);
    let small_results: Vec<Value> = opcodes
        .iter()
        .map(|&opcode| {
            let result = if is_remainder(opcode) { r } else { q };
            resize(&mut b, Opcode::ZExt, result, Type::I64)
        })
        .collect();
    b.br(tail);

    let mut b = Builder::at_end(func, ctx, large);
    let large_results: Vec<Value> = opcodes
        .iter()
        .map(|&opcode| match is_less {
            true if is_remainder(opcode) => n,
            true => b.zero(Type::I64),
            false => expand(&mut b, opcode, 64, n, d),
        })
        .collect();
    b.br(tail);

    for (i, &inst) in group.iter().enumerate() {
        let phi = Builder::before(func, ctx, first).phi(Type::I64);
        let phi_inst = func.def_inst(phi).expect("a phi");
        func.add_incoming(phi_inst, small_results[i], small);
        func.add_incoming(phi_inst, large_results[i], large);
        let old = func.result(inst).expect("a result");
        func.replace_uses_with_alias(old, phi);
        if inst != first {
            func.remove_inst(inst);
        }
    }
    func.remove_inst(first);
}
