//! Instructions as numbers: what the emitters of instruction tables, encoder, decoder, writer and matcher share.

use super::asm_writer::first_variant;
use super::constraints::apply_constraints;
use super::encodings;
use super::register_model::RegisterModel;
use crate::intern::Symbol;
use crate::record::{FieldKind, RecordId, RecordKeeper};
use crate::view::{BitElement, Dag, Value};
use fxhash::FxHashMap;
use wavec_support::{Diagnostic, Diagnostics};

/// Most operands of an instruction.
const MAX_OPERANDS: usize = 127;

/// One operand.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Operand {
    /// Its name; empty for unnamed ones.
    pub name: String,
    /// What may stand there: number in [`InstrModel::kinds`].
    pub kind: u16,
    /// Whether it is written.
    pub is_def: bool,
    /// The definition it shares a register with.
    pub tied_to: Option<u8>,
    /// Written before all sources are read.
    pub early_clobber: bool,
}

/// Part of an encoding: `width` bits of an operand's value, from bit `value_lsb`, at bit `position`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EncodingField {
    /// The operand.
    pub operand: u8,
    /// Lowest bit of the value.
    pub value_lsb: u8,
    /// Lowest bit of the encoding.
    pub position: u8,
    /// Number of bits.
    pub width: u8,
}

/// One instruction.
pub struct Instruction {
    /// Its record.
    pub record: RecordId,
    /// Its name.
    pub name: String,
    /// First word of its text; empty if it has none.
    pub mnemonic: String,
    /// Text behind the mnemonic.
    pub asm_operands: String,
    /// Operands, definitions first.
    pub operands: Vec<Operand>,
    /// Operands that are written as a whole with names for their parts, and the first part of each.
    pub wholes: Vec<(String, u8)>,
    /// Whether further operands may follow.
    pub is_variadic: bool,
    /// Number of definitions.
    pub num_defs: usize,
    /// Size in bytes, 0 without encoding.
    pub size: u8,
    /// Fixed bits.
    pub base: u64,
    /// Which bits are fixed.
    pub mask: u64,
    /// Where the operands are encoded.
    pub fields: Vec<EncodingField>,
}

/// One kind of operand.
pub struct OperandKind {
    /// Its name.
    pub name: String,
    /// Class for code generation.
    pub reg_class: Option<u16>,
    /// Class in text and encodings.
    pub asm_class: Option<u16>,
    /// Name of the hooks.
    pub syntax: String,
    /// Word before or instead of the value.
    pub prefix: String,
    /// Size of constants in bits; 0: none.
    pub constant_bits: u8,
    /// Constants are floating-point.
    pub is_float: bool,
    /// A literal may follow.
    pub allow_literal: bool,
    /// Uses the constant bus.
    pub constant_bus: bool,
    /// Text may leave it out.
    pub optional: bool,
    /// Its value then.
    pub default_value: i64,
    /// Never a register.
    pub immediate: bool,
    /// Relative to the end of the instruction.
    pub pc_relative: bool,
    /// Source modifiers.
    pub source_modifiers: bool,
    /// The condition of a predicated instruction.
    pub predicate: bool,
    /// Hook that makes bits of it.
    pub encoder: String,
    /// Hook that makes it of bits.
    pub decoder: String,
}

/// All instructions.
pub struct InstrModel {
    /// By opcode.
    pub instructions: Vec<Instruction>,
    /// Operand kinds; number 0 is the unknown kind.
    pub kinds: Vec<OperandKind>,
    /// Names of operands, sorted.
    pub operand_names: Vec<String>,
    /// Opcode by record.
    pub by_record: FxHashMap<RecordId, u16>,
    /// Encodings need general tables (`encodings.rs`): instructions do not have them here.
    pub is_wide: bool,
}

