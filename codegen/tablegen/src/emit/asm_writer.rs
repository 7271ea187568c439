//! `--gen-asm-writer`, `--gen-asm-matcher`: the pieces of instructions' texts, and (`asm_matcher.rs`) the mnemonics that
//! text may use.
//!
//! Reads of `Instruction` (`codegen/td/Target.td`):
//!
//! | field | |
//! |---|---|
//! | `AsmString` | the mnemonic, then text in which `$name` or `${name}` is an operand, or what several operands say together if no operand has the name, `${name:how}` an operand with a modifier; `$$` a dollar sign; `{a\|b}` variants |
//! | `AltMnemonics` | further mnemonics |
//! | `isCodeGenOnly` | no text means it |
//!
//! and of `AsmParserVariant` the `OptionalSuffixes`: ends of mnemonics that text may leave out, the first that fits.
//!
//! How an operand is written and read is a hook of the target: see `Syntax` in the description of operands
//! (`--gen-instr-info`). Writer and matcher interpret the same pieces. Of variants only the first is written and read.

use super::EmitOptions;
use super::asm_matcher;
use super::instr_model::{InstrModel, Instruction};
use super::operands::Whole;
use super::register_model::RegisterModel;
use super::rust;
use crate::record::RecordKeeper;
use fxhash::FxHashMap;
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Fragment {
    /// Literal text.
    Text(String),
    /// An operand.
    Operand(u8),
    /// An operand with a custom printer.
    Modified(u8, String),
    /// A text for several operands together.
    Combined(String),
    /// An operand of several parts: the first of them, its kind, how it is written.
    Whole(u8, u16, Option<String>),
}

/// Texts after the mnemonics, equal ones shared.
pub struct AsmFormats {
    /// All formats in the order of their first instruction.
    pub list: Vec<Vec<Fragment>>,
    by_encoding: Vec<u16>,
}

impl AsmFormats {
    /// Reads the `AsmString`s of all instructions.
    pub fn collect(keeper: &RecordKeeper, model: &InstrModel) -> Result<AsmFormats, Diagnostics> {
        let mut list = Vec::new();
        let mut known = FxHashMap::default();
        let mut by_encoding = Vec::new();
        for (_, instruction) in model.encodings() {
            if !instruction.has_text() {
                by_encoding.push(u16::MAX);
                continue;
            }
            let fragments = fragments(keeper, instruction)?;
            let number = *known.entry(fragments.clone()).or_insert_with(|| {
                list.push(fragments);
                list.len() as u16 - 1
            });
            by_encoding.push(number);
        }
        Ok(AsmFormats { list, by_encoding })
    }

    /// Number of the format of an encoding; `u16::MAX` if it has no text.
    pub fn of(&self, encoding: usize) -> u16 {
        self.by_encoding[encoding]
    }
}

/// The mnemonic of a text, and the remainder.
pub fn split_mnemonic(text: &str) -> (&str, &str) {
    text.split_at(text.find([' ', '\t', '$']).unwrap_or(text.len()))
}

/// The first variant of an `AsmString`: `a` of `{a|b}`. `\{`, `\|`, `\}` and nested braces are kept.
pub fn first_variant(text: &str) -> Result<String, &'static str> {
    let mut out = String::with_capacity(text.len());
    // In braces: the number of the alternative.
    let mut variant: Option<usize> = None;
    // The number of nested braces that are open.
    let mut depth = 0usize;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_wanted = variant.is_none_or(|variant| variant == 0);
        match (c, variant) {
            ('\\', _) if matches!(chars.peek(), Some('{' | '|' | '}')) => {
                let escaped = chars.next().unwrap_or(c);
                if is_wanted {
                    out.push(escaped);
                }
            }
            // `${name}`
            ('$', _) if chars.peek() == Some(&'{') => {
                let mut operand = String::from(c);
                for c in chars.by_ref() {
                    operand.push(c);
                    if c == '}' {
                        break;
                    }
                }
                if !operand.ends_with('}') {
                    return Err("has a '${' without '}'");
                }
                if is_wanted {
                    out.push_str(&operand);
                }
            }
            ('{', None) => variant = Some(0),
            ('{' | '}', Some(_)) if c == '{' || depth > 0 => {
                depth = if c == '{' { depth + 1 } else { depth - 1 };
                if is_wanted {
                    out.push(c);
                }
            }
            ('|', Some(number)) => variant = Some(number + 1),
            ('}', Some(_)) => variant = None,
            ('}', None) => return Err("has a '}' without '{'"),
            _ if is_wanted => out.push(c),
            _ => {}
        }
    }
    match variant {
        None => Ok(out),
        Some(_) => Err("has a '{' without '}'"),
    }
}

