//! Registers that were never written: which lanes read one, and what of an instruction's results is then unknown.

use crate::fault::FaultKind;
use crate::op::{Merge, Op, Src, Step, Words, is_pair, scalar, scalar_name, vector_name};
use crate::stats::InstructionClass;
use crate::wave::{LANES, Wave};

/// Lanes that read a register that was never written. For scalar registers, all lanes do.
#[inline]
pub(crate) fn unwritten(wave: &Wave, op: &Op) -> u64 {
    let lanes = unwritten_sources(wave, op);
    match op.keeps_rest {
        true => lanes & !wave.v_defined[op.vdst as usize],
        false => lanes,
    }
}

#[inline]
fn unwritten_sources(wave: &Wave, op: &Op) -> u64 {
    let exec = wave.exec();
    if let Merge::Fields(fields) = op.merge {
        let sources = (0..op.src.len()).filter(|index| fields >> index & 1 != 0);
        return sources.fold(exec, |lanes, index| {
            lanes & unwritten_source(wave, op.src[index], 0)
        });
    }
    let undefined = |lanes: u64, &register: &u16| lanes | !wave.v_defined[usize::from(register)];
    let by_lane = op.needed_vectors.iter().fold(0, undefined);
    let by_bit = |lanes: u64, &register: &u16| lanes | !written_bits(wave, register);
    let by_lane = op.needed_masks.iter().fold(by_lane, by_bit);
    let is_undefined = |&register: &u16| wave.s_defined[usize::from(register)] != u32::MAX;
    let for_all = op.needed_scalars.iter().any(is_undefined) || op.reads_scc && !wave.scc_defined;
    match for_all {
        true => u64::MAX,
        false => by_lane & exec,
    }
}

/// Lanes whose bits of the mask in `register` were written, and lanes that the wave does not have.
#[inline]
fn written_bits(wave: &Wave, register: u16) -> u64 {
    let word = |index: u16| u64::from(wave.s_defined[usize::from(register + index)]);
    match wave.lanes {
        LANES => word(0) | word(1) << 32,
        _ => word(0) | !wave.all_lanes(),
    }
}

fn exec_or_all(vector: bool, exec: u64) -> u64 {
    if vector { exec } else { u64::MAX }
}

/// Lanes in which a register was not written.
#[inline]
fn unwritten_register(wave: &Wave, vector: bool, register: u16) -> u64 {
    if vector {
        !wave.v_defined[register as usize]
    } else if wave.s_defined[register as usize] != u32::MAX {
        u64::MAX
    } else {
        0
    }
}

/// Lanes in which the low and the high word of a 64-bit result depend on registers that were never written, restricted
/// to `all`.
#[cold]
pub(crate) fn unknown_words(wave: &Wave, op: &Op, all: u64) -> [u64; 2] {
    match op.words {
        Words::All => [all; 2],
        Words::LowFirst => {
            let low = op.reads.iter().fold(0, |lanes, range| {
                lanes
                    | (unwritten_register(wave, range.vector, range.first)
                        & exec_or_all(range.vector, wave.exec()))
            });
            [low, all]
        }
        Words::Shift { value, amount, left } => {
            let (value, amount) = (op.src[usize::from(value)], op.src[usize::from(amount)]);
            let [low, high] = [0, 1].map(|word| all & unwritten_source(wave, value, word));
            let unknown = all & unwritten_source(wave, amount, 0);
            let far = lanes_where(wave, amount, |amount| amount & 32 != 0) & !unknown;
            if left {
                [unknown | (low & !far), unknown | low | (high & !far)]
            } else {
                [unknown | high | (low & !far), unknown | high]
            }
        }
        Words::Chosen { low, high, sources } => [low, high].map(|chosen| {
            let unknown = (0..usize::from(sources)).fold(0, |lanes, index| {
                lanes | unwritten_source(wave, op.src[index], u16::from(chosen >> index & 1))
            });
            all & unknown
        }),
    }
}

/// Lanes in which a word of a source was not written.
fn unwritten_source(wave: &Wave, source: Src, word: u16) -> u64 {
    match source {
        Src::Vector(register) => unwritten_register(wave, true, register + word),
        Src::Scalar(register) if (register as usize) < wave.s_defined.len() => {
            unwritten_register(wave, false, register as u16 + word)
        }
        _ => 0,
    }
}

/// Lanes in which the first word of a source was not written.
fn lanes_where(wave: &Wave, source: Src, holds: impl Fn(u32) -> bool) -> u64 {
    let uniform = |value: u32| if holds(value) { u64::MAX } else { 0 };
    match source {
        Src::Vector(register) => wave.v[register as usize]
            .iter()
            .enumerate()
            .fold(0, |lanes, (lane, value)| lanes | (holds(*value) as u64) << lane),
        Src::Scalar(register) => uniform(wave.scalar(register)),
        Src::Imm(value) => uniform(value as u32),
        Src::None => 0,
    }
}

/// The fault of an instruction whose operands determine addresses, memory contents or control flow.
#[cold]
pub(crate) fn unwritten_fault(wave: &Wave, op: &Op, lane: &mut Option<usize>) -> Box<FaultKind> {
    let exec = wave.exec();
    for range in op.reads.iter().filter(|range| !range.moved) {
        for register in range.first..range.first + range.count {
            let name = if range.vector {
                let missing = exec & !wave.v_defined[register as usize];
                if missing == 0 {
                    continue;
                }
                *lane = Some(missing.trailing_zeros() as usize);
                vector_name(register)
            } else if wave.s_defined[register as usize] != u32::MAX {
                scalar_name(register)
            } else {
                continue;
            };
            return Box::new(FaultKind::UninitialisedRegister(name));
        }
    }
    Box::new(FaultKind::UninitialisedRegister("scc".into()))
}

/// Arithmetic on values that were never written gives such values: only an observable use of them is an error, as
/// compilers speculate instructions above conditions.
#[cold]
pub(crate) fn forget_results(wave: &mut Wave, op: &Op, all: u64, words: [u64; 2]) -> Step {
    for range in &op.writes {
        for register in range.first..range.first + range.count {
            let word = (register - range.first) as usize;
            let carry = !range.vector && op.class != InstructionClass::Salu;
            let lanes = match op.words {
                Words::All => all,
                _ if carry => all,
                _ => words.get(word).copied().unwrap_or(all),
            };
            if range.vector {
                wave.v_defined[register as usize] &= !lanes;
                continue;
            }
            // Lane masks have a bit for each lane.
            let unknown = match range.mask {
                true => (lanes >> (32 * word)) as u32,
                false => u32::MAX,
            };
            wave.s_defined[register as usize] &= !unknown;
            if is_pair(register, scalar::EXEC) && unknown != 0 {
                let text = "a register that the new exec depends on".to_string();
                return Err(Box::new(FaultKind::UninitialisedRegister(text)));
            }
        }
    }
    if op.class == InstructionClass::Salu {
        wave.scc_defined = false;
    }
    Ok(())
}
