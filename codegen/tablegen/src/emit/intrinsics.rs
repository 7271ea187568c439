//! `--gen-intrinsics`: a static table of intrinsics with the formats of their immediates, and a module of ids.
//!
//! Reads the classes of `ir/td/IntrinsicsBase.td`:
//!
//! | class | fields | |
//! |---|---|---|
//! | `Intrinsic` | `LLVMName`, `RetTypes`, `ParamTypes`, `Properties`, `DefaultProperties` | |
//! | `LLVMType` | `Kind`, `Bits`, `Element` | a type, or a slot of an overload |
//! | `IntrinsicProperty` | `Flag` | a bit of `IntrinsicProperties` |
//! | `ArgNames`, `ArgName` | `Names`, `Arg`, `Name` | names of arguments |
//! | `ImmArg` | `Arg` | a constant |
//! | `ArgAttribute` | `Arg` (-1: the result), `Spelling` | an attribute of an argument |
//! | `ArgFormat` | `Arg`, `Format` | how a constant is written |
//! | `ImmFormat` | `Cases` | the first case that applies is used |
//! | `FormatCase` | `Keyword`, `Mask`, `Bits`, `Fields`, `Empty` | applies where `value & Mask == Bits` |
//! | `FormatField` | `Kind`, `Name`, `Shift`, `Width`, `Bias`, `Default`, `Values` | bits of the value and their text |
//! | `FormatValue` | `Value`, `Name` | one of `Values` |
//! | `ArgProperty` | `Arg` | what the properties of one argument derive from |
//! | `CustomFormat` | `Path` | a module with functions `print` and `parse` |
//!
//! Numbers follow the order of names; those of a description with a class `TargetIntrinsics` begin at
//! `IntrinsicId::TARGET_BASE`. The output names types of `wavec_ir::intrinsics` without a path: the module that includes
//! it imports them.

use super::EmitOptions;
use super::rust::{constant_name, header};
use crate::record::{RecordId, RecordKeeper};
use fxhash::FxHashMap;
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

type Result<T> = std::result::Result<T, Diagnostic>;

/// The name of an intrinsic without type suffixes.
pub fn intrinsic_name(keeper: &RecordKeeper, record: RecordId) -> Result<String> {
    let given = keeper.get_string(record, "LLVMName")?;
    if !given.is_empty() {
        return Ok(given.to_string());
    }
    match keeper.name(record).strip_prefix("int_") {
        Some(rest) => Ok(format!("llvm.{}", rest.replace('_', "."))),
        None => Err(Diagnostic::error(
            keeper.record(record).span,
            format!(
                "intrinsic '{}' has no name and does not start with 'int_'",
                keeper.name(record)
            ),
        )),
    }
}

/// The name of the id's constant.
pub fn id_name(name: &str) -> String {
    constant_name(name.strip_prefix("llvm.").unwrap_or(name))
}

/// Whether a type record introduces an overload slot.
pub(super) fn is_overloaded(keeper: &RecordKeeper, ty: RecordId) -> Result<bool> {
    Ok(keeper.get_string(ty, "Kind")?.starts_with("Any"))
}

/// A type pattern; `slots` counts the overload slots given so far.
fn pattern(keeper: &RecordKeeper, ty: RecordId, slots: &mut u32) -> Result<String> {
    let kind = keeper.get_string(ty, "Kind")?;
    let bits = keeper.get_int(ty, "Bits")?;
    let element = |slots: &mut u32| pattern(keeper, keeper.get_def(ty, "Element")?, slots);
    let arguments = match kind {
        "Void" | "Half" | "BFloat" | "Float" | "Double" | "Metadata" | "Token" | "VarArg" => String::new(),
        "Int" | "Ptr" | "Match" | "MatchElement" => format!("({bits})"),
        "Any" | "AnyInt" | "AnyFloat" | "AnyPtr" | "AnyVector" => {
            *slots += 1;
            format!("({})", *slots - 1)
        }
        "Vector" => format!("(&{}, {bits})", element(slots)?),
        "MatchWidth" => format!("({bits}, &{})", element(slots)?),
        _ => return Err(keeper.field_error(ty, "Kind", "is no kind of type")),
    };
    Ok(format!("TypePattern::{kind}{arguments}"))
}

/// Formats in the order of their first use.
#[derive(Default)]
struct Formats {
    numbers: FxHashMap<RecordId, usize>,
    texts: Vec<String>,
}

