//! `--gen-instr-info`: instruction descriptions, operand kinds, opcode names and relations between instructions.
//!
//! Reads the classes of `codegen/td/Target.td`:
//!
//! | class | fields |
//! |---|---|
//! | `Instruction` | `OutOperandList`, `InOperandList`, `Constraints`, `Uses`, `Defs`, `AsmString` (its first word), `Size`, `Inst`, `SchedRW`, and the bits in [`FLAGS`] |
//! | `RegisterClass`, `RegisterOperand`, `Operand` | of operands: `RegClass`, `AsmRegClass`, `Syntax`, `AsmPrefix`, `ConstantBits`, `ConstantIsFloat`, `AllowLiteral`, `IsHalf`, `UsesConstantBus`, `IsOptional`, `DefaultValue`, `IsPCRelative`, `IsSourceModifiers`, `Width`; `PrintMethod` where there is no `Syntax` |
//! | | `MIOperandInfo`: kinds of the parts of an operand, each an operand of the instruction; the first has the name of the whole unless the instruction names the parts |
//! | `PointerLikeRegClass` | a register whose class depends on the processor |
//! | `PredicateOp` | its presence: the instruction is predicable, unless it is `isUnpredicable` |
//! | `variable_ops` | at the end of `InOperandList`: any number of further operands |
//! | `StandardPseudoInstruction` | instructions that all targets have, numbered first |
//! | `TargetSpecializedStandardPseudoInstruction` | `Instruction`: that of them which it replaces, under its name |
//! | `AssemblerPredicate` | of `Predicates`: the features that processors which have the instruction have |
//! | `Instruction` with `EncodingOf` | no instruction, but another encoding and text of the one that it names, for processors that do not meet its `Predicates` |
//! | `Instruction` | `EncodingPredicates`: of its own encoding alone, besides `Predicates` |
//! | `OperandTable` | `Predicates`: of the processors that have a table of operand kinds |
//! | `OperandAs` | `Where`: the condition; `Of`, `As`: the kind and what stands for it |
//! | `InstrInfo` | `TargetFlags`: names of the target's own bits |
//! | `InstrMapping` | see `instr_mapping.rs` |
//!
//! The file that includes the result declares `OperandKindDesc`, which describes operands for the target's assembler.

use super::EmitOptions;
use super::asm_writer::AsmFormats;
use super::conditions;
use super::encoder::Formats;
use super::instr_mapping;
use super::instr_model::InstrModel;
use super::operands::OperandKind;
use super::register_model::RegisterModel;
use super::rust;
use super::sched_model::SchedClasses;
use crate::record::{RecordId, RecordKeeper};
use fxhash::FxHashMap;
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Bits of `InstrFlags` by field of the description.
const FLAGS: &[(&str, u32)] = &[
    ("isTerminator", 0),
    ("isBranch", 1),
    ("isIndirectBranch", 2),
    ("isBarrier", 3),
    ("isCall", 4),
    ("isReturn", 5),
    ("mayLoad", 6),
    ("mayStore", 7),
    ("hasSideEffects", 8),
    ("isCommutable", 9),
    ("isConvergent", 10),
    ("isReMaterializable", 11),
    ("isMoveImm", 12),
    ("isMoveReg", 13),
    ("isPseudo", 14),
    ("isCodeGenOnly", 15),
    ("isMeta", 16),
    ("hasVariadicOperands", 17),
    ("isAsCheapAsAMove", 18),
    ("isCompare", 19),
    ("usesCustomInserter", 20),
    ("hasPostISelHook", 21),
    ("isPredicable", 22),
    ("isNotDuplicable", 23),
    ("mayRaiseFPException", 24),
    ("isConvertibleToThreeAddress", 25),
    ("isNoDecode", 26),
];

/// Writes `INSTR_INFO`, `OPERAND_KINDS` and the modules `opcodes`, `operand_names`, `operand_kinds`, `target_flags`,
/// `maps`.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let registers = RegisterModel::build(keeper)?;
    let model = InstrModel::build(keeper, &registers)?;
    let mut out = rust::header(&options.source_name, "Instructions");
    constants(&mut out, &model);
    operand_kinds(keeper, &mut out, &model)?;
    let flag_names = target_flags(keeper, &mut out)?;
    descriptions(keeper, &mut out, &model, &registers, &flag_names)?;
    let records: Vec<RecordId> = model
        .instructions
        .iter()
        .map(|instruction| instruction.record)
        .collect();
    instr_mapping::write(keeper, &mut out, &records)?;
    Ok(out)
}

