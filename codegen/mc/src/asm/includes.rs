//! Includes: `.include` reads another file's statements, `.incbin` emits its bytes.
//!
//! A parser opens no files. It records a file that is not available as missing; the caller loads missing files and
//! parses again.

use super::cursor::{Cursor, ParseError};
use super::lexer::Token;
use super::parser::{AsmParser, TargetAsmParser};
use crate::streamer::Streamer;
use fxhash::FxHashMap;
use std::sync::Arc;
use wavec_support::{FileId, SourceText, Span};

/// Maximum nesting of files.
const MAX_DEPTH: usize = 64;
/// Maximum number of bytes of all included files, each counted as often as it is included.
const MAX_BYTES: usize = 1 << 28;

/// Files that assembly names, by the names in it.
#[derive(Clone, Debug, Default)]
pub struct Included {
    /// Files of assembly.
    pub texts: FxHashMap<String, (FileId, SourceText)>,
    /// Files of bytes.
    pub bytes: FxHashMap<String, Arc<[u8]>>,
}

/// A file that was named but is not available.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// Its name in the source.
    pub name: String,
    /// Whether its bytes are needed, not its statements.
    pub is_binary: bool,
    /// The position of the directive.
    pub place: Span,
}

impl AsmParser<'_> {
    /// `.include "file"`
    pub(super) fn include<S: Streamer, T: TargetAsmParser<S>>(
        &mut self,
        cursor: &mut Cursor<'_>,
        target: &mut T,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let token = cursor.token();
        let name = file_name(cursor)?;
        cursor.expect_end()?;
        let found = self.state.included.as_ref();
        let Some((file, text)) = found.and_then(|included| included.texts.get(&name).cloned()) else {
            return Err(self.missing(token, name, false, cursor));
        };
        if self.state.files >= MAX_DEPTH {
            return Err(cursor.error_at(token, "files include each other too deeply"));
        }
        self.bring_in(text.len(), token, cursor)?;
        self.state.files += 1;
        let mut inner = AsmParser {
            text: &text,
            file,
            position: 0,
            place: None,
            outer_conditions: self.state.conditions.len(),
            state: std::mem::take(&mut self.state),
        };
        inner.statements(target, out);
        self.state = inner.state;
        self.state.files -= 1;
        Ok(())
    }

    /// `.incbin "file"[, first byte[, how many]]`
    pub(super) fn include_bytes<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let token = cursor.token();
        let name = file_name(cursor)?;
        let (mut skip, mut count) = (0, None);
        if cursor.eat(b',') {
            let place = cursor.token();
            // It may be omitted if the number of bytes is given.
            if !cursor.is_punct(b',') {
                skip = self.absolute(cursor, out)?;
            }
            if skip < 0 {
                return Err(cursor.error_at(place, "skip is negative"));
            }
            if cursor.eat(b',') {
                let place = cursor.token();
                let bytes = self.absolute(cursor, out)?;
                if bytes < 0 {
                    let place = self.place_of(place);
                    self.state.errors.warning(place, "negative count has no effect");
                } else {
                    count = Some(bytes);
                }
            }
        }
        cursor.expect_end()?;
        let found = self.state.included.as_ref();
        let Some(bytes) = found.and_then(|included| included.bytes.get(&name).cloned()) else {
            return Err(self.missing(token, name, true, cursor));
        };
        let start = usize::try_from(skip).unwrap_or(usize::MAX).min(bytes.len());
        let rest = &bytes[start..];
        let count = count.and_then(|count| usize::try_from(count).ok());
        let part = &rest[..count.unwrap_or(rest.len()).min(rest.len())];
        self.bring_in(part.len(), token, cursor)?;
        out.bytes(part);
        Ok(())
    }

    fn missing(&mut self, token: Token, name: String, is_binary: bool, cursor: &Cursor<'_>) -> ParseError {
        let message = format!("cannot find '{name}'");
        let place = self.place_of(token);
        self.state.missing.push(Missing {
            name,
            is_binary,
            place,
        });
        cursor.error_at(token, message)
    }

    fn bring_in(&mut self, bytes: usize, token: Token, cursor: &Cursor<'_>) -> Result<(), ParseError> {
        // An empty file that includes itself twice would never end.
        self.state.included_bytes = self.state.included_bytes.saturating_add(bytes + 64);
        match self.state.included_bytes > MAX_BYTES {
            true => Err(cursor.error_at(token, "included files are too long")),
            false => Ok(()),
        }
    }
}

fn file_name(cursor: &mut Cursor<'_>) -> Result<String, ParseError> {
    let bytes = cursor.string()?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
