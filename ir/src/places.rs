//! Source positions of the parts of a module. The front end records positions of functions and global variables. Those of
//! instructions, and all of a module in IR, are recorded only for an input with an error: recording takes longer, so
//! whoever finds an error compiles the input again.

use crate::context::Context;
use crate::entities::{FuncRef, Inst, Symbol};
use crate::function::Function;
use crate::module::Module;
use cranelift_entity::EntityRef;
use fxhash::FxHashMap;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Positions of functions and variables; those of instructions are in [`Function::places`].
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// By name: functions and global variables.
    pub globals: FxHashMap<Symbol, Span>,
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
    pub fn place_of_inst(&self, func: &Function, inst: Inst) -> Span {
        let place = func.places.get(&inst).copied();
        place.unwrap_or_else(|| self.place_of_function(func.func))
    }

    /// The diagnostics; those without a position get that of their function.
    pub fn placed_in(&self, func: FuncRef, found: Diagnostics) -> Diagnostics {
        let place = self.place_of_function(func);
        found.map(|diagnostic: Diagnostic| diagnostic.or_at(place))
    }
}

impl Module {
    /// The position of an instruction of `func`, or else of the function.
    pub fn place_of_inst(&self, func: FuncRef, inst: Inst) -> Span {
        match self.body(func) {
            Some(body) => self.ctx.place_of_inst(body, inst),
            None => self.ctx.place_of_function(func),
        }
    }
}

impl Function {
    /// Records `place` for the instructions from the number `first` on that have none.
    pub fn keep_place_from(&mut self, first: usize, place: Span) {
        for inst in (first..self.inst_count()).map(Inst::new) {
            self.places.entry(inst).or_insert(place);
        }
    }
}
