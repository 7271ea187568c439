//! The options that compiling commands share.

use super::{Failure, pass_options};
use crate::options::{Emit, Options};
use std::fmt::Write;
use wavec_frontend::{CLStandard, FpContract};
use wavec_gpu_mc::code_object::Processor;
use wavec_gpu_mc::{CodeObjectVersion, TargetId};
use wavec_support::option_table::{Matches, OptionSpec, Stop, flag, value};
use wavec_target_gpu::options::GpuOptions;

const AS_DEFINED: &str = "as defined by OpenCL";

/// The options of everything that compiles.
pub(super) static COMPILE: &[OptionSpec] = &[
    value(
        "language",
        "LANGUAGE",
        "language of the input, whatever its extension: cl, ir or assembler",
    )
    .letter('x'),
    PROCESSOR,
    flag(
        "mwavefrontsize64",
        "make waves of 64 lanes where the default is 32",
    ),
    flag("mno-wavefrontsize64", ""),
    FEATURES,
    value("opt-level", "LEVEL", "optimization level, 0 to 3 (default: 2)")
        .letter('O')
        .optional("2"),
    value("define", "NAME[=VALUE]", "define a macro").or_letter('D'),
    value("undefine", "NAME", "undefine a macro").or_letter('U'),
    INCLUDE_DIRECTORY,
    value("include", "FILE", "include FILE before the source"),
    value(
        "cl-std",
        "VERSION",
        "version of OpenCL C, CL1.0 to CL3.0 (default: CL1.2)",
    ),
    value(
        "cl-ext",
        "+NAME|-NAME|-all,...",
        "enable or disable extensions and features",
    ),
    flag("cl-fast-relaxed-math", AS_DEFINED),
    flag("cl-mad-enable", AS_DEFINED),
    value(
        "fp-contract",
        "MODE",
        "contract floating-point expressions: on, off or fast",
    ),
    value("ffp-contract", "MODE", ""),
    flag("cl-unsafe-math-optimizations", AS_DEFINED),
    flag("cl-finite-math-only", AS_DEFINED),
    flag("cl-no-signed-zeros", AS_DEFINED),
    flag("cl-denorms-are-zero", AS_DEFINED),
    flag("cl-single-precision-constant", AS_DEFINED),
    flag("cl-fp32-correctly-rounded-divide-sqrt", AS_DEFINED),
    flag("cl-opt-disable", AS_DEFINED),
    flag("cl-uniform-work-group-size", AS_DEFINED),
    // Accepted, but nothing makes use of what they allow.
    flag("cl-strict-aliasing", ""),
    flag("cl-no-subgroup-ifp", ""),
    // Always on.
    flag("cl-kernel-arg-info", ""),
    flag("nogpulib", ""),
    value(
        "warning",
        "[no-]NAME|error[=NAME]",
        "enable or disable warnings, or make them errors; NAME may be all, extra or everything",
    )
    .letter('W')
    .optional(""),
    flag("w", "no warnings").letter('w'),
    flag("debug", "keep line information").or_letter('g'),
    OBJECT_VERSION,
    value(
        "print-formatted-intrinsics",
        "BOOL|declarations",
        "print names and formats of intrinsic arguments in IR; in declarations, too",
    )
    .optional("true"),
    flag(
        "lint-intrinsic-args",
        "warn of comments in IR that call an argument of an intrinsic by the name of another one",
    ),
    value("print-before", "PASS,...", "print the program before passes"),
    value("print-after", "PASS,...", "print the program after passes"),
    flag("print-before-all", "print it before every pass"),
    flag("print-after-all", "print it after every pass"),
    flag("print-changed", "print what each pass changed, as a unified diff"),
    value(
        "filter-functions",
        "GLOB,...",
        "print only functions with such names; * and ? stand for any characters",
    ),
    value("stop-after", "PASS", "stop after a pass and write what there is"),
    value(
        "start-after",
        "PASS",
        "of a .mir file: go on after this pass, not the one that the file says",
    ),
    value(
        "run-pass",
        "PASS,...",
        "of a .mir file: run only these passes and print",
    ),
    flag(
        "skip-unsupported",
        "omit functions that cannot be compiled, and their callers",
    ),
    flag("verify-each", "verify after every pass"),
    flag("time-passes", "print the time of every pass"),
    flag("stats", "print what passes did"),
    value(
        "bisect-limit",
        "N",
        "run only the first N optional passes, counted over all functions",
    ),
    value("disable", "PASS,...", "do not run optional passes").or("disable-pass"),
    value(
        "view-dag",
        "STAGE",
        "draw selection graphs: isel, combine1, legalize-types, ...",
    ),
    value("max-vgprs", "N", "use at most N vector registers"),
    value("max-sgprs", "N", "use at most N scalar registers"),
    value(
        "branch-bits",
        "N",
        "limit branch offsets to N bits (at least 4), to test long branches",
    ),
    flag("force-waits", "wait after every memory instruction"),
];

