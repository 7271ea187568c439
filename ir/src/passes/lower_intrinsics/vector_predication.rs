//! Operations with a mask and a vector length (`llvm.vp.*`): the operation on all elements, since those that the mask
//! or the length excludes have any value. Where they would have an effect, they are excluded: divisors become 1, what a
//! reduction combines becomes neutral, and accesses are masked.

use super::vectors::active_lanes;
use super::{Masked, masked, metadata_text};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::fold::float::FloatKind;
use crate::function::Function;
use crate::inst::{FloatPredicate, InstFlags, IntPredicate, Opcode};
use crate::intrinsics::upgrade::overloads_of;

/// What replaces `vp.NAME`.
#[derive(Clone, Copy, PartialEq)]
enum Operation {
    Binary(Opcode),
    /// Division: excluded divisors would be undefined behavior.
    Division(Opcode),
    Negate,
    Cast(Opcode),
    /// The intrinsic of this name.
    Intrinsic(&'static str),
    Compare,
    Select,
    /// The reduction of this name and how its result is combined with the start value.
    Reduce(&'static str, Combine),
    Access(Masked),
}

/// How a reduction goes on from its start value.
#[derive(Clone, Copy, PartialEq)]
enum Combine {
    /// With this operation, for which this number is neutral.
    Binary(Opcode, u128),
    /// With the intrinsic of this name; combining a value twice changes nothing.
    Idempotent(&'static str),
    /// It is an operand; this number is neutral.
    Operand(f64),
}

/// By name without `llvm.vp.` and type suffixes.
#[rustfmt::skip]
const OPERATIONS: &[(&str, Operation)] = {
    use Operation::*;
    &[
        ("add", Binary(Opcode::Add)), ("sub", Binary(Opcode::Sub)), ("mul", Binary(Opcode::Mul)),
        ("and", Binary(Opcode::And)), ("or", Binary(Opcode::Or)), ("xor", Binary(Opcode::Xor)),
        ("shl", Binary(Opcode::Shl)), ("lshr", Binary(Opcode::LShr)), ("ashr", Binary(Opcode::AShr)),
        ("fadd", Binary(Opcode::FAdd)), ("fsub", Binary(Opcode::FSub)), ("fmul", Binary(Opcode::FMul)),
        ("fdiv", Binary(Opcode::FDiv)), ("frem", Binary(Opcode::FRem)), ("fneg", Negate),
        ("sdiv", Division(Opcode::SDiv)), ("udiv", Division(Opcode::UDiv)),
        ("srem", Division(Opcode::SRem)), ("urem", Division(Opcode::URem)),
        ("trunc", Cast(Opcode::Trunc)), ("zext", Cast(Opcode::ZExt)), ("sext", Cast(Opcode::SExt)),
        ("fptrunc", Cast(Opcode::FPTrunc)), ("fpext", Cast(Opcode::FPExt)),
        ("fptoui", Cast(Opcode::FPToUI)), ("fptosi", Cast(Opcode::FPToSI)),
        ("uitofp", Cast(Opcode::UIToFP)), ("sitofp", Cast(Opcode::SIToFP)),
        ("ptrtoint", Cast(Opcode::PtrToInt)), ("inttoptr", Cast(Opcode::IntToPtr)),
        ("abs", Intrinsic("abs")), ("smin", Intrinsic("smin")), ("smax", Intrinsic("smax")),
        ("umin", Intrinsic("umin")), ("umax", Intrinsic("umax")), ("bswap", Intrinsic("bswap")),
        ("bitreverse", Intrinsic("bitreverse")), ("ctpop", Intrinsic("ctpop")), ("ctlz", Intrinsic("ctlz")),
        ("cttz", Intrinsic("cttz")), ("fshl", Intrinsic("fshl")), ("fshr", Intrinsic("fshr")),
        ("sadd.sat", Intrinsic("sadd.sat")), ("uadd.sat", Intrinsic("uadd.sat")),
        ("ssub.sat", Intrinsic("ssub.sat")), ("usub.sat", Intrinsic("usub.sat")),
        ("fabs", Intrinsic("fabs")), ("sqrt", Intrinsic("sqrt")), ("fma", Intrinsic("fma")),
        ("fmuladd", Intrinsic("fmuladd")), ("minnum", Intrinsic("minnum")), ("maxnum", Intrinsic("maxnum")),
        ("minimum", Intrinsic("minimum")), ("maximum", Intrinsic("maximum")),
        ("copysign", Intrinsic("copysign")), ("ceil", Intrinsic("ceil")), ("floor", Intrinsic("floor")),
        ("roundeven", Intrinsic("roundeven")), ("roundtozero", Intrinsic("trunc")),
        ("round", Intrinsic("round")), ("rint", Intrinsic("rint")), ("nearbyint", Intrinsic("nearbyint")),
        ("lrint", Intrinsic("lrint")), ("llrint", Intrinsic("llrint")), ("is.fpclass", Intrinsic("is.fpclass")),
        ("icmp", Compare), ("fcmp", Compare), ("select", Select), ("merge", Select),
        ("reduce.add", Reduce("add", Combine::Binary(Opcode::Add, 0))),
        ("reduce.mul", Reduce("mul", Combine::Binary(Opcode::Mul, 1))),
        ("reduce.xor", Reduce("xor", Combine::Binary(Opcode::Xor, 0))),
        ("reduce.or", Reduce("or", Combine::Binary(Opcode::Or, 0))),
        ("reduce.and", Reduce("and", Combine::Binary(Opcode::And, u128::MAX))),
        ("reduce.smax", Reduce("smax", Combine::Idempotent("smax"))),
        ("reduce.smin", Reduce("smin", Combine::Idempotent("smin"))),
        ("reduce.umax", Reduce("umax", Combine::Idempotent("umax"))),
        ("reduce.umin", Reduce("umin", Combine::Idempotent("umin"))),
        ("reduce.fmaximum", Reduce("fmaximum", Combine::Idempotent("maximum"))),
        ("reduce.fminimum", Reduce("fminimum", Combine::Idempotent("minimum"))),
        ("reduce.fmax", Reduce("fmax", Combine::Idempotent("maxnum"))),
        ("reduce.fmin", Reduce("fmin", Combine::Idempotent("minnum"))),
        ("reduce.fadd", Reduce("fadd", Combine::Operand(-0.0))),
        ("reduce.fmul", Reduce("fmul", Combine::Operand(1.0))),
        ("load", Access(Masked::Load)), ("store", Access(Masked::Store)),
        ("gather", Access(Masked::Gather)), ("scatter", Access(Masked::Scatter)),
    ]
};

/// Whether the suffix of an overloaded name is a type: `v4i32`, `nxv2f64`, `bf16`, `p1`.
fn begins_with_type(suffix: &str) -> bool {
    let letters = suffix
        .find(|c: char| !c.is_ascii_lowercase())
        .unwrap_or(suffix.len());
    matches!(&suffix[..letters], "v" | "nxv" | "i" | "f" | "bf" | "p")
}

fn operation(name: &str) -> Option<Operation> {
    let name = name.strip_prefix("llvm.vp.")?;
    let fits = |known: &str| {
        let rest = name.strip_prefix(known);
        // Types follow, and not another word: `load.ff` is none of these.
        rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix('.').is_some_and(begins_with_type))
    };
    OPERATIONS
        .iter()
        .find(|(known, _)| fits(known))
        .map(|entry| entry.1)
}

/// Rewrites them in `func`.
pub(super) fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let mut found: Vec<(Inst, Operation)> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            if func.opcode(inst) == Opcode::Call
                && let Some(callee) = func.callee(inst, ctx)
                && let Some(operation) = operation(ctx.text(ctx.functions[callee].name))
            {
                found.push((inst, operation));
            }
        }
    }
    let mut changed = false;
    for (inst, operation) in found {
        let args: Vec<Value> = func.args(inst)[1..]
            .iter()
            .map(|&arg| func.resolve(arg))
            .collect();
        let Some(new) = lower(func, ctx, inst, operation, &args) else {
            continue;
        };
        if let (Some(old), Some(new)) = (func.result(inst), new) {
            func.replace_uses_with_alias(old, new);
        }
        func.remove_inst(inst);
        changed = true;
    }
    changed
}

