//! Running code.

use super::super::Evaluator;
use super::super::fold_binary::arithmetic;
use super::super::instances::Anonymous;
use super::{
    CONSTANT, Code, Frame, Known, KnownValue, NO_NAME, OPERATION, Operation, Parts, Sees, Values, closed,
    known,
};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::types::TypeId;
use crate::value::{BinaryOp, Node, SliceId, UnaryOp, ValueId};
use std::cmp::Ordering;

impl Evaluator {
    /// The value of an operand.
    #[inline(always)]
    pub(super) fn operand(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        if code.kind() == OPERATION {
            return self.run(code, frame);
        }
        if code.kind() == CONSTANT {
            return known(ValueId(code.0));
        }
        match frame.slots[code.index()] {
            value if value.is_unresolved() => self.look_up(code.index(), frame),
            value => known(value),
        }
    }

    /// The value of an operation.
    pub(super) fn run(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        match self.codes.operations[code.index()] {
            Operation::Field { record, name, ty } => self.run_field(record, name, ty, frame),
            Operation::Element { list, index, .. } => self.run_element(list, index, frame),
            Operation::Number { op, a, b } => self.run_number_value(op, a, b, frame),
            Operation::Equal { .. } => self.run_equal(code, frame),
            Operation::Not(_)
            | Operation::Size { .. }
            | Operation::All(_)
            | Operation::Any(_)
            | Operation::IsA { .. } => self.run_count(code, frame),
            Operation::If { a, b, c } => self.run_if(a, (b, c), frame),
            Operation::Cond { arms, ty, sees } => self.run_cond(arms, ty, sees, frame),
            Operation::Record { value, parts } => self.run_record(value, parts, frame),
            Operation::Text(parts) => self.run_text(parts, frame),
            Operation::Foldl(at) => self.run_fold(at, frame),
            Operation::Kept { value, code } => self.run_kept(value, code, frame),
            operation if operation.makes_list() => self.run_list(code, frame),
            _ => self.run_other(code, frame),
        }
    }

    #[inline(never)]
    fn run_element(&mut self, list: Code, index: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        self.element(list, index, frame)
    }

    #[inline(always)]
    fn element(&mut self, list: Code, index: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        let list = self.operand(list, frame)?.id();
        let index = self.operand(index, frame)?.id();
        known(self.element_of(list, index)?)
    }

    /// An element of a known list.
    #[inline]
    pub(super) fn element_of(&self, list: ValueId, index: ValueId) -> Option<ValueId> {
        // Others are beyond the end of any list.
        let index = index.small_int()?;
        let items = self.keeper.values.list_items(list)?;
        items.get(index as usize).map(|&item| ValueId(item))
    }

    /// The result of an access beyond the end of a list: the expression with its operands substituted.
    pub(super) fn run_missing_element(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        if code.kind() != OPERATION {
            return None;
        }
        let Operation::Element { list, index, ty } = self.codes.operations[code.index()] else {
            return None;
        };
        let list = self.operand(list, frame)?.id();
        let index = self.operand(index, frame)?.id();
        let element = self.binary(BinaryOp::ListElement, list, index, ty, frame.current);
        known(self.noted(element)?)
    }

    #[inline(never)]
    fn run_number_value(
        &mut self,
        op: BinaryOp,
        a: Code,
        b: Code,
        frame: &mut Frame<'_>,
    ) -> Known<KnownValue> {
        let number = self.number(op, a, b, frame)?;
        known(if op.is_comparison() {
            ValueId::bit(number != 0)
        } else {
            self.int(number)
        })
    }

    #[inline(never)]
    fn run_count(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        let number = self.run_int(code, frame)?;
        known(self.int(number))
    }

    #[inline(never)]
    fn run_if(&mut self, a: Code, (b, c): (Code, Code), frame: &mut Frame<'_>) -> Known<KnownValue> {
        let chosen = if self.holds(a, frame)? { b } else { c };
        self.operand(chosen, frame)
    }

