//! `wavec objdump -d FILE`: the code of object files and code objects as text.

use super::options::OUTPUT_FILE;
use super::{Failure, files};
use wavec_support::option_table::{CommandSpec, OptionSpec, flag, value};

static OPTIONS: &[OptionSpec] = &[
    flag("disassemble", "print the code (the default)").or_letter('d'),
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
    let mut text = String::new();
    for name in &matches.inputs {
        let bytes = files::read(name)?;
        text += &wavec_gpu_mc::disassemble_object(name, &bytes)
            .map_err(|message| Failure::Input(format!("wavec: error: {message}\n")))?;
    }
    files::write(matches.text("output").unwrap_or("-"), text.as_bytes())
}
