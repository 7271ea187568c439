//! Replaces generic intrinsics that are equivalent to other operations (LangRef, "Intrinsic Functions").
//!
//! - Permutations of vectors (`vector.reverse`, `.splice`, `.interleave2`, `.deinterleave2`, `.insert`, `.extract`): shuffles.
//! - Three-way comparisons: two comparisons. Rounding to integers: the rounding, then the conversion. `sincos`: both.
//! - Constrained floating point: the operation. Exceptions are not observed, and the rounding mode is that of the mode
//!   register, which applies to all operations.
//! - `modf`: rounding and the difference. `ldexp`: exponents of other types become `i32`.
//! - `powi`: multiplications, unrolled or in a loop.
//! - `allow.runtime.check`, `allow.ubsan.check`: checks are enabled. `objectsize`: unknown.
//! - Intrinsics of vectorized loops (`stepvector`, `get.active.lane.mask`, `experimental.cttz.elts`, ...), carry-less
//!   products, fixed-point quotients and `fptrunc.round`: operations on elements.
//! - Conditions that other passes would decide (`type.test`, `experimental.widenable.condition`): true. Probes: nothing.
//! - Operations with a vector length (`vp.*`): the operation without one, on elements that it may be done on.
//! - `experimental.memset.pattern`: a loop.
//! - Masked accesses, gathers and scatters, expanding loads and compressing stores: a branch around each element's access.
//!
//! Requires: nothing. Preserves: nothing of the control-flow graph.

mod powi;
mod vector_predication;
mod vectors;

use super::lower_memory_intrinsics::align_of;
use super::util::blocks::{insert_counted_loop, split_block_before};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::fold::float::FloatKind;
use crate::function::{Function, ValueDef};
use crate::inst::{Align, FloatPredicate, InstFlags, IntPredicate, Opcode};
use crate::intrinsics::upgrade::overloads_of;
use crate::intrinsics::{IntrinsicId, id};
use crate::metadata::Metadata;
use std::cmp::Ordering;

/// The replacement of an intrinsic.
#[derive(Clone, Copy)]
enum Lowering {
    Permute(fn(u32, i64) -> Vec<u32>),
    Deinterleave,
    /// Inserting or extracting a subvector.
    Insert,
    Extract,
    ObjectSize,
    Compare(IntPredicate, IntPredicate),
    Round(IntrinsicId),
    SinCos,
    Modf,
    /// The exponent becomes an `i32`.
    Ldexp,
    Allowed,
    Constrained,
    Powi,
    Masked(Masked),
    Steps,
    ActiveLanes,
    VectorLength,
    FirstNonzero,
    LastActive,
    Compress,
    PartialSums(Opcode),
    /// Whether each element is among those of another vector.
    AmongOthers,
    /// The elements that can be accessed at two addresses before one of them is accessed at both; whether it may be read first.
    Independent(bool),
    CarrylessProduct,
    /// Whether it is signed, and whether it saturates.
    FixedPointQuotient(bool, bool),
    /// The rounding mode, by its old name.
    RoundingMode,
    Rounded,
    /// An offset in a table, added to the table's address.
    LoadRelative,
    /// A value stored several times in a row.
    PatternFill,
    /// A call without effect.
    Nothing,
}

/// Accesses of the elements whose bit in a mask is set.
#[derive(Clone, Copy, PartialEq)]
enum Masked {
    Load,
    Store,
    Gather,
    Scatter,
    ExpandLoad,
    CompressStore,
    /// A number is added in memory to each element.
    Histogram,
}

impl Masked {
    fn is_store(self) -> bool {
        matches!(
            self,
            Masked::Store | Masked::Scatter | Masked::CompressStore | Masked::Histogram
        )
    }

    /// Whether each element has an address of its own.
    fn has_addresses(self) -> bool {
        matches!(self, Masked::Gather | Masked::Scatter | Masked::Histogram)
    }
}

