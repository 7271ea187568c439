//! Operators with two operands.

use super::{Eval, Evaluator};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::regex::Regex;
use crate::types::TypeId;
use crate::value::{BinaryOp, Node, ValueId};
use std::cmp::Ordering;

impl Evaluator {
    /// `!op(a, b)`, folded if it can be.
    pub(crate) fn binary(
        &mut self,
        op: BinaryOp,
        a: ValueId,
        b: ValueId,
        ty: TypeId,
        current: Option<RecordId>,
    ) -> Eval<ValueId> {
        let folded = self.fold_binary(op, a, b, ty, current)?;
        Ok(folded.unwrap_or_else(|| self.value(Node::Binary { op, a, b, ty })))
    }

    /// `a # b` of strings, folded for literals only.
    pub(crate) fn string_concat(&mut self, a: ValueId, b: ValueId) -> Eval<ValueId> {
        if let Some(value) = self.fold_string_concat(a, b)? {
            return Ok(value);
        }
        Ok(self.value(Node::Binary {
            op: BinaryOp::StrConcat,
            a,
            b,
            ty: TypeId::STRING,
        }))
    }

    fn fold_string_concat(&mut self, a: ValueId, b: ValueId) -> Eval<Option<ValueId>> {
        let (Some(first), Some(second)) = (self.as_string(a), self.as_string(b)) else {
            return Ok(None);
        };
        let start = self.text.len();
        for part in [first, second] {
            self.text.push_str(self.keeper.strings.get(part));
        }
        let length = self.text.len() - start;
        let symbol = self.keeper.strings.intern(&self.text[start..]);
        self.text.truncate(start);
        self.step(length as u64 / 16)?;
        let is_code = matches!(self.node(a), Node::Code(_)) || matches!(self.node(b), Node::Code(_));
        Ok(Some(self.value(if is_code {
            Node::Code(symbol)
        } else {
            Node::Str(symbol)
        })))
    }

    /// `a # b` of lists.
    pub(crate) fn list_concat(&mut self, a: ValueId, b: ValueId, ty: TypeId) -> Eval<ValueId> {
        if let Some(value) = self.fold_list_concat(a, b)? {
            return Ok(value);
        }
        Ok(self.value(Node::Binary {
            op: BinaryOp::ListConcat,
            a,
            b,
            ty,
        }))
    }

    fn fold_list_concat(&mut self, a: ValueId, b: ValueId) -> Eval<Option<ValueId>> {
        let (
            Node::List {
                element,
                items: first,
            },
            Node::List { items: second, .. },
        ) = (self.node(a), self.node(b))
        else {
            return Ok(None);
        };
        let mut items = self.items(first);
        items.extend_from_slice(self.keeper.values.slice(second));
        self.check_length(items.len() as u64)?;
        Ok(Some(self.list(element, &items)))
    }

    /// Compares two integers or strings; records compare as equal or different.
    pub(super) fn compare(&self, a: ValueId, b: ValueId) -> Option<(Ordering, bool)> {
        match (self.node(a), self.node(b)) {
            (Node::Def(a), Node::Def(b)) => Some((a.cmp(&b), false)),
            (Node::Str(a) | Node::Code(a), Node::Str(b) | Node::Code(b)) => {
                let order = if a == b {
                    Ordering::Equal
                } else {
                    self.str(a).cmp(self.str(b))
                };
                Some((order, true))
            }
            _ => Some((self.to_int(a)?.cmp(&self.to_int(b)?), true)),
        }
    }

