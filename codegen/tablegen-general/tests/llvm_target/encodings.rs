//! The fixed bits of instructions; for variable-length instructions, also the size and the positions of operands.

use crate::instructions;
use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::{between, numbers, unqualified};
use std::collections::{BTreeMap, BTreeSet};

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
    let text = target.ours("encodings")?;
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

/// A variable-length instruction: its bits, and the operand at each position.
type Variable = BTreeMap<String, (i64, BTreeSet<String>)>;

/// `extractBits(3, 0)` of an operand at a position, with the function that makes its bits.
fn their_places(target: &Target) -> Result<Variable, Refusal> {
    let text = target.theirs("-gen-emitter")?;
    let mut encodings = Variable::new();
    let table = between(&text, "Index[][2] = {\n", "\n  };").unwrap_or_default();
    for line in table.lines() {
        if let Some((row, name)) = line.split_once("// ")
            && let Some(&bits) = numbers(&row.replace("*/", " ")).first()
        {
            encodings.insert(name.trim().to_string(), (bits, BTreeSet::new()));
        }
    }
    let (_, cases) = text.split_once("switch (opcode) {").unwrap_or_default();
    let (mut names, mut value): (Vec<&str>, _) = (Vec::new(), None);
    for line in cases.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("case ") {
            names.push(unqualified(name.trim_end_matches([':', ' ', '{'])));
        } else if line == "break;" {
            names.clear();
        } else if let Some((function, arguments)) = line.split_once("(MI, ") {
            let numbers = numbers(&arguments.replace("*/", " "));
            let function = function.replace("getMachineOpValue", "");
            value = Some((function, numbers[0]));
        } else if line.starts_with("Inst.insertBits(")
            && let ([width, lowest, position], Some((function, operand))) = (&numbers(line)[..], &value)
        {
            for name in &names {
                let place = format!("{width} bits from {lowest} of {operand} at {position} by '{function}'");
                let known = encodings.get_mut(*name).map(|(_, places)| places.insert(place));
                assert_eq!(known, Some(true), "{name}");
            }
        }
    }
    Ok(encodings)
}

fn our_places(target: &Target) -> Result<Variable, Refusal> {
    let text = target.ours("encodings")?;
    let hooks = between(&text, "pub mod hooks {", "\n}\n").unwrap_or_default();
    let hooks = hooks.lines().filter_map(|line| between(line, "/// `", "`"));
    let hooks: Vec<&str> = [""].into_iter().chain(hooks).collect();
    let encoders = text.split("OperandCode { encoder: HookId(").skip(1);
    let encoders: Vec<i64> = encoders.map(|row| numbers(row)[0]).collect();
    let names = instructions::our_names(target)?;
    let mut encodings = Variable::new();
    for row in text.split("Encoding { opcode: ").skip(1) {
        let list = |name: &str| {
            let list = row.split_once(name).map_or("", |(_, list)| list);
            list.split(']').next().unwrap_or_default()
        };
        let kinds: Vec<i64> = list("operands: &[")
            .split('(')
            .skip(1)
            .map(|kind| numbers(kind)[0])
            .collect();
        let coders: BTreeMap<i64, i64> = list("coders: &[")
            .split("FieldCode{")
            .skip(1)
            .map(|code| (numbers(code)[0], numbers(code)[1]))
            .collect();
        let mut places = BTreeSet::new();
        for field in list("fields: &[").split("WideField{").skip(1) {
            let [operand, lowest, position, width] = numbers(field)[..] else {
                panic!("{field}")
            };
            let own = coders.get(&position).copied().filter(|&hook| hook != 0);
            let hook = own.unwrap_or_else(|| encoders[kinds[operand as usize] as usize]);
            let function = hooks[hook as usize];
            places.insert(format!(
                "{width} bits from {lowest} of {operand} at {position} by '{function}'"
            ));
        }
        let size = between(row, "size: ", ",").map_or(0, |size| numbers(size)[0]);
        let opcode = numbers(row)[0] as usize;
        encodings.insert(names[opcode].clone(), (size * 8, places));
    }
    Ok(encodings)
}

/// Whether `Inst` is a dag.
pub fn are_variable(target: &Target) -> bool {
    let mut instructions = target.keeper.derived_defs("Instruction").iter();
    instructions.any(|&record| {
        target
            .keeper
            .get_dag(record, "Inst")
            .is_ok_and(|dag| !dag.is_empty())
    })
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let mut outcome = Outcome::default();
    if are_variable(target) {
        let (theirs, ours) = (their_places(target)?, our_places(target)?);
        for (name, encoding) in &theirs {
            if encoding.0 > 0 || ours.contains_key(name) {
                outcome.check_both(name, ours.get(name), Some(encoding));
            }
        }
    }
    let (theirs, ours) = (theirs(target)?, ours(target)?);
    for (name, base) in &ours {
        outcome.check_both(name, Some(base), theirs.get(name));
    }
    Ok(outcome)
}
