//! Debug information: which line each instruction comes from, and the functions that were inlined.
//!
//! Source: DWARF 5. What is said of instructions without a line follows LLVM's `DwarfDebug`.

use fxhash::FxHashMap;
use gimli::constants as dw;
use gimli::write::{
    Address, AttributeValue, DebuggingInformationEntry, DwarfUnit, LineProgram, LineString, Range, RangeList,
    Sections, UnitEntryId,
};
use gimli::{LineEncoding, SectionId};
use smallvec::SmallVec;
use wavec_gpu_mc::GpuStreamer;
use wavec_ir::debug_info::DebugLocation;
use wavec_ir::{Context, MetadataId, Module};
use wavec_mc::dwarf::{DwarfWriter, ENCODING, dwarf_text, emit_section, start_section};
use wavec_mc::{SourceFile, SourceLine, SymbolId};

/// The most calls that were inlined into each other which are described.
const MOST_INLINED: usize = 1000;

/// An address in code.
#[derive(Clone, Copy, PartialEq, Eq)]
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
        });
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
    pub(super) fn end_function(&mut self, size: u64) {
        if self.last.take().is_some() {
            let end = self.place(size);
            if let Some(function) = self.functions.last_mut() {
                function.end = end;
            }
        }
    }

    /// Writes what is known of functions.
    ///
    /// # Errors
    /// A limit of the format.
    pub(super) fn finish<S: GpuStreamer>(mut self, out: &mut S) -> Result<(), String> {
        if self.functions.is_empty() {
            return Ok(());
        }
        let functions = std::mem::take(&mut self.functions);
        let trees: Vec<InlineTree> = functions
            .iter()
            .map(|function| self.inline_tree(function))
            .collect();
        let scopes = functions.iter().map(|function| function.subprogram);
        let calls = trees.iter().flat_map(|tree| &tree.entries);
        for scope in scopes.chain(calls.flat_map(|entry| [entry.callee, entry.call.scope])) {
            self.file_of(scope, out);
        }
        let sections = self
            .sections(&functions, &trees)
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

    /// Which calls were inlined into a function, and where their code is.
    fn inline_tree(&self, function: &FunctionLines) -> InlineTree {
        let mut tree = InlineTree::default();
        let ends = function.changes.iter().skip(1).map(|change| change.0);
        for (&(start, location), end) in function.changes.iter().zip(ends.chain([function.end])) {
            let Some(mut at) = location else { continue };
            let mut chain: SmallVec<[(MetadataId, MetadataId, DebugLocation); 8]> = SmallVec::new();
            while let Some(site) = at.inlined_at
                && let (Some(callee), Some(call)) =
                    (self.ctx.debug_subprogram(at.scope), self.ctx.debug_location(site))
                && chain.len() < MOST_INLINED
            {
                chain.push((site, callee, call));
                at = call;
            }
            let mut parent = None;
            for &(site, callee, call) in chain.iter().rev() {
                parent = Some(tree.add(parent, site, callee, call, (start, end)));
            }
        }
        tree
    }

    fn sections(
        &self,
        functions: &[FunctionLines],
        trees: &[InlineTree],
    ) -> Result<Sections<DwarfWriter>, gimli::write::Error> {
        let main = &self.names[0];
        // Files and rows are the streamer's: what counts here is that there is a table, which is not empty.
        let mut program = LineProgram::new(
            ENCODING,
            LineEncoding::default(),
            LineString::String(dwarf_text(&main.directory)),
            None,
            LineString::String(dwarf_text(&main.name)),
            None,
        );
        program.begin_sequence(None);
        program.end_sequence(0);
        let mut dwarf = DwarfUnit::new(ENCODING);
        dwarf.unit.line_program = program;
        let root = dwarf.unit.root();
        let string = |dwarf: &mut DwarfUnit, text: &str| {
            AttributeValue::StringRef(dwarf.strings.add(dwarf_text(text)))
        };
        let producer = string(&mut dwarf, &self.ctx.debug_text(self.unit, "producer"));
        let name = string(&mut dwarf, &main.name);
        let directory = string(&mut dwarf, &main.directory);
        let everything = functions.iter().map(|function| function.start.to(function.end));
        let ranges = dwarf.unit.ranges.add(RangeList(everything.collect()));
        let unit = dwarf.unit.get_mut(root);
        unit.set(dw::DW_AT_producer, producer);
        unit.set(dw::DW_AT_language, AttributeValue::Language(self.language()));
        unit.set(dw::DW_AT_name, name);
        unit.set(dw::DW_AT_comp_dir, directory);
        unit.set(dw::DW_AT_stmt_list, AttributeValue::LineProgramRef);
        unit.set(dw::DW_AT_low_pc, AttributeValue::Address(Address::Constant(0)));
        unit.set(dw::DW_AT_ranges, AttributeValue::RangeListRef(ranges));
        // Functions that were inlined somewhere, in order of first use.
        let mut inlined: FxHashMap<MetadataId, UnitEntryId> = FxHashMap::default();
        for entry in trees.iter().flat_map(|tree| &tree.entries) {
            inlined.entry(entry.callee).or_insert_with(|| {
                let id = dwarf.unit.add(root, dw::DW_TAG_subprogram);
                self.describe(&mut dwarf, id, entry.callee);
                let die = dwarf.unit.get_mut(id);
                die.set(dw::DW_AT_inline, AttributeValue::Inline(dw::DW_INL_inlined));
                id
            });
        }
        for (function, tree) in functions.iter().zip(trees) {
            let id = dwarf.unit.add(root, dw::DW_TAG_subprogram);
            let die = dwarf.unit.get_mut(id);
            set_code(die, function.start, function.end);
            match inlined.get(&function.subprogram) {
                Some(&origin) => die.set(dw::DW_AT_abstract_origin, AttributeValue::UnitRef(origin)),
                None => self.describe(&mut dwarf, id, function.subprogram),
            }
            self.inlined_calls(&mut dwarf, id, tree, &inlined);
        }
        let mut sections = Sections::new(DwarfWriter::default());
        dwarf.write(&mut sections)?;
        Ok(sections)
    }

    fn language(&self) -> dw::DwLang {
        match self.ctx.debug_text(self.unit, "language").as_str() {
            "DW_LANG_OpenCL" => dw::DW_LANG_OpenCL,
            "DW_LANG_Python" => dw::DW_LANG_Python,
            "DW_LANG_C" | "DW_LANG_C89" => dw::DW_LANG_C89,
            "DW_LANG_C11" => dw::DW_LANG_C11,
            "DW_LANG_C_plus_plus_11" => dw::DW_LANG_C_plus_plus_11,
            "DW_LANG_C_plus_plus_14" => dw::DW_LANG_C_plus_plus_14,
            "DW_LANG_C_plus_plus" => dw::DW_LANG_C_plus_plus,
            "DW_LANG_Rust" => dw::DW_LANG_Rust,
            "DW_LANG_Julia" => dw::DW_LANG_Julia,
            _ => dw::DW_LANG_C99,
        }
    }

    /// Name and place of a function's declaration.
    fn describe(&self, dwarf: &mut DwarfUnit, id: UnitEntryId, subprogram: MetadataId) {
        let ctx = self.ctx;
        let name = ctx.debug_text(subprogram, "name");
        let linkage_name = ctx.debug_text(subprogram, "linkageName");
        let file = ctx.debug_file(subprogram).and_then(|file| self.files.get(&file));
        let strings = [(dw::DW_AT_name, name), (dw::DW_AT_linkage_name, linkage_name)];
        for (attribute, text) in strings.into_iter().filter(|(_, text)| !text.is_empty()) {
            let text = dwarf.strings.add(dwarf_text(&text));
            dwarf
                .unit
                .get_mut(id)
                .set(attribute, AttributeValue::StringRef(text));
        }
        let die = dwarf.unit.get_mut(id);
        let file = file.copied().unwrap_or(0);
        die.set(dw::DW_AT_decl_file, AttributeValue::Udata(file.into()));
        let line = ctx.debug_number(subprogram, "line");
        die.set(dw::DW_AT_decl_line, AttributeValue::Udata(line.into()));
        let is_local = ctx
            .debug_text(subprogram, "spFlags")
            .contains("DISPFlagLocalToUnit");
        if !is_local {
            die.set(dw::DW_AT_external, AttributeValue::FlagPresent);
        }
    }

    /// The calls that were inlined into `function`.
    fn inlined_calls(
        &self,
        dwarf: &mut DwarfUnit,
        function: UnitEntryId,
        tree: &InlineTree,
        origins: &FxHashMap<MetadataId, UnitEntryId>,
    ) {
        let mut ids = Vec::with_capacity(tree.entries.len());
        // A call comes after the one it was inlined into.
        for entry in &tree.entries {
            let parent = entry.parent.map_or(function, |parent| ids[parent]);
            let id = dwarf.unit.add(parent, dw::DW_TAG_inlined_subroutine);
            ids.push(id);
            let ranges = match entry.ranges[..] {
                [_] => None,
                _ => {
                    let ranges = entry.ranges.iter().map(|&(start, end)| start.to(end));
                    Some(dwarf.unit.ranges.add(RangeList(ranges.collect())))
                }
            };
            let file = self
                .ctx
                .debug_file(entry.call.scope)
                .and_then(|file| self.files.get(&file));
            let die = dwarf.unit.get_mut(id);
            die.set(
                dw::DW_AT_abstract_origin,
                AttributeValue::UnitRef(origins[&entry.callee]),
            );
            match ranges {
                Some(ranges) => die.set(dw::DW_AT_ranges, AttributeValue::RangeListRef(ranges)),
                None => {
                    let (start, end) = entry.ranges[0];
                    set_code(die, start, end);
                }
            }
            let file = file.copied().unwrap_or(0);
            die.set(dw::DW_AT_call_file, AttributeValue::Udata(file.into()));
            die.set(dw::DW_AT_call_line, AttributeValue::Udata(entry.call.line.into()));
            die.set(
                dw::DW_AT_call_column,
                AttributeValue::Udata(entry.call.column.into()),
            );
        }
    }
}

