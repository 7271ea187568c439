//! Rewrites atomic operations for which the target has no instruction.
//!
//! - In memory private to a lane: a load, the operation and a store.
//! - Exchanges, loads and stores of floats or pointers: the same on integers of that size.
//! - Operations narrower than the target's compare-and-exchange: compare-and-exchange of the aligned word around them.
//! - Other read-modify-write operations: a compare-and-exchange loop that starts with a plain load.
//!
//! Requires: nothing. Preserves: nothing of the control-flow graph.

use super::util::blocks::split_block_before;
use crate::analysis::TargetTransformInfo;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Align, Aux, InstFlags, IntPredicate, MemoryAux, Opcode, Ordering, RmwOp};
use crate::intrinsics::id;

/// Bytes of the narrowest compare-and-exchange.
const WORD_BYTES: u64 = 4;

/// Bytes of the widest one, and of the widest access that is atomic.
const MAX_BYTES: u64 = 8;

/// Rewrites them in `func`.
///
/// # Errors
/// The first operation for which there is no sequence, since memory does not access it atomically, and why.
pub fn run(
    func: &mut Function,
    ctx: &mut Context,
    target: &dyn TargetTransformInfo,
) -> Result<bool, (Inst, String)> {
    let mut found: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        found.extend(func.block_insts(block).filter(|&i| match func.inst(i).aux {
            Aux::AtomicRmw(..) | Aux::CmpXchg(..) => true,
            Aux::Memory(memory) => memory.is_atomic(),
            _ => false,
        }));
    }
    let mut changed = false;
    for inst in found {
        let opcode = func.opcode(inst);
        let pointer = func.ty(func.resolve(func.arg(inst, usize::from(opcode == Opcode::Store))));
        let space = ctx.types.address_space(pointer).unwrap_or(0);
        if !target.is_private_address_space(space) {
            check(func, ctx, inst).map_err(|message| (inst, message))?;
        }
        changed |= match func.inst(inst).aux {
            Aux::AtomicRmw(op, memory) => rewrite_rmw(func, ctx, target, inst, op, memory),
            Aux::CmpXchg(failure, memory) => rewrite_exchange(func, ctx, target, inst, failure, memory),
            Aux::Memory(memory) => rewrite_access(func, ctx, target, inst, memory),
            _ => unreachable!("atomic operations carry what they are"),
        };
    }
    func.resolve_aliases();
    Ok(changed)
}

/// Whether an access to shared memory can be atomic; else why not.
fn check(func: &Function, ctx: &Context, inst: Inst) -> Result<(), String> {
    let (Aux::Memory(memory) | Aux::AtomicRmw(_, memory) | Aux::CmpXchg(_, memory)) = func.inst(inst).aux
    else {
        return Ok(());
    };
    let ty = match func.opcode(inst) {
        Opcode::Load => func.inst(inst).ty,
        Opcode::Store => func.ty(func.resolve(func.arg(inst, 0))),
        _ => func.ty(func.resolve(func.arg(inst, 1))),
    };
    let bytes = ctx.layout.store_size(&ctx.types, ty);
    if bytes > MAX_BYTES {
        return Err(format!("an atomic operation on {bytes} bytes is not supported"));
    }
    let align = memory.align.bytes();
    if align < bytes {
        return Err(format!(
            "an atomic operation on {bytes} bytes aligned to {align} is not supported"
        ));
    }
    Ok(())
}

fn replace(func: &mut Function, inst: Inst, new: Value) {
    if let Some(old) = func.result(inst) {
        func.replace_uses_with_alias(old, new);
    }
    func.remove_inst(inst);
}

