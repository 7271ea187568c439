//! Encodings of any width, and the tables of `wavec_mc::Encodings`.
//!
//! They represent what the compact tables of `--gen-emitter` cannot: instructions that are not 4 or 8 bytes long
//! (`HasLongEncodings`: up to 24), and all below. Reads, besides the fields that `encoder.rs` of `wavec-tablegen` lists:
//!
//! | class | fields |
//! |---|---|
//! | `Instruction` | `Inst`, `Size`, `isPseudo`, `DecodeIgnore`; `DecoderNamespace`: its table; `DecoderMethod`: decodes it as a whole; `SoftFail`: bits whose value need not be that of `Inst`; `isCodeGenOnly`, `isAsmParserOnly`: not decoded; `Predicates` |
//! | `Operand`, `RegisterOperand`, `RegisterClass` | `EncoderMethod`, `DecoderMethod`: hooks between operand and bits |
//! | `InstrInfo` | `isLittleEndianEncoding`: bit 0 of `Inst` is the highest |

mod decision_tree;
mod decode_order;

use decision_tree::Tree;
use std::collections::BTreeMap;
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};
use wavec_tablegen::EmitOptions;
use wavec_tablegen::compare_numeric;
use wavec_tablegen::emit::conditions::condition;
use wavec_tablegen::emit::decoder::{self, is_decoded};
use wavec_tablegen::emit::instr_model::{
    InstrModel, Instruction, encoding_bits, is_left_open, loses_nothing,
};
use wavec_tablegen::emit::operands::Whole;
use wavec_tablegen::emit::register_model::RegisterModel;
use wavec_tablegen::emit::rust;
use wavec_tablegen::view::{BitElement, Bits, Value};
use wavec_tablegen::{RecordId, RecordKeeper};

/// Widest encoding in bytes.
const MAX_BYTES: usize = 64;

/// One encoding.
pub struct Encoding {
    /// The instruction.
    pub opcode: usize,
    /// Its table.
    pub namespace: String,
    /// Bytes.
    pub size: usize,
    /// Bytes of the longest in its table.
    pub table_size: usize,
    /// Fixed bits.
    pub base: Vec<u64>,
    /// The bits that the decoder tests.
    pub mask: Vec<u64>,
    /// Bits that should be as in `base`.
    pub soft: Vec<u64>,
    /// Operand, lowest bit of the value, lowest bit of the encoding, width.
    pub fields: Vec<(usize, usize, usize, usize)>,
    /// Operands of several parts that one value encodes: the first part, the number of parts, the kind.
    pub wholes: Vec<(u8, u8, u16)>,
    /// Operands with bits that the description sets.
    pub constants: Vec<(usize, u64)>,
    /// Hook that decodes it as a whole.
    pub hook: String,
    /// Conditions, as text of `wavec_mc::FeatureTest`.
    pub condition: String,
    /// Whether it is decoded.
    pub is_decoded: bool,
}

