//! The one interface to which code is emitted, whether text or an object file comes out.

use crate::fixup::{FixupKind, InstrFixup};
use crate::inst::{MCExpr, MCInst, SymbolId, SymbolTable, VariantKind};
use crate::object_module::{Binding, SectionSpec, SymbolKind, Visibility};
use smallvec::SmallVec;
use wavec_support::Span;

/// Bytes of an instruction and what is to be filled in.
#[derive(Clone, Debug, Default)]
pub struct EncodedInst {
    /// The bytes in memory order.
    pub bytes: SmallVec<[u8; 12]>,
    /// What is not known yet.
    pub fixups: Vec<InstrFixup>,
}

/// What a gap is filled with: the low `size` bytes of `value`, again and again. What is too small for it gets zeros.
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

/// What streamers must know of a target.
pub trait MCTarget {
    /// Appends the text of an instruction, without indentation and line end.
    fn print_inst(&self, inst: &MCInst, symbols: &SymbolTable, out: &mut String);
    /// Appends the text of an expression.
    fn print_expr(&self, expr: &MCExpr, symbols: &SymbolTable, out: &mut String);
    /// Encodes an instruction, or says why it cannot be.
    fn encode_inst(&self, inst: &MCInst) -> Result<EncodedInst, String>;
    /// ELF relocation type for a fixup whose expression has this variant; `None` if there is none.
    fn relocation(&self, kind: FixupKind, variant: VariantKind) -> Option<u32>;
    /// Whether the value is relative to the place of the fixup.
    fn is_pc_relative(&self, kind: FixupKind, variant: VariantKind) -> bool;
    /// Whether a fixup of this kind cannot name a symbol of another file.
    fn needs_definition(&self, _kind: FixupKind) -> bool {
        false
    }
    /// Whether a fixup of this kind is left to the linker even where its value is known.
    fn is_left_to_linker(&self, kind: FixupKind, variant: VariantKind) -> bool;
    /// Puts a known value into its place; `data` starts at the place.
    fn apply_fixup(&self, kind: FixupKind, value: i64, data: &mut [u8]) -> Result<(), String>;
    /// ELF relocation type of this name.
    fn relocation_by_name(&self, _name: &str) -> Option<u32> {
        None
    }
    /// Bytes that fill a gap of `size` bytes between instructions.
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
    /// Where the following comes from, for errors found later.
    fn set_location(&mut self, _span: Span) {}
    /// What follows goes to this section, after what is already there.
    fn switch_section(&mut self, spec: &SectionSpec);
    /// Defines a symbol here.
    fn label(&mut self, symbol: SymbolId) -> Result<(), String>;
    /// Sets a property of a symbol.
    fn attribute(&mut self, symbol: SymbolId, attribute: SymbolAttribute);
    /// Sets the size of a symbol.
    fn set_size(&mut self, symbol: SymbolId, size: MCExpr);
    /// Gives a symbol the value of an expression.
    fn assign(&mut self, symbol: SymbolId, value: MCExpr) -> Result<(), String>;
    /// Aligns to `1 << log2` bytes; `fill` is for the gap (instructions that do nothing if `None` in code).
    /// Nothing happens if more than `max` bytes would be skipped, unless it is 0.
    fn align(&mut self, log2: u8, fill: Option<Filling>, max: u64);
    /// Goes on at this place of the section, or this far from its start; `fill` is the byte for the gap.
    fn org(&mut self, place: MCExpr, fill: u8) -> Result<(), String>;
    /// A symbol for which the linker finds `size` bytes, aligned to `align`, in the memory that `section` (an ELF section
    /// index) stands for. A local symbol of ordinary memory has its place in `.bss`.
    fn common(&mut self, symbol: SymbolId, size: u64, align: u64, section: u16) -> Result<(), String>;
    /// A relocation of the type called `name` at a place of the current section; no value means no symbol.
    fn relocation(&mut self, place: MCExpr, name: &str, value: Option<MCExpr>) -> Result<(), String>;
    /// Data bytes.
    fn bytes(&mut self, data: &[u8]);
    /// The low `size` bytes (1, 2, 4 or 8) of an expression.
    fn value(&mut self, value: MCExpr, size: u8);
    /// `count` times the low `size` bytes of `value`.
    fn fill(&mut self, count: u64, size: u8, value: i64) -> Result<(), String>;
    /// An instruction.
    fn instruction(&mut self, inst: &MCInst) -> Result<(), String>;
    /// The text of inline assembly, correct and with its operands in place; false if the streamer wants the statements of
    /// it one by one.
    fn inline_assembly(&mut self, _text: &str) -> bool {
        false
    }
    /// The value of an expression, if it is known here.
    fn evaluate(&self, expr: &MCExpr) -> Option<i64>;
    /// The symbols of an expression are part of the file, though only its value is.
    fn reference(&mut self, _expr: &MCExpr) {}
    /// Who made the file: a string for the section `.comment`.
    fn ident(&mut self, _text: &[u8]) {}
    /// There is a table of the symbols whose addresses count; `symbol` is one of them.
    fn address_significance(&mut self, _symbol: Option<SymbolId>) {}
    /// A comment after the next line.
    fn comment(&mut self, _text: &str) {}
    /// An empty line.
    fn blank_line(&mut self) {}
}
