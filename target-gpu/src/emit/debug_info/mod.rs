//! Debug information: which line each instruction comes from, the functions that were inlined, variables and types.
//!
//! Source: DWARF 5. What is said of instructions without a line follows LLVM's `DwarfDebug`.

mod entries;
mod globals;
mod scopes;
mod tracking;
mod types;
mod variables;

use self::entries::Entries;
use self::scopes::Scopes;
use self::variables::{Places, Variable};
use crate::function_info::CompiledFunction;
use fxhash::{FxHashMap, FxHashSet};
use gimli::SectionId;
use gimli::write::{Address, Range};
use wavec_codegen::mir::{Inst, MachineFunction};
use wavec_gpu_mc::GpuStreamer;
use wavec_ir::debug_info::DebugLocation;
use wavec_ir::{Context, GlobalVar, MetadataId, Module};
use wavec_mc::dwarf::{emit_section, start_section};
use wavec_mc::{SourceFile, SourceLine, SymbolId};

/// An address in code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// Number of the label before it in [`DebugEmitter::labels`].
    label: usize,
    /// Bytes from the label.
    offset: u64,
}

impl Place {
    fn address(self) -> Address {
        Address::Symbol {
            symbol: self.label,
            addend: self.offset as i64,
        }
    }

    /// The code from here to `end`.
    fn to(self, end: Place) -> Range {
        match self.label == end.label {
            true => Range::StartLength {
                begin: self.address(),
                length: end.offset - self.offset,
            },
            false => Range::StartEnd {
                begin: self.address(),
                end: end.address(),
            },
        }
    }
}

/// A function's code.
struct FunctionLines {
    subprogram: MetadataId,
    start: Place,
    end: Place,
    /// From each place on, code is of this location.
    changes: Vec<(Place, Option<DebugLocation>)>,
    variables: Vec<Variable>,
}

/// What is known while code is emitted.
pub(super) struct DebugEmitter<'m> {
    ctx: &'m Context,
    unit: MetadataId,
    files: FxHashMap<MetadataId, u32>,
    names: Vec<SourceFile>,
    functions: Vec<FunctionLines>,
    /// Starts of functions, and places after code whose size is not known.
    labels: Vec<SymbolId>,
    /// Bytes of the current function before the last label.
    before_label: u64,
    /// Nodes of locations that were read.
    locations: FxHashMap<MetadataId, Option<DebugLocation>>,
    /// The last `.loc` of the current function.
    last: Option<SourceLine>,
    is_in_prologue: bool,
    /// Where the instructions of the current function begin, if it has variables.
    starts: Option<FxHashMap<Inst, Place>>,
}

