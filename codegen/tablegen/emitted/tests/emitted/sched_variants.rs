//! `--gen-sched`: what depends on the instruction, and itineraries.

#[allow(missing_docs, clippy::all)]
mod generated {
    /// What predicates see of an instruction.
    pub struct SchedInst {
        pub sets_flag: bool,
        pub sources: (u16, u16),
    }
    include!("../../../tests/emit/sched_variants.rs");
}
use generated::{
    ITINERARY_CLASSES, MODEL, PROCESSOR_ITINERARIES, STAGES_OF_TOY, SchedInst, itinerary_classes,
    sched_predicate,
};

/// Latencies of what an instruction of a class writes.
fn latencies(class: u16, sets_flag: bool, sources: (u16, u16)) -> Vec<u16> {
    let inst = SchedInst { sets_flag, sources };
    let desc = MODEL.class_of(class, |predicate| sched_predicate(predicate, &inst));
    desc.writes.iter().map(|write| write.cycles).collect()
}

/// Classes in the order of their first instruction: nothing, additions, multiplications, loads.
const ADD: u16 = 1;
const MUL: u16 = 2;
const LOAD: u16 = 3;

#[test]
fn the_first_variant_that_applies() {
    assert_eq!(latencies(ADD, true, (0, 1)), [3]);
    assert_eq!(latencies(ADD, false, (0, 1)), [1]);
    // A variant that selects a variant.
    assert_eq!(latencies(MUL, true, (4, 4)), [3]);
    assert_eq!(latencies(MUL, false, (4, 4)), [1]);
    // Two writes, one after the other.
    assert_eq!(latencies(MUL, true, (4, 5)), [6]);
}

#[test]
fn reads_vary_too() {
    let inst = |sets_flag| SchedInst {
        sets_flag,
        sources: (0, 0),
    };
    let late = inst(true);
    let desc = MODEL.class_of(LOAD, |predicate| sched_predicate(predicate, &late));
    assert_eq!(
        desc.advances
            .iter()
            .map(|advance| advance.cycles)
            .collect::<Vec<_>>(),
        [2]
    );
    let early = inst(false);
    let desc = MODEL.class_of(LOAD, |predicate| sched_predicate(predicate, &early));
    assert!(desc.advances.is_empty());
}

#[test]
fn stages_of_instructions() {
    let (alu, load) = (itinerary_classes::ITINALU, itinerary_classes::ITINLOAD);
    let unknown = itinerary_classes::ITINUNKNOWN;
    assert_eq!(STAGES_OF_TOY.units, ["Issue", "Pipe0", "Pipe1"]);
    // Both stages of an addition begin at once; a load's follow each other.
    assert_eq!(STAGES_OF_TOY.latency(alu), 2);
    assert_eq!(STAGES_OF_TOY.latency(load), 5);
    assert_eq!(STAGES_OF_TOY.latency(unknown), 1);
    let stages = STAGES_OF_TOY.classes[usize::from(load)].stages;
    assert!(stages[2].reserves && !stages[1].reserves);
    assert_eq!(STAGES_OF_TOY.classes[usize::from(alu)].stages[1].units, 0b110);
    assert_eq!(STAGES_OF_TOY.classes[usize::from(load)].micro_ops, 2);
    // The bypass saves a cycle, from an addition's result to its first source.
    assert_eq!(STAGES_OF_TOY.operand_latency(alu, 0, alu, 1), Some(1));
    assert_eq!(STAGES_OF_TOY.operand_latency(alu, 0, alu, 2), Some(2));
    assert_eq!(STAGES_OF_TOY.operand_latency(load, 0, alu, 1), Some(4));
    assert_eq!(STAGES_OF_TOY.operand_latency(unknown, 0, alu, 1), None);
    assert!(ITINERARY_CLASSES.ends_with(&[alu, load]));
    // By the model of the processor; another has none.
    let [("staged", itineraries)] = PROCESSOR_ITINERARIES else {
        panic!("{:?}", PROCESSOR_ITINERARIES.len());
    };
    assert_eq!(itineraries.name, "StagesOfToy");
}
