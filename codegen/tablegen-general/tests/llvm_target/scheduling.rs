//! Scheduling models: the data of every instruction's class in each model.

use crate::instructions;
use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::{between, closing, numbers};
use std::collections::{BTreeMap, BTreeSet};

/// The data of a class in a model.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Class {
    Unsupported,
    /// It depends on the instruction.
    Variant,
    Known(Timing),
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Timing {
    micro_ops: i64,
    begins_group: bool,
    ends_group: bool,
    /// Names, with the cycles when they are taken and released.
    resources: Vec<(String, i64, i64)>,
    latencies: Vec<i64>,
    /// Operands, cycles, and whether it is for certain writers only.
    advances: Vec<(i64, i64, bool)>,
}

/// By name of the model: resources, classes.
type Models = BTreeMap<String, (Vec<String>, Vec<Class>)>;

/// Number of micro-operations of classes that are variants, and of those that are not supported.
const VARIANT: i64 = 8190;
const UNSUPPORTED: i64 = 8191;

/// By model and class: the result of variants that do not depend on the instruction. Our emitter resolves them; LLVM's code
/// does when it is asked.
fn decided(text: &str) -> BTreeMap<(&str, usize), usize> {
    let mut decided = BTreeMap::new();
    // The function that knows all predicates.
    let (_, code) = text
        .split_once("::resolveSchedClass(unsigned SchedClass, const MachineInstr *MI")
        .unwrap_or_default();
    let code = code.split("\n}\n").next().unwrap_or_default();
    let (mut class, mut model) = (0, None);
    for line in code.lines().map(str::trim_start) {
        if let Some(case) = line.strip_prefix("case ") {
            // Others are instructions, in the code of a predicate.
            if let Some(&number) = numbers(case).first() {
                class = number as usize;
            }
        } else if line.starts_with("if (SchedModel->getProcessorID() == ") {
            model = line.split_once("// ").map(|(_, model)| model);
        } else if let Some(model) = model.take()
            && let Some(result) = line.strip_prefix("return ")
        {
            decided.insert((model, class), numbers(result)[0] as usize);
        }
    }
    decided
}

fn theirs(target: &Target) -> Result<Models, Refusal> {
    let text = target.theirs("-gen-subtarget")?;
    let table = |name: &str| -> Vec<Vec<i64>> {
        let rows = between(&text, &format!("{name}[] = {{\n"), "\n};").unwrap_or_default();
        let rows = rows
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default());
        rows.map(numbers).filter(|row| !row.is_empty()).collect()
    };
    let (uses, latencies, advances) = (
        table("WriteProcResTable"),
        table("WriteLatencyTable"),
        table("ReadAdvanceTable"),
    );
    let decided = decided(&text);
    let mut models = Models::new();
    for part in text.split("MCSchedClassDesc ").skip(1) {
        let Some((model, rows)) = part.split_once("SchedClasses[] = {\n") else {
            continue;
        };
        let resources =
            between(&text, &format!(" {model}ProcResources[] = {{\n"), "\n};").unwrap_or_default();
        let resources: Vec<String> = resources
            .lines()
            .filter_map(|line| Some(between(line, "\"", "\"")?.to_string()))
            .collect();
        let rows = rows.split("\n};").next().unwrap_or_default();
        // An unknown latency is -1, which LLVM treats as 1000.
        let cycles = |latency: &Vec<i64>| if latency[0] < 0 { 1000 } else { latency[0] };
        let class = |line: &str| {
            let row = line.split("// ").next()?.rsplit_once(')')?.1;
            let flags: Vec<bool> = row
                .split(',')
                .skip(1)
                .take(3)
                .map(|flag| flag.trim() == "true")
                .collect();
            let row = numbers(row);
            let part = |first: usize| row[first] as usize..(row[first] + row[first + 1]) as usize;
            Some(match row[0] {
                UNSUPPORTED => Class::Unsupported,
                VARIANT => Class::Variant,
                micro_ops => {
                    let mut timing = Timing {
                        micro_ops,
                        begins_group: flags[0],
                        ends_group: flags[1],
                        resources: uses[part(1)]
                            .iter()
                            .map(|used| {
                                (
                                    resources[used[0] as usize].clone(),
                                    used.get(2).copied().unwrap_or(0),
                                    used[1],
                                )
                            })
                            .collect(),
                        latencies: latencies[part(3)].iter().map(cycles).collect(),
                        advances: advances[part(5)]
                            .iter()
                            .filter(|advance| advance[2] != 0)
                            .map(|advance| (advance[0], advance[2], advance[1] != 0))
                            .collect(),
                    };
                    timing.resources.sort();
                    timing.advances.sort_unstable();
                    Class::Known(timing)
                }
            })
        };
        let classes: Vec<Class> = rows.lines().filter_map(class).collect();
        let of_class = |(number, class): (usize, &Class)| match decided.get(&(model, number)) {
            Some(&result) if *class == Class::Variant => classes[result].clone(),
            _ => class.clone(),
        };
        let found = classes.iter().enumerate().map(of_class).collect();
        models.insert(model.to_string(), (resources.clone(), found));
    }
    Ok(models)
}

