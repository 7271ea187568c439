//! `objdump -d`: the code of an ELF file as text, in the form of llvm-objdump.

use super::dump::{self, RelocationText};
use crate::code_object::{SourceFrame, SourceLines, TargetId};
use crate::decode::decode;
use crate::print::to_text;
use crate::subtarget::Subtarget;
use crate::tables::{INSTR_INFO, Syntax};
use fxhash::FxHashMap;
use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind};
use std::fmt::Write;
use wavec_mc::MCOperand;

/// Column of the address comments.
const COMMENT_COLUMN: usize = 60;

/// A symbol of a section.
struct Label<'a> {
    address: u64,
    name: &'a str,
    /// Symbols without a type: branch targets.
    is_plain: bool,
}

/// Reads the text of a source file, by its path.
pub type ReadSource<'a> = &'a dyn Fn(&str) -> Option<String>;

/// What stands between instructions.
#[derive(Clone, Copy, Default)]
pub struct DisassembleOptions<'a> {
    /// Functions, files and lines, where they change: `; /src/a.cl:7`.
    pub lines: bool,
    /// The lines of source files are printed where they change, too.
    pub source: Option<ReadSource<'a>>,
    /// Relocations after the instructions that they change.
    pub relocations: bool,
    /// Only the code of sections with these names; of all if there are none.
    pub only: &'a [&'a str],
}

/// The disassembly of a file called `name`; an error if it is not an AMD GPU ELF file.
pub fn disassemble_object(
    name: &str,
    bytes: &[u8],
    options: DisassembleOptions<'_>,
) -> Result<String, String> {
    let file: ElfFile64<'_, Endianness> =
        ElfFile64::parse(bytes).map_err(|error| format!("'{name}': not a valid ELF file: {error}"))?;
    if file.elf_header().e_machine.get(Endianness::Little) != object::elf::Machine(super::elf::EM_AMDGPU) {
        return Err(format!("'{name}': not an AMD GPU file"));
    }
    let flags = file.elf_header().e_flags.get(Endianness::Little).0;
    let target = TargetId::from_e_flags(flags).map_err(|error| format!("'{name}': {error}"))?;
    let subtarget = Subtarget::of(target);
    let mut lines = LinePrinter::new(bytes, options);
    let relocations = match options.relocations {
        true => dump::relocations(&file, bytes).map_err(|error| format!("'{name}': {error}"))?,
        false => Vec::new(),
    };
    let mut out = format!("\n{name}:\tfile format elf64-amdgpu\n");
    for section in file.sections() {
        if section.kind() != SectionKind::Text {
            continue;
        }
        let section_name = section.name().map_err(|error| format!("'{name}': {error}"))?;
        let data = section.data().map_err(|error| format!("'{name}': {error}"))?;
        if data.is_empty() || !dump::is_asked(section_name, options.only) {
            continue;
        }
        let mut labels: Vec<Label<'_>> = file
            .symbols()
            .filter(|symbol| {
                symbol.section_index() == Some(section.index()) && symbol.kind() != SymbolKind::Section
            })
            .filter_map(|symbol| {
                let is_plain = !matches!(symbol.kind(), SymbolKind::Text | SymbolKind::Data);
                Some(Label {
                    address: symbol.address(),
                    name: symbol.name().ok()?,
                    is_plain,
                })
            })
            .collect();
        // Of several symbols at one address, the one with a type heads the listing.
        labels.sort_by_key(|label| (label.address, !label.is_plain));
        let _ = writeln!(out, "\nDisassembly of section {section_name}:");
        if labels
            .first()
            .is_none_or(|label| label.address > section.address())
        {
            // Code before the first symbol is named after the section.
            labels.insert(
                0,
                Label {
                    address: section.address(),
                    name: section_name,
                    is_plain: false,
                },
            );
        }
        let relocations = relocations.iter().filter(|(of, _)| of == section_name);
        let relocations: Vec<&RelocationText> = relocations.flat_map(|(_, found)| found).collect();
        let code = Code {
            data,
            base: section.address(),
            labels: &labels,
            relocations: &relocations,
        };
        disassemble_section(&subtarget, code, lines.as_mut(), &mut out);
    }
    Ok(out)
}

/// A section with code.
struct Code<'a> {
    data: &'a [u8],
    /// Its address.
    base: u64,
    labels: &'a [Label<'a>],
    /// In order of their offsets.
    relocations: &'a [&'a RelocationText],
}

fn disassemble_section(
    subtarget: &Subtarget,
    code: Code<'_>,
    mut lines: Option<&mut LinePrinter<'_>>,
    out: &mut String,
) {
    let Code {
        data,
        base,
        labels,
        relocations,
    } = code;
    let mut relocations = relocations.iter().peekable();
    let end = base.saturating_add(data.len() as u64);
    let mut starts: Vec<u64> = labels
        .iter()
        .map(|label| label.address)
        .filter(|a| (base..end).contains(a))
        .collect();
    if starts.first() != Some(&base) {
        starts.insert(0, base);
    }
    starts.dedup();
    for (index, &start) in starts.iter().enumerate() {
        let stop = starts.get(index + 1).copied().unwrap_or(end);
        let here = labels.iter().rfind(|label| label.address == start);
        let _ = match here {
            Some(label) => writeln!(out, "\n{start:016x} <{}>:", label.name),
            None => writeln!(out, "\n{start:016x} <.text>:"),
        };
        let mut address = start;
        while address < stop {
            let rest = &data[(address - base) as usize..(stop - base) as usize];
            let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
            // Zeros that a relocation changes are printed.
            let place = |relocation: &RelocationText| base.wrapping_add(relocation.offset);
            let unchanged = relocations
                .peek()
                .map_or(u64::MAX, |next| place(next).saturating_sub(address));
            let zeros = zeros.min(usize::try_from(unchanged).unwrap_or(usize::MAX));
            if zeros >= 8 {
                out.push_str("\t\t...\n");
                address += (zeros & !3) as u64;
                continue;
            }
            if let Some(lines) = &mut lines {
                lines.print(address, out);
            }
            address += one(subtarget, rest, address, labels, out) as u64;
            while let Some(relocation) = relocations.next_if(|relocation| place(relocation) < address) {
                let (at, ty) = (place(relocation), &relocation.ty);
                let _ = writeln!(out, "\t\t{at:016x}:  {ty}\t{}", relocation.value);
            }
        }
    }
}

