//! Removes functions that no kernel needs, and declarations that are never referenced.
//!
//! Requires: nothing. Cost: O(instructions).
//! Kernels and functions that are visible to other modules are the roots. Global variables stay: unused ones are not
//! emitted.

use crate::constant::ConstantData;
use crate::context::{Context, Linkage};
use crate::entities::{Constant, FuncRef};
use crate::function::ValueDef;
use crate::metadata::Metadata;
use crate::module::Module;
use cranelift_entity::EntitySet;
use fxhash::FxHashSet;

/// Whether a function can be called from outside the device code.
pub fn is_kernel(ctx: &Context, func: FuncRef) -> bool {
    let conv = ctx.functions[func].conv;
    conv.is_kernel() || conv.is_shader()
}

/// Removes unreachable functions. Returns how many bodies and declarations were removed.
pub fn run(module: &mut Module) -> usize {
    let defined = module.defined_functions();
    let mut roots: Vec<FuncRef> = defined
        .iter()
        .copied()
        .filter(|&func| {
            let linkage = module.ctx.functions[func].linking.linkage;
            let is_own = matches!(
                linkage,
                Linkage::Internal | Linkage::Private | Linkage::AvailableExternally
            );
            is_kernel(&module.ctx, func) || !is_own
        })
        .collect();
    let mut live: FxHashSet<FuncRef> = roots.iter().copied().collect();
    let mut seen_constants: EntitySet<Constant> = EntitySet::new();
    let mut constants = constants_outside_functions(&module.ctx);
    visit_constants(
        &module.ctx,
        &mut constants,
        &mut seen_constants,
        &mut live,
        &mut roots,
    );
    while let Some(func) = roots.pop() {
        let Some(body) = module.body(func) else { continue };
        for &block in body.block_order() {
            for inst in body.block_insts(block) {
                for &arg in body.args(inst) {
                    if let ValueDef::Const(constant) = body.def(arg) {
                        constants.push(constant);
                    }
                }
            }
        }
        visit_constants(
            &module.ctx,
            &mut constants,
            &mut seen_constants,
            &mut live,
            &mut roots,
        );
    }
    let mut removed = 0;
    for func in module.functions() {
        if live.contains(&func) || module.ctx.functions[func].is_removed {
            continue;
        }
        module.bodies[func] = None;
        let decl = &mut module.ctx.functions[func];
        decl.is_removed = true;
        decl.metadata.clear();
        removed += 1;
    }
    removed
}

/// Constants in globals (functions whose addresses are taken there) and in metadata.
pub(super) fn constants_outside_functions(ctx: &Context) -> Vec<Constant> {
    let initializers = ctx.globals.values().filter_map(|global| global.initializer);
    let aliased = ctx.globals.keys();
    let aliased = aliased.filter_map(|global| Some(ctx.aliases.get(&global)?.aliasee));
    let described = ctx.metadata.nodes.values().filter_map(|node| match node {
        Metadata::Constant(_, constant) => Some(*constant),
        _ => None,
    });
    initializers.chain(aliased).chain(described).collect()
}

/// Adds the functions that constants name to `live`, and those that are new there to `roots`.
pub(super) fn visit_constants(
    ctx: &Context,
    worklist: &mut Vec<Constant>,
    seen: &mut EntitySet<Constant>,
    live: &mut FxHashSet<FuncRef>,
    roots: &mut Vec<FuncRef>,
) {
    while let Some(constant) = worklist.pop() {
        if !seen.insert(constant) {
            continue;
        }
        match ctx.constants.data(constant) {
            ConstantData::Function(_, func) if live.insert(*func) => {
                roots.push(*func);
            }
            ConstantData::Aggregate(_, members) => worklist.extend(members.iter().copied()),
            ConstantData::Expr(expr) => worklist.extend(expr.args.iter().copied()),
            _ => {}
        }
    }
}
