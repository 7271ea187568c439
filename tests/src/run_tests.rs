//! Every example at every optimization level on the emulator and on the IR interpreter, against the reference.

use crate::examples::{self, Argument, Scenario};
use crate::root;
use libtest_mimic::{Failed, Trial};
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions};
use wavec::{Emit, Input, InputKind, Options};
use wavec_gpu_mc::code_object::Processor;
use wavec_gpu_mc::{Subtarget, TargetId};
use wavec_ir::interp::{self, Interpreter};

/// Example x level.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for example in examples::all() {
        for level in 0..=3 {
            let (file, scenario) = (example.file, example.scenario);
            trials.push(Trial::test(
                format!("run/interpreter/{}/O{level}", example.name),
                move || {
                    let module = ir_of_example(file, level)?;
                    Ok(run_on_interpreter(&module, &scenario())?)
                },
            ));
            let usual = PROCESSORS.map(|processor| (processor, None));
            for (processor, wave_size) in usual.into_iter().chain(OTHER_WAVES) {
                let scenario = example.scenario;
                let waves = wave_size.map_or(String::new(), |lanes| format!("-wave{lanes}"));
                trials.push(Trial::test(
                    format!("run/emulator/{processor}{waves}/{}/O{level}", example.name),
                    move || {
                        let code = compile_example(file, level, processor, wave_size)?;
                        Ok(run_on_emulator(&code, &scenario())?)
                    },
                ));
            }
        }
    }
    trials
}

/// Processors that examples are compiled for: one of each family, the default last.
pub(crate) const PROCESSORS: [&str; 10] = [
    "gfx900", "gfx906", "gfx908", "gfx90a", "gfx950", "gfx1030", "gfx1100", "gfx1150", "gfx1200", "gfx942",
];

/// Those that have waves of another size than the usual one, with that.
pub(crate) const OTHER_WAVES: [(&str, Option<u32>); 3] = [
    ("gfx1030", Some(64)),
    ("gfx1100", Some(64)),
    ("gfx1200", Some(64)),
];

fn compile_example(
    file: &str,
    level: u8,
    processor: &str,
    wave_size: Option<u32>,
) -> Result<Vec<u8>, Failed> {
    let path = root().join("examples").join(file);
    let text = std::fs::read_to_string(&path)?;
    let mut options = Options::default().with_opt_level(level);
    options.target = processor.into();
    options.features = wave_size.map_or(String::new(), |lanes| format!("+wavefrontsize{lanes}"));
    compile_with(file, &text, InputKind::OpenCl, options).map_err(Failed::from)
}

/// The optimized IR of an example, parsed back from its text and verified.
fn ir_of_example(file: &str, level: u8) -> Result<wavec_ir::Module, Failed> {
    let text = std::fs::read_to_string(root().join("examples").join(file))?;
    emitted_ir(file, &text, InputKind::OpenCl, level)
}

/// The optimized IR of a source, parsed back from its text and verified.
///
/// # Errors
/// The message of the compiler, the parser or the verifier.
pub fn emitted_ir(name: &str, text: &str, kind: InputKind, level: u8) -> Result<wavec_ir::Module, Failed> {
    let options = Options::default().with_opt_level(level);
    let input = Input { name, text, kind };
    let output = wavec::pipeline::compile(input, &[Emit::Ir], &options).map_err(|error| error.to_string())?;
    let text = output
        .files
        .into_iter()
        .next()
        .map(|(_, bytes)| bytes)
        .unwrap_or_default();
    let text = String::from_utf8(text).map_err(|error| error.to_string())?;
    let module = wavec_ir::text::parse_module_text(&text, &wavec_target_gpu::intrinsics::REGISTRY)?;
    let problems = wavec_ir::verify::verify_module(&module);
    if let Some(problem) = problems
        .iter()
        .find(|d| d.severity == wavec_support::Severity::Error)
    {
        return Err(problem.message.clone().into());
    }
    Ok(module)
}