impl Formats {
    /// The number of a format, from 1.
    fn number(&mut self, keeper: &RecordKeeper, format: RecordId) -> Result<usize> {
        if let Some(&number) = self.numbers.get(&format) {
            return Ok(number);
        }
        let mut cases = String::new();
        for case in keeper.get_list_of_defs(format, "Cases")? {
            cases.push_str(&format_case(keeper, case)?);
            cases.push_str(", ");
        }
        let custom = if keeper.is_subclass_of(format, "CustomFormat") {
            let path = keeper.get_string(format, "Path")?;
            format!("Some(({path}::print, {path}::parse))")
        } else {
            "None".into()
        };
        self.texts.push(format!(
            "ImmFormat {{ name: {:?}, cases: &[{cases}], custom: {custom} }}",
            keeper.name(format)
        ));
        self.numbers.insert(format, self.texts.len());
        Ok(self.texts.len())
    }
}

fn format_case(keeper: &RecordKeeper, case: RecordId) -> Result<String> {
    let mut fields = String::new();
    for field in keeper.get_list_of_defs(case, "Fields")? {
        let mut values = String::new();
        for value in keeper.get_list_of_defs(field, "Values")? {
            let (number, name) = (keeper.get_int(value, "Value")?, keeper.get_string(value, "Name")?);
            check_word(keeper, value, name)?;
            let _ = write!(values, "({number}, {name:?}), ");
        }
        let name = keeper.get_string(field, "Name")?;
        check_word(keeper, field, name)?;
        let (shift, width) = (keeper.get_int(field, "Shift")?, keeper.get_int(field, "Width")?);
        if !(0..64).contains(&shift) || !(1..=64 - shift).contains(&width) {
            return Err(keeper.field_error(field, "Width", "does not fit 64 bits at its shift"));
        }
        let _ = write!(
            fields,
            "FormatField {{ kind: FieldKind::{}, name: {name:?}, shift: {shift}, width: {width}, bias: {}, default: {}, \
             values: &[{values}] }}, ",
            keeper.get_string(field, "Kind")?,
            keeper.get_int(field, "Bias")?,
            keeper.get_int(field, "Default")?,
        );
    }
    let keyword = keeper.get_string(case, "Keyword")?;
    check_word(keeper, case, keyword)?;
    Ok(format!(
        "FormatCase {{ keyword: {keyword:?}, mask: {}, bits: {}, fields: &[{fields}], empty: {:?} }}",
        keeper.get_int(case, "Mask")?,
        keeper.get_int(case, "Bits")?,
        keeper.get_string(case, "Empty")?,
    ))
}

/// Words of formats are letters, digits, `_` and `-`, so that dots separate them.
fn check_word(keeper: &RecordKeeper, record: RecordId, word: &str) -> Result<()> {
    if word
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
    {
        return Ok(());
    }
    let span = keeper.record(record).span;
    Err(Diagnostic::error(
        span,
        format!("'{word}' cannot be a word of a format"),
    ))
}

/// Properties of an argument.
#[derive(Clone, Default)]
struct Argument {
    name: String,
    immediate: bool,
    format: usize,
    attributes: Vec<String>,
}

struct Intrinsic {
    name: String,
    text: String,
}

