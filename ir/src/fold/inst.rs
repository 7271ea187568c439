//! Folding an instruction whose operands are constants.

use super::aggregate::{
    fold_extract_element, fold_extract_value, fold_insert_element, fold_insert_value, fold_shuffle,
};
use super::cast::fold_cast;
use super::float::FloatKind;
use super::memory::{fold_gep, fold_load};
use super::{fold_binary, fold_fcmp, fold_fneg, fold_freeze, fold_icmp, fold_intrinsic, fold_select};
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Constant, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, Opcode};
use smallvec::SmallVec;

/// The result of an instruction if all its operands are constants; loads only from constant globals.
#[inline(always)] //  few instructions have only constant operands
pub fn fold_inst(func: &Function, ctx: &mut Context, inst: Inst) -> Option<Constant> {
    let data = func.inst(inst);
    if data.opcode.is_terminator() || data.ty == Type::VOID || data.opcode == Opcode::Phi {
        return None;
    }
    let args = values_folded(func, inst);
    match args.iter().all(|&arg| func.as_const(arg).is_some()) {
        true => fold_constants(func, ctx, inst),
        false => None,
    }
}

/// The operands without the callee.
fn values_folded(func: &Function, inst: Inst) -> &[Value] {
    match func.args(inst) {
        [_, args @ ..] if func.opcode(inst) == Opcode::Call => args,
        args => args,
    }
}

#[inline(never)]
fn fold_constants(func: &Function, ctx: &mut Context, inst: Inst) -> Option<Constant> {
    let args = values_folded(func, inst).iter().map(|&arg| func.as_const(arg));
    let args: SmallVec<[Constant; 4]> = args.collect::<Option<_>>()?;
    let result = fold_arguments(func, ctx, inst, &args)?;
    let opcode = func.opcode(inst);
    let computes = opcode.is_float_binary()
        || opcode.is_cast() && opcode != Opcode::BitCast
        || matches!(opcode, Opcode::FCmp | Opcode::Call);
    // Where denormals may be flushed, the processor's mode decides at run time.
    let is_open = computes
        && args
            .iter()
            .chain([&result])
            .any(|&constant| has_denormals(ctx, constant))
        && may_flush_denormals(func, ctx);
    (!is_open).then_some(result)
}

/// Whether the function runs in a mode other than that of IEEE 754 for denormal numbers.
fn may_flush_denormals(func: &Function, ctx: &Context) -> bool {
    let attributes = ctx.functions[func.func].attrs;
    let modes = ["denormal-fp-math", "denormal-fp-math-f32"].map(|key| ctx.string_attribute(attributes, key));
    modes
        .into_iter()
        .flatten()
        .any(|mode| mode.split(',').any(|part| part != "ieee"))
}

fn has_denormals(ctx: &Context, constant: Constant) -> bool {
    match ctx.constants.data(constant) {
        ConstantData::Float(ty, bits) => {
            FloatKind::of(*ty).is_some_and(|kind| kind.format().flush(*bits) != *bits)
        }
        ConstantData::Aggregate(_, members) => members.iter().any(|&member| has_denormals(ctx, member)),
        _ => false,
    }
}

fn fold_arguments(func: &Function, ctx: &mut Context, inst: Inst, args: &[Constant]) -> Option<Constant> {
    let data = func.inst(inst);
    let flags = data.flags;
    match data.opcode {
        opcode if opcode.is_binary() => fold_binary(ctx, opcode, flags, args[0], args[1]),
        opcode if opcode.is_cast() => fold_cast(ctx, opcode, flags, args[0], data.ty),
        Opcode::FNeg => fold_fneg(ctx, args[0]),
        Opcode::ICmp => match data.aux {
            Aux::IntPredicate(predicate) => fold_icmp(ctx, predicate, args[0], args[1]),
            _ => None,
        },
        Opcode::FCmp => match data.aux {
            Aux::FloatPredicate(predicate) => fold_fcmp(ctx, predicate, args[0], args[1]),
            _ => None,
        },
        Opcode::Select => fold_select(ctx, args[0], args[1], args[2]),
        Opcode::Freeze => fold_freeze(ctx, args[0]),
        Opcode::ExtractElement => fold_extract_element(ctx, args[0], args[1]),
        Opcode::InsertElement => fold_insert_element(ctx, args[0], args[1], args[2]),
        Opcode::ShuffleVector => fold_shuffle(ctx, args[0], args[1], func.indices(inst)),
        Opcode::ExtractValue => fold_extract_value(ctx, args[0], func.indices(inst)),
        Opcode::InsertValue => fold_insert_value(ctx, args[0], args[1], func.indices(inst)),
        Opcode::GetElementPtr => match data.aux {
            Aux::SourceType(source) => fold_gep(ctx, source, args[0], &args[1..], flags),
            _ => None,
        },
        Opcode::Load => match data.aux {
            Aux::Memory(memory) if !memory.is_atomic() && !flags.contains(InstFlags::VOLATILE) => {
                fold_load(ctx, args[0], data.ty)
            }
            _ => None,
        },
        Opcode::Call => {
            let intrinsic = func.called_intrinsic(inst, ctx)?;
            fold_intrinsic(ctx, intrinsic, data.ty, args)
        }
        _ => None,
    }
}