/// A code object of a source, verified after every pass.
///
/// # Errors
/// The compiler's message.
pub fn compile(name: &str, text: &str, kind: InputKind, level: u8) -> Result<Vec<u8>, String> {
    compile_with(name, text, kind, Options::default().with_opt_level(level))
}

/// The processor that generated programs are compiled for: `WAVEC_PROCESSOR`, or the default, with waves of `WAVEC_WAVE_SIZE`
/// lanes, or as many as is usual.
pub fn processor() -> Subtarget {
    let name = std::env::var("WAVEC_PROCESSOR").ok();
    let processor =
        name.map(|name| Processor::by_name(&name).unwrap_or_else(|| panic!("no processor '{name}'")));
    let usual = processor.map_or_else(Subtarget::default, |processor| {
        Subtarget::of(TargetId::of(processor))
    });
    let lanes = std::env::var("WAVEC_WAVE_SIZE").ok();
    lanes.map_or(usual, |lanes| {
        let lanes = lanes.parse().expect("WAVEC_WAVE_SIZE is a number");
        usual
            .with_waves_of(lanes)
            .unwrap_or_else(|error| panic!("{error}"))
    })
}

/// What comes out where there is what is compiled: on the default processor, or on another one if that lacks something. The name
/// of the processor comes with it.
///
/// # Errors
/// What the compiler says.
pub fn where_it_exists<T>(
    mut compile: impl FnMut(Options) -> Result<T, String>,
) -> Result<(T, &'static str), String> {
    let mut result = Err(String::new());
    for processor in PROCESSORS.into_iter().rev() {
        let options = Options {
            target: processor.into(),
            ..Options::default()
        };
        result = compile(options).map(|found| (found, processor));
        let is_missing = |text: &str| {
            ["is not supported on gfx", "is not available on gfx"]
                .iter()
                .any(|words| text.contains(words))
        };
        if !matches!(&result, Err(text) if is_missing(text)) {
            break;
        }
    }
    result
}

/// The same with any options. `WAVEC_VERIFY_EACH=0` leaves verification out, for long runs of generated programs: it is
/// half of the time. `WAVEC_PROCESSOR` is compiled for where the options say nothing else.
///
/// # Errors
/// The compiler's message.
pub fn compile_with(
    name: &str,
    text: &str,
    kind: InputKind,
    mut options: Options,
) -> Result<Vec<u8>, String> {
    options.codegen.verify_each = std::env::var("WAVEC_VERIFY_EACH").as_deref() != Ok("0");
    if options.target == Options::default().target {
        let processor = processor();
        options.target = processor.id.processor.name.into();
        options.features = format!("+wavefrontsize{}", processor.wave_size);
    }
    emit(Input { name, text, kind }, Emit::CodeObject, &options)
}

