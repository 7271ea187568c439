//! Upgrades calls of intrinsics as older compilers wrote them, and formats that are no longer known.

use crate::attributes::AttributeValue;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{AttributeSet, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, Opcode};
use crate::intrinsics::{IntrinsicDesc, IntrinsicId, IntrinsicRegistry, TypePattern};
use crate::types::TypeData;
use smallvec::SmallVec;

/// A target's outdated intrinsics.
pub trait Upgrader: Sync {
    /// The value that `text` meant as argument `position` of `intrinsic` (a name without type suffixes).
    fn upgrade_format(&self, intrinsic: &str, position: usize, text: &str) -> Option<u64>;

    /// Changes the call of a function whose name is not that of a known intrinsic (it may end in format suffixes, see
    /// [`format_suffix`]); whether it did.
    fn upgrade_call(&self, func: &mut Function, ctx: &mut Context, call: Inst, name: &str) -> bool;
}

/// Knows the generic intrinsics only.
pub struct GenericUpgrader;

/// The upgrader for uses without a target.
pub static GENERIC_UPGRADER: GenericUpgrader = GenericUpgrader;

impl Upgrader for GenericUpgrader {
    fn upgrade_format(&self, _: &str, _: usize, _: &str) -> Option<u64> {
        None
    }

    fn upgrade_call(&self, _: &mut Function, _: &mut Context, _: Inst, _: &str) -> bool {
        false
    }
}

/// The suffix of a callee's name for an argument whose format is unknown: `$arg0.text`.
pub fn format_suffix(position: usize, text: &str) -> String {
    format!("$arg{position}.{text}")
}

/// Whether a call of an intrinsic of this name may need an upgrade: a quick test before [`upgrade_body`]. Those of the
/// target are for its [`Upgrader`] to look at.
pub fn may_be_outdated(name: &str, registry: &IntrinsicRegistry) -> bool {
    const PREFIXES: &[&str] = &[
        "llvm.lifetime.",
        "llvm.mem",
        "llvm.ctlz.",
        "llvm.cttz.",
        "llvm.objectsize.",
        "llvm.masked.",
        "llvm.invariant.",
        "llvm.stack",
        "llvm.prefetch",
        "llvm.abs.",
        "llvm.convert.",
    ];
    PREFIXES.iter().any(|p| name.starts_with(p)) || registry.names_of_target(name)
}

/// Upgrades the calls of a function.
pub fn upgrade_body(func: &mut Function, ctx: &mut Context, upgrader: &dyn Upgrader) {
    let blocks = func.block_order().to_vec();
    for block in blocks {
        let mut cursor = func.first_inst(block);
        while let Some(inst) = cursor {
            cursor = func.next_inst(inst);
            if func.opcode(inst) != Opcode::Call {
                continue;
            }
            let Some(callee) = func.callee(inst, ctx) else {
                continue;
            };
            let name = ctx.text(ctx.functions[callee].name);
            if !name.starts_with("llvm.") {
                continue;
            }
            let name = name.to_string();
            match ctx.intrinsic_of(callee) {
                Some(id) => {
                    if !upgrade_known(func, ctx, inst, id) {
                        upgrader.upgrade_call(func, ctx, inst, &name);
                    }
                }
                None => {
                    if !upgrade_half(func, ctx, inst, &name) {
                        upgrader.upgrade_call(func, ctx, inst, &name);
                    }
                }
            }
        }
    }
    func.resolve_aliases();
}

/// Older argument lists of generic intrinsics; whether the call was changed.
fn upgrade_known(func: &mut Function, ctx: &mut Context, call: Inst, id: IntrinsicId) -> bool {
    use crate::intrinsics::id;
    let desc = ctx.intrinsics.get(id);
    let args: SmallVec<[Value; 8]> = SmallVec::from_slice(&func.args(call)[1..]);
    let boolean = |func: &mut Function, ctx: &mut Context| func.int_value(Type::I1, 0, ctx);
    let new: SmallVec<[Value; 8]> = match (id, args.len()) {
        // (size, object), where the object may be any address.
        (id::LIFETIME_START | id::LIFETIME_END, 2) => {
            let object = stripped(func, ctx, args[1]);
            let alloca = func
                .def_inst(object)
                .is_some_and(|i| func.opcode(i) == Opcode::Alloca);
            if !alloca {
                func.remove_inst(call);
                return true;
            }
            return change_call(func, ctx, call, id, desc, &[object]);
        }
        // (dst, src, size, align, volatile)
        (id::MEMCPY | id::MEMMOVE | id::MEMSET, 5) => {
            let new = [args[0], args[1], args[2], args[4]];
            let pointers: &[usize] = if id == id::MEMSET { &[0] } else { &[0, 1] };
            return change_call(func, ctx, call, id, desc, &new)
                && set_align(func, ctx, call, pointers, args[3]);
        }
        (id::CTLZ | id::CTTZ | id::ABS, 1) => {
            let no = boolean(func, ctx);
            SmallVec::from_slice(&[args[0], no])
        }
        (id::OBJECTSIZE, 2 | 3) => {
            let no = boolean(func, ctx);
            let mut new = args.clone();
            new.resize(4, no);
            new
        }
        // (address, align, mask, passthru)
        (id::MASKED_LOAD | id::MASKED_GATHER, 4) => {
            let new = [args[0], args[2], args[3]];
            return change_call(func, ctx, call, id, desc, &new) && set_align(func, ctx, call, &[0], args[1]);
        }
        // (value, address, align, mask)
        (id::MASKED_STORE | id::MASKED_SCATTER, 4) => {
            let new = [args[0], args[1], args[3]];
            return change_call(func, ctx, call, id, desc, &new) && set_align(func, ctx, call, &[1], args[2]);
        }
        _ => return remangle(func, ctx, call, desc, id),
    };
    change_call(func, ctx, call, id, desc, &new)
}

