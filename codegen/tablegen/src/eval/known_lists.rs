//! Lists in expressions whose variables are all known: literals, concatenations, ranges and loops over them. Their items
//! are put together on a stack.

use super::Evaluator;
use super::applied::Key;
use super::known::{Known, Stop, Surroundings, closed, open};
use super::loops::{Bound, Steps};
use crate::intern::Symbol;
use crate::types::TypeId;
use crate::value::{BinaryOp, Node, SliceId, TernaryOp, UnaryOp, ValueId};

/// Bodies of loops up to this size are evaluated as fast as their results are looked up.
const SMALL_BODY: u32 = 3;

impl Evaluator {
    /// Whether the value is a list that is put together, so that it need not be interned to be looked at.
    pub(super) fn is_made_list(&self, value: ValueId) -> bool {
        matches!(
            self.node(value),
            Node::Binary {
                op: BinaryOp::ListConcat | BinaryOp::Range,
                ..
            } | Node::Ternary {
                op: TernaryOp::ForEach | TernaryOp::Filter | TernaryOp::Range,
                ..
            }
        )
    }

    #[inline(never)]
    pub(super) fn known_list(&mut self, value: ValueId, around: &mut Surroundings<'_>) -> Known<ValueId> {
        let start = self.stack.len();
        let element = self.push_items(value, around)?;
        let items = self.pop_slice(start);
        Ok(self.value(Node::List { element, items }))
    }

    /// Takes what is on the stack from `start` on as a sequence.
    pub(super) fn pop_slice(&mut self, start: usize) -> SliceId {
        let slice = self.keeper.values.intern_slice(&self.stack[start..]);
        self.stack.truncate(start);
        slice
    }

    /// Puts the values of a sequence onto the stack.
    pub(super) fn push_each(&mut self, items: SliceId, around: &mut Surroundings<'_>) -> Known<()> {
        for i in 0..self.keeper.values.slice(items).len() {
            let item = ValueId(self.keeper.values.slice(items)[i]);
            let value = self.known(item, around)?;
            self.stack.push(value.0);
        }
        Ok(())
    }

    /// Puts the items of a list onto the stack; returns their type.
    pub(super) fn push_items(&mut self, value: ValueId, around: &mut Surroundings<'_>) -> Known<TypeId> {
        let start = self.stack.len();
        match self.node(value) {
            Node::List { element, items } if value.is_unresolved() => {
                self.push_each(items, around)?;
                Ok(element)
            }
            Node::Binary {
                op: BinaryOp::ListConcat,
                a,
                b,
                ..
            } => {
                open(&[a, b])?;
                let element = self.push_items(a, around)?;
                self.push_items(b, around)?;
                self.check_length((self.stack.len() - start) as u64)?;
                Ok(element)
            }
            Node::Ternary {
                op: op @ (TernaryOp::ForEach | TernaryOp::Filter),
                a,
                b,
                c,
                ty,
            } => {
                let name = self.as_string(a).ok_or(Stop::Open)?;
                self.push_items(b, around)?;
                self.loop_over(start, op, name, c, around)?;
                Ok(self.element_type(ty).unwrap_or(ty))
            }
            Node::Ternary {
                op: TernaryOp::Range,
                a,
                b,
                c,
                ..
            } => {
                open(&[a, b, c])?;
                let first = self.known_int(a, around)?;
                let end = self.known_int(b, around)?;
                let step = self.known_int(c, around)?;
                // Others are rare.
                if step != 1 {
                    return Err(Stop::Open);
                }
                self.check_length(end.saturating_sub(first).max(0) as u64)?;
                for int in first..end {
                    let int = self.int(int);
                    self.stack.push(int.0);
                }
                Ok(TypeId::INT)
            }
            Node::Unary {
                op: UnaryOp::ListFlatten,
                a,
                ..
            } => {
                open(&[a])?;
                let element = self.push_items(a, around)?;
                let inner = self.element_type(element).ok_or(Stop::Open)?;
                let end = self.stack.len();
                for i in start..end {
                    let Node::List { items, .. } = self.node(ValueId(self.stack[i])) else {
                        return Err(Stop::Open);
                    };
                    self.stack.extend_from_slice(self.keeper.values.slice(items));
                }
                self.check_length((self.stack.len() - end) as u64)?;
                self.stack.drain(start..end);
                Ok(inner)
            }
            Node::Ternary {
                op: TernaryOp::If,
                a,
                b,
                c,
                ..
            } => {
                let branch = self.known_branch((a, b, c), around)?;
                self.push_items(branch, around)
            }
            Node::Binary {
                op: BinaryOp::Range,
                a,
                b,
                ty,
            } => {
                open(&[a, b])?;
                let a = self.known(a, around)?;
                let b = self.known(b, around)?;
                let list = self.binary(BinaryOp::Range, a, b, ty, around.current)?;
                self.push_list(list)
            }
            _ => {
                let list = self.known(value, around)?;
                self.push_list(list)
            }
        }
    }