/// The options that determine what is written and where.
pub(super) static OUTPUT: &[OptionSpec] = &[
    value(
        "emit",
        "FORM",
        "output form: ll, dag, mir, asm, obj or co; may be repeated",
    ),
    flag("emit-ll", "write IR in LLVM's text form").or("emit-llvm"),
    flag("S", "write assembly").letter('S'),
    flag("c", "write a relocatable object file").letter('c'),
    OUTPUT_FILE,
];

/// `-mcpu`
pub(super) const PROCESSOR: OptionSpec = value(
    "mcpu",
    "CPU",
    "target processor, or help for a list (default: gfx942)",
)
.or("target");

/// `-mattr`
pub(super) const FEATURES: OptionSpec = value(
    "mattr",
    "FEATURES",
    "settings of code: +wavefrontsize32 or +wavefrontsize64, +cumode or -cumode",
);

/// `-I`
pub(super) const INCLUDE_DIRECTORY: OptionSpec =
    value("include-dir", "DIR", "directory to search for included files").or_letter('I');

/// `-mcode-object-version`
pub(super) const OBJECT_VERSION: OptionSpec =
    value("mcode-object-version", "N", "code object version: 6, 5 or 4");

/// `-o`
pub(super) const OUTPUT_FILE: OptionSpec =
    value("output", "OUT", "output file; - is standard output").letter('o');

/// Translates the command line to the library's options.
pub(super) fn compile_options(matches: &Matches) -> Result<Options, Failure> {
    let mut options = Options::default();
    match processor(matches)? {
        Some(target) => options.target = target.to_string(),
        None => options.follows_input = true,
    }
    if let Some(features) = matches.text("mattr") {
        options.features = features.to_string();
    }
    for (flag, feature) in [
        ("mwavefrontsize64", "+wavefrontsize64"),
        ("mno-wavefrontsize64", "+wavefrontsize32"),
    ] {
        if matches.is_set(flag) {
            options.features = feature.to_string();
        }
    }
    let mut level = match matches.text("opt-level") {
        None | Some("2" | "s" | "z") => 2,
        Some("0") => 0,
        Some("1") => 1,
        Some("3" | "fast" | "4") => 3,
        Some(other) => return Err(Failure::Usage(format!("unknown optimization level '-O{other}'"))),
    };
    if matches.is_set("cl-opt-disable") {
        level = 0;
    }
    options.set_opt_level(level);
    options.lint_argument_names = matches.is_set("lint-intrinsic-args");
    read_frontend_options(matches, &mut options.frontend)?;
    if let Some(version) = object_version(matches)? {
        options.code_object_version = version.number();
    }
    options.codegen.branch_bits = matches.number("branch-bits")?;
    options.gpu = GpuOptions {
        max_vgprs: matches.number("max-vgprs")?,
        max_sgprs: matches.number("max-sgprs")?,
        force_waits: matches.is_set("force-waits"),
    };
    options.skip_unsupported = matches.is_set("skip-unsupported");
    pass_options::read(matches, &mut options)?;
    Ok(options)
}

/// The value of `-mcpu`: a processor and its settings.
pub(super) fn processor(matches: &Matches) -> Result<Option<TargetId>, Failure> {
    // clang's `--target` names the triple.
    let name = matches.text("mcpu").filter(|&name| name != "amdgcn-amd-amdhsa");
    if name == Some("help") {
        return Err(Stop::Print(processor_list()).into());
    }
    name.map(TargetId::parse).transpose().map_err(Failure::Usage)
}

/// The processors, each with its features, and the features with what they mean.
fn processor_list() -> String {
    let mut text = String::from("Processors and their features:\n");
    for processor in Processor::all() {
        let features: Vec<&str> = processor.feature_names().collect();
        let _ = writeln!(text, "  {:15} {}", processor.name, features.join(" "));
    }
    text
}

