//! Writes relocatable files, byte for byte as LLVM 22's assembler does.
//!
//! The string table is section 1 and holds the names of sections and symbols. Then come the sections, each followed by its
//! relocations, then the symbol table. In the file, the contents of the sections come first, then the symbol table, the
//! relocations, the strings. Relocations name the section of a local symbol instead of the symbol.

use super::elf::{self, ElfSection, ElfSymbol, FileKind, MergedStrings};
use wavec_mc::object_module::{
    Binding, ObjectModule, ObjectSymbol, Relocation, SymbolKind, SymbolSection, Visibility, elf as sections,
};

/// A row of the symbol table.
#[derive(Clone, Copy)]
enum Row {
    /// A symbol of the module.
    Symbol(usize),
    /// The symbol of a section.
    Section(usize),
}

/// The bytes of a relocatable ELF file.
pub fn write_relocatable(module: &ObjectModule) -> Vec<u8> {
    let (numbers, next) = Numbers::new(module);
    let symtab_number = next + u32::from(module.address_significant.is_some());
    let table = SymbolTable::new(module);
    let names = names(module, &table);
    let strings = MergedStrings::new(names.iter().map(String::as_str));
    let symtab = table.write(module, &numbers, &strings);

    let mut offset = elf::HEADER_SIZE;
    let mut place = |align: u64, size: u64| {
        let start = offset.next_multiple_of(align.max(1));
        offset = start + size;
        start
    };
    let contents: Vec<u64> = module
        .sections
        .iter()
        .map(|section| place(section.align, section.data.len() as u64))
        .collect();
    let groups: Vec<(u64, Vec<u8>)> = (0..module.groups.len() as u32)
        .map(|group| group_members(module, group, &numbers))
        .map(|data| (place(4, data.len() as u64), data))
        .collect();
    let symtab_offset = place(8, symtab.len() as u64);
    let mut out = vec![ElfSection::default()];
    for (index, section) in module.sections.iter().enumerate() {
        if let Some(group) = section.group
            && numbers.groups[group as usize] == out.len() as u32 + 1
        {
            let (offset, data) = &groups[group as usize];
            out.push(ElfSection {
                name: ".group".to_string(),
                ty: elf::SHT_GROUP,
                offset: *offset,
                size: data.len() as u64,
                link: symtab_number,
                info: table.symbols[module.groups[group as usize].signature as usize],
                align: 4,
                entry_size: 4,
                data: data.clone(),
                ..ElfSection::default()
            });
        }
        out.push(ElfSection {
            name: section.spec.name.clone(),
            ty: section.spec.ty,
            flags: section.spec.flags,
            offset: contents[index],
            size: section.size(),
            link: section.linked_to.map_or(0, |to| numbers.sections[to as usize]),
            align: section.align,
            entry_size: section.spec.entry_size,
            data: section.data.clone(),
            ..ElfSection::default()
        });
        if section.relocations.is_empty() {
            continue;
        }
        let mut data = Vec::with_capacity(section.relocations.len() * elf::RELA_SIZE as usize);
        for relocation in &section.relocations {
            let (symbol, addend) = table.target(module, relocation);
            elf::write_rela(relocation.offset, symbol, relocation.kind, addend, &mut data);
        }
        out.push(ElfSection {
            name: format!(".rela{}", section.spec.name),
            ty: elf::SHT_RELA,
            flags: match section.spec.flags & sections::SHF_GROUP {
                0 => elf::SHF_INFO_LINK,
                group => group,
            },
            offset: place(8, data.len() as u64),
            size: data.len() as u64,
            link: symtab_number,
            info: numbers.sections[index],
            align: 8,
            entry_size: elf::RELA_SIZE,
            data,
            ..ElfSection::default()
        });
    }
    if let Some(symbols) = &module.address_significant {
        let mut data = Vec::new();
        for &symbol in symbols {
            write_uleb(table.symbols[symbol as usize], &mut data);
        }
        out.push(ElfSection {
            name: ".llvm_addrsig".to_string(),
            ty: elf::SHT_LLVM_ADDRSIG,
            flags: sections::SHF_EXCLUDE,
            offset: place(1, data.len() as u64),
            size: data.len() as u64,
            link: symtab_number,
            align: 1,
            data,
            ..ElfSection::default()
        });
    }
    out.push(ElfSection {
        name: ".symtab".to_string(),
        ty: elf::SHT_SYMTAB,
        offset: symtab_offset,
        size: symtab.len() as u64,
        link: 1,
        info: table.first_global,
        align: 8,
        entry_size: elf::SYMBOL_SIZE,
        data: symtab,
        ..ElfSection::default()
    });
    out[0] = ElfSection {
        name: ".strtab".to_string(),
        ty: elf::SHT_STRTAB,
        offset: place(1, strings.data.len() as u64),
        size: strings.data.len() as u64,
        align: 1,
        data: strings.data.clone(),
        ..ElfSection::default()
    };
    let name_offsets: Vec<u32> = out.iter().map(|section| strings.offset(&section.name)).collect();
    let kind = FileKind {
        ty: elf::ET_REL,
        os_abi: module.os_abi,
        abi_version: module.abi_version,
        flags: module.e_flags,
    };
    elf::write_named(kind, &[], &out, &name_offsets, 1)
}

