//! Itineraries: processors described by the functional units that instructions pass through, stage by stage.
//!
//! | class | fields |
//! |---|---|
//! | `InstrItinClass` | numbered in the order of definition |
//! | `ProcessorItineraries` | `FU`, `BP`, `IID` |
//! | `InstrItinData` | `TheClass`, `NumMicroOps`, `Stages`, `OperandCycles`, `Bypasses` |
//! | `InstrStage` | `Cycles`, `Units`, `TimeInc`, `Kind` |
//! | `Instruction` | `Itinerary` |
//! | `Processor`, `ProcessorModel` | `Name`, `ProcItin`, `SchedModel` |
//! | `SchedMachineModel` | `NoModel`, `Itineraries` |
//!
//! Writes a `static` for each `ProcessorItineraries`, the numbers of classes in `itinerary_classes`, `ITINERARY_CLASSES`,
//! the class of each instruction, and `PROCESSOR_ITINERARIES`, what each processor has of them, by its model or in place of
//! one. Nothing if the description has none.

use super::instr_model::InstrModel;
use super::rust;
use crate::record::{RecordId, RecordKeeper};
use fxhash::FxHashMap;
use std::fmt::Write;
use wavec_support::Diagnostic;

/// Most functional units of a processor.
const MAX_UNITS: usize = 64;

/// Writes what the description has of it.
pub fn write(keeper: &RecordKeeper, model: &InstrModel, out: &mut String) -> Result<(), Diagnostic> {
    let mut processors = Vec::new();
    for &record in keeper.derived_defs("ProcessorItineraries") {
        if !keeper.get_list(record, "IID")?.is_empty() {
            processors.push(record);
        }
    }
    if processors.is_empty() {
        return Ok(());
    }
    // Number 0 is that of instructions that say nothing.
    let mut classes: Vec<RecordId> = keeper.derived_defs("InstrItinClass").to_vec();
    classes.sort_by_key(|&class| keeper.name(class) != "NoItinerary");
    let numbers: FxHashMap<RecordId, usize> = classes.iter().copied().zip(0..).collect();
    out.push_str("/// Itinerary classes by name.\n#[allow(dead_code)]\npub mod itinerary_classes {\n");
    for (number, &class) in classes.iter().enumerate() {
        let _ = writeln!(
            out,
            "pub const {}: u16 = {number};",
            rust::constant_name(keeper.name(class))
        );
    }
    out.push_str("}\n/// The itinerary class of each instruction.\n");
    let mut by_opcode = Vec::with_capacity(model.instructions.len());
    for instruction in &model.instructions {
        by_opcode.push(match keeper.get_def_opt(instruction.record, "Itinerary")? {
            Some(class) => numbers.get(&class).copied().unwrap_or(0),
            None => 0,
        });
    }
    out.push_str("#[allow(dead_code)]\n");
    rust::slice(out, "ITINERARY_CLASSES", "u16", by_opcode);
    for &processor in &processors {
        write_processor(keeper, processor, &classes, out)?;
    }
    let mut rows = Vec::new();
    // `Processor` is what LLVM's `ProcessorModel` derives from.
    let class = match keeper.class("Processor") {
        Some(_) => "Processor",
        None => "ProcessorModel",
    };
    for &processor in keeper.derived_defs(class) {
        let model = keeper.get_def(processor, "SchedModel")?;
        let itineraries = match keeper.get_bit(model, "NoModel")? {
            true => match keeper.field_value(processor, "ProcItin") {
                Some(_) => keeper.get_def_opt(processor, "ProcItin")?,
                None => None,
            },
            false => Some(keeper.get_def(model, "Itineraries")?),
        };
        if let Some(itineraries) = itineraries.filter(|itineraries| processors.contains(itineraries)) {
            let name = rust::snake_constant(keeper.name(itineraries));
            rows.push((keeper.get_string(processor, "Name")?, name));
        }
    }
    rows.sort_unstable();
    out.push_str(
        "/// The itineraries of each processor that has some, sorted by name.\n#[allow(dead_code)]\n",
    );
    let rows = rows
        .iter()
        .map(|(name, itineraries)| format!("({name:?}, &{itineraries})"));
    rust::slice(
        out,
        "PROCESSOR_ITINERARIES",
        "(&str, &wavec_mc::Itineraries)",
        rows,
    );
    Ok(())
}

