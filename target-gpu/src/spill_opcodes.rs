//! The pseudo instructions that move registers to and from spill slots.

use wavec_gpu_mc::opcodes;
use wavec_mc::Opcode;

/// Spill pseudos by size: dwords, then vector save, vector restore, scalar save, scalar restore.
const SPILLS: &[(u8, [Opcode; 4])] = &[
    (
        1,
        [
            opcodes::SI_SPILL_V32_SAVE,
            opcodes::SI_SPILL_V32_RESTORE,
            opcodes::SI_SPILL_S32_SAVE,
            opcodes::SI_SPILL_S32_RESTORE,
        ],
    ),
    (
        2,
        [
            opcodes::SI_SPILL_V64_SAVE,
            opcodes::SI_SPILL_V64_RESTORE,
            opcodes::SI_SPILL_S64_SAVE,
            opcodes::SI_SPILL_S64_RESTORE,
        ],
    ),
    (
        3,
        [
            opcodes::SI_SPILL_V96_SAVE,
            opcodes::SI_SPILL_V96_RESTORE,
            opcodes::SI_SPILL_S96_SAVE,
            opcodes::SI_SPILL_S96_RESTORE,
        ],
    ),
    (
        4,
        [
            opcodes::SI_SPILL_V128_SAVE,
            opcodes::SI_SPILL_V128_RESTORE,
            opcodes::SI_SPILL_S128_SAVE,
            opcodes::SI_SPILL_S128_RESTORE,
        ],
    ),
    (
        5,
        [
            opcodes::SI_SPILL_V160_SAVE,
            opcodes::SI_SPILL_V160_RESTORE,
            opcodes::SI_SPILL_S160_SAVE,
            opcodes::SI_SPILL_S160_RESTORE,
        ],
    ),
    (
        6,
        [
            opcodes::SI_SPILL_V192_SAVE,
            opcodes::SI_SPILL_V192_RESTORE,
            opcodes::SI_SPILL_S192_SAVE,
            opcodes::SI_SPILL_S192_RESTORE,
        ],
    ),
    (
        7,
        [
            opcodes::SI_SPILL_V224_SAVE,
            opcodes::SI_SPILL_V224_RESTORE,
            opcodes::SI_SPILL_S224_SAVE,
            opcodes::SI_SPILL_S224_RESTORE,
        ],
    ),
    (
        8,
        [
            opcodes::SI_SPILL_V256_SAVE,
            opcodes::SI_SPILL_V256_RESTORE,
            opcodes::SI_SPILL_S256_SAVE,
            opcodes::SI_SPILL_S256_RESTORE,
        ],
    ),
    (
        9,
        [
            opcodes::SI_SPILL_V288_SAVE,
            opcodes::SI_SPILL_V288_RESTORE,
            opcodes::SI_SPILL_S288_SAVE,
            opcodes::SI_SPILL_S288_RESTORE,
        ],
    ),
    (
        10,
        [
            opcodes::SI_SPILL_V320_SAVE,
            opcodes::SI_SPILL_V320_RESTORE,
            opcodes::SI_SPILL_S320_SAVE,
            opcodes::SI_SPILL_S320_RESTORE,
        ],
    ),
    (
        11,
        [
            opcodes::SI_SPILL_V352_SAVE,
            opcodes::SI_SPILL_V352_RESTORE,
            opcodes::SI_SPILL_S352_SAVE,
            opcodes::SI_SPILL_S352_RESTORE,
        ],
    ),
    (
        12,
        [
            opcodes::SI_SPILL_V384_SAVE,
            opcodes::SI_SPILL_V384_RESTORE,
            opcodes::SI_SPILL_S384_SAVE,
            opcodes::SI_SPILL_S384_RESTORE,
        ],
    ),
    (
        16,
        [
            opcodes::SI_SPILL_V512_SAVE,
            opcodes::SI_SPILL_V512_RESTORE,
            opcodes::SI_SPILL_S512_SAVE,
            opcodes::SI_SPILL_S512_RESTORE,
        ],
    ),
    (
        32,
        [
            opcodes::SI_SPILL_V1024_SAVE,
            opcodes::SI_SPILL_V1024_RESTORE,
            opcodes::SI_SPILL_S1024_SAVE,
            opcodes::SI_SPILL_S1024_RESTORE,
        ],
    ),
];

/// The smallest and the largest of them.
const SPILL_RANGE: (Opcode, Opcode) = {
    let mut range = (SPILLS[0].1[0], SPILLS[0].1[0]);
    let mut place = 0;
    while place < 4 * SPILLS.len() {
        let opcode = SPILLS[place / 4].1[place % 4];
        if opcode.0 < range.0.0 {
            range.0 = opcode;
        }
        if opcode.0 > range.1.0 {
            range.1 = opcode;
        }
        place += 1;
    }
    range
};

/// The spill pseudo of so many dwords.
pub fn spill_opcode(words: u8, scalar: bool, restore: bool) -> Opcode {
    let row = SPILLS.iter().find(|row| row.0 == words).expect("a spill size");
    row.1[usize::from(scalar) * 2 + usize::from(restore)]
}

/// The operation of a spill pseudo: dwords, whether scalar, whether it restores.
pub fn spill_kind(opcode: Opcode) -> Option<(u8, bool, bool)> {
    // Most instructions are not spills, and have distant numbers.
    if opcode < SPILL_RANGE.0 || opcode > SPILL_RANGE.1 {
        return None;
    }
    SPILLS.iter().find_map(|row| {
        let index = row.1.iter().position(|&o| o == opcode)?;
        Some((row.0, index >= 2, index % 2 == 1))
    })
}
