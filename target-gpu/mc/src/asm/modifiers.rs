//! Optional modifiers behind the operands, in any order: `offset:16`, `sc0 nt`, `clamp`, `mul:2`, `op_sel:[0,1]`,
//! `quad_perm:[0,1,2,3]`, `row_mask:0xf`, `dst_sel:WORD_1`, `offset:swizzle(QUAD_PERM,0,1,2,3)`, ...

use super::INVALID_OPERAND;
use crate::encode::kind_desc;
use crate::symbolic::{DATA_FORMATS, DST_UNUSED, NUMBER_FORMATS, SDWA_SELECTS};
use crate::tables::{Combined, INSTR_INFO, OperandKindDesc, Syntax};
use smallvec::SmallVec;
use wavec_mc::asm::{Cursor, ParseError, Token, TokenKind};
use wavec_mc::{MCInst, MCOperand, OperandFlags, SymbolTable};

/// What stands behind the colon of a modifier.
#[derive(Clone, Debug)]
enum Value {
    /// Nothing: a flag.
    None,
    /// A number.
    Number(i64),
    /// A name.
    Name(String),
    /// `[a,b]`
    List(SmallVec<[i64; 4]>),
    /// `[NAME,NAME]`
    Names(Vec<String>),
    /// `swizzle(...)`
    Swizzle(Result<u32, String>),
}

struct Modifier {
    token: Token,
    name: String,
    value: Value,
    used: bool,
}

/// The modifiers of one instruction.
pub struct Modifiers {
    list: Vec<Modifier>,
}

/// Words that are DPP controls of their own.
const DPP_WORDS: [(&str, i64); 2] = [("row_mirror", 0x140), ("row_half_mirror", 0x141)];

