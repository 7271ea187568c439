//! Decoders: the same bytes decode to the same instruction, with the same operands.
//!
//! The test decodes the bits of each instruction, also with single bits changed, and with different values of the bits that
//! are not fixed. For each, both decision trees give the candidate instructions in order, with their processor conditions.

use crate::conditions::{Conditions, our_conditions, their_conditions};
use crate::instructions;
use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::{between, closing, numbers, plain};
use crate::their_decoder::{TheirTable, their_operands};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Bits of an instruction, the lowest first.
pub type Word = [u64; 8];

pub fn extract(word: &Word, position: usize, width: usize) -> u64 {
    (0..width.min(64)).fold(0, |bits, bit| {
        let at = position + bit;
        bits | (word[at / 64] >> (at % 64) & 1) << bit
    })
}

/// The result of a tree: instructions with their conditions, without those that an earlier one shadows.
pub type Answer = Vec<(String, Conditions)>;

/// Adds an instruction, unless an earlier one matches whenever it does.
pub fn add(answer: &mut Answer, name: &str, conditions: &Conditions) {
    if !answer.iter().any(|(_, earlier)| earlier.is_subset(conditions)) {
        answer.push((name.to_string(), conditions.clone()));
    }
}

/// `width` bits from bit `position` of the encoding, which are at bit `shift` of the operand; and the decoder of the operand.
pub type Operand = (Vec<(i64, i64, i64)>, String);

struct OurEncoding {
    name: String,
    base: Word,
    mask: Word,
    conditions: Conditions,
    operands: Vec<Operand>,
}

struct OurTable {
    namespace: String,
    bits: usize,
    root: usize,
}

struct Ours {
    encodings: Vec<OurEncoding>,
    tables: Vec<OurTable>,
    /// Position, width, start, count.
    nodes: Vec<Vec<i64>>,
    children: Vec<i64>,
    leaves: Vec<i64>,
}

fn word(text: &str) -> Word {
    let mut word = [0; 8];
    for (place, bits) in word.iter_mut().zip(numbers(text)) {
        *place = bits as u64;
    }
    word
}

/// The contents of `static NAME: ... = &[`.
fn list<'t>(text: &'t str, name: &str) -> &'t str {
    let rest = text
        .split_once(&format!("pub static {name}: "))
        .and_then(|(_, rest)| rest.split_once("= &["));
    rest.map_or("", |(_, rest)| &rest[..closing(rest, '[', ']').unwrap_or(0)])
}

