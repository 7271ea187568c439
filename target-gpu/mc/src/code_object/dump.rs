//! `objdump -h -t -r -s`: the tables and contents of an ELF file as text, in the form of llvm-objdump.

use super::elf::{EM_AMDGPU, reloc};
use object::elf;
use object::read::elf::{ElfFile64, FileHeader, Rela, SectionHeader, Sym};
use object::{Endianness, Object, SectionIndex};
use std::fmt::Write;

const LITTLE: Endianness = Endianness::Little;
/// Width of the column of section names, at least.
const NAME_COLUMN: usize = 13;
/// Bytes in a line of contents.
const LINE_BYTES: usize = 16;

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DumpOptions<'a> {
    /// The table of sections.
    pub sections: bool,
    /// The table of symbols.
    pub symbols: bool,
    /// The relocations of each section.
    pub relocations: bool,
    /// The bytes of each section.
    pub contents: bool,
    /// Only of sections with these names; of all if there are none. Symbols are printed in any case.
    pub only: &'a [&'a str],
}

impl DumpOptions<'_> {
    /// Whether anything is asked for.
    pub fn is_any(&self) -> bool {
        self.sections || self.symbols || self.relocations || self.contents
    }
}

/// Whether a section is among those that are asked for.
pub(super) fn is_asked(name: &str, only: &[&str]) -> bool {
    only.is_empty() || only.contains(&name)
}

/// Those of `names` that no section of a file has.
pub fn missing_sections<'n>(bytes: &[u8], names: &[&'n str]) -> Vec<&'n str> {
    let Ok(file) = File::parse(bytes) else {
        return Vec::new();
    };
    let is_there = |name: &str| file.section_by_name(name).is_some();
    names.iter().copied().filter(|name| !is_there(name)).collect()
}

type File<'a> = ElfFile64<'a, Endianness>;

/// The tables of a file called `name`.
///
/// # Errors
/// If it is not an AMD GPU ELF file, or damaged.
pub fn dump_object(name: &str, bytes: &[u8], options: DumpOptions<'_>) -> Result<String, String> {
    let file = parse(name, bytes)?;
    let damaged = |error: object::read::Error| format!("'{name}': {error}");
    let mut out = format!("\n{name}:\tfile format elf64-amdgpu\n");
    if options.sections {
        print_sections(&file, options.only, &mut out).map_err(damaged)?;
    }
    if options.symbols {
        print_symbols(&file, &mut out).map_err(damaged)?;
    }
    if options.relocations {
        let all = relocations(&file, bytes).map_err(damaged)?;
        for (section, relocations) in all.into_iter().filter(|(name, _)| is_asked(name, options.only)) {
            let _ = writeln!(out, "\nRELOCATION RECORDS FOR [{section}]:");
            out.push_str("OFFSET           TYPE                     VALUE\n");
            for relocation in relocations {
                let (ty, value) = (&relocation.ty, &relocation.value);
                let _ = writeln!(out, "{:016x} {ty:24} {value}", relocation.offset);
            }
        }
    }
    if options.contents {
        print_contents(&file, bytes, options.only, &mut out).map_err(damaged)?;
    }
    Ok(out)
}

/// The file, if it is one of ours.
fn parse<'a>(name: &str, bytes: &'a [u8]) -> Result<File<'a>, String> {
    let file: File<'a> =
        ElfFile64::parse(bytes).map_err(|error| format!("'{name}': not a valid ELF file: {error}"))?;
    if file.elf_header().is_big_endian() || file.elf_header().e_machine(LITTLE).0 != EM_AMDGPU {
        return Err(format!("'{name}': not an AMD GPU file"));
    }
    Ok(file)
}

