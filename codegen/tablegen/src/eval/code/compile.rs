//! Compiling expressions to code.

use super::super::Evaluator;
use super::{
    CONSTANT, Code, KEPT, KEPT_TEXT, KIND_SHIFT, Loop, MAX_SLOTS, NO_NAME, OPERATION, Operation, Parts,
    Program, Sees, VARIABLE,
};
use crate::intern::Symbol;
use crate::types::TypeId;
use crate::value::{BinaryOp, NEEDED_BIT, Node, SliceId, TernaryOp, UnaryOp, ValueId, variable_bit};
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// The state of a compilation.
pub(super) struct Translation {
    /// The names of slots.
    pub(super) names: SmallVec<[Symbol; 8]>,
    /// The variables of enclosing loops with their slots, innermost last.
    bound: SmallVec<[(Symbol, u32); 8]>,
    place: Place,
}

/// The context of a part of the expression.
#[derive(Clone, Copy)]
struct Place {
    sees: Sees,
    /// Neither in the body of a loop nor in arguments, where no resolution is the final one.
    is_plain: bool,
}

impl Translation {
    pub(super) fn new() -> Translation {
        Translation {
            names: SmallVec::new(),
            bound: SmallVec::new(),
            place: Place {
                sees: Sees::AsAsked,
                is_plain: true,
            },
        }
    }
}

impl Translation {
    /// The variables from outside.
    pub(super) fn variables(&self) -> impl Iterator<Item = Symbol> {
        self.names.iter().copied().filter(|&name| name != NO_NAME)
    }

    /// Adds a slot for a variable that a loop binds.
    fn bind(&mut self, name: Symbol) -> u32 {
        self.names.push(NO_NAME);
        let slot = (self.names.len() - 1) as u32;
        self.bound.push((name, slot));
        slot
    }
}

/// Whether the operator is compiled to [`Operation::Number`].
fn gives_number(op: BinaryOp) -> bool {
    op.is_arithmetic() || op.is_comparison()
}

impl Evaluator {
    /// Compiles an expression; `None` if it has parts that must be resolved.
    pub(super) fn translate(&mut self, value: ValueId) -> Option<Program> {
        let mut translation = Translation::new();
        let root = self.translate_node(value, &mut translation);
        let is_stop =
            root.kind() != OPERATION || matches!(self.codes.operations[root.index()], Operation::Stop);
        if is_stop || translation.names.len() > MAX_SLOTS {
            return None;
        }
        let names = self.codes.names.len() as u32;
        self.codes.names.extend_from_slice(&translation.names);
        Some(Program {
            root,
            stops: 0,
            names,
            depth: self.keeper.values.depth(value),
            steps: 1 + u64::from(self.keeper.values.written_size(value) / 16),
            variables: translation
                .variables()
                .fold(0, |set, name| set | variable_bit(name)),
        })
    }

    /// Removes the memoization of parts that occur only once. `first` is the first operation of the program.
    pub(super) fn forget_single(&mut self, first: usize) {
        let operations = &mut self.codes.operations[first..];
        let mut counts: FxHashMap<ValueId, u32> = FxHashMap::default();
        for operation in operations.iter() {
            if let Operation::Kept { value, .. } = operation {
                *counts.entry(*value).or_default() += 1;
            }
        }
        for at in 0..operations.len() {
            if let Operation::Kept { value, code } = operations[at]
                && counts[&value] == 1
                && code.kind() == OPERATION
            {
                operations[at] = operations[code.index() - first];
            }
        }
    }

    pub(super) fn emit(&mut self, operation: Operation) -> Code {
        self.codes.operations.push(operation);
        Code::new(OPERATION, (self.codes.operations.len() - 1) as u32)
    }

    pub(super) fn emit_parts(&mut self, parts: &[u32]) -> Parts {
        let start = self.codes.parts.len() as u32;
        self.codes.parts.extend_from_slice(parts);
        Parts {
            start,
            count: parts.len() as u32,
        }
    }

