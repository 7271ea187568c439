//! Machine code layer: physical registers, instruction descriptions, machine code instructions, expressions, and
//! (in their own modules) streamers and object files.
//!
//! ```text
//!  machine IR ──lowering──▶ MCInst ──▶ Streamer ─┬─▶ AsmStreamer     text
//!  assembly ────parser────▶    │                 └─▶ ObjectStreamer  sections, symbols, fixups
//!                              └── encoder / decoder / printer / matcher interpret static generated tables
//! ```
//!
//! Everything about a target is in `static` tables that its crate generates from TableGen at build time; nothing is
//! built at start-up. This crate must never know the name of a target, a register or a (non-generic) instruction.

pub mod asm;
pub mod asm_info;
pub mod asm_streamer;
pub mod desc;
pub mod dwarf;
pub mod encoding;
pub mod encodings;
pub mod fixup;
pub mod frames;
pub mod generic;
pub mod inst;
pub mod line_table;
pub mod object_module;
pub mod object_streamer;
pub mod recorder;
pub mod reg;
pub mod register_bank;
pub mod sched;
pub mod streamer;

pub use asm_info::{AsmFragment, AsmInfo, MnemonicEntry};
pub use asm_streamer::AsmStreamer;
pub use desc::{
    Desc, InstrDesc, InstrEncoding, InstrFlags, InstrInfo, NameList, Opcode, OperandFlags, OperandInfo,
    OperandKind, OperandName,
};
pub use encoding::{DecodeBucket, EncodingField, EncodingFormat, EncodingInfo, Words};
pub use encodings::{
    DecodeNode, DecodeStatus, DecodeTable, Decoded, Encoding, EncodingHooks, Encodings, FeatureTest, HookId,
    NoHooks, OperandCode, WholeCode, WideField,
};
pub use fixup::{FixupKind, InstrFixup};
pub use frames::{FrameDirective, FrameRule};
pub use inst::{BinaryOp, MCExpr, MCInst, MCOperand, SymbolId, SymbolTable, UnaryOp, VariantKind};
pub use line_table::{SourceFile, SourceLine};
pub use object_module::{ObjectModule, ObjectSymbol, Relocation, Section, SectionSpec, SymbolSection};
pub use object_streamer::ObjectStreamer;
pub use recorder::{RecordedBytes, Recorder, Recording};
pub use reg::{
    ClassPressure, PressureSetDesc, Reg, RegClassId, RegRange, RegisterClassDesc, RegisterDesc, RegisterInfo,
    SubRegDesc, SubRegIndex,
};
pub use register_bank::{BankClass, BankIndex, BankRegister, BankSubReg, BankUnit, RegisterBank};
pub use sched::{
    ProcResourceDesc, ReadAdvance, ResourceUse, SchedClassDesc, SchedModel, SchedVariant, WriteLatency,
};
pub use streamer::{EncodedInst, Filling, MCTarget, Streamer, SymbolAttribute};
