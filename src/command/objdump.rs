//! `wavec objdump -d FILE`: the code of object files and code objects as text, or what their kernels need.

use super::compile::{RESOURCES, resources_of};
use super::options::OUTPUT_FILE;
use super::{Failure, files};
use wavec_gpu_mc::code_object::{DumpOptions, dump_object, missing_sections};
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
    flag("section-headers", "print the table of sections")
        .or("headers")
        .or_letter('h'),
    flag("syms", "print the symbols").or_letter('t'),
    flag("reloc", "print the relocations; after instructions with -d").or_letter('r'),
    flag("full-contents", "print the bytes of sections").or_letter('s'),
    value("section", "NAME", "only of the section; may be repeated").letter('j'),
    RESOURCES,
    // Accepted and ignored: the files name their processor.
    value("mcpu", "CPU", ""),
    OUTPUT_FILE,
];

/// What the command takes.
pub(super) static COMMAND: CommandSpec = CommandSpec {
    name: "wavec objdump",
    usage: "wavec objdump [-d] [-l] [-S] [-h] [-t] [-r] [-s] [-j SECTION] FILE... [-o OUT]",
    about: "Disassembles object files and code objects, and prints their tables.",
    max_inputs: usize::MAX,
    tables: &[OPTIONS],
};

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    let matches = COMMAND.parse(args)?;
    matches.input()?;
    let read = |name: &str| std::fs::read_to_string(name).ok();
    let only: Vec<&str> = matches.texts("section").collect();
    let options = DisassembleOptions {
        only: &only,
        lines: matches.is_set("line-numbers"),
        source: matches.is_set("source").then_some(&read),
        relocations: matches.is_set("reloc"),
    };
    let disassembles = ["disassemble", "line-numbers", "source"]
        .iter()
        .any(|option| matches.is_set(option));
    let dump = DumpOptions {
        sections: matches.is_set("section-headers"),
        symbols: matches.is_set("syms"),
        relocations: matches.is_set("reloc") && !disassembles,
        contents: matches.is_set("full-contents"),
        only: &only,
    };
    let mut text = String::new();
    let mut missing = only.clone();
    for name in &matches.inputs {
        let bytes = files::read(name)?;
        if matches.text("resource-usage").is_some() {
            text += &resources_of(&bytes, &matches)?;
            continue;
        }
        let wrong = |message| Failure::Input(format!("wavec: error: {message}\n"));
        let has_tables = dump.is_any();
        missing = missing_sections(&bytes, &missing);
        if has_tables {
            text += &dump_object(name, &bytes, dump).map_err(wrong)?;
        }
        if disassembles || !has_tables {
            let listing = disassemble_object(name, &bytes, options).map_err(wrong)?;
            // The name of the file is there already.
            let head = if has_tables {
                listing.match_indices('\n').nth(1).map_or(0, |(at, _)| at + 1)
            } else {
                0
            };
            text += &listing[head..];
        }
    }
    for name in missing {
        eprintln!("wavec: warning: no section is called '{name}'");
    }
    files::write(matches.text("output").unwrap_or("-"), text.as_bytes())
}
