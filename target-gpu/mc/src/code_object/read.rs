//! Reads relocatable files, of wavec and of other assemblers.

use super::elf::{EM_AMDGPU, SHT_LLVM_ADDRSIG};
use super::elf::{SHN_AMDGPU_LDS, SHN_COMMON};
use object::Endianness;
use object::elf;
use object::read::SectionIndex;
use object::read::elf::{ElfFile64, FileHeader, Rela, SectionHeader, Sym};
use wavec_mc::object_module::{
    Binding, ObjectModule, ObjectSymbol, Relocation, Section, SectionSpec, SymbolKind, SymbolSection,
    Visibility,
};

const LITTLE: Endianness = Endianness::Little;
/// Maximum size of all sections together that have bytes in the file.
const MAX_BYTES: u64 = 1 << 28;
/// Maximum size of a section without bytes.
const MAX_ZEROS: u64 = 1 << 40;
/// Maximum alignment of a section.
const MAX_ALIGN: u64 = 1 << 16;

/// The module that a relocatable file holds.
///
/// # Errors
/// Errors in the file, or unsupported contents.
pub fn read_relocatable(bytes: &[u8]) -> Result<ObjectModule, String> {
    let file: ElfFile64<'_, Endianness> =
        ElfFile64::parse(bytes).map_err(|error| format!("not a valid ELF file: {error}"))?;
    let header = file.elf_header();
    if header.is_big_endian() || header.e_machine(LITTLE).0 != EM_AMDGPU {
        return Err("not an AMD GPU file".to_string());
    }
    if header.e_type(LITTLE) != elf::ET_REL {
        return Err("not a relocatable file".to_string());
    }
    let damaged = |error: object::read::Error| format!("damaged: {error}");
    let table = file.elf_section_table();
    let mut module = ObjectModule {
        os_abi: header.e_ident().os_abi.0,
        abi_version: header.e_ident().abi_version,
        e_flags: header.e_flags(LITTLE).0,
        ..ObjectModule::default()
    };
    // Number of each of the file's sections in the module.
    let mut number_of = vec![None; table.len()];
    let mut total = 0u64;
    for (index, section) in table.iter().enumerate() {
        let ty = section.sh_type(LITTLE);
        let is_table = matches!(
            ty,
            elf::SHT_NULL
                | elf::SHT_SYMTAB
                | elf::SHT_STRTAB
                | elf::SHT_RELA
                | elf::SHT_REL
                | elf::SHT_GROUP
                | elf::SHT_SYMTAB_SHNDX
        ) || ty.0 == SHT_LLVM_ADDRSIG;
        if ty == elf::SHT_REL {
            return Err("relocations without addends are not supported".to_string());
        }
        if is_table {
            continue;
        }
        let name = table.section_name(LITTLE, section).map_err(damaged)?;
        let name = String::from_utf8_lossy(name).into_owned();
        let align = section.sh_addralign(LITTLE).max(1);
        if !align.is_power_of_two() || align > MAX_ALIGN {
            return Err(format!("section '{name}' has an invalid alignment"));
        }
        let size = section.sh_size(LITTLE);
        let is_without_bytes = ty == elf::SHT_NOBITS;
        if !is_without_bytes {
            total = total.saturating_add(size);
        }
        if total > MAX_BYTES || is_without_bytes && size > MAX_ZEROS {
            return Err("the file becomes too large".to_string());
        }
        let data = if is_without_bytes {
            Vec::new()
        } else {
            section.data(LITTLE, bytes).map_err(damaged)?.to_vec()
        };
        number_of[index] = Some(module.sections.len() as u32);
        module.sections.push(Section {
            spec: SectionSpec {
                name,
                ty: ty.0,
                flags: section.sh_flags(LITTLE).0,
                entry_size: section.sh_entsize(LITTLE),
                unique: Some(index as u32),
                group: None,
                linked_to: None,
                subsection: 0,
            },
            align,
            data,
            zeros: if is_without_bytes { size } else { 0 },
            relocations: Vec::new(),
            symbols_before: 0,
            linked_to: None,
            group: None,
        });
    }
    read_symbols(&file, &number_of, &mut module)?;
    for section in table.iter() {
        let relocations = section.rela(LITTLE, bytes).map_err(damaged)?;
        let Some((relocations, _)) = relocations else {
            continue;
        };
        let target = number_of.get(section.sh_info(LITTLE) as usize).copied().flatten();
        let Some(target) = target else { continue };
        let target = &mut module.sections[target as usize];
        for relocation in relocations {
            let symbol = relocation.r_sym(LITTLE, false);
            if symbol as usize > module.symbols.len() {
                return Err(format!(
                    "a relocation of section '{}' names no symbol",
                    target.spec.name
                ));
            }
            let offset = relocation.r_offset(LITTLE);
            if offset >= target.data.len() as u64 {
                return Err(format!(
                    "a relocation of section '{}' is outside of it",
                    target.spec.name
                ));
            }
            target.relocations.push(Relocation {
                offset,
                // Relocations without a symbol have none here.
                symbol: symbol.wrapping_sub(1),
                kind: relocation.r_type(LITTLE, false).0,
                addend: relocation.r_addend(LITTLE),
            });
        }
        target.relocations.sort_by_key(|relocation| relocation.offset);
    }
    Ok(module)
}

