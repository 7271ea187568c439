//! `wavec check`, which is also `wavec run --check`: executes a kernel on the IR interpreter and prints what is wrong.

use super::arguments::{Argument, ElementType};
use super::compile::print_report;
use super::diagnostics::{self, Printer};
use super::options::{COMPILE, compile_options};
use super::run::{LAUNCH, Show, Target, grid, kernel_name, shows};
use super::{Failure, WRONG_INPUT, files};
use crate::check::{self, Program, to_json, to_sarif, to_text};
use crate::options::InputKind;
use crate::pipeline::Input;
use wavec_ir::FuncRef;
use wavec_ir::interp::{CheckOptions, LaunchOptions};
use wavec_support::option_table::{CommandSpec, Matches, OptionSpec, flag, value};
use wavec_target_gpu::kernels::attached_texts;

/// How a launch is checked.
pub(super) static CHECKS: &[OptionSpec] = &[
    value(
        "max-errors",
        "N",
        "stop after findings at N places; 0 is no limit (default: 20)",
    ),
    value(
        "max-steps",
        "N",
        "operations after which a work-item is considered to be in an endless loop (default: 20000000)",
    ),
    flag(
        "check-nan",
        "infinity and NaN that are made of finite numbers are findings",
    ),
    flag(
        "uniform-writes",
        "two work-items that write the same value are a data race, too",
    ),
    value("format", "FORM", "print findings as text, json or sarif"),
];

/// What the command takes.
pub(super) static COMMAND: CommandSpec = CommandSpec {
    name: "wavec check",
    usage: "wavec check INPUT [--kernel K] --global X[,Y[,Z]] --local X[,Y[,Z]] [--arg SPEC]...

INPUT is OpenCL C or IR. The kernel is executed as it is written, or after the optimizer with -O1, -O2 or -O3. Buffers
are as they are described; buf:TYPE[COUNT]:uninit must be written before it is read. The exit status is 1 if anything is
found.",
    about: "Executes a kernel on the IR interpreter and prints what is wrong with it.",
    max_inputs: 1,
    tables: &[LAUNCH, CHECKS, COMPILE, diagnostics::OPTIONS],
};

/// Operations of a work-item by default.
const MAX_STEPS: u64 = 20_000_000;

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    with_matches(&COMMAND.parse(args)?)
}

/// The same with a command line that is parsed.
pub(super) fn with_matches(matches: &Matches) -> Result<(), Failure> {
    let name = matches.input()?;
    let global = grid(matches.required("global")?)?;
    let local = grid(matches.required("local")?)?;
    let form = matches.text("format").unwrap_or("text");
    if !["text", "json", "sarif"].contains(&form) {
        return Err(Failure::Usage(format!(
            "--format: '{form}' is not text, json or sarif"
        )));
    }
    let (arguments, undefined) = arguments(matches)?;
    let shows = shows(matches, &arguments)?;
    let checks = CheckOptions {
        not_finite: matches.is_set("check-nan"),
        uniform_writes: matches.is_set("uniform-writes"),
        max_findings: matches
            .number("max-errors")?
            .unwrap_or(CheckOptions::default().max_findings),
        ..CheckOptions::default()
    };
    let launch = LaunchOptions {
        step_limit: matches.number("max-steps")?.unwrap_or(MAX_STEPS),
        dynamic_local: matches.number("dynamic-lds")?.unwrap_or(0),
        ..LaunchOptions::default()
    };

    let program = load(name, matches)?;
    let kernels = program.kernels();
    let names: Vec<&str> = kernels.iter().map(|&func| program.name(func)).collect();
    let wanted = kernel_name(&names, matches.text("kernel"), name)?;
    let kernel = kernels[names.iter().position(|&name| name == wanted).unwrap_or(0)];
    for (d, axis) in ["X", "Y", "Z"].into_iter().enumerate() {
        if !global[d].is_multiple_of(local[d]) && !matches.is_set("partial-groups") {
            let message = format!(
                "the work-group size {} does not divide the grid size {} in {axis}; see --partial-groups",
                local[d], global[d]
            );
            return Err(Failure::Input(format!("wavec: error: {message}\n")));
        }
    }
    let passed = pass(&program, kernel, &arguments, &undefined)?;
    let outcome = program
        .check(kernel, (global, local), &passed, checks, &launch)
        .map_err(|error| Failure::Input(format!("wavec: error: '{name}' cannot be checked: {error}\n")))?;
    let mut dumped = outcome.printed.clone();
    for show in shows {
        dumped += &shown(show, &arguments, &outcome.buffers)?;
    }
    let findings = &outcome.findings;
    let report = match form {
        "json" => to_json(&program, findings),
        "sarif" => to_sarif(&program, findings),
        _ => {
            eprint!("{}", to_text(&program, findings));
            String::new()
        }
    };
    files::write("-", (dumped + &report).as_bytes())?;
    match findings.is_empty() {
        true => Ok(()),
        false => Err(Failure::Printed(WRONG_INPUT)),
    }
}

