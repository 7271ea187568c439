//! Optimization remarks about machine functions.

use crate::function_info::GpuFunctionInfo;
use wavec_codegen::mir::MachineFunction;
use wavec_ir::FuncRef;
use wavec_ir::context::Context;
use wavec_support::remarks::{Remark, RemarkKind};

/// The registers that a function keeps in memory because it has too few; `None` if there are none. The name is that of
/// LLVM's register allocator.
pub fn spills_remark(ctx: &Context, func: FuncRef, machine: &MachineFunction) -> Option<Remark> {
    let info = machine.target_info::<GpuFunctionInfo>()?;
    let (vgprs, sgprs) = (info.vgpr_spills, info.sgpr_spills);
    if vgprs == 0 && sgprs == 0 {
        return None;
    }
    let mut remark = Remark::new(RemarkKind::Missed, "regalloc", "SpillReloadCopies")
        .at(ctx.remark_place_of_function(func));
    remark.function = ctx.text(ctx.functions[func].name).to_string();
    Some(
        remark
            .value("NumSpilledVGPRs", vgprs)
            .text(" vector and ")
            .value("NumSpilledSGPRs", sgprs)
            .text(" scalar registers spilled in function"),
    )
}
