//! Regions: connected parts of the control-flow graph with one entry block and one exit block (which is outside), as a
//! tree. Several edges may lead into the entry and to the exit.
//!
//! Source: R. Johnson, D. Pearson, K. Pingali, "The Program Structure Tree" (1994), in the block-based form of LLVM's
//! RegionInfo (T. Grosser), which needs no edge splitting. Cost: linear, times the nesting depth; where dominance frontiers
//! are too large together (loops nested hundreds deep), the whole function is one region.

use super::cfg::Cfg;
use super::dominators::{DominatorTree, PostDominatorTree};
use crate::entities::Block;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

/// No region.
const NONE: u32 = u32::MAX;

/// Maximum size of all dominance frontiers together, per block.
const MAX_FRONTIER: usize = 256;

/// A region of a [`RegionTree`].
#[derive(Clone, Debug)]
pub struct Region {
    /// Where it is entered.
    pub entry: Block,
    /// Its exit block; none for the whole function.
    pub exit: Option<Block>,
    /// The region around it; `u32::MAX` for the whole function.
    pub parent: u32,
    /// Blocks in no smaller region, in reverse post-order.
    pub blocks: Vec<Block>,
    /// Regions directly inside.
    pub children: Vec<u32>,
}

/// All regions. The first is the whole function; parents come before children.
#[derive(Clone, Debug)]
pub struct RegionTree {
    /// The regions.
    pub regions: Vec<Region>,
    of_block: Vec<u32>,
}

impl RegionTree {
    /// A tree of the whole function only.
    pub fn trivial(cfg: &Cfg) -> RegionTree {
        RegionTree {
            regions: vec![Region {
                entry: cfg.rpo()[0],
                exit: None,
                parent: NONE,
                blocks: cfg.rpo().to_vec(),
                children: Vec::new(),
            }],
            of_block: vec![0; cfg.block_count()],
        }
    }

    /// Computes it.
    pub fn compute(cfg: &Cfg, tree: &DominatorTree, post: &PostDominatorTree) -> RegionTree {
        let Some(frontier) = frontiers(cfg, tree) else {
            return RegionTree::trivial(cfg);
        };
        let finder = Finder { cfg, tree, frontier };
        let n = cfg.block_count();
        // Candidates in the order found; `first` is the smallest region at an entry.
        let mut found: Vec<(Block, Block)> = Vec::new();
        let mut around: Vec<u32> = Vec::new();
        let mut first: Vec<u32> = vec![NONE; n];
        let mut shortcut: Vec<Option<Block>> = vec![None; n];
        let order: Vec<Block> = tree.preorder().collect();
        // Children before parents.
        for &entry in order.iter().rev() {
            let (mut last_region, mut last_exit) = (NONE, entry);
            let mut at = entry;
            while let Some(exit) = post.ipdom(shortcut[at.index()].unwrap_or(at)) {
                at = exit;
                if finder.is_region(entry, exit) {
                    let trivial = cfg.succs(entry).len() == 1 && cfg.succs(entry).next() == Some(exit);
                    if !trivial {
                        let region = found.len() as u32;
                        found.push((entry, exit));
                        around.push(NONE);
                        if last_region != NONE {
                            around[last_region as usize] = region;
                        } else {
                            first[entry.index()] = region;
                        }
                        last_region = region;
                    }
                    last_exit = exit;
                }
                if !tree.dominates(entry, exit) {
                    break;
                }
            }
            if last_exit != entry {
                shortcut[entry.index()] = Some(shortcut[last_exit.index()].unwrap_or(last_exit));
            }
        }
        build_tree(cfg, tree, &order, &found, &around, &first)
    }

    /// Whether `block` is in the region.
    pub fn contains(&self, region: u32, block: Block) -> bool {
        let mut at = self.of_block[block.index()];
        // Parents have smaller indices.
        while at > region && at != NONE {
            at = self.regions[at as usize].parent;
        }
        at == region
    }

    /// The smallest region around `block`.
    pub fn region_of(&self, block: Block) -> u32 {
        self.of_block[block.index()]
    }
}

