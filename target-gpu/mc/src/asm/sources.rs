//! Source operands: registers, constants, expressions, with their modifiers.

use super::registers::Remarks;
use super::{INVALID_OPERAND, TOO_FEW_OPERANDS, looks_like_register, registers};
use crate::constants::{self, ConstantType};
use crate::encode::constant_type;
use crate::subtarget::Family;
use crate::tables::{OperandKindDesc, Syntax};
use smallvec::SmallVec;
use wavec_mc::asm::{Cursor, ParseError, TokenKind};
use wavec_mc::{MCExpr, MCOperand, SymbolTable};

/// Returns to the start and fails there.
fn fail<'a, T>(cursor: &mut Cursor<'a>, start: Cursor<'a>, message: &str) -> Result<T, ParseError> {
    *cursor = start;
    Err(start.error(message))
}

/// Parses a register, a constant or an expression.
pub(super) fn operand(
    family: &Family,
    kind: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
    remarks: &mut Remarks,
) -> Result<MCOperand, ParseError> {
    let start = *cursor;
    if cursor.at_end() {
        return Err(cursor.error(TOO_FEW_OPERANDS));
    }
    if let Some(run) = registers::parse(family, cursor, symbols)? {
        return match registers::in_class(run, kind, remarks) {
            Ok(reg) => Ok(MCOperand::Reg(reg)),
            Err(message) => fail(cursor, start, message),
        };
    }
    if kind.constant_bits == 0 {
        return fail(cursor, start, INVALID_OPERAND);
    }
    // `lit(x)`: a literal even if it could be an inline constant.
    if cursor.ident() == Some("lit") && cursor.peek(1).kind == TokenKind::Punct(b'(') {
        cursor.advance();
        cursor.advance();
        let value = forced(kind, cursor, symbols)?;
        cursor.expect(b')')?;
        return match kind.allow_literal {
            true => Ok(value),
            false => fail(cursor, start, "literal operands are not supported"),
        };
    }
    let ty = constant_type(kind);
    if kind.name.starts_with("VSrc") && (ty.bits < 64 || ty.is_float) {
        if let Some((value, is_forced)) = modified_constant(ty, cursor, symbols)? {
            let value = match is_forced {
                true => forced_if_allowed(value, kind),
                false => literal_allowed(value, kind, ty),
            };
            return value.map_or_else(|message| fail(cursor, start, message), Ok);
        }
        if ty.is_float && cursor.is_punct(b'-') && cursor.peek(1).kind == TokenKind::Punct(b'-') {
            return Err(cursor.error("a second minus must be neg( )"));
        }
    }
    if let Some(value) = float(cursor) {
        return match float_constant(value, ty) {
            Some(bits) if ty.bits == 16 && !ty.is_float && constants::inline_code(bits, ty).is_none() => {
                forced_if_allowed(bits, kind).map_or_else(|message| fail(cursor, start, message), Ok)
            }
            Some(bits) => {
                literal_allowed(bits, kind, ty).map_or_else(|message| fail(cursor, start, message), Ok)
            }
            None => fail(cursor, start, INVALID_OPERAND),
        };
    }
    match cursor.expression(symbols)? {
        MCExpr::Constant(value) if kind.is_packed() => {
            packed_constant(value, kind, ty).map_or_else(|message| fail(cursor, start, message), Ok)
        }
        // For 16-bit integers, negative inline constants are signed numbers only.
        MCExpr::Constant(value @ 0xfff0..=0xffff) if ty.bits == 16 && !ty.is_float => {
            forced_if_allowed(value, kind).map_or_else(|message| fail(cursor, start, message), Ok)
        }
        MCExpr::Constant(value) => match integer_constant(value, ty) {
            Some(value) => {
                literal_allowed(value, kind, ty).map_or_else(|message| fail(cursor, start, message), Ok)
            }
            None => fail(cursor, start, INVALID_OPERAND),
        },
        _ if !kind.allow_literal => fail(cursor, start, "literal operands are not supported"),
        // An address has 32 bits; the constants of other types have a form of their own.
        expr if ty.bits == 32 => Ok(MCOperand::expr(expr)),
        _ => fail(cursor, start, INVALID_OPERAND),
    }
}

