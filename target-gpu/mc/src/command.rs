//! `wavec mc`: assemble, disassemble, show encodings, in the manner of llvm-mc.

use crate::assembler::{AssembleOptions, assemble_with_warnings, parse_file};
use crate::code_object::{CodeObjectVersion, KernelSettings, TargetId, write_relocatable};
use crate::disassemble_bytes::{ENCODING_COLUMN, begin_encoding, disassemble_bytes};
use crate::encode::{FIXUP_BRANCH, encode};
use crate::includes::load_includes;
use crate::print::{print, print_expr};
use crate::streamer::{GpuStreamer, GpuTarget};
use rmpv::Value;
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::PathBuf;
use wavec_mc::{
    AsmStreamer, BinaryOp, Filling, MCExpr, MCInst, SectionSpec, Streamer, SymbolAttribute, SymbolId,
    SymbolTable, VariantKind,
};
use wavec_support::SourceMap;

/// How `wavec mc` is called.
const USAGE: &str = "usage: wavec mc [INPUT] [-o OUT] [--show-encoding] [--disassemble] [--filetype=asm|obj] \
[-mcpu=TARGET] [-I DIRECTORY]... [-mcode-object-version=N] [-triple=TRIPLE]";

struct Options {
    input: String,
    output: String,
    show_encoding: bool,
    disassemble: bool,
    object: bool,
    target: GpuTarget,
    /// Where included files are.
    directories: Vec<PathBuf>,
}

/// Runs the command; the result is the exit status.
pub fn run_mc(args: &[String]) -> i32 {
    let options = match parse_options(args) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("wavec: error: {message}\n{USAGE}");
            return 2;
        }
    };
    let input = match read_input(&options.input) {
        Ok(input) => input,
        Err(message) => {
            eprintln!("wavec: error: {message}");
            return 1;
        }
    };
    match execute(&options, &input) {
        Ok((output, failed)) => match write_output(&options.output, &output) {
            Ok(()) => i32::from(failed),
            Err(message) => {
                eprintln!("wavec: error: {message}");
                1
            }
        },
        Err(messages) => {
            eprint!("{messages}");
            1
        }
    }
}

fn parse_options(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        input: "-".to_string(),
        output: "-".to_string(),
        show_encoding: false,
        disassemble: false,
        object: false,
        target: GpuTarget::default(),
        directories: Vec::new(),
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let Some(flag) = arg.strip_prefix('-').filter(|flag| !flag.is_empty()) else {
            options.input.clone_from(arg);
            continue;
        };
        let flag = flag.strip_prefix('-').unwrap_or(flag);
        let (name, value) = match flag.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (flag, None),
        };
        // The directory may stand after the letter.
        let (name, mut value) = match name.strip_prefix('I') {
            Some(directory) if !directory.is_empty() => ("I", Some(directory.to_string())),
            _ => (name, value),
        };
        if matches!(
            name,
            "o" | "I" | "mcpu" | "triple" | "arch" | "filetype" | "mcode-object-version"
        ) && value.is_none()
        {
            value = args.next().cloned();
            if value.is_none() {
                return Err(format!("option '{arg}' needs a value"));
            }
        }
        let value = value.unwrap_or_default();
        match name {
            "o" => options.output = value,
            "I" => options.directories.push(value.into()),
            "show-encoding" => options.show_encoding = true,
            "disassemble" => options.disassemble = true,
            "assemble" => options.disassemble = false,
            "filetype" => match value.as_str() {
                "obj" => options.object = true,
                "asm" => options.object = false,
                _ => return Err(format!("unknown file type '{value}'")),
            },
            "mcpu" => options.target.id = TargetId::parse(&value)?,
            "mcode-object-version" => {
                let version = value.parse().ok().and_then(CodeObjectVersion::from_number);
                options.target.version = version.ok_or(format!("unknown code object version '{value}'"))?;
            }
            "triple" | "arch" if value.starts_with("amdgcn") => {}
            _ => return Err(format!("unknown option '{arg}'")),
        }
    }
    Ok(options)
}

