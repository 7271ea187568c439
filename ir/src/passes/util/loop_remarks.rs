//! What passes tell of loops. Names are those of LLVM's loop unroller.

use crate::analysis::{LoopForest, LoopId};
use crate::context::Context;
use crate::function::Function;
use wavec_support::remarks::{Remark, RemarkKind, RemarkPlace};

const UNROLL: &str = "loop-unroll";

/// The place of a loop: of the branch that repeats it, or of the first instruction that has one.
pub(in crate::passes) fn place_of_loop(
    func: &Function,
    ctx: &Context,
    loops: &LoopForest,
    id: LoopId,
) -> Option<RemarkPlace> {
    let data = loops.get(id);
    let ends = data.latches.iter().filter_map(|&latch| func.terminator(latch));
    let all = ends.chain(func.block_insts(data.header));
    all.map(|inst| func.location(inst))
        .find_map(|location| ctx.remark_place(location))
}

/// A loop at `place` becomes `factor` copies of its body; `trips` is how often it is repeated, if that is known.
pub(in crate::passes) fn unrolled(
    ctx: &mut Context,
    place: Option<RemarkPlace>,
    factor: u64,
    trips: Option<u64>,
) {
    ctx.remark(|_| match trips {
        Some(trips) if trips == factor => Remark::new(RemarkKind::Passed, UNROLL, "FullyUnrolled")
            .at(place)
            .text("completely unrolled loop with ")
            .value("UnrollCount", factor)
            .text(" iterations"),
        _ => Remark::new(RemarkKind::Passed, UNROLL, "PartialUnrolled")
            .at(place)
            .text("unrolled loop by a factor of ")
            .value("UnrollCount", factor)
            .text(match trips {
                Some(_) => "",
                None => " with run-time trip count",
            }),
    });
}

/// A loop at `place` should be unrolled and is not.
pub(in crate::passes) fn not_unrolled(ctx: &mut Context, place: Option<RemarkPlace>) {
    ctx.remark(|_| {
        Remark::new(RemarkKind::Missed, UNROLL, "FailedRequestedUnrolling")
            .at(place)
            .text("loop not unrolled: its trip count is not known, or the result would be too large")
    });
}
