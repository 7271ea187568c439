//! Saturating results and fixed-point products.

use crate::builder::Builder;
use crate::entities::{Type, Value};
use crate::inst::{FloatPredicate, Opcode};
use crate::intrinsics::id;

/// A product of fixed-point numbers: the whole product without its lowest `scale` bits.
pub(super) struct FixedPoint {
    pub(super) signed: bool,
    pub(super) saturates: bool,
    pub(super) scale: u32,
}

impl FixedPoint {
    pub(super) fn multiply(&self, b: &mut Builder, x: Value, y: Value) -> Value {
        let ty = b.func.ty(x);
        let bits = b.ctx.types.int_bits(ty).expect("an integer");
        let wide = b.ctx.types.int(2 * bits);
        let (extend, shift) = match self.signed {
            true => (Opcode::SExt, Opcode::AShr),
            false => (Opcode::ZExt, Opcode::LShr),
        };
        let [x, y] = [x, y].map(|value| b.cast(extend, value, wide));
        let product = b.binary(Opcode::Mul, x, y);
        let scale = b.int(wide, u128::from(self.scale));
        let mut product = b.binary(shift, product, scale);
        if self.saturates {
            let greatest = (1u128 << (bits - u32::from(self.signed))) - 1;
            let bounds = match self.signed {
                true => [(id::SMIN, greatest), (id::SMAX, !greatest)].to_vec(),
                false => [(id::UMIN, greatest)].to_vec(),
            };
            for (choice, bound) in bounds {
                let bound = b.int(wide, bound);
                let chosen = b.call_intrinsic(choice, &[wide], &[product, bound]);
                product = chosen.expect("a number");
            }
        }
        b.cast(Opcode::Trunc, product, ty)
    }
}

/// `number`, the truncated `value`, where it fits, else the nearest bound; zero for a NaN.
pub(super) fn saturated(b: &mut Builder, value: Value, number: Value, signed: bool) -> Value {
    let ty = b.func.ty(number);
    let bits = b.ctx.types.int_bits(ty).expect("an integer");
    let value = match b.func.ty(value) == Type::F64 {
        true => value,
        false => b.cast(Opcode::FPExt, value, Type::F64),
    };
    let magnitude_bits = bits - u32::from(signed);
    let end = 2f64.powi(magnitude_bits as i32);
    let greatest = u128::MAX >> (128 - magnitude_bits);
    let (low, least) = match signed {
        true => (-end, !greatest),
        false => (0.0, 0),
    };
    let mut result = number;
    for (predicate, bound, at_bound) in [
        (FloatPredicate::Oge, end, greatest),
        // This includes NaN, which is replaced by zero last.
        (FloatPredicate::Ule, low, least),
        (FloatPredicate::Uno, 0.0, 0),
    ] {
        let bound = b.ctx.const_float_bits(Type::F64, bound.to_bits());
        let bound = b.func.const_value(bound, b.ctx);
        let is_beyond = b.fcmp(predicate, value, bound);
        let at_bound = b.int(ty, at_bound);
        result = b.select(is_beyond, at_bound, result);
    }
    result
}
