//! Runs of includes: files that a description includes one after the other.
//!
//! Where such files do not depend on each other, they can be evaluated side by side. Whether they do is not known
//! before; the parser tries (its `include_runs`). The lexer only says where a run is, by a token before each of its
//! includes, at places where a statement may start, and when a file is opened whether it comes to one.

use crate::SideBySide;
use crate::lexer::{Lexer, OpenFile};
use fxhash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use wavec_support::{FileId, SourceText};

/// Bytes of a run from which on it is worth a thread. That, the copies of what is known and the memory that the thread
/// meets for the first time take a millisecond, in which a hundred kilobytes are evaluated; and where files depend on each
/// other, it is for nothing.
const WORTH_IT: usize = 512 << 10;

/// One include of a run.
#[derive(Clone, Debug)]
pub(crate) struct RunItem {
    /// From `include` to after the name.
    pub(crate) text: (usize, usize),
    pub(crate) bytes: usize,
}

/// A run that is being read.
#[derive(Debug)]
pub(crate) struct IncludeRun {
    pub(crate) file: FileId,
    pub(crate) items: Vec<RunItem>,
    /// Its files depend on each other.
    pub(crate) is_hopeless: Arc<AtomicBool>,
}

impl IncludeRun {
    /// Which of the includes starts at this place.
    pub(crate) fn item_at(&self, start: usize) -> Option<usize> {
        self.items.binary_search_by_key(&start, |item| item.text.0).ok()
    }

    /// Behind the last include.
    pub(crate) fn end(&self) -> usize {
        self.items.last().map_or(0, |item| item.text.1)
    }
}

/// A run that a file comes to.
#[derive(Debug)]
pub(crate) struct RunAhead {
    pub(crate) run: IncludeRun,
    /// From the first statement after this place on, only records are defined before the run: what its files need is
    /// there.
    pub(crate) behind: usize,
}

/// How lines begin that declare what files further on may need, except records.
const DECLARATIONS: [&str; 6] = [
    "class ",
    "multiclass ",
    "defvar ",
    "deftype ",
    "defset ",
    "include ",
];

/// Texts of files that somebody has read before they are included.
#[derive(Debug, Default)]
pub(crate) struct Texts(Mutex<FxHashMap<PathBuf, SourceText>>);

impl Texts {
    pub(crate) fn get(&self, path: &Path) -> Option<SourceText> {
        let texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.get(path).cloned()
    }

    pub(crate) fn insert(&self, path: PathBuf, text: SourceText) {
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.insert(path, text);
    }
}

/// What the lexer knows of runs.
#[derive(Debug)]
pub(crate) struct IncludeRuns {
    pub(crate) when: SideBySide,
    /// Open braces.
    blocks: usize,
    /// The run that is being read.
    pub(crate) run: Option<IncludeRun>,
    /// One that is not reached yet.
    pub(crate) ahead: Option<RunAhead>,
    /// Texts that the helper has read.
    pub(crate) texts: Arc<Texts>,
    /// By file: up to here its includes are no run.
    plain: FxHashMap<FileId, usize>,
    /// Bytes of a run for which no room has been made yet.
    pub(crate) expected: usize,
    /// A token of a run was given.
    pub(crate) has_run: bool,
}

impl Default for IncludeRuns {
    fn default() -> IncludeRuns {
        IncludeRuns::new(SideBySide::Never)
    }
}

impl IncludeRuns {
    pub(crate) fn new(when: SideBySide) -> IncludeRuns {
        IncludeRuns {
            when,
            blocks: 0,
            run: None,
            ahead: None,
            texts: Arc::default(),
            plain: FxHashMap::default(),
            expected: 0,
            has_run: false,
        }
    }

    pub(crate) fn open_block(&mut self) {
        self.blocks += 1;
    }

    pub(crate) fn close_block(&mut self) {
        self.blocks = self.blocks.saturating_sub(1);
    }

    /// Whether a run of so many bytes is worth a thread.
    fn is_worth_it(&self, bytes: usize) -> bool {
        match self.when {
            SideBySide::Never => false,
            SideBySide::WhereWorthIt => {
                bytes >= WORTH_IT && std::thread::available_parallelism().is_ok_and(|cores| cores.get() > 1)
            }
            SideBySide::Always => true,
        }
    }

    /// The includes of `file` before `end` are ordinary ones.
    pub(crate) fn set_plain(&mut self, file: FileId, end: usize) {
        self.plain.insert(file, end);
    }
}

/// Behind white space and comments of one line.
fn skip_space(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text.as_bytes()[at..];
        match rest {
            [b' ' | b'\t' | b'\r' | b'\n', ..] => at += 1,
            [b'/', b'/', ..] => at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()),
            _ => return at,
        }
    }
}