/// By name without `llvm.` and type suffixes.
const LOWERINGS: &[(&str, Lowering)] = &[
    ("allow.runtime.check", Lowering::Allowed),
    ("allow.ubsan.check", Lowering::Allowed),
    ("codeview.annotation", Lowering::Nothing),
    ("clmul", Lowering::CarrylessProduct),
    ("experimental.constrained", Lowering::Constrained),
    ("experimental.cttz.elts", Lowering::FirstNonzero),
    ("experimental.get.vector.length", Lowering::VectorLength),
    ("experimental.memset.pattern", Lowering::PatternFill),
    ("experimental.vector.compress", Lowering::Compress),
    ("experimental.vector.extract.last.active", Lowering::LastActive),
    (
        "experimental.vector.histogram.add",
        Lowering::Masked(Masked::Histogram),
    ),
    ("experimental.vector.match", Lowering::AmongOthers),
    ("experimental.widenable.condition", Lowering::Allowed),
    ("flt.rounds", Lowering::RoundingMode),
    ("fptrunc.round", Lowering::Rounded),
    ("get.active.lane.mask", Lowering::ActiveLanes),
    ("ldexp", Lowering::Ldexp),
    ("load.relative", Lowering::LoadRelative),
    ("llrint", Lowering::Round(id::RINT)),
    ("llround", Lowering::Round(id::ROUND)),
    ("loop.dependence.raw.mask", Lowering::Independent(false)),
    ("loop.dependence.war.mask", Lowering::Independent(true)),
    ("lrint", Lowering::Round(id::RINT)),
    ("lround", Lowering::Round(id::ROUND)),
    ("masked.compressstore", Lowering::Masked(Masked::CompressStore)),
    ("masked.expandload", Lowering::Masked(Masked::ExpandLoad)),
    ("masked.gather", Lowering::Masked(Masked::Gather)),
    ("masked.load", Lowering::Masked(Masked::Load)),
    ("masked.scatter", Lowering::Masked(Masked::Scatter)),
    ("masked.store", Lowering::Masked(Masked::Store)),
    ("modf", Lowering::Modf),
    ("objectsize", Lowering::ObjectSize),
    ("powi", Lowering::Powi),
    ("pseudoprobe", Lowering::Nothing),
    ("public.type.test", Lowering::Allowed),
    ("scmp", Lowering::Compare(IntPredicate::Slt, IntPredicate::Sgt)),
    ("sdiv.fix.sat", Lowering::FixedPointQuotient(true, true)),
    ("sdiv.fix", Lowering::FixedPointQuotient(true, false)),
    ("sincos", Lowering::SinCos),
    ("stepvector", Lowering::Steps),
    ("type.test", Lowering::Allowed),
    ("ucmp", Lowering::Compare(IntPredicate::Ult, IntPredicate::Ugt)),
    ("udiv.fix.sat", Lowering::FixedPointQuotient(false, true)),
    ("udiv.fix", Lowering::FixedPointQuotient(false, false)),
    ("vector.deinterleave2", Lowering::Deinterleave),
    ("vector.extract", Lowering::Extract),
    ("vector.insert", Lowering::Insert),
    (
        "vector.interleave2",
        Lowering::Permute(|count, _| (0..2 * count).map(|i| i / 2 + i % 2 * count).collect()),
    ),
    ("vector.partial.reduce.add", Lowering::PartialSums(Opcode::Add)),
    ("vector.partial.reduce.fadd", Lowering::PartialSums(Opcode::FAdd)),
    (
        "vector.reverse",
        Lowering::Permute(|count, _| (0..count).rev().collect()),
    ),
    ("vector.splice", Lowering::Permute(splice_mask)),
];

fn splice_mask(count: u32, at: i64) -> Vec<u32> {
    let first = if at < 0 { i64::from(count) + at } else { at }.clamp(0, i64::from(count)) as u32;
    (first..first + count).collect()
}

/// Where a part of `length` elements begins in a vector of `count`; `None` if it is out of bounds.
fn part_start(at: Option<u128>, length: u32, count: u32) -> Option<u32> {
    let at = u32::try_from(at?).ok()?;
    (at.checked_add(length)? <= count).then_some(at)
}

fn lowering(name: &str) -> Option<Lowering> {
    let name = name.strip_prefix("llvm.")?;
    let (_, lowering) = LOWERINGS.iter().find(|(known, _)| {
        name.strip_prefix(known)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })?;
    Some(*lowering)
}

