//! The numbering of registers, sub-register indices and classes, which several emitters share.
//!
//! | class | fields |
//! |---|---|
//! | `Register` | `AsmName`, `HWEncoding`, `SubRegs`, `Aliases` |
//! | `RegisterTuples` | `SubRegs`, `RegAsmNames` |
//! | `RegisterClass` | `MemberList` |
//! | `SubRegIndex` | `Size`, `Offset` |
//! | `RegisterRuns` | its presence: every register is a run of 32-bit units |

use crate::eval::compare_numeric;
use crate::record::{RecordId, RecordKeeper};
use crate::sets;
use crate::view::Value;
use fxhash::FxHashMap;
use std::cmp::Ordering;
use std::rc::Rc;
use wavec_support::{Diagnostic, Span};

/// Bits of a unit.
const UNIT_BITS: i64 = 32;
/// The most units of a register, and so the largest end of a sub-register index.
const MAX_UNITS: usize = 32;
/// The deepest nesting of classes and tuples.
const MAX_DEPTH: usize = 32;

/// One register.
#[derive(Default)]
pub struct Register {
    /// Its record, or that of its `RegisterTuples`; `None` for number 0.
    pub record: Option<RecordId>,
    /// Name in the description; parts joined by `_` for tuples.
    pub name: String,
    /// Assembly name; empty for tuples without `RegAsmNames`.
    pub asm_name: String,
    /// Numbers of the registers that it consists of; empty if there are none.
    pub parts: Vec<u16>,
    /// First register unit.
    pub first_unit: u16,
    /// Number of units; 0 if registers are no runs.
    pub num_units: u8,
    /// Number in encodings.
    pub encoding: u16,
    /// Made by `RegisterTuples`.
    pub is_tuple: bool,
}

/// One sub-register index.
#[derive(Default)]
pub struct SubRegIndex {
    /// Its name.
    pub name: String,
    /// First unit.
    pub offset: u8,
    /// Number of units.
    pub size: u8,
}

/// One register class.
pub struct RegisterClass {
    /// Its record.
    pub record: RecordId,
    /// Its name.
    pub name: String,
    /// Members in allocation order, as register numbers.
    pub members: Rc<[u16]>,
    /// Size of a member in units (of the first member, where they differ).
    pub size_in_units: u8,
}

impl RegisterClass {
    /// Size of a member in bits, if registers are runs.
    pub fn size_in_bits(&self) -> i64 {
        i64::from(self.size_in_units) * UNIT_BITS
    }
}

/// The registers, classes and sub-register indices of a description.
#[derive(Default)]
pub struct RegisterModel {
    /// By register number; number 0 is unused.
    pub registers: Vec<Register>,
    /// By index number; number 0 is unused. Empty if registers are no runs.
    pub sub_regs: Vec<SubRegIndex>,
    /// By class number.
    pub classes: Vec<RegisterClass>,
    /// Number of each register's record.
    pub by_record: FxHashMap<RecordId, u16>,
    /// Number of each class's record.
    pub class_by_record: FxHashMap<RecordId, u16>,
    /// Number of units, which is the number of one-unit registers.
    pub num_units: u16,
    /// Whether every register is a run of units; registers of any shape are numbered as LLVM does.
    pub are_runs: bool,
    /// The members of classes and tuples.
    sets: FxHashMap<RecordId, Rc<[u16]>>,
}

impl RegisterModel {
    /// Reads the registers of a description.
    pub fn build(keeper: &RecordKeeper) -> Result<RegisterModel, Diagnostic> {
        let mut model = RegisterModel {
            registers: vec![Register::default()],
            are_runs: !keeper.derived_defs("RegisterRuns").is_empty(),
            ..RegisterModel::default()
        };
        model.read_registers(keeper)?;
        model.read_tuples_and_classes(keeper)?;
        if model.are_runs {
            model.read_sub_regs(keeper)?;
            model.find_runs(keeper)?;
        }
        Ok(model)
    }

    fn read_sub_regs(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        self.sub_regs.push(SubRegIndex::default());
        for &record in keeper.derived_defs("SubRegIndex") {
            let (size, offset) = (keeper.get_int(record, "Size")?, keeper.get_int(record, "Offset")?);
            if size <= 0
                || size % UNIT_BITS != 0
                || offset < 0
                || offset % UNIT_BITS != 0
                || (size + offset) / UNIT_BITS > MAX_UNITS as i64
            {
                return Err(keeper.field_error(record, "Size", "is not a run of 32-bit units in 1024 bits"));
            }
            self.sub_regs.push(SubRegIndex {
                name: keeper.name(record).to_string(),
                offset: (offset / UNIT_BITS) as u8,
                size: (size / UNIT_BITS) as u8,
            });
            if self.sub_regs.len() > 255 {
                return Err(keeper.field_error(record, "Size", "is of one index too many: 254 are possible"));
            }
        }
        Ok(())
    }

