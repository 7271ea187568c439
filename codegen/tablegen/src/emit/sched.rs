//! `--gen-sched`: how processors execute instructions. LLVM's `--gen-subtarget` writes these tables with the features.
//!
//! Reads the classes of `codegen/td/TargetSchedule.td`:
//!
//! | class | fields |
//! |---|---|
//! | `SchedMachineModel` | `IssueWidth`, `MicroOpBufferSize`, `LoopMicroOpBufferSize`, `LoadLatency`, `HighLatency`, `MispredictPenalty`, `CompleteModel`, `UnsupportedFeatures`, `FullInstRWOverlapCheck`, `NoModel` |
//! | `ProcResourceUnits` | `NumUnits`, `Super`, `BufferSize`, `SchedModel` |
//! | `ProcResGroup` | `Resources`, `BufferSize`, `SchedModel` |
//! | `ProcWriteResources` | what both of the next derive from |
//! | `WriteRes`, `SchedWriteRes` | `WriteType`, `ProcResources`, `ReleaseAtCycles`, `AcquireAtCycles`, `Latency`, `NumMicroOps`, `BeginGroup`, `EndGroup`, `SingleIssue`, `Unsupported`, `SchedModel` |
//! | `SchedWrite`, `SchedRead` | what `SchedRW` consists of: by result, then by operand that is read |
//! | `ProcReadAdvance` | what both of the next derive from |
//! | `ReadAdvance`, `SchedReadAdvance` | `ReadType`, `Cycles`, `ValidWrites`, `Unsupported`, `SchedModel` |
//! | `WriteSequence` | `Writes`, `Repeat` |
//! | `SchedWriteVariant`, `SchedReadVariant`, `SchedVar` | `Variants`, `Variadic`, `Predicate`, `Selected`, `SchedModel` |
//! | `SchedPredicate`, `MCSchedPredicate`, ... | conditions over `inst: &SchedInst`, see `sched_model/predicates.rs` |
//! | `SchedAlias` | `MatchRW`, `AliasRW`, `SchedModel` |
//! | `InstRW` | `OperandReadWrites`, `Instrs` (`instrs`, `instregex`), `SchedModel` |
//! | `Instruction` | `SchedRW`, `hasNoSchedulingInfo`, `Predicates` |
//! | `ProcessorModel` | `Name`, `SchedModel` |
//!
//! Writes a `static` for each model and `PROCESSOR_MODELS`, models by name of the processor. Rows are those of the
//! scheduling classes that `--gen-instr-info` numbers.

use super::EmitOptions;
use super::instr_model::InstrModel;
use super::register_model::RegisterModel;
use super::rust;
use super::sched_model::predicates::Predicates;
use super::sched_model::{ClassDesc, ProcessorModel, SchedClasses, processor_models};
use crate::record::{RecordId, RecordKeeper};
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

/// What a model is if it says -1, as LLVM's do by default.
const DEFAULTS: &[(&str, i64)] = &[
    ("IssueWidth", 1),
    ("MicroOpBufferSize", 0),
    ("LoopMicroOpBufferSize", 0),
    ("LoadLatency", 4),
    ("HighLatency", 10),
    ("MispredictPenalty", 10),
];

/// Writes the models.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let registers = RegisterModel::build(keeper)?;
    let model = InstrModel::build(keeper, &registers)?;
    let classes = SchedClasses::collect(keeper, &model)?;
    let models = processor_models(keeper, &model, &classes)?;
    let mut out = rust::header(&options.source_name, "Scheduling models");
    out.push_str(
        "#[allow(unused_imports)]\nuse wavec_mc::{ProcResourceDesc, ReadAdvance, ResourceUse, SchedClassDesc, SchedModel, SchedVariant, WriteLatency};\n\n\
         const fn w(cycles: u16, write: u8) -> WriteLatency {\nWriteLatency { cycles, write }\n}\n\
         #[allow(dead_code)]\nconst fn u(resource: u8, acquire_at: u16, release_at: u16) -> ResourceUse {\n\
         ResourceUse { resource, acquire_at, release_at }\n}\n\
         #[allow(dead_code)]\nconst fn a(operand: u8, write: u8, cycles: i16) -> ReadAdvance {\nReadAdvance { operand, write, cycles }\n}\n\
         const fn c(micro_ops: u16, flags: u8, writes: &'static [WriteLatency], resources: &'static [ResourceUse],\n\
         advances: &'static [ReadAdvance]) -> SchedClassDesc {\n\
         SchedClassDesc { micro_ops, begin_group: flags & 1 != 0, end_group: flags & 2 != 0, supported: flags & 4 != 0,\n\
         writes, resources, advances }\n}\n",
    );
    let mut predicates: Vec<RecordId> = Vec::new();
    for model in &models {
        for predicate in model.variants.iter().flat_map(|(_, predicates, _)| predicates) {
            if !predicates.contains(predicate) {
                predicates.push(*predicate);
            }
        }
    }
    for model in &models {
        write_model(keeper, model, &classes, &predicates, &mut out)?;
    }
    let writer = Predicates {
        keeper,
        model: &model,
        registers: &registers,
    };
    write_predicates(&writer, &predicates, &mut out)?;
    let mut processors = Vec::new();
    for &processor in keeper.derived_defs("ProcessorModel") {
        let model = keeper.get_def(processor, "SchedModel")?;
        if !keeper.get_bit(model, "NoModel")? {
            processors.push((keeper.get_string(processor, "Name")?, constant(keeper, model)));
        }
    }
    processors.sort_unstable();
    out.push_str("/// The model of each processor that has one, sorted by name.\n");
    let rows = processors
        .iter()
        .map(|(name, model)| format!("({name:?}, &{model})"));
    out.push_str("#[allow(dead_code)]\n");
    rust::slice(&mut out, "PROCESSOR_MODELS", "(&str, &SchedModel)", rows);
    Ok(out)
}

