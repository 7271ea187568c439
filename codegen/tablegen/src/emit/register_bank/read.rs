//! Reads indices, registers, tuples and classes.

use super::{BankClass, BankIndex, BankRegister, RegSize, RegisterBank};
use crate::eval::compare_numeric;
use crate::record::{RecordId, RecordKeeper};
use crate::sets;
use crate::view::Value;
use fixedbitset::FixedBitSet;
use fxhash::FxHashMap;
use std::cmp::Ordering;
use std::rc::Rc;
use wavec_support::Diagnostic;

/// The deepest nesting of classes, tuples and types.
const MAX_DEPTH: usize = 32;

type Sets = FxHashMap<RecordId, Rc<[u16]>>;

impl RegisterBank {
    pub(super) fn read_indices(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        self.indices.push(BankIndex::default());
        let mut records = keeper.derived_defs("SubRegIndex").to_vec();
        records.sort_by(|&a, &b| compare_numeric(keeper.name(a), keeper.name(b)));
        if records.len() > usize::from(u16::MAX) / 2 {
            return Err(keeper.field_error(records[0], "Size", "is of one of more than 32767 indices"));
        }
        for &record in &records {
            self.index_by_record.insert(record, self.indices.len() as u16);
            self.indices.push(BankIndex {
                record: Some(record),
                name: keeper.name(record).to_string(),
                size: keeper.get_int(record, "Size")?,
                offset: keeper.get_int(record, "Offset")?,
                artificial: true,
                all_covered: true,
                ..BankIndex::default()
            });
        }
        for &record in &records {
            let list = |field: &str| -> Result<Vec<u16>, Diagnostic> {
                if keeper.field_value(record, field).is_none() {
                    return Ok(Vec::new());
                }
                let list = keeper.get_list_of_defs(record, field)?;
                Ok(list.iter().map(|index| self.index_by_record[index]).collect())
            };
            let number = self.index_by_record[&record];
            let composed = list("ComposedOf")?;
            let parts = list("CoveringSubRegIndices")?;
            match composed[..] {
                [] => {}
                [a, b] => {
                    if let Some(other) = self.add_composite(a, b, number) {
                        let what = format!("is what '{}' is composed of already", self.index_name(other));
                        return Err(keeper.field_error(record, "ComposedOf", &what));
                    }
                }
                _ => return Err(keeper.field_error(record, "ComposedOf", "is not two indices")),
            }
            match parts.len() {
                0 => {}
                1 => {
                    return Err(keeper.field_error(record, "CoveringSubRegIndices", "is a single index"));
                }
                _ => {
                    for &part in &parts {
                        self.indices[usize::from(part)].artificial = false;
                    }
                    self.indices[usize::from(number)].concat_of = parts;
                }
            }
        }
        Ok(())
    }

    /// Reads single registers, sorted by name, then the members of each tuple, sorted by name.
    pub(super) fn read_registers(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        self.registers.push(BankRegister::default());
        let mut records = keeper.derived_defs("Register").to_vec();
        records.sort_by(|&a, &b| natural_order(keeper.name(a), keeper.name(b)));
        if let Some(&last) = records.get(usize::from(u16::MAX)) {
            return Err(keeper.field_error(
                last,
                "AsmName",
                "is of one register too many: 65535 are possible",
            ));
        }
        for &record in &records {
            self.by_record.insert(record, self.registers.len() as u16);
            self.registers.push(read_register(keeper, record)?);
        }
        for &record in &records {
            self.read_parts(keeper, record)?;
        }
        let mut sets = Sets::default();
        let mut tuples = keeper.derived_defs("RegisterTuples").to_vec();
        tuples.sort_by(|&a, &b| compare_numeric(keeper.name(a), keeper.name(b)));
        for record in tuples {
            self.expand(keeper, record, &mut sets, 0)?;
        }
        self.read_class_members(keeper, &mut sets)?;
        for number in 1..self.registers.len() as u16 {
            let register = &self.registers[usize::from(number)];
            let first = register.explicit.first().map(|&(_, first)| first);
            if register.covered
                && let Some(first) = first
            {
                self.registers[usize::from(first)].leading.push(number);
            }
        }
        Ok(())
    }

    fn read_parts(&mut self, keeper: &RecordKeeper, record: RecordId) -> Result<(), Diagnostic> {
        let parts = self.numbers_of(keeper, record, "SubRegs")?;
        let indices = keeper.get_list_of_defs(record, "SubRegIndices")?;
        if parts.len() != indices.len() {
            return Err(keeper.field_error(record, "SubRegIndices", "has another length than 'SubRegs'"));
        }
        let number = self.by_record[&record];
        let explicit = indices
            .iter()
            .map(|index| self.index_by_record[index])
            .zip(parts)
            .collect();
        self.registers[usize::from(number)].explicit = explicit;
        if keeper.field_value(record, "Aliases").is_some() {
            for other in self.numbers_of(keeper, record, "Aliases")? {
                self.registers[usize::from(number)].aliases.push(other);
                self.registers[usize::from(other)].aliases.push(number);
            }
        }
        Ok(())
    }

