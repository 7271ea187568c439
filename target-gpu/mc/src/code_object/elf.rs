//! Writes ELF64 little-endian files: sections with assigned offsets, program headers, section names.

use wavec_mc::object_module::{Binding, SymbolKind, Visibility};

/// `e_machine` EM_AMDGPU.
pub const EM_AMDGPU: u16 = 224;
/// `EI_OSABI` ELFOSABI_AMDGPU_HSA.
pub const OS_ABI_HSA: u8 = 64;
/// `EI_OSABI` ELFOSABI_AMDGPU_PAL.
pub const OS_ABI_PAL: u8 = 65;
/// `EI_OSABI` ELFOSABI_AMDGPU_MESA3D.
pub const OS_ABI_MESA3D: u8 = 66;
/// Relocatable file.
pub const ET_REL: u16 = 1;
/// Shared object.
pub const ET_DYN: u16 = 3;
/// Size of the file header.
pub const HEADER_SIZE: u64 = 64;
/// Size of a program header.
pub const PROGRAM_HEADER_SIZE: u64 = 56;
/// Size of a symbol.
pub const SYMBOL_SIZE: u64 = 24;
/// Size of a relocation with addend.
pub const RELA_SIZE: u64 = 24;

/// Section types that only writers use.
pub const SHT_SYMTAB: u32 = 2;
/// See [`SHT_SYMTAB`].
pub const SHT_STRTAB: u32 = 3;
/// See [`SHT_SYMTAB`].
pub const SHT_RELA: u32 = 4;
/// See [`SHT_SYMTAB`].
pub const SHT_HASH: u32 = 5;
/// See [`SHT_SYMTAB`].
pub const SHT_DYNAMIC: u32 = 6;
/// See [`SHT_SYMTAB`].
pub const SHT_DYNSYM: u32 = 11;
/// See [`SHT_SYMTAB`].
pub const SHT_GROUP: u32 = 17;
/// See [`SHT_SYMTAB`].
pub const SHT_GNU_HASH: u32 = 0x6fff_fff6;
/// Address-significant symbols.
pub const SHT_LLVM_ADDRSIG: u32 = 0x6fff_4c03;
/// The section index of absolute symbols.
pub const SHN_ABS: u16 = 0xfff1;
/// The section index of common symbols in memory.
pub const SHN_COMMON: u16 = 0xfff2;
/// The section index of common symbols in LDS.
pub const SHN_AMDGPU_LDS: u16 = 0xff00;
/// The section header describes relocations of section `info`.
pub const SHF_INFO_LINK: u64 = 0x40;

/// Relocation types of AMDGPU.
pub mod reloc {
    /// Low half of the address.
    pub const ABS32_LO: u32 = 1;
    /// High half of the address.
    pub const ABS32_HI: u32 = 2;
    /// The address.
    pub const ABS64: u32 = 3;
    /// Distance, 32 bits.
    pub const REL32: u32 = 4;
    /// Distance, 64 bits.
    pub const REL64: u32 = 5;
    /// The address, 32 bits.
    pub const ABS32: u32 = 6;
    /// Distance to the symbol's entry in the global offset table.
    pub const GOTPCREL: u32 = 7;
    /// Its low half.
    pub const GOTPCREL32_LO: u32 = 8;
    /// Its high half.
    pub const GOTPCREL32_HI: u32 = 9;
    /// Low half of the distance.
    pub const REL32_LO: u32 = 10;
    /// High half of the distance.
    pub const REL32_HI: u32 = 11;
    /// Load address plus addend; in loadable files only.
    pub const RELATIVE64: u32 = 13;
    /// Branch displacement in dwords.
    pub const REL16: u32 = 14;

