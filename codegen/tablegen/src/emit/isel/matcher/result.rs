//! What a match becomes: instructions, their operands and types.

use super::super::infer::op_name;
use super::super::pattern::{Op, Tree, types_of_record};
use super::super::types::{SimpleType, TypeSet};
use super::super::variants::has_property;
use super::{EMIT_CHAIN, EMIT_GLUE_IN, EMIT_GLUE_OUT, EMIT_MEM, Generator, Step, tree_has_chain};
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;

impl Generator<'_, '_> {
    pub(super) fn output(&mut self, input: &Tree, output: &Tree, place: u32) -> Result<(), String> {
        if !self.chained.is_empty() {
            let chained = self.chained.clone();
            self.steps.push(Step::EmitMergeChains(chained));
        }
        for (value, register) in self.physical.clone() {
            self.steps.push(Step::EmitCopyToReg(value, register));
            self.glue_in = true;
        }
        let pattern_chain = tree_has_chain(self.keeper, input);
        let memory_nodes = count_memory(self.keeper, output);
        if let Op::Instruction(record) = output.op {
            let (opcode, flags, types, operands) =
                self.instruction(output, record, pattern_chain, memory_nodes, Some(input))?;
            let results = input
                .types
                .len()
                .min(types.len() + implicit_results(self.keeper, record));
            if results < input.types.len() {
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
                pattern: place,
            });
            return Ok(());
        }
        let records = self.operand_values(output, pattern_chain, memory_nodes)?;
        if records.len() < input.types.len() {
            return Err("the output has fewer results than the pattern".to_string());
        }
        self.steps
            .push(Step::Complete(records[..input.types.len()].to_vec(), place));
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
                    .map_or(0, |ty| ty.0);
                self.steps.push(Step::EmitInteger(ty, value));
                vec![self.record()]
            }
            Op::Register(record) => {
                let id = self.names.registers.intern(self.keeper.name(record));
                let ty = tree.types[0]
                    .single()
                    .or(SimpleType::from_record_name("i32"))
                    .map_or(0, |ty| ty.0);
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
                let ty = tree.types[0].single().map_or(0, |ty| ty.0);
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
    ) -> Result<(u32, u8, Vec<u8>, Vec<u32>), String> {
        let keeper = self.keeper;
        let name = keeper.name(record);
        let inputs = keeper
            .get_dag(record, "InOperandList")
            .map_err(|error| error.message)?;
        let variadic = keeper.get_bit_or_false(record, "hasVariadicOperands");
        let mut values: Vec<Vec<u32>> = Vec::new();
        for child in &tree.children {
            values.push(self.operand_values(child, pattern_chain, memory_nodes)?);
        }
        let given: usize = values.iter().map(Vec::len).sum();
        let slots: Vec<(Option<i64>, usize)> = inputs
            .args()
            .map(|(value, _)| operand_slot(keeper, value))
            .collect();
        let all: usize = slots.iter().map(|&(_, count)| count).sum();
        let required: usize = slots
            .iter()
            .filter(|(default, _)| default.is_none())
            .map(|&(_, count)| count)
            .sum();
        let mut operands: Vec<u32> = Vec::new();
        if variadic || given == all {
            operands.extend(values.into_iter().flatten());
        } else {
            if given < required || given > all {
                return Err(format!(
                    "'{name}' takes {all} operands ({required} without the optional ones), {given} are given"
                ));
            }
            // Optional operands are left out from the last on.
            let mut missing = all - given;
            let mut left_out = vec![false; slots.len()];
            for index in (0..slots.len()).rev() {
                if missing > 0 && slots[index].0.is_some() {
                    left_out[index] = true;
                    missing -= slots[index].1;
                }
            }
            let mut given = values.into_iter().flatten();
            for (&(default, count), left_out) in slots.iter().zip(left_out) {
                if left_out {
                    let ty = SimpleType::from_record_name("i32").map_or(0, |ty| ty.0);
                    self.steps.push(Step::EmitInteger(ty, default.unwrap_or(0)));
                    let number = self.record();
                    operands.push(number);
                } else {
                    operands.extend(given.by_ref().take(count));
                }
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
                None if generic => self.generic_type(tree, name),
                None => first_register_type(keeper, record, index),
            };
            let Some(ty) = ty else {
                return Err(format!(
                    "type of result {index} of '{name}' in the output is not known: write (i32 ({name} ...))"
                ));
            };
            types.push(ty.0);
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
            Op::RegisterClass(record) => first_type(self.keeper, record),
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

fn first_type(keeper: &RecordKeeper, class: RecordId) -> Option<SimpleType> {
    if let Ok(Some(inner)) = keeper.get_def_opt(class, "RegClass") {
        return first_type(keeper, inner);
    }
    let list = keeper.get_list_of_defs(class, "RegTypes").ok()?;
    types_of_record(keeper, *list.first()?).iter().next()
}

fn first_register_type(keeper: &RecordKeeper, record: RecordId, result: usize) -> Option<SimpleType> {
    match keeper.get_dag(record, "OutOperandList").ok()?.arg(result)?.0 {
        Value::Def(class) => first_type(keeper, class),
        _ => None,
    }
}

/// Default of an optional operand, and how many machine operands it is.
fn operand_slot(keeper: &RecordKeeper, value: Value<'_>) -> (Option<i64>, usize) {
    let Value::Def(record) = value else {
        return (None, 1);
    };
    let count = match keeper.get_dag(record, "MIOperandInfo") {
        Ok(parts) if !parts.is_empty() => parts.len(),
        _ => 1,
    };
    let default = keeper
        .get_bit_or_false(record, "IsOptional")
        .then(|| keeper.get_int(record, "DefaultValue").unwrap_or(0));
    (default, count)
}
