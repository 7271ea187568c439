//! `--gen-register-info`: register tables and the constants that name registers, classes and sub-register indices.
//!
//! Reads the classes of `codegen/td/Target.td`:
//!
//! | class | fields |
//! |---|---|
//! | `Register` | `AsmName`, `HWEncoding`, `SubRegs` |
//! | `RegisterTuples` | `SubRegs`: a list of sets; the i-th tuple consists of the i-th members |
//! | `SubRegIndex` | `Size`, `Offset` |
//! | `RegisterClass` | `MemberList` (a set, see `sets.rs`), `Size`, `Alignment`, `CopyCost`, `isAllocatable`, `AllocationPriority`, `GeneratePressureSet`, `TSFlags` |
//! | `RegisterRuns` | its presence: every register is a run of 32-bit units |
//!
//! Sub-registers, overlap and the composition of indices are arithmetic that `wavec_mc::RegisterInfo` does; tables are for
//! what is not: which register a run is, common sub-classes, classes of sub-registers, pressure sets (`pressure.rs`).
//! Registers of any shape are the matter of `--gen-register-bank`.

use super::EmitOptions;
use super::pressure::Pressure;
use super::register_model::{RegisterClass, RegisterModel, SubRegIndex};
use super::rust;
use crate::record::RecordKeeper;
use fixedbitset::FixedBitSet;
use fxhash::FxHashMap;
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// The most parts of a tuple for which a constant is generated; larger tuples are accessible through their class.
const MAX_NAMED_TUPLE: u8 = 4;

/// Writes `REGISTER_INFO` and the modules `regs`, `classes`, `subregs`.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let model = RegisterModel::build(keeper)?;
    if !model.are_runs {
        let message = "registers need not be runs of 32-bit units, as there is no 'RegisterRuns': '--gen-register-bank' \
                       writes registers of any shape";
        return Err(Diagnostic::error(Span::NONE, message).into());
    }
    let mut out = rust::header(&options.source_name, "Registers");
    constants(&mut out, &model);
    register_tables(&mut out, &model);
    sub_reg_tables(&mut out, &model);
    class_tables(&mut out, keeper, &model)?;
    pressure_tables(&mut out, keeper, &model)?;
    let singles = model.registers.iter().filter(|register| !register.is_tuple);
    rust::slice(
        &mut out,
        "NAMES",
        "&str",
        singles.clone().map(|register| format!("{:?}", register.name)),
    );
    rust::slice(
        &mut out,
        "ASM_NAMES",
        "&str",
        singles.map(|register| format!("{:?}", register.asm_name)),
    );
    let _ = writeln!(
        out,
        "pub static REGISTER_INFO: wavec_mc::RegisterInfo = wavec_mc::RegisterInfo {{\n\
         regs: REGS, names: NAMES, asm_names: ASM_NAMES, num_units: {}, unit_regs: UNIT_REGS, size_rows: SIZE_ROWS,\n\
         unit_by_encoding: UNIT_BY_ENCODING,\n\
         by_unit: BY_UNIT, sub_regs: SUB_REGS, sub_reg_names: SUB_REG_NAMES, sub_reg_by_run: SUB_REG_BY_RUN,\n\
         classes: CLASSES, common_sub_class: COMMON_SUB_CLASS, sub_reg_class: SUB_REG_CLASS,\n\
         pressure_sets: PRESSURE_SETS, class_pressure: CLASS_PRESSURE, unit_pressure: UNIT_PRESSURE,\n\
         unit_pressure_sets: UNIT_PRESSURE_SETS,\n}};",
        model.num_units
    );
    Ok(out)
}

fn constants(out: &mut String, model: &RegisterModel) {
    out.push_str("/// Registers by name.\npub mod regs {\nuse wavec_mc::Reg;\n");
    for (number, register) in model.registers.iter().enumerate().skip(1) {
        if !register.is_tuple || register.num_units <= MAX_NAMED_TUPLE {
            let _ = writeln!(
                out,
                "pub const {}: Reg = Reg({number});",
                rust::constant_name(&register.name)
            );
        }
    }
    out.push_str("}\n/// Register classes by name.\npub mod classes {\nuse wavec_mc::RegClassId;\n");
    for (number, class) in model.classes.iter().enumerate() {
        let _ = writeln!(
            out,
            "pub const {}: RegClassId = RegClassId({number});",
            rust::constant_name(&class.name)
        );
    }
    out.push_str("}\n/// Sub-register indices by name.\npub mod subregs {\nuse wavec_mc::SubRegIndex;\n");
    for (number, index) in model.sub_regs.iter().enumerate().skip(1) {
        let _ = writeln!(
            out,
            "pub const {}: SubRegIndex = SubRegIndex({number});",
            rust::constant_name(&index.name)
        );
    }
    out.push_str("}\n");
}

