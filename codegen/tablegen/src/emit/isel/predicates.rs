//! Predicates of fragments as Rust expressions, each distinct one numbered.
//!
//! | fields of `PatFrags` | |
//! |---|---|
//! | `PredicateCode`, `ImmediateCode` | Rust code; `IsFloat` and `IsAPFloat` say which kind of constant `ImmediateCode` gets |
//! | `IsDivergent`, `IsUniform`, `HasNoUse`, `HasOneUse` | properties of the node |
//! | `IsLoad`, `IsNonExtLoad`, `IsAnyExtLoad`, `IsSignExtLoad`, `IsZeroExtLoad` | of loads |
//! | `IsStore`, `IsTruncStore`, `IsNonTruncStore` | of stores; `IsTruncStore = 0` requires the opposite |
//! | `IsAtomic`, `IsNonAtomic`, and those of [`ORDERINGS`] and [`STRONGER`] | of atomic accesses |
//! | `MemoryVT`, `ScalarMemoryVT`, `AddressSpaces`, `MinAlignment` | of the memory that is accessed |

use super::rust_errors::may_be_rust;
use super::type_reader::TypeReader;
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use fxhash::FxHashMap;
use wavec_support::Diagnostic;

/// The variables that an expression can use besides `target`, `n` and `dag`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PredicateKind {
    /// No others.
    Node,
    /// `operands`
    NodeWithOperands,
    /// `imm: i64`
    Immediate,
    /// `imm: f64`, `bits: u64`
    FloatImmediate,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The variables that it can use.
    pub kind: PredicateKind,
    /// A Rust expression of type `bool`.
    pub code: String,
    /// The record and field that contain it, the first of those with the same code; none if the emitter made it.
    pub origin: Option<(RecordId, &'static str)>,
    /// The text for listings: the code if it is short, or else, or if it is not Rust, the name of its record.
    pub text: String,
}

/// The text that listings show for code.
pub fn code_text(code: &str, name: &str) -> String {
    if code.len() <= 100 && !code.contains('\n') && may_be_rust(code) {
        code.to_string()
    } else {
        name.to_string()
    }
}

/// All predicates by number.
#[derive(Default)]
pub struct PredicateTable {
    pub list: Vec<Predicate>,
    index: FxHashMap<(PredicateKind, String), u32>,
}

impl PredicateTable {
    pub fn intern(&mut self, predicate: Predicate) -> u32 {
        let next = self.list.len() as u32;
        let id = *self
            .index
            .entry((predicate.kind, predicate.code.clone()))
            .or_insert(next);
        if id == next {
            self.list.push(predicate);
        }
        id
    }

    pub fn uses_operands(&self, id: u32) -> bool {
        self.list[id as usize].kind == PredicateKind::NodeWithOperands
    }
}

fn node(code: impl Into<String>) -> Predicate {
    let code = code.into();
    Predicate {
        kind: PredicateKind::Node,
        text: code.clone(),
        code,
        origin: None,
    }
}

/// The predicate of a vector whose elements are all -1, or all 0.
pub fn splat_predicate(ones: bool) -> Predicate {
    node(if ones {
        "n.is_all_ones_vector()"
    } else {
        "n.is_all_zeros_vector()"
    })
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

/// Those of LLVM about the ordering of atomic accesses. A bit of the last two that is 0, not `?`, requires the opposite.
const ORDERINGS: &[(&str, &str)] = &[
    ("IsAtomicOrderingMonotonic", "Monotonic"),
    ("IsAtomicOrderingAcquire", "Acquire"),
    ("IsAtomicOrderingRelease", "Release"),
    ("IsAtomicOrderingAcquireRelease", "AcquireRelease"),
    ("IsAtomicOrderingSequentiallyConsistent", "SequentiallyConsistent"),
];
const STRONGER: &[(&str, &str)] = &[
    (
        "IsAtomicOrderingAcquireOrStronger",
        "n.ordering().is_acquire_or_stronger()",
    ),
    (
        "IsAtomicOrderingReleaseOrStronger",
        "n.ordering().is_release_or_stronger()",
    ),
];

/// The predicates of a fragment.
pub fn fragment_predicates(
    keeper: &RecordKeeper,
    types: &TypeReader<'_>,
    record: RecordId,
) -> Result<Vec<Predicate>, Diagnostic> {
    let mut out = Vec::new();
    for (field, code) in FLAGS {
        if keeper.get_bit_or_false(record, field) {
            out.push(node(*code));
        }
    }
    for (field, ordering) in ORDERINGS {
        if keeper.get_bit_or_false(record, field) {
            out.push(node(format!(
                "n.ordering() == wavec_codegen::mir::AtomicOrdering::{ordering}"
            )));
        }
    }
    for (field, code) in STRONGER {
        match keeper.field_value(record, field) {
            Some(Value::Bit(true)) => out.push(node(*code)),
            Some(Value::Bit(false)) => out.push(node(format!("!{code}"))),
            _ => {}
        }
    }
    // LLVM has one bit for both: if set, a truncating store; if clear, a store of the whole value.
    if let Some(Value::Bit(false)) = keeper.field_value(record, "IsTruncStore")
        && keeper.get_bit_or_false(record, "IsStore")
        && keeper.field_value(record, "IsNonTruncStore").is_none()
    {
        out.push(node("!n.is_trunc_store()"));
    }
    for (field, access) in [
        ("MemoryVT", "n.memory_vt()"),
        ("ScalarMemoryVT", "n.memory_vt().scalar()"),
    ] {
        if let Some(ty) = keeper.get_def_opt(record, field)? {
            let Some(ty) = types.simple(ty) else {
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
    let written = |kind, code: String, field| Predicate {
        kind,
        origin: Some((record, field)),
        text: code_text(&code, keeper.name(record)),
        code,
    };
    if let Some(code) = code("ImmediateCode")? {
        let is_float = ["IsFloat", "IsAPFloat"]
            .iter()
            .any(|field| keeper.get_bit_or_false(record, field));
        let kind = if is_float {
            PredicateKind::FloatImmediate
        } else {
            PredicateKind::Immediate
        };
        out.push(written(kind, code, "ImmediateCode"));
    }
    if let Some(code) = code("PredicateCode")? {
        let kind = if keeper.get_bit_or_false(record, "PredicateCodeUsesOperands") {
            PredicateKind::NodeWithOperands
        } else {
            PredicateKind::Node
        };
        out.push(written(kind, code, "PredicateCode"));
    }
    Ok(out)
}
