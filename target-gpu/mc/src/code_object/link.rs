//! From an object module to a loadable code object: addresses, relocations, dynamic symbols, segments.
//!
//! ```text
//!  R   file header, program headers, .note .dynsym .gnu.hash .hash .dynstr .rela.dyn .rodata   (descriptors first)
//!  RX  .text                                                                         one page of addresses further
//!  RW  .dynamic .got .relro_padding            then .data .bss                       one page of addresses further
//!      other sections, .symtab .strtab .shstrtab                                     not loaded
//! ```

use super::elf::{self, ElfSection, ElfSymbol, FileKind, ProgramHeader, StringTable, reloc};
use fxhash::FxHashMap;
use wavec_mc::object_module::{
    Binding, ObjectModule, ObjectSymbol, SymbolKind, SymbolSection, Visibility, elf as flags,
};

/// Size of a page: segments with different rights do not share one.
const PAGE: u64 = 0x1000;

/// Sections of the module that are put together.
struct Output {
    name: String,
    /// Module sections and their offsets in the output.
    parts: Vec<(usize, u64)>,
    size: u64,
    align: u64,
    ty: u32,
    flags: u64,
    address: u64,
    offset: u64,
    /// Index in the file.
    index: u16,
}

/// Which part of memory a section goes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Region {
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

/// Sections whose names continue one of these with a dot become part of it.
const MERGED: [&str; 4] = [".rodata", ".text", ".data", ".bss"];
/// Sections that only tools of other linkers want.
const DROPPED: [&str; 4] = [
    ".note.GNU-stack",
    ".llvm_addrsig",
    ".AMDGPU.csdata",
    ".AMDGPU.gpr_maximums",
];

/// Links one module. Errors say which symbol or place is wrong.
pub fn link(module: &ObjectModule) -> Result<Vec<u8>, Vec<String>> {
    Linker::new(module).run()
}

struct Linker<'a> {
    module: &'a ObjectModule,
    outputs: Vec<Output>,
    /// Output and offset of each module section.
    place_of: Vec<Option<(usize, u64)>>,
    /// Symbols with an entry in the global offset table.
    got: Vec<u32>,
    got_index: FxHashMap<u32, u64>,
    got_address: u64,
    /// Dynamic relocations: address and addend.
    relative: Vec<(u64, i64)>,
    errors: Vec<String>,
}

impl<'a> Linker<'a> {
    fn new(module: &'a ObjectModule) -> Linker<'a> {
        let mut linker = Linker {
            module,
            outputs: Vec::new(),
            place_of: vec![None; module.sections.len()],
            got: Vec::new(),
            got_index: FxHashMap::default(),
            got_address: 0,
            relative: Vec::new(),
            errors: Vec::new(),
        };
        linker.merge_sections();
        linker
    }

    fn merge_sections(&mut self) {
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
            if DROPPED.contains(&spec.name.as_str()) || section.data.is_empty() && !loaded {
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
                .position(|output| output.name == name && region(output.ty, output.flags) == kind);
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
            output.size = start + section.data.len() as u64;
            output.align = output.align.max(section.align);
            output.parts.push((index, start));
            self.place_of[index] = Some((number, start));
        }
        self.outputs.sort_by_key(|output| region(output.ty, output.flags));
        for (number, output) in self.outputs.iter().enumerate() {
            for &(part, start) in &output.parts {
                self.place_of[part] = Some((number, start));
            }
        }
    }

    /// Global symbols that loaders see, in the order of the module.
    fn exported(&self) -> Vec<&'a ObjectSymbol> {
        self.module
            .symbols
            .iter()
            .filter(|symbol| {
                symbol.binding != Binding::Local
                    && !matches!(symbol.visibility, Visibility::Hidden | Visibility::Internal)
                    && symbol.section != SymbolSection::Undefined
            })
            .collect()
    }