impl<'m> DebugEmitter<'m> {
    /// Begins with the first compile unit of the module; `None` if the module has none or wants none described.
    pub(super) fn start<S: GpuStreamer>(module: &'m Module, out: &mut S) -> Option<DebugEmitter<'m>> {
        let ctx = &module.ctx;
        let key = ctx.symbols.find("llvm.dbg.cu")?;
        let (_, units) = ctx.metadata.named.iter().find(|(name, _)| *name == key)?;
        let wants = |&unit: &MetadataId| ctx.debug_text(unit, "emissionKind") != "NoDebug";
        let unit = units.iter().copied().find(wants)?;
        let main = ctx.debug_node(unit, "file")?;
        let mut debug = DebugEmitter {
            ctx,
            unit,
            files: FxHashMap::default(),
            names: Vec::new(),
            functions: Vec::new(),
            labels: Vec::new(),
            before_label: 0,
            locations: FxHashMap::default(),
            last: None,
            is_in_prologue: false,
            starts: None,
        };
        debug.file(main, out);
        Some(debug)
    }

    /// The number of a `DIFile`, which is declared when it is first used.
    fn file<S: GpuStreamer>(&mut self, node: MetadataId, out: &mut S) -> u32 {
        if let Some(&number) = self.files.get(&node) {
            return number;
        }
        let number = self.names.len() as u32;
        let file = SourceFile {
            directory: self.ctx.debug_text(node, "directory"),
            name: self.ctx.debug_text(node, "filename"),
            md5: (self.ctx.debug_text(node, "checksumkind") == "CSK_MD5")
                .then(|| u128::from_str_radix(&self.ctx.debug_text(node, "checksum"), 16).ok())
                .flatten()
                .map(u128::to_be_bytes),
        };
        // Several nodes may stand for a file, with an absolute name in different directories.
        let main = self.names.first();
        let directory = |file: &SourceFile| match (file.name.starts_with('/'), file.directory.as_str()) {
            (true, _) => String::new(),
            (false, "") => main.map_or_else(String::new, |main| main.directory.clone()),
            (false, directory) => directory.to_string(),
        };
        let is_same = |other: &SourceFile| other.name == file.name && directory(other) == directory(&file);
        if let Some(known) = self.names.iter().position(is_same) {
            self.files.insert(node, known as u32);
            return known as u32;
        }
        // Numbers are dense, and each is declared once.
        let _ = out.source_file(number, &file);
        self.names.push(file);
        self.files.insert(node, number);
        number
    }

    /// A function begins.
    pub(super) fn begin_function<S: GpuStreamer>(
        &mut self,
        subprogram: Option<MetadataId>,
        symbol: SymbolId,
        func: &MachineFunction,
        out: &mut S,
    ) {
        self.last = None;
        self.is_in_prologue = true;
        let Some(subprogram) = subprogram else { return };
        self.labels.push(symbol);
        self.before_label = 0;
        let start = self.place(0);
        self.functions.push(FunctionLines {
            subprogram,
            start,
            end: start,
            changes: Vec::new(),
            variables: Vec::new(),
        });
        self.starts = func.debug.is_some().then(FxHashMap::default);
        let line = SourceLine {
            file: self.file_of(subprogram, out),
            line: self.ctx.debug_number(subprogram, "scopeLine"),
            ..SourceLine::default()
        };
        self.emit(line, out);
    }

    /// The place `offset` bytes from the start of the current function.
    fn place(&self, offset: u64) -> Place {
        Place {
            label: self.labels.len() - 1,
            offset: offset - self.before_label,
        }
    }

    /// The code of the current function before `offset` may be shorter than was thought.
    ///
    /// # Errors
    /// A label that cannot be defined.
    pub(super) fn unknown_size<S: GpuStreamer>(&mut self, offset: u64, out: &mut S) -> Result<(), String> {
        if self.last.is_none() {
            return Ok(());
        }
        let label = out
            .symbols_mut()
            .intern(&format!(".Ldebug_place{}", self.labels.len()));
        self.labels.push(label);
        self.before_label = offset;
        out.label(label)
    }

    fn file_of<S: GpuStreamer>(&mut self, scope: MetadataId, out: &mut S) -> u32 {
        match self.ctx.debug_file(scope) {
            Some(file) => self.file(file, out),
            None => 0,
        }
    }

    fn emit<S: GpuStreamer>(&mut self, line: SourceLine, out: &mut S) {
        // Its file was declared.
        let _ = out.source_line(line);
        self.last = Some(line);
    }

    /// An instruction of the current function, at `offset` bytes from its start.
    pub(super) fn instruction<S: GpuStreamer>(
        &mut self,
        inst: Inst,
        node: Option<MetadataId>,
        starts_block: bool,
        offset: u64,
        out: &mut S,
    ) {
        let Some(last) = self.last else { return };
        let ctx = self.ctx;
        let location = node.and_then(|node| {
            *self
                .locations
                .entry(node)
                .or_insert_with(|| ctx.debug_location(node))
        });
        let place = self.place(offset);
        if let Some(starts) = &mut self.starts {
            starts.insert(inst, place);
        }
        let Some(function) = self.functions.last_mut() else {
            return;
        };
        if function.changes.last().is_none_or(|change| change.1 != location) {
            function.changes.push((place, location));
        }
        let Some(location) = location else {
            // Code of no line goes on with the last one's, but not into another block.
            if starts_block && last.line != 0 {
                self.emit(
                    SourceLine {
                        line: 0,
                        column: 0,
                        is_prologue_end: false,
                        ..last
                    },
                    out,
                );
            }
            return;
        };
        let mut line = SourceLine {
            file: self.file_of(location.scope, out),
            line: location.line,
            column: location.column,
            ..SourceLine::default()
        };
        line.is_statement = line.line != 0 && (line.line, line.file) != (last.line, last.file);
        if self.is_in_prologue && line.line != 0 {
            self.is_in_prologue = false;
            line.is_prologue_end = true;
            line.is_statement = true;
        }
        if (line.file, line.line, line.column) != (last.file, last.line, last.column) || line.is_prologue_end
        {
            self.emit(line, out);
        }
    }

    /// The current function ends after `size` bytes.
    pub(super) fn end_function(&mut self, func: &MachineFunction, size: u64) {
        if self.last.take().is_some() {
            let end = self.place(size);
            if let Some(function) = self.functions.last_mut() {
                function.end = end;
                if let (Some(table), Some(starts)) = (&func.debug, self.starts.take()) {
                    let places = Places::new(func, starts, end);
                    function.variables = variables::of(self.ctx, func, table, &places, end);
                }
            }
        }
    }

    /// Writes what is known of functions, and of variables that have a place of their own: those `emitted` as data, and
    /// those of work-groups that a function uses.
    ///
    /// # Errors
    /// A limit of the format.
    pub(super) fn finish<S: GpuStreamer>(
        mut self,
        compiled: &[CompiledFunction],
        emitted: &[GlobalVar],
        out: &mut S,
    ) -> Result<(), String> {
        if self.functions.is_empty() {
            return Ok(());
        }
        let globals = globals::of(&mut self, compiled, emitted, out);
        let functions = std::mem::take(&mut self.functions);
        let variables = functions.iter().flat_map(|function| &function.variables);
        let with_variables: FxHashSet<MetadataId> =
            variables.map(|variable| variable.location.scope).collect();
        let scopes: Vec<Scopes> = functions
            .iter()
            .map(|function| Scopes::of(self.ctx, function, &with_variables))
            .collect();
        let subprograms = functions.iter().map(|function| function.subprogram);
        let calls = scopes.iter().flat_map(Scopes::calls);
        for global in &globals {
            if let Some(file) = self.ctx.debug_node(global.node, "file") {
                self.file(file, out);
            }
        }
        for scope in subprograms.chain(calls.flat_map(|(callee, call)| [callee, call.scope])) {
            self.file_of(scope, out);
        }
        let sections = Entries::new(&self)
            .write(&functions, &scopes, &globals)
            .map_err(|error| error.to_string())?;

        // `.debug_info` refers to the line table, which the streamer writes.
        start_section(SectionId::DebugLine, out);
        sections.for_each(|id, section| {
            if !matches!(id, SectionId::DebugLine | SectionId::DebugLineStr) {
                emit_section(id, section, &self.labels, out);
            }
            Ok(())
        })
    }
}
