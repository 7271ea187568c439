//! Registers and register classes by file, number and size, and the static tables that describe them.

use wavec_codegen::mir::TargetTables;
pub use wavec_gpu_mc::register_files::{NUM_SGPRS, NUM_VGPRS};
use wavec_gpu_mc::{INSTR_INFO, REGISTER_INFO, Subtarget, classes, regs, subregs};
use wavec_mc::{Reg, RegClassId, RegisterInfo, SubRegIndex};

/// The static tables of the target, with masks of waves of 64 lanes.
pub const TABLES: TargetTables = TargetTables {
    registers: &REGISTER_INFO,
    instrs: &INSTR_INFO,
};

/// The tables for the waves of a processor.
pub fn tables_of(subtarget: &Subtarget) -> TargetTables {
    TargetTables {
        registers: &REGISTER_INFO,
        instrs: subtarget.instructions(),
    }
}

/// The physical register `s{first}` or tuple of `words` dwords from there.
pub fn sgpr(first: u16, words: u8) -> Reg {
    let unit = REGISTER_INFO.units(regs::SGPR0).start + first;
    REGISTER_INFO.register_at(unit, words).expect("a scalar register")
}

/// The physical register `v{first}` or tuple of `words` dwords from there.
pub fn vgpr(first: u16, words: u8) -> Reg {
    let unit = REGISTER_INFO.units(regs::VGPR0).start + first;
    REGISTER_INFO.register_at(unit, words).expect("a vector register")
}

/// Bits of a class's target flags (`TSFlags` of `AMDRegClass` in `td/registers.td`).
const HAS_SGPR: u8 = 1;
const HAS_VGPR: u8 = 2;
const HAS_AGPR: u8 = 4;
const IS_LANE_MASK: u8 = 8;

/// The numbers by which passes of any target know the files.
pub const SCALAR_FILE: usize = 0;
/// The number of the other one.
pub const VECTOR_FILE: usize = 1;

/// The register file of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum File {
    /// SGPRs.
    Scalar,
    /// VGPRs or AGPRs.
    Vector,
    /// Either (for constants), or neither.
    Any,
}

/// Whether registers of `class` are all scalar.
pub fn is_scalar_class(info: &RegisterInfo, class: RegClassId) -> bool {
    file(info, class) == File::Scalar
}

/// Whether registers of `class` are all vector or accumulation registers.
pub fn is_vector_class(info: &RegisterInfo, class: RegClassId) -> bool {
    file(info, class) == File::Vector
}

/// Whether registers of `class` are all accumulation registers.
pub fn is_accumulation_class(info: &RegisterInfo, class: RegClassId) -> bool {
    info.class(class).target_flags & (HAS_SGPR | HAS_VGPR | HAS_AGPR) == HAS_AGPR
}

/// Whether registers of `class` are vector or accumulation registers.
pub fn holds_either(info: &RegisterInfo, class: RegClassId) -> bool {
    info.class(class).target_flags & (HAS_SGPR | HAS_VGPR | HAS_AGPR) == HAS_VGPR | HAS_AGPR
}

/// Whether registers of `class` hold one bit for each lane.
pub fn is_lane_mask_class(info: &RegisterInfo, class: RegClassId) -> bool {
    info.class(class).target_flags & IS_LANE_MASK != 0
}

/// The register file of `class`.
pub fn file(info: &RegisterInfo, class: RegClassId) -> File {
    let flags = info.class(class).target_flags;
    let scalar = flags & HAS_SGPR != 0;
    let vector = flags & (HAS_VGPR | HAS_AGPR) != 0;
    match (scalar, vector) {
        (true, false) => File::Scalar,
        (false, true) => File::Vector,
        _ => File::Any,
    }
}

/// The vector class of `words` dwords that instructions accept.
pub const fn vector_class(words: u8) -> RegClassId {
    match words {
        1 => classes::VGPR_32,
        2 => classes::VREG_64_ALIGN2,
        3 => classes::VREG_96_ALIGN2,
        4 => classes::VREG_128_ALIGN2,
        5 => classes::VREG_160_ALIGN2,
        6 => classes::VREG_192_ALIGN2,
        7 => classes::VREG_224_ALIGN2,
        8 => classes::VREG_256_ALIGN2,
        9 => classes::VREG_288_ALIGN2,
        10 => classes::VREG_320_ALIGN2,
        11 => classes::VREG_352_ALIGN2,
        12 => classes::VREG_384_ALIGN2,
        16 => classes::VREG_512_ALIGN2,
        32 => classes::VREG_1024_ALIGN2,
        _ => panic!("no vector class of so many dwords"),
    }
}

/// The class of accumulation registers of `words` dwords that instructions accept.
pub const fn accumulation_class(words: u8) -> RegClassId {
    match words {
        1 => classes::AGPR_32,
        2 => classes::AREG_64_ALIGN2,
        3 => classes::AREG_96_ALIGN2,
        4 => classes::AREG_128_ALIGN2,
        5 => classes::AREG_160_ALIGN2,
        6 => classes::AREG_192_ALIGN2,
        7 => classes::AREG_224_ALIGN2,
        8 => classes::AREG_256_ALIGN2,
        9 => classes::AREG_288_ALIGN2,
        10 => classes::AREG_320_ALIGN2,
        11 => classes::AREG_352_ALIGN2,
        12 => classes::AREG_384_ALIGN2,
        16 => classes::AREG_512_ALIGN2,
        32 => classes::AREG_1024_ALIGN2,
        _ => panic!("no class of accumulation registers of so many dwords"),
    }
}

/// The scalar class of `words` dwords.
pub const fn scalar_class(words: u8) -> RegClassId {
    match words {
        1 => classes::SREG_32,
        2 => classes::SREG_64,
        3 => classes::SREG_96,
        4 => classes::SREG_128,
        5 => classes::SREG_160,
        6 => classes::SREG_192,
        7 => classes::SREG_224,
        8 => classes::SREG_256,
        9 => classes::SREG_288,
        10 => classes::SREG_320,
        11 => classes::SREG_352,
        12 => classes::SREG_384,
        16 => classes::SREG_512,
        32 => classes::SREG_1024,
        _ => panic!("no scalar class of so many dwords"),
    }
}

/// The sub-register index of dword `word`.
pub fn word_index(info: &RegisterInfo, word: u8) -> SubRegIndex {
    info.index_of_run(word, 1).expect("tuples have at most 32 words")
}

/// `sub0` and `sub1`: the halves of 64-bit values.
pub const HALVES: [SubRegIndex; 2] = [subregs::SUB0, subregs::SUB1];