/// A number for two halves: a whole word, unless it is an inline constant.
fn packed_constant(value: i64, kind: &OperandKindDesc, ty: ConstantType) -> Result<MCOperand, &'static str> {
    let Some(word) = constants::truncated(value, 32) else {
        return Err(INVALID_OPERAND);
    };
    match constants::inline_code(word, ty) {
        Some(_) => Ok(MCOperand::Imm(word)),
        None => forced_if_allowed(word, kind),
    }
}

/// The contents of `lit( )`: the bits of the literal, or a number or an expression that becomes a literal.
fn forced(
    kind: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<MCOperand, ParseError> {
    let start = *cursor;
    let ty = constant_type(kind);
    let value = match float(cursor) {
        Some(value) => float_constant(value, ty),
        None => match cursor.expression(symbols)? {
            MCExpr::Constant(value) => constants::truncated(value, 32).map(|bits| match ty.bits {
                // The high half.
                64 if ty.is_float => bits << 32,
                _ => bits,
            }),
            expr => return Ok(MCOperand::expr(expr)),
        },
    };
    match value {
        Some(value) => Ok(MCOperand::expr(MCExpr::Constant(value))),
        None => fail(cursor, start, INVALID_OPERAND),
    }
}

/// A literal that is forced even if it could be an inline constant.
fn forced_if_allowed(value: i64, kind: &OperandKindDesc) -> Result<MCOperand, &'static str> {
    match kind.allow_literal {
        true => Ok(MCOperand::expr(MCExpr::Constant(value))),
        false => Err("literal operands are not supported"),
    }
}