fn ours(target: &Target) -> Result<Models, Refusal> {
    let text = target.ours("sched")?;
    let mut models = Models::new();
    for part in text.split(": SchedModel = SchedModel {\n").skip(1) {
        let body = part.split("\n};").next().unwrap_or_default();
        let name = between(body, "name: \"", "\"").unwrap_or_default();
        let resources: Vec<String> = body
            .split("ProcResourceDesc { name: \"")
            .skip(1)
            .filter_map(|rest| Some(rest.split('"').next()?.to_string()))
            .collect();
        let (_, rows) = body.split_once("classes: &[").unwrap_or_default();
        let (rows, variants) = rows.split_at(closing(rows, '[', ']').unwrap_or(0));
        let variants = variants.split("SchedVariant { class: ").skip(1);
        let variants: BTreeSet<i64> = variants.map(|variant| numbers(variant)[0]).collect();
        let mut classes = Vec::new();
        for line in rows.lines().map(str::trim).filter(|line| line.starts_with("c(")) {
            let line = line.split("//").next().unwrap_or_default();
            let lists: Vec<&str> = line.split("&[").collect();
            let head = numbers(lists[0]);
            let each = |list: usize, word: &str| -> Vec<Vec<i64>> {
                lists[list].split(word).skip(1).map(numbers).collect()
            };
            let used = each(2, "u(");
            let mut timing = Timing {
                micro_ops: head[0],
                begins_group: head[1] & 1 != 0,
                ends_group: head[1] & 2 != 0,
                resources: used
                    .iter()
                    .map(|used| (resources[used[0] as usize].clone(), used[1], used[2]))
                    .collect(),
                latencies: each(1, "w(").iter().map(|latency| latency[0]).collect(),
                advances: each(3, "a(")
                    .iter()
                    .map(|advance| (advance[0], advance[2], advance[1] != 0))
                    .collect(),
            };
            timing.resources.sort();
            timing.advances.sort_unstable();
            let is_variant = variants.contains(&(classes.len() as i64));
            classes.push(match head[1] & 4 != 0 {
                _ if is_variant => Class::Variant,
                true => Class::Known(timing),
                false => Class::Unsupported,
            });
        }
        models.insert(name.to_string(), (resources, classes));
    }
    Ok(models)
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let (theirs, ours) = (theirs(target)?, ours(target)?);
    let their_instructions = instructions::theirs(target)?;
    let our_instructions = instructions::ours(target)?;
    let mut outcome = Outcome::default();
    for name in theirs.keys().filter(|name| !ours.contains_key(*name)) {
        outcome.differ(name, "is missing".to_string());
    }
    for (model, (our_resources, our_classes)) in &ours {
        let Some((resources, classes)) = theirs.get(model) else {
            // A model with numbers only, or with itineraries, has no classes.
            let is_there = target
                .theirs("-gen-subtarget")?
                .contains(&format!("MCSchedModel {model} = "));
            if is_there {
                continue;
            }
            outcome.differ(model, "is not in LLVM's".to_string());
            continue;
        };
        let mut expected: Vec<&String> = resources.iter().filter(|name| *name != "InvalidUnit").collect();
        let mut found: Vec<&String> = our_resources.iter().collect();
        expected.sort();
        found.sort();
        outcome.check(&format!("resources of {model}"), &found, &expected);
        let mut seen = BTreeSet::new();
        for (name, (_, class)) in &our_instructions {
            let Some((_, expected)) = their_instructions.get(name) else {
                continue;
            };
            if !seen.insert((*class, *expected)) {
                continue;
            }
            let what = format!("{model}: {name}");
            match (&our_classes[*class], &classes[*expected]) {
                // Classes without data have no resources and no latency here.
                (Class::Known(timing), Class::Unsupported) if timing.latencies.is_empty() => {}
                (ours, theirs) => outcome.check(&what, ours, theirs),
            }
        }
    }
    Ok(outcome)
}
