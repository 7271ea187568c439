//! Resolving references in values.

use super::inner_resolver::{ShadowResolver, TrackUnresolvedResolver};
use super::{Eval, Evaluator, Resolver};
use crate::intern::Symbol;
use crate::types::TypeId;
use crate::value::{BinaryOp, LOOKUP_BIT, NEEDED_BIT, Node, SliceId, TernaryOp, UnaryOp, ValueId};
use smallvec::{SmallVec, smallvec};

/// Deepest recursion of resolutions; the stack that [`crate::parse_text`] sets up is large enough for it.
pub(crate) const MAX_RESOLVE_DEPTH: usize = 20_000;

impl Evaluator {
    /// The value with its references resolved and folded as far as they can be.
    #[inline]
    pub(crate) fn resolve<R: Resolver + ?Sized>(
        &mut self,
        value: ValueId,
        resolver: &mut R,
    ) -> Eval<ValueId> {
        if !self.keeper.values.is_unresolved(value) {
            return Ok(value);
        }
        let known = resolver.variables();
        if self.keeper.values.variables(value) & known == 0 {
            return Ok(value);
        }
        match self.evaluate(value, known, resolver)? {
            Some(value) => Ok(value),
            None => self.resolve_open(value, known, resolver),
        }
    }

    /// The same, given the set of variables of the resolver.
    #[inline]
    fn resolve_part<R: Resolver + ?Sized>(
        &mut self,
        value: ValueId,
        known: u64,
        resolver: &mut R,
    ) -> Eval<ValueId> {
        if !self.keeper.values.is_unresolved(value) {
            return Ok(value);
        }
        if self.keeper.values.variables(value) & known == 0 {
            return Ok(value);
        }
        self.resolve_open(value, known, resolver)
    }

    /// The same of a value with variables that the resolver knows.
    fn resolve_open<R: Resolver + ?Sized>(
        &mut self,
        value: ValueId,
        known: u64,
        resolver: &mut R,
    ) -> Eval<ValueId> {
        match self.node(value) {
            Node::Var { name, .. } => {
                self.step(1)?;
                Ok(resolver.lookup(self, name)?.unwrap_or(value))
            }
            // A lookup in the memo table would take as long.
            Node::VarBit { value: whole, bit } => {
                self.enter()?;
                let new = self.resolve_part(whole, known, resolver);
                self.depth -= 1;
                let new = new?;
                Ok(if new == whole {
                    value
                } else {
                    self.get_bit(new, bit)
                })
            }
            Node::Field { record, name, ty } => {
                self.enter()?;
                let new = self.resolve_part(record, known, resolver);
                self.depth -= 1;
                let new = new?;
                if new == record {
                    Ok(value)
                } else {
                    self.field(new, name, ty, resolver.current())
                }
            }
            node => {
                if let Some(result) = self.memo.get(value) {
                    return Ok(result);
                }
                self.enter()?;
                let resolved = self.resolve_node(value, node, known, resolver);
                self.depth -= 1;
                let resolved = resolved?;
                if self.keeper.values.variables(value) & LOOKUP_BIT == 0 {
                    self.memo.put(value, resolved);
                }
                Ok(resolved)
            }
        }
    }

    /// Enters a level of recursion. The caller decreases the depth afterwards.
    #[inline]
    pub(crate) fn enter(&mut self) -> Eval<()> {
        if self.depth >= MAX_RESOLVE_DEPTH {
            return self.nested_too_deep();
        }
        self.depth += 1;
        self.step(1)
    }

    #[cold]
    fn nested_too_deep(&mut self) -> Eval<()> {
        self.give_up("references are nested too deep".to_string())
    }

    /// Resolves a sequence; `None` if nothing changed.
    fn resolve_slice<R: Resolver + ?Sized>(
        &mut self,
        slice: SliceId,
        known: u64,
        resolver: &mut R,
    ) -> Eval<Option<SmallVec<[u32; 16]>>> {
        let mut items = self.items(slice);
        let mut changed = false;
        for item in &mut items {
            let new = self.resolve_part(ValueId(*item), known, resolver)?.0;
            changed |= new != *item;
            *item = new;
        }
        Ok(changed.then_some(items))
    }

