//! Other words for the first word of a text.
//!
//! | class | fields |
//! |---|---|
//! | `MnemonicAlias` | `FromMnemonic`, `ToMnemonic`; `AsmVariantName`: the variant of the language that has it; `Predicates` |
//! | `AsmParserVariant` | `Name`, `Variant`: names of variants |
//!
//! One that always holds and means a whole mnemonic is among the mnemonics (`asm_matcher.rs`). The others are in
//! `MNEMONIC_ALIASES`: what text has instead of a word before it is looked at.

use super::asm_writer::{variant_count, variant_of};
use super::encodings::condition;
use super::instr_model::{InstrModel, asm_string};
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

/// One of them.
pub struct MnemonicAlias<'k> {
    /// The word in the text.
    pub from: &'k str,
    /// What it stands for.
    pub to: &'k str,
    /// The number of the only variant of the assembly language that has it.
    pub variant: Option<i64>,
    record: RecordId,
    condition: String,
}

impl MnemonicAlias<'_> {
    fn is_unconditional(&self) -> bool {
        self.condition == "FeatureTest::All(&[])"
    }
}

/// First words of texts, as far as they are known without operands.
struct Beginnings {
    /// Words of the first variant.
    first_words: BTreeSet<String>,
    /// Words of the others.
    other_words: BTreeSet<String>,
    /// Beginnings of words that go on with an operand.
    parts: BTreeSet<String>,
}

impl Beginnings {
    fn read(keeper: &RecordKeeper, model: &InstrModel) -> Result<Beginnings, Diagnostic> {
        let mut beginnings = Beginnings {
            first_words: BTreeSet::new(),
            other_words: BTreeSet::new(),
            parts: BTreeSet::new(),
        };
        let instructions = model.instructions.iter().map(|instruction| instruction.record);
        let mut texts = Vec::new();
        let mut count = 1;
        for record in instructions.chain(keeper.derived_defs("InstAlias").iter().copied()) {
            let text = asm_string(keeper, record)?;
            count = count.max(variant_count(text));
            texts.push((record, text));
        }
        for (record, all) in texts {
            for number in 0..count {
                let text =
                    variant_of(all, number).map_err(|what| keeper.field_error(record, "AsmString", what))?;
                let (word, rest) = text.split_at(text.find([' ', '\t', '$']).unwrap_or(text.len()));
                if rest.starts_with('$') {
                    beginnings.parts.insert(word.to_string());
                }
                match number {
                    0 => beginnings.first_words.insert(word.to_string()),
                    _ => beginnings.other_words.insert(word.to_string()),
                };
            }
        }
        Ok(beginnings)
    }

    /// Whether a text may begin with this word.
    fn may_begin(&self, word: &str) -> bool {
        self.first_words.contains(word)
            || self.other_words.contains(word)
            || self.parts.iter().any(|part| word.starts_with(part.as_str()))
    }
}

/// All of a description, in its order: those that are mnemonics like others, and those that replace a word.
pub struct MnemonicAliases<'k> {
    /// Further mnemonics.
    pub names: Vec<MnemonicAlias<'k>>,
    replacements: Vec<MnemonicAlias<'k>>,
}

impl<'k> MnemonicAliases<'k> {
    /// Reads them. What no text begins with is a warning.
    pub fn read(
        keeper: &'k RecordKeeper,
        model: &InstrModel,
        warnings: &mut Diagnostics,
    ) -> Result<MnemonicAliases<'k>, Diagnostics> {
        let mut aliases = MnemonicAliases {
            names: Vec::new(),
            replacements: Vec::new(),
        };
        let records = keeper.derived_defs("MnemonicAlias");
        if records.is_empty() {
            return Ok(aliases);
        }
        let beginnings = Beginnings::read(keeper, model)?;
        let mut variants = FxHashMap::default();
        for &variant in keeper.derived_defs("AsmParserVariant") {
            let name = keeper.get_string(variant, "Name")?;
            variants.insert(name, keeper.get_int(variant, "Variant")?);
        }
        for &record in records {
            let variant = match keeper.get_string_opt(record, "AsmVariantName")? {
                None | Some("") => None,
                Some(name) => match variants.get(name) {
                    Some(&number) => Some(number),
                    None => {
                        let what = format!("names '{name}', which is no 'AsmParserVariant'");
                        return Err(keeper.field_error(record, "AsmVariantName", &what).into());
                    }
                },
            };
            let alias = MnemonicAlias {
                from: keeper.get_string(record, "FromMnemonic")?,
                to: keeper.get_string(record, "ToMnemonic")?,
                record,
                variant,
                condition: match keeper.field_value(record, "Predicates") {
                    Some(Value::List(_)) => condition(keeper, record)?,
                    _ => "FeatureTest::All(&[])".to_string(),
                },
            };
            if !beginnings.may_begin(alias.to) {
                let what = format!("is '{}', which no text begins with", alias.to);
                warnings.push(keeper.field_warning(record, "ToMnemonic", &what));
            }
            let is_name = alias.is_unconditional()
                && matches!(variant, None | Some(0))
                && beginnings.first_words.contains(alias.to);
            match is_name {
                true => aliases.names.push(alias),
                false => aliases.replacements.push(alias),
            }
        }
        aliases.check(keeper)?;
        Ok(aliases)
    }

    /// Two for one word that both always hold are an error.
    fn check(&self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        let mut known: BTreeMap<(&str, Option<i64>), &MnemonicAlias<'_>> = BTreeMap::new();
        let all = self.names.iter().chain(&self.replacements);
        for alias in all.filter(|alias| alias.is_unconditional()) {
            let other = known.entry((alias.from, alias.variant)).or_insert(alias);
            if other.to != alias.to {
                let message = format!("'{}' is another word for two mnemonics", alias.from);
                let note = format!("for '{}' here", other.to);
                return Err(Diagnostic::error(keeper.record(alias.record).span, message)
                    .with_note(keeper.record(other.record).span, note));
            }
        }
        Ok(())
    }

    /// Writes `MNEMONIC_ALIASES`, if there are any.
    pub fn write(&self, out: &mut String) {
        if self.replacements.is_empty() {
            return;
        }
        let mut rows: Vec<&MnemonicAlias<'_>> = self.replacements.iter().collect();
        rows.sort_by_key(|alias| (alias.from, alias.is_unconditional()));
        out.push_str(
            "/// Other words for mnemonics, by feature or variant, or for their beginnings.\n\
             pub static MNEMONIC_ALIASES: wavec_mc::MnemonicAliases = wavec_mc::MnemonicAliases { aliases: &[\n",
        );
        for alias in rows {
            let _ = writeln!(
                out,
                "wavec_mc::MnemonicAlias {{ from: {:?}, to: {:?}, variant: {:?}, condition: {} }},",
                alias.from,
                alias.to,
                alias.variant,
                alias
                    .condition
                    .replace("FeatureTest::", "wavec_mc::FeatureTest::")
            );
        }
        out.push_str("] };\n");
    }
}