/// Numbers of sections in the file.
struct Numbers {
    /// By section of the module; relocations have the next number.
    sections: Vec<u32>,
    /// By group.
    groups: Vec<u32>,
}

impl Numbers {
    /// The string table is 1, a group comes before its first section, and relocations follow their section. Also
    /// returns the number after all of them.
    fn new(module: &ObjectModule) -> (Numbers, u32) {
        let mut numbers = Numbers {
            sections: Vec::with_capacity(module.sections.len()),
            groups: Vec::with_capacity(module.groups.len()),
        };
        let mut next = 2u32;
        for section in &module.sections {
            // Groups are in the order of their first sections.
            if section.group == Some(numbers.groups.len() as u32) {
                numbers.groups.push(next);
                next += 1;
            }
            numbers.sections.push(next);
            next += if section.relocations.is_empty() { 1 } else { 2 };
        }
        (numbers, next)
    }
}

/// The contents of a group's section: its flags, and the numbers of its sections and their relocations.
fn group_members(module: &ObjectModule, group: u32, numbers: &Numbers) -> Vec<u8> {
    let mut words = vec![u32::from(module.groups[group as usize].is_comdat)];
    for (section, &number) in module.sections.iter().zip(&numbers.sections) {
        if section.group == Some(group) {
            words.push(number);
            words.extend((!section.relocations.is_empty()).then_some(number + 1));
        }
    }
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// ULEB128.
fn write_uleb(mut value: u32, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Names of all sections that the file has, and of the symbols in its table.
fn names(module: &ObjectModule, table: &SymbolTable) -> Vec<String> {
    let mut names = vec![".strtab".to_string(), ".symtab".to_string()];
    if !module.groups.is_empty() {
        names.push(".group".to_string());
    }
    for section in &module.sections {
        names.push(section.spec.name.clone());
        if !section.relocations.is_empty() {
            names.push(format!(".rela{}", section.spec.name));
        }
    }
    if module.address_significant.is_some() {
        names.push(".llvm_addrsig".to_string());
    }
    for row in &table.rows {
        if let Row::Symbol(index) = *row {
            names.push(module.symbols[index].name.clone());
        }
    }
    names
}

/// The rows of the symbol table after the null symbol: files, other local ones, global ones.
struct SymbolTable {
    rows: Vec<Row>,
    first_global: u32,
    /// Number of each symbol; 0 if it has none.
    symbols: Vec<u32>,
    /// Number of each section's symbol; 0 if no relocation needs it.
    sections: Vec<u32>,
}

/// The section whose symbol replaces a local symbol in a relocation. If equal contents are merged, only the symbol
/// itself identifies the entry that an address is in.
fn section_for(module: &ObjectModule, relocation: &Relocation) -> Option<u32> {
    // A relocation may be of no symbol.
    let symbol = module.symbols.get(relocation.symbol as usize)?;
    match symbol.section {
        SymbolSection::Section(section) if symbol.binding == Binding::Local => {
            let is_merged = module.sections[section as usize].spec.flags & sections::SHF_MERGE != 0;
            (!is_merged || relocation.addend == 0).then_some(section)
        }
        _ => None,
    }
}

impl SymbolTable {
    fn new(module: &ObjectModule) -> SymbolTable {
        let mut needs_section = vec![false; module.sections.len()];
        let mut is_named = vec![false; module.symbols.len()];
        for relocation in module.sections.iter().flat_map(|section| &section.relocations) {
            match section_for(module, relocation) {
                Some(section) => needs_section[section as usize] = true,
                None => {
                    if let Some(is_named) = is_named.get_mut(relocation.symbol as usize) {
                        *is_named = true;
                    }
                }
            }
        }
        for group in &module.groups {
            is_named[group.signature as usize] = true;
        }
        let mut files = Vec::new();
        let mut locals = Vec::new();
        let mut globals = Vec::new();
        let sections_before = |count: usize, locals: &mut Vec<Row>, done: &mut usize| {
            while *done < module.sections.len() && module.sections[*done].symbols_before as usize <= count {
                if needs_section[*done] {
                    locals.push(Row::Section(*done));
                }
                *done += 1;
            }
        };
        let mut done = 0;
        for (index, symbol) in module.symbols.iter().enumerate() {
            sections_before(index, &mut locals, &mut done);
            let is_local = symbol.binding == Binding::Local;
            if is_local && symbol.name.starts_with(".L") && !is_named[index] {
                continue;
            }
            // It denotes the section itself.
            if symbol.kind == SymbolKind::Section {
                continue;
            }
            match (is_local, symbol.kind) {
                (true, SymbolKind::File) => files.push(Row::Symbol(index)),
                (true, _) => locals.push(Row::Symbol(index)),
                (false, _) => globals.push(Row::Symbol(index)),
            }
        }
        sections_before(usize::MAX, &mut locals, &mut done);
        let first_global = (1 + files.len() + locals.len()) as u32;
        let rows: Vec<Row> = files.into_iter().chain(locals).chain(globals).collect();
        let mut table = SymbolTable {
            rows: Vec::new(),
            first_global,
            symbols: vec![0; module.symbols.len()],
            sections: vec![0; module.sections.len()],
        };
        for (row, number) in rows.iter().zip(1..) {
            match *row {
                Row::Symbol(index) => table.symbols[index] = number,
                Row::Section(index) => table.sections[index] = number,
            }
        }
        table.rows = rows;
        table
    }

    /// The target of a relocation, and its addend.
    fn target(&self, module: &ObjectModule, relocation: &Relocation) -> (u32, i64) {
        let index = relocation.symbol as usize;
        match section_for(module, relocation) {
            Some(section) => {
                let offset = module.symbols[index].value as i64;
                (
                    self.sections[section as usize],
                    relocation.addend.wrapping_add(offset),
                )
            }
            None => (self.symbols.get(index).copied().unwrap_or(0), relocation.addend),
        }
    }

    fn write(&self, module: &ObjectModule, numbers: &Numbers, strings: &MergedStrings) -> Vec<u8> {
        let mut out = Vec::with_capacity((self.rows.len() + 1) * elf::SYMBOL_SIZE as usize);
        ElfSymbol::default().write(&mut out);
        for row in &self.rows {
            let entry = match *row {
                Row::Symbol(index) => entry(&module.symbols[index], numbers, strings),
                Row::Section(index) => ElfSymbol {
                    kind: SymbolKind::Section,
                    visibility: Visibility::Default,
                    section: numbers.sections[index] as u16,
                    ..ElfSymbol::default()
                },
            };
            entry.write(&mut out);
        }
        out
    }
}

fn entry(symbol: &ObjectSymbol, numbers: &Numbers, strings: &MergedStrings) -> ElfSymbol {
    ElfSymbol {
        name: strings.offset(&symbol.name),
        binding: symbol.binding,
        kind: symbol.kind,
        visibility: symbol.visibility,
        section: match symbol.section {
            SymbolSection::Undefined => 0,
            SymbolSection::Absolute => elf::SHN_ABS,
            SymbolSection::Common(memory) => memory,
            SymbolSection::Section(section) => numbers.sections[section as usize] as u16,
            SymbolSection::Group(group) => numbers.groups[group as usize] as u16,
        },
        value: symbol.value,
        size: symbol.size,
    }
}
