//! Assembly that is parsed once and emitted later, in a place that is not known yet.
//!
//! The parser feeds a [`Recorder`], whose [`Recording`] is replayed to any streamer, any number of times. Names mean
//! the same symbols there; labels without a name of their own (`1:`, `.`) are new ones in each replay.

use crate::frames::FrameDirective;
use crate::inst::{MCExpr, MCInst, SymbolId, SymbolTable};
use crate::line_table::{SourceFile, SourceLine};
use crate::object_module::SectionSpec;
use crate::object_streamer::ObjectStreamer;
use crate::streamer::{Filling, MCTarget, Streamer, SymbolAttribute};
use fxhash::FxHashMap;

/// A call of a streamer's method of the same name.
#[derive(Clone, Debug)]
enum Event {
    SwitchSection(SectionSpec),
    Label(SymbolId),
    Attribute(SymbolId, SymbolAttribute),
    SetSize(SymbolId, MCExpr),
    Assign(SymbolId, MCExpr),
    Align(u8, Option<Filling>, u64),
    Org(MCExpr, u8),
    Common(SymbolId, u64, u64, u16),
    Relocation(MCExpr, String, Option<MCExpr>),
    Bytes(Vec<u8>),
    Value(MCExpr, u8),
    Fill(u64, u8, i64),
    SourceFile(u32, SourceFile),
    SourceLine(SourceLine),
    Frame(FrameDirective),
    SymbolVersion(SymbolId, String, bool),
    WeakReference(SymbolId, SymbolId),
    Instruction(MCInst),
    Reference(MCExpr),
    Ident(Vec<u8>),
    AddressSignificance(Option<SymbolId>),
}

/// Parsed assembly.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    events: Vec<Event>,
    symbols: SymbolTable,
}

impl Recording {
    /// Feeds everything to `out`.
    ///
    /// # Errors
    /// What `out` cannot take where it is: a label that is already defined.
    pub fn replay<S: Streamer>(&self, out: &mut S) -> Result<(), String> {
        let symbols = out.symbols_mut().adopt(&self.symbols);
        let id = |symbol: SymbolId| symbols[symbol.0 as usize];
        let expr = |expr: &MCExpr| expr.map_symbols(&id);
        for event in &self.events {
            match event {
                Event::SwitchSection(spec) => out.switch_section(spec),
                Event::Label(symbol) => out.label(id(*symbol))?,
                Event::Attribute(symbol, attribute) => out.attribute(id(*symbol), *attribute),
                Event::SetSize(symbol, size) => out.set_size(id(*symbol), expr(size)),
                Event::Assign(symbol, value) => out.assign(id(*symbol), expr(value))?,
                Event::Align(log2, fill, max) => out.align(*log2, *fill, *max),
                Event::Org(place, fill) => out.org(expr(place), *fill)?,
                Event::Common(symbol, size, align, section) => {
                    out.common(id(*symbol), *size, *align, *section)?;
                }
                Event::Relocation(place, name, value) => {
                    out.relocation(expr(place), name, value.as_ref().map(expr))?;
                }
                Event::Bytes(data) => out.bytes(data),
                Event::Value(value, size) => out.value(expr(value), *size),
                Event::Fill(count, size, value) => out.fill(*count, *size, *value)?,
                Event::SourceFile(number, file) => out.source_file(*number, file)?,
                Event::SourceLine(line) => out.source_line(*line)?,
                Event::Frame(directive) => out.frame(&directive.map_symbols(&id))?,
                Event::SymbolVersion(symbol, name, keeps) => out.symbol_version(id(*symbol), name, *keeps),
                Event::WeakReference(alias, target) => out.weak_reference(id(*alias), id(*target))?,
                Event::Instruction(inst) => out.instruction(&inst.map_symbols(&id))?,
                Event::Reference(value) => out.reference(&expr(value)),
                Event::Ident(text) => out.ident(text),
                Event::AddressSignificance(symbol) => out.address_significance(symbol.map(id)),
            }
        }
        Ok(())
    }
}

/// The code and data of a recording in the section it begins in.
#[derive(Clone, Debug, Default)]
pub struct RecordedBytes {
    /// The bytes between alignments; values that depend on symbols are not filled in.
    pub pieces: Vec<Vec<u8>>,
    /// The most bytes that all alignments together skip.
    pub most_padding: u64,
}

/// A streamer that remembers what it is fed. It knows distances only where the final place does not matter: not across
/// alignments.
pub struct Recorder<T> {
    /// Code and symbols as far as they are known: each alignment begins a new section.
    known: ObjectStreamer<T>,
    section: SectionSpec,
    /// The section of `known` for each section that has alignments.
    aligned: FxHashMap<SectionSpec, SectionSpec>,
    bytes: RecordedBytes,
    events: Vec<Event>,
}

impl<T: MCTarget> Recorder<T> {
    /// A recorder with nothing recorded, in the section `.text`.
    pub fn new(target: T) -> Recorder<T> {
        Recorder {
            known: ObjectStreamer::new(target),
            section: SectionSpec::text(),
            aligned: FxHashMap::default(),
            bytes: RecordedBytes::default(),
            events: Vec::new(),
        }
    }

    /// The target.
    pub fn target(&self) -> &T {
        self.known.target()
    }

