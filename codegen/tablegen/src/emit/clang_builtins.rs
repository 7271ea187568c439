//! `--gen-builtins` for descriptions with clang's own classes (`clang/Basic/BuiltinsBase.td`).
//!
//! | class | fields | |
//! |---|---|---|
//! | `Builtin` | `Spellings`, `Prototype`, `Attributes` | names, types (`prototype.rs`) and attributes |
//! | | `Namespace` | `std` or nothing |
//! | | `EnableOpenCLLong` | `long long` is OpenCL's `long` |
//! | | `RequiredNamePrefix` | a `NamePrefix`, whose `Spelling` comes before the names |
//! | `Attribute` | `Mangling` | its letter; of `IndexedAttribute` `Index`, of `MultiIndexAttribute` `Indices` follow |
//! | `Template` | `Substitutions`, `Affixes`, `AsPrefix` | one function for each: what `T` is, and what its name gets |
//! | `AtomicBuiltin` | | comes first |
//! | `TargetBuiltin` | `Features` | what the processor must have |
//! | `LibBuiltin` | `Header`, `Languages` | a function of a library |
//! | | `AddBuiltinPrefixedAlias` | `__builtin_` and the name is one too |
//! | | `OnlyBuiltinPrefixedAliasIsConstexpr` | that one can be evaluated at compile time |
//! | `TargetLibBuiltin` | `Features`, `Header`, `Languages` | both |
//! | `LangBuiltin` | `Languages` | languages that have it |
//!
//! Fields that only newer or older versions of the classes have count as unset where they are missing. The order is that of
//! `clang-tblgen -gen-clang-builtins`: functions of `AtomicBuiltin` first, those with a prefix last, else by the names of
//! records. The output needs nothing from other crates.

use super::EmitOptions;
use super::prototype::{PrototypeContext, prototype_types};
use super::rust::header;
use super::type_strings::{Malformed, check_attributes, split_types};
use crate::eval::compare_numeric;
use crate::record::{RecordId, RecordKeeper};
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

type Result<T> = std::result::Result<T, Diagnostic>;

/// Whether the description has clang's classes.
pub(super) fn is_clang_description(keeper: &RecordKeeper) -> bool {
    let Some(class) = keeper.class("Builtin") else {
        return false;
    };
    keeper
        .symbol("Prototype")
        .is_some_and(|field| keeper.record(class).field(field).is_some())
}

struct Function {
    name: String,
    ty: String,
    attributes: String,
    kind: &'static str,
}

fn is_set(keeper: &RecordKeeper, record: RecordId, field: &str) -> bool {
    keeper.field_value(record, field).is_some() && keeper.get_bit_or_false(record, field)
}

/// The `Spelling` of the prefix, if there is one.
fn prefix(keeper: &RecordKeeper, record: RecordId) -> Result<Option<&str>> {
    if keeper.field_value(record, "RequiredNamePrefix").is_none() {
        return Ok(None);
    }
    match keeper.get_def_opt(record, "RequiredNamePrefix")? {
        Some(prefix) => Ok(Some(keeper.get_string(prefix, "Spelling")?)),
        None => Ok(None),
    }
}

fn attributes(keeper: &RecordKeeper, record: RecordId, kind: &str) -> Result<String> {
    let mut out = String::new();
    if keeper.is_subclass_of(record, "LibBuiltin") {
        if kind == "Library" {
            out.push('f');
        } else {
            out.push('F');
            if is_set(keeper, record, "OnlyBuiltinPrefixedAliasIsConstexpr") {
                out.push('E');
            }
        }
    }
    match keeper.get_string_opt(record, "Namespace")? {
        None => {}
        Some("std") => out.push('z'),
        Some(_) => return Err(keeper.field_error(record, "Namespace", "is not 'std'")),
    }
    for attribute in keeper.get_list_of_defs(record, "Attributes")? {
        let from = out.len();
        out.push_str(keeper.get_string(attribute, "Mangling")?);
        if keeper.is_subclass_of(attribute, "IndexedAttribute") {
            let _ = write!(out, ":{}:", keeper.get_int(attribute, "Index")?);
        } else if keeper.is_subclass_of(attribute, "MultiIndexAttribute") {
            let indices = keeper.get_list_of_ints(attribute, "Indices")?;
            let indices: Vec<String> = indices.iter().map(i64::to_string).collect();
            let _ = write!(out, "<{}>", indices.join(","));
        }
        if let Err(error) = check_attributes(&out[from..]) {
            let what = format!("has '{}': {}", &out[from..], error.what);
            return Err(keeper.field_error(record, "Attributes", &what));
        }
    }
    Ok(out)
}

