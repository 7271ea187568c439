// Scheduling models, generated from sched_predicates.td. Do not edit.

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
        ProcResourceDesc { name: "Pipe", units: 1, buffer_size: -1 },
    ],
    classes: &[
        c(1, 4, &[], &[], &[]), // none
        c(1, 4, &[w(1, 0)], &[], &[]), // WriteALU
        c(2, 4, &[w(6, 0)], &[u(0, 0, 2)], &[]), // WriteMul
        c(1, 4, &[w(1, 0)], &[], &[]), // WriteLoad,ReadAddress
        c(0, 0, &[], &[], &[]), // WriteOp
        c(3, 4, &[w(1, 0), w(2, 0), w(3, 0)], &[u(0, 0, 3)], &[]), // WriteEach
    ],
    variants: &[
        SchedVariant { class: 2, predicates: &[0], desc: c(2, 4, &[w(3, 0)], &[u(0, 0, 2)], &[]) }, // WriteMul
        SchedVariant { class: 4, predicates: &[1], desc: c(1, 4, &[w(1, 0)], &[u(0, 0, 1)], &[]) }, // WriteOp
        SchedVariant { class: 4, predicates: &[2], desc: c(1, 4, &[w(2, 0)], &[u(0, 0, 1)], &[]) }, // WriteOp
        SchedVariant { class: 4, predicates: &[3], desc: c(1, 4, &[w(3, 0)], &[u(0, 0, 1)], &[]) }, // WriteOp
        SchedVariant { class: 4, predicates: &[4], desc: c(2, 4, &[w(6, 0)], &[u(0, 0, 2)], &[]) }, // WriteOp
        SchedVariant { class: 4, predicates: &[5], desc: c(1, 4, &[w(5, 0)], &[u(0, 0, 1)], &[]) }, // WriteOp
        SchedVariant { class: 4, predicates: &[0], desc: c(1, 4, &[w(1000, 0)], &[], &[]) }, // WriteOp
        SchedVariant { class: 5, predicates: &[6], desc: c(2, 4, &[w(1, 0), w(2, 0)], &[u(0, 0, 2)], &[]) }, // WriteEach
    ],
};
/// Whether a predicate of variants holds for an instruction.
#[allow(dead_code, unused_variables)]
pub fn sched_predicate(predicate: u16, inst: &SchedInst) -> bool {
    match predicate {
        0 => { sched_hooks::is_odd(inst) } // Odd
        1 => { (match inst.opcode().0 { 34 => inst.reg(1) == inst.reg(2), 35 => inst.reg(1) == Some(wavec_mc::Reg(1)), _ => false }) } // anonymous_66
        2 => { (matches!(inst.opcode().0, 32 | 33) && inst.imm(2).is_some_and(|imm| imm < 4) && !(inst.imm(2) == Some(0))) } // SmallShift
        3 => { (inst.has_feature("fast") && (inst.imm(2).map(sched_hooks::shift_amount) == Some(8) || inst.imm(2).is_some_and(|imm| imm > 12))) } // FastShift
        4 => { (inst.imm(1).is_some() || inst.imm(2).is_some()) } // AnyConstant
        5 => { !((inst.num_operands() == 2 && inst.reg(0).is_some()) || sched_hooks::is_odd(inst)) } // anonymous_71
        6 => { (inst.num_operands() == 2 && inst.reg(0).is_some()) } // Two
        _ => false,
    }
}
/// The model of each processor that has one, sorted by name.
#[allow(dead_code)]
pub static PROCESSOR_MODELS: &[(&str, &SchedModel)] = &[

];