    fn run(mut self) -> Result<Vec<u8>, Vec<String>> {
        self.check_symbols();
        self.scan_relocations();
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let exported = gnu_hash_order(self.exported());
        let mut dynamic_strings = StringTable::default();
        let dynamic_names: Vec<u32> = exported
            .iter()
            .map(|symbol| dynamic_strings.add(&symbol.name))
            .collect();
        let gnu_hash = gnu_hash_table(&exported);
        let hash = hash_table(&exported);
        let num_relative = self.count_relative();
        let has_data = self
            .outputs
            .iter()
            .any(|o| matches!(region(o.ty, o.flags), Region::Data | Region::Zero));
        let has_note = self.outputs.iter().any(|o| region(o.ty, o.flags) == Region::Note);
        let has_code = self.outputs.iter().any(|o| region(o.ty, o.flags) == Region::Code);
        let num_segments = 6 + u64::from(has_data) + u64::from(has_note) + u64::from(has_code);

        let mut layout = Layout {
            sections: Vec::new(),
            offset: 0,
            bias: 0,
        };
        layout.offset = elf::HEADER_SIZE + elf::PROGRAM_HEADER_SIZE * num_segments;
        let note_start = layout.offset.next_multiple_of(4);
        self.place(&mut layout, Region::Note);
        let note_end = layout.offset;
        let dynsym = layout.synthetic(
            ".dynsym",
            elf::SHT_DYNSYM,
            8,
            (exported.len() as u64 + 1) * 24,
            24,
        );
        let gnu = layout.synthetic(".gnu.hash", elf::SHT_GNU_HASH, 8, gnu_hash.len() as u64, 0);
        let sysv = layout.synthetic(".hash", elf::SHT_HASH, 4, hash.len() as u64, 4);
        let dynstr = layout.synthetic(
            ".dynstr",
            elf::SHT_STRTAB,
            1,
            dynamic_strings.data.len() as u64,
            0,
        );
        let rela = (num_relative > 0).then(|| {
            layout.synthetic(
                ".rela.dyn",
                elf::SHT_RELA,
                8,
                num_relative * elf::RELA_SIZE,
                elf::RELA_SIZE,
            )
        });
        self.place(&mut layout, Region::ReadOnly);
        let read_only_end = layout.offset;

        layout.next_segment(256);
        let code_start = layout.offset;
        self.place(&mut layout, Region::Code);
        let code_end = layout.offset;

        layout.next_segment(8);
        let relro_start = layout.offset;
        let num_dynamic = 7 + if rela.is_some() { 4 } else { 0 };
        let dynamic = layout.synthetic(".dynamic", elf::SHT_DYNAMIC, 8, num_dynamic * 16, 16);
        let got = (!self.got.is_empty())
            .then(|| layout.synthetic(".got", flags::SHT_PROGBITS, 8, self.got.len() as u64 * 8, 0));
        let relro_end = layout.offset;
        let relro_address = relro_start + layout.bias;
        let relro_memory = (relro_end + layout.bias).next_multiple_of(PAGE) - relro_address;
        layout.padding(".relro_padding", relro_memory - (relro_end - relro_start));

        let (mut data_start, mut data_file_end, mut data_address, mut data_memory) = (0, 0, 0, 0);
        if has_data {
            layout.next_segment(8);
            data_start = layout.offset;
            data_address = data_start + layout.bias;
            self.place(&mut layout, Region::Data);
            data_file_end = layout.offset;
            let memory_end = self.place_zero(&mut layout);
            data_memory = memory_end.max(data_file_end + layout.bias) - data_address;
        }
        layout.bias = 0;
        self.place(&mut layout, Region::Unloaded);
        if let Some(got) = got {
            self.got_address = layout.sections[got].address;
        }

        // Addresses are known: contents.
        self.relocate(&mut layout);
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let mut table = Vec::new();
        ElfSymbol::default().write(&mut table);
        for (symbol, &name) in exported.iter().zip(&dynamic_names) {
            self.elf_symbol(symbol, name).write(&mut table);
        }
        layout.sections[dynsym].data = table;
        layout.sections[dynsym].link = dynstr as u32 + 1;
        layout.sections[dynsym].info = 1;
        for (section, data) in [(gnu, gnu_hash), (sysv, hash), (dynstr, dynamic_strings.data)] {
            layout.sections[section].data = data;
        }
        layout.sections[gnu].link = dynsym as u32 + 1;
        layout.sections[sysv].link = dynsym as u32 + 1;
        if let Some(got) = got {
            for (slot, &symbol) in self.got.clone().iter().enumerate() {
                let address = self.address_of(symbol);
                let place = layout.sections[got].address + slot as u64 * 8;
                layout.sections[got].data[slot * 8..slot * 8 + 8].copy_from_slice(&address.to_le_bytes());
                if self.module.symbols[symbol as usize].section != SymbolSection::Absolute {
                    self.relative.push((place, address as i64));
                }
            }
        }
        if let Some(rela) = rela {
            self.relative.sort_unstable();
            let mut data = Vec::new();
            for &(place, addend) in &self.relative {
                elf::write_rela(place, 0, reloc::RELATIVE64, addend, &mut data);
            }
            layout.sections[rela].data = data;
            layout.sections[rela].link = dynsym as u32 + 1;
        }
        let mut entries = vec![
            (6, layout.sections[dynsym].address),
            (11, elf::SYMBOL_SIZE),
            (5, layout.sections[dynstr].address),
            (10, layout.sections[dynstr].size),
            (0x6fff_fef5, layout.sections[gnu].address),
            (4, layout.sections[sysv].address),
        ];
        if let Some(rela) = rela {
            entries.splice(
                0..0,
                [
                    (7, layout.sections[rela].address),
                    (8, layout.sections[rela].size),
                    (9, elf::RELA_SIZE),
                    (0x6fff_fff9, self.relative.len() as u64),
                ],
            );
        }
        entries.push((0, 0));
        let mut data = Vec::new();
        for (tag, value) in entries {
            data.extend_from_slice(&(tag as u64).to_le_bytes());
            data.extend_from_slice(&value.to_le_bytes());
        }
        layout.sections[dynamic].data = data;
        layout.sections[dynamic].link = dynstr as u32 + 1;
        layout.sections[dynamic].flags |= flags::SHF_WRITE;
        if let Some(got) = got {
            layout.sections[got].flags |= flags::SHF_WRITE;
        }
        self.symbol_table(&mut layout, dynamic);

        let code_bias = PAGE;
        let segment = |ty, rights, offset, address, file_size, memory_size, align| ProgramHeader {
            ty,
            flags: rights,
            offset,
            address,
            file_size,
            memory_size,
            align,
        };
        let (pt_load, pt_dynamic, pt_note, pt_phdr) = (1, 2, 4, 6);
        let (r, rx, rw) = (4, 5, 6);
        let headers = elf::PROGRAM_HEADER_SIZE * num_segments;
        let relro_size = relro_end - relro_start;
        let dynamic_size = layout.sections[dynamic].size;
        let mut segments = vec![
            segment(pt_phdr, r, 64, 64, headers, headers, 8),
            segment(pt_load, r, 0, 0, read_only_end, read_only_end, PAGE),
        ];
        if has_code {
            let size = code_end - code_start;
            segments.push(segment(
                pt_load,
                rx,
                code_start,
                code_start + code_bias,
                size,
                size,
                PAGE,
            ));
        }
        segments.push(segment(
            pt_load,
            rw,
            relro_start,
            relro_address,
            relro_size,
            relro_memory,
            PAGE,
        ));
        if has_data {
            let file = data_file_end - data_start;
            segments.push(segment(
                pt_load,
                rw,
                data_start,
                data_address,
                file,
                data_memory,
                PAGE,
            ));
        }
        segments.push(segment(
            pt_dynamic,
            rw,
            relro_start,
            relro_address,
            dynamic_size,
            dynamic_size,
            8,
        ));
        segments.push(segment(
            0x6474_e552,
            r,
            relro_start,
            relro_address,
            relro_size,
            relro_memory,
            1,
        ));
        segments.push(segment(0x6474_e551, rw, 0, 0, 0, 0, 0));
        if has_note {
            let size = note_end - note_start;
            segments.push(segment(pt_note, r, note_start, note_start, size, size, 4));
        }
        let kind = FileKind {
            ty: elf::ET_DYN,
            os_abi: self.module.os_abi,
            abi_version: self.module.abi_version,
            flags: self.module.e_flags,
        };
        Ok(elf::write(kind, &segments, layout.sections))
    }

