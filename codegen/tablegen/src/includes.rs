//! Files that a description includes.

use crate::intern::StringInterner;
use crate::lexer::{Lexer, MAX_INCLUDE_DEPTH, OpenFile};
use crate::token::{Tok, Token};
use std::path::{Path, PathBuf};
use wavec_support::Diagnostics;

impl Lexer<'_> {
    /// At the end of a file: back to the file that included it. False at the end of the main file.
    pub(crate) fn leave_file(&mut self, diagnostics: &mut Diagnostics) -> bool {
        if let Some(open) = self.file().conditionals.pop() {
            self.file().conditionals.clear();
            diagnostics.error(self.span(), "reached EOF without matching #endif");
            diagnostics.error(open.span, "the latest preprocessor control is here");
        }
        let Some(outer) = self.outer.pop() else {
            return false;
        };
        self.open = outer;
        self.start = self.open.at;
        true
    }

    /// `include "FILE"`: the word has been read.
    pub(crate) fn include(&mut self, strings: &mut StringInterner, diagnostics: &mut Diagnostics) -> bool {
        self.interruptions += 1;
        self.in_include = true;
        let mut token = Token::new(Tok::Eof, self.span());
        self.next(&mut token, strings, diagnostics);
        self.in_include = false;
        let Tok::Str(name) = token.kind else {
            if token.kind != Tok::Error {
                diagnostics.error(token.span(), "expected filename after include");
            }
            return false;
        };
        let name = strings.get(name);
        if self.outer.len() + 1 >= MAX_INCLUDE_DEPTH {
            let message = format!("includes are nested more than {MAX_INCLUDE_DEPTH} deep");
            diagnostics.error(token.span(), message);
            return false;
        }
        let Some(path) = self.find_include(name) else {
            diagnostics.error(token.span(), format!("could not find include file '{name}'"));
            return false;
        };
        let text = match read_source(&path) {
            Ok(text) => text,
            Err(error) => {
                diagnostics.error(token.span(), format!("cannot read '{}': {error}", path.display()));
                return false;
            }
        };
        let file = self
            .sources
            .add_included(path.to_string_lossy(), text, token.span());
        if !self.files_read.contains(&path) {
            self.files_read.push(path);
        }
        let text = self.sources.file(file).text.clone();
        let outer = std::mem::replace(&mut self.open, OpenFile::new(file, text));
        self.outer.push(outer);
        true
    }

    /// The file that this one includes by a name: first as it stands, then below each include directory, last beside
    /// the including file.
    fn find_include(&self, name: &str) -> Option<PathBuf> {
        let beside = Path::new(&self.sources.file(self.open.file).name).parent();
        std::iter::once(PathBuf::from(name))
            .chain(self.include_dirs.iter().map(|dir| dir.join(name)))
            .chain(beside.map(|folder| folder.join(name)))
            .find(|path| path.is_file())
    }
}

/// The text of a file; bytes that are not UTF-8 become U+FFFD.
pub(crate) fn read_source(path: &Path) -> std::io::Result<String> {
    let bytes = std::fs::read(path)?;
    if bytes.len() > wavec_support::source::MAX_SOURCE_BYTES {
        return Err(std::io::Error::other("file is too large"));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}
