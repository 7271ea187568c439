//! The streamer that builds an object module. Instructions have their final size when they arrive, so every offset is
//! known immediately; only values that depend on other locations wait as fixups until the end.

mod finish;
mod parts;

use crate::asm::cursor::compute;
use crate::fixup::FixupKind;
use crate::frames::{FrameDirective, Frames};
use crate::inst::{BinaryOp, MCExpr, MCInst, SymbolId, SymbolTable, UnaryOp, VariantKind};
use crate::line_table::{LineTable, SourceFile, SourceLine};
use crate::object_module::{Binding, Section, SectionKey, SectionSpec, SymbolKind, Visibility, elf};
use crate::streamer::{Filling, MCTarget, Streamer, SymbolAttribute};
use fxhash::FxHashMap;
use std::cell::Cell;
use wavec_support::Span;

/// Maximum size of all sections together, in bytes: a few directives could request any amount.
const MAX_BYTES: u64 = 1 << 28;
/// Maximum size of a section without bytes in the file.
const MAX_ZEROS: u64 = 1 << 40;
/// Maximum number of operations and symbols in the evaluation of one value: symbols that are sums of symbols could
/// double it each time.
const MAX_STEPS: u32 = 1 << 16;
/// Maximum length of a chain of symbols that are assigned expressions of others.
const MAX_DEPTH: u32 = 256;

/// A location to fill in.
struct Fixup {
    section: u32,
    offset: u64,
    kind: FixupKind,
    expr: MCExpr,
    location: Span,
}

/// The state of a symbol.
#[derive(Clone, Default)]
struct SymbolInfo {
    definition: Definition,
    binding: Option<Binding>,
    kind: SymbolKind,
    visibility: Visibility,
    size: Option<MCExpr>,
    used: bool,
}

#[derive(Clone, Default, PartialEq)]
enum Definition {
    #[default]
    None,
    Label {
        section: u32,
        offset: u64,
    },
    Assigned(MCExpr),
    /// A common symbol: size, alignment, ELF section index.
    Common(u64, u64, u16),
}

/// A relocation requested by a directive.
struct Request {
    section: u32,
    place: MCExpr,
    kind: u32,
    value: Option<MCExpr>,
    location: Span,
}

/// The value of an expression as a sum: symbols and a number.
struct Sum {
    add: Option<(SymbolId, VariantKind)>,
    subtract: Option<SymbolId>,
    constant: i64,
}

/// Builds an object module.
pub struct ObjectStreamer<T> {
    target: T,
    symbols: SymbolTable,
    infos: Vec<SymbolInfo>,
    /// Symbols in the order in which a directive or label first mentioned them.
    order: Vec<SymbolId>,
    sections: Vec<Section>,
    by_key: FxHashMap<SectionKey, u32>,
    fixups: Vec<Fixup>,
    requests: Vec<Request>,
    lines: LineTable,
    frames: Frames,
    /// Symbols with versions: the names, and whether each keeps its own.
    versions: Vec<(SymbolId, String, bool)>,
    /// Aliases, and what they stand for.
    weak_references: Vec<(SymbolId, SymbolId)>,
    current: u32,
    location: Span,
    /// Bytes requested by directives.
    reserved: u64,
    /// The position of a directive that exceeded the limit.
    too_large: Option<Span>,
    has_ident: bool,
    /// Operations and symbols visited in the current evaluation.
    steps: Cell<u32>,
    address_significant: Option<Vec<SymbolId>>,
}

impl<T: MCTarget> ObjectStreamer<T> {
    /// A streamer whose current section is `.text`.
    pub fn new(target: T) -> ObjectStreamer<T> {
        let mut streamer = ObjectStreamer {
            target,
            symbols: SymbolTable::new(),
            infos: Vec::new(),
            order: Vec::new(),
            sections: Vec::new(),
            by_key: FxHashMap::default(),
            fixups: Vec::new(),
            requests: Vec::new(),
            lines: LineTable::default(),
            frames: Frames::default(),
            versions: Vec::new(),
            weak_references: Vec::new(),
            current: 0,
            location: Span::NONE,
            reserved: 0,
            too_large: None,
            has_ident: false,
            steps: Cell::new(0),
            address_significant: None,
        };
        streamer.switch_section(&SectionSpec::text());
        streamer
    }

