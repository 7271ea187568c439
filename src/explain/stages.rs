//! Compiles a program, whatever stage it is of, and keeps its text at each stage.

use super::machine::Code;
use super::places::{Lines, Places, Spent, StageLine, without_locations};
use super::{debugify, flow, registers};
use crate::inputs::Source;
use crate::machine_ir;
use crate::options::{Emit, InputKind};
use crate::outputs::Outputs;
use crate::pipeline::emit;
use crate::resources;
use crate::session::{Session, gpu_target, target_for};
use fxhash::FxHashMap;
use std::fmt::Write;
use wavec_codegen::mir::{MachineFunction, parse_functions};
use wavec_gpu_mc::code_object::kernel_resources;
use wavec_gpu_mc::{DisassembleOptions, GpuTarget, disassemble_object};
use wavec_ir::text::{WriteOptions, function_to_string};
use wavec_ir::{FuncRef, Module};
use wavec_support::passes::{Change, Layer, PassInfo};
use wavec_support::remarks::{Remark, settle};
use wavec_support::{Diagnostics, SourceMap};
use wavec_target_gpu::function_info::CompiledFunction;
use wavec_target_gpu::kernels::is_kernel;
use wavec_target_gpu::machine_info::GpuMachineInfo;
use wavec_target_gpu::registers::tables_of;

/// A function at one stage.
pub(super) struct Stage {
    pub title: &'static str,
    pub lines: Vec<StageLine>,
}

/// A graph of a block, drawn.
pub(super) struct Graph {
    pub block: String,
    pub svg: String,
}

/// A function that code is made for.
pub(super) struct FunctionPage {
    pub name: String,
    pub is_kernel: bool,
    /// In the order of the pipeline.
    pub stages: Vec<Stage>,
    /// The control flow of its code.
    pub flow: Option<String>,
    pub graphs: Vec<Graph>,
    /// What passes changed, in order, in this function alone.
    pub changes: Vec<PassChange>,
}

/// What a pass changed.
pub(super) struct PassChange {
    pub pass: PassInfo,
    /// A unified diff.
    pub diff: String,
}

impl PassChange {
    /// The change without the names of locations; `None` if it changed nothing else.
    fn of(change: &Change) -> Option<PassChange> {
        let change = Change {
            before: without_locations(&change.before),
            after: without_locations(&change.after),
            ..change.clone()
        };
        (change.before != change.after).then(|| PassChange {
            pass: change.pass,
            diff: change.diff(),
        })
    }
}

/// A program at all stages.
pub(super) struct Program {
    pub processor: String,
    pub source: String,
    pub functions: Vec<FunctionPage>,
    /// What kernels need of the machine.
    pub resources: String,
    /// What passes changed in the module as a whole.
    pub changes: Vec<PassChange>,
    /// The name of the main source file in debug information.
    pub file_name: String,
    /// The loadable code object.
    pub code_object: Vec<u8>,
    /// What a launch spent, by source line; nothing was launched if it is empty.
    pub spent: FxHashMap<u32, Spent>,
}

/// For people, and with the numbers by which locations are found.
const FORM: WriteOptions = WriteOptions {
    own_numbers: true,
    own_names: true,
    ..WriteOptions::FORMATTED
};

/// The functions of a module as text.
struct Snapshot {
    title: &'static str,
    functions: Vec<(FuncRef, String)>,
}

impl Snapshot {
    fn of(module: &Module, title: &'static str) -> Snapshot {
        let text = |func| function_to_string(func, module.body(func), &module.ctx, FORM);
        let functions = module.defined_functions().into_iter();
        Snapshot {
            title,
            functions: functions.map(|func| (func, text(func))).collect(),
        }
    }
}

/// Compiles the program, stage by stage.
pub(super) fn collect(session: &mut Session<'_>, source: Source) -> Result<Program, Diagnostics> {
    match source.kind {
        InputKind::Asm => collect_assembly(session, source),
        InputKind::Mir => collect_machine_ir(session, source),
        _ => collect_ir(session, source),
    }
}

