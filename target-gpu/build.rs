//! Generates the selection tables, calling conventions, intrinsics and builtin functions from the TableGen description.

use std::path::Path;

fn main() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let include_dirs = [here.join("td"), here.join("../codegen/td"), here.join("../ir/td")];
    wavec_tablegen::build_support::generate(
        &here.join("td/Selection.td"),
        &include_dirs,
        &[("isel", "isel.rs")],
    );
    wavec_tablegen::build_support::generate(
        &here.join("td/CallingConventions.td"),
        &include_dirs,
        &[("callingconv", "callingconv.rs")],
    );
    wavec_tablegen::build_support::generate(
        &here.join("td/BuiltinsAMDGPU.td"),
        &include_dirs,
        &[("intrinsics", "intrinsics.rs"), ("builtins", "builtins.rs")],
    );
}
