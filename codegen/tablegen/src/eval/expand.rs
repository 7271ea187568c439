//! The entries of multiclasses and loops, and their expansion into records.

use super::{Eval, Evaluator, MapResolver};
use crate::intern::Symbol;
use crate::record::{Assertion, Dump, Record};
use crate::value::{Node, TernaryOp, ValueId};
use std::sync::Arc;
use wavec_support::Span;

/// A statement that is executed when its multiclass is instantiated or its loop runs.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    Record(Box<Record>),
    Loop(ForeachLoop),
    Assertion(Assertion),
    Dump(Dump),
}

/// A `foreach`; an `if` is a loop without a variable over a list of one element or none.
#[derive(Clone, Debug)]
pub(crate) struct ForeachLoop {
    pub(crate) span: Span,
    pub(crate) variable: Option<Symbol>,
    pub(crate) list: ValueId,
    pub(crate) entries: Vec<Entry>,
}

/// Values of variables, innermost last.
pub(crate) type Substitutions = Vec<(Symbol, ValueId)>;

impl Evaluator {
    fn substitute(&mut self, value: ValueId, substitutions: &[(Symbol, ValueId)]) -> Eval<ValueId> {
        if !self.keeper.values.is_unresolved(value) {
            return Ok(value);
        }
        debug_assert!(!self.memo.is_active());
        self.resolve(value, &mut MapResolver::with(None, substitutions))
    }

    /// Adds a place of instantiation to a record.
    fn add_place(&mut self, record: &mut Record, place: Option<Span>) {
        let Some(place) = place else {
            return;
        };
        record.places = Some(match (&record.places, &self.last_place) {
            (None, Some(last)) if last[..] == [place] => Arc::clone(last),
            (None, _) => {
                let places: Arc<[Span]> = Arc::new([place]);
                self.last_place = Some(Arc::clone(&places));
                places
            }
            (Some(places), _) => places.iter().copied().chain([place]).collect(),
        });
    }

    /// Executes entries; the results go to `target`, or to the keeper if there is none. `place` is where the multiclass is
    /// instantiated.
    pub(crate) fn expand(
        &mut self,
        entries: &[Entry],
        substitutions: &mut Substitutions,
        is_final: bool,
        mut target: Option<&mut Vec<Entry>>,
        place: Option<Span>,
    ) -> Eval<()> {
        for entry in entries {
            self.step(1)?;
            match entry {
                Entry::Loop(inner) => {
                    // Records of a loop do not list the place where the multiclass was instantiated.
                    self.expand_loop(inner, substitutions, is_final, target.as_deref_mut())?;
                }
                Entry::Assertion(assertion) => {
                    let condition = self.substitute(assertion.condition, substitutions)?;
                    let message = self.substitute(assertion.message, substitutions)?;
                    let assertion = Assertion {
                        span: assertion.span,
                        condition,
                        message,
                    };
                    match &mut target {
                        Some(target) => target.push(Entry::Assertion(assertion)),
                        None => self.check_assertion(assertion, None),
                    }
                }
                Entry::Dump(dump) => {
                    let message = self.substitute(dump.message, substitutions)?;
                    let dump = Dump {
                        span: dump.span,
                        message,
                    };
                    match &mut target {
                        Some(target) => target.push(Entry::Dump(dump)),
                        None => self.run_dump(dump),
                    }
                }
                Entry::Record(record) => {
                    let mut record = (**record).clone();
                    self.add_place(&mut record, place);
                    let id = self.new_draft(record);
                    // If the record is about to be finished, its fields are resolved only then.
                    let is_last = is_final && (target.is_none() || self.may_wait);
                    let resolved = if is_last {
                        self.resolve_in_turn(id, substitutions)
                    } else {
                        self.resolve_record(id, &mut MapResolver::with(Some(id), substitutions))
                    };
                    let mut record = self.take_draft(id);
                    resolved?;
                    if is_last {
                        record.pending = Some(substitutions.as_slice().into());
                    }
                    match &mut target {
                        Some(target) => {
                            target.push(Entry::Record(Box::new(record)));
                            self.count_entry()?;
                        }
                        None => self.add_def(record)?,
                    }
                }
            }
        }
        Ok(())
    }

    /// Executes a loop. If its list is unresolved, the loop is kept with the known values substituted.
    pub(crate) fn expand_loop(
        &mut self,
        foreach: &ForeachLoop,
        substitutions: &mut Substitutions,
        is_final: bool,
        target: Option<&mut Vec<Entry>>,
    ) -> Eval<()> {
        let mut list = self.substitute(foreach.list, substitutions)?;
        // The condition of an `if` must be resolved now; its branches are resolved when their records are finished.
        if is_final
            && let Node::Ternary {
                op: TernaryOp::If,
                a,
                b,
                c,
                ty,
            } = self.node(list)
        {
            let mut resolver = MapResolver::with(None, substitutions);
            resolver.set_final();
            let condition = self.resolve(a, &mut resolver)?;
            if condition == a {
                let condition = self.to_text(condition);
                let message =
                    format!("unable to resolve if condition '{condition}' at end of containing scope");
                return self.error(foreach.span, message);
            }
            list = self.ternary(TernaryOp::If, condition, b, c, ty, None)?;
        }
        let Node::List { items, .. } = self.node(list) else {
            if let (false, Some(target)) = (is_final, target) {
                let mut entries = Vec::new();
                self.expand(&foreach.entries, substitutions, false, Some(&mut entries), None)?;
                self.count_entry()?;
                target.push(Entry::Loop(ForeachLoop {
                    list,
                    entries,
                    ..*foreach
                }));
                return Ok(());
            }
            let list = self.to_text(list);
            return self.error(
                foreach.span,
                format!("attempting to loop over '{list}', expected a list"),
            );
        };
        let mut target = target;
        for &item in &self.items(items) {
            self.step(1)?;
            if let Some(variable) = foreach.variable {
                substitutions.push((variable, ValueId(item)));
            }
            let result = self.expand(
                &foreach.entries,
                substitutions,
                is_final,
                target.as_deref_mut(),
                None,
            );
            if foreach.variable.is_some() {
                substitutions.pop();
            }
            result?;
        }
        Ok(())
    }
}
