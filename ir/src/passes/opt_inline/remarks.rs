//! What inlining tells of its decisions. Names are those of LLVM's inliner.

use super::policy::Obstacle;
use crate::context::Context;
use crate::entities::{FuncRef, Inst};
use crate::function::Function;
use wavec_support::remarks::{Remark, RemarkKind};

const PASS: &str = "inline";

/// The beginning of a remark about a call, with the name of the callee; `None` if one of the functions is a library's.
fn about(
    kind: RemarkKind,
    name: &'static str,
    body: &Function,
    ctx: &Context,
    caller: FuncRef,
    call: Inst,
    callee: FuncRef,
) -> Option<Remark> {
    if !ctx.is_of_user(caller) || !ctx.is_of_user(callee) {
        return None;
    }
    let name_of = |func: FuncRef| ctx.text(ctx.functions[func].name);
    let mut remark = Remark::new(kind, PASS, name).at(ctx.remark_place(body.location(call)));
    remark.function = name_of(caller).to_string();
    let words = match kind {
        RemarkKind::Passed => "' inlined into '",
        _ => "' not inlined into '",
    };
    let remark = remark
        .text("'")
        .with("Callee", name_of(callee), ctx.remark_place_of_function(callee))
        .text(words)
        .with("Caller", name_of(caller), ctx.remark_place_of_function(caller));
    Some(remark)
}

/// A call is inlined for this reason.
pub(super) fn inlined(
    body: &Function,
    ctx: &mut Context,
    caller: FuncRef,
    call: Inst,
    callee: FuncRef,
    reason: &str,
) {
    if ctx.remarks.is_some()
        && let Some(remark) = about(RemarkKind::Passed, "Inlined", body, ctx, caller, call, callee)
    {
        ctx.remark(|_| remark.text("' because ").value("Reason", reason));
    }
}

/// A call is not inlined.
pub(super) fn missed(
    body: &Function,
    ctx: &Context,
    caller: FuncRef,
    call: Inst,
    callee: FuncRef,
    obstacle: Obstacle,
) -> Option<Remark> {
    let name = match obstacle {
        Obstacle::Recursive | Obstacle::Forbidden => "NeverInline",
        Obstacle::TooLarge { .. } => "TooCostly",
    };
    let remark = about(RemarkKind::Missed, name, body, ctx, caller, call, callee)?.text("' because ");
    Some(match obstacle {
        Obstacle::Recursive => remark.value("Reason", "it calls itself"),
        Obstacle::Forbidden => remark.value("Reason", "it is never inlined"),
        Obstacle::TooLarge { size, calls } => remark
            .text("it has ")
            .value("Cost", size)
            .text(" instructions and ")
            .value("Calls", calls)
            .text(if calls == 1 { " call" } else { " calls" }),
    })
}
