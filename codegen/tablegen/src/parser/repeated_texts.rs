//! A cache of parsed lists and arguments, by their source text.
//!
//! Descriptions repeat the same lists of types and properties, and the same class arguments, in thousands of records. The
//! value of such a text depends on nothing else as long as its names resolve to globals. So the text is looked up before
//! it is parsed: its first bytes are hashed, and entries with the same hash are compared. The cache has a fixed size.

use super::{Parser, Scope, ScopeKind};
use crate::intern::{Symbol, WordHash, repeated, zero_bytes};
use crate::record::RecordId;
use crate::types::TypeId;
use crate::value::ValueId;
use std::ops::Range;
use wavec_support::{FileId, Span};

/// The cache is set-associative; recently found texts come first in their set.
const SETS: usize = 1 << 9;
const WAYS: usize = 4;
/// Bytes of a text that are hashed.
const HEAD: usize = 32;
/// Longest text that is cached, in bytes.
const MAX_LENGTH: u32 = 1 << 10;
/// The most names of a text.
const MAX_NAMES: usize = 32;
/// The most names and values that are stored; beyond that the cache is emptied.
const MAX_KEPT: usize = 1 << 16;

/// What a text is parsed as: the kind in the two lowest bits, and above them the type or class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Role(u64);

impl Role {
    const LIST: u64 = 0;
    const RECORD: u64 = 1;
    const ARGUMENTS: u64 = 2;
    /// Of an empty entry.
    const NONE: Role = Role(3);

    /// `ValueList ]`, where a list of this type is expected.
    pub(super) fn list(expected: Option<TypeId>) -> Role {
        Role(u64::from(expected.map_or(u32::MAX, |ty| ty.0)) << 2 | Role::LIST)
    }

    /// `ArgValueList >` of a class of which a record is wanted.
    pub(super) fn record(class: RecordId) -> Role {
        Role(u64::from(class.0) << 2 | Role::RECORD)
    }

    /// `ArgValueList >` of a class.
    pub(super) fn arguments(class: RecordId) -> Role {
        Role(u64::from(class.0) << 2 | Role::ARGUMENTS)
    }

    fn is_list(self) -> bool {
        self.0 & 3 == Role::LIST
    }

    fn close(self) -> u8 {
        if self.is_list() { b']' } else { b'>' }
    }
}

/// A text that was parsed.
#[derive(Clone, Copy)]
struct Entry {
    file: FileId,
    start: u32,
    /// Including the closing bracket.
    length: u32,
    /// The hash of the first bytes and the role.
    hash: u32,
    role: Role,
    /// The ranges of its names and values in [`RepeatedTexts`].
    names: (u32, u32),
    values: (u32, u32),
}

impl Entry {
    const NONE: Entry = Entry {
        file: FileId(0),
        start: 0,
        length: 0,
        hash: 0,
        role: Role::NONE,
        names: (0, 0),
        values: (0, 0),
    };
}

/// A text that is being parsed and may be cached.
struct Reading {
    entry: Entry,
    /// The counts of [`RepeatedTexts`] and of the lexer at its start.
    globals: usize,
    changeable: usize,
    interruptions: usize,
}

/// The result of looking up a text.
pub(super) enum Known {
    /// It was found; its values are a range of [`RepeatedTexts::values`], and the current token is the one after it.
    As(Range<usize>),
    /// It was not found. `may_keep` is to be passed to [`Parser::keep_text`] after it has been parsed.
    Not { may_keep: bool },
}

/// See the module.
#[derive(Default)]
pub(super) struct RepeatedTexts {
    entries: Vec<Entry>,
    names: Vec<Symbol>,
    pub(super) values: Vec<ValueId>,
    /// Texts that are being parsed, outermost first.
    reading: Vec<Reading>,
    /// The names in them that resolve to globals.
    globals: Vec<Symbol>,
    /// The number of values parsed so far that the text alone does not determine.
    changeable: usize,
}

impl RepeatedTexts {
    /// Notes a name that resolves to a global.
    #[inline]
    pub(super) fn note_global(&mut self, name: Symbol) {
        if !self.reading.is_empty() {
            self.globals.push(name);
        }
    }

    /// Notes a value that the text alone does not determine.
    #[inline]
    pub(super) fn note_changeable(&mut self) {
        self.changeable += 1;
    }

    /// Adds a text to the cache.
    fn add(&mut self, mut entry: Entry, globals: usize, values: &[ValueId]) {
        if self.names.len().max(self.values.len()) > MAX_KEPT {
            self.entries.clear();
            self.names.clear();
            self.values.clear();
        }
        let names = self.names.len();
        for name in &self.globals[globals..] {
            if !self.names[names..].contains(name) {
                self.names.push(*name);
            }
        }
        if self.names.len() - names > MAX_NAMES {
            return self.names.truncate(names);
        }
        entry.names = (names as u32, self.names.len() as u32);
        entry.values = (
            self.values.len() as u32,
            (self.values.len() + values.len()) as u32,
        );
        self.values.extend_from_slice(values);
        if self.entries.is_empty() {
            self.entries.resize(SETS * WAYS, Entry::NONE);
        }
        let set = set_of(entry.hash);
        self.entries.copy_within(set..set + WAYS - 1, set + 1);
        self.entries[set] = entry;
    }
}

/// Index of the first entry of the set for this hash.
fn set_of(hash: u32) -> usize {
    hash as usize % SETS * WAYS
}

