//! Source positions of the parts of a module. The front end records positions of functions and global variables. For
//! IR, positions are recorded only for an input with an error: recording takes longer, so whoever finds an error
//! without a position reads the text again.

use crate::context::Context;
use crate::entities::{FuncRef, Inst, Symbol};
use fxhash::FxHashMap;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Positions of functions, variables and instructions. Instructions created by passes have none.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// By name: functions and global variables.
    pub globals: FxHashMap<Symbol, Span>,
    /// Instructions.
    pub insts: FxHashMap<(FuncRef, Inst), Span>,
}

impl Context {
    /// Where the definition of a function or global variable names it, if positions are recorded.
    pub fn place_of_global(&self, name: Symbol) -> Span {
        let place = self.places.as_ref().and_then(|places| places.globals.get(&name));
        place.copied().unwrap_or(Span::NONE)
    }

    /// Records where a function or global variable is named, if positions are recorded.
    pub fn keep_place_of_global(&mut self, name: Symbol, place: Span) {
        if let Some(places) = &mut self.places {
            places.globals.insert(name, place);
        }
    }

    /// Records the renaming of `old` to `new`.
    pub(crate) fn move_place(&mut self, old: Symbol, new: Symbol) {
        if let Some(places) = &mut self.places
            && let Some(place) = places.globals.remove(&old)
        {
            places.globals.insert(new, place);
        }
    }

    /// The start of a function, if positions are recorded.
    pub fn place_of_function(&self, func: FuncRef) -> Span {
        self.place_of_global(self.functions[func].name)
    }

    /// The position of an instruction of `func`, or else of the function.
    pub fn place_of_inst(&self, func: FuncRef, inst: Inst) -> Span {
        let place = self
            .places
            .as_ref()
            .and_then(|places| places.insts.get(&(func, inst)));
        place.copied().unwrap_or_else(|| self.place_of_function(func))
    }

    /// The diagnostics; those without a position get that of their function.
    pub fn placed_in(&self, func: FuncRef, found: Diagnostics) -> Diagnostics {
        let place = self.place_of_function(func);
        found.map(|diagnostic: Diagnostic| diagnostic.or_at(place))
    }
}
