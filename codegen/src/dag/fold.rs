//! Folding while nodes are made: constants, identities, casts of casts.

use crate::dag::graph::SelectionDag;
use crate::dag::isd::NodeOpcode;
use crate::dag::node::{NodeFlags, NodeValue};
use crate::dag::types::ValueType;

impl SelectionDag {
    /// The value that the node would be, if that is obvious.
    pub(crate) fn fold_node(
        &mut self,
        _opcode: NodeOpcode,
        _vt: ValueType,
        _operands: &[NodeValue],
        _flags: NodeFlags,
    ) -> Option<NodeValue> {
        None
    }
}