fn register_tables(out: &mut String, model: &RegisterModel) {
    out.push_str(
        "const fn r(first_unit: u16, num_units: u8, is_tuple: bool, encoding: u16) -> wavec_mc::RegisterDesc {\n\
         wavec_mc::RegisterDesc { first_unit, num_units, is_tuple, encoding }\n}\n",
    );
    let rows = model.registers.iter().map(|register| {
        format!(
            "r({},{},{},{})",
            register.first_unit, register.num_units, register.is_tuple, register.encoding
        )
    });
    rust::slice(out, "REGS", "wavec_mc::RegisterDesc", rows);

    let mut unit_regs = vec![0; usize::from(model.num_units)];
    let largest = model
        .registers
        .iter()
        .map(|register| register.num_units)
        .max()
        .unwrap_or(0);
    let mut size_rows = vec![255u8; usize::from(largest) + 1];
    let mut num_rows = 0;
    for register in &model.registers[1..] {
        let row = &mut size_rows[usize::from(register.num_units)];
        if *row == 255 {
            *row = num_rows;
            num_rows += 1;
        }
    }
    let units = usize::from(model.num_units);
    let mut by_unit = vec![0u16; usize::from(num_rows) * units];
    for (number, register) in model.registers.iter().enumerate().skip(1) {
        let first = usize::from(register.first_unit);
        if register.num_units == 1 {
            unit_regs[first] = number;
        }
        let place = usize::from(size_rows[usize::from(register.num_units)]) * units + first;
        // If two registers have the same run, the first definition represents both.
        if by_unit[place] == 0 {
            by_unit[place] = number as u16;
        }
    }
    let largest = model
        .registers
        .iter()
        .map(|register| register.encoding)
        .max()
        .unwrap_or(0);
    let mut unit_by_encoding = vec![u16::MAX; usize::from(largest) + 1];
    for register in &model.registers[1..] {
        let unit = &mut unit_by_encoding[usize::from(register.encoding)];
        if *unit == u16::MAX {
            *unit = register.first_unit;
        }
    }
    rust::slice(out, "UNIT_BY_ENCODING", "u16", unit_by_encoding);
    rust::slice(
        out,
        "UNIT_REGS",
        "wavec_mc::Reg",
        unit_regs.iter().map(|reg| format!("wavec_mc::Reg({reg})")),
    );
    rust::slice(out, "SIZE_ROWS", "u8", size_rows);
    rust::slice(out, "BY_UNIT", "u16", by_unit);
}

fn sub_reg_tables(out: &mut String, model: &RegisterModel) {
    let rows = model.sub_regs.iter().map(|index| {
        format!(
            "wavec_mc::SubRegDesc {{ offset: {}, size: {} }}",
            index.offset, index.size
        )
    });
    rust::slice(out, "SUB_REGS", "wavec_mc::SubRegDesc", rows);
    rust::slice(
        out,
        "SUB_REG_NAMES",
        "&str",
        model.sub_regs.iter().map(|index| format!("{:?}", index.name)),
    );
    let mut by_run = vec![0usize; 33 * 32];
    for (number, index) in model.sub_regs.iter().enumerate().skip(1) {
        by_run[usize::from(index.size) * 32 + usize::from(index.offset)] = number;
    }
    rust::slice(out, "SUB_REG_BY_RUN", "u8", by_run);
}

fn class_tables(out: &mut String, keeper: &RecordKeeper, model: &RegisterModel) -> Result<(), Diagnostics> {
    let mut rows = Vec::new();
    for class in &model.classes {
        let size = keeper.get_int(class.record, "Size")?;
        let size = if size == 0 { class.size_in_bits() } else { size };
        let ranges: Vec<String> = ranges_of(&class.members)
            .into_iter()
            .map(|(first, last, step)| {
                format!("wavec_mc::RegRange{{first:wavec_mc::Reg({first}),last:wavec_mc::Reg({last}),step:{step}}}")
            })
            .collect();
        rows.push(format!(
            "wavec_mc::RegisterClassDesc {{ name: {:?}, size_in_units: {}, align_in_units: {}, allocatable: {}, \
             copy_cost: {}, allocation_priority: {}, spill_size: {}, spill_align: {}, target_flags: {}, \
             ranges: &[{}] }}",
            class.name,
            class.size_in_units,
            alignment(model, &class.members, class.size_in_units),
            keeper.get_bit(class.record, "isAllocatable")?,
            keeper.get_int(class.record, "CopyCost")?.clamp(0, 255),
            keeper.get_int(class.record, "AllocationPriority")?.clamp(0, 255),
            size / 8,
            keeper.get_int(class.record, "Alignment")? / 8,
            keeper.get_bits_known(class.record, "TSFlags").unwrap_or(0),
            ranges.join(",")
        ));
    }
    rust::slice(out, "CLASSES", "wavec_mc::RegisterClassDesc", rows);

    let members = |class: &RegisterClass| class.members.iter().map(|&member| usize::from(member)).collect();
    let sets: Vec<FixedBitSet> = model.classes.iter().map(members).collect();
    let count = sets.len();
    let subset: Vec<Vec<bool>> = sets
        .iter()
        .map(|inner| sets.iter().map(|outer| inner.is_subset(outer)).collect())
        .collect();
    // Largest first; of equals the one defined first.
    let mut by_size: Vec<usize> = (0..count).collect();
    by_size.sort_by_key(|&class| (std::cmp::Reverse(model.classes[class].members.len()), class));
    let mut common = Vec::with_capacity(count * count);
    for a in 0..count {
        for b in 0..count {
            let found = by_size
                .iter()
                .find(|&&class| subset[class][a] && subset[class][b]);
            common.push(found.map_or(255, |&class| class));
        }
    }
    rust::slice(out, "COMMON_SUB_CLASS", "u8", common);

    let mut lookup = FxHashMap::default();
    for (number, register) in model.registers.iter().enumerate().skip(1) {
        lookup
            .entry((register.first_unit, register.num_units))
            .or_insert(number as u16);
    }
    let mut sub_reg_class = Vec::with_capacity(count * model.sub_regs.len());
    for class in &model.classes {
        for index in &model.sub_regs {
            sub_reg_class.push(
                smallest_class_of_sub_regs(model, &sets, &by_size, &lookup, class, index).unwrap_or(255),
            );
        }
    }
    rust::slice(out, "SUB_REG_CLASS", "u8", sub_reg_class);
    Ok(())
}

