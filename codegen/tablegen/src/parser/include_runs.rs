//! Files that are included one after the other, on two threads.
//!
//! LLVM's `Intrinsics.td`, which every target's description includes, ends in a row of includes, one for each target.
//! Where the first file of such a run begins, a helper gets a copy of all that is known ([`Base`]). It evaluates the
//! files from the end of the run on, some at a time as if they stood there, while this thread goes through them from the
//! first one on. When this thread comes to files that the helper has read, it takes over what was made of them
//! ([`Transfer`]), as if it had read them itself.
//!
//! The helper takes a part of the files that are left at a time, by their lengths: what files take is not known, so that
//! the parts have to be small in the end, but each is a start anew. (Source: C. D. Polychronopoulos, D. J. Kuck: "Guided
//! Self-Scheduling", 1987.)
//!
//! The helper may try what is wrong: a file may need what an earlier one defines. Then there is an error, or something
//! that could be another thing in its place (see [`crate::eval::Evaluator::into_state`] and [`Transfer`]), the result
//! is dropped and the file read here. Errors that remain in the end make everything be read again on one thread, so
//! that messages, and whether there are any, are those of one thread: what is here never changes a result.

use super::{MultiClass, Parser};
use crate::eval::{Contents, Evaluator, Marks, State, Transfer};
use crate::include_runs::RunItem;
use crate::intern::Symbol;
use crate::lexer::Lexer;
use crate::record::RecordId;
use crate::rewrite::{Rewrite, Shared, Unshare};
use crate::types::TypeId;
use crate::{ParseOptions, SideBySide};
use fxhash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wavec_support::{FileId, SourceMap};

/// Largest state that is copied, in values and fields: a copy takes as long as the evaluation of ten kilobytes.
const MAX_STATE: usize = 1 << 18;

/// Files that could not be evaluated by themselves, after which the helper gives up.
const MAX_FAILURES: usize = 2;

/// The helper takes one of so many parts of the files that are left at a time.
const PARTS: usize = 4;

/// How often somebody who waits in any case looks again.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is known where a run starts.
struct Base {
    state: State,
    multiclasses: Vec<MultiClass>,
    multiclass_by_name: FxHashMap<Symbol, usize>,
    type_aliases: FxHashMap<Symbol, TypeId>,
    arguments: FxHashMap<(RecordId, Symbol), Symbol>,
    macros: FxHashSet<String>,
    sources: SourceMap,
    /// The file with the includes.
    file: FileId,
    depth: usize,
    options: ParseOptions,
    /// Classes that may be given contents.
    open_classes: Vec<(RecordId, Contents)>,
}

/// What was made of some files.
struct Evaluated {
    /// How many.
    files: usize,
    /// Behind the last one.
    end: usize,
    state: State,
    multiclasses: Vec<MultiClass>,
    type_aliases: FxHashMap<Symbol, TypeId>,
    arguments: FxHashMap<(RecordId, Symbol), Symbol>,
    macros: FxHashSet<String>,
    macros_asked: Vec<String>,
    sources: SourceMap,
    files_read: Vec<PathBuf>,
}

/// A file of a run.
enum Progress {
    Waiting,
    /// The helper reads it, since then.
    Started(Instant),
    /// The helper reads it together with one before it.
    Behind,
    Evaluated(Box<Evaluated>),
    /// It is read here, or was.
    Here,
}

/// What both threads look at.
struct Board {
    files: Mutex<Vec<Progress>>,
    changed: Condvar,
    is_cancelled: Arc<AtomicBool>,
    has_succeeded: AtomicBool,
    /// Whatever the helper is doing is waited for, and it tries all files.
    is_patient: bool,
    is_hopeless: Arc<AtomicBool>,
}

impl Board {
    fn files(&self) -> MutexGuard<'_, Vec<Progress>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, index: usize, progress: Progress) {
        let before = std::mem::replace(&mut self.files()[index], progress);
        self.changed.notify_all();
        drop(before);
    }

    /// Files that nobody has read yet, from the last one on up to a part of all there are, or just that one.
    fn start(&self, items: &[RunItem], is_one: bool) -> Option<Range<usize>> {
        let mut files = self.files();
        let is_waiting = |file: &Progress| matches!(file, Progress::Waiting);
        let end = files.iter().rposition(is_waiting)? + 1;
        let waiting = files[..end].iter().rev().take_while(|file| is_waiting(file));
        let first = end - waiting.count();
        let left: usize = items[first..end].iter().map(|item| item.bytes).sum();
        let (mut start, mut bytes) = (end - 1, items[end - 1].bytes);
        while !is_one && start > first && bytes + items[start - 1].bytes <= left / PARTS {
            start -= 1;
            bytes += items[start].bytes;
        }
        files[start] = Progress::Started(Instant::now());
        files[start + 1..end].fill_with(|| Progress::Behind);
        Some(start..end)
    }

    /// Files that were started are not read by the helper, or each by itself.
    fn put_back(&self, range: Range<usize>, is_one: bool) {
        for file in &mut self.files()[range] {
            if !matches!(file, Progress::Here) && !is_one {
                *file = Progress::Waiting;
            } else {
                *file = Progress::Here;
            }
        }
        self.changed.notify_all();
    }
}

