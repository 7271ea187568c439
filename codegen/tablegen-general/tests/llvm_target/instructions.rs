//! Instructions: numbers of operands and definitions, ties, implicit registers, sizes, flags.

use crate::registers;
use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::{between, closing, numbers, plain, unqualified};
use std::collections::BTreeMap;
use wavec_tablegen::Value;

/// The flags that both tools know, by their bits in this project's tables.
const FLAGS: [&str; 26] = [
    "Terminator",
    "Branch",
    "IndirectBranch",
    "Barrier",
    "Call",
    "Return",
    "MayLoad",
    "MayStore",
    "UnmodeledSideEffects",
    "Commutable",
    "Convergent",
    "Rematerializable",
    "MoveImm",
    "MoveReg",
    "Pseudo",
    "",
    "Meta",
    "Variadic",
    "CheapAsAMove",
    "Compare",
    "UsesCustomInserter",
    "HasPostISelHook",
    "Predicable",
    "NotDuplicable",
    "MayRaiseFPException",
    "ConvertibleTo3Addr",
];

#[derive(PartialEq, Eq, Debug, Default)]
pub struct Instruction {
    /// Number of operands, number of definitions.
    counts: [i64; 2],
    /// For each operand the one that it is tied to, or -1.
    pub ties: Vec<i64>,
    early_clobbers: Vec<usize>,
    /// Registers, sorted.
    uses: Vec<String>,
    definitions: Vec<String>,
    flags: Vec<&'static str>,
    /// Size in bytes; 0 if it is not specified.
    size: i64,
}

/// By name, with the number of the scheduling class.
pub type Instructions = BTreeMap<String, (Instruction, usize)>;

/// `/* 3 */ a, b, /* 5 */ c` as elements by their numbers.
fn pool<'t>(section: &'t str, elements: impl Fn(&'t str) -> Vec<&'t str>) -> Vec<&'t str> {
    let mut pool = Vec::new();
    for line in section.lines() {
        let Some((number, rest)) = line
            .trim_start()
            .strip_prefix("/* ")
            .and_then(|line| line.split_once(" */"))
        else {
            continue;
        };
        let first = number.parse().unwrap_or(0);
        pool.resize(first, "");
        pool.extend(elements(rest));
    }
    pool
}

/// The instructions as LLVM writes them.
pub fn theirs(target: &Target) -> Result<Instructions, Refusal> {
    let text = target.theirs("-gen-instr-info")?;
    let table = between(&text, "Descs = {\n", "\n};").unwrap_or_default();
    let sections: Vec<&str> = table.split("\n  }, {\n").collect();
    let operands = sections[1..].iter().find(|section| section.contains("MCOI::"));
    let operands = pool(operands.copied().unwrap_or_default(), |rest| {
        rest.split('{').skip(1).collect()
    });
    let registers = sections[1..]
        .iter()
        .find(|section| section.contains("::") && !section.contains("MCOI::"));
    let registers = pool(registers.copied().unwrap_or_default(), |rest| {
        rest.split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect()
    });
    // A target's replacement of a generic instruction has its name in the enumeration only.
    let mut names = BTreeMap::new();
    for line in between(&text, "enum {\n", "INSTRUCTION_LIST_END")
        .unwrap_or_default()
        .lines()
    {
        if let Some((name, number)) = line.split_once(" = ") {
            names.insert(numbers(number)[0], name.trim());
        }
    }
    let mut instructions = Instructions::new();
    for line in sections[0].lines().filter(|line| line.contains("ULL },")) {
        // { opcode, operands, definitions, size, class, uses, definitions, first operand, first register, flags }
        let row = line.split("//").next().unwrap_or_default();
        let fields: Vec<&str> = row.trim_start_matches([' ', '{', '\t']).split(',').collect();
        let number = |field: usize| numbers(fields[field]).last().copied().unwrap_or(0);
        let (first, register) = (number(7) as usize, number(8) as usize);
        let operands = &operands[first..first + number(1) as usize];
        let tie = |operand: &&str| match operand.split_once("MCOI_TIED_TO(") {
            Some((_, tied)) => numbers(tied)[0],
            None => -1,
        };
        let implicit = |first: usize, count: i64| {
            let used = registers.get(first..first + count as usize).unwrap_or_default();
            let mut used: Vec<String> = used.iter().map(|name| plain(unqualified(name))).collect();
            used.sort();
            used
        };
        let instruction = Instruction {
            counts: [number(1), number(2)],
            ties: operands.iter().map(tie).collect(),
            early_clobbers: (0..operands.len())
                .filter(|&at| operands[at].contains("EARLY"))
                .collect(),
            uses: implicit(register, number(5)),
            definitions: implicit(register + number(5) as usize, number(6)),
            flags: FLAGS
                .into_iter()
                .filter(|flag| !flag.is_empty() && row.contains(&format!("MCID::{flag})")))
                .collect(),
            size: number(3),
        };
        let name = names.get(&number(0)).copied().unwrap_or_default();
        instructions.insert(name.to_string(), (instruction, number(4) as usize));
    }
    Ok(instructions)
}

/// Names of instructions by opcode.
pub fn our_names(target: &Target) -> Result<Vec<String>, Refusal> {
    let text = target.ours("instr-info")?;
    Ok(rows(&text).map(|row| row.name.to_string()).collect())
}

/// The position of the text of an instruction.
pub struct TextRow {
    pub name: String,
    /// Kinds of its operands.
    pub kinds: Vec<usize>,
    /// In the texts of all mnemonics.
    pub mnemonic: std::ops::Range<usize>,
    /// The text after the mnemonic.
    pub format: usize,
}

