//! Operation legalization: afterwards every generic node is one that the target called legal.
//!
//! Requires legal types. Each node is visited once, operands before users; new nodes are visited after them. If an
//! expansion creates an illegal type, types are legalized again and the remaining nodes follow.

use super::expand::{Expander, Values};
use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::lowering::{Lowered, TargetLowering};
use crate::dag::node::{LoadExt, NodeId, NodeValue, Payload};
use crate::dag::tables::Action;
use crate::dag::types::ValueType;
use cranelift_entity::EntityRef;
use smallvec::{SmallVec, smallvec};

/// Maximum number of rounds of operation and type legalization.
const MAX_ROUNDS: usize = 8;
/// Maximum number of nodes that one round may create from one: beyond it, two expansions undo each other.
const MAX_GROWTH: usize = 4096;

/// Makes all operations legal.
pub(crate) fn run(dag: &mut SelectionDag, target: &dyn TargetLowering) {
    for _ in 0..MAX_ROUNDS {
        if dag.has_errors() {
            return;
        }
        let changed = round(dag, target);
        dag.remove_dead_nodes();
        let tables = target.tables();
        let legal = dag.live_nodes().all(|node| {
            matches!(
                dag.opcode(node),
                isd::TARGET_CONSTANT | isd::TARGET_CONSTANT_FP | isd::REGISTER
            ) || dag.opcode(node).is_machine()
                || dag.result_types(node).iter().all(|&vt| tables.is_type_legal(vt))
        });
        if legal && !changed {
            return;
        }
        if !legal {
            super::types::run(dag, target);
        }
    }
    dag.report_error("operations cannot be legalized: expansions and the target's lowering form a cycle");
}

/// Visits every node once. True if something changed.
fn round(dag: &mut SelectionDag, target: &dyn TargetLowering) -> bool {
    let order = dag.topological_order();
    let first_new = dag.num_nodes();
    let limit = first_new + order.len() * 64 + MAX_GROWTH;
    let mut legalizer = OpLegalizer {
        x: Expander { dag, target },
        changed: false,
    };
    for node in order {
        legalizer.visit(node);
    }
    let mut next = first_new;
    while next < legalizer.x.dag.num_nodes() {
        if next > limit {
            let text = legalizer.x.dag.describe(NodeId::new(next), Some(target));
            legalizer
                .x
                .dag
                .report_error(format!("legalization does not terminate; last created: {text}"));
            break;
        }
        legalizer.visit(NodeId::new(next));
        next += 1;
    }
    legalizer.changed
}

struct OpLegalizer<'d> {
    x: Expander<'d>,
    changed: bool,
}

/// The type whose action applies to a node.
#[inline(always)]
fn action_type(dag: &SelectionDag, node: NodeId, opcode: NodeOpcode) -> ValueType {
    use isd::*;
    let operand = |index| dag.value_type(dag.operand(node, index));
    match opcode {
        // Conversions between integers and floats depend on the integer, because its size varies.
        SETCC | SINT_TO_FP | UINT_TO_FP | IS_FPCLASS | EXTRACT_VECTOR_ELT | FP_TO_FP16 | FP_TO_BF16
        | SELECT_CC | EXTRACT_SUBVECTOR => operand(0),
        ATOMIC_STORE => operand(1),
        BR_CC => operand(2),
        BRCOND => operand(1),
        // The intrinsic's result, or its first argument after the chain.
        INTRINSIC_VOID => {
            if dag.num_operands(node) > 1 {
                operand(1)
            } else {
                ValueType::OTHER
            }
        }
        _ if dag.num_results(node) > 0 => dag.value_type(node),
        _ => ValueType::OTHER,
    }
}

