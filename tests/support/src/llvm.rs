//! LLVM's tools as references for ours. If one is not installed, its comparison is skipped with a message on standard
//! error that bypasses the test harness (which hides the output of passing tests); `WAVEC_REQUIRE_LLVM=1` makes it a
//! failure.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Whether tests fail without LLVM.
pub fn is_required() -> bool {
    std::env::var_os("WAVEC_REQUIRE_LLVM").is_some_and(|value| !value.is_empty() && value != "0")
}

/// Reports that a comparison is skipped because `what` is not installed.
///
/// # Panics
/// If LLVM is required.
pub fn skip(what: &str) {
    assert!(!is_required(), "{what}, and LLVM is required");
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // If standard error is closed, nobody can read the message.
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {what}");
}

/// Whether `tool` can be run; [`skip`]s otherwise.
pub fn is_there(tool: &str) -> bool {
    run(Command::new(tool).arg("--version"), b"").is_some()
}

/// Runs one of LLVM's tools with `input` as its standard input; `None`, and a [`skip`], if it is not installed.
pub fn run(command: &mut Command, input: &[u8]) -> Option<Output> {
    let child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(problem) => {
            skip(&format!(
                "{} cannot run ({problem})",
                command.get_program().display()
            ));
            return None;
        }
    };
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = std::thread::scope(|scope| {
        // A tool that does not read all of its input closes the pipe.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output()
    });
    Some(output.expect("a process that can be waited for"))
}