    fn push_list(&mut self, list: ValueId) -> Known<TypeId> {
        let Node::List { element, items } = self.node(list) else {
            return Err(Stop::Open);
        };
        closed(list)?;
        self.stack.extend_from_slice(self.keeper.values.slice(items));
        Ok(element)
    }

    /// How the body of a loop is evaluated: the values of its other variables for the table of results, `None` if there
    /// are no others.
    fn inputs_of_loop(
        &mut self,
        body: ValueId,
        bound: Bound,
        around: &Surroundings<'_>,
    ) -> Known<Option<SliceId>> {
        let peek = |eval: &Evaluator, name| match around.bound(name) {
            Some(value) => Some(value),
            None => around.resolver.peek(eval, name),
        };
        match self.steps_of_loop(body, bound, peek) {
            Steps::Two => Err(Stop::Open),
            Steps::One(inputs) | Steps::OneWithInvariants(inputs) => Ok(Some(inputs.0)),
            Steps::ItemsAlone => Ok(None),
        }
    }

    /// Replaces the items on the stack from `start` on by what a `!foreach` or `!filter` makes of them.
    fn loop_over(
        &mut self,
        start: usize,
        op: TernaryOp,
        variable: Symbol,
        body: ValueId,
        around: &mut Surroundings<'_>,
    ) -> Known<()> {
        let end = self.stack.len();
        self.step((end - start) as u64)?;
        let inputs = self.inputs_of_loop(body, (variable, None), around)?;
        let flags = around.flags();
        around.set_flags((false, around.sees_all && inputs.is_some(), false));
        let size = self.keeper.values.written_size(body);
        let is_small = size <= SMALL_BODY;
        let mut kept = start;
        for i in start..end {
            let item = ValueId(self.stack[i]);
            let key = Key {
                body,
                variable,
                item,
                inputs,
            };
            let known = if is_small { None } else { self.applied.get(key) };
            let result = match known {
                Some(result) => closed(result)?,
                None => {
                    self.step(u64::from(size / 8))?;
                    around.bound.push((variable, item));
                    let result = self.known(body, around);
                    around.bound.pop();
                    let result = result?;
                    if !is_small {
                        self.applied.put(key, result);
                    }
                    result
                }
            };
            if op == TernaryOp::ForEach {
                self.stack[i] = result.0;
                kept += 1;
            } else if self.to_int(result).ok_or(Stop::Open)? != 0 {
                self.stack[kept] = item.0;
                kept += 1;
            }
        }
        around.set_flags(flags);
        self.stack.truncate(kept);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn known_foldl(&mut self, parts: SliceId, around: &mut Surroundings<'_>) -> Known<ValueId> {
        let &[start_value, list, a, b, body] = self.keeper.values.slice(parts) else {
            return Err(Stop::Open);
        };
        let body = ValueId(body);
        let (Some(a), Some(b)) = (self.as_string(ValueId(a)), self.as_string(ValueId(b))) else {
            return Err(Stop::Open);
        };
        let mut accumulator = self.known(ValueId(start_value), around)?;
        let start = self.stack.len();
        self.push_items(ValueId(list), around)?;
        let end = self.stack.len();
        let size = self.keeper.values.written_size(body);
        self.step((end - start) as u64 * (1 + u64::from(size / 8)))?;
        let inputs = self.inputs_of_loop(body, (a, Some(b)), around)?;
        let flags = around.flags();
        around.set_flags((false, around.sees_all && inputs.is_some(), false));
        for i in start..end {
            let item = ValueId(self.stack[i]);
            around.bound.extend([(b, item), (a, accumulator)]);
            let result = self.known(body, around);
            around.bound.truncate(around.bound.len() - 2);
            accumulator = result?;
        }
        around.set_flags(flags);
        self.stack.truncate(start);
        Ok(accumulator)
    }
}
