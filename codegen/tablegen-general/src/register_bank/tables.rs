//! Registers of any shape as tables of `wavec_mc::RegisterBank`.

use super::RegisterBank;
use std::fmt::{Display, Write};
use wavec_support::Diagnostics;
use wavec_tablegen::EmitOptions;
use wavec_tablegen::RecordKeeper;
use wavec_tablegen::emit::rust;

/// Writes `REGISTER_BANK` and the modules `regs`, `classes`, `subregs`.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let bank = RegisterBank::build(keeper)?;
    let mut out = rust::header(&options.source_name, "Registers");
    for warning in &bank.warnings {
        let _ = writeln!(out, "// warning: {warning}");
    }
    constants(&mut out, &bank);
    out.push_str(
        "use wavec_mc::{BankClass, BankIndex, BankRegister, BankSubReg, BankUnit, PressureSetDesc, Reg, RegClassId, RegisterBank};\n",
    );
    registers(&mut out, &bank);
    indices(&mut out, &bank);
    classes(&mut out, &bank);
    let units = bank.units[..bank.num_native_units].iter().zip(&bank.unit_sets);
    rust::slice(
        &mut out,
        "UNITS",
        "BankUnit",
        units.map(|(unit, sets)| {
            format!(
                "BankUnit {{ roots: [Reg({}), Reg({})], weight: {}, pressure_sets: &{sets:?} }}",
                unit.roots[0], unit.roots[1], unit.weight
            )
        }),
    );
    let sets = bank.sets.iter().map(|set| {
        format!(
            "PressureSetDesc {{ name: {:?}, limit: {} }}",
            set.name, set.weight
        )
    });
    rust::slice(&mut out, "PRESSURE_SETS", "PressureSetDesc", sets);
    let _ = writeln!(
        out,
        "/// All registers.\npub static REGISTER_BANK: RegisterBank = RegisterBank {{\n\
         registers: REGISTERS, indices: INDICES, classes: CLASSES, units: UNITS, pressure_sets: PRESSURE_SETS,\n\
         covering_lanes: {:#x},\n}};",
        bank.covering_lanes
    );
    Ok(out)
}

fn constants(out: &mut String, bank: &RegisterBank) {
    fn module<'n>(
        out: &mut String,
        about: &str,
        name: &str,
        ty: &str,
        first: usize,
        names: impl Iterator<Item = &'n str>,
    ) {
        let _ = writeln!(
            out,
            "/// {about} by name.\npub mod {name} {{\nuse wavec_mc::{ty};"
        );
        let mut unique = rust::UniqueNames::default();
        for (number, name) in names.enumerate() {
            let constant = unique.constant(name);
            let _ = writeln!(out, "pub const {constant}: {ty} = {ty}({});", number + first);
        }
        out.push_str("}\n");
    }
    let registers = bank
        .registers
        .iter()
        .skip(1)
        .map(|register| register.name.as_str());
    module(out, "Registers", "regs", "Reg", 1, registers);
    let classes = bank.classes.iter().map(|class| class.name.as_str());
    module(out, "Register classes", "classes", "RegClassId", 0, classes);
    let indices = bank.indices.iter().skip(1).map(|index| index.name.as_str());
    module(out, "Sub-register indices", "subregs", "BankSubReg", 1, indices);
}

/// `&[Reg(1), Reg(2)]`
fn wrapped<T: Display>(ty: &str, items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| format!("{ty}({item})")).collect();
    format!("&[{}]", items.join(","))
}

fn pairs<A: Display, B: Display>(items: impl IntoIterator<Item = (A, B)>, second: &str) -> String {
    let items: Vec<String> = items
        .into_iter()
        .map(|(a, b)| format!("(BankSubReg({a}),{second}({b}))"))
        .collect();
    format!("&[{}]", items.join(","))
}

fn registers(out: &mut String, bank: &RegisterBank) {
    let rows = bank.registers.iter().map(|register| {
        let native = register
            .units
            .iter()
            .filter(|&&unit| (unit as usize) < bank.num_native_units);
        let native: Vec<&u32> = native.collect();
        format!(
            "BankRegister {{ name: {:?}, asm_name: {:?}, encoding: {}, cost: {}, dwarf: &{:?}, sub_regs: {}, \
             super_regs: {}, units: &{native:?}, constant: {}, artificial: {} }}\n",
            register.name,
            register.asm_name,
            register.encoding,
            register.cost,
            register.dwarf,
            pairs(register.sub_regs.iter().copied(), "Reg"),
            wrapped("Reg", &register.super_regs),
            register.constant,
            register.artificial
        )
    });
    rust::slice(out, "REGISTERS", "BankRegister", rows);
}

fn indices(out: &mut String, bank: &RegisterBank) {
    let rows = bank.indices.iter().map(|index| {
        format!(
            "BankIndex {{ name: {:?}, size: {}, offset: {}, lanes: {:#x}, composites: {} }}\n",
            index.name,
            index.size,
            index.offset,
            index.lanes,
            pairs(index.composites.iter(), "BankSubReg")
        )
    });
    rust::slice(out, "INDICES", "BankIndex", rows);
}

fn classes(out: &mut String, bank: &RegisterBank) {
    let rows = bank.classes.iter().enumerate().map(|(number, class)| {
        let size = class.size;
        let alt_orders = class.alt_orders.iter();
        let alt_orders: Vec<String> = alt_orders.map(|order| wrapped("Reg", order)).collect();
        let supers: Vec<String> = class
            .super_reg_classes
            .iter()
            .map(|(index, classes)| format!("(BankSubReg({index}), {})", wrapped("RegClassId", classes)))
            .collect();
        format!(
            "BankClass {{ name: {:?}, members: {}, order: {}, alt_orders: &[{}], size: {}, spill_size: {}, spill_align: {}, \
             copy_cost: {}, allocatable: {}, allocation_priority: {}, target_flags: {:#x}, types: &{:?}, \
             sub_classes: {}, with_sub_reg: {}, super_reg_classes: &[{}], lanes: {:#x}, weight: {}, \
             pressure_sets: &{:?} }}\n",
            class.name,
            wrapped("Reg", class.members.iter()),
            wrapped("Reg", &class.order),
            alt_orders.join(", "),
            size.size,
            size.spill_size,
            size.spill_align,
            class.copy_cost,
            class.allocatable,
            class.priority,
            class.flags,
            class.types,
            wrapped("RegClassId", &class.sub_classes),
            pairs(class.with_sub_reg.iter(), "RegClassId"),
            supers.join(", "),
            class.lanes,
            bank.class_weight(number),
            bank.class_sets[number]
        )
    });
    rust::slice(out, "CLASSES", "BankClass", rows);
}
