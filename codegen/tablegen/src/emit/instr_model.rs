//! The model of instructions that the emitters of instruction tables, encoder, decoder, writer and matcher share.

use super::asm_writer::{first_variant, split_mnemonic};
use super::constraints::apply_constraints;
use super::operands::{Operand, OperandKind, Operands, Whole, read_kinds};
use super::register_model::RegisterModel;
use crate::intern::Symbol;
use crate::record::{FieldKind, RecordId, RecordKeeper};
use crate::view::{BitElement, Value};
use fxhash::FxHashMap;
use wavec_support::{Diagnostic, Diagnostics};

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
    /// First word of its text; empty if it has none, or begins with an operand.
    pub mnemonic: String,
    /// Text after the mnemonic.
    pub asm_operands: String,
    /// Operands, definitions first.
    pub operands: Vec<Operand>,
    /// Operands that are written and encoded as one.
    pub wholes: Vec<Whole>,
    /// Whether further operands may follow.
    pub is_variadic: bool,
    /// Number of definitions.
    pub num_defs: usize,
    /// Size in bytes, 0 without encoding.
    pub size: u8,
    /// Fixed bits.
    pub base: u64,
    /// Which bits are fixed, of the first 64.
    pub mask: u64,
    /// The fixed bits of the others.
    pub later: LaterBits,
    /// Where the operands are encoded.
    pub fields: Vec<EncodingField>,
}

/// The fixed bits of an encoding after the first 64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct LaterBits {
    /// Which bits are fixed.
    pub mask: [u64; 2],
    /// Their values.
    pub values: [u64; 2],
}

impl Instruction {
    /// Whether it has a text, in the first variant; one may begin with an operand instead of a word.
    pub fn has_text(&self) -> bool {
        !self.mnemonic.is_empty() || !self.asm_operands.is_empty()
    }

    /// Whether the bits of one of these operands are those of the other: they are the same, or parts of an operand that is
    /// encoded as one.
    pub fn are_one(&self, a: usize, b: usize) -> bool {
        let mut wholes = self.wholes.iter().filter(|whole| !whole.has_named_parts);
        a == b || wholes.any(|whole| whole.contains(a) && whole.contains(b))
    }
}

/// All instructions.
pub struct InstrModel {
    /// By opcode.
    pub instructions: Vec<Instruction>,
    /// Further encodings of instructions, with their opcodes, in the order of these.
    pub variants: Vec<(usize, Instruction)>,
    /// Operand kinds; number 0 is the unknown kind.
    pub kinds: Vec<OperandKind>,
    /// Names of operands, sorted.
    pub operand_names: Vec<String>,
    /// Opcode by record.
    pub by_record: FxHashMap<RecordId, u16>,
    /// Why compact tables cannot represent the encodings: instructions do not have them here then.
    pub needs_general_tables: Option<Diagnostic>,
}

/// The class of what a target has in place of a generic instruction, under its name.
const SPECIALIZED: &str = "TargetSpecializedStandardPseudoInstruction";