/// Where texts are, by opcode.
pub fn our_texts(target: &Target) -> Result<Vec<TextRow>, Refusal> {
    let text = target.ours("instr-info")?;
    let operands = between(&text, "OPERAND_POOL: &[wavec_mc::OperandInfo] = &[", "];").unwrap_or_default();
    let kinds: Vec<usize> = operands
        .split("o(")
        .skip(1)
        .map(|row| numbers(row)[1] as usize)
        .collect();
    let encodings = between(&text, "ENCODINGS: &[wavec_mc::InstrEncoding] = &[", "];").unwrap_or_default();
    let encodings = encodings.split("e(").skip(1).map(numbers);
    let texts = rows(&text)
        .zip(encodings)
        .map(|(Row { fields, bytes, name }, encoding)| {
            let operands: usize = fields[2].parse().unwrap_or(0);
            let [_, _, _, _, format, mnemonic, length] = encoding[..] else {
                panic!("an encoding has seven numbers: {encoding:?}");
            };
            TextRow {
                name: name.to_string(),
                kinds: kinds[operands..operands + bytes[1] as usize].to_vec(),
                mnemonic: mnemonic as usize..(mnemonic + length) as usize,
                format: format as usize,
            }
        });
    Ok(texts.collect())
}

struct Row<'t> {
    fields: Vec<&'t str>,
    bytes: Vec<i64>,
    name: &'t str,
}

fn rows(text: &str) -> impl Iterator<Item = Row<'_>> {
    let names = between(text, "names: \"", "\"").unwrap_or_default();
    let table = between(text, "DESCS: &[wavec_mc::InstrDesc] = &[", "];\npub").unwrap_or_default();
    table.split("d(").skip(1).map(|row| {
        let (head, bytes) = row.split_once('[').unwrap_or_default();
        let fields: Vec<&str> = head.split(',').collect();
        let bytes = numbers(bytes);
        let name: usize = fields[4].parse().unwrap_or(0);
        Row {
            name: &names[name..name + bytes[0] as usize],
            fields,
            bytes,
        }
    })
}

/// The instructions as the emitter writes them.
pub fn ours(target: &Target) -> Result<Instructions, Refusal> {
    let text = target.ours("instr-info")?;
    let registers = registers::our_names(target)?;
    let operands = between(&text, "OPERAND_POOL: &[wavec_mc::OperandInfo] = &[", "];").unwrap_or_default();
    let operands: Vec<Vec<i64>> = operands.split("o(").skip(1).map(numbers).collect();
    let implicit = text
        .split_once("REG_POOL: ")
        .and_then(|(_, pool)| pool.split_once("= &["));
    let implicit = implicit.map_or("", |(_, pool)| &pool[..closing(pool, '[', ']').unwrap_or(0)]);
    let implicit = numbers(implicit);
    let mut instructions = Instructions::new();
    for row in rows(&text) {
        let Row { fields, bytes, name } = row;
        let number = |field: usize| fields[field].parse::<usize>().unwrap_or(0);
        let flags = numbers(fields[1])[0];
        let operands = &operands[number(2)..number(2) + bytes[1] as usize];
        let registers = |first: usize, count: i64| {
            let used = &implicit[first..first + count as usize];
            let name = |register: &i64| {
                registers
                    .get(register)
                    .map_or_else(String::new, |name| plain(name))
            };
            let mut used: Vec<String> = used.iter().map(name).collect();
            used.sort();
            used
        };
        let instruction = Instruction {
            counts: [bytes[1], bytes[2]],
            ties: operands.iter().map(|operand| operand[3]).collect(),
            early_clobbers: (0..operands.len())
                .filter(|&at| operands[at][5] & 2 != 0)
                .collect(),
            uses: registers(number(3), bytes[3]),
            definitions: registers(number(3) + bytes[3] as usize, bytes[4]),
            flags: FLAGS
                .into_iter()
                .enumerate()
                .filter(|(bit, flag)| !flag.is_empty() && flags >> bit & 1 != 0)
                .map(|(_, flag)| flag)
                .collect(),
            size: bytes[5],
        };
        instructions.insert(name.to_string(), (instruction, number(5)));
    }
    Ok(instructions)
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let (mut theirs, ours) = (theirs(target)?, ours(target)?);
    // LLVM infers unspecified flags from patterns; here they are false.
    for (name, (instruction, _)) in &mut theirs {
        let is_open = |field: &str| {
            let record = target.keeper.def(name);
            record
                .is_some_and(|record| matches!(target.keeper.field_value(record, field), Some(Value::Unset)))
        };
        for (flag, field) in [
            ("MayLoad", "mayLoad"),
            ("MayStore", "mayStore"),
            ("UnmodeledSideEffects", "hasSideEffects"),
        ] {
            if is_open(field) {
                instruction.flags.retain(|known| *known != flag);
            }
        }
    }
    let mut outcome = Outcome::default();
    for (name, (instruction, _)) in &ours {
        let Some((expected, _)) = theirs.get(name) else {
            outcome.differ(name, "is not in LLVM's table".to_string());
            continue;
        };
        if instruction.size == 0 && expected.size != 0 {
            let instruction = Instruction {
                size: expected.size,
                ..clone(instruction)
            };
            outcome.check(name, &instruction, expected);
        } else {
            outcome.check(name, instruction, expected);
        }
    }
    for name in theirs.keys().filter(|name| !ours.contains_key(*name)) {
        outcome.differ(name, "is missing".to_string());
    }
    Ok(outcome)
}

fn clone(instruction: &Instruction) -> Instruction {
    Instruction {
        counts: instruction.counts,
        ties: instruction.ties.clone(),
        early_clobbers: instruction.early_clobbers.clone(),
        uses: instruction.uses.clone(),
        definitions: instruction.definitions.clone(),
        flags: instruction.flags.clone(),
        size: instruction.size,
    }
}
