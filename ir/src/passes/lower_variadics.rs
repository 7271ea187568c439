//! Replaces variable arguments by one more parameter: a generic pointer to a frame on the caller's stack, where the
//! arguments lie one after the other in slots of at least four bytes. An argument list (`va_list`) is such a pointer.
//!
//! Requires: nothing. Preserves: control flow. Cost: linear in instructions.
//! Source: the layout is that of LLVM's ExpandVariadics for AMDGPU and of clang's `va_arg`.

use crate::attributes::AttributeValue;
use crate::builder::Builder;
use crate::context::Context;
use crate::data_layout::align_to;
use crate::entities::{AttributeSet, FuncRef, Inst, Type, Value};
use crate::function::{Function, ValueDef};
use crate::inst::{Align, Aux, CallAux, InstFlags, Opcode};
use crate::intrinsics::id;
use crate::module::Module;
use wavec_support::Diagnostics;

/// Alignment and size granularity of every argument in bytes.
const SLOT_BYTES: u64 = 4;

/// Rewrites functions, their calls and their use of argument lists.
pub(super) fn run(module: &mut Module, diagnostics: &mut Diagnostics) {
    let list_ty = module.ctx.types.ptr(0);
    for func in module.functions() {
        let decl = &module.ctx.functions[func];
        let is_intrinsic = decl.intrinsic.is_some() || module.ctx.text(decl.name).starts_with("llvm.");
        let ty = decl.ty;
        let Some(ty) = fixed_type(&mut module.ctx, ty, list_ty) else {
            continue;
        };
        if is_intrinsic {
            continue;
        }
        module.ctx.functions[func].ty = ty;
        module.with_body(func, |body, _| {
            body.add_param(list_ty);
        });
    }
    for func in module.defined_functions() {
        let found = module.with_body(func, |body, ctx| run_on(body, ctx, list_ty));
        for inst in found.into_iter().flatten() {
            report(module, func, inst, diagnostics);
        }
    }
}

fn report(module: &Module, func: FuncRef, inst: Inst, diagnostics: &mut Diagnostics) {
    let place = module.place_of_inst(func, inst);
    let message = "a 'musttail' call with a variable number of arguments is not supported";
    diagnostics.error(place, message);
}

/// A variadic function type as one with a pointer to the arguments; `None` for others.
fn fixed_type(ctx: &mut Context, ty: Type, list_ty: Type) -> Option<Type> {
    let (ret, params, variadic) = ctx.types.signature(ty)?;
    if !variadic {
        return None;
    }
    let params = [params, &[list_ty]].concat();
    Some(ctx.types.function(ret, &params, false))
}

/// Rewrites the body of `func`; calls that must stay in the caller's frame are left alone and returned.
fn run_on(func: &mut Function, ctx: &mut Context, list_ty: Type) -> Vec<Inst> {
    let calls: Vec<Inst> = func
        .block_order()
        .iter()
        .flat_map(|&block| func.block_insts(block))
        .filter(|&inst| func.opcode(inst) == Opcode::Call)
        .collect();
    let mut left = Vec::new();
    for inst in calls {
        match func.called_intrinsic(inst, ctx) {
            Some(id::VA_START) => {
                let frame = *func.params.last().expect("the function is variadic");
                let list = func.arg(inst, 1);
                store_list(func, ctx, inst, frame, list);
            }
            Some(id::VA_COPY) => {
                let (to, from) = (func.arg(inst, 1), func.arg(inst, 2));
                let mut b = Builder::before(func, ctx, inst);
                let frame = b.load(list_ty, from, Align::from_bytes(8), InstFlags::empty());
                store_list(func, ctx, inst, frame, to);
            }
            Some(id::VA_END) => func.remove_inst(inst),
            Some(_) => {}
            None => {
                let Some(&aux) = func.call_aux(inst) else { continue };
                let is_asm = matches!(func.def(func.arg(inst, 0)), ValueDef::InlineAsm(_));
                let is_intrinsic = func
                    .callee(inst, ctx)
                    .is_some_and(|callee| ctx.text(ctx.functions[callee].name).starts_with("llvm."));
                let Some(ty) = fixed_type(ctx, aux.function_ty, list_ty) else {
                    continue;
                };
                if is_asm || is_intrinsic {
                    continue;
                }
                if func.inst(inst).flags.contains(InstFlags::MUSTTAIL) {
                    left.push(inst);
                    continue;
                }
                expand_call(func, ctx, inst, aux, ty);
            }
        }
    }
    func.resolve_aliases();
    left
}

