// Scheduling models, generated from sched.td. Do not edit.

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
/// `FastModel`
pub static FAST_MODEL: SchedModel = SchedModel {
    name: "FastModel",
    issue_width: 2,
    micro_op_buffer_size: 16,
    loop_micro_op_buffer_size: 0,
    load_latency: 5,
    high_latency: 10,
    mispredict_penalty: 10,
    resources: &[
        ProcResourceDesc { name: "FastDecode", units: 2, buffer_size: -1 },
        ProcResourceDesc { name: "FastPipe0", units: 1, buffer_size: -1 },
        ProcResourceDesc { name: "FastPipe1", units: 1, buffer_size: 0 },
        ProcResourceDesc { name: "FastPipes", units: 2, buffer_size: -1 },
    ],
    classes: &[
        c(1, 4, &[], &[], &[]), // none
        c(1, 4, &[w(1, 1)], &[u(3, 0, 1)], &[]), // WriteALU
        c(1, 4, &[w(4, 0)], &[u(0, 0, 2), u(2, 0, 2), u(3, 0, 2)], &[]), // WriteMul
        c(2, 4, &[w(5, 0)], &[u(0, 0, 1), u(1, 0, 1), u(3, 0, 1)], &[a(0, 1, 1)]), // WriteLoad,ReadAddress
        c(1, 7, &[w(1, 0)], &[], &[]), // WriteALU@ST
        c(2, 4, &[w(2, 0)], &[u(0, 0, 2), u(1, 0, 2), u(3, 0, 2)], &[]), // WriteALU@CMP
    ],
    variants: &[
    ],
};
/// `SlowModel`
pub static SLOW_MODEL: SchedModel = SchedModel {
    name: "SlowModel",
    issue_width: 1,
    micro_op_buffer_size: 0,
    loop_micro_op_buffer_size: 0,
    load_latency: 4,
    high_latency: 10,
    mispredict_penalty: 10,
    resources: &[
        ProcResourceDesc { name: "SlowUnit", units: 1, buffer_size: -1 },
    ],
    classes: &[
        c(1, 4, &[], &[], &[]), // none
        c(1, 4, &[w(2, 0)], &[u(0, 0, 1)], &[]), // WriteALU
        c(1, 4, &[w(2, 0)], &[u(0, 0, 1)], &[]), // WriteMul
        c(1, 4, &[w(1, 0)], &[], &[]), // WriteLoad,ReadAddress
        c(1, 4, &[w(2, 0)], &[u(0, 0, 1)], &[]), // WriteALU@ST
        c(1, 4, &[w(2, 0)], &[u(0, 0, 1)], &[]), // WriteALU@CMP
    ],
    variants: &[
    ],
};
/// The model of each processor that has one, sorted by name.
#[allow(dead_code)]
pub static PROCESSOR_MODELS: &[(&str, &SchedModel)] = &[
("toy1", &SLOW_MODEL),("toy2", &FAST_MODEL),
];