fn constants(out: &mut String, model: &InstrModel) {
    let mut module = |about: &str, name: &str, ty: &str, names: &mut dyn Iterator<Item = &str>| {
        let _ = writeln!(out, "/// {about}.\npub mod {name} {{\nuse wavec_mc::{ty};");
        let mut unique = rust::UniqueNames::default();
        for (number, name) in names.enumerate().filter(|(_, name)| !name.is_empty()) {
            let _ = writeln!(out, "pub const {}: {ty} = {ty}({number});", unique.constant(name));
        }
        out.push_str("}\n");
    };
    let mut instructions = model
        .instructions
        .iter()
        .map(|instruction| instruction.name.as_str());
    module("Instructions by name", "opcodes", "Opcode", &mut instructions);
    let mut names = model.operand_names.iter().map(String::as_str);
    module("Operand names", "operand_names", "OperandName", &mut names);
    let mut kinds = model.kinds.iter().map(|kind| kind.name.as_str());
    module("Kinds of operands", "operand_kinds", "OperandKind", &mut kinds);
    rust::slice(
        out,
        "OPERAND_NAMES",
        "&str",
        model.operand_names.iter().map(|name| format!("{name:?}")),
    );
    rust::slice(
        out,
        "OPERAND_KIND_NAMES",
        "&str",
        model.kinds.iter().map(|kind| format!("{:?}", kind.name)),
    );
}

/// A class as Rust.
pub fn class_id(class: Option<u16>) -> String {
    match class {
        Some(class) => format!("wavec_mc::RegClassId({class})"),
        None => "wavec_mc::RegClassId::NONE".to_string(),
    }
}

fn operand_kinds(keeper: &RecordKeeper, out: &mut String, model: &InstrModel) -> Result<(), Diagnostics> {
    let mut syntaxes: Vec<&str> = model.kinds.iter().map(|kind| kind.syntax.as_str()).collect();
    syntaxes.sort_unstable();
    syntaxes.dedup();
    out.push_str(
        "/// How an operand is read, printed and encoded.\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\n",
    );
    out.push_str("pub enum Syntax {\n");
    let mut unique = rust::UniqueNames::default();
    let names: Vec<String> = syntaxes
        .iter()
        .map(|syntax| unique.unique(rust::type_name(syntax)))
        .collect();
    for (syntax, name) in syntaxes.iter().zip(&names) {
        let _ = writeln!(out, "/// `{syntax}`\n{name},");
    }
    let name_of = |syntax: &str| {
        syntaxes
            .binary_search(&syntax)
            .map_or("", |at| names[at].as_str())
    };
    out.push_str("}\n");
    let row = |kind: &OperandKind| {
        format!(
            "OperandKindDesc {{ name: {:?}, syntax: Syntax::{}, prefix: {:?}, reg_class: {}, asm_class: {}, \
             constant_bits: {}, is_float: {}, allow_literal: {}, is_half: {}, optional: {}, default_value: {}, width: {} }}",
            kind.name,
            name_of(&kind.syntax),
            kind.prefix,
            class_id(kind.reg_class),
            class_id(kind.asm_class),
            kind.constant_bits,
            kind.is_float,
            kind.allow_literal,
            kind.is_half,
            kind.optional,
            kind.default_value,
            kind.width
        )
    };
    rust::slice(
        out,
        "OPERAND_KINDS",
        "OperandKindDesc",
        model.kinds.iter().map(row),
    );
    operand_tables(keeper, out, model, row)
}

