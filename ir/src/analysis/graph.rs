//! Directed graphs over dense `u32` nodes in compressed sparse rows, with reverse post-order and immediate dominators.
//!
//! Source of the dominator algorithm: L. Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems"
//! (2005), the Semi-NCA variant of Lengauer and Tarjan's.

/// No node.
pub const NONE: u32 = u32::MAX;

/// Adjacency in compressed rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Rows {
    /// Rows of `n` nodes from `(row, item)` pairs; items keep their order within a row.
    pub fn from_pairs(n: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Rows {
        let mut start = vec![0u32; n + 2];
        let mut count = 0usize;
        for (row, _) in pairs.clone() {
            start[row as usize + 2] += 1;
            count += 1;
        }
        for i in 2..start.len() {
            start[i] += start[i - 1];
        }
        let mut items = vec![0u32; count];
        for (row, item) in pairs {
            let slot = &mut start[row as usize + 1];
            items[*slot as usize] = item;
            *slot += 1;
        }
        start.pop();
        Rows { start, items }
    }

    /// The items of a row.
    #[inline]
    pub fn row(&self, row: u32) -> &[u32] {
        &self.items[self.start[row as usize] as usize..self.start[row as usize + 1] as usize]
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A graph with edges in both directions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Digraph {
    /// Successors.
    pub succs: Rows,
    /// Predecessors.
    pub preds: Rows,
}

impl Digraph {
    /// The graph of `n` nodes with these edges.
    pub fn new(n: usize, edges: &[(u32, u32)]) -> Digraph {
        Digraph {
            succs: Rows::from_pairs(n, edges.iter().copied()),
            preds: Rows::from_pairs(n, edges.iter().map(|&(a, b)| (b, a))),
        }
    }

    /// The same graph with every edge reversed.
    pub fn reversed(self) -> Digraph {
        Digraph {
            succs: self.preds,
            preds: self.succs,
        }
    }

    /// Nodes reachable from `entry` in reverse post-order. Among siblings the first successor comes first.
    pub fn reverse_post_order(&self, entry: u32) -> Vec<u32> {
        let n = self.succs.len();
        let mut order = Vec::with_capacity(n);
        let mut seen = vec![false; n];
        // (node, successors left to visit), visited from the last to the first.
        let mut stack: Vec<(u32, u32)> = Vec::with_capacity(n);
        stack.push((entry, self.succs.row(entry).len() as u32));
        seen[entry as usize] = true;
        while let Some((node, left)) = stack.last_mut() {
            if *left == 0 {
                order.push(*node);
                stack.pop();
                continue;
            }
            *left -= 1;
            let next = self.succs.row(*node)[*left as usize];
            if !seen[next as usize] {
                seen[next as usize] = true;
                stack.push((next, self.succs.row(next).len() as u32));
            }
        }
        order.reverse();
        order
    }

    /// Immediate dominators from `entry`: [`NONE`] for the entry and for nodes not reachable from it.
    pub fn immediate_dominators(&self, entry: u32) -> Vec<u32> {
        let n = self.succs.len();
        // Depth-first preorder numbers; everything below is in numbers, not nodes.
        let mut number = vec![NONE; n];
        let mut nodes: Vec<u32> = Vec::with_capacity(n);
        let mut parent: Vec<u32> = Vec::with_capacity(n);
        let mut stack = Vec::with_capacity(n);
        stack.push((entry, 0u32));
        number[entry as usize] = 0;
        nodes.push(entry);
        parent.push(0);
        while let Some((node, next)) = stack.last_mut() {
            let row = self.succs.row(*node);
            let Some(&succ) = row.get(*next as usize) else {
                stack.pop();
                continue;
            };
            *next += 1;
            if number[succ as usize] == NONE {
                number[succ as usize] = nodes.len() as u32;
                parent.push(number[*node as usize]);
                nodes.push(succ);
                stack.push((succ, 0));
            }
        }
        let count = nodes.len();
        let mut semi: Vec<u32> = (0..count as u32).collect();
        let mut label = semi.clone();
        let mut ancestor = parent.clone();
        let mut idom = parent;
        let mut path: Vec<u32> = Vec::new();
        for w in (1..count as u32).rev() {
            let mut best = semi[w as usize];
            for &pred in self.preds.row(nodes[w as usize]) {
                let v = number[pred as usize];
                if v == NONE {
                    continue;
                }
                let s = eval(v, w, &mut ancestor, &mut label, &semi, &mut path);
                best = best.min(s);
            }
            semi[w as usize] = best;
        }
        for w in 1..count {
            let mut dom = idom[w];
            while dom > semi[w] {
                dom = idom[dom as usize];
            }
            idom[w] = dom;
        }
        let mut result = vec![NONE; n];
        for w in 1..count {
            result[nodes[w] as usize] = nodes[idom[w] as usize];
        }
        result
    }
}

/// The smallest semidominator on the forest path above `v`, where numbers greater than `last_linked` are linked.
fn eval(
    v: u32,
    last_linked: u32,
    ancestor: &mut [u32],
    label: &mut [u32],
    semi: &[u32],
    path: &mut Vec<u32>,
) -> u32 {
    if v <= last_linked {
        return semi[v as usize].min(v);
    }
    path.clear();
    let mut node = v;
    while ancestor[node as usize] > last_linked {
        path.push(node);
        node = ancestor[node as usize];
    }
    let mut top = node;
    let mut top_label = label_of(top, label, semi);
    label[top as usize] = top_label;
    while let Some(node) = path.pop() {
        let own = label_of(node, label, semi);
        if semi[top_label as usize] > semi[own as usize] {
            top_label = own;
        }
        label[node as usize] = top_label;
        ancestor[node as usize] = ancestor[top as usize];
        top = node;
    }
    semi[label[v as usize] as usize]
}

fn label_of(node: u32, label: &[u32], semi: &[u32]) -> u32 {
    let l = label[node as usize];
    if semi[l as usize] < semi[node as usize] {
        l
    } else {
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dominators by definition: `a` dominates `b` if `b` cannot be reached without `a`.
    fn slow_idoms(graph: &Digraph, entry: u32) -> Vec<u32> {
        let n = graph.succs.len();
        let reach = |without: u32| {
            let mut seen = vec![false; n];
            let mut stack = vec![entry];
            if entry == without {
                return seen;
            }
            seen[entry as usize] = true;
            while let Some(v) = stack.pop() {
                for &s in graph.succs.row(v) {
                    if s != without && !seen[s as usize] {
                        seen[s as usize] = true;
                        stack.push(s);
                    }
                }
            }
            seen
        };
        let all = reach(NONE);
        let without: Vec<Vec<bool>> = (0..n as u32).map(reach).collect();
        let dominates = |a: usize, b: usize| all[b] && !without[a][b];
        (0..n)
            .map(|b| {
                if !all[b] || b == entry as usize {
                    return NONE;
                }
                let strict: Vec<usize> = (0..n).filter(|&a| a != b && all[a] && dominates(a, b)).collect();
                let nearest = strict.iter().find(|&&a| strict.iter().all(|&c| dominates(c, a)));
                *nearest.unwrap() as u32
            })
            .collect()
    }

    #[test]
    fn dominators_of_random_graphs() {
        let mut seed = 1u64;
        let mut random = |n: u32| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) as u32 % n
        };
        for _ in 0..400 {
            let n = 2 + random(12);
            let edges: Vec<(u32, u32)> = (0..random(3 * n)).map(|_| (random(n), random(n))).collect();
            let graph = Digraph::new(n as usize, &edges);
            assert_eq!(graph.immediate_dominators(0), slow_idoms(&graph, 0), "{edges:?}");
        }
    }

    #[test]
    fn order_prefers_the_first_successor() {
        let graph = Digraph::new(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(graph.reverse_post_order(0), [0, 1, 2, 3]);
    }
}
