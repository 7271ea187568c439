//! Barriers that parts of a work-group wait at. Waves join one, arrive at it and wait for its members separately; that they
//! have arrived orders memory only together with fences, as an atomic operation would.

use super::check::Kind;
use super::check::races::{Atomic, Scope, SyncObject};
use super::code::{Code, IntrinsicCall};
use super::exec::{Failure, Status, argument_cells};
use super::group::{Item, triple};
use super::target::{BarrierAction, LaunchInfo};
use super::value::Cell;
use super::{InterpError, Interpreter};
use fxhash::FxHashMap;

/// A barrier that waves join.
#[derive(Default, Debug)]
struct Named {
    /// Waves that have to arrive.
    members: u32,
    /// Those that have, since it was complete.
    arrived: u32,
    /// What they published.
    sync: SyncObject,
}

/// What a wave has to do with such barriers.
#[derive(Clone, Copy, Default, Debug)]
struct Member {
    joined: Option<u64>,
    /// Whether that was complete since the wave last waited.
    is_complete: bool,
}

/// Those of a work-group, by their addresses in local memory.
#[derive(Default, Debug)]
pub(super) struct Barriers {
    named: FxHashMap<u64, Named>,
    /// By number of the wave.
    waves: Vec<Member>,
    /// Waves that have asked whether they are the first at the barrier of the work-group, since it was complete.
    asked: u32,
}

/// How arriving at a barrier, or seeing that it is complete, takes part in the order of memory accesses.
fn relaxed(writes: bool) -> Atomic {
    Atomic {
        scope: Scope::Group,
        acquires: false,
        releases: false,
        reads: true,
        writes,
    }
}

impl Barriers {
    /// For a work-group of so many waves.
    pub(super) fn new(waves: usize) -> Barriers {
        Barriers {
            waves: vec![Member::default(); waves],
            ..Barriers::default()
        }
    }

    /// The barrier of the work-group was complete.
    pub(super) fn next_phase(&mut self) {
        self.asked = 0;
    }

    /// Lets the members of a barrier go on if all have arrived.
    fn complete(&mut self, barrier: u64) {
        let named = self.named.entry(barrier).or_default();
        if named.arrived != 0 && named.arrived >= named.members {
            named.arrived = 0;
            let joined = self.waves.iter_mut().filter(|wave| wave.joined == Some(barrier));
            joined.for_each(|wave| wave.is_complete = true);
        }
    }

    /// Lets work-items go on that wait where all members have arrived; returns whether there are any.
    pub(super) fn release(&mut self, items: &mut [Item], wave_size: usize) -> bool {
        let mut released = false;
        for (member, lanes) in self.waves.iter_mut().zip(items.chunks_mut(wave_size)) {
            let waits = lanes.iter().any(|lane| lane.status == Status::NamedBarrier);
            if !waits || !std::mem::take(&mut member.is_complete) {
                continue;
            }
            released = true;
            for lane in lanes
                .iter_mut()
                .filter(|lane| lane.status == Status::NamedBarrier)
            {
                lane.status = Status::Ready;
                if let Some(named) = member.joined.and_then(|joined| self.named.get_mut(&joined)) {
                    named.sync.access(&mut lane.sync, relaxed(false));
                }
            }
        }
        released
    }

    /// How many waves have arrived where a wave waits, and how many should.
    fn missing(&self, wave: usize) -> Option<(u32, u32)> {
        let named = self.named.get(&self.waves[wave].joined?)?;
        Some((named.arrived, named.members))
    }

