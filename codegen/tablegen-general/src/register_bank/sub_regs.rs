//! Sub-registers that are derived from the explicit ones, the units of registers, and the composition of indices.

use super::{BankIndex, RegisterBank, State, Unit};
use fxhash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use wavec_support::Diagnostic;
use wavec_tablegen::RecordKeeper;

impl RegisterBank {
    /// Finds all sub-registers and super-registers of all registers.
    pub(super) fn complete_sub_regs(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        for number in 1..self.registers.len() as u16 {
            self.find_sub_regs(keeper, number)?;
        }
        self.num_native_units = self.units.len();
        for index in 1..self.indices.len() {
            self.flatten_parts(index as u16, 0);
            let parts = self.indices[index].concat_of.clone();
            if !parts.is_empty() {
                self.by_parts.entry(parts).or_insert(index as u16);
            }
        }
        for number in 1..self.registers.len() as u16 {
            if self.registers[usize::from(number)].covered {
                self.find_secondary_sub_regs(keeper, number)?;
            }
        }
        let mut shapes = FxHashMap::default();
        let mut seen = vec![false; self.registers.len()];
        for number in 1..self.registers.len() as u16 {
            self.find_super_regs(number, &mut shapes, &mut seen);
        }
        self.num_shapes = shapes.len() as u32;
        for register in &self.registers {
            for &(index, part) in &register.sub_regs {
                if !register.artificial && !self.registers[usize::from(part)].artificial {
                    self.indices[usize::from(index)].artificial = false;
                }
            }
        }
        Ok(())
    }

    fn error(&self, keeper: &RecordKeeper, register: u16, what: &str) -> Diagnostic {
        let register = &self.registers[usize::from(register)];
        match register.record {
            Some(record) => keeper.field_error(record, "SubRegs", what),
            None => Diagnostic::error(
                keeper
                    .derived_defs("RegisterTuples")
                    .first()
                    .map_or(wavec_support::Span::NONE, |&record| keeper.record(record).span),
                format!("the tuple '{}' {what}", register.name),
            ),
        }
    }

    /// Finds the sub-registers of a register, after those of its parts.
    fn find_sub_regs(&mut self, keeper: &RecordKeeper, number: u16) -> Result<(), Diagnostic> {
        let at = usize::from(number);
        match self.registers[at].state {
            State::Done => return Ok(()),
            State::Open => return Err(self.error(keeper, number, "leads back to the register itself")),
            State::New => self.registers[at].state = State::Open,
        }
        let explicit = self.registers[at].explicit.clone();
        let mut disjunct = explicit.len() > 1;
        let mut found: Vec<(u16, u16)> = Vec::new();
        for &(index, part) in &explicit {
            if !self.registers[usize::from(part)].artificial {
                self.indices[usize::from(index)].artificial = false;
            }
            if !insert(&mut found, index, part) {
                let what = format!("has the index '{}' twice", self.index_name(index));
                return Err(self.error(keeper, number, &what));
            }
        }
        // Sub-registers of parts are inherited; those whose index is taken need another one.
        let mut orphans = FxHashSet::default();
        for &(_, part) in &explicit {
            self.find_sub_regs(keeper, part)?;
            let part = &self.registers[usize::from(part)];
            disjunct |= part.disjunct;
            for &(index, inner) in &part.sub_regs {
                if !insert(&mut found, index, inner) {
                    orphans.insert(inner);
                }
            }
        }
        // The description says how some indices are composed.
        let mut indices: Vec<u16> = explicit.iter().map(|&(index, _)| index).collect();
        let mut next = 0;
        while next < indices.len() && !orphans.is_empty() {
            let index = indices[next];
            next += 1;
            let part = usize::from(lookup(&found, index));
            let composites: Vec<(u16, u16)> = self.indices[usize::from(index)]
                .composites
                .iter()
                .map(|(&inner, &outer)| (inner, outer))
                .collect();
            for (inner, composed) in composites {
                let Some(inner) = self.registers[part].sub_reg(inner) else {
                    continue;
                };
                if has(&found, composed) || !orphans.remove(&inner) {
                    continue;
                }
                insert(&mut found, composed, inner);
                indices.push(composed);
            }
        }
        // All others get a generated index, which is composed of the innermost ones.
        while let Some(index) = indices.pop() {
            if orphans.is_empty() {
                break;
            }
            let part = usize::from(lookup(&found, index));
            for (inner_index, inner) in self.registers[part].sub_regs.clone() {
                if orphans.remove(&inner) {
                    let composed = self.composite(keeper, index, inner_index)?;
                    insert(&mut found, composed, inner);
                }
            }
        }
        let covered = self.registers[at].covered;
        let mut index_of: Vec<(u16, u16)> = Vec::new();
        for &(index, part) in &explicit {
            insert(&mut index_of, part, index);
        }
        for &(index, part) in &found {
            if part == number {
                return Err(self.error(keeper, number, "holds the register itself"));
            }
            if !covered {
                self.indices[usize::from(index)].all_covered = false;
            }
            if !insert(&mut index_of, part, index) && lookup(&index_of, part) != index {
                let what = format!(
                    "makes '{}' a sub-register by two names, '{}' and '{}'",
                    self.registers[usize::from(part)].name,
                    self.index_name(lookup(&index_of, part)),
                    self.index_name(index)
                );
                return Err(self.error(keeper, number, &what));
            }
        }
        self.registers[at].sub_regs = found;
        self.registers[at].index_of = index_of;
        self.registers[at].disjunct = disjunct;
        self.registers[at].state = State::Done;
        self.name_concatenations(number);
        self.number_units(number);
        Ok(())
    }

