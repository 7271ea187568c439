//! Directives common to all targets. Those that emit data are in `data`, those about sections and symbols in
//! `sections`.

use super::cursor::{Cursor, ParseError};
use super::lexer::{Token, TokenKind};
use super::parser::AsmParser;
use crate::inst::MCExpr;
use crate::object_module::{Binding, SectionSpec, Visibility};
use crate::streamer::{Streamer, SymbolAttribute};
use wavec_support::Diagnostic;
use wavec_support::diagnostic::Severity;

/// Maximum number of levels of `.pushsection`.
const MAX_SECTION_STACK: usize = 256;

impl AsmParser<'_> {
    /// Switches to this section.
    pub fn switch_section<S: Streamer>(&mut self, spec: SectionSpec, out: &mut S) {
        let known = self.state.known_sections.entry(spec.key());
        known.or_insert_with(|| spec.clone());
        out.switch_section(&spec);
        self.state.previous = Some(std::mem::replace(&mut self.state.current, spec));
    }

    /// A directive whose name was just consumed.
    pub(super) fn directive<S: Streamer>(
        &mut self,
        first: Token,
        name: &str,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        match name {
            ".text" | ".data" | ".bss" => {
                let spec = match name {
                    ".text" => SectionSpec::text(),
                    ".data" => SectionSpec::data(),
                    _ => SectionSpec::bss(),
                };
                if !cursor.at_end() {
                    return self.part_of_section(spec, cursor, out);
                }
                self.switch_section(spec, out);
            }
            ".rodata" => self.switch_section(SectionSpec::rodata(), out),
            ".tdata" | ".tbss" | ".data.rel" | ".data.rel.ro" | ".init_array" | ".fini_array"
            | ".preinit_array" => {
                self.switch_section(SectionSpec::by_name(name), out);
            }
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
            ".previous" => match self.state.previous.clone() {
                Some(previous) => self.switch_section(previous, out),
                None => return Err(cursor.error_at(first, ".previous without corresponding .section")),
            },
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
            ".p2align" => return self.align(true, 1, cursor, out),
            ".p2alignw" => return self.align(true, 2, cursor, out),
            ".p2alignl" => return self.align(true, 4, cursor, out),
            ".align" | ".balign" => return self.align(false, 1, cursor, out),
            ".balignw" => return self.align(false, 2, cursor, out),
            ".balignl" => return self.align(false, 4, cursor, out),
            ".org" => return self.org(first, cursor, out),
            ".comm" | ".common" => return self.common(false, cursor, out),
            ".lcomm" => return self.common(true, cursor, out),
            ".reloc" => return self.relocation(first, cursor, out),
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
            ".quad" | ".8byte" | ".dc.a" => return self.data(8, cursor, out),
            ".ascii" => return self.strings(false, cursor, out),
            ".asciz" | ".string" => return self.strings(true, cursor, out),
            ".incbin" => return self.include_bytes(cursor, out),
            ".zero" | ".space" | ".skip" => return self.zeros(cursor, out),
            ".fill" => return self.fill(cursor, out),
            ".dcb" | ".dcb.w" => return self.repeated(2, cursor, out),
            ".dcb.b" => return self.repeated(1, cursor, out),
            ".dcb.l" => return self.repeated(4, cursor, out),
            ".dcb.s" => return self.repeated_floats(4, cursor, out),
            ".dcb.d" => return self.repeated_floats(8, cursor, out),
            ".ds.b" => return self.room(1, cursor, out),
            ".ds" | ".ds.w" => return self.room(2, cursor, out),
            ".ds.l" | ".ds.s" => return self.room(4, cursor, out),
            ".ds.d" => return self.room(8, cursor, out),
            ".ds.p" | ".ds.x" => return self.room(12, cursor, out),
            ".print" => {
                let text = cursor.string()?;
                let place = self.place_of(first);
                let text = String::from_utf8_lossy(&text).into_owned();
                self.state.errors.push(Diagnostic {
                    severity: Severity::Note,
                    ..Diagnostic::warning(place, text)
                });
            }
            ".no_dead_strip" => {
                let name = cursor.name()?;
                let symbol = out.symbols_mut().intern(&name);
                out.reference(&MCExpr::symbol(symbol));
            }
            // Undefined symbols are external anyway.
            ".extern" => skip(cursor),
            // Debugging and linking hints that do not affect our output.
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
            ".file" if cursor.token().kind == TokenKind::String => skip(cursor),
            ".file" => return self.source_file(first, cursor, out),
            ".loc" => return self.source_line(first, cursor, out),
            ".line" | ".lto_discard" | ".lto_set_conditional" | ".macros_on" | ".macros_off" => {
                skip(cursor);
            }
            ".cg_profile" => self.leave_out("no profile of calls is written", first, cursor),
            ".version" => return self.version(cursor, out),
            ".subsection" => {
                let spec = self.state.current.clone();
                return self.part_of_section(spec, cursor, out);
            }
            ".symver" => return self.symbol_version(cursor, out),
            ".weakref" => return self.weak_reference(first, cursor, out),
            ".base64" => return self.base64(cursor, out),
            _ if name.starts_with(".cfi_") => {
                return self.frame_directive(first, &name[".cfi_".len()..], cursor, out);
            }
            _ => return Err(cursor.error_at(first, format!("unknown directive '{name}'"))),
        }
        cursor.expect_end()
    }

    /// A directive that does not affect the code: the first of its kind in a file gets a warning.
    fn leave_out(&mut self, what: &'static str, first: Token, cursor: &mut Cursor<'_>) {
        if !self.state.left_out.contains(&what) {
            self.state.left_out.push(what);
            let place = self.place_of(first);
            self.state.errors.warning(place, what);
        }
        skip(cursor);
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
}

fn skip(cursor: &mut Cursor<'_>) {
    while !cursor.at_end() {
        cursor.advance();
    }
}
