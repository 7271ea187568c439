//! The options that compiling commands share. Spellings with a single dash, as clang and llc users type them, are
//! turned into the ones clap knows first.

use super::Failure;
use crate::options::{Emit, Options};
use clap::{Arg, ArgAction, ArgMatches, Command};
use wavec_frontend::CLStandard;

/// Long options that may be written with one dash.
const SINGLE_DASH: &[&str] = &[
    "emit",
    "emit-ll",
    "emit-llvm",
    "mcpu",
    "target",
    "include",
    "stop-after",
    "print-after",
    "verify-each",
    "time-passes",
    "stats",
    "bisect-limit",
    "disable",
    "view-dag",
    "max-vgprs",
    "max-sgprs",
    "branch-bits",
    "print-formatted-intrinsics",
    "mcode-object-version",
    "Wall",
    "Wextra",
    "Werror",
    "nogpulib",
    "passes",
    "cl-std",
    "help",
    "cl-fast-relaxed-math",
    "cl-mad-enable",
    "cl-unsafe-math-optimizations",
    "cl-finite-math-only",
    "cl-no-signed-zeros",
    "cl-denorms-are-zero",
    "cl-single-precision-constant",
    "cl-fp32-correctly-rounded-divide-sqrt",
    "cl-opt-disable",
    "cl-kernel-arg-info",
    "kernel",
    "global",
    "local",
    "arg",
    "dump",
    "out",
    "force-waits",
    "version",
];

/// Turns single-dash spellings into clap's.
pub fn normalised(args: &[String]) -> Vec<String> {
    let mut out = vec!["wavec".to_string()];
    let mut behind_options = false;
    for arg in args {
        let Some(body) = arg.strip_prefix('-').filter(|_| !behind_options) else {
            out.push(arg.clone());
            continue;
        };
        behind_options = arg == "--";
        let name = body.split('=').next().unwrap_or(body);
        if SINGLE_DASH.contains(&name) {
            out.push(format!("--{body}"));
        } else if body == "O" {
            out.push("--opt-level=2".into());
        } else if let Some(level) = body.strip_prefix('O') {
            out.push(format!("--opt-level={level}"));
        } else if body.starts_with("Wno-") || (body.starts_with('W') && body.len() > 1) {
            out.push(format!("--warning={}", &body[1..]));
        } else {
            out.push(arg.clone());
        }
    }
    out
}

/// An option without a value. Not `SetTrue`, which spends time on every option that is not there.
pub fn flag(name: &'static str, help: &'static str) -> Arg {
    short_flag(name, help).long(name)
}

/// The same without a long name.
fn short_flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .action(ArgAction::Set)
        .num_args(0)
        .default_missing_value("")
        .overrides_with(name)
        .help(help)
}

/// Whether a [`flag`] is there.
pub fn is_set(matches: &ArgMatches, name: &str) -> bool {
    matches.contains_id(name)
}

fn value(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        .allow_hyphen_values(true)
        .overrides_with(name)
        .help(help)
}

fn list(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        .action(ArgAction::Append)
        .allow_hyphen_values(true)
        .help(help)
}

