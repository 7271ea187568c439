//! Checks for omissions: instructions that a complete model does not describe, and writes that no instruction uses.

use super::{SchedClasses, model_of};
use crate::emit::instr_model::InstrModel;
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use fxhash::FxHashSet;
use wavec_support::{Diagnostic, Diagnostics};

/// Checks all models.
pub(super) fn check(
    keeper: &RecordKeeper,
    instructions: &InstrModel,
    classes: &SchedClasses,
    errors: &mut Diagnostics,
) -> Result<(), Diagnostic> {
    for &model in keeper.derived_defs("SchedMachineModel") {
        if keeper.get_bit(model, "CompleteModel")? && !keeper.get_bit(model, "NoModel")? {
            check_model(keeper, model, instructions, classes, errors)?;
        }
    }
    let used = used_writes(keeper, classes)?;
    for &read in keeper.derived_defs("ProcReadAdvance") {
        for write in keeper.get_list_of_defs(read, "ValidWrites")? {
            if !used.contains(&write) {
                let what = format!("names '{}', which no instruction uses", keeper.name(write));
                errors.push(keeper.field_error(read, "ValidWrites", &what));
            }
        }
    }
    Ok(())
}

/// Checks that every instruction of the processor has scheduling data, its own or from the model. An empty `SchedRW` means
/// that the instruction does not matter.
fn check_model(
    keeper: &RecordKeeper,
    model: RecordId,
    instructions: &InstrModel,
    classes: &SchedClasses,
    errors: &mut Diagnostics,
) -> Result<(), Diagnostic> {
    let unsupported = optional_list(keeper, model, "UnsupportedFeatures");
    for (opcode, instruction) in instructions.instructions.iter().enumerate() {
        let record = instruction.record;
        let key = &classes.keys[usize::from(classes.of(opcode))];
        let mut writes = key.reads_writes.iter();
        if writes.any(|&rw| keeper.is_subclass_of(rw, "SchedWrite"))
            || keeper.get_bit_or_false(record, "hasNoSchedulingInfo")
        {
            continue;
        }
        let predicates = optional_list(keeper, record, "Predicates");
        if predicates.iter().any(|predicate| unsupported.contains(predicate)) {
            continue;
        }
        let mut is_known = false;
        for &exception in &key.exceptions {
            is_known |= model_of(keeper, exception)? == model;
        }
        let says_nothing = matches!(keeper.field_value(record, "SchedRW"), Some(Value::Unset));
        if !is_known && (says_nothing || !key.exceptions.is_empty()) {
            let message = format!(
                "the model '{}' says nothing of the instruction '{}'",
                keeper.name(model),
                instruction.name
            );
            let error = Diagnostic::error(keeper.record(record).span, message);
            errors.push(error.with_note(keeper.record(model).span, "the model, which is complete"));
        }
    }
    Ok(())
}

fn optional_list(keeper: &RecordKeeper, record: RecordId, field: &str) -> Vec<RecordId> {
    keeper.get_list_of_defs(record, field).unwrap_or_default()
}

/// The writes of instructions, the writes that models replace them by, and the parts of these.
fn used_writes(keeper: &RecordKeeper, classes: &SchedClasses) -> Result<FxHashSet<RecordId>, Diagnostic> {
    let mut open: Vec<RecordId> = Vec::new();
    for key in &classes.keys {
        open.extend_from_slice(&key.reads_writes);
    }
    for &record in keeper.derived_defs("InstRW") {
        open.extend(keeper.get_list_of_defs(record, "OperandReadWrites")?);
    }
    for &alias in keeper.derived_defs("SchedAlias") {
        open.push(keeper.get_def(alias, "MatchRW")?);
        open.push(keeper.get_def(alias, "AliasRW")?);
    }
    let mut used = FxHashSet::default();
    while let Some(rw) = open.pop() {
        if !used.insert(rw) {
            continue;
        }
        if keeper.is_subclass_of(rw, "WriteSequence") {
            open.extend(keeper.get_list_of_defs(rw, "Writes")?);
        }
        if keeper.is_subclass_of(rw, "SchedVariant") {
            for variant in keeper.get_list_of_defs(rw, "Variants")? {
                open.extend(keeper.get_list_of_defs(variant, "Selected")?);
            }
        }
    }
    Ok(used)
}
