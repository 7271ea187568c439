//! Variants of the assembly language: texts that differ from the first variant's, and the mnemonics of each.
//!
//! | class | fields |
//! |---|---|
//! | `Instruction` | `AsmString`: `{a\|b}` are texts of variants; `AsmVariantName`: the only variant that is read as it |
//! | `AsmParserVariant` | `Variant`: the number in `{0\|1}`; `Name`; `OptionalSuffixes`: ends of mnemonics that text may leave out |
//! | `AsmWriter` | `Variant` |
//! | `Target` | `AssemblyParserVariants`, `AssemblyWriters`: those that there are |
//!
//! A description without `Target` has every `AsmParserVariant`, and as many variants as texts distinguish. Writes
//! `ASM_VARIANTS` if there are more than one.

use super::asm_matcher;
use super::asm_writer::{Fragment, split_mnemonic, split_text, variant_count, variant_of};
use super::instr_model::{InstrModel, asm_string};
use super::mnemonic_alias::MnemonicAliases;
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

/// Which variants have something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All.
    All,
    /// The one with this number.
    Only(u8),
    /// None: the description names one that there is not.
    None,
}

impl Scope {
    /// Whether the variant has it.
    pub fn includes(self, number: u8) -> bool {
        match self {
            Scope::All => true,
            Scope::Only(only) => only == number,
            Scope::None => false,
        }
    }

    /// As Rust; nothing of what no variant has is written.
    pub fn text(self) -> String {
        match self {
            Scope::Only(number) => format!("Some({number})"),
            _ => "None".to_string(),
        }
    }
}

/// The variants of a description.
pub struct Variants {
    /// Numbers, with the names of those that have one. The first is 0.
    pub names: BTreeMap<u8, String>,
    /// Ends of mnemonics that text may leave out, of those that have some.
    optional_suffixes: BTreeMap<u8, Vec<String>>,
}

impl Variants {
    /// Reads their numbers and names.
    pub fn read(keeper: &RecordKeeper, model: &InstrModel) -> Result<Variants, Diagnostics> {
        let mut names = BTreeMap::from([(0, String::new())]);
        let mut optional_suffixes = BTreeMap::new();
        let parsers = listed(keeper, "AssemblyParserVariants")?;
        let all_parsers = keeper.derived_defs("AsmParserVariant");
        for &variant in parsers.as_deref().unwrap_or(all_parsers) {
            let name = keeper.get_string(variant, "Name")?;
            let number = number(keeper, variant)?;
            names.insert(number, name.to_string());
            if keeper.field_value(variant, "OptionalSuffixes").is_some() {
                let suffixes = keeper.get_list_of_strings(variant, "OptionalSuffixes")?;
                let suffixes = suffixes.into_iter().map(str::to_string).collect();
                optional_suffixes.insert(number, suffixes);
            }
        }
        for variant in listed(keeper, "AssemblyWriters")?.unwrap_or_default() {
            names.entry(number(keeper, variant)?).or_default();
        }
        if parsers.is_none() {
            let instructions = model.instructions.iter().map(|instruction| instruction.record);
            for record in instructions.chain(keeper.derived_defs("InstAlias").iter().copied()) {
                let count = variant_count(asm_string(keeper, record)?);
                let Ok(count) = u8::try_from(count) else {
                    return Err(keeper
                        .field_error(record, "AsmString", "has more than 255 variants")
                        .into());
                };
                for number in 1..count {
                    names.entry(number).or_default();
                }
            }
        }
        Ok(Variants {
            names,
            optional_suffixes,
        })
    }

    /// Which variants have an instruction or alias, by its `AsmVariantName`.
    pub fn scope(&self, keeper: &RecordKeeper, record: RecordId) -> Result<Scope, Diagnostic> {
        Ok(match keeper.get_string_opt(record, "AsmVariantName")? {
            None | Some("") => Scope::All,
            Some(name) => match self.names.iter().find(|(_, known)| *known == name) {
                Some((&number, _)) => Scope::Only(number),
                None => Scope::None,
            },
        })
    }

    /// Ends of mnemonics that a text of this variant may leave out.
    pub fn optional_suffixes(&self, number: u8) -> &[String] {
        self.optional_suffixes.get(&number).map_or(&[], Vec::as_slice)
    }