    fn fold_binary(
        &mut self,
        op: BinaryOp,
        a: ValueId,
        b: ValueId,
        ty: TypeId,
        current: Option<RecordId>,
    ) -> Eval<Option<ValueId>> {
        Ok(match op {
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::Sra
            | BinaryOp::Srl => {
                let (Some(a), Some(b)) = (self.to_int(a), self.to_int(b)) else {
                    return Ok(None);
                };
                match arithmetic(op, a, b) {
                    Ok(int) => Some(self.int(int)),
                    Err(message) => return self.error_in(current, message),
                }
            }
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Le | BinaryOp::Lt | BinaryOp::Ge | BinaryOp::Gt => {
                let Some((order, is_ordered)) = self.compare(a, b) else {
                    return Ok(None);
                };
                let holds = match op {
                    BinaryOp::Eq => order.is_eq(),
                    BinaryOp::Ne => order.is_ne(),
                    _ if !is_ordered => return Ok(None),
                    BinaryOp::Le => order.is_le(),
                    BinaryOp::Lt => order.is_lt(),
                    BinaryOp::Ge => order.is_ge(),
                    _ => order.is_gt(),
                };
                Some(ValueId::bit(holds))
            }
            BinaryOp::StrConcat => return self.fold_string_concat(a, b),
            BinaryOp::ListConcat => return self.fold_list_concat(a, b),
            BinaryOp::ListSplat => {
                let (Some(element), Some(count)) = (self.type_of(a), self.as_int(b)) else {
                    return Ok(None);
                };
                if count < 0 {
                    return self.error_in(current, format!("!listsplat count {count} is negative"));
                }
                self.check_length(count as u64)?;
                Some(self.list(element, &vec![a.0; count as usize]))
            }
            BinaryOp::ListRemove => {
                let (Node::List { element, items }, Node::List { items: removed, .. }) =
                    (self.node(a), self.node(b))
                else {
                    return Ok(None);
                };
                let (mut items, removed) = (self.items(items), self.items(removed));
                self.step(items.len() as u64 * removed.len() as u64 / 4)?;
                items.retain(|item| {
                    let is_equal = |&other: &u32| {
                        self.compare(ValueId(*item), ValueId(other))
                            .is_some_and(|o| o.0.is_eq())
                    };
                    !removed.iter().any(is_equal)
                });
                Some(self.list(element, &items))
            }
            BinaryOp::ListElement => {
                let (Node::List { items, .. }, Some(index)) = (self.node(a), self.as_int(b)) else {
                    return Ok(None);
                };
                let items = self.keeper.values.slice(items);
                usize::try_from(index)
                    .ok()
                    .and_then(|index| items.get(index))
                    .map(|&item| ValueId(item))
            }
            BinaryOp::ListSlice => {
                let (Node::List { element, items }, Node::List { items: indices, .. }) =
                    (self.node(a), self.node(b))
                else {
                    return Ok(None);
                };
                let items = self.keeper.values.slice(items);
                let mut slice = Vec::new();
                for &index in self.keeper.values.slice(indices) {
                    let index = self
                        .as_int(ValueId(index))
                        .and_then(|index| usize::try_from(index).ok());
                    let Some(&item) = index.and_then(|index| items.get(index)) else {
                        return Ok(None);
                    };
                    slice.push(item);
                }
                Some(self.list(element, &slice))
            }
            BinaryOp::Range => {
                let (Some(first), Some(last)) = (self.as_int(a), self.as_int(b)) else {
                    return Ok(None);
                };
                self.check_length(first.abs_diff(last).saturating_add(1))?;
                let items: Vec<u32> = if first <= last {
                    (first..=last).map(|i| self.int(i).0).collect()
                } else {
                    (last..=first).rev().map(|i| self.int(i).0).collect()
                };
                Some(self.list(TypeId::INT, &items))
            }
            BinaryOp::Interleave => return self.fold_interleave(a, b),
            BinaryOp::Match => {
                let (Some(text), Some(pattern)) = (self.as_string(a), self.as_string(b)) else {
                    return Ok(None);
                };
                match Regex::new(self.str(pattern)) {
                    Ok(regex) => {
                        let found = regex.is_match(self.str(text));
                        Some(ValueId::bit(found))
                    }
                    Err(error) => {
                        let pattern = self.str(pattern).to_string();
                        return self.error_in(current, format!("invalid regex '{pattern}': {error}"));
                    }
                }
            }
            BinaryOp::Concat => return self.fold_dag_concat(a, b, current),
            BinaryOp::GetDagArg | BinaryOp::GetDagName => {
                let Node::Dag { args, names, .. } = self.node(a) else {
                    return Ok(None);
                };
                let is_arg = op == BinaryOp::GetDagArg;
                let operator = if is_arg { "!getdagarg" } else { "!getdagname" };
                let Some(index) = self.dag_index(args, names, b, operator, current)? else {
                    return Ok(None);
                };
                if !is_arg {
                    let name = self.keeper.values.slice(names)[index];
                    return Ok(Some(match name.checked_sub(1) {
                        Some(name) => self.value(Node::Str(Symbol(name))),
                        None => ValueId::UNSET,
                    }));
                }
                let arg = ValueId(self.keeper.values.slice(args)[index]);
                let fits = self.type_of(arg).is_none_or(|own| self.is_convertible(own, ty));
                Some(if fits { arg } else { ValueId::UNSET })
            }
            BinaryOp::SetDagOp => {
                let (Node::Dag { args, names, .. }, Node::Def(_)) = (self.node(a), self.node(b)) else {
                    return Ok(None);
                };
                Some(self.value(Node::Dag {
                    operator: b,
                    name: None,
                    args,
                    names,
                }))
            }
            BinaryOp::SetDagOpName => {
                let Node::Dag {
                    operator,
                    args,
                    names,
                    ..
                } = self.node(a)
                else {
                    return Ok(None);
                };
                let Some(name) = self.as_string(b) else {
                    return Ok(None);
                };
                Some(self.value(Node::Dag {
                    operator,
                    name: Some(name),
                    args,
                    names,
                }))
            }
        })
    }

