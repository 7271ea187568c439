//! Registers in text: `v0`, `v[0:1]`, `s[4:5]`, `[s4,s5]`, `vcc`, `ttmp3`, `exec_lo`, ...

use super::{INVALID_OPERAND, MISALIGNED, TOO_FEW_OPERANDS};
use crate::register_files::{SHORT_REGISTERS, is_accumulation, is_vector};
use crate::subtarget::Family;
use crate::tables::{OperandKindDesc, REGISTER_INFO, regs};
use wavec_mc::asm::{Cursor, ParseError, Token, TokenKind};
use wavec_mc::{MCExpr, Reg, SymbolTable};

/// A run of registers as written, not yet of any class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// First register unit.
    pub first_unit: u16,
    /// Number of units.
    pub count: u8,
    /// The named register, if the name denotes one register of several units.
    pub named: Option<Reg>,
    /// Whether it is the high half of a register, if one half is named.
    pub half: Option<bool>,
}

/// What is said of a register beside which one it is.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Remarks {
    /// Whether an odd register was read where an even one is required; the previous one replaces it.
    pub is_misaligned: bool,
    /// Whether the last register is the high half of one, if the operand does not say it and one half is named.
    pub half: Option<bool>,
    /// Whether an operand that is half of a register was named as such.
    pub has_named_half: bool,
    /// Whether one had the name of all of the register.
    pub has_plain_half: bool,
}

impl Remarks {
    /// Whether all operands that are halves say so, or none.
    pub(super) fn halves_agree(&self) -> bool {
        !(self.has_named_half && self.has_plain_half)
    }
}

/// Files of numbered registers: their prefix, and how many registers they have; of scalar ones, the family says it.
const FILES: [(&str, u32, Reg); 5] = [
    ("v", 256, regs::VGPR0),
    ("s", 0, regs::SGPR0),
    ("a", 256, regs::AGPR0),
    ("acc", 256, regs::AGPR0),
    ("ttmp", 16, regs::TTMP0),
];

/// Other spellings of registers.
const ALIASES: [(&str, &str); 8] = [
    ("vccz", "src_vccz"),
    ("execz", "src_execz"),
    ("scc", "src_scc"),
    ("shared_base", "src_shared_base"),
    ("shared_limit", "src_shared_limit"),
    ("private_base", "src_private_base"),
    ("private_limit", "src_private_limit"),
    ("pops_exiting_wave_id", "src_pops_exiting_wave_id"),
];

/// Registers of other processors: in an instruction, no symbol can have such a name.
const UNAVAILABLE: [&str; 9] = [
    "tba",
    "tba_lo",
    "tba_hi",
    "tma",
    "tma_lo",
    "tma_hi",
    "lds_direct",
    "src_lds_direct",
    "pc",
];

/// The file that a prefix names: first unit and number of registers.
fn file_of(family: &Family, prefix: &str) -> Option<(u16, u32)> {
    let (_, limit, first) = FILES.iter().find(|file| file.0 == prefix)?;
    let limit = if prefix == "s" {
        family.limits.sgprs
    } else {
        *limit
    };
    Some((REGISTER_INFO.regs[first.index()].first_unit, limit))
}

/// The name of a register without that of a half, and whether this is the high one.
fn without_half(name: &str) -> (&str, Option<bool>) {
    let is_numbered = |name: &str| {
        let digits = name.strip_prefix('v').unwrap_or("");
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    match name.rsplit_once('.') {
        Some((register, "l")) if is_numbered(register) => (register, Some(false)),
        Some((register, "h")) if is_numbered(register) => (register, Some(true)),
        _ => (name, None),
    }
}

/// A register of a numbered file by its name: first unit of the file, number of registers, index.
fn numbered(family: &Family, name: &str) -> Option<(u16, u32, u32)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (first, limit) = file_of(family, &name[..digits])?;
    let is_number = name[digits..].bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| (first, limit, name[digits..].parse().unwrap_or(u32::MAX)))
}

/// Whether a name is a register of other processors only.
pub(super) fn is_unavailable(family: &Family, name: &str) -> bool {
    UNAVAILABLE.contains(&name) && !name.ends_with("lds_direct")
        || is_lacking(family, name)
        || numbered(family, name).is_some_and(|(_, limit, index)| index >= limit)
            && name.starts_with('s')
            && name.len() <= 4
}

/// Whether a name is one of a register that the family lacks.
fn is_lacking(family: &Family, name: &str) -> bool {
    let lacks = |&lacking: &Reg| {
        let mut units = REGISTER_INFO.units(lacking);
        REGISTER_INFO.asm_names[lacking.index()] == name
            || units.any(|unit| {
                REGISTER_INFO.asm_names[REGISTER_INFO.unit_regs[usize::from(unit)].index()] == name
            })
    };
    family.lacks_registers.iter().any(lacks)
}

