//! Values that depend on addresses.

use super::Linker;
use super::layout::Layout;
use crate::code_object::elf::reloc;
use wavec_mc::object_module::{Binding, SymbolSection, elf as flags};

impl Linker<'_> {
    pub(super) fn scan_relocations(&mut self) {
        for section in &self.module.sections {
            for relocation in &section.relocations {
                let symbol = &self.module.symbols[relocation.symbol as usize];
                if symbol.section == SymbolSection::Undefined && symbol.binding != Binding::Weak {
                    let message = format!("undefined symbol: {}", symbol.name);
                    if !self.errors.contains(&message) {
                        self.errors.push(message);
                    }
                }
                if matches!(
                    relocation.kind,
                    reloc::GOTPCREL | reloc::GOTPCREL32_LO | reloc::GOTPCREL32_HI
                ) && !self.got_index.contains_key(&relocation.symbol)
                {
                    self.got_index.insert(relocation.symbol, self.got.len() as u64);
                    self.got.push(relocation.symbol);
                }
            }
        }
    }

    /// The number of dynamic relocations.
    pub(super) fn count_relative(&self) -> u64 {
        let moves = |symbol: u32| {
            matches!(
                self.module.symbols[symbol as usize].section,
                SymbolSection::Section(_)
            )
        };
        let loaded = self
            .module
            .sections
            .iter()
            .filter(|section| section.spec.flags & flags::SHF_ALLOC != 0);
        let pointers = loaded
            .flat_map(|section| &section.relocations)
            .filter(|relocation| relocation.kind == reloc::ABS64 && moves(relocation.symbol))
            .count();
        let slots = self.got.iter().filter(|&&symbol| moves(symbol)).count();
        (pointers + slots) as u64
    }

    pub(super) fn relocate(&mut self, layout: &mut Layout) {
        for (index, section) in self.module.sections.iter().enumerate() {
            let Some((output, start)) = self.place_of[index] else {
                continue;
            };
            let loaded = section.spec.flags & flags::SHF_ALLOC != 0;
            let file_section = usize::from(self.outputs[output].index) - 1;
            for relocation in &section.relocations {
                let symbol = &self.module.symbols[relocation.symbol as usize];
                let at = start + relocation.offset;
                let place = self.outputs[output].address + at;
                let address = self.address_of(relocation.symbol);
                let target = address.wrapping_add(relocation.addend as u64);
                let slot = self.got_index.get(&relocation.symbol).copied().unwrap_or(0);
                let entry = self
                    .got_address
                    .wrapping_add(slot * 8)
                    .wrapping_add(relocation.addend as u64);
                let (distance, entry_distance) = (target.wrapping_sub(place), entry.wrapping_sub(place));
                let fail = |what: &str| format!("relocation against '{}' {what}", symbol.name);
                let fits = |value: u64| i32::try_from(value as i64).is_ok() || u32::try_from(value).is_ok();
                let (size, value) = match relocation.kind {
                    0 => continue,
                    reloc::ABS32_LO | reloc::ABS32_HI | reloc::ABS32
                        if loaded && matches!(symbol.section, SymbolSection::Section(_)) =>
                    {
                        self.errors
                            .push(fail("needs its absolute address, which only the loader knows"));
                        continue;
                    }
                    reloc::ABS32_LO => (4, target & 0xffff_ffff),
                    reloc::ABS32_HI => (4, target >> 32),
                    reloc::ABS32 | reloc::REL32 | reloc::GOTPCREL => {
                        let value = match relocation.kind {
                            reloc::ABS32 => target,
                            reloc::REL32 => distance,
                            _ => entry_distance,
                        };
                        if !fits(value) {
                            self.errors.push(fail("is out of range"));
                            continue;
                        }
                        (4, value & 0xffff_ffff)
                    }
                    reloc::ABS64 => {
                        if loaded && matches!(symbol.section, SymbolSection::Section(_)) {
                            self.relative.push((place, target as i64));
                        }
                        (8, target)
                    }
                    reloc::REL64 => (8, distance),
                    reloc::REL32_LO => (4, distance & 0xffff_ffff),
                    reloc::REL32_HI => (4, distance >> 32),
                    reloc::GOTPCREL32_LO => (4, entry_distance & 0xffff_ffff),
                    reloc::GOTPCREL32_HI => (4, entry_distance >> 32),
                    reloc::REL16 => {
                        let dwords = (distance as i64).wrapping_sub(4) / 4;
                        let Ok(dwords) = i16::try_from(dwords) else {
                            self.errors.push(fail("is out of range of a branch"));
                            continue;
                        };
                        (2, u64::from(dwords as u16))
                    }
                    kind => {
                        self.errors.push(fail(&format!("has unknown type {kind}")));
                        continue;
                    }
                };
                let data = &mut layout.sections[file_section].data;
                match data.get_mut(at as usize..at as usize + size) {
                    Some(bytes) => bytes.copy_from_slice(&value.to_le_bytes()[..size]),
                    None => self.errors.push(fail("is outside its section")),
                }
            }
        }
    }
}
