//! Runs workgroups on several cores, with the result of running them one after the other.
//!
//! Each core runs some consecutive workgroups on a copy of memory as it was when the round began, and notes which lines it
//! reads and writes. After the round the copies are committed in order. Workgroups that touched a line which earlier ones
//! of the same round have written may have gone wrong: they and all after them run again. The first ones of a round are
//! always right, so that there is progress; a launch whose workgroups depend on each other goes on without other cores.

use crate::code::Code;
use crate::dispatch::{Grid, Launch};
use crate::emulator::LaunchOptions;
use crate::exec::{Barriers, Gws, HostVectors};
use crate::fault::Fault;
use crate::loader::KernelInfo;
use crate::memory::{Lines, Memory, Scratchpad};
use crate::stats::LaunchStats;
use crate::wave::Wave;
use std::ops::Range;

/// Instructions of all waves, estimated, from which on other cores are used: they take tens of milliseconds.
const WORTHWHILE: u64 = 1 << 20;
/// Instructions of the workgroups that a core runs in a round, if they take as long as those before.
const SHARE: u64 = 1 << 20;
/// Rounds with something in vain after which the others are not tried.
const MOST_LOST: usize = 2;
/// Instructions that a core may execute in a round: waves that wait for other workgroups must come to an end.
const MOST_EXECUTED: u64 = 16 * SHARE;
/// Copying this many bytes takes as long as an instruction.
const BYTES_PER_INSTRUCTION: u64 = 64;
/// Bytes of all copies.
const MOST_COPIED: u64 = 1 << 30;

/// What all workgroups of a launch have in common.
#[derive(Clone, Copy)]
struct Shared<'a> {
    info: &'a KernelInfo,
    grid: &'a Grid,
    options: &'a LaunchOptions,
    entry: u64,
    scratch: u32,
    vectors: HostVectors,
    file_base: u64,
}

/// What a core has of its own.
struct Worker {
    memory: Memory,
    code: Code,
    waves: Vec<Wave>,
    lds: Scratchpad,
}

/// What came of some workgroups.
struct Outcome {
    result: Result<(), Fault>,
    stats: LaunchStats,
    /// Whether they neither met others in the sync unit nor ran too long.
    is_complete: bool,
}

/// Runs workgroups as long as other cores help; `executed` is the number of instructions of the workgroups before. Returns
/// the number of the first workgroup that has not run; none if it seems better to run more of them first.
pub(crate) fn run(
    launch: &mut Launch<'_, '_>,
    groups: Range<u64>,
    executed: u64,
) -> Result<Option<u64>, Fault> {
    let cores = match launch.options.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let cores = (cores as u64).min(groups.end - groups.start);
    let mut per_group = executed.div_ceil(groups.start.max(1)).max(1);
    let estimate = per_group.saturating_mul(groups.end - groups.start);
    let copied = launch.memory.writable_bytes().saturating_mul(cores);
    if cores < 2
        || estimate < WORTHWHILE
        || copied > MOST_COPIED
        || copied / BYTES_PER_INSTRUCTION > estimate
        || launch.is_watched()
        || !launch.is_independent()
    {
        return Ok(None);
    }
    let shared = Shared {
        info: launch.info,
        grid: launch.grid,
        options: launch.options,
        entry: launch.entry,
        scratch: launch.scratch,
        vectors: launch.vectors,
        file_base: launch.file_base,
    };
    let mut workers: Vec<Worker> = (0..cores)
        .map(|_| Worker {
            memory: launch.memory.tracked_copy(),
            code: launch.code.uncounted_copy(),
            waves: Vec::new(),
            lds: Scratchpad::default(),
        })
        .collect();
    let (mut next, mut lost) = (groups.start, 0);
    while next < groups.end && lost < MOST_LOST {
        let share = SHARE.div_ceil(per_group).min((groups.end - next).div_ceil(cores));
        // The others may take longer than those so far: no core runs more than have run.
        let share = share.min(next);
        let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..)
                .zip(&mut workers)
                .map(|(number, worker)| {
                    let first = (next + number * share).min(groups.end);
                    let range = first..(first + share).min(groups.end);
                    scope.spawn(move || worker.run(range, shared))
                })
                .collect();
            let ended = running.into_iter().map(|thread| thread.join());
            ended
                .map(|outcome| outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let mut written = Lines::default();
        let (first, mut executed) = (next, 0);
        for (worker, outcome) in workers.iter().zip(outcomes) {
            if !outcome.is_complete || worker.memory.touches(&written) {
                lost += 1;
                break;
            }
            launch.memory.commit(&worker.memory, &mut written);
            launch.stats.add(&outcome.stats);
            executed += outcome.stats.total();
            outcome.result?;
            next = (next + share).min(groups.end);
        }
        if next > first {
            per_group = (executed / (next - first)).max(1);
        }
        for worker in &mut workers {
            worker.memory.refresh(launch.memory, &written);
        }
    }
    Ok(Some(next))
}

impl Worker {
    /// Runs workgroups of the launch, at most about [`MOST_EXECUTED`] instructions.
    fn run(&mut self, groups: Range<u64>, shared: Shared<'_>) -> Outcome {
        let mut stats = LaunchStats::default();
        let mut launch = Launch {
            memory: &mut self.memory,
            waves: &mut self.waves,
            code: &mut self.code,
            info: shared.info,
            grid: shared.grid,
            options: shared.options,
            entry: shared.entry,
            scratch: shared.scratch,
            checkers: Vec::new(),
            lds: &mut self.lds,
            stats: &mut stats,
            gws: Gws::new(),
            barriers: Barriers::default(),
            vectors: shared.vectors,
            suspended: Vec::new(),
            hostcall: None,
            observer: None,
            file_base: shared.file_base,
            budget: MOST_EXECUTED,
        };
        let result = groups.into_iter().try_for_each(|group| launch.run_group(group));
        let is_complete = launch.is_independent() && launch.budget > 0;
        stats.instructions = self.code.take_counts();
        Outcome {
            result,
            stats,
            is_complete,
        }
    }
}
