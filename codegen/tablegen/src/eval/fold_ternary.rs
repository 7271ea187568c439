//! Operators with three operands, `!cond` and `!foldl`.

use super::resolver::MapResolver;
use super::{Eval, Evaluator};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::types::TypeId;
use crate::value::{Node, TernaryOp, ValueId};

impl Evaluator {
    /// `!op(a, b, c)`, folded if it can be.
    pub(crate) fn ternary(
        &mut self,
        op: TernaryOp,
        a: ValueId,
        b: ValueId,
        c: ValueId,
        ty: TypeId,
        current: Option<RecordId>,
    ) -> Eval<ValueId> {
        let folded = self.fold_ternary(op, (a, b, c), ty, current)?;
        Ok(folded.unwrap_or_else(|| self.value(Node::Ternary { op, a, b, c, ty })))
    }

    fn fold_ternary(
        &mut self,
        op: TernaryOp,
        (a, b, c): (ValueId, ValueId, ValueId),
        ty: TypeId,
        current: Option<RecordId>,
    ) -> Eval<Option<ValueId>> {
        Ok(match op {
            TernaryOp::If => self.to_int(a).map(|condition| if condition != 0 { b } else { c }),
            TernaryOp::ForEach => return self.fold_foreach(a, b, c, ty, current),
            TernaryOp::Filter => return self.fold_filter(a, b, c, ty, current),
            TernaryOp::Subst => self.fold_subst(a, b, c, ty)?,
            TernaryOp::Dag => return self.fold_dag(a, b, c),
            TernaryOp::Range => {
                let (Some(start), Some(end), Some(step)) = (self.as_int(a), self.as_int(b), self.as_int(c))
                else {
                    return Ok(None);
                };
                if step == 0 {
                    return self.error_in(current, "Step of !range can't be 0");
                }
                let is_empty = if step > 0 { start >= end } else { start <= end };
                let count = if is_empty {
                    0
                } else {
                    start.abs_diff(end).div_ceil(step.unsigned_abs())
                };
                self.check_length(count)?;
                let items: Vec<u32> = (0..count as i64)
                    .map(|i| self.int(start.wrapping_add(step.wrapping_mul(i))).0)
                    .collect();
                Some(self.list(TypeId::INT, &items))
            }
            TernaryOp::Substr => {
                let (Some(text), Some(start), Some(length)) =
                    (self.as_string(a), self.as_int(b), self.as_int(c))
                else {
                    return Ok(None);
                };
                let size = self.str(text).len() as i64;
                if start < 0 || start > size {
                    let message = format!("!substr start position is out of range 0...{size}: {start}");
                    return self.error_in(current, message);
                }
                if length < 0 {
                    return self.error_in(current, "!substr length must be nonnegative");
                }
                let end = start.saturating_add(length).min(size);
                let bytes = &self.str(text).as_bytes()[start as usize..end as usize];
                let part = String::from_utf8_lossy(bytes).into_owned();
                let symbol = self.keeper.strings.intern(&part);
                let is_code = matches!(self.node(a), Node::Code(_));
                Some(self.value(if is_code {
                    Node::Code(symbol)
                } else {
                    Node::Str(symbol)
                }))
            }
            TernaryOp::Find => {
                let (Some(text), Some(wanted), Some(start)) =
                    (self.as_string(a), self.as_string(b), self.as_int(c))
                else {
                    return Ok(None);
                };
                let size = self.str(text).len() as i64;
                if start < 0 || start > size {
                    let message = format!("!find start position is out of range 0...{size}: {start}");
                    return self.error_in(current, message);
                }
                let found = find_bytes(
                    self.str(text).as_bytes(),
                    self.str(wanted).as_bytes(),
                    start as usize,
                );
                Some(self.int(found.map_or(-1, |at| at as i64)))
            }
            TernaryOp::SetDagArg | TernaryOp::SetDagName => {
                let Node::Dag {
                    operator,
                    name,
                    args,
                    names,
                } = self.node(a)
                else {
                    return Ok(None);
                };
                let is_arg = op == TernaryOp::SetDagArg;
                let operator_name = if is_arg { "!setdagarg" } else { "!setdagname" };
                let Some(index) = self.dag_index(args, names, b, operator_name, current)? else {
                    return Ok(None);
                };
                let (mut new_args, mut new_names) = (self.items(args), self.items(names));
                if is_arg {
                    new_args[index] = c.0;
                } else {
                    new_names[index] = self.as_string(c).map_or(0, |name| name.0 + 1);
                }
                let (args, names) = (self.slice(&new_args), self.slice(&new_names));
                Some(self.value(Node::Dag {
                    operator,
                    name,
                    args,
                    names,
                }))
            }
        })
    }

