//! What merging tells: `-Rpass=si-load-store-opt`, `-Rpass-missed=si-load-store-opt`.

use wavec_codegen::mir::{Inst, MachineFunction, MachineRemark};
use wavec_support::remarks::{Remark, RemarkKind};

/// LLVM's name of a pass that does the same.
const PASS: &str = "si-load-store-opt";

/// Accesses become one of `bytes` bytes; `first` is the first of them. `what` is what they are: `scalar loads`.
pub(super) fn merged(func: &mut MachineFunction, first: Inst, count: usize, what: &str, bytes: i64) {
    func.remark(|func| {
        MachineRemark::new(func, first, Remark::new(RemarkKind::Passed, PASS, "Merged"))
            .text("merged ")
            .value("Accesses", count)
            .text(format!(" {what} into one of "))
            .value("Bytes", bytes)
            .text(" bytes")
    });
}

/// Why two accesses to local memory with the same base stay apart.
#[derive(Clone, Copy)]
pub(super) enum Apart {
    /// The instruction for both has no such offsets.
    Offsets(i64, i64),
    /// This instruction stands between them, and may access the same bytes.
    Between(Inst),
}

/// Two accesses stay apart.
pub(super) fn apart(func: &mut MachineFunction, (first, second): (Inst, Inst), why: Apart) {
    func.remark(|func| {
        let remark = Remark::new(RemarkKind::Missed, PASS, "NotMerged");
        let remark = MachineRemark::new(func, second, remark)
            .instruction("Second", func, second)
            .text(" not merged with the ")
            .instruction("First", func, first)
            .text(" before it: ");
        match why {
            Apart::Offsets(low, high) => remark
                .text("no instruction has the offsets ")
                .value("Low", low)
                .text(" and ")
                .value("High", high),
            Apart::Between(inst) => remark
                .text("the ")
                .instruction("Between", func, inst)
                .text(" between them may access the same bytes"),
        }
    });
}
