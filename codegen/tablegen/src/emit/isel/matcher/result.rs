//! The output of a match: instructions, their operands and types.

use super::super::compile::{has_default, operand_record, results};
use super::super::infer::op_name;
use super::super::pattern::{Op, PredicateUse, Tree};
use super::super::type_reader::TypeReader;
use super::super::types::{SimpleType, TypeSet};
use super::super::variants::has_property;
use super::{EMIT_CHAIN, EMIT_GLUE_IN, EMIT_GLUE_OUT, EMIT_MEM, FormSource, Generator, Step, tree_has_chain};
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;

impl Generator<'_, '_> {
    pub(super) fn output(&mut self, input: &Tree, output: &Tree, source: FormSource) -> Result<(), String> {
        if !self.chained.is_empty() {
            let chained = self.chained.clone();
            self.steps.push(Step::EmitMergeChains(chained));
        }
        for (value, register) in self.physical.clone() {
            self.steps.push(Step::EmitCopyToReg(value, register));
            self.glue_in = true;
        }
        let pattern_chain = tree_has_chain(self.keeper, &self.inference.types, input);
        let memory_nodes = count_memory(self.keeper, output);
        if let Op::Instruction(record) = output.op {
            let (opcode, flags, types, operands) =
                self.instruction(output, record, pattern_chain, memory_nodes, Some(input))?;
            let results = input
                .types
                .len()
                .min(types.len() + implicit_results(self.keeper, record));
            // A pattern whose values are not used may have an output without results.
            let unused =
                |used: &PredicateUse| self.predicates.list[used.id as usize].code == "n.has_no_use()";
            if results < input.types.len() && !input.predicates.iter().any(unused) {
                return Err(format!(
                    "'{}' has {} results, the pattern needs {}",
                    self.keeper.name(record),
                    types.len(),
                    input.types.len()
                ));
            }
            let extra = types.get(results..).unwrap_or(&[]).to_vec();
            self.steps.push(Step::MorphNode {
                opcode,
                flags,
                root_results: results as u8,
                types: extra,
                operands,
                source,
            });
            return Ok(());
        }
        let records = self.operand_values(output, pattern_chain, memory_nodes)?;
        if records.len() < input.types.len() {
            return Err("the output has fewer results than the pattern".to_string());
        }
        self.steps
            .push(Step::Complete(records[..input.types.len()].to_vec(), source));
        Ok(())
    }

    /// Values of an operand of the output.
    fn operand_values(&mut self, tree: &Tree, chain: bool, memory_nodes: usize) -> Result<Vec<u32>, String> {
        let mut values = match tree.op {
            Op::Int(value) => {
                let default = if i32::try_from(value).is_ok() || u32::try_from(value).is_ok() {
                    "i32"
                } else {
                    "i64"
                };
                let ty = tree.types[0]
                    .single()
                    .or(SimpleType::from_record_name(default))
                    .unwrap_or(SimpleType(0));
                self.steps.push(Step::EmitInteger(ty, value));
                vec![self.record()]
            }
            Op::Register(record) => {
                let id = self.names.registers.intern(self.keeper.name(record));
                let ty = tree.types[0]
                    .single()
                    .or(SimpleType::from_record_name("i32"))
                    .unwrap_or(SimpleType(0));
                self.steps.push(Step::EmitRegister(id, ty));
                vec![self.record()]
            }
            Op::RegisterClass(record) => {
                let id = self.names.classes.intern(self.keeper.name(record));
                self.steps.push(Step::EmitClass(id));
                vec![self.record()]
            }
            Op::SubReg(record) => {
                let id = self.names.subregs.intern(self.keeper.name(record));
                self.steps.push(Step::EmitSubReg(id));
                vec![self.record()]
            }
            Op::Transform(record) => {
                let values = self.operand_values_unconverted(&tree.children[0])?;
                let id = self.names.transforms.intern(self.keeper.name(record));
                self.steps.push(Step::EmitTransform(id, values[0]));
                vec![self.record()]
            }
            Op::Instruction(record) => {
                let (opcode, flags, types, operands) =
                    self.instruction(tree, record, chain, memory_nodes, None)?;
                let first = self.next_record;
                self.next_record += types.len() as u32;
                self.steps.push(Step::EmitNode {
                    opcode,
                    flags,
                    types: types.clone(),
                    operands,
                });
                (first..first + types.len() as u32).collect()
            }
            Op::Node(record) if self.keeper.name(record) == "undef" => {
                let opcode = self.names.opcodes.intern("IMPLICIT_DEF");
                let ty = tree.types[0].single().unwrap_or(SimpleType(0));
                self.steps.push(Step::EmitNode {
                    opcode,
                    flags: 0,
                    types: vec![ty],
                    operands: Vec::new(),
                });
                vec![self.record()]
            }
            _ => {
                let values = self.named(tree)?;
                if tree.transform.is_none() {
                    self.convert(tree, values)
                } else {
                    values
                }
            }
        };
        if let Some(transform) = tree.transform {
            let id = self.names.transforms.intern(self.keeper.name(transform));
            self.steps.push(Step::EmitTransform(id, values[0]));
            values = vec![self.record()];
        }
        Ok(values)
    }