/// What `T` is and the affix of the name, for each function of a record.
fn instances(keeper: &RecordKeeper, record: RecordId) -> Result<Vec<(Option<&str>, &str)>> {
    if !keeper.is_subclass_of(record, "Template") {
        return Ok(vec![(None, "")]);
    }
    let types = keeper.get_list_of_strings(record, "Substitutions")?;
    let affixes = keeper.get_list_of_strings(record, "Affixes")?;
    if types.len() != affixes.len() {
        let what = format!("has {} texts, 'Substitutions' has {}", affixes.len(), types.len());
        return Err(keeper.field_error(record, "Affixes", &what));
    }
    Ok(types.into_iter().map(Some).zip(affixes).collect())
}

fn kind_of(keeper: &RecordKeeper, record: RecordId) -> &'static str {
    const KINDS: [(&str, &str); 5] = [
        ("AtomicBuiltin", "Atomic"),
        ("LangBuiltin", "Language"),
        ("TargetLibBuiltin", "TargetLibrary"),
        ("TargetBuiltin", "Target"),
        ("LibBuiltin", "Library"),
    ];
    let kind = KINDS
        .iter()
        .find(|(class, _)| keeper.is_subclass_of(record, class));
    kind.map_or("Plain", |&(_, kind)| kind)
}

/// All functions of a record.
fn functions(keeper: &RecordKeeper, record: RecordId) -> Result<Vec<Function>> {
    let prototype = keeper.get_string_opt(record, "Prototype")?.unwrap_or_default();
    let as_prefix = keeper.is_subclass_of(record, "Template") && is_set(keeper, record, "AsPrefix");
    let wrong = |error: Malformed| {
        let what = format!("is '{prototype}': at character {}: {}", error.at + 1, error.what);
        keeper.field_error(record, "Prototype", &what)
    };
    let mut out = Vec::new();
    for (substitution, affix) in instances(keeper, record)? {
        let context = PrototypeContext {
            substitution,
            opencl_long: is_set(keeper, record, "EnableOpenCLLong"),
        };
        let ty = prototype_types(prototype, context).map_err(wrong)?;
        if let Err(error) = split_types(&ty)
            && !ty.is_empty()
        {
            let what = format!(
                "is '{prototype}', '{ty}' in letters: at letter {}: {}",
                error.at + 1,
                error.what
            );
            return Err(keeper.field_error(record, "Prototype", &what));
        }
        for spelling in keeper.get_list_of_strings(record, "Spellings")? {
            let name = if as_prefix {
                format!("{affix}{spelling}")
            } else {
                format!("{spelling}{affix}")
            };
            let kind = kind_of(keeper, record);
            let mut function = |name: String, kind| -> Result<()> {
                out.push(Function {
                    name,
                    ty: ty.clone(),
                    attributes: attributes(keeper, record, kind)?,
                    kind,
                });
                Ok(())
            };
            if kind == "Library" && is_set(keeper, record, "AddBuiltinPrefixedAlias") {
                function(format!("__builtin_{name}"), "Plain")?;
            }
            function(name, kind)?;
        }
    }
    Ok(out)
}

