//! `--gen-subtarget`: features and processors. The scheduling models, which LLVM's backend of this name writes too, are
//! `--gen-sched`.
//!
//! | class | fields |
//! |---|---|
//! | `SubtargetFeature` | `Name`, `Desc`, `Implies` |
//! | `ProcessorModel`, `Processor` | `Name`, `Features`, `TuneFeatures`, `MachineNumber` |
//! | `ProcessorAlias` | `Name`, another name of the processor `Alias` |

use super::EmitOptions;
use super::rust;
use crate::record::{RecordId, RecordKeeper};
use fxhash::FxHashMap;
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

/// Writes the module `features` (one bit each), `FEATURES` and `PROCESSORS`: name, number in object files and feature
/// bits,
/// including implied ones. A feature without a name is not in the list and implies nothing by itself. `TUNE_FEATURES`,
/// which
/// is written if a processor has any, adds the features that only matter to code that is tuned for a processor. Bits
/// are a
/// `u64`, or an array of them if there are more than 64 features.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let features = keeper.derived_defs("SubtargetFeature");
    let numbers: FxHashMap<RecordId, usize> = features.iter().copied().zip(0..).collect();
    let words = features.len().div_ceil(64).max(1);
    let ty = match words {
        1 => "u64".to_string(),
        _ => format!("[u64; {words}]"),
    };
    let shown = |bits: &[u64]| match bits {
        [one] => format!("{one:#x}"),
        several => {
            let several: Vec<String> = several.iter().map(|word| format!("{word:#x}")).collect();
            format!("[{}]", several.join(", "))
        }
    };
    let mut out = rust::header(&options.source_name, "Processors");
    out.push_str("/// Bits of processor features.\npub mod features {\n");
    for (bit, &feature) in features.iter().enumerate() {
        let _ = writeln!(
            out,
            "/// {}",
            keeper.get_string(feature, "Desc")?.replace('\n', " ")
        );
        let name = keeper.name(feature);
        let name = feature_constant(name.strip_prefix("Feature").unwrap_or(name));
        let mut bits = vec![0; words];
        bits[bit / 64] = 1 << (bit % 64);
        let value = match words {
            1 => format!("1 << {bit}"),
            _ => shown(&bits),
        };
        let _ = writeln!(out, "pub const {name}: {ty} = {value};");
    }
    out.push_str("}\n");
    let mut rows = Vec::new();
    for &feature in features {
        // A feature without a name cannot be selected.
        if keeper.get_string(feature, "Name")?.is_empty() {
            continue;
        }
        let mut bits = vec![0; words];
        add_feature(keeper, &numbers, feature, &mut bits)?;
        rows.push(format!(
            "({:?}, {})",
            keeper.get_string(feature, "Name")?,
            shown(&bits)
        ));
    }
    rust::slice(&mut out, "FEATURES", &format!("(&str, {ty})"), rows);
    let mut processors = Vec::new();
    let mut tunings = Vec::new();
    // `Processor` is what LLVM's `ProcessorModel` derives from.
    let class = match keeper.class("Processor") {
        Some(_) => "Processor",
        None => "ProcessorModel",
    };
    for &processor in keeper.derived_defs(class) {
        let mut bits = vec![0; words];
        for feature in keeper.get_list_of_defs(processor, "Features")? {
            add_feature(keeper, &numbers, feature, &mut bits)?;
        }
        let machine = match keeper.field_value(processor, "MachineNumber") {
            Some(_) => keeper.get_int(processor, "MachineNumber")?,
            None => 0,
        };
        let name = keeper.get_string(processor, "Name")?;
        processors.push((name, machine, bits));
        if keeper.field_value(processor, "TuneFeatures").is_some() {
            let mut bits = vec![0; words];
            for feature in keeper.get_list_of_defs(processor, "TuneFeatures")? {
                add_feature(keeper, &numbers, feature, &mut bits)?;
            }
            if bits.iter().any(|&word| word != 0) {
                tunings.push((name, bits));
            }
        }
    }
    for &alias in keeper.derived_defs("ProcessorAlias") {
        let (name, of) = (
            keeper.get_string(alias, "Name")?,
            keeper.get_string(alias, "Alias")?,
        );
        let Some((_, machine, bits)) = processors.iter().find(|(known, ..)| *known == of).cloned() else {
            return Err(keeper
                .field_error(alias, "Alias", &format!("is '{of}', which is no processor"))
                .into());
        };
        processors.push((name, machine, bits));
        if let Some((_, bits)) = tunings.iter().find(|(known, _)| *known == of).cloned() {
            tunings.push((name, bits));
        }
    }
    processors.sort_unstable();
    tunings.sort_unstable();
    rust::slice(
        &mut out,
        "PROCESSORS",
        &format!("(&str, u32, {ty})"),
        processors
            .iter()
            .map(|(name, mach, bits)| format!("({name:?}, {mach:#x}, {})", shown(bits))),
    );
    if !tunings.is_empty() {
        let rows = tunings
            .iter()
            .map(|(name, bits)| format!("({name:?}, {})", shown(bits)));
        rust::slice(&mut out, "TUNE_FEATURES", &format!("(&str, {ty})"), rows);
    }
    Ok(out)
}

/// `UnifiedVGPRs` becomes `UNIFIED_VGPRS`, `LshlAddU64` becomes `LSHL_ADD_U64`.
fn feature_constant(name: &str) -> String {
    let mut out = String::new();
    let mut previous_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && previous_lower {
            out.push('_');
        }
        previous_lower = c.is_ascii_lowercase();
        out.push(c);
    }
    rust::constant_name(&out)
}

/// Adds a feature and what it implies.
fn add_feature(
    keeper: &RecordKeeper,
    numbers: &FxHashMap<RecordId, usize>,
    feature: RecordId,
    bits: &mut [u64],
) -> Result<(), Diagnostic> {
    // An explicit stack, because chains of implications may be long.
    let mut open = vec![feature];
    while let Some(feature) = open.pop() {
        let Some(&bit) = numbers.get(&feature) else {
            return Err(keeper.field_error(feature, "Name", "is not of a feature"));
        };
        if bits[bit / 64] & 1 << (bit % 64) == 0 {
            bits[bit / 64] |= 1 << (bit % 64);
            // As in LLVM, a feature without a name is only a marker, whose implications are not followed.
            if !keeper.get_string(feature, "Name")?.is_empty() {
                open.extend(keeper.get_list_of_defs(feature, "Implies")?);
            }
        }
    }
    Ok(())
}