    fn default_value(&mut self, value: &DefaultValue) -> u32 {
        let ty = SimpleType::from_record_name("i32").unwrap_or(SimpleType(0));
        match *value {
            DefaultValue::Int(value) => self.steps.push(Step::EmitInteger(ty, value)),
            DefaultValue::Register(register) => {
                let id = self.names.registers.intern(self.keeper.name(register));
                self.steps.push(Step::EmitRegister(id, ty));
            }
        }
        self.record()
    }

    fn operand_values_unconverted(&mut self, tree: &Tree) -> Result<Vec<u32>, String> {
        if tree.name.is_some() && !matches!(tree.op, Op::Instruction(_) | Op::Transform(_)) {
            return self.named(tree);
        }
        self.operand_values(tree, false, 0)
    }

    fn convert(&mut self, tree: &Tree, values: Vec<u32>) -> Vec<u32> {
        let convert = tree
            .name
            .as_ref()
            .and_then(|name| self.bindings.get(name))
            .is_some_and(|binding| binding.convert);
        if !convert {
            return values;
        }
        values
            .into_iter()
            .map(|value| {
                self.steps.push(Step::EmitConvert(value));
                self.record()
            })
            .collect()
    }

    fn named(&mut self, tree: &Tree) -> Result<Vec<u32>, String> {
        let Some(name) = &tree.name else {
            return Err(format!(
                "operand '{}' of the output has no name",
                op_name(self.keeper, tree.op)
            ));
        };
        if let Some(binding) = self.bindings.get(name) {
            return Ok((binding.first..binding.first + binding.count).collect());
        }
        // A complex pattern as a leaf: its operands share the name.
        let prefix = format!("{name}\0");
        let whole = self
            .bindings
            .iter()
            .find(|(known, _)| known.starts_with(&prefix))
            .map(|(known, binding)| (known[prefix.len()..].parse::<u32>().unwrap_or(1), binding.first));
        match whole {
            Some((count, first)) => Ok((first..first + count).collect()),
            None => Err(format!("'${name}' of the output is not in the pattern to match")),
        }
    }

