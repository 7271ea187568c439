//! Compiles a program and keeps its text at each stage.

use super::debugify;
use super::places::{Lines, Places, StageLine, without_locations};
use crate::inputs::Source;
use crate::options::{Emit, InputKind};
use crate::outputs::Outputs;
use crate::pipeline::emit;
use crate::resources;
use crate::session::{Session, gpu_target, target_for};
use wavec_gpu_mc::code_object::kernel_resources;
use wavec_gpu_mc::{DisassembleOptions, disassemble_object};
use wavec_ir::text::{WriteOptions, function_to_string};
use wavec_ir::{FuncRef, Module};
use wavec_support::Diagnostics;
use wavec_support::passes::{Change, Layer, PassInfo};
use wavec_support::remarks::{Remark, settle};
use wavec_target_gpu::kernels::is_kernel;

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
}

/// For people, and with the numbers by which locations are found.
const FORM: WriteOptions = WriteOptions {
    own_numbers: true,
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
    let file = session.sources.file(source.file);
    let (file_name, text) = (file.name.clone(), file.text.to_string());
    // Instructions of IR without lines get those that they stand in.
    let mut ir = session.ir(match source.kind {
        InputKind::Ir => source.with_places(),
        _ => source,
    })?;
    let target = target_for(&ir, gpu_target(session.options)?, session.options)?;
    let target = wavec_target_gpu::input::target_of(&ir, target)?;
    session.define_builtins(&mut ir, target.subtarget)?;
    debugify::run(&mut ir, session.sources, source.file);

    let mut snapshots = vec![Snapshot::of(&ir, "IR as read")];
    session.optimize(&mut ir, target.subtarget)?;
    snapshots.push(Snapshot::of(&ir, "IR after optimization"));
    session.warn_without_code(&ir, source);
    let prepared = session.prepared(&mut ir, target.subtarget)?;
    snapshots.push(Snapshot::of(&ir, "IR for selection"));
    let forms = [Emit::Asm, Emit::CodeObject];
    let mut outputs = Outputs::new(&forms);
    let selected = session.selected(&ir, prepared, &mut outputs)?;
    let machine = session.machine(&ir, selected, &mut outputs)?;
    emit(session, &ir, &machine, target, &mut outputs)?;

    let files = outputs.into_files();
    let bytes = |form: Emit| {
        let found = files.iter().find(|(own, _)| *own == form);
        found.map_or(&[][..], |(_, bytes)| bytes)
    };
    let assembly = String::from_utf8_lossy(bytes(Emit::Asm)).into_owned();
    let object = bytes(Emit::CodeObject);
    let options = DisassembleOptions {
        lines: true,
        ..DisassembleOptions::default()
    };
    let listing = disassemble_object(&file_name, object, options).unwrap_or_default();
    let kernels = kernel_resources(object).unwrap_or_default();

    let remarks = settle(session.runner.remarks.clone());
    let places = Places::new(&ir.ctx, &file_name);
    let mut functions: Vec<FunctionPage> = machine
        .iter()
        .map(|compiled| {
            let name = ir.ctx.text(ir.ctx.functions[compiled.func].name).to_string();
            let mut stages = Vec::new();
            for snapshot in &snapshots {
                let own = snapshot.functions.iter().find(|(func, _)| *func == compiled.func);
                if let Some((_, text)) = own {
                    stages.push(Stage {
                        title: snapshot.title,
                        lines: places.split(text),
                    });
                }
            }
            let is_own = |change: &&Change| change.function == name;
            let changes: Vec<Change> = session.runner.changes.iter().filter(is_own).cloned().collect();
            stages.extend(machine_stages(&changes, &places));
            stages.push(Stage {
                title: "Assembly",
                lines: assembly_of(&assembly, &name, &file_name),
            });
            stages.push(Stage {
                title: "Machine code",
                lines: listing_of(&listing, &name, &file_name),
            });
            stages.push(Stage {
                title: "Remarks",
                lines: remarks_on(&remarks, &name, &file_name),
            });
            let pictures = session.graphs.pictures.iter();
            let graphs = pictures
                .filter(|picture| picture.function == name)
                .map(|picture| Graph {
                    block: picture.block.clone(),
                    svg: picture.svg.clone(),
                });
            FunctionPage {
                is_kernel: is_kernel(&ir, compiled.func),
                stages,
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
    Ok(Program {
        processor: target.subtarget.id.to_string(),
        source: text,
        functions,
        resources: resources::to_text(&kernels),
        changes: of_module.filter_map(PassChange::of).collect(),
    })
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
    let own = remarks.iter().filter(|remark| remark.function == name);
    let lines = own.map(|remark| {
        let place = remark.place.as_ref().filter(|place| place.file == file_name);
        StageLine {
            text: format!("{}: {}", remark.pass, remark.message()),
            from: place.map(|place| place.line).into_iter().collect(),
        }
    });
    lines.collect()
}

/// The assembly of one function, its directives of lines taken out.
fn assembly_of(assembly: &str, name: &str, file_name: &str) -> Vec<StageLine> {
    let label = format!("{name}:");
    let end = format!("\t.size\t{name},");
    // The number of the main file.
    let is_main = |line: &&str| {
        line.starts_with("\t.file\t") && line.ends_with(&format!("\"{}\"", file_name.escape_default()))
    };
    let main = assembly
        .lines()
        .find(is_main)
        .and_then(|line| line.split('\t').nth(2)?.split(' ').next());
    let mut lines = Vec::new();
    let mut from = Lines::new();
    let body = assembly.lines().skip_while(|line| *line != label);
    for line in body.take_while(|line| !line.starts_with(&end)) {
        if let Some(place) = line.strip_prefix("\t.loc\t") {
            let mut words = place.split(' ');
            let is_main = words.next() == main;
            let number = words.next().and_then(|word| word.parse().ok());
            from = number
                .filter(|&number| is_main && number != 0)
                .into_iter()
                .collect();
            continue;
        }
        let is_instruction = line.starts_with('\t') && !line.starts_with("\t.");
        lines.push(StageLine {
            text: line.to_string(),
            from: if is_instruction {
                from.clone()
            } else {
                Lines::new()
            },
        });
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
        lines.push(StageLine {
            text: line.to_string(),
            from: if index == 0 { Lines::new() } else { from.clone() },
        });
    }
    lines
}