/// An atomic load or store.
fn rewrite_access(
    func: &mut Function,
    ctx: &mut Context,
    target: &dyn TargetTransformInfo,
    inst: Inst,
    memory: MemoryAux,
) -> bool {
    let is_load = func.opcode(inst) == Opcode::Load;
    let pointer = func.resolve(func.arg(inst, usize::from(!is_load)));
    let space = ctx.types.address_space(func.ty(pointer)).unwrap_or(0);
    if target.is_private_address_space(space) {
        func.inst_mut(inst).aux = Aux::Memory(MemoryAux::aligned(memory.align));
        return true;
    }
    let ty = match is_load {
        true => func.inst(inst).ty,
        false => func.ty(func.arg(inst, 0)),
    };
    if ctx.types.is_int(ty) {
        return false;
    }
    let integer = ctx.types.int(8 * ctx.layout.store_size(&ctx.types, ty) as u32);
    let volatile = func.inst(inst).flags & InstFlags::VOLATILE;
    let value = (!is_load).then(|| func.resolve(func.arg(inst, 0)));
    let mut b = Builder::before(func, ctx, inst);
    let (access, new) = match value {
        None => {
            let bits = b.load(integer, pointer, memory.align, volatile);
            let access = b.func.def_inst(bits).expect("a load");
            (access, Some(from_integer(&mut b, bits, ty)))
        }
        Some(value) => {
            let bits = to_integer(&mut b, value, integer);
            (b.store(bits, pointer, memory.align, volatile), None)
        }
    };
    func.inst_mut(access).aux = Aux::Memory(memory);
    match new {
        Some(new) => replace(func, inst, new),
        None => func.remove_inst(inst),
    }
    true
}

fn rewrite_rmw(
    func: &mut Function,
    ctx: &mut Context,
    target: &dyn TargetTransformInfo,
    inst: Inst,
    op: RmwOp,
    memory: MemoryAux,
) -> bool {
    let (pointer, value) = (func.resolve(func.arg(inst, 0)), func.resolve(func.arg(inst, 1)));
    let ty = func.ty(value);
    let bytes = ctx.layout.store_size(&ctx.types, ty);
    let space = ctx.types.address_space(func.ty(pointer)).unwrap_or(0);
    let volatile = func.inst(inst).flags & InstFlags::VOLATILE;
    if target.is_private_address_space(space) {
        let align = memory.align;
        let mut b = Builder::before(func, ctx, inst);
        let old = b.load(ty, pointer, align, volatile);
        let new = apply(&mut b, op, old, value);
        b.store(new, pointer, align, volatile);
        replace(func, inst, old);
        return true;
    }
    let integer = ctx.types.int(8 * bytes as u32);
    if op == RmwOp::Xchg && ty != integer && bytes >= WORD_BYTES {
        let mut b = Builder::before(func, ctx, inst);
        let bits = to_integer(&mut b, value, integer);
        let old = b.atomic_rmw(op, pointer, bits, memory, volatile);
        let old = from_integer(&mut b, old, ty);
        replace(func, inst, old);
        return true;
    }
    if target.has_atomic_rmw((func, ctx), inst, op, ty, space) {
        return false;
    }
    let old = if bytes < WORD_BYTES {
        let mut b = Builder::before(func, ctx, inst);
        let place = Place::of(&mut b, pointer, bytes);
        let word = exchange_loop(
            func,
            ctx,
            inst,
            place.word,
            Type::I32,
            MemoryAux {
                align: Align::from_bytes(WORD_BYTES),
                ..memory
            },
            &mut |b, word| {
                let part = place.take(b, word, ty);
                let new = apply(b, op, part, value);
                place.put(b, word, new)
            },
        );
        let mut b = Builder::before(func, ctx, inst);
        place.take(&mut b, word, ty)
    } else {
        exchange_loop(func, ctx, inst, pointer, ty, memory, &mut |b, old| {
            apply(b, op, old, value)
        })
    };
    replace(func, inst, old);
    true
}

