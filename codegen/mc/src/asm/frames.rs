//! Directives of call frame information, and others that ELF has.

use super::cursor::{Cursor, ParseError};
use super::lexer::Token;
use super::parser::AsmParser;
use crate::frames::{FrameDirective, FrameRule, is_valid_encoding};
use crate::object_module::SectionSpec;
use crate::streamer::Streamer;

impl AsmParser<'_> {
    /// A `.cfi_` directive; `name` is the rest of its name.
    pub(super) fn frame_directive<S: Streamer>(
        &mut self,
        first: Token,
        name: &str,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let directive = match name {
            "sections" => frame_sections(cursor)?,
            "startproc" => {
                let is_simple = cursor.eat_ident("simple");
                if !cursor.at_end() {
                    return Err(cursor.error("unexpected token"));
                }
                FrameDirective::Start(is_simple)
            }
            "endproc" => FrameDirective::End,
            "signal_frame" => FrameDirective::SignalFrame,
            "return_column" => FrameDirective::ReturnColumn(self.frame_register(cursor, out)?),
            "personality" | "lsda" => {
                let token = cursor.token();
                let encoding = self.absolute(cursor, out)?;
                if !is_valid_encoding(encoding) {
                    return Err(cursor.error_at(token, "unsupported encoding"));
                }
                let symbol = match encoding {
                    0xff => None,
                    _ => {
                        cursor.expect(b',')?;
                        let name = cursor.name()?;
                        Some(out.symbols_mut().intern(&name))
                    }
                };
                match name {
                    "lsda" => FrameDirective::Lsda(encoding as u8, symbol),
                    _ => FrameDirective::Personality(encoding as u8, symbol),
                }
            }
            _ => match self.frame_rule(name, cursor, out)? {
                Some(rule) => FrameDirective::Rule(rule),
                None => return Err(cursor.error_at(first, format!("unknown directive '.cfi_{name}'"))),
            },
        };
        cursor.expect_end()?;
        out.frame(&directive)
            .map_err(|message| cursor.error_at(first, message))
    }

    /// What a directive says of the frame; `None` if it is unknown.
    fn frame_rule<S: Streamer>(
        &mut self,
        name: &str,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<Option<FrameRule>, ParseError> {
        let rule = match name {
            "def_cfa_offset" => FrameRule::DefCfaOffset(self.absolute(cursor, out)?),
            "adjust_cfa_offset" => FrameRule::AdjustCfaOffset(self.absolute(cursor, out)?),
            "remember_state" => FrameRule::RememberState,
            "restore_state" => FrameRule::RestoreState,
            "window_save" => FrameRule::WindowSave,
            "escape" => {
                let mut bytes = Vec::new();
                loop {
                    bytes.push(self.absolute(cursor, out)? as u8);
                    if !cursor.eat(b',') {
                        break FrameRule::Escape(bytes);
                    }
                }
            }
            "label" => {
                let name = cursor.name()?;
                FrameRule::Label(out.symbols_mut().intern(&name))
            }
            "def_cfa_register" => FrameRule::DefCfaRegister(self.frame_register(cursor, out)?),
            "undefined" => FrameRule::Undefined(self.frame_register(cursor, out)?),
            "same_value" => FrameRule::SameValue(self.frame_register(cursor, out)?),
            "restore" => FrameRule::Restore(self.frame_register(cursor, out)?),
            "register" => {
                let reg = self.frame_register(cursor, out)?;
                cursor.expect(b',')?;
                FrameRule::Register(reg, self.frame_register(cursor, out)?)
            }
            "def_cfa" | "offset" | "rel_offset" | "val_offset" | "llvm_def_aspace_cfa" => {
                let reg = self.frame_register(cursor, out)?;
                cursor.expect(b',')?;
                let offset = self.absolute(cursor, out)?;
                match name {
                    "def_cfa" => FrameRule::DefCfa(reg, offset),
                    "offset" => FrameRule::Offset(reg, offset),
                    "rel_offset" => FrameRule::RelOffset(reg, offset),
                    "val_offset" => FrameRule::ValOffset(reg, offset),
                    _ => {
                        cursor.expect(b',')?;
                        FrameRule::DefAspaceCfa(reg, offset, self.absolute(cursor, out)?)
                    }
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(rule))
    }

    /// A register by its number in debug information, or by its name.
    fn frame_register<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<u32, ParseError> {
        let token = cursor.token();
        let Some(name) = cursor.ident() else {
            let number = self.absolute(cursor, out)?;
            return u32::try_from(number).map_err(|_| cursor.error_at(token, "invalid register number"));
        };
        let number = self.state.register_numbers.map(|numbers| numbers(name));
        match number {
            Some(Ok(number)) => {
                cursor.advance();
                match cursor.is_punct(b'[') {
                    true => {
                        Err(cursor.error_at(token, "a tuple of registers has no number in debug information"))
                    }
                    false => Ok(number),
                }
            }
            Some(Err(message)) => Err(cursor.error_at(token, message)),
            None => Err(cursor.error_at(token, "invalid register name")),
        }
    }

    /// The number of a part of a section, in `.subsection NUMBER` and `.text NUMBER`.
    pub(super) fn part_of_section<S: Streamer>(
        &mut self,
        spec: SectionSpec,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let token = cursor.token();
        let number = self.absolute(cursor, out)?;
        let Some(number) = u32::try_from(number)
            .ok()
            .filter(|&number| number <= MOST_SUBSECTIONS)
        else {
            return Err(cursor.error_at(
                token,
                format!("subsection number {number} is not within [0,2147483647]"),
            ));
        };
        cursor.expect_end()?;
        self.switch_section(spec.subsection(number), out);
        Ok(())
    }

    /// `.symver NAME, NAME@VERSION[, remove]`
    pub(super) fn symbol_version<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let symbol = cursor.name()?;
        cursor.expect(b',')?;
        let token = cursor.token();
        let start = token.start as usize;
        let mut end = start;
        while !cursor.at_end() && !cursor.is_punct(b',') {
            end = cursor.advance().end as usize;
        }
        let name = self.text[start..end].trim().trim_matches('"').to_string();
        if !name.contains('@') {
            return Err(cursor.error_at(token, "expected a '@' in the name"));
        }
        let keeps = !name.contains("@@@");
        let is_removed = cursor.eat(b',') && {
            if !cursor.eat_ident("remove") {
                return Err(cursor.error("expected 'remove'"));
            }
            true
        };
        cursor.expect_end()?;
        let symbol = out.symbols_mut().intern(&symbol);
        out.symbol_version(symbol, &name, keeps && !is_removed);
        Ok(())
    }

    /// `.weakref ALIAS, TARGET`
    pub(super) fn weak_reference<S: Streamer>(
        &mut self,
        first: Token,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let alias = cursor.name()?;
        cursor.expect(b',')?;
        let target = cursor.name()?;
        cursor.expect_end()?;
        let alias = out.symbols_mut().intern(&alias);
        let target = out.symbols_mut().intern(&target);
        out.weak_reference(alias, target)
            .map_err(|message| cursor.error_at(first, message))
    }

    /// `.base64 "TEXT"[, "TEXT"]...`
    pub(super) fn base64<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        loop {
            let token = cursor.token();
            let text = cursor.string()?;
            let data = decoded(&text)
                .ok_or_else(|| cursor.error_at(token, "failed to base64 decode string data"))?;
            out.bytes(&data);
            if !cursor.eat(b',') {
                return cursor.expect_end();
            }
        }
    }
}

