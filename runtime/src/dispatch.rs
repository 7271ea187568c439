//! Runs the workgroups of a launch: the order in which waves run, and their instructions.

use crate::code::Code;
use crate::emulator::LaunchOptions;
use crate::exec::{Barriers, Core, Gws, HostVectors, INDEX_MODE, SKIP_MODE};
use crate::fault::{Fault, FaultKind};
use crate::hazards::Traits;
use crate::hostcall::Hostcall;
use crate::loader::KernelInfo;
use crate::memory::{Memory, Scratchpad};
use crate::observe::{Moment, Observer};
use crate::op::{Op, Step, scalar};
use crate::parallel;
use crate::stats::LaunchStats;
use crate::strict::Checker;
use crate::wave::{Aligned, LANES, Meeting, Wave, WaveState};
use crate::wave_setup::local_id;

/// Instructions that a wave executes before another wave of its workgroup runs, so that waves can wait for each other
/// through memory.
const QUANTUM: u64 = 1 << 16;

/// Sizes and addresses of a launch.
pub(crate) struct Grid {
    /// Work-items.
    pub global: [u32; 3],
    /// Work-items of a workgroup.
    pub local: [u32; 3],
    /// Local memory of a workgroup in bytes.
    pub lds_size: u32,
    /// Address of the kernel argument segment.
    pub kernarg: u64,
    /// Address of the dispatch packet.
    pub packet: u64,
    /// Address of the queue.
    pub queue: u64,
}

/// A running launch.
pub(crate) struct Launch<'a, 'o> {
    /// Global memory.
    pub memory: &'a mut Memory,
    /// Waves, reused by one workgroup after the other.
    pub waves: &'a mut Vec<Wave>,
    /// The machine code.
    pub code: &'a mut Code,
    /// The kernel.
    pub info: &'a KernelInfo,
    /// Sizes and addresses.
    pub grid: &'a Grid,
    /// How to launch.
    pub options: &'a LaunchOptions,
    /// First instruction, relative to the code.
    pub entry: u64,
    /// Private memory per work-item.
    pub scratch: u32,
    /// State of the checks, one per wave.
    pub checkers: Vec<Checker>,
    /// Local memory.
    pub lds: &'a mut Scratchpad,
    /// Counts of what was executed.
    pub stats: &'a mut LaunchStats,
    /// The global wave sync unit.
    pub gws: Gws,
    /// The barriers of the workgroup.
    pub barriers: Barriers,
    /// The vector instructions of the host.
    pub vectors: HostVectors,
    /// Workgroups whose waves wait for waves of other workgroups.
    pub suspended: Vec<Suspended>,
    /// The host side of hostcalls.
    pub hostcall: Option<&'a mut Hostcall>,
    /// Sees every instruction.
    pub observer: Option<&'a mut (dyn Observer + 'o)>,
    /// Address in the file of the code's first byte.
    pub file_base: u64,
    /// Instructions after which the launch is given up.
    pub budget: u64,
}

/// A suspended workgroup with its own state.
pub(crate) struct Suspended {
    group: Group,
    waves: Vec<Wave>,
    checkers: Vec<Checker>,
    lds: Scratchpad,
    barriers: Barriers,
}

/// A workgroup: its number, the work-items in each dimension, and the waves.
#[derive(Clone, Copy)]
struct Group {
    number: [u32; 3],
    size: [u32; 3],
    count: usize,
}

/// Waves of workgroups that wait for each other: registers take 128 KB each. The hardware holds about twice as many.
const MAX_SUSPENDED: usize = 4096;

impl Launch<'_, '_> {
    /// Runs all workgroups.
    pub(crate) fn run_groups(&mut self) -> Result<(), Fault> {
        let count = self.groups().map(u64::from).iter().product();
        let (mut next, mut is_alone) = (0, true);
        while next < count {
            self.run_group(next)?;
            next += 1;
            // The first ones tell how long the others may take.
            if is_alone && next.is_power_of_two() {
                let executed = u64::MAX - self.budget;
                if let Some(reached) = parallel::run(self, next..count, executed)? {
                    (next, is_alone) = (reached, false);
                }
            }
        }
        self.finish()
    }

    /// Workgroups in each dimension.
    fn groups(&self) -> [u32; 3] {
        std::array::from_fn(|d| self.grid.global[d].div_ceil(self.grid.local[d]))
    }