/// A constant inside `neg( )`, `abs( )`, `| |` or `sext( )` where the encoding has no modifiers: they are applied to
/// the bits of the constant. Returns its value, and whether `lit( )` makes it a literal.
fn modified_constant(
    ty: ConstantType,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<Option<(i64, bool)>, ParseError> {
    let calls = |cursor: &Cursor<'_>, ahead: usize, name: &str| {
        let token = cursor.peek(ahead);
        token.kind == TokenKind::Ident
            && cursor.text_of(token) == name
            && cursor.peek(ahead + 1).kind == TokenKind::Punct(b'(')
    };
    let minus = usize::from(cursor.is_punct(b'-'));
    let has_bar = cursor.peek(minus).kind == TokenKind::Punct(b'|');
    let is_modified = match ty.is_float {
        true => has_bar || calls(cursor, minus, "abs") || minus == 0 && calls(cursor, 0, "neg"),
        false => minus == 0 && calls(cursor, 0, "sext"),
    };
    if !is_modified {
        return Ok(None);
    }
    let start = *cursor;
    let mut is_negated = minus == 1;
    if minus == 1 {
        cursor.advance();
    }
    let mut closing: SmallVec<[u8; 2]> = SmallVec::new();
    let mut is_absolute = false;
    loop {
        if calls(cursor, 0, "neg") && !is_negated && closing.is_empty() {
            is_negated = true;
        } else if calls(cursor, 0, "sext") && closing.is_empty() && !is_negated && !ty.is_float {
            cursor.advance();
            cursor.advance();
            closing.push(b')');
            break;
        } else if calls(cursor, 0, "abs") && !is_absolute {
            is_absolute = true;
        } else if cursor.is_punct(b'|') && !is_absolute {
            is_absolute = true;
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
    let mut is_forced = false;
    let value = match closing.last() {
        _ if calls(cursor, 0, "lit") && ty.bits < 64 => {
            cursor.advance();
            cursor.advance();
            is_forced = true;
            let value = match float(cursor) {
                Some(value) => float_constant(value, ty),
                None => constants::truncated(cursor.absolute(symbols)?, 32),
            };
            cursor.expect(b')')?;
            value
        }
        Some(b'|') => number_between_bars(cursor, ty, symbols)?,
        _ => match float(cursor) {
            Some(value) => float_constant(value, ty),
            None => match cursor.expression(symbols)? {
                // The sign of a 64-bit integer is not part of a literal.
                MCExpr::Constant(_) if ty.bits == 64 => None,
                MCExpr::Constant(value) => integer_constant(value, ty),
                _ => return fail(cursor, start, "expected an absolute expression"),
            },
        },
    };
    let Some(mut value) = value else {
        return fail(cursor, start, INVALID_OPERAND);
    };
    for close in closing.into_iter().rev() {
        cursor.expect(close)?;
    }
    let sign = 1i64 << (ty.bits - 1);
    if is_absolute {
        value &= !sign;
    }
    if is_negated {
        value ^= sign;
    }
    if ty.bits < 64 {
        value &= (1i64 << ty.bits) - 1;
    }
    Ok(Some((value, is_forced)))
}

/// Consumes a number between bars, where a binary operator would be the second bar; returns its bits.
fn number_between_bars(
    cursor: &mut Cursor<'_>,
    ty: ConstantType,
    symbols: &mut SymbolTable,
) -> Result<Option<i64>, ParseError> {
    if let Some(value) = float(cursor) {
        return Ok(float_constant(value, ty));
    }
    let token = cursor.token();
    match cursor.unary_expression(symbols)? {
        MCExpr::Constant(value) => Ok(integer_constant(value, ty)),
        _ => Err(cursor.error_at(token, "expected an absolute expression")),
    }
}

fn literal_allowed(value: i64, kind: &OperandKindDesc, ty: ConstantType) -> Result<MCOperand, &'static str> {
    if constants::inline_code(value, ty).is_none() && !kind.allow_literal {
        return Err("literal operands are not supported");
    }
    Ok(MCOperand::Imm(value))
}

/// Consumes a floating-point number with its sign.
pub(super) fn float(cursor: &mut Cursor<'_>) -> Option<f64> {
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
    if !fits(value, ty) {
        return None;
    }
    Some(match ty.bits {
        64 => {
            let bits = value.to_bits() as i64;
            if constants::inline_code(bits, ty).is_some() {
                return Some(bits);
            }
            if !ty.is_float {
                return None;
            }
            // Only the high half can be encoded.
            bits & !0xffff_ffff
        }
        32 => single(),
        16 if ty.is_bfloat => i64::from(bfloat_bits(value)),
        16 if ty.is_float => i64::from(half_bits(value)),
        // Integer operands: an f32; a literal is its low half.
        16 => single(),
        _ => return None,
    })
}

/// Whether `value` is representable in this type: neither infinite nor inexactly small.
fn fits(value: f64, ty: ConstantType) -> bool {
    let (rounded, smallest) = match ty.bits {
        64 => return true,
        16 if ty.is_float && !ty.is_bfloat => {
            let half = half_bits(value);
            // The value of a half that is normal; others are exact only if they are multiples of 2 to the -24.
            let is_exact = (value * 16_777_216.0).fract() == 0.0;
            return half & 0x7c00 != 0x7c00 && (half & 0x7c00 != 0 || is_exact);
        }
        _ => (value as f32, f32::MIN_POSITIVE),
    };
    rounded.is_finite() && (rounded.abs() >= smallest || f64::from(rounded) == value)
}

/// The bfloat nearest to `value`, ties to even.
fn bfloat_bits(value: f64) -> u16 {
    let bits = (value as f32).to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

/// The f16 nearest to `value`, ties to even.
pub(super) fn half_bits(value: f64) -> u16 {
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
            Err(_) => None,
        },
        // Signed and unsigned 32-bit values are accepted.
        64 => constants::truncated(value, 32),
        bits => {
            let bits = u32::from(bits);
            let range = 1i64 << bits;
            (-(range >> 1)..range).contains(&value).then_some(value)
        }
    }
}