    fn resolve_node<R: Resolver + ?Sized>(
        &mut self,
        value: ValueId,
        node: Node,
        known: u64,
        resolver: &mut R,
    ) -> Eval<ValueId> {
        match node {
            Node::Unset | Node::Bit(_) | Node::Int(_) | Node::Str(_) | Node::Code(_) | Node::Def(_) => {
                Ok(value)
            }
            // `resolve_open` resolves these itself.
            Node::Var { .. } | Node::VarBit { .. } | Node::Field { .. } => Ok(value),
            Node::AnonymousName(_) => {
                let name = resolver.rename(self, value)?.unwrap_or(value);
                match self.node(name) {
                    Node::AnonymousName(number) if resolver.is_final() => Ok(self.anonymous_text(number)),
                    _ => Ok(name),
                }
            }
            Node::Bits(items) => self.resolve_bits(value, items, known, resolver),
            Node::List { element, items } => {
                let items = self.resolve_slice(items, known, resolver)?;
                Ok(items.map_or(value, |items| self.list(element, &items)))
            }
            Node::Dag {
                operator,
                name,
                args,
                names,
            } => {
                let new_args = self.resolve_slice(args, known, resolver)?;
                let new_operator = self.resolve_part(operator, known, resolver)?;
                if new_args.is_none() && new_operator == operator {
                    return Ok(value);
                }
                let args = new_args.map_or(args, |items| self.slice(&items));
                Ok(self.value(Node::Dag {
                    operator: new_operator,
                    name,
                    args,
                    names,
                }))
            }
            Node::Unary { op, a, ty } => {
                let new = self.resolve_part(a, known, resolver)?;
                let is_final = resolver.is_final();
                let again = is_final && op == UnaryOp::Cast;
                if new == a && !again {
                    Ok(value)
                } else {
                    self.unary(op, new, ty, resolver.current(), is_final)
                }
            }
            Node::Binary { op, a, b, ty } => {
                let new_a = self.resolve_part(a, known, resolver)?;
                // An operand that decides the result is the result; the other one is not evaluated.
                let deciding = match op {
                    BinaryOp::And => Some(0),
                    BinaryOp::Or => Some(-1),
                    _ => None,
                };
                if deciding.is_some() && self.to_int(new_a) == deciding {
                    return Ok(self.int(deciding.unwrap_or_default()));
                }
                let new_b = self.resolve_part(b, known, resolver)?;
                if new_a == a && new_b == b {
                    return Ok(value);
                }
                self.binary(op, new_a, new_b, ty, resolver.current())
            }
            Node::Ternary { op, a, b, c, ty } => {
                self.resolve_ternary(value, (op, a, b, c), ty, known, resolver)
            }
            Node::Cond { arms, ty } => {
                if let Some(chosen) = self.first_true_arm(arms, known, resolver)? {
                    let chosen = self.resolve_part(chosen, known, resolver)?;
                    if let Some(converted) = self.convert(chosen, ty) {
                        return Ok(converted);
                    }
                }
                let Some(arms) = self.resolve_slice(arms, known, resolver)? else {
                    return Ok(value);
                };
                self.cond(&arms, ty, resolver.current())
            }
            Node::Foldl { parts, ty } => {
                let parts = self.items(parts);
                let [start, list, a, b, body] = parts[..] else {
                    return Ok(value);
                };
                let new_start = self.resolve_part(ValueId(start), known, resolver)?;
                let new_list = self.resolve_part(ValueId(list), known, resolver)?;
                let names: SmallVec<[Symbol; 2]> = [a, b]
                    .iter()
                    .filter_map(|&name| self.as_string(ValueId(name)))
                    .collect();
                let body = ValueId(body);
                let new_body = {
                    let shadow: &mut dyn Resolver = &mut ShadowResolver {
                        outer: resolver.as_dyn(),
                        names,
                    };
                    let outer = self.memo.suspend();
                    let new_body = self.resolve_part(body, known, shadow);
                    self.memo.resume(outer);
                    new_body?
                };
                if new_start.0 == start && new_list.0 == list && new_body == body {
                    return Ok(value);
                }
                self.foldl(
                    [new_start, new_list, ValueId(a), ValueId(b), new_body],
                    ty,
                    resolver.current(),
                )
            }
            Node::IsA {
                check,
                value: checked,
            } => {
                let new = self.resolve_part(checked, known, resolver)?;
                Ok(if new == checked {
                    value
                } else {
                    self.is_a_value(check, new)
                })
            }
            Node::Exists { check, name } => {
                let new = self.resolve_part(name, known, resolver)?;
                if new == name && !resolver.is_final() {
                    return Ok(value);
                }
                self.exists(check, new, resolver.current(), resolver.is_final())
            }
            Node::Instances { class, regex } => {
                let new = self.resolve_part(regex, known, resolver)?;
                if new == regex && !resolver.is_final() {
                    return Ok(value);
                }
                self.instances(class, new, resolver.current(), resolver.is_final())
            }
            Node::AnonymousRecord { class, args } => {
                let mut track = TrackUnresolvedResolver {
                    outer: resolver.as_dyn(),
                    found_unresolved: false,
                };
                let outer = self.memo.suspend();
                let args = self.resolve_slice::<dyn Resolver>(args, u64::MAX, &mut track);
                self.memo.resume(outer);
                let Some(args) = args? else {
                    return Ok(value);
                };
                let found_unresolved = track.found_unresolved;
                let args = self.slice(&args);
                let new = self.value(Node::AnonymousRecord { class, args });
                let place = self.anonymous.get(value).place;
                match self.anonymous_record(new, place) {
                    _ if found_unresolved => Ok(new),
                    Some(record) => Ok(self.value(Node::Def(record))),
                    None => self.instantiate(new),
                }
            }
            Node::NamedArgument {
                name,
                value: argument,
            } => {
                let new = self.resolve_part(argument, known, resolver)?;
                Ok(if new == argument {
                    value
                } else {
                    self.value(Node::NamedArgument { name, value: new })
                })
            }
        }
    }