/// The helper, and what was known when it started.
pub(super) struct Helper {
    board: Arc<Board>,
    thread: Option<JoinHandle<()>>,
    marks: Marks,
    files: usize,
    multiclasses: usize,
    macros: FxHashSet<String>,
    globals: FxHashSet<Symbol>,
    type_aliases: FxHashSet<Symbol>,
    /// Up to which classes, defs and multiclasses it is known that none has the name of something else there was.
    looked_at: (usize, usize, usize),
    /// Classes that may be given contents, which only one of both evaluations would have.
    open_classes: Vec<(RecordId, Contents)>,
    /// From what the copied records share with each other to what theirs do.
    shared: Shared,
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.board.is_cancelled.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            // What it could not do is done here.
            let _ = thread.join();
        }
    }
}

/// The helper's work: files from the end on.
fn help(base: &Base, items: &[RunItem], board: &Board) {
    let mut failures = 0;
    // Files that do not go together are tried one by one.
    let mut is_one = false;
    while (failures < MAX_FAILURES || board.is_patient) && !board.is_cancelled.load(Relaxed) {
        let Some(range) = board.start(items, is_one) else {
            return;
        };
        let run = || base.evaluate(&items[range.clone()], &board.is_cancelled);
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
            Ok(Some(evaluated)) => {
                board.has_succeeded.store(true, Relaxed);
                board.set(range.start, Progress::Evaluated(Box::new(evaluated)));
            }
            _ => {
                is_one |= range.len() > 1;
                failures += usize::from(range.len() == 1);
                board.put_back(range.clone(), range.len() == 1);
            }
        }
    }
    if !board.has_succeeded.load(Relaxed) {
        board.is_hopeless.store(true, Relaxed);
    }
}

impl Base {
    /// Evaluates files as if they were the first ones of the run; `None` if nothing can be made of them.
    fn evaluate(&self, items: &[RunItem], is_cancelled: &Arc<AtomicBool>) -> Option<Evaluated> {
        let (start, end) = (items.first()?.text.0, items.last()?.text.1);
        let mut sources = self.sources.clone();
        let include_dirs = self.options.include_dirs.clone();
        let mut lexer = Lexer::new(&mut sources, self.file, include_dirs, self.macros.clone());
        lexer.open.text = lexer.open.text[..end].into();
        lexer.open.at = start;
        lexer.files_read.clear();
        lexer.depth = self.depth;
        lexer.macros_asked = Some(Vec::new());
        let mut state = self.state.clone();
        state.keeper.expect(items.iter().map(|item| item.bytes).sum());
        let eval = Evaluator::go_on(state, self.options.limits, Arc::clone(is_cancelled));
        let mut parser = Parser::new(lexer, eval, !self.options.no_unused_warnings);
        parser.multiclasses.clone_from(&self.multiclasses);
        parser.multiclass_by_name.clone_from(&self.multiclass_by_name);
        parser.type_aliases.clone_from(&self.type_aliases);
        parser.arguments.clone_from(&self.arguments);
        parser.parse_file();
        if !parser.eval.have_contents(&self.open_classes) {
            return None;
        }
        Some(Evaluated {
            files: items.len(),
            end,
            state: parser.eval.into_state(&self.state.marks())?,
            multiclasses: parser.multiclasses,
            type_aliases: parser.type_aliases,
            arguments: parser.arguments,
            macros: parser.lexer.macros,
            macros_asked: parser.lexer.macros_asked.unwrap_or_default(),
            files_read: parser.lexer.files_read,
            sources,
        })
    }
}

