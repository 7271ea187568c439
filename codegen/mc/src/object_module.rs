//! An object file in memory: sections with their bytes and relocations, symbols. The output of assemblers, and the
//! input of writers and linkers.

/// A section's name, ELF type and flags.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SectionSpec {
    /// Name, such as `.text`.
    pub name: String,
    /// ELF `sh_type`.
    pub ty: u32,
    /// ELF `sh_flags`.
    pub flags: u64,
    /// ELF `sh_entsize`.
    pub entry_size: u64,
    /// Sections with the same name are distinguished by this number (`unique,N`).
    pub unique: Option<u32>,
    /// The group it belongs to.
    pub group: Option<SectionGroup>,
    /// The symbol in the section that it describes and is kept with (`SHF_LINK_ORDER`); empty if it names none.
    pub linked_to: Option<String>,
    /// Which part of the section: parts stand in the order of these numbers.
    pub subsection: u32,
}

/// The group of a section: a linker keeps all of its sections or none.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SectionGroup {
    /// The symbol that identifies the group.
    pub signature: String,
    /// Whether a linker keeps one of the groups with this signature.
    pub is_comdat: bool,
}

/// ELF section types and flags used here.
pub mod elf {
    /// Bytes of the program.
    pub const SHT_PROGBITS: u32 = 1;
    /// The section index of common symbols, which the linker allocates.
    pub const SHN_COMMON: u16 = 0xfff2;
    /// Notes.
    pub const SHT_NOTE: u32 = 7;
    /// Addresses of functions to run first.
    pub const SHT_INIT_ARRAY: u32 = 14;
    /// Addresses of functions to run last.
    pub const SHT_FINI_ARRAY: u32 = 15;
    /// Addresses of functions to run before all others.
    pub const SHT_PREINIT_ARRAY: u32 = 16;
    /// No bytes in the file.
    pub const SHT_NOBITS: u32 = 8;
    /// Writable.
    pub const SHF_WRITE: u64 = 1;
    /// Occupies memory.
    pub const SHF_ALLOC: u64 = 2;
    /// Executable.
    pub const SHF_EXECINSTR: u64 = 4;
    /// May be merged.
    pub const SHF_MERGE: u64 = 0x10;
    /// Strings.
    pub const SHF_STRINGS: u64 = 0x20;
    /// Ordered like the section that it is linked to.
    pub const SHF_LINK_ORDER: u64 = 0x80;
    /// A member of a group.
    pub const SHF_GROUP: u64 = 0x200;
    /// One copy for each thread.
    pub const SHF_TLS: u64 = 0x400;
    /// Kept although it is unreferenced.
    pub const SHF_GNU_RETAIN: u64 = 0x20_0000;
    /// Excluded from linked files.
    pub const SHF_EXCLUDE: u64 = 0x8000_0000;
}

impl SectionSpec {
    /// A section of program bytes.
    pub fn new(name: &str, ty: u32, flags: u64) -> SectionSpec {
        SectionSpec {
            name: name.to_string(),
            ty,
            flags,
            entry_size: 0,
            unique: None,
            group: None,
            linked_to: None,
            subsection: 0,
        }
    }

    /// Another part of the section.
    #[must_use]
    pub fn subsection(self, subsection: u32) -> SectionSpec {
        SectionSpec { subsection, ..self }
    }

    /// A section with another key is another section; those with the same key have the same type and flags.
    pub fn key(&self) -> SectionKey {
        SectionKey {
            name: self.name.clone(),
            unique: self.unique,
            group: self.group.as_ref().map(|group| group.signature.clone()),
            linked_to: self.linked_to.clone(),
            subsection: self.subsection,
        }
    }

    /// `.text`
    pub fn text() -> SectionSpec {
        SectionSpec::new(".text", elf::SHT_PROGBITS, elf::SHF_ALLOC | elf::SHF_EXECINSTR)
    }

    /// `.rodata`
    pub fn rodata() -> SectionSpec {
        SectionSpec::new(".rodata", elf::SHT_PROGBITS, elf::SHF_ALLOC)
    }

    /// `.data`
    pub fn data() -> SectionSpec {
        SectionSpec::new(".data", elf::SHT_PROGBITS, elf::SHF_ALLOC | elf::SHF_WRITE)
    }

    /// `.comment`: the producer of the file.
    pub fn comment() -> SectionSpec {
        SectionSpec {
            entry_size: 1,
            ..SectionSpec::new(".comment", elf::SHT_PROGBITS, elf::SHF_MERGE | elf::SHF_STRINGS)
        }
    }

    /// `.bss`
    pub fn bss() -> SectionSpec {
        SectionSpec::new(".bss", elf::SHT_NOBITS, elf::SHF_ALLOC | elf::SHF_WRITE)
    }

