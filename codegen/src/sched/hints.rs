//! Ordering hints of programs: they become edges of the dependency graph, and no code.

use crate::sched::graph::{EdgeKind, SchedGraph, UnitId};
use cranelift_entity::{EntityRef, SecondaryMap};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A hint. Its masks are sets of instruction classes, bits defined by the target: a mask selects an instruction that
/// has one of the mask's classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchedulingHint {
    /// Only instructions in the mask may cross it.
    Barrier(u32),
    /// The next group of a pipeline: this many of the mask's instructions before the hint are placed after the
    /// pipeline's last group and before its next one.
    Group {
        /// Classes of its instructions.
        classes: u32,
        /// Maximum number of its instructions.
        size: u32,
        /// Number of the pipeline.
        pipeline: u32,
    },
    /// A pipeline of all instructions of the region: groups of classes and sizes, repeated as long as there are
    /// instructions.
    Pattern(&'static [(u32, u32)]),
}

/// Adds the edges required by hints to a graph whose units are in program order. `classes` are those of each unit;
/// hints have none, and neither have instructions that may move freely.
///
/// Cost: units times groups, and times barriers of different masks. If several groups could take an instruction, the
/// first one that dependencies allow gets it (greedy).
pub fn add_edges(graph: &mut SchedGraph, hints: &[(UnitId, SchedulingHint)], classes: &[Option<u32>]) {
    for (number, &(unit, kind)) in hints.iter().enumerate() {
        if let SchedulingHint::Barrier(crossing) = kind {
            let is_same = |hint: &&(UnitId, SchedulingHint)| hint.1 == kind;
            let last = hints[..number].iter().rev().find(is_same).map(|hint| hint.0);
            let next = hints[number + 1..].iter().find(is_same).map(|hint| hint.0);
            add_barrier(graph, unit, crossing, (last, next), classes);
        }
    }
    let mut pipelines: Vec<(u32, Vec<Group>)> = Vec::new();
    for &(unit, kind) in hints {
        match kind {
            SchedulingHint::Barrier(_) => {}
            SchedulingHint::Group {
                classes: mask,
                size,
                pipeline,
            } => {
                let group = Group::new(unit, unit.index(), mask, size);
                match pipelines.iter_mut().find(|(number, _)| *number == pipeline) {
                    Some((_, groups)) => groups.push(group),
                    None => pipelines.push((pipeline, vec![group])),
                }
            }
            SchedulingHint::Pattern(pattern) => {
                let mut groups = repeat(graph, pattern, classes);
                add_pipeline(graph, &mut groups, classes);
            }
        }
    }
    for (_, groups) in &mut pipelines {
        add_pipeline(graph, groups, classes);
    }
}

/// Instructions that may not cross the barrier stay on their side, unless the `neighbours` of the same mask already
/// ensure it. Instructions without a class may cross none.
fn add_barrier(
    graph: &mut SchedGraph,
    barrier: UnitId,
    crossing: u32,
    (last, next): (Option<UnitId>, Option<UnitId>),
    classes: &[Option<u32>],
) {
    if let Some(last) = last {
        graph.add_edge(last, barrier, EdgeKind::Order, 0);
    }
    let start = last.map_or(0, UnitId::index);
    let end = next.map_or(classes.len(), UnitId::index);
    for number in start..end {
        if classes[number].is_none_or(|classes| classes & crossing != 0) {
            continue;
        }
        let unit = UnitId::new(number);
        let (first, second) = if unit < barrier {
            (unit, barrier)
        } else {
            (barrier, unit)
        };
        graph.add_edge(first, second, EdgeKind::Order, 0);
    }
}

/// A group of a pipeline.
struct Group {
    /// The unit between it and the next one.
    joint: UnitId,
    /// Its instructions are among this many first ones of the region.
    end: usize,
    classes: u32,
    /// How many instructions it can still take.
    room: u32,
    members: Vec<UnitId>,
}

impl Group {
    fn new(joint: UnitId, end: usize, classes: u32, room: u32) -> Group {
        Group {
            joint,
            end,
            classes,
            room,
            members: Vec::new(),
        }
    }
}

/// Groups of the pattern until one of its classes is exhausted.
fn repeat(graph: &mut SchedGraph, pattern: &[(u32, u32)], classes: &[Option<u32>]) -> Vec<Group> {
    let rounds = pattern.iter().map(|&(mask, size)| {
        let members = classes.iter().flatten().filter(|&&classes| classes & mask != 0);
        members.count().div_ceil(size.max(1) as usize)
    });
    let rounds = rounds.min().unwrap_or(0);
    let mut groups = Vec::with_capacity(rounds * pattern.len());
    for _ in 0..rounds {
        for &(mask, size) in pattern {
            let joint = graph.add_unit(classes.len() as u32, 0);
            groups.push(Group::new(joint, classes.len(), mask, size));
        }
    }
    groups
}

