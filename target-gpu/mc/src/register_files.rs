//! Which file a physical register is in, and its number there. Sources name all registers by one number (`encoding`): scalar
//! ones from 0, constants, vector registers, accumulation registers.

use crate::tables::{REGISTER_INFO, classes, regs};
use wavec_mc::Reg;

/// Scalar registers that have a number: s0 to s101.
pub const NUM_SGPRS: u32 = 102;
/// Vector registers that an instruction can name, and as many accumulation registers.
pub const NUM_VGPRS: u32 = 256;
/// Vector registers whose halves the fields of 32-bit encodings can name.
pub const SHORT_REGISTERS: u16 = 128;
/// Number of the first constant in the place of a scalar source.
const FIRST_CONSTANT: u16 = 128;
/// Number of `v0`.
const FIRST_VGPR: u16 = 256;
/// Number of `a0`.
const FIRST_AGPR: u16 = 768;
/// Numbers of EXEC.
const EXEC: std::ops::Range<u16> = 126..128;

/// Whether a register is a vector or an accumulation register, or a tuple of these.
pub fn is_vector(reg: Reg) -> bool {
    REGISTER_INFO.encoding(reg) >= FIRST_VGPR
}

/// Whether it is an accumulation register, or a tuple of these.
pub fn is_accumulation(reg: Reg) -> bool {
    REGISTER_INFO.encoding(reg) >= FIRST_AGPR
}

/// Whether it is a value of a dword that is only named like a scalar register: a part of an aperture, `src_scc` and the like.
pub fn is_named_value(reg: Reg) -> bool {
    REGISTER_INFO.encoding(reg) >= FIRST_CONSTANT && REGISTER_INFO.class(classes::SREG_32).contains(reg)
}

/// Whether reading it as a source takes the constant bus.
pub fn is_on_constant_bus(reg: Reg) -> bool {
    REGISTER_INFO.encoding(reg) < FIRST_CONSTANT
}

/// Whether it is a scalar register that instructions name, but for EXEC.
pub fn is_scalar(reg: Reg) -> bool {
    let number = REGISTER_INFO.encoding(reg);
    // SCC and MODE are registers without a number.
    number < EXEC.start && reg != regs::SCC && reg != regs::MODE
}

/// The register of which `reg` is the high half, where halves have names of their own.
pub fn of_high_half(reg: Reg) -> Option<Reg> {
    let number = reg.0.checked_sub(regs::VGPR0_HI16.0)?;
    (number < SHORT_REGISTERS).then_some(Reg(regs::VGPR0.0 + number))
}

/// A register with a number in its file; of a tuple, the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbered {
    /// `s0` and up.
    Scalar(u16),
    /// `v0` and up.
    Vector(u16),
    /// `a0` and up.
    Accumulation(u16),
}

/// The place of a register in its file; `None` if it has a name of its own. A high half is at the place of the register.
pub fn numbered(reg: Reg) -> Option<Numbered> {
    let reg = of_high_half(reg).unwrap_or(reg);
    let number = REGISTER_INFO.encoding(reg);
    match number {
        FIRST_AGPR.. => return Some(Numbered::Accumulation(number - FIRST_AGPR)),
        FIRST_VGPR.. => return Some(Numbered::Vector(number - FIRST_VGPR)),
        _ => {}
    }
    let place = REGISTER_INFO
        .units(reg)
        .start
        .checked_sub(REGISTER_INFO.units(regs::SGPR0).start)?;
    let count = REGISTER_INFO.class(classes::SGPR_32).len();
    (usize::from(place) < count).then_some(Numbered::Scalar(place))
}

#[cfg(test)]
mod tests {
    use super::{Numbered, is_named_value, is_scalar, is_vector, numbered, of_high_half};
    use crate::tables::regs;

    #[test]
    fn registers_have_a_file() {
        assert_eq!(numbered(regs::SGPR0), Some(Numbered::Scalar(0)));
        assert_eq!(numbered(regs::VGPR255), Some(Numbered::Vector(255)));
        assert_eq!(numbered(regs::AGPR0), Some(Numbered::Accumulation(0)));
        assert_eq!(numbered(regs::VGPR5_HI16), Some(Numbered::Vector(5)));
        assert_eq!(of_high_half(regs::VGPR127_HI16), Some(regs::VGPR127));
        assert_eq!(of_high_half(regs::VGPR127), None);
        for named in [
            regs::VCC,
            regs::EXEC,
            regs::SCC,
            regs::MODE,
            regs::M0,
            regs::FLAT_SCR,
        ] {
            assert_eq!(numbered(named), None, "{named:?}");
        }
        assert!(
            is_scalar(regs::VCC) && is_scalar(regs::M0) && !is_scalar(regs::EXEC) && !is_scalar(regs::SCC)
        );
        assert!(is_vector(regs::AGPR0) && is_vector(regs::VGPR0) && !is_vector(regs::SRC_SHARED_BASE));
        assert!(is_named_value(regs::SRC_SCC) && !is_named_value(regs::SCC) && !is_named_value(regs::VGPR0));
    }
}
