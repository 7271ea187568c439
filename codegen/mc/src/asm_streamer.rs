//! The streamer that writes assembly text, in the form of LLVM's.

use crate::asm::cursor::compute;
use crate::frames::FrameDirective;
use crate::inst::{MCExpr, MCInst, SymbolId, SymbolTable, UnaryOp, VariantKind};
use crate::line_table::{SourceFile, SourceFiles, SourceLine};
use crate::object_module::{Binding, SectionSpec, SymbolKind, Visibility, elf};
use crate::streamer::{Filling, MCTarget, Streamer, SymbolAttribute};
use fxhash::FxHashMap;
use std::fmt::Write;

/// Writes text.
pub struct AsmStreamer<T> {
    target: T,
    symbols: SymbolTable,
    section: Option<SectionSpec>,
    out: String,
    comment: String,
    files: SourceFiles,
    /// Of the last `.loc`.
    is_statement: bool,
    /// Symbols whose value is a number.
    assigned: FxHashMap<SymbolId, i64>,
}

/// Column where comments start.
const COMMENT_COLUMN: usize = 40;

impl<T: MCTarget> AsmStreamer<T> {
    /// A streamer with no text yet.
    pub fn new(target: T) -> AsmStreamer<T> {
        AsmStreamer {
            target,
            symbols: SymbolTable::new(),
            section: None,
            out: String::new(),
            comment: String::new(),
            files: SourceFiles::default(),
            is_statement: true,
            assigned: FxHashMap::default(),
        }
    }

    /// The text.
    pub fn finish(self) -> String {
        self.out
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.out
    }

    /// The target.
    pub fn target(&self) -> &T {
        &self.target
    }

    /// The target, to change it.
    pub fn target_mut(&mut self) -> &mut T {
        &mut self.target
    }

    /// A line of text: a directive of the target.
    pub fn raw_line(&mut self, text: &str) {
        self.out.push_str(text);
        self.end_line();
    }

    /// Several lines as they are.
    pub fn raw_text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn end_line(&mut self) {
        if !self.comment.is_empty() {
            let line = &self.out[self.out.rfind('\n').map_or(0, |end| end + 1)..];
            let mut column = 0;
            for c in line.chars() {
                column = if c == '\t' {
                    (column / 8 + 1) * 8
                } else {
                    column + 1
                };
            }
            for _ in column..COMMENT_COLUMN.max(column + 1) {
                self.out.push(' ');
            }
            let _ = write!(self.out, "; {}", self.comment);
            self.comment.clear();
        }
        self.out.push('\n');
    }

    fn name(&mut self, symbol: SymbolId) {
        self.expr(&MCExpr::symbol(symbol));
    }

    fn expr(&mut self, expr: &MCExpr) {
        self.target.print_expr(expr, &self.symbols, &mut self.out);
    }

    /// The arguments of `.section` for `spec`.
    fn section_arguments(&mut self, spec: &SectionSpec) {
        let flags: String = SECTION_FLAGS
            .iter()
            .filter(|(bit, _)| spec.flags & bit != 0)
            .map(|&(_, letter)| letter)
            .collect();
        let ty = match spec.ty {
            elf::SHT_NOTE => "@note",
            elf::SHT_NOBITS => "@nobits",
            elf::SHT_PROGBITS => "@progbits",
            elf::SHT_INIT_ARRAY => "@init_array",
            elf::SHT_FINI_ARRAY => "@fini_array",
            elf::SHT_PREINIT_ARRAY => "@preinit_array",
            other => &format!("@{other:#x}"),
        };
        let _ = write!(self.out, "{},\"{flags}\",{ty}", spec.name);
        if spec.flags & elf::SHF_MERGE != 0 {
            let _ = write!(self.out, ",{}", spec.entry_size);
        }
        match spec.linked_to.as_deref() {
            Some("") => self.out.push_str(",0"),
            Some(name) => self.argument(name),
            None => {}
        }
        if let Some(group) = &spec.group {
            self.argument(&group.signature);
            self.out.push_str(if group.is_comdat { ",comdat" } else { "" });
        }
        if let Some(number) = spec.unique {
            let _ = write!(self.out, ",unique,{number}");
        }
    }

