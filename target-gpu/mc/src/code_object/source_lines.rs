//! Source lines of addresses, from the debug sections of an ELF file.

use addr2line::Context;
use gimli::{DebugLineOffset, Dwarf, EndianRcSlice, LittleEndian, SectionId};
use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget};
use std::rc::Rc;

/// A function, or a call that was inlined, and a place in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFrame {
    /// Name of the function; empty if unknown.
    pub function: String,
    /// Path of the file; empty if unknown.
    pub file: String,
    /// Counted from 1; 0 is code of no line.
    pub line: u32,
    /// Counted from 1; 0 is unknown.
    pub column: u32,
}

type Reader = EndianRcSlice<LittleEndian>;

/// The lines of a file.
pub struct SourceLines {
    context: Context<Reader>,
    /// Those of line tables that no compile unit has, as an assembler makes them of `.loc` alone: sorted by address.
    rows: Vec<Row>,
    /// The paths of their files.
    files: Vec<String>,
}

/// Code of one line, which ends where the next row begins.
struct Row {
    address: u64,
    /// The index of the file and the place in it; none if the code before ends here.
    place: Option<(usize, u32, u32)>,
}

// Relocations of data sections: AMDGPU backend guide, "Relocation Records".
const R_AMDGPU_ABS64: u32 = 3;
const R_AMDGPU_ABS32: u32 = 6;

impl SourceLines {
    /// Reads the debug sections; `None` if there are none, or none that make sense.
    pub fn read(bytes: &[u8]) -> Option<SourceLines> {
        let dwarf = load(bytes)?;
        let mut lines = SourceLines {
            context: Context::from_dwarf(load(bytes)?).ok()?,
            rows: Vec::new(),
            files: Vec::new(),
        };
        if matches!(dwarf.units().next(), Ok(None)) {
            lines.read_tables(&dwarf);
        }
        Some(lines)
    }

    /// File and line of every piece of code; a line may come several times.
    pub fn all_lines(&self) -> impl Iterator<Item = (&str, u32)> {
        let ranges = self.context.find_location_range(0, u64::MAX).ok();
        ranges
            .into_iter()
            .flatten()
            .filter_map(|(_, _, place)| Some((place.file?, place.line?)))
            .chain(self.rows.iter().filter_map(|row| {
                let (file, line, _) = row.place?;
                Some((self.files[file].as_str(), line))
            }))
    }

    /// What is at `address`, the innermost inlined call first; empty if nothing is known.
    pub fn frames(&self, address: u64) -> Vec<SourceFrame> {
        let mut found = Vec::new();
        let Ok(mut frames) = self.context.find_frames(address).skip_all_loads() else {
            return found;
        };
        let after = self.rows.partition_point(|row| row.address <= address);
        if let Some((file, line, column)) = after.checked_sub(1).and_then(|at| self.rows[at].place) {
            found.push(SourceFrame {
                function: String::new(),
                file: self.files[file].clone(),
                line,
                column,
            });
        }
        while let Ok(Some(frame)) = frames.next() {
            let location = frame.location.as_ref();
            let name = frame
                .function
                .as_ref()
                .and_then(|function| function.raw_name().ok());
            found.push(SourceFrame {
                function: name.map(|name| name.into_owned()).unwrap_or_default(),
                file: location.and_then(|at| at.file).unwrap_or_default().to_string(),
                line: location.and_then(|at| at.line).unwrap_or(0),
                column: location.and_then(|at| at.column).unwrap_or(0),
            });
        }
        found
    }
}

impl SourceLines {
    /// Reads all line tables, one after the other.
    fn read_tables(&mut self, dwarf: &Dwarf<Reader>) {
        let mut offset = 0;
        while let Ok(program) = dwarf.debug_line.program(DebugLineOffset(offset), 8, None, None) {
            let header = program.header().clone();
            offset += header.unit_length() + usize::from(header.format().initial_length_size());
            let first = self.files.len();
            let text = |value| dwarf.attr_line_string(value).ok();
            let text = |value| Some(String::from_utf8_lossy(text(value)?.bytes()).into_owned());
            for file in header.file_names() {
                let name = text(file.path_name()).unwrap_or_default();
                let directory = match file.directory_index() {
                    0 => None,
                    index => header.directory(index).and_then(text),
                };
                self.files.push(match directory {
                    Some(directory) => format!("{directory}/{name}"),
                    None => name,
                });
            }
            // Counted from 1 before DWARF 5.
            let base = u64::from(header.encoding().version < 5);
            let mut rows = program.rows();
            while let Ok(Some((_, row))) = rows.next_row() {
                let file = row
                    .file_index()
                    .checked_sub(base)
                    .map(|index| first + index as usize);
                let line = row.line().map_or(0, |line| line.get() as u32);
                let column = match row.column() {
                    gimli::ColumnType::LeftEdge => 0,
                    gimli::ColumnType::Column(column) => column.get() as u32,
                };
                let place = file.filter(|&file| file < self.files.len() && !row.end_sequence());
                self.rows.push(Row {
                    address: row.address(),
                    place: place.map(|file| (file, line, column)),
                });
            }
        }
        // Where one sequence ends and another begins, the beginning counts.
        self.rows.sort_by_key(|row| (row.address, row.place.is_some()));
    }
}

/// The debug sections of an ELF file; `None` if there are none, or none that make sense.
pub(super) fn load(bytes: &[u8]) -> Option<Dwarf<Reader>> {
    let file: ElfFile64<'_, Endianness> = ElfFile64::parse(bytes).ok()?;
    file.section_by_name(SectionId::DebugLine.name())?;
    let section = |id: SectionId| -> Result<EndianRcSlice<LittleEndian>, gimli::Error> {
        let data = section_data(&file, id.name()).unwrap_or_default();
        Ok(EndianRcSlice::new(Rc::from(data), LittleEndian))
    };
    Dwarf::load(section).ok()
}

/// The address of a symbol in an ELF file.
pub fn symbol_address(bytes: &[u8], name: &str) -> Option<u64> {
    let file: ElfFile64<'_, Endianness> = ElfFile64::parse(bytes).ok()?;
    let symbol = file.symbols().find(|symbol| symbol.name() == Ok(name))?;
    Some(symbol.address())
}

/// The bytes of a section. Those of a relocatable file get the values of its own symbols.
fn section_data(file: &ElfFile64<'_, Endianness>, name: &str) -> Option<Vec<u8>> {
    let section = file.section_by_name(name)?;
    let mut data = section.data().ok()?.to_vec();
    for (offset, relocation) in section.relocations() {
        let RelocationTarget::Symbol(symbol) = relocation.target() else {
            continue;
        };
        let address = file.symbol_by_index(symbol).map_or(0, |symbol| symbol.address());
        let value = address.wrapping_add(relocation.addend() as u64).to_le_bytes();
        let size = match relocation.flags() {
            RelocationFlags::Elf { r_type } if r_type.0 == R_AMDGPU_ABS64 => 8,
            RelocationFlags::Elf { r_type } if r_type.0 == R_AMDGPU_ABS32 => 4,
            _ => continue,
        };
        let start = usize::try_from(offset).ok()?;
        if let Some(place) = data.get_mut(start..).and_then(|rest| rest.get_mut(..size)) {
            place.copy_from_slice(&value[..size]);
        }
    }
    Some(data)
}
