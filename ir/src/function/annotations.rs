//! Parts of a function's text besides its instructions: debug records and operand bundles. No pass reads or updates
//! them: they are printed as they were read, and dropped before the first pass runs.

use crate::entities::{Inst, MetadataId, Symbol, Value};
use fxhash::FxHashMap;

/// Annotations of one function.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// Debug records before an instruction, in order.
    pub records: FxHashMap<Inst, Vec<DebugRecord>>,
    /// Operand bundles of a call, in order.
    pub bundles: FxHashMap<Inst, Vec<OperandBundle>>,
}

/// `#dbg_value(i32 %x, !9, !DIExpression(), !10)`
#[derive(Clone, Debug)]
pub struct DebugRecord {
    /// `dbg_value`, ...
    pub kind: Symbol,
    /// What it says.
    pub operands: Vec<RecordOperand>,
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