    /// Whether somebody sees what happens while it does.
    pub(crate) fn is_watched(&self) -> bool {
        self.hostcall.is_some() || self.observer.is_some()
    }

    /// Whether nothing but memory connects the workgroups so far with others.
    pub(crate) fn is_independent(&self) -> bool {
        self.suspended.is_empty() && self.gws.is_unused()
    }

    /// Runs a workgroup until it ends or waits for others; [`Launch::finish`] resumes the suspended ones.
    pub(crate) fn run_group(&mut self, group: u64) -> Result<(), Fault> {
        let grid = self.grid;
        let [columns, rows, _] = self.groups().map(u64::from);
        let group = [group % columns, group / columns % rows, group / columns / rows].map(|n| n as u32);
        // Groups at the end of the grid may be smaller.
        let size: [u32; 3] =
            std::array::from_fn(|d| grid.local[d].min(grid.global[d] - group[d] * grid.local[d]));
        let items = size.iter().product::<u32>() as usize;
        let count = items.div_ceil(self.code.subtarget().wave_size as usize);
        self.lds.reset(grid.lds_size as usize);
        self.barriers.reset(count);
        while self.waves.len() < count {
            self.waves.push(Wave::new());
        }
        let subtarget = self.code.subtarget();
        self.checkers
            .resize_with(count.max(self.checkers.len()), || Checker::new(&subtarget));
        for number in 0..count {
            self.start_wave(number, group, size, items);
        }
        let group = Group {
            number: group,
            size,
            count,
        };
        if !self.advance(group)? {
            self.suspend(group)?;
        }
        Ok(())
    }

    /// Suspends a workgroup until the others have run.
    fn suspend(&mut self, group: Group) -> Result<(), Fault> {
        let waiting: usize = self.suspended.iter().map(|other| other.group.count).sum();
        if waiting + group.count > MAX_SUSPENDED {
            return Err(self.deadlock(group));
        }
        self.suspended.push(Suspended {
            group,
            waves: std::mem::take(self.waves),
            checkers: std::mem::take(&mut self.checkers),
            lds: std::mem::take(self.lds),
            barriers: std::mem::take(&mut self.barriers),
        });
        Ok(())
    }

    /// Runs the suspended workgroups to their ends.
    fn finish(&mut self) -> Result<(), Fault> {
        while !self.suspended.is_empty() {
            let mut any_ran = false;
            for mut suspended in std::mem::take(&mut self.suspended) {
                std::mem::swap(self.waves, &mut suspended.waves);
                std::mem::swap(&mut self.checkers, &mut suspended.checkers);
                std::mem::swap(self.lds, &mut suspended.lds);
                std::mem::swap(&mut self.barriers, &mut suspended.barriers);
                let executed = |waves: &[Wave]| -> u64 {
                    waves[..suspended.group.count]
                        .iter()
                        .map(|wave| wave.executed)
                        .sum()
                };
                let before = executed(self.waves);
                let ended = self.advance(suspended.group)?;
                any_ran |= ended || executed(self.waves) != before;
                if !ended {
                    self.suspend(suspended.group)?;
                }
            }
            if !any_ran && let Some(suspended) = self.suspended.pop() {
                *self.waves = suspended.waves;
                self.checkers = suspended.checkers;
                return Err(self.deadlock(suspended.group));
            }
        }
        Ok(())
    }

    /// The fault of the first wave that waits for the sync unit.
    fn deadlock(&mut self, group: Group) -> Fault {
        let waiting = self.waves[..group.count].iter().enumerate();
        let found = waiting.into_iter().find_map(|(number, wave)| match wave.state {
            WaveState::Sync(request) => Some((number, wave.pc, request.resource)),
            _ => None,
        });
        let (number, pc, resource) = found.unwrap_or((0, self.entry + 8, 0));
        // Instructions of the unit have eight bytes; program counters are after them.
        let kind = FaultKind::SyncDeadlock(resource);
        self.fault(kind, pc - 8, number, None, group.number, group.size)
    }

