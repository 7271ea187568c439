//! `wavec tblgen`.

use crate::emit::{self, EmitOptions, EmitterInfo};
use crate::eval::compare_numeric;
use crate::record::{RecordId, RecordKeeper};
use crate::sets::SetTheory;
use crate::{ParseOptions, parse_file, with_large_stack};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wavec_support::option_table::{CommandSpec, OptionSpec, Stop, flag, value};
use wavec_support::{Diagnostics, SourceMap, output_file};

/// The options besides emitters.
pub static OPTIONS: &[OptionSpec] = &[
    value(
        "include-dir",
        "DIR",
        "directory of included files; may be repeated",
    )
    .letter('I'),
    value("define", "NAME", "defines a preprocessor name; may be repeated").letter('D'),
    value(
        "output",
        "FILE",
        "output file, - for standard output (the default)",
    )
    .letter('o'),
    value(
        "dependencies",
        "FILE",
        "write a make rule for the files read (needs -o)",
    )
    .letter('d'),
    flag("print-records", "all records (the default)"),
    flag(
        "print-detailed-records",
        "all records with the places of their parts",
    ),
    flag("dump-json", "all records as JSON"),
    flag("print-enums", "names of the defs of a class, with commas"),
    flag("print-sets", "the elements of each def of class Set"),
    flag("null-backend", "nothing: evaluate only"),
    value("class", "CLASS", "the class of --print-enums"),
    flag(
        "no-warn-on-unused-template-args",
        "no warnings of template arguments that nothing uses",
    ),
    flag(
        "time-phases",
        "print how long reading, the backend and writing took",
    ),
    flag("write-if-changed", "leave an output alone that would not change"),
];

/// The emitters by all their names; the help shows the first.
pub static EMITTERS: &[OptionSpec] = &[
    flag(
        "gen-asm-writer",
        "write Rust: texts of instructions and their mnemonics",
    ),
    flag("gen-asm-matcher", ""),
    flag("gen-builtins", "write Rust: builtin functions"),
    flag("gen-callingconv", "write Rust: calling conventions"),
    flag(
        "gen-dag-isel",
        "list selection patterns in the order in which they are tried",
    ),
    flag("gen-emitter", "write Rust: encoder and decoder"),
    flag("gen-encoder", ""),
    flag("gen-disassembler", ""),
    flag(
        "gen-instr-info",
        "write Rust: instructions and relations between them",
    ),
    flag("gen-instr-mapping", "write Rust: relations between instructions"),
    flag("gen-intrinsics", "write Rust: intrinsics"),
    flag("gen-isel", "write Rust: matcher of instruction selection"),
    flag("gen-register-info", "write Rust: registers and their classes").or("gen-registers"),
    flag("gen-sched", "write Rust: how processors execute instructions"),
    flag("gen-subtarget", "write Rust: features and processors"),
];

/// What the command takes, with these tables of options.
pub const fn command(tables: &'static [&'static [OptionSpec]]) -> CommandSpec {
    CommandSpec {
        name: "wavec tblgen",
        usage: "wavec tblgen [OPTIONS] [FILE.td] [-o OUT]",
        about: "Reads TableGen, and writes its records or what an emitter makes of them; from standard input unless a file is named.",
        max_inputs: 1,
        tables,
    }
}

/// The command, and the emitters that its options name.
pub struct Tool {
    /// What it takes; see [`command`].
    pub command: CommandSpec,
    /// The emitters.
    pub emitters: &'static [&'static [EmitterInfo]],
}

/// The command with the emitters of this crate.
pub static TOOL: Tool = Tool {
    command: command(&[OPTIONS, EMITTERS]),
    emitters: &[emit::EMITTERS],
};