/// The replacement value, if there is a result; `None` if there is no replacement.
fn lower(
    func: &mut Function,
    ctx: &mut Context,
    inst: Inst,
    operation: Operation,
    args: &[Value],
) -> Option<Option<Value>> {
    let ty = func.inst(inst).ty;
    let (&length, args) = args.split_last()?;
    let mut b = Builder::before(func, ctx, inst);
    b.fast_math = b.func.inst(inst).flags & InstFlags::FAST;
    if operation == Operation::Select {
        let &[condition, x, y] = args else { return None };
        let included = included(&mut b, condition, length)?;
        return Some(Some(b.select(included, x, y)));
    }
    let (&mask, args) = args.split_last()?;
    let &first = args.first()?;
    if let Operation::Access(kind) = operation {
        let mask = included(&mut b, mask, length)?;
        let list = match kind.is_store() {
            true => vec![first, *args.get(1)?, mask],
            false => vec![first, mask, b.poison(ty)],
        };
        return masked(func, ctx, inst, kind, &list);
    }
    let result = match operation {
        Operation::Binary(opcode) => b.binary(opcode, first, *args.get(1)?),
        Operation::Division(opcode) => {
            let included = included(&mut b, mask, length)?;
            let one = b.int(ty, 1);
            let divisor = b.select(included, *args.get(1)?, one);
            b.binary(opcode, first, divisor)
        }
        Operation::Negate => b.fneg(first),
        Operation::Cast(opcode) => b.cast(opcode, first, ty),
        Operation::Intrinsic(name) => intrinsic(&mut b, name, ty, args)?,
        Operation::Compare => {
            let &[x, y, predicate] = args else { return None };
            let text = metadata_text(b.func, b.ctx, predicate)?.to_string();
            let of = b.ctx.types.scalar(b.func.ty(x));
            match FloatKind::of(of) {
                Some(_) => b.fcmp(FloatPredicate::from_name(&text)?, x, y),
                None => b.icmp(IntPredicate::from_name(&text)?, x, y),
            }
        }
        Operation::Reduce(name, combine) => {
            let &[start, vector] = args else { return None };
            let included = included(&mut b, mask, length)?;
            reduce(&mut b, (name, combine), (start, vector), included)?
        }
        Operation::Select | Operation::Access(_) => return None,
    };
    Some(Some(result))
}

