//! Register pressure: the sets with their limits, and the weight that each class and each unit adds to each set.

use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::{between, closing, numbers};
use std::collections::{BTreeMap, BTreeSet};

/// A weight, and the sets that it is added to.
type Pressure = (i64, BTreeSet<String>);

#[derive(Default)]
struct Sets {
    limits: BTreeMap<String, i64>,
    classes: BTreeMap<String, Pressure>,
    /// By number.
    units: Vec<Pressure>,
    /// Whether units of weight 0 can be distinguished from those of weight 1.
    has_unit_weights: bool,
}

/// The sets and weights in LLVM's tables.
fn theirs(text: &str) -> Sets {
    let list = |name: &str| between(text, &format!("{name}[] = {{"), "};").unwrap_or_default();
    let names: Vec<&str> = list("PressureNameTable").split('"').skip(1).step_by(2).collect();
    let limits = list("PressureLimitTable").lines();
    let limits = limits.filter_map(|line| line.split(',').next()?.trim().parse().ok());
    // Lists that end with -1, separated by commas only.
    let lists: Vec<i64> = list("RCSetsTable")
        .split(',')
        .filter_map(|number| number.rsplit("*/").next()?.trim().parse().ok())
        .collect();
    let sets = |start: i64| -> BTreeSet<String> {
        let list = lists[start as usize..].iter().take_while(|&&set| set >= 0);
        list.map(|&set| names[set as usize].to_string()).collect()
    };
    let class_starts = numbers(list("RCSetStartTable"));
    let mut classes = BTreeMap::new();
    let weights = list("RCWeightTable").lines().filter(|line| line.contains("// "));
    for (line, &start) in weights.zip(&class_starts) {
        let name = line.rsplit("// ").next().unwrap_or_default();
        classes.insert(name.to_string(), (numbers(line)[0], sets(start)));
    }
    let starts = numbers(list("RUSetStartTable"));
    let weights = numbers(list("RUWeightTable"));
    // Without the table every unit has weight 1, even one whose weight is 0.
    let weight = |unit: usize| weights.get(unit).copied().unwrap_or(1);
    Sets {
        units: starts
            .iter()
            .enumerate()
            .map(|(unit, &start)| (weight(unit), sets(start)))
            .collect(),
        limits: names.iter().map(|name| name.to_string()).zip(limits).collect(),
        classes,
        has_unit_weights: !weights.is_empty(),
    }
}

/// Sets and classes from the listing, and the tables of units.
fn ours(listing: &str, tables: &str) -> Sets {
    let mut all = Sets::default();
    let mut class = String::new();
    for line in listing.lines() {
        let (head, rest) = line.split_once(": ").unwrap_or((line, ""));
        if let Some(name) = head.strip_prefix("pressure set ") {
            all.limits.insert(name.to_string(), numbers(rest)[0]);
        } else if let Some(name) = head.strip_prefix("class ") {
            class = name.to_string();
            let weight =
                between(rest, "weight ", ",").or(rest.split_once("weight ").map(|(_, weight)| weight));
            let weight = weight.map_or(0, |weight| numbers(weight)[0]);
            all.classes.insert(class.clone(), (weight, BTreeSet::new()));
        } else if line.starts_with("  pressure sets: ")
            && let Some((_, sets)) = all.classes.get_mut(&class)
        {
            sets.extend(rest.split_whitespace().map(str::to_string));
        }
    }
    let names = tables.split("PressureSetDesc { name: \"").skip(1);
    let names: Vec<&str> = names.filter_map(|row| row.split('"').next()).collect();
    for row in tables.split("BankUnit { roots: ").skip(1) {
        let weight = between(row, "weight: ", ",").map_or(0, |weight| numbers(weight)[0]);
        let sets = row
            .split_once("pressure_sets: &[")
            .map(|(_, sets)| sets)
            .unwrap_or_default();
        let sets = numbers(&sets[..closing(sets, '[', ']').unwrap_or(0)]);
        let sets = sets.iter().map(|&set| names[set as usize].to_string());
        all.units.push((weight, sets.collect()));
    }
    all
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let (their_registers, their_tables) = target.registers_and_tables()?;
    let theirs = theirs(&their_tables);
    let listing = target.ours("register-list")?;
    let ours = ours(&listing, &target.ours("register-bank")?);
    let mut outcome = Outcome::default();
    for name in ours
        .limits
        .keys()
        .chain(theirs.limits.keys())
        .collect::<BTreeSet<_>>()
    {
        outcome.check_both(
            &format!("set {name}"),
            ours.limits.get(name),
            theirs.limits.get(name),
        );
    }
    // The names of generated sets depend on the order in which they were found.
    for (name, pressure) in &ours.classes {
        if let Some(expected) = theirs.classes.get(name) {
            outcome.check(&format!("class {name}"), pressure, expected);
        }
    }
    // Units by the registers that have them.
    let (our_units, their_units) = crate::registers::units_by_number(&listing, &their_registers);
    let least = i64::from(!theirs.has_unit_weights);
    let by_registers = |units: BTreeMap<i64, Vec<String>>, pressures: &[Pressure]| {
        let pressure = |unit: i64| {
            let (weight, sets) = pressures.get(unit as usize).cloned().unwrap_or_default();
            (weight.max(least), sets)
        };
        let units = units
            .into_iter()
            .map(|(unit, registers)| (registers, pressure(unit)));
        units.collect::<BTreeMap<_, _>>()
    };
    let (ours, theirs) = (
        by_registers(our_units, &ours.units),
        by_registers(their_units, &theirs.units),
    );
    for (registers, pressure) in &ours {
        outcome.check_both(
            &format!("unit of {}", registers[0]),
            Some(pressure),
            theirs.get(registers),
        );
    }
    Ok(outcome)
}
