//! Operators with one operand, `!isa`, `!exists`, `!instances` and field access.

use super::{Eval, Evaluator};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::regex::Regex;
use crate::types::{Type, TypeId};
use crate::value::{Node, UnaryOp, ValueId};

impl Evaluator {
    /// `!op(a)`, folded if it can be. `current` is the record that is being read or resolved.
    pub(crate) fn unary(
        &mut self,
        op: UnaryOp,
        a: ValueId,
        ty: TypeId,
        current: Option<RecordId>,
        is_final: bool,
    ) -> Eval<ValueId> {
        let folded = self.fold_unary(op, a, ty, current, is_final)?;
        Ok(folded.unwrap_or_else(|| self.value(Node::Unary { op, a, ty })))
    }

    fn fold_unary(
        &mut self,
        op: UnaryOp,
        a: ValueId,
        ty: TypeId,
        current: Option<RecordId>,
        is_final: bool,
    ) -> Eval<Option<ValueId>> {
        let node = self.node(a);
        Ok(match op {
            UnaryOp::Cast => return self.fold_cast(a, ty, current, is_final),
            UnaryOp::Repr => {
                if !self.is_concrete(a) {
                    return Ok(None);
                }
                // Check the limits before a value is printed that may be too long.
                self.check_now()?;
                let text = match node {
                    Node::Def(record) => self.keeper.record_to_string(record),
                    _ => self.keeper.value_to_string(a),
                };
                self.step(text.len() as u64 / 16)?;
                Some(self.string(&text))
            }
            UnaryOp::ToLower => {
                let text = self.as_string(a).map(|text| self.str(text).to_ascii_lowercase());
                text.map(|text| self.string(&text))
            }
            UnaryOp::ToUpper => {
                let text = self.as_string(a).map(|text| self.str(text).to_ascii_uppercase());
                text.map(|text| self.string(&text))
            }
            UnaryOp::Not => self.to_int(a).map(|int| self.int(i64::from(int == 0))),
            UnaryOp::Log2 => match self.to_int(a) {
                Some(int) if int <= 0 => {
                    let message =
                        "Illegal operation: logtwo is undefined on arguments less than or equal to 0";
                    return self.error_in(current, message);
                }
                Some(int) => Some(self.int(i64::from(int.ilog2()))),
                None => None,
            },
            UnaryOp::Head => match node {
                Node::List { items, .. } => match self.keeper.values.slice(items).first() {
                    Some(&item) => Some(ValueId(item)),
                    None => return self.error_in(current, "!head of an empty list"),
                },
                _ => None,
            },
            UnaryOp::Tail => match node {
                Node::List { element, items } => {
                    let items = self.items(items);
                    if items.is_empty() {
                        return self.error_in(current, "!tail of an empty list");
                    }
                    Some(self.list(element, &items[1..]))
                }
                _ => None,
            },
            UnaryOp::Size | UnaryOp::Empty => {
                let size = match node {
                    Node::List { items, .. } | Node::Dag { args: items, .. } => {
                        self.keeper.values.slice(items).len()
                    }
                    Node::Str(text) | Node::Code(text) => self.str(text).len(),
                    _ => return Ok(None),
                };
                let value = if op == UnaryOp::Size {
                    size as i64
                } else {
                    i64::from(size == 0)
                };
                Some(self.int(value))
            }
            UnaryOp::GetDagOp => match node {
                Node::Dag { operator, .. } => {
                    // It may be unresolved, but has a type.
                    let Some(own) = self.type_of(operator) else {
                        return self.error_in(current, "Expected record as operator");
                    };
                    if !self.is_a(own, ty) {
                        return self.type_mismatch(current, ty, own, "!getdagop", a);
                    }
                    Some(operator)
                }
                _ => None,
            },
            UnaryOp::GetDagOpName => match node {
                Node::Dag { name, .. } => {
                    Some(name.map_or(ValueId::UNSET, |name| self.value(Node::Str(name))))
                }
                _ => None,
            },
            UnaryOp::ListFlatten => match node {
                Node::List { element, items } => {
                    let Some(inner) = self.element_type(element) else {
                        return Ok(Some(a));
                    };
                    let mut flat = Vec::new();
                    for &item in &self.items(items) {
                        let Node::List { items, .. } = self.node(ValueId(item)) else {
                            return Ok(None);
                        };
                        flat.extend_from_slice(self.keeper.values.slice(items));
                    }
                    self.check_length(flat.len() as u64)?;
                    Some(self.list(inner, &flat))
                }
                _ => None,
            },
            UnaryOp::Initialized => match node {
                Node::Unset => Some(self.int(0)),
                _ if self.is_concrete(a) => Some(self.int(1)),
                _ => None,
            },
        })
    }

