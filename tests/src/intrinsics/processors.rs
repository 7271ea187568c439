//! What llc selects for a processor, wavec does: every intrinsic with every type and with other immediates, a kernel each.
//!
//! A seeded sample runs with the tests. `WAVEC_INTRINSICS=all` runs all of them (`cargo test -p wavec-tests --test wavec-tests
//! -- intrinsics/on/`), `WAVEC_INTRINSICS=N` a sample of N for each processor, `WAVEC_FIRST_SEED=N` chooses another one. The
//! failure lists the calls with the diagnostics, and those that only wavec compiles if `WAVEC_INTRINSICS_EXTRA` is set.

use super::assembly_with;
use super::generate::{Case, more_cases};
use crate::random::Random;
use crate::{llvm, scratch};
use libtest_mimic::{Failed, Trial};
use std::process::{Command, Stdio};
use wavec::Options;
use wavec_target_gpu::intrinsics::INTRINSICS;
use wavec_target_gpu::lowering::intrinsics::unsupported;

/// Calls for each processor in an ordinary run of the tests.
const SAMPLE: usize = 24;

/// Processors with different instructions, and the lanes of a wave if that is not usual.
const PROCESSORS: [(&str, Option<u32>); 13] = [
    ("gfx900", None),
    ("gfx906", None),
    ("gfx908", None),
    ("gfx90a", None),
    ("gfx942", None),
    ("gfx950", None),
    ("gfx1030", None),
    ("gfx1030", Some(64)),
    ("gfx1100", None),
    ("gfx1100", Some(64)),
    ("gfx1150", None),
    ("gfx1200", None),
    ("gfx1200", Some(64)),
];

/// Calls that llc compiles and wavec refuses: the beginning and the end of the case's name, and why.
#[rustfmt::skip]
const REFUSED: &[(&str, &str, &str)] = &[
    ("div.scale.", "f16", "LLVM has the instruction for wider types, of which the values are parts"),
    ("wave.reduce.", ".p1", "an address is no number"),
    ("wave.reduce.", ".p3", "an address is no number"),
    ("inverse.ballot.i64", "", "in waves of 32 LLVM drops half of the mask"),
    ("permlane64.p", "", "no such instruction: LLVM copies what is a pointer"),
];

/// One test for each processor.
pub(super) fn trials() -> Vec<Trial> {
    let ignored = !llvm::are_tools_there() && !llvm::are_tools_required();
    let trial = |&(processor, lanes): &(&'static str, Option<u32>)| {
        let waves = lanes.map_or(String::new(), |lanes| format!("-wave{lanes}"));
        let test = move || run(processor, lanes).map_err(Failed::from);
        Trial::test(format!("intrinsics/on/{processor}{waves}"), test).with_ignored_flag(ignored)
    };
    PROCESSORS.iter().map(trial).collect()
}

/// All calls, or a sample of them.
fn chosen(processor: &str) -> Vec<Case> {
    let described = INTRINSICS.entries.iter();
    let described = described.filter(|desc| {
        let short = desc.name.strip_prefix("llvm.amdgcn.");
        short.is_some_and(|short| unsupported(short).is_none()) && !llvm::lacks(desc.name)
    });
    let mut all: Vec<Option<Case>> = described.flat_map(more_cases).map(Some).collect();
    let setting = std::env::var("WAVEC_INTRINSICS").unwrap_or_default();
    if setting == "all" {
        return all.into_iter().flatten().collect();
    }
    let count = setting.parse().unwrap_or(SAMPLE);
    let seed = std::env::var("WAVEC_FIRST_SEED").ok();
    let seed = seed.and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let number = PROCESSORS.iter().position(|&(name, _)| name == processor);
    let mut random = Random::seeded(seed + number.unwrap_or(0) as u64);
    let mut pick = || {
        let index = random.below(all.len());
        all[index].take()
    };
    (0..count).filter_map(|_| pick()).collect()
}

fn run(processor: &str, lanes: Option<u32>) -> Result<(), String> {
    let with_extra = std::env::var_os("WAVEC_INTRINSICS_EXTRA").is_some();
    let features = lanes.map_or(String::new(), |lanes| format!("+wavefrontsize{lanes}"));
    let mut failures = Vec::new();
    for case in chosen(processor) {
        let ours = compile(&case, processor, &features);
        let fits =
            |(start, end, _): &&(&str, &str, &str)| case.name.starts_with(start) && case.name.ends_with(end);
        let listed = REFUSED.iter().find(fits);
        if ours.is_ok() && !with_extra {
            continue;
        }
        match (ours, llc_compiles(&case, processor, &features)?, listed) {
            (Err(message), true, None) => failures.push(format!("refused: {}: {message}", case.name)),
            (Ok(()), false, _) => failures.push(format!("only here: {}", case.name)),
            _ => {}
        }
    }
    match failures.len() {
        0 => Ok(()),
        count => Err(format!("{count} calls:\n{}", failures.join("\n"))),
    }
}

/// The first line of the diagnostic, if there is one.
fn compile(case: &Case, processor: &str, features: &str) -> Result<(), String> {
    let options = Options {
        target: processor.into(),
        features: features.into(),
        ..Options::default()
    };
    let compile = || assembly_with(case, options);
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(compile)) {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(message)) => Err(message.lines().next().unwrap_or_default().to_string()),
        Err(_) => Err("panic".into()),
    }
}

/// Whether llc compiles it to instructions that its assembler takes for the processor.
fn llc_compiles(case: &Case, processor: &str, features: &str) -> Result<bool, String> {
    let waves = if features.is_empty() { "" } else { features };
    let path = scratch(&format!("intrinsics-on-{processor}{waves}")).join("case.ll");
    std::fs::write(&path, &case.text).map_err(|error| error.to_string())?;
    let assembly = path.with_extension("s");
    let succeeds = |tool: &str, args: &[&str]| {
        let status = Command::new(tool)
            .arg("-mtriple=amdgcn-amd-amdhsa")
            .args([format!("-mcpu={processor}"), format!("-mattr={features}")])
            .args(args)
            .env("LLVM_DISABLE_SYMBOLIZATION", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status
            .map(|status| status.success())
            .map_err(|error| error.to_string())
    };
    let (path, assembly) = (path.to_string_lossy(), assembly.to_string_lossy());
    Ok(succeeds("llc-22", &[&path, "-o", &assembly])?
        && succeeds("llvm-mc-22", &["-filetype=null", &assembly])?)
}
