//! Nodes and the references between them.

use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::types::ValueType;
use crate::mir;
pub use crate::mir::MemRef;
use crate::mir::Register;
use bitflags::bitflags;
use cranelift_entity::entity_impl;
use cranelift_entity::packed_option::PackedOption;
use std::fmt;
use wavec_ir::entities::MetadataId;
use wavec_ir::intrinsics::IntrinsicId;
use wavec_ir::{FuncRef, GlobalVar};
use wavec_mc::{SymbolId, VariantKind};

/// A node of a [`SelectionDag`](crate::dag::SelectionDag); printed `t5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);
entity_impl!(NodeId, "t");

/// One result of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeValue {
    /// The node.
    pub node: NodeId,
    /// The index of the result.
    pub result: u32,
}

impl NodeValue {
    /// Result `result` of `node`.
    pub const fn new(node: NodeId, result: u32) -> NodeValue {
        NodeValue { node, result }
    }

    /// Another result of the same node.
    pub const fn with_result(self, result: u32) -> NodeValue {
        NodeValue {
            node: self.node,
            result,
        }
    }
}

impl From<NodeId> for NodeValue {
    fn from(node: NodeId) -> NodeValue {
        NodeValue { node, result: 0 }
    }
}

impl fmt::Display for NodeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.result == 0 {
            write!(f, "{}", self.node)
        } else {
            write!(f, "{}:{}", self.node, self.result)
        }
    }
}

impl fmt::Debug for NodeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

bitflags! {
    /// Flags: assumptions about a node's result.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct NodeFlags: u16 {
        /// No unsigned wrap.
        const NUW = 1 << 0;
        /// No signed wrap.
        const NSW = 1 << 1;
        /// Exact division or shift.
        const EXACT = 1 << 2;
        /// `or` of operands without common bits.
        const DISJOINT = 1 << 3;
        /// The operand of an extension or conversion is not negative.
        const NNEG = 1 << 4;
        /// No NaN.
        const NNAN = 1 << 5;
        /// No infinity.
        const NINF = 1 << 6;
        /// The sign of zero does not matter.
        const NSZ = 1 << 7;
        /// Division may use a reciprocal.
        const ARCP = 1 << 8;
        /// May be contracted.
        const CONTRACT = 1 << 9;
        /// Approximations are fine.
        const AFN = 1 << 10;
        /// May be reassociated.
        const REASSOC = 1 << 11;
        /// Raises no floating-point exception that is observed.
        const NO_FP_EXCEPT = 1 << 12;
        /// Compared operands have the same sign.
        const SAMESIGN = 1 << 13;
        /// The result is kept in vector registers, though it may be uniform.
        const IN_LANES = 1 << 14;
    }
}

impl NodeFlags {
    /// All fast-math flags.
    pub const FAST: NodeFlags = NodeFlags::NNAN
        .union(NodeFlags::NINF)
        .union(NodeFlags::NSZ)
        .union(NodeFlags::ARCP)
        .union(NodeFlags::CONTRACT)
        .union(NodeFlags::AFN)
        .union(NodeFlags::REASSOC);

    /// Names in dumps, in printing order.
    pub const NAMES: [(NodeFlags, &'static str); 14] = [
        (NodeFlags::NUW, "nuw"),
        (NodeFlags::NSW, "nsw"),
        (NodeFlags::EXACT, "exact"),
        (NodeFlags::DISJOINT, "disjoint"),
        (NodeFlags::NNEG, "nneg"),
        (NodeFlags::NNAN, "nnan"),
        (NodeFlags::NINF, "ninf"),
        (NodeFlags::NSZ, "nsz"),
        (NodeFlags::ARCP, "arcp"),
        (NodeFlags::CONTRACT, "contract"),
        (NodeFlags::AFN, "afn"),
        (NodeFlags::REASSOC, "reassoc"),
        (NodeFlags::NO_FP_EXCEPT, "nofpexcept"),
        (NodeFlags::SAMESIGN, "samesign"),
    ];
}

/// How a load extends a value of a smaller type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum LoadExt {
    /// The types are equal.
    #[default]
    None,
    /// The high bits are undefined (floats: extended).
    Any,
    /// Sign-extended.
    Sign,
    /// Zero-extended.
    Zero,
}