/// Rewrites them in `func`.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let mut changed = vector_predication::run(func, ctx);
    let mut found: Vec<(Inst, Lowering)> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            if func.opcode(inst) == Opcode::Call
                && let Some(lowering) = lowering_of_call(func, ctx, inst)
            {
                found.push((inst, lowering));
            }
        }
    }
    let mut next = 0;
    while let Some(&(inst, lowering)) = found.get(next) {
        next += 1;
        let args: Vec<Value> = func.args(inst)[1..]
            .iter()
            .map(|&arg| func.resolve(arg))
            .collect();
        let Some(new) = lower(func, ctx, inst, lowering, &args) else {
            continue;
        };
        if let (Some(old), Some(new)) = (func.result(inst), new) {
            func.replace_uses_with_alias(old, new);
            // A constrained operation becomes the ordinary one, which may have no instruction either.
            if let Lowering::Constrained = lowering
                && let Some(call) = func
                    .def_inst(new)
                    .filter(|&call| func.opcode(call) == Opcode::Call)
                && let Some(lowering) = lowering_of_call(func, ctx, call)
            {
                found.push((call, lowering));
            }
        }
        func.remove_inst(inst);
        changed = true;
    }
    func.resolve_aliases();
    changed
}

fn lowering_of_call(func: &Function, ctx: &Context, call: Inst) -> Option<Lowering> {
    let callee = func.callee(call, ctx)?;
    lowering(ctx.text(ctx.functions[callee].name))
}

/// The replacement value, if there is a result; `None` if there is no replacement.
fn lower(
    func: &mut Function,
    ctx: &mut Context,
    inst: Inst,
    lowering: Lowering,
    args: &[Value],
) -> Option<Option<Value>> {
    let ty = func.inst(inst).ty;
    let fast_math = func.inst(inst).flags & InstFlags::FAST;
    match lowering {
        Lowering::Nothing => return Some(None),
        Lowering::Allowed => return Some(Some(Builder::before(func, ctx, inst).int(ty, 1))),
        Lowering::RoundingMode => {
            return Builder::before(func, ctx, inst)
                .call_intrinsic(id::GET_ROUNDING, &[], &[])
                .map(Some);
        }
        Lowering::Steps => return vectors::steps(&mut Builder::before(func, ctx, inst), ty).map(Some),
        _ => {}
    }
    let &first = args.first()?;
    let count = ctx.types.vector_parts(func.ty(first)).map(|parts| parts.1);
    match lowering {
        Lowering::Masked(kind) => return masked(func, ctx, inst, kind, args),
        Lowering::Constrained => return constrained(func, ctx, inst, args).map(Some),
        Lowering::Powi => return powi::lower(func, ctx, inst, args).map(Some),
        Lowering::PatternFill => return fill(func, ctx, inst, args),
        _ => {}
    }
    let at = args.last().and_then(|&last| func.as_int(last, ctx));
    let mode = args
        .last()
        .and_then(|&last| metadata_text(func, ctx, last))
        .map(str::to_string);
    let mut b = Builder::before(func, ctx, inst);
    b.fast_math = fast_math;
    Some(Some(match lowering {
        Lowering::Permute(mask) => {
            // The immediate is an `i32`.
            let mask = mask(count?, i64::from(at.unwrap_or(0) as u32 as i32));
            let second = args.get(1).copied().filter(|&v| b.func.ty(v) == b.func.ty(first));
            let second = second.unwrap_or(first);
            b.shuffle(first, second, &mask)
        }
        Lowering::Deinterleave => {
            let count = count?;
            let mut pair = b.poison(ty);
            for i in 0..2 {
                let mask: Vec<u32> = (i..count).step_by(2).collect();
                let half = b.shuffle(first, first, &mask);
                pair = b.insert_value(pair, half, &[i]);
            }
            pair
        }
        Lowering::Insert => {
            let (count, part) = (count?, *args.get(1)?);
            let (_, length) = b.ctx.types.vector_parts(b.func.ty(part))?;
            let at = part_start(at, length, count)?;
            // First extend it to the other vector's length, with its own elements in place.
            let widened: Vec<u32> = (0..count).map(|i| i.wrapping_sub(at).min(length - 1)).collect();
            let part = b.shuffle(part, part, &widened);
            let is_part = |i: &u32| (at..at + length).contains(i);
            let mask: Vec<u32> = (0..count)
                .map(|i| if is_part(&i) { count + i } else { i })
                .collect();
            b.shuffle(first, part, &mask)
        }
        Lowering::Extract => {
            let (_, length) = b.ctx.types.vector_parts(ty)?;
            let at = part_start(at, length, count?)?;
            let mask: Vec<u32> = (at..at + length).collect();
            b.shuffle(first, first, &mask)
        }
        Lowering::ObjectSize => {
            let smallest = b.func.as_int(*args.get(1)?, b.ctx)? != 0;
            b.int(ty, if smallest { 0 } else { u128::MAX })
        }
        Lowering::Compare(less, greater) => {
            let less = b.icmp(less, first, *args.get(1)?);
            let greater = b.icmp(greater, first, args[1]);
            let one = b.cast(Opcode::ZExt, greater, ty);
            let minus_one = b.cast(Opcode::SExt, less, ty);
            b.binary(Opcode::Or, one, minus_one)
        }
        Lowering::Round(rounding) => {
            let rounded = b.call_intrinsic(rounding, &[b.func.ty(first)], &[first])?;
            b.cast(Opcode::FPToSI, rounded, ty)
        }
        Lowering::SinCos => {
            let of = b.func.ty(first);
            let mut pair = b.poison(ty);
            for (i, function) in [id::SIN, id::COS].into_iter().enumerate() {
                let value = b.call_intrinsic(function, &[of], &[first])?;
                pair = b.insert_value(pair, value, &[i as u32]);
            }
            pair
        }
        Lowering::Modf => modf(&mut b, first, ty)?,
        Lowering::Ldexp => {
            let exponent = small_exponent(&mut b, *args.get(1)?)?;
            let types = [ty, b.func.ty(exponent)];
            b.call_intrinsic(id::LDEXP, &types, &[first, exponent])?
        }
        Lowering::ActiveLanes => vectors::active_lanes(&mut b, ty, first, *args.get(1)?)?,
        Lowering::VectorLength => vectors::vector_length(&mut b, first, *args.get(1)?, *args.get(2)?)?,
        Lowering::FirstNonzero => vectors::first_nonzero(&mut b, ty, first)?,
        Lowering::LastActive => vectors::last_active(&mut b, first, *args.get(1)?, *args.get(2)?)?,
        Lowering::Compress => vectors::compress(&mut b, first, *args.get(1)?, *args.get(2)?)?,
        Lowering::PartialSums(add) => vectors::partial_sums(&mut b, add, first, *args.get(1)?)?,
        Lowering::AmongOthers => vectors::among_others(&mut b, first, *args.get(1)?, *args.get(2)?)?,
        Lowering::Independent(reads_first) => {
            vectors::independent(&mut b, ty, [first, *args.get(1)?], at?, reads_first)?
        }
        Lowering::CarrylessProduct => vectors::carryless_product(&mut b, first, *args.get(1)?)?,
        Lowering::FixedPointQuotient(is_signed, saturates) => {
            vectors::fixed_point_quotient(&mut b, [first, *args.get(1)?], at?, (is_signed, saturates))?
        }
        Lowering::Rounded => vectors::rounded(&mut b, ty, first, &mode?)?,
        Lowering::LoadRelative => {
            let i8 = b.ctx.types.int(8);
            let place = b.gep(i8, first, &[*args.get(1)?], InstFlags::empty());
            let offset = b.load(Type::I32, place, Align::from_bytes(4), InstFlags::empty());
            b.gep(i8, first, &[offset], InstFlags::empty())
        }
        Lowering::Allowed
        | Lowering::Constrained
        | Lowering::Masked(_)
        | Lowering::Nothing
        | Lowering::PatternFill
        | Lowering::Powi
        | Lowering::RoundingMode
        | Lowering::Steps => unreachable!("done above"),
    }))
}

