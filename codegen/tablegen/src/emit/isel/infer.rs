//! Types of the nodes of a pattern.

use super::pattern::{Op, Tree};
use super::signature::{self, Part};
use super::type_reader::TypeReader;
use super::types::TypeSet;
use crate::record::{RecordId, RecordKeeper};
use fxhash::FxHashMap;

/// A constraint on the types of a node. Numbers count results, then operands.
#[derive(Clone, Copy, Debug)]
enum Constraint {
    Is(usize, TypeSet),
    Int(usize),
    Float(usize),
    Vector(usize),
    Same(usize, usize),
    Smaller(usize, usize),
    ElementOf(usize, usize),
    PartOf(usize, usize),
    ElementIs(usize, TypeSet),
    SameCount(usize, usize),
    SameSize(usize, usize),
    /// The type is the element type of another, or the same type.
    ScalarOf(usize, usize),
    /// The type given as an operand is smaller than the type of another.
    TypeSmaller(usize, usize),
}

/// Type inference, with a cache of the constraints of profiles.
pub struct Inference<'k> {
    keeper: &'k RecordKeeper,
    profiles: FxHashMap<RecordId, Vec<Constraint>>,
    pub types: TypeReader<'k>,
    /// The new and old types of a node and its operands, in buffers that are reused.
    buffers: (Vec<TypeSet>, Vec<TypeSet>),
}

impl<'k> Inference<'k> {
    pub fn new(keeper: &'k RecordKeeper, types: TypeReader<'k>) -> Inference<'k> {
        Inference {
            keeper,
            profiles: FxHashMap::default(),
            types,
            buffers: Default::default(),
        }
    }

    fn constraints(&mut self, op: Op) -> &[Constraint] {
        let (keeper, types) = (self.keeper, self.types);
        match op {
            Op::Node(record) => self
                .profiles
                .entry(record)
                .or_insert_with(|| node_constraints(keeper, &types, record)),
            Op::Intrinsic(record) => self
                .profiles
                .entry(record)
                .or_insert_with(|| intrinsic_constraints(keeper, &types, record)),
            _ => &[],
        }
    }

    /// Narrows the types of a tree to a fixed point. An error names a node for which no type remains.
    pub fn infer(&mut self, tree: &mut Tree) -> Result<(), String> {
        // Types that are given need not be legal; inferred types must be.
        self.iterate(tree)?;
        self.restrict(tree);
        self.iterate(tree)
    }

    fn iterate(&mut self, tree: &mut Tree) -> Result<(), String> {
        loop {
            let mut changed = false;
            self.step(tree, &mut changed)?;
            same_names(tree, &mut changed);
            if !changed {
                return Ok(());
            }
        }
    }

    /// Restricts ambiguous types to legal ones.
    fn restrict(&self, tree: &mut Tree) {
        for types in &mut tree.types {
            if types.len() > 1 {
                let legal = types.intersection(self.types.legal);
                if !legal.is_empty() {
                    *types = legal;
                }
            }
        }
        for child in &mut tree.children {
            self.restrict(child);
        }
    }

    fn step(&mut self, tree: &mut Tree, changed: &mut bool) -> Result<(), String> {
        if !matches!(tree.op, Op::Complex(_)) {
            for child in &mut tree.children {
                self.step(child, changed)?;
            }
        }
        if let Op::Complex(_) = tree.op {
            return Ok(());
        }
        let results = tree.types.len();
        let mut buffers = std::mem::take(&mut self.buffers);
        let (types, before) = (&mut buffers.0, &mut buffers.1);
        types.clear();
        types.extend(&tree.types);
        types.extend(
            tree.children
                .iter()
                .map(|child| child.types.first().copied().unwrap_or(TypeSet::EMPTY)),
        );
        before.clone_from(types);
        for constraint in self.constraints(tree.op) {
            if let Constraint::TypeSmaller(operand, other) = *constraint {
                let operand = operand
                    .checked_sub(results)
                    .and_then(|child| tree.children.get(child));
                if let (Some(Op::ValueType(ty)), Some(other)) =
                    (operand.map(|operand| operand.op), types.get_mut(other))
                {
                    *other = other.larger_than_type(ty);
                }
            } else {
                apply(*constraint, types);
            }
        }
        let result = if types == before {
            Ok(())
        } else {
            *changed = true;
            self.store(tree, results, types, before)
        };
        self.buffers = buffers;
        result
    }

    /// Sets the types of a tree to the remaining ones; an error if a node has none.
    fn store(
        &self,
        tree: &mut Tree,
        results: usize,
        types: &[TypeSet],
        before: &[TypeSet],
    ) -> Result<(), String> {
        for (i, &ty) in types.iter().enumerate() {
            if ty.is_empty() && !before[i].is_empty() {
                let what = if i < results {
                    format!("result {i}")
                } else {
                    format!("operand {}", i - results)
                };
                return Err(format!(
                    "{what} of '{}' cannot have a type: it was one of {}",
                    op_name(self.keeper, tree.op),
                    before[i]
                ));
            }
            if i < results {
                tree.types[i] = ty;
            } else if let Some(first) = tree.children[i - results].types.first_mut() {
                *first = ty;
            }
        }
        Ok(())
    }

    /// Infers types; a complex pattern whose type remains ambiguous gets the type of its first typed operand.
    pub fn settle(&mut self, tree: &mut Tree) -> Result<(), String> {
        self.infer(tree)?;
        while let Some(complex) = open_complex(tree) {
            let ty = complex.children[0].types[0];
            complex.types[0] = ty;
            self.infer(tree)?;
        }
        Ok(())
    }
}

