//! Basic blocks.

use crate::mir::entities::Block;
use smallvec::SmallVec;
use wavec_mc::Reg;

/// A basic block and its edges. The layout has its instructions.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    /// Successors, in branch order; no duplicates.
    pub(crate) successors: SmallVec<[Block; 2]>,
    /// Predecessors; no duplicates.
    pub(crate) predecessors: SmallVec<[Block; 2]>,
    /// Physical registers that are live on entry.
    pub live_ins: SmallVec<[Reg; 4]>,
    /// Name of the IR block, for people; empty if it has none.
    pub name: String,
    /// Alignment of its code in bytes, a power of two; 0 and 1 are none.
    pub align: u32,
}
