//! Source files and byte spans into them.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A source file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

/// A half-open byte range `start..end` of one source file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The file the bytes are in.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte; equal to `start` for a point.
    pub end: u32,
}

impl Span {
    /// The span `start..end` of `file`.
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }

    /// The span of something without a source position (command line, generated code).
    pub const NONE: Span = Span {
        file: FileId(u32::MAX),
        start: 0,
        end: 0,
    };

    /// Whether this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self.file.0 == u32::MAX
    }

    /// The smallest span that covers both; `self` if they are in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// The text of a file, which may be shared. It is not copied when it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceText(Arc<String>);

impl Deref for SourceText {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for SourceText {
    fn from(text: String) -> SourceText {
        SourceText(Arc::new(text))
    }
}

impl From<&str> for SourceText {
    fn from(text: &str) -> SourceText {
        text.to_string().into()
    }
}

/// One source file: its name as the user gave it, its text and the start of each line.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Name for messages.
    pub name: String,
    /// The whole text.
    pub text: SourceText,
    /// Byte offset of the start of each line, computed on demand: most files never need it.
    line_starts: OnceLock<Vec<u32>>,
    /// The position of the include directive; [`Span::NONE`] if there is none.
    included_at: Span,
}

impl SourceFile {
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
            std::iter::once(0)
                .chain(ends.map(|(at, _)| at as u32 + 1))
                .collect()
        })
    }

    /// Line and column, both from 1, of byte `offset`; the column counts bytes.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let starts = self.line_starts();
        let line = starts.partition_point(|&start| start <= offset).max(1) - 1;
        (line as u32 + 1, offset - starts[line] + 1)
    }

    /// The byte at a line and a column, both from 1; `None` if the file has no such line.
    pub fn offset_of(&self, line: u32, column: u32) -> Option<u32> {
        let start = *self.line_starts().get((line as usize).checked_sub(1)?)?;
        let end = start + self.line_text(line).len() as u32;
        Some((start + column.saturating_sub(1)).min(end))
    }

    /// Text of line `line` (from 1), without its line end.
    pub fn line_text(&self, line: u32) -> &str {
        let index = line as usize - 1;
        let starts = self.line_starts();
        let start = starts[index] as usize;
        let end = starts.get(index + 1).map_or(self.text.len(), |&end| end as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

/// Largest source file that readers accept, in bytes.
pub const MAX_SOURCE_BYTES: usize = 1 << 30;

/// All source files of a compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Adds a file; `text` must be at most [`MAX_SOURCE_BYTES`] long.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<SourceText>) -> FileId {
        self.files.push(SourceFile {
            name: name.into(),
            text: text.into(),
            line_starts: OnceLock::new(),
            included_at: Span::NONE,
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// Adds a file that is included at `place`: messages about it also give that position.
    pub fn add_included(
        &mut self,
        name: impl Into<String>,
        text: impl Into<SourceText>,
        place: Span,
    ) -> FileId {
        let file = self.add(name, text);
        self.files[file.0 as usize].included_at = place;
        file
    }

    /// The include directives that lead to a file, outermost first.
    pub fn inclusions(&self, file: FileId) -> Vec<Span> {
        let mut places = Vec::new();
        let mut place = self.file(file).included_at;
        // A file is added after the one that includes it.
        while !place.is_none() {
            places.push(place);
            place = self.file(place.file).included_at;
        }
        places.reverse();
        places
    }

    /// How many files there are; their ids are dense.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file `id`.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The first `count` files, as they were before the others were added.
    pub fn first(&self, count: usize) -> SourceMap {
        SourceMap {
            files: self.files[..count].to_vec(),
        }
    }

    /// The first file of this name.
    pub fn find(&self, name: &str) -> Option<FileId> {
        let index = self.files.iter().position(|file| file.name == name)?;
        Some(FileId(index as u32))
    }

    /// Whether `span` is in one of the files.
    pub fn contains(&self, span: Span) -> bool {
        let file = self.files.get(span.file.0 as usize);
        file.is_some_and(|file| file.text.is_char_boundary(span.start as usize))
    }

    /// The files, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// The text under `span`.
    pub fn snippet(&self, span: Span) -> &str {
        &self.file(span.file).text[span.start as usize..span.end as usize]
    }
}
