//! Texts of instructions.

use crate::report::{Outcome, Refusal};
use crate::rust_text::{Names, Text, first_variant, literal, operand};
use crate::target::Target;
use crate::text::{between, numbers, unqualified};
use std::collections::{BTreeMap, HashMap};

/// A statement of the printer that LLVM generates.
enum Step {
    Text(String),
    /// A choice by the next bits, or by the instruction itself.
    Choice(Selector, HashMap<String, usize>, Vec<Vec<Step>>),
    Return,
}

#[derive(Clone, Copy)]
enum Selector {
    Bits { shift: i64, mask: i64 },
    Instruction,
}

struct Reader<'t> {
    lines: std::iter::Peekable<std::str::Lines<'t>>,
}

impl Reader<'_> {
    /// The statements up to the end of the block that contains them.
    fn steps(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        while let Some(line) = self.lines.next() {
            let line = line.trim();
            if line == "break;" || line == "}" || line == "} else {" {
                if line == "} else {" {
                    // Only the end of the other branch matters.
                    steps.push(Step::Text(String::new()));
                }
                break;
            }
            if line == "return;" {
                steps.push(Step::Return);
            } else if let Some(selector) = line.strip_prefix("switch (") {
                let selector = selector_of(selector);
                let (cases, bodies) = self.cases();
                steps.push(Step::Choice(selector, cases, bodies));
            } else if let Some(selector) = line.strip_prefix("if (") {
                let selector = selector_of(selector);
                let then = self.steps();
                // Nothing follows a branch that returns, except the other branch.
                let has_other = matches!(then.last(), Some(Step::Text(text)) if text.is_empty());
                let other = if has_other { self.steps() } else { Vec::new() };
                let cases = HashMap::from([("1".to_string(), 0), ("0".to_string(), 1)]);
                steps.push(Step::Choice(selector, cases, vec![then, other]));
            } else if let Some(text) = line.strip_prefix("O << \"") {
                steps.push(Step::Text(literal(text).0));
            } else if let Some(text) = line.strip_prefix("O << '") {
                let text = text.trim_end_matches("';");
                steps.push(Step::Text(literal(&format!("{text}\"")).0));
            } else if let Some((method, arguments)) = line.rsplit_once("(MI, ") {
                let place = arguments.split(", ").find_map(|argument| argument.parse().ok());
                let modifier = arguments.split_once('"').map(|(_, modifier)| literal(modifier).0);
                steps.push(Step::Text(operand(
                    method,
                    place.unwrap_or(99),
                    modifier.as_deref(),
                )));
            }
        }
        steps
    }

    fn cases(&mut self) -> (HashMap<String, usize>, Vec<Vec<Step>>) {
        let (mut cases, mut bodies) = (HashMap::new(), Vec::new());
        while let Some(line) = self.lines.peek() {
            let line = line.trim();
            if line == "}" {
                self.lines.next();
                break;
            }
            if let Some(case) = line.strip_prefix("case ") {
                cases.insert(unqualified(case.trim_end_matches(':')).to_string(), bodies.len());
                self.lines.next();
            } else if line.starts_with("default:") {
                self.lines.next();
            } else {
                bodies.push(self.steps());
            }
        }
        (cases, bodies)
    }
}

fn selector_of(text: &str) -> Selector {
    match numbers(text)[..] {
        [shift, mask, ..] => Selector::Bits { shift, mask },
        _ => Selector::Instruction,
    }
}

/// Adds the text that is written; returns whether the instruction's text ends there.
fn write(steps: &[Step], name: &str, bits: u64, out: &mut String) -> bool {
    for step in steps {
        match step {
            Step::Text(text) => out.push_str(text),
            Step::Return => return true,
            Step::Choice(selector, cases, bodies) => {
                let case = match selector {
                    Selector::Bits { shift, mask } => (bits >> shift & *mask as u64).to_string(),
                    Selector::Instruction => name.to_string(),
                };
                if let Some(&body) = cases.get(&case)
                    && write(&bodies[body], name, bits, out)
                {
                    return true;
                }
            }
        }
    }
    false
}

/// Texts by instruction.
fn theirs(text: &str) -> BTreeMap<String, String> {
    let mut strings = BTreeMap::new();
    let table = between(text, "AsmStrs[] = {\n", "\n  };").unwrap_or_default();
    for line in table.lines() {
        if let Some((number, literal_text)) = line.trim().split_once(" */ \"") {
            strings.insert(numbers(number)[0], literal(literal_text).0);
        }
    }
    let mut bits: BTreeMap<String, u64> = BTreeMap::new();
    for number in 0.. {
        let name = format!("OpInfo{number}");
        let Some(table) = between(text, &format!(" {name}[] = {{\n"), "\n  };") else {
            break;
        };
        let shift = between(text, &format!("{name}[MI.getOpcode()] << "), ";");
        let shift = shift.and_then(|shift| shift.parse::<u32>().ok()).unwrap_or(0);
        for line in table.lines() {
            let (value, name) = line.split_once("U,\t// ").unwrap_or_default();
            *bits.entry(name.to_string()).or_default() |= value.trim().parse::<u64>().unwrap_or(0) << shift;
        }
    }
    let mask = between(text, "AsmStrs+(Bits & ", ")").map_or(0, |mask| numbers(mask)[0]);
    let (_, body) = text.split_once("::printInstruction(").unwrap_or_default();
    let (_, body) = body
        .split_once("Cannot print this instruction.")
        .unwrap_or_default();
    let mut reader = Reader {
        lines: body.split("\n}\n").next().unwrap_or_default().lines().peekable(),
    };
    let mut steps = Vec::new();
    while reader.lines.peek().is_some() {
        steps.extend(reader.steps());
    }
    let mut texts = BTreeMap::new();
    for (name, bits) in bits {
        if bits == 0 {
            continue;
        }
        let string = (bits & mask as u64) as i64 - 1;
        // A string may be a suffix of another one.
        let (&start, known) = strings.range(..=string).next_back().unwrap_or((&0, &EMPTY));
        let mut out = known
            .get((string - start) as usize..)
            .unwrap_or_default()
            .to_string();
        write(&steps, &name, bits, &mut out);
        texts.insert(name, out);
    }
    texts
}

static EMPTY: String = String::new();

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let names = Names::read(target)?;
    let theirs = theirs(&target.theirs("-gen-asm-writer")?);
    let mut outcome = Outcome::default();
    for Text { name, kinds, text } in &first_variant(target, &names)? {
        // LLVM omits its text because of its name.
        if name == "PHI" {
            continue;
        }
        let ours = text
            .as_ref()
            .map(|(mnemonic, pieces)| names.text(mnemonic, pieces, kinds));
        let ours = ours.filter(|text| !text.is_empty());
        outcome.check_both(name, ours.as_ref(), theirs.get(name));
    }
    Ok(outcome)
}
