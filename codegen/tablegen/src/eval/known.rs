//! Evaluation of expressions whose variables all have known values.
//!
//! That is what most expressions are when they are resolved: the arguments of a class, fields of records that are
//! finished, the items of a loop. They are evaluated directly: numbers, lists and texts in between are not interned, and
//! loops need no expression for what the surroundings leave of their bodies. In what order variables are looked up and
//! records are made is that of [`super::resolve`]. Where something turns out not to be known, or to be an error, the
//! evaluation stops and the expression is resolved instead; what was made until then would have been made all the same.

use super::fold_binary::arithmetic;
use super::resolve::MAX_RESOLVE_DEPTH;
use super::{Eval, Evaluator, Fail, Resolver};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::types::TypeId;
use crate::value::{
    ANONYMOUS_NAME_BIT, BinaryOp, LOOKUP_BIT, NEEDED_BIT, Node, SliceId, TernaryOp, UnaryOp, VARIABLE_BITS,
    ValueId,
};

/// Most nodes of an expression as a tree: what it holds several times is evaluated as often.
const MAX_SIZE: u32 = 1 << 12;
/// Smaller expressions are resolved as fast.
const MIN_SIZE: u32 = 16;
/// Deepest nesting of an expression.
const MAX_DEPTH: u16 = 256;
/// Smaller parts are evaluated as fast as their results are looked up.
const MIN_KEPT: u32 = 4;

/// Why there is no value.
pub(super) enum Stop {
    /// Something is not known, or wrong: resolving tells.
    Open,
    /// An error was reported.
    Fail,
}

impl From<Fail> for Stop {
    fn from(_: Fail) -> Stop {
        Stop::Fail
    }
}

/// What an evaluation gives.
pub(super) type Known<T> = Result<T, Stop>;

/// Where variables have their values, and what is asked of the evaluation.
pub(super) struct Surroundings<'r> {
    pub(super) resolver: &'r mut dyn Resolver,
    /// The variables of the loops that are open, innermost last.
    pub(super) bound: Vec<(Symbol, ValueId)>,
    pub(super) current: Option<RecordId>,
    /// As [`Resolver::is_final`] and [`Resolver::sees_all`].
    pub(super) is_final: bool,
    pub(super) sees_all: bool,
    /// Neither in the body of a loop nor in arguments.
    pub(super) is_plain: bool,
}

impl Surroundings<'_> {
    /// The value of a loop's variable.
    #[inline]
    pub(super) fn bound(&self, name: Symbol) -> Option<ValueId> {
        let known = self.bound.iter().rev().find(|known| known.0 == name);
        known.map(|&(_, value)| value)
    }

    pub(super) fn flags(&self) -> (bool, bool, bool) {
        (self.is_final, self.sees_all, self.is_plain)
    }

    pub(super) fn set_flags(&mut self, (is_final, sees_all, is_plain): (bool, bool, bool)) {
        (self.is_final, self.sees_all, self.is_plain) = (is_final, sees_all, is_plain);
    }
}

/// Stops at operands that were known before, so that the operator did not have a value then: resolving leaves it.
#[inline]
pub(super) fn open(operands: &[ValueId]) -> Known<()> {
    match operands.iter().any(|operand| operand.is_unresolved()) {
        true => Ok(()),
        false => Err(Stop::Open),
    }
}

/// Whether [`Evaluator::known_number`] evaluates it.
fn gives_number(op: BinaryOp) -> bool {
    op.is_arithmetic() || op.is_comparison()
}

/// Stops at a value that is not known.
#[inline]
pub(super) fn closed(value: ValueId) -> Known<ValueId> {
    if value.is_unresolved() {
        Err(Stop::Open)
    } else {
        Ok(value)
    }
}

impl Evaluator {
    /// The value of an expression whose variables are all known; `None` if it must be resolved. `variables` are those
    /// that the resolver knows.
    #[inline]
    pub(super) fn evaluate<R: Resolver + ?Sized>(
        &mut self,
        value: ValueId,
        variables: u64,
        resolver: &mut R,
    ) -> Eval<Option<ValueId>> {
        let own = self.keeper.values.variables(value);
        if own & (LOOKUP_BIT | ANONYMOUS_NAME_BIT) != 0
            || own & VARIABLE_BITS & !variables != 0
            || self.keeper.values.written_size(value) < MIN_SIZE
        {
            return Ok(None);
        }
        self.evaluate_in(value, resolver.as_dyn())
    }