/// All symbols except the null symbol, in the order of the file.
fn read_symbols(
    file: &ElfFile64<'_, Endianness>,
    number_of: &[Option<u32>],
    module: &mut ObjectModule,
) -> Result<(), String> {
    let table = file.elf_symbol_table();
    for (index, symbol) in table.enumerate().skip(if table.is_empty() { 0 } else { 1 }) {
        let name = table
            .symbol_name(LITTLE, symbol)
            .map_err(|error| format!("damaged: {error}"))?;
        let name = String::from_utf8_lossy(name).into_owned();
        let section = match symbol.st_shndx(LITTLE) {
            elf::SHN_UNDEF => SymbolSection::Undefined,
            elf::SHN_ABS => SymbolSection::Absolute,
            elf::SHN_COMMON => SymbolSection::Common(SHN_COMMON),
            memory if memory.0 == SHN_AMDGPU_LDS => SymbolSection::Common(SHN_AMDGPU_LDS),
            _ => {
                let section = table
                    .symbol_section(LITTLE, symbol, index)
                    .map_err(|error| format!("damaged: {error}"))?
                    .unwrap_or(SectionIndex(0));
                match number_of.get(section.0).copied().flatten() {
                    Some(number) => SymbolSection::Section(number),
                    None => SymbolSection::Undefined,
                }
            }
        };
        let value = symbol.st_value(LITTLE);
        if let SymbolSection::Section(number) = section
            && value > module.sections[number as usize].size()
        {
            return Err(format!("symbol '{name}' is outside of its section"));
        }
        module.symbols.push(ObjectSymbol {
            name,
            section,
            value,
            size: symbol.st_size(LITTLE),
            binding: match symbol.st_bind() {
                elf::STB_LOCAL => Binding::Local,
                elf::STB_WEAK => Binding::Weak,
                _ => Binding::Global,
            },
            kind: match symbol.st_type() {
                elf::STT_OBJECT => SymbolKind::Object,
                elf::STT_FUNC => SymbolKind::Function,
                elf::STT_SECTION => SymbolKind::Section,
                elf::STT_FILE => SymbolKind::File,
                _ => SymbolKind::None,
            },
            visibility: match symbol.st_visibility() {
                elf::STV_INTERNAL => Visibility::Internal,
                elf::STV_HIDDEN => Visibility::Hidden,
                elf::STV_PROTECTED => Visibility::Protected,
                _ => Visibility::Default,
            },
        });
    }
    Ok(())
}
