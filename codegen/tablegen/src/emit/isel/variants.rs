//! The forms of a pattern that result from commutative and associative operators, and the complexity of patterns.

use super::pattern::{Op, Tree};
use super::types::{SimpleType, TypeSet};
use crate::record::{RecordId, RecordKeeper};
use fxhash::FxHashSet;
use std::fmt::Write;
use wavec_support::Diagnostic;

/// Maximum number of forms of one pattern.
const MAX_VARIANTS: usize = 1024;

/// Whether a node or intrinsic has a property.
pub fn has_property(keeper: &RecordKeeper, record: RecordId, property: &str) -> bool {
    keeper
        .get_list_of_defs(record, "Properties")
        .is_ok_and(|list| list.iter().any(|&p| keeper.name(p) == property))
}

fn is_commutative(keeper: &RecordKeeper, tree: &Tree) -> bool {
    tree.children.len() >= 2
        && match tree.op {
            Op::Node(record) => has_property(keeper, record, "SDNPCommutative"),
            Op::Intrinsic(record) => super::signature::is_commutative(keeper, record),
            _ => false,
        }
}

/// Whether it is a constant. In the graph, constants are on the right of a commutative operator, so a pattern with a constant
/// on the left never matches, unless both operands are constants.
fn is_constant(keeper: &RecordKeeper, tree: &Tree) -> bool {
    match tree.op {
        Op::Int(_) | Op::Splat(_) => true,
        Op::Node(record) => keeper.name(record) == "imm",
        _ => false,
    }
}

fn can_match(keeper: &RecordKeeper, tree: &Tree) -> bool {
    if matches!(tree.op, Op::Complex(_)) {
        return true;
    }
    let is_wrong = is_commutative(keeper, tree)
        && tree.children.split_last().is_some_and(|(last, others)| {
            !is_constant(keeper, last) && others.iter().any(|child| is_constant(keeper, child))
        });
    !is_wrong && tree.children.iter().all(|child| can_match(keeper, child))
}

/// All forms that result from commutative and associative operators, the pattern itself first.
pub fn variants(keeper: &RecordKeeper, tree: &Tree) -> Vec<Tree> {
    let mut repeated: FxHashSet<String> = FxHashSet::default();
    let mut counts = fxhash::FxHashMap::default();
    count_names(tree, &mut counts);
    repeated.extend(
        counts
            .into_iter()
            .filter(|&(_, count)| count > 1)
            .map(|(name, _)| name.to_string()),
    );
    let forms = Forms { keeper, repeated };
    let mut out = vec![tree.clone()];
    if forms.has_choice(tree) {
        let own = forms.shape(tree);
        out.extend(forms.of(tree).into_iter().filter(|form| forms.shape(form) != own));
    }
    out
}

struct Forms<'k> {
    keeper: &'k RecordKeeper,
    /// Names that occur several times, which distinguishes forms.
    repeated: FxHashSet<String>,
}

impl Forms<'_> {
    fn has_choice(&self, tree: &Tree) -> bool {
        !matches!(tree.op, Op::Complex(_))
            && (is_commutative(self.keeper, tree)
                || self.is_associative(tree)
                || tree.children.iter().any(|child| self.has_choice(child)))
    }

    fn is_associative(&self, tree: &Tree) -> bool {
        matches!(tree.op, Op::Node(record) if has_property(self.keeper, record, "SDNPAssociative"))
            && tree.children.len() == 2
    }

    fn shape(&self, tree: &Tree) -> String {
        let mut out = String::new();
        write_shape(tree, &mut out, &|name| self.repeated.contains(name));
        out
    }

    fn of(&self, tree: &Tree) -> Vec<Tree> {
        if matches!(tree.op, Op::Complex(_)) || tree.children.is_empty() {
            return vec![tree.clone()];
        }
        if self.is_associative(tree) {
            let mut parts = Vec::new();
            linked(tree, tree.op, &mut parts);
            if parts.len() == 3 {
                return self.reassociated(tree, &parts);
            }
        }
        let children: Vec<Vec<Tree>> = tree.children.iter().map(|child| self.of(child)).collect();
        let mut out = Collected::default();
        let lists: Vec<&[Tree]> = children.iter().map(Vec::as_slice).collect();
        self.combine(tree, &lists, &mut out);
        let is_register = |child: &Tree| matches!(child.op, Op::Register(_));
        if is_commutative(self.keeper, tree) && !tree.children[..2].iter().any(is_register) {
            let mut swapped = lists;
            swapped.swap(0, 1);
            self.combine(tree, &swapped, &mut out);
        }
        out.forms
    }

    /// All associative and commutative forms of `(a op b) op c`.
    fn reassociated(&self, tree: &Tree, parts: &[&Tree]) -> Vec<Tree> {
        let forms: Vec<Vec<Tree>> = parts.iter().map(|part| self.of(part)).collect();
        let mut inner = tree.clone();
        inner.name = None;
        inner.predicates.clear();
        inner.transform = None;
        inner.tags.clear();
        let pair = |a: usize, b: usize| {
            let mut out = Collected::default();
            self.combine(&inner, &[&forms[a], &forms[b]], &mut out);
            out.forms
        };
        let orders = [(0, 1, 2), (1, 0, 2), (0, 2, 1), (2, 0, 1), (1, 2, 0), (2, 1, 0)];
        let mut out = Collected::default();
        for (a, b, c) in orders {
            self.combine(tree, &[&pair(a, b), &forms[c]], &mut out);
        }
        for (a, b, c) in orders {
            self.combine(tree, &[&forms[c], &pair(a, b)], &mut out);
        }
        out.forms
    }

    /// The tree with each combination of children that can match and has not occurred yet.
    fn combine(&self, tree: &Tree, children: &[&[Tree]], out: &mut Collected) {
        if children.iter().any(|list| list.is_empty()) {
            return;
        }
        let mut at = vec![0; children.len()];
        loop {
            let mut form = tree.clone();
            form.children = children
                .iter()
                .zip(&at)
                .map(|(list, &at)| list[at].clone())
                .collect();
            if can_match(self.keeper, &form) && out.shapes.insert(self.shape(&form)) {
                out.forms.push(form);
            }
            if out.forms.len() >= MAX_VARIANTS {
                return;
            }
            // The next combination, the first child fastest.
            let mut digit = 0;
            while digit < at.len() {
                at[digit] += 1;
                if at[digit] < children[digit].len() {
                    break;
                }
                at[digit] = 0;
                digit += 1;
            }
            if digit == at.len() {
                return;
            }
        }
    }
}

