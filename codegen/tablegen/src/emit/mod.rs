//! Emitters: each reads the records and writes one Rust file, which a crate includes at build time. Those that no description
//! of this project needs are in the crate `wavec-tablegen-general`.
//!
//! One emitter a file. To add one: `mod NAME;`, a line in [`EMITTERS`] and one in `command.rs`, all in alphabetical order, and a description in
//! `tests/emit` with the text that is expected; the user's guide (`README.md`) shows the steps.

mod asm_matcher;
mod asm_writer;
mod builtins;
mod callingconv;
pub mod conditions;
mod constraints;
pub mod decoder;
mod encoder;
mod instr_info;
mod instr_mapping;
pub mod instr_model;
pub mod intrinsics;
pub mod isel;
pub mod operands;
mod pressure;
mod processors;
pub mod register_model;
mod registers;
pub mod rust;
mod sched;
mod sched_model;
mod subtarget;
mod type_strings;

use crate::record::RecordKeeper;
use std::cell::RefCell;
use wavec_support::Diagnostics;

/// Options of emitters.
#[derive(Clone, Debug, Default)]
pub struct EmitOptions {
    /// The description's file name, for the comment at the head of the output.
    pub source_name: String,
    /// What an emitter has to say of a description that it can use.
    pub warnings: RefCell<Diagnostics>,
}

/// Writes one file's text.
pub type Emitter = fn(&RecordKeeper, &EmitOptions) -> Result<String, Diagnostics>;

/// An emitter and what it is called.
pub struct EmitterInfo {
    /// `--gen-NAME`; LLVM's spelling where LLVM has such a backend.
    pub name: &'static str,
    /// Other names: shorter ones, and those of LLVM's backends whose part this emitter does too.
    pub aliases: &'static [&'static str],
    /// Writes it.
    pub emit: Emitter,
}

/// An emitter with its names.
pub const fn emitter(name: &'static str, aliases: &'static [&'static str], emit: Emitter) -> EmitterInfo {
    EmitterInfo { name, aliases, emit }
}

/// All emitters, alphabetically. Each is an option of `wavec tblgen`, too (`command.rs`).
pub static EMITTERS: &[EmitterInfo] = &[
    emitter("asm-writer", &["asm-matcher"], asm_writer::emit),
    emitter("builtins", &[], builtins::emit),
    emitter("callingconv", &[], callingconv::emit),
    emitter("dag-isel", &[], isel::emit_listing),
    emitter("emitter", &["encoder", "disassembler"], encoder::emit),
    emitter("instr-info", &[], instr_info::emit),
    emitter("instr-mapping", &[], instr_mapping::emit),
    emitter("intrinsics", &[], intrinsics::emit),
    emitter("isel", &[], isel::emit),
    emitter("register-info", &["registers"], registers::emit),
    emitter("sched", &[], sched::emit),
    emitter("subtarget", &[], subtarget::emit),
];

/// The emitter of this crate with this name; `-` and `_` are the same.
pub fn find(name: &str) -> Option<&'static EmitterInfo> {
    find_in(&[EMITTERS], name)
}

/// The same among other emitters.
pub fn find_in(emitters: &[&'static [EmitterInfo]], name: &str) -> Option<&'static EmitterInfo> {
    let name = name.replace('_', "-");
    emitters
        .iter()
        .copied()
        .flatten()
        .find(|emitter| emitter.name == name || emitter.aliases.contains(&name.as_str()))
}
