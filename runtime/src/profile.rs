//! What a launch spends its time on, by instruction.

use crate::observe::{Moment, Observer, Register};
use crate::op::{FIRST_AGPR, VECTOR_COUNT, scalar};
use fxhash::FxHashMap;
use std::ops::ControlFlow;

/// What the executions of one instruction took, by all waves together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InstructionProfile {
    /// The instruction in assembly.
    pub text: String,
    /// How often a wave executed it.
    pub executions: u64,
    /// Active lanes, summed over the executions.
    pub active_lanes: u64,
    /// Estimated cycles in which it kept its wave from issuing the next instruction.
    pub issue_cycles: u64,
    /// Estimated cycles in which its wave waited before it could be issued, or, for waits and barriers, until they ended.
    pub stall_cycles: u64,
}

impl InstructionProfile {
    /// Issue and stalls.
    pub fn cycles(&self) -> u64 {
        self.issue_cycles + self.stall_cycles
    }

    /// Mean number of active lanes.
    pub fn mean_lanes(&self) -> f64 {
        self.active_lanes as f64 / self.executions.max(1) as f64
    }
}

/// Counts instructions, and estimates what they wait for: results of vector and scalar instructions by the latencies of
/// the processor's schedule model, memory by the time that waits take. Each wave is looked at as if it ran alone, and
/// where something comes out of a cache is not known: the cycles tell where time goes, not how much.
#[derive(Debug, Default)]
pub struct Profile {
    /// By the number of the word at which they begin.
    instructions: Vec<InstructionProfile>,
    waves: FxHashMap<u64, WaveClock>,
}

/// The clock of a running wave.
#[derive(Debug)]
struct WaveClock {
    /// Address of the instruction before.
    last: u64,
    /// Cycle, as the wave counts it, when the instruction before had been executed.
    cycle: u64,
    /// Cycles that the wave does not count: it waited for results.
    waited: u64,
    /// When the result in each register can be used, scalar registers first.
    ready: Vec<u64>,
}

/// Number of a register in [`WaveClock::ready`]; SCC is forwarded.
fn index(register: Register) -> usize {
    match register {
        Register::Scalar(number) => usize::from(number),
        Register::Vector(number) => scalar::COUNT + usize::from(number),
        Register::Accumulation(number) => scalar::COUNT + usize::from(FIRST_AGPR + number),
        Register::Scc => scalar::COUNT - 1,
    }
}

impl Profile {
    /// Nothing was executed.
    pub fn new() -> Profile {
        Profile::default()
    }

    /// What was executed, with the address in the code object.
    pub fn instructions(&self) -> impl Iterator<Item = (u64, &InstructionProfile)> {
        let all = self.instructions.iter().enumerate();
        all.map(|(word, instruction)| (4 * word as u64, instruction))
            .filter(|(_, instruction)| instruction.executions != 0)
    }

    fn instruction(&mut self, address: u64) -> &mut InstructionProfile {
        let word = (address / 4) as usize;
        if self.instructions.len() <= word {
            self.instructions
                .resize_with(word + 1, InstructionProfile::default);
        }
        &mut self.instructions[word]
    }

    /// The clock of the wave, which begins with its first instruction.
    fn clock(&mut self, at: &Moment<'_>) -> &mut WaveClock {
        self.waves
            .entry(at.wave_of_launch())
            .or_insert_with(|| WaveClock {
                last: at.address(),
                cycle: at.cycle(),
                waited: 0,
                ready: vec![0; scalar::COUNT + VECTOR_COUNT],
            })
    }
}

impl Observer for Profile {
    fn before(&mut self, at: &Moment<'_>) -> ControlFlow<()> {
        let clock = self.clock(at);
        // The wave waited at a barrier.
        let (last, jump) = (clock.last, at.cycle() - clock.cycle);
        let now = at.cycle() + clock.waited;
        let ready = at.read().map(|register| clock.ready[index(register)]).max();
        let stall = ready.unwrap_or(0).saturating_sub(now);
        clock.waited += stall;
        clock.cycle = at.cycle();
        if jump != 0 {
            self.instruction(last).stall_cycles += jump;
        }
        let entry = self.instruction(at.address());
        if entry.text.is_empty() {
            entry.text = at.instruction();
        }
        entry.executions += 1;
        entry.active_lanes += u64::from(at.exec().count_ones());
        entry.stall_cycles += stall;
        ControlFlow::Continue(())
    }

    fn after(&mut self, at: &Moment<'_>) {
        let clock = self.clock(at);
        let passed = at.cycle() - clock.cycle;
        clock.cycle = at.cycle();
        clock.last = at.address();
        let issue = at.issue_cycles();
        // Memory operations are waited for by instructions of their own.
        if !at.is_memory() {
            let issued = at.cycle() + clock.waited - issue;
            for register in at.written() {
                clock.ready[index(register)] = issued + at.latency();
            }
        }
        if at.has_ended() {
            self.waves.remove(&at.wave_of_launch());
        }
        let entry = self.instruction(at.address());
        entry.issue_cycles += issue;
        entry.stall_cycles += passed.saturating_sub(issue);
    }
}