    /// Numbers the named registers. Of runs, those of one unit come first, then those made of them; registers of any shape
    /// are sorted by name.
    fn read_registers(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        let mut records = keeper.derived_defs("Register").to_vec();
        if self.are_runs {
            let has_parts =
                |&record: &RecordId| Ok((!keeper.get_list(record, "SubRegs")?.is_empty(), record));
            let mut keyed = records
                .iter()
                .map(has_parts)
                .collect::<Result<Vec<_>, Diagnostic>>()?;
            keyed.sort_by_key(|&(has_parts, _)| has_parts);
            records = keyed.into_iter().map(|(_, record)| record).collect();
        } else {
            records.sort_by(|&a, &b| natural_order(keeper.name(a), keeper.name(b)));
        }
        if let Some(&last) = records.get(usize::from(u16::MAX) - 1) {
            let what = "is of one register too many: 65534 are possible";
            return Err(keeper.field_error(last, "AsmName", what));
        }
        for &record in &records {
            // LLVM's descriptions leave it out.
            let encoding = match self.are_runs {
                true => keeper.get_int(record, "HWEncoding")? as u16,
                false => keeper.get_bits_known(record, "HWEncoding").unwrap_or(0) as u16,
            };
            self.by_record.insert(record, self.registers.len() as u16);
            self.registers.push(Register {
                record: Some(record),
                name: keeper.name(record).to_string(),
                asm_name: keeper.get_string(record, "AsmName")?.to_string(),
                encoding,
                ..Register::default()
            });
        }
        for &record in &records {
            let parts = self.numbers_of(keeper, record, "SubRegs")?;
            self.registers[usize::from(self.by_record[&record])].parts = parts;
        }
        Ok(())
    }

    /// The numbers of the registers that a field lists.
    pub fn numbers_of(
        &self,
        keeper: &RecordKeeper,
        record: RecordId,
        field: &str,
    ) -> Result<Vec<u16>, Diagnostic> {
        let list = keeper.get_list_of_defs(record, field)?;
        let number = |register: &RecordId| self.by_record.get(register).copied();
        let numbers: Option<Vec<u16>> = list.iter().map(number).collect();
        numbers.ok_or_else(|| keeper.field_error(record, field, "names something that is not a register"))
    }

    /// Tuples and classes refer to each other, so both are evaluated on demand.
    fn read_tuples_and_classes(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        let mut tuples = keeper.derived_defs("RegisterTuples").to_vec();
        if !self.are_runs {
            tuples.sort_by(|&a, &b| compare_numeric(keeper.name(a), keeper.name(b)));
        }
        for record in tuples {
            self.expand(keeper, record, 0)?;
        }
        for &record in keeper.derived_defs("RegisterClass") {
            let members = self.expand(keeper, record, 0)?;
            self.class_by_record.insert(record, self.classes.len() as u16);
            self.classes.push(RegisterClass {
                record,
                name: keeper.name(record).to_string(),
                members,
                size_in_units: 0,
            });
            if self.classes.len() >= usize::from(u16::MAX) {
                return Err(keeper.field_error(record, "MemberList", "is of one of more than 65534 classes"));
            }
        }
        Ok(())
    }

    /// The registers of a record.
    fn expand(
        &mut self,
        keeper: &RecordKeeper,
        record: RecordId,
        depth: usize,
    ) -> Result<Rc<[u16]>, Diagnostic> {
        if let Some(&register) = self.by_record.get(&record) {
            return Ok(Rc::from([register]));
        }
        if let Some(known) = self.sets.get(&record) {
            return Ok(Rc::clone(known));
        }
        if depth > MAX_DEPTH {
            return Err(keeper.field_error(record, "NAME", "contains itself, or sets nested too deeply"));
        }
        let members = if keeper.is_subclass_of(record, "RegisterTuples") {
            self.tuples(keeper, record, depth)?
        } else if keeper.is_subclass_of(record, "RegisterClass") {
            let value = keeper.get_value(record, "MemberList")?;
            self.evaluate(keeper, record, "MemberList", value, depth)?
        } else {
            let message = format!(
                "'{}' is neither a register nor a set of registers",
                keeper.name(record)
            );
            return Err(Diagnostic::error(keeper.record(record).span, message));
        };
        let members: Rc<[u16]> = members.into();
        self.sets.insert(record, Rc::clone(&members));
        Ok(members)
    }

    /// The registers of a set that is the value of a field, or a part of it.
    pub fn evaluate(
        &mut self,
        keeper: &RecordKeeper,
        record: RecordId,
        field: &str,
        value: Value<'_>,
        depth: usize,
    ) -> Result<Vec<u16>, Diagnostic> {
        sets::evaluate(
            keeper,
            value,
            &mut |inner| self.expand(keeper, inner, depth + 1),
            &|message| keeper.field_error(record, field, &format!("is no set: {message}")),
        )
    }