    /// Types and their names in the ABI.
    const NAMES: [(u32, &str); 14] = [
        (0, "R_AMDGPU_NONE"),
        (ABS32_LO, "R_AMDGPU_ABS32_LO"),
        (ABS32_HI, "R_AMDGPU_ABS32_HI"),
        (ABS64, "R_AMDGPU_ABS64"),
        (REL32, "R_AMDGPU_REL32"),
        (REL64, "R_AMDGPU_REL64"),
        (ABS32, "R_AMDGPU_ABS32"),
        (GOTPCREL, "R_AMDGPU_GOTPCREL"),
        (GOTPCREL32_LO, "R_AMDGPU_GOTPCREL32_LO"),
        (GOTPCREL32_HI, "R_AMDGPU_GOTPCREL32_HI"),
        (REL32_LO, "R_AMDGPU_REL32_LO"),
        (REL32_HI, "R_AMDGPU_REL32_HI"),
        (RELATIVE64, "R_AMDGPU_RELATIVE64"),
        (REL16, "R_AMDGPU_REL16"),
    ];

    /// The type called `name`, as in the ABI or the GNU assembler.
    pub fn by_name(name: &str) -> Option<u32> {
        let name = match name {
            "BFD_RELOC_NONE" => "R_AMDGPU_NONE",
            "BFD_RELOC_64" => "R_AMDGPU_ABS64",
            "BFD_RELOC_32" => "R_AMDGPU_ABS32",
            _ => name,
        };
        NAMES.iter().find(|(_, known)| *known == name).map(|&(ty, _)| ty)
    }

    /// The name of a type.
    pub fn name(ty: u32) -> Option<&'static str> {
        NAMES
            .iter()
            .find(|(known, _)| *known == ty)
            .map(|&(_, name)| name)
    }
}

/// A section of a file.
#[derive(Clone, Debug, Default)]
pub struct ElfSection {
    /// Name.
    pub name: String,
    /// `sh_type`
    pub ty: u32,
    /// `sh_flags`
    pub flags: u64,
    /// `sh_addr`
    pub address: u64,
    /// `sh_offset`
    pub offset: u64,
    /// `sh_size`; equal to the length of `data` unless the section has none in the file.
    pub size: u64,
    /// `sh_link`
    pub link: u32,
    /// `sh_info`
    pub info: u32,
    /// `sh_addralign`
    pub align: u64,
    /// `sh_entsize`
    pub entry_size: u64,
    /// Contents.
    pub data: Vec<u8>,
}

/// A program header.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProgramHeader {
    /// `p_type`
    pub ty: u32,
    /// `p_flags`
    pub flags: u32,
    /// `p_offset`
    pub offset: u64,
    /// `p_vaddr` and `p_paddr`
    pub address: u64,
    /// `p_filesz`
    pub file_size: u64,
    /// `p_memsz`
    pub memory_size: u64,
    /// `p_align`
    pub align: u64,
}

/// Strings of a string table, each once.
#[derive(Clone, Debug)]
pub struct StringTable {
    /// Its bytes.
    pub data: Vec<u8>,
    known: fxhash::FxHashMap<String, u32>,
}

impl Default for StringTable {
    fn default() -> StringTable {
        StringTable {
            data: vec![0],
            known: fxhash::FxHashMap::default(),
        }
    }
}

impl StringTable {
    /// Offset of a string.
    pub fn add(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        if let Some(&offset) = self.known.get(text) {
            return offset;
        }
        let offset = self.data.len() as u32;
        self.data.extend_from_slice(text.as_bytes());
        self.data.push(0);
        self.known.insert(text.to_string(), offset);
        offset
    }
}

/// A string table in which a string that is the end of another shares its bytes, laid out as by LLVM's assembler:
/// longer strings before their suffixes, in descending order of their last characters.
#[derive(Clone, Debug)]
pub struct MergedStrings {
    /// Its bytes.
    pub data: Vec<u8>,
    offsets: fxhash::FxHashMap<String, u32>,
}

