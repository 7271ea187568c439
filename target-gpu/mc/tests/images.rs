//! Generated operands of image instructions: what wavec accepts, and its bytes, are those of LLVM's assembler.
//! `WAVEC_FORMS=10000` compares more of them.

use std::collections::{BTreeSet, HashMap};
use std::process::Command;
use wavec_gpu_mc::asm::parse_instruction;
use wavec_gpu_mc::images::DIMENSIONS;
use wavec_gpu_mc::subtarget::Accumulation;
use wavec_gpu_mc::{INSTR_INFO, Subtarget, TargetId, encode, operand_names, target_flags};
use wavec_mc::SymbolTable;
use wavec_mc::asm::{Cursor, lexer::lex_statement};
use wavec_test_support::llvm;

/// A small generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % end
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn choose<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

/// The mnemonics of a processor's image instructions, and whether each has a sampler.
fn mnemonics(subtarget: &Subtarget) -> Vec<(&'static str, bool)> {
    let found: BTreeSet<(&str, bool)> = INSTR_INFO
        .encodings
        .iter()
        .filter(|encoding| subtarget.has_encoding(encoding))
        .filter(|encoding| INSTR_INFO.desc(encoding.opcode).target_flags() & target_flags::MIMG != 0)
        .map(|encoding| {
            let sampler = INSTR_INFO.operand_index(encoding.opcode, operand_names::SSAMP);
            (INSTR_INFO.mnemonic(encoding), sampler.is_some())
        })
        .collect();
    found.into_iter().collect()
}

fn vector(random: &mut Random, count: u64) -> String {
    let first = random.below(200);
    match count {
        1 => format!("v{first}"),
        _ => format!("v[{first}:{}]", first + count - 1),
    }
}

fn scalars(random: &mut Random, count: u64) -> String {
    let first = 4 * random.below(22);
    format!("s[{first}:{}]", first + count - 1)
}

/// Words of an address, by the parts of the mnemonic: bias, offset, reference, derivatives, coordinates, level.
fn address_words(mnemonic: &str, dim: usize, a16: bool) -> u64 {
    let has = |part: &str| mnemonic.split('_').any(|known| known == part);
    let count = |parts: &[&str]| parts.iter().filter(|part| has(part)).count() as u64;
    if mnemonic.ends_with("resinfo") {
        return 1;
    }
    let derivatives = match has("d") || has("cd") {
        false => 0,
        true => [2, 4, 6, 4, 2, 4, 4, 4][dim],
    };
    let derivatives = match has("g16") {
        true => u64::div_ceil(derivatives / 2, 2) * 2,
        false => derivatives,
    };
    let components = [1, 2, 3, 3, 2, 3, 3, 4][dim] + count(&["l", "cl", "mip"]);
    let components = if a16 {
        u64::div_ceil(components, 2)
    } else {
        components
    };
    count(&["b", "o", "c"]) + derivatives + components
}

/// Words of data, by mask and modifiers.
fn data_words(mnemonic: &str, mask: u64, d16: bool, tfe: bool) -> u64 {
    let is_of_four = ["gather4", "msaa"].iter().any(|part| mnemonic.contains(part));
    let elements = if is_of_four {
        4
    } else {
        u64::from(mask.count_ones()).max(1)
    };
    let words = if d16 { elements.div_ceil(2) } else { elements };
    words + u64::from(tfe)
}

/// Registers of an address of so many words: a tuple, or a list with or without a tuple at its end.
fn address(random: &mut Random, words: u64, subtarget: &Subtarget) -> String {
    let form = subtarget.family.image_addresses;
    let is_list = words > 1
        && if form.has_tuples {
            random.one_in(2)
        } else {
            !random.one_in(20)
        };
    if !is_list {
        let tuple = vector(random, words);
        return match random.one_in(8) {
            true => format!("[{tuple}]"),
            false => tuple,
        };
    }
    let single = match form.tuple_in_list {
        Some(place) if !random.one_in(10) => words.min(place as u64),
        _ => random.choose(&[words, words, words - 1]),
    };
    let mut registers: Vec<String> = (0..single).map(|_| vector(random, 1)).collect();
    if single < words {
        registers.push(vector(random, words - single));
    }
    format!("[{}]", registers.join(", "))
}