fn print_sections(file: &File<'_>, only: &[&str], out: &mut String) -> object::read::Result<()> {
    let table = file.elf_section_table();
    let mut names = Vec::with_capacity(table.len());
    for section in table.iter() {
        names.push(String::from_utf8_lossy(table.section_name(LITTLE, section)?));
    }
    let width = names.iter().map(|name| name.len()).fold(NAME_COLUMN, usize::max);
    let _ = writeln!(
        out,
        "\nSections:\nIdx {:width$} Size     VMA              Type",
        "Name"
    );
    for ((index, section), name) in table.iter().enumerate().zip(&names) {
        if !is_asked(name, only) {
            continue;
        }
        let flags = section.sh_flags(LITTLE).0;
        let has = |flag: elf::SectionFlags| flags & flag.0 != 0;
        let is_without_bytes = section.sh_type(LITTLE) == elf::SHT_NOBITS;
        let ty = match () {
            () if has(elf::SHF_EXECINSTR) && section.sh_type(LITTLE) == elf::SHT_PROGBITS => "TEXT",
            () if is_without_bytes && (has(elf::SHF_ALLOC) || has(elf::SHF_WRITE)) => "BSS",
            () if has(elf::SHF_ALLOC) => "DATA",
            () if name.starts_with(".debug") => "DEBUG",
            () => "",
        };
        let (size, address) = (section.sh_size(LITTLE), section.sh_addr(LITTLE));
        let _ = writeln!(out, "{index:3} {name:width$} {size:08x} {address:016x} {ty}");
    }
    Ok(())
}

fn print_symbols(file: &File<'_>, out: &mut String) -> object::read::Result<()> {
    out.push_str("\nSYMBOL TABLE:\n");
    let (symbols, sections) = (file.elf_symbol_table(), file.elf_section_table());
    for (index, symbol) in symbols.enumerate().skip(if symbols.is_empty() { 0 } else { 1 }) {
        let place = symbol.st_shndx(LITTLE);
        let section = symbols.symbol_section(LITTLE, symbol, index)?;
        let section_name = section
            .map(|section| sections.section_name(LITTLE, sections.section(section)?))
            .transpose()?
            .map(String::from_utf8_lossy);
        let is_weak = symbol.st_bind() == elf::STB_WEAK;
        let is_placed = section.is_some() || place == elf::SHN_ABS;
        let binding = match symbol.st_bind() {
            _ if is_weak || !is_placed => ' ',
            elf::STB_LOCAL => 'l',
            elf::STB_GNU_UNIQUE => 'u',
            _ => 'g',
        };
        let (debug, kind) = match symbol.st_type() {
            elf::STT_FILE => ('d', 'f'),
            elf::STT_SECTION => ('d', ' '),
            elf::STT_FUNC => (' ', 'F'),
            elf::STT_OBJECT | elf::STT_COMMON => (' ', 'O'),
            _ => (' ', ' '),
        };
        let indirect = if symbol.st_type() == elf::STT_GNU_IFUNC {
            'i'
        } else {
            ' '
        };
        let weak = if is_weak { 'w' } else { ' ' };
        let section_text = match (place, &section_name) {
            (elf::SHN_ABS, _) => "*ABS*",
            (elf::SHN_COMMON, _) => "*COM*",
            (_, Some(name)) => name,
            (_, None) => "*UND*",
        };
        let visibility = match symbol.st_visibility() {
            elf::STV_INTERNAL => " .internal",
            elf::STV_HIDDEN => " .hidden",
            elf::STV_PROTECTED => " .protected",
            _ => "",
        };
        let own = String::from_utf8_lossy(symbols.symbol_name(LITTLE, symbol)?);
        let name = match (symbol.st_type(), &section_name) {
            (elf::STT_SECTION, Some(section)) => section,
            _ => &own,
        };
        let (value, size) = (symbol.st_value(LITTLE), symbol.st_size(LITTLE));
        // The value of a common symbol is its alignment, which is printed last.
        let (value, size) = if place == elf::SHN_COMMON {
            (size, value)
        } else {
            (value, size)
        };
        let _ = writeln!(
            out,
            "{value:016x} {binding}{weak}  {indirect}{debug}{kind} {section_text}\t{size:016x}{visibility} {name}"
        );
    }
    Ok(())
}

