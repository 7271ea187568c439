//! Natural loops.

use crate::analysis::dominators::Dominators;
use crate::analysis::order::ReversePostOrder;
use crate::mir::{Block, MachineFunction};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

/// A loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Loop(u32);
entity_impl!(Loop, "loop");

#[derive(Clone, Debug)]
struct LoopData {
    header: Block,
    parent: PackedOption<Loop>,
    depth: u32,
}

/// The loop forest. Irreducible cycles are not loops.
#[derive(Clone, Debug, Default)]
pub struct LoopInfo {
    loops: PrimaryMap<Loop, LoopData>,
    innermost: SecondaryMap<Block, PackedOption<Loop>>,
}

impl LoopInfo {
    /// Finds the loops from their back edges, inner ones first; nearly linear.
    pub fn compute(func: &MachineFunction, order: &ReversePostOrder, dominators: &Dominators) -> LoopInfo {
        let mut info = LoopInfo::default();
        // Headers in post order of the graph: an inner header comes before the headers around it.
        for &header in order.blocks.iter().rev() {
            let latches: Vec<Block> = func
                .predecessors(header)
                .iter()
                .copied()
                .filter(|&p| order.is_reachable(p) && dominators.dominates(header, p))
                .collect();
            if latches.is_empty() {
                continue;
            }
            let this = info.loops.push(LoopData {
                header,
                parent: None.into(),
                depth: 0,
            });
            let mut work = latches;
            while let Some(block) = work.pop() {
                match info.innermost[block].expand() {
                    None => {
                        info.innermost[block] = this.into();
                        if block != header {
                            work.extend(
                                func.predecessors(block)
                                    .iter()
                                    .filter(|&&p| order.is_reachable(p)),
                            );
                        }
                    }
                    Some(inner) => {
                        // Climb to the outermost loop known so far; it becomes a child of this one.
                        let mut outermost = inner;
                        while let Some(parent) = info.loops[outermost].parent.expand() {
                            outermost = parent;
                        }
                        if outermost != this {
                            info.loops[outermost].parent = this.into();
                            let inner_header = info.loops[outermost].header;
                            work.extend(
                                func.predecessors(inner_header)
                                    .iter()
                                    .filter(|&&p| order.is_reachable(p)),
                            );
                        }
                    }
                }
            }
        }
        for this in info.loops.keys().rev() {
            let depth = info.loops[this]
                .parent
                .expand()
                .map_or(1, |p| info.loops[p].depth + 1);
            info.loops[this].depth = depth;
        }
        info
    }

    /// The innermost loop around `block`.
    pub fn innermost(&self, block: Block) -> Option<Loop> {
        self.innermost[block].expand()
    }

    /// Number of loops around `block`.
    pub fn depth(&self, block: Block) -> u32 {
        self.innermost(block).map_or(0, |this| self.loops[this].depth)
    }

    /// The loop's header.
    pub fn header(&self, this: Loop) -> Block {
        self.loops[this].header
    }

    /// The loop around `this`.
    pub fn parent(&self, this: Loop) -> Option<Loop> {
        self.loops[this].parent.expand()
    }

    /// The only block outside the loop that enters it, if it has no other successor.
    pub fn preheader(&self, func: &MachineFunction, this: Loop) -> Option<Block> {
        let header = self.header(this);
        let mut outside = func
            .predecessors(header)
            .iter()
            .copied()
            .filter(|&predecessor| !self.contains(this, predecessor));
        let preheader = outside.next()?;
        (outside.next().is_none() && func.successors(preheader).len() == 1).then_some(preheader)
    }

    /// All loops, inner ones before outer ones.
    pub fn loops(&self) -> impl DoubleEndedIterator<Item = Loop> + use<> {
        self.loops.keys()
    }

    /// The blocks of each loop, including those of inner loops, in reverse post order. Linear in blocks times their
    /// depth.
    pub fn blocks_by_loop(&self, order: &ReversePostOrder) -> PrimaryMap<Loop, Vec<Block>> {
        let mut blocks: PrimaryMap<Loop, Vec<Block>> = self.loops.keys().map(|_| Vec::new()).collect();
        for &block in &order.blocks {
            let mut at = self.innermost(block);
            while let Some(this) = at {
                blocks[this].push(block);
                at = self.parent(this);
            }
        }
        blocks
    }

    /// Whether `block` is in `this` or a loop inside it.
    pub fn contains(&self, this: Loop, block: Block) -> bool {
        let mut at = self.innermost(block);
        while let Some(inner) = at {
            if inner == this {
                return true;
            }
            at = self.parent(inner);
        }
        false
    }
}
