//! Files that are included one after the other, on two threads.
//!
//! LLVM's `Intrinsics.td`, which every target's description includes, ends in a row of includes, one for each target.
//! Where nothing but records is defined any more before such a run, or else where it begins, a helper gets a copy of all
//! that is known ([`Base`]). It evaluates files of the run, some at a time as if they stood there, while this thread goes
//! on, and through the run from its first file on. When this thread comes to files that the helper has read, it takes
//! over what was made of them ([`Transfer`]), as if it had read them itself.
//!
//! Which files that are is decided in [`super::include_board`].
//!
//! The helper may try what is wrong: a file may need what an earlier one defines. Then there is an error, or something
//! that could be another thing in its place (see [`crate::eval::Evaluator::into_state`] and [`Transfer`]), the result
//! is dropped and the file read here. Errors that remain in the end make everything be read again on one thread, so
//! that messages, and whether there are any, are those of one thread: what is here never changes a result.

use super::include_board::{Board, Pace};
use super::repeated_texts::RepeatedTexts;
use super::{MultiClass, Parser};
use crate::eval::{Contents, Evaluator, Marks, State, Transfer};
use crate::include_runs::{RunItem, Texts, included_name, includes_in};
use crate::includes::{Included, find_include, read_source};
use crate::intern::Symbol;
use crate::lexer::Lexer;
use crate::record::RecordId;
use crate::rewrite::{Rewrite, Shared, Unshare};
use crate::types::TypeId;
use crate::{ParseOptions, SideBySide};
use fxhash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::Instant;
use wavec_support::{FileId, SourceMap, SourceText};

/// Largest state that is copied, in values and fields: a copy takes as long as the evaluation of ten kilobytes.
const MAX_STATE: usize = 1 << 18;

/// Files that could not be evaluated by themselves, after which the helper gives up.
const MAX_FAILURES: usize = 2;

/// Bytes of a file and those that it includes of which more are not read ahead.
const MAX_READ_AHEAD: usize = 16 << 20;

/// What an operator or a loop takes, which stands for more than its text, in bytes of other text.
const BYTES_PER_OPERATOR: usize = 500;

/// What is known where a run starts.
struct Base {
    state: State,
    multiclasses: Vec<MultiClass>,
    multiclass_by_name: FxHashMap<Symbol, usize>,
    type_aliases: FxHashMap<Symbol, TypeId>,
    arguments: FxHashMap<(RecordId, Symbol), Symbol>,
    macros: FxHashSet<String>,
    sources: SourceMap,
    /// Those of the run, which the helper reads first.
    texts: Arc<Texts>,
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

/// The helper, and what was known when it started.
pub(super) struct Helper {
    board: Arc<Board<Evaluated>>,
    thread: Option<JoinHandle<()>>,
    /// The file with the includes, and where the first one is.
    run: (FileId, usize),
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
    /// From what our records share with each other to what the copied ones do, or the way back.
    shared: Shared,
    is_shared_inverse: bool,
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

/// The helper's work: files that this thread does not come to soon.
fn help(base: &Base, items: &[RunItem], board: &Board<Evaluated>) {
    let costs: Vec<usize> = items.iter().map(|item| base.read_ahead(item)).collect();
    let (mut failures, mut pace) = (0, Pace::default());
    // Files that do not go together are tried one by one.
    let mut is_one = false;
    while (failures < MAX_FAILURES || board.is_patient) && !board.is_cancelled.load(Relaxed) {
        let Some(range) = board.start(&costs, is_one, pace) else {
            break;
        };
        let (cost, start) = (costs[range.clone()].iter().sum(), Instant::now());
        let run = || base.evaluate(&items[range.clone()], cost, &board.is_cancelled);
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
            Ok(Some(evaluated)) => {
                pace.add(cost, start.elapsed());
                board.set(range.start, evaluated);
            }
            _ => {
                is_one |= range.len() > 1;
                failures += usize::from(range.len() == 1);
                board.put_back(range.clone(), range.len() == 1);
            }
        }
    }
    board.end();
}

/// About how many operators and loops there are in a text.
fn operators_in(text: &str) -> usize {
    let operators = memchr::memchr_iter(b'!', text.as_bytes()).count();
    operators + memchr::memmem::find_iter(text.as_bytes(), "foreach").count()
}

impl Base {
    /// Reads a file of the run and the files that it includes, and returns how long they may take, in bytes of text.
    fn read_ahead(&self, item: &RunItem) -> usize {
        let run = self.sources.file(self.file);
        let find = |including: &Path, text: &str, at: usize| {
            let name = included_name(text, at)?;
            find_include(&self.options.include_dirs, including, name)
        };
        let (mut bytes, mut cost) = (0, 0);
        let mut files: Vec<Included> = find(Path::new(&run.name), &run.text, item.text.0)
            .into_iter()
            .collect();
        while let Some(Included { path, bytes: length }) = files.pop() {
            if length > MAX_READ_AHEAD || bytes > MAX_READ_AHEAD || self.texts.get(&path).is_some() {
                continue;
            }
            let Ok(text) = read_source(&path) else {
                continue;
            };
            let text = SourceText::from(text);
            bytes += text.len();
            cost += text.len() + BYTES_PER_OPERATOR * operators_in(&text);
            files.extend(includes_in(&text).filter_map(|at| find(&path, &text, at)));
            self.texts.insert(path, text);
        }
        cost
    }

