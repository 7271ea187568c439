//! Which processors of a description (`ProcessorModel`: `Features`; `AssemblerOnly` if no code is generated for it) meet
//! predicates.

use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use fxhash::FxHashSet;

/// The features of each processor, with what they imply.
pub struct Processors<'k> {
    keeper: &'k RecordKeeper,
    features: Vec<FxHashSet<RecordId>>,
}

impl<'k> Processors<'k> {
    pub fn new(keeper: &'k RecordKeeper) -> Processors<'k> {
        Processors::that(keeper, |_| true)
    }

    /// Those that code is generated for.
    pub fn with_code(keeper: &'k RecordKeeper) -> Processors<'k> {
        Processors::that(keeper, |processor| {
            !keeper.get_bit_or_false(processor, "AssemblerOnly")
        })
    }

    fn that(keeper: &'k RecordKeeper, wanted: impl Fn(RecordId) -> bool) -> Processors<'k> {
        let all = keeper.derived_defs("ProcessorModel").iter().copied();
        let wanted = all.filter(|&processor| wanted(processor));
        Processors {
            keeper,
            features: wanted.map(|processor| features(keeper, processor)).collect(),
        }
    }

    /// Whether there is a processor, and each meets all predicates of one of the lists.
    pub fn all_meet_any(&self, lists: &[Vec<RecordId>]) -> bool {
        let meets = |features| lists.iter().any(|list| self.meets(list, features));
        !self.features.is_empty() && self.features.iter().all(meets)
    }

    /// Whether some processor meets all predicates of both lists.
    pub fn any_meets_both(&self, a: &[RecordId], b: &[RecordId]) -> bool {
        let meets = |features| self.meets(a, features) && self.meets(b, features);
        self.features.iter().any(meets)
    }

    fn meets(&self, predicates: &[RecordId], features: &FxHashSet<RecordId>) -> bool {
        predicates
            .iter()
            .all(|&predicate| self.is_met(predicate, features))
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
