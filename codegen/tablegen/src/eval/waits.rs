//! Fields that make records only when the record that they are in is finished.
//!
//! What makes records has its turn when arguments are put into a record, as the order in which records are made can be
//! seen. `Class<args>` makes none as long as a variable in its arguments has no value, though: where that is a field of
//! the record, nothing can happen before the record is finished, and the expression need not be looked at until then.

use super::Evaluator;
use crate::intern::Symbol;
use crate::value::{BinaryOp, IN_TURN_BIT, Node, SliceId, TernaryOp, ValueId};
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// Most `Class<args>` of an expression, and most variables of each, that are kept.
const MAX_RECORDS: usize = 4;
const MAX_VARIABLES: usize = 6;
/// How many values of an expression are looked at.
const MAX_WALK: usize = 512;

/// Variables; one of them without a value is enough.
type Variables = SmallVec<[Symbol; MAX_VARIABLES]>;

/// The expressions that were asked for.
#[derive(Default)]
pub(super) struct Waits {
    /// Where an expression is in `waiting`, plus one; 0 if it does not wait.
    places: FxHashMap<ValueId, u32>,
    /// For each `Class<args>` in the expression, what it waits for.
    waiting: Vec<SmallVec<[Variables; 1]>>,
}

/// The walk through an expression.
#[derive(Default)]
struct Walk {
    records: SmallVec<[Variables; 1]>,
    /// The variables of the loops around, innermost last, and what their lists wait for.
    bound: SmallVec<[(Symbol, Variables); 4]>,
    left: usize,
}

impl Evaluator {
    /// Whether an expression that makes records ([`IN_TURN_BIT`]) makes none while variables other than those that are
    /// given have no value.
    pub(super) fn waits_for_others(&mut self, value: ValueId, is_given: impl Fn(Symbol) -> bool) -> bool {
        let place = match self.waits.places.get(&value) {
            Some(&place) => place,
            None => {
                let mut walk = Walk {
                    left: MAX_WALK,
                    ..Walk::default()
                };
                let place = match self.find_waiting(value, &mut walk) {
                    Some(()) => {
                        self.waits.waiting.push(walk.records);
                        self.waits.waiting.len() as u32
                    }
                    None => 0,
                };
                self.waits.places.insert(value, place);
                place
            }
        };
        let Some(place) = (place as usize).checked_sub(1) else {
            return false;
        };
        self.waits.waiting[place]
            .iter()
            .all(|variables| variables.iter().any(|&name| !is_given(name)))
    }

    /// Collects what every `Class<args>` in the value waits for; `None` if one does not wait, or something else has its
    /// turn.
    fn find_waiting(&self, value: ValueId, walk: &mut Walk) -> Option<()> {
        if self.keeper.values.variables(value) & IN_TURN_BIT == 0 {
            return Some(());
        }
        walk.left = walk.left.checked_sub(1)?;
        match self.node(value) {
            Node::AnonymousRecord { args, .. } => {
                self.find_waiting_in(args, walk)?;
                let mut variables = Variables::new();
                self.collect_needed_in(args, walk, &mut variables)?;
                if variables.is_empty() || walk.records.len() == MAX_RECORDS {
                    return None;
                }
                walk.records.push(variables);
                Some(())
            }
            Node::List { items, .. } | Node::Cond { arms: items, .. } => self.find_waiting_in(items, walk),
            Node::Dag { operator, args, .. } => {
                self.find_waiting(operator, walk)?;
                self.find_waiting_in(args, walk)
            }
            Node::Field { record, .. } => self.find_waiting(record, walk),
            Node::NamedArgument { value, .. } | Node::IsA { value, .. } => self.find_waiting(value, walk),
            Node::Unary { a, .. } => self.find_waiting(a, walk),
            // A known first operand may decide now.
            Node::Binary {
                op: BinaryOp::And | BinaryOp::Or,
                a,
                ..
            } if !a.is_unresolved() => None,
            Node::Binary {
                op: BinaryOp::ListRemove,
                ..
            } => None,
            Node::Binary { a, b, .. } => {
                self.find_waiting(a, walk)?;
                self.find_waiting(b, walk)
            }
            Node::Ternary {
                op: TernaryOp::ForEach | TernaryOp::Filter,
                a,
                b,
                c,
                ..
            } => {
                self.find_waiting(b, walk)?;
                self.find_waiting_in_body(&[self.as_string(a)?], b, c, walk)
            }
            Node::Ternary { a, b, c, .. } => {
                for part in [a, b, c] {
                    self.find_waiting(part, walk)?;
                }
                Some(())
            }
            Node::Foldl { parts, .. } => {
                let &[start, list, a, b, body] = self.keeper.values.slice(parts) else {
                    return None;
                };
                let (list, body) = (ValueId(list), ValueId(body));
                self.find_waiting(ValueId(start), walk)?;
                self.find_waiting(list, walk)?;
                let names = [self.as_string(ValueId(a))?, self.as_string(ValueId(b))?];
                self.find_waiting_in_body(&names, list, body, walk)
            }
            _ => None,
        }
    }

