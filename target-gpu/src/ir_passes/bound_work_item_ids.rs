//! Says how large work-item ids can be: below the size of the kernel's workgroups, by the attribute `range` on each call.
//!
//! Masks and comparisons of ids, as compilers for blocks of data write them, then fold away. Other functions get the
//! bound of all kernels together, before they are inlined, where only this module can call them.
//!
//! Requires: nothing. Preserves: everything. Cost: O(instructions). Source: LLVM's AMDGPUAttributor and
//! `AMDGPUSubtarget::makeLIDRangeMetadata`, which writes metadata instead.

use super::amdgcn;
use crate::abi::max_flat_workgroup_size;
use crate::emit::metadata::required_work_group;
use crate::pipeline::is_kernel;
use wavec_ir::attributes::AttributeValue;
use wavec_ir::context::Linkage;
use wavec_ir::{Aux, Context, FuncRef, Function, Inst, Module};

/// Work-items of the largest workgroups.
const MAX_SIZE: u32 = 1024;

/// The largest size of a workgroup along each dimension.
type Bounds = [u32; 3];

/// Marks the calls of all functions.
pub fn run(module: &mut Module) {
    let functions: Vec<FuncRef> = module.defined_functions();
    let (kernels, others): (Vec<FuncRef>, Vec<FuncRef>) =
        functions.iter().partition(|&&func| is_kernel(module, func));
    let bounds: Vec<Bounds> = kernels
        .iter()
        .map(|&func| bounds_of_kernel(module, func))
        .collect();
    let together = bounds
        .iter()
        .copied()
        .reduce(|a, b| std::array::from_fn(|dimension| a[dimension].max(b[dimension])));
    // Kernels of other modules may call what they see, and with it all that it calls.
    let together = together.filter(|_| others.iter().all(|&func| is_local(module, func)));
    for (&func, bounds) in kernels.iter().zip(bounds) {
        module.with_body(func, |body, ctx| mark_calls(body, ctx, bounds));
    }
    let Some(together) = together else { return };
    for func in others {
        module.with_body(func, |body, ctx| mark_calls(body, ctx, together));
    }
}

fn is_local(module: &Module, func: FuncRef) -> bool {
    matches!(
        module.ctx.functions[func].linking.linkage,
        Linkage::Internal | Linkage::Private
    )
}

fn bounds_of_kernel(module: &Module, func: FuncRef) -> Bounds {
    let flat = max_flat_workgroup_size(func, &module.ctx);
    match required_work_group(&module.ctx, func) {
        Some(required) => required.map(|size| size.clamp(1, MAX_SIZE)),
        None => [flat; 3],
    }
}

fn mark_calls(func: &mut Function, ctx: &mut Context, bounds: Bounds) {
    let ids = ["workitem.id.x", "workitem.id.y", "workitem.id.z"].map(|name| amdgcn(ctx, name));
    let mut calls: Vec<(Inst, u32)> = Vec::new();
    for &block in func.block_order() {
        calls.extend(func.block_insts(block).filter_map(|inst| {
            let called = func.called_intrinsic(inst, ctx)?;
            let bound = bounds[ids.iter().position(|&id| id == called)?];
            // The declaration says as much of the largest workgroups.
            (bound < MAX_SIZE).then_some((inst, bound))
        }));
    }
    for (call, bound) in calls {
        let text = ctx.symbols.intern(&format!("i32 0, {bound}"));
        if let Aux::Call(aux) = &mut func.inst_mut(call).aux {
            aux.ret_attrs = ctx.with_attribute(aux.ret_attrs, "range", AttributeValue::Raw(text));
        }
    }
}
