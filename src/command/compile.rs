//! `wavec INPUT`: compiles and writes the requested forms.

use super::diagnostics::{self, Printer};
use super::options::{COMPILE, OUTPUT, compile_options, emits, processor};
use super::remarks::{self, Remarks};
use super::{Failure, files, pass_options};
use crate::flow_graphs::FlowGraph;
use crate::options::{Emit, InputKind, Options};
use crate::pipeline::{self, Input};
use crate::report::{Report, picture_sheet};
use crate::resources;
use std::path::Path;
use wavec_gpu_mc::code_object::kernel_resources;
use wavec_ir::text::WriteOptions;
use wavec_support::option_table::{CommandSpec, Matches, OptionSpec, flag, value};

/// What the command takes.
pub(super) static COMMAND: CommandSpec = CommandSpec {
    name: "wavec",
    usage: "wavec [OPTIONS] INPUT [-o OUT]
       wavec run INPUT --kernel K --global X[,Y[,Z]] --local X[,Y[,Z]] [--arg SPEC]...
       wavec check|explain|opt|mc|objdump|reduce|tblgen|completions|man --help

INPUT is a .cl, .ll, .mir or .s file; - is standard input.",
    about: "Compiles kernels for AMD GPUs: OpenCL C, LLVM IR or assembly to code objects.",
    max_inputs: 1,
    tables: &[OUTPUT, COMPILE, LISTS, diagnostics::OPTIONS, remarks::OPTIONS],
};

static LISTS: &[OptionSpec] = &[
    flag(
        "fsyntax-only",
        "only say what is wrong with the input; write nothing",
    ),
    flag("print-passes", "list the passes of all layers"),
    flag(
        "view-cfg",
        "draw the control-flow graphs of optimized IR, as text for Graphviz",
    ),
    flag("view-dom", "draw its dominator trees"),
    RESOURCES,
];

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    let matches = COMMAND.parse(args)?;
    if matches.is_set("print-passes") {
        return files::write("-", pass_options::list().as_bytes());
    }
    processor(&matches)?;
    let name = matches.input()?;
    let kind = files::input_kind(name, matches.text("language"))?;
    if kind == Some(InputKind::CodeObject) {
        return Err(Failure::Usage(format!(
            "'{name}' is already compiled; see wavec run and wavec objdump"
        )));
    }
    let only_checks = matches.is_set("fsyntax-only");
    if kind == Some(InputKind::Object) {
        if only_checks {
            return Err(Failure::Usage(format!(
                "'{name}' is an object file: it has no syntax"
            )));
        }
        let forms = emits(&matches)?;
        if forms.iter().any(|&form| form != Emit::CodeObject) {
            return Err(Failure::Usage(format!(
                "'{name}' is an object file: it can be linked"
            )));
        }
        let linked = pipeline::link_object(name, &files::read(name)?)?;
        return write_outputs(name, matches.text("output"), &[(Emit::CodeObject, linked)]);
    }
    let mut compile = compile_options(&matches)?;
    // Output for people is formatted unless disabled.
    compile.ir_form = ir_form(&matches)?;
    let remarks = Remarks::read(&matches, &mut compile)?;
    let mut forms = emits(&matches)?;
    if compile.codegen.passes.run_only.is_some() {
        forms = vec![Emit::Mir];
    }
    if compile.codegen.view_dag.is_some() && !matches.is_set("emit") {
        forms = vec![Emit::CodeObject];
    }
    let text = files::read_text(name)?;
    let input = Input {
        name,
        text: &text,
        kind: kind.unwrap_or_else(|| InputKind::of_text(&text)),
    };
    if only_checks {
        let printer = Printer::of(&matches, input.kind)?;
        let checked = pipeline::compile(input, &[], &compile).map_err(|error| printer.failure(&error))?;
        print_report(&checked.report, &printer, &matches);
        return Ok(());
    }
    let graph = match (matches.is_set("view-cfg"), matches.is_set("view-dom")) {
        (true, _) => Some(FlowGraph::ControlFlow),
        (false, true) => Some(FlowGraph::Dominators),
        (false, false) => None,
    };
    if let Some(graph) = graph {
        let printer = Printer::of(&matches, input.kind)?;
        let text = flow_graphs(input, graph, &compile, &printer)?;
        let beside = Path::new(name).with_extension("dot");
        let wanted = matches.text("output").map(String::from);
        let file = wanted.unwrap_or_else(|| beside.to_string_lossy().into_owned());
        return files::write(&file, text.as_bytes());
    }
    let with_resources = matches.text("resource-usage").is_some();
    let for_resources = with_resources
        && !forms
            .iter()
            .any(|form| matches!(form, Emit::Object | Emit::CodeObject));
    if for_resources {
        forms.push(Emit::Object);
    }
    let printer = Printer::of(&matches, input.kind)?;
    let compiled = pipeline::compile(input, &forms, &compile);
    let mut output = compiled.map_err(|error| printer.failure(&error))?;
    output.report.warnings.extend(remarks.messages(&output.report));
    print_report(&output.report, &printer, &matches);
    let first_form = forms.first().copied().unwrap_or(Emit::CodeObject);
    let record_beside = matches.text("output").map(String::from);
    remarks.write(
        &output.report,
        &record_beside.unwrap_or_else(|| output_name(name, first_form)),
    )?;
    if compile.codegen.view_dag.is_some() {
        return write_pictures(&output.report, name, matches.text("output"));
    }
    if with_resources {
        let mut files = output.files.iter();
        let object = files.find(|(form, _)| matches!(form, Emit::Object | Emit::CodeObject));
        let bytes = object.map_or(&[][..], |(_, bytes)| bytes);
        eprint!("{}", resources_of(bytes, &matches)?);
    }
    if for_resources {
        output.files.retain(|(form, _)| *form != Emit::Object);
    }
    write_outputs(name, matches.text("output"), &output.files)
}