/// Adds the options of everything that compiles.
pub fn with_compile_options(command: Command) -> Command {
    let relaxations = [
        "cl-fast-relaxed-math",
        "cl-mad-enable",
        "cl-unsafe-math-optimizations",
        "cl-finite-math-only",
        "cl-no-signed-zeros",
        "cl-denorms-are-zero",
        "cl-single-precision-constant",
        "cl-fp32-correctly-rounded-divide-sqrt",
        "cl-opt-disable",
    ];
    let command = relaxations.into_iter().fold(command, |command, name| {
        command.arg(flag(name, "as OpenCL defines it"))
    });
    command
        .arg(
            Arg::new("input")
                .value_name("INPUT")
                .help(".cl, .ll or .s file; - is standard input"),
        )
        .arg(
            Arg::new("language")
                .short('x')
                .value_name("LANGUAGE")
                .help("cl, ir or assembler, whatever the name"),
        )
        .arg(value("mcpu", "CPU", "processor, gfx942 by default").visible_alias("target"))
        .arg(value("opt-level", "LEVEL", "-O0 to -O3, -O2 by default").hide(true))
        .arg(list("define", "NAME[=VALUE]", "defines a macro").short('D'))
        .arg(list("undefine", "NAME", "undefines a macro").short('U'))
        .arg(list("include-dir", "DIR", "directory of included files").short('I'))
        .arg(list("include", "FILE", "read before the source"))
        .arg(value("cl-std", "VERSION", "CL1.0 to CL3.0, CL1.2 by default"))
        .arg(flag("cl-kernel-arg-info", "always on").hide(true))
        .arg(flag("nogpulib", "always on").hide(true))
        .arg(flag("Wall", "more warnings"))
        .arg(flag("Wextra", "more warnings").hide(true))
        .arg(flag("Werror", "warnings are errors"))
        .arg(list("warning", "NAME", "").hide(true))
        .arg(short_flag("w", "no warnings").short('w'))
        .arg(short_flag("debug", "keep line information").short('g'))
        .arg(value(
            "mcode-object-version",
            "N",
            "version of code objects: 6 or 5",
        ))
        .arg(
            Arg::new("print-formatted-intrinsics")
                .long("print-formatted-intrinsics")
                .value_name("BOOL")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("true")
                .help("names and formats of intrinsic arguments in IR"),
        )
        .arg(list(
            "print-after",
            "PASS",
            "print the program behind a pass, or behind all",
        ))
        .arg(value(
            "stop-after",
            "PASS",
            "stop behind a pass and write what there is",
        ))
        .arg(flag("verify-each", "verify behind every pass"))
        .arg(flag("time-passes", "print the time of every pass"))
        .arg(flag("stats", "print what passes did"))
        .arg(value("bisect-limit", "N", "run only the first N optional passes"))
        .arg(list("disable", "PASS", "do not run an optional pass"))
        .arg(value(
            "view-dag",
            "STAGE",
            "draw selection graphs: isel, combine1, legalize-types, ...",
        ))
        .arg(value("max-vgprs", "N", "vector registers that may be used"))
        .arg(value("max-sgprs", "N", "scalar registers that may be used"))
        .arg(value(
            "branch-bits",
            "N",
            "bits of a branch's distance, at least 4, to test long branches",
        ))
        .arg(flag("force-waits", "wait behind every memory instruction"))
}

/// Parses; help and errors of clap are printed here.
pub fn parse(command: Command, args: &[String]) -> Result<ArgMatches, Failure> {
    command.try_get_matches_from(normalised(args)).map_err(|error| {
        let status = u8::try_from(error.exit_code()).unwrap_or(2);
        // A closed stream is nobody to tell.
        let _ = error.print();
        Failure::Printed(status)
    })
}

/// A value that must be there.
pub fn required<'m>(matches: &'m ArgMatches, name: &str, what: &str) -> Result<&'m str, Failure> {
    text(matches, name).ok_or_else(|| Failure::Usage(format!("{what} is missing")))
}

/// A value.
pub fn text<'m>(matches: &'m ArgMatches, name: &str) -> Option<&'m str> {
    matches.get_one::<String>(name).map(String::as_str)
}

/// All values of an option that may be repeated.
pub fn texts<'m>(matches: &'m ArgMatches, name: &str) -> impl Iterator<Item = &'m String> {
    matches.get_many::<String>(name).into_iter().flatten()
}

fn number<T: std::str::FromStr>(matches: &ArgMatches, name: &str) -> Result<Option<T>, Failure> {
    text(matches, name)
        .map(|value| {
            value
                .parse()
                .map_err(|_| Failure::Usage(format!("--{name}: '{value}' is not a number")))
        })
        .transpose()
}

