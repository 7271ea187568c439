//! Basic blocks.

use crate::mir::entities::Block;
use smallvec::SmallVec;
use wavec_mc::Reg;

/// A basic block: its place in the control-flow graph. Its instructions are in the layout.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    /// Where control may go, in branch order; no duplicates.
    pub(crate) successors: SmallVec<[Block; 2]>,
    /// From where it may come; no duplicates.
    pub(crate) predecessors: SmallVec<[Block; 2]>,
    /// Physical registers that are live on entry.
    pub live_ins: SmallVec<[Reg; 4]>,
    /// Name of the IR block, for people; empty if none.
    pub name: String,
    /// Alignment of its code in bytes, a power of two; 0 and 1 are none.
    pub align: u32,
}
