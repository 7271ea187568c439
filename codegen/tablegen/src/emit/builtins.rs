//! `--gen-builtins`: builtin functions, a static table sorted by name.
//!
//! Reads every `BuiltinFunction` of `ir/td/BuiltinsBase.td`:
//!
//! | field | |
//! |---|---|
//! | `Name` | the function's name |
//! | `Type` | result and parameters in clang's notation, see `type_strings.rs` |
//! | `Attributes` | letters, see there |
//! | `Features` | the features that a processor must have, see `ir/td/BuiltinsBase.td` |
//! | `Callee` | of a `Builtin`: the intrinsic that a call becomes, argument by argument |
//! | `Recipe` | of a `CustomBuiltin`: words that the frontend understands |
//!
//! and of the callee `RetTypes` and `ParamTypes`, which say which types the call is overloaded on. The output names types
//! of `wavec_ir::intrinsics::builtins` and the module `id` of the intrinsics: the module that includes it imports them.

use super::EmitOptions;
use super::intrinsics::{id_name, intrinsic_name, is_overloaded};
use super::rust::header;
use super::type_strings::{Malformed, check_attributes, split_types};
use crate::record::{RecordId, RecordKeeper};
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics, Span};

type Result<T> = std::result::Result<T, Diagnostic>;

/// The lowering of a builtin that calls an intrinsic.
fn intrinsic_lowering(keeper: &RecordKeeper, record: RecordId, parameters: usize) -> Result<String> {
    let callee = keeper.get_def(record, "Callee")?;
    let rets = keeper.get_list_of_defs(callee, "RetTypes")?;
    let params = keeper.get_list_of_defs(callee, "ParamTypes")?;
    if params.len() != parameters {
        let what = format!("has {parameters} parameters, the intrinsic {}", params.len());
        return Err(keeper.field_error(record, "Type", &what));
    }
    let mut overloads = Vec::new();
    for ret in &rets {
        if is_overloaded(keeper, *ret)? {
            if rets.len() > 1 {
                return Err(keeper.field_error(record, "Callee", "has an overloaded struct as its result"));
            }
            overloads.push("OverloadSource::Result".to_string());
        }
    }
    for (index, &param) in params.iter().enumerate() {
        if is_overloaded(keeper, param)? {
            overloads.push(format!("OverloadSource::Argument({index})"));
        }
    }
    Ok(format!(
        "BuiltinLowering::Intrinsic {{ id: id::{}, overloads: &[{}] }}",
        id_name(&intrinsic_name(keeper, callee)?),
        overloads.join(", ")
    ))
}

fn builtin(keeper: &RecordKeeper, record: RecordId) -> Result<(String, String)> {
    let name = keeper.get_string(record, "Name")?;
    let ty = keeper.get_string(record, "Type")?;
    let attributes = keeper.get_string(record, "Attributes")?;
    let wrong = |field: &str, text: &str, error: Malformed| {
        let what = format!("is '{text}': at character {}: {}", error.at + 1, error.what);
        keeper.field_error(record, field, &what)
    };
    let types = split_types(ty).map_err(|error| wrong("Type", ty, error))?;
    check_attributes(attributes).map_err(|error| wrong("Attributes", attributes, error))?;
    let lowering = if keeper.is_subclass_of(record, "Builtin") {
        intrinsic_lowering(keeper, record, types.len() - 1)?
    } else {
        format!(
            "BuiltinLowering::Recipe({:?})",
            keeper.get_string(record, "Recipe")?
        )
    };
    let text = format!(
        "BuiltinDesc {{ name: {name:?}, ty: {ty:?}, attributes: {:?}, features: {:?}, lowering: {lowering} }}",
        attributes,
        keeper.get_string(record, "Features")?,
    );
    Ok((name.to_string(), text))
}

/// Writes `BUILTINS: BuiltinTable`.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> std::result::Result<String, Diagnostics> {
    let mut errors = Diagnostics::new();
    let mut entries = Vec::new();
    for &record in keeper.derived_defs("BuiltinFunction") {
        match builtin(keeper, record) {
            Ok(entry) => entries.push(entry),
            Err(error) => errors.push(error),
        }
    }
    entries.sort();
    for pair in entries.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        errors.error(Span::NONE, format!("two builtins are named '{}'", pair[0].0));
    }
    if errors.has_errors() {
        return Err(errors);
    }
    let mut out = header(&options.source_name, "Builtin functions");
    out.push_str("/// The builtin functions, sorted by name.\n");
    out.push_str("pub static BUILTINS: BuiltinTable = BuiltinTable {\n    entries: &[\n");
    for (_, text) in &entries {
        let _ = writeln!(out, "        {text},");
    }
    out.push_str("    ],\n};\n");
    Ok(out)
}