enum Action {
    PrintRecords,
    PrintDetailedRecords,
    DumpJson,
    PrintEnums,
    PrintSets,
    Nothing,
    Emit(&'static EmitterInfo),
}

struct Arguments {
    input: PathBuf,
    action: Action,
    class: Option<String>,
    output: Option<PathBuf>,
    dependencies: Option<PathBuf>,
    write_if_changed: bool,
    time_phases: bool,
    options: ParseOptions,
}

fn parse_arguments(tool: &Tool, args: &[String]) -> Result<Arguments, Stop> {
    let matches = tool.command.parse(args)?;
    let mut action = Action::PrintRecords;
    for (name, _) in matches.in_order() {
        action = match name {
            "print-records" => Action::PrintRecords,
            "print-detailed-records" => Action::PrintDetailedRecords,
            "dump-json" => Action::DumpJson,
            "print-enums" => Action::PrintEnums,
            "print-sets" => Action::PrintSets,
            "null-backend" => Action::Nothing,
            name => {
                let emitter = name.strip_prefix("gen-");
                let emitter = emitter.and_then(|name| emit::find_in(tool.emitters, name));
                emitter.map_or(action, Action::Emit)
            }
        };
    }
    // Do not wait for input from a terminal.
    if matches.inputs.is_empty() && std::io::stdin().is_terminal() {
        matches.input()?;
    }
    let path = |name| matches.text(name).map(PathBuf::from);
    let (output, dependencies) = (path("output"), path("dependencies"));
    if dependencies.is_some() && output.is_none() {
        return Err(Stop::Usage("-d needs -o".to_string()));
    }
    Ok(Arguments {
        input: PathBuf::from(matches.input().unwrap_or("-")),
        action,
        class: matches.text("class").map(String::from),
        output,
        dependencies,
        write_if_changed: matches.is_set("write-if-changed"),
        time_phases: matches.is_set("time-phases"),
        options: ParseOptions {
            include_dirs: matches.texts("include-dir").map(PathBuf::from).collect(),
            defines: matches.texts("define").map(String::from).collect(),
            no_unused_warnings: matches.is_set("no-warn-on-unused-template-args"),
            ..ParseOptions::default()
        },
    })
}

/// Runs `wavec tblgen` with the arguments after the word `tblgen`; returns the exit status: 0, 1 after an error in
/// the input, 2 after a wrong command line.
pub fn run_tblgen(tool: &Tool, args: &[String]) -> i32 {
    let arguments = match parse_arguments(tool, args) {
        Ok(arguments) => arguments,
        Err(Stop::Print(text)) => {
            let _ = std::io::stdout().write_all(text.as_bytes());
            return 0;
        }
        Err(Stop::Usage(message)) => {
            eprintln!("wavec tblgen: error: {message}\nwavec: note: see wavec tblgen --help");
            return 2;
        }
    };
    let result = with_large_stack(|| run(&arguments))
        .unwrap_or_else(|error| Err(format!("wavec tblgen: error: cannot start: {error}\n")));
    match result {
        Ok(()) => 0,
        Err(message) => {
            eprint!("{message}");
            1
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut phases = Phases::default();
    let mut sources = SourceMap::new();
    let keeper = parse_file(&mut sources, &arguments.input, &arguments.options)
        .map_err(|errors| errors.render(&sources))?;
    eprint!("{}", keeper.warnings().render(&sources));
    phases.end("Parse, build records");
    // The dump may be many times as large as the input: it is written in pieces.
    let is_streamed =
        matches!(arguments.action, Action::PrintRecords | Action::DumpJson) && !arguments.write_if_changed;
    let text = if is_streamed {
        String::new()
    } else {
        output_of(arguments, &keeper, &sources).map_err(|errors| errors.render(&sources))?
    };
    phases.end("Backend overall");
    let failed = |path: &Path, error: std::io::Error| {
        format!(
            "wavec tblgen: error: cannot write '{}': {error}\n",
            path.display()
        )
    };
    let stdout = PathBuf::from("-");
    let output = arguments.output.as_ref().unwrap_or(&stdout);
    if let Some(path) = &arguments.dependencies {
        let rule = dependency_rule(output, keeper.files_read());
        let write = |out: &mut dyn Write| out.write_all(rule.as_bytes());
        output_file::replace(path, write).map_err(|error| failed(path, error))?;
    }
    let write = |out: &mut dyn Write| match arguments.action {
        Action::DumpJson if is_streamed => keeper.write_json(&sources, out),
        _ if is_streamed => keeper.write_records(out),
        _ => out.write_all(text.as_bytes()),
    };
    let result = if output == &stdout {
        let mut out = std::io::stdout().lock();
        write(&mut out).and_then(|()| out.flush())
    } else if arguments.write_if_changed && std::fs::read(output).is_ok_and(|old| old == text.as_bytes()) {
        Ok(())
    } else {
        output_file::replace(output, write)
    };
    result.map_err(|error| failed(output, error))?;
    phases.end("Write output");
    if arguments.time_phases {
        eprint!("{}", phases.table());
    }
    // The process ends: memory need not be released.
    std::mem::forget((keeper, sources));
    Ok(())
}

/// When each phase ended.
struct Phases {
    last: Instant,
    ended: Vec<(&'static str, Duration)>,
}

impl Default for Phases {
    fn default() -> Phases {
        Phases {
            last: Instant::now(),
            ended: Vec::new(),
        }
    }
}

impl Phases {
    fn end(&mut self, name: &'static str) {
        let now = Instant::now();
        self.ended.push((name, now - self.last));
        self.last = now;
    }

    /// Slowest first, in LLVM's layout with wall time alone.
    fn table(mut self) -> String {
        let total: Duration = self.ended.iter().map(|phase| phase.1).sum();
        self.ended.sort_by_key(|phase| std::cmp::Reverse(phase.1));
        self.ended.push(("Total", total));
        let rule = format!("==={}===\n", "-".repeat(73));
        let mut table = format!("{rule}{:29}TableGen Phase Timing\n{rule}", "");
        let seconds = total.as_secs_f64();
        table.push_str(&format!("  Total Execution Time: {seconds:.4} seconds\n\n"));
        table.push_str("   ---Wall Time---  --- Name ---\n");
        for (name, time) in self.ended {
            let share = 100.0 * time.as_secs_f64() / seconds.max(f64::MIN_POSITIVE);
            table.push_str(&format!("  {:>8.4} ({share:5.1}%)  {name}\n", time.as_secs_f64()));
        }
        table.push('\n');
        table
    }
}

/// The dependency rule of an output, for Make and Ninja. Backslashes, spaces and dollars are escaped for both.
fn dependency_rule(output: &Path, files: &[PathBuf]) -> String {
    let escaped = |path: &Path| {
        let mut text = String::new();
        for c in path.to_string_lossy().chars() {
            match c {
                ' ' | '#' => text.push('\\'),
                '$' => text.push('$'),
                _ => {}
            }
            text.push(c);
        }
        text
    };
    let mut names: Vec<String> = files.iter().map(|file| escaped(file)).collect();
    names.sort();
    format!("{}: {}\n", escaped(output), names.join(" "))
}

fn output_of(
    arguments: &Arguments,
    keeper: &RecordKeeper,
    sources: &SourceMap,
) -> Result<String, Diagnostics> {
    let source_name = arguments
        .input
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    Ok(match arguments.action {
        Action::PrintRecords => keeper.print_records(),
        Action::PrintDetailedRecords => {
            keeper.print_detailed_records(sources, &arguments.input.to_string_lossy())
        }
        Action::DumpJson => keeper.dump_json(sources),
        Action::PrintEnums => {
            let class = arguments.class.as_deref().unwrap_or_default();
            let mut out = String::new();
            for def in by_number(keeper, class)? {
                out.push_str(keeper.name(def));
                out.push_str(", ");
            }
            out.push('\n');
            out
        }
        Action::PrintSets => {
            let mut sets = SetTheory::new(keeper)
                .expand_class("Set", "Elements")
                .allow_recursion();
            let mut out = String::new();
            for set in by_number(keeper, "Set")? {
                let elements = sets.expand(set)?.unwrap_or_default();
                out.push_str(keeper.name(set));
                out.push_str(" = [");
                for &element in elements.iter() {
                    out.push(' ');
                    out.push_str(keeper.name(element));
                }
                out.push_str(" ]\n");
            }
            out
        }
        Action::Nothing => String::new(),
        Action::Emit(emitter) => {
            let options = EmitOptions {
                source_name,
                ..EmitOptions::default()
            };
            let text = (emitter.emit)(keeper, &options);
            eprint!("{}", options.warnings.borrow().render(sources));
            return text;
        }
    })
}

/// The defs of a class, by name, with numbers in names compared as numbers: `r2` before `r10`.
fn by_number(keeper: &RecordKeeper, class: &str) -> Result<Vec<RecordId>, Diagnostics> {
    if keeper.class(class).is_none() {
        let message = format!("The class '{class}' is not defined");
        return Err(wavec_support::Diagnostic::error(wavec_support::Span::NONE, message).into());
    }
    let mut defs = keeper.derived_defs(class).to_vec();
    defs.sort_by(|&a, &b| compare_numeric(keeper.name(a), keeper.name(b)));
    Ok(defs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_emitter_is_an_option() {
        for emitter in emit::EMITTERS {
            for name in emitter.aliases.iter().chain([&emitter.name]) {
                let arguments = parse_arguments(&TOOL, &[format!("--gen-{name}"), "a.td".to_string()]);
                let action = arguments.map(|arguments| arguments.action);
                let found = matches!(action, Ok(Action::Emit(found)) if found.name == emitter.name);
                assert!(found, "--gen-{name}");
            }
        }
    }
}
