//! Reads indices, registers, tuples and classes.

use super::{BankClass, BankIndex, BankRegister, RegSize, RegisterBank};
use wavec_support::Diagnostic;
use wavec_tablegen::emit::register_model::{RegisterClass, RegisterModel};
use wavec_tablegen::{RecordId, RecordKeeper, Value, compare_numeric};

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

    /// Reads what the description says of registers beyond their names and parts.
    pub(super) fn read_registers(
        &mut self,
        keeper: &RecordKeeper,
        model: &RegisterModel,
    ) -> Result<(), Diagnostic> {
        self.registers.push(BankRegister::default());
        for known in &model.registers[1..] {
            let Some(record) = known.record else { continue };
            let indices = keeper.get_list_of_defs(record, "SubRegIndices")?;
            if known.parts.len() != indices.len() {
                return Err(keeper.field_error(record, "SubRegIndices", "has another length than 'SubRegs'"));
            }
            if known.is_tuple && known.parts.len() < 2 {
                return Err(keeper.field_error(record, "SubRegs", "has fewer than two parts"));
            }
            let mut register = if known.is_tuple {
                let first = &self.registers[usize::from(known.parts[0])];
                BankRegister {
                    cost: first.cost,
                    constant: first.constant,
                    artificial: first.artificial,
                    covered: true,
                    ..BankRegister::default()
                }
            } else {
                read_register(keeper, record)?
            };
            let indices = indices.iter().map(|index| self.index_by_record[index]);
            register.explicit = indices.zip(known.parts.iter().copied()).collect();
            register.name.clone_from(&known.name);
            register.asm_name.clone_from(&known.asm_name);
            register.encoding = known.encoding;
            self.registers.push(register);
        }
        for number in 1..self.registers.len() as u16 {
            let register = &self.registers[usize::from(number)];
            let first = register.explicit.first().map(|&(_, first)| first);
            if let (true, Some(first)) = (register.covered, first) {
                self.registers[usize::from(first)].leading.push(number);
            }
            let Some(record) = self.registers[usize::from(number)].record else {
                continue;
            };
            if keeper.field_value(record, "Aliases").is_some() {
                for other in model.numbers_of(keeper, record, "Aliases")? {
                    self.registers[usize::from(number)].aliases.push(other);
                    self.registers[usize::from(other)].aliases.push(number);
                }
            }
        }
        Ok(())
    }

    /// Reads the classes.
    pub(super) fn read_classes(
        &mut self,
        keeper: &RecordKeeper,
        mut model: RegisterModel,
    ) -> Result<(), Diagnostic> {
        for RegisterClass {
            record,
            name,
            members: order,
            ..
        } in std::mem::take(&mut model.classes)
        {
            let mut members = order.to_vec();
            members.sort_unstable();
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
            let alt_orders = alt_orders(keeper, &mut model, record, &members)?;
            let artificial = !members.is_empty()
                && members
                    .iter()
                    .all(|&member| self.registers[usize::from(member)].artificial);
            self.classes.push(BankClass {
                record: Some(record),
                name,
                bits: members.iter().map(|&member| usize::from(member)).collect(),
                members: members.into(),
                order: order.to_vec(),
                alt_orders,
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
        self.class_by_record = model.class_by_record;
        Ok(())
    }
}

/// `AltOrders` of a class with these members, which are sorted.
fn alt_orders(
    keeper: &RecordKeeper,
    model: &mut RegisterModel,
    record: RecordId,
    members: &[u16],
) -> Result<Vec<Vec<u16>>, Diagnostic> {
    let Some(Value::List(list)) = keeper.field_value(record, "AltOrders") else {
        return Ok(Vec::new());
    };
    let mut orders = Vec::with_capacity(list.len());
    for value in list.iter() {
        let order = model.evaluate(keeper, record, "AltOrders", value, 0)?;
        let is_foreign = |register: &&u16| members.binary_search(register).is_err();
        if let Some(&foreign) = order.iter().find(is_foreign) {
            let foreign = &model.registers[usize::from(foreign)].name;
            let what = format!("has '{foreign}', which is not in the class");
            return Err(keeper.field_error(record, "AltOrders", &what));
        }
        orders.push(order);
    }
    Ok(orders)
}

/// A named register without its name and parts.
fn read_register(keeper: &RecordKeeper, record: RecordId) -> Result<BankRegister, Diagnostic> {
    let ints = |field: &str| match keeper.field_value(record, field) {
        Some(_) => keeper.get_list_of_ints(record, field),
        None => Ok(Vec::new()),
    };
    Ok(BankRegister {
        record: Some(record),
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
