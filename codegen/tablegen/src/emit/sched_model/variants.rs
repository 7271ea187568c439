//! Writes and reads that depend on the instruction (`SchedVariant`): all combinations of what they select.

use super::predicates::is_always;
use super::{ClassDesc, ClassKey, Conditional, MAX_DEPTH, MAX_WRITES, Reader, Resource, model_of};
use crate::record::RecordId;
use wavec_support::Diagnostic;

/// The scheduling data of one operand: a sequence of writes, or a read.
pub(super) type Sequence = Vec<RecordId>;

/// Predicates, and the reads and writes of the operands if they hold.
type Alternative = (Vec<RecordId>, Vec<Sequence>);

impl Reader<'_> {
    /// The expansion of a class: alternatives with their predicates, then the unconditional case.
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
        let sequences = reads_writes.into_iter().map(|rw| vec![rw]).collect();
        let mut alternatives = Vec::new();
        self.alternatives(sequences, Vec::new(), 0, &mut alternatives)?;
        let mut variants = Vec::new();
        for (predicates, sequences) in alternatives {
            let desc = self.class_of(&sequences, resources, name)?;
            // Variants after an unconditional one are unreachable.
            if predicates.is_empty() {
                return Ok((variants, desc));
            }
            variants.push((predicates, desc));
        }
        // If no predicate holds, the processor does not have the instruction.
        Ok((variants, ClassDesc::default()))
    }

    /// The first variant of a sequence, and the rest of the sequence expanded to writes.
    fn first_variant(
        &self,
        sequence: &Sequence,
    ) -> Result<Option<(Sequence, RecordId, Sequence)>, Diagnostic> {
        let keeper = self.keeper;
        let mut leaves = Vec::new();
        for &rw in sequence {
            let rw = self.resolve(rw)?;
            if keeper.is_subclass_of(rw, "SchedWrite") {
                self.expand(rw, 0, &mut leaves)?
            } else {
                leaves.push(rw)
            }
        }
        let is_variant = |&rw: &RecordId| keeper.is_subclass_of(rw, "SchedVariant");
        let found = leaves.iter().position(is_variant);
        Ok(found.map(|at| (leaves[..at].to_vec(), leaves[at], leaves[at + 1..].to_vec())))
    }

    /// Expands variants to predicates with reads and writes. The writes that a variant selects happen in sequence or, if the
    /// variant is `Variadic`, apply to one operand each.
    fn alternatives(
        &self,
        sequences: Vec<Sequence>,
        predicates: Vec<RecordId>,
        depth: usize,
        found: &mut Vec<Alternative>,
    ) -> Result<(), Diagnostic> {
        let keeper = self.keeper;
        let mut first = None;
        for (operand, sequence) in sequences.iter().enumerate() {
            if let Some(parts) = self.first_variant(sequence)? {
                first = Some((operand, parts));
                break;
            }
        }
        let Some((operand, (before, variant, behind))) = first else {
            found.push((predicates, sequences));
            return Ok(());
        };
        if depth > MAX_DEPTH || found.len() > MAX_WRITES {
            return Err(keeper.field_error(variant, "Variants", "makes too many combinations"));
        }
        let is_variadic = keeper.get_bit_or_false(variant, "Variadic");
        for choice in keeper.get_list_of_defs(variant, "Variants")? {
            let predicate = keeper.get_def(choice, "Predicate")?;
            let mut predicates = predicates.clone();
            if !is_always(keeper, predicate) && !predicates.contains(&predicate) {
                predicates.push(predicate);
            }
            let selected = keeper.get_list_of_defs(choice, "Selected")?;
            let around = |selected: &[RecordId]| -> Sequence {
                let parts = before.iter().chain(selected).chain(&behind);
                parts.copied().collect()
            };
            let replaced: Vec<Sequence> = if is_variadic {
                selected.iter().map(|&rw| around(&[rw])).collect()
            } else {
                vec![around(&selected)]
            };
            let mut chosen = sequences[..operand].to_vec();
            chosen.extend(replaced);
            chosen.extend_from_slice(&sequences[operand + 1..]);
            self.alternatives(chosen, predicates, depth + 1, found)?;
        }
        Ok(())
    }
}
