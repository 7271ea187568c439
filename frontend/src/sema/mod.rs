//! Semantic analysis: names, types, conversions. The parser calls it for every node that it builds.

pub mod assign;
pub mod builtins;
pub mod call;
pub mod cast;
mod checks;
pub mod constant_eval;
pub mod convert;
pub mod expr;
pub mod init;
pub mod names;
pub mod operators;
mod suggest;
pub mod symbols;

use crate::ast::{Expr, ExprKind, FnId, Function, StrId, VarId, Variable};
use crate::options::Options;
use crate::target::TargetDescription;
use crate::token::{Interner, Symbol, Token};
use crate::types::{QualType, Space, Ty, TypeKind, Types};
use crate::warnings::Warning;
use bumpalo::Bump;
use fxhash::FxHashMap;
use names::Names;
use wavec_ir::module::ModuleAsm;
use wavec_support::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

/// Maximum length of a chain of one kind in a tree that later stages walk: terms of a sum, `a.b.c...`.
pub const MAX_CHAIN: u16 = 4096;

/// Parses the declarations that these tokens are, up to their end. The parser depends on this module, so it is handed in.
pub type ParseDeclarations = for<'c, 'a> fn(&mut Sema<'c, 'a>, &[Token]);

/// The state of a compilation during parsing.
pub struct Sema<'c, 'a> {
    /// Where trees live.
    pub arena: &'a Bump,
    /// Spellings.
    pub interner: &'c mut Interner<'a>,
    /// Source files.
    pub sources: &'c mut SourceMap,
    /// Diagnostics so far.
    pub diags: &'c mut Diagnostics,
    /// The file that is compiled, not one that it includes.
    pub main_file: Option<FileId>,
    /// User options.
    pub options: &'c Options,
    /// The target.
    pub target: &'c TargetDescription,
    /// Types.
    pub types: Types,
    /// Variables, by [`VarId`].
    pub vars: Vec<Variable<'a>>,
    /// Functions, by [`FnId`].
    pub functions: Vec<Function<'a>>,
    /// Assembly outside of functions.
    pub file_assembly: Vec<ModuleAsm>,
    /// String literals, with their terminating zero, by [`StrId`].
    pub strings: Vec<Vec<u8>>,
    /// Names in scope.
    pub names: Names,
    /// Names in scope of library code, while user code is parsed, and the other way round.
    pub other_names: Names,
    /// Whether library code is being parsed.
    pub in_library: bool,
    /// Formats of `printf`, by number from 1.
    pub printf_formats: Vec<String>,
    /// What pragmas change.
    pub pragmas: crate::preprocess::Pragmas,
    /// The alignment in bytes that members of records have at most from here on; 0 if there is no limit.
    pub pack: u32,
    /// The function whose body is being parsed.
    pub current: Option<FnId>,
    /// Parses declarations: a part of the library.
    pub parse: ParseDeclarations,
    /// The library functions.
    pub library: builtins::Library,
    /// Whether a fatal error was reported; nothing is reported after it.
    pub fatal: bool,
    /// Whether floating-point contraction is allowed from here on.
    pub fp_contract: bool,
    /// Functions in the order of their first declaration, for emission.
    pub function_order: Vec<FnId>,
    /// Program-scope variables in order.
    pub global_order: Vec<VarId>,
    /// Variables declared `extern`, in any scope.
    pub extern_vars: FxHashMap<Symbol, VarId>,
    /// The meaning of symbols, once everything is parsed.
    pub symbols: symbols::SymbolTable<'a>,
    /// What calls of the user's functions do that have been checked for barriers.
    pub(in crate::sema) summaries: checks::divergence::Summaries,
}

