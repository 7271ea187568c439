//! Generates the tables of intrinsics and builtin functions from their TableGen description.

use std::path::Path;

fn main() {
    let td = Path::new(env!("CARGO_MANIFEST_DIR")).join("td");
    wavec_tablegen::build_support::generate(
        &td.join("Builtins.td"),
        std::slice::from_ref(&td),
        &[("intrinsics", "intrinsics.rs"), ("builtins", "builtins.rs")],
    );
}
