//! Masks of the lanes in which something holds.

use super::intrinsics::{argument, immediate};
use wavec_codegen::dag::{CondCode, DagBuilder, NodeValue, ValueType as VT, isd};
use wavec_gpu_mc::subtarget::Subtarget;
use wavec_ir::Inst;

/// The lanes in which a comparison is true.
pub(super) fn compare(builder: &mut DagBuilder<'_>, inst: Inst, subtarget: &Subtarget) -> NodeValue {
    let (a, b) = (argument(builder, inst, 0), argument(builder, inst, 1));
    let predicate = immediate(builder, inst, 2);
    // The verifier accepts other numbers; LLVM gives undef for them.
    let is_known = match builder.dag.value_type(a).is_float() {
        true => (0..=15).contains(&predicate),
        false => (32..=41).contains(&predicate),
    };
    if !is_known {
        return builder.dag.undef(mask_type(builder, inst));
    }
    use CondCode::*;
    let condition = match predicate {
        0 => SetFalse,
        1 => SetOeq,
        2 => SetOgt,
        3 => SetOge,
        4 => SetOlt,
        5 => SetOle,
        6 => SetOne,
        7 => SetO,
        8 => SetUo,
        9 => SetUeq,
        10 => SetUgt,
        11 => SetUge,
        12 => SetUlt,
        13 => SetUle,
        14 => SetUne,
        15 => SetTrue,
        32 => SetEq,
        33 => SetNe,
        34 => SetUgt,
        35 => SetUge,
        36 => SetUlt,
        37 => SetUle,
        38 => SetGt,
        39 => SetGe,
        40 => SetLt,
        _ => SetLe,
    };
    let holds = builder.dag.set_cc(VT::I1, a, b, condition);
    ballot_as_asked(builder, inst, holds, subtarget)
}

/// The type of a lane mask returned by a call.
pub(super) fn mask_type(builder: &DagBuilder<'_>, inst: Inst) -> VT {
    let result = builder.func.result(inst).expect("a mask");
    builder.value_type(builder.func.ty(result)).unwrap_or(VT::I64)
}

/// The integer with a bit for each lane of a wave.
pub(super) fn ballot_type(subtarget: &Subtarget) -> VT {
    VT::int(subtarget.wave_size)
}

/// The lanes in which a condition is true.
pub(super) fn ballot(builder: &mut DagBuilder<'_>, holds: NodeValue, subtarget: &Subtarget) -> NodeValue {
    let ballot = super::operations::target_intrinsic("ballot");
    let mask = ballot_type(subtarget);
    builder
        .dag
        .intrinsic(isd::INTRINSIC_WO_CHAIN, ballot, &[mask], &[holds], None)
        .into()
}

/// `ballot` of any width: lanes that do not fit are dropped, and there are none beyond the wave's.
pub(super) fn ballot_as_asked(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    holds: NodeValue,
    subtarget: &Subtarget,
) -> NodeValue {
    let lanes = ballot(builder, holds, subtarget);
    let vt = mask_type(builder, inst);
    builder.dag.zext_or_trunc(lanes, vt)
}