    #[inline(never)]
    fn run_equal(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        known(ValueId::bit(self.holds(code, frame)?))
    }

    /// Whether values of less common kinds are equal.
    #[inline(never)]
    fn compare_equal(&self, a: ValueId, b: ValueId) -> Known<bool> {
        Some(self.compare(a, b)?.0.is_eq())
    }

    /// Whether a condition holds.
    #[inline(always)]
    pub(super) fn holds(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<bool> {
        if code.kind() == OPERATION {
            match self.codes.operations[code.index()] {
                Operation::Equal { a, b, is_equal } => {
                    let a = self.operand(a, frame)?.id();
                    let b = self.operand(b, frame)?.id();
                    let equals = match a.equals(b) {
                        Some(equals) => equals,
                        None => self.compare_equal(a, b)?,
                    };
                    return Some(equals == is_equal);
                }
                Operation::All(parts) => return self.run_conditions(parts, false, frame),
                Operation::IsA { check, value } => return self.run_is_a(check, value, frame),
                _ => {}
            }
        }
        Some(self.run_int(code, frame)? != 0)
    }

    /// Whether all conditions hold, or any.
    #[inline(never)]
    fn run_conditions(&mut self, parts: Parts, is_any: bool, frame: &mut Frame<'_>) -> Known<bool> {
        let mut any = false;
        for i in 0..parts.count {
            let holds = self.holds(self.codes.part(parts, i), frame)?;
            if !holds && !is_any {
                return Some(false);
            }
            any |= holds;
        }
        Some(any)
    }

    /// A part whose result may be memoized.
    #[inline(never)]
    fn run_kept(&mut self, value: ValueId, code: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        if let Some(result) = self.memo.get(value) {
            return closed(result);
        }
        let result = self.operand(code, frame)?.id();
        self.memo.put(value, result);
        known(result)
    }

    /// A field of a value.
    #[inline(never)]
    fn run_field(
        &mut self,
        record: Code,
        name: Symbol,
        ty: TypeId,
        frame: &mut Frame<'_>,
    ) -> Known<KnownValue> {
        let record = self.operand(record, frame)?.id();
        if let Some(def) = record.def()
            && Some(def) != frame.current
        {
            let value = self.record(def).value_of(name)?;
            if !value.is_unresolved() {
                return known(value);
            }
        }
        let value = self.field(record, name, ty, frame.current);
        closed(self.noted(value)?)
    }

    /// `!isa<check>(value)`
    #[inline(never)]
    fn run_is_a(&mut self, check: TypeId, value: Code, frame: &mut Frame<'_>) -> Known<bool> {
        let value = self.operand(value, frame)?.id();
        let result = closed(self.is_a_value(check, value))?.id();
        Some(self.known_int(result)? != 0)
    }

    /// Operations that are rare, or take long.
    #[inline(never)]
    fn run_other(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        match self.codes.operations[code.index()] {
            Operation::Bit { value, bit } => {
                let value = self.operand(value, frame)?.id();
                closed(self.get_bit(value, bit))
            }
            Operation::Unary {
                op,
                may_be_final,
                a,
                ty,
            } => {
                let a = self.operand(a, frame)?.id();
                let is_final = frame.is_final && may_be_final;
                let result = self.unary(op, a, ty, frame.current, is_final);
                closed(self.noted(result)?)
            }
            Operation::FinalCast { a, ty } if frame.is_final => {
                let result = self.unary(UnaryOp::Cast, a, ty, frame.current, true);
                closed(self.noted(result)?)
            }
            Operation::Binary { op, a, b, ty } => {
                let a = self.operand(a, frame)?.id();
                let b = self.operand(b, frame)?.id();
                let result = self.binary(op, a, b, ty, frame.current);
                closed(self.noted(result)?)
            }
            Operation::Ternary { op, parts, ty } => {
                let a = self.operand(self.codes.part(parts, 0), frame)?.id();
                let b = self.operand(self.codes.part(parts, 1), frame)?.id();
                let c = self.operand(self.codes.part(parts, 2), frame)?.id();
                let result = self.ternary(op, a, b, c, ty, frame.current);
                closed(self.noted(result)?)
            }
            Operation::NamedArgument { name, value } => {
                let value = self.operand(value, frame)?.id();
                known(self.value(Node::NamedArgument { name, value }))
            }
            Operation::Dag { value, parts } => {
                let Node::Dag { name, names, .. } = self.node(value) else {
                    return None;
                };
                let start = self.stack.len();
                for i in 1..parts.count {
                    let arg = self.operand(self.codes.part(parts, i), frame)?.id();
                    self.stack.push(arg.0);
                }
                let operator = self.operand(self.codes.part(parts, 0), frame)?.id();
                let args = self.pop_slice(start);
                known(self.value(Node::Dag {
                    operator,
                    name,
                    args,
                    names,
                }))
            }
            _ => None,
        }
    }

    #[inline(never)]
    fn look_up(&mut self, slot: usize, frame: &mut Frame<'_>) -> Known<KnownValue> {
        match &mut frame.values {
            Values::Resolver(resolver, names) => {
                let name = self.codes.names[*names + slot];
                // The variable of a loop has a value.
                if name == NO_NAME {
                    return None;
                }
                let value = resolver.lookup(self, name);
                let value = closed(self.noted(value)??)?;
                frame.slots[slot] = value.id();
                Some(value)
            }
            &mut Values::Class(program, record) => self.compute_slot(program, record, slot, frame),
        }
    }

    /// Looks up the value of a variable.
    #[inline(never)]
    pub(super) fn peek_variable(&mut self, slot: usize, frame: &mut Frame<'_>) -> Known<()> {
        match &frame.values {
            Values::Resolver(resolver, names) => {
                let name = self.codes.names[*names + slot];
                frame.slots[slot] = resolver.peek(self, name)?;
            }
            Values::Class(..) => {
                self.look_up(slot, frame)?;
            }
        }
        Some(())
    }

    /// The number of an operand.
    #[inline(always)]
    fn int_operand(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<i64> {
        match code.kind() {
            OPERATION => self.run_int(code, frame),
            _ => {
                let value = self.operand(code, frame)?.id();
                self.known_int(value)
            }
        }
    }

    /// The operand that an `!if` selects, or the operand itself.
    #[inline(always)]
    pub(super) fn chosen(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<Code> {
        if code.kind() == OPERATION
            && let Operation::If { a, b, c } = self.codes.operations[code.index()]
        {
            return Some(if self.holds(a, frame)? { b } else { c });
        }
        Some(code)
    }

    /// The integer that an operand evaluates or converts to. Intermediate numbers are not interned.
    pub(super) fn run_int(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<i64> {
        if code.kind() != OPERATION {
            let value = self.operand(code, frame)?.id();
            return self.known_int(value);
        }
        match self.codes.operations[code.index()] {
            Operation::Number { op, a, b } => self.number(op, a, b, frame),
            Operation::If { a, b, c } => {
                let chosen = if self.holds(a, frame)? { b } else { c };
                self.run_int(chosen, frame)
            }
            Operation::IsA { check, value } => Some(i64::from(self.run_is_a(check, value, frame)?)),
            Operation::All(parts) => Some(i64::from(self.run_conditions(parts, false, frame)?)),
            Operation::Any(parts) => Some(i64::from(self.run_conditions(parts, true, frame)?)),
            Operation::Equal { .. } => Some(i64::from(self.holds(code, frame)?)),
            Operation::Field { record, name, ty } => {
                let value = self.run_field(record, name, ty, frame)?.id();
                self.known_int(value)
            }
            Operation::Element { list, index, .. } => {
                let value = self.element(list, index, frame)?.id();
                self.known_int(value)
            }
            Operation::Not(a) => Some(i64::from(!self.holds(a, frame)?)),
            Operation::Size { list, is_empty } => {
                let size = self.run_size(list, frame)?;
                Some(if is_empty {
                    i64::from(size == 0)
                } else {
                    size as i64
                })
            }
            _ => {
                let value = self.run(code, frame)?.id();
                self.known_int(value)
            }
        }
    }

    #[inline(always)]
    pub(super) fn known_int(&self, value: ValueId) -> Known<i64> {
        if let Some(int) = value.small_int() {
            return Some(int);
        }
        match value {
            ValueId::FALSE => Some(0),
            ValueId::TRUE => Some(1),
            _ => self.to_int(value),
        }
    }

    /// Compares values of less common kinds.
    #[inline(never)]
    fn order(&self, a: ValueId, b: ValueId) -> Known<Ordering> {
        let (order, is_ordered) = self.compare(a, b)?;
        is_ordered.then_some(order)
    }

    /// The result of an integer operator or a comparison.
    #[inline(always)]
    fn number(&mut self, op: BinaryOp, a: Code, b: Code, frame: &mut Frame<'_>) -> Known<i64> {
        match op {
            BinaryOp::Le | BinaryOp::Lt | BinaryOp::Ge | BinaryOp::Gt => {
                let a = self.operand(a, frame)?.id();
                let b = self.operand(b, frame)?.id();
                let order = match (a.small_int(), b.small_int()) {
                    (Some(a), Some(b)) => a.cmp(&b),
                    _ => self.order(a, b)?,
                };
                Some(i64::from(match op {
                    BinaryOp::Le => order.is_le(),
                    BinaryOp::Lt => order.is_lt(),
                    BinaryOp::Ge => order.is_ge(),
                    _ => order.is_gt(),
                }))
            }
            _ => {
                let first = self.int_operand(a, frame)?;
                // An operand that decides the result is the result; the other one is not evaluated.
                match op {
                    BinaryOp::And if first == 0 => return Some(0),
                    BinaryOp::Or if first == -1 => return Some(-1),
                    _ => {}
                }
                let second = self.int_operand(b, frame)?;
                arithmetic(op, first, second).ok()
            }
        }
    }

    #[inline(never)]
    fn run_cond(&mut self, arms: Parts, ty: TypeId, sees: Sees, frame: &mut Frame<'_>) -> Known<KnownValue> {
        let all = match sees {
            Sees::AsAsked => frame.sees_all,
            Sees::All => true,
            Sees::Used => false,
        };
        let mut chosen = None;
        for i in (0..arms.count).step_by(2) {
            let is_first = self.holds(self.codes.part(arms, i), frame)? && chosen.is_none();
            // Each value after its condition.
            if is_first || all {
                let value = self.operand(self.codes.part(arms, i + 1), frame)?.id();
                if is_first {
                    chosen = Some(value);
                }
            }
            if chosen.is_some() && !all {
                break;
            }
        }
        let value = chosen?;
        closed(self.convert(value, ty)?)
    }

    /// `Class<args>`: the record.
    #[inline(never)]
    fn run_record(&mut self, value: ValueId, parts: Parts, frame: &mut Frame<'_>) -> Known<KnownValue> {
        let class = RecordId(self.codes.part(parts, 0).0);
        let arguments = Parts {
            start: parts.start + 1,
            count: parts.count - 1,
        };
        let start = self.stack.len();
        self.push_operands(arguments, frame)?;
        let args = self.pop_slice(start);
        self.find_record(value, class, args)
    }

    /// The record of `class` with these arguments. `value` is what it was written as.
    #[inline(never)]
    fn find_record(&mut self, value: ValueId, class: RecordId, args: SliceId) -> Known<KnownValue> {
        let new = self.value(Node::AnonymousRecord { class, args });
        let Anonymous {
            record,
            place: known_place,
        } = self.anonymous.get(new);
        if let Some(record) = record {
            return known(self.value(Node::Def(record)));
        }
        let place = known_place.or_else(|| self.anonymous.get(value).place);
        let record = self.make_instance(new, (class, args), place);
        closed(self.noted(record)?)
    }
}
