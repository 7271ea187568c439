//! Values of constant expressions.

use super::Sema;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, Init, ScalarValue, StrId, UnaryOp, VarId, VarKind};
use crate::types::{Scalar, Space, Ty};

/// Maximum depth of evaluation.
const MAX_DEPTH: u32 = 512;

impl<'a> Sema<'_, 'a> {
    /// The value of an integer constant expression that 64 bits can hold.
    pub fn eval_int(&self, expr: &Expr<'a>) -> Option<u64> {
        let scalar = self
            .types
            .as_scalar(expr.ty.ty)
            .filter(|scalar| scalar.is_int())?;
        match self.eval_scalar(expr, 0)? {
            ScalarValue::Int(value) => scalar.narrow(value),
            ScalarValue::Float(_) => None,
        }
    }

    /// The value of a literal.
    pub fn literal(&self, expr: &Expr<'a>) -> Option<ScalarValue> {
        match expr.kind {
            ExprKind::Int(value) => Some(ScalarValue::Int(match self.types.as_scalar(expr.ty.ty) {
                Some(scalar) => scalar.wrap(scalar.widen(value)),
                None => value.into(),
            })),
            ExprKind::Float(value) => Some(ScalarValue::Float(value)),
            _ => None,
        }
    }

    /// The literal of this value and type; none if literals cannot hold it.
    pub fn literal_kind(&self, value: ScalarValue, ty: Ty) -> Option<ExprKind<'a>> {
        Some(match value {
            ScalarValue::Int(value) => ExprKind::Int(self.types.as_scalar(ty)?.narrow(value)?),
            ScalarValue::Float(value) => ExprKind::Float(value),
        })
    }

    /// The value of a scalar constant expression.
    pub fn eval(&self, expr: &Expr<'a>) -> Option<ScalarValue> {
        self.eval_scalar(expr, 0)
    }

    /// The elements of a constant arithmetic scalar or vector.
    pub fn eval_lanes(&self, expr: &Expr<'a>) -> Option<Vec<ScalarValue>> {
        self.lanes(expr, 0)
    }

    fn eval_scalar(&self, expr: &Expr<'a>, depth: u32) -> Option<ScalarValue> {
        if let Some(value) = self.literal(expr) {
            return Some(value);
        }
        self.types.as_scalar(expr.ty.ty)?;
        let lanes = self.lanes(expr, depth)?;
        (lanes.len() == 1).then(|| lanes[0])
    }

    fn lanes(&self, expr: &Expr<'a>, depth: u32) -> Option<Vec<ScalarValue>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let depth = depth + 1;
        let (scalar, count) = self.types.lanes(expr.ty.ty)?;
        Some(match expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => vec![self.literal(expr)?],
            ExprKind::Var(id) => {
                // A constant with a known value is as good as a literal.
                let var = self.var(id);
                if !var.ty.is_const() || var.ty.is_volatile() || var.kind == VarKind::Parameter {
                    return None;
                }
                match var.init? {
                    Init::Expr(init) => self.lanes(init, depth)?,
                    _ => return None,
                }
            }
            ExprKind::Unary(op, operand) => {
                let values = self.lanes(operand, depth)?;
                let (from, _) = self.types.lanes(operand.ty.ty)?;
                values
                    .into_iter()
                    .map(|v| fold_unary(op, v, from, scalar, count))
                    .collect::<Option<_>>()?
            }
            ExprKind::Binary(op, _, _) => {
                // Long sums are left-leaning: walk down, then fold on the way up.
                let mut spine = vec![(op, expr)];
                let mut left = expr;
                while let ExprKind::Binary(op, inner, _) = left.kind {
                    if !std::ptr::eq(left, expr) {
                        spine.push((op, left));
                    }
                    left = inner;
                }
                let mut values = self.lanes(left, depth)?;
                for (op, node) in spine.into_iter().rev() {
                    let ExprKind::Binary(_, a, b) = node.kind else {
                        return None;
                    };
                    let (from, _) = self.types.lanes(a.ty.ty)?;
                    let (to, width) = self.types.lanes(node.ty.ty)?;
                    if op == BinaryOp::LogicalAnd || op == BinaryOp::LogicalOr {
                        let decided = op == BinaryOp::LogicalOr;
                        if width == 1 && is_true(values[0]) == decided {
                            values = vec![ScalarValue::Int(decided as u128)];
                            continue;
                        }
                    }
                    let right = self.lanes(b, depth)?;
                    if right.len() != values.len() {
                        return None;
                    }
                    values = values
                        .iter()
                        .zip(&right)
                        .map(|(&x, &y)| fold_binary(op, x, y, from, to, width))
                        .collect::<Option<_>>()?;
                }
                values
            }
            ExprKind::Conditional(parts) => {
                let condition = self.eval_scalar(&parts[0], depth)?;
                self.lanes(&parts[if is_true(condition) { 1 } else { 2 }], depth)?
            }
            ExprKind::Comma(..) => return None,
            ExprKind::Cast(kind, operand) => match kind {
                CastKind::Arithmetic => {
                    let (from, _) = self.types.lanes(operand.ty.ty)?;
                    self.lanes(operand, depth)?
                        .into_iter()
                        .map(|v| v.convert(from, scalar))
                        .collect()
                }
                CastKind::ToBool => {
                    let value = self.eval_scalar(operand, depth)?;
                    vec![ScalarValue::Int(is_true(value) as u128)]
                }
                CastKind::Splat => vec![self.eval_scalar(operand, depth)?; count as usize],
                CastKind::Same => self.lanes(operand, depth)?,
                CastKind::Bits => {
                    let (from, from_count) = self.types.lanes(operand.ty.ty)?;
                    if from_count != count || from.size() != scalar.size() {
                        return None;
                    }
                    self.lanes(operand, depth)?
                        .into_iter()
                        .map(|v| from_bits(to_bits(v, from), scalar))
                        .collect()
                }
                _ => return None,
            },
            ExprKind::VectorLiteral(parts) => {
                let mut all = Vec::with_capacity(count as usize);
                for part in parts {
                    all.extend(self.lanes(part, depth)?);
                }
                all
            }
            ExprKind::Swizzle(base, lanes) => {
                let all = self.lanes(base, depth)?;
                lanes
                    .as_slice()
                    .iter()
                    .map(|&lane| all.get(lane as usize).copied())
                    .collect::<Option<_>>()?
            }
            _ => return None,
        })
    }
}

