//! Features with their implications, and processors with their features and scheduling models.

use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::{between, closing, numbers, plain, unqualified};
use std::collections::{BTreeMap, BTreeSet};

type Features = BTreeSet<String>;

#[derive(Default)]
struct Processors {
    /// By name: the feature and all features that it implies.
    features: BTreeMap<String, Features>,
    processors: BTreeMap<String, Features>,
    tuning: BTreeMap<String, Features>,
    models: BTreeMap<String, String>,
}

fn is_set(bits: &[i64], number: usize) -> bool {
    bits.get(number / 64)
        .is_some_and(|word| word >> (number % 64) & 1 != 0)
}

fn theirs(target: &Target) -> Result<Processors, Refusal> {
    let text = target.theirs("-gen-subtarget")?;
    let mut by_number = BTreeMap::new();
    let mut direct = BTreeMap::new();
    let constants = between(&text, "enum {\n", "\n};").unwrap_or_default();
    let constants: BTreeMap<&str, usize> = constants
        .lines()
        .filter_map(|line| {
            let (name, number) = line.split_once(" = ")?;
            Some((name.trim(), numbers(number).first().copied()? as usize))
        })
        .collect();
    let rows = |table: &str| {
        let table = between(&text, &format!("{table}[] = {{\n"), "\n};").unwrap_or_default();
        let rows = table.lines().filter(|line| line.trim_start().starts_with("{ \""));
        rows.map(|row| row.trim_start().trim_start_matches("{ "))
            .collect::<Vec<&str>>()
    };
    let rows = |name: &str| rows(&format!("{}{name}", target.namespace()));
    for row in rows("FeatureKV") {
        let name = between(row, "\"", "\"").unwrap_or_default();
        let (head, bits) = row.rsplit_once(", { { {").unwrap_or_default();
        let number = constants[unqualified(head)];
        by_number.insert(number, name.to_string());
        direct.insert(number, numbers(bits));
    }
    let closure = |bits: &[i64]| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<usize> = by_number
            .keys()
            .copied()
            .filter(|&number| is_set(bits, number))
            .collect();
        while let Some(number) = open.pop() {
            if seen.insert(number) {
                open.extend(
                    by_number
                        .keys()
                        .filter(|&&implied| is_set(&direct[&number], implied)),
                );
            }
        }
        seen.iter()
            .map(|number| by_number[number].clone())
            .collect::<Features>()
    };
    let mut processors = Processors::default();
    for (number, name) in &by_number {
        let mut bits = vec![0; number / 64 + 1];
        bits[number / 64] = (1u64 << (number % 64)) as i64;
        processors.features.insert(name.clone(), closure(&bits));
    }
    let models = target.keeper.derived_defs("SchedMachineModel").iter();
    let known_models: Vec<&str> = models.map(|&model| target.keeper.name(model)).collect();
    for row in rows("SubTypeKV") {
        let name = between(row, "\"", "\"").unwrap_or_default().to_string();
        let parts: Vec<&str> = row.split("{ { {").collect();
        processors
            .processors
            .insert(name.clone(), closure(&numbers(parts[1])));
        processors
            .tuning
            .insert(name.clone(), closure(&numbers(parts[2])));
        let model = row.rsplit_once('&').map_or("", |(_, model)| model);
        let model = model.trim_end_matches([' ', '}', ',']);
        // Models without data are not written here.
        let is_model = known_models.contains(&model);
        let model = if is_model { model } else { "NoSchedModel" };
        processors.models.insert(name, plain(model));
    }
    Ok(processors)
}

fn ours(target: &Target) -> Result<Processors, Refusal> {
    let text = target.ours("subtarget")?;
    let rows = |table: &str| {
        let table = text
            .split_once(&format!("pub static {table}: "))
            .and_then(|(_, rest)| rest.split_once("= &["));
        let table = table.map_or("", |(_, rest)| &rest[..closing(rest, '[', ']').unwrap_or(0)]);
        let mut found = Vec::new();
        for row in table.split("(\"").skip(1) {
            let (name, bits) = row.split_once("\", ").unwrap_or_default();
            found.push((name.to_string(), numbers(bits)));
        }
        found
    };
    let features = rows("FEATURES");
    // A feature without a name is for code only.
    let in_order = target.strings("SubtargetFeature", "Name");
    let names = |bits: &[i64]| -> Features {
        let set = in_order
            .iter()
            .enumerate()
            .filter(|&(number, name)| is_set(bits, number) && !name.is_empty());
        set.map(|(_, name)| name.clone()).collect()
    };
    // According to LLVM, other names are not for code generators.
    let aliases = target.strings("ProcessorAlias", "Name");
    let mut processors = Processors::default();
    for (name, bits) in &features {
        processors.features.insert(name.clone(), names(bits));
    }
    for (name, bits) in rows("PROCESSORS") {
        if aliases.contains(&name) {
            continue;
        }
        // The number for object files comes first.
        processors.processors.insert(name.clone(), names(&bits[1..]));
        processors.tuning.insert(name.clone(), Features::new());
        processors.models.insert(name, plain("NoSchedModel"));
    }
    for (name, bits) in rows("TUNE_FEATURES")
        .into_iter()
        .filter(|(name, _)| !aliases.contains(name))
    {
        processors.tuning.insert(name, names(&bits));
    }
    let models = target.ours("sched")?;
    let table = between(&models, "PROCESSOR_MODELS: &[(&str, &SchedModel)] = &[", "];").unwrap_or_default();
    for row in table.split("(\"").skip(1) {
        let (name, model) = row.split_once("\", &").unwrap_or_default();
        let model = plain(model.split(')').next().unwrap_or_default());
        processors.models.insert(name.to_string(), model);
    }
    Ok(processors)
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let (theirs, ours) = (theirs(target)?, ours(target)?);
    let mut outcome = Outcome::default();
    let mut all = |what: &str, ours: &BTreeMap<String, Features>, theirs: &BTreeMap<String, Features>| {
        let names: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
        for name in names {
            outcome.check_both(&format!("{what} {name}"), ours.get(name), theirs.get(name));
        }
    };
    all("feature", &ours.features, &theirs.features);
    all("processor", &ours.processors, &theirs.processors);
    all("tuning for", &ours.tuning, &theirs.tuning);
    for (name, model) in &theirs.models {
        outcome.check_both(&format!("model of {name}"), ours.models.get(name), Some(model));
    }
    Ok(outcome)
}