    /// The recording, and what it contains if it can be in the middle of other code.
    ///
    /// # Errors
    /// It ends in another section than it begins in.
    pub fn finish(mut self) -> Result<(Recording, RecordedBytes), String> {
        if self.section != SectionSpec::text() {
            return Err("inline assembly does not return to its section".to_string());
        }
        self.bytes.pieces.push(self.known.data().to_vec());
        let recording = Recording {
            events: self.events,
            symbols: std::mem::take(self.known.symbols_mut()),
        };
        Ok((recording, self.bytes))
    }
}

impl<T: MCTarget> Streamer for Recorder<T> {
    fn symbols(&self) -> &SymbolTable {
        self.known.symbols()
    }

    fn symbols_mut(&mut self) -> &mut SymbolTable {
        self.known.symbols_mut()
    }

    fn switch_section(&mut self, spec: &SectionSpec) {
        self.events.push(Event::SwitchSection(spec.clone()));
        self.section = spec.clone();
        self.known.switch_section(self.aligned.get(spec).unwrap_or(spec));
    }

    fn label(&mut self, symbol: SymbolId) -> Result<(), String> {
        self.events.push(Event::Label(symbol));
        self.known.label(symbol)
    }

    fn attribute(&mut self, symbol: SymbolId, attribute: SymbolAttribute) {
        self.events.push(Event::Attribute(symbol, attribute));
        self.known.attribute(symbol, attribute);
    }

    fn set_size(&mut self, symbol: SymbolId, size: MCExpr) {
        self.events.push(Event::SetSize(symbol, size));
    }

    fn assign(&mut self, symbol: SymbolId, value: MCExpr) -> Result<(), String> {
        self.events.push(Event::Assign(symbol, value.clone()));
        self.known.assign(symbol, value)
    }

    fn align(&mut self, log2: u8, fill: Option<Filling>, max: u64) {
        self.events.push(Event::Align(log2, fill, max));
        if self.section == SectionSpec::text() {
            let skipped = (1u64 << log2.min(63)) - 1;
            let most = if max > 0 { skipped.min(max) } else { skipped };
            self.bytes.most_padding = self.bytes.most_padding.saturating_add(most);
            self.bytes.pieces.push(self.known.data().to_vec());
        }
        let mut rest = self.section.clone();
        rest.name = format!("{}\0{}", rest.name, self.events.len());
        self.known.switch_section(&rest);
        self.aligned.insert(self.section.clone(), rest);
    }

    fn org(&mut self, place: MCExpr, fill: u8) -> Result<(), String> {
        if self.evaluate(&place).is_some() {
            return Err("expected a place in this inline assembly".to_string());
        }
        self.events.push(Event::Org(place.clone(), fill));
        self.known.org(place, fill)
    }

    fn common(&mut self, symbol: SymbolId, size: u64, align: u64, section: u16) -> Result<(), String> {
        self.events.push(Event::Common(symbol, size, align, section));
        self.known.common(symbol, size, align, section)
    }

    fn relocation(&mut self, place: MCExpr, name: &str, value: Option<MCExpr>) -> Result<(), String> {
        self.events
            .push(Event::Relocation(place.clone(), name.to_string(), value.clone()));
        self.known.relocation(place, name, value)
    }

    fn bytes(&mut self, data: &[u8]) {
        self.events.push(Event::Bytes(data.to_vec()));
        self.known.bytes(data);
    }

    fn value(&mut self, value: MCExpr, size: u8) {
        self.events.push(Event::Value(value.clone(), size));
        self.known.value(value, size);
    }

    fn fill(&mut self, count: u64, size: u8, value: i64) -> Result<(), String> {
        self.events.push(Event::Fill(count, size, value));
        self.known.fill(count, size, value)
    }

    // Files may be declared where the recording is replayed.
    fn source_file(&mut self, number: u32, file: &SourceFile) -> Result<(), String> {
        self.events.push(Event::SourceFile(number, file.clone()));
        Ok(())
    }

    fn source_line(&mut self, line: SourceLine) -> Result<(), String> {
        self.events.push(Event::SourceLine(line));
        Ok(())
    }

    // Frames may begin where the recording is replayed.
    fn frame(&mut self, directive: &FrameDirective) -> Result<(), String> {
        self.events.push(Event::Frame(directive.clone()));
        Ok(())
    }

    fn symbol_version(&mut self, symbol: SymbolId, name: &str, keeps: bool) {
        self.events
            .push(Event::SymbolVersion(symbol, name.to_string(), keeps));
    }

    fn weak_reference(&mut self, alias: SymbolId, target: SymbolId) -> Result<(), String> {
        self.events.push(Event::WeakReference(alias, target));
        self.known.weak_reference(alias, target)
    }

    fn instruction(&mut self, inst: &MCInst) -> Result<(), String> {
        self.events.push(Event::Instruction(inst.clone()));
        self.known.instruction(inst)
    }

    fn evaluate(&self, expr: &MCExpr) -> Option<i64> {
        self.known.evaluate(expr)
    }

    fn reference(&mut self, expr: &MCExpr) {
        self.events.push(Event::Reference(expr.clone()));
    }

    fn ident(&mut self, text: &[u8]) {
        self.events.push(Event::Ident(text.to_vec()));
    }

    fn address_significance(&mut self, symbol: Option<SymbolId>) {
        self.events.push(Event::AddressSignificance(symbol));
    }
}