fn constant(keeper: &RecordKeeper, model: crate::RecordId) -> String {
    rust::snake_constant(keeper.name(model))
}

fn write_model(
    keeper: &RecordKeeper,
    model: &ProcessorModel,
    classes: &SchedClasses,
    predicates: &[RecordId],
    out: &mut String,
) -> Result<(), Diagnostic> {
    let number = |field: &str| -> Result<u16, Diagnostic> {
        let value = match keeper.get_int(model.record, field)? {
            // Not said.
            -1 => DEFAULTS
                .iter()
                .find(|(known, _)| *known == field)
                .map_or(-1, |&(_, value)| value),
            value => value,
        };
        u16::try_from(value)
            .map_err(|_| keeper.field_error(model.record, field, "is not a number from 0 to 65535"))
    };
    let _ = writeln!(
        out,
        "/// `{name}`\npub static {}: SchedModel = SchedModel {{\n    name: {name:?},\n    issue_width: {},\n    \
         micro_op_buffer_size: {},\n    loop_micro_op_buffer_size: {},\n    load_latency: {},\n    high_latency: {},\n    \
         mispredict_penalty: {},\n    resources: &[",
        constant(keeper, model.record),
        number("IssueWidth")?,
        number("MicroOpBufferSize")?,
        number("LoopMicroOpBufferSize")?,
        number("LoadLatency")?,
        number("HighLatency")?,
        number("MispredictPenalty")?,
        name = keeper.name(model.record),
    );
    for resource in &model.resources {
        let _ = writeln!(
            out,
            "        ProcResourceDesc {{ name: {:?}, units: {}, buffer_size: {} }},",
            keeper.name(resource.record),
            resource.units,
            resource.buffer_size.clamp(-1, i64::from(i16::MAX)),
        );
    }
    out.push_str("    ],\n    classes: &[\n");
    for (class, name) in model.classes.iter().zip(&classes.names) {
        let _ = writeln!(out, "        {}, // {name}", class_row(class));
    }
    out.push_str("    ],\n    variants: &[\n");
    for (class, conditions, desc) in &model.variants {
        let numbers: Vec<usize> = conditions
            .iter()
            .filter_map(|condition| predicates.iter().position(|predicate| predicate == condition))
            .collect();
        let _ = writeln!(
            out,
            "        SchedVariant {{ class: {class}, predicates: &{numbers:?}, desc: {} }}, // {}",
            class_row(desc),
            classes.names[*class]
        );
    }
    out.push_str("    ],\n};\n");
    Ok(())
}

/// The function that says whether a predicate holds, if there is any.
fn write_predicates(
    writer: &Predicates<'_>,
    predicates: &[RecordId],
    out: &mut String,
) -> Result<(), Diagnostic> {
    if predicates.is_empty() {
        return Ok(());
    }
    out.push_str(
        "/// Whether a predicate of variants holds for an instruction.\n#[allow(dead_code, unused_variables)]\n\
         pub fn sched_predicate(predicate: u16, inst: &SchedInst) -> bool {\n    match predicate {\n",
    );
    for (number, &predicate) in predicates.iter().enumerate() {
        let code = writer.expression(predicate)?;
        let name = writer.keeper.name(predicate);
        let _ = writeln!(out, "        {number} => {{ {code} }} // {name}");
    }
    out.push_str("        _ => false,\n    }\n}\n");
    Ok(())
}

fn class_row(class: &ClassDesc) -> String {
    fn list<T>(items: &[T], each: impl Fn(&T) -> String) -> String {
        format!("&[{}]", items.iter().map(each).collect::<Vec<_>>().join(", "))
    }
    format!(
        "c({}, {}, {}, {}, {})",
        class.micro_ops,
        u8::from(class.begin_group) | u8::from(class.end_group) << 1 | u8::from(class.supported) << 2,
        list(&class.writes, |(cycles, write)| format!("w({cycles}, {write})")),
        list(&class.resources, |(resource, from, until)| format!(
            "u({resource}, {from}, {until})"
        )),
        list(&class.advances, |(operand, write, cycles)| format!(
            "a({operand}, {write}, {cycles})"
        )),
    )
}