/// The lines of one record: name, with prefix, and text of each function.
fn rows(keeper: &RecordKeeper, record: RecordId) -> Result<Vec<(String, String)>> {
    let prefix = prefix(keeper, record)?.unwrap_or_default();
    let mut rows = Vec::new();
    for function in functions(keeper, record)? {
        let (mut features, mut header, mut languages) = ("", "", "ALL_LANGUAGES");
        if matches!(function.kind, "Target" | "TargetLibrary") {
            features = keeper.get_string(record, "Features")?;
        }
        if matches!(function.kind, "Library" | "TargetLibrary") {
            header = keeper.get_string(record, "Header")?;
            if !header
                .chars()
                .all(|c| c.is_ascii_lowercase() || "._/-".contains(c))
            {
                let what =
                    format!("is '{header}': names of headers are small letters, '.', '_', '/' and '-'");
                return Err(keeper.field_error(record, "Header", &what));
            }
        }
        if matches!(function.kind, "Library" | "TargetLibrary" | "Language") {
            languages = keeper.get_string(record, "Languages")?;
        }
        let name = format!("{prefix}{}", function.name);
        let text = format!(
            "ClangBuiltin {{ name: {name:?}, prefix: {prefix:?}, ty: {:?}, attributes: {:?}, features: {features:?}, \
             header: {header:?}, languages: {languages:?}, kind: ClangBuiltinKind::{} }}",
            function.ty, function.attributes, function.kind
        );
        rows.push((name, text));
    }
    Ok(rows)
}

/// Records in clang's order.
fn in_order(keeper: &RecordKeeper) -> Result<Vec<RecordId>> {
    let mut keyed = Vec::new();
    for &record in keeper.derived_defs("Builtin") {
        let group = match prefix(keeper, record)? {
            _ if keeper.is_subclass_of(record, "AtomicBuiltin") => 0,
            None => 1,
            Some(_) => 2,
        };
        keyed.push((group, record));
    }
    keyed.sort_by(|a, b| {
        let by_name = || compare_numeric(keeper.name(a.1), keeper.name(b.1));
        a.0.cmp(&b.0).then_with(by_name)
    });
    Ok(keyed.into_iter().map(|(_, record)| record).collect())
}

const TYPES: &str = "\
/// What kind of builtin function it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClangBuiltinKind {
    /// One of the operations on atomics, whose types the compiler checks itself.
    Atomic,
    /// In every language.
    Plain,
    /// A function of a library.
    Library,
    /// In some languages.
    Language,
    /// On processors with certain features.
    Target,
    /// A function of a library of the target.
    TargetLibrary,
}

/// A builtin function. Types, attributes and features are in clang's notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClangBuiltin {
    /// Its name.
    pub name: &'static str,
    /// What its name begins with, where all functions of a target do.
    pub prefix: &'static str,
    /// Types of the result and the parameters; empty if there is no saying.
    pub ty: &'static str,
    /// Letters.
    pub attributes: &'static str,
    /// What the processor must have, as an expression.
    pub features: &'static str,
    /// The header that declares it, or nothing.
    pub header: &'static str,
    /// Languages that have it, as an expression.
    pub languages: &'static str,
    /// Its kind.
    pub kind: ClangBuiltinKind,
}

/// The functions of this name: more than one if languages have different ones.
pub fn clang_builtins_named(name: &str) -> impl Iterator<Item = &'static ClangBuiltin> + use<'_> {
    let rows = || CLANG_BUILTINS_BY_NAME.iter().map(|&index| &CLANG_BUILTINS[index as usize]);
    let from = CLANG_BUILTINS_BY_NAME.partition_point(|&index| CLANG_BUILTINS[index as usize].name < name);
    rows().skip(from).take_while(move |builtin| builtin.name == name)
}

";

/// Writes `CLANG_BUILTINS: &[ClangBuiltin]`.
pub(super) fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> std::result::Result<String, Diagnostics> {
    let mut errors = Diagnostics::new();
    let mut all = Vec::new();
    for record in in_order(keeper)? {
        match rows(keeper, record) {
            Ok(rows) => all.extend(rows),
            Err(error) => errors.push(error),
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    let mut out = header(&options.source_name, "Builtin functions");
    out.push_str(TYPES);
    out.push_str(
        "/// The builtin functions, in clang's order.\npub static CLANG_BUILTINS: &[ClangBuiltin] = &[\n",
    );
    for (_, text) in &all {
        let _ = writeln!(out, "    {text},");
    }
    out.push_str("];\n\n/// Indices of the functions by name.\n");
    let mut by_name: Vec<usize> = (0..all.len()).collect();
    by_name.sort_by_key(|&index| &all[index].0);
    super::rust::slice(&mut out, "CLANG_BUILTINS_BY_NAME", "u32", by_name);
    Ok(out)
}