/// A loop before `inst` that replaces the old value of type `ty` by `make(old)`; returns the old value.
fn exchange_loop(
    func: &mut Function,
    ctx: &mut Context,
    inst: Inst,
    pointer: Value,
    ty: Type,
    memory: MemoryAux,
    make: &mut dyn FnMut(&mut Builder, Value) -> Value,
) -> Value {
    let bytes = ctx.layout.store_size(&ctx.types, ty);
    let integer = ctx.types.int(8 * bytes as u32);
    let head = func.inst_block(inst).expect("an instruction in a block");
    let tail = split_block_before(func, inst);
    let repeated = func.make_block();
    func.insert_block_after(repeated, head);
    let mut b = Builder::at_end(func, ctx, head);
    let first = b.load(integer, pointer, memory.align, InstFlags::empty());
    b.br(repeated);
    let mut b = Builder::at_end(func, ctx, repeated);
    let expected = b.phi(integer);
    let old = from_integer(&mut b, expected, ty);
    let new = make(&mut b, old);
    let new = to_integer(&mut b, new, integer);
    let failure = failure_ordering(memory.ordering.unwrap_or(Ordering::SeqCst));
    let pair = b.cmpxchg(pointer, expected, new, memory, failure, InstFlags::empty());
    let found = b.extract_value(pair, &[0]);
    let done = b.extract_value(pair, &[1]);
    b.cond_br(done, tail, repeated);
    let phi = func.def_inst(expected).expect("a phi");
    func.add_incoming(phi, first, head);
    func.add_incoming(phi, found, repeated);
    let mut b = Builder::before(func, ctx, inst);
    from_integer(&mut b, found, ty)
}

/// The strongest ordering that a failed exchange may have beside this one (LangRef, `cmpxchg`).
fn failure_ordering(success: Ordering) -> Ordering {
    match success {
        Ordering::AcqRel => Ordering::Acquire,
        Ordering::Release | Ordering::Unordered => Ordering::Monotonic,
        other => other,
    }
}

fn rewrite_exchange(
    func: &mut Function,
    ctx: &mut Context,
    target: &dyn TargetTransformInfo,
    inst: Inst,
    failure: Ordering,
    memory: MemoryAux,
) -> bool {
    let [pointer, expected, new] = [0, 1, 2].map(|i| func.resolve(func.arg(inst, i)));
    let ty = func.ty(expected);
    let bytes = ctx.layout.store_size(&ctx.types, ty);
    let space = ctx.types.address_space(func.ty(pointer)).unwrap_or(0);
    let flags = func.inst(inst).flags;
    let integer = ctx.types.int(8 * bytes as u32);
    let pair_ty = func.inst(inst).ty;
    if target.is_private_address_space(space) {
        let volatile = flags & InstFlags::VOLATILE;
        let mut b = Builder::before(func, ctx, inst);
        let old = b.load(ty, pointer, memory.align, volatile);
        let equal = b.icmp(IntPredicate::Eq, old, expected);
        let stored = b.select(equal, new, old);
        b.store(stored, pointer, memory.align, volatile);
        let pair = make_pair(&mut b, pair_ty, old, equal);
        replace(func, inst, pair);
        return true;
    }
    if bytes >= WORD_BYTES {
        if ty == integer {
            return false;
        }
        let mut b = Builder::before(func, ctx, inst);
        let (expected, new) = (
            to_integer(&mut b, expected, integer),
            to_integer(&mut b, new, integer),
        );
        let pair = b.cmpxchg(pointer, expected, new, memory, failure, flags);
        let old = b.extract_value(pair, &[0]);
        let equal = b.extract_value(pair, &[1]);
        let old = from_integer(&mut b, old, ty);
        let pair = make_pair(&mut b, pair_ty, old, equal);
        replace(func, inst, pair);
        return true;
    }
    // Retry as long as only the bits around the part differ from the expected word.
    let mut b = Builder::before(func, ctx, inst);
    let place = Place::of(&mut b, pointer, bytes);
    let memory = MemoryAux {
        align: Align::from_bytes(WORD_BYTES),
        ..memory
    };
    let head = func.inst_block(inst).expect("an instruction in a block");
    let tail = split_block_before(func, inst);
    let repeated = func.make_block();
    func.insert_block_after(repeated, head);
    let again = func.make_block();
    func.insert_block_after(again, repeated);
    let mut b = Builder::at_end(func, ctx, head);
    let first = b.load(Type::I32, place.word, memory.align, InstFlags::empty());
    let keep = b.int(Type::I32, u128::from(u32::MAX));
    let outside = b.binary(Opcode::Xor, place.mask, keep);
    let first = b.binary(Opcode::And, first, outside);
    b.br(repeated);
    let mut b = Builder::at_end(func, ctx, repeated);
    let surroundings = b.phi(Type::I32);
    let old_word = place.put(&mut b, surroundings, expected);
    let new_word = place.put(&mut b, surroundings, new);
    let pair = b.cmpxchg(
        place.word,
        old_word,
        new_word,
        memory,
        failure,
        InstFlags::empty(),
    );
    let found = b.extract_value(pair, &[0]);
    let equal = b.extract_value(pair, &[1]);
    b.cond_br(equal, tail, again);
    let mut b = Builder::at_end(func, ctx, again);
    let now = b.binary(Opcode::And, found, outside);
    let moved = b.icmp(IntPredicate::Ne, now, surroundings);
    b.cond_br(moved, repeated, tail);
    let phi = func.def_inst(surroundings).expect("a phi");
    func.add_incoming(phi, first, head);
    func.add_incoming(phi, now, again);
    let mut b = Builder::before(func, ctx, inst);
    let old = place.take(&mut b, found, ty);
    let pair = make_pair(&mut b, pair_ty, old, equal);
    replace(func, inst, pair);
    true
}