    /// The index of a covered part is the concatenation of the indices that the part consists of.
    fn name_concatenations(&mut self, number: u16) {
        for (index, part) in self.registers[usize::from(number)].explicit.clone() {
            let part = &self.registers[usize::from(part)];
            if !part.covered || part.artificial || part.explicit.len() < 2 {
                continue;
            }
            let mut names = Vec::new();
            for &(inner_index, inner) in &part.explicit {
                if self.indices[usize::from(inner_index)].artificial {
                    continue;
                }
                names.extend(self.registers[usize::from(number)].index_of(inner));
            }
            // The first register with this index decides: others may have artificial parts as well.
            let known = &mut self.indices[usize::from(index)].concat_of;
            if known.is_empty() {
                *known = names;
            }
        }
    }

    /// Computes the units: those of all parts, or a new one if there are no parts, and one for each alias.
    fn number_units(&mut self, number: u16) {
        let at = usize::from(number);
        let mut units = std::mem::take(&mut self.registers[at].units);
        if self.registers[at].explicit.is_empty() {
            units.push(self.new_unit([number, 0]));
        }
        for &(_, part) in &self.registers[at].explicit {
            units.extend_from_slice(&self.registers[usize::from(part)].units);
        }
        for alias in self.registers[at].aliases.clone() {
            if self.registers[usize::from(alias)].state == State::Done {
                continue;
            }
            let unit = self.new_unit([number, alias]);
            units.push(unit);
            self.registers[usize::from(alias)].units.push(unit);
        }
        units.sort_unstable();
        units.dedup();
        self.registers[at].units = units;
    }

    fn new_unit(&mut self, roots: [u16; 2]) -> u32 {
        self.units.push(Unit {
            roots,
            weight: 0,
            artificial: self.registers[usize::from(roots[0])].artificial,
        });
        self.units.len() as u32 - 1
    }

    fn composite(&mut self, keeper: &RecordKeeper, outer: u16, inner: u16) -> Result<u16, Diagnostic> {
        if let Some(&known) = self.indices[usize::from(outer)].composites.get(&inner) {
            return Ok(known);
        }
        let name = format!("{}_then_{}", self.index_name(outer), self.index_name(inner));
        let index = self.make_index(keeper, name)?;
        self.add_composite(outer, inner, index);
        Ok(index)
    }

