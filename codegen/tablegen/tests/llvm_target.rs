//! A target described in LLVM's own classes, as `llvm-tblgen-22` reads it: operands, ties and flags of instructions, and what
//! its scheduling model says of them.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use wavec_tablegen::{EmitOptions, ParseOptions, SourceMap, emit, parse_file};
use wavec_test_support::llvm;

const LLVM: &str = "llvm-tblgen-22";
const INCLUDE: &str = "/usr/lib/llvm-22/include";
const TOY: &str = "tests/llvm_target/Toy.td";

fn is_there() -> bool {
    let classes = Path::new(INCLUDE).join("llvm/Target/Target.td");
    if !classes.is_file() {
        llvm::skip(&format!("{} is not there", classes.display()));
    }
    classes.is_file() && llvm::is_there(LLVM)
}

fn theirs(generator: &str) -> String {
    let mut command = Command::new(LLVM);
    let output = command.args(["-I", INCLUDE, TOY, generator]).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn ours(emitter: &str) -> String {
    let options = ParseOptions {
        include_dirs: vec![INCLUDE.into()],
        no_unused_warnings: true,
        ..ParseOptions::default()
    };
    let mut sources = SourceMap::new();
    let keeper = parse_file(&mut sources, Path::new(TOY), &options)
        .unwrap_or_else(|errors| panic!("{}", errors.render(&sources)));
    let emitter = emit::find(emitter).unwrap();
    (emitter.emit)(&keeper, &EmitOptions::default())
        .unwrap_or_else(|errors| panic!("{}", errors.render(&sources)))
}

fn between<'t>(text: &'t str, open: &str, close: &str) -> &'t str {
    let (_, behind) = text.split_once(open).unwrap_or_else(|| panic!("no {open}"));
    behind.split_once(close).unwrap_or_else(|| panic!("no {close}")).0
}

/// All numbers of a text.
fn numbers(text: &str) -> Vec<i64> {
    let digits = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    digits.filter_map(|digits| digits.parse().ok()).collect()
}

/// Flags that both have: LLVM's name and the bit here.
const FLAGS: [(&str, u32); 8] = [
    ("MCID::Terminator", 0),
    ("MCID::Branch)", 1),
    ("MCID::Call", 4),
    ("MCID::MayLoad", 6),
    ("MCID::MayStore", 7),
    ("MCID::UnmodeledSideEffects", 8),
    ("MCID::Commutable", 9),
    ("MCID::Variadic", 17),
];

/// Number of operands, definitions, implicit uses and definitions; flags; ties by operand; scheduling class.
#[derive(PartialEq, Eq, Debug)]
struct Instruction {
    counts: [i64; 4],
    flags: Vec<&'static str>,
    ties: Vec<i64>,
}

/// By name, with the number of the scheduling class.
type Instructions = BTreeMap<String, (Instruction, usize)>;

fn their_instructions(text: &str) -> Instructions {
    // { opcode, operands, definitions, size, class, uses, definitions, first operand, ... flags }, // name
    let pool: Vec<&str> = text
        .lines()
        .filter(|line| line.trim_start().starts_with("/* ") && line.contains("MCOI::"))
        .flat_map(|line| line.split('{').skip(1))
        .collect();
    let mut instructions = Instructions::new();
    // What a target has in place of a generic instruction has its name in the enumeration only.
    let mut names = BTreeMap::new();
    for line in between(text, "enum {\n", "INSTRUCTION_LIST_END").lines() {
        if let Some((name, number)) = line.split_once(" = ") {
            names.insert(numbers(number)[0], name.trim());
        }
    }
    for line in text.lines().filter(|line| line.contains("ULL },")) {
        let row = line.split("//").next().unwrap();
        let fields: Vec<&str> = row.trim_start_matches([' ', '{', '\t']).split(',').collect();
        let number = |field: usize| *numbers(fields[field]).last().unwrap();
        let first = number(7) as usize;
        let tie = |operand: &&str| match operand.split_once("MCOI_TIED_TO(") {
            Some((_, tied)) => numbers(tied)[0],
            None => -1,
        };
        let instruction = Instruction {
            counts: [1, 2, 5, 6].map(number),
            flags: FLAGS
                .map(|(flag, _)| flag)
                .into_iter()
                .filter(|flag| row.contains(flag))
                .collect(),
            ties: pool[first..first + number(1) as usize].iter().map(tie).collect(),
        };
        let name = names[&number(0)].to_string();
        instructions.insert(name, (instruction, number(4) as usize));
    }
    instructions
}

