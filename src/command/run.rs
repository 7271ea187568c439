//! `wavec run`: compiles if needed, launches a kernel on the emulator, shows buffers.

use super::arguments::{Argument, ElementType};
use super::check::{self, CHECKS};
use super::compile::print_report;
use super::diagnostics::{self, Printer};
use super::options::{COMPILE, compile_options, keep_lines};
use super::watch::{self, Watchers};
use super::{Failure, files};
use crate::options::{Emit, InputKind};
use crate::pipeline::{self, Input};
use std::borrow::Cow;
use std::fmt::Write;
use wavec_gpu_mc::SourceLines;
use wavec_runtime::{
    self as runtime, BufferHandle, CodeObject, DeviceImage, Emulator, Fault, FaultKind, LaunchOptions,
    LaunchStats, Observer, Strictness,
};
use wavec_support::option_table::{CommandSpec, Matches, OptionSpec, flag, value};

/// A launch: what `wavec run` and `wavec check` have in common.
pub(super) static LAUNCH: &[OptionSpec] = &[
    value("kernel", "NAME", "kernel to run; optional if there is only one"),
    value("global", "X[,Y[,Z]]", "size of the grid in work-items"),
    value("local", "X[,Y[,Z]]", "size of a work-group in work-items"),
    value(
        "arg",
        "SPEC",
        "argument, in order: i32:42  f32x4:1,2,3,4  local:BYTES  buf:TYPE[COUNT]:zero|iota|const=V|rand=SEED|file=PATH  image2d:rgba_unorm8,WxH:zero|...  sampler:linear,normalized,repeat",
    ),
    value(
        "dump",
        "N[:COUNT]",
        "print COUNT elements of the buffer, or texels of the image, in argument N",
    ),
    value(
        "out",
        "N=FILE",
        "write the bytes of the buffer, or of the texels of the image, in argument N to FILE",
    ),
    flag("partial-groups", "the work-group size need not divide the grid"),
    value(
        "dynamic-lds",
        "BYTES",
        "local memory for variables without a size, per work-group, after the kernel's own",
    ),
];

static OPTIONS: &[OptionSpec] = &[
    flag(
        "no-strict",
        "check only addresses, not registers, waits and hazards",
    ),
    value(
        "instruction-limit",
        "N",
        "instructions after which a wave is considered to be in an endless loop",
    ),
    value(
        "threads",
        "N",
        "number of cores to run on; results do not depend on it (default: all)",
    ),
    flag(
        "check",
        "check the program in place of the machine code: wavec check, with its options",
    ),
];

/// What the command takes.
pub(super) static COMMAND: CommandSpec = CommandSpec {
    name: "wavec run",
    usage: "wavec run INPUT [--kernel K] --global X[,Y[,Z]] --local X[,Y[,Z]] [--arg SPEC]... [--dump N[:COUNT]]...",
    about: "Compiles a kernel if needed and runs it on the emulator.",
    max_inputs: 1,
    tables: &[
        LAUNCH,
        OPTIONS,
        watch::OPTIONS,
        CHECKS,
        COMPILE,
        diagnostics::OPTIONS,
    ],
};

/// A launch as options ask for it.
pub(super) struct Request {
    global: [u32; 3],
    local: [u32; 3],
    arguments: Vec<Argument>,
    options: LaunchOptions,
}

/// What a launch leaves.
struct Launched {
    device: Emulator,
    passed: Vec<Passed>,
    result: Result<LaunchStats, Fault>,
}

impl Request {
    /// As the options in [`LAUNCH`] say.
    pub(super) fn read(matches: &Matches) -> Result<Request, Failure> {
        let arguments = matches.texts("arg").map(Argument::parse);
        let mut options = LaunchOptions {
            allow_partial_groups: matches.is_set("partial-groups"),
            ..LaunchOptions::default()
        };
        if let Some(bytes) = matches.number("dynamic-lds")? {
            options.dynamic_lds = bytes;
        }
        Ok(Request {
            global: grid(matches.required("global")?)?,
            local: grid(matches.required("local")?)?,
            arguments: arguments.collect::<Result<_, _>>().map_err(Failure::Usage)?,
            options,
        })
    }

