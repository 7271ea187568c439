//! Known bits of integer values: zeros, ones, copies of the sign bit. For vectors: of every element.

use crate::dag::graph::SelectionDag;
use crate::dag::isd;
use crate::dag::lowering::{BooleanContents, TargetLowering};
use crate::dag::make::truncate_bits;
use crate::dag::node::{LoadExt, NodeValue};
use crate::dag::types::ValueType;

/// Maximum depth of operands.
const MAX_DEPTH: u32 = 6;

/// Known zeros and ones of a value of `bits` bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    /// Bits that are 0.
    pub zeros: u128,
    /// Bits that are 1.
    pub ones: u128,
    /// Width.
    pub bits: u32,
}

impl KnownBits {
    /// Nothing known.
    pub fn unknown(bits: u32) -> KnownBits {
        KnownBits {
            zeros: 0,
            ones: 0,
            bits,
        }
    }

    /// A constant.
    pub fn constant(value: u128, bits: u32) -> KnownBits {
        let value = truncate_bits(value, bits);
        KnownBits {
            zeros: truncate_bits(!value, bits),
            ones: value,
            bits,
        }
    }

    fn mask(self) -> u128 {
        truncate_bits(u128::MAX, self.bits)
    }

    fn sign(self) -> u128 {
        1 << (self.bits - 1)
    }

    /// Whether the sign bit is 0.
    pub fn is_non_negative(self) -> bool {
        self.zeros & self.sign() != 0
    }

    /// Whether the sign bit is 1.
    pub fn is_negative(self) -> bool {
        self.ones & self.sign() != 0
    }

    /// Number of zeros known at the top.
    pub fn leading_zeros(self) -> u32 {
        truncate_bits(!self.zeros, self.bits).leading_zeros() - (128 - self.bits)
    }

    /// Number of zeros known at the bottom.
    pub fn trailing_zeros(self) -> u32 {
        (!self.zeros).trailing_zeros().min(self.bits)
    }

    /// The largest value, unsigned.
    pub fn max(self) -> u128 {
        self.mask() & !self.zeros
    }

    fn intersect(self, other: KnownBits) -> KnownBits {
        KnownBits {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            bits: self.bits,
        }
    }

    fn extend(self, bits: u32, sign: Option<bool>) -> KnownBits {
        let high = truncate_bits(u128::MAX, bits) & !self.mask();
        let mut out = KnownBits { bits, ..self };
        match sign {
            Some(false) => out.zeros |= high,
            Some(true) if self.is_non_negative() => out.zeros |= high,
            Some(true) if self.is_negative() => out.ones |= high,
            _ => {}
        }
        out
    }

    fn truncate(self, bits: u32) -> KnownBits {
        KnownBits {
            zeros: truncate_bits(self.zeros, bits),
            ones: truncate_bits(self.ones, bits),
            bits,
        }
    }

    /// Of a sum with carry-in 0 or 1 (`carry`, if known).
    fn add(self, other: KnownBits, carry_zero: bool, carry_one: bool) -> KnownBits {
        let mask = self.mask();
        // Largest and smallest sums bit by bit: where both agree with the operands' bits, the carry is known.
        let max = self
            .max()
            .wrapping_add(other.max())
            .wrapping_add(u128::from(!carry_zero));
        let min = self
            .ones
            .wrapping_add(other.ones)
            .wrapping_add(u128::from(carry_one));
        let carry_known_zero = !(max ^ self.zeros ^ other.zeros);
        let carry_known_one = min ^ self.ones ^ other.ones;
        let known =
            (self.zeros | self.ones) & (other.zeros | other.ones) & (carry_known_zero | carry_known_one);
        KnownBits {
            zeros: !max & known & mask,
            ones: min & known & mask,
            bits: self.bits,
        }
    }
}

/// Known bits of a value.
pub fn known_bits(dag: &SelectionDag, target: &dyn TargetLowering, value: NodeValue) -> KnownBits {
    compute(dag, target, value, 0)
}