    /// A comma and the name of a symbol.
    fn argument(&mut self, name: &str) {
        let symbol = self.symbols.intern(name);
        self.out.push(',');
        self.name(symbol);
    }

    /// Characters of a string.
    fn escaped(&mut self, text: &[u8]) {
        for &byte in text {
            match byte {
                b'"' => self.out.push_str("\\\""),
                b'\\' => self.out.push_str("\\\\"),
                b'\n' => self.out.push_str("\\n"),
                b'\t' => self.out.push_str("\\t"),
                b' '..=b'~' => self.out.push(char::from(byte)),
                _ => {
                    let _ = write!(self.out, "\\{byte:03o}");
                }
            }
        }
    }
}

/// Flags of a section by their letters.
const SECTION_FLAGS: [(u64, char); 10] = [
    (elf::SHF_ALLOC, 'a'),
    (elf::SHF_EXCLUDE, 'e'),
    (elf::SHF_EXECINSTR, 'x'),
    (elf::SHF_WRITE, 'w'),
    (elf::SHF_MERGE, 'M'),
    (elf::SHF_STRINGS, 'S'),
    (elf::SHF_TLS, 'T'),
    (elf::SHF_LINK_ORDER, 'o'),
    (elf::SHF_GROUP, 'G'),
    (elf::SHF_GNU_RETAIN, 'R'),
];

impl<T: MCTarget> Streamer for AsmStreamer<T> {
    fn symbols(&self) -> &SymbolTable {
        &self.symbols
    }

    fn symbols_mut(&mut self) -> &mut SymbolTable {
        &mut self.symbols
    }

    fn switch_section(&mut self, spec: &SectionSpec) {
        if self.section.as_ref() == Some(spec) {
            return;
        }
        let whole = spec.clone().subsection(0);
        if whole == SectionSpec::text() || whole == SectionSpec::data() || whole == SectionSpec::bss() {
            let _ = write!(self.out, "\t{}", spec.name);
            if spec.subsection != 0 {
                let _ = write!(self.out, "\t{}", spec.subsection);
            }
        } else {
            self.out.push_str("\t.section\t");
            self.section_arguments(spec);
            if spec.subsection != 0 {
                self.end_line();
                let _ = write!(self.out, "\t.subsection\t{}", spec.subsection);
            }
        }
        self.end_line();
        self.section = Some(spec.clone());
    }

    fn label(&mut self, symbol: SymbolId) -> Result<(), String> {
        self.name(symbol);
        self.out.push(':');
        self.end_line();
        Ok(())
    }

    fn attribute(&mut self, symbol: SymbolId, attribute: SymbolAttribute) {
        let directive = match attribute {
            SymbolAttribute::Binding(Binding::Local) => ".local",
            SymbolAttribute::Binding(Binding::Global) => ".globl",
            SymbolAttribute::Binding(Binding::Weak) => ".weak",
            SymbolAttribute::Visibility(Visibility::Default) => return,
            SymbolAttribute::Visibility(Visibility::Internal) => ".internal",
            SymbolAttribute::Visibility(Visibility::Hidden) => ".hidden",
            SymbolAttribute::Visibility(Visibility::Protected) => ".protected",
            SymbolAttribute::Kind(_) => ".type",
        };
        let _ = write!(self.out, "\t{directive}\t");
        self.name(symbol);
        if let SymbolAttribute::Kind(kind) = attribute {
            self.out.push_str(match kind {
                SymbolKind::Function => ",@function",
                SymbolKind::Object => ",@object",
                SymbolKind::Common => ",@common",
                SymbolKind::ThreadLocal => ",@tls_object",
                SymbolKind::IndirectFunction => ",@gnu_indirect_function",
                SymbolKind::Unique => ",@gnu_unique_object",
                _ => ",@notype",
            });
        }
        self.end_line();
    }

    fn set_size(&mut self, symbol: SymbolId, size: MCExpr) {
        self.out.push_str("\t.size\t");
        self.name(symbol);
        self.out.push_str(", ");
        self.expr(&size);
        self.end_line();
    }