/// The value of `-mcode-object-version`.
pub(super) fn object_version(matches: &Matches) -> Result<Option<CodeObjectVersion>, Failure> {
    let Some(number) = matches.number("mcode-object-version")? else {
        return Ok(None);
    };
    match CodeObjectVersion::from_number(number) {
        Some(version) => Ok(Some(version)),
        None => Err(Failure::Usage(format!("unknown code object version {number}"))),
    }
}

fn read_frontend_options(matches: &Matches, frontend: &mut wavec_frontend::Options) -> Result<(), Failure> {
    // -D and -U take effect in the order given.
    frontend.macros = matches
        .in_order()
        .filter_map(|(name, text)| match name {
            "define" => Some(Ok(text.to_string())),
            "undefine" => Some(Err(text.to_string())),
            _ => None,
        })
        .collect();
    frontend.include_dirs = matches.texts("include-dir").map(String::from).collect();
    frontend.includes = matches.texts("include").map(String::from).collect();
    if let Some(version) = matches.text("cl-std") {
        frontend.cl_std = CLStandard::parse(version)
            .ok_or_else(|| Failure::Usage(format!("unknown version of OpenCL C '{version}'")))?;
    }
    for list in matches.texts("cl-ext") {
        for item in list.split(',') {
            let switch = match item.split_at_checked(1) {
                Some(("+", name)) => (name.to_string(), true),
                Some(("-", name)) => (name.to_string(), false),
                _ => {
                    return Err(Failure::Usage(format!(
                        "'{item}' in -cl-ext has neither '+' nor '-'"
                    )));
                }
            };
            frontend.extensions.push(switch);
        }
    }
    if let Some(mode) = matches.text("fp-contract").or(matches.text("ffp-contract")) {
        frontend.fp_contract = match mode {
            "on" => FpContract::On,
            "off" => FpContract::Off,
            "fast" => FpContract::Fast,
            _ => return Err(Failure::Usage(format!("unknown mode '{mode}' of -fp-contract"))),
        };
    }
    frontend.fast_relaxed_math = matches.is_set("cl-fast-relaxed-math");
    frontend.mad_enable = matches.is_set("cl-mad-enable");
    frontend.uniform_work_group_size = matches.is_set("cl-uniform-work-group-size");
    frontend.unsafe_math = matches.is_set("cl-unsafe-math-optimizations");
    frontend.finite_math_only = matches.is_set("cl-finite-math-only");
    frontend.no_signed_zeros = matches.is_set("cl-no-signed-zeros");
    frontend.denorms_are_zero = matches.is_set("cl-denorms-are-zero");
    frontend.single_precision_constant = matches.is_set("cl-single-precision-constant");
    frontend.correctly_rounded_divide_sqrt = matches.is_set("cl-fp32-correctly-rounded-divide-sqrt");
    matches
        .texts("warning")
        .for_each(|option| frontend.warnings.set(option));
    if matches.is_set("w") {
        frontend.warnings.silence();
    }
    if matches.is_set("debug") {
        keep_lines(frontend);
    }
    Ok(())
}

/// `-g`
pub(super) fn keep_lines(frontend: &mut wavec_frontend::Options) {
    frontend.debug = true;
    let directory = std::env::current_dir();
    frontend.directory = directory.map_or_else(|_| String::new(), |path| path.to_string_lossy().into_owned());
}

/// The forms to write: `--emit` in order, `-S`, `-c`, `-emit-ll`; a code object if nothing is said.
pub(super) fn emits(matches: &Matches) -> Result<Vec<Emit>, Failure> {
    let mut emits = Vec::new();
    for name in matches.texts("emit").flat_map(|value| value.split(',')) {
        let form = Emit::parse(name).ok_or_else(|| {
            Failure::Usage(format!(
                "unknown form '{name}' for --emit; the forms are ll, dag, mir, asm, obj, co"
            ))
        })?;
        emits.push(form);
    }
    let ir = matches.is_set("emit-ll");
    if ir {
        emits.push(Emit::Ir);
    }
    // `-S -emit-llvm` writes IR only, as in clang.
    if matches.is_set("S") && !ir {
        emits.push(Emit::Asm);
    }
    if matches.is_set("c") && !ir {
        emits.push(Emit::Object);
    }
    let mut seen = Vec::new();
    emits.retain(|&form| {
        let first = !seen.contains(&form);
        seen.push(form);
        first
    });
    if emits.is_empty() {
        emits.push(Emit::CodeObject);
    }
    Ok(emits)
}
