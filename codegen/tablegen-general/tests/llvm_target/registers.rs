//! Registers: lanes of sub-register indices, sub-registers and units of registers, and classes (including inferred ones)
//! with their registers, lanes and sub-classes.

use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::numbers;
use std::collections::{BTreeMap, BTreeSet};

/// Names of constants by the numbers of registers.
pub fn our_names(target: &Target) -> Result<BTreeMap<i64, String>, Refusal> {
    let text = target.ours("register-bank")?;
    let mut names = BTreeMap::new();
    for line in text.lines() {
        let Some(constant) = line.strip_prefix("pub const ") else {
            continue;
        };
        let Some((name, value)) = constant.split_once(": ") else {
            continue;
        };
        let value = value.replace("wavec_mc::", "");
        if value.starts_with("Reg = Reg(") {
            names.insert(numbers(&value)[0], name.to_string());
        }
    }
    Ok(names)
}

#[derive(Default, PartialEq, Eq, Debug)]
struct Register {
    /// `index register`
    sub_registers: BTreeSet<String>,
    units: BTreeSet<i64>,
}

#[derive(Default, PartialEq, Eq, Debug)]
struct Class {
    registers: BTreeSet<String>,
    lanes: u64,
    is_allocatable: bool,
    /// Sub-classes, including the class itself.
    sub_classes: BTreeSet<String>,
}

#[derive(Default)]
struct Registers {
    /// Lanes.
    indices: BTreeMap<String, u64>,
    registers: BTreeMap<String, Register>,
    classes: BTreeMap<String, Class>,
}

fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_string).collect()
}

fn hexadecimal(text: &str) -> u64 {
    u64::from_str_radix(text.trim().trim_start_matches("0x"), 16).unwrap_or(0)
}

