//! From an object module to a loadable code object: addresses, relocations, dynamic symbols, segments.
//!
//! ```text
//!  R   file header, program headers, .note .dynsym .gnu.hash .hash .dynstr .rela.dyn .rodata   (descriptors first)
//!  RX  .text                                                                         one page of addresses further
//!  RW  .dynamic .got .relro_padding            then .data .bss                       one page of addresses further
//!      other sections, .symtab .strtab .shstrtab                                     not loaded
//! ```

mod common;
mod dynamic;
mod hash_tables;
mod layout;
mod relocate;
mod sections;

use super::elf::{self, FileKind, ProgramHeader};
use dynamic::DynamicTables;
use fxhash::FxHashMap;
use layout::{Layout, PAGE};
use sections::{Output, Region};
use wavec_mc::object_module::{Binding, ObjectModule, ObjectSymbol, SymbolSection, Visibility, elf as flags};

/// Links one module. Errors name the symbol or location.
pub fn link(module: &ObjectModule) -> Result<Vec<u8>, Vec<String>> {
    match common::with_room(module)? {
        Some(module) => Linker::new(&module).run(),
        None => Linker::new(module).run(),
    }
}

/// Indices of the sections created by the linker.
struct Places {
    dynsym: usize,
    gnu_hash: usize,
    hash: usize,
    dynstr: usize,
    rela: Option<usize>,
    dynamic: usize,
    got: Option<usize>,
}

// Types and permissions of segments.
const PT_LOAD: u32 = 1;
const PT_DYNAMIC: u32 = 2;
const PT_NOTE: u32 = 4;
const PT_PHDR: u32 = 6;
const PT_GNU_STACK: u32 = 0x6474_e551;
const PT_GNU_RELRO: u32 = 0x6474_e552;
const X: u32 = 1;
const W: u32 = 2;
const R: u32 = 4;

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

    /// Global symbols visible to loaders, in the order of the module.
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
        let tables = DynamicTables::new(self.exported());
        let mut layout = Layout::default();
        let (places, segments) = self.lay_out(&tables, &mut layout);
        self.got_address = places.got.map_or(0, |got| layout.sections[got].address);
        self.relocate(&mut layout);
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        self.fill_dynamic(tables, &places, &mut layout);
        self.symbol_table(&mut layout, places.dynamic);
        let kind = FileKind {
            ty: elf::ET_DYN,
            os_abi: self.module.os_abi,
            abi_version: self.module.abi_version,
            flags: self.module.e_flags,
        };
        Ok(elf::write(kind, &segments, layout.sections))
    }

    fn has(&self, wanted: Region) -> bool {
        self.outputs.iter().any(|output| output.region() == wanted)
    }

    /// Assigns every section its position, and forms segments.
    fn lay_out(&mut self, tables: &DynamicTables<'_>, layout: &mut Layout) -> (Places, Vec<ProgramHeader>) {
        let has_data = self.has(Region::Data) || self.has(Region::Zero);
        let (has_note, has_code) = (self.has(Region::Note), self.has(Region::Code));
        let num_segments = 6 + u64::from(has_data) + u64::from(has_note) + u64::from(has_code);
        let headers = elf::PROGRAM_HEADER_SIZE * num_segments;
        layout.offset = elf::HEADER_SIZE + headers;
        let mut segments = vec![layout.segment(PT_PHDR, R, elf::HEADER_SIZE, 8)];

        let note_start = layout.offset.next_multiple_of(4);
        self.place(layout, Region::Note);
        let note = layout.segment(PT_NOTE, R, note_start, 4);
        let num_relative = self.count_relative();
        let dynsym = layout.synthetic(
            ".dynsym",
            elf::SHT_DYNSYM,
            8,
            tables.symbols_size(),
            elf::SYMBOL_SIZE,
        );
        let gnu_hash = layout.synthetic(".gnu.hash", elf::SHT_GNU_HASH, 8, tables.gnu_hash.len() as u64, 0);
        let hash = layout.synthetic(".hash", elf::SHT_HASH, 4, tables.hash.len() as u64, 4);
        let dynstr = layout.synthetic(".dynstr", elf::SHT_STRTAB, 1, tables.strings.data.len() as u64, 0);
        let rela_size = num_relative * elf::RELA_SIZE;
        let rela = (num_relative > 0)
            .then(|| layout.synthetic(".rela.dyn", elf::SHT_RELA, 8, rela_size, elf::RELA_SIZE));
        self.place(layout, Region::ReadOnly);
        segments.push(layout.segment(PT_LOAD, R, 0, PAGE));

        layout.next_page(256);
        let code_start = layout.offset;
        self.place(layout, Region::Code);
        if has_code {
            segments.push(layout.segment(PT_LOAD, R | X, code_start, PAGE));
        }

        layout.next_page(8);
        let relro_start = layout.offset;
        let num_dynamic = 7 + if rela.is_some() { 4 } else { 0 };
        let dynamic = layout.synthetic(".dynamic", elf::SHT_DYNAMIC, 8, num_dynamic * 16, 16);
        let dynamic_segment = layout.segment(PT_DYNAMIC, R | W, relro_start, 8);
        let got_size = self.got.len() as u64 * 8;
        let got = (got_size > 0).then(|| layout.synthetic(".got", flags::SHT_PROGBITS, 8, got_size, 0));
        let mut relro = layout.segment(PT_LOAD, R | W, relro_start, PAGE);
        let padding =
            (relro.address + relro.file_size).next_multiple_of(PAGE) - relro.address - relro.file_size;
        layout.padding(".relro_padding", padding);
        relro.memory_size += padding;
        segments.push(relro);

        if has_data {
            layout.next_page(8);
            let data_start = layout.offset;
            self.place(layout, Region::Data);
            let mut data = layout.segment(PT_LOAD, R | W, data_start, PAGE);
            data.memory_size = data.memory_size.max(self.place_zero(layout) - data.address);
            segments.push(data);
        }
        layout.bias = 0;
        self.place(layout, Region::Unloaded);

        segments.push(dynamic_segment);
        segments.push(ProgramHeader {
            ty: PT_GNU_RELRO,
            flags: R,
            align: 1,
            ..relro
        });
        segments.push(ProgramHeader {
            ty: PT_GNU_STACK,
            flags: R | W,
            ..ProgramHeader::default()
        });
        if has_note {
            segments.push(note);
        }
        (
            Places {
                dynsym,
                gnu_hash,
                hash,
                dynstr,
                rela,
                dynamic,
                got,
            },
            segments,
        )
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

    fn address_of(&self, symbol: u32) -> u64 {
        self.address_of_symbol(&self.module.symbols[symbol as usize])
    }

    fn address_of_symbol(&self, symbol: &ObjectSymbol) -> u64 {
        match symbol.section {
            SymbolSection::Undefined | SymbolSection::Group(_) => 0,
            SymbolSection::Absolute | SymbolSection::Common(_) => symbol.value,
            SymbolSection::Section(section) => match self.place_of[section as usize] {
                Some((output, start)) => self.outputs[output].address + start + symbol.value,
                None => symbol.value,
            },
        }
    }
}