    /// The position of a dag's argument that is named by number or by `$name`; `None` if that is not known yet.
    pub(crate) fn dag_index(
        &mut self,
        args: crate::value::SliceId,
        names: crate::value::SliceId,
        key: ValueId,
        operator: &str,
        current: Option<RecordId>,
    ) -> Eval<Option<usize>> {
        let count = self.keeper.values.slice(args).len();
        if let Some(index) = self.as_int(key) {
            let is_outside = !(0..count as i64).contains(&index);
            if operator == "!getdagname" && is_outside {
                let last = count as i64 - 1;
                let message = format!("{operator} index is out of range 0...{last}: {index}");
                return self.error_in(current, message);
            }
            if index < 0 {
                return self.error_in(current, format!("{operator} index {index} is negative"));
            }
            if index >= count as i64 {
                let message = format!("{operator} index {index} is out of range (dag has {count} arguments)");
                return self.error_in(current, message);
            }
            return Ok(Some(index as usize));
        }
        let Some(name) = self.as_string(key) else {
            return Ok(None);
        };
        let position = self
            .keeper
            .values
            .slice(names)
            .iter()
            .position(|&own| own == name.0 + 1);
        if position.is_none() {
            let message = format!("{operator} key '{}' is not found", self.str(name));
            return self.error_in(current, message);
        }
        Ok(position)
    }

    fn fold_dag_concat(
        &mut self,
        a: ValueId,
        b: ValueId,
        current: Option<RecordId>,
    ) -> Eval<Option<ValueId>> {
        let (
            Node::Dag {
                operator: first,
                name: first_name,
                args: first_args,
                names: first_names,
            },
            Node::Dag {
                operator: second,
                name: second_name,
                args: second_args,
                names: second_names,
            },
        ) = (self.node(a), self.node(b))
        else {
            return Ok(None);
        };
        let is_known = |eval: &Evaluator, op: ValueId| eval.is_unset(op) || eval.as_def(op).is_some();
        if !is_known(self, first) || !is_known(self, second) {
            return Ok(None);
        }
        if !self.is_unset(first) && !self.is_unset(second) && first != second {
            let (first, second) = (self.to_text(a), self.to_text(b));
            let message = format!("Concatenated Dag operators do not match: '{first}' vs. '{second}'");
            return self.error_in(current, message);
        }
        let operator = if self.is_unset(first) { second } else { first };
        let mut args = self.items(first_args);
        args.extend_from_slice(self.keeper.values.slice(second_args));
        let mut names = self.items(first_names);
        names.extend_from_slice(self.keeper.values.slice(second_names));
        self.check_length(args.len() as u64)?;
        let (args, names) = (self.slice(&args), self.slice(&names));
        let name = first_name.or(second_name);
        Ok(Some(self.value(Node::Dag {
            operator,
            name,
            args,
            names,
        })))
    }

    fn fold_interleave(&mut self, a: ValueId, b: ValueId) -> Eval<Option<ValueId>> {
        let (Node::List { element, items }, Some(delimiter)) = (self.node(a), self.as_string(b)) else {
            return Ok(None);
        };
        let mut text = String::new();
        let mut is_code = false;
        for (i, &item) in self.keeper.values.slice(items).iter().enumerate() {
            if i > 0 {
                text.push_str(self.str(delimiter));
            }
            if element == TypeId::STRING {
                match self.node(ValueId(item)) {
                    Node::Str(part) => text.push_str(self.str(part)),
                    Node::Code(part) => {
                        // The representation of the first element does not matter.
                        is_code |= i > 0;
                        text.push_str(self.str(part));
                    }
                    _ => return Ok(None),
                }
            } else {
                match self.to_int(ValueId(item)) {
                    Some(int) => text.push_str(&int.to_string()),
                    None => return Ok(None),
                }
            }
        }
        self.step(text.len() as u64 / 16)?;
        let symbol = self.keeper.strings.intern(&text);
        Ok(Some(self.value(if is_code {
            Node::Code(symbol)
        } else {
            Node::Str(symbol)
        })))
    }
}

/// Arithmetic wraps around; shifts must be by 0 to 63.
pub(super) fn arithmetic(op: BinaryOp, a: i64, b: i64) -> Result<i64, &'static str> {
    Ok(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div => match a.checked_div(b) {
            Some(quotient) => quotient,
            None if b == 0 => return Err("Illegal operation: division by zero"),
            None => return Err("Illegal operation: INT64_MIN / -1"),
        },
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl | BinaryOp::Sra | BinaryOp::Srl if !(0..64).contains(&b) => {
            return Err("Illegal operation: out of bounds shift");
        }
        BinaryOp::Shl => (a as u64).wrapping_shl(b as u32) as i64,
        BinaryOp::Sra => a.wrapping_shr(b as u32),
        _ => (a as u64).wrapping_shr(b as u32) as i64,
    })
}