    /// Opcode, flags, types of the explicit results, operands.
    fn instruction(
        &mut self,
        tree: &Tree,
        record: RecordId,
        pattern_chain: bool,
        memory_nodes: usize,
        root: Option<&Tree>,
    ) -> Result<(u32, u8, Vec<SimpleType>, Vec<u32>), String> {
        let keeper = self.keeper;
        let name = keeper.name(record);
        let inputs = keeper
            .get_dag(record, "InOperandList")
            .map_err(|error| error.message)?;
        let is_variadic = |value| operand_record(value).is_some_and(|r| keeper.name(r) == "variable_ops");
        let variadic = keeper.get_bit_or_false(record, "hasVariadicOperands")
            || inputs.args().any(|(value, _)| is_variadic(value));
        let mut values: Vec<Vec<u32>> = Vec::new();
        for child in &tree.children {
            let mut list = self.operand_values(child, pattern_chain, memory_nodes)?;
            // The value of an instruction with several results is the first.
            if matches!(child.op, Op::Instruction(_)) {
                list.truncate(1);
            }
            values.push(list);
        }
        let outputs = keeper
            .get_dag(record, "OutOperandList")
            .map_err(|error| error.message)?;
        let has_default = |value| operand_record(value).is_some_and(|operand| has_default(keeper, operand));
        let slots: Vec<(Vec<DefaultValue>, usize)> = outputs
            .args()
            .filter(|&(value, _)| has_default(value))
            .chain(inputs.args())
            .filter(|&(value, _)| !is_variadic(value))
            .map(|(value, _)| operand_slot(keeper, value))
            .collect();
        let all: usize = slots.iter().map(|&(_, count)| count).sum();
        let mut given: usize = values.iter().map(Vec::len).sum();
        if given > all && !variadic {
            // Just a name, for the operands of a complex pattern: the first one, if there is no room for all.
            for (list, child) in values.iter_mut().zip(&tree.children) {
                if matches!(child.op, Op::Any) {
                    list.truncate(1);
                }
            }
            given = values.iter().map(Vec::len).sum();
        }
        let required: usize = slots
            .iter()
            .filter(|(default, _)| default.is_empty())
            .map(|&(_, count)| count)
            .sum();
        let mut operands: Vec<u32> = Vec::new();
        if given == all || (variadic && given > all) {
            operands.extend(values.into_iter().flatten());
        } else {
            if given < required || given > all {
                return Err(format!(
                    "'{name}' takes {all} operands ({required} without the optional ones), {given} are given"
                ));
            }
            // Optional operands before others are always omitted; trailing ones may be given from the first on.
            let fixed = slots
                .iter()
                .rposition(|(default, _)| default.is_empty())
                .map_or(0, |last| last + 1);
            let mut given = values.into_iter().flatten().peekable();
            for (index, (default, count)) in slots.iter().enumerate() {
                if !default.is_empty() && (index < fixed || given.peek().is_none()) {
                    for value in default {
                        operands.push(self.default_value(value));
                    }
                } else {
                    operands.extend(given.by_ref().take(*count));
                }
            }
            if given.next().is_some() || operands.len() < all {
                return Err(format!(
                    "'{name}' takes {required} operands and optional ones at its end, others are given"
                ));
            }
        }
        let touches_memory = is_memory(keeper, record);
        let mut flags = 0;
        if pattern_chain && (touches_memory || (root.is_some() && memory_nodes == 0)) {
            flags |= EMIT_CHAIN;
        }
        if self.matched_mem && (touches_memory || (root.is_some() && memory_nodes == 0)) {
            flags |= EMIT_MEM;
        }
        if let Some(input) = root {
            if self.glue_in {
                flags |= EMIT_GLUE_IN;
            }
            if let Op::Node(node) = input.op
                && has_property(keeper, node, "SDNPOutGlue")
            {
                flags |= EMIT_GLUE_OUT;
            }
        }
        let generic = name == "REG_SEQUENCE"
            || name == "COPY_TO_REGCLASS"
            || name == "EXTRACT_SUBREG"
            || name == "INSERT_SUBREG"
            || name == "IMPLICIT_DEF"
            || name == "COPY"
            || name == "SUBREG_TO_REG";
        let mut types = Vec::new();
        for (index, set) in tree.types.iter().enumerate() {
            let ty = match set.single() {
                Some(ty) => Some(ty),
                None if root.is_some_and(|input| index < input.types.len()) => Some(SimpleType(0)),
                None if generic => self.generic_type(tree, name).or_else(|| set.iter().next()),
                None => first_register_type(keeper, &self.inference.types, record, index),
            };
            let Some(ty) = ty else {
                return Err(format!(
                    "type of result {index} of '{name}' in the output is not known: write (i32 ({name} ...))"
                ));
            };
            types.push(ty);
        }
        // The operand has no explicit result: take the first register that the instruction defines implicitly.
        if root.is_none() && types.is_empty() {
            let defs = keeper.get_list_of_defs(record, "Defs").unwrap_or_default();
            let first = defs
                .first()
                .and_then(|&register| self.inference.types.of_register(register).single());
            types.extend(first);
        }
        Ok((self.names.opcodes.intern(name), flags, types, operands))
    }

