//! The machine passes of the target, in order, as one list.

use super::*;
use crate::function_info::{GpuFunctionInfo, may_retry};
use wavec_codegen::mir::Stage;
use wavec_codegen::pipeline::{
    BRANCH_FOLDING, COALESCING, CSE, DEAD_CODE, EXPAND_COPIES, FIX_ASM_REGISTERS, LICM, MACHINE_SCHEDULER,
    MachinePass, PHI_ELIMINATION, REGISTER_ALLOCATION, REMATERIALIZE, TWO_ADDRESS,
};
use wavec_support::passes::{Layer, PassInfo};
use wavec_support::{Diagnostic, Span};

fn failed(message: String) -> Diagnostic {
    Diagnostic::error(Span::NONE, message)
}

macro_rules! pass {
    (optional $name:expr, $description:literal, |$func:ident, $context:ident| $body:expr) => {
        MachinePass {
            info: PassInfo::optional(Layer::Machine, $name, $description).from_level(1),
            ..pass!($name, $description, |$func, $context| $body)
        }
    };
    ($name:expr, $description:literal, |$func:ident, $context:ident| $body:expr) => {
        MachinePass {
            info: PassInfo::required(Layer::Machine, $name, $description),
            run: |$func, $context| {
                let _ = &$context;
                $body
            },
        }
    };
}

/// The passes that complete selection: what is selected is printed after them.
pub fn selection_passes() -> &'static [MachinePass] {
    &PASSES[..1]
}

/// The passes after them.
pub fn other_passes() -> &'static [MachinePass] {
    &PASSES[1..]
}