    fn evaluate_in(&mut self, value: ValueId, resolver: &mut dyn Resolver) -> Eval<Option<ValueId>> {
        let size = self.keeper.values.written_size(value);
        let depth = self.keeper.values.depth(value);
        if size > MAX_SIZE || depth > MAX_DEPTH || self.depth + usize::from(depth) > MAX_RESOLVE_DEPTH {
            return Ok(None);
        }
        self.step(1 + u64::from(size / 16))?;
        self.depth += usize::from(depth);
        let start = self.stack.len();
        let (current, is_final, sees_all) = (resolver.current(), resolver.is_final(), resolver.sees_all());
        let mut around = Surroundings {
            resolver,
            bound: Vec::new(),
            current,
            is_final,
            sees_all,
            is_plain: true,
        };
        let result = self.known(value, &mut around);
        self.stack.truncate(start);
        self.depth -= usize::from(depth);
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Stop::Open) => Ok(None),
            Err(Stop::Fail) => Err(Fail),
        }
    }

    /// The value of a part of the expression.
    #[inline]
    pub(super) fn known(&mut self, value: ValueId, around: &mut Surroundings<'_>) -> Known<ValueId> {
        if !value.is_unresolved() {
            return Ok(value);
        }
        match self.keeper.values.slot(value).node {
            Node::Var { name, .. } => self.known_variable(name, around),
            _ => self.known_part(value, around),
        }
    }

    fn known_part(&mut self, value: ValueId, around: &mut Surroundings<'_>) -> Known<ValueId> {
        // What loops bind, and what arguments ask for, is not in the table of results.
        if !around.is_plain || self.keeper.values.written_size(value) < MIN_KEPT {
            return self.known_operator(value, around);
        }
        if let Some(result) = self.memo.get(value) {
            return closed(result);
        }
        let result = self.known_operator(value, around)?;
        self.memo.put(value, result);
        Ok(result)
    }

    fn known_operator(&mut self, value: ValueId, around: &mut Surroundings<'_>) -> Known<ValueId> {
        match self.keeper.values.slot(value).node {
            Node::Var { name, .. } => self.known_variable(name, around),
            Node::Field { record, name, ty } => {
                open(&[record])?;
                let record = self.known(record, around)?;
                if let Node::Def(def) = self.node(record)
                    && Some(def) != around.current
                    && let Some(value) = self.record(def).value_of(name)
                    && !value.is_unresolved()
                {
                    return Ok(value);
                }
                closed(self.field(record, name, ty, around.current)?)
            }
            Node::Binary { op, a, b, ty } => {
                open(&[a, b])?;
                self.known_binary(value, (op, a, b), ty, around)
            }
            Node::Unary { op, a, ty } => self.known_unary(value, (op, a), ty, around),
            Node::Ternary {
                op: TernaryOp::If,
                a,
                b,
                c,
                ..
            } => {
                let branch = self.known_branch((a, b, c), around)?;
                self.known(branch, around)
            }
            Node::Ternary { .. } => self.known_ternary(value, around),
            Node::Cond { arms, ty } => self.known_cond(arms, ty, around),
            Node::AnonymousRecord { class, args } => self.known_record(value, class, args, around),
            Node::List { .. } => self.known_list(value, around),
            Node::Dag { .. } => self.known_dag(value, around),
            Node::Foldl { parts, .. } => self.known_foldl(parts, around),
            Node::IsA { check, value } => {
                open(&[value])?;
                let value = self.known(value, around)?;
                closed(self.is_a_value(check, value))
            }
            Node::VarBit { value, bit } => {
                open(&[value])?;
                let value = self.known(value, around)?;
                closed(self.get_bit(value, bit))
            }
            _ => Err(Stop::Open),
        }
    }

    #[inline(never)]
    fn known_ternary(&mut self, value: ValueId, around: &mut Surroundings<'_>) -> Known<ValueId> {
        let Node::Ternary { op, a, b, c, ty } = self.node(value) else {
            return Err(Stop::Open);
        };
        if matches!(op, TernaryOp::ForEach | TernaryOp::Filter | TernaryOp::Range) {
            return self.known_list(value, around);
        }
        open(&[a, b, c])?;
        let a = self.known(a, around)?;
        let b = self.known(b, around)?;
        let c = self.known(c, around)?;
        closed(self.ternary(op, a, b, c, ty, around.current)?)
    }

    #[inline(never)]
    fn known_dag(&mut self, value: ValueId, around: &mut Surroundings<'_>) -> Known<ValueId> {
        let Node::Dag {
            operator,
            name,
            args,
            names,
        } = self.node(value)
        else {
            return Err(Stop::Open);
        };
        let start = self.stack.len();
        self.push_each(args, around)?;
        let operator = self.known(operator, around)?;
        let args = self.pop_slice(start);
        Ok(self.value(Node::Dag {
            operator,
            name,
            args,
            names,
        }))
    }

    /// The number that a part is or converts to: numbers in between are not interned.
    pub(super) fn known_int(&mut self, value: ValueId, around: &mut Surroundings<'_>) -> Known<i64> {
        let value = match self.keeper.values.slot(value).node {
            Node::Int(int) => return Ok(int),
            Node::Binary { op, a, b, .. } if gives_number(op) => {
                open(&[a, b])?;
                return self.known_number(op, a, b, around);
            }
            Node::Unary { op, a, .. } => match op {
                UnaryOp::Not => {
                    open(&[a])?;
                    return Ok(i64::from(self.known_int(a, around)? == 0));
                }
                UnaryOp::Size | UnaryOp::Empty if self.is_made_list(a) => {
                    let start = self.stack.len();
                    self.push_items(a, around)?;
                    let size = self.stack.len() - start;
                    self.stack.truncate(start);
                    return Ok(match op {
                        UnaryOp::Size => size as i64,
                        _ => i64::from(size == 0),
                    });
                }
                _ => self.known_part(value, around)?,
            },
            _ => self.known(value, around)?,
        };
        self.to_int(value).ok_or(Stop::Open)
    }

    /// The number of an operator that gives one; that of a comparison is a bit.
    fn known_number(
        &mut self,
        op: BinaryOp,
        a: ValueId,
        b: ValueId,
        around: &mut Surroundings<'_>,
    ) -> Known<i64> {
        match op {
            BinaryOp::Eq | BinaryOp::Ne => {
                let a = self.known(a, around)?;
                let b = self.known(b, around)?;
                let is_equal = match (self.node(a), self.node(b)) {
                    (Node::Int(a), Node::Int(b)) => a == b,
                    (Node::Str(a) | Node::Code(a), Node::Str(b) | Node::Code(b)) => a == b,
                    _ => self.compare(a, b).ok_or(Stop::Open)?.0.is_eq(),
                };
                Ok(i64::from(is_equal == (op == BinaryOp::Eq)))
            }
            BinaryOp::Le | BinaryOp::Lt | BinaryOp::Ge | BinaryOp::Gt => {
                let a = self.known(a, around)?;
                let b = self.known(b, around)?;
                let (order, true) = self.compare(a, b).ok_or(Stop::Open)? else {
                    return Err(Stop::Open);
                };
                Ok(i64::from(match op {
                    BinaryOp::Le => order.is_le(),
                    BinaryOp::Lt => order.is_lt(),
                    BinaryOp::Ge => order.is_ge(),
                    _ => order.is_gt(),
                }))
            }
            _ => {
                let first = self.known_int(a, around)?;
                // What decides alone is the result: the other operand is not looked at.
                match op {
                    BinaryOp::And if first == 0 => return Ok(0),
                    BinaryOp::Or if first == -1 => return Ok(-1),
                    _ => {}
                }
                let second = self.known_int(b, around)?;
                arithmetic(op, first, second).map_err(|_| Stop::Open)
            }
        }
    }

    #[inline]
    fn known_variable(&mut self, name: Symbol, around: &mut Surroundings<'_>) -> Known<ValueId> {
        if let Some(value) = around.bound(name) {
            return Ok(value);
        }
        closed(around.resolver.lookup(self, name)?.ok_or(Stop::Open)?)
    }

    /// The branch of an `!if` that is taken.
    pub(super) fn known_branch(
        &mut self,
        (a, b, c): (ValueId, ValueId, ValueId),
        around: &mut Surroundings<'_>,
    ) -> Known<ValueId> {
        open(&[a])?;
        Ok(if self.known_int(a, around)? != 0 { b } else { c })
    }

    #[inline(never)]
    fn known_unary(
        &mut self,
        value: ValueId,
        (op, a): (UnaryOp, ValueId),
        ty: TypeId,
        around: &mut Surroundings<'_>,
    ) -> Known<ValueId> {
        // The last resolution looks records up again.
        if !(around.is_final && op == UnaryOp::Cast) {
            open(&[a])?;
        }
        match op {
            UnaryOp::Not | UnaryOp::Size | UnaryOp::Empty if op == UnaryOp::Not || self.is_made_list(a) => {
                let int = self.known_int(value, around)?;
                Ok(self.int(int))
            }
            UnaryOp::ListFlatten => self.known_list(value, around),
            _ => {
                let a = self.known(a, around)?;
                closed(self.unary(op, a, ty, around.current, around.is_final)?)
            }
        }
    }

    #[inline(never)]
    fn known_binary(
        &mut self,
        value: ValueId,
        (op, a, b): (BinaryOp, ValueId, ValueId),
        ty: TypeId,
        around: &mut Surroundings<'_>,
    ) -> Known<ValueId> {
        match op {
            BinaryOp::StrConcat => {
                let (start, mut is_code) = (self.text.len(), false);
                let result = self.known_text(value, around, &mut is_code);
                let length = self.text.len() - start;
                let symbol = result.map(|()| self.keeper.strings.intern(&self.text[start..]));
                self.text.truncate(start);
                let symbol = symbol?;
                self.step(length as u64 / 16)?;
                Ok(self.value(match is_code {
                    true => Node::Code(symbol),
                    false => Node::Str(symbol),
                }))
            }
            BinaryOp::ListConcat | BinaryOp::Range => self.known_list(value, around),
            _ if gives_number(op) => {
                let number = self.known_number(op, a, b, around)?;
                Ok(match op {
                    BinaryOp::Eq
                    | BinaryOp::Ne
                    | BinaryOp::Le
                    | BinaryOp::Lt
                    | BinaryOp::Ge
                    | BinaryOp::Gt => ValueId::bit(number != 0),
                    _ => self.int(number),
                })
            }
            _ => {
                let a = self.known(a, around)?;
                let b = self.known(b, around)?;
                closed(self.binary(op, a, b, ty, around.current)?)
            }
        }
    }

    /// Appends to [`Evaluator::text`] that of a value that is, or is pasted from, strings.
    fn known_text(&mut self, value: ValueId, around: &mut Surroundings<'_>, is_code: &mut bool) -> Known<()> {
        if let Node::Binary {
            op: BinaryOp::StrConcat,
            a,
            b,
            ..
        } = self.node(value)
        {
            self.known_text(a, around, is_code)?;
            return self.known_text(b, around, is_code);
        }
        let value = self.known(value, around)?;
        match self.node(value) {
            Node::Str(part) => self.text.push_str(self.keeper.strings.get(part)),
            Node::Code(part) => {
                self.text.push_str(self.keeper.strings.get(part));
                *is_code = true;
            }
            _ => return Err(Stop::Open),
        }
        Ok(())
    }

    #[inline(never)]
    fn known_cond(&mut self, arms: SliceId, ty: TypeId, around: &mut Surroundings<'_>) -> Known<ValueId> {
        let values = &self.keeper.values;
        let items = values.slice(arms);
        let matters = |item: &u32| values.variables(ValueId(*item)) & NEEDED_BIT != 0;
        let (count, all) = (items.len() / 2, around.sees_all || items.iter().any(matters));
        let arm = |eval: &Evaluator, at: usize| ValueId(eval.keeper.values.slice(arms)[at]);
        let mut chosen = None;
        for i in 0..count {
            if self.known_int(arm(self, 2 * i), around)? != 0 {
                chosen = chosen.or(Some(i));
                if !all {
                    break;
                }
            }
        }
        let chosen = chosen.ok_or(Stop::Open)?;
        let value = if all {
            let start = self.stack.len();
            for i in 0..count {
                let value = self.known(arm(self, 2 * i + 1), around)?;
                self.stack.push(value.0);
            }
            let value = ValueId(self.stack[start + chosen]);
            self.stack.truncate(start);
            value
        } else {
            self.known(arm(self, 2 * chosen + 1), around)?
        };
        closed(self.convert(value, ty).ok_or(Stop::Open)?)
    }

    /// `Class<args>`: the record.
    #[inline(never)]
    fn known_record(
        &mut self,
        value: ValueId,
        class: RecordId,
        args: SliceId,
        around: &mut Surroundings<'_>,
    ) -> Known<ValueId> {
        let flags = around.flags();
        around.set_flags((false, true, false));
        let (start, count) = (self.stack.len(), self.keeper.values.slice(args).len());
        for i in 0..count {
            let arg = ValueId(self.keeper.values.slice(args)[i]);
            let new = match self.node(arg) {
                Node::NamedArgument { name, value } => {
                    let value = self.known(value, around)?;
                    self.value(Node::NamedArgument { name, value })
                }
                _ => self.known(arg, around)?,
            };
            self.stack.push(new.0);
        }
        around.set_flags(flags);
        let new_args = self.pop_slice(start);
        if new_args == args {
            return Err(Stop::Open);
        }
        let new = self.value(Node::AnonymousRecord {
            class,
            args: new_args,
        });
        if let Some(record) = self.anonymous.get(new).record {
            return Ok(self.value(Node::Def(record)));
        }
        let place = self.anonymous.get(value).place;
        self.anonymous_record(new, place);
        closed(self.instantiate(new)?)
    }
}