    pub(super) fn translate_part(&mut self, value: ValueId, to: &mut Translation) -> Code {
        let code = self.translate_node(value, to);
        let is_kept = to.place.is_plain
            && value.is_unresolved()
            && self.keeper.values.written_size(value)
                >= match self.node(value) {
                    Node::Var { .. } => u32::MAX,
                    Node::Binary {
                        op: BinaryOp::StrConcat,
                        ..
                    }
                    | Node::Unary {
                        op: UnaryOp::Cast, ..
                    } => KEPT_TEXT,
                    _ => KEPT,
                };
        if is_kept {
            self.emit(Operation::Kept { value, code })
        } else {
            code
        }
    }

    /// Whether an operator returns 0 or 1, so that `!and` and `!or` of it are conditions.
    fn gives_bit(&self, value: ValueId) -> bool {
        match self.node(value) {
            Node::IsA { .. }
            | Node::Unary {
                op: UnaryOp::Not | UnaryOp::Empty,
                ..
            } => true,
            Node::Binary {
                op: BinaryOp::And | BinaryOp::Or,
                a,
                b,
                ..
            } => self.gives_bit(a) && self.gives_bit(b),
            Node::Binary { op, .. } => op.is_comparison(),
            _ => false,
        }
    }

    /// The conditions of an `!and` or `!or`, with nested ones flattened.
    fn translate_conditions(
        &mut self,
        op: BinaryOp,
        value: ValueId,
        to: &mut Translation,
        parts: &mut SmallVec<[u32; 16]>,
    ) {
        match self.node(value) {
            Node::Binary { op: inner, a, b, .. } if inner == op => {
                self.translate_conditions(op, a, to, parts);
                self.translate_conditions(op, b, to, parts);
            }
            _ => parts.push(self.translate_part(value, to).0),
        }
    }

    /// An operator with resolved operands that was not folded: resolving leaves it unchanged.
    fn are_known(operands: &[ValueId]) -> bool {
        !operands.iter().any(|operand| operand.is_unresolved())
    }