fn theirs(text: &str) -> Registers {
    let mut all = Registers::default();
    let mut kind = ("", String::new());
    for line in text.lines() {
        if let Some(head) = line.strip_suffix(':')
            && let Some((what, name)) = head.split_once(' ')
            && !name.contains(' ')
            && ["SubRegIndex", "Register", "RegisterClass"].contains(&what)
        {
            kind = (what, name.to_string());
            match what {
                "SubRegIndex" => _ = all.indices.insert(kind.1.clone(), 0),
                "Register" => _ = all.registers.insert(kind.1.clone(), Register::default()),
                _ => _ = all.classes.insert(kind.1.clone(), Class::default()),
            }
            continue;
        }
        let Some(line) = line.strip_prefix('\t') else {
            kind = ("", String::new());
            continue;
        };
        let (key, value) = line.split_once(':').unwrap_or((line, ""));
        match kind.0 {
            "SubRegIndex" if key == "LaneMask" => _ = all.indices.insert(kind.1.clone(), hexadecimal(value)),
            "Register" => {
                let register = all.registers.entry(kind.1.clone()).or_default();
                if let Some((index, sub)) = line.strip_prefix("SubReg ").and_then(|sub| sub.split_once(" = "))
                {
                    register.sub_registers.insert(format!("{index} {sub}"));
                } else if let Some(unit) = line.strip_prefix("RegUnit ") {
                    register.units.extend(numbers(unit));
                }
            }
            "RegisterClass" => {
                let class = all.classes.entry(kind.1.clone()).or_default();
                match key {
                    "Regs" => class.registers = words(value),
                    "LaneMask" => class.lanes = hexadecimal(value),
                    "Allocatable" => class.is_allocatable = value.trim() == "1",
                    "SubClasses" => class.sub_classes = words(value),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    all
}

fn ours(text: &str) -> Registers {
    let mut all = Registers::default();
    let mut kind = ("", String::new());
    for line in text.lines() {
        let (head, rest) = line.split_once(": ").unwrap_or((line, ""));
        if !line.starts_with(' ') {
            let (what, name) = head.split_once(' ').unwrap_or_default();
            let lanes = || {
                let (_, lanes) = line.split_once("lanes ").unwrap_or_default();
                hexadecimal(lanes.split([',', ' ']).next().unwrap_or_default())
            };
            kind = (if rest.is_empty() { "" } else { what }, name.to_string());
            match kind.0 {
                "index" => _ = all.indices.insert(kind.1.clone(), lanes()),
                "register" => {
                    let units = rest.split_once("units ").map_or("", |(_, units)| units);
                    // Consecutive numbers are written as `3-5`.
                    let mut register = Register::default();
                    for part in units
                        .split([' ', ','])
                        .take_while(|part| part.starts_with(|c: char| c.is_ascii_digit()))
                    {
                        let ends: Vec<i64> = part.split('-').filter_map(|end| end.parse().ok()).collect();
                        if let (Some(&first), Some(&last)) = (ends.first(), ends.last()) {
                            register.units.extend(first..=last);
                        }
                    }
                    all.registers.insert(kind.1.clone(), register);
                }
                "class" => {
                    let class = Class {
                        lanes: lanes(),
                        is_allocatable: !line.contains("not allocatable"),
                        sub_classes: BTreeSet::from([kind.1.clone()]),
                        ..Class::default()
                    };
                    all.classes.insert(kind.1.clone(), class);
                }
                _ => kind.0 = "",
            }
            continue;
        }
        let line = line.trim_start();
        match kind.0 {
            "register" => {
                if let Some((index, sub)) = line.split_once(" is ") {
                    let register = all.registers.entry(kind.1.clone()).or_default();
                    register.sub_registers.insert(format!("{index} {sub}"));
                }
            }
            "class" => {
                let class = all.classes.entry(kind.1.clone()).or_default();
                if let Some(registers) = line.strip_prefix("registers: ") {
                    class.registers = words(registers);
                } else if let Some(held) = line.strip_prefix("holds: ") {
                    class.sub_classes.extend(words(held));
                }
            }
            _ => {}
        }
    }
    all
}

/// By unit: the registers that have it. The numbers of units are arbitrary.
fn units(registers: &BTreeMap<String, Register>) -> BTreeSet<Vec<&str>> {
    let mut units: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
    for (name, register) in registers {
        for &unit in &register.units {
            units.entry(unit).or_default().push(name);
        }
    }
    units.into_values().collect()
}

/// By number of a unit here and in LLVM's text: the registers that have it.
pub fn units_by_number(
    listing: &str,
    debug: &str,
) -> (BTreeMap<i64, Vec<String>>, BTreeMap<i64, Vec<String>>) {
    let by_number = |all: Registers| {
        let mut units: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for (name, register) in &all.registers {
            for &unit in &register.units {
                units.entry(unit).or_default().push(name.clone());
            }
        }
        units
    };
    (by_number(ours(listing)), by_number(theirs(debug)))
}

/// Classes by their registers: the names of inferred classes depend on which was found first.
fn by_registers(classes: &BTreeMap<String, Class>) -> BTreeMap<String, (u64, bool, BTreeSet<String>)> {
    let members = |class: &Class| class.registers.iter().cloned().collect::<Vec<_>>().join(" ");
    let of_class = |class: &Class| {
        let held = class.sub_classes.iter().filter_map(|name| classes.get(name));
        (class.lanes, class.is_allocatable, held.map(members).collect())
    };
    let mut by_registers = BTreeMap::new();
    // Some classes have the same registers and differ in their purpose.
    for class in classes.values() {
        let (lanes, is_allocatable, held) = of_class(class);
        let known: &mut (u64, bool, BTreeSet<String>) = by_registers.entry(members(class)).or_default();
        known.0 |= lanes;
        known.1 |= is_allocatable;
        known.2.extend::<BTreeSet<String>>(held);
    }
    by_registers
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let theirs = theirs(&target.registers()?);
    let ours = ours(&target.ours("register-list")?);
    let mut outcome = Outcome::default();
    for name in ours
        .indices
        .keys()
        .chain(theirs.indices.keys())
        .collect::<BTreeSet<_>>()
    {
        outcome.check_both(
            &format!("index {name}"),
            ours.indices.get(name),
            theirs.indices.get(name),
        );
    }
    for name in ours
        .registers
        .keys()
        .chain(theirs.registers.keys())
        .collect::<BTreeSet<_>>()
    {
        let sub_registers = |all: &Registers| {
            all.registers
                .get(name)
                .map(|register| register.sub_registers.clone())
        };
        let (ours, theirs) = (sub_registers(&ours), sub_registers(&theirs));
        outcome.check_both(&format!("register {name}"), ours.as_ref(), theirs.as_ref());
    }
    let (our_units, their_units) = (units(&ours.registers), units(&theirs.registers));
    outcome.compared += our_units.len();
    for unit in our_units.symmetric_difference(&their_units) {
        let is_ours = our_units.contains(unit);
        outcome.differ(
            &format!("unit of {}", unit[0]),
            format!("of {unit:?}, which is here: {is_ours}"),
        );
    }
    let (our_classes, their_classes) = (by_registers(&ours.classes), by_registers(&theirs.classes));
    for registers in our_classes
        .keys()
        .chain(their_classes.keys())
        .collect::<BTreeSet<_>>()
    {
        let (ours, theirs) = (our_classes.get(registers), their_classes.get(registers));
        outcome.check_both(&format!("class of {registers}"), ours, theirs);
    }
    Ok(outcome)
}
