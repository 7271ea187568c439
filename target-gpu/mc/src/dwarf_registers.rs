//! Numbers of registers in DWARF.
//!
//! Source: LLVM's User Guide for AMDGPU Backend, "Register Identifier".

use crate::register_files::{Numbered, numbered};
use crate::tables::REGISTER_INFO;
use gimli::Register;
use wavec_mc::Reg;

/// Where the numbers of a file begin.
const FIRST_SCALAR: u16 = 32;
/// From s64 on.
const FIRST_HIGH_SCALAR: u16 = 1088;
const LOW_SCALARS: u16 = 64;
/// Vector and accumulation registers have other numbers where waves have 64 lanes, since they are larger.
const FIRST_VECTOR: [u16; 2] = [1536, 2560];
const FIRST_ACCUMULATION: [u16; 2] = [2048, 3072];

/// The number of a 32-bit register; of a tuple, that of the first. None if it has none.
pub fn dwarf_register(reg: Reg, wave_size: u32) -> Option<Register> {
    Some(number(numbered(reg)?, wave_size))
}

/// The number of the register at this place of its file.
pub fn number(place: Numbered, wave_size: u32) -> Register {
    let size = usize::from(wave_size == 64);
    Register(match place {
        Numbered::Scalar(number) if number < LOW_SCALARS => FIRST_SCALAR + number,
        Numbered::Scalar(number) => FIRST_HIGH_SCALAR + (number - LOW_SCALARS),
        Numbered::Vector(number) => FIRST_VECTOR[size] + number,
        Numbered::Accumulation(number) => FIRST_ACCUMULATION[size] + number,
    })
}

/// Numbers of EXEC: of all of it, and of its lower half.
const EXEC: [(&str, u32); 2] = [("exec", 17), ("exec_lo", 1)];

/// The number of a register by its name in assembly, in waves of 64 lanes.
pub fn number_of_name_64(name: &str) -> Result<u32, &'static str> {
    number_of_name(name, 64)
}

/// The same in waves of 32 lanes.
pub fn number_of_name_32(name: &str) -> Result<u32, &'static str> {
    number_of_name(name, 32)
}

fn number_of_name(name: &str, wave_size: u32) -> Result<u32, &'static str> {
    if let Some(&(_, number)) = EXEC.iter().find(|(exec, _)| *exec == name) {
        return Ok(number);
    }
    let place = name.get(1..).and_then(|digits| digits.parse::<u16>().ok());
    let place = match (name.as_bytes().first(), place) {
        (Some(b's'), Some(at @ 0..=101)) => Some(Numbered::Scalar(at)),
        (Some(b'v'), Some(at @ 0..=255)) => Some(Numbered::Vector(at)),
        (Some(b'a'), Some(at @ 0..=255)) => Some(Numbered::Accumulation(at)),
        _ => None,
    };
    if let Some(place) = place {
        return Ok(number(place, wave_size).0.into());
    }
    let is_file = matches!(name, "s" | "v" | "a" | "ttmp");
    match is_file || REGISTER_INFO.asm_names.contains(&name) {
        true => Err("this register has no number in debug information"),
        false => Err("invalid register name"),
    }
}

/// The place that a number stands for.
pub fn place(register: Register) -> Option<Numbered> {
    let within = |first: u16, count: u16| register.0.checked_sub(first).filter(|&number| number < count);
    let vector = |firsts: [u16; 2]| firsts.into_iter().find_map(|first| within(first, 256));
    if let Some(number) = within(FIRST_SCALAR, LOW_SCALARS) {
        return Some(Numbered::Scalar(number));
    }
    if let Some(number) = within(FIRST_HIGH_SCALAR, 42) {
        return Some(Numbered::Scalar(LOW_SCALARS + number));
    }
    let accumulation = || vector(FIRST_ACCUMULATION).map(Numbered::Accumulation);
    vector(FIRST_VECTOR).map(Numbered::Vector).or_else(accumulation)
}

#[cfg(test)]
mod tests {
    use super::{Numbered, number, place};

    #[test]
    fn numbers_are_llvms() {
        for (register, wave_size, expected) in [
            (Numbered::Scalar(0), 64, 32),
            (Numbered::Scalar(63), 32, 95),
            (Numbered::Scalar(64), 32, 1088),
            (Numbered::Scalar(101), 64, 1125),
            (Numbered::Vector(0), 32, 1536),
            (Numbered::Vector(255), 64, 2815),
            (Numbered::Accumulation(7), 64, 3079),
        ] {
            assert_eq!(number(register, wave_size).0, expected);
            assert_eq!(place(number(register, wave_size)), Some(register));
        }
        assert_eq!(place(gimli::Register(96)), None);
    }
}
