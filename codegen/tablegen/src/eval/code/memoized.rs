//! Parts whose results are kept under all that they depend on.
//!
//! What a part sees of its variables is often little: the body of a loop sees a field of one item, not the list that the
//! item is in. Such ways of looking at variables are its leaves. Their values are had without any evaluation, and the
//! result depends on nothing else.

use super::super::Evaluator;
use super::compile::{Translation, variable};
use super::instances::{Key, OPERANDS};
use super::{
    Access, CONSTANT, Code, Frame, KIND_SHIFT, Known, KnownValue, OPERATION, Operation, Parts, VARIABLE, WAY,
    known,
};
use crate::intern::Symbol;
use crate::value::{
    ANONYMOUS_NAME_BIT, BINDING_BIT, BinaryOp, FINAL_BIT, IN_TURN_BIT, LOOKUP_BIT, Node, SliceId, TernaryOp,
    ValueId,
};
use smallvec::SmallVec;

/// How many values of a part are looked at to find its leaves.
const MAX_WALK: usize = 256;
/// Deepest way to a leaf.
const MAX_WAY: u16 = 6;
/// What a part may lose before its results are not kept any more: a result that is found earns as much as several that
/// are not cost.
const CREDIT: u8 = 64;
const EARNED: u8 = 4;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memoized {
    /// Its own operation.
    own: Code,
    code: Code,
    leaves: Parts,
    credit: u8,
}

/// The leaves of a part.
type Leaves = SmallVec<[ValueId; OPERANDS]>;

/// The walk that finds them.
struct Walk {
    leaves: Leaves,
    /// The variables that are bound inside.
    bound: SmallVec<[Symbol; 4]>,
    left: usize,
}

impl Evaluator {
    /// Whether there is a loop or a record in a part.
    pub(super) fn takes_long(&self, value: ValueId) -> bool {
        self.keeper.values.variables(value) & (BINDING_BIT | IN_TURN_BIT) != 0
    }

    /// The code of a part whose results are kept, if it has few leaves; else the same code.
    pub(super) fn translate_memoized(&mut self, value: ValueId, code: Code, to: &mut Translation) -> Code {
        let special = FINAL_BIT | LOOKUP_BIT | ANONYMOUS_NAME_BIT;
        if !value.is_unresolved() || self.keeper.values.variables(value) & special != 0 {
            return code;
        }
        let Some(leaves) = self.leaves_of(value) else {
            return code;
        };
        let leaves: SmallVec<[u32; OPERANDS]> = leaves
            .iter()
            .map(|&leaf| self.translate_leaf(leaf, to).0)
            .collect();
        let leaves = self.emit_parts(&leaves);
        let own = self.emit(Operation::Memoized(self.codes.memoized.len() as u32));
        self.codes.memoized.push(Memoized {
            own,
            code,
            leaves,
            credit: CREDIT,
        });
        own
    }

    fn leaves_of(&self, value: ValueId) -> Option<Leaves> {
        let mut walk = Walk {
            leaves: SmallVec::new(),
            bound: SmallVec::new(),
            left: MAX_WALK,
        };
        self.walk_leaves(value, &mut walk)?;
        let mut leaves = walk.leaves;
        // What is seen by way of a variable that is a leaf itself depends on that.
        let are_whole = leaves
            .iter()
            .filter(|&&leaf| matches!(self.node(leaf), Node::Var { .. }))
            .copied()
            .collect::<Leaves>();
        leaves.retain(|leaf| are_whole.contains(leaf) || !self.is_seen_through(*leaf, &are_whole));
        (leaves.len() <= OPERANDS).then_some(leaves)
    }

    /// Whether all variables of a leaf are among these.
    fn is_seen_through(&self, leaf: ValueId, variables: &[ValueId]) -> bool {
        match self.node(leaf) {
            Node::Var { .. } => variables.contains(&leaf),
            Node::Field { record, .. } => self.is_seen_through(record, variables),
            Node::Binary { a, b, .. } => {
                self.is_seen_through(a, variables) && self.is_seen_through(b, variables)
            }
            _ => true,
        }
    }

    /// Whether a value is a variable, or a field or an element by way of such alone.
    fn is_leaf(&self, value: ValueId, bound: &[Symbol]) -> bool {
        if self.keeper.values.depth(value) > MAX_WAY {
            return false;
        }
        match self.node(value) {
            Node::Var { name, .. } => !bound.contains(&name),
            Node::Field { record, .. } => record.is_unresolved() && self.is_leaf(record, bound),
            Node::Binary {
                op: BinaryOp::ListElement,
                a,
                b,
                ..
            } => self.is_leaf(a, bound) && self.is_leaf(b, bound),
            _ => !value.is_unresolved(),
        }
    }

