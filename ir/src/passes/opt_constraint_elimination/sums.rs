//! Integers as linear sums of variables, and what definitions say of variables.

use super::linear::{Linear, Variable};
use super::{Eliminator, MOST_SHORT_TRIES, Order};
use crate::analysis::KnownBits;
use crate::entities::{Inst, Value};
use crate::inst::{InstFlags, Opcode};
use crate::intrinsics::id;
use smallvec::SmallVec;

/// Maximum depth of a sum.
const MAX_DEPTH: u32 = 6;
/// Factors are below two to this power.
const MAX_SHIFT: u32 = 20;

impl Eliminator<'_> {
    /// `value` as a sum in `order`, unless it is too long, or a constant without a number.
    pub(super) fn sum(&mut self, value: Value, order: Order) -> Option<Linear> {
        let sum = self.sum_at(value, order, 0)?;
        // Definitions of new variables may be sums of new variables.
        while let Some((value, order, variable)) = self.new_variables.pop() {
            self.define(value, order, variable);
        }
        Some(sum)
    }

    fn sum_at(&mut self, value: Value, order: Order, depth: u32) -> Option<Linear> {
        let value = self.func.resolve(value);
        let bits = self.bits(value)?;
        if let Some(number) = self.func.as_int(value, self.ctx) {
            let number = match order {
                Order::Signed => crate::fold::scalar::sign_extend(bits, number),
                Order::Unsigned => number as i128,
            };
            return Some(Linear::constant(number));
        }
        if self.func.as_const(value).is_some() {
            return None;
        }
        if depth < MAX_DEPTH
            && let Some(inst) = self.func.def_inst(value)
        {
            // A number that is not negative is the same in both orders.
            let other = match order {
                Order::Signed => Order::Unsigned,
                Order::Unsigned => Order::Signed,
            };
            if let Some(sum) = self.operation(inst, bits, order, depth + 1) {
                return Some(sum);
            }
            if self.known(value).is_non_negative()
                && let Some(sum) = self.operation(inst, bits, other, depth + 1)
            {
                return Some(sum);
            }
        }
        Some(Linear::variable(self.variable(value, bits, order)))
    }

    /// The result of `inst` as a sum of its operands, if it does not wrap.
    fn operation(&mut self, inst: Inst, bits: u32, order: Order, depth: u32) -> Option<Linear> {
        let flags = self.func.inst(inst).flags;
        let keeps_order = flags.contains(order.flag());
        match self.func.opcode(inst) {
            opcode @ (Opcode::Add | Opcode::Sub) => {
                let sign = if opcode == Opcode::Add { 1 } else { -1 };
                let (a, b) = (self.operand(inst, 0), self.operand(inst, 1));
                if keeps_order {
                    let b = self.sum_at(b, order, depth)?;
                    return self.sum_at(a, order, depth)?.plus_scaled(&b, sign);
                }
                // Unsigned numbers have no flag for subtractions of constants.
                let constant = self.signed_constant(b).filter(|_| sign == 1)?;
                let sum = self.sum_at(a, order, depth)?.plus(constant);
                self.fits(&sum, bits, order).then_some(sum)
            }
            Opcode::Or if flags.contains(InstFlags::DISJOINT) => {
                let (a, b) = (self.operand(inst, 0), self.operand(inst, 1));
                let b = self.sum_at(b, order, depth)?;
                self.sum_at(a, order, depth)?.plus_scaled(&b, 1)
            }
            opcode @ (Opcode::Mul | Opcode::Shl) if keeps_order => {
                let factor = self.func.as_int(self.operand(inst, 1), self.ctx)?;
                let factor = match opcode {
                    Opcode::Mul => factor,
                    // The sign bit is not a factor.
                    _ if factor < u128::from(bits - 1).min(MAX_SHIFT.into()) => 1 << factor,
                    _ => return None,
                };
                let factor = i64::try_from(factor).ok().filter(|&f| f < 1 << MAX_SHIFT)?;
                let is_positive = factor > 0 && bits > MAX_SHIFT || factor < 1 << (bits - 1);
                if !is_positive {
                    return None;
                }
                let value = self.operand(inst, 0);
                self.sum_at(value, order, depth)?.scaled(factor)
            }
            Opcode::ZExt => {
                let value = self.operand(inst, 0);
                let order = match flags.contains(InstFlags::NNEG) {
                    true => Order::Signed,
                    false => Order::Unsigned,
                };
                self.sum_at(value, order, depth)
            }
            Opcode::SExt if order == Order::Signed => {
                let value = self.operand(inst, 0);
                self.sum_at(value, order, depth)
            }
            Opcode::Trunc if keeps_order => {
                let value = self.operand(inst, 0);
                self.sum_at(value, order, depth)
            }
            _ => None,
        }
    }

    /// Whether `sum` is a number of `bits` bits in `order`.
    pub(super) fn fits(&self, sum: &Linear, bits: u32, order: Order) -> bool {
        let (least, greatest) = limits(bits, order);
        let tries = if self.is_anywhere { 0 } else { MOST_SHORT_TRIES };
        let is_above = self.system.least(sum) >= least
            || sum
                .scaled(-1)
                .is_some_and(|sum| self.system.proves(&sum.plus(least), tries));
        let is_below = || {
            self.system.greatest(sum) <= greatest || self.system.proves(&sum.clone().plus(-greatest), tries)
        };
        is_above && is_below()
    }

    /// The variable for `value`, which is not computed as a sum.
    fn variable(&mut self, value: Value, bits: u32, order: Order) -> Variable {
        if let Some(&variable) = self.variables.get(&(value, order)) {
            return variable;
        }
        let known = self.known(value);
        // Numbers that are not negative have one variable.
        if known.is_non_negative() && order == Order::Unsigned {
            let variable = self.variable(value, bits, Order::Signed);
            self.variables.insert((value, order), variable);
            return variable;
        }
        let (low, high) = match order {
            Order::Signed => {
                let known = known.in_signed_order();
                let middle = 1i128 << (bits - 1);
                (known.min() as i128 - middle, known.max() as i128 - middle)
            }
            Order::Unsigned => (known.min() as i128, known.max() as i128),
        };
        let variable = self.system.add_variable(low, high);
        self.variables.insert((value, order), variable);
        self.new_variables.push((value, order, variable));
        variable
    }

    fn known(&mut self, value: Value) -> KnownBits {
        self.known.known_bits(self.func, self.ctx, value)
    }

    /// Adds what the definition of `value` says of its variable.
    fn define(&mut self, value: Value, order: Order, variable: Variable) {
        let Some(inst) = self.func.def_inst(value) else {
            return;
        };
        // One variable may stand for both orders.
        let is_non_negative = self.known(value).is_non_negative();
        let is_in = |wanted: Order| wanted == order || is_non_negative;
        let arg = |index: usize| self.operand(inst, index);
        // Values that are at least as great (true) or as small, plus a number, in an order.
        let mut bounds: SmallVec<[(Value, i128, Order, bool); 2]> = SmallVec::new();
        match self.func.opcode(inst) {
            Opcode::Phi => {
                for order in Order::ALL.into_iter().filter(|&order| is_in(order)) {
                    if let Some((start, is_up)) = self.counter_start(inst, order) {
                        bounds.push((start, 0, order, !is_up));
                    }
                }
            }
            Opcode::URem if is_in(Order::Unsigned) => {
                bounds.push((arg(1), -1, Order::Unsigned, true));
                bounds.push((arg(0), 0, Order::Unsigned, true));
            }
            Opcode::And if is_in(Order::Unsigned) => {
                bounds.extend([0, 1].map(|index| (arg(index), 0, Order::Unsigned, true)));
            }
            Opcode::LShr | Opcode::UDiv if is_in(Order::Unsigned) => {
                bounds.push((arg(0), 0, Order::Unsigned, true));
            }
            Opcode::Call => {
                let (of, is_below) = match self.func.called_intrinsic(inst, self.ctx) {
                    Some(id::SMIN) => (Order::Signed, true),
                    Some(id::SMAX) => (Order::Signed, false),
                    Some(id::UMIN) => (Order::Unsigned, true),
                    Some(id::UMAX) => (Order::Unsigned, false),
                    _ => return,
                };
                if is_in(of) {
                    bounds.extend([1, 2].map(|index| (arg(index), 0, of, is_below)));
                }
            }
            _ => {}
        }
        // Only what holds everywhere, and not only with the facts of this place.
        self.is_anywhere = true;
        for (bound, distance, order, is_below) in bounds {
            let Some(bound) = self.sum_at(bound, order, 0) else {
                continue;
            };
            self.system.bound(variable, &bound.plus(distance), is_below);
        }
        self.is_anywhere = false;
    }

    /// The first value of a counter that only grows, or only shrinks (false).
    fn counter_start(&self, phi: Inst, order: Order) -> Option<(Value, bool)> {
        let counter = self.func.result(phi)?;
        let &[first, second] = self.func.args(phi) else {
            return None;
        };
        [(first, second), (second, first)]
            .into_iter()
            .find_map(|(start, next)| {
                let step = self.func.def_inst(self.func.resolve(next))?;
                let is_sum = self.func.opcode(step) == Opcode::Add
                    && self.operand(step, 0) == counter
                    && self.func.inst(step).flags.contains(order.flag());
                if !is_sum {
                    return None;
                }
                let is_up = match order {
                    Order::Signed => self.signed_constant(self.operand(step, 1))? >= 0,
                    Order::Unsigned => true,
                };
                Some((self.func.resolve(start), is_up))
            })
    }
}

/// The least and the greatest number of `bits` bits.
fn limits(bits: u32, order: Order) -> (i128, i128) {
    match order {
        Order::Signed => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        Order::Unsigned => (0, (1 << bits) - 1),
    }
}
