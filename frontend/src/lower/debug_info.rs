//! Debug information (`-g`): the source's lines for the instructions of functions, scopes, and variables (types are in
//! `debug_types`).
//!
//! Source: LLVM Language Reference, "Specialized Metadata Nodes"; nodes are those that clang makes.

use super::function::FunctionLowerer;
use super::{Form, Lowerer};
use crate::ast::{FnId, Stmt, VarId, VarKind, Variable};
use crate::sema::builtins::LIBRARY_FILE;
use crate::types::{QualType, TypedefId};
use fxhash::FxHashMap;
use wavec_ir::context::Linkage;
use wavec_ir::debug_info::{DebugField, DebugLocation};
use wavec_ir::function::annotations::{DebugRecord, RecordOperand};
use wavec_ir::metadata::Metadata;
use wavec_ir::{FuncRef, GlobalVar, MetadataId, Value};
use wavec_support::{FileId, Span};

/// The nodes of a module.
pub(super) struct DebugInfo {
    unit: MetadataId,
    /// The type of all functions where variables are not described.
    function_type: MetadataId,
    /// Whether variables and types are described.
    pub(super) has_variables: bool,
    /// Types, with the typedef that a declaration names in them; `void` is none.
    pub(super) types: FxHashMap<(QualType, Option<TypedefId>), Option<MetadataId>>,
    /// The variables of the program, which the compile unit lists.
    globals: Vec<Option<MetadataId>>,
    files: FxHashMap<FileId, MetadataId>,
    /// Parts of a scope that are in another file.
    parts: FxHashMap<(MetadataId, FileId), MetadataId>,
    /// By line and column.
    locations: FxHashMap<(MetadataId, u32, u32), MetadataId>,
}

/// The function that instructions are in.
#[derive(Clone, Copy)]
pub(super) struct DebugScope {
    /// The function, or the innermost block in it that has variables.
    node: MetadataId,
    file: FileId,
}