impl MergedStrings {
    /// The table of these strings.
    pub fn new<'s>(strings: impl IntoIterator<Item = &'s str>) -> MergedStrings {
        let mut sorted: Vec<&str> = strings.into_iter().filter(|text| !text.is_empty()).collect();
        sorted.sort_by(|a, b| b.bytes().rev().cmp(a.bytes().rev()));
        sorted.dedup();
        let mut table = MergedStrings {
            data: vec![0],
            offsets: fxhash::FxHashMap::default(),
        };
        let mut previous = "";
        for text in sorted {
            let offset = if previous.ends_with(text) {
                table.data.len() - text.len() - 1
            } else {
                let offset = table.data.len();
                table.data.extend_from_slice(text.as_bytes());
                table.data.push(0);
                previous = text;
                offset
            };
            table.offsets.insert(text.to_string(), offset as u32);
        }
        table
    }

    /// Offset of a string of the table; 0, which is the empty string, for others.
    pub fn offset(&self, text: &str) -> u32 {
        self.offsets.get(text).copied().unwrap_or(0)
    }
}

/// A symbol table entry.
#[derive(Clone, Copy, Debug, Default)]
pub struct ElfSymbol {
    /// Offset of the name in the string table.
    pub name: u32,
    /// Binding.
    pub binding: Binding,
    /// Type.
    pub kind: SymbolKind,
    /// Visibility.
    pub visibility: Visibility,
    /// Section index, 0 if undefined.
    pub section: u16,
    /// Address or offset.
    pub value: u64,
    /// Size in bytes.
    pub size: u64,
}

impl ElfSymbol {
    /// Appends the 24 bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        let binding = match self.binding {
            Binding::Local => 0,
            Binding::Global => 1,
            Binding::Weak => 2,
        };
        let kind = match self.kind {
            SymbolKind::None => 0,
            SymbolKind::Object => 1,
            SymbolKind::Function => 2,
            SymbolKind::Section => 3,
            SymbolKind::File => 4,
            SymbolKind::ThreadLocal => 6,
            SymbolKind::IndirectFunction => 10,
            SymbolKind::Common | SymbolKind::Unique => 1,
        };
        let visibility = match self.visibility {
            Visibility::Default => 0,
            Visibility::Internal => 1,
            Visibility::Hidden => 2,
            Visibility::Protected => 3,
        };
        out.extend_from_slice(&self.name.to_le_bytes());
        let binding = if self.kind == SymbolKind::Unique {
            10
        } else {
            binding
        };
        out.push(binding << 4 | kind);
        out.push(visibility);
        out.extend_from_slice(&self.section.to_le_bytes());
        out.extend_from_slice(&self.value.to_le_bytes());
        out.extend_from_slice(&self.size.to_le_bytes());
    }
}

/// Appends a relocation with addend.
pub fn write_rela(offset: u64, symbol: u32, kind: u32, addend: i64, out: &mut Vec<u8>) {
    out.extend_from_slice(&offset.to_le_bytes());
    out.extend_from_slice(&(u64::from(symbol) << 32 | u64::from(kind)).to_le_bytes());
    out.extend_from_slice(&addend.to_le_bytes());
}

/// Fields of the file header other than sizes and offsets.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// `e_type`
    pub ty: u16,
    /// `EI_OSABI`
    pub os_abi: u8,
    /// `EI_ABIVERSION`
    pub abi_version: u8,
    /// `e_flags`
    pub flags: u32,
}

/// Writes a file. `sections` start after the null section, are in the order of their offsets, and do not include the
/// table of section names, which is appended.
pub fn write(kind: FileKind, program_headers: &[ProgramHeader], mut sections: Vec<ElfSection>) -> Vec<u8> {
    let mut names = StringTable::default();
    let mut offsets: Vec<u32> = sections.iter().map(|section| names.add(&section.name)).collect();
    offsets.push(names.add(".shstrtab"));
    let end = sections
        .iter()
        .map(|section| section.offset + section.data.len() as u64)
        .max();
    let headers = HEADER_SIZE + PROGRAM_HEADER_SIZE * program_headers.len() as u64;
    sections.push(ElfSection {
        name: ".shstrtab".to_string(),
        ty: SHT_STRTAB,
        offset: end.unwrap_or(0).max(headers),
        size: names.data.len() as u64,
        align: 1,
        data: names.data,
        ..ElfSection::default()
    });
    write_named(kind, program_headers, &sections, &offsets, sections.len() as u16)
}