fn make_pair(b: &mut Builder, ty: Type, old: Value, equal: Value) -> Value {
    let pair = b.poison(ty);
    let pair = b.insert_value(pair, old, &[0]);
    b.insert_value(pair, equal, &[1])
}

/// The position of a value of one or two bytes in the aligned word around it.
#[derive(Clone, Copy)]
struct Place {
    /// Address of the word.
    word: Value,
    /// Position of the lowest bit (`i32`).
    shift: Value,
    /// The bits of the value in the word (`i32`).
    mask: Value,
    bits: u32,
}

impl Place {
    fn of(b: &mut Builder, pointer: Value, bytes: u64) -> Place {
        let pointer_ty = b.func.ty(pointer);
        let space = b.ctx.types.address_space(pointer_ty).unwrap_or(0);
        let index_ty = b.ctx.types.int(b.ctx.layout.pointer(space).index_bits);
        let clear = b.int(index_ty, u128::MAX - u128::from(WORD_BYTES - 1));
        let word = b
            .call_intrinsic(id::PTRMASK, &[pointer_ty, index_ty], &[pointer, clear])
            .expect("an intrinsic with a result");
        let address = b.cast(Opcode::PtrToInt, pointer, index_ty);
        let address = if index_ty == Type::I32 {
            address
        } else {
            b.cast(Opcode::Trunc, address, Type::I32)
        };
        let low = b.int(Type::I32, u128::from(WORD_BYTES - 1));
        let byte = b.binary(Opcode::And, address, low);
        let three = b.int(Type::I32, 3);
        let shift = b.binary(Opcode::Shl, byte, three);
        let ones = b.int(Type::I32, (1u128 << (8 * bytes)) - 1);
        let mask = b.binary(Opcode::Shl, ones, shift);
        Place {
            word,
            shift,
            mask,
            bits: 8 * bytes as u32,
        }
    }

    /// The value in `word`.
    fn take(&self, b: &mut Builder, word: Value, ty: Type) -> Value {
        let moved = b.binary(Opcode::LShr, word, self.shift);
        let integer = b.ctx.types.int(self.bits);
        let part = b.cast(Opcode::Trunc, moved, integer);
        from_integer(b, part, ty)
    }

    /// `word` with `value` in its place.
    fn put(&self, b: &mut Builder, word: Value, value: Value) -> Value {
        let integer = b.ctx.types.int(self.bits);
        let bits = to_integer(b, value, integer);
        let wide = b.cast(Opcode::ZExt, bits, Type::I32);
        let moved = b.binary(Opcode::Shl, wide, self.shift);
        let all = b.int(Type::I32, u128::from(u32::MAX));
        let outside = b.binary(Opcode::Xor, self.mask, all);
        let kept = b.binary(Opcode::And, word, outside);
        b.binary(Opcode::Or, kept, moved)
    }
}