    /// The body with the iteration variable bound to an item.
    fn apply(
        &mut self,
        name: Symbol,
        item: ValueId,
        body: ValueId,
        current: Option<RecordId>,
    ) -> Eval<ValueId> {
        if !self.keeper.values.is_unresolved(body) {
            return Ok(body);
        }
        let mut resolver = MapResolver::new(current);
        resolver.set(name, item);
        let outer = self.memo.suspend();
        let value = self.resolve(body, &mut resolver);
        self.memo.resume(outer);
        value
    }

    fn fold_foreach(
        &mut self,
        variable: ValueId,
        sequence: ValueId,
        body: ValueId,
        ty: TypeId,
        current: Option<RecordId>,
    ) -> Eval<Option<ValueId>> {
        let Some(name) = self.as_string(variable) else {
            return Ok(None);
        };
        match self.node(sequence) {
            Node::Dag { .. } => self.foreach_dag(name, sequence, body, current).map(Some),
            Node::List { items, .. } => {
                let mut items = self.items(items);
                self.step(items.len() as u64)?;
                for item in &mut items {
                    *item = self.apply(name, ValueId(*item), body, current)?.0;
                }
                let element = self.element_type(ty).unwrap_or(ty);
                Ok(Some(self.list(element, &items)))
            }
            _ => Ok(None),
        }
    }

    /// The body applied to the operator and all arguments, nested dags included.
    fn foreach_dag(
        &mut self,
        name: Symbol,
        dag: ValueId,
        body: ValueId,
        current: Option<RecordId>,
    ) -> Eval<ValueId> {
        let Node::Dag {
            operator,
            name: operator_name,
            args,
            names,
        } = self.node(dag)
        else {
            return Ok(dag);
        };
        let new_operator = self.apply(name, operator, body, current)?;
        let mut changed = new_operator != operator;
        let mut new_args = self.items(args);
        for arg in &mut new_args {
            let old = ValueId(*arg);
            let new = if matches!(self.node(old), Node::Dag { .. }) {
                self.step(4)?;
                self.foreach_dag(name, old, body, current)?
            } else {
                self.apply(name, old, body, current)?
            };
            changed |= new != old;
            *arg = new.0;
        }
        if !changed {
            return Ok(dag);
        }
        let args = self.slice(&new_args);
        Ok(self.value(Node::Dag {
            operator: new_operator,
            name: operator_name,
            args,
            names,
        }))
    }

    fn fold_filter(
        &mut self,
        variable: ValueId,
        sequence: ValueId,
        body: ValueId,
        ty: TypeId,
        current: Option<RecordId>,
    ) -> Eval<Option<ValueId>> {
        let (Some(name), Node::List { items, .. }) = (self.as_string(variable), self.node(sequence)) else {
            return Ok(None);
        };
        let mut kept = Vec::new();
        let items = self.items(items);
        self.step(items.len() as u64)?;
        for &item in &items {
            let condition = self.apply(name, ValueId(item), body, current)?;
            match self.to_int(condition) {
                None => return Ok(None),
                Some(0) => {}
                Some(_) => kept.push(item),
            }
        }
        let element = self.element_type(ty).unwrap_or(ty);
        Ok(Some(self.list(element, &kept)))
    }

    fn fold_subst(&mut self, a: ValueId, b: ValueId, c: ValueId, ty: TypeId) -> Eval<Option<ValueId>> {
        if let (Some(target), Some(replacement), Some(value)) =
            (self.as_def(a), self.as_def(b), self.as_def(c))
        {
            let is_same = self.record(target).name == self.record(value).name;
            let _ = replacement;
            return Ok(Some(if is_same { b } else { c }));
        }
        if let (
            Node::Var { name: target, .. },
            Node::Var {
                name: replacement, ..
            },
            Node::Var { name, .. },
        ) = (self.node(a), self.node(b), self.node(c))
        {
            return Ok(Some(
                self.var(if target == name { replacement } else { name }, ty),
            ));
        }
        let (Some(target), Some(replacement), Some(text)) =
            (self.as_string(a), self.as_string(b), self.as_string(c))
        else {
            return Ok(None);
        };
        let target = self.str(target);
        if target.is_empty() {
            return Ok(Some(c));
        }
        let (text, replacement) = (self.str(text), self.str(replacement));
        let places = || {
            let mut at = 0;
            std::iter::from_fn(move || {
                let found = at + find_text(&text[at..], target)?;
                at = found + target.len();
                Some(found)
            })
        };
        let count = places().count();
        if count == 0 && matches!(self.node(c), Node::Str(_)) {
            let steps = text.len() as u64 / 16;
            self.step(steps)?;
            return Ok(Some(c));
        }
        let length = text.len() + count * replacement.len();
        if length > self.limits.text {
            return self.give_up(format!("a string would have {length} characters"));
        }
        let mut result = String::with_capacity(length);
        let mut rest = 0;
        for place in places() {
            result.push_str(&text[rest..place]);
            result.push_str(replacement);
            rest = place + target.len();
        }
        result.push_str(&text[rest..]);
        self.step(result.len() as u64 / 16)?;
        Ok(Some(self.string(&result)))
    }