/// The fraction, which has the number's sign and is zero for infinities, and the integral part.
fn modf(b: &mut Builder<'_>, value: Value, pair_ty: Type) -> Option<Value> {
    let of = b.func.ty(value);
    let kind = FloatKind::of(b.ctx.types.scalar(of))?;
    let whole = b.call_intrinsic(id::TRUNC, &[of], &[value])?;
    let rest = b.binary(Opcode::FSub, value, whole);
    let magnitude = b.call_intrinsic(id::FABS, &[of], &[value])?;
    let infinity = b.ctx.const_float_bits(b.ctx.types.scalar(of), kind.infinity());
    let infinity = b.ctx.const_splat(of, infinity);
    let infinity = b.func.const_value(infinity, b.ctx);
    let is_infinite = b.fcmp(FloatPredicate::Oeq, magnitude, infinity);
    let zero = b.zero(of);
    let rest = b.select(is_infinite, zero, rest);
    let fraction = b.call_intrinsic(id::COPYSIGN, &[of], &[rest, value])?;
    let pair = b.poison(pair_ty);
    let pair = b.insert_value(pair, fraction, &[0]);
    Some(b.insert_value(pair, whole, &[1]))
}

/// An exponent as an `i32`; values that do not fit are clamped beyond the exponents of all floats. `None` if it is an
/// `i32` already.
fn small_exponent(b: &mut Builder<'_>, exponent: Value) -> Option<Value> {
    let of = b.func.ty(exponent);
    let bits = b.ctx.types.int_bits(b.ctx.types.scalar(of))?;
    let wanted = b.ctx.types.with_scalar(of, Type::I32);
    match bits.cmp(&32) {
        Ordering::Less => Some(b.cast(Opcode::SExt, exponent, wanted)),
        Ordering::Equal => None,
        Ordering::Greater => {
            let (high, low) = (b.int(of, 0x7fff), b.int(of, (-0x7fff_i128) as u128));
            let exponent = b.call_intrinsic(id::SMIN, &[of], &[exponent, high])?;
            let exponent = b.call_intrinsic(id::SMAX, &[of], &[exponent, low])?;
            Some(b.cast(Opcode::Trunc, exponent, wanted))
        }
    }
}