/// Writes `ENCODINGS` and the module `hooks`.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let registers = &RegisterModel::build(keeper)?;
    let model = &InstrModel::build(keeper, registers)?;
    let mut errors = Diagnostics::new();
    let mut encodings: Vec<Encoding> = Vec::new();
    for (opcode, instruction) in model.instructions.iter().enumerate() {
        match read(keeper, registers, model, opcode, instruction) {
            Ok(found) => encodings.extend(found),
            Err(error) => errors.push(error),
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    let mut hooks: Vec<&str> = encodings.iter().map(|encoding| encoding.hook.as_str()).collect();
    for kind in &model.kinds {
        hooks.extend([kind.encoder.as_str(), kind.decoder.as_str()]);
    }
    hooks.retain(|hook| !hook.is_empty());
    hooks.sort_unstable();
    hooks.dedup();
    let hook_number = |name: &str| hooks.binary_search(&name).map_or(0, |place| place + 1);

    let mut out = rust::header(&options.source_name, "Encodings");
    out.push_str("/// What the target decodes and encodes itself.\npub mod hooks {\n#[allow(unused_imports)]\nuse wavec_mc::HookId;\n");
    for (number, hook) in hooks.iter().enumerate() {
        let _ = writeln!(
            out,
            "/// `{hook}`\npub const {}: HookId = HookId({});",
            rust::constant_name(&rust::snake_name(hook)),
            number + 1
        );
    }
    out.push_str(
        "}\n#[allow(unused_imports)]\nuse wavec_mc::{DecodeNode, DecodeTable, Encoding, Encodings, FeatureTest, HookId, OperandCode, WholeCode, WideField};\n",
    );
    let rows = encodings.iter().map(|encoding| encoding.row(model, &hook_number));
    rust::slice(&mut out, "ENCODING_ROWS", "Encoding", rows);
    let kinds = model.kinds.iter().map(|kind| {
        let class = kind
            .asm_class
            .map_or("None".to_string(), |class| format!("Some({class})"));
        format!(
            "OperandCode {{ encoder: HookId({}), decoder: HookId({}), class: {class}, default_value: {} }}",
            hook_number(&kind.encoder),
            hook_number(&kind.decoder),
            kind.default_value
        )
    });
    rust::slice(&mut out, "OPERAND_CODES", "OperandCode", kinds);
    let classes = registers.classes.iter().map(|class| {
        let mut codes: Vec<(u16, u16)> = class
            .members
            .iter()
            .map(|&member| (registers.registers[usize::from(member)].encoding, member))
            .collect();
        // If several have one number, the first is meant.
        codes.sort_by_key(|&(code, _)| code);
        codes.dedup_by_key(|&mut (code, _)| code);
        let codes: Vec<String> = codes
            .iter()
            .map(|(code, register)| format!("({code}, wavec_mc::Reg({register}))"))
            .collect();
        format!("&[{}]", codes.join(","))
    });
    rust::slice(&mut out, "CLASS_CODES", "&[(u16, wavec_mc::Reg)]", classes);
    rust::slice(
        &mut out,
        "REGISTER_CODES",
        "u16",
        registers.registers.iter().map(|register| register.encoding),
    );
    let trees = trees(keeper, model, &encodings)?;
    write_trees(&mut out, &trees);
    out.push_str(
        "/// All encodings.\npub static ENCODINGS: Encodings = Encodings {\n    encodings: ENCODING_ROWS, operands: OPERAND_CODES, \
         class_codes: CLASS_CODES, register_codes: REGISTER_CODES,\n    tables: TABLES, nodes: NODES, children: CHILDREN, \
         leaves: LEAVES,\n};\n",
    );
    Ok(out)
}

/// A tree for each table and size of encodings.
fn trees(
    keeper: &RecordKeeper,
    model: &InstrModel,
    encodings: &[Encoding],
) -> Result<BTreeMap<(String, usize), Tree>, Diagnostics> {
    let mut members: BTreeMap<(String, usize), Vec<usize>> = BTreeMap::new();
    for (number, encoding) in encodings
        .iter()
        .enumerate()
        .filter(|(_, encoding)| encoding.is_decoded)
    {
        let key = (encoding.namespace.clone(), encoding.table_size);
        members.entry(key).or_default().push(number);
    }
    let mut trees = BTreeMap::new();
    let mut errors = Diagnostics::new();
    for (key, members) in members {
        let mut by_name = members.clone();
        let name = |member: usize| &*model.instructions[encodings[member].opcode].name;
        by_name.sort_by(|&a, &b| compare_numeric(name(a), name(b)));
        let ranks = decode_order::ranks(encodings, by_name);
        let (tree, conflicts) = Tree::build(encodings, members, &ranks);
        for (a, b) in conflicts {
            let instruction = |number: usize| &model.instructions[encodings[number].opcode];
            errors.push(decoder::describe(
                keeper,
                instruction(a),
                instruction(b),
                &encodings[a].mask,
            ));
        }
        trees.insert(key, tree);
    }
    if errors.has_errors() {
        Err(errors)
    } else {
        Ok(trees)
    }
}

fn write_trees(out: &mut String, trees: &BTreeMap<(String, usize), Tree>) {
    let (mut tables, mut nodes, mut children, mut leaves) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for ((namespace, size), tree) in trees {
        let (first, first_child, first_leaf) = (nodes.len(), children.len(), leaves.len());
        tables.push(format!(
            "DecodeTable {{ namespace: {namespace:?}, size: {size}, root: {first} }}"
        ));
        for node in &tree.nodes {
            let start = node.start + if node.width == 0 { first_leaf } else { first_child };
            nodes.push(format!(
                "DecodeNode {{ position: {}, width: {}, start: {start}, count: {} }}",
                node.position, node.width, node.count
            ));
        }
        children.extend(tree.children.iter().map(|child| match child {
            Some(child) => child + first,
            None => u32::MAX as usize,
        }));
        leaves.extend_from_slice(&tree.leaves);
    }
    rust::slice(out, "TABLES", "DecodeTable", tables);
    rust::slice(out, "NODES", "DecodeNode", nodes);
    rust::slice(out, "CHILDREN", "u32", children);
    rust::slice(out, "LEAVES", "u32", leaves);
}

impl Encoding {
    fn row(&self, model: &InstrModel, hook_number: &dyn Fn(&str) -> usize) -> String {
        let words = |words: &[u64]| {
            let words: Vec<String> = words.iter().map(|word| format!("{word:#x}")).collect();
            format!("&[{}]", words.join(","))
        };
        let fields: Vec<String> = self
            .fields
            .iter()
            .map(|(operand, value_lsb, position, width)| {
                format!(
                    "WideField{{operand:{operand},value_lsb:{value_lsb},position:{position},width:{width}}}"
                )
            })
            .collect();
        let operands = &model.instructions[self.opcode].operands;
        let operands: Vec<String> = operands
            .iter()
            .map(|operand| {
                let tied = operand
                    .tied_to
                    .map_or("None".to_string(), |tied| format!("Some({tied})"));
                format!("({}, {tied})", operand.kind)
            })
            .collect();
        let wholes: Vec<String> = self
            .wholes
            .iter()
            .map(|(first, count, kind)| format!("WholeCode{{first:{first},count:{count},kind:{kind}}}"))
            .collect();
        format!(
            "Encoding {{ opcode: wavec_mc::Opcode({}), size: {}, base: {}, mask: {}, soft: {}, fields: &[{}], \
             operands: &[{}], wholes: &[{}], constants: &{:?}, hook: HookId({}), condition: {} }}\n",
            self.opcode,
            self.size,
            words(&self.base),
            words(&self.mask),
            words(&self.soft),
            fields.join(","),
            operands.join(","),
            wholes.join(","),
            self.constants,
            hook_number(&self.hook),
            self.condition,
        )
    }
}

fn text<'k>(keeper: &'k RecordKeeper, record: RecordId, field: &str) -> &'k str {
    match keeper.field_value(record, field) {
        Some(Value::String(text)) => text,
        _ => "",
    }
}

