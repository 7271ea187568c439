//! Immediates with a syntax of their own at a fixed position.

use super::{INVALID_OPERAND, TOO_FEW_OPERANDS, sources};
use crate::graphics;
use crate::subtarget::Family;
use crate::symbolic::{DELAY_FIELDS, GPR_IDX_MODES, message_is_valid, message_operations, number_of};
use crate::tables::{OperandKindDesc, Syntax};
use crate::wait_counters::{DEPENDENCY_COUNTERS, WaitCounter, WaitCounters};
use wavec_mc::asm::{Cursor, ParseError, Token, TokenKind};
use wavec_mc::{MCExpr, MCOperand, SymbolTable};

/// Parses an immediate of a kind.
pub(super) fn operand(
    family: &Family,
    kind: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<MCOperand, ParseError> {
    if cursor.at_end() {
        return match kind.syntax {
            Syntax::Endpgm => Ok(MCOperand::Imm(0)),
            _ => Err(cursor.error(TOO_FEW_OPERANDS)),
        };
    }
    let token = cursor.token();
    let calls = |name: &str| cursor.ident() == Some(name) && cursor.peek(1).kind == TokenKind::Punct(b'(');
    let is_call = token.kind == TokenKind::Ident && cursor.peek(1).kind == TokenKind::Punct(b'(');
    match kind.syntax {
        Syntax::Waitcnt if is_call => waitcnt(cursor, symbols, family.waits),
        Syntax::Depctr if is_call => depctr(cursor, symbols),
        Syntax::DelayAlu if is_call => delay(cursor),
        Syntax::ExportTarget => {
            let name = cursor.ident().unwrap_or_default();
            match graphics::export_target(family.export_targets, name) {
                Some(target) => {
                    cursor.advance();
                    Ok(MCOperand::Imm(i64::from(target)))
                }
                None if graphics::is_export_target(name) => {
                    Err(cursor.error("exp target is not supported on this GPU"))
                }
                None => Err(cursor.error("invalid exp target")),
            }
        }
        Syntax::InterpAttribute => match cursor.ident().and_then(graphics::attribute) {
            Some(Ok(attribute)) => {
                cursor.advance();
                Ok(MCOperand::Imm(i64::from(attribute)))
            }
            Some(Err(message)) => Err(cursor.error(message)),
            None => Err(cursor.error("invalid interpolation attribute")),
        },
        Syntax::InterpSlot => match graphics::SLOTS
            .iter()
            .position(|slot| cursor.ident() == Some(slot))
        {
            Some(slot) => {
                cursor.advance();
                Ok(MCOperand::Imm(slot as i64))
            }
            None => Err(cursor.error("invalid interpolation slot")),
        },
        Syntax::Hwreg if calls("hwreg") => hwreg(family, cursor, symbols),
        Syntax::Hwreg if cursor.is_punct(b'{') => hwreg_fields(family, cursor, symbols),
        Syntax::Sendmsg if calls("sendmsg") => sendmsg(family, cursor, symbols),
        Syntax::GprIdx if calls("gpr_idx") => gpr_idx(cursor),
        Syntax::Kimm32 | Syntax::Simm32 | Syntax::Kimm16 | Syntax::DualConstant => {
            let half = kind.syntax == Syntax::Kimm16;
            if let Some(value) = sources::float(cursor) {
                let bits = if half {
                    u32::from(sources::half_bits(value))
                } else {
                    (value as f32).to_bits()
                };
                return Ok(MCOperand::Imm(i64::from(bits)));
            }
            let bits = if half { 16 } else { 32 };
            number(
                family,
                cursor,
                symbols,
                -(1i64 << (bits - 1))..1i64 << bits,
                "invalid operand for instruction",
            )
        }
        Syntax::Branch => match cursor.expression(symbols)? {
            MCExpr::Constant(value) if (-(1 << 15)..1 << 16).contains(&value) => Ok(MCOperand::Imm(value)),
            MCExpr::Constant(_) => Err(cursor.error_at(token, "expected a 16-bit signed jump offset")),
            expr @ MCExpr::Symbol(..) => Ok(MCOperand::expr(expr)),
            _ => Err(cursor.error_at(token, "expected an absolute expression or a label")),
        },
        Syntax::SmrdOffset => number(
            family,
            cursor,
            symbols,
            -(1 << (kind.width - 1))..1 << (kind.width - 1),
            &format!("expected a {}-bit signed offset", kind.width),
        ),
        Syntax::U7imm => number(family, cursor, symbols, 0..128, "invalid operand for instruction"),
        Syntax::GprIdx => number(
            family,
            cursor,
            symbols,
            0..16,
            "invalid immediate: only 4-bit values are legal",
        ),
        Syntax::Sendmsg | Syntax::Endpgm | Syntax::UnsignedK | Syntax::Hwreg => {
            number(family, cursor, symbols, 0..1 << 16, "expected a 16-bit value")
        }
        Syntax::S16imm
        | Syntax::Simm16
        | Syntax::U16imm
        | Syntax::Waitcnt
        | Syntax::Depctr
        | Syntax::DelayAlu => number(
            family,
            cursor,
            symbols,
            -(1 << 15)..1 << 16,
            "expected a 16-bit value",
        ),
        _ => number(family, cursor, symbols, i64::MIN..i64::MAX, INVALID_OPERAND),
    }
}

fn number(
    family: &Family,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
    range: std::ops::Range<i64>,
    message: &str,
) -> Result<MCOperand, ParseError> {
    let start = *cursor;
    if super::looks_like_register(family, cursor) {
        return Err(cursor.error(INVALID_OPERAND));
    }
    match cursor.expression(symbols)? {
        MCExpr::Constant(value) if range.contains(&value) => Ok(MCOperand::Imm(value)),
        _ => {
            *cursor = start;
            Err(start.error(message))
        }
    }
}

/// `vmcnt(0) & lgkmcnt(1)`; the words may be separated by `&`, commas or blanks.
fn waitcnt(
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
    counters: &WaitCounters,
) -> Result<MCOperand, ParseError> {
    let all = counters.all();
    let mut numbers = all.map(WaitCounter::most);
    while !cursor.at_end() {
        let token = cursor.token();
        let name = cursor
            .ident()
            .ok_or_else(|| cursor.error("expected a counter name"))?;
        let (name, saturates) = match name.strip_suffix("_sat") {
            Some(name) => (name, true),
            None => (name, false),
        };
        let Some(index) = all.iter().position(|counter| counter.name == name) else {
            return Err(cursor.error_at(token, format!("invalid counter name {name}")));
        };
        let most = all[index].most();
        cursor.advance();
        cursor.expect(b'(')?;
        let place = cursor.token();
        let value = cursor.absolute(symbols)?;
        cursor.expect(b')')?;
        numbers[index] = match u32::try_from(value) {
            Ok(value) if value <= most => value,
            Ok(_) if saturates => most,
            _ => return Err(cursor.error_at(place, format!("too large value for {name}"))),
        };
        if (cursor.eat(b'&') || cursor.eat(b',')) && cursor.at_end() {
            return Err(cursor.error("expected a counter name"));
        }
    }
    let fields = all
        .iter()
        .zip(numbers)
        .map(|(counter, number)| counter.write(number));
    Ok(MCOperand::Imm(i64::from(fields.fold(0, |all, bits| all | bits))))
}

/// `depctr_va_vcc(0) depctr_sa_sdst(0)`, each once; the others are not waited for.
fn depctr(cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<MCOperand, ParseError> {
    let all = &DEPENDENCY_COUNTERS;
    let mut numbers: [Option<u32>; 7] = [None; 7];
    while !cursor.at_end() {
        let token = cursor.token();
        let name = cursor
            .ident()
            .ok_or_else(|| cursor.error("expected a counter name"))?;
        let Some(index) = all.iter().position(|counter| counter.name == name) else {
            return Err(cursor.error_at(token, format!("invalid counter name {name}")));
        };
        if numbers[index].is_some() {
            return Err(cursor.error_at(token, format!("duplicate counter name {name}")));
        }
        cursor.advance();
        cursor.expect(b'(')?;
        let place = cursor.token();
        numbers[index] = match u32::try_from(cursor.absolute(symbols)?) {
            Ok(number) if number <= all[index].most() => Some(number),
            _ => return Err(cursor.error_at(place, format!("invalid value for {name}"))),
        };
        cursor.expect(b')')?;
        if (cursor.eat(b'&') || cursor.eat(b',')) && cursor.at_end() {
            return Err(cursor.error("expected a counter name"));
        }
    }
    let fields = all.iter().zip(numbers);
    let bits = fields.map(|(counter, number)| number.unwrap_or(counter.most()) << counter.bits.0);
    Ok(MCOperand::Imm(i64::from(bits.fold(0, |all, bits| all | bits))))
}

/// `instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)`, in any order; the others are 0.
fn delay(cursor: &mut Cursor<'_>) -> Result<MCOperand, ParseError> {
    let mut immediate = 0;
    loop {
        let token = cursor.token();
        let field = DELAY_FIELDS
            .iter()
            .find(|field| cursor.ident() == Some(field.name));
        let Some(field) = field else {
            return Err(cursor.error_at(token, "invalid field name"));
        };
        cursor.advance();
        cursor.expect(b'(')?;
        let token = cursor.token();
        let Some(name) = cursor.ident() else {
            return Err(cursor.error("expected a value name"));
        };
        let Some(number) = field.values.iter().position(|&value| value == name) else {
            return Err(cursor.error_at(token, format!("invalid value name {name}")));
        };
        cursor.advance();
        cursor.expect(b')')?;
        immediate |= field.write(number as u32);
        if !cursor.eat(b'|') {
            return Ok(MCOperand::Imm(i64::from(immediate)));
        }
    }
}

/// `hwreg(NAME[, offset, size])`
fn hwreg(
    family: &Family,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<MCOperand, ParseError> {
    cursor.advance();
    cursor.expect(b'(')?;
    let token = cursor.token();
    let id = match cursor.ident().filter(|name| name.starts_with("HW_REG")) {
        Some(name) => match number_of(family.hwregs, name) {
            Some(id) => {
                cursor.advance();
                id
            }
            None => return Err(cursor.error_at(token, "invalid hardware register name")),
        },
        None => small(
            cursor,
            symbols,
            63,
            "invalid hardware register: only 6-bit values are legal",
        )?,
    };
    let (mut offset, mut size) = (0, 32);
    if cursor.eat(b',') {
        offset = small(
            cursor,
            symbols,
            31,
            "invalid bit offset: only 5-bit values are legal",
        )?;
        cursor.expect(b',')?;
        let token = cursor.token();
        size = small(
            cursor,
            symbols,
            32,
            "invalid bitfield width: only values from 1 to 32 are legal",
        )?;
        if size == 0 {
            let message = "invalid bitfield width: only values from 1 to 32 are legal";
            return Err(cursor.error_at(token, message));
        }
    }
    cursor.expect(b')')?;
    Ok(MCOperand::Imm(i64::from(id | offset << 6 | (size - 1) << 11)))
}

/// `{id: NAME, offset: 0, size: 32}`, in any order; the last two are optional.
fn hwreg_fields(
    family: &Family,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<MCOperand, ParseError> {
    let start = cursor.advance();
    let mut fields: [Option<u32>; 3] = [None; 3];
    while !cursor.is_punct(b'}') {
        let token = cursor.token();
        let index = ["id", "offset", "size"]
            .iter()
            .position(|name| cursor.ident() == Some(name));
        let Some(index) = index.filter(|&index| fields[index].is_none()) else {
            return Err(cursor.error_at(token, "expected id, offset or size, each once"));
        };
        cursor.advance();
        cursor.expect(b':')?;
        let known = cursor.ident().and_then(|name| number_of(family.hwregs, name));
        fields[index] = Some(match (index, known) {
            (0, Some(id)) => {
                cursor.advance();
                id
            }
            (0, None) => small(
                cursor,
                symbols,
                63,
                "invalid hardware register: only 6-bit values are legal",
            )?,
            (1, _) => small(
                cursor,
                symbols,
                31,
                "invalid bit offset: only 5-bit values are legal",
            )?,
            _ => small(
                cursor,
                symbols,
                32,
                "invalid bitfield width: only values from 1 to 32 are legal",
            )?,
        });
        if !cursor.eat(b',') {
            break;
        }
    }
    cursor.expect(b'}')?;
    match fields {
        [_, _, Some(0)] => Err(cursor.error_at(
            start,
            "invalid bitfield width: only values from 1 to 32 are legal",
        )),
        [id, offset, size] => Ok(MCOperand::Imm(i64::from(
            id.unwrap_or(0) | offset.unwrap_or(0) << 6 | (size.unwrap_or(32) - 1) << 11,
        ))),
    }
}

/// `sendmsg(MSG[, op[, stream]])`
fn sendmsg(
    family: &Family,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<MCOperand, ParseError> {
    cursor.advance();
    cursor.expect(b'(')?;
    let token = cursor.token();
    let by_name = cursor.ident().filter(|name| name.starts_with("MSG_"));
    let id = match by_name {
        Some(name) => match number_of(family.messages, name) {
            Some(id) => {
                cursor.advance();
                id
            }
            None => return Err(cursor.error_at(token, "invalid message name")),
        },
        None => {
            let most = if family.messages_have_operations { 15 } else { 255 };
            small(cursor, symbols, most, "invalid message id")?
        }
    };
    let (mut op, mut stream) = (0, 0);
    // Where they stand.
    let (mut op_token, mut stream_token) = (None, None);
    if cursor.eat(b',') {
        op_token = Some(cursor.token());
        let name = cursor
            .ident()
            .and_then(|name| number_of(message_operations(family, id), name));
        op = match name {
            Some(op) => {
                cursor.advance();
                op
            }
            None => small(cursor, symbols, 7, "invalid operation id")?,
        };
        if cursor.eat(b',') {
            stream_token = Some(cursor.token());
            stream = small(cursor, symbols, 3, "invalid message stream id")?;
        }
    }
    cursor.expect(b')')?;
    if by_name.is_some() {
        let error = |place: Option<Token>, message| Err(cursor.error_at(place.unwrap_or(token), message));
        if op_token.is_some() && message_operations(family, id).is_empty() {
            return error(op_token, "message does not support operations");
        }
        if !message_is_valid(family, id, op, 0) {
            return error(op_token, "invalid operation id");
        }
        if stream_token.is_some() && !message_is_valid(family, id, op, 1) {
            return error(stream_token, "message operation does not support streams");
        }
        if !message_is_valid(family, id, op, stream) {
            return error(stream_token, "invalid message stream id");
        }
    }
    Ok(MCOperand::Imm(i64::from(id | op << 4 | stream << 8)))
}

/// `gpr_idx(SRC0,DST)`
fn gpr_idx(cursor: &mut Cursor<'_>) -> Result<MCOperand, ParseError> {
    cursor.advance();
    cursor.expect(b'(')?;
    let mut modes = 0;
    while !cursor.is_punct(b')') {
        let bit = cursor
            .ident()
            .and_then(|name| GPR_IDX_MODES.iter().position(|known| *known == name));
        let Some(bit) = bit else {
            return Err(cursor.error("expected a VGPR index mode or a closing parenthesis"));
        };
        if modes >> bit & 1 != 0 {
            return Err(cursor.error("duplicate VGPR index mode"));
        }
        modes |= 1 << bit;
        cursor.advance();
        if !cursor.eat(b',') {
            break;
        }
    }
    cursor.expect(b')')?;
    Ok(MCOperand::Imm(modes))
}

/// A number from 0 to `max`.
fn small(
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
    max: u32,
    message: &str,
) -> Result<u32, ParseError> {
    let token = cursor.token();
    match cursor.absolute(symbols).map(u32::try_from) {
        Ok(Ok(value)) if value <= max => Ok(value),
        _ => Err(cursor.error_at(token, message)),
    }
}
