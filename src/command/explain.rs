//! `wavec explain F.cl -o F.html`: a page of all stages.

use super::diagnostics::{self, Printer};
use super::options::{COMPILE, OUTPUT_FILE, compile_options, processor};
use super::{Failure, files};
use crate::explain::explain;
use crate::options::InputKind;
use crate::pipeline::Input;
use std::path::Path;
use wavec_support::option_table::{CommandSpec, OptionSpec, value};

static OPTIONS: &[OptionSpec] = &[value("kernel", "NAME", "the only function to show"), OUTPUT_FILE];

/// What the command takes.
pub(super) static COMMAND: CommandSpec = CommandSpec {
    name: "wavec explain",
    usage: "wavec explain [OPTIONS] INPUT [-o F.html]",
    about: "Makes a page that shows a program at every stage of its compilation, side by side.",
    max_inputs: 1,
    tables: &[OPTIONS, COMPILE, diagnostics::OPTIONS],
};

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    let matches = COMMAND.parse(args)?;
    processor(&matches)?;
    let name = matches.input()?;
    let kind = files::input_kind(name, matches.text("language"))?;
    let options = compile_options(&matches)?;
    let text = files::read_text(name)?;
    let input = Input {
        name,
        text: &text,
        kind: kind.unwrap_or_else(|| InputKind::of_text(&text)),
    };
    let printer = Printer::of(&matches, input.kind)?;
    let page = explain(input, matches.text("kernel"), &options);
    let page = page.map_err(|error| printer.failure(&error))?;
    let beside = Path::new(name).with_extension("html");
    let output = match (matches.text("output"), name) {
        (Some(output), _) => output.to_string(),
        (None, "-") => "-".to_string(),
        (None, _) => beside.to_string_lossy().into_owned(),
    };
    files::write(&output, page.as_bytes())
}
