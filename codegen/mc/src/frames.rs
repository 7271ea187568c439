//! Call frame information: what `.cfi_*` directives say, and the sections `.eh_frame` and `.debug_frame`.
//!
//! ```text
//!  .cfi_startproc ─▶ a frame ─▶ instructions, each at an offset of the code ─▶ .cfi_endproc
//!  at the end of the file: a common entry (CIE) for frames that have all in common, then an entry (FDE) for each frame
//! ```
//!
//! Source: DWARF 5, section 6.4; for `.eh_frame` the Linux Standard Base, "Exception Frames". Factors, alignments and the order
//! of entries are those of LLVM's assembler.

use crate::inst::{BinaryOp, MCExpr, SymbolId};
use crate::object_module::{SectionSpec, elf};
use crate::streamer::{Filling, Streamer};
use std::fmt::Write;

/// Factor of distances of code, and of offsets in frames.
const CODE_FACTOR: u64 = 4;
const DATA_FACTOR: i64 = 4;
/// The column of the return address unless a directive says another: the program counter.
const RETURN_COLUMN: u32 = 16;
/// How addresses are encoded in `.eh_frame`: relative to their place, in four bytes.
const RELATIVE: u8 = 0x1b;
/// An encoding that stands for nothing.
const OMITTED: u8 = 0xff;

/// What a directive says of the frame at a place of the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FrameRule {
    /// The frame's address is a register plus an offset.
    DefCfa(u32, i64),
    /// The same in an address space.
    DefAspaceCfa(u32, i64, i64),
    /// The offset is another.
    DefCfaOffset(i64),
    /// The offset grows.
    AdjustCfaOffset(i64),
    /// The register is another.
    DefCfaRegister(u32),
    /// A register is saved at an offset from the frame's address.
    Offset(u32, i64),
    /// A register is saved at an offset from the register of the frame's address.
    RelOffset(u32, i64),
    /// The value of a register was the frame's address and an offset.
    ValOffset(u32, i64),
    /// A register is saved in another.
    Register(u32, u32),
    /// A register is lost.
    Undefined(u32),
    /// A register has the value that it had.
    SameValue(u32),
    /// The rule of a register is the first one.
    Restore(u32),
    /// All rules are put on a stack.
    RememberState,
    /// All rules are taken from it.
    RestoreState,
    /// The register windows of SPARC.
    WindowSave,
    /// Bytes as they are.
    Escape(Vec<u8>),
    /// A symbol for this place among the instructions.
    Label(SymbolId),
}

/// A directive about frames.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FrameDirective {
    /// Which sections there are: `.eh_frame`, `.debug_frame`.
    Sections(bool, bool),
    /// A frame begins; whether it has no rules from the start.
    Start(bool),
    /// It ends.
    End,
    /// The function that handles exceptions, and how its address is encoded.
    Personality(u8, Option<SymbolId>),
    /// Data for it, likewise.
    Lsda(u8, Option<SymbolId>),
    /// The column of the return address.
    ReturnColumn(u32),
    /// It is the frame of a signal handler.
    SignalFrame,
    /// A rule.
    Rule(FrameRule),
}

impl FrameDirective {
    /// The same with other symbols.
    #[must_use]
    pub fn map_symbols(&self, map: &impl Fn(SymbolId) -> SymbolId) -> FrameDirective {
        match self {
            FrameDirective::Personality(encoding, symbol) => {
                FrameDirective::Personality(*encoding, symbol.map(map))
            }
            FrameDirective::Lsda(encoding, symbol) => FrameDirective::Lsda(*encoding, symbol.map(map)),
            FrameDirective::Rule(FrameRule::Label(symbol)) => {
                FrameDirective::Rule(FrameRule::Label(map(*symbol)))
            }
            other => other.clone(),
        }
    }