/// One more or less, now and then.
fn nearly(random: &mut Random, count: u64) -> u64 {
    match random.below(16) {
        0 => count + 1,
        1 if count > 1 => count - 1,
        _ => count,
    }
}

/// The text of an instruction, which is wrong at times.
fn text(random: &mut Random, (mnemonic, sampler): (&str, bool), subtarget: &Subtarget) -> String {
    let has_scopes = subtarget.family.has_scopes;
    let [a16, tfe, d16] = [6, 6, 6].map(|count| random.one_in(count));
    if mnemonic.ends_with("_ray") {
        let words = random.choose(&[8, 9, 11, 12]);
        let address = address(random, words, subtarget);
        let (data, resource) = (vector(random, 4), scalars(random, 4));
        let modifier = if a16 { " a16" } else { "" };
        return format!("{mnemonic} {data}, {address}, {resource}{modifier}");
    }
    let takes_one_bit = ["gather4", "msaa"].iter().any(|part| mnemonic.contains(part));
    let mask = match random.below(8) {
        0 => random.below(16),
        _ if takes_one_bit => 1 << random.below(4),
        1 | 2 if !mnemonic.contains("atomic") => random.below(16),
        _ if mnemonic.contains("cmpswap") => random.choose(&[3, 15]),
        _ if mnemonic.contains("atomic") => random.choose(&[1, 3]),
        _ => random.choose(&[1, 3, 7, 15]),
    };
    let dim = match mnemonic.contains("msaa") {
        true if !random.one_in(8) => 6 + random.below(2) as usize,
        _ => random.below(8) as usize,
    };
    let d16 = d16 && !random.one_in(4);
    let data = nearly(random, data_words(mnemonic, mask, d16, tfe));
    let wanted = address_words(mnemonic, dim, a16);
    let mut words = nearly(random, wanted);
    // LLVM takes a pair of registers for the last one of a full list.
    let full = subtarget.family.image_addresses.tuple_in_list;
    if full.is_some_and(|place| wanted == place as u64 + 1) {
        words = words.min(wanted);
    }
    let form = subtarget.family.image_addresses;
    if !form.has_dimensions {
        words = nearly(random, address_words(mnemonic, dim, false));
    }
    let mut registers = vector(random, data);
    if subtarget.accumulation() == Accumulation::Unified && random.one_in(4) {
        registers = registers.replace('v', "a");
    }
    let mut text = format!("{mnemonic} {registers}, ");
    text += &format!(
        "{}, {}",
        address(random, words.min(12), subtarget),
        scalars(random, 8)
    );
    if sampler {
        text += &format!(", {}", scalars(random, 4));
    }
    text += &format!(" dmask:{mask:#x}");
    if form.has_dimensions != random.one_in(40) {
        text += &format!(" dim:{}", DIMENSIONS[dim].0);
    }
    let policies = if has_scopes { 30 } else { 8 };
    let scoped = match has_scopes && random.one_in(6) {
        false => "",
        true => random.choose(&[
            " th:TH_LOAD_NT",
            " th:TH_STORE_HT",
            " th:TH_ATOMIC_RETURN",
            " th:TH_ATOMIC_CASCADE_RT scope:SCOPE_SYS",
            " scope:SCOPE_DEV",
            " th:TH_LOAD_BYPASS scope:SCOPE_SYS",
        ]),
    };
    // LLVM wants this order.
    for (flag, is_set) in [
        ("unorm", random.one_in(8)),
        ("glc", random.one_in(policies)),
        ("slc", random.one_in(policies)),
        (
            "dlc",
            random.one_in(if form.has_dimensions { policies } else { 100 }),
        ),
        ("scc", random.one_in(if form.has_dimensions { 100 } else { 16 })),
        ("r128", random.one_in(if form.has_dimensions { 8 } else { 100 })),
        ("a16", a16),
        ("tfe", tfe),
        ("lwe", random.one_in(12)),
        ("da", random.one_in(if form.has_dimensions { 100 } else { 3 })),
        ("d16", d16),
    ] {
        if is_set {
            text += &format!(" {flag}");
        }
        if flag == "unorm" {
            text += scoped;
        }
    }
    text
}

