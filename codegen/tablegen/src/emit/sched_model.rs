//! Scheduling classes and their data in each model, from the classes of `codegen/td/TargetSchedule.td`.

mod complete;
pub mod predicates;
mod resources;
mod variants;

use super::instr_model::InstrModel;
use crate::eval::compare_numeric;
use crate::record::{RecordId, RecordKeeper};
use crate::regex::Regex;

use crate::view::{Dag, Value};
use fxhash::FxHashMap;
use resources::{Resource, read_resources};
use variants::Sequence;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Maximum nesting depth of aliases and sequences.
const MAX_DEPTH: usize = 32;
/// Latency of a write whose latency is negative, which means unknown. LLVM's schedulers use the same number.
const UNKNOWN_LATENCY: i64 = 1000;
/// Maximum length of the expansion of one write.
const MAX_WRITES: usize = 1 << 12;

/// Instructions that every model treats alike: they have the same `SchedRW` and are in the same `InstRW`s.
#[derive(PartialEq, Eq, Hash, Clone)]
struct ClassKey {
    reads_writes: Vec<RecordId>,
    exceptions: Vec<RecordId>,
}

/// All scheduling classes.
pub struct SchedClasses {
    keys: Vec<ClassKey>,
    /// Names for listings.
    pub names: Vec<String>,
    by_opcode: Vec<u16>,
}

impl SchedClasses {
    /// The classes in the order of their first instruction; class 0 is for instructions without scheduling data.
    pub fn collect(keeper: &RecordKeeper, model: &InstrModel) -> Result<SchedClasses, Diagnostics> {
        let exceptions = exceptions(keeper, model)?;
        let mut classes = SchedClasses {
            keys: Vec::new(),
            names: Vec::new(),
            by_opcode: Vec::new(),
        };
        let mut known = FxHashMap::default();
        let nothing = ClassKey {
            reads_writes: Vec::new(),
            exceptions: Vec::new(),
        };
        known.insert(nothing.clone(), 0);
        classes.keys.push(nothing);
        classes.names.push("none".to_string());
        for (opcode, instruction) in model.instructions.iter().enumerate() {
            // LLVM's instructions may lack scheduling data.
            let reads_writes = match keeper.get_value(instruction.record, "SchedRW")? {
                Value::Unset => Vec::new(),
                _ => keeper.get_list_of_defs(instruction.record, "SchedRW")?,
            };
            let key = ClassKey {
                reads_writes,
                exceptions: exceptions[opcode].clone(),
            };
            let number = *known.entry(key.clone()).or_insert_with(|| {
                let names = key.reads_writes.iter().map(|&rw| keeper.name(rw));
                let mut name = names.collect::<Vec<_>>().join(",");
                if !key.exceptions.is_empty() {
                    name = format!("{name}@{}", instruction.name);
                }
                classes.names.push(name);
                classes.keys.push(key);
                classes.keys.len() - 1
            });
            if number > usize::from(u16::MAX) {
                return Err(Diagnostic::error(Span::NONE, "more than 65536 scheduling classes").into());
            }
            classes.by_opcode.push(number as u16);
        }
        Ok(classes)
    }

    /// The class of an instruction.
    pub fn of(&self, opcode: usize) -> u16 {
        self.by_opcode[opcode]
    }
}

