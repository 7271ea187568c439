//! Runs passes on a machine function, and verifies it after each.
//!
//! A target builds its list from [`SSA_PASSES`], [`ALLOCATION_PASSES`] and its own [`MachinePass`] constants:
//!
//! ```text
//!  selected-ssa   dead-machine-code, machine-cse, machine-licm
//!                 phi-elimination
//!  no-phis        (target: lane-mask control flow)  two-address
//!  two-address    register-coalescing, machine-scheduler
//!                 register-allocation
//!  allocated      expand-copies, branch-folding, (target: frame, pseudos, waits, hazards, branches)
//! ```

use crate::mir::{MachineFunction, PrintOptions, print_function, verify_function};
use crate::options::CodegenOptions;
use crate::passes;
use crate::regalloc;
use crate::target::TargetMachineInfo;
use wavec_support::passes::{Layer, PassInfo, PassRunner};
use wavec_support::{Diagnostic, Span};

/// State shared by running passes.
pub struct PassContext<'a> {
    /// The target's machine-level hooks.
    pub target: &'a dyn TargetMachineInfo,
    /// The user's options.
    pub options: &'a CodegenOptions,
    /// Counts, times and prints.
    pub runner: &'a mut PassRunner,
}

/// A pass on a machine function.
#[derive(Clone, Copy)]
pub struct MachinePass {
    /// Its name, and what a runner must know of it.
    pub info: PassInfo,
    /// Does it.
    pub run: fn(&mut MachineFunction, &mut PassContext<'_>) -> Result<(), Diagnostic>,
}

/// Runs `list` in order, up to the pass that `--stop-after` names: then [`PassRunner::stopped`] is set.
///
/// # Errors
/// What a pass could not do for this program (not enough registers, frame too large, ...).
///
/// If the verifier rejects a pass's output (with [`CodegenOptions::verify_each`]); the message names the pass and
/// contains the listing. The driver catches panics.
pub fn run_passes(
    func: &mut MachineFunction,
    list: &[MachinePass],
    context: &mut PassContext<'_>,
) -> Result<(), Diagnostic> {
    let target = context.target;
    let text = |func: &MachineFunction| listing(func, target);
    for pass in list {
        if context.options.opt_level < pass.info.min_opt_level {
            continue;
        }
        let Some(running) = context.runner.enter(&pass.info, &func.name, |_| text(func)) else {
            continue;
        };
        (pass.run)(func, context)?;
        context.runner.leave(running, &func.name, |_| text(func));
        if context.options.verify_each
            && let Err(report) = verify_function(func, target)
        {
            panic!("pass {} broke the function: {report}", pass.info.name);
        }
        if context.runner.options().stops_after(&pass.info) {
            context.runner.stopped = true;
            return Ok(());
        }
    }
    Ok(())
}

/// The text form of `func`, with the target's names.
fn listing(func: &MachineFunction, target: &dyn TargetMachineInfo) -> String {
    let options = PrintOptions {
        target: Some(target),
        ..PrintOptions::default()
    };
    print_function(func, &options)
}

/// The text form of `func` as an output of its own, under a line that says after which pass it is.
pub fn function_text(func: &MachineFunction, target: &dyn TargetMachineInfo, pass: &str) -> String {
    format!("# after {pass}\n{}\n", listing(func, target))
}

/// How the list describes a machine pass without which the code is wrong.
const fn required(name: &'static str, description: &'static str) -> PassInfo {
    PassInfo::required(Layer::Machine, name, description)
}

/// How the list describes one that may be left out.
const fn optional(name: &'static str, description: &'static str) -> PassInfo {
    PassInfo::optional(Layer::Machine, name, description)
}

/// Removes dead instructions.
pub const DEAD_CODE: MachinePass = MachinePass {
    info: optional(
        passes::dead_code::NAME,
        "remove instructions whose results nothing reads",
    ),
    run: |func, context| {
        passes::dead_code::eliminate_dead_code(func, context.target, &mut context.runner.stats);
        Ok(())
    },
};

/// Shares equal instructions.
pub const CSE: MachinePass = MachinePass {
    info: optional(
        passes::cse::NAME,
        "compute once what several instructions compute",
    )
    .from_level(1),
    run: |func, context| {
        passes::cse::eliminate_common_subexpressions(func, context.target, &mut context.runner.stats);
        Ok(())
    },
};

/// Moves invariant instructions out of loops.
pub const LICM: MachinePass = MachinePass {
    info: optional(passes::licm::NAME, "move invariant instructions out of loops").from_level(1),
    run: |func, context| {
        // What left different loops, or the copies of an unrolled one, may be the same.
        if passes::licm::hoist_invariants(func, context.target, &mut context.runner.stats) {
            passes::cse::eliminate_common_subexpressions(func, context.target, &mut context.runner.stats);
        }
        Ok(())
    },
};

/// Replaces PHIs by copies.
pub const PHI_ELIMINATION: MachinePass = MachinePass {
    info: required(passes::phi_elimination::NAME, "replace PHIs by copies"),
    run: |func, context| {
        passes::phi_elimination::eliminate_phis(func, context.target, &mut context.runner.stats);
        Ok(())
    },
};

/// Lowers sub-register instructions and ties.
pub const TWO_ADDRESS: MachinePass = MachinePass {
    info: required(
        passes::two_address::NAME,
        "turn tied operands and sub-register instructions into copies",
    ),
    run: |func, context| {
        passes::two_address::lower_two_address(func, context.target, &mut context.runner.stats);
        Ok(())
    },
};

/// Joins the registers of copies.
pub const COALESCING: MachinePass = MachinePass {
    info: optional(passes::coalesce::NAME, "join the registers of copies"),
    run: |func, context| {
        passes::coalesce::coalesce_registers(func, context.target, &mut context.runner.stats);
        Ok(())
    },
};

/// Moves operands of inline assembly into their fixed registers.
pub const FIX_ASM_REGISTERS: MachinePass = MachinePass {
    info: required(
        passes::fix_asm_registers::NAME,
        "put operands of inline assembly into the registers they name",
    ),
    run: |func, _| {
        passes::fix_asm_registers::fix_asm_registers(func);
        Ok(())
    },
};

/// Recomputes values where registers are short.
pub const REMATERIALIZE: MachinePass = MachinePass {
    info: optional(
        passes::rematerialize::NAME,
        "compute cheap values again where registers are short",
    )
    .from_level(1),
    run: |func, context| {
        passes::rematerialize::rematerialize(
            func,
            context.target,
            context.options,
            &mut context.runner.stats,
        );
        Ok(())
    },
};

/// Schedules for latency and register pressure.
pub const MACHINE_SCHEDULER: MachinePass = MachinePass {
    info: optional(
        passes::machine_scheduler::NAME,
        "order instructions by latency and register pressure",
    )
    .from_level(1),
    run: |func, context| {
        passes::machine_scheduler::schedule_machine_function(
            func,
            context.target,
            context.options,
            &mut context.runner.stats,
        );
        Ok(())
    },
};

/// Assigns physical registers to virtual ones.
pub const REGISTER_ALLOCATION: MachinePass = MachinePass {
    info: required(regalloc::NAME, "give virtual registers physical ones"),
    run: |func, context| {
        regalloc::allocate_registers(func, context.target, context.options, &mut context.runner.stats)
            .map_err(|error| {
                let place = error
                    .inst
                    .map_or(Span::NONE, |inst| context.target.place(func, inst));
                Diagnostic::error(place, error.message)
            })
    },
};

/// Replaces copies of physical registers by instructions.
pub const EXPAND_COPIES: MachinePass = MachinePass {
    info: required(
        regalloc::rewrite::EXPAND_COPIES,
        "replace copies of physical registers by instructions",
    ),
    run: |func, context| {
        regalloc::expand_copies(func, context.target);
        Ok(())
    },
};

/// Removes blocks that are not needed.
pub const BRANCH_FOLDING: MachinePass = MachinePass {
    info: optional(
        passes::branch_folding::NAME,
        "remove blocks and branches that are not needed",
    )
    .from_level(1),
    run: |func, context| {
        passes::branch_folding::fold_branches(func, context.target, &mut context.runner.stats);
        Ok(())
    },
};

/// Passes on selected instructions in SSA form.
pub const SSA_PASSES: &[MachinePass] = &[DEAD_CODE, CSE, LICM];

/// From two-address lowering to physical registers; PHI elimination and the target's control flow come before.
pub const ALLOCATION_PASSES: &[MachinePass] = &[
    TWO_ADDRESS,
    COALESCING,
    MACHINE_SCHEDULER,
    FIX_ASM_REGISTERS,
    REGISTER_ALLOCATION,
    EXPAND_COPIES,
    BRANCH_FOLDING,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{Stage, parse_function};
    use crate::test_target::{TestTarget, tables};
    use wavec_support::passes::PassOptions;

    const TEXT: &str = "--- f
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = V_MOVI 1, implicit $exec
  %2:v32 = V_MAC %0, %0, %0(tied-def 0), implicit $exec
  V_STORE %2, %0, implicit $exec
  S_ENDPGM
";

    fn run(options: &CodegenOptions) -> (MachineFunction, PassRunner) {
        let mut func = parse_function(TEXT, tables()).unwrap_or_else(|e| panic!("{e}"));
        let mut runner = PassRunner::new(options.passes.clone(), true);
        let mut context = PassContext {
            target: &TestTarget,
            options,
            runner: &mut runner,
        };
        let list: Vec<MachinePass> = [SSA_PASSES, &[PHI_ELIMINATION], ALLOCATION_PASSES].concat();
        run_passes(&mut func, &list, &mut context).unwrap_or_else(|e| panic!("{e:?}"));
        assert!(
            runner.timing.report().contains("dead-machine-code") || options.passes.bisect_limit == Some(0)
        );
        (func, runner)
    }

    #[test]
    fn prints_stops_and_bisects() {
        let (func, runner) = run(&CodegenOptions {
            passes: PassOptions {
                print_after: vec!["two-address".into()],
                ..PassOptions::default()
            },
            ..CodegenOptions::default()
        });
        assert_eq!((func.stage, runner.stopped), (Stage::Allocated, false));
        assert!(
            runner.dumps.starts_with("# after two-address\n--- f\n"),
            "{}",
            runner.dumps
        );
        let (func, runner) = run(&CodegenOptions {
            passes: PassOptions {
                stop_after: Some("phi-elimination".into()),
                bisect_limit: Some(0),
                ..PassOptions::default()
            },
            ..CodegenOptions::default()
        });
        assert_eq!((func.stage, runner.stopped), (Stage::NoPhis, true));
        assert!(
            func.to_string().contains("V_MOVI"),
            "dead code elimination was bisected away"
        );
    }
}
