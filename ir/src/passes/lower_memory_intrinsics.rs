//! `memcpy`, `memmove` and `memset` of variable or large size become loops.
//!
//! A copy uses accesses as wide as the alignment allows, then bytes for the remainder. Regions of a `memmove` may
//! overlap: it runs upward or downward, whichever does not overwrite unread bytes. Selection expands small ones of
//! constant size to straight-line code.
//!
//! Requires: nothing. Preserves: nothing of the control-flow graph.

use super::util::blocks::{insert_counted_loop, split_block_before};
use crate::analysis::TargetTransformInfo;
use crate::attributes::AttributeValue;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Align, Aux, InstFlags, IntPredicate, Opcode};
use crate::intrinsics::{IntrinsicId, id};
use smallvec::SmallVec;

/// Maximum number of accesses of a copy in straight-line code.
const MAX_STRAIGHT_ACCESSES: u128 = 64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Copy,
    Move,
    Set,
}

/// Expands them in `func`.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    let mut found: Vec<(Inst, Kind)> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            if func.opcode(inst) != Opcode::Call {
                continue;
            }
            let kind = match func.called_intrinsic(inst, ctx) {
                Some(id::MEMCPY | id::MEMCPY_INLINE) => Kind::Copy,
                Some(id::MEMMOVE) => Kind::Move,
                Some(id::MEMSET | id::MEMSET_INLINE) => Kind::Set,
                _ => continue,
            };
            if !is_small(func, ctx, inst, kind, target) {
                found.push((inst, kind));
            }
        }
    }
    for &(inst, kind) in &found {
        match kind {
            Kind::Copy => expand_copy(func, ctx, inst, target),
            Kind::Move => expand_move(func, ctx, inst, target),
            Kind::Set => expand_set(func, ctx, inst, target),
        }
        func.remove_inst(inst);
    }
    !found.is_empty()
}

/// How many pointers, its first arguments, a copy or fill is overloaded on; 0 of other intrinsics.
pub fn num_pointers(intrinsic: IntrinsicId) -> usize {
    match intrinsic {
        id::MEMCPY | id::MEMCPY_INLINE | id::MEMMOVE => 2,
        id::MEMSET | id::MEMSET_INLINE => 1,
        _ => 0,
    }
}

/// After arguments of a copy or fill got other types: makes the call one of the intrinsic's overload for them.
pub fn call_overload_of_arguments(func: &mut Function, ctx: &mut Context, call: Inst) {
    let intrinsic = func.called_intrinsic(call, ctx).expect("a copy or fill");
    let pointers = num_pointers(intrinsic);
    let overloads: SmallVec<[Type; 3]> = (1..=pointers)
        .chain([3])
        .map(|index| func.ty(func.arg(call, index)))
        .collect();
    let callee = ctx.declare_intrinsic(intrinsic, &overloads);
    func.args_mut(call)[0] = func.function_value(callee, ctx);
    let function_ty = ctx.functions[callee].ty;
    if let Aux::Call(aux) = &mut func.inst_mut(call).aux {
        aux.function_ty = function_ty;
    }
}

fn space_of(func: &Function, ctx: &Context, pointer: Value) -> u32 {
    ctx.types.address_space(func.ty(pointer)).unwrap_or(0)
}

/// Alignment that the call guarantees for an argument, in bytes.
pub(super) fn align_of(func: &Function, ctx: &Context, inst: Inst, argument: usize) -> u64 {
    let Some(aux) = func.call_aux(inst) else { return 1 };
    func.param_attrs(aux)
        .get(argument)
        .and_then(|&set| match ctx.attribute(set, "align") {
            Some(AttributeValue::Int(bytes)) if bytes.is_power_of_two() => Some(bytes),
            _ => None,
        })
        .unwrap_or(1)
}

/// The widest access that both sides support, in bytes, and the alignment it is based on.
fn access_bytes(
    func: &Function,
    ctx: &Context,
    inst: Inst,
    kind: Kind,
    target: &dyn TargetTransformInfo,
) -> u64 {
    let side = |argument: usize| {
        let space = space_of(func, ctx, func.arg(inst, argument + 1));
        target
            .max_access_bytes(space, align_of(func, ctx, inst, argument))
            .max(1)
    };
    let widest = if kind == Kind::Set {
        side(0)
    } else {
        side(0).min(side(1))
    };
    1 << widest.min(16).ilog2()
}

