//! The machine passes of the target, in order, as one list.

use super::*;
use crate::function_info::{GpuFunctionInfo, may_retry};
use wavec_codegen::mir::Stage;
use wavec_codegen::pipeline::{
    BRANCH_FOLDING, COALESCING, CSE, DEAD_CODE, EXPAND_COPIES, FIX_ASM_REGISTERS, LICM, MACHINE_SCHEDULER,
    MachinePass, PHI_ELIMINATION, REGISTER_ALLOCATION, TWO_ADDRESS,
};
use wavec_support::{Diagnostic, Span};

fn failed(message: String) -> Diagnostic {
    Diagnostic::error(Span::NONE, message)
}

macro_rules! pass {
    ($name:literal, |$func:ident, $context:ident| $body:expr) => {
        MachinePass {
            name: $name,
            optional: false,
            min_opt_level: 0,
            run: |$func, $context| {
                let _ = &$context;
                $body
            },
        }
    };
    (optional $name:literal, |$func:ident, $context:ident| $body:expr) => {
        MachinePass {
            optional: true,
            min_opt_level: 1,
            ..pass!($name, |$func, $context| $body)
        }
    };
}

/// The passes from selection to final code.
pub const PASSES: &[MachinePass] = &[
    // Together: selection does not count the scalar registers an instruction reads, and results of the first and second
    // are legal only after the third.
    pass!("legalize-operands", |func, context| {
        if context.options.opt_level > 0 {
            // First: a constant needs no register, and so does not use the constant bus.
            let folded = fold_operands::run(func);
            context.stats.add("legalize-operands", "constants folded", folded);
        }
        expand_wide::run(func);
        fix_copies::run(func);
        Ok(())
    }),
    pass!("scalar-conditions", |func, context| {
        scalar_conditions::run(func);
        Ok(())
    }),
    pass!(optional "fold-operands", |func, context| {
        let folded = fold_operands::run(func);
        context.stats.add("fold-operands", "operands folded", folded);
        Ok(())
    }),
    pass!(optional "fold-clamps", |func, context| {
        let folded = fold_clamps::run(func);
        context.stats.add("fold-clamps", "clamps folded", folded);
        Ok(())
    }),
    pass!(optional "fold-dpp", |func, context| {
        let folded = fold_dpp::run(func);
        context
            .stats
            .add("fold-dpp", "moves between lanes folded", folded);
        Ok(())
    }),
    pass!(optional "fold-high-halves", |func, context| {
        let folded = fold_high_halves::run(func);
        context.stats.add("fold-high-halves", "stores folded", folded);
        Ok(())
    }),
    pass!("drop-atomic-results", |func, context| {
        drop_atomic_results::run(func);
        Ok(())
    }),
    DEAD_CODE,
    CSE,
    LICM,
    pass!(optional "fold-ballots", |func, context| {
        let folded = fold_ballots::run(func);
        context.stats.add("fold-ballots", "ballots folded", folded);
        Ok(())
    }),
    pass!(optional "merge-accesses", |func, context| {
        let merged = merge_accesses::run(func);
        context.stats.add("merge-accesses", "accesses merged", merged);
        Ok(())
    }),
    pass!("keep-addresses", |func, _context| {
        if may_retry(func) {
            keep_addresses::run(func);
        }
        Ok(())
    }),
    pass!("lower-control-flow", |func, context| lower_control_flow::run(
        func
    )
    .map(|_| ())
    .map_err(failed)),
    PHI_ELIMINATION,
    TWO_ADDRESS,
    COALESCING,
    MACHINE_SCHEDULER,
    pass!(optional "accumulators", |func, context| {
        let moved = accumulators::run(func, context.options);
        context
            .stats
            .add("accumulators", "dwords added to in AGPRs", u64::from(moved));
        Ok(())
    }),
    pass!(
        "check-asm-registers",
        |func, context| inline_asm::check_registers(func)
    ),
    FIX_ASM_REGISTERS,
    pass!(
        "check-asm-registers",
        |func, context| inline_asm::check_registers(func)
    ),
    pass!("reserve-branch-registers", |func, context| {
        relax_branches::reserve_pair(func, context.options);
        Ok(())
    }),
    pass!("whole-wave", |func, context| whole_wave::run(
        func,
        context.options
    )
    .map_err(failed)),
    REGISTER_ALLOCATION,
    pass!(optional "accumulation-spills", |func, context| {
        let moved = accumulation_spills::run(func, context.options);
        context
            .stats
            .add("accumulation-spills", "dwords kept in AGPRs", u64::from(moved));
        Ok(())
    }),
    pass!(optional "hoist-reloads", |func, context| {
        let moved = hoist_reloads::run(func);
        context.stats.add("hoist-reloads", "reloads moved", moved);
        Ok(())
    }),
    EXPAND_COPIES,
    pass!(optional "drop-skips", |func, context| {
        let dropped = drop_skips::run(func);
        context.stats.add("drop-skips", "branches dropped", dropped);
        Ok(())
    }),
    BRANCH_FOLDING,
    pass!("frame", |func, context| frame::run(func, context.options)
        .map_err(failed)),
    pass!("legalize-memory", |func, context| {
        legalize_memory::run(func);
        Ok(())
    }),
    pass!("expand-pseudos", |func, context| {
        expand_pseudos::run(func);
        Ok(())
    }),
    pass!("check-inline-asm", |func, context| inline_asm::check(func)),
    pass!("insert-waits", |func, context| {
        let waits = insert_waits::run(func, context.options.force_waits);
        context.stats.add("insert-waits", "waits inserted", waits as u64);
        Ok(())
    }),
    pass!("insert-hazard-nops", |func, context| {
        let nops = hazards::run(func, hazards::table::GFX942, may_retry(func));
        context
            .stats
            .add("insert-hazard-nops", "gaps filled", nops as u64);
        func.stage = Stage::Final;
        Ok(())
    }),
    pass!("relax-branches", |func, context| {
        let relaxed = relax_branches::run(func, context.options).map_err(failed)?;
        context
            .stats
            .add("relax-branches", "branches relaxed", relaxed as u64);
        Ok(())
    }),
    pass!("count-registers", |func, context| {
        let counts = register_counts::count(func);
        if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
            gpu.counts = counts;
        }
        Ok(())
    }),
];
