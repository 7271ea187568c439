//! The control flow of one region as nodes (blocks and whole inner regions), loops, and for every loop level an acyclic
//! graph of items with its dominator tree: the shape in which the region is laid out.

use crate::analysis::RegionTree;
use crate::analysis::dominators::Tree;
use crate::analysis::graph::{Digraph, NONE};
use crate::entities::Block;
use crate::function::Function;
use smallvec::SmallVec;

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Block(Block),
    Region(u32),
}

/// The meaning of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// The region is left.
    Exit,
    /// This item is next.
    Next(u32),
    /// The next iteration of this loop.
    Again(u32),
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) entry: Block,
    /// By successor slot of the terminator (a region has one slot).
    pub(super) succs: SmallVec<[(u32, Key); 2]>,
}

#[derive(Clone, Debug)]
pub(super) struct LocalLoop {
    pub(super) header: u32,
    /// The loop around it, or `NONE`.
    pub(super) parent: u32,
    depth: u32,
}

/// Items are nodes (by index) and loops (number of nodes plus index).
#[derive(Clone, Debug)]
pub(super) struct RegionGraph {
    pub(super) nodes: Vec<Node>,
    pub(super) loops: Vec<LocalLoop>,
    /// Innermost loop of a node, or `NONE`.
    pub(super) loop_of: Vec<u32>,
    /// By item: the items it immediately dominates in its level, in topological order, and whether each of them always
    /// executes when the item does.
    pub(super) children: Vec<SmallVec<[(u32, bool); 2]>>,
    /// The first item of the outermost level.
    pub(super) first: u32,
}

/// Why a region cannot be laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unfit {
    /// A cycle with several entries.
    Irreducible,
    /// An edge into the middle of an inner region.
    NotNested,
}

impl RegionGraph {
    /// The graph of `region`. `node_of` is scratch by block.
    pub(super) fn build(
        func: &Function,
        tree: &RegionTree,
        region: u32,
        node_of: &mut [u32],
    ) -> Result<RegionGraph, Unfit> {
        let this = &tree.regions[region as usize];
        let mut nodes: Vec<Node> = Vec::new();
        for &block in &this.blocks {
            node_of[block.as_u32() as usize] = nodes.len() as u32;
            nodes.push(Node {
                kind: Kind::Block(block),
                entry: block,
                succs: SmallVec::new(),
            });
        }
        for &child in &this.children {
            let entry = tree.regions[child as usize].entry;
            node_of[entry.as_u32() as usize] = nodes.len() as u32;
            nodes.push(Node {
                kind: Kind::Region(child),
                entry,
                succs: SmallVec::new(),
            });
        }
        let n = nodes.len() as u32;
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for index in 0..n {
            let find = |target: Block| -> Result<u32, Unfit> {
                if this.exit == Some(target) {
                    return Ok(n);
                }
                let node = node_of[target.as_u32() as usize];
                // Entries of other regions may be stale: check that it is ours.
                match nodes.get(node as usize) {
                    Some(found) if found.entry == target => Ok(node),
                    _ => Err(Unfit::NotNested),
                }
            };
            let mut targets: SmallVec<[u32; 2]> = SmallVec::new();
            match nodes[index as usize].kind {
                Kind::Block(block) => {
                    for &succ in func.successors(block) {
                        targets.push(find(succ)?);
                    }
                }
                Kind::Region(child) => {
                    let exit = tree.regions[child as usize].exit.ok_or(Unfit::NotNested)?;
                    targets.push(find(exit)?);
                }
            }
            for &target in &targets {
                edges.push((index, target));
            }
            if targets.is_empty() {
                edges.push((index, n));
            }
            nodes[index as usize].succs = targets.iter().map(|&t| (t, Key::Exit)).collect();
        }
        let start = nodes
            .iter()
            .position(|node| node.entry == this.entry)
            .ok_or(Unfit::NotNested)? as u32;
        let mut graph = RegionGraph {
            loop_of: vec![NONE; nodes.len()],
            children: Vec::new(),
            loops: Vec::new(),
            first: start,
            nodes,
        };
        graph.analyse(&edges, start)?;
        Ok(graph)
    }

    /// Finds loops, determines the meaning of each edge, and builds the levels.
    fn analyse(&mut self, edges: &[(u32, u32)], start: u32) -> Result<(), Unfit> {
        let n = self.nodes.len() as u32;
        let graph = Digraph::new(n as usize + 1, edges);
        let order = graph.reverse_post_order(start);
        if order.len() < n as usize {
            return Err(Unfit::NotNested);
        }
        let mut rank = vec![NONE; n as usize + 1];
        for (i, &node) in order.iter().enumerate() {
            rank[node as usize] = i as u32;
        }
        let dominators = Tree::new(graph.immediate_dominators(start), start, &order);
        self.find_loops(&graph, &order, &rank, &dominators)?;
        let levels = self.loops.len() + 1;
        let item_count = n as usize + self.loops.len();
        // Items of each level in topological order: a loop is at its header's position.
        let mut items: Vec<Vec<u32>> = vec![Vec::new(); levels];
        let mut place = vec![0u32; item_count];
        let mut header_loop = vec![NONE; n as usize];
        for (i, l) in self.loops.iter().enumerate() {
            header_loop[l.header as usize] = i as u32;
        }
        let mut put = |item: u32, level: u32| {
            let list = &mut items[self.level_index(level)];
            place[item as usize] = list.len() as u32;
            list.push(item);
        };
        for &node in &order {
            if node == n {
                continue;
            }
            let own = header_loop[node as usize];
            if own != NONE {
                put(n + own, self.loops[own as usize].parent);
            }
            put(node, self.loop_of[node as usize]);
        }
        if header_loop[start as usize] != NONE {
            self.first = n + header_loop[start as usize];
        }
        // Edges of each level; its sink is one past its last item.
        let mut level_edges: Vec<Vec<(u32, u32)>> = vec![Vec::new(); levels];
        for from in 0..n {
            for slot in 0..self.nodes[from as usize].succs.len() {
                let to = self.nodes[from as usize].succs[slot].0;
                let key = self.edge(from, to, &header_loop, &items, &place, &mut level_edges);
                self.nodes[from as usize].succs[slot].1 = key;
            }
            if self.nodes[from as usize].succs.is_empty() {
                self.edge(from, n, &header_loop, &items, &place, &mut level_edges);
            }
        }
        self.children = vec![SmallVec::new(); item_count];
        for (level, list) in items.iter().enumerate() {
            let sink = list.len();
            let graph = Digraph::new(sink + 1, &level_edges[level]);
            let all: Vec<u32> = (0..=sink as u32).collect();
            let dominators = graph.immediate_dominators(0);
            let graph = graph.reversed();
            let post = Tree::new(
                graph.immediate_dominators(sink as u32),
                sink as u32,
                &graph.reverse_post_order(sink as u32),
            );
            debug_assert_eq!(all.len(), sink + 1);
            for (i, &item) in list.iter().enumerate().skip(1) {
                let parent = dominators[i];
                if parent == NONE {
                    return Err(Unfit::NotNested);
                }
                let always = post.dominates(i as u32, parent);
                self.children[list[parent as usize] as usize].push((item, always));
            }
        }
        Ok(())
    }