/// The instructions by number: generic ones first, then the target's in the order of definition.
///
/// # Errors
/// More than have numbers; the last number stands for none.
pub fn numbered_instructions(keeper: &RecordKeeper) -> Result<Vec<RecordId>, Diagnostic> {
    let mut records: Vec<RecordId> = keeper.derived_defs("StandardPseudoInstruction").to_vec();
    let of_target = |record: &RecordId| !keeper.is_subclass_of(*record, "StandardPseudoInstruction");
    records.extend(
        keeper
            .derived_defs("Instruction")
            .iter()
            .copied()
            .filter(of_target),
    );
    if records.len() > usize::from(u16::MAX) {
        let span = keeper.record(records[usize::from(u16::MAX)]).span;
        return Err(Diagnostic::error(span, "more than 65535 instructions"));
    }
    Ok(records)
}

impl InstrModel {
    /// Reads the instructions of a description: generic ones first, then the target's in the order of definition.
    pub fn build(keeper: &RecordKeeper, registers: &RegisterModel) -> Result<InstrModel, Diagnostics> {
        let records = numbered_instructions(keeper)?;
        let mut model = InstrModel {
            instructions: Vec::with_capacity(records.len()),
            kinds: Vec::new(),
            operand_names: Vec::new(),
            by_record: FxHashMap::default(),
            is_wide: encodings::are_needed(keeper)?,
        };
        let kinds = model.read_kinds(keeper, registers, &records)?;
        let mut errors = Diagnostics::new();
        for record in records {
            match read_instruction(keeper, record, &kinds, model.is_wide) {
                Ok(instruction) => {
                    if let Some(error) = model.lost_operand(keeper, registers, &instruction) {
                        errors.push(error);
                    }
                    model.by_record.insert(record, model.instructions.len() as u16);
                    model.instructions.push(instruction);
                }
                Err(error) => errors.push(error),
            }
        }
        if errors.has_errors() {
            return Err(errors);
        }
        let operands = model
            .instructions
            .iter()
            .flat_map(|instruction| &instruction.operands);
        model.operand_names = operands.map(|operand| operand.name.clone()).collect();
        model.operand_names.push(String::new());
        model.operand_names.sort_unstable();
        model.operand_names.dedup();
        Ok(model)
    }

    /// An error if an operand is not in the encoding although its value could be several: it would be lost.
    fn lost_operand(
        &self,
        keeper: &RecordKeeper,
        registers: &RegisterModel,
        instruction: &Instruction,
    ) -> Option<Diagnostic> {
        if instruction.size == 0 || self.is_wide || !loses_nothing(keeper, instruction.record) {
            return None;
        }
        let is_lost = |(index, operand): &(usize, &Operand)| {
            let kind = &self.kinds[usize::from(operand.kind)];
            let class = kind.asm_class.map(|class| &registers.classes[usize::from(class)]);
            let is_encoded = instruction
                .fields
                .iter()
                .any(|field| usize::from(field.operand) == *index);
            let is_tied = operand.tied_to.is_some()
                || instruction
                    .operands
                    .iter()
                    .any(|other| other.tied_to == Some(*index as u8));
            let is_fixed = kind.optional || class.is_some_and(|class| class.members.len() == 1);
            !is_encoded && !is_tied && !is_fixed
        };
        let (_, operand) = instruction.operands.iter().enumerate().find(is_lost)?;
        let what = format!("does not hold the operand '{}'", operand.name);
        Some(keeper.field_error(instruction.record, "Inst", &what))
    }

    /// Number of an operand name.
    pub fn operand_name(&self, name: &str) -> usize {
        self.operand_names
            .binary_search_by(|known| known.as_str().cmp(name))
            .unwrap_or(0)
    }