    fn type_mismatch<T>(
        &mut self,
        current: Option<RecordId>,
        wanted: TypeId,
        got: TypeId,
        operator: &str,
        operand: ValueId,
    ) -> Eval<T> {
        let (wanted, got) = (self.type_text(wanted), self.type_text(got));
        let operand = self.to_text(operand);
        self.error_in(
            current,
            format!("Expected type '{wanted}', got '{got}' in: {operator}({operand})"),
        )
    }

    /// Whether `name` is the name of the record that is being resolved, which cannot be looked up yet.
    fn is_own_name(&self, name: Symbol, current: Option<RecordId>) -> bool {
        let Some(current) = current else {
            return false;
        };
        match self.node(self.record(current).name_value) {
            Node::Str(own) => own == name,
            Node::AnonymousName(number) => self.str(name) == format!("anonymous_{number}"),
            _ => false,
        }
    }

    fn fold_cast(
        &mut self,
        a: ValueId,
        ty: TypeId,
        current: Option<RecordId>,
        is_final: bool,
    ) -> Eval<Option<ValueId>> {
        if ty == TypeId::STRING {
            if self.as_string(a).is_some() {
                return Ok(Some(a));
            }
            if let Some(record) = self.as_def(a) {
                let name = self.record(record).name;
                return Ok(Some(self.value(Node::Str(name))));
            }
            if let Some(int) = self.to_int(a) {
                return Ok(Some(self.string(&int.to_string())));
            }
        } else if self.is_record_type(ty)
            && let Some(name) = self.as_string(a)
        {
            let found = match self.keeper.def_by_name.get(name) {
                Some(record) => Some(record),
                None if self.is_own_name(name, current) => {
                    if !is_final {
                        return Ok(None);
                    }
                    current
                }
                None => None,
            };
            let Some(record) = found else {
                if is_final {
                    let name = self.str(name).to_string();
                    return self.error_in(current, format!("Undefined reference to record: '{name}'"));
                }
                return Ok(None);
            };
            let own = self.record_type(record);
            if !self.is_a(own, ty) {
                let operator = format!("!cast<{}>", self.type_text(ty));
                return self.type_mismatch(current, ty, own, &operator, a);
            }
            return Ok(Some(self.value(Node::Def(record))));
        }
        Ok(self.convert(a, ty))
    }

    /// `!isa<check>(value)`
    pub(crate) fn is_a_value(&mut self, check: TypeId, value: ValueId) -> ValueId {
        if let Some(own) = self.type_of(value) {
            if self.is_convertible(own, check) {
                return self.int(1);
            }
            // That the value is not of a derived class is certain only when it is fully resolved.
            let is_other =
                self.as_def(value).is_some() || (!self.is_convertible(check, own) && self.is_concrete(value));
            if !self.is_record_type(check) || is_other {
                return self.int(0);
            }
        }
        self.value(Node::IsA { check, value })
    }

    /// `!exists<check>(name)`
    pub(crate) fn exists(
        &mut self,
        check: TypeId,
        name: ValueId,
        current: Option<RecordId>,
        is_final: bool,
    ) -> Eval<ValueId> {
        let unresolved = Node::Exists { check, name };
        let Some(text) = self.as_string(name) else {
            return Ok(self.value(unresolved));
        };
        let found = match self.keeper.def_by_name.get(text) {
            Some(record) => Some(record),
            None if self.is_own_name(text, current) && is_final => current,
            None => None,
        };
        if let Some(record) = found {
            let own = self.record_type(record);
            let exists = self.is_a(own, check);
            return Ok(self.int(i64::from(exists)));
        }
        Ok(if is_final {
            self.int(0)
        } else {
            self.value(unresolved)
        })
    }