    fn level_index(&self, level: u32) -> usize {
        if level == NONE { 0 } else { level as usize + 1 }
    }

    fn depth(&self, level: u32) -> u32 {
        if level == NONE {
            0
        } else {
            self.loops[level as usize].depth
        }
    }

    /// Records the meaning of the edge in every level it affects.
    fn edge(
        &self,
        from: u32,
        to: u32,
        header_loop: &[u32],
        items: &[Vec<u32>],
        place: &[u32],
        level_edges: &mut [Vec<(u32, u32)>],
    ) -> Key {
        let n = self.nodes.len() as u32;
        let (mut item, mut level) = (from, self.loop_of[from as usize]);
        let mut leave = |item: &mut u32, level: &mut u32| {
            let index = self.level_index(*level);
            level_edges[index].push((place[*item as usize], items[index].len() as u32));
            if *level != NONE {
                *item = n + *level;
                *level = self.loops[*level as usize].parent;
                true
            } else {
                false
            }
        };
        if to == n {
            while leave(&mut item, &mut level) {}
            return Key::Exit;
        }
        // A header's loop is entered as one item from outside, and repeated from inside.
        let own = header_loop[to as usize];
        if own != NONE && self.is_inside(from, own) {
            loop {
                let at = level;
                leave(&mut item, &mut level);
                if at == own {
                    return Key::Again(own);
                }
            }
        }
        let (mut target, mut target_level) = if own != NONE {
            (n + own, self.loops[own as usize].parent)
        } else {
            (to, self.loop_of[to as usize])
        };
        while level != target_level {
            if self.depth(level) >= self.depth(target_level) && level != NONE {
                leave(&mut item, &mut level);
            } else {
                target = n + target_level;
                target_level = self.loops[target_level as usize].parent;
            }
        }
        level_edges[self.level_index(level)].push((place[item as usize], place[target as usize]));
        Key::Next(target)
    }

    /// Whether `node` is in the loop.
    pub(super) fn is_inside(&self, node: u32, id: u32) -> bool {
        let mut at = self.loop_of[node as usize];
        while self.depth(at) > self.loops[id as usize].depth {
            at = self.loops[at as usize].parent;
        }
        at == id
    }

    /// The level (loop, or `NONE`) that an item is directly in.
    pub(super) fn level_of(&self, item: u32) -> u32 {
        match (item as usize).checked_sub(self.nodes.len()) {
            None => self.loop_of[item as usize],
            Some(id) => self.loops[id].parent,
        }
    }

    fn find_loops(&mut self, graph: &Digraph, order: &[u32], rank: &[u32], tree: &Tree) -> Result<(), Unfit> {
        let mut stack: Vec<u32> = Vec::new();
        for &header in order.iter().rev() {
            let mut latches: SmallVec<[u32; 2]> = SmallVec::new();
            for &pred in graph.preds.row(header) {
                if rank[pred as usize] != NONE && rank[pred as usize] >= rank[header as usize] {
                    if !tree.dominates(header, pred) {
                        return Err(Unfit::Irreducible);
                    }
                    latches.push(pred);
                }
            }
            if latches.is_empty() {
                continue;
            }
            let id = self.loops.len() as u32;
            self.loops.push(LocalLoop {
                header,
                parent: NONE,
                depth: 1,
            });
            stack.extend(latches);
            while let Some(node) = stack.pop() {
                let mut inner = self.loop_of[node as usize];
                if inner == NONE {
                    self.loop_of[node as usize] = id;
                    if node != header {
                        stack.extend(graph.preds.row(node));
                    }
                    continue;
                }
                while self.loops[inner as usize].parent != NONE {
                    inner = self.loops[inner as usize].parent;
                }
                if inner != id {
                    self.loops[inner as usize].parent = id;
                    let inner_header = self.loops[inner as usize].header;
                    stack.extend(graph.preds.row(inner_header));
                }
            }
            if self.loop_of[header as usize] == NONE {
                self.loop_of[header as usize] = id;
            }
        }
        for id in (0..self.loops.len()).rev() {
            let parent = self.loops[id].parent;
            if parent != NONE {
                self.loops[id].depth = self.loops[parent as usize].depth + 1;
            }
        }
        Ok(())
    }
}