    fn check_symbols(&mut self) {
        let mut defined: FxHashMap<&str, ()> = FxHashMap::default();
        for symbol in &self.module.symbols {
            if symbol.section != SymbolSection::Undefined
                && symbol.binding == Binding::Global
                && defined.insert(&symbol.name, ()).is_some()
            {
                self.errors
                    .push(format!("symbol '{}' is defined twice", symbol.name));
            }
        }
    }

    fn scan_relocations(&mut self) {
        for section in &self.module.sections {
            for relocation in &section.relocations {
                let symbol = &self.module.symbols[relocation.symbol as usize];
                if symbol.section == SymbolSection::Undefined && symbol.binding != Binding::Weak {
                    let message = format!("undefined symbol: {}", symbol.name);
                    if !self.errors.contains(&message) {
                        self.errors.push(message);
                    }
                }
                if matches!(
                    relocation.kind,
                    reloc::GOTPCREL | reloc::GOTPCREL32_LO | reloc::GOTPCREL32_HI
                ) && !self.got_index.contains_key(&relocation.symbol)
                {
                    self.got_index.insert(relocation.symbol, self.got.len() as u64);
                    self.got.push(relocation.symbol);
                }
            }
        }
    }

    /// How many dynamic relocations there will be.
    fn count_relative(&self) -> u64 {
        let moves = |symbol: u32| {
            matches!(
                self.module.symbols[symbol as usize].section,
                SymbolSection::Section(_)
            )
        };
        let loaded = self
            .module
            .sections
            .iter()
            .filter(|section| section.spec.flags & flags::SHF_ALLOC != 0);
        let pointers = loaded
            .flat_map(|section| &section.relocations)
            .filter(|relocation| relocation.kind == reloc::ABS64 && moves(relocation.symbol))
            .count();
        let slots = self.got.iter().filter(|&&symbol| moves(symbol)).count();
        (pointers + slots) as u64
    }

