//! Runs the workgroups of a launch: work-items are executed in turn, meet at barriers and, as lanes of a wave, at
//! operations that read other lanes.

use super::barriers::Barriers;
use super::check::races::{Ordered, Scope, Sync, meet};
use super::check::tags::REPORTED;
use super::check::{Kind, Place};
use super::code::{Code, Op, Range, Reach};
use super::exec::{Failure, Reported, Status, run_item, stack};
use super::memory::Bytes;
use super::target::{LaunchInfo, Quad, TargetIntrinsics, WaveCall, split};
use super::value::Cell;
use super::whole_wave::{Meeting, Shadows};
use super::{InterpError, Interpreter, LaunchOptions, LaunchStats, Parameter};
use crate::entities::FuncRef;
use crate::fold::environment::Environment;
use crate::text::inst_to_string;
use std::rc::Rc;

/// A function that is executing.
#[derive(Debug)]
pub(super) struct Frame {
    pub code: Rc<Code>,
    /// The next operation.
    pub pc: u32,
    /// First cell.
    pub base: usize,
    /// Where the caller expects the result.
    pub result: Range,
    /// Private memory in use when it was called.
    pub stack: usize,
}

/// An object in private memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackObject {
    /// First byte, and the one after the last.
    pub start: usize,
    pub end: usize,
    /// Counted over all objects of the work-item.
    pub serial: u32,
    /// Where it was allocated.
    pub site: u32,
    /// Where the source declares it; 0 if that is not known.
    pub declared: u32,
    /// Whether it is in scope.
    pub is_alive: bool,
    /// How often its scope was entered.
    pub entry: u32,
}

/// A work-item.
#[derive(Debug, Default)]
pub(super) struct Item {
    pub frames: Vec<Frame>,
    pub cells: Vec<Cell>,
    pub private: Bytes,
    pub stack: usize,
    /// Stack objects in `private`, in order.
    pub objects: Vec<StackObject>,
    /// The number of the next one.
    pub next_object: u32,
    /// What it knows of the accesses of others.
    pub sync: Sync,
    /// If it executes an operation for which the lanes of its quad have met: the arguments of these.
    pub quad: Option<Quad>,
    /// In launches that are checked: copies by the workgroup since the last barrier, by the site of the call, with the bits of
    /// their arguments.
    pub copies: Vec<(u32, Vec<u128>)>,
    /// Whether a finding makes what it does doubtful.
    pub is_misled: bool,
    pub local_id: [u32; 3],
    pub steps: u64,
    pub state: u32,
    /// The floating-point environment in `state`, unless it is the default.
    pub environment: Option<Environment>,
    pub status: Status,
}

impl Item {
    /// Releases private memory from `stack` on.
    pub(super) fn release(&mut self, stack: usize) {
        self.stack = stack;
        while self.objects.last().is_some_and(|object| object.start >= stack) {
            self.objects.pop();
        }
    }
}

/// The floating-point environment in `state`, unless it is the default.
pub(super) fn other_environment(target: &dyn TargetIntrinsics, state: u32) -> Option<Environment> {
    let environment = target.environment(state);
    (environment != Environment::default()).then_some(environment)
}

/// Operations that a work-item executes before it yields, so that it can wait for others through memory.
const QUANTUM: u64 = 1 << 14;

pub(super) fn triple([x, y, z]: [u32; 3]) -> String {
    format!("({x}, {y}, {z})")
}

/// First byte of private memory that is used, so that no object is at offset zero or at small offsets.
const STACK_START: usize = 64;

