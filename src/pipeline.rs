//! From an input file to everything that was asked for: the whole compiler on one screen.
//!
//! ```text
//!  .cl ──frontend──▶ ┐
//!  .ll ──reader────▶ IR ──optimize, prepare──▶ IR ──select──▶ selected functions ──machine passes──▶ final functions ──┐
//!  .mir ─reader────────────────────────────────▶ machine functions, somewhere among their passes                       │
//!  .s  ──assembler──────────────────────────────────────────────────────────────────▶ object module ◀──emit────────────┘
//!                                                                                       │ write ──▶ .o
//!                                                                                       └ link ──▶ .co
//! ```

use crate::inputs::Source;
use crate::options::Emit;
use crate::outputs::Outputs;
use crate::session::{Session, gpu_target, target_for};
use wavec_gpu_mc::GpuTarget;
use wavec_ir::Module;
use wavec_support::Diagnostics;
use wavec_target_gpu::function_info::CompiledFunction;

pub use crate::entry_points::{Input, Output, compile, link_object, optimized_module, run_ir_passes};
pub use crate::session::{all_passes, first_level};

/// A program in OpenCL C or IR.
pub(crate) fn compile_ir(
    session: &mut Session<'_>,
    source: Source,
    outputs: &mut Outputs<'_>,
) -> Result<(), Diagnostics> {
    let target = gpu_target(session.options)?;
    let mut ir = session.ir(source)?;
    let target = target_for(&ir, target, session.options)?;
    let target = match outputs.want_code() {
        true => wavec_target_gpu::input::target_of(&ir, target)?,
        false => target,
    };
    if outputs.want_nothing() {
        return Ok(());
    }
    session.define_builtins(&mut ir, target.subtarget)?;

    session.optimize(&mut ir, target.subtarget)?;
    if session.runner.stopped {
        outputs.replace(Emit::Ir, session.ir_text(&ir));
        return Ok(());
    }
    outputs.add(Emit::Ir, || Ok(session.ir_text(&ir)))?;
    if !outputs.want_code() {
        return Ok(());
    }

    session.warn_without_code(&ir, source);
    let prepared = session.prepared(&mut ir, target.subtarget)?;
    if session.runner.stopped {
        outputs.replace(Emit::Ir, session.ir_text(&ir));
        return Ok(());
    }
    let selected = session.selected(&ir, prepared, outputs)?;
    if session.runner.stopped {
        return Ok(());
    }
    let machine = session.machine(&ir, selected, outputs)?;
    if session.runner.stopped {
        return Ok(());
    }
    emit(session, &ir, &machine, target, outputs)
}

/// The last stages: assembly, an object file and what that is linked to.
pub(crate) fn emit(
    session: &mut Session<'_>,
    ir: &Module,
    machine: &[CompiledFunction],
    target: GpuTarget,
    outputs: &mut Outputs<'_>,
) -> Result<(), Diagnostics> {
    session.tell_resources(ir, machine, &target);
    outputs.add(Emit::Asm, || session.assembly(ir, machine, target))?;
    if outputs.want_object() {
        let object = session.object(ir, machine, target)?;
        outputs.add_object(&object)?;
    }
    Ok(())
}

/// A program in assembly language.
pub(crate) fn assemble(
    session: &mut Session<'_>,
    source: Source,
    outputs: &mut Outputs<'_>,
) -> Result<(), Diagnostics> {
    let (object, options) = session.assembled(source)?;
    outputs.refuse_before(Emit::Asm, "assembly")?;
    outputs.add(Emit::Asm, || session.reprinted(source, &options))?;
    outputs.add_object(&object)
}
