//! Other texts of instructions: aliases.
//!
//! | class | fields |
//! |---|---|
//! | `RegisterOperand` | `RegClass`, `AsmRegClass`, `ConstantBits` |
//! | `Operand` | `MCOperandPredicate`, if there is such a field and it is set: an alias whose result has the operand is written only if the target says that it fits |
//! | `InstAlias` | `AsmString`: `{a\|b}` are variants; `ResultInst`: the instruction with its operands, of which those that are tied may be left out; `EmitPriority`; `Predicates`; `AsmVariantName`: the only variant of the assembly language that has it |
//!
//! An alias is written instead of the instruction's text if its priority is not 0, its text has no more blanks than that, and
//! no other is for the same operands under the same conditions: as LLVM's writers do.
//!
//! Writes `ASM_ALIASES`, if the description has such. An alias whose text differs between variants has a row for each.
//! Conditions are in the language of the target's compiler, and here in Rust: `AliasPredicate` names the operands that have
//! one, and who writes text says for each whether it holds.

use super::asm_variants::{Scope, Variants};
use super::asm_writer::{Fragment, split_mnemonic, split_text, variant_count, variant_of};
use super::encodings::condition;
use super::instr_info::class_id;
use super::instr_model::{InstrModel, asm_string};
use super::mnemonic_alias::MnemonicAliases;
use super::operands::{Operand, Whole};
use super::register_model::RegisterModel;
use super::rust;
use crate::record::{RecordId, RecordKeeper};
use crate::view::{Dag, Value};
use fxhash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
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
    /// What operands that the target is asked about are called: [`predicates`].
    pub predicates: BTreeMap<&'a str, String>,
}

/// Whether the target says which constants an operand takes.
fn asks_target(keeper: &RecordKeeper, registers: &RegisterModel, kind: RecordId) -> bool {
    let is_register =
        keeper.is_subclass_of(kind, "RegisterOperand") || registers.class_by_record.contains_key(&kind);
    let predicate = keeper.field_value(kind, "MCOperandPredicate");
    !is_register && matches!(predicate, Some(Value::Code(_) | Value::String(_)))
}

/// Variants of `AliasPredicate` by the names of the operands that they stand for: all that the target may be asked about.
pub fn predicates<'a>(keeper: &'a RecordKeeper, registers: &RegisterModel) -> BTreeMap<&'a str, String> {
    let operands = keeper
        .defs()
        .iter()
        .copied()
        .filter(|&def| asks_target(keeper, registers, def));
    let mut names: Vec<&str> = operands.map(|operand| keeper.name(operand)).collect();
    names.sort_unstable();
    rust::variants(names).into_iter().collect()
}

/// What the text of an alias has: names of operands of one part by their places, and those of several parts.
#[derive(Default)]
struct Given {
    places: Vec<String>,
    wholes: Vec<Whole>,
    /// Operands that the target is asked about.
    predicates: Vec<String>,
}

impl Given {
    /// The place of the operand with this name.
    fn place(&mut self, name: &str) -> usize {
        if let Some(whole) = self.wholes.iter().find(|whole| whole.name == name) {
            return usize::from(whole.first);
        }
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
        for (order, &record) in self.keeper.derived_defs("InstAlias").iter().enumerate() {
            match self.aliases(record, order) {
                Ok(of_record) => rows.extend(of_record),
                Err(error) => errors.push(error),
            }
        }
        if errors.has_errors() {
            return Err(errors);
        }
        leave_ambiguous_unwritten(&mut rows);
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
        write_predicates(&rows, &self.predicates, out);
        if !rows.is_empty() {
            rows.sort_by(|(a, _), (b, _)| a.cmp(b));
            out.push_str("/// Other texts of instructions.\npub static ASM_ALIASES: wavec_mc::AsmAliases = wavec_mc::AsmAliases { aliases: &[\n");
            for (mnemonic, row) in &rows {
                let _ = writeln!(
                    out,
                    "wavec_mc::AsmAlias {{ mnemonic: {mnemonic:?}, fragments: &[{}], {}, priority: {}, order: {}, variant: {}, condition: {} }},",
                    row.fragments,
                    row.meaning,
                    row.priority,
                    row.order,
                    row.scope.text(),
                    row.condition
                );
            }
            out.push_str("] };\n");
        }
        Ok(())
    }

