//! Completes an object module: fills in values that depend on other locations or emits relocations for them, and
//! assigns symbols their final values.

use super::{Definition, Fixup, MAX_DEPTH, ObjectStreamer, Request};
use crate::fixup::FixupKind;
use crate::inst::{MCExpr, SymbolId, VariantKind};
use crate::object_module::{
    Binding, Group, ObjectModule, ObjectSymbol, Relocation, SymbolKind, SymbolSection,
};
use crate::streamer::MCTarget;
use fxhash::FxHashMap;
use wavec_support::{Diagnostics, Span};

impl<T: MCTarget> ObjectStreamer<T> {
    /// Resolves everything and returns the module, without the target's header values.
    pub fn finish(mut self) -> Result<ObjectModule, Diagnostics> {
        let mut errors = Diagnostics::new();
        if let Some(location) = self.too_large {
            errors.error(location, "the file becomes too large");
            return Err(errors);
        }
        if let Err(error) = std::mem::take(&mut self.frames).emit(&mut self) {
            errors.error(Span::NONE, error);
            return Err(errors);
        }
        self.join_parts();
        if let Err(error) = self.emit_lines() {
            errors.error(Span::NONE, format!("the line table cannot be written: {error}"));
            return Err(errors);
        }
        self.name_sections();
        let renamed = match self.apply_versions() {
            Ok(renamed) => renamed,
            Err(message) => {
                errors.error(Span::NONE, message);
                return Err(errors);
            }
        };
        self.weaken_references();
        let used = self.used_symbols();
        let numbers = self.number_symbols(&used);
        for request in std::mem::take(&mut self.requests) {
            if let Err(message) = self.fulfil(&request, &numbers) {
                errors.error(request.location, message);
            }
        }
        for fixup in std::mem::take(&mut self.fixups) {
            if let Err(message) = self.resolve(&fixup, &numbers) {
                errors.error(fixup.location, message);
            }
        }
        let mut symbols = Vec::with_capacity(self.order.len());
        // Symbols of the module among the first of those that were mentioned.
        let mut kept_before = Vec::with_capacity(self.order.len() + 1);
        for &symbol in &self.order {
            kept_before.push(symbols.len() as u32);
            if numbers[symbol.0 as usize] == u32::MAX {
                continue;
            }
            match self.object_symbol(symbol) {
                Ok(found) => symbols.push(match renamed.get(&symbol) {
                    Some(name) => ObjectSymbol {
                        name: name.clone(),
                        ..found
                    },
                    None => found,
                }),
                Err(message) => errors.error(Span::NONE, message),
            }
        }
        if errors.has_errors() {
            return Err(errors);
        }
        kept_before.push(symbols.len() as u32);
        if let Err(message) = self.link_sections() {
            errors.error(Span::NONE, message);
            return Err(errors);
        }
        let groups = self.groups(&numbers);
        for (group, index) in groups.iter().zip(0..) {
            let signature = &mut symbols[group.signature as usize];
            let is_named = self.symbols.get(&signature.name);
            let is_used = is_named.is_some_and(|symbol| used[symbol.0 as usize]);
            if signature.section == SymbolSection::Undefined && !is_used {
                signature.section = SymbolSection::Group(index);
                signature.binding = Binding::Local;
            }
        }
        for section in &mut self.sections {
            section.relocations.sort_by_key(|relocation| relocation.offset);
            section.symbols_before = kept_before[section.symbols_before as usize];
        }
        let address_significant = self.address_significant.map(|symbols| {
            let numbers = symbols.iter().map(|symbol| numbers[symbol.0 as usize]);
            numbers.filter(|&number| number != u32::MAX).collect()
        });
        let sections = self.sections;
        Ok(ObjectModule {
            sections,
            symbols,
            groups,
            address_significant,
            ..ObjectModule::default()
        })
    }

    /// Writes the line table, if there is one.
    fn emit_lines(&mut self) -> Result<(), gimli::write::Error> {
        let mut lines = std::mem::take(&mut self.lines);
        if lines.is_empty() {
            return Ok(());
        }
        let mut sections = Vec::new();
        for section in lines.sections() {
            let symbol = self.symbols.intern(&format!(".Lline_section{section}"));
            self.info(symbol).definition = Definition::Label { section, offset: 0 };
            sections.push((symbol, self.sections[section as usize].size()));
        }
        lines.emit(&sections, self)
    }

    /// The otherwise undefined name of a section is its start.
    fn name_sections(&mut self) {
        for (section, number) in self.sections.iter().zip(0..) {
            let Some(symbol) = self.symbols.get(&section.spec.name) else {
                continue;
            };
            if let Some(info) = self.infos.get_mut(symbol.0 as usize)
                && matches!(info.definition, Definition::None)
                && info.binding.is_none()
            {
                info.definition = Definition::Label {
                    section: number,
                    offset: 0,
                };
                info.kind = SymbolKind::Section;
            }
        }
    }