/// The options of the library that the command line asks for.
pub fn compile_options(matches: &ArgMatches) -> Result<Options, Failure> {
    let mut options = Options::default();
    if let Some(cpu) = text(matches, "mcpu")
        && cpu != "amdgcn-amd-amdhsa"
    {
        wavec_gpu_mc::TargetId::parse(cpu).map_err(Failure::Usage)?;
        options.target = cpu.into();
    }
    let mut level = match text(matches, "opt-level") {
        None | Some("2" | "s" | "z") => 2,
        Some("0") => 0,
        Some("1") => 1,
        Some("3" | "fast" | "4") => 3,
        Some(other) => return Err(Failure::Usage(format!("unknown optimization level '-O{other}'"))),
    };
    if is_set(matches, "cl-opt-disable") {
        level = 0;
    }
    options.set_opt_level(level);
    read_frontend_options(matches, &mut options.frontend)?;
    if let Some(version) = number(matches, "mcode-object-version")? {
        if !matches!(version, 4..=6) {
            return Err(Failure::Usage(format!("unknown code object version {version}")));
        }
        options.code_object_version = version;
    }
    let codegen = &mut options.codegen;
    codegen.print_after = texts(matches, "print-after")
        .flat_map(|v| v.split(',').map(String::from))
        .collect();
    codegen.disabled = texts(matches, "disable")
        .flat_map(|v| v.split(',').map(String::from))
        .collect();
    codegen.stop_after = text(matches, "stop-after").map(String::from);
    codegen.view_dag = text(matches, "view-dag").map(String::from);
    codegen.verify_each |= is_set(matches, "verify-each");
    codegen.bisect_limit = number(matches, "bisect-limit")?;
    codegen.max_vgprs = number(matches, "max-vgprs")?;
    codegen.max_sgprs = number(matches, "max-sgprs")?;
    codegen.branch_bits = number(matches, "branch-bits")?;
    codegen.force_waits = is_set(matches, "force-waits");
    options.time_passes = is_set(matches, "time-passes");
    check_pass_names(&options)?;
    Ok(options)
}

fn read_frontend_options(
    matches: &ArgMatches,
    frontend: &mut wavec_frontend::Options,
) -> Result<(), Failure> {
    // -D and -U count in the order in which they stand.
    let mut macros: Vec<(usize, Result<String, String>)> = Vec::new();
    for (name, define) in [("define", true), ("undefine", false)] {
        let places = matches.indices_of(name).into_iter().flatten();
        for (place, text) in places.zip(texts(matches, name)) {
            macros.push((
                place,
                if define {
                    Ok(text.clone())
                } else {
                    Err(text.clone())
                },
            ));
        }
    }
    macros.sort_by_key(|(place, _)| *place);
    frontend.macros = macros.into_iter().map(|(_, text)| text).collect();
    frontend.include_dirs = texts(matches, "include-dir").cloned().collect();
    frontend.includes = texts(matches, "include").cloned().collect();
    if let Some(version) = text(matches, "cl-std") {
        frontend.cl_std = CLStandard::parse(version)
            .ok_or_else(|| Failure::Usage(format!("unknown version of OpenCL C '{version}'")))?;
    }
    frontend.fast_relaxed_math = is_set(matches, "cl-fast-relaxed-math");
    frontend.mad_enable = is_set(matches, "cl-mad-enable");
    frontend.unsafe_math = is_set(matches, "cl-unsafe-math-optimizations");
    frontend.finite_math_only = is_set(matches, "cl-finite-math-only");
    frontend.no_signed_zeros = is_set(matches, "cl-no-signed-zeros");
    frontend.denorms_are_zero = is_set(matches, "cl-denorms-are-zero");
    frontend.single_precision_constant = is_set(matches, "cl-single-precision-constant");
    frontend.correctly_rounded_divide_sqrt = is_set(matches, "cl-fp32-correctly-rounded-divide-sqrt");
    frontend.all_warnings = is_set(matches, "Wall") || is_set(matches, "Wextra");
    frontend.no_warnings = is_set(matches, "w");
    frontend.warnings_are_errors = is_set(matches, "Werror");
    frontend.debug = is_set(matches, "debug");
    Ok(())
}

