//! Watching a launch, instruction by instruction.

use crate::code::Code;
use crate::op::{FIRST_AGPR, Op, RegRange, scalar, scalar_name, vector_name};
use crate::wave::{LANES, Wave, WaveState};
use std::fmt;
use std::ops::ControlFlow;

/// Sees every instruction that a launch executes. Waves run one after the other, each until it waits or has used up its
/// time slice, always in the same order.
pub trait Observer {
    /// Before an instruction is executed. The launch ends here, with [`crate::FaultKind::Stopped`], if the observer breaks.
    fn before(&mut self, _at: &Moment<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// After it was executed.
    fn after(&mut self, _at: &Moment<'_>) {}
}

/// A register of a wave.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Register {
    /// A scalar register by its number in encodings: 106 and 107 are VCC, 126 and 127 EXEC, 124 is M0.
    Scalar(u16),
    /// A vector register.
    Vector(u16),
    /// An accumulation register.
    Accumulation(u16),
    /// The scalar condition code.
    Scc,
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Register::Scalar(number) => f.write_str(&scalar_name(number)),
            Register::Vector(number) => f.write_str(&vector_name(number)),
            Register::Accumulation(number) => f.write_str(&vector_name(FIRST_AGPR + number)),
            Register::Scc => f.write_str("scc"),
        }
    }
}

impl Register {
    /// The register of a name, such as `v3`, `s12`, `a0`, `vcc_lo`, `scc`.
    pub fn parse(name: &str) -> Option<Register> {
        if name == "scc" {
            return Some(Register::Scc);
        }
        let special = (u16::from(scalar::FIRST_SPECIAL)..scalar::COUNT as u16)
            .filter(|&number| !scalar_name(number).starts_with('s'))
            .find(|&number| scalar_name(number) == name);
        if let Some(number) = special {
            return Some(Register::Scalar(number));
        }
        let (kind, number) = name.split_at_checked(1)?;
        let number: u16 = number.parse().ok()?;
        match kind {
            "s" if number < u16::from(scalar::FIRST_SPECIAL) => Some(Register::Scalar(number)),
            "v" if number < FIRST_AGPR => Some(Register::Vector(number)),
            "a" if number < FIRST_AGPR => Some(Register::Accumulation(number)),
            _ => None,
        }
    }
}

/// The value of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value<'a> {
    /// The same for all lanes; `None` if it was never written.
    Uniform(Option<u32>),
    /// By lane, with a bit for each lane in which it was written.
    Lanes(&'a [u32; LANES], u64),
}

/// An instruction of a wave that is about to be executed, or that was.
pub struct Moment<'a> {
    pub(crate) wave: &'a Wave,
    pub(crate) code: &'a Code,
    pub(crate) op: &'a Op,
    /// Relative to the code.
    pub(crate) pc: u64,
    /// Address in the file of the code's first byte.
    pub(crate) file_base: u64,
    pub(crate) group: [u32; 3],
    /// Size of the workgroup.
    pub(crate) size: [u32; 3],
    /// Number of the wave in the launch, if all workgroups are as large as the first.
    pub(crate) number: u64,
}

