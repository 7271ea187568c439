//! The interpreter of the matcher table that `emit/isel.rs` generates.

use crate::dag::isd::NodeOpcode;
use wavec_ir::intrinsics::IntrinsicId;
use wavec_mc::{Opcode, Reg};

/// Generated tables of a target's patterns. The byte code names opcodes, registers and intrinsics by index in lists, so
/// that it is plain bytes.
#[derive(Debug)]
pub struct MatcherTables {
    /// The byte code.
    pub code: &'static [u8],
    /// For each opcode that is the root of a pattern: where its patterns begin in `code`.
    pub roots: &'static [(NodeOpcode, u32)],
    /// Opcodes of nodes that patterns name.
    pub node_opcodes: &'static [NodeOpcode],
    /// Instructions that patterns make.
    pub opcodes: &'static [Opcode],
    /// Intrinsics that patterns name.
    pub intrinsics: &'static [IntrinsicId],
    /// Physical registers that patterns name.
    pub registers: &'static [Reg],
    /// Names of the target's nodes, by number.
    pub target_node_names: &'static [&'static str],
    /// For each pattern its place in the description (`file:line name`), for `--print-after=isel` and debugging.
    pub pattern_names: &'static [&'static str],
}