/// The arguments, and which of them are buffers and images whose contents are undefined.
fn arguments(matches: &Matches) -> Result<(Vec<Argument>, Vec<bool>), Failure> {
    let mut arguments = Vec::new();
    let mut undefined = Vec::new();
    for spec in matches.texts("arg") {
        let shape = spec
            .strip_suffix(":uninit")
            .filter(|shape| shape.starts_with("buf:") || shape.starts_with("image"));
        arguments.push(Argument::parse(shape.unwrap_or(spec)).map_err(Failure::Usage)?);
        undefined.push(shape.is_some());
    }
    Ok((arguments, undefined))
}

fn load(name: &str, matches: &Matches) -> Result<Program, Failure> {
    let kind = files::input_kind(name, matches.text("language"))?;
    let mut options = compile_options(matches)?;
    let optimizes = matches.text("opt-level").is_some() && options.codegen.opt_level > 0;
    if !optimizes {
        options.set_opt_level(0);
    }
    let text = match kind {
        Some(InputKind::CodeObject | InputKind::Object | InputKind::Asm | InputKind::Mir) => None,
        _ => Some(files::read_text(name)?),
    };
    let Some(text) = text else {
        let message = format!("'{name}' is machine code, which cannot be checked; see wavec run");
        return Err(Failure::Usage(message));
    };
    let input = Input {
        name,
        text: &text,
        kind: kind.unwrap_or_else(|| InputKind::of_text(&text)),
    };
    let printer = Printer::of(matches, input.kind)?;
    let program = Program::new(input, &options, optimizes).map_err(|error| printer.failure(&error))?;
    print_report(&program.report, &printer, matches);
    Ok(program)
}

/// The arguments of the launch, if they fit the kernel.
fn pass(
    program: &Program,
    kernel: FuncRef,
    arguments: &[Argument],
    undefined: &[bool],
) -> Result<Vec<check::Argument>, Failure> {
    let wrong = |message: String| Failure::Input(format!("wavec: error: {message}\n"));
    let types = attached_texts(&program.module.ctx, kernel, "kernel_arg_type");
    let names = attached_texts(&program.module.ctx, kernel, "kernel_arg_name");
    let mut passed = Vec::new();
    for (number, (argument, &is_undefined)) in arguments.iter().zip(undefined).enumerate() {
        let mismatch = types.get(number).and_then(|ty| argument.mismatch(ty));
        let name = names.get(number).map_or("", String::as_str);
        if let Some(mismatch) = mismatch {
            return Err(wrong(format!("argument {number} ('{name}') {mismatch}")));
        }
        passed.push(match argument {
            Argument::Value(_, bytes) => check::Argument::Value(bytes.clone()),
            Argument::Local(size) => check::Argument::Local(*size),
            Argument::Buffer(_, bytes) => check::Argument::Buffer {
                bytes: bytes.clone(),
                is_undefined,
            },
            Argument::Image(image, texels) => check::Argument::Image {
                image: image.image,
                texels: texels.clone(),
                is_undefined,
            },
            Argument::Sampler(properties) => check::Argument::Sampler(*properties),
        });
    }
    match program.mismatch(kernel, &passed) {
        Some(message) => Err(wrong(message)),
        None => Ok(passed),
    }
}

/// What `--dump` prints of a buffer; `--out` writes it.
fn shown(show: Show, arguments: &[Argument], buffers: &[Vec<u8>]) -> Result<String, Failure> {
    let ty: ElementType = match arguments.get(show.argument) {
        Some(Argument::Buffer(ty, _)) => *ty,
        Some(Argument::Image(image, _)) => image.element,
        _ => return Ok(String::new()),
    };
    let contents = &buffers[show.argument];
    match show.target {
        Target::Text(count) => {
            let bytes = ty.range(contents, 0, count).ok_or_else(|| {
                Failure::Usage(format!("--dump {}: the buffer has fewer elements", show.argument))
            })?;
            Ok(ty.print(bytes) + "\n")
        }
        Target::File(path) => {
            files::write(&path, contents)?;
            Ok(String::new())
        }
    }
}