fn intrinsic(keeper: &RecordKeeper, record: RecordId, formats: &mut Formats) -> Result<Intrinsic> {
    let name = intrinsic_name(keeper, record)?;
    let mut slots = 0;
    let mut patterns = |field: &str| -> Result<Vec<String>> {
        let types = keeper.get_list_of_defs(record, field)?;
        types
            .into_iter()
            .map(|ty| pattern(keeper, ty, &mut slots))
            .collect()
    };
    let rets = patterns("RetTypes")?;
    let params = patterns("ParamTypes")?;
    let ret = match rets.as_slice() {
        [] => "TypePattern::Void".to_string(),
        [one] => one.clone(),
        several => format!("TypePattern::Struct(&[{}])", several.join(", ")),
    };
    let mut arguments = vec![Argument::default(); params.len()];
    let mut ret_attributes: Vec<String> = Vec::new();
    let mut flags = vec!["NO_UNWIND".to_string()];
    let properties = [
        keeper.get_list_of_defs(record, "DefaultProperties")?,
        keeper.get_list_of_defs(record, "Properties")?,
    ];
    for property in properties.into_iter().flatten() {
        if keeper.is_subclass_of(property, "ArgNames") {
            let names = keeper.get_list_of_strings(property, "Names")?;
            if names.len() > arguments.len() {
                return Err(keeper.field_error(record, "Properties", "names more arguments than there are"));
            }
            for (argument, name) in arguments.iter_mut().zip(names) {
                argument.name = name.to_string();
            }
            continue;
        }
        if !keeper.is_subclass_of(property, "ArgProperty") {
            let flag = keeper.get_string(property, "Flag")?.to_string();
            if !flag.is_empty() && !flags.contains(&flag) {
                flags.push(flag);
            }
            continue;
        }
        let index = keeper.get_int(property, "Arg")?;
        let attribute = keeper.is_subclass_of(property, "ArgAttribute");
        if index == -1 && attribute {
            ret_attributes.push(keeper.get_string(property, "Spelling")?.to_string());
            continue;
        }
        let argument = usize::try_from(index).ok().and_then(|i| arguments.get_mut(i));
        let Some(argument) = argument else {
            let what = format!("has a property of argument {index}, which there is not");
            return Err(keeper.field_error(record, "Properties", &what));
        };
        if attribute {
            argument
                .attributes
                .push(keeper.get_string(property, "Spelling")?.to_string());
        } else if keeper.is_subclass_of(property, "ImmArg") {
            argument.immediate = true;
        } else if keeper.is_subclass_of(property, "ArgName") {
            argument.name = keeper.get_string(property, "Name")?.to_string();
        } else if keeper.is_subclass_of(property, "ArgFormat") {
            argument.format = formats.number(keeper, keeper.get_def(property, "Format")?)?;
        }
    }
    if let Some(index) = arguments.iter().position(|a| a.format != 0 && !a.immediate) {
        let what = format!("has a format for argument {index}, which is no immediate");
        return Err(keeper.field_error(record, "Properties", &what));
    }
    if arguments.iter().any(|a| a.format != 0) {
        flags.push("HAS_FORMATS".into());
    }
    let plain = arguments
        .iter()
        .all(|a| a.name.is_empty() && !a.immediate && a.attributes.is_empty());
    let mut args = String::new();
    for argument in arguments.iter().filter(|_| !plain) {
        let _ = write!(
            args,
            "ArgDesc {{ name: arg_name({:?}), immarg: {}, format: {}, attributes: &{:?} }}, ",
            argument.name, argument.immediate, argument.format, argument.attributes
        );
    }
    let properties: Vec<String> = flags[1..]
        .iter()
        .map(|flag| format!(".union(P::{flag})"))
        .collect();
    let text = format!(
        "IntrinsicDesc {{ name: {name:?}, ret: {ret}, params: &[{}], overloads: {slots}, properties: P::{}{}, \
         args: &[{args}], ret_attributes: &{ret_attributes:?} }}",
        params.join(", "),
        flags[0],
        properties.concat(),
    );
    Ok(Intrinsic { name, text })
}

/// Writes `INTRINSICS: IntrinsicTable` and `mod id`. Ids count from 0 in the order of names, or from
/// `IntrinsicId::TARGET_BASE` if the description has a class `TargetIntrinsics`.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> std::result::Result<String, Diagnostics> {
    let mut formats = Formats::default();
    let mut errors = Diagnostics::new();
    let mut intrinsics: Vec<Intrinsic> = Vec::new();
    for &record in keeper.derived_defs("Intrinsic") {
        match intrinsic(keeper, record, &mut formats) {
            Ok(found) => intrinsics.push(found),
            Err(error) => errors.push(error),
        }
    }
    intrinsics.sort_by(|a, b| a.name.cmp(&b.name));
    for pair in intrinsics.windows(2).filter(|pair| pair[0].name == pair[1].name) {
        errors.error(
            wavec_support::Span::NONE,
            format!("two intrinsics are named '{}'", pair[0].name),
        );
    }
    if errors.has_errors() {
        return Err(errors);
    }
    let is_target = keeper.class("TargetIntrinsics").is_some();
    let mut out = header(&options.source_name, "Intrinsics");
    out.push_str("use IntrinsicProperties as P;\n\n/// The intrinsics, sorted by name.\n");
    out.push_str("pub static INTRINSICS: IntrinsicTable = IntrinsicTable {\n    entries: &[\n");
    for intrinsic in &intrinsics {
        let _ = writeln!(out, "        {},", intrinsic.text);
    }
    out.push_str("    ],\n    formats: FORMATS,\n};\n\n");
    // Names and formats are for people; a build that only compiles can do without.
    out.push_str("const fn arg_name(name: &'static str) -> &'static str {\n");
    out.push_str("    if cfg!(feature = \"immarg-formats\") { name } else { \"\" }\n}\n\n");
    out.push_str("#[cfg(not(feature = \"immarg-formats\"))]\nstatic FORMATS: &[ImmFormat] = &[];\n");
    out.push_str("#[cfg(feature = \"immarg-formats\")]\nstatic FORMATS: &[ImmFormat] = &[\n");
    for format in &formats.texts {
        let _ = writeln!(out, "    {format},");
    }
    out.push_str("];\n\n/// Ids of the intrinsics.\npub mod id {\n    use super::IntrinsicId;\n");
    let base = if is_target {
        "IntrinsicId::TARGET_BASE + "
    } else {
        ""
    };
    for (index, intrinsic) in intrinsics.iter().enumerate() {
        let name = &intrinsic.name;
        let _ = writeln!(
            out,
            "    /// `{name}`\n    pub const {}: IntrinsicId = IntrinsicId({base}{index});",
            id_name(name)
        );
    }
    out.push_str("}\n");
    Ok(out)
}
