//! Runs of includes: files that a description includes one after the other.
//!
//! Where such files do not depend on each other, they can be evaluated side by side. Whether they do is not known
//! before; the parser tries (its `include_runs`). The lexer only says where a run is, by a token before each of its
//! includes, at places where a statement may start.

use crate::SideBySide;
use crate::lexer::Lexer;
use fxhash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use wavec_support::FileId;

/// Bytes of a run from which on it is worth a thread. That, the copies of what is known and the memory that the thread
/// meets for the first time take a millisecond, in which a hundred kilobytes are evaluated; and where files depend on each
/// other, it is for nothing.
const WORTH_IT: usize = 512 << 10;

/// One include of a run.
#[derive(Clone, Debug)]
pub(crate) struct RunItem {
    /// From `include` to behind the name.
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
    /// Behind the last include.
    pub(crate) fn end(&self) -> usize {
        self.items.last().map_or(0, |item| item.text.1)
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
        // A file of a run may have one of its own, if the one that it is in comes to nothing.
        if let Some(run) = self
            .runs
            .run
            .take_if(|run| run.file != file && run.is_hopeless.load(Relaxed))
        {
            self.runs.set_plain(run.file, run.end());
        }
        if let Some(run) = &self.runs.run {
            return run.file == file && run.items.iter().any(|item| item.text.0 == start);
        }
        let items = self.find_run(start);
        let Some(last) = items.last() else {
            return false;
        };
        let bytes = items.iter().map(|item| item.bytes).sum();
        if bytes >= WORTH_IT {
            self.runs.expected = bytes;
        }
        let is_run = match self.runs.when {
            SideBySide::Never => false,
            SideBySide::WhereWorthIt => {
                bytes >= WORTH_IT && std::thread::available_parallelism().is_ok_and(|cores| cores.get() > 1)
            }
            SideBySide::Always => true,
        };
        if items.len() < 2 || !is_run {
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

    /// The includes from here on with nothing between them.
    fn find_run(&self, mut at: usize) -> Vec<RunItem> {
        let text = &*self.open.text;
        let mut items = Vec::new();
        while let Some((start, end)) = include_at(text, at) {
            let Some(path) = self.find_include(&text[start + 1..end - 1]) else {
                break;
            };
            items.push(RunItem {
                text: (at, end),
                bytes: std::fs::metadata(path).map_or(0, |data| data.len() as usize),
            });
            at = skip_space(text, end);
        }
        items
    }
}
