//! Dominator and post-dominator trees, by Semi-NCA (see [`graph`](super::graph)), with O(1) queries.

use super::cfg::Cfg;
use super::graph::{Digraph, NONE, Rows};
use crate::entities::{Block, Inst, Value};
use crate::function::{Function, ValueDef};
use cranelift_entity::EntityRef;

/// A dominator tree over dense nodes, for graphs other than a function's own.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Immediate dominators, `NONE` for the root and nodes outside the tree.
    pub idom: Vec<u32>,
    /// Children, in the order they were given.
    pub children: Rows,
    places: Vec<Place>,
    preorder: Vec<u32>,
}

/// Where a node is in its tree.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Preorder number; `NONE` for nodes outside the tree.
    first: u32,
    /// The last number of the subtree.
    last: u32,
    depth: u32,
}

impl Tree {
    /// The tree with these immediate dominators; `child_order` has all nodes of the tree (the root may be missing).
    pub fn new(idom: Vec<u32>, root: u32, child_order: &[u32]) -> Tree {
        let n = idom.len();
        let pairs = child_order
            .iter()
            .filter(|&&v| idom[v as usize] != NONE)
            .map(|&v| (idom[v as usize], v));
        let children = Rows::from_pairs(n, pairs);
        let outside = Place {
            first: NONE,
            last: 0,
            depth: 0,
        };
        let mut places = vec![outside; n];
        let mut preorder = Vec::with_capacity(child_order.len());
        let mut stack = Vec::with_capacity(child_order.len() + 1);
        stack.push((root, 0usize));
        places[root as usize].first = 0;
        preorder.push(root);
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            if let Some(&child) = children.row(node).get(*next) {
                *next += 1;
                places[child as usize].depth = places[node as usize].depth + 1;
                places[child as usize].first = preorder.len() as u32;
                preorder.push(child);
                stack.push((child, 0));
            } else {
                places[node as usize].last = preorder.len() as u32 - 1;
                stack.pop();
            }
        }
        Tree {
            idom,
            children,
            places,
            preorder,
        }
    }

    /// Whether `a` is `b` or an ancestor of it (true for `b` outside the tree).
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.places[a as usize], self.places[b as usize]);
        b.first == NONE || (a.first != NONE && a.first <= b.first && b.first <= a.last)
    }

    /// The nearest node that dominates both: the one nearer to the root goes up until it does.
    fn common(&self, a: u32, b: u32) -> u32 {
        let is_a_nearer = self.places[a as usize].depth <= self.places[b as usize].depth;
        let (mut common, other) = if is_a_nearer { (a, b) } else { (b, a) };
        while !self.dominates(common, other) {
            common = self.idom[common as usize];
        }
        common
    }
}

/// The blocks that every path from the entry passes through.
#[derive(Clone, Debug)]
pub struct DominatorTree {
    tree: Tree,
}

impl DominatorTree {
    /// Computes it. The function must have an entry block.
    pub fn compute(cfg: &Cfg) -> DominatorTree {
        let entry = cfg.rpo()[0].as_u32();
        let order: Vec<u32> = cfg.rpo().iter().map(|b| b.as_u32()).collect();
        DominatorTree {
            tree: Tree::new(cfg.graph.immediate_dominators(entry), entry, &order),
        }
    }

    /// The nearest strict dominator; none for the entry and unreachable blocks.
    pub fn idom(&self, block: Block) -> Option<Block> {
        match self.tree.idom[block.index()] {
            NONE => None,
            idom => Some(Block::from_u32(idom)),
        }
    }

    /// Whether every path from the entry to `b` passes through `a` (true for `a == b` and for unreachable `b`).
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        self.tree.dominates(a.as_u32(), b.as_u32())
    }

    /// The same, and `a != b`.
    pub fn strictly_dominates(&self, a: Block, b: Block) -> bool {
        a != b && self.dominates(a, b)
    }

    /// The nearest block that dominates both (reachable) blocks.
    pub fn nearest_common(&self, a: Block, b: Block) -> Block {
        Block::from_u32(self.tree.common(a.as_u32(), b.as_u32()))
    }

    /// Blocks whose immediate dominator is `block`, in reverse post-order.
    pub fn children(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + '_ {
        self.tree
            .children
            .row(block.as_u32())
            .iter()
            .map(|&b| Block::from_u32(b))
    }

    /// Reachable blocks, parents before children.
    pub fn preorder(&self) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + '_ {
        self.tree.preorder.iter().map(|&b| Block::from_u32(b))
    }

    /// Position of a reachable block in the preorder.
    pub fn preorder_index(&self, block: Block) -> u32 {
        self.tree.places[block.index()].first
    }

    /// The last preorder position in the subtree of a reachable block.
    pub fn subtree_end(&self, block: Block) -> u32 {
        self.tree.places[block.index()].last
    }

    /// Distance from the entry in the tree.
    pub fn depth(&self, block: Block) -> u32 {
        self.tree.places[block.index()].depth
    }

    /// Whether `block` is in the tree.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.tree
            .places
            .get(block.index())
            .is_some_and(|place| place.first != NONE)
    }

    /// Whether `value` is available before the first instruction of `block`.
    pub fn value_dominates_block(&self, func: &Function, value: Value, block: Block) -> bool {
        match func.def(value) {
            ValueDef::Inst(inst) => func
                .inst_block(inst)
                .is_some_and(|b| self.strictly_dominates(b, block)),
            _ => true,
        }
    }

    /// Whether `value` is available just before `inst`.
    pub fn value_dominates_inst(&self, func: &Function, order: &InstOrder, value: Value, inst: Inst) -> bool {
        let ValueDef::Inst(def) = func.def(value) else {
            return true;
        };
        let (Some(a), Some(b)) = (func.inst_block(def), func.inst_block(inst)) else {
            return false;
        };
        if a == b {
            order.before(def, inst)
        } else {
            self.dominates(a, b)
        }
    }
}

