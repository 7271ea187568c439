//! Machine IR as an input and as an output: a module, between `--- |` and `...`, and the text forms of its functions.

use crate::inputs::{Source, error, read_module};
use crate::options::{Emit, InputKind};
use crate::outputs::Outputs;
use crate::pipeline::emit;
use crate::session::{Session, gpu_target, target_for};
use wavec_codegen::mir::{
    MachineFunction, Stage, module_text, parse_functions, verify_function, verify_selection,
};
use wavec_codegen::pipeline::{MachinePass, PassContext, function_text, run_passes};
use wavec_gpu_mc::GpuTarget;
use wavec_ir::text::{LayoutChoice, WriteOptions, write_module};
use wavec_ir::{FuncRef, Module};
use wavec_support::progress::{enter_function, enter_pass};
use wavec_support::{Diagnostics, Span};
use wavec_target_gpu::function_info::CompiledFunction;
use wavec_target_gpu::function_info_text::{complete, complete_alone};
use wavec_target_gpu::machine_info::GpuMachineInfo;
use wavec_target_gpu::machine_passes::inline_asm;
use wavec_target_gpu::machine_passes::pipeline::{PASSES, selection_passes};
use wavec_target_gpu::registers::tables_of;
use wavec_target_gpu::remarks;

/// What begins the line that says after which pass functions were printed.
const AFTER: &str = "# after ";

/// The text of functions with the module that they belong to.
pub(crate) fn with_module(module: &Module, functions: &str) -> String {
    let module = write_module(module, WriteOptions::RAW);
    format!("--- |\n{}\n...\n{functions}", module.trim_end_matches('\n'))
}

/// Machine IR as it was read.
struct Read {
    /// What stands before the functions.
    module: Option<Module>,
    functions: Vec<MachineFunction>,
    /// The function of the module that each belongs to.
    owners: Vec<FuncRef>,
    target: GpuTarget,
    /// The passes to run.
    list: Vec<MachinePass>,
}

/// Machine IR after its last pass.
pub(crate) struct Finished {
    pub module: Module,
    pub functions: Vec<CompiledFunction>,
    pub target: GpuTarget,
}

/// Goes on from machine IR.
pub(crate) fn compile(
    session: &mut Session<'_>,
    source: Source,
    outputs: &mut Outputs<'_>,
) -> Result<(), Diagnostics> {
    let mut read = read(session, source)?;
    if outputs.want_nothing() {
        return Ok(());
    }
    run(session, &mut read)?;
    let passes = &session.options.codegen.passes;
    if passes.stop_after.is_some() || passes.run_only.is_some() || outputs.want_only(Emit::Mir) {
        let last = read.list.last().map_or("", |pass| pass.info.name);
        let last = passes.stop_after.as_deref().unwrap_or(last);
        let text: String = read
            .functions
            .iter()
            .map(|function| function_text(function, &GpuMachineInfo::of(function), last))
            .collect();
        let text = match &read.module {
            Some(module) => with_module(module, &text),
            None => text,
        };
        outputs.replace(Emit::Mir, text.into_bytes());
        return Ok(());
    }
    let finished = finished(session, read)?;
    outputs.refuse_before(Emit::Asm, "machine IR")?;
    emit(
        session,
        &finished.module,
        &finished.functions,
        finished.target,
        outputs,
    )
}

/// Reads machine IR and runs its passes, after `prepare`.
#[cfg(feature = "cli")]
pub(crate) fn finish(
    session: &mut Session<'_>,
    source: Source,
    prepare: impl FnOnce(&mut Module, &mut [MachineFunction], &wavec_support::SourceMap),
) -> Result<Finished, Diagnostics> {
    let mut read = read(session, source)?;
    if let Some(module) = &mut read.module {
        prepare(module, &mut read.functions, session.sources);
    }
    run(session, &mut read)?;
    finished(session, read)
}

fn read(session: &mut Session<'_>, source: Source) -> Result<Read, Diagnostics> {
    enter_pass("read-mir");
    let mut target = gpu_target(session.options)?;
    let text = session.sources.file(source.file).text.to_string();
    let name = session.sources.file(source.file).name.clone();
    let module = match module_text(&text) {
        Some((module, _)) => {
            // So that lines have the numbers that they have in the file.
            let file = session.sources.add(name, format!("\n{module}"));
            let source = Source::new(InputKind::Ir, file);
            let layout = LayoutChoice::Target;
            let (module, warnings) = read_module(
                source,
                session.sources,
                session.options,
                layout,
                &mut session.runner,
            )?;
            session.warnings.extend(warnings);
            target = target_for(&module, target, session.options)?;
            target = wavec_target_gpu::input::target_of(&module, target)?;
            Some(module)
        }
        None => None,
    };
    let machine_info = GpuMachineInfo {
        subtarget: target.subtarget,
    };
    let tables = tables_of(&target.subtarget);
    let mut functions = parse_functions(session.sources, source.file, tables, Some(&machine_info))?;
    let owners = match &module {
        Some(module) => attach(module, &mut functions, |function, func| {
            complete(function, module, func, target.subtarget, &session.options.gpu);
        })?,
        None => {
            let subtarget = target.subtarget;
            functions
                .iter_mut()
                .for_each(|function| complete_alone(function, subtarget, &session.options.gpu));
            Vec::new()
        }
    };
    if session.runner.options().remarks {
        functions
            .iter_mut()
            .for_each(|function| function.remarks = Some(Vec::new()));
    }
    let list = passes_to_run(session, &text)?;
    verify(&functions, &list, Span::new(source.file, 0, 0))?;
    Ok(Read {
        module,
        functions,
        owners,
        target,
        list,
    })
}

