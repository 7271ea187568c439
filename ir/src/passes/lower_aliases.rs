//! Replaces uses of aliases by their aliasees, so that no other pass needs to know aliases. An `ifunc` is resolved
//! where code is loaded, which this target does not support.
//!
//! Requires: nothing. Preserves: control flow. Cost: linear in constants.

use crate::constant::{ConstantData, ConstantExpr};
use crate::context::Context;
use crate::entities::Constant;
use crate::module::Module;
use fxhash::FxHashMap;
use wavec_support::{Diagnostics, Span};

/// Maximum depth of aliases of aliases.
const MAX_DEPTH: u32 = 64;

/// Replaces them in all functions and initializers.
pub(super) fn run(module: &mut Module, diagnostics: &mut Diagnostics) {
    if module.ctx.aliases.is_empty() {
        return;
    }
    let mut resolver = Resolver {
        known: FxHashMap::default(),
        error: None,
    };
    for global in module.ctx.globals.keys() {
        if let Some(old) = module.ctx.globals[global].initializer {
            module.ctx.globals[global].initializer = Some(resolver.resolve(&mut module.ctx, old, 0));
        }
    }
    for func in module.defined_functions() {
        module.with_body(func, |body, ctx| {
            for constant in body.constants() {
                resolver.resolve(ctx, constant, 0);
            }
            body.map_constants(ctx, &resolver.known);
        });
    }
    if let Some(message) = resolver.error {
        diagnostics.error(Span::NONE, message);
    }
}

struct Resolver {
    /// Replacements of constants; a constant that contains no alias is its own.
    known: FxHashMap<Constant, Constant>,
    error: Option<String>,
}

impl Resolver {
    fn resolve(&mut self, ctx: &mut Context, constant: Constant, depth: u32) -> Constant {
        if let Some(&known) = self.known.get(&constant) {
            return known;
        }
        if depth > MAX_DEPTH {
            self.error = Some("aliases are nested too deeply or form a cycle".into());
            return constant;
        }
        let new = match ctx.constants.data(constant).clone() {
            ConstantData::Global(_, global) => match ctx.aliases.get(&global).copied() {
                Some(alias) if alias.is_ifunc => {
                    let name = ctx.text(ctx.globals[global].name);
                    self.error = Some(format!("ifunc '@{name}' is not supported"));
                    constant
                }
                Some(alias) => self.resolve(ctx, alias.aliasee, depth + 1),
                None => constant,
            },
            ConstantData::Aggregate(ty, members) => {
                let members = members.iter().map(|&m| self.resolve(ctx, m, depth + 1)).collect();
                ctx.constants.intern(ConstantData::Aggregate(ty, members))
            }
            ConstantData::Expr(expr) => {
                let args = expr
                    .args
                    .iter()
                    .map(|&a| self.resolve(ctx, a, depth + 1))
                    .collect();
                ctx.constants
                    .intern(ConstantData::Expr(Box::new(ConstantExpr { args, ..*expr })))
            }
            _ => constant,
        };
        self.known.insert(constant, new);
        new
    }
}
