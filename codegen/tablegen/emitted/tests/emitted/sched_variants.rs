//! `--gen-sched`: variants, which depend on the instruction.

#[allow(missing_docs, clippy::all)]
mod generated {
    /// The instruction as predicates see it.
    pub struct SchedInst {
        pub sets_flag: bool,
        pub sources: (u16, u16),
    }
    include!(concat!(env!("OUT_DIR"), "/sched_variants.rs"));
}
use generated::{MODEL, SchedInst, sched_predicate};

/// The latencies of the writes of a class.
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
