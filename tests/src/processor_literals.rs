//! Numbers of a processor — registers, sizes of memories, lanes of a wave — stand in files of facts, where a new processor is
//! added. This lists them in all other code of the target and of the emulator, and fails on one that is not known.

use crate::root;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Numbers of scalar registers, VCC, EXEC and vector registers; of lanes, registers, and bytes of local memory; limits of
/// offsets.
const NUMBERS: [&str; 15] = [
    "64", "102", "104", "106", "126", "256", "512", "768", "65536", "0x7ff", "0xfff", "2047", "2048", "4095",
    "4096",
];
/// Limits of offsets that are written as shifts.
const SHIFTS: [&str; 4] = ["1 << 11", "1 << 12", "1 << 13", "1 << 20"];

/// Folders of the target and of the emulator.
const FOLDERS: [&str; 3] = ["target-gpu/src", "target-gpu/mc/src", "runtime/src"];

/// Where facts are, and what is about numbers of other kinds altogether: interpreters of functions, formats of files, text.
const FACTS: [&str; 15] = [
    "target-gpu/src/facts/",
    "target-gpu/src/interp/",
    "target-gpu/src/ir_passes/",
    "target-gpu/mc/src/asm/",
    "target-gpu/mc/src/code_object/",
    "target-gpu/mc/src/constants.rs",
    "target-gpu/mc/src/dwarf_registers.rs",
    "target-gpu/mc/src/register_files.rs",
    "target-gpu/mc/src/subtarget/",
    "runtime/src/exec/",
    "runtime/src/loader/",
    "runtime/src/memory.rs",
    "runtime/src/num.rs",
    "runtime/src/op.rs",
    "runtime/src/printf.rs",
];

/// Numbers that mean something else, by file: how often each stands there.
#[rustfmt::skip]
const OTHERS: &[(&str, &str, usize)] = &[
    ("runtime/src/dispatch.rs", "4096", 1),
    ("runtime/src/parallel.rs", "1 << 20", 2),
    ("runtime/src/parallel.rs", "64", 1),
    ("runtime/src/hazards.rs", "1 << 11", 1),
    ("runtime/src/hazards.rs", "1 << 12", 1),
    ("runtime/src/hazards.rs", "1 << 13", 1),
    ("runtime/src/hazards.rs", "1 << 20", 1),
    ("target-gpu/mc/src/descriptors.rs", "0xfff", 1),
    ("target-gpu/mc/src/descriptors.rs", "1 << 13", 2),
    ("target-gpu/mc/src/image_access/mod.rs", "0xfff", 2),
    ("target-gpu/mc/src/image_access/samples.rs", "0xfff", 1),
    ("target-gpu/mc/src/includes.rs", "4096", 1),
    ("target-gpu/src/machine_passes/inline_asm.rs", "1 << 20", 1),
    ("target-gpu/src/machine_passes/prologue.rs", "1 << 11", 1),
    ("runtime/src/emulator.rs", "256", 2),
    ("runtime/src/launch_arguments.rs", "64", 3),
    ("runtime/src/hazards.rs", "64", 2),
    ("runtime/src/hostcall.rs", "64", 5),
    ("runtime/src/scalar_cache.rs", "64", 1),
    ("runtime/src/strict.rs", "64", 1),
    ("runtime/src/wave.rs", "64", 2),
    ("target-gpu/mc/src/decode.rs", "64", 2),
    ("target-gpu/mc/src/descriptors.rs", "256", 1),
    ("target-gpu/mc/src/encode.rs", "64", 1),
    ("target-gpu/mc/src/image_access/mod.rs", "256", 2),
    ("target-gpu/mc/src/includes.rs", "64", 1),
    ("target-gpu/mc/src/print.rs", "64", 4),
    ("target-gpu/mc/src/streamer.rs", "64", 1),
    ("target-gpu/src/abi.rs", "104", 1),
    ("target-gpu/src/abi.rs", "256", 1),
    ("target-gpu/src/abi.rs", "64", 1),
    ("target-gpu/src/call_abi.rs", "64", 2),
    ("target-gpu/src/constants.rs", "64", 1),
    ("target-gpu/src/emit/code.rs", "256", 1),
    ("target-gpu/src/emit/config.rs", "256", 1),
    ("target-gpu/src/emit/data.rs", "64", 3),
    ("target-gpu/src/emit/mod.rs", "256", 1),
    ("target-gpu/src/lowering/arguments.rs", "64", 6),
    ("target-gpu/src/lowering/buffers.rs", "64", 2),
    ("target-gpu/src/asm_constraints.rs", "64", 5),
    ("target-gpu/src/lowering/intrinsics.rs", "256", 1),
    ("target-gpu/src/lowering/intrinsics.rs", "512", 1),
    ("target-gpu/src/lowering/intrinsics.rs", "64", 3),
    ("target-gpu/src/lowering/mod.rs", "64", 4),
    ("target-gpu/src/lowering/operations.rs", "64", 1),
    ("target-gpu/src/lowering/words.rs", "64", 1),
    ("target-gpu/src/machine_passes/fold_operands.rs", "64", 4),
    ("target-gpu/src/machine_passes/hazards/clauses.rs", "64", 1),
    ("target-gpu/src/machine_passes/merge_accesses.rs", "64", 2),
    ("target-gpu/src/machine_passes/shrink.rs", "64", 1),
    ("target-gpu/src/machine_passes/spill_remarks.rs", "64", 1),
    ("target-gpu/src/machine_passes/verify_operands.rs", "64", 1),
];