fn collect_ir(session: &mut Session<'_>, source: Source) -> Result<Program, Diagnostics> {
    // Instructions of IR without lines get those that they stand in.
    let mut ir = session.ir(match source.kind {
        InputKind::Ir => source.with_places(),
        _ => source,
    })?;
    let target = target_for(&ir, gpu_target(session.options)?, session.options)?;
    let target = wavec_target_gpu::input::target_of(&ir, target)?;
    session.define_builtins(&mut ir, target.subtarget)?;
    debugify::module(&mut ir, session.sources, source.file);

    let mut snapshots = vec![Snapshot::of(&ir, "IR as read")];
    session.optimize(&mut ir, target.subtarget)?;
    snapshots.push(Snapshot::of(&ir, "IR after optimization"));
    session.warn_without_code(&ir, source);
    let prepared = session.prepared(&mut ir, target.subtarget)?;
    snapshots.push(Snapshot::of(&ir, "IR for selection"));
    let mut outputs = Outputs::new(FORMS);
    let selected = session.selected(&ir, prepared, &mut outputs)?;
    let machine = session.machine(&ir, selected, &mut outputs)?;
    emit(session, &ir, &machine, target, &mut outputs)?;
    Ok(program(
        session,
        source,
        (&ir, &machine, target),
        &snapshots,
        outputs,
    ))
}

/// Machine IR, from the pass on that its text says; it is the source.
fn collect_machine_ir(session: &mut Session<'_>, source: Source) -> Result<Program, Diagnostics> {
    let mut outputs = Outputs::new(FORMS);
    let add_lines = |module: &mut Module, functions: &mut [MachineFunction], sources: &SourceMap| {
        debugify::machine_functions(module, functions, sources, source.file);
    };
    let finished = machine_ir::finish(session, source, add_lines)?;
    let (module, functions, target) = (finished.module, finished.functions, finished.target);
    emit(session, &module, &functions, target, &mut outputs)?;
    Ok(program(
        session,
        source,
        (&module, &functions, target),
        &[],
        outputs,
    ))
}

/// What becomes of assembly: an object, in which each instruction knows its line.
fn collect_assembly(session: &mut Session<'_>, source: Source) -> Result<Program, Diagnostics> {
    let (_, options) = session.assembled(source)?;
    let read = session.sources.file(source.file);
    let (file_name, text) = (read.name.clone(), read.text.to_string());
    let with_lines = debugify::assembly(&text, &file_name);
    let file = session.sources.add(file_name.clone(), with_lines);
    let own = Source::new(InputKind::Asm, file);
    // With directives of its own the text may be another program: then it has its own lines.
    let has_own_lines = session.sources.file(file).text[..] == text;
    let (object, printed_from) = match session.assembled(own) {
        Ok((object, _)) => (object, own),
        Err(_) => (session.assembled(source)?.0, source),
    };
    let mut outputs = Outputs::new(&[Emit::CodeObject]);
    outputs.add_object(&object)?;
    let printed = session.reprinted(printed_from, &options)?;
    let printed = String::from_utf8_lossy(&printed).into_owned();
    let (code_object, listing) = code_object(outputs, &file_name);
    let kernels = kernel_resources(&code_object).unwrap_or_default();
    let is_kernel = |name: &str| kernels.iter().any(|kernel| kernel.metadata.name == name);
    let heads = listing
        .lines()
        .filter_map(|line| line.strip_suffix(">:")?.split_once(" <"));
    let mut functions: Vec<FunctionPage> = heads
        .map(|(_, name)| FunctionPage {
            is_kernel: is_kernel(name),
            stages: vec![
                Stage {
                    title: "Assembly",
                    lines: assembly_of(&printed, name, !has_own_lines),
                },
                Stage {
                    title: "Machine code",
                    lines: listing_of(&listing, name, &file_name),
                },
            ],
            flow: None,
            graphs: Vec::new(),
            changes: Vec::new(),
            name: name.to_string(),
        })
        .collect();
    functions.sort_by_key(|function| !function.is_kernel);
    Ok(Program {
        processor: options.target.subtarget.id.to_string(),
        source: text,
        functions,
        resources: resources::to_text(&kernels),
        changes: Vec::new(),
        file_name,
        code_object,
        spent: FxHashMap::default(),
    })
}

/// What is made of a module.
const FORMS: &[Emit] = &[Emit::CodeObject];

