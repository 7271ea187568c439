//! Builtin functions: a static table sorted by name.
//!
//! The records are those of the classes in `BuiltinsBase.td`. The output names types of
//! `wavec_ir::intrinsics::builtins` and the module `id` of the intrinsics: the module that includes it imports them.

use super::EmitOptions;
use super::intrinsics::{id_name, intrinsic_name, is_overloaded};
use super::rust::header;
use crate::record::{RecordId, RecordKeeper};
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics, Span};

type Result<T> = std::result::Result<T, Diagnostic>;

/// The types of a string in clang's notation; `None` if it is malformed.
fn split_types(text: &str) -> Option<Vec<&str>> {
    let bytes = text.as_bytes();
    let mut types = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let prefixes = |mut at: usize| {
            while matches!(bytes.get(at), Some(b'I' | b'U' | b'S' | b'W' | b'Z' | b'N')) {
                at += 1;
            }
            at
        };
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        at = prefixes(at);
        match bytes.get(at)? {
            b'V' | b'E' => {
                at = prefixes(digits(at + 1));
                bytes.get(at)?;
                at += 1;
            }
            b'Q' => {
                bytes.get(at + 1)?;
                at += 2;
            }
            b'v' | b'b' | b'c' | b's' | b'i' | b'f' | b'd' | b'h' | b'x' | b'y' | b'z' | b'.' => at += 1,
            _ => return None,
        }
        while matches!(bytes.get(at), Some(b'*' | b'C' | b'D')) {
            at = digits(at + 1);
        }
        types.push(&text[start..at]);
    }
    (!types.is_empty()).then_some(types)
}

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
    let Some(types) = split_types(ty) else {
        return Err(keeper.field_error(record, "Type", "is no sequence of types"));
    };
    let lowering = if keeper.is_subclass_of(record, "Builtin") {
        intrinsic_lowering(keeper, record, types.len() - 1)?
    } else {
        format!(
            "BuiltinLowering::Recipe({:?})",
            keeper.get_string(record, "Recipe")?
        )
    };
    let text = format!(
        "BuiltinDesc {{ name: {name:?}, ty: {ty:?}, attributes: {:?}, available: {:?}, lowering: {lowering} }}",
        keeper.get_string(record, "Attributes")?,
        keeper.get_string(record, "Available")?,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_strings() {
        assert_eq!(
            split_types("V4fV2UsUWiIiv*1vC*."),
            Some(vec!["V4f", "V2Us", "UWi", "Ii", "v*1", "vC*", "."])
        );
        assert_eq!(split_types("Qbv*sWii"), Some(vec!["Qb", "v*", "s", "Wi", "i"]));
        assert_eq!(split_types("ff?"), None);
        assert_eq!(split_types("V4"), None);
        assert_eq!(split_types(""), None);
    }
}