    fn assign(&mut self, symbol: SymbolId, value: MCExpr) -> Result<(), String> {
        match self.evaluate(&value) {
            Some(number) => self.assigned.insert(symbol, number),
            None => self.assigned.remove(&symbol),
        };
        self.out.push_str("\t.set ");
        self.name(symbol);
        self.out.push_str(", ");
        self.expr(&value);
        self.end_line();
        Ok(())
    }

    fn align(&mut self, log2: u8, fill: Option<Filling>, max: u64) {
        let directive = match fill.map_or(1, |fill| fill.size) {
            4 => ".p2alignl",
            2 => ".p2alignw",
            _ => ".p2align",
        };
        let _ = write!(self.out, "\t{directive}\t{log2}");
        if fill.is_some() || max > 0 {
            self.out.push_str(", ");
        }
        if let Some(fill) = fill {
            let bits = u32::from(fill.size.clamp(1, 4)) * 8;
            let _ = write!(self.out, "{:#x}", fill.value as u64 & (u64::MAX >> (64 - bits)));
        }
        if max > 0 {
            let _ = write!(self.out, ", {max}");
        }
        self.end_line();
    }

    fn org(&mut self, place: MCExpr, fill: u8) -> Result<(), String> {
        self.out.push_str("\t.org\t");
        self.expr(&place);
        let _ = write!(self.out, ", {fill}");
        self.end_line();
        Ok(())
    }

    fn common(&mut self, symbol: SymbolId, size: u64, align: u64, section: u16) -> Result<(), String> {
        let (directive, align) = match section {
            elf::SHN_COMMON => (".comm", u64::from(align.trailing_zeros())),
            _ => (self.target.common_directive(), align),
        };
        let _ = write!(self.out, "\t{directive}\t");
        self.name(symbol);
        let _ = write!(self.out, ", {size}, {align}");
        self.end_line();
        Ok(())
    }

    fn relocation(&mut self, place: MCExpr, name: &str, value: Option<MCExpr>) -> Result<(), String> {
        if self.target.relocation_by_name(name).is_none() {
            return Err("unknown relocation name".to_string());
        }
        self.out.push_str("\t.reloc\t");
        self.expr(&place);
        let _ = write!(self.out, ", {name}");
        if let Some(value) = value {
            self.out.push_str(", ");
            self.expr(&value);
        }
        self.end_line();
        Ok(())
    }

    fn bytes(&mut self, data: &[u8]) {
        let printable = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ' || matches!(byte, b'\n' | b'\t');
        let body = data.strip_suffix(&[0]).unwrap_or(data);
        if data.len() > 1 && !body.is_empty() && body.iter().all(printable) {
            let directive = if body.len() < data.len() {
                ".asciz"
            } else {
                ".ascii"
            };
            let _ = write!(self.out, "\t{directive}\t\"");
            self.escaped(body);
            self.out.push('"');
            self.end_line();
            return;
        }
        for chunk in data.chunks(16) {
            let list: Vec<String> = chunk.iter().map(u8::to_string).collect();
            let _ = write!(self.out, "\t.byte\t{}", list.join(", "));
            self.end_line();
        }
    }

    fn value(&mut self, value: MCExpr, size: u8) {
        self.out.push_str(match size {
            1 => "\t.byte\t",
            2 => "\t.short\t",
            4 => "\t.long\t",
            _ => "\t.quad\t",
        });
        self.expr(&value);
        self.end_line();
    }

    fn fill(&mut self, count: u64, size: u8, value: i64) -> Result<(), String> {
        if size == 8 && u32::try_from(value).is_err() {
            // `.fill` uses four bytes of its value.
            let _ = write!(self.out, "\t.rept\t{count}\n\t.quad\t{value:#x}\n\t.endr");
        } else if size == 1 && value == 0 {
            let _ = write!(self.out, "\t.zero\t{count}");
        } else {
            let _ = write!(self.out, "\t.fill\t{count}, {size}, {value:#x}");
        }
        self.end_line();
        Ok(())
    }