    /// A relocation requested by a directive.
    fn fulfil(&mut self, request: &Request, numbers: &[u32]) -> Result<(), String> {
        let offset = self.place_in_section(&request.place, request.section)?;
        let (symbol, addend) = match &request.value {
            None => (None, 0),
            Some(value) => match self.sum(value, 0).filter(|sum| sum.subtract.is_none()) {
                Some(sum) => (sum.add, sum.constant),
                None => return Err("no relocation can represent the expression".to_string()),
            },
        };
        let section = &mut self.sections[request.section as usize];
        if offset > section.size() {
            return Err("the relocation is outside of the section".to_string());
        }
        section.relocations.push(Relocation {
            offset,
            symbol: symbol.map_or(u32::MAX, |(symbol, _)| numbers[symbol.0 as usize]),
            kind: request.kind,
            addend,
        });
        Ok(())
    }

    /// Finds the sections that others are linked to.
    fn link_sections(&mut self) -> Result<(), String> {
        for index in 0..self.sections.len() {
            let Some(name) = self.sections[index].spec.linked_to.clone() else {
                continue;
            };
            let symbol = self.symbols.get(&name);
            let section = match symbol.map(|symbol| self.definition(symbol)) {
                Some(Definition::Label { section, .. }) => Some(*section),
                _ => self.section_called(&name),
            };
            if section.is_none() && !name.is_empty() {
                return Err(format!("linked-to symbol is not in a section: {name}"));
            }
            self.sections[index].linked_to = section;
        }
        Ok(())
    }

    /// The first section of this name.
    fn section_called(&self, name: &str) -> Option<u32> {
        let mut sections = self.sections.iter().zip(0..);
        sections
            .find(|(section, _)| section.spec.name == name)
            .map(|(_, number)| number)
    }

    /// The groups of the sections, in the order of their first sections.
    fn groups(&mut self, numbers: &[u32]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut by_signature = FxHashMap::default();
        for section in &mut self.sections {
            let Some(group) = &section.spec.group else {
                continue;
            };
            let symbol = self.symbols.get(&group.signature);
            let signature = symbol.map_or(u32::MAX, |symbol| numbers[symbol.0 as usize]);
            section.group = Some(*by_signature.entry(signature).or_insert_with(|| {
                groups.push(Group {
                    signature,
                    is_comdat: group.is_comdat,
                });
                groups.len() as u32 - 1
            }));
        }
        groups
    }

    /// Symbols that relocations may name.
    fn used_symbols(&self) -> Vec<bool> {
        let mut kept = vec![false; self.symbols.len()];
        for fixup in &self.fixups {
            let may_relocate = matches!(fixup.kind, FixupKind::Literal | FixupKind::Data(_));
            self.keep(&fixup.expr, fixup.section, may_relocate, &mut kept, 0);
        }
        for request in &self.requests {
            if let Some(value) = &request.value {
                self.keep(value, request.section, true, &mut kept, 0);
            }
        }
        kept
    }

    /// Index of each symbol in the module; `u32::MAX` for local labels (`.L`) that no relocation can need.
    fn number_symbols(&self, used: &[bool]) -> Vec<u32> {
        let mut kept = used.to_vec();
        for group in self
            .sections
            .iter()
            .filter_map(|section| section.spec.group.as_ref())
        {
            if let Some(symbol) = self.symbols.get(&group.signature) {
                kept[symbol.0 as usize] = true;
            }
        }
        let mut numbers = vec![u32::MAX; self.symbols.len()];
        let mut next = 0;
        for &symbol in &self.order {
            let index = symbol.0 as usize;
            let defined = !matches!(self.definition(symbol), Definition::None);
            if self.symbols.name(symbol).starts_with(".L") && defined && !kept[index] {
                continue;
            }
            numbers[index] = next;
            next += 1;
        }
        numbers
    }

    /// Marks the symbols of an expression that relocations may name.
    fn keep(&self, expr: &MCExpr, from: u32, may_relocate: bool, kept: &mut [bool], depth: u32) {
        match expr {
            MCExpr::Constant(_) => {}
            MCExpr::Symbol(symbol, _) => {
                let crosses = match self.definition(*symbol) {
                    Definition::Label { section, .. } => *section != from,
                    Definition::Assigned(inner) if depth < MAX_DEPTH => {
                        return self.keep(inner, from, may_relocate, kept, depth + 1);
                    }
                    _ => true,
                };
                kept[symbol.0 as usize] |= crosses || may_relocate;
            }
            MCExpr::Unary(_, inner) => self.keep(inner, from, may_relocate, kept, depth),
            MCExpr::Binary(_, a, b) => {
                self.keep(a, from, may_relocate, kept, depth);
                self.keep(b, from, may_relocate, kept, depth);
            }
        }
    }