/// The `include "NAME"` at `at`: where the name with its quotes is.
fn include_at(text: &str, at: usize) -> Option<(usize, usize)> {
    const WORD: &str = "include";
    if !text[at..].starts_with(WORD) {
        return None;
    }
    let start = skip_space(text, at + WORD.len());
    let name = text[start..].strip_prefix('"')?;
    let length = name.find(['"', '\\', '\n'])?;
    (name.as_bytes()[length] == b'"').then_some((start, start + length + 2))
}

/// Where lines start that begin with an include, be they in a comment.
pub(crate) fn includes_in(text: &str) -> impl Iterator<Item = usize> {
    let first = text.starts_with("include ").then_some(0);
    let others = memchr::memmem::find_iter(text.as_bytes(), "\ninclude ");
    first.into_iter().chain(others.map(|at| at + 1))
}

/// The `NAME` in the `include "NAME"` at `at`.
pub(crate) fn included_name(text: &str, at: usize) -> Option<&str> {
    let (start, end) = include_at(text, at)?;
    Some(&text[start + 1..end - 1])
}

fn is_open(outer: &[OpenFile], file: FileId) -> bool {
    outer.iter().any(|open| open.file == file)
}

/// Where the last line starts that declares something which is no record.
fn last_declaration(text: &str) -> usize {
    let mut start = text.len();
    for line in text.split_inclusive('\n').rev() {
        start -= line.len();
        if DECLARATIONS.iter().any(|&word| line.starts_with(word)) {
            break;
        }
    }
    start
}

impl Lexer<'_> {
    /// Whether the `include` that was read is one of a run.
    pub(crate) fn is_in_run(&mut self) -> bool {
        let (file, start) = (self.open.file, self.start);
        if self.runs.blocks > 0 {
            return false;
        }
        if self.runs.plain.get(&file).is_some_and(|&end| start < end) {
            return false;
        }
        // A file of a run may have one of its own, if the one that it is in comes to nothing; and one that was seen ahead
        // may not have been reached.
        let outer = &self.outer;
        if let Some(run) = self
            .runs
            .run
            .take_if(|run| run.file != file && (run.is_hopeless.load(Relaxed) || !is_open(outer, run.file)))
        {
            self.runs.set_plain(run.file, run.end());
        }
        if let Some(run) = &self.runs.run {
            return run.file == file && run.item_at(start).is_some();
        }
        let items = self.find_run(&self.open.text, start);
        let Some(last) = items.last() else {
            return false;
        };
        let bytes = items.iter().map(|item| item.bytes).sum();
        if bytes >= WORTH_IT {
            self.runs.expected = bytes;
        }
        if items.len() < 2 || !self.runs.is_worth_it(bytes) {
            self.runs.set_plain(file, last.text.1);
            return false;
        }
        self.runs.run = Some(IncludeRun {
            file,
            items,
            is_hopeless: Arc::default(),
        });
        self.runs.has_run = true;
        true
    }

    /// Whether a file is being read, or one that it includes.
    pub(crate) fn is_reading(&self, file: FileId) -> bool {
        self.open.file == file || is_open(&self.outer, file)
    }

    /// Looks for a run in a file that was opened just now. Text is all that is looked at: what is found may turn out to
    /// be in a comment, and then nothing comes of it.
    pub(crate) fn look_ahead(&mut self) {
        if self.runs.when == SideBySide::Never || self.runs.run.is_some() || self.runs.ahead.is_some() {
            return;
        }
        let text = self.open.text.clone();
        let mut end = 0;
        for start in includes_in(&text) {
            if start < end {
                continue;
            }
            let items = self.find_run(&text, start);
            end = items.last().map_or(start, |item| item.text.1);
            let bytes = items.iter().map(|item| item.bytes).sum();
            if items.len() >= 2 && self.runs.is_worth_it(bytes) {
                self.runs.ahead = Some(RunAhead {
                    run: IncludeRun {
                        file: self.open.file,
                        items,
                        is_hopeless: Arc::default(),
                    },
                    behind: last_declaration(&text[..start]),
                });
                return;
            }
        }
    }

    /// The includes from here on with nothing between them.
    fn find_run(&self, text: &str, mut at: usize) -> Vec<RunItem> {
        let mut items = Vec::new();
        while let Some((start, end)) = include_at(text, at) {
            let Some(file) = self.find_include(&text[start + 1..end - 1]) else {
                break;
            };
            items.push(RunItem {
                text: (at, end),
                bytes: file.bytes,
            });
            at = skip_space(text, end);
        }
        items
    }
}
