// Scheduling models, generated from sched_variants.td. Do not edit.

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
        ProcResourceDesc { name: "Unit", units: 1, buffer_size: -1 },
    ],
    classes: &[
        c(1, 4, &[], &[], &[]), // none
        c(1, 4, &[w(1, 0)], &[u(0, 0, 1)], &[]), // WriteALU
        c(2, 4, &[w(6, 0)], &[u(0, 0, 2)], &[]), // WriteMul
        c(1, 4, &[w(5, 0)], &[u(0, 0, 1)], &[]), // WriteLoad,ReadAddress
    ],
    variants: &[
        SchedVariant { class: 1, predicates: &[0], desc: c(1, 4, &[w(3, 0)], &[u(0, 0, 1)], &[]) }, // WriteALU
        SchedVariant { class: 2, predicates: &[1, 0], desc: c(1, 4, &[w(3, 0)], &[u(0, 0, 1)], &[]) }, // WriteMul
        SchedVariant { class: 2, predicates: &[1], desc: c(1, 4, &[w(1, 0)], &[u(0, 0, 1)], &[]) }, // WriteMul
        SchedVariant { class: 3, predicates: &[0], desc: c(1, 4, &[w(5, 0)], &[u(0, 0, 1)], &[a(0, 0, 2)]) }, // WriteLoad,ReadAddress
    ],
};
/// Whether a predicate of variants holds for an instruction.
#[allow(dead_code, unused_variables)]
pub fn sched_predicate(predicate: u16, inst: &SchedInst) -> bool {
    match predicate {
        0 => { inst.sets_flag } // SetsFlag
        1 => { inst.sources.0 == inst.sources.1 } // IsSquare
        _ => false,
    }
}
/// The model of each processor that has one, sorted by name.
#[allow(dead_code)]
pub static PROCESSOR_MODELS: &[(&str, &SchedModel)] = &[
("modelled", &MODEL),
];
