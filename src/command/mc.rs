//! `wavec mc`: the assembler and disassembler, in the manner of llvm-mc.

use super::options::{
    FEATURES, INCLUDE_DIRECTORY, OBJECT_VERSION, OUTPUT_FILE, PROCESSOR, object_version, processor,
};
use super::{Failure, WRONG_INPUT, files};
use wavec_gpu_mc::{McOptions, Subtarget, System, Vendor};
use wavec_support::option_table::{CommandSpec, OptionSpec, flag, value};

static OPTIONS: &[OptionSpec] = &[
    flag("assemble", "read assembly (the default)"),
    flag(
        "disassemble",
        "read bytes: numbers separated by white space or commas",
    ),
    value("filetype", "TYPE", "output asm (the default) or obj"),
    flag("show-encoding", "print the encoding of each instruction"),
    PROCESSOR,
    FEATURES,
    INCLUDE_DIRECTORY,
    OBJECT_VERSION,
    OUTPUT_FILE,
    // Only one architecture is supported.
    value("triple", "TRIPLE", ""),
    value("arch", "ARCH", ""),
];

/// What the command takes.
pub(super) static COMMAND: CommandSpec = CommandSpec {
    name: "wavec mc",
    usage: "wavec mc [OPTIONS] [INPUT] [-o OUT]",
    about: "Assembles and disassembles like llvm-mc, by default from standard input to standard output.",
    max_inputs: 1,
    tables: &[OPTIONS],
};

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    let matches = COMMAND.parse(args)?;
    let mut options = McOptions {
        show_encoding: matches.is_set("show-encoding"),
        disassemble: matches.is_set("disassemble"),
        object: match matches.text("filetype") {
            None | Some("asm") => false,
            Some("obj") => true,
            Some(other) => return Err(Failure::Usage(format!("unknown file type '{other}'"))),
        },
        directories: matches.texts("include-dir").map(Into::into).collect(),
        ..McOptions::default()
    };
    if let Some(target) = processor(&matches)? {
        options.target.subtarget = Subtarget::of(target);
    }
    if let Some(features) = matches.text("mattr") {
        let with = options.target.subtarget.with_features(features);
        options.target.subtarget = with.map_err(Failure::Usage)?;
    }
    if let Some(version) = object_version(&matches)? {
        options.target.version = version;
    }
    for name in ["triple", "arch"] {
        if let Some(value) = matches.text(name).filter(|value| !value.starts_with("amdgcn")) {
            return Err(Failure::Usage(format!("--{name}: '{value}' is not supported")));
        }
    }
    let triple = matches.text("triple").unwrap_or("");
    options.target.system = System::of_triple(triple);
    options.target.vendor = Vendor::of_triple(triple);
    let name = matches.input().unwrap_or("-");
    let text = files::read_text(name)?;
    let shown = if name == "-" { "<stdin>" } else { name };
    let output = wavec_gpu_mc::run_mc(shown, &text, &options);
    eprint!("{}", output.messages);
    let written = matches.text("output").unwrap_or("-");
    // On error, standard output still gets the lines that are right; no file is written.
    if let Some(bytes) = &output.bytes
        && (written == "-" || !output.failed)
    {
        files::write(written, bytes)?;
    }
    if output.failed {
        Err(Failure::Printed(WRONG_INPUT))
    } else {
        Ok(())
    }
}