    /// Puts the sections of a region behind what is there.
    fn place(&mut self, layout: &mut Layout, wanted: Region) {
        for output in self
            .outputs
            .iter_mut()
            .filter(|output| region(output.ty, output.flags) == wanted)
        {
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

    /// Puts sections without bytes in the file; returns the end of their addresses.
    fn place_zero(&mut self, layout: &mut Layout) -> u64 {
        let mut end = layout.offset + layout.bias;
        for output in self
            .outputs
            .iter_mut()
            .filter(|output| region(output.ty, output.flags) == Region::Zero)
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

    fn address_of(&self, symbol: u32) -> u64 {
        self.address_of_symbol(&self.module.symbols[symbol as usize])
    }

    fn address_of_symbol(&self, symbol: &ObjectSymbol) -> u64 {
        match symbol.section {
            SymbolSection::Undefined => 0,
            SymbolSection::Absolute => symbol.value,
            SymbolSection::Section(section) => match self.place_of[section as usize] {
                Some((output, start)) => self.outputs[output].address + start + symbol.value,
                None => symbol.value,
            },
        }
    }

    fn relocate(&mut self, layout: &mut Layout) {
        for (index, section) in self.module.sections.iter().enumerate() {
            let Some((output, start)) = self.place_of[index] else {
                continue;
            };
            let loaded = section.spec.flags & flags::SHF_ALLOC != 0;
            let file_section = usize::from(self.outputs[output].index) - 1;
            for relocation in &section.relocations {
                let symbol = &self.module.symbols[relocation.symbol as usize];
                let at = start + relocation.offset;
                let place = self.outputs[output].address + at;
                let address = self.address_of(relocation.symbol);
                let target = address.wrapping_add(relocation.addend as u64);
                let slot = self.got_index.get(&relocation.symbol).copied().unwrap_or(0);
                let entry = self
                    .got_address
                    .wrapping_add(slot * 8)
                    .wrapping_add(relocation.addend as u64);
                let (distance, entry_distance) = (target.wrapping_sub(place), entry.wrapping_sub(place));
                let fail = |what: &str| format!("relocation against '{}' {what}", symbol.name);
                let fits = |value: u64| i32::try_from(value as i64).is_ok() || u32::try_from(value).is_ok();
                let (size, value) = match relocation.kind {
                    0 => continue,
                    reloc::ABS32_LO | reloc::ABS32_HI | reloc::ABS32
                        if loaded && matches!(symbol.section, SymbolSection::Section(_)) =>
                    {
                        self.errors
                            .push(fail("needs its absolute address, which only the loader knows"));
                        continue;
                    }
                    reloc::ABS32_LO => (4, target & 0xffff_ffff),
                    reloc::ABS32_HI => (4, target >> 32),
                    reloc::ABS32 | reloc::REL32 | reloc::GOTPCREL => {
                        let value = match relocation.kind {
                            reloc::ABS32 => target,
                            reloc::REL32 => distance,
                            _ => entry_distance,
                        };
                        if !fits(value) {
                            self.errors.push(fail("is out of range"));
                            continue;
                        }
                        (4, value & 0xffff_ffff)
                    }
                    reloc::ABS64 => {
                        if loaded && matches!(symbol.section, SymbolSection::Section(_)) {
                            self.relative.push((place, target as i64));
                        }
                        (8, target)
                    }
                    reloc::REL64 => (8, distance),
                    reloc::REL32_LO => (4, distance & 0xffff_ffff),
                    reloc::REL32_HI => (4, distance >> 32),
                    reloc::GOTPCREL32_LO => (4, entry_distance & 0xffff_ffff),
                    reloc::GOTPCREL32_HI => (4, entry_distance >> 32),
                    reloc::REL16 => {
                        let dwords = (distance as i64).wrapping_sub(4) / 4;
                        let Ok(dwords) = i16::try_from(dwords) else {
                            self.errors.push(fail("is out of range of a branch"));
                            continue;
                        };
                        (2, u64::from(dwords as u16))
                    }
                    kind => {
                        self.errors.push(fail(&format!("has unknown type {kind}")));
                        continue;
                    }
                };
                let data = &mut layout.sections[file_section].data;
                match data.get_mut(at as usize..at as usize + size) {
                    Some(bytes) => bytes.copy_from_slice(&value.to_le_bytes()[..size]),
                    None => self.errors.push(fail("is outside its section")),
                }
            }
        }
    }

    fn elf_symbol(&self, symbol: &ObjectSymbol, name: u32) -> ElfSymbol {
        let section = match symbol.section {
            SymbolSection::Undefined => 0,
            SymbolSection::Absolute => elf::SHN_ABS,
            SymbolSection::Section(section) => {
                self.place_of[section as usize].map_or(0, |(output, _)| self.outputs[output].index)
            }
        };
        ElfSymbol {
            name,
            binding: symbol.binding,
            kind: symbol.kind,
            visibility: symbol.visibility,
            section,
            value: self.address_of_symbol(symbol),
            size: symbol.size,
        }
    }

    /// `.symtab` and `.strtab`.
    fn symbol_table(&self, layout: &mut Layout, dynamic: usize) {
        let mut strings = StringTable::default();
        let mut table = Vec::new();
        ElfSymbol::default().write(&mut table);
        let mut first_global = 1;
        let placed = |symbol: &&ObjectSymbol| match symbol.section {
            SymbolSection::Section(section) => self.place_of[section as usize].is_some(),
            _ => true,
        };
        for symbol in self
            .module
            .symbols
            .iter()
            .filter(placed)
            .filter(|s| s.binding == Binding::Local)
        {
            self.elf_symbol(symbol, strings.add(&symbol.name))
                .write(&mut table);
            first_global += 1;
        }
        let dynamic_symbol = ElfSymbol {
            name: strings.add("_DYNAMIC"),
            kind: SymbolKind::None,
            visibility: Visibility::Hidden,
            section: dynamic as u16 + 1,
            value: layout.sections[dynamic].address,
            ..ElfSymbol::default()
        };
        dynamic_symbol.write(&mut table);
        first_global += 1;
        for symbol in self
            .module
            .symbols
            .iter()
            .filter(placed)
            .filter(|s| s.binding != Binding::Local)
        {
            self.elf_symbol(symbol, strings.add(&symbol.name))
                .write(&mut table);
        }
        let symtab = layout.synthetic(
            ".symtab",
            elf::SHT_SYMTAB,
            8,
            table.len() as u64,
            elf::SYMBOL_SIZE,
        );
        let strtab = layout.synthetic(".strtab", elf::SHT_STRTAB, 1, strings.data.len() as u64, 0);
        for section in [symtab, strtab] {
            layout.sections[section].address = 0;
            layout.sections[section].flags = 0;
        }
        layout.sections[symtab].data = table;
        layout.sections[symtab].link = strtab as u32 + 1;
        layout.sections[symtab].info = first_global;
        layout.sections[strtab].data = strings.data;
    }
}

/// Where the next section goes.
struct Layout {
    sections: Vec<ElfSection>,
    offset: u64,
    /// Distance of addresses from file offsets.
    bias: u64,
}

impl Layout {
    /// The next section is on another page of memory.
    fn next_segment(&mut self, align: u64) {
        self.offset = self.offset.next_multiple_of(align);
        self.bias += PAGE;
    }

    /// A section that the linker makes; its contents are zero until they are set.
    fn synthetic(&mut self, name: &str, ty: u32, align: u64, size: u64, entry_size: u64) -> usize {
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
    fn padding(&mut self, name: &str, size: u64) {
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

fn gnu_hash_of(name: &str) -> u32 {
    name.bytes().fold(5381u32, |hash, byte| {
        hash.wrapping_mul(33).wrapping_add(u32::from(byte))
    })
}

fn gnu_bucket_count(symbols: usize) -> u32 {
    (symbols as u32 / 4).max(1)
}

/// Symbols in the order of their buckets, as the GNU hash table needs them.
fn gnu_hash_order(mut symbols: Vec<&ObjectSymbol>) -> Vec<&ObjectSymbol> {
    let buckets = gnu_bucket_count(symbols.len());
    // Stable: symbols of a bucket stay in the order of the module.
    symbols.sort_by_key(|symbol| gnu_hash_of(&symbol.name) % buckets);
    symbols
}

/// Shift of the second hash of the Bloom filter.
const BLOOM_SHIFT: u32 = 26;

fn gnu_hash_table(symbols: &[&ObjectSymbol]) -> Vec<u8> {
    let buckets = gnu_bucket_count(symbols.len());
    let bloom_words = (symbols.len() as u32 * 12 / 64).max(1).next_power_of_two();
    let mut bloom = vec![0u64; bloom_words as usize];
    let mut starts = vec![0u32; buckets as usize];
    let mut chain = Vec::new();
    for (index, symbol) in symbols.iter().enumerate() {
        let hash = gnu_hash_of(&symbol.name);
        bloom[(hash / 64 % bloom_words) as usize] |= 1 << (hash % 64) | 1 << ((hash >> BLOOM_SHIFT) % 64);
        let bucket = &mut starts[(hash % buckets) as usize];
        if *bucket == 0 {
            *bucket = index as u32 + 1;
        }
        let last = symbols
            .get(index + 1)
            .is_none_or(|next| gnu_hash_of(&next.name) % buckets != hash % buckets);
        chain.push(hash & !1 | u32::from(last));
    }
    let mut out = Vec::new();
    for word in [buckets, 1, bloom_words, BLOOM_SHIFT] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    for word in bloom {
        out.extend_from_slice(&word.to_le_bytes());
    }
    for word in starts.into_iter().chain(chain) {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out
}

/// The System V hash table, from which loaders learn the number of symbols.
fn hash_table(symbols: &[&ObjectSymbol]) -> Vec<u8> {
    let count = symbols.len() as u32 + 1;
    let buckets = count;
    let mut starts = vec![0u32; buckets as usize];
    let mut chain = vec![0u32; count as usize];
    for (index, symbol) in symbols.iter().enumerate() {
        let mut hash = 0u32;
        for byte in symbol.name.bytes() {
            hash = (hash << 4).wrapping_add(u32::from(byte));
            let high = hash & 0xf000_0000;
            hash = (hash ^ high >> 24) & !high;
        }
        let bucket = &mut starts[(hash % buckets) as usize];
        chain[index + 1] = *bucket;
        *bucket = index as u32 + 1;
    }
    let mut out = Vec::new();
    for word in [buckets, count].into_iter().chain(starts).chain(chain) {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out
}