    /// Evaluates files, which may take as long as so many bytes of text, as if they were the first ones of the run;
    /// `None` if nothing can be made of them.
    fn evaluate(&self, items: &[RunItem], cost: usize, is_cancelled: &Arc<AtomicBool>) -> Option<Evaluated> {
        let (start, end) = (items.first()?.text.0, items.last()?.text.1);
        let mut sources = self.sources.clone();
        let include_dirs = self.options.include_dirs.clone();
        let mut lexer = Lexer::new(&mut sources, self.file, include_dirs, self.macros.clone());
        lexer.open.text = lexer.open.text[..end].into();
        lexer.open.at = start;
        lexer.files_read.clear();
        lexer.depth = self.depth;
        lexer.runs.texts = Arc::clone(&self.texts);
        lexer.macros_asked = Some(Vec::new());
        let mut state = self.state.clone();
        // Most files make half of that at most; room that is not used would wait with the result.
        state.keeper.expect(cost / 2);
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
        let Some(index) = run.item_at(at) else {
            return;
        };
        let (file, item, end) = (run.file, run.items[index].clone(), run.end());
        if index == 0
            && let Some(helper) = &mut self.helper
        {
            helper.settle();
        }
        // One that was started ahead may have missed what it would know now.
        let is_started = |helper: &Helper| helper.run == (file, at) && !run.is_hopeless.load(Relaxed);
        let is_first = index == 0 && !self.helper.as_ref().is_some_and(is_started);
        let is_hopeless = Arc::clone(&run.is_hopeless);
        if is_first {
            is_hopeless.store(false, Relaxed);
        }
        if is_first && !self.start_helper() {
            self.lexer.runs.set_plain(file, end);
            self.lexer.runs.run = None;
            return self.advance();
        }
        let evaluated = match &self.helper {
            Some(helper) => helper.board.result(index),
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

    /// Starts to evaluate the files of a run that was seen ahead, if nothing but records is defined before it.
    pub(super) fn start_ahead(&mut self) {
        let Some(ahead) = self.lexer.runs.ahead.take() else {
            return;
        };
        let first = ahead.run.items.first().map_or(0, |item| item.text.0);
        let place = self.token.span();
        if place.file != ahead.run.file || place.start as usize <= ahead.behind {
            // Other files, or what is before that place.
            self.lexer.runs.ahead = Some(ahead).filter(|ahead| self.lexer.is_reading(ahead.run.file));
        } else if (place.start as usize) < first {
            self.lexer.runs.has_run = true;
            self.lexer.runs.expected = ahead.run.items.iter().map(|item| item.bytes).sum();
            self.lexer.runs.run = Some(ahead.run);
            if !self.start_helper() {
                self.lexer.runs.run = None;
            }
        }
    }

    /// Starts to evaluate the files of a run; false if that cannot be.
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
        let is_patient = self.lexer.runs.when == SideBySide::Always;
        let board = Arc::new(Board::new(items.len(), is_patient, Arc::clone(&run.is_hopeless)));
        let first = items.first().map_or(0, |item| item.text.0);
        let mut helper = Helper {
            board: Arc::clone(&board),
            thread: None,
            run: (run.file, first),
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
            // What leads back is put together when the first result comes.
            shared: unshare.shared,
            is_shared_inverse: false,
        };
        let base = Base {
            state,
            multiclasses,
            multiclass_by_name: self.multiclass_by_name.clone(),
            type_aliases: self.type_aliases.clone(),
            arguments: self.arguments.clone(),
            macros: self.lexer.macros.clone(),
            sources: self.lexer.sources.clone(),
            texts: Arc::clone(&self.lexer.runs.texts),
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
        let Some(helper) = &mut self.helper else {
            return false;
        };
        if !helper.is_shared_inverse {
            helper.shared = std::mem::take(&mut helper.shared).into_inverse();
            helper.is_shared_inverse = true;
        }
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
            helper.shared.over(),
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
        // What is known of texts is known with the records that were there.
        self.texts = RepeatedTexts::default();
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
    /// Waits until all files have been tried, if the helper is always waited for.
    fn settle(&mut self) {
        if let Some(thread) = self.thread.take_if(|_| self.board.is_patient) {
            // What it could not do is done here.
            let _ = thread.join();
        }
    }
}
