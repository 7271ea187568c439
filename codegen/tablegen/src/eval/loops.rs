//! Bodies of `!foreach`, `!filter` and `!foldl` under all that they depend on at once.
//!
//! A loop is resolved in two steps: the values of its surroundings are put into the body, then those of its own
//! variables for each item. The first step makes an expression that nothing else refers to. Where all that the body
//! depends on is known and the order of the steps cannot be told from the result, both are done in one.

use super::applied::Key;
use super::inner_resolver::BindResolver;
use super::{Eval, Evaluator, Resolver};
use crate::intern::Symbol;
use crate::types::TypeId;
use crate::value::{
    ANONYMOUS_NAME_BIT, BinaryOp, FINAL_BIT, IN_TURN_BIT, LOOKUP_BIT, Node, SliceId, TernaryOp, UnaryOp,
    ValueId, variable_bit,
};
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// Most variables that a body may have besides those of the loop.
const MAX_INPUTS: usize = 8;
/// How many values of a body are looked at.
const MAX_WALK: usize = 256;

/// The variables that a loop binds; the second one of `!foldl` alone.
pub(super) type Bound = (Symbol, Option<Symbol>);

/// The variables of the bodies of loops, besides those that the loops bind.
#[derive(Default)]
pub(super) struct Loops {
    /// Where a body is in `bodies`, plus one; 0 if it is resolved in two steps.
    places: FxHashMap<(ValueId, Bound), u32>,
    bodies: Vec<Body>,
}

/// What is known of a body that may be resolved in one step.
struct Body {
    inputs: SmallVec<[Symbol; MAX_INPUTS]>,
    /// An operator does not depend on the items: in the first of two steps it is evaluated once.
    has_invariants: bool,
}

/// The values of a body's variables, besides those that the loop binds; and their set.
pub(super) type Inputs = (SliceId, u64);

/// How a body is resolved.
pub(super) enum Steps {
    /// First under the surroundings, then for each item.
    Two,
    /// Under both at once.
    One(Inputs),
    /// For each item: it does not depend on the surroundings.
    ItemsAlone,
}

/// The walk that finds the variables of a body.
struct Walk {
    inputs: SmallVec<[Symbol; MAX_INPUTS]>,
    /// Variables that are bound inside, innermost last, and whether their values are known only with an item.
    bound: SmallVec<[(Symbol, bool); 8]>,
    left: usize,
    has_invariants: bool,
}

impl Evaluator {
    /// How the body of a loop is resolved whose list is known.
    /// `peek` is the value of a variable if it is known and nothing must be done for it.
    pub(super) fn steps_of_loop(
        &mut self,
        body: ValueId,
        bound: Bound,
        peek: impl Fn(&Evaluator, Symbol) -> Option<ValueId>,
    ) -> Steps {
        if !body.is_unresolved() {
            return Steps::ItemsAlone;
        }
        let Some(place) = self.place_of_body(body, bound) else {
            return Steps::Two;
        };
        let Body {
            inputs,
            has_invariants,
        } = &self.loops.bodies[place];
        // What does not depend on the items would be evaluated for each.
        if *has_invariants {
            return Steps::Two;
        }
        if inputs.is_empty() {
            return Steps::ItemsAlone;
        }
        let mut values: SmallVec<[u32; MAX_INPUTS]> = SmallVec::new();
        let mut variables = 0;
        for &name in inputs {
            variables |= variable_bit(name);
            match peek(self, name) {
                Some(value) => values.push(value.0),
                None => return Steps::Two,
            }
        }
        Steps::One((self.slice(&values), variables))
    }

    fn place_of_body(&mut self, body: ValueId, bound: Bound) -> Option<usize> {
        let place = match self.loops.places.get(&(body, bound)) {
            Some(&place) => place,
            None => {
                let place = match self.inputs_of_body(body, bound) {
                    Some(body) => {
                        self.loops.bodies.push(body);
                        self.loops.bodies.len() as u32
                    }
                    None => 0,
                };
                self.loops.places.insert((body, bound), place);
                place
            }
        };
        (place as usize).checked_sub(1)
    }