    /// The target.
    pub fn target(&self) -> &T {
        &self.target
    }

    /// The target, to change it.
    pub fn target_mut(&mut self) -> &mut T {
        &mut self.target
    }

    /// Name, type and flags of the current section.
    pub fn current_section(&self) -> &SectionSpec {
        &self.section().spec
    }

    /// The binding of a symbol according to the directives so far.
    pub fn linkage(&self, symbol: SymbolId) -> (Option<Binding>, Visibility) {
        let info = self.infos.get(symbol.0 as usize);
        info.map_or((None, Visibility::Default), |info| {
            (info.binding, info.visibility)
        })
    }

    /// Offset in the current section.
    pub fn offset(&self) -> u64 {
        self.section().size()
    }

    /// Whether the symbol is defined.
    pub fn is_defined(&self, symbol: SymbolId) -> bool {
        self.infos
            .get(symbol.0 as usize)
            .is_some_and(|info| !matches!(info.definition, Definition::None))
    }

    /// What is in the current section so far; values that depend on symbols are not filled in.
    pub fn data(&self) -> &[u8] {
        &self.section().data
    }

    fn section(&self) -> &Section {
        &self.sections[self.current as usize]
    }

    fn section_mut(&mut self) -> &mut Section {
        &mut self.sections[self.current as usize]
    }

    /// The state of a symbol, without making it part of the file.
    fn unused_info(&mut self, symbol: SymbolId) -> &mut SymbolInfo {
        let index = symbol.0 as usize;
        if self.infos.len() <= index {
            self.infos.resize(index + 1, SymbolInfo::default());
        }
        &mut self.infos[index]
    }

    fn info(&mut self, symbol: SymbolId) -> &mut SymbolInfo {
        if !std::mem::replace(&mut self.unused_info(symbol).used, true) {
            self.order.push(symbol);
        }
        &mut self.infos[symbol.0 as usize]
    }

    fn definition(&self, symbol: SymbolId) -> &Definition {
        self.infos
            .get(symbol.0 as usize)
            .map_or(&Definition::None, |info| &info.definition)
    }

    fn add_fixup(&mut self, offset: u64, kind: FixupKind, expr: MCExpr) {
        self.mention(&expr);
        let fixup = Fixup {
            section: self.current,
            offset,
            kind,
            expr,
            location: self.location,
        };
        self.fixups.push(fixup);
    }

    /// Makes the symbols of an expression part of the module.
    fn mention(&mut self, expr: &MCExpr) {
        match expr {
            MCExpr::Constant(_) => {}
            MCExpr::Symbol(symbol, _) => {
                self.info(*symbol);
            }
            MCExpr::Unary(_, inner) => self.mention(inner),
            MCExpr::Binary(_, a, b) => {
                self.mention(a);
                self.mention(b);
            }
        }
    }

    /// The expression as a sum; `None` if it is not one.
    fn sum(&self, expr: &MCExpr, depth: u32) -> Option<Sum> {
        // Depth 0 starts an evaluation.
        let steps = if depth == 0 { 0 } else { self.steps.get() + 1 };
        self.steps.set(steps);
        if depth > MAX_DEPTH || steps > MAX_STEPS {
            return None;
        }
        match expr {
            MCExpr::Constant(value) => Some(Sum {
                add: None,
                subtract: None,
                constant: *value,
            }),
            MCExpr::Symbol(symbol, variant) => match self.definition(*symbol) {
                Definition::Assigned(value) if *variant == VariantKind::None => self.sum(value, depth + 1),
                _ => Some(Sum {
                    add: Some((*symbol, *variant)),
                    subtract: None,
                    constant: 0,
                }),
            },
            MCExpr::Unary(op, inner) => {
                let value = self.constant(inner, depth + 1)?;
                let constant = match op {
                    UnaryOp::Neg => value.wrapping_neg(),
                    UnaryOp::Not => !value,
                    UnaryOp::LogicalNot => i64::from(value == 0),
                };
                Some(Sum {
                    add: None,
                    subtract: None,
                    constant,
                })
            }
            MCExpr::Binary(BinaryOp::Add, a, b) => {
                let (a, b) = (self.sum(a, depth + 1)?, self.sum(b, depth + 1)?);
                self.combine(a, b.add, b.subtract, b.constant)
            }
            MCExpr::Binary(BinaryOp::Sub, a, b) => {
                let (a, b) = (self.sum(a, depth + 1)?, self.sum(b, depth + 1)?);
                let add = b.subtract.map(|symbol| (symbol, VariantKind::None));
                let subtract = match b.add {
                    Some((symbol, VariantKind::None)) => Some(symbol),
                    Some(_) => return None,
                    None => None,
                };
                self.combine(a, add, subtract, b.constant.wrapping_neg())
            }
            MCExpr::Binary(op, a, b) => {
                let constant = compute(*op, self.constant(a, depth + 1)?, self.constant(b, depth + 1)?)?;
                Some(Sum {
                    add: None,
                    subtract: None,
                    constant,
                })
            }
        }
    }

