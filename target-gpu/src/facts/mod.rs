//! What code generation has to know about a family of processors, one value for each: `gfx90a.rs`, `gfx940.rs`, `gfx950.rs`. What
//! assemblers and emulators need to know, too, is in [`wavec_gpu_mc::subtarget::Family`].

pub mod clauses;
pub mod dependencies;
mod gfx10;
mod gfx11;
mod gfx12;
mod gfx9;
mod gfx900;
mod gfx908;
mod gfx90a;
mod gfx94;
mod gfx940;
mod gfx950;
pub mod hazards;
pub mod lane_masks;
pub mod memory_model;
pub mod offsets;

use clauses::Clauses;
use dependencies::LostDependency;
use hazards::{ReadStates, Rule};
use memory_model::MemoryModel;
use offsets::Offsets;
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::subtarget::FamilyName;
use wavec_mc::Opcode;

/// Facts of a family that code generation asks for.
#[derive(Debug)]
pub struct CodeFacts {
    /// How accesses, fences and atomics become visible to others.
    pub memory_model: MemoryModel,
    /// Wait states that the hardware does not insert.
    pub hazards: &'static [Rule],
    /// The same for schedulers.
    pub read_states: ReadStates,
    /// Dependencies that the hardware loses unless code waits for them.
    pub lost_dependencies: &'static [LostDependency],
    /// Whether code says which results it waits for.
    pub says_what_it_awaits: bool,
    /// Which memory instructions form clauses, if any.
    pub clauses: Option<&'static Clauses>,
    /// Instructions that read sources after they have written the start of their result.
    pub late_sources: &'static [Opcode],
    /// Immediate offsets of memory instructions.
    pub offsets: &'static Offsets,
    /// What instructions that access scratch memory can address.
    pub scratch: ScratchFacts,
    /// Which floats of 8 bits it has.
    pub byte_formats: ByteFormats,
    /// Whether code has to extend the sign of the address that it reads from the program counter, which has 48 bits.
    pub extends_program_counter: bool,
    /// Whether leading kernel arguments that are `inreg` can be in registers when a wave starts.
    pub preloads_arguments: bool,
}

/// The formats of floats of 8 bits, with four or five bits of exponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ByteFormats {
    /// One zero, one NaN, no infinities; the bias is one more than usual.
    #[default]
    Fnuz,
    /// As the Open Compute Project defines them: two zeros; infinities if there are five bits of exponent.
    Ocp,
}

/// What scratch memory asks of code.
#[derive(Debug)]
pub struct ScratchFacts {
    /// Whether the hardware sets up FLAT_SCRATCH; otherwise kernels do, from two inputs in scalar registers.
    pub is_architected: bool,
    /// Whether FLAT_SCRATCH is a hardware register, and not a pair of scalar registers.
    pub is_hardware_register: bool,
    /// Whether an address may be an offset alone.
    pub has_offset_alone: bool,
    /// Whether an address may be the sum of a scalar and a vector register.
    pub has_sums: bool,
}

/// The facts of the family of a processor.
pub fn of(subtarget: &Subtarget) -> &'static CodeFacts {
    match subtarget.family.name {
        FamilyName::Gfx900 => &gfx900::FACTS,
        FamilyName::Gfx908 => &gfx908::FACTS,
        FamilyName::Gfx90a => &gfx90a::FACTS,
        FamilyName::Gfx94 => &gfx94::FACTS,
        FamilyName::Gfx940 => &gfx940::FACTS,
        FamilyName::Gfx950 => &gfx950::FACTS,
        FamilyName::Gfx1030 => &gfx10::FACTS,
        FamilyName::Gfx11 => &gfx11::FACTS,
        FamilyName::Gfx115 => &gfx11::FACTS_OF_GFX115,
        FamilyName::Gfx12 => &gfx12::FACTS,
    }
}