    /// Finds the kinds of operands that instructions use, in the order of their definition.
    fn read_kinds(
        &mut self,
        keeper: &RecordKeeper,
        registers: &RegisterModel,
        records: &[RecordId],
    ) -> Result<FxHashMap<RecordId, u16>, Diagnostics> {
        let mut used = Vec::new();
        for &record in records {
            for list in ["OutOperandList", "InOperandList"] {
                for (value, _) in keeper.get_dag(record, list)?.args() {
                    match value {
                        Value::Def(kind) => used.push(kind),
                        Value::Dag(dag) => used.extend(parts_of(keeper, dag)),
                        _ => {}
                    }
                }
            }
        }
        used.sort_unstable();
        used.dedup();
        self.kinds.push(OperandKind {
            name: "unknown".to_string(),
            reg_class: None,
            asm_class: None,
            syntax: "none".to_string(),
            prefix: String::new(),
            constant_bits: 0,
            is_float: false,
            allow_literal: false,
            constant_bus: false,
            optional: false,
            default_value: 0,
            immediate: false,
            pc_relative: false,
            source_modifiers: false,
            predicate: false,
            encoder: String::new(),
            decoder: String::new(),
        });
        let mut numbers = FxHashMap::default();
        for record in used {
            if ["unknown", "variable_ops"].contains(&keeper.name(record)) {
                numbers.insert(record, 0);
                continue;
            }
            numbers.insert(record, self.kinds.len() as u16);
            self.kinds.push(read_kind(keeper, registers, record)?);
        }
        Ok(numbers)
    }
}

fn read_kind(
    keeper: &RecordKeeper,
    registers: &RegisterModel,
    record: RecordId,
) -> Result<OperandKind, Diagnostic> {
    let class_of = |class: RecordId| registers.class_by_record.get(&class).copied();
    let text = |field: &str| {
        keeper
            .get_string_opt(record, field)
            .map(|text| text.unwrap_or("").to_string())
    };
    let mut kind = OperandKind {
        name: keeper.name(record).to_string(),
        reg_class: None,
        asm_class: None,
        syntax: text("Syntax")?,
        prefix: text("AsmPrefix")?,
        constant_bits: 0,
        is_float: keeper.get_bit_or_false(record, "ConstantIsFloat"),
        allow_literal: keeper.get_bit_or_false(record, "AllowLiteral"),
        constant_bus: keeper.get_bit_or_false(record, "UsesConstantBus"),
        optional: keeper.get_bit_or_false(record, "IsOptional"),
        default_value: keeper.get_int(record, "DefaultValue").unwrap_or(0),
        immediate: false,
        pc_relative: keeper.get_bit_or_false(record, "IsPCRelative"),
        source_modifiers: keeper.get_bit_or_false(record, "IsSourceModifiers"),
        predicate: keeper.is_subclass_of(record, "PredicateOp"),
        encoder: text("EncoderMethod")?,
        decoder: text("DecoderMethod")?,
    };
    if keeper.is_subclass_of(record, "RegisterClass") {
        kind.reg_class = class_of(record);
        kind.asm_class = kind.reg_class;
        kind.syntax = "register".to_string();
    } else if keeper.is_subclass_of(record, "RegisterOperand") {
        kind.reg_class = class_of(keeper.get_def(record, "RegClass")?);
        // What has no field of this project's is as in LLVM.
        kind.asm_class = match keeper.field_value(record, "AsmRegClass") {
            Some(_) => class_of(keeper.get_def(record, "AsmRegClass")?),
            None => kind.reg_class,
        };
        kind.constant_bits = match keeper.field_value(record, "ConstantBits") {
            Some(_) => keeper.get_int(record, "ConstantBits")? as u8,
            None => 0,
        };
    } else if keeper.is_subclass_of(record, "Operand") {
        kind.immediate = true;
    } else if keeper.is_subclass_of(record, "PointerLikeRegClass") {
        // Its class depends on the processor.
        kind.syntax = "register".to_string();
    } else {
        let message = format!("'{}' is used as an operand, but is none", keeper.name(record));
        return Err(Diagnostic::error(keeper.record(record).span, message));
    }
    // LLVM's descriptions name the function that writes it.
    if kind.syntax.is_empty() {
        kind.syntax = text("PrintMethod")?;
    }
    if kind.syntax.is_empty() {
        kind.syntax = "none".to_string();
    }
    Ok(kind)
}

