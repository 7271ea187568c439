//! The inputs of expressions: variables, and lookups of records by name.

use super::{DRAFT, Evaluator, Resolver};
use crate::record::RecordId;
use crate::value::{ANONYMOUS_NAME_BIT, LOOKUP_BIT, Node, SliceId, TernaryOp, UnaryOp, ValueId};
use smallvec::SmallVec;

/// The most inputs of a group.
pub(super) const INPUTS: usize = 6;
/// The most nodes of an expression that are visited to find its inputs.
const MAX_WALK: usize = 256;

/// The values of inputs in order, filled up with [`ValueId::NONE`].
pub(super) type InputValues = [ValueId; INPUTS];

/// The inputs of an expression: variables, and lookups of records by name, which most fields of a record share.
pub(super) type Inputs = SmallVec<[ValueId; INPUTS]>;

impl Evaluator {
    /// The values of inputs, if they are known.
    #[inline]
    pub(super) fn known_inputs<R: Resolver + ?Sized>(
        &self,
        inputs: &[ValueId],
        resolver: &R,
    ) -> Option<InputValues> {
        let mut values = [ValueId::NONE; INPUTS];
        for (&input, known) in inputs.iter().zip(&mut values) {
            *known = match self.node(input) {
                Node::Var { name, .. } => resolver.peek(self, name)?,
                _ => self.memo.get(input).filter(|value| !value.is_unresolved())?,
            };
            // A record may not refer to itself, and the number of a draft is reused for other records.
            if let Node::Def(RecordId(id)) = self.node(*known)
                && (id & DRAFT != 0 || resolver.current() == Some(RecordId(id)))
            {
                return None;
            }
        }
        Some(values)
    }

    /// The inputs of an expression; `None` if there are more than `most` or the result depends on anything else.
    pub(super) fn inputs_of(&self, value: ValueId, most: usize) -> Option<Inputs> {
        if self.keeper.values.variables(value) & (LOOKUP_BIT | ANONYMOUS_NAME_BIT) != 0 {
            return None;
        }
        let mut inputs = Inputs::new();
        let mut left = MAX_WALK;
        self.collect_inputs(value, most, &mut inputs, &mut left)
            .then_some(inputs)
    }

    /// Adds the inputs of a value; false if there are too many or the value binds variables.
    fn collect_inputs(&self, value: ValueId, most: usize, inputs: &mut Inputs, left: &mut usize) -> bool {
        if !value.is_unresolved() {
            return true;
        }
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let mut each = |parts: &[ValueId], slice: Option<SliceId>| {
            let items = slice.map_or(&[][..], |items| self.keeper.values.slice(items));
            let items = items.iter().map(|&item| ValueId(item));
            let mut parts = parts.iter().copied().chain(items);
            parts.all(|part| self.collect_inputs(part, most, inputs, left))
        };
        match self.node(value) {
            Node::Unary {
                op: UnaryOp::Cast,
                ty,
                ..
            } if !ty.is_simple() => add_input(value, most, inputs),
            Node::Var { .. } => add_input(value, most, inputs),
            Node::Bits(items) | Node::List { items, .. } | Node::Cond { arms: items, .. } => {
                each(&[], Some(items))
            }
            Node::Dag { operator, args, .. } => each(&[operator], Some(args)),
            Node::VarBit { value, .. } | Node::IsA { value, .. } => each(&[value], None),
            Node::Field { record, .. } => each(&[record], None),
            Node::Unary { a, .. } => each(&[a], None),
            Node::Binary { a, b, .. } => each(&[a, b], None),
            Node::Ternary { op, a, b, c, .. } => {
                !matches!(op, TernaryOp::ForEach | TernaryOp::Filter) && each(&[a, b, c], None)
            }
            _ => false,
        }
    }
}

fn add_input(input: ValueId, most: usize, inputs: &mut Inputs) -> bool {
    if !inputs.contains(&input) {
        inputs.push(input);
    }
    inputs.len() <= most
}