/// Assembly of OpenCL C.
///
/// # Errors
/// The compiler's message.
pub fn assembly(name: &str, text: &str, options: Options) -> Result<String, String> {
    let kind = InputKind::OpenCl;
    let bytes = emit(Input { name, text, kind }, Emit::Asm, &options)?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// One output of a compilation with exactly these options.
pub(crate) fn emit(input: Input<'_>, form: Emit, options: &Options) -> Result<Vec<u8>, String> {
    let output = wavec::pipeline::compile(input, &[form], options).map_err(|error| error.to_string())?;
    match output.files.into_iter().next() {
        Some((found, bytes)) if found == form => Ok(bytes),
        other => Err(format!("no {form:?} came out but {other:?}")),
    }
}

/// The first optional pass with which a program fails, by bisection over the number of passes.
pub fn guilty_pass(
    input: Input<'_>,
    options: impl Fn() -> Options,
    fails_with: impl Fn(Options) -> bool,
) -> String {
    let limited = |limit: u64| {
        let mut options = options();
        options.codegen.passes.bisect_limit = Some(limit);
        options
    };
    let fails = |limit| fails_with(limited(limit));
    if fails(0) {
        return "without any optional pass".into();
    }
    let (mut right, mut wrong) = (0, 1 << 16);
    if !fails(wrong) {
        return "not within 65536 passes".into();
    }
    while wrong - right > 1 {
        let middle = right.midpoint(wrong);
        if fails(middle) {
            wrong = middle
        } else {
            right = middle
        }
    }
    let ran = |limit| {
        let mut options = limited(limit);
        options.codegen.passes.print_after = vec!["all".into()];
        let output = wavec::pipeline::compile(input, &[Emit::CodeObject], &options);
        let dumps = output.map(|output| output.report.dumps).unwrap_or_default();
        let heading = |line: &str| {
            line.strip_prefix("; after ")
                .or(line.strip_prefix("# after "))
                .map(str::to_string)
        };
        dumps.lines().filter_map(heading).collect::<Vec<String>>()
    };
    let (with, without) = (ran(wrong), ran(right));
    let pass = with
        .iter()
        .zip(without.iter().map(Some).chain(std::iter::repeat(None)))
        .find(|(a, b)| Some(*a) != *b);
    let name = pass.map_or("the last pass", |(name, _)| name);
    format!("since pass {wrong}, {name}")
}

/// Runs all launches of a scenario and checks memory.
///
/// # Errors
/// A fault, or the first difference.
pub fn run_on_emulator(code: &[u8], scenario: &Scenario) -> Result<(), String> {
    let code = CodeObject::load(code).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    let buffers: Vec<_> = scenario
        .buffers
        .iter()
        .map(|buffer| device.alloc_with(&buffer.before))
        .collect();
    for launch in &scenario.launches {
        let arguments: Vec<Arg> = launch
            .arguments
            .iter()
            .map(|argument| match argument {
                Argument::Buffer(index) => Arg::Buffer(buffers[*index]),
                Argument::Bytes(bytes) => Arg::Bytes(bytes.clone()),
                Argument::Local(size) => Arg::Local(*size),
            })
            .collect();
        let stats = device
            .launch(
                &code,
                launch.kernel,
                launch.global,
                launch.local,
                &arguments,
                &LaunchOptions::default(),
            )
            .map_err(|fault| fault.to_string())?;
        if stats.total() == 0 {
            return Err("the launch executed nothing".into());
        }
    }
    let after: Vec<Vec<u8>> = buffers
        .iter()
        .map(|&buffer| device.read(buffer).to_vec())
        .collect();
    scenario.check(&after)
}

/// As above, on the IR interpreter.
///
/// # Errors
/// An undefined operation, or the first difference.
pub fn run_on_interpreter(module: &wavec_ir::Module, scenario: &Scenario) -> Result<(), String> {
    let target = wavec_target_gpu::interp::AmdgpuInterp::of(&processor());
    let mut device = Interpreter::new(module, &target).map_err(|error| error.to_string())?;
    let buffers: Vec<_> = scenario
        .buffers
        .iter()
        .map(|buffer| device.alloc_with(&buffer.before))
        .collect();
    for launch in &scenario.launches {
        let arguments: Vec<interp::Arg> = launch
            .arguments
            .iter()
            .map(|argument| match argument {
                Argument::Buffer(index) => interp::Arg::Buffer(buffers[*index]),
                Argument::Bytes(bytes) => interp::Arg::Bytes(bytes.clone()),
                Argument::Local(size) => interp::Arg::Local(*size),
            })
            .collect();
        let options = interp::LaunchOptions::default();
        let stats = device
            .launch(launch.kernel, launch.global, launch.local, &arguments, &options)
            .map_err(|error| error.to_string())?;
        if stats.steps == 0 {
            return Err("the launch executed nothing".into());
        }
    }
    let after: Vec<Vec<u8>> = buffers
        .iter()
        .map(|&buffer| device.read(buffer).to_vec())
        .collect();
    scenario.check(&after)
}
