//! `--gen-intrinsics` for descriptions with LLVM's own classes (`llvm/IR/Intrinsics.td`).
//!
//! | class | fields | |
//! |---|---|---|
//! | `Intrinsic` | `LLVMName`, `TargetPrefix` | names |
//! | | `TypeInfo` | a `TypeInfoGen`, whose `TypeSig` are the types (`signature.rs`) |
//! | | `IntrProperties`, `DisableDefaultAttributes` | properties (`properties.rs`) |
//! | `IntrinsicProperty` | `IsDefault`, `ArgNo` and others | a property; those by default are added after the intrinsic's |
//! | `Range`, `Dereferenceable` | `Lower`, `Upper`; `Bytes` | attributes with numbers |
//! | `IntrRead`, `IntrWrite` | `MemLoc` | the only memory that it reads or writes |
//! | `ArgInfo` | `Properties`: `ArgName`, `ImmArgPrinter` | how a constant argument is written |
//! | `ClangBuiltin`, `MSBuiltin` | `ClangBuiltinName`, `MSBuiltinName` | the builtin function that is a call of it |
//! | `IIT_Base` | `Number` | what a number in `TypeSig` is |
//!
//! The order, and so the number of an intrinsic, is LLVM's: those of all targets, then those of some, by name. The output
//! needs nothing from other crates.

mod properties;
mod signature;

use super::EmitOptions;
use super::intrinsics::intrinsic_name;
use super::rust::header;
use crate::record::{RecordId, RecordKeeper};
use properties::Properties;
use signature::TypeCodes;
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

type Result<T> = std::result::Result<T, Diagnostic>;

/// Whether the description has LLVM's classes.
pub(super) fn is_llvm_description(keeper: &RecordKeeper) -> bool {
    keeper.class("TypeInfoGen").is_some() && keeper.class("Intrinsic").is_some()
}

struct Intrinsic {
    record: RecordId,
    name: String,
    target: String,
    is_overloaded: bool,
    text: String,
}

fn builtin_name<'k>(keeper: &'k RecordKeeper, record: RecordId, class: &str, field: &str) -> Result<&'k str> {
    if keeper.is_subclass_of(record, class) {
        return Ok(keeper.get_string_opt(record, field)?.unwrap_or_default());
    }
    Ok("")
}

fn intrinsic(
    keeper: &RecordKeeper,
    record: RecordId,
    codes: &TypeCodes<'_>,
    defaults: &[RecordId],
) -> Result<Intrinsic> {
    let Some(id) = keeper.name(record).strip_prefix("int_") else {
        let what = format!("intrinsic '{}' does not start with 'int_'", keeper.name(record));
        return Err(Diagnostic::error(keeper.record(record).span, what));
    };
    let name = intrinsic_name(keeper, record)?;
    let target = keeper.get_string(record, "TargetPrefix")?;
    let Some(rest) = name.strip_prefix("llvm.") else {
        return Err(keeper.field_error(record, "LLVMName", "does not start with 'llvm.'"));
    };
    if !target.is_empty()
        && !rest
            .strip_prefix(target)
            .is_some_and(|rest| rest.starts_with('.'))
    {
        let what = format!("is '{target}', but the intrinsic is '{name}'");
        return Err(keeper.field_error(record, "TargetPrefix", &what));
    }
    let signature = codes.signature(keeper, record)?;
    let properties = Properties::read(keeper, record, signature.parameters.len(), defaults)?;
    let mut names = String::new();
    for (argument, name, printer) in &properties.names {
        let _ = write!(names, "({argument}, {name:?}, {printer:?}), ");
    }
    let text = format!(
        "Intrinsic {{ name: {name:?}, id: {id:?}, target: {target:?}, results: &[{}], parameters: &[{}], overloads: {}, \
         attributes: {:?}, values: &[{}], names: &[{names}], is_commutative: {}, has_side_effects: {}, \
         clang_builtin: {:?}, ms_builtin: {:?} }}",
        signature.results.join(", "),
        signature.parameters.join(", "),
        signature.overloads,
        properties.attributes(),
        properties.value_attributes(),
        properties.is_commutative,
        properties.has_side_effects,
        builtin_name(keeper, record, "ClangBuiltin", "ClangBuiltinName")?,
        builtin_name(keeper, record, "MSBuiltin", "MSBuiltinName")?,
    );
    Ok(Intrinsic {
        record,
        target: target.to_string(),
        is_overloaded: signature.overloads > 0,
        name,
        text,
    })
}

