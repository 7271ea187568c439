//! The natural loops of a function, as a forest, and whether control flow is reducible.

use super::cfg::Cfg;
use super::dominators::DominatorTree;
use crate::entities::Block;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use smallvec::SmallVec;

/// A loop of a [`LoopForest`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(u32);
entity_impl!(LoopId, "loop");

/// A natural loop: the blocks from which a latch can be reached without the header.
#[derive(Clone, Debug)]
pub struct LoopData {
    /// The one block where the loop is entered.
    pub header: Block,
    /// The loop around it.
    pub parent: PackedOption<LoopId>,
    /// Nesting depth; 1 for outermost loops.
    pub depth: u32,
    /// Blocks with an edge back to the header, in reverse post-order.
    pub latches: SmallVec<[Block; 2]>,
    /// All blocks, those of inner loops included, in reverse post-order: the header is first.
    pub blocks: Vec<Block>,
    /// Loops directly inside, in reverse post-order of their headers.
    pub children: Vec<LoopId>,
}

/// All natural loops. Inner loops have smaller indices than the loops around them.
#[derive(Clone, Debug)]
pub struct LoopForest {
    loops: PrimaryMap<LoopId, LoopData>,
    block_loop: Vec<PackedOption<LoopId>>,
    top_level: Vec<LoopId>,
    /// Whether some cycle has no header that dominates it.
    pub is_irreducible: bool,
}

impl LoopForest {
    /// Computes it. O(edges + blocks × depth).
    pub fn compute(cfg: &Cfg, tree: &DominatorTree) -> LoopForest {
        let mut forest = LoopForest {
            loops: PrimaryMap::new(),
            block_loop: vec![None.into(); cfg.block_count()],
            top_level: Vec::new(),
            is_irreducible: false,
        };
        let mut stack: Vec<Block> = Vec::with_capacity(cfg.rpo().len());
        // Inner headers come later in reverse post-order than outer ones.
        for &header in cfg.rpo().iter().rev() {
            let mut latches: SmallVec<[Block; 2]> = SmallVec::new();
            for pred in cfg.preds(header) {
                if cfg.rpo_index(pred) >= cfg.rpo_index(header) {
                    if tree.dominates(header, pred) {
                        if !latches.contains(&pred) {
                            latches.push(pred);
                        }
                    } else {
                        forest.is_irreducible = true;
                    }
                }
            }
            if !latches.is_empty() {
                forest.discover(cfg, header, latches, &mut stack);
            }
        }
        for &block in cfg.rpo() {
            let mut at = forest.block_loop[block.index()];
            while let Some(id) = at.expand() {
                forest.loops[id].blocks.push(block);
                at = forest.loops[id].parent;
            }
        }
        // Outer loops have larger indices.
        for i in (0..forest.loops.len()).rev() {
            let id = LoopId::new(i);
            match forest.loops[id].parent.expand() {
                Some(parent) => {
                    forest.loops[id].depth = forest.loops[parent].depth + 1;
                    forest.loops[parent].children.push(id);
                }
                None => forest.top_level.push(id),
            }
        }
        forest
    }

    fn discover(&mut self, cfg: &Cfg, header: Block, latches: SmallVec<[Block; 2]>, stack: &mut Vec<Block>) {
        let id = self.loops.push(LoopData {
            header,
            parent: None.into(),
            depth: 1,
            latches: latches.clone(),
            blocks: Vec::new(),
            children: Vec::new(),
        });
        stack.extend(latches);
        while let Some(block) = stack.pop() {
            match self.block_loop[block.index()].expand() {
                None => {
                    self.block_loop[block.index()] = Some(id).into();
                    if block != header {
                        stack.extend(cfg.preds(block));
                    }
                }
                Some(mut inner) => {
                    while let Some(parent) = self.loops[inner].parent.expand() {
                        inner = parent;
                    }
                    if inner != id {
                        self.loops[inner].parent = Some(id).into();
                        stack.extend(cfg.preds(self.loops[inner].header));
                    }
                }
            }
        }
        // A header that is its own latch, or whose backward walk ended at inner loops.
        if self.block_loop[header.index()].is_none() {
            self.block_loop[header.index()] = Some(id).into();
        }
    }

    /// The innermost loop around `block`.
    pub fn loop_of(&self, block: Block) -> Option<LoopId> {
        self.block_loop.get(block.index()).and_then(|l| l.expand())
    }