/// Whether a name is reserved for registers, including those of other processors.
pub(super) fn is_reserved(name: &str) -> bool {
    let (name, _) = without_half(name);
    let of_file = |(prefix, ..): &(&str, u32, Reg)| {
        let digits = name.strip_prefix(prefix).filter(|digits| !digits.is_empty());
        digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    FILES.iter().any(of_file)
        || UNAVAILABLE.contains(&name)
        || ALIASES.iter().any(|alias| alias.0 == name)
        || REGISTER_INFO.asm_names.iter().skip(1).any(|known| *known == name)
}

/// Parses a register; `None` if there is none here. Invalid numbers are errors.
pub(super) fn parse(
    family: &Family,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<Option<Run>, ParseError> {
    if cursor.is_punct(b'[') {
        return list(family, cursor, symbols);
    }
    let Some(name) = cursor.ident() else {
        return Ok(None);
    };
    let token = cursor.token();
    if cursor.peek(1).kind == TokenKind::Punct(b'[')
        && let Some((first, limit)) = file_of(family, name)
    {
        cursor.advance();
        cursor.advance();
        let low = index(cursor, symbols)?;
        let high = if cursor.eat(b':') {
            index(cursor, symbols)?
        } else {
            low
        };
        cursor.expect(b']')?;
        return run(first, limit, low, high, token, cursor).map(Some);
    }
    if UNAVAILABLE.contains(&name) || is_lacking(family, name) && !name.starts_with('s') {
        return Err(cursor.error(format!("{name} register not available on this GPU")));
    }
    let (register, half) = without_half(name);
    if let Some((first, limit, number)) = numbered(family, register) {
        cursor.advance();
        let run = run(first, limit, number, number, token, cursor)?;
        return Ok(Some(Run { half, ..run }));
    }
    let name = ALIASES
        .iter()
        .find(|alias| alias.0 == name)
        .map_or(name, |alias| alias.1);
    if is_lacking(family, name) && name.starts_with("src_") {
        return Err(cursor.error(format!("{name} register not available on this GPU")));
    }
    let mut found: Option<Reg> = None;
    for (number, known) in REGISTER_INFO.asm_names.iter().enumerate().skip(1) {
        // Of the registers with the same name (both halves and the pair of an aperture base), the first and the
        // largest.
        if *known == name {
            let reg = Reg(number as u16);
            if found.is_none_or(|old| REGISTER_INFO.size_in_units(reg) > REGISTER_INFO.size_in_units(old)) {
                found = Some(reg);
            }
        }
    }
    let Some(reg) = found else { return Ok(None) };
    cursor.advance();
    let units = REGISTER_INFO.units(reg);
    Ok(Some(Run {
        first_unit: units.start,
        count: units.len() as u8,
        named: Some(reg),
        half: None,
    }))
}

fn index(cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<u32, ParseError> {
    let token = cursor.token();
    match cursor.expression(symbols)? {
        MCExpr::Constant(value) if (0..1 << 16).contains(&value) => Ok(value as u32),
        _ => Err(cursor.error_at(token, "invalid register index")),
    }
}

fn run(
    first: u16,
    limit: u32,
    low: u32,
    high: u32,
    token: Token,
    cursor: &Cursor<'_>,
) -> Result<Run, ParseError> {
    if high < low {
        return Err(cursor.error_at(token, "first register index should not exceed second index"));
    }
    if high >= limit {
        return Err(cursor.error_at(token, "register index is out of range"));
    }
    let count = high - low + 1;
    if count > 32 {
        return Err(cursor.error_at(token, "invalid or unsupported register size"));
    }
    Ok(Run {
        first_unit: first + low as u16,
        count: count as u8,
        named: None,
        half: None,
    })
}

/// `[s4,s5]`
fn list(
    family: &Family,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<Option<Run>, ParseError> {
    let start = cursor.token();
    let mut probe = *cursor;
    probe.advance();
    if probe.is_punct(b'[') {
        return Ok(None);
    }
    let first = probe.token();
    let Some(mut all) = parse(family, &mut probe, symbols)? else {
        return Ok(None);
    };
    if all.count != 1 {
        return Err(probe.error_at(first, "expected a single 32-bit register"));
    }
    while probe.eat(b',') {
        let token = probe.token();
        if probe.is_punct(b'[') {
            return Err(probe.error_at(token, "expected a single 32-bit register"));
        }
        match parse(family, &mut probe, symbols)? {
            Some(next) if next.count == 1 && next.first_unit == all.first_unit + u16::from(all.count) => {
                all.count += 1;
            }
            _ => return Err(probe.error_at(token, "registers in a list must have consecutive indices")),
        }
        if all.count > 32 {
            return Err(probe.error_at(start, "invalid or unsupported register size"));
        }
    }
    probe.expect(b']')?;
    *cursor = probe;
    all.named = all.named.filter(|_| all.count == 1);
    Ok(Some(all))
}

/// The register for the run in an operand of a kind.
///
/// Pairs and larger tuples of vector registers must start even; an odd one is reported as a remark, and the previous one is
/// returned, so that other errors are found. A half is a remark where the operand is the whole register.
pub(super) fn in_class(run: Run, kind: &OperandKindDesc, remarks: &mut Remarks) -> Result<Reg, &'static str> {
    let desc = REGISTER_INFO.class(kind.asm_class);
    if kind.is_half && run.first_unit >= REGISTER_INFO.units(regs::VGPR0).start {
        remarks.has_named_half |= run.half.is_some();
        remarks.has_plain_half |= run.half.is_none();
    }
    if let Some(is_high) = run.half {
        let number = run.first_unit - REGISTER_INFO.units(regs::VGPR0).start;
        let names_halves = desc.contains(regs::VGPR0_HI16);
        return match kind.is_half {
            true if !names_halves => {
                remarks.half = Some(is_high);
                Ok(Reg(regs::VGPR0.0 + number))
            }
            true if number < SHORT_REGISTERS => Ok(match is_high {
                true => Reg(regs::VGPR0_HI16.0 + number),
                false => Reg(regs::VGPR0.0 + number),
            }),
            _ => Err(INVALID_OPERAND),
        };
    }
    if let Some(reg) = REGISTER_INFO.register_at(run.first_unit, run.count)
        && desc.contains(reg)
    {
        return Ok(reg);
    }
    if let Some(named) = run.named {
        // The name of an aperture base denotes its low half if a word is required.
        let low = REGISTER_INFO.unit_regs[usize::from(run.first_unit)];
        if REGISTER_INFO.asm_names[low.index()] == REGISTER_INFO.asm_names[named.index()]
            && desc.contains(low)
        {
            return Ok(low);
        }
    }
    // Vector registers come last, VGPRs then AGPRs: tuples must start even in their file.
    let first_vector = REGISTER_INFO.regs[crate::tables::regs::VGPR0.index()].first_unit;
    let odd = run
        .first_unit
        .checked_sub(first_vector)
        .is_some_and(|index| index % 2 == 1);
    if odd
        && run.count > 1
        && let Some(reg) = REGISTER_INFO.register_at(run.first_unit - 1, run.count)
        && desc.contains(reg)
    {
        remarks.is_misaligned = true;
        return Ok(reg);
    }
    Err(INVALID_OPERAND)
}

/// Parses the address of an image, which is a tuple of vector registers; it may stand in brackets.
pub(super) fn image_address(
    family: &Family,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<Reg, ParseError> {
    let start = *cursor;
    // No address of another form.
    if !family.image_addresses.has_dimensions {
        return vector_tuple(family, false, cursor, symbols);
    }
    let is_bracketed = cursor.eat(b'[');
    let reg = vector_tuple(family, false, cursor, symbols)?;
    if is_bracketed && !cursor.eat(b']') {
        *cursor = start;
        // Several registers in brackets are an address of another form.
        return Err(start.error(INVALID_OPERAND));
    }
    Ok(reg)
}

/// Parses a tuple of vector registers of any size; `in_any_file`: or of accumulation registers.
pub(super) fn vector_tuple(
    family: &Family,
    in_any_file: bool,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<Reg, ParseError> {
    let start = *cursor;
    if let Some(run) = parse(family, cursor, symbols)?
        && let Some(reg) = REGISTER_INFO.register_at(run.first_unit, run.count)
        && is_vector(reg)
        && (in_any_file || !is_accumulation(reg))
    {
        return Ok(reg);
    }
    *cursor = start;
    Err(start.error(if start.at_end() {
        TOO_FEW_OPERANDS
    } else {
        INVALID_OPERAND
    }))
}

/// Parses a register operand of a kind.
pub(super) fn operand(
    family: &Family,
    kind: &OperandKindDesc,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
    remarks: &mut Remarks,
) -> Result<Reg, ParseError> {
    let start = *cursor;
    match parse(family, cursor, symbols)? {
        Some(run) => {
            let was_misaligned = std::mem::take(&mut remarks.is_misaligned);
            let found = in_class(run, kind, remarks);
            let is_misaligned = std::mem::replace(&mut remarks.is_misaligned, was_misaligned);
            found
                .and_then(|reg| if is_misaligned { Err(MISALIGNED) } else { Ok(reg) })
                .map_err(|message| {
                    *cursor = start;
                    start.error(message)
                })
        }
        None => Err(cursor.error(if cursor.at_end() {
            TOO_FEW_OPERANDS
        } else {
            INVALID_OPERAND
        })),
    }
}
