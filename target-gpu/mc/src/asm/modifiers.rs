//! Optional modifiers after the operands, in any order: `offset:16`, `sc0 nt`, `clamp`, `mul:2`, `op_sel:[0,1]`,
//! `quad_perm:[0,1,2,3]`, `row_mask:0xf`, `dst_sel:WORD_1`, `offset:swizzle(QUAD_PERM,0,1,2,3)`, ...

use super::{INVALID_OPERAND, swizzle};
use crate::encode::kind_desc;
use crate::subtarget::{Family, Subtarget};
use crate::symbolic::{DATA_FORMATS, DST_UNUSED, NUMBER_FORMATS, SDWA_SELECTS};
use crate::tables::{Combined, INSTR_INFO, OperandKindDesc, Syntax};
use smallvec::SmallVec;
use wavec_mc::asm::{Cursor, ParseError, Token, TokenKind};
use wavec_mc::{MCInst, MCOperand, OperandFlags, SymbolTable};

/// The value after the colon of a modifier.
#[derive(Clone, Debug)]
enum Value {
    /// Nothing: a flag.
    None,
    /// A number.
    Number(i64),
    /// A name.
    Name(String),
    /// `[a,b]`, and the position of each.
    List(SmallVec<[(i64, Token); 4]>),
    /// `[NAME,NAME]`
    Names(Vec<(String, Token)>),
    /// `swizzle(...)`, or its error.
    Swizzle(Result<u32, (Token, String)>),
}

/// A parsed modifier.
pub(super) struct Modifier {
    token: Token,
    name: String,
    value: Value,
    /// Position of the value.
    value_token: Token,
    used: bool,
}

/// The modifiers of one instruction.
pub(super) struct Modifiers {
    family: &'static Family,
    list: Vec<Modifier>,
    /// The last one used.
    place: Option<Token>,
}

/// Words that are complete DPP controls.
const DPP_WORDS: [(&str, i64); 2] = [("row_mirror", 0x140), ("row_half_mirror", 0x141)];

