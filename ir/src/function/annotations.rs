//! Parts of a function's text besides its instructions: debug records and operand bundles.
//!
//! Bundles are printed as they were read, and dropped before the first pass runs. Debug records stand at a place, before
//! an instruction. If this is removed or moves away, they stand before the next one; their values follow replacements,
//! and are lost with the instruction that computes them. So passes need to know of records only if they copy code.

use super::{Function, ValueDef};
use crate::entities::{Block, Inst, MetadataId, Symbol, Value};
use fxhash::FxHashMap;

/// Annotations of one function.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// Debug records before an instruction, in order.
    pub records: FxHashMap<Inst, Vec<DebugRecord>>,
    /// Operand bundles of a call, in order.
    pub bundles: FxHashMap<Inst, Vec<OperandBundle>>,
    /// Debug records at the end of blocks that lost their terminator, until they get another one.
    at_end: FxHashMap<Block, Vec<DebugRecord>>,
}

/// `#dbg_value(i32 %x, !9, !DIExpression(), !10)`
#[derive(Clone, Debug)]
pub struct DebugRecord {
    /// `dbg_value`, ...
    pub kind: Symbol,
    /// What it says.
    pub operands: Vec<RecordOperand>,
}

/// Which operand of a debug record is the variable.
pub const VARIABLE: usize = 1;
/// Which operand of a debug record is the expression for the variable in terms of the value.
pub const EXPRESSION: usize = 2;
/// Which operand of a debug record is the location: the scope of the variable, and where that was inlined.
pub const LOCATION: usize = 3;

impl DebugRecord {
    /// The node that is operand `index`.
    pub fn node(&self, index: usize) -> Option<MetadataId> {
        match self.operands.get(index)? {
            RecordOperand::Metadata(node) => Some(*node),
            _ => None,
        }
    }

    /// The value that the record is about, if it is one.
    pub fn value(&self) -> Option<Value> {
        match self.operands.first()? {
            RecordOperand::Value(value) => Some(*value),
            _ => None,
        }
    }

    /// The record with each of its values replaced.
    pub(crate) fn mapped(&self, mut map: impl FnMut(Value) -> Value) -> DebugRecord {
        let operands = self.operands.iter().map(|operand| match operand {
            RecordOperand::Value(value) => RecordOperand::Value(map(*value)),
            RecordOperand::Values(values) => {
                RecordOperand::Values(values.iter().map(|&value| map(value)).collect())
            }
            RecordOperand::Metadata(node) => RecordOperand::Metadata(*node),
        });
        DebugRecord {
            kind: self.kind,
            operands: operands.collect(),
        }
    }
}

/// An operand of a debug record.
#[derive(Clone, Debug)]
pub enum RecordOperand {
    /// `i32 %x`
    Value(Value),
    /// `!DIArgList(i32 %x, i32 %y)`
    Values(Vec<Value>),
    /// A node.
    Metadata(MetadataId),
}

/// `"tag"(i32 %x)`
#[derive(Clone, Debug)]
pub struct OperandBundle {
    /// Its purpose.
    pub tag: Symbol,
    /// Its values.
    pub inputs: Vec<Value>,
}

/// Whether a call means the same without a bundle of this tag: facts of assumptions are hints, and convergence
/// expressed by tokens is what calls in the same blocks have anyway.
pub fn is_droppable(tag: &str, callee: &str) -> bool {
    tag == "convergencectrl" || callee == "llvm.assume"
}

impl Function {
    /// The debug records before `inst`.
    pub fn records(&self, inst: Inst) -> &[DebugRecord] {
        let records = self.annotations.as_ref().and_then(|a| a.records.get(&inst));
        records.map_or(&[], |records| records)
    }

    /// Adds a debug record directly before `inst`.
    pub fn add_record(&mut self, inst: Inst, record: DebugRecord) {
        let records = &mut self.annotations.get_or_insert_default().records;
        records.entry(inst).or_default().push(record);
    }

    /// Adds a debug record at the end of `block`, which is still being built.
    pub fn append_record(&mut self, block: Block, record: DebugRecord) {
        let records = &mut self.annotations.get_or_insert_default().at_end;
        records.entry(block).or_default().push(record);
    }

    /// Copies the debug records before `from` to before `to`, with their values replaced.
    pub(crate) fn copy_records(
        &mut self,
        from: Inst,
        to: Inst,
        mut map: impl FnMut(&Function, Value) -> Value,
    ) {
        if self.annotations.is_none() {
            return;
        }
        for index in 0..self.records(from).len() {
            let record = self.records(from)[index].mapped(|value| map(self, value));
            self.add_record(to, record);
        }
    }

    /// Replaces the values of all debug records: for passes that do not make aliases of what they replace.
    pub fn map_record_values(&mut self, mut map: impl FnMut(&Function, Value) -> Value) {
        let Some(mut annotations) = self.annotations.take() else {
            return;
        };
        for record in annotations.records.values_mut().flatten() {
            *record = record.mapped(|value| map(self, value));
        }
        self.annotations = Some(annotations);
    }

    /// Whether `value` is still computed, or needs not be: the value of a debug record may have been removed.
    pub fn is_computed(&self, value: Value) -> bool {
        match self.def(value) {
            ValueDef::Inst(inst) => self.inst_block(inst).is_some(),
            ValueDef::Param(index) => self.params.get(index as usize) == Some(&self.resolve(value)),
            _ => true,
        }
    }

    /// `inst` leaves `block`: its records stay, before `next`.
    pub(crate) fn leave_records(&mut self, inst: Inst, next: Option<Inst>, block: Block) {
        let Some(annotations) = &mut self.annotations else {
            return;
        };
        let Some(mut records) = annotations.records.remove(&inst) else {
            return;
        };
        let place = match next {
            Some(next) => annotations.records.entry(next).or_default(),
            None => annotations.at_end.entry(block).or_default(),
        };
        records.append(place);
        *place = records;
    }

    /// Moves the debug records before `from` to the end of those before `to`.
    pub(crate) fn append_records(&mut self, from: Inst, to: Inst) {
        if let Some(annotations) = &mut self.annotations
            && let Some(mut records) = annotations.records.remove(&from)
        {
            annotations.records.entry(to).or_default().append(&mut records);
        }
    }

    /// `inst` is the new end of `block`: the records that stand there are before it.
    pub(super) fn receive_records(&mut self, inst: Inst, block: Block) {
        if let Some(annotations) = &mut self.annotations
            && let Some(mut records) = annotations.at_end.remove(&block)
        {
            let place = annotations.records.entry(inst).or_default();
            records.append(place);
            *place = records;
        }
    }
}
