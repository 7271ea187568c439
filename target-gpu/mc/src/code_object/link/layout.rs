//! Assigns sections consecutive file offsets and addresses.

use crate::code_object::elf::{ElfSection, ProgramHeader};
use wavec_mc::object_module::elf as flags;

/// Size of a page: segments with different permissions do not share one.
pub(super) const PAGE: u64 = 0x1000;

/// The position of the next section.
#[derive(Default)]
pub(super) struct Layout {
    /// Sections so far.
    pub sections: Vec<ElfSection>,
    /// Current file offset.
    pub offset: u64,
    /// Distance of addresses from file offsets.
    pub bias: u64,
}

impl Layout {
    /// Moves to another page of memory.
    pub(super) fn next_page(&mut self, align: u64) {
        self.offset = self.offset.next_multiple_of(align);
        self.bias += PAGE;
    }

    /// The segment from file offset `start` to here.
    pub(super) fn segment(&self, ty: u32, rights: u32, start: u64, align: u64) -> ProgramHeader {
        let size = self.offset - start;
        ProgramHeader {
            ty,
            flags: rights,
            offset: start,
            address: start + self.bias,
            file_size: size,
            memory_size: size,
            align,
        }
    }

    /// A section created by the linker; its contents are zero until set.
    pub(super) fn synthetic(&mut self, name: &str, ty: u32, align: u64, size: u64, entry_size: u64) -> usize {
        self.offset = self.offset.next_multiple_of(align);
        self.sections.push(ElfSection {
            name: name.to_string(),
            ty,
            flags: flags::SHF_ALLOC,
            address: self.offset + self.bias,
            offset: self.offset,
            size,
            align,
            entry_size,
            data: vec![0; size as usize],
            ..ElfSection::default()
        });
        self.offset += size;
        self.sections.len() - 1
    }

    /// Addresses without bytes.
    pub(super) fn padding(&mut self, name: &str, size: u64) {
        self.sections.push(ElfSection {
            name: name.to_string(),
            ty: flags::SHT_NOBITS,
            flags: flags::SHF_ALLOC | flags::SHF_WRITE,
            address: self.offset + self.bias,
            offset: self.offset,
            size,
            align: 1,
            ..ElfSection::default()
        });
    }
}
