//! What atomics do to one element.

use wavec_ir::fold::Scalar;
use wavec_ir::fold::float::{MinMax, float_min_max};

/// The new value of an element that holds `old`; `None` if the operation does not exist for the type.
pub fn apply(operation: &str, kind: Scalar, old: u64, operand: u64) -> Option<u64> {
    if let Scalar::Float(format) = kind {
        return Some(match operation {
            "swap" => operand,
            "fadd" => format.from_f64(format.to_f64(old) + format.to_f64(operand)),
            "fmin" => float_min_max(MinMax::Num, false, format, old, operand),
            "fmax" => float_min_max(MinMax::Num, true, format, old, operand),
            _ => return None,
        });
    }
    let width = kind.bits();
    let mask = u64::MAX >> (64 - width.clamp(1, 64));
    let signed = |value: u64| (value << (64 - width)) as i64 >> (64 - width);
    Some(
        mask & match operation {
            "swap" => operand,
            "add" => old.wrapping_add(operand),
            "sub" => old.wrapping_sub(operand),
            "and" => old & operand,
            "or" => old | operand,
            "xor" => old ^ operand,
            "smin" => signed(old).min(signed(operand)) as u64,
            "smax" => signed(old).max(signed(operand)) as u64,
            "umin" => old.min(operand),
            "umax" => old.max(operand),
            // Count up to the operand and start again, and down likewise.
            "inc" => {
                if old >= operand {
                    0
                } else {
                    old + 1
                }
            }
            "dec" => {
                if old == 0 || old > operand {
                    operand
                } else {
                    old - 1
                }
            }
            _ => return None,
        },
    )
}