    fn source_file(&mut self, number: u32, file: &SourceFile) -> Result<(), String> {
        self.files.add(number, file)?;
        let _ = write!(self.out, "\t.file\t{number} \"");
        if !file.directory.is_empty() {
            self.escaped(file.directory.as_bytes());
            self.out.push_str("\" \"");
        }
        self.escaped(file.name.as_bytes());
        self.out.push('"');
        if let Some(md5) = file.md5 {
            let _ = write!(self.out, " md5 {:#034x}", u128::from_be_bytes(md5));
        }
        self.end_line();
        Ok(())
    }

    fn source_line(&mut self, line: SourceLine) -> Result<(), String> {
        self.files.check(line.file)?;
        let _ = write!(self.out, "\t.loc\t{} {} {}", line.file, line.line, line.column);
        let words = [
            (line.is_block, " basic_block"),
            (line.is_prologue_end, " prologue_end"),
            (line.is_epilogue_begin, " epilogue_begin"),
        ];
        for (_, word) in words.into_iter().filter(|word| word.0) {
            self.out.push_str(word);
        }
        if line.is_statement != self.is_statement {
            let _ = write!(self.out, " is_stmt {}", u8::from(line.is_statement));
            self.is_statement = line.is_statement;
        }
        if line.discriminator != 0 {
            let _ = write!(self.out, " discriminator {}", line.discriminator);
        }
        self.end_line();
        Ok(())
    }

    fn instruction(&mut self, inst: &MCInst) -> Result<(), String> {
        self.out.push('\t');
        self.target.print_inst(inst, &self.symbols, &mut self.out);
        self.end_line();
        Ok(())
    }

    fn inline_assembly(&mut self, text: &str) -> bool {
        self.out.push_str("\t;;#ASMSTART\n");
        if !text.is_empty() {
            self.out.push('\t');
            self.out.push_str(text);
            self.out.push('\n');
        }
        self.out.push_str("\t;;#ASMEND\n");
        true
    }

    fn evaluate(&self, expr: &MCExpr) -> Option<i64> {
        match expr {
            MCExpr::Constant(value) => Some(*value),
            MCExpr::Symbol(symbol, VariantKind::None) => self.assigned.get(symbol).copied(),
            MCExpr::Symbol(..) => None,
            MCExpr::Unary(op, inner) => {
                let value = self.evaluate(inner)?;
                Some(match op {
                    UnaryOp::Neg => value.wrapping_neg(),
                    UnaryOp::Not => !value,
                    UnaryOp::LogicalNot => i64::from(value == 0),
                })
            }
            MCExpr::Binary(op, a, b) => compute(*op, self.evaluate(a)?, self.evaluate(b)?),
        }
    }

    fn frame(&mut self, directive: &FrameDirective) -> Result<(), String> {
        self.out.push('\t');
        let mut text = String::new();
        let (target, symbols) = (&self.target, &self.symbols);
        directive.print(&mut text, |symbol, out| {
            target.print_expr(&MCExpr::symbol(symbol), symbols, out);
        });
        self.out.push_str(&text);
        self.end_line();
        Ok(())
    }

    fn symbol_version(&mut self, symbol: SymbolId, name: &str, keeps: bool) {
        self.out.push_str(".symver ");
        self.name(symbol);
        let _ = write!(self.out, ", {name}");
        if !keeps && !name.contains("@@@") {
            self.out.push_str(", remove");
        }
        self.end_line();
    }

    fn weak_reference(&mut self, alias: SymbolId, target: SymbolId) -> Result<(), String> {
        self.out.push_str(".weakref ");
        self.name(alias);
        self.out.push_str(", ");
        self.name(target);
        self.end_line();
        Ok(())
    }

    fn ident(&mut self, text: &[u8]) {
        self.out.push_str("\t.ident\t\"");
        self.escaped(text);
        self.out.push('"');
        self.end_line();
    }

    fn address_significance(&mut self, symbol: Option<SymbolId>) {
        self.out.push_str(if symbol.is_some() {
            "\t.addrsig_sym "
        } else {
            "\t.addrsig"
        });
        if let Some(symbol) = symbol {
            self.name(symbol);
        }
        self.end_line();
    }

    fn comment(&mut self, text: &str) {
        if !self.comment.is_empty() {
            self.comment.push_str("; ");
        }
        self.comment.push_str(text);
    }

    fn blank_line(&mut self) {
        self.out.push('\n');
    }
}