    fn translate_node(&mut self, value: ValueId, to: &mut Translation) -> Code {
        if !value.is_unresolved() {
            return match value.0 >> KIND_SHIFT {
                0 => Code::new(CONSTANT, value.0),
                _ => self.emit(Operation::Stop),
            };
        }
        let operation = match self.node(value) {
            Node::Var { name, .. } => return variable(name, to),
            Node::Field { record: part, .. } | Node::VarBit { value: part, .. }
                if Self::are_known(&[part]) =>
            {
                Operation::Stop
            }
            Node::Field { record, name, ty } => {
                let record = self.translate_part(record, to);
                Operation::Field { record, name, ty }
            }
            Node::VarBit { value, bit } => Operation::Bit {
                value: self.translate_part(value, to),
                bit,
            },
            Node::IsA { check, value } => {
                if Self::are_known(&[value]) {
                    Operation::Stop
                } else {
                    Operation::IsA {
                        check,
                        value: self.translate_part(value, to),
                    }
                }
            }
            Node::Unary { op, a, ty } => match op {
                UnaryOp::Cast if Self::are_known(&[a]) => {
                    if to.place.is_plain {
                        Operation::FinalCast { a, ty }
                    } else {
                        Operation::Stop
                    }
                }
                _ if Self::are_known(&[a]) => Operation::Stop,
                UnaryOp::Not => Operation::Not(self.translate_part(a, to)),
                UnaryOp::Size | UnaryOp::Empty => Operation::Size {
                    list: self.translate_part(a, to),
                    is_empty: op == UnaryOp::Empty,
                },
                UnaryOp::ListFlatten => Operation::Flatten(self.translate_part(a, to)),
                _ => Operation::Unary {
                    op,
                    may_be_final: to.place.is_plain,
                    a: self.translate_part(a, to),
                    ty,
                },
            },
            Node::Binary { a, b, .. } if Self::are_known(&[a, b]) => Operation::Stop,
            Node::Binary {
                op: BinaryOp::StrConcat,
                ..
            } => {
                let mut parts: SmallVec<[u32; 16]> = SmallVec::new();
                self.translate_text(value, to, &mut parts);
                Operation::Text(self.emit_parts(&parts))
            }
            Node::Binary {
                op: op @ (BinaryOp::And | BinaryOp::Or),
                ..
            } if self.gives_bit(value) => {
                let mut parts: SmallVec<[u32; 16]> = SmallVec::new();
                self.translate_conditions(op, value, to, &mut parts);
                let parts = self.emit_parts(&parts);
                match op {
                    BinaryOp::And => Operation::All(parts),
                    _ => Operation::Any(parts),
                }
            }
            Node::Binary { op, a, b, ty } => {
                let (a, b) = (self.translate_part(a, to), self.translate_part(b, to));
                match op {
                    BinaryOp::ListConcat => Operation::Concat { a, b },
                    BinaryOp::ListElement => Operation::Element {
                        list: a,
                        index: b,
                        ty,
                    },
                    BinaryOp::Eq | BinaryOp::Ne => Operation::Equal {
                        a,
                        b,
                        is_equal: op == BinaryOp::Eq,
                    },
                    _ if gives_number(op) => Operation::Number { op, a, b },
                    _ => Operation::Binary { op, a, b, ty },
                }
            }
            Node::Ternary {
                op: TernaryOp::If,
                a,
                b,
                c,
                ..
            } => {
                if Self::are_known(&[a]) {
                    Operation::Stop
                } else {
                    Operation::If {
                        a: self.translate_part(a, to),
                        b: self.translate_part(b, to),
                        c: self.translate_part(c, to),
                    }
                }
            }
            Node::Ternary {
                op: op @ (TernaryOp::ForEach | TernaryOp::Filter),
                a,
                b,
                c,
                ty,
            } => {
                let list = self.translate_part(b, to);
                let inner = self.as_string(a).and_then(|name| {
                    let mut inner = self.translate_loop((name, None), list, c, to)?;
                    inner.element = self.element_type(ty).unwrap_or(ty);
                    Some(self.emit_loop(inner))
                });
                match (inner, op) {
                    (None, _) => Operation::Stop,
                    (Some(inner), TernaryOp::ForEach) => Operation::ForEach(inner),
                    (Some(inner), _) => Operation::Filter(inner),
                }
            }
            Node::Ternary { a, b, c, .. } if Self::are_known(&[a, b, c]) => Operation::Stop,
            Node::Ternary { op, a, b, c, ty } => {
                let a = self.translate_part(a, to);
                let b = self.translate_part(b, to);
                let c = self.translate_part(c, to);
                match op {
                    TernaryOp::Range => Operation::Range {
                        first: a,
                        end: b,
                        step: c,
                    },
                    _ => Operation::Ternary {
                        op,
                        parts: self.emit_parts(&[a.0, b.0, c.0]),
                        ty,
                    },
                }
            }
            Node::Cond { arms, ty } => {
                let values = &self.keeper.values;
                let matters = |item: &u32| values.variables(ValueId(*item)) & NEEDED_BIT != 0;
                let sees = if values.slice(arms).iter().any(matters) {
                    Sees::All
                } else {
                    to.place.sees
                };
                let arms = self.translate_items(&[], arms, to);
                Operation::Cond { arms, ty, sees }
            }
            Node::AnonymousRecord { class, args } => {
                let place = std::mem::replace(
                    &mut to.place,
                    Place {
                        sees: Sees::All,
                        is_plain: false,
                    },
                );
                let parts = self.translate_items(&[class.0], args, to);
                to.place = place;
                Operation::Record { value, parts }
            }
            Node::NamedArgument { name, value } => Operation::NamedArgument {
                name,
                value: self.translate_part(value, to),
            },
            Node::List { element, items } => Operation::List {
                element,
                items: self.translate_items(&[], items, to),
            },
            Node::Dag { operator, args, .. } => {
                let operator = self.translate_part(operator, to);
                let parts = self.translate_items(&[operator.0], args, to);
                Operation::Dag { value, parts }
            }
            Node::Foldl { parts, .. } => {
                let parts = self.items(parts);
                self.translate_fold(&parts, to)
                    .map_or(Operation::Stop, Operation::Foldl)
            }
            _ => Operation::Stop,
        };
        self.emit(operation)
    }

