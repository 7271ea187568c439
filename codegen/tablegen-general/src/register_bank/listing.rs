//! `--gen-register-list`: a readable list of registers, indices, classes and pressure sets, including everything that
//! is
//! derived from the description.

use super::RegisterBank;
use std::fmt::Write;
use wavec_support::Diagnostics;
use wavec_tablegen::EmitOptions;
use wavec_tablegen::RecordKeeper;

/// Writes the listing.
pub fn emit(keeper: &RecordKeeper, _: &EmitOptions) -> Result<String, Diagnostics> {
    let bank = RegisterBank::build(keeper)?;
    let mut out = String::new();
    for warning in &bank.warnings {
        let _ = writeln!(out, "warning: {warning}");
    }
    let register = |&number: &u16| bank.registers[usize::from(number)].name.as_str();
    let class = |&number: &usize| bank.classes[number].name.as_str();
    for index in bank.indices.iter().skip(1) {
        let _ = write!(out, "index {}: lanes {:#x}", index.name, index.lanes);
        if index.size >= 0 {
            let _ = write!(out, ", {} bits", index.size);
        }
        if index.offset >= 0 {
            let _ = write!(out, " from bit {}", index.offset);
        }
        out.push('\n');
        for (&inner, &composed) in &index.composites {
            let _ = writeln!(
                out,
                "  {} is {}",
                bank.index_name(inner),
                bank.index_name(composed)
            );
        }
    }
    for (number, item) in bank.registers.iter().enumerate().skip(1) {
        let _ = writeln!(
            out,
            "register {}: number {}, units {}",
            item.name,
            number,
            join(
                &item.units[..item
                    .units
                    .partition_point(|&unit| (unit as usize) < bank.num_native_units)]
            )
        );
        for &(index, part) in &item.sub_regs {
            let _ = writeln!(out, "  {} is {}", bank.index_name(index), register(&part));
        }
        words(&mut out, "in", item.super_regs.iter().map(register));
    }
    for (number, item) in bank.classes.iter().enumerate() {
        let size = item.size;
        let _ = writeln!(
            out,
            "class {}: {} registers of {} bits, spilled to {} aligned to {}, lanes {:#x}, weight {}{}{}",
            item.name,
            item.members.len(),
            size.size,
            size.spill_size,
            size.spill_align,
            item.lanes,
            bank.class_weight(number),
            if item.allocatable { "" } else { ", not allocatable" },
            if item.record.is_some() { "" } else { ", made up" },
        );
        words(&mut out, "registers", item.order.iter().map(register));
        words(
            &mut out,
            "holds",
            item.sub_classes.iter().filter(|&&sub| sub != number).map(class),
        );
        for (&index, &with) in &item.with_sub_reg {
            let _ = writeln!(out, "  with {}: {}", bank.index_name(index), class(&with));
        }
        for (&index, supers) in &item.super_reg_classes {
            let what = format!("as {} of", bank.index_name(index));
            words(&mut out, &what, supers.iter().map(class));
        }
        words(
            &mut out,
            "pressure sets",
            bank.class_sets[number]
                .iter()
                .map(|&set| bank.sets[set].name.as_str()),
        );
    }
    for set in &bank.sets {
        let _ = writeln!(
            out,
            "pressure set {}: weight {}, {} units",
            set.name,
            set.weight,
            set.units.len()
        );
    }
    let _ = writeln!(
        out,
        "{} registers, {} classes, {} indices, {} units and {} for balance",
        bank.registers.len() - 1,
        bank.classes.len(),
        bank.indices.len() - 1,
        bank.num_native_units,
        bank.units.len() - bank.num_native_units
    );
    Ok(out)
}

fn words<'a>(out: &mut String, what: &str, names: impl Iterator<Item = &'a str>) {
    let names: Vec<&str> = names.collect();
    if !names.is_empty() {
        let _ = writeln!(out, "  {what}: {}", names.join(" "));
    }
}

fn join(numbers: &[u32]) -> String {
    let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
    texts.join(" ")
}
