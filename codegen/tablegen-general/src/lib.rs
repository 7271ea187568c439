//! TableGen emitters for what descriptions may have and none of wavec's has yet: registers of any shape, encodings of any width,
//! tables that are searched by keys. They are options of `wavec tblgen` like those of `wavec-tablegen`.
//!
//! Its tests hold what the emitters of both crates write of a small target in LLVM's own classes against the back ends of
//! `llvm-tblgen-22`.

mod encodings;
mod register_bank;
mod searchable;

use wavec_support::option_table::{OptionSpec, flag};
use wavec_tablegen::command::{self, Tool};
use wavec_tablegen::emit::{self, EmitterInfo, emitter};

/// The emitters of this crate, alphabetically. Each is one of [`OPTIONS`], too.
pub static EMITTERS: &[EmitterInfo] = &[
    emitter("encodings", &[], encodings::emit),
    emitter("register-bank", &[], register_bank::tables::emit),
    emitter("register-list", &[], register_bank::listing::emit),
    emitter("searchable-tables", &[], searchable::emit),
];

/// The options that name them.
pub static OPTIONS: &[OptionSpec] = &[
    flag(
        "gen-encodings",
        "write Rust: encoder and decoder for encodings of any width",
    ),
    flag("gen-register-bank", "write Rust: registers of any shape"),
    flag("gen-register-list", "list registers, and what follows from them"),
    flag(
        "gen-searchable-tables",
        "write Rust: tables that are searched by keys",
    ),
];

/// `wavec tblgen` with all emitters.
pub static TOOL: Tool = Tool {
    command: command::command(&[command::OPTIONS, command::EMITTERS, OPTIONS]),
    emitters: &[emit::EMITTERS, EMITTERS],
};

/// The emitter of this name, of both crates.
pub fn find(name: &str) -> Option<&'static EmitterInfo> {
    emit::find_in(TOOL.emitters, name)
}