    /// Runs the waves of a workgroup until all have ended, or have ended or wait for other workgroups: then `false`.
    fn advance(&mut self, group: Group) -> Result<bool, Fault> {
        let Group {
            number: id,
            size,
            count,
        } = group;
        loop {
            for number in 0..count {
                if let WaveState::Sync(request) = self.waves[number].state
                    && self.gws.release(request)
                {
                    self.waves[number].state = WaveState::Running;
                }
                if self.waves[number].state == WaveState::NamedBarrier && self.barriers.release(number) {
                    self.waves[number].state = WaveState::Running;
                }
                if self.waves[number].state == WaveState::Running {
                    self.run_wave(number, id, size)?;
                    self.serve_host(number, id, size)?;
                }
            }
            let waves = &mut self.waves[..count];
            if waves.iter().all(|wave| wave.state == WaveState::Ended) {
                break;
            }
            if waves.iter().any(|wave| wave.state == WaveState::Running) {
                continue;
            }
            let requests = waves.iter().filter_map(|wave| match wave.state {
                WaveState::Sync(request) => Some(request),
                _ => None,
            });
            let (mut waits, mut may_run) = (false, false);
            for request in requests {
                waits = true;
                may_run |= self.gws.grants(request);
            }
            let mut at_named = (0..count).filter(|&number| waves[number].state == WaveState::NamedBarrier);
            if may_run || at_named.clone().any(|number| self.barriers.may_release(number)) {
                continue;
            }
            let at_named = at_named.next();
            if waits {
                return Ok(false);
            }
            if let Some(number) = at_named {
                let pc = waves[number].pc - 4;
                let text = format!("wave {number} waits here, at a named barrier that is never complete");
                return Err(self.fault(FaultKind::BarrierDivergence(text), pc, number, None, id, size));
            }
            // Waves that ended do not take part in barriers any more.
            let mut waiting = waves.iter_mut().filter(|wave| wave.state == WaveState::Barrier);
            let first = waiting.next().map_or((0, 0), |wave| (wave.number, wave.pc));
            for wave in waiting.filter(|wave| wave.pc != first.1) {
                wave.met_elsewhere.get_or_insert(Meeting {
                    pc: wave.pc,
                    other: first.0,
                    other_pc: first.1,
                });
            }
            let latest = waves.iter().map(|wave| wave.cycle).max().unwrap_or(0);
            for wave in waves.iter_mut().filter(|wave| wave.state == WaveState::Barrier) {
                wave.state = WaveState::Running;
                wave.cycle = latest;
                wave.barriers += 1;
            }
        }
        self.check_barriers(group)?;
        self.stats.workgroups += 1;
        self.stats.waves += count as u64;
        for wave in &self.waves[..count] {
            self.stats.wave_cycles += wave.cycle;
            self.stats.longest_wave_cycles = self.stats.longest_wave_cycles.max(wave.cycle);
        }
        Ok(true)
    }

    /// Waves may wait at different barriers on purpose, for example when they alternate: then all of them pass equally
    /// many. A program in which some waves pass more barriers than others went wrong where they first waited at
    /// different ones.
    fn check_barriers(&mut self, group: Group) -> Result<(), Fault> {
        let waves = &self.waves[..group.count];
        let passed = |number: usize| waves[number].barriers;
        if !self.options.strict.barriers || (1..group.count).all(|number| passed(number) == passed(0)) {
            return Ok(());
        }
        let Some((number, meeting)) = waves
            .iter()
            .enumerate()
            .find_map(|(number, wave)| Some((number, wave.met_elsewhere?)))
        else {
            return Ok(());
        };
        // Program counters are after the barrier.
        let (pc, offset) = (meeting.pc - 4, (meeting.other_pc - 4) as i64 - self.entry as i64);
        let other = meeting.other;
        let text = format!(
            "wave {number} waits here, wave {other} at offset {offset:#x}; in total they pass {} and {} barriers",
            passed(number),
            passed(other as usize)
        );
        Err(self.fault(
            FaultKind::BarrierDivergence(text),
            pc,
            number,
            None,
            group.number,
            group.size,
        ))
    }

    /// Answers the hostcalls that the wave has made and waits for.
    fn serve_host(&mut self, number: usize, group: [u32; 3], size: [u32; 3]) -> Result<(), Fault> {
        let Some(hostcall) = self.hostcall.as_mut() else {
            return Ok(());
        };
        hostcall.serve(self.memory).map_err(|what| {
            let pc = self.waves[number].pc;
            self.fault(FaultKind::Unsupported(what), pc, number, None, group, size)
        })
    }