impl Ours {
    fn read(target: &Target) -> Result<Option<Ours>, Refusal> {
        let text = target.ours("encodings")?;
        if !text.contains("pub static ENCODING_ROWS") {
            return Ok(None);
        }
        let names = instructions::our_names(target)?;
        let mut hooks = BTreeMap::new();
        let mut name = "";
        for line in between(&text, "pub mod hooks {", "\n}")
            .unwrap_or_default()
            .lines()
        {
            if let Some(comment) = line.strip_prefix("/// `") {
                name = comment.trim_end_matches('`');
            } else if let Some((_, number)) = line.split_once("HookId(") {
                hooks.insert(numbers(number)[0], name.to_string());
            }
        }
        let mut classes = BTreeMap::new();
        for line in target.ours("register-bank")?.lines() {
            if let Some((name, number)) = line.split_once("RegClassId = ")
                && let Some(name) = name.strip_prefix("pub const ")
            {
                classes.insert(
                    numbers(number)[0],
                    plain(name.split(':').next().unwrap_or_default()),
                );
            }
        }
        let features = target.keeper.derived_defs("SubtargetFeature").iter();
        let features: Vec<String> = features
            .map(|&feature| target.keeper.name(feature).to_string())
            .collect();
        // Decoder, class.
        let kinds: Vec<(String, Option<String>)> = list(&text, "OPERAND_CODES")
            .split("OperandCode {")
            .skip(1)
            .map(|row| {
                let decoder = between(row, "decoder: HookId(", ")").unwrap_or_default();
                let class = between(row, "class: Some(", ")").map(|class| numbers(class)[0]);
                (
                    hooks.get(&numbers(decoder)[0]).cloned().unwrap_or_default(),
                    class.and_then(|class| classes.get(&class).cloned()),
                )
            })
            .collect();
        let decoder_of = |kind: i64| match kinds.get(kind as usize) {
            Some((hook, _)) if !hook.is_empty() => hook.clone(),
            Some((_, Some(class))) => format!("class {class}"),
            _ => String::new(),
        };
        let rows = list(&text, "ENCODING_ROWS").split("Encoding { opcode:").skip(1);
        let encodings = rows.map(|row| {
            let field = |name: &str, close: &str| between(row, name, close).unwrap_or_default();
            let hook = numbers(field("hook: HookId(", ")"))[0];
            let mut pieces: BTreeMap<i64, Vec<(i64, i64, i64)>> = BTreeMap::new();
            for piece in field(" fields: &[", "]").split("WideField{").skip(1) {
                let [operand, shift, position, width] = numbers(&piece.replace(':', " "))[..] else {
                    continue;
                };
                pieces.entry(operand).or_default().push((position, width, shift));
            }
            // Bits at a position may have a decoder of their own.
            let own_decoder = |pieces: &[(i64, i64, i64)]| {
                let mut codes = field("coders: &[", "]").split("FieldCode{").skip(1);
                codes.find_map(|code| {
                    let [position, _, decoder] = numbers(&code.replace([':', '(', ')'], " "))[..] else {
                        return None;
                    };
                    let is_there = pieces.iter().any(|&(known, ..)| known == position);
                    hooks.get(&decoder).filter(|_| is_there).cloned()
                })
            };
            let constants = numbers(field("constants: &[", "]"));
            let mut wholes = BTreeMap::new();
            for whole in field("wholes: &[", "]").split("WholeCode{").skip(1) {
                let [first, count, kind] = numbers(&whole.replace(':', " "))[..] else {
                    continue;
                };
                wholes.insert(first, (count, kind));
            }
            let kinds: Vec<&str> = field(" operands: &[", "], wholes").split("),").collect();
            let (mut operands, mut last_whole) = (Vec::new(), None);
            for (index, kind) in kinds.iter().enumerate() {
                let kind = numbers(kind);
                let Some(&number) = kind.first() else { continue };
                let own = pieces.get(&(index as i64));
                // Operands that share a register have the same value.
                let sharing = kinds
                    .iter()
                    .position(|other| numbers(other).get(1) == Some(&(index as i64)));
                let shared = kind.get(1).copied().or(sharing.map(|other| other as i64));
                let shared = shared.and_then(|other| pieces.get(&other));
                let constant = constants.chunks(2).find(|pair| pair[0] == index as i64);
                if own.or(shared).is_none() && constant.is_none() {
                    continue;
                }
                let mut pieces = own.or(shared).cloned().unwrap_or_default();
                // The parts of an operand are decoded together.
                let index = index as i64;
                let whole = wholes
                    .iter()
                    .find(|(first, (count, _))| (**first..**first + count).contains(&index));
                let first = whole.map(|(first, _)| *first);
                if first.is_some() && first == last_whole {
                    continue;
                }
                last_whole = first;
                if let Some(pair) = constant.filter(|pair| pair[1] != 0) {
                    pieces.push((-1, pair[1], 0));
                }
                pieces.sort_unstable();
                let kind = whole.map_or(number, |(_, (_, kind))| *kind);
                let decoder = own_decoder(&pieces).unwrap_or_else(|| decoder_of(kind));
                operands.push((pieces, decoder));
            }
            if let Some(hook) = hooks.get(&hook) {
                operands = vec![(Vec::new(), hook.clone())];
            }
            OurEncoding {
                name: names.get(numbers(row)[0] as usize).cloned().unwrap_or_default(),
                base: word(field("base: &[", "]")),
                mask: word(field("mask: &[", "]")),
                conditions: our_conditions(
                    row.split_once("condition: ")
                        .map_or("", |(_, condition)| condition),
                    &features,
                ),
                operands,
            }
        });
        let encodings = encodings.collect();
        let tables = list(&text, "TABLES").split("DecodeTable {").skip(1).map(|row| {
            let (head, tail) = row.split_once("size: ").unwrap_or_default();
            let tail = numbers(tail);
            OurTable {
                namespace: between(head, "\"", "\"").unwrap_or_default().to_string(),
                bits: tail[0] as usize * 8,
                root: tail[1] as usize,
            }
        });
        let tables = tables.collect();
        let nodes = list(&text, "NODES")
            .split("DecodeNode")
            .skip(1)
            .map(numbers)
            .collect();
        Ok(Some(Ours {
            encodings,
            tables,
            nodes,
            children: numbers(list(&text, "CHILDREN")),
            leaves: numbers(list(&text, "LEAVES")),
        }))
    }

    fn answer(&self, table: &OurTable, word: &Word) -> Answer {
        let mut answer = Answer::new();
        let mut node = &self.nodes[table.root];
        while node[1] != 0 {
            let value = extract(word, node[0] as usize, node[1] as usize);
            let child = self.children[node[2] as usize + value as usize];
            match self.nodes.get(child as usize) {
                Some(next) => node = next,
                None => return answer,
            }
        }
        for &leaf in &self.leaves[node[2] as usize..(node[2] + node[3]) as usize] {
            let encoding = &self.encodings[leaf as usize];
            let agrees = (0..8).all(|at| (word[at] ^ encoding.base[at]) & encoding.mask[at] == 0);
            if agrees {
                add(&mut answer, &encoding.name, &encoding.conditions);
            }
        }
        answer
    }

    /// Tables that are searched together: for instructions of variable length, those of one namespace, the shortest first.
    fn groups(&self, are_variable: bool) -> Vec<Vec<&OurTable>> {
        let mut groups: Vec<Vec<&OurTable>> = Vec::new();
        for table in &self.tables {
            match groups.last_mut() {
                Some(group) if are_variable && group[0].namespace == table.namespace => group.push(table),
                _ => groups.push(vec![table]),
            }
        }
        groups
    }

