//! The entries of functions, scopes and variables.

use super::globals::Global;
use super::scopes::{ScopeKind, Scopes};
use super::variables::{Variable, VariablePlace};
use super::{DebugEmitter, FunctionLines, Place};
use fxhash::{FxHashMap, FxHashSet};
use gimli::LineEncoding;
use gimli::constants as dw;
use gimli::write::{
    Address, AttributeValue, DwarfUnit, LineProgram, LineString, Location, LocationList, Range, RangeList,
    Sections, UnitEntryId,
};
use wavec_ir::{Context, MetadataId};
use wavec_mc::dwarf::{DwarfWriter, ENCODING, dwarf_text};

/// The entries of a compile unit while they are made.
pub(super) struct Entries<'d> {
    debug: &'d DebugEmitter<'d>,
    pub ctx: &'d Context,
    dwarf: DwarfUnit,
    /// The compile unit.
    pub root: UnitEntryId,
    /// Those of types; none for types that are not described.
    pub types: FxHashMap<MetadataId, Option<UnitEntryId>>,
    pub index_type: Option<UnitEntryId>,
    /// How deep the type is in others that is being described.
    pub depth: u32,
    /// Those of functions that were inlined somewhere, their blocks and variables, which stand for no code.
    origins: FxHashMap<MetadataId, UnitEntryId>,
}