    /// Executes an operation of a wave, of which these lanes take part; the result, and whether they wait now.
    fn operate(
        &mut self,
        wave: usize,
        action: BarrierAction,
        lanes: &mut [&mut Item],
        state: impl Fn(u32, u32) -> u32,
    ) -> Result<(u128, bool), Failure> {
        let undefined = |message: &str| Err(Failure::found(Kind::Unreachable, message));
        match action {
            BarrierAction::Nothing | BarrierAction::WaitForGroup => {}
            BarrierAction::ArriveFirstAtGroup => {
                self.asked += 1;
                return Ok(((self.asked == 1).into(), false));
            }
            BarrierAction::Initialize { barrier, members } => {
                let initial = Named {
                    members,
                    ..Named::default()
                };
                self.named.insert(barrier, initial);
            }
            BarrierAction::Join { barrier } => {
                self.waves[wave] = Member {
                    joined: Some(barrier),
                    is_complete: false,
                };
            }
            BarrierAction::Leave => {
                let joined = std::mem::take(&mut self.waves[wave]).joined;
                if let Some(barrier) = joined {
                    let named = self.named.entry(barrier).or_default();
                    named.members = named.members.saturating_sub(1);
                    self.complete(barrier);
                }
                return Ok((joined.is_some().into(), false));
            }
            BarrierAction::Arrive { barrier, members } => {
                if members != 0 {
                    self.named.entry(barrier).or_default().members = members;
                }
                let Some(named) = self.named.get_mut(&barrier) else {
                    return undefined("a wave arrives at a named barrier that is not initialized");
                };
                let is_first = named.arrived == 0;
                named.arrived += 1;
                for lane in lanes {
                    named.sync.access(&mut lane.sync, relaxed(true));
                }
                self.complete(barrier);
                return Ok((is_first.into(), false));
            }
            BarrierAction::Wait if self.waves[wave].joined.is_none() => {
                return undefined("a wave waits at a named barrier without having joined one");
            }
            BarrierAction::Wait => return Ok((0, true)),
            BarrierAction::State { barrier } => {
                let bits = self
                    .named
                    .get(&barrier)
                    .map_or(0, |named| state(named.members, named.arrived));
                return Ok((bits.into(), false));
            }
        }
        Ok((0, false))
    }
}

impl Interpreter<'_> {
    /// Executes an operation on barriers for the lanes of a wave that have met.
    #[allow(clippy::too_many_arguments)] // where the wave is
    pub(super) fn operate_barriers(
        &mut self,
        (wave, lanes, takes_part): (usize, &mut [Item], &[bool]),
        (code, call): (&Code, &IntrinsicCall),
        barriers: &mut Barriers,
        group: [u32; 3],
        info: &LaunchInfo,
    ) -> Result<(), InterpError> {
        let first = takes_part.iter().position(|&part| part).expect("a waiting lane");
        let base = |item: &Item| item.frames.last().expect("a frame").base;
        let args = argument_cells(&lanes[first].cells, base(&lanes[first]), code, &call.args);
        if self.checker.is_some() && takes_part.contains(&false) && !lanes.iter().any(|lane| lane.is_misled) {
            let count = takes_part.iter().filter(|&&part| part).count();
            let message = format!(
                "only {count} of {} work-items of a wave execute the operation on a barrier together",
                takes_part.len()
            );
            let failure = Failure::found(Kind::DivergentBarrier, message);
            self.fail(failure, &mut lanes[first], group, info)?;
        }
        let target = self.target;
        let action = target.barrier_action(call.id, &args).map_err(Failure::new);
        let mut taking: Vec<&mut Item> = lanes
            .iter_mut()
            .zip(takes_part)
            .filter_map(|(lane, &part)| part.then_some(lane))
            .collect();
        let done = action.and_then(|action| {
            barriers.operate(wave, action, &mut taking, |members, arrived| {
                target.barrier_state(members, arrived)
            })
        });
        let (result, waits, failure) = match done {
            Ok((bits, waits)) => (Cell::new(bits), waits, None),
            Err(failure) => (Cell::new(0), false, Some(failure)),
        };
        for lane in taking {
            let start = base(lane) + call.dst.0 as usize;
            lane.cells[start..start + call.dst.1 as usize].fill(result);
            lane.status = match waits {
                true => Status::NamedBarrier,
                false => Status::Ready,
            };
        }
        match failure {
            Some(failure) => self.fail(failure, &mut lanes[first], group, info),
            None => Ok(()),
        }
    }

    /// No work-item can go on, and some wait at named barriers: reports one of them, and ends the launch.
    pub(super) fn fail_at_named_barrier(
        &mut self,
        items: &mut [Item],
        barriers: &Barriers,
        group: [u32; 3],
        info: &LaunchInfo,
    ) -> Result<(), InterpError> {
        let waits = |item: &Item| item.status == Status::NamedBarrier;
        let Some(first) = items.iter().position(waits) else {
            return Ok(());
        };
        let missing = barriers.missing(first / info.wave_size as usize);
        let (arrived, members) = missing.unwrap_or_default();
        let others = items.iter().any(|item| item.status == Status::Barrier);
        let message = match others {
            true => format!(
                "waves of work-group {} wait at its barrier, and others at a named barrier at which {arrived} of {members} waves have arrived",
                triple(group)
            ),
            false => format!(
                "only {arrived} of {members} waves of work-group {} arrived at the named barrier",
                triple(group)
            ),
        };
        if !items.iter().any(|item| item.is_misled) {
            let failure = Failure::found(Kind::DivergentBarrier, message);
            self.fail(failure, &mut items[first], group, info)?;
        }
        Err(self.error(Failure::enough(), &items[first], group, info))
    }
}