fn compute(dag: &SelectionDag, target: &dyn TargetLowering, value: NodeValue, depth: u32) -> KnownBits {
    use isd::*;
    let vt = dag.value_type(value);
    let bits = vt.scalar_bits();
    let unknown = KnownBits::unknown(bits);
    if !vt.is_integer() || bits == 0 {
        return unknown;
    }
    let opcode = dag.opcode(value);
    if opcode == CONSTANT || opcode == TARGET_CONSTANT {
        return KnownBits::constant(dag.constant_u128(value).unwrap_or(0), bits);
    }
    if depth >= MAX_DEPTH {
        return unknown;
    }
    let node = value.node;
    let get = |index: usize| compute(dag, target, dag.operand(node, index), depth + 1);
    let amount = |index: usize| {
        dag.splat_constant(dag.operand(node, index))
            .and_then(|by| u32::try_from(by).ok())
            .filter(|&by| by < bits)
    };
    if value.result != 0 {
        return match opcode {
            UADDO | USUBO | SADDO | SSUBO | UMULO | SMULO | UADDO_CARRY | USUBO_CARRY => {
                boolean(target, vt, unknown)
            }
            _ => unknown,
        };
    }
    match opcode {
        BUILD_VECTOR => {
            let mut all: Option<KnownBits> = None;
            for element in dag.operands(node) {
                if dag.is_undef(element) {
                    continue;
                }
                let known = compute(dag, target, element, depth + 1).truncate(bits);
                all = Some(all.map_or(known, |all| all.intersect(known)));
            }
            all.unwrap_or(unknown)
        }
        AND => {
            let (a, b) = (get(0), get(1));
            KnownBits {
                zeros: a.zeros | b.zeros,
                ones: a.ones & b.ones,
                bits,
            }
        }
        OR => {
            let (a, b) = (get(0), get(1));
            KnownBits {
                zeros: a.zeros & b.zeros,
                ones: a.ones | b.ones,
                bits,
            }
        }
        XOR => {
            let (a, b) = (get(0), get(1));
            KnownBits {
                zeros: a.zeros & b.zeros | a.ones & b.ones,
                ones: a.zeros & b.ones | a.ones & b.zeros,
                bits,
            }
        }
        ADD => get(0).add(get(1), true, false),
        SUB => {
            // a - b is a + !b + 1.
            let b = get(1);
            let inverted = KnownBits {
                zeros: b.ones,
                ones: b.zeros,
                bits,
            };
            get(0).add(inverted, false, true)
        }
        MUL => {
            let (a, b) = (get(0), get(1));
            let trailing = (a.trailing_zeros() + b.trailing_zeros()).min(bits);
            let leading = (a.leading_zeros() + b.leading_zeros()).saturating_sub(bits);
            KnownBits {
                zeros: truncate_bits((1u128 << trailing.min(127)) - 1, bits) | high_bits(leading, bits),
                ..unknown
            }
        }
        UDIV => KnownBits {
            zeros: high_bits(get(0).leading_zeros(), bits),
            ..unknown
        },
        UREM => {
            let limit = get(1).max().max(1) - 1;
            let leading = (limit | 1).leading_zeros().saturating_sub(128 - bits);
            let leading = if limit == 0 { bits } else { leading };
            KnownBits {
                zeros: high_bits(leading.max(get(0).leading_zeros().min(leading)), bits),
                ..unknown
            }
        }
        SHL => match amount(1) {
            Some(by) => {
                let a = get(0);
                KnownBits {
                    zeros: truncate_bits(a.zeros << by | ((1 << by) - 1), bits),
                    ones: truncate_bits(a.ones << by, bits),
                    bits,
                }
            }
            None => KnownBits {
                zeros: truncate_bits((1u128 << get(0).trailing_zeros().min(127)) - 1, bits),
                ..unknown
            },
        },
        SRL => match amount(1) {
            Some(by) => {
                let a = get(0);
                KnownBits {
                    zeros: a.zeros >> by | high_bits(by, bits),
                    ones: a.ones >> by,
                    bits,
                }
            }
            None => KnownBits {
                zeros: high_bits(get(0).leading_zeros(), bits),
                ..unknown
            },
        },
        SRA => match amount(1) {
            Some(by) => {
                let a = get(0);
                let mut out = KnownBits {
                    zeros: a.zeros >> by,
                    ones: a.ones >> by,
                    bits,
                };
                if a.is_non_negative() {
                    out.zeros |= high_bits(by, bits);
                } else if a.is_negative() {
                    out.ones |= high_bits(by, bits);
                }
                out
            }
            None => unknown,
        },
        ZERO_EXTEND => get(0).extend(bits, Some(false)),
        SIGN_EXTEND => get(0).extend(bits, Some(true)),
        ANY_EXTEND => get(0).extend(bits, None),
        TRUNCATE => get(0).truncate(bits),
        SIGN_EXTEND_INREG => {
            let from = dag.type_operand(dag.operand(node, 1)).scalar_bits();
            get(0).truncate(from).extend(bits, Some(true))
        }
        COPY_FROM_REG => KnownBits {
            zeros: truncate_bits(dag.known_zeros_of_copy(node), bits),
            ..unknown
        },
        ASSERT_ZEXT => {
            let from = dag.type_operand(dag.operand(node, 1)).scalar_bits();
            let mut known = get(0);
            known.zeros |= truncate_bits(u128::MAX, bits) & !truncate_bits(u128::MAX, from);
            known
        }
        ASSERT_SEXT | FREEZE => {
            if opcode == FREEZE {
                // A frozen undefined value is any value.
                return unknown;
            }
            get(0)
        }
        SELECT | VSELECT => get(1).intersect(get(2)),
        SELECT_CC => get(2).intersect(get(3)),
        SETCC | IS_FPCLASS => boolean(target, vt, unknown),
        SMIN | SMAX => get(0).intersect(get(1)),
        UMIN => {
            let (a, b) = (get(0), get(1));
            let mut out = a.intersect(b);
            out.zeros |= high_bits(a.leading_zeros().max(b.leading_zeros()), bits);
            out
        }
        UMAX => get(0).intersect(get(1)),
        CTPOP | CTLZ | CTTZ | CTLZ_ZERO_UNDEF | CTTZ_ZERO_UNDEF => {
            let width = dag.value_type(dag.operand(node, 0)).scalar_bits();
            let needed = 32 - width.leading_zeros();
            KnownBits {
                zeros: high_bits(bits.saturating_sub(needed), bits),
                ..unknown
            }
        }
        LOAD => {
            let memory = dag.memory_vt(node).unwrap_or(vt).scalar_bits();
            if dag.load_ext(node) == LoadExt::Zero && memory < bits {
                return KnownBits {
                    zeros: high_bits(bits - memory, bits),
                    ..unknown
                };
            }
            unknown
        }
        EXTRACT_VECTOR_ELT => {
            let vector = dag.operand(node, 0);
            if dag.value_type(vector).scalar_bits() == bits {
                compute(dag, target, vector, depth + 1)
            } else {
                unknown
            }
        }
        BITCAST => {
            let source = dag.operand(node, 0);
            let from = dag.value_type(source);
            // A pair of words as one integer.
            if from == ValueType::V2I32 && vt == ValueType::I64 && dag.opcode(source) == BUILD_VECTOR {
                let low = compute(dag, target, dag.operand(source, 0), depth + 1);
                let high = compute(dag, target, dag.operand(source, 1), depth + 1);
                return KnownBits {
                    zeros: low.zeros | high.zeros << 32,
                    ones: low.ones | high.ones << 32,
                    bits,
                };
            }
            if !from.is_vector() && !vt.is_vector() && from.is_integer() {
                return compute(dag, target, source, depth + 1);
            }
            unknown
        }
        BUILD_PAIR => {
            let (low, high) = (get(0), get(1));
            KnownBits {
                zeros: low.zeros | high.zeros << low.bits,
                ones: low.ones | high.ones << low.bits,
                bits,
            }
        }
        _ if opcode.is_target()
            || opcode.is_machine()
            || matches!(opcode, INTRINSIC_WO_CHAIN | INTRINSIC_W_CHAIN) =>
        {
            match target.known_bits(dag, value, depth) {
                Some((zeros, ones)) => KnownBits { zeros, ones, bits },
                None => unknown,
            }
        }
        _ => unknown,
    }
}

