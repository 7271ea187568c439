//! Parses instructions: the mnemonic determines candidates, each candidate's text is a pattern for the operands, and
//! the first candidate that matches wins. If none matches, the error of the one that got furthest is reported.

mod dual;
pub mod functions;
mod generic;
mod immediates;
mod modifiers;
mod registers;
mod sources;
mod swizzle;
mod validate;

use crate::cache_policy::Access;
use crate::encode::{encode, kind_desc};
use crate::halves::half_place;
use crate::subtarget::{Family, Subtarget};
use crate::tables::{
    ASM_INFO, COMBINED, Combined, INSTR_INFO, REGISTER_INFO, Syntax, features, opcodes, operand_names,
    target_flags,
};
use modifiers::{Modifier, Modifiers};
use registers::Remarks;
use smallvec::SmallVec;
use std::borrow::Cow;
use wavec_mc::asm::{Cursor, ParseError, Token, TokenKind};
use wavec_mc::{AsmFragment, InstrEncoding, MCInst, MCOperand, Opcode, OperandFlags, Reg, SymbolTable};

/// An error in a candidate: how far it got, and the message.
struct Mismatch {
    position: usize,
    error: ParseError,
}

/// Words of an export.
const EXPORTED: usize = 4;

/// The standard message for an operand of the wrong kind.
pub(crate) const INVALID_OPERAND: &str = "invalid operand for instruction";
/// The message if the text ends too early.
const TOO_FEW_OPERANDS: &str = "too few operands for instruction";
/// The message for registers that exist, but are not operands on this GPU.
const MISALIGNED: &str = "invalid register class: vgpr tuples must be 64 bit aligned";

/// Parses the operands of the instruction `mnemonic`, up to the end of the statement.
///
/// # Errors
/// Errors in them; or the processor does not have such an instruction.
pub fn parse_instruction(
    subtarget: &Subtarget,
    mnemonic: Token,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<MCInst, ParseError> {
    // Mnemonics are case-insensitive; names of registers and modifiers are not.
    let written = cursor.text_of(mnemonic);
    let name = match written.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(written.to_ascii_lowercase()),
        false => Cow::Borrowed(written),
    };
    let name = name.as_ref();
    let mut candidates = ASM_INFO.candidates(name);
    let mut wanted: fn(u64) -> bool = |_| true;
    if candidates.is_empty() {
        // A size suffix is allowed if there is only one size.
        if let Some(base) = name.strip_suffix("_e32") {
            candidates = ASM_INFO.candidates(base);
            wanted = |flags| {
                flags & (target_flags::VOP3 | target_flags::VOP3P | target_flags::SDWA | target_flags::DPP)
                    == 0
            };
        } else if let Some(base) = name.strip_suffix("_e64") {
            candidates = ASM_INFO.candidates(base);
            wanted = |flags| flags & (target_flags::VOP3 | target_flags::VOP3P) != 0;
        }
    }
    let names = candidates;
    let candidates = candidates
        .iter()
        .map(|&number| &INSTR_INFO.encodings[usize::from(number)]);
    let operands_start = *cursor;
    let mut furthest: Option<Mismatch> = None;
    let mut is_known = false;
    *cursor = cursor.with_reserved(registers::is_reserved);
    let is_wanted = |encoding: &&InstrEncoding| wanted(INSTR_INFO.desc(encoding.opcode).target_flags());
    for encoding in candidates.clone().filter(is_wanted) {
        let opcode = encoding.opcode;
        is_known = true;
        if !subtarget.has_encoding(encoding) {
            continue;
        }
        // Short comparisons may omit their result, which is VCC.
        let has_implied_result = begins_with_vcc(encoding);
        for implied_result in [false, true]
            .into_iter()
            .take(1 + usize::from(has_implied_result))
        {
            let mut attempt = *cursor;
            let matcher = Matcher {
                subtarget,
                encoding,
                opcode,
                mnemonic,
                inst: MCInst::new(opcode),
                implied_result,
                places: SmallVec::new(),
                leading: Vec::new(),
                remarks: Remarks::default(),
                halves: SmallVec::new(),
            };
            match matcher.run(&mut attempt, symbols) {
                Ok(inst) => {
                    *cursor = attempt;
                    return Ok(inst);
                }
                Err(mismatch) => {
                    if furthest
                        .as_ref()
                        .is_none_or(|known| mismatch.position > known.position)
                    {
                        furthest = Some(mismatch);
                    }
                }
            }
        }
    }
    let Some(mismatch) = furthest else {
        let message = match is_known {
            true => subtarget.lacks_encodings(name, candidates.filter(|encoding| is_wanted(encoding))),
            false => "invalid instruction".to_string(),
        };
        return Err(cursor.error_at(mnemonic, message));
    };
    // Modifiers that no instruction of this name has are reported before missing ones.
    if let Some(error) = generic::syntax_error(subtarget.family, names, operands_start) {
        return Err(error);
    }
    Err(match mismatch.error {
        error if error.message == TOO_FEW_OPERANDS => cursor.error_at(mnemonic, TOO_FEW_OPERANDS),
        error => error,
    })
}

