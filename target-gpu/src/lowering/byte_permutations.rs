//! Words assembled from bytes of others: `v_perm_b32` instead of shifts, masks and ors. More than two sources are
//! combined two at a time.
//!
//! Cost: each byte of an or is followed through at most [`MAX_DEPTH`] operations, of which ors have two operands: at
//! most 2 to the power of that.

use super::GpuLowering;
use smallvec::SmallVec;
use wavec_codegen::dag::{NodeId, NodeValue, SelectionDag, ValueType as VT, isd, known_bits};
use wavec_gpu_mc::opcodes;

/// Maximum number of operations between a byte and its source.
const MAX_DEPTH: u32 = 6;

/// Minimum number of interior operations, without other uses, for which a permutation is worth its selector: one of
/// them becomes part of the or.
const LEAST_SAVED: usize = 2;

/// The same for each additional permutation.
const LEAST_SAVED_OF_MANY: usize = 5;

/// The source of a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Byte {
    Zero,
    Ones,
    /// Byte of a value in one register.
    Of(NodeValue, u32),
}

struct Tracer<'a> {
    dag: &'a SelectionDag,
    target: &'a GpuLowering,
    /// Operations that become dead.
    inside: SmallVec<[NodeId; 8]>,
    /// Values with their known zero and one bits.
    known: SmallVec<[(NodeValue, u32, u32); 4]>,
}

impl Tracer<'_> {
    fn leaf(&mut self, value: NodeValue, index: u32) -> Byte {
        let (_, zeros, ones) = match self.known.iter().find(|(known, ..)| *known == value) {
            Some(&known) => known,
            None => {
                let bits = known_bits(self.dag, self.target, value);
                let known = (value, bits.zeros as u32, bits.ones as u32);
                self.known.push(known);
                known
            }
        };
        match (zeros >> (8 * index) & 0xff, ones >> (8 * index) & 0xff) {
            (0xff, _) => Byte::Zero,
            (_, 0xff) => Byte::Ones,
            _ => Byte::Of(value, index),
        }
    }

    /// Byte `index` of `value`, which has 32 bits.
    fn byte(&mut self, value: NodeValue, index: u32, depth: u32) -> Byte {
        let dag = self.dag;
        let is_word = dag.value_type(value) == VT::I32;
        if depth == MAX_DEPTH || !is_word {
            return self.leaf(value, index);
        }
        let bytes_of = |operand: usize| {
            let amount = dag.constant_u64(dag.operand(value, operand))?;
            (amount % 8 == 0 && amount < 32).then_some(amount as u32 / 8)
        };
        let found = match dag.opcode(value) {
            isd::OR => {
                let a = self.byte(dag.operand(value, 0), index, depth + 1);
                let b = self.byte(dag.operand(value, 1), index, depth + 1);
                match (a, b) {
                    (Byte::Zero, other) | (other, Byte::Zero) => Some(other),
                    (Byte::Ones, _) | (_, Byte::Ones) => Some(Byte::Ones),
                    _ => (a == b).then_some(a),
                }
            }
            isd::AND => match dag.constant_u64(dag.operand(value, 1)) {
                Some(mask) => match mask >> (8 * index) & 0xff {
                    0 => Some(Byte::Zero),
                    0xff => Some(self.byte(dag.operand(value, 0), index, depth + 1)),
                    _ => None,
                },
                None => None,
            },
            isd::SHL => bytes_of(1).map(|by| match index.checked_sub(by) {
                Some(index) => self.byte(dag.operand(value, 0), index, depth + 1),
                None => Byte::Zero,
            }),
            isd::SRL => bytes_of(1).map(|by| match index + by {
                at @ 0..4 => self.byte(dag.operand(value, 0), at, depth + 1),
                _ => Byte::Zero,
            }),
            isd::SRA => match bytes_of(1) {
                Some(by) if index + by < 4 => Some(self.byte(dag.operand(value, 0), index + by, depth + 1)),
                _ => None,
            },
            isd::BSWAP => Some(self.byte(dag.operand(value, 0), 3 - index, depth + 1)),
            _ => None,
        };
        match found {
            Some(found) => {
                if depth > 0 && !self.inside.contains(&value.node) && dag.node_has_one_use(value.node) {
                    self.inside.push(value.node);
                }
                found
            }
            None => self.leaf(value, index),
        }
    }
}

/// Selects an or in vector registers if it is a permutation of bytes.
pub(super) fn select(target: &GpuLowering, dag: &mut SelectionDag, node: NodeId) -> Option<NodeValue> {
    let mut tracer = Tracer {
        dag,
        target,
        inside: SmallVec::new(),
        known: SmallVec::new(),
    };
    let mut sources: SmallVec<[NodeValue; 4]> = SmallVec::new();
    let mut bytes = [Byte::Zero; 4];
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = tracer.byte(NodeValue::new(node, 0), place as u32, 0);
        if let Byte::Of(value, _) = *byte {
            // Unknown, so it is the node itself.
            if value.node == node {
                return None;
            }
            if !sources.contains(&value) {
                sources.push(value);
            }
        }
    }
    // An instruction rounds and packs two floats.
    if sources.len() == 2
        && sources
            .iter()
            .all(|source| dag.opcode(source.node) == isd::FP_TO_BF16)
    {
        return None;
    }
    let least = if sources.len() > 2 {
        LEAST_SAVED_OF_MANY
    } else {
        LEAST_SAVED
    };
    if tracer.inside.len() < least {
        return None;
    }
    let of = |bytes: &[Byte; 4], sources: &[NodeValue]| {
        bytes.map(|byte| match byte {
            Byte::Of(value, _) if !sources.contains(&value) => Byte::Zero,
            other => other,
        })
    };
    match sources[..] {
        [] => None,
        [low] => Some(permute(dag, &bytes, low, low)),
        [low, high] => Some(permute(dag, &bytes, low, high)),
        [a, b, c] => {
            let first = permute(dag, &of(&bytes, &[a, b]), a, b);
            let mut place = 0..;
            let bytes = bytes.map(|byte| match (byte, place.next()) {
                (Byte::Of(value, _), Some(place)) if value != c => Byte::Of(first, place),
                _ => byte,
            });
            Some(permute(dag, &bytes, first, c))
        }
        [a, b, c, d] => {
            let first = permute(dag, &of(&bytes, &[a, b]), a, b);
            let second = permute(dag, &of(&bytes, &[c, d]), c, d);
            let both = dag.machine_node(opcodes::V_OR_B32_E64, &[VT::I32], &[first, second]);
            Some(both.into())
        }
        _ => unreachable!("four bytes"),
    }
}

/// The permutation of bytes of two values, which may be the same.
fn permute(dag: &mut SelectionDag, bytes: &[Byte; 4], low: NodeValue, high: NodeValue) -> NodeValue {
    let mut selector = 0u32;
    for (place, byte) in bytes.iter().enumerate() {
        let select = match *byte {
            Byte::Zero => 12,
            Byte::Ones => 13,
            Byte::Of(value, index) if value == low => index,
            Byte::Of(_, index) => 4 + index,
        };
        selector |= select << (8 * place);
    }
    let selector = dag.target_constant(i128::from(selector as i32), VT::I32);
    let selector = dag
        .machine_node(opcodes::S_MOV_B32, &[VT::I32], &[selector])
        .into();
    let permuted = dag.machine_node(opcodes::V_PERM_B32_E64, &[VT::I32], &[high, low, selector]);
    permuted.into()
}
