//! Generates the static tables from the TableGen description.

use std::path::Path;

fn main() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let include_dirs = [here.join("../td"), here.join("../../codegen/td")];
    wavec_tablegen::build_support::generate(
        &here.join("../td/AMDGPU.td"),
        &include_dirs,
        &[
            ("registers", "registers.rs"),
            ("instr_info", "instr_info.rs"),
            ("encoder", "encoder.rs"),
            ("asm_writer", "asm_writer.rs"),
            ("subtarget", "subtarget.rs"),
            ("sched", "sched.rs"),
        ],
    );
}