impl OpLegalizer<'_> {
    fn visit(&mut self, node: NodeId) {
        let dag = &*self.x.dag;
        if dag.is_deleted(node) || (dag.is_unused(node) && dag.root().node != node) {
            return;
        }
        let opcode = dag.opcode(node);
        if opcode.is_machine() || opcode.0 as usize >= isd::COUNT {
            return;
        }
        // Illegal types come first; see `run`.
        let tables = self.x.target.tables();
        if dag.result_types(node).iter().any(|&vt| !tables.is_type_legal(vt)) {
            return;
        }
        let action = match opcode {
            isd::LOAD => self.x.load_action(node),
            isd::STORE => self.x.store_action(node),
            _ => {
                let vt = action_type(dag, node, opcode);
                let mut action = if vt == ValueType::OTHER || vt.simple_index().is_some() {
                    tables.action(opcode, vt)
                } else {
                    Action::Expand
                };
                if opcode == isd::SETCC && action == Action::Legal {
                    let cc = dag.cond_code_of(dag.operand(node, 2));
                    action = tables.cond_code_action(cc, vt);
                }
                action
            }
        };
        let values = match action {
            Action::Legal => return,
            Action::Custom => match self.x.target.lower_operation(self.x.dag, node) {
                Lowered::Legal => return,
                Lowered::Values(values) => Some(values),
                Lowered::Expand => self.expand(node, opcode),
            },
            Action::Promote => self.promote(node, opcode),
            Action::Expand => self.expand(node, opcode),
            Action::LibCall => None,
        };
        match values {
            Some(values) => self.replace(node, &values),
            // Not expandable: perhaps a pattern supports it; if not, selection reports it.
            None if is_always_selectable(opcode) => {}
            None => {
                let text = self.x.dag.describe_tree(node, Some(self.x.target), 2);
                let message = format!("the target has no way to do this operation:\n{text}");
                self.x.dag.report_error_at(node, message);
            }
        }
    }

    fn replace(&mut self, node: NodeId, values: &[NodeValue]) {
        if values.first() == Some(&NodeValue::from(node)) {
            return;
        }
        self.changed = true;
        let pairs: SmallVec<[(NodeValue, NodeValue); 4]> = values
            .iter()
            .enumerate()
            .map(|(i, &to)| (NodeValue::new(node, i as u32), to))
            .collect();
        self.x.dag.replace_values(&pairs);
    }

    fn expand(&mut self, node: NodeId, opcode: NodeOpcode) -> Option<Values> {
        match opcode {
            isd::LOAD => self.x.expand_load(node),
            isd::STORE => self.x.expand_store(node),
            _ => self.x.expand(node),
        }
    }

    /// The operation in another type.
    fn promote(&mut self, node: NodeId, opcode: NodeOpcode) -> Option<Values> {
        use isd::*;
        let dag = &*self.x.dag;
        let operands = dag.operand_vec(node);
        let flags = dag.flags(node);
        let vt = match opcode {
            STORE => dag.value_type(operands[1]),
            _ => action_type(dag, node, opcode),
        };
        let to = self.x.target.tables().promoted_type(opcode, vt)?;
        let result_vt = if dag.num_results(node) > 0 {
            dag.value_type(node)
        } else {
            ValueType::OTHER
        };
        match opcode {
            LOAD => {
                let parts = self.x.load_parts(node);
                if parts.ext != LoadExt::None {
                    return self.x.expand_load(node);
                }
                let load = self.x.dag.load(to, parts.chain, parts.address, parts.mem);
                let value = self.x.dag.bitcast(vt, load);
                return Some(smallvec![value, load.with_result(1)]);
            }
            STORE => {
                if self.x.dag.is_trunc_store(node) {
                    return self.x.expand_store(node);
                }
                let mem = *self.x.dag.mem_operand(node)?;
                let value = self.x.dag.bitcast(to, operands[1]);
                return Some(smallvec![self.x.dag.store(operands[0], value, operands[2], mem)]);
            }
            _ if (ATOMIC_LOAD..=ATOMIC_SWAP).contains(&opcode) => {
                let Payload::Memory { mem, ext, .. } = *self.x.dag.payload(node) else {
                    return None;
                };
                let mut list: SmallVec<[NodeValue; 4]> = SmallVec::new();
                for &operand in &operands {
                    list.push(if self.x.dag.value_type(operand) == vt {
                        self.x.dag.bitcast(to, operand)
                    } else {
                        operand
                    });
                }
                let types: SmallVec<[ValueType; 3]> = self
                    .x
                    .dag
                    .result_types(node)
                    .iter()
                    .map(|&ty| if ty == vt { to } else { ty })
                    .collect();
                let payload = Payload::Memory { mem, vt: to, ext };
                let new = self.x.dag.raw_node(opcode, &types, &list, payload, flags);
                return Some(
                    types
                        .iter()
                        .enumerate()
                        .map(|(i, _)| {
                            let value = NodeValue::new(new, i as u32);
                            if opcode != ATOMIC_STORE && i == 0 {
                                self.x.dag.bitcast(vt, value)
                            } else {
                                value
                            }
                        })
                        .collect(),
                );
            }
            _ => {}
        }
        let same_size = vt.size_in_bits() == to.size_in_bits();
        let mut list: SmallVec<[NodeValue; 4]> = SmallVec::new();
        for (i, &operand) in operands.iter().enumerate() {
            let operand_vt = self.x.dag.value_type(operand);
            if operand_vt != vt || (opcode == SELECT && i == 0) {
                list.push(operand);
                continue;
            }
            list.push(if same_size {
                self.x.dag.bitcast(to, operand)
            } else if vt.is_float() {
                self.x.dag.node(FP_EXTEND, to, &[operand])
            } else {
                let signed = match opcode {
                    SDIV | SREM | SMIN | SMAX | SRA | MULHS | ABS | SINT_TO_FP => true,
                    SETCC => self.x.dag.cond_code_of(operands[2]).is_signed_int(),
                    _ => false,
                };
                let unsigned = matches!(
                    opcode,
                    UDIV | UREM
                        | UMIN
                        | UMAX
                        | SRL
                        | MULHU
                        | CTPOP
                        | CTLZ
                        | CTLZ_ZERO_UNDEF
                        | SETCC
                        | UINT_TO_FP
                );
                let extend = if signed {
                    SIGN_EXTEND
                } else if unsigned {
                    ZERO_EXTEND
                } else {
                    ANY_EXTEND
                };
                self.x.dag.node(extend, to, &[operand])
            });
        }
        if matches!(opcode, SETCC | IS_FPCLASS | FP_TO_SINT | FP_TO_UINT) {
            return Some(smallvec![self.x.dag.node_flags(opcode, result_vt, &list, flags)]);
        }
        // Shift amounts of the larger type.
        if matches!(opcode, SHL | SRL | SRA | ROTL | ROTR) && !same_size {
            if matches!(opcode, ROTL | ROTR) {
                return self.x.expand(node);
            }
            let wanted = self.x.target.shift_amount_type(to);
            list[1] = self.x.dag.zext_or_trunc(operands[1], wanted);
        }
        let kept = if same_size || vt.is_float() {
            flags
        } else {
            crate::dag::NodeFlags::empty()
        };
        let mut value = self.x.dag.node_flags(opcode, to, &list, kept);
        let extra = to.scalar_bits() - vt.scalar_bits();
        match opcode {
            CTLZ | CTLZ_ZERO_UNDEF if extra > 0 => {
                let extra = self.x.dag.constant(extra, to);
                value = self.x.dag.node(SUB, to, &[value, extra]);
            }
            CTTZ | CTTZ_ZERO_UNDEF | BSWAP | BITREVERSE | MULHU | MULHS if extra > 0 => {
                return self.x.expand(node);
            }
            _ => {}
        }
        Some(smallvec![if same_size {
            self.x.dag.bitcast(result_vt, value)
        } else if vt.is_float() {
            let flag = self.x.dag.target_constant(0, ValueType::I32);
            self.x.dag.node(FP_ROUND, result_vt, &[value, flag])
        } else {
            self.x.dag.node(TRUNCATE, result_vt, &[value])
        }])
    }
}

/// Nodes without another form.
fn is_always_selectable(opcode: NodeOpcode) -> bool {
    use isd::*;
    matches!(
        opcode,
        ENTRY_TOKEN
            | TOKEN_FACTOR
            | COPY_TO_REG
            | COPY_FROM_REG
            | REGISTER
            | CONSTANT
            | CONSTANT_FP
            | TARGET_CONSTANT
            | TARGET_CONSTANT_FP
            | BITCAST
            | UNDEF
            | INTRINSIC_WO_CHAIN
            | INTRINSIC_W_CHAIN
            | INTRINSIC_VOID
    )
}
