//! Other texts of instructions: aliases.
//!
//! | class | fields |
//! |---|---|
//! | `InstAlias` | `AsmString`: `{a\|b}` are variants; `ResultInst`: the instruction with its operands, of which those that are tied may be left out; `EmitPriority`; `Predicates`; `AsmVariantName`: the only variant of the assembly language that has it |
//!
//! Writes `ASM_ALIASES`, if the description has such. An alias whose text differs between variants has a row for each.

use super::asm_variants::{Scope, Variants};
use super::asm_writer::{Fragment, split_mnemonic, split_text, variant_count, variant_of};
use super::encodings::condition;
use super::instr_info::class_id;
use super::instr_model::InstrModel;
use super::mnemonic_alias::MnemonicAliases;
use super::operands::{Operand, Whole};
use super::register_model::RegisterModel;
use super::rust;
use crate::record::{RecordId, RecordKeeper};
use crate::view::{Dag, Value};
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

/// What aliases are made of.
pub struct Texts<'a> {
    /// The description.
    pub keeper: &'a RecordKeeper,
    /// Its instructions.
    pub model: &'a InstrModel,
    /// Its registers.
    pub registers: &'a RegisterModel,
    /// Variants of its assembly language.
    pub variants: &'a Variants,
    /// A piece of text as Rust.
    pub fragment_text: &'a dyn Fn(&Fragment) -> String,
    /// Modifiers of operands that instructions have.
    pub modifiers: &'a [String],
}

/// What the text of an alias has: names of operands of one part by their places, and those of several parts.
#[derive(Default)]
struct Given {
    places: Vec<String>,
    wholes: Vec<Whole>,
}

impl Given {
    /// The place of the operand with this name.
    fn place(&mut self, name: &str) -> usize {
        self.places
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| {
                self.places.push(name.to_string());
                self.places.len() - 1
            })
    }

    /// The place of the first part of an operand.
    fn place_of_whole(&mut self, name: &str, whole: &Whole) -> usize {
        if let Some(known) = self.wholes.iter().find(|known| known.name == name) {
            return usize::from(known.first);
        }
        let first = self.places.len();
        // Parts have no names in the text.
        self.places.extend((0..whole.count).map(|_| String::new()));
        self.wholes.push(Whole {
            name: name.to_string(),
            first: first as u8,
            ..whole.clone()
        });
        first
    }
}

