//! `--gen-sched`: rows of the scheduling classes of another description of the same machine.

#[allow(missing_docs, dead_code, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/sched.rs"));
}
use generated::{FAST_MODEL, PROCESSOR_MODELS, SLOW_MODEL};
use wavec_mc::{ResourceUse, SchedClassDesc, SchedModel};

/// The class whose comment in the generated text is `name`: `InstRW` makes classes that `machine` does not have.
fn class(model: &SchedModel, name: &str) -> (u16, &'static SchedClassDesc) {
    let text = include_str!(concat!(env!("OUT_DIR"), "/sched.rs"));
    let names = text
        .lines()
        .filter_map(|line| line.split_once(", // "))
        .map(|(_, name)| name);
    // The same for each model, one after the other.
    let number = names.into_iter().position(|known| known == name).unwrap() as u16;
    (number, model.class(number))
}

#[test]
fn latencies_and_micro_operations() {
    let (multiply, _) = class(&FAST_MODEL, "WriteMul");
    assert_eq!(FAST_MODEL.latency(multiply), 4);
    // Another name of WriteALU there.
    assert_eq!(SLOW_MODEL.latency(multiply), 2);
    let (load, desc) = class(&FAST_MODEL, "WriteLoad,ReadAddress");
    assert_eq!((FAST_MODEL.latency(load), desc.micro_ops), (5, 2));
    // The model says nothing.
    assert_eq!(SLOW_MODEL.latency(load), 1);
    let (add, _) = class(&FAST_MODEL, "WriteALU");
    assert_eq!(FAST_MODEL.operand_latency(multiply, 0, load, 0), 4);
    assert_eq!(FAST_MODEL.operand_latency(add, 0, load, 0), 0);
    assert_eq!(FAST_MODEL.operand_latency(add, 0, load, 1), 1);
}

#[test]
fn exceptions() {
    let (_, store) = class(&FAST_MODEL, "WriteALU@ST");
    assert!(store.begin_group && store.end_group && store.supported);
    let (compare, desc) = class(&FAST_MODEL, "WriteALU@CMP");
    assert_eq!((FAST_MODEL.latency(compare), desc.micro_ops), (2, 2));
}

#[test]
fn resources() {
    let named = |name: &str| FAST_MODEL.resources.iter().position(|r| r.name == name).unwrap() as u8;
    let (_, multiply) = class(&FAST_MODEL, "WriteMul");
    let of = |resource| ResourceUse {
        resource,
        acquire_at: 0,
        release_at: 2,
    };
    // The pipe, what feeds it, and the group that it is in.
    let mut expected = [
        of(named("FastDecode")),
        of(named("FastPipe1")),
        of(named("FastPipes")),
    ];
    expected.sort_by_key(|r| r.resource);
    assert_eq!(multiply.resources, expected);
    let pipes = FAST_MODEL.resources[usize::from(named("FastPipes"))];
    assert_eq!(pipes.units, 2);
    assert_eq!((FAST_MODEL.issue_width, FAST_MODEL.micro_op_buffer_size), (2, 16));
}

#[test]
fn processors() {
    let names: Vec<_> = PROCESSOR_MODELS
        .iter()
        .map(|(name, model)| (*name, model.name))
        .collect();
    assert_eq!(names, [("toy1", "SlowModel"), ("toy2", "FastModel")]);
}
