//! `wavec objdump -d FILE`: the code of object files and code objects as text, or what their kernels need.

use super::compile::{RESOURCES, resources_of};
use super::options::OUTPUT_FILE;
use super::{Failure, files};
use wavec_gpu_mc::{DisassembleOptions, disassemble_object};
use wavec_support::option_table::{CommandSpec, OptionSpec, flag, value};

static OPTIONS: &[OptionSpec] = &[
    flag("disassemble", "print the code (the default)").or_letter('d'),
    flag(
        "line-numbers",
        "print the functions and lines that code comes from",
    )
    .or_letter('l'),
    flag("source", "print the text of these lines").or_letter('S'),
    RESOURCES,
    // Accepted and ignored: the files name their processor.
    value("mcpu", "CPU", ""),
    OUTPUT_FILE,
];

/// What the command takes.
pub(super) static COMMAND: CommandSpec = CommandSpec {
    name: "wavec objdump",
    usage: "wavec objdump -d FILE... [-o OUT]",
    about: "Disassembles object files and code objects.",
    max_inputs: usize::MAX,
    tables: &[OPTIONS],
};

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    let matches = COMMAND.parse(args)?;
    matches.input()?;
    let read = |name: &str| std::fs::read_to_string(name).ok();
    let options = DisassembleOptions {
        lines: matches.is_set("line-numbers"),
        source: matches.is_set("source").then_some(&read),
    };
    let mut text = String::new();
    for name in &matches.inputs {
        let bytes = files::read(name)?;
        if matches.text("resource-usage").is_some() {
            text += &resources_of(&bytes, &matches)?;
            continue;
        }
        text += &disassemble_object(name, &bytes, options)
            .map_err(|message| Failure::Input(format!("wavec: error: {message}\n")))?;
    }
    files::write(matches.text("output").unwrap_or("-"), text.as_bytes())
}
