//! `wavec mc`: assembles, disassembles and shows encodings, like llvm-mc.

use crate::assembler::{AssembleOptions, assemble_with_warnings, parse_file};
use crate::code_object::{CodeObjectVersion, KernelSettings, PalMetadata, System, Vendor, write_relocatable};
use crate::disassemble_bytes::{ENCODING_COLUMN, begin_encoding, disassemble_bytes};
use crate::encode::{FIXUP_BRANCH, encode};
use crate::includes::load_includes;
use crate::print::{print, print_expr};
use crate::streamer::{GpuStreamer, GpuTarget};
use rmpv::Value;
use std::fmt::Write as _;
use std::path::PathBuf;
use wavec_mc::{
    AsmStreamer, BinaryOp, Filling, FrameDirective, MCExpr, MCInst, SectionSpec, SourceFile, SourceLine,
    Streamer, SymbolAttribute, SymbolId, SymbolTable, VariantKind,
};
use wavec_support::SourceMap;

/// Options of `wavec mc`.
#[derive(Clone, Debug, Default)]
pub struct McOptions {
    /// Whether text shows the encoding of each instruction.
    pub show_encoding: bool,
    /// Whether the input is bytes to be disassembled, not assembly.
    pub disassemble: bool,
    /// Whether assembly becomes an object file, not text.
    pub object: bool,
    /// Processor and version of the object file.
    pub target: GpuTarget,
    /// Search path for included files.
    pub directories: Vec<PathBuf>,
}

/// The output of `wavec mc`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct McOutput {
    /// Text or object file; on error, text may still contain the lines that are right.
    pub bytes: Option<Vec<u8>>,
    /// Warnings and errors.
    pub messages: String,
    /// Whether there were errors.
    pub failed: bool,
}

/// Assembles or disassembles the file called `name`.
pub fn run_mc(name: &str, text: &str, options: &McOptions) -> McOutput {
    if options.disassemble {
        let (output, messages, failed) =
            disassemble_bytes(name, text, &options.target.subtarget, options.show_encoding);
        return McOutput {
            bytes: Some(output.into_bytes()),
            messages,
            failed,
        };
    }
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let assemble_options = AssembleOptions {
        target: options.target,
        ..AssembleOptions::default()
    };
    let assemble_options = load_includes(&mut sources, file, assemble_options, &options.directories);
    if options.object {
        return match assemble_with_warnings(&sources, file, &assemble_options) {
            Ok((module, warnings)) => McOutput {
                bytes: Some(write_relocatable(&module)),
                messages: warnings.render(&sources),
                failed: false,
            },
            Err(errors) => McOutput {
                bytes: None,
                messages: errors.render(&sources),
                failed: true,
            },
        };
    }
    let mut streamer = EncodingStreamer {
        inner: AsmStreamer::new(options.target),
        show_encoding: options.show_encoding,
    };
    let parsed = parse_file(&sources, file, &assemble_options, &mut streamer);
    let failed = parsed.is_err();
    let messages = match parsed {
        Ok(warnings) => warnings.render(&sources),
        Err(errors) => errors.render(&sources),
    };
    McOutput {
        bytes: Some(streamer.inner.finish().into_bytes()),
        messages,
        failed,
    }
}

/// Whether a literal is a number or half of an absolute address, not a distance from the instruction.
fn is_difference(expr: &MCExpr) -> bool {
    match expr {
        MCExpr::Constant(_) => true,
        MCExpr::Symbol(_, variant) => matches!(variant, VariantKind::Abs32Lo | VariantKind::Abs32Hi),
        MCExpr::Unary(_, inner) => is_difference(inner),
        MCExpr::Binary(BinaryOp::Sub, a, b) => !is_difference(a) && !is_difference(b),
        MCExpr::Binary(_, a, b) => is_difference(a) && is_difference(b),
    }
}

/// Text with the encoding of each instruction.
struct EncodingStreamer {
    inner: AsmStreamer<GpuTarget>,
    show_encoding: bool,
}