/// For each instruction the `InstRW`s that name it, at most one per model. If a model has two, that is an error, or without
/// `FullInstRWOverlapCheck` the first one counts.
fn exceptions(keeper: &RecordKeeper, model: &InstrModel) -> Result<Vec<Vec<RecordId>>, Diagnostics> {
    let mut exceptions: Vec<Vec<RecordId>> = vec![Vec::new(); model.instructions.len()];
    let mut errors = Diagnostics::new();
    // LLVM's order; the first one counts.
    let mut records = keeper.derived_defs("InstRW").to_vec();
    records.sort_by(|&a, &b| compare_numeric(keeper.name(a), keeper.name(b)));
    for record in records {
        let processor = model_of(keeper, record)?;
        let is_checked = keeper
            .field_value(processor, "FullInstRWOverlapCheck")
            .is_none_or(|value| matches!(value, Value::Bit(true)));
        for opcode in instructions_of(keeper, model, record)? {
            let list = &mut exceptions[usize::from(opcode)];
            let mut twice = None;
            for &other in list.iter() {
                if model_of(keeper, other)? == processor {
                    twice = Some(other);
                }
            }
            match twice {
                // An instruction may be named more than once, by a list and a pattern or by two patterns.
                Some(other) if other == record => {}
                Some(_) if !is_checked => {}
                Some(other) => {
                    let name = &model.instructions[usize::from(opcode)].name;
                    let processor = keeper.name(processor);
                    errors.push(
                        Diagnostic::error(
                            keeper.record(record).span,
                            format!("'{name}' has two InstRW of the model '{processor}'"),
                        )
                        .with_note(keeper.record(other).span, "the other one"),
                    );
                }
                None => list.push(record),
            }
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    Ok(exceptions)
}

/// `(instrs A, B)`, `(instregex "^A_", ...)`; nested ones are merged.
fn instructions_of(
    keeper: &RecordKeeper,
    model: &InstrModel,
    record: RecordId,
) -> Result<Vec<u16>, Diagnostic> {
    let mut opcodes = Vec::new();
    add_instructions(
        keeper,
        model,
        record,
        keeper.get_dag(record, "Instrs")?,
        &mut opcodes,
    )?;
    Ok(opcodes)
}

fn add_instructions(
    keeper: &RecordKeeper,
    model: &InstrModel,
    record: RecordId,
    dag: Dag<'_>,
    opcodes: &mut Vec<u16>,
) -> Result<(), Diagnostic> {
    let fail = |what: &str| keeper.field_error(record, "Instrs", what);
    for (value, _) in dag.args() {
        match (dag.operator_record_name(), value) {
            ("instrs", Value::Dag(inner)) => add_instructions(keeper, model, record, inner, opcodes)?,
            ("instrs", Value::Def(instruction)) => match model.by_record.get(&instruction) {
                Some(&opcode) => opcodes.push(opcode),
                None => {
                    return Err(fail(&format!(
                        "names '{}', which is no instruction",
                        keeper.name(instruction)
                    )));
                }
            },
            ("instregex", Value::String(pattern)) => {
                let regex = Regex::new(&format!("^({pattern})"))
                    .map_err(|error| fail(&format!("has a pattern that cannot be read: {error}")))?;
                let before = opcodes.len();
                let matching = model.instructions.iter().enumerate();
                let matching = matching.filter(|(_, instruction)| regex.is_match(&instruction.name));
                opcodes.extend(matching.map(|(opcode, _)| opcode as u16));
                if opcodes.len() == before {
                    return Err(fail(&format!(
                        "has the pattern '{pattern}', which no instruction matches"
                    )));
                }
            }
            _ => {
                return Err(fail(
                    "is neither (instrs RECORD, ...) nor (instregex \"PATTERN\", ...)",
                ));
            }
        }
    }
    Ok(())
}

fn model_of(keeper: &RecordKeeper, record: RecordId) -> Result<RecordId, Diagnostic> {
    keeper.get_def_opt(record, "SchedModel")?.ok_or_else(|| {
        keeper.field_error(
            record,
            "SchedModel",
            "is not set: write it inside 'let SchedModel = MODEL in'",
        )
    })
}

/// The data of a class in a model.
#[derive(Default)]
pub struct ClassDesc {
    /// Whether the processor has it.
    pub supported: bool,
    /// Sum of the writes' micro-operations.
    pub micro_ops: i64,
    /// Whether it must be the first of an issue group.
    pub begin_group: bool,
    /// Whether it must be the last of an issue group.
    pub end_group: bool,
    /// Latency and number of each write; the number is 0 if no read refers to it.
    pub writes: Vec<(i64, u8)>,
    /// Resource, acquired at, released at.
    pub resources: Vec<(u8, i64, i64)>,
    /// Operand, number of the write (0: any), cycles.
    pub advances: Vec<(u8, u8, i64)>,
}

/// Predicates, and the class that applies if they hold.
type Conditional = (Vec<RecordId>, ClassDesc);

/// One model.
pub struct ProcessorModel {
    /// Its record.
    pub record: RecordId,
    /// Its resources.
    pub resources: Vec<Resource>,
    /// By scheduling class.
    pub classes: Vec<ClassDesc>,
    /// Class, predicates, and the class that applies instead if they hold.
    pub variants: Vec<(usize, Vec<RecordId>, ClassDesc)>,
}

/// Reads one model.
struct Reader<'k> {
    keeper: &'k RecordKeeper,
    model: RecordId,
    resource_numbers: FxHashMap<RecordId, u8>,
    /// The records that describe writes, reads and aliases in this model.
    write_resources: FxHashMap<RecordId, RecordId>,
    read_advances: FxHashMap<RecordId, RecordId>,
    aliases: FxHashMap<RecordId, RecordId>,
    /// Writes that reads refer to, numbered from 1.
    write_numbers: FxHashMap<RecordId, u8>,
}

/// All models of the description in its order, except processors without a model.
pub fn processor_models(
    keeper: &RecordKeeper,
    instructions: &InstrModel,
    classes: &SchedClasses,
) -> Result<Vec<ProcessorModel>, Diagnostics> {
    let mut models = Vec::new();
    let mut errors = Diagnostics::new();
    complete::check(keeper, instructions, classes, &mut errors)?;
    for &record in keeper.derived_defs("SchedMachineModel") {
        if keeper.get_bit(record, "NoModel")? {
            continue;
        }
        match processor_model(keeper, record, classes, &mut errors) {
            Ok(model) => models.push(model),
            Err(error) => errors.push(error),
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    Ok(models)
}

fn processor_model(
    keeper: &RecordKeeper,
    model: RecordId,
    classes: &SchedClasses,
    errors: &mut Diagnostics,
) -> Result<ProcessorModel, Diagnostic> {
    let (resources, resource_numbers) = read_resources(keeper, model)?;
    let mut reader = Reader {
        keeper,
        model,
        resource_numbers,
        write_resources: FxHashMap::default(),
        read_advances: FxHashMap::default(),
        aliases: FxHashMap::default(),
        write_numbers: FxHashMap::default(),
    };
    reader.read_maps()?;
    let mut rows = Vec::with_capacity(classes.keys.len());
    let mut variants = Vec::new();
    for (number, key) in classes.keys.iter().enumerate() {
        match reader.class(key, &resources, &classes.names[number]) {
            Ok((mut found, row)) => {
                variants.extend(found.drain(..).map(|(predicates, row)| (number, predicates, row)));
                rows.push(row);
            }
            Err(error) => errors.push(error),
        }
    }
    Ok(ProcessorModel {
        record: model,
        resources,
        classes: rows,
        variants,
    })
}

/// The records of a class that belong to a model.
fn of_model(keeper: &RecordKeeper, class: &str, model: RecordId) -> Result<Vec<RecordId>, Diagnostic> {
    let mut found = Vec::new();
    for &record in keeper.derived_defs(class) {
        if model_of(keeper, record)? == model {
            found.push(record);
        }
    }
    Ok(found)
}

impl<'k> Reader<'k> {
    fn read_maps(&mut self) -> Result<(), Diagnostic> {
        let keeper = self.keeper;
        let unique = |map: &mut FxHashMap<RecordId, RecordId>, key: RecordId, record: RecordId| match map
            .insert(key, record)
        {
            None => Ok(()),
            Some(other) => Err(Diagnostic::error(
                keeper.record(record).span,
                format!(
                    "'{}' is described twice for the model '{}'",
                    keeper.name(key),
                    keeper.name(self.model)
                ),
            )
            .with_note(keeper.record(other).span, "the first time")),
        };
        for record in of_model(keeper, "WriteRes", self.model)? {
            unique(
                &mut self.write_resources,
                keeper.get_def(record, "WriteType")?,
                record,
            )?;
        }
        // A SchedWriteRes is its own description; only its model's instructions may name it.
        for &record in keeper.derived_defs("SchedWriteRes") {
            self.write_resources.insert(record, record);
        }
        for record in of_model(keeper, "ReadAdvance", self.model)? {
            unique(
                &mut self.read_advances,
                keeper.get_def(record, "ReadType")?,
                record,
            )?;
        }
        for &record in keeper.derived_defs("SchedReadAdvance") {
            self.read_advances.insert(record, record);
        }
        for record in of_model(keeper, "SchedAlias", self.model)? {
            unique(&mut self.aliases, keeper.get_def(record, "MatchRW")?, record)?;
        }
        for &record in keeper.derived_defs("ProcReadAdvance") {
            if keeper
                .get_def_opt(record, "SchedModel")?
                .is_some_and(|model| model != self.model)
            {
                continue;
            }
            for write in keeper.get_list_of_defs(record, "ValidWrites")? {
                let next = self.write_numbers.len() + 1;
                if next > 255 {
                    return Err(keeper.field_error(record, "ValidWrites", "names more than 255 writes"));
                }
                self.write_numbers.entry(write).or_insert(next as u8);
            }
        }
        Ok(())
    }

    fn class_of(
        &self,
        sequences: &[Sequence],
        resources: &[Resource],
        name: &str,
    ) -> Result<ClassDesc, Diagnostic> {
        let keeper = self.keeper;
        let mut desc = ClassDesc {
            supported: true,
            ..ClassDesc::default()
        };
        let mut operand = 0;
        for sequence in sequences {
            let Some(&first) = sequence.first() else {
                // An empty variant: a read without an advance, or no write.
                operand += 1;
                continue;
            };
            if keeper.is_subclass_of(self.resolve(first)?, "SchedWrite") {
                let mut leaves = Vec::new();
                for &write in sequence {
                    self.expand(write, 0, &mut leaves)?;
                }
                let whole = match sequence[..] {
                    [write] => Some(self.resolve(write)?),
                    _ => None,
                };
                self.write(whole, &leaves, resources, name, &mut desc)?;
            } else {
                for &read in sequence {
                    self.read(self.resolve(read)?, operand, &mut desc)?;
                }
                operand += 1;
            }
        }
        if desc.writes.is_empty() {
            desc.micro_ops = 1;
        }
        Ok(desc)
    }

    /// The write or read that replaces another one in this model.
    fn resolve(&self, rw: RecordId) -> Result<RecordId, Diagnostic> {
        let mut at = rw;
        for _ in 0..MAX_DEPTH {
            match self.aliases.get(&at) {
                Some(&alias) => at = self.keeper.get_def(alias, "AliasRW")?,
                None => return Ok(at),
            }
        }
        Err(Diagnostic::error(
            self.keeper.record(rw).span,
            format!("aliases of '{}' lead back to it", self.keeper.name(rw)),
        ))
    }

    /// The writes of a sequence.
    fn expand(&self, write: RecordId, depth: usize, leaves: &mut Vec<RecordId>) -> Result<(), Diagnostic> {
        let keeper = self.keeper;
        let write = self.resolve(write)?;
        // It stands for its parts even if the model also describes it.
        if !keeper.is_subclass_of(write, "WriteSequence") {
            leaves.push(write);
            return Ok(());
        }
        let repeat = keeper.get_int(write, "Repeat")?;
        if depth > MAX_DEPTH || repeat < 1 {
            return Err(keeper.field_error(write, "Writes", "contains itself, or nothing"));
        }
        let mut once = Vec::new();
        for part in keeper.get_list_of_defs(write, "Writes")? {
            self.expand(part, depth + 1, &mut once)?;
        }
        if once.len().saturating_mul(repeat as usize) + leaves.len() > MAX_WRITES {
            return Err(keeper.field_error(write, "Repeat", "makes too many writes"));
        }
        for _ in 0..repeat {
            leaves.extend_from_slice(&once);
        }
        Ok(())
    }

    fn write(
        &self,
        write: Option<RecordId>,
        leaves: &[RecordId],
        resources: &[Resource],
        class: &str,
        desc: &mut ClassDesc,
    ) -> Result<(), Diagnostic> {
        let keeper = self.keeper;
        let mut latency = 0;
        for &leaf in leaves {
            let Some(&record) = self.write_resources.get(&leaf) else {
                if keeper.get_bit(self.model, "CompleteModel")? {
                    return Err(Diagnostic::error(
                        keeper.record(self.model).span,
                        format!(
                            "the model '{}' says nothing of '{}' (scheduling class '{class}')",
                            keeper.name(self.model),
                            keeper.name(leaf)
                        ),
                    )
                    .with_note(keeper.record(leaf).span, "declared here"));
                }
                latency += 1;
                desc.micro_ops += 1;
                continue;
            };
            latency += match keeper.get_int(record, "Latency")? {
                cycles if cycles < 0 => UNKNOWN_LATENCY,
                cycles => cycles,
            };
            desc.micro_ops += keeper.get_int(record, "NumMicroOps")?;
            let single = keeper.get_bit(record, "SingleIssue")?;
            desc.begin_group |= single || keeper.get_bit(record, "BeginGroup")?;
            desc.end_group |= single || keeper.get_bit(record, "EndGroup")?;
            desc.supported &= !keeper.get_bit(record, "Unsupported")?;
            self.occupy(record, resources, desc)?;
        }
        if !(0..=i64::from(u16::MAX)).contains(&latency) || desc.micro_ops > i64::from(u16::MAX) {
            let message = format!("instructions of the scheduling class '{class}' take too long");
            return Err(Diagnostic::error(keeper.record(self.model).span, message));
        }
        let number = write.and_then(|write| self.write_numbers.get(&write)).copied();
        let number = number.unwrap_or(0);
        desc.writes.push((latency, number));
        Ok(())
    }

    /// Adds the resources of a write and those that are occupied together with them.
    fn occupy(
        &self,
        record: RecordId,
        resources: &[Resource],
        desc: &mut ClassDesc,
    ) -> Result<(), Diagnostic> {
        let keeper = self.keeper;
        let kinds = keeper.get_list_of_defs(record, "ProcResources")?;
        let release = keeper.get_list_of_ints(record, "ReleaseAtCycles")?;
        let acquire = keeper.get_list_of_ints(record, "AcquireAtCycles")?;
        for (field, list) in [("ReleaseAtCycles", &release), ("AcquireAtCycles", &acquire)] {
            if !list.is_empty() && list.len() != kinds.len() {
                return Err(keeper.field_error(record, field, "has another length than 'ProcResources'"));
            }
        }
        for (index, kind) in kinds.into_iter().enumerate() {
            let Some(&number) = self.resource_numbers.get(&kind) else {
                let what = format!("names '{}', which is no resource of the model", keeper.name(kind));
                return Err(keeper.field_error(record, "ProcResources", &what));
            };
            let until = release.get(index).copied().unwrap_or(1);
            let from = acquire.get(index).copied().unwrap_or(0);
            if from < 0 || until < from || until > i64::from(u16::MAX) {
                return Err(keeper.field_error(record, "ReleaseAtCycles", "is not after 'AcquireAtCycles'"));
            }
            let with = resources[usize::from(number)].with.iter().copied();
            for resource in std::iter::once(number).chain(with) {
                match desc.resources.iter_mut().find(|known| known.0 == resource) {
                    // One after the other.
                    Some(known) => known.2 += until - from,
                    None => desc.resources.push((resource, from, until)),
                }
            }
        }
        desc.resources.sort_unstable();
        Ok(())
    }

    fn read(&self, read: RecordId, operand: u8, desc: &mut ClassDesc) -> Result<(), Diagnostic> {
        let keeper = self.keeper;
        let Some(&record) = self.read_advances.get(&read) else {
            return Ok(());
        };
        desc.supported &= !keeper.get_bit(record, "Unsupported")?;
        let cycles = keeper.get_int(record, "Cycles")?;
        if i16::try_from(cycles).is_err() {
            return Err(keeper.field_error(record, "Cycles", "is too large"));
        }
        if cycles == 0 {
            return Ok(());
        }
        let writes = keeper.get_list_of_defs(record, "ValidWrites")?;
        if writes.is_empty() {
            desc.advances.push((operand, 0, cycles));
        }
        for write in writes {
            desc.advances.push((operand, self.write_numbers[&write], cycles));
        }
        Ok(())
    }
}
