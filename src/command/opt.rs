//! `wavec opt IN.ll -passes=a,b,c -S`: runs IR passes by name.

use super::compile::{ir_form, print_report};
use super::diagnostics::{self, Printer};
use super::options::{COMPILE, OUTPUT, compile_options};
use super::{Failure, files};
use crate::options::InputKind;
use crate::pipeline::{Input, run_ir_passes};
use wavec_support::option_table::{CommandSpec, OptionSpec, value};

static PASSES: &[OptionSpec] = &[value("passes", "PASS,...", "passes to run, in order")];

/// What the command takes.
pub(super) static COMMAND: CommandSpec = CommandSpec {
    name: "wavec opt",
    usage: "wavec opt [OPTIONS] -passes=PASS,... INPUT [-o OUT]",
    about: "Runs IR passes and prints the module.",
    max_inputs: 1,
    tables: &[PASSES, OUTPUT, COMPILE, diagnostics::OPTIONS],
};

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    let matches = COMMAND.parse(args)?;
    let name = matches.input().unwrap_or("-");
    let kind = files::input_kind(name, matches.text("language"))?.unwrap_or(InputKind::Ir);
    if kind != InputKind::Ir {
        matches.required("passes")?;
    }
    let passes: Vec<&str> = matches.texts("passes").collect();
    let mut options = compile_options(&matches)?;
    if matches.is_set("print-formatted-intrinsics") {
        options.ir_form = ir_form(&matches)?;
    }
    let source = files::read_text(name)?;
    let input = Input {
        name,
        text: &source,
        kind,
    };
    let printer = Printer::of(&matches, input.kind)?;
    let output = run_ir_passes(input, &passes.join(","), &options);
    let output = output.map_err(|error| printer.failure(&error))?;
    print_report(&output.report, &printer, &matches);
    for (_, bytes) in &output.files {
        files::write(matches.text("output").unwrap_or("-"), bytes)?;
    }
    Ok(())
}
