//! The numbering of registers, sub-register indices and classes, which several emitters share.

use super::register_bank::RegisterBank;
use crate::record::{RecordId, RecordKeeper};
use crate::sets;
use crate::view::Value;
use fxhash::FxHashMap;
use std::rc::Rc;
use wavec_support::Diagnostic;

/// The most units of a register, and so the largest end of a sub-register index.
const MAX_UNITS: usize = 32;

/// One register.
pub struct Register {
    /// Name in the description; parts joined by `_` for tuples.
    pub name: String,
    /// Assembly name; empty for tuples.
    pub asm_name: String,
    /// First register unit.
    pub first_unit: u16,
    /// Number of units.
    pub num_units: u8,
    /// Number in encodings.
    pub encoding: u16,
    /// Made by `RegisterTuples`.
    pub is_tuple: bool,
}

/// One sub-register index.
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
    pub members: Vec<u16>,
    /// Size of a member in units (of the first member, where they differ).
    pub size_in_units: u8,
}

/// The registers, classes and sub-register indices of a description.
pub struct RegisterModel {
    /// By register number; number 0 is unused.
    pub registers: Vec<Register>,
    /// By index number; number 0 is unused.
    pub sub_regs: Vec<SubRegIndex>,
    /// By class number.
    pub classes: Vec<RegisterClass>,
    /// Number of each register's record.
    pub by_record: FxHashMap<RecordId, u16>,
    /// Number of each class's record.
    pub class_by_record: FxHashMap<RecordId, u16>,
    /// Number of units, which is the number of one-unit registers.
    pub num_units: u16,
    /// Bits of a unit.
    pub unit_bits: i64,
}

impl RegisterModel {
    /// Reads the registers of a description.
    pub fn build(keeper: &RecordKeeper) -> Result<RegisterModel, Diagnostic> {
        if RegisterBank::is_needed(keeper) {
            return RegisterModel::of_bank(RegisterBank::read(keeper)?);
        }
        let unit_bits = 32;
        let mut model = RegisterModel {
            registers: vec![Register {
                name: String::new(),
                asm_name: String::new(),
                first_unit: 0,
                num_units: 0,
                encoding: 0,
                is_tuple: false,
            }],
            sub_regs: vec![SubRegIndex {
                name: String::new(),
                offset: 0,
                size: 0,
            }],
            classes: Vec::new(),
            by_record: FxHashMap::default(),
            class_by_record: FxHashMap::default(),
            num_units: 0,
            unit_bits,
        };
        model.read_sub_regs(keeper)?;
        model.read_registers(keeper)?;
        model.read_tuples_and_classes(keeper)?;
        if model.registers.len() > usize::from(u16::MAX) || model.classes.len() >= 255 {
            return Err(Diagnostic::error(
                wavec_support::Span::NONE,
                "too many registers or register classes",
            ));
        }
        Ok(model)
    }

    /// The numbers of registers of any shape; they are no runs.
    fn of_bank(bank: RegisterBank) -> Result<RegisterModel, Diagnostic> {
        let registers = bank.registers.into_iter().map(|register| Register {
            name: register.name,
            asm_name: register.asm_name,
            first_unit: 0,
            num_units: 0,
            encoding: register.encoding,
            is_tuple: register.record.is_none(),
        });
        let classes = bank.classes.into_iter().filter_map(|class| {
            Some(RegisterClass {
                record: class.record?,
                name: class.name,
                members: class.order,
                size_in_units: 0,
            })
        });
        Ok(RegisterModel {
            registers: registers.collect(),
            sub_regs: Vec::new(),
            classes: classes.collect(),
            by_record: bank.by_record,
            class_by_record: bank.class_by_record,
            num_units: 0,
            unit_bits: 0,
        })
    }

    fn read_sub_regs(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        for &record in keeper.derived_defs("SubRegIndex") {
            let (size, offset) = (keeper.get_int(record, "Size")?, keeper.get_int(record, "Offset")?);
            let unit = self.unit_bits;
            if size <= 0
                || size % unit != 0
                || offset < 0
                || offset % unit != 0
                || (size + offset) / unit > 32
            {
                return Err(keeper.field_error(record, "Size", "is not a run of 32-bit units in 1024 bits"));
            }
            self.sub_regs.push(SubRegIndex {
                name: keeper.name(record).to_string(),
                offset: (offset / unit) as u8,
                size: (size / unit) as u8,
            });
            if self.sub_regs.len() > 255 {
                return Err(keeper.field_error(record, "Size", "is of one index too many: 254 are possible"));
            }
        }
        Ok(())
    }