/// Known bits above the lowest of a comparison's result.
fn boolean(target: &dyn TargetLowering, vt: ValueType, unknown: KnownBits) -> KnownBits {
    if unknown.bits > 1 && target.boolean_contents(vt) == BooleanContents::ZeroOrOne {
        KnownBits {
            zeros: high_bits(unknown.bits - 1, unknown.bits),
            ..unknown
        }
    } else {
        unknown
    }
}

/// The top `count` bits of a width.
fn high_bits(count: u32, bits: u32) -> u128 {
    let count = count.min(bits);
    truncate_bits(u128::MAX, bits) & !truncate_bits(u128::MAX, bits - count.min(bits))
        | if count == bits {
            truncate_bits(u128::MAX, bits)
        } else {
            0
        }
}

/// Number of copies of the sign bit at the top, including itself: at least 1.
pub fn num_sign_bits(dag: &SelectionDag, target: &dyn TargetLowering, value: NodeValue) -> u32 {
    sign_bits(dag, target, value, 0)
}

fn sign_bits(dag: &SelectionDag, target: &dyn TargetLowering, value: NodeValue, depth: u32) -> u32 {
    use isd::*;
    let vt = dag.value_type(value);
    let bits = vt.scalar_bits();
    if !vt.is_integer() || depth >= MAX_DEPTH || value.result != 0 {
        return 1;
    }
    let node = value.node;
    let get = |index: usize| sign_bits(dag, target, dag.operand(node, index), depth + 1);
    let constant = |index: usize| {
        dag.splat_constant(dag.operand(node, index))
            .and_then(|by| u32::try_from(by).ok())
            .filter(|&by| by < bits)
    };
    let found = match dag.opcode(value) {
        SIGN_EXTEND => bits - dag.value_type(dag.operand(node, 0)).scalar_bits() + get(0),
        SIGN_EXTEND_INREG | ASSERT_SEXT => {
            let from = dag.type_operand(dag.operand(node, 1)).scalar_bits();
            (bits - from + 1).max(get(0))
        }
        TRUNCATE => {
            let cut = dag.value_type(dag.operand(node, 0)).scalar_bits() - bits;
            get(0).saturating_sub(cut).max(1)
        }
        SRA => (get(0) + constant(1).unwrap_or(0)).min(bits),
        SHL => match constant(1) {
            Some(by) => get(0).saturating_sub(by).max(1),
            None => 1,
        },
        AND | OR | XOR | SMIN | SMAX | UMIN | UMAX => get(0).min(get(1)),
        SELECT | VSELECT => get(1).min(get(2)),
        ADD | SUB => get(0).min(get(1)).saturating_sub(1).max(1),
        LOAD if dag.load_ext(node) == LoadExt::Sign => {
            bits - dag.memory_vt(node).unwrap_or(vt).scalar_bits() + 1
        }
        opcode if opcode.is_target() || opcode == INTRINSIC_WO_CHAIN => {
            target.num_sign_bits(dag, value, depth)
        }
        _ => 1,
    };
    // Zeros or ones at the top count as well.
    let known = compute(dag, target, value, depth);
    let zeros = known.leading_zeros();
    let ones = truncate_bits(!known.ones, bits).leading_zeros() - (128 - bits);
    found.max(zeros).max(ones).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dag::testing::{Evaluator, GraphMaker, TestTarget, test_memory};
    use crate::test_random::Random;

    #[test]
    fn high() {
        assert_eq!(high_bits(0, 32), 0);
        assert_eq!(high_bits(8, 32), 0xff00_0000);
        assert_eq!(high_bits(32, 32), 0xffff_ffff);
        assert_eq!(high_bits(128, 128), u128::MAX);
    }

    #[test]
    fn what_is_known_holds() {
        let target = TestTarget::narrow();
        for seed in 0..100u64 {
            let mut random = Random(seed.wrapping_mul(0x1234_5678_9abc) | 1);
            let mut maker = GraphMaker::new(&mut random);
            for _ in 0..14 {
                maker.step();
            }
            let dag = maker.finish();
            let evaluator = Evaluator::run(&dag, test_memory());
            for node in dag.live_nodes() {
                for result in 0..dag.num_results(node) as u32 {
                    let value = NodeValue::new(node, result);
                    if !dag.value_type(value).is_integer() {
                        continue;
                    }
                    let known = known_bits(&dag, &target, value);
                    let copies = num_sign_bits(&dag, &target, value);
                    for &x in evaluator.value(value) {
                        assert!(
                            x & known.zeros == 0 && x & known.ones == known.ones,
                            "{x:x}: {}",
                            dag.describe_tree(node, None, 4)
                        );
                        let wide = crate::dag::make::sign_extend_bits(x, known.bits);
                        let top = (if wide < 0 { !wide } else { wide } as u128).leading_zeros()
                            - (128 - known.bits);
                        assert!(
                            top >= copies,
                            "{x:x} {copies}: {}",
                            dag.describe_tree(node, None, 4)
                        );
                    }
                }
            }
        }
    }
}