impl Texts<'_> {
    /// Writes the aliases.
    pub fn write_aliases(
        &self,
        mnemonic_aliases: &MnemonicAliases<'_>,
        out: &mut String,
    ) -> Result<(), Diagnostics> {
        let mut rows = Vec::new();
        let mut errors = Diagnostics::new();
        for &record in self.keeper.derived_defs("InstAlias") {
            match self.aliases(record) {
                Ok(of_record) => rows.extend(of_record),
                Err(error) => errors.push(error),
            }
        }
        if errors.has_errors() {
            return Err(errors);
        }
        // Another word for the mnemonic of such a text: read, never written.
        for other in &mnemonic_aliases.names {
            let of_variant = |row: &AliasRow| other.variant.is_none() || row.scope.includes(0);
            let copies: Vec<(String, AliasRow)> = rows
                .iter()
                .filter(|(mnemonic, row)| mnemonic == other.to && of_variant(row))
                .map(|(_, row)| {
                    let copy = AliasRow {
                        priority: 0,
                        scope: if other.variant.is_none() {
                            row.scope
                        } else {
                            Scope::Only(0)
                        },
                        ..row.clone()
                    };
                    (other.from.to_string(), copy)
                })
                .collect();
            rows.extend(copies);
        }
        if !rows.is_empty() {
            rows.sort_by(|(a, _), (b, _)| a.cmp(b));
            out.push_str("/// Other texts of instructions.\npub static ASM_ALIASES: wavec_mc::AsmAliases = wavec_mc::AsmAliases { aliases: &[\n");
            for (mnemonic, row) in &rows {
                let _ = writeln!(
                    out,
                    "wavec_mc::AsmAlias {{ mnemonic: {mnemonic:?}, {}, priority: {}, variant: {}, condition: {} }},",
                    row.meaning,
                    row.priority,
                    row.scope.text(),
                    row.condition
                );
            }
            out.push_str("] };\n");
        }
        Ok(())
    }

    /// The rows of an alias: one, or one for each variant if its text depends on that.
    fn aliases(&self, record: RecordId) -> Result<Vec<(String, AliasRow)>, Diagnostic> {
        let scope = self.variants.scope(self.keeper, record)?;
        let text = self.keeper.get_string(record, "AsmString")?;
        let scopes: Vec<Scope> = match scope {
            Scope::None => Vec::new(),
            Scope::All if variant_count(text) > 1 => self
                .variants
                .names
                .keys()
                .map(|&number| Scope::Only(number))
                .collect(),
            scope => vec![scope],
        };
        scopes
            .into_iter()
            .map(|scope| self.alias(record, scope))
            .collect()
    }

    /// The mnemonic of an alias and its row, of one variant.
    fn alias(&self, record: RecordId, scope: Scope) -> Result<(String, AliasRow), Diagnostic> {
        let (keeper, model) = (self.keeper, self.model);
        let dag = keeper.get_dag(record, "ResultInst")?;
        let opcode = dag
            .operator_def()
            .and_then(|instruction| model.by_record.get(&instruction));
        let Some(&opcode) = opcode else {
            return Err(keeper.field_error(record, "ResultInst", "is no instruction with operands"));
        };
        let mut given = Given::default();
        let operands = self.operands_of(record, dag, usize::from(opcode), &mut given)?;
        let priority = keeper.get_int(record, "EmitPriority")?;
        let Ok(priority) = u16::try_from(priority) else {
            return Err(keeper.field_error(record, "EmitPriority", "is not from 0 to 65535"));
        };
        let number = match scope {
            Scope::Only(number) => usize::from(number),
            _ => 0,
        };
        let text = variant_of(keeper.get_string(record, "AsmString")?, number)
            .map_err(|what| keeper.field_error(record, "AsmString", what))?;
        let text = read_only_text(&text, priority, &given);
        let (mnemonic, rest) = split_mnemonic(&text);
        let fragments = self.fragments(record, rest, &given)?;
        let fragments: Vec<String> = fragments.iter().map(self.fragment_text).collect();
        let row = AliasRow {
            meaning: format!(
                "fragments: &[{}], opcode: wavec_mc::Opcode({opcode}), operands: &[{}]",
                fragments.join(", "),
                operands.join(", ")
            ),
            priority,
            scope,
            condition: condition(keeper, record)?.replace("FeatureTest::", "wavec_mc::FeatureTest::"),
        };
        Ok((mnemonic.to_string(), row))
    }

    /// The text behind the mnemonic. It has all that the result needs, and nothing else.
    fn fragments(&self, record: RecordId, text: &str, given: &Given) -> Result<Vec<Fragment>, Diagnostic> {
        let fail = |what: &str| self.keeper.field_error(record, "AsmString", what);
        let place = |name: &str| given.places.iter().position(|known| known == name);
        let fragments = split_text(text, &place, &given.wholes, &fail)?;
        for piece in &fragments {
            match piece {
                Fragment::Combined(name) => {
                    return Err(fail(&format!("has '${name}', which the result does not have")));
                }
                Fragment::Modified(_, modifier) | Fragment::Whole(_, _, Some(modifier))
                    if !self.modifiers.contains(modifier) =>
                {
                    return Err(fail(&format!(
                        "has the modifier '{modifier}', which no instruction has"
                    )));
                }
                _ => {}
            }
        }
        let places = given.places.iter().enumerate();
        let parts = places.filter(|(_, name)| !name.is_empty());
        let names = parts.chain(
            given
                .wholes
                .iter()
                .map(|whole| (usize::from(whole.first), &whole.name)),
        );
        for (place, name) in names {
            let is_written = fragments.iter().any(|piece| match piece {
                Fragment::Operand(written)
                | Fragment::Modified(written, _)
                | Fragment::Whole(written, ..) => usize::from(*written) == place,
                _ => false,
            });
            if !is_written {
                return Err(fail(&format!("lacks '${name}', which the result needs")));
            }
        }
        Ok(fragments)
    }

    /// The operands of the result, as Rust.
    fn operands_of(
        &self,
        record: RecordId,
        dag: Dag<'_>,
        opcode: usize,
        given: &mut Given,
    ) -> Result<Vec<String>, Diagnostic> {
        let instruction = &self.model.instructions[opcode];
        let count_error = || {
            let what = format!(
                "has {} operands, but '{}' has {}",
                dag.len(),
                instruction.name,
                instruction.operands.len()
            );
            self.keeper.field_error(record, "ResultInst", &what)
        };
        let mut args = dag.args().peekable();
        let mut operands: Vec<String> = Vec::new();
        while operands.len() < instruction.operands.len() {
            let index = operands.len();
            let operand = &instruction.operands[index];
            let whole = instruction
                .wholes
                .iter()
                .find(|whole| usize::from(whole.first) == index && whole.count > 0);
            // What shares its register with an operand of the same kind is not there again.
            if whole.is_none_or(|whole| whole.count == 1)
                && let Some(def) = operand.tied_to
                && instruction.operands[usize::from(def)].kind == operand.kind
                && let Some(text) = operands.get(usize::from(def))
            {
                operands.push(text.clone());
                continue;
            }
            // An operand of several parts may be given as one.
            if let Some(whole) = whole
                && let Some(&(Value::Def(kind), Some(name))) = args.peek()
                && self.is_like_whole(kind, whole, operand)
            {
                args.next();
                let first = given.place_of_whole(name, whole);
                for part in 0..usize::from(whole.count) {
                    let kind = instruction.operands[index + part].kind;
                    let class = class_id(self.model.kinds[usize::from(kind)].reg_class);
                    operands.push(format!(
                        "wavec_mc::AliasOperand::Given({}, {class})",
                        first + part
                    ));
                }
                continue;
            }
            let (value, name) = args.next().ok_or_else(count_error)?;
            operands.push(self.operand(record, value, name, given)?);
        }
        match args.next() {
            Some(_) => Err(count_error()),
            None => Ok(operands),
        }
    }

    /// Whether something of this kind stands for all parts of an operand, the first of which is `first`.
    fn is_like_whole(&self, kind: RecordId, whole: &Whole, first: &Operand) -> bool {
        let kinds = &self.model.kinds;
        let name = self.keeper.name(kind);
        name == kinds[usize::from(whole.kind)].name
            || name != kinds[usize::from(first.kind)].name && self.keeper.is_subclass_of(kind, "Operand")
    }

    /// One operand of the result.
    fn operand(
        &self,
        record: RecordId,
        value: Value<'_>,
        name: Option<&str>,
        given: &mut Given,
    ) -> Result<String, Diagnostic> {
        let (keeper, registers) = (self.keeper, self.registers);
        let fail = |what: &str| keeper.field_error(record, "ResultInst", what);
        match (value, name) {
            (Value::Int(imm), _) => Ok(format!("wavec_mc::AliasOperand::Imm({imm})")),
            (Value::Bit(imm), _) => Ok(format!("wavec_mc::AliasOperand::Imm({})", i64::from(imm))),
            (Value::Bits(bits), _) => match bits.known() {
                Some(imm) => Ok(format!("wavec_mc::AliasOperand::Imm({imm})")),
                None => Err(fail("has bits that are not known")),
            },
            (Value::Def(def), None | Some("")) => match registers.by_record.get(&def) {
                Some(register) => Ok(format!("wavec_mc::AliasOperand::Reg(wavec_mc::Reg({register}))")),
                // No register.
                None if keeper.name(def) == "zero_reg" => {
                    Ok("wavec_mc::AliasOperand::Reg(wavec_mc::Reg::NONE)".to_string())
                }
                None => Err(fail(&format!(
                    "has '{}' without a name, which is no register",
                    keeper.name(def)
                ))),
            },
            (Value::Def(def), Some(name)) => {
                // The class of a RegisterOperand's registers holds only when it is no constant.
                let class = class_id(registers.class_by_record.get(&def).copied());
                Ok(format!(
                    "wavec_mc::AliasOperand::Given({}, {class})",
                    given.place(name)
                ))
            }
            _ => Err(fail(
                "has an operand that is neither a constant, a register nor a class with a name",
            )),
        }
    }
}

