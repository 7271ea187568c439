//! Text of a graph.

use crate::dag::graph::SelectionDag;
use crate::dag::isd;
use crate::dag::lowering::TargetLowering;
use crate::dag::node::{GlobalRef, LoadExt, NodeFlags, NodeId, NodeValue, Payload};
use crate::dag::types::ValueType;
use crate::mir::Register;
use std::fmt::Write;

impl SelectionDag {
    /// The operation of a node: `add`, `load<(4 bytes, align 4, addrspace 1)>`, `Constant<5>`.
    pub fn node_label(&self, node: NodeId, target: Option<&dyn TargetLowering>) -> String {
        let opcode = self.opcode(node);
        let mut out = match (isd::name(opcode), opcode.as_machine(), target) {
            (Some(name), ..) => name.to_string(),
            (_, Some(machine), Some(target)) => target.machine_tables().instrs.name(machine).to_string(),
            (_, None, Some(target)) => target.node_name(opcode).to_string(),
            _ => format!("{opcode:?}"),
        };
        match *self.payload(node) {
            Payload::None => {}
            Payload::Int(_) => {
                let value = self.constant_i64(node.into()).unwrap_or(0);
                let _ = write!(out, "<{value}>");
            }
            Payload::Float(bits) => {
                let value = crate::dag::float::to_f64(bits, self.value_type(node));
                let _ = write!(out, "<{value:?}>");
            }
            Payload::Register(register) => {
                let _ = write!(out, " {}", register_name(register, target));
            }
            Payload::FrameIndex(index) => {
                let _ = write!(out, "<{index}>");
            }
            Payload::Global { global, offset, kind } => {
                let _ = match global {
                    GlobalRef::Variable(variable) => write!(out, "<{variable}"),
                    GlobalRef::Function(function) => write!(out, "<{function}"),
                    GlobalRef::Symbol(symbol) => write!(out, "<symbol{}", symbol.0),
                };
                if offset != 0 {
                    let _ = write!(out, "{offset:+}");
                }
                let _ = write!(out, "{}>", kind.suffix());
            }
            Payload::Block(block) => {
                let _ = write!(out, "<{block}>");
            }
            Payload::CondCode(cc) => {
                out = format!("set{}", cc.name());
            }
            Payload::ValueType(vt) => {
                out = format!("type:{vt}");
            }
            Payload::Memory { vt, ext, .. } => {
                out.push('<');
                self.write_memory(&mut out, node);
                match ext {
                    LoadExt::None => {}
                    LoadExt::Any => {
                        let _ = write!(out, ", anyext from {vt}");
                    }
                    LoadExt::Sign => {
                        let _ = write!(out, ", sext from {vt}");
                    }
                    LoadExt::Zero => {
                        let _ = write!(out, ", zext from {vt}");
                    }
                }
                if self.is_trunc_store(node) {
                    let _ = write!(out, ", trunc to {vt}");
                }
                out.push('>');
            }
            Payload::Intrinsic { id, mem } => {
                let _ = write!(out, "<{}", id.0);
                if mem.is_some() {
                    out.push(' ');
                    self.write_memory(&mut out, node);
                }
                out.push('>');
            }
            Payload::AddrSpaceCast(from, to) => {
                let _ = write!(out, "<{from} -> {to}>");
            }
            Payload::MachineMem { .. } => {
                for &mem in self.machine_mem_operands(node) {
                    out.push('<');
                    write_mem_operand(&mut out, &self.mem_operands[mem]);
                    out.push('>');
                }
            }
        }
        out
    }

    fn write_memory(&self, out: &mut String, node: NodeId) {
        if let Some(mem) = self.mem_operand(node) {
            write_mem_operand(out, mem);
        }
    }

