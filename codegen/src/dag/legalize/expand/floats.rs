//! Expansions of float operations: into other operations, and into bit operations.

use super::{Expander, Values};
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::make::truncate_bits;
use crate::dag::node::{NodeFlags, NodeValue};
use crate::dag::types::ValueType;
use smallvec::smallvec;

impl Expander<'_> {
    pub(super) fn sign_mask(&mut self, vt: ValueType) -> NodeValue {
        let int = vt.to_integer();
        self.constant((1u128 << (vt.scalar_bits() - 1)) as i128, int)
    }

    pub(super) fn expand_float(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        operands: &[NodeValue],
        flags: NodeFlags,
    ) -> Option<NodeValue> {
        use isd::*;
        let int = vt.to_integer();
        let a = operands.first().copied()?;
        Some(match opcode {
            FNEG | FABS => {
                let bits = self.dag.bitcast(int, a);
                let sign = self.sign_mask(vt);
                let changed = if opcode == FNEG {
                    self.node(XOR, &[bits, sign])
                } else {
                    let rest = self.dag.not(sign);
                    self.node(AND, &[bits, rest])
                };
                self.dag.bitcast(vt, changed)
            }
            FCOPYSIGN => {
                let bits = self.dag.bitcast(int, a);
                let sign = self.sign_mask(vt);
                let rest = self.dag.not(sign);
                let magnitude = self.node(AND, &[bits, rest]);
                let from_vt = self.dag.value_type(operands[1]);
                let from_int = from_vt.to_integer();
                let mut from = self.dag.bitcast(from_int, operands[1]);
                let (wide, narrow) = (from_int.scalar_bits(), int.scalar_bits());
                if wide > narrow {
                    from = self.shift(SRL, from, wide - narrow);
                    from = self.dag.node(TRUNCATE, int, &[from]);
                } else if wide < narrow {
                    from = self.dag.node(ANY_EXTEND, int, &[from]);
                    from = self.shift(SHL, from, narrow - wide);
                }
                let sign = self.node(AND, &[from, sign]);
                let joined = self
                    .dag
                    .node_flags(OR, int, &[magnitude, sign], NodeFlags::DISJOINT);
                self.dag.bitcast(vt, joined)
            }
            FSUB if self.is_available(FADD, vt) => {
                let negated = self.dag.node(FNEG, vt, &[operands[1]]);
                self.dag.node_flags(FADD, vt, &[a, negated], flags)
            }
            FMAD => {
                let product = self.dag.node_flags(FMUL, vt, &operands[..2], flags);
                self.dag.node_flags(FADD, vt, &[product, operands[2]], flags)
            }
            FMINNUM | FMAXNUM | FMINIMUMNUM | FMAXIMUMNUM => {
                let ieee = if matches!(opcode, FMINNUM | FMINIMUMNUM) {
                    FMINNUM_IEEE
                } else {
                    FMAXNUM_IEEE
                };
                if !self.is_available(ieee, vt) {
                    return None;
                }
                let quiet = |this: &mut Self, value: NodeValue| {
                    if flags.contains(NodeFlags::NNAN) {
                        value
                    } else {
                        this.dag.node(FCANONICALIZE, vt, &[value])
                    }
                };
                let (x, y) = (quiet(self, a), quiet(self, operands[1]));
                self.dag.node_flags(ieee, vt, &[x, y], flags)
            }
            FMINIMUM | FMAXIMUM => {
                let number = if opcode == FMINIMUM { FMINNUM } else { FMAXNUM };
                let value = self.dag.node_flags(number, vt, &operands[..2], flags);
                if flags.contains(NodeFlags::NNAN) {
                    return Some(value);
                }
                let unordered = self.compare(a, operands[1], CondCode::SetUo);
                let nan = self.dag.constant_fp(f64::NAN, vt);
                self.dag.select(unordered, nan, value)
            }
            SINT_TO_FP | UINT_TO_FP if self.dag.value_type(a) == ValueType::I1 => {
                let (plus, minus) = (self.dag.constant_fp(1.0, vt), self.dag.constant_fp(-1.0, vt));
                let zero = self.dag.constant_fp(0.0, vt);
                self.dag
                    .select(a, if opcode == SINT_TO_FP { minus } else { plus }, zero)
            }
            FROUNDEVEN | FNEARBYINT if self.is_available(FRINT, vt) => self.dag.node(FRINT, vt, &[a]),
            FRINT | FNEARBYINT if self.is_available(FROUNDEVEN, vt) => self.dag.node(FROUNDEVEN, vt, &[a]),
            FROUND => {
                // trunc(x), plus one away from zero if the fraction is at least a half.
                let truncated = self.dag.node(FTRUNC, vt, &[a]);
                let rest = self.dag.node(FSUB, vt, &[a, truncated]);
                let rest = self.dag.node(FABS, vt, &[rest]);
                let half = self.dag.constant_fp(0.5, vt);
                let (zero, unit) = (self.dag.constant_fp(0.0, vt), self.dag.constant_fp(1.0, vt));
                let up = self.compare(rest, half, CondCode::SetOge);
                let step = self.dag.select(up, unit, zero);
                let step = self.dag.node(FCOPYSIGN, vt, &[step, a]);
                self.dag.node(FADD, vt, &[truncated, step])
            }
            FP_EXTEND => {
                let from = self.dag.value_type(a);
                if from.scalar_bits() == 16 && vt.scalar_bits() == 64 {
                    let middle = self.dag.node(FP_EXTEND, ValueType::F32, &[a]);
                    return Some(self.dag.node(FP_EXTEND, vt, &[middle]));
                }
                if from == ValueType::BF16 {
                    let bits = self.dag.bitcast(ValueType::I16, a);
                    return Some(self.dag.node(BF16_TO_FP, vt, &[bits]));
                }
                return None;
            }
            FP_ROUND => {
                if vt == ValueType::BF16 {
                    let bits = self.dag.node(FP_TO_BF16, ValueType::I16, &[a]);
                    return Some(self.dag.bitcast(vt, bits));
                }
                if vt == ValueType::F16 && self.dag.value_type(a) == ValueType::F64 {
                    let single = self.round_to_odd(a);
                    return Some(self.dag.node(FP_ROUND, vt, &[single, operands[1]]));
                }
                return None;
            }
            BF16_TO_FP => {
                let wide = self.dag.anyext_or_trunc(a, ValueType::I32);
                let bits = self.shift(SHL, wide, 16);
                let single = self.dag.bitcast(ValueType::F32, bits);
                if vt == ValueType::F32 {
                    single
                } else {
                    self.dag.node(FP_EXTEND, vt, &[single])
                }
            }
            FP16_TO_FP => {
                let bits = self.dag.anyext_or_trunc(a, ValueType::I16);
                let half = self.dag.bitcast(ValueType::F16, bits);
                self.dag.node(FP_EXTEND, vt, &[half])
            }
            SELECT => {
                let x = self.dag.bitcast(int, operands[1]);
                let y = self.dag.bitcast(int, operands[2]);
                let value = self.dag.select(a, x, y);
                self.dag.bitcast(vt, value)
            }
            FREEZE | FCANONICALIZE => {
                if opcode == FREEZE {
                    return Some(a);
                }
                let unit = self.dag.constant_fp(1.0, vt);
                self.dag.node(FMUL, vt, &[a, unit])
            }
            CONSTANT_FP => return None,
            _ => return None,
        })
    }

    /// Rounds a float to bf16 (nearest even), as the low bits of an integer.
    pub(super) fn round_to_bfloat(&mut self, vt: ValueType, a: NodeValue) -> NodeValue {
        use isd::*;
        let from = self.dag.value_type(a);
        let single = match from {
            ValueType::F32 => a,
            ValueType::F64 => self.round_to_odd(a),
            _ => self.dag.node(FP_EXTEND, ValueType::F32, &[a]),
        };
        let bits = self.dag.bitcast(ValueType::I32, single);
        let last = self.shift(SRL, bits, 16);
        let one = self.constant(1, ValueType::I32);
        let last = self.node(AND, &[last, one]);
        let bias = self.constant(0x7fff, ValueType::I32);
        let bias = self.node(ADD, &[last, bias]);
        let rounded = self.node(ADD, &[bits, bias]);
        let quiet = self.constant(0x40_0000, ValueType::I32);
        let quiet = self.node(OR, &[bits, quiet]);
        let is_nan = self.compare(single, single, CondCode::SetUo);
        let chosen = self.dag.select(is_nan, quiet, rounded);
        let high = self.shift(SRL, chosen, 16);
        self.dag.anyext_or_trunc(high, vt)
    }

    /// f64 to f32 with round-to-odd: rounding again to a smaller type is then right.
    pub(super) fn round_to_odd(&mut self, a: NodeValue) -> NodeValue {
        use isd::*;
        let flag = self.dag.target_constant(0, ValueType::I32);
        let rounded = self.dag.node(FP_ROUND, ValueType::F32, &[a, flag]);
        let back = self.dag.node(FP_EXTEND, ValueType::F64, &[rounded]);
        let bits = self.dag.bitcast(ValueType::I32, rounded);
        let one = self.constant(1, ValueType::I32);
        let zero = self.constant(0, ValueType::I32);
        let odd = self.node(AND, &[bits, one]);
        let exact_or_odd = {
            let exact = self.compare(back, a, CondCode::SetUeq);
            let is_odd = self.compare(odd, zero, CondCode::SetNe);
            let flag = self.dag.value_type(exact);
            self.dag.node(OR, flag, &[exact, is_odd])
        };
        // An even inexact result moves one step toward the exact value.
        let (size, back_size) = (
            self.dag.node(FABS, ValueType::F64, &[a]),
            self.dag.node(FABS, ValueType::F64, &[back]),
        );
        let too_large = self.compare(back_size, size, CondCode::SetOgt);
        let down = self.node(SUB, &[bits, one]);
        let up = self.node(ADD, &[bits, one]);
        let moved = self.dag.select(too_large, down, up);
        let chosen = self.dag.select(exact_or_odd, bits, moved);
        self.dag.bitcast(ValueType::F32, chosen)
    }

    /// A sum in f64 with round-to-odd. The rounding error is an exact difference (Knuth's two-sum).
    pub(crate) fn add_to_odd(&mut self, a: NodeValue, b: NodeValue) -> NodeValue {
        use isd::*;
        let sum = self.node(FADD, &[a, b]);
        let b_part = self.node(FSUB, &[sum, a]);
        let a_part = self.node(FSUB, &[sum, b_part]);
        let (a_rest, b_rest) = (self.node(FSUB, &[a, a_part]), self.node(FSUB, &[b, b_part]));
        let rest = self.node(FADD, &[a_rest, b_rest]);
        let (bits, rest_bits) = (
            self.dag.bitcast(ValueType::I64, sum),
            self.dag.bitcast(ValueType::I64, rest),
        );
        let one = self.constant(1, ValueType::I64);
        let zero = self.constant(0, ValueType::I64);
        // An even inexact sum moves one step toward the exact one: away from zero if the error has its sign.
        let signs = self.node(XOR, &[bits, rest_bits]);
        let is_larger = self.compare(signs, zero, CondCode::SetGe);
        let (up, down) = (self.node(ADD, &[bits, one]), self.node(SUB, &[bits, one]));
        let moved = self.dag.select(is_larger, up, down);
        let last = self.node(AND, &[bits, one]);
        let is_even = self.compare(last, zero, CondCode::SetEq);
        let nothing = self.dag.constant_fp(0.0, ValueType::F64);
        // Exclude infinities and NaNs.
        let is_inexact = self.compare(rest, nothing, CondCode::SetOne);
        let flag = self.dag.value_type(is_even);
        let moves = self.dag.node(AND, flag, &[is_even, is_inexact]);
        let chosen = self.dag.select(moves, moved, bits);
        self.dag.bitcast(ValueType::F64, chosen)
    }

    /// Tests the class of a float by its bits. The mask is LLVM's.
    pub(super) fn float_class(&mut self, vt: ValueType, a: NodeValue, mask: NodeValue) -> Option<NodeValue> {
        let mask = self.dag.constant_u64(mask)? & 0x3ff;
        let float = self.dag.value_type(a);
        let int = float.to_integer();
        let (exponent, fraction) = match float {
            ValueType::F16 => (5, 10),
            ValueType::F32 => (8, 23),
            ValueType::F64 => (11, 52),
            _ => return None,
        };
        let bits = self.dag.bitcast(int, a);
        let sign_mask = self.sign_mask(float);
        let rest = self.dag.not(sign_mask);
        let magnitude = self.node(isd::AND, &[bits, rest]);
        let zero = self.constant(0, int);
        let negative = self.compare(bits, zero, CondCode::SetLt);
        let infinity = truncate_bits(((1u128 << exponent) - 1) << fraction, int.scalar_bits());
        let infinity = self.constant(infinity as i128, int);
        let quiet = self.constant(
            ((((1u128 << exponent) - 1) << 1 | 1) << (fraction - 1)) as i128,
            int,
        );
        let normal = self.constant(1i128 << fraction, int);
        // Magnitudes: zero, [1, normal), [normal, infinity), infinity, (infinity, quiet), [quiet, ..).
        let mut result: Option<NodeValue> = None;
        let mut add = |this: &mut Self, test: NodeValue| {
            let flag = this.dag.value_type(test);
            result = Some(match result {
                Some(all) => this.dag.node(isd::OR, flag, &[all, test]),
                None => test,
            });
        };
        let range = |this: &mut Self, low: NodeValue, high: NodeValue| {
            let above = this.compare(magnitude, low, CondCode::SetUge);
            let below = this.compare(magnitude, high, CondCode::SetUlt);
            let flag = this.dag.value_type(above);
            this.dag.node(isd::AND, flag, &[above, below])
        };
        if mask & 1 != 0 {
            let one = self.constant(1, int);
            let above = self.node(isd::ADD, &[infinity, one]);
            let test = range(self, above, quiet);
            add(self, test);
        }
        if mask & 2 != 0 {
            let test = self.compare(magnitude, quiet, CondCode::SetUge);
            add(self, test);
        }
        let one = self.constant(1, int);
        // Class, bit for negative, bit for positive.
        for (kind, minus, plus) in [(0, 2, 9), (1, 3, 8), (2, 4, 7), (3, 5, 6)] {
            let wanted = (mask >> minus & 1, mask >> plus & 1);
            if wanted == (0, 0) {
                continue;
            }
            let test = match kind {
                0 => self.compare(magnitude, infinity, CondCode::SetEq),
                1 => range(self, normal, infinity),
                2 => range(self, one, normal),
                _ => self.compare(magnitude, zero, CondCode::SetEq),
            };
            let flag = self.dag.value_type(test);
            let test = match wanted {
                (1, 1) => test,
                (1, _) => self.dag.node(isd::AND, flag, &[test, negative]),
                _ => {
                    let positive = self.dag.not(negative);
                    self.dag.node(isd::AND, flag, &[test, positive])
                }
            };
            add(self, test);
        }
        let result = match result {
            Some(result) => result,
            None => return Some(self.constant(0, vt)),
        };
        Some(self.dag.zext_or_trunc(result, vt))
    }

    /// A saturating conversion to an integer: clamp, convert, and zero for NaN.
    pub(super) fn saturating_convert(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
        width: NodeValue,
    ) -> Option<Values> {
        let bits = self.dag.type_operand(width).scalar_bits();
        if bits > 64 {
            return None;
        }
        // The limits must be representable in the type.
        let a = match self.dag.value_type(a) {
            ValueType::F16 if bits > 16 => self.dag.node(isd::FP_EXTEND, ValueType::F32, &[a]),
            _ => a,
        };
        let from = self.dag.value_type(a);
        let signed = opcode == isd::FP_TO_SINT_SAT;
        let convert = if signed { isd::FP_TO_SINT } else { isd::FP_TO_UINT };
        let (low, high): (i128, i128) = if signed {
            (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else {
            (0, (1 << bits) - 1)
        };
        let low_float = self.dag.constant_fp(low as f64, from);
        // The first float above the range.
        let above = self.dag.constant_fp((high + 1) as f64, from);
        let converted = self.dag.node(convert, vt, &[a]);
        let (low, high) = (self.constant(low, vt), self.constant(high, vt));
        let too_small = self.compare(a, low_float, CondCode::SetUlt);
        let too_large = self.compare(a, above, CondCode::SetOge);
        let value = self.dag.select(too_small, low, converted);
        let value = self.dag.select(too_large, high, value);
        let is_nan = self.compare(a, a, CondCode::SetUo);
        let zero = self.constant(0, vt);
        Some(smallvec![self.dag.select(is_nan, zero, value)])
    }
}