/// Finds a complex pattern with several possible types whose first operand has one of them.
fn open_complex(tree: &mut Tree) -> Option<&mut Tree> {
    if let Op::Complex(_) = tree.op {
        let first = tree.children.first().and_then(|child| child.types[0].single())?;
        let open = tree.types[0].len() > 1 && tree.types[0].contains(first);
        return open.then_some(tree);
    }
    tree.children.iter_mut().find_map(open_complex)
}

/// Leaves of the same name have the same type.
fn same_names(tree: &mut Tree, changed: &mut bool) {
    let mut seen: Vec<(&str, TypeSet)> = Vec::new();
    collect_names(tree, &mut seen);
    seen.sort_unstable_by_key(|&(name, _)| name);
    if !seen.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return;
    }
    let mut merged: FxHashMap<String, TypeSet> = FxHashMap::default();
    for same in seen.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
        let types = same
            .iter()
            .fold(same[0].1, |types, one| types.intersection(one.1));
        merged.insert(same[0].0.to_string(), types);
    }
    set_names(tree, &merged, changed);
}

fn collect_names<'t>(tree: &'t Tree, out: &mut Vec<(&'t str, TypeSet)>) {
    if let (Op::Any, Some(name)) = (tree.op, &tree.name) {
        out.push((name, tree.types[0]));
    }
    if !matches!(tree.op, Op::Complex(_)) {
        for child in &tree.children {
            collect_names(child, out);
        }
    }
}

fn set_names(tree: &mut Tree, merged: &FxHashMap<String, TypeSet>, changed: &mut bool) {
    if let (Op::Any, Some(name)) = (tree.op, &tree.name)
        && let Some(&types) = merged.get(name)
        && types != tree.types[0]
        && !types.is_empty()
    {
        tree.types[0] = types;
        *changed = true;
    }
    for child in &mut tree.children {
        set_names(child, merged, changed);
    }
}

/// Name of an operator, for messages and listings.
pub fn op_name(keeper: &RecordKeeper, op: Op) -> String {
    match op {
        Op::Any => "operand".to_string(),
        Op::Int(value) => value.to_string(),
        Op::ValueType(ty) => ty.to_string(),
        Op::Splat(true) => "immAllOnesV".to_string(),
        Op::Splat(false) => "immAllZerosV".to_string(),
        Op::Register(r)
        | Op::RegisterClass(r)
        | Op::SubReg(r)
        | Op::CondCode(r)
        | Op::Node(r)
        | Op::Intrinsic(r)
        | Op::Complex(r)
        | Op::Instruction(r)
        | Op::Transform(r) => keeper.name(r).to_string(),
    }
}

/// Maximum number of pairs of types that a relation compares.
const MAX_PAIRS: usize = 1 << 13;