/// The encoding of an instruction; `None` if it has none.
fn read(
    keeper: &RecordKeeper,
    registers: &RegisterModel,
    model: &InstrModel,
    opcode: usize,
    instruction: &Instruction,
) -> Result<Option<Encoding>, Diagnostic> {
    let record = instruction.record;
    if keeper.get_bit(record, "isPseudo")? || keeper.field_value(record, "Inst").is_none() {
        return Ok(None);
    }
    let is_reversed = keeper
        .derived_defs("InstrInfo")
        .iter()
        .any(|&info| keeper.get_bit_or_false(info, "isLittleEndianEncoding"));
    let mut fields: Vec<(usize, usize, usize, usize)> = Vec::new();
    let size = usize::try_from(keeper.get_int(record, "Size")?).unwrap_or(0);
    if size == 0 {
        return Ok(None);
    }
    if size > MAX_BYTES {
        return Err(keeper.field_error(record, "Inst", "is wider than 512 bits"));
    }
    let mut bits = encoding_bits(keeper, record, size)?;
    let soft_bits = match keeper.field_value(record, "SoftFail") {
        Some(_) => keeper.get_bits(record, "SoftFail")?,
        None => Vec::new(),
    };
    // Classes of formats have the field in their widest format.
    let is_set = |bit: &BitElement| {
        !matches!(
            bit,
            BitElement::Unset | BitElement::Unresolved | BitElement::Known(false)
        )
    };
    if soft_bits.iter().skip(bits.len()).any(is_set) {
        return Err(keeper.field_error(record, "SoftFail", "has another width than 'Inst'"));
    }
    let mut soft_bits: Vec<bool> = soft_bits
        .iter()
        .map(|bit| matches!(bit, BitElement::Known(true)))
        .collect();
    soft_bits.resize(bits.len(), false);
    if is_reversed {
        bits.reverse();
        soft_bits.reverse();
    }
    let ignored = keeper.get_bits_known(record, "DecodeIgnore").unwrap_or(0);
    let words = bits.len().div_ceil(64);
    let zero = vec![0u64; words];
    let (mut base, mut mask, mut soft) = (zero.clone(), zero.clone(), zero);
    for (position, bit) in bits.iter().enumerate() {
        let (word, bit_in_word) = (position / 64, 1u64 << (position % 64));
        match *bit {
            BitElement::Unset | BitElement::Unresolved => {}
            BitElement::Known(value) => {
                if value {
                    base[word] |= bit_in_word;
                }
                if soft_bits[position] {
                    soft[word] |= bit_in_word;
                } else if position >= 64 || ignored & bit_in_word == 0 {
                    mask[word] |= bit_in_word;
                }
            }
            BitElement::Var { field, index } => {
                let name = keeper.str(field);
                let found = instruction
                    .operands
                    .iter()
                    .position(|operand| operand.name == name);
                let Some(operand) = found else {
                    if is_left_open(keeper, record, field) {
                        continue;
                    }
                    let what = format!("uses '{name}', which is neither an operand nor a constant");
                    return Err(keeper.field_error(record, "Inst", &what));
                };
                let index = index as usize;
                if index >= 64 {
                    let what = format!("uses bit {index} of '{name}', but operands have 64 bits");
                    return Err(keeper.field_error(record, "Inst", &what));
                }
                match fields.last_mut() {
                    Some((last, value_lsb, from, width))
                        if *last == operand && *value_lsb + *width == index && *from + *width == position =>
                    {
                        *width += 1;
                    }
                    _ => fields.push((operand, index, position, 1)),
                }
            }
        }
    }
    fields.sort_unstable();
    // `bits<5> rs1 = 0` is an operand that is always 0, `bits<5> policy = {?, ?, ?, ?, 1}` one with bit 0 set.
    let constants = instruction
        .operands
        .iter()
        .enumerate()
        .filter_map(|(index, operand)| {
            let is_encoded = fields.iter().any(|&(encoded, ..)| encoded == index);
            let (ones, is_known) = match keeper.field_value(record, &operand.name) {
                Some(Value::Bits(bits)) => (
                    ones(bits),
                    bits.iter().any(|bit| matches!(bit, BitElement::Known(_))),
                ),
                Some(Value::Bit(bit)) => (u64::from(bit), true),
                _ => return None,
            };
            let is_said = if is_encoded { ones != 0 } else { is_known };
            is_said.then_some((index, ones))
        });
    let constants: Vec<(usize, u64)> = constants.collect();
    let is_encoded = |operand: usize| fields.iter().any(|&(encoded, ..)| encoded == operand);
    // For a decoder, bits that one of its parts shares with another operand are the value of the whole.
    let is_shared = |part: usize| {
        let tied = instruction.operands[part].tied_to;
        tied.is_some_and(|tied| is_encoded(usize::from(tied)))
    };
    let has_value = |whole: &Whole| {
        let mut parts = (0..instruction.operands.len()).filter(|&part| whole.contains(part));
        let has_decoder = !model.kinds[usize::from(whole.kind)].decoder.is_empty();
        parts.any(|part| is_encoded(part) || has_decoder && is_shared(part))
    };
    let wholes = instruction
        .wholes
        .iter()
        .filter(|whole| !whole.has_named_parts && has_value(whole))
        .map(|whole| (whole.first, whole.count, whole.kind))
        .collect();
    let hook = text(keeper, record, "DecoderMethod");
    let is_decoded = is_decoded(keeper, record);
    let encoding = Encoding {
        opcode,
        namespace: text(keeper, record, "DecoderNamespace").to_string(),
        size,
        table_size: size,
        base,
        mask,
        soft,
        fields,
        wholes,
        constants,
        hook: hook.to_string(),
        condition: condition(keeper, record)?,
        is_decoded,
    };
    check_operands(keeper, registers, model, instruction, &encoding)?;
    Ok(Some(encoding))
}