fn read_instruction(
    keeper: &RecordKeeper,
    record: RecordId,
    kinds: &FxHashMap<RecordId, u16>,
    is_wide: bool,
) -> Result<Instruction, Diagnostic> {
    let mut operands = Vec::new();
    let mut wholes = Vec::new();
    let mut num_defs = 0;
    let mut is_variadic = false;
    for (list, is_def) in [("OutOperandList", true), ("InOperandList", false)] {
        let dag = keeper.get_dag(record, list)?;
        read_operands(keeper, dag, is_def, kinds, &mut operands, &mut wholes);
        if is_def {
            num_defs = operands.len();
        }
        let is_variable = |value| matches!(value, Value::Def(kind) if keeper.name(kind) == "variable_ops");
        is_variadic |= dag.args().any(|(value, _)| is_variable(value));
    }
    if operands.len() > MAX_OPERANDS {
        return Err(keeper.field_error(record, "InOperandList", "has more than 127 operands"));
    }
    apply_constraints(keeper, record, &mut operands)?;
    let asm = first_variant(keeper.get_string(record, "AsmString")?)
        .map_err(|what| keeper.field_error(record, "AsmString", what))?;
    let split = asm.find([' ', '\t', '$']).unwrap_or(asm.len());
    let mut instruction = Instruction {
        record,
        name: keeper.name(record).to_string(),
        mnemonic: asm[..split].to_string(),
        asm_operands: asm[split..].to_string(),
        operands,
        wholes: wholes
            .into_iter()
            .map(|(name, part)| (name, part as u8))
            .collect(),
        is_variadic,
        num_defs,
        size: keeper.get_int(record, "Size")? as u8,
        base: 0,
        mask: 0,
        fields: Vec::new(),
    };
    if keeper.get_bit(record, "isPseudo")? || keeper.field_value(record, "Inst").is_none() {
        instruction.size = 0;
        return Ok(instruction);
    }
    if !is_wide && instruction.size > 0 {
        read_encoding(keeper, &mut instruction)?;
    }
    Ok(instruction)
}

/// The kinds of the parts of an operand that is written with names for them: `(mem $base, $offset):$address`.
fn parts_of(keeper: &RecordKeeper, dag: Dag<'_>) -> Vec<RecordId> {
    let Some(whole) = dag.operator_def() else {
        return Vec::new();
    };
    let Some(Value::Dag(parts)) = keeper.field_value(whole, "MIOperandInfo") else {
        return Vec::new();
    };
    let kinds = parts.args().filter_map(|(part, _)| match part {
        Value::Def(part) => Some(part),
        _ => None,
    });
    kinds.collect()
}

fn read_operands(
    keeper: &RecordKeeper,
    dag: Dag<'_>,
    is_def: bool,
    kinds: &FxHashMap<RecordId, u16>,
    operands: &mut Vec<Operand>,
    wholes: &mut Vec<(String, usize)>,
) {
    let add = |operands: &mut Vec<Operand>, record: RecordId, name: Option<&str>| {
        let name = name.unwrap_or("").to_string();
        let kind = kinds[&record];
        // `variable_ops` stands for operands that are not described.
        if kind == 0 && name.is_empty() {
            return;
        }
        operands.push(Operand {
            name,
            kind,
            is_def,
            tied_to: None,
            early_clobber: false,
        });
    };
    for (value, name) in dag.args() {
        match value {
            Value::Def(record) => add(operands, record, name),
            Value::Dag(whole) => {
                if let Some(name) = name {
                    wholes.push((name.to_string(), operands.len()));
                }
                let names = whole.args().map(|(_, name)| name);
                for (part, name) in parts_of(keeper, whole).into_iter().zip(names) {
                    add(operands, part, name);
                }
            }
            _ => {}
        }
    }
}

/// Whether operands that are not in the encoding are errors: LLVM's descriptions leave them to the code that calls the
/// decoder, this project's have nothing such.
pub fn loses_nothing(keeper: &RecordKeeper, record: RecordId) -> bool {
    keeper.field_value(record, "isNoDecode").is_some()
}

/// Whether a name in `Inst` is a field that may stay unset (`field bit high;`): its bits are then as if `?` stood there.
pub fn is_left_open(keeper: &RecordKeeper, record: RecordId, name: Symbol) -> bool {
    let field = keeper.record(record).field(name);
    field.is_some_and(|field| field.kind == FieldKind::NonConcrete)
}

