//! `--gen-subtarget`: features and processors. The scheduling models, which LLVM's backend of this name writes too, are
//! `--gen-sched`.
//!
//! | class | fields |
//! |---|---|
//! | `SubtargetFeature` | `Name`, `Desc`, `Implies` |
//! | `ProcessorModel` | `Name`, `Features`, `MachineNumber` |

use super::EmitOptions;
use super::rust;
use crate::record::{RecordId, RecordKeeper};
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Writes the module `features` (one bit each), `FEATURES` and `PROCESSORS`: name, number in object files and feature
/// bits, implied ones included.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let features = keeper.derived_defs("SubtargetFeature");
    if features.len() > 64 {
        return Err(Diagnostic::error(Span::NONE, "more than 64 features").into());
    }
    let mut out = rust::header(&options.source_name, "Processors");
    out.push_str("/// Bits of processor features.\npub mod features {\n");
    for (bit, &feature) in features.iter().enumerate() {
        let _ = writeln!(out, "/// {}", keeper.get_string(feature, "Desc")?);
        let name = keeper.name(feature);
        let name = feature_constant(name.strip_prefix("Feature").unwrap_or(name));
        let _ = writeln!(out, "pub const {name}: u64 = 1 << {bit};");
    }
    out.push_str("}\n");
    let mut rows = Vec::new();
    for &feature in features {
        let mut bits = 0;
        add_feature(keeper, features, feature, &mut bits)?;
        rows.push(format!("({:?}, {bits:#x})", keeper.get_string(feature, "Name")?));
    }
    rust::slice(&mut out, "FEATURES", "(&str, u64)", rows);
    let mut processors = Vec::new();
    for &processor in keeper.derived_defs("ProcessorModel") {
        let mut bits = 0;
        for feature in keeper.get_list_of_defs(processor, "Features")? {
            add_feature(keeper, features, feature, &mut bits)?;
        }
        processors.push((
            keeper.get_string(processor, "Name")?,
            keeper.get_int(processor, "MachineNumber")?,
            bits,
        ));
    }
    processors.sort_unstable();
    rust::slice(
        &mut out,
        "PROCESSORS",
        "(&str, u32, u64)",
        processors
            .iter()
            .map(|(name, mach, bits)| format!("({name:?}, {mach:#x}, {bits:#x})")),
    );
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
    all: &[RecordId],
    feature: RecordId,
    bits: &mut u64,
) -> Result<(), Diagnostic> {
    let Some(bit) = all.iter().position(|&known| known == feature) else {
        return Err(keeper.field_error(feature, "Name", "is not of a feature"));
    };
    if *bits & 1 << bit != 0 {
        return Ok(());
    }
    *bits |= 1 << bit;
    for implied in keeper.get_list_of_defs(feature, "Implies")? {
        add_feature(keeper, all, implied, bits)?;
    }
    Ok(())
}