/// The code object, and its listing with lines.
fn code_object(outputs: Outputs<'_>, file_name: &str) -> (Vec<u8>, String) {
    let bytes = outputs
        .into_files()
        .pop()
        .map_or_else(Vec::new, |(_, bytes)| bytes);
    let options = DisassembleOptions {
        lines: true,
        ..DisassembleOptions::default()
    };
    let listing = disassemble_object(file_name, &bytes, options).unwrap_or_default();
    (bytes, listing)
}

/// The page of a program whose code is final.
fn program(
    session: &mut Session<'_>,
    source: Source,
    (ir, machine, target): (&Module, &[CompiledFunction], GpuTarget),
    snapshots: &[Snapshot],
    outputs: Outputs<'_>,
) -> Program {
    let file = session.sources.file(source.file);
    let (file_name, text) = (file.name.clone(), file.text.to_string());
    let (code_object, listing) = code_object(outputs, &file_name);
    let kernels = kernel_resources(&code_object).unwrap_or_default();
    let remarks = settle(session.runner.remarks.clone());
    let places = Places::new(&ir.ctx, &file_name);
    let mut functions: Vec<FunctionPage> = machine
        .iter()
        .enumerate()
        .map(|(number, compiled)| {
            let name = ir.ctx.text(ir.ctx.functions[compiled.func].name).to_string();
            let code = Code::of(compiled, number, target, &places);
            let mut stages = Vec::new();
            for (snapshot, is_last) in snapshots
                .iter()
                .zip((1..=snapshots.len()).map(|n| n == snapshots.len()))
            {
                let own = snapshot.functions.iter().find(|(func, _)| *func == compiled.func);
                if let Some((_, text)) = own {
                    let mut lines = places.split(text);
                    if is_last {
                        name_blocks(&mut lines);
                    }
                    stages.push(Stage {
                        title: snapshot.title,
                        lines,
                    });
                }
            }
            let is_own = |change: &&Change| change.function == name;
            let changes: Vec<Change> = session.runner.changes.iter().filter(is_own).cloned().collect();
            stages.extend(machine_stages(&changes, &places));
            if let Some(lines) = pressure(session, &changes, target, &places) {
                stages.push(Stage {
                    title: "Register pressure",
                    lines,
                });
            }
            for (title, lines) in [
                ("Live registers", code.live_registers()),
                ("Waits and hazards", code.waits()),
                ("Assembly", code.assembly()),
                ("Machine code", listing_of(&listing, &name, &file_name)),
                ("Remarks", remarks_on(&remarks, &name, &file_name)),
            ] {
                stages.push(Stage { title, lines });
            }
            let pictures = session.graphs.pictures.iter();
            let graphs = pictures
                .filter(|picture| picture.function == name)
                .map(|picture| Graph {
                    block: picture.block.clone(),
                    svg: picture.svg.clone(),
                });
            FunctionPage {
                is_kernel: is_kernel(ir, compiled.func),
                stages,
                flow: flow::draw(&code),
                graphs: graphs.collect(),
                changes: changes.iter().filter_map(PassChange::of).collect(),
                name,
            }
        })
        .collect();
    // What a reader looks for first.
    functions.sort_by_key(|function| !function.is_kernel);
    let of_module = session
        .runner
        .changes
        .iter()
        .filter(|change| change.function.is_empty());
    Program {
        processor: target.subtarget.id.to_string(),
        source: text,
        functions,
        resources: resources::to_text(&kernels),
        changes: of_module.filter_map(PassChange::of).collect(),
        file_name,
        code_object,
        spent: FxHashMap::default(),
    }
}

/// Adds to the labels of IR for selection the numbers that blocks have in machine IR: they are made in this order.
fn name_blocks(lines: &mut [StageLine]) {
    let is_start = |line: &StageLine| line.text.starts_with("define ");
    let is_label = |line: &StageLine| {
        !line.text.starts_with([' ', '}', ';']) && line.text.contains(':') && !is_start(line)
    };
    let mut number = 0;
    for at in 0..lines.len() {
        // An entry block without a name has no label.
        let begins = is_start(&lines[at]) && !lines.get(at + 1).is_some_and(is_label);
        if begins || is_label(&lines[at]) {
            let _ = write!(lines[at].text, "  ; bb.{number}");
            number += 1;
        }
    }
}

