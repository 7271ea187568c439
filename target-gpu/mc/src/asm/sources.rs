//! Source operands: registers, constants, expressions, with their modifiers.

use super::{INVALID_OPERAND, looks_like_register, registers};
use crate::constants::{self, ConstantType};
use crate::encode::constant_type;
use crate::tables::{OperandKindDesc, Syntax};
use wavec_mc::asm::{Cursor, ParseError, TokenKind};
use wavec_mc::{MCExpr, MCOperand, SymbolTable};

/// Goes back and fails there.
fn fail<'a, T>(cursor: &mut Cursor<'a>, start: Cursor<'a>, message: &str) -> Result<T, ParseError> {
    *cursor = start;
    Err(start.error(message))
}

/// Reads a register, a constant or an expression.
pub fn operand(
    kind: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<MCOperand, ParseError> {
    let start = *cursor;
    if cursor.at_end() {
        return Err(cursor.error("too few operands for instruction"));
    }
    if let Some(run) = registers::parse(cursor, symbols)? {
        return match registers::in_class(run, kind.asm_class) {
            Ok(reg) => Ok(MCOperand::Reg(reg)),
            Err(message) => fail(cursor, start, message),
        };
    }
    if kind.syntax != Syntax::Source {
        return fail(cursor, start, INVALID_OPERAND);
    }
    // `lit(x)`: a literal even if it could be an inline constant.
    if cursor.ident() == Some("lit") && cursor.peek(1).kind == TokenKind::Punct(b'(') {
        cursor.advance();
        cursor.advance();
        let value = operand(kind, cursor, symbols)?;
        cursor.expect(b')')?;
        return match value {
            MCOperand::Imm(value) if kind.allow_literal => Ok(forced(value, constant_type(kind))),
            MCOperand::Expr(_) => Ok(value),
            _ => fail(cursor, start, "literal operands are not supported"),
        };
    }
    let ty = constant_type(kind);
    if let Some(value) = float(cursor) {
        return match float_constant(value, ty) {
            Some(bits) => {
                literal_allowed(bits, kind, ty).map_or_else(|message| fail(cursor, start, message), Ok)
            }
            None => fail(cursor, start, INVALID_OPERAND),
        };
    }
    match cursor.expression(symbols)? {
        // The high half of an f64 stays a literal, even if the whole is an inline constant.
        MCExpr::Constant(high)
            if ty.bits == 64 && ty.is_float && kind.allow_literal && is_high_half_of_inline(high, ty) =>
        {
            Ok(MCOperand::expr(MCExpr::Constant(high << 32)))
        }
        MCExpr::Constant(value) => match integer_constant(value, ty) {
            Some(value) => {
                literal_allowed(value, kind, ty).map_or_else(|message| fail(cursor, start, message), Ok)
            }
            None => fail(cursor, start, INVALID_OPERAND),
        },
        expr if kind.allow_literal => Ok(MCOperand::expr(expr)),
        _ => fail(cursor, start, "literal operands are not supported"),
    }
}

/// A number as written inside `lit( )`, in the form of immediates, as a forced literal.
fn forced(value: i64, ty: ConstantType) -> MCOperand {
    // Small integers of f64 operands were read as integers; the literal is the high half.
    let small = ty.bits == 64 && ty.is_float && (-16..=64).contains(&value);
    MCOperand::expr(MCExpr::Constant(if small {
        i64::from(value as u32) << 32
    } else {
        value
    }))
}

/// Whether `high`, as the high half of an f64, makes an inline constant, but is none itself.
fn is_high_half_of_inline(high: i64, ty: ConstantType) -> bool {
    u32::try_from(high).is_ok()
        && constants::inline_code(high, ty).is_none()
        && constants::inline_code(high << 32, ty).is_some()
}

fn literal_allowed(value: i64, kind: &OperandKindDesc, ty: ConstantType) -> Result<MCOperand, &'static str> {
    if constants::inline_code(value, ty).is_none() && !kind.allow_literal {
        return Err("literal operands are not supported");
    }
    Ok(MCOperand::Imm(value))
}

/// Passes a floating-point number with its sign.
pub fn float(cursor: &mut Cursor<'_>) -> Option<f64> {
    let negative = cursor.is_punct(b'-');
    let TokenKind::Float(value) = cursor.peek(usize::from(negative)).kind else {
        return None;
    };
    if negative {
        cursor.advance();
    }
    cursor.advance();
    Some(if negative { -value } else { value })
}

/// The bits of a floating-point number in an operand of this type.
fn float_constant(value: f64, ty: ConstantType) -> Option<i64> {
    let single = || i64::from((value as f32).to_bits());
    Some(match ty.bits {
        64 => {
            let bits = value.to_bits() as i64;
            if constants::inline_code(bits, ty).is_some() {
                return Some(bits);
            }
            if !ty.is_float {
                return None;
            }
            // Only the high half can be said.
            bits & !0xffff_ffff
        }
        32 => single(),
        16 if ty.is_float => i64::from(half_bits(value)),
        // Integer operands: the inline constants are f32 patterns, others are halves.
        16 if constants::inline_code(single(), ty).is_some() => single(),
        16 => i64::from(half_bits(value)),
        _ => return None,
    })
}

