//! Divergence, kept up to date for every node while the graph changes; and known bits of registers.

use super::SelectionDag;
use crate::dag::isd::{self};
use crate::dag::node::{Divergence, NodeId, Payload};
use crate::dag::types::ValueType;
use crate::mir::Register;
use smallvec::SmallVec;

impl SelectionDag {
    /// Declares that a register's contents may differ between lanes. Must be called before the register is read.
    pub fn mark_divergent_register(&mut self, register: Register) {
        self.divergent_registers.insert(register);
    }

    /// Whether a register's contents may differ between lanes.
    pub fn is_divergent_register(&self, register: Register) -> bool {
        self.divergent_registers.contains(&register)
    }

    /// Declares which bits of a register are always 0.
    pub fn set_known_zeros(&mut self, register: Register, zeros: u128) {
        self.known_zeros.insert(register, zeros);
    }

    /// Bits known to be 0 in the value read by `copy`, a copy from a register.
    pub fn known_zeros_of_copy(&self, copy: NodeId) -> u128 {
        match *self.payload(self.operand(copy, 1)) {
            Payload::Register(register) => self.known_zeros.get(&register).copied().unwrap_or(0),
            _ => 0,
        }
    }

    #[inline(always)] // the rule is a function of its own
    pub(super) fn compute_divergence(&self, node: NodeId) -> bool {
        let data = self.data(node);
        match data.opcode {
            isd::COPY_FROM_REG => {
                return match *self.payload(self.operand(node, 1)) {
                    Payload::Register(register) => self.divergent_registers.contains(&register),
                    _ => false,
                };
            }
            isd::ENTRY_TOKEN | isd::TOKEN_FACTOR => return false,
            _ => {}
        }
        match (self.divergence)(self, node) {
            Divergence::Source => true,
            Divergence::AlwaysUniform => false,
            Divergence::Inherit => self.operands(node).any(|value| {
                // Order is not data.
                self.value_type(value) != ValueType::OTHER && self.is_divergent(value)
            }),
        }
    }

    /// Recomputes divergence of `node` and of everything that depends on it.
    #[inline(always)] //  it rarely changes
    pub(super) fn update_divergence(&mut self, node: NodeId) {
        let is_changed = !self.opcode(node).is_machine()
            && self.compute_divergence(node) != self.data(node).state.divergent;
        if is_changed {
            self.spread_divergence(node);
        }
    }

    #[inline(never)]
    fn spread_divergence(&mut self, node: NodeId) {
        let mut work: SmallVec<[NodeId; 16]> = SmallVec::from_slice(&[node]);
        while let Some(node) = work.pop() {
            // A machine instruction keeps the divergence of its node; the rule only knows nodes.
            if self.opcode(node).is_machine() {
                continue;
            }
            let divergent = self.compute_divergence(node);
            if divergent != self.data(node).state.divergent {
                self.data_mut(node).state.divergent = divergent;
                work.extend(self.uses(node).map(|used| used.user));
            }
        }
    }
}