    /// One-unit registers first, then named registers made of them.
    fn read_registers(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        let records = keeper.derived_defs("Register");
        for &record in records {
            let aliases = keeper.field_value(record, "Aliases");
            if matches!(aliases, Some(Value::List(list)) if !list.is_empty()) {
                let what = "is not empty, but registers are runs ('RegisterRuns')";
                return Err(keeper.field_error(record, "Aliases", what));
            }
            if !keeper.get_list(record, "SubRegs")?.is_empty() {
                continue;
            }
            if self.registers.len() > usize::from(u16::MAX) {
                return Err(keeper.field_error(
                    record,
                    "AsmName",
                    "is of one register too many: 65535 are possible",
                ));
            }
            let number = self.registers.len() as u16;
            self.registers.push(Register {
                name: keeper.name(record).to_string(),
                asm_name: keeper.get_string(record, "AsmName")?.to_string(),
                first_unit: self.num_units,
                num_units: 1,
                encoding: keeper.get_int(record, "HWEncoding")? as u16,
                is_tuple: false,
            });
            self.num_units += 1;
            self.by_record.insert(record, number);
        }
        for &record in records {
            let parts = keeper.get_list_of_defs(record, "SubRegs")?;
            let Some(first) = parts.first() else { continue };
            let mut run = Vec::new();
            for part in &parts {
                let Some(&part) = self.by_record.get(part) else {
                    return Err(keeper.field_error(record, "SubRegs", "names a register of several parts"));
                };
                run.push(self.registers[usize::from(part)].first_unit);
            }
            if parts.len() > MAX_UNITS {
                return Err(keeper.field_error(record, "SubRegs", "has more than 32 parts"));
            }
            if run.windows(2).any(|pair| pair[1] != pair[0] + 1) {
                return Err(keeper.field_error(record, "SubRegs", "is not a run of neighbours"));
            }
            let first_unit = self.registers[usize::from(self.by_record[first])].first_unit;
            let number = self.registers.len() as u16;
            self.registers.push(Register {
                name: keeper.name(record).to_string(),
                asm_name: keeper.get_string(record, "AsmName")?.to_string(),
                first_unit,
                num_units: parts.len() as u8,
                encoding: keeper.get_int(record, "HWEncoding")? as u16,
                is_tuple: false,
            });
            self.by_record.insert(record, number);
        }
        Ok(())
    }

    /// Tuples and classes refer to each other, so both are evaluated on demand.
    fn read_tuples_and_classes(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        let mut sets: FxHashMap<RecordId, Rc<[u16]>> = FxHashMap::default();
        for &record in keeper.derived_defs("RegisterTuples") {
            self.expand(keeper, record, &mut sets, 0)?;
        }
        for &record in keeper.derived_defs("RegisterClass") {
            let members = self.expand(keeper, record, &mut sets, 0)?;
            let Some(&first) = members.first() else {
                return Err(keeper.field_error(record, "MemberList", "has no members"));
            };
            self.class_by_record.insert(record, self.classes.len() as u16);
            self.classes.push(RegisterClass {
                record,
                name: keeper.name(record).to_string(),
                size_in_units: self.registers[usize::from(first)].num_units,
                members: members.to_vec(),
            });
        }
        Ok(())
    }

    /// The registers of a record.
    fn expand(
        &mut self,
        keeper: &RecordKeeper,
        record: RecordId,
        sets: &mut FxHashMap<RecordId, Rc<[u16]>>,
        depth: usize,
    ) -> Result<Rc<[u16]>, Diagnostic> {
        if let Some(&register) = self.by_record.get(&record) {
            return Ok(Rc::from([register]));
        }
        if let Some(known) = sets.get(&record) {
            return Ok(Rc::clone(known));
        }
        if depth > 32 {
            return Err(keeper.field_error(
                record,
                "MemberList",
                "contains itself, or sets nested too deeply",
            ));
        }
        let members = if keeper.is_subclass_of(record, "RegisterTuples") {
            self.tuples(keeper, record, sets, depth)?
        } else if keeper.is_subclass_of(record, "RegisterClass") {
            let value = keeper.get_value(record, "MemberList")?;
            self.evaluate(keeper, record, "MemberList", value, sets, depth)?
        } else {
            let message = format!(
                "'{}' is neither a register nor a set of registers",
                keeper.name(record)
            );
            return Err(Diagnostic::error(keeper.record(record).span, message));
        };
        let members: Rc<[u16]> = members.into();
        sets.insert(record, Rc::clone(&members));
        Ok(members)
    }

    fn evaluate(
        &mut self,
        keeper: &RecordKeeper,
        record: RecordId,
        field: &str,
        value: Value<'_>,
        sets: &mut FxHashMap<RecordId, Rc<[u16]>>,
        depth: usize,
    ) -> Result<Vec<u16>, Diagnostic> {
        sets::evaluate(
            keeper,
            value,
            &mut |inner| self.expand(keeper, inner, sets, depth + 1),
            &|message| keeper.field_error(record, field, &format!("is no set: {message}")),
        )
    }

    fn tuples(
        &mut self,
        keeper: &RecordKeeper,
        record: RecordId,
        sets: &mut FxHashMap<RecordId, Rc<[u16]>>,
        depth: usize,
    ) -> Result<Vec<u16>, Diagnostic> {
        let mut lists = Vec::new();
        for value in keeper.get_list(record, "SubRegs")?.iter() {
            lists.push(self.evaluate(keeper, record, "SubRegs", value, sets, depth)?);
        }
        let length = lists.iter().map(Vec::len).min().unwrap_or(0);
        let mut members = Vec::with_capacity(length);
        for index in 0..length {
            let first = &self.registers[usize::from(lists[0][index])];
            let (first_unit, encoding) = (first.first_unit, first.encoding);
            let mut name = String::new();
            let mut end = first_unit;
            for list in &lists {
                let part = &self.registers[usize::from(list[index])];
                if part.first_unit != end {
                    return Err(keeper.field_error(record, "SubRegs", "does not make runs of neighbours"));
                }
                end += u16::from(part.num_units);
                if !name.is_empty() {
                    name.push('_');
                }
                name.push_str(&part.name);
            }
            if usize::from(end - first_unit) > MAX_UNITS {
                return Err(keeper.field_error(record, "SubRegs", "makes registers of more than 32 units"));
            }
            if self.registers.len() > usize::from(u16::MAX) {
                return Err(keeper.field_error(record, "SubRegs", "makes more than 65535 registers"));
            }
            members.push(self.registers.len() as u16);
            self.registers.push(Register {
                name,
                asm_name: String::new(),
                first_unit,
                num_units: (end - first_unit) as u8,
                encoding,
                is_tuple: true,
            });
        }
        Ok(members)
    }
}