impl Moment<'_> {
    /// Address of the instruction in the code object.
    pub fn address(&self) -> u64 {
        self.file_base + self.pc
    }

    /// The instruction in assembly.
    pub fn instruction(&self) -> String {
        self.code.disassemble(self.pc)
    }

    /// The workgroup.
    pub fn group(&self) -> [u32; 3] {
        self.group
    }

    /// The number of the wave in its workgroup.
    pub fn wave(&self) -> u32 {
        self.wave.number
    }

    /// The number of the wave, counted over the workgroups in the order of their numbers.
    pub fn wave_of_launch(&self) -> u64 {
        self.number
    }

    /// Lanes of the wave, 32 or 64.
    pub fn lanes(&self) -> usize {
        self.wave.lanes
    }

    /// A bit for each active lane.
    pub fn exec(&self) -> u64 {
        self.wave.exec()
    }

    /// The bits of VCC: one for each lane.
    pub fn vcc(&self) -> u64 {
        self.wave.mask(scalar::VCC)
    }

    /// Id of a lane's work-item in its workgroup.
    pub fn local_id(&self, lane: usize) -> [u32; 3] {
        crate::wave_setup::local_id(self.size, self.wave.number as usize * self.wave.lanes + lane)
    }

    /// Instructions that the wave has executed before this one, or up to it.
    pub fn executed(&self) -> u64 {
        self.wave.executed
    }

    /// Estimated cycle of the wave.
    pub fn cycle(&self) -> u64 {
        self.wave.cycle
    }

    /// The value of a register.
    pub fn value(&self, register: Register) -> Value<'_> {
        let wave = self.wave;
        let lanes = |number: u16| {
            let index = usize::from(number);
            Value::Lanes(&wave.v[index], wave.v_defined[index])
        };
        match register {
            Register::Scalar(number) => {
                let index = usize::from(number);
                Value::Uniform((wave.s_defined[index] == u32::MAX).then_some(wave.s[index]))
            }
            Register::Vector(number) => lanes(number),
            Register::Accumulation(number) => lanes(FIRST_AGPR + number),
            Register::Scc => Value::Uniform(wave.scc_defined.then_some(u32::from(wave.scc))),
        }
    }

    /// Bytes of a lane's private memory: `None` for those that were never written or are out of bounds.
    pub fn private(&self, lane: usize, offset: u64, size: usize) -> Vec<Option<u8>> {
        let (start, limit) = (
            lane as u64 * u64::from(self.wave.private_size),
            u64::from(self.wave.private_size),
        );
        let byte = |offset: u64| {
            let at = start + offset;
            let byte = *self.wave.private.get(at, 1).filter(|_| offset < limit)?.first()?;
            self.wave.private.is_defined(at, 1).then_some(byte)
        };
        (0..size as u64)
            .map(|byte_number| byte(offset.checked_add(byte_number)?))
            .collect()
    }

    /// The registers that the instruction writes. Those that memory operations load have their values at once, though
    /// programs may use them only after a wait.
    pub fn written(&self) -> impl Iterator<Item = Register> {
        self.op.writes.iter().flat_map(registers)
    }

    /// The registers that it reads.
    pub(crate) fn read(&self) -> impl Iterator<Item = Register> {
        self.op.reads.iter().flat_map(registers)
    }

    /// Cycles for which it keeps the wave from issuing the next one.
    pub(crate) fn issue_cycles(&self) -> u64 {
        self.op.issue_cycles.into()
    }

    /// Issue slots of the wave until its results can be used.
    pub(crate) fn latency(&self) -> u64 {
        self.op.latency.into()
    }

    /// Whether its results have to be waited for by another instruction.
    pub(crate) fn is_memory(&self) -> bool {
        self.op.is_counted
    }

    /// Whether the wave has ended.
    pub fn has_ended(&self) -> bool {
        self.wave.state == WaveState::Ended
    }
}

/// The registers of a range.
fn registers(range: &RegRange) -> impl Iterator<Item = Register> {
    let is_vector = range.vector;
    (range.first..range.first + range.count).map(move |number| match number.checked_sub(FIRST_AGPR) {
        _ if !is_vector => Register::Scalar(number),
        Some(number) => Register::Accumulation(number),
        None => Register::Vector(number),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_registers() {
        for name in [
            "s0",
            "s101",
            "v255",
            "a7",
            "vcc_lo",
            "exec_hi",
            "m0",
            "scc",
            "flat_scratch_lo",
        ] {
            assert_eq!(
                Register::parse(name)
                    .map(|register| register.to_string())
                    .as_deref(),
                Some(name)
            );
        }
        for name in ["", "s", "s102", "v256", "w3", "vcc", "v-1"] {
            assert_eq!(Register::parse(name), None, "{name}");
        }
    }
}
