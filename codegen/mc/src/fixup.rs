//! Fixups: locations in code and data that are filled in when addresses are known.

use crate::inst::MCExpr;

/// How a value is stored to its location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FixupKind {
    /// A number of 1, 2, 4 or 8 bytes in data.
    Data(u8),
    /// The distance from the location, a number of 4 or 8 bytes in data: for a difference that the linker computes.
    Distance(u8),
    /// A 32-bit literal of an instruction: the variant of its symbol selects the part of the address.
    Literal,
    /// A kind that the target defines.
    Target(u8),
}

/// A fixup of one instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InstrFixup {
    /// First byte, from the start of the instruction.
    pub offset: u8,
    /// How the value is stored.
    pub kind: FixupKind,
    /// The value.
    pub expr: MCExpr,
}