/// Parses a source with modifiers: the bits of the modifiers and the source.
pub(super) fn with_modifiers(
    family: &Family,
    kind: &OperandKindDesc,
    source: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
    remarks: &mut Remarks,
) -> Result<(i64, MCOperand), ParseError> {
    match kind.syntax {
        Syntax::FpMods | Syntax::FpOpSelMods | Syntax::MixMods => {
            float_modifiers(family, source, cursor, symbols, remarks)
        }
        Syntax::IntMods => {
            if cursor.ident() == Some("sext") && cursor.peek(1).kind == TokenKind::Punct(b'(') {
                cursor.advance();
                cursor.advance();
                let value = register_or_constant(family, source, cursor, symbols, remarks)?;
                cursor.expect(b')')?;
                return Ok((1, value));
            }
            Ok((0, register_or_constant(family, source, cursor, symbols, remarks)?))
        }
        _ => Ok((0, register_or_constant(family, source, cursor, symbols, remarks)?)),
    }
}

fn register_or_constant(
    family: &Family,
    source: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
    remarks: &mut Remarks,
) -> Result<MCOperand, ParseError> {
    match source.syntax {
        Syntax::Source | Syntax::SdwaSource => operand(family, source, cursor, symbols, remarks),
        _ => registers::operand(family, source, cursor, symbols, remarks).map(MCOperand::Reg),
    }
}

/// `-|x|`, `neg(x)`, `abs(x)` and combinations. A minus before a number belongs to the number.
fn float_modifiers(
    family: &Family,
    source: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
    remarks: &mut Remarks,
) -> Result<(i64, MCOperand), ParseError> {
    let start = *cursor;
    let mut modifiers = 0;
    let mut closing = Vec::new();
    loop {
        let calls =
            |name: &str| cursor.ident() == Some(name) && cursor.peek(1).kind == TokenKind::Punct(b'(');
        if calls("neg") && modifiers == 0 {
            modifiers |= 1;
        } else if calls("abs") && modifiers & 2 == 0 {
            modifiers |= 2;
        } else if cursor.is_punct(b'-') && cursor.peek(1).kind == TokenKind::Punct(b'-') {
            return Err(cursor.error("a second minus must be neg( )"));
        } else if cursor.is_punct(b'-') && modifiers == 0 && negates(family, cursor) {
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
    // The bar of an absolute value would be parsed as an operator of an expression.
    let value = if closing.last() == Some(&b'|') && !looks_like_register(family, cursor) {
        bar_constant(source, cursor, symbols)?
    } else {
        register_or_constant(family, source, cursor, symbols, remarks)?
    };
    for close in closing.into_iter().rev() {
        cursor.expect(close)?;
    }
    // The value of a symbol has no sign to be changed.
    if matches!(&value, MCOperand::Expr(expr) if !matches!(**expr, MCExpr::Constant(_))) {
        return fail(cursor, start, INVALID_OPERAND);
    }
    Ok((modifiers, value))
}

/// A constant between bars: one number.
fn bar_constant(
    source: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<MCOperand, ParseError> {
    let start = *cursor;
    let ty = constant_type(source);
    if ty.bits == 0 {
        return fail(cursor, start, INVALID_OPERAND);
    }
    match number_between_bars(cursor, ty, symbols)? {
        None => fail(cursor, start, INVALID_OPERAND),
        Some(value) => {
            literal_allowed(value, source, ty).map_or_else(|message| fail(cursor, start, message), Ok)
        }
    }
}

/// Whether the minus here negates a register instead of belonging to a number.
fn negates(family: &Family, cursor: &Cursor<'_>) -> bool {
    let mut next = *cursor;
    next.advance();
    let calls_abs = next.ident() == Some("abs") && next.peek(1).kind == TokenKind::Punct(b'(');
    next.is_punct(b'|') || calls_abs || looks_like_register(family, &next)
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
