//! Turns accesses through divergent buffer resources, and calls through divergent pointers, into loops (waterfall
//! loops).
//!
//! The instructions take resource, sampler and scalar offset from scalar registers. Each iteration takes those of the first
//! remaining lane, performs the access in all lanes with the same values, and removes these lanes:
//!
//! ```text
//! turn:   first = readfirstlane(resource)
//!         br (resource == first), access, next
//! access: the access through first
//! next:   done = phi [true, access], [false, turn]
//!         br done, after, turn
//! ```
//!
//! Requires: nothing; runs before control flow is structured. Changes: control flow. Cost: one iteration for each
//! resource.

use super::call_amdgcn;
use crate::transform_info::TRANSFORM_INFO;
use smallvec::{SmallVec, smallvec};
use wavec_ir::analysis::DivergenceAnalysis;
use wavec_ir::inst::{InstFlags, IntPredicate};
use wavec_ir::passes::util::blocks::split_block_before;
use wavec_ir::passes::util::clone::clone_inst;
use wavec_ir::{Aux, Builder, Context, Function, Inst, Opcode, Type, Value, ValueDef};

/// Expands all of them in `func`.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let mut accesses: Vec<(Inst, SmallVec<[usize; 2]>)> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let operands = scalar_operands(func, ctx, inst);
            if !operands.is_empty() {
                accesses.push((inst, operands));
            }
        }
    }
    if accesses.is_empty() {
        return false;
    }
    let divergence = DivergenceAnalysis::compute(func, ctx, &TRANSFORM_INFO);
    for (inst, operands) in &mut accesses {
        let block = func.inst_block(*inst).expect("a placed instruction");
        operands.retain(|operand| divergence.is_divergent_use(func, func.arg(*inst, *operand), block));
    }
    accesses.retain(|(_, operands)| !operands.is_empty());
    for (inst, operands) in &accesses {
        expand(func, ctx, *inst, operands);
    }
    func.resolve_aliases();
    !accesses.is_empty()
}

/// Arguments of an access or call that must be in scalar registers.
fn scalar_operands(func: &Function, ctx: &Context, inst: Inst) -> SmallVec<[usize; 2]> {
    let Some(id) = func.called_intrinsic(inst, ctx) else {
        let is_pointer_call = func.opcode(inst) == Opcode::Call
            && func.callee(inst, ctx).is_none()
            && !matches!(func.def(func.arg(inst, 0)), ValueDef::InlineAsm(_));
        return if is_pointer_call {
            smallvec![0]
        } else {
            SmallVec::new()
        };
    };
    let desc = ctx.intrinsics.get(id);
    let name = desc.name.strip_prefix("llvm.amdgcn.").unwrap_or("");
    let is_buffer = name.contains("buffer.") && (name.starts_with("raw.") || name.starts_with("struct."));
    if !is_buffer && name != "s.buffer.load" && !name.starts_with("image.") {
        return SmallVec::new();
    }
    // The callee is the first argument.
    (desc.args.iter().enumerate())
        .filter(|(_, arg)| matches!(arg.name, "rsrc" | "samp" | "soffset"))
        .map(|(index, _)| index + 1)
        .collect()
}

/// The value of the first lane, and whether this lane's is the same.
fn first_lane(b: &mut Builder, value: Value) -> (Value, Value) {
    let ty = b.func.ty(value);
    if ty == Type::I32 {
        let first = call_amdgcn(b, "readfirstlane", &[ty], &[value]);
        let same = b.icmp(IntPredicate::Eq, value, first);
        return (first, same);
    }
    let bits = b.ctx.layout.bits(&b.ctx.types, ty) as u32;
    let words = b.ctx.types.vector(Type::I32, bits / 32);
    let is_pointer = b.ctx.types.is_ptr(ty);
    let vector = if is_pointer {
        let wide = b.ctx.types.int(bits);
        let whole = b.cast(Opcode::PtrToInt, value, wide);
        b.cast(Opcode::BitCast, whole, words)
    } else {
        value
    };
    let mut first = b.poison(words);
    let mut all_same = b.int(Type::I1, 1);
    for index in 0..bits / 32 {
        let index = b.i32(index as i32);
        let word = b.extract_element(vector, index);
        let (first_word, same) = first_lane(b, word);
        first = b.insert_element(first, first_word, index);
        all_same = b.binary(Opcode::And, all_same, same);
    }
    if is_pointer {
        let wide = b.ctx.types.int(bits);
        let whole = b.cast(Opcode::BitCast, first, wide);
        first = b.cast(Opcode::IntToPtr, whole, ty);
    }
    (first, all_same)
}

fn expand(func: &mut Function, ctx: &mut Context, inst: Inst, operands: &[usize]) {
    let before = func.inst_block(inst).expect("a placed instruction");
    let access = split_block_before(func, inst);
    let next_inst = func.next_inst(inst).expect("an access is no terminator");
    let after = split_block_before(func, next_inst);
    let turn = func.make_block();
    func.insert_block_after(turn, before);
    let next = func.make_block();
    func.insert_block_after(next, access);
    let mut b = Builder::at_end(func, ctx, before);
    b.br(turn);
    let mut b = Builder::at_end(func, ctx, turn);
    let mut all_same: Option<Value> = None;
    let mut args: SmallVec<[Value; 8]> = b.func.args(inst).into();
    for &operand in operands {
        let (first, same) = first_lane(&mut b, args[operand]);
        args[operand] = first;
        all_same = Some(match all_same {
            Some(others) => b.binary(Opcode::And, others, same),
            None => same,
        });
    }
    let all_same = all_same.expect("an operand differs between lanes");
    b.cond_br(all_same, access, next);
    let through_first = clone_inst(func, inst);
    func.insert_inst_before(through_first, inst);
    func.set_args(through_first, &args);
    let mut b = Builder::at_end(func, ctx, access);
    b.br(next);
    let phi = func.make_inst(Opcode::Phi, Type::I1, &[], &[], InstFlags::empty(), Aux::None);
    func.append_inst(phi, next);
    let done = func.result(phi).expect("a phi has a result");
    let mut b = Builder::at_end(func, ctx, next);
    let (yes, no) = (b.int(Type::I1, 1), b.int(Type::I1, 0));
    b.func.add_incoming(phi, yes, access);
    b.func.add_incoming(phi, no, turn);
    b.cond_br(done, after, turn);
    // Uses after the loop get the result from the lane's own iteration.
    if let Some(result) = func.result(inst) {
        let ty = func.ty(result);
        let carried = func.make_inst(Opcode::Phi, ty, &[], &[], InstFlags::empty(), Aux::None);
        func.insert_inst_before(carried, phi);
        let value = func.result(carried).expect("a phi has a result");
        func.replace_uses_with_alias(result, value);
        let mut b = Builder::at_end(func, ctx, next);
        let poison = b.poison(ty);
        let found = func.result(through_first).expect("as the original");
        func.add_incoming(carried, found, access);
        func.add_incoming(carried, poison, turn);
    }
    func.remove_inst(inst);
}
