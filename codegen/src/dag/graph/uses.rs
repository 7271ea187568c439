//! The uses of a node's results: a doubly linked list through the operand slots, the newest use first.

use super::SelectionDag;
use crate::dag::node::{NO_SLOT, NodeId, NodeValue, OperandSlot};
use cranelift_entity::EntityRef;

/// One use of a node.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// Who uses it.
    pub user: NodeId,
    /// The result used.
    pub value: NodeValue,
    slot: u32,
}

/// Iterator over the uses of a node.
#[derive(Clone)]
pub struct Uses<'a> {
    dag: &'a SelectionDag,
    slot: u32,
}

impl Iterator for Uses<'_> {
    type Item = Use;

    fn next(&mut self) -> Option<Use> {
        if self.slot == NO_SLOT {
            return None;
        }
        let slot = &self.dag.slots[self.slot as usize];
        let used = Use {
            user: slot.user,
            value: slot.value,
            slot: self.slot,
        };
        self.slot = slot.next;
        Some(used)
    }
}

impl SelectionDag {
    /// The uses of a node's results: user and the value used. The newest use comes first.
    pub fn uses(&self, node: NodeId) -> Uses<'_> {
        Uses {
            dag: self,
            slot: self.data(node).first_use,
        }
    }

    /// The index of the user's operand.
    pub fn operand_of(&self, used: Use) -> usize {
        (used.slot - self.data(used.user).operands) as usize
    }

    /// The users of one result, one entry per operand.
    pub fn users_of(&self, value: NodeValue) -> impl Iterator<Item = NodeId> + '_ {
        self.uses(value.node)
            .filter(move |used| used.value.result == value.result)
            .map(|used| used.user)
    }

    /// Whether no result is used.
    pub fn is_unused(&self, node: NodeId) -> bool {
        self.data(node).first_use == NO_SLOT
    }

    /// Whether exactly one operand names one of the node's results.
    pub fn node_has_one_use(&self, node: NodeId) -> bool {
        let first = self.data(node).first_use;
        first != NO_SLOT && self.slots[first as usize].next == NO_SLOT
    }

    /// Whether exactly one operand names this result.
    pub fn has_one_use(&self, value: impl Into<NodeValue>) -> bool {
        let value = value.into();
        let mut users = self.users_of(value);
        users.next().is_some() && users.next().is_none()
    }

    /// Whether this result is used.
    pub fn has_uses(&self, value: impl Into<NodeValue>) -> bool {
        self.users_of(value.into()).next().is_some()
    }

    #[inline(always)]
    pub(super) fn link_slot(&mut self, slot: u32) {
        let node = self.slots[slot as usize].value.node;
        let first = self.nodes[node.index()].first_use;
        self.slots[slot as usize].prev = NO_SLOT;
        self.slots[slot as usize].next = first;
        if first != NO_SLOT {
            self.slots[first as usize].prev = slot;
        }
        self.nodes[node.index()].first_use = slot;
    }

    #[inline(always)]
    pub(super) fn unlink_slot(&mut self, slot: u32) {
        let OperandSlot {
            value, next, prev, ..
        } = self.slots[slot as usize];
        if prev == NO_SLOT {
            self.nodes[value.node.index()].first_use = next;
        } else {
            self.slots[prev as usize].next = next;
        }
        if next != NO_SLOT {
            self.slots[next as usize].prev = prev;
        }
    }
}