    /// Creates the registers of a `RegisterTuples`; those of any shape are numbered in the order of their names.
    fn tuples(
        &mut self,
        keeper: &RecordKeeper,
        record: RecordId,
        depth: usize,
    ) -> Result<Vec<u16>, Diagnostic> {
        let mut lists = Vec::new();
        for value in keeper.get_list(record, "SubRegs")?.iter() {
            lists.push(self.evaluate(keeper, record, "SubRegs", value, depth)?);
        }
        let asm_names = match keeper.field_value(record, "RegAsmNames") {
            Some(_) => keeper.get_list_of_strings(record, "RegAsmNames")?,
            None => Vec::new(),
        };
        let length = lists.iter().map(Vec::len).min().unwrap_or(0);
        let mut tuples = Vec::with_capacity(length);
        for index in 0..length {
            let parts: Vec<u16> = lists.iter().map(|list| list[index]).collect();
            let part = |&number: &u16| &self.registers[usize::from(number)];
            let names: Vec<&str> = parts.iter().map(|number| part(number).name.as_str()).collect();
            let register = Register {
                record: Some(record),
                name: names.join("_"),
                asm_name: asm_names.get(index).copied().unwrap_or_default().to_string(),
                encoding: part(&parts[0]).encoding,
                is_tuple: true,
                parts,
                ..Register::default()
            };
            tuples.push((index, register));
        }
        if !self.are_runs {
            tuples.sort_by(|(_, a), (_, b)| natural_order(&a.name, &b.name));
        }
        if self.registers.len() + length > usize::from(u16::MAX) {
            return Err(keeper.field_error(record, "SubRegs", "makes more than 65535 registers"));
        }
        let mut members = vec![0; length];
        for (place, register) in tuples {
            members[place] = self.registers.len() as u16;
            self.registers.push(register);
        }
        Ok(members)
    }

    /// Finds the units of registers that are runs of them.
    fn find_runs(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        for number in 1..self.registers.len() {
            let register = &self.registers[number];
            let Some(record) = register.record else { continue };
            let (what, field) = ("is not empty, but registers are runs ('RegisterRuns')", "Aliases");
            if matches!(keeper.field_value(record, field), Some(Value::List(list)) if !list.is_empty()) {
                return Err(keeper.field_error(record, field, what));
            }
            let error = |what| Err(keeper.field_error(record, "SubRegs", what));
            let first_unit = match register.parts.first() {
                Some(&first) => self.registers[usize::from(first)].first_unit,
                None => self.num_units,
            };
            let mut end = first_unit;
            for &part in &register.parts {
                let part = &self.registers[usize::from(part)];
                if !register.is_tuple && !part.parts.is_empty() {
                    return error("names a register of several parts");
                }
                if part.first_unit != end {
                    return error(match register.is_tuple {
                        true => "does not make runs of neighbours",
                        false => "is not a run of neighbours",
                    });
                }
                end += u16::from(part.num_units);
                if usize::from(end - first_unit) > MAX_UNITS {
                    return error(match register.is_tuple {
                        true => "makes registers of more than 32 units",
                        false => "has more than 32 parts",
                    });
                }
            }
            if register.parts.is_empty() {
                end += 1;
                self.num_units = end;
            }
            let register = &mut self.registers[number];
            (register.first_unit, register.num_units) = (first_unit, (end - first_unit) as u8);
        }
        for class in &mut self.classes {
            let Some(&first) = class.members.first() else {
                return Err(keeper.field_error(class.record, "MemberList", "has no members"));
            };
            class.size_in_units = self.registers[usize::from(first)].num_units;
        }
        if self.classes.len() >= 255 {
            return Err(Diagnostic::error(Span::NONE, "too many register classes"));
        }
        Ok(())
    }
}

/// Compares names that contain numbers: first by the number of parts, then by their words, then by their numbers. `R2`
/// comes
/// before `R10`, and both before `R1_R2`.
fn natural_order(a: &str, b: &str) -> Ordering {
    let (a_parts, b_parts) = (name_parts(a), name_parts(b));
    let compare = |numbers: bool| {
        for ((a, a_number), (b, b_number)) in a_parts.iter().zip(&b_parts) {
            if *a_number != numbers && *b_number != numbers {
                continue;
            }
            let order = if numbers {
                a.len().cmp(&b.len()).then_with(|| a.cmp(b))
            } else {
                a.cmp(b)
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    };
    let parts = a_parts.len().cmp(&b_parts.len());
    parts.then_with(|| compare(false)).then_with(|| compare(true))
}

/// Splits a name into runs of digits and of other characters.
fn name_parts(name: &str) -> Vec<(&str, bool)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let end = rest
            .find(|c: char| c.is_ascii_digit() != is_digit)
            .unwrap_or(rest.len());
        parts.push((&rest[..end], is_digit));
        rest = &rest[end..];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::natural_order;

    #[test]
    fn numbers_in_names_count() {
        let mut names = ["R10", "R2_R3", "R2", "A", "R010", "R1"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["A", "R1", "R2", "R10", "R010", "R2_R3"]);
    }
}