/// The base of a constant address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// None: the offset is the address.
    Absolute,
    /// The null pointer of its address space.
    Null,
    /// A variable at program scope.
    Var(VarId),
    /// A string literal.
    Str(StrId),
}

/// A constant address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    /// Its base.
    pub base: Base,
    /// Byte offset from the base.
    pub offset: i64,
}

impl<'a> Sema<'_, 'a> {
    /// Whether the value can be used in the initializer of a program-scope variable.
    pub fn is_constant_value(&self, expr: &Expr<'a>) -> bool {
        if self.types.lanes(expr.ty.ty).is_some() && self.eval_lanes(expr).is_some() {
            return true;
        }
        if let ExprKind::Cast(CastKind::PointerToInt, inner) = expr.kind {
            return self.types.size_of(expr.ty.ty) == 8 && self.eval_address(inner).is_some();
        }
        if let ExprKind::CompoundLiteral(_) = expr.kind {
            return self.types.is_aggregate(expr.ty.ty);
        }
        self.types.as_pointer(expr.ty.ty).is_some() && self.eval_address(expr).is_some()
    }

    /// The value of a constant pointer.
    pub fn eval_address(&self, expr: &Expr<'a>) -> Option<Address> {
        match expr.kind {
            ExprKind::Cast(CastKind::NullToPointer, _) => Some(Address {
                base: Base::Null,
                offset: 0,
            }),
            ExprKind::Cast(CastKind::Pointer | CastKind::Same, inner) => self.eval_address(inner),
            // Null is null in every address space, and memory of the program has constant generic addresses.
            ExprKind::Cast(CastKind::AddressSpace, inner) => {
                let from = self.types.as_pointer(inner.ty.ty)?.space;
                let to = self.types.as_pointer(expr.ty.ty)?.space;
                self.eval_address(inner).filter(|address| match address.base {
                    Base::Null => address.offset == 0,
                    Base::Var(_) | Base::Str(_) => {
                        matches!(from, Space::Global | Space::Constant) && to == Space::Generic
                    }
                    Base::Absolute => false,
                })
            }
            ExprKind::Cast(CastKind::Decay, inner) => self.address_of_object(inner),
            ExprKind::Cast(CastKind::IntToPointer, inner) => Some(Address {
                base: Base::Absolute,
                offset: self.eval_int(inner)? as i64,
            }),
            ExprKind::AddressOf(inner) => self.address_of_object(inner),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), pointer, index) => {
                let pointee = self.types.as_pointer(pointer.ty.ty)?;
                let size = self.types.size_of(pointee.ty).max(1) as i64;
                let bytes = (self.eval_int(index)? as i64).wrapping_mul(size);
                let start = self.eval_address(pointer)?;
                let offset = if op == BinaryOp::Add {
                    start.offset.wrapping_add(bytes)
                } else {
                    start.offset.wrapping_sub(bytes)
                };
                Some(Address { offset, ..start })
            }
            _ => None,
        }
    }

    fn address_of_object(&self, expr: &Expr<'a>) -> Option<Address> {
        match expr.kind {
            ExprKind::Var(id) | ExprKind::CompoundLiteral(id) if self.var(id).kind == VarKind::Global => {
                Some(Address {
                    base: Base::Var(id),
                    offset: 0,
                })
            }
            ExprKind::Str(id) => Some(Address {
                base: Base::Str(id),
                offset: 0,
            }),
            ExprKind::Member(base, index) => {
                let record = self.types.as_record(base.ty.ty)?;
                let field = self.types.record(record).fields.get(index as usize)?;
                let start = self.address_of_object(base)?;
                Some(Address {
                    offset: start.offset.wrapping_add(field.offset as i64),
                    ..start
                })
            }
            ExprKind::Deref(pointer) => self.eval_address(pointer),
            _ => None,
        }
    }
}