/// DPP controls with a value: the ranges of values and codes.
const DPP_CONTROLS: [(&str, &[(i64, i64)]); 10] = [
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

/// Whether a name with a colon is a DPP control.
pub(super) fn is_dpp_control(name: &str) -> bool {
    DPP_CONTROLS.iter().any(|(known, _)| *known == name)
}

/// The old names of the formats of typed buffers, which may stand before the scalar offset.
const FORMATS: [&str; 2] = ["dfmt", "nfmt"];

/// Reads formats that stand before the last operand.
pub(super) fn leading_formats(
    list: &mut Vec<Modifier>,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<(), ParseError> {
    while cursor.ident().is_some_and(|name| FORMATS.contains(&name))
        && cursor.peek(1).kind == TokenKind::Punct(b':')
    {
        list.push(Modifier::read(cursor, symbols)?);
        cursor.eat(b',');
    }
    Ok(())
}

impl Modifier {
    /// Parses a name and the value after its colon.
    fn read(cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<Modifier, ParseError> {
        let token = cursor.token();
        let Some(name) = cursor.ident() else {
            return Err(cursor.error(INVALID_OPERAND));
        };
        cursor.advance();
        let (mut value_token, mut read) = (token, Value::None);
        if cursor.eat(b':') {
            value_token = cursor.token();
            read = value(cursor, symbols)?;
        }
        Ok(Modifier {
            token,
            name: name.to_string(),
            value: read,
            value_token,
            used: false,
        })
    }
}

impl Modifiers {
    /// Parses everything up to the end of the statement; `list` was read before.
    pub(super) fn read(
        subtarget: &Subtarget,
        mut list: Vec<Modifier>,
        cursor: &mut Cursor<'_>,
        symbols: &mut SymbolTable,
    ) -> Result<Modifiers, ParseError> {
        // A comma after each is accepted.
        cursor.eat(b',');
        while !cursor.at_end() {
            list.push(Modifier::read(cursor, symbols)?);
            cursor.eat(b',');
        }
        Ok(Modifiers {
            family: subtarget.family,
            list,
            place: None,
        })
    }

    /// The first unused modifier with this name.
    fn take(&mut self, name: &str) -> Option<&Modifier> {
        let found = self
            .list
            .iter_mut()
            .find(|modifier| !modifier.used && modifier.name == name)?;
        found.used = true;
        self.place = Some(found.token);
        Some(found)
    }

    /// Mandatory words: ` idxen offen`.
    pub(super) fn words(&mut self, text: &str, cursor: &Cursor<'_>) -> Result<(), ParseError> {
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

    /// The value of an operand and its position; `None` keeps its default.
    pub(super) fn operand(
        &mut self,
        kind: &OperandKindDesc,
        cursor: &Cursor<'_>,
    ) -> Result<Option<(i64, Token)>, ParseError> {
        self.place = None;
        let value = self.value_of(kind, cursor)?;
        Ok(value.map(|value| (value, self.place.unwrap_or(cursor.token()))))
    }

    fn value_of(&mut self, kind: &OperandKindDesc, cursor: &Cursor<'_>) -> Result<Option<i64>, ParseError> {
        let family = self.family;
        match kind.syntax {
            Syntax::Gds => match self.take(kind.prefix) {
                None => {
                    self.switch(kind.prefix);
                    Ok(None)
                }
                Some(Modifier {
                    value: Value::None, ..
                }) if family.has_gds => Ok(Some(1)),
                Some(modifier) => {
                    Err(cursor.error_at(modifier.token, "gds modifier is not supported on this GPU"))
                }
            },
            Syntax::Flag => Ok(self.switch(kind.prefix).then_some(1)),
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
            Syntax::MatrixFormat => {
                let (format, place) = match self.take(kind.prefix) {
                    None => (0, cursor.token()),
                    Some(Modifier {
                        value: Value::Number(number @ 0..=7),
                        token,
                        ..
                    }) => (*number, *token),
                    Some(modifier) => return Err(cursor.error_at(modifier.token, "invalid value")),
                };
                match kind.matrix_formats().contains(&format) {
                    true => Ok(Some(format)),
                    false => {
                        let word = kind.prefix;
                        let message = format!("wrong register tuple size for {word} value {format}");
                        Err(cursor.error_at(place, message))
                    }
                }
            }
            // Numbers that do not fit are taken as LLVM's assembler takes them.
            Syntax::Bit | Syntax::Bitop3 => match self.take(kind.prefix) {
                None => Ok(None),
                Some(Modifier {
                    value: Value::Number(number),
                    ..
                }) => Ok(Some(match kind.syntax {
                    Syntax::Bit => number & 1,
                    _ => number & 0xff,
                })),
                Some(modifier) => Err(cursor.error_at(modifier.token, INVALID_OPERAND)),
            },
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
                    value: Value::Swizzle(Err((token, message))),
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
            Syntax::NegBlgp => {
                let is_list = self.family.f64_matrix_signs_are_a_list;
                match self.take(if is_list { kind.prefix } else { "blgp" }) {
                    None => Ok(None),
                    Some(Modifier {
                        value: Value::List(list),
                        token,
                        ..
                    }) if is_list => bits_of(list)
                        .map(Some)
                        .ok_or_else(|| cursor.error_at(*token, INVALID_OPERAND)),
                    Some(Modifier {
                        value: Value::Number(number @ 0..=7),
                        ..
                    }) if !is_list => Ok(Some(*number)),
                    Some(modifier) => Err(cursor.error_at(modifier.token, INVALID_OPERAND)),
                }
            }
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
                let Some(modifier) = self.take(kind.prefix) else {
                    return Ok(None);
                };
                let value = match &modifier.value {
                    Value::Name(name) => names.iter().position(|known| known == name),
                    Value::Number(number) => usize::try_from(*number).ok().filter(|&n| n < names.len()),
                    _ => None,
                };
                let invalid =
                    || cursor.error_at(modifier.value_token, format!("invalid {} value", kind.prefix));
                value.map(|value| Some(value as i64)).ok_or_else(invalid)
            }
            _ => Err(cursor.error(INVALID_OPERAND)),
        }
    }

    /// A flag that is cleared by `no` before its name.
    fn switch(&mut self, name: &str) -> bool {
        if self.flag(name) {
            return true;
        }
        // If both are given, one remains, which is an error.
        self.flag(&format!("no{name}"));
        false
    }

    fn flag(&mut self, name: &str) -> bool {
        let found = self.list.iter_mut().find(|modifier| {
            !modifier.used && modifier.name == name && matches!(modifier.value, Value::None)
        });
        if let Some(found) = found {
            found.used = true;
            self.place = Some(found.token);
            return true;
        }
        false
    }

    fn cache_policy(
        &mut self,
        kind: &OperandKindDesc,
        cursor: &Cursor<'_>,
    ) -> Result<Option<i64>, ParseError> {
        let policies = self.family.cache_policies;
        let returns = policies[0].0;
        let mut policy = 0;
        for (name, bit) in policies {
            if self.switch(name) {
                policy |= bit;
            }
        }
        // They are adjacent.
        let is_policy = |modifier: &Modifier| {
            let name = modifier.name.strip_prefix("no").unwrap_or(&modifier.name);
            policies
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
        // Anything that is not a policy is reported first.
        let is_known =
            |modifier: &Modifier| modifier.used || modifier.name != "glc" && modifier.name != "slc";
        if let Some(unknown) = self.list.iter().find(|modifier| !is_known(modifier)) {
            return Err(cursor.error_at(unknown.token, INVALID_OPERAND));
        }
        match kind.syntax {
            Syntax::CpolRtn if policy & 1 == 0 => {
                Err(cursor.error(format!("instruction must use {returns}")))
            }
            Syntax::CpolNoRtn if policy & 1 != 0 => {
                let found = self.list.iter().find(|modifier| modifier.name == returns);
                let place = found.map_or(cursor.token(), |modifier| modifier.token);
                Err(cursor.error_at(place, format!("instruction must not use {returns}")))
            }
            _ => Ok(Some(policy)),
        }
    }

    fn buffer_format(&mut self, cursor: &Cursor<'_>) -> Result<Option<i64>, ParseError> {
        if let Some(modifier) = self.take("format") {
            let unsupported = |place| Err(cursor.error_at(place, "unsupported format"));
            return match &modifier.value {
                Value::Number(number @ 0..=127) => Ok(Some(*number)),
                Value::Names(names) => {
                    let (mut data, mut numeric) = (1, 0);
                    for (name, place) in names {
                        if let Some(format) = DATA_FORMATS.iter().position(|known| known == name) {
                            data = format as i64;
                        } else if let Some(format) = NUMBER_FORMATS.iter().position(|known| known == name) {
                            numeric = format as i64;
                        } else {
                            return unsupported(*place);
                        }
                    }
                    Ok(Some(data | numeric << 4))
                }
                _ => unsupported(modifier.value_token),
            };
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
        let has_broadcast = self.family.has_row_broadcast;
        for (name, range) in DPP_CONTROLS {
            let Some(modifier) = self.take(name) else { continue };
            if name == "row_newbcast" && !has_broadcast {
                return Err(cursor.error_at(modifier.token, "not a valid operand"));
            }
            let control = match (&modifier.value, name) {
                (Value::List(list), "quad_perm") if list.len() == 4 => {
                    if let Some((_, place)) = list.iter().find(|(lane, _)| !(0..4).contains(lane)) {
                        return Err(cursor.error_at(*place, "expected a 2-bit value"));
                    }
                    Some(list.iter().rev().fold(0, |all, (lane, _)| all << 2 | lane))
                }
                (Value::Number(15), "row_bcast") => Some(0x142),
                (Value::Number(31), "row_bcast") => Some(0x143),
                (Value::Number(number), _) => match range {
                    [(low, first), (high, _)] if (low..=high).contains(&number) => Some(first + number - low),
                    _ => None,
                },
                _ => None,
            };
            let invalid = || cursor.error_at(modifier.value_token, format!("invalid {name} value"));
            return control.ok_or_else(invalid);
        }
        Err(cursor.error(INVALID_OPERAND))
    }

    /// `op_sel:[..]`, `op_sel_hi:[..]`, `neg_lo:[..]`, `neg_hi:[..]`: a bit for each source.
    pub(super) fn combined(
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
        let family = self.family;
        let Some(modifier) = self.take(name) else {
            return Ok(());
        };
        let token = modifier.token;
        let Value::List(list) = &modifier.value else {
            return Err(cursor.error_at(token, INVALID_OPERAND));
        };
        if let Some((_, place)) = list.iter().find(|(value, _)| !(0..=1).contains(value)) {
            return Err(cursor.error_at(*place, format!("invalid {name} value")));
        }
        // These use both halves of every source, if the family says so.
        let takes_all = family.dot2_takes_both_halves
            && [
                "v_dot2_f32_f16",
                "v_dot2_f32_bf16",
                "v_dot2_i32_i16",
                "v_dot2_u32_u16",
            ]
            .contains(&INSTR_INFO.desc(inst.opcode).mnemonic());
        let selects = which == Combined::OpSelHi
            || which == Combined::OpSel && list.iter().any(|(value, _)| *value == 1);
        if takes_all && selects {
            return Err(cursor.error_at(token, "invalid op_sel operand"));
        }
        let operands = INSTR_INFO.desc(inst.opcode).operands();
        let mut values = list.iter().map(|(value, _)| *value);
        let mut first = None;
        for (index, info) in operands.iter().enumerate() {
            if !info.flags.contains(OperandFlags::SOURCE_MODIFIERS) {
                continue;
            }
            first.get_or_insert(index);
            let Some(set) = values.next() else { return Ok(()) };
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
        if let (Some(set), Some(first), true) = (values.next(), first, which == Combined::OpSel && is_vop3)
            && let MCOperand::Imm(modifiers) = &mut inst.operands[first]
        {
            *modifiers |= if set != 0 { 8 } else { 0 };
        }
        Ok(())
    }

    /// Fails if a modifier was not used.
    pub(super) fn finish(&self, cursor: &Cursor<'_>) -> Result<(), ParseError> {
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
fn bits_of(list: &[(i64, Token)]) -> Option<i64> {
    let valid = list.len() <= 3 && list.iter().all(|(bit, _)| (0..=1).contains(bit));
    valid.then(|| list.iter().rev().fold(0, |all, (bit, _)| all << 1 | bit))
}

/// The value after a colon.
fn value(cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<Value, ParseError> {
    if cursor.eat(b'[') {
        if names_no_number(cursor, symbols) {
            let mut names = Vec::new();
            while let Some(name) = cursor.ident() {
                names.push((name.to_string(), cursor.token()));
                cursor.advance();
                if !cursor.eat(b',') {
                    break;
                }
            }
            cursor.expect(b']')?;
            return Ok(Value::Names(names));
        }
        // No list has more than four elements.
        let mut list = SmallVec::new();
        loop {
            let token = cursor.token();
            list.push((cursor.absolute(symbols)?, token));
            if list.len() == 4 || !cursor.eat(b',') {
                break;
            }
        }
        cursor.expect(b']')?;
        return Ok(Value::List(list));
    }
    if cursor.ident() == Some("swizzle") && cursor.peek(1).kind == TokenKind::Punct(b'(') {
        cursor.advance();
        cursor.advance();
        let swizzle = swizzle::arguments(cursor, symbols)?;
        cursor.expect(b')')?;
        return Ok(Value::Swizzle(swizzle));
    }
    if names_no_number(cursor, symbols)
        && let Some(name) = cursor.ident()
    {
        cursor.advance();
        return Ok(Value::Name(name.to_string()));
    }
    Ok(Value::Number(cursor.absolute(symbols)?))
}

/// Whether the current token is a name, other than that of a symbol with a value.
fn names_no_number(cursor: &Cursor<'_>, symbols: &SymbolTable) -> bool {
    let is_number = |name| {
        symbols
            .get(name)
            .and_then(|symbol| symbols.constant(symbol))
            .is_some()
    };
    cursor.ident().is_some_and(|name| !is_number(name))
}
