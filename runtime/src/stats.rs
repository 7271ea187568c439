//! Statistics of executed instructions.

use std::fmt;

/// Kinds of instructions that are counted separately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum InstructionClass {
    /// Scalar arithmetic and moves.
    Salu,
    /// Vector arithmetic that is in no other class.
    Valu,
    /// Reciprocal, roots, exponentials, logarithms, sine, cosine.
    Transcendental,
    /// Matrix multiplication.
    Matrix,
    /// Scalar loads and other scalar memory instructions.
    Smem,
    /// Global, flat and buffer loads, and atomics that return.
    VmemLoad,
    /// Global, flat and buffer stores, and atomics that do not return.
    VmemStore,
    /// Local memory and lane permutation through it.
    Lds,
    /// Private memory.
    Scratch,
    /// Branches and jumps.
    Branch,
    /// `s_waitcnt`.
    Wait,
    /// `s_barrier`.
    Barrier,
    /// `s_nop`, `s_sleep`, `s_setprio`, `s_endpgm` and the like.
    Other,
}

impl InstructionClass {
    /// All classes, in the order in which they are printed.
    pub const ALL: [InstructionClass; 13] = [
        InstructionClass::Salu,
        InstructionClass::Valu,
        InstructionClass::Transcendental,
        InstructionClass::Matrix,
        InstructionClass::Smem,
        InstructionClass::VmemLoad,
        InstructionClass::VmemStore,
        InstructionClass::Lds,
        InstructionClass::Scratch,
        InstructionClass::Branch,
        InstructionClass::Wait,
        InstructionClass::Barrier,
        InstructionClass::Other,
    ];

    /// Name for reports.
    pub fn name(self) -> &'static str {
        match self {
            InstructionClass::Salu => "SALU",
            InstructionClass::Valu => "VALU",
            InstructionClass::Transcendental => "transcendental",
            InstructionClass::Matrix => "matrix",
            InstructionClass::Smem => "SMEM",
            InstructionClass::VmemLoad => "VMEM load",
            InstructionClass::VmemStore => "VMEM store",
            InstructionClass::Lds => "LDS",
            InstructionClass::Scratch => "scratch",
            InstructionClass::Branch => "branch",
            InstructionClass::Wait => "wait",
            InstructionClass::Barrier => "barrier",
            InstructionClass::Other => "other",
        }
    }
}

/// Statistics of a launch. Instructions are counted per wave, as a wave executes them for all of its lanes at once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LaunchStats {
    /// Workgroups run.
    pub workgroups: u64,
    /// Waves run.
    pub waves: u64,
    /// Executed instructions by [`InstructionClass`].
    pub instructions: [u64; InstructionClass::ALL.len()],
    /// Rough estimate of the cycles of all waves together, each as if it ran alone; for comparing code, not machines.
    pub wave_cycles: u64,
    /// Largest number of cycles of any wave.
    pub longest_wave_cycles: u64,
    /// Vector registers allocated per lane.
    pub vgprs: u32,
    /// Scalar registers allocated per wave.
    pub sgprs: u32,
    /// Local memory per workgroup in bytes.
    pub lds_bytes: u32,
    /// Private memory per work-item in bytes.
    pub scratch_bytes: u32,
}

impl LaunchStats {
    /// Executed instructions of a class.
    pub fn count(&self, class: InstructionClass) -> u64 {
        self.instructions[class as usize]
    }

    /// Adds what other workgroups of the launch did.
    pub(crate) fn add(&mut self, others: &LaunchStats) {
        self.workgroups += others.workgroups;
        self.waves += others.waves;
        for (count, others) in self.instructions.iter_mut().zip(others.instructions) {
            *count += others;
        }
        self.wave_cycles += others.wave_cycles;
        self.longest_wave_cycles = self.longest_wave_cycles.max(others.longest_wave_cycles);
    }

    /// All executed instructions.
    pub fn total(&self) -> u64 {
        self.instructions.iter().sum()
    }
}

impl fmt::Display for LaunchStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "workgroups      {}", self.workgroups)?;
        writeln!(f, "waves           {}", self.waves)?;
        writeln!(f, "VGPRs           {}", self.vgprs)?;
        writeln!(f, "SGPRs           {}", self.sgprs)?;
        writeln!(f, "LDS bytes       {}", self.lds_bytes)?;
        writeln!(f, "scratch bytes   {}", self.scratch_bytes)?;
        for class in InstructionClass::ALL {
            writeln!(f, "{:<15} {}", class.name(), self.count(class))?;
        }
        writeln!(f, "{:<15} {}", "instructions", self.total())?;
        writeln!(f, "{:<15} {}", "wave cycles", self.wave_cycles)?;
        writeln!(f, "{:<15} {}", "longest wave", self.longest_wave_cycles)
    }
}