    fn make_index(&mut self, keeper: &RecordKeeper, name: String) -> Result<u16, Diagnostic> {
        if self.indices.len() >= usize::from(u16::MAX) {
            let span = keeper.record(keeper.derived_defs("SubRegIndex")[0]).span;
            return Err(Diagnostic::error(
                span,
                "more than 65534 sub-register indices follow",
            ));
        }
        self.indices.push(BankIndex {
            name,
            size: -1,
            offset: -1,
            artificial: true,
            all_covered: true,
            ..BankIndex::default()
        });
        Ok(self.indices.len() as u16 - 1)
    }

    /// Records that `composed` is `inner` of `outer`; returns the previous composition if it differs.
    pub(super) fn add_composite(&mut self, outer: u16, inner: u16, composed: u16) -> Option<u16> {
        let known = *self.indices[usize::from(outer)]
            .composites
            .entry(inner)
            .or_insert(composed);
        if known != composed {
            return Some(known);
        }
        let (first, second) = (
            self.indices[usize::from(outer)].offset,
            &self.indices[usize::from(inner)],
        );
        let (offset, size) = (second.offset, second.size);
        let composed = &mut self.indices[usize::from(composed)];
        if composed.offset == -1 && first != -1 && offset != -1 {
            composed.offset = first + offset;
            composed.size = size;
        }
        None
    }