fn assemble(text: &str, subtarget: &Subtarget) -> Result<Vec<u8>, String> {
    let mut tokens = Vec::new();
    lex_statement(text, 0, &mut tokens);
    let mut cursor = Cursor::new(text, &tokens);
    let mnemonic = cursor.advance();
    let inst = parse_instruction(subtarget, mnemonic, &mut cursor, &mut SymbolTable::new())
        .map_err(|error| error.message)?;
    cursor.expect_end().map_err(|error| error.message)?;
    let encoded = encode(&inst, subtarget).map_err(|error| error.message)?;
    Ok(encoded.bytes().to_vec())
}

/// LLVM's bytes of each line, where it accepts it; `None` if LLVM is not installed.
fn llvm_bytes(subtarget: &Subtarget, lines: &[String]) -> Option<HashMap<usize, Vec<u8>>> {
    let processor = format!("-mcpu={}", subtarget.id.processor.name);
    let args = ["-triple=amdgcn-amd-amdhsa", &processor, "--show-encoding"];
    // A label before each line says which one bytes belong to.
    let input: String = lines
        .iter()
        .enumerate()
        .map(|(number, line)| format!("L{number}:\n{line}\n"))
        .collect();
    let output = llvm::run(Command::new("llvm-mc-22").args(args), input.as_bytes())?;
    let mut number = 0;
    let mut found = HashMap::new();
    for line in String::from_utf8(output.stdout).expect("text").lines() {
        if let Some(label) = line.strip_prefix('L').and_then(|rest| rest.strip_suffix(':')) {
            number = label.parse().expect("a number");
        } else if let Some((_, rest)) = line.split_once("encoding: [") {
            let bytes = rest.trim_end_matches(']').split(',');
            let bytes = bytes.map(|byte| u8::from_str_radix(&byte[2..], 16).expect("a byte"));
            found.insert(number, bytes.collect());
        }
    }
    Some(found)
}

#[test]
fn generated_operands_are_those_of_llvm() {
    let forms = std::env::var("WAVEC_FORMS").map_or(3000, |count| count.parse().expect("a number"));
    for name in ["gfx900", "gfx908", "gfx90a", "gfx1030", "gfx1100", "gfx1200"] {
        let subtarget = Subtarget::of(TargetId::parse(name).expect("a processor"));
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        let mnemonics = mnemonics(&subtarget);
        let lines: Vec<String> = (0..forms)
            .map(|_| {
                let mnemonic = random.choose(&mnemonics);
                text(&mut random, mnemonic, &subtarget)
            })
            .collect();
        let Some(theirs) = llvm_bytes(&subtarget, &lines) else {
            return;
        };
        assert!(
            theirs.len() > forms / 8,
            "{name}: LLVM accepts {} lines",
            theirs.len()
        );
        let wrong: Vec<String> = lines
            .iter()
            .enumerate()
            .filter_map(|(number, line)| {
                let ours = assemble(line, &subtarget);
                let theirs = theirs.get(&number);
                (ours.as_ref().ok() != theirs).then(|| format!("{line}: {ours:02x?}, LLVM: {theirs:02x?}"))
            })
            .collect();
        assert!(
            wrong.is_empty(),
            "{name}: {} of {}:\n{}",
            wrong.len(),
            lines.len(),
            wrong.join("\n")
        );
    }
}
