//! Common prefixes of patterns are merged; alternatives that compare one item with different values become switches.

use super::matcher::{FormSource, Step};
use super::predicates::PredicateTable;
use super::types::SimpleType;
use fxhash::FxHashSet;

/// Steps, optionally followed by a choice.
#[derive(Debug)]
pub struct MatchTree {
    pub steps: Vec<Step>,
    pub choice: Choice,
}

/// The continuation after the steps of a [`MatchTree`].
#[derive(Debug)]
pub enum Choice {
    /// No choice: the last step completes the match.
    None,
    /// Alternatives in order; the first that matches is taken.
    Scope(Vec<MatchTree>),
    /// A switch on the opcode of the current node.
    SwitchOpcode(Vec<(u32, MatchTree)>),
    /// A switch on the type of its first result.
    SwitchType(Vec<(SimpleType, MatchTree)>),
    /// A switch on the intrinsic.
    SwitchIntrinsic(Vec<(u32, MatchTree)>),
}

/// The tree of patterns in the order in which they are tried, without duplicates.
pub fn factor(mut lists: Vec<Vec<Step>>, predicates: &PredicateTable) -> MatchTree {
    remove_repeated(&mut lists);
    // The lists are reversed, so that their first steps can be popped.
    for list in &mut lists {
        list.reverse();
    }
    build(lists, predicates)
}

/// Removes alternatives that are equal to an earlier one, as they are unreachable.
fn remove_repeated(lists: &mut Vec<Vec<Step>>) {
    let mut known = FxHashSet::default();
    lists.retain(|list| {
        let mut list = list.clone();
        match list.last_mut() {
            // Which pattern it belongs to does not matter.
            Some(Step::MorphNode { source, .. }) => *source = FormSource::default(),
            _ => return true,
        }
        known.insert(list)
    });
}

fn build(mut lists: Vec<Vec<Step>>, predicates: &PredicateTable) -> MatchTree {
    if lists.len() == 1 {
        let mut steps = lists.pop().unwrap_or_default();
        steps.reverse();
        return MatchTree {
            steps,
            choice: Choice::None,
        };
    }
    let mut groups = group(lists, predicates);
    if groups.len() == 1 {
        return finish_group(groups.remove(0), predicates);
    }
    let mut branches: Vec<MatchTree> = groups
        .into_iter()
        .map(|group| finish_group(group, predicates))
        .collect();
    branches = merge_switches(branches);
    if branches.len() == 1 {
        return branches.remove(0);
    }
    MatchTree {
        steps: Vec::new(),
        choice: Choice::Scope(branches),
    }
}

/// Groups (reversed) lists by their next step; a group stands where its first member was. A list moves up only past groups
/// that cannot match when it matches.
fn group(lists: Vec<Vec<Step>>, predicates: &PredicateTable) -> Vec<Vec<Vec<Step>>> {
    let mut groups: Vec<Vec<Vec<Step>>> = Vec::new();
    for list in lists {
        let mut place = None;
        for (index, group) in groups.iter().enumerate().rev() {
            let (Some(first), Some(step)) = (group[0].last(), list.last()) else {
                break;
            };
            if first == step && step.is_check() {
                place = Some(index);
                break;
            }
            if !contradicts(first, step, predicates) {
                break;
            }
        }
        match place {
            Some(index) => groups[index].push(list),
            None => groups.push(vec![list]),
        }
    }
    groups
}

fn finish_group(mut group: Vec<Vec<Step>>, predicates: &PredicateTable) -> MatchTree {
    if group.len() == 1 {
        return build(group, predicates);
    }
    let mut shared = Vec::new();
    while let Some(step) = group[0].last().cloned() {
        if !step.is_check() || group.iter().any(|list| list.last() != Some(&step)) {
            break;
        }
        group.iter_mut().for_each(|list| {
            list.pop();
        });
        shared.push(step);
    }
    let mut tree = build(group, predicates);
    shared.append(&mut tree.steps);
    tree.steps = shared;
    tree
}

/// Turns adjacent alternatives that compare the same item with different values into a switch.
fn merge_switches(branches: Vec<MatchTree>) -> Vec<MatchTree> {
    let mut out: Vec<MatchTree> = Vec::new();
    let mut run: Vec<MatchTree> = Vec::new();
    let kind = |tree: &MatchTree| match tree.steps.first() {
        Some(Step::CheckOpcode(_)) => 1,
        Some(Step::CheckType(_)) => 2,
        Some(Step::CheckIntrinsic(_)) => 3,
        _ => 0,
    };
    for branch in branches {
        if run.first().is_some_and(|first| kind(first) != kind(&branch)) {
            flush(&mut run, &mut out);
        }
        if kind(&branch) == 0 {
            out.push(branch);
        } else if run
            .iter()
            .any(|known| known.steps.first() == branch.steps.first())
        {
            flush(&mut run, &mut out);
            run.push(branch);
        } else {
            run.push(branch);
        }
    }
    flush(&mut run, &mut out);
    out
}

fn flush(run: &mut Vec<MatchTree>, out: &mut Vec<MatchTree>) {
    if run.len() < 2 {
        out.append(run);
        return;
    }
    let mut opcodes = Vec::new();
    let mut types = Vec::new();
    let mut intrinsics = Vec::new();
    for mut tree in run.drain(..) {
        match tree.steps.remove(0) {
            Step::CheckOpcode(id) => opcodes.push((id, tree)),
            Step::CheckType(ty) => types.push((ty, tree)),
            Step::CheckIntrinsic(id) => intrinsics.push((id, tree)),
            _ => {}
        }
    }
    let choice = if !opcodes.is_empty() {
        Choice::SwitchOpcode(opcodes)
    } else if !types.is_empty() {
        Choice::SwitchType(types)
    } else {
        Choice::SwitchIntrinsic(intrinsics)
    };
    out.push(MatchTree {
        steps: Vec::new(),
        choice,
    });
}

