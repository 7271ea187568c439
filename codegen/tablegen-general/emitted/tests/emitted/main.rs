//! Calls the code that the emitters write: the build script generates `NAME.rs` from `tests/emit/NAME.td`.

/// The machine that the tests of `wavec-tablegen` describe.
#[allow(missing_docs, clippy::all, rustdoc::all, dead_code)]
mod machine {
    include!("../../../../tablegen/emitted/tests/emitted/operand_kind_desc.rs");
    include!(concat!(env!("OUT_DIR"), "/registers.rs"));
    include!(concat!(env!("OUT_DIR"), "/instr_info.rs"));
}

// Digits of encodings are grouped by their fields.
#[allow(clippy::unusual_byte_groupings)]
mod encodings;
mod encodings_parts;
mod register_bank;
mod searchable;
