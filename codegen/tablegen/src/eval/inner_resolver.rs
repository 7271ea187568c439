//! Resolvers that wrap another one: to hide bound variables, and to detect remaining variables.

use super::{Eval, Evaluator, Resolver};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::value::ValueId;
use smallvec::SmallVec;

/// Hides variables that an inner `!foreach`, `!filter` or `!foldl` binds.
pub(crate) struct ShadowResolver<'r> {
    pub(crate) outer: &'r mut dyn Resolver,
    pub(crate) names: SmallVec<[Symbol; 2]>,
}

impl Resolver for ShadowResolver<'_> {
    fn as_dyn(&mut self) -> &mut dyn Resolver {
        self
    }

    fn lookup(&mut self, eval: &mut Evaluator, name: Symbol) -> Eval<Option<ValueId>> {
        if self.names.contains(&name) {
            Ok(None)
        } else {
            self.outer.lookup(eval, name)
        }
    }

    fn rename(&mut self, eval: &mut Evaluator, old: ValueId) -> Eval<Option<ValueId>> {
        self.outer.rename(eval, old)
    }

    fn peek(&self, eval: &Evaluator, name: Symbol) -> Option<ValueId> {
        if self.names.contains(&name) {
            None
        } else {
            self.outer.peek(eval, name)
        }
    }

    fn variables(&self) -> u64 {
        self.outer.variables()
    }

    fn current(&self) -> Option<RecordId> {
        self.outer.current()
    }

    fn is_final(&self) -> bool {
        self.outer.is_final()
    }

    fn sees_all(&self) -> bool {
        self.outer.sees_all()
    }
}

/// Forwards lookups and notes whether a variable remained without a value.
pub(crate) struct TrackUnresolvedResolver<'r> {
    pub(crate) outer: &'r mut dyn Resolver,
    pub(crate) found_unresolved: bool,
}

impl TrackUnresolvedResolver<'_> {
    #[inline]
    fn note(&mut self, eval: &mut Evaluator, found: Option<ValueId>) -> Eval<()> {
        let is_open = match found {
            None => true,
            Some(value) if !value.is_unresolved() || self.found_unresolved => return Ok(()),
            Some(value) => eval.has_free_variables(value)?,
        };
        self.found_unresolved |= is_open;
        Ok(())
    }
}

impl Resolver for TrackUnresolvedResolver<'_> {
    fn as_dyn(&mut self) -> &mut dyn Resolver {
        self
    }

    fn lookup(&mut self, eval: &mut Evaluator, name: Symbol) -> Eval<Option<ValueId>> {
        let value = self.outer.lookup(eval, name)?;
        self.note(eval, value)?;
        Ok(value)
    }

    fn rename(&mut self, eval: &mut Evaluator, old: ValueId) -> Eval<Option<ValueId>> {
        let name = self.outer.rename(eval, old)?;
        self.note(eval, name)?;
        Ok(name)
    }

    fn peek(&self, eval: &Evaluator, name: Symbol) -> Option<ValueId> {
        self.outer.peek(eval, name)
    }

    fn variables(&self) -> u64 {
        // Variables without a value count here.
        u64::MAX
    }

    fn current(&self) -> Option<RecordId> {
        self.outer.current()
    }

    fn sees_all(&self) -> bool {
        true
    }
}
