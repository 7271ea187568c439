//! The barriers of a workgroup on RDNA 4: the one of the workgroup, of which a wave signals and awaits separately, and named
//! ones, which waves join. Semantics follow the descriptions of `S_BARRIER_*` in AMD's instruction set reference.

use super::{Core, Semantics};
use crate::fault::FaultKind;
use crate::op::{Handler, Op, Src, Step, scalar};
use crate::stats::InstructionClass;
use crate::wave::WaveState;

/// The number of the barrier of the workgroup.
const WORKGROUP: i32 = -1;
/// Numbers of named barriers; 0 is none, where nothing waits.
const NAMED: usize = 17;
/// The members in M0: bits 21:16.
const MEMBERS_SHIFT: u32 = 16;
const MEMBERS_MASK: u32 = 0x3f;
/// The number in M0: bits 4:0.
const NUMBER_MASK: u32 = 0x1f;

#[derive(Clone, Copy, Default, Debug)]
struct Barrier {
    is_initialized: bool,
    /// Waves that have to signal.
    members: u32,
    /// Those that have, since it was complete.
    signals: u32,
}

impl Barrier {
    /// What `s_get_barrier_state` reads.
    fn state(self) -> u32 {
        self.signals << 16 | self.members << 4 | u32::from(self.is_initialized)
    }
}

/// What a wave has to do with named barriers.
#[derive(Clone, Copy, Default, Debug)]
struct Member {
    /// The barrier that it has joined; 0 for none.
    joined: usize,
    /// Whether that was complete since the wave last waited.
    is_complete: bool,
}

/// The barriers of a workgroup.
#[derive(Debug, Default)]
pub(crate) struct Barriers {
    of_workgroup: Barrier,
    named: [Barrier; NAMED],
    /// By number of the wave.
    waves: Vec<Member>,
}

impl Barriers {
    /// For a workgroup of so many waves.
    pub(crate) fn reset(&mut self, waves: usize) {
        self.of_workgroup = Barrier {
            is_initialized: true,
            members: waves as u32,
            signals: 0,
        };
        self.named = [Barrier::default(); NAMED];
        self.waves.clear();
        self.waves.resize(waves, Member::default());
    }

    /// Lets a wave that waits at the named barrier that it has joined continue, if that was complete.
    pub(crate) fn release(&mut self, wave: usize) -> bool {
        std::mem::take(&mut self.waves[wave].is_complete)
    }

    /// Whether [`Barriers::release`] will let it continue.
    pub(crate) fn may_release(&self, wave: usize) -> bool {
        self.waves[wave].is_complete
    }

    /// A wave has ended: it is awaited no longer.
    pub(crate) fn end(&mut self) {
        self.of_workgroup.members = self.of_workgroup.members.saturating_sub(1);
        self.of_workgroup.complete();
    }

    /// Whether the signals of a named barrier are all there; lets its waves continue.
    fn complete(&mut self, number: usize) {
        if self.named[number].complete() {
            let joined = self.waves.iter_mut().filter(|wave| wave.joined == number);
            joined.for_each(|wave| wave.is_complete = true);
        }
    }
}

impl Barrier {
    /// Whether all signals are there, which begins the next phase.
    fn complete(&mut self) -> bool {
        let is_complete = self.signals >= self.members && self.signals != 0;
        if is_complete {
            self.signals = 0;
        }
        is_complete
    }
}

/// The number that an operand names, and the members that M0 says beside it.
fn operand(c: &Core<'_>, o: &Op) -> (i32, u32) {
    let value = c.s32(o.src[0]);
    match o.src[0] {
        Src::Scalar(scalar::M0) => (
            (value & NUMBER_MASK) as i32,
            value >> MEMBERS_SHIFT & MEMBERS_MASK,
        ),
        _ => (value as i32, 0),
    }
}

/// A named barrier.
fn named(number: i32) -> Result<usize, Box<FaultKind>> {
    let known = usize::try_from(number).ok().filter(|&number| number < NAMED);
    known.ok_or_else(|| Box::new(FaultKind::Unsupported(format!("barrier {number}"))))
}

