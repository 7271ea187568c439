//! A module: what its functions share, and their bodies.

use crate::context::Context;
use crate::entities::{FuncRef, Symbol};
use crate::function::Function;
use crate::intrinsics::IntrinsicRegistry;
use cranelift_entity::SecondaryMap;
use wavec_support::{Diagnostic, Span};

/// A module: one compiled source file.
#[derive(Clone, Debug)]
pub struct Module {
    /// What the functions share.
    pub ctx: Context,
    /// Bodies of the defined functions.
    pub bodies: SecondaryMap<FuncRef, Option<Box<Function>>>,
    /// `source_filename`
    pub source_filename: String,
    /// `target triple`
    pub triple: String,
    /// Whether a `target datalayout` is given.
    pub names_layout: bool,
    /// Assembly outside of functions (`module asm`), in order.
    pub module_asm: Vec<ModuleAsm>,
    /// `$name = comdat kind`: names and kinds (`any`, ...), in order.
    pub comdats: Vec<(Symbol, Symbol)>,
    /// Functions whose definitions have something that the IR has no form for, in order, and what that is. They are declarations
    /// here; readers that do not ask for them reject the module.
    pub refused: Vec<(FuncRef, Diagnostic)>,
}

/// A line or more of assembly outside of functions.
#[derive(Clone, Debug)]
pub struct ModuleAsm {
    /// The text, without a line feed at its end.
    pub text: String,
    /// Where it was written.
    pub place: Span,
}

impl Module {
    /// An empty module.
    pub fn new(intrinsics: &'static IntrinsicRegistry) -> Module {
        Module {
            ctx: Context::new(intrinsics),
            bodies: SecondaryMap::new(),
            source_filename: String::new(),
            triple: String::new(),
            names_layout: false,
            module_asm: Vec::new(),
            comdats: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// All functions, declared or defined, in order.
    pub fn functions(&self) -> impl Iterator<Item = FuncRef> + use<> {
        self.ctx.functions.keys()
    }

    /// Functions with a body, in order.
    pub fn defined_functions(&self) -> Vec<FuncRef> {
        self.ctx
            .functions
            .keys()
            .filter(|&f| self.bodies[f].is_some())
            .collect()
    }

    /// The body of a function.
    pub fn body(&self, func: FuncRef) -> Option<&Function> {
        self.bodies[func].as_deref()
    }

    /// Runs `work` on the body of `func` with the context; `None` if it has no body.
    pub fn with_body<T>(
        &mut self,
        func: FuncRef,
        work: impl FnOnce(&mut Function, &mut Context) -> T,
    ) -> Option<T> {
        let mut body = self.bodies[func].take()?;
        let result = work(&mut body, &mut self.ctx);
        self.bodies[func] = Some(body);
        Some(result)
    }
}