/// Positions of instructions, to compare two of one block in O(1).
#[derive(Clone, Debug)]
pub struct InstOrder {
    position: Vec<u32>,
}

impl InstOrder {
    /// Numbers all instructions in layout order.
    pub fn compute(func: &Function) -> InstOrder {
        let mut position = vec![0; func.inst_count()];
        let mut next = 0;
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                position[inst.index()] = next;
                next += 1;
            }
        }
        InstOrder { position }
    }

    /// Whether `a` comes before `b`; both must have been there when the order was computed.
    pub fn before(&self, a: Inst, b: Inst) -> bool {
        self.position[a.index()] < self.position[b.index()]
    }

    /// The position of `inst`.
    pub fn position(&self, inst: Inst) -> u32 {
        self.position[inst.index()]
    }
}

/// Which blocks every path to the end of the function passes through. For blocks that cannot reach an end (infinite
/// loops), one block of each such loop is treated as if it could.
#[derive(Clone, Debug)]
pub struct PostDominatorTree {
    tree: Tree,
    exit: u32,
}

impl PostDominatorTree {
    /// Computes it.
    pub fn compute(cfg: &Cfg) -> PostDominatorTree {
        let n = cfg.block_count();
        let exit = n as u32;
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut reaches = vec![false; n + 1];
        let mut stack = Vec::new();
        let mut mark = |root: Block, reaches: &mut Vec<bool>| {
            stack.push(root.as_u32());
            reaches[root.index()] = true;
            while let Some(block) = stack.pop() {
                for &pred in cfg.graph.preds.row(block) {
                    if !std::mem::replace(&mut reaches[pred as usize], true) {
                        stack.push(pred);
                    }
                }
            }
        };
        for &block in cfg.rpo() {
            for succ in cfg.succs(block) {
                edges.push((block.as_u32(), succ.as_u32()));
            }
            if cfg.succs(block).len() == 0 {
                edges.push((block.as_u32(), exit));
                if !reaches[block.index()] {
                    mark(block, &mut reaches);
                }
            }
        }
        // Of the blocks that cannot leave, the last in reverse post-order is deepest inside its loop.
        for &block in cfg.rpo().iter().rev() {
            if !reaches[block.index()] {
                edges.push((block.as_u32(), exit));
                mark(block, &mut reaches);
            }
        }
        let graph = Digraph::new(n + 1, &edges).reversed();
        let order = graph.reverse_post_order(exit);
        PostDominatorTree {
            tree: Tree::new(graph.immediate_dominators(exit), exit, &order),
            exit,
        }
    }

    /// The nearest strict post-dominator; none if that is the end of the function.
    pub fn ipdom(&self, block: Block) -> Option<Block> {
        match self.tree.idom[block.index()] {
            NONE => None,
            idom if idom == self.exit => None,
            idom => Some(Block::from_u32(idom)),
        }
    }

    /// Whether every path from `b` to the end passes through `a`.
    pub fn post_dominates(&self, a: Block, b: Block) -> bool {
        self.tree.dominates(a.as_u32(), b.as_u32())
    }

    /// The nearest block that post-dominates both; none if that is the end of the function.
    pub fn nearest_common(&self, a: Block, b: Block) -> Option<Block> {
        let common = self.tree.common(a.as_u32(), b.as_u32());
        (common != self.exit).then(|| Block::from_u32(common))
    }

    /// Blocks that `block` immediately post-dominates.
    pub fn children(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + '_ {
        self.tree
            .children
            .row(block.as_u32())
            .iter()
            .map(|&b| Block::from_u32(b))
    }
}