    /// `!instances<class>(regex)`: the defs so far, by name.
    pub(crate) fn instances(
        &mut self,
        class: TypeId,
        regex: ValueId,
        current: Option<RecordId>,
        is_final: bool,
    ) -> Eval<ValueId> {
        let text = self.as_string(regex);
        let Some(text) = text.filter(|_| current.is_none() || is_final) else {
            return Ok(self.value(Node::Instances { class, regex }));
        };
        let pattern = self.str(text).to_string();
        let regex = match Regex::new(&pattern) {
            Ok(regex) => regex,
            Err(error) => return self.error_in(current, format!("invalid regex '{pattern}': {error}")),
        };
        let mut found = self.sorted_defs();
        self.step(found.len() as u64)?;
        let classes = match self.keeper.ty(class) {
            Type::Record(classes) => classes.clone(),
            _ => Default::default(),
        };
        found.retain(|&record| {
            let superclasses = self.record(record).superclasses();
            classes.iter().all(|class| superclasses.contains(class))
                && (pattern.is_empty() || regex.is_match(self.keeper.name(record)))
        });
        let items: Vec<u32> = found
            .into_iter()
            .map(|record| self.value(Node::Def(record)).0)
            .collect();
        Ok(self.list(class, &items))
    }

    /// The defs that have names so far, by name.
    fn sorted_defs(&mut self) -> Vec<RecordId> {
        let keeper = &mut self.keeper;
        let (sorted, mut new) = (
            std::mem::take(&mut keeper.sorted_defs),
            std::mem::take(&mut keeper.named_defs),
        );
        let by_name = |&a: &RecordId, &b: &RecordId| compare_numeric(keeper.name(a), keeper.name(b));
        let merged = if new.is_empty() {
            sorted
        } else {
            new.sort_by(by_name);
            let mut all = Vec::with_capacity(sorted.len() + new.len());
            let mut rest = new.into_iter().peekable();
            for def in sorted {
                while let Some(next) = rest.next_if(|next| by_name(next, &def).is_lt()) {
                    all.push(next);
                }
                all.push(def);
            }
            all.extend(rest);
            all
        };
        self.keeper.sorted_defs.clone_from(&merged);
        merged
    }

    /// `record.name`
    pub(crate) fn field(
        &mut self,
        record: ValueId,
        name: Symbol,
        ty: TypeId,
        current: Option<RecordId>,
    ) -> Eval<ValueId> {
        if let Node::Def(def) = self.node(record) {
            if Some(def) == current {
                let (field, record) = (self.str(name).to_string(), self.to_text(record));
                let message = format!(
                    "Attempting to access field '{field}' of '{record}' is a forbidden self-reference"
                );
                return self.error_in(current, message);
            }
            if let Some(value) = self.record(def).value_of(name)
                && (!value.is_unresolved() || self.is_concrete(value))
            {
                return Ok(value);
            }
        }
        Ok(self.value(Node::Field { record, name, ty }))
    }
}

/// The order of names in which digits compare as numbers: `r2` before `r10`.
pub fn compare_numeric(a: &str, b: &str) -> std::cmp::Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let shorter = a.len().min(b.len());
    let mut at = 0;
    while at < shorter {
        if a[at].is_ascii_digit() && b[at].is_ascii_digit() {
            let (run_a, run_b) = (digits(&a[at..]), digits(&b[at..]));
            if run_a != run_b {
                return run_a.cmp(&run_b);
            }
            let order = a[at..at + run_a].cmp(&b[at..at + run_a]);
            if order.is_ne() {
                return order;
            }
            at += run_a;
        } else if a[at] != b[at] {
            return a[at].cmp(&b[at]);
        } else {
            at += 1;
        }
    }
    a.len().cmp(&b.len())
}