    /// Launches the kernel, which `observer` watches; what is wrong with the arguments is a failure.
    fn launch(
        self,
        code: &CodeObject,
        kernel: &str,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Launched, Failure> {
        let parameters = code.kernel(kernel).map_or(&[][..], |kernel| &kernel.args);
        for (number, (argument, parameter)) in self.arguments.iter().zip(parameters).enumerate() {
            if let Some(wrong) = argument.mismatch(&parameter.type_name) {
                let message = format!("wavec: error: argument {number} ('{}') {wrong}\n", parameter.name);
                return Err(Failure::Input(message));
            }
        }
        let mut device = Emulator::new();
        let passed: Vec<Passed> = self
            .arguments
            .into_iter()
            .map(|argument| pass(&mut device, code, argument))
            .collect();
        let values: Vec<runtime::Arg> = passed.iter().map(|passed| passed.argument.clone()).collect();
        let sizes = (self.global, self.local);
        let result = device.launch_observed(code, kernel, sizes, &values, &self.options, observer);
        Ok(Launched {
            device,
            passed,
            result,
        })
    }

    /// The same for those who only watch; a fault is a failure.
    pub(super) fn watch(
        self,
        code: &CodeObject,
        bytes: &[u8],
        kernel: &str,
        observer: &mut dyn Observer,
    ) -> Result<(), Failure> {
        let launched = self.launch(code, kernel, Some(observer))?;
        launched
            .result
            .map(|_| ())
            .map_err(|fault| failed(&fault, code, bytes))
    }
}

fn failed(fault: &Fault, code: &CodeObject, bytes: &[u8]) -> Failure {
    let place = source_of(fault, code, bytes);
    Failure::Input(format!("wavec: error: {fault}\n{place}"))
}

/// An `--arg` on the device.
struct Passed {
    argument: runtime::Arg,
    contents: Option<(ElementType, Contents)>,
}

/// What can be shown after the run.
enum Contents {
    Buffer(BufferHandle),
    Image(DeviceImage),
}

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    let matches = COMMAND.parse(args)?;
    if matches.is_set("check") {
        return check::with_matches(&matches);
    }
    let only_checks = CHECKS.iter().find(|option| matches.is_set(option.name));
    if let Some(option) = only_checks {
        return Err(Failure::Usage(format!("--{} is for --check", option.name)));
    }
    let name = matches.input()?;
    let mut request = Request::read(&matches)?;
    let shows = shows(&matches, &request.arguments)?;
    if matches.is_set("no-strict") {
        request.options.strict = Strictness::NONE;
    }
    if let Some(limit) = matches.number("instruction-limit")? {
        request.options.instruction_limit = limit;
    }
    if let Some(threads) = matches.number("threads")? {
        request.options.threads = threads;
    }

    let (code, bytes) = load(name, &matches)?;
    let known: Vec<&str> = code.kernels().iter().map(|kernel| kernel.name.as_str()).collect();
    let kernel = kernel_name(&known, matches.text("kernel"), name)?;
    let mut watchers = Watchers::new(&matches, &code, (name, &bytes), &kernel)?;
    let observer = (!watchers.is_empty()).then_some(&mut watchers as &mut dyn Observer);
    let Launched {
        mut device,
        passed,
        result,
    } = request.launch(&code, &kernel, observer)?;
    files::write("-", device.take_printed().as_bytes())?;
    let stats = match result {
        Ok(stats) => stats,
        Err(fault) if matches!(*fault.kind, FaultKind::Stopped) => {
            // The user has ended it, or nobody reads what it prints.
            return Ok(());
        }
        Err(fault) => return Err(failed(&fault, &code, &bytes)),
    };
    watchers.finish(&stats)?;

    let mut dumped = String::new();
    for show in shows {
        let Some((ty, contents)) = &passed[show.argument].contents else {
            continue;
        };
        let contents = match contents {
            Contents::Buffer(buffer) => Cow::Borrowed(device.read(*buffer)),
            Contents::Image(image) => Cow::Owned(device.read_image(image)),
        };
        match show.target {
            Target::Text(count) => {
                let bytes = ty.range(&contents, 0, count).ok_or_else(|| {
                    Failure::Usage(format!("--dump {}: the buffer has fewer elements", show.argument))
                })?;
                dumped += &ty.print(bytes);
                dumped.push('\n');
            }
            Target::File(path) => files::write(&path, &contents)?,
        }
    }
    files::write("-", dumped.as_bytes())?;
    if matches.is_set("stats") {
        eprint!("{stats}");
    }
    Ok(())
}

/// `X[,Y[,Z]]`
pub(super) fn grid(text: &str) -> Result<[u32; 3], Failure> {
    let wrong = || {
        Failure::Usage(format!(
            "'{text}' is not a size: X, X,Y or X,Y,Z, each at least 1"
        ))
    };
    let mut sizes = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err(wrong());
    }
    for (size, part) in sizes.iter_mut().zip(parts) {
        *size = part.trim().parse().ok().filter(|&n| n > 0).ok_or_else(wrong)?;
    }
    Ok(sizes)
}

/// A `--dump` or `--out`.
pub(super) struct Show {
    pub argument: usize,
    pub target: Target,
}

pub(super) enum Target {
    /// Elements to print, all if `None`.
    Text(Option<usize>),
    /// File for the bytes.
    File(String),
}

