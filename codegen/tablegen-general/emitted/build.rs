//! Runs the emitters over the descriptions of `tests/emit` whose results the tests call, and over those of the machine whose
//! instructions a table refers to.

use std::path::Path;
use wavec_tablegen::build_support::generate_with;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let include_dirs = [
        "../tests/emit/include",
        "../../tablegen/tests/emit/include",
        "../../td",
        "../../../ir/td",
    ]
    .map(Into::into);
    for (emitter, path) in [
        ("encodings", "../tests/emit/encodings.td"),
        ("encodings", "../tests/emit/encodings_parts.td"),
        ("instr-info", "../../tablegen/tests/emit/instr_info.td"),
        ("register-info", "../../tablegen/tests/emit/registers.td"),
        ("register-bank", "../tests/emit/register_bank.td"),
        ("searchable-tables", "../tests/emit/searchable_tables.td"),
    ] {
        let path = Path::new(path);
        let output = path.with_extension("rs");
        let output = output.file_name().unwrap_or_default().to_string_lossy();
        let emitters = wavec_tablegen_general::TOOL.emitters;
        generate_with(emitters, path, &include_dirs, &[(emitter, &output)]);
    }
}
