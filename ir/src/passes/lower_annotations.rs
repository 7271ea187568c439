//! Removes what annotates instructions: debug records, operand bundles and convergence tokens.

use crate::context::Context;
use crate::entities::Inst;
use crate::function::Function;
use crate::function::annotations::is_droppable;
use crate::module::Module;
use wavec_support::Diagnostics;

/// Passes do not support debug records and operand bundles: removes them, unless a call depends on them, and the tokens
/// that only bundles use.
pub(super) fn run(module: &mut Module, diagnostics: &mut Diagnostics) {
    for func in module.defined_functions() {
        let body = module.bodies[func].as_deref_mut().expect("a defined function");
        drop_convergence_tokens(body, &module.ctx);
        let Some(annotations) = body.annotations.take() else {
            continue;
        };
        let ctx = &module.ctx;
        for inst in body
            .block_order()
            .iter()
            .flat_map(|&block| body.block_insts(block))
        {
            let Some(bundles) = annotations.bundles.get(&inst) else {
                continue;
            };
            let callee = body.callee(inst, ctx).map(|f| ctx.text(ctx.functions[f].name));
            for bundle in bundles {
                let tag = ctx.text(bundle.tag);
                if !is_droppable(tag, callee.unwrap_or_default()) {
                    let name = ctx.text(ctx.functions[func].name);
                    let message = format!("operand bundle '{tag}' in function '{name}' is not supported");
                    diagnostics.error(ctx.place_of_inst(body, inst), message);
                }
            }
        }
    }
}

/// Convergence of calls is implied by their blocks.
fn drop_convergence_tokens(body: &mut Function, ctx: &Context) {
    let blocks = body.block_order().to_vec();
    let makes_token = |body: &Function, inst: Inst| {
        body.callee(inst, ctx).is_some_and(|callee| {
            ctx.text(ctx.functions[callee].name)
                .starts_with("llvm.experimental.convergence.")
        })
    };
    for block in blocks {
        let tokens: Vec<Inst> = body
            .block_insts(block)
            .filter(|&inst| makes_token(body, inst))
            .collect();
        for inst in tokens {
            body.remove_inst(inst);
        }
    }
}