    /// Whether a node is printed inline where it is used: a constant, a register, a block, a type.
    pub fn is_inline_leaf(&self, node: NodeId) -> bool {
        use isd::*;
        matches!(
            self.opcode(node),
            CONSTANT
                | TARGET_CONSTANT
                | CONSTANT_FP
                | TARGET_CONSTANT_FP
                | REGISTER
                | BASIC_BLOCK
                | VALUE_TYPE
                | CONDCODE
                | UNDEF
                | FRAME_INDEX
                | TARGET_FRAME_INDEX
                | TARGET_GLOBAL_ADDRESS
                | GLOBAL_ADDRESS
        )
    }

    fn operand_text(&self, value: NodeValue, target: Option<&dyn TargetLowering>) -> String {
        if self.is_inline_leaf(value.node) {
            let vt = self.value_type(value);
            let label = self.node_label(value.node, target);
            return if vt == ValueType::OTHER {
                label
            } else {
                format!("{label}:{vt}")
            };
        }
        value.to_string()
    }

    /// One line: `t5: i32,ch = load<...> t0, t4`, with ` # D` if the value is divergent.
    pub fn describe(&self, node: NodeId, target: Option<&dyn TargetLowering>) -> String {
        let mut out = format!("{node}: ");
        for (i, vt) in self.result_types(node).iter().enumerate() {
            let _ = write!(out, "{}{vt}", if i > 0 { "," } else { "" });
        }
        let _ = write!(out, " = {}", self.node_label(node, target));
        for (flag, name) in NodeFlags::NAMES {
            if self.flags(node).contains(flag) {
                let _ = write!(out, " {name}");
            }
        }
        for (i, value) in self.operands(node).enumerate() {
            let _ = write!(
                out,
                "{}{}",
                if i > 0 { ", " } else { " " },
                self.operand_text(value, target)
            );
        }
        if self.is_divergent(node) {
            out.push_str(" # D");
        }
        out
    }

    /// A node and its operands, `depth` levels deep, indented.
    pub fn describe_tree(&self, node: NodeId, target: Option<&dyn TargetLowering>, depth: usize) -> String {
        let mut out = String::new();
        self.write_tree(node, target, depth, 1, &mut out);
        out
    }

    fn write_tree(
        &self,
        node: NodeId,
        target: Option<&dyn TargetLowering>,
        depth: usize,
        indent: usize,
        out: &mut String,
    ) {
        let _ = writeln!(out, "{}{}", "  ".repeat(indent), self.describe(node, target));
        if depth == 0 {
            return;
        }
        for value in self.operands(node) {
            if !self.is_inline_leaf(value.node) && self.value_type(value) != ValueType::OTHER {
                self.write_tree(value.node, target, depth - 1, indent + 1, out);
            }
        }
    }

    /// All nodes, operands before users; leaves are printed inline.
    pub fn dump(&self, target: Option<&dyn TargetLowering>) -> String {
        let mut out = format!("SelectionDAG of block '{}':\n", self.block_name);
        for node in self.topological_order() {
            if !self.is_inline_leaf(node) {
                let _ = writeln!(out, "  {}", self.describe(node, target));
            }
        }
        let _ = writeln!(out, "  root: {}", self.root());
        out
    }
}

/// Name of a register: `%3`, `$sgpr0`.
pub(crate) fn register_name(register: Register, target: Option<&dyn TargetLowering>) -> String {
    match (register.as_physical(), target) {
        (Some(reg), Some(target)) => {
            format!(
                "${}",
                target.machine_tables().registers.name(reg).to_ascii_lowercase()
            )
        }
        _ => format!("{register:?}"),
    }
}

fn write_mem_operand(out: &mut String, mem: &crate::mir::MemOperand) {
    if mem.is_volatile() {
        out.push_str("volatile ");
    }
    if mem.is_atomic() {
        let _ = write!(out, "{} ", mem.ordering.name());
    }
    let _ = write!(out, "{} bytes, align {}", mem.size, mem.align);
    if mem.address_space != 0 {
        let _ = write!(out, ", addrspace {}", mem.address_space);
    }
}
