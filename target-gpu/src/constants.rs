//! Which constants instructions hold without a literal.

use wavec_gpu_mc::constants::{inline_code, is_inline_integer};
use wavec_gpu_mc::encode::{constant_type, kind_desc};
use wavec_mc::OperandInfo;

/// Whether a 32-bit constant is an inline constant: -16 to 64, or one of a few floats.
pub fn is_inline_32(value: i64) -> bool {
    const FLOATS: [u32; 9] = [
        0x3f00_0000,
        0xbf00_0000,
        0x3f80_0000,
        0xbf80_0000,
        0x4000_0000,
        0xc000_0000,
        0x4080_0000,
        0xc080_0000,
        0x3e22_f983,
    ];
    let bits = value as u32;
    is_inline_integer(i64::from(bits as i32)) || FLOATS.contains(&bits)
}

/// The same for 64-bit operands.
pub fn is_inline_64(value: i64) -> bool {
    const FLOATS: [f64; 8] = [0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0];
    is_inline_integer(value)
        || FLOATS.iter().any(|f| f.to_bits() == value as u64)
        || value as u64 == 0x3fc4_5f30_6dc9_c882
}

/// Whether one move materializes a 64-bit constant: it is inline, or a zero-extended literal.
pub fn is_one_move_64(value: i64) -> bool {
    is_inline_64(value) || value >> 32 == 0
}

/// Whether an operand holds a constant without a literal.
pub fn is_inline(described: &OperandInfo, value: i64) -> bool {
    match described.constant_bits {
        64 => is_inline_64(value),
        16 => inline_code(value, constant_type(kind_desc(described.kind))).is_some(),
        _ => is_inline_32(value),
    }
}