impl Parser<'_> {
    /// Whether files may have been evaluated side by side.
    pub(crate) fn has_run(&self) -> bool {
        self.lexer.runs.has_run
    }

    /// At an include of a run: takes over what the helper made of the file, or goes into it.
    pub(super) fn include_of_run(&mut self) {
        let at = self.lexer.open.at;
        let Some(run) = &self.lexer.runs.run else {
            return;
        };
        let Some(index) = run.items.iter().position(|item| item.text.0 == at) else {
            return;
        };
        let (file, item, end) = (run.file, run.items[index].clone(), run.end());
        let is_hopeless = Arc::clone(&run.is_hopeless);
        if index == 0 && !self.start_helper() {
            self.lexer.runs.set_plain(file, end);
            self.lexer.runs.run = None;
            return self.advance();
        }
        let evaluated = match &self.helper {
            Some(helper) => helper.result(index),
            None => None,
        };
        let read = match evaluated {
            Some(evaluated) => (evaluated.end, self.take_over(*evaluated)),
            None => (item.text.1, false),
        };
        match read {
            (end, true) => self.lexer.open.at = end,
            (end, false) => self.lexer.runs.set_plain(file, end),
        }
        if is_hopeless.load(Relaxed) {
            self.lexer.runs.set_plain(file, end);
        }
        if read.0 == end || is_hopeless.load(Relaxed) {
            self.lexer.runs.run = None;
            self.helper = None;
        }
        self.advance();
    }

    /// Starts to evaluate the files of a run from the last one on; false if that cannot be.
    fn start_helper(&mut self) -> bool {
        let is_between_statements = self.scopes.len() == 1
            && self.scopes[0].variables.is_empty()
            && self.loops.is_empty()
            && self.lets.is_empty()
            && self.eval.defsets.is_empty()
            && self.current_multiclass.is_none();
        let has_errors = self.eval.diagnostics.has_errors() || !self.broken.is_empty();
        let Some(run) = &self.lexer.runs.run else {
            return false;
        };
        if !is_between_statements || has_errors || self.eval.state_size() > MAX_STATE {
            return false;
        }
        let items = run.items.clone();
        let mut unshare = Unshare::default();
        let state = self.eval.copy_state(&mut unshare);
        let mut multiclasses = self.multiclasses.clone();
        for entry in multiclasses
            .iter_mut()
            .flat_map(|multiclass| &mut multiclass.entries)
        {
            entry.rewrite(&mut unshare);
        }
        let files = (0..items.len()).map(|index| match index {
            0 => Progress::Here,
            _ => Progress::Waiting,
        });
        let board = Arc::new(Board {
            files: Mutex::new(files.collect()),
            changed: Condvar::new(),
            is_cancelled: Arc::new(AtomicBool::new(false)),
            has_succeeded: AtomicBool::new(false),
            is_patient: self.lexer.runs.when == SideBySide::Always,
            is_hopeless: Arc::clone(&run.is_hopeless),
        });
        let mut helper = Helper {
            board: Arc::clone(&board),
            thread: None,
            looked_at: (
                self.eval.keeper.classes.len(),
                self.eval.keeper.defs.len(),
                multiclasses.len(),
            ),
            marks: state.marks(),
            files: self.lexer.sources.len(),
            multiclasses: multiclasses.len(),
            macros: self.lexer.macros.clone(),
            globals: self.eval.keeper.globals.keys().copied().collect(),
            type_aliases: self.type_aliases.keys().copied().collect(),
            open_classes: self.eval.classes_without_contents(),
            shared: unshare.shared,
        };
        let base = Base {
            state,
            multiclasses,
            multiclass_by_name: self.multiclass_by_name.clone(),
            type_aliases: self.type_aliases.clone(),
            arguments: self.arguments.clone(),
            macros: self.lexer.macros.clone(),
            sources: self.lexer.sources.clone(),
            file: run.file,
            depth: self.lexer.depth + self.lexer.outer.len(),
            open_classes: helper.open_classes.clone(),
            options: ParseOptions {
                include_dirs: self.lexer.include_dirs.clone(),
                defines: Vec::new(),
                no_unused_warnings: !self.warn_unused,
                limits: self.eval.limits(),
                side_by_side: SideBySide::Never,
            },
        };
        let thread = std::thread::Builder::new()
            .name("tablegen includes".to_string())
            .stack_size(crate::STACK_BYTES)
            .spawn(move || help(&base, &items, &board));
        let has_started = thread.is_ok();
        helper.thread = thread.ok();
        self.helper = Some(helper);
        has_started
    }

    /// Makes what the helper evaluated part of what is known here, if it is what would have been evaluated here.
    fn take_over(&mut self, theirs: Evaluated) -> bool {
        if self.has_given_meanings() {
            return false;
        }
        let Some(helper) = &self.helper else {
            return false;
        };
        let macros = &self.lexer.macros;
        let is_same_macro = |name: &String| macros.contains(name) == helper.macros.contains(name);
        if !theirs.macros_asked.iter().all(is_same_macro) || !self.eval.have_contents(&helper.open_classes) {
            return false;
        }
        let multiclass_by_name = &self.multiclass_by_name;
        let type_aliases = &self.type_aliases;
        let files = (helper.files as u32, self.lexer.sources.len() as u32);
        let mut transfer = Transfer::new(
            helper.marks,
            theirs.state,
            &mut self.eval,
            helper.shared.inverse(),
            files,
            |name| multiclass_by_name.contains_key(&name) || type_aliases.contains_key(&name),
        );
        if transfer.is_refused() {
            return false;
        }
        let moved = transfer.contents();
        let mut multiclasses = Vec::new();
        for mut multiclass in theirs.multiclasses.into_iter().skip(helper.multiclasses) {
            let record = transfer.draft(multiclass.record);
            for entry in &mut multiclass.entries {
                entry.rewrite(&mut transfer);
            }
            multiclasses.push((multiclass.record, record, multiclass.entries));
        }
        let mut aliases = Vec::new();
        for (name, ty) in theirs.type_aliases {
            if !helper.type_aliases.contains(&name) {
                aliases.push((transfer.symbol(name), transfer.ty(ty)));
            }
        }
        // Those of multiclasses belong to records that get their places only now.
        let mut arguments = Vec::new();
        for ((owner, name), full) in theirs.arguments {
            let multiclass = multiclasses.iter().position(|&(record, ..)| record == owner);
            if multiclass.is_some() || transfer.is_new(owner) {
                let class = match multiclass {
                    Some(_) => owner,
                    None => transfer.record(owner),
                };
                arguments.push((multiclass, class, transfer.symbol(name), transfer.symbol(full)));
            }
        }
        if transfer.is_refused() {
            return false;
        }
        transfer.finish(moved);
        let mut owners = Vec::new();
        for (_, record, entries) in multiclasses {
            let name = record.name;
            let record = self.eval.new_draft(record);
            owners.push(record);
            self.multiclass_by_name.insert(name, self.multiclasses.len());
            self.multiclasses.push(MultiClass { record, entries });
        }
        self.type_aliases.extend(aliases);
        for (multiclass, class, name, full) in arguments {
            let owner = multiclass.map_or(class, |index| owners[index]);
            self.arguments.insert((owner, name), full);
        }
        self.variables_defined += 1;
        self.eval.keeper.files_side_by_side += theirs.files;
        self.lexer.macros.extend(theirs.macros);
        self.lexer.sources.append(theirs.sources, helper.files);
        for path in theirs.files_read {
            if !self.lexer.files_read.contains(&path) {
                self.lexer.files_read.push(path);
            }
        }
        true
    }
}

