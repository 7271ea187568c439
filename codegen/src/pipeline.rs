//! The runner of machine passes: prints, times, verifies, stops and bisects.
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
use wavec_support::progress;
use wavec_support::stats::Stats;
use wavec_support::timing::Timing;
use wavec_support::{Diagnostic, Span};

/// State shared by running passes.
pub struct PassContext<'a> {
    /// The target's machine-level hooks.
    pub target: &'a dyn TargetMachineInfo,
    /// The user's options.
    pub options: &'a CodegenOptions,
    /// Time by pass.
    pub timing: &'a mut Timing,
    /// Events by pass.
    pub stats: &'a mut Stats,
    /// Text of `--print-after`, in order.
    pub dumps: &'a mut String,
    /// Optional passes run so far, over all functions, for `--bisect-limit`.
    pub optional_runs: &'a mut u64,
}

/// A pass on a machine function.
#[derive(Clone, Copy)]
pub struct MachinePass {
    /// Name in options, dumps, timing and statistics.
    pub name: &'static str,
    /// Whether the code is correct without it: then `--disable` and `--bisect-limit` apply to it.
    pub optional: bool,
    /// Least optimization level at which it runs.
    pub min_opt_level: u8,
    /// Runs it.
    pub run: fn(&mut MachineFunction, &mut PassContext<'_>) -> Result<(), Diagnostic>,
}

/// How the execution of a list of passes ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassOutcome {
    /// All ran.
    Completed,
    /// Stopped by `--stop-after`.
    Stopped,
}

/// Runs `list` in order.
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
) -> Result<PassOutcome, Diagnostic> {
    for pass in list {
        if skips(pass, context) {
            continue;
        }
        progress::enter_pass(pass.name);
        if context.timing.is_enabled() {
            let start = std::time::Instant::now();
            (pass.run)(func, context)?;
            context.timing.add(pass.name, start.elapsed());
        } else {
            (pass.run)(func, context)?;
        }
        if context.options.prints_after(pass.name) {
            let options = PrintOptions {
                target: Some(context.target),
                ..PrintOptions::default()
            };
            *context.dumps += &format!("# after {}\n", pass.name);
            *context.dumps += &print_function(func, &options);
            context.dumps.push('\n');
        }
        if context.options.verify_each
            && let Err(report) = verify_function(func, context.target)
        {
            panic!("pass {} broke the function: {report}", pass.name);
        }
        if context.options.stop_after.as_deref() == Some(pass.name) {
            return Ok(PassOutcome::Stopped);
        }
    }
    Ok(PassOutcome::Completed)
}

fn skips(pass: &MachinePass, context: &mut PassContext<'_>) -> bool {
    if context.options.opt_level < pass.min_opt_level {
        return true;
    }
    if !pass.optional {
        return false;
    }
    if context.options.is_disabled(pass.name) {
        return true;
    }
    *context.optional_runs += 1;
    context
        .options
        .bisect_limit
        .is_some_and(|limit| *context.optional_runs > limit)
}

/// Removes dead instructions.
pub const DEAD_CODE: MachinePass = MachinePass {
    name: passes::dead_code::NAME,
    optional: true,
    min_opt_level: 0,
    run: |func, context| {
        passes::dead_code::eliminate_dead_code(func, context.target, context.stats);
        Ok(())
    },
};

/// Shares equal instructions.
pub const CSE: MachinePass = MachinePass {
    name: passes::cse::NAME,
    optional: true,
    min_opt_level: 1,
    run: |func, context| {
        passes::cse::eliminate_common_subexpressions(func, context.target, context.stats);
        Ok(())
    },
};

/// Moves invariant instructions out of loops.
pub const LICM: MachinePass = MachinePass {
    name: passes::licm::NAME,
    optional: true,
    min_opt_level: 1,
    run: |func, context| {
        // Instructions hoisted from different loops, or copies of an unrolled one, may be equal.
        if passes::licm::hoist_invariants(func, context.target, context.stats) {
            passes::cse::eliminate_common_subexpressions(func, context.target, context.stats);
        }
        Ok(())
    },
};

/// Replaces PHIs by copies.
pub const PHI_ELIMINATION: MachinePass = MachinePass {
    name: passes::phi_elimination::NAME,
    optional: false,
    min_opt_level: 0,
    run: |func, context| {
        passes::phi_elimination::eliminate_phis(func, context.target, context.stats);
        Ok(())
    },
};