    /// The encodings in a table.
    fn in_table(&self, table: &OurTable) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = vec![table.root];
        while let Some(node) = open.pop() {
            let node = &self.nodes[node];
            let (start, count) = (node[2] as usize, node[3] as usize);
            match node[1] {
                0 => found.extend(
                    self.leaves[start..start + count]
                        .iter()
                        .map(|&leaf| leaf as usize),
                ),
                _ => {
                    let children = self.children[start..start + count].iter();
                    open.extend(
                        children
                            .map(|&child| child as usize)
                            .filter(|&child| child < self.nodes.len()),
                    );
                }
            }
        }
        found
    }
}

/// Pseudo-random numbers with a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// The number of values that are tried for the bits of each encoding that are not fixed.
const FILLINGS: usize = 6;

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let text = target.theirs("-gen-disassembler -ignore-non-decodable-operands")?;
    let mut outcome = Outcome::default();
    let Some(ours) = Ours::read(target)? else {
        return Ok(outcome);
    };
    let mut theirs = BTreeMap::new();
    let predicates = text
        .split_once("checkDecoderPredicate(")
        .map_or("", |(_, predicates)| predicates);
    let mut conditions = BTreeMap::new();
    for case in predicates
        .split("\n}")
        .next()
        .unwrap_or_default()
        .split("case ")
        .skip(1)
    {
        let (number, condition) = case.split_once(':').unwrap_or_default();
        let condition = between(condition, "return ", ";").unwrap_or_default();
        conditions.insert(numbers(number)[0] as u64, their_conditions(condition));
    }
    let conditions = Rc::new(conditions);
    for part in text.split("static const uint8_t DecoderTable").skip(1) {
        let (name, rows) = part.split_once('[').unwrap_or_default();
        let rows = rows
            .split_once("= {\n")
            .and_then(|(_, rows)| rows.split("\n};").next());
        if let Some(table) = rows.and_then(|rows| TheirTable::read(rows, &conditions)) {
            theirs.insert(name.to_string(), table);
        }
    }
    let operands = their_operands(&text);
    let mut random = Random(1);
    for tables in ours.groups(crate::encodings::are_variable(target)) {
        // Bits after a short instruction are ignored.
        let Some(table) = tables.last() else { continue };
        let name = format!("{}{}", table.namespace, table.bits);
        let Some(their_table) = theirs.get(&name) else {
            outcome.differ(&name, "LLVM has no such table".to_string());
            continue;
        };
        let mut asked = Vec::new();
        let members: BTreeSet<usize> = tables.iter().flat_map(|table| ours.in_table(table)).collect();
        for &number in &members {
            let encoding = &ours.encodings[number];
            let mut fill = |flipped: Option<usize>| {
                let mut word = encoding.base;
                let words = word.iter_mut().enumerate();
                for (at, word) in words.take(table.bits.div_ceil(64)) {
                    let open = match table.bits - at * 64 {
                        bits @ 1..64 => u64::MAX >> (64 - bits),
                        _ => u64::MAX,
                    };
                    *word |= random.next() & open & !encoding.mask[at];
                }
                if let Some(bit) = flipped {
                    word[bit / 64] ^= 1 << (bit % 64);
                }
                word
            };
            asked.extend((0..FILLINGS).map(|_| fill(None)));
            asked.extend((0..table.bits).map(|bit| fill(Some(bit))));
        }
        let mut seen = BTreeSet::new();
        for word in asked {
            let mut our_answer = Answer::new();
            for table in &tables {
                for (name, conditions) in ours.answer(table, &word) {
                    add(&mut our_answer, &name, &conditions);
                }
            }
            let their_answer = their_table.answer(&word);
            outcome.compared += 1;
            if our_answer != their_answer {
                // One for each pair of instructions.
                let first = |answer: &Answer| answer.first().map_or("nothing", |(name, _)| name).to_string();
                if seen.insert((first(&our_answer), first(&their_answer))) {
                    let what = format!(
                        "{:x?} is {our_answer:?}, not {their_answer:?}",
                        &word[..table.bits.div_ceil(64)]
                    );
                    outcome.differ(&format!("{name}: {}", first(&their_answer)), what);
                }
            }
        }
        let their_decoders: BTreeMap<&str, usize> = their_table
            .decoded
            .values()
            .map(|(name, decoder)| (name.as_str(), *decoder))
            .collect();
        for number in members {
            let encoding = &ours.encodings[number];
            let Some(expected) = their_decoders
                .get(encoding.name.as_str())
                .and_then(|number| operands.get(number))
            else {
                continue;
            };
            // Registers of a class have a function of the target there.
            let agree = encoding.operands.len() == expected.len()
                && encoding.operands.iter().zip(expected).all(|(ours, theirs)| {
                    let class = ours.1.strip_prefix("class ");
                    let same = match class {
                        Some(class) => plain(&theirs.1) == format!("DECODE{class}REGISTERCLASS"),
                        None => ours.1 == theirs.1,
                    };
                    same && ours.0 == theirs.0
                });
            outcome.compared += 1;
            if !agree {
                let what = format!("{:?}, not {expected:?}", encoding.operands);
                outcome.differ(&format!("operands of {}", encoding.name), what);
            }
        }
    }
    Ok(outcome)
}
