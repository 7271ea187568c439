//! What is put together at the end: parts of sections, symbols with versions, and weak references.

use super::{Definition, ObjectStreamer};
use crate::inst::{MCExpr, SymbolId};
use crate::object_module::{Binding, SectionKey};
use crate::streamer::MCTarget;
use fxhash::{FxHashMap, FxHashSet};

impl<T: MCTarget> ObjectStreamer<T> {
    /// Makes one section of those that are parts of one, in the order of their numbers.
    pub(super) fn join_parts(&mut self) {
        if self.sections.iter().all(|section| section.spec.subsection == 0) {
            return;
        }
        let mut parts: FxHashMap<SectionKey, Vec<u32>> = FxHashMap::default();
        for (section, number) in self.sections.iter().zip(0..) {
            let key = section.spec.clone().subsection(0).key();
            parts.entry(key).or_default().push(number);
        }
        // By old number: the new one, and the offset there.
        let mut places = vec![(0u32, 0u64); self.sections.len()];
        let mut joined = Vec::new();
        let mut old: Vec<_> = std::mem::take(&mut self.sections).into_iter().map(Some).collect();
        for number in 0..old.len() {
            let Some(first) = &old[number] else { continue };
            let key = first.spec.clone().subsection(0).key();
            let mut own = parts.remove(&key).unwrap_or_default();
            own.sort_by_key(|&part| old[part as usize].as_ref().map(|part| part.spec.subsection));
            let symbols_before = first.symbols_before;
            let mut whole = None;
            for part in own {
                let Some(mut section) = old[part as usize].take() else {
                    continue;
                };
                section.spec.subsection = 0;
                let start = match &mut whole {
                    None => {
                        section.symbols_before = symbols_before;
                        whole = Some(section);
                        0
                    }
                    Some(whole) => {
                        whole.align = whole.align.max(section.align);
                        let align = section.align;
                        let gap = whole.size().next_multiple_of(align) - whole.size();
                        match whole.has_bytes() {
                            true => whole.data.resize(whole.data.len() + gap as usize, 0),
                            false => whole.zeros += gap,
                        }
                        let start = whole.size();
                        whole.data.append(&mut section.data);
                        whole.zeros += section.zeros;
                        start
                    }
                };
                places[part as usize] = (joined.len() as u32, start);
            }
            joined.extend(whole);
        }
        self.sections = joined;
        let moved = |section: &mut u32, offset: &mut u64| {
            let (new, start) = places[*section as usize];
            *section = new;
            *offset += start;
        };
        for info in &mut self.infos {
            if let Definition::Label { section, offset } = &mut info.definition {
                moved(section, offset);
            }
        }
        for fixup in &mut self.fixups {
            moved(&mut fixup.section, &mut fixup.offset);
        }
        for request in &mut self.requests {
            let (section, start) = places[request.section as usize];
            request.section = section;
            if let MCExpr::Constant(offset) = &mut request.place {
                *offset += start as i64;
            }
        }
        self.lines.move_rows(moved);
        self.by_key.clear();
        for (section, number) in self.sections.iter().zip(0..) {
            self.by_key.insert(section.spec.key(), number);
        }
        self.current = places[self.current as usize].0;
    }

    /// Adds the names with versions; those that take the place of other names are returned.
    pub(super) fn apply_versions(&mut self) -> Result<FxHashMap<SymbolId, String>, String> {
        let mut renamed: FxHashMap<SymbolId, String> = FxHashMap::default();
        for (symbol, name, keeps) in std::mem::take(&mut self.versions) {
            let is_defined = self.is_defined(symbol);
            let (base, version) = name.split_once('@').unwrap_or((&name, ""));
            // Three mean that it is the default version if it is defined.
            let full = match version.strip_prefix("@@") {
                Some(version) if is_defined => format!("{base}@@{version}"),
                Some(version) => format!("{base}@{version}"),
                None => name.clone(),
            };
            if !is_defined && version.starts_with('@') && !version.starts_with("@@") {
                return Err(format!("default version symbol {name} must be defined"));
            }
            if is_defined && keeps {
                let alias = self.symbols.intern(&full);
                let binding = self.info(symbol).binding;
                let info = self.info(alias);
                info.definition = Definition::Assigned(MCExpr::symbol(symbol));
                info.binding = binding;
                continue;
            }
            if renamed.insert(symbol, full).is_some_and(|known| known != name) {
                return Err(format!("multiple versions for {}", self.symbols.name(symbol)));
            }
        }
        Ok(renamed)
    }

    /// Undefined symbols that only aliases name are weak; the aliases themselves are no symbols of the file.
    pub(super) fn weaken_references(&mut self) {
        if self.weak_references.is_empty() {
            return;
        }
        let references = std::mem::take(&mut self.weak_references);
        let aliases: FxHashSet<SymbolId> = references.iter().map(|(alias, _)| *alias).collect();
        for &(alias, target) in &references {
            let is_used = self.infos[alias.0 as usize].used;
            if !is_used {
                continue;
            }
            let is_named = self.infos.get(target.0 as usize).is_some_and(|info| info.used);
            let is_defined = self.is_defined(target);
            let info = self.info(target);
            if !is_named && !is_defined {
                info.binding.get_or_insert(Binding::Weak);
            }
        }
        self.order.retain(|symbol| !aliases.contains(symbol));
    }
}
