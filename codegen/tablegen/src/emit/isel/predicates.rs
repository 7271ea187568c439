//! Predicates of fragments as Rust expressions, each distinct one numbered.

use super::types::SimpleType;
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use fxhash::FxHashMap;
use wavec_support::Diagnostic;

/// What variables an expression sees besides `target`, `n` and `dag`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PredicateKind {
    /// Nothing more.
    Node,
    /// `operands`
    NodeWithOperands,
    /// `imm: i64`
    Immediate,
    /// `imm: f64`, `bits: u64`
    FloatImmediate,
}

/// A predicate.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Predicate {
    /// What it sees.
    pub kind: PredicateKind,
    /// A Rust expression of type `bool`.
    pub code: String,
}

/// All predicates by number.
#[derive(Default)]
pub struct PredicateTable {
    pub list: Vec<Predicate>,
    index: FxHashMap<Predicate, u32>,
}

impl PredicateTable {
    pub fn intern(&mut self, predicate: Predicate) -> u32 {
        if let Some(&id) = self.index.get(&predicate) {
            return id;
        }
        let id = self.list.len() as u32;
        self.list.push(predicate.clone());
        self.index.insert(predicate, id);
        id
    }

    pub fn uses_operands(&self, id: u32) -> bool {
        self.list[id as usize].kind == PredicateKind::NodeWithOperands
    }
}

fn node(code: impl Into<String>) -> Predicate {
    Predicate {
        kind: PredicateKind::Node,
        code: code.into(),
    }
}

/// Fields of a fragment that are predicates without code.
const FLAGS: &[(&str, &str)] = &[
    ("IsDivergent", "n.is_divergent()"),
    ("IsUniform", "n.is_uniform()"),
    ("HasNoUse", "n.has_no_use()"),
    ("HasOneUse", "n.has_one_use()"),
    ("IsNonExtLoad", "n.load_ext() == LoadExt::None"),
    ("IsAnyExtLoad", "n.load_ext() == LoadExt::Any"),
    ("IsSignExtLoad", "n.load_ext() == LoadExt::Sign"),
    ("IsZeroExtLoad", "n.load_ext() == LoadExt::Zero"),
    ("IsTruncStore", "n.is_trunc_store()"),
    ("IsNonTruncStore", "!n.is_trunc_store()"),
    ("IsAtomic", "n.is_atomic()"),
    ("IsNonAtomic", "!n.is_atomic()"),
];

/// The predicates of a fragment.
pub fn fragment_predicates(keeper: &RecordKeeper, record: RecordId) -> Result<Vec<Predicate>, Diagnostic> {
    let mut out = Vec::new();
    for (field, code) in FLAGS {
        if keeper.get_bit_or_false(record, field) {
            out.push(node(*code));
        }
    }
    for (field, access) in [
        ("MemoryVT", "n.memory_vt()"),
        ("ScalarMemoryVT", "n.memory_vt().scalar()"),
    ] {
        if let Some(ty) = keeper.get_def_opt(record, field)? {
            let Some(ty) = SimpleType::from_record_name(keeper.name(ty)) else {
                return Err(keeper.field_error(record, field, "is no simple type"));
            };
            out.push(node(format!("{access} == ValueType::{}", ty.rust_name())));
        }
    }
    if let Some(Value::List(_)) = keeper.field_value(record, "AddressSpaces") {
        let spaces: Vec<String> = keeper
            .get_list_of_ints(record, "AddressSpaces")?
            .iter()
            .map(i64::to_string)
            .collect();
        out.push(node(format!(
            "matches!(n.address_space(), {})",
            spaces.join(" | ")
        )));
    }
    if let Some(Value::Int(align)) = keeper.field_value(record, "MinAlignment") {
        out.push(node(format!("n.align() >= {align}")));
    }
    let code = |field| -> Result<Option<String>, Diagnostic> {
        Ok(keeper
            .get_string_opt(record, field)?
            .map(str::trim)
            .filter(|code| !code.is_empty())
            .map(str::to_string))
    };
    if let Some(code) = code("ImmediateCode")? {
        let kind = if keeper.get_bit_or_false(record, "IsFloat") {
            PredicateKind::FloatImmediate
        } else {
            PredicateKind::Immediate
        };
        out.push(Predicate { kind, code });
    }
    if let Some(code) = code("PredicateCode")? {
        let kind = if keeper.get_bit_or_false(record, "PredicateCodeUsesOperands") {
            PredicateKind::NodeWithOperands
        } else {
            PredicateKind::Node
        };
        out.push(Predicate { kind, code });
    }
    Ok(out)
}
