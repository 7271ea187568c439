//! Register tuples whose elements instructions can index, by size.

use wavec_gpu_mc::opcodes::*;
use wavec_ir::{Context, Type};
use wavec_mc::Opcode;

/// Vectors of fewer dwords are split, and the elements selected by comparing the index: that takes no more
/// instructions, and needs no consecutive registers.
const MIN_WORDS: u32 = 5;

/// The instructions for one size of tuples.
pub struct Indexed {
    /// Dwords.
    pub words: u32,
    /// Reads an element of VGPRs.
    pub read: Opcode,
    /// Writes one.
    pub write: Opcode,
    /// Reads an element of SGPRs.
    pub scalar_read: Opcode,
    /// Writes one.
    pub scalar_write: Opcode,
}

macro_rules! indexed {
    ($($words:literal: $read:ident $write:ident $scalar_read:ident $scalar_write:ident,)*) => {
        /// By size, ascending.
        pub static INDEXED: &[Indexed] = &[$(Indexed {
            words: $words,
            read: $read,
            write: $write,
            scalar_read: $scalar_read,
            scalar_write: $scalar_write,
        }),*];

        /// The access of `opcode`, if it is an indexed access.
        pub fn access_of(opcode: Opcode) -> Option<Access> {
            let (is_vector, is_read) = match opcode {
                $($read => (true, true),
                $write => (true, false),
                $scalar_read => (false, true),
                $scalar_write => (false, false),)*
                _ => return None,
            };
            Some(Access { is_vector, is_read })
        }
    };
}

indexed! {
    5: V_INDIRECT_READ_V160 V_INDIRECT_WRITE_V160 S_INDIRECT_READ_S160 S_INDIRECT_WRITE_S160,
    6: V_INDIRECT_READ_V192 V_INDIRECT_WRITE_V192 S_INDIRECT_READ_S192 S_INDIRECT_WRITE_S192,
    7: V_INDIRECT_READ_V224 V_INDIRECT_WRITE_V224 S_INDIRECT_READ_S224 S_INDIRECT_WRITE_S224,
    8: V_INDIRECT_READ_V256 V_INDIRECT_WRITE_V256 S_INDIRECT_READ_S256 S_INDIRECT_WRITE_S256,
    16: V_INDIRECT_READ_V512 V_INDIRECT_WRITE_V512 S_INDIRECT_READ_S512 S_INDIRECT_WRITE_S512,
    32: V_INDIRECT_READ_V1024 V_INDIRECT_WRITE_V1024 S_INDIRECT_READ_S1024 S_INDIRECT_WRITE_S1024,
}

/// The properties of an indexed access pseudo.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// Whether the indexed registers are VGPRs, not SGPRs.
    pub is_vector: bool,
    /// Whether an element is read, not written.
    pub is_read: bool,
}

/// Length of the smallest vector that holds `count` elements of `words` dwords each and is a register tuple, or so
/// small that it need not be one.
pub fn indexed_vector_length(count: u32, words: u32) -> Option<u32> {
    if count * words < MIN_WORDS {
        return Some(count);
    }
    let fits = |&indexed: &u32| {
        let is_tuple = words == 1 || indexed.is_power_of_two();
        is_tuple && indexed >= count * words && !(words == 2 && indexed > 16)
    };
    let size = INDEXED.iter().map(|indexed| indexed.words).find(fits)?;
    (words <= 2).then_some(size / words)
}

/// Sizes in dwords of vectors that instructions can index.
pub fn indexable_words(ctx: &Context, ty: Type) -> Option<u32> {
    let (element, count) = ctx.types.vector_parts(ty)?;
    let words = match element {
        Type::I32 | Type::F32 => 1,
        Type::I64 | Type::F64 => 2,
        _ => return None,
    };
    let is_tuple = count * words >= MIN_WORDS && indexed_vector_length(count, words) == Some(count);
    is_tuple.then_some(count * words)
}
