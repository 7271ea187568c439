//! Debug sections on their way from `gimli`, which encodes them, to a streamer, which knows addresses.

use crate::inst::{BinaryOp, MCExpr, SymbolId};
use crate::object_module::{SectionSpec, elf};
use crate::streamer::Streamer;
use gimli::write::{EndianVec, RelocateWriter, Relocation, RelocationTarget};
use gimli::{Encoding, Format, LittleEndian, SectionId};

/// DWARF 5 for addresses of 64 bits.
pub const ENCODING: Encoding = Encoding {
    format: Format::Dwarf32,
    version: 5,
    address_size: 8,
};

/// The bytes of a section, and where addresses and offsets of other sections belong.
#[derive(Clone, Debug)]
pub struct DwarfWriter {
    bytes: EndianVec<LittleEndian>,
    relocations: Vec<Relocation>,
}

impl Default for DwarfWriter {
    fn default() -> DwarfWriter {
        DwarfWriter {
            bytes: EndianVec::new(LittleEndian),
            relocations: Vec::new(),
        }
    }
}

impl RelocateWriter for DwarfWriter {
    type Writer = EndianVec<LittleEndian>;

    fn writer(&self) -> &EndianVec<LittleEndian> {
        &self.bytes
    }

    fn writer_mut(&mut self) -> &mut EndianVec<LittleEndian> {
        &mut self.bytes
    }

    fn relocate(&mut self, relocation: Relocation) {
        self.relocations.push(relocation);
    }
}

/// The section's name, type and flags.
fn spec(id: SectionId) -> SectionSpec {
    let flags = match id {
        SectionId::DebugStr | SectionId::DebugLineStr => elf::SHF_MERGE | elf::SHF_STRINGS,
        _ => 0,
    };
    SectionSpec {
        entry_size: u64::from(flags != 0),
        ..SectionSpec::new(id.name(), elf::SHT_PROGBITS, flags)
    }
}

/// The label at the start of a debug section.
fn start_of(id: SectionId, out: &mut impl Streamer) -> SymbolId {
    out.symbols_mut().intern(&format!(".L{}_start", &id.name()[1..]))
}

/// Switches to a debug section. Its start gets a label when this is done first.
pub fn start_section(id: SectionId, out: &mut impl Streamer) {
    out.switch_section(&spec(id));
    let start = start_of(id, out);
    // It is there if the section was begun before.
    let _ = out.label(start);
}

/// Writes a section that refers to `symbols` by their numbers in `section`.
pub fn emit_section(id: SectionId, section: &DwarfWriter, symbols: &[SymbolId], out: &mut impl Streamer) {
    let bytes = section.bytes.slice();
    if bytes.is_empty() {
        return;
    }
    start_section(id, out);
    let mut relocations = section.relocations.clone();
    relocations.sort_by_key(|relocation| relocation.offset);
    let mut at = 0;
    for relocation in relocations {
        if at < relocation.offset {
            out.bytes(&bytes[at..relocation.offset]);
        }
        let symbol = match relocation.target {
            RelocationTarget::Symbol(number) => symbols[number],
            RelocationTarget::Section(id) => start_of(id, out),
        };
        let base = MCExpr::symbol(symbol);
        let value = match relocation.addend {
            0 => base,
            addend => MCExpr::Binary(BinaryOp::Add, Box::new(base), Box::new(MCExpr::Constant(addend))),
        };
        out.value(value, relocation.size);
        at = relocation.offset + usize::from(relocation.size);
    }
    if at < bytes.len() {
        out.bytes(&bytes[at..]);
    }
}

/// What DWARF can hold of a string: it ends at the first zero, and names are not empty.
pub fn dwarf_text(text: &str) -> Vec<u8> {
    let text = text.split('\0').next().unwrap_or_default();
    if text.is_empty() { b".".into() } else { text.into() }
}
