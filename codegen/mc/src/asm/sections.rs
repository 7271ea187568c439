//! Directives for sections and types of symbols.

use super::cursor::{Cursor, ParseError};
use super::lexer::TokenKind;
use super::parser::AsmParser;
use crate::inst::MCExpr;
use crate::object_module::{SectionGroup, SectionSpec, SymbolKind, elf};
use crate::streamer::{Filling, Streamer, SymbolAttribute};

/// ELF section types by the word after `@`.
const SECTION_TYPES: [(&str, u32); 9] = [
    ("progbits", elf::SHT_PROGBITS),
    ("nobits", elf::SHT_NOBITS),
    ("note", elf::SHT_NOTE),
    ("init_array", elf::SHT_INIT_ARRAY),
    ("fini_array", elf::SHT_FINI_ARRAY),
    ("preinit_array", elf::SHT_PREINIT_ARRAY),
    ("unwind", 0x7000_0001),
    ("llvm_odrtab", 0x6fff_4c00),
    ("llvm_sympart", 0x6fff_4c05),
];

/// Section flags in the way of Solaris.
const FLAG_WORDS: [(&str, u64); 5] = [
    ("alloc", elf::SHF_ALLOC),
    ("execinstr", elf::SHF_EXECINSTR),
    ("write", elf::SHF_WRITE),
    ("tls", elf::SHF_TLS),
    ("exclude", elf::SHF_EXCLUDE),
];

/// Stands for the flag `?`: the section is in the group of the section before, if that is in one.
const IN_GROUP_OF_PREVIOUS: u64 = 1 << 63;

/// Symbol kinds by the words of `.type`.
const SYMBOL_KINDS: [([&str; 2], SymbolKind); 7] = [
    (["function", "STT_FUNC"], SymbolKind::Function),
    (["object", "STT_OBJECT"], SymbolKind::Object),
    (["notype", "STT_NOTYPE"], SymbolKind::None),
    (["tls_object", "STT_TLS"], SymbolKind::ThreadLocal),
    (["common", "STT_COMMON"], SymbolKind::Common),
    (
        ["gnu_indirect_function", "STT_GNU_IFUNC"],
        SymbolKind::IndirectFunction,
    ),
    (["gnu_unique_object", ""], SymbolKind::Unique),
];

