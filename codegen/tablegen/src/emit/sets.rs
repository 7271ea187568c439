//! Set theory of register lists: `(add ...)`, `(sub ...)`, `(decimate ...)`, `(sequence ...)` and the others.

use crate::record::{RecordId, RecordKeeper};
use crate::view::{Dag, Value};
use wavec_support::Diagnostic;

/// Deepest nesting of sets inside sets.
const MAX_DEPTH: usize = 64;

/// Evaluates a set expression to its elements, in order and without repetition.
///
/// `expand` gives the elements that a record stands for (a register for itself, a register class for its members),
/// or `None` for records that are not sets. `fail` makes an error at the place of the expression.
pub fn evaluate<T: Copy + PartialEq + Ord>(
    keeper: &RecordKeeper,
    dag: Dag<'_>,
    expand: &mut dyn FnMut(RecordId) -> Result<Option<Vec<T>>, Diagnostic>,
    fail: &dyn Fn(&str) -> Diagnostic,
) -> Result<Vec<T>, Diagnostic> {
    let mut evaluator = Evaluator { keeper, expand, fail };
    evaluator.dag(dag, 0)
}

struct Evaluator<'a, 'k, T> {
    keeper: &'k RecordKeeper,
    expand: &'a mut dyn FnMut(RecordId) -> Result<Option<Vec<T>>, Diagnostic>,
    fail: &'a dyn Fn(&str) -> Diagnostic,
}

impl<T: Copy + PartialEq + Ord> Evaluator<'_, '_, T> {
    fn value(&mut self, value: Value<'_>, depth: usize) -> Result<Vec<T>, Diagnostic> {
        match value {
            Value::Dag(dag) => self.dag(dag, depth + 1),
            Value::Def(record) => match (self.expand)(record)? {
                Some(elements) => Ok(elements),
                None => Err((self.fail)(&format!(
                    "'{}' is not a set",
                    self.keeper.name(record)
                ))),
            },
            Value::List(list) => {
                let mut all = Vec::new();
                for item in list.iter() {
                    all.extend(self.value(item, depth + 1)?);
                }
                Ok(unique(all))
            }
            _ => Err((self.fail)("a set is needed here")),
        }
    }

    fn dag(&mut self, dag: Dag<'_>, depth: usize) -> Result<Vec<T>, Diagnostic> {
        if depth > MAX_DEPTH {
            return Err((self.fail)("sets are nested too deeply"));
        }
        let operator = dag.operator_record_name();
        match operator {
            "add" => {
                let mut all = Vec::new();
                for (value, _) in dag.args() {
                    all.extend(self.value(value, depth)?);
                }
                Ok(unique(all))
            }
            "sub" | "and" => {
                let first = self.argument(dag, 0, depth)?;
                let mut others = Vec::new();
                for (value, _) in dag.args().skip(1) {
                    others.extend(self.value(value, depth)?);
                }
                others.sort_unstable();
                let keep = operator == "and";
                Ok(first
                    .into_iter()
                    .filter(|element| others.binary_search(element).is_ok() == keep)
                    .collect())
            }
            "shl" => {
                let count = self.number(dag, 1)?;
                Ok(self.argument(dag, 0, depth)?.into_iter().skip(count).collect())
            }
            "trunc" => {
                let count = self.number(dag, 1)?;
                Ok(self.argument(dag, 0, depth)?.into_iter().take(count).collect())
            }
            "rotl" | "rotr" => {
                let count = self.number(dag, 1)?;
                let mut elements = self.argument(dag, 0, depth)?;
                if !elements.is_empty() {
                    let count = count % elements.len();
                    if operator == "rotl" {
                        elements.rotate_left(count);
                    } else {
                        elements.rotate_right(count);
                    }
                }
                Ok(elements)
            }
            "decimate" => {
                let step = self.number(dag, 1)?;
                if step == 0 {
                    return Err((self.fail)("decimate needs a positive step"));
                }
                Ok(self.argument(dag, 0, depth)?.into_iter().step_by(step).collect())
            }
            "interleave" => {
                let mut lists = Vec::new();
                for (value, _) in dag.args() {
                    lists.push(self.value(value, depth)?);
                }
                let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
                let mut all = Vec::new();
                for index in 0..longest {
                    all.extend(lists.iter().filter_map(|list| list.get(index)).copied());
                }
                Ok(unique(all))
            }
            "sequence" => self.sequence(dag),
            _ => Err((self.fail)(&format!("'{operator}' is not a set operator"))),
        }
    }

    fn argument(&mut self, dag: Dag<'_>, index: usize, depth: usize) -> Result<Vec<T>, Diagnostic> {
        match dag.arg(index) {
            Some((value, _)) => self.value(value, depth),
            None => Err((self.fail)("a set operator lacks an argument")),
        }
    }

    fn number(&self, dag: Dag<'_>, index: usize) -> Result<usize, Diagnostic> {
        match dag.arg(index) {
            Some((Value::Int(number), _)) if (0..=1 << 20).contains(&number) => Ok(number as usize),
            _ => Err((self.fail)("a set operator needs a small number here")),
        }
    }

    /// `(sequence "R%u", from, to[, step])`
    fn sequence(&mut self, dag: Dag<'_>) -> Result<Vec<T>, Diagnostic> {
        let Some((Value::String(format), _)) = dag.arg(0) else {
            return Err((self.fail)("sequence needs a format string"));
        };
        let (from, to) = (self.number(dag, 1)?, self.number(dag, 2)?);
        let step = if dag.len() > 3 { self.number(dag, 3)? } else { 1 };
        if step == 0 {
            return Err((self.fail)("sequence needs a positive step"));
        }
        let mut all = Vec::new();
        let mut add = |this: &mut Self, number: usize| -> Result<(), Diagnostic> {
            let name = format.replacen("%u", &number.to_string(), 1);
            let Some(record) = this.keeper.def(&name) else {
                return Err((this.fail)(&format!(
                    "sequence names '{name}', which is not defined"
                )));
            };
            all.extend((this.expand)(record)?.unwrap_or_default());
            Ok(())
        };
        if from <= to {
            for number in (from..=to).step_by(step) {
                add(self, number)?;
            }
        } else {
            let mut number = from;
            loop {
                add(self, number)?;
                match number.checked_sub(step) {
                    Some(next) if next >= to => number = next,
                    _ => break,
                }
            }
        }
        Ok(unique(all))
    }
}

/// The elements without repetitions, each at its first place.
fn unique<T: Copy + Ord>(elements: Vec<T>) -> Vec<T> {
    let mut order: Vec<usize> = (0..elements.len()).collect();
    order.sort_by_key(|&index| (elements[index], index));
    order.dedup_by_key(|index| elements[*index]);
    order.sort_unstable();
    order.into_iter().map(|index| elements[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::unique;

    #[test]
    fn first_occurrences_stay_in_order() {
        assert_eq!(unique(vec![3, 1, 3, 2, 1]), [3, 1, 2]);
    }
}