/// Whether no node passes both checks.
pub fn contradicts(a: &Step, b: &Step, predicates: &PredicateTable) -> bool {
    use Step::*;
    match (a, b) {
        (CheckOpcode(x), CheckOpcode(y))
        | (CheckIntrinsic(x), CheckIntrinsic(y))
        | (CheckNumOperands(x), CheckNumOperands(y)) => x != y,
        (CheckType(x), CheckType(y)) | (CheckValueType(x), CheckValueType(y)) => x != y,
        (CheckInteger(x), CheckInteger(y)) => x != y,
        (CheckTypeRes(i, x), CheckTypeRes(j, y)) | (CheckChildType(i, x), CheckChildType(j, y)) => {
            i == j && x != y
        }
        (CheckChildCondCode(i, x), CheckChildCondCode(j, y)) => i == j && x != y,
        (CheckChildInteger(i, x), CheckChildInteger(j, y)) => i == j && x != y,
        (CheckPredicate(x), CheckPredicate(y)) => {
            let code = |id: &u32| predicates.list[*id as usize].code.as_str();
            codes_contradict(code(x), code(y))
        }
        _ => false,
    }
}

/// Whether two predicate expressions exclude each other; only known forms are recognized.
fn codes_contradict(a: &str, b: &str) -> bool {
    if a == b {
        return false;
    }
    let pair = |x, y| (a == x && b == y) || (a == y && b == x);
    if pair("n.is_divergent()", "n.is_uniform()")
        || pair("n.has_no_use()", "n.has_one_use()")
        || a.strip_prefix('!') == Some(b)
        || b.strip_prefix('!') == Some(a)
    {
        return true;
    }
    if let (Some((x, v)), Some((y, w))) = (a.split_once(" == "), b.split_once(" == "))
        && x == y
        && v != w
        && (v.starts_with("ValueType::") || v.starts_with("LoadExt::"))
        && !v.contains(' ')
        && !w.contains(' ')
    {
        return true;
    }
    let spaces = |code: &str| -> Option<Vec<String>> {
        let list = code
            .strip_prefix("matches!(n.address_space(), ")?
            .strip_suffix(')')?;
        Some(list.split(" | ").map(str::to_string).collect())
    };
    if let (Some(x), Some(y)) = (spaces(a), spaces(b)) {
        return x.iter().all(|space| !y.contains(space));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: SimpleType = SimpleType(1);
    const TWO: SimpleType = SimpleType(2);

    #[test]
    fn exclusive_predicates() {
        assert!(codes_contradict("n.is_divergent()", "n.is_uniform()"));
        assert!(codes_contradict(
            "n.memory_vt() == ValueType::I8",
            "n.memory_vt() == ValueType::I16"
        ));
        assert!(codes_contradict(
            "matches!(n.address_space(), 1 | 0)",
            "matches!(n.address_space(), 3)"
        ));
        assert!(!codes_contradict(
            "matches!(n.address_space(), 1 | 0)",
            "matches!(n.address_space(), 0)"
        ));
        assert!(!codes_contradict("n.is_uniform()", "n.has_one_use()"));
    }

    #[test]
    fn what_says_the_same_is_there_once() {
        use Step::*;
        let table = PredicateTable::default();
        let result = |opcode, pattern| MorphNode {
            opcode,
            flags: 0,
            root_results: 1,
            types: vec![ONE],
            operands: vec![0],
            source: FormSource {
                pattern,
                complexity: 3,
            },
        };
        let lists = vec![
            vec![CheckType(ONE), Record, result(1, 0)],
            vec![CheckType(ONE), Record, result(2, 1)],
            vec![CheckType(ONE), Record, result(2, 2)],
            // There is another one between it and the first.
            vec![CheckType(ONE), Record, result(1, 3)],
        ];
        let Choice::Scope(branches) = factor(lists, &table).choice else {
            panic!()
        };
        assert_eq!(branches.len(), 2);
    }

    #[test]
    fn common_steps_are_shared_and_order_is_kept() {
        use Step::*;
        let table = PredicateTable::default();
        let end = |n| Complete(vec![n], FormSource::default());
        // The last list may move up past the second (another type) but the third may not pass the fourth.
        let lists = vec![
            vec![CheckType(ONE), CheckChildInteger(1, 5), end(0)],
            vec![CheckType(TWO), end(1)],
            vec![CheckType(ONE), end(2)],
        ];
        let tree = factor(lists, &table);
        let Choice::SwitchType(cases) = &tree.choice else {
            panic!("{tree:?}")
        };
        assert_eq!(cases.len(), 2);
        let Choice::Scope(inner) = &cases[0].1.choice else {
            panic!("{tree:?}")
        };
        assert_eq!(inner.len(), 2);
        let lists = vec![
            vec![CheckType(ONE), end(0)],
            vec![Record, end(1)],
            vec![CheckType(ONE), end(2)],
        ];
        let Choice::Scope(branches) = factor(lists, &table).choice else {
            panic!()
        };
        assert_eq!(
            branches.len(),
            3,
            "a pattern that may match everything is not passed"
        );
    }
}
