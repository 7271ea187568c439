//! Machine operands. Their order in an instruction is that of the instruction's description, then implicit registers.

use crate::mir::entities::{Block, FrameIndex};
use crate::mir::register::Register;
use bitflags::bitflags;
use wavec_mc::{SubRegIndex, SymbolId, VariantKind};

bitflags! {
    /// How an instruction accesses a register operand.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct RegFlags: u8 {
        /// Written; otherwise read. A definition of a sub-register reads the other lanes unless `UNDEF`.
        const DEF = 1 << 0;
        /// Not in the description's operand list.
        const IMPLICIT = 1 << 1;
        /// Last use (a hint before register allocation, never relied on).
        const KILL = 1 << 2;
        /// The definition is never read.
        const DEAD = 1 << 3;
        /// A use whose value does not matter; on a sub-register definition: the other lanes need not be preserved.
        const UNDEF = 1 << 4;
        /// Written before all uses are read.
        const EARLY_CLOBBER = 1 << 5;
        /// Chosen by the allocator: later passes may change it.
        const RENAMABLE = 1 << 6;
    }
}

/// A register operand, packed in 8 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RegOperand {
    /// The register, [`Register::NONE`] for an absent optional register.
    pub reg: Register,
    /// Sub-register index; none for physical registers.
    pub sub: SubRegIndex,
    /// How it is accessed.
    pub flags: RegFlags,
    /// 1 + number of the operand that must get the same register; 0 if untied. See [`RegOperand::tied_to`].
    pub tied: u8,
}

impl RegOperand {
    /// A use of all of `reg`.
    pub fn new_use(reg: impl Into<Register>) -> RegOperand {
        RegOperand {
            reg: reg.into(),
            sub: SubRegIndex::NONE,
            flags: RegFlags::empty(),
            tied: 0,
        }
    }

    /// A definition of all of `reg`.
    pub fn new_def(reg: impl Into<Register>) -> RegOperand {
        RegOperand {
            flags: RegFlags::DEF,
            ..RegOperand::new_use(reg)
        }
    }

    /// The same with a sub-register index.
    pub fn with_sub(self, sub: SubRegIndex) -> RegOperand {
        RegOperand { sub, ..self }
    }

    /// The same with more flags.
    pub fn with_flags(self, flags: RegFlags) -> RegOperand {
        RegOperand {
            flags: self.flags | flags,
            ..self
        }
    }

    /// Whether it is written.
    pub const fn is_def(&self) -> bool {
        self.flags.contains(RegFlags::DEF)
    }

    /// Whether it is a use operand (`undef` or not).
    pub const fn is_use(&self) -> bool {
        !self.is_def()
    }

    /// Whether it is implicit.
    pub const fn is_implicit(&self) -> bool {
        self.flags.contains(RegFlags::IMPLICIT)
    }

    /// Whether it is the last use.
    pub const fn is_kill(&self) -> bool {
        self.flags.contains(RegFlags::KILL)
    }

    /// Whether it is a definition that is never read.
    pub const fn is_dead(&self) -> bool {
        self.flags.contains(RegFlags::DEAD)
    }

    /// Whether the value read does not matter.
    pub const fn is_undef(&self) -> bool {
        self.flags.contains(RegFlags::UNDEF)
    }

    /// Whether it is written before the uses are read.
    pub const fn is_early_clobber(&self) -> bool {
        self.flags.contains(RegFlags::EARLY_CLOBBER)
    }

    /// Number of the operand it is tied to.
    pub const fn tied_to(&self) -> Option<usize> {
        if self.tied == 0 {
            None
        } else {
            Some(self.tied as usize - 1)
        }
    }
}

/// One operand of a machine instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MachineOperand {
    /// A register.
    Reg(RegOperand),
    /// An immediate; sub-register index operands and register class operands of generic instructions too.
    Imm(i64),
    /// A branch target or a PHI's incoming block.
    Block(Block),
    /// A frame object, until frame index elimination.
    FrameIndex(FrameIndex),
    /// `symbol + offset` in a form given by `kind`. The symbol belongs to the function's table.
    Global {
        /// The symbol, of [`crate::mir::MachineFunction::symbols`].
        symbol: SymbolId,
        /// Added to the address, in bytes.
        offset: i32,
        /// Which part or form of the address.
        kind: VariantKind,
    },
    /// A text that is not an address: the assembly string of `INLINEASM`. In the function's symbol table.
    External(SymbolId),
}

impl MachineOperand {
    /// The register operand, if it is one.
    pub fn as_reg(&self) -> Option<&RegOperand> {
        match self {
            MachineOperand::Reg(operand) => Some(operand),
            _ => None,
        }
    }

    /// The register operand, if it is one.
    pub fn as_reg_mut(&mut self) -> Option<&mut RegOperand> {
        match self {
            MachineOperand::Reg(operand) => Some(operand),
            _ => None,
        }
    }

    /// The register of a register operand; [`Register::NONE`] otherwise.
    pub fn register(&self) -> Register {
        self.as_reg().map_or(Register::NONE, |operand| operand.reg)
    }

    /// The immediate, if it is one.
    pub fn as_imm(&self) -> Option<i64> {
        match *self {
            MachineOperand::Imm(value) => Some(value),
            _ => None,
        }
    }

    /// The block, if it is one.
    pub fn as_block(&self) -> Option<Block> {
        match *self {
            MachineOperand::Block(block) => Some(block),
            _ => None,
        }
    }

    /// The frame index, if it is one.
    pub fn as_frame_index(&self) -> Option<FrameIndex> {
        match *self {
            MachineOperand::FrameIndex(index) => Some(index),
            _ => None,
        }
    }

    /// Whether it is an immediate.
    pub fn is_imm(&self) -> bool {
        matches!(self, MachineOperand::Imm(_))
    }
}

impl From<RegOperand> for MachineOperand {
    fn from(operand: RegOperand) -> MachineOperand {
        MachineOperand::Reg(operand)
    }
}

const _: () = assert!(size_of::<RegOperand>() == 8);
const _: () = assert!(size_of::<MachineOperand>() == 16);