impl Modifiers {
    /// Reads everything up to the end of the statement.
    pub fn read(cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<Modifiers, ParseError> {
        let mut list = Vec::new();
        while !cursor.at_end() {
            // Commas between modifiers do no harm.
            if !list.is_empty() && cursor.eat(b',') {
                continue;
            }
            let token = cursor.token();
            let Some(name) = cursor.ident() else {
                return Err(cursor.error(INVALID_OPERAND));
            };
            cursor.advance();
            let value = if cursor.eat(b':') {
                value(cursor, symbols)?
            } else {
                Value::None
            };
            list.push(Modifier {
                token,
                name: name.to_string(),
                value,
                used: false,
            });
        }
        Ok(Modifiers { list })
    }

    /// The first modifier with this name that is not used yet.
    fn take(&mut self, name: &str) -> Option<&Modifier> {
        let found = self
            .list
            .iter_mut()
            .find(|modifier| !modifier.used && modifier.name == name)?;
        found.used = true;
        Some(found)
    }

    /// Words that must be there: ` idxen offen`.
    pub fn words(&mut self, text: &str, cursor: &Cursor<'_>) -> Result<(), ParseError> {
        for word in text.split_whitespace() {
            match self.take(word) {
                Some(Modifier {
                    value: Value::None, ..
                }) => {}
                _ => return Err(cursor.error(INVALID_OPERAND)),
            }
        }
        Ok(())
    }

    /// The value of an operand; `None` leaves its default.
    pub fn operand(
        &mut self,
        kind: &OperandKindDesc,
        cursor: &Cursor<'_>,
    ) -> Result<Option<i64>, ParseError> {
        match kind.syntax {
            Syntax::Gds => match self.take(kind.prefix) {
                None => Ok(None),
                Some(modifier) => {
                    Err(cursor.error_at(modifier.token, "gds modifier is not supported on this GPU"))
                }
            },
            Syntax::Flag => match self.take(kind.prefix) {
                None => Ok(None),
                Some(Modifier {
                    value: Value::None, ..
                }) => Ok(Some(1)),
                Some(modifier) => Err(cursor.error_at(modifier.token, INVALID_OPERAND)),
            },
            Syntax::NamedInt | Syntax::SignedOffset | Syntax::SmrdNamedOffset | Syntax::DppMask => {
                let Some(modifier) = self.take(kind.prefix) else {
                    return match kind.syntax {
                        Syntax::SmrdNamedOffset => Err(cursor.error(INVALID_OPERAND)),
                        _ => Ok(None),
                    };
                };
                let token = modifier.token;
                match modifier.value {
                    Value::Number(number) => in_range(kind, number)
                        .map(Some)
                        .map_err(|m| cursor.error_at(token, m)),
                    _ => Err(cursor.error_at(token, INVALID_OPERAND)),
                }
            }
            Syntax::Swizzle => match self.take(kind.prefix) {
                None => Ok(None),
                Some(Modifier {
                    value: Value::Number(number),
                    ..
                }) if (0..1 << 16).contains(number) => Ok(Some(*number)),
                Some(Modifier {
                    value: Value::Swizzle(Ok(number)),
                    ..
                }) => Ok(Some(i64::from(*number))),
                Some(Modifier {
                    value: Value::Swizzle(Err(message)),
                    token,
                    ..
                }) => Err(cursor.error_at(*token, message.clone())),
                Some(modifier) => Err(cursor.error_at(modifier.token, "expected a 16-bit offset")),
            },
            Syntax::Omod => {
                for (name, number, code) in [
                    ("mul", 1, 0),
                    ("mul", 2, 1),
                    ("mul", 4, 2),
                    ("div", 1, 0),
                    ("div", 2, 3),
                ] {
                    let found = self.list.iter_mut().find(|modifier| {
                        !modifier.used
                            && modifier.name == name
                            && matches!(modifier.value, Value::Number(value) if value == number)
                    });
                    if let Some(found) = found {
                        found.used = true;
                        return Ok(Some(code));
                    }
                }
                Ok(None)
            }
            Syntax::Cpol | Syntax::CpolRtn | Syntax::CpolNoRtn => self.cache_policy(kind, cursor),
            Syntax::SmemCpol | Syntax::SmemCpolRtn => {
                let glc = self.switch("glc");
                if kind.syntax == Syntax::SmemCpolRtn && !glc {
                    return Err(cursor.error("instruction must use glc"));
                }
                Ok(Some(i64::from(glc)))
            }
            Syntax::NegBlgp => match self.take(kind.prefix) {
                None => Ok(None),
                Some(Modifier {
                    value: Value::List(list),
                    token,
                    ..
                }) => bits_of(list)
                    .map(Some)
                    .ok_or_else(|| cursor.error_at(*token, INVALID_OPERAND)),
                Some(modifier) => Err(cursor.error_at(modifier.token, INVALID_OPERAND)),
            },
            Syntax::BufFormat => self.buffer_format(cursor),
            Syntax::DppCtrl => self.dpp_control(cursor).map(Some),
            Syntax::BoundCtrl => match self.take("bound_ctrl") {
                None => Ok(None),
                // 0 is the old spelling; both set the bit.
                Some(Modifier {
                    value: Value::Number(0 | 1),
                    ..
                }) => Ok(Some(1)),
                Some(modifier) => Err(cursor.error_at(modifier.token, "invalid bound_ctrl value")),
            },
            Syntax::SdwaSel | Syntax::DstUnused => {
                let names: &[&str] = if kind.syntax == Syntax::SdwaSel {
                    &SDWA_SELECTS
                } else {
                    &DST_UNUSED
                };
                match self.take(kind.prefix) {
                    None => Ok(None),
                    Some(Modifier {
                        value: Value::Name(name),
                        token,
                        ..
                    }) => match names.iter().position(|known| known == name) {
                        Some(position) => Ok(Some(position as i64)),
                        None => Err(cursor.error_at(*token, format!("invalid {} value", kind.prefix))),
                    },
                    Some(modifier) => {
                        Err(cursor.error_at(modifier.token, format!("invalid {} value", kind.prefix)))
                    }
                }
            }
            _ => Err(cursor.error(INVALID_OPERAND)),
        }
    }

    /// A flag that `no` before its name takes back.
    fn switch(&mut self, name: &str) -> bool {
        if self.flag(name) {
            return true;
        }
        // If both are there, one remains, which is an error.
        self.flag(&format!("no{name}"));
        false
    }

    fn flag(&mut self, name: &str) -> bool {
        let found = self.list.iter_mut().find(|modifier| {
            !modifier.used && modifier.name == name && matches!(modifier.value, Value::None)
        });
        if let Some(found) = found {
            found.used = true;
            return true;
        }
        false
    }

    fn cache_policy(
        &mut self,
        kind: &OperandKindDesc,
        cursor: &Cursor<'_>,
    ) -> Result<Option<i64>, ParseError> {
        const POLICIES: [(&str, i64); 3] = [("sc0", 1), ("nt", 2), ("sc1", 16)];
        let mut policy = 0;
        for (name, bit) in POLICIES {
            if self.switch(name) {
                policy |= bit;
            }
        }
        // They stand together.
        let is_policy = |modifier: &Modifier| {
            let name = modifier.name.strip_prefix("no").unwrap_or(&modifier.name);
            POLICIES
                .iter()
                .any(|known| known.0 == name || known.0 == modifier.name)
        };
        let first = self.list.iter().position(is_policy);
        let last = self.list.iter().rposition(is_policy);
        if let (Some(first), Some(last)) = (first, last)
            && let Some(between) = self.list[first..last].iter().find(|other| !is_policy(other))
        {
            return Err(cursor.error_at(between.token, "not a valid operand"));
        }
        match kind.syntax {
            Syntax::CpolRtn if policy & 1 == 0 => Err(cursor.error("instruction must use sc0")),
            Syntax::CpolNoRtn if policy & 1 != 0 => Err(cursor.error("instruction must not use sc0")),
            _ => Ok(Some(policy)),
        }
    }

    fn buffer_format(&mut self, cursor: &Cursor<'_>) -> Result<Option<i64>, ParseError> {
        if let Some(modifier) = self.take("format") {
            let token = modifier.token;
            let number = match &modifier.value {
                Value::Number(number @ 0..=127) => Some(*number),
                Value::Names(names) => {
                    let (mut data, mut numeric) = (1, 0);
                    let mut known = true;
                    for name in names {
                        if let Some(format) = DATA_FORMATS.iter().position(|known| known == name) {
                            data = format as i64;
                        } else if let Some(format) = NUMBER_FORMATS.iter().position(|known| known == name) {
                            numeric = format as i64;
                        } else {
                            known = false;
                        }
                    }
                    known.then_some(data | numeric << 4)
                }
                _ => None,
            };
            return number
                .map(Some)
                .ok_or_else(|| cursor.error_at(token, "unsupported format"));
        }
        // The old spelling.
        let mut parts = [1, 0];
        let mut found = false;
        for (index, name) in ["dfmt", "nfmt"].into_iter().enumerate() {
            match self.take(name) {
                None => {}
                Some(Modifier {
                    value: Value::Number(number),
                    ..
                }) if (0..16 >> index).contains(number) => {
                    parts[index] = *number;
                    found = true;
                }
                Some(modifier) => return Err(cursor.error_at(modifier.token, "out of range format")),
            }
        }
        Ok(found.then_some(parts[0] | parts[1] << 4))
    }

    fn dpp_control(&mut self, cursor: &Cursor<'_>) -> Result<i64, ParseError> {
        for (word, control) in DPP_WORDS {
            if self.flag(word) {
                return Ok(control);
            }
        }
        let controls: [(&str, &[(i64, i64)]); 10] = [
            ("quad_perm", &[]),
            ("row_shl", &[(1, 0x101), (15, 0x10f)]),
            ("row_shr", &[(1, 0x111), (15, 0x11f)]),
            ("row_ror", &[(1, 0x121), (15, 0x12f)]),
            ("row_newbcast", &[(0, 0x150), (15, 0x15f)]),
            ("wave_shl", &[(1, 0x130), (1, 0x130)]),
            ("wave_rol", &[(1, 0x134), (1, 0x134)]),
            ("wave_shr", &[(1, 0x138), (1, 0x138)]),
            ("wave_ror", &[(1, 0x13c), (1, 0x13c)]),
            ("row_bcast", &[]),
        ];
        for (name, range) in controls {
            let Some(modifier) = self.take(name) else { continue };
            let control = match (&modifier.value, name) {
                (Value::List(list), "quad_perm")
                    if list.len() == 4 && list.iter().all(|lane| (0..4).contains(lane)) =>
                {
                    Some(list.iter().rev().fold(0, |all, lane| all << 2 | lane))
                }
                (Value::Number(15), "row_bcast") => Some(0x142),
                (Value::Number(31), "row_bcast") => Some(0x143),
                (Value::Number(number), _) => match range {
                    [(low, first), (high, _)] if (low..=high).contains(&number) => Some(first + number - low),
                    _ => None,
                },
                _ => None,
            };
            return control.ok_or_else(|| cursor.error_at(modifier.token, format!("invalid {name} value")));
        }
        Err(cursor.error(INVALID_OPERAND))
    }

    /// `op_sel:[..]`, `op_sel_hi:[..]`, `neg_lo:[..]`, `neg_hi:[..]`: a bit for each source.
    pub fn combined(
        &mut self,
        which: Combined,
        inst: &mut MCInst,
        cursor: &Cursor<'_>,
    ) -> Result<(), ParseError> {
        let (name, bit) = match which {
            Combined::OpSel => ("op_sel", 4),
            Combined::OpSelHi => ("op_sel_hi", 8),
            Combined::NegLo => ("neg_lo", 1),
            Combined::NegHi => ("neg_hi", 2),
        };
        let Some(modifier) = self.take(name) else {
            return Ok(());
        };
        let token = modifier.token;
        let Value::List(list) = &modifier.value else {
            return Err(cursor.error_at(token, INVALID_OPERAND));
        };
        if list.iter().any(|value| !(0..=1).contains(value)) {
            return Err(cursor.error_at(token, format!("invalid {name} value")));
        }
        // These always take both halves of every source.
        let takes_all = ["v_dot2_f32_f16", "v_dot2_i32_i16", "v_dot2_u32_u16"]
            .contains(&INSTR_INFO.desc(inst.opcode).mnemonic());
        let selects = which == Combined::OpSelHi || which == Combined::OpSel && list.contains(&1);
        if takes_all && selects {
            return Err(cursor.error_at(token, "invalid op_sel operand"));
        }
        let operands = INSTR_INFO.desc(inst.opcode).operands();
        let mut values = list.iter();
        let mut first = None;
        for (index, info) in operands.iter().enumerate() {
            if !info.flags.contains(OperandFlags::SOURCE_MODIFIERS) {
                continue;
            }
            first.get_or_insert(index);
            let Some(&set) = values.next() else { return Ok(()) };
            if let MCOperand::Imm(modifiers) = &mut inst.operands[index] {
                *modifiers = *modifiers & !bit | if set != 0 { bit } else { 0 };
            }
        }
        // One more selects the half of a VOP3 destination.
        let is_vop3 = first.is_some_and(|index| {
            matches!(
                kind_desc(operands[index].kind).syntax,
                Syntax::OpSelMods | Syntax::FpOpSelMods
            )
        });
        if let (Some(&set), Some(first), true) = (values.next(), first, which == Combined::OpSel && is_vop3)
            && let MCOperand::Imm(modifiers) = &mut inst.operands[first]
        {
            *modifiers |= if set != 0 { 8 } else { 0 };
        }
        Ok(())
    }

    /// Fails if a modifier was not used.
    pub fn finish(&self, cursor: &Cursor<'_>) -> Result<(), ParseError> {
        match self.list.iter().find(|modifier| !modifier.used) {
            Some(modifier) => Err(cursor.error_at(modifier.token, INVALID_OPERAND)),
            None => Ok(()),
        }
    }
}

/// The range of a number by the width of its field.
fn in_range(kind: &OperandKindDesc, number: i64) -> Result<i64, &'static str> {
    let (range, message) = match (kind.syntax, kind.name) {
        (Syntax::SignedOffset, _) => (-(1 << 12)..1 << 12, "expected a 13-bit signed offset"),
        (Syntax::SmrdNamedOffset, _) => (-(1 << 20)..1 << 20, "expected a 21-bit signed offset"),
        (_, "Offset16") => (0..1 << 16, "expected a 16-bit offset"),
        (_, "DSOffset0" | "DSOffset1") => (0..1 << 8, "expected an 8-bit offset"),
        (_, "FlatOffset" | "BufOffset") => (0..1 << 12, "expected a 12-bit unsigned offset"),
        (_, "CBSZ" | "BLGP") => (0..1 << 3, "invalid value"),
        _ => (0..1 << 4, "invalid value"),
    };
    if range.contains(&number) {
        Ok(number)
    } else {
        Err(message)
    }
}