fn is_small(
    func: &Function,
    ctx: &Context,
    inst: Inst,
    kind: Kind,
    target: &dyn TargetTransformInfo,
) -> bool {
    let Some(size) = func.as_int(func.arg(inst, 3), ctx) else {
        return false;
    };
    let sides = if kind == Kind::Set { 1 } else { 2 };
    if !(1..=sides).all(|side| target.copies_straight(space_of(func, ctx, func.arg(inst, side)))) {
        return false;
    }
    size / u128::from(access_bytes(func, ctx, inst, kind, target)) <= MAX_STRAIGHT_ACCESSES
}

/// The type of an access of this many bytes.
fn access_type(ctx: &mut Context, bytes: u64) -> Type {
    match bytes {
        16 => ctx.types.vector(Type::I32, 4),
        bytes => ctx.types.int(8 * bytes as u32),
    }
}

/// A copy between regions that do not overlap, or whose destination begins below the source.
struct Copy {
    destination: Value,
    source: Value,
    size: Value,
    /// Alignments that the call guarantees, in bytes.
    destination_align: u64,
    source_align: u64,
    bytes: u64,
    access: Type,
    flags: InstFlags,
}

/// The known alignment of an access of `bytes` at a multiple of `bytes` from a pointer aligned to `align`. Accesses
/// never need more than the alignment of a word.
fn access_align(align: u64, bytes: u64) -> Align {
    Align::from_bytes(align.min(bytes).min(4))
}

impl Copy {
    fn of(
        func: &Function,
        ctx: &mut Context,
        inst: Inst,
        kind: Kind,
        target: &dyn TargetTransformInfo,
    ) -> Copy {
        let bytes = access_bytes(func, ctx, inst, kind, target);
        let volatile = func
            .as_int(func.arg(inst, 4), ctx)
            .is_some_and(|bit| bit & 1 == 1);
        Copy {
            destination: func.arg(inst, 1),
            source: func.arg(inst, 2),
            size: func.arg(inst, 3),
            destination_align: align_of(func, ctx, inst, 0),
            source_align: align_of(func, ctx, inst, 1),
            bytes,
            access: access_type(ctx, bytes),
            flags: if volatile {
                InstFlags::VOLATILE
            } else {
                InstFlags::empty()
            },
        }
    }

    /// Moves the access of type `ty` at element `index` of both regions.
    fn element(&self, b: &mut Builder, ty: Type, bytes: u64, index: Value) {
        let from = b.gep(ty, self.source, &[index], InstFlags::empty());
        let to = b.gep(ty, self.destination, &[index], InstFlags::empty());
        let value = b.load(ty, from, access_align(self.source_align, bytes), self.flags);
        b.store(value, to, access_align(self.destination_align, bytes), self.flags);
    }

    /// The number of whole accesses, and the bytes they cover.
    fn whole(&self, b: &mut Builder) -> (Value, Value) {
        let ty = b.func.ty(self.size);
        let shift = b.int(ty, u128::from(self.bytes.ilog2()));
        let count = b.binary(Opcode::LShr, self.size, shift);
        let covered = b.binary(Opcode::Shl, count, shift);
        (count, covered)
    }

    /// From low to high addresses, before `inst`.
    fn upward(&self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        let (count, covered) = self.whole(&mut Builder::before(func, ctx, inst));
        insert_counted_loop(func, ctx, inst, count, &mut |b, index| {
            self.element(b, self.access, self.bytes, index);
        });
        if self.bytes == 1 {
            return;
        }
        let rest = Builder::before(func, ctx, inst).binary(Opcode::Sub, self.size, covered);
        insert_counted_loop(func, ctx, inst, rest, &mut |b, index| {
            let index = b.binary(Opcode::Add, covered, index);
            self.element(b, Type::I8, 1, index);
        });
    }

    /// From high to low addresses, before `inst`.
    fn downward(&self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        let (count, covered) = self.whole(&mut Builder::before(func, ctx, inst));
        let reversed = |b: &mut Builder, last_plus_one: Value, index: Value| {
            let ty = b.func.ty(index);
            let one = b.int(ty, 1);
            let last = b.binary(Opcode::Sub, last_plus_one, one);
            b.binary(Opcode::Sub, last, index)
        };
        if self.bytes > 1 {
            let rest = Builder::before(func, ctx, inst).binary(Opcode::Sub, self.size, covered);
            insert_counted_loop(func, ctx, inst, rest, &mut |b, index| {
                let index = reversed(b, self.size, index);
                self.element(b, Type::I8, 1, index);
            });
        }
        insert_counted_loop(func, ctx, inst, count, &mut |b, index| {
            let index = reversed(b, count, index);
            self.element(b, self.access, self.bytes, index);
        });
    }
}