    /// Runs a wave until it waits, ends or has used up its time slice.
    fn run_wave(&mut self, number: usize, group: [u32; 3], size: [u32; 3]) -> Result<(), Fault> {
        let groups = self.groups();
        let wave = &mut self.waves[number];
        let checker = &mut self.checkers[number];
        let mut core = Core {
            code_base: self.code.base(),
            wave,
            lds: self.lds,
            gws: &mut self.gws,
            barriers: &mut self.barriers,
            vectors: self.vectors,
            memory: self.memory,
            mask: 0,
            spread_mask: (0, Aligned::default()),
            permuted: [0; LANES],
            check_waits: self.options.strict.waits,
            check_memory: self.options.strict.memory,
            check_registers: self.options.strict.registers,
            fault_lane: None,
        };
        let watch = Watch {
            group,
            size,
            groups,
            items: self.grid.local.iter().product(),
            file_base: self.file_base,
        };
        let limit = self.options.instruction_limit;
        let began = core.wave.executed;
        let stop_at = limit.min(began + QUANTUM);
        let is_unwatched = self.observer.is_none();
        let mut pc;
        let result = loop {
            pc = core.wave.pc;
            let index = match self.code.fetch(pc) {
                Ok(index) => index,
                Err(fault) => break Err(fault),
            };
            let mut op = &self.code.ops[index];
            let indexed;
            if core.wave.mode & (SKIP_MODE | INDEX_MODE) != 0 {
                let traits = op.hazard.traits;
                if core.wave.mode & SKIP_MODE != 0 && traits.intersects(Traits::VECTOR) {
                    if let Err(fault) = checker.skip_vector() {
                        break Err(fault);
                    }
                    core.wave.pc = op.next;
                    core.wave.executed += 1;
                    if core.wave.executed >= stop_at {
                        break match core.wave.executed >= limit {
                            true => Err(Box::new(FaultKind::InstructionLimit(limit))),
                            false => Ok(()),
                        };
                    }
                    continue;
                }
                // Without an active lane, the index may be anything: only what leaves vector registers happens.
                let is_idle = core.wave.exec() == 0 && op.writes.iter().all(|range| range.vector);
                if core.wave.mode & INDEX_MODE != 0 && traits.contains(Traits::VALU) && !is_idle {
                    indexed = op.indexed(core.wave.scalar(scalar::M0));
                    op = &indexed;
                }
            }
            if let Some(observer) = &mut self.observer {
                let at = watch.moment(core.wave, self.code, op, pc);
                if observer.before(&at).is_break() {
                    break Err(Box::new(FaultKind::Stopped));
                }
            }
            core.wave.pc = op.next;
            core.mask = core.wave.exec();
            if let Err(fault) = execute(&mut core, checker, op, false) {
                break Err(fault);
            }
            core.wave.cycle += u64::from(op.issue_cycles);
            if let Err(fault) = checker.track_memory(core.wave, op, pc) {
                break Err(fault);
            }
            if let Some(observer) = &mut self.observer {
                observer.after(&watch.moment(core.wave, self.code, op, pc));
            }
            self.code.count(index..index + 1);
            core.wave.executed += 1;
            if core.wave.unwritten.is_open() {
                let has_ended = core.wave.state == WaveState::Ended;
                if let Some(store) = core.wave.unwritten.after(pc, has_ended) {
                    pc = store.pc.unwrap_or(pc);
                    core.fault_lane = Some(store.lane);
                    break Err(Box::new(FaultKind::UninitialisedRegister(store.register)));
                }
            }
            if is_unwatched
                && core.wave.mode & (SKIP_MODE | INDEX_MODE) == 0
                && let Err(fault) = compute(&mut core, checker, self.code, stop_at, &mut pc)
            {
                break Err(fault);
            }
            if core.wave.state != WaveState::Running || std::mem::take(&mut core.wave.sleeps) {
                break Ok(());
            }
            if core.wave.executed >= stop_at {
                if core.wave.executed >= limit {
                    break Err(Box::new(FaultKind::InstructionLimit(limit)));
                }
                break Ok(());
            }
        };
        let lane = core.fault_lane;
        let read = core.wave.unwritten.read;
        self.budget = self.budget.saturating_sub(core.wave.executed - began);
        if result.is_ok() && self.budget == 0 {
            return Err(self.fault(FaultKind::Stopped, pc, number, None, group, size));
        }
        let result = result.map_err(|mut kind| {
            if let (FaultKind::UninitialisedRegister(name), Some((address, size))) = (&mut *kind, read) {
                *name += &format!(" (local read of {size} bytes at {address:#x} returned such a value)");
            }
            kind
        });
        result.map_err(|kind| self.fault(*kind, pc, number, lane, group, size))
    }