/// Whether this part of a name could be the type that the name of an overloaded intrinsic ends with.
fn is_like_a_type(part: &str) -> bool {
    let digits_behind = |prefix: &str| {
        part.strip_prefix(prefix)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let only_digits_behind = |prefix: &str| {
        part.strip_prefix(prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    const NAMES: [&str; 10] = [
        "isVoid", "Metadata", "f16", "f32", "f64", "f80", "f128", "bf16", "ppcf128", "x86amx",
    ];
    part.contains('_')
        || ["a", "v", "nxv"].into_iter().any(digits_behind)
        || ["p", "i"].into_iter().any(only_digits_behind)
        || NAMES.contains(&part)
}

/// Names that are there twice, that look like those of a target, or like an overloaded one's with a type after it.
fn check_names(keeper: &RecordKeeper, all: &[Intrinsic], errors: &mut Diagnostics) {
    let mut error = |intrinsic: &Intrinsic, what: String, other: Option<&Intrinsic>| {
        let span = |intrinsic: &Intrinsic| keeper.record(intrinsic.record).span;
        let mut diagnostic = Diagnostic::error(span(intrinsic), what);
        if let Some(other) = other {
            diagnostic = diagnostic.with_note(span(other), format!("'{}' is defined here", other.name));
        }
        errors.push(diagnostic);
    };
    let mut overloaded: Option<&Intrinsic> = None;
    let mut target_names: Vec<&str> = all.iter().map(|intrinsic| intrinsic.target.as_str()).collect();
    target_names.sort_unstable();
    target_names.dedup();
    for (index, intrinsic) in all.iter().enumerate() {
        if let Some(previous) = index.checked_sub(1).map(|previous| &all[previous])
            && previous.name == intrinsic.name
        {
            error(
                intrinsic,
                format!("two intrinsics are named '{}'", intrinsic.name),
                Some(previous),
            );
        }
        let first = intrinsic.name.split('.').nth(1).unwrap_or_default();
        if intrinsic.target.is_empty() && target_names.binary_search(&first).is_ok() {
            let what = format!(
                "'{}' has the name of an intrinsic of target '{first}', but is for all",
                intrinsic.name
            );
            error(intrinsic, what, None);
        }
        match overloaded {
            Some(base)
                if base.target == intrinsic.target
                    && intrinsic
                        .name
                        .strip_prefix(&base.name)
                        .is_some_and(|rest| rest.starts_with('.')) =>
            {
                let part = intrinsic.name[base.name.len() + 1..]
                    .split('.')
                    .next()
                    .unwrap_or_default();
                if is_like_a_type(part) {
                    let what = format!("'{}' could be '{}' with a type", intrinsic.name, base.name);
                    error(intrinsic, what, Some(base));
                }
            }
            _ => overloaded = intrinsic.is_overloaded.then_some(intrinsic),
        }
    }
}

const TYPES: &str = "\
/// A type in the signature of an intrinsic. Numbers of slots count the types that a call chooses, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// An integer of this many bits.
    Int(u32),
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `fp128`
    Quad,
    /// `ppc_fp128`
    DoubleDouble,
    /// A pointer to this address space.
    Pointer(u32),
    /// `x86_mmx`
    Mmx,
    /// `x86_amx`
    Amx,
    /// `target(\"aarch64.svcount\")`
    SvCount,
    /// `token`
    Token,
    /// `metadata`
    Metadata,
    /// `{}`
    EmptyStruct,
    /// `...`
    VarArg,
    /// A vector of this many elements.
    Vector(u32, &'static Type),
    /// A vector of a multiple of this many elements.
    Scalable(u32, &'static Type),
    /// Any type, chosen for this slot.
    Any(u32),
    /// Any integer or vector of integers.
    AnyInteger(u32),
    /// Any floating-point type or vector.
    AnyFloat(u32),
    /// Any vector.
    AnyVector(u32),
    /// A pointer to any address space.
    AnyPointer(u32),
    /// The type of the slot.
    Match(u32),
    /// The type of the slot with elements twice as wide.
    Extended(u32),
    /// The type of the slot with elements half as wide.
    Truncated(u32),
    /// An element of the vector in the slot.
    Element(u32),
    /// The vector in the slot, with the element count divided by this.
    FewerElements(u32, u32),
    /// The vector in the slot, with each element divided in this many.
    Subdivided(u32, u32),
    /// This type, as many times as the type in the slot has elements.
    SameWidth(u32, &'static Type),
    /// Integers of the size of the elements in the slot.
    BitsOf(u32),
    /// Any vector of pointers, chosen for this slot, with as many elements as the vector in the other.
    PointersTo(u32, u32),
}

/// An intrinsic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intrinsic {
    /// Its name, without types.
    pub name: &'static str,
    /// Its name as an identifier.
    pub id: &'static str,
    /// The target that has it; empty if all have.
    pub target: &'static str,
    /// Types of the results: none, one, or several in a struct.
    pub results: &'static [Type],
    /// Types of the parameters.
    pub parameters: &'static [Type],
    /// How many types a call chooses.
    pub overloads: u32,
    /// Attributes of its declaration, in LLVM's spelling.
    pub attributes: &'static str,
    /// Attributes of the result (-1) and the parameters that have some.
    pub values: &'static [(i32, &'static str)],
    /// Names of constant parameters, and what LLVM's function that writes them is called.
    pub names: &'static [(u32, &'static str, &'static str)],
    /// Whether its first two arguments may be exchanged.
    pub is_commutative: bool,
    /// Whether it does more than its attributes say.
    pub has_side_effects: bool,
    /// clang's builtin function that is a call of it.
    pub clang_builtin: &'static str,
    /// That of Microsoft's compiler.
    pub ms_builtin: &'static str,
}

/// The number of the intrinsic of this name, without types.
pub fn intrinsic_named(name: &str) -> Option<usize> {
    let from = INTRINSICS.partition_point(|intrinsic| intrinsic.target.is_empty());
    let (generic, of_targets) = INTRINSICS.split_at(from);
    let find = |intrinsics: &[Intrinsic]| intrinsics.binary_search_by(|intrinsic| intrinsic.name.cmp(name)).ok();
    find(generic).or_else(|| Some(from + find(of_targets)?))
}

use Type as T;

";

/// Writes `INTRINSICS: &[Intrinsic]`.
pub(super) fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> std::result::Result<String, Diagnostics> {
    let mut errors = Diagnostics::new();
    let codes = TypeCodes::read(keeper)?;
    let mut defaults = Vec::new();
    for &property in keeper.derived_defs("IntrinsicProperty") {
        if keeper.get_bit(property, "IsDefault")? {
            defaults.push(property);
        }
    }
    let mut all = Vec::new();
    for &record in keeper.derived_defs("Intrinsic") {
        match intrinsic(keeper, record, &codes, &defaults) {
            Ok(found) => all.push(found),
            Err(error) => errors.push(error),
        }
    }
    // The sort is stable: of two with one name the second is defined later.
    all.sort_by(|a: &Intrinsic, b| {
        let by_target = a.target.is_empty().cmp(&b.target.is_empty()).reverse();
        by_target.then_with(|| a.name.cmp(&b.name))
    });
    check_names(keeper, &all, &mut errors);
    if errors.has_errors() {
        return Err(errors);
    }
    let mut out = header(&options.source_name, "Intrinsics");
    out.push_str(TYPES);
    out.push_str("/// The intrinsics: those of all targets, then those of some, by name.\n");
    out.push_str("pub static INTRINSICS: &[Intrinsic] = &[\n");
    for intrinsic in &all {
        let _ = writeln!(out, "    {},", intrinsic.text);
    }
    out.push_str("];\n");
    Ok(out)
}
