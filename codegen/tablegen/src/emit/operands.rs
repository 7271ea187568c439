//! Operands of instructions: what may stand there, and which of them are written as one. `instr_info.rs` lists what is read;
//! a part of an operand that is a `ValueType` is a constant.

use super::register_model::RegisterModel;
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use fxhash::FxHashMap;
use wavec_support::{Diagnostic, Diagnostics};

/// Most operands of an instruction.
const MAX_OPERANDS: usize = 127;

/// One operand.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Operand {
    /// Its name; empty for unnamed ones.
    pub name: String,
    /// What may stand there: number in [`super::instr_model::InstrModel::kinds`].
    pub kind: u16,
    /// Whether it is written.
    pub is_def: bool,
    /// The definition it shares a register with.
    pub tied_to: Option<u8>,
    /// Written before all sources are read.
    pub early_clobber: bool,
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
    /// Half of a register.
    pub is_half: bool,
    /// Text may leave it out.
    pub optional: bool,
    /// Its value then.
    pub default_value: i64,
    /// Bits of a number; 0: not said.
    pub width: u8,
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

/// Finds the kinds of operands that instructions use, in the order of their definition, and their numbers.
pub fn read_kinds(
    keeper: &RecordKeeper,
    registers: &RegisterModel,
    records: &[RecordId],
) -> Result<(Vec<OperandKind>, FxHashMap<RecordId, u16>), Diagnostics> {
    let mut used = Vec::new();
    for &record in records {
        for list in ["OutOperandList", "InOperandList"] {
            for (value, _) in keeper.get_dag(record, list)?.args() {
                let kind = match value {
                    Value::Def(kind) => Some(kind),
                    Value::Dag(dag) => dag.operator_def(),
                    _ => None,
                };
                if let Some(kind) = kind {
                    used.push(kind);
                    used.extend(parts_of(keeper, kind).into_iter().map(|(part, _)| part));
                }
            }
        }
    }
    for &substitute in keeper.derived_defs("OperandAs") {
        used.push(keeper.get_def(substitute, "As")?);
    }
    used.sort_unstable();
    used.dedup();
    let mut kinds = vec![OperandKind {
        name: "unknown".to_string(),
        reg_class: None,
        asm_class: None,
        syntax: "none".to_string(),
        prefix: String::new(),
        constant_bits: 0,
        is_float: false,
        allow_literal: false,
        constant_bus: false,
        is_half: false,
        optional: false,
        default_value: 0,
        width: 0,
        immediate: false,
        pc_relative: false,
        source_modifiers: false,
        predicate: false,
        encoder: String::new(),
        decoder: String::new(),
    }];
    let mut numbers = FxHashMap::default();
    for record in used {
        if ["unknown", "variable_ops"].contains(&keeper.name(record)) {
            numbers.insert(record, 0);
            continue;
        }
        numbers.insert(record, kinds.len() as u16);
        kinds.push(read_kind(keeper, registers, record)?);
    }
    Ok((kinds, numbers))
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
        is_half: keeper.get_bit_or_false(record, "IsHalf"),
        optional: keeper.get_bit_or_false(record, "IsOptional"),
        default_value: keeper.get_int(record, "DefaultValue").unwrap_or(0),
        width: keeper.get_int(record, "Width").unwrap_or(0) as u8,
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
        if kind.decoder.is_empty() {
            let decoder = keeper.get_string_opt(keeper.get_def(record, "RegClass")?, "DecoderMethod")?;
            kind.decoder = decoder.unwrap_or("").to_string();
        }
        kind.constant_bits = match keeper.field_value(record, "ConstantBits") {
            Some(_) => keeper.get_int(record, "ConstantBits")? as u8,
            None => 0,
        };
    } else if keeper.is_subclass_of(record, "Operand") || keeper.is_subclass_of(record, "ValueType") {
        // A part of an operand may be a type: a constant.
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

/// Operands of an instruction that the description has as one: the parts of an address.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Whole {
    /// Its name.
    pub name: String,
    /// How all of it is written and encoded: number in [`super::instr_model::InstrModel::kinds`].
    pub kind: u16,
    /// Its first part.
    pub first: u8,
    /// Number of parts.
    pub count: u8,
    /// What the kind calls its parts.
    pub part_names: Vec<String>,
    /// The instruction names the parts itself, and they are encoded by these names: `(mem $base, $offset):$address`.
    pub has_named_parts: bool,
}