/// `--view-cfg` and `--view-dom`
fn flow_graphs(
    input: Input<'_>,
    graph: FlowGraph,
    options: &Options,
    printer: &Printer,
) -> Result<String, Failure> {
    let module = pipeline::optimized_module(input, options).map_err(|error| printer.failure(&error))?;
    crate::flow_graphs::draw(&module, graph, options).map_err(|error| printer.failure(&error))
}

/// `--resource-usage`
pub(super) const RESOURCES: OptionSpec = value(
    "resource-usage",
    "FORM",
    "print what kernels need and how many waves fit: text or json",
)
.optional("text");

/// What the kernels of an object need, in the form that `--resource-usage` says.
pub(super) fn resources_of(object: &[u8], matches: &Matches) -> Result<String, Failure> {
    let kernels =
        kernel_resources(object).map_err(|message| Failure::Input(format!("wavec: error: {message}\n")))?;
    match matches.text("resource-usage") {
        Some("text") => Ok(resources::to_text(&kernels)),
        Some("json") => Ok(resources::to_json(&kernels)),
        other => Err(Failure::Usage(format!(
            "--resource-usage: '{}' is neither text nor json",
            other.unwrap_or_default()
        ))),
    }
}

/// How IR is printed.
pub(super) fn ir_form(matches: &Matches) -> Result<WriteOptions, Failure> {
    match matches.text("print-formatted-intrinsics") {
        None | Some("true" | "1" | "on") => Ok(WriteOptions::FORMATTED),
        Some("false" | "0" | "off") => Ok(WriteOptions::RAW),
        Some("declarations") => Ok(WriteOptions {
            named_declarations: true,
            ..WriteOptions::FORMATTED
        }),
        Some(other) => Err(Failure::Usage(format!(
            "--print-formatted-intrinsics: '{other}' is not true, false or declarations"
        ))),
    }
}

/// Warnings, dumps, times and counts go to standard error.
pub(super) fn print_report(report: &Report, printer: &Printer, matches: &Matches) {
    eprint!("{}{}", printer.text(&report.warnings, 0), report.dumps);
    if matches.is_set("time-passes") {
        eprint!("{}", report.timing.report());
    }
    if matches.is_set("stats") {
        eprint!("{}", report.stats.report());
    }
}

/// The output file of a form: `-o`, or the input's name with another extension.
fn output_name(input: &str, form: Emit) -> String {
    match input {
        "-" => format!("a.{}", form.name()),
        _ => Path::new(input)
            .with_extension(form.name())
            .to_string_lossy()
            .into_owned(),
    }
}

fn write_outputs(input: &str, wanted: Option<&str>, outputs: &[(Emit, Vec<u8>)]) -> Result<(), Failure> {
    for (form, bytes) in outputs {
        let name = match wanted {
            Some(name) if outputs.len() == 1 || name == "-" => name.to_string(),
            // Several forms: the name gives the directory and the stem.
            Some(name) => output_name(name, *form),
            // Never overwrite the input.
            None if output_name(input, *form) == input => "-".to_string(),
            None => output_name(input, *form),
        };
        files::write(&name, bytes)?;
    }
    Ok(())
}

/// The graphs of all blocks in one file: one below the other, or, if the extension of `-o` says so, as Graphviz text.
fn write_pictures(report: &Report, input: &str, wanted: Option<&str>) -> Result<(), Failure> {
    let default = Path::new(input)
        .with_extension("svg")
        .to_string_lossy()
        .into_owned();
    let name = wanted.unwrap_or(&default);
    let text = if Path::new(name)
        .extension()
        .is_some_and(|extension| extension == "dot")
    {
        report
            .pictures
            .iter()
            .map(|picture| picture.dot.as_str())
            .collect()
    } else {
        picture_sheet(&report.pictures)
    };
    files::write(name, text.as_bytes())
}
