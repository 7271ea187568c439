//! `--gen-sched`: groups in groups, sequences, exceptions that overlap.

#[allow(missing_docs, dead_code, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/sched_groups.rs"));
}
use generated::MODEL;
use wavec_mc::SchedClassDesc;

/// The number of the class whose comment in the generated text is `name`.
fn class(name: &str) -> u16 {
    let text = include_str!(concat!(env!("OUT_DIR"), "/sched_groups.rs"));
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
fn the_first_of_overlapping_exceptions_counts() {
    assert_eq!(MODEL.latency(class("WriteALU@ADD")), 7);
    assert_eq!(MODEL.latency(class("WriteALU@ADDN")), 8);
}