    fn find_waiting_in(&self, items: SliceId, walk: &mut Walk) -> Option<()> {
        for &item in self.keeper.values.slice(items) {
            self.find_waiting(ValueId(item), walk)?;
        }
        Some(())
    }

    /// The variables of a loop have values as soon as its list has.
    fn find_waiting_in_body(
        &self,
        names: &[Symbol],
        list: ValueId,
        body: ValueId,
        walk: &mut Walk,
    ) -> Option<()> {
        let mut variables = Variables::new();
        self.collect_needed(list, walk, &mut variables)?;
        let outer = walk.bound.len();
        for &name in names {
            walk.bound.push((name, variables.clone()));
        }
        let result = self.find_waiting(body, walk);
        walk.bound.truncate(outer);
        result
    }

    /// Adds variables that are looked up whenever the value is resolved: not all, but no other.
    fn collect_needed(&self, value: ValueId, walk: &mut Walk, variables: &mut Variables) -> Option<()> {
        if !value.is_unresolved() || variables.len() == MAX_VARIABLES {
            return Some(());
        }
        walk.left = walk.left.checked_sub(1)?;
        match self.node(value) {
            Node::Var { name, .. } => match walk.bound.iter().rev().find(|known| known.0 == name) {
                Some((_, needed)) => {
                    let room = MAX_VARIABLES - variables.len();
                    variables.extend(needed.iter().copied().take(room));
                }
                None if variables.contains(&name) => {}
                None => variables.push(name),
            },
            Node::List { items, .. } => return self.collect_needed_in(items, walk, variables),
            Node::Dag { args, .. } => return self.collect_needed_in(args, walk, variables),
            Node::AnonymousRecord { args, .. } => return self.collect_needed_in(args, walk, variables),
            Node::Field { record: part, .. }
            | Node::VarBit { value: part, .. }
            | Node::NamedArgument { value: part, .. }
            | Node::IsA { value: part, .. }
            | Node::Unary { a: part, .. } => return self.collect_needed(part, walk, variables),
            Node::Binary { op, a, b, .. } => {
                self.collect_needed(a, walk, variables)?;
                // The first operand may decide.
                if !matches!(op, BinaryOp::And | BinaryOp::Or) {
                    self.collect_needed(b, walk, variables)?;
                }
            }
            Node::Ternary { op, a, b, c, .. } => match op {
                TernaryOp::If => self.collect_needed(a, walk, variables)?,
                TernaryOp::ForEach | TernaryOp::Filter => self.collect_needed(b, walk, variables)?,
                _ => {
                    for part in [a, b, c] {
                        self.collect_needed(part, walk, variables)?;
                    }
                }
            },
            Node::Cond { arms, .. } => {
                let first = ValueId(*self.keeper.values.slice(arms).first()?);
                self.collect_needed(first, walk, variables)?;
            }
            Node::Foldl { parts, .. } => {
                let list = ValueId(*self.keeper.values.slice(parts).get(1)?);
                self.collect_needed(list, walk, variables)?;
            }
            _ => {}
        }
        Some(())
    }

    fn collect_needed_in(&self, items: SliceId, walk: &mut Walk, variables: &mut Variables) -> Option<()> {
        for &item in self.keeper.values.slice(items) {
            self.collect_needed(ValueId(item), walk, variables)?;
        }
        Some(())
    }
}
