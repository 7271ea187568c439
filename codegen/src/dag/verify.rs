//! Checks of the memory accesses of a graph, after each phase.
//!
//! Loads and stores are ordered by their chains alone. Three rules preserve that order through all rewriting: the chain
//! result of every access is used, or ends the block; no byte of one access of the program is accessed by two nodes;
//! and a volatile or atomic access is a single node, or (volatile only, and if the target has no instruction as wide) a
//! set of parts that cover it.

use super::graph::SelectionDag;
use super::lowering::TargetLowering;
use super::node::{MemRef, NodeId, NodeValue};
use super::types::ValueType;
use crate::mir::MemOperand;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

impl SelectionDag {
    /// The errors in the memory accesses, one sentence each.
    pub fn verify_memory(&self, target: &dyn TargetLowering) -> Vec<String> {
        let mut errors = Vec::new();
        let mut accesses: Vec<(MemRef, NodeId, MemOperand)> = Vec::new();
        for node in self.needed_nodes() {
            for mem in self.accesses_of(node) {
                let operand = self.mem_operands[mem];
                if let Some(access) = operand.access {
                    accesses.push((access, node, operand));
                }
                if !operand.is_invariant() && !self.is_chain_used(node) {
                    errors.push(format!(
                        "nothing is ordered after this access: {}",
                        self.describe(node, Some(target))
                    ));
                }
            }
        }
        accesses.sort_by_key(|&(access, node, operand)| (access, operand.offset, node));
        for parts in accesses.chunk_by(|a, b| a.0 == b.0) {
            self.verify_parts(target, parts, &mut errors);
        }
        let mut found = accesses.iter().map(|entry| entry.0).peekable();
        for (mem, operand) in &self.mem_operands {
            while found.next_if(|&access| access < mem).is_some() {}
            let is_original = operand.access == Some(mem);
            if is_original && must_be_once(operand) && found.peek() != Some(&mem) {
                errors.push(format!(
                    "a volatile or atomic access of {} bytes is missing",
                    operand.size
                ));
            }
        }
        errors
    }

    /// Checks the nodes of one access of the program, by their offsets.
    fn verify_parts(
        &self,
        target: &dyn TargetLowering,
        parts: &[(MemRef, NodeId, MemOperand)],
        errors: &mut Vec<String>,
    ) {
        let whole = self.mem_operands[parts[0].0];
        let describe = |node: NodeId| self.describe(node, Some(target));
        for pair in parts.windows(2) {
            let (first, second) = (&pair[0].2, &pair[1].2);
            let is_apart = i128::from(first.offset) + i128::from(first.size) <= i128::from(second.offset);
            if !is_apart {
                errors.push(format!(
                    "one access is made twice: {} and {}",
                    describe(pair[0].1),
                    describe(pair[1].1)
                ));
            }
        }
        if !must_be_once(&whole) {
            return;
        }
        let size: u64 = parts.iter().fold(0, |sum, part| sum.saturating_add(part.2.size));
        if whole.size != MemOperand::UNKNOWN_SIZE && size < whole.size {
            errors.push(format!(
                "{size} of {} bytes of a volatile or atomic access are left: {}",
                whole.size,
                describe(parts[0].1)
            ));
        }
        if parts.len() > 1 && (whole.is_atomic() || self.fits_one_access(target, &whole)) {
            errors.push(format!(
                "a volatile or atomic access is split: {}",
                describe(parts[0].1)
            ));
        }
    }

    /// Whether the target has an instruction for the whole access.
    fn fits_one_access(&self, target: &dyn TargetLowering, whole: &MemOperand) -> bool {
        let bits = match u32::try_from(whole.size) {
            Ok(bytes @ 1..=16) if bytes.is_power_of_two() => bytes * 8,
            _ => return false,
        };
        let register = match bits {
            0..=32 => ValueType::int(bits),
            _ => ValueType::vector(ValueType::I32, bits / 32),
        };
        (bits <= 32 || target.tables().is_type_legal(register))
            && target.allows_memory_access(register, whole)
    }

    /// The accesses of a node.
    fn accesses_of(&self, node: NodeId) -> SmallVec<[MemRef; 2]> {
        let mut all = SmallVec::from_slice(self.machine_mem_operands(node));
        all.extend(self.payload(node).mem_ref());
        all
    }

    /// Whether a needed node is ordered after the node, or the node ends the block.
    fn is_chain_used(&self, node: NodeId) -> bool {
        match self.chain_result(node) {
            Some(chain) => self.root() == chain || self.has_uses(chain),
            None => true,
        }
    }

    /// Everything that the root needs, operands before users.
    pub fn needed_nodes(&self) -> Vec<NodeId> {
        let mut is_needed = vec![false; self.num_nodes()];
        let root: NodeValue = self.root();
        let mut work = vec![root.node];
        is_needed[root.node.index()] = true;
        while let Some(node) = work.pop() {
            for operand in self.operands(node) {
                if !std::mem::replace(&mut is_needed[operand.node.index()], true) {
                    work.push(operand.node);
                }
            }
        }
        let mut order = self.topological_order();
        order.retain(|node| is_needed[node.index()]);
        order
    }
}

/// Whether the number of accesses is observable.
fn must_be_once(operand: &MemOperand) -> bool {
    operand.is_volatile() || operand.is_atomic()
}