    fn numbers_of(
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

    /// The registers of a record.
    fn expand(
        &mut self,
        keeper: &RecordKeeper,
        record: RecordId,
        sets: &mut Sets,
        depth: usize,
    ) -> Result<Rc<[u16]>, Diagnostic> {
        if let Some(&register) = self.by_record.get(&record) {
            return Ok(Rc::from([register]));
        }
        if let Some(known) = sets.get(&record) {
            return Ok(Rc::clone(known));
        }
        if depth > MAX_DEPTH {
            return Err(keeper.field_error(record, "NAME", "contains itself, or sets nested too deeply"));
        }
        let members: Rc<[u16]> = if keeper.is_subclass_of(record, "RegisterTuples") {
            self.tuples(keeper, record, sets, depth)?.into()
        } else if keeper.is_subclass_of(record, "RegisterClass") {
            self.evaluate(keeper, record, "MemberList", None, sets, depth)?
                .into()
        } else {
            let message = format!(
                "'{}' is neither a register nor a set of registers",
                keeper.name(record)
            );
            return Err(Diagnostic::error(keeper.record(record).span, message));
        };
        sets.insert(record, Rc::clone(&members));
        Ok(members)
    }

    fn evaluate(
        &mut self,
        keeper: &RecordKeeper,
        record: RecordId,
        field: &str,
        value: Option<Value<'_>>,
        sets: &mut Sets,
        depth: usize,
    ) -> Result<Vec<u16>, Diagnostic> {
        let value = match value {
            Some(value) => value,
            None => keeper.get_value(record, field)?,
        };
        sets::evaluate(
            keeper,
            value,
            &mut |inner| self.expand(keeper, inner, sets, depth + 1),
            &|message| keeper.field_error(record, field, &format!("is no set: {message}")),
        )
    }

    /// Creates the registers of a `RegisterTuples`.
    fn tuples(
        &mut self,
        keeper: &RecordKeeper,
        record: RecordId,
        sets: &mut Sets,
        depth: usize,
    ) -> Result<Vec<u16>, Diagnostic> {
        let mut lists = Vec::new();
        for value in keeper.get_list(record, "SubRegs")?.iter() {
            lists.push(self.evaluate(keeper, record, "SubRegs", Some(value), sets, depth)?);
        }
        let indices = keeper.get_list_of_defs(record, "SubRegIndices")?;
        if indices.len() != lists.len() {
            return Err(keeper.field_error(record, "SubRegIndices", "has another length than 'SubRegs'"));
        }
        if lists.len() < 2 {
            return Err(keeper.field_error(record, "SubRegs", "has fewer than two parts"));
        }
        let asm_names = match keeper.field_value(record, "RegAsmNames") {
            Some(_) => keeper.get_list_of_strings(record, "RegAsmNames")?,
            None => Vec::new(),
        };
        let length = lists.iter().map(Vec::len).min().unwrap_or(0);
        let mut tuples = Vec::with_capacity(length);
        for index in 0..length {
            let parts: Vec<&BankRegister> = lists
                .iter()
                .map(|list| &self.registers[usize::from(list[index])])
                .collect();
            let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
            let explicit = indices.iter().zip(&lists);
            tuples.push((
                index,
                BankRegister {
                    name: names.join("_"),
                    asm_name: asm_names.get(index).copied().unwrap_or_default().to_string(),
                    encoding: parts[0].encoding,
                    cost: parts[0].cost,
                    constant: parts[0].constant,
                    artificial: parts[0].artificial,
                    covered: true,
                    explicit: explicit
                        .map(|(record, list)| (self.index_by_record[record], list[index]))
                        .collect(),
                    ..BankRegister::default()
                },
            ));
        }
        tuples.sort_by(|(_, a), (_, b)| natural_order(&a.name, &b.name));
        if self.registers.len() + tuples.len() > usize::from(u16::MAX) {
            return Err(keeper.field_error(record, "SubRegs", "makes more than 65535 registers"));
        }
        let mut members = vec![0; length];
        for (place, register) in tuples {
            members[place] = self.registers.len() as u16;
            self.registers.push(register);
        }
        Ok(members)
    }

    /// Members of classes may be tuples that have not been expanded yet, so they are evaluated together with the
    /// registers.
    fn read_class_members(&mut self, keeper: &RecordKeeper, sets: &mut Sets) -> Result<(), Diagnostic> {
        for &record in keeper.derived_defs("RegisterClass") {
            let order = self.expand(keeper, record, sets, 0)?;
            let mut members = order.to_vec();
            members.sort_unstable();
            self.class_by_record.insert(record, self.classes.len() as u16);
            let flag = |field: &str, otherwise: bool| match keeper.field_value(record, field) {
                Some(Value::Bit(bit)) => bit,
                _ => otherwise,
            };
            let int = |field: &str| match keeper.field_value(record, field) {
                Some(Value::Int(value)) => Some(value),
                _ => None,
            };
            let types = keeper.get_list_of_defs(record, "RegTypes")?;
            let types: Vec<String> = types.iter().map(|&ty| keeper.name(ty).to_string()).collect();
            if types.is_empty() {
                return Err(keeper.field_error(record, "RegTypes", "is empty"));
            }
            let alt_orders = self.alt_orders(keeper, record, &members, sets)?;
            let artificial = !members.is_empty()
                && members
                    .iter()
                    .all(|&member| self.registers[usize::from(member)].artificial);
            self.classes.push(BankClass {
                record: Some(record),
                name: keeper.name(record).to_string(),
                members: members.into(),
                order: order.to_vec(),
                alt_orders,
                bits: FixedBitSet::new(),
                size: size_of(keeper, record)?,
                copy_cost: keeper.get_int(record, "CopyCost")?,
                allocatable: flag("isAllocatable", true),
                priority: int("AllocationPriority").unwrap_or(0),
                pressure: flag("GeneratePressureSet", true),
                flags: keeper.get_bits_known(record, "TSFlags").unwrap_or(0),
                weight: int("Weight"),
                types,
                artificial,
                with_sub_reg: Default::default(),
                super_reg_classes: Default::default(),
                sub_classes: Vec::new(),
                lanes: 0,
            });
        }
        Ok(())
    }

    /// `AltOrders` of a class with these members, which are sorted.
    fn alt_orders(
        &mut self,
        keeper: &RecordKeeper,
        record: RecordId,
        members: &[u16],
        sets: &mut Sets,
    ) -> Result<Vec<Vec<u16>>, Diagnostic> {
        let Some(Value::List(list)) = keeper.field_value(record, "AltOrders") else {
            return Ok(Vec::new());
        };
        let mut orders = Vec::with_capacity(list.len());
        for value in list.iter() {
            let order = self.evaluate(keeper, record, "AltOrders", Some(value), sets, 0)?;
            let is_foreign = |register: &&u16| members.binary_search(register).is_err();
            if let Some(&foreign) = order.iter().find(is_foreign) {
                let what = format!(
                    "has '{}', which is not in the class",
                    self.registers[usize::from(foreign)].name
                );
                return Err(keeper.field_error(record, "AltOrders", &what));
            }
            orders.push(order);
        }
        Ok(orders)
    }

    pub(super) fn read_classes(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        if self.classes.len() >= usize::from(u16::MAX) {
            let record = self.classes[0]
                .record
                .unwrap_or(keeper.derived_defs("RegisterClass")[0]);
            return Err(keeper.field_error(record, "MemberList", "is of one of more than 65534 classes"));
        }
        for class in &mut self.classes {
            class.bits = class.members.iter().map(|&member| usize::from(member)).collect();
        }
        Ok(())
    }
}

fn read_register(keeper: &RecordKeeper, record: RecordId) -> Result<BankRegister, Diagnostic> {
    let ints = |field: &str| match keeper.field_value(record, field) {
        Some(_) => keeper.get_list_of_ints(record, field),
        None => Ok(Vec::new()),
    };
    Ok(BankRegister {
        record: Some(record),
        name: keeper.name(record).to_string(),
        asm_name: keeper.get_string(record, "AsmName")?.to_string(),
        encoding: keeper.get_bits_known(record, "HWEncoding").unwrap_or(0) as u16,
        cost: ints("CostPerUse")?.into_iter().max().unwrap_or(0),
        dwarf: ints("DwarfNumbers")?,
        covered: keeper.get_bit_or_false(record, "CoveredBySubRegs"),
        artificial: keeper.get_bit_or_false(record, "isArtificial"),
        constant: keeper.get_bit_or_false(record, "isConstant"),
        ..BankRegister::default()
    })
}

/// The sizes of a class's registers.
fn size_of(keeper: &RecordKeeper, record: RecordId) -> Result<RegSize, Diagnostic> {
    if let Some(Value::Def(_)) = keeper.field_value(record, "RegInfos") {
        let what = "depends on a mode of the hardware, which is not supported";
        return Err(keeper.field_error(record, "RegInfos", what));
    }
    let mut size = keeper.get_int(record, "Size")?;
    if size == 0 {
        let types = keeper.get_list_of_defs(record, "RegTypes")?;
        let Some(&first) = types.first() else {
            return Err(keeper.field_error(record, "RegTypes", "is empty"));
        };
        size = keeper.get_int(first, "Size")?;
    }
    Ok(RegSize {
        size,
        spill_size: size,
        spill_align: keeper.get_int(record, "Alignment")?,
    })
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
