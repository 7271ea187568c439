//! Opcodes common to all targets, with fixed numbers. `StandardPseudo` records of the target-independent description
//! (`codegen/td/Target.td`) describe them; each target's generated tables begin with them in this order.

use crate::desc::Opcode;

macro_rules! generic_opcodes {
    ($($(#[$doc:meta])* $name:ident = $number:literal;)*) => {
        $($(#[$doc])* pub const $name: Opcode = Opcode($number);)*
        /// Names in the order of their numbers.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

generic_opcodes! {
    /// `def = PHI (value, block)*`
    PHI = 0;
    /// `def = COPY src`
    COPY = 1;
    /// `def = IMPLICIT_DEF`: any value.
    IMPLICIT_DEF = 2;
    /// `def = REG_SEQUENCE class, (value, sub-register index)*`
    REG_SEQUENCE = 3;
    /// `def = INSERT_SUBREG base, value, sub-register index`
    INSERT_SUBREG = 4;
    /// `def = EXTRACT_SUBREG src, sub-register index`
    EXTRACT_SUBREG = 5;
    /// `def = SUBREG_TO_REG imm, value, sub-register index`
    SUBREG_TO_REG = 6;
    /// `def = COPY_TO_REGCLASS src, class`
    COPY_TO_REGCLASS = 7;
    /// Ends the live ranges of its operands; no code.
    KILL = 8;
    /// Inline assembly.
    INLINEASM = 9;
    /// Groups the instructions after it.
    BUNDLE = 10;
    /// The location of a source variable.
    DBG_VALUE = 11;
    /// A source label.
    DBG_LABEL = 12;
    /// A label in the code.
    EH_LABEL = 13;
    /// The stack slot becomes live.
    LIFETIME_START = 14;
    /// The stack slot dies.
    LIFETIME_END = 15;
    /// Identity that stops rematerialization and motion across it.
    FAKE_USE = 16;
    /// Marks call frame set-up (frame size).
    ADJCALLSTACKDOWN = 17;
    /// Marks call frame destruction.
    ADJCALLSTACKUP = 18;
}

/// How many there are; the target's own opcodes begin here.
pub const COUNT: u16 = NAMES.len() as u16;
