//! Dynamic symbols, the dynamic section, and the symbol table for tools.

use super::hash_tables::{gnu_hash_order, gnu_hash_table, hash_table};
use super::layout::Layout;
use super::{Linker, Places};
use crate::code_object::elf::{self, ElfSymbol, StringTable, reloc};
use wavec_mc::object_module::{Binding, ObjectSymbol, SymbolKind, SymbolSection, Visibility, elf as flags};

/// Hash tables by which loaders find exported symbols.
pub(super) struct DynamicTables<'a> {
    /// In the order of the tables.
    pub symbols: Vec<&'a ObjectSymbol>,
    /// Names.
    pub strings: StringTable,
    /// Offset of each symbol's name.
    names: Vec<u32>,
    /// `.gnu.hash`
    pub gnu_hash: Vec<u8>,
    /// `.hash`
    pub hash: Vec<u8>,
}

impl<'a> DynamicTables<'a> {
    /// Tables of these symbols.
    pub(super) fn new(exported: Vec<&'a ObjectSymbol>) -> DynamicTables<'a> {
        let symbols = gnu_hash_order(exported);
        let mut strings = StringTable::default();
        let names = symbols.iter().map(|symbol| strings.add(&symbol.name)).collect();
        let (gnu_hash, hash) = (gnu_hash_table(&symbols), hash_table(&symbols));
        DynamicTables {
            symbols,
            strings,
            names,
            gnu_hash,
            hash,
        }
    }

    /// Size of `.dynsym`, including the null symbol.
    pub(super) fn symbols_size(&self) -> u64 {
        (self.symbols.len() as u64 + 1) * elf::SYMBOL_SIZE
    }
}

// Tags of the dynamic section.
const DT_NULL: u64 = 0;
const DT_HASH: u64 = 4;
const DT_STRTAB: u64 = 5;
const DT_SYMTAB: u64 = 6;
const DT_RELA: u64 = 7;
const DT_RELASZ: u64 = 8;
const DT_RELAENT: u64 = 9;
const DT_STRSZ: u64 = 10;
const DT_SYMENT: u64 = 11;
const DT_GNU_HASH: u64 = 0x6fff_fef5;
const DT_RELACOUNT: u64 = 0x6fff_fff9;

impl Linker<'_> {
    /// Contents of the sections created by the linker.
    pub(super) fn fill_dynamic(&mut self, tables: DynamicTables<'_>, places: &Places, layout: &mut Layout) {
        let mut table = Vec::new();
        ElfSymbol::default().write(&mut table);
        for (symbol, &name) in tables.symbols.iter().zip(&tables.names) {
            self.elf_symbol(symbol, name).write(&mut table);
        }
        let link = |section: usize| section as u32 + 1;
        layout.sections[places.dynsym].data = table;
        layout.sections[places.dynsym].link = link(places.dynstr);
        layout.sections[places.dynsym].info = 1;
        layout.sections[places.gnu_hash].data = tables.gnu_hash;
        layout.sections[places.gnu_hash].link = link(places.dynsym);
        layout.sections[places.hash].data = tables.hash;
        layout.sections[places.hash].link = link(places.dynsym);
        layout.sections[places.dynstr].data = tables.strings.data;
        if let Some(got) = places.got {
            self.fill_got(got, layout);
        }
        if let Some(rela) = places.rela {
            self.relative.sort_unstable();
            let mut data = Vec::new();
            for &(place, addend) in &self.relative {
                elf::write_rela(place, 0, reloc::RELATIVE64, addend, &mut data);
            }
            layout.sections[rela].data = data;
            layout.sections[rela].link = link(places.dynsym);
        }
        let address = |section: usize| layout.sections[section].address;
        let mut entries = Vec::new();
        if let Some(rela) = places.rela {
            entries.extend([
                (DT_RELA, address(rela)),
                (DT_RELASZ, layout.sections[rela].size),
                (DT_RELAENT, elf::RELA_SIZE),
                (DT_RELACOUNT, self.relative.len() as u64),
            ]);
        }
        entries.extend([
            (DT_SYMTAB, address(places.dynsym)),
            (DT_SYMENT, elf::SYMBOL_SIZE),
            (DT_STRTAB, address(places.dynstr)),
            (DT_STRSZ, layout.sections[places.dynstr].size),
            (DT_GNU_HASH, address(places.gnu_hash)),
            (DT_HASH, address(places.hash)),
            (DT_NULL, 0),
        ]);
        let data = entries
            .iter()
            .flat_map(|(tag, value)| [tag.to_le_bytes(), value.to_le_bytes()]);
        layout.sections[places.dynamic].data = data.flatten().collect();
        layout.sections[places.dynamic].link = link(places.dynstr);
        layout.sections[places.dynamic].flags |= flags::SHF_WRITE;
    }

    fn fill_got(&mut self, got: usize, layout: &mut Layout) {
        let mut data = Vec::new();
        for (slot, &symbol) in self.got.iter().enumerate() {
            let address = self.address_of(symbol);
            data.extend_from_slice(&address.to_le_bytes());
            // Counted before: one for each slot of a symbol that is relocated with the file.
            if matches!(
                self.module.symbols[symbol as usize].section,
                SymbolSection::Section(_)
            ) {
                self.relative
                    .push((layout.sections[got].address + slot as u64 * 8, address as i64));
            }
        }
        layout.sections[got].data = data;
        layout.sections[got].flags |= flags::SHF_WRITE;
    }

    fn elf_symbol(&self, symbol: &ObjectSymbol, name: u32) -> ElfSymbol {
        let section = match symbol.section {
            SymbolSection::Undefined | SymbolSection::Common(_) | SymbolSection::Group(_) => 0,
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
    pub(super) fn symbol_table(&self, layout: &mut Layout, dynamic: usize) {
        let mut strings = StringTable::default();
        let mut table = Vec::new();
        ElfSymbol::default().write(&mut table);
        let mut first_global = 1;
        // Section symbols were for relocations, which have been resolved.
        let placed = |symbol: &&ObjectSymbol| match symbol.section {
            _ if symbol.kind == SymbolKind::Section => false,
            SymbolSection::Section(section) => self.place_of[section as usize].is_some(),
            SymbolSection::Group(_) => false,
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
