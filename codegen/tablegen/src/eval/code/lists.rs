//! Lists and loops over them. Items are collected on a stack.

use super::super::Evaluator;
use super::{Code, Frame, Known, KnownValue, Loop, OPERATION, Operation, Parts, known};
use crate::types::TypeId;
use crate::value::{Node, SliceId, ValueId};

impl Evaluator {
    /// Pops the items from `start` on as a sequence.
    pub(super) fn pop_slice(&mut self, start: usize) -> SliceId {
        let slice = self.keeper.values.intern_slice(&self.stack[start..]);
        self.stack.truncate(start);
        slice
    }

    /// The operation of an operand; any for one that is a value.
    #[inline]
    fn operation(&self, code: Code) -> Operation {
        match code.kind() {
            OPERATION => self.codes.operations[code.index()],
            _ => Operation::Stop,
        }
    }

    #[inline(never)]
    pub(super) fn run_list(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<KnownValue> {
        let start = self.stack.len();
        let element = self.run_items(code, frame)?;
        let items = self.pop_slice(start);
        known(self.value(Node::List { element, items }))
    }

    /// The length of a list, of a dag's arguments, or of a text.
    pub(super) fn run_size(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<usize> {
        match self.operation(code) {
            operation if operation.makes_list() => {
                let start = self.stack.len();
                self.run_items(code, frame)?;
                let size = self.stack.len() - start;
                self.stack.truncate(start);
                Some(size)
            }
            _ => {
                let value = self.operand(code, frame)?.id();
                match self.node(value) {
                    Node::List { items, .. } | Node::Dag { args: items, .. } => {
                        Some(self.keeper.values.slice(items).len())
                    }
                    Node::Str(text) | Node::Code(text) => Some(self.str(text).len()),
                    _ => None,
                }
            }
        }
    }

    /// Pushes the items of a list; returns their type.
    pub(super) fn run_items(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<TypeId> {
        match self.operation(code) {
            Operation::List { element, items } => self.push_items(element, items, frame),
            Operation::Concat { a, b } => self.push_concat(a, b, frame),
            Operation::ForEach(at) => self.run_loop(at, false, frame),
            Operation::Filter(at) => self.run_loop(at, true, frame),
            Operation::If { a, b, c } => self.push_chosen(a, (b, c), frame),
            Operation::Range { first, end, step } => self.push_range(first, end, step, frame),
            Operation::Flatten(lists) => self.push_flattened(lists, frame),
            _ => self.push_list(code, frame),
        }
    }

    #[inline(never)]
    fn push_list(&mut self, code: Code, frame: &mut Frame<'_>) -> Known<TypeId> {
        let list = self.operand(code, frame)?.id();
        let (element, items) = self.keeper.values.list(list)?;
        self.stack.extend_from_slice(items);
        Some(element)
    }

    #[inline(never)]
    fn push_items(&mut self, element: TypeId, items: Parts, frame: &mut Frame<'_>) -> Known<TypeId> {
        for i in 0..items.count {
            let item = self.operand(self.codes.part(items, i), frame)?.id();
            self.stack.push(item.0);
        }
        Some(element)
    }

    #[inline(never)]
    fn push_concat(&mut self, a: Code, b: Code, frame: &mut Frame<'_>) -> Known<TypeId> {
        let start = self.stack.len();
        let element = self.run_items(a, frame)?;
        self.run_items(b, frame)?;
        let counted = self.check_length((self.stack.len() - start) as u64);
        self.noted(counted)?;
        Some(element)
    }

    #[inline(never)]
    fn push_chosen(&mut self, a: Code, (b, c): (Code, Code), frame: &mut Frame<'_>) -> Known<TypeId> {
        let chosen = if self.holds(a, frame)? { b } else { c };
        self.run_items(chosen, frame)
    }

    #[inline(never)]
    fn push_range(&mut self, first: Code, end: Code, step: Code, frame: &mut Frame<'_>) -> Known<TypeId> {
        let first = self.run_int(first, frame)?;
        let end = self.run_int(end, frame)?;
        let step = self.run_int(step, frame)?;
        // Others are rare.
        if step != 1 {
            return None;
        }
        let counted = self.check_length(end.saturating_sub(first).max(0) as u64);
        self.noted(counted)?;
        for int in first..end {
            let int = self.int(int);
            self.stack.push(int.0);
        }
        Some(TypeId::INT)
    }

    #[inline(never)]
    fn push_flattened(&mut self, lists: Code, frame: &mut Frame<'_>) -> Known<TypeId> {
        let start = self.stack.len();
        let element = self.run_items(lists, frame)?;
        let end = self.stack.len();
        for i in start..end {
            let (_, items) = self.keeper.values.list(ValueId(self.stack[i]))?;
            self.stack.extend_from_slice(items);
        }
        self.stack.drain(start..end);
        let counted = self.check_length((self.stack.len() - start) as u64);
        self.noted(counted)?;
        self.element_type(element)
    }

    /// Pushes the items that a loop iterates over, and checks that its inputs are known.
    #[inline]
    fn start_loop(&mut self, at: u32, frame: &mut Frame<'_>) -> Known<Loop> {
        let inner = self.codes.loops[at as usize];
        let start = self.stack.len();
        self.run_items(inner.list, frame)?;
        let rounds = (self.stack.len() - start) as u64;
        let counted = self.step(rounds * (1 + u64::from(inner.steps)));
        self.noted(counted)?;
        self.run_inputs(&inner, frame)?;
        Some(inner)
    }

    /// Makes sure that all variables of a loop's body have values.
    #[inline]
    fn run_inputs(&mut self, inner: &Loop, frame: &mut Frame<'_>) -> Known<()> {
        for i in 0..inner.inputs.count {
            let slot = self.codes.part(inner.inputs, i).index();
            if frame.slots[slot].is_unresolved() {
                self.peek_variable(slot, frame)?;
            }
        }
        Some(())
    }

    /// Pushes the results of a `!foreach` or `!filter`.
    #[inline(never)]
    fn run_loop(&mut self, at: u32, is_filter: bool, frame: &mut Frame<'_>) -> Known<TypeId> {
        let start = self.stack.len();
        let inner = self.start_loop(at, frame)?;
        let end = self.stack.len();
        let slot = inner.slot as usize;
        if !is_filter {
            for i in start..end {
                frame.slots[slot] = ValueId(self.stack[i]);
                let body = self.chosen(inner.body, frame)?;
                self.stack[i] = self.operand(body, frame)?.id().0;
            }
            return Some(inner.element);
        }
        let mut kept = start;
        for i in start..end {
            let item = self.stack[i];
            frame.slots[slot] = ValueId(item);
            if self.holds(inner.body, frame)? {
                self.stack[kept] = item;
                kept += 1;
            }
        }
        self.stack.truncate(kept);
        Some(inner.element)
    }

    #[inline(never)]
    pub(super) fn run_fold(&mut self, at: u32, frame: &mut Frame<'_>) -> Known<KnownValue> {
        let start = self.codes.loops[at as usize].start;
        let mut accumulator = self.operand(start, frame)?;
        let start = self.stack.len();
        let inner = self.start_loop(at, frame)?;
        for i in start..self.stack.len() {
            frame.slots[inner.item_slot as usize] = ValueId(self.stack[i]);
            frame.slots[inner.slot as usize] = accumulator.id();
            let body = self.chosen(inner.body, frame)?;
            accumulator = self.operand(body, frame)?;
        }
        self.stack.truncate(start);
        Some(accumulator)
    }
}
