//! The interface for emitting code, whether as text or as an object file.

use crate::fixup::{FixupKind, InstrFixup};
use crate::frames::FrameDirective;
use crate::inst::{MCExpr, MCInst, SymbolId, SymbolTable, VariantKind};
use crate::line_table::{SourceFile, SourceLine};
use crate::object_module::{Binding, SectionSpec, SymbolKind, Visibility};
use smallvec::SmallVec;
use wavec_support::Span;

/// The bytes of an instruction and its fixups.
#[derive(Clone, Debug, Default)]
pub struct EncodedInst {
    /// The bytes in memory order.
    pub bytes: SmallVec<[u8; 12]>,
    /// Values that are not known yet.
    pub fixups: Vec<InstrFixup>,
}

/// The filler of a gap: the low `size` bytes of `value`, repeated. Remainders are filled with zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filling {
    /// The value.
    pub value: i64,
    /// 1, 2 or 4.
    pub size: u8,
}

impl Filling {
    /// Bytes of zero.
    pub const ZERO: Filling = Filling { value: 0, size: 1 };

    /// Appends `gap` bytes.
    pub fn append(self, gap: usize, out: &mut Vec<u8>) {
        let size = usize::from(self.size.clamp(1, 8));
        let bytes = self.value.to_le_bytes();
        out.extend(std::iter::repeat_n(0, gap % size));
        for _ in 0..gap / size {
            out.extend_from_slice(&bytes[..size]);
        }
    }
}

/// The target's part of streamers.
pub trait MCTarget {
    /// Appends the text of an instruction, without indentation and line end.
    fn print_inst(&self, inst: &MCInst, symbols: &SymbolTable, out: &mut String);
    /// Appends the text of an expression.
    fn print_expr(&self, expr: &MCExpr, symbols: &SymbolTable, out: &mut String);
    /// Encodes an instruction, or returns an error.
    fn encode_inst(&self, inst: &MCInst) -> Result<EncodedInst, String>;
    /// ELF relocation type for a fixup whose expression has this variant; `None` if there is none.
    fn relocation(&self, kind: FixupKind, variant: VariantKind) -> Option<u32>;
    /// Whether the value is relative to the place of the fixup.
    fn is_pc_relative(&self, kind: FixupKind, variant: VariantKind) -> bool;
    /// Whether a fixup of this kind cannot refer to a symbol of another file.
    fn needs_definition(&self, _kind: FixupKind) -> bool {
        false
    }
    /// Whether a fixup of this kind is left to the linker even if its value is known.
    fn is_left_to_linker(&self, kind: FixupKind, variant: VariantKind) -> bool;
    /// Whether a relative fixup of this kind may turn out to be a number.
    fn may_be_number(&self, kind: FixupKind) -> bool;
    /// Stores a known value; `data` starts at the location.
    fn apply_fixup(&self, kind: FixupKind, value: i64, data: &mut [u8]) -> Result<(), String>;
    /// ELF relocation type of this name.
    fn relocation_by_name(&self, _name: &str) -> Option<u32> {
        None
    }
    /// The directive for common symbols in a section of the target.
    fn common_directive(&self) -> &'static str {
        ".comm"
    }
    /// The filler for a gap of `size` bytes between instructions.
    fn nops(&self, size: usize, out: &mut Vec<u8>);
}

/// Properties of a symbol that a directive sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolAttribute {
    /// `.globl`, `.weak`, `.local`
    Binding(Binding),
    /// `.protected`, `.hidden`, `.internal`
    Visibility(Visibility),
    /// `.type`
    Kind(SymbolKind),
}

/// A receiver of code, data and directives.
pub trait Streamer {
    /// The names of symbols.
    fn symbols(&self) -> &SymbolTable;
    /// The names of symbols, to intern more.
    fn symbols_mut(&mut self) -> &mut SymbolTable;
    /// Sets the source position of the following code, for errors found later.
    fn set_location(&mut self, _span: Span) {}
    /// Switches to this section, at its end.
    fn switch_section(&mut self, spec: &SectionSpec);
    /// Defines a symbol at the current position.
    fn label(&mut self, symbol: SymbolId) -> Result<(), String>;
    /// Sets a property of a symbol.
    fn attribute(&mut self, symbol: SymbolId, attribute: SymbolAttribute);
    /// Sets the size of a symbol.
    fn set_size(&mut self, symbol: SymbolId, size: MCExpr);
    /// Gives a symbol the value of an expression.
    fn assign(&mut self, symbol: SymbolId, value: MCExpr) -> Result<(), String>;
    /// Aligns to `1 << log2` bytes; `fill` fills the gap (no-ops if `None` in code). Does nothing if more than `max`
    /// bytes would be skipped, unless `max` is 0.
    fn align(&mut self, log2: u8, fill: Option<Filling>, max: u64);
    /// Advances to this location of the section, or this offset from its start; `fill` is the byte for the gap.
    fn org(&mut self, place: MCExpr, fill: u8) -> Result<(), String>;
    /// Declares a common symbol of `size` bytes, aligned to `align`, in the memory denoted by `section` (an ELF section
    /// index). A local symbol of ordinary memory is placed in `.bss`.
    fn common(&mut self, symbol: SymbolId, size: u64, align: u64, section: u16) -> Result<(), String>;
    /// A relocation of the type called `name` at a location of the current section; no value means no symbol.
    fn relocation(&mut self, place: MCExpr, name: &str, value: Option<MCExpr>) -> Result<(), String>;
    /// Data bytes.
    fn bytes(&mut self, data: &[u8]);
    /// The low `size` bytes (1, 2, 4 or 8) of an expression.
    fn value(&mut self, value: MCExpr, size: u8);
    /// `count` times the low `size` bytes of `value`.
    fn fill(&mut self, count: u64, size: u8, value: i64) -> Result<(), String>;
    /// Declares the source file `number` of line tables.
    fn source_file(&mut self, number: u32, file: &SourceFile) -> Result<(), String>;
    /// Where the next instruction comes from.
    fn source_line(&mut self, line: SourceLine) -> Result<(), String>;
    /// What a directive says of the frame here.
    fn frame(&mut self, directive: &FrameDirective) -> Result<(), String>;
    /// Gives a symbol a name with a version, in addition to its own or, unless it `keeps` that, in place of it.
    fn symbol_version(&mut self, symbol: SymbolId, name: &str, keeps: bool);
    /// Makes `alias` stand for `target`, which is weak if nothing else names it.
    fn weak_reference(&mut self, alias: SymbolId, target: SymbolId) -> Result<(), String>;
    /// An instruction.
    fn instruction(&mut self, inst: &MCInst) -> Result<(), String>;
    /// The text of inline assembly, checked and with its operands in place; returns false if the streamer wants its
    /// statements one by one.
    fn inline_assembly(&mut self, _text: &str) -> bool {
        false
    }
    /// The value of an expression, if it is known already.
    fn evaluate(&self, expr: &MCExpr) -> Option<i64>;
    /// Makes the symbols of an expression part of the file, although only its value is needed.
    fn reference(&mut self, _expr: &MCExpr) {}
    /// The producer of the file: a string for the section `.comment`.
    fn ident(&mut self, _text: &[u8]) {}
    /// Adds `symbol` to the table of address-significant symbols.
    fn address_significance(&mut self, _symbol: Option<SymbolId>) {}
    /// A comment after the next line.
    fn comment(&mut self, _text: &str) {}
    /// An empty line.
    fn blank_line(&mut self) {}
}