    /// `a + add - subtract + constant`, with differences of locations in one section folded.
    fn combine(
        &self,
        a: Sum,
        add: Option<(SymbolId, VariantKind)>,
        subtract: Option<SymbolId>,
        constant: i64,
    ) -> Option<Sum> {
        let both = |x: bool, y: bool| x && y;
        if both(a.add.is_some(), add.is_some()) || both(a.subtract.is_some(), subtract.is_some()) {
            return None;
        }
        let mut sum = Sum {
            add: a.add.or(add),
            subtract: a.subtract.or(subtract),
            constant: a.constant.wrapping_add(constant),
        };
        if let (Some((plus, VariantKind::None)), Some(minus)) = (sum.add, sum.subtract) {
            if plus == minus {
                (sum.add, sum.subtract) = (None, None);
            } else if let (
                Definition::Label {
                    section: a,
                    offset: plus,
                },
                Definition::Label {
                    section: b,
                    offset: minus,
                },
            ) = (self.definition(plus), self.definition(minus))
                && a == b
            {
                sum.constant = sum.constant.wrapping_add(plus.wrapping_sub(*minus) as i64);
                (sum.add, sum.subtract) = (None, None);
            }
        }
        Some(sum)
    }

    fn constant(&self, expr: &MCExpr, depth: u32) -> Option<i64> {
        let sum = self.sum(expr, depth)?;
        (sum.add.is_none() && sum.subtract.is_none()).then_some(sum.constant)
    }

    /// An offset in a section: a number, or a location in the section.
    fn place_in_section(&self, place: &MCExpr, section: u32) -> Result<u64, String> {
        let sum = self.sum(place, 0).filter(|sum| sum.subtract.is_none());
        let start = match sum.as_ref().map(|sum| sum.add) {
            Some(None) => Some(0),
            Some(Some((symbol, VariantKind::None))) => match self.definition(symbol) {
                Definition::Label { section: of, offset } if *of == section => Some(*offset as i64),
                _ => None,
            },
            _ => None,
        };
        start
            .zip(sum)
            .and_then(|(start, sum)| u64::try_from(start.wrapping_add(sum.constant)).ok())
            .ok_or_else(|| "expected a place in this section".to_string())
    }

    /// Whether there is room for a gap or filling of this size.
    fn reserve(&mut self, bytes: u64) -> Result<(), String> {
        let is_room = if self.section().has_bytes() {
            self.reserved = self.reserved.saturating_add(bytes);
            self.reserved <= MAX_BYTES
        } else {
            self.offset().saturating_add(bytes) <= MAX_ZEROS
        };
        if !is_room {
            self.too_large = self.too_large.or(Some(self.location));
            return Err("the file becomes too large".to_string());
        }
        Ok(())
    }
}

impl<T: MCTarget> Streamer for ObjectStreamer<T> {
    fn symbols(&self) -> &SymbolTable {
        &self.symbols
    }

    fn symbols_mut(&mut self) -> &mut SymbolTable {
        &mut self.symbols
    }

    fn set_location(&mut self, span: Span) {
        self.location = span;
    }

    fn switch_section(&mut self, spec: &SectionSpec) {
        let key = spec.key();
        if let Some(&number) = self.by_key.get(&key) {
            self.current = number;
            return;
        }
        self.current = self.sections.len() as u32;
        self.by_key.insert(key, self.current);
        // Other sections are as aligned as their contents require.
        let align = if spec.name == ".text" { 4 } else { 1 };
        self.sections.push(Section {
            spec: spec.clone(),
            align,
            data: Vec::new(),
            zeros: 0,
            relocations: Vec::new(),
            symbols_before: self.order.len() as u32,
            linked_to: None,
            group: None,
        });
        if let Some(group) = &spec.group {
            let signature = self.symbols.intern(&group.signature);
            self.info(signature);
        }
    }

