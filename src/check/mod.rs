//! Checks of kernels: a launch on the IR interpreter that finds what is wrong with the program, and where that is in the
//! source. `wavec check` is the command.

mod report;

pub use report::{to_json, to_sarif, to_text};

use crate::entry_points::module_to_check;
use crate::options::{InputKind, Options};
use crate::pipeline::Input;
use crate::report::{CompileError, Report};
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::descriptors::{Image, software_sampler};
use wavec_ir::interp::{
    self, Arg, BufferHandle, CheckOptions, Finding, InterpError, Interpreter, LaunchOptions,
};
use wavec_ir::{Context, FuncRef, MetadataId, Module, Type};
use wavec_runtime::decode_output;
use wavec_support::{SourceMap, Span};
use wavec_target_gpu::address_spaces::{CONSTANT, LOCAL};
use wavec_target_gpu::emit::metadata::printf_formats;
use wavec_target_gpu::interp::AmdgpuInterp;
use wavec_target_gpu::kernels::is_kernel;

/// A program whose kernels can be checked.
pub struct Program {
    /// The program.
    pub module: Module,
    /// Its files.
    pub sources: SourceMap,
    /// Warnings of the compiler.
    pub report: Report,
    subtarget: Subtarget,
    /// Whether the IR is the source as it was written.
    is_source: bool,
}

/// The contents of an argument.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A buffer with these bytes; they are undefined if `is_undefined`.
    Buffer {
        /// The bytes.
        bytes: Vec<u8>,
        /// Whether a kernel must write them before it reads them.
        is_undefined: bool,
    },
    /// The bytes of a value.
    Value(Vec<u8>),
    /// Bytes of local memory.
    Local(u32),
    /// An image.
    Image {
        /// Its dimensions and format.
        image: Image,
        /// Rows of all slices, without bytes between them.
        texels: Vec<u8>,
        /// Whether a kernel must write texels before it reads them.
        is_undefined: bool,
    },
    /// A sampler with properties as OpenCL numbers them.
    Sampler(u32),
}

/// What a launch has come to.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What is wrong, in the order of execution.
    pub findings: Vec<Finding>,
    /// The contents of buffers and images afterwards, by argument; empty for other arguments.
    pub buffers: Vec<Vec<u8>>,
    /// What the kernel printed.
    pub printed: String,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePlace {
    /// The function that is executing there.
    pub function: String,
    /// The file; empty if the line is not known.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in bytes.
    pub column: u32,
    /// The same in the files of the program; [`Span::NONE`] if they do not have it.
    pub span: Span,
}

impl Program {
    /// Compiles OpenCL C or IR, without the optimizer unless it is asked for.
    ///
    /// # Errors
    /// Everything that is wrong with the input, rendered.
    pub fn new(input: Input<'_>, options: &Options, optimizes: bool) -> Result<Program, CompileError> {
        let (module, subtarget, sources, report) = module_to_check(input, options, optimizes)?;
        Ok(Program {
            module,
            sources,
            report,
            subtarget,
            is_source: input.kind == InputKind::OpenCl && !optimizes,
        })
    }

    /// The kernels, in the order of the source.
    pub fn kernels(&self) -> Vec<FuncRef> {
        let mut kernels = self.module.defined_functions();
        kernels.retain(|&func| is_kernel(&self.module, func));
        kernels
    }

    /// The name of a function.
    pub fn name(&self, func: FuncRef) -> &str {
        self.module.ctx.text(self.module.ctx.functions[func].name)
    }

    /// What is wrong with the arguments of a kernel; `None` if they fit.
    pub fn mismatch(&self, kernel: FuncRef, arguments: &[Argument]) -> Option<String> {
        let ctx = &self.module.ctx;
        let (_, params, _) = ctx.types.signature(ctx.functions[kernel].ty)?;
        let kernel_name = self.name(kernel);
        if params.len() != arguments.len() {
            return Some(format!(
                "kernel '{kernel_name}' has {} arguments, {} are given",
                params.len(),
                arguments.len()
            ));
        }
        let pairs = params.iter().zip(arguments).enumerate();
        pairs
            .map(|(index, (&ty, argument))| self.mismatch_of(kernel, index, ty, argument))
            .find_map(|found| found)
    }

    fn mismatch_of(&self, kernel: FuncRef, index: usize, ty: Type, argument: &Argument) -> Option<String> {
        let ctx = &self.module.ctx;
        let by_ref = ctx.functions[kernel]
            .param_attrs
            .get(index)
            .is_some_and(|&set| ctx.has_attribute(set, "byref"));
        let space = ctx.types.address_space(ty).filter(|_| !by_ref);
        let expected = match (space, argument) {
            (Some(LOCAL), Argument::Local(_)) | (None, Argument::Value(_)) => return None,
            (Some(LOCAL), _) => "local memory: local:BYTES",
            (Some(CONSTANT), Argument::Image { .. } | Argument::Sampler(_)) => return None,
            (Some(_), Argument::Buffer { .. }) => return None,
            (Some(_), _) => "a buffer: buf:TYPE[COUNT]",
            (None, _) => "a value: TYPE:VALUE",
        };
        Some(format!(
            "argument {index} of kernel '{}' is {expected}",
            self.name(kernel)
        ))
    }