/// The f16 nearest to `value`, ties to even.
pub fn half_bits(value: f64) -> u16 {
    let bits = value.to_bits();
    let sign = ((bits >> 48) & 0x8000) as u16;
    let exponent = ((bits >> 52) & 0x7ff) as i32 - 1023;
    let mantissa = bits & ((1 << 52) - 1);
    if exponent == 1024 {
        return sign | 0x7c00 | if mantissa != 0 { 0x200 } else { 0 };
    }
    let (shift, base) = if exponent < -14 {
        // Subnormal: the implicit bit becomes explicit and moves right.
        (42 + (-14 - exponent), 0)
    } else {
        (42, ((exponent + 15) as u64) << 10)
    };
    if exponent > 15 {
        return sign | 0x7c00;
    }
    if shift > 54 {
        return sign;
    }
    let full = if base == 0 { mantissa | 1 << 52 } else { mantissa };
    let kept = full >> shift;
    let rest = full & ((1 << shift) - 1);
    let half = 1u64 << (shift - 1);
    let round = u64::from(rest > half || rest == half && kept & 1 == 1);
    sign | (base + kept + round) as u16
}

/// The value of an integer in an operand of this type.
fn integer_constant(value: i64, ty: ConstantType) -> Option<i64> {
    match ty.bits {
        64 if constants::inline_code(value, ty).is_some() => Some(value),
        // Literals of f64 operands are written as their high half.
        64 if ty.is_float => match u32::try_from(value) {
            Ok(high) => Some(i64::from(high) << 32),
            Err(_) if i32::try_from(value).is_ok() => Some(i64::from(value as u32) << 32),
            Err(_) => (value & 0xffff_ffff == 0).then_some(value),
        },
        64 => Some(value),
        16 if !ty.is_float && constants::inline_code(value, ty).is_some() && value > 0xffff => Some(value),
        bits => {
            let bits = u32::from(bits);
            let range = 1i64 << bits;
            (-(range >> 1)..range).contains(&value).then_some(value)
        }
    }
}

/// Reads a source with modifiers: the bits of the modifiers and the source.
pub fn with_modifiers(
    kind: &OperandKindDesc,
    source: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<(i64, MCOperand), ParseError> {
    match kind.syntax {
        Syntax::FpMods | Syntax::FpOpSelMods | Syntax::MixMods => float_modifiers(source, cursor, symbols),
        Syntax::IntMods => {
            if cursor.ident() == Some("sext") && cursor.peek(1).kind == TokenKind::Punct(b'(') {
                cursor.advance();
                cursor.advance();
                let value = register_or_constant(source, cursor, symbols)?;
                cursor.expect(b')')?;
                return Ok((1, value));
            }
            Ok((0, register_or_constant(source, cursor, symbols)?))
        }
        _ => Ok((0, register_or_constant(source, cursor, symbols)?)),
    }
}

fn register_or_constant(
    source: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<MCOperand, ParseError> {
    match source.syntax {
        Syntax::Source => operand(source, cursor, symbols),
        _ => registers::operand(source, cursor, symbols).map(MCOperand::Reg),
    }
}

/// `-|x|`, `neg(x)`, `abs(x)` and combinations. A minus before a number belongs to the number.
fn float_modifiers(
    source: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<(i64, MCOperand), ParseError> {
    let mut modifiers = 0;
    let mut closing = Vec::new();
    loop {
        let calls =
            |name: &str| cursor.ident() == Some(name) && cursor.peek(1).kind == TokenKind::Punct(b'(');
        if calls("neg") && modifiers == 0 {
            modifiers |= 1;
        } else if calls("abs") && modifiers & 2 == 0 {
            modifiers |= 2;
        } else if cursor.is_punct(b'-') && modifiers == 0 && negates(cursor) {
            modifiers |= 1;
            cursor.advance();
            continue;
        } else if cursor.is_punct(b'|') && modifiers & 2 == 0 {
            modifiers |= 2;
            cursor.advance();
            closing.push(b'|');
            continue;
        } else {
            break;
        }
        cursor.advance();
        cursor.advance();
        closing.push(b')');
    }
    // An absolute value bar would be read as an operator of an expression.
    let value = if closing.last() == Some(&b'|') && !looks_like_register(cursor) {
        bar_constant(source, cursor, symbols)?
    } else {
        register_or_constant(source, cursor, symbols)?
    };
    for close in closing.into_iter().rev() {
        cursor.expect(close)?;
    }
    Ok((modifiers, value))
}

/// A constant between bars: one number.
fn bar_constant(
    source: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<MCOperand, ParseError> {
    let ty = constant_type(source);
    let negative = cursor.is_punct(b'-');
    let value = match cursor.peek(usize::from(negative)).kind {
        TokenKind::Int(value) => {
            let value = value as i64;
            integer_constant(if negative { value.wrapping_neg() } else { value }, ty)
        }
        TokenKind::Float(value) => float_constant(if negative { -value } else { value }, ty),
        _ => return register_or_constant(source, cursor, symbols),
    };
    let Some(value) = value else {
        return Err(cursor.error(INVALID_OPERAND));
    };
    let allowed = literal_allowed(value, source, ty).map_err(|message| cursor.error(message))?;
    cursor.advance();
    if negative {
        cursor.advance();
    }
    Ok(allowed)
}

/// Whether the minus here negates a register instead of belonging to a number.
fn negates(cursor: &Cursor<'_>) -> bool {
    let mut next = *cursor;
    next.advance();
    let calls_abs = next.ident() == Some("abs") && next.peek(1).kind == TokenKind::Punct(b'(');
    next.is_punct(b'|') || calls_abs || looks_like_register(&next)
}

#[cfg(test)]
mod tests {
    use super::half_bits;

    #[test]
    fn halves() {
        for (value, bits) in [
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (0.1, 0x2e66),
            (65504.0, 0x7bff),
            (65520.0, 0x7c00),
            (5.960_464_477_539_063e-8, 1),
            (1e-9, 0),
            (6.103_515_625e-5, 0x400),
            (f64::INFINITY, 0x7c00),
        ] {
            assert_eq!(half_bits(value), bits, "{value}");
        }
    }
}