/// Number of fragments of text before the first operand where this is VCC: a blank, VCC and a comma.
const FRAGMENTS_OF_VCC: usize = 3;

/// Whether an instruction's text begins with the result that it always has.
fn begins_with_vcc(encoding: &InstrEncoding) -> bool {
    let fragments = ASM_INFO.fragments(encoding).unwrap_or(&[]);
    fragments.iter().take(FRAGMENTS_OF_VCC).any(is_vcc)
        && !fragments
            .iter()
            .take_while(|fragment| !is_vcc(fragment))
            .any(is_operand)
}

fn is_vcc(fragment: &AsmFragment) -> bool {
    matches!(fragment, AsmFragment::Combined(which) if COMBINED[usize::from(*which)] == Combined::Vcc)
}

fn is_operand(fragment: &AsmFragment) -> bool {
    !matches!(fragment, AsmFragment::Text(_) | AsmFragment::Combined(_))
}

/// Parses the operands of one candidate.
struct Matcher<'a> {
    subtarget: &'a Subtarget,
    encoding: &'static InstrEncoding,
    opcode: Opcode,
    mnemonic: Token,
    inst: MCInst,
    /// Whether the result at the start of the text is omitted.
    implied_result: bool,
    /// The position of each operand in the text, for errors; that of the mnemonic if it is not written.
    places: SmallVec<[Token; 12]>,
    /// Modifiers that precede the last operands.
    leading: Vec<Modifier>,
    /// What is said of registers beside which they are.
    remarks: Remarks,
    /// Operands that are a named half of a register, and whether it is the high one.
    halves: SmallVec<[(usize, bool); 4]>,
}

/// A violated rule: the operand, and the message. `None` is the whole instruction.
type Violation = (Option<usize>, String);