fn read_input(name: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    if name == "-" {
        std::io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|error| format!("cannot read standard input: {error}"))?;
    } else {
        bytes = std::fs::read(name).map_err(|error| format!("cannot read '{name}': {error}"))?;
    }
    if bytes.len() > wavec_support::source::MAX_SOURCE_BYTES {
        return Err(format!("'{name}' is too large"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn write_output(name: &str, bytes: &[u8]) -> Result<(), String> {
    if name == "-" {
        return std::io::stdout()
            .write_all(bytes)
            .map_err(|error| format!("cannot write: {error}"));
    }
    let path = std::path::Path::new(name);
    let replace = std::fs::metadata(path).map_or(true, |metadata| metadata.is_file());
    let result = if replace {
        let temporary = path.with_extension(format!("tmp{}", std::process::id()));
        std::fs::write(&temporary, bytes).and_then(|()| std::fs::rename(&temporary, path))
    } else {
        std::fs::write(path, bytes)
    };
    result.map_err(|error| format!("cannot write '{name}': {error}"))
}

/// The output and whether something was wrong with the input.
fn execute(options: &Options, input: &str) -> Result<(Vec<u8>, bool), String> {
    let name = if options.input == "-" {
        "<stdin>"
    } else {
        &options.input
    };
    if options.disassemble {
        let (output, messages, failed) = disassemble_bytes(name, input, options.show_encoding);
        eprint!("{messages}");
        return Ok((output.into_bytes(), failed));
    }
    let mut sources = SourceMap::new();
    let file = sources.add(name, input);
    let assemble_options = AssembleOptions {
        target: options.target,
        ..AssembleOptions::default()
    };
    let assemble_options = load_includes(&mut sources, file, assemble_options, &options.directories);
    if options.object {
        let (module, warnings) = assemble_with_warnings(&sources, file, &assemble_options)
            .map_err(|errors| errors.render(&sources))?;
        eprint!("{}", warnings.render(&sources));
        return Ok((write_relocatable(&module), false));
    }
    let mut streamer = EncodingStreamer {
        inner: AsmStreamer::new(options.target),
        show_encoding: options.show_encoding,
    };
    // Text is printed for the good lines even if others are wrong.
    let failed = match parse_file(&sources, file, &assemble_options, &mut streamer) {
        Ok(warnings) => {
            eprint!("{}", warnings.render(&sources));
            false
        }
        Err(errors) => {
            eprint!("{}", errors.render(&sources));
            true
        }
    };
    Ok((streamer.inner.finish().into_bytes(), failed))
}

/// Whether a literal is a number or half of an absolute address rather than a distance from the instruction.
fn is_difference(expr: &MCExpr) -> bool {
    match expr {
        MCExpr::Constant(_) => true,
        MCExpr::Symbol(_, variant) => matches!(variant, VariantKind::Abs32Lo | VariantKind::Abs32Hi),
        MCExpr::Unary(_, inner) => is_difference(inner),
        MCExpr::Binary(BinaryOp::Sub, a, b) => !is_difference(a) && !is_difference(b),
        MCExpr::Binary(_, a, b) => is_difference(a) && is_difference(b),
    }
}

/// Text with the encoding of each instruction after it.
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
    fn instruction(&mut self, inst: &MCInst) -> Result<(), String> {
        if !self.show_encoding {
            return self.inner.instruction(inst);
        }
        let encoded = encode(inst).map_err(|error| error.message)?;
        let mut line = String::from("\t");
        print(inst, self.inner.symbols(), &mut line);
        begin_encoding(&mut line);
        for (index, byte) in encoded.bytes().iter().enumerate() {
            // Letters stand for bytes that a fixup fills.
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
    fn set_code_object_version(&mut self, version: CodeObjectVersion) {
        self.inner.set_code_object_version(version);
    }
    fn target_directives(&mut self) {
        self.inner.target_directives();
    }
    fn kernel_descriptor(&mut self, name: &str, settings: &KernelSettings) -> Result<(), String> {
        self.inner.kernel_descriptor(name, settings)
    }
    fn metadata(&mut self, document: &Value) -> Result<(), String> {
        self.inner.metadata(document)
    }
}
