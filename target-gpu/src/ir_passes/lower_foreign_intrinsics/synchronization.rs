//! Barriers, fences and atomic operations.

use super::{Lowered, Warp};
use crate::ir_passes::amdgcn;
use wavec_ir::inst::{Align, InstFlags, MemoryAux, Ordering, RmwOp};
use wavec_ir::{Type, Value};

/// What the intrinsic `name` becomes, if there is an equivalent.
pub(super) fn lower(warp: &mut Warp<'_>, name: &str, args: &[Value]) -> Option<Lowered> {
    match name {
        // All threads wait at the same barrier, so that its number does not matter.
        "barrier0"
        | "barrier.n"
        | "bar.sync"
        | "barrier.sync"
        | "barrier.cta.sync.all"
        | "barrier.cta.sync.aligned.all" => barrier(warp, "s.barrier", "workgroup")?,
        "bar.warp.sync" => barrier(warp, "wave.barrier", "wavefront")?,
        "membar.cta" => fence(warp, Ordering::SeqCst, "workgroup")?,
        "membar.gl" => fence(warp, Ordering::SeqCst, "agent")?,
        "membar.sys" => fence(warp, Ordering::SeqCst, "")?,
        _ => return atomic(warp, name.strip_prefix("atomic.")?, args).map(Lowered::Value),
    }
    Some(Lowered::Effect)
}

fn fence(warp: &mut Warp<'_>, ordering: Ordering, scope: &str) -> Option<()> {
    let scope = warp.b.ctx.sync_scope(scope)?;
    warp.b.fence(ordering, scope);
    Some(())
}

/// What was written before the barrier is seen after it.
fn barrier(warp: &mut Warp<'_>, name: &str, scope: &str) -> Option<()> {
    fence(warp, Ordering::Release, scope)?;
    let id = amdgcn(warp.b.ctx, name);
    warp.b.call_intrinsic(id, &[], &[]);
    fence(warp, Ordering::Acquire, scope)
}

/// An atomic operation, by its name after `atomic.`. Those without a scope order everything, as LLVM has it.
fn atomic(warp: &mut Warp<'_>, name: &str, args: &[Value]) -> Option<Value> {
    let unscoped = match name {
        "load.add.f32" | "load.add.f64" => Some(RmwOp::FAdd),
        "load.inc.32" => Some(RmwOp::UIncWrap),
        "load.dec.32" => Some(RmwOp::UDecWrap),
        _ => None,
    };
    if let (Some(op), &[pointer, value]) = (unscoped, args) {
        let memory = memory(warp, value, Ordering::SeqCst, "")?;
        return Some(warp.b.atomic_rmw(op, pointer, value, memory, InstFlags::empty()));
    }
    let (operation, scope) = name.rsplit_once('.')?;
    let scope = match scope {
        "cta" => "workgroup",
        "sys" => "",
        _ => return None,
    };
    if let ("cas.gen.i", &[pointer, expected, new]) = (operation, args) {
        let memory = memory(warp, new, Ordering::Monotonic, scope)?;
        let flags = InstFlags::empty();
        let both = warp
            .b
            .cmpxchg(pointer, expected, new, memory, Ordering::Monotonic, flags);
        return Some(warp.b.extract_value(both, &[0]));
    }
    let op = match operation {
        "add.gen.f" => RmwOp::FAdd,
        "add.gen.i" => RmwOp::Add,
        "exch.gen.i" => RmwOp::Xchg,
        "max.gen.i" => RmwOp::Max,
        "min.gen.i" => RmwOp::Min,
        "inc.gen.i" => RmwOp::UIncWrap,
        "dec.gen.i" => RmwOp::UDecWrap,
        "and.gen.i" => RmwOp::And,
        "or.gen.i" => RmwOp::Or,
        "xor.gen.i" => RmwOp::Xor,
        _ => return None,
    };
    let &[pointer, value] = args else {
        return None;
    };
    let memory = memory(warp, value, Ordering::Monotonic, scope)?;
    Some(warp.b.atomic_rmw(op, pointer, value, memory, InstFlags::empty()))
}

/// An atomic access to memory that is aligned to the size of the value.
fn memory(warp: &mut Warp<'_>, value: Value, ordering: Ordering, scope: &str) -> Option<MemoryAux> {
    let ty: Type = warp.b.func.ty(value);
    let size = warp.b.ctx.layout.store_size(&warp.b.ctx.types, ty);
    Some(MemoryAux {
        align: Align::from_bytes(size.next_power_of_two()),
        ordering: Some(ordering),
        scope: warp.b.ctx.sync_scope(scope)?,
    })
}
