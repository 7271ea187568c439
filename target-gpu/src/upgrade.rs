//! Upgrades outdated intrinsics of the target to LLVM's current form.
//!
//! Source: LLVM's release notes 19 and 20, which replaced the atomic intrinsics by `atomicrmw`.

use wavec_ir::Function;
use wavec_ir::builder::Builder;
use wavec_ir::context::Context;
use wavec_ir::entities::{Inst, Type, Value};
use wavec_ir::inst::{Align, InstFlags, MemoryAux, Opcode, Ordering, RmwOp};
use wavec_ir::intrinsics::upgrade::Upgrader;

/// The upgrader for amdgcn intrinsics.
pub struct AmdgpuUpgrader;

/// The upgrader for modules of this target.
pub static UPGRADER: AmdgpuUpgrader = AmdgpuUpgrader;

/// Atomic intrinsics by the part of the name between `llvm.amdgcn.` and the types.
const ATOMICS: &[(&str, RmwOp)] = &[
    ("atomic.dec", RmwOp::UDecWrap),
    ("atomic.inc", RmwOp::UIncWrap),
    ("ds.fadd", RmwOp::FAdd),
    ("ds.fmax", RmwOp::FMax),
    ("ds.fmin", RmwOp::FMin),
    ("flat.atomic.fadd", RmwOp::FAdd),
    ("flat.atomic.fmax", RmwOp::FMax),
    ("flat.atomic.fmin", RmwOp::FMin),
    ("global.atomic.fadd", RmwOp::FAdd),
    ("global.atomic.fmax", RmwOp::FMax),
    ("global.atomic.fmin", RmwOp::FMin),
];

impl Upgrader for AmdgpuUpgrader {
    fn upgrade_format(&self, _: &str, _: usize, _: &str) -> Option<u64> {
        None
    }

    fn upgrade_call(&self, func: &mut Function, ctx: &mut Context, call: Inst, name: &str) -> bool {
        const PREFIX: &str = "llvm.amdgcn.";
        // `flat.atomic.fmax.num` is not outdated.
        let described = ctx.intrinsics.lookup(name);
        let described = described.map_or(0, |id| ctx.intrinsics.get(id).name.len());
        let Some(name) = name.strip_prefix(PREFIX) else {
            return false;
        };
        let op = ATOMICS.iter().find(|(known, _)| {
            described <= PREFIX.len() + known.len()
                && name
                    .strip_prefix(known)
                    .is_some_and(|rest| rest.starts_with('.') || rest.is_empty())
        });
        op.is_some_and(|&(_, op)| atomic(func, ctx, call, op).is_some())
    }
}

/// `op(pointer, value[, ordering, scope, volatile])` becomes `atomicrmw`; the scope was always ignored and is the
/// agent's.
fn atomic(func: &mut Function, ctx: &mut Context, call: Inst, op: RmwOp) -> Option<()> {
    let args = func.args(call)[1..].to_vec();
    let (&pointer, &value) = (args.first()?, args.get(1)?);
    let old = func.result(call)?;
    let ty = func.ty(value);
    if !ctx.types.is_ptr(func.ty(pointer)) || func.ty(old) != ty {
        return None;
    }
    // Vectors of bfloat were once vectors of `i16`.
    let floats = matches!(op, RmwOp::FAdd | RmwOp::FMin | RmwOp::FMax);
    let operand_ty = match ctx.types.vector_parts(ty) {
        Some((element, count)) if floats && ctx.types.int_bits(element) == Some(16) => {
            ctx.types.vector(Type::BF16, count)
        }
        _ => ty,
    };
    if !wavec_ir::verify::rmw_type_is_valid(ctx, op, operand_ty) {
        return None;
    }
    let number = |at: usize| args.get(at).and_then(|&v: &Value| func.as_int(v, ctx));
    let ordering = match number(2) {
        Some(2) => Ordering::Monotonic,
        Some(4) => Ordering::Acquire,
        Some(5) => Ordering::Release,
        Some(6) => Ordering::AcqRel,
        _ => Ordering::SeqCst,
    };
    // The flag counts as set unless it is known to be zero.
    let volatile = args.get(4).is_some() && number(4) != Some(0);
    let memory = MemoryAux {
        align: Align::from_bytes(ctx.layout.store_size(&ctx.types, ty).next_power_of_two()),
        ordering: Some(ordering),
        scope: ctx.sync_scope("agent")?,
    };
    let flags = if volatile {
        InstFlags::VOLATILE
    } else {
        InstFlags::empty()
    };
    let name = func.value_names[old];
    let mut b = Builder::before(func, ctx, call);
    let operand = same_bits(&mut b, value, operand_ty);
    let result = b.atomic_rmw(op, pointer, operand, memory, flags);
    let result = same_bits(&mut b, result, ty);
    func.value_names[result] = name;
    func.value_names[old] = None.into();
    func.replace_uses_with_alias(old, result);
    func.remove_inst(call);
    Some(())
}

/// The bits of `value` as a value of `ty`.
fn same_bits(b: &mut Builder<'_>, value: Value, ty: Type) -> Value {
    if b.func.ty(value) == ty {
        value
    } else {
        b.cast(Opcode::BitCast, value, ty)
    }
}