impl AsmParser<'_> {
    /// The name of a section, which may have dashes (`.note.GNU-stack`).
    fn section_name(&self, cursor: &mut Cursor<'_>) -> Result<String, ParseError> {
        let start = cursor.token();
        if start.kind == TokenKind::String {
            return cursor.name();
        }
        let mut end = start;
        while !cursor.at_end() && !cursor.is_punct(b',') {
            end = cursor.advance();
        }
        if end.end <= start.start {
            return Err(cursor.error("expected a section name"));
        }
        Ok(self.text[start.start as usize..end.end as usize].to_string())
    }

    /// `.section NAME[, "FLAGS"[, @TYPE[, SIZE][, unique, N]]]`
    pub(super) fn section<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let first = cursor.token();
        let name = self.section_name(cursor)?;
        let mut spec = SectionSpec::by_name(&name);
        let is_plain = cursor.at_end();
        let mut more = cursor.eat(b',');
        if more && cursor.token().kind == TokenKind::String {
            let token = cursor.token();
            let flags = cursor.string()?;
            spec.flags = section_flags(&flags).map_err(|message| cursor.error_at(token, message))?;
            spec.entry_size = 0;
            more = cursor.eat(b',');
        } else if more && cursor.is_punct(b'#') {
            spec.flags = 0;
            while more {
                cursor.expect(b'#')?;
                let known = FLAG_WORDS.iter().find(|(word, _)| cursor.ident() == Some(*word));
                let Some((_, flag)) = known else {
                    return Err(cursor.error("unknown section flag"));
                };
                spec.flags |= flag;
                cursor.advance();
                more = cursor.eat(b',');
            }
        }
        if spec.flags & IN_GROUP_OF_PREVIOUS != 0 {
            spec.flags &= !IN_GROUP_OF_PREVIOUS;
            if spec.flags & elf::SHF_GROUP != 0 {
                return Err(cursor.error_at(first, "a section has the flag 'G' or '?', not both"));
            }
            spec.group.clone_from(&self.state.current.group);
            spec.flags |= if spec.group.is_some() { elf::SHF_GROUP } else { 0 };
        }
        let is_unique = |cursor: &Cursor<'_>| cursor.ident() == Some("unique");
        if more && !is_unique(cursor) {
            spec.ty = self.section_type(cursor, out)?;
            more = cursor.eat(b',');
        }
        if more && spec.flags & elf::SHF_MERGE != 0 && !is_unique(cursor) {
            let token = cursor.token();
            let size = self.absolute(cursor, out)?;
            spec.entry_size = u64::try_from(size)
                .ok()
                .filter(|&size| size > 0)
                .ok_or_else(|| cursor.error_at(token, "entry size must be positive"))?;
            more = cursor.eat(b',');
        } else if spec.flags & elf::SHF_MERGE != 0 && spec.entry_size == 0 {
            return Err(cursor.error("expected the entry size"));
        }
        if spec.flags & elf::SHF_LINK_ORDER != 0 {
            if !more {
                return Err(cursor.error("expected the symbol that the section is linked to"));
            }
            spec.linked_to = Some(match cursor.token().kind {
                TokenKind::Int(0) => {
                    cursor.advance();
                    String::new()
                }
                _ => self.linked_symbol(cursor, out)?,
            });
            more = cursor.eat(b',');
        }
        if spec.flags & elf::SHF_GROUP != 0 && spec.group.is_none() {
            if !more {
                return Err(cursor.error("expected the name of the group"));
            }
            spec.group = Some(SectionGroup {
                signature: cursor.name()?,
                is_comdat: false,
            });
            more = cursor.eat(b',');
            if more && !is_unique(cursor) {
                if !cursor.eat_ident("comdat") {
                    return Err(cursor.error("expected 'comdat'"));
                }
                spec.group.as_mut().expect("set above").is_comdat = true;
                more = cursor.eat(b',');
            }
        }
        if more {
            if !cursor.eat_ident("unique") {
                return Err(cursor.error("expected 'unique'"));
            }
            cursor.expect(b',')?;
            let token = cursor.token();
            let number = self.absolute(cursor, out)?;
            let number = u32::try_from(number).ok().filter(|&number| number < u32::MAX);
            spec.unique = number;
            if number.is_none() {
                return Err(cursor.error_at(token, "unique id must be positive and below 2^32 - 1"));
            }
        }
        cursor.expect_end()?;
        let key = spec.key();
        match self.state.known_sections.get(&key) {
            // Without flags, the previous properties apply.
            Some(known) if is_plain => spec = known.clone(),
            Some(known) if *known != spec => {
                let message = format!("changed section type, flags or entry size of {name}");
                return Err(cursor.error_at(first, message));
            }
            _ => {}
        }
        self.switch_section(spec, out);
        Ok(())
    }

    /// The symbol that a section is linked to, which is in a section.
    fn linked_symbol<S: Streamer>(&self, cursor: &mut Cursor<'_>, out: &S) -> Result<String, ParseError> {
        let token = cursor.token();
        let name = cursor.name()?;
        let symbol = out.symbols().get(&name);
        let is_section = self.state.known_sections.values().any(|spec| spec.name == name);
        if !is_section && !symbol.is_some_and(|symbol| out.symbols().is_defined(symbol)) {
            return Err(cursor.error_at(token, format!("linked-to symbol is not in a section: {name}")));
        }
        Ok(name)
    }

    /// `@progbits`, `%progbits`, `"progbits"`, `@0x7000000f`
    fn section_type<S: Streamer>(&mut self, cursor: &mut Cursor<'_>, out: &mut S) -> Result<u32, ParseError> {
        if cursor.token().kind != TokenKind::String && !cursor.eat(b'@') && !cursor.eat(b'%') {
            return Err(cursor.error("expected '@' and the section type"));
        }
        let token = cursor.token();
        if matches!(token.kind, TokenKind::Int(_)) {
            let number = self.absolute(cursor, out)?;
            return u32::try_from(number).map_err(|_| cursor.error_at(token, "unknown section type"));
        }
        let name = cursor.name()?;
        let known = SECTION_TYPES.iter().find(|(word, _)| *word == name);
        known
            .map(|&(_, ty)| ty)
            .ok_or_else(|| cursor.error_at(token, "unknown section type"))
    }

    /// `.version "TEXT"`: a note of type 1 (`NT_VERSION`) whose name is the text.
    pub(super) fn version<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let mut name = cursor.string()?;
        cursor.expect_end()?;
        name.push(0);
        out.switch_section(&SectionSpec::by_name(".note"));
        for word in [name.len() as i64, 0, 1] {
            out.value(MCExpr::Constant(word), 4);
        }
        out.bytes(&name);
        out.align(2, Some(Filling::ZERO), 0);
        out.switch_section(&self.state.current);
        Ok(())
    }

    /// `.type NAME, @KIND`
    pub(super) fn symbol_type<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let name = cursor.name()?;
        let symbol = out.symbols_mut().intern(&name);
        cursor.eat(b',');
        let _ = cursor.eat(b'@') || cursor.eat(b'%') || cursor.eat(b'#');
        let token = cursor.token();
        let word = cursor.name()?;
        let known = SYMBOL_KINDS
            .iter()
            .find(|(words, _)| words.contains(&word.as_str()));
        let Some(&(_, kind)) = known else {
            return Err(cursor.error_at(token, "unsupported symbol type"));
        };
        cursor.expect_end()?;
        out.attribute(symbol, SymbolAttribute::Kind(kind));
        Ok(())
    }
}

/// ELF flags by their letters.
fn section_flags(letters: &[u8]) -> Result<u64, String> {
    let mut flags = 0;
    for &letter in letters {
        flags |= match letter {
            b'a' => elf::SHF_ALLOC,
            b'e' => elf::SHF_EXCLUDE,
            b'x' => elf::SHF_EXECINSTR,
            b'w' => elf::SHF_WRITE,
            b'M' => elf::SHF_MERGE,
            b'S' => elf::SHF_STRINGS,
            b'T' => elf::SHF_TLS,
            b'R' => elf::SHF_GNU_RETAIN,
            b'o' => elf::SHF_LINK_ORDER,
            b'G' => elf::SHF_GROUP,
            b'?' => IN_GROUP_OF_PREVIOUS,
            _ => return Err("unknown section flag".to_string()),
        };
    }
    Ok(flags)
}