/// `[1,0,1]` as bits from the lowest.
fn bits_of(list: &[i64]) -> Option<i64> {
    let valid = list.len() <= 3 && list.iter().all(|bit| (0..=1).contains(bit));
    valid.then(|| list.iter().rev().fold(0, |all, bit| all << 1 | bit))
}

/// What stands behind a colon.
fn value(cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<Value, ParseError> {
    if cursor.eat(b'[') {
        if cursor.token().kind == TokenKind::Ident {
            let mut names = Vec::new();
            while let Some(name) = cursor.ident() {
                names.push(name.to_string());
                cursor.advance();
                if !cursor.eat(b',') {
                    break;
                }
            }
            cursor.expect(b']')?;
            return Ok(Value::Names(names));
        }
        let mut list = SmallVec::new();
        while !cursor.is_punct(b']') {
            if list.len() >= 8 {
                return Err(cursor.error(INVALID_OPERAND));
            }
            list.push(cursor.absolute(symbols)?);
            if !cursor.eat(b',') {
                break;
            }
        }
        cursor.expect(b']')?;
        return Ok(Value::List(list));
    }
    if cursor.ident() == Some("swizzle") && cursor.peek(1).kind == TokenKind::Punct(b'(') {
        cursor.advance();
        cursor.advance();
        let swizzle = swizzle(cursor, symbols)?;
        cursor.expect(b')')?;
        return Ok(Value::Swizzle(swizzle));
    }
    if let Some(name) = cursor.ident() {
        let is_number = symbols
            .get(name)
            .is_some_and(|symbol| symbols.constant(symbol).is_some());
        if !is_number {
            cursor.advance();
            return Ok(Value::Name(name.to_string()));
        }
    }
    Ok(Value::Number(cursor.absolute(symbols)?))
}

/// The arguments of `swizzle(`.
fn swizzle(cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<Result<u32, String>, ParseError> {
    let Some(mode) = cursor.ident() else {
        return Err(cursor.error("expected a swizzle mode"));
    };
    let token = cursor.token();
    cursor.advance();
    let mut numbers: SmallVec<[i64; 4]> = SmallVec::new();
    let mut mask = None;
    while cursor.eat(b',') && numbers.len() < 8 {
        if cursor.token().kind == TokenKind::String {
            mask = Some(cursor.string()?);
        } else {
            numbers.push(cursor.absolute(symbols)?);
        }
    }
    let power = |value: i64, low: i64, high: i64| (low..=high).contains(&value) && value.count_ones() == 1;
    Ok(match (mode, numbers.as_slice(), mask) {
        ("QUAD_PERM", lanes, None) if lanes.len() == 4 && lanes.iter().all(|lane| (0..4).contains(lane)) => {
            Ok(lanes.iter().rev().fold(0, |all, &lane| all << 2 | lane as u32) | 0x8000)
        }
        ("FFT", &[mode], None) if (0..32).contains(&mode) => Ok(0xe000 | mode as u32),
        ("ROTATE", &[direction, size], None) if (0..2).contains(&direction) && (0..32).contains(&size) => {
            Ok(0xc000 | (direction as u32) << 10 | (size as u32) << 5)
        }
        ("SWAP", &[group], None) if power(group, 1, 16) => Ok(0x1f | (group as u32) << 10),
        ("REVERSE", &[group], None) if power(group, 2, 32) => Ok(0x1f | (group as u32 - 1) << 10),
        ("BROADCAST", &[group, lane], None) if power(group, 2, 32) && (0..group).contains(&lane) => {
            Ok((32 - group as u32) & 31 | (lane as u32) << 5)
        }
        ("BITMASK_PERM", [], Some(mask)) if mask.len() == 5 && mask.iter().all(|c| b"01pi".contains(c)) => {
            let (mut and, mut or, mut xor) = (0, 0, 0);
            for (index, letter) in mask.iter().enumerate() {
                let bit = 1u32 << (4 - index);
                match letter {
                    b'1' => or |= bit,
                    b'p' => and |= bit,
                    b'i' => (and, xor) = (and | bit, xor | bit),
                    _ => {}
                }
            }
            Ok(and | or << 5 | xor << 10)
        }
        ("QUAD_PERM" | "SWAP" | "FFT" | "ROTATE" | "REVERSE" | "BROADCAST" | "BITMASK_PERM", _, _) => {
            Err(format!("invalid arguments of swizzle mode {mode}"))
        }
        _ => return Err(cursor.error_at(token, "expected a swizzle mode")),
    })
}