/// Writes `OPERAND_TABLES`: the kinds of operands for processors that meet a condition, by the records `OperandTable` and
/// `OperandAs`.
fn operand_tables(
    keeper: &RecordKeeper,
    out: &mut String,
    model: &InstrModel,
    row: impl Fn(&OperandKind) -> String,
) -> Result<(), Diagnostics> {
    let by_name: FxHashMap<&str, &OperandKind> = model
        .kinds
        .iter()
        .map(|kind| (kind.name.as_str(), kind))
        .collect();
    let tables = keeper.derived_defs("OperandTable");
    if tables.is_empty() {
        return Ok(());
    }
    let mut conditions = Vec::new();
    for (number, &table) in tables.iter().enumerate() {
        let predicates = keeper.get_list_of_defs(table, "Predicates")?;
        let mut kinds: FxHashMap<&str, &OperandKind> = FxHashMap::default();
        for &substitute in keeper.derived_defs("OperandAs") {
            if predicates.contains(&keeper.get_def(substitute, "Where")?) {
                let (of, to) = (
                    keeper.get_def(substitute, "Of")?,
                    keeper.get_def(substitute, "As")?,
                );
                kinds.insert(keeper.name(of), by_name[keeper.name(to)]);
            }
        }
        let rows = model
            .kinds
            .iter()
            .map(|kind| row(kinds.get(kind.name.as_str()).unwrap_or(&kind)));
        rust::slice(out, &format!("OPERAND_TABLE_{number}"), "OperandKindDesc", rows);
        let condition = conditions::condition(keeper, table)?;
        conditions.push(format!("({condition}, OPERAND_TABLE_{number})"));
    }
    let conditions = conditions
        .iter()
        .map(|condition| condition.replace("FeatureTest::", "wavec_mc::FeatureTest::"));
    rust::slice(
        out,
        "OPERAND_TABLES",
        "(wavec_mc::FeatureTest, &[OperandKindDesc])",
        conditions,
    );
    Ok(())
}

/// Names of the target's `bit` fields.
fn target_flags(keeper: &RecordKeeper, out: &mut String) -> Result<Vec<String>, Diagnostics> {
    let mut names = Vec::new();
    for &record in keeper.derived_defs("InstrInfo") {
        if keeper.field_value(record, "TargetFlags").is_none() {
            continue;
        }
        names.extend(
            keeper
                .get_list_of_strings(record, "TargetFlags")?
                .into_iter()
                .map(str::to_string),
        );
    }
    if names.len() > 64 {
        return Err(Diagnostic::error(Span::NONE, "more than 64 target flags").into());
    }
    out.push_str("/// Bits of the target's instruction flags.\npub mod target_flags {\n");
    for (bit, name) in names.iter().enumerate() {
        let _ = writeln!(out, "pub const {}: u64 = 1 << {bit};", rust::snake_constant(name));
    }
    out.push_str("}\n");
    Ok(names)
}

/// Lists that are shared: the offset of each distinct one in a pool.
struct Pool<T> {
    items: Vec<T>,
    known: FxHashMap<Vec<T>, usize>,
}

