//! A register operand's register: physical, virtual or none, in one `u32`.

use crate::mir::entities::VReg;
use cranelift_entity::EntityRef;
use std::fmt;
use wavec_mc::Reg;

/// Bit that marks virtual registers.
const VIRTUAL: u32 = 1 << 31;

/// No register, a physical register ([`Reg`]'s number) or a virtual register (bit 31 set).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Register(u32);

impl Register {
    /// No register; prints as `$noreg`.
    pub const NONE: Register = Register(0);

    /// The physical register `reg`.
    pub const fn physical(reg: Reg) -> Register {
        Register(reg.0 as u32)
    }

    /// The virtual register `vreg`.
    pub fn virtual_(vreg: VReg) -> Register {
        Register(vreg.as_u32() | VIRTUAL)
    }

    /// Whether there is none.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether there is one.
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Whether it is physical.
    pub const fn is_physical(self) -> bool {
        self.0 != 0 && self.0 & VIRTUAL == 0
    }

    /// Whether it is virtual.
    pub const fn is_virtual(self) -> bool {
        self.0 & VIRTUAL != 0
    }

    /// The physical register, if it is one.
    pub const fn as_physical(self) -> Option<Reg> {
        if self.is_physical() {
            Some(Reg(self.0 as u16))
        } else {
            None
        }
    }

    /// The virtual register, if it is one.
    pub fn as_virtual(self) -> Option<VReg> {
        if self.is_virtual() {
            Some(VReg::new((self.0 & !VIRTUAL) as usize))
        } else {
            None
        }
    }

    /// The packed number.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

impl From<Reg> for Register {
    fn from(reg: Reg) -> Register {
        Register::physical(reg)
    }
}

impl From<VReg> for Register {
    fn from(vreg: VReg) -> Register {
        Register::virtual_(vreg)
    }
}

impl fmt::Debug for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_virtual(), self.as_physical()) {
            (Some(vreg), _) => write!(f, "{vreg}"),
            (_, Some(reg)) => write!(f, "${reg:?}"),
            _ => f.write_str("$noreg"),
        }
    }
}

const _: () = assert!(size_of::<Register>() == 4);