/// The bits of `Inst` that are the encoding, as many as `Size` says: what is above them must be zero or unset. In LLVM's
/// descriptions a few instructions that become two have bits for the first only.
pub fn encoding_bits(
    keeper: &RecordKeeper,
    record: RecordId,
    size: usize,
) -> Result<Vec<BitElement>, Diagnostic> {
    let mut bits = keeper.get_bits(record, "Inst")?;
    let is_nothing = |bit: &BitElement| matches!(bit, BitElement::Unset | BitElement::Known(false));
    if bits.len() < size * 8 && !loses_nothing(keeper, record) {
        bits.resize(size * 8, BitElement::Unset);
    }
    if bits.len() < size * 8 || !bits[size * 8..].iter().all(is_nothing) {
        return Err(keeper.field_error(record, "Inst", "has another width than the instruction"));
    }
    bits.truncate(size * 8);
    Ok(bits)
}

fn read_encoding(keeper: &RecordKeeper, instruction: &mut Instruction) -> Result<(), Diagnostic> {
    let record = instruction.record;
    let bits = encoding_bits(keeper, record, usize::from(instruction.size))?;
    if bits.len() > 64 {
        return Err(keeper.field_error(record, "Inst", "has another width than the instruction"));
    }
    // Fixed bits that hardware does not look at.
    let ignored = keeper.get_bits_known(record, "DecodeIgnore").unwrap_or(0);
    for (position, bit) in bits.into_iter().enumerate() {
        match bit {
            BitElement::Unset => {}
            BitElement::Known(bit) => {
                if ignored >> position & 1 == 0 {
                    instruction.mask |= 1 << position;
                }
                instruction.base |= u64::from(bit) << position;
            }
            BitElement::Var { field, index } => {
                let name = keeper.str(field);
                let Some(operand) = instruction
                    .operands
                    .iter()
                    .position(|operand| operand.name == name)
                else {
                    if is_left_open(keeper, record, field) {
                        continue;
                    }
                    let what = format!("uses '{name}', which is neither an operand nor a constant");
                    return Err(keeper.field_error(record, "Inst", &what));
                };
                let position = position as u8;
                if let Some(last) = instruction.fields.last_mut()
                    && usize::from(last.operand) == operand
                    && u32::from(last.value_lsb + last.width) == index
                    && last.position + last.width == position
                {
                    last.width += 1;
                    continue;
                }
                instruction.fields.push(EncodingField {
                    operand: operand as u8,
                    value_lsb: index as u8,
                    position,
                    width: 1,
                });
            }
        }
    }
    instruction
        .fields
        .sort_by_key(|field| (field.operand, field.value_lsb));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParseOptions, parse_text};
    use wavec_support::SourceMap;

    fn records(text: &str) -> RecordKeeper {
        parse_text(&mut SourceMap::new(), "test.td", text, &ParseOptions::default()).unwrap()
    }

    /// Classes of formats of other compilers have the bits of the widest, and pairs those of the first.
    #[test]
    fn encodings_of_another_width_than_the_instruction() {
        let keeper = records(
            "class I<bits<32> inst> { bits<32> Inst = inst; }\n\
             def Short : I<0x1234>; def Both : I<0x11234>; def Strict : I<1> { bit isNoDecode = 0; }",
        );
        let bits = |name: &str, size: usize| {
            let bits = encoding_bits(&keeper, keeper.def(name).unwrap(), size).ok()?;
            Some((
                bits.len(),
                bits.iter()
                    .filter(|bit| matches!(bit, BitElement::Known(true)))
                    .count(),
            ))
        };
        assert_eq!(bits("Short", 4), Some((32, 5)));
        assert_eq!(bits("Short", 2), Some((16, 5)));
        assert_eq!(bits("Short", 6), Some((48, 5)));
        assert_eq!(bits("Both", 2), None);
        assert_eq!(bits("Strict", 2), Some((16, 1)));
        assert_eq!(bits("Strict", 6), None);
    }
}
