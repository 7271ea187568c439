//! Fields that make records only when the record that they are in is finished.
//!
//! What makes records has its turn when arguments are put into a record, as the order in which records are made can be
//! seen. `Class<args>` makes none as long as a variable in its arguments has no value, though: where that is a field of
//! the record, nothing can happen before the record is finished, and the expression need not be looked at until then.
//! That holds as long as the expression keeps it: arguments may decide a condition, or the length of a list, and what is
//! not chosen then is dropped before it makes a record.

use super::Evaluator;
use crate::intern::Symbol;
use crate::types::{Type, TypeId};
use crate::value::{
    BinaryOp, IN_TURN_BIT, Node, SliceId, TernaryOp, UnaryOp, VARIABLE_BITS, ValueId, variable_bit,
};
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// Most `Class<args>`, conditions and lists of an expression, and most variables of each, that are kept.
const MAX_PARTS: usize = 8;
const MAX_VARIABLES: usize = 6;
/// How many values of an expression are looked at.
const MAX_WALK: usize = 512;

/// Variables; one of them without a value is enough.
type Variables = SmallVec<[Symbol; MAX_VARIABLES]>;

/// A `Class<args>`, or what decides whether it is kept.
struct Part {
    variables: Variables,
    /// Variables of which none may have a value, as in [`crate::value::ValueStore::variables`]: those of `Class<args>`,
    /// as what it becomes with their values is the first one of its kind, and says where its record is from.
    unchanged: u64,
}

/// The expressions that were asked for.
#[derive(Default)]
pub(super) struct Waits {
    /// Where an expression is in `waiting`, plus one; 0 if it does not wait.
    places: FxHashMap<ValueId, u32>,
    /// For each `Class<args>` in the expression, and all that decides whether it is kept, what it waits for.
    waiting: Vec<SmallVec<[Part; 1]>>,
}

/// The walk through an expression.
#[derive(Default)]
struct Walk {
    parts: SmallVec<[Part; 1]>,
    /// The variables of the loops around, innermost last, and what their lists wait for.
    bound: SmallVec<[(Symbol, Variables); 4]>,
    left: usize,
}