impl Interpreter<'_> {
    pub(super) fn run_grid(
        &mut self,
        func: FuncRef,
        parameters: &[Parameter],
        info: &LaunchInfo,
        options: &LaunchOptions,
    ) -> Result<LaunchStats, InterpError> {
        let mut stats = LaunchStats::default();
        let groups = info.groups();
        let code = self.code(func).map_err(InterpError::launch)?;
        let arguments = self
            .parameter_cells(func, parameters, info)
            .map_err(InterpError::launch)?;
        let mut items: Vec<Item> = Vec::new();
        let mut local = Bytes::default();
        if let Some(checker) = &mut self.checker {
            checker.group_size = info.local.iter().product();
            checker.sync.clear();
            self.memory.forget_accesses();
            local.keep_tags();
        }
        for z in 0..groups[2] {
            for y in 0..groups[1] {
                for x in 0..groups[0] {
                    let group = [x, y, z];
                    self.start_group(&code, &arguments, group, info, &mut items);
                    local.reset(info.local_size as usize);
                    let result = self.run_group(&mut items, &mut local, group, info, options);
                    stats.steps += items.iter().map(|i| i.steps).sum::<u64>();
                    stats.workgroups += 1;
                    result?;
                }
            }
        }
        Ok(stats)
    }

    /// The cells of the kernel's parameters.
    fn parameter_cells(
        &mut self,
        func: FuncRef,
        parameters: &[Parameter],
        info: &LaunchInfo,
    ) -> Result<Vec<Cell>, String> {
        let mut cells = Vec::new();
        for parameter in parameters {
            let address = info.kernel_arguments + parameter.offset;
            if parameter.by_ref {
                cells.push(Cell::new(u128::from(address)));
                continue;
            }
            let layout = self.layouts.of(&self.module.ctx, parameter.ty)?;
            let start = cells.len();
            cells.resize(start + layout.leaves.len(), Cell::POISON);
            let (bytes, offset) = self.memory.access(address, layout.size, false)?;
            bytes.load(offset, &layout, &mut cells[start..]);
            if parameter.tag != 0 {
                cells[start].tag = parameter.tag;
            }
        }
        let _ = func;
        Ok(cells)
    }

    fn start_group(
        &mut self,
        code: &Rc<Code>,
        arguments: &[Cell],
        group: [u32; 3],
        info: &LaunchInfo,
        items: &mut Vec<Item>,
    ) {
        let size = info.size_of(group);
        let [groups_x, groups_y, _] = info.groups();
        let number = group[0] + groups_x * (group[1] + groups_y * group[2]);
        let group_size = info.local.iter().product::<u32>();
        let is_checked = self.checker.is_some();
        let count = size.iter().product::<u32>() as usize;
        items.truncate(count);
        items.resize_with(count, Item::default);
        let state = self.target.initial_state(self.module, code.func);
        let environment = other_environment(self.target, state);
        for (index, item) in items.iter_mut().enumerate() {
            let index = index as u32;
            item.local_id = split(index, size);
            item.is_misled = false;
            item.copies.clear();
            item.quad = None;
            item.next_object = 0;
            if is_checked {
                item.sync = Sync::start(number.wrapping_mul(group_size).wrapping_add(index), number);
                item.private.keep_tags();
            }
            item.private.reset(STACK_START);
            item.release(STACK_START);
            item.steps = 0;
            item.state = state;
            item.environment = environment;
            item.status = Status::Ready;
            item.cells.clear();
            item.cells.extend_from_slice(arguments);
            item.cells.resize(code.frame as usize, Cell::POISON);
            item.frames.clear();
            item.frames.push(Frame {
                code: code.clone(),
                pc: 0,
                base: 0,
                result: (0, 0),
                stack: STACK_START,
            });
        }
    }

    pub(super) fn error(
        &self,
        failure: Failure,
        item: &Item,
        group: [u32; 3],
        info: &LaunchInfo,
    ) -> InterpError {
        let mut error = InterpError::launch(failure.report().message);
        if let Some(frame) = item.frames.last() {
            let func = frame.code.func;
            error.function = self
                .module
                .ctx
                .text(self.module.ctx.functions[func].name)
                .to_string();
            let inst = frame.code.insts.get((frame.pc as usize).saturating_sub(1));
            if let (Some(body), Some(&inst)) = (self.module.body(func), inst) {
                error.instruction = inst_to_string(body, &self.module.ctx, inst);
            }
        }
        error.work_item = Some(info.global_id(group, item.local_id));
        error
    }

    /// Runs a workgroup to its end.
    fn run_group(
        &mut self,
        items: &mut [Item],
        local: &mut Bytes,
        group: [u32; 3],
        info: &LaunchInfo,
        options: &LaunchOptions,
    ) -> Result<(), InterpError> {
        let wave = info.wave_size as usize;
        let mut shadows = Shadows::default();
        let mut barriers = Barriers::new(items.len().div_ceil(wave));
        loop {
            let mut running = false;
            for item in items.iter_mut() {
                if item.status != Status::Ready {
                    continue;
                }
                let limit = options.step_limit.min(item.steps + QUANTUM);
                if let Err(failure) = run_item(self, item, local, group, info, options, limit) {
                    return Err(self.error(failure, item, group, info));
                }
                if item.status == Status::Ready && item.steps >= options.step_limit {
                    let message = format!("more than {} operations executed", options.step_limit);
                    self.fail(Failure::found(Kind::EndlessLoop, message), item, group, info)?;
                    // The others would take as long.
                    return Err(self.error(Failure::enough(), item, group, info));
                }
                running |= item.status == Status::Ready;
            }
            if running {
                continue;
            }
            let mut met = false;
            for (wave, lanes) in items.chunks_mut(wave).enumerate() {
                met |= self.meet(
                    wave,
                    lanes,
                    (&mut shadows, &mut barriers, local),
                    group,
                    info,
                    options,
                )?;
            }
            met |= barriers.release(items, wave);
            if met {
                continue;
            }
            self.compare_copies(items, group, info)?;
            if items.iter().all(|i| i.status == Status::Ended) {
                return Ok(());
            }
            self.fail_at_named_barrier(items, &barriers, group, info)?;
            self.release_barrier(items, group, info)?;
            barriers.next_phase();
        }
    }

    /// Reports what is wrong with a work-item, or stops the launch if it is not checked or this is the last finding.
    pub(super) fn fail(
        &mut self,
        failure: Failure,
        item: &mut Item,
        group: [u32; 3],
        info: &LaunchInfo,
    ) -> Result<(), InterpError> {
        let (Some(checker), Some(kind)) = (&mut self.checker, failure.kind()) else {
            return Err(self.error(failure, item, group, info));
        };
        let Reported { message, notes, .. } = failure.report();
        let place = || {
            let place = Place {
                frames: stack(item, None),
                work_item: Some(info.global_id(group, item.local_id)),
            };
            (place, group)
        };
        let goes_on = checker.report(self.module, kind, place, || (message, notes));
        item.is_misled = true;
        match goes_on {
            true => Ok(()),
            false => Err(self.error(Failure::enough(), item, group, info)),
        }
    }

    /// All work-items wait at the barrier or have ended: lets them continue.
    fn release_barrier(
        &mut self,
        items: &mut [Item],
        group: [u32; 3],
        info: &LaunchInfo,
    ) -> Result<(), InterpError> {
        let place = |item: &Item| item.frames.last().map(|f| (f.code.func, f.pc));
        let waits = |item: &Item| item.status == Status::Barrier;
        let first = items.iter().position(waits).expect("a work-item that waits");
        let wanted = place(&items[first]);
        let other = items.iter().position(|i| waits(i) && place(i) != wanted);
        if self.checker.is_some() {
            // A barrier in a function is another one in each of its calls.
            let calls = |item: &Item| -> Vec<_> { item.frames.iter().map(|f| (f.code.func, f.pc)).collect() };
            let wanted = calls(&items[first]);
            let is_here = |item: &Item| waits(item) && calls(item) == wanted;
            // What work-items do after a finding says nothing.
            if !items.iter().any(|item| item.is_misled) {
                let other = items.iter().position(|i| waits(i) && !is_here(i));
                let ended = items.iter().position(|i| !waits(i));
                if let Some(absent) = other.or(ended) {
                    let reached = items.iter().filter(|i| is_here(i)).count();
                    let message = format!(
                        "only {reached} of {} work-items of work-group {} reached the barrier",
                        items.len(),
                        triple(group)
                    );
                    let at = triple(info.global_id(group, items[absent].local_id));
                    let failure = Failure::found(Kind::DivergentBarrier, message);
                    let failure = match waits(&items[absent]) {
                        true => {
                            let place = Place {
                                frames: stack(&items[absent], None),
                                work_item: None,
                            };
                            failure.with_note(format!("work-item {at} waits at another barrier"), Some(place))
                        }
                        false => failure.with_note(format!("work-item {at} has ended"), None),
                    };
                    self.fail(failure, &mut items[first], group, info)?;
                }
            }
            let ordered = self.ordered_by_barrier(&items[first]);
            let mut waiting: Vec<&mut Sync> = items
                .iter_mut()
                .filter(|i| i.status == Status::Barrier)
                .map(|i| &mut i.sync)
                .collect();
            meet(&mut waiting, Scope::Group, ordered);
        } else if let Some(other) = other {
            let failure = Failure::new("work-items of a workgroup wait at different barriers");
            return Err(self.error(failure, &items[other], group, info));
        }
        for item in items.iter_mut().filter(|i| i.status == Status::Barrier) {
            item.status = Status::Ready;
        }
        Ok(())
    }

    /// All work-items wait at the barrier or have ended: they must have made the same copies.
    fn compare_copies(
        &mut self,
        items: &mut [Item],
        group: [u32; 3],
        info: &LaunchInfo,
    ) -> Result<(), InterpError> {
        if items.iter().all(|item| item.copies.is_empty()) {
            return Ok(());
        }
        let different = items.iter().position(|item| item.copies != items[0].copies);
        if let Some(other) = different.filter(|_| !items.iter().any(|item| item.is_misled)) {
            let at = |index: usize| triple(info.global_id(group, items[index].local_id));
            let pairs = items[0].copies.iter().zip(&items[other].copies);
            let common = pairs.take_while(|(a, b)| a == b).count();
            let has_more = usize::from(items[0].copies.get(common).is_none());
            let (one, two) = [(0, other), (other, 0)][has_more];
            let (site, _) = items[one].copies[common];
            let message = match items[two].copies.get(common) {
                Some(&(place, _)) if place == site => {
                    format!(
                        "work-item {} makes the copy of work-item {} with other arguments",
                        at(two),
                        at(one)
                    )
                }
                _ => format!(
                    "work-item {} does not make the copy of work-item {}",
                    at(two),
                    at(one)
                ),
            };
            let mut place = self.sites.place(site).unwrap_or_default();
            place.work_item = Some(info.global_id(group, items[one].local_id));
            let checker = self.checker.as_mut().expect("the launch is checked");
            let describe = || (message, Vec::new());
            if !checker.report(self.module, Kind::DivergentCopy, || (place, group), describe) {
                return Err(self.error(Failure::enough(), &items[one], group, info));
            }
        }
        items.iter_mut().for_each(|item| item.copies.clear());
        Ok(())
    }

    /// What a barrier orders according to the function of the target's library that it is in.
    fn ordered_by_barrier(&self, item: &Item) -> Ordered {
        let Some(frame) = item.frames.last() else {
            return Ordered::ALL;
        };
        let params: usize = frame.code.params.iter().map(|param| param.1 as usize).sum();
        let arguments = &item.cells[frame.base..][..params];
        let name = self
            .module
            .ctx
            .text(self.module.ctx.functions[frame.code.func].name);
        // Functions of the library have no lines.
        match frame.code.is_located {
            true => Ordered::ALL,
            false => self.target.ordered_by(name, arguments).unwrap_or(Ordered::ALL),
        }
    }

    /// Lanes meet in a function: all lanes of the wave must, if it is one that they call together.
    fn check_wave_function(
        &mut self,
        lanes: &mut [Item],
        takes_part: &[bool],
        group: [u32; 3],
        info: &LaunchInfo,
    ) -> Result<(), InterpError> {
        let Some(absent) = takes_part.iter().position(|&takes_part| !takes_part) else {
            return Ok(());
        };
        let first = takes_part
            .iter()
            .position(|&takes_part| takes_part)
            .expect("a lane");
        // Functions of the library: what the program calls decides, not what that calls.
        let ctx = &self.module.ctx;
        let own = lanes[first].frames.iter().rev();
        let mut must = None;
        for frame in own.take_while(|frame| !frame.code.is_located) {
            let name = ctx.text(ctx.functions[frame.code.func].name);
            must = self.target.is_wave_function(name).or(must);
        }
        if must != Some(true) || lanes.iter().any(|lane| lane.is_misled) {
            return Ok(());
        }
        let count = takes_part.iter().filter(|&&takes_part| takes_part).count();
        let message = format!(
            "only {count} of {} work-items of a sub-group call the function together",
            takes_part.len()
        );
        let at = triple(info.global_id(group, lanes[absent].local_id));
        let failure = Failure::found(Kind::DivergentSubGroup, message);
        let failure = match lanes[absent].status {
            Status::Ended => failure.with_note(format!("work-item {at} has ended"), None),
            _ => {
                let place = Place {
                    frames: stack(&lanes[absent], None),
                    work_item: None,
                };
                failure.with_note(format!("work-item {at} is here"), Some(place))
            }
        };
        self.fail(failure, &mut lanes[first], group, info)
    }

    /// Executes an operation for which lanes of a wave wait, if there is one: of several, the deepest and earliest.
    fn meet(
        &mut self,
        wave: usize,
        lanes: &mut [Item],
        (shadows, barriers, local): (&mut Shadows, &mut Barriers, &mut Bytes),
        group: [u32; 3],
        info: &LaunchInfo,
        options: &LaunchOptions,
    ) -> Result<bool, InterpError> {
        let key = |item: &Item| {
            let frame = item.frames.last()?;
            // Deeper calls first, then earlier operations.
            (item.status == Status::Wave).then_some((
                usize::MAX - item.frames.len(),
                frame.code.func,
                frame.pc,
            ))
        };
        let Some(chosen) = lanes.iter().filter_map(key).min() else {
            return Ok(false);
        };
        let mut takes_part: Vec<bool> = lanes.iter().map(|item| key(item) == Some(chosen)).collect();
        let first = takes_part.iter().position(|&t| t).expect("a waiting lane");
        if self.checker.is_some() {
            self.check_wave_function(lanes, &takes_part, group, info)?;
        }
        let frame = lanes[first].frames.last().expect("a frame");
        let code = frame.code.clone();
        let op = frame.pc as usize - 1;
        if let Op::Barriers(call) = &code.ops[op] {
            let wave = (wave, lanes, &takes_part[..]);
            self.operate_barriers(wave, (&code, call), barriers, group, info)?;
            return Ok(true);
        }
        let (Op::Wave(call) | Op::Quad(call)) = &code.ops[op] else {
            unreachable!("a wave operation")
        };
        let mut args: Vec<Option<Vec<Cell>>> = lanes
            .iter()
            .zip(&takes_part)
            .map(|(item, &takes_part)| {
                takes_part.then(|| {
                    let base = item.frames.last().expect("a frame").base;
                    super::exec::argument_cells(&item.cells, base, &code, &call.args)
                })
            })
            .collect();
        let meeting = Meeting {
            wave,
            code: &code,
            op,
            depth: lanes[first].frames.len(),
            group,
            info,
            options,
        };
        let reach = code.reach.get(op).copied().unwrap_or_default();
        if reach != Reach::Own {
            takes_part.resize(info.wave_size as usize, false);
            args.resize(info.wave_size as usize, None);
            for lane in 0..takes_part.len() {
                let quad = &takes_part[lane / 4 * 4..takes_part.len().min(lane / 4 * 4 + 4)];
                if !takes_part[lane] && (reach == Reach::Wave || quad.contains(&true)) {
                    let items = (lanes.get(lane), &lanes[first]);
                    let cells = self.cells_of_absent(&meeting, shadows, lane, items, local);
                    args[lane] = Some(super::exec::argument_cells(&cells, 0, &code, &call.args));
                }
            }
        }
        if matches!(code.ops[op], Op::Quad(_)) {
            // Each executes it again, and then knows them.
            for (lane, item) in lanes.iter_mut().enumerate().filter(|(lane, _)| takes_part[*lane]) {
                let quad = |index: usize| args.get(lane / 4 * 4 + index).cloned().flatten();
                item.quad = Some(std::array::from_fn(quad));
                item.frames.last_mut().expect("a frame").pc -= 1;
                item.status = Status::Ready;
            }
            return Ok(true);
        }
        let mut results = vec![vec![Cell::POISON; call.dst.1 as usize]; args.len()];
        let outcome = self.target.wave_call(&mut WaveCall {
            id: call.id,
            takes_part: &takes_part,
            args: &args,
            kinds: &call.kinds,
            result_kinds: &call.result_kinds,
            results: &mut results,
        });
        if let Err(message) = outcome {
            let is_poison = args.iter().flatten().flatten().any(|cell| cell.poison);
            let failure = match is_poison {
                true => Failure::found(Kind::UndefinedValue, message),
                false => Failure::new(message),
            };
            self.fail(failure, &mut lanes[first], group, info)?;
            results
                .iter_mut()
                .for_each(|result| result.fill(Cell::poison(REPORTED)));
        }
        if self.checker.is_some() {
            let taking = lanes
                .iter_mut()
                .zip(&takes_part)
                .filter(|(_, takes_part)| **takes_part);
            let mut syncs: Vec<&mut Sync> = taking.map(|(item, _)| &mut item.sync).collect();
            meet(&mut syncs, Scope::Wave, Ordered::ALL);
        }
        for (lane, (result, takes_part)) in results.into_iter().zip(takes_part).enumerate() {
            if takes_part {
                let item = &mut lanes[lane];
                let start = item.frames.last().expect("a frame").base + call.dst.0 as usize;
                item.cells[start..start + result.len()].copy_from_slice(&result);
                item.status = Status::Ready;
            } else if reach != Reach::Own {
                let places = (call.dst.0..).zip(result);
                shadows.extend(places.map(|(place, cell)| ((wave, lane, meeting.depth, place), cell)));
            }
        }
        Ok(true)
    }
}