/// The one test.
pub fn trials() -> Vec<Trial> {
    vec![Trial::test("sources/processor_literals", check)]
}

fn check() -> Result<(), Failed> {
    let mut found: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for folder in FOLDERS {
        for path in sources(&root().join(folder)) {
            let name = path.strip_prefix(root())?.to_string_lossy().into_owned();
            if FACTS.iter().any(|facts| name.starts_with(facts)) || name.contains("tests") {
                continue;
            }
            let text = std::fs::read_to_string(&path)?;
            let code = text.split("#[cfg(test)]").next().unwrap_or("");
            for number in code
                .lines()
                .flat_map(|line| [numbers_in(line), shifts_in(line)].concat())
            {
                *found.entry((name.clone(), number)).or_default() += 1;
            }
        }
    }
    let mut text = String::new();
    for ((name, number), count) in &found {
        let known = OTHERS
            .iter()
            .find(|(file, known, _)| file == name && known == number);
        let expected = known.map_or(0, |known| known.2);
        if *count > expected {
            let _ = writeln!(text, "    ({name:?}, {number:?}, {count}), // known: {expected}");
        }
    }
    for (file, number, count) in OTHERS {
        let now = found.iter().find(|((name, of), _)| name == file && of == number);
        let now = now.map_or(0, |(_, &count)| count);
        if now < *count {
            let _ = writeln!(
                text,
                "    ({file:?}, {number:?}, {now}), // known: {count}, which is more than there are"
            );
        }
    }
    match text.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "numbers outside of the files of facts; what is none of a processor is added to the list of this test:\n{text}"
        )
        .into()),
    }
}

/// A line without its comment and strings.
fn code_of(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or("");
    code.split('"').step_by(2)
}

/// The shifts of [`SHIFTS`] in a line.
fn shifts_in(line: &str) -> Vec<&'static str> {
    let in_part = |part| {
        SHIFTS
            .into_iter()
            .filter(move |&shift| str::contains(part, shift))
    };
    code_of(line).flat_map(in_part).collect()
}

/// The numbers of [`NUMBERS`] in a line.
fn numbers_in(line: &str) -> Vec<&'static str> {
    let words = code_of(line)
        .flat_map(|part| part.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.'));
    // `0..=64` is a range, `64.0` a float.
    let parts = words
        .flat_map(|word| word.split(".."))
        .map(|word| word.trim_end_matches("u32").trim_end_matches("usize"));
    parts
        .filter_map(|word| NUMBERS.into_iter().find(|&number| number == word))
        .collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
