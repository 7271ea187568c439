//! The command line: `wavec INPUT`, and one file for each subcommand.
//!
//! Exit status: 0 for success, 1 for an error in the input, 2 for an error in the command line, 70 for a bug in wavec.

mod arguments;
mod check;
mod compile;
mod diagnostics;
mod documents;
mod explain;
mod files;
mod image_arguments;
mod mc;
mod objdump;
mod opt;
mod options;
mod pass_options;
mod reduce;
mod remarks;
mod run;
mod tblgen;
mod watch;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wavec_support::option_table::{CommandSpec, Stop};
use wavec_support::progress;

/// Why a command ends early.
pub(crate) enum Failure {
    /// An error in the input: text to print, status 1.
    Input(String),
    /// An error in the command line: message, status 2.
    Usage(String),
    /// Everything has been printed already (help, for example): the status.
    Printed(u8),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        match stop {
            Stop::Usage(message) => Failure::Usage(message),
            // Help is no failure.
            Stop::Print(text) => match files::write("-", text.as_bytes()) {
                Ok(()) => Failure::Printed(OK),
                Err(failure) => failure,
            },
        }
    }
}

impl From<crate::CompileError> for Failure {
    fn from(error: crate::CompileError) -> Failure {
        Failure::Input(format!("{}{error}", error.dumps()))
    }
}

const OK: u8 = 0;
const WRONG_INPUT: u8 = 1;
const WRONG_USAGE: u8 = 2;
const INTERNAL_ERROR: u8 = 70;

/// Runs the command with the arguments after its name; returns the exit status.
pub fn main(args: &[String]) -> u8 {
    quiet_panics(args);
    match catch_unwind(AssertUnwindSafe(|| dispatch(args))) {
        Ok(Ok(())) => OK,
        Ok(Err(Failure::Input(text))) => {
            eprint!("{text}");
            WRONG_INPUT
        }
        Ok(Err(Failure::Usage(message))) => {
            eprintln!("wavec: error: {message}\nwavec: note: see wavec --help");
            WRONG_USAGE
        }
        Ok(Err(Failure::Printed(status))) => status,
        Err(_) => {
            report_internal_error(args);
            INTERNAL_ERROR
        }
    }
}

/// A subcommand: its name, what it takes, and what runs it.
type Subcommand = (
    &'static str,
    &'static CommandSpec,
    fn(&[String]) -> Result<(), Failure>,
);

static SUBCOMMANDS: &[Subcommand] = &[
    ("run", &run::COMMAND, run::run),
    ("check", &check::COMMAND, check::run),
    ("opt", &opt::COMMAND, opt::run),
    ("explain", &explain::COMMAND, explain::run),
    ("mc", &mc::COMMAND, mc::run),
    ("objdump", &objdump::COMMAND, objdump::run),
    ("reduce", &reduce::COMMAND, reduce::run),
    ("tblgen", &wavec_tablegen_general::TOOL.command, tblgen::run),
    (
        "completions",
        &documents::COMPLETIONS,
        documents::print_completions,
    ),
    ("man", &documents::MAN, documents::print_man),
];

fn dispatch(args: &[String]) -> Result<(), Failure> {
    let first = args.first().map(String::as_str);
    match SUBCOMMANDS.iter().find(|(name, ..)| first == Some(name)) {
        Some((.., run)) => run(&args[1..]),
        None => compile::run(args),
    }
}

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics are bugs in wavec. [`report_internal_error`] reports them once; at once where panics do not unwind, which makes
/// the command a good deal smaller.
fn quiet_panics(args: &[String]) {
    let args = args.to_vec();
    std::panic::set_hook(Box::new(move |info| {
        let message = match info.payload_as_str() {
            Some(message) => message.to_string(),
            None => "panic".to_string(),
        };
        let place = info
            .location()
            .map_or(String::new(), |place| format!("\n  at {place}"));
        if std::env::var_os("RUST_BACKTRACE").is_some() {
            eprintln!("{}", std::backtrace::Backtrace::force_capture());
        }
        PANIC.set(message + &place);
        if cfg!(panic = "abort") {
            report_internal_error(&args);
            std::process::exit(INTERNAL_ERROR.into());
        }
    }));
}

fn report_internal_error(args: &[String]) {
    eprintln!("wavec: internal error: {}", PANIC.take());
    let (pass, function) = (progress::current_pass(), progress::current_function());
    if !pass.is_empty() && function.is_empty() {
        eprintln!("wavec: note: in pass '{pass}'");
    } else if !pass.is_empty() {
        eprintln!("wavec: note: in pass '{pass}', function '{function}'");
    }
    eprintln!("wavec: note: this is a bug in wavec, not in the input; nothing was written");
    let replay: Vec<String> = args.iter().map(|arg| shell_quoted(arg)).collect();
    eprintln!("wavec: note: to reproduce: wavec {}", replay.join(" "));
}

fn shell_quoted(arg: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./:,@%".contains(c);
    if !arg.is_empty() && arg.chars().all(plain) {
        arg.to_string()
    } else {
        format!("'{}'", arg.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replay_commands_survive_a_shell() {
        assert_eq!(shell_quoted("-DX=1"), "-DX=1");
        assert_eq!(shell_quoted("buf:f32[4]:iota"), "'buf:f32[4]:iota'");
        assert_eq!(shell_quoted("it's"), "'it'\\''s'");
        assert_eq!(shell_quoted(""), "''");
    }
}