/// Whether a value is not zero.
pub fn is_true(value: ScalarValue) -> bool {
    match value {
        ScalarValue::Int(value) => value != 0,
        ScalarValue::Float(value) => value != 0.0,
    }
}

/// The bits of a value of type `scalar`, zero-extended.
pub fn to_bits(value: ScalarValue, scalar: Scalar) -> u128 {
    match value {
        ScalarValue::Int(value) => value & (u128::MAX >> (128 - scalar.size() * 8)),
        ScalarValue::Float(value) => match scalar {
            Scalar::Float => (value as f32).to_bits() as u128,
            Scalar::Double => value.to_bits() as u128,
            Scalar::BFloat => ((value as f32).to_bits() >> 16) as u128,
            _ => half_bits(value) as u128,
        },
    }
}

fn from_bits(bits: u128, scalar: Scalar) -> ScalarValue {
    match scalar {
        Scalar::Float => ScalarValue::Float(f32::from_bits(bits as u32) as f64),
        Scalar::Double => ScalarValue::Float(f64::from_bits(bits as u64)),
        Scalar::BFloat => ScalarValue::Float(f32::from_bits((bits as u32) << 16) as f64),
        Scalar::Half => ScalarValue::Float(half_value(bits as u16)),
        _ => ScalarValue::Int(scalar.wrap(bits)),
    }
}

/// The bits of a number that is exact in half precision.
pub fn half_bits(value: f64) -> u16 {
    let sign = ((value.to_bits() >> 48) & 0x8000) as u16;
    if value.is_nan() {
        return sign | 0x7e00;
    }
    let value = crate::literal::round_to_half(value.abs());
    if value.is_infinite() {
        return sign | 0x7c00;
    }
    if value < 2f64.powi(-14) {
        return sign | (value * 2f64.powi(24)) as u16;
    }
    let exponent = ((value.to_bits() >> 52) as i64) - 1023;
    let mantissa = (value.to_bits() >> 42) as u16 & 0x3ff;
    sign | ((exponent + 15) as u16) << 10 | mantissa
}

fn half_value(bits: u16) -> f64 {
    let mantissa = (bits & 0x3ff) as f64;
    let magnitude = match bits >> 10 & 0x1f {
        0 => mantissa * 2f64.powi(-24),
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        e => (1024.0 + mantissa) * 2f64.powi(e as i32 - 25),
    };
    if bits & 0x8000 != 0 { -magnitude } else { magnitude }
}

/// `op value`, for an operand of type `from`, as type `to` with `count` elements.
pub fn fold_unary(
    op: UnaryOp,
    value: ScalarValue,
    from: Scalar,
    to: Scalar,
    count: u32,
) -> Option<ScalarValue> {
    Some(match (op, value) {
        (UnaryOp::Neg, ScalarValue::Int(value)) => ScalarValue::Int(from.wrap(value.wrapping_neg())),
        (UnaryOp::Neg, ScalarValue::Float(value)) => ScalarValue::Float(-value),
        (UnaryOp::Not, ScalarValue::Int(value)) => ScalarValue::Int(from.wrap(!value)),
        (UnaryOp::Not, ScalarValue::Float(_)) => return None,
        (UnaryOp::LogicalNot, value) => truth(!is_true(value), to, count),
    })
}