/// Splits the text after the mnemonic: `" $vdst, $src0$clamp"`.
fn fragments(keeper: &RecordKeeper, instruction: &Instruction) -> Result<Vec<Fragment>, Diagnostic> {
    let find = |name: &str| {
        instruction
            .operands
            .iter()
            .position(|operand| operand.name == name)
    };
    split_text(&instruction.asm_operands, &find, &instruction.wholes, &|what| {
        keeper.field_error(instruction.record, "AsmString", what)
    })
}

/// Splits a text. A name that is no operand is a combined modifier; `${name}` is the same as `$name`, `${name:how}` has a
/// modifier, `$$` is a dollar sign. `wholes` are operands of several parts.
pub fn split_text(
    text: &str,
    find: &dyn Fn(&str) -> Option<usize>,
    wholes: &[Whole],
    fail: &dyn Fn(&str) -> Diagnostic,
) -> Result<Vec<Fragment>, Diagnostic> {
    let mut fragments = Vec::new();
    let add_text = |fragments: &mut Vec<Fragment>, text: &str| match fragments.last_mut() {
        Some(Fragment::Text(last)) => last.push_str(text),
        _ => fragments.push(Fragment::Text(text.to_string())),
    };
    let mut rest = text;
    while !rest.is_empty() {
        let Some(after) = rest.strip_prefix('$') else {
            let end = rest.find('$').unwrap_or(rest.len());
            add_text(&mut fragments, &rest[..end]);
            rest = &rest[end..];
            continue;
        };
        if let Some(after) = after.strip_prefix('$') {
            add_text(&mut fragments, "$");
            rest = after;
            continue;
        }
        let (name, after) = match after.strip_prefix('{') {
            Some(inside) => inside
                .split_once('}')
                .ok_or_else(|| fail("has a '${' without '}'"))?,
            None => {
                let end = after
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .unwrap_or(after.len());
                after.split_at(end)
            }
        };
        let (name, modifier) = match name.split_once(':') {
            Some((name, modifier)) => (name, Some(modifier)),
            None => (name, None),
        };
        if name.is_empty() {
            return Err(fail("has a '$' without a name"));
        }
        if let Some(modifier) = modifier
            && !rust::type_name(modifier).starts_with(char::is_alphabetic)
        {
            return Err(fail(&format!("has the modifier '{modifier}', which is no name")));
        }
        let modifier = modifier.map(str::to_string);
        // If the parts of an operand have other names, the name means the whole.
        let fragment = if let Some(whole) = wholes.iter().find(|whole| whole.name == name) {
            Fragment::Whole(whole.first, whole.kind, modifier)
        } else {
            match (find(name), modifier) {
                (Some(operand), None) => Fragment::Operand(operand as u8),
                (Some(operand), Some(modifier)) => Fragment::Modified(operand as u8, modifier),
                (None, None) => Fragment::Combined(name.to_string()),
                (None, Some(modifier)) => {
                    return Err(fail(&format!(
                        "has the modifier '{modifier}' of '{name}', which is no operand"
                    )));
                }
            }
        };
        fragments.push(fragment);
        rest = after;
    }
    Ok(fragments)
}

