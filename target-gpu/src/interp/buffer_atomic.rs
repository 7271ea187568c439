//! Atomic operations on one element.

use crate::intrinsics::id;
use wavec_ir::fold::Scalar;
use wavec_ir::fold::float::{MinMax, float_min_max};
use wavec_ir::interp::ItemCall;
use wavec_ir::intrinsics::IntrinsicId;

/// The operation of an atomic that takes a pointer.
fn of_pointer(intrinsic: IntrinsicId) -> Option<&'static str> {
    match intrinsic {
        id::AMDGCN_GLOBAL_ATOMIC_FMIN_NUM | id::AMDGCN_FLAT_ATOMIC_FMIN_NUM => Some("fmin"),
        id::AMDGCN_GLOBAL_ATOMIC_FMAX_NUM | id::AMDGCN_FLAT_ATOMIC_FMAX_NUM => Some("fmax"),
        _ => None,
    }
}

pub(super) fn is_known(intrinsic: IntrinsicId) -> bool {
    of_pointer(intrinsic).is_some()
}

/// Atomics of a pointer and a value.
pub(super) fn call(call: &mut ItemCall<'_>) -> Result<bool, String> {
    let Some(operation) = of_pointer(call.id) else {
        return Ok(false);
    };
    call.is_atomic = true;
    let (address, operand, kind) = (call.arg(0)? as u64, call.arg(1)?, call.kinds[1]);
    let bytes = (kind.bits() / 8) as usize;
    let mut data = [0u8; 16];
    call.read_global(address, &mut data[..bytes])?;
    let old = u128::from_le_bytes(data);
    let new = apply(operation, kind, old as u64, operand as u64)
        .ok_or("the atomic cannot be interpreted for this type")?;
    call.write_global(address, &u128::from(new).to_le_bytes()[..bytes])?;
    super::give(call, old);
    Ok(true)
}

/// The new value of an element that holds `old`; `None` if the operation does not exist for the type.
pub(super) fn apply(operation: &str, kind: Scalar, old: u64, operand: u64) -> Option<u64> {
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
            // Only if that much is there, and at most what is there.
            "cond.sub.u32" if old < operand => old,
            "cond.sub.u32" => old - operand,
            "sub.clamp.u32" => old.saturating_sub(operand),
            // Increment with wrap at the operand, and decrement likewise.
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
