//! The variables in the bodies of `!foreach`, `!filter` and `!foldl`, and whether compiled code may run them.
//!
//! A loop is resolved in two steps: first variables from outside are substituted in the body, then its own variables for
//! each item. Compiled code does both at once, which is possible if the result does not depend on the order of the steps.

use super::Evaluator;
use crate::intern::Symbol;
use crate::value::{
    ANONYMOUS_NAME_BIT, BinaryOp, FINAL_BIT, IN_TURN_BIT, LOOKUP_BIT, Node, SliceId, TernaryOp, UnaryOp,
    ValueId,
};
use smallvec::SmallVec;

/// The most variables from outside in a body.
const MAX_INPUTS: usize = 8;
/// The most nodes of a body that are visited.
const MAX_WALK: usize = 256;

/// The variables that a loop binds; the second one of `!foldl` alone.
pub(super) type Bound = (Symbol, Option<Symbol>);

/// The walk that finds the variables of a body.
struct Walk {
    inputs: SmallVec<[Symbol; MAX_INPUTS]>,
    /// Variables that are bound inside, innermost last, and whether their values are known only with an item.
    bound: SmallVec<[(Symbol, bool); 8]>,
    left: usize,
    has_invariants: bool,
}

impl Evaluator {
    /// The variables from outside in a body; `None` if the loop must be resolved in two steps.
    pub(super) fn inputs_of_body(
        &self,
        body: ValueId,
        bound: Bound,
    ) -> Option<SmallVec<[Symbol; MAX_INPUTS]>> {
        let special = FINAL_BIT | LOOKUP_BIT | ANONYMOUS_NAME_BIT;
        // Bits that any resolution creates may depend on all of these.
        if self.keeper.values.variables(body) & special != 0 {
            return None;
        }
        let mut walk = Walk {
            inputs: SmallVec::new(),
            bound: [Some(bound.0), bound.1]
                .into_iter()
                .flatten()
                .map(|name| (name, true))
                .collect(),
            left: MAX_WALK,
            has_invariants: false,
        };
        self.walk_body(body, &mut walk)?;
        // A body that depends on the items alone is resolved in one step, unless a part of it is independent of them.
        (!walk.inputs.is_empty() || !walk.has_invariants).then_some(walk.inputs)
    }

    /// Collects the variables of a value. Returns whether it depends on an item; `None` if it cannot be resolved in one
    /// step.
    fn walk_body(&self, value: ValueId, walk: &mut Walk) -> Option<bool> {
        if !value.is_unresolved() {
            return Some(false);
        }
        walk.left = walk.left.checked_sub(1)?;
        let depends = self.walk_node(value, walk)?;
        walk.has_invariants |= !depends && !matches!(self.node(value), Node::Var { .. });
        Some(depends)
    }

    fn walk_node(&self, value: ValueId, walk: &mut Walk) -> Option<bool> {
        // Errors and new records occur in the first step if the operands are known then.
        let only_with_item = |depends: bool| depends.then_some(true);
        match self.node(value) {
            Node::Var { name, .. } => {
                if let Some(&(_, depends)) = walk.bound.iter().rev().find(|known| known.0 == name) {
                    return Some(depends);
                }
                if !walk.inputs.contains(&name) {
                    walk.inputs.push(name);
                }
                (walk.inputs.len() <= MAX_INPUTS).then_some(false)
            }
            Node::List { items, .. } => self.walk_items(items, walk),
            Node::Dag { operator, args, .. } => {
                let depends = self.walk_body(operator, walk)?;
                Some(self.walk_items(args, walk)? | depends)
            }
            Node::Field { record, .. } => self.walk_body(record, walk),
            Node::IsA { value, .. } | Node::NamedArgument { value, .. } => self.walk_body(value, walk),
            Node::AnonymousRecord { args, .. } => only_with_item(self.walk_items(args, walk)?),
            Node::Unary { op, a, .. } => {
                let depends = self.walk_body(a, walk)?;
                match op {
                    UnaryOp::ToLower
                    | UnaryOp::ToUpper
                    | UnaryOp::Not
                    | UnaryOp::Size
                    | UnaryOp::Empty
                    | UnaryOp::Cast => Some(depends),
                    UnaryOp::Head | UnaryOp::Tail | UnaryOp::Log2 => only_with_item(depends),
                    _ => None,
                }
            }
            Node::Binary { op, a, b, .. } => {
                let depends = self.walk_body(a, walk)? | self.walk_body(b, walk)?;
                match op {
                    _ if self.keeper.values.always_has_value(op, b) => Some(depends),
                    BinaryOp::Div
                    | BinaryOp::Shl
                    | BinaryOp::Sra
                    | BinaryOp::Srl
                    | BinaryOp::Range
                    | BinaryOp::Interleave => only_with_item(depends),
                    _ => None,
                }
            }
            Node::Ternary { op, a, b, c, .. } => match op {
                TernaryOp::ForEach | TernaryOp::Filter => {
                    let depends = self.walk_body(b, walk)?;
                    self.check_inner_loop(depends, c)?;
                    walk.bound.push((self.as_string(a)?, depends));
                    let body = self.walk_body(c, walk);
                    walk.bound.pop();
                    Some(body? | depends)
                }
                _ => {
                    let parts = [a, b, c].map(|part| self.walk_body(part, walk));
                    let depends = parts[0]? | parts[1]? | parts[2]?;
                    match op {
                        TernaryOp::If => Some(depends),
                        TernaryOp::Range if matches!(self.node(c), Node::Int(1)) => Some(depends),
                        TernaryOp::Range | TernaryOp::Subst | TernaryOp::Substr | TernaryOp::Find => {
                            only_with_item(depends)
                        }
                        _ => None,
                    }
                }
            },
            Node::Cond { arms, .. } => only_with_item(self.walk_items(arms, walk)?),
            Node::Foldl { parts, .. } => {
                let [start, list, a, b, body] = *self.keeper.values.slice(parts) else {
                    return None;
                };
                let start = self.walk_body(ValueId(start), walk)?;
                let list = self.walk_body(ValueId(list), walk)?;
                self.check_inner_loop(list, ValueId(body))?;
                for name in [a, b] {
                    walk.bound.push((self.as_string(ValueId(name))?, list));
                }
                let body = self.walk_body(ValueId(body), walk);
                walk.bound.truncate(walk.bound.len() - 2);
                Some(body? | start | list)
            }
            _ => None,
        }
    }

    /// An inner loop whose list does not depend on the item is unrolled in the first step, which creates records in another
    /// order: `None` if it creates any.
    fn check_inner_loop(&self, list_depends: bool, body: ValueId) -> Option<()> {
        (list_depends || self.keeper.values.variables(body) & IN_TURN_BIT == 0).then_some(())
    }

    fn walk_items(&self, items: SliceId, walk: &mut Walk) -> Option<bool> {
        self.keeper
            .values
            .slice(items)
            .iter()
            .try_fold(false, |depends, &item| {
                Some(self.walk_body(ValueId(item), walk)? | depends)
            })
    }
}