/// The string that a metadata argument is.
fn metadata_text<'c>(func: &Function, ctx: &'c Context, value: Value) -> Option<&'c str> {
    match func.def(value) {
        ValueDef::Metadata(id) => match ctx.metadata.nodes[id] {
            Metadata::String(text) => Some(ctx.text(text)),
            _ => None,
        },
        _ => None,
    }
}

/// The operation for `llvm.experimental.constrained.NAME`.
fn constrained(func: &mut Function, ctx: &mut Context, inst: Inst, args: &[Value]) -> Option<Value> {
    let callee = func.callee(inst, ctx)?;
    let name = ctx.text(ctx.functions[callee].name).to_string();
    let name = name.strip_prefix("llvm.experimental.constrained.")?;
    let (name, _) = name.split_once('.').unwrap_or((name, ""));
    let ty = func.inst(inst).ty;
    let fast_math = func.inst(inst).flags & InstFlags::FAST;
    let texts = args.iter().filter(|&&arg| func.ty(arg) == Type::METADATA).count();
    let (values, texts) = args.split_at(args.len() - texts);
    let &first = values.first()?;
    let predicate = texts
        .first()
        .and_then(|&text| FloatPredicate::from_name(metadata_text(func, ctx, text)?));
    let mut b = Builder::before(func, ctx, inst);
    b.fast_math = fast_math;
    let binary = |b: &mut Builder<'_>, op| Some(b.binary(op, first, *values.get(1)?));
    match name {
        "fadd" => binary(&mut b, Opcode::FAdd),
        "fsub" => binary(&mut b, Opcode::FSub),
        "fmul" => binary(&mut b, Opcode::FMul),
        "fdiv" => binary(&mut b, Opcode::FDiv),
        "frem" => binary(&mut b, Opcode::FRem),
        "fptosi" => Some(b.cast(Opcode::FPToSI, first, ty)),
        "fptoui" => Some(b.cast(Opcode::FPToUI, first, ty)),
        "sitofp" => Some(b.cast(Opcode::SIToFP, first, ty)),
        "uitofp" => Some(b.cast(Opcode::UIToFP, first, ty)),
        "fptrunc" => Some(b.cast(Opcode::FPTrunc, first, ty)),
        "fpext" => Some(b.cast(Opcode::FPExt, first, ty)),
        "fcmp" | "fcmps" => Some(b.fcmp(predicate?, first, *values.get(1)?)),
        "lrint" | "llrint" | "lround" | "llround" => {
            let rounding = if name.ends_with("rint") {
                id::RINT
            } else {
                id::ROUND
            };
            let of = b.func.ty(first);
            let rounded = b.call_intrinsic(rounding, &[of], &[first])?;
            Some(b.cast(Opcode::FPToSI, rounded, ty))
        }
        _ => {
            let generic = b.ctx.intrinsics.lookup(&format!("llvm.{name}"))?;
            let types: Vec<Type> = values.iter().map(|&v| b.func.ty(v)).collect();
            let overloads = overloads_of(b.ctx.intrinsics.get(generic), ty, &types, b.ctx)?;
            b.call_intrinsic(generic, &overloads, values)
        }
    }
}

/// `experimental.memset.pattern`: a loop.
fn fill(func: &mut Function, ctx: &mut Context, inst: Inst, args: &[Value]) -> Option<Option<Value>> {
    let &[address, value, count, volatile] = args else {
        return None;
    };
    let flags = match func.as_int(volatile, ctx)? {
        0 => InstFlags::empty(),
        _ => InstFlags::VOLATILE,
    };
    let ty = func.ty(value);
    let bytes = ctx.layout.size(&ctx.types, ty);
    let align = align_of(func, ctx, inst, 0).min(1 << bytes.trailing_zeros());
    insert_counted_loop(func, ctx, inst, count, &mut |b, index| {
        let to = b.gep(ty, address, &[index], InstFlags::empty());
        b.store(value, to, Align::from_bytes(align), flags);
    });
    Some(None)
}