fn pressure_tables(
    out: &mut String,
    keeper: &RecordKeeper,
    model: &RegisterModel,
) -> Result<(), Diagnostics> {
    let pressure = Pressure::compute(keeper, model)?;
    let sets = pressure.sets.iter().map(|set| {
        format!(
            "wavec_mc::PressureSetDesc {{ name: {:?}, limit: {} }}",
            set.name,
            set.size()
        )
    });
    rust::slice(out, "PRESSURE_SETS", "wavec_mc::PressureSetDesc", sets);
    let classes = pressure
        .classes
        .iter()
        .map(|(weight, sets)| format!("wavec_mc::ClassPressure {{ weight: {weight}, sets: &{sets:?} }}"));
    rust::slice(out, "CLASS_PRESSURE", "wavec_mc::ClassPressure", classes);
    rust::slice(out, "UNIT_PRESSURE", "u8", &pressure.units);
    let lists = pressure.unit_lists.iter().map(|list| format!("&{list:?}"));
    rust::slice(out, "UNIT_PRESSURE_SETS", "&[u8]", lists);
    Ok(())
}

fn smallest_class_of_sub_regs(
    model: &RegisterModel,
    sets: &[FixedBitSet],
    by_size: &[usize],
    lookup: &FxHashMap<(u16, u8), u16>,
    class: &RegisterClass,
    index: &SubRegIndex,
) -> Option<usize> {
    if index.size == 0 || index.offset + index.size > class.size_in_units {
        return None;
    }
    let mut parts = FixedBitSet::with_capacity(model.registers.len());
    for &member in class.members.iter() {
        let register = &model.registers[usize::from(member)];
        if index.offset + index.size > register.num_units {
            return None;
        }
        let part = lookup.get(&(register.first_unit + u16::from(index.offset), index.size))?;
        parts.insert(usize::from(*part));
    }
    by_size
        .iter()
        .rev()
        .copied()
        .find(|&candidate| parts.is_subset(&sets[candidate]))
}

/// The members as runs with a step, in order.
fn ranges_of(members: &[u16]) -> Vec<(u16, u16, u16)> {
    let mut ranges: Vec<(u16, u16, u16)> = Vec::new();
    for &member in members {
        if let Some((first, last, step)) = ranges.last_mut() {
            if first == last && member > *last {
                // The second member fixes the step, unless it is far away: then it starts its own run.
                if member - *last <= 4 {
                    (*step, *last) = (member - *first, member);
                    continue;
                }
            } else if member == last.wrapping_add(*step) && first != last {
                *last = member;
                continue;
            }
        }
        ranges.push((member, member, 1));
    }
    ranges
}

/// Largest power of two that divides all distances of the members' first units, at most the size.
fn alignment(model: &RegisterModel, members: &[u16], size: u8) -> u16 {
    let first = model.registers[usize::from(members[0])].first_unit;
    let mut bits = 0;
    for &member in members {
        bits |= model.registers[usize::from(member)].first_unit.abs_diff(first);
    }
    let limit = u16::from(size).next_power_of_two();
    if bits == 0 {
        limit
    } else {
        (1 << bits.trailing_zeros()).min(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::ranges_of;

    #[test]
    fn runs_with_steps() {
        assert_eq!(
            ranges_of(&[1, 2, 3, 10, 12, 14, 90]),
            [(1, 3, 1), (10, 14, 2), (90, 90, 1)]
        );
        assert_eq!(ranges_of(&[5]), [(5, 5, 1)]);
    }
}
