//! The IR verifier: types of instructions, SSA dominance, phis, calls, kernels, attributes.
//!
//! It reports all errors, each with the function, the block and the text of the instruction. Anything that a reader or
//! pass must never produce is an error; anything merely suspicious is a warning.

mod attributes;
mod bundles;
mod call;
mod call_attributes;
mod debug_info;
mod function;
mod function_attributes;
mod inst;
mod intrinsics;
mod metadata;
mod module;
mod special_globals;
mod types;
mod vector_intrinsics;

pub use types::{cast_is_valid, gep_is_valid, gep_operands_are_valid, rmw_type_is_valid, type_has_size};

use crate::context::Context;
use crate::function::Function;
use crate::module::Module;
use wavec_support::Diagnostics;

/// Checks a module with all its bodies.
pub fn verify_module(module: &Module) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    module::verify(module, &mut diagnostics);
    metadata::verify(module, &mut diagnostics);
    debug_info::verify(module, &mut diagnostics);
    special_globals::verify(module, &mut diagnostics);
    for func in module.functions() {
        if let Some(body) = module.body(func) {
            diagnostics.extend(verify_function(body, &module.ctx));
        }
    }
    diagnostics
}

/// Checks one body.
pub fn verify_function(func: &Function, ctx: &Context) -> Diagnostics {
    let mut verifier = function::Verifier::new(func, ctx);
    verifier.run();
    verifier.diagnostics
}

/// Panics with all errors if a body is not well formed: for `--verify-each` and tests. `after` names the pass.
pub fn assert_valid(func: &Function, ctx: &Context, after: &str) {
    let found = verify_function(func, ctx);
    if found.has_errors() {
        let list: Vec<&str> = found.iter().map(|d| d.message.as_str()).collect();
        panic!("invalid IR after {after}:\n{}", list.join("\n"));
    }
}

#[cfg(test)]
mod call_tests;
#[cfg(test)]
mod global_tests;
#[cfg(test)]
mod tests;