/// A relocation as text.
pub(super) struct RelocationText {
    /// Its offset in its section.
    pub offset: u64,
    /// Name of its type.
    pub ty: String,
    /// Symbol and addend.
    pub value: String,
}

/// The relocations of a relocatable file, by the name of the section that they change, in the order of the file.
pub(super) fn relocations(
    file: &File<'_>,
    bytes: &[u8],
) -> object::read::Result<Vec<(String, Vec<RelocationText>)>> {
    let (symbols, sections) = (file.elf_symbol_table(), file.elf_section_table());
    let mut found = Vec::new();
    for section in sections.iter() {
        let target = SectionIndex(section.sh_info(LITTLE) as usize);
        let Some((relocations, _)) = section.rela(LITTLE, bytes)? else {
            continue;
        };
        if target.0 == 0 {
            continue;
        }
        let name = sections.section_name(LITTLE, sections.section(target)?)?;
        let mut texts = Vec::with_capacity(relocations.len());
        for relocation in relocations {
            let symbol = match relocation.symbol(LITTLE, false) {
                None => "*ABS*".to_string(),
                Some(index) => {
                    let symbol = symbols.symbol(index)?;
                    let section = symbols.symbol_section(LITTLE, symbol, index)?;
                    let name = match section.filter(|_| symbol.st_type() == elf::STT_SECTION) {
                        Some(section) => sections.section_name(LITTLE, sections.section(section)?)?,
                        None => symbols.symbol_name(LITTLE, symbol)?,
                    };
                    String::from_utf8_lossy(name).into_owned()
                }
            };
            let addend = relocation.r_addend(LITTLE);
            let sign = if addend < 0 { "-" } else { "+" };
            let addend = match addend.unsigned_abs() {
                0 => String::new(),
                distance => format!("{sign}0x{distance:x}"),
            };
            let ty = relocation.r_type(LITTLE, false).0;
            texts.push(RelocationText {
                offset: relocation.r_offset(LITTLE),
                ty: reloc::name(ty).map_or_else(|| "Unknown".to_string(), String::from),
                value: symbol + &addend,
            });
        }
        found.push((String::from_utf8_lossy(name).into_owned(), texts));
    }
    Ok(found)
}

fn print_contents(
    file: &File<'_>,
    bytes: &[u8],
    only: &[&str],
    out: &mut String,
) -> object::read::Result<()> {
    let table = file.elf_section_table();
    for section in table.iter() {
        let (size, address) = (section.sh_size(LITTLE), section.sh_addr(LITTLE));
        let name = String::from_utf8_lossy(table.section_name(LITTLE, section)?);
        if size == 0 || !is_asked(&name, only) {
            continue;
        }
        let _ = writeln!(out, "Contents of section {name}:");
        if section.sh_type(LITTLE) == elf::SHT_NOBITS {
            let end = address.wrapping_add(size);
            let _ = writeln!(
                out,
                "<skipping contents of bss section at [{address:04x}, {end:04x})>"
            );
            continue;
        }
        for (line, start) in section.data(LITTLE, bytes)?.chunks(LINE_BYTES).zip(0u64..) {
            let at = address.wrapping_add(start * LINE_BYTES as u64);
            let mut words = String::with_capacity(LINE_BYTES * 2 + 4);
            for (index, byte) in line.iter().enumerate() {
                words.push_str(if index > 0 && index % 4 == 0 { " " } else { "" });
                let _ = write!(words, "{byte:02x}");
            }
            let printable = |&byte: &u8| {
                if matches!(byte, b' '..=b'~') {
                    char::from(byte)
                } else {
                    '.'
                }
            };
            let text: String = line.iter().map(printable).collect();
            let _ = writeln!(out, " {at:04x} {words:35}  {text}");
        }
    }
    Ok(())
}
