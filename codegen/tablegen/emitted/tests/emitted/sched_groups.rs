//! `--gen-sched`: groups in groups, sequences, itineraries, exceptions that overlap.

#[allow(missing_docs, dead_code, clippy::all)]
mod generated {
    include!("../../../tests/emit/sched_groups.rs");

    /// What the predicates are about.
    pub struct SchedInst {
        pub sets_flag: bool,
    }
}
use generated::{MODEL, SchedInst, sched_predicate};
use wavec_mc::SchedClassDesc;

/// The number of the class whose comment in the generated text is `name`.
fn class(name: &str) -> u16 {
    let text = include_str!("../../../tests/emit/sched_groups.rs");
    let names = text
        .lines()
        .filter_map(|line| line.split_once(", // "))
        .map(|(_, name)| name);
    let number = names.into_iter().position(|known| known == name);
    number.unwrap_or_else(|| panic!("no class '{name}'")) as u16
}

/// Resources by name, with the cycle in which they are free.
fn occupied(desc: &SchedClassDesc) -> Vec<(&'static str, u16)> {
    let uses = desc.resources.iter();
    let mut uses: Vec<_> = uses
        .map(|used| (MODEL.resources[usize::from(used.resource)].name, used.release_at))
        .collect();
    uses.sort_unstable();
    uses
}

#[test]
fn groups_around_what_is_occupied() {
    assert_eq!(occupied(MODEL.class(class("WriteALU"))), [("AB", 2), ("ABC", 2)]);
    assert_eq!(
        occupied(MODEL.class(class("WriteMul"))),
        [("A", 1), ("AB", 1), ("ABC", 1)]
    );
}

#[test]
fn sequences_are_their_parts() {
    let update = class("WriteUpdate");
    assert_eq!(MODEL.latency(update), 5);
    assert_eq!(occupied(MODEL.class(update)), [("AB", 2), ("ABC", 3), ("C", 1)]);
}

#[test]
fn itineraries_say_what_nothing_else_says() {
    assert_eq!(MODEL.latency(class("ItinMove:")), 3);
    // Its own write counts.
    assert_eq!(MODEL.latency(class("ItinMove:WriteMul")), 1);
    for name in ["ItinShift:", "ItinShift:WriteMul"] {
        let latency = |sets_flag| {
            let holds = |predicate| sched_predicate(predicate, &SchedInst { sets_flag });
            MODEL.class_of(class(name), holds).writes[0].cycles
        };
        assert_eq!((latency(false), latency(true)), (3, 6));
    }
}

#[test]
fn the_first_of_overlapping_exceptions_counts() {
    assert_eq!(MODEL.latency(class("WriteALU@ADD")), 7);
    assert_eq!(MODEL.latency(class("WriteALU@ADDN")), 8);
}