impl Streamer for EncodingStreamer {
    fn symbols(&self) -> &SymbolTable {
        self.inner.symbols()
    }
    fn symbols_mut(&mut self) -> &mut SymbolTable {
        self.inner.symbols_mut()
    }
    fn switch_section(&mut self, spec: &SectionSpec) {
        self.inner.switch_section(spec);
    }
    fn label(&mut self, symbol: SymbolId) -> Result<(), String> {
        self.inner.label(symbol)
    }
    fn attribute(&mut self, symbol: SymbolId, attribute: SymbolAttribute) {
        self.inner.attribute(symbol, attribute);
    }
    fn set_size(&mut self, symbol: SymbolId, size: MCExpr) {
        self.inner.set_size(symbol, size);
    }
    fn assign(&mut self, symbol: SymbolId, value: MCExpr) -> Result<(), String> {
        self.inner.assign(symbol, value)
    }
    fn align(&mut self, log2: u8, fill: Option<Filling>, max: u64) {
        self.inner.align(log2, fill, max);
    }
    fn org(&mut self, place: MCExpr, fill: u8) -> Result<(), String> {
        self.inner.org(place, fill)
    }
    fn common(&mut self, symbol: SymbolId, size: u64, align: u64, section: u16) -> Result<(), String> {
        self.inner.common(symbol, size, align, section)
    }
    fn relocation(&mut self, place: MCExpr, name: &str, value: Option<MCExpr>) -> Result<(), String> {
        self.inner.relocation(place, name, value)
    }
    fn bytes(&mut self, data: &[u8]) {
        self.inner.bytes(data);
    }
    fn value(&mut self, value: MCExpr, size: u8) {
        self.inner.value(value, size);
    }
    fn fill(&mut self, count: u64, size: u8, value: i64) -> Result<(), String> {
        self.inner.fill(count, size, value)
    }
    fn source_file(&mut self, number: u32, file: &SourceFile) -> Result<(), String> {
        self.inner.source_file(number, file)
    }
    fn source_line(&mut self, line: SourceLine) -> Result<(), String> {
        self.inner.source_line(line)
    }
    fn frame(&mut self, directive: &FrameDirective) -> Result<(), String> {
        self.inner.frame(directive)
    }
    fn symbol_version(&mut self, symbol: SymbolId, name: &str, keeps: bool) {
        self.inner.symbol_version(symbol, name, keeps);
    }
    fn weak_reference(&mut self, alias: SymbolId, target: SymbolId) -> Result<(), String> {
        self.inner.weak_reference(alias, target)
    }
    fn ident(&mut self, text: &[u8]) {
        self.inner.ident(text);
    }
    fn address_significance(&mut self, symbol: Option<SymbolId>) {
        self.inner.address_significance(symbol);
    }
    fn instruction(&mut self, inst: &MCInst) -> Result<(), String> {
        if !self.show_encoding {
            return self.inner.instruction(inst);
        }
        let subtarget = self.gpu_target().subtarget;
        let encoded = encode(inst, &subtarget).map_err(|error| error.message)?;
        let mut line = String::from("\t");
        print(inst, &subtarget, self.inner.symbols(), &mut line);
        begin_encoding(&mut line);
        for (index, byte) in encoded.bytes().iter().enumerate() {
            // Letters stand for bytes filled in by a fixup.
            let fixup = encoded.fixups.iter().position(|fixup| {
                let size = if fixup.kind == FIXUP_BRANCH { 2 } else { 4 };
                (usize::from(fixup.offset)..usize::from(fixup.offset) + size).contains(&index)
            });
            let separator = if index > 0 { "," } else { "" };
            let _ = match fixup {
                Some(number) => write!(line, "{separator}{}", char::from(b'A' + number as u8)),
                None => write!(line, "{separator}0x{byte:02x}"),
            };
        }
        line.push(']');
        self.inner.raw_line(&line);
        for (number, fixup) in encoded.fixups.iter().enumerate() {
            let mut line = " ".repeat(ENCODING_COLUMN);
            let letter = char::from(b'A' + number as u8);
            let _ = write!(line, ";   fixup {letter} - offset: {}, value: ", fixup.offset);
            print_expr(&fixup.expr, self.inner.symbols(), &mut line);
            let kind = match fixup.kind {
                FIXUP_BRANCH => "fixup_si_sopp_br",
                _ if is_difference(&fixup.expr) => "FK_Data_4",
                _ => "FK_PCRel_4",
            };
            let _ = write!(line, ", kind: {kind}");
            self.inner.raw_line(&line);
        }
        Ok(())
    }
    fn evaluate(&self, expr: &MCExpr) -> Option<i64> {
        self.inner.evaluate(expr)
    }
}

impl GpuStreamer for EncodingStreamer {
    fn gpu_target(&self) -> GpuTarget {
        self.inner.gpu_target()
    }
    fn set_code_object_version(&mut self, version: CodeObjectVersion) -> Result<(), String> {
        self.inner.set_code_object_version(version)
    }
    fn target_directives(&mut self) {
        self.inner.target_directives();
    }
    fn kernel_descriptor(&mut self, name: &str, settings: &KernelSettings) -> Result<(), String> {
        self.inner.kernel_descriptor(name, settings)
    }
    fn set_system(&mut self, system: System, vendor: Vendor) {
        self.inner.set_system(system, vendor);
    }
    fn isa_name(&mut self, name: &str) -> Result<(), String> {
        self.inner.isa_name(name)
    }
    fn metadata(&mut self, document: &Value) -> Result<(), String> {
        self.inner.metadata(document)
    }
    fn pal_metadata(&mut self, metadata: &PalMetadata) -> Result<(), String> {
        self.inner.pal_metadata(metadata)
    }
}