/// The instructions by number: generic ones first, then the target's in the order of definition.
///
/// # Errors
/// The limit of numbers; the last one means none.
pub fn numbered_instructions(keeper: &RecordKeeper) -> Result<Vec<RecordId>, Diagnostic> {
    let mut specialized = FxHashMap::default();
    for &record in keeper.derived_defs(SPECIALIZED) {
        specialized.insert(keeper.get_def(record, "Instruction")?, record);
    }
    let generic = keeper.derived_defs("StandardPseudoInstruction").iter();
    let mut records: Vec<RecordId> = generic
        .map(|record| *specialized.get(record).unwrap_or(record))
        .collect();
    let of_target = |record: &RecordId| {
        if encoding_of(keeper, *record).is_some() {
            return false;
        }
        let is_generic = |class| keeper.is_subclass_of(*record, class);
        !is_generic("StandardPseudoInstruction") && !is_generic(SPECIALIZED)
    };
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

/// The instruction that a record is another encoding of.
fn encoding_of(keeper: &RecordKeeper, record: RecordId) -> Option<RecordId> {
    match keeper.field_value(record, "EncodingOf") {
        Some(Value::Def(instruction)) => Some(instruction),
        _ => None,
    }
}

/// The generic instruction that an instruction of the target replaces.
fn generic_of(keeper: &RecordKeeper, record: RecordId) -> Result<Option<RecordId>, Diagnostic> {
    if keeper.is_subclass_of(record, SPECIALIZED) {
        keeper.get_def(record, "Instruction").map(Some)
    } else {
        Ok(None)
    }
}

/// The text of an instruction; of what a target has in place of a generic one that of the generic one, unless it has its own.
pub fn asm_string(keeper: &RecordKeeper, record: RecordId) -> Result<&str, Diagnostic> {
    match (
        keeper.get_string(record, "AsmString")?,
        generic_of(keeper, record)?,
    ) {
        ("", Some(generic)) => keeper.get_string(generic, "AsmString"),
        (text, _) => Ok(text),
    }
}

/// Whether no text means an instruction, or the generic one that the target has it in place of.
pub fn is_code_gen_only(keeper: &RecordKeeper, record: RecordId) -> Result<bool, Diagnostic> {
    let generic = generic_of(keeper, record)?.unwrap_or(record);
    Ok(keeper.get_bit(record, "isCodeGenOnly")? || keeper.get_bit(generic, "isCodeGenOnly")?)
}

impl InstrModel {
    /// Reads the instructions of a description: generic ones first, then the target's in the order of definition.
    pub fn build(keeper: &RecordKeeper, registers: &RegisterModel) -> Result<InstrModel, Diagnostics> {
        let records = numbered_instructions(keeper)?;
        let (kinds, kind_numbers) = read_kinds(keeper, registers, &records)?;
        let mut model = InstrModel {
            instructions: Vec::with_capacity(records.len()),
            variants: Vec::new(),
            kinds,
            operand_names: Vec::new(),
            by_record: FxHashMap::default(),
            needs_general_tables: None,
        };
        model.needs_general_tables = needs_general_tables(keeper, &model.kinds, &kind_numbers)?;
        let is_compact = model.needs_general_tables.is_none();
        let mut errors = Diagnostics::new();
        for record in records {
            match read_instruction(keeper, record, &kind_numbers, is_compact) {
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
        model.read_variants(keeper, &kind_numbers, &mut errors);
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

    fn read_variants(
        &mut self,
        keeper: &RecordKeeper,
        kinds: &FxHashMap<RecordId, u16>,
        errors: &mut Diagnostics,
    ) {
        for &record in keeper.derived_defs("Instruction") {
            let Some(of) = encoding_of(keeper, record) else {
                continue;
            };
            let read = read_instruction(keeper, record, kinds, self.needs_general_tables.is_none());
            let (opcode, variant) = match (self.by_record.get(&of), read) {
                (Some(&opcode), Ok(variant)) => (usize::from(opcode), variant),
                (None, _) => {
                    errors.push(keeper.field_error(record, "EncodingOf", "is no instruction of its own"));
                    continue;
                }
                (_, Err(error)) => {
                    errors.push(error);
                    continue;
                }
            };
            let names = |instruction: &Instruction| -> Vec<String> {
                let operands = instruction.operands.iter();
                operands.map(|operand| operand.name.clone()).collect()
            };
            let own = &self.instructions[opcode];
            if names(own) != names(&variant) {
                let what = format!("has other operands than '{}'", own.name);
                errors.push(keeper.field_error(record, "EncodingOf", &what));
            }
            self.variants.push((opcode, variant));
        }
        self.variants.sort_by_key(|&(opcode, _)| opcode);
    }

    /// All encodings by number, with their opcodes: those of the instructions, then their further ones.
    pub fn encodings(&self) -> impl Iterator<Item = (usize, &Instruction)> {
        let further = self.variants.iter().map(|(opcode, variant)| (*opcode, variant));
        self.instructions.iter().enumerate().chain(further)
    }

    /// An error if an operand is not in the encoding although its value could be several: it would be lost.
    fn lost_operand(
        &self,
        keeper: &RecordKeeper,
        registers: &RegisterModel,
        instruction: &Instruction,
    ) -> Option<Diagnostic> {
        if instruction.size == 0
            || self.needs_general_tables.is_some()
            || !loses_nothing(keeper, instruction.record)
        {
            return None;
        }
        let is_lost = |(index, operand): &(usize, &Operand)| {
            let kind = &self.kinds[usize::from(operand.kind)];
            let class = kind.asm_class.map(|class| &registers.classes[usize::from(class)]);
            let is_encoded = instruction
                .fields
                .iter()
                .any(|field| instruction.are_one(usize::from(field.operand), *index));
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
}

/// Why compact tables of encodings do not suffice, if they do not.
fn needs_general_tables(
    keeper: &RecordKeeper,
    kinds: &[OperandKind],
    kind_numbers: &FxHashMap<RecordId, u16>,
) -> Result<Option<Diagnostic>, Diagnostic> {
    let because = |record: RecordId, field: &str| {
        Ok(Some(keeper.field_error(
            record,
            field,
            "needs the tables that '--gen-encodings' writes",
        )))
    };
    let is_given = |record: RecordId, field: &str| matches!(keeper.field_value(record, field), Some(Value::String(text)) if !text.is_empty());
    let with_hooks = kind_numbers.iter().filter_map(|(&record, &number)| {
        let kind = &kinds[usize::from(number)];
        let field = match (kind.encoder.is_empty(), kind.decoder.is_empty()) {
            (false, _) => "EncoderMethod",
            (_, false) => "DecoderMethod",
            _ => return None,
        };
        Some((record, field))
    });
    if let Some((record, field)) = with_hooks.min() {
        return because(record, field);
    }
    let mut has_long = false;
    for &info in keeper.derived_defs("InstrInfo") {
        if keeper.get_bit_or_false(info, "isLittleEndianEncoding") {
            return because(info, "isLittleEndianEncoding");
        }
        has_long |= keeper.get_bit_or_false(info, "HasLongEncodings");
    }
    let is_compact = |size: usize| matches!(size, 0 | 4 | 8) || has_long && matches!(size, 12 | 16 | 20 | 24);
    for &record in keeper.derived_defs("Instruction") {
        for field in ["DecoderNamespace", "DecoderMethod"] {
            if is_given(record, field) {
                return because(record, field);
            }
        }
        if keeper.field_value(record, "SoftFail").is_some() {
            return because(record, "SoftFail");
        }
        if let Some(Value::Bits(bits)) = keeper.field_value(record, "Inst")
            && let size = usize::try_from(keeper.get_int(record, "Size")?).unwrap_or(0)
            && !is_compact(size)
            && bits.len() / 8 >= size
            && !keeper.get_bit(record, "isPseudo")?
        {
            return because(record, "Size");
        }
    }
    Ok(None)
}

fn read_instruction(
    keeper: &RecordKeeper,
    record: RecordId,
    kinds: &FxHashMap<RecordId, u16>,
    is_compact: bool,
) -> Result<Instruction, Diagnostic> {
    let mut operands = Operands::read(keeper, record, kinds)?;
    apply_constraints(keeper, record, &mut operands)?;
    let asm = first_variant(asm_string(keeper, record)?)
        .map_err(|what| keeper.field_error(record, "AsmString", what))?;
    let (mnemonic, asm_operands) = split_mnemonic(&asm);
    let name = keeper.name(generic_of(keeper, record)?.unwrap_or(record));
    let mut instruction = Instruction {
        record,
        name: name.to_string(),
        mnemonic: mnemonic.to_string(),
        asm_operands: asm_operands.to_string(),
        operands: operands.list,
        wholes: operands.wholes,
        is_variadic: operands.is_variadic,
        num_defs: operands.num_defs,
        size: keeper.get_int(record, "Size")? as u8,
        base: 0,
        mask: 0,
        later: LaterBits::default(),
        fields: Vec::new(),
    };
    if keeper.get_bit(record, "isPseudo")? || keeper.field_value(record, "Inst").is_none() {
        instruction.size = 0;
        return Ok(instruction);
    }
    if is_compact && instruction.size > 0 {
        read_encoding(keeper, &mut instruction)?;
    }
    Ok(instruction)
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
    let mut bits = encoding_bits(keeper, record, usize::from(instruction.size))?;
    if bits.len() > 192 {
        return Err(keeper.field_error(record, "Inst", "has another width than the instruction"));
    }
    // Fixed bits that hardware does not look at.
    let mut ignored = keeper.get_bits_known(record, "DecodeIgnore").unwrap_or(0);
    // Bits that a further encoding does not say are those of the instruction's own.
    if let Some(of) = encoding_of(keeper, record) {
        let own_size = keeper.get_int(of, "Size")? as usize;
        let own = encoding_bits(keeper, of, own_size)?;
        let own_ignored = keeper.get_bits_known(of, "DecodeIgnore").unwrap_or(0);
        for (position, (bit, own)) in bits.iter_mut().zip(own).enumerate() {
            if matches!(bit, BitElement::Unset) {
                *bit = own;
                ignored |= if position < 64 {
                    own_ignored & 1 << position
                } else {
                    0
                };
            }
        }
    }
    for (position, bit) in bits.into_iter().enumerate() {
        match bit {
            BitElement::Unset => {}
            BitElement::Unresolved => {
                let what = format!(
                    "has an expression for bit {position}, which is neither an operand nor a constant"
                );
                return Err(keeper.field_error(record, "Inst", &what));
            }
            BitElement::Known(bit) if position >= 64 => {
                let (word, position) = (position / 64 - 1, position % 64);
                instruction.later.mask[word] |= 1 << position;
                instruction.later.values[word] |= u64::from(bit) << position;
            }
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
                    && !position.is_multiple_of(64)
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