/// Writes `ASM_INFO` and the enumeration `Combined`.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let registers = RegisterModel::build(keeper)?;
    let model = InstrModel::build(keeper, &registers)?;
    let formats = AsmFormats::collect(keeper, &model)?;
    let mut out = rust::header(&options.source_name, "Assembly text");

    let mut combined: Vec<&str> = Vec::new();
    let mut modifiers: Vec<&String> = Vec::new();
    for fragment in formats.list.iter().flatten() {
        match fragment {
            Fragment::Combined(name) => combined.push(name),
            Fragment::Modified(_, modifier) | Fragment::Whole(_, _, Some(modifier)) => {
                modifiers.push(modifier)
            }
            _ => {}
        }
    }
    combined.sort_unstable();
    combined.dedup();
    modifiers.sort_unstable();
    modifiers.dedup();
    let doc = "Modifiers that several operands say together.";
    let variants_of_combined = rust::variants(combined.iter().copied());
    rust::enumeration(&mut out, (doc, "Combined", "COMBINED"), &variants_of_combined);

    if !modifiers.is_empty() {
        let doc = "Modifiers of operands: `${operand:modifier}`.";
        let variants = rust::variants(modifiers.iter().map(|modifier| modifier.as_str()));
        rust::enumeration(&mut out, (doc, "Modifier", "MODIFIERS"), &variants);
    }
    let fragment_text = |fragment: &Fragment| match fragment {
        Fragment::Text(text) => format!("Text({text:?})"),
        Fragment::Operand(operand) => format!("Operand({operand})"),
        Fragment::Modified(operand, modifier) => {
            format!(
                "Modified({operand}, {})",
                modifiers.binary_search(&modifier).unwrap_or(0)
            )
        }
        Fragment::Whole(first, kind, modifier) => {
            let modifier = match modifier {
                Some(modifier) => format!("Some({})", modifiers.binary_search(&modifier).unwrap_or(0)),
                None => "None".to_string(),
            };
            format!("Whole({first}, wavec_mc::OperandKind({kind}), {modifier})")
        }
        Fragment::Combined(name) => {
            format!(
                "Combined({})",
                combined.binary_search(&name.as_str()).unwrap_or(0)
            )
        }
    };
    let mut rows = Vec::new();
    let mut fragments = Vec::new();
    for format in &formats.list {
        rows.push(format!("({},{})", fragments.len(), format.len()));
        fragments.extend(format.iter().map(fragment_text));
    }
    out.push_str("mod asm_tables {\n#[allow(unused_imports)]\nuse wavec_mc::AsmFragment::{self, Combined, Modified, Operand, Text, Whole};\n");
    rust::slice(&mut out, "FORMATS", "(u32, u8)", rows);
    rust::slice(&mut out, "FRAGMENTS", "AsmFragment", fragments);
    out.push_str("}\n");
    let mnemonics = asm_matcher::tables(keeper, &model, &mut out)?;
    let _ = writeln!(
        out,
        "pub static ASM_INFO: wavec_mc::AsmInfo = wavec_mc::AsmInfo {{\n\
         formats: asm_tables::FORMATS, fragments: asm_tables::FRAGMENTS, mnemonics: {mnemonics:?},\n\
         entries: MNEMONICS, candidates: CANDIDATES,\n}};"
    );
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::first_variant;

    #[test]
    fn variants() {
        for (text, expected) in [
            ("add $a, ${b}", Ok("add $a, ${b}")),
            ("mov{l|} {$a|%$a}, x{|y}", Ok("movl $a, x")),
            ("{${a}|${b}}", Ok("${a}")),
            (r"\{$a\}\|", Ok("{$a}|")),
            ("{a", Err("has a '{' without '}'")),
            ("a}", Err("has a '}' without '{'")),
            ("{a{b}}", Ok("a{b}")),
            ("x {d {${m}}|{${m}} e} y", Ok("x d {${m}} y")),
            ("{a{b}", Err("has a '{' without '}'")),
            ("${a", Err("has a '${' without '}'")),
        ] {
            assert_eq!(
                first_variant(text).as_deref(),
                expected.as_ref().copied(),
                "{text}"
            );
        }
    }
}