    /// The variables of a body besides those that the loop binds; `None` if it is resolved in two steps.
    pub(super) fn inputs_of_loop(
        &mut self,
        body: ValueId,
        bound: Bound,
    ) -> Option<SmallVec<[Symbol; MAX_INPUTS]>> {
        let place = self.place_of_body(body, bound)?;
        let Body {
            inputs,
            has_invariants,
        } = &self.loops.bodies[place];
        (!inputs.is_empty() || !has_invariants).then(|| inputs.clone())
    }

    /// The body with values for the variables that the loop binds, and those of the surroundings for all others.
    pub(super) fn resolve_body<R: Resolver + ?Sized>(
        &mut self,
        body: ValueId,
        values: &[(Symbol, ValueId)],
        inputs: Inputs,
        resolver: &mut R,
    ) -> Eval<ValueId> {
        let variables = values
            .iter()
            .fold(inputs.1, |set, &(name, _)| set | variable_bit(name));
        let bind: &mut dyn Resolver = &mut BindResolver::new(resolver.as_dyn(), values, variables);
        let outer = self.memo.suspend();
        let value = self.resolve(body, bind);
        self.memo.resume(outer);
        value
    }

    /// A `!foreach` or `!filter` whose body depends on known values only; `None` if a result is not known nevertheless.
    pub(super) fn loop_in_one_step<R: Resolver + ?Sized>(
        &mut self,
        (op, variable, body): (TernaryOp, Symbol, ValueId),
        items: SliceId,
        inputs: Inputs,
        ty: TypeId,
        resolver: &mut R,
    ) -> Eval<Option<ValueId>> {
        let items = self.items(items);
        self.step(items.len() as u64)?;
        let mut results: SmallVec<[u32; 16]> = SmallVec::new();
        for &item in &items {
            let item = ValueId(item);
            let key = Key {
                body,
                variable,
                item,
                inputs: Some(inputs.0),
            };
            let result = match self.applied.get(key) {
                Some(result) => result,
                None => {
                    let result = self.resolve_body(body, &[(variable, item)], inputs, resolver)?;
                    if result.is_unresolved() {
                        return Ok(None);
                    }
                    self.applied.put(key, result);
                    result
                }
            };
            match op {
                TernaryOp::Filter => match self.to_int(result) {
                    None => return Ok(None),
                    Some(0) => {}
                    Some(_) => results.push(item.0),
                },
                _ => results.push(result.0),
            }
        }
        let element = self.element_type(ty).unwrap_or(ty);
        Ok(Some(self.list(element, &results)))
    }

    /// A `!foldl` whose body depends on known values only; `None` if a result is not known nevertheless.
    pub(super) fn foldl_in_one_step<R: Resolver + ?Sized>(
        &mut self,
        (a, b): (Symbol, Symbol),
        start: ValueId,
        items: SliceId,
        (body, inputs): (ValueId, Inputs),
        resolver: &mut R,
    ) -> Eval<Option<ValueId>> {
        let mut accumulator = start;
        for &item in &self.items(items) {
            self.step(1)?;
            if accumulator.is_unresolved() {
                return Ok(None);
            }
            accumulator =
                self.resolve_body(body, &[(a, accumulator), (b, ValueId(item))], inputs, resolver)?;
        }
        Ok(Some(accumulator))
    }

    fn inputs_of_body(&self, body: ValueId, bound: Bound) -> Option<Body> {
        let special = FINAL_BIT | LOOKUP_BIT | ANONYMOUS_NAME_BIT;
        // Bits that the next resolution makes, whatever it is of, have all of these.
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
        Some(Body {
            inputs: walk.inputs,
            has_invariants: walk.has_invariants,
        })
    }

    /// Collects the variables of a value. Says whether it is known only with an item; `None` if it cannot be resolved in
    /// one step.
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
        // What can be an error, or makes records, does so in the first step if it is known then.
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

    /// An inner loop whose list does not depend on the item is unrolled in the first step, so that its records are made
    /// in another order: `None` if it makes any.
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