    /// Adds numbers, then the operands of items.
    fn translate_items(&mut self, first: &[u32], items: SliceId, to: &mut Translation) -> Parts {
        let mut parts: SmallVec<[u32; 16]> = SmallVec::from_slice(first);
        for item in self.items(items) {
            parts.push(self.translate_part(ValueId(item), to).0);
        }
        self.emit_parts(&parts)
    }

    fn translate_text(&mut self, value: ValueId, to: &mut Translation, parts: &mut SmallVec<[u32; 16]>) {
        if let Node::Binary {
            op: BinaryOp::StrConcat,
            a,
            b,
            ..
        } = self.node(value)
        {
            self.translate_text(a, to, parts);
            return self.translate_text(b, to, parts);
        }
        parts.push(self.translate_part(value, to).0);
    }

    fn translate_fold(&mut self, parts: &[u32], to: &mut Translation) -> Option<u32> {
        let &[start, list, a, b, body] = parts else {
            return None;
        };
        let (a, b) = (self.as_string(ValueId(a))?, self.as_string(ValueId(b))?);
        let start = self.translate_part(ValueId(start), to);
        let list = self.translate_part(ValueId(list), to);
        let mut inner = self.translate_loop((a, Some(b)), list, ValueId(body), to)?;
        inner.start = start;
        Some(self.emit_loop(inner))
    }

    fn emit_loop(&mut self, inner: Loop) -> u32 {
        self.codes.loops.push(inner);
        (self.codes.loops.len() - 1) as u32
    }

    /// The parts of a loop that are common to all kinds.
    fn translate_loop(
        &mut self,
        bound: (Symbol, Option<Symbol>),
        list: Code,
        body: ValueId,
        to: &mut Translation,
    ) -> Option<Loop> {
        let names = if body.is_unresolved() {
            self.inputs_of_body(body, bound)?
        } else {
            SmallVec::new()
        };
        let mut inputs: SmallVec<[u32; 8]> = SmallVec::new();
        for &name in &names {
            inputs.push(variable(name, to).0);
        }
        let place = to.place;
        to.place = Place {
            sees: if names.is_empty() { Sees::Used } else { place.sees },
            is_plain: false,
        };
        let outer = to.bound.len();
        // The accumulator of a fold shadows an item of the same name.
        let item_slot = bound.1.map(|name| to.bind(name));
        let slot = to.bind(bound.0);
        let size = self.keeper.values.written_size(body);
        let code = self.translate_part(body, to);
        to.bound.truncate(outer);
        to.place = place;
        Some(Loop {
            list,
            body: code,
            slot,
            element: TypeId::INT,
            start: list,
            item_slot: item_slot.unwrap_or(slot),
            inputs: self.emit_parts(&inputs),
            steps: size / 8,
        })
    }
}

/// A variable; it gets a slot if no loop binds it.
pub(super) fn variable(name: Symbol, to: &mut Translation) -> Code {
    if let Some(&(_, slot)) = to.bound.iter().rev().find(|bound| bound.0 == name) {
        return Code::new(VARIABLE, slot);
    }
    let known = to.names.iter().position(|&known| known == name);
    let slot = known.unwrap_or_else(|| {
        to.names.push(name);
        to.names.len() - 1
    });
    Code::new(VARIABLE, slot as u32)
}
