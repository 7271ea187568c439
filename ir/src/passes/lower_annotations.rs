//! Removes what annotates instructions: operand bundles, convergence tokens, and the debug records that are of no use.

use crate::context::Context;
use crate::entities::Inst;
use crate::function::Function;
use crate::function::annotations::{Annotations, LOCATION, is_droppable};
use crate::module::Module;
use wavec_support::Diagnostics;

/// Passes do not support operand bundles: removes them, unless a call depends on them, and the tokens that only bundles
/// use. Debug records stay if variables are to be described.
pub(super) fn run(module: &mut Module, diagnostics: &mut Diagnostics) {
    let describes_variables = module.ctx.describes_variables();
    for func in module.defined_functions() {
        let body = module.bodies[func].as_deref_mut().expect("a defined function");
        drop_convergence_tokens(body, &module.ctx);
        let Some(mut annotations) = body.annotations.take() else {
            continue;
        };
        let bundles = std::mem::take(&mut annotations.bundles);
        if describes_variables {
            keep_values(&mut annotations, &mut module.ctx);
            body.annotations = Some(annotations).filter(|annotations| !annotations.records.is_empty());
        }
        let ctx = &module.ctx;
        for inst in body
            .block_order()
            .iter()
            .flat_map(|&block| body.block_insts(block))
        {
            let Some(of_call) = bundles.get(&inst) else {
                continue;
            };
            let callee = body.callee(inst, ctx).map(|f| ctx.text(ctx.functions[f].name));
            for bundle in of_call {
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

/// Makes records of values out of those that say more, and drops labels.
fn keep_values(annotations: &mut Annotations, ctx: &mut Context) {
    let value = ctx.symbol("dbg_value");
    annotations.records.retain(|_, records| {
        records.retain_mut(|record| {
            match ctx.text(record.kind) {
                "dbg_value" | "dbg_declare" => {}
                "dbg_declare_value" => record.kind = value,
                "dbg_assign" => {
                    record.kind = value;
                    // What the value is stored to is of no interest.
                    record.operands.drain(LOCATION..record.operands.len() - 1);
                }
                _ => return false,
            }
            true
        });
        !records.is_empty()
    });
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
