//! What `emit/isel.rs` generates.

use crate::dag::isd::NodeOpcode;
use wavec_ir::intrinsics::IntrinsicId;
use wavec_mc::{Opcode, Reg, RegClassId, SubRegIndex};

/// Generated tables of a target's patterns. The byte code names opcodes, registers and intrinsics by index in lists, so
/// that it is plain bytes.
#[derive(Debug)]
pub struct MatcherTables {
    /// The byte code.
    pub code: &'static [u8],
    /// For each opcode that is the root of a pattern: where its patterns begin in `code`.
    pub roots: &'static [(NodeOpcode, u32)],
    /// Opcodes of nodes that patterns name.
    pub node_opcodes: &'static [NodeOpcode],
    /// Instructions that patterns make.
    pub opcodes: &'static [Opcode],
    /// Intrinsics that patterns name.
    pub intrinsics: &'static [IntrinsicId],
    /// Physical registers that patterns name.
    pub registers: &'static [Reg],
    /// Register classes that patterns name.
    pub classes: &'static [RegClassId],
    /// Sub-register indices that patterns name.
    pub subregs: &'static [SubRegIndex],
    /// Names of the target's nodes, by number.
    pub target_node_names: &'static [&'static str],
    /// Records of the patterns, for tracing.
    pub pattern_names: &'static [&'static str],
    /// How many pattern predicates there are.
    pub num_pattern_predicates: u32,
}

macro_rules! codes {
    ($($name:ident,)*) => {
        /// Operations of the byte code. `codegen/tablegen/src/emit/isel/code.rs` has the same list.
        #[allow(clippy::enum_variant_names)] // `EndX` ends an X
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(super) enum Code { $($name,)* }

        impl Code {
            const ALL: &'static [Code] = &[$(Code::$name),*];

            /// Their names in the order of their numbers.
            #[cfg(test)]
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The operation with this number.
            pub(super) fn from_byte(byte: u8) -> Code {
                Code::ALL[byte as usize]
            }
        }
    };
}

codes! {
    End, Scope, SwitchOpcode, SwitchType, SwitchIntrinsic,
    CheckPatternPredicate, CheckOpcode, CheckIntrinsic, CheckNumOperands, CheckType, CheckTypeRes, CheckPredicate,
    CheckPredicateWithOperands, CheckInteger, CheckValueType, CheckSame, CheckFoldableChain,
    Record, RecordMem, CaptureGlue, MoveChild, MoveParent, RecordChild, CheckChildType, CheckChildInteger,
    CheckChildCondCode, CheckChildSame, CheckComplex,
    EmitInteger, EmitRegister, EmitClass, EmitSubReg, EmitConvert, EmitMergeChains, EmitCopyToReg, EmitTransform,
    EmitNode, MorphNode, Complete,
}

/// Flags of emitted nodes.
pub(super) const EMIT_CHAIN: u8 = 1;
pub(super) const EMIT_GLUE_IN: u8 = 2;
pub(super) const EMIT_GLUE_OUT: u8 = 4;
pub(super) const EMIT_MEM: u8 = 8;

/// Reads byte code.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    pub code: &'static [u8],
    pub at: usize,
}

impl Reader {
    pub(super) fn byte(&mut self) -> u8 {
        self.at += 1;
        self.code[self.at - 1]
    }

    /// Unsigned LEB128.
    #[inline(always)] // one byte or two, almost always
    pub(super) fn number(&mut self) -> usize {
        let low = usize::from(self.byte());
        if low < 0x80 {
            return low;
        }
        let high = usize::from(self.byte());
        if high < 0x80 {
            return low & 0x7f | high << 7;
        }
        self.long_number(low & 0x7f | (high & 0x7f) << 7)
    }

    /// The rest of a number whose first two bytes are `value`.
    #[cold]
    #[inline(never)]
    fn long_number(&mut self, mut value: usize) -> usize {
        let mut shift = 14;
        loop {
            let byte = self.byte();
            value |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return value;
            }
        }
    }

    /// Signed LEB128.
    pub(super) fn signed(&mut self) -> i64 {
        let mut value = 0i64;
        let mut shift = 0;
        loop {
            let byte = self.byte();
            value |= i64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                if shift < 64 && byte & 0x40 != 0 {
                    value |= -1 << shift;
                }
                return value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    /// The generator numbers the operations by a list of its own, which nothing else ties to this one.
    #[test]
    fn the_generator_has_the_same_operations() {
        assert_eq!(wavec_tablegen::emit::isel::CODE_NAMES, Code::NAMES);
    }
}