fn truth(value: bool, to: Scalar, count: u32) -> ScalarValue {
    let one = if count == 1 { 1 } else { to.wrap(u128::MAX) };
    ScalarValue::Int(if value { one } else { 0 })
}

/// `x op y` for operands of type `from`, as type `to` with `count` elements; `None` if it is undefined.
pub fn fold_binary(
    op: BinaryOp,
    x: ScalarValue,
    y: ScalarValue,
    from: Scalar,
    to: Scalar,
    count: u32,
) -> Option<ScalarValue> {
    use BinaryOp::*;
    if matches!(op, LogicalAnd | LogicalOr) {
        let value = if op == LogicalAnd {
            is_true(x) && is_true(y)
        } else {
            is_true(x) || is_true(y)
        };
        return Some(truth(value, to, count));
    }
    match (x, y) {
        (ScalarValue::Float(x), ScalarValue::Float(y)) => {
            let value = match op {
                Add => x + y,
                Sub => x - y,
                Mul => x * y,
                Div => x / y,
                Less => return Some(truth(x < y, to, count)),
                Greater => return Some(truth(x > y, to, count)),
                LessEqual => return Some(truth(x <= y, to, count)),
                GreaterEqual => return Some(truth(x >= y, to, count)),
                Equal => return Some(truth(x == y, to, count)),
                NotEqual => return Some(truth(x != y, to, count)),
                _ => return None,
            };
            // Double rounding of one operation from f64 to f32 or f16 is harmless: 53 >= 2 * 24 + 2.
            Some(ScalarValue::Float(crate::ast::round_to(value, from)))
        }
        (ScalarValue::Int(x), ScalarValue::Int(y)) => {
            let signed = from.is_signed();
            let less = |x: u128, y: u128| if signed { (x as i128) < y as i128 } else { x < y };
            let shift = (y & (from.bits() as u128 - 1)) as u32;
            let value = match op {
                Add => x.wrapping_add(y),
                Sub => x.wrapping_sub(y),
                Mul => x.wrapping_mul(y),
                Div | Rem if y == 0 => return None,
                Div if signed => (x as i128).wrapping_div(y as i128) as u128,
                Div => x / y,
                Rem if signed => (x as i128).wrapping_rem(y as i128) as u128,
                Rem => x % y,
                Shl => x.wrapping_shl(shift),
                Shr if signed => (x as i128 >> shift) as u128,
                Shr => x >> shift,
                And => x & y,
                Or => x | y,
                Xor => x ^ y,
                Less => return Some(truth(less(x, y), to, count)),
                Greater => return Some(truth(less(y, x), to, count)),
                LessEqual => return Some(truth(!less(y, x), to, count)),
                GreaterEqual => return Some(truth(!less(x, y), to, count)),
                Equal => return Some(truth(x == y, to, count)),
                NotEqual => return Some(truth(x != y, to, count)),
                LogicalAnd | LogicalOr => return None,
            };
            Some(ScalarValue::Int(from.wrap(value)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_round_trip() {
        for bits in [0u16, 1, 0x3ff, 0x400, 0x3c00, 0x7bff, 0x7c00, 0x8001, 0xfbff] {
            assert_eq!(half_bits(half_value(bits)), bits);
        }
        assert_eq!(half_bits(65520.0), 0x7c00);
        assert_eq!(half_bits(1.0 + 1.0 / 2048.0), 0x3c00);
    }

    #[test]
    fn folding_wraps_and_refuses_what_is_undefined() {
        let int = ScalarValue::Int;
        let fold =
            |op, x: i64, y: i64| fold_binary(op, int(x as u128), int(y as u128), Scalar::Int, Scalar::Int, 1);
        assert_eq!(
            fold(BinaryOp::Add, i32::MAX as i64, 1),
            Some(int(i32::MIN as u128))
        );
        assert_eq!(fold(BinaryOp::Div, 1, 0), None);
        assert_eq!(fold(BinaryOp::Shr, -8, 1), Some(int(-4i64 as u128)));
        assert_eq!(fold(BinaryOp::Shl, 1, 33), Some(int(2)));
        assert_eq!(fold(BinaryOp::Less, -1, 0), Some(int(1)));
    }
}