impl Parser<'_> {
    /// Whether something was defined that has a name which was known when the helper started, and may have meant
    /// something else to it.
    fn has_given_meanings(&mut self) -> bool {
        let Some(helper) = &mut self.helper else {
            return false;
        };
        let (classes, defs, multiclasses) = helper.looked_at;
        let records = self.eval.names_from(classes, defs);
        let multiclasses = self.multiclasses[multiclasses..].iter();
        let multiclasses = multiclasses.map(|multiclass| self.eval.record(multiclass.record).name);
        let globals = self.eval.keeper.globals.keys();
        let globals = globals.filter(|name| !helper.globals.contains(name)).copied();
        let aliases = self.type_aliases.keys();
        let aliases = aliases
            .filter(|name| !helper.type_aliases.contains(name))
            .copied();
        let mut names = records.chain(multiclasses).chain(globals).chain(aliases);
        if names.any(|name| helper.marks.knows(name)) {
            // It stays so: the places stay where they are.
            return true;
        }
        helper.looked_at = (
            self.eval.keeper.classes.len(),
            self.eval.keeper.defs.len(),
            self.multiclasses.len(),
        );
        false
    }
}

impl Helper {
    /// What was made of a file; `None` if it is to be read here. One that the helper reads at this moment is waited for
    /// if others were worth it, but no longer than it has been reading it: then it would have been better to begin here,
    /// and at worst that takes twice as long.
    fn result(&self, index: usize) -> Option<Box<Evaluated>> {
        let mut files = self.board.files();
        let mut end = None;
        loop {
            let patience = match &files[index] {
                Progress::Waiting | Progress::Started(_) if self.board.is_patient => PATIENCE,
                Progress::Started(start) if self.board.has_succeeded.load(Relaxed) => {
                    let end = *end.get_or_insert_with(|| Instant::now() + start.elapsed());
                    end.saturating_duration_since(Instant::now())
                }
                _ => break,
            };
            if patience.is_zero() {
                break;
            }
            files = match self.board.changed.wait_timeout(files, patience) {
                Ok((files, _)) => files,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
        match std::mem::replace(&mut files[index], Progress::Here) {
            Progress::Evaluated(evaluated) => Some(evaluated),
            _ => None,
        }
    }
}