    /// The directive as text, without indentation; `name` writes the name of a symbol.
    pub fn print(&self, out: &mut String, mut name: impl FnMut(SymbolId, &mut String)) {
        let mut with_symbol = |out: &mut String, directive: &str, encoding: u8, symbol: Option<SymbolId>| {
            let _ = write!(out, ".cfi_{directive} {encoding}");
            if let Some(symbol) = symbol {
                out.push_str(", ");
                name(symbol, out);
            }
        };
        let rule = match self {
            FrameDirective::Sections(eh, debug) => {
                let names = [(*eh, ".eh_frame"), (*debug, ".debug_frame")];
                let named: Vec<&str> = names
                    .into_iter()
                    .filter(|(is, _)| *is)
                    .map(|(_, name)| name)
                    .collect();
                let _ = write!(out, ".cfi_sections {}", named.join(", "));
                return;
            }
            FrameDirective::Start(is_simple) => {
                out.push_str(if *is_simple {
                    ".cfi_startproc simple"
                } else {
                    ".cfi_startproc"
                });
                return;
            }
            FrameDirective::End => return out.push_str(".cfi_endproc"),
            FrameDirective::SignalFrame => return out.push_str(".cfi_signal_frame"),
            FrameDirective::Personality(encoding, symbol) => {
                return with_symbol(out, "personality", *encoding, *symbol);
            }
            FrameDirective::Lsda(encoding, symbol) => return with_symbol(out, "lsda", *encoding, *symbol),
            FrameDirective::ReturnColumn(column) => {
                let _ = write!(out, ".cfi_return_column {column}");
                return;
            }
            FrameDirective::Rule(rule) => rule,
        };
        let _ = match rule {
            FrameRule::DefCfa(reg, offset) => write!(out, ".cfi_def_cfa {reg}, {offset}"),
            FrameRule::DefAspaceCfa(reg, offset, space) => {
                write!(out, ".cfi_llvm_def_aspace_cfa {reg}, {offset}, {space}")
            }
            FrameRule::DefCfaOffset(offset) => write!(out, ".cfi_def_cfa_offset {offset}"),
            FrameRule::AdjustCfaOffset(offset) => write!(out, ".cfi_adjust_cfa_offset {offset}"),
            FrameRule::DefCfaRegister(reg) => write!(out, ".cfi_def_cfa_register {reg}"),
            FrameRule::Offset(reg, offset) => write!(out, ".cfi_offset {reg}, {offset}"),
            FrameRule::RelOffset(reg, offset) => write!(out, ".cfi_rel_offset {reg}, {offset}"),
            FrameRule::ValOffset(reg, offset) => write!(out, ".cfi_val_offset {reg}, {offset}"),
            FrameRule::Register(reg, other) => write!(out, ".cfi_register {reg}, {other}"),
            FrameRule::Undefined(reg) => write!(out, ".cfi_undefined {reg}"),
            FrameRule::SameValue(reg) => write!(out, ".cfi_same_value {reg}"),
            FrameRule::Restore(reg) => write!(out, ".cfi_restore {reg}"),
            FrameRule::RememberState => write!(out, ".cfi_remember_state"),
            FrameRule::RestoreState => write!(out, ".cfi_restore_state"),
            FrameRule::WindowSave => write!(out, ".cfi_window_save"),
            FrameRule::Escape(bytes) => {
                let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
                write!(out, ".cfi_escape {}", bytes.join(", "))
            }
            FrameRule::Label(symbol) => {
                out.push_str(".cfi_label ");
                name(*symbol, out);
                Ok(())
            }
        };
    }
}

/// Whether an address can be encoded so: in what size, absolute or relative, directly or not.
pub fn is_valid_encoding(encoding: i64) -> bool {
    let (format, application) = (encoding & 0x0f, encoding & 0x70);
    let is_known = matches!(format, 0x00 | 0x02..=0x04 | 0x0a..=0x0c) || format == 0x08;
    (0..=0xff).contains(&encoding)
        && (encoding == i64::from(OMITTED) || is_known && matches!(application, 0x00 | 0x10))
}

/// The bytes of an encoded address.
fn size_of(encoding: u8) -> u8 {
    match encoding & 0x0f {
        0x02 | 0x0a => 2,
        0x03 | 0x0b => 4,
        _ => 8,
    }
}

/// A frame.
#[derive(Clone, Debug)]
struct Frame {
    /// Where it begins and ends: a label, and offsets in the section.
    begin: SymbolId,
    section: u32,
    start: u64,
    end: u64,
    is_simple: bool,
    personality: Option<(u8, SymbolId)>,
    lsda: Option<(u8, SymbolId)>,
    return_column: u32,
    is_signal: bool,
    rules: Vec<(u64, FrameRule)>,
}

/// The frames of a file.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    frames: Vec<Frame>,
    is_open: bool,
    eh: bool,
    debug: bool,
}

impl Default for Frames {
    fn default() -> Frames {
        Frames {
            frames: Vec::new(),
            is_open: false,
            eh: true,
            debug: false,
        }
    }
}

impl Frames {
    /// How many frames there are.
    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether a directive begins a frame: then it needs a label.
    pub(crate) fn begins(directive: &FrameDirective) -> bool {
        matches!(directive, FrameDirective::Start(_))
    }