/// From selected instructions to final ones.
pub static PASSES: &[MachinePass] = &[
    // Together: selection does not count the scalar registers an instruction reads, and what the first and second
    // of these make is legal only after the third.
    pass!(
        "legalize-operands",
        "fold constants that need no register, and make operands legal",
        |func, context| {
            if context.options.opt_level > 0 {
                // First: a constant needs no register, and so no place on the constant bus.
                let folded = fold_operands::run(func);
                context
                    .runner
                    .stats
                    .add("legalize-operands", "constants folded", folded);
            }
            expand_wide::run(func);
            fix_copies::run(func);
            Ok(())
        }
    ),
    pass!(
        "scalar-conditions",
        "keep uniform conditions in SCC",
        |func, context| {
            scalar_conditions::run(func);
            Ok(())
        }
    ),
    pass!(optional "fold-operands", "fold constants and copies into the instructions that read them", |func, context| {
        let folded = fold_operands::run(func);
        context.runner.stats.add("fold-operands", "operands folded", folded);
        Ok(())
    }),
    pass!(optional "fold-clamps", "make clamps modifiers of what they clamp", |func, context| {
        let folded = fold_clamps::run(func);
        context.runner.stats.add("fold-clamps", "clamps folded", folded);
        Ok(())
    }),
    pass!(optional "fold-dpp", "make moves between lanes operands of what reads them", |func, context| {
        let folded = fold_dpp::run(func);
        context.runner.stats.add("fold-dpp", "moves between lanes folded", folded);
        Ok(())
    }),
    pass!(optional "fold-high-halves", "store high halves without shifting them down", |func, context| {
        let folded = fold_high_halves::run(func);
        context.runner.stats.add("fold-high-halves", "stores folded", folded);
        Ok(())
    }),
    pass!(
        "drop-atomic-results",
        "use atomic instructions without result where nothing reads it",
        |func, context| {
            drop_atomic_results::run(func);
            Ok(())
        }
    ),
    DEAD_CODE,
    CSE,
    LICM,
    pass!(optional "fold-ballots", "use comparisons in place of ballots of what they made", |func, context| {
        let folded = fold_ballots::run(func);
        context.runner.stats.add("fold-ballots", "ballots folded", folded);
        Ok(())
    }),
    pass!(optional "merge-accesses", "merge accesses of neighbouring addresses", |func, context| {
        let merged = merge_accesses::run(func);
        context.runner.stats.add("merge-accesses", "accesses merged", merged);
        Ok(())
    }),
    pass!(
        "separate-accumulation",
        "keep what matrix instructions add to in accumulation registers of a file of their own",
        |func, context| {
            let moved = separate_accumulation::run(func);
            context
                .runner
                .stats
                .add("separate-accumulation", "values moved to the file", moved as u64);
            Ok(())
        }
    ),
    pass!(
        "keep-addresses",
        "keep what an instruction reads after it has written a part of its result",
        |func, _context| {
            keep_addresses::run(func, may_retry(func));
            Ok(())
        }
    ),
    pass!(
        "lower-control-flow",
        "turn divergent control flow into EXEC masks",
        |func, context| lower_control_flow::run(func).map(|_| ()).map_err(failed)
    ),
    PHI_ELIMINATION,
    TWO_ADDRESS,
    COALESCING,
    REMATERIALIZE,
    MACHINE_SCHEDULER,
    pass!(optional "accumulators", "keep what matrix instructions of loops add to in AGPRs", |func, context| {
        let moved = accumulators::run(func, context.options);
        context.runner.stats.add("accumulators", "dwords added to in AGPRs", u64::from(moved));
        Ok(())
    }),
    pass!(
        "check-asm-registers",
        "check the registers that inline assembly asks for",
        |func, context| inline_asm::check_registers(func)
    ),
    FIX_ASM_REGISTERS,
    pass!(
        "check-asm-registers",
        "check the registers that inline assembly asks for",
        |func, context| inline_asm::check_registers(func)
    ),
    pass!(
        "reserve-branch-registers",
        "keep a register pair for branches that go too far",
        |func, context| {
            relax_branches::reserve_pair(func, context.options);
            Ok(())
        }
    ),
    pass!(
        "live-lanes",
        "reserve registers for masks of a shader's live lanes",
        |func, context| live_lanes::run(func, context.options).map_err(failed)
    ),
    pass!(
        "whole-wave",
        "give what is computed in whole wave mode VGPRs of its own",
        |func, context| whole_wave::run(func, context.options).map_err(failed)
    ),
    REGISTER_ALLOCATION,
    pass!(
        "accumulation-file-spills",
        "spill accumulation registers of a file of their own through a VGPR",
        |func, context| {
            let expanded = separate_accumulation::expand_spills(func);
            context.runner.stats.add(
                "accumulation-file-spills",
                "spills and restores expanded",
                expanded as u64,
            );
            Ok(())
        }
    ),
    pass!(optional "hoist-reloads", "reload spilled values as early as their registers are free", |func, context| {
        let moved = hoist_reloads::run(func);
        context.runner.stats.add("hoist-reloads", "reloads moved", moved);
        Ok(())
    }),
    EXPAND_COPIES,
    pass!(optional "accumulation-moves", "shorten moves to AGPRs and back", |func, context| {
        let removed = accumulation_moves::run(func);
        context.runner.stats.add("accumulation-moves", "moves removed", removed);
        Ok(())
    }),
    pass!(
        "whole-quads",
        "run pixel shaders in whole quads, and end killed lanes",
        |func, context| {
            whole_quads::run(func);
            Ok(())
        }
    ),
    pass!(optional "drop-skips", "drop branches around few instructions", |func, context| {
        let dropped = drop_skips::run(func);
        context.runner.stats.add("drop-skips", "branches dropped", dropped);
        Ok(())
    }),
    BRANCH_FOLDING,
    pass!(
        "frame",
        "lay out the frame, and write prologue and epilogue",
        |func, context| frame::run(func, context.options).map_err(failed)
    ),
    pass!(
        "legalize-memory",
        "make offsets and addresses of accesses legal",
        |func, context| {
            legalize_memory::run(func);
            Ok(())
        }
    ),
    pass!(
        "expand-pseudos",
        "replace pseudo instructions by real ones",
        |func, context| {
            expand_pseudos::run(func);
            Ok(())
        }
    ),
    pass!(
        inline_asm::ASSEMBLE,
        "assemble inline assembly, whose operands are known now",
        |func, context| inline_asm::assemble(func)
    ),
    pass!(optional "pair-operations", "make one instruction of two vector operations", |func, context| {
        let made = pair_operations::run(func);
        context.runner.stats.add("pair-operations", "pairs made", made as u64);
        Ok(())
    }),
    pass!(
        "insert-waits",
        "wait for memory before its results are used",
        |func, context| {
            let waits = insert_waits::run(func);
            context
                .runner
                .stats
                .add("insert-waits", "waits inserted", waits as u64);
            Ok(())
        }
    ),
    pass!(
        "insert-direct-waits",
        "let direct loads from LDS wait for what accesses their registers",
        |func, context| {
            let waits = insert_direct_waits::run(func);
            context
                .runner
                .stats
                .add("insert-direct-waits", "waits inserted", waits as u64);
            Ok(())
        }
    ),
    pass!(
        "insert-dependency-waits",
        "wait for dependencies that hardware loses",
        |func, context| {
            let waits = insert_dependency_waits::run(func);
            context
                .runner
                .stats
                .add("insert-dependency-waits", "waits inserted", waits as u64);
            Ok(())
        }
    ),
    pass!(
        "insert-hazard-nops",
        "keep apart instructions that hardware does not interlock",
        |func, context| {
            let nops = hazards::run(func, may_retry(func));
            context
                .runner
                .stats
                .add("insert-hazard-nops", "gaps filled", nops as u64);
            func.stage = Stage::Final;
            Ok(())
        }
    ),
    pass!(optional "insert-clauses", "let memory instructions that belong together be issued together", |func, context| {
        let clauses = insert_clauses::run(func);
        context.runner.stats.add("insert-clauses", "clauses formed", clauses as u64);
        Ok(())
    }),
    pass!(optional "insert-delays", "say which results an instruction waits for", |func, context| {
        let delays = insert_delays::run(func);
        context.runner.stats.add("insert-delays", "delays inserted", delays as u64);
        Ok(())
    }),
    pass!(
        "relax-branches",
        "replace branches that go too far",
        |func, context| {
            let relaxed = relax_branches::run(func, context.options).map_err(failed)?;
            context
                .runner
                .stats
                .add("relax-branches", "branches relaxed", relaxed as u64);
            Ok(())
        }
    ),
    pass!(
        "count-registers",
        "count the registers in use",
        |func, context| {
            let counts = register_counts::count(func);
            if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
                gpu.counts = counts;
            }
            Ok(())
        }
    ),
];
