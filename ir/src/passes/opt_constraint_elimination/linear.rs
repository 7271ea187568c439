//! Linear inequalities over integers that do not wrap, and a bounded search for what follows from them.
//!
//! A fact is a sum that is at most zero. To prove that another sum, the goal, is at most zero, the search adds facts to
//! eliminate its variables: from `goal = rest + a*x` and the fact `l + b*x <= 0`, where `a` and `b` have the same sign,
//! follows that the goal holds if `|b|*rest - |a|*l <= 0`. A goal also holds if the greatest and least values of its
//! variables say so. Source: one step of Fourier and Motzkin's elimination, directed by the goal as in a search for a
//! path, so that facts that have nothing to do with it cost nothing.

use smallvec::SmallVec;

/// Index of a variable.
pub(super) type Variable = u32;

/// Maximum number of variables of a sum.
const MOST_TERMS: usize = 4;
/// Maximum factor of a variable.
const GREATEST_FACTOR: i64 = 1 << 24;
/// Constants have at most this magnitude, so that nothing overflows.
const GREATEST_CONSTANT: i128 = 1 << 96;
/// Maximum length of chains of definitions.
const MAX_DEPTH: u32 = 3;
/// Maximum number of facts that are added to a goal.
const MOST_STEPS: u32 = 4;
/// Maximum number of facts about a variable that a step tries, the latest first.
const MOST_FACTS: usize = 8;

/// A sum of variables, each with a factor that is not zero, and a constant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Linear {
    /// In the order of variables.
    terms: SmallVec<[(Variable, i64); MOST_TERMS]>,
    constant: i128,
}

impl Linear {
    /// A number.
    pub(super) fn constant(value: i128) -> Linear {
        Linear {
            terms: SmallVec::new(),
            constant: value,
        }
    }

    /// A variable.
    pub(super) fn variable(variable: Variable) -> Linear {
        Linear {
            terms: SmallVec::from_slice(&[(variable, 1)]),
            constant: 0,
        }
    }

    /// Whether there are no variables.
    pub(super) fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// With `number` added.
    pub(super) fn plus(mut self, number: i128) -> Linear {
        self.constant += number;
        self
    }

    /// The sum of this and `factor` times `other`, if it is within the limits.
    pub(super) fn plus_scaled(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let mut sum = Linear::constant(self.constant + other.constant.checked_mul(factor.into())?);
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(a), Some(b)) => a.0.min(b.0),
                (Some(a), None) => a.0,
                (None, Some(b)) => b.0,
            };
            let a = left.next_if(|term| term.0 == next).map_or(0, |term| term.1);
            let b = right.next_if(|term| term.0 == next).map_or(0, |term| term.1);
            let total = a.checked_add(b.checked_mul(factor)?)?;
            if total.abs() > GREATEST_FACTOR || sum.terms.len() == MOST_TERMS {
                return None;
            }
            if total != 0 {
                sum.terms.push((next, total));
            }
        }
        (sum.constant.abs() <= GREATEST_CONSTANT).then_some(sum)
    }

    /// The difference, if it is within the limits.
    pub(super) fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus_scaled(other, -1)
    }

    /// `factor` times this, if it is within the limits.
    pub(super) fn scaled(&self, factor: i64) -> Option<Linear> {
        Linear::constant(0).plus_scaled(self, factor)
    }

    fn factor(&self, variable: Variable) -> i64 {
        let term = self.terms.iter().find(|term| term.0 == variable);
        term.map_or(0, |term| term.1)
    }
}

/// A variable's range, and the facts that mention it.
#[derive(Debug)]
struct Bounds {
    low: i128,
    high: i128,
    /// Indices of facts.
    facts: SmallVec<[u32; 4]>,
    /// What the variable's definition says of it: sums that are at most zero.
    definitions: SmallVec<[Linear; 1]>,
    /// Whether there is a number in the range that the definitions allow, whatever the other variables are.
    is_possible: bool,
}

/// The variables, and the facts that hold at present.
#[derive(Default, Debug)]
pub(super) struct System {
    variables: Vec<Bounds>,
    facts: Vec<Linear>,
}

impl System {
    /// A new variable that is from `low` to `high`.
    pub(super) fn add_variable(&mut self, low: i128, high: i128) -> Variable {
        self.variables.push(Bounds {
            low,
            high,
            facts: SmallVec::new(),
            definitions: SmallVec::new(),
            is_possible: true,
        });
        self.variables.len() as Variable - 1
    }

    /// By its definition, `variable` is at most `bound`, or at least (false).
    pub(super) fn bound(&mut self, variable: Variable, bound: &Linear, is_upper: bool) {
        let Bounds { low, high, .. } = self.variables[variable as usize];
        let is_possible = match is_upper {
            true => self.least(bound) >= low,
            false => self.greatest(bound) <= high,
        };
        let sign = if is_upper { 1 } else { -1 };
        let fact = Linear::variable(variable).minus(bound);
        let bounds = &mut self.variables[variable as usize];
        bounds.definitions.extend(fact.and_then(|fact| fact.scaled(sign)));
        bounds.is_possible &= is_possible;
    }

    /// Whether the definitions of all variables that `sum` depends on can be satisfied. Long chains of definitions count
    /// as impossible.
    pub(super) fn has_model(&self, sum: &Linear) -> bool {
        self.has_model_at(sum, 0)
    }