    /// The name of a record that has none in the source.
    pub(super) fn anonymous_text(&mut self, number: u32) -> ValueId {
        let name = self.keeper.strings.intern_anonymous(number);
        self.value(Node::Str(name))
    }

    /// The value of the first condition that holds, if all conditions before it are known not to hold.
    fn first_true_arm<R: Resolver + ?Sized>(
        &mut self,
        arms: SliceId,
        known: u64,
        resolver: &mut R,
    ) -> Eval<Option<ValueId>> {
        let arms = self.items(arms);
        let matters = |item: &u32| self.keeper.values.variables(ValueId(*item)) & NEEDED_BIT != 0;
        if arms.iter().any(matters) || resolver.sees_all() {
            return Ok(None);
        }
        for arm in arms.chunks_exact(2) {
            let condition = self.resolve_part(ValueId(arm[0]), known, resolver)?;
            match self.to_int(condition) {
                Some(0) => {}
                Some(_) => return Ok(Some(ValueId(arm[1]))),
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    fn resolve_bits<R: Resolver + ?Sized>(
        &mut self,
        value: ValueId,
        items: SliceId,
        known: u64,
        resolver: &mut R,
    ) -> Eval<ValueId> {
        let start = self.stack.len();
        self.stack.extend_from_slice(self.keeper.values.slice(items));
        let changed = self.resolve_bits_on_stack(start, known, resolver);
        let result = changed.map(|changed| match changed {
            true => {
                let items = self.keeper.values.intern_slice(&self.stack[start..]);
                self.value(Node::Bits(items))
            }
            false => value,
        });
        self.stack.truncate(start);
        result
    }

    /// Resolves the bits on the stack from `start` on; returns whether any changed.
    fn resolve_bits_on_stack<R: Resolver + ?Sized>(
        &mut self,
        start: usize,
        known: u64,
        resolver: &mut R,
    ) -> Eval<bool> {
        self.step((self.stack.len() - start) as u64)?;
        let keeps_unset = resolver.keeps_unset_bits();
        let mut changed = false;
        // Neighbouring bits mostly belong to one value: the value, its result, and the bits of the result if it has some.
        let (mut whole, mut resolved, mut bits) = (ValueId::NONE, ValueId::NONE, None);
        for at in start..self.stack.len() {
            let old = ValueId(self.stack[at]);
            if !old.is_unresolved() {
                continue;
            }
            let Some(slot) = self.keeper.values.stored(old) else {
                continue;
            };
            let mut new = match slot.node {
                Node::VarBit { value, .. } if value == whole && resolved == whole => continue,
                // Any other value becomes bit 0 of itself, changed or not.
                Node::VarBit { .. } | Node::Var { ty: TypeId::BIT, .. } if slot.variables & known == 0 => {
                    continue;
                }
                Node::VarBit { value, bit } => {
                    if value != whole {
                        resolved = self.resolve_part(value, known, resolver)?;
                        whole = value;
                        bits = match self.node(resolved) {
                            Node::Bits(items) => Some(items),
                            _ => None,
                        };
                    }
                    match bits {
                        _ if resolved == whole => continue,
                        Some(bits) => {
                            let bits = self.keeper.values.slice(bits);
                            bits.get(bit as usize).map_or(ValueId::UNSET, |&bit| ValueId(bit))
                        }
                        None => self.get_bit(resolved, bit),
                    }
                }
                Node::Var {
                    name,
                    ty: TypeId::BIT,
                } => match resolver.lookup(self, name)? {
                    None => continue,
                    Some(bit @ (ValueId::UNSET | ValueId::FALSE | ValueId::TRUE)) => bit,
                    Some(resolved) => self.get_bit(resolved, 0),
                },
                _ => match self.resolve_part(old, known, resolver)? {
                    bit @ (ValueId::UNSET | ValueId::FALSE | ValueId::TRUE) => bit,
                    resolved => self.get_bit(resolved, 0),
                },
            };
            if new == ValueId::UNSET && keeps_unset {
                new = old;
            }
            changed |= new != old;
            self.stack[at] = new.0;
        }
        Ok(changed)
    }

    fn resolve_ternary<R: Resolver + ?Sized>(
        &mut self,
        value: ValueId,
        (op, a, b, c): (TernaryOp, ValueId, ValueId, ValueId),
        ty: crate::types::TypeId,
        known: u64,
        resolver: &mut R,
    ) -> Eval<ValueId> {
        let new_a = self.resolve_part(a, known, resolver)?;
        if op == TernaryOp::If && new_a != a {
            // Only the branch that is taken is resolved: recursion ends here.
            if let Some(condition) = self.to_int(new_a) {
                return self.resolve_part(if condition != 0 { b } else { c }, known, resolver);
            }
        }
        let new_b = self.resolve_part(b, known, resolver)?;
        let new_c = if matches!(op, TernaryOp::ForEach | TernaryOp::Filter) {
            let names: SmallVec<[Symbol; 2]> =
                self.as_string(new_a).map_or(smallvec![], |name| smallvec![name]);
            let shadow: &mut dyn Resolver = &mut ShadowResolver {
                outer: resolver.as_dyn(),
                names,
            };
            let outer = self.memo.suspend();
            let result = self.resolve_part(c, known, shadow);
            self.memo.resume(outer);
            result?
        } else {
            self.resolve_part(c, known, resolver)?
        };
        if new_a == a && new_b == b && new_c == c {
            return Ok(value);
        }
        let current = resolver.current();
        self.ternary(op, new_a, new_b, new_c, ty, current)
    }
}