/// Prints where code comes from, when that changes.
struct LinePrinter<'a> {
    options: DisassembleOptions<'a>,
    lines: SourceLines,
    last: Option<SourceFrame>,
    /// Lines of the files that were read.
    texts: FxHashMap<String, Vec<String>>,
}

impl<'a> LinePrinter<'a> {
    fn new(bytes: &[u8], options: DisassembleOptions<'a>) -> Option<LinePrinter<'a>> {
        if !options.lines && options.source.is_none() {
            return None;
        }
        Some(LinePrinter {
            options,
            lines: SourceLines::read(bytes)?,
            last: None,
            texts: FxHashMap::default(),
        })
    }

    fn print(&mut self, address: u64, out: &mut String) {
        let frames = self.lines.frames(address);
        let (Some(here), Some(function)) = (frames.first(), frames.last()) else {
            return;
        };
        let last = self.last.as_ref();
        let is_other = last.is_none_or(|last| last.function != function.function);
        if self.options.lines && is_other && !function.function.is_empty() {
            let _ = writeln!(out, "; {}():", function.function);
        }
        if last.is_none_or(|last| (&last.file, last.line) != (&here.file, here.line)) {
            if self.options.lines {
                let _ = writeln!(out, "; {}:{}", here.file, here.line);
            }
            if let Some(read) = self.options.source {
                let text = self.texts.entry(here.file.clone()).or_insert_with(|| {
                    let text = read(&here.file).unwrap_or_default();
                    text.lines().map(str::to_string).collect()
                });
                if let Some(line) = text.get((here.line as usize).wrapping_sub(1)) {
                    let _ = writeln!(out, "; {line}");
                }
            }
        }
        self.last = Some(SourceFrame {
            function: function.function.clone(),
            ..here.clone()
        });
    }
}

/// Writes the instruction at `address`; returns its size.
fn one(subtarget: &Subtarget, rest: &[u8], address: u64, labels: &[Label<'_>], out: &mut String) -> usize {
    let (mut line, size, annotation) = match decode(rest, subtarget) {
        Some(decoded) => {
            let (text, annotation) = with_branch_target(subtarget, &decoded, address, labels);
            (format!("\t{text}"), decoded.size, annotation)
        }
        None if rest.len() >= 4 => {
            let word = u32::from_le_bytes([rest[0], rest[1], rest[2], rest[3]]);
            (format!("\t.long 0x{word:08x}"), 4, None)
        }
        None => {
            let bytes: Vec<String> = rest.iter().map(|byte| format!("0x{byte:02x}")).collect();
            (format!("\t.byte {}", bytes.join(", ")), rest.len(), None)
        }
    };
    while line.len() < COMMENT_COLUMN {
        line.push(' ');
    }
    let _ = write!(out, "{line}// {address:012X}:");
    let (words, bytes) = rest[..size].as_chunks::<4>();
    for word in words {
        let _ = write!(out, " {:08X}", u32::from_le_bytes(*word));
    }
    for byte in bytes {
        let _ = write!(out, " {byte:02X}");
    }
    if let Some(annotation) = annotation {
        let _ = write!(out, " <{annotation}>");
    }
    out.push('\n');
    size
}

/// The text, with the name of the label a branch goes to; otherwise the offset from the nearest symbol.
fn with_branch_target(
    subtarget: &Subtarget,
    decoded: &crate::decode::Decoded,
    address: u64,
    labels: &[Label<'_>],
) -> (String, Option<String>) {
    let text = to_text(&decoded.exact_inst(), subtarget);
    let desc = INSTR_INFO.desc(decoded.inst.opcode);
    let is_branch = desc.is(wavec_mc::InstrFlags::BRANCH);
    let operand = desc
        .operands()
        .iter()
        .position(|info| crate::encode::kind_desc(info.kind).syntax == Syntax::Branch)
        .filter(|&index| is_branch && index == 0);
    let Some(MCOperand::Imm(displacement)) = operand.and_then(|index| decoded.inst.operands.get(index))
    else {
        return (text, None);
    };
    let target = address
        .wrapping_add(4)
        .wrapping_add((i64::from(*displacement as i16) * 4) as u64);
    if let Some(label) = labels
        .iter()
        .find(|label| label.address == target && label.is_plain)
    {
        let mnemonic = desc.mnemonic();
        return (format!("{mnemonic} {}", label.name), None);
    }
    let nearest = labels.iter().rfind(|label| label.address <= target);
    let annotation = nearest.map(|label| match target - label.address {
        0 => label.name.to_string(),
        distance => format!("{}+0x{distance:x}", label.name),
    });
    (text, annotation)
}
