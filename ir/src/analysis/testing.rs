//! Helpers for unit tests.

use crate::builder::Builder;
use crate::context::Context;
use crate::data_layout::TargetLayout;
use crate::entities::{Block, Type};
use crate::function::Function;
use crate::intrinsics::{GENERIC_REGISTRY, IntrinsicRegistry};

/// A layout with address spaces of several sizes: that of amdgcn.
pub(crate) const LAYOUT: &str = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9";

/// The generic intrinsics, and this layout.
pub(crate) static REGISTRY: IntrinsicRegistry = IntrinsicRegistry {
    layout: TargetLayout {
        architecture: "amdgcn",
        text: LAYOUT,
        types: &[],
    },
    generic: GENERIC_REGISTRY.generic,
    target: None,
};

/// A context with this layout.
pub(crate) fn context() -> Context {
    let mut ctx = Context::new(&REGISTRY);
    ctx.layout = ctx.target_layout();
    ctx
}

/// A function `name` with these parameters and no blocks.
pub(crate) fn function(ctx: &mut Context, name: &str, ret: Type, params: &[Type]) -> Function {
    let ty = ctx.types.function(ret, params, false);
    let func = ctx.declare_function(name, ty);
    Function::new(func, ctx)
}

/// A function whose block `i` has the successors `succs[i]` (none: returns; two: branches on its parameter; more: a
/// switch).
pub(crate) fn graph_function(succs: &[&[usize]]) -> (Function, Context) {
    let mut ctx = context();
    let mut func = function(&mut ctx, "f", Type::VOID, &[Type::I1, Type::I32]);
    let blocks: Vec<Block> = succs.iter().map(|_| func.append_new_block()).collect();
    let (bit, word) = (func.params[0], func.params[1]);
    for (i, targets) in succs.iter().enumerate() {
        let mut b = Builder::at_end(&mut func, &mut ctx, blocks[i]);
        match **targets {
            [] => b.ret_void(),
            [to] => b.br(blocks[to]),
            [x, y] => b.cond_br(bit, blocks[x], blocks[y]),
            _ => {
                let cases: Vec<_> = targets[1..]
                    .iter()
                    .enumerate()
                    .map(|(value, &to)| (b.int(Type::I32, value as u128), blocks[to]))
                    .collect();
                b.switch(word, blocks[targets[0]], &cases)
            }
        };
    }
    (func, ctx)
}

/// A target where only the parameters with these indices are divergent.
pub(crate) struct DivergentParams(pub &'static [u32]);

impl crate::analysis::DivergenceInfo for DivergentParams {
    fn is_source_of_divergence(&self, _: &Function, _: &Context, _: crate::entities::Inst) -> bool {
        false
    }

    fn is_always_uniform(&self, _: &Function, _: &Context, _: crate::entities::Inst) -> bool {
        false
    }

    fn is_divergent_param(&self, _: &Function, _: &Context, index: u32) -> bool {
        self.0.contains(&index)
    }
}

impl crate::analysis::TargetTransformInfo for DivergentParams {
    fn promotable_registers(&self, _: &Function, _: &Context) -> u32 {
        64
    }
}
