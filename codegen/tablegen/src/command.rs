//! `wavec tblgen`.

use crate::emit::{self, EmitOptions};
use crate::eval::compare_numeric;
use crate::record::{RecordId, RecordKeeper};
use crate::sets::SetTheory;
use crate::{ParseOptions, parse_file, with_large_stack};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wavec_support::{Diagnostics, SourceMap, output_file};

const USAGE: &str = "\
usage: wavec tblgen [FILE.td] [options]      (- or no file: standard input)
  -I DIR                     directory of included files (repeatable)
  -D NAME                    define a preprocessor name (repeatable)
  -o FILE                    output file, - for standard output (the default)
  -d FILE                    write a make rule for the files read (needs -o)
  --print-records            all records (the default)
  --print-detailed-records   all records with the places of their parts
  --dump-json                all records as JSON
  --print-enums -class=C     names of the defs of a class, with commas
  --print-sets               the elements of each def of class Set
  --null-backend             nothing: evaluate only
  --gen-NAME [-class=C]      Rust source
  --no-warn-on-unused-template-args
  --time-phases              how long reading, the backend and writing took, on standard error
  --write-if-changed         leave an output alone that would not change
";

enum Action {
    PrintRecords,
    PrintDetailedRecords,
    DumpJson,
    PrintEnums,
    PrintSets,
    Nothing,
    Emit(&'static emit::EmitterInfo),
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

fn parse_arguments(args: &[String]) -> Result<Arguments, String> {
    let mut parsed = Arguments {
        input: PathBuf::new(),
        action: Action::PrintRecords,
        class: None,
        output: None,
        dependencies: None,
        write_if_changed: false,
        time_phases: false,
        options: ParseOptions::default(),
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let Some(option) = arg.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
            if !parsed.input.as_os_str().is_empty() {
                return Err(format!("more than one input file: '{arg}'"));
            }
            parsed.input = PathBuf::from(arg);
            continue;
        };
        let option = option.strip_prefix('-').unwrap_or(option);
        let (name, attached) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (option, None),
        };
        // `-IDIR` and `-DNAME` may be one word.
        let is_joined = |letter: &str| option.starts_with(letter) && option.len() > 1;
        if is_joined("I") {
            parsed.options.include_dirs.push(PathBuf::from(&option[1..]));
            continue;
        }
        if is_joined("D") {
            parsed.options.defines.push(option[1..].to_string());
            continue;
        }
        let mut value = || {
            attached
                .clone()
                .or_else(|| args.next().cloned())
                .ok_or_else(|| format!("for the {arg} option: requires a value!"))
        };
        match name {
            "I" => parsed.options.include_dirs.push(PathBuf::from(value()?)),
            "D" => parsed.options.defines.push(value()?),
            "o" => parsed.output = Some(PathBuf::from(value()?)),
            "d" => parsed.dependencies = Some(PathBuf::from(value()?)),
            "class" => parsed.class = Some(value()?),
            "print-records" => parsed.action = Action::PrintRecords,
            "print-detailed-records" => parsed.action = Action::PrintDetailedRecords,
            "dump-json" => parsed.action = Action::DumpJson,
            "print-enums" => parsed.action = Action::PrintEnums,
            "print-sets" => parsed.action = Action::PrintSets,
            "null-backend" => parsed.action = Action::Nothing,
            "no-warn-on-unused-template-args" => parsed.options.no_unused_warnings = true,
            "time-phases" => parsed.time_phases = true,
            "write-if-changed" => parsed.write_if_changed = true,
            _ => {
                let emitter = name.strip_prefix("gen-").and_then(emit::find);
                match emitter {
                    Some(emitter) => parsed.action = Action::Emit(emitter),
                    None => return Err(format!("unknown option '{arg}'")),
                }
            }
        }
    }
    if parsed.input.as_os_str().is_empty() {
        // Text that somebody would have to type is not waited for.
        if std::io::stdin().is_terminal() {
            return Err("no input file".to_string());
        }
        parsed.input = PathBuf::from("-");
    }
    if parsed.dependencies.is_some() && parsed.output.is_none() {
        return Err("-d needs -o".to_string());
    }
    Ok(parsed)
}

/// Runs `wavec tblgen` with the arguments after the word `tblgen`; returns the exit status: 0, 1 after an error in
/// the input, 2 after a wrong command line.
pub fn run_tblgen(args: &[String]) -> i32 {
    if args
        .iter()
        .any(|arg| matches!(arg.as_str(), "-h" | "-help" | "--help"))
    {
        print!("{USAGE}\nemitters:\n");
        for emitter in emit::EMITTERS {
            println!("  --gen-{:20} {}", emitter.name, emitter.about);
        }
        return 0;
    }
    if args
        .iter()
        .any(|arg| matches!(arg.as_str(), "-V" | "-version" | "--version"))
    {
        println!("wavec {}", env!("CARGO_PKG_VERSION"));
        return 0;
    }
    let arguments = match parse_arguments(args) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprint!("wavec tblgen: error: {message}\n{USAGE}");
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
    // Records may be many times as large as what they were read from: they are not kept as text.
    let is_streamed =
        matches!(arguments.action, Action::PrintRecords | Action::DumpJson) && !arguments.write_if_changed;
    let text = match is_streamed {
        true => String::new(),
        false => output_of(arguments, &keeper, &sources).map_err(|errors| errors.render(&sources))?,
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
    // The process ends: what was built is not taken apart.
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

/// The rule that says what an output is made of, for Make and Ninja: both take the first backslash, space or dollar
/// for more than itself.
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
                class: arguments.class.clone(),
                ..EmitOptions::default()
            };
            let text = (emitter.emit)(keeper, &options);
            eprint!("{}", options.warnings.borrow().render(sources));
            return text;
        }
    })
}

/// The defs of a class, by name, in which numbers count as such: `r2` before `r10`.
fn by_number(keeper: &RecordKeeper, class: &str) -> Result<Vec<RecordId>, Diagnostics> {
    if keeper.class(class).is_none() {
        let message = format!("The class '{class}' is not defined");
        return Err(wavec_support::Diagnostic::error(wavec_support::Span::NONE, message).into());
    }
    let mut defs = keeper.derived_defs(class).to_vec();
    defs.sort_by(|&a, &b| compare_numeric(keeper.name(a), keeper.name(b)));
    Ok(defs)
}