/// Arrives at a barrier; returns whether as the first. A wave that arrives twice at that of the workgroup counts twice, so others
/// would pass too early.
fn arrive(c: &mut Core<'_>, o: &Op) -> Result<bool, Box<FaultKind>> {
    let (number, members) = operand(c, o);
    if number == WORKGROUP {
        if std::mem::replace(&mut c.wave.has_signalled, true) {
            c.undefined("a wave signals a barrier twice without waiting at it")?;
        }
        let barrier = &mut c.barriers.of_workgroup;
        let is_first = barrier.signals == 0;
        barrier.signals += 1;
        barrier.complete();
        return Ok(is_first);
    }
    let number = named(number)?;
    if number == 0 {
        return Ok(false);
    }
    let barrier = &mut c.barriers.named[number];
    if members != 0 {
        (barrier.members, barrier.is_initialized) = (members, true);
    }
    if !barrier.is_initialized {
        c.undefined("a wave signals a named barrier that is not initialized")?;
    }
    let barrier = &mut c.barriers.named[number];
    let is_first = barrier.signals == 0;
    barrier.signals += 1;
    c.barriers.complete(number);
    Ok(is_first)
}

fn signal(c: &mut Core<'_>, o: &Op) -> Step {
    arrive(c, o).map(|_| ())
}

fn signal_is_first(c: &mut Core<'_>, o: &Op) -> Step {
    let is_first = arrive(c, o)?;
    c.set_scc(is_first);
    Ok(())
}

/// Waits until all waves have arrived. The emulator lets a wave pass that of the workgroup once all wait, or have ended.
fn wait(c: &mut Core<'_>, o: &Op) -> Step {
    match i32::from(o.imm as i16) {
        WORKGROUP => {
            if !std::mem::take(&mut c.wave.has_signalled) {
                return c.undefined("a wave waits at a barrier that it has not signalled");
            }
            c.wave.state = WaveState::Barrier;
        }
        0.. => {
            let wave = c.wave.number as usize;
            if c.barriers.waves[wave].joined == 0 {
                return c.undefined("a wave waits at a named barrier without having joined one");
            }
            if !c.barriers.release(wave) {
                c.wave.state = WaveState::NamedBarrier;
            }
        }
        other => {
            named(other)?;
        }
    }
    Ok(())
}

fn init(c: &mut Core<'_>, o: &Op) -> Step {
    let number = named(operand(c, o).0)?;
    let members = c.wave.scalar(scalar::M0) >> MEMBERS_SHIFT & MEMBERS_MASK;
    c.barriers.named[number] = Barrier {
        is_initialized: true,
        members,
        signals: 0,
    };
    Ok(())
}

fn join(c: &mut Core<'_>, o: &Op) -> Step {
    let number = named(operand(c, o).0)?;
    c.barriers.waves[c.wave.number as usize] = Member {
        joined: number,
        is_complete: false,
    };
    Ok(())
}

/// Leaves the barrier that the wave has joined, which awaits one wave less; SCC: there was one.
fn leave(c: &mut Core<'_>, _: &Op) -> Step {
    let member = std::mem::take(&mut c.barriers.waves[c.wave.number as usize]);
    let number = member.joined;
    c.wave.scc = number != 0;
    if number != 0 {
        let barrier = &mut c.barriers.named[number];
        barrier.members = barrier.members.saturating_sub(1);
        c.barriers.complete(number);
    }
    Ok(())
}

fn get_state(c: &mut Core<'_>, o: &Op) -> Step {
    let state = match operand(c, o).0 {
        WORKGROUP => c.barriers.of_workgroup.state(),
        other => c.barriers.named[named(other)?].state(),
    };
    c.wave.set_scalar(o.sdst, state);
    Ok(())
}

/// Meaning of one of these instructions.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let (class, handler): (InstructionClass, Handler) = match mnemonic {
        "s_barrier_signal" => (InstructionClass::Other, signal),
        "s_barrier_signal_isfirst" => (InstructionClass::Other, signal_is_first),
        "s_barrier_wait" => (InstructionClass::Barrier, wait),
        "s_barrier_init" => (InstructionClass::Other, init),
        "s_barrier_join" => (InstructionClass::Other, join),
        "s_barrier_leave" => (InstructionClass::Other, leave),
        "s_get_barrier_state" => (InstructionClass::Salu, get_state),
        _ => return None,
    };
    Some(Semantics::new(class, handler))
}