impl Whole {
    /// Whether an operand is a part of it.
    pub fn contains(&self, operand: usize) -> bool {
        (usize::from(self.first)..usize::from(self.first + self.count)).contains(&operand)
    }
}

/// The parts of an operand of this kind, and what it calls them; none if it is one operand as it is.
pub fn parts_of(keeper: &RecordKeeper, kind: RecordId) -> Vec<(RecordId, String)> {
    let Some(Value::Dag(parts)) = keeper.field_value(kind, "MIOperandInfo") else {
        return Vec::new();
    };
    let parts = parts.args().filter_map(|(part, name)| match part {
        Value::Def(part) => Some((part, name.unwrap_or("").to_string())),
        _ => None,
    });
    parts.collect()
}

/// All operands of an instruction.
#[derive(Default)]
pub struct Operands {
    /// Definitions first.
    pub list: Vec<Operand>,
    /// Those of several parts.
    pub wholes: Vec<Whole>,
    /// How many are definitions.
    pub num_defs: usize,
    /// Whether further operands may follow.
    pub is_variadic: bool,
}

impl Operands {
    /// Reads `OutOperandList` and `InOperandList`.
    pub fn read(
        keeper: &RecordKeeper,
        record: RecordId,
        kinds: &FxHashMap<RecordId, u16>,
    ) -> Result<Operands, Diagnostic> {
        let mut operands = Operands::default();
        for (list, is_def) in [("OutOperandList", true), ("InOperandList", false)] {
            let dag = keeper.get_dag(record, list)?;
            for (value, name) in dag.args() {
                let name = name.unwrap_or("");
                match value {
                    Value::Def(kind) => {
                        operands.is_variadic |= keeper.name(kind) == "variable_ops";
                        let parts = parts_of(keeper, kind);
                        if parts.is_empty() {
                            operands.add(kinds[&kind], name, is_def);
                        } else {
                            operands.add_whole(kinds, kind, name, &parts, None, is_def);
                        }
                    }
                    Value::Dag(dag) => {
                        let Some(kind) = dag.operator_def() else { continue };
                        let parts = parts_of(keeper, kind);
                        let names: Vec<&str> = dag.args().map(|(_, name)| name.unwrap_or("")).collect();
                        if names.len() != parts.len() {
                            let what = format!(
                                "names {} parts of '{}', which has {}",
                                names.len(),
                                keeper.name(kind),
                                parts.len()
                            );
                            return Err(keeper.field_error(record, list, &what));
                        }
                        operands.add_whole(kinds, kind, name, &parts, Some(&names), is_def);
                    }
                    _ => {}
                }
                if operands.list.len() > MAX_OPERANDS {
                    return Err(keeper.field_error(record, "InOperandList", "has more than 127 operands"));
                }
            }
            if is_def {
                operands.num_defs = operands.list.len();
            }
        }
        Ok(operands)
    }

    fn add(&mut self, kind: u16, name: &str, is_def: bool) {
        // `variable_ops` means operands that are not described.
        if kind == 0 && name.is_empty() {
            return;
        }
        self.list.push(Operand {
            name: name.to_string(),
            kind,
            is_def,
            tied_to: None,
            early_clobber: false,
        });
    }

    /// Adds the parts. The first has the name of the whole unless all have names of their own.
    fn add_whole(
        &mut self,
        kinds: &FxHashMap<RecordId, u16>,
        kind: RecordId,
        name: &str,
        parts: &[(RecordId, String)],
        names: Option<&[&str]>,
        is_def: bool,
    ) {
        self.wholes.push(Whole {
            name: name.to_string(),
            kind: kinds[&kind],
            first: self.list.len() as u8,
            count: parts.len() as u8,
            part_names: parts.iter().map(|(_, name)| name.clone()).collect(),
            has_named_parts: names.is_some(),
        });
        for (index, (part, _)) in parts.iter().enumerate() {
            let name = match names {
                Some(names) => names[index],
                None if index == 0 => name,
                None => "",
            };
            self.list.push(Operand {
                name: name.to_string(),
                kind: kinds[part],
                is_def,
                tied_to: None,
                early_clobber: false,
            });
        }
    }
}