/// The text of an alias that is never written, as a reader has it: `$$name` is a dollar sign and an operand, if that is
/// nowhere else.
fn read_only_text(text: &str, priority: u16, given: &Given) -> String {
    let mut text = text.to_string();
    if priority > 0 {
        return text;
    }
    for name in &given.places {
        let (written, escaped) = (format!("${name}"), format!("$${name}"));
        let is_escaped = !name.is_empty() && text.matches(&escaped).count() == text.matches(&written).count();
        if is_escaped && !text.contains(&format!("${{{name}}}")) {
            text = text.replace(&escaped, &format!("$$${{{name}}}"));
        }
    }
    text
}

/// An alias as Rust, but for its mnemonic.
#[derive(Clone)]
struct AliasRow {
    /// Text behind the mnemonic, instruction and operands.
    meaning: String,
    priority: u16,
    scope: Scope,
    condition: String,
}

/// Modifiers of operands, sorted.
pub fn modifiers<'f>(fragments: impl Iterator<Item = &'f Fragment>) -> Vec<String> {
    let mut modifiers: Vec<String> = fragments
        .filter_map(|fragment| match fragment {
            Fragment::Modified(_, modifier) | Fragment::Whole(_, _, Some(modifier)) => Some(modifier.clone()),
            _ => None,
        })
        .collect();
    modifiers.sort_unstable();
    modifiers.dedup();
    modifiers
}

/// Writes the enumeration of modifiers, if there are any.
pub fn write_modifiers(modifiers: &[String], out: &mut String) {
    if modifiers.is_empty() {
        return;
    }
    out.push_str("/// Modifiers of operands: `${operand:modifier}`.\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub enum Modifier {\n");
    for name in modifiers {
        let _ = writeln!(out, "/// `{name}`\n{},", rust::type_name(name));
    }
    out.push_str("}\n");
    let names = modifiers
        .iter()
        .map(|name| format!("Modifier::{}", rust::type_name(name)));
    rust::slice(out, "MODIFIERS", "Modifier", names);
}