impl<'c, 'a> Sema<'c, 'a> {
    /// The state before the first declaration.
    pub fn new(
        arena: &'a Bump,
        interner: &'c mut Interner<'a>,
        sources: &'c mut SourceMap,
        diags: &'c mut Diagnostics,
        options: &'c Options,
        target: &'c TargetDescription,
        parse: ParseDeclarations,
    ) -> Sema<'c, 'a> {
        Sema {
            arena,
            interner,
            sources,
            diags,
            main_file: None,
            options,
            target,
            types: Types::new(target.pointer_sizes()),
            vars: Vec::new(),
            functions: Vec::new(),
            file_assembly: Vec::new(),
            strings: Vec::new(),
            names: Names::default(),
            other_names: Names::default(),
            in_library: false,
            pragmas: Default::default(),
            pack: 0,
            printf_formats: Vec::new(),
            current: None,
            parse,
            library: Default::default(),
            fatal: false,
            fp_contract: options.fp_contract != crate::options::FpContract::Off,
            function_order: Vec::new(),
            global_order: Vec::new(),
            extern_vars: FxHashMap::default(),
            symbols: symbols::SymbolTable::default(),
            summaries: Default::default(),
        }
    }

    /// Reports an error.
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        if !self.fatal {
            self.diags.error(span, message);
        }
    }

    /// Reports an error with a note elsewhere.
    pub fn error_note(
        &mut self,
        span: Span,
        message: impl Into<String>,
        note_span: Span,
        note: impl Into<String>,
    ) {
        if !self.fatal {
            let mut diagnostic = Diagnostic::error(span, message);
            if !note_span.is_none() {
                diagnostic = diagnostic.with_note(note_span, note);
            }
            self.diags.push(diagnostic);
        }
    }

    /// Reports a fatal error.
    pub fn fatal_error(&mut self, span: Span, message: impl Into<String>) {
        self.error(span, message);
        self.fatal = true;
    }

    /// Whether a warning may be given here: the code is the user's, and the options or a pragma have it on.
    pub fn warns(&self, warning: Warning) -> bool {
        !self.in_library && !self.fatal && self.pragmas.may_give(warning, &self.options.warnings)
    }

    /// Reports a warning, if it is given here.
    pub fn warning(&mut self, warning: Warning, span: Span, message: impl Into<String>) {
        if self.warns(warning) {
            self.warn(warning, Diagnostic::warning(span, message));
        }
    }

    /// Reports a warning with notes, if it is given here.
    pub fn warn(&mut self, warning: Warning, diagnostic: Diagnostic) {
        if self.warns(warning) {
            let given = &self.options.warnings;
            let warnings = self.pragmas.warnings_at(diagnostic.span, given);
            if let Some(diagnostic) = warnings.apply(warning, diagnostic) {
                self.diags.push(diagnostic);
            }
        }
    }

    /// The spelling of a name.
    pub fn text(&self, symbol: Symbol) -> &'a str {
        self.interner.text(symbol)
    }

    /// The name of a type, for messages.
    pub fn type_name(&self, ty: QualType) -> String {
        self.types.name(ty, self.interner)
    }

    /// The kind of a type.
    pub fn kind(&self, ty: Ty) -> TypeKind {
        self.types.kind(ty)
    }

    /// Makes an expression node.
    pub fn node(&mut self, kind: ExprKind<'a>, ty: QualType, span: Span, lvalue: bool) -> &'a Expr<'a> {
        let depth = depth_of(&kind);
        if depth > MAX_CHAIN {
            self.fatal_error(span, "expression is nested too deeply");
        }
        self.arena.alloc(Expr {
            kind,
            ty,
            span,
            lvalue,
            in_parentheses: false,
            folded: None,
            depth,
        })
    }

    /// Makes a node that is a value of an unqualified type.
    pub fn value(&mut self, kind: ExprKind<'a>, ty: Ty, span: Span) -> &'a Expr<'a> {
        self.node(kind, QualType::new(ty), span, false)
    }

    /// The node for an expression with an error.
    pub fn error_expr(&mut self, span: Span) -> &'a Expr<'a> {
        self.node(ExprKind::Error, QualType::new(Ty::ERROR), span, true)
    }

    /// An integer constant of type `ty`.
    pub fn int_literal(&mut self, value: u64, ty: Ty, span: Span) -> &'a Expr<'a> {
        self.value(ExprKind::Int(value), ty, span)
    }

    /// A string: an array of characters in constant memory.
    pub fn string_literal(&mut self, bytes: Vec<u8>, span: Span) -> &'a Expr<'a> {
        let length = bytes.len() as u64 + 1;
        let id = self.add_string(bytes);
        let ty = QualType {
            ty: self.types.array(QualType::new(Ty::CHAR), length),
            quals: 0,
            space: Space::Constant,
        };
        self.node(ExprKind::Str(id), ty, span, true)
    }

    /// A new variable; it is not in scope yet.
    pub fn new_var(&mut self, var: Variable<'a>) -> VarId {
        let id = VarId(self.vars.len() as u32);
        self.vars.push(var);
        id
    }

    /// The variable.
    pub fn var(&self, id: VarId) -> &Variable<'a> {
        &self.vars[id.0 as usize]
    }

    /// The function.
    pub fn function(&self, id: FnId) -> &Function<'a> {
        &self.functions[id.0 as usize]
    }

    /// The function, to change it.
    pub fn function_mut(&mut self, id: FnId) -> &mut Function<'a> {
        &mut self.functions[id.0 as usize]
    }

    /// Keeps a string literal (without its zero) and gives its number.
    pub fn add_string(&mut self, mut bytes: Vec<u8>) -> StrId {
        bytes.push(0);
        if let Some(index) = self.strings.iter().position(|s| *s == bytes) {
            return StrId(index as u32);
        }
        self.strings.push(bytes);
        StrId(self.strings.len() as u32 - 1)
    }

    /// The default address space of a pointer's target.
    pub fn default_pointee_space(&self) -> Space {
        if self.options.has_generic_space() && !self.in_library {
            Space::Generic
        } else {
            Space::Private
        }
    }

    /// Records that the function being parsed calls `callee`.
    pub fn note_call(&mut self, callee: FnId) {
        if self.functions[callee.0 as usize].library {
            self.library.note_call(callee);
        }
        if let Some(current) = self.current {
            let callees = &mut self.functions[current.0 as usize].callees;
            if !callees.contains(&callee) {
                callees.push(callee);
            }
        }
    }

    /// Reports recursive functions. OpenCL C has none (6.11.i), but the target's calls do.
    pub fn check_recursion(&mut self) {
        // 0 not visited, 1 on the current path, 2 done.
        let mut state = vec![0u8; self.functions.len()];
        for root in 0..self.functions.len() {
            if state[root] != 0 {
                continue;
            }
            let mut path: Vec<(usize, usize)> = vec![(root, 0)];
            state[root] = 1;
            while let Some((function, next)) = path.last_mut() {
                let function = *function;
                match self.functions[function].callees.get(*next) {
                    Some(callee) => {
                        *next += 1;
                        let callee = callee.0 as usize;
                        match state[callee] {
                            0 => {
                                state[callee] = 1;
                                path.push((callee, 0));
                            }
                            1 => {
                                let name = self.text(self.functions[callee].name);
                                let span = self.functions[callee].span;
                                let message = format!("'{name}' calls itself: OpenCL C has no recursion");
                                self.warning(Warning::Recursion, span, message);
                            }
                            _ => {}
                        }
                    }
                    None => {
                        state[function] = 2;
                        path.pop();
                    }
                }
            }
        }
    }
}

