//! Availability of instructions: a pattern can be selected on processors that have all instructions of its result.

use super::super::conditions::predicates_of_encoding;
use super::super::processors::Processors;
use super::sources::{Output, Source, condition};
use crate::record::{RecordId, RecordKeeper};
use crate::view::{Dag, Value};
use fxhash::FxHashMap;

/// The processors and encodings of a description.
pub struct Availability<'k> {
    keeper: &'k RecordKeeper,
    processors: Processors<'k>,
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
        Availability {
            keeper,
            processors: Processors::with_code(keeper),
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
        let is_everywhere = self.processors.all_meet_any(&encodings);
        (!is_everywhere && !encodings.iter().any(Vec::is_empty)).then_some(encodings)
    }
}