    /// Replaces parts that consist of other parts.
    fn flatten_parts(&mut self, index: u16, depth: usize) {
        let parts = std::mem::take(&mut self.indices[usize::from(index)].concat_of);
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            if depth < 64 {
                self.flatten_parts(part, depth + 1);
            }
            match self.indices[usize::from(part)].concat_of.as_slice() {
                [] => flat.push(part),
                inner => flat.extend_from_slice(inner),
            }
        }
        self.indices[usize::from(index)].concat_of = flat;
    }

    /// Finds registers that are contained in a covered register without being contained in one of its parts: all their
    /// own
    /// parts are in it.
    fn find_secondary_sub_regs(&mut self, keeper: &RecordKeeper, number: u16) -> Result<(), Diagnostic> {
        let at = usize::from(number);
        let mut queue: VecDeque<u16> = self.registers[at]
            .sub_regs
            .iter()
            .map(|&(_, part)| part)
            .collect();
        let mut new = Vec::new();
        while let Some(first) = queue.pop_front() {
            for candidate in self.registers[usize::from(first)].leading.clone() {
                let parts = &self.registers[usize::from(candidate)].explicit;
                if candidate == number || parts.len() < 2 || self.registers[at].index_of(candidate).is_some()
                {
                    continue;
                }
                let mut names = Vec::new();
                for &(_, part) in parts {
                    let Some(index) = self.registers[at].index_of(part) else {
                        names.clear();
                        break;
                    };
                    match self.indices[usize::from(index)].concat_of.as_slice() {
                        [] => names.push(index),
                        inner => names.extend_from_slice(inner),
                    }
                }
                if names.is_empty() {
                    continue;
                }
                let index = self.concatenation(keeper, names)?;
                if insert(&mut self.registers[at].sub_regs, index, candidate) {
                    insert(&mut self.registers[at].index_of, candidate, index);
                    new.push((index, candidate));
                    queue.push_back(candidate);
                }
            }
        }
        for (index, part) in new {
            for (inner, register) in self.registers[usize::from(part)].sub_regs.clone() {
                let Some(composed) = self.registers[at].index_of(register) else {
                    let what = format!(
                        "lacks a name for '{}'",
                        self.registers[usize::from(register)].name
                    );
                    return Err(self.error(keeper, number, &what));
                };
                self.add_composite(index, inner, composed);
            }
        }
        Ok(())
    }

    /// The index of the concatenation of parts.
    fn concatenation(&mut self, keeper: &RecordKeeper, parts: Vec<u16>) -> Result<u16, Diagnostic> {
        if let Some(&known) = self.by_parts.get(&parts) {
            return Ok(known);
        }
        let names: Vec<&str> = parts.iter().map(|&part| self.index_name(part)).collect();
        let index = self.make_index(keeper, names.join("_"))?;
        let ranges: Vec<(i64, i64)> = parts
            .iter()
            .map(|&part| {
                let part = &self.indices[usize::from(part)];
                (part.offset, part.size)
            })
            .collect();
        let known = ranges.iter().all(|&(_, size)| size >= 0 && size != 0xffff);
        let is_run = known && ranges.windows(2).all(|pair| pair[1].0 == pair[0].0 + pair[0].1);
        let made = &mut self.indices[usize::from(index)];
        made.size = if known {
            ranges.iter().map(|&(_, size)| size).sum()
        } else {
            -1
        };
        made.offset = if is_run { ranges[0].0 } else { -1 };
        made.concat_of = parts.clone();
        self.by_parts.insert(parts, index);
        Ok(index)
    }

    /// Adds a register to the super-registers of its sub-registers, and computes its shape.
    fn find_super_regs(&mut self, number: u16, shapes: &mut FxHashMap<Vec<u32>, u32>, seen: &mut [bool]) {
        let at = usize::from(number);
        if std::mem::replace(&mut seen[at], true) {
            return;
        }
        let parts = self.registers[at].sub_regs.clone();
        let mut shape = Vec::with_capacity(parts.len() * 2);
        for (index, part) in parts {
            self.find_super_regs(part, shapes, seen);
            let part = &mut self.registers[usize::from(part)];
            shape.extend([u32::from(index), part.shape]);
            if part.super_regs.last() != Some(&number) {
                part.super_regs.push(number);
            }
        }
        let next = shapes.len() as u32;
        self.registers[at].shape = *shapes.entry(shape).or_insert(next);
    }

    /// Composes all pairs of indices that occur one inside the other in some register.
    pub(super) fn compose_indices(&mut self, _: &RecordKeeper) -> Result<(), Diagnostic> {
        let mut seen = vec![false; self.num_shapes as usize];
        for number in 1..self.registers.len() {
            let register = &self.registers[number];
            if std::mem::replace(&mut seen[register.shape as usize], true) {
                continue;
            }
            let mut composed = Vec::new();
            for &(outer, part) in &register.sub_regs {
                for &(inner, register_inside) in &self.registers[usize::from(part)].sub_regs {
                    if let Some(index) = register.index_of(register_inside) {
                        composed.push((outer, inner, index));
                    }
                }
            }
            for (outer, inner, index) in composed {
                if let Some(other) = self.add_composite(outer, inner, index) {
                    let warning = format!(
                        "indices '{}' and '{}' compose to '{}' or '{}'",
                        self.index_name(outer),
                        self.index_name(inner),
                        self.index_name(other),
                        self.index_name(index)
                    );
                    if !self.warnings.contains(&warning) {
                        self.warnings.push(warning);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Adds an entry to a sorted list of pairs unless its key is there.
fn insert(pairs: &mut Vec<(u16, u16)>, key: u16, value: u16) -> bool {
    match pairs.binary_search_by_key(&key, |&(key, _)| key) {
        Ok(_) => false,
        Err(place) => {
            pairs.insert(place, (key, value));
            true
        }
    }
}

fn has(pairs: &[(u16, u16)], key: u16) -> bool {
    pairs.binary_search_by_key(&key, |&(key, _)| key).is_ok()
}

/// The value of a key that is known to exist.
fn lookup(pairs: &[(u16, u16)], key: u16) -> u16 {
    let place = pairs.binary_search_by_key(&key, |&(key, _)| key);
    pairs[place.unwrap_or(0)].1
}