/// The elements that mask and length include.
fn included(b: &mut Builder<'_>, mask: Value, length: Value) -> Option<Value> {
    let ty = b.func.ty(mask);
    let (_, count) = b.ctx.types.vector_parts(ty)?;
    if b.func
        .as_int(length, b.ctx)
        .is_some_and(|length| length >= count.into())
    {
        return Some(mask);
    }
    let zero = b.int(Type::I32, 0);
    let before = active_lanes(b, ty, zero, length)?;
    Some(b.binary(Opcode::And, mask, before))
}

/// A call of `llvm.NAME`.
fn intrinsic(b: &mut Builder<'_>, name: &str, ty: Type, args: &[Value]) -> Option<Value> {
    let id = b.ctx.intrinsics.lookup(&format!("llvm.{name}"))?;
    let types: Vec<Type> = args.iter().map(|&arg| b.func.ty(arg)).collect();
    let overloads = overloads_of(b.ctx.intrinsics.get(id), ty, &types, b.ctx)?;
    b.call_intrinsic(id, &overloads, args)
}

fn reduce(
    b: &mut Builder<'_>,
    (name, combine): (&str, Combine),
    (start, vector): (Value, Value),
    included: Value,
) -> Option<Value> {
    let (of, ty) = (b.func.ty(vector), b.func.ty(start));
    let (_, count) = b.ctx.types.vector_parts(of)?;
    let neutral = match combine {
        Combine::Binary(_, number) => b.int(of, number),
        Combine::Idempotent(_) => b.splat(start, count),
        Combine::Operand(number) => {
            let kind = FloatKind::of(ty)?;
            let bits = kind.from_f64(number);
            let constant = b.ctx.const_float_bits(ty, bits);
            let constant = b.ctx.const_splat(of, constant);
            b.func.const_value(constant, b.ctx)
        }
    };
    let vector = b.select(included, vector, neutral);
    let name = format!("vector.reduce.{name}");
    match combine {
        Combine::Operand(_) => intrinsic(b, &name, ty, &[start, vector]),
        Combine::Binary(opcode, _) => {
            let reduced = intrinsic(b, &name, ty, &[vector])?;
            Some(b.binary(opcode, start, reduced))
        }
        Combine::Idempotent(function) => {
            let reduced = intrinsic(b, &name, ty, &[vector])?;
            intrinsic(b, function, ty, &[start, reduced])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_whatever_begins_alike() {
        assert!(
            operation("llvm.vp.reduce.fmaximum.v4f32")
                == Some(Operation::Reduce("fmaximum", Combine::Idempotent("maximum")))
        );
        assert!(operation("llvm.vp.round.v4f32") == Some(Operation::Intrinsic("round")));
        assert!(operation("llvm.vp.roundeven.v4f32") == Some(Operation::Intrinsic("roundeven")));
        assert!(operation("llvm.vp.load.v4i32.p1") == Some(Operation::Access(Masked::Load)));
        assert!(operation("llvm.vp.addition.v4i32").is_none());
        assert!(operation("llvm.vp.load.ff.v4i32.p1").is_none());
    }
}