/// The object of a global address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GlobalRef {
    /// A global variable of the module.
    Variable(GlobalVar),
    /// A function of the module.
    Function(FuncRef),
    /// A symbol of the machine function's table.
    Symbol(SymbolId),
}

/// The payload of a node besides operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Payload {
    /// Nothing.
    #[default]
    None,
    /// An integer, zero-extended from the width of the type: low and high word.
    Int([u64; 2]),
    /// Bits of a float.
    Float(u64),
    /// A register.
    Register(Register),
    /// A frame object.
    FrameIndex(mir::FrameIndex),
    /// A symbol's address.
    Global {
        /// The symbol.
        global: GlobalRef,
        /// Added to the address, in bytes.
        offset: i64,
        /// Which part or form of the address.
        kind: VariantKind,
    },
    /// A block.
    Block(mir::Block),
    /// A condition.
    CondCode(CondCode),
    /// A type.
    ValueType(ValueType),
    /// A memory access: loads, stores, atomics, target nodes that access memory.
    Memory {
        /// The memory operand.
        mem: MemRef,
        /// The type in memory.
        vt: ValueType,
        /// How a load extends; a store truncates if `vt` is not the type of its value.
        ext: LoadExt,
    },
    /// An intrinsic, with its memory access if the target says what it is.
    Intrinsic {
        /// Its number.
        id: IntrinsicId,
        /// Its access.
        mem: Option<MemRef>,
    },
    /// From and to address space of a cast.
    AddrSpaceCast(u16, u16),
    /// Memory operands of a machine instruction: a range of the dag's list.
    MachineMem {
        /// First.
        start: u32,
        /// How many.
        len: u32,
    },
}

impl Payload {
    /// The memory access described, if there is exactly one.
    pub fn mem_ref(&self) -> Option<MemRef> {
        match *self {
            Payload::Memory { mem, .. } => Some(mem),
            Payload::Intrinsic { mem, .. } => mem,
            _ => None,
        }
    }
}

/// End of a list of operand slots.
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// An operand: the value used, the user, and the neighbours in the list of uses of the value's node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OperandSlot {
    pub value: NodeValue,
    pub user: NodeId,
    pub next: u32,
    pub prev: u32,
}

/// State bits of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct NodeState {
    /// The result may differ between the lanes of a wave.
    pub divergent: bool,
    /// Removed from the graph.
    pub deleted: bool,
    /// In the table of unique nodes.
    pub in_table: bool,
}

/// A node.
#[derive(Clone, Debug)]
pub(crate) struct NodeData {
    pub opcode: NodeOpcode,
    pub flags: NodeFlags,
    pub payload: Payload,
    /// First operand slot.
    pub operands: u32,
    pub num_operands: u16,
    pub num_results: u16,
    /// First type in the pool of type lists.
    pub types: u32,
    /// First use.
    pub first_use: u32,
    /// Hash under which it is in the table of unique nodes.
    pub hash: u32,
    pub state: NodeState,
    /// The `DILocation` of what it comes from.
    pub debug_location: PackedOption<MetadataId>,
    /// Position of the IR instruction in its block: the source order.
    pub ir_order: u32,
}

/// Whether a node's value may differ between lanes, according to the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Divergence {
    /// Always divergent, whatever the operands.
    Source,
    /// Always uniform, whatever the operands.
    AlwaysUniform,
    /// Divergent if an operand is.
    Inherit,
}

impl isd::NodeOpcode {
    /// Whether operands 0 and 1 may be exchanged.
    #[inline(always)]
    pub fn is_commutative(self) -> bool {
        use isd::*;
        matches!(
            self,
            ADD | MUL
                | MULHU
                | MULHS
                | UMUL_LOHI
                | SMUL_LOHI
                | UADDO
                | SADDO
                | UMULO
                | SMULO
                | UADDO_CARRY
                | SADDSAT
                | UADDSAT
                | AND
                | OR
                | XOR
                | SMIN
                | SMAX
                | UMIN
                | UMAX
                | FADD
                | FMUL
                | FMINNUM
                | FMAXNUM
                | FMINNUM_IEEE
                | FMAXNUM_IEEE
                | FMINIMUM
                | FMAXIMUM
                | FMINIMUMNUM
                | FMAXIMUMNUM
                | FMA
                | FMAD
        )
    }
}