/// `convert.to.fp16` and `convert.from.fp16`, which stood for conversions before there was `half`. Returns whether it
/// is one.
fn upgrade_half(func: &mut Function, ctx: &mut Context, call: Inst, name: &str) -> bool {
    let (&[_, arg], Some(result)) = (func.args(call), func.result(call)) else {
        return false;
    };
    let (from, to) = (func.ty(arg), func.ty(result));
    let is_float = |ty| matches!(ty, Type::F32 | Type::F64);
    let mut b = Builder::before(func, ctx, call);
    let new = match name.strip_prefix("llvm.convert.") {
        Some(name) if name.starts_with("to.fp16.") && is_float(from) && to == Type::I16 => {
            let half = b.cast(Opcode::FPTrunc, arg, Type::F16);
            b.cast(Opcode::BitCast, half, to)
        }
        Some(name) if name.starts_with("from.fp16.") && from == Type::I16 && is_float(to) => {
            let half = b.cast(Opcode::BitCast, arg, Type::F16);
            b.cast(Opcode::FPExt, half, to)
        }
        _ => return false,
    };
    func.replace_uses_with_alias(result, new);
    func.remove_inst(call);
    true
}

/// The address without casts and address computations that add nothing.
fn stripped(func: &Function, ctx: &Context, mut address: Value) -> Value {
    loop {
        address = func.resolve(address);
        let Some(inst) = func.def_inst(address) else {
            return address;
        };
        let args = func.args(inst);
        match func.opcode(inst) {
            Opcode::BitCast | Opcode::AddrSpaceCast => address = args[0],
            Opcode::GetElementPtr if args[1..].iter().all(|&i| func.as_int(i, ctx) == Some(0)) => {
                address = args[0];
            }
            _ => return address,
        }
    }
}

/// A former alignment argument becomes the alignment of the arguments at `positions`.
fn set_align(func: &mut Function, ctx: &mut Context, call: Inst, positions: &[usize], align: Value) -> bool {
    let bytes = func
        .as_int(align, ctx)
        .and_then(|bytes| u64::try_from(bytes).ok());
    if let Some(bytes) = bytes.filter(|bytes| bytes.is_power_of_two()) {
        let align = AttributeValue::Int(bytes);
        let mut sets = vec![AttributeSet::EMPTY; func.args(call).len() - 1];
        for &position in positions {
            sets[position] = ctx.with_attribute(AttributeSet::EMPTY, "align", align);
        }
        let index = func.make_param_attrs(&sets);
        if let Aux::Call(aux) = &mut func.inst_mut(call).aux {
            aux.param_attrs = index;
        }
    }
    true
}

/// Replaces the intrinsic or the arguments of the call; overloaded types follow from the result and the arguments.
pub fn change_call(
    func: &mut Function,
    ctx: &mut Context,
    call: Inst,
    id: IntrinsicId,
    desc: &IntrinsicDesc,
    args: &[Value],
) -> bool {
    let types: SmallVec<[Type; 8]> = args.iter().map(|&a| func.ty(a)).collect();
    let Some(overloads) = overloads_of(desc, func.inst(call).ty, &types, ctx) else {
        return false;
    };
    let callee = ctx.declare_intrinsic(id, &overloads);
    let function_ty = ctx.functions[callee].ty;
    let mut all: SmallVec<[Value; 8]> = SmallVec::from_elem(func.function_value(callee, ctx), 1);
    all.extend_from_slice(args);
    func.set_args(call, &all);
    if let Aux::Call(aux) = &mut func.inst_mut(call).aux {
        aux.function_ty = function_ty;
        aux.param_attrs = u32::MAX;
    }
    true
}