    fn fold_dag(&mut self, operator: ValueId, args: ValueId, names: ValueId) -> Eval<Option<ValueId>> {
        let list_of = |eval: &Evaluator, value: ValueId| match eval.node(value) {
            Node::List { items, .. } => Some(Some(eval.items(items))),
            Node::Unset => Some(None),
            _ => None,
        };
        let (Some(args), Some(names)) = (list_of(self, args), list_of(self, names)) else {
            return Ok(None);
        };
        let (args, names) = match (args, names) {
            (None, None) => return Ok(None),
            (Some(args), None) => {
                let names = smallvec::SmallVec::from_elem(ValueId::UNSET.0, args.len());
                (args, names)
            }
            (None, Some(names)) => (
                smallvec::SmallVec::from_elem(ValueId::UNSET.0, names.len()),
                names,
            ),
            (Some(args), Some(names)) if args.len() == names.len() => (args, names),
            _ => return Ok(None),
        };
        let mut symbols: Vec<u32> = Vec::with_capacity(names.len());
        for &name in &names {
            match self.node(ValueId(name)) {
                Node::Str(name) | Node::Code(name) => symbols.push(name.0 + 1),
                Node::Unset => symbols.push(0),
                _ => return Ok(None),
            }
        }
        let (args, names) = (self.slice(&args), self.slice(&symbols));
        Ok(Some(self.value(Node::Dag {
            operator,
            name: None,
            args,
            names,
        })))
    }

    /// `!cond(c1: v1, ...)`; `arms` alternates conditions and values.
    pub(crate) fn cond(&mut self, arms: &[u32], ty: TypeId, current: Option<RecordId>) -> Eval<ValueId> {
        for arm in arms.chunks_exact(2) {
            match self.to_int(ValueId(arm[0])) {
                Some(0) => {}
                Some(_) => {
                    let value = ValueId(arm[1]);
                    return match self.convert(value, ty) {
                        Some(value) => Ok(value),
                        None => {
                            let (value, ty) = (self.to_text(value), self.type_text(ty));
                            self.error_in(current, format!("'{value}' of !cond is not of type '{ty}'"))
                        }
                    };
                }
                None => {
                    let arms = self.slice(arms);
                    return Ok(self.value(Node::Cond { arms, ty }));
                }
            }
        }
        let arms = self.slice(arms);
        let value = self.value(Node::Cond { arms, ty });
        let text = self.to_text(value);
        let name = current.map_or(String::new(), |record| {
            let name = self.record(record).name_value;
            self.keeper.value_to_unquoted(name)
        });
        self.error_in(
            current,
            format!("{name} does not have any true condition in:{text}"),
        )
    }

    /// `!foldl(start, list, a, b, body)`
    pub(crate) fn foldl(
        &mut self,
        parts: [ValueId; 5],
        ty: TypeId,
        current: Option<RecordId>,
    ) -> Eval<ValueId> {
        let [start, list, a, b, body] = parts;
        let (Node::List { items, .. }, Some(a), Some(b)) =
            (self.node(list), self.as_string(a), self.as_string(b))
        else {
            let parts = self.slice(&parts.map(|part| part.0));
            return Ok(self.value(Node::Foldl { parts, ty }));
        };
        let mut accumulator = start;
        for &item in &self.items(items) {
            self.step(1)?;
            let mut resolver = MapResolver::new(current);
            resolver.set(a, accumulator);
            resolver.set(b, ValueId(item));
            let outer = self.memo.suspend();
            let value = self.resolve(body, &mut resolver);
            self.memo.resume(outer);
            accumulator = value?;
        }
        Ok(accumulator)
    }
}

fn find_bytes(text: &[u8], wanted: &[u8], start: usize) -> Option<usize> {
    if wanted.is_empty() {
        return Some(start);
    }
    text[start..]
        .windows(wanted.len())
        .position(|window| window == wanted)
        .map(|at| at + start)
}

/// The first position of `target`, which is not empty, in `text`. Most targets are a few bytes long, for which the setup
/// of the standard library's search would take longer than this.
fn find_text(text: &str, target: &str) -> Option<usize> {
    const SHORT: usize = 16;
    if target.len() > SHORT {
        return text.find(target);
    }
    let (bytes, target) = (text.as_bytes(), target.as_bytes());
    let last = bytes.len().checked_sub(target.len())?;
    (0..=last).find(|&at| bytes[at] == target[0] && bytes[at..at + target.len()] == *target)
}
