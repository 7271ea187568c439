//! Writes and reads that depend on the instruction (`SchedVariant`): all combinations of what they select.

use super::{ClassDesc, ClassKey, Conditional, MAX_DEPTH, MAX_WRITES, Reader, Resource, model_of};
use crate::record::RecordId;
use crate::view::Value;
use wavec_support::Diagnostic;

impl Reader<'_> {
    /// What a class is, and before that what it is if predicates hold.
    pub(super) fn class(
        &self,
        key: &ClassKey,
        resources: &[Resource],
        name: &str,
    ) -> Result<(Vec<Conditional>, ClassDesc), Diagnostic> {
        let keeper = self.keeper;
        let mut reads_writes = key.reads_writes.clone();
        for &exception in &key.exceptions {
            if model_of(keeper, exception)? == self.model {
                reads_writes = keeper.get_list_of_defs(exception, "OperandReadWrites")?;
            }
        }
        let mut alternatives = Vec::new();
        self.alternatives(reads_writes, Vec::new(), 0, &mut alternatives)?;
        let mut variants = Vec::new();
        for (predicates, reads_writes) in alternatives {
            let desc = self.class_of(reads_writes, resources, name)?;
            // Nothing behind what always applies is reached.
            if predicates.is_empty() {
                return Ok((variants, desc));
            }
            variants.push((predicates, desc));
        }
        Err(Diagnostic::error(
            keeper.record(self.model).span,
            format!(
                "variants of the scheduling class '{name}' say nothing of instructions for which no predicate holds"
            ),
        ))
    }

    /// Replaces variants by what they select: predicates, and reads and writes without variants.
    fn alternatives(
        &self,
        reads_writes: Vec<RecordId>,
        predicates: Vec<RecordId>,
        depth: usize,
        found: &mut Vec<(Vec<RecordId>, Vec<RecordId>)>,
    ) -> Result<(), Diagnostic> {
        let keeper = self.keeper;
        let mut first = None;
        for (place, &rw) in reads_writes.iter().enumerate() {
            let resolved = self.resolve(rw)?;
            if keeper.is_subclass_of(resolved, "SchedVariant") && first.is_none() {
                first = Some((place, resolved));
            }
        }
        let Some((place, variant)) = first else {
            found.push((predicates, reads_writes));
            return Ok(());
        };
        if depth > MAX_DEPTH || found.len() > MAX_WRITES {
            return Err(keeper.field_error(variant, "Variants", "makes too many combinations"));
        }
        if keeper.get_bit_or_false(variant, "Variadic") {
            return Err(keeper.field_error(
                variant,
                "Variadic",
                "is set: variants for any number of operands are not supported",
            ));
        }
        for choice in keeper.get_list_of_defs(variant, "Variants")? {
            let predicate = keeper.get_def(choice, "Predicate")?;
            let mut predicates = predicates.clone();
            if keeper.name(predicate) != "NoSchedPred" {
                if !matches!(
                    keeper.field_value(predicate, "Predicate"),
                    Some(Value::String(_) | Value::Code(_))
                ) {
                    let message = format!(
                        "the predicate '{}' is no code: only 'SchedPredicate' is supported",
                        keeper.name(predicate)
                    );
                    return Err(Diagnostic::error(keeper.record(predicate).span, message)
                        .with_note(keeper.record(variant).span, "used here"));
                }
                if !predicates.contains(&predicate) {
                    predicates.push(predicate);
                }
            }
            let mut selected = reads_writes[..place].to_vec();
            selected.extend(keeper.get_list_of_defs(choice, "Selected")?);
            selected.extend_from_slice(&reads_writes[place + 1..]);
            self.alternatives(selected, predicates, depth + 1, found)?;
        }
        Ok(())
    }
}
