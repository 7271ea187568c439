//! `wavec mc`: assemble, disassemble, show encodings, in the manner of llvm-mc.

use crate::assembler::{AssembleOptions, assemble, parse_file};
use crate::code_object::{CodeObjectVersion, KernelSettings, TargetId, write_relocatable};
use crate::decode::decode;
use crate::encode::encode;
use crate::print::{print, to_text};
use crate::streamer::{GpuStreamer, GpuTarget};
use rmpv::Value;
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use wavec_mc::{AsmStreamer, MCExpr, MCInst, SectionSpec, Streamer, SymbolAttribute, SymbolId, SymbolTable};
use wavec_support::SourceMap;

/// How `wavec mc` is called.
const USAGE: &str = "usage: wavec mc [INPUT] [-o OUT] [--show-encoding] [--disassemble] [--filetype=asm|obj] \
[-mcpu=TARGET] [-mcode-object-version=N] [-triple=TRIPLE]";

struct Options {
    input: String,
    output: String,
    show_encoding: bool,
    disassemble: bool,
    object: bool,
    target: GpuTarget,
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
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let Some(flag) = arg.strip_prefix('-').filter(|flag| !flag.is_empty()) else {
            options.input.clone_from(arg);
            continue;
        };
        let flag = flag.strip_prefix('-').unwrap_or(flag);
        let (name, mut value) = match flag.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (flag, None),
        };
        if matches!(
            name,
            "o" | "mcpu" | "triple" | "arch" | "filetype" | "mcode-object-version"
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
        return Ok(disassemble_bytes(name, input));
    }
    let mut sources = SourceMap::new();
    let file = sources.add(name, input);
    if options.object {
        let module = assemble(
            &sources,
            file,
            &AssembleOptions {
                target: options.target,
            },
        )
        .map_err(|errors| errors.render(&sources))?;
        return Ok((write_relocatable(&module), false));
    }
    let mut streamer = EncodingStreamer {
        inner: AsmStreamer::new(options.target),
        show_encoding: options.show_encoding,
    };
    // Text is printed for the good lines even if others are wrong.
    let failed = match parse_file(&sources, file, &mut streamer) {
        Ok(()) => false,
        Err(errors) => {
            eprint!("{}", errors.render(&sources));
            true
        }
    };
    Ok((streamer.inner.finish().into_bytes(), failed))
}

/// Lines of bytes (`0x00,0x01 ...` or `[0x00, 0x01]`, `#` comments) as instructions.
fn disassemble_bytes(name: &str, input: &str) -> (Vec<u8>, bool) {
    let mut out = String::new();
    let mut failed = false;
    for (number, line) in input.lines().enumerate() {
        let line = line.split(['#', ';']).next().unwrap_or("");
        let mut bytes = Vec::new();
        let mut wrong = None;
        for word in line
            .split([' ', ',', '\t', '[', ']'])
            .filter(|word| !word.is_empty())
        {
            let byte = match word.strip_prefix("0x") {
                Some(digits) => u8::from_str_radix(digits, 16).ok(),
                None => word.parse().ok(),
            };
            match byte {
                Some(byte) => bytes.push(byte),
                None => wrong = Some(format!("invalid input token '{word}'")),
            }
        }
        let mut rest = bytes.as_slice();
        while wrong.is_none() && !rest.is_empty() {
            match decode(rest) {
                Some(decoded) => {
                    let _ = writeln!(out, "\t{}", to_text(&decoded.exact_inst()));
                    rest = &rest[decoded.size.min(rest.len())..];
                }
                None => wrong = Some("invalid instruction encoding".to_string()),
            }
        }
        if let Some(message) = wrong {
            eprintln!("{name}:{}:1: error: {message}", number + 1);
            failed = true;
        }
    }
    (out.into_bytes(), failed)
}

/// Text with the encoding of each instruction behind it.
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
    fn align(&mut self, log2: u8, fill: Option<u8>, max: u64) {
        self.inner.align(log2, fill, max);
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
        // The tab counts as eight columns.
        while line.len() + 7 < 40 {
            line.push(' ');
        }
        line.push_str(if line.ends_with(' ') {
            "; encoding: ["
        } else {
            " ; encoding: ["
        });
        for (index, byte) in encoded.bytes().iter().enumerate() {
            // Letters stand for bytes that a fixup fills.
            let fixup = encoded.fixups.iter().position(|fixup| {
                let size = if fixup.kind == crate::encode::FIXUP_BRANCH {
                    2
                } else {
                    4
                };
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
