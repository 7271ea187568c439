//! What can be asked of a description.

use wavec_tablegen::{RecordKeeper, SourceMap};

/// Records, JSON, detailed records, warnings and files, by which two evaluations of a file `main.td` can be compared.
pub fn of(keeper: &RecordKeeper, sources: &SourceMap) -> [String; 5] {
    [
        keeper.print_records(),
        keeper.dump_json(sources),
        keeper.print_detailed_records(sources, "main.td"),
        keeper.warnings().render(sources),
        format!("{:?}", keeper.files_read()),
    ]
}
