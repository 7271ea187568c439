//! Optimization remarks about machine functions and kernels. Names are LLVM's, where it says the same.

use crate::call_graph;
use crate::emit::metadata::kernel_metadata;
use crate::function_info::{CompiledFunction, GpuFunctionInfo};
use crate::kernels::Role;
use wavec_codegen::mir::{MachineFunction, MachineRemark};
use wavec_gpu_mc::GpuTarget;
use wavec_gpu_mc::code_object::KernelResources;
use wavec_ir::context::Context;
use wavec_ir::{FuncRef, Module};
use wavec_mc::InstrFlags;
use wavec_support::remarks::{Remark, RemarkKind, RemarkPlace};

/// What there is to tell of a function after its last pass: what passes told, with places, and what was spilled.
pub fn of_function(ctx: &Context, func: FuncRef, machine: &MachineFunction) -> Vec<Remark> {
    let told = machine.remarks.iter().flatten();
    let mut remarks: Vec<Remark> = told.map(|remark| placed(ctx, remark)).collect();
    let place = ctx.remark_place_of_function(func);
    remarks.extend(spills(machine, &place));
    remarks.push(
        Remark::new(RemarkKind::Analysis, "prologepilog", "StackSize")
            .at(place.clone())
            .value("NumStackBytes", machine.frame.size)
            .text(" stack bytes in function '")
            .with("Function", machine.name.as_str(), place.clone())
            .text("'"),
    );
    let insts = machine
        .layout
        .blocks()
        .flat_map(|block| machine.block_insts(block));
    let is_real = |inst: &_| !machine.desc(*inst).is(InstrFlags::META);
    remarks.push(
        Remark::new(RemarkKind::Analysis, "asm-printer", "InstructionCount")
            .at(place)
            .value("NumInstructions", insts.filter(is_real).count())
            .text(" instructions in function"),
    );
    for remark in &mut remarks {
        remark.function.clone_from(&machine.name);
    }
    remarks
}

fn placed(ctx: &Context, told: &MachineRemark) -> Remark {
    let mut remark = told.remark.clone();
    remark.place = ctx.remark_place(told.location.expand());
    for &(argument, location) in &told.argument_locations {
        remark.arguments[argument].place = ctx.remark_place(Some(location));
    }
    remark
}

/// The registers that a function keeps in memory because it has too few; `None` if there are none.
fn spills(machine: &MachineFunction, place: &Option<RemarkPlace>) -> Option<Remark> {
    let info = machine.target_info::<GpuFunctionInfo>()?;
    let (vgprs, sgprs) = (info.vgpr_spills, info.sgpr_spills);
    if vgprs == 0 && sgprs == 0 {
        return None;
    }
    let remark = Remark::new(RemarkKind::Missed, "regalloc", "SpillReloadCopies").at(place.clone());
    Some(
        remark
            .value("NumSpilledVGPRs", vgprs)
            .text(" vector and ")
            .value("NumSpilledSGPRs", sgprs)
            .text(" scalar registers spilled in function"),
    )
}

/// What each kernel needs of the machine, as clang says it: `-Rpass-analysis=kernel-resource-usage`.
pub fn of_resources(module: &Module, functions: &[CompiledFunction], target: &GpuTarget) -> Vec<Remark> {
    let resources = call_graph::resources(functions);
    let mut remarks = Vec::new();
    for (kernel, resources) in functions.iter().zip(&resources) {
        if kernel.role() != Role::Kernel {
            continue;
        }
        let metadata = kernel_metadata(module, kernel, resources, target);
        let needs = KernelResources::new(metadata, &target.subtarget);
        let place = module.ctx.remark_place_of_function(kernel.func);
        let mut tell = |name, words: &str, key, value: String| {
            let mut remark = Remark::new(RemarkKind::Analysis, "kernel-resource-usage", name)
                .at(place.clone())
                .text(format!("{words}: "))
                .value(key, value);
            remark.function.clone_from(&kernel.machine.name);
            remarks.push(remark);
        };
        let kernel = &needs.metadata;
        let dynamic = match kernel.uses_dynamic_stack.unwrap_or(false) {
            true => "True",
            false => "False",
        };
        tell(
            "FunctionName",
            "Function Name",
            "FunctionName",
            kernel.name.clone(),
        );
        for (name, words, value) in [
            ("NumSGPR", "    TotalSGPRs", kernel.sgpr_count),
            ("NumVGPR", "    VGPRs", resources.counts.vgprs),
            ("NumAGPR", "    AGPRs", resources.counts.agprs),
            (
                "ScratchSize",
                "    ScratchSize [bytes/lane]",
                kernel.private_segment_fixed_size,
            ),
        ] {
            tell(name, words, name, value.to_string());
        }
        tell(
            "DynamicStack",
            "    Dynamic Stack",
            "DynamicStack",
            dynamic.into(),
        );
        for (name, words, value) in [
            ("Occupancy", "    Occupancy [waves/SIMD]", needs.waves),
            ("SGPRSpill", "    SGPRs Spill", kernel.sgpr_spill_count),
            ("VGPRSpill", "    VGPRs Spill", kernel.vgpr_spill_count),
            (
                "BytesLDS",
                "    LDS Size [bytes/block]",
                kernel.group_segment_fixed_size,
            ),
        ] {
            tell(name, words, name, value.to_string());
        }
    }
    remarks
}