    /// The rows of an alias: one, or one for each variant if its text depends on that.
    fn aliases(&self, record: RecordId, order: usize) -> Result<Vec<(String, AliasRow)>, Diagnostic> {
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
            .map(|scope| self.alias(record, order, scope))
            .collect()
    }

    /// The mnemonic of an alias and its row, of one variant.
    fn alias(&self, record: RecordId, order: usize, scope: Scope) -> Result<(String, AliasRow), Diagnostic> {
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
        let Ok(mut priority) = u16::try_from(priority) else {
            return Err(keeper.field_error(record, "EmitPriority", "is not from 0 to 65535"));
        };
        let number = match scope {
            Scope::Only(number) => usize::from(number),
            _ => 0,
        };
        let text = variant_of(keeper.get_string(record, "AsmString")?, number)
            .map_err(|what| keeper.field_error(record, "AsmString", what))?;
        let own = asm_string(keeper, model.instructions[usize::from(opcode)].record)?;
        let own = variant_of(own, number).unwrap_or_default();
        if blanks(&text) > blanks(&own) {
            priority = 0;
        }
        let text = read_only_text(&text, priority, &given);
        let (mnemonic, rest) = split_mnemonic(&text);
        let fragments = self.fragments(record, rest, &given)?;
        let fragments: Vec<String> = fragments.iter().map(self.fragment_text).collect();
        let row = AliasRow {
            fragments: fragments.join(", "),
            meaning: format!(
                "opcode: wavec_mc::Opcode({opcode}), operands: &[{}]",
                operands.join(", ")
            ),
            priority,
            order,
            scope,
            predicates: given.predicates,
            condition: condition(keeper, record)?.replace("FeatureTest::", "wavec_mc::FeatureTest::"),
        };
        Ok((mnemonic.to_string(), row))
    }

    /// The text after the mnemonic. It has all that the result needs, and nothing else.
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
                // The instruction says what the parts are.
                let class = class_id(None);
                operands.extend(
                    (0..usize::from(whole.count))
                        .map(|part| format!("wavec_mc::AliasOperand::Given({}, {class})", first + part)),
                );
                if let Some(checked) = self.checked(kind, first, given) {
                    operands[index] = checked;
                }
                continue;
            }
            let (value, name) = args.next().ok_or_else(count_error)?;
            operands.push(self.operand(record, value, name, operand, given)?);
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

    /// An operand that the alias writes in another way than the instruction.
    fn written_as(&self, kind: RecordId, of_instruction: &Operand) -> Option<Whole> {
        let (name, kinds) = (self.keeper.name(kind), &self.model.kinds);
        let number = kinds.iter().position(|known| known.name == name)?;
        let is_other = kinds[number].syntax != kinds[usize::from(of_instruction.kind)].syntax;
        is_other.then(|| Whole {
            name: String::new(),
            first: 0,
            count: 1,
            kind: number as u16,
            part_names: Vec::new(),
            has_named_parts: false,
        })
    }

    /// The class that an operand is of, unless it may be a constant.
    fn class_of(&self, kind: RecordId) -> Result<Option<u16>, Diagnostic> {
        let (keeper, classes) = (self.keeper, &self.registers.class_by_record);
        let takes_constants = keeper.get_int(kind, "ConstantBits").is_ok_and(|bits| bits > 0);
        if !keeper.is_subclass_of(kind, "RegisterOperand") || takes_constants {
            return Ok(classes.get(&kind).copied());
        }
        let class = match keeper.field_value(kind, "AsmRegClass") {
            Some(_) => keeper.get_def(kind, "AsmRegClass")?,
            None => keeper.get_def(kind, "RegClass")?,
        };
        Ok(classes.get(&class).copied())
    }

    /// What the text has at this place, if the target is asked whether it fits.
    fn checked(&self, kind: RecordId, place: usize, given: &mut Given) -> Option<String> {
        if !asks_target(self.keeper, self.registers, kind) {
            return None;
        }
        let name = self.keeper.name(kind);
        given.predicates.push(name.to_string());
        let predicate = &self.predicates[name];
        Some(format!(
            "wavec_mc::AliasOperand::Checked({place}, AliasPredicate::{predicate} as u16)"
        ))
    }

    /// One operand of the result.
    fn operand(
        &self,
        record: RecordId,
        value: Value<'_>,
        name: Option<&str>,
        of_instruction: &Operand,
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
                let class = class_id(self.class_of(def)?);
                let place = match self.written_as(def, of_instruction) {
                    Some(whole) if !given.places.iter().any(|known| known == name) => {
                        given.place_of_whole(name, &whole)
                    }
                    _ => given.place(name),
                };
                Ok(self
                    .checked(def, place, given)
                    .unwrap_or_else(|| format!("wavec_mc::AliasOperand::Given({place}, {class})")))
            }
            _ => Err(fail(
                "has an operand that is neither a constant, a register nor a class with a name",
            )),
        }
    }
}