/// Height of a node over its operands. The left operand of a binary operator counts like any other, but later stages
/// walk it in a loop, so a limit far above the bracket limit is safe.
fn depth_of(kind: &ExprKind) -> u16 {
    let max = |all: &[Expr]| all.iter().map(|e| e.depth).max().unwrap_or(0);
    let below = match kind {
        ExprKind::Error
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::Var(_)
        | ExprKind::Function(_)
        | ExprKind::BuiltinName(_)
        | ExprKind::CompoundLiteral(_)
        | ExprKind::Statement(_) => 0,
        ExprKind::Member(e, _)
        | ExprKind::Deref(e)
        | ExprKind::AddressOf(e)
        | ExprKind::Swizzle(e, _)
        | ExprKind::Unary(_, e)
        | ExprKind::Increment(_, _, e)
        | ExprKind::Cast(_, e)
        | ExprKind::Convert(e, _, _) => e.depth,
        ExprKind::VectorIndex(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::CompoundAssign(_, a, b, _)
        | ExprKind::Comma(a, b) => a.depth.max(b.depth),
        ExprKind::Conditional(parts) | ExprKind::VectorSelect(parts) => max(&parts[..]),
        ExprKind::Call(_, args) | ExprKind::Builtin(_, args) | ExprKind::VectorLiteral(args) => max(args),
    };
    below.saturating_add(1)
}