    fn label(&mut self, symbol: SymbolId) -> Result<(), String> {
        let (section, offset) = (self.current, self.offset());
        let info = self.info(symbol);
        if !matches!(info.definition, Definition::None) {
            return Err(format!(
                "symbol '{}' is already defined",
                self.symbols.name(symbol)
            ));
        }
        info.definition = Definition::Label { section, offset };
        Ok(())
    }

    fn attribute(&mut self, symbol: SymbolId, attribute: SymbolAttribute) {
        let info = self.info(symbol);
        match attribute {
            SymbolAttribute::Binding(binding) => info.binding = Some(binding),
            SymbolAttribute::Visibility(visibility) => info.visibility = visibility,
            SymbolAttribute::Kind(kind) => info.kind = kind,
        }
    }

    fn set_size(&mut self, symbol: SymbolId, size: MCExpr) {
        // It refers to the end, even if later text appends to the section.
        self.info(symbol).size = Some(size);
    }

    fn assign(&mut self, symbol: SymbolId, value: MCExpr) -> Result<(), String> {
        let value = match self.evaluate(&value) {
            Some(value) => MCExpr::Constant(value),
            None => value,
        };
        let info = self.info(symbol);
        if matches!(info.definition, Definition::Label { .. } | Definition::Common(..)) {
            return Err(format!(
                "symbol '{}' is already defined",
                self.symbols.name(symbol)
            ));
        }
        info.definition = Definition::Assigned(value.clone());
        self.mention(&value);
        Ok(())
    }

    fn align(&mut self, log2: u8, fill: Option<Filling>, max: u64) {
        let align = 1u64 << log2.min(63);
        let gap = self.offset().checked_next_multiple_of(align);
        let gap = gap.map_or(u64::MAX, |end| end - self.offset());
        let is_skipped = max > 0 && gap > max || self.reserve(gap).is_err();
        let section = self.section_mut();
        let raised = align.saturating_sub(section.align);
        section.align = section.align.max(align);
        // Sections without bytes are also aligned in the file.
        self.reserved = self.reserved.saturating_add(raised);
        if self.reserved > MAX_BYTES {
            self.too_large = self.too_large.or(Some(self.location));
        }
        let section = self.section_mut();
        if is_skipped {
            return;
        }
        if !section.has_bytes() {
            section.zeros += gap;
            return;
        }
        let is_code = section.spec.flags & elf::SHF_EXECINSTR != 0;
        match fill {
            None if is_code => {
                let mut data = std::mem::take(&mut self.section_mut().data);
                self.target.nops(gap as usize, &mut data);
                self.section_mut().data = data;
            }
            _ => {
                fill.unwrap_or(Filling::ZERO)
                    .append(gap as usize, &mut section.data);
            }
        }
    }

    fn org(&mut self, place: MCExpr, fill: u8) -> Result<(), String> {
        let target = self.place_in_section(&place, self.current)?;
        let Some(gap) = target.checked_sub(self.offset()) else {
            return Err("the place is before this one".to_string());
        };
        self.fill(gap, 1, i64::from(fill))
    }

    fn common(&mut self, symbol: SymbolId, size: u64, align: u64, section: u16) -> Result<(), String> {
        // Of another kind of memory: part of the file only if referenced.
        let info = match section {
            elf::SHN_COMMON => self.info(symbol),
            _ => self.unused_info(symbol),
        };
        let definition = Definition::Common(size, align, section);
        match &info.definition {
            Definition::None => {}
            Definition::Common(..) if info.definition == definition => return Ok(()),
            _ => {
                return Err(format!(
                    "symbol '{}' is already defined",
                    self.symbols.name(symbol)
                ));
            }
        }
        info.kind = SymbolKind::Object;
        if info.binding == Some(Binding::Local) && section == elf::SHN_COMMON {
            let current = self.current;
            self.switch_section(&SectionSpec::bss());
            self.align(align.trailing_zeros() as u8, None, 0);
            let result = self.label(symbol).and_then(|()| self.fill(size, 1, 0));
            self.set_size(symbol, MCExpr::Constant(size as i64));
            self.current = current;
            return result;
        }
        info.binding.get_or_insert(Binding::Global);
        info.definition = definition;
        Ok(())
    }

