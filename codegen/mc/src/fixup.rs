//! Places in code and data that are filled in when addresses are known.

use crate::inst::MCExpr;

/// How a value is put into its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FixupKind {
    /// A number of 1, 2, 4 or 8 bytes in data.
    Data(u8),
    /// The distance from the place, a number of 4 or 8 bytes in data: what a difference becomes that the linker computes.
    Distance(u8),
    /// A 32-bit literal of an instruction: the variant of its symbol says what of the address is meant.
    Literal,
    /// A kind that the target defines.
    Target(u8),
}

/// A fixup of one instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InstrFixup {
    /// First byte, from the start of the instruction.
    pub offset: u8,
    /// How the value is put there.
    pub kind: FixupKind,
    /// The value.
    pub expr: MCExpr,
}