/// A pass that does not exist would silently never be reached.
fn check_pass_names(options: &Options) -> Result<(), Failure> {
    let ir = wavec_ir::passes::pipeline::PASSES.iter().map(|pass| pass.name);
    let machine = wavec_target_gpu::machine_passes::pipeline::PASSES
        .iter()
        .map(|pass| pass.name);
    let stages = wavec_codegen::dag::pipeline::STAGES;
    let mut known: Vec<&str> = ir.chain(stages).chain(machine).collect();
    known.dedup();
    let codegen = &options.codegen;
    let wanted = codegen
        .print_after
        .iter()
        .chain(&codegen.stop_after)
        .chain(&codegen.disabled);
    for name in wanted {
        let is_stage = stages
            .iter()
            .any(|stage| stage.strip_prefix("dag-") == Some(name));
        if name != "all" && name != "dag" && !is_stage && !known.contains(&name.as_str()) {
            return Err(Failure::Usage(format!(
                "unknown pass '{name}'; the passes are {}",
                known.join(", ")
            )));
        }
    }
    if let Some(stage) = &codegen.view_dag
        && !stages
            .iter()
            .any(|known| known == stage || known.strip_prefix("dag-") == Some(stage))
        && !matches!(stage.as_str(), "dag" | "all")
    {
        return Err(Failure::Usage(format!(
            "unknown stage '{stage}'; the stages are {}",
            stages.join(", ")
        )));
    }
    Ok(())
}

/// The forms to write: `--emit` in order, `-S`, `-c`, `-emit-ll`; a code object if nothing is said.
pub fn emits(matches: &ArgMatches) -> Result<Vec<Emit>, Failure> {
    let mut emits = Vec::new();
    for name in texts(matches, "emit").flat_map(|value| value.split(',')) {
        let form = Emit::parse(name).ok_or_else(|| {
            Failure::Usage(format!(
                "unknown form '{name}' for --emit; known are ll, dag, mir, asm, obj, co"
            ))
        })?;
        emits.push(form);
    }
    let ir = is_set(matches, "emit-ll");
    if ir {
        emits.push(Emit::Ir);
    }
    // `-S -emit-llvm` is IR alone, as for clang.
    if is_set(matches, "S") && !ir {
        emits.push(Emit::Asm);
    }
    if is_set(matches, "c") && !ir {
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

/// Adds the options that say what is written and where.
pub fn with_output_options(command: Command) -> Command {
    command
        .arg(list(
            "emit",
            "FORM",
            "write ll, dag, mir, asm, obj or co; may be repeated",
        ))
        .arg(flag("emit-ll", "write IR in LLVM's text form").visible_alias("emit-llvm"))
        .arg(short_flag("S", "write assembly").short('S'))
        .arg(short_flag("c", "write a relocatable object file").short('c'))
        .arg(
            Arg::new("output")
                .short('o')
                .value_name("OUT")
                .help("file to write; - is standard output"),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(args: &[&str]) -> Vec<String> {
        normalised(&args.iter().map(ToString::to_string).collect::<Vec<_>>())[1..].to_vec()
    }

    #[test]
    fn single_dashes_become_double() {
        assert_eq!(
            normal(&[
                "-mcpu=gfx942",
                "-O3",
                "-emit-llvm",
                "-cl-std=CL2.0",
                "-DX=-1",
                "-o",
                "-",
                "-Wno-x"
            ]),
            [
                "--mcpu=gfx942",
                "--opt-level=3",
                "--emit-llvm",
                "--cl-std=CL2.0",
                "-DX=-1",
                "-o",
                "-",
                "--warning=no-x"
            ]
        );
        assert_eq!(normal(&["--", "-O3"]), ["--", "-O3"]);
    }
}
