//! Common symbols, and relocations without a symbol.

use crate::code_object::elf::SHN_COMMON;
use wavec_mc::object_module::{
    Binding, ObjectModule, ObjectSymbol, Section, SectionSpec, SymbolKind, SymbolSection, Visibility,
};

/// The module with all common symbols allocated; `None` if there are none.
///
/// # Errors
/// Symbols in memory without a section: LDS.
pub(super) fn with_room(module: &ObjectModule) -> Result<Option<ObjectModule>, Vec<String>> {
    let mut errors = Vec::new();
    let mut has_common = false;
    for symbol in &module.symbols {
        match symbol.section {
            SymbolSection::Common(SHN_COMMON) => has_common = true,
            SymbolSection::Common(_) => errors.push(format!("LDS symbol '{}' has no address", symbol.name)),
            _ => {}
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let relocations = || module.sections.iter().flat_map(|section| &section.relocations);
    let has_unnamed = relocations().any(|relocation| relocation.symbol == u32::MAX);
    if !has_common && !has_unnamed {
        return Ok(None);
    }
    let mut module = module.clone();
    if has_unnamed {
        let zero = module.symbols.len() as u32;
        module.symbols.push(ObjectSymbol {
            name: String::new(),
            section: SymbolSection::Absolute,
            value: 0,
            size: 0,
            binding: Binding::Local,
            // Not for the symbol table.
            kind: SymbolKind::Section,
            visibility: Visibility::Default,
        });
        for section in &mut module.sections {
            for relocation in &mut section.relocations {
                relocation.symbol = relocation.symbol.min(zero);
            }
        }
    }
    if has_common {
        let room = module.sections.len() as u32;
        let mut section = Section {
            spec: SectionSpec::bss(),
            align: 1,
            data: Vec::new(),
            zeros: 0,
            relocations: Vec::new(),
            symbols_before: 0,
            linked_to: None,
            group: None,
        };
        for symbol in &mut module.symbols {
            if symbol.section != SymbolSection::Common(SHN_COMMON) {
                continue;
            }
            let align = symbol.value.max(1);
            let start = section.zeros.checked_next_multiple_of(align);
            let end = start.and_then(|start| start.checked_add(symbol.size));
            let (Some(start), Some(end)) = (start, end.filter(|&end| end <= 1 << 40)) else {
                return Err(vec![format!("symbol '{}' is too large", symbol.name)]);
            };
            section.align = section.align.max(align.next_power_of_two());
            section.zeros = end;
            symbol.section = SymbolSection::Section(room);
            symbol.value = start;
        }
        module.sections.push(section);
    }
    Ok(Some(module))
}
