//! Which variables a value refers to.

use super::inner_resolver::TrackUnresolvedResolver;
use super::{Eval, Evaluator, MapResolver, Resolver};
use crate::intern::Symbol;
use crate::value::{NEXT_BIT, Node, SliceId, TernaryOp, ValueId};
use smallvec::SmallVec;

impl Evaluator {
    /// Whether the value depends on a variable that it does not bind itself.
    pub(crate) fn has_free_variables(&mut self, value: ValueId) -> Eval<bool> {
        if self.keeper.values.variables(value) & NEXT_BIT == 0 {
            return Ok(self.has_free(value, &mut SmallVec::new()));
        }
        // An operand that decides the result makes the other operands irrelevant.
        let mut nothing = MapResolver::new(None);
        let mut track = TrackUnresolvedResolver {
            outer: &mut nothing,
            found_unresolved: false,
        };
        let outer = self.memo.suspend();
        let resolved = self.resolve::<dyn Resolver>(value, &mut track);
        self.memo.resume(outer);
        resolved.map(|_| track.found_unresolved)
    }

    fn has_free(&self, value: ValueId, bound: &mut SmallVec<[Symbol; 4]>) -> bool {
        if !self.keeper.values.is_unresolved(value) {
            return false;
        }
        match self.node(value) {
            Node::Unset | Node::Bit(_) | Node::Int(_) | Node::Str(_) | Node::Code(_) | Node::Def(_) => false,
            Node::Var { name, .. } => !bound.contains(&name),
            Node::AnonymousName(_) => true,
            Node::Bits(items)
            | Node::List { items, .. }
            | Node::Cond { arms: items, .. }
            | Node::AnonymousRecord { args: items, .. } => self.any_free(items, bound),
            Node::Dag { operator, args, .. } => self.has_free(operator, bound) || self.any_free(args, bound),
            Node::VarBit { value, .. } | Node::IsA { value, .. } | Node::NamedArgument { value, .. } => {
                self.has_free(value, bound)
            }
            Node::Field { record, .. } => self.has_free(record, bound),
            Node::Unary { a, .. } => self.has_free(a, bound),
            Node::Binary { a, b, .. } => self.has_free(a, bound) || self.has_free(b, bound),
            Node::Ternary { op, a, b, c, .. } => {
                if self.has_free(a, bound) || self.has_free(b, bound) {
                    return true;
                }
                let depth = bound.len();
                if matches!(op, TernaryOp::ForEach | TernaryOp::Filter) {
                    bound.extend(self.as_string(a));
                }
                let found = self.has_free(c, bound);
                bound.truncate(depth);
                found
            }
            Node::Foldl { parts, .. } => {
                let parts = self.items(parts);
                let [start, list, a, b, body] = parts[..] else {
                    return false;
                };
                if self.has_free(ValueId(start), bound) || self.has_free(ValueId(list), bound) {
                    return true;
                }
                let depth = bound.len();
                bound.extend([a, b].iter().filter_map(|&name| self.as_string(ValueId(name))));
                let found = self.has_free(ValueId(body), bound);
                bound.truncate(depth);
                found
            }
            Node::Exists { name, .. } => self.has_free(name, bound),
            Node::Instances { regex, .. } => self.has_free(regex, bound),
        }
    }

    fn any_free(&self, items: SliceId, bound: &mut SmallVec<[Symbol; 4]>) -> bool {
        self.keeper
            .values
            .slice(items)
            .iter()
            .any(|&item| self.has_free(ValueId(item), bound))
    }

    /// Whether the value refers to this variable.
    pub(crate) fn refers_to(&self, value: ValueId, name: Symbol) -> bool {
        match self.node(value) {
            Node::Var { name: own, .. } => own == name,
            Node::Unary { a, .. } => self.refers_to(a, name),
            Node::Binary { a, b, .. } => self.refers_to(a, name) || self.refers_to(b, name),
            Node::Ternary { a, b, c, .. } => {
                self.refers_to(a, name) || self.refers_to(b, name) || self.refers_to(c, name)
            }
            Node::Cond { arms: items, .. }
            | Node::List { items, .. }
            | Node::Bits(items)
            | Node::Foldl { parts: items, .. }
            | Node::AnonymousRecord { args: items, .. } => self
                .keeper
                .values
                .slice(items)
                .iter()
                .any(|&item| self.refers_to(ValueId(item), name)),
            Node::Dag { operator, args, .. } => {
                self.refers_to(operator, name)
                    || self
                        .keeper
                        .values
                        .slice(args)
                        .iter()
                        .any(|&item| self.refers_to(ValueId(item), name))
            }
            Node::VarBit { value, .. } | Node::IsA { value, .. } | Node::NamedArgument { value, .. } => {
                self.refers_to(value, name)
            }
            Node::Field { record, .. } => self.refers_to(record, name),
            Node::Exists { name: expr, .. } => self.refers_to(expr, name),
            Node::Instances { regex, .. } => self.refers_to(regex, name),
            Node::Unset
            | Node::Bit(_)
            | Node::Int(_)
            | Node::Str(_)
            | Node::Code(_)
            | Node::Def(_)
            | Node::AnonymousName(_) => false,
        }
    }
}