fn our_instructions(text: &str) -> Instructions {
    let names = between(text, "names: \"", "\"");
    let pool = between(text, "OPERAND_POOL: &[wavec_mc::OperandInfo] = &[", "];");
    let pool: Vec<Vec<i64>> = pool.split("o(").skip(1).map(numbers).collect();
    let mut instructions = Instructions::new();
    for row in between(text, "DESCS: &[wavec_mc::InstrDesc] = &[", "];\npub")
        .split("d(")
        .skip(1)
    {
        let (head, bytes) = row.split_once('[').unwrap();
        let fields: Vec<&str> = head.split(',').collect();
        let flags = u32::from_str_radix(fields[2].trim_start_matches("0x"), 16).unwrap();
        let number = |field: usize| fields[field].parse::<usize>().unwrap();
        let bytes = numbers(bytes);
        let name = &names[number(5)..number(5) + bytes[0] as usize];
        let operands = &pool[number(3)..number(3) + bytes[2] as usize];
        let instruction = Instruction {
            counts: [bytes[2], bytes[3], bytes[4], bytes[5]],
            flags: FLAGS
                .into_iter()
                .filter(|(_, bit)| flags >> bit & 1 != 0)
                .map(|(flag, _)| flag)
                .collect(),
            ties: operands.iter().map(|operand| operand[3]).collect(),
        };
        instructions.insert(name.to_string(), (instruction, number(9)));
    }
    instructions
}

#[test]
fn instructions_are_llvms() {
    if !is_there() {
        return;
    }
    let theirs = their_instructions(&theirs("-gen-instr-info"));
    let ours = our_instructions(&ours("instr-info"));
    assert!(theirs.contains_key("LDUPD"));
    for (name, (instruction, _)) in &ours {
        let (expected, _) = theirs.get(name).unwrap_or_else(|| panic!("no {name}"));
        assert_eq!(instruction, expected, "{name}");
    }
}

/// What a model says of a class: micro-operations, resources with their cycles, latencies, advances with their operands.
#[derive(PartialEq, Eq, Debug)]
struct Timing {
    micro_ops: i64,
    begins_group: bool,
    resources: Vec<(String, i64)>,
    latencies: Vec<i64>,
    advances: Vec<(i64, i64)>,
}

/// By scheduling class; `None` for those of which nothing is known.
fn their_timings(text: &str) -> Vec<Option<Timing>> {
    let table = |name: &str| -> Vec<Vec<i64>> {
        let rows = between(text, &format!("{name}[] = {{\n"), "\n};");
        rows.lines()
            .map(|line| numbers(line.split("//").next().unwrap()))
            .collect()
    };
    let (uses, latencies, advances) = (
        table("ToyWriteProcResTable"),
        table("ToyWriteLatencyTable"),
        table("ToyReadAdvanceTable"),
    );
    let resources: Vec<&str> = between(text, "ToyModelProcResources[] = {\n", "\n};")
        .lines()
        .map(|line| between(line, "\"", "\""))
        .collect();
    let rows = between(text, "ToyModelSchedClasses[] = {\n", "\n};");
    let rows = rows.lines().map(|line| {
        let row = numbers(line.split_once(')').unwrap().1.split("//").next().unwrap());
        if row[0] == 8191 {
            return None;
        }
        let part = |first: usize| row[first] as usize..(row[first] + row[first + 1]) as usize;
        let mut resources: Vec<(String, i64)> = uses[part(1)]
            .iter()
            .map(|used| (resources[used[0] as usize].to_string(), used[1]))
            .collect();
        resources.sort();
        Some(Timing {
            micro_ops: row[0],
            begins_group: line.split(", ").nth(1) == Some("true"),
            resources,
            latencies: latencies[part(3)].iter().map(|latency| latency[0]).collect(),
            advances: advances[part(5)]
                .iter()
                .map(|advance| (advance[0], advance[2]))
                .collect(),
        })
    });
    rows.collect()
}

fn our_timings(text: &str) -> Vec<Timing> {
    let resources: Vec<&str> = text
        .split("ProcResourceDesc { name: \"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    let rows = between(text, "classes: &[\n", "    ],");
    let rows = rows.lines().map(|line| {
        let line = line.split("//").next().unwrap();
        let lists: Vec<&str> = line.split("&[").collect();
        let head = numbers(lists[0]);
        let each = |list: usize, word: &str| -> Vec<Vec<i64>> {
            lists[list].split(word).skip(1).map(numbers).collect()
        };
        let mut used: Vec<(String, i64)> = each(2, "u(")
            .iter()
            .map(|used| (resources[used[0] as usize].to_string(), used[2]))
            .collect();
        used.sort();
        Timing {
            micro_ops: head[0],
            begins_group: head[1] & 1 != 0,
            resources: used,
            latencies: each(1, "w(").iter().map(|latency| latency[0]).collect(),
            advances: each(3, "a(")
                .iter()
                .map(|advance| (advance[0], advance[2]))
                .collect(),
        }
    });
    rows.collect()
}

#[test]
fn scheduling_is_llvms() {
    if !is_there() {
        return;
    }
    let their_classes = their_instructions(&theirs("-gen-instr-info"));
    let our_classes = our_instructions(&ours("instr-info"));
    let (theirs, ours) = (
        their_timings(&theirs("-gen-subtarget")),
        our_timings(&ours("sched")),
    );
    for (name, (_, class)) in &our_classes {
        let their_class = their_classes[name].1;
        if let Some(expected) = &theirs[their_class] {
            assert_eq!(&ours[*class], expected, "{name}");
        }
    }
    assert!(theirs.iter().flatten().count() > 6);
}
