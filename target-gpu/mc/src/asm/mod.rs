//! Reading instructions: the mnemonic gives candidates, each candidate's text is a pattern that the operands are read
//! by, and the first candidate that fits wins. If none fits, the error of the one that came furthest is reported.

pub mod functions;
mod immediates;
mod modifiers;
mod registers;
mod sources;

use crate::encode::{encode, kind_desc};
use crate::tables::{ASM_INFO, COMBINED, INSTR_INFO, REGISTER_INFO, Syntax, regs, target_flags};
use modifiers::Modifiers;
use wavec_mc::asm::{Cursor, ParseError, Token, TokenKind};
use wavec_mc::{AsmFragment, MCInst, MCOperand, Opcode, OperandFlags, Reg, SymbolTable};

/// What goes wrong inside a candidate: how far it came, and why.
struct Mismatch {
    position: usize,
    error: ParseError,
}

/// The standard message for an operand of the wrong kind.
const INVALID_OPERAND: &str = "invalid operand for instruction";

/// Reads the operands of the instruction `mnemonic`, up to the end of the statement.
pub fn parse_instruction(
    mnemonic: Token,
    cursor: &mut Cursor<'_>,
    symbols: &mut SymbolTable,
) -> Result<MCInst, ParseError> {
    let candidates = ASM_INFO.candidates(cursor.text_of(mnemonic));
    if candidates.is_empty() {
        return Err(cursor.error_at(mnemonic, "invalid instruction"));
    }
    let mut furthest: Option<Mismatch> = None;
    for &opcode in candidates {
        let mut attempt = *cursor;
        let matcher = Matcher {
            opcode: Opcode(opcode),
            mnemonic,
            inst: MCInst::new(Opcode(opcode)),
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
    Err(furthest.map_or_else(
        || cursor.error_at(mnemonic, "invalid instruction"),
        |mismatch| mismatch.error,
    ))
}

/// Reads the operands of one candidate.
struct Matcher {
    opcode: Opcode,
    mnemonic: Token,
    inst: MCInst,
}

impl Matcher {
    fn run(mut self, cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<MCInst, Mismatch> {
        let start = *cursor;
        let desc = INSTR_INFO.desc(self.opcode);
        let operands = desc.operands();
        for info in operands {
            let kind = kind_desc(info.kind);
            self.inst.operands.push(match kind.asm_class.is_none() {
                true => MCOperand::Imm(kind.default_value),
                false => MCOperand::Reg(Reg::NONE),
            });
        }
        let fragments = ASM_INFO.fragments(&INSTR_INFO, self.opcode).unwrap_or(&[]);
        let mut modifiers = None;
        for fragment in fragments {
            if modifiers.is_none() && starts_modifiers(*fragment, operands) {
                let parsed = Modifiers::read(cursor, symbols);
                modifiers = Some(parsed.map_err(|error| Mismatch {
                    position: cursor.position(),
                    error,
                })?);
            }
            let result = match (*fragment, &mut modifiers) {
                (AsmFragment::Text(text), None) => literal_text(text, cursor),
                (AsmFragment::Text(text), Some(modifiers)) => modifiers.words(text, cursor),
                (AsmFragment::Operand(index), None) => self.operand(usize::from(index), cursor, symbols),
                (AsmFragment::Operand(index), Some(modifiers)) => {
                    let kind = kind_desc(operands[usize::from(index)].kind);
                    modifiers.operand(kind, cursor).map(|value| {
                        if let Some(value) = value {
                            self.inst.operands[usize::from(index)] = MCOperand::Imm(value);
                        }
                    })
                }
                (AsmFragment::Combined(which), Some(modifiers)) => {
                    modifiers.combined(COMBINED[usize::from(which)], &mut self.inst, cursor)
                }
                (AsmFragment::Combined(_), None) => Ok(()),
            };
            result.map_err(|error| Mismatch {
                position: cursor.position(),
                error,
            })?;
        }
        let end = match &modifiers {
            Some(modifiers) => modifiers.finish(cursor),
            None if cursor.at_end() => Ok(()),
            None => Err(cursor.error(INVALID_OPERAND)),
        };
        // What remains may be a modifier that this candidate lacks: another one may have come further.
        end.map_err(|error| Mismatch {
            position: cursor.position(),
            error,
        })?;
        self.fill_tied();
        let full = cursor.position() + 1;
        if let Err(message) = self.validate() {
            return Err(Mismatch {
                position: full,
                error: start.error_at(self.mnemonic, message),
            });
        }
        if let Err(error) = encode(&self.inst) {
            return Err(Mismatch {
                position: full,
                error: start.error_at(self.mnemonic, error.message),
            });
        }
        Ok(self.inst)
    }

    /// Operands that text does not mention are the registers they are tied to.
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
        let kind = kind_desc(operands[index].kind);
        let value = match kind.syntax {
            Syntax::Register | Syntax::SdwaSource | Syntax::SdwaVopcDst => {
                MCOperand::Reg(registers::operand(kind, cursor, symbols)?)
            }
            Syntax::Source => sources::operand(kind, cursor, symbols)?,
            Syntax::FpMods
            | Syntax::FpOpSelMods
            | Syntax::MixMods
            | Syntax::IntMods
            | Syntax::PackedMods
            | Syntax::OpSelMods => {
                let source = kind_desc(operands[index + 1].kind);
                let (modifiers, value) = sources::with_modifiers(kind, source, cursor, symbols)?;
                self.inst.operands[index + 1] = value;
                MCOperand::Imm(modifiers | kind.default_value)
            }
            _ => immediates::operand(kind, cursor, symbols)?,
        };
        self.inst.operands[index] = value;
        Ok(())
    }

    /// Rules about several operands at once.
    fn validate(&self) -> Result<(), String> {
        let desc = INSTR_INFO.desc(self.opcode);
        let flags = desc.target_flags();
        if flags & target_flags::VALU != 0 {
            self.validate_constant_bus()?;
        }
        if flags & (target_flags::DS | target_flags::FLAT | target_flags::MUBUF | target_flags::MTBUF) != 0 {
            // One bit says for all data operands whether they are accumulation registers.
            let mut files = desc
                .operands()
                .iter()
                .zip(&self.inst.operands)
                .filter_map(|(info, operand)| {
                    let kind = kind_desc(info.kind);
                    let both =
                        kind.asm_class.is_some() && REGISTER_INFO.class(kind.asm_class).target_flags & 6 == 6;
                    let reg = operand.reg().filter(|reg| both && reg.is_some())?;
                    Some(REGISTER_INFO.encoding(reg) & 0x200 != 0)
                });
            if let Some(first) = files.next()
                && files.any(|file| file != first)
            {
                return Err("invalid register class: data and dst should be all VGPR or AGPR".to_string());
            }
        }
        if desc
            .operands()
            .iter()
            .any(|info| info.kind == crate::operand_kinds::DPPCTRL64)
        {
            let control = desc
                .operands()
                .iter()
                .position(|info| info.kind == crate::operand_kinds::DPPCTRL64);
            let control = control
                .and_then(|index| self.inst.operands[index].imm())
                .unwrap_or(0);
            if !(0x150..=0x15f).contains(&control) {
                return Err("DP ALU dpp only supports row_newbcast".to_string());
            }
        }
        Ok(())
    }

    /// A VALU instruction can read one scalar value: a register, a literal, or VCC implicitly.
    fn validate_constant_bus(&self) -> Result<(), String> {
        let desc = INSTR_INFO.desc(self.opcode);
        let mut scalars: Vec<Reg> = desc
            .implicit_uses()
            .iter()
            .copied()
            .filter(|&reg| reg == regs::VCC)
            .collect();
        let mut literals = 0;
        for (info, operand) in desc.operands().iter().zip(&self.inst.operands) {
            if info.flags.contains(OperandFlags::DEF) {
                continue;
            }
            match operand {
                MCOperand::Reg(reg) if reg.is_some() => {
                    let class = REGISTER_INFO.minimal_class(*reg);
                    let is_scalar =
                        class.is_some_and(|class| REGISTER_INFO.class(class).target_flags & 1 != 0);
                    if is_scalar && !scalars.contains(reg) {
                        scalars.push(*reg);
                    }
                }
                MCOperand::Imm(imm) => {
                    let kind = kind_desc(info.kind);
                    let ty = crate::encode::constant_type(kind);
                    let is_literal =
                        kind.syntax == Syntax::Source && crate::constants::inline_code(*imm, ty).is_none();
                    literals |= usize::from(is_literal);
                }
                MCOperand::Expr(_) => literals |= 1,
                MCOperand::Reg(_) => {}
            }
        }
        // The lane select of writelane may be M0 besides another register.
        if self.opcode == crate::opcodes::V_WRITELANE_B32 && scalars.len() == 2 {
            scalars.retain(|&reg| reg != regs::M0);
        }
        if scalars.len() + literals > 1 {
            return Err("invalid operand (violates constant bus restrictions)".to_string());
        }
        Ok(())
    }
}

/// Whether optional modifiers, which may stand in any order, begin with this fragment.
fn starts_modifiers(fragment: AsmFragment, operands: &[wavec_mc::OperandInfo]) -> bool {
    match fragment {
        AsmFragment::Text(text) => text.starts_with(' ') && !text.trim().is_empty() && !text.contains(','),
        AsmFragment::Combined(_) => true,
        AsmFragment::Operand(index) => {
            let kind = kind_desc(operands[usize::from(index)].kind);
            kind.syntax != Syntax::Endpgm
                && (kind.optional || matches!(kind.syntax, Syntax::DppCtrl | Syntax::SmrdNamedOffset))
        }
    }
}

/// Words and commas that stand in the text itself.
fn literal_text(text: &str, cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(',') {
            if !cursor.eat(b',') {
                let message = if cursor.at_end() {
                    "too few operands for instruction"
                } else {
                    INVALID_OPERAND
                };
                return Err(cursor.error(message));
            }
            rest = after.trim_start();
            continue;
        }
        let end = rest.find([',', ' ']).unwrap_or(rest.len());
        if !cursor.eat_ident(&rest[..end]) {
            return Err(cursor.error(INVALID_OPERAND));
        }
        rest = rest[end..].trim_start();
    }
    Ok(())
}

/// Whether a register may stand where a token is: registers are read by `registers`.
fn looks_like_register(cursor: &Cursor<'_>) -> bool {
    matches!(cursor.token().kind, TokenKind::Ident | TokenKind::Punct(b'['))
        && registers::parse(&mut { *cursor }, &mut SymbolTable::new()).is_ok_and(|found| found.is_some())
}