    fn relocation(&mut self, place: MCExpr, name: &str, value: Option<MCExpr>) -> Result<(), String> {
        let Some(kind) = self.target.relocation_by_name(name) else {
            return Err("unknown relocation name".to_string());
        };
        self.mention(&place);
        value.iter().for_each(|value| self.mention(value));
        self.requests.push(Request {
            section: self.current,
            place,
            kind,
            value,
            location: self.location,
        });
        Ok(())
    }

    fn bytes(&mut self, data: &[u8]) {
        self.section_mut().append(data);
    }

    fn value(&mut self, value: MCExpr, size: u8) {
        let size = size.clamp(1, 8);
        let bytes = match self.evaluate(&value) {
            Some(value) => value,
            None => {
                let offset = self.offset();
                self.add_fixup(offset, FixupKind::Data(size), value);
                0
            }
        };
        self.section_mut()
            .append(&bytes.to_le_bytes()[..usize::from(size)]);
    }

    fn fill(&mut self, count: u64, size: u8, value: i64) -> Result<(), String> {
        let size = size.min(8);
        self.reserve(count.saturating_mul(u64::from(size)))?;
        if !self.section().has_bytes() {
            self.section_mut().zeros += count * u64::from(size);
            return Ok(());
        }
        let bytes = value.to_le_bytes();
        let data = &mut self.section_mut().data;
        if size == 1 {
            let length = data.len() + count as usize;
            data.resize(length, bytes[0]);
        } else {
            data.extend_from_slice(&bytes[..usize::from(size)].repeat(count as usize));
        }
        Ok(())
    }

    fn source_file(&mut self, number: u32, file: &SourceFile) -> Result<(), String> {
        self.lines.files.add(number, file)
    }

    fn source_line(&mut self, line: SourceLine) -> Result<(), String> {
        self.lines.set_line(line)
    }

    fn frame(&mut self, directive: &FrameDirective) -> Result<(), String> {
        let mut begin = None;
        if Frames::begins(directive) {
            let name = format!(".Lframe_begin{}", self.frames.len());
            let symbol = self.symbols.intern(&name);
            self.label(symbol)?;
            begin = Some(symbol);
        }
        let place = (self.current, self.offset());
        self.frames.add(directive, place, begin)
    }

    fn symbol_version(&mut self, symbol: SymbolId, name: &str, keeps: bool) {
        self.versions.push((symbol, name.to_string(), keeps));
    }

    fn weak_reference(&mut self, alias: SymbolId, target: SymbolId) -> Result<(), String> {
        if self.is_defined(alias) {
            let name = self.symbols.name(alias);
            return Err(format!("symbol '{name}' is already defined"));
        }
        self.unused_info(alias).definition = Definition::Assigned(MCExpr::symbol(target));
        self.weak_references.push((alias, target));
        Ok(())
    }

    fn instruction(&mut self, inst: &MCInst) -> Result<(), String> {
        let encoded = self.target.encode_inst(inst)?;
        let start = self.offset();
        self.lines.instruction(self.current, start);
        for fixup in encoded.fixups {
            self.add_fixup(start + u64::from(fixup.offset), fixup.kind, fixup.expr);
        }
        self.section_mut().append(&encoded.bytes);
        Ok(())
    }

    fn evaluate(&self, expr: &MCExpr) -> Option<i64> {
        self.constant(expr, 0)
    }

    fn reference(&mut self, expr: &MCExpr) {
        self.mention(expr);
    }

    fn ident(&mut self, text: &[u8]) {
        let current = self.current;
        self.switch_section(&SectionSpec::comment());
        // The first string of the section is the empty one.
        if !std::mem::replace(&mut self.has_ident, true) {
            self.bytes(&[0]);
        }
        self.bytes(text);
        self.bytes(&[0]);
        self.current = current;
    }

    fn address_significance(&mut self, symbol: Option<SymbolId>) {
        // This alone does not make a symbol part of the module.
        let symbols = self.address_significant.get_or_insert_default();
        symbols.extend(symbol);
    }
}
