//! Symbols: functions and variables with the same name in the generated code.
//!
//! `__asm("name")` after a declarator gives a function or variable a symbol other than its name. Functions declared
//! under several names with one symbol are one function, and so are variables.

use super::Sema;
use crate::ast::{FnId, VarId};
use fxhash::{FxHashMap, FxHashSet};
use wavec_support::Span;

/// The meaning of symbols; empty if there are no labels.
#[derive(Debug, Default)]
pub struct SymbolTable<'a> {
    functions: FxHashMap<&'a str, FnId>,
    variables: FxHashMap<&'a str, VarId>,
    labels: FxHashSet<&'a str>,
}

impl<'a> SymbolTable<'a> {
    /// Whether `symbol` is used in a label, so that nothing else may have that name.
    pub fn is_label(&self, symbol: &str) -> bool {
        self.labels.contains(symbol)
    }
}

impl<'a> Sema<'_, 'a> {
    /// The symbol of a function, to which calls refer; none if no other function can have the same.
    fn function_symbol(&self, id: FnId) -> Option<&'a str> {
        let function = self.function(id);
        match function.asm_label {
            Some(label) => Some(label.text),
            None if function.library || function.mangle => None,
            None => Some(self.text(function.name)),
        }
    }

    fn variable_symbol(&self, id: VarId) -> Option<&'a str> {
        let var = self.var(id);
        match var.asm_label {
            Some(label) => Some(label.text),
            None if var.function.is_some() && !var.is_extern || var.name.0 == 0 => None,
            None => Some(self.text(var.name)),
        }
    }

    /// Finds declarations with the same symbol and reports conflicts. Cost: linear.
    pub fn resolve_symbols(&mut self) {
        let labelled = |sema: &Self| {
            sema.functions.iter().any(|f| f.asm_label.is_some())
                || sema
                    .global_order
                    .iter()
                    .any(|&id| sema.var(id).asm_label.is_some())
        };
        if !labelled(self) {
            return;
        }
        let mut table = SymbolTable::default();
        for id in self.function_order.clone() {
            let Some(symbol) = self.function_symbol(id) else {
                continue;
            };
            let function = self.function(id);
            table.labels.extend(function.asm_label.map(|label| label.text));
            let (defined, kernel, span) = (function.body.is_some(), function.kernel, function.span);
            if defined && symbol.starts_with("llvm.") {
                self.error(span, "llvm intrinsics cannot be defined");
            }
            let Some(&other) = table.functions.get(symbol) else {
                table.functions.insert(symbol, id);
                continue;
            };
            let old = self.function(other);
            let (old_defined, old_kernel, old_span) = (old.body.is_some(), old.kernel, old.span);
            if defined && old_defined {
                self.defined_twice(symbol, span, old_span);
            } else if kernel || old_kernel {
                let message = format!("'{symbol}' is the name of a kernel in assembly");
                self.error_note(span, message, old_span, "previous declaration is here");
            } else if defined {
                table.functions.insert(symbol, id);
            }
        }
        for id in self.global_order.clone() {
            let Some(symbol) = self.variable_symbol(id) else {
                continue;
            };
            table
                .labels
                .extend(self.var(id).asm_label.map(|label| label.text));
            let (defined, span) = (!self.var(id).is_extern, self.var(id).span);
            if let Some(&function) = table.functions.get(symbol) {
                let message = format!("'{symbol}' is the name of a function in assembly");
                let old = self.function(function).span;
                self.error_note(span, message, old, "previous declaration is here");
            }
            let Some(&other) = table.variables.get(symbol).filter(|&&other| other != id) else {
                table.variables.insert(symbol, id);
                continue;
            };
            let (old, space) = (self.var(other), self.var(id).ty.space);
            let (old_defined, old_span) = (!old.is_extern, old.span);
            if defined && old_defined {
                self.defined_twice(symbol, span, old_span);
            } else if old.ty.space != space {
                let message = format!("'{symbol}' is declared in a different address space elsewhere");
                self.error_note(span, message, old_span, "previous declaration is here");
            } else if defined {
                table.variables.insert(symbol, id);
            }
        }
        self.symbols = table;
    }

    fn defined_twice(&mut self, symbol: &str, span: Span, old: Span) {
        let message = format!("definition with same mangled name '{symbol}' as another definition");
        self.error_note(span, message, old, "previous definition is here");
    }

    /// The function that calls of `id` refer to: another one if that has the same symbol and a body.
    pub fn linked_function(&self, id: FnId) -> FnId {
        let symbol = self.function_symbol(id);
        symbol
            .and_then(|symbol| self.symbols.functions.get(symbol))
            .map_or(id, |&other| other)
    }

    /// The variable that `id` refers to.
    pub fn linked_variable(&self, id: VarId) -> VarId {
        let symbol = self.variable_symbol(id);
        symbol
            .and_then(|symbol| self.symbols.variables.get(symbol))
            .map_or(id, |&other| other)
    }
}
