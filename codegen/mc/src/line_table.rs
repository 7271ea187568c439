//! Line tables: what `.file` and `.loc` say, and the section `.debug_line`.
//!
//! Source: DWARF 5, section 6.2.

use crate::dwarf::{DwarfWriter, ENCODING, dwarf_text, emit_section};
use crate::inst::SymbolId;
use crate::streamer::Streamer;
use gimli::write::{
    Address, DebugLine, DebugLineStr, FileId, LineProgram, LineString, LineStringTable, StringTable,
};
use gimli::{LineEncoding, SectionId};

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceFile {
    /// The directory that a relative name starts from; empty for that of the compilation.
    pub directory: String,
    /// Its name.
    pub name: String,
    /// The MD5 digest of its text.
    pub md5: Option<[u8; 16]>,
}

/// Where the following instruction comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLine {
    /// Number of the file.
    pub file: u32,
    /// Counted from 1; 0 is no line.
    pub line: u32,
    /// Counted from 1; 0 is unknown.
    pub column: u32,
    /// A debugger stops here.
    pub is_statement: bool,
    /// The first instruction of a basic block.
    pub is_block: bool,
    /// The first instruction after the prologue.
    pub is_prologue_end: bool,
    /// The first instruction of the epilogue.
    pub is_epilogue_begin: bool,
    /// Tells blocks of one line apart.
    pub discriminator: u32,
}

impl Default for SourceLine {
    fn default() -> SourceLine {
        SourceLine {
            file: 1,
            line: 0,
            column: 0,
            is_statement: true,
            is_block: false,
            is_prologue_end: false,
            is_epilogue_begin: false,
            discriminator: 0,
        }
    }
}

/// Most files of a table: their numbers are dense.
pub const MAX_FILES: u32 = 1 << 16;

/// The files that were declared.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceFiles(Vec<Option<SourceFile>>);

impl SourceFiles {
    /// Declares a file; errors if the number is that of another.
    pub(crate) fn add(&mut self, number: u32, file: &SourceFile) -> Result<(), String> {
        if number >= MAX_FILES {
            return Err(format!("file numbers are below {MAX_FILES}"));
        }
        let number = number as usize;
        if self.0.len() <= number {
            self.0.resize(number + 1, None);
        }
        match &mut self.0[number] {
            Some(known) if known == file => Ok(()),
            Some(_) => Err("file number is already used".to_string()),
            unused => {
                *unused = Some(file.clone());
                Ok(())
            }
        }
    }

    /// Whether the number is that of a file.
    pub(crate) fn check(&self, number: u32) -> Result<(), String> {
        match self.0.get(number as usize) {
            Some(Some(_)) => Ok(()),
            _ => Err(format!("file number {number} has no '.file'")),
        }
    }
}

struct Row {
    section: u32,
    offset: u64,
    line: SourceLine,
}

/// The files and rows of an object.
#[derive(Default)]
pub(crate) struct LineTable {
    pub(crate) files: SourceFiles,
    rows: Vec<Row>,
    pending: Option<SourceLine>,
}

impl LineTable {
    /// The next instruction comes from `line`.
    pub(crate) fn set_line(&mut self, line: SourceLine) -> Result<(), String> {
        self.files.check(line.file)?;
        self.pending = Some(line);
        Ok(())
    }

    /// There is an instruction here.
    #[inline]
    pub(crate) fn instruction(&mut self, section: u32, offset: u64) {
        if let Some(line) = self.pending.take() {
            self.rows.push(Row {
                section,
                offset,
                line,
            });
        }
    }

    /// Rows whose sections have become parts of others: `moved` changes the section and the offset.
    pub(crate) fn move_rows(&mut self, moved: impl Fn(&mut u32, &mut u64)) {
        for row in &mut self.rows {
            moved(&mut row.section, &mut row.offset);
        }
        self.rows.sort_by_key(|row| (row.section, row.offset));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.files.0.is_empty()
    }

    /// Sections with rows, in order.
    pub(crate) fn sections(&mut self) -> Vec<u32> {
        self.rows.sort_by_key(|row| row.section);
        let groups = self.rows.chunk_by(|a, b| a.section == b.section);
        groups.map(|rows| rows[0].section).collect()
    }

    /// Appends the table to `.debug_line`; `sections` are the starts and sizes of [`LineTable::sections`].
    pub(crate) fn emit(
        &self,
        sections: &[(SymbolId, u64)],
        out: &mut impl Streamer,
    ) -> Result<(), gimli::write::Error> {
        let mut strings = LineStringTable::default();
        let mut string = |text: &str| LineString::LineStringRef(strings.add(dwarf_text(text)));
        let main = self.files.0.iter().flatten().next().cloned().unwrap_or_default();
        // Instructions of the targets are a multiple of four bytes; data that were written as such need not be.
        let mut places = self.rows.iter().map(|row| row.offset);
        let is_whole = places.all(|offset| offset % 4 == 0) && sections.iter().all(|(_, size)| size % 4 == 0);
        let unit = if is_whole { 4 } else { 1 };
        let encoding = LineEncoding {
            minimum_instruction_length: unit,
            ..LineEncoding::default()
        };
        let (directory, name) = (string(&main.directory), string(&main.name));
        let mut program = LineProgram::new(ENCODING, encoding, directory, None, name, None);
        let mut numbers: Vec<FileId> = Vec::new();
        for file in &self.files.0 {
            let file = file.as_ref().unwrap_or(&main);
            let directory = match file.directory.is_empty() {
                true => program.default_directory(),
                false => program.add_directory(string(&file.directory)),
            };
            let info = file.md5.map(|md5| gimli::write::FileInfo {
                md5,
                ..gimli::write::FileInfo::default()
            });
            program.file_has_md5 |= info.is_some();
            numbers.push(program.add_file(string(&file.name), directory, info));
        }
        let groups = self.rows.chunk_by(|a, b| a.section == b.section);
        for (symbol, (rows, &(_, size))) in groups.zip(sections).enumerate() {
            let start = rows[0].offset;
            program.begin_sequence(Some(Address::Symbol {
                symbol,
                addend: start as i64,
            }));
            for Row { offset, line, .. } in rows {
                let row = program.row();
                row.address_offset = offset - start;
                row.file = numbers[line.file as usize];
                row.line = line.line.into();
                row.column = line.column.into();
                row.is_statement = line.is_statement;
                row.basic_block = line.is_block;
                row.prologue_end = line.is_prologue_end;
                row.epilogue_begin = line.is_epilogue_begin;
                row.discriminator = line.discriminator.into();
                program.generate_row();
            }
            program.end_sequence(size - start);
        }
        let mut writer = DebugLine(DwarfWriter::default());
        let mut text = DebugLineStr(DwarfWriter::default());
        program.write(&mut writer, ENCODING, &mut strings, &mut StringTable::default())?;
        strings.write(&mut text)?;
        let symbols: Vec<SymbolId> = sections.iter().map(|entry| entry.0).collect();
        emit_section(SectionId::DebugLineStr, &text.0, &symbols, out);
        emit_section(SectionId::DebugLine, &writer.0, &symbols, out);
        Ok(())
    }
}
