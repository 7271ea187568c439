//! `wavec opt IN.ll -passes=a,b,c -S`: runs IR passes by name.

use super::compile::{formatted, print_report};
use super::options::{
    compile_options, parse, required, text, texts, with_compile_options, with_output_options,
};
use super::{Failure, files};
use crate::options::InputKind;
use crate::pipeline::{Input, run_ir_passes};
use clap::{Arg, ArgAction, Command};

/// Runs the command.
pub fn run(args: &[String]) -> Result<(), Failure> {
    let command = with_output_options(with_compile_options(Command::new("wavec opt")))
        .about("Runs IR passes and prints the module.")
        .arg(
            Arg::new("passes")
                .long("passes")
                .value_name("PASS,...")
                .action(ArgAction::Append)
                .help("passes in order"),
        );
    let matches = parse(command, args)?;
    let name = text(&matches, "input").unwrap_or("-");
    let kind = match text(&matches, "language") {
        None if name == "-" => InputKind::Ir,
        language => files::input_kind(name, language)?,
    };
    required(&matches, "passes", "-passes=").or_else(|error| match kind {
        InputKind::Ir => Ok(""),
        _ => Err(error),
    })?;
    let passes: Vec<&str> = texts(&matches, "passes").map(String::as_str).collect();
    let mut options = compile_options(&matches)?;
    options.formatted_ir = text(&matches, "print-formatted-intrinsics").is_some() && formatted(&matches)?;
    let source = files::read_text(name)?;
    let input = Input {
        name,
        text: &source,
        kind,
    };
    let output = run_ir_passes(input, &passes.join(","), &options)?;
    print_report(&output.report, &matches);
    for (_, bytes) in &output.files {
        files::write(text(&matches, "output").unwrap_or("-"), bytes)?;
    }
    Ok(())
}
