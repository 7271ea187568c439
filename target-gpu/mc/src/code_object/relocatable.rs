//! Writing relocatable files.

use super::elf::{self, ElfSection, ElfSymbol, FileKind, StringTable};
use wavec_mc::object_module::{Binding, ObjectModule, SymbolSection, elf as sections};

/// The bytes of a relocatable ELF file.
pub fn write_relocatable(module: &ObjectModule) -> Vec<u8> {
    let mut out: Vec<ElfSection> = Vec::new();
    // Index of each section in the file: relocations follow their section.
    let mut index_of = Vec::new();
    let mut next = 1u32;
    for section in &module.sections {
        index_of.push(next);
        next += if section.relocations.is_empty() { 1 } else { 2 };
    }
    let symtab_index = next;
    let (symtab, strtab, numbers, first_global) = symbols(module, &index_of);
    let mut offset = elf::HEADER_SIZE;
    for section in &module.sections {
        let has_bytes = section.spec.ty != sections::SHT_NOBITS;
        offset = offset.next_multiple_of(section.align.max(1));
        out.push(ElfSection {
            name: section.spec.name.clone(),
            ty: section.spec.ty,
            flags: section.spec.flags,
            offset,
            size: section.data.len() as u64,
            align: section.align,
            entry_size: section.spec.entry_size,
            data: if has_bytes {
                section.data.clone()
            } else {
                Vec::new()
            },
            ..ElfSection::default()
        });
        let target = out.len() as u32;
        if has_bytes {
            offset += section.data.len() as u64;
        }
        if section.relocations.is_empty() {
            continue;
        }
        let mut data = Vec::with_capacity(section.relocations.len() * elf::RELA_SIZE as usize);
        for relocation in &section.relocations {
            let symbol = numbers[relocation.symbol as usize];
            elf::write_rela(
                relocation.offset,
                symbol,
                relocation.kind,
                relocation.addend,
                &mut data,
            );
        }
        offset = offset.next_multiple_of(8);
        out.push(ElfSection {
            name: format!(".rela{}", section.spec.name),
            ty: elf::SHT_RELA,
            flags: elf::SHF_INFO_LINK,
            offset,
            size: data.len() as u64,
            link: symtab_index,
            info: target,
            align: 8,
            entry_size: elf::RELA_SIZE,
            data,
            ..ElfSection::default()
        });
        offset += section.relocations.len() as u64 * elf::RELA_SIZE;
    }
    offset = offset.next_multiple_of(8);
    let symtab_size = symtab.len() as u64;
    out.push(ElfSection {
        name: ".symtab".to_string(),
        ty: elf::SHT_SYMTAB,
        offset,
        size: symtab_size,
        link: symtab_index + 1,
        info: first_global,
        align: 8,
        entry_size: elf::SYMBOL_SIZE,
        data: symtab,
        ..ElfSection::default()
    });
    offset += symtab_size;
    out.push(ElfSection {
        name: ".strtab".to_string(),
        ty: elf::SHT_STRTAB,
        offset,
        size: strtab.data.len() as u64,
        align: 1,
        data: strtab.data,
        ..ElfSection::default()
    });
    let kind = FileKind {
        ty: elf::ET_REL,
        os_abi: module.os_abi,
        abi_version: module.abi_version,
        flags: module.e_flags,
    };
    elf::write(kind, &[], out)
}

/// The symbol table (local symbols first), its strings, the number of each symbol, the number of the first global.
fn symbols(module: &ObjectModule, index_of: &[u32]) -> (Vec<u8>, StringTable, Vec<u32>, u32) {
    let mut strings = StringTable::default();
    let mut table = Vec::new();
    ElfSymbol::default().write(&mut table);
    let mut numbers = vec![0; module.symbols.len()];
    let mut next = 1;
    let mut first_global = 1;
    for wants_local in [true, false] {
        if !wants_local {
            first_global = next;
        }
        for (index, symbol) in module.symbols.iter().enumerate() {
            if (symbol.binding == Binding::Local) != wants_local {
                continue;
            }
            numbers[index] = next;
            next += 1;
            let section = match symbol.section {
                SymbolSection::Undefined => 0,
                SymbolSection::Absolute => elf::SHN_ABS,
                SymbolSection::Section(section) => index_of[section as usize] as u16,
            };
            let entry = ElfSymbol {
                name: strings.add(&symbol.name),
                binding: symbol.binding,
                kind: symbol.kind,
                visibility: symbol.visibility,
                section,
                value: symbol.value,
                size: symbol.size,
            };
            entry.write(&mut table);
        }
    }
    (table, strings, numbers, first_global)
}
