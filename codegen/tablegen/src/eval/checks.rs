//! Checks of finished records: no unresolved references remain and the assertions hold. `dump`s are executed, too.

use super::{Eval, Evaluator, RecordResolver};
use crate::record::{Assertion, Dump, FieldKind, RecordId};
use crate::value::{Node, SliceId, ValueId};
use smallvec::SmallVec;
use wavec_support::{Diagnostic, Severity};

impl Evaluator {
    /// Reports which of these fields still contain references after they were resolved.
    pub(super) fn check_concrete(&mut self, record: RecordId, fields: impl Iterator<Item = u32>) {
        let contents = &self.record(record).fields;
        let values = contents.values();
        let mut wrong: SmallVec<[u32; 1]> = SmallVec::new();
        for i in fields {
            let value = values[i as usize];
            if !value.is_unresolved() || contents.kind(i as usize) == FieldKind::NonConcrete {
                continue;
            }
            let is_concrete = match self.node(value) {
                Node::Bits(items) => self.are_bits_concrete(record, items),
                _ => self.is_concrete(value),
            };
            if !is_concrete {
                wrong.push(i);
            }
        }
        for i in wrong {
            let field = self.record(record).fields.get(i as usize);
            let (name, owner) = (self.str(field.name).to_string(), self.name_text(record));
            let value = self.to_text(field.value);
            let message =
                format!("Initializer of '{name}' in '{owner}' could not be fully resolved: {value}");
            let _: Eval<()> = self.error_in(Some(record), message);
        }
    }

    /// References to bits of fields of the same record may stay: operands in encodings.
    fn are_bits_concrete(&self, record: RecordId, items: SliceId) -> bool {
        // Neighbouring bits mostly belong to one value.
        let mut last = ValueId::NONE;
        self.keeper.values.slice(items).iter().all(|&item| {
            let value = ValueId(item);
            if !value.is_unresolved() {
                return true;
            }
            let Some(slot) = self.keeper.values.stored(value) else {
                return self.is_concrete(value);
            };
            match slot.node {
                Node::VarBit { value: whole, .. } if whole == last => true,
                Node::Var { .. } => true,
                Node::VarBit { value: whole, .. } => match self.node(whole) {
                    Node::Var { name, .. } => {
                        last = whole;
                        self.record(record).fields.index_of(name).is_some()
                    }
                    _ => false,
                },
                _ => self.is_concrete(value),
            }
        })
    }

    pub(super) fn check_assertions(&mut self, record: RecordId) -> Eval<()> {
        if self.record(record).details().is_none() {
            return Ok(());
        }
        let mut resolver = RecordResolver::new(record, None);
        for Assertion {
            span,
            condition,
            message,
        } in std::mem::take(&mut self.record_mut(record).details_mut().assertions)
        {
            let condition = self.resolve(condition, &mut resolver)?;
            let message = self.resolve(message, &mut resolver)?;
            self.check_assertion(
                Assertion {
                    span,
                    condition,
                    message,
                },
                Some(record),
            );
        }
        Ok(())
    }

    /// Reports an assertion that does not hold.
    pub(crate) fn check_assertion(&mut self, assertion: Assertion, record: Option<RecordId>) {
        let diagnostic = match self.to_int(assertion.condition) {
            Some(0) => {
                let text = match self.as_string(assertion.message) {
                    Some(text) => self.str(text).to_string(),
                    None => "(assert message is not a string)".to_string(),
                };
                Diagnostic::error(assertion.span, format!("assertion failed: {text}"))
            }
            Some(_) => return,
            None => {
                let condition = self.to_text(assertion.condition);
                let message = format!("assert condition must of type bit, bits, or int. It is '{condition}'");
                Diagnostic::error(assertion.span, message)
            }
        };
        self.diagnostics.push(diagnostic);
        if let Some(record) = record {
            let contents = self.record(record);
            let mut diagnostic = Diagnostic::error(contents.span, "assertion failed in this record");
            for &place in contents.instantiated_at() {
                diagnostic = diagnostic.with_note(place, "instantiated from multiclass");
            }
            self.diagnostics.push(diagnostic);
        }
    }

    pub(super) fn run_dumps(&mut self, record: RecordId) -> Eval<()> {
        if self.record(record).details().is_none() {
            return Ok(());
        }
        let mut resolver = RecordResolver::new(record, None);
        for Dump { span, message } in std::mem::take(&mut self.record_mut(record).details_mut().dumps) {
            let message = self.resolve(message, &mut resolver)?;
            self.run_dump(Dump { span, message });
        }
        Ok(())
    }

    /// Prints the message of a `dump`.
    pub(crate) fn run_dump(&mut self, dump: Dump) {
        match self.as_string(dump.message) {
            Some(text) => {
                let message = self.str(text).to_string();
                let (severity, span) = (Severity::Note, dump.span);
                self.diagnostics.push(Diagnostic {
                    severity,
                    message,
                    span,
                    warning: None,
                    notes: Vec::new(),
                    fixes: Vec::new(),
                });
            }
            None => self
                .diagnostics
                .error(dump.span, "dump value is not of type string"),
        }
    }
}