    fn fault(
        &mut self,
        kind: FaultKind,
        pc: u64,
        number: usize,
        lane: Option<usize>,
        group: [u32; 3],
        size: [u32; 3],
    ) -> Fault {
        let kind = self.checkers[number].explain(kind, self.code);
        let work_item = lane.map(|lane| {
            let id = local_id(size, number * self.waves[number].lanes + lane);
            std::array::from_fn(|d| {
                let global = group[d] as u64 * self.grid.local[d] as u64 + id[d] as u64;
                (global + self.options.global_offset[d]) as u32
            })
        });
        Fault {
            kind: Box::new(kind),
            kernel: self.info.name.clone(),
            pc_offset: Some(pc.wrapping_sub(self.entry) as i64),
            instruction: self.code.disassemble(pc),
            group: Some(group),
            work_item,
        }
    }
}

/// Where in the launch a wave is, for observers.
struct Watch {
    group: [u32; 3],
    size: [u32; 3],
    /// Number of workgroups.
    groups: [u32; 3],
    /// Work-items of the largest ones.
    items: u32,
    file_base: u64,
}

impl Watch {
    fn moment<'a>(&self, wave: &'a Wave, code: &'a Code, op: &'a Op, pc: u64) -> Moment<'a> {
        let [x, y, z] = self.group.map(u64::from);
        let group = (z * u64::from(self.groups[1]) + y) * u64::from(self.groups[0]) + x;
        let waves = u64::from(self.items).div_ceil(wave.lanes as u64);
        Moment {
            wave,
            code,
            op,
            pc,
            file_base: self.file_base,
            group: self.group,
            size: self.size,
            number: group * waves + u64::from(wave.number),
        }
    }
}

/// Executes the instruction at `pc`, with its checks, in the lanes of [`Core::mask`]. `is_written`: all of its sources are
/// known to have been written.
#[inline(always)]
fn execute(core: &mut Core<'_>, checker: &mut Checker, op: &Op, is_written: bool) -> Step {
    checker.before(core.wave, op, is_written, &mut core.fault_lane)?;
    if op.dpp.is_some() {
        core.prepare_dpp(op)?;
    }
    (op.handler)(core, op)?;
    checker.after(core.wave, op)
}

/// Executes instructions as long as they only compute: nothing has to be asked between them. `pc` becomes the address of the
/// last one.
fn compute(core: &mut Core<'_>, checker: &mut Checker, code: &mut Code, stop_at: u64, pc: &mut u64) -> Step {
    while core.wave.state == WaveState::Running
        && core.wave.executed < stop_at
        && let Some((first, run)) = code.run(core.wave.pc)
    {
        let budget = (stop_at - core.wave.executed) as usize;
        let range = first..run.end.min(first.saturating_add(budget));
        let is_checked = checker.is_strict() || !checker.has_registers(run.register_ends);
        let checks = core.check_registers;
        let is_written = is_checked && checks && code.sources(&(first..run.end)).are_written(core.wave);
        let ops = &code.ops[range.clone()];
        // The last one alone may jump or change EXEC.
        let start = core.wave.pc;
        let address = |index: usize| index.checked_sub(1).map_or(start, |before| ops[before].next);
        core.wave.pc = address(ops.len());
        core.mask = core.wave.exec();
        core.check_registers = checks && !is_written;
        let mut cycles = 0;
        for (index, op) in ops.iter().enumerate() {
            let step = match is_checked {
                true => execute(core, checker, op, is_written),
                false => (op.handler)(core, op),
            };
            if let Err(fault) = step {
                *pc = address(index);
                return Err(fault);
            }
            cycles += u64::from(op.issue_cycles);
        }
        core.check_registers = checks;
        core.wave.cycle += cycles;
        core.wave.executed += ops.len() as u64;
        *pc = address(ops.len() - 1);
        code.count(range);
    }
    Ok(())
}