/// How many operands a text seems to have, to LLVM: one that has more than the instruction's own is never written.
fn blanks(text: &str) -> usize {
    text.chars().filter(|c| matches!(c, ' ' | '\t')).count()
}

/// Of several texts for one thing under the same conditions none says what is meant: they are read, and the instruction's
/// own is written.
fn leave_ambiguous_unwritten(rows: &mut [(String, AliasRow)]) {
    let mut by_meaning: FxHashMap<(&str, &str), Vec<usize>> = FxHashMap::default();
    for (index, (_, row)) in rows.iter().enumerate().filter(|(_, (_, row))| row.priority > 0) {
        by_meaning
            .entry((&row.meaning, &row.condition))
            .or_default()
            .push(index);
    }
    let overlap =
        |a: &AliasRow, b: &AliasRow| a.scope == b.scope || a.scope == Scope::All || b.scope == Scope::All;
    let mut ambiguous: Vec<usize> = Vec::new();
    for indices in by_meaning.values().filter(|indices| indices.len() > 1) {
        let has_other = |&index: &usize| {
            let mut others = indices.iter().filter(|&&other| other != index);
            others.any(|&other| overlap(&rows[index].1, &rows[other].1))
        };
        ambiguous.extend(indices.iter().copied().filter(has_other));
    }
    for index in ambiguous {
        rows[index].1.priority = 0;
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
    /// Text after the mnemonic.
    fragments: String,
    /// Instruction and operands.
    meaning: String,
    priority: u16,
    order: usize,
    scope: Scope,
    condition: String,
    /// Operands that the target is asked about.
    predicates: Vec<String>,
}

/// Writes the enumeration of operands that the target is asked about, if there are any; `variants` is what they are
/// called.
fn write_predicates(rows: &[(String, AliasRow)], variants: &BTreeMap<&str, String>, out: &mut String) {
    let asked: FxHashSet<&str> = rows
        .iter()
        .flat_map(|(_, row)| row.predicates.iter().map(String::as_str))
        .collect();
    if asked.is_empty() {
        return;
    }
    let variants: Vec<_> = variants
        .iter()
        .filter(|&(name, _)| asked.contains(name))
        .collect();
    let doc = "Operands of aliases of which the target says whether they fit: by their `MCOperandPredicate`.";
    rust::enumeration(out, (doc, "AliasPredicate", "ALIAS_PREDICATES"), &variants);
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
    let doc = "Modifiers of operands: `${operand:modifier}`.";
    let variants = rust::variants(modifiers.iter().map(String::as_str));
    rust::enumeration(out, (doc, "Modifier", "MODIFIERS"), &variants);
}