/// The machine IR that registers are allocated for, with what is live.
fn pressure(
    session: &mut Session<'_>,
    changes: &[Change],
    target: GpuTarget,
    places: &Places<'_>,
) -> Option<Vec<StageLine>> {
    let before = changes
        .iter()
        .find(|change| change.pass.is_meant_by("register-allocation"))?;
    let info = GpuMachineInfo {
        subtarget: target.subtarget,
    };
    let file = session
        .sources
        .add("before register allocation", before.before.clone());
    let functions = parse_functions(session.sources, file, tables_of(&target.subtarget), Some(&info));
    let function = functions.ok()?.into_iter().next()?;
    Some(registers::live_virtual(&function, &info, places))
}

/// Machine IR before the first machine pass, after the most important ones, and at the end.
fn machine_stages(changes: &[Change], places: &Places<'_>) -> Vec<Stage> {
    let machine: Vec<&Change> = changes
        .iter()
        .filter(|change| change.pass.layer == Layer::Machine)
        .collect();
    let after = |name: &str| {
        let last = machine.iter().rposition(|change| change.pass.is_meant_by(name))?;
        Some(machine[last].after.as_str())
    };
    let texts = [
        (
            "Machine IR after selection",
            machine.first().map(|change| change.before.as_str()),
        ),
        ("Machine IR after scheduling", after("machine-scheduler")),
        (
            "Machine IR after register allocation",
            after("register-allocation"),
        ),
        (
            "Machine IR at the end",
            machine.last().map(|change| change.after.as_str()),
        ),
    ];
    let stages = texts.into_iter().filter_map(|(title, text)| {
        Some(Stage {
            title,
            lines: places.split(text?),
        })
    });
    stages.collect()
}

/// What passes tell of one function.
fn remarks_on(remarks: &[Remark], name: &str, file_name: &str) -> Vec<StageLine> {
    // Those of single instructions stand beside these, those about resources have a place of their own.
    let elsewhere = [
        "si-insert-waitcnts",
        "post-RA-hazard-rec",
        "kernel-resource-usage",
    ];
    let is_own = |remark: &&Remark| remark.function == name && !elsewhere.contains(&remark.pass);
    let own = remarks.iter().filter(is_own);
    let lines = own.map(|remark| {
        let place = remark.place.as_ref().filter(|place| place.file == file_name);
        let from = place.map(|place| place.line).into_iter().collect();
        StageLine::new(format!("{}: {}", remark.pass, remark.message()), from)
    });
    lines.collect()
}

/// The assembly of one function. If `has_lines`, each instruction is from the line that the `.loc` before it names.
fn assembly_of(assembly: &str, name: &str, has_lines: bool) -> Vec<StageLine> {
    let label = format!("{name}:");
    let end = format!("\t.size\t{name},");
    let body = assembly.lines().skip_while(|line| *line != label);
    let body = body.take_while(|line| !line.starts_with(&end));
    let mut from = Lines::new();
    let mut lines = Vec::new();
    for line in body {
        if let Some(place) = line.strip_prefix(debugify::LOC).filter(|_| has_lines) {
            let number = place.split_once(' ').map_or(place, |(number, _)| number);
            from = number.parse().into_iter().collect();
            continue;
        }
        lines.push(StageLine::new(line.to_string(), std::mem::take(&mut from)));
    }
    lines
}

/// The machine code of one function with its encoding, the names of lines taken out.
fn listing_of(listing: &str, name: &str, file_name: &str) -> Vec<StageLine> {
    let head = format!(" <{name}>:");
    let mut lines = Vec::new();
    let mut from = Lines::new();
    let body = listing.lines().skip_while(|line| !line.ends_with(&head));
    for (index, line) in body.enumerate() {
        if index > 0 && line.is_empty() {
            break;
        }
        if let Some(place) = line.strip_prefix("; ") {
            if let Some((path, number)) = place.rsplit_once(':') {
                let number = number.parse().ok();
                from = number.filter(|_| path.ends_with(file_name)).into_iter().collect();
            }
            continue;
        }
        let from = if index == 0 { Lines::new() } else { from.clone() };
        lines.push(StageLine::new(line.to_string(), from));
    }
    // What fills the cache lines that are fetched ahead.
    while lines
        .last()
        .is_some_and(|line| line.from.is_empty() && line.text.starts_with("\ts_nop 0"))
    {
        lines.pop();
    }
    lines
}