/// A call that was inlined into a function.
struct InlinedCall {
    /// The call, in the same tree, that it was inlined into.
    parent: Option<usize>,
    callee: MetadataId,
    call: DebugLocation,
    /// Starts and ends of its code.
    ranges: Vec<(Place, Place)>,
}

#[derive(Default)]
struct InlineTree {
    entries: Vec<InlinedCall>,
    known: FxHashMap<(Option<usize>, MetadataId), usize>,
}

impl InlineTree {
    /// Adds code to a call; returns its number.
    fn add(
        &mut self,
        parent: Option<usize>,
        site: MetadataId,
        callee: MetadataId,
        call: DebugLocation,
        range: (Place, Place),
    ) -> usize {
        let number = *self.known.entry((parent, site)).or_insert_with(|| {
            self.entries.push(InlinedCall {
                parent,
                callee,
                call,
                ranges: Vec::new(),
            });
            self.entries.len() - 1
        });
        match self.entries[number].ranges.last_mut() {
            Some(last) if last.1 == range.0 => last.1 = range.1,
            _ => self.entries[number].ranges.push(range),
        }
        number
    }
}

/// The attributes of code in one piece.
fn set_code(die: &mut DebuggingInformationEntry, start: Place, end: Place) {
    die.set(dw::DW_AT_low_pc, AttributeValue::Address(start.address()));
    let end = match start.label == end.label {
        true => AttributeValue::Udata(end.offset - start.offset),
        false => AttributeValue::Address(end.address()),
    };
    die.set(dw::DW_AT_high_pc, end);
}