impl Matcher<'_> {
    fn run(mut self, cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<MCInst, Mismatch> {
        let start = *cursor;
        let desc = INSTR_INFO.desc(self.opcode);
        let operands = desc.operands();
        for info in operands {
            let kind = self.subtarget.operand_kind(info.kind);
            self.inst.operands.push(match kind.asm_class.is_none() {
                true => MCOperand::Imm(kind.default_value),
                false => MCOperand::Reg(Reg::NONE),
            });
        }
        let fragments = ASM_INFO.fragments(self.encoding).unwrap_or(&[]);
        self.places = SmallVec::from_elem(self.mnemonic, operands.len());
        let mut modifiers = None;
        for (number, fragment) in fragments.iter().enumerate() {
            if self.implied_result && !fragments[..=number].iter().any(is_operand) {
                continue;
            }
            if modifiers.is_none() && self.is_left_out(&fragments[number..], cursor) {
                continue;
            }
            if modifiers.is_none() && starts_modifiers(*fragment, operands) {
                let leading = std::mem::take(&mut self.leading);
                let parsed = Modifiers::read(self.subtarget, Access::of(desc), leading, cursor, symbols);
                modifiers = Some(parsed.map_err(|error| Mismatch {
                    position: cursor.position(),
                    error,
                })?);
            }
            let result = match (*fragment, &mut modifiers) {
                (AsmFragment::Text(text), None) => literal_text(text, cursor),
                (AsmFragment::Text(text), Some(modifiers)) => modifiers.words(text, cursor),
                // This target has no text with operand modifiers.
                (
                    AsmFragment::Operand(index)
                    | AsmFragment::Modified(index, _)
                    | AsmFragment::Whole(index, ..),
                    None,
                ) => self.operand(usize::from(index), cursor, symbols),
                (
                    AsmFragment::Operand(index)
                    | AsmFragment::Modified(index, _)
                    | AsmFragment::Whole(index, ..),
                    Some(modifiers),
                ) => {
                    let kind = self.subtarget.operand_kind(operands[usize::from(index)].kind);
                    modifiers.operand(kind, cursor).map(|value| {
                        if let Some((value, place)) = value {
                            self.inst.operands[usize::from(index)] = MCOperand::Imm(value);
                            self.places[usize::from(index)] = place;
                        }
                    })
                }
                (AsmFragment::Combined(which), Some(modifiers)) => {
                    modifiers.combined(COMBINED[usize::from(which)], &mut self.inst, cursor)
                }
                (AsmFragment::Combined(_), None) if is_vcc(fragment) => {
                    literal_text(REGISTER_INFO.asm_names[self.subtarget.vcc().index()], cursor)
                }
                (AsmFragment::Combined(_), None) if self.opcode == opcodes::V_DUAL => {
                    self.pair(cursor, symbols)
                }
                (AsmFragment::Combined(_), None)
                    if matches!(self.opcode, opcodes::EXP | opcodes::EXP_ROW) =>
                {
                    self.exports(cursor, symbols)
                }
                (AsmFragment::Combined(_), None) => self.addresses(cursor, symbols),
            };
            result.map_err(|error| Mismatch {
                position: cursor.position(),
                error,
            })?;
        }
        // A trailing comma is accepted.
        if modifiers.is_none() && cursor.position() > start.position() && cursor.is_punct(b',') {
            let mut next = *cursor;
            next.advance();
            if next.at_end() {
                *cursor = next;
            }
        }
        let end = match &modifiers {
            Some(modifiers) => modifiers
                .finish(cursor)
                .and_then(|()| self.select_halves(Some(modifiers), cursor)),
            None if cursor.at_end() => self.select_halves(None, cursor),
            None => Err(cursor.error(INVALID_OPERAND)),
        };
        // The rest may be a modifier that this candidate lacks: another one may have got further.
        end.map_err(|error| Mismatch {
            position: cursor.position(),
            error,
        })?;
        self.fill_tied();
        if matches!(self.opcode, opcodes::EXP | opcodes::EXP_ROW) {
            self.mask_exports();
        }
        let full = cursor.position() + 1;
        let place = |operand: Option<usize>| operand.map_or(self.mnemonic, |operand| self.places[operand]);
        if let Err((operand, message)) = self.validate() {
            return Err(Mismatch {
                position: full,
                error: start.error_at(place(operand), message),
            });
        }
        if let Err(error) = encode(&self.inst, self.subtarget) {
            let operand = match error.operand {
                // The last of several literals is the error.
                Some(_) => self.last_constant(),
                None => None,
            };
            return Err(Mismatch {
                position: full,
                error: start.error_at(place(operand), error.message),
            });
        }
        Ok(self.inst)
    }

    /// Whether the offset of a scalar memory address, and the comma before it, are omitted: it is 0.
    fn is_left_out(&self, rest: &[AsmFragment], cursor: &Cursor<'_>) -> bool {
        let is_offset = |fragment: Option<&AsmFragment>| {
            let operands = INSTR_INFO.desc(self.opcode).operands();
            matches!(fragment, Some(AsmFragment::Operand(index))
                if self.subtarget.operand_kind(operands[usize::from(*index)].kind).syntax == Syntax::SmrdOffset)
        };
        let family = self.subtarget.family;
        let is_policy = |name| {
            let mut bits = family.scalar_cache_policies.iter();
            bits.any(|policy| policy.0 == name) || family.has_scopes && matches!(name, "th" | "scope")
        };
        let starts_modifier = cursor.at_end() || cursor.ident().is_some_and(is_policy);
        match rest.first() {
            Some(AsmFragment::Text(text)) => text.trim() == "," && is_offset(rest.get(1)) && starts_modifier,
            first => is_offset(first) && starts_modifier,
        }
    }

    /// Operands that are not in the text are the registers they are tied to.
    fn fill_tied(&mut self) {
        for (index, info) in INSTR_INFO.desc(self.opcode).operands().iter().enumerate() {
            if let Ok(tied) = usize::try_from(info.tied_to)
                && self.inst.operands[index] == MCOperand::Reg(Reg::NONE)
            {
                self.inst.operands[index] = self.inst.operands[tied].clone();
            }
        }
        // Exchange instructions name each register once.
        for (index, info) in INSTR_INFO.desc(self.opcode).operands().iter().enumerate() {
            if let Ok(tied) = usize::try_from(info.tied_to)
                && self.inst.operands[tied] == MCOperand::Reg(Reg::NONE)
            {
                self.inst.operands[tied] = self.inst.operands[index].clone();
            }
        }
    }

    fn operand(
        &mut self,
        index: usize,
        cursor: &mut Cursor<'_>,
        symbols: &mut SymbolTable,
    ) -> Result<(), ParseError> {
        let operands = INSTR_INFO.desc(self.opcode).operands();
        let kind = self.subtarget.operand_kind(operands[index].kind);
        if operands
            .iter()
            .any(|info| self.subtarget.operand_kind(info.kind).syntax == Syntax::BufFormat)
        {
            modifiers::leading_formats(&mut self.leading, cursor, symbols)?;
        }
        self.places[index] = cursor.token();
        self.remarks.half = None;
        let remarks = &mut self.remarks;
        let value = match kind.syntax {
            Syntax::Register | Syntax::SdwaVopcDst | Syntax::DualRegister => MCOperand::Reg(
                registers::operand(self.subtarget.family, kind, cursor, symbols, remarks)?,
            ),
            Syntax::ImageData => {
                let in_any_file = self.subtarget.has(features::UNIFIED_VGPRS);
                let family = self.subtarget.family;
                MCOperand::Reg(registers::vector_tuple(family, in_any_file, cursor, symbols)?)
            }
            Syntax::ImageAddress => {
                MCOperand::Reg(registers::image_address(self.subtarget.family, cursor, symbols)?)
            }
            Syntax::Source | Syntax::SdwaSource => {
                sources::operand(self.subtarget.family, kind, cursor, symbols, remarks)?
            }
            Syntax::FpMods
            | Syntax::FpOpSelMods
            | Syntax::MixMods
            | Syntax::IntMods
            | Syntax::PackedMods
            | Syntax::OpSelMods
            | Syntax::LaneMods => {
                let source = self.subtarget.operand_kind(operands[index + 1].kind);
                self.places[index + 1] = cursor.token();
                let (modifiers, value) =
                    sources::with_modifiers(self.subtarget.family, kind, source, cursor, symbols, remarks)?;
                self.inst.operands[index + 1] = value;
                MCOperand::Imm(modifiers | kind.default_value)
            }
            _ => immediates::operand(self.subtarget.family, kind, cursor, symbols)?,
        };
        if let Some(is_high) = self.remarks.half {
            let is_source = operands[index].flags.contains(OperandFlags::SOURCE_MODIFIERS);
            self.halves.push((index + usize::from(is_source), is_high));
        }
        self.inst.operands[index] = value;
        Ok(())
    }

    /// Sets the modifiers that say which halves were named; op_sel must not say the opposite.
    fn select_halves(
        &mut self,
        modifiers: Option<&Modifiers>,
        cursor: &Cursor<'_>,
    ) -> Result<(), ParseError> {
        if !self.remarks.halves_agree() {
            return Err(cursor.error_at(
                self.mnemonic,
                "all operands of 16 bits name their halves, or none does",
            ));
        }
        let operands = INSTR_INFO.desc(self.opcode).operands();
        let op_sel = modifiers.and_then(Modifiers::place_of_op_sel);
        for &(index, is_high) in &self.halves {
            let Some((place, bit)) = half_place(operands, index) else {
                continue;
            };
            if let MCOperand::Imm(modifiers) = &mut self.inst.operands[place] {
                if let Some(op_sel) = op_sel
                    && (*modifiers & bit != 0) != is_high
                {
                    return Err(
                        cursor.error_at(op_sel, "op_sel operand conflicts with 16-bit operand suffix")
                    );
                }
                *modifiers |= if is_high { bit } else { 0 };
            }
        }
        Ok(())
    }

    /// `v0, off, v2, off`: the sources of an export.
    fn exports(&mut self, cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<(), ParseError> {
        let desc = INSTR_INFO.desc(self.opcode);
        let first = desc.operand_index(operand_names::SRC0).unwrap_or(0);
        for (index, info) in desc.operands().iter().enumerate().skip(first).take(EXPORTED) {
            if index > first {
                literal_text(",", cursor)?;
            }
            self.places[index] = cursor.token();
            if !cursor.eat_ident("off") {
                let kind = self.subtarget.operand_kind(info.kind);
                let reg = registers::operand(
                    self.subtarget.family,
                    kind,
                    cursor,
                    symbols,
                    &mut Remarks::default(),
                )?;
                self.inst.operands[index] = MCOperand::Reg(reg);
            }
        }
        Ok(())
    }

    /// The mask of an export says which sources it has. Compressed ones are written twice.
    fn mask_exports(&mut self) {
        let desc = INSTR_INFO.desc(self.opcode);
        let index = |name| desc.operand_index(name).unwrap_or(0);
        let (first, mask) = (index(operand_names::SRC0), index(operand_names::EN));
        let compressed = desc.operand_index(operand_names::COMPR);
        let is_compressed = compressed.is_some_and(|index| self.inst.operands[index].imm() == Some(1));
        if is_compressed {
            self.inst.operands[first + 1] = self.inst.operands[first + 2].clone();
            self.inst.operands[first + 2] = MCOperand::Reg(Reg::NONE);
            self.inst.operands[first + 3] = MCOperand::Reg(Reg::NONE);
        }
        let has = |index: usize| self.inst.operands[first + index] != MCOperand::Reg(Reg::NONE);
        let source = |bit: usize| if is_compressed { bit / 2 } else { bit };
        let bits = (0..EXPORTED)
            .filter(|&bit| has(source(bit)))
            .fold(0, |bits, bit| bits | 1 << bit);
        self.inst.operands[mask] = MCOperand::Imm(bits);
    }

    /// `[v4, v6]`: the registers of an address. One alone needs no brackets where an address is never a tuple.
    fn addresses(&mut self, cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<(), ParseError> {
        let family = self.subtarget.family;
        let form = family.image_addresses;
        let is_list = cursor.is_punct(b'[');
        if cursor.at_end() {
            return Err(cursor.error(TOO_FEW_OPERANDS));
        }
        if !is_list && form.has_tuples {
            return Err(cursor.error(INVALID_OPERAND));
        }
        let operands = INSTR_INFO.desc(self.opcode).operands().iter().enumerate();
        let of_address = operands
            .filter(|(_, info)| !info.flags.contains(OperandFlags::DEF))
            .map(|(index, info)| (index, self.subtarget.operand_kind(info.kind)))
            .filter(|(_, kind)| matches!(kind.syntax, Syntax::ImageNsa | Syntax::RayPart));
        for (place, (index, kind)) in of_address.enumerate() {
            // A bracket, and then commas.
            if is_list {
                cursor.advance();
            }
            self.places[index] = cursor.token();
            let reg = match kind.syntax {
                Syntax::ImageNsa if form.tuple_in_list.is_some_and(|last| place > last) => break,
                Syntax::ImageNsa if form.tuple_in_list == Some(place) => {
                    registers::vector_tuple(family, false, cursor, symbols)?
                }
                _ => registers::operand(family, kind, cursor, symbols, &mut Remarks::default())?,
            };
            self.inst.operands[index] = MCOperand::Reg(reg);
            if !is_list || cursor.eat(b']') {
                return Ok(());
            }
            if !cursor.is_punct(b',') {
                break;
            }
        }
        Err(cursor.error(INVALID_OPERAND))
    }
}

/// Whether optional modifiers, in any order, begin with this fragment.
fn starts_modifiers(fragment: AsmFragment, operands: &[wavec_mc::OperandInfo]) -> bool {
    match fragment {
        AsmFragment::Text(text) => text.starts_with(' ') && !text.trim().is_empty() && !text.contains(','),
        AsmFragment::Combined(which) => !matches!(
            COMBINED[usize::from(which)],
            Combined::Vcc | Combined::Nsa | Combined::Exports | Combined::Dual
        ),
        AsmFragment::Operand(index) | AsmFragment::Modified(index, _) | AsmFragment::Whole(index, ..) => {
            let kind = kind_desc(operands[usize::from(index)].kind);
            kind.syntax != Syntax::Endpgm
                && (kind.optional
                    || matches!(
                        kind.syntax,
                        Syntax::DppCtrl | Syntax::Dpp8 | Syntax::SmrdNamedOffset
                    ))
        }
    }
}

/// Words and commas that stand in the text itself.
fn literal_text(text: &str, cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(',') {
            // Blanks separate operands, too.
            if !cursor.eat(b',') && cursor.at_end() {
                return Err(cursor.error(TOO_FEW_OPERANDS));
            }
            rest = after.trim_start();
            continue;
        }
        let end = rest.find([',', ' ']).unwrap_or(rest.len());
        if !cursor.eat_ident(&rest[..end]) {
            return Err(cursor.error(if cursor.at_end() {
                TOO_FEW_OPERANDS
            } else {
                INVALID_OPERAND
            }));
        }
        rest = rest[end..].trim_start();
    }
    Ok(())
}

/// Whether a register may start at a token: registers are parsed by `registers`.
fn looks_like_register(family: &Family, cursor: &Cursor<'_>) -> bool {
    matches!(cursor.token().kind, TokenKind::Ident | TokenKind::Punct(b'['))
        && registers::parse(family, &mut { *cursor }, &mut SymbolTable::new())
            .is_ok_and(|found| found.is_some())
}