    /// Executes a kernel and checks it.
    ///
    /// # Errors
    /// What cannot be executed.
    pub fn check(
        &self,
        kernel: FuncRef,
        (global, local): ([u32; 3], [u32; 3]),
        arguments: &[Argument],
        checks: CheckOptions,
        launch: &LaunchOptions,
    ) -> Result<Outcome, InterpError> {
        let target = AmdgpuInterp::of(&self.subtarget);
        let layout = target
            .image_descriptors(&self.module)
            .map_err(InterpError::launch)?;
        let mut interpreter = Interpreter::new(&self.module, &target)?;
        interpreter.check(CheckOptions {
            source_rules: self.is_source,
            ..checks
        });
        let ctx = &self.module.ctx;
        let (_, params, _) = ctx
            .types
            .signature(ctx.functions[kernel].ty)
            .ok_or_else(|| InterpError::launch("the kernel has no type"))?;
        let mut handles = Vec::new();
        let mut values = Vec::new();
        let descriptor = |interpreter: &mut Interpreter<'_>, words: &[u32]| {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let handle = interpreter.alloc_with(&bytes);
            interpreter.protect(handle);
            handle
        };
        for (&ty, argument) in params.iter().zip(arguments) {
            values.push(match argument {
                Argument::Image {
                    image,
                    texels,
                    is_undefined,
                } => {
                    let contents = interpreter.alloc_with(&image.memory_of(texels));
                    if *is_undefined {
                        interpreter.forget(contents);
                    }
                    handles.push(Some(contents));
                    let words = image.descriptor(layout, interpreter.address(contents));
                    let descriptor = descriptor(&mut interpreter, &words);
                    Arg::Descriptor { descriptor, contents }
                }
                Argument::Sampler(properties) => Arg::Buffer(descriptor(
                    &mut interpreter,
                    &software_sampler(layout, *properties),
                )),
                Argument::Buffer { bytes, is_undefined } => {
                    let handle = interpreter.alloc_with(bytes);
                    if *is_undefined {
                        interpreter.forget(handle);
                    }
                    if ctx.types.address_space(ty) == Some(CONSTANT) {
                        interpreter.protect(handle);
                    }
                    handles.push(Some(handle));
                    Arg::Buffer(handle)
                }
                Argument::Value(bytes) => Arg::Bytes(bytes.clone()),
                Argument::Local(size) => Arg::Local(*size),
            });
            handles.resize(values.len(), None);
        }
        let launch = LaunchOptions {
            prints: true,
            ..launch.clone()
        };
        interpreter.launch(self.name(kernel), global, local, &values, &launch)?;
        let contents = |(handle, argument): (&Option<BufferHandle>, &Argument)| match (handle, argument) {
            (None, _) => Vec::new(),
            (Some(handle), Argument::Image { image, .. }) => image.texels_of(interpreter.read(*handle)),
            (Some(handle), _) => interpreter.read(*handle).to_vec(),
        };
        let buffers = handles.iter().zip(arguments).map(contents).collect();
        Ok(Outcome {
            findings: interpreter.findings().to_vec(),
            buffers,
            printed: decode_output(&printf_formats(ctx), interpreter.printed()),
        })
    }

    /// Where a place is in the source: the innermost function first, then the calls that led there, inlined ones included.
    pub fn locate(&self, place: &interp::Place) -> Vec<SourcePlace> {
        let mut places = Vec::new();
        for &(func, inst) in &place.frames {
            let Some(body) = self.module.body(func) else {
                continue;
            };
            match body.location(inst) {
                Some(location) => self.collect_places(location, &mut places),
                // Functions of the library have no lines: what they do is done where they are called.
                None if body.has_locations() => {}
                None => places.extend(self.place_in_text(func, inst)),
            }
        }
        places
    }

    fn collect_places(&self, location: MetadataId, places: &mut Vec<SourcePlace>) {
        let ctx = &self.module.ctx;
        let mut next = Some(location);
        while let Some(location) = next.and_then(|node| ctx.debug_location(node)) {
            let function = ctx.debug_subprogram(location.scope);
            let file = ctx.debug_file(location.scope);
            let file = file.map_or_else(String::new, |file| ctx.debug_text(file, "filename"));
            places.push(SourcePlace {
                function: function.map_or_else(String::new, |node| ctx.debug_text(node, "name")),
                span: span_of(&self.sources, &file, location.line, location.column),
                file,
                line: location.line,
                column: location.column.max(1),
            });
            // A chain that is longer than any program's is a cycle.
            if places.len() > MOST_PLACES {
                break;
            }
            next = location.inlined_at;
        }
    }

    /// The line of IR that has no lines of a source.
    fn place_in_text(&self, func: FuncRef, inst: wavec_ir::Inst) -> Option<SourcePlace> {
        let ctx: &Context = &self.module.ctx;
        let span = ctx.place_of_inst(self.module.body(func)?, inst);
        if span.is_none() {
            return None;
        }
        // What functions of the library do is done where they are called.
        if span.file != MAIN_FILE {
            return None;
        }
        let file = self.sources.file(span.file);
        let (line, column) = file.line_column(span.start);
        Some(SourcePlace {
            function: self.name(func).to_string(),
            file: file.name.clone(),
            line,
            column,
            span,
        })
    }
}

/// The file that is read first.
const MAIN_FILE: wavec_support::FileId = wavec_support::FileId(0);

/// Most places of a finding: calls may be nested deep.
const MOST_PLACES: usize = 1024;

/// A position in the files of a program, by the name of the file.
fn span_of(sources: &SourceMap, name: &str, line: u32, column: u32) -> Span {
    let ids = (0..sources.len() as u32).map(wavec_support::FileId);
    let Some(id) = ids.into_iter().find(|&id| sources.file(id).name == name) else {
        return Span::NONE;
    };
    let text = &sources.file(id).text;
    let before = text.split_inclusive('\n').take(line.saturating_sub(1) as usize);
    let start = before.map(str::len).sum::<usize>() + column.saturating_sub(1) as usize;
    match line > 0 && start <= text.len() {
        true => Span::new(id, start as u32, start as u32),
        false => Span::NONE,
    }
}
