//! Changing the graph: values are replaced, nodes get other operands, or die. Users that become
//! equal to another node are merged into it, so that equal nodes stay one; everything changed is noted for the pass that
//! asked for it.

use super::SelectionDag;
use crate::dag::node::{NO_SLOT, NodeId, NodeValue, OperandSlot};
use cranelift_entity::EntityRef;
use fxhash::FxHashSet;
use smallvec::SmallVec;

impl SelectionDag {
    /// Starts recording nodes that are created or changed.
    pub fn start_tracking(&mut self) {
        self.track_touched = true;
        self.touched.clear();
    }

    /// Swaps `list`, which is empty, with the nodes created or changed since the last call.
    pub fn swap_touched(&mut self, list: &mut Vec<NodeId>) {
        std::mem::swap(&mut self.touched, list);
    }

    /// Whether anything was created or changed since the last call of [`SelectionDag::swap_touched`].
    pub fn has_touched(&self) -> bool {
        !self.touched.is_empty()
    }

    /// Stops recording touched nodes.
    pub fn stop_tracking(&mut self) {
        self.track_touched = false;
        self.touched.clear();
    }

    /// Starts recording replacements of values.
    pub fn start_noting_replacements(&mut self) {
        self.replacements = Some(Vec::new());
    }

    /// The last recorded replacement that has not been taken.
    pub fn next_replacement(&mut self) -> Option<(NodeValue, NodeValue)> {
        self.replacements.as_mut()?.pop()
    }

    /// Stops recording replacements.
    pub fn stop_noting_replacements(&mut self) {
        self.replacements = None;
    }

    pub(crate) fn touch(&mut self, node: NodeId) {
        if self.track_touched {
            self.touched.push(node);
        }
    }

    /// Replaces every use of `from` by `to`, which must have the same type. Users that become equal to another node are
    /// merged into it. `from`'s node is not deleted.
    pub fn replace_value(&mut self, from: NodeValue, to: NodeValue) {
        self.replace_values(&[(from, to)]);
    }

    /// Replaces the uses of results 0, 1, ... of `node` by the given values; deletes `node`.
    pub fn replace_node(&mut self, node: NodeId, values: &[NodeValue]) {
        debug_assert!(values.len() <= self.num_results(node));
        let pairs: SmallVec<[(NodeValue, NodeValue); 4]> = values
            .iter()
            .enumerate()
            .map(|(i, &to)| (NodeValue::new(node, i as u32), to))
            .collect();
        self.replace_values(&pairs);
        if self.is_unused(node) && self.root().node != node {
            self.delete_dead(node);
        }
    }

    /// [`SelectionDag::replace_value`] for several values.
    pub fn replace_values(&mut self, pairs: &[(NodeValue, NodeValue)]) {
        let mut work: SmallVec<[(NodeValue, NodeValue); 8]> = SmallVec::from_slice(pairs);
        let mut users: SmallVec<[NodeId; 16]> = SmallVec::new();
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        while let Some((from, to)) = work.pop() {
            if from == to || self.data(from.node).state.deleted {
                continue;
            }
            debug_assert_eq!(
                self.value_type(from),
                self.value_type(to),
                "replacement of {from} ({:?}) by {to} ({:?})",
                self.opcode(from),
                self.opcode(to)
            );
            if let Some(replacements) = &mut self.replacements {
                replacements.push((from, to));
            }
            self.follow_replacement(from, to);
            users.clear();
            seen.clear();
            let mut slot = self.data(from.node).first_use;
            while slot != NO_SLOT {
                let OperandSlot {
                    value, user, next, ..
                } = self.slots[slot as usize];
                if value == from {
                    if users.last() != Some(&user) {
                        // Few values have many users; for those a list is searched too slowly.
                        let is_new = if users.len() < 32 {
                            !users.contains(&user)
                        } else {
                            if seen.is_empty() {
                                seen.extend(&users);
                            }
                            seen.insert(user)
                        };
                        if is_new {
                            users.push(user);
                        }
                        self.remove_from_table(user);
                    }
                    self.unlink_slot(slot);
                    self.slots[slot as usize].value = to;
                    self.link_slot(slot);
                }
                slot = next;
            }
            if self.root == Some(from) {
                self.root = Some(to);
            }
            self.touch(to.node);
            for &user in &users {
                if self.data(user).state.deleted {
                    continue;
                }
                self.touch(user);
                self.update_divergence(user);
                if let Some(equal) = self.add_to_table(user) {
                    let flags = self.flags(user);
                    self.data_mut(equal).flags &= flags;
                    for result in 0..self.num_results(user) as u32 {
                        work.push((NodeValue::new(user, result), NodeValue::new(equal, result)));
                    }
                    // Unused nodes disappear in the next sweep; they must not be found again.
                }
            }
        }
    }

    /// Deletes `node`, which has no uses, and everything that becomes unused by that.
    pub fn delete_dead(&mut self, node: NodeId) {
        let mut work: SmallVec<[NodeId; 16]> = SmallVec::from_slice(&[node]);
        while let Some(node) = work.pop() {
            if self.data(node).state.deleted || !self.is_unused(node) || node.index() == 0 {
                continue;
            }
            if self.root().node == node {
                continue;
            }
            self.remove_from_table(node);
            let data = self.data_mut(node);
            data.state.deleted = true;
            let (start, len) = (data.operands, u32::from(data.num_operands));
            for slot in start..start + len {
                self.unlink_slot(slot);
                let operand = self.slots[slot as usize].value.node;
                if self.is_unused(operand) {
                    work.push(operand);
                }
                self.touch(operand);
            }
            self.data_mut(node).num_operands = 0;
        }
    }

    /// Deletes everything that the root does not need.
    pub fn remove_dead_nodes(&mut self) {
        for index in (1..self.nodes.len()).rev() {
            let node = NodeId::new(index);
            if !self.nodes[index].state.deleted && self.is_unused(node) {
                self.delete_dead(node);
            }
        }
    }
}
