//! Availability of instructions: a pattern can be selected on processors that have all instructions of its result.

use super::super::encodings::predicates_of_encoding;
use super::sources::{Output, Source, condition};
use crate::record::{RecordId, RecordKeeper};
use crate::view::{Dag, Value};
use fxhash::{FxHashMap, FxHashSet};

/// The processors and encodings of a description.
pub struct Availability<'k> {
    keeper: &'k RecordKeeper,
    /// The features of each processor, with what they imply.
    processors: Vec<FxHashSet<RecordId>>,
    /// Further encodings of instructions (`EncodingOf`).
    encodings: FxHashMap<RecordId, Vec<RecordId>>,
}

impl<'k> Availability<'k> {
    pub fn new(keeper: &'k RecordKeeper) -> Availability<'k> {
        let mut encodings: FxHashMap<RecordId, Vec<RecordId>> = FxHashMap::default();
        for &record in keeper.derived_defs("Instruction") {
            if let Some(Value::Def(instruction)) = keeper.field_value(record, "EncodingOf") {
                encodings.entry(instruction).or_default().push(record);
            }
        }
        let processors = keeper.derived_defs("ProcessorModel").iter();
        Availability {
            keeper,
            processors: processors.map(|&processor| features(keeper, processor)).collect(),
            encodings,
        }
    }

    /// The condition of a pattern: its own predicates, and that the instructions of its result exist.
    pub fn condition(&self, source: &Source<'_>) -> String {
        let mut instructions = Vec::new();
        match source.output {
            Output::Dag(dag) => self.instructions(dag, &mut instructions),
            Output::Instruction(record) => instructions.push(record),
        }
        let mut predicates = source.predicates.clone();
        let mut alternatives = Vec::new();
        for encodings in instructions
            .into_iter()
            .filter_map(|record| self.conditional(record))
        {
            match &encodings[..] {
                [one] => predicates.extend(one),
                _ => {
                    let mut each: Vec<String> = encodings
                        .iter()
                        .map(|predicates| condition(self.keeper, predicates))
                        .collect();
                    each.sort();
                    each.dedup();
                    alternatives.push(match each.as_slice() {
                        [one] => one.clone(),
                        _ => format!("({})", each.join(" || ")),
                    });
                }
            }
        }
        alternatives.sort();
        alternatives.dedup();
        let own = condition(self.keeper, &predicates);
        if !own.is_empty() {
            alternatives.insert(0, own);
        }
        alternatives.join(" && ")
    }

    fn instructions(&self, dag: Dag<'_>, out: &mut Vec<RecordId>) {
        let operator = dag.operator_def();
        out.extend(operator.filter(|&record| self.keeper.is_subclass_of(record, "Instruction")));
        for (value, _) in dag.args() {
            if let Value::Dag(inner) = value {
                self.instructions(inner, out);
            }
        }
    }

    /// The predicates of each encoding of an instruction that some processor lacks.
    fn conditional(&self, instruction: RecordId) -> Option<Vec<Vec<RecordId>>> {
        let further = self.encodings.get(&instruction).into_iter().flatten();
        let encodings: Vec<Vec<RecordId>> = std::iter::once(&instruction)
            .chain(further)
            .map(|&record| predicates_of_encoding(self.keeper, record).unwrap_or_default())
            .collect();
        let has = |processor: &FxHashSet<RecordId>| {
            let meets = |all: &Vec<RecordId>| all.iter().all(|&predicate| self.is_met(predicate, processor));
            encodings.iter().any(meets)
        };
        let is_everywhere = !self.processors.is_empty() && self.processors.iter().all(has);
        (!is_everywhere && !encodings.iter().any(Vec::is_empty)).then_some(encodings)
    }

    /// Whether a processor with these features satisfies a predicate; a predicate without features is not satisfied.
    fn is_met(&self, predicate: RecordId, features: &FxHashSet<RecordId>) -> bool {
        match self.keeper.field_value(predicate, "AssemblerCondDag") {
            Some(value @ Value::Dag(_)) => self.holds(value, features),
            _ => false,
        }
    }

    fn holds(&self, value: Value<'_>, features: &FxHashSet<RecordId>) -> bool {
        match value {
            Value::Def(feature) => features.contains(&feature),
            Value::Dag(dag) => {
                let mut parts = dag.args().map(|(value, _)| self.holds(value, features));
                match dag.operator_record_name() {
                    "any_of" => parts.any(|holds| holds),
                    "not" => !parts.any(|holds| holds),
                    _ => parts.all(|holds| holds),
                }
            }
            _ => false,
        }
    }
}

fn features(keeper: &RecordKeeper, processor: RecordId) -> FxHashSet<RecordId> {
    let mut found = FxHashSet::default();
    let mut open = keeper.get_list_of_defs(processor, "Features").unwrap_or_default();
    while let Some(feature) = open.pop() {
        if found.insert(feature) {
            open.extend(keeper.get_list_of_defs(feature, "Implies").unwrap_or_default());
        }
    }
    found
}
