//! Assigns the sections of the module to output sections and regions.

use super::Linker;
use super::layout::{Layout, PAGE};
use crate::code_object::elf::ElfSection;
use wavec_mc::object_module::elf as flags;

/// Sections of the module that are merged.
pub(super) struct Output {
    pub name: String,
    /// Module sections and their offsets in the output.
    pub parts: Vec<(usize, u64)>,
    pub size: u64,
    pub align: u64,
    pub ty: u32,
    pub flags: u64,
    pub address: u64,
    pub offset: u64,
    /// Index in the file.
    pub index: u16,
}

/// The region of memory of a section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Region {
    Note,
    ReadOnly,
    Code,
    Data,
    Zero,
    Unloaded,
}

fn region(ty: u32, section_flags: u64) -> Region {
    if ty == flags::SHT_NOTE && section_flags & flags::SHF_ALLOC != 0 {
        Region::Note
    } else if section_flags & flags::SHF_ALLOC == 0 {
        Region::Unloaded
    } else if section_flags & flags::SHF_EXECINSTR != 0 {
        Region::Code
    } else if section_flags & flags::SHF_WRITE == 0 {
        Region::ReadOnly
    } else if ty == flags::SHT_NOBITS {
        Region::Zero
    } else {
        Region::Data
    }
}

/// Maximum size of a section in the file: a section of zeros alone may be merged into one with bytes.
const MAX_BYTES: u64 = 1 << 28;

/// Sections whose names continue one of these with a dot are merged into it.
const MERGED: [&str; 4] = [".rodata", ".text", ".data", ".bss"];
/// Sections that are used by other linkers only.
const DROPPED: [&str; 4] = [
    ".note.GNU-stack",
    ".llvm_addrsig",
    ".AMDGPU.csdata",
    ".AMDGPU.gpr_maximums",
];

impl Output {
    /// The region that it belongs to.
    pub(super) fn region(&self) -> Region {
        region(self.ty, self.flags)
    }
}

impl Linker<'_> {
    pub(super) fn merge_sections(&mut self) {
        let mut order: Vec<usize> = (0..self.module.sections.len()).collect();
        // A section of the plain name comes before those that continue it, so that kernel descriptors in `.rodata`
        // come before constants in `.rodata.cst`.
        order.sort_by_key(|&index| {
            let spec = &self.module.sections[index].spec;
            (
                region(spec.ty, spec.flags),
                MERGED.iter().all(|name| *name != spec.name),
                index,
            )
        });
        for index in order {
            let section = &self.module.sections[index];
            let spec = &section.spec;
            let loaded = spec.flags & flags::SHF_ALLOC != 0;
            if DROPPED.contains(&spec.name.as_str()) || section.size() == 0 && !loaded {
                continue;
            }
            let continues = |base: &str| {
                spec.name
                    .strip_prefix(base)
                    .is_some_and(|rest| rest.starts_with('.'))
            };
            let name = MERGED
                .iter()
                .find(|base| continues(base))
                .map_or(spec.name.as_str(), |base| base);
            let kind = region(spec.ty, spec.flags);
            let known = self
                .outputs
                .iter()
                .position(|output| output.name == name && output.region() == kind);
            let number = known.unwrap_or_else(|| {
                self.outputs.push(Output {
                    name: name.to_string(),
                    parts: Vec::new(),
                    size: 0,
                    align: 1,
                    ty: spec.ty,
                    flags: spec.flags & (flags::SHF_ALLOC | flags::SHF_WRITE | flags::SHF_EXECINSTR),
                    address: 0,
                    offset: 0,
                    index: 0,
                });
                self.outputs.len() - 1
            });
            let output = &mut self.outputs[number];
            let start = output.size.next_multiple_of(section.align.max(1));
            output.size = start + section.size();
            output.align = output.align.max(section.align);
            if kind != Region::Zero && output.size > MAX_BYTES {
                self.errors
                    .push(format!("section '{}' is too large", output.name));
                output.size = start;
                continue;
            }
            if output.align > PAGE {
                self.errors.push(format!(
                    "section '{}' is aligned to more than a page",
                    output.name
                ));
            }
            output.parts.push((index, start));
            self.place_of[index] = Some((number, start));
        }
        self.outputs.sort_by_key(|output| output.region());
        for (number, output) in self.outputs.iter().enumerate() {
            for &(part, start) in &output.parts {
                self.place_of[part] = Some((number, start));
            }
        }
    }

    /// Appends the sections of a region.
    pub(super) fn place(&mut self, layout: &mut Layout, wanted: Region) {
        for output in self.outputs.iter_mut().filter(|output| output.region() == wanted) {
            let loaded = wanted != Region::Unloaded;
            layout.offset = layout.offset.next_multiple_of(output.align);
            output.offset = layout.offset;
            output.address = if loaded { layout.offset + layout.bias } else { 0 };
            output.index = layout.sections.len() as u16 + 1;
            let mut data = vec![0; output.size as usize];
            for &(part, start) in &output.parts {
                let bytes = &self.module.sections[part].data;
                data[start as usize..start as usize + bytes.len()].copy_from_slice(bytes);
            }
            layout.sections.push(ElfSection {
                name: output.name.clone(),
                ty: output.ty,
                flags: output.flags,
                address: output.address,
                offset: output.offset,
                size: output.size,
                align: output.align,
                data,
                ..ElfSection::default()
            });
            layout.offset += output.size;
        }
    }

    /// Appends sections without bytes in the file; returns the end of their addresses.
    pub(super) fn place_zero(&mut self, layout: &mut Layout) -> u64 {
        let mut end = layout.offset + layout.bias;
        for output in self
            .outputs
            .iter_mut()
            .filter(|output| output.region() == Region::Zero)
        {
            output.address = end.next_multiple_of(output.align);
            output.offset = layout.offset;
            output.index = layout.sections.len() as u16 + 1;
            end = output.address + output.size;
            layout.sections.push(ElfSection {
                name: output.name.clone(),
                ty: output.ty,
                flags: output.flags,
                address: output.address,
                offset: output.offset,
                size: output.size,
                align: output.align,
                ..ElfSection::default()
            });
        }
        end
    }
}