impl<'d> Entries<'d> {
    /// The compile unit alone.
    pub(super) fn new(debug: &'d DebugEmitter<'d>) -> Entries<'d> {
        let main = &debug.names[0];
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
        Entries {
            debug,
            ctx: debug.ctx,
            root: dwarf.unit.root(),
            dwarf,
            types: FxHashMap::default(),
            index_type: None,
            depth: 0,
            origins: FxHashMap::default(),
        }
    }

    pub(super) fn add(&mut self, parent: UnitEntryId, tag: dw::DwTag) -> UnitEntryId {
        self.dwarf.unit.add(parent, tag)
    }

    pub(super) fn set(&mut self, entry: UnitEntryId, attribute: dw::DwAt, value: AttributeValue) {
        self.dwarf.unit.get_mut(entry).set(attribute, value);
    }

    fn set_string(&mut self, entry: UnitEntryId, attribute: dw::DwAt, text: &str) {
        let text = self.dwarf.strings.add(dwarf_text(text));
        self.set(entry, attribute, AttributeValue::StringRef(text));
    }

    /// Gives `entry` a name, unless that is empty.
    pub(super) fn set_name(&mut self, entry: UnitEntryId, name: &str) {
        if !name.is_empty() {
            self.set_string(entry, dw::DW_AT_name, name);
        }
    }

    /// The sections for `functions`, whose scopes are `scopes`.
    ///
    /// # Errors
    /// A limit of the format.
    pub(super) fn write(
        mut self,
        functions: &[FunctionLines],
        scopes: &[Scopes],
        globals: &[Global],
    ) -> Result<Sections<DwarfWriter>, gimli::write::Error> {
        self.unit(functions);
        // Functions that were inlined somewhere, in order of first use.
        for (callee, _) in scopes.iter().flat_map(Scopes::calls) {
            if !self.origins.contains_key(&callee) {
                let entry = self.add(self.root, dw::DW_TAG_subprogram);
                self.describe(entry, callee);
                self.set(
                    entry,
                    dw::DW_AT_inline,
                    AttributeValue::Inline(dw::DW_INL_inlined),
                );
                self.origins.insert(callee, entry);
            }
        }
        let variables = || functions.iter().flat_map(|function| &function.variables);
        for variable in variables() {
            self.origin_of_variable(variable);
        }
        let described: FxHashSet<MetadataId> = variables().map(|variable| variable.location.scope).collect();
        let mut entries: FxHashMap<MetadataId, UnitEntryId> = FxHashMap::default();
        for (function, scopes) in functions.iter().zip(scopes) {
            let entry = self.add(self.root, dw::DW_TAG_subprogram);
            entries.insert(function.subprogram, entry);
            self.set_code(entry, &[(function.start, function.end)]);
            match self.origins.get(&function.subprogram) {
                Some(&origin) => self.set(entry, dw::DW_AT_abstract_origin, AttributeValue::UnitRef(origin)),
                None => self.describe(entry, function.subprogram),
            }
            let entries = self.scopes(entry, scopes);
            for variable in &function.variables {
                if let Ok(scope) = scopes.find(self.ctx, variable.location, &described) {
                    self.variable(scope.map_or(entry, |scope| entries[scope]), variable);
                }
            }
        }
        for global in globals {
            let scope = self.ctx.debug_node(global.node, "scope");
            let parent = scope.and_then(|scope| entries.get(&scope).or(self.origins.get(&scope)).copied());
            let entry = self.add(parent.unwrap_or(self.root), dw::DW_TAG_variable);
            self.describe_variable(entry, global.node);
            if self.ctx.debug_text(global.node, "isLocal") != "true" {
                self.set(entry, dw::DW_AT_external, AttributeValue::FlagPresent);
            }
            let place = AttributeValue::Exprloc(global.place.clone());
            self.set(entry, dw::DW_AT_location, place);
        }
        let mut sections = Sections::new(DwarfWriter::default());
        self.dwarf.write(&mut sections)?;
        Ok(sections)
    }

    fn unit(&mut self, functions: &[FunctionLines]) {
        let (root, debug) = (self.root, self.debug);
        let everything = functions.iter().map(|function| function.start.to(function.end));
        let ranges = self.dwarf.unit.ranges.add(RangeList(everything.collect()));
        self.set_string(
            root,
            dw::DW_AT_producer,
            &self.ctx.debug_text(debug.unit, "producer"),
        );
        self.set(
            root,
            dw::DW_AT_language,
            AttributeValue::Language(self.language()),
        );
        self.set_string(root, dw::DW_AT_name, &debug.names[0].name);
        self.set_string(root, dw::DW_AT_comp_dir, &debug.names[0].directory);
        self.set(root, dw::DW_AT_stmt_list, AttributeValue::LineProgramRef);
        self.set(
            root,
            dw::DW_AT_low_pc,
            AttributeValue::Address(Address::Constant(0)),
        );
        self.set(root, dw::DW_AT_ranges, AttributeValue::RangeListRef(ranges));
    }

    fn language(&self) -> dw::DwLang {
        match self.ctx.debug_text(self.debug.unit, "language").as_str() {
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

    /// The number of a file; 0, the main one, if it has none.
    fn file_number(&self, file: Option<MetadataId>) -> AttributeValue {
        let number = file.and_then(|file| self.debug.files.get(&file));
        AttributeValue::Udata(number.copied().unwrap_or(0).into())
    }

    /// Name, place and type of a function's declaration.
    fn describe(&mut self, entry: UnitEntryId, subprogram: MetadataId) {
        let ctx = self.ctx;
        self.set_name(entry, &ctx.debug_text(subprogram, "name"));
        let linkage_name = ctx.debug_text(subprogram, "linkageName");
        if !linkage_name.is_empty() {
            self.set_string(entry, dw::DW_AT_linkage_name, &linkage_name);
        }
        let file = self.file_number(ctx.debug_file(subprogram));
        self.set(entry, dw::DW_AT_decl_file, file);
        let line = ctx.debug_number(subprogram, "line");
        self.set(entry, dw::DW_AT_decl_line, AttributeValue::Udata(line.into()));
        if ctx.describes_variables()
            && let Some(ty) = ctx.debug_node(subprogram, "type")
            && let Some(&Some(ret)) = ctx.debug_list(ty, "types").first()
            && let Some(ret) = self.type_entry(ret)
        {
            self.set(entry, dw::DW_AT_type, AttributeValue::UnitRef(ret));
        }
        let is_local = ctx
            .debug_text(subprogram, "spFlags")
            .contains("DISPFlagLocalToUnit");
        if !is_local {
            self.set(entry, dw::DW_AT_external, AttributeValue::FlagPresent);
        }
    }

    /// The entry for a variable of a function that was inlined somewhere.
    fn origin_of_variable(&mut self, variable: &Variable) {
        if self.origins.contains_key(&variable.node) {
            return;
        }
        let scopes: Vec<MetadataId> = self.ctx.debug_scopes(variable.location.scope).collect();
        let Some(&function) = scopes
            .last()
            .filter(|function| self.origins.contains_key(function))
        else {
            return;
        };
        let mut parent = self.origins[&function];
        for &scope in scopes.iter().rev().skip(1) {
            // Parts of a scope in another file are no scopes.
            if self.ctx.is_debug_node(scope, "DILexicalBlock") {
                parent = match self.origins.get(&scope) {
                    Some(&known) => known,
                    None => self.add(parent, dw::DW_TAG_lexical_block),
                };
                self.origins.insert(scope, parent);
            }
        }
        let entry = self.add(parent, tag_of(self.ctx, variable));
        self.describe_variable(entry, variable.node);
        self.origins.insert(variable.node, entry);
    }

    fn describe_variable(&mut self, entry: UnitEntryId, node: MetadataId) {
        let ctx = self.ctx;
        self.set_name(entry, &ctx.debug_text(node, "name"));
        let file = self.file_number(ctx.debug_node(node, "file"));
        self.set(entry, dw::DW_AT_decl_file, file);
        let line = ctx.debug_number(node, "line");
        self.set(entry, dw::DW_AT_decl_line, AttributeValue::Udata(line.into()));
        self.set_type(entry, node, "type");
    }

    fn variable(&mut self, parent: UnitEntryId, variable: &Variable) {
        let entry = self.add(parent, tag_of(self.ctx, variable));
        match self.origins.get(&variable.node) {
            Some(&origin) => self.set(entry, dw::DW_AT_abstract_origin, AttributeValue::UnitRef(origin)),
            None => self.describe_variable(entry, variable.node),
        }
        let place = match &variable.place {
            VariablePlace::None => return,
            VariablePlace::Fixed(expression) => AttributeValue::Exprloc(expression.clone()),
            VariablePlace::Ranges(ranges) => {
                let list = ranges
                    .iter()
                    .map(|(start, end, expression)| match start.to(*end) {
                        Range::StartLength { begin, length } => Location::StartLength {
                            begin,
                            length,
                            data: expression.clone(),
                        },
                        _ => Location::StartEnd {
                            begin: start.address(),
                            end: end.address(),
                            data: expression.clone(),
                        },
                    });
                AttributeValue::LocationListRef(self.dwarf.unit.locations.add(LocationList(list.collect())))
            }
        };
        self.set(entry, dw::DW_AT_location, place);
    }

    /// The entries of the scopes in `function`.
    fn scopes(&mut self, function: UnitEntryId, scopes: &Scopes) -> Vec<UnitEntryId> {
        let mut entries = Vec::with_capacity(scopes.all.len());
        // A scope comes after the one it is in.
        for scope in &scopes.all {
            let parent = scope.parent.map_or(function, |parent| entries[parent]);
            let entry = match scope.kind {
                ScopeKind::Call { callee, call } => {
                    let entry = self.add(parent, dw::DW_TAG_inlined_subroutine);
                    let origin = AttributeValue::UnitRef(self.origins[&callee]);
                    self.set(entry, dw::DW_AT_abstract_origin, origin);
                    self.set_code(entry, &scope.ranges);
                    let file = self.file_number(self.ctx.debug_file(call.scope));
                    self.set(entry, dw::DW_AT_call_file, file);
                    let (line, column) = (call.line.into(), call.column.into());
                    self.set(entry, dw::DW_AT_call_line, AttributeValue::Udata(line));
                    self.set(entry, dw::DW_AT_call_column, AttributeValue::Udata(column));
                    entry
                }
                ScopeKind::Block(node) => {
                    let entry = self.add(parent, dw::DW_TAG_lexical_block);
                    if let Some(&origin) = self.origins.get(&node) {
                        self.set(entry, dw::DW_AT_abstract_origin, AttributeValue::UnitRef(origin));
                    }
                    self.set_code(entry, &scope.ranges);
                    entry
                }
            };
            entries.push(entry);
        }
        entries
    }

    /// The attributes that say where code is.
    fn set_code(&mut self, entry: UnitEntryId, ranges: &[(Place, Place)]) {
        let &[(start, end)] = ranges else {
            let ranges = ranges.iter().map(|&(start, end)| start.to(end));
            let list = self.dwarf.unit.ranges.add(RangeList(ranges.collect()));
            self.set(entry, dw::DW_AT_ranges, AttributeValue::RangeListRef(list));
            return;
        };
        self.set(entry, dw::DW_AT_low_pc, AttributeValue::Address(start.address()));
        let end = match start.label == end.label {
            true => AttributeValue::Udata(end.offset - start.offset),
            false => AttributeValue::Address(end.address()),
        };
        self.set(entry, dw::DW_AT_high_pc, end);
    }
}

fn tag_of(ctx: &Context, variable: &Variable) -> dw::DwTag {
    match ctx.debug_number(variable.node, "arg") {
        0 => dw::DW_TAG_variable,
        _ => dw::DW_TAG_formal_parameter,
    }
}
