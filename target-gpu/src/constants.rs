//! Which constants instructions hold without a literal.

use wavec_gpu_mc::constants::inline_code;
pub use wavec_gpu_mc::constants::{is_inline_32, is_inline_64};
use wavec_gpu_mc::encode::{constant_type, kind_desc};
use wavec_mc::OperandInfo;

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
