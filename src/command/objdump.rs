//! `wavec objdump -d FILE`: the code of object files and code objects as text.

use super::options::parse;
use super::{Failure, files};
use clap::{Arg, ArgAction, Command};

/// Runs the command.
pub fn run(args: &[String]) -> Result<(), Failure> {
    let command = Command::new("wavec objdump")
        .about("Disassembles object files and code objects.")
        .arg(
            Arg::new("disassemble")
                .short('d')
                .long("disassemble")
                .action(ArgAction::SetTrue)
                .help("print the code (the default)"),
        )
        .arg(Arg::new("mcpu").long("mcpu").value_name("CPU").hide(true))
        .arg(
            Arg::new("output")
                .short('o')
                .value_name("OUT")
                .help("file to write; - is standard output"),
        )
        .arg(
            Arg::new("input")
                .value_name("FILE")
                .required(true)
                .action(ArgAction::Append),
        );
    let matches = parse(command, args)?;
    let mut text = String::new();
    for name in matches.get_many::<String>("input").into_iter().flatten() {
        let bytes = files::read(name)?;
        text += &wavec_gpu_mc::disassemble_object(name, &bytes)
            .map_err(|message| Failure::Input(format!("wavec: error: {message}\n")))?;
    }
    let output = matches.get_one::<String>("output").map_or("-", String::as_str);
    files::write(output, text.as_bytes())
}