impl Lowerer<'_, '_, '_> {
    /// Makes the compile unit of `main` if the options ask for debug information, or for lines of instructions.
    pub(super) fn start_debug_info(&mut self, main: FileId) {
        if !self.sema.options.debug && !self.sema.options.tracks_lines {
            return;
        }
        let file = self.file_node(main);
        let ctx = &mut self.module.ctx;
        let unit = ctx.metadata.nodes.push(Metadata::Forward);
        let types = ctx.metadata.nodes.push(Metadata::Node {
            distinct: false,
            operands: Box::new([]),
        });
        let types = ("types", DebugField::Node(types));
        let function_type = ctx.make_debug_node("DISubroutineType", false, &[types]);
        let key = ctx.symbol("llvm.dbg.cu");
        ctx.metadata.named.push((key, vec![unit]));
        self.debug = Some(DebugInfo {
            unit,
            function_type,
            has_variables: self.sema.options.debug,
            types: FxHashMap::default(),
            globals: Vec::new(),
            files: FxHashMap::from_iter([(main, file)]),
            parts: FxHashMap::default(),
            locations: FxHashMap::default(),
        });
    }

    /// Completes the compile unit, which lists variables.
    pub(super) fn finish_debug_info(&mut self, main: FileId) {
        let Some(debug) = &mut self.debug else { return };
        let (unit, globals) = (debug.unit, std::mem::take(&mut debug.globals));
        let file = self.file_node(main);
        let globals = (!globals.is_empty()).then(|| self.debug_list(globals));
        let emission_kind = match self.sema.options.debug {
            true => "FullDebug",
            false => "NoDebug",
        };
        let is_optimized = if self.sema.options.opt_level > 0 {
            "true"
        } else {
            "false"
        };
        let mut fields = vec![
            ("language", DebugField::Word("DW_LANG_OpenCL")),
            ("file", DebugField::Node(file)),
            ("producer", DebugField::String("wavec")),
            ("isOptimized", DebugField::Word(is_optimized)),
            ("runtimeVersion", DebugField::Number(0)),
            ("emissionKind", DebugField::Word(emission_kind)),
        ];
        fields.extend(globals.map(|globals| ("globals", DebugField::Node(globals))));
        fields.extend([
            ("splitDebugInlining", DebugField::Word("false")),
            ("nameTableKind", DebugField::Word("None")),
        ]);
        let ctx = &mut self.module.ctx;
        ctx.define_debug_node(unit, "DICompileUnit", true, &fields);
    }

    pub(super) fn file_node(&mut self, file: FileId) -> MetadataId {
        if let Some(&node) = self.debug.as_ref().and_then(|debug| debug.files.get(&file)) {
            return node;
        }
        let fields = [
            ("filename", DebugField::String(&self.sema.sources.file(file).name)),
            ("directory", DebugField::String(&self.sema.options.directory)),
        ];
        let node = self.module.ctx.make_debug_node("DIFile", false, &fields);
        if let Some(debug) = &mut self.debug {
            debug.files.insert(file, node);
        }
        node
    }

    /// Describes a function. What the library's functions do is done where they are called.
    pub(super) fn debug_scope(&mut self, id: FnId, func: FuncRef) -> Option<DebugScope> {
        let function = self.sema.function(id);
        let (span, name, is_internal) = (function.span, function.name, function.internal);
        let ret = (function.ret, function.named_ret);
        let params = function.param_types.iter().enumerate().map(|(index, &ty)| {
            let var = function.params.get(index);
            (ty, var.and_then(|&var| self.sema.var(var).named))
        });
        let types: Vec<_> = std::iter::once(ret).chain(params).collect();
        if self.debug.is_none() || function.library || !self.is_in_file(span) {
            return None;
        }
        let file = self.file_node(span.file);
        let name = self.sema.text(name).to_string();
        let symbol = self
            .module
            .ctx
            .text(self.module.ctx.functions[func].name)
            .to_string();
        let (line, _) = self.sema.sources.file(span.file).line_column(span.start);
        let ty = match self.debug.as_ref()?.has_variables {
            true => self.debug_function_type(types),
            false => self.debug.as_ref()?.function_type,
        };
        let debug = self.debug.as_ref()?;
        let mut fields = vec![("name", DebugField::String(&name))];
        if symbol != name {
            fields.push(("linkageName", DebugField::String(&symbol)));
        }
        let flags = match (is_internal, self.sema.options.opt_level > 0) {
            (false, false) => "DISPFlagDefinition",
            (false, true) => "DISPFlagDefinition | DISPFlagOptimized",
            (true, false) => "DISPFlagLocalToUnit | DISPFlagDefinition",
            (true, true) => "DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized",
        };
        fields.extend([
            ("scope", DebugField::Node(file)),
            ("file", DebugField::Node(file)),
            ("line", DebugField::Number(line)),
            ("type", DebugField::Node(ty)),
            ("scopeLine", DebugField::Number(line)),
            ("flags", DebugField::Word("DIFlagPrototyped")),
            ("spFlags", DebugField::Word(flags)),
            ("unit", DebugField::Node(debug.unit)),
        ]);
        let subprogram = self.module.ctx.make_debug_node("DISubprogram", true, &fields);
        let key = self.module.ctx.symbol("dbg");
        self.module.ctx.functions[func].metadata.push((key, subprogram));
        Some(DebugScope {
            node: subprogram,
            file: span.file,
        })
    }

    /// Describes a variable of the program, or of the work-groups of a function.
    pub(super) fn describe_global(&mut self, global: GlobalVar, var: &Variable<'_>) {
        let name = self.sema.text(var.name);
        let wanted = self.debug.as_ref().filter(|debug| debug.has_variables);
        let Some(unit) = wanted.map(|debug| debug.unit) else {
            return;
        };
        if name.is_empty() || var.is_extern || !self.is_in_file(var.span) {
            return;
        }
        let name = name.to_string();
        let file = self.file_node(var.span.file);
        let function = var.function.and_then(|id| {
            let forms = [Form::Kernel, Form::Function];
            let func = forms
                .into_iter()
                .find_map(|form| self.functions.get(&(id, form)))?;
            let key = self.module.ctx.symbol("dbg");
            let attached = &self.module.ctx.functions[*func].metadata;
            attached
                .iter()
                .find(|(name, _)| *name == key)
                .map(|&(_, node)| node)
        });
        let ty = self.debug_type(var.ty, var.named);
        let (line, _) = self.sema.sources.file(var.span.file).line_column(var.span.start);
        let ctx = &mut self.module.ctx;
        let is_local = ctx.globals[global].linking.linkage == Linkage::Internal;
        let mut fields = vec![
            ("name", DebugField::String(&name)),
            ("scope", DebugField::Node(function.unwrap_or(unit))),
            ("file", DebugField::Node(file)),
            ("line", DebugField::Number(line)),
        ];
        fields.extend(ty.map(|ty| ("type", DebugField::Node(ty))));
        fields.extend([
            (
                "isLocal",
                DebugField::Word(if is_local { "true" } else { "false" }),
            ),
            ("isDefinition", DebugField::Word("true")),
        ]);
        let variable = ctx.make_debug_node("DIGlobalVariable", true, &fields);
        let expression = ctx.make_debug_node("DIExpression", false, &[]);
        let fields = [
            ("var", DebugField::Node(variable)),
            ("expr", DebugField::Node(expression)),
        ];
        let node = ctx.make_debug_node("DIGlobalVariableExpression", false, &fields);
        let key = ctx.symbol("dbg");
        ctx.globals[global].metadata.push((key, node));
        if let Some(debug) = &mut self.debug {
            debug.globals.push(Some(node));
        }
    }

    pub(super) fn is_in_file(&self, span: Span) -> bool {
        !span.is_none() && span.file != LIBRARY_FILE
    }

    /// The `DILocation` of the start of `span`; none for the library's text.
    fn debug_location(&mut self, scope: DebugScope, span: Span) -> Option<MetadataId> {
        if !self.is_in_file(span) {
            return None;
        }
        let (line, column) = self.sema.sources.file(span.file).line_column(span.start);
        let node = match span.file == scope.file {
            true => scope.node,
            false => self.part_in_file(scope, span.file),
        };
        let key = (node, line, column);
        if let Some(&known) = self.debug.as_ref()?.locations.get(&key) {
            return Some(known);
        }
        let location = self.module.ctx.make_debug_location(DebugLocation {
            line,
            column,
            scope: node,
            inlined_at: None,
        });
        self.debug.as_mut()?.locations.insert(key, location);
        Some(location)
    }

    /// The part of a scope that comes from a file which the function includes.
    fn part_in_file(&mut self, scope: DebugScope, file: FileId) -> MetadataId {
        let key = (scope.node, file);
        if let Some(&part) = self.debug.as_ref().and_then(|debug| debug.parts.get(&key)) {
            return part;
        }
        let fields = [
            ("scope", DebugField::Node(scope.node)),
            ("file", DebugField::Node(self.file_node(file))),
            ("discriminator", DebugField::Number(0)),
        ];
        let part = self
            .module
            .ctx
            .make_debug_node("DILexicalBlockFile", false, &fields);
        if let Some(debug) = &mut self.debug {
            debug.parts.insert(key, part);
        }
        part
    }
}