impl Evaluator {
    /// Whether an expression that makes records ([`IN_TURN_BIT`]) makes none while variables other than those that are
    /// given have no value.
    pub(super) fn waits_for_others(
        &mut self,
        value: ValueId,
        names: impl Iterator<Item = Symbol> + Clone,
    ) -> bool {
        let given = names.clone().fold(0, |set, name| set | variable_bit(name));
        let is_given = |name| names.clone().any(|given| given == name);
        let place = match self.waits.places.get(&value) {
            Some(&place) => place,
            None => {
                let mut walk = Walk {
                    left: MAX_WALK,
                    ..Walk::default()
                };
                let place = match self.find_waiting(value, &mut walk) {
                    Some(()) => {
                        self.waits.waiting.push(walk.parts);
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
        self.waits.waiting[place].iter().all(|part| {
            part.unchanged & given & VARIABLE_BITS == 0 && part.variables.iter().any(|&name| !is_given(name))
        })
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
                walk.add_part(variables, self.keeper.values.variables(value))
            }
            Node::List { items, .. } => self.find_waiting_in(items, walk),
            Node::Dag { operator, args, .. } => {
                self.find_waiting(operator, walk)?;
                self.find_waiting_in(args, walk)
            }
            Node::Field { record, .. } => self.find_waiting(record, walk),
            Node::NamedArgument { value, .. } => self.find_waiting(value, walk),
            Node::Unary { op, a, .. } => match op {
                UnaryOp::Cast
                | UnaryOp::ToLower
                | UnaryOp::ToUpper
                | UnaryOp::Not
                | UnaryOp::Log2
                | UnaryOp::ListFlatten => self.find_waiting(a, walk),
                _ => self.find_waiting_whole(a, walk),
            },
            // A known first operand may decide now.
            Node::Binary {
                op: BinaryOp::And | BinaryOp::Or,
                a,
                ..
            } if !a.is_unresolved() => None,
            Node::Binary { op, a, b, .. } => {
                match op {
                    BinaryOp::ListRemove | BinaryOp::ListSplat => return None,
                    BinaryOp::ListElement
                    | BinaryOp::ListSlice
                    | BinaryOp::GetDagArg
                    | BinaryOp::GetDagName
                    | BinaryOp::SetDagOp
                    | BinaryOp::SetDagOpName => self.find_waiting_whole(a, walk)?,
                    _ => self.find_waiting(a, walk)?,
                }
                self.find_waiting(b, walk)
            }
            Node::Ternary {
                op: TernaryOp::ForEach | TernaryOp::Filter,
                a,
                b,
                c,
                ..
            } => {
                self.find_waiting_whole(b, walk)?;
                self.find_waiting_in_body(&[self.as_string(a)?], b, c, walk)
            }
            Node::Ternary { op, a, b, c, .. } => {
                match op {
                    TernaryOp::SetDagArg | TernaryOp::SetDagName => self.find_waiting_whole(a, walk)?,
                    _ => self.find_waiting(a, walk)?,
                }
                self.find_waiting(b, walk)?;
                self.find_waiting(c, walk)
            }
            Node::Cond { arms, .. } => {
                self.find_waiting_in(arms, walk)?;
                let mut variables = Variables::new();
                self.collect_needed(self.first_condition(arms)?, walk, &mut variables)?;
                walk.add_part(variables, 0)
            }
            Node::Foldl { parts, .. } => {
                let &[start, list, a, b, body] = self.keeper.values.slice(parts) else {
                    return None;
                };
                let (list, body) = (ValueId(list), ValueId(body));
                self.find_waiting(ValueId(start), walk)?;
                self.find_waiting_whole(list, walk)?;
                let names = [self.as_string(ValueId(a))?, self.as_string(ValueId(b))?];
                self.find_waiting_in_body(&names, list, body, walk)
            }
            _ => None,
        }
    }

    /// The same of a value of which parts may be dropped as soon as it is known of which parts it is.
    fn find_waiting_whole(&self, value: ValueId, walk: &mut Walk) -> Option<()> {
        let may_make_records = self.keeper.values.variables(value) & IN_TURN_BIT != 0;
        if may_make_records && !self.is_known_as_a_whole(value, walk) {
            return None;
        }
        self.find_waiting(value, walk)
    }

    /// Whether a value of which something is not known is no list or dag with parts that can be taken from it.
    fn is_known_as_a_whole(&self, value: ValueId, walk: &mut Walk) -> bool {
        if !value.is_unresolved() {
            return true;
        }
        let Some(left) = walk.left.checked_sub(1) else {
            return false;
        };
        walk.left = left;
        match self.node(value) {
            Node::Var { name, .. } => {
                !walk.bound.iter().any(|known| known.0 == name) || !self.has_parts(value)
            }
            Node::Field { .. }
            | Node::Binary {
                op: BinaryOp::Range, ..
            }
            | Node::Ternary {
                op: TernaryOp::Range, ..
            } => true,
            Node::Ternary {
                op: TernaryOp::If,
                b,
                c,
                ..
            } => self.is_known_as_a_whole(b, walk) && self.is_known_as_a_whole(c, walk),
            Node::Unary { a, .. }
            | Node::Binary {
                op: BinaryOp::ListElement,
                a,
                ..
            } => !self.has_parts(value) || self.is_known_as_a_whole(a, walk),
            _ => !self.has_parts(value),
        }
    }

    /// Whether it is a list or a dag.
    fn has_parts(&self, value: ValueId) -> bool {
        match self.node(value) {
            Node::List { .. } | Node::Dag { .. } | Node::Instances { .. } => true,
            node => node
                .own_type()
                .is_some_and(|ty| ty == TypeId::DAG || matches!(self.keeper.types.get(ty), Type::List(_))),
        }
    }

    /// The first condition that is not known to be false.
    fn first_condition(&self, arms: SliceId) -> Option<ValueId> {
        let conditions = self.keeper.values.slice(arms).iter().step_by(2);
        conditions
            .map(|&condition| ValueId(condition))
            .find(|&condition| self.to_int(condition) != Some(0))
    }

    fn find_waiting_in(&self, items: SliceId, walk: &mut Walk) -> Option<()> {
        for &item in self.keeper.values.slice(items) {
            self.find_waiting(ValueId(item), walk)?;
        }
        Some(())
    }

    /// The variables of a loop have values as soon as its list has; until then all of its body is kept.
    fn find_waiting_in_body(
        &self,
        names: &[Symbol],
        list: ValueId,
        body: ValueId,
        walk: &mut Walk,
    ) -> Option<()> {
        let mut variables = Variables::new();
        self.collect_needed_whole(list, walk, &mut variables)?;
        walk.add_part(variables.clone(), 0)?;
        let outer = walk.bound.len();
        for &name in names {
            walk.bound.push((name, variables.clone()));
        }
        let result = self.find_waiting(body, walk);
        walk.bound.truncate(outer);
        result
    }

    /// Adds variables without whose values this one is not known: not all, but no other.
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
            | Node::NamedArgument { value: part, .. } => return self.collect_needed(part, walk, variables),
            Node::Unary { op, a, .. } => match op {
                UnaryOp::Cast | UnaryOp::ToLower | UnaryOp::ToUpper | UnaryOp::Not | UnaryOp::Log2 => {
                    return self.collect_needed(a, walk, variables);
                }
                _ => return self.collect_needed_whole(a, walk, variables),
            },
            Node::Binary { op, a, b, .. } => match op {
                // The first operand may decide.
                BinaryOp::And | BinaryOp::Or => self.collect_needed(a, walk, variables)?,
                // Nothing may be left of the first operand.
                BinaryOp::ListSplat | BinaryOp::ListRemove => {
                    self.collect_needed_whole(b, walk, variables)?
                }
                BinaryOp::ListElement
                | BinaryOp::ListSlice
                | BinaryOp::GetDagArg
                | BinaryOp::GetDagName
                | BinaryOp::SetDagOp
                | BinaryOp::SetDagOpName => {
                    self.collect_needed_whole(a, walk, variables)?;
                    self.collect_needed(b, walk, variables)?;
                }
                _ => {
                    self.collect_needed(a, walk, variables)?;
                    self.collect_needed(b, walk, variables)?;
                }
            },
            Node::Ternary { op, a, b, c, .. } => match op {
                TernaryOp::If => self.collect_needed(a, walk, variables)?,
                TernaryOp::ForEach | TernaryOp::Filter => self.collect_needed_whole(b, walk, variables)?,
                TernaryOp::SetDagArg | TernaryOp::SetDagName => {
                    self.collect_needed_whole(a, walk, variables)?;
                    self.collect_needed(b, walk, variables)?;
                    self.collect_needed(c, walk, variables)?;
                }
                _ => {
                    for part in [a, b, c] {
                        self.collect_needed(part, walk, variables)?;
                    }
                }
            },
            Node::Cond { arms, .. } => {
                self.collect_needed(self.first_condition(arms)?, walk, variables)?;
            }
            Node::Foldl { parts, .. } => {
                let list = ValueId(*self.keeper.values.slice(parts).get(1)?);
                self.collect_needed_whole(list, walk, variables)?;
            }
            _ => {}
        }
        Some(())
    }

    /// The same of a value of which parts may be taken as soon as it is known of which parts it is.
    fn collect_needed_whole(&self, value: ValueId, walk: &mut Walk, variables: &mut Variables) -> Option<()> {
        match self.is_known_as_a_whole(value, walk) {
            true => self.collect_needed(value, walk, variables),
            false => Some(()),
        }
    }

    fn collect_needed_in(&self, items: SliceId, walk: &mut Walk, variables: &mut Variables) -> Option<()> {
        for &item in self.keeper.values.slice(items) {
            self.collect_needed(ValueId(item), walk, variables)?;
        }
        Some(())
    }
}

impl Walk {
    /// Adds what a part of the expression waits for; `None` if it does not wait.
    fn add_part(&mut self, variables: Variables, unchanged: u64) -> Option<()> {
        if variables.is_empty() || self.parts.len() == MAX_PARTS {
            return None;
        }
        self.parts.push(Part { variables, unchanged });
        Some(())
    }
}