    /// Collects leaves; `None` if there is too much to look at.
    fn walk_leaves(&self, value: ValueId, walk: &mut Walk) -> Option<()> {
        if !value.is_unresolved() {
            return Some(());
        }
        walk.left = walk.left.checked_sub(1)?;
        if self.is_leaf(value, &walk.bound) {
            if !walk.leaves.contains(&value) {
                walk.leaves.push(value);
            }
            return Some(());
        }
        let mut each =
            |values: &[ValueId]| values.iter().try_for_each(|&value| self.walk_leaves(value, walk));
        match self.node(value) {
            Node::Var { .. } => Some(()),
            Node::List { items, .. }
            | Node::Cond { arms: items, .. }
            | Node::AnonymousRecord { args: items, .. } => self.walk_leaves_of(items, walk),
            Node::Dag { operator, args, .. } => {
                each(&[operator])?;
                self.walk_leaves_of(args, walk)
            }
            Node::VarBit { value: a, .. }
            | Node::Field { record: a, .. }
            | Node::Unary { a, .. }
            | Node::IsA { value: a, .. }
            | Node::NamedArgument { value: a, .. } => each(&[a]),
            Node::Binary { a, b, .. } => each(&[a, b]),
            Node::Ternary {
                op: TernaryOp::ForEach | TernaryOp::Filter,
                a,
                b,
                c,
                ..
            } => {
                each(&[b])?;
                self.walk_bound(&[self.as_string(a)?], c, walk)
            }
            Node::Ternary { a, b, c, .. } => each(&[a, b, c]),
            Node::Foldl { parts, .. } => {
                let &[start, list, a, b, body] = self.keeper.values.slice(parts) else {
                    return None;
                };
                each(&[ValueId(start), ValueId(list)])?;
                let names = [self.as_string(ValueId(a))?, self.as_string(ValueId(b))?];
                self.walk_bound(&names, ValueId(body), walk)
            }
            _ => None,
        }
    }

    fn walk_leaves_of(&self, items: SliceId, walk: &mut Walk) -> Option<()> {
        let mut items = self.keeper.values.slice(items).iter();
        items.try_for_each(|&item| self.walk_leaves(ValueId(item), walk))
    }

    /// Collects the leaves of the body of a loop.
    fn walk_bound(&self, names: &[Symbol], body: ValueId, walk: &mut Walk) -> Option<()> {
        let outer = walk.bound.len();
        walk.bound.extend_from_slice(names);
        let result = self.walk_leaves(body, walk);
        walk.bound.truncate(outer);
        result
    }

    fn translate_leaf(&mut self, value: ValueId, to: &mut Translation) -> Code {
        let operation = match self.node(value) {
            Node::Var { name, .. } => return variable(name, to),
            Node::Field { record, name, ty } => {
                let record = self.translate_leaf(record, to);
                let access = self.add_access(name, ty);
                Operation::Field { record, access }
            }
            Node::Binary { a, b, ty, .. } => Operation::Element {
                list: self.translate_leaf(a, to),
                index: self.translate_leaf(b, to),
                ty,
            },
            _ if value.0 >> KIND_SHIFT == 0 => return Code::new(CONSTANT, value.0),
            _ => Operation::Stop,
        };
        let code = self.emit(operation);
        self.as_way(code, to)
    }

    /// The value of a part whose results are kept.
    #[inline(never)]
    pub(super) fn run_memoized(&mut self, at: u32, frame: &mut Frame<'_>) -> Known<KnownValue> {
        let Memoized {
            code, leaves, credit, ..
        } = self.codes.memoized[at as usize];
        if credit == 0 {
            self.give_up_memoized(at);
            return self.operand(code, frame);
        }
        let Some(key) = self.key_of_leaves(at, leaves, frame) else {
            self.codes.memoized[at as usize].credit = credit - 1;
            return self.operand(code, frame);
        };
        if let Some(result) = self.codes.instances.result(&key) {
            self.codes.memoized[at as usize].credit = credit.saturating_add(EARNED).min(CREDIT);
            return known(result);
        }
        self.codes.memoized[at as usize].credit = credit - 1;
        let result = self.operand(code, frame)?;
        self.codes.instances.put_result(key, result.id());
        Some(result)
    }

    /// The part is run from now on.
    #[cold]
    fn give_up_memoized(&mut self, at: u32) {
        let Memoized { own, code, .. } = self.codes.memoized[at as usize];
        if code.kind() == OPERATION {
            self.codes.operations[own.index()] = self.codes.operations[code.index()];
        }
    }

    /// The values of leaves, if all are known.
    #[inline]
    fn key_of_leaves(&self, at: u32, leaves: Parts, frame: &Frame<'_>) -> Option<Key> {
        let mut key = Key::of_part(at, frame.sees_all, leaves.count as usize);
        let leaves = self.codes.parts(leaves);
        for (operand, &leaf) in key.operands_mut().iter_mut().zip(leaves) {
            let leaf = Code(leaf);
            let value = match leaf.kind() {
                VARIABLE => frame.slots[leaf.index()],
                _ => self.see(leaf, frame)?,
            };
            if value.is_unresolved() {
                return None;
            }
            *operand = value.0;
        }
        Some(key)
    }

    /// The value of a leaf, if it is known without doing anything for it.
    #[inline(never)]
    fn see(&self, leaf: Code, frame: &Frame<'_>) -> Option<ValueId> {
        let value = match leaf.kind() {
            VARIABLE => frame.slots[leaf.index()],
            WAY => return self.see_way(leaf, frame),
            OPERATION => return self.see_through(leaf, frame),
            _ => return Some(ValueId(leaf.0)),
        };
        (!value.is_unresolved()).then_some(value)
    }

    /// Likewise of one that is no variable.
    #[inline(never)]
    fn see_through(&self, leaf: Code, frame: &Frame<'_>) -> Option<ValueId> {
        match self.codes.operations[leaf.index()] {
            Operation::Element { list, index, .. } => {
                let (list, index) = (self.see(list, frame)?, self.see(index, frame)?);
                self.element_of(list, index)
            }
            Operation::Field { record, access } => {
                let record = self.see(record, frame)?;
                if let Some(value) = self.known_field(record, access, frame.current) {
                    return Some(value);
                }
                let def = record.def().filter(|&def| Some(def) != frame.current)?;
                let Access { name, .. } = self.codes.accesses[access as usize];
                let value = self.record(def).value_of(name)?;
                (!value.is_unresolved()).then_some(value)
            }
            _ => None,
        }
    }
}