/// The largest number of a part of a section.
const MOST_SUBSECTIONS: u32 = i32::MAX as u32;

/// `.cfi_sections [NAME[, NAME]...]`
fn frame_sections(cursor: &mut Cursor<'_>) -> Result<FrameDirective, ParseError> {
    let (mut eh, mut debug) = (false, false);
    while !cursor.at_end() {
        let name = cursor.name()?;
        eh |= name == ".eh_frame";
        debug |= name == ".debug_frame";
        if !cursor.eat(b',') {
            break;
        }
    }
    Ok(FrameDirective::Sections(eh, debug))
}

/// The bytes that a text in base64 stands for; `None` if it is none. Source: RFC 4648, section 4.
fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    for (number, group) in text.chunks(4).enumerate() {
        let is_last = number + 1 == text.len() / 4;
        let padding = group.iter().rev().take_while(|&&c| c == b'=').count();
        if padding > 2 || padding > 0 && !is_last {
            return None;
        }
        let mut bits = 0u32;
        for &c in &group[..4 - padding] {
            let digit = match c {
                b'A'..=b'Z' => c - b'A',
                b'a'..=b'z' => c - b'a' + 26,
                b'0'..=b'9' => c - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(digit);
        }
        bits <<= 6 * padding;
        out.extend_from_slice(&bits.to_be_bytes()[1..4 - padding]);
    }
    Some(out)
}