    fn resolve(&mut self, fixup: &Fixup, numbers: &[u32]) -> Result<(), String> {
        let Some(sum) = self.sum(&fixup.expr, 0) else {
            return Err("no relocation can represent the expression".to_string());
        };
        let variant = sum.add.map_or(VariantKind::None, |(_, variant)| variant);
        let pc_relative = self.target.is_pc_relative(fixup.kind, variant);
        let place = fixup.offset;
        let mut constant = sum.constant;
        let mut add = sum.add;
        if let Some(minus) = sum.subtract {
            // `a - b` with b in this section is relative to the location.
            return match self.definition(minus) {
                Definition::Label { section, offset } if *section == fixup.section && !pc_relative => {
                    let constant = constant.wrapping_add(place.wrapping_sub(*offset) as i64);
                    self.relocate(fixup, add, constant, true, numbers)
                }
                _ => Err("the difference of these symbols is not known".to_string()),
            };
        }
        if let Some((symbol, variant)) = add
            && pc_relative
            && !self.target.is_left_to_linker(fixup.kind, variant)
            && let Definition::Label { section, offset } = self.definition(symbol)
            && *section == fixup.section
            && self.is_local(symbol)
        {
            constant = constant.wrapping_add(offset.wrapping_sub(place) as i64);
            add = None;
        } else if pc_relative && add.is_none() && !self.target.may_be_number(fixup.kind) {
            return Err("expected an address, found a number".to_string());
        }
        if add.is_none() {
            let data = &mut self.sections[fixup.section as usize].data[place as usize..];
            return self.target.apply_fixup(fixup.kind, constant, data);
        }
        self.relocate(fixup, add, constant, false, numbers)
    }

    fn relocate(
        &mut self,
        fixup: &Fixup,
        add: Option<(SymbolId, VariantKind)>,
        addend: i64,
        relative: bool,
        numbers: &[u32],
    ) -> Result<(), String> {
        let Some((symbol, variant)) = add else {
            return Err("no relocation can represent the expression".to_string());
        };
        if self.target.needs_definition(fixup.kind) && matches!(self.definition(symbol), Definition::None) {
            return Err(format!("undefined label '{}'", self.symbols.name(symbol)));
        }
        let kind = match (relative, variant, fixup.kind) {
            (false, _, kind) => kind,
            (true, VariantKind::None, FixupKind::Data(size @ (4 | 8))) => FixupKind::Distance(size),
            _ => return Err("no relocation can represent the expression".to_string()),
        };
        let Some(kind) = self.target.relocation(kind, variant) else {
            return Err(format!("no relocation for '{}' here", variant.suffix()));
        };
        let number = numbers[symbol.0 as usize];
        if number == u32::MAX {
            return Err(format!(
                "symbol '{}' is not in the symbol table",
                self.symbols.name(symbol)
            ));
        }
        if self.target.needs_definition(fixup.kind) {
            // The field already contains the addend for a value of zero.
            let data = &mut self.sections[fixup.section as usize].data[fixup.offset as usize..];
            self.target.apply_fixup(fixup.kind, 0, data)?;
        }
        let relocation = Relocation {
            offset: fixup.offset,
            symbol: number,
            kind,
            addend,
        };
        self.sections[fixup.section as usize].relocations.push(relocation);
        Ok(())
    }

    fn is_local(&self, symbol: SymbolId) -> bool {
        let info = &self.infos[symbol.0 as usize];
        info.binding.unwrap_or_default() == Binding::Local
    }

    fn object_symbol(&self, symbol: SymbolId) -> Result<ObjectSymbol, String> {
        let info = &self.infos[symbol.0 as usize];
        let name = self.symbols.name(symbol);
        // An alias has the properties of its location, unless directives say otherwise.
        let (mut size, mut kind) = (&info.size, info.kind);
        let (section, value) = match &info.definition {
            Definition::None => (SymbolSection::Undefined, 0),
            Definition::Common(_, align, memory) => (SymbolSection::Common(*memory), *align),
            Definition::Label { section, offset } => (SymbolSection::Section(*section), *offset),
            Definition::Assigned(expr) => {
                let Some(sum) = self.sum(expr, 0) else {
                    return Err(format!("the value of '{name}' is not known"));
                };
                match (sum.add, sum.subtract) {
                    (None, None) => (SymbolSection::Absolute, sum.constant as u64),
                    (Some((base, VariantKind::None)), None) => match self.definition(base) {
                        Definition::Label { section, offset } => {
                            let of_place = &self.infos[base.0 as usize];
                            size = size.as_ref().map_or(&of_place.size, |_| size);
                            if kind == SymbolKind::None {
                                kind = of_place.kind;
                            }
                            (
                                SymbolSection::Section(*section),
                                offset.wrapping_add(sum.constant as u64),
                            )
                        }
                        _ => return Err(format!("the value of '{name}' is not known")),
                    },
                    _ => return Err(format!("the value of '{name}' is not known")),
                }
            }
        };
        let size = match size {
            None => match info.definition {
                Definition::Common(size, ..) => size,
                _ => 0,
            },
            Some(size) => match self.constant(size, 0) {
                Some(size) => size as u64,
                None => return Err(format!("the size of '{name}' is not known")),
            },
        };
        let undefined = matches!(section, SymbolSection::Undefined);
        Ok(ObjectSymbol {
            name: name.to_string(),
            section,
            value,
            size,
            binding: info.binding.unwrap_or(if undefined {
                Binding::Global
            } else {
                Binding::Local
            }),
            kind,
            visibility: info.visibility,
        })
    }
}
