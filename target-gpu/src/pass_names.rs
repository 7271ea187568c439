//! What LLVM calls the passes of the target and of machine functions, for those who know them by these names.

use wavec_ir::passes::pass_names::LlvmNames;

/// Passes of LLVM's code generator by name, and ours that do the same work.
pub(crate) const LLVM_NAMES: LlvmNames = &[
    ("amdgpu-annotate-uniform", &["annotate-uniform-loads"]),
    ("amdgpu-codegenprepare", &["lower-division", "expand-float"]),
    ("amdgpu-late-codegenprepare", &["widen-scalar-loads"]),
    ("amdgpu-insert-delay-alu", &["insert-delays"]),
    ("amdgpu-lower-intrinsics", &["lower-intrinsics"]),
    ("amdgpu-lower-kernel-arguments", &["lower-kernel-arguments"]),
    ("amdgpu-pre-ra-long-branch-reg", &["reserve-branch-registers"]),
    ("amdgpu-resource-usage", &["count-registers"]),
    ("amdgpu-isel", &["isel"]),
    ("amdgpu-wait-sgpr-hazards", &["insert-dependency-waits"]),
    ("atomic-expand", &["lower-atomics"]),
    ("branch-folder", &["branch-folding"]),
    ("branch-relaxation", &["relax-branches"]),
    ("dead-mi-elimination", &["dead-machine-code"]),
    ("early-machinelicm", &["machine-licm"]),
    ("expand-fp", &["lower-float-remainder"]),
    (
        "expand-ir-insts",
        &["lower-wide-integers", "lower-float-remainder"],
    ),
    ("expand-large-div-rem", &["lower-wide-integers"]),
    ("gcn-dpp-combine", &["fold-dpp"]),
    ("greedy", &["register-allocation"]),
    ("machinelicm", &["machine-licm"]),
    ("phi-node-elimination", &["phi-elimination"]),
    ("post-RA-hazard-rec", &["insert-hazard-nops"]),
    ("postrapseudos", &["expand-copies"]),
    ("pre-isel-intrinsic-lowering", &["lower-memory-intrinsics"]),
    ("prologepilog", &["frame"]),
    ("register-coalescer", &["register-coalescing"]),
    ("regallocgreedy", &["register-allocation"]),
    ("scalarizer", &["scalarize"]),
    ("si-fix-sgpr-copies", &["legalize-operands"]),
    ("si-fold-operands", &["fold-operands"]),
    ("si-i1-copies", &["lower-i1-phis"]),
    ("si-insert-hard-clauses", &["insert-clauses"]),
    ("si-insert-waitcnts", &["insert-waits"]),
    ("si-load-store-opt", &["merge-accesses"]),
    ("si-lower-control-flow", &["lower-control-flow"]),
    ("si-mode-register", &["isolate-mode-changes"]),
    ("si-pre-emit-peephole", &["drop-skips"]),
    ("si-wqm", &["whole-wave"]),
    ("simple-register-coalescing", &["register-coalescing"]),
    ("twoaddressinstruction", &["two-address"]),
    ("two-address-instruction", &["two-address"]),
    ("virtregrewriter", &["register-allocation"]),
];

/// The passes of ours that do the work of the one that LLVM calls `name`, if it is called differently here.
pub fn llvm_name(name: &str) -> Option<&'static [&'static str]> {
    let found = LLVM_NAMES.iter().find(|(llvm, _)| *llvm == name);
    found.map(|(_, ours)| *ours)
}

/// LLVM's names for a pass of ours.
pub fn names_in_llvm(name: &str) -> impl Iterator<Item = &'static str> {
    let of_pass = LLVM_NAMES.iter().filter(move |(_, ours)| ours.contains(&name));
    of_pass.map(|(llvm, _)| *llvm)
}

/// LLVM's names of the table.
pub fn llvm_names() -> impl Iterator<Item = &'static str> {
    LLVM_NAMES.iter().map(|(llvm, _)| *llvm)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ir_passes, machine_passes};

    #[test]
    fn llvms_names_stand_for_passes() {
        let machine = machine_passes::pipeline::PASSES.iter().map(|pass| &pass.info);
        let own: Vec<&str> = ir_passes::pipeline::pass_infos()
            .chain(machine)
            .chain(wavec_codegen::dag::pipeline::PASSES)
            .map(|pass| pass.name)
            .collect();
        for (llvm, ours) in LLVM_NAMES {
            assert!(!own.contains(llvm), "{llvm} is ours, too");
            assert!(ours.iter().all(|ours| own.contains(ours)), "{llvm}");
        }
    }
}