/// Lowers sub-register instructions and ties.
pub const TWO_ADDRESS: MachinePass = MachinePass {
    name: passes::two_address::NAME,
    optional: false,
    min_opt_level: 0,
    run: |func, context| {
        passes::two_address::lower_two_address(func, context.target, context.stats);
        Ok(())
    },
};

/// Joins the registers of copies.
pub const COALESCING: MachinePass = MachinePass {
    name: passes::coalesce::NAME,
    optional: true,
    min_opt_level: 0,
    run: |func, context| {
        passes::coalesce::coalesce_registers(func, context.target, context.stats);
        Ok(())
    },
};

/// Moves operands of inline assembly into their fixed registers.
pub const FIX_ASM_REGISTERS: MachinePass = MachinePass {
    name: passes::fix_asm_registers::NAME,
    optional: false,
    min_opt_level: 0,
    run: |func, _| {
        passes::fix_asm_registers::fix_asm_registers(func);
        Ok(())
    },
};

/// Schedules for latency and register pressure.
pub const MACHINE_SCHEDULER: MachinePass = MachinePass {
    name: passes::machine_scheduler::NAME,
    optional: true,
    min_opt_level: 1,
    run: |func, context| {
        passes::machine_scheduler::schedule_machine_function(
            func,
            context.target,
            context.options,
            context.stats,
        );
        Ok(())
    },
};

/// Assigns physical registers to virtual ones.
pub const REGISTER_ALLOCATION: MachinePass = MachinePass {
    name: regalloc::NAME,
    optional: false,
    min_opt_level: 0,
    run: |func, context| {
        regalloc::allocate_registers(func, context.target, context.options, context.stats).map_err(|error| {
            let place = error
                .inst
                .map_or(Span::NONE, |inst| context.target.place(func, inst));
            Diagnostic::error(place, error.message)
        })
    },
};

/// Replaces copies of physical registers by instructions.
pub const EXPAND_COPIES: MachinePass = MachinePass {
    name: regalloc::rewrite::EXPAND_COPIES,
    optional: false,
    min_opt_level: 0,
    run: |func, context| {
        regalloc::expand_copies(func, context.target);
        Ok(())
    },
};

/// Removes blocks that are not needed.
pub const BRANCH_FOLDING: MachinePass = MachinePass {
    name: passes::branch_folding::NAME,
    optional: true,
    min_opt_level: 1,
    run: |func, context| {
        passes::branch_folding::fold_branches(func, context.target, context.stats);
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

    const TEXT: &str = "--- f
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = V_MOVI 1, implicit $exec
  %2:v32 = V_MAC %0, %0, %0(tied-def 0), implicit $exec
  V_STORE %2, %0, implicit $exec
  S_ENDPGM
";

    fn run(options: &CodegenOptions) -> (MachineFunction, PassOutcome, String) {
        let mut func = parse_function(TEXT, tables()).unwrap_or_else(|e| panic!("{e}"));
        let (mut timing, mut stats, mut dumps, mut runs) =
            (Timing::new(true), Stats::new(), String::new(), 0);
        let mut context = PassContext {
            target: &TestTarget,
            options,
            timing: &mut timing,
            stats: &mut stats,
            dumps: &mut dumps,
            optional_runs: &mut runs,
        };
        let list: Vec<MachinePass> = [SSA_PASSES, &[PHI_ELIMINATION], ALLOCATION_PASSES].concat();
        let outcome = run_passes(&mut func, &list, &mut context);
        assert!(timing.report().contains("dead-machine-code") || options.bisect_limit == Some(0));
        (func, outcome.unwrap_or_else(|e| panic!("{e:?}")), dumps)
    }

    #[test]
    fn prints_stops_and_bisects() {
        let (func, outcome, dumps) = run(&CodegenOptions {
            print_after: vec!["two-address".into()],
            ..CodegenOptions::default()
        });
        assert_eq!((func.stage, outcome), (Stage::Allocated, PassOutcome::Completed));
        assert!(dumps.starts_with("# after two-address\n--- f\n"), "{dumps}");
        let (func, outcome, _) = run(&CodegenOptions {
            stop_after: Some("phi-elimination".into()),
            bisect_limit: Some(0),
            ..CodegenOptions::default()
        });
        assert_eq!((func.stage, outcome), (Stage::NoPhis, PassOutcome::Stopped));
        assert!(
            func.to_string().contains("V_MOVI"),
            "dead code elimination was bisected away"
        );
    }
}
