//! Where in a text the parts of a module were read. The front end keeps the places of functions and global variables. Of IR
//! places are kept only for an input in which something is wrong: a reader that is asked for them takes longer, so who finds an
//! error without a place reads the text again.

use crate::context::Context;
use crate::entities::{FuncRef, Inst, Symbol};
use fxhash::FxHashMap;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Places of functions, variables and instructions. Instructions that passes make have none.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// By name: functions and global variables.
    pub globals: FxHashMap<Symbol, Span>,
    /// Instructions.
    pub insts: FxHashMap<(FuncRef, Inst), Span>,
}

impl Context {
    /// Where a function or a global variable is named first in its definition, if places are kept.
    pub fn place_of_global(&self, name: Symbol) -> Span {
        let place = self.places.as_ref().and_then(|places| places.globals.get(&name));
        place.copied().unwrap_or(Span::NONE)
    }

    /// Remembers where a function or a global variable is named, if places are kept.
    pub fn keep_place_of_global(&mut self, name: Symbol, place: Span) {
        if let Some(places) = &mut self.places {
            places.globals.insert(name, place);
        }
    }

    /// What was named `old` is named `new` from here on.
    pub(crate) fn move_place(&mut self, old: Symbol, new: Symbol) {
        if let Some(places) = &mut self.places
            && let Some(place) = places.globals.remove(&old)
        {
            places.globals.insert(new, place);
        }
    }

    /// Where a function begins, if places are kept.
    pub fn place_of_function(&self, func: FuncRef) -> Span {
        self.place_of_global(self.functions[func].name)
    }

    /// Where an instruction of `func` is, or else the function.
    pub fn place_of_inst(&self, func: FuncRef, inst: Inst) -> Span {
        let place = self
            .places
            .as_ref()
            .and_then(|places| places.insts.get(&(func, inst)));
        place.copied().unwrap_or_else(|| self.place_of_function(func))
    }

    /// The diagnostics, those without a place at that of the function they are about.
    pub fn placed_in(&self, func: FuncRef, found: Diagnostics) -> Diagnostics {
        let place = self.place_of_function(func);
        found.map(|diagnostic: Diagnostic| diagnostic.or_at(place))
    }
}
