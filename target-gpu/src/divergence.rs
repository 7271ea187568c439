//! Divergence of intrinsics: always divergent, always uniform, or depending on the arguments.

use crate::asm_constraints::has_uniform_results;
use crate::intrinsics::REGISTRY;
use wavec_gpu_mc::Subtarget;
use wavec_ir::analysis::DivergenceInfo;
use wavec_ir::inst::CallConv;
use wavec_ir::intrinsics::{IntrinsicId, IntrinsicProperties};
use wavec_ir::{Context, Function, Inst, Opcode, TypeData, ValueDef};

/// Whether the result may differ between lanes even if all arguments are uniform.
pub fn is_source(id: IntrinsicId) -> bool {
    let properties = REGISTRY.get(id).properties;
    properties.contains(IntrinsicProperties::SOURCE_OF_DIVERGENCE)
}

/// Whether the result is uniform whatever the arguments.
pub fn is_always_uniform(id: IntrinsicId) -> bool {
    let properties = REGISTRY.get(id).properties;
    properties.contains(IntrinsicProperties::ALWAYS_UNIFORM)
}

/// Bits of the result that are always zero.
pub fn known_zero_bits(id: IntrinsicId) -> Option<u128> {
    let is_work_item = REGISTRY.get(id).name.starts_with("llvm.amdgcn.workitem.id.");
    is_work_item.then_some(!0x3ff & 0xffff_ffff)
}

/// The target's divergence rules for the IR's analysis and for passes.
#[derive(Clone, Copy, Debug)]
pub struct GpuDivergence {
    /// The processor; without one, only what all have in common counts as there.
    pub subtarget: Option<Subtarget>,
    /// Most VGPRs that allocation may use.
    pub max_vgprs: u32,
}

impl DivergenceInfo for GpuDivergence {
    fn is_source_of_divergence(&self, func: &Function, ctx: &Context, inst: Inst) -> bool {
        match func.opcode(inst) {
            Opcode::Call => match func.called_intrinsic(inst, ctx) {
                Some(id) => is_source(id),
                // The result of an unknown function may differ.
                None => true,
            },
            // Each lane has its own scratch; a generic pointer may point to scratch.
            Opcode::Load => match *ctx.types.data(func.ty(func.arg(inst, 0))) {
                TypeData::Ptr(space) => space == 5 || space == 0,
                _ => true,
            },
            Opcode::AtomicRmw | Opcode::CmpXchg => true,
            _ => false,
        }
    }

    fn is_always_uniform(&self, func: &Function, ctx: &Context, inst: Inst) -> bool {
        if func.opcode(inst) == Opcode::Call
            && let ValueDef::InlineAsm(asm) = func.def(func.arg(inst, 0))
        {
            return has_uniform_results(ctx.text(ctx.inline_asm[asm].constraints));
        }
        func.called_intrinsic(inst, ctx).is_some_and(is_always_uniform)
    }

    fn is_divergent_param(&self, func: &Function, ctx: &Context, index: u32) -> bool {
        // Kernel arguments are uniform; others are if they are declared to be in scalar registers.
        let decl = &ctx.functions[func.func];
        if matches!(decl.conv, CallConv::AmdgpuKernel | CallConv::SpirKernel) {
            return false;
        }
        let attrs = decl.param_attrs.get(index as usize);
        !attrs.is_some_and(|&set| ctx.has_attribute(set, "inreg"))
    }
}