    /// The type of a generic instruction's result, where the class says it.
    fn generic_type(&self, tree: &Tree, name: &str) -> Option<SimpleType> {
        let class = match name {
            "REG_SEQUENCE" => tree.children.first()?,
            "COPY_TO_REGCLASS" => {
                let class = tree.children.get(1)?;
                // A copy keeps the type of its source if that is known.
                if let Some(ty) = tree.children[0].types.first().and_then(TypeSet::single) {
                    return Some(ty);
                }
                class
            }
            "INSERT_SUBREG" => return tree.children.first()?.types.first()?.single(),
            _ => return None,
        };
        match class.op {
            Op::RegisterClass(record) => first_type(self.keeper, &self.inference.types, record),
            _ => None,
        }
    }
}

fn is_memory(keeper: &RecordKeeper, record: RecordId) -> bool {
    ["mayLoad", "mayStore", "hasSideEffects"]
        .iter()
        .any(|field| keeper.get_bit_or_false(record, field))
}

fn count_memory(keeper: &RecordKeeper, tree: &Tree) -> usize {
    let own = match tree.op {
        Op::Instruction(record) => usize::from(is_memory(keeper, record)),
        _ => 0,
    };
    own + tree
        .children
        .iter()
        .map(|child| count_memory(keeper, child))
        .sum::<usize>()
}

fn implicit_results(keeper: &RecordKeeper, record: RecordId) -> usize {
    keeper
        .get_list_of_defs(record, "Defs")
        .map_or(0, |list| list.len())
}

fn first_type(keeper: &RecordKeeper, types: &TypeReader<'_>, class: RecordId) -> Option<SimpleType> {
    if let Ok(Some(inner)) = keeper.get_def_opt(class, "RegClass") {
        return first_type(keeper, types, inner);
    }
    let list = keeper.get_list_of_defs(class, "RegTypes").ok()?;
    types.of_record(*list.first()?).iter().next()
}

fn first_register_type(
    keeper: &RecordKeeper,
    types: &TypeReader<'_>,
    record: RecordId,
    result: usize,
) -> Option<SimpleType> {
    match *results(keeper, record).ok()?.get(result)? {
        Value::Def(class) => first_type(keeper, types, class),
        _ => None,
    }
}

/// A machine operand that is omitted.
enum DefaultValue {
    Int(i64),
    Register(RecordId),
}

/// The defaults of an optional operand (`DefaultOps`, or `DefaultValue` of this project's classes), `None` if it is required,
/// and its number of machine operands.
fn operand_slot(keeper: &RecordKeeper, value: Value<'_>) -> (Vec<DefaultValue>, usize) {
    let Some(record) = operand_record(value) else {
        return (Vec::new(), 1);
    };
    let count = match keeper.get_dag(record, "MIOperandInfo") {
        Ok(parts) if !parts.is_empty() => parts.len(),
        _ => 1,
    };
    let defaults = match keeper.get_dag(record, "DefaultOps") {
        Ok(list) => list.args().filter_map(|(value, _)| default_of(value)).collect(),
        Err(_) if keeper.get_bit_or_false(record, "IsOptional") => {
            vec![DefaultValue::Int(
                keeper.get_int(record, "DefaultValue").unwrap_or(0),
            )]
        }
        Err(_) => Vec::new(),
    };
    (defaults, count)
}

/// `0`, `(i32 0)` or a register.
fn default_of(value: Value<'_>) -> Option<DefaultValue> {
    match value {
        Value::Int(value) => Some(DefaultValue::Int(value)),
        Value::Bit(bit) => Some(DefaultValue::Int(i64::from(bit))),
        Value::Def(register) => Some(DefaultValue::Register(register)),
        Value::Dag(dag) if dag.len() == 1 => match dag.arg(0)?.0 {
            Value::Dag(_) => None,
            inner => default_of(inner),
        },
        _ => None,
    }
}