/// Stores the frame's address to the list, in place of `inst`.
fn store_list(func: &mut Function, ctx: &mut Context, inst: Inst, frame: Value, list: Value) {
    Builder::before(func, ctx, inst).store(frame, list, Align::from_bytes(8), InstFlags::empty());
    func.remove_inst(inst);
}

/// An argument in the frame.
struct Slot {
    value: Value,
    /// The type that the pointer `value` points to, if that is the argument.
    contents: Option<Type>,
    offset: u64,
}

/// The call with a frame for the arguments without a parameter.
fn expand_call(func: &mut Function, ctx: &mut Context, inst: Inst, aux: CallAux, function_ty: Type) {
    let (_, params, _) = ctx.types.signature(aux.function_ty).expect("a function type");
    let fixed = params.len();
    let mut args: Vec<Value> = func.args(inst)[..=fixed].to_vec();
    let mut attributes = func.param_attrs(&aux).to_vec();
    attributes.resize(func.args(inst).len() - 1, AttributeSet::EMPTY);
    let (slots, bytes) = layout(func, ctx, &func.args(inst)[1 + fixed..], &attributes[fixed..]);
    attributes.truncate(fixed);
    attributes.push(AttributeSet::EMPTY);
    let list_ty = ctx.types.ptr(0);
    let frame = match slots.is_empty() {
        true => Builder::before(func, ctx, inst).zero(list_ty),
        false => fill_frame(func, ctx, inst, &slots, bytes),
    };
    args.push(frame);
    let aux = CallAux {
        function_ty,
        param_attrs: func.make_param_attrs(&attributes),
        ..aux
    };
    // The frame belongs to this function.
    let flags = func.inst(inst).flags.difference(InstFlags::TAIL);
    let ty = func.inst(inst).ty;
    let call = Builder::before(func, ctx, inst).insert(Opcode::Call, ty, &args, &[], flags, Aux::Call(aux));
    if let (Some(old), Some(new)) = (func.result(inst), func.result(call)) {
        func.replace_uses_with_alias(old, new);
    }
    func.remove_inst(inst);
}

/// Offsets of the arguments in the frame, and its size.
fn layout(func: &Function, ctx: &Context, args: &[Value], attributes: &[AttributeSet]) -> (Vec<Slot>, u64) {
    let mut slots = Vec::with_capacity(args.len());
    let mut end = 0;
    for (&arg, &set) in args.iter().zip(attributes) {
        let value = func.resolve(arg);
        let contents = match ctx.attribute(set, "byval") {
            Some(AttributeValue::Type(ty)) => Some(ty),
            _ => None,
        };
        let size = ctx.layout.size(&ctx.types, contents.unwrap_or(func.ty(value)));
        slots.push(Slot {
            value,
            contents,
            offset: end,
        });
        end = align_to(end + size, SLOT_BYTES);
    }
    (slots, end)
}

/// Allocates the frame, fills it before `inst`, and returns its address.
fn fill_frame(func: &mut Function, ctx: &mut Context, inst: Inst, slots: &[Slot], bytes: u64) -> Value {
    let entry = func.entry().expect("a body");
    let first = func.first_inst(entry).expect("a terminator");
    let align = Align::from_bytes(SLOT_BYTES);
    let frame_ty = ctx.types.array(Type::I8, bytes);
    let frame = Builder::before(func, ctx, first).alloca(frame_ty, align);
    let mut b = Builder::before(func, ctx, inst);
    for slot in slots {
        let place = b.byte_offset(frame, slot.offset as i64);
        match slot.contents {
            None => {
                b.store(slot.value, place, align, InstFlags::empty());
            }
            Some(ty) => {
                let size = b.ctx.layout.size(&b.ctx.types, ty);
                let types = [b.func.ty(place), b.func.ty(slot.value), Type::I64];
                let (size, no) = (b.int(Type::I64, u128::from(size)), b.int(Type::I1, 0));
                b.call_intrinsic(id::MEMCPY, &types, &[place, slot.value, size, no]);
            }
        }
    }
    let generic = b.ctx.types.ptr(0);
    match b.func.ty(frame) == generic {
        true => frame,
        false => b.cast(Opcode::AddrSpaceCast, frame, generic),
    }
}