    /// Default type and flags of a section of this name.
    pub fn by_name(name: &str) -> SectionSpec {
        let is = |prefix: &str| {
            name == prefix
                || name
                    .strip_prefix(prefix)
                    .is_some_and(|rest| rest.starts_with('.'))
        };
        let writable = elf::SHF_ALLOC | elf::SHF_WRITE;
        let (ty, flags) = if is(".text") {
            (elf::SHT_PROGBITS, elf::SHF_ALLOC | elf::SHF_EXECINSTR)
        } else if is(".rodata") {
            (elf::SHT_PROGBITS, elf::SHF_ALLOC)
        } else if is(".data") {
            (elf::SHT_PROGBITS, writable)
        } else if is(".bss") {
            (elf::SHT_NOBITS, writable)
        } else if is(".tdata") {
            (elf::SHT_PROGBITS, writable | elf::SHF_TLS)
        } else if is(".tbss") {
            (elf::SHT_NOBITS, writable | elf::SHF_TLS)
        } else if is(".init_array") {
            (elf::SHT_INIT_ARRAY, writable)
        } else if is(".fini_array") {
            (elf::SHT_FINI_ARRAY, writable)
        } else if is(".preinit_array") {
            (elf::SHT_PREINIT_ARRAY, writable)
        } else if is(".note") {
            (elf::SHT_NOTE, 0)
        } else {
            (elf::SHT_PROGBITS, 0)
        };
        let mut spec = SectionSpec::new(name, ty, flags);
        // Constants of one size.
        if let Some(size @ (4 | 8 | 16 | 32)) = name
            .strip_prefix(".rodata.cst")
            .and_then(|size| size.parse().ok())
        {
            spec.flags |= elf::SHF_MERGE;
            spec.entry_size = size;
        }
        spec
    }
}

/// What identifies a section in a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SectionKey {
    name: String,
    unique: Option<u32>,
    group: Option<String>,
    linked_to: Option<String>,
    subsection: u32,
}

/// A section and its contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Name, type, flags.
    pub spec: SectionSpec,
    /// Alignment in bytes, a power of two.
    pub align: u64,
    /// Its bytes; none if the section has no bytes in the file.
    pub data: Vec<u8>,
    /// Bytes of zero-initialized memory that are not in the file, for a section without bytes.
    pub zeros: u64,
    /// Relocations by offset.
    pub relocations: Vec<Relocation>,
    /// Number of the module's symbols that are older than the section: the position of its own symbol in a symbol
    /// table.
    pub symbols_before: u32,
    /// The section that it describes, by `SHF_LINK_ORDER`: index in [`ObjectModule::sections`].
    pub linked_to: Option<u32>,
    /// Its group: index in [`ObjectModule::groups`].
    pub group: Option<u32>,
}

/// A group of sections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The symbol that identifies it: index in [`ObjectModule::symbols`].
    pub signature: u32,
    /// Whether a linker keeps one of the groups with this signature.
    pub is_comdat: bool,
}

impl Section {
    /// Whether the file contains its bytes.
    pub fn has_bytes(&self) -> bool {
        self.spec.ty != elf::SHT_NOBITS
    }

    /// Bytes of memory.
    pub fn size(&self) -> u64 {
        self.data.len() as u64 + self.zeros
    }

    /// Appends bytes; a section without bytes only grows.
    pub fn append(&mut self, data: &[u8]) {
        if self.has_bytes() {
            self.data.extend_from_slice(data);
        } else {
            self.zeros += data.len() as u64;
        }
    }
}

/// A value that is known when the file is linked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Offset in the section.
    pub offset: u64,
    /// The symbol: index in [`ObjectModule::symbols`]; `u32::MAX` is none.
    pub symbol: u32,
    /// ELF relocation type of the target.
    pub kind: u32,
    /// Constant part.
    pub addend: i64,
}

/// The definition of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolSection {
    /// Undefined here.
    Undefined,
    /// An absolute number.
    Absolute,
    /// Common: the linker allocates it, aligned to its value. The number is the ELF section index of the kind of
    /// memory.
    Common(u16),
    /// In this section: index in [`ObjectModule::sections`].
    Section(u32),
    /// Nowhere: it only names this group, an index in [`ObjectModule::groups`].
    Group(u32),
}

/// The binding of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Binding {
    /// Local to this file.
    #[default]
    Local,
    /// Global.
    Global,
    /// Weak: a global one takes precedence.
    Weak,
}

/// The visibility of a global symbol in the linked file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visibility {
    /// Visible and preemptible.
    #[default]
    Default,
    /// Internal (processor specific form of hidden).
    Internal,
    /// Hidden.
    Hidden,
    /// Visible, but not preemptible.
    Protected,
}

/// The type of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SymbolKind {
    /// Unspecified.
    #[default]
    None,
    /// Data.
    Object,
    /// Code.
    Function,
    /// A section.
    Section,
    /// A source file.
    File,
    /// Common data.
    Common,
    /// Data of which each thread has a copy.
    ThreadLocal,
    /// An indirect function, which returns the address of the one to call.
    IndirectFunction,
    /// Data of which there is one copy per process.
    Unique,
}

/// A symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectSymbol {
    /// Its name.
    pub name: String,
    /// Where it is defined.
    pub section: SymbolSection,
    /// Offset in the section, or the number.
    pub value: u64,
    /// Size in bytes, 0 if unknown.
    pub size: u64,
    /// Its binding.
    pub binding: Binding,
    /// Its type.
    pub kind: SymbolKind,
    /// Its visibility.
    pub visibility: Visibility,
}

/// An object file: sections and symbols in order of creation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObjectModule {
    /// Sections.
    pub sections: Vec<Section>,
    /// Symbols.
    pub symbols: Vec<ObjectSymbol>,
    /// Groups of sections.
    pub groups: Vec<Group>,
    /// The address-significant symbols, if the file lists them: indices in `symbols`.
    pub address_significant: Option<Vec<u32>>,
    /// ELF `EI_OSABI`.
    pub os_abi: u8,
    /// ELF `EI_ABIVERSION`.
    pub abi_version: u8,
    /// ELF `e_flags`.
    pub e_flags: u32,
}

impl ObjectModule {
    /// The section called `name`.
    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.spec.name == name)
    }

    /// The symbol called `name`.
    pub fn symbol(&self, name: &str) -> Option<&ObjectSymbol> {
        self.symbols.iter().find(|symbol| symbol.name == name)
    }
}