fn expand_copy(func: &mut Function, ctx: &mut Context, inst: Inst, target: &dyn TargetTransformInfo) {
    Copy::of(func, ctx, inst, Kind::Copy, target).upward(func, ctx, inst);
}

fn expand_move(func: &mut Function, ctx: &mut Context, inst: Inst, target: &dyn TargetTransformInfo) {
    let mut copy = Copy::of(func, ctx, inst, Kind::Move, target);
    let spaces = [copy.destination, copy.source].map(|p| space_of(func, ctx, p));
    if !target.address_spaces_may_alias(spaces[0], spaces[1]) {
        return copy.upward(func, ctx, inst);
    }
    // An access must be read entirely before any of it is written: always true for bytes, and for wider accesses only
    // if the regions are that far apart, which the alignment does not guarantee.
    copy.bytes = 1;
    copy.access = Type::I8;
    let mut b = Builder::before(func, ctx, inst);
    let wide = if spaces[0] == spaces[1] { spaces[0] } else { 0 };
    let comparable = b.ctx.types.ptr(wide);
    let as_comparable = |b: &mut Builder, pointer: Value| {
        if b.func.ty(pointer) == comparable {
            pointer
        } else {
            b.cast(Opcode::AddrSpaceCast, pointer, comparable)
        }
    };
    let (to, from) = (
        as_comparable(&mut b, copy.destination),
        as_comparable(&mut b, copy.source),
    );
    let below = b.icmp(IntPredicate::Ule, to, from);
    // Head, then one of two paths, then the tail that `inst` is in.
    let head = func.inst_block(inst).expect("an instruction in a block");
    let tail = split_block_before(func, inst);
    let (up, down) = (func.make_block(), func.make_block());
    func.insert_block_after(down, head);
    func.insert_block_after(up, head);
    Builder::at_end(func, ctx, head).cond_br(below, up, down);
    let up_end = Builder::at_end(func, ctx, up).br(tail);
    copy.upward(func, ctx, up_end);
    let down_end = Builder::at_end(func, ctx, down).br(tail);
    copy.downward(func, ctx, down_end);
}

fn expand_set(func: &mut Function, ctx: &mut Context, inst: Inst, target: &dyn TargetTransformInfo) {
    let bytes = access_bytes(func, ctx, inst, Kind::Set, target);
    let (destination, byte, size) = (func.arg(inst, 1), func.arg(inst, 2), func.arg(inst, 3));
    let volatile = func
        .as_int(func.arg(inst, 4), ctx)
        .is_some_and(|bit| bit & 1 == 1);
    let flags = if volatile {
        InstFlags::VOLATILE
    } else {
        InstFlags::empty()
    };
    let element = ctx.types.int(8 * bytes.min(4) as u32);
    let mut b = Builder::before(func, ctx, inst);
    let size_ty = b.func.ty(size);
    let shift = b.int(size_ty, u128::from(bytes.ilog2()));
    let count = b.binary(Opcode::LShr, size, shift);
    let covered = b.binary(Opcode::Shl, count, shift);
    let rest = b.binary(Opcode::Sub, size, covered);
    // The byte in every byte of an element, that element in every one of a vector.
    let mut wide = byte;
    if bytes > 1 {
        let extended = b.cast(Opcode::ZExt, byte, element);
        let ones = b.int(element, 0x0101_0101 & ((1u128 << (8 * bytes.min(4))) - 1));
        wide = b.binary(Opcode::Mul, extended, ones);
        if bytes > 4 {
            wide = b.splat(wide, (bytes / 4) as u32);
        }
    }
    let align = access_align(align_of(func, ctx, inst, 0), bytes);
    let access = func.ty(wide);
    insert_counted_loop(func, ctx, inst, count, &mut |b, index| {
        let to = b.gep(access, destination, &[index], InstFlags::empty());
        b.store(wide, to, align, flags);
    });
    if bytes > 1 {
        insert_counted_loop(func, ctx, inst, rest, &mut |b, index| {
            let index = b.binary(Opcode::Add, covered, index);
            let to = b.gep(Type::I8, destination, &[index], InstFlags::empty());
            b.store(byte, to, Align::from_bytes(1), flags);
        });
    }
}