pub(super) fn shows(matches: &Matches, arguments: &[Argument]) -> Result<Vec<Show>, Failure> {
    let mut shows = Vec::new();
    let buffer = |number: &str, option: &str| {
        let index = number
            .parse()
            .map_err(|_| Failure::Usage(format!("{option}: '{number}' is not an argument number")))?;
        match arguments.get(index) {
            Some(Argument::Buffer(..) | Argument::Image(..)) => Ok(index),
            Some(_) => Err(Failure::Usage(format!(
                "{option}: argument {index} is not a buffer"
            ))),
            None => Err(Failure::Usage(format!("{option}: there is no argument {index}"))),
        }
    };
    for spec in matches.texts("dump") {
        let (number, count) = match spec.split_once(':') {
            Some((number, count)) => {
                let count = count
                    .parse()
                    .map_err(|_| Failure::Usage(format!("--dump: '{count}' is not a count")))?;
                (number, Some(count))
            }
            None => (spec, None),
        };
        shows.push(Show {
            argument: buffer(number, "--dump")?,
            target: Target::Text(count),
        });
    }
    for spec in matches.texts("out") {
        let (number, path) = spec
            .split_once('=')
            .ok_or_else(|| Failure::Usage(format!("--out: expected N=FILE, found '{spec}'")))?;
        shows.push(Show {
            argument: buffer(number, "--out")?,
            target: Target::File(path.into()),
        });
    }
    Ok(shows)
}

/// The code object of the input, compiled if it is not one.
/// Where the instruction at fault comes from, and the calls that were inlined there, if the code object says so.
fn source_of(fault: &Fault, code: &CodeObject, bytes: &[u8]) -> String {
    let Some((offset, kernel)) = fault.pc_offset.zip(code.kernel(&fault.kernel)) else {
        return String::new();
    };
    let lines = SourceLines::read(bytes);
    let frames = lines.map_or_else(Vec::new, |lines| {
        lines.frames(kernel.entry.wrapping_add_signed(offset))
    });
    let mut out = String::new();
    for (depth, frame) in frames.iter().enumerate() {
        let word = if depth == 0 { "in" } else { "inlined into" };
        let _ = writeln!(
            out,
            "  {word} {} at {}:{}:{}",
            frame.function, frame.file, frame.line, frame.column
        );
    }
    out
}

/// The code object, and its bytes.
fn load(name: &str, matches: &Matches) -> Result<(CodeObject, Vec<u8>), Failure> {
    let kind = files::input_kind(name, matches.text("language"))?;
    let bytes = if kind == Some(InputKind::CodeObject) {
        files::read(name)?
    } else if kind == Some(InputKind::Object) {
        pipeline::link_object(name, &files::read(name)?)?
    } else {
        let mut options = compile_options(matches)?;
        if watch::is_asked(matches) {
            keep_lines(&mut options.frontend);
        }
        let source = files::read_text(name)?;
        let input = Input {
            name,
            text: &source,
            kind: kind.unwrap_or_else(|| InputKind::of_text(&source)),
        };
        let printer = Printer::of(matches, input.kind)?;
        let compiled = pipeline::compile(input, &[Emit::CodeObject], &options);
        let mut output = compiled.map_err(|error| printer.failure(&error))?;
        print_report(&output.report, &printer, matches);
        match output.files.pop() {
            Some((Emit::CodeObject, bytes)) => bytes,
            _ => return Err(Failure::Usage("--stop-after leaves nothing to run".into())),
        }
    };
    match CodeObject::load(&bytes) {
        Ok(code) => Ok((code, bytes)),
        Err(error) => Err(Failure::Input(format!("wavec: error: '{name}': {error}\n"))),
    }
}

/// The kernel to run: the one that is wanted, or the only one.
pub(super) fn kernel_name(known: &[&str], wanted: Option<&str>, file: &str) -> Result<String, Failure> {
    match (wanted, known) {
        (Some(name), _) if known.contains(&name) => Ok(name.into()),
        (None, [only]) => Ok((*only).into()),
        (_, []) => Err(Failure::Input(format!("wavec: error: '{file}' has no kernel\n"))),
        (Some(name), _) => Err(Failure::Input(format!(
            "wavec: error: '{file}' has no kernel '{name}'; it has {}\n",
            known.join(", ")
        ))),
        (None, _) => Err(Failure::Usage(format!(
            "--kernel is missing; '{file}' has {}",
            known.join(", ")
        ))),
    }
}

fn pass(device: &mut Emulator, code: &CodeObject, argument: Argument) -> Passed {
    let (argument, contents) = match argument {
        Argument::Value(_, bytes) => (runtime::Arg::Bytes(bytes), None),
        Argument::Local(size) => (runtime::Arg::Local(size), None),
        Argument::Buffer(ty, bytes) => {
            let handle = device.alloc_with(&bytes);
            (runtime::Arg::Buffer(handle), Some((ty, Contents::Buffer(handle))))
        }
        Argument::Image(image, texels) => {
            let made = device.alloc_image(code, image.image);
            device.write_image(&made, &texels);
            let shown = Some((image.element, Contents::Image(made)));
            (runtime::Arg::Descriptor(made.descriptor), shown)
        }
        Argument::Sampler(properties) => {
            let sampler = device.alloc_sampler(code, properties);
            (runtime::Arg::Descriptor(sampler), None)
        }
    };
    Passed { argument, contents }
}