/// Runs the passes on all functions.
fn run(session: &mut Session<'_>, read: &mut Read) -> Result<(), Diagnostics> {
    let mut errors = Diagnostics::new();
    for function in &mut read.functions {
        if let Err(found) = run_list(session, function, &read.list) {
            errors.extend(found);
        }
    }
    match errors.has_errors() {
        true => Err(errors),
        false => Ok(()),
    }
}

/// The functions with their module, which tells what there is to emit beside them.
fn finished(session: &mut Session<'_>, read: Read) -> Result<Finished, Diagnostics> {
    let Some(module) = read.module else {
        return Err(error(
            "no module stands before the functions; without one, passes can be run but no code is written",
        ));
    };
    let functions: Vec<CompiledFunction> = read
        .owners
        .into_iter()
        .zip(read.functions)
        .map(|(func, machine)| CompiledFunction { func, machine })
        .collect();
    if session.runner.options().remarks {
        for function in &functions {
            let told = remarks::of_function(&module.ctx, function.func, &function.machine);
            session.runner.remarks.extend(told);
        }
    }
    Ok(Finished {
        module,
        functions,
        target: read.target,
    })
}

/// Runs passes on a function, up to the one to stop after.
fn run_list(
    session: &mut Session<'_>,
    function: &mut MachineFunction,
    list: &[MachinePass],
) -> Result<(), Diagnostics> {
    enter_function(&function.name);
    // The text does not repeat what inline assembly consists of.
    let assembles = list.iter().any(|pass| pass.info.name == inline_asm::ASSEMBLE);
    if !assembles && function.stage >= Stage::Allocated {
        inline_asm::assemble(function)?;
    }
    for pass in list {
        check_stage(function, pass)?;
        let mut context = PassContext {
            target: &GpuMachineInfo::of(function),
            options: session.codegen,
            runner: &mut session.runner,
        };
        run_passes(function, &[*pass], &mut context)?;
        if session.options.codegen.passes.stops_after(&pass.info) {
            break;
        }
    }
    Ok(())
}

/// Finds the functions of the module that machine functions belong to.
fn attach(
    module: &Module,
    functions: &mut [MachineFunction],
    complete: impl Fn(&mut MachineFunction, FuncRef),
) -> Result<Vec<FuncRef>, Diagnostics> {
    let defined = module.defined_functions();
    let mut errors = Diagnostics::new();
    let mut owners: Vec<FuncRef> = Vec::with_capacity(functions.len());
    for function in functions {
        let is_it = |func: &&FuncRef| module.ctx.text(module.ctx.functions[**func].name) == function.name;
        match defined.iter().find(is_it) {
            Some(func) if owners.contains(func) => errors.error(
                Span::NONE,
                format!("there are two machine functions '{}'", function.name),
            ),
            Some(&func) => {
                complete(function, func);
                owners.push(func);
            }
            None => errors.error(
                Span::NONE,
                format!("the module defines no function '{}'", function.name),
            ),
        }
    }
    match errors.has_errors() {
        true => Err(errors),
        false => Ok(owners),
    }
}

/// What others wrote is verified: as selection leaves it, if the passes that complete selection come first.
fn verify(functions: &[MachineFunction], list: &[MachinePass], file: Span) -> Result<(), Diagnostics> {
    let completes = |pass: &MachinePass| selection_passes().iter().any(|p| p.info.name == pass.info.name);
    let check = match list.first().is_some_and(completes) {
        true => verify_selection,
        false => verify_function,
    };
    let mut errors = Diagnostics::new();
    for function in functions {
        if let Err(report) = check(function, &GpuMachineInfo::of(function)) {
            errors.error(
                file,
                format!("function '{}' is not valid: {report}", function.name),
            );
        }
    }
    match errors.has_errors() {
        true => Err(errors),
        false => Ok(()),
    }
}

/// A pass takes functions as the passes before it leave them.
fn check_stage(function: &MachineFunction, pass: &MachinePass) -> Result<(), Diagnostics> {
    let before = PASSES
        .iter()
        .take_while(|other| other.info.name != pass.info.name);
    let stage = before.fold(Stage::SelectedSsa, |stage, other| match other.info.name {
        "phi-elimination" => Stage::NoPhis,
        "two-address" => Stage::TwoAddress,
        "register-allocation" => Stage::Allocated,
        "insert-hazard-nops" => Stage::Final,
        _ => stage,
    });
    match function.stage == stage {
        true => Ok(()),
        false => Err(error(format!(
            "pass '{}' takes functions of stage {}, but '{}' is {}",
            pass.info.name,
            stage.name(),
            function.name,
            function.stage.name()
        ))),
    }
}

/// The passes of `--run-pass`, or those after the one that `--start-after`, or else the text itself, names.
fn passes_to_run(session: &Session<'_>, text: &str) -> Result<Vec<MachinePass>, Diagnostics> {
    let options = &session.options.codegen.passes;
    if let Some(names) = &options.run_only {
        let named = |name: &String| {
            let found = PASSES.iter().find(|pass| pass.info.is_meant_by(name)).copied();
            found.ok_or_else(|| error(format!("'{name}' is not a machine pass")))
        };
        return names.iter().map(named).collect();
    }
    let functions = module_text(text).map_or(text, |(_, functions)| functions);
    let said = || {
        functions
            .lines()
            .find_map(|line| line.strip_prefix(AFTER))
            .map(str::trim)
    };
    let Some(last) = options.start_after.as_deref().or_else(said) else {
        return Ok(PASSES.to_vec());
    };
    match PASSES.iter().position(|pass| pass.info.is_meant_by(last)) {
        Some(at) => Ok(PASSES[at + 1..].to_vec()),
        None => Err(error(format!("'{last}' is not a machine pass to start after"))),
    }
}
