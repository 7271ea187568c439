//! Who evaluates which files of a run: what two threads agree on.
//!
//! One thread goes through the files from the first one on, the helper evaluates others meanwhile. It takes the first
//! file that the other is not going to reach too soon, and what stands after it, up to a part of what is left: what files
//! take is not known, so that the parts have to be small in the end, but each is a start anew. (Source: C. D.
//! Polychronopoulos, D. J. Kuck: "Guided Self-Scheduling", 1987.) So there is something to take over all the time; if
//! this came in the end, the helper would have nothing to do then.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The helper takes one of so many parts of the files that are left at a time.
const PARTS: usize = 8;

/// How often somebody who waits in any case looks again.
const PATIENCE: Duration = Duration::from_secs(1);

/// A file of a run, of which `T` is made.
enum Progress<T> {
    Waiting,
    /// The helper reads it, since then.
    Started(Instant),
    /// The helper reads it together with one before it.
    Behind,
    Evaluated(Box<T>),
    /// It is read here, or was.
    Here,
}

/// The files of a run.
struct Files<T> {
    progress: Vec<Progress<T>>,
    /// The one that is being read here, or will be, and since when.
    here: (usize, Instant),
}

/// How fast the helper is.
#[derive(Clone, Copy, Default)]
pub(super) struct Pace {
    cost: usize,
    time: Duration,
}

impl Pace {
    /// Something of this cost took so long.
    pub(super) fn add(&mut self, cost: usize, time: Duration) {
        self.cost += cost;
        self.time += time;
    }

    /// The cost of what is read in this time; none while that is not known.
    fn cost_of(self, time: Duration) -> usize {
        let times = time.as_secs_f64() / self.time.as_secs_f64();
        match self.cost {
            0 => 0,
            cost => (times * cost as f64) as usize,
        }
    }
}

/// What both threads look at.
pub(super) struct Board<T> {
    files: Mutex<Files<T>>,
    changed: Condvar,
    pub(super) is_cancelled: Arc<AtomicBool>,
    has_succeeded: AtomicBool,
    /// Whatever the helper is doing is waited for, and it tries all files.
    pub(super) is_patient: bool,
    /// The helper could evaluate nothing.
    is_hopeless: Arc<AtomicBool>,
}

impl<T> Board<T> {
    /// A run of so many files, of which the first one is not for the helper.
    pub(super) fn new(files: usize, is_patient: bool, is_hopeless: Arc<AtomicBool>) -> Board<T> {
        let progress = (0..files).map(|index| match index {
            0 => Progress::Here,
            _ => Progress::Waiting,
        });
        Board {
            files: Mutex::new(Files {
                progress: progress.collect(),
                here: (0, Instant::now()),
            }),
            changed: Condvar::new(),
            is_cancelled: Arc::default(),
            has_succeeded: AtomicBool::new(false),
            is_patient,
            is_hopeless,
        }
    }

    fn files(&self) -> MutexGuard<'_, Files<T>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The files that were started at `index` are evaluated.
    pub(super) fn set(&self, index: usize, evaluated: T) {
        self.has_succeeded.store(true, Relaxed);
        let progress = Progress::Evaluated(Box::new(evaluated));
        let before = std::mem::replace(&mut self.files().progress[index], progress);
        self.changed.notify_all();
        drop(before);
    }

    /// The helper has tried what it could.
    pub(super) fn end(&self) {
        if !self.has_succeeded.load(Relaxed) {
            self.is_hopeless.store(true, Relaxed);
        }
    }

    /// Files that nobody has read yet, up to a part of all there are, or just one: the first ones that are not reached
    /// while they are read, if the other thread goes as fast as the helper, at `pace`; else the last ones. What the files
    /// take is guessed to be `costs`.
    pub(super) fn start(&self, costs: &[usize], is_one: bool, pace: Pace) -> Option<Range<usize>> {
        let mut files = self.files();
        let is_waiting = |file: &Progress<T>| matches!(file, Progress::Waiting);
        let waiting = || (0..costs.len()).filter(|&index| is_waiting(&files.progress[index]));
        let left: usize = waiting().map(|index| costs[index]).sum();
        let (at, since) = files.here;
        let mut before = costs[at].saturating_sub(pace.cost_of(since.elapsed()));
        let in_time = waiting().find(|&index| {
            let is_in_time = costs[index] <= before;
            before += costs[index];
            is_in_time
        });
        let last = waiting().next_back()?;
        let mut range = in_time.map_or(last..last + 1, |index| index..index + 1);
        let mut sum = costs[range.start];
        let may_add = |sum: usize, index: usize| {
            !is_one && is_waiting(&files.progress[index]) && sum + costs[index] <= left / PARTS
        };
        while range.end < costs.len() && may_add(sum, range.end) {
            sum += costs[range.end];
            range.end += 1;
        }
        while in_time.is_none() && range.start > 0 && may_add(sum, range.start - 1) {
            range.start -= 1;
            sum += costs[range.start];
        }
        files.progress[range.start] = Progress::Started(Instant::now());
        files.progress[range.start + 1..range.end].fill_with(|| Progress::Behind);
        Some(range)
    }

    /// Files that were started are not read by the helper, or each by itself.
    pub(super) fn put_back(&self, range: Range<usize>, is_one: bool) {
        for file in &mut self.files().progress[range] {
            if !matches!(file, Progress::Here) && !is_one {
                *file = Progress::Waiting;
            } else {
                *file = Progress::Here;
            }
        }
        self.changed.notify_all();
    }

    /// What was made of a file; `None` if it is to be read here. One that the helper reads at this moment is waited for
    /// if others were worth it, but no longer than it has been reading it: then it would have been better to begin here,
    /// and at worst that takes twice as long.
    pub(super) fn result(&self, index: usize) -> Option<Box<T>> {
        let mut files = self.files();
        let mut end = None;
        loop {
            let patience = match &files.progress[index] {
                Progress::Waiting | Progress::Started(_) if self.is_patient => PATIENCE,
                Progress::Started(start) if self.has_succeeded.load(Relaxed) => {
                    let end = *end.get_or_insert_with(|| Instant::now() + start.elapsed());
                    end.saturating_duration_since(Instant::now())
                }
                _ => break,
            };
            if patience.is_zero() {
                break;
            }
            files = match self.changed.wait_timeout(files, patience) {
                Ok((files, _)) => files,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
        files.here = (index, Instant::now());
        match std::mem::replace(&mut files.progress[index], Progress::Here) {
            Progress::Evaluated(evaluated) => Some(evaluated),
            _ => None,
        }
    }
}