fn apply(constraint: Constraint, types: &mut [TypeSet]) {
    use Constraint::*;
    let count = types.len();
    let mut narrow = |at: usize, to: TypeSet| {
        if at < count {
            types[at] = types[at].intersection(to);
        }
    };
    match constraint {
        Is(a, set) => narrow(a, set),
        Int(a) | Float(a) | Vector(a) if a < count => {
            let set = match constraint {
                Int(_) => types[a].ints(),
                Float(_) => types[a].floats(),
                _ => types[a].vectors(),
            };
            types[a] = set;
        }
        Same(a, b)
        | Smaller(a, b)
        | ElementOf(a, b)
        | PartOf(a, b)
        | SameCount(a, b)
        | SameSize(a, b)
        | ScalarOf(a, b)
            if a < count && b < count =>
        {
            let (ta, tb) = (types[a], types[b]);
            // Two large sets hardly constrain each other, and comparing all pairs would be slow.
            if !matches!(constraint, Same(..)) && ta.len() * tb.len() > MAX_PAIRS {
                return;
            }
            (types[a], types[b]) = match constraint {
                Same(..) => (ta.intersection(tb), ta.intersection(tb)),
                Smaller(..) => (ta.smaller_than(tb), tb.larger_than(ta)),
                ElementOf(..) => (ta.elements_of(tb), tb.with_elements(ta)),
                PartOf(..) => (ta.parts_of(tb), tb.wholes_of(ta)),
                SameCount(..) => (ta.same_count(tb), tb.same_count(ta)),
                SameSize(..) => (ta.same_size(tb), tb.same_size(ta)),
                _ => {
                    let mut scalars = TypeSet::EMPTY;
                    tb.iter().for_each(|ty| scalars.insert(ty.scalar()));
                    (ta.intersection(scalars), tb)
                }
            };
        }
        ElementIs(a, set) if a < count => types[a] = types[a].with_elements(set),
        _ => {}
    }
}

/// Kinds of constraints, by TableGen class; none of these is a subclass of another.
const CONSTRAINTS: [&str; 13] = [
    "SDTCisVT",
    "SDTCisPtrTy",
    "SDTCisInt",
    "SDTCisFP",
    "SDTCisVec",
    "SDTCisSameAs",
    "SDTCisOpSmallerThanOp",
    "SDTCisVTSmallerThanOp",
    "SDTCisEltOfVec",
    "SDTCisSubVecOfVec",
    "SDTCVecEltisVT",
    "SDTCisSameNumEltsAs",
    "SDTCisSameSizeAs",
];

fn node_constraints(keeper: &RecordKeeper, types: &TypeReader<'_>, record: RecordId) -> Vec<Constraint> {
    let Ok(profile) = keeper.get_def(record, "TypeProfile") else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for constraint in keeper
        .get_list_of_defs(profile, "Constraints")
        .unwrap_or_default()
    {
        let number = |field| {
            keeper
                .get_int(constraint, field)
                .ok()
                .and_then(|n| usize::try_from(n).ok())
        };
        let Some(a) = number("OperandNum") else { continue };
        let b = || {
            let fields = ["OtherOperandNum", "OtherOpNum", "BigOperandNum"];
            fields.into_iter().find_map(number).unwrap_or(usize::MAX)
        };
        let vt = || match keeper.get_def_opt(constraint, "VT") {
            Ok(Some(vt)) => types.of_record(vt),
            _ => TypeSet::data(),
        };
        let class = CONSTRAINTS
            .into_iter()
            .find(|class| keeper.is_subclass_of(constraint, class));
        out.push(match class.unwrap_or_default() {
            "SDTCisVT" => Constraint::Is(a, vt()),
            "SDTCisPtrTy" => Constraint::Is(a, types.pointers),
            "SDTCisInt" => Constraint::Int(a),
            "SDTCisFP" => Constraint::Float(a),
            "SDTCisVec" => Constraint::Vector(a),
            "SDTCisSameAs" => Constraint::Same(a, b()),
            "SDTCisOpSmallerThanOp" => Constraint::Smaller(a, b()),
            "SDTCisVTSmallerThanOp" => Constraint::TypeSmaller(a, b()),
            "SDTCisEltOfVec" => Constraint::ElementOf(a, b()),
            "SDTCisSubVecOfVec" => Constraint::PartOf(a, b()),
            "SDTCVecEltisVT" => Constraint::ElementIs(a, vt()),
            "SDTCisSameNumEltsAs" => Constraint::SameCount(a, b()),
            "SDTCisSameSizeAs" => Constraint::SameSize(a, b()),
            _ => continue,
        });
    }
    out
}

fn intrinsic_constraints(keeper: &RecordKeeper, types: &TypeReader<'_>, record: RecordId) -> Vec<Constraint> {
    let signature = signature::signature(keeper, types, record);
    let overloads = signature.overloads();
    let slot = |number: usize| overloads.get(number).copied().unwrap_or(usize::MAX);
    let mut out = Vec::new();
    for (at, part) in signature.results.iter().chain(&signature.params).enumerate() {
        match *part {
            Part::Types { set, .. } => out.push(Constraint::Is(at, set)),
            Part::Match(number) => out.push(Constraint::Same(at, slot(number))),
            Part::Element(number) => out.push(Constraint::ScalarOf(at, slot(number))),
            Part::Width(number, set) => {
                out.push(Constraint::SameCount(at, slot(number)));
                out.push(Constraint::Is(at, set));
            }
            Part::Other => {}
        }
    }
    out
}
