// Scheduling models, generated from sched_groups.td. Do not edit.

#[allow(unused_imports)]
use wavec_mc::{ProcResourceDesc, ReadAdvance, ResourceUse, SchedClassDesc, SchedModel, SchedVariant, WriteLatency};

const fn w(cycles: u16, write: u8) -> WriteLatency {
WriteLatency { cycles, write }
}
#[allow(dead_code)]
const fn u(resource: u8, acquire_at: u16, release_at: u16) -> ResourceUse {
ResourceUse { resource, acquire_at, release_at }
}
#[allow(dead_code)]
const fn a(operand: u8, write: u8, cycles: i16) -> ReadAdvance {
ReadAdvance { operand, write, cycles }
}
const fn c(micro_ops: u16, flags: u8, writes: &'static [WriteLatency], resources: &'static [ResourceUse],
advances: &'static [ReadAdvance]) -> SchedClassDesc {
SchedClassDesc { micro_ops, begin_group: flags & 1 != 0, end_group: flags & 2 != 0, supported: flags & 4 != 0,
writes, resources, advances }
}
/// `Model`
pub static MODEL: SchedModel = SchedModel {
    name: "Model",
    issue_width: 1,
    micro_op_buffer_size: 0,
    loop_micro_op_buffer_size: 0,
    load_latency: 4,
    high_latency: 10,
    mispredict_penalty: 10,
    resources: &[
        ProcResourceDesc { name: "A", units: 1, buffer_size: -1 },
        ProcResourceDesc { name: "B", units: 2, buffer_size: -1 },
        ProcResourceDesc { name: "C", units: 1, buffer_size: -1 },
        ProcResourceDesc { name: "AB", units: 3, buffer_size: -1 },
        ProcResourceDesc { name: "ABC", units: 5, buffer_size: -1 },
    ],
    classes: &[
        c(1, 4, &[], &[], &[]), // none
        c(1, 4, &[w(7, 0)], &[u(0, 0, 1), u(3, 0, 1), u(4, 0, 1)], &[]), // WriteALU@ADD
        c(1, 4, &[w(1, 0)], &[u(0, 0, 1), u(3, 0, 1), u(4, 0, 1)], &[]), // WriteMul
        c(1, 4, &[w(1, 0)], &[u(3, 0, 2), u(4, 0, 2)], &[]), // WriteALU
        c(1, 4, &[w(8, 0)], &[u(0, 0, 1), u(3, 0, 1), u(4, 0, 1)], &[]), // WriteALU@ADDN
        c(1, 4, &[w(4, 0)], &[u(2, 0, 1), u(4, 0, 1)], &[]), // WriteLoad,ReadAddress
        c(2, 4, &[w(5, 0)], &[u(2, 0, 1), u(3, 0, 2), u(4, 0, 3)], &[]), // WriteUpdate
    ],
    variants: &[
    ],
};
/// The model of each processor that has one, sorted by name.
#[allow(dead_code)]
pub static PROCESSOR_MODELS: &[(&str, &SchedModel)] = &[

];