    fn has_model_at(&self, sum: &Linear, depth: u32) -> bool {
        depth < MAX_DEPTH
            && sum.terms.iter().all(|&(variable, _)| {
                let bounds = &self.variables[variable as usize];
                let mut definitions = bounds.definitions.iter().map(|fact| {
                    let own = Linear::variable(variable);
                    fact.plus_scaled(&own, -fact.factor(variable))
                });
                bounds.is_possible
                    && definitions.all(|rest| rest.is_some_and(|rest| self.has_model_at(&rest, depth + 1)))
            })
    }

    /// `fact` is at most zero until it is dropped.
    pub(super) fn assume(&mut self, fact: Linear) {
        let index = self.facts.len() as u32;
        for &(variable, _) in &fact.terms {
            self.variables[variable as usize].facts.push(index);
        }
        self.facts.push(fact);
    }

    /// How many facts there are.
    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    /// Drops all but the first `len` facts.
    pub(super) fn truncate(&mut self, len: usize) {
        for fact in self.facts.drain(len..).rev() {
            for (variable, _) in fact.terms {
                self.variables[variable as usize].facts.pop();
            }
        }
    }

    /// The greatest value that the ranges of the variables allow.
    pub(super) fn greatest(&self, sum: &Linear) -> i128 {
        let terms = sum.terms.iter().map(|&(variable, factor)| {
            let bounds = &self.variables[variable as usize];
            i128::from(factor) * if factor > 0 { bounds.high } else { bounds.low }
        });
        sum.constant + terms.sum::<i128>()
    }

    /// The least value that the ranges of the variables allow.
    pub(super) fn least(&self, sum: &Linear) -> i128 {
        let terms = sum.terms.iter().map(|&(variable, factor)| {
            let bounds = &self.variables[variable as usize];
            i128::from(factor) * if factor > 0 { bounds.low } else { bounds.high }
        });
        sum.constant + terms.sum::<i128>()
    }

    /// Whether `goal` is at most zero, as far as `most_tries` additions of facts show.
    pub(super) fn proves(&self, goal: &Linear, most_tries: u32) -> bool {
        let mut tries = most_tries;
        self.search(goal, MOST_STEPS, &mut tries)
    }

    fn search(&self, goal: &Linear, steps: u32, tries: &mut u32) -> bool {
        if self.greatest(goal) <= 0 {
            return true;
        }
        if steps == 0 {
            return false;
        }
        for &(variable, factor) in &goal.terms {
            let bounds = &self.variables[variable as usize];
            let latest = bounds.facts.iter().rev().take(MOST_FACTS);
            let facts = latest.map(|&index| &self.facts[index as usize]);
            for fact in bounds.definitions.iter().chain(facts) {
                let of_fact = fact.factor(variable);
                if of_fact.signum() != factor.signum() {
                    continue;
                }
                if *tries == 0 {
                    return false;
                }
                *tries -= 1;
                let rest = goal.scaled(of_fact.abs());
                let rest = rest.and_then(|goal| goal.plus_scaled(fact, -factor.abs()));
                if rest.is_some_and(|rest| self.search(&rest, steps - 1, tries)) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Linear, System};

    /// `factors` by variable, and a constant.
    fn sum(factors: &[(u32, i64)], constant: i128) -> Linear {
        let terms = factors
            .iter()
            .map(|&(v, f)| Linear::variable(v).scaled(f).unwrap());
        terms
            .fold(Linear::constant(0), |sum, term| {
                sum.plus_scaled(&term, 1).unwrap()
            })
            .plus(constant)
    }

    #[test]
    fn a_proof_adds_facts() {
        let mut system = System::default();
        let [i, k, n] = [0; 3].map(|_| system.add_variable(-1000, 1000));
        // i < n and k < 4: i + k - 4 < n.
        system.assume(sum(&[(i, 1), (n, -1)], 1));
        let goal = sum(&[(i, 1), (k, 1), (n, -1)], -3);
        assert!(!system.proves(&goal, 100));
        system.assume(sum(&[(k, 1)], -3));
        assert!(system.proves(&goal, 100));
        assert!(!system.proves(&goal.clone().plus(2), 100));
        assert!(!system.proves(&goal, 1), "two facts are needed");
        system.truncate(1);
        assert!(!system.proves(&goal, 100));
    }

    #[test]
    fn proofs_agree_with_enumeration() {
        // Random facts about three numbers from 0 to 3: a sum that is proved is never positive.
        let mut seed = 1u64;
        let mut below = |n: i64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) as i64 % n
        };
        let (mut proved, mut missed) = (0, 0);
        for _ in 0..2000 {
            let mut system = System::default();
            let variables = [0; 3].map(|_| system.add_variable(0, 3));
            let mut random = |range: i64| {
                let factors = variables.map(|v| (v, below(5) - 2));
                sum(&factors, i128::from(below(range) - range / 2))
            };
            let facts: Vec<Linear> = (0..3).map(|_| random(7)).collect();
            let goal = random(7);
            facts.iter().for_each(|fact| system.assume(fact.clone()));
            let value = |sum: &Linear, point: [i128; 3]| {
                let terms = sum.terms.iter().map(|&(v, f)| i128::from(f) * point[v as usize]);
                sum.constant + terms.sum::<i128>()
            };
            let points = (0..64).map(|p| [p & 3, p >> 2 & 3, p >> 4]);
            let holds = points
                .filter(|&point| facts.iter().all(|fact| value(fact, point) <= 0))
                .all(|point| value(&goal, point) <= 0);
            let is_proved = system.proves(&goal, 64);
            assert!(holds || !is_proved, "{facts:?}: {goal:?}");
            proved += u32::from(is_proved);
            missed += u32::from(holds && !is_proved);
        }
        assert!(proved > 500 && missed < proved, "{proved} proved, {missed} not");
    }
}
