//! Directives that every target has: sections, symbols, sizes and values. Those that write data are in `data`.

use super::cursor::{Cursor, ParseError};
use super::lexer::{Token, TokenKind};
use super::parser::AsmParser;
use crate::object_module::{Binding, SectionSpec, SymbolKind, Visibility, elf};
use crate::streamer::{Streamer, SymbolAttribute};

/// Most levels of `.pushsection`.
const MAX_SECTION_STACK: usize = 256;

impl AsmParser<'_> {
    /// What follows goes to this section.
    pub fn switch_section<S: Streamer>(&mut self, spec: SectionSpec, out: &mut S) {
        out.switch_section(&spec);
        self.state.previous = std::mem::replace(&mut self.state.current, spec);
    }

    /// A directive whose name was just passed.
    pub(super) fn directive<S: Streamer>(
        &mut self,
        first: Token,
        name: &str,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        match name {
            ".text" => self.switch_section(SectionSpec::text(), out),
            ".data" => self.switch_section(SectionSpec::data(), out),
            ".bss" => self.switch_section(SectionSpec::bss(), out),
            ".rodata" => self.switch_section(SectionSpec::rodata(), out),
            ".section" => return self.section(cursor, out),
            ".pushsection" => {
                if self.state.sections.len() >= MAX_SECTION_STACK {
                    return Err(cursor.error_at(first, "too many levels of .pushsection"));
                }
                self.state.sections.push(self.state.current.clone());
                return self.section(cursor, out);
            }
            ".popsection" => match self.state.sections.pop() {
                Some(spec) => self.switch_section(spec, out),
                None => return Err(cursor.error_at(first, ".popsection without corresponding .pushsection")),
            },
            ".previous" => {
                let previous = self.state.previous.clone();
                self.switch_section(previous, out);
            }
            ".globl" | ".global" => {
                return self.attribute(SymbolAttribute::Binding(Binding::Global), cursor, out);
            }
            ".weak" => return self.attribute(SymbolAttribute::Binding(Binding::Weak), cursor, out),
            ".local" => return self.attribute(SymbolAttribute::Binding(Binding::Local), cursor, out),
            ".protected" => {
                return self.attribute(SymbolAttribute::Visibility(Visibility::Protected), cursor, out);
            }
            ".hidden" => return self.attribute(SymbolAttribute::Visibility(Visibility::Hidden), cursor, out),
            ".internal" => {
                return self.attribute(SymbolAttribute::Visibility(Visibility::Internal), cursor, out);
            }
            ".type" => return self.symbol_type(cursor, out),
            ".size" => {
                let symbol = cursor.name()?;
                let symbol = out.symbols_mut().intern(&symbol);
                cursor.expect(b',')?;
                let size = self.expression(cursor, out)?;
                cursor.expect_end()?;
                out.set_size(symbol, size);
            }
            ".set" | ".equ" | ".equiv" => {
                let token = cursor.token();
                let symbol = cursor.name()?;
                let known = out.symbols().get(&symbol);
                if name == ".equiv" && known.is_some_and(|known| out.symbols().is_defined(known)) {
                    return Err(cursor.error_at(token, format!("redefinition of '{symbol}'")));
                }
                cursor.expect(b',')?;
                return self.assignment(first, &symbol, cursor, out);
            }
            ".p2align" => return self.align(true, cursor, out),
            ".align" | ".balign" => return self.align(false, cursor, out),
            ".byte" | ".dc.b" => return self.data(1, cursor, out),
            ".float" | ".single" | ".dc.s" => return self.floats(4, cursor, out),
            ".double" | ".dc.d" => return self.floats(8, cursor, out),
            ".octa" => return self.octa(cursor, out),
            ".uleb128" => return self.leb128(false, cursor, out),
            ".sleb128" => return self.leb128(true, cursor, out),
            ".error" | ".err" => {
                let message = match cursor.at_end() {
                    true => format!("{name} encountered"),
                    false => String::from_utf8_lossy(&cursor.string()?).into_owned(),
                };
                return Err(cursor.error_at(first, message));
            }
            ".warning" => {
                let message = match cursor.at_end() {
                    true => ".warning encountered".to_string(),
                    false => String::from_utf8_lossy(&cursor.string()?).into_owned(),
                };
                let place = self.place_of(first);
                self.state.errors.warning(place, message);
            }
            ".short" | ".dc.w" | ".dc" | ".half" | ".hword" | ".2byte" | ".value" => {
                return self.data(2, cursor, out);
            }
            ".dc.l" | ".long" | ".int" | ".4byte" | ".word" => return self.data(4, cursor, out),
            ".quad" | ".8byte" => return self.data(8, cursor, out),
            ".ascii" => return self.strings(false, cursor, out),
            ".asciz" | ".string" => return self.strings(true, cursor, out),
            ".zero" | ".space" | ".skip" => {
                let count = self.absolute(cursor, out)?;
                let value = if cursor.eat(b',') {
                    self.absolute(cursor, out)?
                } else {
                    0
                };
                cursor.expect_end()?;
                let Ok(count) = u64::try_from(count) else {
                    return Err(cursor.error_at(first, "the size is negative"));
                };
                return out
                    .fill(count, 1, value)
                    .map_err(|message| cursor.error_at(first, message));
            }
            ".fill" => {
                let count = self.absolute(cursor, out)?;
                let size = if cursor.eat(b',') {
                    self.absolute(cursor, out)?
                } else {
                    1
                };
                let value = if cursor.eat(b',') {
                    self.absolute(cursor, out)?
                } else {
                    0
                };
                cursor.expect_end()?;
                let (Ok(count), Ok(size)) = (u64::try_from(count), u8::try_from(size)) else {
                    return Err(cursor.error_at(first, "count or size is out of range"));
                };
                return out
                    .fill(count, size, value)
                    .map_err(|message| cursor.error_at(first, message));
            }
            // Debugging and linking hints that change no byte of ours.
            ".ident" => {
                let text = cursor.string()?;
                out.ident(&text);
            }
            ".addrsig" => out.address_significance(None),
            ".addrsig_sym" => {
                let name = cursor.name()?;
                let symbol = out.symbols_mut().intern(&name);
                out.address_significance(Some(symbol));
            }
            ".file" | ".loc" => skip(cursor),
            _ if name.starts_with(".cfi_") => skip(cursor),
            _ => return Err(cursor.error_at(first, format!("unknown directive '{name}'"))),
        }
        cursor.expect_end()
    }

    fn section<S: Streamer>(&mut self, cursor: &mut Cursor<'_>, out: &mut S) -> Result<(), ParseError> {
        // Names may have dashes (`.note.GNU-stack`).
        let start = cursor.token();
        let name = if start.kind == TokenKind::String {
            cursor.name()?
        } else {
            let mut end = start;
            while !cursor.at_end() && !cursor.is_punct(b',') {
                end = cursor.advance();
            }
            if end.end <= start.start {
                return Err(cursor.error("expected a section name"));
            }
            self.text[start.start as usize..end.end as usize].to_string()
        };
        let mut spec = SectionSpec::by_name(&name);
        if cursor.eat(b',') {
            let token = cursor.token();
            let flags = cursor.string()?;
            spec.flags = 0;
            for letter in flags {
                spec.flags |= match letter {
                    b'a' => elf::SHF_ALLOC,
                    b'e' => elf::SHF_EXCLUDE,
                    b'x' => elf::SHF_EXECINSTR,
                    b'w' => elf::SHF_WRITE,
                    b'M' => elf::SHF_MERGE,
                    b'S' => elf::SHF_STRINGS,
                    _ => return Err(cursor.error_at(token, "unknown section flag")),
                };
            }
        }
        if cursor.eat(b',') {
            if !cursor.eat(b'@') && !cursor.eat(b'%') {
                return Err(cursor.error("expected '@' and the section type"));
            }
            let token = cursor.token();
            spec.ty = match cursor.name()?.as_str() {
                "progbits" => elf::SHT_PROGBITS,
                "note" => elf::SHT_NOTE,
                "nobits" => elf::SHT_NOBITS,
                other => match other
                    .strip_prefix("0x")
                    .map(|digits| u32::from_str_radix(digits, 16))
                {
                    Some(Ok(ty)) => ty,
                    _ => elf::SHT_PROGBITS,
                },
            };
            let _ = token;
        }
        if cursor.eat(b',') {
            let size = self.absolute(cursor, out)?;
            spec.entry_size = u64::try_from(size).unwrap_or(0);
        }
        cursor.expect_end()?;
        self.switch_section(spec, out);
        Ok(())
    }

    fn attribute<S: Streamer>(
        &mut self,
        attribute: SymbolAttribute,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        loop {
            let name = cursor.name()?;
            let symbol = out.symbols_mut().intern(&name);
            out.attribute(symbol, attribute);
            if !cursor.eat(b',') {
                return cursor.expect_end();
            }
        }
    }

    fn symbol_type<S: Streamer>(&mut self, cursor: &mut Cursor<'_>, out: &mut S) -> Result<(), ParseError> {
        let name = cursor.name()?;
        let symbol = out.symbols_mut().intern(&name);
        cursor.eat(b',');
        if !cursor.eat(b'@') {
            cursor.eat(b'%');
        }
        let token = cursor.token();
        let kind = match cursor.name()?.as_str() {
            "function" | "STT_FUNC" => SymbolKind::Function,
            "object" | "STT_OBJECT" => SymbolKind::Object,
            "notype" | "STT_NOTYPE" => SymbolKind::None,
            _ => return Err(cursor.error_at(token, "unsupported symbol type")),
        };
        cursor.expect_end()?;
        out.attribute(symbol, SymbolAttribute::Kind(kind));
        Ok(())
    }
}

fn skip(cursor: &mut Cursor<'_>) {
    while !cursor.at_end() {
        cursor.advance();
    }
}