    /// The loop.
    pub fn get(&self, id: LoopId) -> &LoopData {
        &self.loops[id]
    }

    /// All loops, inner before outer.
    pub fn inner_first(&self) -> impl ExactSizeIterator<Item = LoopId> + DoubleEndedIterator + use<> {
        (0..self.loops.len()).map(LoopId::new)
    }

    /// Outermost loops, in reverse post-order of their headers.
    pub fn top_level(&self) -> &[LoopId] {
        &self.top_level
    }

    /// Whether there is no loop.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// How many loops are around `block`.
    pub fn depth(&self, block: Block) -> u32 {
        self.loop_of(block).map_or(0, |l| self.loops[l].depth)
    }

    /// Whether `block` is in the loop or in one inside it.
    pub fn contains(&self, id: LoopId, block: Block) -> bool {
        self.loop_of(block).is_some_and(|inner| self.is_inside(inner, id))
    }

    /// Whether `inner` is `outer` or inside it.
    pub fn is_inside(&self, mut inner: LoopId, outer: LoopId) -> bool {
        let depth = self.loops[outer].depth;
        while self.loops[inner].depth > depth {
            inner = self.loops[inner].parent.expect("a deeper loop has a parent");
        }
        inner == outer
    }

    /// The innermost loop around both; none if no loop contains both.
    pub fn innermost_common(&self, a: Option<LoopId>, b: Option<LoopId>) -> Option<LoopId> {
        let (mut a, mut b) = (a?, b?);
        while a != b {
            // Loops have smaller indices than those around them.
            let inner = if a < b { &mut a } else { &mut b };
            *inner = self.loops[*inner].parent.expand()?;
        }
        Some(a)
    }

    /// Whether `block` is the header of a loop.
    pub fn is_header(&self, block: Block) -> bool {
        self.loop_of(block).is_some_and(|l| self.loops[l].header == block)
    }

    /// Edges that leave the loop, as (inside, outside), one per edge.
    pub fn exits(&self, cfg: &Cfg, id: LoopId) -> SmallVec<[(Block, Block); 4]> {
        let mut exits = SmallVec::new();
        for &block in &self.loops[id].blocks {
            for succ in cfg.succs(block) {
                if !self.contains(id, succ) {
                    exits.push((block, succ));
                }
            }
        }
        exits
    }

    /// The only block outside the loop that enters it, if it has no other successor.
    pub fn preheader(&self, cfg: &Cfg, id: LoopId) -> Option<Block> {
        let mut outside = None;
        for pred in cfg.preds(self.loops[id].header) {
            if !self.contains(id, pred) {
                if outside.is_some() {
                    return None;
                }
                outside = Some(pred);
            }
        }
        outside.filter(|&b| cfg.succs(b).len() == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::graph_function;

    #[test]
    fn nested_loops() {
        // 0 -> 1 (outer) -> 2 (inner, self loop) -> 3 -> 1 | 4
        let (func, _ctx) = graph_function(&[&[1], &[2], &[2, 3], &[1, 4], &[]]);
        let cfg = Cfg::compute(&func);
        let tree = DominatorTree::compute(&cfg);
        let forest = LoopForest::compute(&cfg, &tree);
        let b = func.block_order();
        let inner = forest.loop_of(b[2]).unwrap();
        let outer = forest.loop_of(b[1]).unwrap();
        assert_eq!(forest.get(inner).parent.expand(), Some(outer));
        assert_eq!(
            (forest.depth(b[2]), forest.depth(b[3]), forest.depth(b[4])),
            (2, 1, 0)
        );
        assert_eq!(forest.get(outer).blocks, [b[1], b[2], b[3]]);
        assert_eq!(forest.exits(&cfg, outer).as_slice(), [(b[3], b[4])]);
        assert_eq!(forest.preheader(&cfg, outer), Some(b[0]));
        assert!(!forest.is_irreducible);
    }

    #[test]
    fn two_entries_are_irreducible() {
        let (func, _ctx) = graph_function(&[&[1, 2], &[2, 3], &[1, 3], &[]]);
        let cfg = Cfg::compute(&func);
        let tree = DominatorTree::compute(&cfg);
        assert!(LoopForest::compute(&cfg, &tree).is_irreducible);
    }
}
