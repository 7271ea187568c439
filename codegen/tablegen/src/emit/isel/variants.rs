//! Forms of a pattern that commutative operators give, and a pattern's complexity.

use super::pattern::{Op, Tree};
use crate::record::{RecordId, RecordKeeper};
use fxhash::FxHashSet;
use std::fmt::Write;
use wavec_support::Diagnostic;

/// Most forms of one pattern.
const MAX_VARIANTS: usize = 64;

/// Whether a node or intrinsic has a property.
pub fn has_property(keeper: &RecordKeeper, record: RecordId, property: &str) -> bool {
    keeper
        .get_list_of_defs(record, "Properties")
        .is_ok_and(|list| list.iter().any(|&p| keeper.name(p) == property))
}

fn is_commutative(keeper: &RecordKeeper, tree: &Tree) -> bool {
    match tree.op {
        Op::Node(record) => has_property(keeper, record, "SDNPCommutative"),
        Op::Intrinsic(record) => has_property(keeper, record, "Commutative"),
        _ => false,
    }
}

/// Whether constants are canonically on the right: exchanging would never match.
fn is_constant(keeper: &RecordKeeper, tree: &Tree) -> bool {
    match tree.op {
        Op::Int(_) => true,
        Op::Node(record) => matches!(keeper.name(record), "imm" | "timm" | "fpimm" | "tfpimm"),
        _ => false,
    }
}

/// The forms, the pattern itself first.
pub fn variants(keeper: &RecordKeeper, tree: &Tree) -> Vec<Tree> {
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    for form in forms(keeper, tree) {
        if seen.insert(shape(&form)) {
            out.push(form);
        }
        if out.len() == MAX_VARIANTS {
            break;
        }
    }
    out
}

fn forms(keeper: &RecordKeeper, tree: &Tree) -> Vec<Tree> {
    if matches!(tree.op, Op::Complex(_)) || tree.children.is_empty() {
        return vec![tree.clone()];
    }
    let mut combinations: Vec<Vec<Tree>> = vec![Vec::new()];
    for child in &tree.children {
        let mut alternatives = Vec::new();
        let mut seen = FxHashSet::default();
        for form in forms(keeper, child) {
            if seen.insert(shape_with_names(&form)) {
                alternatives.push(form);
            }
        }
        combinations = combinations
            .into_iter()
            .flat_map(|prefix| {
                alternatives.iter().map(move |next| {
                    let mut list = prefix.clone();
                    list.push(next.clone());
                    list
                })
            })
            .take(MAX_VARIANTS)
            .collect();
    }
    let commute = is_commutative(keeper, tree)
        && tree.children.len() >= 2
        && !is_constant(keeper, &tree.children[0])
        && !is_constant(keeper, &tree.children[1]);
    let mut out = Vec::new();
    for children in combinations {
        let mut form = tree.clone();
        form.children = children;
        if commute {
            let mut swapped = form.clone();
            swapped.children.swap(0, 1);
            out.push(form);
            out.push(swapped);
        } else {
            out.push(form);
        }
    }
    // The pattern as written comes first.
    out.truncate(MAX_VARIANTS);
    out
}

/// What a tree matches, without the names that bind one place only.
fn shape(tree: &Tree) -> String {
    let mut counts = fxhash::FxHashMap::default();
    count_names(tree, &mut counts);
    let mut out = String::new();
    write_shape(tree, &mut out, &|name| counts.get(name).copied().unwrap_or(0) > 1);
    out
}

fn shape_with_names(tree: &Tree) -> String {
    let mut out = String::new();
    write_shape(tree, &mut out, &|_| true);
    out
}

fn count_names<'t>(tree: &'t Tree, counts: &mut fxhash::FxHashMap<&'t str, u32>) {
    if let Some(name) = &tree.name {
        *counts.entry(name).or_insert(0) += 1;
    }
    if !matches!(tree.op, Op::Complex(_)) {
        tree.children.iter().for_each(|child| count_names(child, counts));
    }
}

fn write_shape(tree: &Tree, out: &mut String, keep: &dyn Fn(&str) -> bool) {
    let _ = write!(out, "({:?} {:?}", tree.op, tree.types);
    for used in &tree.predicates {
        let _ = write!(out, " p{}{:?}", used.id, used.operands);
    }
    for tag in &tree.tags {
        let _ = write!(out, " t{tag}");
    }
    if let Some(name) = &tree.name
        && keep(name)
    {
        let _ = write!(out, " ${name}");
    }
    if !matches!(tree.op, Op::Complex(_)) {
        for child in &tree.children {
            write_shape(child, out, keep);
        }
    }
    out.push(')');
}

/// How much a pattern asks: larger ones are tried first.
pub fn complexity(keeper: &RecordKeeper, tree: &Tree) -> Result<i64, Diagnostic> {
    let predicate = i64::from(!tree.predicates.is_empty());
    Ok(match tree.op {
        Op::Int(_) => 5,
        Op::Complex(record) => {
            let own = keeper.get_int(record, "Complexity")?;
            let size = if own >= 0 {
                own
            } else {
                3 * keeper.get_int(record, "NumOperands")?
            };
            size + 3
        }
        Op::Node(_) | Op::Intrinsic(_) => {
            let mut size = 3 + predicate + i64::from(is_constant(keeper, tree)) * 2;
            for child in &tree.children {
                size += match child.op {
                    Op::Any => i64::from(!child.predicates.is_empty()),
                    Op::CondCode(_) | Op::ValueType(_) => 3,
                    Op::Register(_) => 3,
                    _ => complexity(keeper, child)?,
                };
            }
            size
        }
        _ => 3 + predicate,
    })
}
