//! Inputs that become IR: OpenCL C and LLVM's text form.

use crate::options::{InputKind, Options};
use crate::session::gpu_target;
use wavec_ir::Module;
use wavec_ir::context::{Linkage, Visibility};
use wavec_ir::passes::lower_generic_allocas;
use wavec_ir::text::{LayoutChoice, ReadOptions, parse_module};
use wavec_support::passes::PassRunner;
use wavec_support::progress::enter_pass;
use wavec_support::{Diagnostics, FileId, Message, SourceMap, Span};
use wavec_target_gpu::intrinsics::REGISTRY;
use wavec_target_gpu::kernels::is_kernel;

/// What is read, and how.
#[derive(Clone, Copy)]
pub(crate) struct Source {
    pub kind: InputKind,
    pub file: FileId,
    keeps_places: bool,
}

impl Source {
    pub(crate) fn new(kind: InputKind, file: FileId) -> Source {
        Source {
            kind,
            file,
            keeps_places: false,
        }
    }

    /// Places of instructions are not kept until something is wrong with one: then the input is compiled a second
    /// time. `has_ir`: whether the errors were found in IR, not by a front end.
    pub(crate) fn can_tell_more(self, errors: &Diagnostics, has_ir: bool) -> bool {
        let lacks_places = match self.kind {
            InputKind::Ir => errors.lacks_places(),
            InputKind::OpenCl => has_ir,
            _ => false,
        };
        lacks_places && !self.keeps_places
    }

    pub(crate) fn with_places(self) -> Source {
        Source {
            keeps_places: true,
            ..self
        }
    }
}

/// IR of the input, verified if others wrote it, and the warnings about it.
pub(crate) fn read_module(
    source: Source,
    sources: &mut SourceMap,
    options: &Options,
    layout: LayoutChoice,
    runner: &mut PassRunner,
) -> Result<(Module, Vec<Message>), Diagnostics> {
    let file = source.file;
    let (module, warnings) = match source.kind {
        InputKind::OpenCl => {
            enter_pass("frontend");
            let target = options.target_description(&gpu_target(options)?.subtarget);
            let with_places;
            let frontend = match source.keeps_places {
                true => {
                    with_places = wavec_frontend::Options {
                        keep_places: true,
                        ..options.frontend.clone()
                    };
                    &with_places
                }
                false => &options.frontend,
            };
            runner.timing.time("frontend", || {
                wavec_frontend::compile(sources, file, frontend, &target)
            })?
        }
        InputKind::Ir => {
            enter_pass("read-ir");
            let (mut module, warnings) = runner.timing.time("read-ir", || {
                let default = ReadOptions::new(&REGISTRY);
                parse_module(
                    sources,
                    file,
                    ReadOptions {
                        layout,
                        upgrader: &wavec_target_gpu::upgrade::UPGRADER,
                        keep_places: source.keeps_places,
                        lint_argument_names: options.lint_argument_names,
                        keep_refused: options.skip_unsupported,
                        ..default
                    },
                )
            })?;
            crate::math_options::apply(&mut module, &options.frontend);
            // Who named neither did not know where stack objects are.
            if module.triple.is_empty() && !module.names_layout {
                lower_generic_allocas::run(&mut module);
            }
            let found = wavec_ir::verify::verify_module(&module);
            if found.has_errors() {
                return Err(found);
            }
            (module, warnings)
        }
        _ => {
            return Err(error("this input holds no IR"));
        }
    };
    if options.codegen.verify_each {
        panic_if_invalid(&module, "reading");
    }
    Ok((module, warnings.messages(sources)))
}

/// A program in OpenCL C is whole: nothing but its kernels is entered from outside.
pub(crate) fn internalize(module: &mut Module) {
    for func in module.defined_functions() {
        if !is_kernel(module, func) {
            let linking = &mut module.ctx.functions[func].linking;
            linking.linkage = Linkage::Internal;
            linking.visibility = Visibility::Default;
        }
    }
}

/// A report by the verifier is a bug of what came before.
pub(crate) fn panic_if_invalid(module: &Module, after: &str) {
    let found = wavec_ir::verify::verify_module(module);
    assert!(
        !found.has_errors(),
        "invalid IR after {after}:\n{}",
        found.render(&SourceMap::new())
    );
}

/// An error without a place.
pub(crate) fn error(message: impl Into<String>) -> Diagnostics {
    let mut errors = Diagnostics::new();
    errors.error(Span::NONE, message);
    errors
}