/// Fills the groups and orders them. No member depends on one of a later group, directly or indirectly, so the new
/// edges create no cycle.
fn add_pipeline(graph: &mut SchedGraph, groups: &mut [Group], classes: &[Option<u32>]) {
    // By unit: the first group allowed by its dependencies.
    let mut first: SecondaryMap<UnitId, usize> = SecondaryMap::new();
    for unit in program_order(graph) {
        let least = graph.units[unit].preds.iter().map(|edge| first[edge.unit]).max();
        let least = least.unwrap_or(0);
        first[unit] = least;
        let Some(&Some(classes)) = classes.get(unit.index()) else {
            continue;
        };
        let fits = |group: &Group| group.room > 0 && group.classes & classes != 0 && unit.index() < group.end;
        if let Some(number) = (least..groups.len()).find(|&number| fits(&groups[number])) {
            first[unit] = number;
            groups[number].room -= 1;
            groups[number].members.push(unit);
        }
    }
    for number in 0..groups.len() {
        let joint = groups[number].joint;
        for &member in &groups[number].members {
            graph.add_edge(member, joint, EdgeKind::Order, 0);
        }
        let Some(next) = groups.get(number + 1) else {
            continue;
        };
        graph.add_edge(joint, next.joint, EdgeKind::Order, 0);
        for &member in &next.members {
            graph.add_edge(joint, member, EdgeKind::Order, 0);
        }
    }
}

/// All units, dependencies first, otherwise in the order of their numbers.
fn program_order(graph: &SchedGraph) -> Vec<UnitId> {
    let mut pending: SecondaryMap<UnitId, usize> = SecondaryMap::new();
    let mut ready = BinaryHeap::new();
    for (id, unit) in &graph.units {
        pending[id] = unit.preds.len();
        if unit.preds.is_empty() {
            ready.push(Reverse(id));
        }
    }
    let mut order = Vec::with_capacity(graph.units.len());
    while let Some(Reverse(id)) = ready.pop() {
        order.push(id);
        for edge in &graph.units[id].succs {
            pending[edge.unit] -= 1;
            if pending[edge.unit] == 0 {
                ready.push(Reverse(edge.unit));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sched::{ListOptions, schedule};

    const LOAD: u32 = 1;
    const MULTIPLY: u32 = 2;
    const OTHER: u32 = 4;

    /// Schedules units of these classes, `None` for those of the hints.
    fn order(
        classes: &[Option<u32>],
        data: &[(usize, usize)],
        hints: &[(usize, SchedulingHint)],
    ) -> Vec<usize> {
        let mut graph = SchedGraph::default();
        for (number, class) in classes.iter().enumerate() {
            graph.add_unit(number as u32, u16::from(class.is_some()));
        }
        for &(from, to) in data {
            graph.add_edge(UnitId::new(from), UnitId::new(to), EdgeKind::Data, 1);
        }
        let hints: Vec<_> = hints
            .iter()
            .map(|&(unit, hint)| (UnitId::new(unit), hint))
            .collect();
        add_edges(&mut graph, &hints, classes);
        graph.compute_depths();
        let options = ListOptions {
            limits: [100; crate::sched::graph::NUM_PRESSURE_SETS],
            source_order: false,
        };
        let order = schedule(&graph, &options);
        let is_instruction = |unit: &usize| classes.get(*unit).is_some_and(Option::is_some);
        order
            .into_iter()
            .map(UnitId::index)
            .filter(is_instruction)
            .collect()
    }

    fn group(classes: u32, size: u32, pipeline: u32) -> SchedulingHint {
        SchedulingHint::Group {
            classes,
            size,
            pipeline,
        }
    }

    #[test]
    fn groups_come_in_order() {
        let classes: Vec<Option<u32>> = [LOAD, LOAD, MULTIPLY, MULTIPLY]
            .map(Some)
            .into_iter()
            .chain([None; 4])
            .collect();
        let hints = [
            (4, group(LOAD, 1, 0)),
            (5, group(MULTIPLY, 1, 0)),
            (6, group(LOAD, 1, 0)),
            (7, group(MULTIPLY, 1, 0)),
        ];
        assert_eq!(order(&classes, &[], &hints), [0, 2, 1, 3]);
        // The operands of the first product are loaded in the third group, so the other product takes its place.
        assert_eq!(order(&classes, &[(1, 2)], &hints), [0, 3, 1, 2]);
    }

    #[test]
    fn pipelines_that_contradict_each_other_close_no_cycle() {
        let classes: Vec<Option<u32>> = [LOAD, MULTIPLY].map(Some).into_iter().chain([None; 4]).collect();
        let hints = [
            (2, group(LOAD, 1, 0)),
            (3, group(MULTIPLY, 1, 0)),
            (4, group(MULTIPLY, 1, 1)),
            (5, group(LOAD, 1, 1)),
        ];
        assert_eq!(order(&classes, &[], &hints), [0, 1]);
    }

    #[test]
    fn barriers_let_their_classes_pass() {
        let classes = [Some(OTHER), None, Some(LOAD), None, Some(LOAD), Some(OTHER)];
        let barrier = SchedulingHint::Barrier(OTHER);
        let order = order(&classes, &[(4, 0)], &[(1, barrier), (3, barrier)]);
        assert_eq!(
            order.iter().filter(|&&unit| unit != 5).collect::<Vec<_>>(),
            [&2, &4, &0]
        );
    }

    #[test]
    fn patterns_repeat() {
        const PATTERN: &[(u32, u32)] = &[(LOAD, 2), (MULTIPLY, 1)];
        let classes: Vec<Option<u32>> = [None]
            .into_iter()
            .chain([LOAD, LOAD, LOAD, LOAD, MULTIPLY, MULTIPLY].map(Some))
            .collect();
        let order = order(&classes, &[], &[(0, SchedulingHint::Pattern(PATTERN))]);
        assert_eq!(order, [1, 2, 5, 3, 4, 6]);
    }
}
