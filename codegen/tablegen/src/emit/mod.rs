//! Emitters: each reads the records and writes one Rust file, which a crate includes at build time.
//!
//! One emitter a file. To add one: `mod NAME;` and a line in [`EMITTERS`], both in alphabetical order.

mod asm_matcher;
mod asm_writer;
mod builtins;
mod callingconv;
mod decoder;
mod encoder;
mod instr_info;
mod instr_model;
mod intrinsics;
pub mod isel;
mod register_model;
mod registers;
mod rust;
mod sets;
mod subtarget;

use crate::record::RecordKeeper;
use wavec_support::Diagnostics;

/// What an emitter may be told besides the records.
#[derive(Clone, Debug, Default)]
pub struct EmitOptions {
    /// The description's file name, for the comment at the head of the output.
    pub source_name: String,
    /// `-class=C`: restricts emitters that work on one class.
    pub class: Option<String>,
}

/// Writes one file's text.
pub type Emitter = fn(&RecordKeeper, &EmitOptions) -> Result<String, Diagnostics>;

/// All emitters by name (`--gen-NAME`), alphabetically.
pub static EMITTERS: &[(&str, Emitter)] = &[
    ("asm_writer", asm_writer::emit),
    ("builtins", builtins::emit),
    ("callingconv", callingconv::emit),
    ("dag_isel", isel::emit_listing),
    ("encoder", encoder::emit),
    ("instr_info", instr_info::emit),
    ("intrinsics", intrinsics::emit),
    ("isel", isel::emit),
    ("registers", registers::emit),
    ("subtarget", subtarget::emit),
];

/// The emitter of this name; `-` and `_` are the same.
pub fn find(name: &str) -> Option<Emitter> {
    let name = name.replace('-', "_");
    EMITTERS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, emitter)| emitter)
}