    /// Follows a directive at an offset of a section; `begin` is a label there, if a frame begins.
    pub(crate) fn add(
        &mut self,
        directive: &FrameDirective,
        (section, offset): (u32, u64),
        begin: Option<SymbolId>,
    ) -> Result<(), String> {
        match (directive, begin) {
            (FrameDirective::Sections(eh, debug), _) => {
                (self.eh, self.debug) = (*eh, *debug);
                return Ok(());
            }
            (FrameDirective::Start(is_simple), Some(begin)) => {
                if self.is_open {
                    return Err("starting new .cfi frame before finishing the previous one".to_string());
                }
                self.is_open = true;
                self.frames.push(Frame {
                    begin,
                    section,
                    start: offset,
                    end: offset,
                    is_simple: *is_simple,
                    personality: None,
                    lsda: None,
                    return_column: RETURN_COLUMN,
                    is_signal: false,
                    rules: Vec::new(),
                });
                return Ok(());
            }
            _ => {}
        }
        let Some(frame) = self.frames.last_mut().filter(|_| self.is_open) else {
            return Err(
                "this directive must appear between .cfi_startproc and .cfi_endproc directives".to_string(),
            );
        };
        if frame.section != section {
            return Err("a frame ends in the section in which it begins".to_string());
        }
        match directive {
            FrameDirective::End => {
                frame.end = offset;
                self.is_open = false;
            }
            FrameDirective::Personality(encoding, symbol) => {
                frame.personality = symbol.map(|symbol| (*encoding, symbol));
            }
            FrameDirective::Lsda(encoding, symbol) => frame.lsda = symbol.map(|symbol| (*encoding, symbol)),
            FrameDirective::ReturnColumn(column) => frame.return_column = *column,
            FrameDirective::SignalFrame => frame.is_signal = true,
            FrameDirective::Rule(rule) => frame.rules.push((offset, rule.clone())),
            FrameDirective::Sections(..) | FrameDirective::Start(_) => {}
        }
        Ok(())
    }

    /// Writes the sections; the names of symbols in `texts` order entries.
    pub(crate) fn emit<S: Streamer>(self, out: &mut S) -> Result<(), String> {
        if self.is_open {
            return Err("unfinished frame: .cfi_endproc is missing".to_string());
        }
        let mut frames = self.frames;
        if frames.is_empty() {
            return Ok(());
        }
        let key = |frame: &Frame, out: &S| {
            let personality = frame.personality;
            (
                personality.map_or_else(String::new, |(_, symbol)| out.symbols().name(symbol).to_string()),
                personality.map_or(0, |(encoding, _)| encoding),
                frame.lsda.map_or(u32::MAX, |(encoding, _)| u32::from(encoding)),
                frame.is_signal,
                frame.is_simple,
                frame.return_column,
            )
        };
        // Those with a common entry stand together.
        frames.sort_by_cached_key(|frame| key(frame, out));
        for is_eh in [true, false] {
            if !(if is_eh { self.eh } else { self.debug }) {
                continue;
            }
            let mut section = Section::start(is_eh, out);
            let mut common = None;
            for (number, frame) in frames.iter().enumerate() {
                let own = key(frame, out);
                if common.as_ref().is_none_or(|known| is_eh && *known != own) {
                    section.common_entry(frame, out);
                    common = Some(own);
                }
                section.entry(frame, number + 1 == frames.len(), out)?;
            }
        }
        Ok(())
    }
}

/// A section that is being written.
struct Section {
    is_eh: bool,
    /// Bytes of the section so far.
    size: u64,
    /// Where the last common entry begins, and a label there.
    common: u64,
    common_label: Option<SymbolId>,
    labels: u32,
}

impl Section {
    fn start<S: Streamer>(is_eh: bool, out: &mut S) -> Section {
        let (name, flags) = match is_eh {
            true => (".eh_frame", elf::SHF_ALLOC),
            false => (".debug_frame", 0),
        };
        out.switch_section(&SectionSpec::new(name, elf::SHT_PROGBITS, flags));
        out.align(3, Some(Filling::ZERO), 0);
        Section {
            is_eh,
            size: 0,
            common: 0,
            common_label: None,
            labels: 0,
        }
    }

    fn bytes<S: Streamer>(&mut self, data: &[u8], out: &mut S) {
        out.bytes(data);
        self.size += data.len() as u64;
    }

    fn value<S: Streamer>(&mut self, value: MCExpr, size: u8, out: &mut S) {
        out.value(value, size);
        self.size += u64::from(size);
    }