/// Writes a file whose table of section names is one of its sections: `name_offsets` are offsets in it, `names` is its
/// number. The sections are in the order of their headers.
pub fn write_named(
    kind: FileKind,
    program_headers: &[ProgramHeader],
    sections: &[ElfSection],
    name_offsets: &[u32],
    names: u16,
) -> Vec<u8> {
    let headers = HEADER_SIZE + PROGRAM_HEADER_SIZE * program_headers.len() as u64;
    let mut out = vec![0; headers as usize];
    let mut placed: Vec<&ElfSection> = sections.iter().collect();
    placed.sort_by_key(|section| section.offset);
    for section in placed {
        if section.data.is_empty() {
            continue;
        }
        out.resize(section.offset as usize, 0);
        out.extend_from_slice(&section.data);
    }
    out.resize(out.len().next_multiple_of(8), 0);
    let section_headers = out.len() as u64;
    out.resize(out.len() + 64, 0);
    for (section, name) in sections.iter().zip(name_offsets) {
        out.extend_from_slice(&name.to_le_bytes());
        out.extend_from_slice(&section.ty.to_le_bytes());
        for value in [section.flags, section.address, section.offset, section.size] {
            out.extend_from_slice(&value.to_le_bytes());
        }
        out.extend_from_slice(&section.link.to_le_bytes());
        out.extend_from_slice(&section.info.to_le_bytes());
        out.extend_from_slice(&section.align.to_le_bytes());
        out.extend_from_slice(&section.entry_size.to_le_bytes());
    }
    let mut header = Vec::with_capacity(headers as usize);
    header.extend_from_slice(&[
        0x7f,
        b'E',
        b'L',
        b'F',
        2,
        1,
        1,
        kind.os_abi,
        kind.abi_version,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
    ]);
    header.extend_from_slice(&kind.ty.to_le_bytes());
    header.extend_from_slice(&EM_AMDGPU.to_le_bytes());
    header.extend_from_slice(&1u32.to_le_bytes());
    header.extend_from_slice(&0u64.to_le_bytes());
    let program_offset = if program_headers.is_empty() {
        0
    } else {
        HEADER_SIZE
    };
    header.extend_from_slice(&program_offset.to_le_bytes());
    header.extend_from_slice(&section_headers.to_le_bytes());
    header.extend_from_slice(&kind.flags.to_le_bytes());
    header.extend_from_slice(&(HEADER_SIZE as u16).to_le_bytes());
    let program_entry = if program_headers.is_empty() {
        0
    } else {
        PROGRAM_HEADER_SIZE as u16
    };
    header.extend_from_slice(&program_entry.to_le_bytes());
    header.extend_from_slice(&(program_headers.len() as u16).to_le_bytes());
    header.extend_from_slice(&64u16.to_le_bytes());
    header.extend_from_slice(&(sections.len() as u16 + 1).to_le_bytes());
    header.extend_from_slice(&names.to_le_bytes());
    for segment in program_headers {
        header.extend_from_slice(&segment.ty.to_le_bytes());
        header.extend_from_slice(&segment.flags.to_le_bytes());
        for value in [
            segment.offset,
            segment.address,
            segment.address,
            segment.file_size,
            segment.memory_size,
            segment.align,
        ] {
            header.extend_from_slice(&value.to_le_bytes());
        }
    }
    out[..header.len()].copy_from_slice(&header);
    out
}
