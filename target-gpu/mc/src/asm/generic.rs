//! Errors in an instruction's text that do not depend on the candidate: registers that this GPU does not have, and
//! modifiers that no instruction of the name has. They are searched for only if the text matches no candidate.

use super::{modifiers, registers};
use crate::encode::kind_desc;
use crate::subtarget::Family;
use crate::tables::{ASM_INFO, COMBINED, Combined, INSTR_INFO, Syntax};
use wavec_mc::asm::{Cursor, ParseError, Token, TokenKind};
use wavec_mc::{AsmFragment, InstrEncoding};

/// The first such error after the mnemonic; `candidates` are the encodings of the name, by number.
pub(super) fn syntax_error(
    family: &Family,
    candidates: &[u16],
    mut cursor: Cursor<'_>,
) -> Option<ParseError> {
    // Names inside brackets and parentheses are arguments and values.
    let mut depth = 0u32;
    while !cursor.at_end() {
        let token = cursor.token();
        let before = cursor;
        cursor.advance();
        match token.kind {
            TokenKind::Punct(b'(' | b'[' | b'{') => depth += 1,
            TokenKind::Punct(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            TokenKind::Punct(b',') if cursor.is_punct(b',') => {
                return Some(cursor.error("unknown token in expression"));
            }
            TokenKind::Ident => {
                let name = before.text_of(token);
                if registers::is_unavailable(family, name) && !cursor.is_punct(b':') {
                    let message = format!("{name} register not available on this GPU");
                    return Some(before.error_at(token, message));
                }
                // `s[104:105]`
                if name == "s" && cursor.is_punct(b'[') && cursor.peek(2).kind == TokenKind::Punct(b':') {
                    let last = cursor.peek(3);
                    if registers::is_unavailable(family, &format!("s{}", cursor.text_of(last))) {
                        let end = cursor.peek(4).end.max(token.end);
                        let text = &cursor.text_of(Token { end, ..token });
                        let message = format!("{text} register not available on this GPU");
                        return Some(before.error_at(token, message));
                    }
                }
                // Two colons separate the operations of a pair.
                let is_pair = cursor.peek(1).kind == TokenKind::Punct(b':');
                if depth == 0 && cursor.is_punct(b':') && !is_pair {
                    if !candidates
                        .iter()
                        .any(|&number| has_modifier(family, &INSTR_INFO.encodings[usize::from(number)], name))
                    {
                        return Some(before.error_at(token, "not a valid operand"));
                    }
                    // The value may be a name.
                    cursor.advance();
                    if cursor.ident().is_some() {
                        cursor.advance();
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether the text of an instruction may contain a modifier `name:`.
fn has_modifier(family: &Family, encoding: &InstrEncoding, name: &str) -> bool {
    let operands = INSTR_INFO.desc(encoding.opcode).operands();
    let of_operand = operands.iter().any(|info| {
        let kind = kind_desc(info.kind);
        match kind.syntax {
            Syntax::DppCtrl => modifiers::is_dpp_control(family, name),
            Syntax::Omod => matches!(name, "mul" | "div"),
            Syntax::BoundCtrl => name == "bound_ctrl",
            Syntax::Cpol | Syntax::CpolRtn | Syntax::CpolNoRtn | Syntax::SmemCpol | Syntax::SmemCpolRtn => {
                family.has_scopes && matches!(name, "th" | "scope")
            }
            Syntax::BufFormat => matches!(name, "format" | "dfmt" | "nfmt"),
            _ => !kind.prefix.is_empty() && kind.prefix == name,
        }
    });
    let combined = |fragment: &AsmFragment| match fragment {
        AsmFragment::Combined(which) => {
            name == match COMBINED[usize::from(*which)] {
                Combined::OpSel => "op_sel",
                Combined::OpSelHi => "op_sel_hi",
                Combined::ByteSel => "byte_sel",
                Combined::NegLo => "neg_lo",
                Combined::NegHi => "neg_hi",
                Combined::Vcc | Combined::Nsa | Combined::Exports | Combined::Dual => return false,
            }
        }
        _ => false,
    };
    of_operand
        || ASM_INFO
            .fragments(encoding)
            .is_some_and(|fragments| fragments.iter().any(combined))
}