impl FunctionLowerer<'_, '_, '_, '_> {
    /// Instructions are at `span` from now on. Returns where they were, to be restored.
    pub(super) fn enter(&mut self, span: Span) -> Option<MetadataId> {
        let outer = self.location;
        if let Some(scope) = self.scope
            && let Some(location) = self.l.debug_location(scope, span)
        {
            self.location = Some(location);
        }
        outer
    }

    /// Variables are in a block of their own from now on, if `declarations` are of any. Returns the scope around it, to
    /// be restored.
    pub(super) fn enter_block(&mut self, declarations: &[Stmt]) -> Option<DebugScope> {
        let outer = self.scope;
        let is_described = |&var: &VarId| self.is_described(var);
        let first = declarations.iter().find_map(|item| match item {
            Stmt::Declare(vars) => vars.iter().copied().find(is_described),
            _ => None,
        });
        if let (Some(first), Some(scope)) = (first, outer) {
            let span = self.l.sema.var(first).span;
            let (line, column) = self.l.sema.sources.file(span.file).line_column(span.start);
            let fields = [
                ("scope", DebugField::Node(scope.node)),
                ("file", DebugField::Node(self.l.file_node(span.file))),
                ("line", DebugField::Number(line)),
                ("column", DebugField::Number(column)),
            ];
            let node = self.l.module.ctx.make_debug_node("DILexicalBlock", true, &fields);
            self.scope = Some(DebugScope {
                node,
                file: span.file,
            });
        }
        outer
    }

    fn is_described(&self, var: VarId) -> bool {
        let var = self.l.sema.var(var);
        self.l.debug.as_ref().is_some_and(|debug| debug.has_variables)
            && self.expansion_depth == 0
            && matches!(var.kind, VarKind::Local | VarKind::Parameter)
            && self.l.is_in_file(var.span)
            && !self.l.sema.text(var.name).is_empty()
    }

    /// Says that a variable, which is parameter `number` counted from 1 or none, is in the object at `pointer` from here
    /// on.
    pub(super) fn declare_variable(&mut self, id: VarId, number: u32, pointer: Value) {
        let Some(scope) = self.scope.filter(|_| self.is_described(id)) else {
            return;
        };
        let var = self.l.sema.var(id);
        let (span, ty, named, name) = (var.span, var.ty, var.named, self.l.sema.text(var.name));
        let Some(location) = self.l.debug_location(scope, span) else {
            return;
        };
        let ty = self.l.debug_type(ty, named);
        let (line, _) = self.l.sema.sources.file(span.file).line_column(span.start);
        let file = self.l.file_node(span.file);
        let mut fields = vec![("name", DebugField::String(name))];
        if number > 0 {
            fields.push(("arg", DebugField::Number(number)));
        }
        fields.extend([
            ("scope", DebugField::Node(scope.node)),
            ("file", DebugField::Node(file)),
            ("line", DebugField::Number(line)),
        ]);
        fields.extend(ty.map(|ty| ("type", DebugField::Node(ty))));
        let ctx = &mut self.l.module.ctx;
        let variable = ctx.make_debug_node("DILocalVariable", false, &fields);
        let expression = ctx.make_debug_node("DIExpression", false, &[]);
        let record = DebugRecord {
            kind: ctx.symbol("dbg_declare"),
            operands: vec![
                RecordOperand::Value(pointer),
                RecordOperand::Metadata(variable),
                RecordOperand::Metadata(expression),
                RecordOperand::Metadata(location),
            ],
        };
        self.func.append_record(self.block, record);
    }
}