    /// A label for this place.
    fn label<S: Streamer>(&mut self, out: &mut S) -> Result<SymbolId, String> {
        let which = if self.is_eh { "eh" } else { "debug" };
        let symbol = out
            .symbols_mut()
            .intern(&format!(".L{which}_frame_place{}", self.labels));
        self.labels += 1;
        out.label(symbol)?;
        Ok(symbol)
    }

    /// An address, encoded.
    fn address<S: Streamer>(&mut self, encoding: u8, symbol: SymbolId, out: &mut S) -> Result<(), String> {
        let mut value = MCExpr::symbol(symbol);
        if encoding & 0x70 == 0x10 {
            let here = self.label(out)?;
            value = MCExpr::Binary(BinaryOp::Sub, Box::new(value), Box::new(MCExpr::symbol(here)));
        }
        self.value(value, size_of(encoding), out);
        Ok(())
    }

    /// The length of an entry with a body of so many bytes, and the no-ops that fill it up.
    fn padding(body: u64, align: u64) -> (u32, Vec<u8>) {
        let padded = (body + 4).next_multiple_of(align);
        (padded as u32 - 4, vec![0; (padded - body - 4) as usize])
    }

    fn common_entry<S: Streamer>(&mut self, frame: &Frame, out: &mut S) {
        self.common = self.size;
        self.common_label = match self.is_eh {
            true => None,
            false => self.label(out).ok(),
        };
        let mut head = Vec::new();
        let mut tail = Vec::new();
        let mut personality = None;
        if self.is_eh {
            head.extend(0u32.to_le_bytes());
            head.push(1);
            head.push(b'z');
            let mut size = 1;
            if let Some((encoding, symbol)) = frame.personality.filter(|(encoding, _)| *encoding != OMITTED) {
                head.push(b'P');
                size += 1 + u64::from(size_of(encoding));
                personality = Some((encoding, symbol));
            }
            if let Some((encoding, _)) = frame.lsda {
                head.push(b'L');
                size += 1;
                tail.push(encoding);
            }
            head.push(b'R');
            tail.push(RELATIVE);
            if frame.is_signal {
                head.push(b'S');
            }
            head.push(0);
            head.extend([CODE_FACTOR as u8, DATA_FACTOR as u8, frame.return_column as u8]);
            unsigned(size, &mut head);
        } else {
            head.extend(u32::MAX.to_le_bytes());
            // No augmentation; addresses of eight bytes, no segments.
            head.extend([4, 0, 8, 0, CODE_FACTOR as u8, DATA_FACTOR as u8]);
            unsigned(u64::from(frame.return_column), &mut head);
        }
        let address = personality.map_or(0, |(encoding, _)| 1 + u64::from(size_of(encoding)));
        let body = head.len() as u64 + address + tail.len() as u64;
        let (length, padding) = Section::padding(body, if self.is_eh { 4 } else { 8 });
        self.bytes(&length.to_le_bytes(), out);
        self.bytes(&head, out);
        if let Some((encoding, symbol)) = personality {
            self.bytes(&[encoding], out);
            // The place of a new label is free.
            let _ = self.address(encoding, symbol, out);
        }
        self.bytes(&tail, out);
        self.bytes(&padding, out);
    }

    fn entry<S: Streamer>(&mut self, frame: &Frame, is_last: bool, out: &mut S) -> Result<(), String> {
        let (rules, labels) = encode_rules(frame);
        let lsda = frame
            .lsda
            .filter(|(encoding, _)| self.is_eh && *encoding != OMITTED);
        let lsda_size = lsda.map_or(0, |(encoding, _)| u64::from(size_of(encoding)));
        let fixed = if self.is_eh { 4 + 4 + 4 + 1 } else { 4 + 8 + 8 };
        let body = fixed + lsda_size + rules.len() as u64;
        let align = if self.is_eh && !is_last { 4 } else { 8 };
        let (length, padding) = match self.is_eh && is_last {
            // The section ends at a multiple of eight.
            true => {
                let end = (self.size + 4 + body).next_multiple_of(8);
                let padded = end - self.size - 4;
                (padded as u32, vec![0; (padded - body) as usize])
            }
            false => Section::padding(body, align),
        };
        self.bytes(&length.to_le_bytes(), out);
        let range = frame.end - frame.start;
        if self.is_eh {
            let distance = self.size - self.common;
            self.bytes(&(distance as u32).to_le_bytes(), out);
            self.address(RELATIVE, frame.begin, out)?;
            self.bytes(&(range as u32).to_le_bytes(), out);
            self.bytes(&[lsda_size as u8], out);
            if let Some((encoding, symbol)) = lsda {
                self.address(encoding, symbol, out)?;
            }
        } else {
            let common = self.common_label.expect("a common entry comes first");
            self.value(MCExpr::symbol(common), 4, out);
            self.value(MCExpr::symbol(frame.begin), 8, out);
            self.bytes(&range.to_le_bytes(), out);
        }
        let mut at = 0;
        for (place, symbol) in labels {
            self.bytes(&rules[at..place], out);
            out.label(symbol)?;
            at = place;
        }
        self.bytes(&rules[at..], out);
        self.bytes(&padding, out);
        Ok(())
    }
}

