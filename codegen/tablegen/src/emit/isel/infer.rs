//! Types of the nodes of a pattern.

use super::pattern::{Op, Tree, types_of_record};
use super::types::{SimpleType, TypeSet};
use crate::record::{RecordId, RecordKeeper};
use fxhash::FxHashMap;

/// What a node's types must satisfy. Numbers count results, then operands.
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
    /// The element type, or the type itself, of another.
    ScalarOf(usize, usize),
}

/// Finds types; remembers what profiles say.
pub struct Inference<'k> {
    keeper: &'k RecordKeeper,
    profiles: FxHashMap<RecordId, Vec<Constraint>>,
    /// Types that some register class holds.
    pub legal: TypeSet,
}

impl<'k> Inference<'k> {
    pub fn new(keeper: &'k RecordKeeper) -> Inference<'k> {
        let mut legal = TypeSet::EMPTY;
        for &class in keeper.derived_defs("RegisterClass") {
            for ty in keeper.get_list_of_defs(class, "RegTypes").unwrap_or_default() {
                legal = legal.union(types_of_record(keeper, ty));
            }
        }
        if legal.is_empty() {
            legal = TypeSet::data();
        }
        legal.insert(SimpleType::OTHER);
        Inference {
            keeper,
            profiles: FxHashMap::default(),
            legal,
        }
    }

    fn constraints(&mut self, op: Op) -> &[Constraint] {
        let keeper = self.keeper;
        match op {
            Op::Node(record) => self
                .profiles
                .entry(record)
                .or_insert_with(|| node_constraints(keeper, record)),
            Op::Intrinsic(record) => self
                .profiles
                .entry(record)
                .or_insert_with(|| intrinsic_constraints(keeper, record)),
            _ => &[],
        }
    }

    /// Narrows the types of a tree until nothing changes. An error names the node where nothing is left.
    pub fn infer(&mut self, tree: &mut Tree) -> Result<(), String> {
        self.restrict(tree);
        loop {
            let mut changed = false;
            self.step(tree, &mut changed)?;
            same_names(tree, &mut changed);
            if !changed {
                return Ok(());
            }
        }
    }

    /// Only legal types where more than one is possible.
    fn restrict(&self, tree: &mut Tree) {
        for types in &mut tree.types {
            if types.len() > 1 {
                let legal = types.intersection(self.legal);
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
        let mut types: Vec<TypeSet> = tree.types.clone();
        types.extend(
            tree.children
                .iter()
                .map(|child| child.types.first().copied().unwrap_or(TypeSet::EMPTY)),
        );
        let before = types.clone();
        for constraint in self.constraints(tree.op) {
            apply(*constraint, &mut types);
        }
        if types == before {
            return Ok(());
        }
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
        *changed = true;
        Ok(())
    }

    /// Infers, and lets complex patterns whose type stays open take the type of their first typed operand.
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

/// A complex pattern with several possible types whose first operand has one of them.
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
    let mut seen: Vec<(String, TypeSet)> = Vec::new();
    collect_names(tree, &mut seen);
    let repeats = {
        let mut names: Vec<&str> = seen.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.windows(2).any(|pair| pair[0] == pair[1])
    };
    if !repeats {
        return;
    }
    let mut merged: FxHashMap<String, TypeSet> = FxHashMap::default();
    for (name, types) in seen {
        let entry = merged.entry(name).or_insert(types);
        *entry = entry.intersection(types);
    }
    set_names(tree, &merged, changed);
}

fn collect_names(tree: &Tree, out: &mut Vec<(String, TypeSet)>) {
    if let (Op::Any, Some(name)) = (tree.op, &tree.name) {
        out.push((name.clone(), tree.types[0]));
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

fn node_constraints(keeper: &RecordKeeper, record: RecordId) -> Vec<Constraint> {
    let Ok(profile) = keeper.get_def(record, "TypeProfile") else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for constraint in keeper
        .get_list_of_defs(profile, "Constraints")
        .unwrap_or_default()
    {
        let number = |field| keeper.get_int(constraint, field).unwrap_or(-1).max(0) as usize;
        let (a, b) = (number("OperandNum"), number("OtherOperandNum"));
        let vt = || match keeper.get_def_opt(constraint, "VT") {
            Ok(Some(vt)) => types_of_record(keeper, vt),
            _ => TypeSet::data(),
        };
        out.push(match keeper.get_string(constraint, "Kind").unwrap_or("") {
            "VT" => Constraint::Is(a, vt()),
            "Ptr" => Constraint::Is(a, TypeSet::pointers()),
            "Int" => Constraint::Int(a),
            "FP" => Constraint::Float(a),
            "Vec" => Constraint::Vector(a),
            "SameAs" => Constraint::Same(a, b),
            "SmallerThan" => Constraint::Smaller(a, b),
            "EltOfVec" => Constraint::ElementOf(a, b),
            "SubVecOfVec" => Constraint::PartOf(a, b),
            "VecEltIsVT" => Constraint::ElementIs(a, vt()),
            "SameNumElts" => Constraint::SameCount(a, b),
            "SameSize" => Constraint::SameSize(a, b),
            _ => continue,
        });
    }
    out
}

fn intrinsic_constraints(keeper: &RecordKeeper, record: RecordId) -> Vec<Constraint> {
    let mut signature = keeper.get_list_of_defs(record, "RetTypes").unwrap_or_default();
    signature.retain(|&ty| keeper.get_string(ty, "Kind").is_ok_and(|kind| kind != "Void"));
    signature.extend(keeper.get_list_of_defs(record, "ParamTypes").unwrap_or_default());
    let kind = |ty| keeper.get_string(ty, "Kind").unwrap_or("");
    let bits = |ty| keeper.get_int(ty, "Bits").unwrap_or(0);
    let mut slots = Vec::new();
    for (at, &ty) in signature.iter().enumerate() {
        if matches!(kind(ty), "Any" | "AnyInt" | "AnyFloat" | "AnyPtr" | "AnyVector") {
            slots.push(at);
        }
    }
    let mut out = Vec::new();
    for (at, &ty) in signature.iter().enumerate() {
        let slot = || slots.get(bits(ty) as usize).copied().unwrap_or(usize::MAX);
        match kind(ty) {
            "Ptr" | "AnyPtr" => out.push(Constraint::Is(at, TypeSet::pointers())),
            "AnyInt" => out.push(Constraint::Int(at)),
            "AnyFloat" => out.push(Constraint::Float(at)),
            "AnyVector" => out.push(Constraint::Vector(at)),
            "Match" => out.push(Constraint::Same(at, slot())),
            "MatchElement" => out.push(Constraint::ScalarOf(at, slot())),
            "MatchWidth" => {
                out.push(Constraint::SameCount(at, slot()));
                if let Ok(Some(element)) = keeper.get_def_opt(ty, "Element")
                    && let Some(name) = fixed_type(keeper, element)
                    && let Some(ty) = SimpleType::from_record_name(&name)
                {
                    let mut set = TypeSet::EMPTY;
                    TypeSet::data()
                        .iter()
                        .filter(|t| t.scalar() == ty)
                        .for_each(|t| set.insert(t));
                    out.push(Constraint::Is(at, set));
                }
            }
            _ => {
                if let Some(ty) = fixed_type(keeper, ty).and_then(|name| SimpleType::from_record_name(&name))
                {
                    out.push(Constraint::Is(
                        at,
                        TypeSet::of(ty).union(TypeSet::integers_for(ty)),
                    ));
                }
            }
        }
    }
    out
}

/// The name of the value type that a fixed LLVMType is.
fn fixed_type(keeper: &RecordKeeper, ty: RecordId) -> Option<String> {
    let bits = keeper.get_int(ty, "Bits").unwrap_or(0);
    Some(match keeper.get_string(ty, "Kind").ok()? {
        "Int" => format!("i{bits}"),
        "Half" => "f16".to_string(),
        "BFloat" => "bf16".to_string(),
        "Float" => "f32".to_string(),
        "Double" => "f64".to_string(),
        "Vector" => {
            let element = keeper.get_def_opt(ty, "Element").ok()??;
            format!("v{bits}{}", fixed_type(keeper, element)?)
        }
        _ => return None,
    })
}