#[derive(Default)]
struct Collected {
    forms: Vec<Tree>,
    shapes: FxHashSet<String>,
}

/// The operands of an operator, where nested nodes of the same operator that nothing else examines are flattened.
fn linked<'t>(tree: &'t Tree, op: Op, out: &mut Vec<&'t Tree>) {
    let is_raw =
        tree.name.is_none() && tree.predicates.is_empty() && tree.transform.is_none() && tree.tags.is_empty();
    if !is_raw {
        out.push(tree);
        return;
    }
    for child in &tree.children {
        if child.op == op && child.children.len() == 2 {
            linked(child, op, out);
        } else {
            out.push(child);
        }
    }
}

/// A canonical text of what a tree matches: without names that occur once, and without the names that fragments give its parts.
pub fn shape(tree: &Tree) -> String {
    let mut counts = fxhash::FxHashMap::default();
    count_names(tree, &mut counts);
    let mut out = String::new();
    write_shape(tree, &mut out, &|name| counts.get(name).copied().unwrap_or(0) > 1);
    out
}

fn count_names<'t>(tree: &'t Tree, counts: &mut fxhash::FxHashMap<&'t str, u32>) {
    if let Some(name) = &tree.name {
        *counts.entry(name).or_insert(0) += 1;
    }
    tree.children.iter().for_each(|child| count_names(child, counts));
}

fn write_shape(tree: &Tree, out: &mut String, keep: &dyn Fn(&str) -> bool) {
    let _ = write!(out, "({:?}", tree.op);
    for types in &tree.types {
        out.push(' ');
        types.write_key(out);
    }
    for used in &tree.predicates {
        let _ = write!(out, " p{}{:?}", used.id, used.operands);
    }
    if let Some(name) = &tree.name
        && keep(name)
    {
        let _ = write!(out, " ${name}");
    }
    for child in &tree.children {
        write_shape(child, out, keep);
    }
    out.push(')');
}

/// The complexity of a pattern: more complex ones are tried first. The numbers are LLVM's.
pub fn complexity(keeper: &RecordKeeper, tree: &Tree) -> Result<i64, Diagnostic> {
    let mut size = match tree.op {
        Op::Int(_) => 5,
        // The number of the intrinsic is a separate operand.
        Op::Intrinsic(_) => 8,
        _ => 3,
    };
    if let Op::Complex(record) = tree.op {
        let own = keeper.get_int(record, "Complexity")?;
        return Ok(size
            + match own {
                // Not specified; other negative values are intended.
                -1 => 3 * keeper.get_int(record, "NumOperands")?,
                own => own,
            });
    }
    size += i64::from(!tree.predicates.is_empty());
    for child in &tree.children {
        size += match child.op {
            Op::Int(_) => 5,
            Op::Splat(_) => 4,
            Op::Complex(_) => complexity(keeper, child)?,
            Op::Node(_) | Op::Intrinsic(_)
                if child
                    .types
                    .first()
                    .is_some_and(|types| *types != TypeSet::of(SimpleType::OTHER)) =>
            {
                complexity(keeper, child)?
            }
            Op::Node(_) | Op::Intrinsic(_) => 0,
            _ => i64::from(!child.predicates.is_empty()),
        };
    }
    Ok(size)
}