fn write_processor(
    keeper: &RecordKeeper,
    processor: RecordId,
    classes: &[RecordId],
    out: &mut String,
) -> Result<(), Diagnostic> {
    let units = keeper.get_list_of_defs(processor, "FU")?;
    let bypasses = keeper.get_list_of_defs(processor, "BP")?;
    if units.len() > MAX_UNITS {
        return Err(keeper.field_error(processor, "FU", "has more than 64 functional units"));
    }
    let mut data: FxHashMap<RecordId, RecordId> = FxHashMap::default();
    for record in keeper.get_list_of_defs(processor, "IID")? {
        let class = keeper.get_def(record, "TheClass")?;
        // Of two for one class the second counts, as in LLVM.
        data.insert(class, record);
    }
    let name = keeper.name(processor);
    let names: Vec<&str> = units.iter().map(|&unit| keeper.name(unit)).collect();
    let _ = writeln!(
        out,
        "/// `{name}`\n#[allow(dead_code)]\npub static {}: wavec_mc::Itineraries = wavec_mc::Itineraries {{\n    \
         name: {name:?},\n    units: &{names:?},\n    classes: &[",
        rust::snake_constant(name)
    );
    for &class in classes {
        let row = match data.get(&class) {
            Some(&record) => class_row(keeper, record, &units, &bypasses)?,
            None => ItineraryText::default(),
        };
        let _ = writeln!(
            out,
            "        wavec_mc::ItineraryDesc {{ micro_ops: {}, stages: &[{}], operand_cycles: &{:?}, bypasses: &{:?} }}, // {}",
            row.micro_ops,
            row.stages.join(", "),
            row.operand_cycles,
            row.bypasses,
            keeper.name(class)
        );
    }
    out.push_str("    ],\n};\n");
    Ok(())
}

#[derive(Default)]
struct ItineraryText {
    micro_ops: u16,
    stages: Vec<String>,
    operand_cycles: Vec<u16>,
    bypasses: Vec<usize>,
}

fn class_row(
    keeper: &RecordKeeper,
    record: RecordId,
    units: &[RecordId],
    bypasses: &[RecordId],
) -> Result<ItineraryText, Diagnostic> {
    let small = |record: RecordId, field: &str, value: i64| {
        u16::try_from(value).map_err(|_| keeper.field_error(record, field, "is not from 0 to 65535"))
    };
    let mut row = ItineraryText {
        // -1: not known before, which is 0 here.
        micro_ops: small(
            record,
            "NumMicroOps",
            keeper.get_int(record, "NumMicroOps")?.max(0),
        )?,
        ..ItineraryText::default()
    };
    for stage in keeper.get_list_of_defs(record, "Stages")? {
        let cycles = small(stage, "Cycles", keeper.get_int(stage, "Cycles")?)?;
        let next = match keeper.get_int(stage, "TimeInc")? {
            -1 => cycles,
            next => small(stage, "TimeInc", next)?,
        };
        let mut mask = 0u64;
        for unit in keeper.get_list_of_defs(stage, "Units")? {
            let Some(bit) = units.iter().position(|&known| known == unit) else {
                let what = format!("names '{}', which the processor does not have", keeper.name(unit));
                return Err(keeper.field_error(stage, "Units", &what));
            };
            mask |= 1 << bit;
        }
        let reserves = keeper.get_int(stage, "Kind")? != 0;
        row.stages.push(format!(
            "wavec_mc::ItineraryStage {{ cycles: {cycles}, units: {mask:#x}, next: {next}, reserves: {reserves} }}"
        ));
    }
    for cycle in keeper.get_list_of_ints(record, "OperandCycles")? {
        row.operand_cycles.push(small(record, "OperandCycles", cycle)?);
    }
    for bypass in keeper.get_list_of_defs(record, "Bypasses")? {
        let known = bypasses.iter().position(|&known| known == bypass);
        row.bypasses.push(match known {
            _ if keeper.name(bypass) == "NoBypass" => 0,
            Some(number) => number + 1,
            None => {
                let what = format!(
                    "names '{}', which the processor does not have",
                    keeper.name(bypass)
                );
                return Err(keeper.field_error(record, "Bypasses", &what));
            }
        });
    }
    Ok(row)
}