fn to_integer(b: &mut Builder, value: Value, integer: Type) -> Value {
    let ty = b.func.ty(value);
    if ty == integer {
        value
    } else if b.ctx.types.is_ptr(ty) {
        b.cast(Opcode::PtrToInt, value, integer)
    } else {
        b.cast(Opcode::BitCast, value, integer)
    }
}

fn from_integer(b: &mut Builder, value: Value, ty: Type) -> Value {
    if b.func.ty(value) == ty {
        value
    } else if b.ctx.types.is_ptr(ty) {
        b.cast(Opcode::IntToPtr, value, ty)
    } else {
        b.cast(Opcode::BitCast, value, ty)
    }
}

/// The new value that a read-modify-write operation computes from the old one (LangRef, `atomicrmw`).
fn apply(b: &mut Builder, op: RmwOp, old: Value, value: Value) -> Value {
    let ty = b.func.ty(old);
    let chosen = |b: &mut Builder, predicate| {
        let keep = b.icmp(predicate, old, value);
        b.select(keep, old, value)
    };
    let float_call = |b: &mut Builder, id| {
        b.call_intrinsic(id, &[ty], &[old, value])
            .expect("an intrinsic with a result")
    };
    match op {
        RmwOp::Xchg => value,
        RmwOp::Add => b.binary(Opcode::Add, old, value),
        RmwOp::Sub => b.binary(Opcode::Sub, old, value),
        RmwOp::And => b.binary(Opcode::And, old, value),
        RmwOp::Nand => {
            let both = b.binary(Opcode::And, old, value);
            let ones = b.int(ty, u128::MAX);
            b.binary(Opcode::Xor, both, ones)
        }
        RmwOp::Or => b.binary(Opcode::Or, old, value),
        RmwOp::Xor => b.binary(Opcode::Xor, old, value),
        RmwOp::Max => chosen(b, IntPredicate::Sgt),
        RmwOp::Min => chosen(b, IntPredicate::Sle),
        RmwOp::UMax => chosen(b, IntPredicate::Ugt),
        RmwOp::UMin => chosen(b, IntPredicate::Ule),
        RmwOp::FAdd => b.binary(Opcode::FAdd, old, value),
        RmwOp::FSub => b.binary(Opcode::FSub, old, value),
        RmwOp::FMax => float_call(b, id::MAXNUM),
        RmwOp::FMin => float_call(b, id::MINNUM),
        RmwOp::FMaximum => float_call(b, id::MAXIMUM),
        RmwOp::FMinimum => float_call(b, id::MINIMUM),
        RmwOp::UIncWrap => {
            let (one, zero) = (b.int(ty, 1), b.int(ty, 0));
            let next = b.binary(Opcode::Add, old, one);
            let wraps = b.icmp(IntPredicate::Uge, old, value);
            b.select(wraps, zero, next)
        }
        RmwOp::UDecWrap => {
            let (one, zero) = (b.int(ty, 1), b.int(ty, 0));
            let previous = b.binary(Opcode::Sub, old, one);
            let at_zero = b.icmp(IntPredicate::Eq, old, zero);
            let above = b.icmp(IntPredicate::Ugt, old, value);
            let wraps = b.binary(Opcode::Or, at_zero, above);
            b.select(wraps, value, previous)
        }
        RmwOp::USubCond => {
            let difference = b.binary(Opcode::Sub, old, value);
            let fits = b.icmp(IntPredicate::Uge, old, value);
            b.select(fits, difference, old)
        }
        RmwOp::USubSat => {
            let zero = b.int(ty, 0);
            let difference = b.binary(Opcode::Sub, old, value);
            let fits = b.icmp(IntPredicate::Uge, old, value);
            b.select(fits, difference, zero)
        }
    }
}