fn build_tree(
    cfg: &Cfg,
    tree: &DominatorTree,
    order: &[Block],
    found: &[(Block, Block)],
    around: &[u32],
    first: &[u32],
) -> RegionTree {
    let mut regions = vec![Region {
        entry: order[0],
        exit: None,
        parent: NONE,
        blocks: Vec::new(),
        children: Vec::new(),
    }];
    let mut of_block = vec![0u32; cfg.block_count()];
    // Dominator preorder: the parent's region, minus the regions that end here, plus those that begin here.
    for &block in order {
        let mut current = tree.idom(block).map_or(0, |idom| of_block[idom.index()]);
        while regions[current as usize].exit == Some(block) {
            current = regions[current as usize].parent;
        }
        // Regions that begin here, from the largest to the smallest.
        let mut chain: SmallVec<[u32; 4]> = SmallVec::new();
        let mut at = first[block.index()];
        while at != NONE {
            chain.push(at);
            at = around[at as usize];
        }
        for &candidate in chain.iter().rev() {
            let id = regions.len() as u32;
            regions.push(Region {
                entry: found[candidate as usize].0,
                exit: Some(found[candidate as usize].1),
                parent: current,
                blocks: Vec::new(),
                children: Vec::new(),
            });
            regions[current as usize].children.push(id);
            current = id;
        }
        of_block[block.index()] = current;
    }
    for &block in cfg.rpo() {
        regions[of_block[block.index()] as usize].blocks.push(block);
    }
    RegionTree { regions, of_block }
}

struct Finder<'a> {
    cfg: &'a Cfg,
    tree: &'a DominatorTree,
    frontier: Vec<SmallVec<[Block; 2]>>,
}

impl Finder<'_> {
    fn is_region(&self, entry: Block, exit: Block) -> bool {
        let entry_frontier = &self.frontier[entry.index()];
        if !self.tree.dominates(entry, exit) {
            // The exit is the header of a loop around the entry.
            return entry_frontier.iter().all(|&b| b == exit || b == entry);
        }
        let exit_frontier = &self.frontier[exit.index()];
        if entry_frontier.len() > exit_frontier.len() + 2 {
            return false;
        }
        let mut rest = exit_frontier.iter();
        for &b in entry_frontier {
            if b == exit || b == entry {
                continue;
            }
            // Other edges that leave the dominated blocks must lead beyond the exit. Frontiers are in one order.
            let after = rest.any(|&other| other == b)
                && self
                    .cfg
                    .preds(b)
                    .all(|p| !self.tree.dominates(entry, p) || self.tree.dominates(exit, p));
            if !after {
                return false;
            }
        }
        // No edge from beyond the exit into the middle.
        exit_frontier
            .iter()
            .all(|&b| !self.tree.strictly_dominates(entry, b) || b == exit)
    }
}

/// Dominance frontiers of all blocks, each in reverse post-order; none if they are too large.
fn frontiers(cfg: &Cfg, tree: &DominatorTree) -> Option<Vec<SmallVec<[Block; 2]>>> {
    let mut left = MAX_FRONTIER * cfg.block_count();
    let mut result: Vec<SmallVec<[Block; 2]>> = vec![SmallVec::new(); cfg.block_count()];
    for &block in cfg.rpo() {
        if cfg.pred_count(block) < 2 && tree.idom(block).is_some() {
            continue;
        }
        let stop = tree.idom(block);
        for pred in cfg.preds(block) {
            let mut runner = Some(pred);
            while runner != stop {
                let Some(at) = runner else { break };
                let list = &mut result[at.index()];
                if list.last() == Some(&block) {
                    break;
                }
                list.push(block);
                left = left.checked_sub(1)?;
                runner = tree.idom(at);
            }
        }
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::graph_function;

    #[test]
    fn two_ifs_in_a_row_are_two_regions() {
        let (func, _ctx) = graph_function(&[&[1, 2], &[2], &[3, 4], &[4], &[]]);
        let cfg = Cfg::compute(&func);
        let tree = DominatorTree::compute(&cfg);
        let post = PostDominatorTree::compute(&cfg);
        let regions = RegionTree::compute(&cfg, &tree, &post);
        let b = func.block_order();
        let of = |i: usize| &regions.regions[regions.region_of(b[i]) as usize];
        assert_eq!((of(0).entry, of(0).exit), (b[0], Some(b[2])));
        assert_eq!((of(2).entry, of(2).exit), (b[2], Some(b[4])));
        assert_eq!(of(1).entry, b[0]);
        assert_eq!(of(4).exit, None);
    }

    #[test]
    fn a_loop_with_a_break_is_a_region() {
        // 0 -> 1; 1 -> 2 | 4; 2 -> 3 | 4; 3 -> 1; 4 ->
        let (func, _ctx) = graph_function(&[&[1], &[2, 4], &[3, 4], &[1], &[]]);
        let cfg = Cfg::compute(&func);
        let tree = DominatorTree::compute(&cfg);
        let post = PostDominatorTree::compute(&cfg);
        let regions = RegionTree::compute(&cfg, &tree, &post);
        let b = func.block_order();
        let region = &regions.regions[regions.region_of(b[2]) as usize];
        assert_eq!((region.entry, region.exit), (b[1], Some(b[4])));
    }
}
