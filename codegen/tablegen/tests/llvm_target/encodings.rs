//! Fixed bits of instructions.

use crate::instructions;
use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::{between, numbers};
use std::collections::BTreeMap;

/// 64-bit words, the lowest first, without zeros at the end.
type Words = Vec<u64>;

fn words(text: &str) -> Words {
    let mut words: Words = numbers(text).iter().map(|&word| word as u64).collect();
    while words.last() == Some(&0) {
        words.pop();
    }
    words
}

fn theirs(target: &Target) -> Result<BTreeMap<String, Words>, Refusal> {
    let text = target.theirs("-gen-emitter")?;
    let mut encodings = BTreeMap::new();
    let table = text
        .split_once("InstBits")
        .and_then(|(_, rest)| between(rest, "[] = {\n", "\n  };"));
    for line in table.unwrap_or_default().lines() {
        if let Some((value, name)) = line.split_once("// ") {
            let value = value
                .replace("UINT64_C", "")
                .replace("u)", ")")
                .replace("U)", ")");
            encodings.insert(name.trim().to_string(), words(&value));
        }
    }
    Ok(encodings)
}

fn ours(target: &Target) -> Result<BTreeMap<String, Words>, Refusal> {
    let text = target.ours("emitter")?;
    let names = instructions::our_names(target)?;
    let mut encodings = BTreeMap::new();
    for row in text.split("Encoding { opcode: ").skip(1) {
        let opcode = numbers(row)[0] as usize;
        if let (Some(name), Some(base)) = (names.get(opcode), between(row, "base: &[", "]")) {
            encodings.insert(name.clone(), words(base));
        }
    }
    Ok(encodings)
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let (theirs, ours) = (theirs(target)?, ours(target)?);
    let mut outcome = Outcome::default();
    for (name, base) in &ours {
        outcome.check_both(name, Some(base), theirs.get(name));
    }
    Ok(outcome)
}
