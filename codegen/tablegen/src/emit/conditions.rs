//! Conditions under which an instruction can be encoded, as `wavec_mc::FeatureTest`.
//!
//! | class | fields |
//! |---|---|
//! | `Instruction` | `Predicates`, `EncodingPredicates` |
//! | `AssemblerPredicate` | `AssemblerCondDag`: `all_of`, `any_of`, `not` of features (`SubtargetFeature`) |

use crate::record::{RecordId, RecordKeeper};
use crate::view::{Dag, Value};
use wavec_support::Diagnostic;

/// A condition that no processor meets: any of no features.
pub const NEVER: &str = "FeatureTest::Any(&[])";

/// The predicates of an instruction, and those of its own encoding.
pub fn predicates_of_encoding(keeper: &RecordKeeper, record: RecordId) -> Result<Vec<RecordId>, Diagnostic> {
    let mut all = keeper.get_list_of_defs(record, "Predicates")?;
    if keeper.field_value(record, "EncodingPredicates").is_some() {
        all.extend(keeper.get_list_of_defs(record, "EncodingPredicates")?);
    }
    Ok(all)
}

/// The predicates of an instruction as `FeatureTest`.
pub fn condition(keeper: &RecordKeeper, record: RecordId) -> Result<String, Diagnostic> {
    let mut tests = Vec::new();
    for predicate in predicates_of_encoding(keeper, record)? {
        match keeper.field_value(predicate, "AssemblerCondDag") {
            Some(Value::Dag(dag)) if dag.operator_def().is_some() => {
                tests.push(feature_test(keeper, predicate, Value::Dag(dag), 0)?);
            }
            _ => {}
        }
    }
    Ok(format!("FeatureTest::All(&[{}])", tests.join(", ")))
}

fn feature_test(
    keeper: &RecordKeeper,
    predicate: RecordId,
    value: Value<'_>,
    depth: usize,
) -> Result<String, Diagnostic> {
    let fail = |what: &str| keeper.field_error(predicate, "AssemblerCondDag", what);
    if depth > 16 {
        return Err(fail("is nested too deep"));
    }
    let list = |dag: Dag<'_>| -> Result<String, Diagnostic> {
        let mut tests = Vec::new();
        for (value, _) in dag.args() {
            tests.push(feature_test(keeper, predicate, value, depth + 1)?);
        }
        Ok(tests.join(", "))
    };
    match value {
        Value::Def(feature) => {
            let all = keeper.derived_defs("SubtargetFeature");
            match all.iter().position(|&known| known == feature) {
                Some(number) => Ok(format!("FeatureTest::Feature({number})")),
                None => Err(fail(&format!(
                    "names '{}', which is no feature",
                    keeper.name(feature)
                ))),
            }
        }
        Value::Dag(dag) => match dag.operator_record_name() {
            "all_of" => Ok(format!("FeatureTest::All(&[{}])", list(dag)?)),
            "any_of" => Ok(format!("FeatureTest::Any(&[{}])", list(dag)?)),
            "not" => Ok(format!("FeatureTest::None(&[{}])", list(dag)?)),
            other => Err(fail(&format!(
                "has the operator '{other}', not all_of, any_of or not"
            ))),
        },
        _ => Err(fail("holds something that is neither a feature nor a condition")),
    }
}
