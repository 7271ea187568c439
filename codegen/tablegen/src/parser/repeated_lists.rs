//! Lists that are written again, letter for letter.
//!
//! Descriptions give thousands of records the same lists of types and properties. What such a list is depends on its
//! text alone as long as its names mean global defs, so it is looked up before it is read. The table has a fixed size
//! and forgets.

use super::{Parser, ScopeKind};
use crate::eval::Eval;
use crate::intern::{Symbol, hash_bytes};
use crate::record::RecordId;
use crate::token::{Tok, Token};
use crate::types::TypeId;
use crate::value::ValueId;
use wavec_support::{FileId, Span};

/// Entries of the table; a newer one displaces an older one.
const SIZE: usize = 1 << 12;
/// Longest text that is kept, in bytes.
const MAX_LENGTH: usize = 512;
/// Most names that are kept; when there are more, all are forgotten.
const MAX_NAMES: usize = 1 << 16;

/// A list that was read.
#[derive(Clone, Copy)]
struct Entry {
    file: FileId,
    /// Behind the opening bracket, and behind the closing one.
    text: (u32, u32),
    expected: Option<TypeId>,
    /// How many variables had been defined.
    variables: u32,
    /// Where its names are in [`RepeatedLists::names`].
    names: (u32, u32),
    value: ValueId,
}

/// See the module.
#[derive(Default)]
pub(super) struct RepeatedLists {
    entries: Vec<Option<Entry>>,
    names: Vec<Symbol>,
    /// Where the names of the list that is being read start, if it may be kept.
    reading: Option<usize>,
}

/// What a byte of a list is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Of a name, a number or a class with arguments, or between these.
    Plain,
    Open,
    Close,
    /// The list is not kept.
    Other,
}

const KINDS: [Kind; 256] = {
    let mut table = [Kind::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'[' => Kind::Open,
            b']' => Kind::Close,
            b' ' | b'\t' | b'\r' | b'\n' | b',' | b'<' | b'>' | b'-' => Kind::Plain,
            other if crate::lexer::is_id_byte(other) => Kind::Plain,
            _ => Kind::Other,
        };
        byte += 1;
    }
    table
};

/// The position of the bracket that ends a list, if only plain bytes are before it.
fn matching_bracket(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut at) = (1, 0);
    loop {
        while KINDS[*bytes.get(at)? as usize] == Kind::Plain {
            at += 1;
        }
        match KINDS[bytes[at] as usize] {
            Kind::Open => depth += 1,
            Kind::Close if depth == 1 => return Some(at),
            Kind::Close => depth -= 1,
            _ => return None,
        }
        at += 1;
    }
}

impl RepeatedLists {
    /// A name means a global def, or if it `is_variable` something that may be another one next time.
    #[inline]
    pub(super) fn note_name(&mut self, name: Symbol, is_variable: bool) {
        if self.reading.is_some() {
            match is_variable {
                true => self.reading = None,
                false => self.names.push(name),
            }
        }
    }
}

impl Parser<'_> {
    /// `[ ValueList ] ( < Type > )?`
    pub(super) fn list_value(
        &mut self,
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> Eval<ValueId> {
        if self.lists.reading.is_some() {
            // A list in a list is kept with that.
            return self.read_list(current, expected);
        }
        let Some((file, text, next)) = self.list_text(current) else {
            return self.read_list(current, expected);
        };
        let bytes = &self.lexer.sources.file(file).text.as_bytes()[text.0 as usize..text.1 as usize];
        let slot = (hash_bytes(bytes) >> 7) as usize % SIZE;
        if let Some(&Some(entry)) = self.lists.entries.get(slot)
            && self.is_same_list(&entry, bytes, current, expected)
        {
            self.lexer.file().at = text.1 as usize;
            self.token = Token {
                kind: Tok::RSquare,
                span: Span::new(file, text.1 - 1, text.1),
            };
            self.advance();
            return Ok(entry.value);
        }
        if self.lists.names.len() > MAX_NAMES {
            self.lists = RepeatedLists::default();
        }
        let start = self.lists.names.len();
        self.lists.reading = Some(start);
        let result = self.read_list(current, expected);
        let may_keep = self.lists.reading.take().is_some();
        match result {
            // A type behind the list is not part of the text.
            Ok(value)
                if may_keep
                    && !value.is_unresolved()
                    && (self.token.span.file, self.token.span.start) == (file, next) =>
            {
                if self.lists.entries.is_empty() {
                    self.lists.entries.resize(SIZE, None);
                }
                self.lists.entries[slot] = Some(Entry {
                    file,
                    text,
                    expected,
                    variables: self.variables_defined,
                    names: (start as u32, self.lists.names.len() as u32),
                    value,
                });
            }
            _ => self.lists.names.truncate(start),
        }
        result
    }

    /// The place of the text behind the bracket that is the token up to the matching one, and where the next token is, if
    /// what it means depends on global names alone.
    fn list_text(&mut self, current: Option<RecordId>) -> Option<(FileId, (u32, u32), u32)> {
        let is_global = self.loops.is_empty() && self.current_multiclass.is_none();
        if !is_global || current.is_none_or(|current| self.eval.record(current).is_class) {
            return None;
        }
        let (last, outer) = self.scopes.split_last()?;
        let is_plain = matches!(last.kind, ScopeKind::Record(_))
            && outer.iter().all(|scope| matches!(scope.kind, ScopeKind::Local));
        if !is_plain {
            return None;
        }
        let file = self.lexer.file();
        let (id, start) = (file.file, file.at);
        let bytes = &file.text.as_bytes()[start..];
        let end = matching_bracket(&bytes[..bytes.len().min(MAX_LENGTH)])?;
        // A type may follow.
        let behind = &bytes[end + 1..];
        let space = behind.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let end = start + end + 1;
        match behind[space] {
            b'<' | b'/' | b'#' => None,
            _ => Some((id, (start as u32, end as u32), (end + space) as u32)),
        }
    }

    /// Whether the text is that of the entry and its names mean the same.
    fn is_same_list(
        &self,
        entry: &Entry,
        text: &[u8],
        current: Option<RecordId>,
        expected: Option<TypeId>,
    ) -> bool {
        let known = &self.lexer.sources.file(entry.file).text.as_bytes();
        if entry.variables != self.variables_defined
            || entry.expected != expected
            || &known[entry.text.0 as usize..entry.text.1 as usize] != text
        {
            return false;
        }
        let names = &self.lists.names[entry.names.0 as usize..entry.names.1 as usize];
        // Fields hide defs.
        current.is_none_or(|current| {
            let record = self.eval.record(current);
            names.iter().all(|&name| record.type_of(name).is_none())
        })
    }
}