/// The hash of the role and the first bytes of a text, up to the first bracket that may close it; `None` near the end of the
/// file.
#[inline]
fn hash_of_head(bytes: &[u8], role: Role) -> Option<u32> {
    let close = repeated(role.close());
    let mut hash = WordHash::default();
    hash.add(role.0);
    for word in bytes.first_chunk::<HEAD>()?.as_chunks().0 {
        let word = u64::from_le_bytes(*word);
        let found = zero_bytes(word ^ close);
        if found != 0 {
            return Some((hash.finish_before(word, found) >> 32) as u32);
        }
        hash.add(word);
    }
    Some((hash.finish(0, 0) >> 32) as u32)
}

impl Parser<'_> {
    /// Looks up the text after the opening bracket that is the current token.
    pub(super) fn known_text(&mut self, role: Role) -> Known {
        let open = &self.lexer.open;
        let bytes = &open.text.as_bytes()[open.at..];
        // Lists that start with a string are rarely repeated.
        if bytes.first() == Some(&b'"') {
            return Known::Not { may_keep: false };
        }
        let Some(hash) = hash_of_head(bytes, role) else {
            return Known::Not { may_keep: false };
        };
        let Some(at) = self.find_text(bytes, role, hash) else {
            self.texts.reading.push(Reading {
                entry: Entry {
                    file: open.file,
                    start: open.at as u32,
                    hash,
                    role,
                    ..Entry::NONE
                },
                globals: self.texts.globals.len(),
                changeable: self.texts.changeable,
                interruptions: self.lexer.interruptions,
            });
            return Known::Not { may_keep: true };
        };
        let Entry {
            length,
            names,
            values,
            ..
        } = self.texts.entries[at];
        if at % WAYS > 0 {
            self.texts.entries.swap(at, at - 1);
        }
        if !self.texts.reading.is_empty() && names.0 < names.1 {
            let names = &self.texts.names[names.0 as usize..names.1 as usize];
            self.texts.globals.extend_from_slice(names);
        }
        self.lexer.open.at += length as usize;
        self.advance();
        Known::As(values.0 as usize..values.1 as usize)
    }

    /// The entry of the text at the start of some bytes, if its names resolve to globals here.
    #[inline]
    fn find_text(&self, bytes: &[u8], role: Role, hash: u32) -> Option<usize> {
        let set = set_of(hash);
        let entries = self.texts.entries.get(set..set + WAYS)?;
        let is_it = |entry: &Entry| entry.hash == hash && entry.role == role && self.is_at(entry, bytes);
        let way = entries.iter().position(is_it)?;
        self.are_global(&entries[way]).then_some(set + way)
    }

    /// Caches a text that has been parsed. `close` is the bracket after it, `None` after an error, and `values` are its
    /// values.
    pub(super) fn keep_text(&mut self, may_keep: bool, close: Option<Span>, values: &[ValueId]) {
        if !may_keep {
            return;
        }
        let Some(Reading {
            mut entry,
            globals,
            changeable,
            interruptions,
        }) = self.texts.reading.pop()
        else {
            return;
        };
        if let Some(close) = close
            && close.file == entry.file
            && close.end - entry.start <= MAX_LENGTH
            && changeable == self.texts.changeable
            && interruptions == self.lexer.interruptions
            && !values.iter().any(|value| value.is_unresolved())
        {
            entry.length = close.end - entry.start;
            self.texts.add(entry, globals, values);
        }
        if self.texts.reading.is_empty() {
            self.texts.globals.clear();
        }
    }

    /// Whether some bytes start with the text of an entry.
    #[inline]
    fn is_at(&self, entry: &Entry, bytes: &[u8]) -> bool {
        let (start, end) = (entry.start as usize, (entry.start + entry.length) as usize);
        let known = &self.lexer.sources.file(entry.file).text.as_bytes()[start..end];
        let Some(behind) = bytes.strip_prefix(known) else {
            return false;
        };
        // A list's type may follow.
        let next = || behind.iter().find(|byte| !byte.is_ascii_whitespace());
        !entry.role.is_list() || !matches!(next(), Some(b'<' | b'/') | None)
    }

    /// Whether the names of an entry resolve to globals here, too.
    #[inline]
    fn are_global(&self, entry: &Entry) -> bool {
        let names = &self.texts.names[entry.names.0 as usize..entry.names.1 as usize];
        names.is_empty() || self.scopes.iter().all(|scope| !self.hides_one(scope, names))
    }

    /// Whether a scope declares one of the names.
    #[inline]
    fn hides_one(&self, scope: &Scope, names: &[Symbol]) -> bool {
        let is_variable = |name: &Symbol| scope.variables.iter().any(|(known, _)| known == name);
        if !scope.variables.is_empty() && names.iter().any(is_variable) {
            return true;
        }
        match scope.kind {
            ScopeKind::Local => false,
            ScopeKind::Loop(variable) => variable.is_some_and(|(known, _)| names.contains(&known)),
            ScopeKind::MultiClass(record) => self.has_argument(record, names),
            ScopeKind::Record(record) => {
                let contents = self.eval.record(record);
                let is_field = |&name: &Symbol| contents.type_of(name).is_some();
                (contents.fields.len() > 0 && names.iter().any(is_field))
                    || (contents.is_class && self.has_argument(record, names))
            }
        }
    }

    /// Whether one of the names is a template argument or the implicit `NAME`.
    fn has_argument(&self, owner: RecordId, names: &[Symbol]) -> bool {
        names
            .iter()
            .any(|&name| name == self.name_symbol || self.arguments.contains_key(&(owner, name)))
    }
}
