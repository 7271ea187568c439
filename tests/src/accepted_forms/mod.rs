//! What llc compiles, wavec compiles: every operation of the IR with every kind of type, one kernel each.
//!
//! A seeded sample runs with the tests. `WAVEC_FORMS=all` runs all of them (`cargo test -p wavec-tests --test wavec-tests
//! -- accepted_forms/`), `WAVEC_FORMS=N` a sample of N, `WAVEC_FIRST_SEED=N` chooses another one. The failure lists the
//! forms with the diagnostics, and the forms that only wavec compiles if `WAVEC_FORMS_EXTRA` is set.

mod generate;
mod refused;

use crate::random::Random;
use crate::{llvm, scratch};
use generate::Form;
use libtest_mimic::{Failed, Trial};
use std::process::{Command, Stdio};
use wavec::{Emit, Input, InputKind, Options};

/// Forms in the sample of an ordinary run of the tests.
const SAMPLE: usize = 240;

/// Parts that all forms are divided into, which are tested in parallel.
const PARTS: usize = 8;

/// One test for each part of the forms.
pub fn trials() -> Vec<Trial> {
    let ignored = !llvm::are_tools_there() && !llvm::are_tools_required();
    (0..PARTS)
        .map(|part| {
            Trial::test(format!("accepted_forms/{part}"), move || {
                run(part).map_err(Failed::from)
            })
            .with_ignored_flag(ignored)
        })
        .collect()
}

/// The forms of one part, all or a sample of them.
fn chosen(part: usize) -> Vec<Form> {
    let all: Vec<Form> = generate::forms().into_iter().skip(part).step_by(PARTS).collect();
    let setting = std::env::var("WAVEC_FORMS").unwrap_or_default();
    if setting == "all" {
        return all;
    }
    let count = setting.parse().unwrap_or(SAMPLE) / PARTS;
    let seed = std::env::var("WAVEC_FIRST_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(0);
    let mut random = Random::seeded(seed + part as u64);
    let mut all: Vec<Option<Form>> = all.into_iter().map(Some).collect();
    let mut pick = || {
        let index = random.below(all.len());
        all[index].take()
    };
    (0..count).filter_map(|_| pick()).collect()
}

fn run(part: usize) -> Result<(), String> {
    let with_extra = std::env::var_os("WAVEC_FORMS_EXTRA").is_some();
    let mut failures = Vec::new();
    for form in chosen(part) {
        let ours = [0, 2].into_iter().try_for_each(|level| compile(&form, level));
        let listed = refused::reason(&form.name);
        if ours.is_ok() && listed.is_none() && !with_extra {
            continue;
        }
        let theirs = llc_compiles(&form)?;
        match (ours, theirs, listed) {
            (Err(message), true, None) => failures.push(format!("refused: {}: {message}", form.name)),
            (Ok(()), true, Some(why)) => {
                failures.push(format!("compiles, and is in the list: {}: {why}", form.name))
            }
            (Ok(()), false, None) if with_extra => failures.push(format!("only here: {}", form.name)),
            _ => {}
        }
    }
    match failures.len() {
        0 => Ok(()),
        count => Err(format!("{count} forms:\n{}", failures.join("\n"))),
    }
}

/// Compiles with verification after each pass; the first line of the diagnostic.
fn compile(form: &Form, level: u8) -> Result<(), String> {
    let mut options = Options::default().with_opt_level(level);
    options.codegen.verify_each = true;
    let input = Input {
        name: "form.ll",
        text: &form.text,
        kind: InputKind::Ir,
    };
    let compile =
        || wavec::pipeline::compile(input, &[Emit::Object], &options).map_err(|error| error.to_string());
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(compile)) {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(message)) => Err(format!(
            "-O{level}: {}",
            message.lines().next().unwrap_or_default()
        )),
        Err(_) => Err(format!("-O{level}: panic")),
    }
}

fn llc_compiles(form: &Form) -> Result<bool, String> {
    let path = scratch("accepted_forms").join(format!("{:016x}.ll", hash(&form.text)));
    std::fs::write(&path, &form.text).map_err(|error| error.to_string())?;
    let status = Command::new("llc-22")
        .args(["-mtriple=amdgcn-amd-amdhsa", "-mcpu=gfx942", "-filetype=null"])
        .arg(&path)
        .env("LLVM_DISABLE_SYMBOLIZATION", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| error.to_string())?;
    std::fs::remove_file(&path).map_err(|error| error.to_string())?;
    Ok(status.success())
}

/// A file name for a text (FNV-1a).
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