fn masked(
    func: &mut Function,
    ctx: &mut Context,
    inst: Inst,
    kind: Masked,
    args: &[Value],
) -> Option<Option<Value>> {
    // The first argument of a store is the stored value; the last argument of a load has the values of masked-off
    // elements.
    let (address, mask, data) = match (kind.is_store(), args) {
        (true, &[address, data, mask]) if kind == Masked::Histogram => (address, mask, data),
        (true, &[data, address, mask]) => (address, mask, data),
        (false, &[address, mask, data]) => (address, mask, data),
        _ => return None,
    };
    let (_, count) = ctx.types.vector_parts(func.ty(mask))?;
    let element = ctx.types.scalar(func.ty(data));
    // Vectors of such elements are packed by bits.
    if !kind.has_addresses() && !ctx.layout.bits(&ctx.types, element).is_multiple_of(8) {
        return None;
    }
    let element_bytes = ctx.layout.size(&ctx.types, element);
    let whole_align = match kind {
        Masked::Histogram => ctx.layout.align(&ctx.types, element),
        _ => align_of(func, ctx, inst, usize::from(kind.is_store())),
    };
    let align = Align::from_bytes(if kind.has_addresses() {
        whole_align
    } else {
        whole_align.min(1 << element_bytes.trailing_zeros())
    });
    let (mut result, mut next) = (data, address);
    for i in 0..count {
        let mut b = Builder::before(func, ctx, inst);
        let index = b.i32(i as i32);
        let wanted = b.extract_element(mask, index);
        let pointer = match kind {
            Masked::Gather | Masked::Scatter | Masked::Histogram => b.extract_element(address, index),
            Masked::Load | Masked::Store => b.byte_offset(address, i64::from(i) * element_bytes as i64),
            Masked::ExpandLoad | Masked::CompressStore => next,
        };
        // The mask bit is often known.
        let known = b.func.as_int(wanted, b.ctx);
        if known == Some(0) {
            continue;
        }
        let head = func.inst_block(inst).expect("an instruction in a block");
        let split = known.is_none().then(|| {
            let tail = split_block_before(func, inst);
            let then = func.make_block();
            func.insert_block_after(then, head);
            Builder::at_end(func, ctx, head).cond_br(wanted, then, tail);
            (then, tail)
        });
        let mut b = match split {
            Some((then, _)) => Builder::at_end(func, ctx, then),
            None => Builder::before(func, ctx, inst),
        };
        // The new result and the next address, each with its value if the element is masked off.
        let mut loaded = None;
        let mut moved = None;
        if kind.is_store() {
            let value = if kind == Masked::Histogram {
                let old = b.load(element, pointer, align, InstFlags::empty());
                b.binary(Opcode::Add, old, data)
            } else {
                b.extract_element(data, index)
            };
            b.store(value, pointer, align, InstFlags::empty());
        } else {
            let value = b.load(element, pointer, align, InstFlags::empty());
            loaded = Some(b.insert_element(result, value, index));
        }
        if matches!(kind, Masked::ExpandLoad | Masked::CompressStore) {
            moved = Some(b.byte_offset(pointer, element_bytes as i64));
        }
        if let Some((_, tail)) = split {
            b.br(tail);
        }
        for (variable, new) in [(&mut result, loaded), (&mut next, moved)] {
            let Some(new) = new else { continue };
            *variable = match split {
                None => new,
                Some((then, tail)) => {
                    let first = func.first_inst(tail).expect("the block has `inst`");
                    let mut b = Builder::before(func, ctx, first);
                    let ty = b.func.ty(new);
                    let value = b.phi(ty);
                    let phi = b.func.def_inst(value).expect("a phi");
                    b.func.add_incoming(phi, *variable, head);
                    b.func.add_incoming(phi, new, then);
                    value
                }
            };
        }
    }
    Some((!kind.is_store()).then_some(result))
}

#[cfg(test)]
mod tests {
    use super::splice_mask;

    #[test]
    fn splices_take_from_both_ends() {
        assert_eq!(splice_mask(4, 1), [1, 2, 3, 4]);
        assert_eq!(splice_mask(4, -1), [3, 4, 5, 6]);
    }
}
