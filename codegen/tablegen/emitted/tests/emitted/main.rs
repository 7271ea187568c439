//! Calls the code that the emitters write: the build script generates `NAME.rs` from each `tests/emit/NAME.td`.

#[allow(missing_docs, clippy::all, rustdoc::all, dead_code)]
mod machine {
    include!("operand_kind_desc.rs");
    include!(concat!(env!("OUT_DIR"), "/registers.rs"));
    include!(concat!(env!("OUT_DIR"), "/instr_info.rs"));
    pub mod encoder {
        include!(concat!(env!("OUT_DIR"), "/encoder.rs"));
    }
    pub mod asm_writer {
        include!(concat!(env!("OUT_DIR"), "/asm_writer.rs"));
    }
}

mod builtins;
mod callingconv;
mod instr_mapping;
mod instr_operands;
mod instructions;
mod isel;
mod registers;
mod sched;
mod sched_groups;
mod sched_predicates;
mod sched_variants;
mod subtarget;
