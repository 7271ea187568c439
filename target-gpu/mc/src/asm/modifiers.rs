//! Optional modifiers after the operands, in any order: `offset:16`, `sc0 nt`, `clamp`, `mul:2`, `op_sel:[0,1]`,
//! `quad_perm:[0,1,2,3]`, `row_mask:0xf`, `dst_sel:WORD_1`, `offset:swizzle(QUAD_PERM,0,1,2,3)`, ...

mod combined;

use super::{INVALID_OPERAND, swizzle};
use crate::cache_policy::{self, Access};
use crate::images::DIMENSIONS;
use crate::subtarget::{Family, Subtarget};
use crate::symbolic::{DATA_FORMATS, DPP_WORDS, DST_UNUSED, NUMBER_FORMATS, SDWA_SELECTS, number_of};
use crate::tables::{OperandKindDesc, Syntax};
use crate::unified_formats;
use smallvec::SmallVec;
use wavec_mc::SymbolTable;
use wavec_mc::asm::{Cursor, ParseError, Token, TokenKind};

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
    subtarget: Subtarget,
    list: Vec<Modifier>,
    /// The last one used.
    place: Option<Token>,
    /// What temporal hints mean.
    access: Access,
}

/// Whether a name with a colon is a DPP control.
pub(super) fn is_dpp_control(family: &Family, name: &str) -> bool {
    name == "quad_perm"
        || family
            .dpp_controls
            .iter()
            .copied()
            .flatten()
            .any(|known| known.name == name)
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
            read = value(name, cursor, symbols)?;
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
        access: Access,
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
            subtarget: *subtarget,
            list,
            place: None,
            access,
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
        let family = self.subtarget.family;
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
            Syntax::NamedInt
            | Syntax::AlwaysInt
            | Syntax::Offset
            | Syntax::SignedOffset
            | Syntax::SmrdNamedOffset
            | Syntax::DppMask => {
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
            // The third place, that of the sum, counts for nothing.
            Syntax::ScaleByte => match self.take(kind.prefix) {
                None => Ok(None),
                Some(Modifier {
                    value: Value::List(list),
                    token,
                    ..
                }) => match bits_of(list) {
                    Some(bits) => Ok(Some(bits & 3)),
                    None => Err(cursor.error_at(*token, INVALID_OPERAND)),
                },
                Some(modifier) => Err(cursor.error_at(modifier.token, INVALID_OPERAND)),
            },
            // Numbers that do not fit are taken as LLVM's assembler takes them.
            Syntax::Bit | Syntax::Bitop3 | Syntax::Dpp8Fi => match self.take(kind.prefix) {
                None => Ok(None),
                Some(Modifier {
                    value: Value::Number(number),
                    ..
                }) => Ok(Some(match kind.syntax {
                    Syntax::Bitop3 => number & 0xff,
                    _ => number & 1,
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
            Syntax::Cpol | Syntax::CpolRtn | Syntax::CpolNoRtn | Syntax::SmemCpol | Syntax::SmemCpolRtn
                if family.has_scopes =>
            {
                self.scoped_policy(kind, cursor).map(Some)
            }
            Syntax::Cpol | Syntax::CpolRtn | Syntax::CpolNoRtn => self.cache_policy(kind, cursor),
            Syntax::SmemCpol | Syntax::SmemCpolRtn => {
                let mut policy = 0;
                for (name, bit) in family.scalar_cache_policies {
                    if self.switch(name) {
                        policy |= bit;
                    }
                }
                if kind.syntax == Syntax::SmemCpolRtn && policy & 1 == 0 {
                    return Err(cursor.error("instruction must use glc"));
                }
                Ok(Some(policy))
            }
            Syntax::NegBlgp => {
                let is_list = self.subtarget.family.f64_matrix_signs_are_a_list;
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
            Syntax::ImageDim => match self.take(kind.prefix) {
                Some(Modifier {
                    value: Value::Name(name),
                    value_token,
                    ..
                }) => match number_of(&DIMENSIONS, name) {
                    Some(number) => Ok(Some(i64::from(number))),
                    None => Err(cursor.error_at(*value_token, "invalid dim value")),
                },
                Some(modifier) => Err(cursor.error_at(modifier.value_token, "invalid dim value")),
                None => Err(cursor.error("missing dim operand")),
            },
            // Numbers that do not fit are taken as LLVM's assembler takes them.
            Syntax::Dmask => match self.take(kind.prefix) {
                None => Ok(None),
                Some(Modifier {
                    value: Value::Number(number),
                    ..
                }) => Ok(Some(number & 15)),
                Some(modifier) => Err(cursor.error_at(modifier.token, INVALID_OPERAND)),
            },
            Syntax::Dpp8 => match self.take(kind.prefix) {
                Some(Modifier {
                    value: Value::List(list),
                    ..
                }) if list.len() == 8 => lanes(list, 3)
                    .map(Some)
                    .map_err(|(place, message)| cursor.error_at(place, message)),
                Some(modifier) => Err(cursor.error_at(modifier.value_token, "expected eight lanes")),
                None => Err(cursor.error(INVALID_OPERAND)),
            },
            Syntax::BoundCtrl => match self.take("bound_ctrl") {
                None => Ok(None),
                // 0 is the old spelling: where it is known, both set the bit.
                Some(Modifier {
                    value: Value::Number(number @ (0 | 1)),
                    ..
                }) => Ok(Some(if family.bound_ctrl_0_is_set { 1 } else { *number })),
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
        let policies = self.subtarget.family.cache_policies;
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

    /// `th:TH_LOAD_NT scope:SCOPE_DEV`, in any order.
    fn scoped_policy(&mut self, kind: &OperandKindDesc, cursor: &Cursor<'_>) -> Result<i64, ParseError> {
        let access = self.access;
        let name_of = |modifier: &Modifier| match &modifier.value {
            Value::Name(name) => Ok((name.clone(), modifier.token, modifier.value_token)),
            _ => Err(cursor.error_at(modifier.value_token, "expected an identifier")),
        };
        let written_hint = self.take("th").map(name_of).transpose()?;
        let written_scope = self.take("scope").map(name_of).transpose()?;
        let (mut hint, mut hint_name, mut place) = (0, "", cursor.token());
        if let Some((name, token, value)) = &written_hint {
            place = *token;
            hint_name = name;
            hint = cache_policy::hint(name, access).map_err(|message| cursor.error_at(*value, message))?;
        }
        let scope = match &written_scope {
            None => 0,
            Some((name, _, value)) => {
                cache_policy::scope(name).ok_or_else(|| cursor.error_at(*value, "invalid scope value"))?
            }
        };
        let policy = cache_policy::combine((hint, hint_name), scope, access)
            .map_err(|message| cursor.error_at(place, message))?;
        match kind.syntax {
            Syntax::CpolRtn if policy & cache_policy::RETURNS == 0 => {
                Err(cursor.error("instruction must use th:TH_ATOMIC_RETURN"))
            }
            Syntax::CpolNoRtn if policy & cache_policy::RETURNS != 0 => {
                Err(cursor.error_at(place, "instruction must not use th:TH_ATOMIC_RETURN"))
            }
            _ => Ok(policy),
        }
    }

    fn buffer_format(&mut self, cursor: &Cursor<'_>) -> Result<Option<i64>, ParseError> {
        let unified = self.subtarget.family.unified_formats;
        if let Some(modifier) = self.take("format") {
            let unsupported = |place| Err(cursor.error_at(place, "unsupported format"));
            return match &modifier.value {
                Value::Number(number @ 0..=127) => Ok(Some(*number)),
                Value::Names(names) if !unified.is_empty() => {
                    let texts: Vec<&str> = names.iter().map(|name| name.0.as_str()).collect();
                    match unified_formats::code(unified, &texts) {
                        Some(format) => Ok(Some(i64::from(format))),
                        None => unsupported(names.first().map_or(modifier.value_token, |name| name.1)),
                    }
                }
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
        if !unified.is_empty() {
            return Ok(None);
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
                return Ok(i64::from(control));
            }
        }
        if let Some(modifier) = self.take("quad_perm") {
            let value_token = modifier.value_token;
            let lanes = match &modifier.value {
                Value::List(list) if list.len() == 4 => lanes(list, 2),
                _ => Err((value_token, "invalid quad_perm value")),
            };
            return lanes.map_err(|(place, message)| cursor.error_at(place, message));
        }
        let controls = self.subtarget.family.dpp_controls;
        for control in controls.iter().copied().flatten() {
            let name = control.name;
            let Some(modifier) = self.take(name) else { continue };
            let Value::Number(number) = modifier.value else {
                return Err(cursor.error_at(modifier.value_token, format!("invalid {name} value")));
            };
            let mut of_name = controls
                .iter()
                .copied()
                .flatten()
                .filter(|other| other.name == name);
            let has_number = |(low, high): (u32, u32)| (i64::from(low)..=i64::from(high)).contains(&number);
            let found = of_name.find(|other| has_number(other.numbers));
            return match found {
                Some(found) => Ok(i64::from(found.first) + number - i64::from(found.numbers.0)),
                None => Err(cursor.error_at(modifier.value_token, format!("invalid {name} value"))),
            };
        }
        Err(cursor.error(INVALID_OPERAND))
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
fn in_range(kind: &OperandKindDesc, number: i64) -> Result<i64, String> {
    let width = kind.width;
    let is_signed = matches!(kind.syntax, Syntax::SignedOffset | Syntax::SmrdNamedOffset);
    let range = match is_signed {
        true => -(1 << (width - 1))..1 << (width - 1),
        false => 0..1 << width,
    };
    if range.contains(&number) {
        return Ok(number);
    }
    Err(match (kind.syntax, width) {
        _ if is_signed => format!("expected a {width}-bit signed offset"),
        (Syntax::Offset, 8) => "expected an 8-bit offset".to_string(),
        (Syntax::Offset, 16) => "expected a 16-bit offset".to_string(),
        (Syntax::Offset, 11) => "expected an 11-bit unsigned offset".to_string(),
        (Syntax::Offset, 23) => "expected a 23-bit unsigned offset for buffer ops".to_string(),
        (Syntax::Offset, _) => format!("expected a {width}-bit unsigned offset"),
        _ => "invalid value".to_string(),
    })
}

/// Numbers of lanes, of so many bits each; or the place of one that is too large, and a message.
fn lanes(list: &[(i64, Token)], bits: u32) -> Result<i64, (Token, &'static str)> {
    match list.iter().find(|(lane, _)| !(0..1 << bits).contains(lane)) {
        Some((_, place)) if bits == 2 => Err((*place, "expected a 2-bit value")),
        Some((_, place)) => Err((*place, "expected a 3-bit value")),
        None => Ok(list.iter().rev().fold(0, |all, (lane, _)| all << bits | lane)),
    }
}

/// `[1,0,1]` as bits from the lowest.
fn bits_of(list: &[(i64, Token)]) -> Option<i64> {
    let valid = list.len() <= 3 && list.iter().all(|(bit, _)| (0..=1).contains(bit));
    valid.then(|| list.iter().rev().fold(0, |all, (bit, _)| all << 1 | bit))
}

/// The value after a colon.
fn value(name: &str, cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<Value, ParseError> {
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
        // Three sources and a destination, or lanes.
        let most = if name == "dpp8" { 8 } else { 4 };
        let mut list = SmallVec::new();
        loop {
            let token = cursor.token();
            list.push((cursor.absolute(symbols)?, token));
            if list.len() == most || !cursor.eat(b',') {
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
