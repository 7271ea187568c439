//! Directed graphs over dense `u32` nodes in compressed sparse rows, with reverse post-order and immediate dominators.
//!
//! Source of the dominator algorithm: L. Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems"
//! (2005), the Semi-NCA variant of Lengauer and Tarjan's.

/// No node.
pub const NONE: u32 = u32::MAX;

/// Adjacency in compressed rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    /// Where each row begins in this list and where the last one ends; then the items of all rows.
    list: Vec<u32>,
}

impl Rows {
    /// Rows of `n` nodes from `(row, item)` pairs; items keep their order within a row.
    pub fn from_pairs(n: usize, pairs: impl DoubleEndedIterator<Item = (u32, u32)> + Clone) -> Rows {
        let count = pairs.clone().count();
        let mut list = vec![0u32; n + 1 + count];
        // The length of each row, then its end, then, filled from the back, its start.
        for (row, _) in pairs.clone() {
            list[row as usize] += 1;
        }
        let mut end = n as u32 + 1;
        for row in &mut list[..=n] {
            end += *row;
            *row = end;
        }
        for (row, item) in pairs.rev() {
            let start = &mut list[row as usize];
            *start -= 1;
            let start = *start as usize;
            list[start] = item;
        }
        Rows { list }
    }

    /// The items of a row.
    #[inline]
    pub fn row(&self, row: u32) -> &[u32] {
        &self.list[self.list[row as usize] as usize..self.list[row as usize + 1] as usize]
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        // The first row begins after the starts and the end.
        self.list.first().map_or(0, |&first| first as usize - 1)
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
        let mut visited: Vec<Visited> = Vec::with_capacity(n);
        number[entry as usize] = 0;
        visited.push(Visited::new(entry, 0, 0));
        let mut current = 0;
        loop {
            let Visited { node, next, .. } = &mut visited[current as usize];
            let Some(&succ) = self.succs.row(*node).get(*next as usize) else {
                if current == 0 {
                    break;
                }
                current = visited[current as usize].idom;
                continue;
            };
            *next += 1;
            if number[succ as usize] == NONE {
                let new = visited.len() as u32;
                number[succ as usize] = new;
                visited.push(Visited::new(succ, new, current));
                current = new;
            }
        }
        let count = visited.len() as u32;
        let mut path: Vec<u32> = Vec::new();
        for w in (1..count).rev() {
            let mut best = w;
            for &pred in self.preds.row(visited[w as usize].node) {
                let v = number[pred as usize];
                if v == NONE {
                    continue;
                }
                best = best.min(eval(v, w, &mut visited, &mut path));
            }
            visited[w as usize].semi = best;
        }
        // The numbers are not needed any more: their place is the result's.
        let mut result = number;
        result[entry as usize] = NONE;
        for w in 1..count as usize {
            let mut dom = visited[w].idom;
            while dom > visited[w].semi {
                dom = visited[dom as usize].idom;
            }
            visited[w].idom = dom;
            result[visited[w].node as usize] = visited[dom as usize].node;
        }
        result
    }
}

/// What Semi-NCA knows of a node that it has reached.
struct Visited {
    node: u32,
    /// Successors that the depth-first search has seen.
    next: u32,
    /// The parent in the depth-first tree, at last the immediate dominator.
    idom: u32,
    /// The parent in the forest of linked nodes, whose paths get shorter.
    ancestor: u32,
    semi: u32,
    /// The node with the smallest semidominator on the compressed path above.
    label: u32,
}

impl Visited {
    fn new(node: u32, number: u32, parent: u32) -> Visited {
        Visited {
            node,
            next: 0,
            idom: parent,
            ancestor: parent,
            semi: number,
            label: number,
        }
    }
}

/// The smallest semidominator on the forest path above `v`, where numbers greater than `last_linked` are linked.
fn eval(v: u32, last_linked: u32, visited: &mut [Visited], path: &mut Vec<u32>) -> u32 {
    if v <= last_linked {
        return visited[v as usize].semi.min(v);
    }
    path.clear();
    let mut node = v;
    while visited[node as usize].ancestor > last_linked {
        path.push(node);
        node = visited[node as usize].ancestor;
    }
    let mut top = node;
    let mut top_label = label_of(top, visited);
    visited[top as usize].label = top_label;
    while let Some(node) = path.pop() {
        let own = label_of(node, visited);
        if visited[top_label as usize].semi > visited[own as usize].semi {
            top_label = own;
        }
        visited[node as usize].label = top_label;
        visited[node as usize].ancestor = visited[top as usize].ancestor;
        top = node;
    }
    visited[visited[v as usize].label as usize].semi
}

fn label_of(node: u32, visited: &[Visited]) -> u32 {
    let l = visited[node as usize].label;
    if visited[l as usize].semi < visited[node as usize].semi {
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