/// Corrects a name whose type suffixes do not match its types (typed pointers, renamed structs).
fn remangle(
    func: &mut Function,
    ctx: &mut Context,
    call: Inst,
    desc: &IntrinsicDesc,
    id: IntrinsicId,
) -> bool {
    if desc.overloads == 0 {
        return false;
    }
    let types: SmallVec<[Type; 8]> = func.args(call)[1..].iter().map(|&a| func.ty(a)).collect();
    let Some(overloads) = overloads_of(desc, func.inst(call).ty, &types, ctx) else {
        return false;
    };
    let wanted = ctx.intrinsics.mangled_name(id, &overloads, ctx);
    let Some(callee) = func.callee(call, ctx) else {
        return false;
    };
    if ctx.text(ctx.functions[callee].name) == wanted {
        return false;
    }
    let expected = ctx.intrinsics.function_type(id, &overloads, ctx);
    let own = func.call_aux(call).map(|c| c.function_ty);
    if own != Some(expected) {
        return false;
    }
    let callee = ctx.declare_intrinsic(id, &overloads);
    let value = func.function_value(callee, ctx);
    func.args_mut(call)[0] = value;
    true
}

/// The overloaded types of a call with this result and these arguments; `None` if they do not fit the signature.
pub fn overloads_of(desc: &IntrinsicDesc, ret: Type, args: &[Type], ctx: &Context) -> Option<Vec<Type>> {
    let variadic = matches!(desc.params.last(), Some(TypePattern::VarArg));
    let count = desc.params.len() - usize::from(variadic);
    if args.len() < count || args.len() > count && !variadic {
        return None;
    }
    let mut overloads = vec![Type::VOID; usize::from(desc.overloads)];
    collect(&desc.ret, ret, ctx, &mut overloads)?;
    for (pattern, &ty) in desc.params.iter().zip(args) {
        collect(pattern, ty, ctx, &mut overloads)?;
    }
    // All overloaded types are known now: check the others against them.
    let fits = matches(&desc.ret, ret, &overloads, ctx)
        && desc.params[..count]
            .iter()
            .zip(args)
            .all(|(pattern, &ty)| matches(pattern, ty, &overloads, ctx));
    fits.then_some(overloads)
}

fn collect(pattern: &TypePattern, ty: Type, ctx: &Context, overloads: &mut [Type]) -> Option<()> {
    if let TypePattern::Struct(patterns) = pattern {
        let (fields, _) = ctx.types.struct_fields(ty)?;
        if fields.len() != patterns.len() {
            return None;
        }
        return patterns
            .iter()
            .zip(fields)
            .try_for_each(|(p, &field)| collect(p, field, ctx, overloads));
    }
    let scalar = ctx.types.scalar(ty);
    let (slot, fits) = match *pattern {
        TypePattern::Any(slot) => (
            slot,
            !matches!(ctx.types.data(ty), TypeData::Void | TypeData::Label),
        ),
        TypePattern::AnyInt(slot) => (slot, ctx.types.is_int(scalar)),
        TypePattern::AnyFloat(slot) => (slot, ctx.types.is_float(scalar)),
        TypePattern::AnyPtr(slot) => (slot, ctx.types.is_ptr(scalar)),
        TypePattern::AnyVector(slot) => (slot, ctx.types.is_vector(ty)),
        _ => return Some(()),
    };
    overloads[usize::from(slot)] = ty;
    fits.then_some(())
}

/// Whether `ty` matches a pattern for these overloaded types.
fn matches(pattern: &TypePattern, ty: Type, overloads: &[Type], ctx: &Context) -> bool {
    let types = &ctx.types;
    match *pattern {
        TypePattern::Void => ty == Type::VOID,
        TypePattern::VarArg => true,
        TypePattern::Int(bits) => types.int_bits(ty) == Some(u32::from(bits)),
        TypePattern::Half => ty == Type::F16,
        TypePattern::BFloat => ty == Type::BF16,
        TypePattern::Float => ty == Type::F32,
        TypePattern::Double => ty == Type::F64,
        TypePattern::Metadata => ty == Type::METADATA,
        TypePattern::Token => ty == Type::TOKEN,
        TypePattern::Ptr(space) => types.address_space(ty) == Some(u32::from(space)),
        TypePattern::Vector(element, count) => types
            .vector_parts(ty)
            .is_some_and(|(own, n)| n == u32::from(count) && matches(element, own, overloads, ctx)),
        TypePattern::Struct(patterns) => types.struct_fields(ty).is_some_and(|(fields, packed)| {
            !packed
                && fields.len() == patterns.len()
                && patterns
                    .iter()
                    .zip(fields)
                    .all(|(p, &field)| matches(p, field, overloads, ctx))
        }),
        TypePattern::Any(slot)
        | TypePattern::AnyInt(slot)
        | TypePattern::AnyFloat(slot)
        | TypePattern::AnyPtr(slot)
        | TypePattern::AnyVector(slot)
        | TypePattern::Match(slot) => overloads[usize::from(slot)] == ty,
        TypePattern::MatchElement(slot) => types.scalar(overloads[usize::from(slot)]) == ty,
        TypePattern::MatchWidth(slot, element) => {
            let lanes = |ty| types.vector_parts(ty).map(|p| p.1);
            lanes(overloads[usize::from(slot)]) == lanes(ty)
                && matches(element, types.scalar(ty), overloads, ctx)
        }
    }
}