impl<T: Clone + Eq + std::hash::Hash> Pool<T> {
    fn new() -> Pool<T> {
        Pool {
            items: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    fn add(&mut self, list: Vec<T>) -> usize {
        if let Some(&start) = self.known.get(&list) {
            return start;
        }
        let start = self.items.len();
        self.items.extend(list.iter().cloned());
        self.known.insert(list, start);
        start
    }
}

/// A pool of distinct strings.
#[derive(Default)]
pub struct StringPool {
    /// All texts.
    pub text: String,
    known: FxHashMap<String, usize>,
}

impl StringPool {
    /// Offset of `text`.
    pub fn add(&mut self, text: &str) -> usize {
        if let Some(&start) = self.known.get(text) {
            return start;
        }
        let start = self.text.len();
        self.text.push_str(text);
        self.known.insert(text.to_string(), start);
        start
    }
}

fn descriptions(
    keeper: &RecordKeeper,
    out: &mut String,
    model: &InstrModel,
    registers: &RegisterModel,
    flag_names: &[String],
) -> Result<(), Diagnostics> {
    let formats = Formats::collect(model);
    let asm_formats = AsmFormats::collect(keeper, model)?;
    let mut operand_pool = Pool::new();
    let mut reg_pool = Pool::new();
    let mut names = StringPool::default();
    let mut mnemonics = StringPool::default();
    let sched_classes = SchedClasses::collect(keeper, model)?;
    for (count, what) in [
        (model.kinds.len(), "kinds of operands"),
        (model.operand_names.len(), "names of operands"),
    ] {
        if count > usize::from(u16::MAX) {
            return Err(Diagnostic::error(Span::NONE, format!("more than 65535 {what}")).into());
        }
    }
    let mut conditions = vec!["FeatureTest::All(&[])".to_string()];
    let mut rows = Vec::with_capacity(model.instructions.len());
    for (opcode, instruction) in model.instructions.iter().enumerate() {
        let record = instruction.record;
        let operands = operand_pool.add(
            instruction
                .operands
                .iter()
                .map(|operand| operand_row(model, operand))
                .collect(),
        );
        let uses = register_numbers(keeper, registers, record, "Uses")?;
        let defs = register_numbers(keeper, registers, record, "Defs")?;
        let (num_uses, num_implicit_defs) = (uses.len(), defs.len());
        let implicit = reg_pool.add(uses.into_iter().chain(defs).collect());
        let flags = FLAGS
            .iter()
            .filter(|(field, _)| keeper.get_bit_or_false(record, field));
        let mut flags = flags.fold(0u32, |all, (_, bit)| all | 1 << bit);
        let is_predicate = |kind: u16| model.kinds[usize::from(kind)].predicate;
        let operand_kinds = instruction.operands.iter().map(|operand| operand.kind);
        let has_predicate = operand_kinds
            .chain(instruction.wholes.iter().map(|whole| whole.kind))
            .any(is_predicate);
        for (field, holds) in [
            ("hasVariadicOperands", instruction.is_variadic),
            (
                "isPredicable",
                has_predicate && !keeper.get_bit_or_false(record, "isUnpredicable"),
            ),
        ] {
            let bit = FLAGS.iter().find(|(known, _)| *known == field);
            flags |= bit.map_or(0, |(_, bit)| u32::from(holds) << bit);
        }
        let target = flag_names
            .iter()
            .enumerate()
            .filter(|(_, name)| keeper.get_bit_or_false(record, name));
        let target = target.fold(0u64, |all, (bit, _)| all | 1 << bit);
        for (field, length) in [
            ("NAME", instruction.name.len()),
            ("AsmString", instruction.mnemonic.len()),
            ("Uses", num_uses),
            ("Defs", num_implicit_defs),
        ] {
            if length > 255 {
                return Err(keeper.field_error(record, field, "is longer than 255").into());
            }
        }
        rows.push(format!(
            "d({target:#x},{flags:#x},{operands},{implicit},{},{},[{},{},{},{num_uses},{num_implicit_defs},{}])",
            names.add(&instruction.name),
            sched_classes.of(opcode),
            instruction.name.len(),
            instruction.operands.len(),
            instruction.num_defs,
            instruction.size,
        ));
    }
    let mut encodings = Vec::with_capacity(rows.len());
    for (number, (opcode, instruction)) in model.encodings().enumerate() {
        let condition = conditions::condition(keeper, instruction.record)?;
        let condition = match conditions.iter().position(|known| *known == condition) {
            Some(known) => known,
            None => {
                conditions.push(condition);
                conditions.len() - 1
            }
        };
        encodings.push(format!(
            "e({opcode},{condition},{:#x},{},{},{},{})",
            instruction.base,
            formats.of(number),
            asm_formats.of(number),
            mnemonics.add(&instruction.mnemonic),
            instruction.mnemonic.len(),
        ));
    }
    if reg_pool.items.len() > usize::from(u16::MAX) {
        return Err(
            Diagnostic::error(Span::NONE, "lists of implicit registers are too long together").into(),
        );
    }
    out.push_str(
        "const fn d(target_flags: u64, flags: u32, operands: u32, implicit: u16, name: u32, sched_class: u16, b: [u8; 6]) \
         -> wavec_mc::InstrDesc {\n\
         wavec_mc::InstrDesc { target_flags, flags: wavec_mc::InstrFlags::from_bits_retain(flags), operands,\n\
         implicit, name, sched_class, name_len: b[0], num_operands: b[1], num_defs: b[2], num_implicit_uses: b[3], \
         num_implicit_defs: b[4], size: b[5] }\n}\n\
         const fn e(opcode: u16, condition: u16, base: u64, format: u16, asm_format: u16, mnemonic: u32, mnemonic_len: u8) \
         -> wavec_mc::InstrEncoding {\n\
         wavec_mc::InstrEncoding { opcode: wavec_mc::Opcode(opcode), condition, base, format, asm_format, mnemonic, \
         mnemonic_len }\n}\n\
         const fn o(name: u16, kind: u16, class: u16, tied_to: i8, constant_bits: u8, flags: u16) \
         -> wavec_mc::OperandInfo {\n\
         wavec_mc::OperandInfo { name: wavec_mc::OperandName(name), kind: wavec_mc::OperandKind(kind), \
         reg_class: wavec_mc::RegClassId(class), tied_to, constant_bits, \
         flags: wavec_mc::OperandFlags::from_bits_retain(flags) }\n}\n",
    );
    rust::slice(out, "DESCS", "wavec_mc::InstrDesc", rows);
    rust::slice(out, "ENCODINGS", "wavec_mc::InstrEncoding", encodings);
    rust::slice(out, "OPERAND_POOL", "wavec_mc::OperandInfo", operand_pool.items);
    let pool = reg_pool
        .items
        .iter()
        .map(|register| format!("wavec_mc::Reg({register})"));
    rust::slice(out, "REG_POOL", "wavec_mc::Reg", pool);
    let conditions = conditions
        .iter()
        .map(|condition| condition.replace("FeatureTest::", "wavec_mc::FeatureTest::"));
    rust::slice(out, "CONDITIONS", "wavec_mc::FeatureTest", conditions);
    let mut by_name: Vec<usize> = (0..model.instructions.len()).collect();
    by_name.sort_by(|&a, &b| model.instructions[a].name.cmp(&model.instructions[b].name));
    rust::slice(out, "BY_NAME", "u16", by_name);
    rust::slice(
        out,
        "SCHED_CLASSES",
        "&str",
        sched_classes.names.iter().map(|name| format!("{name:?}")),
    );
    let _ = writeln!(
        out,
        "pub static INSTR_INFO: wavec_mc::InstrInfo = wavec_mc::InstrInfo {{\n\
         descs: DESCS, encodings: ENCODINGS, operand_pool: OPERAND_POOL, reg_pool: REG_POOL, names: {:?}, mnemonics: {:?},\n\
         by_name: BY_NAME, operand_names: OPERAND_NAMES, operand_kinds: OPERAND_KIND_NAMES, \
         sched_classes: SCHED_CLASSES, conditions: CONDITIONS,\n}};",
        names.text, mnemonics.text
    );
    Ok(())
}

/// One row of the operand pool, as Rust.
fn operand_row(model: &InstrModel, operand: &super::operands::Operand) -> String {
    let kind = &model.kinds[usize::from(operand.kind)];
    let has_constants = kind.constant_bits > 0;
    let flags = [
        operand.is_def,
        operand.early_clobber,
        kind.optional,
        kind.pc_relative,
        kind.immediate,
        has_constants,
        kind.allow_literal,
        has_constants && kind.is_float,
        kind.constant_bus,
        kind.source_modifiers,
    ];
    let flags = flags
        .iter()
        .enumerate()
        .fold(0u16, |all, (bit, &set)| all | u16::from(set) << bit);
    format!(
        "o({},{},{},{},{},{flags})",
        model.operand_name(&operand.name),
        operand.kind,
        kind.reg_class.unwrap_or(u16::MAX),
        operand.tied_to.map_or(-1, i16::from),
        kind.constant_bits
    )
}

fn register_numbers(
    keeper: &RecordKeeper,
    registers: &RegisterModel,
    record: RecordId,
    field: &str,
) -> Result<Vec<u16>, Diagnostic> {
    let list = keeper.get_list_of_defs(record, field)?;
    let number = |register: &RecordId| registers.by_record.get(register).copied();
    let numbers: Option<Vec<u16>> = list.iter().map(number).collect();
    numbers.ok_or_else(|| keeper.field_error(record, field, "names something that is not a register"))
}