    /// The numbers after the first.
    pub fn others(&self) -> impl Iterator<Item = u8> {
        self.names.keys().copied().filter(|&number| number > 0)
    }
}

/// Variants that the target lists.
fn listed(keeper: &RecordKeeper, field: &str) -> Result<Option<Vec<RecordId>>, Diagnostic> {
    for &target in keeper.derived_defs("Target") {
        if let Some(Value::List(_)) = keeper.field_value(target, field) {
            return keeper.get_list_of_defs(target, field).map(Some);
        }
    }
    Ok(None)
}

fn number(keeper: &RecordKeeper, variant: RecordId) -> Result<u8, Diagnostic> {
    let number = keeper.get_int(variant, "Variant")?;
    u8::try_from(number).map_err(|_| keeper.field_error(variant, "Variant", "is not from 0 to 255"))
}

/// One after the first.
pub struct AsmVariant {
    number: u8,
    /// Texts that are not the first variant's: opcode, mnemonic, what is after it.
    texts: Vec<(usize, String, Vec<Fragment>)>,
    /// Instructions by mnemonic.
    candidates: BTreeMap<String, Vec<usize>>,
}

impl AsmVariant {
    /// What its texts are made of.
    pub fn fragments(&self) -> impl Iterator<Item = &Fragment> {
        self.texts.iter().flat_map(|(_, _, fragments)| fragments)
    }
}

/// The variants after the first.
pub fn read(
    keeper: &RecordKeeper,
    model: &InstrModel,
    variants: &Variants,
    aliases: &MnemonicAliases<'_>,
) -> Result<Vec<AsmVariant>, Diagnostics> {
    let mut others = Vec::new();
    for number in variants.others() {
        let mut texts = Vec::new();
        let mut mnemonics = Vec::with_capacity(model.instructions.len());
        for (opcode, instruction) in model.instructions.iter().enumerate() {
            let all = asm_string(keeper, instruction.record)?;
            if variant_count(all) == 1 {
                mnemonics.push(instruction.has_text().then(|| instruction.mnemonic.clone()));
                continue;
            }
            let fail = |what: &str| keeper.field_error(instruction.record, "AsmString", what);
            let text = variant_of(all, usize::from(number)).map_err(fail)?;
            let (mnemonic, rest) = split_mnemonic(&text);
            mnemonics.push((!text.is_empty()).then(|| mnemonic.to_string()));
            if mnemonic != instruction.mnemonic || rest != instruction.asm_operands {
                let find = |name: &str| {
                    instruction
                        .operands
                        .iter()
                        .position(|operand| operand.name == name)
                };
                let fragments = split_text(rest, &find, &instruction.wholes, &fail)?;
                texts.push((opcode, mnemonic.to_string(), fragments));
            }
        }
        others.push(AsmVariant {
            number,
            texts,
            candidates: asm_matcher::candidates(keeper, model, variants, number, &mnemonics, aliases)?,
        });
    }
    Ok(others)
}

/// Writes the variants after the first, if there are any.
pub fn write(
    model: &InstrModel,
    variants: &Variants,
    others: &[AsmVariant],
    fragment_text: &dyn Fn(&Fragment) -> String,
    out: &mut String,
) {
    if others.is_empty() {
        return;
    }
    out.push_str(
        "/// Variants of the assembly language after the first.\npub static ASM_VARIANTS: &[wavec_mc::AsmVariant] = &[\n",
    );
    for variant in others {
        let name = &variants.names[&variant.number];
        let _ = writeln!(
            out,
            "wavec_mc::AsmVariant {{ number: {}, name: {name:?}, texts: &[",
            variant.number
        );
        for (opcode, mnemonic, fragments) in &variant.texts {
            let fragments: Vec<String> = fragments.iter().map(fragment_text).collect();
            let _ = writeln!(
                out,
                "({opcode}, {mnemonic:?}, &[{}]), // {}",
                fragments.join(", "),
                model.instructions[*opcode].name
            );
        }
        out.push_str("], mnemonics: &[\n");
        for (mnemonic, candidates) in &variant.candidates {
            let _ = writeln!(out, "({mnemonic:?}, &{candidates:?}),");
        }
        out.push_str("] },\n");
    }
    out.push_str("];\n");
}
