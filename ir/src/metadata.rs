//! Metadata: kept and printed back; passes interpret only a few nodes (`!fpmath`, `!range`, loop hints).

use crate::entities::{Constant, MetadataId, Symbol, Type};
use cranelift_entity::PrimaryMap;

/// One metadata node.
#[derive(Clone, PartialEq, Debug)]
pub enum Metadata {
    /// Referenced but not yet defined (only while reading).
    Forward,
    /// `!"text"`
    String(Symbol),
    /// `i32 1` as metadata.
    Constant(Type, Constant),
    /// `!{...}` or `distinct !{...}`; `None` is `null`.
    Node {
        /// Whether it is `distinct`.
        distinct: bool,
        /// Operands.
        operands: Box<[Option<MetadataId>]>,
    },
    /// `!DILocation(line: 1, ...)`: a specialized node. Fields are kept in order; a field's value is either a reference
    /// to a node or text kept as written.
    Specialized {
        /// Whether it is `distinct`.
        distinct: bool,
        /// `DILocation`, ...
        kind: Symbol,
        /// Name (none for positional fields, as in `DIExpression`) and value.
        fields: Box<[(Option<Symbol>, MetadataField)]>,
    },
}

/// Value of a field of a specialized node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MetadataField {
    /// Another node.
    Node(MetadataId),
    /// Text as written.
    Text(Symbol),
}

/// All metadata of a context.
#[derive(Clone, Debug, Default)]
pub struct MetadataTable {
    /// The nodes. A node printed as `!7` in the input need not have index 7.
    pub nodes: PrimaryMap<MetadataId, Metadata>,
    /// `!name = !{...}`, in order.
    pub named: Vec<(Symbol, Vec<MetadataId>)>,
}

impl MetadataTable {
    /// A new node without operands, `!{}`: for attachments whose kind says everything.
    pub fn add_empty_node(&mut self) -> MetadataId {
        self.nodes.push(Metadata::Node {
            distinct: false,
            operands: Box::new([]),
        })
    }
}
