//! Options of a compilation, set by the command line or by a program that uses the library.

use crate::interpreted::interpreted_description;
use crate::opencl::target_description;
use std::path::Path;
use wavec_codegen::CodegenOptions;
use wavec_frontend::TargetDescription;
use wavec_gpu_mc::Subtarget;
use wavec_ir::text::WriteOptions;
use wavec_target_gpu::options::GpuOptions;

/// An output form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Emit {
    /// IR after the optimizer, in LLVM's text form.
    Ir,
    /// Selection graphs, one per block, before any combining.
    Dag,
    /// Machine IR with virtual registers, after instruction selection (or after `--stop-after`).
    Mir,
    /// Assembly.
    Asm,
    /// Relocatable object file.
    Object,
    /// Loadable code object.
    CodeObject,
}

impl Emit {
    /// All forms, in the order of the pipeline.
    pub const ALL: [Emit; 6] = [
        Emit::Ir,
        Emit::Dag,
        Emit::Mir,
        Emit::Asm,
        Emit::Object,
        Emit::CodeObject,
    ];

    /// Name on the command line, which is also the extension of its files.
    pub fn name(self) -> &'static str {
        match self {
            Emit::Ir => "ll",
            Emit::Dag => "dag",
            Emit::Mir => "mir",
            Emit::Asm => "s",
            Emit::Object => "o",
            Emit::CodeObject => "co",
        }
    }

    /// Parses the value of `--emit`; accepts long and short names.
    pub fn parse(name: &str) -> Option<Emit> {
        Some(match name {
            "ll" | "ir" | "llvm" => Emit::Ir,
            "dag" => Emit::Dag,
            "mir" => Emit::Mir,
            "asm" | "s" => Emit::Asm,
            "obj" | "o" => Emit::Object,
            "co" => Emit::CodeObject,
            _ => return None,
        })
    }
}

/// The kind of an input, which its extension determines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// OpenCL C: `.cl`, `.clcpp` is not.
    OpenCl,
    /// IR in LLVM's text form: `.ll`.
    Ir,
    /// Machine IR in text form: `.mir`.
    Mir,
    /// Assembly: `.s`.
    Asm,
    /// A relocatable object file: `.o`; it can be linked.
    Object,
    /// A loadable code object: `.co`, `.hsaco`; it can be run and disassembled.
    CodeObject,
}

/// Prefixes of the first line of IR: names of globals, types and metadata, and words that are not types of OpenCL C.
const IR_BEGINNINGS: &[&str] = &[
    "@",
    "%",
    "!",
    "$",
    "^",
    "attributes #",
    "declare ",
    "define ",
    "module asm",
    "source_filename",
    "target datalayout",
    "target triple",
];

impl InputKind {
    /// By how a text begins, for what has no name: IR, machine IR, assembly, or else OpenCL C.
    pub fn of_text(text: &str) -> InputKind {
        let mut lines = text.lines().map(str::trim_start);
        let is_told = |line: &&str| !line.is_empty() && !line.starts_with(';');
        let first = lines.find(is_told).unwrap_or_default();
        if IR_BEGINNINGS.iter().any(|word| first.starts_with(word)) {
            InputKind::Ir
        } else if first.starts_with("---") || first.starts_with("# after ") {
            InputKind::Mir
        } else if first.starts_with('.') {
            InputKind::Asm
        } else {
            InputKind::OpenCl
        }
    }

    /// By the extension of a file name; `None` for other extensions.
    pub fn of_path(path: &Path) -> Option<InputKind> {
        Some(match path.extension()?.to_str()? {
            "cl" => InputKind::OpenCl,
            "ll" => InputKind::Ir,
            "mir" => InputKind::Mir,
            "s" | "asm" => InputKind::Asm,
            "o" | "obj" => InputKind::Object,
            "co" | "hsaco" => InputKind::CodeObject,
            _ => return None,
        })
    }
}

/// All options that affect the output.
#[derive(Clone, Debug)]
pub struct Options {
    /// Processor: `gfx942`, with settings like `gfx942:xnack-`.
    pub target: String,
    /// Settings of code that the processor does not decide: `+wavefrontsize64`.
    pub features: String,
    /// Whether a module in IR is compiled for the processor that its functions name, if they do, in place of `target`.
    pub follows_input: bool,
    /// Macros, include directories, language version, relaxations of floating point.
    pub frontend: wavec_frontend::Options,
    /// Optimization level, dumps; its `opt_level` also applies to the IR passes.
    pub codegen: CodegenOptions,
    /// Register limits, forced waits.
    pub gpu: GpuOptions,
    /// Version of code objects, 4, 5 or 6.
    pub code_object_version: u32,
    /// How IR is printed.
    pub ir_form: WriteOptions,
    /// Whether names of arguments in the comments of a module are checked.
    pub lint_argument_names: bool,
    /// Whether time is measured by pass.
    pub time_passes: bool,
    /// Whether functions that cannot be compiled, and their callers, are omitted with a warning.
    pub skip_unsupported: bool,
    /// Whether the IR is for the interpreter, which accesses images in software.
    pub is_interpreted: bool,
}

impl Default for Options {
    fn default() -> Options {
        let mut options = Options {
            target: "gfx942".into(),
            features: String::new(),
            follows_input: false,
            frontend: wavec_frontend::Options::default(),
            codegen: CodegenOptions::default(),
            gpu: GpuOptions::default(),
            code_object_version: 6,
            ir_form: WriteOptions::RAW,
            lint_argument_names: false,
            time_passes: false,
            skip_unsupported: false,
            is_interpreted: false,
        };
        options.set_opt_level(2);
        options
    }
}

impl Options {
    /// Sets the optimization level, 0 to 3, everywhere.
    pub fn set_opt_level(&mut self, level: u8) {
        self.frontend.opt_level = level;
        self.codegen.opt_level = level;
    }

    /// What the OpenCL C frontend and the builtin library know of a processor.
    pub(crate) fn target_description(&self, subtarget: &Subtarget) -> TargetDescription {
        match self.is_interpreted {
            true => interpreted_description(subtarget),
            false => target_description(subtarget),
        }
    }

    /// The options of code generation, with those that the target has for it.
    pub(crate) fn of_codegen(&self) -> CodegenOptions {
        CodegenOptions {
            register_limits: self.gpu.register_limits(),
            ..self.codegen.clone()
        }
    }

    /// The same with optimization level `level`, 0 to 3.
    pub fn with_opt_level(mut self, level: u8) -> Options {
        self.set_opt_level(level);
        self
    }

    /// The same with a macro: `NAME`, `NAME=VALUE` or `NAME(X)=BODY`.
    pub fn with_define(mut self, definition: impl Into<String>) -> Options {
        self.frontend.macros.push(Ok(definition.into()));
        self
    }
}