fn unsigned(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn signed(mut value: i64, out: &mut Vec<u8>) {
    loop {
        let byte = value as u8 & 0x7f;
        value >>= 7;
        if value == 0 && byte & 0x40 == 0 || value == -1 && byte & 0x40 != 0 {
            return out.push(byte);
        }
        out.push(byte | 0x80);
    }
}

/// The instructions of a frame, and the symbols for places among them.
fn encode_rules(frame: &Frame) -> (Vec<u8>, Vec<(usize, SymbolId)>) {
    let mut out = Vec::new();
    let mut labels = Vec::new();
    let (mut at, mut cfa_offset) = (frame.start, 0i64);
    for (offset, rule) in &frame.rules {
        advance((offset - at) / CODE_FACTOR, &mut out);
        at = *offset;
        let with = |opcode: u8, values: &[u64], out: &mut Vec<u8>| {
            out.push(opcode);
            values.iter().for_each(|&value| unsigned(value, out));
        };
        let reg = |reg: &u32| u64::from(*reg);
        match rule {
            FrameRule::DefCfa(base, offset) => {
                cfa_offset = *offset;
                with(0x0c, &[reg(base), *offset as u64], &mut out);
            }
            FrameRule::DefAspaceCfa(base, offset, space) => {
                cfa_offset = *offset;
                with(0x30, &[reg(base), *offset as u64, *space as u64], &mut out);
            }
            FrameRule::DefCfaOffset(_) | FrameRule::AdjustCfaOffset(_) => {
                cfa_offset = match rule {
                    FrameRule::AdjustCfaOffset(more) => cfa_offset.wrapping_add(*more),
                    FrameRule::DefCfaOffset(offset) => *offset,
                    _ => cfa_offset,
                };
                with(0x0e, &[cfa_offset as u64], &mut out);
            }
            FrameRule::DefCfaRegister(base) => with(0x0d, &[reg(base)], &mut out),
            FrameRule::Offset(saved, offset) | FrameRule::RelOffset(saved, offset) => {
                let offset = match rule {
                    FrameRule::RelOffset(..) => offset.wrapping_sub(cfa_offset),
                    _ => *offset,
                } / DATA_FACTOR;
                if offset < 0 {
                    with(0x11, &[reg(saved)], &mut out);
                    signed(offset, &mut out);
                } else if *saved < 64 {
                    with(0x80 | *saved as u8, &[offset as u64], &mut out);
                } else {
                    with(0x05, &[reg(saved), offset as u64], &mut out);
                }
            }
            FrameRule::ValOffset(saved, offset) => {
                let offset = offset / DATA_FACTOR;
                if offset < 0 {
                    with(0x15, &[reg(saved)], &mut out);
                    signed(offset, &mut out);
                } else {
                    with(0x14, &[reg(saved), offset as u64], &mut out);
                }
            }
            FrameRule::Register(saved, other) => with(0x09, &[reg(saved), reg(other)], &mut out),
            FrameRule::Undefined(lost) => with(0x07, &[reg(lost)], &mut out),
            FrameRule::SameValue(same) => with(0x08, &[reg(same)], &mut out),
            FrameRule::Restore(saved) if *saved < 64 => out.push(0xc0 | *saved as u8),
            FrameRule::Restore(saved) => with(0x06, &[reg(saved)], &mut out),
            FrameRule::RememberState => out.push(0x0a),
            FrameRule::RestoreState => out.push(0x0b),
            FrameRule::WindowSave => out.push(0x2d),
            FrameRule::Escape(bytes) => out.extend(bytes),
            FrameRule::Label(symbol) => labels.push((out.len(), *symbol)),
        }
    }
    (out, labels)
}

/// So many units of code further.
fn advance(distance: u64, out: &mut Vec<u8>) {
    match distance {
        0 => {}
        1..0x40 => out.push(0x40 | distance as u8),
        0x40..0x100 => out.extend([0x02, distance as u8]),
        0x100..0x1_0000 => {
            out.push(0x03);
            out.extend((distance as u16).to_le_bytes());
        }
        _ => {
            out.push(0x04);
            out.extend((distance as u32).to_le_bytes());
        }
    }
}