/// The bits that are 1.
fn ones(bits: Bits<'_>) -> u64 {
    let known = bits.iter().take(64).enumerate();
    known
        .filter(|(_, bit)| *bit == BitElement::Known(true))
        .fold(0, |ones, (index, _)| ones | 1 << index)
}

/// Checks that every operand is encoded or follows from others.
fn check_operands(
    keeper: &RecordKeeper,
    registers: &RegisterModel,
    model: &InstrModel,
    instruction: &Instruction,
    encoding: &Encoding,
) -> Result<(), Diagnostic> {
    let must_hold_all = loses_nothing(keeper, instruction.record);
    if !encoding.hook.is_empty() || !encoding.is_decoded || !must_hold_all {
        return Ok(());
    }
    for (index, operand) in instruction.operands.iter().enumerate() {
        let kind = &model.kinds[usize::from(operand.kind)];
        let mut encoded = encoding.fields.iter().map(|&(encoded, ..)| encoded);
        let mut wholes = encoding.wholes.iter();
        let is_encoded = encoded.any(|encoded| instruction.are_one(encoded, index))
            || wholes.any(|&(first, count, _)| (first..first + count).contains(&(index as u8)));
        let mut others = instruction.operands.iter();
        let is_tied = operand.tied_to.is_some() || others.any(|other| other.tied_to == Some(index as u8));
        let class = kind.asm_class.map(|class| &registers.classes[usize::from(class)]);
        let is_fixed = encoding.constants.iter().any(|&(constant, _)| constant == index)
            || kind.optional
            || class.is_some_and(|class| class.members.len() == 1);
        if !is_encoded && !is_tied && !is_fixed {
            let what = format!("does not hold the operand '{}'", operand.name);
            return Err(keeper.field_error(instruction.record, "Inst", &what));
        }
        if is_encoded && kind.constant_bits > 0 && kind.decoder.is_empty() {
            let what = format!(
                "has the operand '{}', a register or a constant, whose kind '{}' needs a 'DecoderMethod'",
                operand.name, kind.name
            );
            return Err(keeper.field_error(instruction.record, "Inst", &what));
        }
    }
    Ok(())
}
